// The sandbox's time in the bar, and the buttons that move it. They are there if the bot follows the sandbox's clock.

import {post} from "./api.js";
import {fill, h} from "./dom.js";
import {moment, now, setTime} from "./time.js";

const MOVES = {"1 hour later": 3600, "1 day later": 86400};

export function clock() {
  const said = h("span.visually-hidden", {role: "status"});
  const move = async (seconds) => {
    setTime((await post("world/advance", {seconds})).seconds);
    fill(said, `It is now ${moment(now())}`);
  };
  return h("div.clock", {role: "group", "aria-label": "The sandbox's time"},
    h("time", {"data-now": ""}, moment(now())),
    Object.entries(MOVES).map(([label, seconds]) => h("button", {"data-later": seconds, title: `Move the time of Discord and of the bot on: ${label}`, onclick: () => move(seconds)}, label)),
    said);
}
