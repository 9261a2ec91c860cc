// Kinds of places that a channel can be, and their icons.

const MARKS = {1: "at", 2: "voice", 5: "news", 13: "stage", 15: "posts", 16: "media"};

/** The name of a place's icon. */
export function markOf(place) {
  return place.thread_metadata ? "thread" : MARKS[place.type] ?? "hash";
}

/** Whether a channel holds posts, and no messages of its own. */
export function holdsPosts(place) {
  return place.type === 15 || place.type === 16;
}
