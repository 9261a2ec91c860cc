"""The effect of each pick: the counterpart of `questions`."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeVar

from msgspec.structs import replace

from engine.contract import Decision, Key, Seat, letter
from engine.dice import Dice
from engine.games.warmage.chain import cast, take_answer
from engine.games.warmage.effects import discard_chosen, draw_from_deck_or_row
from engine.games.warmage.interrupts import PROTECTING, protects, use, use_at
from engine.games.warmage.pieces import Announced, Choice, Draw, Point, Take
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.rulings import FILLED_BY_DEFAULT, HAND
from engine.games.warmage.state import WarMageState
from engine.games.warmage.targets import chosen, complete
from engine.games.warmage.turn import advance, end_turn
from engine.games.warmage.wounds import suffer
from engine.kit.game import expect
from engine.kit.keys import OptionKey, number_of

T = TypeVar("T")


def answer(play: WarMagePlay, asked: Decision, keys: Sequence[Key]) -> None:
    """Apply a legal pick (a draw, a Spell, an answer to one, a target, a payment or a reaction), then play on."""
    state, seat = play.state, asked.seat
    open_before, windows = state.open or (), state.windows
    state.ask_anew(seat)
    (_react if asked.kind.startswith("react_") else _ANSWERS[asked.kind])(play, seat, keys)
    if seat in state.announced:
        return
    state.choices += 1
    advance(play)
    if state.window and state.windows == windows and state.options.responses != "seat_order":
        # The other seats keep their open questions.
        state.open = tuple([other for other in open_before if other.seat != seat])


def default_picks(state: WarMageState, asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return the picks for an absent player (rules, time-outs).

    The player fills a small hand or else draws from the deck, casts nothing, takes a new Flesh Wound, uses effects that
    only protect the player, and discards at random. Of several mandatory effects, the oldest comes first.
    """
    keys = [option.key for option in asked.options]
    match asked.kind:
        case "discard" | "pay":
            return tuple(dice.shuffle(f"default.{letter(asked.seat)}", keys)[: asked.least])
        case "draw" if "fill" in keys and len(state.players[asked.seat].hand) <= FILLED_BY_DEFAULT:
            return ("fill",)
        case "draw" | "take":
            return ("deck",) if "deck" in keys else (keys[0],)
        case "cast" | "answer":
            return (keys[-1],)
    if asked.kind.startswith("react_") and "pass" in keys:
        protecting = asked.kind.removeprefix("react_") in PROTECTING
        used = [key for key in keys[:-1] if protecting and protects(state, asked.seat, key)]
        return (used[0] if used else "pass",)
    return (keys[0],)


def _draw(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
    """Draw in one of the three ways."""
    play.state.step = "cast"
    if keys[0] == "fill":
        play.draw(seat, HAND - len(play.state.players[seat].hand))
    else:
        draw_from_deck_or_row(play, seat, _source(keys[0]))


def _source(key: Key) -> int | None:
    return None if key == "deck" else number_of(key)


def _cast(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
    if keys[0] == "end":
        end_turn(play)
    else:
        _go_on(play, seat, _announced(keys[0]))


def _announced(key: Key) -> Announced:
    card, *ability = OptionKey.parse(key).numbers
    return Announced(card, ability[0] if ability else None)


def _answer(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
    if keys[0] == "pass":
        take_answer(play, seat, None)
    else:
        _go_on(play, seat, _announced(keys[0]))


def _go_on(play: WarMagePlay, seat: Seat, announced: Announced) -> None:
    """Cast or use what is announced once every choice has been made; until then, store the announcement."""
    state = play.state
    announced, missing = complete(state, seat, announced)
    if missing is not None:
        state.announced[seat] = announced
        return
    state.announced.pop(seat, None)
    if state.window:
        take_answer(play, seat, announced)
    elif state.asked is not None:
        use_at(play, _pop(state, Point), seat, announced)
    elif announced.ability is None:
        cast(play, seat, announced)
    else:
        use(play, seat, announced, "cast_step_idle")


def _choice(choice: Choice) -> Callable[[WarMagePlay, Seat, Sequence[Key]], None]:
    def choose(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
        values = [number_of(key) for key in keys]
        _go_on(play, seat, chosen(play.state.announced[seat], choice, values))

    return choose


def _wound(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
    to: Literal["flesh", "mortal"] = "flesh" if keys[0] == "flesh" else "mortal"
    suffer(play, _pop(play.state, Take).wound, to)


def _take(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
    task = _pop(play.state, Draw)
    play.push(Draw(seat, task.count - 1))
    draw_from_deck_or_row(play, seat, _source(keys[0]))


def _discard(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
    play.state.todo.pop()
    discard_chosen(play, seat, tuple(number_of(key) for key in keys))


def _react(play: WarMagePlay, seat: Seat, keys: Sequence[Key]) -> None:
    if keys[0] == "pass":
        task = _pop(play.state, Point)
        play.push(replace(task, passed=(*task.passed, seat)))
    else:
        _go_on(play, seat, _announced(keys[0]))


def _pop(state: WarMageState, kind: type[T]) -> T:
    """Remove and return the task that asked the question."""
    return expect(kind, state.todo.pop())


_ANSWERS: Final[dict[str, Callable[[WarMagePlay, Seat, Sequence[Key]], None]]] = {
    "draw": _draw,
    "cast": _cast,
    "answer": _answer,
    "target_player": _choice("player"),
    "target_spell": _choice("spell"),
    "target_card": _choice("card"),
    "pay": _choice("pay"),
    "wound": _wound,
    "take": _take,
    "discard": _discard,
}
