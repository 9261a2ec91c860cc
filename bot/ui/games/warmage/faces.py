"""The fronts of WarMage's Spells: the school as a sign, word and colour, and when the Spell can be cast."""

from typing import Final

from bot.ui.games.warmage import cards
from bot.ui.games.warmage.sigil import sigil_of
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.texts.words import Words
from engine.games.warmage.cards import Spell
from engine.games.warmage.pool import WarMageCards

LOOKS: Final[dict[str, tuple[str, Colour, Colour]]] = {
    "ember": ("flame", (158, 48, 18), (253, 232, 220)),
    "tide": ("wave", (20, 84, 150), (224, 238, 252)),
    "root": ("leaf", (40, 100, 36), (229, 244, 220)),
    "gale": ("wind", (10, 104, 104), (220, 244, 242)),
    "gloom": ("moon", (88, 52, 132), (240, 230, 248)),
    "star": ("star", (128, 84, 4), (252, 241, 208)),
}
"""How the Spells of each school look: the sign, its colour, and the paper behind it."""


def spell_face(spell: Spell, words: Words, *, text: bool = False) -> CardFace:
    """Return the front of a Spell, with its text for reading if `text` is set."""
    sign, ink, paper = LOOKS[spell.school]
    timing = cards.timing(spell, words)
    return CardFace(
        name=spell.name,
        art=sigil_of(spell),
        sign=sign,
        kind=cards.school(spell, words),
        ink=ink,
        paper=paper,
        corner=timing if text else "",
        foot=("", "" if text else timing),
        text="\n".join(cards.does(spell, words)) if text else "",
    )


def listed_spell(card: str, words: Words, number: int = 0, copies: int = 1) -> ListedCard:
    """Return a Spell as a row of a list; `number` is 0 for one that cannot be chosen."""
    spell = words.pool(WarMageCards).by_id[card]
    _, key, paper = LOOKS[spell.school]
    rules = " ".join(cards.does(spell, words))
    return ListedCard(card, spell.name, sigil_of(spell), key, paper, cards.kind(spell, words), rules, number, copies)
