"""The part of every game's renderer that tells what happened, with defaults made from its table of kinds of facts."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from bot.ui.games.episodes import Episode, Kinds, blow, cut, points_told, post
from bot.ui.games.story import StoryPart
from bot.ui.games.trophies import MatchRecord
from bot.ui.pictures.strip import Strip
from bot.ui.texts.words import Words
from engine.contract import (
    Fact,
    Seat,
)

LINES: Final = 3
"""The maximum number of lines about what happened since a seat's last answer."""


class TurnRenderer:
    """Tells what happened in a game in texts and pictures, given facts.

    Attributes:
        kinds: how the game tells each kind of fact; it leaves out others.
        turns: the kinds of facts that begin a turn.
        scored: whether the post of a turn ends with everybody's points.
        earlier: how many events from before a turn say how things stood, for its post in words.
        earlier_drawn: the same for a turn that is drawn.
        notable: the kinds of facts that a panel repeats, the most important first; if empty, it repeats the newest.
    """

    kinds: ClassVar[Kinds] = {}
    turns: ClassVar[tuple[type[Fact], ...]] = ()
    scored: ClassVar[bool] = False
    earlier: ClassVar[int] = 60
    earlier_drawn: ClassVar[int] = earlier
    notable: ClassVar[Sequence[type[Fact]]] = ()

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

    def since(self, facts: Sequence[Fact], words: Words) -> list[str]:
        """Return the most important things that happened, in order, in at most `LINES` lines."""
        if not self.notable:
            return [beat.line for beat in self.story(facts, words)][-LINES:]
        kinds = [kind for kind in self.notable if kind in self.kinds]
        ranks = [(kinds.index(type(fact)), place) for place, fact in enumerate(facts) if type(fact) in kinds]
        told: dict[int, str] = {}
        for _, place in sorted(ranks, key=lambda each: (each[0], -each[1])):
            if len(told) == LINES:
                break
            if line := self.since_line(facts, place, words):
                told[place] = line
        return [told[place] for place in sorted(told)]

    def since_line(self, facts: Sequence[Fact], place: int, words: Words) -> str:
        """Return the line about one of the facts that a panel repeats."""
        return self.kinds[type(facts[place])].tell(facts[place], words)

    def news_beside(self, facts: Sequence[Fact], view: Any, seat: Seat) -> Sequence[Fact]:
        """Return the facts without those that `panel_pictures` show to a seat; by default, all of them."""
        return facts

    def joined(self, facts: Sequence[Fact]) -> Iterable[Fact]:
        """Return the facts, merging those that share a line."""
        return facts

    def episodes(self, facts: Sequence[Fact], words: Words, /) -> list[Episode]:
        """Return what happened in a turn, in words, cut into episodes; by default, one for each fact."""
        return cut(self.joined(facts), self.kinds, words, lambda fact: self.kinds[type(fact)].weight == "outcome")

    def report(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Sequence[str]:
        """Return what happened in a turn in a few lines, the outcome last; see `turn`."""
        turn = [fact for fact in facts if not isinstance(fact, self.turns)]
        return post(self.episodes(turn, words), words, points_told(facts, before, words) if self.scored else [])

    def turn_strip(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words, /) -> Strip | None:
        """Return what the picture of a turn shows, or None if there is nothing to draw; see `turn`."""
        return None

    def record(self, facts: Sequence[Fact], view: Any, words: Words, /) -> MatchRecord | None:
        """Return what the facts of a whole match say for its trophy; None for a game without one."""
        return None

    def blows(self, facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> Sequence[StoryPart]:
        """Return everything that happened in a turn, or in a part of it after the facts `before`, with every figure."""
        return [blow(episode) for episode in self.episodes(facts, words)]
