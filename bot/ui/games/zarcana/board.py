"""Texts about the state of a Zarcana match, complete without a picture, whether read or heard."""

from collections.abc import Iterable, Sequence

from bot.ui.games.finish import finish_lines
from bot.ui.games.panel_renderer import Laid, PanelLine
from bot.ui.games.zarcana import cards
from bot.ui.texts.words import Rendered, Words
from engine.contract import CardRef, Seat, SeatRef, letter
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.rulings import HAND
from engine.games.zarcana.view import MinionView, SpaceView, ZarcanaView

SOON = 3
"""The number of turns left to each player with which the step says that the final round is near."""

HAND_ROOM = 1500
"""The maximum number of characters for a hand with every card's power; if it needs more, only names are listed."""


def step(view: ZarcanaView, words: Words) -> str:
    """Return whose turn of Zarcana it is, whether it is an extra one or in the final round, or whether that is near."""
    kind = "over" if view.outcome else "final" if view.final is not None else "extra" if view.extra_turn else "turn"
    line = words(f"zarcana.step.{kind}", turn=view.turn, seat=SeatRef(view.active))
    left = view.turn_cap - view.seats[letter(view.active)].turns + 1
    return line if kind in ("over", "final") or left > SOON else words("zarcana.step.soon", step=line, count=left)


def board(view: ZarcanaView, words: Words) -> str:
    """Return the players, the piles, and the board space by space; once the match is over, how everybody ended."""
    spaces = [_space(name, space, view, words) for name, space in view.board.items()]
    if view.outcome is not None:
        scores = [score(view, seat, words) for seat in range(len(view.seats))]
        return "\n".join([*finish_lines(view.outcome, scores, words), *spaces])
    lines: list[str] = [_player(view, seat, words) for seat in range(len(view.seats))]
    top = words("zarcana.board.discard", card=view.discard[0]) if view.discard else words("zarcana.board.no_discard")
    lines.append(words("zarcana.board.piles", deck=view.deck_size, discard=len(view.discard), top=top))
    return "\n".join([*lines, *spaces])


def piles(view: ZarcanaView, words: Words) -> list[Laid]:
    """Return the discard pile of Zarcana, top card first."""
    return [Laid(words("zarcana.piles.discard", count=len(view.discard)), tuple(ref.card for ref in view.discard))]


def _player(view: ZarcanaView, seat: Seat, words: Words) -> Rendered:
    shown = view.seats[letter(seat)]
    if shown.left:
        return words("zarcana.board.left", seat=SeatRef(seat))
    small, medium, large = shown.stash.values()
    return words(
        "zarcana.board.player",
        seat=words.marked(seat),
        score=shown.score,
        hand=shown.hand_size,
        small=small,
        medium=medium,
        large=large,
    )


def _space(name: str, space: SpaceView, view: ZarcanaView, words: Words) -> Rendered:
    """Return a line about a space: its name, its top card with the score, the number of cards below, and minions."""
    parts: list[str] = [top(space, words) if space.stack else words("zarcana.board.wasteland")]
    if len(space.stack) > 1:
        parts.append(words("zarcana.board.below", count=len(space.stack) - 1))
    if space.minions:
        parts.append(", ".join(_minion(minion, words) for minion in space.minions))
    mark = words("zarcana.board.touched") if name in view.touched and view.outcome is None else ""
    return words("zarcana.board.space", space=name, mark=mark, parts=Rendered(" · ".join(parts)))


def top(space: SpaceView, words: Words) -> str:
    """Return a territory's top card, with its score if the card is face-up."""
    card = top_card(space)
    if card is None:
        return words("zarcana.board.face_down")
    return words("zarcana.board.card", card=card, value=cards.worth(card.card, words.pool(ZarcanaCards)))


def top_card(space: SpaceView) -> CardRef | None:
    """Return the card on top of a space if it lies face-up; None without one."""
    top = space.stack[-1] if space.stack else None
    return top if isinstance(top, CardRef) and len(space.stack) - 1 not in space.face_down else None


def _minion(minion: MinionView, words: Words) -> Rendered:
    size, facing = words(f"zarcana.size.{minion.size}"), words(f"zarcana.facing.{minion.facing}")
    return words("zarcana.board.minion", player=words.listed(minion.seat), size=size, facing=facing)


def hand(view: ZarcanaView, seat: Seat, words: Words) -> str:
    """Return the tarot cards in a seat's hand, each with its effect if that fits."""
    shown = view.seats[letter(seat)]
    lines: list[str] = [words("zarcana.hand.title", count=len(shown.hand))]
    if not shown.hand:
        return "\n".join([*lines, words("zarcana.hand.empty")])
    full = hand_cards(shown.hand, words)
    if sum(map(len, full)) > HAND_ROOM:
        full = [Rendered(words.list_cards(shown.hand))]
    return "\n".join([*lines, *full])


def hand_cards(held: Sequence[CardRef], words: Words) -> list[str]:
    """Return a line for each card of a hand, with the card's effect."""
    pool = words.pool(ZarcanaCards)
    powers = [Rendered(cards.short(ref.card, pool, words, wild=True)) for ref in held]
    return [words("zarcana.hand.card", card=ref, power=power) for ref, power in zip(held, powers, strict=True)]


def advice(view: ZarcanaView, seat: Seat, words: Words) -> list[PanelLine]:
    """Return what a player should know before locking in: banned cards, a hand over the limit."""
    asked = seat == view.active and view.outcome is None
    return [PanelLine(line) for line in _advice(view, seat, words)] if asked else []


def _advice(view: ZarcanaView, seat: Seat, words: Words) -> Iterable[str]:
    if view.banned:
        yield words("zarcana.advice.banned", cards=Rendered(words.list_cards(view.banned)))
    if view.seats[letter(seat)].hand_size > HAND:
        yield words("zarcana.advice.over_limit", limit=HAND)


def score(view: ZarcanaView, seat: Seat, words: Words) -> str:
    """Return a player's points in Zarcana."""
    return words("zarcana.panel.score", count=view.seats[letter(seat)].score)
