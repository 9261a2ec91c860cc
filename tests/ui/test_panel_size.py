"""A panel is short: its words are counted on random matches of each game."""

from collections.abc import Iterator
from statistics import median
from typing import Any, Final

import pytest
from discord.ui import Select
from msgspec.structs import replace

from bot.host.kernel.paces import PACES
from bot.host.match.drafts import Draft, made_of, reached
from bot.host.match.explanations import FINAL
from bot.host.match.panel_actions import Panel
from bot.host.match.players import Player
from bot.storage.people import UserRow
from bot.ui.games import RENDERERS
from bot.ui.games.renderer import Renderer
from bot.ui.match.menu import panel_help
from bot.ui.match.panel import page, panel, reading
from bot.ui.match.panel_texts import texts
from bot.ui.messages.widgets import SELECTS
from bot.ui.texts.words import Words
from engine.contract import AnyGame, Fact, seen
from engine.registry import GAMES
from tests.engine.random_tables import begun, walk
from tests.support.panel_words import MEDIAN, MOST, WORD, names_of, texts_of, words_of_ours
from tests.ui.picture_reader import NAMES
from tests.ui.test_panel import row

SEEDS: Final = range(2)

LONGEST_LINE: Final = 14
"""How many words an explanation may have."""


COMPONENTS: Final = 40
"""How many components a message may have."""

HELP: Final = 140
"""How many words the answer of the button ? may have."""


def panels(game: AnyGame, seed: int) -> Iterator[tuple[Panel, Words]]:
    """The panels that newcomers at a random match answer, drafts, explanations and what happened before included."""
    at, state, dice, chance = begun(game, seed)
    seats = tuple(Player(user=10**18 + seat, name=NAMES[seat]) for seat in range(len(at.seats)))
    since: dict[int, list[Fact]] = {seat: [] for seat in range(len(seats))}
    made: dict[int, tuple[Any, ...]] = {}
    known: set[tuple[int, str]] = set()
    for step in walk(at, state, dice, chance):
        asked, seat = step.decision, step.decision.seat
        terms = (FINAL, *game.terms(game.view(step.state, seat), asked, at.cards))
        term = next((each for each in terms if (seat, each) not in known), None)
        drafted = made.get(seat, ())
        at_seat = reached(game, step.state, seat, [])
        shown = Panel(
            row(game, []),
            seats,
            seat,
            game.view(step.state, seat),
            Draft(None, drafted, at_seat.asked, (), None, 3, at_seat.beyond, at_seat.wholes),
            PACES["live"],
            (seat,),
            1.8e9,
            None,
            (),
            UserRow(1),
            at.cards,
            term=term,
            since=() if drafted else tuple(since[seat]),
            forecast=game.forecast(step.state, seat),
        )
        if shown.question is not None:
            known |= set() if term is None else {(seat, term)}
            yield shown, Words("en", seats, at.cards, seat)
        final = asked.commits(step.keys)
        made[seat] = () if final else (*drafted, made_of(asked, step.keys))
        if final:
            since[seat] = []
        events = game.apply(game.copy(step.state), asked.id, step.keys, dice)
        for each in since:
            since[each] += seen(events, each)


def count_of(shown: Panel, words: Words, renderer: Renderer) -> int:
    """The number of words of ours on a panel."""
    made = panel(shown, words, renderer)
    assert made.view is not None
    names = names_of(renderer.definitions(shown.cards).values())
    return words_of_ours(texts_of(made.view.to_components()), names)


def words_in(term: str, shown: Panel, words: Words, renderer: Renderer) -> int:
    """The number of words of ours in an explanation, each of which a panel has beside its usual ones."""
    return words_of_ours([words(term)], names_of(renderer.definitions(shown.cards).values()))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_panel_has_few_words(game: AnyGame) -> None:
    renderer = RENDERERS[game.spec.key]
    usual: list[int] = []
    explaining: list[int] = []
    for seed in SEEDS:
        for shown, words in panels(game, seed):
            usual.append(count_of(replace(shown, term=None), words, renderer))
            if shown.term is not None:
                explaining.append(count_of(shown, words, renderer))
                assert explaining[-1] == usual[-1] + words_in(shown.term, shown, words, renderer), shown.term
    most = max(usual + explaining)
    assert (median(usual) <= MEDIAN, most <= MOST) == (True, True), (median(usual), most)
    assert explaining


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_card_of_an_open_pile_can_be_read(game: AnyGame) -> None:
    """From selects with ids of their own, on a page that Discord accepts."""
    renderer, most = RENDERERS[game.spec.key], 0
    for shown, words in panels(game, 0):
        answer = reading(shown, words, renderer, pictured=False)
        rows = [] if answer.view is None else [each for each in answer.view.children if isinstance(each, Select)]
        offered = [option.value for each in rows for option in each.options]
        assert len({each.custom_id for each in rows}) == len(rows) <= SELECTS
        assert len({*offered}) == len(offered)
        whole = page(shown, words, renderer, answer).view
        assert whole is not None
        assert len([*whole.walk_children()]) <= COMPONENTS
        told = texts(shown, words, renderer, None, pictured=False)
        for card in {card for pile in renderer.piles(shown.view, words) for card in pile.cards}.difference(offered):
            assert renderer.card_text(card, words).split(" · ", 1)[
                -1
            ] in f"{told.hand}\n{told.cards}" or " · " not in renderer.card_text(card, words)
        most = max(most, len(offered))
    assert most > 1 or not game.spec.decks


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_question_and_everything_new_on_a_panel_is_explained_in_a_few_words(game: AnyGame) -> None:
    found: set[str] = set()
    for seed in SEEDS:
        for shown, words in panels(game, seed):
            assert shown.question is not None
            answer = panel_help(shown, words, RENDERERS[game.spec.key]).embeds[0].description or ""
            assert len(answer.split()) <= HELP
            terms = game.terms(shown.view, shown.question, shown.cards)
            assert terms[0].startswith(f"{game.spec.key}.term.ask.")
            found |= {*terms} if shown.term is None else {*terms, shown.term}
            if shown.term is not None:
                assert (
                    f"-# 💡 {words(shown.term)}"
                    in texts(shown, words, RENDERERS[game.spec.key], None, pictured=True).foot
                )
    told = Words("en")
    assert found <= set(told.catalogue.ids)
    assert all(len(WORD.findall(told(each))) <= LONGEST_LINE for each in found)
