"""House players as people choose them: by name, with a level and a manner in a line."""

from collections.abc import Collection, Container, Mapping, Sequence
from types import MappingProxyType

from discord import SelectOption

from bot.host.decks.choices import DeckChoice, characters_choice
from bot.host.lobby import CharacterRecord, Lobby, SoloChoices
from bot.ui.messages.widgets import HINT
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.portraits.portrait import Medallion
from bot.ui.pictures.seat_faces import PORTRAITS
from bot.ui.pictures.single_face import draw_face
from bot.ui.texts.words import Rendered, Words, shortened
from engine.contract import AnyGame
from engine.players.characters import CHARACTERS, TASTES, cast, level_of, newcomer


def described(key: str, words: Words) -> str:
    """Return a character's name, level and manner in one line, for a place where markdown does not work."""
    name, level = words.plain(f"character.{key}.name"), words.plain(f"level.{level_of(key)}.name")
    return words.plain("character.choice", name=name, level=level, manner=words.plain(f"character.{key}.manner"))


def character_picture(key: str, words: Words) -> Picture:
    """Return a character's portrait as a picture, described by name, level and manner."""
    return Picture(f"{key}.png", draw_face(Medallion(PORTRAITS[key])), described(key, words))


def character_choices(
    game: AnyGame,
    ready: Sequence[DeckChoice],
    words: Words,
    *,
    but: Container[str | None] = (),
    chosen: str | None = None,
    records: Mapping[str, CharacterRecord] = MappingProxyType({}),
    crowns: Collection[str] = (),
) -> list[SelectOption]:
    """Return the characters for a select of a game, from the weakest level up: all of them, or all `but` some.

    `ready` are the ready decks, of which each plays one; `records` say how the reader's matches against some ended,
    and `crowns` are those whom the reader has beaten.
    """
    return [
        SelectOption(
            label=str(words.character_and_level(key)),
            value=key,
            description=shortened(
                " · ".join(
                    [*_crown(key, crowns, words), *_record(key, records, words), *_plays(key, game, ready, words)]
                ),
                HINT,
            ),
            default=key == chosen,
        )
        for key in CHARACTERS
        if key not in but
    ]


def introduced(key: str, choices: SoloChoices, words: Words) -> str:
    """Return who a person plays alone: level and manner, how earlier matches ended, and the deck."""
    about = words("play.against", name=words.character(key), level=words(f"level.{level_of(key)}.name"))
    crowns = choices.crowns
    small = [
        *_crown(key, crowns, words),
        *_record(key, choices.records, words),
        *_decks(key, choices.ready, words),
        words.plain("play.alone"),
        *([words.plain("character.crowns", count=len(crowns), most=len(CHARACTERS))] if crowns else []),
    ]
    return "\n".join((about, words(f"character.{key}.manner"), f"-# {' · '.join(small)}"))


def _crown(key: str, crowns: Collection[str], words: Words) -> list[str]:
    """Return the crown of a character whom the reader has beaten; nothing for the others."""
    return [words.plain("character.crown")] if key in crowns else []


def _plays(key: str, game: AnyGame, ready: Sequence[DeckChoice], words: Words) -> list[str]:
    """Return what a character plays in a game, and what it likes there."""
    tastes = [taste for taste in TASTES[key] if taste in game.spec.tastes]
    return [*_decks(key, ready, words), *(words.plain(f"{game.spec.key}.taste.{taste}") for taste in tastes)]


def _decks(key: str, ready: Sequence[DeckChoice], words: Words) -> list[str]:
    """Return what a character plays; nothing in a game without decks."""
    return [words.plain("character.deck", deck=each.ready.name) for each in characters_choice(key, ready)]


def _record(key: str, records: Mapping[str, CharacterRecord], words: Words) -> list[str]:
    """Return how the reader's matches against a character ended; nothing if they have had none."""
    record = records.get(key)
    if record is None:
        return []
    return [words.plain("character.record", name=words.character(key), won=record.won, lost=record.lost)]


def seated_characters(shown: Lobby) -> Sequence[str | None]:
    """Return the character in each seat of a table, or None."""
    return cast([row.house for row in shown.seats], shown.match.id)


def stand_in(shown: Lobby, level: str, words: Words) -> Rendered:
    """Return the name and level of the character of a level that would take over the next seat."""
    return words.character_and_level(newcomer(level, seated_characters(shown), shown.match.id))
