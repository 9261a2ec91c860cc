"""Whole matches in which the cards are really used: random play alone discards most of them.

The laws of the contract run on these, too, for two to six seats and any table options.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsdb.sets import shipped_cards
from engine.contract import Decision, IllegalPick, IllegalPosition, Message, Option, Seating, Viewer, seen
from engine.dice import FairDice
from engine.games.zarcana.events import Reshuffled
from engine.games.zarcana.powers import HANDLERS
from engine.players.levels import LEVELS
from engine.players.simulation import play, total
from engine.registry import GAMES
from tests.engine.card_locations import PLACES
from tests.engine.laws import own, shown, viewers
from tests.engine.random_tables import Step, Table, random_keys, random_options, walk

ZARCANA = GAMES["zarcana"]
CARDS = shipped_cards(ZARCANA)
ENDING = ("declare", "discard", "pass")


def busy(asked: Decision, chance: Random) -> tuple[str, ...]:
    """Answer at random, but mostly use a card where one can be used, and end nothing early."""
    if asked.kind != "turn":
        return random_keys(asked, chance)
    keys = [option.key for option in asked.options if option.key not in ENDING]
    powers = [key for key in keys if key.startswith(("play", "use"))]
    return (chance.choice(powers if powers and chance.random() < 0.7 else keys or list(ENDING[2:])),)


def table(seed: int) -> tuple[Table, Any, FairDice, Random]:
    chance = Random(seed)
    seats = [Seating() for _ in range(chance.randint(ZARCANA.spec.least, ZARCANA.spec.most))]
    options = random_options(ZARCANA.spec.options, chance).model_copy(update={"turn_cap": 25})
    at, dice = Table(ZARCANA, options, seats, CARDS), FairDice.seeded("busy", seed)
    return at, at.new(dice)[0], dice, chance


def busy_steps(seed: int) -> Iterator[Step]:
    at, state, dice, chance = table(seed)
    return walk(at, state, dice, chance, lambda _, asked: busy(asked, chance))


def keeps_its_secrets(step: Step, viewer: Viewer, seed: int) -> None:
    """Laws 4 and 10 for one viewer before and after one pick."""
    real, guess = ZARCANA.copy(step.state), ZARCANA.determinize(step.state, viewer, FairDice.seeded(seed, viewer))
    assert ZARCANA.view(guess, viewer) == ZARCANA.view(real, viewer)
    assert own(ZARCANA, guess, viewer) == own(ZARCANA, real, viewer)
    try:
        told = ZARCANA.apply(guess, step.decision.id, step.keys, FairDice.seeded("same"))
    except IllegalPick:
        return
    really = ZARCANA.apply(real, step.decision.id, step.keys, FairDice.seeded("same"))
    if any(isinstance(event.fact, Reshuffled) for event in really):
        return  # a card that was shown and then shuffled away is hidden again, so the same view proves nothing
    if shown(ZARCANA, guess, viewer) == shown(ZARCANA, real, viewer):
        assert seen(told, viewer) == seen(really, viewer)


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 2**32))
def test_busy_matches_keep_every_piece_and_every_secret_and_end(seed: int) -> None:
    at, state, dice, chance = table(seed)
    for step in walk(at, state, dice, chance, lambda _, asked: busy(asked, chance)):
        PLACES["zarcana"](step.state)
        if step.number % 15:
            continue
        for viewer in viewers(at):
            keeps_its_secrets(step, viewer, seed)
    PLACES["zarcana"](state)
    assert ZARCANA.outcome(state) is not None


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 2**32))
def test_busy_matches_survive_seats_that_leave_at_any_moment(seed: int) -> None:
    at, state, dice, chance = table(seed)
    while asked := ZARCANA.decisions(state):
        if chance.random() < 0.02:
            ZARCANA.leave(state, chance.randrange(len(at.seats)), dice)
        else:
            ZARCANA.apply(state, asked[0].id, busy(asked[0], chance), dice)
        PLACES["zarcana"](state)
    outcome = ZARCANA.outcome(state)
    assert outcome is not None
    assert sorted(seat for rank in outcome.ranking for seat in rank) == list(range(len(at.seats)))


def test_every_question_offers_what_leads_to_an_end_and_fits_a_panel() -> None:
    """No pick of a draft leads to a question without an answer; none has more options than panels show."""
    kinds = set()
    for seed in range(10):
        for step in busy_steps(seed):
            kinds.add(step.decision.kind)
            assert 1 <= step.decision.least <= len(step.decision.options) <= 300
    assert {"growth", "move", "victim", "space", "suit", "trump", "reorient", "take", "seat", "card"} <= kinds


def test_a_guess_leaves_the_cards_of_a_new_draw_pile_in_it() -> None:
    """The discard pile lay open before it was shuffled, so nobody takes a hand's cards for those."""
    position = {
        "board": {"C4": "Fool"},
        "deck": ["2 of Cups"],
        "discard": ["3 of Cups", "4 of Cups", "5 of Cups"],
        "seats": {"A": {}, "B": {"hand": ["6 of Cups", "7 of Cups"]}},
    }
    state, dice = ZARCANA.position(position, CARDS), FairDice.seeded("new pile")
    ZARCANA.apply(state, "A0", ["draw:1"], dice)
    orders, deck = set(), {CARDS.find(f"{number} of Cups") for number in (3, 4, 5)}
    for seed in range(30):
        guess = ZARCANA.determinize(state, 0, FairDice.seeded(seed))
        assert {guess.card(card) for card in guess.deck} == deck
        orders.add(tuple(guess.card(card) for card in (*guess.deck, *guess.players[1].hand)))
    assert len(orders) > 6


def asked_after(position: dict[str, Any], *keys: str) -> list[Decision]:
    """The questions of seat A from a position on, each answered with a key, the turn's own first."""
    state, dice, found = ZARCANA.position(position, CARDS), FairDice.seeded("asked"), []
    for key in keys:
        (asked,) = ZARCANA.decisions(state)
        found.append(asked)
        chosen = next(option.key for option in asked.options if option.key.startswith(key))
        ZARCANA.apply(state, asked.id, [chosen], dice)
    return [*found, *ZARCANA.decisions(state)]


def test_a_deadline_drops_an_act_that_is_only_begun_and_keeps_one_that_stands() -> None:
    position = {"board": {"C4": "Fool"}, "seats": {"A": {"hand": ["Strength"], "minions": [{"at": "C4"}]}, "B": {}}}
    asked = asked_after(position, "play", "clone", "f2", "clone", "f0")
    assert [(each.kind, each.begun) for each in asked] == [
        ("turn", False),
        ("growth", True),
        ("facing", True),
        ("growth", False),
        ("facing", True),
        ("lock", False),
    ]


def test_a_choice_that_the_fool_forces_begins_nothing() -> None:
    position = {
        "board": {"C4": "Star"},
        "deck": ["2 of Cups", "3 of Cups", "4 of Cups"],
        "seats": {"A": {"hand": ["Fool"], "minions": [{"at": "C4"}]}, "B": {}},
    }
    asked = asked_after(position, "play", "lock", "clone", "f1", "lock")
    assert [(each.kind, each.begun) for each in asked] == [
        ("turn", False),
        ("lock", False),
        ("growth", False),
        ("facing", True),
        ("lock", False),
        ("growth", False),
    ]


def test_wide_boards_are_asked_space_by_space() -> None:
    names = [CARDS.name(card) for card in CARDS.pack(extras=True) if CARDS.name(card) != "Lovers"]
    spaces = [f"{column}{row}" for row in range(1, 21, 2) for column in "ACEGIK"]
    position = {"board": dict(zip(spaces, names, strict=False)), "seats": {"A": {"hand": ["Lovers"]}}}
    state, dice = ZARCANA.position(position, CARDS), FairDice.seeded(1)
    lovers = next(option.key for option in ZARCANA.decisions(state)[0].options if option.key.startswith("play"))
    ZARCANA.apply(state, "A0", [lovers], dice)
    (asked,) = ZARCANA.decisions(state)
    assert asked.kind == "space"
    assert 100 < len(asked.options) <= 300


@pytest.mark.parametrize(
    ("position", "field", "said"),
    [
        ({"board": {"C4": "Fole"}}, "board.C4", "no card called 'Fole'"),
        ({"board": {"4C": "Fool"}}, "board.4C", "is no space"),
        ({"board": {"C4": "Fool", "D4": "Fool"}}, "board.D4", "only one Fool"),
        ({"board": {"C4": {"cards": ["Fool"], "face_down": ["Star"]}}}, "board.C4", "not among its cards"),
        ({"board": {"C4": []}}, "board.C4", "has no card"),
        ({"seats": {"A": {"minions": [{"at": "C4"}]}}}, "seats.A.minions.0.at", "void"),
        ({"seats": {"G": {}}}, "seats.G.[key]", "Input should be"),
        ({"deck": [], "discard": ["Fool"]}, "deck", "discard pile"),
        ({"bord": {}}, "bord", "not permitted"),
        (
            {"board": {"C4": "Fool"}, "seats": {"B": {"minions": [{"at": "C4"}] * 6}}},
            "seats.B.minions.5.size",
            "five minions",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_field(position: dict[str, Any], field: str, said: str) -> None:
    with pytest.raises(IllegalPosition) as refused:
        ZARCANA.position(position, CARDS)
    assert refused.value.field == field
    assert said in refused.value.why


def test_every_power_of_the_set_has_its_room() -> None:
    led = {"any suit", "copy a trump", "copy the last discard", "play random cards"}
    assert {power.kind for power in CARDS.powers.values()} <= HANDLERS.keys() | led


def test_greedy_beats_random_and_declares_when_it_leads() -> None:
    seats = [Seating(), Seating()]
    options = ZARCANA.spec.options(turn_cap=12)
    players = [LEVELS["normal"], LEVELS["easy"]]
    played = [play(ZARCANA, options, seats, CARDS, players, seed) for seed in range(3)]
    assert total(played).seats[0].wins >= 2
    ahead = {
        "board": {"C4": "World", "D4": "Sun", "E4": "2 of Cups"},
        "reshuffled": True,
        "seats": {"A": {"minions": [{"at": "C4", "size": "large"}, {"at": "D4", "size": "large"}]}, "B": {}},
    }
    state = ZARCANA.position(ahead, CARDS)
    assert LEVELS["hard"].line(ZARCANA, state, 0, FairDice.seeded("declares")) == [("A0", ("declare",))]


def declare_of(**seats: dict[str, Any]) -> Option:
    """The option to declare the final round for the first player, with minions on a board of three cards."""
    position = {
        "board": {"C4": "World", "D4": "Sun", "E4": "2 of Cups"},
        "reshuffled": True,
        "seats": {"A": {}, "B": {}, **seats},
    }
    (asked,) = ZARCANA.decisions(ZARCANA.position(position, CARDS))
    return next(option for option in asked.options if option.key == "declare")


def test_declaring_the_final_round_is_asked_about_by_whoever_is_behind() -> None:
    on_world, on_cups = ({"minions": [{"at": at, "size": "large"}]} for at in ("C4", "E4"))
    worth = [CARDS.value_of[CARDS.find(name)] for name in ("World", "2 of Cups")]
    behind = declare_of(A=on_cups, B=on_world)
    assert behind.doubt == Message("zarcana.doubt.behind", {"count": worth[0] - worth[1]})
    assert behind.warning is None, "house players may still declare it"
    assert declare_of(A=on_world, B=on_cups).doubt is None
    assert declare_of().doubt is None, "a tie is not behind"


def test_a_draft_is_foretold_from_the_score_before_it_and_asks_about_the_minion_that_acts() -> None:
    state = ZARCANA.position(
        {
            "board": {"F6": "3 of Cups", "G6": "World", "F7": "Sun", "E6": "Chariot"},
            "seats": {"A": {"hand": ["4 of Wands"], "minions": [{"at": "E6"}]}, "B": {}},
        },
        CARDS,
    )
    (asked,) = ZARCANA.decisions(state)
    use = next(option for option in asked.options if option.key.startswith("use"))
    ZARCANA.apply(state, asked.id, [use.key], FairDice.seeded("draft"))
    for wanted in ("F6", "G6"):
        (asked,) = ZARCANA.decisions(state)
        assert asked.about["space"] == {"F6": "E6", "G6": "F6"}[wanted]
        option = next(each for each in asked.options if each.label.args.get("space") == wanted)
        ZARCANA.apply(state, asked.id, [option.key], FairDice.seeded("draft"))
    worth = [CARDS.value_of[CARDS.find(name)] for name in ("Chariot", "World")]
    (line,) = ZARCANA.forecast(state, 0)
    assert [line.message.args[name] for name in ("before", "count", "change")] == [*worth, worth[1] - worth[0]]
