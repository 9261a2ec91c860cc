"""Play on from a step of a finished match."""

from typing import Final

import discord
import structlog
from msgspec import Struct

from bot.host import access, lobby
from bot.host.fairness.export_files import Unverified
from bot.host.fairness.replays import position_at
from bot.host.kernel.paces import NO_CLOCK
from bot.host.lobby import Fork, Opening
from bot.interactions import places
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.installations import NotHere, is_by_person_alone
from bot.interactions.play import Opponent, names_of, posted
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, whole
from engine.players.levels import USUAL_LEVEL

ACTIONS: Final = Actions(access.forker, about="match")

log = structlog.get_logger()


class ForkWish(Struct, frozen=True):
    """From which step a person wants to play on, and with whom, as typed; seats count from 1."""

    step: int
    seat: int | None = None
    opponent: Opponent | None = None
    house: str | None = None
    again: bool = False

    @property
    def invites(self) -> bool:
        """Whether it is for a match with other people."""
        return self.opponent is not None or self.again


async def fork(front: Front, interaction: discord.Interaction, match: int, wish: ForkWish) -> Answer:
    """Answer with a new table, or with the reason why it cannot be opened; only a solo match's is private.

    Raises NotHere.
    """
    words, alone = spoken_by(interaction), is_by_person_alone(interaction)
    if alone and wish.invites:
        raise NotHere(interaction.application_id)
    if wish.opponent is not None and wish.opponent.bot:
        return say(words("lobby.refused.bot"))
    if interaction.guild_id is None and wish.invites:
        return say(words("lobby.refused.dm"))
    place = None if alone else interaction.guild_id
    if wish.invites:
        misplaced = await places.refusal(front, interaction, place, interaction.channel_id)
        if misplaced is not None:
            return misplaced
    row = (await lobby.look(front.host, match)).match
    opening = Opening(
        game=row.game,
        pace=None if wish.invites else NO_CLOCK.key,
        guild=place,
        channel=interaction.channel_id or 0,
        parent=getattr(interaction.channel, "parent_id", None),
        opponents=() if wish.opponent is None else (wish.opponent.id,),
        names={} if wish.opponent is None else names_of([wish.opponent]),
        solo=not wish.invites,
    )
    seat = None if wish.seat is None else wish.seat - 1
    wanted = Fork(match, wish.step, opening, wish.house or USUAL_LEVEL, seat, wish.again)
    try:
        task = await lobby.position_task(front.host, match, wish.step)
        position = await front.host.worker_pool.run(position_at, task, interaction.user.id)
    except Unverified as fault:
        log.exception("match does not replay", match=match)
        return say(words("replay.none", match=match, why=str(fault)))
    table = await lobby.fork(front.host, click_of(interaction), wanted, position)
    if table is None:
        return Answer(None)
    return await posted(front, table, opening.channel)


@ACTIONS.click("fork", anew=True)
async def on_fork(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Open a table at which the person plays on against house players from the step before a costly pick."""
    return await fork(front, click, wanted.number, ForkWish(whole(wanted.argument, MOST_SMALL)))
