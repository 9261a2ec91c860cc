"""What /play alone asks: which game, and then how to begin."""

from collections.abc import Mapping
from typing import Self

import discord
from discord import ButtonStyle, SelectOption
from msgspec.structs import replace

from bot.host.kernel.paces import MINUTE, PACES
from bot.host.lobby import LOOKING, Defaults, Lobby, SoloChoices
from bot.ui.decks.choice import deck_select
from bot.ui.lobby import lobby
from bot.ui.lobby.characters import character_choices, introduced
from bot.ui.messages.components import Part, action_row, button_to, divided, layout, people_select, setting, with_button
from bot.ui.messages.custom_ids import LONGEST_ARGUMENT, Argument, CustomId
from bot.ui.messages.outgoing import Attachment, Outgoing, attached, beside, gallery
from bot.ui.messages.widgets import SELECT
from bot.ui.pictures.game_banner import GameBanner, draw_banner
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.sample_cards import SampleCards, draw_samples
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.tones import Tones
from bot.ui.texts.words import Rendered, Words, first_sentence, moment
from cardsdb.lesson_files import shipped_lessons
from engine.contract import AnyGame
from engine.players.characters import CHARACTERS, EASIEST


def choose_game(
    games: Mapping[str, AnyGame], pictures: Mapping[str, Picture | None], usual: Mapping[str, Defaults], words: Words
) -> Outgoing:
    """Return the question which game to play; `usual` is what tables of each begin with.

    A game's picture, if it has one, says everything but what the game is like. Its button is right below.
    """
    parts: list[Part] = [words("play.which")]
    files: list[Attachment] = []
    for key, game in games.items():
        shown = attached(pictures.get(key))
        files += shown
        parts += [gallery(shown)] if shown else []
        about = (_like(key, words) or words(f"{key}.name")) if shown else _about(key, game, usual[key], words)
        play = button_to(CustomId("game", argument=key), words.plain("play.this"), ButtonStyle.primary)
        parts.append(with_button(about, play))
    return layout(parts, files=tuple(files))


class SoloMatch(Argument, frozen=True):
    """The argument of whatever begins a match against one house player, or leads to one: what has been chosen for it.

    Without a deck, the person gets the usual one. A game's key alone stands for the easiest character and that deck.
    """

    game: str
    house: str = EASIEST
    deck: str = ""

    def __str__(self) -> str:
        return super().__str__().rstrip()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an argument."""
        game, house, deck = [*text.split(cls.divider, 2), "", ""][:3]
        return cls(game, house or EASIEST, deck)

    @property
    def fits(self) -> bool:
        """Whether an id has room for the deck's name beside any character; a name that is too long is not offered."""
        return all(len(str(replace(self, house=key))) <= LONGEST_ARGUMENT for key in CHARACTERS)


def deck_names(game: str, choices: SoloChoices) -> list[str]:
    """Return the names of the decks to choose from, the ready ones first: as many as a select can hold."""
    names = dict.fromkeys([*(choice.ready.name for choice in choices.ready), *choices.built])
    return [name for name in names if SoloMatch(game, deck=name).fits][:SELECT]


def choose_start(
    game: AnyGame,
    choices: SoloChoices,
    wanted: SoloMatch,
    words: Words,
    *,
    picture: Picture | None = None,
    face: Picture | None = None,
    people: bool,
) -> Outgoing:
    """Return the question how to begin a game: a lesson, a match against a house player, or with other people.

    The house player and the deck for a match alone can be chosen; `wanted` is what is chosen now. `picture` shows the
    game, and `face` the house player. `people` says whether other people can be invited, or found, where the question
    is asked.
    """
    key, shown, portrait = wanted.game, attached(picture), attached(face)
    lessons = [each.key for each in shipped_lessons().values() if each.game == key][:1]
    play = CustomId("playreal", argument=str(wanted))
    first = [
        button_to(play, words.plain("play.now", name=words.character(wanted.house)), ButtonStyle.success),
        *(button_to(CustomId("lesson", argument=each), words.plain("play.learn")) for each in lessons),
    ]
    begin: list[Part] = [*([gallery(shown)] if shown else []), _about(key, game, choices.usual, words)]
    names, deck = deck_names(key, choices), wanted.deck or choices.deck
    ready = [choice.ready for choice in choices.ready]
    plans = [words("play.plan", plan=first_sentence(each.plan)) for each in ready if each.name == deck]
    select = deck_select(CustomId("solodeck", argument=str(wanted)), names, ready, deck, words)
    decks = setting("\n".join([words(f"{key}.play.deck"), *plans]), select) if names else []
    characters: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId("solohouse", argument=str(wanted))),
        options=character_choices(
            game, choices.ready, words, chosen=wanted.house, records=choices.records, crowns=choices.crowns
        ),
    )
    opponent = f"{words('play.opponent')}\n{introduced(wanted.house, choices, words)}"
    house: list[Part] = [beside(opponent, portrait), action_row(characters)]
    others = ("invite", "find") if people else ()
    second = [button_to(CustomId(name, argument=key), words.plain(f"play.{name}")) for name in others]
    second.append(button_to(CustomId("games"), words.plain("button.back")))
    groups: list[list[Part]] = [[*begin, action_row(*first)], [*decks, *house], [action_row(*second)]]
    return layout(divided(groups), files=(*shown, *portrait))


def invite(game: AnyGame, words: Words) -> Outgoing:
    """Return the question whom to invite."""
    key = game.spec.key
    people = people_select(CustomId("invited", argument=key), game.spec.most - 1, words)
    anyone = button_to(CustomId("anyone", argument=key), words.plain("play.anyone"), ButtonStyle.primary)
    back = button_to(CustomId("game", argument=key), words.plain("button.back"))
    return layout([words("play.invite.who", game=words(f"{key}.name")), action_row(people), action_row(anyone, back)])


class Search(Argument, frozen=True):
    """The argument of a button that looks for somebody: for how many minutes, at which pace, and in which game."""

    minutes: int
    pace: str
    game: str


def find(key: str, pace: str, words: Words) -> Outgoing:
    """Return the question at which pace, and for how long, to look for somebody to play with."""
    paces: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId("findpace", argument=key)),
        options=[
            SelectOption(label=words.plain(f"pace.{each}.name"), value=each, default=each == pace) for each in PACES
        ],
    )
    lengths = [
        button_to(
            CustomId("seek", argument=str(Search(int(seconds // MINUTE), pace, key))),
            words.plain(f"play.find.{int(seconds // MINUTE)}"),
            ButtonStyle.success,
        )
        for seconds in LOOKING
    ]
    back = button_to(CustomId("game", argument=key), words.plain("button.back"))
    question = words("play.find.how", game=words(f"{key}.name"))
    return layout([question, action_row(paces), action_row(*lengths), action_row(back)])


def looking(shown: Lobby, words: Words) -> Outgoing:
    """Return the message that says until when, and where, the person looks for somebody."""
    row = shown.match
    line = words(
        "play.looking",
        game=words(f"{row.game}.name"),
        until=Rendered(moment(row.sought or row.opened)),
        channel=Rendered(f"<#{row.channel}>"),
    )
    stop = button_to(CustomId("withdraw", row.id), words.plain("play.looking.stop"), ButtonStyle.danger)
    return layout([line, action_row(stop)])


def somebody_found(shown: Lobby, words: Words) -> Outgoing:
    """Return the message that says whose table the person has been seated at."""
    row = shown.match
    opener = Rendered(f"<@{row.opener}>")
    line = words("play.found", opener=opener, game=words(f"{row.game}.name"), channel=Rendered(f"<#{row.channel}>"))
    return layout([line, action_row(lobby.seat_button(shown, words))])


def _about(key: str, game: AnyGame, usual: Defaults, words: Words) -> str:
    """Return a game's name, players, length and what it is like."""
    facts = Rendered(game_facts(game, usual, words))
    return words("play.game", game=words(f"{key}.name"), facts=facts, about=_like(key, words))


def _like(key: str, words: Words) -> Rendered:
    """Return what a game is like; empty for a game that does not say so."""
    about = f"{key}.about"
    return words(about) if about in words.catalogue.ids else Rendered("")


def game_facts(game: AnyGame, usual: Defaults, words: Words) -> str:
    """Return for how many players a game is, and how long it takes."""
    spec = game.spec
    players = "play.players.fixed" if spec.least == spec.most else "play.players"
    lengths = [game.length(usual.options, seats).minutes for seats in (spec.least, spec.most)]
    (short, long), *_ = lengths
    key = "play.minutes.about" if short == long else "play.minutes" if len({*lengths}) == 1 else "play.minutes.least"
    return words.plain(
        "play.facts",
        players=words(players, least=spec.least, most=spec.most),
        length=words(key, short=short, long=long, least=spec.least),
    )


def game_picture(key: str, facts: str, arts: tuple[Illustration, ...], tones: Tones, words: Words) -> Picture:
    """Return a picture of a game: its name, for whom it is and how long it takes, and some of its cards."""
    name = words.plain(f"{key}.name")
    return Picture(f"{key}.png", draw_banner(GameBanner(name, facts, arts, tones)), f"{name}: {facts}")


def samples_picture(key: str, cards: tuple[tuple[str, Illustration], ...], tones: Tones, words: Words) -> Picture:
    """Return a picture of some of a game's cards, described by their names."""
    told = words.plain("play.cards", cards=", ".join(name for name, _ in cards))
    return Picture(f"{key}.png", draw_samples(SampleCards(cards, tones)), told)
