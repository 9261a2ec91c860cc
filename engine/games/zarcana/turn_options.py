"""A turn's eight options: those available, and those blocked, with the reasons why."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.contract import Blocked, CardRef, Message, Option
from engine.games.zarcana import board
from engine.games.zarcana.card_uses import HANDLERS_OF_ALL, hand_use, hindrance, territory_use
from engine.games.zarcana.pieces import Use
from engine.games.zarcana.rulings import DRAW, HAND
from engine.games.zarcana.state import ZarcanaState
from engine.kit.keys import keyed

WORD_USES: Final = {word: Use(word, "turn") for word in ("place", "reorient", "discard")}
"""The options that take further picks and need no card."""


class Offer:
    """Something that a turn can offer: its option, or a blocked entry for each reason. Cached, as there are many.

    Blocked offers are listed side by side under their reason; `short` is the text that names the offer in that list.
    """

    __slots__ = ("_blocked", "_label", "option")

    def __init__(self, option: Option, short: str | None = None) -> None:
        self.option = option
        self._label = option.label if short is None else Message(f"zarcana.blocked.{short}", option.label.args)
        self._blocked: dict[str, Blocked] = {}

    def blocked(self, why: str) -> Blocked:
        """Return the blocked entry for a reason."""
        if why not in self._blocked:
            self._blocked[why] = Blocked(self._label, Message(f"zarcana.refusal.{why}"))
        return self._blocked[why]


PLACE, REORIENT, DISCARD = (Offer(Option(word, Message(f"zarcana.pick.{word}"))) for word in WORD_USES)
PASS = Offer(Option("pass", Message("zarcana.pick.pass"), final=True, passes=True))
DRAWS = [
    Offer(
        Option(keyed("draw", count), Message("zarcana.pick.draw", {"count": count}), "zarcana.group.draw", final=True),
        "draw",
    )
    for count in range(1, DRAW + 1)
]


@lru_cache(maxsize=1_000)
def _declare_offer(behind: int) -> Offer:
    """Return the offer to declare the final round for a player who is some points behind the best other one."""
    doubt = Message("zarcana.doubt.behind", {"count": behind}) if behind > 0 else None
    return Offer(Option("declare", Message("zarcana.pick.declare"), final=True, doubt=doubt))


@lru_cache(maxsize=10_000)
def _play_offer(card: str, instance: int) -> Offer:
    label = Message("zarcana.pick.play", {"card": CardRef(card, instance), "as": "hand"})
    return Offer(Option(keyed("play", instance), label, "zarcana.group.play"), "play")


@lru_cache(maxsize=10_000)
def _use_offer(card: str, instance: int, space: str) -> Offer:
    label = Message("zarcana.pick.use", {"card": CardRef(card, instance), "space": space, "as": "territory"})
    return Offer(Option(keyed("use", space), label, "zarcana.group.use"), "use")


@lru_cache(maxsize=1_000)
def _face_down_offer(space: str) -> Offer:
    return Offer(Option(keyed("use", space), Message("zarcana.pick.use_face_down", {"space": space})))


def turn_options(state: ZarcanaState) -> tuple[list[Option], list[Blocked]]:
    """Return a turn's options, and the blocked ones with their reasons."""
    able: list[Option] = []
    blocked: list[Blocked] = []
    for offer, why in _offers(state):
        if why is None:
            able.append(offer.option)
        else:
            blocked.append(offer.blocked(why))
    return able, blocked


def _offers(state: ZarcanaState) -> Iterable[tuple[Offer, str | None]]:
    """Yield everything that a player would look for in a turn, each with the reason why it is blocked, or None.

    Offers that are blocked on most turns come last, after the cards, which matter to the reader of the list.
    """
    placing = _hindrance(state, "place")
    if placing is None:
        yield PLACE, None
    yield from _from_hand(state)
    yield from _from_territory(state)
    yield REORIENT, _hindrance(state, "reorient")
    room = min(DRAW, HAND - len(state.players[state.active].hand), state.drawable)
    if room < 1:
        yield DRAWS[0], "hand_full" if state.drawable else "no_draw"
    for draw in DRAWS[: max(0, room)]:
        yield draw, None
    yield DISCARD, _hindrance(state, "discard")
    yield PASS, None
    if placing is not None:
        yield PLACE, placing
    yield _declare_offer(_behind(state)), _no_declaring(state)


def _from_hand(state: ZarcanaState) -> Iterable[tuple[Offer, str | None]]:
    """Yield every card in the hand; cards with the same power share a reason."""
    reasons: dict[str, str | None] = {}
    for card in state.players[state.active].hand:
        name = state.instances[card].card
        power = state.cards.played_as[name]
        if power not in reasons:
            reasons[power] = hindrance(state, hand_use(state, card))
        yield _play_offer(name, card), reasons[power]


def _from_territory(state: ZarcanaState) -> Iterable[tuple[Offer, str | None]]:
    """Yield every territory that holds one of the player's minions."""
    for space in sorted({state.minions[number].space for number in state.players[state.active].minions}):
        top = state.face_up(space)
        if top is not None:
            yield _use_offer(state.card(top), top, board.name(space)), hindrance(state, territory_use(state, top))
        elif space in state.stacks:
            yield _face_down_offer(board.name(space)), "face_down"


def _hindrance(state: ZarcanaState, word: str) -> str | None:
    return HANDLERS_OF_ALL[word].hindrance(state, WORD_USES[word], 0)


def _behind(state: ZarcanaState) -> int:
    """Return how many points the active player is behind the best other one, as everybody can count them."""
    if _no_declaring(state) is not None:
        return 0
    totals = state.points
    return max(total for seat, total in enumerate(totals) if seat != state.active) - totals[state.active]


def _no_declaring(state: ZarcanaState) -> str | None:
    if state.final is not None:
        return "final_round"
    return None if state.shuffles else "not_reshuffled"
