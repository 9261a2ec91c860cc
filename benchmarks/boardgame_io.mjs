// Random matches of noughts and crosses by boardgame.io's random bots: for each line of input, plays some matches and
// prints the number of moves.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.argv[2]}/`);
const { InitializeGame } = require("boardgame.io/internal");
const { RandomBot, Simulate } = require("boardgame.io/ai");

const MATCHES = 20;
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const free = (cells) => cells.flatMap((taken, place) => (taken === null ? [place] : []));

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, place) => { G.cells[place] = playerID; } },
  endIf: ({ G: { cells }, ctx }) => {
    if (LINES.some(([first, ...others]) => cells[first] !== null && others.every((place) => cells[place] === cells[first]))) {
      return { winner: ctx.currentPlayer };
    }
    return free(cells).length ? undefined : { draw: true };
  },
};
const enumerate = ({ cells }) => free(cells).map((place) => ({ move: "mark", args: [place] }));

for await (const _ of createInterface({ input: process.stdin })) {
  let moves = 0;
  for (let match = 0; match < MATCHES; match++) {
    const bots = { 0: new RandomBot({ game, enumerate }), 1: new RandomBot({ game, enumerate }) };
    const { state } = await Simulate({ game, bots, state: InitializeGame({ game }) });
    moves += state.ctx.turn;
  }
  console.log(moves);
}
