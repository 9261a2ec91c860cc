"""Powers that build or move territory."""

from typing import ClassVar

from engine.games.zarcana.board import AROUND, Space
from engine.games.zarcana.pieces import Question, Use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.powers.handler import Handler, card_option, held, space_of, space_option
from engine.games.zarcana.state import ZarcanaState
from engine.kit.keys import number_of


class Build(Handler):
    """Discs, Wheel of Fortune, Temperance: put the top card of the draw pile on top of the target space."""

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Forbid building in the void (rules, Q9) or where another player's minion is (seed, Discs)."""
        space = state.minions[actor].target
        if not state.land(space):
            return "void"
        crowd = () if state.power(use).under_enemies else state.crowd(space)
        if any(state.minions[each].seat != state.active for each in crowd):
            return "enemies"
        return self.lacks(state, use)

    def lacks(self, state: ZarcanaState, use: Use) -> str | None:
        """Return why there is no card to build with, or None if there is one."""
        return None if state.drawable else "no_draw"

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Draw a card and place it; there is always a card, because the power requires one."""
        state = play.state
        card = play.top()
        if card is None:
            raise RuntimeError("there is no card to build with")
        space = state.minions[use.actor].target
        if state.power(use).face_down:
            play.build_face_down(state.active, card, space)
        else:
            play.build(state.active, card, space)
        play.close()


class BuildFromHand(Build):
    """Sun: build a card chosen from the hand, but not the Sun itself if that was played."""

    first: ClassVar[str] = "card"

    def lacks(self, state: ZarcanaState, use: Use) -> str | None:
        """Require another card in the hand."""
        return None if held(state, use) else "no_card"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask which card to build."""
        return Question("card", [card_option(state, card) for card in held(state, use)])

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Place the card."""
        state, card = play.state, number_of(keys[0])
        state.players[state.active].hand.remove(card)
        play.build(state.active, card, state.minions[use.actor].target)
        play.close()


class Transport(Handler):
    """Moon: move the top card of the minion's space, with all minions there, to another space without minions."""

    first: ClassVar[str] = "space"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require another space without minions."""
        return None if self._ways(state, state.minions[actor].space) else "no_destination"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask for the space to move to."""
        ways = self._ways(state, state.minions[use.actor].space)
        return Question("space", [space_option(state, space) for space in ways])

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Move the card there."""
        play.transport(play.state.active, play.state.minions[use.actor].space, space_of(keys[0]))
        play.close()

    def _ways(self, state: ZarcanaState, start: Space) -> list[Space]:
        """Return the possible destinations, computed with the card lifted (rules, Q22), except its own space (Q33)."""
        left = state.stacks.keys() - ({start} if len(state.stacks[start]) == 1 else set())
        wastelands = {space + step for space in left for step in AROUND}
        return sorted(space for space in (left | wastelands) - {start} if not state.crowd(space))
