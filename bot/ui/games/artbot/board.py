"""Texts about the state of an Art Bot match."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.games.artbot import cards
from bot.ui.games.finish import finish_lines
from bot.ui.games.panel_renderer import Laid
from bot.ui.texts.words import Rendered, Value, Words, copies
from engine.contract import CardRef, Outcome, Seat, SeatRef, letter
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.view import ArtBotSeatView, ArtBotView

LAST: Final = 4
"""The number of cards on the last board."""


def step(view: ArtBotView, words: Words) -> str:
    """Return the round and turn or, in Toe-to-Toe, the number of the draw."""
    mode = "duel" if view.mode == "toe-to-toe" else "battle"
    return words(f"artbot.step.{mode}.{view.step}", turn=view.turn, round=view.round, rounds=view.round_cap)


def board(view: ArtBotView, words: Words) -> str:
    """Return every player's points and piles in turn order, and the latest Glitch or the hit that awaits an answer.

    Once the match is over, return how it ended.
    """
    if view.outcome is not None:
        return last_lines(view, view.outcome, words)
    line = _duellist if view.mode == "toe-to-toe" else _player
    lines = [line(view, seat, words) for seat in view.order]
    return "\n".join([*_glitch(view, words), *lines, *_hit(view, words)])


def describe_board(view: ArtBotView, words: Words) -> str:
    """Return a description of Art Bot's table to be read aloud: the most urgent facts first, without details."""
    if view.outcome is not None:
        return last_lines(view, view.outcome, words)
    line = _duellist if view.mode == "toe-to-toe" else _points
    return "\n".join([*_hit(view, words), *_glitch(view, words), *(line(view, seat, words) for seat in view.order)])


def last_lines(view: ArtBotView, outcome: Outcome, words: Words) -> str:
    """Return how everybody ended, and the last cards that were discarded or, in Toe-to-Toe, won."""
    lines = finish_lines(outcome, [score(view, each, words) for each in range(len(view.seats))], words)
    seat, cards = last_cards(view)
    title = words(f"artbot.picture.{kept(view)}", seat=SeatRef(seat))
    below = [words("finish.cards", title=title, cards=words.list_cards(cards))] if cards else []
    return "\n".join([*lines, *below])


def kept(view: ArtBotView) -> str:
    """Return what `last_cards` were, as the last part of a message id."""
    return "prizes" if view.mode == "toe-to-toe" else "discarded"


def last_cards(view: ArtBotView) -> tuple[Seat, Sequence[CardRef]]:
    """Return the newest cards that the runner-up discarded or, in Toe-to-Toe, that the winner has won, and whose.

    There are none if first place is shared, or if the runner-up left: all cards of a player who leaves are put away.
    """
    outcome = view.outcome
    if outcome is None or len(outcome.ranking[0]) > 1:
        return 0, ()
    if view.mode == "toe-to-toe":
        [seat] = outcome.ranking[0]
        return seat, view.seats[letter(seat)].won[::-1][:LAST]
    seat = outcome.ranking[1][0]
    return seat, () if outcome.reason == "artbot.end.left" else view.seats[letter(seat)].discard[:LAST]


def _points(view: ArtBotView, seat: Seat, words: Words) -> str:
    shown = view.seats[letter(seat)]
    if shown.out:
        return words("artbot.spoken.out", seat=SeatRef(seat), discard=len(shown.discard))
    key = "artbot.spoken.active" if seat == view.active else "artbot.spoken.player"
    piles = {"hand": shown.active_size, "deck": shown.inactive_size, "discard": len(shown.discard)}
    line = words(key, seat=SeatRef(seat), hp=shown.hp, **piles)
    return f"{line} {words('artbot.spoken.top', card=shown.discard[0])}" if shown.discard else line


def _player(view: ArtBotView, seat: Seat, words: Words) -> str:
    shown = view.seats[letter(seat)]
    if shown.out:
        return words("artbot.board.out", seat=SeatRef(seat), discard=len(shown.discard))
    key = "artbot.board.active" if seat == view.active else "artbot.board.player"
    points = words(key, seat=words.marked(seat), hp=shown.hp)
    piles: dict[str, Value] = {"hand": shown.active_size, "deck": shown.inactive_size, "discard": len(shown.discard)}
    if not shown.discard:
        return f"{points}\n{words('artbot.board.piles', **piles)}"
    return f"{points}\n{words('artbot.board.piles.top', card=shown.discard[0], **piles)}"


def _duellist(view: ArtBotView, seat: Seat, words: Words) -> str:
    shown = view.seats[letter(seat)]
    line = words(
        "artbot.board.duellist",
        seat=words.marked(seat),
        won=len(shown.won),
        deck=shown.inactive_size,
        aside=len(shown.aside),
    )
    last = f" · {words('artbot.board.won', card=shown.won[-1])}" if shown.won else ""
    pot = f"\n{words('artbot.board.pot', cards=words.list_cards(shown.in_play))}" if shown.in_play else ""
    return f"{line}{last}{pot}"


def piles(view: ArtBotView, words: Words) -> list[Laid]:
    """Return every player's Discard Pile, newest card first, or in Toe-to-Toe the cards that each player has won."""
    duel = view.mode == "toe-to-toe"
    key = "artbot.piles.won" if duel else "artbot.piles.discard"
    zones = ((seat, view.seats[letter(seat)]) for seat in view.order)
    of_seats = ((seat, shown.won if duel else shown.discard) for seat, shown in zones)
    return [
        Laid(words(key, seat=SeatRef(seat), count=len(pile)), tuple(ref.card for ref in pile))
        for seat, pile in of_seats
    ]


def _glitch(view: ArtBotView, words: Words) -> Iterable[str]:
    """Yield a line about the latest Glitch, unless a hit is awaiting an answer."""
    if view.glitch is not None and view.hit is None:
        yield words("artbot.board.glitch", seat=SeatRef(view.glitch.seat), short=SeatRef(view.glitch.short))


def _hit(view: ArtBotView, words: Words) -> Iterable[str]:
    """Yield a line about the cards that the open hit has revealed, and what its victim has to do."""
    hit = view.hit
    if hit is None:
        return
    yield words(
        "artbot.board.backfire" if hit.backfires else "artbot.board.hit",
        victim=SeatRef(hit.victim),
        seat=SeatRef(hit.seat),
        cards=words.list_cards(hit.revealed),
        pp=hit.pp,
        rp=hit.rp,
        net=hit.pp - hit.rp,
        count=hit.count,
    )


def hand(view: ArtBotView, seat: Seat, words: Words) -> str:
    """Return a seat's Active Deck, with equal cards grouped together; empty in Toe-to-Toe, which has no such deck."""
    shown = view.seats[letter(seat)]
    if view.mode == "toe-to-toe":
        return ""
    return "\n".join(
        [words("artbot.hand.title", count=shown.active_size), *_hand(shown, words.pool(ArtBotCards), words)]
    )


def choice(view: ArtBotView, seat: Seat, words: Words) -> str:
    """Return the cards that a hit has revealed, each with its details, for the victim to choose from."""
    hit, pool = view.hit, words.pool(ArtBotCards)
    if hit is None:
        return ""
    cards_ = [
        words("artbot.hand.card", card=ref, copies="", particulars=Rendered(cards.short(pool.by_id[ref.card], words)))
        for ref in hit.revealed
    ]
    return "\n".join([words("artbot.picture.choose", seat=SeatRef(seat), count=hit.count), *cards_])


def _hand(shown: ArtBotSeatView, pool: ArtBotCards, words: Words) -> Iterable[str]:
    for card, count in Counter(ref.card for ref in shown.active if ref is not None).items():
        particulars = Rendered(cards.short(pool.by_id[card], words))
        yield words("artbot.hand.card", card=CardRef(card), copies=copies(count), particulars=particulars)
    if not shown.active:
        yield words("artbot.hand.empty")


def score(view: ArtBotView, seat: Seat, words: Words) -> str:
    """Return a player's Health Points or, in Toe-to-Toe, the number of cards won."""
    shown = view.seats[letter(seat)]
    if view.mode == "toe-to-toe":
        return words("artbot.cards", count=len(shown.won))
    return words("artbot.panel.score", count=shown.hp)
