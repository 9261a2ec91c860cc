"""Games with one planted fault each, to prove that the broken law detects it."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.budget import STEPS_A_PICK, StrictBudget
from engine.contract import (
    EVERYTHING,
    CardRef,
    Decision,
    Event,
    Forecast,
    IllegalPick,
    Key,
    Message,
    Option,
    Seat,
    Seating,
    Viewer,
    check_pick,
    mark,
)
from engine.dice import Dice
from engine.games.artbot.rules import ArtBot
from engine.games.varia import events
from engine.games.varia.rules import Varia
from engine.games.varia.state import VariaState
from engine.games.varia.view import VariaView
from engine.games.zarcana.rules import Zarcana
from engine.kit.facts import Drew
from tests.probe.game import Probe


def others_hand(state: VariaState, seat: int) -> list[str]:
    return [state.card(number) for number in state.players[1 - seat].hand]


class RefusesTooLate(Varia):
    """Counts a pick that it refuses."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        try:
            return super().apply(state, decision, keys, dice)
        except IllegalPick:
            state.players[0].answered += 1
            raise


class TakesAnything(Varia):
    """Treats every unknown key as the first option."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        asked = self.decisions(state)[0]
        offered = {option.key for option in asked.options}
        legal = keys if set(keys) <= offered and len(set(keys)) == asked.least else list(offered)[: asked.least]
        return super().apply(state, asked.id, legal, dice)


class Remembers(Varia):
    """Stores something outside the state."""

    def __init__(self) -> None:
        self.calls = 0

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        self.calls += 1
        state.players[0].hp -= self.calls % 2
        return told


class CountsOnHashes(Varia):
    """Depends on the order of a set of strings."""

    def decisions(self, state: VariaState) -> tuple[Decision, ...]:
        return tuple(replace(asked, options=self._jumbled(asked)) for asked in super().decisions(state))

    def _jumbled(self, asked: Decision) -> tuple[Option, ...]:
        by_key = {option.key: option for option in asked.options}
        return tuple(by_key[key] for key in set(by_key))


class ForgetsInDumps(Varia):
    """Leaves a field out."""

    def dump(self, state: VariaState) -> dict[str, Any]:
        return {**super().dump(state), "engaged": False}


class ShowsTheDeck(Varia):
    """Shows everyone the top of the decks as a discarded card."""

    def view(self, state: VariaState, viewer: Viewer) -> VariaView:
        shown = super().view(state, viewer)
        deck = state.players[0].deck
        if not deck or viewer == EVERYTHING:
            return shown
        top = CardRef(state.card(deck[-1]), deck[-1])
        seats = {**shown.seats, "A": replace(shown.seats["A"], discard=(top,))}
        return replace(shown, seats=seats)


class ForecastsByTheHand(Varia):
    """Expects whatever the opponent's hand allows."""

    def foretell(self, state: VariaState, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
        told = super().foretell(state, viewer, budget)
        if not isinstance(viewer, int):
            return told
        return (*told, *(Forecast(Message(card)) for card in others_hand(state, viewer)))


class ForetellsNothingNew(Varia):
    """Says the same of every option."""

    def foretell_row(
        self, states: Sequence[VariaState], seat: Seat, budget: StrictBudget
    ) -> Sequence[tuple[Forecast, ...]]:
        told = super().foretell_row(states, seat, budget)
        return [told[0] for _ in told]


class ForetellsHalfARow(Varia):
    """Returns what it has found when its budget is spent."""

    def outlooks(
        self, state: VariaState, asked: Decision, budget: StrictBudget | None = None
    ) -> Mapping[Key, tuple[Forecast, ...]]:
        told = super().outlooks(state, asked, budget)
        return told or super().outlooks(state, replace(asked, options=asked.options[:1]))


class ForetellsByTheHand(Varia):
    """Expects after each option what the opponent's hand allows."""

    def foretell_row(
        self, states: Sequence[VariaState], seat: Seat, budget: StrictBudget
    ) -> Sequence[tuple[Forecast, ...]]:
        return [(Forecast(Message(" ".join(others_hand(state, seat)))),) for state in states]


class ShowsDraws(Varia):
    """Shows everyone the drawn cards."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        return tuple(Event(event.fact) if isinstance(event.fact, Drew) else event for event in told)


class TellsTheHand(Varia):
    """Shows everyone something that follows from a hand."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        secret = sum(len(card) for card in others_hand(state, 0))
        return (*told, Event(events.TurnEnded(secret)))


class FollowsWhatMovesUnseen(ArtBot):
    """Lets every viewer who knew a card know it forever, wherever it goes."""

    def apply(self, state: Any, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        before = [card.known_to for card in state.instances]
        told = super().apply(state, decision, keys, dice)
        for number, known_to in enumerate(before):
            card = state.instances[number]
            state.instances[number] = replace(card, known_to=card.known_to | known_to)
        return told


class ShowsHandsByPlace(Probe):
    """Shows the cards that a viewer knows at their positions in a hand."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        known = mark(viewer)
        cards = state.instances
        hands = tuple(
            tuple(CardRef(cards[n].card, n) if cards[n].known_to & known else None for n in hand)
            for hand in state.hands
        )
        return replace(super().view(state, viewer), hands=hands)


class PeeksInDrafts(Probe):
    """Shows the top of the deck to the player who makes a mark, which can be undone."""

    def apply(self, state: Any, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        if keys == ("mark",) and state.deck:
            top = state.instances[state.deck[-1]]
            state.instances[state.deck[-1]] = replace(top, known_to=top.known_to | mark(state.active))
        return told


class TurnsUpInDrafts(Zarcana):
    """Names the face-down cards while a draft of a power waits for its lock."""

    def decisions(self, state: Any) -> tuple[Decision, ...]:
        asked = super().decisions(state)
        if not state.draft or not state.face_down:
            return asked
        turned_up = CardRef(state.card(state.face_down[0]), state.face_down[0])
        return tuple(replace(each, about={**each.about, "card": turned_up}) for each in asked)


class DeterminizesByCopy(Varia):
    """Guesses right every time."""

    def determinize(self, state: VariaState, viewer: Viewer, dice: Dice) -> VariaState:
        return state.copy()


class GuessesOneCardRight(Varia):
    """Leaves one hidden card unchanged."""

    def determinize(self, state: VariaState, viewer: Viewer, dice: Dice) -> VariaState:
        guess = super().determinize(state, viewer, dice)
        hidden = next((n for n, card in enumerate(state.instances) if not card.known_to & mark(viewer)), None)
        if hidden is not None:
            guess.instances[hidden] = state.instances[hidden]
        return guess


class DoublesCards(Varia):
    """Lets a card be in two zones."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        if state.turn == 2 and state.players[0].hand and not state.players[0].discard:
            state.players[0].discard.append(state.players[0].hand[0])
        return told


class LosesCards(Probe):
    """Loses a card that was shown."""

    def apply(self, state: Any, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        state.shown = state.shown[:2]
        return told


class NeverEnds(Varia):
    """Continues after the turn cap."""

    def bound(self, options: Any, seats: int) -> int:
        return 30


class EndsWithNobodyAsked(Probe):
    """Stops asking without an outcome."""

    def decisions(self, state: Any) -> tuple[Decision, ...]:
        return () if state.turn > 1 else super().decisions(state)


class DefaultsByTheHand(Varia):
    """Makes the clock's pick depend on the opponent's hand."""

    def default(self, state: VariaState, decision: str, dice: Dice) -> tuple[Key, ...]:
        asked = check_pick(self.decisions(state), decision, super().default(state, decision, dice))
        if asked.least > 1:
            return super().default(state, decision, dice)
        return (asked.options[sum(map(len, others_hand(state, asked.seat))) % len(asked.options)].key,)


class CopiesShallow(Varia):
    """Shares a list between copies."""

    def copy(self, state: VariaState) -> VariaState:
        shallow = super().copy(state)
        shallow.players[1].hand = state.players[1].hand
        return shallow


class OrdersByTheHand(Varia):
    """Makes the order of a seat's options depend on the opponent's hand."""

    def decisions(self, state: VariaState) -> tuple[Decision, ...]:
        return tuple(
            replace(asked, options=asked.options[::-1]) if sum(map(len, others_hand(state, asked.seat))) % 2 else asked
            for asked in super().decisions(state)
        )


class NothingIsFinal(Varia):
    """Says that everything can be undone."""

    def decisions(self, state: VariaState) -> tuple[Decision, ...]:
        return tuple(
            replace(asked, options=tuple(replace(option, final=False) for option in asked.options))
            for asked in super().decisions(state)
        )


class ToilsOn(Varia):
    """Continues long after a pick's budget is spent, without an event."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        dice.budget.spend(3 * STEPS_A_PICK)
        return told


class EndsInSilence(Varia):
    """Spends a pick's budget without an event."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        told = super().apply(state, decision, keys, dice)
        dice.budget.spend(STEPS_A_PICK)
        return told


def weigh_every_pair(many: int) -> None:
    """Take a step of Python for each of many pairs, which nothing counts."""
    for one in range(many):
        for other in range(many):
            _ = one + other


class ForecastsAtAnyCost(Varia):
    """Works on a forecast without counting steps."""

    def foretell(self, state: VariaState, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
        weigh_every_pair(800)
        return super().foretell(state, viewer, budget)


class ViewsAtAnyCost(Varia):
    """Works on a view without counting steps."""

    def view(self, state: VariaState, viewer: Viewer) -> VariaView:
        weigh_every_pair(300)
        return super().view(state, viewer)


class AsksAtAnyCost(Varia):
    """Works on a question for longer, the more is planned."""

    def decisions(self, state: VariaState) -> tuple[Decision, ...]:
        weigh_every_pair(30 * sum(action is not None for player in state.players for action in player.plan))
        return super().decisions(state)


class TellsItTwice(Varia):
    """Announces a spent budget that is not spent."""

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        return (*super().apply(state, decision, keys, dice), Event(events.CutShort("work")))


class BeginsByItself(Varia):
    """Starts differently each time."""

    def __init__(self) -> None:
        self.calls = 0

    def new(self, options: Any, seats: Sequence[Seating], cards: Any, dice: Dice) -> Any:
        state, told = super().new(options, seats, cards, dice)
        self.calls += 1
        state.players[0].hp += self.calls
        return state, told
