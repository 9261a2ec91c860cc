"""Dice that anybody can check: what is agreed on before a match, what is published after it, and the check itself."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from bot.host.replay import Diverged, Entry, Match, Replay
from bot.storage.matches import EntryRow, MatchRow, SeatRow
from cardsdb.sets import content_hash, restored
from engine.contract import AnyGame, Deck, Seating
from engine.dice import commitment, table_key

FORMAT = 1
"""The version of the export."""


class Unverified(Exception):
    """An export does not hold; the message says what in it does not."""


class Verdict(Struct, frozen=True):
    """What a checked match came to."""

    match: int
    game: str
    entries: int
    draws: int
    outcome: dict[str, Any]


def table_string(row: MatchRow, seats: Sequence[SeatRow]) -> str:
    """Return what was agreed on before the start, in one canonical text: the other half of the dice's key."""
    return _canonical(
        {
            "match": row.id,
            "game": row.game,
            "options": row.options,
            "takeover": row.takeover,
            "rated": row.rated,
            "sets": row.sets,
            "seats": [{"deck": _deck_hash(seat.deck), "word": seat.word or ""} for seat in seats],
        }
    )


def export(row: MatchRow, seats: Sequence[SeatRow], log: Sequence[EntryRow], contents: Sequence[str]) -> dict[str, Any]:
    """Return a finished match as a file that `verify` checks. It names seats and no people."""
    return {
        "format": FORMAT,
        "match": row.id,
        "game": row.game,
        "rules": row.state_version,
        "commitment": commitment(row.secret, str(row.id)),
        "secret": row.secret.hex(),
        "table": row.table_string,
        "options": row.options,
        "takeover": row.takeover,
        "rated": row.rated,
        "sets": list(contents),
        "seats": [{"deck": seat.deck, "word": seat.word or ""} for seat in seats],
        "log": [[each.kind, each.seat, each.decision, each.answer, each.draws] for each in log],
        "outcome": row.outcome,
    }


def verify(data: Mapping[str, Any], games: Mapping[str, AnyGame]) -> Verdict:
    """Replay an exported match from its published secret and check every draw. Raises Unverified."""
    if data.get("format") != FORMAT:
        raise Unverified(f"this is not an export of format {FORMAT}")
    game = games.get(data["game"])
    if game is None or data["rules"] != game.state_version:
        raise Unverified(f"it was played by rules that this version does not have: {data['game']} {data['rules']}")
    _check_agreement(data)
    options = game.spec.options.model_validate(data["options"])
    cards = game.cards(restored(game, content) for content in data["sets"])
    seatings = [
        Seating(None if seat["deck"] is None else msgspec.convert(seat["deck"], Deck)) for seat in data["seats"]
    ]
    key = table_key(bytes.fromhex(data["secret"]), data["table"])
    replay = Replay(Match(game, options, seatings, cards, key))
    for number, (kind, seat, decision, answer, draws) in enumerate(data["log"]):
        replay.dice.record.clear()
        try:
            replay.enter(Entry(kind, seat, decision, answer))
        except Diverged as fault:
            raise Unverified(str(fault)) from fault
        if _plain(replay.dice.record) != draws:
            raise Unverified(f"the draws of entry {number} do not follow from the secret")
    outcome = game.outcome(replay.state)
    if outcome is None or _plain(outcome) != data["outcome"]:
        raise Unverified("the log does not lead to this outcome")
    return Verdict(
        data["match"], data["game"], len(data["log"]), sum(len(entry[4]) for entry in data["log"]), data["outcome"]
    )


def _check_agreement(data: Mapping[str, Any]) -> None:
    secret, table = bytes.fromhex(data["secret"]), data["table"]
    if commitment(secret, str(data["match"])) != data["commitment"]:
        raise Unverified("the secret is not the one that was committed to")
    agreed = {
        "match": data["match"],
        "game": data["game"],
        "options": data["options"],
        "takeover": data["takeover"],
        "rated": data["rated"],
        "sets": [content_hash(content) for content in data["sets"]],
        "seats": [{"deck": _deck_hash(seat["deck"]), "word": seat["word"]} for seat in data["seats"]],
    }
    if _canonical(agreed) != table:
        raise Unverified("the table is not the one that was agreed on")


def _plain(value: Any) -> Any:
    """Return a value as it comes back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _deck_hash(deck: Mapping[str, Any] | None) -> str | None:
    return None if deck is None else hashlib.sha256(_canonical(deck["cards"]).encode()).hexdigest()
