"""A turn as a strip: what a picture shows of it, moment by moment, with a player on either side. It knows no game."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.tones import Tones

Size: TypeAlias = Literal["note", "quiet", "clash", "hero", "last", "play", "map"]
"""How much room a moment gets: nobody acted, nobody attacked, a clash, the turn's hardest blow, the match's last blow,
a card with what it did, or a card with the board on which it did that."""

ChipKind: TypeAlias = Literal["bad", "cost", "good", "stack", "plain"]

HEIGHTS: Final[dict[Size, int]] = {
    "note": 64,
    "quiet": 78,
    "clash": 168,
    "hero": 236,
    "last": 330,
    "play": 300,
    "map": 720,
}
"""The heights of moments, in pixels."""

LARGE: Final[dict[Size, int]] = {
    "note": 64,
    "quiet": 168,
    "clash": 350,
    "hero": 350,
    "last": 350,
    "play": 375,
    "map": 720,
}
"""The largest heights of moments on a page, which has more room than a post."""

WIDE: Final = 1080
"""The width of the picture, in pixels: three for each pixel of a phone's width."""

HEAD: Final = 135
"""The height of the head with both players."""

GAP: Final = 9
SHRINKING: Final[tuple[tuple[Size, int], ...]] = (
    ("clash", 140),
    ("hero", 180),
    ("clash", 87),
    ("hero", 132),
    ("play", 135),
    ("map", 300),
)
"""The heights to which moments shrink, in this order, if the picture would be taller than wide."""


class Throw(Struct, frozen=True):
    """Dice that were thrown for a figure.

    Attributes:
        faces: the faces that count.
        spare: the faces of throws that do not count.
        sides: how many sides each die has.
        plus: what is added to the dice.
        total: the sum.
    """

    faces: tuple[int, ...]
    spare: tuple[int, ...]
    sides: int
    plus: int
    total: int


def plus_of(throw: Throw) -> str:
    """Return what is added to dice, with its sign; empty for nothing."""
    return "" if not throw.plus else f"+{throw.plus}" if throw.plus > 0 else f"−{-throw.plus}"


class Chip(Struct, frozen=True):
    """A few words beside a card, and whether they are bad news, a cost, good news, a stack or neither."""

    text: str
    kind: ChipKind


class Half(Struct, frozen=True):
    """One side of a moment.

    Attributes:
        points: the points before and after it; None if they are not known.
        names: the names of the action's cards; empty if they are not named.
        cards: the art on them.
        out: whether the action was turned sideways.
        figure: the dice of the figure that counted, with its total; None if none counted.
        chips: what else is to be said, the most important first.
        note: what stands there if there is no card.
        unplanned: whether nobody knew its cards before the moment.
    """

    points: tuple[int, int] | None
    names: tuple[str, ...] = ()
    cards: tuple[Illustration, ...] = ()
    out: bool = False
    figure: Throw | None = None
    chips: tuple[Chip, ...] = ()
    note: str = ""
    unplanned: bool = False

    @property
    def name(self) -> str:
        """The names of all its cards."""
        return " + ".join(self.names)

    @property
    def vacant(self) -> bool:
        """Whether there is nothing to show, so that the other side may have the whole width."""
        return self.points is None and not self.cards and not self.chips and not self.note


class Effect(Struct, frozen=True):
    """What a card did to a player, a card or a piece.

    Attributes:
        side: the player whom it concerns.
        said: what happened, in about six words.
        figure: what is written largest, such as a place or a loss; empty for nothing.
        art: the card or the piece; None for the player's face.
        hurts: whether the figure is a loss.
        gone: whether the card or the piece is crossed out.
    """

    side: int
    said: str
    figure: str = ""
    art: Illustration | None = None
    hurts: bool = False
    gone: bool = False


class StripPlay(Struct, frozen=True):
    """A card that one player played, with everything that it did.

    Attributes:
        side: the player; None for what nobody did.
        name: the name of the card, or another title; empty for none.
        art: the art on the card; None for a play without a card.
        effects: what it did, in order.
        cost: what it cost, in a few words; empty for nothing.
        used: what it did when it was used right after that, in order.
        board: the board after it, with what changed there; None in a game without a board, or if nothing changed.
        before: the same board before it.
    """

    side: int | None
    name: str = ""
    art: Illustration | None = None
    effects: tuple[Effect, ...] = ()
    cost: str = ""
    used: tuple[Effect, ...] = ()
    board: Illustration | None = None
    before: Illustration | None = None


class Beat(Struct, frozen=True):
    """A moment of a turn.

    Attributes:
        label: its number, or the numbers of several; empty for none.
        halves: both sides; empty for a note and for a play.
        play: what it shows if only one player acted; None for a moment with two sides, and for a note.
        sides: which player is on the left, and which on the right.
        losses: what each side lost to blows.
        stopped: whether an attack hit, and nothing came through.
        why: why an attack came to nothing, in a word or two; empty if something came through, or the shield says it.
        note: the text of a note.
        told: everything that is shown, in one sentence, to be read aloud.
    """

    label: str
    size: Size
    told: str
    halves: tuple[Half, ...] = ()
    sides: tuple[int, int] = (0, 1)
    losses: tuple[int, int] = (0, 0)
    stopped: bool = False
    why: str = ""
    note: str = ""
    play: StripPlay | None = None


class StripPlayer(Struct, frozen=True):
    """A player in the head of a strip: name, what they play, sign, tones, and points before the turn, if known.

    Attributes:
        face: what is shown instead of the sign; None if there is no such picture.
        after: the points after the turn, if the head tells them.
    """

    name: str
    role: str
    sign: str
    tones: Tones
    points: int | None
    face: Illustration | None = None
    after: int | None = None

    @property
    def way(self) -> tuple[int, int]:
        """The points before and after the turn: twice the same if they are not told, or 0 if they are not known."""
        return self.points or 0, self.after if self.after is not None else self.points or 0

    @property
    def told(self) -> str:
        """Both as the head and the description have them."""
        had, has = self.way
        return str(has) if had == has else f"{had} → {has}"


class Fall(Struct, frozen=True):
    """The end of a match: which side fell, in words, with the points that each side has left, in words."""

    side: int
    told: str
    points: str
    left: str


class Strip(Struct, frozen=True):
    """Everything that the picture of a turn shows.

    Attributes:
        title: the word for a turn, and its number.
        fighters: the players, in the order of their seats.
        first: which player acts first, and the word for that.
        unit: what the points are called.
        most: how many points fill a bar.
        fall: how the match ended; None if it goes on.
    """

    title: tuple[str, str]
    fighters: tuple[StripPlayer, ...]
    first: tuple[int, str]
    unit: str
    most: int
    beats: tuple[Beat, ...] = ()
    fall: Fall | None = None


def heights(beats: tuple[Beat, ...]) -> list[float]:
    """Return the height of each moment: kinds shrink as `SHRINKING` says until the picture is a square."""
    found: list[float] = [HEIGHTS[beat.size] for beat in beats]
    for size, least in SHRINKING:
        over = HEAD + sum(found) + GAP * len(found) - WIDE
        count = sum(beat.size == size for beat in beats)
        if over > 0 and count:
            found = [
                max(least, high - over / count) if beat.size == size else high
                for high, beat in zip(found, beats, strict=True)
            ]
    return found


def large_heights(beats: tuple[Beat, ...]) -> list[float]:
    """Return the height of each moment on a page: all grow alike towards `LARGE` while a square has room."""
    found = heights(beats)
    more = [LARGE[beat.size] - high for high, beat in zip(found, beats, strict=True)]
    spare = WIDE - HEAD - sum(found) - GAP * len(found)
    share = min(1.0, max(0.0, spare) / max(1.0, sum(more)))
    return [high + share * extra for high, extra in zip(found, more, strict=True)]
