"""Decks to pass on: code and text are inverses, every fault is told at once, and any text is read or refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsdb.deck_codes import DeckRefused, deck_code, deck_text, read_deck
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import Deck
from engine.registry import GAMES

VARIA = GAMES["varia"]
CARDS = VARIA.cards(shipped_sets(VARIA))
IDS = sorted(CARDS.by_id)
READY = [deck_of(ready, CARDS) for each in shipped_sets(VARIA) for ready in each.decks]
DECKS = st.dictionaries(st.sampled_from(IDS), st.integers(1, 99), min_size=1, max_size=60)


def reasons(text: str) -> list[str]:
    with pytest.raises(DeckRefused) as refused:
        read_deck("varia", text, CARDS, IDS)
    return [reason.id for reason in refused.value.reasons]


@settings(deadline=None, max_examples=60)
@given(DECKS)
def test_a_code_is_read_as_the_deck_it_was_made_of(cards: dict[str, int]) -> None:
    code = deck_code("varia", Deck("one", cards))
    assert read_deck("varia", f" {code}\n", CARDS, IDS, "two") == Deck("two", {**cards})
    assert code == deck_code("varia", Deck("", dict(reversed(cards.items()))))


@settings(deadline=None, max_examples=60)
@given(DECKS)
def test_a_text_is_read_as_the_deck_it_was_made_of(cards: dict[str, int]) -> None:
    deck = Deck("Pots and pans", cards)
    assert read_deck("varia", deck_text(deck, CARDS), CARDS, IDS) == deck


def test_codes_of_class_decks_are_short() -> None:
    assert len(READY) == 8
    assert all(len(deck_code("varia", deck)) < 110 for deck in READY)


def test_a_text_that_people_wrote() -> None:
    text = "# Mine \n\n3x Honest Swing\n 2 turnip cart\n1 \u00d7 Walking Stick\n"
    assert read_deck("varia", text, CARDS, IDS) == Deck(
        "Mine", {"honest-swing": 3, "turnip-cart": 2, "walking-stick": 1}
    )


def test_every_reason_is_told_at_once() -> None:
    text = "3 Honest Swing\n2 Dishonest Swing\nhello\n1 Honest Swing\n0 Turnip Cart"
    assert reasons(text) == ["deck.refused.card", "deck.refused.line", "deck.refused.twice", "deck.refused.no_copy"]


def test_a_damaged_code_is_refused() -> None:
    code = deck_code("varia", READY[0])
    for place in range(len("varia-"), len(code)):
        other = "A" if code[place] != "A" else "B"
        changed = code[:place] + other + code[place + 1 :]
        assert reasons(changed)[0] in ("deck.refused.damaged", "deck.refused.unknown")
    assert reasons(code[:-3]) == ["deck.refused.damaged"]
    assert reasons(code.replace("varia", "other")) == ["deck.refused.game"]


def test_cards_that_are_not_here_are_counted() -> None:
    assert reasons(deck_code("varia", Deck("", {"of-another-server": 3, IDS[0]: 1}))) == ["deck.refused.unknown"]


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=400) | st.from_regex(r"varia-[A-Za-z0-9_-]{0,80}", fullmatch=True))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = len(read_deck("varia", text, CARDS, IDS).cards)
    except DeckRefused as refused:
        found = len(refused.reasons)
    assert found


@pytest.mark.parametrize("text", ["", "#", "x" * 5000, "varia-", "varia-AAAA", "varia-" + "_" * 3000])
def test_what_is_no_deck_is_refused(text: str) -> None:
    assert reasons(text)
