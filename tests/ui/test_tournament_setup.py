"""Setting up a tournament: each page fits, leads to the others, and says what is set there."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.host.tournament.creation import CHOICES, SEATS
from bot.host.tournament.tournament import Tournament
from bot.locale.catalogue import PSEUDO
from bot.storage.tournaments import TournamentRow
from bot.ui.messages.custom_ids import parse
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words, moment
from bot.ui.tournaments.setup import ALWAYS, PAGES, TIMES, draft
from engine.contract import AnyGame
from engine.registry import GAMES
from tests.ui.test_decks import check, walked
from tests.ui.test_panel import texts_of

WORDS = Words("en")
NAMES = {name: WORDS("table.pace" if name == "pace" else f"draft.{name}") for names in PAGES for name in names}
SOON = 1_800_000_000.0

CHANGED: dict[str, Any] = {
    "cut": 4, "check_in": CHOICES["check_in"]["15"], "round_length": CHOICES["round_length"]["3"], "draws": True,
    "role": 7, "least": 4, "rated": False, "hidden": True, "rounds": 5, "weekly": True, "best_of": 3,
    "absent_after": CHOICES["absent_after"]["10"],
}  # fmt: skip
"""Another value than the usual one for each setting that has a usual one."""


def tournament(game: AnyGame, **values: Any) -> Tournament:
    """A draft with some settings changed."""
    row = TournamentRow(
        id=1, title="Cup", status="draft", guild=1, channel=1, organiser=1, game=game.spec.key,
        options=game.spec.options().model_dump(mode="json"), sets=[], format="swiss", pace="live", most=32,
        secret=b"", opened=0.0,
    )  # fmt: skip
    return Tournament(replace(row, **values), (), (), {}, "")


def parts_of(shown: Tournament, page: int | None = 0, words: Words = WORDS) -> list[Any]:
    panel = draft(shown, page, GAMES[shown.row.game], words)
    assert panel.view is not None
    return panel.view.to_components()


def asked(parts: list[Any]) -> set[str]:
    """The settings that a page has a select for."""
    ids = [parse(each["custom_id"]) for each in walked(parts) if each["type"] in (3, 6)]
    return {each.argument.split()[-1] for each in ids if each.action == "tset"}


@pytest.mark.parametrize(
    "game", [each for each in GAMES.values() if each.spec.least <= SEATS], ids=lambda each: each.spec.key
)
@pytest.mark.parametrize("locale", ["en", PSEUDO])
@pytest.mark.parametrize("kind", CHOICES["format"])
def test_every_page_fits_and_leads_to_the_others(game: AnyGame, locale: str, kind: str) -> None:
    for values in ({}, CHANGED, CHANGED | {"weekly": False, "starts": SOON, "entry": "role"}):
        shown = tournament(game, **(values | {"format": kind}))
        for page in range(len(PAGES)):
            parts = parts_of(shown, page, Words(locale))
            check(parts)
            ids = [parse(each["custom_id"]) for each in walked(parts) if "custom_id" in each]
            assert [each.argument for each in ids if each.action == "tpage"] == [
                "",
                *(str(other) for other in range(len(PAGES)) if other != page),
            ]


def test_the_tournament_stands_above_its_settings_as_it_would_be_announced() -> None:
    shown, game = tournament(GAMES["artbot"]), GAMES["artbot"]
    title = WORDS("draft.title", title="Cup", game="Art Bot Cards")
    assert title in texts_of(parts_of(shown))
    panel = draft(shown, 0, game, WORDS, Picture("entry.png", b"", "Cup: Art Bot Cards"))
    assert panel.view is not None
    parts = panel.view.to_components()
    [file] = panel.files
    assert parts[0]["components"][0]["items"][0]["media"]["url"] == f"attachment://{file.name}"
    assert file.description == "Cup: Art Bot Cards"
    assert title not in texts_of(parts)


def test_the_panel_begins_with_no_page_open_and_every_page_a_click_away() -> None:
    parts = parts_of(tournament(GAMES["artbot"]), None)
    assert asked(parts) == set()
    ids = [parse(each["custom_id"]) for each in walked(parts) if "custom_id" in each]
    assert [each.argument for each in ids if each.action == "tpage"] == [str(page) for page in range(len(PAGES))]
    assert [each.action for each in ids if each.action != "tpage"] == ["tannounce", "ttitle"]


def test_a_setting_is_asked_on_its_page_and_named_without_one_if_people_want_to_know_it() -> None:
    shown = tournament(GAMES["artbot"], **CHANGED, starts=SOON, entry="role")
    told = "\n".join(texts_of(parts_of(shown, None)))
    for page, names in enumerate(PAGES):
        parts = parts_of(shown, page)
        assert asked(parts) - {"preset"} == {*names} - {"round_length"}
        for name in names:
            there = f"{NAMES[name]}: " in told
            assert there is ((name in CHANGED or name in ALWAYS) and name != "round_length"), name


def test_an_open_page_says_nothing_of_the_others_but_their_names() -> None:
    told = "\n".join(texts_of(parts_of(tournament(GAMES["artbot"]), 0)))
    assert WORDS("draft.page.1") in told
    assert not any(NAMES[name] in told for names in PAGES[1:] for name in names)


@pytest.mark.parametrize(
    ("value", "told"),
    [("20 minutes", "20 minutes"), ("1", "1 hour"), ("24", "24 hours"), ("72", "3 days"), ("336", "14 days")],
)
def test_the_time_for_a_round_is_told_as_a_person_would(value: str, told: str) -> None:
    shown = tournament(GAMES["artbot"], round_length=CHOICES["round_length"][value])
    assert f"{WORDS('draft.round_length')}: {told}" in "\n".join(texts_of(parts_of(shown, None)))


def test_what_is_as_usual_is_left_out_with_no_page_open() -> None:
    told = "\n".join(texts_of(parts_of(tournament(GAMES["artbot"]), None)))
    named = {name for names in PAGES for name in names if f"{NAMES[name]}: " in told}
    assert named == {*ALWAYS} - {"role"}  # there is none, as everybody may join


def test_every_choice_has_a_text() -> None:
    shown = tournament(GAMES["artbot"])
    pages = [parts_of(shown, page) for page in range(len(PAGES))]
    labels = [option["label"] for parts in pages for each in walked(parts) for option in each.get("options", ())]
    assert labels
    assert not [label for label in labels if label.startswith(("draft.", "pace."))]


def test_a_start_at_a_typed_time_is_named_and_no_choice_claims_to_be_it() -> None:
    parts = parts_of(tournament(GAMES["artbot"], starts=SOON), TIMES)
    assert f"{WORDS('draft.starts')}: {moment(SOON)}" in texts_of(parts)
    starts = next(each for each in walked(parts) if each.get("custom_id", "").endswith(" starts"))
    assert not [each for each in starts["options"] if each.get("default")]
    assert starts["placeholder"] == WORDS.plain("draft.starts.set")


def test_a_role_that_is_still_to_be_chosen_is_named_with_no_page_open() -> None:
    shown = tournament(GAMES["artbot"], entry="role")
    assert "Choose a role" in "\n".join(texts_of(parts_of(shown, None)))
