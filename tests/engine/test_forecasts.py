"""Forecasts are what happens: compared with every roll of the dice, with many rolls, and with the lock itself."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from cardsdb.sets import shipped_cards
from engine.contract import SPECTATOR, AnyGame, Event, Forecast, Viewer
from engine.dice import FairDice, LoadedDice
from engine.games.varia import events
from engine.kit.facts import Standing
from engine.registry import GAMES
from tests.engine.forecasts import faults, positions
from tests.engine.laws import forecasts_tell_nothing_hidden
from tests.engine.random_tables import HOSTILE

VARIA, ARTBOT, ZARCANA, WARMAGE = (GAMES[key] for key in ("varia", "artbot", "zarcana", "warmage"))

CARDS = {key: shipped_cards(game) for key, game in GAMES.items()}


@pytest.mark.parametrize(
    ("key", "wanted", "rolls"), [("varia", 5, 400), ("artbot", 10, 400), ("zarcana", 60, 1), ("warmage", 60, 1)]
)
def test_a_forecast_is_what_happens(key: str, wanted: int, rolls: int) -> None:
    game = GAMES[key]
    assert [fault for position in positions(game, wanted, 100) for fault in faults(game, position, rolls)] == []


# Varia


def duel(
    distance: str = "engaged", step: str = "fast_action", items: Sequence[str] = (), **timelines: list[str]
) -> Any:
    """A duel with these timelines; B has the items."""
    decks = {"A": ["Late Parry#1", "Late Parry#2"], "B": ["Late Parry#3", "Late Parry#4"]}
    seats: dict[str, Any] = {seat: {"timeline": timelines.get(seat, []), "deck": deck} for seat, deck in decks.items()}
    seats["B"]["items"] = list(items)
    return VARIA.position({"step": step, "distance": distance, "seats": seats}, CARDS["varia"])


def moments(state: Any) -> list[Forecast]:
    return [each for each in VARIA.forecast(state, 0) if "moment" in each.message.args]


def every_roll(state: Any, sides: Mapping[str, int]) -> tuple[float, float, float]:
    """The chance to hit, and each player's average change of HP, over all rolls of one moment."""
    hits, first, second, rolls = 0, 0, 0, list(product(*(range(1, most + 1) for most in sides.values())))
    for faces in rolls:
        played = VARIA.copy(state)
        told: list[Event] = []
        dice = LoadedDice(
            {purpose: [face] for purpose, face in zip(sides, faces, strict=True)}, rest=FairDice.seeded(0)
        )
        for _ in range(2):
            (asked,) = VARIA.decisions(played)
            told += VARIA.apply(played, asked.id, ["pass"], dice)
        hits += any(isinstance(event.fact, events.Hit) for event in told)
        (standing,) = [event.fact.points for event in told if isinstance(event.fact, Standing)]
        first, second = first + standing[0] - 30, second + standing[1] - 30
    return hits / len(rolls), first / len(rolls), second / len(rolls)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("Ashwood Mace", "Late Parry"), ("Thrown Hatchet", "Late Parry"), ("Shoulder Charge", "Late Parry")],
)
def test_a_clash_with_a_block_is_counted_exactly(mine: str, theirs: str) -> None:
    state = duel(A=[mine], B=[theirs])
    (line,) = moments(state)
    chance, first, second = every_roll(state, {"power.A": 6, "focus.A": 4, "power.B": 6, "focus.B": 4})
    assert line.chance == pytest.approx(chance)
    assert line.changes == pytest.approx({0: first, 1: second})


def test_two_attacks_are_counted_exactly() -> None:
    state = duel(A=["Ashwood Mace"], B=["Thrown Hatchet"])
    (line,) = moments(state)
    _, first, second = every_roll(state, {"power.A": 6, "focus.A": 4, "power.B": 6, "focus.B": 4})
    assert line.chance is None
    assert line.changes == pytest.approx({0: first, 1: second})


def test_an_attack_that_nobody_answers_deals_its_power() -> None:
    title, line = VARIA.forecast(duel(A=["Ashwood Mace"], step="action"), 0)
    assert title.message.id == "varia.forecast.unanswered"
    assert (line.message.id, line.chance) == ("varia.forecast.moment.one", None)
    assert line.changes[1] < -3


def test_an_attack_out_of_range_has_no_chance() -> None:
    (line,) = moments(duel("disengaged", A=["Ashwood Mace"], B=["Late Parry"]))
    assert (line.message.id, line.chance) == ("varia.forecast.apart.none", 0)
    assert not any(line.changes.values())


def test_an_attack_out_of_range_in_some_cases_has_the_chance_of_the_others() -> None:
    """Glass Familiar moves its player away if the first attack hits; then that player's own attack does not reach."""
    state = duel(A=["Hearth Cleave", "Late Parry"], B=["Late Parry", "Hearth Cleave"], items=["Glass Familiar"])
    first, second = moments(state)
    assert first.chance is not None
    blocked = moments(duel(A=["Late Parry"], B=["Hearth Cleave"]))[0].chance
    assert blocked is not None
    assert second.chance == pytest.approx((1 - first.chance) * blocked)


def test_the_distance_is_kept_apart_however_many_moments_later() -> None:
    """As above, with rolls in between that have many results."""
    state = duel(
        A=["Hearth Cleave", "", "", "Late Parry"],
        B=["Late Parry", "Thrown Hatchet", "Thrown Hatchet", "Hearth Cleave"],
        items=["Glass Familiar"],
    )
    first, _, _, last = moments(state)
    assert first.chance is not None
    blocked = moments(duel(A=["Late Parry"], B=["Hearth Cleave"]))[0].chance
    assert blocked is not None
    assert last.chance == pytest.approx((1 - first.chance) * blocked)


CRYPT = "Wake the Crypt"
"""A card that discards three cards from its player's deck and draws one; it heals 1 HP when it is discarded itself."""


def crypt(deck: Sequence[str], discard: Sequence[str] = ()) -> Any:
    """A duel in which A, who is hurt, plays that card with this deck; the cards in the discard pile have been seen."""
    seats: dict[str, Any] = {
        "A": {"timeline": [CRYPT], "hp": 20, "deck": list(deck), "discard": list(discard)},
        "B": {"timeline": [""]},
    }
    return VARIA.position({"step": "fast_action", "seats": seats}, CARDS["varia"])


def healed(state: Any, viewer: Viewer) -> float:
    line = next(each for each in VARIA.forecast(state, viewer) if "moment" in each.message.args)
    return line.changes[0]


def test_own_cards_that_turn_up_count_wherever_they_may_lie() -> None:
    """One of four cards heals, and three of them are discarded: its player knows that, and not which."""
    for place in range(4):
        deck = [f"Late Parry#{number}" for number in range(3)]
        assert healed(crypt([*deck[:place], f"{CRYPT}#2", *deck[place:]]), 0) == pytest.approx(3 / 4)


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_others_cards_that_turn_up_are_those_of_the_ready_deck(viewer: Viewer) -> None:
    """Of the Gravesinger's other 29 cards, one heals if it is one of three discarded; two heal if they are drawn."""
    state = crypt([f"Late Parry#{number}" for number in range(29)])
    assert healed(state, viewer) == pytest.approx((3 * 1 + 1 * 2) / 29)


def test_others_cards_that_have_been_seen_do_not_turn_up() -> None:
    """Both cards that heal when they are drawn lie open, and two others: only the other one of that name may heal."""
    seen = ["Hollow Laughter#1", "Hollow Laughter#2", "Dirge#1", "Dirge#2"]
    state = crypt([f"Late Parry#{number}" for number in range(25)], seen)
    assert healed(state, 1) == pytest.approx(3 / 25)


def test_what_an_opponent_has_in_the_deck_makes_no_difference() -> None:
    harmless, healing = (crypt([f"{card}#{number}" for number in range(29)]) for card in ("Late Parry", CRYPT))
    assert VARIA.forecast(harmless, 1) == VARIA.forecast(healing, 1)
    assert VARIA.forecast(harmless, 0) != VARIA.forecast(healing, 0)


def test_the_sum_adds_up_the_moments() -> None:
    state = duel(A=["Ashwood Mace", "Thrown Hatchet"], B=["Late Parry", "Ashwood Mace"])
    *_, total = VARIA.forecast(state, 0)
    assert total.message.id.startswith("varia.forecast.sum.")
    for seat in (0, 1):
        assert total.changes[seat] == pytest.approx(sum(line.changes[seat] for line in moments(state)))


def test_nothing_planned_has_no_forecast() -> None:
    assert VARIA.forecast(duel(), 0) == ()


@pytest.mark.parametrize("game", HOSTILE, ids=lambda game: game.spec.key)
def test_hostile_cards_do_no_harm(game: AnyGame) -> None:
    for seed in range(20):
        forecasts_tell_nothing_hidden(game, seed)


# Art Bot Cards


def test_an_attack_costs_what_the_unseen_cards_let_through() -> None:
    """Of four cards that may be on top, one has 20 Rarity Points, the others none: 30 less 20 once in four times."""
    cards: Any = CARDS["artbot"]
    deck = ["Optical Nag", "Mallet Minder", "Kiln Kicker", "Anvil Aesthete"]
    state = ARTBOT.position(
        {
            "seats": {
                "A": {"active": ["Mallet Minder", "Gesso Nurse"], "inactive": ["Gesso Nurse"] * 5},
                "B": {"active": [], "inactive": deck},
            }
        },
        cards,
    )
    (asked,) = ARTBOT.decisions(state)
    played = next(number for number in state.players[0].active if state.card(number) == cards.find("Mallet Minder"))
    assert ARTBOT.forecast(state, 0) == ()
    ARTBOT.apply(state, asked.id, [f"card:{played}"], FairDice.seeded(0))
    (line,) = ARTBOT.forecast(state, 0)
    points = [cards.by_id[cards.find(name)].rp for name in deck]
    expected = sum(min(max(30 - (sum(points) - left), 0) // 10, 3) for left in points) * 10 / len(points)
    assert line.changes == pytest.approx({1: -expected})
    assert ARTBOT.forecast(state, 1) == ()
