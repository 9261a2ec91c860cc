"""The page that teaches writing cards: its examples are one sound set, the one people get, and it has every word."""

import json
import re
from pathlib import Path

import pytest

from bot.host.card_sets import uploads
from cardsdb import source
from cardsdb.sets import (
    deck_of,
    example,
    fitted,
    read_homebrew,
    read_upload,
    schema,
    schema_file,
    shipped_sets,
    starter,
)
from engine.contract import AnyGame
from engine.games.varia.decks import LEVEL_CONSTRUCTED, OPEN
from engine.games.varia.soundness import MOST_EFFECTS
from engine.games.warmage.cards import LEAST_DECK, MOST_ADDED, MOST_DECK
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosts" / "writing-cards.md").read_text("utf-8")
WRITTEN = [game for game in GAMES.values() if game.card_set.homebrew]


DEFAULTING = {"what", "who", "source", "by", "count", "where", "until", "token", "tied"}
"""The fields of effects that have defaults; which of them has one in which effect the schema says."""


def examples() -> str:
    """All of Varia's examples on the page, one after another."""
    return "\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))


def test_the_examples_are_a_sound_set_and_the_one_that_people_get() -> None:
    shown = read_homebrew(GAMES["varia"], examples(), "kitchen.toml")
    assert shown == read_homebrew(GAMES["varia"], example(GAMES["varia"]), "kitchen.toml")
    assert [deck.name for deck in shown.decks] == ["Scullery"]


@pytest.mark.parametrize(("key", "fence"), [("varia", "starter"), ("warmage", "warmage")])
def test_the_starters_are_on_the_page_and_what_people_get(key: str, fence: str) -> None:
    (text,) = re.findall(rf"```{fence}\n(.*?)```", PAGE, re.DOTALL)
    given = starter(GAMES[key])
    assert given is not None
    assert given.startswith("#")
    assert given.partition("\n\n")[2] == text


def test_one_new_card_is_played_at_once_where_decks_may_be_built_whatever_it_needs() -> None:
    game, text = GAMES["varia"], starter(GAMES["varia"]) or ""
    for needs in ("", "needs = { aggression = 10 }\n"):
        own = read_upload(GAMES, text.replace("types =", f"{needs}types =", 1).encode(), "starter.toml")
        cards = fitted(game, own, shipped_sets(game))
        deck = deck_of(own.decks[0], cards)
        assert sorted(deck.cards.values()) == [3] * 10
        for wanted in (LEVEL_CONSTRUCTED, OPEN):
            assert list(game.deck_faults(deck, cards, wanted)) == []


def test_the_spells_of_the_starter_add_to_the_common_deck() -> None:
    shown = read_upload(GAMES, (starter(GAMES["warmage"]) or "").encode(), "hedge-spells.toml")
    assert (shown.joins(), len(shown.cards)) == (True, 1)
    assert starter(GAMES["artbot"]) is None
    assert f"at most {MOST_ADDED} cards" in PAGE


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.spec.key)
def test_every_game_with_sets_of_ones_own_has_an_example(game: AnyGame) -> None:
    assert read_upload(GAMES, example(game).encode(), "example.toml").game == game.spec.key
    assert bool(read_homebrew(game, example(game), "example.toml").decks) == game.spec.decks


def test_every_field_and_every_word_of_the_language_is_on_the_page() -> None:
    found: set[str] = set()

    def collect(part: object) -> None:
        if isinstance(part, dict):
            found.update(part.get("properties", {}))
            found.update(each for each in part.get("enum", ()) if isinstance(each, str))
            for each in part.values():
                collect(each)
        elif isinstance(part, list):
            for each in part:
                collect(each)

    collect(schema(GAMES["varia"]))
    assert sorted(word for word in found if not re.search(rf"\b{word}\b", PAGE)) == []


def test_a_schema_has_the_same_name_everywhere() -> None:
    """The page links the files as people get them, and names the file in the line that editors read."""
    published = {file.name for file in (ROOT / "docs" / "schemas").iterdir()}
    assert published == {schema_file(game) for game in WRITTEN}
    assert set(re.findall(r"\(\.\./schemas/([^)]+)\)", PAGE)) == published
    assert f"`#:schema ./{schema_file(GAMES['varia'])}`" in PAGE


def test_the_defaults_on_the_page_are_those_of_the_effects() -> None:
    """The row of an effect has each field, and the default in brackets behind it."""
    rows = re.findall(r"^\| (`[^|]*`) \| ([^|]*) \|$", PAGE.partition("| `effect` |")[2], re.MULTILINE)
    told = {effect: row for effects, row in rows for effect in re.findall(r"`([^`]+)`", effects)}
    seen = 0
    for part in schema(GAMES["varia"])["$defs"].values():
        kind = part["properties"].get("effect", {})
        for effect in kind.get("enum", [kind.get("const")]):
            for name in {"what", "who", "source", "by", "count", "where", "until", "token", "tied"} & set(
                part["properties"]
            ):
                default = part["properties"][name].get("default")
                if effect is None or default is None:
                    continue
                value = json.dumps(default).strip('"')
                ways = rf"`{name}`[^,|]*\(`?{value}\b|`{name}` \(.*`{value}` for {effect}\b"
                assert re.search(ways, told[effect]), (effect, name, value)
                seen += 1
    assert seen > 20


def test_the_limits_on_the_page_are_those_that_hold() -> None:
    for text in (
        f"{source.LONGEST:,} bytes",
        f"brackets {source.DEEPEST} deep",
        f"{MOST_EFFECTS} effects in all",
        f"{uploads.MOST_SETS} sets, {uploads.MOST_CARDS:,} enabled cards",
        f"{uploads.MOST_UPLOADS} uploads an hour",
        f"{LEAST_DECK} to {MOST_DECK} Spells",
    ):
        assert text in PAGE, text
    assert "up to a hundred" in PAGE
    assert source.MOST_FAULTS == 100
