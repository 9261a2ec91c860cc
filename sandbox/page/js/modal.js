// Modals, shown as dialogs inside the seat of the person who opened them.

import {readFile} from "./api.js";
import {dots, fill, h} from "./dom.js";
import {icon} from "./icons.js";
import {markdown} from "./markdown.js";
import {Picker} from "./picker.js";
import {avatar, nameOf} from "./people.js";

const ROW = 1, TEXT_INPUT = 4, TEXT_DISPLAY = 10, LABEL = 18, FILES = 19, RADIO = 21, CHECKS = 22, CHECK = 23;
const LONG = 2;
let counter = 0;

export function showModal(seat, outcome) {
  const {modal} = outcome;
  const fields = [];
  const content = h("div.content", {}, modal.components.map((part) => group(part, seat, fields)));
  const problem = h("div.failed", {role: "alert"});
  const send = h("button.btn.s1", {type: "submit", "data-action": "submit"}, h("span", {}, "Submit"));
  const before = document.activeElement;
  const shut = () => { veil.remove(); before?.focus?.(); };
  const form = h("form.dialog", {role: "dialog", "aria-modal": "true", "aria-label": modal.title, "data-modal": modal.custom_id, noValidate: true},
    h("header", {}, avatar(seat.bot), h("h2", {}, modal.title), h("button", {type: "button", "aria-label": "Close", "data-action": "close-modal", onclick: shut}, icon("close"))),
    content,
    h("footer", {}, h("button.btn", {type: "button", onclick: shut}, "Cancel"), send));
  const veil = h("div.veil", {}, form);
  content.append(h("div.warning", {}, `This form will be submitted to ${nameOf(seat.bot)}.`), problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const field of fields) values[field.id] = await field.read();
    send.disabled = true;
    send.append(dots());
    send.classList.add("busy");
    const answer = await seat.act("modal", {interaction: outcome.interaction_id, values});
    if (answer.kind === "refused") {
      fill(problem, answer.reason);
      send.disabled = false;
      send.classList.remove("busy");
      send.querySelector(".dots").remove();
    } else shut();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.stopPropagation(); shut(); }
    if (event.key === "Tab") trap(event, form);
  });
  seat.root.append(veil);
  form.querySelector(".content input, .content textarea, .content button")?.focus();
}

/** Keep the focus inside the dialog. */
function trap(event, form) {
  const all = [...form.querySelectorAll("button, input, textarea, [tabindex='0']")].filter((each) => !each.disabled && each.offsetParent);
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0]).focus();
}

function group(part, seat, fields) {
  if (part.type === TEXT_DISPLAY) return markdown(part.content, seat);
  const control = part.type === LABEL ? part.component : part.type === ROW ? part.components[0] : part;
  const id = `input-${++counter}`;
  const field = make(control, seat, id);
  fields.push({id: control.custom_id, read: field.read});
  const required = control.required !== false && control.type !== CHECK;
  return h("div.input-group", {"data-field": control.custom_id},
    h("label.title", {htmlFor: id}, part.label ?? control.label ?? "", required ? h("span.needed", {"aria-hidden": "true"}, "*") : null),
    part.description ? h("span.hint", {}, part.description) : null,
    field.element);
}

function make(control, seat, id) {
  if (control.type === TEXT_INPUT) return text(control, id);
  if (control.type === FILES) return files(control, id);
  if (control.type === RADIO) return choices(control, true);
  if (control.type === CHECKS) return choices(control, false);
  if (control.type === CHECK) return single(control);
  const picker = new Picker(control, seat, () => {});
  picker.least = 0;
  picker.button.id = id;
  return {element: picker.root, read: () => picker.chosen};
}

function text(control, id) {
  const props = {id, value: control.value ?? "", placeholder: control.placeholder ?? "", "data-custom-id": control.custom_id, maxLength: control.max_length ?? 4000, "aria-required": String(control.required !== false)};
  const element = control.style === LONG ? h("textarea", {...props, rows: 4}) : h("input", {...props, type: "text"});
  return {element, read: () => element.value};
}

function files(control, id) {
  const element = h("input", {id, type: "file", multiple: (control.max_values ?? 1) > 1, "data-custom-id": control.custom_id});
  return {element, read: () => Promise.all([...element.files].map(readFile))};
}

function choices(control, one) {
  const chosen = new Set(control.options.filter((each) => each.default).map((each) => each.value));
  const rows = control.options.map((option) => h(`button.choice${one ? ".round" : ""}`, {type: "button", role: one ? "radio" : "checkbox", "data-value": option.value, onclick: () => flip(option.value)},
    h("span.box", {}, icon("check")), h("span.name", {}, option.label, option.description ? h("small", {}, option.description) : null)));
  const draw = () => rows.forEach((row) => row.setAttribute("aria-checked", String(chosen.has(row.dataset.value))));
  const flip = (value) => {
    if (one) { chosen.clear(); chosen.add(value); }
    else if (!chosen.delete(value)) chosen.add(value);
    draw();
  };
  draw();
  return {element: h("div.options", {role: one ? "radiogroup" : "group", "data-custom-id": control.custom_id}, rows), read: () => one ? [...chosen][0] ?? null : [...chosen]};
}

function single(control) {
  let on = Boolean(control.default);
  const row = h("button.choice", {type: "button", role: "checkbox", "data-custom-id": control.custom_id, "aria-checked": String(on), onclick: () => { on = !on; row.setAttribute("aria-checked", String(on)); }},
    h("span.box", {}, icon("check")), h("span.name", {}, control.label ?? "Yes"));
  return {element: h("div.options", {}, row), read: () => on};
}
