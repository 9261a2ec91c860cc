"""The contents of the picture of a Zarcana turn: what was moved, built or attacked on the board, and by which card."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.report import last_before, told
from bot.ui.games.strips import unmarked
from bot.ui.games.trophies import seat_tones
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.games.zarcana.story import SIZES, TELLERS
from bot.ui.pictures.pyramids import PyramidArt
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.strip import Beat, Chip, Fighter, Half, Strip
from bot.ui.portraits import faces_of
from bot.ui.words import Spoken, Words
from engine.contract import CardRef, Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.kit.facts import Ended

MOVES: Final = (
    *(e.MinionEntered, e.Grew, e.MinionMoved, e.Shrank, e.Destroyed, e.Converted),
    *(e.TerritoryLost, e.Built, e.BuiltFaceDown, e.Transported),
)
"""What has a row of its own: everything that changes the board, except that a minion turns."""

SCORING: Final = (e.FinalRoundOpened, e.Scored, Ended)
"""What is told in a note at the end."""

FEW: Final = 2
"""Up to how many rows of a strip are large."""

MOST: Final = 8
"""The most rows of a strip."""


def turn_strip(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return the strip of a turn; None if nothing moved in it. `before` holds facts from before the turn."""
    began = last_before(e.TurnBegan, before)
    if not isinstance(began, e.TurnBegan) or not isinstance(words.cards, ZarcanaCards):
        return None
    seats = len(words.seats)
    beats = _beats(facts, began.seat, seats, Spoken.of(words))
    if not beats:
        return None
    if len(beats) <= FEW:
        beats = [replace(beat, size="hero") for beat in beats]
    spoken, marks, tones, faces = Spoken.of(words), words.marks(seats), seat_tones(seats), faces_of(words, seats)
    notes = [unmarked(told([fact], TELLERS, spoken)) for fact in facts if isinstance(fact, SCORING)]
    return Strip(
        title=(spoken("strip.turn"), str(began.turn)),
        fighters=tuple(
            Fighter(spoken.name(seat), "", marks[seat], tones[seat], None, faces[seat]) for seat in range(seats)
        ),
        first=(began.seat, spoken("zarcana.strip.acts")),
        unit="",
        most=1,
        beats=(*beats[:MOST], *(Beat("", "note", note, note=note) for note in notes)),
    )


def _beats(facts: Iterable[Fact], actor: Seat, seats: int, words: Words) -> list[Beat]:
    """Return a row for each move, with the card that made it; moves of one piece by one card share a row."""
    beats: list[Beat] = []
    card: CardRef | None = None
    before: list[Fact] = []
    goes_on = False
    for fact in facts:
        if isinstance(fact, e.Played | e.Used):
            card, goes_on = fact.card, False
        if isinstance(fact, MOVES):
            beat = _beat(len(beats) + 1, actor, card, fact, before, seats, words)
            joined = _joined(beats[-1], beat) if goes_on else None
            beats[len(beats) - (joined is not None) :] = [joined or beat]
            before, goes_on = [], True
        elif not isinstance(fact, (*SCORING, e.TurnBegan)):
            before.append(fact)
    return beats


def _joined(one: Beat, other: Beat) -> Beat | None:
    """Return the rows of two moves as one; None if they are not of one piece of the player who acts."""
    pairs = [*zip(one.halves, other.halves, strict=True)]
    if not any(half.vacant for half in one.halves) or any(half.names != then.names for half, then in pairs):
        return None
    halves = tuple(replace(half, chips=(*half.chips, *then.chips)) for half, then in pairs)
    return replace(one, halves=halves, told=f"{one.told} {other.told.partition(': ')[2]}")


def _beat(
    number: int, actor: Seat, card: CardRef | None, fact: Fact, before: Sequence[Fact], seats: int, words: Words
) -> Beat:
    """Return the row of one move; `before` holds what its sentence also says.

    What happens to the pieces of the player who acts has the whole width. In a duel, both players keep to their sides.
    """
    target = getattr(fact, "target", actor)
    lost = fact.size if isinstance(fact, e.Destroyed | e.Converted) else 1 if isinstance(fact, e.Shrank) else 0
    cause = Half(None, note=words.name(actor))
    if card is not None:
        cause = Half(None, (words.card(card.card),), _arts(card, words))
    moved = _moved(fact, target, words)
    duel = seats == 2  # noqa: PLR2004 - two players face each other
    if target == actor:
        cause, moved = _together(cause, moved), Half(None)
        target = 1 - actor if duel else actor
        losses = (lost, 0)
    else:
        losses = (0, lost)
    beat = Beat(
        label=str(number),
        size="clash",
        told=f"{number}: {unmarked(told([*before, fact], TELLERS, words))}",
        halves=(cause, moved),
        sides=(actor, target),
        losses=losses,
    )
    if not duel or not actor:
        return beat
    return replace(beat, halves=(moved, cause), sides=(target, actor), losses=losses[::-1])


def _together(cause: Half, moved: Half) -> Half:
    """Return a card and the piece that it moves as one side; a card that moves itself is shown once."""
    if cause.names == moved.names:
        return moved
    note = "" if cause.cards or moved.cards else moved.note
    return Half(
        None, (*cause.names, *moved.names), (*cause.cards, *moved.cards), chips=moved.chips, note=note, unplanned=True
    )


def _arts(card: CardRef, words: Words) -> tuple[Illustration, ...]:
    """Return a card's picture, if the card is known."""
    art = tarot_face(card.card, words).art
    return () if art is None else (art,)


def _moved(fact: Fact, seat: Seat, words: Words) -> Half:
    """Return the other side of a row: the card that came or went, or the minion of a seat that moved, and where."""
    card = fact.card if isinstance(fact, e.Built | e.TerritoryLost | e.Transported) else None
    if card is not None:
        chips = (Chip(_where(fact, words), "plain"),)
        return Half(None, (words.card(card.card),), _arts(card, words), chips=chips, unplanned=True)
    chips = (Chip(_where(fact, words), "plain"),)
    size = getattr(fact, "size", 0)
    if not size:
        return Half(None, note=words("zarcana.strip.face_down"), chips=chips)
    name = SIZES[size - 1]
    return Half(None, (words(f"zarcana.strip.{name}"),), (PyramidArt(seat, name),), chips=chips, unplanned=True)


def _where(fact: Fact, words: Words) -> str:
    """Return what happened where, in a few words."""
    kind = WHERE[type(fact)]
    spaces = {name: getattr(fact, name) for name in ("start", "space") if hasattr(fact, name)}
    return words(f"zarcana.strip.{kind}", **spaces)


WHERE: Final[dict[type[Fact], str]] = {
    e.MinionEntered: "enters",
    e.Grew: "grows",
    e.MinionMoved: "moves",
    e.Shrank: "shrinks",
    e.Destroyed: "falls",
    e.Converted: "converted",
    e.TerritoryLost: "lost",
    e.Built: "built",
    e.BuiltFaceDown: "built",
    e.Transported: "moves",
}
"""What is said of each kind of move."""
