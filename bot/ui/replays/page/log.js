// The log: what these eyes have seen happen so far, by turns. The title of a turn leads to its first step.

import {filled, h} from "./dom.js";

const MARGIN = 16;

export class Log {
  constructor(recording, root, texts, go) {
    this.recording = recording;
    this.root = root;
    this.turns = root.lastElementChild;
    this.texts = texts;
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
          list = h("ol");
          shown.push(add(this.title(turns[turn++], list)), list);
        }
      }
      flush();
    });
    this.turns.replaceChildren(...shown);
  }

  /** The title of a turn, which leads to the first step that tells of it. */
  title({title, step}, list) {
    const onclick = () => this.go(Number(list.firstChild?.dataset.step ?? step));
    return h("h3", {}, h("button", {type: "button", onclick}, title));
  }

  entry(groups, step) {
    const lines = groups.map(([what, how]) => {
      const details = this.recording.linked(how).map((parts) => h("li.detail", {}, parts));
      return [this.paragraphs(what), details.length ? h("ul", {}, details) : null];
    });
    return h("li.entry", {"data-step": step}, lines);
  }

  paragraphs(lines) {
    return this.recording.linked(lines).map((line) => h("p", {}, line));
  }

  /** The title of the turn to which belongs what happened at a step. */
  heading(step) {
    const {turns} = this.recording;
    return (turns.findLast((each) => each.step < step) ?? turns[0]).title;
  }

  /** What happened last in the turn of a step at which nothing happened to see. */
  before(step, eyes) {
    const {turns, steps} = this.recording;
    const began = turns.findLast((each) => each.step < step)?.step ?? 0;
    for (let earlier = step - 1; earlier > began; earlier--) {
      const groups = (steps[earlier].log[eyes] ?? []).filter((group) => group.length);
      if (groups.length) return groups.flatMap((group) => this.paragraphs(group[0]));
    }
    return [h("p", {}, this.texts.unseen)];
  }

  /**
   * What happened at a step; how is in the log. A turn that begins in the step has its title there, or is announced if
   * nothing has happened in it yet.
   */
  told(step, eyes) {
    const {turns, steps} = this.recording;
    const found = [];
    let turn = turns.findLastIndex((each) => each.step < step);
    let begun = null;
    for (const group of steps[step].log[eyes] ?? []) {
      if (group.length) {
        if (begun) found.push(h("strong", {}, begun));
        begun = null;
        found.push(...this.paragraphs(group[0]));
      } else if (++turn > 0) begun = turns[turn].title;
    }
    if (!found.length) found.push(...this.before(step, eyes));
    if (begun) found.push(h("strong", {}, filled(this.texts.upcoming, {turn: begun})));
    return found;
  }
}
