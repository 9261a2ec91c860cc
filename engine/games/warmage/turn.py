"""The course of a match: the steps of a turn, and the pending tasks between them.

`advance` continues automatically until a player has to be asked or the match is over.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.contract import Seat
from engine.games.warmage import chain, effects, events, interrupts, pieces, wounds
from engine.games.warmage.pieces import Point, Respond
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.state import WarMageState
from engine.kit.facts import Left


def advance(play: WarMagePlay) -> None:
    """Carry out tasks until a player has to be asked about a Spell or a Wound, or the match is over."""
    now = play.state
    while now.outcome is None and not now.window:
        if now.todo:
            task = now.todo.pop()
            play.budget.spend()
            now.asked = _DO[type(task)](play, task)
            if now.asked is not None:
                now.todo.append(task)
                return
        elif now.step == "end" or not now.living(now.active):
            _next_turn(play)
        elif now.step == "draw" and not draws(now):
            now.step = "cast"
        else:
            return


_DO: Final[dict[type[Any], Callable[[WarMagePlay, Any], Seat | None]]] = {
    pieces.Respond: chain.respond,
    pieces.Resolve: chain.resolve,
    pieces.Finish: chain.finish,
    pieces.Run: effects.run,
    pieces.Draw: effects.draw,
    pieces.Discard: effects.discard,
    pieces.Deal: wounds.deal,
    pieces.Take: wounds.take,
    pieces.Check: wounds.check,
    pieces.Mark: wounds.mark,
    pieces.Point: interrupts.point,
}


def begin_turn(play: WarMagePlay) -> None:
    """Begin the active player's turn; effects at the beginning of the turn precede the draw (seed, Turn Order)."""
    now = play.state
    now.step, now.acts, now.used = "draw", 0, ()
    play.tell(events.TurnBegan(now.turn, now.active))
    play.push(Point("turn_begin", now.active))


def end_turn(play: WarMagePlay) -> None:
    """End the Cast step; effects at the end of the turn precede the next turn."""
    play.state.step = "end"
    play.push(Point("turn_end", play.state.active))


def _next_turn(play: WarMagePlay) -> None:
    """Go on to the next living player clockwise, or stop play at the turn cap (rules, cap)."""
    now = play.state
    if now.turn >= now.options.turn_cap:
        wounds.end(play, wounds.ranked_by_wounds(now, "warmage.end.turn_cap"))
        return
    play.stand()
    now.turn += 1
    now.active = now.clockwise(now.active)[0]
    begin_turn(play)


def draws(now: WarMageState) -> bool:
    """Whether this turn has a draw: there are cards to draw, and the first draw is not skipped (rules, turn)."""
    skipped = now.options.starter_skips_draw and now.turn == 1
    return not skipped and bool(now.deck or now.row)


def leave(play: WarMagePlay, seat: Seat) -> None:
    """Remove a player from the match, without a last chance (rules, leaving).

    A window for the player's own Spell ends, and the Spell below gets a window of its own; a window that was waiting
    only for this player closes. All unconfirmed announcements, of any player, are dropped (rules, R22).
    """
    now = play.state
    play.tell(Left(seat))
    now.announced = {}
    was_open = bool(now.window)
    own_on_top = bool(now.chain) and now.chain[-1].seat == seat
    wounds.go_out(play, (seat,))
    if was_open and now.outcome is None:
        if own_on_top:
            now.window, now.sealed, now.announced = (), {}, {}
            play.push(Respond())
        elif not now.waiting:
            chain.close_window(play)
    advance(play)
