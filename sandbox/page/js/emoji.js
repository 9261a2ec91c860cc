// Emojis: characters, and the application's own, which are pictures.

import {h} from "./dom.js";

/** Draw an emoji; readers skip one that stands `beside` words. */
export function emoji({name, id}, {beside} = {}) {
  const hidden = beside ? "true" : null;
  if (!id) return h("span.emoji", {"aria-hidden": hidden}, name);
  return h("img.emoji", {src: `/emojis/${id}.png`, alt: beside ? "" : `:${name}:`, title: `:${name}:`, "data-emoji": name});
}
