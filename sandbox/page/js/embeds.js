// Embeds.

import {h} from "./dom.js";
import {markdown} from "./markdown.js";
import {picture} from "./media.js";
import {when} from "./time.js";

export function embed(given, seat) {
  const bar = given.color ? `#${given.color.toString(16).padStart(6, "0")}` : null;
  const title = given.title ? markdown(given.title, seat, {inline: true}) : null;
  return h("div.embed", {style: bar ? {"--bar": bar} : {}, "data-embed": ""},
    given.author ? h("div.by", {}, iconOf(given.author), given.author.url ? h("a", {href: given.author.url, target: "_blank", rel: "noopener noreferrer"}, given.author.name) : given.author.name) : null,
    title ? h("div.title", {}, given.url ? h("a", {href: given.url, target: "_blank", rel: "noopener noreferrer"}, title) : title) : null,
    given.description ? markdown(given.description, seat) : null,
    given.fields?.length ? fields(given.fields, seat) : null,
    given.thumbnail ? h("img.thumb", {src: given.thumbnail.url, alt: ""}) : null,
    given.image ? picture(given.image.url, given.image) : null,
    given.footer || given.timestamp ? h("div.foot", {}, given.footer ? iconOf(given.footer) : null, [given.footer?.text, given.timestamp ? when(new Date(given.timestamp)) : null].filter(Boolean).join(" • ")) : null);
}

function iconOf(part) {
  return part.icon_url ? h("img", {src: part.icon_url, alt: ""}) : null;
}

/** Lay out fields: inline ones side by side in threes. */
function fields(list, seat) {
  const box = h("div.fields");
  for (let index = 0; index < list.length; ) {
    let next = index;
    while (next < list.length && list[next].inline && next - index < 3) next += 1;
    const group = next > index ? list.slice(index, next) : [list[index]];
    for (const field of group) {
      const width = field.inline ? {3: ".third", 2: ".half"}[group.length] ?? "" : "";
      box.append(h(`div.field${width}`, {}, h("b", {}, markdown(field.name, seat, {inline: true})), markdown(field.value, seat)));
    }
    index += group.length;
  }
  return box;
}
