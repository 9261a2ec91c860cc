// The log beside the pictures: what these eyes have seen happen so far, by turns. A click goes to where it happened.

import {h} from "./dom.js";

const MARGIN = 16;

export class Log {
  constructor(recording, root, unseen, go) {
    this.recording = recording;
    this.root = root;
    this.unseen = unseen;
    this.go = go;
    this.entries = [];
    this.eyes = null;
  }

  show(step, eyes) {
    if (eyes !== this.eyes) this.write(eyes);
    let current = [];
    let at = null;
    for (const {element, step: from} of this.entries) {
      element.hidden = from > step;
      element.removeAttribute("aria-current");
      if (from > step || !element.matches("li")) continue;
      current = from === at ? [...current, element] : [element];
      at = from;
    }
    for (const element of current) element.setAttribute("aria-current", "step");
    if (current.length) this.scrollTo(current[0].offsetTop, current.at(-1));
  }

  /** Scroll to the end of what happened, or to its beginning if it does not fit in. */
  scrollTo(top, last) {
    const bottom = last.offsetTop + last.offsetHeight;
    this.root.scrollTop = Math.min(top - MARGIN, bottom - this.root.clientHeight + MARGIN);
  }

  write(eyes) {
    this.eyes = eyes;
    this.entries = [];
    const {steps, turns} = this.recording;
    const shown = [];
    let [list, turn] = [null, 0];
    steps.forEach((each, step) => {
      const add = (element) => (this.entries.push({element, step}), element);
      let groups = [];
      const flush = () => {
        if (groups.length) list.append(add(this.entry(groups, step)));
        groups = [];
      };
      for (const group of each.log[eyes] ?? []) {
        if (group.length) groups.push(group);
        else {
          flush();
          shown.push(add(h("h3", {}, turns[turn++].title)), (list = h("ol")));
        }
      }
      flush();
    });
    this.root.replaceChildren(...shown);
  }

  entry(groups, step) {
    const lines = groups.map((group) => {
      const [line, ...rest] = this.recording.linked(group);
      return [h("p", {}, line), rest.length ? h("ul", {}, rest.map((parts) => h("li.detail", {}, parts))) : null];
    });
    const onclick = (event) => event.target.closest("[data-cards]") || this.go(step);
    return h("li.entry", {"data-step": step, onclick}, lines);
  }

  /** What happened at a step, under the same titles as in the log: that of the turn, and of one that begins in it. */
  told(step, eyes) {
    const {turns, steps} = this.recording;
    let turn = turns.findLastIndex((each) => each.step < step);
    const found = [];
    let titled = false;
    for (const group of steps[step].log[eyes] ?? []) {
      if (group.length && !titled) found.push(h("strong", {}, turns[turn].title));
      titled = group.length > 0;
      if (!titled) turn += 1;
      found.push(...this.recording.texts(group).map((line) => h("p", {}, line)));
    }
    return found.length ? found : [h("strong", {}, turns[turn].title), h("p", {}, this.unseen)];
  }
}
