"""The contents of the picture of a Varia turn, moment by moment, taken only from what everyone may know of it."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.ui.games.episodes import sentences
from bot.ui.games.report import is_over, last_before
from bot.ui.games.strips import described, unmarked
from bot.ui.games.varia.classes import class_of, tones_of_classes
from bot.ui.games.varia.episodes import KINDS
from bot.ui.games.varia.faces import art
from bot.ui.games.varia.moments import HURTING, Moment, Rolls, points_after, split
from bot.ui.games.varia.report import OUTSIDE, outcome
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.pictures.strip import Beat, Chip, Fall, Half, Size, Strip, StripPlayer, Throw
from bot.ui.texts.words import Rendered, Spoken, Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.varia import events as e
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import POWER_SIDES, STARTING_HP
from engine.kit.facts import Standing

Points: TypeAlias = tuple[int, ...]
"""Both players' health points."""

HERO: Final = 4
"""The least loss for which a moment is the hardest blow of its turn."""

CHIPS: Final = ("bad", "cost", "good", "stack", "plain")
"""The kinds of what is said beside an action, the most important first."""

SHOWN: Final = 2
"""How many actions of a queue are named."""

DETAILS: Final[tuple[tuple[Rolls, bool], ...]] = (
    ("dice", False),
    ("totals", False),
    ("dice", True),
    ("totals", True),
    ("none", True),
)
"""Which rolls of each moment are told, and whether players are called by their signs: the first that fits in a
picture's description is taken."""


class _Signs(Spoken):
    """Texts that call players by their signs in pictures, which are shorter than their names."""

    def name(self, seat: Seat) -> str:
        """Return the sign of a seat's player."""
        return self.marks(2)[seat]


def turn_strip(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return the strip of a turn of Varia; None if no moment was played in it. `before` holds earlier facts."""
    began = last_before(e.TurnBegan, before)
    outside, moments = split(facts)
    if not isinstance(began, e.TurnBegan) or not moments:
        return None
    return _Turn(facts, before, words.pool(VariaCards), words).strip(began, outside, moments)


class _Turn:
    """A turn whose strip is being made."""

    def __init__(self, facts: Sequence[Fact], before: Sequence[Fact], pool: VariaCards, words: Words) -> None:
        self.facts, self.before, self.pool = facts, before, pool
        self.words = self.spoken = Spoken.of(words)
        self.short = _Signs.of(words)
        self.disrupted: dict[tuple[Seat, int], tuple[CardRef, ...]] = {
            (fact.seat, fact.moment): fact.cards for fact in facts if isinstance(fact, e.Disrupted)
        }

    def strip(self, began: e.TurnBegan, outside: Sequence[Fact], moments: Sequence[Moment]) -> Strip:
        """Return the strip, with as much in its sentences as fits."""
        start = self.points_before()
        strip = Strip(
            title=(self.words("strip.turn"), str(began.turn)),
            fighters=self.fighters(start),
            first=(began.active, self.words("varia.strip.first")),
            unit=self.words("varia.picture.hp"),
            most=max(STARTING_HP, *start),
        )
        for rolls, short in DETAILS:
            self.spoken = self.short if short else self.words
            beats, fall = self.beats(outside, moments, start, rolls)
            strip = replace(strip, beats=tuple(beats), fall=fall)
            if len(described(strip)) <= DESCRIPTION:
                break
        return strip

    # Players

    def fighters(self, start: Points) -> tuple[StripPlayer, StripPlayer]:
        """Return both players, each in the inks of the class whose cards they have shown."""
        facts = (*self.before, *self.facts)
        classes = [class_of(seat, facts, self.pool) for seat in (0, 1)]
        tones = tones_of_classes(*classes)
        marks, faces = self.words.marks(2), faces_of(self.words, 2)
        first, second = (
            StripPlayer(
                name=self.words.name(seat),
                role=self.pool.classes.get(classes[seat], ""),
                sign=marks[seat],
                tones=tones[seat],
                points=start[seat],
                face=faces[seat],
            )
            for seat in (0, 1)
        )
        return first, second

    # Points

    def points_before(self) -> Points:
        """Return both players' health points before the turn."""
        earlier = last_before(Standing, self.before)
        if earlier is None:
            return (STARTING_HP, STARTING_HP)
        since = self.before[max(place for place, fact in enumerate(self.before) if fact is earlier) + 1 :]
        return points_after(earlier.points, since)

    # Moments

    def beats(
        self, outside: Sequence[Fact], moments: Sequence[Moment], start: Points, rolls: Rolls
    ) -> tuple[list[Beat], Fall | None]:
        """Return the moments from first to last, and how the match ended, if it did in one of them."""
        beats: list[Beat] = []
        lead = unmarked(sentences((fact for fact in outside if isinstance(fact, OUTSIDE)), KINDS, self.words))
        if lead:
            beats.append(Beat("", "note", lead, note=lead))
        points = points_after(start, [fact for fact in outside if isinstance(fact, e.Damaged | e.Healed)])
        hardest = max((max(moment.losses) for moment in moments), default=0)
        fall = None
        for moment in moments:
            standing = last_before(Standing, moment.facts)
            after = points_after(points, moment.facts) if standing is None else standing.points
            fallen = [seat for seat in (0, 1) if after[seat] <= 0]
            ends = moment is moments[-1] and len(fallen) == 1 and is_over(self.facts)
            beat = self.beat(moment, points, after, rolls)
            if ends and beat.size != "note":
                beat, fall = replace(beat, size="last"), self.fall(fallen[0], points, after)
            elif beat.size == "clash" and max(beat.losses) == hardest >= HERO:
                beat, hardest = replace(beat, size="hero"), STARTING_HP
            if beat.size == "note" and beats and beats[-1].size == "note" and beats[-1].label:
                beat = _together(beats.pop(), beat)
            beats.append(beat)
            points = after
        beats = [
            replace(each, note=each.note or self.words("varia.strip.nobody")) if each.size == "note" else each
            for each in beats
        ]
        if is_over(self.facts) and fall is None:
            [line] = outcome(self.facts, self.before, self.words)
            beats.append(Beat("", "note", unmarked(line), note=unmarked(line)))
        return beats, fall

    def beat(self, moment: Moment, points: Points, after: Points, rolls: Rolls) -> Beat:
        """Return one moment."""
        acted = any(moment.actions.of(seat) or (seat, moment.number) in self.disrupted for seat in (0, 1))
        clashed = moment.hits or moment.missed or moment.rolls or points != after
        size: Size = "clash" if clashed else "quiet" if acted else "note"
        if size == "note":
            return self.note(moment)
        halves = tuple(self.half(seat, moment, (points[seat], after[seat])) for seat in (0, 1))
        return Beat(
            label=str(moment.number),
            size=size,
            told=self.told(moment, halves, after, rolls),
            halves=halves,
            losses=moment.losses,
            stopped=not any(moment.losses) and any(fact.prevented for fact in moment.hits),
            why="" if any(moment.losses) else self.why(moment),
        )

    def why(self, moment: Moment) -> str:
        """Return in a word or two why an attack came to nothing; empty if there was none."""
        if moment.hits:
            hit, *others = moment.hits
            kind = "strip.powerless" if not hit.prevented else "strip.equal" if others else "picture.blocked"
            return self.words(f"varia.{kind}")
        told = (self.words(f"varia.strip.{miss.why}") for miss in moment.missed)
        return next(told, "")

    def told(self, moment: Moment, halves: Sequence[Half], after: Points, rolls: Rolls) -> str:
        """Return one moment in a few sentences: what met, cards that were disrupted, and both players' points."""
        words = self.spoken
        said = [moment.line(words, rolls)]
        said += [
            words("varia.fact.disrupted", seat=SeatRef(seat), cards=Rendered(half.name))
            for seat, half in enumerate(halves)
            if half.out and half.name not in said[0]
        ]
        standing = ", ".join(words("report.hp", seat=SeatRef(seat), hp=max(0, hp)) for seat, hp in enumerate(after))
        return unmarked(f"{moment.number}: {' '.join(said)} {standing}.")

    def note(self, moment: Moment) -> Beat:
        """Return a moment in which nobody acted: what waits in the queue, and what else happened."""
        queues = [self.queue(fact) for fact in moment.facts if isinstance(fact, e.Queued)]
        others = (fact for fact in moment.facts if isinstance(fact, (*HURTING, e.StacksGained, e.Moved)))
        text = " ".join([*queues, unmarked(sentences(others, KINDS, self.words))]).strip()
        label = str(moment.number)
        return Beat(label, "note", f"{label}: {text or self.words('varia.strip.nobody')}", note=text)

    def queue(self, fact: e.Queued) -> str:
        """Return what went to a player's queue: the first two actions, and how many more."""
        names = [self.words.cards_of(action) for action in fact.actions]
        more = len(names) - SHOWN
        if more > 0:
            names = [*names[:SHOWN], self.words("varia.strip.more", count=more)]
        return self.words("varia.strip.queue", seat=SeatRef(fact.seat), cards=", ".join(names))

    def half(self, seat: Seat, moment: Moment, points: Points) -> Half:
        """Return one player's side of a moment."""
        facts, words = moment.facts, self.words
        refs = moment.actions.of(seat)
        stopped = self.disrupted.get((seat, moment.number), ())
        queued = [fact for fact in facts if isinstance(fact, e.Queued) and fact.seat == seat]
        cards = refs or stopped
        note = "" if cards else words("varia.strip.nothing")
        if queued and not cards:
            note = words("varia.strip.waits", cards=queued[0].actions[0])
        power = moment.rolls.get((seat, "power"))
        return Half(
            points=(max(0, points[0]), max(0, points[1])),
            names=tuple(words.card(ref.card) for ref in cards),
            cards=tuple(art(self.pool.by_id[ref.card], self.pool) for ref in cards),
            out=bool(stopped),
            figure=None if power is None else _throw(power, POWER_SIDES),
            chips=tuple(self.chips(seat, moment)),
            note=note,
        )

    def chips(self, seat: Seat, moment: Moment) -> Iterable[Chip]:
        """Yield what else is to be said of a player's side of a moment, the most important first."""
        words, own = self.words, [fact for fact in moment.facts if getattr(fact, "seat", None) == seat]
        if (seat, moment.number) in self.disrupted:
            yield Chip(words("varia.picture.disrupted"), "bad")
        if moment.hits and any(miss.seat == seat and miss.why == "distance" for miss in moment.missed):
            yield Chip(words("varia.strip.distance"), "bad")
        found = [chip for fact in own if (chip := self.chip(fact)) is not None]
        yield from sorted(found, key=lambda chip: CHIPS.index(chip.kind))

    def chip(self, fact: Fact) -> Chip | None:
        """Return a fact in a few words; None if it is shown otherwise."""
        words = self.words
        match fact:
            case e.Performed(hp=hp) if hp:
                return Chip(words("varia.strip.pays", hp=hp), "cost")
            case e.Damaged():
                return Chip(words("varia.strip.loses", hp=fact.amount, card=fact.card), "cost")
            case e.Healed():
                return Chip(words("varia.strip.regains", hp=fact.amount), "good")
            case e.StacksGained():
                return Chip(words("varia.strip.stacks", card=fact.card, height=fact.height), "stack")
            case e.Moved():
                return Chip(words("varia.strip.engages" if fact.engaged else "varia.strip.disengages"), "plain")
            case _:
                return None

    def fall(self, seat: Seat, points: Points, after: Points) -> Fall:
        """Return how the match ended, in words."""
        words = self.words
        return Fall(
            side=seat,
            told=words("strip.down", seat=SeatRef(seat)),
            points=words("varia.strip.fell", old=points[seat], hp=max(0, after[seat])),
            left=words("varia.strip.left", hp=after[1 - seat]),
        )


def _throw(fact: e.Rolled, sides: int) -> Throw:
    kept = tuple(fact.face or face for face in fact.pools[fact.kept])
    spare = tuple(face for number, pool in enumerate(fact.pools) if number != fact.kept for face in pool)
    return Throw(kept, spare, sides, fact.plus, fact.total)


def _together(one: Beat, other: Beat) -> Beat:
    """Return two notes as one."""
    label = f"{one.label.partition('–')[0]}–{other.label}"
    note = " ".join(each.note for each in (one, other) if each.note)
    spoken = note or other.told.partition(": ")[2]
    return Beat(label, "note", f"{label}: {spoken}", note=note)
