"""Taking back a move by vote (rules, 3.8), without any advantage from what has been shown since."""

from collections.abc import Sequence

from engine.contract import Decision, Key
from engine.dice import Dice
from engine.games.warmage import events
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.questions import CAST, USE
from engine.games.warmage.state import WarMageState


def undoable(asked: Decision, keys: Sequence[Key]) -> bool:
    """Whether an answer can be taken back: a cast, a use or a draw, but not a pass or the end of a step."""
    chosen = [option for option in asked.options if option.key in keys]
    return asked.kind == "draw" or any(option.group in (CAST, USE) for option in chosen)


def rewound(state: WarMageState, undone: WarMageState, dice: Dice) -> WarMagePlay:
    """Continue from an earlier state: the hands and the Row are restored, but cards seen since then stay known.

    The deck is reshuffled if any of its cards were shown. The counters of questions, windows and Chains keep counting,
    so that no name is used twice.
    """
    for number, known in enumerate(undone.instances):
        if number not in state.deck:
            state.show((number,), known.known_to)
    shown = _shown(state, undone)
    if shown:
        state.hide(state.deck)
        state.deck = dice.shuffle("shuffle", state.deck)
    for player, last in zip(state.players, undone.players, strict=True):
        player.answered = last.answered + 1
    state.windows, state.chains, state.choices = undone.windows, undone.chains, undone.choices + 1
    state.open = None
    play = WarMagePlay(state, dice)
    play.tell(events.Rewound(shown))
    return play


def _shown(state: WarMageState, undone: WarMageState) -> bool:
    """Whether a card in the deck has since left it or been seen in it."""
    if undone.deck[: len(state.deck)] != state.deck:
        return True
    return any(state.instances[number] != undone.instances[number] for number in state.deck)
