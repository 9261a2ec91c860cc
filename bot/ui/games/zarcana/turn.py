"""The contents of the picture of a Zarcana turn: the card, and what moved, was built or was attacked on the board."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from bot.ui.games.report import last_before, told
from bot.ui.games.strips import at_most, plays, unmarked
from bot.ui.games.trophies import seat_tones
from bot.ui.games.zarcana.effects import EFFECTS, effects
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.games.zarcana.report import SCORES, is_play
from bot.ui.games.zarcana.story import TELLERS
from bot.ui.pictures.strip import Beat, Effect, Fighter, Play, Strip
from bot.ui.portraits import faces_of
from bot.ui.words import Spoken, Words
from engine.contract import CardRef, Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.kit.facts import Ended

AFTER: Final = (e.TurnBegan, e.FinalRoundOpened, e.Declared, e.TurnedUp, e.Scored, Ended)
"""What belongs to no card."""


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
    beats = [_beat(number, began.seat, deed, spoken) for number, deed in enumerate(deeds, begun)]
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
        beats=(*plays(beats, spoken), *scores, *(Beat("", "note", note, note=note) for note in notes)),
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


def _beat(number: int, seat: Seat, deed: Deed, words: Words) -> Beat:
    """Return the row of a card, or of what was done without one, which has no number."""
    card, facts = deed
    did = at_most(effects(facts, seat, words), seat, words)
    said = unmarked(told(facts, TELLERS, words))
    if card is None:
        return Beat("", "play", said, play=Play(seat, words.name(seat), effects=did))
    play = Play(seat, words.card(card.card), tarot_face(card.card, words).art, did)
    return Beat(str(number), "play", f"{number}: {said}", play=play)


def _scores(fact: e.Scored, words: Words) -> Beat:
    """Return the row with everybody's score."""
    scores = tuple(Effect(seat, words.name(seat), str(score)) for seat, score in enumerate(fact.scores))
    return Beat(SCORES, "play", unmarked(told([fact], TELLERS, words)), play=Play(None, effects=scores))
