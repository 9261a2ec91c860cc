"""The contract between a game and its callers: one public interface."""

from engine.contract.cards import CardFault, CardSet, Deck, ReadyDeck
from engine.contract.decisions import Blocked, Decision, Key, Option, Window
from engine.contract.definitions import Cards
from engine.contract.errors import Illegal, IllegalDeck, IllegalPick, IllegalPosition, IllegalSet
from engine.contract.events import Event, Fact, seen
from engine.contract.forecasts import Forecast
from engine.contract.game import JSON, AnyGame, C, Game, Outcome, S, Seating, View
from engine.contract.messages import Arg, CardRef, Message, SeatRef
from engine.contract.picks import check_pick, find_open
from engine.contract.seats import EVERYBODY, EVERYTHING, SPECTATOR, Observer, Seat, Viewer, letter, mark

__all__ = [
    "EVERYBODY",
    "EVERYTHING",
    "JSON",
    "SPECTATOR",
    "AnyGame",
    "Arg",
    "Blocked",
    "C",
    "CardFault",
    "CardRef",
    "CardSet",
    "Cards",
    "Decision",
    "Deck",
    "Event",
    "Fact",
    "Forecast",
    "Game",
    "Illegal",
    "IllegalDeck",
    "IllegalPick",
    "IllegalPosition",
    "IllegalSet",
    "Key",
    "Message",
    "Observer",
    "Option",
    "Outcome",
    "ReadyDeck",
    "S",
    "Seat",
    "SeatRef",
    "Seating",
    "View",
    "Viewer",
    "Window",
    "check_pick",
    "find_open",
    "letter",
    "mark",
    "seen",
]
