// What a card says, in a dialog: it opens where a card's name or picture is clicked, and Escape closes it.

import {h} from "./dom.js";

export class Cards {
  constructor(recording, opening) {
    this.recording = recording;
    this.opening = opening;
    this.dialog = document.getElementById("card");
    this.text = document.getElementById("card-text");
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  get open() {
    return this.dialog.open;
  }

  click({target}) {
    if (target === this.dialog || target.closest("#card button")) this.dialog.close();
    else this.show(target.closest("[data-cards]"));
  }

  key(event) {
    const card = event.target.closest("[data-cards]");
    if (!card || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    this.show(card);
  }

  show(element) {
    if (!element) return;
    const shown = element.dataset.cards.split(" ").map((number) => this.recording.cards[number]);
    this.opening();
    this.dialog.setAttribute("aria-label", shown.map(({title}) => title).join(" + "));
    this.text.replaceChildren(...shown.map((card) => this.page(card)));
    this.dialog.showModal();
  }

  page({title, kind, lines, flavour}) {
    const rules = lines.map((line) => h("p", {}, line));
    return h("article", {}, h("h2", {}, title), h("p.note", {}, kind), rules, flavour && h("p.flavour", {}, flavour));
  }
}
