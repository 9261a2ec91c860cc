"""Blow by blow: however it is arranged, it says everything that happened, with every figure."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.storage.matches import SeatRow
from bot.ui.games import RENDERERS
from bot.ui.words import Words
from engine.contract import SPECTATOR, CardRef, Fact, seen
from engine.dice import FairDice
from engine.games.artbot.events import Discarded, Revealed
from engine.games.varia import events as e
from engine.kit.facts import Drew
from engine.players.policies import POLICIES
from engine.registry import GAMES
from tests.engine.random_tables import begun

SEEDS, MOST = range(6), 120


def turns(key: str, seed: int) -> Iterator[tuple[Words, list[Fact]]]:
    """The facts of each turn of a random match, and the match's words."""
    game, facts = GAMES[key], list[Fact]()
    at, state, dice, _ = begun(game, seed)
    chance = FairDice.seeded("blows", seed)
    words = Words(None, [SeatRow(1, seat, user=100 + seat) for seat in range(len(at.seats))], at.cards)
    for _ in range(MOST):
        asked = next(iter(game.decisions(state)), None)
        if asked is None:
            break
        for decision, keys in POLICIES["random"].line(game, state, asked.seat, chance):
            for event in game.apply(state, decision, keys, dice):
                facts += seen([event], SPECTATOR)
                if event.closes:
                    yield words, facts
                    facts = []


def told(key: str, facts: list[Fact], words: Words) -> str:
    parts = RENDERERS[key].blows(facts, words)
    return "\n".join(line for part in parts for line in (part.line, *part.particulars)).replace("**", "")


@pytest.mark.parametrize("seed", SEEDS)
def test_varia_tells_every_fact_and_every_die(seed: int) -> None:
    """The board has shown the plans, and a moment in which nothing happened is left out."""
    shown = (e.Planned, e.Combined, e.Replaced, e.ReturnedFromQueue, e.TurnBegan, e.MomentBegan, e.Standing)
    rolls = hits = 0
    for words, facts in turns("varia", seed):
        text = told("varia", facts, words)
        left = Counter(text.split("\n"))
        for fact in facts:
            tell = RENDERERS["varia"].tellers.get(type(fact))
            if isinstance(fact, e.Rolled):
                rolls += 1
                dice = " + ".join(str(fact.face or face) for face in fact.pools[fact.kept])
                assert any(f" {fact.total}: " in line and dice in line for line in left)
            elif tell is not None and not isinstance(fact, shown):
                hits += isinstance(fact, e.Hit)
                for line in filter(None, tell(fact, words).replace("**", "").split("\n")):
                    assert left[line], line
                    left[line] -= 1
    assert rolls or not hits


@pytest.mark.parametrize("seed", SEEDS)
def test_art_bot_names_every_card_of_a_hit_once(seed: int) -> None:
    for words, facts in turns("artbot", seed):
        text = told("artbot", facts, words)
        hits = [fact for fact in facts if isinstance(fact, Revealed)]
        for hit in hits:
            assert f"{hit.pp} PP − {hit.rp} RP = {hit.net}" in text
        named = Counter(card.card for hit in hits for card in (*hit.cards, *hit.spilled))
        others = {name for fact in facts if not isinstance(fact, Revealed | Discarded) for name in cards_of(fact)}
        for card, count in named.items():
            name = words.card(card)
            assert name in text
            if card not in others and not any(hit.spilled for hit in hits) and _alone(name, named, words):
                assert text.count(name) == count
        for fact in facts:
            if isinstance(fact, Drew):
                assert words.list_cards(fact.cards) in text


def cards_of(fact: Fact) -> Iterator[str]:
    """The cards that a fact names."""
    for field in fact.__struct_fields__:
        value = getattr(fact, field)
        yield from (
            each.card for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, CardRef)
        )


def _alone(name: str, named: Counter[str], words: Words) -> bool:
    """Whether no other card's name contains this one."""
    return not any(name in words.card(other) and words.card(other) != name for other in named)
