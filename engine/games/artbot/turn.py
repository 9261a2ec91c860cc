"""The course of a battle: turns, rounds, the end step, and players who leave."""

from engine.contract import Seat
from engine.games.artbot import events
from engine.games.artbot.play import ArtBotPlay, ranked_by_strength
from engine.games.artbot.powers import resolve, targets
from engine.games.artbot.rulings import GLITCH_DRAW, HAND, LEAST_HAND
from engine.kit.facts import Left


def begin_turn(play: ArtBotPlay) -> None:
    """Begin the active player's turn: draw until the hand has a card to play and one to return (rules, 3.4)."""
    state = play.state
    state.step, state.playing, state.returning, state.short = "choose", None, None, None
    play.tell(events.TurnBegan(state.turn, state.round, state.active))
    play.draw(state.active, LEAST_HAND - len(state.players[state.active].active))


def play_out(play: ArtBotPlay, target: Seat | None = None, chosen: tuple[int, ...] | None = None) -> None:
    """Resolve the active player's choices, and end the turn unless a victim has to answer first.

    `target` may be None if there is at most one possible target, since the active player is not asked in that case.
    """
    state = play.state
    if target is None and state.playing is not None:
        target = next(iter(targets(state, state.definition(state.playing))), None)
    resolve(play, target, chosen)
    if state.hit is None:
        end_turn(play)


def end_turn(play: ArtBotPlay) -> None:
    """Check for eliminations, perform the end step and go on to the next player (rules, 3.4 and 3.9)."""
    state = play.state
    play.judge()
    if state.outcome is None and state.active in state.living:
        _end_step(play)
        play.judge()
    if state.outcome is None:
        play.stand()
        _next_turn(play)


def _end_step(play: ArtBotPlay) -> None:
    """Put the played card away and draw; after a Glitch, only the player left short may draw, if an option says so."""
    state, player = play.state, play.state.players[play.state.active]
    played, player.in_play = player.in_play, []
    if state.options.discards_played:
        player.discard += played
    else:
        play.put_under(state.active, played)
    if state.short is None:
        play.draw(state.active, HAND - len(player.active))
    elif state.options.short_draws_at_once:
        play.draw(state.short, min(GLITCH_DRAW, HAND - len(state.players[state.short].active)))


def _next_turn(play: ArtBotPlay) -> None:
    """Go on to the next living player; the round ends after the last one in order (rules, further rulings: a round)."""
    state = play.state
    place = state.order.index(state.active)
    living = state.living
    later = [seat for seat in living if state.order.index(seat) > place]
    if not later:
        if state.round >= state.options.round_cap:
            play.end(ranked_by_strength(state, "artbot.end.round_cap"))
            return
        state.round += 1
    state.active = (later or living)[0]
    state.turn += 1
    begin_turn(play)


def leave(play: ArtBotPlay, seat: Seat) -> None:
    """Remove a player from the match: the player's cards go to the Discard Pile (rules, 3.9).

    A hit that the player has to answer is cancelled; a hit that the player dealt stands.
    """
    state, player = play.state, play.state.players[seat]
    if seat not in state.living:
        return
    state.open = None
    cards = [*player.active, *player.inactive, *player.in_play]
    player.discard += cards
    player.active, player.inactive, player.in_play = [], [], []
    state.show(cards)
    state.out = (*state.out, (seat,))
    play.tell(Left(seat))
    play.end_if_decided("artbot.end.left")
    if state.outcome is not None:
        return
    if state.hit is not None and state.hit.victim == seat:
        state.hit = None
        end_turn(play)
    elif state.hit is None and state.active == seat:
        end_turn(play)
