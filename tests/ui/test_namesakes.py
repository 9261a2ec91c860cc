"""Two people of one name are distinguished wherever they are named: at tables of all games, and in tournaments."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord.ui import Select

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.match.players import Player
from bot.host.tournament import entry, rounds
from bot.host.tournament.meetings import meetings_of
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import Tournament, look
from bot.ui.games import RENDERERS
from bot.ui.games.turns import turn_picture
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Rendered, Spoken, Words
from bot.ui.tournaments import announcement, exports, management, texts
from bot.ui.tournaments.bracket import tree_of
from bot.ui.tournaments.pictures.bracket import bracket_picture
from bot.ui.tournaments.pictures.knockout import knockout_picture
from bot.ui.tournaments.pictures.pairings import pairings_picture
from bot.ui.tournaments.pictures.podium import podium_picture
from bot.ui.tournaments.tournament_view import view_of
from engine.contract import SPECTATOR, AnyGame, seen
from engine.registry import GAMES
from sandbox.description import EVERYDAY_NAMES
from tests.engine.random_tables import begun, walk
from tests.host.players import click
from tests.host.tournament.organisers import ORGANISER, announced, play_to_the_end, settle
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

NAME = "Sam"
BARE = re.compile(rf"(?:\b{NAME}\b|<@\d+>)(?! \(\d+\))")
"""A namesake's name or mention without a number."""

PICTURED = 6
"""The steps of a match after which its pictures are drawn."""


class Careless(Words):
    """Words that forget to distinguish namesakes."""

    def namesake(self, name: Rendered, number: int) -> Rendered:
        return name


class CarelessSpoken(Careless, Spoken):
    """The same for pictures."""


def said_in(game: AnyGame, kind: type[Words], spoken: type[Words]) -> Iterator[str]:
    """What is said and offered in a match between two people of one name, and what its pictures are described as."""
    renderer = RENDERERS[game.spec.key]
    at, state, dice, chance = begun(game, 1)
    rows = [Player(user=100 + seat, name=NAME) for seat in range(len(at.seats))]
    for number, step in enumerate(walk(at, state, dice, chance)):
        words = kind(None, rows, at.cards)
        view = game.view(step.state, SPECTATOR)
        yield from (renderer.step(view, words), renderer.board(view, words), renderer.question(step.decision, words))
        yield from (spoken(None, rows, at.cards).label(option.label) for option in step.decision.options)
        facts = seen(game.apply(game.copy(step.state), step.decision.id, step.keys, dice), SPECTATOR)
        yield from (line for part in renderer.story(facts, words) for line in (part.line, *part.particulars))
        yield from renderer.report(facts, (), words)
        if number < PICTURED:
            pictures = (renderer.board_picture(view, words), turn_picture(renderer, facts, (), words))
            yield from (picture.description for picture in pictures if picture is not None)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_two_people_of_one_name_are_distinguished_all_match_long(game: AnyGame) -> None:
    said = [*said_in(game, Words, Spoken)]
    assert [text for text in said if BARE.search(text)] == []
    assert any(f"{NAME} (1)" in text for text in said)
    assert any("<@101> (2)" in text for text in said)
    assert [text for text in said_in(game, Careless, CarelessSpoken) if BARE.search(text)]


def choices_in(message: Outgoing) -> Iterator[str]:
    """What a message's selects offer."""
    assert message.view is not None
    for item in message.view.walk_children():
        if isinstance(item, Select):
            yield from (option.label for option in item.options)


def told_of(found: Tournament, words: Words) -> Iterator[str]:
    """What the pages, posts, pictures, files and selects of a knockout say."""
    event, tree, places = view_of(found), tree_of(found), course.places(found.course)
    table, meetings = course.knockout_table(found.course), meetings_of(found)
    yield from texts.knockout(event, table, words)
    yield from texts.pairings(event, 0, meetings_of(found, 1), words)
    yield from (pairings_picture(event, 0, meetings_of(found, 1), words).description,)
    yield knockout_picture(event, table, 0, words).description
    if tree is not None:
        yield from texts.bracket(event, tree, words)
        yield bracket_picture(event, tree, 0, words).description
        for entrant in found.members:
            yield from texts.player_pages(event, entrant.number, meetings, words, (), tree)
    if found.row.status == "over":
        yield texts.podium(event, places, words)
        yield podium_picture(event, places, words).description
        yield exports.series_csv(exports.report(event, places, (), meetings, tree)).decode()
    yield announcement.announcement(found, GAMES[found.row.game], words).words.content or ""
    yield from choices_in(management.panel(management.ManagedView(found), words))
    for meeting in meetings:
        for shown in (management.series(found, meeting, words), management.player(found, meeting.series.first, words)):
            yield shown.words.content or ""


async def test_everyday_people_of_a_tournament_are_distinguished(tmp_path: Path) -> None:
    namesakes = {user for user, name in enumerate(EVERYDAY_NAMES.values(), 1) if name == NAME}
    mentions = "|".join(map(str, sorted(namesakes)))
    bare = re.compile(rf"(?:\b{NAME}\b|<@(?:{mentions})>)(?! \(\d+\))")
    async with sqlite(tmp_path) as database:
        host = Host(database, {"artbot": GAMES["artbot"]}, ManualClock(), SeededChance(1), HOOKS)
        await host.store_sets()
        number = await announced(host, format="single", least="2")
        for user, name in enumerate(EVERYDAY_NAMES.values(), 1):
            await entry.join(host, click(user), number, name, ())
        states = [await look(host, number)]
        await rounds.start(host, click(ORGANISER), number, manages=False)
        await settle(host)
        states += [await look(host, number), await play_to_the_end(host, number)]
    said: list[Any] = [text for found in states[1:] for text in told_of(found, Words(None))]
    offered = [*choices_in(management.panel(management.ManagedView(states[0]), Words(None)))]
    assert {f"{NAME} ({player})" for player in namesakes} <= {*offered}
    said += offered
    assert [text for text in said if bare.search(text)] == []
    for player in sorted(namesakes):
        assert any(f"{NAME} ({player})" in text for text in said)
    assert [text for text in told_of(states[1], Careless(None)) if bare.search(text)]
