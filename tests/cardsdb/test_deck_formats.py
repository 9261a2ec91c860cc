"""Deck formats as texts: what is written is read as it was, and any text is read or refused with every reason."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsdb.deck_codes import DeckRefused
from cardsdb.deck_formats import LONGEST, format_text, read_format
from engine.contract import AnyGame
from engine.games.artbot.decks import ArtBotFormat
from engine.games.varia.decks import FORMATS, VariaFormat
from engine.registry import GAMES

VARIA = GAMES["varia"]
WITH_DECKS = [game for game in GAMES.values() if game.spec.decks]
NAMES = st.text("abcXYZ 123’é", min_size=1, max_size=32).filter(lambda name: name.strip() == name)
MADE = st.builds(
    VariaFormat,
    name=NAMES,
    actions=st.integers(1, 100),
    copies=st.none() | st.integers(1, 30),
    gold=st.integers(0, 100),
    level=st.none() | st.integers(1, 49),
    ready=st.booleans(),
    banned=st.lists(st.sampled_from(["Decapitate", "Vigil"]), max_size=2).map(tuple),
)


def reasons(text: str, game: AnyGame = VARIA) -> list[str]:
    with pytest.raises(DeckRefused) as refused:
        read_format(game, text)
    return [reason.id.rpartition(".")[2] for reason in refused.value.reasons]


@settings(deadline=None, max_examples=60)
@given(MADE)
def test_a_format_is_read_as_it_was_written(made: VariaFormat) -> None:
    assert read_format(VARIA, format_text(made)) == made


@settings(deadline=None, max_examples=60)
@given(MADE | st.sampled_from(FORMATS))
def test_a_tables_options_carry_the_whole_format(made: VariaFormat) -> None:
    options = VARIA.spec.options(format=made)
    stored = options.model_dump(mode="json")
    assert VARIA.spec.options.model_validate(stored) == options
    assert isinstance(stored["format"], str) is (made in FORMATS)


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
def test_a_game_with_decks_has_a_usual_format(game: AnyGame) -> None:
    wanted = game.deck_format(game.spec.options())
    assert wanted.name == game.spec.formats[0].name
    changed = game.spec.formats[0].model_copy(update={"name": "Ours"})
    assert game.deck_format(game.spec.options(format=changed)).name == "Ours"


def test_every_reason_is_told_at_once() -> None:
    text = 'copies = 0\nlevel = 50\ngold = "much"\nready = 3\nmanners = true\nbanned = ["@everyone"]'
    assert reasons(text) == ["missing", "least", "number", "most", "switch", "name", "unknown"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "text"),
        ("[" * 2000, "text"),
        (f"actions = {'9' * 3900}", "most"),
        (f"actions = {'9' * 3900}.5", "value"),
        ("x" * (LONGEST + 1), "long"),
        ('name = "level constructed"', "taken"),
        (f'name = "{"x" * 33}"', "long"),
        ('name = "\\u202e"', "name"),
        ('name = ""', "missing"),
        ('name = "A"\nbanned = "Vigil"', "value"),
    ],
)
def test_what_is_no_format_is_refused(text: str, reason: str) -> None:
    assert reason in reasons(text)


@settings(deadline=None, max_examples=150)
@given(
    st.text(max_size=300)
    | st.from_regex(r"(name|copies|level|size|common) = [0-9\"\[\]{}.a-z-]{0,40}\n", fullmatch=True)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    for game in WITH_DECKS:
        try:
            found = len(read_format(game, text).name)
        except DeckRefused as refused:
            found = len(refused.reasons)
        assert found


def test_art_bots_figures_count() -> None:
    artbot = GAMES["artbot"]
    made = read_format(artbot, 'name = "Tiny"\nsize = 12\ncommon = 1\nrarity = 0')
    assert isinstance(made, ArtBotFormat)
    assert (made.size, made.common, made.rare) == (12, 1, 1)
    assert artbot.deck_format(artbot.spec.options(format=made, deck_size=40)) == made
