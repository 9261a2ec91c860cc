// A stage: one picture that changes from scene to scene. A piece keeps its element, so it moves to where it is next.

const SPACE = "http://www.w3.org/2000/svg";

export class Stage {
  /**
   * The picture keeps the size in which each of its scenes has room, so nothing around it moves. `aside` is the share of
   * the room left of a narrower scene. The element around it knows how much of the room a lower scene leaves free:
   * `--width` is the room's width, `--ratio` that by its height, `--filled` a scene's height by the room's width.
   */
  constructor(recording, root, scenes, aside) {
    this.recording = recording;
    this.root = root;
    this.scene = null;
    this.shown = new Map();
    this.room = recording.room(scenes);
    this.aside = aside;
    const [width, height] = this.room;
    root.replaceChildren();
    root.style.aspectRatio = `${width} / ${height}`;
    root.parentElement.style.setProperty("--width", `${width}px`);
    root.parentElement.style.setProperty("--ratio", width / height);
  }

  /** Show a scene. Pieces move there, unless `still` is set, as for a step that is far away. */
  show(scene, still) {
    if (scene === this.scene) return;
    this.scene = scene;
    const [width, height] = this.room;
    const [across, down] = this.recording.scenes[scene];
    const left = (width - across) * this.aside;
    this.root.parentElement.style.setProperty("--filled", down / width);
    this.root.setAttribute("viewBox", `${-left} 0 ${width} ${height}`);
    this.root.classList.toggle("still", still);
    const before = this.shown;
    this.shown = new Map();
    let next = this.root.firstChild;
    for (const placed of this.recording.placed(scene)) {
      const entry = before.get(placed.key) ?? this.create(placed);
      before.delete(placed.key);
      this.shown.set(placed.key, entry);
      this.fill(entry, placed);
      if (entry.element === next) next = next.nextSibling;
      else this.root.insertBefore(entry.element, next);
    }
    for (const {element} of before.values()) element.remove();
  }

  create(placed) {
    const element = document.createElementNS(SPACE, "g");
    element.classList.add("piece");
    if (placed.id) element.dataset.id = placed.id;
    return {element, piece: null, place: ""};
  }

  fill(entry, {piece, x, y, described, cards}) {
    if (entry.piece !== piece) {
      entry.piece = piece;
      entry.element.innerHTML = this.recording.markup(piece);
      const role = cards.length ? "button" : described ? "img" : null;
      const opens = cards.length ? {tabindex: 0, "aria-haspopup": "dialog", "data-cards": cards.join(" ")} : {};
      const attributes = {role, tabindex: null, "aria-haspopup": null, "data-cards": null, ...opens};
      for (const [name, value] of Object.entries(attributes))
        if (value === null) entry.element.removeAttribute(name);
        else entry.element.setAttribute(name, value);
    }
    const place = `translate(${x}px, ${y}px)`;
    if (entry.place !== place) entry.element.style.transform = entry.place = place;
  }
}
