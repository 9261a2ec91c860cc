// The recording: what was different at each step, made whole again for the step that is wanted.

import {h} from "./dom.js";

export class Recording {
  constructor(data) {
    Object.assign(this, data);
    this.steps = [];
    let before = {boards: {}, hands: {}, words: {}, odds: {}, turn: -1};
    for (const step of data.steps) {
      const now = {log: step.log ?? {}, turn: step.turn ?? before.turn};
      for (const kind of ["boards", "hands", "words", "odds"]) now[kind] = {...before[kind], ...step[kind]};
      this.steps.push(now);
      before = now;
    }
  }

  /** The number of the eyes that see most: everything, or what a spectator sees, where there are no others. */
  get everything() {
    return this.eyes - 1;
  }

  /** The seats whose hands a pair of eyes sees. */
  seen(eyes) {
    if (eyes === 0) return [];
    return eyes === this.everything ? this.seats.map((_, seat) => seat) : [eyes - 1];
  }

  /** The number of the turn to which a step belongs. */
  turnOf(step) {
    return this.turns.findLastIndex((turn) => turn.step <= step);
  }

  /** Lines as plain text. */
  texts(numbers) {
    return (numbers ?? []).map((number) => {
      const line = this.lines[number];
      return typeof line === "string" ? line : line.map((part) => this.cards[part]?.title ?? part).join("");
    });
  }

  /** Lines as what stands in elements: texts, and links that open the cards. */
  linked(numbers) {
    return (numbers ?? []).map((number) => {
      const line = this.lines[number];
      return typeof line === "string" ? [line] : line.map((part) => (typeof part === "string" ? part : this.link(part)));
    });
  }

  /** A button that wraps as text does. */
  link(card) {
    return h("span.link", {role: "button", tabindex: 0, "data-cards": card, "aria-haspopup": "dialog"}, this.cards[card].title);
  }

  /** The width and the height in which each of some scenes has room. */
  room(scenes) {
    const sizes = scenes.map((scene) => this.scenes[scene]);
    return [0, 1].map((side) => sizes.reduce((most, size) => Math.max(most, size[side]), 1));
  }

  /** The elements of a piece, with its description for readers and pointers. */
  markup(piece) {
    const [, description, , ...elements] = this.pieces[piece];
    const title = description ? `<title>${description}</title>` : "";
    return title + elements.map((number) => this.elements[number]).join("");
  }

  /** The pieces of a scene, each with a key that stays the same while it is followed. */
  placed(scene) {
    const [, , ...numbers] = this.scenes[scene];
    const found = [];
    const keys = new Set();
    for (let at = 0; at < numbers.length; at += 3) {
      const [piece, x, y] = numbers.slice(at, at + 3);
      const [id, description, cards] = this.pieces[piece];
      const key = id && !keys.has(id) ? `id ${id}` : `loose ${found.length}`;
      keys.add(id);
      found.push({piece, x, y, id, described: description !== "", cards, key});
    }
    return found;
  }
}
