"""Reviews: a player's most costly picks in a match, and what a house player considered before its last move."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import discord
from discord import ButtonStyle

from bot.host.match.drafts import Made, whole_label
from bot.host.review.analysis import Explanation, Plan, Remark, Review, Throws
from bot.host.review.hints import Hint
from bot.ui.buttons import Item
from bot.ui.custom_ids import CustomId
from bot.ui.games.renderer import Renderer
from bot.ui.match import DESCRIPTION, fit_beats
from bot.ui.messages import Outgoing, rows
from bot.ui.words import Rendered, Words, shortened
from engine.contract import Message, Seat, SeatRef
from engine.kit.forecasts import average
from engine.players.gains import Gain

SCALE: Final = 100
"""How finely two ways are compared: in hundredths of a won match."""

MOST_PICKS: Final = 3
"""The maximum number of picks that a line names."""

STORY_ROOM: Final = 700
"""The maximum number of characters for what a house player did."""

MOST_CHANGES: Final = 2
"""The maximum number of differences that a reason names."""

HINTED: Final = 2
"""The maximum number of lines of a hint's forecast."""


def review(match: int, shown: Review, words: Words, renderer: Renderer, *, forks: bool) -> Outgoing:
    """Return the picks that cost a player the most, and how the dice fell in the match.

    If one can play on from the match, each pick has a button for the step before it.
    """
    parts = [_remark(number, each, words, renderer) for number, each in enumerate(shown.remarks, 1)]
    if not parts:
        parts = [words("review.nothing" if shown.judged else "review.no_choice")]
    if shown.own.dice or shown.others.dice:
        parts.append(_luck(shown.own, shown.others, words))
    if shown.judged < shown.lines:
        parts.append(words("review.cut_off", judged=shown.judged, lines=shown.lines))
    embed = discord.Embed(
        title=words.plain("review.title", match=match),
        description=shortened("\n\n".join(parts), DESCRIPTION),
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("review.footer"))
    retries = [_retry(match, number, each, words) for number, each in enumerate(shown.remarks, 1)] if forks else []
    return Outgoing(embeds=(embed,), view=rows(retries) if retries else None)


def _retry(match: int, number: int, remark: Remark, words: Words) -> Item:
    """Return the button that plays on from the step before a pick."""
    wanted, label = CustomId("fork", match, argument=str(remark.step)), words.plain("review.retry", number=number)
    return discord.ui.Button(custom_id=str(wanted), label=label, style=ButtonStyle.primary)


def _remark(number: int, remark: Remark, words: Words, renderer: Renderer) -> str:
    step, played, better = renderer.step(remark.view, words), remark.played, remark.better
    own, other = told_lines(played, better, words, renderer)
    return "\n".join(
        [
            words("review.heading", number=number, step=step),
            words("review.played", line=own),
            words("review.better", line=other),
            words("review.why", reason=reasons(remark.gain, remark.seat, words, renderer, (better, played))),
        ]
    )


def reasons(
    gain: Gain, seat: Seat, words: Words, renderer: Renderer, plans: tuple[Plan, Plan] | None = None
) -> Rendered:
    """Return what a line brings a seat beyond another: what speaks for it first, and what it costs last.

    `plans` are the two lines, if they are known as a whole.
    """
    found: list[Message] = []
    if gain.wins:
        key = "review.gain.wins" if gain.wins > 0 else "review.gain.loses"
        found.append(Message(key, {"seat": SeatRef(seat), "percent": round(100 * abs(gain.wins))}))
    part = None if plans is None else renderer.reason(*plans, gain, seat)
    for other, change in sorted(gain.points.items(), key=lambda each: _cost(*each, seat=seat)):
        key = f"{renderer.key}.gain.more" if change > 0 else f"{renderer.key}.gain.fewer"
        plain = Message(key, {"seat": SeatRef(other), "amount": average(abs(change))})
        found.append(part[1] if part is not None and part[0] == other else plain)
    told = [words.message(each) for each in found[:MOST_CHANGES]]
    if not gain.favours(seat):
        told.insert(0, words.message(Message("review.gain.position", {"seat": SeatRef(seat)})))
    return Rendered(" ".join(told))


def _cost(other: Seat, change: float, *, seat: Seat) -> float:
    """Return how much a change speaks against a line: its size, negative if the change speaks for the line."""
    return -change if other == seat else change


def told_lines(one: Plan, other: Plan, words: Words, renderer: Renderer) -> tuple[Rendered, Rendered]:
    """Return the picks of two lines, without those that both have if the picks are separable."""
    first, second = _picks(one.made, words), _picks(other.made, words)
    if not renderer.separable:
        return Rendered(", ".join(first)), Rendered(", ".join(second))
    same = Counter(first) & Counter(second)
    if Counter(first) == Counter(second):
        same.clear()
    return _named(first, same, words), _named(second, same, words)


def _picks(line: Sequence[Made], words: Words) -> list[str]:
    """Return the picks of a line as phrases; the last is left out if it only ends the line."""
    found: list[str] = []
    begun: Message | None = None
    for made in line:
        for label in made.labels:
            whole = label if begun is None else whole_label(begun, label)
            begun = label if made.begins else None
            if begun is None:
                found.append(words.made(whole if whole.id in words.catalogue.ids else label))
    ends = line[-1].labels if line else ()
    return found[:-1] if len(found) > 1 and ends and not ends[-1].args else found


def _named(picks: Sequence[str], same: Mapping[str, int], words: Words) -> Rendered:
    """Return the first picks of a line beyond those that another line has too, and how many more there are."""
    left, own = Counter(same), list[str]()
    for pick in picks:
        if left[pick]:
            left[pick] -= 1
        else:
            own.append(pick)
    if not own:
        return words("review.chose_no_more" if picks else "review.chose_nothing")
    named, more = Rendered(", ".join(own[:MOST_PICKS])), len(own) - MOST_PICKS
    return named if more <= 0 else words("review.more", picks=named, count=more)


def _luck(own: Throws, others: Throws, words: Words) -> Rendered:
    """Return the totals of the dice, compared with their averages."""
    return words(
        "review.dice",
        own=own.shown,
        own_average=Rendered(f"{own.expected:g}"),
        others=others.shown,
        others_average=Rendered(f"{others.expected:g}"),
    )


def explanation(shown: Explanation | None, words: Words, renderer: Renderer) -> Outgoing:
    """Return a house player's last move, and the alternatives that it considered."""
    if shown is None:
        return Outgoing(content=words("why.nobody"))
    parts = [*_story(shown, words, renderer), *_weighed(shown, words, renderer)]
    embed = discord.Embed(
        title=words.plain("why.title"),
        description=shortened("\n".join(parts), DESCRIPTION),
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("why.footer", player=words.player(shown.seat)))
    return Outgoing(embeds=(embed,))


def _story(shown: Explanation, words: Words, renderer: Renderer) -> Iterable[str]:
    player = words.player(shown.seat)
    beats = renderer.story(shown.told, words, brief=False)
    if not beats:
        yield words("why.unseen", player=player)
        return
    yield words("why.did", player=player)
    yield f"{fit_beats(beats, STORY_ROOM)}\n"


def _weighed(shown: Explanation, words: Words, renderer: Renderer) -> Iterable[str]:
    if shown.rival is not None:
        played, other = shown.rival.played, shown.rival.other
        chosen, instead = told_lines(played, other, words, renderer)
        yield words("why.played", line=chosen)
        yield words("why.other", line=instead)
        yield _difference(shown.rival.gain, shown.seat, words, renderer, (played, other))
    elif shown.weighed:
        best, *others = shown.weighed
        yield words("why.best", way=words.made(best.label))
        if others and best.gain is not None:
            yield words("why.other", line=words.made(others[0].label))
            yield _difference(best.gain, shown.seat, words, renderer)
    else:
        yield words("why.alone" if shown.over else "why.hidden")


def _difference(
    gain: Gain, seat: Seat, words: Words, renderer: Renderer, plans: tuple[Plan, Plan] | None = None
) -> Rendered:
    """Return what the first of two lines brings, or the second if that would have been better."""
    if gain.worth > 0:
        return words("why.brings", reason=reasons(gain, seat, words, renderer, plans))
    if gain.worth < 0:
        turned = None if plans is None else (plans[1], plans[0])
        return words("why.better", reason=reasons(gain.reversed(), seat, words, renderer, turned))
    return words("why.equal")


def hint(shown: Hint, words: Words) -> Outgoing:
    """Return what a strong player would do, what that brings, and how the next best way compares."""
    best, *others = shown.ways
    lines = [words("hint.would", way=words.made(best.label))]
    lines += [words.message(each.message) for each in shown.then[:HINTED]]
    if others:
        behind = round(SCALE * best.worth) > round(SCALE * others[0].worth)
        lines.append(words("hint.behind" if behind else "hint.as_good", way=words.made(others[0].label)))
    return Outgoing(content="\n".join(lines))
