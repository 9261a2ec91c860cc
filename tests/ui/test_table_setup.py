"""Setting up a table: every option of every game is explained, and its panel fits on a phone."""

from random import Random
from typing import Any

import pytest
from discord import ButtonStyle
from discord.ui import Button, Select
from msgspec.structs import replace

from bot.host.lobby import Defaults, Lobby
from bot.host.lobby.table_options import fields
from bot.locale.catalogue import PSEUDO, catalogue
from bot.storage.matches import SeatRow
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.lobby import table_setup
from bot.ui.lobby.table_options import length_of, value_id
from bot.ui.messages.custom_ids import parse
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from engine.contract import AnyGame
from engine.registry import GAMES
from tests.engine.random_tables import random_options
from tests.ui.test_panel import check, count_of, row, texts_of, usual_of

ADA, BEN = 3, 4

GALLERY = 12
"""The type of a component that shows pictures."""

LINE = 42
"""The most characters of a fact about a table, so that it is one line on most phones."""


def shown(game: AnyGame, options: dict[str, Any], seats: int) -> Lobby:
    match = replace(row(game, []), status="lobby", options=options, takeover="easy", started=None)
    people = [SeatRow(match.id, 0, user=ADA), SeatRow(match.id, 1, user=BEN, agreed=False)]
    others = [SeatRow(match.id, seat, house="easy") for seat in range(2, seats - 1)]
    free = [SeatRow(match.id, seats - 1)] if seats > 2 else []
    return Lobby(match, (*people, *others, *free), (), "0" * 64)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_has_a_name_an_explanation_and_words_for_its_values(game: AnyGame) -> None:
    texts, key = catalogue("en"), game.spec.key
    wanted = {f"{key}.preset.{preset.name}" for preset in game.spec.presets}
    wanted |= {f"{key}.preset.{preset.name}.advised" for preset in game.spec.presets if preset.advised is not None}
    for field in fields(game.spec.options):
        wanted |= {f"{key}.option.{field.name}", f"{key}.option.{field.name}.about"}
        wanted |= {value_id(game, field.name, value) for value in field.values if isinstance(value, str)}
    assert wanted <= texts.ids


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_the_panel_of_a_table_and_every_options_page_fit(game: AnyGame, locale: str) -> None:
    for seed in range(10):
        options = random_options(game.spec.options, Random(seed)).model_dump(mode="json")
        for seats in range(game.spec.least, game.spec.most + 1):
            lobby = shown(game, options, seats)
            words = Words(locale, lobby.players)
            check(lobby_ui.lobby(lobby, game, usual_of(game), words))
            panels = [table_setup.table(lobby, user, game, words) for user in (ADA, BEN)]
            panels.append(table_setup.table(lobby, ADA, game, words, more=True))
            panels += [table_setup.option(lobby, ADA, field.name, game, words) for field in fields(game.spec.options)]
            for panel in panels:
                assert panel.view is not None
                parts = panel.view.to_components()
                assert count_of(parts) <= 40
                assert sum(map(len, texts_of(parts))) <= 4000
                fits(parts)


def fits(parts: list[Any]) -> None:
    """Discord's limits for what can be chosen and pressed."""
    for part in parts:
        assert len(part.get("custom_id", "")) <= 100
        assert len(part.get("label") or "") <= 80
        for option in part.get("options", []):
            assert 1 <= len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
        assert len(part.get("options", [])) <= 25
        fits(part.get("components", []))


def test_everybody_sees_what_is_changed_and_who_has_yet_to_agree() -> None:
    game = GAMES["artbot"]
    options = game.spec.options.model_validate({"rules": "quick"}).model_dump(mode="json")
    message = lobby_ui.lobby(shown(game, options, 4), game, usual_of(game), Words("en"))
    _, asked, *_, line, _ = (message.embeds[0].description or "").splitlines()
    assert "must agree" in asked
    assert line.startswith("📜 At this table: Rules: **Quick** · ")


def unusual(game: AnyGame, table: Lobby, usual: Defaults | None = None) -> list[str]:
    """What a lobby says is not as usual."""
    message = lobby_ui.lobby(table, game, usual or usual_of(game), Words("en", table.players))
    mark, lines = "📜 At this table: ", (message.embeds[0].description or "").splitlines()
    return [part for line in lines if line.startswith(mark) for part in line.removeprefix(mark).split(" · ")]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_as_usual_says_nothing_of_its_settings(game: AnyGame) -> None:
    table = shown(game, game.spec.options().model_dump(mode="json"), 2)
    assert unusual(game, replace(table, match=replace(table.match, takeover=None))) == []


def test_a_table_says_in_one_line_what_is_not_as_usual_in_its_server() -> None:
    game = GAMES["artbot"]
    options = game.spec.options.model_validate({"rules": "quick"})
    table = shown(game, options.model_dump(mode="json"), 2)
    match = replace(table.match, pace="slow", takeover=None, rated=False)
    table = replace(table, match=match, own=("Our cards",))
    assert unusual(game, table) == [
        "**Slow**: 3 days a turn, 24 h an answer",
        "Rules: **Quick**",
        "With this server's own cards: Our cards",
        "Just for fun: no ratings change",
    ]
    assert unusual(game, replace(table, match=replace(match, rated=True), own=()), Defaults("slow", options)) == []
    back = replace(table, match=replace(match, rated=True, options=game.spec.options().model_dump(mode="json")), own=())
    assert unusual(game, back, Defaults("slow", options)) == ["Rules: **Classic**"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_table_shows_first_whom_it_waits_for_and_what_people_change(game: AnyGame) -> None:
    words, lobby = Words("en"), shown(game, game.spec.options().model_dump(mode="json"), game.spec.most)
    panel = table_setup.table(lobby, ADA, game, words)
    assert panel.view is not None
    asked = [parse(each.custom_id) for each in panel.view.walk_children() if isinstance(each, Select)]
    assert [each.argument for each in asked] == [
        each for each in ("seats", "pace", "house") if each == "pace" or game.spec.most > 2
    ]
    assert "Waiting for " in "\n".join(texts_of(panel.view.to_components()))
    rest = table_setup.table(lobby, ADA, game, words, more=True).view
    assert rest is not None
    more = [parse(each.custom_id) for each in rest.walk_children() if isinstance(each, Select)]
    assert [each.argument or each.action for each in more] == [*table_setup.RARE[not game.spec.presets :], "option"]


def test_a_table_that_is_set_up_is_shown_above_its_settings_and_the_picture_stands_for_the_title() -> None:
    game, words = GAMES["varia"], Words("en")
    lobby = shown(game, game.spec.options().model_dump(mode="json"), 2)
    title = words("table.title", game="Varia", match=lobby.match.id)
    picture = Picture("table.png", b"", "The table")
    for user in (ADA, BEN):
        plain = table_setup.table(lobby, user, game, words)
        drawn = table_setup.table(lobby, user, game, words, picture)
        assert plain.view is not None
        assert drawn.view is not None
        first, *_ = drawn.view.to_components()[0]["components"]
        assert first["type"] == GALLERY
        assert [file.description for file in drawn.files] == ["The table"]
        assert title in texts_of(plain.view.to_components())
        assert title not in texts_of(drawn.view.to_components())
        assert "Hide settings" in [each.label for each in drawn.view.walk_children() if isinstance(each, Button)]


def told(table: Lobby, user: int, game: AnyGame) -> str:
    """What a table's settings say to somebody."""
    view = table_setup.table(table, user, game, Words("en", table.players)).view
    assert view is not None
    return "\n".join(texts_of(view.to_components()))


def test_the_settings_name_whom_the_match_waits_for_and_say_all_set_only_once_it_can_start() -> None:
    game = GAMES["artbot"]
    table = shown(game, game.spec.options().model_dump(mode="json"), 2)
    ada, ben = table.seats
    free = [SeatRow(table.match.id, seat) for seat in (2, 3)]
    invited = [replace(each, invited=person) for each, person in zip(free, (70, 71), strict=True)]
    for seats, waits in [
        ((ada, *free), "2 more players."),
        ((ada, *free[:1]), "one more player."),
        ((ada, *invited), "<@70>, <@71>."),
        ((ada, invited[0], free[1]), "<@70> and one more player."),
        ((ada, ben), f"{Words('en', table.players).player(1)} to agree."),
    ]:
        for user in (ADA, BEN):
            text = told(replace(table, seats=seats), user, game)
            assert f"Waiting for {waits} Then " in text
            assert "all set" not in text
    text = told(replace(table, seats=(ada, replace(ben, agreed=True))), ADA, game)
    assert "all set" in text
    assert "Waiting" not in text


def test_a_guest_reads_of_the_rules_only_those_that_are_not_as_usual() -> None:
    game = GAMES["varia"]
    usual = game.spec.options().model_dump(mode="json")
    table = replace(shown(game, usual, 2), match=replace(shown(game, usual, 2).match, opener=ADA))
    names = {field.name: Words("en")(f"varia.option.{field.name}") for field in fields(game.spec.options)}
    assert not [name for name in names.values() if f"{name}: **" in told(table, BEN, game)]
    other = {**usual, "turn_cap": 20}
    text = told(replace(table, match=replace(table.match, options=other)), BEN, game)
    assert [key for key, name in names.items() if f"{name}: **" in text] == ["turn_cap"]
    assert f"{names['turn_cap']}: **20**\n-# " in text


def test_the_settings_offer_the_reader_what_they_can_do_at_the_table() -> None:
    """The start where nothing is missing, agreeing where that is, a way out for each, and nothing else."""
    game, words = GAMES["artbot"], Words("en")
    full = shown(game, game.spec.options().model_dump(mode="json"), 2)

    def offered(user: int) -> list[tuple[str, str]]:
        view = table_setup.table(full, user, game, words).view
        assert view is not None
        buttons = [each for each in view.walk_children() if isinstance(each, Button)]
        asked = [parse(str(each.custom_id)) for each in buttons]
        assert sum(each.style is ButtonStyle.success for each in buttons) <= 1
        return [(each.action, each.argument) for each in asked if each.argument != table_setup.MORE]

    panel, away = table_setup.PANEL, ("arranged", "")
    full = replace(full, match=replace(full.match, opener=ADA, guild=9))
    assert offered(ADA) == [("start", panel), ("keeps", ""), away, ("withdraw", panel)]
    assert offered(BEN) == [("agree", ""), ("keeps", ""), away, ("quit", panel)]
    full = replace(full, seats=(full.seats[0], replace(full.seats[1], agreed=True)))
    assert offered(ADA) == [("start", panel), ("keeps", ""), away, ("withdraw", panel)]
    assert offered(BEN) == [("start", panel), ("keeps", ""), away, ("quit", panel)]
    assert offered(77) == [away, ("watch", panel)]
    full = replace(full, match=replace(full.match, guild=None, solo=True))
    assert offered(ADA) == [away], "the message of a table that nobody else sees has the rest"


def test_start_stands_below_whom_it_waits_for_and_is_grey_until_nobody_is_missing() -> None:
    """What closes the table is red, the last, and in a group of its own."""
    game = GAMES["artbot"]
    table = shown(game, game.spec.options().model_dump(mode="json"), 2)
    table = replace(table, match=replace(table.match, opener=ADA, guild=9))
    ada, ben = table.seats
    agreed = replace(ben, agreed=True)
    for seats, works in [((ada, SeatRow(1, 1)), False), ((ada, ben), False), ((ada, agreed), True)]:
        view = table_setup.table(replace(table, seats=seats), ADA, game, Words("en", table.players)).view
        assert view is not None
        parts = view.to_components()[0]["components"]
        waits = next(place for place, part in enumerate(parts) if "**Start**" in part.get("content", ""))
        [start] = parts[waits + 1]["components"]
        assert (parse(start["custom_id"]).action, start.get("disabled", False)) == ("start", not works)
        [close] = parts[-1]["components"]
        assert (parse(close["custom_id"]).action, close["style"]) == ("withdraw", ButtonStyle.danger.value)


def test_a_lobby_gives_its_facts_in_two_lines_and_the_seal_in_small_print() -> None:
    for game in GAMES.values():
        lobby = shown(game, game.spec.options().model_dump(mode="json"), 2)
        message = lobby_ui.lobby(
            lobby, game, usual_of(game), Words("en"), Picture("table.png", b"", "The table"), worded=False
        )
        [embed] = message.embeds
        *lines, sealed = (embed.description or "").splitlines()
        facts = [line for line in lines if "must agree" not in line]
        assert [line[:1] for line in facts] == ["⏱", "📜"]
        assert len(facts[0]) <= LINE
        assert (embed.footer.text or "").endswith(f" · table {lobby.match.id}")
        assert sealed.endswith(f": ||`{lobby.seal}`||")


def test_a_lobby_has_what_everybody_may_need_and_only_what_brings_one_in_is_green() -> None:
    game = GAMES["artbot"]
    lobby = shown(game, game.spec.options().model_dump(mode="json"), 4)
    view = lobby_ui.lobby(lobby, game, usual_of(game), Words("en")).view
    assert view is not None
    buttons = [each for each in view.children if isinstance(each, Button)]
    assert [parse(str(each.custom_id)).action for each in buttons] == ["join", "agree", "word", "table"]
    assert {parse(str(each.custom_id)).action for each in buttons if each.style is ButtonStyle.success} == {
        "join", "agree",
    }  # fmt: skip
    assert all(each.style is not ButtonStyle.danger for each in buttons)


def test_a_preset_says_how_long_it_takes_for_the_seats_or_why_they_cannot_play_it() -> None:
    game = GAMES["artbot"]
    usual = game.spec.options().model_dump(mode="json")
    panel = table_setup.table(shown(game, usual, 4), ADA, game, Words("en"), more=True)
    assert panel.view is not None
    [presets] = [
        part["components"][0]["options"]
        for part in panel.view.to_components()[0]["components"]
        if part["type"] == 1 and "preset" in part["components"][0]["custom_id"]
    ]
    classic, quick, duel = (each["description"] for each in presets)
    lines = (
        lobby_ui.lobby(shown(game, usual, 4), game, usual_of(game), Words("en")).embeds[0].description or ""
    ).splitlines()
    assert f"⏱️ {classic}" in lines
    assert quick != classic
    assert "two players" in duel


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_lobby_of_art_bot_recommends_quick_from_five_seats_and_only_while_it_is_not_chosen(seats: int) -> None:
    game = GAMES["artbot"]
    for rules in ("classic", "quick"):
        options = game.spec.options.model_validate({"rules": rules}).model_dump(mode="json")
        [embed] = lobby_ui.lobby(shown(game, options, seats), game, usual_of(game), Words("en")).embeds
        advice = [field.value for field in embed.fields]
        assert any("Choose **Quick**" in str(each) for each in advice) is (seats >= 5 and rules == "classic")


@pytest.mark.parametrize(
    ("key", "seats", "said"), [("zarcana", 2, "28 to 41"), ("zarcana", 5, "11 to 20"), ("varia", 2, "4 to 12")]
)
def test_the_lobby_says_turns_a_player(key: str, seats: int, said: str) -> None:
    """In Varia both play in every turn; in Zarcana the turns of all are shared out."""
    game = GAMES[key]
    options = game.spec.options().model_dump(mode="json")
    assert str(length_of(game, options, seats, "daily", Words("en"))) == f"{said} turns each"


@pytest.mark.parametrize(
    ("status", "said"),
    [("lobby", "Waiting for"), ("running", "has begun"), ("over", "is over"), ("closed", "is over")],
)
def test_what_is_left_of_a_setup_says_how_the_match_stands(status: str, said: str) -> None:
    lobby = shown(GAMES["varia"], {}, 2)
    left = table_setup.done(replace(lobby, match=replace(lobby.match, status=status)), Words("en"))
    assert left.view is not None
    told = str(left.view.to_components())
    assert said in told
    assert ("custom_id" in told) == (status == "lobby")
