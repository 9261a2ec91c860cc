"""One pick being played out, and the small moves of cards that everything else is made of."""

from collections.abc import Iterable, Sequence

from engine.contract import EVERYBODY, Fact, Outcome, Seat, mark
from engine.games.artbot import events
from engine.games.artbot.state import Mix, State
from engine.kit import play as kit
from engine.kit.facts import Drew, DrewUnseen, Ended


class Play(kit.Play[State]):
    """The state that a pick changes, the dice it uses, and the events it causes."""

    __slots__ = ()

    def tell_of_hand(self, seat: Seat, fact: Fact, others: Fact) -> None:
        """Tell a seat something about cards of its hand, and the others what they may know of it."""
        if self.state.options.open_hands:
            self.tell(fact)
        else:
            self.tell(fact, (seat,), others)

    # Cards

    def draw(self, seat: Seat, count: int) -> None:
        """Draw cards from the top of the Inactive Deck, as many as there are: a short hand is no harm (rules, 3.4)."""
        player = self.state.players[seat]
        count = min(count, len(player.inactive))
        if count <= 0:
            return
        drawn = player.inactive[: -count - 1 : -1]
        del player.inactive[-count:]
        self.take_up(seat, drawn)
        self.tell_of_hand(seat, Drew(seat, self.refs(drawn)), DrewUnseen(seat, count))

    def take_up(self, seat: Seat, cards: Sequence[int]) -> None:
        """Put cards into a player's Active Deck: its owner sees them, and everybody where hands lie open."""
        self.budget.spend(len(cards))
        self.state.players[seat].active += cards
        self.state.show(cards, EVERYBODY if self.state.options.open_hands else mark(seat))

    def discard_top(self, seat: Seat) -> None:
        """Discard the top card of the Inactive Deck, so that beginning costs the ten health points that it is worth."""
        player = self.state.players[seat]
        number = player.inactive.pop()
        player.discard.append(number)
        self.state.show([number])
        self.tell(events.StarterDiscarded(seat, *self.refs([number])))

    def put_under(self, seat: Seat, cards: Sequence[int]) -> None:
        """Put cards to the bottom of a player's Inactive Deck, one after another: the last comes to lie lowest."""
        self.budget.spend(len(cards))
        self.state.players[seat].inactive[:0] = cards[::-1]

    def recover(self, seat: Seat, cards: Iterable[int]) -> None:
        """Bring cards from a player's Discard Pile under the Inactive Deck.

        They go in the order in which they lay, the newest first (rules, further rulings: lying order).
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
        """Shuffle cards so that nobody can follow where each comes to lie, and return them in their new order."""
        self.budget.spend(len(cards))
        self.lose_track(cards)
        return self.dice.shuffle(purpose, cards)

    def lose_track(self, cards: Sequence[int], *followed: Seat) -> None:
        """Note that only some seats can follow which of some cards comes to lie where.

        All others know of none of these cards any more which it is, even if only one of them moves: otherwise what is
        missing would name it (rules, further rulings: a known card that is stolen).
        """
        instances, kept = self.state.instances, sum(map(mark, followed))
        mixed = Mix(tuple(cards), tuple([instances[number].known_to for number in cards]), kept)
        self.state.mixes = (*_lasting(self.state), mixed)
        self.state.hide(cards, kept)

    # The end

    def judge(self) -> None:
        """Take everybody out who has no health points left, and end the match when one player is left (seed, Endgame).

        Those who go at one check share the place (rules, further rulings).
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
        """End the match where one player is left."""
        if self.state.outcome is None and len(self.state.living) == 1:
            self.end(ranked(self.state, reason))

    def end(self, outcome: Outcome) -> None:
        """End the match."""
        self.state.outcome = outcome
        self.state.step = "over"
        self.state.hit = None
        self.tell(Ended(outcome))


def ranked(state: State, reason: str) -> Outcome:
    """Return the ranking as play stands: the living by what they have, then the others, who went last before the rest.

    In a battle health points count, then the Rarity Points of Active and Inactive Deck (rules, 3.11); in Toe-to-Toe
    the cards won (rules, 3.10).
    """
    groups: dict[tuple[int, ...], list[Seat]] = {}
    for seat in sorted(state.living):
        groups.setdefault(_standing(state, seat), []).append(seat)
    best_first = [tuple(groups[standing]) for standing in sorted(groups, reverse=True)]
    return Outcome((*best_first, *reversed(state.out)), reason)


def _standing(state: State, seat: Seat) -> tuple[int, ...]:
    player = state.players[seat]
    if state.options.duel:
        return (len(player.won),)
    return (player.hp, sum(state.definition(number).rp for number in (*player.active, *player.inactive)))


def _lasting(state: State) -> tuple[Mix, ...]:
    """Return the mixes that still hide something: those with two cards or more that not everybody has seen since."""
    seen = {number for number, card in enumerate(state.instances) if card.known_to == EVERYBODY}
    lasting: list[Mix] = []
    for mixed in reversed(state.mixes):
        if sum(number not in seen for number in mixed.cards) > 1:
            lasting.append(mixed)
        seen |= {number for number, known in zip(mixed.cards, mixed.known_to, strict=True) if known == EVERYBODY}
    return tuple(reversed(lasting))
