"""At the table through Discord's own protocol: setting it up, a vote on taking a move back, a seat taken over.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

from contextlib import suppress
from pathlib import Path

from bot.host.lobby.creation import ANSWER_SECONDS
from bot.storage import matches, people
from bot.ui.messages.custom_ids import CustomId, parse
from sandbox.client import Person, Refused
from sandbox.seen import Message
from tests.e2e.players import Player, begin, find, found, offered, play_out
from tests.interactions.room import Room
from tests.support.discord import Stage


def chooser(panel: Message, action: str, argument: str = "") -> str:
    """The custom id of a panel's select."""
    ids = [parse(select.custom_id) for select in panel.selects]
    return str(next(each for each in ids if (each.action, each.argument) == (action, argument)))


async def opened(person: Person, game: str, *, pace: str) -> Message:
    table = await person.slash("play", game=game, pace=pace)
    assert table.message is not None, table.reason
    return table.message


async def turned(person: Person, panel: Message) -> Message:
    """Turn to the other page of a table's settings."""
    outcome = await person.click(panel, found(panel, "table"))
    assert outcome.message is not None, outcome.reason
    return person.now(outcome.message)


async def choose(person: Person, panel: Message, action: str, argument: str, value: str) -> Message:
    outcome = await person.select(panel, chooser(panel, action, argument), [value])
    assert outcome.message is not None, outcome.reason
    return person.now(outcome.message)


async def test_a_table_is_set_up_by_its_opener_and_agreed_to_by_who_sits_there(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=2)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    table = await opened(ada, "artbot", pace="live")
    await ben.click(table, found(table, "join"))
    shown = await ada.click(ada.now(table), found(ada.now(table), "table"))
    assert shown.message is not None, shown.reason
    panel = await turned(ada, shown.message)
    panel = await turned(ada, await choose(ada, panel, "arrange", "preset", "quick"))
    panel = await choose(ada, panel, "arrange", "seats", "4")
    panel = await choose(ada, panel, "arrange", "house", "hob")
    assert find(panel, "arrange", "unhouse") is not None
    panel = await choose(ada, await turned(ada, panel), "option", "", "open_hands")
    assert "Open hands" in panel.text
    panel = await choose(ada, panel, "arrange", "option open_hands", "True")
    page = await choose(ada, panel, "option", "", "round_cap")
    asked = await ada.click(page, found(page, "number"))
    assert asked.kind == "modal", asked.reason
    typed = await ada.submit_modal(asked, {"number": "0"})
    assert typed.message is not None
    assert "from 1 to 200" in typed.message.text
    asked = await ada.click(page, found(page, "number"))
    typed = await ada.submit_modal(asked, {"number": "30"})
    assert typed.kind == "update", typed.reason
    await ada.until(lambda: "Round limit: **30**" in ada.now(table).text, "the lobby with what was changed")
    lobby = ada.now(table)
    assert "Rules: **Quick**" in lobby.text
    assert "Open hands: **Yes**" in lobby.text
    assert "must agree" in lobby.text
    told = await ben.wait_for(lambda message: message.pings_me and find(message, "agree") is not None)
    refused = await ben.click(ben.now(table), found(ben.now(table), "table"))
    assert refused.message is not None
    assert refused.message.selects == []
    agreed = await ben.click(told, found(told, "agree"))
    assert agreed.message is not None, agreed.reason
    await ada.until(lambda: "must agree" not in ada.now(table).text, "the lobby with everybody's agreement")


async def test_a_table_names_its_pace_only_if_its_server_has_another(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=2)
    ada = await room.client.person("Ada")
    async with room.opened_database() as database, database.transaction() as tx:
        await people.change_guild(tx, int(ada.places["guilds"][0]["id"]), pace="slow")
    usual, other = await opened(ada, "artbot", pace="slow"), await opened(ada, "artbot", pace="daily")
    assert "At this table" not in usual.text
    assert "At this table: **Daily**" in other.text


TURNS = 8
"""After how many turns the match that plays on ends; whole ones are in `tests/e2e/test_games.py`."""


async def test_a_table_votes_on_taking_a_move_back_and_plays_on(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    await room.shorten("warmage", TURNS)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    match = await room.seated("warmage", [ada, ben])
    players = [Player(room, ada, match), Player(room, ben, match)]
    mover = await first_to_move(players)
    before = await mover.shown()
    custom_id, value, _ = offered(before)[0]
    await (mover.person.click(before, custom_id) if value is None else mover.person.select(before, custom_id, [value]))
    await room.calm(players)
    other = next(player for player in players if player is not mover)
    more = await mover.person.click(await mover.shown(), found(await mover.shown(), "more"))
    assert more.message is not None, more.reason
    asked = await mover.person.click(more.message, found(more.message, "rewind"))
    assert asked.message is not None, asked.reason
    post = await other.person.wait_for(lambda message: message.pings_me and find(message, "vote") is not None)
    assert "This would be undone" in post.text
    await room.calm(players)
    panel = await other.shown()
    assert "wants to take back the last move" in panel.text
    assert offered(panel) == []
    yes = str(CustomId("vote", match, argument="yes"))
    voted = await other.person.click(panel, yes)
    assert voted.kind == "update", voted.reason
    row = await room.row(match)
    assert (row.branch, row.unrated, row.vote) == (1, "rewind", None)
    with suppress(Refused):  # the bot takes the post away, and may have done so already
        late = await other.person.click(post, yes)
        assert late.message is not None
        assert "over" in late.message.text
    await mover.person.wait_for(lambda message: "taken back" in message.text)
    await play_out(room, players)
    assert (await room.row(match)).status == "over"


async def first_to_move(players: list[Player]) -> Player:
    for player in players:
        if offered(await player.shown()):
            return player
    raise AssertionError("nobody is asked anything")


async def test_a_house_player_goes_on_for_who_leaves(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=6)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    table = await opened(ada, "artbot", pace="daily")
    shown = await ada.click(table, found(table, "table"))
    assert shown.message is not None, shown.reason
    await choose(ada, await turned(ada, shown.message), "arrange", "takeover", "easy")
    await ben.click(ben.now(table), found(ben.now(table), "join"))
    match = await begin(ada, table)
    async with room.reading() as connection:
        assert [seat.name for seat in await matches.seats_of(connection, match)] == [ada.display_name, ben.display_name]
    asked = await ben.slash("match leave", match=match)
    assert asked.message is not None, asked.reason
    assert "takes your seat, as this table agreed" in asked.message.text
    await ben.click(asked.message, found(asked.message, "leave"))
    taken = await ada.wait_for(lambda message: "plays on for" in message.text)
    house = taken.text.partition(" plays on for")[0]
    assert f"{house} (easy) takes your seat" in asked.message.text, "the one that was announced"
    await play_out(room, [Player(room, ada, match)])
    row = await room.row(match)
    assert (row.status, row.unrated) == ("over", "takeover")


async def test_the_message_of_a_table_becomes_the_result_of_its_match(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=6)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    table = await opened(ada, "artbot", pace="daily")
    await ben.click(table, found(table, "join"))
    match = await begin(ada, table)
    room.advance(ANSWER_SECONDS)
    await room.quiet(ada)  # nothing else is waiting to update the table's message
    board = await ada.wait_for(lambda each: find(each, "hand") is not None and each.channel_id != table.channel_id)
    begun = ada.now(table).embeds[0]["description"].splitlines()[-1]
    asked = await ben.finished(await ben.slash("match leave", match=match))
    await ben.click(asked, found(asked, "leave"))
    await ada.until(lambda: find(ada.now(table), "rewatch") is not None, "the result where the table was")
    result = ada.now(table)
    assert result.content == f"🏆 <@{ada.id}> wins! · <#{board.channel_id}>"
    assert ([find(result, each) for each in ("hand", "board", "watch")], result.attachments) == ([None] * 3, [])
    assert result.embeds[0]["description"] == begun, "the seal stays where it was published"
    again = await ben.finished(await ben.click(result, found(result, "rewatch")))
    assert again.ephemeral


async def test_a_match_that_is_stopped_says_so_where_its_table_was(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=6)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    table = await opened(ada, "artbot", pace="daily")
    await ben.click(table, found(table, "join"))
    match = await begin(ada, table)
    room.advance(ANSWER_SECONDS)
    await room.quiet(ada)  # nothing else is waiting to update the table's message
    await room.client.permit(table.channel_id, "Ada", "manage_messages", allowed=True)
    asked = await ada.slash("moderate close", match=match, reason="because")
    await ada.submit_modal(asked, {"reason": "because"})
    await ada.until(lambda: "stopped" in ada.now(table).content, "how it ended where the table was")
    assert find(ada.now(table), "log") is not None


async def own_seat(person: Person, lobby: Message) -> Message:
    """The settings of a person's own seat, opened from the lobby."""
    return await person.finished(await person.click(person.now(lobby), found(person.now(lobby), "seat")))


async def test_the_settings_of_a_seat_become_the_hand_of_who_sits_there_at_the_start(
    stage: Stage, tmp_path: Path
) -> None:
    room = await Room.opened(stage, tmp_path, seed=2, pictures=False)
    await room.prefer(hand="button")
    ada, ben, cleo = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    table = await opened(ada, "varia", pace="live")
    await ben.click(table, found(table, "join"))
    seats = {person: await own_seat(person, table) for person in (ada, ben)}
    panel = await ben.finished(await ben.click(ben.now(table), found(ben.now(table), "table")))
    left = await ben.finished(await ben.click(panel, found(panel, "quit")))
    assert "You have left" in left.text
    room.advance(ANSWER_SECONDS)
    await cleo.until(lambda: find(cleo.now(table), "join") is not None, "the seat that is free again")
    await cleo.click(cleo.now(table), found(cleo.now(table), "join"))
    seats[cleo] = await own_seat(cleo, table)
    deck = cleo.now(seats[cleo]).selects[0]
    chosen = await cleo.select(cleo.now(seats[cleo]), deck.custom_id, [deck.options[-1][0]])
    assert chosen.kind == "update", chosen.reason
    await ada.click(ada.now(table), found(ada.now(table), "start"))
    for person in (ada, cleo):
        await person.until(lambda who=person: find(who.now(seats[who]), "help") is not None, "the hand")  # type: ignore[misc]
    left = ben.now(seats[ben])
    assert find(left, "help") is None, "nobody who has left learns anything"
    assert left.text == seats[ben].text


async def test_a_rematch_leads_both_to_their_new_hands(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=2, pictures=False)
    await room.prefer(hand="button")
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    await room.seated("varia", people, "live")
    leaving = await people[1].finished(await people[1].slash("match leave", options={"match": 1}))
    await people[1].finished(await people[1].click(leaving, found(leaving, "leave")))
    answers = []
    for person in people:
        over = await person.wait_for(lambda each: find(each, "rematch") is not None)
        answers.append(await person.finished(await person.click(over, found(over, "rematch"))))
    assert "opens here by itself" in answers[0].text
    for person, answer in zip(people, answers, strict=True):
        there = await person.wait_for(lambda each, of=answer: each.id == of.id and find(each, "help") is not None)  # type: ignore[misc]
        assert "match 2" in there.text
