"""Art Bot's scoreboard on a panel: every player's health points or, in Toe-to-Toe, the cards that they have won."""

from typing import Final

from bot.ui.games.artbot import situation
from bot.ui.games.trophies import seat_tones
from bot.ui.pictures.badges import PileSign
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scoreboard import Note, PlayerScore, ScoreboardModel, draw_scoreboard
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.artbot.rulings import HAND
from engine.games.artbot.view import ArtBotView

SCORES: Final = "artbot-scores.png"


def score_picture(view: ArtBotView, seat: Seat, words: Words) -> Picture:
    """Return how every player of Art Bot stands, in turn order, as a picture described by the lines it stands for."""
    told = description("\n".join(situation.standing(view, Spoken.of(words))))
    return Picture(SCORES, draw_scoreboard(scoreboard_model(view, seat, words)), told)


def scoreboard_model(view: ArtBotView, seat: Seat, words: Words) -> ScoreboardModel:
    """Return the model of the scoreboard of Art Bot for the reader in a seat."""
    duel = view.mode == "toe-to-toe"
    most = max(1, *(len(each.won) if duel else each.hp for each in view.seats.values()))
    return ScoreboardModel(tuple(_score(view, each, seat, most, words) for each in view.order))


def _score(view: ArtBotView, seat: Seat, reader: Seat, most: int, words: Words) -> PlayerScore:
    shown, seats, duel = view.seats[letter(seat)], len(view.seats), view.mode == "toe-to-toe"
    points = len(shown.won) if duel else shown.hp
    notes: tuple[Note, ...] = ()
    if duel:
        notes = (Note(PileSign("deck"), words.plain("artbot.scores.deck", deck=shown.inactive_size)),)
    elif shown.active_size != HAND and not shown.out:
        notes = (Note(PileSign("hand"), words.plain("artbot.scores.hand", hand=shown.active_size)),)
    unit = "artbot.picture.out" if shown.out else "artbot.scores.won" if duel else "artbot.strip.hp"
    return PlayerScore(
        name=words.plain("player.you") if seat == reader else words.name(seat),
        sign=words.marks(seats)[seat],
        tones=seat_tones(seats)[seat],
        face=faces_of(words, seats)[seat],
        figure="" if shown.out else str(points),
        unit=words.plain(unit, count=points),
        share=points / most,
        notes=notes,
        heart=not duel,
    )
