"""The contents of a Varia match's last board: how both players ended, and what they did in the last moment."""

from bot.ui.games.finish import finish_of
from bot.ui.games.varia import board
from bot.ui.games.varia.card_picture import TileCard
from bot.ui.games.varia.faces import outline_of
from bot.ui.games.varia.scene import ActionTile, board_head
from bot.ui.pictures.last_board import LastBoard, LastCard
from bot.ui.texts.words import Spoken, Words
from engine.contract import Outcome, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView


def last_board(view: VariaView, outcome: Outcome, pool: VariaCards, words: Words) -> LastBoard:
    """Return the last board of a match with this outcome."""
    spoken = Spoken.of(words)
    tones = [fighter.tones for fighter in board_head(view, pool, words).fighters]
    finish = finish_of(outcome, tones, board.scores(view, spoken), spoken)
    players = {player.seat: player for player in (*finish.winners, *finish.others)}
    disrupted = words.plain("varia.picture.disrupted")
    cards: list[LastCard] = []
    for seat, action in board.last_moment(view):
        face = outline_of(action, pool, words)
        tile = ActionTile(face, disrupted if action.disrupted else "", action.disrupted)
        cards.append(LastCard(TileCard(tile), face.name, f"last {letter(seat)}", players[seat]))
    return LastBoard(finish, words.plain("varia.picture.last"), tuple(cards))
