"""What every kind of power gives, and the labels and questions that several share."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from engine.contract import Arg, Blocked, Message, Option, Seat, SeatRef
from engine.games.zarcana import board
from engine.games.zarcana.board import Space
from engine.games.zarcana.play import Play
from engine.games.zarcana.rulings import HAND, POPULATION
from engine.games.zarcana.state import State, Use
from engine.kit.keys import OptionKey, keyed, number_of

SIZES = ("small", "medium", "large")
"""The names of the sizes in message ids, by size less 1."""


class Question(Struct, frozen=True):
    """What is asked next: a decision without its particulars.

    Attributes:
        kind: as in a decision.
        options: as in a decision; none means that there is nothing left to do.
        seat: who is asked, where it is not the active player.
        count: how many options answer it.
        ordered: whether their order means something.
        optional: whether what was done before stands without an answer to this.
        about: arguments of the question's text.
        blocked: as in a decision.
    """

    kind: str
    options: list[Option]
    seat: Seat | None = None
    count: int = 1
    ordered: bool = False
    optional: bool = False
    about: dict[str, Arg] = {}
    blocked: list[Blocked] = []


class Handler:
    """One kind of power. Its questions are asked step by step; each answer moves the use to its next step.

    A power without questions has no `ask`, one that is all questions has no `deed`.

    `first` is the step that follows once the acting minion is known.
    """

    first: ClassVar[str] = "deed"

    def hindrance(self, state: State, use: Use, actor: int) -> str | None:
        """Return why a minion (0 for none) cannot do this now, as a refusal's word; None where it can."""
        return None

    def ask(self, state: State, use: Use) -> Question:
        """Return the question of the use's step."""
        raise RuntimeError(f"the step {use.step} asks nothing")

    def answer(self, play: Play, use: Use, keys: tuple[str, ...]) -> None:
        """Play an answer to the step's question: by itself it is noted, and the deed waits until it is locked in."""
        play.update(replace(use, step="deed", picked=number_of(keys[0])))

    def commits(self, state: State, use: Use) -> bool:
        """Whether the deed uses chance, shows hidden cards or hands over: it waits until the draft is locked in."""
        return True

    def deed(self, play: Play, use: Use) -> None:
        """Do what needs no answer."""
        raise RuntimeError(f"the step {use.step} does nothing by itself")

    def again(self, play: Play, use: Use, step: str) -> None:
        """Count one time as done, and ask for the next one where there may be one."""
        state, done = play.state, replace(use, step=step, times=use.times + 1, picked=0, noted=())
        may = done.times < state.power(use).times and use.actor in state.minions
        if may and self.hindrance(state, done, use.actor) is None:
            play.update(done)
        else:
            play.close()


def full(state: State, use: Use, space: Space) -> bool:
    """Whether the population limit keeps a minion from entering a space (seed, Icon Definitions)."""
    return len(state.crowd(space)) >= POPULATION and state.power(use).population == "obey"


def held(state: State, use: Use) -> list[int]:
    """Return the active player's hand without the card that is played: it has left the hand (rules, 5.1.5)."""
    return [card for card in state.players[state.active].hand if card != use.card]


def room(state: State, use: Use) -> int:
    """Return how many cards the active player may gain (seed, Icon Definitions)."""
    return max(0, HAND - len(held(state, use))) if state.power(use).hand == "obey" else state.drawable


# Options


def among(kind: str, offers: Iterable[tuple[Option, str | None]]) -> Question:
    """Return the question which of some things it shall be; those with a reason why not are shown with it."""
    options: list[Option] = []
    blocked: list[Blocked] = []
    for option, why in offers:
        if why is None:
            options.append(option)
        else:
            blocked.append(Blocked(option.label, Message(f"zarcana.refusal.{why}")))
    return Question(kind, options, blocked=blocked)


LOCK = Option("lock", Message("zarcana.pick.lock"), final=True)
"""Commits the draft; where something more might be done, it is enough."""


def word(verb: str, *about: int, **args: Arg) -> Option:
    """Return an option whose text is named by the first part of its key."""
    return Option(keyed(verb, *about), Message(f"zarcana.pick.{verb}", args))


def space_option(state: State, space: Space) -> Option:
    """Return a space as an option: a territory with its card, or wasteland."""
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
    """Return the space that an option's key names."""
    (name,) = OptionKey.parse(key).about
    return board.named(str(name))


def minion_option(state: State, number: int) -> Option:
    """Return a minion as an option."""
    minion = state.minions[number]
    args: dict[str, Arg] = {
        "seat": SeatRef(minion.seat),
        "space": board.name(minion.space),
        "size": minion.size,
        "facing": board.SIGNS[minion.facing],
    }
    return Option(keyed("m", number), Message(f"zarcana.pick.{SIZES[minion.size - 1]}", args))


def size_options(sizes: Iterable[int], verb: str) -> list[Option]:
    """Return sizes as options: what enters, or replaces."""
    return [
        Option(keyed(verb, size), Message(f"zarcana.pick.{verb}_{SIZES[size - 1]}", {"size": size})) for size in sizes
    ]


FACING_OPTIONS = [
    Option(keyed("f", number), Message(f"zarcana.pick.{name}")) for number, name in enumerate(board.FACINGS)
]
"""The five orientations."""


def card_option(state: State, instance: int) -> Option:
    """Return a card of a hand as an option."""
    return Option(keyed("c", instance), Message("zarcana.pick.card", {"card": state.ref(instance)}))
