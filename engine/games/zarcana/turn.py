"""The course of a match: turns, the uses within them, the final round and the end.

`advance` continues automatically until a player has to be asked or the match is over.
"""

from typing import Literal

from engine.contract import Decision, Outcome, Seat
from engine.games.zarcana import board, events
from engine.games.zarcana.card_uses import HANDLERS_OF_ALL, kind_of
from engine.games.zarcana.card_uses import answer as answer_use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.questions import answers_itself, asked_now
from engine.games.zarcana.rulings import QUIET_ROUNDS
from engine.games.zarcana.scoring import ranked_by_score
from engine.games.zarcana.state import ZarcanaState
from engine.kit.facts import Left


def begin_turn(play: ZarcanaPlay, seat: Seat, *, extra: bool = False) -> None:
    """Begin a seat's turn, or an extra turn for the same seat."""
    state = play.state
    state.active, state.extra_turn, state.acting = seat, extra, False
    if not extra:
        state.players[seat].turns += 1
    play.tell(events.TurnBegan(seat, state.turn, extra, state.final is not None))


def advance(play: ZarcanaPlay) -> None:
    """Continue until a player has to be asked or the match is over, and store the question."""
    state = play.state
    while state.outcome is None:
        play.budget.spend()
        if state.uses and not state.stacks:
            play.close()
        elif state.uses or state.draft or not state.acting:
            asked = asked_now(state)
            if asked is not None and not answers_itself(asked):
                state.open = (asked,)
                return
            _proceed(play, asked)
        else:
            _end_turn(play)


def _proceed(play: ZarcanaPlay, asked: Decision | None) -> None:
    """Advance the innermost use by one step: do its deed, give its only answer, or end it if it has no answer."""
    use = play.use
    if asked is None:
        HANDLERS_OF_ALL[kind_of(play.state, use)].deed(play, use)
    elif len(asked.options) < asked.least:
        play.close()
    else:
        answer_use(play, use, (asked.options[0].key,))


def _end_turn(play: ZarcanaPlay) -> None:
    """Go on to an extra turn, the next player's turn, or the end (rules, section 7)."""
    state = play.state
    if not state.stacks:
        _end(play, ranked_by_score(state, "zarcana.end.no_cards"))
        return
    play.stand()
    if state.extras:
        state.extras -= 1
        state.banned = state.banning
        begin_turn(play, state.active, extra=True)
        return
    state.extras, state.banning, state.banned = 0, (), ()
    following = state.after(state.active)
    if state.final is None and (why := _opens_by_itself(state, following)) is not None:
        play.tell(events.FinalRoundOpened(why))
        open_final(state, following)
        state.capped = why == "turn cap"
    if state.final is not None:
        if not state.final:
            _score(play)
            return
        following, state.final = state.final[0], state.final[1:]
    state.turn += 1
    begin_turn(play, following)


def _opens_by_itself(state: ZarcanaState, following: Seat) -> Literal["turn cap", "passes"] | None:
    """Return why the next turn opens the final round (the cap or two rounds of passes), or None (rules, Q40)."""
    if state.players[following].turns >= state.options.turn_cap:
        return "turn cap"
    if state.shuffles and state.quiet >= QUIET_ROUNDS * len(state.staying):
        return "passes"
    return None


def open_final(state: ZarcanaState, first: Seat) -> None:
    """Give every remaining player one more turn, starting with a given seat."""
    order = [first]
    while (following := state.after(order[-1])) != first:
        order.append(following)
    state.final = tuple(order)


def _score(play: ZarcanaPlay) -> None:
    """Turn up all cards, and rank the players by score (seed, Notes)."""
    state = play.state
    for space in sorted(state.stacks):
        for card in state.stacks[space]:
            if card in state.face_down:
                state.show((card,))
                play.tell(events.TurnedUp(play.ref(card), board.name(space)))
    state.face_down = ()
    play.tell(events.Scored(state.scores()))
    _end(play, ranked_by_score(state, "zarcana.end.turn_cap" if state.capped else "zarcana.end.scored"))


def _end(play: ZarcanaPlay, outcome: Outcome) -> None:
    play.end(outcome)
    play.state.open = ()


def leave(play: ZarcanaPlay, seat: Seat) -> None:
    """Remove a seat: its minions stay, its hand goes under the draw pile, and its turns are skipped (rules, Q28)."""
    state, player = play.state, play.state.players[seat]
    player.left = True
    play.tell(Left(seat))
    play.put_hand_away(seat)
    if len(state.staying) <= 1:
        _end(play, ranked_by_score(state, "zarcana.end.left"))
        return
    if state.final is not None:
        state.final = tuple(each for each in state.final if each != seat)
    if seat == state.active:
        _abandon(play)
    state.open = None
    advance(play)


def _abandon(play: ZarcanaPlay) -> None:
    """Abort the turn of a seat that has left; the cards that it was using are discarded."""
    state = play.state
    while state.uses:
        play.close()
    state.acting, state.draft, state.extras = True, False, 0
