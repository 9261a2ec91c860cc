"""The open decision and its options, derived from the state alone."""

from engine.contract import Decision, letter
from engine.games.zarcana import board
from engine.games.zarcana.card_uses import HANDLERS_OF_ALL, ask, kind_of
from engine.games.zarcana.pieces import Question
from engine.games.zarcana.powers.handler import LOCK
from engine.games.zarcana.state import ZarcanaState
from engine.games.zarcana.turn_options import turn_options


def questions(state: ZarcanaState) -> tuple[Decision, ...]:
    """Return the open decision: a turn option, a step in a used power, or locking in the draft."""
    asked = asked_now(state)
    return () if asked is None else (asked,)


def asked_now(state: ZarcanaState) -> Decision | None:
    """Return the current decision, or None if a deed can be done without asking."""
    if not state.acting:
        options, blocked = turn_options(state)
        return _decision(state, Question("turn", options, blocked=blocked))
    if state.uses:
        use = state.uses[-1]
        if use.step != "deed":
            return _decision(state, ask(state, use))
        if not (state.draft and HANDLERS_OF_ALL[kind_of(state, use)].commits(state, use)):
            return None
    return _decision(state, Question("lock", [LOCK], optional=True))


def answers_itself(asked: Decision) -> bool:
    """Whether a question is skipped because it has no answer, or a single one that can be undone."""
    return len(asked.options) < asked.least or (len(asked.options) == 1 and not asked.options[0].final)


def _decision(state: ZarcanaState, question: Question) -> Decision:
    """Turn a question into a decision. An extra turn and a demand's victim have clocks of their own.

    What it is about includes the space of the minion that acts.
    """
    seat = state.active if question.seat is None else question.seat
    own = seat == state.active
    number = state.players[seat].answered
    clock = f"turn {state.turn}{' again' if state.extra_turn else ''} {letter(seat)}"
    about = question.about
    if state.uses and question.seat is None:
        use = state.uses[-1]
        if use.actor in state.minions:
            about = {"space": board.name(state.minions[use.actor].space), **about}
        if use.chain:
            about = {**about, "card": state.ref(use.chain[-1])}
    return Decision(
        id=f"{letter(seat)}{number}",
        seat=seat,
        kind=question.kind,
        options=tuple(question.options),
        least=question.count,
        most=question.count,
        ordered=question.ordered,
        tempo="turn" if own else "response",
        clock=clock if own else f"{clock} {number}",
        begun=state.draft and not question.optional,
        about=about,
        blocked=tuple(question.blocked),
    )
