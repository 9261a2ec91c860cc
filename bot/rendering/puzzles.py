"""The post of the day: what it says, and the picture of the puzzle's position as its seat sees it."""

from collections.abc import Mapping
from functools import partial

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.match.players import Player
from bot.host.puzzles.attempts import houses_of
from bot.host.puzzles.daily_posts import DailyPost, look
from bot.host.puzzles.streaks import DAY
from bot.host.puzzles.weeks import Week, monday_of, week_of
from bot.rendering import pictures
from bot.storage.outbox import PostRow
from bot.ui.games.renderer import Renderer
from bot.ui.match.daily_puzzle import daily_post
from bot.ui.messages.outgoing import Outgoing
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from cardsdb.puzzle_files import puzzle_table
from engine.contract import AnyGame
from engine.puzzles.file_format import Puzzle
from engine.puzzles.position import rebuilt


class ReadPost(Struct, frozen=True):
    """What a post of the day says.

    Attributes:
        before: the table of last week, in the first post of a week.
        words: the server's words.
    """

    post: DailyPost
    before: Week | None
    words: Words


async def read_post(host: Host, row: PostRow, words: Words, connection: AsyncConnection) -> ReadPost | None:
    """Read a post of the day; None if there is nothing to say any more."""
    post = await look(connection, row, host.now())
    if post is None:
        return None
    first = post.day == monday_of(post.day)
    return ReadPost(post, await week_of(connection, post.guild, post.day - DAY) if first else None, words)


async def drawn_post(
    games: Mapping[str, AnyGame], renderers: Mapping[str, Renderer], read: ReadPost | None
) -> Outgoing | None:
    """Return a post of the day with its pictures, or without if they cannot be drawn; None if it says nothing."""
    if read is None:
        return None
    puzzle, game = read.post.puzzle, games[read.post.puzzle.game]
    houses, own = iter(houses_of(puzzle)), Player(name=read.words.plain("player.you"))
    seats = [own if seat == puzzle.seat else Player(character=next(houses)) for seat in range(len(puzzle.source.decks))]
    words = Words(read.words.catalogue.locale, seats, puzzle_table(game).cards, puzzle.seat)
    files = await pictures.drawn(partial(_drawn, game, puzzle, renderers[puzzle.game]), words) or ()
    return daily_post(read.post, files, read.before, words)


def _drawn(game: AnyGame, puzzle: Puzzle, renderer: Renderer, words: Words) -> tuple[Picture, ...]:
    """Draw what the seat of a puzzle sees on its panel: nothing else is known of its position."""
    state = rebuilt(puzzle_table(game), puzzle).state
    asked = next(each for each in game.decisions(state) if each.seat == puzzle.seat)
    return renderer.panel_pictures(game.view(state, puzzle.seat), puzzle.seat, words, asked)
