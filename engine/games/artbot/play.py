"""The working state of one pick, with the basic card moves that all effects are built from."""

from collections.abc import Iterable, Sequence

from engine.contract import EVERYBODY, Fact, Outcome, Seat, mark
from engine.games.artbot import events
from engine.games.artbot.pieces import Mix
from engine.games.artbot.state import ArtBotState
from engine.kit import play as kit
from engine.kit.facts import Drew, DrewUnseen, Ended


class ArtBotPlay(kit.Play[ArtBotState]):
    """The state that a pick changes, the dice that it uses, and the events that it causes."""

    __slots__ = ()
    closing = (events.TurnBegan, events.Won, events.Tied, events.PotReturned, events.SuddenDeath, Ended)

    def tell_of_hand(self, seat: Seat, fact: Fact, others: Fact) -> None:
        """Emit a fact about a seat's hand to that seat, and its public form to everybody else."""
        if self.state.options.open_hands:
            self.tell(fact)
        else:
            self.tell(fact, (seat,), others)

    # Cards

    def draw(self, seat: Seat, count: int) -> None:
        """Draw cards from the top of the Inactive Deck, fewer if it runs out: a short hand is allowed (rules, 3.4)."""
        player = self.state.players[seat]
        count = min(count, len(player.inactive))
        if count <= 0:
            return
        drawn = player.inactive[: -count - 1 : -1]
        del player.inactive[-count:]
        self.take_up(seat, drawn)
        self.tell_of_hand(seat, Drew(seat, self.refs(drawn)), DrewUnseen(seat, count))

    def take_up(self, seat: Seat, cards: Sequence[int]) -> None:
        """Put cards into a player's Active Deck. That player sees the cards; with open hands, everybody does."""
        self.budget.spend(len(cards))
        self.state.players[seat].active += cards
        self.state.show(cards, EVERYBODY if self.state.options.open_hands else mark(seat))

    def discard_top(self, seat: Seat) -> None:
        """Discard the top card of the Inactive Deck: the starting player pays ten health points for going first."""
        player = self.state.players[seat]
        number = player.inactive.pop()
        player.discard.append(number)
        self.state.show([number])
        self.tell(events.StarterDiscarded(seat, *self.refs([number])))

    def put_under(self, seat: Seat, cards: Sequence[int]) -> None:
        """Put cards on the bottom of a player's Inactive Deck one after another, so that the last ends up lowest."""
        self.budget.spend(len(cards))
        self.state.players[seat].inactive[:0] = cards[::-1]

    def recover(self, seat: Seat, cards: Iterable[int]) -> None:
        """Move cards from a player's Discard Pile to the bottom of the Inactive Deck.

        They move in the order of the pile, newest first (rules, further rulings: lying order).
        """
        player = self.state.players[seat]
        chosen = set(cards)
        if not chosen:
            return
        recovered = [number for number in reversed(player.discard) if number in chosen]
        player.discard = [number for number in player.discard if number not in chosen]
        self.put_under(seat, recovered)
        self.tell(events.Recovered(seat, self.refs(recovered)))

    def mix(self, purpose: str, cards: Sequence[int]) -> list[int]:
        """Shuffle cards so that nobody can track any of them, and return them in their new order."""
        self.budget.spend(len(cards))
        self.lose_track(cards)
        return self.dice.shuffle(purpose, cards)

    def lose_track(self, cards: Sequence[int], *followed: Seat) -> None:
        """Record that only the `followed` seats can track which of these cards ended up where.

        All other seats lose their knowledge of all these cards, even if only one card moves: otherwise they could
        identify that card by elimination (rules, further rulings: a known card that is stolen).
        """
        instances, kept = self.state.instances, sum(map(mark, followed))
        mixed = Mix(tuple(cards), tuple([instances[number].known_to for number in cards]), kept)
        self.state.mixes = (*_lasting(self.state), mixed)
        self.state.hide(cards, kept)

    # The end

    def judge(self) -> None:
        """Eliminate every player without health points, and end the match if only one player is left (seed, Endgame).

        Players eliminated in the same check share a place (rules, further rulings).
        """
        state = self.state
        if state.outcome is not None:
            return
        gone = tuple([seat for seat in state.living if not state.players[seat].hp])
        if gone:
            state.out = (*state.out, gone)
            self.tell(events.Eliminated(gone))
        self.end_if_decided("artbot.end.last")

    def end_if_decided(self, reason: str) -> None:
        """End the match if only one player is left."""
        if self.state.outcome is None and len(self.state.living) == 1:
            self.end(ranked_by_strength(self.state, reason))

    def end(self, outcome: Outcome) -> None:
        """End the match."""
        super().end(outcome)
        self.state.step = "over"
        self.state.hit = None


def ranked_by_strength(state: ArtBotState, reason: str) -> Outcome:
    """Return the current ranking: the living players by strength, then the others, starting with the last to go out.

    In a battle, strength is health points, then the Rarity Points in the Active and Inactive Decks (rules, 3.11). In
    Toe-to-Toe, it is the number of cards won (rules, 3.10).
    """
    groups: dict[tuple[int, ...], list[Seat]] = {}
    for seat in sorted(state.living):
        groups.setdefault(_standing(state, seat), []).append(seat)
    best_first = [tuple(groups[standing]) for standing in sorted(groups, reverse=True)]
    return Outcome((*best_first, *reversed(state.out)), reason)


def _standing(state: ArtBotState, seat: Seat) -> tuple[int, ...]:
    player = state.players[seat]
    if state.options.duel:
        return (len(player.won),)
    return (player.hp, sum(state.definition(number).rp for number in (*player.active, *player.inactive)))


def _lasting(state: ArtBotState) -> tuple[Mix, ...]:
    """Return the mixes that still hide something: those with at least two cards that not everybody has seen since."""
    seen = {number for number, card in enumerate(state.instances) if card.known_to == EVERYBODY}
    lasting: list[Mix] = []
    for mixed in reversed(state.mixes):
        if sum(number not in seen for number in mixed.cards) > 1:
            lasting.append(mixed)
        seen |= {number for number, known in zip(mixed.cards, mixed.known_to, strict=True) if known == EVERYBODY}
    return tuple(reversed(lasting))
