"""The report of a comparison: how much of each kind is different, with a few examples, and what was not compared."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tests.compare.comparison import KINDS, Difference, Kind
from tests.compare.recording import Reach

EXAMPLES: Final = 5
"""How many examples of a kind are shown; every template whose words differ is shown once."""

NEVER: Final = (
    "pixels: how a scene is painted, and how fast a moving picture moves",
    "pictures that are put together from pixels: albums, and people's own avatars",
    "other languages than English, and direct messages that cannot be delivered",
)
"""What no recording reaches."""

_NUMBERS: Final = re.compile(r"\d+")


def lines(differences: Iterable[Difference], reaches: Sequence[Reach]) -> Iterator[str]:
    """Yield the lines of a report on recordings that reached this much."""
    by_kind: dict[Kind, list[Difference]] = defaultdict(list)
    for each in differences:
        by_kind[each.kind].append(each)
    if not by_kind:
        yield "No difference."
    for kind, title in KINDS.items():
        if by_kind[kind]:
            yield f"{title}: {len(by_kind[kind])}"
            yield from _examples(by_kind[kind], EXAMPLES if kind != "words" else len(by_kind[kind]))
    yield "Not compared:"
    yield from (f"  - {each}" for each in (*NEVER, *_unreached(reaches)))


def _unreached(reaches: Sequence[Reach]) -> Iterator[str]:
    """Yield what no recording reached."""
    buttons, commands = set[str](), set[str]()
    for each in reaches:
        buttons |= each.offered
        commands |= each.commands
    for each in reaches:
        buttons -= each.pressed
        commands -= each.given
    yield f"answers to the buttons {', '.join(sorted(buttons)) or 'of none'}"
    yield f"answers to the commands {', '.join(sorted(commands)) or 'of none'}"
    yield from sorted({f"what failed with {error}" for each in reaches for error in each.errors})


def _examples(differences: Sequence[Difference], most: int) -> Iterator[str]:
    """Yield what is different, each thing once with its number and its first place, the most frequent first."""
    first: dict[str, Difference] = {}
    counts = Counter[str]()
    for each in differences:
        first.setdefault(each.what, each)
        counts[each.what] += 1
    for what, number in counts.most_common(most):
        yield f"  {number} × {what}\n      at {first[what].where}"
    if len(counts) > most:
        yield f"  … and {len(counts) - most} others"
    places = Counter(_NUMBERS.sub("N", each.where.partition(", ")[2].partition(": ")[0]) for each in differences)
    yield f"  where: {', '.join(f'{number} × {place}' for place, number in places.most_common(EXAMPLES))}"


def passes(differences: Iterable[Difference], *, allow_words: bool) -> bool:
    """Return whether a comparison found nothing that counts; other words count unless they are allowed."""
    return all(each.kind == "words" and allow_words for each in differences)
