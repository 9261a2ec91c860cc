"""Every exception has its place: in the tree of what people are told, or with those who handle it."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, cast

import pytest

import bot
import cardsdb
from bot.host.card_sets.uploads import Faulty
from bot.host.kernel import errors
from bot.host.kernel.errors import UserError
from bot.host.lobby.puzzles import PuzzleChanged
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.people.settings import WrongChannel
from bot.interactions.installations import NotHere
from bot.messenger.permissions import invitation
from bot.ui.texts.words import Words
from engine.contract import Message

if TYPE_CHECKING:
    from bot.storage.matches import MatchRow

KINDS: Final = {"NotFound", "NotAllowed", "Outdated", "UserError"}
"""The kinds, which are never raised themselves."""

TO_A_PERSON: Final = {"DeckRefused", "SetRefused", "Unavailable"}
"""What is refused below the bot, with all its reasons at once, and what a person may try again."""

TO_AN_OPERATOR: Final = {
    "AlreadyRunning", "BrokenCopy", "BrokenSetting", "Declined", "FalsePack", "Fault", "NoCard", "NoChannel",
    "NoService", "NoSheet", "NoSuchStep", "NotCopied", "NotMoved", "NotReached", "NotServed", "OtherRules",
    "ServiceMisconfigured", "SimulationRefused", "StartFailed", "TokenRefused", "Unverified", "WrongVersion",
}  # fmt: skip
"""What the command line says in one line."""

TO_NOBODY: Final = {
    "Conflict", "Diverged", "FalseDraw", "NoPage", "NotDrawn", "NotNow", "StorageGone", "Unbalanced",
    "UnknownCards", "WorkLost",
}  # fmt: skip
"""What the next module above handles, or what is an incident."""


def exceptions() -> Iterator[type[Exception]]:
    """Every public exception of the bot and of the card sets."""
    for package in (bot, cardsdb):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations." in found.name or found.name.endswith("__main__"):
                continue
            for each in vars(importlib.import_module(found.name)).values():
                if isinstance(each, type) and issubclass(each, Exception) and each.__module__ == found.name:
                    yield each


def told() -> list[type[UserError]]:
    return [each for each in exceptions() if issubclass(each, UserError) and each.__name__ not in KINDS]


def test_every_public_exception_has_its_place() -> None:
    elsewhere = {
        each.__name__
        for each in exceptions()
        if not (
            each.__name__.startswith("_") or issubclass(each, UserError) or each.__module__.startswith("bot.messenger")
        )
    }
    assert elsewhere == TO_A_PERSON | TO_AN_OPERATOR | TO_NOBODY


def test_the_tree_is_drawn_as_it_is() -> None:
    drawn, above = {}, {}
    for line in (errors.__doc__ or "").split("\n"):
        found = re.match(r"([ │├└─]*)([A-Z]\w+)(?:  |$)", line)
        if found is not None:
            above[found.end(1)] = found[2]
            drawn[found[2]] = above.get(found.end(1) - 4)
    assert drawn == {"UserError": None} | {
        each.__name__: each.__bases__[0].__name__
        for each in exceptions()
        if issubclass(each, UserError) and each is not UserError
    }


@pytest.mark.parametrize("error", told(), ids=lambda each: each.__name__)
def test_every_error_that_a_person_is_told_has_its_message(error: type[UserError]) -> None:
    made: dict[str, UserError] = {
        "Refused": errors.Refused(Message("lobby.refused.game")),
        "Unsure": errors.Unsure(Message("ask.tstart", {"title": "Friday", "entrants": 8})),
        "NotAtTable": NotAtTable(cast("MatchRow", SimpleNamespace(id=1, solo=False))),
        "WrongChannel": WrongChannel([1]),
        "NotHere": NotHere(1),
        "Faulty": Faulty([], 1),
        "PuzzleChanged": PuzzleChanged(None),
    }
    found = made[error.__name__] if error.__name__ in made else error()
    assert found.reason.id in Words(None).catalogue.ids
    assert not re.search(r"\{[a-z_]+\}", Words(None).message(found.reason))


def test_what_was_rendered_before_stays_as_it_is_in_a_message() -> None:
    words = Words(None)
    assert "<#1>, <#22>" in words.message(WrongChannel([1, 22]).reason)
    assert invitation(7) in words.message(NotHere(7).reason)
    assert str(NoSuchMatch(42)) == "42"
