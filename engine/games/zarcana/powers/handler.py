"""The interface for all kinds of power, with shared labels and questions."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from engine.contract import Arg, Blocked, Message, Option, SeatRef
from engine.games.zarcana import board
from engine.games.zarcana.board import Space
from engine.games.zarcana.pieces import Question, Use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.rulings import HAND, POPULATION
from engine.games.zarcana.state import ZarcanaState
from engine.kit.keys import OptionKey, keyed, number_of

SIZES = ("small", "medium", "large")
"""The names of the sizes in message ids, by size minus 1."""


class Handler:
    """One kind of power. Its questions are asked step by step; each answer moves the use to its next step.

    A power without questions has no `ask`; one that only asks questions has no `deed`.

    `first` is the step after the choice of the acting minion.
    """

    first: ClassVar[str] = "deed"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Return the word for the reason why a minion (0 for none) cannot do this now, or None if it can."""
        return None

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Return the question for the use's current step."""
        raise RuntimeError(f"the step {use.step} asks nothing")

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Apply an answer to the step's question. By default, record it for a deed that waits for the lock-in."""
        play.update(replace(use, step="deed", picked=number_of(keys[0])))

    def commits(self, state: ZarcanaState, use: Use) -> bool:
        """Whether the deed uses chance, shows hidden cards or passes the move, and therefore waits for the lock-in."""
        return True

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Do the part of the power that needs no answer."""
        raise RuntimeError(f"the step {use.step} does nothing by itself")

    def again(self, play: ZarcanaPlay, use: Use, step: str) -> None:
        """Count one repetition as done, and ask for the next one if the power allows another."""
        state, done = play.state, replace(use, step=step, times=use.times + 1, picked=0, noted=())
        may = done.times < state.power(use).times and use.actor in state.minions
        if may and self.hindrance(state, done, use.actor) is None:
            play.update(done)
        else:
            play.close()


def full(state: ZarcanaState, use: Use, space: Space) -> bool:
    """Whether the population limit prevents a minion from entering a space (seed, Icon Definitions)."""
    return len(state.crowd(space)) >= POPULATION and state.power(use).population == "obey"


def held(state: ZarcanaState, use: Use) -> list[int]:
    """Return the active player's hand without the card being played, which has left the hand (rules, 5.1.5)."""
    return [card for card in state.players[state.active].hand if card != use.card]


def room(state: ZarcanaState, use: Use) -> int:
    """Return how many cards the active player may gain (seed, Icon Definitions)."""
    return max(0, HAND - len(held(state, use))) if state.power(use).hand == "obey" else state.drawable


# Options


def among(kind: str, offers: Iterable[tuple[Option, str | None]]) -> Question:
    """Return a question with the available offers as options, and the others as blocked with their reasons."""
    options: list[Option] = []
    blocked: list[Blocked] = []
    for option, why in offers:
        if why is None:
            options.append(option)
        else:
            blocked.append(Blocked(option.label, Message(f"zarcana.refusal.{why}")))
    return Question(kind, options, blocked=blocked)


LOCK = Option("lock", Message("zarcana.pick.lock"), final=True)
"""The option that commits the draft, and declines any further repetition."""


def word(verb: str, *about: int, **args: Arg) -> Option:
    """Return an option whose text id is derived from its verb, the first part of its key."""
    return Option(keyed(verb, *about), Message(f"zarcana.pick.{verb}", args))


def space_option(state: ZarcanaState, space: Space) -> Option:
    """Return the option for a space: a territory with its card, or wasteland."""
    name = board.name(space)
    if space not in state.stacks:
        return Option(keyed("s", name), Message("zarcana.pick.wasteland", {"space": name}), "zarcana.group.wasteland")
    top = state.face_up(space)
    if top is None:
        label = Message("zarcana.pick.face_down", {"space": name})
    else:
        label = Message("zarcana.pick.territory", {"space": name, "card": state.ref(top)})
    return Option(keyed("s", name), label, "zarcana.group.territory")


def space_of(key: str) -> Space:
    """Return the space named by an option's key."""
    (name,) = OptionKey.parse(key).about
    return board.named(str(name))


def minion_option(state: ZarcanaState, number: int) -> Option:
    """Return the option for a minion."""
    minion = state.minions[number]
    args: dict[str, Arg] = {
        "seat": SeatRef(minion.seat),
        "space": board.name(minion.space),
        "size": minion.size,
        "facing": board.SIGNS[minion.facing],
    }
    return Option(keyed("m", number), Message(f"zarcana.pick.{SIZES[minion.size - 1]}", args))


def size_options(sizes: Iterable[int], verb: str) -> list[Option]:
    """Return the options for the size of a minion that enters or replaces another."""
    return [
        Option(keyed(verb, size), Message(f"zarcana.pick.{verb}_{SIZES[size - 1]}", {"size": size})) for size in sizes
    ]


FACING_OPTIONS = [
    Option(keyed("f", number), Message(f"zarcana.pick.{name}")) for number, name in enumerate(board.FACINGS)
]
"""The five orientations."""


def card_option(state: ZarcanaState, instance: int) -> Option:
    """Return the option for a card in a hand."""
    return Option(keyed("c", instance), Message("zarcana.pick.card", {"card": state.ref(instance)}))
