// The left side: servers, channels with their threads, direct messages, and the seat's person.

import {fill, h} from "./dom.js";
import {icon} from "./icons.js";
import {avatar, botTag, initials, nameOf, optionOf, usernameOf} from "./people.js";
import {markOf} from "./places.js";

export class Shelf {
  constructor(seat) {
    this.seat = seat;
    this.rail = h("nav.rail", {"aria-label": "Servers"});
    this.title = h("header");
    this.list = h("nav", {"aria-label": "Channels"});
    this.self = h("div.self");
    this.root = h("div.shelf", {}, this.rail, h("div.side", {}, this.title, this.list, this.self));
  }

  draw() {
    const {seat} = this;
    const guild = seat.guildOf(seat.here);
    const home = !guild;
    this.drawRail(guild, home);
    fill(this.title, guild ? guild.name : "Direct Messages");
    fill(this.list, home ? this.directs() : this.channels(guild));
    if (seat.me && !this.self.firstChild) this.drawSelf();
  }

  drawRail(current, home) {
    const {seat} = this;
    const dmPings = seat.dms.reduce((sum, dm) => sum + (seat.unread.get(dm.id)?.pings ?? 0), 0);
    fill(this.rail,
      h(`button.home${dmPings ? ".unread" : ""}`, {"aria-label": "Direct Messages", title: "Direct Messages", "data-action": "home", "aria-current": String(home), onclick: () => seat.dms.length ? seat.open(seat.dms[0].id) : seat.openDm()},
        h("span.pill"), icon("at"), dmPings ? h("span.badge", {"data-pings": "home"}, dmPings) : null),
      h("hr"),
      seat.guilds.map((guild) => {
        const ids = [...guild.channels, ...guild.threads].map((each) => each.id);
        const pings = ids.reduce((sum, id) => sum + (seat.unread.get(id)?.pings ?? 0), 0);
        const unread = ids.some((id) => seat.unread.has(id));
        return h(`button.guild${unread ? ".unread" : ""}`, {"data-guild": guild.id, title: guild.name, "aria-label": guild.name, "aria-current": String(guild === current), onclick: () => seat.open(guild.channels[0]?.id)},
          h("span.pill"), initials(guild.name), pings ? h("span.badge", {}, pings) : null);
      }));
  }

  channels(guild) {
    return [
      h("h3", {}, "Channels"),
      guild.channels.map((channel) => [
        this.row(channel, markOf(channel)),
        guild.threads
          .filter((thread) => thread.parent_id === channel.id && (!thread.thread_metadata.archived || thread.id === this.seat.here || this.seat.unread.has(thread.id)))
          .map((thread) => this.row(thread, null, h("span.spine"))),
      ]),
    ];
  }

  row(place, mark, spine = null) {
    const {seat} = this;
    const unread = seat.unread.get(place.id);
    return h(`button.place${spine ? ".thread" : ""}${unread ? ".unread" : ""}`,
      {"data-channel": place.id, "data-name": place.name, "data-unread": unread ? "true" : null, "aria-current": String(place.id === seat.here), onclick: () => seat.open(place.id)},
      spine, mark ? h("span.mark", {}, icon(mark)) : null, h("span.label", {}, place.name),
      unread?.pings ? h("span.badge", {"data-pings": place.name}, unread.pings) : null);
  }

  directs() {
    const {seat} = this;
    const rows = seat.dms.map((dm) => {
      const unread = seat.unread.get(dm.id);
      return h(`button.place.dm${unread ? ".unread" : ""}`, {"data-channel": dm.id, "data-name": "dm", "aria-current": String(dm.id === seat.here), onclick: () => seat.open(dm.id)},
        avatar(seat.bot, {status: seat.online}), h("span.label", {}, nameOf(seat.bot), " ", botTag()),
        unread?.pings ? h("span.badge", {"data-pings": "dm"}, unread.pings) : null);
    });
    const others = seat.conversations.map((place) => h(`button.place.dm${seat.unread.get(place.id) ? ".unread" : ""}`,
      {"data-channel": place.id, "data-name": seat.titleOf(place), "aria-current": String(place.id === seat.here), onclick: () => seat.open(place.id)},
      h("span.label", {}, seat.titleOf(place))));
    return [h("h3", {}, "Direct Messages"), others, rows.length ? rows : h("button.place.dm", {"data-action": "open-dm", onclick: () => seat.openDm()}, avatar(seat.bot ?? {bot: true}), h("span.label", {}, "Message the bot"))];
  }

  drawSelf() {
    const {seat} = this;
    const names = Object.keys(seat.page.facts.people);
    const choice = h("select", {"aria-label": "Sit as", "data-action": "sit-as", onchange: (event) => seat.page.swap(seat, event.target.value)},
      names.map((name) => h("option", {value: name, selected: name === seat.name}, optionOf(seat.page.user(name)))));
    fill(this.self, avatar(seat.me, {size: 32, status: true}), h("span.who", {}, h("b", {}, nameOf(seat.me)), h("small", {}, usernameOf(seat.me) ?? "Online")), choice);
  }
}
