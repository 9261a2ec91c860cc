// The log beside the pictures: what these eyes have seen happen so far, by turns. A click goes to where it happened.

import {h} from "./dom.js";

export class Log {
  constructor(recording, root, go) {
    this.recording = recording;
    this.root = root;
    this.go = go;
    this.entries = [];
    this.eyes = null;
  }

  show(step, eyes) {
    if (eyes !== this.eyes) this.write(eyes);
    let current = null;
    for (const {element, step: from} of this.entries) {
      element.hidden = from > step;
      element.removeAttribute("aria-current");
      if (from <= step && element.matches("li")) current = element;
    }
    if (!current) return;
    current.setAttribute("aria-current", "step");
    this.root.scrollTop = current.offsetTop + current.offsetHeight - this.root.clientHeight + 16;
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
      const [line, ...rest] = this.recording.texts(group);
      return [h("p", {}, line), rest.length ? h("ul", {}, rest.map((text) => h("li.detail", {}, text))) : null];
    });
    return h("li.entry", {"data-step": step, onclick: () => this.go(step)}, lines);
  }

  /** What happened at a step, as one text to be read aloud. */
  told(step, eyes) {
    return (this.recording.steps[step].log[eyes] ?? []).flatMap((group) => this.recording.texts(group)).join(" ");
  }
}
