// The whole page: the pictures, the log, the controls, and the check of the dice.

import {Cards} from "./cards.js";
import {copies} from "./copy.js";
import {canCheck, check} from "./dice.js";
import {Course} from "./course.js";
import {filled, h} from "./dom.js";
import {Log} from "./log.js";
import {Recording} from "./record.js";
import {Stage} from "./stage.js";

const PACE = 1600;
const SHOWN = 0.8;
const SPEEDS = [0.5, 1, 2, 4];
const DAY = new Intl.DateTimeFormat(document.documentElement.lang, {dateStyle: "long", timeZone: "UTC"});
const find = (name) => document.getElementById(name);

class Page {
  constructor({recording, texts, match}) {
    this.recording = new Recording(recording);
    this.texts = texts;
    this.match = match;
    this.step = -1;
    this.eyes = this.recording.everything;
    this.timer = null;
    this.cards = new Cards(this.recording, () => this.stop());
    const boards = this.recording.steps.flatMap((step) => Object.values(step.boards));
    this.board = new Stage(this.recording, find("board"), boards, 0.5);
    const turns = this.recording.steps.map(({turn}) => turn).filter((scene) => scene >= 0);
    this.turns = new Stage(this.recording, find("turn"), turns, 0.5);
    this.hands = this.recording.seats.map((name, seat) => this.hand(name, seat));
    this.log = new Log(this.recording, find("log"), texts, (step) => this.go(step));
    this.course = find("course") && new Course(this.last, this.recording.over, (step) => this.go(step));
    this.fork = find("fork");
    this.fillCopies();
    this.fillControls();
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    for (const time of document.querySelectorAll("time")) time.textContent = DAY.format(new Date(time.dateTime));
    find("check").addEventListener("click", () => this.checkDice());
    find("fairness").hidden = !match;
    document.body.classList.add("ready");
    this.follow();
  }

  get last() {
    return this.recording.steps.length - 1;
  }

  hand(name, seat) {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("role", "group");
    picture.setAttribute("preserveAspectRatio", "xMinYMin");
    const title = filled(this.texts.hand, {player: name});
    picture.setAttribute("aria-label", title);
    const empty = h("p.empty", {}, this.texts.empty);
    const section = h("section.hand", {}, h("h2", {}, title), empty, picture);
    find("hands").append(section);
    const scenes = this.recording.steps.map(({hands}) => hands[seat]).filter((scene) => scene >= 0);
    return {section, picture, empty, stage: new Stage(this.recording, picture, scenes, 0)};
  }

  fillControls() {
    const {texts, recording} = this;
    const names = [texts.spectator, ...recording.seats.map((player) => filled(texts.player, {player})), texts.everything];
    find("eyes").append(...names.slice(0, recording.eyes).map((name, number) => h("option", {value: number}, name)));
    find("speed").append(...SPEEDS.map((speed) => h("option", {value: speed, selected: speed === 1}, `${speed}×`)));
    find("slider").max = this.last;
    find("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    find("eyes").addEventListener("change", (event) => this.look(Number(event.target.value)));
    find("speed").addEventListener("change", () => this.timer && this.play());
    const moves = {first: () => 0, back: () => this.step - 1, next: () => this.step + 1, last: () => this.last};
    const turns = {"turn-back": () => this.turn(-1), "turn-next": () => this.turn(1)};
    for (const [name, to] of Object.entries({...moves, ...turns})) find(name).addEventListener("click", () => this.go(to()));
    find("play").addEventListener("click", () => (this.timer ? this.stop() : this.play()));
  }

  fillCopies() {
    const {copied} = this.texts;
    if (this.fork) {
      const code = this.fork.querySelector("code");
      copies(find("copy-fork"), code, () => code.textContent, copied);
    }
    if (find("share")) copies(find("copy-link"), find("address"), () => find("address").textContent, copied);
  }

  /** The first step of the turn before, or of the next turn; in the middle of a turn, going back leads to its own. */
  turn(way) {
    const {turns} = this.recording;
    const now = this.recording.turnOf(this.step);
    if (way < 0 && this.step > turns[now].step) return turns[now].step;
    return turns[now + way]?.step ?? (way < 0 ? 0 : this.last);
  }

  go(step, playing = false) {
    if (!playing) this.stop();
    this.show(Math.max(0, Math.min(this.last, step)), this.eyes);
    if (!playing) this.keepInView();
  }

  /** Scroll to the picture if its top or most of it is outside the window or behind the controls; at the end, to the top. */
  keepInView() {
    if (this.step >= this.recording.over) return scrollTo(0, 0);
    const picture = document.body.classList.contains("drawn") ? "turn" : "board";
    const {top, bottom, height} = find(picture).getBoundingClientRect();
    const floor = Math.min(innerHeight, find("controls").getBoundingClientRect().top);
    const shown = Math.min(bottom, floor) - Math.max(top, 0);
    if (top < 0 || shown < SHOWN * Math.min(height, floor)) find("stage").scrollIntoView({block: "start"});
  }

  look(eyes) {
    this.show(this.step, eyes);
  }

  /** Follow the address of the page: it says which step and whose eyes. */
  follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    let beyond = false;
    const number = (name, most, other) => {
      const value = wanted.get(name);
      if (value === null) return other;
      const found = /^\d{1,6}$/.test(value) && Number(value) <= most;
      beyond ||= !found;
      return found ? Number(value) : other;
    };
    const step = number("step", this.last, this.step < 0 ? this.recording.opens : this.step);
    this.show(step, number("eyes", this.recording.everything, this.eyes));
    this.notice(beyond);
  }

  /** Say what the reader should know: the address names what does not exist, or the match's cards are still secret. */
  notice(beyond) {
    const texts = [beyond && filled(this.texts.beyond, {steps: this.last + 1}), !this.match && this.texts.sealed];
    find("notice").textContent = texts.filter(Boolean).join(" ");
    find("notice").hidden = !texts.some(Boolean);
  }

  show(step, eyes) {
    if (step === this.step && eyes === this.eyes) return;
    const still = this.step < 0 || Math.abs(step - this.step) > 1 || eyes !== this.eyes;
    this.step = step;
    this.eyes = eyes;
    const now = this.recording.steps[step];
    this.board.show(now.boards[eyes], still);
    document.body.classList.toggle("drawn", now.turn >= 0);
    document.body.classList.toggle("over", step >= this.recording.over);
    if (now.turn >= 0) this.turns.show(now.turn, still);
    const seen = this.recording.seen(eyes);
    this.hands.forEach(({section, picture, empty, stage}, seat) => {
      section.hidden = !seen.includes(seat);
      const held = now.hands[seat] >= 0;
      picture.style.display = held ? "" : "none";
      empty.hidden = held;
      if (held && !section.hidden) stage.show(now.hands[seat], still);
    });
    this.tell(step, eyes, now);
    this.log.show(step, eyes);
    this.course?.show(step);
    this.offer(step);
    history.replaceState(null, "", `#step=${step}&eyes=${eyes}`);
  }

  /** Say where we are: in the heading, on the slider, and to people who listen. */
  tell(step, eyes, now) {
    const {recording, texts} = this;
    const heading = this.log.heading(step);
    const where = filled(texts.step, {step: step + 1, steps: this.last + 1});
    find("heading").textContent = heading;
    find("where").textContent = where;
    find("slider").value = step;
    find("slider").setAttribute("aria-valuetext", `${where}, ${heading}`);
    find("eyes").value = eyes;
    find("words").replaceChildren(...recording.linked(now.words[eyes]).map((line) => h("p", {}, line)));
    const odds = recording.linked(now.odds[eyes]);
    find("odds").hidden = odds.length === 0;
    find("odds").replaceChildren(h("h2", {}, texts.odds), ...odds.map((line) => h("p", {}, line)));
    find("now").replaceChildren(...this.log.told(step, eyes));
    for (const name of ["first", "turn-back", "back"]) find(name).setAttribute("aria-disabled", step === 0);
    for (const name of ["next", "turn-next", "last"]) find(name).setAttribute("aria-disabled", step === this.last);
  }

  /** Offer to play on from a step, unless the match is over there. */
  offer(step) {
    if (!this.fork) return;
    this.fork.hidden = step >= this.recording.over;
    this.fork.querySelector("code").textContent = `/match fork match:${this.fork.dataset.match} step:${step + 1}`;
  }

  play() {
    clearInterval(this.timer);
    if (this.step === this.last) this.go(0);
    this.timer = setInterval(() => this.tick(), PACE / Number(find("speed").value));
    this.showPlaying();
  }

  tick() {
    this.go(this.step + 1, true);
    if (this.step === this.last) this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  showPlaying() {
    const label = this.timer ? this.texts.pause : this.texts.play;
    find("play").setAttribute("aria-label", label);
    find("play").title = label;
    find("play").classList.toggle("playing", Boolean(this.timer));
    find("now").setAttribute("aria-live", this.timer ? "off" : "polite");
  }

  key(event) {
    if (this.cards.open || event.defaultPrevented || event.target.closest("select, summary")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey;
    const moves = {
      ArrowLeft: () => this.go(far ? this.turn(-1) : this.step - 1),
      ArrowRight: () => this.go(far ? this.turn(1) : this.step + 1),
      PageUp: () => this.go(this.turn(-1)),
      PageDown: () => this.go(this.turn(1)),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": () => (this.timer ? this.stop() : this.play()),
    };
    const move = moves[event.key];
    if (!move || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    move();
  }

  async checkDice() {
    const {texts, match} = this;
    const shown = find("checked");
    if (!canCheck()) {
      shown.textContent = texts.insecure;
      return;
    }
    shown.textContent = texts.checking;
    const {seal, sealed, right, wrong} = await check(match);
    const holds = sealed && wrong === 0;
    const verdict = filled(holds ? texts.holds : texts.broken, {right, wrong});
    const told = [h("p", {}, texts.compare, h("code", {}, seal)), h("p", {}, texts.alone)];
    shown.replaceChildren(h(holds ? "p.holds" : "p.broken", {}, verdict), ...told);
    if (match.key) shown.append(h("p", {}, texts.deleted));
  }
}

window.replay = new Page(JSON.parse(find("data").textContent));
