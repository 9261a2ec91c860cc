"""The location of every piece of a match (law 5), and the pieces that may have been exchanged (law 4), by game."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.contract import EVERYBODY, Viewer, mark
from engine.games.varia.state import Land


def varia(state: Any) -> None:
    held: Counter[int] = Counter()
    for player in state.players:
        for zone in (player.deck, player.hand, player.items, player.discard, player.forgotten):
            held.update(zone)
            assert not [number for number in zone if state.instances[number].token], "a token is where none may be"
        for action in (*player.plan, *player.queue):
            held.update(action.cards if action else ())
        assert all(player.stacks.values())
    if isinstance(state.prompt, Land):
        held[state.prompt.token] += 1
    assert set(held.values()) <= {1}
    missing = [number for number, card in enumerate(state.instances) if number not in held and not card.token]
    assert not missing
    for seat, player in enumerate(state.players):
        for number in (*player.deck, *player.hand, *player.items, *player.discard, *player.forgotten):
            assert state.instances[number].owner == seat


def artbot(state: Any) -> None:
    """Check that every card belongs to a player, and that cards revealed by an open hit still lie with its victim."""
    zones = ("inactive", "active", "discard", "in_play", "aside", "won")
    held = Counter(number for player in state.players for zone in zones for number in getattr(player, zone))
    assert held == Counter(range(len(state.instances)))
    assert len(held) == state.options.size * len(state.players)
    if state.hit is not None:
        victim = state.players[state.hit.victim]
        assert set(state.hit.revealed) <= {*victim.inactive, *victim.active}
    for player in state.players:
        assert state.options.duel or not player.aside + player.won
        assert state.options.duel or len(player.in_play) <= 1


def probe(state: Any) -> None:
    held = Counter([*state.deck, *(number for hand in state.hands for number in hand), *state.shown])
    assert held == Counter(range(len(state.instances)))


def zarcana(state: Any) -> None:
    stacked = [card for stack in state.stacks.values() for card in stack]
    hands = [card for player in state.players for card in player.hand]
    resolving = [use.card for use in state.uses if use.source in ("hand", "fool")]
    held = Counter([*state.deck, *state.discard, *stacked, *hands, *resolving])
    assert held == Counter(range(len(state.instances)))
    assert set(state.face_down) <= set(stacked)
    assert all(state.stacks.values())
    assert bool(state.deck) or not state.discard
    for seat, player in enumerate(state.players):
        out = Counter(minion.size for minion in state.minions.values() if minion.seat == seat)
        assert player.minions == tuple(number for number, minion in state.minions.items() if minion.seat == seat)
        assert [out[size] + player.stash[size - 1] for size in (1, 2, 3)] == [5, 5, 5]
    assert min(min(player.stash) for player in state.players) >= 0
    assert {number: minion.space for number, minion in state.minions.items()} == {
        number: space for space, crowd in state.occupants.items() for number in crowd
    }
    lifeless = [space for space in state.occupants if not state.land(space)]
    assert not lifeless, "a minion stands in the void"


def warmage(state: Any) -> None:
    held = Counter([*state.deck, *state.row, *state.discard, *(link.card for link in state.chain)])
    for player in state.players:
        held.update([*player.hand, *(lying.card for lying in player.play)])
        assert player.flesh >= 0
        assert player.mortal >= 0
        assert player.flesh + player.mortal <= state.wounds
        assert not (player.out and (player.hand or player.play))
    assert held == Counter(range(len(state.instances)))
    public = [*state.row, *state.discard, *(link.card for link in state.chain)]
    public += [lying.card for player in state.players for lying in player.play]
    assert all(state.instances[number].known_to == EVERYBODY for number in public)
    assert not (state.discard and not state.deck), "the Discard becomes the deck at once"
    assert len(state.row) == 3 or not state.deck, "the Row is filled at once"


def bids(state: Any) -> None:
    assert 0 <= state.open_from <= state.turned <= len(state.instances)
    assert all(player.bid is None or player.bid in player.hand for player in state.players)


PLACES = {"varia": varia, "artbot": artbot, "warmage": warmage, "zarcana": zarcana, "bids": bids, "probe": probe}


def pools_by_owner(state: Any, viewer: Viewer) -> Iterable[set[int]]:
    """Yield each owner's pieces: any that the viewer does not know may have been exchanged."""
    for owner in {card.owner for card in state.instances}:
        yield {number for number, card in enumerate(state.instances) if card.owner == owner}


def artbot_pools(state: Any, viewer: Viewer) -> Iterable[set[int]]:
    """Yield each owner's deck, then each pile whose mixing the viewer could not follow, without the cards that the
    viewer knew then or later."""
    later: list[set[int]] = []
    known: set[int] = set()
    for mixed in reversed([mixed for mixed in state.mixes if not mixed.followed & mark(viewer)]):
        later.insert(0, set(mixed.cards) - known)
        known |= {card for card, knew in zip(mixed.cards, mixed.known_to, strict=True) if knew & mark(viewer)}
    yield from (pool - known for pool in pools_by_owner(state, viewer))
    yield from later


POOLS = {"artbot": artbot_pools}
"""The pools for games in which more than the owner determines which pieces may have been exchanged."""


def leave_as_it_is(state: Any, chance: Random) -> None:
    """Leave the state unchanged: most games hide enough by themselves."""


def turn_down_territories(state: Any, chance: Random) -> None:
    """Turn a third of the unused territories face-down, which few random matches reach."""
    used = {card for use in state.uses for card in use.chain}
    for stack in state.stacks.values():
        if stack[-1] not in used and stack[-1] not in state.face_down and chance.random() < 1 / 3:
            state.face_down += (stack[-1],)
            state.instances[stack[-1]] = replace(state.instances[stack[-1]], known_to=0)
    state.open = None


HIDES = {"zarcana": turn_down_territories}
"""The functions that hide cards before drafts are tried, for games in which they are seldom hidden."""
