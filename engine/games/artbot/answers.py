"""The effect of each pick, and the picks made for an absent player: the counterpart of `questions`."""

from collections.abc import Sequence
from typing import Final

from engine.contract import Decision, Key
from engine.dice import Dice
from engine.games.artbot.duel import draw
from engine.games.artbot.play import ArtBotPlay
from engine.games.artbot.powers import settle
from engine.games.artbot.questions import missing, seat_at
from engine.games.artbot.state import ArtBotState
from engine.games.artbot.turn import end_turn, play_out
from engine.kit.keys import number_of

EAGERNESS: Final = {"steal": 2, "heal": 1, "glitch": 0}
"""The priority in which an absent player plays cards that deal no damage: the highest number first."""


def answer(play: ArtBotPlay, asked: Decision, keys: Sequence[Key]) -> None:
    """Apply a legal pick: a card to play or return, an opponent, cards to lose or recover, or readiness to draw."""
    state = play.state
    state.ask_anew(asked.seat)
    match asked.kind:
        case "play":
            state.playing = number_of(keys[0])
            _go_on(play)
        case "return":
            state.returning = number_of(keys[0])
            _go_on(play)
        case "hit" | "steal" | "short":
            play_out(play, target=seat_at(state, keys[0]))
        case "heal":
            play_out(play, chosen=tuple([number_of(key) for key in keys]))
        case "draw":
            state.ready = (*state.ready, asked.seat)
            if len(state.ready) == len(state.players):
                state.ready = ()
                draw(play)
        case _:
            settle(play, [number_of(key) for key in keys])
            end_turn(play)


def _go_on(play: ArtBotPlay) -> None:
    """Resolve the turn once all its choices are made."""
    if missing(play.state) is None:
        play_out(play)


def default_picks(state: ArtBotState, asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return the picks for an absent player (rules, 6).

    Damage is played before Steal, Steal before Heal, and Heal before Glitch, the strongest card first; the weakest card
    is returned. The target is the opponent with the most health points, drawn by lot in a tie. The least valuable cards
    are discarded, and the most valuable are recovered.
    """
    keys = [option.key for option in asked.options]
    match asked.kind:
        case "play":
            return (max(keys, key=lambda key: _eagerness(state, key)),)
        case "return":
            return (min(keys, key=lambda key: state.definition(number_of(key)).pp),)
        case "discard":
            return tuple(sorted(keys, key=lambda key: _worth(state, key))[: asked.least])
        case "heal" | "recover":
            return tuple(sorted(keys, key=lambda key: _worth(state, key), reverse=True)[: asked.least])
        case "draw":
            return (keys[0],)
        case _:
            return (_strongest(state, keys, dice),)


def _eagerness(state: ArtBotState, key: Key) -> tuple[int, int]:
    card = state.definition(number_of(key))
    return (EAGERNESS.get(card.power, 3), card.pp)


def _worth(state: ArtBotState, key: Key) -> tuple[int, int]:
    card = state.definition(number_of(key))
    return (card.rp, card.pp)


def _strongest(state: ArtBotState, keys: Sequence[Key], dice: Dice) -> Key:
    """Return the target with the most health points, drawn by lot in a tie so that no seat is at a disadvantage."""
    most = max(state.players[seat_at(state, key)].hp for key in keys)
    strongest = [key for key in keys if state.players[seat_at(state, key)].hp == most]
    return strongest[0] if len(strongest) == 1 else dice.choose("target", strongest)
