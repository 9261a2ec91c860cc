"""The end of a match as a picture: names, scores, curves and blows as the facts have them, and the same in words."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.locale.catalogue import PSEUDO
from bot.storage.matches import SeatRow
from bot.ui.games import RENDERERS
from bot.ui.games.trophies import Record, described, trophy_of
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.trophy import Trophy, trophy_scene
from bot.ui.words import Spoken, Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR, Fact, seen
from engine.games.artbot.events import Standing as Health
from engine.games.varia.events import Hit
from engine.games.zarcana.rulings import STASH
from engine.registry import GAMES
from tests.ui.picture_reader import NAMES, opened, played_out
from tests.ui.test_pictures_varia import assert_within

LONG = tuple(f"{name}, Keeper of the Furthest Lighthouse" for name in NAMES)


class Match:
    """A match that was played to its end, as everybody has seen it."""

    def __init__(self, key: str, seats: int, seed: int, **options: Any) -> None:
        self.game, self.renderer = GAMES[key], RENDERERS[key]
        sets = shipped_sets(self.game)
        self.cards: Any = self.game.cards(sets)
        ready = [deck_of(deck, self.cards) for each in sets for deck in each.decks]
        decks = [ready[(seed + 3 * seat) % len(ready)] if ready else None for seat in range(seats)]
        events, state = played_out(self.game, self.cards, decks, seed, **options)
        self.facts: Sequence[Fact] = seen(events, SPECTATOR)
        self.view: Any = self.game.view(state, SPECTATOR)
        self.seats = seats

    def words(self, names: Sequence[str] = NAMES, locale: str | None = None) -> Words:
        rows = [SeatRow(1, seat, user=seat + 1, name=names[seat]) for seat in range(self.seats)]
        return Words(locale, rows, self.cards)

    def record(self, reader: Words) -> Record:
        found = self.renderer.record(self.facts, self.view, Spoken.of(reader))
        assert found is not None
        return found

    def trophy(self, reader: Words) -> Trophy:
        spoken = Spoken.of(reader)
        scores = [self.renderer.score(self.view, seat, spoken) or "" for seat in range(self.seats)]
        assert self.view.outcome is not None
        return trophy_of(self.view.outcome, self.record(reader), scores, spoken)


MATCHES = {
    "varia": Match("varia", 2, 1),
    "artbot, four": Match("artbot", 4, 1),
    "artbot, eight": Match("artbot", 8, 2),
    "artbot, toe-to-toe": Match("artbot", 2, 3, mode="toe-to-toe"),
    "warmage": Match("warmage", 2, 1),
    "warmage, five": Match("warmage", 5, 2),
    "zarcana": Match("zarcana", 2, 1),
    "zarcana, four": Match("zarcana", 4, 3),
}
EACH = pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)


@EACH
def test_a_trophy_says_what_its_picture_shows(match: Match) -> None:
    trophy = match.trophy(match.words())
    shown, told = list(texts(trophy_scene(trophy).items)), described(trophy)
    assert len(told) <= DESCRIPTION
    assert trophy.headline in shown
    for place, line in zip(trophy.places, trophy.curve.lines, strict=True):
        assert {place.name, place.score, place.sign} <= set(shown)
        assert f"{place.name}, {place.role}" in told or not place.role
        assert place.score in told
        assert line.fell or str(line.values[-1]) in shown
        assert re.search(rf"{re.escape(place.name)}: {line.values[0]}\b.*\b{line.values[-1]}.", told)
    for feat in trophy.feats:
        assert {feat.title, feat.figure, feat.told} <= set(shown)
        assert f"{feat.title}: {feat.name}, {feat.figure}. {feat.told}." in told


@EACH
@pytest.mark.parametrize(("names", "locale"), [(LONG, None), (NAMES, PSEUDO)], ids=["long names", "pseudo"])
def test_every_trophy_fits(match: Match, names: Sequence[str], locale: str | None) -> None:
    reader = match.words(names, locale)
    trophy = match.trophy(reader)
    assert_within(trophy_scene(trophy), trophy.headline)
    picture = match.renderer.trophy(match.facts, match.view, reader)
    assert picture is not None
    assert len(picture.description) <= DESCRIPTION
    assert opened(picture.content).width == trophy_scene(trophy).width


SIZES = tuple(enumerate(("small", "medium", "large"), 1))


def test_curves_end_with_the_points_of_the_last_state() -> None:
    """What facts have changed step by step comes to what everybody sees in the end."""
    for name, points in (
        ("varia", lambda shown: max(0, shown.hp)),
        ("artbot, four", lambda shown: shown.hp),
        ("artbot, eight", lambda shown: shown.hp),
        ("artbot, toe-to-toe", lambda shown: len(shown.won)),
        ("warmage", lambda shown: shown.left),
        ("warmage, five", lambda shown: shown.left),
        ("zarcana, four", lambda shown: sum(size * (STASH - shown.stash[name]) for size, name in SIZES)),
    ):
        match = MATCHES[name]
        values = match.record(match.words()).values
        assert [each[-1] for each in values] == [points(shown) for shown in match.view.seats.values()], name


def test_art_bots_curve_agrees_with_the_points_that_each_turn_ends_with() -> None:
    match = MATCHES["artbot, four"]
    standings = [list(fact.hp) for fact in match.facts if isinstance(fact, Health)]
    values = list(map(list, zip(*match.record(match.words()).values, strict=True)))
    assert values[1 : len(standings) + 1] == standings


def test_the_best_blow_is_the_hardest() -> None:
    match = MATCHES["varia"]
    hardest = max(fact.dealt for fact in match.facts if isinstance(fact, Hit) and fact.target != fact.seat)
    assert match.trophy(match.words()).feats[0].figure == f"−{hardest}"


def test_a_match_without_a_result_has_no_trophy() -> None:
    match = MATCHES["varia"]
    assert match.renderer.trophy(match.facts[:-1], match.view, match.words()) is None
