"""Decks to pass on: code and text are inverses, every fault is told at once, and any text is read or refused."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsdb.deck_codes import DeckRefused, code_game, deck_code, deck_text, read_deck
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Cards, Deck
from engine.registry import GAMES
from engine.text import slug

VARIA = GAMES["varia"]
CARDS = shipped_cards(VARIA)
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


@st.composite
def pasted_codes(draw: st.DrawFn, code: str) -> str:
    """Draw a code as people paste it, somewhere in a text."""
    letters = code[0].upper() + code[1:] if draw(st.booleans()) else code
    return draw(st.sampled_from(AROUND_A_CODE)).format(with_invisible(draw, letters))


@st.composite
def pasted_lists(draw: st.DrawFn, cards: dict[str, int]) -> str:
    """Draw a list of cards as people type or paste it, with its first card on two lines."""
    first, *_ = cards
    copies = [*cards.items(), (first, 1)]
    lines = [draw(st.sampled_from(LINES)).format(count=count, name=CARDS.name(card)) for card, count in copies]
    heading = draw(st.sampled_from(["", "# Pots and pans\n"]))
    text = heading + "".join(line + draw(st.sampled_from(["\n", "\r\n", "\n\n"])) for line in lines)
    broken = draw(st.sampled_from(["as it was", "on one line", "wrapped"]))
    if broken == "on one line":
        text = " ".join(text.split())
    elif broken == "wrapped":
        text = heading + "\n".join(text.removeprefix(heading).split())
    return draw(st.sampled_from(AROUND_A_LIST)).format(with_invisible(draw, text))


def with_invisible(draw: st.DrawFn, text: str) -> str:
    """Return a text with up to two invisible characters."""
    for sign in draw(st.lists(st.sampled_from("\ufeff\u200b\u2060\u00ad"), max_size=2)):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + sign + text[place:]
    return text


AROUND_A_CODE = (
    *("{}", "`{}`", "```\n{}\n```", "```txt\n{}```", "{}.", "_{}_", "||{}||", "My deck: __{}__, take it!"),
    *("> {}\n```\n3 Honest Swing\n```", "**Mine** as a code:\n```\n{}\n```\n```\n# Mine\n3 Honest Swing\n```"),
)
AROUND_A_LIST = ("{}", "```\n{}\n```", "```{}```", "```txt\n{}\n```", "> {}")
LINES = (
    *(
        "{count} {name}",
        "{count}x {name}",
        "{count}X{name}",
        "{count} x {name}",
        "{count}\u00d7{name}",
        "{name} x{count}",
    ),
    *(
        "{name} \u00d7 {count}",
        "- {count} {name}",
        "* {count}x{name}",
        "\u2022 {name} x{count}",
        "**{count} {name}**",
        "{count} {name},",
    ),
)


@settings(deadline=None, max_examples=150)
@given(DECKS, st.data())
def test_a_pasted_code_is_read_as_the_deck_it_was_made_of(cards: dict[str, int], data: st.DataObject) -> None:
    text = data.draw(pasted_codes(deck_code("varia", Deck("one", cards))))
    assert code_game(text) == "varia"
    assert read_deck("varia", text, CARDS, IDS).cards == cards


@settings(deadline=None, max_examples=150)
@given(st.dictionaries(st.sampled_from(IDS), st.integers(1, 98), min_size=1, max_size=40), st.data())
def test_a_pasted_list_is_read_as_the_deck_it_was_made_of(cards: dict[str, int], data: st.DataObject) -> None:
    read = read_deck("varia", data.draw(pasted_lists(cards)), CARDS, IDS, "Mine")
    first, *_ = cards
    assert read.cards == cards | {first: cards[first] + 1}
    assert read.name in ("Pots and pans", "Mine")


def test_a_name_that_begins_with_x_is_not_taken_for_a_count() -> None:
    names = {slug(name): SimpleNamespace(id=slug(name), name=name) for name in ("X-Ray", "Ray", "Route 66")}
    cards = Cards()
    cards.by_id = names
    for text in ("3 X-Ray 2 Route 66", "3 X-Ray\n2 Route 66", "3xX-Ray\nRoute 66 x2"):
        assert read_deck("varia", text, cards, list(names)).cards == {"x-ray": 3, "route-66": 2}


def test_codes_of_class_decks_are_short() -> None:
    assert len(READY) == 8
    assert all(len(deck_code("varia", deck)) < 110 for deck in READY)


def test_a_text_that_people_wrote() -> None:
    text = "# Mine \n\n3x Honest Swing\n 2 turnip cart\n1 \u00d7 Walking Stick\n"
    assert read_deck("varia", text, CARDS, IDS) == Deck(
        "Mine", {"honest-swing": 3, "turnip-cart": 2, "walking-stick": 1}
    )


def test_every_reason_is_told_at_once() -> None:
    text = "60 Honest Swing\n2 Dishonest Swing\nhello\n40 Honest Swing\n0 Turnip Cart"
    assert reasons(text) == ["deck.refused.card", "deck.refused.line", "deck.refused.copies", "deck.refused.no_copy"]


def test_a_list_on_one_line_with_a_wrong_name_is_not_called_empty() -> None:
    assert reasons("# Mine 3 Honest Swing 2 Dishonest Swing") == ["deck.refused.line"]


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
