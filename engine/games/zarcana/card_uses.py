"""Using cards: whether a card can be used now, why not, and the steps from a card to the power that it invokes.

Some powers lead to another: a court or the Magician leads to a suit's power, the World and the Doppelganger to another
card's, and the Fool to those of the cards that it draws. `chain` holds the cards passed on the way; none of them may be
copied again, so every chain ends.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine.contract import Message, Option
from engine.games.zarcana import board, events
from engine.games.zarcana.board import Space
from engine.games.zarcana.cards import SUITS, Power
from engine.games.zarcana.pieces import Minion, Question, Use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.pool import TRUMPS
from engine.games.zarcana.powers import HANDLERS
from engine.games.zarcana.powers.handler import Handler, among, minion_option, space_of, word
from engine.games.zarcana.state import ZarcanaState
from engine.kit.keys import keyed, number_of

LEADING: Final = ("any suit", "copy a trump", "copy the last discard")
"""The kinds that only lead to another power: their requirements are those of the copied power."""


def hand_use(state: ZarcanaState, card: int) -> Use:
    """Return the use of a card from the hand: a court has the power of any suit (seed, All Royalty)."""
    return Use(state.cards.played_as[state.card(card)], "hand", "", card, (card,))


def territory_use(state: ZarcanaState, card: int) -> Use:
    """Return the use of a territory's top card by a minion on it."""
    return Use(state.cards.power_of[state.card(card)], "territory", "", card, (card,))


def kind_of(state: ZarcanaState, use: Use) -> str:
    """Return the kind of power that a use invokes, or the turn option's word if it needs no card."""
    return use.power if use.source == "turn" else state.cards.powers[use.power].kind


# What can be used, and why not


def hindrance(state: ZarcanaState, use: Use) -> str | None:
    """Return the word for the reason why a use is impossible now, or None if it can be completed legally."""
    if state.card(use.chain[-1]) in state.banned:
        return "banned"
    power = state.cards.powers[use.power]
    return _led(state, use, power.kind) if power.kind in LEADING else _direct(state, use, power)


def _led(state: ZarcanaState, use: Use, kind: str) -> str | None:
    """Return why none of the powers that a use leads to is possible now, or None if one is."""
    if kind == "any suit":
        return _common(state, _suits(use))
    if kind == "copy a trump":
        copies = [_copy(state, use, card) for card in _trumps(state, use)]
        if not copies:
            return "no_trump"
        return None if any(_can(state, each) for each in copies) else "no_trump_usable"
    if not state.discard:
        return "no_discard"
    top = state.discard[-1]
    return "copied_already" if top in use.chain else hindrance(state, _copy(state, use, top))


def _can(state: ZarcanaState, use: Use) -> bool:
    return hindrance(state, use) is None


def _common(state: ZarcanaState, uses: Iterable[Use]) -> str | None:
    """Return the reason shared by all suits, or else "no_suit"; None if some suit can be used."""
    reasons: set[str] = set()
    for use in uses:
        why = hindrance(state, use)
        if why is None:
            return None
        reasons.add(why)
    return reasons.pop() if len(reasons) == 1 else "no_suit"


def _direct(state: ZarcanaState, use: Use, power: Power) -> str | None:
    """Return why no minion can use a power (a requirement is unmet, or it would do nothing), or None if one can."""
    handler = HANDLERS_OF_ALL[power.kind]
    if not power.minion:
        return handler.hindrance(state, use, 0)
    reason, near = "no_minion", False
    for number in _candidates(state, use):
        lacking = unmet(state, power, state.minions[number])
        found = lacking if lacking is not None else handler.hindrance(state, use, number)
        if found is None:
            return None
        if reason == "no_minion" or (lacking is None and not near):
            reason, near = found, lacking is None
    return reason


def unmet(state: ZarcanaState, power: Power, minion: Minion) -> str | None:
    """Return the requirement of a power that a minion does not meet (rules, section 6); None if it meets all."""
    orientation = power.orientation
    if state.options.discs == "lying minions" and power.kind.startswith("build"):
        orientation = "lying"
    if orientation == "standing" and minion.facing:
        return "needs_standing"
    if orientation == "lying" and not minion.facing:
        return "needs_lying"
    if power.place == "anywhere" or minion.space in state.stacks:
        return None
    anywhere = power.kind == "destroy here" and state.options.hanged_man == "anywhere"
    return None if anywhere else "needs_territory"


def _candidates(state: ZarcanaState, use: Use) -> Iterable[int]:
    """Return the minions that might act: all for a card from the hand, those on it for a territory (rules, 5.1)."""
    own = state.players[state.active].minions
    if use.source != "territory":
        return own
    return [number for number in own if state.face_up(state.minions[number].space) == use.card]


def _unable(state: ZarcanaState, use: Use, number: int) -> str | None:
    """Return why a minion cannot use a power; None if it can."""
    power = state.power(use)
    lacking = unmet(state, power, state.minions[number])
    return lacking if lacking is not None else HANDLERS_OF_ALL[power.kind].hindrance(state, use, number)


def _suits(use: Use) -> Iterable[Use]:
    return (Use(suit, use.source, use.step, use.card, use.chain) for suit in SUITS)


def _copy(state: ZarcanaState, use: Use, card: int) -> Use:
    """Return a use with another card's power; a Doppelganger from the hand copies a court as any suit (Q17, Q36)."""
    whole = use.source == "hand" and use.chain == (use.card,)
    powers = state.cards.played_as if whole else state.cards.power_of
    return replace(use, power=powers[state.card(card)], chain=(*use.chain, card))


def _trumps(state: ZarcanaState, use: Use) -> dict[int, Space]:
    """Return the face-up trumps on the board that may be copied, each with its space."""
    tops = {state.face_up(space): space for space in sorted(state.stacks)}
    return {
        top: space
        for top, space in tops.items()
        if top is not None
        and state.cards.suit_of[state.card(top)] == TRUMPS
        and top not in use.chain
        and state.card(top) not in state.banned
    }


# Steps of a use


def begin(play: ZarcanaPlay, use: Use) -> None:
    """Set the first step of the innermost use: choose a suit, a card or a minion, or go straight to the deed."""
    state, kind = play.state, kind_of(play.state, use)
    if kind == "copy the last discard":
        _copied(play, use, state.discard[-1])
    elif kind in LEADING:
        play.update(replace(use, step="suit" if kind == "any suit" else "trump"))
    elif use.source == "turn" or not state.power(use).minion:
        play.update(replace(use, step=HANDLERS_OF_ALL[kind].first))
    else:
        play.update(replace(use, step="minion"))


def _copied(play: ZarcanaPlay, use: Use, card: int) -> None:
    """Take on the power of another card."""
    play.tell(events.PowerCopied(play.state.active, play.ref(use.card), play.ref(card)))
    begin(play, _copy(play.state, use, card))


def ask(state: ZarcanaState, use: Use) -> Question:
    """Return the question for the innermost use's current step."""
    if use.step == "suit":
        return among("suit", ((word(each.power), hindrance(state, each)) for each in _suits(use)))
    if use.step == "trump":
        trumps = _trumps(state, use).items()
        return among(
            "trump",
            ((_trump_option(state, card, at), hindrance(state, _copy(state, use, card))) for card, at in trumps),
        )
    if use.step == "minion":
        own = state.alike(_candidates(state, use))
        return among("minion", ((minion_option(state, number), _unable(state, use, number)) for number in own))
    return HANDLERS_OF_ALL[kind_of(state, use)].ask(state, use)


def _trump_option(state: ZarcanaState, card: int, space: Space) -> Option:
    name = board.name(space)
    return Option(keyed("s", name), Message("zarcana.pick.copy", {"card": state.ref(card), "space": name}))


def answer(play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
    """Apply an answer to the question for the innermost use's current step."""
    state = play.state
    if use.step == "suit":
        play.tell(events.TookSuit(state.active, keys[0]))
        play.update(replace(use, power=keys[0], step="minion"))
    elif use.step == "trump":
        _copied(play, use, state.stacks[space_of(keys[0])][-1])
    elif use.step == "minion":
        first = HANDLERS_OF_ALL[state.power(use).kind].first
        play.update(replace(use, step=first, actor=number_of(keys[0])))
    else:
        HANDLERS_OF_ALL[kind_of(state, use)].answer(play, use, keys)


class Fool(Handler):
    """Fool: draw a card, play it if any minion can, discard it; then do so once more."""

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require a card to draw (rules, Q37)."""
        return None if state.drawable else "no_draw"

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Draw the next card and play it, or end the use; a court has only its own suit's power (seed, Fool)."""
        state = play.state
        card = play.top() if use.times < state.power(use).count else None
        if card is None:
            play.close()
            return
        play.update(replace(use, times=use.times + 1))
        state.show((card,))
        drawn = Use(state.cards.power_of[state.card(card)], "fool", "", card, (*use.chain, card))
        playable = _can(state, drawn)
        play.tell(events.FoolDrew(state.active, play.ref(card), playable))
        if playable:
            state.uses = (*state.uses, drawn)
            begin(play, drawn)
        else:
            play.put_on_discard(card)


HANDLERS_OF_ALL: Final[dict[str, Handler]] = {**HANDLERS, "play random cards": Fool()}
"""All handlers including the Fool's, keyed by a power's kind or a turn option's word."""
