"""The page that teaches writing cards: its examples are one sound set, and every word of the language is on it."""

import re
from pathlib import Path

from cardsdb.sets import read_homebrew, schema
from engine.registry import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "writing-cards.md").read_text("utf-8")


def examples() -> str:
    """All examples of the page as one set; the class, which is not written out, is left away."""
    return "\n".join(text for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "[[decks]]" not in text)


def test_the_examples_are_a_sound_set() -> None:
    names = [card.name for card in read_homebrew(GAMES["varia"], examples(), "kitchen.toml").cards]
    assert names[0] == "Kettle Swing"
    assert len(names) == PAGE.count("\n[[cards]]\n")


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
