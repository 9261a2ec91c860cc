"""Matches alone against house players: in the player's panel and direct messages, and for nobody else to see.

They are the same in a server with the bot as where only the person has installed it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from bot.interactions.router import ACTIONS
from bot.storage.destination import Kind
from bot.ui.messages.custom_ids import CustomId, parse
from bot.ui.texts.words import Words
from sandbox.client import Person, Refused
from sandbox.seen import Message, Outcome
from tests.e2e.interaction_forger import Forger
from tests.e2e.players import IDLE, SLOWER, Player, Room, begin, find, found, news, play_here
from tests.support.discord import ELSEWHERE, INSTALLED_BY_ADA, Stage

A_HOUSE_MOVE = 3.0
"""After how many seconds a house player has moved for sure, as far as the clock has a part in it."""
PATIENCE = 45
"""How often to wait for it, each time a little longer; and how many seconds for what a busy machine takes long for."""
ENGLISH = Words(None)
SAID_TO_OTHERS = (
    *("panel.no_match", "panel.not_yours.solo", "lobby.refused.started", "lobby.refused.closed"),
    *("lobby.refused.not_over", "lobby.refused.not_seated", "panel.unreadable"),
)
"""All that anybody else is told about such a match: none of it says how the match stands."""
PICTURED = "group"
"""Where a match is played with pictures: they are files of the panel, which is edited with them."""


class Soloist(Player):
    """A person who plays from the panel that answers the own clicks, and waits for it to change by itself."""

    def panel(self) -> Message | None:
        """The newest panel of this match, wherever it is."""
        return next((each for each in reversed(self.person.seen()) if self._is_panel(each)), None)


def place_of(ada: Person, name: str) -> int:
    """Where Ada plays: in a server without the bot, or with her friends."""
    pair, group = ada.conversations
    return {"server": ada.channel_id(ELSEWHERE), "pair": pair, "group": group}[name]


async def opened(stage: Stage, folder: Path, seed: int, *, pictures: bool = False) -> Room:
    room = await Room.prepared(stage, folder, seed, world=INSTALLED_BY_ADA, pictures=pictures)
    await room.start()
    return room


async def sat_down(room: Room, place: int, game: str) -> Soloist:
    """Let Ada begin a match against the house, and look at her hand."""
    ada = await room.client.person("Ada")
    table = await ada.finished(await ada.slash("play", place, game=game, house="pip"))
    assert table.channel_id == place
    match = await begin(ada, table)
    pressed = await ada.click(ada.now(table), found(ada.now(table), "hand"))
    shown = await ada.finished(pressed, timeout=PATIENCE)
    assert shown.ephemeral
    return Soloist(room, ada, match)


async def play_alone(room: Room, player: Soloist) -> Message:
    """Play a match against the house to its end, and return the panel as it is then."""
    waited = 0
    while True:
        panel = await player.shown()
        if find(panel, "verify") is not None:
            return panel
        if await player.act() or await news([player], IDLE * SLOWER**waited):
            waited = 0
        else:
            waited += 1
            assert waited < PATIENCE, "the panel does not go on"
            room.advance(A_HOUSE_MOVE)


@pytest.mark.parametrize(("game", "place"), [("artbot", "group"), ("zarcana", "server")])
async def test_a_match_against_the_house_is_played_where_the_bot_is_not(
    stage: Stage, tmp_path: Path, game: str, place: str
) -> None:
    room = await opened(stage, tmp_path, seed=3, pictures=place == PICTURED)
    ada = await room.client.person("Ada")
    player = await sat_down(room, place_of(ada, place), game)
    over = await play_alone(room, player)
    row = await room.row(player.match)
    assert (row.status, row.solo, row.guild) == ("over", True, None)
    # Whatever she alone was told, as what a card that she looked at is, stood on her own panel.
    assert {post.destination.kind for post in await room.posts(player.match)} <= {Kind.SHELF}
    await ada.click(over, found(over, "verify"))
    await ada.wait_for(lambda each: "Posted before the match" in each.text, timeout=PATIENCE)
    asked = [each["headline"] for each in await room.client.journal("request")]
    assert not [path for path in asked if f"/channels/{over.channel_id}" in path]


async def test_what_takes_a_server_says_where_it_can_be_had(stage: Stage, tmp_path: Path) -> None:
    room = await opened(stage, tmp_path, seed=3)
    ada, link = await room.client.person("Ada"), "client_id="
    shed, (pair, group) = place_of(ada, "server"), ada.conversations
    for place in (shed, pair, group):
        invited = await ada.finished(await ada.slash("play", place, opponent="Ben"))
        assert link in invited.text
    for command in ("tournament standings", "set list", "trade"):
        options = {"person": "Ben"} if command == "trade" else {}
        assert link in (await ada.finished(await ada.slash(command, shed, options))).text
    names = [each["name"] for each in await ada.commands(group)]
    assert {"play", "hand", "games", "rules", "card", "help", "me"} <= set(names)
    assert {"tournament", "settings", "set", "format", "doctor", "trade"}.isdisjoint(names)
    alone = await ada.finished(await ada.slash("play", pair, game="varia"))
    assert find(alone, "start") is not None  # against the house, though nobody said so
    with pytest.raises(Refused, match="offered no command"):
        await (await room.client.person("Ben")).slash("play", pair, game="varia")


async def test_a_table_is_reopened_until_its_match_begins(stage: Stage, tmp_path: Path) -> None:
    room = await opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    group = place_of(ada, "group")
    table = await ada.finished(await ada.slash("play", group, game="zarcana"))
    assert table.ephemeral
    again = await ada.finished(await ada.slash("hand", group))
    assert again.ephemeral
    match = await begin(ada, again)
    listed = await ada.finished(await ada.slash("games", group))
    assert f"match {match}" in listed.text
    hand = await ada.finished(await ada.click(listed, found(listed, "hand")), timeout=PATIENCE)
    assert find(hand, "help") is not None
    assert [each for each in ben.seen() if each.channel_id == group] == []


# In a server with the bot


async def at_home(stage: Stage, folder: Path, hand: str | None = "button", **environment: str) -> Room:
    """Open a room in whose server the bot is."""
    room = await Room.opened(stage, folder, seed=3, pictures=False, **environment)
    await room.prefer(hand=hand)
    return room


async def seated(room: Room, **options: Any) -> Soloist:
    """Let Ada begin a match against a house player in the server, and open her hand."""
    ada = await room.client.person("Ada")
    table = await ada.finished(await ada.slash("play", options={"house": "pip", **options}))
    assert table.ephemeral
    match = await begin(ada, table)
    hand = await ada.finished(await ada.click(ada.now(table), found(ada.now(table), "hand")), timeout=PATIENCE)
    assert hand.ephemeral
    return Soloist(room, ada, match)


def is_greeting(message: Message) -> bool:
    """Whether this is what the bot says by itself in a new server."""
    return find(message, "playnow") is not None


class Onlookers:
    """Everybody but Ada, and the server's channels: nothing of her match may reach them."""

    def __init__(self, room: Room, ada: Person, others: Sequence[Person]) -> None:
        self.room, self.ada, self.others = room, ada, others
        self.before = {person.name: len(person.seen()) for person in others}
        self.journal = room.sandbox.parts.journal
        self.last = self.journal.entries()[-1].number

    @classmethod
    async def of(cls, room: Room) -> Self:
        people = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
        await people[0].wait_for(is_greeting)
        return cls(room, people[0], people[1:])

    def noticed(self) -> list[str]:
        """Return what reached others: messages, and requests to channels that are not Ada's direct messages."""
        seen = [each for person in self.others for each in person.seen()[self.before[person.name] :]]
        messages = [each.text for each in seen if not is_greeting(each)]
        asked = [each.headline for each in self.journal.entries({"request"}, self.last)]
        private = f"/channels/{self.ada.dm_id}"
        return [*messages, *(each for each in asked if "/channels/" in each and private not in each)]


def text_of(outcome: Outcome) -> str:
    return "" if outcome.message is None else outcome.message.text


async def left(room: Room, player: Soloist) -> None:
    """Let a player leave the match."""
    leaving = await player.person.finished(await player.person.slash("match leave", options={"match": player.match}))
    await player.person.finished(await player.person.click(leaving, found(leaving, "leave")))
    await room.calm([player])


@pytest.mark.parametrize(("game", "hand"), [("artbot", "button"), ("varia", "dm")])
async def test_a_match_alone_in_a_server_reaches_nobody_else(
    stage: Stage, tmp_path: Path, game: str, hand: str
) -> None:
    room = await at_home(stage, tmp_path, hand)
    onlookers = await Onlookers.of(room)
    player = await seated(room, game=game)
    over = await play_alone(room, player)
    await room.calm([player])
    row = await room.row(player.match)
    assert (row.status, row.solo, row.guild is None) == ("over", True, False)
    direct = [each for each in player.person.seen() if each.channel_id == player.person.dm_id]
    assert any(find(each, "verify") is not None for each in direct) is (hand == "dm")
    again = await player.person.finished(await player.person.click(over, found(over, "rematch")))
    next_match = parse(found(again, "hand")).number
    hand_again = await player.person.wait_for(lambda each: each.id == again.id and find(each, "help") is not None)
    assert hand_again.ephemeral
    assert (await room.row(next_match)).solo
    await room.calm([player])
    assert onlookers.noticed() == []
    assert await room.thread_or_none(player.match) is None


async def test_a_planted_post_about_a_match_alone_is_noticed(stage: Stage, tmp_path: Path) -> None:
    room = await at_home(stage, tmp_path, TEST_FAULT="tells everybody")
    onlookers = await Onlookers.of(room)
    await left(room, await seated(room, game="probe", players=2))
    assert onlookers.noticed() != []


async def test_closed_direct_messages_are_said_to_nobody_and_the_panel_is_enough(stage: Stage, tmp_path: Path) -> None:
    room = await at_home(stage, tmp_path, "dm")
    await room.client.close_dms("Ada")
    onlookers = await Onlookers.of(room)
    player = await seated(room, game="probe", players=2)
    await play_alone(room, player)
    await room.calm([player])
    assert (await room.row(player.match)).status == "over"
    assert [each for each in onlookers.noticed() if f"/channels/{player.person.dm_id}" not in each] == []


@pytest.mark.parametrize("over", [False, True])
async def test_nobody_else_reads_a_match_or_acts_in_it(stage: Stage, tmp_path: Path, over: bool) -> None:  # noqa: FBT001
    room = await at_home(stage, tmp_path)
    player = await seated(room, game="artbot")
    if over:
        await left(room, player)
    await room.calm([player])
    stage.forgive(room.sandbox)  # Discord would not send forged interactions
    ben, before = await room.client.person("Ben"), await room.row(player.match)
    forger = Forger(room, ben.id, ben.here)
    allowed = {ENGLISH(text) for text in SAID_TO_OTHERS}
    for name in sorted(name for name, action in ACTIONS.items() if action.about == "match"):
        told = text_of(await forger.click(str(CustomId(name, player.match))))
        assert told in allowed, (name, told)
    for command in ("show", "log", "export", "replay", "leave"):
        answer = await ben.finished(await ben.slash(f"match {command}", options={"match": player.match}))
        assert answer.text in allowed, (command, answer.text)
    assert await room.row(player.match) == before


async def test_play_it_here_moves_a_match_to_a_thread_for_everybody(stage: Stage, tmp_path: Path) -> None:
    room = await at_home(stage, tmp_path)
    player = await seated(room, game="probe", players=2)
    ada, ben = player.person, await room.client.person("Ben")
    refused = await ben.finished(await ben.slash("match show", options={"match": player.match}))
    assert "Your" not in refused.text
    moved = await play_here(ada, player.match)
    assert "Everybody here can watch" in moved.text
    await room.calm([player])
    thread = await room.thread(player.match)
    world = room.sandbox.parts.world
    assert world.channel(thread).parent_id == ada.here
    assert world.channel(thread).name == f"Probe · {ada.display_name} and Pip"
    board = await ben.wait_for(lambda each: each.channel_id == thread and find(each, "board") is not None)
    shown = await ben.finished(await ben.click(board, found(board, "board")))
    assert "Scores" in shown.text
    await left(room, player)
    await ben.wait_for(lambda each: each.channel_id == thread and find(each, "rematch") is not None)


async def test_a_restart_in_the_middle_loses_nothing(stage: Stage, tmp_path: Path) -> None:
    room = await at_home(stage, tmp_path)
    onlookers = await Onlookers.of(room)
    player = await seated(room, game="probe", players=2)
    await player.act()
    await room.bot.kill()
    await room.start()
    listed = await player.person.finished(await player.person.slash("games"))
    hand = await player.person.finished(await player.person.click(listed, found(listed, "hand")), timeout=PATIENCE)
    assert hand.ephemeral
    await play_alone(room, player)
    assert (await room.row(player.match)).status == "over"
    assert onlookers.noticed() == []
