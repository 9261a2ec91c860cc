"""Varia's scoreboard on a panel: both players' points and cards, and how far apart they are."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from bot.ui.games.varia import board
from bot.ui.games.varia.model import ap_note, board_head, hand_note, in_play, score_of
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scoreboard import ScoreboardModel, draw_scoreboard
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat, SeatRef, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaSeatView, VariaView

SCORES: Final = "varia-scores.png"


def score_picture(view: VariaView, seat: Seat, words: Words) -> Picture:
    """Return a picture of how a seat of Varia and its opponent stand, described by the lines that it stands for."""
    spoken = Spoken.of(words)
    told = description("\n".join([spoken(f"varia.picture.{view.distance}"), *standing(view, seat, spoken)]))
    return Picture(SCORES, draw_scoreboard(scoreboard_model(view, seat, words.pool(VariaCards), words)), told)


def standing(view: VariaView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield the opponent's points and what the opponent has in play, then the points of the seat itself."""
    other = view.seats[letter(1 - seat)]
    yield _points(other, 1 - seat, words)
    yield from board.in_play(other, words)
    yield _own_points(view.seats[letter(seat)], words)


def _own_points(shown: VariaSeatView, words: Words) -> str:
    """Return the reader's points, with the AP that the plan leaves."""
    return words("varia.panel.own", hp=max(0, shown.hp), ap=_ap(shown))


def _points(shown: VariaSeatView, seat: Seat, words: Words) -> str:
    return words("varia.panel.player", seat=SeatRef(seat), hp=max(0, shown.hp), ap=shown.ap, count=shown.hand_size)


def _ap(shown: VariaSeatView) -> int:
    """Return the reader's action points, less those that the plan takes."""
    return shown.ap_after if any(shown.plan) else shown.ap


def scoreboard_model(view: VariaView, seat: Seat, pool: VariaCards, words: Words) -> ScoreboardModel:
    """Return the model of the scoreboard of Varia: the opponent, then the reader in the seat."""
    head, other = board_head(view, pool, words), view.seats[letter(1 - seat)]
    players = []
    for each in (1 - seat, seat):
        shown = view.seats[letter(each)]
        if each == seat:
            own = score_of(head, each, (ap_note(_ap(shown), words),))
            players.append(replace(own, name=words.plain("player.you")))
        else:
            players.append(score_of(head, each, (ap_note(shown.ap, words), hand_note(shown.hand_size, words))))
    return ScoreboardModel(
        players=tuple(players),
        in_play=in_play(other, pool, words),
        distance=words.plain(f"varia.picture.{view.distance}"),
        apart="meet" if view.distance == "engaged" else "part",
    )
