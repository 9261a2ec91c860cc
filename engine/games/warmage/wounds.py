"""Wounds, last chances and elimination."""

from typing import Literal

from engine.contract import CardRef, Outcome, Seat
from engine.games.warmage import events
from engine.games.warmage.chain import remove_links
from engine.games.warmage.pieces import Check, Deal, Mark, Point, Take
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.state import WarMageState


def deal(play: WarMagePlay, wound: Deal) -> None:
    """Deal a Wound unless the player is already being eliminated (rules, R11); effects may prevent the Wound first.

    Once the pick's work budget is spent, no more Wounds are dealt.
    """
    if can_be_wounded(play.state, wound.seat) and not play.exhausted():
        play.push(Take(wound), Point("would_be_wounded", wound.seat, wound))


def can_be_wounded(state: WarMageState, seat: Seat) -> bool:
    """Whether a player can take another Wound."""
    return state.living(seat) and not state.all_mortal(seat)


def take(play: WarMagePlay, task: Take) -> Seat | None:
    """Take a new Flesh Wound or turn one Mortal, as the player chooses, unless the card or the Wounds leave no choice.

    Return the seat that has to choose, if any (seed, Wounds).
    """
    wound = task.wound
    if not can_be_wounded(play.state, wound.seat):
        return None
    player = play.state.players[wound.seat]
    aside = play.state.wounds - player.flesh - player.mortal
    if aside and player.flesh and not wound.deepens:
        return wound.seat
    suffer(play, wound, "mortal" if player.flesh else "flesh")
    return None


def suffer(play: WarMagePlay, wound: Deal, to: Literal["flesh", "mortal"]) -> None:
    """Apply the Wound, and trigger effects that wait for it."""
    state = play.state
    player = state.players[wound.seat]
    if to == "flesh":
        player.flesh += 1
    else:
        player.flesh -= 1
        player.mortal += 1
    if state.all_mortal(wound.seat):
        state.fallen += (wound.seat,)
    play.tell(events.Wounded(wound.seat, to, CardRef(wound.card), state.steps_left(wound.seat)))
    play.push(Point("was_wounded", wound.seat, wound))


def prevent(play: WarMagePlay, seat: Seat) -> None:
    """Prevent the Wound that is about to be dealt to a player: the newest one that is still to be taken."""
    todo = play.state.todo
    for place in range(len(todo) - 1, -1, -1):
        task = todo[place]
        if isinstance(task, Take) and task.wound.seat == seat:
            del todo[place]
            play.tell(events.Prevented(seat, CardRef(task.wound.card)))
            return


def heal(play: WarMagePlay, seat: Seat, wound: Literal["flesh", "mortal"]) -> None:
    """Set a Flesh Wound aside or turn a Mortal Wound into a Flesh Wound; do nothing if the player has none."""
    state = play.state
    player = state.players[seat]
    if wound == "flesh" and player.flesh:
        player.flesh -= 1
    elif wound == "mortal" and player.mortal:
        player.mortal -= 1
        player.flesh += 1
        state.fallen = tuple(each for each in state.fallen if each != seat)
    else:
        return
    play.tell(events.Healed(seat, wound, state.steps_left(seat)))


def check(play: WarMagePlay, _: Check) -> None:
    """Give each player whose Wounds are all Mortal a last chance, starting at the active player's left.

    When nobody else needs a last chance, all players whose chance has passed go out together (rules, elimination
    check).
    """
    state = play.state
    doomed = [seat for seat in state.clockwise(state.active) if state.all_mortal(seat) and seat not in state.marked]
    if doomed:
        play.push(Check(), Mark(doomed[0]), Point("about_to_be_eliminated", doomed[0]))
    elif state.marked:
        marked, state.marked = state.marked, ()
        play.tell(events.Eliminated(marked))
        go_out(play, marked)


def mark(play: WarMagePlay, task: Mark) -> None:
    """Mark a player for elimination if the last chance has passed without help."""
    if play.state.all_mortal(task.seat):
        play.state.marked += (task.seat,)


def go_out(play: WarMagePlay, seats: tuple[Seat, ...]) -> None:
    """Eliminate players: their hands, the cards in front of them and their Spells in the Chain go to the Discard.

    All these cards are discarded in one move. The players' cards in front of others stay (rules, R21).
    """
    state = play.state
    cards: list[int] = []
    for seat in seats:
        player = state.players[seat]
        cards += player.hand + [lying.card for lying in player.play] + remove_links(play, seat)
        player.hand, player.play, player.out = [], [], True
        state.sealed.pop(seat, None)
    state.window = tuple([seat for seat in state.window if seat not in seats])
    if state.asked in seats:
        state.asked = None
    play.discard(cards)
    state.gone += _groups(state, seats)
    judge(play)


def _groups(state: WarMageState, seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """Group the players by rank. All share one; by option, the last to fall ranks first if nobody is left (R9)."""
    if state.options.earliest_out_first and all(player.out for player in state.players):
        return tuple((seat,) for seat in sorted(seats, key=state.fallen.index))
    return (tuple(sorted(seats)),)


def judge(play: WarMagePlay) -> None:
    """End the match if at most one player is left (rules, winning)."""
    state = play.state
    living = sum(not player.out for player in state.players)
    if living == 1:
        end(play, ranked_by_wounds(state, "warmage.end.last"))
    elif living == 0:
        outcome = ranked_by_wounds(state, "warmage.end.all_out")
        drawn = len(outcome.ranking[0]) > 1
        end(play, outcome if drawn else ranked_by_wounds(state, "warmage.end.earliest_out"))


def ranked_by_wounds(state: WarMageState, reason: str) -> Outcome:
    """Return the current ranking: the living players by Wounds left, then the others, starting with the last to go out.

    Ties are shared (rules, cap).
    """
    living = state.clockwise(0)
    steps = sorted({state.steps_left(seat) for seat in living}, reverse=True)
    alive = [tuple(sorted(seat for seat in living if state.steps_left(seat) == each)) for each in steps]
    return Outcome((*alive, *reversed(state.gone)), reason)


def end(play: WarMagePlay, outcome: Outcome) -> None:
    """End the match."""
    state = play.state
    play.end(outcome)
    state.step, state.todo, state.asked, state.window = "over", [], None, ()
