"""Long drafts: a click plays only its own pick, however much has been planned before."""

from collections.abc import Sequence
from typing import Any

from bot.host.match.drafts import Pick, reached
from bot.host.match.position import DRAFTS, Position
from bot.storage.matches import DraftRow
from cardsdb.sets import shipped_cards
from engine.contract import Event, Key
from engine.dice import Dice
from engine.games.varia.rules import Varia


class CountingVaria(Varia):
    """Varia that notes which decisions are answered."""

    def __init__(self) -> None:
        self.answered: list[str] = []

    def apply(self, state: Any, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        self.answered.append(decision)
        return super().apply(state, decision, keys, dice)


def a_long_turn(game: Varia, actions: int) -> Any:
    hand = [f"Ashwood Mace#{number}" for number in range(actions)]
    return game.position({"step": "action", "seats": {"A": {"hand": hand}}}, shipped_cards(game))


def test_no_click_plays_the_whole_draft_again() -> None:
    game = CountingVaria()
    position = Position(a_long_turn(game, DRAFTS + 8))
    picks: list[Pick] = []
    for number in range(DRAFTS + 8):
        row = DraftRow(1, 0, picks=picks)
        draft = position.draft(game, row)
        assert draft.asked is not None
        assert len(draft.made) == number
        assert draft.state == reached(Varia(), position.state, 0, picks).state
        card = next(option.key for option in draft.asked.options if option.key.startswith("plan"))
        picks = [*picks, (draft.asked.id, [card])]
    first, _ = picks[0]
    assert game.answered.count(first) == 1
    undone = position.draft(game, DraftRow(1, 0, picks=picks[:-3]))
    assert (len(undone.made), game.answered.count(first)) == (len(picks) - 3, 1)


def test_a_draft_with_an_illegal_pick_ends_before_it() -> None:
    game = Varia()
    position = Position(a_long_turn(game, 3))
    start = position.draft(game, DraftRow(1, 0)).asked
    assert start is not None
    card = next(option.key for option in start.options if option.key.startswith("plan"))
    wrong: list[Pick] = [(start.id, [card]), ("A9", ["no such key"]), ("A10", ["lock"])]
    for count in range(1, 4):
        assert len(position.draft(game, DraftRow(1, 0, picks=wrong[:count])).made) == 1
