"""Interrupt points: activated effects of cards in play, which are faster than the Chain and faster than elimination."""

from typing import Final

from msgspec.structs import replace

from engine.contract import CardRef, Key, Seat
from engine.games.warmage import events
from engine.games.warmage.cards import Heal, Moment, Prevent
from engine.games.warmage.pieces import Announced, Check, Deal, Point, Run, Take, Usable
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.rulings import ACTS, NESTING
from engine.games.warmage.state import WarMageState
from engine.games.warmage.targets import taken_up
from engine.kit.keys import OptionKey

ALONE: Final[tuple[Moment, ...]] = ("turn_begin", "cast_step_idle", "turn_end")
"""Moments at which an activated effect is not part of another effect, so that eliminations are checked after it."""

PROTECTING: Final[tuple[Moment, ...]] = ("would_be_wounded", "about_to_be_eliminated")
"""Moments at which an absent player's optional effects are used (rules, time-outs)."""

SCANNED_A_STEP: Final = 4
"""The number of cards in play that are scanned per step of the pick's work budget."""


SHIELDS: Final = ("you", "bearer")
"""The values of `who` that name the controller, for a card that lies in front of its controller."""


def point(play: WarMagePlay, task: Point) -> Seat | None:
    """Trigger the cards in front of a player, controller by controller.

    Mandatory effects happen automatically; otherwise, return the seat that has to choose. Controllers choose the order
    of their own effects. Once the pick's work budget is spent, only effects that protect a player are used.
    """
    state = play.state
    if not _holds(state, task):
        return None
    play.budget.spend(len(state.players[task.seat].play) // SCANNED_A_STEP)
    seat, usable = next_usable(state, task)
    if play.exhausted():
        usable = [each for each in usable if each.ability.protects]
    if seat is None or not usable:
        return None
    play.budget.spend(len(usable))
    first = usable[0]
    card = state.card(first.lying.card)
    same = all(state.card(each.lying.card) == card and each.number == first.number for each in usable)
    if not first.ability.must or not same:
        return seat
    use_at(play, task, first.seat, first.announced)
    return None


def next_usable(state: WarMageState, task: Point) -> tuple[Seat | None, list[Usable]]:
    """Return the controller whose effects come next at a point, and the effects that are usable, oldest first.

    Controllers act clockwise from the left of the player concerned, who comes last (seed, Simultaneous Effects).
    """
    found = [
        each
        for each in usable_at(state, task.seat, task.on, task.wound)
        if each.seat not in task.passed and (each.lying.card, each.number) not in task.done
    ]
    for seat in state.clockwise(task.seat) if found else ():
        own = [each for each in found if each.seat == seat]
        if own:
            return seat, own
    return None, []


def usable_at(state: WarMageState, bearer: Seat, on: Moment, wound: Deal | None = None) -> list[Usable]:
    """Return the effects of cards in front of a player that are usable at a moment, oldest first.

    If a card's caster is out, the player in front of whom it lies controls it (rules, R21). Once the turn's limit on
    acts is reached, only effects that protect can be used.
    """
    over = state.acts >= ACTS
    if over and on not in PROTECTING:
        return []
    found = []
    for lying in state.players[bearer].play:
        for number, ability in state.cards.abilities(state.instances[lying.card].card, on):
            seat = lying.seat if state.living(lying.seat) else bearer
            announced = Announced(lying.card, number)
            if (
                not (over and not ability.protects)
                and not (ability.once_per_turn and (lying.card, number) in state.used)
                and (ability.by is None or _by_opponents_spell(state, bearer, wound))
                and taken_up(state, seat, announced) is not None
            ):
                found.append(Usable(seat, lying, number, ability))
    return found


def _by_opponents_spell(state: WarMageState, bearer: Seat, wound: Deal | None) -> bool:
    return wound is not None and wound.spell and wound.by != bearer and state.living(wound.by)


def _holds(state: WarMageState, task: Point) -> bool:
    """Whether the point's event still applies, so that cards may act at this point.

    A Wound that has been prevented or healed in the meantime no longer counts (rules, further rulings). A Wound that
    can be prevented is the task directly below its point.
    """
    if not state.players[task.seat].play or sum(isinstance(each, Point) for each in state.todo) >= NESTING:
        return False
    match task.on:
        case "would_be_wounded":
            below = state.todo[-1] if state.todo else None
            return isinstance(below, Take) and below.wound == task.wound
        case "about_to_be_eliminated":
            return state.all_mortal(task.seat)
        case "turn_begin" | "turn_end":
            return state.active == task.seat
    return True


def protects(state: WarMageState, seat: Seat, key: Key) -> bool:
    """Whether an option uses a card whose only effect is to protect the seat that it lies in front of."""
    number, ability = OptionKey.parse(key).numbers
    found = state.lying(number)
    effects = state.cards.by_id[state.card(number)].abilities[ability].do
    own = found is not None and found[0] == seat
    return own and all(
        isinstance(effect, Prevent) or (isinstance(effect, Heal) and effect.who in SHIELDS) for effect in effects
    )


def use_at(play: WarMagePlay, task: Point, seat: Seat, announced: Announced) -> None:
    """Use an activated effect at a point; the point stays open below it for further effects."""
    play.push(replace(task, done=(*task.done, (announced.card, announced.ability))))
    use(play, seat, announced, task.on, task.wound)


def use(play: WarMagePlay, seat: Seat, announced: Announced, on: Moment, wound: Deal | None = None) -> None:
    """Pay for an activated effect, and push its tasks on top of the tasks that it interrupts."""
    state = play.state
    found = state.lying(announced.card)
    if found is None or announced.ability is None:
        raise ValueError(announced)
    bearer = found[0]
    state.acts += 1
    state.used += ((announced.card, announced.ability),)
    if on in ALONE:
        play.push(Check())
    card = state.card(announced.card)
    cost = state.cards.by_id[card].abilities[announced.ability].cost
    target, paid = announced.targets.player, play.refs(announced.paid)
    play.tell(events.Used(seat, CardRef(card, announced.card), on, target, paid))
    wounder = None if wound is None else wound.by
    play.push(Run(card, announced.card, seat, announced.ability, announced.targets, bearer, wounder))
    if cost.this:
        leave_play(play, announced.card)
    play.discard_from_hand(seat, announced.paid)


def leave_play(play: WarMagePlay, card: int) -> None:
    """Discard a card in play, if it is still there."""
    bearer = play.take_out_of_play(card)
    if bearer is not None:
        play.tell(events.LeftPlay(bearer, play.ref(card)))
        play.discard([card])
