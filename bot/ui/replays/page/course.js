// The course of the match: a mark on the curve at the step that is shown, and the command that plays on from there.

const WIDTH = 1000;

export class Course {
  constructor(last, go) {
    this.last = Math.max(1, last);
    this.curve = document.getElementById("curve");
    this.cursor = document.getElementById("cursor");
    this.fork = document.getElementById("fork");
    this.curve.addEventListener("click", (event) => go(this.stepAt(event.clientX)));
    for (const button of document.querySelectorAll("[data-go]"))
      button.addEventListener("click", () => go(Number(button.dataset.go)));
  }

  stepAt(x) {
    const {left, width} = this.curve.getBoundingClientRect();
    return Math.round(((x - left) / width) * this.last);
  }

  show(step) {
    this.cursor.setAttribute("transform", `translate(${((WIDTH * step) / this.last).toFixed(1)})`);
    const {match, until} = this.fork.dataset;
    this.fork.hidden = step >= Number(until);
    this.fork.querySelector("code").textContent = `/match fork match:${match} step:${step + 1}`;
  }
}
