"""Pictures of turns: a strip and its sentences, the same for every game."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.strip import Fighter, Strip
from bot.ui.pictures.strip_scene import draw_strip

NAME: Final = "turn.png"


def strip_picture(strip: Strip | None) -> Picture | None:
    """Return a strip as a picture; None if there is none."""
    return None if strip is None else Picture(NAME, draw_strip(strip), description(described(strip)))


def described(strip: Strip) -> str:
    """Return everything that a strip shows, in sentences."""
    title = " ".join(strip.title)
    players = ", ".join(f"{each.name} ({', '.join(_about(each, strip.unit))})" for each in strip.fighters)
    lines = [f"{title}: {players}.", *(beat.told for beat in strip.beats)]
    if strip.fall is not None:
        lines.append(f"{strip.fall.told}. {strip.fall.left}.")
    return "\n".join(lines)


def _about(fighter: Fighter, unit: str) -> Iterable[str]:
    """Yield a player's sign, role and points, as far as there are any."""
    yield fighter.sign
    if fighter.role:
        yield fighter.role
    if fighter.points is not None:
        yield f"{fighter.points} {unit}"


def unmarked(text: str) -> str:
    """Return a text without the signs that stand beside its words."""
    letters = (letter for letter in text.replace("*", "") if unicodedata.category(letter) not in ("So", "Mn"))
    return " ".join("".join(letters).split()).replace("( ", "(").replace(" )", ")")
