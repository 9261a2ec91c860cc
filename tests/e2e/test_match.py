"""Whole matches through Discord's own protocol: the bot in its own process, people clicking."""

from collections import Counter
from pathlib import Path

import pytest

from bot.locale.catalogue import PSEUDO, pseudo
from tests.e2e.panel_table import MOST_MESSAGES
from tests.e2e.players import Player, Room, play_out
from tests.support.discord import Stage

LEAST = 3
"""How many matches are played at least; in the third of them people pass ahead."""


@pytest.mark.timeout(600)
async def test_matches_on_several_seeds(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    """They end by HP, all that a turn can hold comes up in them, and a turn takes few clicks and messages.

    What happens rarely may need more than three of them: how fast the machine is decides who clicks first.
    """
    room = await Room.opened(stage, tmp_path, pictures=True)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    counts: Counter[str] = Counter()
    wanted = ("combo", "replacement", "queued", "token", "item", "reshuffle", "second round")
    for number, quiet in enumerate((0, 0, 45, 0, 0, 0), 1):
        if number > LEAST and all(counts[what] for what in wanted):
            break
        match = await room.open_match()
        clicks, prompts, ahead = room.clicks, room.prompts, quiet > 0
        players = [Player(room, person, match, quiet=quiet, ahead=ahead) for person in (ada, ben)]
        await play_out(room, players)
        await room.calm(players)
        row = await room.row(match)
        assert row.outcome is not None
        assert row.outcome["reason"] == "varia.end.hp"
        facts = await room.facts(match)
        counts += count(facts)
        turns = max(fact["turn"] for fact in facts if fact["fact"] == "turn began")
        await check_messages(room, match, turns, room.prompts - prompts, ahead=ahead)
        await room.prefer(pictures=False)
        figures.append(
            f"match {number}: {turns} turns, {(room.clicks - clicks) / turns:.1f} clicks and "
            f"{await messages(room, match) / turns:.1f} thread messages a turn"
        )
    assert all(counts[what] for what in wanted), counts
    figures.append("over these matches: " + ", ".join(f"{counts[what]} {what}" for what in wanted))


def count(facts: list[dict[str, object]]) -> Counter[str]:
    """Count what came up in a match."""
    kinds = Counter(str(fact["fact"]) for fact in facts)
    fast = [fact for fact in facts if fact["fact"] == "plan stands" and fact["step"] == "fast_reaction"]
    return Counter(
        {
            "combo": kinds["combined"],
            "replacement": kinds["replaced"],
            "queued": kinds["queued"],
            "token": kinds["token created"],
            "reshuffle": kinds["reshuffled"],
            "item": sum("mace" in str(fact) or "buckler" in str(fact) for fact in facts if fact["fact"] == "performed"),
            "second round": len(fast) - kinds["turn ended"],
        }
    )


async def messages(room: Room, match: int) -> int:
    """How many messages of the bot are in a match's thread: a status in whose place a newer one stands is deleted."""
    thread = await room.thread(match)
    headlines: list[str] = [entry["headline"] for entry in await room.client.journal("request")]
    sent = headlines.count(f"POST /channels/{thread}/messages")
    return sent - sum(headline.startswith(f"DELETE /channels/{thread}/messages/") for headline in headlines)


async def check_messages(room: Room, match: int, turns: int, prompts: int, *, ahead: bool) -> None:
    """A turn makes one post, and mentions at hand-overs only; of the mentions, only the newest stays.

    Where both pass ahead, there are two hand-overs a turn, and one more for each prompt.
    """
    posts = Counter(post.kind for post in await room.posts(match))
    if ahead:
        assert posts["turn"] + posts["answer"] <= 2 * turns + prompts, posts
    assert posts["events"] == turns + 1
    assert await messages(room, match) <= MOST_MESSAGES["varia"] * turns


@pytest.mark.timeout(300)  # a whole match of Varia by clicks
async def test_match_without_direct_messages_and_in_the_pseudo_language(stage: Stage, tmp_path: Path) -> None:
    """Ben's direct messages are closed: he is told once, and plays from My hand."""
    room = await Room.opened(stage, tmp_path, seed=5, locale=PSEUDO, pictures=True)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await room.client.close_dms("Ben")
    await room.speak(PSEUDO)
    match = await room.open_match()
    told = await ben.wait_for(lambda message: pseudo("direct messages").rstrip("~") in message.text)
    assert "~" in told.text
    await play_out(room, [Player(room, ada, match), Player(room, ben, match, dms=False)])
    closed = [post for post in await room.posts(match) if post.kind == "closed"]
    assert [post.status for post in closed] == ["sent"]


async def test_match_against_the_house(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada = await room.client.person("Ada")
    match = await room.open_match(house="wren")
    await play_out(room, [Player(room, ada, match)])
    row = await room.row(match)
    assert row.status == "over"
    assert row.outcome is not None
    assert row.outcome["reason"] == "varia.end.hp"
