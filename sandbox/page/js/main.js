// The whole page: the bar on top, one to four seats side by side, and the drawer.

import {get} from "./api.js";
import {fill, h} from "./dom.js";
import {clock} from "./clock.js";
import {Drawer} from "./drawer.js";
import {icon} from "./icons.js";
import {avatar, nameOf, usernameOf} from "./people.js";
import {Seat} from "./seat.js";
import {setTime} from "./time.js";

const MOST_SEATS = 4;

class Page {
  constructor(facts) {
    this.facts = facts;
    setTime(facts.seconds);
    this.seats = [];
    this.drawer = new Drawer(facts, (bad) => this.complain(bad));
    this.tables = h("main.tables");
    this.chips = h("div.seats", {role: "group", "aria-label": "Seats"});
    this.alarm = h("span.badge", {hidden: true});
    this.themeButton = h("button.tool", {title: "Light or dark", "aria-label": "Light or dark", "data-action": "theme", onclick: () => this.flipTheme()});
    this.drawerButton = h("button.tool", {title: "Journal, complaints, faults", "aria-label": "Journal, complaints, faults", "data-action": "drawer", "aria-pressed": "false", onclick: () => this.flipDrawer()}, icon("pulse"), this.alarm);
    const query = new URLSearchParams(location.search);
    this.setTheme(query.get("theme") ?? localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
    const wanted = (query.get("seats") ?? localStorage.getItem("seats") ?? "").split(",").filter((name) => name in facts.people);
    fill(
      document.getElementById("app"),
      h("header.bar", {},
        h("div.brand", {}, h("img", {src: "/page/icon.svg", alt: ""}), h("span", {}, "Sandbox"), h("small", {}, facts.schemas ? "" : "no schema file")),
        facts.followed ? clock() : null, this.chips, this.themeButton, this.drawerButton),
      h("div.stage", {}, this.tables, this.drawer.root),
    );
    for (const name of wanted.length ? wanted : Object.keys(facts.people).slice(0, 1)) this.sit(name);
    if (query.has("drawer")) this.flipDrawer();
  }

  sit(name) {
    if (this.seats.length >= MOST_SEATS) this.leave(this.seats[0]);
    this.seats.push(new Seat(name, this));
    this.arrange();
  }

  leave(seat) {
    seat.close();
    this.seats = this.seats.filter((each) => each !== seat);
    this.arrange();
  }

  /** Give one seat to another person. */
  swap(seat, name) {
    if (this.seats.some((each) => each.name === name)) return;
    const place = this.seats.indexOf(seat);
    seat.close();
    this.seats[place] = new Seat(name, this);
    this.arrange();
  }

  /** Handle a click on a person's chip: open their seat beside the others if there is room, else instead of them. */
  toggle(name) {
    const seat = this.seats.find((each) => each.name === name);
    const narrow = matchMedia("(max-width: 700px)").matches;
    if (!seat && narrow && this.seats.length === 1) this.swap(this.seats[0], name);
    else if (!seat) this.sit(name);
    else if (this.seats.length > 1) this.leave(seat);
  }

  arrange() {
    const roots = this.seats.map((seat) => seat.root);
    for (const old of [...this.tables.children]) if (!roots.includes(old)) old.remove();
    roots.forEach((root, index) => {
      if (this.tables.children[index] !== root) this.tables.insertBefore(root, this.tables.children[index] ?? null);
    });
    this.tables.dataset.count = this.seats.length;
    const sitting = this.seats.map((seat) => seat.name);
    localStorage.setItem("seats", sitting.join(","));
    fill(this.chips, Object.keys(this.facts.people).map((name) => {
      const user = this.user(name);
      return h("button.chip", {"data-sit": name, "aria-pressed": String(sitting.includes(name)), title: sitting.includes(name) ? `Leave ${name}'s seat` : `Sit as ${name}, beside the others`, onclick: () => this.toggle(name)},
        avatar(user), h("span", {}, nameOf(user), " ", h("small", {}, usernameOf(user))));
    }));
  }

  /** The user of one of the people, of whom the address and the facts speak by username. */
  user(name) {
    return {id: this.facts.people[name], username: name, global_name: this.facts.display_names[name]};
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    fill(this.themeButton, icon(theme === "dark" ? "sun" : "moon"));
  }

  flipTheme() {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("theme", theme);
    this.setTheme(theme);
  }

  flipDrawer() {
    this.drawer.root.hidden = !this.drawer.root.hidden;
    this.drawerButton.setAttribute("aria-pressed", String(!this.drawer.root.hidden));
  }

  complain(count) {
    this.alarm.hidden = count === 0;
    this.alarm.textContent = count;
  }
}

window.sandbox = new Page(await get("facts"));
