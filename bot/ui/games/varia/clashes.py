"""A moment of Varia in one line: which actions met, their dice and totals, who lost what, and what was likely."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from bot.ui.games.episodes import sentences
from bot.ui.games.varia.story import KINDS
from bot.ui.texts.words import Rendered, Value, Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.varia import events as e
from engine.games.varia.cards import action_of
from engine.games.varia.odds import Pool, expected_excess
from engine.games.varia.rulings import POWER_SIDES

TOO: Final = (e.Disrupted, e.Damaged, e.Healed, e.StacksGained, e.Moved, e.Queued)
"""What else is told of a moment."""


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


Detail: TypeAlias = Literal["dice", "total", "name", "outcome"]
"""How much is told of a clash: the dice, only their total, only who met whom, or that without the reasons."""


class Clash:
    """The facts of one moment's clash."""

    def __init__(self, facts: Sequence[Fact], words: Words, detail: Detail = "dice") -> None:
        self.words = words
        self.detail = detail
        self.actions = ActingCards()
        self.rolls: dict[tuple[Seat, e.Figure], e.Rolled] = {}
        self.hits: list[e.Hit] = []
        self.missed: list[e.Missed] = []
        self.faced: e.Faced | None = None
        self.healed: set[Seat] = set()
        for fact in facts:
            self.actions.note(fact)
            if isinstance(fact, e.Rolled):
                self.rolls.setdefault((fact.seat, fact.figure), fact)
            elif isinstance(fact, e.Hit):
                self.hits.append(fact)
            elif isinstance(fact, e.Missed):
                self.missed.append(fact)
            elif isinstance(fact, e.Faced):
                self.faced = fact
            elif isinstance(fact, e.Healed):
                self.healed.add(fact.seat)

    def name(self, seat: Seat) -> Rendered:
        """Return a player's action with the dice and the total of its power, if it rolled for power."""
        words, power = self.words, self.rolls.get((seat, "power"))
        cards = self.actions.of(seat)
        if power is None or self.detail in ("name", "outcome"):
            return words("varia.report.action", seat=SeatRef(seat), cards=cards)
        faces = " + ".join(str(power.face or face) for face in power.pools[power.kept]) or "0"
        plus = "" if not power.plus else f" + {power.plus}" if power.plus > 0 else f" − {-power.plus}"
        alone = self.detail == "total" or len(power.pools[power.kept]) + bool(power.plus) <= 1
        return words(
            "varia.report.rolled_die" if alone else "varia.report.rolled",
            seat=SeatRef(seat),
            cards=cards,
            sum=Rendered(f"{faces}{plus}"),
            total=power.total,
        )

    def sentences(self) -> Iterable[str]:
        """Yield a sentence for each attack, or one for both if they met."""
        words = self.words
        if len(self.hits) == 2 and self.faced is not None:  # noqa: PLR2004
            yield from self._met()
            return
        for hit in self.hits:
            yield self._hit(hit)
        yield from self.misses()
        if not self.hits and not self.missed:
            acting = [seat for seat in (0, 1) if self.actions.of(seat)]
            if len(acting) > 1:
                yield words("varia.report.nothing", first_action=self.name(0), second_action=self.name(1))
            elif acting:
                yield self.alone(acting[0])

    def alone(self, seat: Seat) -> Rendered:
        """Return what there is to say of a player's action that hit nobody: it heals, or is a block, or neither."""
        pool = self.words.cards
        figures = [action_of(pool.by_id[ref.card]) for ref in self.actions.of(seat)] if pool is not None else []
        blocks = any(each is not None and "block" in each.types for each in figures)
        kind = "heal" if seat in self.healed else "block" if blocks else "other"
        return self.words(f"varia.report.alone.{kind}", action=self.name(seat))

    def misses(self) -> Iterable[str]:
        """Yield a sentence for each attack that missed."""
        return map(self._missed, self.missed)

    def _met(self) -> Iterable[str]:
        """Yield the sentence about two attacks that both hit: the stronger one hurts."""
        words = self.words
        best, other = sorted(self.hits, key=lambda hit: -hit.dealt)
        if not best.dealt:
            yield words("varia.report.cancelled", action=self.name(best.seat), against=self.name(other.seat))
            return
        yield words(
            "varia.report.beaten",
            action=self.name(best.seat),
            against=self.name(other.seat),
            target=SeatRef(best.target),
            dealt=best.dealt,
        )

    def _hit(self, hit: e.Hit) -> str:
        words, other = self.words, 1 - hit.seat
        opposed = self.faced is not None
        values: dict[str, Value] = {"action": self.name(hit.seat), "target": SeatRef(hit.target), "dealt": hit.dealt}
        if not opposed:
            return words("varia.report.hit", **values)
        values["against"] = self.name(other)
        if hit.dealt or not hit.prevented:
            return words("varia.report.hit_against", **values)
        ways, of = self.faced.chance if self.faced is not None and self.faced.chance is not None else (1, 1)
        key = "varia.report.stopped" if ways == of or self.detail == "outcome" else "varia.report.stopped_at"
        return words(key, percent=round(100 * ways / of), **values)

    def _missed(self, miss: e.Missed) -> str:
        words, other = self.words, 1 - miss.seat
        if miss.why == "distance":
            return words("varia.report.short", action=self.name(miss.seat))
        if self.detail == "outcome":
            return words("varia.report.misses", action=self.name(miss.seat), against=self.name(other))
        focus, higher = (self.rolls.get((seat, "focus")) for seat in (miss.seat, other))
        ways, of = self.faced.chance if self.faced is not None and self.faced.chance is not None else (0, 1)
        return words(
            "varia.report.missed",
            action=self.name(miss.seat),
            against=self.name(other),
            focus=0 if focus is None else focus.total,
            higher=0 if higher is None else higher.total,
            percent=round(100 * ways / of),
        )

    def average(self, attacker: Seat, other: Seat | None) -> int | None:
        """Return the damage to be expected before the roll, rounded, or None if nothing was left to chance."""
        power = self.rolls.get((attacker, "power"))
        against = None if other is None else self.rolls.get((other, "power"))
        if power is None or not any(each is not None and each.pools[each.kept] for each in (power, against)):
            return None
        if power.again or (against is not None and against.again):
            return None
        nothing = Pool(0, POWER_SIDES)
        hurt = expected_excess(
            pool_of(power, POWER_SIDES), nothing if against is None else pool_of(against, POWER_SIDES)
        )
        if other is not None and self.faced is not None and self.faced.chance is not None:
            hurt *= Fraction(*self.faced.chance)
        return round(hurt)


def pool_of(fact: e.Rolled, sides: int) -> Pool:
    """Return the roll that a fact reports, as it was before it was made, with dice of that many sides."""
    times, sums = len(fact.pools) - 1, [sum(pool) for pool in fact.pools]
    improved = times if sums[fact.kept] == max(sums) else -times
    return Pool(len(fact.pools[fact.kept]), sides, fact.plus, improved, face=fact.face)


def line(facts: Sequence[Fact], words: Words, detail: Detail) -> str:
    """Return a moment in one line; empty if nothing happened in it."""
    clash = Clash(facts, words, detail)
    paid = [
        words("varia.report.paid", seat=SeatRef(fact.seat), hp=fact.hp, cards=fact.cards)
        for fact in facts
        if isinstance(fact, e.Performed) and fact.hp
    ]
    too = sentences((fact for fact in facts if isinstance(fact, TOO)), KINDS, words)
    return " ".join(sentence for sentence in (*paid, *clash.sentences(), too) if sentence)
