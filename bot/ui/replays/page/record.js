// The recording: what was different at each step, made whole again for the step that is wanted.

export class Recording {
  constructor(data) {
    Object.assign(this, data);
    this.steps = [];
    let before = {heading: 0, boards: {}, hands: {}, words: {}, odds: {}};
    for (const step of data.steps) {
      const now = {heading: step.heading ?? before.heading, log: step.log ?? {}};
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

  texts(numbers) {
    return (numbers ?? []).map((number) => this.lines[number]);
  }

  /** The elements of a piece, with its description for readers and pointers. */
  markup(piece) {
    const [, description, ...elements] = this.pieces[piece];
    const title = description ? `<title>${description}</title>` : "";
    return title + elements.map((number) => this.elements[number]).join("");
  }

  /** The pieces of a scene, each with a key that stays the same while it is followed. */
  placed(scene) {
    const [, , ...numbers] = this.scenes[scene];
    const found = [];
    for (let at = 0; at < numbers.length; at += 3) {
      const [piece, x, y] = numbers.slice(at, at + 3);
      const [id, description] = this.pieces[piece];
      found.push({piece, x, y, id, described: description !== "", key: id ? `id ${id}` : `loose ${found.length}`});
    }
    return found;
  }
}
