"""The actions of buttons, selects and modals: each module declares its own, with who may do them."""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import discord
from msgspec import Struct

from bot.host.access import Rule
from bot.interactions.answers import Answer, Front
from bot.ui.custom_ids import CustomId

Act: TypeAlias = Callable[[Front, discord.Interaction, CustomId, list[str]], Coroutine[Any, Any, Answer]]
"""Takes what was chosen or typed, and returns the answer."""

Ask: TypeAlias = Callable[[Front, discord.Interaction, CustomId], Coroutine[Any, Any, discord.ui.Modal | Answer]]
"""Returns the modal in which something is asked for, or why there is none."""

Kind: TypeAlias = Literal["deck", "match", "tournament", "trade"]
"""A kind of row that a custom id is about."""

T = TypeVar("T", Act, Ask)


class Action(Struct, Generic[T], frozen=True):
    """What a button, a select or a modal does.

    Attributes:
        rule: who may do it.
        about: of which kind the row is whose number the custom id carries.
        private: whether its answer can only be a private message.
        anew: whether its answer is always a message of its own, never a change of the one that was clicked on.
    """

    do: T
    rule: Rule
    about: Kind | None
    private: bool = True
    anew: bool = False


class Actions:
    """The actions that a module answers.

    Args:
        rule: who may do them, unless an action says otherwise.
        about: of which kind the rows are whose numbers their custom ids carry.

    Attributes:
        clicks: what each button or select does.
        asks: the buttons that ask for something in a modal.
        modals: what each modal does.
    """

    def __init__(self, rule: Rule, about: Kind | None = None) -> None:
        self.rule = rule
        self.about = about
        self.clicks: dict[str, Action[Act]] = {}
        self.asks: dict[str, Action[Ask]] = {}
        self.modals: dict[str, Action[Act]] = {}

    def click(
        self, *names: str, rule: Rule | None = None, private: bool = True, anew: bool = False
    ) -> Callable[[Act], Act]:
        """Declare what buttons or selects do."""
        return self._declare(self.clicks, names, rule, private=private, anew=anew)

    def ask(self, name: str, *, rule: Rule | None = None) -> Callable[[Ask], Ask]:
        """Declare a button that asks for something in a modal."""
        return self._declare(self.asks, (name,), rule)

    def modal(self, name: str, *, rule: Rule | None = None) -> Callable[[Act], Act]:
        """Declare what a modal does."""
        return self._declare(self.modals, (name,), rule)

    def _declare(
        self, table: dict[str, Action[T]], names: tuple[str, ...], rule: Rule | None, **how: bool
    ) -> Callable[[T], T]:
        def declare(do: T) -> T:
            for name in names:
                if name in table:
                    raise ValueError(name)
                table[name] = Action(do, rule or self.rule, self.about, **how)
            return do

        return declare
