"""The contents of the picture of a Zarcana turn: the card, and what moved, was built or was attacked on the board."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.episodes import Episode
from bot.ui.games.report import last_before
from bot.ui.games.strips import at_most, seat_players, unmarked
from bot.ui.games.zarcana.episodes import SCORES, effects, episodes
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.games.zarcana.map_picture import MapPicture
from bot.ui.games.zarcana.position import MapPosition, position_after
from bot.ui.games.zarcana.turn_map import turn_maps
from bot.ui.pictures.strip import Beat, Effect, Strip, StripPlay
from bot.ui.texts.words import Rendered, Spoken, Words
from engine.contract import Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.kit.facts import Ended, Standing
from engine.kit.forecasts import signed

MAPS: Final = 2
"""The most plays of a turn of which each has the board beside it; more would be too small."""


def turn_strip(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return the strip of a turn of Zarcana; None if no card was played in it, nothing moved, and nobody scored.

    `before` holds facts from before the turn.
    """
    began = last_before(e.TurnBegan, before)
    if not isinstance(began, e.TurnBegan):
        return None
    spoken = Spoken.of(words)
    happened = episodes(facts, spoken)
    plays = [each for each in happened if each.label not in (None, SCORES)]
    position = position_after(before) if len(plays) <= MAPS else None
    beats = [_beat(each, began.seat, position, spoken) for each in plays]
    scores = [_scores(each, spoken) for each in happened if each.label == SCORES]
    if not beats and not scores:
        return None
    said = [said for each in happened for said in each.says]
    notes = [unmarked(each.text) for each in said if isinstance(each.fact, e.FinalRoundOpened | Ended)]
    notes = [*(() if scores else map(unmarked, points_changed(facts, before, spoken))), *notes]
    had = _points(before, words)
    return Strip(
        title=(spoken("strip.turn"), str(began.turn)),
        fighters=seat_players(had, spoken),
        first=(began.seat, spoken("zarcana.strip.acts")),
        unit=spoken("zarcana.strip.points"),
        most=max(1, *had),
        beats=(*beats, *scores, *(Beat("", "note", note, note=note) for note in notes)),
    )


def points_changed(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return the points of the players who have gained or lost some in a line, and why; none if nobody has.

    Without facts from before it is not known who had what, as where a match goes on from a position.
    """
    if not before:
        return []
    had, has = (_points(each, words) for each in (before, (*before, *facts)))
    changes = [
        words(
            "zarcana.panel.changed",
            seat=words.list_players([seat]),
            score=words("zarcana.strip.way", start=old, space=new),
            why=_reasons(seat, facts, before, words),
        )
        for seat, (old, new) in enumerate(zip(had, has, strict=True))
        if old != new
    ]
    return [words("zarcana.panel.points", players=Rendered(", ".join(changes)))] if changes else []


def _reasons(seat: Seat, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Rendered:
    """Return in brackets by which spaces a player's points have changed, and how; empty if the board is not known."""
    old, new = position_after(before), position_after((*before, *facts))
    if old is None or new is None:
        return Rendered("")
    reasons, values = list[str](), words.pool(ZarcanaCards).value_of
    for space in dict.fromkeys((*old.stacks, *new.stacks)):
        has = new.worth(space, seat, values)
        if change := has - old.worth(space, seat, values):
            shared = space in new.stacks and seat in {piece.seat for piece in new.at(space)}
            kind = "alone" if has else "shared" if shared else "lost"
            reasons.append(words(f"zarcana.why.{kind}", space=space, change=signed(change)))
    return Rendered(f" ({', '.join(reasons)})" if reasons else "")


def _points(facts: Sequence[Fact], words: Words) -> tuple[int, ...]:
    """Return everybody's points after some facts of a match."""
    standing = last_before(Standing, facts)
    return (0,) * len(words.seats) if standing is None else standing.points


def _beat(episode: Episode, seat: Seat, position: MapPosition | None, words: Words) -> Beat:
    """Return the row of a card, or of what was done without one, which has no number.

    `position` is the board before it, and is left as it is after it; None if that is not known.
    """
    first, label = episode.says[0].fact, episode.label or ""
    card = first.card if isinstance(first, e.Played | e.Used | e.FoolDrew) and label else None
    maps = None if position is None else turn_maps(position, episode.facts, words)
    name, art = (
        (words.name(seat), None)
        if card is None
        else (words.card(card.card), tarot_face(card.card, words.pool(ZarcanaCards)).art)
    )
    play = StripPlay(seat, name, art, at_most(effects(episode, seat, words), seat, words))
    if maps is not None:
        before, after = maps
        play = replace(play, before=MapPicture(before), board=MapPicture(after))
    said = unmarked(episode.sentences())
    return Beat(label, "play" if maps is None else "map", f"{label}: {said}" if label else said, play=play)


def _scores(episode: Episode, words: Words) -> Beat:
    """Return the row with everybody's score."""
    scores = tuple(
        Effect(seat, words.name(seat), str(score))
        for fact in episode.facts
        if isinstance(fact, e.Scored)
        for seat, score in enumerate(fact.scores)
    )
    return Beat(SCORES, "play", unmarked(episode.says[0].text), play=StripPlay(None, effects=scores))
