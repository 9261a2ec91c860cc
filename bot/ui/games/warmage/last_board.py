"""The contents of a WarMage match's last board: how everybody ended, and the cards still on the table."""

from bot.ui.games.finish import finish_of
from bot.ui.games.trophies import seat_tones
from bot.ui.games.warmage import board
from bot.ui.games.warmage.scene import fronts
from bot.ui.pictures.last_board import LastBoard, LastCard
from bot.ui.texts.words import Spoken, Words
from engine.contract import Outcome
from engine.games.warmage.view import WarMageView


def last_board(view: WarMageView, outcome: Outcome, words: Words) -> LastBoard:
    """Return the last board of a match with this outcome."""
    spoken = Spoken.of(words)
    finish = finish_of(outcome, seat_tones(len(view.seats)), board.scores(view, spoken), spoken)
    title, cards = board.last_cards(view, spoken)
    spells = (each for ref in cards for each in fronts([ref], words))
    return LastBoard(finish, title, tuple(LastCard(face, face.name, "spell") for face in spells))
