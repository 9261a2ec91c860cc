"""The contents of the picture of a WarMage turn: its Chains as they unroll, a row for each Spell or effect."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.report import last_before, told
from bot.ui.games.strips import described, unmarked
from bot.ui.games.trophies import seat_tones
from bot.ui.games.warmage.sigil import sigil_of
from bot.ui.games.warmage.story import TELLERS, UPKEEP
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.strip import Beat, Chip, Fall, Fighter, Half, Strip
from bot.ui.portraits import faces_of
from bot.ui.words import Spoken, Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.warmage import events as e
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.rulings import CROWD, WOUND_CARDS, WOUND_CARDS_IN_A_CROWD
from engine.kit.facts import Ended

FEW: Final = 2
"""Up to how many rows of a strip are large."""

MOST: Final = 9
"""The most rows; if a turn has more Spells, those that wounded nobody give way first."""

UNTOLD: Final = (*UPKEEP, e.ChainClosed, e.TurnBegan, e.Eliminated, Ended)
"""What is told of no single Spell."""

FATES: Final[dict[type[Fact], str]] = {e.Countered: "countered", e.Removed: "removed"}
"""What became of a Spell that did not happen."""

ESSENTIAL: Final = (e.Cast, e.Used, e.Countered, e.Wounded)
"""What is told of each Spell if there is no room for everything."""


class _Link:
    """A Spell that was cast, or an effect that was used, with everything that it led to."""

    def __init__(self, fact: e.Cast | e.Used, left: dict[Seat, int]) -> None:
        self.done, self.seat, self.card, self.target = fact, fact.seat, fact.card.card, fact.target
        self.facts: list[Fact] = [fact]
        self.fate = ""
        self.wounds: Counter[Seat] = Counter()
        self.before, self.after = dict(left), dict(left)


def turn_strip(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return the strip of a turn; None if no Spell was cast in it. `before` holds facts from before the turn."""
    began = last_before(e.TurnBegan, before)
    if not isinstance(began, e.TurnBegan) or not isinstance(words.cards, WarMageCards):
        return None
    turn = _Turn(facts, before, words.cards, words)
    if not turn.links or any(isinstance(fact, e.Rewound) for fact in facts):
        return None
    strip = turn.strip(began)
    return strip if len(described(strip)) <= DESCRIPTION else turn.strip(began, ESSENTIAL)


class _Turn:
    """A turn whose strip is being made.

    Attributes:
        links: its Spells and effects, in the order in which they happened; those that still lie in a Chain come last.
        done: how many have happened.
        left: how many Wounds each player has to go, if that is known.
        start: the same at the beginning of the turn.
    """

    def __init__(self, facts: Sequence[Fact], before: Sequence[Fact], pool: WarMageCards, words: Words) -> None:
        self.facts, self.pool, self.words = facts, pool, Spoken.of(words)
        self.seats = len(words.seats)
        self.left: dict[Seat, int] = {fact.seat: fact.left for fact in before if isinstance(fact, e.Wounded | e.Healed)}
        self.start = dict(self.left)
        self.links: list[_Link] = []
        self.done = 0
        current: _Link | None = None
        for fact in facts:
            current = self.note(fact, current)
        for link in self.links:
            link.before = {**self.start, **link.before}
            link.after = {**link.before, **link.after}

    def note(self, fact: Fact, current: _Link | None) -> _Link | None:
        """Take notice of a fact, and return the Spell that what follows belongs to."""
        match fact:
            case e.Cast():
                self.links.append(_Link(fact, self.left))
                return self.links[-1]
            case e.Used():
                self.links.insert(self.done, _Link(fact, self.left))
                self.done += 1
                return self.links[self.done - 1]
            case e.Resolved() | e.Countered() | e.Removed():
                return self.happened(fact) or current
            case e.Wounded() | e.Healed():
                self.wounded(fact, current)
            case _ if current is not None and not isinstance(fact, UNTOLD):
                current.facts.append(fact)
                if isinstance(fact, e.Redirected):
                    self.redirected(fact)
        return current

    def happened(self, fact: e.Resolved | e.Countered | e.Removed) -> _Link | None:
        """Note what became of a Spell that lay in a Chain; return it if what follows belongs to it."""
        waiting = [link for link in self.links[self.done :] if link.card == fact.card.card and link.seat == fact.seat]
        if not waiting:
            return None
        link = waiting[-1]
        link.facts.append(fact)
        link.fate = fact.how if isinstance(fact, e.Resolved) else FATES[type(fact)]
        link.before, link.after = dict(self.left), dict(self.left)
        self.links.remove(link)
        self.links.insert(self.done, link)
        self.done += 1
        return link if isinstance(fact, e.Resolved) else None

    def redirected(self, fact: e.Redirected) -> None:
        """Note the new target of a Spell that lies in a Chain."""
        for link in self.links[self.done :]:
            if link.card == fact.card.card and link.seat == fact.seat:
                link.target = fact.target

    def wounded(self, fact: e.Wounded | e.Healed, current: _Link | None) -> None:
        """Note a Wound, or one less, with the Spell that it came from."""
        hurts = isinstance(fact, e.Wounded)
        had = fact.left + (1 if hurts else -1)
        self.start.setdefault(fact.seat, had)
        self.left[fact.seat] = fact.left
        card = fact.card.card if isinstance(fact, e.Wounded) else None
        source = [link for link in self.links[: self.done] if link.card == card]
        link = source[-1] if source else current
        if link is not None:
            link.facts.append(fact)
            link.before.setdefault(fact.seat, had)
            link.after = dict(self.left)
            link.wounds[fact.seat] += hurts

    def strip(self, began: e.TurnBegan, kinds: tuple[type[Fact], ...] = ()) -> Strip:
        """Return the strip; with `kinds`, the sentence about a Spell has only facts of these kinds."""
        words, tones, marks = self.words, seat_tones(self.seats), self.words.marks(self.seats)
        faces = faces_of(words, self.seats)
        kept = sorted(self.links, key=lambda link: -sum(link.wounds.values()))[:MOST]
        shown = [(number, link) for number, link in enumerate(self.links, 1) if link in kept]
        beats = [self.beat(number, link, kinds) for number, link in shown]
        if len(beats) <= FEW:
            beats = [replace(beat, size="hero") for beat in beats]
        fall = self.fall(shown[-1][1])
        if fall is not None:
            last = beats.pop()
            beats.append(Beat(last.label, "last", last.told, last.halves, last.sides, last.losses))
        if len(self.links) > MOST:
            more = words("warmage.strip.more", count=len(self.links) - MOST)
            beats.insert(0, Beat("", "note", more, note=more))
        ends = [fact for fact in self.facts if isinstance(fact, e.Eliminated | Ended)] if fall is None else []
        notes = [unmarked(told([fact], TELLERS, words)) for fact in ends]
        known = len(self.start) == self.seats
        wounds = WOUND_CARDS if self.seats < CROWD else WOUND_CARDS_IN_A_CROWD
        return Strip(
            title=(words("strip.turn"), str(began.turn)),
            fighters=tuple(
                Fighter(
                    words.name(seat), "", marks[seat], tones[seat], self.start[seat] if known else None, faces[seat]
                )
                for seat in range(self.seats)
            ),
            first=(began.active, words("warmage.strip.turn")),
            unit=words("warmage.strip.left"),
            most=2 * wounds,
            beats=(*beats, *(Beat("", "note", note, note=note) for note in notes)),
            fall=fall,
        )

    def beat(self, number: int, link: _Link, kinds: tuple[type[Fact], ...]) -> Beat:
        """Return the row of a Spell or an effect."""
        right = self.other(link)
        facts = [fact for fact in link.facts if not kinds or isinstance(fact, kinds)]
        wounded = any(link.wounds.values())
        return Beat(
            label=str(number),
            size="clash" if wounded or self.aim(link) is not None else "quiet",
            told=f"{number}: {unmarked(told(facts, TELLERS, self.words))}",
            halves=(self.cast(link, right), self.answer(link, right)),
            sides=(link.seat, right),
            losses=(link.wounds[link.seat], link.wounds[right] if right != link.seat else 0),
        )

    def other(self, link: _Link) -> Seat:
        """Return the player on the other side: a target, somebody wounded, or whoever cast what is answered."""
        if link.target is not None and link.target != link.seat:
            return link.target
        hit = [seat for seat in link.wounds if seat != link.seat and link.wounds[seat]]
        if hit:
            return hit[0]
        aim = self.aim(link)
        answered = None if aim is None else next((each for each in self.links if each.card == aim.card), None)
        if answered is not None and answered.seat != link.seat:
            return answered.seat
        return 1 - link.seat if self.seats == 2 else link.seat  # noqa: PLR2004 - a duel has only one other player

    def aim(self, link: _Link) -> CardRef | None:
        """Return the Spell or card that a Spell is cast at."""
        return (link.done.spell or link.done.aimed) if isinstance(link.done, e.Cast) else None

    def cast(self, link: _Link, right: Seat) -> Half:
        """Return the caster's side: the Spell, its fate, its price, and everybody else that it wounded."""
        words, chips = self.words, []
        if link.fate in ("countered", "fizzled"):
            chips.append(Chip(words(f"warmage.strip.{link.fate}"), "bad"))
        if link.done.paid:
            chips.append(Chip(words("warmage.strip.pays", cards=words.list_cards(link.done.paid)), "cost"))
        others = [seat for seat in link.wounds if seat not in (link.seat, right) and link.wounds[seat]]
        if others:
            chips.append(Chip(words("warmage.strip.also", players=words.list_players(others)), "bad"))
        return Half(
            points=self.points(link, link.seat),
            names=(self.pool.name(link.card),),
            cards=(sigil_of(self.pool.by_id[link.card]),),
            out=link.fate == "countered",
            chips=tuple(chips),
            unplanned=True,
        )

    def answer(self, link: _Link, right: Seat) -> Half:
        """Return the other side: the card that the Spell was cast at, or its player."""
        aim, points = self.aim(link), self.points(link, right) if right != link.seat else None
        if aim is None and (right == link.seat or right not in (link.target, *link.wounds)):
            return Half(None)  # nothing happens to another player
        if aim is not None:
            return Half(points, (self.pool.name(aim.card),), (sigil_of(self.pool.by_id[aim.card]),), unplanned=True)
        return Half(points, note=self.words.name(right))

    def points(self, link: _Link, seat: Seat) -> tuple[int, int] | None:
        """Return how many Wounds a player had to go before and after a Spell, if that is known."""
        if seat not in link.before:
            return None
        return (link.before[seat], link.after.get(seat, link.before[seat]))

    def fall(self, link: _Link) -> Fall | None:
        """Return how the match ended, if the last Spell brought its caster's victory over somebody it wounded."""
        words, right = self.words, self.other(link)
        ended = next((fact for fact in self.facts if isinstance(fact, Ended)), None)
        points = self.points(link, right)
        if ended is None or ended.outcome.ranking[0] != (link.seat,) or not link.wounds[right] or points is None:
            return None
        own = link.after.get(link.seat)
        return Fall(
            side=1,
            told=words("strip.down", seat=SeatRef(right)),
            points=words("warmage.strip.fell", old=points[0], left=points[1]),
            left=words("strip.wins", seat=SeatRef(link.seat))
            if own is None
            else words("warmage.strip.to_go", left=own),
        )
