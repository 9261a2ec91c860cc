"""Installed by a person alone: matches against the house, wherever the person is, in answers to the person's clicks."""

from pathlib import Path

import pytest

from sandbox.client import Person, Refused
from sandbox.seen import Message
from tests.e2e.players import IDLE, SLOWER, Player, Room, begin, find, found, news
from tests.support.discord import ELSEWHERE, INSTALLED_BY_ADA, Stage

A_HOUSE_MOVE = 3.0
"""After how many seconds a house player has moved for sure, as far as the clock has a part in it."""
PATIENCE = 45
"""How often to wait for it, each time a little longer; and how many seconds for what a busy machine takes long for."""
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


async def opened(stage: Stage, folder: Path, seed: int) -> Room:
    room = await Room.prepared(stage, folder, seed, world=INSTALLED_BY_ADA)
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
    room = await opened(stage, tmp_path, seed=3)
    ada = await room.client.person("Ada")
    if place != PICTURED:
        await room.without_pictures()
    player = await sat_down(room, place_of(ada, place), game)
    over = await play_alone(room, player)
    row = await room.row(player.match)
    assert (row.status, row.solo, row.guild) == ("over", True, None)
    assert await room.posts(player.match) == []
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


async def test_such_a_match_is_its_persons_alone(stage: Stage, tmp_path: Path) -> None:
    room = await opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    group = place_of(ada, "group")
    table = await ada.finished(await ada.slash("play", group, game="zarcana"))
    seen = await ben.wait_for(lambda each: each.id == table.id, group)
    refused = await ben.finished(await ben.click(seen, found(seen, "start")))
    assert refused.ephemeral
    assert find(ada.now(table), "start") is not None
    match = await begin(ada, table)
    looked = await ben.finished(await ben.click(ben.now(seen), found(ben.now(seen), "hand")))
    assert "somebody else's match against a house player" in looked.text
    listed = await ada.finished(await ada.slash("games", group))
    assert f"match {match}" in listed.text
    again = await ada.finished(await ada.slash("hand", group), timeout=PATIENCE)
    assert again.ephemeral
    assert find(again, "help") is not None
