"""The pictures on cards: each card's own, small, the same everywhere, and there for cards just made."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import cos, pi
from random import Random
from typing import Any, get_args

import pytest
from PIL import Image as Pixels

from bot.locale.catalogue import catalogue
from bot.ui.games import RENDERERS
from bot.ui.games.artbot.lexicon import WORDS
from bot.ui.games.artbot.robot import robot_of
from bot.ui.games.card_pages import card_picture
from bot.ui.games.varia.charges import CHARGES
from bot.ui.games.varia.emblem import PACKAGE, PALETTES, emblem_of
from bot.ui.games.warmage.sigil import sigil_of
from bot.ui.games.zarcana.plate import TarotPlate
from bot.ui.pictures.drawings import drawing
from bot.ui.pictures.painter import paint
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Outline, Path
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.games.artbot.cards import Power, Rarity
from engine.registry import GAMES
from tests.engine.random_sets import random_set

SAMPLE, LOW = 32, 8
"""The side of the small grey picture that is compared, and how many of its waves in each direction are."""

WAVES = [[cos(pi * (2 * x + 1) * wave / (2 * SAMPLE)) for x in range(SAMPLE)] for wave in range(LOW)]

HOMEBREW = ("varia", "artbot", "warmage")
"""The games for which people make cards of their own."""


def art_of(card: Any, card_set: Any) -> Illustration:
    """Return the picture of a card of a set."""
    match card_set.game:
        case "varia":
            return emblem_of(card, card_set.key)
        case "artbot":
            return robot_of(card)
        case "warmage":
            return sigil_of(card)
    return TarotPlate(card.id, GAMES["zarcana"].cards([card_set]).suit_of[card.id])


def illustrations(game: str) -> Iterator[dict[str, Illustration]]:
    """Yield the pictures of the cards of each of a game's sets."""
    for card_set in shipped_sets(GAMES[game]):
        yield {card.name: art_of(card, card_set) for card in card_set.cards}


def outlines(items: Iterable[Item]) -> Iterator[Outline]:
    for item in items:
        if isinstance(item, Group):
            yield from outlines(item.items)
        elif isinstance(item, Path):
            yield from item.outlines
        else:
            assert isinstance(item, Image)


def path_data(outline: Outline) -> str:
    """Return an outline as SVG writes it, in whole units."""
    points = [(round(x), round(y)) for x, y in outline]
    steps = (f"{x - u} {y - v}" for (u, v), (x, y) in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}z".replace(" -", "-")


def waves(image: Pixels.Image) -> int:
    """Return 64 bits that say which slow waves of a picture are stronger than half of them."""
    paper = Pixels.new("RGBA", image.size, (255, 255, 255, 255))
    grey = Pixels.alpha_composite(paper, image).convert("L").resize((SAMPLE, SAMPLE), Pixels.Resampling.LANCZOS)
    lines = grey.tobytes()
    across = [
        [sum(lines[y * SAMPLE + x] * WAVES[wave][x] for x in range(SAMPLE)) for wave in range(LOW)]
        for y in range(SAMPLE)
    ]
    found = [sum(across[y][wave] * WAVES[down][y] for y in range(SAMPLE)) for down in range(LOW) for wave in range(LOW)]
    middle = sorted(found[1:])[len(found) // 2 - 1]
    return sum((each > middle) << place for place, each in enumerate(found))


@pytest.mark.parametrize("game", HOMEBREW)
def test_no_two_pictures_of_a_set_are_alike(game: str) -> None:
    for art in illustrations(game):
        bits = {name: waves(paint(each.scene(), 96)) for name, each in art.items()}
        apart = {(one, other): (bits[one] ^ bits[other]).bit_count() for one, other in combinations(bits, 2)}
        closest = min(apart, key=apart.__getitem__)
        assert apart[closest] >= 12, (closest, apart[closest])


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_has_at_most_fifteen_kilobytes_of_paths(game: str) -> None:
    for art in illustrations(game):
        for name, each in art.items():
            distinct = set(outlines(each.scene().items))
            assert sum(len(path_data(outline)) for outline in distinct) <= 15_000, name


@pytest.mark.parametrize("game", GAMES)
def test_a_card_has_the_same_picture_everywhere(game: str) -> None:
    once, again = next(illustrations(game)), next(illustrations(game))
    assert once == again
    assert [each.scene() for each in once.values()] == [each.scene() for each in again.values()]


@pytest.mark.parametrize("game", HOMEBREW)
def test_cards_that_somebody_has_just_made_have_pictures_at_once(game: str) -> None:
    """Random cards have as many colours as printed ones, and cards of different names different pictures."""
    seen = {}
    for card, card_set in random_cards(game, 20):
        image = paint(art_of(card, card_set).scene(), 96)
        assert len(image.getcolors(96 * 96) or ()) > 2, card.name
        seen[card.name] = image.tobytes()
    assert len(set(seen.values())) > len(seen) // 2


def random_cards(game: str, count: int) -> Iterator[tuple[Any, Any]]:
    """Yield cards that a person might make, each with its set."""
    chance = Random(f"homebrew {game}")
    while count > 0:
        card_set = random_robots(chance) if game == "artbot" else random_set(GAMES[game], chance)
        for card in card_set.cards[:count]:
            yield card, card_set
            count -= 1


def random_robots(chance: Random) -> Any:
    """Return a set of robots whose names are made of known and unknown words."""
    words = [*chance.sample([word for word in WORDS if word.isalpha()], 12), "toast", "wobble", "gear"]
    cards = [
        {
            "id": f"R{number}",
            "name": f"{chance.choice(words).title()} {chance.choice(words).title()} {number}",
            "rarity": chance.choice(get_args(Rarity)),
            "rp": chance.randrange(0, 101, 10),
            "power": chance.choice(get_args(Power)),
            "pp": chance.randrange(0, 201, 10),
        }
        for number in range(20)
    ]
    data = {"game": "artbot", "key": "made", "title": "Made", "credit": "Ours.", "cards": cards}
    return GAMES["artbot"].card_set.model_validate(data)


def test_at_most_three_cards_of_a_set_share_a_charge() -> None:
    for card_set in shipped_sets(GAMES["varia"]):
        charges = [emblem_of(card, card_set.key).charge[0] for card in card_set.cards]
        assert max(map(charges.count, charges)) <= 3, card_set.key


def test_every_charge_and_ground_is_drawn() -> None:
    assert all(drawing(PACKAGE, f"charges/{charge}-1") for charge in CHARGES)
    assert all(
        drawing(PACKAGE, f"grounds/{land}-{number}-{part}")
        for land in PALETTES
        for number in (1, 2, 3)
        for part in ("far", "near")
    )


def test_the_description_of_a_card_says_what_is_on_it() -> None:
    pool: Any = GAMES["varia"].cards(shipped_sets(GAMES["varia"]))
    made = card_picture(RENDERERS["varia"], "Last Rampart", pool, Words(None, (), pool))
    assert made is not None
    assert made.description.splitlines()[-1] == "On it: a tower."
    assert {f"varia.charge.{charge}" for charge in CHARGES} <= catalogue("en").ids
