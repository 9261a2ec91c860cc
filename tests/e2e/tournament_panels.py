"""Setting up and announcing a tournament through the panels."""

from bot.ui.messages.custom_ids import parse
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Room, found, ids_of


async def set_up(
    room: Room, title: str, *choices: tuple[str, str], game: str = "artbot", place: int | None = None
) -> Message:
    """Set up a tournament as Ada, in a place or else in the first channel.

    Return the panel: on its first page if there are settings to choose, or else with no page open.
    """
    ada = await room.client.person("Ada")
    panel = (await ada.slash("tournament create", place, title=title, game=game)).message
    assert panel is not None
    if choices:
        panel = await turned(ada, panel, 0)
    for what, value in choices:
        panel = await chosen(ada, panel, what, value)
    return panel


async def opened(person: Person, panel: Message, title: str) -> Message:
    """Announce the tournament that a person has set up; return the announcement."""
    await person.click(panel, found(panel, "tannounce"))
    return await person.wait_for(lambda message: title in message.text and is_announcement(message))


def is_announcement(message: Message) -> bool:
    return any(each.action == "tjoin" for each in ids_of(message))


async def chosen(person: Person, panel: Message, what: str, value: str) -> Message:
    """Choose a value in one of the selects of a panel."""
    custom_id = next(each.custom_id for each in panel.selects if each.custom_id.endswith(f" {what}"))
    outcome = await person.select(panel, custom_id, [value])
    assert outcome.message is not None, outcome.reason
    return outcome.message


async def page_of_option(person: Person, panel: Message, option: str) -> Message:
    """Open the page of one of the game's options."""
    chooser = next(each.custom_id for each in panel.selects if parse(each.custom_id).action == "toption")
    page = (await person.select(panel, chooser, [option])).message
    assert page is not None
    return page


async def typed(person: Person, panel: Message, option: str, number: str) -> Message:
    """Type the number of one of the game's options."""
    page = await page_of_option(person, panel, option)
    asked = await person.click(page, found(page, "tnumber"))
    outcome = await person.submit_modal(asked, {"text": number})
    assert outcome.message is not None, outcome.reason
    return outcome.message


async def turned(person: Person, panel: Message, page: int) -> Message:
    """Turn to another page of a panel."""
    ids = [button.custom_id for button in panel.buttons if button.custom_id]
    outcome = await person.click(panel, next(each for each in ids if each.endswith(f".{page}") and ".tpage." in each))
    assert outcome.message is not None
    return outcome.message
