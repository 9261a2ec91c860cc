"""House players as people choose them: by name, with a level and a manner in a line."""

from collections.abc import Sequence

from discord import SelectOption

from bot.host.lobby import Lobby
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.portraits.portrait import Medallion
from bot.ui.pictures.seat_faces import PORTRAITS
from bot.ui.pictures.single_face import draw_face
from bot.ui.texts.words import Rendered, Words
from engine.players.characters import CHARACTERS, cast, level_of, newcomer


def described(key: str, words: Words) -> str:
    """Return a character's name, level and manner in one line, for a place where markdown does not work."""
    name, manner = words.plain(f"character.{key}.name"), words.plain(f"character.{key}.manner")
    return words.plain("character.choice", name=name, level=words.plain(f"level.{level_of(key)}.name"), manner=manner)


def character_picture(key: str, words: Words) -> Picture:
    """Return a character's portrait as a picture, described by name, level and manner."""
    return Picture(f"{key}.png", draw_face(Medallion(PORTRAITS[key])), described(key, words))


def character_choices(shown: Lobby, words: Words) -> list[SelectOption]:
    """Return the characters that could sit down at a table, for a select, from the weakest level up."""
    seated = seated_characters(shown)
    return [
        SelectOption(
            label=str(words.character_and_level(key)),
            value=key,
            description=words.plain(f"character.{key}.manner"),
        )
        for key in CHARACTERS
        if key not in seated
    ]


def seated_characters(shown: Lobby) -> Sequence[str | None]:
    """Return the character in each seat of a table, or None."""
    return cast([row.house for row in shown.seats], shown.match.id)


def stand_in(shown: Lobby, level: str, words: Words) -> Rendered:
    """Return the name and level of the character of a level that would take over the next seat."""
    return words.character_and_level(newcomer(level, seated_characters(shown), shown.match.id))
