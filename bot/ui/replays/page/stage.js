// A stage: one picture that changes from scene to scene. A piece keeps its element, so it moves to where it is next.

const SPACE = "http://www.w3.org/2000/svg";

export class Stage {
  constructor(recording, root) {
    this.recording = recording;
    this.root = root;
    this.scene = null;
    this.shown = new Map();
    root.replaceChildren();
  }

  /** Show a scene. Pieces move there, unless `still` is set, as for a step that is far away. */
  show(scene, still) {
    if (scene === this.scene) return;
    this.scene = scene;
    const [width, height] = this.recording.scenes[scene];
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.root.style.aspectRatio = `${width} / ${height}`;
    this.root.style.setProperty("--width", `${width}px`);
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

  fill(entry, {piece, x, y, described}) {
    if (entry.piece !== piece) {
      entry.piece = piece;
      entry.element.innerHTML = this.recording.markup(piece);
      if (described) entry.element.setAttribute("role", "img");
      else entry.element.removeAttribute("role");
    }
    const place = `translate(${x}px, ${y}px)`;
    if (entry.place !== place) entry.element.style.transform = entry.place = place;
  }
}
