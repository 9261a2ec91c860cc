"""Hints: what a strong house player would do in a person's place, as far as that person can know.

The level of the house players at the table does not matter: a weak one would be a bad adviser.

There are none against other people, in tournaments, in lessons, which have a coach, and in puzzles.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.process_cards import cards_of
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.table import Table
from bot.host.match.unit_of_work import load
from bot.host.review.analysis import Rival, plan_of
from bot.storage import set_versions
from engine.contract import JSON, AnyGame, Decision, Forecast, Key, Message, Seat
from engine.dice import FairDice
from engine.players.analysis import brought
from engine.players.levels import STRONGEST
from engine.players.lines import Line, own_decision

SECONDS: Final = 2.0
"""The maximum time for the search, in seconds."""

COMPARING: Final = 1.0
"""The maximum time for the comparison of the two best ways, in seconds."""


class Hint(Struct, frozen=True):
    """A hint.

    Attributes:
        seat: the person's seat.
        ways: the labels of the options of the question that were tried, the one with the best line first.
        rival: the best line beside the best one that begins with another option; None if there is no other.
        then: what happens if nobody does anything more, once the best option has been chosen.
    """

    seat: Seat
    ways: tuple[Message, ...]
    rival: Rival | None
    then: tuple[Forecast, ...]


class Question(Struct, frozen=True):
    """A seat's position, to be searched in another process; `state` is a guess at it that the seat cannot refute."""

    game: AnyGame
    hashes: tuple[str, ...]
    contents: tuple[str, ...]
    guess: JSON
    seat: Seat
    seed: str


async def hint(host: Host, match: int, user: int) -> Hint:
    """Return a hint for a person's question. Raises NoSuchMatch, NotAtTable and Refused."""
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        seat = table.seat_of(user)
        if seat is None:
            raise NotAtTable(table.row)
        _check_company(table, seat)
        contents = tuple(await set_versions.contents(connection, table.row.sets))
        draft = table.draft(seat)
    if table.row.status != "running" or draft.asked is None:
        raise Refused(Message("hint.refused.no_question"))
    seed = f"hint {match} {draft.asked.id} {draft.revision}"
    guess = table.game.dump(table.game.determinize(draft.state, seat, FairDice.seeded(seed)))
    question = Question(table.game, tuple(table.row.sets), contents, guess, seat, seed)
    ways, rival = await host.worker_pool.run(search, question, user)
    if not ways:
        raise Refused(Message("hint.refused.several"))
    return Hint(seat, ways, rival, _then(table.game, draft.state, draft.asked, ways[0]))


def _check_company(table: Table, seat: Seat) -> None:
    """Raise Refused if other people play, a coach already helps, or it is a puzzle."""
    houses = any(row.house is not None for row in table.seats)
    if not houses or not table.alone(seat) or table.coaching is not None or table.attempt is not None:
        raise Refused(Message("hint.refused.people"))


def search(question: Question) -> tuple[tuple[Message, ...], Rival | None]:
    """Weigh the options of a question by the best line that begins with each, and compare the two best of these lines.

    There are no options, and no lines to compare, if an answer takes more than one option.
    """
    game, seat = question.game, question.seat
    state = game.load(question.guess, game.state_version, cards_of(game, question.hashes, question.contents))
    dice = FairDice.seeded(question.seed)
    asked = own_decision(game, state, seat)
    if asked is None or not asked.least <= 1 <= asked.most:
        return (), None
    labels: dict[tuple[Key, ...], Message] = {(option.key,): option.label for option in asked.options}
    lines: dict[tuple[Key, ...], Line] = {}
    for each in STRONGEST.weigh(game, state, seat, dice, _over(SECONDS)):
        _, keys = each.line[0]
        if keys in labels:
            lines.setdefault(keys, each.line)
    ways = tuple(labels[keys] for keys in lines)
    if len(lines) < 2:  # noqa: PLR2004 - two are compared
        return ways, None
    best, other, *_ = lines.values()
    gain = brought(game, state, seat, (best, other), dice, _over(COMPARING))
    return ways, Rival(plan_of(game, state, seat, best), plan_of(game, state, seat, other), gain)


def _over(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _then(game: AnyGame, state: Any, asked: Decision, best: Message) -> tuple[Forecast, ...]:
    """Return the forecast after an option; nothing after a final one, which would use chance."""
    options = tuple([each for each in asked.options if each.label == best][:1])
    found = game.outlooks(state, replace(asked, options=options, least=1, most=1))
    return next(iter(found.values()), ())
