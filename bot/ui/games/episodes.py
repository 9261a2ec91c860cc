"""What happened in a turn, told once: a game cuts its facts into episodes, from which its posts and pictures are made.

A game has a table of the kinds of facts that it tells, and a function that returns the episodes of a turn in words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from bot.ui.games.report import bold, fitted
from bot.ui.games.story import StoryPart, Teller
from bot.ui.pictures.strip import Effect
from bot.ui.words import Words
from engine.contract import Fact

Weight: TypeAlias = Literal["outcome", "aside", "detail", "routine"]
"""What a post makes of a fact: a line of its own, a part of the line before it, a detail of that line, or nothing,
because every turn has it."""


Shower: TypeAlias = Callable[[Any, Words], Effect | None]
"""Returns what the picture of a turn shows of a fact of one kind, or None if it shows that otherwise."""


class Kind(Struct, frozen=True):
    """How facts of one kind are told.

    Attributes:
        effect: what shows a fact as a thing of its own in the picture of a turn; None if nothing does.
        drawn: whether that picture shows such facts in another way.
    """

    tell: Teller
    weight: Weight = "outcome"
    effect: Shower | None = None
    drawn: bool = False


Kinds: TypeAlias = Mapping[type[Fact], Kind]
"""How a game tells its facts; facts of other kinds are not told."""


def kinds_of(tellers: Mapping[type[Fact], Teller], details: tuple[type[Fact], ...]) -> Kinds:
    """Return how facts are told by some tellers; those of some kinds are details."""
    return {kind: Kind(tell, "detail" if kind in details else "outcome") for kind, tell in tellers.items()}


class Said(Struct, frozen=True):
    """A fact in words."""

    fact: Fact
    text: str
    kind: Kind


class Episode(Struct, frozen=True):
    """What happened in one go: a play and all that it did, or something between plays.

    Attributes:
        says: at least one fact, in order.
        label: the label of its row in the picture of the turn, which can be empty; None if it has none.
    """

    says: tuple[Said, ...]
    label: str | None = None

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts that are told."""
        return [said.fact for said in self.says]

    @property
    def sentences(self) -> str:
        """Everything that is told, as one line."""
        return " ".join(said.text for said in self.says)


def cut(facts: Iterable[Fact], kinds: Kinds, words: Words, begins: Callable[[Fact], bool]) -> list[Episode]:
    """Return facts in words as episodes without labels: a fact for which `begins` is true begins a new one."""
    groups: list[list[Said]] = []
    for fact in facts:
        kind = kinds.get(type(fact))
        text = "" if kind is None else kind.tell(fact, words)
        if kind is None or not text:
            continue
        if not groups or begins(fact):
            groups.append([])
        groups[-1].append(Said(fact, text, kind))
    return [Episode(tuple(group)) for group in groups]


def post(episodes: Iterable[Episode], words: Words) -> list[str]:
    """Return a turn in a few lines, the outcome last."""
    lines: list[str] = []
    for said in (said for episode in episodes for said in episode.says if said.kind.weight != "routine"):
        if lines and said.kind.weight != "outcome":
            lines[-1] += f" {said.text}"
        else:
            lines.append(said.text)
    return fitted(lines, words)


def blow(episode: Episode) -> StoryPart:
    """Return an episode for Blow by blow: everything, with the first sentence in bold."""
    first, *others = (said.text for said in episode.says)
    beside = " ".join(said.text for said in episode.says[1:] if not is_drawn(said.kind))
    return StoryPart("\n".join([bold(first), *others]), row=episode.label, beside=beside)


def is_drawn(kind: Kind) -> bool:
    """Whether the picture of a turn shows facts of a kind."""
    return kind.drawn or kind.effect is not None
