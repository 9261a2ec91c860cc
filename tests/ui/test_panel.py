"""Panels and public messages stay within what Discord takes, whatever a match has come to."""

from typing import Any

import pytest
from discord.ui import Button
from msgspec.structs import replace

from bot.host.kernel.paces import DEFAULT_PACE, PACES
from bot.host.lobby import Defaults
from bot.host.match.drafts import Draft, Made
from bot.host.match.panel_actions import Panel
from bot.host.match.players import Player
from bot.host.match.queries import Ended, TableView, Turn, Waiting
from bot.locale.catalogue import PSEUDO
from bot.storage.matches import MatchRow
from bot.storage.people import UserRow
from bot.ui.games import RENDERERS
from bot.ui.games.story import StoryPart
from bot.ui.match import blows as blows_ui
from bot.ui.match import menu as match_menu
from bot.ui.match import posts as match_ui
from bot.ui.match.panel import panel
from bot.ui.messages.custom_ids import parse
from bot.ui.messages.outgoing import FILES, marked
from bot.ui.pictures.picture import DESCRIPTION as PICTURE_DESCRIPTION
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from engine.contract import SPECTATOR, AnyGame, Event, seen
from engine.registry import GAMES
from tests.engine.random_tables import begun, walk
from tests.ui.picture_reader import NAMES

PICTURES = [Picture(f"{number}.png", bytes([number]), f"picture {number}") for number in range(2 * FILES)]


def usual_of(game: AnyGame) -> Defaults:
    """What a server's tables of a game begin with if it has chosen nothing."""
    return Defaults(DEFAULT_PACE, game.spec.options())


def row(game: AnyGame, sets: list[str]) -> MatchRow:
    return MatchRow(
        id=10**9,
        game=game.spec.key,
        status="running",
        guild=1,
        channel=2,
        opener=3,
        pace="live",
        options={},
        sets=sets,
        secret=b"",
        table_string="",
        state={},
        state_version=1,
        counters={},
        clocks={},
        entries=1,
        events=1,
        posted=0,
        outcome=None,
        closing=None,
        revision=0,
        opened=0.0,
        started=0.0,
        ended=None,
        rematch_of=None,
    )


def texts_of(parts: list[Any]) -> list[str]:
    found = []
    for part in parts:
        if part["type"] == 10:
            found.append(part["content"])
        found += texts_of(part.get("components", []))
    return found


def count_of(parts: list[Any]) -> int:
    return sum(1 + count_of(part.get("components", [])) for part in parts)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_everything_fits_in_long_matches(game: AnyGame, locale: str) -> None:
    renderer = RENDERERS[game.spec.key]
    for seed in range(8):
        at, state, dice, chance = begun(game, seed)
        seats = tuple(Player(user=10**18 + seat) for seat in range(len(at.seats)))
        words, match = Words(locale, seats, at.cards), row(game, [])
        told: list[Event] = []
        posted = 0
        for step in walk(at, state, dice, chance):
            seat = step.decision.seat
            made = tuple(Made("plan", (option.label,)) for option in step.decision.options[:12])
            draft, ada = Draft(None, made, step.decision, (), None, 3), UserRow(1)
            view, pace = game.view(step.state, seat), PACES["live"]
            forecast = game.forecast(step.state, seat)
            shown = Panel(
                match, seats, seat, view, draft, pace, (seat,), 1.8e9, None, (), ada, at.cards, term="panel.term.final"
            )
            shown = replace(shown, forecast=forecast)
            layout = panel(shown, words, renderer).view
            assert layout is not None
            parts = layout.to_components()
            assert count_of(parts) <= 40
            texts = texts_of(parts)
            assert sum(map(len, texts)) <= 4000
            assert all(texts)
            assert all(line in "\n".join(texts) for line in renderer.forecast(forecast, words)[:6])
            crowded = panel(shown, words, renderer, PICTURES)
            assert crowded.view is not None
            assert len(crowded.files) == FILES
            assert count_of(crowded.view.to_components()) <= 40
            table = TableView(match, seats, game.view(step.state, SPECTATOR), (step.decision,), (seat,), {seat: 1.8e9})
            check(match_ui.status(table, words, renderer))
            copy = game.copy(step.state)
            told += game.apply(copy, step.decision.id, step.keys, dice)
            closing = max((number for number, event in enumerate(told, 1) if event.closes), default=0)
            if closing > posted:
                before, facts = seen(told[:posted], SPECTATOR), seen(told[posted:closing], SPECTATOR)
                said = {"first": posted + 1, "last": closing}
                post = match_ui.turn_post(table, said | {"turn": [seat]}, Turn([*facts], [*before]), words, renderer)
                assert post is not None
                check(marked(post, f"#1.{10**9}"))
                if post.embeds:
                    assert len((post.embeds[0].description or "").splitlines()) <= 6
                for page in (0, 9):
                    wanted = blows_ui.Blows(posted + 1, closing, page)
                    message = blows_ui.blows(match.id, wanted, facts, before, words, renderer)
                    assert message.view is not None
                    blows = message.view.to_components()
                    assert count_of(blows) <= 40
                    assert sum(map(len, texts_of(blows))) <= 4000
                    assert all(texts_of(blows))
                posted = closing


def check(message: Any) -> None:
    """Discord's limits for a classic message."""
    assert len(message.content or "") <= 2000
    assert message.content or message.embeds
    assert sum(len(embed) for embed in message.embeds) <= 6000
    for embed in message.embeds:
        assert len(embed.description or "") <= 4096
        assert len(embed.title or "") <= 256
        assert "<@" not in (embed.title or ""), "a title shows a mention as its number"


def test_a_status_asks_people_by_a_mention_and_says_which_house_player_moves_next() -> None:
    game = GAMES["artbot"]
    at, state, _, _ = begun(game, 1)
    seats = tuple(Player(character="wren" if seat else None, user=None if seat else 5) for seat in range(2))
    words, view = Words(None, seats, at.cards), game.view(state, SPECTATOR)
    tables = [TableView(row(game, []), seats, view, (), (seat,), {}) for seat in range(2)]
    lines = [match_ui.status(table, words, RENDERERS["artbot"]).content for table in tables]
    assert lines == [words("status.away", players=words.player(0)), "Wren moves next."]


def test_a_status_does_not_repeat_in_words_what_its_picture_shows() -> None:
    game, renderer = GAMES["varia"], RENDERERS["varia"]
    at, state, _, _ = begun(game, 0)
    seats = tuple(Player(user=5 + seat, name=NAMES[seat]) for seat in range(2))
    words, view = Words(None, seats, at.cards), game.view(state, SPECTATOR)
    table, board = TableView(row(game, []), seats, view, (), (0,), {}), renderer.board(view, words)
    picture = Picture("board.png", b"", "everything")
    cut = replace(picture, description="x" * PICTURE_DESCRIPTION)

    def said(picture: Picture | None, *, worded: bool = False) -> str | None:
        return match_ui.status(table, words, renderer, picture, worded=worded).embeds[0].description

    assert said(picture) is None
    assert said(None) == said(picture, worded=True) == said(cut) == board


def test_the_file_of_a_log_has_names_and_no_mentions() -> None:
    game = GAMES["artbot"]
    at, state, dice, chance = begun(game, 1)
    words = Words(None, [Player(user=5 + seat, name=NAMES[seat]) for seat in range(len(at.seats))], at.cards)
    facts = [
        fact
        for step in walk(at, state, dice, chance)
        for fact in seen(game.apply(game.copy(step.state), step.decision.id, step.keys, dice), SPECTATOR)
    ]
    message = match_menu.log(1, facts, words, RENDERERS["artbot"])
    [file] = message.files
    assert NAMES[0] in file.content.decode()
    assert "<@" not in file.content.decode()
    assert "<@" in (message.embeds[0].description or "")


def test_a_long_story_loses_particulars_first_and_its_beginning_last() -> None:
    beats = [StoryPart(f"line {number}", ("roll " * 20,)) for number in range(100)]
    whole = match_ui.fit_beats(beats, 100_000)
    assert whole.count("roll") == 2000
    some = match_ui.fit_beats(beats, 6000)
    assert len(some) <= 6000
    assert "line 0" in some
    assert some.count("line") == 100
    assert 0 < some.count("roll") < 2000
    few = match_ui.fit_beats(beats, 300)
    assert len(few) <= 300
    assert few.endswith("line 99")
    assert "line 0\n" not in few


def test_the_list_of_own_matches_says_whose_move_it_is_and_leads_to_each() -> None:
    match = row(GAMES["varia"], [])
    seats = tuple(Player(user=5 + seat, name=NAMES[seat]) for seat in range(2))
    mine = Waiting(match, seats, own=True, deadline=1.8e9, waited=(0,), link="https://discord.com/channels/1/2/3")
    found = [mine, replace(mine, own=False, deadline=None, waited=(1,)), replace(mine, link=None)]
    face = Picture("opponent-1.png", b"", "Ben")
    shown = match_menu.games(found * 2, 5, Words("en"), {match.id: face})
    assert shown.view is not None
    parts = shown.view.to_components()
    told = texts_of(parts)
    assert "Your move" in told[0].splitlines()[1]
    assert told[1].endswith("Waiting for <@6>.")
    assert len(told) == match_menu.LISTED + 1
    assert count_of(parts) <= 40
    buttons = [each for each in shown.view.walk_children() if isinstance(each, Button)]
    assert [each.url is not None for each in buttons] == [False, True, True, False, False, True, True]
    assert {each.url for each in buttons if each.url is not None} == {mine.link}


def ended(match: int, winner: int | None) -> Ended:
    """A finished match of the person 5 against the person 6, whose rank comes from a seat, or a draw."""
    ranking = [[0, 1]] if winner is None else [[winner], [1 - winner]]
    over = replace(row(GAMES["varia"], []), id=match, status="over", outcome={"ranking": ranking, "reason": "points"})
    return Ended(over, tuple(Player(user=5 + seat, name=NAMES[seat]) for seat in range(2)))


def test_the_list_of_own_matches_ends_with_those_that_are_over_to_be_watched_again() -> None:
    over = [ended(11, 0), ended(12, 1), *(ended(number, None) for number in range(13, 30))]
    shown = match_menu.games([], 5, Words("en"), {}, over[: match_menu.LAST])
    assert shown.view is not None
    buttons = [each for each in shown.view.walk_children() if isinstance(each, Button)]
    (play, *again) = buttons
    assert parse(str(play.custom_id)).action == "playnow"
    assert [(parse(str(each.custom_id)).action, parse(str(each.custom_id)).number) for each in again] == [
        ("rewatch", number) for number in range(11, 11 + match_menu.LAST)
    ]
    labels = [str(each.label) for each in again[:3]]
    assert [label.rpartition(" · ")[2] for label in labels] == ["won", "lost", "drawn"]
    assert all(label.startswith(f"Varia · {NAMES[1]} · ") for label in labels)
    match = row(GAMES["varia"], [])
    mine = Waiting(match, over[0].seats, own=True, deadline=1.8e9, waited=(0,), link="https://discord.com/channels/1")
    face = Picture("opponent-1.png", b"", "Ben")
    for running in range(1, 7):
        full = match_menu.games([mine] * running, 5, Words("en"), {match.id: face}, over[: match_menu.LAST], here=True)
        assert full.view is not None
        assert count_of(full.view.to_components()) <= 40


def test_who_has_no_matches_is_offered_to_play() -> None:
    message = match_menu.no_games(Words("en"), None)
    assert message.content
    assert message.view is not None
    (offer,) = message.view.children
    assert isinstance(offer, Button)
    assert parse(str(offer.custom_id)).action == "playnow"


def test_the_list_of_what_runs_here_fits_a_message_and_links_each_table() -> None:
    there = Waiting(row(GAMES["varia"], []), ended(1, 0).seats, False, None, (0,), "https://discord.com/channels/1")  # noqa: FBT003
    for running in (1, match_menu.RUNNING, match_menu.RUNNING + 5):
        shown = match_menu.running([there] * running, 5, Words("en"))
        assert shown.view is not None
        assert count_of(shown.view.to_components()) <= 40
        links = [each.url for each in shown.view.walk_children() if isinstance(each, Button)]
        assert links == [there.link] * min(running, match_menu.RUNNING)
    assert match_menu.running([], 5, Words("en")).texts[-1] == Words("en")("games.running.none")
