"""A game without decks is not spoken of as if it had some: in its tournaments and at its tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.tournament import creation, entry, rounds
from bot.host.tournament.tournament import look
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.lobby import table_setup
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Words
from bot.ui.tournaments import announcement, management, setup
from bot.ui.tournaments.player import player_panel
from engine.contract import AnyGame
from engine.registry import GAMES
from tests.host.players import ADA, click, opened
from tests.host.tournament.organisers import CHANNEL, GUILD, ORGANISER, settle
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite
from tests.ui.test_panel import usual_of


def offered(message: Outgoing) -> Iterator[str]:
    """Every text of a message: its words, and what its components are called, offer and do."""
    yield message.words.content or ""
    for item in message.view.walk_children() if message.view is not None else ():
        yield from (str(getattr(item, of, None) or "") for of in ("label", "placeholder", "custom_id"))
        for option in getattr(item, "options", ()):
            yield from (option.label, option.description or "")


async def said_of(host: Host, game: AnyGame) -> list[str]:
    """What a tournament and a table of a game say."""
    words, key, shown = Words(None), game.spec.key, list[Outgoing]()
    made = await creation.create(host, click(ORGANISER), GUILD, CHANNEL, key, "Friday")
    assert made is not None
    number = made.row.id
    draft = await creation.arrange(host, click(ORGANISER), number, "hidden", "yes", manages=False)
    shown += [setup.draft(draft, page, game, words) for page in (None, *range(len(setup.PAGES)))]
    await creation.announce(host, click(ORGANISER), number, manages=False)
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    for _ in range(2):
        found = await look(host, number)
        shown.append(announcement.announcement(found, game, words))
        shown.append(management.player(found, 0, words))
        shown.append(player_panel(await entry.own(host, number, 1), 0, words))
        if found.row.status == "open":
            await rounds.start(host, click(ORGANISER), number, manages=False)
            await settle(host)
    table = await opened(host, game=key)
    shown.append(lobby_ui.lobby(table, game, usual_of(game), Words(None, table.players)))
    at_table = Words(None, table.players)
    shown += [table_setup.table(table, ADA, game, at_table, more=more) for more in (False, True)]
    return [text for each in shown for text in offered(each)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_only_games_with_decks_speak_of_decks(tmp_path: Path, game: AnyGame) -> None:
    async with sqlite(tmp_path) as database:
        host = Host(database, {game.spec.key: game}, ManualClock(), SeededChance(1), HOOKS)
        await host.store_sets()
        said = [text for text in await said_of(host, game) if "deck" in text.lower()]
        assert bool(said) == game.spec.decks, said
