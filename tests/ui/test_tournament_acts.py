"""The list of what the organisers of a tournament have done."""

from pathlib import Path

from discord.ui import TextDisplay

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.tournament.tournament import look
from bot.ui.texts.words import Words
from bot.ui.tournaments.management import ManagedView, acts_page
from engine.registry import GAMES
from tests.host.tournament.organisers import announced
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite


async def test_a_list_without_acts_says_so(tmp_path: Path) -> None:
    """An old button can ask for it: Discord accepts no text without a letter."""
    async with sqlite(tmp_path) as database:
        host = Host(database, {"artbot": GAMES["artbot"]}, ManualClock(), SeededChance(1), HOOKS)
        await host.store_sets()
        found = await look(host, await announced(host, format="single", least="2"))
    view = acts_page(ManagedView(found), Words(None)).view
    assert view is not None
    texts = [part.content for part in view.walk_children() if isinstance(part, TextDisplay)]
    assert texts[1:] == ["Nothing yet."]
