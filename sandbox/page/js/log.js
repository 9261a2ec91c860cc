// The list of messages in the open channel.

import {get, post} from "./api.js";
import {embed} from "./embeds.js";
import {add, dots, fill, h} from "./dom.js";
import {icon} from "./icons.js";
import {markdown} from "./markdown.js";
import {attachments} from "./media.js";
import {parts} from "./parts.js";
import {avatar, botTag, nameOf} from "./people.js";
import {holdsPosts, markOf} from "./places.js";
import {Posts} from "./posts.js";
import {clockTime, dayOf, now, written} from "./time.js";

const EPHEMERAL = 64, LOADING = 128, SILENT = 4096, V2 = 32768, TOGETHER = 7 * 60 * 1000;
const PLAIN = [0, 19, 20, 23], STARTER = 21;
const NEAR = 80;

export class Log {
  constructor(seat) {
    this.seat = seat;
    this.messages = [];
    this.elements = new Map();
    this.root = h("div.log", {role: "log", "aria-label": "Messages", tabIndex: 0, "data-log": ""});
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.root);
    this.root.addEventListener("load", () => this.stuck && this.toEnd(), true);
    this.root.addEventListener("scroll", () => this.scrolled());
    this.stuck = true;
    this.top = 0;
  }

  async enter(id) {
    this.all = false;
    this.messages = [];
    this.elements.clear();
    this.root.replaceChildren();
    const asked = ++this.seat.asked;
    const found = await get(`people/${this.seat.name}/messages?channel=${id}`).catch(() => []);
    if (asked !== this.seat.asked) return;
    for (const message of found) this.seat.meet(message);
    const early = this.messages.filter((message) => message.local || !found.some((each) => each.id === message.id));
    this.messages = [...found, ...early];
    this.all = found.length < 50;
    this.redraw();
    this.toEnd();
    this.root.dataset.ready = id;
  }

  async older() {
    if (this.all || this.loading || !this.messages.length) return;
    this.loading = true;
    const before = this.root.scrollHeight;
    const found = await get(`people/${this.seat.name}/messages?channel=${this.seat.here}&before=${this.messages[0].id}`).catch(() => []);
    this.all = found.length < 50;
    this.messages = [...found, ...this.messages];
    this.redraw();
    this.root.scrollTop += this.root.scrollHeight - before;
    this.loading = false;
  }

  // ------------------------------------------------------------------ changing

  append(message) {
    if (this.messages.some((each) => each.id === message.id)) return this.change(message);
    const before = this.messages.at(-1);
    const stick = this.stuck || message.author.id === this.seat.me.id;
    this.messages.push(message);
    add(this.root, this.between(before, message), this.draw(message, before));
    if (stick) this.toEnd();
    return null;
  }

  change(message) {
    const index = this.messages.findIndex((each) => each.id === message.id);
    if (index === -1) return;
    const stick = this.stuck;
    const old = this.messages[index];
    this.messages[index] = {...message, failed: null, grouped: old.grouped};
    const element = this.elements.get(message.id);
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
    const fresh = this.draw(this.messages[index], this.messages[index - 1]);
    element.replaceWith(fresh);
    if (focused) fresh.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus();
    if (stick) this.toEnd();
  }

  remove(id) {
    this.messages = this.messages.filter((each) => each.id !== id);
    this.redraw();
  }

  /** Show a failure: below its message, or as a separate note that only this person sees. */
  failed({message, command, reason}) {
    if (message) {
      const shown = this.messages.find((each) => each.id === message.id);
      if (!shown) return;
      const stick = this.stuck;
      shown.failed = reason;
      this.elements.get(message.id)?.replaceWith(this.draw(shown, this.messages[this.messages.indexOf(shown) - 1]));
      if (stick) this.toEnd();
      return;
    }
    const {seat} = this;
    this.append({
      id: `local-${Date.now()}`, channel_id: seat.here, author: seat.bot, content: "", problem: reason, local: true, type: command ? 20 : 0,
      flags: EPHEMERAL, timestamp: now().toISOString(), embeds: [], components: [], attachments: [], mentions: [],
      interaction_metadata: command ? {user: seat.me, name: command} : undefined,
    });
  }

  redrawThreads() {
    this.posts?.draw();
    for (const message of this.messages) if (message.thread) this.elements.get(message.id)?.querySelector(".hang")?.replaceWith(this.hang(message));
  }

  // ------------------------------------------------------------------- drawing

  redraw() {
    const stick = this.stuck;
    fill(this.root, this.all ? this.beginning() : null);
    this.messages.forEach((message, index) => add(this.root, this.between(this.messages[index - 1], message), this.draw(message, this.messages[index - 1])));
    if (stick) this.toEnd();
  }

  beginning() {
    const place = this.seat.place(this.seat.here);
    if (!place) return null;
    const title = this.seat.titleOf(place);
    if (place.type === 1) return h("div.start", {}, h("div.sign", {}, icon("at")), h("h1", {}, title), h("p", {}, `This is the beginning of your direct message history with ${title}.`));
    const thread = Boolean(place.thread_metadata);
    this.posts = holdsPosts(place) ? new Posts(this.seat, place) : null;
    const said = thread ? "This is the start of the thread." : this.posts ? "Everything here is said in posts." : `This is the start of the #${title} channel.`;
    return h("div.start", {}, h("div.sign", {}, icon(markOf(place))), h("h1", {}, thread ? title : `Welcome to #${title}!`), h("p", {}, said), this.posts?.root);
  }

  between(before, message) {
    const day = dayOf(new Date(message.timestamp));
    return before && dayOf(new Date(before.timestamp)) === day ? null : h("div.day", {role: "separator"}, day);
  }

  draw(message, before) {
    const starter = message.type === STARTER ? message.referenced_message : null;
    const element = starter ? this.plain({...starter, thread: null}, null)
      : PLAIN.includes(message.type) || message.local ? this.plain(message, before) : this.system(message);
    element.dataset.message = message.id;
    element.dataset.author = message.author.username;
    this.elements.set(message.id, element);
    return element;
  }

  follows(message, before) {
    return Boolean(before) && PLAIN.includes(before.type) && before.author.id === message.author.id && !message.message_reference &&
      !this.commandOf(message) && (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
      new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER && dayOf(new Date(before.timestamp)) === dayOf(new Date(message.timestamp));
  }

  commandOf(message) {
    const metadata = message.interaction_metadata;
    return message.type === 20 || message.type === 23 ? metadata : null;
  }

  plain(message, before) {
    const grouped = this.follows(message, before);
    const date = new Date(message.timestamp);
    const kinds = [grouped && "grouped", message.pings_me && "ping", message.flags & EPHEMERAL && "ephemeral", this.above(message) && "replying"].filter(Boolean);
    return h(["article.message", ...kinds].join("."), {"data-ephemeral": message.flags & EPHEMERAL ? "true" : null, "data-pings": message.pings_me ? "true" : null, "data-thinking": message.flags & LOADING ? "true" : null},
      this.above(message),
      grouped ? h("time.stamp", {dateTime: message.timestamp}, clockTime(date)) : avatar(message.author),
      grouped ? null : h("div.head", {}, h("b", {"data-person": message.author.username, ...this.seat.menuOf(message.author)}, nameOf(message.author)), message.author.bot ? botTag() : null, written(message.timestamp), message.flags & SILENT ? h("span", {"data-silent": "", title: "This was a silent message", "aria-label": "Silent message"}, "🔕") : null),
      this.body(message),
      message.thread ? this.hang(message) : null,
      message.failed ? h("div.failed", {role: "alert", "data-failed": ""}, message.failed) : null,
      message.flags & EPHEMERAL ? this.only(message) : null,
      this.acts(message));
  }

  above(message) {
    const metadata = this.commandOf(message);
    if (metadata) {
      return h("div.reply", {"data-used": metadata.name}, avatar(metadata.user), h("b", {}, nameOf(metadata.user)), " used ", h("span.cmd", {}, message.type === 20 ? `/${metadata.name}` : metadata.name));
    }
    if (message.type !== 19) return null;
    const source = message.referenced_message;
    if (!source) return h("div.reply", {}, h("em", {}, "Original message was deleted"));
    return h("div.reply", {}, avatar(source.author), h("b", {}, nameOf(source.author)), h("span.excerpt", {}, source.content ? markdown(source.content.split("\n")[0], this.seat, {inline: true}) : "Click to see attachment"));
  }

  body(message) {
    if (message.problem) return h("div.failed", {role: "alert", "data-failed": ""}, message.problem);
    if (message.flags & LOADING) return h("div.thinking", {}, dots(), `${nameOf(message.author)} is thinking…`);
    const edited = message.edited_timestamp ? h("span.edited", {title: new Date(message.edited_timestamp).toLocaleString("en-GB")}, "(edited)") : null;
    if (message.flags & V2) return [parts(this.seat, message), edited];
    const text = message.content ? markdown(message.content, this.seat) : null;
    if (text && edited) (text.lastChild?.nodeName === "P" ? text.lastChild : text).append(edited);
    return [
      text,
      attachments(message.attachments),
      message.embeds.map((each) => embed(each, this.seat)),
      message.components.length ? parts(this.seat, message) : null,
      text || !edited ? null : edited,
    ];
  }

  hang(message) {
    const thread = this.seat.place(message.thread.id) ?? message.thread;
    return h("button.hang", {"data-thread": thread.id, onclick: () => this.seat.open(thread.id)},
      h("b", {}, thread.name, " ›"), h("span", {}, thread.thread_metadata?.archived ? "Archived" : "See the thread"));
  }

  only(message) {
    return h("div.only", {}, icon("eye"), "Only you can see this • ", h("button", {"data-action": "dismiss", onclick: () => this.remove(message.id)}, "Dismiss message"));
  }

  acts(message) {
    if (message.local) return null;
    const {seat} = this;
    const mine = message.author.id === seat.me.id;
    return h("div.acts", {},
      message.flags & EPHEMERAL ? null : h("button", {title: "Reply", "aria-label": "Reply", "data-action": "reply", onclick: () => seat.composer.replyTo(message)}, icon("reply")),
      mine ? h("button", {title: "Delete", "aria-label": "Delete", "data-action": "delete", onclick: () => post(`people/${seat.name}/delete`, {channel: message.channel_id, message: message.id})}, icon("trash")) : null,
      h("button", {title: "Apps and more", "aria-label": "Apps and more", "data-action": "more", onclick: (event) => this.more(event, message)}, icon("dots")));
  }

  async more(event, message) {
    const at = event.currentTarget.getBoundingClientRect();
    const {seat} = this;
    const commands = message.flags & EPHEMERAL ? [] : await seat.commands(3);
    seat.popup([
      ...commands.map((command) => ({label: command.name, run: () => seat.act("context", {channel: seat.here, command: command.name, target: message.id}, {command: command.name})})),
      {label: "Copy message ID", run: () => navigator.clipboard?.writeText(message.id)},
    ], at);
  }

  system(message) {
    const who = h("b", {}, nameOf(message.author));
    const thread = message.type === 18 ? this.seat.guilds.flatMap((guild) => guild.threads).find((each) => each.name === message.content) : null;
    const said = {
      6: () => [who, " pinned a message to this channel."],
      7: () => [who, " joined the server. Welcome!"],
      18: () => [who, " started a thread: ", thread ? h("button", {onclick: () => this.seat.open(thread.id)}, message.content) : h("b", {}, message.content), "."],
      [STARTER]: () => ["The first message of this thread was deleted."],
    }[message.type]?.() ?? [who, " ", message.content];
    return h("article.message.system", {}, h("span.sign", {}, icon({6: "pin", 18: "thread", [STARTER]: "thread"}[message.type] ?? "arrow")), said, written(message.timestamp));
  }

  // ----------------------------------------------------------------- scrolling

  /** Stay at the end until the person scrolls up, even if messages grow. */
  scrolled() {
    const {scrollTop} = this.root;
    if (scrollTop < this.top || this.atEnd()) this.stuck = this.atEnd();
    this.top = scrollTop;
    if (scrollTop < NEAR) this.older();
  }

  atEnd() {
    return this.root.scrollHeight - this.root.scrollTop - this.root.clientHeight < NEAR;
  }

  toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
    this.top = this.root.scrollTop;  // a picture may have grown by the time that the event arrives: the person did not scroll
    this.stuck = true;
  }
}

