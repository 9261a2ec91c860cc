"""Every game through Discord's own protocol, by either of its doors: two people and house players, to the end."""

from pathlib import Path
from typing import Any

import pytest

from sandbox.client import Person
from tests.e2e.panel_table import ENDS, MOST_MESSAGES
from tests.e2e.players import Player, Room, begin, found, play_out
from tests.e2e.test_match import messages
from tests.support.discord import Stage

RESPONSES = {"artbot": "discarded", "warmage": "countered"}
"""A fact of each game that comes about by an answer in somebody else's turn, and that a match is hardly without."""


async def played(room: Room, game: str, seats: int) -> tuple[int, Person]:
    """Play a match of two people and house players to its end; return the match, and one of the two."""
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    opened = await ada.slash("play", game=game, opponent=ben, house="pip", players=seats, pace="daily")
    assert opened.message is not None, opened.reason
    await ben.click(opened.message, found(opened.message, "join"))
    match = await begin(ada, opened.message)
    await play_out(room, [Player(room, ada, match), Player(room, ben, match)])
    row = await room.row(match)
    assert row.status == "over"
    assert row.outcome is not None
    assert sorted(seat for rank in row.outcome["ranking"] for seat in rank) == list(range(seats))
    turns = sum(fact["fact"] == "turn began" for fact in await room.facts(match))
    assert await messages(room, match) <= MOST_MESSAGES[game] * turns + ENDS
    return match, ada


def pictures_seen(person: Person) -> list[dict[str, Any]]:
    """The pictures that a person was shown; who does not see them is told what they show."""
    pictures = [file for message in person.seen() for file in message.attachments]
    assert all(file["description"] for file in pictures)
    return pictures


@pytest.mark.timeout(600)  # a busy machine takes longer than the usual limit
@pytest.mark.parametrize(("game", "seats", "seed", "door"), [("artbot", 4, 4, "http"), ("warmage", 3, 3, "gateway")])
async def test_two_people_and_house_players_play_to_the_end(
    game: str, seats: int, seed: int, stage: Stage, tmp_path: Path, figures: list[str]
) -> None:
    """Whoever wants no pictures may be left with none: the board's goes with the match."""
    room = await Room.opened(stage, tmp_path, seed=seed, pictures=game == "artbot")
    match, ada = await played(room, game, seats)
    assert pictures_seen(ada) or game != "artbot"
    assert RESPONSES[game] in {fact["fact"] for fact in await room.facts(match)}
    row = await room.row(match)
    figures.append(f"{game} with {seats} seats: {row.entries} entries, {room.clicks} clicks of two people")


@pytest.mark.parametrize(("seed", "door"), [(3, "gateway"), (4, "http")])
async def test_zarcana_is_played_through_the_final_round_and_scored(
    seed: int, stage: Stage, tmp_path: Path, figures: list[str]
) -> None:
    room = await Room.opened(stage, tmp_path, seed=seed, pictures=stage.door == "http")
    match, ada = await played(room, "zarcana", 3)
    facts = await room.facts(match)
    opened = next(number for number, each in enumerate(facts) if each["fact"] in ("declared", "final round opened"))
    last = [each["seat"] for each in facts[opened:] if each["fact"] == "turn began" and each["final"]]
    assert sorted(set(last)) == [0, 1, 2]
    assert [each["fact"] for each in facts[-3:]] == ["scored", "standing", "ended"]
    row = await room.row(match)
    assert row.outcome is not None
    totals = facts[-3]["scores"]
    assert totals[row.outcome["ranking"][0][0]] == max(totals)
    assert pictures_seen(ada)
    figures.append(f"zarcana with 3 seats: {row.entries} entries, {room.clicks} clicks of two people")
