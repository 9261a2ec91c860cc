"""Pictures of turns: a strip and its sentences, the same for every game."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.report import last_before
from bot.ui.games.trophies import seat_tones
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.pictures.strip import Beat, Effect, Strip, StripPlayer
from bot.ui.pictures.strip_moment import draw_moment
from bot.ui.pictures.strip_motion import draw_motion
from bot.ui.pictures.strip_scene import draw_strip
from bot.ui.texts.words import Rendered, Spoken, Words
from engine.contract import Fact, Seat
from engine.kit.facts import Drew, DrewUnseen, Standing

NAME, MOVING, MOMENT = "turn.png", "turn.webp", "moment.png"

PLAYS, EFFECTS = 4, 6
"""How many rows of plays a strip shows, and how much of what each of them did."""

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


def moments(strip: Strip, told: Mapping[str, str]) -> dict[str, Picture]:
    """Return the moments of a strip with these labels as large pictures, each with the description `told` for it.

    Notes have none. A moment about several goes by the label of the first.
    """
    shown = {beat.label.partition("–")[0]: beat for beat in strip.beats if beat.halves or beat.play is not None}
    return {
        label: Picture(MOMENT, draw_moment(replace(strip, beats=(beat,))), description(told[label]))
        for label, beat in shown.items()
        if label in told
    }


def at_most(effects: Sequence[Effect], side: Seat, words: Words, most: int = EFFECTS) -> tuple[Effect, ...]:
    """Return what a play did, with the last as a number if it is too much for a picture."""
    if len(effects) <= most:
        return tuple(effects)
    more = len(effects) - most + 1
    return (*effects[: most - 1], Effect(side, words("strip.more_effects", count=more)))


def seat_players(points: Sequence[int | None], words: Words) -> tuple[StripPlayer, ...]:
    """Return the players of a strip in the order of their seats, in the seats' colours, with these points."""
    seats = len(points)
    marks, tones, faces = words.marks(seats), seat_tones(seats), faces_of(words, seats)
    return tuple(
        StripPlayer(words.name(seat), "", marks[seat], tones[seat], has, faces[seat]) for seat, has in enumerate(points)
    )


def cards_drawn(facts: Iterable[Fact]) -> Mapping[Seat, int]:
    """Return how many cards each player drew."""
    drawn: Counter[Seat] = Counter()
    for fact in facts:
        if isinstance(fact, Drew | DrewUnseen):
            drawn[fact.seat] += fact.count if isinstance(fact, DrewUnseen) else len(fact.cards)
    return drawn


def in_few_rows(strip: Strip | None, words: Words) -> Strip | None:
    """Return a strip with at most `PLAYS` rows of cards: those that hurt nobody and stopped nothing share the last one.

    Among equals, earlier ones do. The row names them, and its sentence is all of theirs. None stays None.
    """
    if strip is None:
        return None
    plays = [number for number, beat in enumerate(strip.beats) if beat.play is not None and beat.play.side is not None]
    room = PLAYS - any(beat.halves for beat in strip.beats)
    if len(plays) <= room:
        return strip
    first = sorted(plays, key=lambda number: (*_weight(strip.beats[number]), number), reverse=True)[: room - 1]
    rest = [strip.beats[number] for number in plays if number not in first]
    kept = [beat for beat in strip.beats if beat not in rest]
    names = ", ".join(beat.play.name for beat in rest if beat.play is not None)
    note = Spoken.of(words)("strip.more_plays", count=len(rest), cards=Rendered(names))
    place = 1 + max(kept.index(strip.beats[number]) for number in first)
    shared = Beat("", "note", " ".join(beat.told for beat in rest), note=note)
    return replace(strip, beats=(*kept[:place], shared, *kept[place:]))


def with_outcome(strip: Strip | None, facts: Sequence[Fact]) -> Strip | None:
    """Return a strip whose head also shows the points after the turn, if its facts tell them. None stays None."""
    after = last_before(Standing, facts)
    if strip is None or after is None:
        return strip
    fighters = [replace(player, after=max(0, has)) for player, has in zip(strip.fighters, after.points, strict=True)]
    return replace(strip, fighters=tuple(fighters), most=max(strip.most, *after.points))


def with_points(strip: Strip, points: Sequence[int]) -> Strip:
    """Return a strip whose head shows these points, if there are any, rather than those before the turn."""
    if not points:
        return strip
    shown = [max(0, each) for each in points]
    fighters = [replace(player, points=has) for player, has in zip(strip.fighters, shown, strict=True)]
    return replace(strip, fighters=tuple(fighters), most=max(strip.most, *shown))


def seen_by(strip: Strip, seat: Seat) -> Strip:
    """Return a strip of two players with the one in this seat on the left; any other strip stays as it is."""
    if seat != 1 or strip.fighters[2:]:
        return strip
    fall = None if strip.fall is None else replace(strip.fall, side=1 - strip.fall.side)
    first = (1 - strip.first[0], strip.first[1])
    return replace(
        strip, fighters=strip.fighters[::-1], first=first, beats=tuple(map(_mirrored, strip.beats)), fall=fall
    )


def _mirrored(beat: Beat) -> Beat:
    play = beat.play
    if play is not None and play.side is not None:
        did, used = ([replace(each, side=1 - each.side) for each in told] for told in (play.effects, play.used))
        play = replace(play, side=1 - play.side, effects=tuple(did), used=tuple(used))
    return replace(beat, halves=beat.halves[::-1], losses=beat.losses[::-1], play=play)


def _weight(beat: Beat) -> tuple[bool, bool]:
    """Return whether a play hurt anyone, and whether it took anything away."""
    did = () if beat.play is None else (*beat.play.effects, *beat.play.used)
    return any(effect.hurts for effect in did), any(effect.gone for effect in did)


def described(strip: Strip) -> str:
    """Return everything that a strip shows, in sentences."""
    title = " ".join(strip.title)
    players = ", ".join(f"{each.name} ({', '.join(_about(each, strip.unit))})" for each in strip.fighters)
    lines = [f"{title}: {players}.", *(beat.told for beat in strip.beats)]
    if strip.fall is not None:
        lines.append(f"{strip.fall.told}. {strip.fall.left}.")
    return "\n".join(lines)


def _about(fighter: StripPlayer, unit: str) -> Iterable[str]:
    """Yield a player's sign, role and points, as far as there are any."""
    yield fighter.sign
    if fighter.role not in ("", fighter.name):
        yield fighter.role
    if fighter.points is not None:
        yield f"{fighter.told} {unit}"


def unmarked(text: str) -> str:
    """Return a text without the signs that stand beside its words."""
    letters = (letter for letter in text.replace("*", "") if unicodedata.category(letter) not in ("So", "Mn"))
    return " ".join("".join(letters).split()).replace("( ", "(").replace(" )", ")")
