"""A table before its match as a picture."""

from collections.abc import Mapping
from typing import Any

from bot.host.lobby import Lobby, missing
from bot.ui.games.renderer import Renderer
from bot.ui.games.trophies import seat_tones
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.pictures.table_card import Chair, TableCard, draw_table
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat
from engine.players.characters import level_of


def table_picture(shown: Lobby, arts: tuple[Illustration, ...], renderer: Renderer, words: Words) -> Picture:
    """Return a table as a picture; `arts` are some of the game's cards."""
    card = table_card(shown, arts, renderer, Spoken.of(words))
    return Picture("table.png", draw_table(card), description(_described(shown, card, words)))


def table_card(shown: Lobby, arts: tuple[Illustration, ...], renderer: Renderer, words: Words) -> TableCard:
    """Return everything that the picture of a table shows."""
    count = len(shown.seats)
    faces, signs, tones, asked = faces_of(words, count), words.marks(count), seat_tones(count), missing(shown)
    chairs = [
        Chair(
            name=words.name(seat.seat),
            note=words("lobby.must_agree") if seat.seat in asked else _note(shown, seat.seat, words),
            sign=signs[seat.seat],
            tones=tones[seat.seat],
            face=faces[seat.seat],
            deck=_deck_face(shown, seat.deck, renderer, words),
            taken=True,
        )
        if seat.taken
        else Chair(*_empty(seat.kept_for, seat.name, words), "", tones[seat.seat], None, None, taken=False)
        for seat in shown.seats
    ]
    return TableCard(words(f"{shown.match.game}.name"), arts, renderer.tones, tuple(chairs))


def _note(shown: Lobby, seat: Seat, words: Words) -> str:
    """Return what stands below a player's name: the level of a house player, and the deck."""
    character, deck = words.house(seat), shown.seats[seat].deck
    level = "" if character is None else words(f"level.{level_of(character)}.name")
    return " · ".join(part for part in (level, "" if deck is None else deck["name"]) if part)


def _empty(invited: int | None, name: str | None, words: Words) -> tuple[str, str]:
    """Return what is written on an empty chair, and below that: the name of an invited person, if it is known."""
    if invited is None:
        return words("lobby.chair.free"), ""
    kept = words("lobby.chair.kept")
    return (name, kept) if name else (kept, "")


def _deck_face(shown: Lobby, deck: Mapping[str, Any] | None, renderer: Renderer, words: Words) -> Illustration | None:
    """Return the face of a ready-made deck that somebody plays; None for other decks."""
    ready = next((choice.stored for choice in shown.decks if deck is not None and choice.stored == deck), None)
    face = None if ready is None else renderer.deck_face(ready["cards"], words.cards)
    return None if face is None else face.face


def _described(shown: Lobby, card: TableCard, words: Words) -> str:
    """Return everything that the picture of a table shows, in sentences."""
    lines = [words.plain("lobby.described", game=card.game)]
    for number, chair in enumerate(card.chairs, 1):
        who = ", ".join(part for part in (chair.name, chair.note) if part)
        lines.append(words.plain("lobby.described.seat", number=number, who=who))
    return "\n".join(lines)
