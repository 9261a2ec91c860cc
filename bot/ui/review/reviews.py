"""Reviews: a player's most costly picks in a match, and what a house player considered before its last move."""

from collections.abc import Iterable
from typing import Final

import discord
from discord import ButtonStyle

from bot.host.match.queries import TableView
from bot.host.review.analysis import Explanation, Plan, Remark, Review
from bot.host.review.hints import Hint
from bot.ui.games.renderer import Renderer
from bot.ui.match.posts import DESCRIPTION, fit_beats, rematch_buttons
from bot.ui.messages.buttons import Item, button
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.review.lines import reasons, told_lines
from bot.ui.review.mistakes import EndedMatch, Mistake, best_told, luck_told, mistakes, praise_told, stands_out
from bot.ui.texts.words import Rendered, Words, shortened
from engine.contract import Seat
from engine.players.gains import Gain

STORY_ROOM: Final = 700
"""The maximum number of characters for what a house player did."""

HINTED: Final = 2
"""The maximum number of lines of a hint's forecast."""


def review(
    table: TableView,
    shown: Review,
    course: EndedMatch | None,
    words: Words,
    renderer: Renderer,
    picture: Picture | None = None,
    *,
    forks: bool,
) -> Outgoing:
    """Return the picks that cost a player the most, or what a player without any did well, and how the dice fell.

    The picture, if any, stands above the text, which then says only what the picture does not. If one can play on from
    the match, each pick has a button for the step before it.
    """
    match, found = table.match.id, mistakes(shown, words, renderer)
    parts = [
        *([words("review.intro")] if found and picture is not None else []),
        *(line for each in found if (line := _line(each, words, pictured=picture is not None))),
        *([] if found else [_well_played(shown, course, words, pictured=picture is not None)]),
    ]
    if (picture is None or not stands_out(shown, course)) and (luck := luck_told(course, words)):
        parts.append("\n".join(luck))
    if shown.judged < shown.lines:
        parts.append(words("review.cut_off", judged=shown.judged, lines=shown.lines))
    embed = discord.Embed(
        title=words.plain("review.title", match=match),
        description=shortened("\n\n".join(parts), DESCRIPTION),
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("review.footer"))
    retries = [_retry(match, number, each, words) for number, each in enumerate(shown.remarks, 1)] if forks else []
    onward = [*rematch_buttons(table, words), button(match, "log", words)]
    return Outgoing(embeds=(embed,), view=rows(retries or onward), files=attached(picture))


def _line(mistake: Mistake, words: Words, *, pictured: bool) -> str:
    """Return a mistake in a line: all of it, or beside its picture why; empty if there is nothing more to say."""
    if pictured:
        reason = Rendered(mistake.beside)
        return words("review.beside", number=mistake.number, reason=reason) if mistake.beside else ""
    return words(
        "review.line",
        number=mistake.number,
        when=mistake.when,
        better=Rendered(mistake.better.text),
        played=Rendered(mistake.played.text),
        reason=Rendered(mistake.reason),
    )


def _well_played(shown: Review, course: EndedMatch | None, words: Words, *, pictured: bool) -> str:
    """Return what a player without a mistake did well; the best move too unless a picture shows it."""
    if not shown.judged:
        return words("review.no_choice")
    best = [] if pictured else best_told(course, words)
    lost = course is not None and course.seat not in course.outcome.ranking[0]
    return "\n".join(
        [
            words("review.nothing.lost" if lost else "review.nothing"),
            *best,
            *[praise for praise in [praise_told(course, words)] if praise],
        ]
    )


def _retry(match: int, number: int, remark: Remark, words: Words) -> Item:
    """Return the button that plays on from the step before a pick."""
    wanted, label = CustomId("fork", match, argument=str(remark.step)), words.plain("review.retry", number=number)
    return discord.ui.Button(custom_id=str(wanted), label=label, style=ButtonStyle.primary)


def explanation(shown: Explanation | None, words: Words, renderer: Renderer) -> Outgoing:
    """Return a house player's last move, and the alternatives that it considered."""
    if shown is None:
        return Outgoing(content=words("why.nobody"))
    parts = [*_story(shown, words, renderer), *_weighed(shown, words, renderer)]
    embed = discord.Embed(
        title=words.plain("button.why"),
        description=shortened("\n".join(parts), DESCRIPTION),
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("why.footer", player=words.player(shown.seat)))
    return Outgoing(embeds=(embed,))


def _story(shown: Explanation, words: Words, renderer: Renderer) -> Iterable[str]:
    player = words.player(shown.seat)
    beats = renderer.story(shown.told, words)
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


def hint(shown: Hint, words: Words, renderer: Renderer) -> Outgoing:
    """Return what a strong player would do, what then happens, and what that brings beyond the next best way."""
    best, *others = shown.ways
    lines = [words("hint.would", way=words.made(best))]
    lines += [words.message(each.message) for each in shown.then[:HINTED]]
    if shown.rival is not None:
        way, gain = words.made(others[0]), shown.rival.gain
        if gain.worth > 0:
            reason = reasons(gain, shown.seat, words, renderer, (shown.rival.played, shown.rival.other))
            lines.append(words("hint.brings", way=way, reason=reason))
        else:
            lines.append(words("hint.as_good", way=way))
    return Outgoing(content="\n".join(lines))
