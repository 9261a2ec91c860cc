"""The scores as they would stand if the draft were locked in now."""

from engine.budget import StrictBudget
from engine.contract import Arg, Forecast, Message, Seat, SeatRef, Viewer
from engine.dice import ChanceInDraft, FairDice, NoDice
from engine.games.zarcana.answers import answer
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.questions import asked_now
from engine.games.zarcana.state import ZarcanaState
from engine.games.zarcana.view import deal_unknown


def forecast(state: ZarcanaState, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
    """Return a line for the active player's score after the lock, and for every other score that the draft changes.

    There are no lines if chance or a card that the viewer does not know would decide a score. Raises Spent.
    """
    if viewer != state.active or state.outcome is not None:
        return ()
    asked = asked_now(state)
    if asked is None or asked.seat != viewer or all(option.key != "lock" for option in asked.options):
        return ()
    trial = state.copy()
    deal_unknown(trial, viewer, FairDice.seeded("forecast"))
    try:
        play = ZarcanaPlay(trial, NoDice())
        play.budget = budget
        answer(play, asked, ("lock",))
    except ChanceInDraft:
        return ()
    if not _known(state, trial, viewer):
        return ()
    before, after = (state.draft and state.before) or state.points, trial.points
    order = [viewer, *(seat for seat in range(len(after)) if seat != viewer and after[seat] != before[seat])]
    return tuple([_line(seat, before[seat], after[seat], own=seat == viewer) for seat in order])


def _known(state: ZarcanaState, trial: ZarcanaState, viewer: Viewer) -> bool:
    """Whether the viewer knew every card that scores after the lock, and the one that the Doppelganger copies."""
    scoring = [stack[-1] for space, stack in trial.stacks.items() if stack and trial.occupants.get(space)]
    shown = [card for card in (*scoring, *trial.discard[-1:]) if card not in trial.face_down]
    return all(state.knows(viewer, card) for card in shown)


def _line(seat: Seat, before: int, after: int, *, own: bool) -> Forecast:
    """Return the line of a score; one that falls is said as such, from what to what."""
    key = f"{'own' if own else 'other'}{'.falls' if after < before else ''}"
    args: dict[str, Arg] = {"seat": SeatRef(seat), "before": before, "count": after, "change": after - before}
    return Forecast(Message(f"zarcana.forecast.{key}", args), changes={seat: float(after - before)})
