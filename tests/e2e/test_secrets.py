"""Nothing reaches a person that the person may not know: neither by what is said nor by when it is said."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from bot.storage import matches
from bot.storage.database import Database
from bot.ui.messages.custom_ids import CustomId, parse
from engine.text import slug
from sandbox.person import Person
from tests.e2e.players import STEP, Player, Room, news
from tests.e2e.secrecy import Secrets, find, matches_in
from tests.support.discord import Stage


async def test_no_name_of_a_card_reaches_whom_it_is_hidden_from(stage: Stage, tmp_path: Path) -> None:
    """The probe's runes have names that mean nothing; Varia's decks share few cards."""
    room = await Room.opened(stage, tmp_path, seed=11, pictures=True)
    for game, names in (("probe", ("Ada", "Ben", "Cleo")), ("varia", ("Ada", "Ben"))):
        people = [await room.client.person(name) for name in names]
        match = await room.seated(game, people)
        secrets = Secrets(room, match, people)
        players = [Player(room, person, match) for person in people]
        for _ in range(60):
            acted = [await player.act() for player in players]
            await secrets.check()
            if not any(acted) and not await news(players):
                room.advance(STEP)
        assert sum(secrets.looked) > 100


POST = re.compile(r"#\d+\.(\d+)")
"""The mark of a post: its match and its number."""

PLANTS: dict[str, Any] = {
    "content": {"type": "message", "message": {"content": "Ember Fox"}},
    "embed": {"type": "update", "message": {"embeds": [{"fields": [{"name": "a", "value": "the *Ember Fox*!"}]}]}},
    "footer": {"type": "message", "message": {"embeds": [{"footer": {"text": "ember fox"}}]}},
    "label": {"type": "update", "message": {"components": [{"components": [{"label": "Ember Fox"}]}]}},
    "custom id": {"type": "message", "message": {"components": [{"custom_id": "1.pick.1.A1.0.Ember Fox"}]}},
    "option value": {"type": "message", "message": {"components": [{"options": [{"value": "ember fox"}]}]}},
    "file name": {"type": "message", "message": {"attachments": [{"filename": "Ember Fox.png"}]}},
    "alt text": {"type": "message", "message": {"attachments": [{"description": "a card: Ember Fox"}]}},
    "modal": {"type": "click", "outcome": {"modal": {"components": [{"placeholder": "Ember Fox"}]}}},
    "suggestion": {"type": "autocomplete", "outcome": {"choices": [["Ember Fox", 1]]}},
    "second line": {"type": "message", "message": {"content": "one\nEmber Fox\nthree"}},
    "private answer": {"type": "slash", "outcome": {"message": {"content": "**Ember\\ Fox**", "flags": 64}}},
}


@pytest.mark.parametrize("kind", PLANTS)
def test_a_planted_leak_is_found_in_each_kind_of_message(kind: str) -> None:
    assert find([PLANTS[kind]], {"Ember Fox"})
    assert not find([PLANTS[kind]], {"Ash Wolf"})


@pytest.mark.parametrize("match", [4, 40, 400, 4000])
def test_what_a_button_acts_on_is_the_match_that_is_spoken_of(match: int) -> None:
    panel = {"content": f"Match {match}", "custom_id": str(CustomId("undo", match))}
    assert matches_in(panel) == {match}


async def test_a_window_tells_nothing_until_something_is_played(stage: Stage, tmp_path: Path) -> None:
    """Ben can answer in one run, and has nothing to answer with in the other; he passes at the same moment."""
    with_hand = await window_of(stage, tmp_path, empty=False, clicks=True)
    without = await window_of(stage, tmp_path, empty=True, clicks=True)
    assert with_hand == without
    assert with_hand, "the others hear of the window"


async def test_the_window_test_sees_a_difference(stage: Stage, tmp_path: Path) -> None:
    with_hand = await window_of(stage, tmp_path, empty=False, clicks=False)
    without = await window_of(stage, tmp_path, empty=True, clicks=False)
    assert with_hand != without, "who could have answered and waits is not passed"


async def window_of(stage: Stage, folder: Path, *, empty: bool, clicks: bool) -> list[tuple[int, str, str]]:
    """What Ada and Cleo hear, second by second, while a window is open in which they pass at once."""
    room = await Room.opened(stage, inside(folder, f"{empty} {clicks}"), seed=21, pictures=True)
    people = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    match = await room.seated("probe", people, pace="live")
    ada, ben, cleo = players = [Player(room, person, match) for person in people]
    room.advance(60)  # past the time for which a new lobby is left to the command that opened it
    await room.calm(players)
    room.freeze()
    await until_sealed(room, players)
    room.advance(0.5)  # no wait ends just when the clock is moved
    if empty:
        await empty_hand(room, match, ben)
    pressed = {1: (ada, "none"), 2: (cleo, "none")} | ({3: (ben, "none")} if clicks else {})
    return await heard_by((ada, cleo), room, players, pressed)


async def heard_by(
    listeners: Sequence[Player], room: Room, players: list[Player], clicks: Mapping[int, tuple[Player, str]]
) -> list[tuple[int, str, str]]:
    """What some people hear, second by second, while others press an option's button in certain seconds."""
    heard: list[tuple[int, str, str]] = []
    marks = {player: len(player.person.heard) for player in listeners}
    first = (await room.posts(listeners[0].match))[0].id
    for second in range(15):
        if second in clicks:
            await press(*clicks[second])
        await room.calm(players)
        for player, mark in marks.items():
            heard += [(second, player.person.name, line) for line in lines(player.person, mark, first)]
            marks[player] = len(player.person.heard)
        room.advance(1)
    return heard


async def test_a_window_of_warmage_tells_nothing_of_a_hand(stage: Stage, tmp_path: Path) -> None:
    """A Spell is cast; one player holds nothing but counters in one run, and nothing to answer with in the other."""
    able = await warmage_window_of(stage, tmp_path, "Undertow")
    unable = await warmage_window_of(stage, tmp_path, "Salve")
    assert able == unable
    assert able, "the others hear of the window"


async def warmage_window_of(stage: Stage, folder: Path, held: str) -> list[tuple[int, str, str]]:
    """What the caster and a third player hear while somebody with a certain hand has the time to answer, and passes."""
    room = await Room.opened(stage, inside(folder, held), seed=21, pictures=True)
    people = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    match = await room.seated("warmage", people, pace="live")
    players = [Player(room, person, match) for person in people]
    room.advance(60)
    await room.calm(players)
    room.freeze()
    caster, holder, third = await deal(room, match, players, held)
    await press(caster, "deck")
    await room.calm(players)
    await press_labelled(caster, "Roaring Pyre")
    room.advance(0.5)
    await room.calm(players)
    assert "I pass for you" in (await third.shown()).text
    able = "Do you answer?" in (await holder.shown()).text
    return await heard_by((caster, third), room, players, {2: (holder, "pass")} if able else {})


@asynccontextmanager
async def changed_state(room: Room, match: int) -> AsyncIterator[tuple[dict[str, Any], list[matches.SeatRow]]]:
    """Give a match's stored state and its seats, and store the state as it is then left."""
    database = Database(room.url)
    async with database.transaction() as tx:
        row = await matches.get(tx, match)
        assert row is not None
        assert row.state is not None
        yield row.state, await matches.seats_of(tx, match)
        await matches.change(tx, row, {"state": row.state})
    await database.close()


async def deal(room: Room, match: int, players: list[Player], held: str) -> tuple[Player, Player, Player]:
    """Give whose turn it is a Spell to cast, and the next player a hand of one; return all three in turn order."""
    async with changed_state(room, match) as (state, seats):
        active, count = state["active"], len(players)
        for seat, spell in ((active, "Roaring Pyre"), ((active + 1) % count, held)):
            for number in state["players"][seat]["hand"]:
                state["instances"][number]["card"] = slug(spell)
    by_seat = {seat.seat: player for seat in seats for player in players if player.person.id == seat.user}
    return by_seat[active], by_seat[(active + 1) % count], by_seat[(active + 2) % count]


async def press_labelled(player: Player, label: str) -> None:
    """Choose an option by its label, on a button or in a select."""
    panel = await player.shown()
    named = (each for each in panel.buttons if each.label.lstrip("0123456789 ") == label)
    button = next((each for each in named if each.custom_id), None)
    if button is not None and button.custom_id is not None:
        await player.person.click(panel, button.custom_id)
        return
    chooser, value = next((each, value) for each in panel.selects for value, shown in each.options if shown == label)
    await player.person.select(panel, chooser.custom_id, [value])


async def until_sealed(room: Room, players: list[Player]) -> None:
    """Let people play at random until the window is open, each only when all has arrived, so that it repeats."""
    for player in cycle(players):
        await room.calm(players)
        if "(sealed)" in (await players[0].shown()).text:
            break
        await player.act()


def lines(person: Person, mark: int, first: int) -> list[str]:
    """What somebody has heard since, message by message, in whatever order it came within the second.

    Posts are numbered across all matches of a bot, here from the match's `first` post.
    """
    fresh = [each for each in person.heard[mark:] if each["type"] in ("message", "update", "delete")]
    return sorted(POST.sub(lambda post: f"post {int(post[1]) - first}", summary(each, person)) for each in fresh)


def inside(folder: Path, name: str) -> Path:
    """A folder of its own in another."""
    (folder / name).mkdir()
    return folder / name


async def empty_hand(room: Room, match: int, player: Player) -> None:
    """Take a player's hand away, so that there is nothing to answer with."""
    async with changed_state(room, match) as (state, seats):
        seat = next(each.seat for each in seats if each.user == player.person.id)
        state["hands"][seat] = []


async def press(player: Player, key: str) -> None:
    """Press the button of an option on the person's panel."""
    panel = await player.shown()
    ids = [button.custom_id for button in panel.buttons if button.custom_id]
    await player.person.click(panel, next(each for each in ids if parse(each).argument == key))


def summary(heard: dict[str, Any], person: Person) -> str:
    """What somebody hears of something, without the ids that Discord gives."""
    message = heard.get("message") or {}
    private = int(message.get("channel_id") or heard.get("channel_id") or 0) == person.dm_id
    public = "" if private else f"{message.get('content')} {message.get('embeds')}"
    return re.sub(r"\d{10,}", "N", f"{heard['type']} {'private' if private else public}")
