"""The effect of each pick: the counterpart of `questions`."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.contract import Decision, Key, Seat
from engine.dice import Dice
from engine.games.varia import events
from engine.games.varia.effects import chosen
from engine.games.varia.pieces import AimPrompt, ChoosePrompt, FusePrompt, LandPrompt, PlacePrompt, SurePrompt
from engine.games.varia.play import VariaPlay
from engine.games.varia.questions import asked_seat
from engine.games.varia.state import VariaState
from engine.games.varia.timeline import HandPlans, How, in_fast_step, land, next_moment, plan, put
from engine.games.varia.triggers import drop, own_dues, put_in_order
from engine.games.varia.turn import advance, begin_action, end_planning, settle
from engine.kit.game import expect
from engine.kit.keys import OptionKey, number_of


def answer(play: VariaPlay, asked: Decision, keys: Sequence[Key]) -> None:
    """Apply a legal pick (a movement, a plan, an answer, fast actions or an order of triggers), then play on."""
    carry_out(play, asked, keys)
    advance(play)


def carry_out(play: VariaPlay, asked: Decision, keys: Sequence[Key]) -> None:
    """Apply a legal pick without playing on."""
    play.state.ask_anew(asked.seat)
    _ANSWERS[asked.kind](play, keys)


def default_picks(state: VariaState, asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return the default: stay, plan nothing, pass, keep the order, combine a token if possible, and decline to pay.

    Players are asked only about payments that they can decline (rules, ambiguities and further rulings). Optional
    triggers are declined, dice are rolled, and the first of several cards are taken. Options with warnings are avoided.
    """
    keys = [option.key for option in asked.options]
    if asked.kind in ("order", "place", "fuse", "token", "aim", "pay", "may", "choose", "dice"):
        unwarned = [option.key for option in asked.options if option.warning is None]
        return tuple((unwarned or keys)[: asked.least])
    return (keys[-1],)


def _movement(play: VariaPlay, keys: Sequence[Key]) -> None:
    seat = play.state.active
    if keys[0] == "stay":
        play.tell(events.Stayed(seat))
    else:
        play.move(seat, engaged=keys[0] == "engage")
    begin_action(play)


def _planning(play: VariaPlay, keys: Sequence[Key]) -> None:
    """Apply a pick in a planning step: take up a card, leave a gap, turn, consent, or finish."""
    state, seat = play.state, asked_seat(play.state)
    key = OptionKey.parse(keys[0])
    if key.word in ("lock", "pass"):
        end_planning(play)
    elif key.word == "gap":
        moment = next_moment(state, seat)
        state.left, state.answering = (*state.left, *([] if moment is None else [moment])), -1
    elif key.word == "at":
        state.answering = key.number
    elif key.word == "may":
        number, word = key.about
        _consent(play, seat, list(state.cards.optional)[int(number)], str(word))
    elif key.word == "plan":
        _put_next(play, seat, key.numbers)
    elif key.word == "fuse":
        state.prompt = FusePrompt(seat, key.numbers)
    else:
        state.prompt = PlacePrompt(seat, key.numbers)


def _consent(play: VariaPlay, seat: Seat, card: str, word: str) -> None:
    """Note what a player says beforehand about a card's optional effects."""
    consents = play.state.players[seat].consents
    consents.pop(card, None)
    if word != "ask":
        consents[card] = word == "yes"


def _put_next(play: VariaPlay, seat: Seat, cards: tuple[int, ...]) -> None:
    moment = next_moment(play.state, seat)
    play.state.answering = -1
    if moment is not None:
        put(play, seat, cards, "plan", moment)


def _fuse(play: VariaPlay, keys: Sequence[Key]) -> None:
    """Add a card to a Spellfuse, and plan the Spellfuse once no other card can join or the player adds no more."""
    state, prompt = play.state, expect(FusePrompt, play.state.prompt)
    cards = prompt.cards if keys[0] == "enough" else (*prompt.cards, number_of(keys[0]))
    if keys[0] != "enough" and HandPlans(state, prompt.seat).fusible(cards):
        state.prompt = FusePrompt(prompt.seat, cards)
    elif in_fast_step(state):
        state.prompt = PlacePrompt(prompt.seat, cards)
    else:
        state.prompt = None
        _put_next(play, prompt.seat, cards)


def _place(play: VariaPlay, keys: Sequence[Key]) -> None:
    prompt = expect(PlacePrompt, play.state.prompt)
    how, moment = _way(keys[0])
    play.state.prompt = None
    put(play, prompt.seat, prompt.cards, how, moment)


def _aim(play: VariaPlay, keys: Sequence[Key]) -> None:
    prompt = expect(AimPrompt, play.state.prompt)
    play.state.prompt = None
    target = prompt.seat if keys[0] == "self" else 1 - prompt.seat
    plan(play, prompt.seat, prompt.cards, prompt.how, prompt.moment, target)


def _token(play: VariaPlay, keys: Sequence[Key]) -> None:
    prompt = expect(LandPrompt, play.state.prompt)
    how, moment = _way(keys[0])
    play.state.prompt = None
    land(play, prompt.seat, prompt.token, how, moment)


def _way(key: Key) -> tuple[How, int]:
    way = OptionKey.parse(key)
    return way.word, way.number  # type: ignore[return-value] # the keys are made of these words


def _pay(play: VariaPlay, keys: Sequence[Key]) -> None:
    seat = play.state.in_turn_order[play.state.paying]
    play.state.prompt = None
    settle(play, seat, pay=keys[0] == "pay")


def _may(play: VariaPlay, keys: Sequence[Key]) -> None:
    state = play.state
    state.prompt = None
    if keys[0] == "yes":
        state.agreed = True
    else:
        drop(state)


def _choose(play: VariaPlay, keys: Sequence[Key]) -> None:
    prompt = expect(ChoosePrompt, play.state.prompt)
    play.state.prompt = None
    chosen(play, prompt, [number_of(key) for key in keys])


def _sure(play: VariaPlay, keys: Sequence[Key]) -> None:
    state, prompt = play.state, expect(SurePrompt, play.state.prompt)
    state.prompt = None
    first, second = state.sure
    state.sure = (keys[0], second) if prompt.seat == 0 else (first, keys[0])


def _order(play: VariaPlay, keys: Sequence[Key]) -> None:
    state = play.state
    seat = state.agenda[0].seat
    dues = own_dues(state, seat)
    state.prompt = None
    put_in_order(state, seat, [dues[number_of(key)] for key in keys])


_ANSWERS: Final[dict[str, Callable[[VariaPlay, Sequence[Key]], None]]] = {
    "movement": _movement,
    "action": _planning,
    "reaction": _planning,
    "fast_action": _planning,
    "fast_reaction": _planning,
    "fuse": _fuse,
    "place": _place,
    "aim": _aim,
    "token": _token,
    "pay": _pay,
    "may": _may,
    "choose": _choose,
    "dice": _sure,
    "order": _order,
}
