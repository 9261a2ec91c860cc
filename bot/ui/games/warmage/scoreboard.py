"""WarMage's scoreboard on a panel: every player's Wounds, and the others' hands."""

from typing import Final

from bot.ui.games.trophies import seat_tones
from bot.ui.games.warmage import situation
from bot.ui.games.warmage.picture import WOUND, WoundCard
from bot.ui.pictures.badges import PileSign
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scoreboard import Note, PlayerScore, ScoreboardModel, draw_scoreboard
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.warmage.rulings import wound_cards
from engine.games.warmage.view import WarMageView

SCORES: Final = "warmage-scores.png"


def score_picture(view: WarMageView, seat: Seat, words: Words) -> Picture:
    """Return how every player of WarMage stands, the seat's own last, as a picture described by its lines."""
    told = description("\n".join(situation.standing(view, seat, Spoken.of(words))))
    return Picture(SCORES, draw_scoreboard(scoreboard_model(view, seat, words)), told)


def scoreboard_model(view: WarMageView, seat: Seat, words: Words) -> ScoreboardModel:
    """Return the model of the scoreboard of WarMage for the reader in a seat."""
    return ScoreboardModel(tuple(_score(view, each, seat, words) for each in situation.reader_last(view, seat)))


def _score(view: WarMageView, seat: Seat, reader: Seat, words: Words) -> PlayerScore:
    shown, seats = view.seats[letter(seat)], len(view.seats)
    wounds = {"flesh": shown.flesh, "mortal": shown.mortal}
    notes = [
        Note(WoundCard(kind), words.plain(f"warmage.scores.{kind}", count=count), WOUND[0] / WOUND[1])
        for kind, count in wounds.items()
        if count
    ]
    if seat != reader:
        notes.append(Note(PileSign("hand"), words.plain("warmage.panel.hand", count=shown.hand_size)))
    return PlayerScore(
        name=words.plain("player.you") if seat == reader else words.name(seat),
        sign=words.marks(seats)[seat],
        tones=seat_tones(seats)[seat],
        face=faces_of(words, seats)[seat],
        figure="" if shown.out else str(shown.left),
        unit=words.plain("warmage.picture.out" if shown.out else "warmage.scores.left", count=shown.left),
        share=shown.left / (2 * wound_cards(seats)),
        notes=() if shown.out else tuple(notes),
    )
