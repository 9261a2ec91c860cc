"""A tournament through Discord's own protocol: set up, announced, entered, played, corrected, and its end.

The same goes through a process and a socket in `tests/e2e/test_tournament_evening.py`.
"""

from pathlib import Path

from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Player, confirmed, find, found, ids_of, play_out
from tests.e2e.tournament_panels import opened, set_up, typed
from tests.interactions.room import Room
from tests.support.discord import Stage


def pictured(message: Message) -> str:
    """What the pictures of a message show, in words."""
    return "\n".join(str(each.get("description")) for each in message.attachments)


async def test_two_people_play_a_tournament(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3, pictures=True, TEST_DRAWING="60")
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    panel = await set_up(room, "Friday night", ("format", "single"), ("preset", "duel"))
    announcement = await opened(ada, await typed(ada, panel, "round_cap", "3"), "Friday night")
    for person in (ada, ben):
        joined = await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
        assert joined.kind == "update", joined.reason
    assert {ada.display_name, ben.display_name} <= {*pictured(ada.now(announcement)).splitlines()}
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    await confirmed(ada, manage, "tstart")
    card = await ben.wait_for(lambda message: find(message, "watch") is not None)
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
    told = await ben.wait_for(lambda message: "## 🏆 Friday night is over" in message.text)
    assert "won 1 of 1 match, and beat" in told.text
    assert "1–0 in the final." in told.text
    for command in ("bracket", "my", "pairings", "standings"):
        answered = await ben.slash(f"tournament {command}")
        assert answered.message is not None, (command, answered.reason)
        assert "Friday night" in answered.message.text + pictured(answered.message)


async def test_leaving_a_running_tournament_asks_first_and_says_what_is_lost(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    announcement = await opened(ada, await set_up(room, "Friday night", ("format", "single")), "Friday night")
    for person in (ada, ben):
        await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    await confirmed(ada, manage, "tstart")
    await ben.wait_for(lambda message: find(message, "watch") is not None)

    asked = (await ben.slash("tournament drop")).message
    assert asked is not None
    assert "won 0, drawn 0, lost 0" in asked.text
    kept = (await ben.click(asked, found(asked, "stay"))).message
    assert kept is not None
    assert kept.text == "Nothing has changed."
    asked = (await ben.slash("tournament drop")).message
    assert asked is not None
    left = (await ben.click(asked, found(asked, "tleave"))).message
    assert left is not None
    assert left.id == asked.id, "the answer takes the question's place"
    assert not ids_of(left)
    await ada.wait_for(lambda message: "is over" in message.text and "Friday night" in message.text)


async def test_an_organiser_sees_what_was_done_undoes_it_and_says_why(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    announcement = await opened(ada, await set_up(room, "Friday night", ("format", "single")), "Friday night")
    for person in (ada, ben):
        await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))

    manage = await updated(ada, (await ada.slash("tournament manage")).message, "tedit")
    titled = await ada.click(manage, found(manage, "ttitle"))
    edited = await ada.submit_modal(titled, {"text": "Saturday night", "about": "Bring a friend"})
    assert edited.message is not None
    assert "Saturday night" in edited.message.text
    await ben.wait_for(lambda message: "has changed: the title" in message.text)
    manage = await updated(ada, edited.message, "tmanage")
    await confirmed(ada, manage, "tstart")

    status = await ben.wait_for(lambda message: find(message, "more") is not None)
    menu = await ben.finished(await ben.click(status, found(status, "more")))
    await ben.click(menu, found(menu, "tcall"))
    called = await ada.wait_for(lambda message: "calls the organiser" in message.text)
    managed = (await ada.click(called, found(called, "tmanage"))).message
    assert managed is not None
    assert "called you to" in managed.text
    managed = await updated(ada, managed, "tanswered")
    assert "called you to" not in managed.text

    players = next(each for each in managed.selects if "tplayer" in each.custom_id)
    chosen = (await ada.select(managed, players.custom_id, [players.options[1][0]])).message
    assert chosen is not None
    asked = await updated(ada, chosen, "tban")
    assert f"Disqualify **{ben.display_name}** in round 1?" in asked.text
    kept = await updated(ada, asked, "tmanage")
    assert "disqualified" not in kept.text
    chosen = (await ada.select(kept, players.custom_id, [players.options[1][0]])).message
    assert chosen is not None
    managed = await updated(ada, await updated(ada, chosen, "tban"), "tban")
    acts = await updated(ada, managed, "tacts")
    assert f"disqualified {ben.display_name}" in acts.text
    why = await ada.click(acts, found(acts, "treason"))
    explained = (await ada.submit_modal(why, {"text": "Two accounts"})).message
    assert explained is not None
    assert "Why: Two accounts" in explained.text
    acts = await updated(ada, explained, "tundo")
    [struck] = [line for line in acts.text.splitlines() if "~~" in line]
    assert f"disqualified {ben.display_name}" in struck
    await ben.wait_for(lambda message: "is not disqualified any more" in message.text)


async def updated(person: Person, message: Message | None, action: str) -> Message:
    """Press the button of an action, and return what the message becomes."""
    assert message is not None
    outcome = await person.click(message, found(message, action))
    assert outcome.message is not None, outcome.reason
    return outcome.message


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
