"""The course of a match: turns, what is being used in them, the final round, the end.

`advance` plays on by itself until somebody has to be asked or the match is over.
"""

from collections.abc import Sequence
from typing import Literal

from engine.contract import Decision, Key, Outcome, Seat, letter
from engine.dice import Dice
from engine.games.zarcana import board, events
from engine.games.zarcana.card_uses import HANDLERS_OF_ALL, ask, begin, hand_use, kind_of, territory_use
from engine.games.zarcana.card_uses import answer as answer_use
from engine.games.zarcana.play import Play
from engine.games.zarcana.powers.handler import LOCK, Question, space_of
from engine.games.zarcana.rulings import QUIET_ROUNDS
from engine.games.zarcana.scoring import ranked, scores
from engine.games.zarcana.state import State, Use
from engine.games.zarcana.turn_options import WORD_USES, turn_options
from engine.kit.facts import Ended, Left
from engine.kit.keys import OptionKey, number_of


def begin_turn(play: Play, seat: Seat, *, extra: bool = False) -> None:
    """Begin a seat's turn, or an extra turn of the same seat."""
    state = play.state
    state.active, state.extra_turn, state.acting = seat, extra, False
    if not extra:
        state.players[seat].turns += 1
    play.tell(events.TurnBegan(seat, state.turn, extra, state.final is not None))


def advance(play: Play) -> None:
    """Play on until somebody is asked or the match is over, and note the question."""
    state = play.state
    while state.outcome is None:
        play.budget.spend()
        if state.uses and not state.stacks:
            play.close()
        elif state.uses or state.draft or not state.acting:
            asked = _asked(state)
            if asked is not None and not _answers_itself(asked):
                state.open = (asked,)
                return
            _proceed(play, asked)
        else:
            _end_turn(play)


def questions(state: State) -> tuple[Decision, ...]:
    """Return the open decision."""
    asked = _asked(state)
    return () if asked is None else (asked,)


def _asked(state: State) -> Decision | None:
    """Return what is asked now; None where a deed can be done without asking."""
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


def _answers_itself(asked: Decision) -> bool:
    """Whether a question is not asked: it has one answer, which can be undone, or none."""
    return len(asked.options) < asked.least or (len(asked.options) == 1 and not asked.options[0].final)


def _proceed(play: Play, asked: Decision | None) -> None:
    """Take the innermost use a step on: do its deed, give the one answer that there is, or end it for want of one."""
    use = play.use
    if asked is None:
        HANDLERS_OF_ALL[kind_of(play.state, use)].deed(play, use)
    elif len(asked.options) < asked.least:
        play.close()
    else:
        answer_use(play, use, (asked.options[0].key,))


def _decision(state: State, question: Question) -> Decision:
    """Make a question a decision. An extra turn and the victim of a demand have clocks of their own."""
    seat = state.active if question.seat is None else question.seat
    own = seat == state.active
    number = state.players[seat].answered
    clock = f"turn {state.turn}{' again' if state.extra_turn else ''} {letter(seat)}"
    about = question.about
    if state.uses and state.uses[-1].card >= 0 and question.seat is None:
        card = state.uses[-1].chain[-1]
        about = {**about, "card": state.ref(card)}
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


# Answers


def usual(state: State, asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Pass, lock in what is done, demand nothing; cards that are demanded are given at random (rules, 6B)."""
    keys = [option.key for option in asked.options]
    if asked.kind == "give":
        return tuple(dice.shuffle(f"default.{letter(asked.seat)}", keys)[: asked.least])
    preferred = next((key for key in ("pass", "lock") if key in keys), None)
    return (preferred,) if preferred is not None else tuple(keys[: asked.least])


def answer(play: Play, asked: Decision, keys: Sequence[Key]) -> None:
    """Play a legal pick, and play on until the next question."""
    state = play.state
    state.ask_anew(asked.seat)
    final = any(option.final for option in asked.options if option.key in keys)
    state.draft = not final
    if asked.kind == "turn":
        _choose(play, keys[0])
    elif keys[0] == "lock":
        _lock(play)
    else:
        answer_use(play, play.use, tuple(keys))
    advance(play)


def _lock(play: Play) -> None:
    """Commit the draft; where a question was open, no more is done of this power."""
    if play.state.uses and play.use.step != "deed":
        play.close()


def _choose(play: Play, key: str) -> None:
    """One of the eight options."""
    state, seat = play.state, play.state.active
    word = OptionKey.parse(key).word
    state.acting = True
    state.quiet = state.quiet + 1 if word == "pass" and not state.extra_turn else 0
    if word == "play":
        card = number_of(key)
        state.players[seat].hand.remove(card)
        state.show((card,))
        play.tell(events.Played(seat, play.ref(card)))
        _use(play, hand_use(state, card))
    elif word == "use":
        space = space_of(key)
        card = state.stacks[space][-1]
        play.tell(events.Used(seat, play.ref(card), board.name(space)))
        _use(play, territory_use(state, card))
    elif word in WORD_USES:
        _use(play, WORD_USES[word])
    elif word == "draw":
        play.draw(seat, number_of(key))
    elif word == "declare":
        play.tell(events.Declared(seat))
        _open_final(state, state.after(seat))
        if not state.options.declarer_last_turn:
            state.final = tuple(each for each in state.final or () if each != seat)
    else:
        play.tell(events.Passed(seat))


def _use(play: Play, use: Use) -> None:
    play.state.uses = (use,)
    begin(play, use)


# The end of a turn, of the match, of a seat


def _end_turn(play: Play) -> None:
    """Go on to an extra turn, the next player's turn, or the end (rules, section 7)."""
    state = play.state
    if not state.stacks:
        _end(play, ranked(state, "zarcana.end.no_cards"))
        return
    if state.extras:
        state.extras -= 1
        state.banned = state.banning
        begin_turn(play, state.active, extra=True)
        return
    state.extras, state.banning, state.banned = 0, (), ()
    following = state.after(state.active)
    if state.final is None and (why := _opens_by_itself(state, following)) is not None:
        play.tell(events.FinalRoundOpened(why))
        _open_final(state, following)
        state.capped = why == "turn cap"
    if state.final is not None:
        if not state.final:
            _score(play)
            return
        following, state.final = state.final[0], state.final[1:]
    state.turn += 1
    begin_turn(play, following)


def _opens_by_itself(state: State, following: Seat) -> Literal["turn cap", "passes"] | None:
    """Why the next turn opens the final round: the cap, or two rounds of nothing but passes (rules, Q40)."""
    if state.players[following].turns >= state.options.turn_cap:
        return "turn cap"
    if state.shuffles and state.quiet >= QUIET_ROUNDS * len(state.staying):
        return "passes"
    return None


def _open_final(state: State, first: Seat) -> None:
    """Give everybody who is there one more turn, from a seat on."""
    order = [first]
    while (following := state.after(order[-1])) != first:
        order.append(following)
    state.final = tuple(order)


def _score(play: Play) -> None:
    """Turn all cards up, and rank by scores (seed, Notes)."""
    state = play.state
    for space in sorted(state.stacks):
        for card in state.stacks[space]:
            if card in state.face_down:
                state.show((card,))
                play.tell(events.TurnedUp(play.ref(card), board.name(space)))
    state.face_down = ()
    play.tell(events.Scored(scores(state)))
    _end(play, ranked(state, "zarcana.end.turn_cap" if state.capped else "zarcana.end.scored"))


def _end(play: Play, outcome: Outcome) -> None:
    play.state.outcome = outcome
    play.state.open = ()
    play.tell(Ended(outcome))


def leave(play: Play, seat: Seat) -> None:
    """Take a seat out: its minions stay, its hand goes under the draw pile, its turns are skipped (rules, Q28)."""
    state, player = play.state, play.state.players[seat]
    player.left = True
    play.tell(Left(seat))
    play.put_hand_away(seat)
    if len(state.staying) <= 1:
        _end(play, ranked(state, "zarcana.end.left"))
        return
    if state.final is not None:
        state.final = tuple(each for each in state.final if each != seat)
    if seat == state.active:
        _abandon(play)
    state.open = None
    advance(play)


def _abandon(play: Play) -> None:
    """Break off the turn of a seat that left; what it was using is discarded."""
    state = play.state
    while state.uses:
        play.close()
    state.acting, state.draft, state.extras = True, False, 0
