"""/hand, /games and /match: a person's matches."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.interactions import forks, panel, reviews
from bot.interactions import match as matches
from bot.interactions.answers import Answer, Front, Reply
from bot.interactions.forks import ForkWish
from bot.interactions.play import Opponent
from bot.rendering.languages import spoken_by
from bot.ui.lobby.characters import described
from bot.ui.texts.words import Words
from engine.players.characters import CHARACTERS

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
MATCH: Final = ENGLISH.plain("command.option.match")
FORK: Final = ("step", "seat", "opponent", "house", "again")


class Match(commands.GroupCog, group_name="match", group_description=ENGLISH.plain("command.match")):
    """Commands about one match: the named one, otherwise the one played here, otherwise the person's only match."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="show", description=ENGLISH.plain("command.match.show"))
    @app_commands.describe(match=MATCH)
    async def show(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show the board of a match."""
        await self._about(
            interaction, match, lambda number: matches.board(self.front, number, interaction.user.id), "board"
        )

    @app_commands.command(name="leave", description=ENGLISH.plain("command.match.leave"))
    @app_commands.describe(match=MATCH)
    async def leave(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Leave a match after confirmation."""
        await self._about(interaction, match, lambda number: matches.leave(self.front, interaction, number), "leave")

    @app_commands.command(name="log", description=ENGLISH.plain("command.match.log"))
    @app_commands.describe(match=MATCH)
    async def log(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show the log of a match."""
        await self._about(interaction, match, lambda number: matches.story(self.front, number), "log")

    @app_commands.command(name="export", description=ENGLISH.plain("command.match.export"))
    @app_commands.describe(match=MATCH)
    async def export(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Export a finished match as a file that can be verified."""
        words, user = spoken_by(interaction), interaction.user.id
        await self._about(
            interaction, match, lambda number: matches.export(self.front, number, user, words), "verify", over=True
        )

    @app_commands.command(name="replay", description=ENGLISH.plain("command.match.replay"))
    @app_commands.describe(match=MATCH)
    async def replay(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Send a finished match as a page to watch step by step."""
        words, user = spoken_by(interaction), interaction.user.id
        await self._about(
            interaction, match, lambda number: matches.replay(self.front, number, user, words), "replay", over=True
        )

    @app_commands.command(name="fork", description=ENGLISH.plain("command.match.fork"))
    @app_commands.describe(match=MATCH, **{name: ENGLISH.plain(f"command.match.fork.{name}") for name in FORK})
    @app_commands.choices(house=[Choice(name=described(key, ENGLISH), value=key) for key in CHARACTERS])
    async def fork(
        self,
        interaction: discord.Interaction,
        match: int,
        step: app_commands.Range[int, 1, 100000],
        seat: app_commands.Range[int, 1, 8] | None = None,
        opponent: discord.User | None = None,
        house: str | None = None,
        again: bool = False,  # noqa: FBT001, FBT002 - an option that people see
    ) -> None:
        """Open a table that plays on from a step of a finished match."""
        friend = None if opponent is None else Opponent.of(opponent)
        wish = ForkWish(step, seat, friend, house, again)
        act = matches.about(
            self.front, interaction, match, lambda number: forks.fork(self.front, interaction, number, wish)
        )
        await Reply(self.front, interaction, private=not wish.invites).answer(act)

    @app_commands.command(name="review", description=ENGLISH.plain("command.match.review"))
    @app_commands.describe(match=MATCH)
    async def review(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show the person's costliest picks in a finished match."""
        await Reply(self.front, interaction).answer(reviews.of_person(self.front, interaction, match))

    async def _about(
        self,
        interaction: discord.Interaction,
        match: int | None,
        act: Callable[[int], Awaitable[Answer]],
        action: str,
        *,
        over: bool = False,
    ) -> None:
        about = matches.about(self.front, interaction, match, act, action, over=over)
        await Reply(self.front, interaction).answer(about)

    @show.autocomplete("match")
    @leave.autocomplete("match")
    @log.autocomplete("match")
    async def suggest_matches(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        """Suggest the person's own matches."""
        return await matches.suggested(self.front, interaction, current)

    @export.autocomplete("match")
    @replay.autocomplete("match")
    @fork.autocomplete("match")
    @review.autocomplete("match")
    async def suggest_finished(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        """Suggest the person's own finished matches."""
        return await matches.suggested_finished(self.front, interaction, current)


class OwnMatches(commands.Cog):
    """Commands for a person's hand and list of matches."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="hand", description=ENGLISH.plain("command.hand"))
    @app_commands.describe(match=MATCH)
    async def hand(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show the person's hand."""
        act = matches.about(
            self.front, interaction, match, lambda number: panel.hand(self.front, interaction, number), "hand"
        )
        await Reply(self.front, interaction).answer(act)

    @hand.autocomplete("match")
    async def suggest_matches(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        """Suggest the person's own matches."""
        return await matches.suggested(self.front, interaction, current)

    @app_commands.command(name="games", description=ENGLISH.plain("command.games"))
    async def games(self, interaction: discord.Interaction) -> None:
        """List the person's matches."""
        await Reply(self.front, interaction).answer(matches.waiting(self.front, interaction))
