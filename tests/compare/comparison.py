"""Two recordings compared: what only one of them tells, the words around it, and where things are drawn."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

from tests.compare.facts import FactReader, Told
from tests.compare.recording import Drawn, Line, Recording, Surface
from tests.compare.scenes import Layout, Writing

NEAR: Final = 8.0
"""How many pixels something may be elsewhere in a picture."""

OUTCOME: Final = "description"
"""The last part of a text's place that says how something ended: the last line of an embed is its outcome."""

SMALL_PRINT: Final = "-# "
LONGEST: Final = 160

_SEVERAL: Final = re.compile(r"(‹\w+›)(?:, \1)+")
"""Gaps of one kind after each other, however many there are."""

T = TypeVar("T")

Kind: TypeAlias = Literal["matches", "sent", "facts", "outcome", "pictures", "words"]
KINDS: Final[dict[Kind, str]] = {
    "matches": "Matches that went another way",
    "sent": "Messages that only one tree sends",
    "facts": "Names, cards or figures that only one tree tells",
    "outcome": "Outcomes told otherwise",
    "pictures": "Pictures with other texts or places",
    "words": "Words",
}


class Difference(Struct, frozen=True):
    """A difference: its kind, what is different, and where it was found."""

    kind: Kind
    what: str
    where: str


class Comparison:
    """Compares two recordings of the same matches of a game, the former tree's and the present one's."""

    def __init__(self, before: Recording, after: Recording) -> None:
        self._before = before
        self._after = after
        self._reader = FactReader({**before.names, **after.names}, [*before.cards, *after.cards])
        self._drawn: dict[tuple[str, str], tuple[str, ...]] = {}

    def differences(self) -> Iterator[Difference]:
        """Yield every difference; nothing more is said of a match that went another way."""
        matches = dict.fromkeys([*self._before.digests, *self._after.digests])
        apart = {each for each in matches if self._before.digests.get(each) != self._after.digests.get(each)}
        yield from (
            Difference("matches", "its log, outcome or last position", each) for each in matches if each in apart
        )
        before, after = (
            {(each.match, each.where): each for each in recording.surfaces if each.match not in apart}
            for recording in (self._before, self._after)
        )
        for key in dict.fromkeys([*before, *after]):
            where = ", ".join(key)
            if key not in after:
                yield Difference("sent", "no longer sent", where)
            elif key not in before:
                yield Difference("sent", "newly sent", where)
            elif before[key].lines != after[key].lines:
                yield from self._texts(before[key], after[key], where)
            if key in before and key in after and before[key].pictures != after[key].pictures:
                yield from self._pictures(before[key].pictures, after[key].pictures, where)

    def _texts(self, before: Surface, after: Surface, where: str) -> Iterator[Difference]:
        """Yield how the texts of a message differ: facts, the outcome, words."""
        counts = [
            Counter(fact for _, text in surface.lines for fact in self._reader.read(text).facts)
            for surface in (before, after)
        ]
        if counts[0] != counts[1]:
            yield Difference("facts", _changed(counts[0] - counts[1], counts[1] - counts[0]), where)
        ends = [self._outcome(surface.lines) for surface in (before, after)]
        if ends[0].facts != ends[1].facts:
            yield Difference("outcome", f"{_filled(ends[0])} → {_filled(ends[1])}", where)
        yield from self._words(before.lines, after.lines, where)

    def _words(self, before: Sequence[Line], after: Sequence[Line], where: str) -> Iterator[Difference]:
        """Yield where the words differ, by template, and where the same words hold other facts."""
        told = [[(place, self._reader.read(text)) for place, text in lines] for lines in (before, after)]
        templates = [[(place, each.template) for place, each in lines] for lines in told]
        matcher = SequenceMatcher(None, templates[0], templates[1], autojunk=False)
        for how, start, end, begin, stop in matcher.get_opcodes():
            if how != "equal":
                what = _reworded(templates[0][start:end], templates[1][begin:stop])
                yield Difference("words", what, where)
                continue
            for (_, was), (_, now) in zip(told[0][start:end], told[1][begin:stop], strict=True):
                if was.facts != now.facts:
                    yield Difference("facts", f"in “{_short(was.template)}”: {_filled(was)} → {_filled(now)}", where)

    def _outcome(self, lines: Sequence[Line]) -> Told:
        """Return the outcome: the last line of the last embed, without small print."""
        ends = [text for place, text in lines if place.endswith(OUTCOME) and text and not text.startswith(SMALL_PRINT)]
        return self._reader.read(ends[-1] if ends else "")

    def _pictures(self, before: Sequence[Drawn], after: Sequence[Drawn], where: str) -> Iterator[Difference]:
        """Yield how the pictures of a message differ."""
        names = [[each.name for each in drawn] for drawn in (before, after)]
        if names[0] != names[1]:
            yield Difference("pictures", f"{', '.join(names[0]) or 'none'} → {', '.join(names[1]) or 'none'}", where)
            return
        for was, now in zip(before, after, strict=True):
            if len(was.layouts) != len(now.layouts):
                what = f"{was.name}: {len(was.layouts)} scenes → {len(now.layouts)}"
                yield Difference("pictures", what, where)
                continue
            for old, new in zip(was.layouts, now.layouts, strict=True):
                yield from (Difference("pictures", f"{was.name}: {each}", where) for each in self._layouts(old, new))

    def _layouts(self, before: str, after: str) -> tuple[str, ...]:
        """Return how two layouts differ, given by their digests."""
        known = self._drawn.get((before, after))
        if known is None:
            known = () if before == after else _moved(self._before.layouts[before], self._after.layouts[after])
            self._drawn[before, after] = known
        return known


def _reworded(before: Sequence[Line], after: Sequence[Line]) -> str:
    """Return how some lines of templates have changed, with their places if these have changed too."""
    named = [place for place, _ in before] != [place for place, _ in after]
    lines = [
        " ⏎ ".join(f"{place}: {text}" if named else text for place, text in each) or "nothing"
        for each in (before, after)
    ]
    return "\n      → ".join(_short(_SEVERAL.sub(r"\1…", each)) for each in lines)


def _moved(before: Layout, after: Layout) -> tuple[str, ...]:
    """Return what is different between two pictures: texts, their order, their places, and everything else's."""
    found = []
    if max(abs(before.width - after.width), abs(before.height - after.height)) > NEAR:
        found.append(f"{before.width:g} × {before.height:g} pixels → {after.width:g} × {after.height:g}")
    texts = [[each.text for each in layout.texts] for layout in (before, after)]
    if texts[0] != texts[1]:
        gone, new = Counter(texts[0]) - Counter(texts[1]), Counter(texts[1]) - Counter(texts[0])
        found.append(f"texts {_changed(gone, new)}" if gone or new else f"the order of texts: {_order(*texts)}")
    found += _elsewhere(
        [(each.text, _place(each)) for each in before.texts], [(each.text, _place(each)) for each in after.texts]
    )
    kinds = [Counter(each.what for each in layout.pieces) for layout in (before, after)]
    if kinds[0] != kinds[1]:
        gone, new = (
            Counter(each.split(" ")[0] for each in (one - other).elements()) for one, other in (kinds, kinds[::-1])
        )
        found.append(f"pieces {_changed(gone, new)}")
    found += _elsewhere(
        [(each.what, each.box) for each in before.pieces], [(each.what, each.box) for each in after.pieces]
    )
    return tuple(found)


def _place(text: Writing) -> tuple[float, float, float]:
    return (text.x, text.y, text.y - text.size)


def _elsewhere(
    before: Sequence[tuple[str, tuple[float, ...]]], after: Sequence[tuple[str, tuple[float, ...]]]
) -> Iterator[str]:
    """Yield what has moved too far: of several equal things, each is compared with the one in the same order."""
    places: list[defaultdict[str, list[tuple[float, ...]]]] = [defaultdict(list), defaultdict(list)]
    for things, known in zip((before, after), places, strict=True):
        for what, place in things:
            known[what].append(place)
    for what, was in places[0].items():
        now = places[1][what]
        if len(was) == len(now):
            for old, new in zip(sorted(was), sorted(now), strict=True):
                far = max(abs(one - other) for one, other in zip(old, new, strict=True))
                if far > NEAR:
                    yield f"“{what}” moved by {far:.0f} pixels"


def _order(before: Sequence[str], after: Sequence[str]) -> str:
    """Return where the order of texts begins to differ."""
    return next(f"“{one}” → “{other}”" for one, other in zip_longest(before, after) if one != other)


def _changed(gone: Counter[T], new: Counter[T]) -> str:
    """Return what is gone and what is new, in words."""
    parts = [
        f"{how}: {', '.join(_said(each, number) for each, number in counts.items())}"
        for how, counts in (("gone", gone), ("new", new))
        if counts
    ]
    return _short("; ".join(parts))


def _said(what: object, number: int) -> str:
    said = " ".join(what) if isinstance(what, tuple) else str(what)
    return said if number == 1 else f"{said} (×{number})"


def _filled(told: Told) -> str:
    return ", ".join(value for _, value in told.facts) or "nothing"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
