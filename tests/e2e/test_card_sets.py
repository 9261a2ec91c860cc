"""A server's own cards through Discord's own protocol: a broken file, a sound one, a match with its deck, deletion."""

from pathlib import Path

import pytest

from bot.ui.messages.custom_ids import CustomId
from cardsdb.sets import example, starter
from cardsdb.source import LONGEST
from engine.registry import GAMES
from sandbox.client import Person, Refused
from sandbox.person import file_of
from sandbox.seen import Message, Outcome
from tests.e2e.players import Player, Room, begin, found, play_out
from tests.support.discord import Stage

TRIALS = 90.0
"""How many seconds the trial matches with a set may take on a busy machine."""

EXAMPLE = example(GAMES["varia"])


async def upload(person: Person, content: bytes, name: str = "kitchen.toml", *, then: str | None = None) -> Message:
    """Upload a file, attached to the command or, if it is said what then, in the modal that comes without it."""
    file = file_of(name, content)
    if then is None:
        outcome = await person.slash("set upload", file=file)
    else:
        modal = await person.slash("set upload")
        outcome = await person.submit_modal(modal, {"file": [file], "then": then})
    return await person.finished(outcome, timeout=TRIALS)


def private(outcome: Outcome) -> Message:
    assert outcome.message is not None, outcome.reason
    assert outcome.message.ephemeral
    return outcome.message


@pytest.mark.timeout(300)  # a whole match of Varia by clicks
async def test_a_server_plays_with_its_own_cards(stage: Stage, tmp_path: Path) -> None:
    """A broken file, a sound one, a match with its deck; the set is deleted, the bot killed, and the match plays on."""
    room = await Room.opened(stage, tmp_path, seed=4)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await refused_files(ada)
    page = await looked_through(ada)
    enabled = await enabled_here_alone(ada, ben, page)

    opened = await ada.slash("play", opponent=ben, deck="Scullery", pace="daily")
    assert opened.message is not None, opened.reason
    assert "Kitchen fights" in opened.message.text
    await ben.click(opened.message, found(opened.message, "join"))
    lobby = ada.now(opened.message)
    match = await begin(ada, lobby)

    await deleted(ada, enabled)
    await room.bot.kill()
    await room.start()
    await play_out(room, [Player(room, ada, match), Player(room, ben, match)])
    row = await room.row(match)
    assert row.status == "over"
    assert "kettle-swing" in str(await room.facts(match))


async def test_a_set_is_uploaded_by_a_modal_and_played_with_at_once(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    assert "Kitchen fights" in (await upload(ada, EXAMPLE.encode(), then="look")).text
    assert "choose a deck from the list" in private(await ada.slash("play", opponent=ben, deck="Scullery")).text.lower()
    changed = EXAMPLE.replace("Kitchen fights", "Kitchen wars")
    assert "Kitchen wars" in (await upload(ada, changed.encode(), then="enable")).text
    opened = await ada.slash("play", opponent=ben, deck="Scullery", pace="daily")
    assert opened.message is not None, opened.reason
    assert "Kitchen wars" in opened.message.text


@pytest.mark.parametrize(("game", "deck"), [("varia", "Ladle and Friends"), ("warmage", "Six Lanterns + Hedge Spells")])
async def test_the_set_to_try_one_card_with_is_played_at_once(
    game: str, deck: str, stage: Stage, tmp_path: Path
) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await upload(ada, (starter(GAMES[game]) or "").encode(), then="enable")
    opened = await ada.slash("play", game=game, opponent=ben, deck=deck, pace="daily")
    assert opened.message is not None, opened.reason
    assert ("My first card" if game == "varia" else "Hedge Spells") in opened.message.text


async def test_no_file_that_is_not_a_set_can_be_chosen(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada = await room.client.person("Ada")
    for then in (None, "look"):
        with pytest.raises(Refused, match="only files of the types"):
            await upload(ada, EXAMPLE.encode(), name="kitchen.png", then=then)


async def refused_files(ada: Person) -> None:
    """Broken files are told every fault, and nothing is saved."""
    assert "no cards of its own" in private(await ada.slash("set list")).text
    helped = private(await ada.slash("set help", game="varia"))
    named = [file["filename"] for file in helped.attachments]
    assert named == ["varia-example.toml", "varia.schema.json", "varia-starter.toml"]
    assert "one card" in helped.text
    broken = EXAMPLE.replace("power = 3", 'power = "three"').replace("focus = -1", "focus = -100")
    told = (await upload(ada, broken.encode())).text
    wrong = [number for number, line in enumerate(broken.splitlines(), 1) if "three" in line or "-100" in line]
    assert len(wrong) == 2
    assert all(f"Line {number}" in told for number in wrong)
    assert "Fix 2 mistakes" in told
    assert "text in UTF-8" in (await upload(ada, b"\xff\xfe")).text
    for then in (None, "enable"):
        assert "a smaller file" in (await upload(ada, b"#" * (LONGEST + 1), then=then)).text
    assert "no cards of its own" in private(await ada.slash("set list")).text


async def looked_through(ada: Person) -> Message:
    """A sound file is saved, and all its cards can be looked at; the last page is given."""
    taken = await upload(ada, EXAMPLE.encode())
    assert "Kitchen fights" in taken.text
    page = private(await ada.click(taken, found(taken, "setshow")))
    assert "Kettle Swing" in page.text
    while not page.buttons[1].disabled:
        turned = await ada.click(page, page.buttons[1].custom_id or "")
        assert turned.message is not None
        assert turned.kind == "update"
        page = turned.message
    assert "Deck: Scullery" in page.text
    return page


async def enabled_here_alone(ada: Person, ben: Person, page: Message) -> Message:
    """Once it is enabled, by who may do that, everybody here finds its cards, and nobody in direct messages."""
    assert "choose a deck from the list" in private(await ada.slash("play", opponent=ben, deck="Scullery")).text.lower()
    assert "/settings" in private(await ben.slash("set enable", name="kitchen")).text
    await everybody_may(ada, int(ada.places["guilds"][0]["id"]))
    assert "not enabled" in private(await ben.slash("set disable", name="kitchen")).text
    enabled = private(await ada.click(page, found(page, "setenable")))
    assert "Enabled" in enabled.text
    assert [name for name, _ in (await ben.autocomplete("card", "name", "hot so")).choices] == ["Hot Soup"]
    assert "Scalded" in private(await ben.slash("card", name="Hot Soup")).text
    there = await ada.autocomplete("card", "name", "hot so", await ada.open_dm())
    assert not there.choices
    return enabled


async def everybody_may(ada: Person, guild: int) -> None:
    """The server's settings name the role that everybody has, and show it from then on."""
    role = str(CustomId("guild", argument="uploaders"))
    for _ in range(2):
        people = await ada.click(private(await ada.slash("settings")), str(CustomId("guildpage", argument="people")))
        assert (await ada.select(private(people), role, [guild])).kind == "update"


async def deleted(ada: Person, enabled: Message) -> None:
    """The set is given back as a file, deleted after a question, and old buttons say so."""
    given = private(await ada.slash("set download", name="kitchen"))
    assert [file["filename"] for file in given.attachments] == ["kitchen.toml"]
    asked = private(await ada.slash("set delete", name="varia.kitchen"))
    assert (await ada.click(asked, found(asked, "setdelete"))).kind == "update"
    assert "no cards of its own" in private(await ada.slash("set list")).text
    assert "Scalded" not in private(await ada.slash("card", name="Hot Soup")).text
    assert "no longer exists" in private(await ada.click(enabled, found(enabled, "setdisable"))).text
