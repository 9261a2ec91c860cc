"""Texts about the state of a Varia match."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from typing import Final, Literal, TypeAlias

from bot.ui.games.finish import finish_lines
from bot.ui.games.panel_renderer import Laid
from bot.ui.games.varia import cards
from bot.ui.texts.card_texts import once_a_card
from bot.ui.texts.words import Rendered, Words, copies
from engine.contract import CardRef, Seat, SeatRef, letter
from engine.games.varia.cards import action_of
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import ActionView, VariaSeatView, VariaView

Detail: TypeAlias = Literal["rules", "types", "figures"]
"""The level of detail for a card: everything, everything except its rules, or only its cost and figures."""

DETAILS: Final[tuple[Detail, ...]] = ("rules", "types", "figures")

HAND_ROOM: Final = 1800
"""The maximum number of characters for a hand; a longer text is replaced by one with less detail."""


def step(view: VariaView, words: Words) -> str:
    """Return the turn of Varia and its step, such as moving, planning or answering, or the current moment."""
    if view.moment:
        return words("varia.step.moment", turn=view.turn, moment=view.moment, moments=view.moments)
    return words(f"varia.step.{view.step}", turn=view.turn, round=view.round)


def board(view: VariaView, words: Words) -> str:
    """Return both players' points and piles, and the timeline; once the match is over, how it ended."""
    if view.outcome is not None:
        return "\n".join([*finish_lines(view.outcome, scores(view, words), words), *_last_moment(view, words)])
    lines: list[str] = [words(f"varia.board.{view.distance}")]
    for seat in (view.active, 1 - view.active):
        lines += player(view, seat, words)
    lines += _timeline(view, words)
    return "\n".join(lines)


def player(view: VariaView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield a player's points, then piles, stacks, items and queue."""
    shown = view.seats[letter(seat)]
    role = words("varia.board.active" if seat == view.active else "varia.board.reactive")
    yield words("varia.board.player", seat=SeatRef(seat), role=role, hp=max(0, shown.hp), ap=shown.ap)
    yield words(
        "varia.board.piles",
        hand=shown.hand_size,
        deck=shown.deck_size,
        discard=len(shown.discard),
        forgotten=shown.forgotten_size,
    )
    yield from in_play(shown, words)
    yield from known_and_queued(view, seat, words)


def known_and_queued(view: VariaView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield the cards in a player's hand and on top of the deck that the viewer knows, then the queue."""
    shown = view.seats[letter(seat)]
    if shown.hand_known and view.viewer != seat:
        yield words("varia.hand.known", cards=words.list_cards(shown.hand_known))
    if shown.deck_known:
        yield words("varia.deck.known", cards=words.list_cards(shown.deck_known))
    if shown.queue:
        yield words("varia.board.queue", queue=", ".join(words.cards_of(action.cards) for action in shown.queue))


def in_play(shown: VariaSeatView, words: Words) -> Iterable[str]:
    """Yield a player's stacks and items, with ruined items listed separately."""
    if shown.stacks:
        piles = ", ".join(f"{words.card(name)} ×{height}" for name, height in shown.stacks.items())
        yield words("varia.board.stacks", stacks=piles)
    if shown.items:
        yield words("varia.board.items", items=words.list_cards(shown.items))
    if shown.ruined:
        yield words("varia.board.ruined", items=words.list_cards(shown.ruined))


def piles(view: VariaView, words: Words) -> list[Laid]:
    """Return both Discard Piles of Varia, then the queues."""
    seats = [(seat, view.seats[letter(seat)]) for seat in (view.active, 1 - view.active)]
    return [
        *(
            Laid(
                words("varia.piles.discard", seat=SeatRef(seat), count=len(shown.discard)),
                tuple(ref.card for ref in shown.discard),
                told="\n".join(_pile(shown, words)),
            )
            for seat, shown in seats
        ),
        *(
            Laid(
                words("varia.piles.queue", seat=SeatRef(seat)),
                tuple(ref.card for action in shown.queue for ref in action.cards),
                told=", ".join(words.cards_of(action.cards) for action in shown.queue),
            )
            for seat, shown in seats
            if shown.queue
        ),
    ]


def _pile(shown: VariaSeatView, words: Words) -> Iterable[str]:
    """Yield the cards of a Discard Pile by their types, then how many count as of each subtype."""
    pool, kinds = words.pool(VariaCards), dict[str, list[CardRef]]()
    for ref in shown.discard:
        definition = pool.by_id[ref.card]
        figures = action_of(definition)
        kind = cards.kind(definition, words) if figures is None else cards.types(figures, words)
        kinds.setdefault(kind, []).append(ref)
    for kind, refs in kinds.items():
        yield words("varia.piles.kind", kind=Rendered(kind), cards=Rendered(words.list_equal_cards(refs)))
    counts = Counter(chain.from_iterable(shown.discard_subtypes))
    if counts:
        listed = ", ".join(f"{words.plain(f'varia.type.{name}')} {count}" for name, count in counts.most_common())
        yield words("varia.piles.subtypes", counts=Rendered(listed))


def _timeline(view: VariaView, words: Words) -> Iterable[str]:
    """Yield the timeline as numbered moments, each with the active player's and the reactive player's action."""
    first, second = view.seats[letter(view.active)].plan, view.seats[letter(1 - view.active)].plan
    moments = max(len(first), len(second))
    if not moments:
        return
    yield words("varia.board.timeline")
    for moment in range(moments):
        sides = [_action(plan[moment] if moment < len(plan) else None, words) for plan in (first, second)]
        beyond = view.moments and moment >= view.moments
        number = words("varia.board.beyond") if beyond else Rendered(f"`{moment + 1}`")
        yield words("varia.board.moment", number=number, first=sides[0], second=sides[1])


def last_moment(view: VariaView) -> Sequence[tuple[Seat, ActionView]]:
    """Return what was performed in the last moment with an action, the active player's first; none if nothing was."""
    order = (view.active, 1 - view.active)
    moments = zip_longest(*(view.seats[letter(seat)].plan for seat in order))
    performed = [
        [(seat, action) for seat, action in zip(order, actions, strict=True) if action is not None and action.performed]
        for actions in moments
    ]
    return next((actions for actions in reversed(performed) if actions), [])


def _last_moment(view: VariaView, words: Words) -> Iterable[str]:
    """Yield what everybody did in the last moment."""
    actions = last_moment(view)
    if actions:
        yield words("varia.picture.last")
    for seat, action in actions:
        yield words("varia.board.last", seat=SeatRef(seat), action=_action(action, words))


def _action(action: ActionView | None, words: Words) -> Rendered:
    if action is None:
        return words("varia.board.empty")
    name = words("varia.board.action", cards=action.cards, cost=cards.cost(action, words))
    if action.now:
        name = words("varia.board.now", action=name, now=action.now)
    if action.disrupted:
        return words("varia.board.disrupted", action=name)
    return name if action.will_pay or action.performed else words("varia.board.unpaid", action=name)


def hand(view: VariaView, seat: Seat, words: Words, room: int = HAND_ROOM) -> str:
    """Return a seat's hand of Varia and usable items in as much detail as fits, with equal cards grouped together."""
    shown = view.seats[letter(seat)]
    if shown.hand is None:
        return ""
    text, pool = "", words.pool(VariaCards)
    for detail in DETAILS:
        text = "\n".join([*_hand(shown.hand, pool, words, detail), *_usable(shown, pool, words, detail)])
        if len(text) <= room:
            break
    return text


def _hand(hand: Sequence[CardRef], pool: VariaCards, words: Words, detail: Detail) -> Iterable[str]:
    yield words("varia.hand.title")
    for card, count in Counter(ref.card for ref in hand).items():
        yield _entry(card, copies(count), detail, pool, words)
    if not hand:
        yield words("varia.hand.empty")


def _usable(shown: VariaSeatView, pool: VariaCards, words: Words, detail: Detail) -> Iterable[str]:
    usable = [ref for ref in shown.items if pool.performs(ref.card)]
    if usable:
        yield words("varia.hand.items")
        for ref in usable:
            yield _entry(ref.card, "", detail, pool, words)


@once_a_card
def _entry(card: str, number: str, detail: Detail, pool: VariaCards, words: Words) -> Rendered:
    """Return a card of a hand on one line: its name, its `number` of copies, its figures and its effect."""
    definition = pool.by_id[card]
    if detail == "figures":
        particulars = cards.figures_line(definition, words)
    else:
        does = cards.brief(definition, pool, words) if detail == "rules" else []
        particulars = " · ".join([cards.short(definition, words), *does])
    return words("varia.hand.card", card=CardRef(card), copies=number, particulars=Rendered(particulars))


def score(view: VariaView, seat: Seat, words: Words) -> str:
    """Return a player's Health Points in Varia."""
    return words("varia.panel.score", count=max(0, view.seats[letter(seat)].hp))


def scores(view: VariaView, words: Words) -> list[str]:
    """Return both players' Health Points in Varia, in the order of the seats."""
    return [score(view, seat, words) for seat in range(len(view.seats))]
