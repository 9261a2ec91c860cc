// A slash command being filled in: one field per option, with choices, people, channels and autocomplete.

import {post, readFile, Refused} from "./api.js";
import {fill, h} from "./dom.js";
import {icon} from "./icons.js";
import {avatar, nameOf, usernameOf} from "./people.js";

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10, FILE = 11;
const NUMERIC = [INTEGER, NUMBER];
const PAUSE = 120;

export class CommandLine {
  constructor(seat, leaf, suggestions, done) {
    this.seat = seat;
    this.leaf = leaf;
    this.suggestions = suggestions;
    this.done = done;
    this.fields = [];
    this.hint = h("div.command-hint", {role: "status"});
    this.more = h("button.more", {type: "button", "data-action": "more-options", onclick: () => this.offerOptions()});
    this.box = h("div.command", {"data-filling": leaf.path}, h("span.slash", {}, `/${leaf.path}`), this.more);
    this.root = h("div", {style: {flex: "1", "min-width": "0"}}, this.box, this.hint);
    for (const option of leaf.options.filter((each) => each.required)) this.add(option);
    this.drawMore();
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.tabIndex = -1;
    this.say(leaf.description);
  }

  end() { clearTimeout(this.timer); }

  focus() {
    (this.fields.find((each) => !each.input.value)?.input ?? this.fields[0]?.input ?? this.box).focus();
  }

  say(text, bad = false) {
    this.hint.textContent = text ?? "";
    this.hint.classList.toggle("bad", bad);
  }

  // -------------------------------------------------------------------- fields

  add(option) {
    const id = `option-${this.seat.name}-${option.name}`;
    const input = h("input", {id, autocomplete: "off", spellcheck: false, type: option.type === FILE ? "file" : "text", inputMode: NUMERIC.includes(option.type) ? "decimal" : "text", "data-option": option.name, "aria-label": option.name, title: option.description});
    const field = {option, input, value: undefined};
    field.root = h("span.opt", {}, h("label", {htmlFor: id}, option.name), input,
      option.required ? null : h("button", {type: "button", "aria-label": `Remove ${option.name}`, onclick: () => this.drop(field)}, icon("close")));
    input.addEventListener("input", () => { field.value = undefined; field.root.classList.remove("bad"); this.suggest(field); });
    input.addEventListener("focus", () => { this.say(option.description); this.suggest(field); });
    input.addEventListener("blur", () => setTimeout(() => this.box.contains(document.activeElement) || this.suggestions.hide()));
    this.fields.push(field);
    this.box.insertBefore(field.root, this.more);
    this.drawMore();
    return field;
  }

  drop(field) {
    this.fields = this.fields.filter((each) => each !== field);
    field.root.remove();
    this.drawMore();
    this.focus();
  }

  get missing() {
    return this.leaf.options.filter((option) => !this.fields.some((field) => field.option === option));
  }

  drawMore() {
    this.more.style.display = this.missing.length ? "" : "none";
    this.more.textContent = `+${this.missing.length} optional`;
  }

  offerOptions() {
    this.asked = (this.asked ?? 0) + 1;
    clearTimeout(this.timer);
    this.more.focus();
    this.suggestions.show("Options", this.missing.map((option) => ({
      props: {"data-add-option": option.name},
      take: () => { this.suggestions.hide(); this.add(option).input.focus(); },
      content: h("span.name", {}, option.name, h("small", {}, option.description)),
    })));
  }

  // --------------------------------------------------------------- suggestions

  async suggest(field) {
    const {option, input} = field;
    const asked = (this.asked = (this.asked ?? 0) + 1);
    if (option.autocomplete) {
      clearTimeout(this.timer);
      this.timer = setTimeout(async () => {
        const choices = await this.complete(field);
        if (asked === this.asked && document.activeElement === input) this.offer(field, choices.map((each) => ({label: each.name, value: each.value})), "No options match your search.");
      }, PAUSE);
      return;
    }
    const typed = input.value.toLowerCase();
    const all = this.fixed(option);
    if (!all) this.suggestions.hide();
    else this.offer(field, all.filter((each) => field.value !== undefined || `${each.label} ${each.note ?? ""}`.toLowerCase().includes(typed.replace(/^[@#]/, ""))));
  }

  fixed(option) {
    const guild = this.seat.guildOf(this.seat.here);
    const people = () => (guild ? guild.members.map((id) => this.seat.user(id)) : [this.seat.me, this.seat.bot]).filter(Boolean).map((user) => ({label: nameOf(user), note: usernameOf(user), value: user.id, picture: avatar(user, {size: 24})}));
    const roles = () => (guild?.roles ?? []).map((role) => ({label: role.name, value: role.id}));
    if (option.choices?.length) return option.choices.map((each) => ({label: each.name, value: each.value}));
    return {
      [BOOLEAN]: () => [{label: "True", value: true}, {label: "False", value: false}],
      [USER]: people,
      [CHANNEL]: () => [...(guild?.channels ?? []), ...(guild?.threads ?? [])].map((each) => ({label: `#${each.name}`, value: each.id})),
      [ROLE]: roles,
      [MENTIONABLE]: () => [...people(), ...roles()],
    }[option.type]?.();
  }

  offer(field, choices, empty) {
    this.suggestions.show(field.option.description || field.option.name, choices.slice(0, 25).map((choice) => ({
      props: {"data-choice": choice.label},
      take: () => {
        field.input.value = choice.label;
        field.value = choice.value;
        this.suggestions.hide();
        this.next(field);
      },
      content: [choice.picture, h("span.name", {}, choice.label, choice.note ? h("small", {}, choice.note) : null)],
    })), empty);
  }

  async complete(field) {
    const others = {};
    for (const each of this.fields) if (each !== field && each.input.value && each.option.type !== FILE) others[each.option.name] = this.plain(each);
    try {
      const outcome = await post(`people/${this.seat.name}/autocomplete`, {channel: this.seat.here, command: this.leaf.path, option: field.option.name, text: field.input.value, options: others});
      return outcome.choices ?? [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [];
    }
  }

  /** Move to the next empty field, or stay and wait for Enter. */
  next(field) {
    const empty = this.fields.find((each) => each !== field && each.option.required && !each.input.value);
    if (empty) empty.input.focus();
    else { field.input.focus(); this.suggestions.hide(); }
  }

  // ------------------------------------------------------------------- sending

  key(event) {
    if (this.suggestions.key(event)) return;
    if (event.key === "Enter" && event.target !== this.more) { event.preventDefault(); this.submit(); }
    else if (event.key === "Escape") { event.stopPropagation(); this.done(); }
    else if (event.key === "Backspace" && !event.target.value && event.target.dataset?.option) this.back(event);
  }

  back(event) {
    event.preventDefault();
    const index = this.fields.findIndex((each) => each.input === event.target);
    const field = this.fields[index];
    if (!field.option.required) this.drop(field);
    else if (index > 0) this.fields[index - 1].input.focus();
    else this.done();
  }

  plain(field) {
    const {option, input} = field;
    if (field.value !== undefined) return field.value;
    const text = input.value.trim();
    const known = this.fixed(option)?.find((each) => each.label.toLowerCase() === text.toLowerCase() || each.label.toLowerCase() === `#${text.toLowerCase()}`);
    if (known) return known.value;
    if (NUMERIC.includes(option.type)) return Number(text);
    return text;
  }

  async submit() {
    const options = {};
    for (const field of this.fields) {
      const empty = field.option.type === FILE ? !field.input.files.length : !field.input.value.trim();
      field.root.classList.toggle("bad", empty && field.option.required);
      if (empty && field.option.required) { this.say("This option is required. Specify a value.", true); field.input.focus(); return; }
      if (!empty) options[field.option.name] = field.option.type === FILE ? await readFile(field.input.files[0]) : this.plain(field);
    }
    const {seat, leaf} = this;
    const body = {channel: seat.here, command: leaf.path, options};
    this.done();
    seat.act("slash", body, {command: leaf.path.split(" ")[0]});
  }
}
