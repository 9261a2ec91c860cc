"""Exported matches as files: their models, and strict parsing, so that a damaged file never passes.

Version 0.1.0 wrote format 1. Format 2 binds more: the seating, decks in full and, through its `record`, the whole file.
"""

import json
import math
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from bot.host.match.replay import ReplayEntry
from bot.storage.stored_seats import loaded_seat, stored_seat

if TYPE_CHECKING:
    from bot.storage.matches import EntryRow

Hex: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Seal: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{43}\Z")]
Number: TypeAlias = Annotated[int, Meta(ge=1)]
Kind: TypeAlias = Literal["start", "position", "pick", "default", "pass", "leave", "house", "rewind", "upgrade"]
LogEntry: TypeAlias = tuple[Kind, int, str | None, list[str] | None, list[Any]]


class Unverified(Exception):
    """An export fails verification; the message says what is wrong."""


class OtherRules(Unverified):
    """A match was played by rules that this version cannot play again."""


class TournamentDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """A match's place in a tournament. Its dice follow only from this place and from what both players bring.

    Attributes:
        table: the table in the round, from 1.
        game: the game of the series, from 1.
        number: the number of the match in the series, from 1, counting matches that were stopped and began again.
    """

    tournament: Number
    round: Number
    table: Number
    game: Number
    number: Number


class ForkOrigin(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match began that did not begin with a new deal.

    Attributes:
        match: the number of the finished match.
        step: the step there, from 1, as the match page counts.
        position: the SHA-256 of the position, which the first entry of the log holds.
    """

    match: Number
    step: Number
    position: Hex


class ExportedDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as its seat brought it."""

    name: str
    cards: dict[str, int]


class ExportedSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat in format 1; `word` is None if the word has been deleted."""

    deck: ExportedDeck | None
    word: str | None


class SeatedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat in format 2; `house` is the house player that sat there at the start, None for a person."""

    deck: ExportedDeck | None
    word: str | None
    house: str | None


class _Export(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    match: Number
    game: str
    rules: int
    secret: Hex
    key: Hex | None = None
    table: str
    options: dict[str, Any]
    takeover: str | None
    rated: bool
    sets: list[str]
    log: list[LogEntry]
    outcome: dict[str, Any]


class Export1(_Export, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match in format 1."""

    format: Literal[1]
    commitment: Hex
    seats: list[ExportedSeat]


class Export2(_Export, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match in format 2.

    `record` is the HMAC of everything else in the file under the match's secret.
    """

    format: Literal[2]
    seal: Seal
    deal: TournamentDeal | None
    origin: ForkOrigin | None = None
    seats: list[SeatedPlayer]
    record: Hex


Export: TypeAlias = Export1 | Export2
_FORMATS: dict[object, type[Export1] | type[Export2]] = {1: Export1, 2: Export2}


def exported_entry(row: "EntryRow") -> list[Any]:
    """Return an entry of a log as a file has it."""
    return [row.kind, stored_seat(row.seat), row.decision, row.answer, row.draws]


def replay_entry(entry: LogEntry) -> ReplayEntry:
    """Return the entry of a log that a file has, without its draws."""
    kind, seat, decision, answer, _ = entry
    return ReplayEntry(kind, loaded_seat(seat), decision, answer)


def decoded(content: bytes) -> dict[str, Any]:
    """Return the object in a JSON file. Raises Unverified for any other content.

    The file has to be strict JSON: no duplicate fields, no non-finite numbers, no invalid Unicode. It may begin with
    the byte order mark that some editors write.
    """
    try:
        data = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_without_doubles, parse_constant=_refuse, parse_float=_finite
        )
        json.dumps(data, ensure_ascii=False).encode()
    except RecursionError as error:
        raise Unverified("it cannot be read: it is nested too deeply") from error
    except ValueError as error:
        raise Unverified(f"it cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise Unverified("it is not an exported match")
    return data


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"a field is there twice: {next(name for name in names if names.count(name) > 1)}")
    return fields


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number


def structured(data: object) -> Export:
    """Return decoded data as an exported match. Raises Unverified."""
    kind = data.get("format") if isinstance(data, dict) else None
    model = _FORMATS.get(kind) if type(kind) is int else None
    if model is None:
        raise Unverified("this is not an export of format 1 or 2")
    try:
        return msgspec.convert(data, model)
    except (msgspec.ValidationError, OverflowError) as error:
        raise Unverified(f"it is not as an export has to be: {error}") from error
