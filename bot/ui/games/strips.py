"""Pictures of turns: a strip and its sentences, the same for every game."""

import unicodedata
from typing import Final

from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.strip import Strip
from bot.ui.pictures.strip_scene import draw_strip

NAME: Final = "turn.png"


def strip_picture(strip: Strip | None) -> Picture | None:
    """Return a strip as a picture; None if there is none."""
    return None if strip is None else Picture(NAME, draw_strip(strip), description(described(strip)))


def described(strip: Strip) -> str:
    """Return everything that a strip shows, in sentences."""
    title = " ".join(strip.title)
    players = ", ".join(
        f"{each.name} ({', '.join(part for part in (each.sign, each.role, f'{each.points} {strip.unit}') if part)})"
        for each in strip.fighters
    )
    lines = [f"{title}: {players}.", *(beat.told for beat in strip.beats)]
    if strip.fall is not None:
        lines.append(f"{strip.fall.told}. {strip.fall.left}.")
    return "\n".join(lines)


def unmarked(text: str) -> str:
    """Return a text without the signs that stand beside its words."""
    letters = (letter for letter in text.replace("*", "") if unicodedata.category(letter) not in ("So", "Mn"))
    return " ".join("".join(letters).split()).replace("( ", "(")
