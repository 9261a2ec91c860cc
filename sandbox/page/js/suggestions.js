// The list above the input line: commands, people, choices.

import {Cursor, fill, h} from "./dom.js";
import {avatar, nameOf, usernameOf} from "./people.js";

export class Suggestions {
  constructor(seat) {
    this.seat = seat;
    this.root = h("div.complete", {hidden: true, "data-suggestions": ""});
    this.root.style.display = "none";
    this.cursor = null;
  }

  get shown() { return this.root.style.display !== "none"; }

  hide() {
    this.root.style.display = "none";
    this.root.hidden = true;
    this.cursor = null;
  }

  /** Show rows, each with its content and an action for when it is chosen. */
  show(title, rows, empty = null) {
    if (!rows.length && !empty) return this.hide();
    const items = rows.map((row) => h("button.item", {type: "button", tabIndex: -1, role: "option", ...row.props, onmousedown: (event) => event.preventDefault(), onclick: row.take}, row.content));
    fill(this.root, h("h4", {}, title), rows.length ? h("div.list", {role: "listbox"}, items) : h("div.empty", {}, empty));
    this.root.style.display = "";
    this.root.hidden = false;
    this.cursor = new Cursor(items);
    return null;
  }

  commands(leaves, take) {
    const {seat} = this;
    this.show("Commands", leaves.slice(0, 50).map((leaf) => ({
      props: {"data-command": leaf.path},
      take: () => take(leaf),
      content: [avatar(seat.bot), h("span.name", {}, `/${leaf.path}`, h("span.opts", {}, leaf.options.filter((each) => each.required).map((each) => h("code", {}, each.name))), h("small", {}, leaf.description)), h("span.from", {}, nameOf(seat.bot))],
    })), "No commands match.");
  }

  people(users, take) {
    this.show("Members", users.map((user) => ({props: {"data-member": user.username}, take: () => take(user), content: [avatar(user, {size: 24}), h("span.name", {}, nameOf(user), h("small", {}, usernameOf(user)))]})));
  }

  /** Handle the arrow keys, Enter, Tab and Escape in the list; return whether the key was used. */
  key(event) {
    if (!this.shown || !this.cursor) return false;
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) this.cursor.move(step);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.cursor.current) this.cursor.current.click();
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
