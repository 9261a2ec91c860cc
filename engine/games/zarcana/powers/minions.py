"""Powers that bring minions onto the board, grow, move or turn them."""

from typing import ClassVar

from msgspec.structs import replace

from engine.games.zarcana.board import AROUND, Space, name
from engine.games.zarcana.pieces import Question, Use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.powers.handler import (
    FACING_OPTIONS,
    LOCK,
    Handler,
    full,
    minion_option,
    size_options,
    space_of,
    space_option,
    word,
)
from engine.games.zarcana.rulings import LARGE, POPULATION
from engine.games.zarcana.state import ZarcanaState
from engine.kit.keys import number_of


class GrowOrClone(Handler):
    """Cups, Empress, Strength: grow a minion by one size, or put another one of its size or smaller beside it."""

    first: ClassVar[str] = "growth"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require a piece of the right size in the stash and, for a clone, room in the space."""
        if self._grows(state, actor) or self._clones(state, use, actor):
            return None
        return "full" if full(state, use, state.minions[actor].space) else "no_piece"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask whether to grow or clone, and for a clone its size, then its orientation (rules, Q8)."""
        if use.step == "facing":
            return Question("facing", FACING_OPTIONS)
        options = [word("grow")] if self._grows(state, use.actor) else []
        options += size_options(self._clones(state, use, use.actor), "clone")
        if use.times:
            options.append(LOCK)
        return Question("growth", options, optional=use.times > 0)

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Grow at once; place a clone once its orientation is known."""
        key = keys[0]
        if use.step == "facing":
            minion = play.state.minions[use.actor]
            play.enter(minion.seat, use.picked, minion.space, number_of(key), "cloned")
            self.again(play, use, "growth")
        elif key == "grow":
            play.grow(use.actor)
            self.again(play, use, "growth")
        else:
            play.update(replace(use, step="facing", picked=number_of(key)))

    def _grows(self, state: ZarcanaState, actor: int) -> bool:
        minion = state.minions[actor]
        return minion.size < LARGE and state.players[minion.seat].stash[minion.size] > 0

    def _clones(self, state: ZarcanaState, use: Use, actor: int) -> list[int]:
        minion = state.minions[actor]
        return [] if full(state, use, minion.space) else state.smaller(minion.seat, minion.size)


class Move(Handler):
    """Wands, Chariot, Hermit: move to a neighbouring territory or wasteland space, and stand there."""

    first: ClassVar[str] = "move"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Forbid moves into the void (rules, Q9) and, if the limit applies, into a full space."""
        if self._ways(state, use, actor):
            return None
        return "full" if any(state.land(space) for space in self._around(state, use, actor)) else "void"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask in which direction to move."""
        options = [space_option(state, space) for space in self._ways(state, use, use.actor)]
        if use.times:
            options.append(LOCK)
        return Question("move", options, optional=use.times > 0)

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Move the minion."""
        play.move(use.actor, space_of(keys[0]))
        self.again(play, use, "move")

    def _around(self, state: ZarcanaState, use: Use, actor: int) -> list[Space]:
        minion = state.minions[actor]
        if state.power(use).directions == "any":
            return [minion.space + step for step in AROUND]
        return [minion.target]

    def _ways(self, state: ZarcanaState, use: Use, actor: int) -> list[Space]:
        around = self._around(state, use, actor)
        return [space for space in around if state.land(space) and not full(state, use, space)]


class Teleport(Handler):
    """Gateway: move to any other territory whose face-up top card has the same suit, and stand there."""

    first: ClassVar[str] = "space"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require the minion's own card to be face-up, and another territory of its suit with room."""
        if state.face_up(state.minions[actor].space) is None:
            return "face_down"
        if self._ways(state, use, actor):
            return None
        return "full" if self._alike(state, actor) else "no_same_suit"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask for the space to move to."""
        return Question("space", [space_option(state, space) for space in self._ways(state, use, use.actor)])

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Move the minion."""
        play.move(use.actor, space_of(keys[0]))
        play.close()

    def _alike(self, state: ZarcanaState, actor: int) -> list[Space]:
        here = state.minions[actor].space
        tops = {space: state.face_up(space) for space in state.stacks}
        suits = {space: state.cards.suit_of[state.card(top)] for space, top in tops.items() if top is not None}
        return sorted(space for space, suit in suits.items() if space != here and suit == suits.get(here))

    def _ways(self, state: ZarcanaState, use: Use, actor: int) -> list[Space]:
        return [space for space in self._alike(state, actor) if not full(state, use, space)]


class Create(Handler):
    """Lovers: place a minion of any size in any wasteland space without minions."""

    first: ClassVar[str] = "space"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require a wasteland space without minions, and a piece in the stash."""
        if not state.smaller(state.active, LARGE):
            return "no_piece"
        return None if any(not state.crowd(space) for space in state.wastelands()) else "no_wasteland"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask for the space, the size and the orientation (rules, Q8)."""
        if use.step == "space":
            spaces = [space for space in state.wastelands() if not state.crowd(space)]
            return Question("space", [space_option(state, space) for space in spaces])
        if use.step == "size":
            return Question("size", size_options(state.smaller(state.active, LARGE), "create"))
        return Question("facing", FACING_OPTIONS, about={"space": name(use.noted[0])})

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Place the minion once everything is known."""
        key = keys[0]
        if use.step == "space":
            play.update(replace(use, step="size", noted=(space_of(key),)))
        elif use.step == "size":
            play.update(replace(use, step="facing", picked=number_of(key)))
        else:
            play.enter(play.state.active, use.picked, use.noted[0], number_of(key), "created")
            play.close()


class PlaceMinion(Handler):
    """The first turn option: place a small minion on any territory that is not full (rules, Q11)."""

    first: ClassVar[str] = "space"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require that the player has no minion on the board (seed, The Eight Turn Options)."""
        if state.players[state.active].minions:
            return "has_minions"
        return None if any(len(state.crowd(space)) < POPULATION for space in state.stacks) else "full"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask for the space and the orientation (rules, Q8)."""
        if use.step == "facing":
            return Question("facing", FACING_OPTIONS, about={"space": name(use.noted[0])})
        spaces = sorted(space for space in state.stacks if len(state.crowd(space)) < POPULATION)
        return Question("space", [space_option(state, space) for space in spaces])

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Place the minion once both answers are known."""
        key = keys[0]
        if use.step == "space":
            play.update(replace(use, step="facing", noted=(space_of(key),)))
        else:
            play.enter(play.state.active, 1, use.noted[0], number_of(key), "placed")
            play.close()


class Reorient(Handler):
    """Turn any minions once each: the player's own or, with the Devil, all in its space and the neighbouring ones.

    Each minion gets a different orientation, so that something changes (rules, Q35).
    """

    first: ClassVar[str] = "reorient"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require a minion to turn; with the Devil, the acting minion is always there."""
        return None if actor or state.players[state.active].minions else "no_minion"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask for a minion, then for its new orientation."""
        if use.step == "facing":
            minion = state.minions[use.picked]
            options = [option for facing, option in enumerate(FACING_OPTIONS) if facing != minion.facing]
            return Question("facing", options, about={"space": name(minion.space)})
        left = [number for number in self._reach(state, use) if number not in use.noted]
        options = [minion_option(state, number) for number in state.alike(left)]
        if use.noted:
            options.append(LOCK)
        return Question("reorient", options, optional=bool(use.noted))

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Turn one minion and ask for the next."""
        key = keys[0]
        if use.step == "reorient":
            play.update(replace(use, step="facing", picked=number_of(key)))
            return
        play.turn(play.state.active, use.picked, number_of(key))
        noted = (*use.noted, use.picked)
        if all(number in noted for number in self._reach(play.state, use)):
            play.close()
        else:
            play.update(replace(use, step="reorient", noted=noted))

    def _reach(self, state: ZarcanaState, use: Use) -> tuple[int, ...]:
        if not use.actor:
            return state.players[state.active].minions
        space = state.minions[use.actor].space
        return tuple([number for step in (0, *AROUND) for number in state.crowd(space + step)])
