"""The end of a match as a trophy, the same for every game: made from what a game's facts say of each seat."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import INK, PAPER, seat_colour
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.pictures.tones import Tones, tones_of
from bot.ui.pictures.trophy import Feat, LastCard, LastCards, Medal, Trophy, TrophyPlace, draw_trophy
from bot.ui.pictures.trophy_curve import Curve, CurveLine
from bot.ui.texts.words import Rendered, Words
from engine.contract import Fact, Outcome, Seat, SeatRef
from engine.kit.facts import Ended, Standing

NAME: Final = "end.png"

TOLD: Final = 9
"""How many points of each curve a description names."""

SAID: Final = (2, 3)
"""The places that have words of their own."""

DUEL, FEW = 2, 4
"""The number of players up to which leagues and luck are told, and up to which everybody gets a kind word."""

CLEAR: Final = 6
"""By how many pips the luck of two players differs at least if it is told."""

NO_MEDALS: Final[Mapping[Seat, Medal]] = MappingProxyType({})
"""The leagues of nobody."""


class Deed(Struct, frozen=True):
    """The best that a seat did in one go: how much it was, in words too, with which card, and in which turn."""

    size: int
    figure: str
    name: str
    art: Illustration | None
    turn: int


class MatchRecord(Struct, frozen=True):
    """What a match's facts say, with an entry for each seat.

    Attributes:
        title: what the curve shows.
        values: everybody's points before the first turn and after each.
        falls: whether a player without points is out.
        roles: what each seat played, in words; can be empty.
        tones: the tones of each seat.
        arts: a card of each seat's.
        deeds: the best of each seat.
        deed: what such a best is called.
        last: what the cards of the end are.
        cards: at most four cards of the end, each with whose it is if `last` does not say so; there may be none.
        luck: by how many pips the dice of each seat that counted were above what was to be expected; empty for a game
            without dice.
    """

    title: str
    values: tuple[tuple[int, ...], ...]
    falls: bool
    roles: tuple[str, ...]
    tones: tuple[Tones, ...]
    arts: tuple[Illustration | None, ...]
    deeds: tuple[Deed | None, ...]
    deed: str
    last: str = ""
    cards: tuple[tuple[str, Illustration, Seat | None], ...] = ()
    luck: tuple[int, ...] = ()


def seat_tones(seats: int) -> tuple[Tones, ...]:
    """Return tones in the colours that the seats have on boards."""
    return tuple(tones_of(INK, seat_colour(seat), PAPER) for seat in range(seats))


def by_turn(facts: Iterable[Fact], turns: tuple[type[Fact], ...]) -> tuple[tuple[int, ...], ...]:
    """Return each seat's points before the first turn and after each; none if the facts don't tell them."""
    now: Standing | None = None
    found: list[tuple[int, ...]] = []
    for fact in facts:
        if isinstance(fact, Standing):
            now = fact
        elif isinstance(fact, turns) and now is not None:
            found.append(now.points)
    return tuple(zip(*found, now.points, strict=True)) if now is not None else ()


def leads(points: Iterable[Sequence[int]]) -> Iterator[tuple[int, Seat]]:
    """Yield after how many turns somebody got ahead of all others, and who. A lead lasts while nobody has more."""
    leader: Seat | None = None
    for turn, now in enumerate(points):
        first = [seat for seat, count in enumerate(now) if count == max(now)]
        leader = leader if leader in first else None
        if leader is None and len(first) == 1:
            leader = first[0]
            yield turn, leader


def better(deeds: dict[Seat, Deed], seat: Seat, deed: Deed) -> None:
    """Keep a deed if it is the best of its seat so far."""
    if seat not in deeds or deed.size > deeds[seat].size:
        deeds[seat] = deed


def per_seat(deeds: Mapping[Seat, Deed], seats: int) -> tuple[Deed | None, ...]:
    """Return the best of each seat, in the order of the seats."""
    return tuple(deeds.get(seat) for seat in range(seats))


def most_used(cards: Iterable[str]) -> str | None:
    """Return the card that is there most often; None without cards."""
    counts = Counter(cards)
    return max(counts, key=lambda card: (counts[card], card), default=None)


def outcome_of(facts: Sequence[Fact]) -> Outcome | None:
    """Return the result of the match that has these facts, or None if it has none."""
    return next((fact.outcome for fact in reversed(facts) if isinstance(fact, Ended)), None)


def trophy_picture(trophy: Trophy | None) -> Picture | None:
    """Return the end of a match as a picture; None if there is nothing to show."""
    return None if trophy is None else Picture(NAME, draw_trophy(trophy), description(described(trophy)))


def trophy_of(
    outcome: Outcome, record: MatchRecord, scores: Sequence[str], words: Words, medals: Mapping[Seat, Medal] = NO_MEDALS
) -> Trophy:
    """Return everything that the picture of a match's end shows; if the words have a reader, it is the reader's own.

    `scores` are the final scores in words, in the order of the seats, and `medals` the leagues of those who are rated.
    """
    first = outcome.ranking[0]
    marks, faces = words.marks(len(scores)), faces_of(words, len(scores))
    order = [(place, seat) for place, rank in enumerate(outcome.ranking, 1) for seat in rank]
    places = {
        seat: TrophyPlace(
            place=place,
            name=words.name(seat),
            role=record.roles[seat],
            sign=marks[seat],
            tones=record.tones[seat],
            score=scores[seat],
            medal=medals.get(seat) if len(scores) <= DUEL else None,
            face=faces[seat],
        )
        for place, seat in order
    }
    large = words.reader if words.reader in places else first[0] if len(first) == 1 else None
    front = first[0] if large is None else large
    lines = tuple(
        _line(places[seat], record.values[seat], falls=record.falls and places[seat].place > 1)
        for seat in sorted(places, key=lambda seat: (seat != front, list(places).index(seat)))
    )
    figure = "" if large is None else scores[large]
    if large is not None and large not in first and record.values[large][-1] <= 0:
        figure = _place_told(places[large].place, words)
    return Trophy(
        headline=_headline(outcome, large, words),
        figure=figure,
        praise="" if large is None else _praise(record, large, first, words),
        art=None if large is None else record.arts[large],
        places=tuple(places.values()),
        winners=len(first),
        large=None if large is None else list(places).index(large),
        crowned=front in first and not outcome.drawn,
        curve=Curve(record.title, lines),
        last=LastCards(record.last, tuple(_last_cards(record, places))) if record.cards else None,
        feat=_feat(record, places, words),
        notes=tuple(_notes(record, list(places), first, words)),
    )


def _headline(outcome: Outcome, large: Seat | None, words: Words) -> str:
    """Return who won, that nobody did, or a kind word for somebody who has lost and whose picture it is."""
    first = outcome.ranking[0]
    if large is not None and large not in first:
        return words("trophy.lost")
    key = "trophy.won" if len(first) == 1 else "trophy.stood" if outcome.drawn else "trophy.shared"
    return words(key, seat=SeatRef(first[0]))


def _place_told(place: int, words: Words) -> str:
    """Return a place as people say it, from the second on."""
    return words.plain(f"trophy.place.{place}" if place in SAID else "trophy.place.other", place=place)


def _line(place: TrophyPlace, values: Sequence[int], *, falls: bool) -> CurveLine:
    """Return a player's curve; it ends where the player fell for good."""
    count = len(values)
    while falls and count > 1 and values[count - 1] <= 0 and values[count - 2] <= 0:
        count -= 1
    return CurveLine(place.name, place.sign, place.tones, tuple(values[:count]), fell=falls and values[-1] <= 0)


def _praise(record: MatchRecord, seat: Seat, first: Sequence[Seat], words: Words) -> str:
    """Return what a player who has lost did well, or else what the player played, unless they are called after it."""
    did = "" if seat in first else _consolation(record, seat, first[0], words)
    return did or ("" if record.roles[seat] == words.name(seat) else record.roles[seat])


def _notes(record: MatchRecord, order: Sequence[Seat], first: Sequence[Seat], words: Words) -> Iterable[str]:
    """Yield what is worth saying beside the picture: how the dice of both fell, and what others did well."""
    if record.luck and max(record.luck) - min(record.luck) >= CLEAR:
        told = ", ".join(
            words(f"trophy.luck.{luck_way(record.luck[seat])}", seat=SeatRef(seat), count=abs(record.luck[seat]))
            for seat in order
        )
        yield words("trophy.luck", told=Rendered(told))
    for seat in order if len(order) <= FEW and words.reader is None else ():
        if seat not in first and (praise := _consolation(record, seat, first[0], words)):
            yield praise


def luck_way(count: int) -> str:
    """Return whether dice were over, under or even with the average, as in the ids of texts."""
    return "over" if count > 0 else "under" if count < 0 else "even"


def _consolation(record: MatchRecord, seat: Seat, winner: Seat, words: Words) -> str:
    """Return what a player who has not won did well: how long they were ahead of the winner, or level, or held out.

    The first two count if they lasted a third and a half of the match.
    """
    pairs = list(zip(record.values[seat], record.values[winner], strict=True))
    ahead = max((turn for turn, (own, best) in enumerate(pairs) if own > best), default=0)
    level = max((turn for turn, (own, best) in enumerate(pairs) if own == best), default=0)
    turns = len(pairs) - 1
    if 3 * ahead >= turns:
        return words("trophy.ahead", seat=SeatRef(seat), turn=ahead)
    if 2 * level >= turns:
        return words("trophy.level", seat=SeatRef(seat), turn=level)
    held_out = sum(own > 0 for own, _ in pairs)
    return words("trophy.held_out", seat=SeatRef(seat), count=held_out) if record.falls else ""


def course_told(record: MatchRecord, seat: Seat, outcome: Outcome, words: Words) -> str:
    """Return what went well for a player in the course of a match, in words; empty if nothing is to be said."""
    first = outcome.ranking[0]
    if seat not in first:
        return _consolation(record, seat, first[0], words)
    *running, _ = zip(*record.values, strict=True)
    led, leader = max(leads(running), default=(0, None))
    return words("trophy.led", turn=max(1, led)) if leader == seat else ""


def _feat(record: MatchRecord, places: Mapping[Seat, TrophyPlace], words: Words) -> Feat | None:
    """Return the best deed of the reader, or of all if there is no reader; None if there is none."""
    own = words.reader in places
    done = [
        (seat, deed)
        for seat in places
        if (deed := record.deeds[seat]) is not None and (not own or seat == words.reader)
    ]
    if not done:
        return None
    seat, best = max(done, key=lambda each: each[1].size)
    title = words("trophy.own_best") if own else record.deed
    return Feat(title, best.art, best.name, best.figure, places[seat], words("turn.number", turn=best.turn))


def _last_cards(record: MatchRecord, places: Mapping[Seat, TrophyPlace]) -> Iterable[LastCard]:
    """Yield the cards of the end with their players."""
    for name, art, seat in record.cards:
        yield LastCard(art, name, None if seat is None else places[seat])


def described(trophy: Trophy) -> str:
    """Return everything that a trophy shows, in sentences; of long curves, some of the points."""
    lines = [f"{trophy.headline}."]
    for number, place in enumerate(trophy.places):
        medal = "" if place.medal is None else place.medal.text
        score, praise = (trophy.figure, trophy.praise) if number == trophy.large else (place.score, "")
        lines.append(f"{place.place}. {', '.join(part for part in (place.name, score, medal, praise) if part)}.")
    if trophy.last is not None:
        lines.append(last_described(trophy.last))
    if trophy.feat is not None:
        lines.append(feat_described(trophy.feat))
    return "\n".join([*lines, *curves_described(trophy)])


def last_described(last: LastCards) -> str:
    """Return the last cards in a sentence, with whose they are."""
    players = [None if card.by is None else card.by.name for card in last.cards]
    names = ", ".join(card.name for card in last.cards)
    if len({*players}) > 1:
        names = ", ".join(f"{card.name} ({player})" for card, player in zip(last.cards, players, strict=True))
    elif players[0] is not None:
        names = f"{names} ({players[0]})"
    return f"{last.title}: {names}."


def feat_described(feat: Feat) -> str:
    """Return the best blow in a sentence."""
    return f"{feat.title}: {feat.name}, {feat.figure}. {feat.by.name}. {feat.when}."


def curves_described(trophy: Trophy) -> list[str]:
    """Return everybody's curve in a line; of long curves, some of the points."""
    return [
        f"{trophy.curve.title}, {line.name}: {' → '.join(map(str, _some(line.values)))}." for line in trophy.curve.lines
    ]


def _some(values: Sequence[int]) -> Sequence[int]:
    """Return at most `TOLD` of some values, evenly spread, the first and the last among them."""
    if len(values) <= TOLD:
        return values
    return [values[round(number * (len(values) - 1) / (TOLD - 1))] for number in range(TOLD)]
