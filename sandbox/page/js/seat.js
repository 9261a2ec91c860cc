// One person's client: their data, and its display.

import {get, listen, post, Refused} from "./api.js";
import {Composer} from "./composer.js";
import {fill, h} from "./dom.js";
import {icon} from "./icons.js";
import {Log} from "./log.js";
import {showModal} from "./modal.js";
import {avatar, botTag, nameOf} from "./people.js";
import {markOf} from "./places.js";
import {Shelf} from "./shelf.js";

const TYPING_LASTS = 8000, EPHEMERAL = 64;

export class Seat {
  constructor(name, page) {
    this.name = name;
    this.page = page;
    this.me = null;
    this.bot = null;
    this.online = false;
    this.users = new Map();
    this.guilds = [];
    this.dms = [];
    this.conversations = [];
    this.here = null;
    this.unread = new Map();
    this.typing = new Map();
    this.asked = 0;
    this.awaited = null;
    this.shelf = new Shelf(this);
    this.log = new Log(this);
    this.composer = new Composer(this);
    this.header = h("header");
    this.members = h("aside.members", {"aria-label": "Members"});
    this.notice = h("div.notice", {hidden: true, role: "status"}, "The sandbox does not answer. Trying again…");
    this.root = h("section.seat", {"data-seat": name, "aria-label": `${name}'s Discord`},
      h("div.seat-grid", {},
        this.shelf.root,
        h("div.chat", {}, this.notice, this.header,
          h("div.body", {}, h("div.column", {}, this.log.root, this.composer.root), this.members))),
      h("div.backdrop", {onclick: () => this.closeSides()}));
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.closeSides());
    this.close = listen(`people/${name}/seat`, (news) => this.take(news), (open) => { this.notice.hidden = open; });
  }

  // ------------------------------------------------------------------- knowing

  take(news) {
    const heard = {
      hello: () => this.begin(news),
      places: () => this.setPlaces(news),
      message: () => this.arrived(news.message),
      update: () => this.changed(news.message),
      delete: () => { if (news.channel_id === this.here) news.ids.forEach((id) => this.log.remove(id)); },
      presence: () => { this.online = news.online; this.drawMembers(); this.shelf.draw(); },
      typing: () => this.someoneTypes(news),
    }[news.type];
    heard?.();
  }

  begin(news) {
    this.me = news.me;
    this.bot = news.bot;
    this.online = news.online;
    const before = this.here;
    this.here = null;
    this.setPlaces(news);
    this.open(this.place(before) ? before : this.guilds[0]?.channels[0]?.id ?? this.dms[0]?.id);
  }

  setPlaces(news) {
    for (const user of news.users) this.users.set(user.id, user);
    this.guilds = news.guilds;
    this.dms = news.dms;
    this.conversations = news.conversations;
    if (this.place(this.awaited)) this.open(this.awaited);
    this.shelf.draw();
    if (this.here && !this.place(this.here)) this.open(this.guilds[0]?.channels[0]?.id);
    else if (this.here) {
      this.drawHeader();
      this.drawMembers();
      this.composer.draw();
      this.log.redrawThreads();
    }
  }

  user(id) { return this.users.get(String(id)); }

  role(id) {
    return this.guilds.flatMap((guild) => guild.roles).find((role) => role.id === String(id));
  }

  /** A channel, thread or DM that this person sees. */
  place(id) {
    return [...this.guilds.flatMap((guild) => [...guild.channels, ...guild.threads]), ...this.dms, ...this.conversations].find((each) => each.id === id);
  }

  guildOf(id) {
    return this.guilds.find((guild) => [...guild.channels, ...guild.threads].some((each) => each.id === id));
  }

  titleOf(place) {
    if (place.name) return place.name;
    if (!this.conversations.includes(place)) return nameOf(this.bot);
    return place.recipients.filter((each) => each.id !== this.me.id).map(nameOf).join(", ");
  }

  // -------------------------------------------------------------------- moving

  async open(id) {
    if (!id || !this.place(id)) return;
    this.closeSides();
    this.here = id;
    this.awaited = null;
    this.root.dataset.here = id;
    this.unread.delete(id);
    this.drawHeader();
    this.shelf.draw();
    this.drawMembers();
    this.composer.enter();
    await this.log.enter(id);
  }

  /** Open a newly created place once it is known. */
  async openSoon(id) {
    if (this.place(id)) await this.open(id);
    else this.awaited = id;
  }

  /** Close the side panels that cover the chat on a narrow screen. */
  closeSides() { this.root.classList.remove("open-shelf", "open-members"); }

  async openDm() {
    const {id} = await post(`people/${this.name}/dm`);
    if (!this.place(id)) this.dms.push({id, type: 1, writable: true});
    this.open(id);
  }

  arrived(message) {
    this.meet(message);
    this.typing.delete(message.author.id);
    if (message.channel_id === this.here) this.log.append(message);
    else if (message.author.id !== this.me.id) this.markUnread(message);
    if (!message.guild_id && !this.place(message.channel_id) && !(message.flags & EPHEMERAL)) this.refreshDms(message.channel_id);
  }

  /** Add a DM that the bot opened: only its first message announces it. */
  refreshDms(id) {
    this.dms.push({id, type: 1, writable: true});
    this.shelf.draw();
  }

  changed(message) {
    this.meet(message);
    if (message.channel_id === this.here) this.log.change(message);
  }

  meet(message) {
    for (const user of [message.author, ...message.mentions]) this.users.set(user.id, user);
  }

  markUnread(message) {
    const dm = !message.guild_id && !(message.flags & EPHEMERAL);
    const known = this.unread.get(message.channel_id) ?? {pings: 0};
    if (message.pings_me || dm) known.pings += 1;
    this.unread.set(message.channel_id, known);
    this.shelf.draw();
    this.drawHeader();
  }

  someoneTypes({channel_id: channel, user_id: user}) {
    if (user === this.me.id) return;
    const until = Date.now() + TYPING_LASTS;
    this.typing.set(user, {channel, until});
    this.composer.drawTyping();
    setTimeout(() => {
      if (this.typing.get(user)?.until === until) this.typing.delete(user);
      this.composer.drawTyping();
    }, TYPING_LASTS);
  }

  // -------------------------------------------------------------------- acting

  /** Perform an action that creates an interaction, and show the outcome. */
  async act(what, body, {message = null, command = null} = {}) {
    try {
      const outcome = await post(`people/${this.name}/${what}`, body);
      if (outcome.kind === "modal") showModal(this, outcome);
      if (outcome.kind === "failed") this.log.failed({message, command, reason: message ? "This interaction failed" : outcome.reason});
      return outcome;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.log.failed({message, command, reason: error.message});
      return {kind: "refused", reason: error.message};
    }
  }

  async say(content, files, replyTo) {
    try {
      await post(`people/${this.name}/write`, {channel: this.here, content, files, reply_to: replyTo});
      return true;
    } catch (error) {
      this.log.failed({reason: error.message});
      return false;
    }
  }

  commands(kind = 1) {
    return get(`people/${this.name}/commands?channel=${this.here}&kind=${kind}`).catch(() => []);
  }

  // ------------------------------------------------------------------- drawing

  drawHeader() {
    const place = this.place(this.here);
    if (!place) return;
    const thread = place.thread_metadata;
    const pings = [...this.unread.values()].reduce((sum, each) => sum + each.pings, 0);
    fill(this.header,
      h("button.menu", {"aria-label": "Channels", "data-action": "shelf", onclick: () => this.root.classList.toggle("open-shelf")}, icon("menu"), pings ? h("span.badge", {}, pings) : null),
      h("span.mark", {}, icon(markOf(place))),
      h("h2", {"data-title": ""}, this.titleOf(place)),
      place.topic ? h("span.topic", {}, place.topic) : thread ? h("span.topic", {}, this.threadState(thread)) : null,
      h("span.as", {}, avatar(this.me), nameOf(this.me)),
      this.guildOf(this.here) ? h("button.people", {"aria-label": "Members", title: "Members", "data-action": "members", onclick: () => this.root.classList.toggle("open-members")}, icon("people")) : null);
  }

  threadState(meta) {
    if (meta.archived) return meta.locked ? "Archived and locked" : "Archived";
    return meta.locked ? "Locked" : "Thread";
  }

  drawMembers() {
    const guild = this.guildOf(this.here);
    this.members.hidden = !guild;
    if (!guild) return;
    const people = guild.members.map((id) => this.user(id)).filter(Boolean);
    const bots = people.filter((user) => user.bot);
    const humans = people.filter((user) => !user.bot);
    fill(this.members,
      h("h3", {}, `Apps — ${bots.length}`), bots.map((user) => this.memberRow(user, this.online)),
      h("h3", {}, `Members — ${humans.length}`), humans.map((user) => this.memberRow(user, true)));
  }

  memberRow(user, online) {
    return h("button.member", {"data-member": user.username, title: user.username, ...this.menuOf(user)},
      avatar(user, {status: online}), nameOf(user), user.bot ? botTag() : null);
  }

  /** Open a person's menu on a click, a right-click, or a long press, which browsers report as a right-click. */
  menuOf(user) {
    const open = (event) => { event.preventDefault(); this.memberMenu(event, user); };
    return {onclick: open, oncontextmenu: open};
  }

  async memberMenu(event, user) {
    const at = event.currentTarget.getBoundingClientRect();
    const commands = user.bot ? [] : await this.commands(2);
    const items = commands.map((command) => ({label: command.name, run: () => this.act("context", {channel: this.here, command: command.name, target: user.id}, {command: command.name})}));
    if (user.id === this.bot.id) items.push({label: "Message", run: () => this.openDm()});
    items.push({label: "Mention", run: () => this.composer.insert(`<@${user.id}> `)});
    this.popup(items, at);
  }

  /** Show a small menu beside the clicked element. */
  popup(items, at) {
    this.root.querySelector(".popup")?.remove();
    const frame = this.root.getBoundingClientRect();
    const menu = h("div.popup.menu-list", {role: "menu", style: {top: `${Math.max(4, Math.min(at.top - frame.top, frame.height - 40 * items.length - 16))}px`, left: `${Math.max(4, Math.min(at.left - frame.left - 210, frame.width - 220))}px`}},
      items.map((item) => h("button.choice", {role: "menuitem", "data-item": item.label, onclick: () => { menu.remove(); this.closeSides(); item.run(); }}, item.label)));
    menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape") menu.remove();
      const next = {ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling"}[event.key];
      if (next) { event.preventDefault(); document.activeElement[next]?.focus(); }
    });
    this.root.append(menu);
    menu.firstChild?.focus();
    setTimeout(() => document.addEventListener("click", () => menu.remove(), {once: true}));
  }
}
