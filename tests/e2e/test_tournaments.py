"""A tournament through Discord's own protocol: set up, announced, entered, played, corrected, and its end."""

from pathlib import Path

from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Player, Room, found, ids_of, play_out
from tests.e2e.tournament_panels import opened, set_up, typed
from tests.support.discord import Stage


def pictured(message: Message) -> str:
    """What the pictures of a message show, in words."""
    return "\n".join(str(each.get("description")) for each in message.attachments)


async def test_two_people_play_a_tournament(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    panel = await set_up(room, "Friday night", ("format", "single"), ("preset", "duel"))
    announcement = await opened(ada, await typed(ada, panel, "round_cap", "3"), "Friday night")
    for person in (ada, ben):
        joined = await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
        assert joined.kind == "update", joined.reason
    assert {ada.display_name, ben.display_name} <= {*pictured(ada.now(announcement)).splitlines()}
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    await ada.click(manage, found(manage, "tstart"))
    card = await ben.wait_for(lambda message: "your match is ready" in message.text)
    assert "round 1, table 1" in card.text
    assert ("far apart" in card.text) is (not card.attachments)
    own = await ben.finished(await ben.slash("tournament my"))
    assert [each.action for each in ids_of(own)] == ["mygames"]
    assert [each["filename"].partition("-")[0] for each in own.attachments] == ["pairings"]
    table = await ben.finished(await ben.slash("tournament standings"))
    assert [each["filename"].partition("-")[0] for each in table.attachments] == ["pairings"]  # who meets whom
    match = next(each.number for each in ids_of(card) if each.action == "hand")
    players = [Player(room, person, match, dms=False) for person in (ada, ben)]
    await play_out(room, players)
    ended = await ben.wait_for(lambda message: "is over" in message.text and "Friday night" in message.text)
    assert ended is not None
    for command in ("bracket", "my", "pairings", "standings"):
        answered = await ben.slash(f"tournament {command}")
        assert answered.message is not None, (command, answered.reason)
        assert "Friday night" in answered.message.text + pictured(answered.message)


async def offered_to(person: Person, command: str) -> list[str]:
    """The tournaments that a command offers to a person who types the beginning of their title."""
    return [name for name, _ in (await person.autocomplete(command, "tournament", "fri")).choices]


async def test_tournaments_of_one_title_are_distinguished_and_drafts_are_offered_to_those_who_work_on_them(
    stage: Stage, tmp_path: Path
) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await opened(ada, await set_up(room, "Friday"), "Friday")
    await set_up(room, "Friday")
    open_one, draft = "Friday · number 1, people can join", "Friday · number 2, not announced yet"
    offers = {
        (person.name, command): await offered_to(person, command)
        for person in (ada, ben)
        for command in ("tournament manage", "tournament standings")
    }
    assert offers == {
        ("Ada", "tournament manage"): [open_one, draft],
        ("Ada", "tournament standings"): ["Friday"],
        ("Ben", "tournament manage"): ["Friday"],
        ("Ben", "tournament standings"): ["Friday"],
    }
    shown = (await ben.slash("tournament standings")).message
    assert shown is not None
    assert "hasn't started" in shown.text
