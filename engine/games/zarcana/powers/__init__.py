"""The handlers of powers, by kind, except for the kinds that lead to other powers."""

from typing import Final

from engine.games.zarcana.powers.attacks import Attack, ConvertMinion, DestroyHere
from engine.games.zarcana.powers.handler import Handler
from engine.games.zarcana.powers.hands import DiscardHand, Draw, GoAgain, TakeDiscards, TradeHands
from engine.games.zarcana.powers.minions import Create, GrowOrClone, Move, PlaceMinion, Reorient, Teleport
from engine.games.zarcana.powers.territory import Build, BuildFromHand, Transport

HANDLERS: Final[dict[str, Handler]] = {
    "grow or clone": GrowOrClone(),
    "move": Move(),
    "attack": Attack(),
    "convert": ConvertMinion(),
    "build": Build(),
    "build from hand": BuildFromHand(),
    "create": Create(),
    "transport": Transport(),
    "teleport": Teleport(),
    "destroy here": DestroyHere(),
    "reorient nearby": Reorient(),
    "go again": GoAgain(),
    "draw": Draw(),
    "take discards": TakeDiscards(),
    "trade hands": TradeHands(),
    "place": PlaceMinion(),
    "reorient": Reorient(),
    "discard": DiscardHand(),
}
"""The handlers, keyed by a power's kind or a turn option's word."""
