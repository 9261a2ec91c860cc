// Components of a message: the classic rows, and Components V2.

import {dots, h} from "./dom.js";
import {emoji} from "./emoji.js";
import {icon} from "./icons.js";
import {markdown} from "./markdown.js";
import {fileCard, gallery, picture} from "./media.js";
import {Picker} from "./picker.js";

const ROW = 1, BUTTON = 2, SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13, SEPARATOR = 14, CONTAINER = 17;
const LINK = 5;

export function parts(seat, message) {
  const flat = Boolean(message.flags & 32768);
  return h(`div.parts${flat ? ".flat" : ""}`, {"data-components": flat ? "v2" : "classic"}, message.components.map((part) => draw(part, seat, message)));
}

function draw(part, seat, message) {
  const children = () => part.components.map((child) => draw(child, seat, message));
  switch (part.type) {
    case ROW: return h("div.row", {}, children());
    case BUTTON: return button(part, seat, message);
    case SECTION: return h("div.section", {}, h("div", {}, children()), draw(part.accessory, seat, message));
    case TEXT: return markdown(part.content, seat);
    case THUMBNAIL: return picture(part.media.url, {description: part.description, spoiler: part.spoiler, kind: "img.thumbnail"});
    case GALLERY: return gallery(part.items);
    case FILE: return fileCard(part.name ?? part.file.url.split("/").pop(), part.size, part.file.url);
    case SEPARATOR: return h(`hr.separator${part.divider === false ? "" : ".line"}${part.spacing === 2 ? ".wide" : ""}`);
    case CONTAINER: return container(part, children());
    default: return select(part, seat, message);
  }
}

function container(part, children) {
  const accent = part.accent_color === null || part.accent_color === undefined ? null : `#${part.accent_color.toString(16).padStart(6, "0")}`;
  return h("div.container", {"data-accent": accent, style: accent ? {"--bar": accent} : {}}, children);
}

function button(part, seat, message) {
  const inside = [part.emoji ? emoji(part.emoji, {beside: part.label}) : null, part.label ? h("span", {}, part.label) : null];
  if (part.style === LINK) return h("a.btn", {href: part.url, target: "_blank", rel: "noopener noreferrer", "data-label": part.label}, inside, icon("external"));
  const element = h(`button.btn.s${part.style}`, {disabled: part.disabled, "data-custom-id": part.custom_id, "data-label": part.label}, inside);
  element.addEventListener("click", async () => {
    if (element.classList.contains("busy")) return;
    const undo = busy(element);
    await seat.act("click", {channel: message.channel_id, message: message.id, button: part.custom_id}, {message});
    undo();
  });
  return element;
}

/** Show that a component is waiting for the bot. */
function busy(element) {
  const sign = dots();
  element.classList.add("busy");
  element.append(sign);
  element.setAttribute("aria-busy", "true");
  return () => {
    element.classList.remove("busy");
    element.removeAttribute("aria-busy");
    sign.remove();
  };
}

function select(part, seat, message) {
  const picker = new Picker(part, seat, async (values) => {
    picker.wait(true);
    await seat.act("select", {channel: message.channel_id, message: message.id, select: part.custom_id, values}, {message});
    picker.wait(false);
  });
  return picker.root;
}
