"""Pictures of turns: a strip and its sentences, the same for every game."""

import unicodedata
from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.strip import Fighter, Strip
from bot.ui.pictures.strip_motion import draw_motion
from bot.ui.pictures.strip_scene import draw_row, draw_strip

NAME, MOVING, ROW = "turn.png", "turn.webp", "moment.png"

MOST: Final = 1_000_000
"""The most bytes of a moving picture."""


def strip_picture(strip: Strip | None) -> Picture | None:
    """Return a strip as a picture; None if there is none."""
    return None if strip is None else Picture(NAME, draw_strip(strip), description(described(strip)))


def strip_in_motion(strip: Strip | None) -> Picture | None:
    """Return a strip as a moving picture; None if there is none, if it cannot move, or if its file is too large."""
    content = b"" if strip is None else draw_motion(strip)
    return (
        None
        if strip is None or not 0 < len(content) <= MOST
        else Picture(MOVING, content, description(described(strip)))
    )


def taken_apart(strip: Strip, labels: Collection[str]) -> dict[str, Picture]:
    """Return the rows of a strip with these labels as pictures of their own, and what is left of the strip by "".

    A row about several moments goes by the label of the first.
    """
    apart = {label: beat for beat in strip.beats if (label := beat.label.partition("–")[0]) in labels and label}
    rows = {
        label: Picture(ROW, draw_row(replace(strip, beats=(beat,))), description(beat.told))
        for label, beat in apart.items()
    }
    left = tuple(beat for beat in strip.beats if beat not in apart.values())
    rest = replace(strip, beats=left, fall=strip.fall if any(beat.size == "last" for beat in left) else None)
    return {"": Picture(NAME, draw_strip(rest), description(described(rest))), **rows}


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
