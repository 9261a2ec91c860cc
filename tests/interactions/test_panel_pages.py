"""What the buttons below a panel's question show stands on the panel itself, until its reader goes back."""

from pathlib import Path

from bot.ui.messages.widgets import HERE
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Player, find, found
from tests.interactions.room import Room
from tests.support.discord import Stage


async def pressed(person: Person, panel: Message, action: str) -> Message:
    """Press a button of a panel, which stays the same message."""
    outcome = await person.click(panel, found(panel, action))
    assert outcome.kind == "update", outcome.reason
    assert outcome.message is not None
    assert outcome.message.id == panel.id
    return outcome.message


async def opened(stage: Stage, folder: Path) -> tuple[Room, Player, Message]:
    """Begin a match of Varia against a house player, until its person's panel asks something."""
    room = await Room.opened(stage, folder, seed=2, pictures=True)
    ada = await room.client.person("Ada")
    player = Player(room, ada, await room.open_match(house="pip"))
    await room.calm([player])
    return room, player, await player.shown()


async def test_help_and_more_stand_on_the_panel_and_lead_back(stage: Stage, tmp_path: Path) -> None:
    _, player, panel = await opened(stage, tmp_path)
    count = len(player.person.seen())
    for action in ("help", "more"):
        page = await pressed(player.person, panel, action)
        assert page.attachments == panel.attachments, "its pictures stay"
        assert page.text != panel.text
        assert find(page, "pick") is find(page, "select") is None
        panel = await pressed(player.person, page, "refresh")
        assert find(panel, "help") is not None
    more = await pressed(player.person, panel, "more")
    piles = await pressed(player.person, more, "piles")
    assert "Discard Pile" in piles.text
    await pressed(player.person, piles, "refresh")
    assert len(player.person.seen()) == count, "no message has come"


async def test_another_moment_is_answered_first_by_two_clicks(stage: Stage, tmp_path: Path) -> None:
    room, player, panel = await opened(stage, tmp_path)
    while find(panel, "steer") is None:
        await player.act()
        await room.calm([player])
        panel = await player.shown()
    page = await pressed(player.person, panel, "steer")
    [chooser] = page.selects
    value, label = chooser.options[-1]
    outcome = await player.person.select(page, chooser.custom_id, [value])
    assert outcome.message is not None
    assert outcome.message.id == panel.id
    moment = label.removeprefix("Moment ").partition(":")[0]
    assert f"Moment {moment}" in outcome.message.text.replace("moment", "Moment")
    assert f"Leave {moment} empty" in " ".join(str(button.label) for button in outcome.message.buttons)


async def test_whoever_sits_at_a_desk_says_so_once(stage: Stage, tmp_path: Path) -> None:
    _, player, panel = await opened(stage, tmp_path)
    widths = [panel.attachments[0]["width"]]
    for _ in range(2):
        more = await pressed(player.person, panel, "more")
        panel = await pressed(player.person, more, "screen")
        widths.append(panel.attachments[0]["width"])
    assert widths[0] == widths[2] < widths[1]


async def test_the_same_buttons_on_a_post_answer_with_a_message(stage: Stage, tmp_path: Path) -> None:
    _, player, _ = await opened(stage, tmp_path)
    shown = await player.person.slash("match show", match=player.match)
    assert shown.message is not None
    custom_id = found(shown.message, "more")
    assert HERE not in custom_id
    answered = await player.person.click(shown.message, custom_id)
    assert answered.kind == "message"
