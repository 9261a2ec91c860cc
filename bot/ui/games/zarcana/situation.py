"""What a panel shows of a Zarcana match: the scores, and the board space by space."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.games.panel_renderer import Laid, PanelLine
from bot.ui.games.zarcana import board
from bot.ui.texts.words import Rendered, Words
from engine.contract import Message, Seat, SeatRef, letter
from engine.games.zarcana.view import MinionView, SpaceView, ZarcanaView

PICKS: Final = 5
"""How many picks of a plan are named: the first, and the last ones."""


def situation(view: ZarcanaView, seat: Seat, words: Words) -> list[PanelLine]:
    """Return the scores of Zarcana, how to score, and the board; the picture shows all but how to score."""
    return [
        PanelLine(points(view, words), drawn=True),
        *(PanelLine(line) for line in _scoring(view, seat, words)),
        *(PanelLine(line, drawn=True) for line in spaces(view, words)),
    ]


def spaces(view: ZarcanaView, words: Words) -> list[str]:
    """Return the board: every space with minions in a line of its own, and the others by rows."""
    lines: list[str] = [_space(name, space, view, words) for name, space in view.board.items() if space.minions]
    rows: dict[str, list[str]] = {}
    for name, space in view.board.items():
        if not space.minions:
            rows.setdefault(name[1:], []).append(_space(name, space, view, words))
    return lines + [words("zarcana.panel.row", spaces=Rendered(" · ".join(row))) for row in rows.values()]


def points(view: ZarcanaView, words: Words) -> str:
    """Return everybody's points."""
    players = ", ".join(_player(view, each, words) for each in range(len(view.seats)))
    return words("zarcana.panel.points", players=Rendered(players))


def _player(view: ZarcanaView, seat: Seat, words: Words) -> str:
    shown = view.seats[letter(seat)]
    if shown.left:
        return words("zarcana.board.left", seat=SeatRef(seat))
    return words("zarcana.panel.player", seat=words.list_players([seat]), score=shown.score)


def _scoring(view: ZarcanaView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield how a seat can score, if nothing it has on the board scores yet."""
    if view.seats[letter(seat)].score or view.outcome is not None:
        return
    on_waste = any(minion.seat == seat for space in view.board.values() if not space.stack for minion in space.minions)
    yield words("zarcana.panel.wasteland" if on_waste else "zarcana.panel.scoring")


def _space(name: str, space: SpaceView, view: ZarcanaView, words: Words) -> Rendered:
    """Return a line about a space: its name, its top card with the score, and minions."""
    parts: list[str] = [board.top(space, words) if space.stack else words("zarcana.board.wasteland")]
    parts += [_minion(minion, words) for minion in space.minions]
    mark = words("zarcana.board.touched") if name in view.touched else ""
    return words("zarcana.board.space", space=name, mark=mark, parts=Rendered(" · ".join(parts)))


def _minion(minion: MinionView, words: Words) -> Rendered:
    size, facing = words(f"zarcana.size.{minion.size}"), words(f"zarcana.panel.facing.{minion.facing}")
    return words("zarcana.panel.minion", player=words.listed(minion.seat), size=size, facing=facing)


def plan(labels: Sequence[Message], words: Words) -> str:
    """Return the draft of Zarcana; of a long one the first and the last picks, because the board shows all of it."""
    picks = [words.made(label) for label in labels]
    if len(picks) > PICKS:
        picks[1 : len(picks) - PICKS + 1] = [Rendered("…")]
    return words("panel.draft", picks=Rendered(", ".join(picks)))


def held(view: ZarcanaView, seat: Seat) -> frozenset[str]:
    """Return the tarot cards in a seat's hand."""
    return frozenset(ref.card for ref in view.seats[letter(seat)].hand)


def open_cards(view: ZarcanaView, seat: Seat, words: Words) -> list[Laid]:
    """Return the cards under a seat's minions, which it may use: their options say what they do."""
    own = [space for space in view.board.values() if any(minion.seat == seat for minion in space.minions)]
    tops = tuple(card.card for space in own if (card := board.top_card(space)) is not None)
    return [Laid(words("zarcana.panel.under"), tops, matter=False, drawn=True)] if tops else []


def glimpsed(view: ZarcanaView, *_: object) -> list[str]:
    """Return the cards on the board, which its picture shows without their powers."""
    return [card.card for space in view.board.values() if (card := board.top_card(space)) is not None]
