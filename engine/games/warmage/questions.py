"""The open decisions and their options, derived from the state alone."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from engine.contract import Arg, Blocked, CardRef, Decision, Message, Option, Seat, SeatRef, Window, letter
from engine.games.warmage.chain import castable
from engine.games.warmage.effects import sources
from engine.games.warmage.interrupts import next_usable, usable_at
from engine.games.warmage.pieces import Announced, Discard, Draw, Missing, Point, Take
from engine.games.warmage.rulings import ACTS, HAND
from engine.games.warmage.state import WarMageState
from engine.games.warmage.targets import chosen, complete, distinct, hit_by, payable, warning
from engine.kit.keys import keyed

PASS: Final = Option("pass", Message("warmage.pick.pass"), final=True, passes=True)
END: Final = Option("end", Message("warmage.pick.end"), final=True)
DECK: Final = Option("deck", Message("warmage.pick.deck"), final=True)
FILL: Final = Option("fill", Message("warmage.pick.fill", {"hand": HAND}), final=True)
FLESH: Final = Option("flesh", Message("warmage.pick.flesh"), final=True)
MORTAL: Final = Option("mortal", Message("warmage.pick.mortal"), final=True)

CAST, USE = "warmage.group.cast", "warmage.group.use"


def questions(state: WarMageState) -> Iterable[Decision]:
    """Return the open decisions: one for each seat that a window is waiting for, or a single one otherwise."""
    if state.window:
        return [_in_window(state, seat) for seat in state.waiting]
    seat = state.active if state.asked is None else state.asked
    announced = state.announced.get(seat)
    if announced is not None:
        return (_choice(state, seat, announced),)
    if state.asked is not None:
        return (_TASKS[type(state.todo[-1])](state, seat, state.todo[-1]),)
    return ((_draw if state.step == "draw" else _cast)(state, seat),)


def _decision(state: WarMageState, seat: Seat, kind: str, options: Iterable[Option], **more: Any) -> Decision:
    """Return a decision for the present situation: the player's own turn, a window, or an effect."""
    clock, offered = _clock(state, seat), tuple(options)
    if state.window:
        more["window"] = Window(clock, race=state.options.responses == "fastest")
        touching = _touching(state, seat)
        more["topic"] = topic = f"chain {state.chains}.{touching}"
        offered = tuple([replace(option, ahead=topic) if option.passes else option for option in offered])
        more["concerns"] = touching > 0
    own_turn = state.asked is None and not state.window
    return Decision(
        f"{letter(seat)}{state.players[seat].answered}",
        seat,
        kind,
        offered,
        tempo="turn" if own_turn else "response",
        clock=clock,
        **more,
    )


def _clock(state: WarMageState, seat: Seat) -> str:
    """Return the clock's name: one per turn or window, but one per player for answers in seat order or for effects."""
    if state.window:
        in_order = state.options.responses == "seat_order"
        return f"window {state.windows} {letter(seat)}" if in_order else f"window {state.windows}"
    return f"turn {state.turn}" if state.asked is None else f"turn {state.turn} {letter(seat)}{state.choices}"


def _touching(state: WarMageState, seat: Seat) -> int:
    """Return how many Spells in the Chain affect a player, by targeting the player or one of the player's Spells.

    All of a Chain's windows share a topic until another Spell affects the player.
    """
    own = {link.card for link in state.chain if link.seat == seat}
    return sum(seat in hit_by(state, link, link.targets.player) or link.targets.spell in own for link in state.chain)


# The player's own turn


def _draw(state: WarMageState, seat: Seat) -> Decision:
    """Ask how to draw, offering those of the three ways that yield a card (seed, Turn Order)."""
    options = [_from_row(state, number) for number in sources(state) if number is not None]
    options += [DECK] if state.deck else []
    hand = len(state.players[seat].hand)
    options += [FILL] if state.deck and hand < HAND else []
    return _decision(state, seat, "draw", options)


def _from_row(state: WarMageState, number: int) -> Option:
    return _row_option(state.instances[number].card, number)


# The same few options recur: those that depend only on a card and its place are cached.


@lru_cache(maxsize=4096)
def _row_option(card: str, number: int) -> Option:
    return Option(keyed("row", number), Message("warmage.pick.row", {"card": CardRef(card, number)}), final=True)


def _cast(state: WarMageState, seat: Seat) -> Decision:
    """Ask whether to cast a Spell, use a card in play, or end the step."""
    found = castable(state, seat)
    options = [_take_up(state, seat, *taken) for taken in found.values()]
    options += [
        _take_up(state, seat, *complete(state, seat, each.announced))
        for each in usable_at(state, seat, "cast_step_idle")
        if each.seat == seat
    ]
    options.append(END)
    return _decision(state, seat, "cast", options, blocked=_blocked(state, seat, found))


def _take_up(state: WarMageState, seat: Seat, announced: Announced, missing: Missing | None) -> Option:
    """Return the option to announce a Spell or an effect, which is final and labelled as final if no choice is left.

    It carries a warning if its only target is a bad one.
    """
    number, target = announced.card, announced.targets.player if missing is None else None
    card = state.instances[number].card
    option = _taken_up(card, number, announced.ability, target, missing is None)
    return _warned(option, warning(state, seat, announced))


def _warned(option: Option, doubt: Message | None) -> Option:
    return option if doubt is None else replace(option, warning=doubt)


@lru_cache(maxsize=16384)
def _taken_up(card: str, number: int, ability: int | None, target: Seat | None, final: bool) -> Option:  # noqa: FBT001 - a key of the cache
    word = "cast" if ability is None else "use"
    args: dict[str, Arg] = {"card": CardRef(card, number)}
    key = keyed(word, number) if ability is None else keyed(word, number, ability)
    label = f"warmage.pick.{word}"
    if target is not None:
        args["target"] = SeatRef(target)
        label += "_at"
    return Option(key, Message(label, args), CAST if ability is None else USE, final=final)


def _blocked(state: WarMageState, seat: Seat, found: Iterable[int]) -> tuple[Blocked, ...]:
    """Return why the other cards in the hand cannot be cast now."""
    shown = {state.instances[number].card for number in found}
    blocked = []
    for number in state.players[seat].hand:
        card = state.instances[number].card
        if card not in shown:
            shown.add(card)
            blocked.append(_blocked_card(card, number, _why_not(state, seat, number)))
    return tuple(blocked)


@lru_cache(maxsize=16384)
def _blocked_card(card: str, number: int, why: str) -> Blocked:
    label = Message("warmage.pick.cast", {"card": CardRef(card, number)})
    return Blocked(label, Message(f"warmage.refusal.{why}"))


def _why_not(state: WarMageState, seat: Seat, number: int) -> str:
    card = state.instances[number].card
    if not state.chain:
        if state.acts >= ACTS:
            return "enough"
        if card not in state.cards.opens:
            return "needs_chain"
    elif card not in state.cards.answers:
        return "own_turn"
    return "no_target" if payable(state, seat, Announced(number)) else "no_cost"


# Windows, and the choices for an announced Spell or effect


def _in_window(state: WarMageState, seat: Seat) -> Decision:
    announced = state.announced.get(seat)
    if announced is not None:
        return _choice(state, seat, announced)
    found = castable(state, seat)
    options = [_take_up(state, seat, *taken) for taken in found.values()]
    top = state.chain[-1]
    about: dict[str, Arg] = {"card": state.ref(top.card), "seat": SeatRef(top.seat)}
    if top.targets.player is not None:
        about["target"] = SeatRef(top.targets.player)
    options.append(PASS)
    return _decision(state, seat, "answer", options, about=about, blocked=_blocked(state, seat, found))


def _choice(state: WarMageState, seat: Seat, announced: Announced) -> Decision:
    """Ask for the next choice for an announced Spell or effect; the last choice makes the announcement final."""
    missing = complete(state, seat, announced)[1]
    if missing is None:
        raise ValueError(announced)
    about: dict[str, Arg] = {"card": state.ref(announced.card)}
    if missing.choice == "pay":
        count = _cost(state, announced)
        options = _of_hand(state, "pay", missing.among, count)
        return _decision(state, seat, "pay", options, least=count, most=count, about=about, begun=True)
    last = _is_last(state, seat, announced, missing)
    options = [
        _warned(
            _target(state, missing, value, final=last),
            warning(state, seat, chosen(announced, missing.choice, (value,))),
        )
        for value in missing.among
    ]
    return _decision(state, seat, f"target_{missing.choice}", options, about=about, begun=True)


def _cost(state: WarMageState, announced: Announced) -> int:
    spell = state.cards.by_id[state.card(announced.card)]
    return (spell if announced.ability is None else spell.abilities[announced.ability]).cost.discard


def _is_last(state: WarMageState, seat: Seat, announced: Announced, missing: Missing) -> bool:
    return all(complete(state, seat, chosen(announced, missing.choice, (value,)))[1] is None for value in missing.among)


def _target(state: WarMageState, missing: Missing, value: int, *, final: bool) -> Option:
    word = missing.choice
    args: dict[str, Arg] = {"seat": SeatRef(value)} if word == "player" else {"card": state.ref(value)}
    if word == "spell" and (place := state.link(value)) is not None:
        args["seat"] = SeatRef(state.chain[place].seat)
    elif word == "card" and (found := state.lying(value)) is not None:
        args["seat"] = SeatRef(found[0])
    return Option(keyed(word, value), Message(f"warmage.pick.{word}", args), final=final)


# Questions of effects


def _wound(state: WarMageState, seat: Seat, task: Take) -> Decision:
    """Ask whether to take a new Flesh Wound or to turn a Flesh Wound Mortal (seed, Wounds)."""
    return _decision(state, seat, "wound", (FLESH, MORTAL), about={"card": CardRef(task.wound.card)})


def _take(state: WarMageState, seat: Seat, task: Draw) -> Decision:
    options = [DECK if number is None else _from_row(state, number) for number in sources(state)]
    return _decision(state, seat, "take", options, about={"count": task.count})


def _discard(state: WarMageState, seat: Seat, task: Discard) -> Decision:
    options = _of_hand(state, "discard", state.players[seat].hand, task.count)
    return _decision(state, seat, "discard", options, least=task.count, most=task.count, about={"count": task.count})


def _react(state: WarMageState, seat: Seat, task: Point) -> Decision:
    """Ask which effect a controller uses at a point; passing is allowed if none of them is mandatory."""
    _, usable = next_usable(state, task)
    shown: dict[tuple[str, int], Option] = {}
    for each in usable:
        card = state.card(each.lying.card)
        if (card, each.number) not in shown:
            shown[card, each.number] = _take_up(state, seat, *complete(state, seat, each.announced))
    options = list(shown.values())
    if not any(each.ability.must for each in usable):
        options.append(PASS)
    about: dict[str, Arg] = {"seat": SeatRef(task.seat)}
    if task.wound is not None:
        about["card"] = CardRef(task.wound.card)
    return _decision(state, seat, f"react_{task.on}", options, about=about)


_TASKS: Final[dict[type[Any], Callable[[WarMageState, Seat, Any], Decision]]] = {
    Take: _wound,
    Draw: _take,
    Discard: _discard,
    Point: _react,
}


def _of_hand(state: WarMageState, word: str, cards: Sequence[int], count: int) -> list[Option]:
    """Return options to discard: one of each card for a single choice, or else all, as equal cards may go together."""
    shown = distinct(state, cards) if count == 1 else cards
    return [
        Option(keyed(word, number), Message("warmage.pick.hand", {"card": state.ref(number)}), final=True)
        for number in shown
    ]
