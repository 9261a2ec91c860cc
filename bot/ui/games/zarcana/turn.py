"""The contents of the picture of a Zarcana turn: the card, and what moved, was built or was attacked on the board."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.ui.games.report import last_before, told
from bot.ui.games.strips import at_most, unmarked
from bot.ui.games.trophies import seat_tones
from bot.ui.games.zarcana.effects import EFFECTS, effects
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.games.zarcana.map_picture import MapPicture
from bot.ui.games.zarcana.position import Position, position_after
from bot.ui.games.zarcana.report import SCORES, is_play
from bot.ui.games.zarcana.story import TELLERS
from bot.ui.games.zarcana.turn_map import turn_maps
from bot.ui.pictures.strip import Beat, Effect, Fighter, Play, Size, Strip
from bot.ui.portraits import faces_of
from bot.ui.words import Spoken, Words
from engine.contract import CardRef, Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.kit.facts import Ended

AFTER: Final = (e.TurnBegan, e.FinalRoundOpened, e.Declared, e.TurnedUp, e.Scored, Ended)
"""What belongs to no card."""


MAPS: Final = 2
"""The most plays of a turn of which each has the board beside it; more would be too small."""

Deed: TypeAlias = tuple[CardRef | None, list[Fact]]
"""A card that was played, or None for what was done without one, and everything that followed."""


def turn_strip(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return the strip of a turn; None if no card was played in it, nothing moved, and nobody scored.

    `before` holds facts from before the turn.
    """
    began = last_before(e.TurnBegan, before)
    if not isinstance(began, e.TurnBegan) or not isinstance(words.cards, ZarcanaCards):
        return None
    seats, spoken = len(words.seats), Spoken.of(words)
    deeds = _deeds(facts)
    begun = 1 if deeds and deeds[0][0] is not None else 0
    position = position_after(before) if len(deeds) <= MAPS else None
    beats = [_beat(number, began.seat, deed, position, spoken) for number, deed in enumerate(deeds, begun)]
    scores = [_scores(fact, spoken) for fact in facts if isinstance(fact, e.Scored)]
    if not beats and not scores:
        return None
    marks, tones, faces = spoken.marks(seats), seat_tones(seats), faces_of(words, seats)
    ends = (e.FinalRoundOpened, Ended)
    notes = [unmarked(told([fact], TELLERS, spoken)) for fact in facts if isinstance(fact, ends)]
    return Strip(
        title=(spoken("strip.turn"), str(began.turn)),
        fighters=tuple(
            Fighter(spoken.name(seat), "", marks[seat], tones[seat], None, faces[seat]) for seat in range(seats)
        ),
        first=(began.seat, spoken("zarcana.strip.acts")),
        unit="",
        most=1,
        beats=(*beats, *scores, *(Beat("", "note", note, note=note) for note in notes)),
    )


def _deeds(facts: Iterable[Fact]) -> list[Deed]:
    """Return the cards that were played, and what was done on the board before the first one."""
    deeds: list[Deed] = []
    for fact in facts:
        if isinstance(fact, e.Played | e.Used | e.FoolDrew) and is_play(fact):
            deeds.append((fact.card, []))
        elif not deeds and type(fact) in EFFECTS:
            deeds.append((None, []))
        if deeds and not isinstance(fact, AFTER):
            deeds[-1][1].append(fact)
    return deeds


def _beat(number: int, seat: Seat, deed: Deed, position: Position | None, words: Words) -> Beat:
    """Return the row of a card, or of what was done without one, which has no number.

    `position` is the board before it, and is left as it is after it; None if that is not known.
    """
    card, facts = deed
    maps = None if position is None else turn_maps(position, facts, words)
    did = at_most(effects(facts, seat, words), seat, words)
    said = unmarked(told(facts, TELLERS, words))
    name, art = (words.name(seat), None) if card is None else (words.card(card.card), tarot_face(card.card, words).art)
    play = Play(seat, name, art, did)
    if maps is not None:
        before, after = maps
        play = replace(play, before=MapPicture(before), board=MapPicture(after))
    size: Size = "play" if maps is None else "map"
    return Beat("", size, said, play=play) if card is None else Beat(str(number), size, f"{number}: {said}", play=play)


def _scores(fact: e.Scored, words: Words) -> Beat:
    """Return the row with everybody's score."""
    scores = tuple(Effect(seat, words.name(seat), str(score)) for seat, score in enumerate(fact.scores))
    return Beat(SCORES, "play", unmarked(told([fact], TELLERS, words)), play=Play(None, effects=scores))
