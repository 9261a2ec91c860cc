"""The faces at a table: each house player has a portrait of its own, and people have their avatars."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.ui.pictures.avatar import Avatar
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.portraits.portrait import Ground, Inks, Medallion, Portrait
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.tones import Tones
from bot.ui.texts.words import Words
from engine.contract import Seat

PALE: Final[Colour] = (248, 222, 192)
ROSY: Final[Colour] = (240, 190, 158)
TAN: Final[Colour] = (216, 160, 112)
BROWN: Final[Colour] = (160, 104, 68)
DEEP: Final[Colour] = (116, 74, 52)

NAVY: Final[Colour] = (27, 34, 58)
BARK: Final[Colour] = (45, 29, 22)
PLUM: Final[Colour] = (46, 24, 54)
PINE: Final[Colour] = (18, 50, 42)


def _face(seed: str, ground: Ground, inks: Inks, *parts: str) -> Portrait:
    return Portrait(seed, inks, ground, parts)


_FACES: Final = (
    _face("pip", "rays", Inks(BARK, (122, 178, 72), (214, 112, 48), PALE), "shirt", "round", "eyes-wide", "brows-up",
          "nose", "freckles", "grin", "tuft"),
    _face("hob", "strips", Inks(BARK, (196, 150, 98), (104, 116, 84), ROSY), "coat", "round", "eyes-calm",
          "bushy-brows", "wrinkles", "beard", "nose-round"),
    _face("dot", "rings", Inks(NAVY, (226, 84, 88), (66, 44, 40), PALE), "shirt", "round", "eyes-open", "glasses",
          "brows-up", "nose", "smile", "buns", "bow"),
    _face("fern", "strips", Inks(PINE, (152, 202, 128), (52, 132, 84), TAN), "shirt", "long", "eyes-glad", "brows",
          "nose", "smile", "fronds"),
    _face("gus", "rings", Inks(NAVY, (232, 178, 74), (88, 110, 150), ROSY), "coat", "square", "eyes-calm", "brows-up",
          "nose", "moustache", "cap", "note"),
    _face("nell", "strips", Inks(PLUM, (176, 128, 186), (120, 90, 150), BROWN), "shawl", "round", "eyes-up", "glasses",
          "brow-raised", "nose", "smile", "bun"),
    _face("olli", "rays", Inks(NAVY, (240, 130, 96), (58, 160, 170), PALE), "shirt", "round", "eyes-wide", "brows-up",
          "nose-round", "tongue", "messy"),
    _face("bram", "strips", Inks(BARK, (224, 112, 90), (236, 196, 120), ROSY), "coat", "square", "eyes-glad", "brows",
          "cheeks", "nose-round", "smirk", "baker"),
    _face("wren", "strips", Inks(BARK, (232, 172, 72), (150, 110, 70), (164, 112, 70)), "bird", "eyes-of-a-bird"),
    _face("io", "rings", Inks(PLUM, (238, 108, 120), (82, 46, 70), BROWN), "curls", "shirt", "long", "eyes-calm",
          "brows-up", "nose", "singing", "curly-fringe", "earrings"),
    _face("maru", "rays", Inks(NAVY, (240, 180, 56), (204, 62, 58), TAN), "coat", "square", "eyes-aside", "patch",
          "brow-raised", "nose-long", "gold-tooth", "bandana"),
    _face("jory", "strips", Inks(NAVY, (246, 196, 70), (70, 120, 160), ROSY), "coat", "square", "eyes-open", "brows",
          "dark-beard", "nose-round", "souwester"),
    _face("kit", "rays", Inks(BARK, (250, 206, 120), (66, 128, 116), (228, 110, 44)), "scarf", "fox",
          "eyes-of-a-beast", "brows-down"),
    _face("sable", "night", Inks((30, 24, 40), (240, 196, 84), (110, 90, 150), (84, 72, 104)), "chest", "cat",
          "eyes-of-a-cat"),
    _face("ursa", "rings", Inks(BARK, (206, 160, 110), (120, 150, 90), (140, 90, 56)), "chest", "bear",
          "eyes-of-a-beast"),
    _face("yarrow", "rings", Inks(PINE, (220, 186, 104), (70, 122, 98), DEEP), "hood", "long", "eyes-open", "brows",
          "nose", "smile", "flowers"),
    _face("tock", "rings", Inks(BARK, (214, 92, 62), (206, 158, 70), PALE), "armour", "clock", "eyes-open"),
    _face("lumen", "night", Inks(NAVY, (250, 200, 84), (120, 140, 190), PALE), "lantern", "eyes-calm", "smile"),
    _face("quill", "rays", Inks(NAVY, (122, 170, 200), (44, 74, 130), PALE), "ruff", "long", "eyes-open", "brows",
          "nose-long", "goatee", "feathered"),
    _face("vex", "night", Inks(PLUM, (150, 200, 80), (110, 60, 130), PALE), "coat", "pointed", "mask", "mask-eyes",
          "nose-long", "smirk", "widows-peak"),
    _face("zeph", "strips", Inks(NAVY, (128, 200, 206), (234, 238, 232), TAN), "scarf", "pointed", "eyes-aside",
          "brows", "nose", "smirk", "blown"),
    _face("rook", "strips", Inks((34, 36, 46), (148, 166, 190), (96, 100, 120), (176, 178, 184)), "armour", "tower",
          "slits", "brows-down", "stern"),
    _face("xanthe", "rings", Inks(PLUM, (236, 184, 72), (60, 110, 150), DEEP), "coat", "long", "eyes-sly", "monocle",
          "brow-raised", "nose", "smile", "turban", "earrings"),
    _face("ember", "night", Inks((62, 16, 22), (240, 104, 40), (252, 200, 80), TAN), "shirt", "pointed", "eyes-open",
          "brows-down", "nose", "smirk", "flames"),
)  # fmt: skip

PORTRAITS: Final = {face.seed: face for face in _FACES}
"""The portrait of each character, by its key."""


class PlayerFace(Struct, frozen=True):
    """A player as a picture shows them: what stands for them or, without it, a sign on a disc in their colour."""

    sign: str
    tones: Tones
    face: Illustration | None


def seated(words: Words, tones: Sequence[Tones]) -> tuple[PlayerFace, ...]:
    """Return the players at a table, whose colours are in the order of the seats."""
    count = len(tones)
    return tuple(map(PlayerFace, words.marks(count), tones, faces_of(words, count)))


def faces_of(words: Words, seats: int) -> tuple[Medallion | Avatar | None, ...]:
    """Return what is shown of each seat's player: a house player's round portrait, a person's avatar, or None."""
    return tuple(_face_of(words, seat) for seat in range(seats))


def _face_of(words: Words, seat: Seat) -> Medallion | Avatar | None:
    house = words.house(seat)
    return avatar_of(words, seat) if house is None else Medallion(PORTRAITS[house])


def avatar_of(words: Words, number: int) -> Avatar | None:
    """Return the avatar of the person with this number in a picture, or None."""
    avatar = words.avatars.get(number)
    return None if avatar is None else Avatar(avatar)
