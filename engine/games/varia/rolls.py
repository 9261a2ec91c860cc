"""Dice rolls: throwing, rerolling, keeping and setting dice."""

from engine.contract import Seat, letter
from engine.games.varia import events
from engine.games.varia.odds import Pool
from engine.games.varia.play import VariaPlay
from engine.games.varia.rulings import MOST_DICE, MOST_ROLLS


def bounded(dice: int, sides: int, plus: int = 0, improved: int = 0, reroll: int = 0, face: int | None = None) -> Pool:
    """Return a roll, reduced to the limits for a single roll."""
    return Pool(
        min(dice, MOST_DICE), sides, plus, max(-MOST_ROLLS, min(MOST_ROLLS, improved)), min(reroll, sides - 1), face
    )


def throw(play: VariaPlay, seat: Seat, figure: events.Figure, pool: Pool) -> int:
    """Make a roll that is already `bounded`, report it, and return its total.

    A roll is the sum of all dice of one type, thrown once more for each Improved or Impaired left over; the best or
    the worst throw counts (seed, Making A Roll; rules, further rulings). Low dice are rerolled in every throw; dice are
    set to a fixed face after the roll, and `plus` is added last (rules, roll pipeline).
    """
    purpose = f"{figure}.{letter(seat)}"
    again: list[int] = []
    times = 1 if play.exhausted() else pool.throws
    throws = tuple(_dice(play, purpose, pool, again) for _ in range(times))
    sums = [sum(dice) for dice in throws]
    kept = sums.index(max(sums) if pool.improved > 0 else min(sums))
    total = (sums[kept] if pool.face is None else pool.face * pool.dice) + pool.plus
    play.tell(events.Rolled(seat, figure, throws, kept, pool.plus, total, tuple(again), pool.face))
    return total


def _dice(play: VariaPlay, purpose: str, pool: Pool, again: list[int]) -> tuple[int, ...]:
    """Throw a roll's dice once; low dice are rerolled and noted in `again`."""
    play.budget.spend(pool.dice)
    dice = [play.dice.roll(purpose, pool.sides) for _ in range(pool.dice)]
    for place, face in enumerate(dice):
        if face <= pool.reroll:
            again.append(face)
            dice[place] = play.dice.roll(purpose, pool.sides)
    return tuple(dice)
