"""The ledger's rules by themselves: when a copy may change hands, what covers a deck, which copy goes where."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsdb.ledger import HOLD, Copy, LedgerEntry, Unbalanced, covering, lacking, owners, passages
from engine.contract.collecting import Transfer

ADA, BEN = 101, 102


@pytest.mark.parametrize(
    ("copy", "why"),
    [
        (Copy(1, "g", "a", ADA), None),
        (Copy(1, "g", "a", ADA, bound=True), "copy.bound"),
        (Copy(1, "g", "a", ADA, ripens=6), "copy.ripens"),
        (Copy(1, "g", "a", ADA, ripens=5), None),
        (Copy(1, "g", "a", ADA, held=1000.0 + HOLD), "copy.held"),
        (Copy(1, "g", "a", ADA, held=1000.0), None),
    ],
)
def test_when_a_copy_may_change_hands(copy: Copy, why: str | None) -> None:
    barrier = copy.barrier(finished=5, now=1000.0)
    assert (barrier and barrier.id) == why


def test_the_ledger_says_whose_each_copy_is_and_refuses_what_its_giver_does_not_have() -> None:
    entries = [LedgerEntry(1, None, ADA, "pack"), LedgerEntry(1, ADA, BEN, "trade"), LedgerEntry(2, None, ADA, "pack")]
    assert owners(entries) == {1: BEN, 2: ADA}
    for wrong in (
        LedgerEntry(1, ADA, BEN, "trade"),
        LedgerEntry(3, ADA, BEN, "trade"),
        LedgerEntry(2, None, BEN, "pack"),
    ):
        with pytest.raises(Unbalanced):
            owners([*entries, wrong])


decks = st.dictionaries(st.sampled_from("abc"), st.integers(1, 3))


@given(deck=decks, held=st.lists(st.sampled_from("abcd")))
def test_what_covers_a_deck_and_what_is_lacking_make_it_whole(deck: dict[str, int], held: list[str]) -> None:
    copies = [Copy(number, "g", card, ADA) for number, card in enumerate(held)]
    laid = Counter(copy.card for copy in covering(deck, copies))
    assert laid + Counter(lacking(deck, copies)) == Counter(deck)
    assert laid <= Counter(held)


def test_copies_of_one_card_go_one_by_one() -> None:
    staked = {0: [Copy(1, "g", "a", ADA), Copy(2, "g", "a", ADA), Copy(3, "g", "b", ADA)], 1: [Copy(4, "g", "a", BEN)]}
    transfers = [Transfer("a", 0, 1, "steal"), Transfer("a", 1, 0, "glitch"), Transfer("a", 0, 1, "trophy")]
    gone = [(passage.copy.id, passage.holder, passage.how) for passage in passages(transfers, staked)]
    assert gone == [(1, 1, "steal"), (4, 0, "glitch"), (2, 1, "trophy")]
    with pytest.raises((KeyError, IndexError)):
        passages([*transfers, Transfer("a", 0, 1, "steal")], staked)
