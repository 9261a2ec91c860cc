"""The powers of cards: damage and the victim's answer to it, Heal, Steal and Glitch."""

from collections.abc import Collection, Sequence

from engine.contract import Event, Seat, letter, mark
from engine.games.artbot import events
from engine.games.artbot.cards import ArtBotCard
from engine.games.artbot.pieces import Glitch, Hit
from engine.games.artbot.play import ArtBotPlay
from engine.games.artbot.rulings import HAND, POINTS, SHORT_HAND
from engine.games.artbot.state import ArtBotState


def targets(state: ArtBotState, card: ArtBotCard) -> list[Seat]:
    """Return the seats that the active player may target with a card; none if it needs no target or has no legal one.

    A Steal takes only from Inactive Decks (rules, R7); a Glitch may not leave its own player short (rules, R11).
    """
    if card.power == "heal":
        return []
    opponents = state.opponents(state.active)
    if card.power == "steal":
        return [seat for seat in opponents if state.players[seat].inactive]
    return opponents


def healed(state: ArtBotState, card: ArtBotCard) -> int:
    """Return how many cards a Heal would recover now, limited by the Discard Pile (seed, Healing)."""
    return min(card.pp // POINTS, len(state.players[state.active].discard))


def choice_matters(state: ArtBotState, count: int, cards: Sequence[int], hand: Collection[int] = ()) -> bool:
    """Whether it matters which `count` of these cards are chosen.

    It does not matter if all or none are chosen, or if all are equal and come from the same place, which means that all
    or none of them are in `hand` (rules, 6).
    """
    if not 0 < count < len(cards):
        return False
    return len({(state.instances[number].card, number in hand) for number in cards}) > 1


def resolve(play: ArtBotPlay, target: Seat | None, chosen: Collection[int] | None = None) -> None:
    """Return one card, play the other and apply its power.

    The card is returned first so that a Glitch deals evenly (rules, 3.4). `chosen` holds the cards that a Heal
    recovers, if the player had a choice.
    """
    state, seat = play.state, play.state.active
    if state.playing is None:
        raise RuntimeError("no card was chosen to play")
    if state.returning is not None:
        _return(play, state.returning)
    _lay_down(play, state.playing, target)
    card = state.definition(state.playing)
    if card.power == "heal":
        _heal(play, card, chosen)
    elif target is None:
        play.tell(events.Fizzled(seat, state.ref(state.playing)))
    elif card.power == "steal":
        _steal(play, card, target)
    elif card.power == "glitch":
        _glitch(play, target)
    else:
        _hit(play, card, target)


def _return(play: ArtBotPlay, number: int) -> None:
    """Put a card from the hand on the bottom of the Inactive Deck; only its owner knows which card it is."""
    state, seat = play.state, play.state.active
    rest = [each for each in state.players[seat].active if each != state.playing]
    if len(rest) > 1 and not state.options.open_hands:
        play.lose_track(rest, seat)
    state.players[seat].active.remove(number)
    play.put_under(seat, (number,))
    play.tell_of_hand(seat, events.Returned(seat, play.state.ref(number)), events.ReturnedUnseen(seat))


def _lay_down(play: ArtBotPlay, number: int, target: Seat | None) -> None:
    """Put a card from the hand into play, visible to everybody."""
    state, player = play.state, play.state.players[play.state.active]
    player.active.remove(number)
    player.in_play.append(number)
    state.show((number,))
    play.tell(events.Played(state.active, state.ref(number), target))


def _heal(play: ArtBotPlay, card: ArtBotCard, chosen: Collection[int] | None) -> None:
    """Recover discarded cards, or do nothing if there are none (rules, R5)."""
    state, seat = play.state, play.state.active
    count = healed(state, card)
    if not count:
        play.tell(events.Fizzled(seat, *state.refs(state.players[seat].in_play)))
        return
    play.recover(seat, state.players[seat].discard[-count:] if chosen is None else chosen)


def _steal(play: ArtBotPlay, card: ArtBotCard, victim: Seat) -> None:
    """Take random cards from an Inactive Deck, which otherwise keeps its order.

    The thief and the victim see the cards (rules, 3.7). Everybody else sees how many were taken, but not from where, so
    they lose their knowledge of that deck (rules, further rulings: a known card that is stolen).
    """
    state, seat = play.state, play.state.active
    pile = state.players[victim].inactive
    count = min(card.pp // POINTS if state.options.steals_by_points else 1, len(pile))
    stolen = pile[:] if count == len(pile) else play.dice.shuffle(f"steal.{letter(seat)}", pile)[:count]
    play.lose_track(pile, seat, victim)
    taken = set(stolen)
    state.players[victim].inactive = [number for number in pile if number not in taken]
    play.put_under(seat, stolen)
    state.take(stolen, "steal")
    state.show(stolen, mark(seat) | mark(victim))
    seen = events.Stole(seat, victim, state.refs(stolen))
    play.events.append(Event(seen, (seat, victim), events.StoleUnseen(seat, victim, count)))


def _glitch(play: ArtBotPlay, short: Seat) -> None:
    """Mix the hands of all living players and redeal them one card at a time, starting with the active player.

    No hand holds more than four cards, so no cards are ever left over. If the pile is too small, the deal stops when
    the cards run out (rules, 3.8 and R12).
    """
    state = play.state
    around = [state.active, *state.opponents(state.active)]
    pile = [number for seat in around for number in state.players[seat].active]
    play.tell(events.Glitched(state.active, short, len(pile)))
    rest = play.mix("glitch", pile)[::-1]
    hands: dict[Seat, list[int]] = {seat: [] for seat in around}
    for place in range(HAND):
        for seat in around:
            if rest and (seat != short or place < SHORT_HAND):
                hands[seat].append(rest.pop())
    for seat, hand in hands.items():
        state.take([number for number in hand if number not in state.players[seat].active], "glitch")
        state.players[seat].active = []
        play.take_up(seat, hand)
        play.tell_of_hand(seat, events.Dealt(seat, state.refs(hand)), events.DealtUnseen(seat, len(hand)))
    state.short = short
    state.glitch = Glitch(state.turn, state.active, short)


def _hit(play: ArtBotPlay, card: ArtBotCard, victim: Seat) -> None:
    """Reveal one card per ten Power Points, subtract the Rarity Points, and ask the victim to answer (seed, Damage).

    The Rarity Points are subtracted from the full Power Points even if fewer cards were revealed (rules, R2).
    """
    state, player = play.state, play.state.players[victim]
    top, spilled = _reveal(play, victim, card.pp // POINTS)
    revealed = (*top, *spilled)
    play.budget.spend(len(revealed))
    rp = sum([state.definition(number).rp for number in revealed])
    net = card.pp - rp
    discards = min(max(net, 0) // POINTS, len(revealed))
    play.tell(events.Revealed(victim, state.refs(top), state.refs(spilled), card.pp, rp, net, discards))
    count = discards if net >= 0 else min(-net // POINTS, len(player.discard))
    state.hit = hit = Hit(state.active, victim, card.pp, rp, revealed, count)
    if choice_matters(state, count, player.discard if hit.backfires else revealed, player.active):
        state.step = "recover" if hit.backfires else "discard"
    else:
        settle(play, player.discard[-count:] if hit.backfires and count else revealed[:count])


def _reveal(play: ArtBotPlay, victim: Seat, count: int) -> tuple[list[int], list[int]]:
    """Reveal the top of a player's Inactive Deck and, once it is empty, random cards from the hand (rules, R1)."""
    player = play.state.players[victim]
    hand, top = player.active, player.inactive[: -count - 1 : -1]
    short = min(count - len(top), len(hand))
    spilled = play.dice.shuffle(f"spill.{letter(victim)}", hand)[:short] if 0 < short < len(hand) else hand[:short]
    play.state.show((*top, *spilled))
    return top, spilled


def settle(play: ArtBotPlay, chosen: Collection[int]) -> None:
    """Apply the victim's answer to the open hit: the cards to discard or, in a backfire, the cards to recover.

    Cards that are not discarded return to where they came from. Those from the Inactive Deck go to its bottom in the
    order in which they were revealed (seed, Dealing Damage; rules, 3.5).
    """
    state, hit = play.state, play.state.hit
    if hit is None:
        raise RuntimeError("no hit is open")
    state.hit = None
    player = state.players[hit.victim]
    gone = () if hit.backfires else tuple([number for number in hit.revealed if number in chosen])
    kept = [number for number in hit.revealed if number not in gone]
    spilled = {number for number in hit.revealed if number in player.active}
    under = [number for number in kept if number not in spilled]
    del player.inactive[len(player.inactive) - (len(hit.revealed) - len(spilled)) :]
    player.active = [number for number in player.active if number not in gone]
    player.discard += gone
    play.put_under(hit.victim, under)
    back = [number for number in kept if number in spilled]
    play.tell(events.Discarded(hit.victim, state.refs(gone), state.refs(under), state.refs(back)))
    if hit.backfires:
        play.recover(hit.victim, chosen)
