"""The part of every game's renderer that tells what happened, with defaults made from its table of kinds of facts."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from bot.ui.games.episodes import Episode, Kinds, blow, cut, post
from bot.ui.games.report import fitted
from bot.ui.games.story import StoryPart
from bot.ui.games.strips import PLAYS
from bot.ui.games.trophies import MatchRecord
from bot.ui.pictures.strip import Strip
from bot.ui.texts.words import Words
from engine.contract import Fact


class TurnRenderer:
    """Tells what happened in a game in texts and pictures, given facts.

    Attributes:
        kinds: how the game tells each kind of fact; it leaves out others.
        turns: the kinds of facts that begin a turn.
        earlier: how many events from before a turn say how things stood, for its post in words.
        earlier_drawn: the same for a turn that is drawn.
    """

    kinds: ClassVar[Kinds] = {}
    turns: ClassVar[tuple[type[Fact], ...]] = ()
    earlier: ClassVar[int] = 60
    earlier_drawn: ClassVar[int] = earlier

    def story(self, facts: Sequence[Fact], words: Words) -> list[StoryPart]:
        """Return what happened, fact by fact."""
        beats: list[StoryPart] = []
        told = cut(self.joined(facts), self.kinds, words, lambda _: False)
        for said in (said for episode in told for said in episode.says):
            if beats and said.kind.weight in ("detail", "routine"):
                beats[-1] = StoryPart(beats[-1].line, (*beats[-1].particulars, said.text))
            else:
                beats.append(StoryPart(said.text))
        return beats

    def joined(self, facts: Sequence[Fact]) -> Iterable[Fact]:
        """Return the facts, merging those that share a line."""
        return facts

    def episodes(self, facts: Sequence[Fact], words: Words, /) -> list[Episode]:
        """Return what happened in a turn, in words, cut into episodes; by default, one for each fact."""
        return cut(self.joined(facts), self.kinds, words, lambda fact: self.kinds[type(fact)].weight == "outcome")

    def report(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Sequence[str]:
        """Return what happened in a turn in a few lines, the outcome last; see `turn`."""
        turn = [fact for fact in facts if not isinstance(fact, self.turns)]
        return post(self.episodes(turn, words), words, self.points(facts, before, words))

    def points(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words, /) -> list[str]:
        """Return everybody's points after a turn in a line, for its post; none in a game that does not tell them."""
        return []

    def beside(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words, /) -> list[str]:
        """Return in a few lines what happened in a turn and its picture does not show; see `turn`.

        How something came about is left to Blow by blow. A picture of many plays does not show all that they did.
        """
        turn = [fact for fact in facts if not isinstance(fact, self.turns)]
        told = self.episodes(turn, words)
        if sum(bool(episode.label) for episode in told) > PLAYS:
            return post(told, words)
        lines = (" ".join(said.text for said in episode.untold) for episode in told)
        return fitted([line for line in lines if line], words)

    def turn_strip(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words, /) -> Strip | None:
        """Return what the picture of a turn shows, or None if there is nothing to draw; see `turn`."""
        return None

    def record(self, facts: Sequence[Fact], view: Any, words: Words, /) -> MatchRecord | None:
        """Return what the facts of a whole match say for its trophy; None for a game without one."""
        return None

    def blows(self, facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> Sequence[StoryPart]:
        """Return everything that happened in a turn, or in a part of it after the facts `before`, with every figure."""
        return [blow(episode) for episode in self.episodes(facts, words)]
