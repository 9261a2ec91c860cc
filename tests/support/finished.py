"""Finished matches as exported files, played here and now by house players' rules, without a database."""

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any, TypedDict, Unpack

import msgspec

from bot.host.fairness import verification
from bot.host.match.replay import Replay, ReplayEntry, ReplayMatch
from bot.storage.matches import EntryRow, MatchRow, SeatRow
from cardsdb.sets import deck_of, example, played_with, read_homebrew, shipped_sets, stored
from engine.contract import Seat, Seating
from engine.dice import FairDice, table_key
from engine.games.varia.decks import OPEN
from engine.games.varia.pieces import VariaOptions
from engine.players.policies import POLICIES
from engine.registry import GAMES

HOUSE = "pip"
LONGEST = 40
"""The number of picks after which players leave, so that no match is long."""


class Twists(TypedDict, total=False):
    """What is special about a match.

    Attributes:
        back: some moves are taken back.
        homebrew: the example of a set for people to write is played.
        house: a house player has the last seat.
        leaves: a person leaves early, and the others play on.
    """

    back: bool
    homebrew: bool
    house: bool
    leaves: bool


@cache
def finished(
    key: str,
    seed: int,
    seats: int = 2,
    policy: str = "random",
    longest: int = LONGEST,
    **twists: Unpack[Twists],
) -> bytes:
    """Return the export of a match as a file."""
    back, leaves = twists.get("back", False), twists.get("leaves", False)
    homebrew, people = twists.get("homebrew", False), seats - twists.get("house", False)
    game = GAMES[key]
    written = [read_homebrew(game, example(game), "example.toml")] if homebrew else []
    beside = played_with(game, written[0], shipped_sets(game)) if homebrew else shipped_sets(game)
    played = [*written, *beside]
    sets = [stored(each) for each in played]
    cards = game.cards(played)
    ready = [deck_of(deck, cards) for each in played for deck in each.decks]
    decks = [ready[(seed + seat) % len(ready)] if game.spec.decks else None for seat in range(seats)]
    options = VariaOptions(format=OPEN) if homebrew and key == "varia" else game.spec.options()
    row = MatchRow(
        id=seed + 1,
        game=key,
        status="over",
        guild=None,
        channel=1,
        opener=1,
        pace="none",
        options=options.model_dump(mode="json"),
        sets=[each.hash for each in sets],
        secret=hashlib.sha256(f"{key} {seed}".encode()).digest(),
        table_string=None,
        state=None,
        state_version=game.state_version,
        counters={},
        clocks={},
        entries=0,
        events=0,
        posted=0,
        outcome=None,
        closing=None,
        revision=0,
        opened=0.0,
        started=0.0,
        ended=0.0,
        rematch_of=None,
        rated=False,
    )
    table = [
        SeatRow(row.id, seat, seat + 1, deck=_plain(deck), word=f"w{seat}")
        if seat < people
        else SeatRow(row.id, seat, house=HOUSE, deck=_plain(deck))
        for seat, deck in enumerate(decks)
    ]
    row.table_string = verification.table_string(row, table)
    match = ReplayMatch(
        game, options, [Seating(deck) for deck in decks], cards, table_key(row.secret, row.table_string)
    )
    replay = Replay(match)
    log: list[EntryRow] = []
    chance = FairDice.seeded("finished", key, seed)

    def enter(kind: str, seat: Seat | None, decision: str | None, answer: Sequence[str] | None) -> None:
        replay.dice.record.clear()
        replay.enter(ReplayEntry(kind, seat, decision, None if answer is None else list(answer)))
        draws, number = _plain(replay.dice.record), len(log)
        log.append(EntryRow(row.id, number, kind, seat, decision, None if answer is None else list(answer), draws, 0.0))

    enter("start", None, None, None)
    while asked := game.decisions(replay.state):
        seat = asked[0].seat
        if len(log) > longest or (leaves and len(log) > longest // 3):
            people, leaves = people - 1, False
            enter("leave", people, None, None)
            continue
        if back and len(log) > longest // 2:
            enter("rewind", 0, None, [str(longest // 4)])
            back = False
            continue
        guess = game.determinize(replay.state, seat, chance)
        for decision, keys in POLICIES[policy].line(game, guess, seat, chance):
            enter("pick", seat, decision, keys)
    state = replay.state
    row.outcome = _plain(game.outcome(state))
    return msgspec.json.encode(verification.export(row, table, log, [each.content for each in sets]))


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
