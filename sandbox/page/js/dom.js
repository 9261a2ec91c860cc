// Creating and finding elements. Text is always inserted as text: nothing written by a person or a bot becomes HTML.

/** Create an element: `h("button.btn", {onclick, "data-x": 1}, "text", child, ...)`. */
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [rule, each] of Object.entries(value)) element.style.setProperty(rule, each);
    else if (key in element && !key.startsWith("data-") && !key.startsWith("aria-") && key !== "role" && key !== "list") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

/** Append children: elements, texts and lists of them; null and false are skipped. */
export function add(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** Replace the contents of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, ...children);
}

export function dots() {
  return h("span.dots", {"aria-hidden": "true"}, h("i"), h("i"), h("i"));
}

/** Move a list's highlight with the arrow keys and keep it in view. */
export class Cursor {
  constructor(items, at = 0) {
    this.items = items;
    this.at = Math.min(at, items.length - 1);
    this.show();
  }

  move(step) {
    if (!this.items.length) return;
    this.at = (this.at + step + this.items.length) % this.items.length;
    this.show();
  }

  show() {
    this.items.forEach((item, index) => item.classList.toggle("at", index === this.at));
    this.items[this.at]?.scrollIntoView({block: "nearest"});
  }

  get current() {
    return this.items[this.at];
  }
}
