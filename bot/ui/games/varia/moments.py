"""A moment of Varia in words: a sentence for each attack, its figures for small print, and what else happened."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from bot.ui.games.episodes import sentences
from bot.ui.games.report import is_over, last_before
from bot.ui.games.varia.episodes import KINDS
from bot.ui.texts.words import Rendered, Value, Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.varia import events as e
from engine.games.varia.cards import action_of
from engine.games.varia.odds import Pool, expected_excess
from engine.games.varia.rulings import POWER_SIDES
from engine.kit.facts import Standing
from engine.kit.forecasts import signed

HURTING: Final = (e.Damaged, e.Healed, e.Disrupted)
"""What else a moment came to."""

BESIDE: Final = (e.StacksGained, e.Moved, e.Queued)
"""What else happened in a moment, which decided nothing in it."""


Rolls: TypeAlias = Literal["none", "totals", "dice"]
"""What stands beside an action in a sentence: nothing, the total of its power, or that with the dice."""


class ActingCards:
    """The cards of both players' actions in a moment, as they are performed or become others."""

    def __init__(self) -> None:
        self._cards: dict[Seat, tuple[CardRef, ...]] = {}

    def note(self, fact: Fact) -> None:
        """Take notice of a fact of the moment."""
        if isinstance(fact, e.Performed | e.Joined):
            self._cards[fact.seat] = fact.cards
        elif isinstance(fact, e.Became) and fact.into:
            self._cards[fact.seat] = fact.into

    def of(self, seat: Seat) -> tuple[CardRef, ...]:
        """Return the cards of a player's action; empty if there is none."""
        return self._cards.get(seat, ())


class Moment:
    """What happened in one moment: whose actions met, with which rolls, and who lost what."""

    def __init__(self, number: int, facts: Sequence[Fact]) -> None:
        self.number, self.facts = number, facts
        self.actions = ActingCards()
        self.rolls: dict[tuple[Seat, e.Figure], e.Rolled] = {}
        self.hits = [fact for fact in facts if isinstance(fact, e.Hit)]
        self.missed = [fact for fact in facts if isinstance(fact, e.Missed)]
        self.faced = last_before(e.Faced, facts)
        for fact in facts:
            self.actions.note(fact)
            if isinstance(fact, e.Rolled):
                self.rolls.setdefault((fact.seat, fact.figure), fact)

    @property
    def losses(self) -> tuple[int, int]:
        """What each player lost to attacks."""
        lost = [0, 0]
        for hit in self.hits:
            lost[hit.target] += hit.dealt
        return (lost[0], lost[1])

    @property
    def moved(self) -> int:
        """How many health points changed hands."""
        others = sum(fact.amount for fact in self.facts if isinstance(fact, e.Damaged | e.Healed))
        return sum(self.losses) + others + sum(fact.hp for fact in self.facts if isinstance(fact, e.Performed))

    def line(self, words: Words, rolls: Rolls = "none") -> str:
        """Return everything that happened in a line, with some of the rolls; empty if nothing did."""
        return " ".join(filter(None, [self.paid(words), self.outcome(words, rolls), self.beside(words)]))

    def outcome(self, words: Words, rolls: Rolls = "none") -> str:
        """Return what the moment came to; empty if that is nothing."""
        return " ".join(filter(None, [*self.sentences(words, rolls), self._told(HURTING, words)]))

    def paid(self, words: Words) -> str:
        """Return what players paid with health points; empty for nothing."""
        paid = (fact for fact in self.facts if isinstance(fact, e.Performed) and fact.hp)
        return " ".join(
            words("varia.moment.paid", seat=SeatRef(fact.seat), hp=fact.hp, cards=fact.cards) for fact in paid
        )

    def beside(self, words: Words) -> str:
        """Return what else happened in the moment, and decided nothing; empty for nothing."""
        return self._told(BESIDE, words)

    def _told(self, kinds: tuple[type[Fact], ...], words: Words) -> str:
        return sentences((fact for fact in self.facts if isinstance(fact, kinds)), KINDS, words)

    def sentences(self, words: Words, rolls: Rolls = "none") -> list[str]:
        """Return a sentence for each attack, or one for both if they met, and for each action that met nothing."""
        names = [self._name(seat, words, rolls) for seat in (0, 1)]
        acting = [seat for seat in (0, 1) if self.actions.of(seat)]
        told: list[str] = [self._missed(miss, names, words, rolls) for miss in self.missed]
        if self.faced is not None and len(self.hits) > 1 and not all(hit.dealt for hit in self.hits):
            told.insert(0, self._met(names, words))
        else:
            told[:0] = [self._hit(hit, names, words, rolls) for hit in self.hits]
        if not told and len(acting) > 1:
            told = [words("varia.moment.nothing", first_action=names[0], second_action=names[1])]
        return [
            *told,
            *(
                self._alone(seat, names[seat], words)
                for seat in acting
                if not any(names[seat] in each for each in told)
            ),
        ]

    def usual(self, words: Words) -> list[str]:
        """Return what was to be expected of the attack that hit hardest; nothing if that is 0 or unknown."""
        best = max(self.hits, key=lambda hit: hit.dealt, default=None)
        average = None if best is None else self._average(best.seat, None if self.faced is None else 1 - best.seat)
        return [words("varia.moment.usual", change=signed(-average))] if average else []

    def _name(self, seat: Seat, words: Words, rolls: Rolls) -> Rendered:
        """Return a player's action, with its power if it rolled for that."""
        power, cards = self.rolls.get((seat, "power")), self.actions.of(seat)
        if power is None or rolls == "none":
            return words("varia.moment.action", seat=SeatRef(seat), cards=cards)
        plus = "" if not power.plus else f" + {power.plus}" if power.plus > 0 else f" − {-power.plus}"
        one = rolls == "totals" or len(power.pools[power.kept]) + bool(power.plus) <= 1
        return words(
            f"varia.moment.action_{'total' if one else 'sum'}",
            seat=SeatRef(seat),
            cards=cards,
            sum=Rendered(f"{_faces(power) or '0'}{plus}"),
            total=power.total,
        )

    def _alone(self, seat: Seat, name: Rendered, words: Words) -> Rendered:
        """Return what there is to say of an action that met nothing: it heals, or is a block, or neither."""
        pool = words.cards
        figures = [action_of(pool.by_id[ref.card]) for ref in self.actions.of(seat)] if pool is not None else []
        blocks = any(each is not None and "block" in each.types for each in figures)
        heals = any(isinstance(fact, e.Healed) and fact.seat == seat for fact in self.facts)
        return words(f"varia.moment.alone.{'heal' if heals else 'block' if blocks else 'other'}", action=name)

    def _met(self, names: Sequence[Rendered], words: Words) -> Rendered:
        """Return the sentence about two attacks that both hit: the stronger one hurts."""
        best, other = sorted(self.hits, key=lambda hit: -hit.dealt)
        values: dict[str, Value] = {"action": names[best.seat], "against": names[other.seat]}
        if not best.dealt:
            return words("varia.moment.cancelled", **values)
        return words("varia.moment.beaten", target=SeatRef(best.target), dealt=best.dealt, **values)

    def _hit(self, hit: e.Hit, names: Sequence[Rendered], words: Words, rolls: Rolls) -> Rendered:
        values: dict[str, Value] = {"action": names[hit.seat], "target": SeatRef(hit.target), "dealt": hit.dealt}
        if self.faced is None:
            return words("varia.moment.hit", **values)
        values["against"] = names[1 - hit.seat]
        if hit.dealt or not hit.prevented:
            return words("varia.moment.hit_against", **values)
        ways, of = self.faced.chance or (1, 1)
        key = "stopped" if ways == of or rolls == "none" else "stopped_at"
        return words(f"varia.moment.{key}", percent=round(100 * ways / of), **values)

    def _missed(self, miss: e.Missed, names: Sequence[Rendered], words: Words, rolls: Rolls) -> Rendered:
        if miss.why == "distance":
            return words("varia.moment.short", action=names[miss.seat])
        values = {"action": names[miss.seat], "against": names[1 - miss.seat]}
        if self.faced is None or self.faced.chance is None or rolls == "none":
            return words("varia.moment.misses", **values)
        focus, higher = (self.rolls.get((seat, "focus")) for seat in (miss.seat, 1 - miss.seat))
        ways, of = self.faced.chance
        return words(
            "varia.moment.misses_at",
            focus=0 if focus is None else focus.total,
            higher=0 if higher is None else higher.total,
            percent=round(100 * ways / of),
            **values,
        )

    def _average(self, attacker: Seat, other: Seat | None) -> int | None:
        """Return the damage to be expected before the roll, rounded, or None if nothing was left to chance."""
        power = self.rolls.get((attacker, "power"))
        against = None if other is None else self.rolls.get((other, "power"))
        if power is None or not any(each is not None and each.pools[each.kept] for each in (power, against)):
            return None
        if power.again or (against is not None and against.again):
            return None
        met = Pool(0, POWER_SIDES) if against is None else pool_of(against, POWER_SIDES)
        hurt = expected_excess(pool_of(power, POWER_SIDES), met)
        if other is not None and self.faced is not None and self.faced.chance is not None:
            hurt *= Fraction(*self.faced.chance)
        return round(hurt)


def split(facts: Sequence[Fact]) -> tuple[list[Fact], list[Moment]]:
    """Return the facts outside the moments, before or after them, and the moments that were played."""
    outside: list[Fact] = []
    moments: list[tuple[int, list[Fact]]] = []
    at = outside
    for place, fact in enumerate(facts, 1):
        if isinstance(fact, e.MomentBegan):
            at = []
            moments.append((fact.moment, at))
        else:
            at.append(fact)
        if isinstance(fact, Standing) and not is_over(facts[place : place + 1]):
            at = outside
    return outside, [Moment(number, found) for number, found in moments]


def points_after(points: Sequence[int], facts: Iterable[Fact]) -> tuple[int, ...]:
    """Return both players' health points after everything that changes them."""
    hp = list(points)
    for fact in facts:
        if isinstance(fact, e.Hit):
            hp[fact.target] -= fact.dealt
        elif isinstance(fact, e.Damaged):
            hp[fact.seat] -= fact.amount
        elif isinstance(fact, e.Healed):
            hp[fact.seat] += fact.amount
        elif isinstance(fact, e.Performed):
            hp[fact.seat] -= fact.hp
    return tuple(hp)


def pool_of(fact: e.Rolled, sides: int) -> Pool:
    """Return the roll that a fact reports, as it was before it was made, with dice of that many sides."""
    times, sums = len(fact.pools) - 1, [sum(pool) for pool in fact.pools]
    improved = times if sums[fact.kept] == max(sums) else -times
    return Pool(len(fact.pools[fact.kept]), sides, fact.plus, improved, face=fact.face)


def _faces(roll: e.Rolled) -> str:
    """Return the dice that count in a roll; empty if there are none."""
    return " + ".join(str(roll.face or face) for face in roll.pools[roll.kept])
