"""The eight options of a turn: what is offered, what is not, and why."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.contract import Blocked, CardRef, Message, Option
from engine.zarcana import board
from engine.zarcana.rulings import DRAW, HAND
from engine.zarcana.state import State, Use
from engine.zarcana.usage import HANDLERS_OF_ALL, hand_use, hindrance, territory_use

WORD_USES: Final = {word: Use(word, "turn") for word in ("place", "reorient", "discard")}
"""The options that take further picks and need no card."""


class Offer:
    """Something that a turn may offer: its option, or the same blocked for a reason. Made once, as they are many."""

    __slots__ = ("_blocked", "option")

    def __init__(self, option: Option) -> None:
        self.option = option
        self._blocked: dict[str, Blocked] = {}

    def blocked(self, why: str) -> Blocked:
        """Return it blocked."""
        if why not in self._blocked:
            self._blocked[why] = Blocked(self.option.label, Message(f"zarcana.refusal.{why}"))
        return self._blocked[why]


PLACE, REORIENT, DISCARD = (Offer(Option(word, Message(f"zarcana.pick.{word}"))) for word in WORD_USES)
PASS = Offer(Option("pass", Message("zarcana.pick.pass"), final=True, passes=True))
DECLARE = Offer(Option("declare", Message("zarcana.pick.declare"), final=True))
DRAWS = [
    Offer(Option(f"draw:{count}", Message("zarcana.pick.draw", {"count": count}), "zarcana.group.draw", final=True))
    for count in range(1, DRAW + 1)
]


@lru_cache(maxsize=10_000)
def _play_offer(card: str, instance: int) -> Offer:
    label = Message("zarcana.pick.play", {"card": CardRef(card, instance), "as": "hand"})
    return Offer(Option(f"play:{instance}", label, "zarcana.group.play"))


@lru_cache(maxsize=10_000)
def _use_offer(card: str, instance: int, space: str) -> Offer:
    label = Message("zarcana.pick.use", {"card": CardRef(card, instance), "space": space, "as": "territory"})
    return Offer(Option(f"use:{space}", label, "zarcana.group.use"))


@lru_cache(maxsize=1_000)
def _face_down_offer(space: str) -> Offer:
    return Offer(Option(f"use:{space}", Message("zarcana.pick.use_face_down", {"space": space})))


def _powers(state: State) -> Iterable[tuple[Offer, str | None]]:
    """Every card of the hand and every territory with an own minion, each with why it cannot be used now."""
    reasons: dict[str, str | None] = {}
    player = state.players[state.active]
    for card in player.hand:
        name = state.instances[card].card
        power = state.cards.played_as[name]
        if power not in reasons:
            reasons[power] = hindrance(state, hand_use(state, card))
        yield _play_offer(name, card), reasons[power]
    for space in sorted({state.minions[number].space for number in player.minions}):
        top = state.face_up(space)
        if top is not None:
            yield _use_offer(state.card(top), top, board.name(space)), hindrance(state, territory_use(state, top))
        elif space in state.stacks:
            yield _face_down_offer(board.name(space)), "face_down"


def turn_options(state: State) -> tuple[list[Option], list[Blocked]]:
    """Return what a turn may be used for, and what it may not be used for and why."""
    offers: list[tuple[Offer, str | None]] = [(PLACE, _hindrance(state, "place")), *_powers(state)]
    offers.append((REORIENT, _hindrance(state, "reorient")))
    room = min(DRAW, HAND - len(state.players[state.active].hand), state.drawable)
    if room < 1:
        offers.append((DRAWS[0], "hand_full" if state.drawable else "no_draw"))
    else:
        offers += [(draw, None) for draw in DRAWS[:room]]
    offers.append((DISCARD, _hindrance(state, "discard")))
    offers += [(PASS, None), (DECLARE, _no_declaring(state))]
    able = [offer.option for offer, why in offers if why is None]
    return able, [offer.blocked(why) for offer, why in offers if why is not None]


def _hindrance(state: State, word: str) -> str | None:
    return HANDLERS_OF_ALL[word].hindrance(state, WORD_USES[word], 0)


def _no_declaring(state: State) -> str | None:
    if state.final is not None:
        return "final_round"
    return None if state.shuffles else "not_reshuffled"
