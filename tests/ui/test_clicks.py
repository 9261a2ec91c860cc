"""A turn takes few clicks: they are counted on whole matches of Varia between house players, as their panels offer."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median
from typing import Any, Final

from msgspec import Struct

from bot.host.match.drafts import Reached, reached
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import Key, Seat, Seating
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.players.lines import Pick
from engine.registry import GAMES
from tests.e2e.panel_table import MOST_CLICKS

VARIA: Final = GAMES["varia"]
SEEDS: Final = range(3)


class Answer(Struct):
    """One answer on a panel: its turn, its clicks, its topic, if any, and whether it passes or could be skipped."""

    turn: int
    seat: Seat
    clicks: int
    topic: str | None
    passes: bool
    offered: bool


def answers(state: Any, seat: Seat, line: Sequence[Pick], offered: set[tuple[Seat, str | None]]) -> list[Answer]:
    """Return the answers with which a seat plays a line; `offered` collects the topics that it could skip."""
    found, picks, made = [], [*line], list[tuple[str, list[Key]]]()
    while picks:
        at = reached(VARIA, state, seat, made)
        assert at.asked is not None
        count = picks_of_a_click(at, picks)
        (_, keys), topic = picks[count - 1], at.asked.topic
        asked = at.beyond if count > 1 and at.beyond is not None else at.asked
        chosen = [option for option in asked.options if option.key in keys]
        passes = bool(chosen) and all(option.passes for option in chosen)
        # If nothing but passing is possible, the bot passes.
        clicks = len(keys) - at.asked.ordered if at.asked.answerable else 0
        found.append(Answer(state.turn, seat, clicks, topic, passes, (seat, topic) in offered))
        offered |= {(seat, option.ahead) for option in chosen if option.ahead is not None}
        made += [(decision, [*each]) for decision, each in picks[:count]]
        picks = picks[count:]
    return found


def picks_of_a_click(at: Reached, picks: Sequence[Pick]) -> int:
    """The number of picks that one click makes: an implied choice and the next, what begins something and its end."""
    keys = [each for _, each in picks]
    implied = at.asked is not None and at.beyond is not None and keys[0] == (at.asked.implied,) and len(keys) > 1
    first, then = keys[implied], keys[implied + 1 : implied + 2]
    return 1 + implied + bool(first and first[0] in at.wholes and then)


def clicks(seed: int) -> list[int]:
    """Play a match between two house players, and return the clicks of each turn and side.

    A side that passes whenever it is asked on a topic says so with an earlier answer, if that offered it.
    """
    cards = VARIA.cards([*shipped_sets(VARIA)])
    decks = [deck_of(ready, cards) for each in shipped_sets(VARIA) for ready in each.decks]
    dice, own = FairDice.seeded("match", seed), [FairDice.seeded("player", seed, seat) for seat in range(2)]
    seats = [Seating(decks[(2 * seed + seat) % len(decks)]) for seat in range(2)]
    state, _ = VARIA.new(VARIA.spec.options(), seats, cards, dice)
    found, offered = list[Answer](), set[tuple[Seat, str | None]]()
    while asked := VARIA.decisions(state):
        seat = asked[0].seat
        line = LEVELS["easy"].line(VARIA, VARIA.determinize(state, seat, own[seat]), seat, own[seat])
        found += answers(state, seat, line, offered)
        for decision, keys in line:
            VARIA.apply(state, decision, keys, dice)
    acted = {(each.seat, each.topic) for each in found if not each.passes}
    sides = Counter({(turn, seat): 0 for turn in range(1, state.turn + 1) for seat in range(2)})
    for each in found:
        skipped = each.offered and each.topic is not None and (each.seat, each.topic) not in acted
        sides[each.turn, each.seat] += 0 if skipped else each.clicks
    return list(sides.values())


def test_a_turn_takes_each_side_few_clicks() -> None:
    counted = {seed: clicks(seed) for seed in SEEDS}
    table = ["match  turns  median  mean  most"]
    table += [
        f"{seed:5}  {len(each) // 2:5}  {median(each):6.1f}  {mean(each):4.1f}  {max(each):4}"
        for seed, each in counted.items()
    ]
    assert all(median(each) <= MOST_CLICKS["varia"] for each in counted.values()), "\n".join(table)
