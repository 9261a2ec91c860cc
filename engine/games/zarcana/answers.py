"""The effect of each pick, and the picks made for an absent player: the counterpart of `questions`."""

from collections.abc import Sequence

from engine.contract import Decision, Key, letter
from engine.dice import Dice
from engine.games.zarcana import board, events
from engine.games.zarcana.card_uses import answer as answer_use
from engine.games.zarcana.card_uses import begin, hand_use, territory_use
from engine.games.zarcana.pieces import Use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.powers.handler import space_of
from engine.games.zarcana.state import ZarcanaState
from engine.games.zarcana.turn import advance, open_final
from engine.games.zarcana.turn_options import WORD_USES
from engine.kit.keys import OptionKey, number_of


def default_picks(state: ZarcanaState, asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return an absent player's picks: pass, lock in the draft, demand nothing, or give random cards (rules, 6B)."""
    keys = [option.key for option in asked.options]
    if asked.kind == "give":
        return tuple(dice.shuffle(f"default.{letter(asked.seat)}", keys)[: asked.least])
    preferred = next((key for key in ("pass", "lock") if key in keys), None)
    return (preferred,) if preferred is not None else tuple(keys[: asked.least])


def answer(play: ZarcanaPlay, asked: Decision, keys: Sequence[Key]) -> None:
    """Apply a legal pick: one of the eight turn options, an answer to a used power, or locking in the draft."""
    state = play.state
    state.ask_anew(asked.seat)
    final = any(option.final for option in asked.options if option.key in keys)
    if not (final or state.draft):
        state.before = state.points
    state.draft = not final
    if asked.kind == "turn":
        _choose(play, keys[0])
    elif keys[0] == "lock":
        _lock(play)
    else:
        answer_use(play, play.use, tuple(keys))
    advance(play)


def _lock(play: ZarcanaPlay) -> None:
    """Commit the draft; if a question was open, it stays unanswered and the power ends."""
    if play.state.uses and play.use.step != "deed":
        play.close()


def _choose(play: ZarcanaPlay, key: str) -> None:
    """Apply one of the eight turn options."""
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
        open_final(state, state.after(seat))
        if not state.options.declarer_last_turn:
            state.final = tuple(each for each in state.final or () if each != seat)
    else:
        play.tell(events.Passed(seat))


def _use(play: ZarcanaPlay, use: Use) -> None:
    play.state.uses = (use,)
    begin(play, use)
