"""Leaderboards and profiles."""

import discord
from msgspec.structs import replace

from bot.host.access import Visit, read_channels
from bot.host.people.server_rules import games_of
from bot.host.people.settings import guild
from bot.host.ratings import leaderboards
from bot.host.seasons import hall
from bot.host.seasons.hall import Trophy
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front, say
from bot.rendering import pictures
from bot.rendering.game_art import arts_of, faces_of_decks
from bot.rendering.languages import spoken_by
from bot.ui.fonts.written_text import written
from bot.ui.people import profiles
from bot.ui.people import ratings as ratings_ui
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.tones import Tones


async def leaderboard(front: Front, interaction: discord.Interaction, game: str | None, *, everywhere: bool) -> Answer:
    """Answer with a game's leaderboard for this server or for all of them; in direct messages, always for all."""
    words, game = spoken_by(interaction), game or next(iter(front.host.games))
    if game not in front.host.games:
        return say(words("lobby.refused.game"))
    place = None if everywhere else interaction.guild_id
    shown = await leaderboards.leaderboard(front.host, game, place, interaction.user.id)
    drawn, picture = ratings_ui.in_picture(shown), None
    if drawn and await pictures.wanted(front.host, interaction.user.id):
        named = {
            number: (each.user, shown.avatars[each.user])
            for number, each in enumerate(drawn)
            if each.user in shown.avatars
        }
        renderer = front.renderers[game]
        what = (shown, arts_of(front.host.games[game], renderer), renderer.tones)
        picture = await front.faces.drawn(named, words, ratings_ui.leaderboard_picture, *what)
    return Answer(ratings_ui.leaderboard(shown, words, picture))


async def profile(
    front: Front, interaction: discord.Interaction, person: discord.User | discord.Member, game: str | None
) -> Answer:
    """Answer with a person's results in rated matches of the named game, or else of the game they played last."""
    words, host = spoken_by(interaction), front.host
    if game is not None and game not in host.games:
        return say(words("lobby.refused.game"))
    shown = await leaderboards.profile(host, person.id, game, interaction.user.id)
    here = games_of(await guild(host, interaction.guild_id or 0), host.games)
    records = [each for each in shown.records if each.rating is not None or each.game in (shown.game, *here)]
    shown = replace(shown, records=tuple(records))
    picture = None
    if await pictures.wanted(host, interaction.user.id):
        arts = {each.game: _art(front, each.game) for each in shown.records}
        decks = faces_of_decks(host.games[shown.game], front.renderers[shown.game])
        faces = {name: face.face for name, face in decks.items()}
        named = {} if shown.avatar is None else {0: (person.id, shown.avatar)}
        what = (shown, name_of(person), arts, faces)
        picture = await front.faces.drawn(named, words, profiles.profile_picture, *what)
    return Answer(profiles.profile(shown, words, picture, await _trophies(front, interaction, person.id)))


async def _trophies(front: Front, interaction: discord.Interaction, user: int) -> list[Trophy]:
    """Return a person's trophies of the server; somebody else's only if won in channels that the viewer can read."""
    if interaction.guild_id is None:
        return []
    rows = await hall.trophies(front.host, user, interaction.guild_id)
    if user != interaction.user.id:
        visit = Visit(front.host, front.channels, person_of(interaction), None)
        read = await read_channels(visit, interaction.guild_id, {row.channel for row in rows})
        rows = [row for row in rows if row.channel in read]
    return hall.counted(rows)


def _art(front: Front, game: str) -> tuple[Tones, Illustration | None]:
    """Return a game's tones, and a card that stands for it."""
    renderer = front.renderers[game]
    return renderer.tones, next(iter(arts_of(front.host.games[game], renderer)), None)


def name_of(person: discord.User | discord.Member) -> str:
    """Return a person's name for pictures: the one that Discord shows, or the username if no font has its letters."""
    shown = person.display_name
    return shown if written(shown).strip() else person.name
