"""A round in which one player does not show up, by the sandbox's clock: the mention, the loss, and who is kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.host.kernel.paces import MINUTE
from sandbox.description import DEFAULT_WORLD
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Room, confirmed, found, ids_of
from tests.e2e.tournament_panels import chosen, opened, set_up, turned
from tests.support.discord import Stage

HALF = 1.5 * MINUTE
"""Half of the time that the organiser chooses here."""


@pytest.mark.timeout(300)
async def test_a_player_who_presses_nothing_loses_and_all_others_play_on(stage: Stage, tmp_path: Path) -> None:
    """Two people meet twice: one presses Board, one I'm here in a direct message, one My hand, and one nothing."""
    names = ("Ada", *(f"P{number}" for number in range(4)))
    room = await Room.prepared(stage, tmp_path, seed=3, world=replace(DEFAULT_WORLD, people=names))
    await room.start()
    ada, *entering = [await room.client.person(name) for name in names]
    panel = await set_up(room, "Live evening", ("format", "swiss"))
    panel = await turned(ada, panel, 1)
    panel = await chosen(ada, panel, "absent_after", "3")
    panel = await chosen(ada, panel, "round_length", "20 minutes")
    announcement = await opened(ada, panel, "Live evening")
    for person in entering:
        await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    await confirmed(ada, manage, "tstart")
    for person in entering:
        await person.until(lambda person=person: len(cards(person)) == 2, "both matches")  # type: ignore[misc]
    await room.quiet(ada)
    (here, board), (hand, nobody) = [players(card, entering) for card in cards(ada)]
    first, second = cards(ada)
    await board.click(first, found(first, "board"))
    await hand.click(second, found(second, "hand"))
    assert not any(mentions(person) for person in entering)
    await room.client.advance(HALF + 1)
    await here.until(lambda: len(mentions(here)) == 2, "the mention in the thread and by direct message")
    await nobody.until(lambda: len(mentions(nobody)) == 2, "the same for the other")
    assert not mentions(board)
    assert not mentions(hand)
    letter = next(each for each in mentions(here) if each.channel_id == here.dm_id)
    came = await here.click(letter, found(letter, "here"))
    assert came.message is not None
    await room.quiet(nobody)
    await room.client.advance(HALF + 5)
    await ada.until(lambda: any("did not show up, so" in each.text for each in ada.seen()), "the loss")
    (told,) = [each.text for each in ada.seen() if "did not show up, so" in each.text]
    assert f"<@{nobody.id}> did not show up" in told
    assert f"<@{hand.id}> wins" in told
    await nobody.until(lambda: any("You did not show up" in each.text for each in nobody.seen()), "the letter")
    await room.client.advance(3 * MINUTE)
    await room.quiet(ada)
    assert sum("did not show up, so" in each.text for each in ada.seen()) == 1, "nobody else loses"
    back = await nobody.click(nobody.now(announcement), found(nobody.now(announcement), "tjoin"))
    assert back.reason is None


def cards(person: Person) -> list[Message]:
    """Return the messages about matches, which mention their players."""
    return [
        each
        for each in person.seen()
        if any(each_.action == "board" for each_ in ids_of(each)) and "ready" in each.text
    ]


def players(card: Message, people: list[Person]) -> tuple[Person, Person]:
    """Return the two players of a match."""
    first, second = [person for person in people if f"<@{person.id}>" in card.text]
    return first, second


def mentions(person: Person) -> list[Message]:
    """Return the messages that ask a person whether they are there."""
    asked = [each for each in person.seen() if any(each_.action == "here" for each_ in ids_of(each))]
    return [each for each in asked if f"<@{person.id}>" in each.text]
