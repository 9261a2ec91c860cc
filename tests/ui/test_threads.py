"""Names of threads: whoever plays, they say what is played and by whom, and Discord accepts them."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.host.match.players import Player
from bot.rendering.threads import LONGEST, match_thread
from bot.ui.texts.words import Words
from engine.registry import GAMES

if TYPE_CHECKING:
    from bot.storage.matches import MatchRow

LONG = "W" * 64


def name_of(game: str, *players: str, locale: str | None = None) -> str:
    seats = [Player(user=seat + 1, name=player) for seat, player in enumerate(players)]
    return match_thread(cast("MatchRow", SimpleNamespace(game=game)), Words(locale, seats))


def test_a_thread_is_named_by_its_game_and_players() -> None:
    assert name_of("varia", "Ada", "Ben") == "Varia · Ada and Ben"
    assert name_of("warmage", "Ada", "Ben", "Cleo") == "WarMage · Ada, Ben and Cleo"


def test_as_many_names_as_fit_are_in_it() -> None:
    players = [f"Player number {number} of all" for number in range(1, 9)]
    name = name_of("warmage", *players)
    shown = [player for player in players if player in name]
    assert shown == players[: len(shown)]
    assert name.endswith(f" and {len(players) - len(shown)} more")
    assert len(name) + len(players[0]) > LONGEST


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", [None, "en-XA"])
@pytest.mark.parametrize("players", [2, 3, 8])
def test_no_name_is_longer_than_discord_accepts(game: str, locale: str | None, players: int) -> None:
    name = name_of(game, *[f"{number}{LONG}"[:64] for number in range(players)], locale=locale)
    assert len(name) <= LONGEST
    assert "0WWW" in name
    assert "1WWW" in name or players > 2
