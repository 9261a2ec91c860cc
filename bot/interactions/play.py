"""Open a table after checking its options and its place."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

import discord
from discord.app_commands import Choice
from msgspec import Struct
from msgspec.structs import replace

from bot.host import access, lobby
from bot.host.decks import formats, personal
from bot.host.kernel.click import NAME_LENGTH
from bot.host.kernel.errors import Unreadable
from bot.host.kernel.paces import NO_CLOCK
from bot.host.lobby import Lobby, Opening
from bot.host.people.server_rules import games_of
from bot.host.people.settings import guild
from bot.interactions import places
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.installations import NotHere, is_by_person_alone
from bot.interactions.panel import hand
from bot.rendering.languages import spoken_by
from bot.ui.lobby import play_menu
from bot.ui.messages.custom_ids import whole
from bot.ui.texts.words import Words
from engine.contract.decks import DeckFormat
from engine.players.characters import CHARACTERS
from engine.players.levels import LEVELS, USUAL_LEVEL

ACTIONS: Final = Actions(access.anyone)


class Opponent(Struct, frozen=True):
    """A person whom somebody wants to challenge, by the name that Discord displays; `bot` says that it is no person."""

    id: int
    bot: bool = False
    name: str = ""

    @classmethod
    def of(cls, person: discord.User | discord.Member) -> Self:
        """Return a person who was named in a command."""
        return cls(person.id, person.bot, person.display_name)


def names_of(people: Iterable[Opponent]) -> dict[int, str]:
    """Return the names of people by their ids, as a seat keeps them."""
    return {each.id: each.name[:NAME_LENGTH] for each in people if each.name}


class Wish(Struct, frozen=True):
    """A person's request for a table, as typed; with `at_once`, a match against house players begins at once.

    Without a game, it is for the first that is played there.
    """

    game: str | None = None
    opponents: tuple[Opponent, ...] = ()
    house: str | None = None
    players: int | None = None
    pace: str | None = None
    deck: str | None = None
    format: str | None = None
    at_once: bool = False

    @property
    def solo(self) -> bool:
        """Whether it is for a match against house players alone."""
        return self.house is not None and not self.opponents


def chosen_people(click: discord.Interaction, values: list[str]) -> tuple[Opponent, ...]:
    """Return the people chosen in a select. Raises Unreadable."""
    data: Any = click.data or {}
    resolved = data.get("resolved", {})
    known, members = resolved.get("users", {}), resolved.get("members", {})
    if not values or not known.keys() >= {*values}:
        raise Unreadable(values)
    return tuple(
        Opponent(whole(user), bool(known[user].get("bot")), _displayed(known[user], members.get(user, {})))
        for user in dict.fromkeys(values)
    )


def _displayed(user: Mapping[str, Any], member: Mapping[str, Any]) -> str:
    """Return the name that Discord displays of a person in a server."""
    return member.get("nick") or user.get("global_name") or user.get("username") or ""


async def play(front: Front, interaction: discord.Interaction, wish: Wish) -> Answer:
    """Answer with a new table, or with the reason why it cannot be opened; only a solo match's is private."""
    wanted = await _opening(front, interaction, wish)
    if isinstance(wanted, Answer):
        return wanted
    table = await lobby.open_table(front.host, replace(click_of(interaction), message=None), wanted)
    if table is None:
        return Answer(None)
    if wanted.at_once:
        return await hand(front, interaction, table.match.id)
    return await posted(front, table, wanted.channel)


async def look_for(front: Front, interaction: discord.Interaction, wish: Wish, seconds: float) -> Answer:
    """Seat the person with somebody who looks for the same match, or open a table that looks for that long.

    Raises Unreadable.
    """
    place = interaction.guild_id
    if seconds not in lobby.LOOKING or wish.pace is None:
        raise Unreadable(seconds)
    wanted = await _opening(front, interaction, wish)
    if isinstance(wanted, Answer):
        return wanted
    if place is None or wanted.guild is None:
        raise NotHere(interaction.application_id)
    here = {wanted.channel} if wanted.parent is None else {wanted.channel, wanted.parent}
    others = await lobby.channels_of_searches(front.host, place, wanted.game, wish.pace) - here
    rights = {channel: await front.channels.rights(place, channel, interaction.user.id) for channel in others}
    readable = here | {channel for channel, right in rights.items() if right.reads}
    wanted = replace(wanted, sought=seconds)
    table = await lobby.look_for(front.host, click_of(interaction), place, wanted, readable)
    if table is None:
        return Answer(None)
    looking = table.match.opener == interaction.user.id
    said = (play_menu.looking if looking else play_menu.somebody_found)(table, spoken_by(interaction))
    return Answer(said, "update")


async def _opening(front: Front, interaction: discord.Interaction, wish: Wish) -> Opening | Answer:
    """Return what to open for a request, or the answer that says why it cannot be opened. Raises NotHere."""
    words, alone = spoken_by(interaction), is_by_person_alone(interaction)
    if alone:
        if wish.opponents:
            raise NotHere(interaction.application_id)
        wish = replace(wish, house=wish.house or USUAL_LEVEL)
    place = None if alone else interaction.guild_id
    settings = await guild(front.host, place or 0)
    key = games_of(settings, front.host.games)[0] if wish.game is None else wish.game
    refusal = _refusal(front, interaction, key, wish, words)
    if refusal is not None:
        return say(refusal)
    if not wish.solo:
        misplaced = await places.refusal(front, interaction, place, interaction.channel_id)
        if misplaced is not None:
            return misplaced
    wanted_format = await _format(front, interaction, key, wish)
    if wanted_format is None and wish.format is not None:
        return say(words("lobby.refused.format"))
    return Opening(
        game=key,
        pace=NO_CLOCK.key if wish.solo else wish.pace,
        guild=place,
        channel=interaction.channel_id or 0,
        format=wanted_format,
        parent=getattr(interaction.channel, "parent_id", None),
        opponents=tuple(dict.fromkeys(each.id for each in wish.opponents)),
        names=names_of(wish.opponents),
        house=wish.house,
        seats=wish.players,
        deck=wish.deck,
        solo=wish.solo,
        at_once=wish.at_once,
    )


async def _format(front: Front, interaction: discord.Interaction, game: str, wish: Wish) -> DeckFormat | None:
    """Return the named deck format, or else one that accepts the named deck, or None for the server's default."""
    host, guild_id = front.host, interaction.guild_id
    if wish.format is not None:
        return (await formats.listed(host, guild_id, game)).get(wish.format)
    if wish.deck is None or not host.games[game].spec.decks:
        return None
    usual = (await lobby.defaults(host, guild_id, game)).format
    return await personal.format_for(host, interaction.user.id, guild_id, game, wish.deck, usual)


async def posted(front: Front, table: Lobby, channel: int) -> Answer:
    """Answer with a new table, and record that it has been posted in this channel, unless it is a solo match's."""
    shown, _ = await front.lobbies.soon(table)
    if table.match.solo:
        return Answer(shown)

    async def record(_token: str, message: int) -> None:
        await lobby.shown(front.host, table.match.id, channel, message, shown.digest, again=not shown.files)

    return Answer(shown, "public", then=record)


def _refusal(front: Front, interaction: discord.Interaction, key: str, wish: Wish, words: Words) -> str | None:
    """Return why a request cannot be met, if that is clear before the table is opened."""
    game = front.host.games.get(key)
    if game is None:
        return words("lobby.refused.game")
    if wish.house is not None and wish.house not in {**CHARACTERS, **LEVELS}:
        return words("lobby.refused.house")
    if any(each.bot for each in wish.opponents):
        return words("lobby.refused.bot")
    if wish.players is not None and not game.spec.least <= wish.players <= game.spec.most:
        return words("lobby.refused.players", least=game.spec.least, most=game.spec.most)
    if interaction.guild_id is None and wish.house is None:
        return words("lobby.refused.dm")
    return None


def suggested_games(
    front: Front, interaction: discord.Interaction, current: str, *, decks: bool = False
) -> list[Choice[str]]:
    """Suggest the games whose names contain the typed text; if `decks` is set, only those with decks."""
    words = spoken_by(interaction)
    games = front.host.games.items()
    names = {key: words.plain(f"{key}.name") for key, game in games if game.spec.decks or not decks}
    return [Choice(name=name, value=key) for key, name in names.items() if current.lower() in name.lower()]
