// Pictures and files.

import {h} from "./dom.js";
import {icon} from "./icons.js";

/** Show a picture with its alternative text, in the room that its size needs; a click enlarges it. */
export function picture(url, {description, width, height, spoiler, kind = "img.picture"} = {}) {
  const image = h(kind, {src: url, alt: description ?? "", title: description ?? "", loading: "eager", tabIndex: 0, "data-picture": "", style: width && height ? {"--ratio": width / height, "--natural": `${width}px`} : {}});
  if (spoiler) image.classList.add("hidden-media");
  const act = () => {
    if (image.classList.contains("hidden-media")) image.classList.remove("hidden-media");
    else enlarge(url, description);
  };
  image.addEventListener("click", act);
  image.addEventListener("keydown", (event) => event.key === "Enter" && act());
  return image;
}

function enlarge(url, description) {
  const box = h("div.lightbox", {role: "dialog", "aria-label": "Picture", tabIndex: 0}, h("figure", {}, h("img", {src: url, alt: description ?? ""}), description ? h("figcaption", {}, description) : null));
  const shut = () => box.remove();
  box.addEventListener("click", shut);
  box.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  document.body.append(box);
  box.focus();
}

export function attachments(files) {
  if (!files.length) return null;
  const [pictures, others] = [true, false].map((wanted) => files.filter((file) => Boolean(file.content_type?.startsWith("image/")) === wanted));
  return h("div.files", {},
    pictures.length ? gallery(pictures.map((file) => ({media: file, description: file.description, spoiler: file.filename.startsWith("SPOILER_")}))) : null,
    others.map((file) => fileCard(file.filename, file.size, file.url)));
}

export function fileCard(name, size, url) {
  return h("div.file", {"data-file": name}, icon("file"), h("span", {}, h("a", {href: url, download: name}, name), h("small", {}, sized(size))));
}

function sized(bytes) {
  if (!bytes) return "";
  return bytes < 1024 ? `${bytes} bytes` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1048576).toFixed(2)} MB`;
}

/** Show a picture alone, or several as a mosaic. */
export function gallery(items) {
  const show = (kind) => items.map((item) => picture(item.media.url, {...item.media, description: item.description, spoiler: item.spoiler, kind}));
  return items.length === 1 ? show("img.picture")[0] : h("div.mosaic", {"data-count": items.length}, show("img"));
}
