"""A moment of Varia in two lines: the attack and its result, and in small print the totals, dice and odds."""

from collections.abc import Iterable, Sequence

from bot.ui.games.episodes import sentences
from bot.ui.games.varia.clashes import Clash
from bot.ui.games.varia.story import KINDS
from bot.ui.texts.words import Rendered, Words
from engine.contract import Fact, Seat, SeatRef
from engine.games.varia import events as e

HURTING = (e.Damaged, e.Healed, e.Disrupted)
"""What else a moment came to, which belongs in its first line."""

BESIDE = (e.StacksGained, e.Moved, e.Queued)
"""What else happened in a moment, which decided nothing in it."""


def headline(facts: Sequence[Fact], words: Words) -> str:
    """Return a moment as a line, and below it a small one with its figures if there are any; empty if nothing happened.

    The figures are those of what decided the moment: totals, dice, and the chance to hit or, if that was certain, the
    loss on average.
    """
    moment = _Moment(facts, words)
    first = [*moment.outcome(), sentences((fact for fact in facts if isinstance(fact, HURTING)), KINDS, words)]
    beside = [*moment.paid(), sentences((fact for fact in facts if isinstance(fact, BESIDE)), KINDS, words)]
    line, small = " ".join(filter(None, first)), [*moment.figures(), " ".join(filter(None, beside))]
    figures = " · ".join(filter(None, small))
    if not line or not figures:
        return line or figures
    return "\n".join([line, words("report.small", text=Rendered(figures))])


class _Moment:
    """A moment that is being put into words."""

    def __init__(self, facts: Sequence[Fact], words: Words) -> None:
        self.facts, self.words = facts, words
        self.clash = Clash(facts, words, "outcome")
        hits = sorted(self.clash.hits, key=lambda hit: -hit.dealt)
        self.best = hits[0] if hits else None
        missed = [miss for miss in self.clash.missed if miss.why == "focus"]
        self.missed = missed[0] if missed and self.best is None else None

    def outcome(self) -> Iterable[str]:
        """Yield who did what to whom, as a sentence for each attack."""
        hurt = [hit for hit in self.clash.hits if hit.dealt]
        if not hurt:
            yield from self.clash.sentences()
        for hit in hurt:
            action = self.clash.name(hit.seat)
            yield self.words("varia.headline.hits", action=action, target=SeatRef(hit.target), dealt=hit.dealt)
        if hurt:
            yield from self.clash.misses()

    def figures(self) -> Iterable[str]:
        """Yield the totals and the dice that met, and the chance to hit or, if that was certain, the average loss."""
        words, clash = self.words, self.clash
        attack = self.best or self.missed
        if attack is None:
            return
        kind: e.Figure = "power" if self.best is not None else "focus"
        blocked = self.best is not None and not self.best.dealt and clash.faced is not None
        first = 1 - attack.seat if blocked else attack.seat
        yield from self.totals((first, 1 - first) if clash.faced is not None else (first,), kind)
        chance = None if clash.faced is None or clash.faced.attacker != attack.seat else clash.faced.chance
        if chance is not None and 0 < chance[0] < chance[1]:
            yield words("varia.headline.chance", percent=round(100 * chance[0] / chance[1]))
            return
        average = clash.average(attack.seat, None if clash.faced is None else 1 - attack.seat)
        if average is not None:
            yield words("varia.headline.usual" if average else "varia.headline.usual_none", loss=average)

    def totals(self, seats: Sequence[Seat], kind: e.Figure) -> Iterable[str]:
        """Yield the totals of the players who met, with cards that the first line does not name, and their dice."""
        words, clash = self.words, self.clash
        rolls = [clash.rolls.get((seat, kind)) for seat in seats]
        totals = ["0" if roll is None else str(roll.total).replace("-", "−") for roll in rolls]
        if len(totals) > 1:
            first, second = map(Rendered, totals)
            if self.best is not None and self.best.dealt:
                second = words("varia.headline.cards", total=second, cards=clash.actions.of(seats[1]))
            yield words(f"varia.headline.{kind}_against", total=first, against=second)
        elif rolls[0] is not None:
            yield words(f"varia.headline.{kind}", total=Rendered(totals[0]))
        dice = [Rendered(faces) for roll in rolls if roll is not None and (faces := _faces(roll))]
        if len(dice) > 1:
            yield words("varia.headline.dice_against", dice=dice[0], against=dice[1])
        elif dice:
            yield words("varia.headline.dice", dice=dice[0])

    def paid(self) -> Iterable[str]:
        """Yield what each player paid with health points."""
        for fact in self.facts:
            if isinstance(fact, e.Performed) and fact.hp:
                yield self.words("varia.report.paid", seat=SeatRef(fact.seat), hp=fact.hp, cards=fact.cards)


def _faces(roll: e.Rolled) -> str:
    """Return the dice that count in a roll; empty if there are none."""
    return " + ".join(str(roll.face or face) for face in roll.pools[roll.kept])
