"""Decisions per second in random play: ours, through the full contract, compared with those of other engines.

A decision is a question to a player and its answer. Ours goes through `decisions`, the choice and `apply`, with every
event emitted and every draw recorded; rlcard's through the step of its own environment, OpenSpiel's through its states,
boardgame.io's through its own simulation, in a Node process. All engines take turns, so that fluctuations in the
machine's speed affect them all alike. Seconds are of processor time, except for the Node process.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen

import engine.kit.play
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame, Decision, Seating
from engine.dice import FairDice
from engine.registry import GAMES

SECONDS = 1.0
"""The length of one measurement, in seconds."""

TURNS = 5
"""The number of measurements per engine; the median counts."""

MARKS = {"gin-rummy": "rlcard's gin-rummy", "uno": "rlcard's UNO"}
"""The rlcard games that ours are compared with, and their names in the output."""

SEATS = (2, 4, 6, 8)
"""The numbers of seats at which each of our games is measured, if it supports them."""

WIDEST = "zarcana, widest question"
"""A question with more than a hundred options."""

SPIEL = "OpenSpiel's gin-rummy"
"""The same game in OpenSpiel, which is written in C++."""


BOARDGAME_IO = "boardgame.io's noughts and crosses"
"""A small game, played by its random bots."""

PURE = engine.kit.play.__file__.endswith(".py")
"""Whether the engine is measured as it is written, and not compiled (`make fast`)."""

OTHERS = (*MARKS.values(), SPIEL, BOARDGAME_IO)


def ours(game: AnyGame, count: int) -> Callable[[], int]:
    """Return a function that plays one random match with `count` seats and returns its number of decisions."""
    cards = game.cards(shipped_sets(game))
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    chance = Random(1)

    def play() -> int:
        seats = [Seating(decks[seat % len(decks)] if decks else None) for seat in range(count)]
        dice = FairDice.seeded(chance.random())
        state, _ = game.new(game.spec.options(), seats, cards, dice)
        taken = 0
        while asked := game.decisions(state):
            decision = asked[0]
            game.apply(state, decision.id, random_keys(decision, chance), dice)
            taken += 1
        return taken

    return play


def random_keys(asked: Decision, chance: Random) -> list[str]:
    """Return a random answer; a single option is chosen in the same way as in the other engines."""
    if asked.least == asked.most == 1:
        return [chance.choice(asked.options).key]
    return [option.key for option in chance.sample(asked.options, chance.randint(asked.least, asked.most))]


def theirs(name: str) -> Callable[[], int]:
    """Return a function that plays one random rlcard match and returns its number of decisions."""
    import rlcard  # noqa: PLC0415 - installed only for benchmarks
    from rlcard.agents import RandomAgent  # noqa: PLC0415 - the same

    environment = rlcard.make(name)
    environment.set_agents([RandomAgent(environment.num_actions) for _ in range(environment.num_players)])

    def play() -> int:
        trajectories, _ = environment.run(is_training=False)
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    return play


def spiel() -> Callable[[], int]:
    """Return a function that plays one random match of OpenSpiel's gin-rummy and returns its number of decisions."""
    import pyspiel  # noqa: PLC0415 - installed only for benchmarks

    game = pyspiel.load_game("gin_rummy")
    chance = Random(1)

    def play() -> int:
        state, taken = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                taken += 1
        return taken

    return play


def boardgame_io() -> Callable[[], int]:
    """Return a function that has boardgame.io play some random matches, and returns their number of moves."""
    script, installed = Path(__file__).with_name("boardgame_io.mjs"), Path(sys.prefix) / "boardgame.io"
    node = Popen(["node", script, installed], stdin=PIPE, stdout=PIPE, text=True)  # noqa: S603, S607 - ours

    def play() -> int:
        if node.stdin is None or node.stdout is None:
            raise RuntimeError("there are no pipes to Node")
        node.stdin.write("\n")
        node.stdin.flush()
        return int(node.stdout.readline())

    return play


def widest() -> Callable[[], int]:
    """Return a function that asks and answers Zarcana's widest question: Lovers beside sixty scattered territories."""
    game = GAMES["zarcana"]
    cards = game.cards(shipped_sets(game))
    names = [cards.name(card) for card in cards.pack(extras=True) if cards.name(card) != "Lovers"]
    spaces = [f"{column}{row}" for row in range(1, 21, 2) for column in "ACEGIK"]
    position = {"board": dict(zip(spaces, names, strict=False)), "seats": {"A": {"hand": ["Lovers"]}}}
    begun = game.position(position, cards)
    play = next(option.key for option in game.decisions(begun)[0].options if option.key.startswith("play:"))

    def take() -> int:
        state, dice = game.copy(begun), FairDice.seeded(1)
        game.apply(state, game.decisions(state)[0].id, [play], dice)
        asked = game.decisions(state)[0]
        game.apply(state, asked.id, [asked.options[-1].key], dice)
        return 2

    return take


def rate(play: Callable[[], int], clock: Callable[[], float]) -> float:
    """Return decisions per second by a clock, measured over about a second of play."""
    taken, start = 0, clock()
    while (spent := clock() - start) < SECONDS:
        taken += play()
    return taken / spent


def engine_speed() -> None:
    """Print each game's decisions per second, and its ratio to the games of other engines."""
    players = {
        f"{key}, {count} seats": ours(game, count)
        for key, game in GAMES.items()
        for count in SEATS
        if game.spec.least <= count <= game.spec.most
    }
    players[WIDEST] = widest()
    players |= {name: theirs(mark) for mark, name in MARKS.items()}
    players |= {SPIEL: spiel(), BOARDGAME_IO: boardgame_io()}
    measured: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(TURNS):
        for name, play in players.items():
            measured[name].append(rate(play, time.perf_counter if name == BOARDGAME_IO else time.process_time))
    medians = {name: sorted(rates)[len(rates) // 2] for name, rates in measured.items()}
    print(f"random play {'in Python' if PURE else 'compiled'}, decisions a second:")
    for name, median in medians.items():
        beside = ", ".join(f"{median / medians[other]:6.2f} of {other}" for other in OTHERS)
        print(f"  {name:<34} {median:9,.0f}  {beside}")
    cost = medians["zarcana, 2 seats"] / medians[WIDEST]
    print(f"  Zarcana's widest question costs {cost:.1f} average decisions")


if __name__ == "__main__":
    engine_speed()
