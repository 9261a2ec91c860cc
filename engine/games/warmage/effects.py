"""The implementation of the effects of Spells and of cards in play."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from engine.contract import Seat
from engine.games.warmage import cards, events
from engine.games.warmage.chain import counter
from engine.games.warmage.interrupts import leave_play
from engine.games.warmage.pieces import Deal, Discard, Draw, Run
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.state import WarMageState
from engine.games.warmage.targets import distinct, opponents, redirected, still_there
from engine.games.warmage.wounds import heal, prevent


def run(play: WarMagePlay, task: Run) -> None:
    """Carry out the next effect. An effect whose target is gone does nothing; the others still work (rules, R4).

    Nothing more happens if the controller is out of the match (rules, R5). Once the pick's work budget is spent, only
    effects that protect a player are carried out.
    """
    state = play.state
    source = _source(state, task)
    protects = isinstance(source, cards.Ability) and source.protects
    if not state.living(task.seat) or (play.exhausted() and not protects):
        return
    effect = source.do[task.effect]
    if task.effect + 1 < len(source.do):
        play.push(replace(task, effect=task.effect + 1))
    if all(still_there(state, aim, task.targets) for aim in source.aims if _concerns(effect, aim)):
        _DO[type(effect)](play, task, effect)


def _source(state: WarMageState, task: Run) -> cards.Spell | cards.Ability:
    spell = state.cards.by_id[task.card]
    return spell if task.ability is None else spell.abilities[task.ability]


def _concerns(effect: cards.Effect, aim: cards.Aim) -> bool:
    """Whether an effect applies to an aim's target."""
    if isinstance(effect, cards.Redirect):
        return True
    if isinstance(effect, cards.Counter | cards.Protect):
        return aim.at == "spell"
    if isinstance(effect, cards.Remove):
        return aim.at == "card"
    return aim.at == "player" and (isinstance(effect, cards.Steal) or getattr(effect, "who", None) == "target")


def _people(state: WarMageState, task: Run, who: cards.Who) -> list[Seat]:
    """Return the players that an effect applies to, from the controller's left, with the controller last (R8)."""
    if who == "everyone":
        return state.clockwise(task.seat)
    if who == "target" and _source(state, task).at_each:
        return opponents(state, task.seat)
    people = {"you": task.seat, "target": task.targets.player, "bearer": task.bearer, "wounder": task.wounder}
    seat = people[who]
    return [] if seat is None or not state.living(seat) else [seat]


def _wound(play: WarMagePlay, task: Run, effect: cards.Wound) -> None:
    """Deal Wounds one by one, player by player; eliminations are checked after all Wounds have been dealt (R8)."""
    for seat in reversed(_people(play.state, task, effect.who)):
        dealt = Deal(seat, task.seat, task.card, spell=task.ability is None, deepens=effect.deepens)
        play.push(*[dealt] * effect.count)


def _heal(play: WarMagePlay, task: Run, effect: cards.Heal) -> None:
    for seat in _people(play.state, task, effect.who):
        heal(play, seat, effect.wound)


def _prevent(play: WarMagePlay, task: Run, effect: cards.Prevent) -> None:
    if task.bearer is not None:
        prevent(play, task.bearer)


def _counter(play: WarMagePlay, task: Run, effect: cards.Counter) -> None:
    if task.targets.spell is not None:
        counter(play, task.targets.spell, effect.to)


def _protect(play: WarMagePlay, task: Run, effect: cards.Protect) -> None:
    state = play.state
    place = state.link(task.targets.spell)
    if place is not None:
        link = state.chain[place] = replace(state.chain[place], protected=True)
        play.tell(events.Protected(link.seat, play.ref(link.card)))


def _redirect(play: WarMagePlay, task: Run, effect: cards.Redirect) -> None:
    state = play.state
    place, seat = state.link(task.targets.spell), task.targets.player
    if place is not None and seat is not None:
        link = state.chain[place] = redirected(state.chain[place], seat)
        play.tell(events.Redirected(link.seat, play.ref(link.card), seat))


def _draw(play: WarMagePlay, task: Run, effect: cards.Draw) -> None:
    for seat in reversed(_people(play.state, task, effect.who)):
        play.push(Draw(seat, effect.count))


def _discard(play: WarMagePlay, task: Run, effect: cards.Discard) -> None:
    for seat in reversed(_people(play.state, task, effect.who)):
        if play.state.players[seat].hand:
            play.push(Discard(seat, effect.count))
        elif effect.or_this:
            leave_play(play, task.instance)


def _steal(play: WarMagePlay, task: Run, effect: cards.Steal) -> None:
    for target in _people(play.state, task, "target"):
        if target != task.seat and play.state.players[target].hand:
            play.steal(task.seat, target)


def _remove(play: WarMagePlay, task: Run, effect: cards.Remove) -> None:
    if task.targets.card is not None:
        leave_play(play, task.targets.card)


def _new_row(play: WarMagePlay, task: Run, effect: cards.NewRow) -> None:
    """Discard the Row in one move, before any card is replaced (rules, further rulings)."""
    state = play.state
    swept, state.row = state.row, []
    play.tell(events.RowSwept(task.seat, play.refs(swept)))
    play.discard(swept)


_DO: Final[dict[type[cards.Model], Callable[[WarMagePlay, Run, Any], None]]] = {
    cards.Wound: _wound,
    cards.Heal: _heal,
    cards.Prevent: _prevent,
    cards.Counter: _counter,
    cards.Protect: _protect,
    cards.Redirect: _redirect,
    cards.Draw: _draw,
    cards.Discard: _discard,
    cards.Steal: _steal,
    cards.Remove: _remove,
    cards.NewRow: _new_row,
}


def draw(play: WarMagePlay, task: Draw) -> Seat | None:
    """Draw an effect's cards one by one; return the seat that has to choose a source, if any (seed, Drawing)."""
    state = play.state
    if not task.count or not state.living(task.seat):
        return None
    found = sources(state)
    if len(found) > 1:
        return task.seat
    for source in found:
        play.push(Draw(task.seat, task.count - 1))
        draw_from_deck_or_row(play, task.seat, source)
    return None


def sources(state: WarMageState) -> list[int | None]:
    """Return the sources for a draw: one of each card in the Row, and None for the deck."""
    return [*distinct(state, state.row), *([None] if state.deck else [])]


def draw_from_deck_or_row(play: WarMagePlay, seat: Seat, source: int | None) -> None:
    """Draw one card from the deck, or the given card from the Row."""
    if source is None:
        play.draw(seat, 1)
    else:
        play.take_from_row(seat, source)


def discard(play: WarMagePlay, task: Discard) -> Seat | None:
    """Discard cards from a hand; return the seat that has to choose them, if there is a choice."""
    hand = play.state.players[task.seat].hand
    if len(hand) > task.count:
        return task.seat
    discard_chosen(play, task.seat, tuple(hand))
    return None


def discard_chosen(play: WarMagePlay, seat: Seat, cards_: tuple[int, ...]) -> None:
    """Discard these cards from a hand."""
    if cards_:
        play.tell(events.Discarded(seat, play.refs(cards_)))
        play.discard_from_hand(seat, cards_)
