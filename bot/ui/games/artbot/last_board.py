"""The contents of an Art Bot match's last board: how everybody ended, and the last cards that were discarded or won."""

from bot.ui.games.artbot import board
from bot.ui.games.artbot.scene import fronts
from bot.ui.games.finish import finish_of
from bot.ui.games.trophies import seat_tones
from bot.ui.pictures.last_board import LastBoard, LastCard
from bot.ui.texts.words import Spoken, Words
from engine.contract import Outcome
from engine.games.artbot.view import ArtBotView


def last_board(view: ArtBotView, outcome: Outcome, words: Words) -> LastBoard:
    """Return the last board of a match with this outcome."""
    spoken = Spoken.of(words)
    finish = finish_of(outcome, seat_tones(len(view.seats)), board.scores(view, spoken), spoken)
    title, cards = board.last_cards(view, outcome, spoken)
    return LastBoard(finish, title, tuple(LastCard(face, face.name, "card") for face in fronts(cards, words)))
