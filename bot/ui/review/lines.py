"""Lines in words: the picks of two lines, where they differ, and what one brings beyond the other."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.host.match.drafts import Made, whole_label
from bot.host.review.analysis import Plan
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.scene import Illustration
from bot.ui.texts.words import Rendered, Words
from engine.contract import Arg, Message, Seat, SeatRef
from engine.kit.forecasts import average
from engine.players.gains import Gain

MOST_PICKS: Final = 3
"""The maximum number of picks that a line names."""

MOST_CHANGES: Final = 2
"""The maximum number of differences that a reason names."""

ONE: Final = "1"
"""The amount of which a text speaks in the singular."""


class LineChange(Struct, frozen=True):
    """What a line changes for a player: in a sentence, as a figure with its unit, and whose or what the figure is.

    Attributes:
        explained: whether the sentence says more than the figure: the part of the line that makes the difference.
    """

    said: Message
    figure: Message
    note: Message
    explained: bool = False


class Headline(Struct, frozen=True):
    """Where a line first differs from another: in a phrase, and what stands for it in pictures, if anything does."""

    text: str
    art: Illustration | None


class _Pick(Struct, frozen=True):
    """A pick of a line: the label of its option, and what is said of it."""

    label: Message
    text: str


def changes(gain: Gain, seat: Seat, renderer: Renderer, plans: tuple[Plan, Plan] | None = None) -> list[LineChange]:
    """Return what a line brings a seat beyond another, the most important first: what speaks for it, then its costs.

    `plans` are the two lines, if they are known as a whole.
    """
    part = None if plans is None else renderer.reason(*plans, gain, seat)
    found: list[LineChange] = []
    for other, change in sorted(gain.points.items(), key=lambda each: _cost(*each, seat=seat)):
        way = "more" if change > 0 else "fewer"
        args = _amount(other, average(abs(change)))
        said = Message(f"{renderer.key}.gain.{way}", args)
        explained = part is not None and part[0] == other
        if part is not None and explained:
            said = part[1]
            args = _amount(other, str(said.args["amount"]))
        figure = Message(f"{renderer.key}.figure.{way}", args)
        found.append(LineChange(said, figure, Message("review.figure.for", {"seat": SeatRef(other)}), explained))
    if gain.wins:
        way, percent = ("wins" if gain.wins > 0 else "loses"), round(100 * abs(gain.wins))
        said = Message(f"review.gain.{way}", {"seat": SeatRef(seat), "percent": percent})
        won = LineChange(said, Message(f"review.figure.{way}", {"percent": percent}), Message("review.figure.games"))
        found.insert(0 if gain.wins > 0 else len(found), won)
    return found


def _amount(seat: Seat, amount: str) -> dict[str, Arg]:
    """Return the arguments of a text about a seat's points; `count` only chooses singular or plural."""
    return {"seat": SeatRef(seat), "amount": amount, "count": 1 if amount == ONE else 2}


def _cost(other: Seat, change: float, *, seat: Seat) -> float:
    """Return how much a change speaks against a line: its size, negative if the change speaks for the line."""
    return -change if other == seat else change


def reasons(
    gain: Gain, seat: Seat, words: Words, renderer: Renderer, plans: tuple[Plan, Plan] | None = None
) -> Rendered:
    """Return what a line brings a seat beyond another, in sentences; see `changes`."""
    return _told(changes(gain, seat, renderer, plans)[:MOST_CHANGES], gain, seat, words)


def reasons_beside(
    gain: Gain, seat: Seat, words: Words, renderer: Renderer, plans: tuple[Plan, Plan] | None = None
) -> Rendered:
    """Return what `reasons` does, beside the figure of the first change: without a sentence that only repeats it."""
    most, *others = changes(gain, seat, renderer, plans)[:MOST_CHANGES]
    if most.explained:
        return _told([most, *others], gain, seat, words)
    told = _told(others, gain, seat, words)
    return words("review.also", reason=told) if told else told


def _told(shown: Sequence[LineChange], gain: Gain, seat: Seat, words: Words) -> Rendered:
    told = [words.message(each.said) for each in shown]
    if not gain.favours(seat):
        told.insert(0, words.message(Message("review.gain.position", {"seat": SeatRef(seat)})))
    return Rendered(" ".join(told))


def headlines(one: Plan, other: Plan, seat: Seat, words: Words, renderer: Renderer) -> tuple[Headline, Headline]:
    """Return where two lines of a seat first differ, each as a phrase such as "passing", or a card's name."""
    mine, theirs = (
        [_Pick(label, words.named(label)) for label in labels_of(each.made, words)] for each in (one, other)
    )
    if _texts(_without_end(mine)) != _texts(_without_end(theirs)):
        mine, theirs = _without_end(mine), _without_end(theirs)
    first, second = _differing(mine, theirs, renderer)
    count = 1
    while count < max(len(first), len(second)) and _texts(first[:count]) == _texts(second[:count]):
        count += 1
    return (
        _headline(first[:count], mine, seat, words, renderer),
        _headline(second[:count], theirs, seat, words, renderer),
    )


def _headline(own: Sequence[_Pick], whole: Sequence[_Pick], seat: Seat, words: Words, renderer: Renderer) -> Headline:
    """Return a line's first picks that another line does not have. One that only aims has the art of what it aims."""
    if not own:
        return Headline(words("review.did_no_more" if whole else "review.did_nothing"), None)
    shown = list(own)
    if "seat" in own[0].label.args:
        shown += reversed(whole[: whole.index(own[0])])
    arts = (renderer.pick_art(each.label, seat, words) for each in shown)
    return Headline(", ".join(_texts(own)), next((art for art in arts if art is not None), None))


def told_lines(one: Plan, other: Plan, words: Words, renderer: Renderer) -> tuple[Rendered, Rendered]:
    """Return the picks of two lines, without those that both have if the picks are separable."""
    mine, theirs = (
        _without_end([_Pick(label, words.made(label)) for label in labels_of(each.made, words)])
        for each in (one, other)
    )
    if not renderer.separable:
        return Rendered(", ".join(_texts(mine))), Rendered(", ".join(_texts(theirs)))
    first, second = _differing(mine, theirs, renderer)
    return _listed(first, mine, words), _listed(second, theirs, words)


def labels_of(line: Sequence[Made], words: Words) -> list[Message]:
    """Return the labels of a line's picks; one that only begins something is joined to the one that completes it."""
    found: list[Message] = []
    begun: Message | None = None
    for made in line:
        for label in made.labels:
            whole = label if begun is None else whole_label(begun, label)
            begun = label if made.begins else None
            if begun is None:
                found.append(whole if whole.id in words.catalogue.ids else label)
    return found


def _without_end(picks: list[_Pick]) -> list[_Pick]:
    """Return a line's picks without the last if it only ends the line."""
    return picks[:-1] if len(picks) > 1 and not picks[-1].label.args else picks


def _texts(picks: Sequence[_Pick]) -> list[str]:
    return [each.text for each in picks]


def _differing(
    one: Sequence[_Pick], other: Sequence[_Pick], renderer: Renderer
) -> tuple[Sequence[_Pick], Sequence[_Pick]]:
    """Return two lines without the picks that both have, or as they are if these only differ in their order."""
    if not renderer.separable or Counter(_texts(one)) == Counter(_texts(other)):
        return one, other
    return _beyond(one, other), _beyond(other, one)


def _beyond(picks: Sequence[_Pick], other: Sequence[_Pick]) -> Sequence[_Pick]:
    """Return the picks of a line that another line does not have."""
    left, own = Counter(_texts(other)), list[_Pick]()
    for pick in picks:
        if left[pick.text]:
            left[pick.text] -= 1
        else:
            own.append(pick)
    return own


def _listed(own: Sequence[_Pick], whole: Sequence[_Pick], words: Words) -> Rendered:
    """Return the first of a line's own picks, and how many more there are."""
    if not own:
        return words("review.chose_no_more" if whole else "review.chose_nothing")
    named, more = Rendered(", ".join(_texts(own)[:MOST_PICKS])), len(own) - MOST_PICKS
    return named if more <= 0 else words("review.more", picks=named, count=more)
