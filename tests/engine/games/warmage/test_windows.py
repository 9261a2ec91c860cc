"""Windows tell nothing: they open for the same seats whatever these hold, and answers are seen by nobody before they
close."""

from typing import Any

from hypothesis import given, settings

from engine.contract import SPECTATOR, AnyGame, Window
from engine.dice import FairDice
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.rules import WarMage
from engine.games.warmage.state import WarMageState
from engine.games.warmage.turn import advance
from tests.engine.random_tables import Step, begun, walk
from tests.engine.test_laws import SEEDS


def cast_steps(game: AnyGame, seed: int) -> list[Step]:
    """Picks of a random match after which a Chain was opened."""
    at, state, dice, chance = begun(game, seed)
    found: list[Step] = []
    before = None
    for step in walk(at, state, dice, chance):
        if before is not None and step.state.chain and not before.state.chain:
            found.append(before)
        before = Step(game.copy(step.state), step.decision, step.keys, step.number)
    return found


def opens_for_everybody(game: AnyGame, seed: int) -> None:
    """Whoever casts, all the other living players are asked, in the real match and in any that the caster may guess."""
    for step in cast_steps(game, seed):
        caster = step.decision.seat
        for draw in range(3):
            guess: Any = game.determinize(step.state, caster, FairDice.seeded("guess", draw))
            game.apply(guess, step.decision.id, step.keys, FairDice.seeded("cast", seed))
            wanted = [seat for seat in guess.clockwise(caster) if seat != caster]
            assert list(guess.window) == wanted
            asked = game.decisions(guess)
            assert all(isinstance(each.window, Window) for each in asked)
            in_order = guess.options.responses == "seat_order"
            assert [each.seat for each in asked] == (wanted[:1] if in_order else wanted)


def test_a_window_opens_whatever_hands_hold() -> None:
    @settings(deadline=None, max_examples=15)
    @given(SEEDS)
    def holds(seed: int) -> None:
        opens_for_everybody(WarMage(), seed)

    holds()


class AsksTheAble(WarMage):
    """Planted fault: opens windows only for who has an answer."""

    def apply(self, state: WarMageState, *rest: Any) -> Any:
        told = super().apply(state, *rest)
        if state.window:
            able = [asked.seat for asked in self.decisions(state) if asked.answerable]
            state.window = tuple(seat for seat in state.window if seat in able)
            state.open = None
            advance(WarMagePlay(state, FairDice.seeded("fault")))
        return told


def test_a_window_that_asks_the_able_alone_is_caught() -> None:
    caught = 0
    for seed in range(10):
        try:
            opens_for_everybody(AsksTheAble(), seed)
        except AssertionError:
            caught += 1
    assert caught


def test_nobody_sees_an_answer_before_the_window_closes() -> None:
    @settings(deadline=None, max_examples=15)
    @given(SEEDS)
    def holds(seed: int) -> None:
        game = WarMage()
        at, state, dice, chance = begun(game, seed)
        window, answered, shown = 0, 0, dict[int, Any]()
        for step in walk(at, state, dice, chance):
            viewers = [SPECTATOR, *range(len(at.seats))]
            now = {viewer: game.view(step.state, viewer) for viewer in viewers}
            if step.state.window and step.state.windows == window and state.options.responses != "seat_order":
                assert [viewer for viewer in viewers if now[viewer] != shown[viewer]] in ([], [answered])
            window, answered, shown = step.state.windows, step.decision.seat, now

    holds()
