"""The contents of Varia's pictures of the timeline and of a hand, taken only from a view."""

from collections import Counter

from msgspec import Struct

from bot.ui.games.varia import board
from bot.ui.games.varia.faces import ActionFace, action_face, outline, outline_of
from bot.ui.pictures.rich_text import Paragraph
from bot.ui.pictures.scene import Illustration
from bot.ui.portraits import faces_of
from bot.ui.words import Words
from engine.contract import Seat, SeatRef, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import ActionView, VariaView


class ActionTile(Struct, frozen=True):
    """Everything that a tile shows; for a card without figures, this includes its rules.

    Attributes:
        face: what the tile shows of the card.
        mark: the card's status, in a word or two.
        out: whether the card no longer has any effect.
    """

    face: ActionFace
    mark: str = ""
    out: bool = False


class DuellistScene(Struct, frozen=True):
    """A player in the picture: sign, name and role, points, and lines of text about everything else.

    Attributes:
        face: what is shown instead of the sign; None if there is no such picture.
    """

    seat: Seat
    sign: str
    title: str
    hp: int
    ap: int
    lines: tuple[Paragraph, ...]
    face: Illustration | None = None


class Moment(Struct, frozen=True):
    """A column: its number or "beyond", and both players' actions, the active player's first."""

    number: str
    first: ActionTile | None
    second: ActionTile | None
    now: bool


class VariaBoardScene(Struct, frozen=True):
    """Everything that a picture of the timeline shows, and nothing else."""

    title: str
    engaged: bool
    units: tuple[str, str]
    players: tuple[DuellistScene, DuellistScene]
    moments: tuple[Moment, ...]


class VariaHandScene(Struct, frozen=True):
    """Everything that a picture of a hand shows: the cards with their numbers of copies, and what is in play."""

    cards: tuple[tuple[ActionFace, int], ...]
    below: tuple[ActionTile, ...]


def board_scene(view: VariaView, pool: VariaCards, words: Words) -> VariaBoardScene:
    """Return the scene of a duel: both fighters, and the moments on the timeline with their actions."""
    seats = (view.active, 1 - view.active)
    first, second = (view.seats[letter(seat)].plan for seat in seats)
    moments = [
        Moment(
            number=words.plain("varia.picture.beyond") if view.moments and at >= view.moments else str(at + 1),
            first=_tile(first, at, pool, words),
            second=_tile(second, at, pool, words),
            now=at + 1 == view.moment,
        )
        for at in range(max(len(first), len(second)))
    ]
    title = words.plain(f"varia.picture.{view.distance}")
    players = (_player(view, seats[0], words), _player(view, seats[1], words))
    units = (words.plain("varia.picture.hp"), words.plain("varia.picture.ap"))
    return VariaBoardScene(title, view.distance == "engaged", units, players, tuple(moments))


def _tile(plan: tuple[ActionView | None, ...], at: int, pool: VariaCards, words: Words) -> ActionTile | None:
    action = plan[at] if at < len(plan) else None
    if action is None:
        return None
    if action.disrupted:
        mark = "disrupted"
    elif action.performed:
        mark = "performed"
    else:
        mark = "" if action.will_pay else "queues"
    shown = words.plain(f"varia.picture.{mark}") if mark else ""
    return ActionTile(outline_of(action, pool, words), shown, action.disrupted)


def _player(view: VariaView, seat: Seat, words: Words) -> DuellistScene:
    shown = view.seats[letter(seat)]
    role = words.plain("varia.board.active" if seat == view.active else "varia.board.reactive")
    _, *lines = board.player(view, seat, words)
    sign, title = words.marks(len(view.seats))[seat], words.plain("varia.picture.player", seat=SeatRef(seat), role=role)
    told = tuple(Paragraph(line.removeprefix("-# ")) for line in lines)
    face = faces_of(words, len(view.seats))[seat]
    return DuellistScene(seat, sign, title, shown.hp, shown.ap, told, face)


def hand_scene(view: VariaView, seat: Seat, pool: VariaCards, words: Words) -> VariaHandScene:
    """Return the scene of a seat's hand, with the items and stacks that the seat has in play."""
    own = view.seats[letter(seat)]
    ruined = words.plain("varia.picture.ruined")
    counts = Counter(ref.card for ref in own.hand or ())
    return VariaHandScene(
        cards=tuple(
            (action_face(pool.by_id[card], pool, words, reminders=False), count) for card, count in counts.items()
        ),
        below=(
            *(ActionTile(outline(pool.by_id[ref.card], pool, words)) for ref in own.items),
            *(ActionTile(outline(pool.by_id[ref.card], pool, words), ruined, out=True) for ref in own.ruined),
            *(ActionTile(outline(pool.by_id[name], pool, words), f"×{high}") for name, high in own.stacks.items()),
        ),
    )
