"""Standings and trees as pictures: for every size nothing overlaps, nobody is missing, and all is told in words."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.tournament.meetings import SeriesView
from bot.host.tournament.rules import bracket
from bot.host.tournament.rules.standings import Series, standings
from bot.locale.catalogue import PSEUDO
from bot.ui.pictures.avatar import Avatar
from bot.ui.pictures.colours import GLOW
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import Frame, Text
from bot.ui.texts.words import Words
from bot.ui.tournaments import bracket as trees
from bot.ui.tournaments.pictures.bracket import (
    LABEL,
    BracketModel,
    MatchSide,
    bracket_model,
    bracket_picture,
    bracket_sheet,
    column_edges,
    draw_bracket,
    match_rectangles,
)
from bot.ui.tournaments.pictures.entry import Entry, entry_model, entry_picture, entry_sheet
from bot.ui.tournaments.pictures.knockout import ROWS as KNOCKOUT_ROWS
from bot.ui.tournaments.pictures.knockout import knockout_model, knockout_pages, knockout_picture, knockout_sheet
from bot.ui.tournaments.pictures.pairings import MOST as MEETINGS
from bot.ui.tournaments.pictures.pairings import pairings_model, pairings_picture, pairings_sheet
from bot.ui.tournaments.pictures.podium import podium_picture
from bot.ui.tournaments.pictures.sheet import MARGIN, WIDE
from bot.ui.tournaments.pictures.standings import (
    ROWS,
    draw_standings,
    standings_model,
    standings_pages,
    standings_picture,
    standings_sheet,
)
from bot.ui.tournaments.tournament_view import TONES, Entrant, TournamentView, faced
from tests.ui.picture_laws import text_faults
from tests.ui.picture_orders import part_tops
from tests.ui.picture_reader import opened
from tests.ui.tournament_examples import LEAST, MOST, NAMES, advancing, event, grown, knockout, placed, rounds

PHONE = 306
"""How many pixels wide a phone of 390 pixels shows a picture."""

INITIALS = 2
"""The most letters on the disc of a player without an avatar."""

WORDS, PSEUDO_WORDS = Words("en"), Words(PSEUDO)
SIZES = st.integers(LEAST, MOST)
SEEDS = st.integers(0, 10**6)
KINDS = st.sampled_from(["single", "double"])

LEAST_SIZE = 20
"""The smallest text that can be read on a phone, of a picture 900 pixels wide."""


def shown_name(event_: TournamentView, player: int) -> str:
    """The name as it is drawn: the one that the font has no letter of becomes a number."""
    name = event_.entrants[player].name
    return f"Player {player + 1}" if name == NAMES[-1] else name


@settings(deadline=None, max_examples=25)
@given(SIZES, st.integers(1, 4), SEEDS, st.integers(1, 40))
def test_standings_name_everybody_once_and_no_line_overlaps(players: int, number: int, seed: int, cut: int) -> None:
    left = (1,) if players > 2 else ()
    table, _ = rounds(players, number, seed, left)
    shown = event(players, left)
    on = advancing(table, left, cut)
    scenes = [standings_model(shown, table, page, WORDS, on) for page in range(standings_pages(table))]
    lines = [line for scene in scenes for line in scene.lines]
    assert [line.place for line in lines] == [str(place) for place in range(1, players + 1)]
    assert sorted(line.name for line in lines) == sorted(shown_name(shown, player) for player in range(players))
    assert sum(line.on for line in lines) == min(cut, players - len(left))
    assert sum(line.left for line in lines) == len(left)
    for scene in scenes:
        assert len(scene.lines) <= ROWS
        assert text_faults(standings_sheet(scene), WIDE) == []


@settings(deadline=None, max_examples=10)
@given(SIZES, SEEDS, st.data())
def test_a_page_of_standings_is_told_in_words(players: int, seed: int, data: st.DataObject) -> None:
    table, _ = rounds(players, 2, seed)
    page = data.draw(st.integers(0, standings_pages(table) - 1))
    words = data.draw(st.sampled_from([WORDS, PSEUDO_WORDS]))
    shown = event(players, over=True, champion=table[0].player)
    picture = standings_picture(shown, table, page, words, advancing(table, (), 8))
    model = standings_model(shown, table, page, words, advancing(table, (), 8))
    image = opened(picture.content)
    assert image.size == (WIDE, standings_sheet(model).height)
    assert image.height <= 1400
    assert len(picture.content) < 120_000
    assert len(picture.description) <= DESCRIPTION
    assert all(shown.entrants[row.player].name[:6] in picture.description for row in table[page * ROWS :][:ROWS])


@settings(deadline=None, max_examples=15)
@given(SIZES, KINDS, SEEDS, st.data())
def test_the_standings_of_a_knockout_name_everybody_once_and_are_told_in_words(
    players: int, kind: str, seed: int, data: st.DataObject
) -> None:
    tree = grown(players, kind, seed, data.draw(st.none() | st.integers(0, 2 * players)))
    words = data.draw(st.sampled_from([WORDS, PSEUDO_WORDS]))
    shown, table = event(players), knockout(tree)
    scenes = [knockout_model(shown, table, page, words) for page in range(knockout_pages(table))]
    lines = [line for scene in scenes for line in scene.lines]
    assert [line.place for line in lines] == [str(row.place) for row in table]
    assert len({line.name for line in lines}) == players
    page = data.draw(st.integers(0, len(scenes) - 1))
    picture = knockout_picture(shown, table, page, words)
    assert opened(picture.content).width == WIDE
    assert len(picture.description) <= DESCRIPTION
    for line, row in zip(scenes[page].lines, table[page * KNOCKOUT_ROWS :], strict=False):
        assert shown.entrants[row.player].name[:6] in picture.description
        assert line.about in picture.description


@pytest.mark.parametrize("kind", ["single", "double"])
def test_no_word_of_a_knockouts_standings_is_too_small_for_a_phone(kind: str) -> None:
    for words in (WORDS, PSEUDO_WORDS):
        sheet = knockout_sheet(knockout_model(event(12), knockout(grown(12, kind, 5, 9)), 0, words))
        assert min(item.size for item in sheet.items if isinstance(item, Text)) >= LEAST_SIZE


@pytest.mark.parametrize("kind", ["single", "double"])
def test_a_phone_shows_the_names_in_a_tree_at_twelve_pixels_or_more(kind: str) -> None:
    for players in (4, 8, 16):
        for scene in (
            bracket_model(event(players), grown(players, kind, 3, 6), 0, words) for words in (WORDS, PSEUDO_WORDS)
        ):
            known = {side.name for part in scene.parts for box in part.boxes for side in box.sides if side.player}
            drawn = [
                item for item in bracket_sheet(scene).items if isinstance(item, Text) and len(item.text) > INITIALS
            ]
            sizes = [item.size for item in drawn if any(name.startswith(item.text.rstrip("…")) for name in known)]
            assert len(sizes) >= len(known)
            assert min(sizes) * PHONE / WIDE >= 12


@settings(deadline=None, max_examples=40)
@given(SIZES, KINDS, SEEDS, st.data())
def test_a_tree_shows_every_player_and_every_match_and_no_box_overlaps(
    players: int, kind: str, seed: int, data: st.DataObject
) -> None:
    tree = grown(players, kind, seed, data.draw(st.none() | st.integers(0, 2 * players)))
    shown = event(players)
    pages = trees.pages(tree)
    scenes = [bracket_model(shown, tree, page, WORDS) for page in range(len(pages))]
    for scene in scenes:
        fits(scene)
    sides = [side.name for scene in scenes for part in scene.parts for box in part.boxes for side in box.sides]
    assert {shown_name(shown, player) for player in range(players)} <= set(sides)
    played = trees.forks(tree)
    on_pages = {node for page in pages for panel in page for node in panel.nodes}
    wanted = {node for node, fork in enumerate(played) if fork.number is not None}
    assert wanted - on_pages <= {len(tree.nodes) - 1}
    assert wanted <= on_pages or trees.is_needless(tree, len(tree.nodes) - 1)


def fits(model: BracketModel) -> None:
    """Nothing overlaps, and nothing leaves the picture."""
    downs = part_tops(model)
    boxes = []
    for part, top, bottom in zip(model.parts, downs, downs[1:], strict=False):
        rooms = match_rectangles(part, top)
        assert all(up - LABEL >= top + part.above and down <= bottom for _, up, _, down in rooms)
        assert all(start >= MARGIN and end <= WIDE - MARGIN for start, end in column_edges(part))
        boxes += [(left, up - LABEL, right, down) for left, up, right, down in rooms]
    assert downs[-1] <= 1500
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)


@settings(deadline=None, max_examples=15)
@given(SIZES, KINDS, SEEDS, st.data())
def test_a_page_of_a_tree_is_told_in_words(players: int, kind: str, seed: int, data: st.DataObject) -> None:
    tree = grown(players, kind, seed, data.draw(st.none() | st.integers(0, players)))
    shown = event(players)
    page = data.draw(st.integers(0, len(trees.pages(tree)) - 1))
    words = data.draw(st.sampled_from([WORDS, PSEUDO_WORDS]))
    picture = bracket_picture(shown, tree, page, words)
    model = bracket_model(shown, tree, page, words)
    assert opened(picture.content).size == (WIDE, part_tops(model)[-1] + MARGIN)
    assert len(picture.content) < 120_000
    assert len(picture.description) <= DESCRIPTION
    known = {side.name for part in model.parts for box in part.boxes for side in box.sides if side.player is not None}
    there = {shown_name(shown, entrant): entrant for entrant in range(players)}
    assert known <= set(there) or words is PSEUDO_WORDS
    assert all(shown.entrants[there[name]].name[:5] in picture.description for name in known & set(there))


@settings(deadline=None, max_examples=20)
@given(SIZES, KINDS, SEEDS, st.data())
def test_a_players_page_shows_their_latest_match(players: int, kind: str, seed: int, data: st.DataObject) -> None:
    tree = grown(players, kind, seed, data.draw(st.none() | st.integers(0, players)))
    player = data.draw(st.integers(0, players - 1))
    shown = event(players)
    model = bracket_model(shown, tree, trees.page_of(tree, player), WORDS)
    assert shown_name(shown, player) in {side.name for part in model.parts for box in part.boxes for side in box.sides}


def test_who_had_a_bye_in_a_round_that_nobody_plays_is_shown_the_latest_match_that_is_drawn() -> None:
    tree = grown(45, "double", 6653)
    pages = [{node for panel in page for node in panel.nodes} for page in trees.pages(tree)]
    for player in range(45):
        theirs = {node for node, seats in enumerate(tree.seats) if player in (seats.first, seats.second)}
        assert max(theirs & set().union(*pages)) in pages[trees.page_of(tree, player)]


@pytest.mark.parametrize("kind", ["single", "double"])
def test_who_has_won_is_crowned_and_nobody_before(kind: str) -> None:
    over, running = grown(8, kind, 3), grown(8, kind, 3, 5)
    assert over.champion is not None
    assert bracket_model(event(8), over, 0, WORDS).head.champion == f"Champion: {NAMES[over.champion]}"
    assert bracket_model(event(8), running, 0, WORDS).head.champion == ""


def test_a_tree_of_sixteen_is_one_picture_and_the_final_stands_between_the_semi_finals() -> None:
    [page] = trees.pages(grown(16, "single", 1))
    [panel] = page
    assert [len(column) for column in panel.columns] == [8, 4, 2, 1]
    [part] = bracket_model(event(16), grown(16, "single", 1), 0, WORDS).parts
    assert [(box.column, box.middle) for box in part.boxes[-3:]] == [(2, 2.0), (2, 6.0), (2, 4.0)]
    assert part.boxes[-1].label == "Final"


@pytest.mark.parametrize(("players", "count"), [(2, 1), (16, 1), (17, 3), (32, 3), (64, 5), (128, 9)])
def test_larger_trees_are_cut_where_sixteen_players_meet(players: int, count: int) -> None:
    assert len(trees.pages(grown(players, "single", 1))) == count


def test_of_five_players_three_begin_with_a_bye_and_matches_count_from_one() -> None:
    tree = grown(5, "single", 1, 0)
    [part] = bracket_model(event(5), tree, 0, WORDS).parts
    labels = [(box.label, [side.name for side in box.sides]) for box in part.boxes]
    assert labels == [
        ("Bye", ["Ada"]),
        ("", ["Dan", "Elif"]),
        ("Bye", ["Ben"]),
        ("Bye", ["Cleo"]),
        ("", ["Ada", ""]),
        ("", ["Ben", "Cleo"]),
        ("", ["", ""]),
    ]


def test_matches_have_numbers_where_no_line_shows_who_goes_where() -> None:
    first, second, *_ = bracket_model(event(8), grown(8, "double", 1, 4), 0, WORDS).parts
    assert [box.label for box in first.boxes][:2] == ["Match 1", "Match 2"]
    assert "Loser of match 5" in {side.name for box in second.boxes for side in box.sides}


def test_what_is_played_now_is_framed_and_told_and_has_no_score_before_the_first_game() -> None:
    tree = grown(4, "single", 3, 0)
    model = bracket_model(event(4), tree, 0, WORDS)
    [part] = model.parts
    assert [[side.score for side in box.sides] for box in part.boxes] == [["1", "0"], ["", ""], ["", ""]]
    frames = [
        item
        for item in bracket_sheet(model).items
        if isinstance(item, Frame) and item.fill is None and item.stroke == GLOW
    ]
    assert len(frames) == sum(box.to_play for box in part.boxes) == 2
    assert bracket_picture(event(4), tree, 0, WORDS).description.splitlines()[1:3] == [
        "1: Ada 1–0 Dan · now",
        "2: Ben, Cleo · now",
    ]


def test_the_boxes_of_a_small_bracket_are_as_wide_as_there_is_room_and_higher_than_a_large_ones() -> None:
    small, large = (bracket_model(event(size), grown(size, "single", 3), 0, WORDS).parts[0] for size in (4, 16))
    (left, _), (_, right) = column_edges(small)
    assert (left, right) == (MARGIN, WIDE - MARGIN)
    assert small.row >= 1.5 * large.row


def test_who_has_lost_once_of_two_is_not_out_and_looks_otherwise_without_colours() -> None:
    tree = grown(8, "double", 3)
    model = bracket_model(event(8), tree, 0, WORDS)
    states = [{side.state for box in part.boxes for side in box.sides} for part in model.parts]
    assert states[0] == {"won", "lost"}
    assert states[1] == {"won", "out"}
    part = model.parts[0]
    looks = {
        state: opened(draw_bracket(replace(model, parts=(replace(part, boxes=(replace(part.boxes[0], sides=two),)),))))
        .convert("1")
        .tobytes()
        for state, two in {state: (MatchSide(state, "Ada", "2"),) * 2 for state in ("won", "lost", "out")}.items()
    }
    assert len(set(looks.values())) == 3


def test_the_final_once_more_is_there_while_it_may_be_needed() -> None:
    for seed in range(8):
        tree = grown(6, "double", seed)
        labels = [part.rounds for part in bracket_model(event(6), tree, -1, WORDS).parts]
        needed = tree.seats[-2].winner == tree.seats[-2].second
        assert ("Second final, if needed" in labels[-1]) == needed
    assert "Second final, if needed" in bracket_model(event(6), grown(6, "double", 1, 0), -1, WORDS).parts[-1].rounds


def test_who_had_their_data_deleted_has_no_name() -> None:
    table, _ = rounds(3, 1, 1)
    shown = event(3)
    gone = TournamentView(shown.title, {**shown.entrants, 0: Entrant("Ada", None)})
    picture = standings_picture(gone, table, 0, WORDS)
    assert "Ada" not in picture.description
    assert all(line.name != "Ada" for line in standings_model(gone, table, 0, WORDS).lines)


def test_names_of_32_letters_are_whole_in_standings_unless_they_are_very_wide() -> None:
    table, _ = rounds(20, 2, 1)
    drawn = {*texts(standings_sheet(standings_model(event(20), table, 0, WORDS)).items)}
    drawn |= {*texts(standings_sheet(standings_model(event(20), table, 1, WORDS)).items)}
    assert "Maximiliane von Hohenstein-Fuchs" in drawn
    assert "W" * 32 not in drawn


@pytest.mark.parametrize("words", [WORDS, PSEUDO_WORDS])
def test_pairings_show_both_faces_the_score_and_who_won_and_say_so_in_words(words: Words) -> None:
    meetings = [
        SeriesView(Series(1, 6, None, "won", 6), None),
        SeriesView(Series(1, 4, 5, "won", 5), 3),
        SeriesView(Series(1, 2, 3, "won", 3), 2, None, (1, 2)),
        SeriesView(Series(1, 0, 1), 1),
    ]
    shown = event(8)
    model = pairings_model(shown, 1, meetings, words)
    named = [[name for _, name in each.players] for each in model.meetings]
    assert named == [["Ada", "Ben"], ["Cleo", "Dan"], ["Elif", NAMES[5]], [NAMES[6]]]
    assert [each.winner for each in model.meetings] == [None, 1, 1, None]
    assert model.meetings[1].middle == "1–2"
    picture = pairings_picture(shown, 1, meetings, words)
    assert all(name in picture.description for pair in named for name in pair)
    assert {name for pair in named for name in pair} <= set(texts(pairings_sheet(model).items))
    assert opened(picture.content).width == WIDE


def test_pairings_have_the_players_colours_and_the_winners_is_the_brightest() -> None:
    meetings = [SeriesView(Series(1, 0, 1), 1), SeriesView(Series(1, 2, 3, "won", 3), 2, None, (1, 2))]
    sheet = pairings_sheet(pairings_model(event(4), 1, meetings, WORDS))
    plates = [item.fill for item in sheet.items if isinstance(item, Frame)][1:]
    assert plates[:2] == [TONES[0].base, TONES[1].base]
    assert plates[3] == TONES[3].light
    assert sum(plates[2] or ()) < sum(TONES[2].dark)


def test_a_round_of_many_matches_says_how_many_its_picture_leaves_out() -> None:
    meetings = [SeriesView(Series(0, 2 * number, 2 * number + 1), number + 1) for number in range(MEETINGS + 3)]
    model = pairings_model(event(2 * len(meetings)), 0, meetings, WORDS)
    assert len(model.meetings) == MEETINGS
    assert model.more == "and 3 more matches"


@pytest.mark.parametrize("players", [1, 2, 3, 9])
def test_the_podium_shows_the_best_three_in_order(players: int) -> None:
    shown, ranked = event(9), [4, 0, 2, 1, 3, 5, 6, 7, 8][:players]
    told = podium_picture(shown, placed(*ranked), WORDS).description.splitlines()[1:]
    assert told == [f"{place}. {NAMES[player]}" for place, player in enumerate(ranked[:3], 1)]


@pytest.mark.parametrize(("players", "free"), [(0, 6), (5, 1), (6, 2), (8, 0)])
def test_an_announcement_shows_who_has_joined_and_that_there_are_free_places(players: int, free: int) -> None:
    entry = Entry(TournamentView("Cup", dict(list(event(8).entrants.items())[:players])), "varia", 8, (), TONES[0])
    model = entry_model(entry, WORDS)
    assert [name for _, name in model.players] == [shown_name(event(8), player) for player in range(players)]
    assert model.free == free
    assert f"{players} of 8 players" in entry_picture(entry, WORDS).description


def test_a_tournament_that_is_set_up_has_no_places_in_its_picture_and_says_how_it_is_played() -> None:
    entry = Entry(TournamentView("Cup", {}), "varia", 8, (), TONES[0], "single")
    model = entry_model(entry, WORDS)
    assert (model.players, model.free) == ((), 0)
    assert entry_picture(entry, WORDS).description == "Cup: Varia · Lose once and you're out (knockout)."
    assert {"Cup", *model.about} <= {*texts(entry_sheet(model).items)}


def test_the_faces_of_players_are_their_avatars_or_else_their_initials() -> None:
    words = WORDS.with_avatars({1: b"ben"})
    ada, ben = (faced(event(2), player, words) for player in (0, 1))
    assert (ada.face, ada.sign) == (None, "A")
    assert ben.face == Avatar(b"ben")


def test_the_same_picture_is_drawn_once() -> None:
    table, _ = rounds(9, 2, 1)
    assert draw_standings(standings_model(event(9), table, 0, WORDS)) is draw_standings(
        standings_model(event(9), table, 0, WORDS)
    )


def test_a_tree_is_told_like_this() -> None:
    nodes = bracket.single(4)
    seats = bracket.seated(nodes, [0, 1, 2, 3], {0: 3}, {2})
    tree = trees.BracketTree(nodes, [0, 1, 2, 3], seats, {0: (1, 2)})
    assert bracket_picture(event(4, (2,)), tree, 0, WORDS).description.splitlines() == [
        "Bracket of Autumn Cup of the Harbour Club.",
        "1: Ada 1–2 Dan",
        "2: Ben, Cleo; Ben advances by forfeit",
        "3: Dan, Ben · now",
    ]


def test_standings_are_told_like_this() -> None:
    played = [Series(0, 0, 1, "won", 0), Series(0, 2, None, "won", 2), Series(1, 2, 0), Series(1, 1, None, "won", 1)]
    table = standings([0, 1, 2], played)
    assert standings_picture(event(3, (1,)), table, 0, WORDS, [2]).description.splitlines() == [
        "Standings of Autumn Cup of the Harbour Club.",
        "1. Ben, 3 points, has left",
        "2. Cleo, 3 points",
        "The top player advances",
        "3. Ada, 3 points",
    ]
