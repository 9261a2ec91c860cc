"""The story of a tournament: each line is a fact, and what did not happen is not told."""

from msgspec.structs import replace

from bot.host.tournament.rules.standings import Series
from bot.ui.games.trophies import Deed, MatchRecord, seat_tones
from bot.ui.texts.words import Words
from bot.ui.tournaments.story import PlayedGame, Told, story
from tests.ui.tournament_examples import event

WORDS = Words("en")
ADA, BEN, CLEO, DAN = (f"<@{10**18 + player}>" for player in range(4))


def game(first: int, second: int, turns: int, deed: Deed | None = None, luck: tuple[int, ...] = ()) -> PlayedGame:
    """A game of some turns, in which the second player did a deed."""
    record = MatchRecord(
        title="Hit points",
        values=(tuple(range(turns + 1)), tuple(range(turns + 1))),
        falls=True,
        roles=("", ""),
        tones=seat_tones(2),
        arts=(None, None),
        deeds=(None, deed),
        deed="Best blow",
        luck=luck,
    )
    return PlayedGame(record, (first, second))


def told(
    places: list[int], played: list[Series], games: list[PlayedGame], final: tuple[int, int] | None = None
) -> list[str]:
    shown = replace(event(4), champion=0, over=True)
    return [*map(str, story(shown, Told(dict(enumerate(places)), played, games, final), WORDS))]


def won(winner: int, loser: int) -> Series:
    return Series(1, winner, loser, "won", winner)


def test_a_story_tells_winner_upset_longest_match_best_blow_and_luckiest_dice() -> None:
    small, large = Deed(9, "9", "Ice Shard", None, 2), Deed(14, "14", "Great Axe", None, 5)
    games = [game(0, 1, 12, small, (4, -4)), game(2, 3, 23, large, (-1, 7)), game(0, 2, 5)]
    assert told([1, 2, 4, 3], [won(0, 1), won(2, 3), won(0, 2), won(2, 1)], games) == [
        f"🏆 {ADA} won 2 of 2 matches, ahead of {BEN}.",
        f"😮 Biggest upset: {CLEO} (place 4) beat {BEN} (place 2).",
        f"⏳ The longest match, {CLEO} – {DAN}, had 23 turns.",
        f"💥 Best blow of all: **Great Axe** 14, by {DAN}.",
        f"🎲 {DAN} had the luckiest dice: 7 more than usual in one match, added up.",
    ]


def test_a_story_leaves_out_what_did_not_happen() -> None:
    lines = told([1, 2, 3, 4], [won(0, 1), won(2, 1)], [game(0, 1, 1, luck=(1, -1))])
    assert [line[0] for line in lines] == ["🏆", "⏳"]
    assert lines[-1] == f"⏳ The longest match, {ADA} – {BEN}, had 1 turn."


def test_it_is_told_how_the_winner_won() -> None:
    played = [won(0, 2), won(1, 3), won(0, 1)]
    assert told([1, 2, 3, 3], played, [], (2, 1)) == [f"🏆 {ADA} won 2 of 2 matches, and beat {BEN} 2–1 in the final."]
    assert told([1, 2, 3, 4], played, []) == [f"🏆 {ADA} won 2 of 2 matches, ahead of {BEN}."]
    assert told([1, 3, 3, 3], [won(0, 1)], []) == [f"🏆 {ADA} won 1 of 1 match."], "nobody is second"
    assert told([1, 2, 3, 4], [won(1, 2)], []) == [f"**1st: {ADA}**"], "without a match that was played"


def test_a_player_without_a_place_is_in_no_upset() -> None:
    shown = replace(event(4), champion=0, over=True)
    assert "😮" not in "".join(story(shown, Told({0: 1, 1: 2}, [won(3, 0)], [game(0, 3, 4)]), WORDS))
