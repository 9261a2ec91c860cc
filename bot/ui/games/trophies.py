"""The end of a match as a trophy, the same for every game: made from what a game's facts say of each seat."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct

from bot.ui.pictures.colours import INK, PAPER, seat_colour
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.tones import Tones, tones_of
from bot.ui.pictures.trophy import DUEL, FEW, Feat, Medal, Place, Trophy, draw_trophy
from bot.ui.pictures.trophy_curve import Curve, Line
from bot.ui.portraits import faces_of
from bot.ui.words import Words
from engine.contract import Fact, Outcome, Seat, SeatRef
from engine.kit.facts import Ended

NAME: Final = "end.png"

TOLD: Final = 9
"""How many points of each curve a description names."""

NO_MEDALS: Final[Mapping[Seat, Medal]] = MappingProxyType({})
"""The leagues of nobody."""

Counter: TypeAlias = Callable[[Fact, list[int]], None]
"""Changes everybody's points by what a fact says."""


class Deed(Struct, frozen=True):
    """The best that a seat did in one go: how much it was, in words too, with which card, and in which turn."""

    size: int
    figure: str
    name: str
    art: Illustration | None
    turn: int


class Record(Struct, frozen=True):
    """What a match's facts say, with an entry for each seat.

    Attributes:
        title: what the curve shows.
        values: everybody's points before the first turn and after each.
        falls: whether a player without points is out.
        scored: whether these are the points by which the match is won.
        roles: what each seat played, in words; can be empty.
        tones: the tones of each seat.
        arts: a card of each seat's.
        deeds: the best of each seat.
        deed: what such a best is called.
        luck: by how many pips the dice of each seat were above what was to be expected; empty for a game without dice.
    """

    title: str
    values: tuple[tuple[int, ...], ...]
    falls: bool
    roles: tuple[str, ...]
    tones: tuple[Tones, ...]
    arts: tuple[Illustration | None, ...]
    deeds: tuple[Deed | None, ...]
    deed: str
    luck: tuple[int, ...] = ()
    scored: bool = True


def seat_tones(seats: int) -> tuple[Tones, ...]:
    """Return tones in the colours that the seats have on boards."""
    return tuple(tones_of(INK, seat_colour(seat), PAPER) for seat in range(seats))


def by_turn(
    facts: Iterable[Fact], turns: tuple[type[Fact], ...], start: Sequence[int], count: Counter
) -> tuple[tuple[int, ...], ...]:
    """Return each seat's points before the first turn and after each, if facts change them as `count` says."""
    now, found = list(start), [list(start)]
    began = False
    for fact in facts:
        if isinstance(fact, turns):
            if began:
                found.append(list(now))
            began = True
        count(fact, now)
    return tuple(zip(*[*found, now], strict=True))


def better(deeds: dict[Seat, Deed], seat: Seat, deed: Deed) -> None:
    """Keep a deed if it is the best of its seat so far."""
    if seat not in deeds or deed.size > deeds[seat].size:
        deeds[seat] = deed


def per_seat(deeds: Mapping[Seat, Deed], seats: int) -> tuple[Deed | None, ...]:
    """Return the best of each seat, in the order of the seats."""
    return tuple(deeds.get(seat) for seat in range(seats))


def outcome_of(facts: Sequence[Fact]) -> Outcome | None:
    """Return the result of the match that has these facts, or None if it has none."""
    return next((fact.outcome for fact in reversed(facts) if isinstance(fact, Ended)), None)


def trophy_picture(trophy: Trophy | None) -> Picture | None:
    """Return the end of a match as a picture; None if there is nothing to show."""
    return None if trophy is None else Picture(NAME, draw_trophy(trophy), description(described(trophy)))


def trophy_of(
    outcome: Outcome, record: Record, scores: Sequence[str], words: Words, medals: Mapping[Seat, Medal] = NO_MEDALS
) -> Trophy:
    """Return everything that the picture of a match's end shows.

    `scores` are the final scores in words, in the order of the seats, and `medals` the leagues of those who are rated.
    """
    first = outcome.ranking[0]
    marks, faces = words.marks(len(scores)), faces_of(words, len(scores))
    order = [(place, seat) for place, rank in enumerate(outcome.ranking, 1) for seat in rank]
    places = tuple(
        Place(
            place=place,
            name=words.name(seat),
            role=record.roles[seat],
            sign=marks[seat],
            tones=record.tones[seat],
            score=scores[seat],
            notes=tuple(_notes(record, seat, first, words)),
            medal=medals.get(seat) if len(scores) <= DUEL else None,
            face=faces[seat],
        )
        for place, seat in order
    )
    lines = tuple(
        _line(marks[seat], record.tones[seat], record.values[seat], falls=record.falls and place > len(first))
        for place, seat in order
    )
    key = "trophy.won" if len(first) == 1 else "trophy.drawn" if outcome.drawn else "trophy.shared"
    return Trophy(
        headline=words(key, seat=SeatRef(first[0])),
        art=record.arts[first[0]],
        places=places,
        winners=len(first),
        curve=Curve(record.title, lines),
        feats=tuple(_feats(record, [seat for _, seat in order], words)),
    )


def _line(sign: str, tones: Tones, values: Sequence[int], *, falls: bool) -> Line:
    """Return a player's curve; it ends where the player fell for good."""
    count = len(values)
    while falls and count > 1 and values[count - 1] <= 0 and values[count - 2] <= 0:
        count -= 1
    return Line(sign, tones, tuple(values[:count]), fell=falls and values[-1] <= 0)


def _notes(record: Record, seat: Seat, first: Sequence[Seat], words: Words) -> Iterable[str]:
    """Yield what is worth saying of a player: in a duel their luck; then their best, or what consoles them."""
    seats = len(record.values)
    if record.luck and seats <= DUEL:
        count = record.luck[seat]
        yield words(f"trophy.luck.{'over' if count > 0 else 'under' if count < 0 else 'even'}", count=abs(count))
    deed = record.deeds[seat]
    consoled = "" if seat in first else _consolation(record, seat, first[0], words)
    note = consoled or (words("trophy.best", name=deed.name, figure=deed.figure) if deed is not None else "")
    if note and seats <= FEW:
        yield note


def _consolation(record: Record, seat: Seat, winner: Seat, words: Words) -> str:
    """Return what a player who has not won did well: how long they were ahead of the winner, or level, or held out.

    The first two count if they lasted a third and a half of the match.
    """
    if not record.scored:
        return ""
    pairs = list(zip(record.values[seat], record.values[winner], strict=True))
    ahead = max((turn for turn, (own, best) in enumerate(pairs) if own > best), default=0)
    level = max((turn for turn, (own, best) in enumerate(pairs) if own == best), default=0)
    turns = len(pairs) - 1
    if 3 * ahead >= turns:
        return words("trophy.ahead", turn=ahead)
    if 2 * level >= turns:
        return words("trophy.level", turn=level)
    return words("trophy.held_out", count=sum(own > 0 for own, _ in pairs)) if record.falls else ""


def _feats(record: Record, order: Sequence[Seat], words: Words) -> Iterable[Feat]:
    """Yield the best deed of all, and the best of the player who comes first among the others."""
    done = [(seat, deed) for seat in order if (deed := record.deeds[seat]) is not None]
    if not done:
        return
    seat, best = max(done, key=lambda each: each[1].size)
    yield Feat(record.deed, best.art, best.name, best.figure, _when(seat, best, words))
    others = [(other, deed) for other, deed in done if other != seat]
    if others:
        other, deed = others[0]
        title = words("trophy.best_of", seat=SeatRef(other))
        yield Feat(title, deed.art, deed.name, deed.figure, words("trophy.turn", turn=deed.turn))


def _when(seat: Seat, deed: Deed, words: Words) -> str:
    return words("trophy.by", seat=SeatRef(seat), turn=deed.turn)


def described(trophy: Trophy) -> str:
    """Return everything that a trophy shows, in sentences; of long curves, some of the points."""
    lines = [f"{trophy.headline}."]
    for place in trophy.places:
        medal = "" if place.medal is None else place.medal.text
        parts = ", ".join(part for part in (place.name, place.role, place.score, medal) if part)
        lines.append(" ".join(f"{each}." for each in (f"{place.place}. {parts}", *place.notes)))
    lines += [f"{feat.title}: {feat.name}, {feat.figure}. {feat.told}." for feat in trophy.feats]
    return "\n".join([*lines, *curves_described(trophy)])


def curves_described(trophy: Trophy) -> list[str]:
    """Return everybody's curve in a line; of long curves, some of the points."""
    lines: list[str] = []
    for line, place in zip(trophy.curve.lines, trophy.places, strict=True):
        values = " → ".join(map(str, _some(line.values)))
        lines.append(f"{trophy.curve.title}, {place.name}: {values}.")
    return lines


def _some(values: Sequence[int]) -> Sequence[int]:
    """Return at most `TOLD` of some values, evenly spread, the first and the last among them."""
    if len(values) <= TOLD:
        return values
    return [values[round(number * (len(values) - 1) / (TOLD - 1))] for number in range(TOLD)]
