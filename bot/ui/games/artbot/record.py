"""What an Art Bot match's facts say for its trophy: health points or cards won, and the hits that cost the most."""

from collections.abc import Sequence

from bot.ui.games.artbot import board
from bot.ui.games.artbot.robot import robot_of
from bot.ui.games.trophies import Deed, MatchRecord, better, by_turn, most_used, per_seat, seat_tones
from bot.ui.texts.words import Words
from engine.contract import CardRef, Fact, Seat
from engine.games.artbot import events as e
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.rulings import POINTS
from engine.games.artbot.view import ArtBotView


def record(facts: Sequence[Fact], view: ArtBotView, words: Words) -> MatchRecord:
    """Return what the facts of a whole match of Art Bot say for its trophy."""
    pool, seats = words.pool(ArtBotCards), len(view.seats)
    duel = view.mode == "toe-to-toe"
    blows = per_seat(_won(facts, pool, words) if duel else _hits(facts, pool, words), seats)
    played = [_most_played(seat, facts) for seat in range(seats)]
    last, cards = board.last_cards(view)
    return MatchRecord(
        title=words("artbot.trophy.won" if duel else "artbot.trophy.curve"),
        values=by_turn(facts, (e.Turned,) if duel else (e.TurnBegan,)),
        falls=not duel,
        roles=("",) * seats,
        tones=seat_tones(seats),
        arts=tuple(None if card is None else robot_of(pool.by_id[card]) for card in played),
        deeds=blows,
        deed=words("artbot.trophy.haul" if duel else "artbot.trophy.hit"),
        last=words(f"artbot.trophy.{board.kept(view)}"),
        cards=tuple((pool.name(each.card), robot_of(pool.by_id[each.card]), last) for each in cards),
    )


def _most_played(seat: Seat, facts: Sequence[Fact]) -> str | None:
    """Return the card that a player has played most; in Toe-to-Toe, the one turned up most."""
    played = [fact.card.card for fact in facts if isinstance(fact, e.Played) and fact.seat == seat]
    return most_used([*played, *(fact.cards[seat].card for fact in facts if isinstance(fact, e.Turned))])


def _hits(facts: Sequence[Fact], pool: ArtBotCards, words: Words) -> dict[Seat, Deed]:
    """Return each player's hit that cost its victim the most health points."""
    deeds: dict[Seat, Deed] = {}
    turn = 0
    played: tuple[Seat, CardRef] | None = None
    for fact in facts:
        if isinstance(fact, e.TurnBegan):
            turn, played = fact.turn, None
        elif isinstance(fact, e.Played):
            played = (fact.seat, fact.card)
        elif isinstance(fact, e.Discarded) and played is not None and fact.seat != played[0] and fact.cards:
            cost = POINTS * len(fact.cards)
            figure = words("artbot.figure.fewer", amount=cost)
            better(deeds, played[0], _deed(cost, figure, played[1], turn, pool))
    return deeds


def _won(facts: Sequence[Fact], pool: ArtBotCards, words: Words) -> dict[Seat, Deed]:
    """Return each player's draw of Toe-to-Toe that won the most cards."""
    deeds: dict[Seat, Deed] = {}
    turned: e.Turned | None = None
    for fact in facts:
        if isinstance(fact, e.Turned):
            turned = fact
        elif isinstance(fact, e.Won) and turned is not None:
            count = len(fact.cards)
            figure = words("artbot.trophy.cards", count=count)
            better(deeds, fact.seat, _deed(count, figure, turned.cards[fact.seat], turned.draw, pool))
    return deeds


def _deed(size: int, figure: str, card: CardRef, turn: int, pool: ArtBotCards) -> Deed:
    return Deed(size, figure, pool.name(card.card), robot_of(pool.by_id[card.card]), turn)
