"""Decks that people build, through Discord's own protocol: by the panel, as code and as text, and played with.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

from pathlib import Path

import pytest

from bot.storage import decks as deck_rows
from bot.storage.database import Database
from bot.ui.decks.personal import CardCount
from bot.ui.messages.custom_ids import parse
from bot.ui.texts.words import Words
from cardsdb.deck_codes import deck_code
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Deck
from engine.games.varia.decks import LEVEL_CONSTRUCTED, curve_of, deck_faults
from engine.registry import GAMES
from sandbox.client import Person, Refused
from sandbox.person import file_of
from sandbox.seen import Message, Outcome, parts_of
from tests.e2e.players import Player, all_of, begin, find, found, ids_of, play_out
from tests.interactions.room import Room
from tests.support.discord import Stage

VARIA = GAMES["varia"]
CARDS = shipped_cards(VARIA)
WORDS = Words(None, (), CARDS)
READY = [ready for each in shipped_sets(VARIA) for ready in each.decks]
FREE = [each.card for each in VARIA.deck_cards(CARDS) if each.group.rpartition(".")[2] in ("attack", "block", "skill")]
BUILT = Deck("Odds and Ends", dict.fromkeys(FREE[:10], 3))
"""Ten cards that need nothing, three of each: legal in Level Constructed, and no class's deck."""


class Builder:
    """A person in front of the bench."""

    def __init__(self, person: Person, panel: Message) -> None:
        self.person = person
        self.panel = panel

    async def begin_empty(self) -> None:
        """Start a new deck with no cards."""
        await self._press(found(self.panel, "deckempty"))

    async def begin_with(self, start: str) -> None:
        """Start a new deck from the one with this value."""
        select = next(each for each in self.panel.selects if start in dict(each.options))
        await self._answered(await self.person.select(self.panel, select.custom_id, [start]))

    def starts(self) -> list[tuple[str, str]]:
        """Return the decks to start from: the value and the label of each."""
        selects = (each for each in self.panel.selects if parse(each.custom_id).action == "deckstart")
        return [option for select in selects for option in select.options]

    async def hold(self, card: str, copies: int) -> None:
        """Find a card in its group, look at it, and set its number."""
        group = WORDS.plain(next(each.group for each in VARIA.deck_cards(CARDS) if each.card == card))
        name = CARDS.name(card)
        pages = [value for value, label in self._select("benchpage") if label.startswith(group)]
        for page in pages:
            await self._choose("benchpage", page)
            there = next((value for value, label in self._select("benchcard") if label.endswith(name)), None)
            if there is not None:
                await self._choose("benchcard", there)
                break
        numbers = (each for each in ids_of(self.panel) if each.action == "benchset")
        await self._press(str(next(each for each in numbers if CardCount.parse(each.argument).count == copies)))

    @property
    def told(self) -> str:
        """All that the panel says, in words or by its pictures' descriptions, without markdown."""
        return all_of(self.panel).replace("`", "")

    async def leave_card(self) -> None:
        """Look at the whole deck again: without pictures, the panel shows it all the time."""
        deck = find(self.panel, "bench")
        if deck is not None:
            await self._press(deck)

    def _select(self, action: str) -> tuple[tuple[str, str], ...]:
        return tuple(next(each.options for each in self.panel.selects if parse(each.custom_id).action == action))

    async def _choose(self, action: str, value: str) -> None:
        select = next(each.custom_id for each in self.panel.selects if parse(each.custom_id).action == action)
        await self._answered(await self.person.select(self.panel, select, [value]))

    async def _press(self, button: str) -> None:
        await self._answered(await self.person.click(self.panel, button))

    async def _answered(self, outcome: Outcome) -> None:
        """Wait for what a click makes of the panel: its pictures are late on a slow machine."""
        before = self.panel
        if outcome.kind == "update" and outcome.message is not None:
            self.panel = outcome.message
        else:
            assert outcome.reason is None
            self.panel = await self.person.wait_for(lambda each: each.id == before.id and each.raw != before.raw)


async def test_two_people_build_decks_and_play_with_them(stage: Stage, tmp_path: Path) -> None:
    """Ada by the panel, Ben by a text; a deck that does not fit is refused with every reason."""
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    builder = Builder(ada, await ada.finished(await ada.slash("deck build", deck=BUILT.name)))
    await builder.begin_empty()
    for card in BUILT.cards:
        await builder.hold(card, 3)
    assert WORDS("deck.fits") in builder.panel.text
    assert all(f"{ap} AP" in builder.told for ap in curve_of(BUILT.cards, CARDS))
    await builder.leave_card()
    assert "**30** of 30" in builder.panel.text
    assert all(CARDS.name(card) in builder.told for card in BUILT.cards)
    await refused_deck(ada)
    await import_text(ben)
    opened = await ada.slash("play", opponent=ben, pace="daily", deck=BUILT.name, format=LEVEL_CONSTRUCTED.name)
    assert opened.message is not None, opened.reason
    joined = await ben.click(opened.message, found(opened.message, "join"))
    assert joined.kind == "update", joined.reason
    seat = await ben.wait_for(lambda each: any(parse(select.custom_id).action == "deck" for select in each.selects))
    assert "Too many" not in [value for select in seat.selects for value, _ in select.options]
    await ben.select(seat, seat.selects[0].custom_id, ["Ben’s own"])
    lobby = ada.now(opened.message)
    await ada.until(lambda: "Ben’s own" in all_of(ada.now(lobby)), "the deck in the lobby")
    match = await begin(ada, lobby)
    await drop(ada, room)
    await play_out(room, [Player(room, ada, match), Player(room, ben, match)])
    assert (await room.row(match)).status == "over"


async def test_a_new_deck_starts_from_a_ready_one_or_from_ones_own(stage: Stage, tmp_path: Path) -> None:
    """Each can play from its first moment; nothing is stored before the choice, and to start empty comes last."""
    room = await Room.opened(stage, tmp_path, seed=3, pictures=True)
    ada = await room.client.person("Ada")
    builder = Builder(ada, await ada.finished(await ada.slash("deck build", deck="Mine", game="varia")))
    assert builder.panel.ephemeral
    assert [label for _, label in builder.starts()] == [ready.name for ready in READY]
    assert all(ready.name in builder.told for ready in READY)
    ids = [part["custom_id"] for part in parts_of(builder.panel.raw["components"]) if "custom_id" in part]
    assert parse(ids[-1]).action == "deckempty"
    assert builder.panel.attachments
    assert await named(room, ada) == []
    await builder.begin_with(f"ready {READY[0].name}")
    assert WORDS("deck.fits") in builder.panel.text
    assert find(builder.panel, "deckname") is not None
    assert await named(room, ada) == ["Mine"]
    card = next(iter(deck_of(READY[0], CARDS).cards))
    await builder.hold(card, 0)
    assert WORDS("deck.fits") not in builder.panel.text

    await ada.slash("deck import", code=deck_code("varia", BUILT), name=BUILT.name)
    again = Builder(ada, await ada.finished(await ada.slash("deck build", game="varia")))
    assert [label for _, label in again.starts()] == [*(ready.name for ready in READY), BUILT.name]
    await again.begin_with(again.starts()[-1][0])
    assert WORDS("deck.fits") in again.panel.text
    assert await named(room, ada) == ["Mine", BUILT.name, f"{BUILT.name} 2"]
    known = await ada.finished(await ada.slash("deck build", deck="mine"))
    assert find(known, "deckname") is not None
    refused = await ada.slash("deck build", deck=READY[0].name, game="varia")
    assert refused.message is not None
    assert "A ready-made deck is already called" in refused.message.text
    assert not refused.message.selects


async def named(room: Room, person: Person) -> list[str]:
    """Return the names of a person's stored decks."""
    database = Database(room.url)
    async with database.reading() as connection:
        names = [row.name for row in await deck_rows.of_user(connection, person.id)]
    await database.close()
    return names


async def refused_deck(ada: Person) -> None:
    """An illegal deck can be kept, and enters no table: every reason is said at once."""
    deck = Deck("Too many", {FREE[0]: 31, "thy-will-be-done": 1, "decapitate": 4})
    await ada.slash("deck import", code=deck_code("varia", deck), name=deck.name)
    opened = await ada.slash("play", house="pip", deck=deck.name)
    reasons = deck_faults(deck, CARDS, LEVEL_CONSTRUCTED)
    assert len(reasons) > 1
    assert opened.message is not None
    assert opened.message.ephemeral
    assert all(WORDS.message(reason) in opened.message.text for reason in reasons)


async def import_text(ben: Person) -> None:
    """A text with mistakes is refused line by line, and stores nothing; put right, it is a deck."""
    lines = ["# Ben’s own", *(f"{count} {CARDS.name(card)}" for card, count in BUILT.cards.items())]
    modal = await ben.slash("deck import")
    wrong = await ben.submit_modal(modal, {"text": "\n".join([*lines, "1 Dishonest Swing", "hello @everyone"])})
    assert wrong.message is not None
    assert all(f"Line {line}" in wrong.message.text for line in (len(lines) + 1, len(lines) + 2))
    listed = await ben.slash("deck list")
    assert listed.message is not None
    assert not listed.message.selects
    modal = await ben.slash("deck import")
    right = await ben.finished(await ben.submit_modal(modal, {"text": "\n".join(lines)}))
    assert find(right, "deckout") is not None


async def test_a_deck_is_imported_from_a_file(stage: Stage, tmp_path: Path) -> None:
    """The file of an export goes in as it came out; what is no text, or too long for a deck, is refused."""
    room = await Room.opened(stage, tmp_path, seed=3)
    ada = await room.client.person("Ada")
    code = deck_code("varia", BUILT)
    for content, told in (
        (b"\xff\xfe\x00", "as plain text"),
        (b"x" * 16_001, "a smaller file"),
        (b"", "This deck has none"),
    ):
        modal = await ada.slash("deck import")
        refused = await ada.finished(await ada.submit_modal(modal, {"file": [file_of("deck.txt", content)]}))
        assert told in refused.text
    modal = await ada.slash("deck import")
    with pytest.raises(Refused, match="only files of the types"):
        await ada.submit_modal(modal, {"file": [file_of("deck.png", code.encode())]})
    taken = await ada.finished(await ada.submit_modal(modal, {"file": [file_of("deck.txt", code.encode())]}))
    assert "**30** of 30" in taken.text


async def drop(ada: Person, room: Room) -> None:
    """Delete a deck that is being played with, after a question: the match has a copy of its own."""
    asked = await ada.slash("deck delete", deck=BUILT.name)
    assert asked.message is not None
    await ada.click(asked.message, found(asked.message, "deckdrop"))
    assert await named(room, ada) == ["Too many"]
