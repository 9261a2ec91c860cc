"""Measure the characters that house players are: what they like shows in what they play, and costs them little.

    python -m tests.engine.character_table var/characters.jsonl    # plays, and goes on where it stopped
    python -m tests.engine.character_table var/characters.jsonl --write    # writes docs/lab/characters.md as well

Taste: each character plays 40 matches a game with its own deck against its opponent at the effort of the level "easy",
and a player without tastes plays the same matches in its place. Strength: each character plays pairs of matches against
its level without tastes, both from each seat, with the same dice and decks. Who falls outside `BAND` plays four times
as many.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import copysign
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.ui.texts.words import Words
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame, Seat, Seating
from engine.dice import Dice
from engine.players.characters import CHARACTERS, TASTES, own_deck
from engine.players.levels import HOUSE_PLAYERS, LEVELS
from engine.players.lines import Pick, liking
from engine.players.players import HousePlayer, never
from engine.players.simulation import Share, play
from engine.registry import GAMES

PAGE: Final = Path(__file__).parents[2] / "docs" / "lab" / "characters.md"
MATCHES: Final = 40
"""The matches a character and game in which tastes are counted."""

PAIRS: Final = {"easy": 40, "normal": 40, "hard": 20}
"""The pairs a character and game in which strength is measured, by level."""

BAND: Final = {"easy": (0.35, 0.65), "normal": (0.35, 0.65), "hard": (0.30, 0.70)}
"""The shares of points that are close enough to one half, by level."""

AGAIN: Final = 4
"""How many times as many pairs are played by a character outside the band."""

NARROW: Final = (0.42, 0.58)
"""What its share must then be within."""

TOGETHER: Final = (0.47, 0.53)
"""What the share of all characters of a level together must be within."""

ROW: Final = "| {} | {} | {} | {} |"
CHUNK: Final = 4
"""How many pairs are a task."""


def _percents(band: tuple[float, float]) -> str:
    return f"{band[0]:.0%} to {band[1]:.0%}"


HEAD: Final = f"""# Characters

What each house player likes, and what that costs it.
`python -m tests.engine.character_table var/characters.jsonl --write` plays what is missing and writes this page.

- **Tastes**: how often a turn a player does what a taste names, minus what it avoids, in {MATCHES} matches a character
  and game at the effort of *easy*: first a player without tastes, then the character.
- **Share of points**: pairs of matches against its level without tastes, from both seats, with the same dice and decks,
  and the 95 % interval. A character outside the band ({_percents(BAND["easy"])}; *hard* {_percents(BAND["hard"])})
  plays {AGAIN} times as many again, which are to be within {_percents(NARROW)}.
  A level together is to be within {_percents(TOGETHER)}.
"""


class Watched:
    """A player whose answers of some kinds are counted: what a taste likes, minus what it dislikes."""

    def __init__(self, player: HousePlayer, kinds: Mapping[str, float]) -> None:
        self.player = player
        self.signs = {kind: copysign(1.0, weight) for kind, weight in kinds.items()}
        self.liked = 0.0
        self.turns = set[int]()

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the player's line."""
        line = self.player.line(game, guess, seat, dice, enough)
        self.liked += liking(game, guess, seat, tuple(line), self.signs)
        self.turns.add(guess.turn)
        return line


def seats_of(game: AnyGame, number: int, own: str | None = None) -> tuple[Seating, Seating]:
    """Return two seats with the ready decks of a match, or with a character's own deck at the first of them."""
    cards = shipped_cards(game)
    ready = sorted((deck for each in shipped_sets(game) for deck in each.decks), key=lambda deck: deck.difficulty)
    if not ready:
        return Seating(None), Seating(None)
    first = number if own is None else own_deck(own, len(ready))
    names = ready[first % len(ready)], ready[(first + 1 + number // 2) % len(ready)]
    return Seating(deck_of(names[0], cards)), Seating(deck_of(names[1], cards))


def liked_a_turn(
    game: AnyGame, kinds: Mapping[str, float], player: HousePlayer, numbers: Iterable[int], own: str | None = None
) -> float:
    """Return how often a turn a player likes what it does, on average over some matches against the level "easy".

    What a taste dislikes counts with a minus.
    """
    liked, turns = 0.0, 0
    for number in numbers:
        watched = Watched(player, kinds)
        seats, players = list(seats_of(game, number, own)), list[HousePlayer]((watched, LEVELS["easy"]))
        if number % 2:
            seats.reverse()
            players.reverse()
        play(game, game.spec.options(), seats, shipped_cards(game), players, number)
        liked, turns = liked + watched.liked, turns + len(watched.turns)
    return liked / turns


class Task(Struct, frozen=True):
    """Some matches of a character: with a taste, or, without one, pairs against its level."""

    game: str
    character: str
    taste: str = ""
    first: int = 0
    last: int = 0


class Done(Struct, frozen=True):
    """What came out of a task.

    It is how often a turn the character, and a player without tastes, did what the taste likes; or the share of points
    in each match of its pairs.
    """

    task: Task
    figures: tuple[float, ...]


def done(task: Task) -> Done:
    """Do a task."""
    game, numbers = GAMES[task.game], range(task.first, task.last)
    if task.taste:
        kinds, easy = game.spec.tastes[task.taste], LEVELS["easy"]
        players = easy.like(*TASTES[task.character]), easy
        return Done(task, tuple(liked_a_turn(game, kinds, each, numbers, task.character) for each in players))
    figures = list[float]()
    one, other = HOUSE_PLAYERS[task.character], LEVELS[CHARACTERS[task.character]]
    for number in numbers:
        for seat, players in enumerate(((one, other), (other, one))):
            cards = shipped_cards(game)
            played = play(game, game.spec.options(), seats_of(game, number), cards, players, number)
            figures.append(played.won(seat))
    return Done(task, tuple(figures))


def tasks(known: Mapping[Task, Done]) -> Iterator[Task]:
    """Yield what is to be done, as far as what is known tells."""
    for game in GAMES:
        for character in CHARACTERS:
            for taste in TASTES[character]:
                yield Task(game, character, taste, 0, MATCHES)
    for game in GAMES:
        for character, level in CHARACTERS.items():
            pairs = PAIRS[level]
            yield from _chunks(game, character, 0, pairs)
            share = share_of(known, game, character, range(pairs))
            if share is not None and not _within(share.part, BAND[level]):
                yield from _chunks(game, character, pairs, pairs * (1 + AGAIN))


def _chunks(game: str, character: str, first: int, last: int) -> Iterator[Task]:
    for number in range(first, last, CHUNK):
        yield Task(game, character, "", number, number + CHUNK)


def share_of(known: Mapping[Task, Done], game: str, character: str, pairs: range) -> Share | None:
    """Return a character's share of the points in some pairs, or None if not all of them have been played."""
    wanted = [known.get(task) for task in _chunks(game, character, pairs.start, pairs.stop)]
    figures = [figure for each in wanted if each is not None for figure in each.figures]
    return None if None in wanted else Share(sum(figures), len(figures))


def _within(part: float, band: tuple[float, float]) -> bool:
    return band[0] <= part <= band[1]


def read(file: Path) -> dict[Task, Done]:
    """Return what a file holds."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return {each.task: each for each in (msgspec.json.decode(line, type=Done) for line in lines)}


def run(file: Path, jobs: int) -> dict[Task, Done]:
    """Do what is not yet in a file, and add it there."""
    known = read(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    while todo := [task for task in tasks(known) if task not in known]:
        with file.open("ab") as out, ProcessPoolExecutor(jobs) as pool:
            for each in pool.map(done, todo):
                out.write(msgspec.json.encode(each) + b"\n")
                out.flush()
                known[each.task] = each
    return known


def page(known: Mapping[Task, Done]) -> str:
    """Return the page of the table."""
    words, parts = Words(None), [HEAD]
    for game in GAMES:
        parts += [
            f"## {words.plain(f'{game}.name')}\n",
            "| Character | Level | Tastes, and how often a turn | Share of points |",
        ]
        parts.append(ROW.format("---", "---", "---", "---"))
        for character, level in CHARACTERS.items():
            likes = [_told(known, game, character, taste, words) for taste in TASTES[character]]
            parts.append(
                f"| {words.character(character)} | {level} | {'; '.join(likes)} | {_shares(known, game, character)} |"
            )
        parts.append("")
        for level, pairs in PAIRS.items():
            shares = [share_of(known, game, each, range(pairs)) for each, of in CHARACTERS.items() if of == level]
            played = [each for each in shares if each is not None]
            if played:
                together = Share(sum(each.wins for each in played), sum(each.games for each in played))
                parts.append(f"- All of *{level}* together: {_share(together)}")
        parts.append("")
    return "\n".join(parts)


def _told(known: Mapping[Task, Done], game: str, character: str, taste: str, words: Words) -> str:
    each = known.get(Task(game, character, taste, 0, MATCHES))
    name = words.plain(f"{game}.taste.{taste}")
    return name if each is None else f"{name}: {each.figures[1]:.2f} → {each.figures[0]:.2f}"


def _shares(known: Mapping[Task, Done], game: str, character: str) -> str:
    pairs = PAIRS[CHARACTERS[character]]
    shares = [share_of(known, game, character, each) for each in (range(pairs), range(pairs, pairs * (1 + AGAIN)))]
    return ", then ".join(_share(each) for each in shares if each is not None) or "not yet played"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.part:.0%} of {share.games} ({low:.0%} to {high:.0%})"


def main() -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="write the page")
    given = parser.parse_args()
    known = run(given.file, given.jobs)
    if given.write:
        PAGE.write_text(page(known), "utf-8")


if __name__ == "__main__":
    main()
