// The course of the match: the curve as far as the reader has come, and how it all ended once they want to know.

const WIDTH = 1000;

export class Course {
  /** `over` is the first step at which the match is over; from there on, nothing is hidden. */
  constructor(last, over, go) {
    this.last = Math.max(1, last);
    this.over = over;
    this.seen = 0;
    this.curve = document.getElementById("curve");
    this.cursor = document.getElementById("cursor");
    this.drawn = document.getElementById("drawn");
    this.ending = document.getElementById("ending");
    this.button = document.getElementById("reveal");
    this.curve.addEventListener("click", (event) => go(this.stepAt(event.clientX)));
    this.button.addEventListener("click", () => this.reveal().focus());
    document.getElementById("course").addEventListener("click", ({target}) => {
      const button = target.closest("[data-go]");
      if (button) go(Number(button.dataset.go));
    });
  }

  stepAt(x) {
    const {left, width} = this.curve.getBoundingClientRect();
    return Math.round(((x - left) / width) * this.last);
  }

  place(step) {
    return ((WIDTH * step) / this.last).toFixed(1);
  }

  show(step) {
    this.cursor.setAttribute("transform", `translate(${this.place(step)})`);
    this.draw(Math.max(this.seen, step));
    if (step >= this.over) this.reveal();
  }

  /** Draw the curve up to a step. */
  draw(step) {
    this.seen = step;
    this.drawn.setAttribute("width", this.place(step));
  }

  /** Put what tells the result in its places. */
  reveal() {
    for (const template of document.querySelectorAll("template")) template.replaceWith(template.content);
    this.button.remove();
    this.draw(this.last);
    return this.ending;
  }
}
