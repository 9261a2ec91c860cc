"""Every picture that shows a name keeps the laws of pictures with the longest names, and in the pseudo-language."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from bot.host.match.players import Player
from bot.host.ratings.leaderboards import FORM, GameRecord, Leaderboard, LeaderboardPlace
from bot.host.ratings.rating import Rating
from bot.locale.catalogue import PSEUDO
from bot.rendering.game_art import arts_of
from bot.ui.games import RENDERERS
from bot.ui.games.strips import in_few_rows
from bot.ui.lobby.picture import table_card
from bot.ui.people import profiles, ratings
from bot.ui.pictures.mistake_sheet import draw_mistakes, mistakes_scene
from bot.ui.pictures.profile_card import draw_profile, profile_scene
from bot.ui.pictures.ranking import draw_ranking, ranking_scene
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.strip import Strip
from bot.ui.pictures.strip_moment import draw_moment, moment_scene
from bot.ui.pictures.strip_motion import strip_motion
from bot.ui.pictures.strip_scene import draw_strip, strip_scene
from bot.ui.pictures.table_card import draw_table, table_scene
from bot.ui.pictures.trophy import draw_trophy, trophy_scene
from bot.ui.texts.words import Spoken, Words
from bot.ui.tournaments.bracket import pages
from bot.ui.tournaments.pictures.bracket import bracket_model, bracket_sheet, draw_bracket
from bot.ui.tournaments.pictures.entry import Entry, draw_entry, entry_model, entry_sheet
from bot.ui.tournaments.pictures.final import FinalView, draw_final, final_model, final_sheet
from bot.ui.tournaments.pictures.knockout import draw_knockout, knockout_model, knockout_sheet
from bot.ui.tournaments.pictures.pairings import draw_pairings, pairings_model, pairings_sheet
from bot.ui.tournaments.pictures.podium import BestTurn, PodiumModel, draw_podium, podium_sheet
from bot.ui.tournaments.pictures.sheet import Head
from bot.ui.tournaments.pictures.standings import draw_standings, standings_model, standings_sheet
from bot.ui.tournaments.tournament_view import TONES, Entrant, TournamentView, drawable_name, faced
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR
from engine.registry import GAMES
from tests.ui.picture_laws import text_faults
from tests.ui.picture_orders import order_faults
from tests.ui.picture_reader import NAMES, at_random
from tests.ui.test_lobby_picture import shown, table
from tests.ui.test_mistakes import Looked
from tests.ui.test_ratings import ARTS, FACE, GAME, profile
from tests.ui.test_trophies import MATCHES
from tests.ui.test_turn_strips import turns_of
from tests.ui.tournament_examples import advancing, grown, knockout, rounds

LETTERS = 32
"""How many letters a name has at most."""

WIDE = ("W" * LETTERS, "W" * LETTERS, "ÄÅÉÔÜÑÇŴ" * (LETTERS // 8), "MÆŒ " * (LETTERS // 4))
"""Names that are as wide as names can be; two people have the same one."""

ALPHABETS = (
    "Łukasz Żółć",
    "さくらもりのこ",
    "Ada",
    "Дарья",
    "カタカナの長い名前です",
    "Maximiliane von Hohenstein-Fuchs",
    "Ēriks",
    "يوسف",
)
"""Names in several alphabets, short and long ones."""

READERS = pytest.mark.parametrize(
    ("names", "locale"), [(2 * WIDE, "en"), (2 * WIDE, PSEUDO), (NAMES, PSEUDO)], ids=["wide", "both", "pseudo"]
)


def judge(draw: Callable[..., object], data: Any, lay_out: Callable[[Any], Scene]) -> None:
    """Hold a picture that a function draws from its data to the laws."""
    scene = lay_out(data)
    assert text_faults(scene, round(scene.width)) == []
    assert order_faults(draw, (data,), scene) == []


def judge_scene(scene: Scene | None) -> None:
    """Hold a scene to the law of texts, if there is one."""
    assert scene is None or text_faults(scene, round(scene.width)) == []


@READERS
@pytest.mark.parametrize("name", MATCHES)
def test_the_end_of_a_match(name: str, names: Sequence[str], locale: str) -> None:
    match = MATCHES[name]
    for reader in (None, *range(match.seats)):
        words = match.words(names, locale, reader)
        judge(draw_trophy, match.trophy(words), trophy_scene)
    judge_scene(match.last_board(match.words(names, locale)))


def positions(key: str, seats: int, seed: int) -> Iterator[Any]:
    """Positions of a match that is played at random, a few of them."""
    game = GAMES[key]
    sets = shipped_sets(game)
    cards: Any = game.cards(sets)
    ready = [deck_of(deck, cards) for each in sets for deck in each.decks]
    decks = [ready[(seed + 3 * seat) % len(ready)] if ready else None for seat in range(seats)]
    return islice(at_random(game, cards, decks, seed, 23), 4)


@READERS
@pytest.mark.parametrize("key", GAMES)
def test_boards_hands_and_panels_at_any_time(key: str, names: Sequence[str], locale: str) -> None:
    game, renderer = GAMES[key], RENDERERS[key]
    cards: Any = game.cards(shipped_sets(game))
    for seats in sorted({game.spec.least, game.spec.most}):
        rows = [Player(user=seat + 1, name=names[seat]) for seat in range(seats)]
        for state in positions(key, seats, seats):
            words = Words(locale, rows, cards, 0)
            judge_scene(renderer.board_drawing(game.view(state, SPECTATOR), words))
            judge_scene(renderer.hand_drawing(game.view(state, 0), 0, words))
            asked = next((each for each in game.decisions(state) if each.seat == 0), None)
            renderer.panel_pictures(game.view(state, 0), 0, words, asked)


@READERS
@pytest.mark.parametrize("key", GAMES)
def test_turns(key: str, names: Sequence[str], locale: str) -> None:
    game, renderer = GAMES[key], RENDERERS[key]
    cards: Any = game.cards(shipped_sets(game))
    drawn = 0
    for seats in sorted({game.spec.least, min(4, game.spec.most)}):
        rows = [Player(user=seat + 1, name=names[seat]) for seat in range(seats)]
        words = Words(locale, rows, cards)
        for facts, before, _ in islice(turns_of(key, seats, 1), 12):
            strip = in_few_rows(renderer.turn_strip(facts, before, words), words)
            if strip is not None:
                judge_turn(strip)
                drawn += 1
    assert drawn or key == "bids"


def judge_turn(strip: Strip) -> None:
    """Hold a turn to the laws: whole, in motion, and each of its moments large."""
    judge(draw_strip, strip, strip_scene)
    motion = strip_motion(strip)
    for scene in () if motion is None else motion.scenes:
        judge_scene(scene)
    for beat in strip.beats:
        if beat.halves or beat.play is not None:
            judge(draw_moment, replace(strip, beats=(beat,)), moment_scene)


def tournament(names: Sequence[str], players: int, left: tuple[int, ...] = (), *, over: bool = False) -> TournamentView:
    """A tournament of people with these names; a title as wide as theirs."""
    entrants = {each: Entrant(names[each % len(names)], 10**18 + each, each in left) for each in range(players)}
    return TournamentView("Autumn Cup of the Harbour Club" if names is NAMES else names[0], entrants, over)


@READERS
@pytest.mark.parametrize("players", [3, 9, 24])
def test_tournaments(players: int, names: Sequence[str], locale: str) -> None:
    judge_tournament(names, players, locale)


def judge_tournament(names: Sequence[str], players: int, locale: str) -> None:
    """Hold all pictures of a tournament to the laws."""
    words, view = Words(locale), tournament(names, players, (1,), over=True)
    standings, meetings = rounds(players, 3, players, (1,))
    judge(draw_standings, standings_model(view, standings, 0, words, advancing(standings, (1,), 2)), standings_sheet)
    for number in range(3):
        played = [each for each in meetings if each.series.round == number]
        judge(draw_pairings, pairings_model(view, number, played, words), pairings_sheet)
    for kind in ("single", "double"):
        tree = grown(players, kind, players, players // 2)
        judge(draw_knockout, knockout_model(view, knockout(tree), 0, words), knockout_sheet)
        for page in range(len(pages(tree))):
            judge(draw_bracket, bracket_model(view, tree, page, words), bracket_sheet)
    best = [(faced(view, each, words), drawable_name(view, each, words)) for each in range(3)]
    for steps in (((best[0],), (best[1],), (best[2],)), ((best[2],), (best[0], best[1]), ())):
        judge(draw_podium, PodiumModel(Head(view.title, "", ""), steps), podium_sheet)
        points = (words.plain("season.points", count=10**6),) * 3
        judge(draw_podium, PodiumModel(Head(view.title, "", ""), steps, points=points), podium_sheet)
    shared = ((best[0],), (best[1],), (best[2], best[1]))
    arts = arts_of(GAMES[GAME], RENDERERS[GAME])
    turn = BestTurn(words.plain("podium.best.title"), arts[0], names[0], names[1 % len(names)], best[2][1])
    judge(draw_podium, PodiumModel(Head(view.title, "", ""), shared, turn), podium_sheet)
    for games, cards in ((1, arts), (3, ())):
        judge(draw_final, final_model(FinalView(view, (0, 2), GAME, games, cards, TONES[0]), words), final_sheet)
    for entry in (
        Entry(view, GAME, 16, (), TONES[0]),
        Entry(TournamentView(view.title, {}), GAME, 16, (), TONES[0], "single"),
    ):
        judge(draw_entry, entry_model(entry, words), entry_sheet)


@pytest.mark.parametrize("players", [3, 24])
def test_names_in_several_alphabets(players: int) -> None:
    judge_tournament(ALPHABETS, players, "en")
    judge_ratings(ALPHABETS, "en")


@READERS
def test_ratings(names: Sequence[str], locale: str) -> None:
    judge_ratings(names, locale)


def judge_ratings(names: Sequence[str], locale: str) -> None:
    """Hold the pictures of a leaderboard and of a profile to the laws."""
    words = Words(locale)
    best = tuple(LeaderboardPlace(place, place, Rating(2600 - 200 * place, 90, 40), 40) for place in range(1, 9))
    known = {each.user: names[at % len(names)] for at, each in enumerate(best)}
    board = Leaderboard(GAME, 7, best[:6], replace(best[7], place=412), known)
    ranking = ratings.ranking_of(board, (), RENDERERS[GAME].tones, words)
    judge(draw_ranking, ranking, ranking_scene)
    for matches in (0, 40):
        played = profile(matches)
        rating = played.curve[-1] if played.curve else None
        records = tuple(GameRecord(key, rating, played.came[-FORM:]) for key in GAMES)
        person = profiles.profile_of(replace(played, records=records), names[0], ARTS, {"x" * 60: FACE}, words)
        judge(draw_profile, person, profile_scene)


@READERS
@pytest.mark.parametrize("key", GAMES)
def test_tables(key: str, names: Sequence[str], locale: str) -> None:
    game = GAMES[key]
    for seats in range(game.spec.least, game.spec.most + 1):
        lobby, arts, renderer, words = shown(table(game, seats, names), locale)
        judge(draw_table, table_card(lobby, arts, renderer, Spoken.of(words)), table_scene)


@pytest.fixture(scope="module", params=["varia", "zarcana"])
def looked(request: pytest.FixtureRequest) -> Looked:
    """A match of a game that its first player looks back at."""
    return Looked(request.param)


@READERS
def test_mistakes(looked: Looked, names: Sequence[str], locale: str) -> None:
    judge(draw_mistakes, looked.sheet(looked.words(tuple(names), locale)), mistakes_scene)
