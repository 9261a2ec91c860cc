"""The scenario runner: plays or checks each step and reports differences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from pydantic import ValidationError

from engine.contract import (
    EVERYTHING,
    AnyGame,
    Cards,
    Decision,
    Event,
    IllegalPick,
    IllegalPosition,
    Message,
    Observer,
    Option,
    Seating,
    Viewer,
    letter,
)
from engine.dice import Dice, FairDice, LoadedDice, OutOfDraws
from engine.scenarios.file_format import End, Hidden, Picked, Refusal, Scenario, ScenarioStep, StoredPosition
from engine.scenarios.names import SEATS, VIEWERS, Names, card_refs

T = TypeVar("T")


PLAYED: Final = ("pick", "deadline", "leave", "reload")
"""The kinds of steps that check nothing."""


class Differs(Exception):
    """Raised when the result of a step differs from the scenario."""


class ScenarioReport(Struct):
    """The result of one scenario: the steps that differ and, for `explain`, what is on offer at every step."""

    title: str
    steps: int
    differences: list[str]
    notes: list[str]


def run(scenario: Scenario, game: AnyGame, cards: Cards, seats: Sequence[Seating] = ()) -> ScenarioReport:
    """Run a scenario to its end or to the first step that differs; `seats` hold the decks for a new match.

    Raises IllegalPosition, or IllegalDeck if a new match refuses a deck.
    """
    try:
        options = game.spec.options.model_validate(scenario.options)
    except ValidationError as error:
        first = error.errors()[0]
        raise IllegalPosition(".".join(["options", *map(str, first["loc"])]), first["msg"]) from error
    report = ScenarioReport(scenario.title, len(scenario.step), [], [])
    news: tuple[Event, ...] = ()
    stored = scenario.state
    if stored is not None:
        state = _restored(stored, game, cards)
        dice = LoadedDice({}, rest=FairDice(bytes.fromhex(stored.key), branch=stored.branch), counters=stored.counters)
    elif scenario.new is None:
        state = game.position({**scenario.position, "options": options.model_dump()}, cards)
        dice = _dice(scenario, game, cards, state)
    else:
        dice = _new_dice(scenario, cards)
        try:
            state, news = game.new(options, seats, cards, dice)
        except (OutOfDraws, ValueError) as error:
            report.differences.append(f"the new match: {_why(error)}")
            return report
    match = _Match(game, cards, state, dice)
    match.happened(news)
    for number, step in enumerate(scenario.step, 1):
        report.notes.append(f"step {number}, {step.what}; open: {match.offer()}")
        try:
            match.take(step)
        except (Differs, OutOfDraws, ValueError) as error:
            report.differences.append(f"step {number}, {step.what}: {_why(error)}")
            return report
    report.differences += [
        f"after the last step: {purpose} is loaded with {values}, which nothing has drawn"
        for purpose, values in dice.unused.items()
    ]
    return report


def _why(error: Exception) -> str:
    return f"the dice have nothing loaded for {error}" if isinstance(error, OutOfDraws) else str(error)


def _restored(stored: StoredPosition, game: AnyGame, cards: Cards) -> Any:
    """Return a stored state. Raises IllegalPosition."""
    try:
        return game.load(msgspec.json.decode(stored.content), stored.rules, cards)
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        raise IllegalPosition("state.content", f"this is no state of {game.spec.key}: {error}") from error


def _dice(scenario: Scenario, game: AnyGame, cards: Cards, state: Any) -> LoadedDice:
    """Load the dice. Shuffles list card names but act on instances, whose names come from the view of everything."""
    names = {ref.instance: cards.name(ref.card) for ref in card_refs(game.view(state, EVERYTHING))}
    return _loaded(scenario, lambda item: names.get(item, str(item)), LoadedDice)


def _new_dice(scenario: Scenario, cards: Cards) -> LoadedDice:
    """Load the dice for a new match, whose first draw decides which instance is which card."""
    names: dict[Any, str] = {}

    class NewDice(LoadedDice):
        def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
            dealt: Sequence[Any] = super().shuffle(purpose, items)
            if purpose == LOT:
                names.update((number, cards.name(_card(item))) for number, item in enumerate(dealt))
            return list(dealt)

    return _loaded(scenario, lambda item: names.get(item) or cards.name(_card(item)), NewDice)


LOT: Final = "ids"
"""The purpose under which every game draws which instance is which card."""


def _card(item: Any) -> str:
    """Return the card in one item of this draw: a card's id, alone or after the seat that brings it."""
    return str(item[-1]) if isinstance(item, tuple) else str(item)


def _loaded(scenario: Scenario, name: Callable[[Any], str], kind: type[LoadedDice]) -> LoadedDice:
    loaded = loaded_draws(scenario)
    rest = FairDice.seeded(scenario.dice["rest"]) if "rest" in scenario.dice else None
    return kind(loaded, name, rest)


def loaded_draws(scenario: Scenario) -> dict[str, list[Any]]:
    """Return the loaded results of a scenario's dice, by purpose."""
    return {purpose: list(values) for purpose, values in _flat(scenario.dice) if purpose != "rest"}


def _flat(tables: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Flatten tables into dotted names: purposes are dotted names, and TOML reads dotted keys as tables."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


class _Match:
    """A scenario's match, and everything that each viewer has been shown in it."""

    def __init__(self, game: AnyGame, cards: Cards, state: Any, dice: Dice) -> None:
        self.game = game
        self.cards = cards
        self.state = state
        self.dice = dice
        self.told: list[Event] = []
        self.checked = 0
        """The number of events that `events` steps have already passed."""
        self.began = 0
        """The number of events before the latest run of played steps without a check between them."""
        self.checking = False
        self.shown: dict[Viewer, list[str]] = {viewer: [] for viewer in VIEWERS.values()}
        self.names = Names(cards, game.view(state, EVERYTHING))
        self.show(())

    def take(self, step: ScenarioStep) -> None:
        """Play or check one step. Raises Differs."""
        value = getattr(step, step.what)
        self.checking = self.checking or step.what not in PLAYED
        if step.what in ("expect", "events", "not_told"):
            getattr(self, f"_{step.what}")(value, VIEWERS[step.viewer])
        else:
            getattr(self, f"_{step.what}")(value)

    # Playing

    def _pick(self, wanted: Picked) -> None:
        asked = self.asked(wanted)
        self.play(asked, [self.option(asked, choice).key for choice in wanted.choose])

    def _deadline(self, name: str) -> None:
        """Expire a seat's deadline: play its defaults while it has decisions on the same clock."""
        seat = SEATS[name]
        clock = next((asked.clock for asked in self.open(seat)), None)
        if clock is None:
            raise Differs(f"{name} is not asked anything")
        while asked := next((each for each in self.open(seat) if each.clock == clock), None):
            self.play(asked, self.game.default(self.state, asked.id, self.dice))

    def _leave(self, name: str) -> None:
        self.happened(self.game.leave(self.state, SEATS[name], self.dice))

    def _reload(self, _: Literal[True]) -> None:
        data = msgspec.json.decode(msgspec.json.encode(self.game.dump(self.state)))
        self.state = self.game.load(data, self.game.state_version, self.cards)

    def play(self, asked: Decision, keys: Sequence[str]) -> None:
        """Answer a decision. Raises Differs if the game refuses."""
        try:
            self.happened(self.game.apply(self.state, asked.id, keys, self.dice))
        except IllegalPick as error:
            raise Differs(f"refused with {error.reason.id}") from error

    def happened(self, events: Iterable[Event]) -> None:
        """Record new events."""
        news = tuple(events)
        if self.checking:
            self.began, self.checking = len(self.told), False
        self.told += news
        self.show(news)

    def show(self, news: tuple[Event, ...]) -> None:
        """Record everything that each viewer is shown now: the view, their own decisions and the new events."""
        for viewer, shown in self.shown.items():
            if isinstance(viewer, Observer) or viewer < len(self.seats()):
                shown.extend(self.seen(viewer))
                shown.extend(self.names.text(fact) for event in news if (fact := event.seen_by(viewer)) is not None)

    def seen(self, viewer: Viewer) -> list[str]:
        """Return what a viewer currently sees: the view and their own decisions."""
        asked = [self.names.text(asked) for asked in self.game.decisions(self.state) if asked.seat == viewer]
        return [self.names.text(self.game.view(self.state, viewer)), *asked]

    def seats(self) -> tuple[int, ...]:
        """Return all seats, taken from the outcome of stopping now."""
        return tuple(sorted(seat for rank in self.game.stop(self.state).ranking for seat in rank))

    # Checking

    def _refuse(self, wanted: Refusal) -> None:
        before = self.game.dump(self.state), dict(self.dice.counters)
        said = self.refusal(wanted)
        if said is None:
            raise Differs("it was accepted")
        if said != wanted.reason:
            raise Differs(f"refused with {said}, not with {wanted.reason}")
        if (self.game.dump(self.state), self.dice.counters) != before:
            raise Differs("it was refused and changed something")

    def refusal(self, wanted: Refusal) -> str | None:
        """Return the message id with which a pick is refused, or None if it is accepted."""
        try:
            asked = self.asked(wanted)
        except Differs:
            return "refusal.not_open"
        keys = []
        for choice in wanted.choose:
            try:
                keys.append(self.option(asked, choice).key)
            except Differs:
                blocked = self.names.find(((each.label, each) for each in asked.blocked), choice)
                return blocked[0].reason.id if blocked else "refusal.not_offered"
        try:
            self.game.apply(self.game.copy(self.state), asked.id, keys, self.dice)
        except IllegalPick as error:
            return error.reason.id
        return None

    def _offered(self, wanted: Picked) -> None:
        asked = self.asked(wanted)
        for choice in wanted.choose:
            self.option(asked, choice)

    def _not_offered(self, wanted: Picked) -> None:
        asked = next((each for each in self.open(SEATS[wanted.seat]) if each.kind == wanted.kind), None)
        options = asked.options if asked else ()
        for choice in wanted.choose:
            if self.names.find(((option.label, option) for option in options), choice):
                raise Differs(f"{choice} is offered")

    def _blocked(self, wanted: Picked) -> None:
        asked = self.asked(wanted)
        for choice in wanted.choose:
            if not self.names.find(((each.label, each) for each in asked.blocked), choice):
                raise Differs(
                    f"{choice} is not blocked; blocked are {[self.names.label(b.label) for b in asked.blocked]}"
                )

    def _expect(self, values: dict[str, Any], viewer: Viewer) -> None:
        view = msgspec.to_builtins(self.game.view(self.state, viewer))
        for path, wanted in values.items():
            found = _at(view, path)
            if not self.names.same(wanted, found, path.rpartition(".")[2]):
                raise Differs(f"{path} is {self.names.plain(found)!r}, not {wanted!r}")

    def _events(self, patterns: Sequence[dict[str, Any]], viewer: Viewer) -> None:
        """Check that these events have occurred in this order since the last such step; others may come in between."""
        facts = self.facts(self.checked, viewer)
        self.checked = len(self.told)
        rest = iter(facts)
        for wanted in patterns:
            if not any(self.fits(wanted, fact) for fact in rest):
                raise Differs(f"{wanted} was not told; told were {[self.names.plain(fact) for fact in facts]}")

    def _not_told(self, patterns: Sequence[dict[str, Any]], viewer: Viewer) -> None:
        """Check that none of these is among the events of the steps that have just been played."""
        for fact in self.facts(self.began, viewer):
            if any(self.fits(unwanted, fact) for unwanted in patterns):
                raise Differs(f"{self.names.plain(fact)} was told")

    def facts(self, first: int, viewer: Viewer) -> list[dict[str, Any]]:
        """Return the facts that a viewer was shown from the event number `first` on."""
        seen = [event.seen_by(viewer) for event in self.told[first:]]
        return [msgspec.to_builtins(fact) for fact in seen if fact is not None]

    def fits(self, wanted: dict[str, Any], fact: dict[str, Any]) -> bool:
        """Whether a fact has all the given fields with the given values."""
        return all(key in fact and self.names.same(value, fact[key], key) for key, value in wanted.items())

    def _hidden(self, wanted: Hidden) -> None:
        for word in wanted.words:
            if any(word in text for text in self.shown[VIEWERS[wanted.viewer]]):
                raise Differs(f"{wanted.viewer} was shown {word!r}")

    def _not_shown(self, wanted: Hidden) -> None:
        for word in wanted.words:
            if any(word in text for text in self.seen(VIEWERS[wanted.viewer])):
                raise Differs(f"{wanted.viewer} is shown {word!r}")

    def _end(self, expected: End) -> None:
        outcome = self.game.outcome(self.state)
        if outcome is None:
            raise Differs("the match is not over")
        wanted = tuple(tuple(rank) for rank in expected.ranking)
        ranking = tuple(tuple(letter(seat) for seat in rank) for rank in outcome.ranking)
        if ranking != wanted:
            raise Differs(f"the ranking is {ranking}")

    # Finding and naming

    def open(self, seat: int) -> list[Decision]:
        """Return a seat's open decisions."""
        return [asked for asked in self.game.decisions(self.state) if asked.seat == seat]

    def asked(self, wanted: Picked) -> Decision:
        """Return a seat's open decision of a given kind. Raises Differs if there is none."""
        found = [asked for asked in self.open(SEATS[wanted.seat]) if asked.kind == wanted.kind]
        if not found:
            raise Differs(f"{wanted.seat} is not asked {wanted.kind!r}; open: {self.offer()}")
        return found[0]

    def option(self, asked: Decision, choice: str | dict[str, Any]) -> Option:
        """Return the option that a choice names. Raises Differs if none fits, or several different ones do."""
        found = self.names.find(((option.label, option) for option in asked.options), choice)
        if not found:
            raise Differs(f"{choice} is not offered; offered are {self.labels(each.label for each in asked.options)}")
        if len({self.names.label(option.label) for option in found}) > 1:
            raise Differs(f"{choice} may mean {self.labels(option.label for option in found)}")
        return found[0]

    def labels(self, labels: Iterable[Message]) -> str:
        """Return labels as a scenario would write them."""
        return ", ".join(map(self.names.label, labels))

    def offer(self) -> str:
        """Return a readable description of the open decisions."""
        asked = self.game.decisions(self.state)
        return "; ".join(
            f"{letter(each.seat)} {each.kind}: {self.labels(option.label for option in each.options)}" for each in asked
        )


def _at(view: Any, path: str) -> Any:
    """Return the value at a path in a view. Raises Differs if the view has no such path."""
    value = view
    for key in path.split("."):
        try:
            if key == "length" and (isinstance(value, list | tuple) or (isinstance(value, dict) and key not in value)):
                value = len(value)
            else:
                value = value[int(key)] if isinstance(value, list | tuple) else value[key]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise Differs(f"{path} is not in the view") from error
    return value
