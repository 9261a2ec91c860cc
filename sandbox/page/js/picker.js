// A select of options, or of people, roles and channels. Used in messages and in modals.

import {Cursor, fill, h} from "./dom.js";
import {emoji} from "./emoji.js";
import {icon} from "./icons.js";
import {avatar, nameOf, usernameOf} from "./people.js";

const STRING = 3, USER = 5, ROLE = 6, MENTIONABLE = 7, CHANNEL = 8;
let counter = 0;

/** Return a select's options: value, label and, if present, a description, an emoji or a picture. */
function offered(part, seat) {
  const guild = seat.guildOf(seat.here);
  const people = () => (guild ? guild.members.map((id) => seat.user(id)) : [seat.me, seat.bot]).filter(Boolean)
    .map((user) => ({value: user.id, label: nameOf(user), description: usernameOf(user), picture: () => avatar(user)}));
  const roles = () => (guild?.roles ?? []).map((role) => ({value: role.id, label: role.name}));
  const channels = () => (guild?.channels ?? []).filter((each) => !part.channel_types?.length || part.channel_types.includes(each.type)).map((each) => ({value: each.id, label: `#${each.name}`}));
  return {[USER]: people, [ROLE]: roles, [MENTIONABLE]: () => [...people(), ...roles()], [CHANNEL]: channels}[part.type]?.() ??
    (part.type === STRING ? part.options : []);
}

export class Picker {
  /** `onDone` is called with the list of values once the person has chosen. */
  constructor(part, seat, onDone) {
    this.part = part;
    this.options = offered(part, seat);
    this.least = part.min_values ?? 1;
    this.most = part.max_values ?? 1;
    this.chosen = this.options.filter((each) => each.default).map((each) => each.value).concat((part.default_values ?? []).map((each) => each.id));
    this.onDone = onDone;
    this.value = h("span.value");
    this.id = `list-${++counter}`;
    this.button = h("button", {type: "button", disabled: part.disabled, "data-custom-id": part.custom_id, "aria-haspopup": "listbox", "aria-expanded": "false", onclick: () => this.list ? this.shut() : this.show()}, this.value, icon("down"));
    this.root = h("div.pick", {"data-select": part.custom_id}, this.button);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  get several() { return this.most > 1; }

  draw() {
    const labels = this.options.filter((each) => this.chosen.includes(each.value)).map((each) => each.label);
    this.value.textContent = labels.join(", ") || this.part.placeholder || (this.part.type === STRING ? "Make a selection" : "Select");
    this.value.classList.toggle("filled", labels.length > 0);
  }

  show() {
    const rows = this.options.map((option) => h("button.choice", {type: "button", role: "option", tabIndex: -1, "data-value": option.value, "aria-selected": String(this.chosen.includes(option.value)), onclick: () => this.pick(option)},
      option.picture?.() ?? (option.emoji ? emoji(option.emoji, {beside: option.label}) : null),
      h("span.name", {}, option.label, option.description ? h("small", {}, option.description) : null),
      this.several ? h("span.box", {}, icon("check")) : null));
    this.list = h("div.menu-list", {role: "listbox", id: this.id, "aria-multiselectable": String(this.several)}, rows.length ? rows : h("div.choice", {}, "Nothing to choose"));
    this.button.setAttribute("aria-expanded", "true");
    this.root.append(this.list);
    const frame = this.root.closest(".log, .content, .seat")?.getBoundingClientRect();
    const below = (frame?.bottom ?? innerHeight) - this.button.getBoundingClientRect().bottom;
    const above = this.button.getBoundingClientRect().top - (frame?.top ?? 0);
    this.root.classList.toggle("up", below < Math.min(this.list.offsetHeight + 8, 328) && above > below);
    this.list.style.maxHeight = `${Math.max(140, Math.min(320, Math.max(below, above) - 12))}px`;
    this.cursor = new Cursor(rows, Math.max(0, rows.findIndex((row) => row.getAttribute("aria-selected") === "true")));
    this.outside = (event) => this.root.contains(event.target) || this.shut();
    document.addEventListener("pointerdown", this.outside);
  }

  pick(option) {
    if (!this.several) {
      this.chosen = [option.value];
      this.changed = true;
      this.shut();
      return;
    }
    const had = this.chosen.includes(option.value);
    if (!had && this.chosen.length >= this.most) return;
    this.chosen = had ? this.chosen.filter((each) => each !== option.value) : [...this.chosen, option.value];
    this.changed = true;
    for (const row of this.list.children) row.setAttribute("aria-selected", String(this.chosen.includes(row.dataset.value)));
    this.draw();
  }

  shut() {
    document.removeEventListener("pointerdown", this.outside);
    this.list?.remove();
    this.list = null;
    this.button.setAttribute("aria-expanded", "false");
    this.draw();
    if (this.changed && this.chosen.length >= this.least) {
      this.changed = false;
      this.onDone(this.chosen);
    }
  }

  key(event) {
    if (!this.list) {
      if (["ArrowDown", "ArrowUp"].includes(event.key) && !this.part.disabled) { event.preventDefault(); this.show(); }
      return;
    }
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) this.cursor.move(step);
    else if (event.key === "Enter" || event.key === " ") this.cursor.current?.click();
    else if (event.key === "Escape" || event.key === "Tab") { this.shut(); this.button.focus(); if (event.key === "Tab") return; }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  wait(waiting) {
    this.button.disabled = waiting || Boolean(this.part.disabled);
    this.root.setAttribute("aria-busy", String(waiting));
  }
}
