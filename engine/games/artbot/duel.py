"""Toe-to-Toe, the duel: both players turn up their top cards, and the higher card wins the other (rules, 3.10)."""

from engine.contract import Seat, letter
from engine.games.artbot import events
from engine.games.artbot.play import ArtBotPlay, ranked_by_strength
from engine.games.artbot.rulings import TIED_DRAWS


def draw(play: ArtBotPlay) -> None:
    """Turn up both top cards. A card's value is its Power Points plus its Rarity Points, whatever its power."""
    state = play.state
    for player in state.players:
        player.in_play.append(player.inactive.pop())
        state.show(player.in_play)
    turned = [player.in_play[-1] for player in state.players]
    worth = tuple(state.definition(number).pp + state.definition(number).rp for number in turned)
    play.tell(events.Turned(state.turn, state.refs(turned), worth))
    state.turn += 1
    if worth[0] == worth[1]:
        _tie(play)
    else:
        _win(play, 0 if worth[0] > worth[1] else 1)
    if state.outcome is None and not all(player.inactive for player in state.players):
        _decks_are_through(play)


def _tie(play: ArtBotPlay) -> None:
    """Leave the tied cards in the pot for the winner of the next decisive draw."""
    state = play.state
    play.tell(events.Tied(sum(len(player.in_play) for player in state.players)))
    if state.tied is not None:
        state.tied += 1
        if state.tied >= TIED_DRAWS:
            play.end(ranked_by_strength(state, "artbot.end.tied"))


def _win(play: ArtBotPlay, seat: Seat) -> None:
    state = play.state
    winner, loser = state.players[seat], state.players[1 - seat]
    won = loser.in_play
    state.take(won, "duel")
    winner.won += won
    winner.aside += winner.in_play
    winner.in_play, loser.in_play = [], []
    play.stand()
    play.tell(events.Won(seat, state.refs(won)))
    if state.tied is not None:
        play.end(ranked_by_strength(state, "artbot.end.sudden_death"))


def _decks_are_through(play: ArtBotPlay) -> None:
    """Return the pot to its owners. The player who has won more cards wins; a tie leads to sudden death.

    If there are no cards for a sudden death, or it runs out of cards, the match is drawn at once (rules, further
    rulings).
    """
    state = play.state
    if state.tied is not None:
        play.end(ranked_by_strength(state, "artbot.end.level"))
        return
    if any(player.in_play for player in state.players):
        play.tell(events.PotReturned())
        for player in state.players:
            player.aside += player.in_play
            player.in_play = []
    outcome = ranked_by_strength(state, "artbot.end.most_won")
    if not outcome.drawn:
        play.end(outcome)
    elif not all(player.aside for player in state.players):
        play.end(ranked_by_strength(state, "artbot.end.level"))
    else:
        _sudden_death(play)


def _sudden_death(play: ArtBotPlay) -> None:
    """Have both players shuffle the cards they have put aside and keep drawing until a draw is decisive."""
    state = play.state
    state.tied = 0
    for seat, player in enumerate(state.players):
        player.inactive += play.mix(f"aside.{letter(seat)}", player.aside)[::-1]
        player.aside = []
    play.tell(events.SuddenDeath(tuple([len(player.inactive) for player in state.players])))
