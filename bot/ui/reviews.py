"""Reviews: a player's most costly picks in a match, and what a house player considered before its last move."""

from collections.abc import Iterable, Sequence
from typing import Final

import discord

from bot.host.match.drafts import Made
from bot.host.review.analysis import Explanation, Remark, Review, Throws
from bot.host.review.hints import Hint
from bot.ui.games.renderer import Renderer
from bot.ui.match import DESCRIPTION, fit_beats
from bot.ui.messages import Outgoing
from bot.ui.words import Rendered, Words, shortened

SCALE: Final = 100
"""The scale of values: from -100 (lost) to 100 (won)."""

LINE_ROOM: Final = 240
"""The maximum number of characters in a line of picks."""

STORY_ROOM: Final = 700
"""The maximum number of characters for what a house player did."""

WEIGHED: Final = 6
"""The maximum number of alternatives to show."""

HINTED: Final = 2
"""The maximum number of lines of a hint's forecast."""


def review(match: int, shown: Review, words: Words, renderer: Renderer) -> Outgoing:
    """Return the picks that cost a player the most, and how the dice fell in the match."""
    parts = [_remark(number, each, words, renderer) for number, each in enumerate(shown.remarks, 1)]
    if not parts:
        parts = [words("review.nothing" if shown.judged else "review.no_choice")]
    if shown.own.dice or shown.others.dice:
        parts.append(_luck("review.dice", shown.own, shown.others, words))
    if shown.judged < shown.lines:
        parts.append(words("review.cut_off", judged=shown.judged, lines=shown.lines))
    embed = discord.Embed(
        title=words.plain("review.title", match=match),
        description=shortened("\n\n".join(parts), DESCRIPTION),
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("review.footer"))
    return Outgoing(embeds=(embed,))


def _remark(number: int, remark: Remark, words: Words, renderer: Renderer) -> str:
    lines = [
        words("review.remark", number=number, step=renderer.step(remark.view, words), loss=_points(remark.loss)),
        words("review.played", line=Rendered(_line(remark.played, words))),
        words("review.better", line=Rendered(_line(remark.better, words))),
    ]
    if remark.own.dice or remark.others.dice:
        lines.append(_luck("review.luck", remark.own, remark.others, words))
    return "\n".join(lines)


def _points(worth: float) -> int:
    return round(SCALE * worth)


def _line(line: Sequence[Made], words: Words) -> str:
    chosen = [words.made(label) for made in line for label in made.labels]
    return shortened(" · ".join(chosen) or words("review.chose_nothing"), LINE_ROOM)


def _luck(key: str, own: Throws, others: Throws, words: Words) -> Rendered:
    """Return the totals of the dice, compared with their averages."""
    return words(
        key,
        own=own.shown,
        own_average=Rendered(f"{own.expected:g}"),
        others=others.shown,
        others_average=Rendered(f"{others.expected:g}"),
    )


def explanation(shown: Explanation | None, words: Words, renderer: Renderer) -> Outgoing:
    """Return a house player's last move, and the alternatives that it considered."""
    if shown is None:
        return Outgoing(content=words("why.nobody"))
    parts = [*_story(shown, words, renderer), *_weighed(shown, words)]
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


def _weighed(shown: Explanation, words: Words) -> Iterable[str]:
    if not shown.weighed:
        yield words("why.hidden")
        return
    yield words("why.weighed.over" if shown.over else "why.weighed")
    for each in shown.weighed[:WEIGHED]:
        yield words("why.way", way=words.made(each.label), worth=Rendered(f"{_points(each.worth):+d}"))
    if len(shown.weighed) > WEIGHED:
        yield words("why.more", count=len(shown.weighed) - WEIGHED)


def hint(shown: Hint, words: Words) -> Outgoing:
    """Return what a house player would do, what that brings, and how the next best way compares."""
    best, *others = shown.ways
    lines = [words("hint.would", player=words.player(shown.house), way=words.made(best.label))]
    lines += [words.message(each.message) for each in shown.then[:HINTED]]
    if others:
        behind = _points(best.worth) - _points(others[0].worth)
        key = "hint.behind" if behind > 0 else "hint.as_good"
        lines.append(words(key, way=words.made(others[0].label), points=behind))
    return Outgoing(content="\n".join(lines))
