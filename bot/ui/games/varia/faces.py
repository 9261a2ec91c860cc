"""The contents of Varia's card faces, taken from the cards' data. Everything on a face is also available as text."""

from collections.abc import Sequence
from itertools import chain
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia import cards, language
from bot.ui.games.varia.emblem import Emblem, emblem_of
from bot.ui.pictures.rich_text import Paragraph
from bot.ui.texts.card_texts import once_a_card
from bot.ui.texts.words import Words
from engine.games.varia.cards import AnyCard, ItemCard, action_of
from engine.games.varia.language.terms import KEYWORDS
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import FOCUS_SIDES, POWER_SIDES
from engine.games.varia.view import ActionView

Side: TypeAlias = Literal["physical", "magical", "both", "none"]
"""An action's frame: silver and red, gold and purple, or half of each; "none" if there is no action (seed, Actions)."""

Sign: TypeAlias = Literal["spear", "shield", "die", "reticule"]
"""The sign around a figure: an attack's power, a block's, another action's, or a focus."""

SUPERTYPES: Final = ("physical", "magical", "attack", "block")
"""The supertypes in the order in which a type line lists them."""

SIGNED: Final = ("attack", "block")
"""The supertypes that the sign of a power says."""

SIGNS: Final = {"fast": "bolt", "start": "start", "end": "end", "hit": "hit"}
"""The signs for rules: the bolt for Fast, the hourglasses for triggers (seed, Triggered & Continuous Rules), and a sign
of our own for On-Hit."""


class Figure(Struct, frozen=True):
    """A power or a focus on a card of Varia.

    Attributes:
        number: the printed number.
        dice: the number of dice that are added to it.
        sides: the number of sides of each die.
        sign: the sign around the number.
        name: what it is, in a word.
    """

    number: int
    dice: int
    sides: int
    sign: Sign
    name: str


class ActionFace(Struct, frozen=True):
    """Everything that a card's face shows; equal faces result in the same picture.

    Attributes:
        ap: the cost; None for a card that is not performed.
        fast: whether the card has the bolt.
        types: the type line, supertypes before subtypes.
        emblem: the picture on it.
        rules: the rules text.
        needs: the attributes that the card requires.
        gold: what an item is worth.
        kin: the types without what the signs of the figures say, and the keywords: a word for each.
    """

    name: str
    kind: Literal["action", "token", "item", "stack"]
    side: Side
    types: tuple[str, ...]
    emblem: Emblem
    rules: tuple[Paragraph, ...] = ()
    flavour: str = ""
    ap: int | None = None
    hp: int = 0
    fast: bool = False
    power: Figure | None = None
    focus: Figure | None = None
    needs: str = ""
    gold: int | None = None
    kin: tuple[str, ...] = ()


@once_a_card
def action_face(card: AnyCard, pool: VariaCards, words: Words, *, reminders: bool = True) -> ActionFace:
    """Return a card's face; without `reminders`, the guide's keywords are not explained."""
    figures = action_of(card)
    rules = _rules(card, pool, words, reminders=reminders)
    gold = card.gold if isinstance(card, ItemCard) else None
    kind = words.plain(f"varia.card.{card.kind}")
    if figures is None:
        what = kind if gold is not None else cards.kind(card, words)
        emblem = art(card, pool)
        return ActionFace(card.name, card.kind, "none", (what,), emblem, rules, card.flavour, gold=gold, kin=(what,))
    types = _types(figures.types, figures.subtypes, words)
    return ActionFace(
        name=card.name,
        kind=card.kind,
        side=side_of(figures.types),
        types=(f"{kind}: {types[0]}", *types[1:]) if gold is not None else types,
        emblem=art(card, pool),
        rules=rules,
        flavour=card.flavour,
        ap=figures.cost.ap,
        hp=figures.cost.hp,
        fast=figures.fast,
        power=power(figures.power, figures.power_dice, figures.types, words),
        focus=focus(figures.focus, figures.focus_dice, words),
        needs=cards.needs(figures, words),
        gold=gold,
        kin=(
            *([kind] if card.kind != "action" else []),
            *_kin(figures.types, figures.subtypes, words),
            *(
                language.keyword(name, words)
                for name in figures.keywords
                if name in KEYWORDS or card.wording is not None
            ),
        ),
    )


def art(card: AnyCard, pool: VariaCards) -> Emblem:
    """Return the emblem of a card of Varia."""
    return emblem_of(card, pool.set_of.get(card.id, ""))


def _rules(card: AnyCard, pool: VariaCards, words: Words, *, reminders: bool) -> tuple[Paragraph, ...]:
    lines = cards.rules(card, pool, words, reminders=reminders)
    return tuple(Paragraph(line.text, None if line.sign is None else SIGNS[line.sign]) for line in lines)


def outline(card: AnyCard, pool: VariaCards, words: Words) -> ActionFace:
    """Return a card's short face: with figures or, if the card has none, with its rules."""
    whole = replace(action_face(card, pool, words), flavour="", needs="")
    return whole if whole.power is None and whole.focus is None else replace(whole, rules=())


def outline_of(action: ActionView, pool: VariaCards, words: Words) -> ActionFace:
    """Return the short face for an action on the timeline, with its current types and figures, or else its rules."""
    cards_there = action.now or action.cards
    plain = action.power is None and action.focus is None
    supertypes = tuple(name for name in SUPERTYPES if name in action.types)
    return ActionFace(
        name=words.plain("varia.board.now", action=action.cards, now=action.now)
        if action.now
        else words.cards_of(action.cards),
        kind="token" if all(pool.is_token(ref.card) for ref in cards_there) else "action",
        side=side_of(supertypes),
        types=_types(supertypes, action.subtypes, words),
        emblem=art(pool.by_id[cards_there[0].card], pool),
        ap=action.ap,
        hp=action.hp,
        power=power(action.power, action.power_dice, supertypes, words),
        focus=focus(action.focus, action.focus_dice, words),
        kin=_kin(supertypes, action.subtypes, words),
        rules=tuple(chain.from_iterable(outline(pool.by_id[ref.card], pool, words).rules for ref in cards_there))
        if plain
        else (),
    )


def _types(types: Sequence[str], subtypes: Sequence[str], words: Words) -> tuple[str, ...]:
    return (language.types(types, words), *((language.types(subtypes, words),) if subtypes else ()))


def _kin(types: Sequence[str], subtypes: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(language.types((name,), words) for name in (*types, *subtypes) if name not in SIGNED)


def side_of(types: tuple[str, ...]) -> Side:
    """Return the frame for an action of the given types."""
    if "physical" in types and "magical" in types:
        return "both"
    return "physical" if "physical" in types else "magical"


def power(number: int | None, dice: int, types: tuple[str, ...], words: Words) -> Figure | None:
    """Return a power in a six-sided die, with a spear for an attack or a shield for a block (seed, Actions)."""
    if number is None:
        return None
    sign: Sign = "spear" if "attack" in types else "shield" if "block" in types else "die"
    name = words.plain(
        "varia.picture.power" if sign == "die" else f"varia.type.{'attack' if sign == 'spear' else 'block'}"
    )
    return Figure(number, dice, POWER_SIDES, sign, name)


def focus(number: int | None, dice: int, words: Words) -> Figure | None:
    """Return a focus in a four-sided die with a reticule (seed, Power, Focus, & The Clash)."""
    name = words.plain("varia.picture.focus")
    return None if number is None else Figure(number, dice, FOCUS_SIDES, "reticule", name)
