"""What happened in a turn, told once: a game cuts its facts into episodes, from which its posts and pictures are made.

A game has a table of the kinds of facts that it tells, and a function that returns the episodes of a turn in words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from bot.ui.games.report import bold, fitted, is_over, last_before
from bot.ui.games.story import StoryPart, Teller
from bot.ui.pictures.strip import Effect
from bot.ui.texts.words import Rendered, Words
from engine.contract import Fact, SeatRef
from engine.kit.facts import Ended, Standing

Weight: TypeAlias = Literal["outcome", "aside", "detail", "routine"]
"""What a fact is worth in a post: a line of its own; a part of the line before it, of which a detail belongs to the
fact before it in the log as well; or nothing, because every turn has it."""


Shower: TypeAlias = Callable[[Any, Words], Effect | None]
"""Returns what the picture of a turn shows of a fact of one kind, or None if it shows that otherwise."""


class FactKind(Struct, frozen=True):
    """How a game tells facts of one kind.

    Attributes:
        beside: words how a fact came about, for small print; None if nothing is to be said.
        steps: words a fact after how it came about, for one line; None if that is said after the fact.
        effect: what shows a fact as a thing of its own in the picture of a turn; None if nothing does.
        drawn: whether that picture shows such facts in another way.
        counted: whether that picture only counts their cards, whose names are still to be said.
    """

    tell: Teller
    weight: Weight = "outcome"
    beside: Teller | None = None
    steps: Teller | None = None
    effect: Shower | None = None
    drawn: bool = False
    counted: bool = False


Kinds: TypeAlias = Mapping[type[Fact], FactKind]
"""How a game tells its facts; it leaves out those of other kinds."""


class Merged(Fact, frozen=True):
    """Several facts that share a sentence."""

    parts: tuple[Any, ...]


class Said(Struct, frozen=True):
    """A fact in words, and how it came about, which can be empty; `steps` has both in order, if that is another one."""

    fact: Fact
    text: str
    kind: FactKind
    beside: str = ""
    steps: str = ""

    @property
    def is_drawn(self) -> bool:
        """Whether the picture of the turn shows it."""
        return (self.kind.drawn or self.kind.effect is not None) and not self.kind.counted


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
        """The facts of the episode, one by one."""
        told = (said.fact for said in self.says)
        return [part for fact in told for part in (fact.parts if isinstance(fact, Merged) else (fact,))]

    @property
    def untold(self) -> Sequence[Said]:
        """What a post tells and the picture of the turn does not show; that always shows how a match ended."""
        told = (each for each in self.says if each.kind.weight != "routine" and not isinstance(each.fact, Ended))
        return [each for each in told if self.label is None or not each.is_drawn]

    def sentences(self, *but: type[Fact]) -> str:
        """Return everything that a post tells as one line, without facts of some kinds."""
        said = (each for each in self.says if each.kind.weight != "routine" and not isinstance(each.fact, but))
        return " ".join(
            text for each in said for text in ((each.steps,) if each.steps else (each.text, each.beside)) if text
        )


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
        beside = "" if kind.beside is None else kind.beside(fact, words)
        steps = "" if kind.steps is None else kind.steps(fact, words)
        groups[-1].append(Said(fact, text, kind, beside, steps))
    return [Episode(tuple(group)) for group in groups]


def sentences(facts: Iterable[Fact], kinds: Kinds, words: Words) -> str:
    """Return the sentences about some facts as one line."""
    told = (kinds[type(fact)].tell(fact, words) for fact in facts if type(fact) in kinds)
    return " ".join(sentence for sentence in told if sentence)


def post(episodes: Iterable[Episode], words: Words, end: Sequence[str] = ()) -> list[str]:
    """Return a turn in a few lines, the outcome last: what happened, and the lines at the end.

    What every turn has is not said; what follows it begins a new line.
    """
    lines, fresh = list[str](), True
    for said in (said for episode in episodes for said in episode.says):
        if said.kind.weight == "routine":
            fresh = True
            continue
        if fresh or said.kind.weight == "outcome":
            lines.append(said.text)
        else:
            lines[-1] += f" {said.text}"
        fresh = False
        if said.beside:
            lines[-1] += f"\n{words('report.small', text=Rendered(said.beside))}"
    return fitted([*lines, *end], words)


def points_told(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return everybody's points in a line, with those before the turn where they have changed.

    There is none if they are not known, or if the match is over. Players without points before and after are left out.
    """
    now, earlier = last_before(Standing, facts), last_before(Standing, before)
    if now is None or earlier is None or is_over(facts):
        return []
    points = [
        words("report.hp" if hp == had else "report.hp_changed", seat=SeatRef(seat), hp=hp, old=had)
        for seat, (hp, had) in enumerate(zip(now.points, earlier.points, strict=True))
        if hp or had
    ]
    return [words("report.points", points=Rendered(" · ".join(points)))]


def losses_told(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return in a sentence who lost or gained HP in a turn, and how much; none if nobody did, or if it is not known."""
    now, earlier = last_before(Standing, facts), last_before(Standing, before)
    if now is None or earlier is None:
        return []
    changes = [
        words("report.loses" if hp < had else "report.gains", seat=SeatRef(seat), count=abs(had - hp))
        for seat, (hp, had) in enumerate(zip(now.points, earlier.points, strict=True))
        if hp != had
    ]
    return [words("report.changes", changes=Rendered(", ".join(changes)))] if changes else []


def blow(episode: Episode) -> StoryPart:
    """Return an episode for Blow by blow: what happened, the first sentence in bold, and everybody's points.

    How it came about are particulars; what every turn has is an aside, unless there is nothing else.
    """
    said = [each for each in episode.says if each.kind.weight != "routine" or isinstance(each.fact, Standing)]
    first, *others = (each.text for each in said or episode.says)
    return StoryPart(
        "\n".join([bold(first), *others]),
        tuple(each.beside for each in episode.says if each.beside),
        tuple(each.text for each in episode.says if said and each not in said),
        row=episode.label,
        beside=" ".join(each.text for each in said if not each.is_drawn),
    )
