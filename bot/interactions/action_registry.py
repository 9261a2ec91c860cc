"""The actions of buttons, selects and modals: each module declares its own, with their access rules."""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import discord
from msgspec import Struct

from bot.host.access import Rule
from bot.interactions.answers import Answer, Front
from bot.ui.messages.custom_ids import CustomId

Act: TypeAlias = Callable[[Front, discord.Interaction, CustomId, list[str]], Coroutine[Any, Any, Answer]]
"""Takes the chosen or typed values, and returns the answer."""

Ask: TypeAlias = Callable[[Front, discord.Interaction, CustomId], Coroutine[Any, Any, discord.ui.Modal | Answer]]
"""Returns the modal that asks for something, or an answer that says why there is no modal."""

Kind: TypeAlias = Literal["deck", "match", "season", "tournament", "trade"]
"""A kind of row that a custom id can refer to."""

T = TypeVar("T", Act, Ask)


class Action(Struct, Generic[T], frozen=True):
    """What a button, a select or a modal does.

    Attributes:
        rule: the access rule.
        about: the kind of row whose number the custom id carries.
        private: whether the answer can only be a private message.
        anew: whether the answer is always a new message, never an update of the clicked one.
        back: the action that shows the clicked panel again if the person, asked whether they are sure, is not.
    """

    do: T
    rule: Rule
    about: Kind | None
    private: bool = True
    anew: bool = False
    back: str | None = None


class Actions:
    """The actions that a module handles.

    Args:
        rule: the access rule for actions that declare none.
        about: the kind of row whose number their custom ids carry.

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
        self,
        *names: str,
        rule: Rule | None = None,
        private: bool = True,
        anew: bool = False,
        back: str | None = None,
    ) -> Callable[[Act], Act]:
        """Declare the action of buttons or selects."""
        return self._declare(self.clicks, names, rule, private=private, anew=anew, back=back)

    def ask(self, name: str, *, rule: Rule | None = None) -> Callable[[Ask], Ask]:
        """Declare a button that asks for something in a modal."""
        return self._declare(self.asks, (name,), rule)

    def modal(self, name: str, *, rule: Rule | None = None) -> Callable[[Act], Act]:
        """Declare the action of a modal."""
        return self._declare(self.modals, (name,), rule)

    def _declare(
        self, table: dict[str, Action[T]], names: tuple[str, ...], rule: Rule | None, **how: Any
    ) -> Callable[[T], T]:
        def declare(do: T) -> T:
            for name in names:
                if name in table:
                    raise ValueError(name)
                table[name] = Action(do, rule or self.rule, self.about, **how)
            return do

        return declare
