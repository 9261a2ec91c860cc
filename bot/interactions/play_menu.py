"""/play alone: which game, and then how to begin; one click each leads to a hand."""

from typing import Final, Literal

import discord
from msgspec.structs import replace

from bot.host import access, lobby
from bot.host.kernel.paces import MINUTE
from bot.host.lobby import Defaults, SoloChoices
from bot.host.people.server_rules import games_of
from bot.host.people.settings import guild
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, say
from bot.interactions.installations import is_by_person_alone
from bot.interactions.play import Wish, chosen_people, look_for, play
from bot.rendering import pictures
from bot.rendering.game_art import arts_of, cards_of, example_cards
from bot.rendering.languages import spoken_by
from bot.ui.lobby import play_menu
from bot.ui.lobby.characters import character_picture
from bot.ui.lobby.play_menu import SoloMatch
from bot.ui.messages.custom_ids import CustomId, only
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from engine.players.characters import CHARACTERS

ACTIONS: Final = Actions(access.anyone)


async def choose(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with the games to choose from: those that are played in the server."""
    words, host = spoken_by(interaction), front.host
    here = None if is_by_person_alone(interaction) else interaction.guild_id
    server = await guild(host, here or 0)
    games = {key: host.games[key] for key in games_of(server, host.games)}
    usual = {key: await lobby.defaults(host, here, key, game.spec.least) for key, game in games.items()}
    shown = {}
    if await pictures.wanted(host, interaction.user.id):
        shown = {key: await _banner(front, key, usual[key], words) for key in games}
    return Answer(play_menu.choose_game(games, shown, usual, words))


async def _banner(front: Front, key: str, usual: Defaults, words: Words) -> Picture | None:
    """Return the picture that stands for a game among the others, or None if the game draws no cards."""
    rules, renderer = front.host.games[key], front.renderers[key]
    arts, facts = arts_of(rules, renderer), play_menu.game_facts(rules, usual, words)
    return await pictures.drawn(play_menu.game_picture, key, facts, arts, renderer.tones, words) if arts else None


async def _picture(front: Front, game: str, words: Words) -> Picture | None:
    """Return a picture of some of a game's cards, or None if the game comes without any."""
    rules, renderer = front.host.games[game], front.renderers[game]
    arts = [(card.name, renderer.art(card, cards_of(rules))) for card in example_cards(rules, renderer)]
    drawn = tuple((name, art) for name, art in arts if art is not None)
    return await pictures.drawn(play_menu.samples_picture, game, drawn, renderer.tones, words) if drawn else None


async def _deck(front: Front, click: discord.Interaction, wanted: SoloMatch, choices: SoloChoices) -> Picture | None:
    """Return a picture of the deck that is chosen for a match alone, or None if it is not a ready one."""
    deck = wanted.deck or choices.deck
    ready = [choice for choice in choices.ready if choice.ready.name == deck]
    words, renderer = Words(str(click.locale), cards=choices.cards), front.renderers[wanted.game]
    return (await pictures.of_decks(front.host, click.user.id, ready, deck, words, renderer)).chosen


@ACTIONS.click("playnow", anew=True)
async def on_play_now(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask which game, as /play does."""
    return await choose(front, click)


@ACTIONS.click("games")
async def on_games(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask which game again."""
    again = await choose(front, click)
    return Answer(again.message, "update")


@ACTIONS.click("game")
async def on_game(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask how to begin a game."""
    return await _start(front, click, SoloMatch.parse(wanted.argument), "update")


@ACTIONS.click("solohouse")
async def on_solo_house(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose the character to play alone."""
    return await _start(front, click, replace(SoloMatch.parse(wanted.argument), house=only(values)), "update")


@ACTIONS.click("solodeck")
async def on_solo_deck(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Choose the deck for a match alone."""
    return await _start(front, click, replace(SoloMatch.parse(wanted.argument), deck=only(values)), "update")


@ACTIONS.click("playdeck", anew=True)
async def on_play_deck(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask how to begin a game with a deck that somebody has looked up."""
    return await _start(front, click, SoloMatch.parse(wanted.argument), "private")


async def _start(
    front: Front, click: discord.Interaction, wanted: SoloMatch, how: Literal["private", "update"]
) -> Answer:
    """Ask how to begin a game, with what is chosen for a match alone; refuse a choice that does not exist."""
    words, game = spoken_by(click), front.host.games.get(wanted.game)
    if game is None:
        return say(words("lobby.refused.game"))
    if wanted.house not in CHARACTERS:
        return say(words("lobby.refused.house"))
    here = None if is_by_person_alone(click) else click.guild_id
    choices = await lobby.solo_choices(front.host, click.user.id, here, wanted.game)
    if wanted.deck and wanted.deck not in play_menu.deck_names(wanted.game, choices):
        return say(words("lobby.refused.deck"))
    picture = face = None
    if await pictures.wanted(front.host, click.user.id):
        picture = await _deck(front, click, wanted, choices) or await _picture(front, wanted.game, words)
        face = await pictures.drawn(character_picture, wanted.house, words)
    shown = play_menu.choose_start(game, choices, wanted, words, picture=picture, face=face, people=here is not None)
    return Answer(shown, how)


@ACTIONS.click("invite")
async def on_invite(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask whom to invite."""
    words = spoken_by(click)
    game = front.host.games.get(wanted.argument)
    if game is None:
        return say(words("lobby.refused.game"))
    return Answer(play_menu.invite(game, words), "update")


@ACTIONS.click("find", rule=access.server_member)
async def on_find(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask at which pace, and for how long, to look for somebody."""
    if wanted.argument not in front.host.games:
        return say(spoken_by(click)("lobby.refused.game"))
    usual = await lobby.defaults(front.host, click.guild_id, wanted.argument)
    return _find(front, click, wanted.argument, usual.pace)


@ACTIONS.click("findpace", rule=access.server_member)
async def on_find_pace(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Ask for how long to look for somebody at the chosen pace."""
    return _find(front, click, wanted.argument, only(values))


def _find(front: Front, click: discord.Interaction, game: str, pace: str) -> Answer:
    words = spoken_by(click)
    if game not in front.host.games:
        return say(words("lobby.refused.game"))
    return Answer(play_menu.find(game, pace, words), "update")


@ACTIONS.click("seek", rule=access.table_opener)
async def on_seek(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Take a seat at the table of a person who looks for the same, or open a table that looks for somebody."""
    search = play_menu.Search.parse(wanted.argument)
    return await look_for(front, click, Wish(search.game, pace=search.pace), search.minutes * MINUTE)


@ACTIONS.click("invited", rule=access.table_opener, private=False, anew=True)
async def on_invited(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Challenge the chosen people."""
    return await play(front, click, Wish(wanted.argument, chosen_people(click, values)))


@ACTIONS.click("anyone", rule=access.table_opener, private=False, anew=True)
async def on_anyone(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Open a table that anyone can join."""
    return await play(front, click, Wish(wanted.argument))


@ACTIONS.click("playreal", rule=access.table_opener, anew=True)
async def on_play_real(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin a match against a character, without a clock, and show the hand."""
    solo = SoloMatch.parse(wanted.argument)
    return await play(front, click, Wish(solo.game, house=solo.house, deck=solo.deck or None, at_once=True))
