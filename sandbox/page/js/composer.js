// The input line: plain messages, files, replies, and the way into slash commands.

import {post, readFile} from "./api.js";
import {CommandLine} from "./command.js";
import {dots, fill, h} from "./dom.js";
import {icon} from "./icons.js";
import {begins, nameOf} from "./people.js";
import {holdsPosts} from "./places.js";
import {Suggestions} from "./suggestions.js";

const TYPING_EVERY = 8000;

export class Composer {
  constructor(seat) {
    this.seat = seat;
    this.files = [];
    this.reply = null;
    this.command = null;
    this.lastTyping = 0;
    this.suggestions = new Suggestions(seat);
    this.strips = h("div");
    this.area = h("textarea", {rows: 1, maxLength: 2000, "aria-label": "Message", "data-composer": "", spellcheck: false,
      oninput: () => this.typed(), onkeydown: (event) => this.key(event), onpaste: (event) => this.take(event.clipboardData.files)});
    this.picker = h("input", {type: "file", multiple: true, hidden: true, "data-files": "", onchange: () => this.take(this.picker.files)});
    this.plus = h("button.plus", {"aria-label": "Attach a file", title: "Attach a file", "data-action": "attach", onclick: () => this.picker.click()}, icon("plus"));
    this.send = h("button.send", {"aria-label": "Send", title: "Send", "data-action": "send", onclick: () => this.submit()}, icon("send"));
    this.line = h("div.line");
    this.typing = h("div.typing", {"aria-live": "polite"});
    this.root = h("div.composer", {}, this.suggestions.root, this.strips, this.line, this.picker, this.typing);
    this.draw();
  }

  // ------------------------------------------------------------------- drawing

  enter() {
    this.cancel();
    this.reply = null;
    this.files = [];
    this.area.value = "";
    this.draw();
    this.drawTyping();
  }

  draw() {
    const place = this.seat.place(this.seat.here);
    const open = Boolean(place?.writable);
    const name = place ? (place.type === 1 ? `@${this.seat.titleOf(place)}` : place.thread_metadata ? `"${place.name}"` : `#${place.name}`) : "";
    const closed = place && holdsPosts(place) ? "Open a post to write." : "You do not have permission to send messages here.";
    this.area.placeholder = open ? `Message ${name}` : closed;
    this.area.disabled = !open;
    this.line.classList.toggle("off", !open);
    this.plus.disabled = !open;
    if (!this.command && this.line.firstChild !== this.plus) fill(this.line, this.plus, this.area, this.send);
    this.drawStrips();
  }

  drawStrips() {
    fill(this.strips,
      this.reply ? h("div.strip", {"data-replying": ""}, h("span", {}, "Replying to ", h("b", {}, nameOf(this.reply.author))), h("button", {"aria-label": "Do not reply", onclick: () => { this.reply = null; this.draw(); }}, icon("close"))) : null,
      this.files.length ? h("div.strip", {}, this.files.map((file) => h("span.upload", {"data-upload": file.filename}, file.filename, h("button", {"aria-label": `Remove ${file.filename}`, onclick: () => { this.files = this.files.filter((each) => each !== file); this.draw(); }}, icon("close"))))) : null);
  }

  drawTyping() {
    const names = [...this.seat.typing].filter(([, each]) => each.channel === this.seat.here).map(([id]) => nameOf(this.seat.user(id)));
    fill(this.typing, names.length ? [dots(), h("span", {}, h("b", {}, names.join(", ")), names.length > 1 ? " are typing…" : " is typing…")] : null);
  }

  // -------------------------------------------------------------------- typing

  typed() {
    this.grow();
    const text = this.area.value;
    if (text.startsWith("/") && !text.includes("\n")) this.offerCommands(text.slice(1));
    else {
      this.offerPeople(text);
      if (text && Date.now() - this.lastTyping > TYPING_EVERY) {
        this.lastTyping = Date.now();
        post(`people/${this.seat.name}/typing`, {channel: this.seat.here}).catch(() => {});
      }
    }
  }

  grow() {
    this.area.style.height = "auto";
    this.area.style.height = `${this.area.scrollHeight}px`;
  }

  async offerCommands(text) {
    this.known = this.known?.here === this.seat.here && text ? this.known : {here: this.seat.here, list: await this.seat.commands()};
    if (this.command || !this.area.value.startsWith("/")) return;
    const wanted = this.area.value.slice(1).toLowerCase();
    const leaves = this.known.list.flatMap((command) => leavesOf(command));
    const fitting = leaves.filter((leaf) => leaf.path.startsWith(wanted)).concat(leaves.filter((leaf) => !leaf.path.startsWith(wanted) && leaf.path.includes(wanted)));
    this.suggestions.commands(fitting, (leaf) => this.startCommand(leaf));
  }

  offerPeople(text) {
    const found = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, this.area.selectionStart));
    const guild = this.seat.guildOf(this.seat.here);
    if (!found || !guild) return this.suggestions.hide();
    const people = guild.members.map((id) => this.seat.user(id)).filter((user) => begins(user, found[1]));
    return this.suggestions.people(people, (user) => {
      const start = this.area.selectionStart - found[1].length - 1;
      this.area.setRangeText(`<@${user.id}> `, start, this.area.selectionStart, "end");
      this.suggestions.hide();
      this.area.focus();
    });
  }

  key(event) {
    if (this.suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      this.suggestions.hide();
      this.reply = null;
      this.draw();
    }
  }

  insert(text) {
    this.cancel();
    this.area.value += text;
    this.area.focus();
  }

  async take(list) {
    if (!list.length) return;
    this.files.push(...await Promise.all([...list].map(readFile)));
    this.picker.value = "";
    this.draw();
    this.area.focus();
  }

  replyTo(message) {
    this.reply = message;
    this.draw();
    this.area.focus();
  }

  // ------------------------------------------------------------------- sending

  async submit() {
    if (this.command) return this.command.submit();
    const content = this.area.value.trim();
    if (!content && !this.files.length) return null;
    const sent = await this.seat.say(content, this.files, this.reply?.id ?? null);
    if (sent) {
      this.area.value = "";
      this.files = [];
      this.reply = null;
    }
    this.grow();
    this.draw();
    return null;
  }

  /** Start a command by its name, as a command mention does. */
  async begin(path) {
    const list = await this.seat.commands();
    const leaf = list.flatMap((command) => leavesOf(command)).find((each) => each.path === path);
    if (leaf) this.startCommand(leaf);
  }

  startCommand(leaf) {
    this.suggestions.hide();
    this.area.value = "";
    this.command = new CommandLine(this.seat, leaf, this.suggestions, () => this.cancel());
    fill(this.line, this.command.root, this.send);
    this.command.focus();
  }

  cancel() {
    if (!this.command) return;
    this.command.end();
    this.command = null;
    this.suggestions.hide();
    fill(this.line, this.plus, this.area, this.send);
    this.grow();
    this.area.focus({preventScroll: true});
  }
}

/** Return the invocable forms of a command: itself, or each of its subcommands. */
export function leavesOf(command) {
  const walk = (node, path) => {
    const nested = (node.options ?? []).filter((each) => each.type <= 2);
    return nested.length ? nested.flatMap((each) => walk(each, `${path} ${each.name}`)) : [{path, description: node.description, options: node.options ?? []}];
  };
  return walk(command, command.name);
}
