"""Verifiable dice: the agreement before a match, the export after it, and the check itself."""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from bot.host.fairness.draws import FalseDraw, check_draws
from bot.host.fairness.export_files import (
    Export,
    Export1,
    Export2,
    ForkOrigin,
    OtherRules,
    TournamentDeal,
    Unverified,
    exported_entry,
    replay_entry,
    structured,
)
from bot.host.fairness.tournament_secrets import game_secret, seal_name
from bot.host.match.replay import Diverged, Replay, ReplayEntry, ReplayMatch, StoredState, first_replayable
from cardsdb.sets import content_hash, restored
from engine.contract import AnyGame, Deck, IllegalPick, Seat, Seating, find_open
from engine.dice import FairDice, commitment, same_seal, seal, table_key

if TYPE_CHECKING:
    from bot.storage.matches import EntryRow, MatchRow, SeatRow

FORMAT: Final = 2
"""The format of the table string and of the export. Matches that began in version 0.1.0 have format 1."""


DIGITS: Final = 8
"""An entry's number has fewer digits than this."""


_HASH: Final = re.compile(r"[0-9a-f]{64}")


class MatchVerdict(Struct, frozen=True, kw_only=True):
    """The result of checking a match.

    Attributes:
        rules: the state version of the rules by which the match was played.
        present: the state version of the current rules.
        first: the entry from which the match was replayed: 0 if in full, more if the rules changed while it was
            running, None if it was played by older rules to its end. Other entries had only their draws checked.
        whole: whether the dice's key follows from the secret; if a lucky word has been deleted, the key is taken from
            the file instead.
        seal: the seal to compare with the one posted before the match.
    """

    match: int
    game: str
    rules: int
    present: int
    entries: int
    draws: int
    outcome: dict[str, Any]
    first: int | None
    whole: bool
    seal: str


def table_string(row: "MatchRow", seats: Sequence["SeatRow"], deal: TournamentDeal | None = None) -> str:
    """Return what was agreed before the start as one canonical text: the other half of the dice's key.

    The text leaves the bot no choice once the secret is sealed: a house player's word is empty, and a tournament game
    is named by its place in the tournament and not by the match's number. Lucky words stand in it as their hashes.
    """
    return _canonical(
        {
            "format": FORMAT,
            **_named(row.id, deal),
            **_begun_from(row),
            "game": row.game,
            "options": row.options,
            "takeover": row.takeover,
            "rated": row.rated,
            "sets": row.sets,
            "seats": [_bound(seat) for seat in _seated(row.secret, seats)],
        }
    )


def word_hash(secret: bytes, word: str) -> str:
    """Return what stands for a lucky word: nobody can guess it while the secret is in use, nor compare matches by it.

    Matches that began before version 1.0.0 have the words themselves in their table strings.
    """
    return hmac.new(secret, f"word|{word}".encode(), "sha256").hexdigest() if word else ""


def without_word(table: str, seat: Seat) -> str:
    """Return a table string without the lucky word of a seat whose player has had it deleted."""
    agreed = json.loads(table)
    agreed["seats"][seat]["word"] = None
    return _canonical(agreed)


def _named(match: int, deal: TournamentDeal | None) -> dict[str, Any]:
    return {"match": match} if deal is None else {"deal": msgspec.to_builtins(deal)}


def _begun_from(row: "MatchRow") -> dict[str, Any]:
    """Return where a match begins if that is a position of a finished match, with the hash of the position."""
    return {} if row.origin is None else {"origin": {**row.origin, "position": _position_hash(row.state)}}


def _position_hash(state: Any) -> str:
    return hashlib.sha256(_canonical(state).encode()).hexdigest()


def _seated(secret: bytes, seats: Sequence["SeatRow"]) -> list[dict[str, Any]]:
    """Return the seats as a match begins; a house player that took over later is not included."""
    seated = []
    for seat in seats:
        house = seat.house if seat.user is None else None
        word = word_hash(secret, seat.word or "") if house is None else ""
        seated.append({"deck": seat.deck, "word": word, "house": house})
    return seated


def _bound(seat: Mapping[str, Any]) -> dict[str, Any]:
    """Return a seat as it appears in the table string: with hashes of the deck's cards and of its name."""
    deck = seat["deck"]
    name = None if deck is None else hashlib.sha256(deck["name"].encode()).hexdigest()
    return {**seat, "deck": _deck_hash(deck), "name": name}


def export(
    row: "MatchRow", seats: Sequence["SeatRow"], log: Sequence["EntryRow"], contents: Sequence[str]
) -> dict[str, Any]:
    """Return a finished match as a file that `verify` checks, in the format of its table string.

    The file names seats and no people. Once a lucky word has been deleted, the file contains the key, which no longer
    follows from the secret and the table string.
    """
    table = row.table_string or ""
    agreed = json.loads(table)
    said = [{"deck": seat.deck, **_words(each)} for seat, each in zip(seats, agreed["seats"], strict=True)]
    data = {
        "match": row.id,
        "game": row.game,
        "rules": row.state_version,
        "secret": row.secret.hex(),
        "table": table,
        "options": row.options,
        "takeover": row.takeover,
        "rated": row.rated,
        "sets": list(contents),
        "seats": said,
        "log": [exported_entry(each) for each in log],
        "outcome": row.outcome,
    }
    if row.dice_key is not None:
        data["key"] = row.dice_key.hex()
    if "format" not in agreed:
        return {"format": 1, "commitment": commitment(row.secret, str(row.id)), **data}
    data |= {"format": FORMAT, "seal": seal(row.secret, str(row.id)), "deal": agreed.get("deal")}
    if "origin" in agreed:
        data["origin"] = agreed["origin"]
    return {**data, "record": record(data)}


def _words(seat: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields for a seat's lucky word and house player from a table string."""
    return {name: value for name, value in seat.items() if name in ("word", "house")}


def record(data: Mapping[str, Any]) -> str:
    """Return the HMAC that binds every field of an export to its secret: HMAC-SHA256(secret, all other fields)."""
    rest = {name: value for name, value in data.items() if name != "record"}
    return hmac.new(bytes.fromhex(data["secret"]), _canonical(rest).encode(), "sha256").hexdigest()


def checked(task: tuple[str, Mapping[str, AnyGame]]) -> MatchVerdict:
    """Check an export in another process. Raises Unverified if the export fails."""
    content, games = task
    return verify(json.loads(content), games)


def verify(data: Mapping[str, Any], games: Mapping[str, AnyGame]) -> MatchVerdict:
    """Check every draw in an exported match against its published secret, and replay the match. Raises Unverified.

    Entries played by older rules are not replayed. A file that passes is consistent with itself. Only `compare` can
    decide whether its secret is the sealed one, given the seal that was posted.
    """
    told = structured(data)
    game = games.get(told.game)
    if game is None or told.rules not in range(1, game.state_version + 1):
        raise OtherRules(f"it was played by rules that this version does not know: {told.game} {told.rules}")
    _check_agreement(told, data)
    secret, key = bytes.fromhex(told.secret), key_of(told)
    try:
        draws = check_draws(key, told.log)
        first = _replay(told, game, key) if told.rules == game.state_version else None
    except (Diverged, FalseDraw, IllegalPick) as fault:
        raise Unverified(str(fault)) from fault
    return MatchVerdict(
        match=told.match,
        game=told.game,
        rules=told.rules,
        present=game.state_version,
        entries=len(told.log),
        draws=draws,
        outcome=told.outcome,
        first=first,
        whole=told.key is None,
        seal=seal(secret, str(told.match)),
    )


def shareable(told: Export) -> tuple[str, str | None]:
    """Return the table string without lucky words, and the key of the dice if it does not follow from that string."""
    agreed = json.loads(told.table)
    secret, open_words = bytes.fromhex(told.secret), False
    for seat in agreed["seats"]:
        if seat["word"] and not _HASH.fullmatch(seat["word"]):
            seat["word"], open_words = word_hash(secret, seat["word"]), True
    return (_canonical(agreed), key_of(told).hex()) if open_words else (told.table, told.key)


def key_of(told: Export) -> bytes:
    """Return the key of an exported match's dice: it follows from the secret, or is in the file."""
    return table_key(bytes.fromhex(told.secret), told.table) if told.key is None else bytes.fromhex(told.key)


def _replay(told: Export, game: AnyGame, key: bytes) -> int:
    """Replay an export from the entry where the current rules begin, and return that entry's number.

    Raises Diverged, IllegalPick and Unverified.
    """
    log = [replay_entry(each) for each in told.log]
    first = first_replayable(log)
    replay = Replay(set_up(told, game, key), first)
    players = _Players(told, game, first)
    for number, (entry, (*_, draws)) in enumerate(zip(log, told.log, strict=True)):
        replay.dice.record.clear()
        try:
            players.check(entry, number, replay.state)
            replay.enter(entry)
        except (Diverged, IllegalPick):
            raise
        except Exception as fault:
            # An invented log can lead the game into impossible states, in which it can fail in any way.
            raise Unverified(f"entry {number} cannot be played: {type(fault).__name__}") from fault
        if number >= first and _canonical(_plain(replay.dice.record)) != _canonical(draws):
            raise Unverified(f"the draws of entry {number} do not follow from the secret")
    outcome = game.outcome(replay.state) if told.log else None
    if outcome is None or _canonical(_plain(outcome)) != _canonical(told.outcome):
        raise Unverified("the log does not lead to this outcome")
    return first


def compare(verdict: MatchVerdict, posted: str) -> None:
    """Compare a verdict with the posted seal, given as 43 characters or 64 hexadecimal digits. Raises Unverified."""
    if not same_seal(verdict.seal, posted):
        raise Unverified(f"its seal is {verdict.seal}, and not the one that was posted")


def compare_tournament(data: Mapping[str, Any], secret: str, posted: str | None) -> None:
    """Check that a match's secret follows from its tournament's and, if `posted` is given, that the latter was sealed.

    Raises Unverified.
    """
    told = structured(data)
    deal = told.deal if isinstance(told, Export2) else None
    if deal is None:
        raise Unverified("it is no game of a tournament whose secret was sealed before")
    try:
        key = bytes.fromhex(secret)
    except ValueError as error:
        raise Unverified("the tournament's secret is not written in hexadecimal digits") from error
    if game_secret(key, deal).hex() != told.secret:
        raise Unverified("its secret does not follow from the tournament's")
    if posted is not None and not same_seal(seal(key, seal_name(deal.tournament)), posted):
        raise Unverified("the tournament's secret is not the one that was sealed")


def _check_agreement(told: Export, data: Mapping[str, Any]) -> None:
    """Check what needs no rules: the seal, the table string and, in format 2, every field. Raises Unverified."""
    secret, name = bytes.fromhex(told.secret), str(told.match)
    sealed = told.commitment if isinstance(told, Export1) else told.seal
    if not same_seal(sealed, seal(secret, name)):
        raise Unverified("the secret is not the one that was committed to")
    agreed: dict[str, Any] = {
        "game": told.game,
        "options": told.options,
        "takeover": told.takeover,
        "rated": told.rated,
        "sets": [content_hash(content) for content in told.sets],
    }
    seats = msgspec.to_builtins(told.seats)
    if isinstance(told, Export2) and told.origin is not None:
        agreed["origin"] = msgspec.to_builtins(told.origin)
        _check_position(told, told.origin)
    if isinstance(told, Export1):
        agreed |= {"match": told.match, "seats": [{**seat, "deck": _deck_hash(seat["deck"])} for seat in seats]}
    else:
        agreed |= {"format": FORMAT, **_named(told.match, told.deal), "seats": _agreed_seats(seats, told.table)}
    if _canonical(agreed) != told.table:
        raise Unverified("the table is not the one that was agreed on")
    if isinstance(told, Export2) and told.record != record(data):
        raise Unverified("something in it is not as it was published")


def _check_position(told: Export, origin: ForkOrigin) -> None:
    """Check that a match begins from the position that was agreed on. Raises Unverified."""
    try:
        stored = StoredState.of(replay_entry(told.log[0])) if told.log else None
    except Diverged as fault:
        raise Unverified(str(fault)) from fault
    if stored is None or _position_hash(stored.state) != origin.position:
        raise Unverified("it does not begin from the position that was agreed on")


def _agreed_seats(seats: Sequence[Mapping[str, Any]], table: str) -> list[dict[str, Any]]:
    """Return the seats as they must appear in the table string; a deck's name may have been deleted since then.

    Raises Unverified.
    """
    bound = [_bound(seat) for seat in seats]
    try:
        said = [each["name"] for each in json.loads(table)["seats"]]
        for seat, agreed, name in zip(seats, bound, said, strict=True):
            if seat["deck"] is not None and not seat["deck"]["name"]:
                agreed["name"] = name
    except (ValueError, TypeError, KeyError) as fault:
        raise Unverified("its table cannot be read") from fault
    return bound


def set_up(told: Export, game: AnyGame, key: bytes) -> ReplayMatch:
    """Return the setup of an exported match; `key` is the key of its dice. Raises Unverified."""
    try:
        options = game.spec.options.model_validate(told.options)
        cards = game.cards(restored(game, content) for content in told.sets)
        seatings = [
            Seating(None if seat.deck is None else Deck(seat.deck.name, seat.deck.cards)) for seat in told.seats
        ]
        fits = game.spec.least <= len(seatings) <= game.spec.most and not game.table_faults(options, len(seatings))
    except Exception as fault:
        # Invented options and sets can fail in any way.
        raise Unverified(f"it cannot be set up: {type(fault).__name__}") from fault
    if not fits:
        raise Unverified("so many seats cannot play with these options")
    return ReplayMatch(game, options, seatings, cards, key)


class _Players:
    """The kind of player at each seat as a log proceeds, to reject entries that such a player cannot have made."""

    def __init__(self, told: Export, game: AnyGame, first: int) -> None:
        self._first = first
        self._game = game
        self._takeover = told.takeover
        known = isinstance(told, Export2)
        self._beginning = "position" if isinstance(told, Export2) and told.origin is not None else "start"
        # Format 1 does not record where a house player sat.
        self._houses = {number for number, seat in enumerate(told.seats) if known and getattr(seat, "house", None)}
        self._people = set(range(len(told.seats))) - self._houses
        self._known = known

    def check(self, entry: ReplayEntry, number: int, state: Any) -> None:
        """Check, before an entry is played, that its seat can have made it. Raises Diverged and IllegalPick."""
        if number < self._first:
            self._note(entry)
            return
        if (entry.kind == self._beginning) != (number == 0):
            raise Diverged(f"entry {number}: a match begins once, and first")
        if state is not None and self._game.outcome(state) is not None:
            raise Diverged(f"entry {number}: the match is over before it")
        match entry.kind:
            case "upgrade":
                holds = number == self._first and entry.seat is None and entry.decision is None
            case "start":
                holds = entry == ReplayEntry("start", None, None, None)
            case "position":
                holds = number == 0 and entry.seat is None and entry.decision is None
            case "leave" | "house":
                holds = self._goes(entry, state)
            case "rewind":
                answer = entry.answer or [""]
                target = answer[0]
                number_like = len(answer) == 1 and target.isascii() and len(target) < DIGITS
                holds = entry.decision is None and entry.seat in self._people and number_like
            case _:
                holds = self._answers(entry, state)
        if not holds:
            raise Diverged(f"entry {number} is none that this seat can have made")

    def _note(self, entry: ReplayEntry) -> None:
        """Record the players who left before the current rules began."""
        if entry.kind in ("leave", "house"):
            self._people.discard(entry.seat)
        if entry.kind == "house":
            self._houses.add(entry.at_seat())

    def _goes(self, entry: ReplayEntry, state: Any) -> bool:
        """Whether a player can have left in this way: a house player takes over if that is required, and only then."""
        if entry.seat not in self._people or entry.decision is not None or entry.answer is not None:
            return False
        self._people.remove(entry.seat)
        out = not self._game.leave(self._game.copy(state), entry.seat, FairDice.seeded("is out"))
        goes_on = self._takeover is not None and not out and (bool(self._people) or not self._known)
        if entry.kind == "house":
            self._houses.add(entry.seat)
            return goes_on
        return not goes_on or not self._known

    def _answers(self, entry: ReplayEntry, state: Any) -> bool:
        """Whether a seat can have answered in this way; only people make "pass" entries, with passing options."""
        asked = find_open(self._game.decisions(state), entry.decision or "")
        if entry.kind != "pass":
            return asked.seat == entry.seat
        passing = [option.key for option in asked.options if option.passes][: max(1, asked.least)]
        return asked.seat == entry.seat and entry.answer == passing and entry.seat not in self._houses


def _plain(value: Any) -> Any:
    """Return a value after a round trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _deck_hash(deck: Mapping[str, Any] | None) -> str | None:
    return None if deck is None else hashlib.sha256(_canonical(deck["cards"]).encode()).hexdigest()
