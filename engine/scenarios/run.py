"""Running scenarios: each step is played or checked, and what differs is reported."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

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
    Option,
    Viewer,
    letter,
)
from engine.dice import Dice, FairDice, LoadedDice, OutOfDraws
from engine.scenarios.file import End, Hidden, Picked, Refusal, Scenario, Step
from engine.scenarios.naming import SEATS, VIEWERS, Names, card_refs


class Differs(Exception):
    """A step did not come out as the scenario says."""


class Report(Struct):
    """What came of one scenario: the steps that differ, and with `explain` what was offered at every step."""

    title: str
    steps: int
    differences: list[str]
    notes: list[str]


def run(scenario: Scenario, game: AnyGame, cards: Cards) -> Report:
    """Run a scenario to its end, or to the first step that differs. Raises IllegalPosition."""
    try:
        options = game.spec.options.model_validate(scenario.options)
    except ValidationError as error:
        first = error.errors()[0]
        raise IllegalPosition(".".join(["options", *map(str, first["loc"])]), first["msg"]) from error
    state = game.position({**scenario.position, "options": options.model_dump()}, cards)
    match = _Match(game, cards, state, _dice(scenario, game, cards, state))
    report = Report(scenario.title, len(scenario.step), [], [])
    for number, step in enumerate(scenario.step, 1):
        report.notes.append(f"step {number}, {step.what}; open: {match.offer()}")
        try:
            match.take(step)
        except (Differs, OutOfDraws, ValueError) as error:
            why = f"the dice have nothing loaded for {error}" if isinstance(error, OutOfDraws) else error
            report.differences.append(f"step {number}, {step.what}: {why}")
            break
    return report


def _dice(scenario: Scenario, game: AnyGame, cards: Cards, state: Any) -> Dice:
    """Load the dice. A shuffle names cards; what is shuffled are instances, named through the view of everything."""
    loaded = {purpose: values for purpose, values in _flat(scenario.dice) if purpose != "rest"}
    rest = FairDice.seeded(scenario.dice["rest"]) if "rest" in scenario.dice else None
    names = {ref.instance: cards.name(ref.card) for ref in card_refs(game.view(state, EVERYTHING))}
    return LoadedDice(loaded, lambda item: names.get(item, str(item)), rest)


def _flat(tables: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted keys are tables in TOML; purposes are dotted names."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


class _Match:
    """A scenario's match, and all that each viewer has been shown of it."""

    def __init__(self, game: AnyGame, cards: Cards, state: Any, dice: Dice) -> None:
        self.game = game
        self.cards = cards
        self.state = state
        self.dice = dice
        self.told: list[Event] = []
        self.checked = 0
        """How many of the events an `events` step has gone past."""
        self.shown: dict[Viewer, list[str]] = {viewer: [] for viewer in VIEWERS.values()}
        self.names = Names(cards, game.view(state, EVERYTHING))
        self.show(())

    def take(self, step: Step) -> None:
        """Play or check one step. Raises Differs."""
        value = getattr(step, step.what)
        if step.what == "expect":
            self._expect(value, VIEWERS[step.viewer])
        else:
            getattr(self, f"_{step.what}")(value)

    # What is played

    def _pick(self, wanted: Picked) -> None:
        asked = self.asked(wanted)
        self.play(asked, [self.option(asked, choice).key for choice in wanted.choose])

    def _deadline(self, name: str) -> None:
        """The clock moves a seat on: defaults for as long as its clock stands."""
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
        """Answer a decision. Raises Differs where the game refuses."""
        try:
            self.happened(self.game.apply(self.state, asked.id, keys, self.dice))
        except IllegalPick as error:
            raise Differs(f"refused with {error.reason.id}") from error

    def happened(self, events: Iterable[Event]) -> None:
        """Note what was told."""
        news = tuple(events)
        self.told += news
        self.show(news)

    def show(self, news: tuple[Event, ...]) -> None:
        """Note all that each viewer is shown now: view, own decisions, and what was told."""
        for viewer, shown in self.shown.items():
            if viewer < len(self.seats()):
                shown.append(self.names.text(self.game.view(self.state, viewer)))
                shown += [self.names.text(asked) for asked in self.game.decisions(self.state) if asked.seat == viewer]
                shown += [self.names.text(fact) for event in news if (fact := event.seen_by(viewer)) is not None]

    def seats(self) -> tuple[int, ...]:
        """Return all seats, as the outcome of stopping now ranks them."""
        return tuple(sorted(seat for rank in self.game.stop(self.state).ranking for seat in rank))

    # What is checked

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
        """Return the message id with which a pick is refused; None where it is accepted."""
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

    def _events(self, patterns: Sequence[dict[str, Any]]) -> None:
        """These in this order, among what was told since the last such step; others may stand between."""
        facts = [msgspec.to_builtins(event.fact) for event in self.told[self.checked :]]
        self.checked = len(self.told)
        rest = iter(facts)
        for wanted in patterns:
            if not any(self.fits(wanted, fact) for fact in rest):
                raise Differs(f"{wanted} was not told; told were {[self.names.plain(fact) for fact in facts]}")

    def fits(self, wanted: dict[str, Any], fact: dict[str, Any]) -> bool:
        """Whether a fact has every field that is named, with that value."""
        return all(key in fact and self.names.same(value, fact[key], key) for key, value in wanted.items())

    def _hidden(self, wanted: Hidden) -> None:
        for word in wanted.words:
            if any(word in text for text in self.shown[VIEWERS[wanted.viewer]]):
                raise Differs(f"{wanted.viewer} was shown {word!r}")

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
        """Return what a seat is asked."""
        return [asked for asked in self.game.decisions(self.state) if asked.seat == seat]

    def asked(self, wanted: Picked) -> Decision:
        """Return the open decision of a seat and kind. Raises Differs where there is none."""
        found = [asked for asked in self.open(SEATS[wanted.seat]) if asked.kind == wanted.kind]
        if not found:
            raise Differs(f"{wanted.seat} is not asked {wanted.kind!r}; open: {self.offer()}")
        return found[0]

    def option(self, asked: Decision, choice: str | dict[str, Any]) -> Option:
        """Return the option that a choice names. Raises Differs where none or several different ones fit."""
        found = self.names.find(((option.label, option) for option in asked.options), choice)
        if not found:
            raise Differs(f"{choice} is not offered; offered are {self.labels(each.label for each in asked.options)}")
        if len({self.names.label(option.label) for option in found}) > 1:
            raise Differs(f"{choice} may mean {self.labels(option.label for option in found)}")
        return found[0]

    def labels(self, labels: Iterable[Message]) -> str:
        """Return labels as a scenario would name them."""
        return ", ".join(map(self.names.label, labels))

    def offer(self) -> str:
        """Return what is open, for people."""
        asked = self.game.decisions(self.state)
        return "; ".join(
            f"{letter(each.seat)} {each.kind}: {self.labels(option.label for option in each.options)}" for each in asked
        )


def _at(view: Any, path: str) -> Any:
    """Return what a path leads to in a view. Raises Differs where it leads nowhere."""
    value = view
    for key in path.split("."):
        try:
            value = value[int(key)] if isinstance(value, list | tuple) else value[key]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise Differs(f"{path} is not in the view") from error
    return value
