"""Decks under chance: whatever two devices and hostile texts do, the database has what the person was told.

Every step either does as a plain model of it does, or is refused with a reason and changes nothing.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.host.decks import personal
from bot.host.decks.personal import MOST_DECKS, NAME_LENGTH, Bench, NoSuchDeck, key_of
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.storage import decks as deck_rows
from bot.storage.decks import DeckRow, folded
from cardsdb.deck_codes import LONGEST, DeckRefused, deck_code, deck_text
from cardsdb.sets import shipped_cards
from engine.contract import Deck
from engine.registry import GAMES
from tests.host.players import ADA, click
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

VARIA = GAMES["varia"]
CARDS = shipped_cards(VARIA)
IDS = [each.card for each in VARIA.deck_cards(CARDS)]
NAMES = st.sampled_from(["One", "ONE", "Two", " Two ", "Oathwarden", "@here", "\u202e", ""]) | st.text(max_size=40)
HELD = st.dictionaries(st.sampled_from(IDS), st.integers(1, 99), min_size=1, max_size=20)
SOUND = HELD.map(lambda cards: deck_text(Deck("Made", cards), CARDS)) | HELD.map(
    lambda cards: deck_code("varia", Deck("", cards))
)
HOSTILE = (
    st.text(max_size=300)
    | st.binary(max_size=300).map(lambda data: data.decode("latin-1"))
    | st.from_regex(r"(varia|artbot|zarcana|x)-[A-Za-z0-9_-]{0,80}", fullmatch=True)
    | st.integers(LONGEST - 3, LONGEST + 3).map(lambda length: ("9 Vigil\n" * length)[:length])
    | st.builds(lambda text, at, sign: text[:at] + sign + text[at:], SOUND, st.integers(0, 60), st.characters())
)


class Decks:
    """A host with a database of its own, whose work is done step by step in this thread."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = TemporaryDirectory()
        self.opened = sqlite(Path(self.folder.name))
        self.host = self.runner.run(self._open())

    async def _open(self) -> Host:
        host = Host(await self.opened.__aenter__(), GAMES, ManualClock(), SeededChance(7), HOOKS)
        await host.store_sets()
        return host

    def try_to(self, work: Any) -> Any:
        """Do something, and return what came of it: a result, or the refusal."""
        try:
            return self.runner.run(work)
        except (DeckRefused, NoSuchDeck) as refused:
            return refused

    def rows(self) -> list[DeckRow]:
        async def read() -> list[DeckRow]:
            async with self.host.database.reading() as connection:
                return await deck_rows.of_user(connection, ADA)

        return self.runner.run(read())

    def cards(self) -> dict[str, dict[str, int]]:
        return {row.name: row.cards for row in self.rows()}

    def close(self) -> None:
        self.runner.run(self.opened.__aexit__(None, None, None))
        self.runner.close()
        self.folder.cleanup()


@settings(deadline=None, max_examples=100)
@given(text=HOSTILE | SOUND, name=st.none() | NAMES)
def _import_anything(decks: Decks, text: str, name: str | None) -> None:
    before = decks.cards()
    came = decks.try_to(personal.take_in(decks.host, click(ADA), None, "varia", text, name, "New deck"))
    if isinstance(came, Bench):
        assert 0 < len(came.row.name) <= NAME_LENGTH
        assert came.row.cards
        assert decks.cards() == {**before, came.row.name: came.row.cards}
        decks.try_to(personal.drop(decks.host, click(ADA), came.row.id))
    else:
        assert came.reasons
    assert decks.cards() == before


def test_any_text_is_taken_in_whole_or_not_at_all() -> None:
    decks = Decks()
    try:
        _import_anything(decks)
    finally:
        decks.close()


class TwoDevices(RuleBasedStateMachine):
    """Somebody builds on two devices at once: each shows a deck as it was when it was last looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.decks = Decks()
        self.model: dict[str, dict[str, int]] = {}
        self.shown: list[Bench] = []

    def teardown(self) -> None:
        self.decks.close()

    def _did(self, came: Any) -> Bench | None:
        if isinstance(came, Bench):
            self.shown.append(came)
            return came
        assert isinstance(came, NoSuchDeck) or came.reasons
        return None

    def _free(self, name: str) -> bool:
        return folded(name.strip()) not in map(folded, self.model)

    @rule(name=st.none() | NAMES)
    def build(self, name: str | None) -> None:
        bench = self._did(self.decks.try_to(personal.build(self.decks.host, click(ADA), None, "varia", name, "New")))
        if bench is not None:
            self.model.setdefault(bench.row.name, {})

    @rule(text=SOUND | HOSTILE, name=st.none() | NAMES)
    def take_in(self, text: str, name: str | None) -> None:
        work = personal.take_in(self.decks.host, click(ADA), None, "varia", text, name, "New")
        bench = self._did(self.decks.try_to(work))
        if bench is not None:
            assert self._free(bench.row.name)
            self.model[bench.row.name] = bench.row.cards

    @rule(which=st.integers(0, 99), card=st.sampled_from(IDS[:6]), count=st.integers(-1, 100))
    def set_count(self, which: int, card: str, count: int) -> None:
        if not self.shown:
            return
        seen = self.shown[which % len(self.shown)].row
        work = personal.set_count(self.decks.host, click(ADA), None, seen.id, seen.revision, key_of(card), count)
        bench = self._did(self.decks.try_to(work))
        if bench is not None and bench.notice is None:
            assert bench.row.revision == seen.revision + 1
            held = {**self.model[bench.row.name], card: count}
            self.model[bench.row.name] = {each: number for each, number in held.items() if number}

    @rule(which=st.integers(0, 99), name=NAMES)
    def rename(self, which: int, name: str) -> None:
        if not self.shown:
            return
        seen = self.shown[which % len(self.shown)].row
        names = {row.id: row.name for row in self.decks.rows()}
        bench = self._did(self.decks.try_to(personal.rename(self.decks.host, click(ADA), None, seen.id, name)))
        if bench is not None:
            cards = self.model.pop(names[seen.id])
            assert self._free(bench.row.name)
            self.model[bench.row.name] = cards

    @rule(which=st.integers(0, 99))
    def copy(self, which: int) -> None:
        if not self.shown:
            return
        seen = self.shown[which % len(self.shown)].row
        bench = self._did(self.decks.try_to(personal.copy(self.decks.host, click(ADA), None, seen.id, None)))
        if bench is not None:
            assert self._free(bench.row.name)
            self.model[bench.row.name] = bench.row.cards

    @rule(which=st.integers(0, 99))
    def drop(self, which: int) -> None:
        if not self.shown:
            return
        came = self.decks.try_to(personal.drop(self.decks.host, click(ADA), self.shown[which % len(self.shown)].row.id))
        if isinstance(came, str):
            del self.model[came]

    @invariant()
    def the_database_has_what_people_were_told(self) -> None:
        assert self.decks.cards() == self.model
        assert len(self.model) <= MOST_DECKS


TestTwoDevices = TwoDevices.TestCase
TestTwoDevices.settings = settings(deadline=None, max_examples=12, stateful_step_count=15)
