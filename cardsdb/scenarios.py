"""Scenario files with their cards: the shipped sets that they name, and the cards that they define themselves."""

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cardsdb.sets import shipped_sets, taken_names
from engine.contract import AnyGame, Cards, CardSet, Deck, IllegalDeck, IllegalPosition, IllegalSet, Seating
from engine.registry import GAMES
from engine.scenarios.file_format import Scenario, read_scenario, refused_at, refused_for
from engine.scenarios.names import SEATS
from engine.scenarios.runner import ScenarioReport, run


def scenario_files(paths: list[Path]) -> list[Path]:
    """Return the given files, and those inside the given folders, sorted by name."""
    return [file for path in paths for file in (sorted(path.rglob("*.toml")) if path.is_dir() else [path])]


def run_file(path: Path) -> ScenarioReport:
    """Run one scenario file. Raises ScenarioRefused if the file is unreadable or its position impossible."""
    text, file = path.read_text("utf-8"), str(path)
    scenario = read_scenario(text, file)
    if scenario.game not in GAMES:
        raise refused_at(text, file, ("game",), f"there is no game {scenario.game!r}")
    game = GAMES[scenario.game]
    try:
        cards = scenario_cards(scenario, game, text, file)
        _check_about(scenario, cards, text, file)
        return run(scenario, game, cards, _seats(scenario, game, cards, text, file))
    except IllegalDeck as error:
        raise refused_at(text, file, ("new", "decks"), str(error)) from error
    except IllegalPosition as error:
        path_of_field = tuple(error.field.split("."))
        where = path_of_field if path_of_field[0] in ("options", "state") else ("position", *path_of_field)
        raise refused_at(text, file, where, error.why) from error


def _check_about(scenario: Scenario, cards: Cards, text: str, file: str) -> None:
    """Check that the cards that a scenario is about exist. Raises ScenarioRefused."""
    for number, name in enumerate(scenario.about):
        try:
            cards.find(name)
        except KeyError as error:
            raise refused_at(text, file, ("about", number), f"there is no card {name!r}") from error


def _seats(scenario: Scenario, game: AnyGame, cards: Cards, text: str, file: str) -> list[Seating]:
    """Return the seats of a new match, with their decks. Raises ScenarioRefused."""
    if scenario.new is None:
        return []
    ready = {deck.name: deck.cards for each in shipped_sets(game) if each.key in scenario.cards for deck in each.decks}
    seats = [Seating() for _ in range(scenario.new.seats)]
    for letter, wanted in scenario.new.decks.items():
        if letter not in list(SEATS)[: len(seats)]:
            raise refused_at(text, file, ("new", "decks", letter), "there is no such seat")
        if isinstance(wanted, str) and wanted not in ready:
            raise refused_at(text, file, ("new", "decks", letter), f"there is no deck {wanted!r} in the sets named")
        held = ready[wanted] if isinstance(wanted, str) else wanted
        try:
            deck = {cards.find(name): count for name, count in held.items()}
        except KeyError as error:
            raise refused_at(text, file, ("new", "decks", letter), f"there is no card {error}") from error
        seats[SEATS[letter]] = Seating(Deck(wanted if isinstance(wanted, str) else letter, deck))
    return seats


def scenario_cards(scenario: Scenario, game: AnyGame, text: str, file: str) -> Cards:
    """Return a scenario's cards: those in the shipped sets that it names, and its own. Raises ScenarioRefused."""
    try:
        cards: Cards = game.cards(scenario_sets(scenario, game, text, file))
    except IllegalSet as error:
        raise refused_at(text, file, ("cards",), str(error)) from error
    return cards


def scenario_sets(scenario: Scenario, game: AnyGame, text: str, file: str) -> list[CardSet]:
    """Return the shipped sets that a scenario names, and its own. Raises ScenarioRefused."""
    named = [entry for entry in scenario.cards if isinstance(entry, str)]
    inline = [entry for entry in scenario.cards if not isinstance(entry, str)]
    shipped = {each.key: each for each in shipped_sets(game)}
    missing = next((name for name in named if name not in shipped), None)
    if missing is not None:
        raise refused_at(text, file, ("cards",), f"there is no set {missing!r}")
    sets = [shipped[name] for name in named]
    own = [*([{"cards": inline}] if inline else []), *scenario.sets]
    return [*sets, *(_inline(game, number, each, text, file) for number, each in enumerate(own, 1))]


def _inline(game: AnyGame, number: int, data: dict[str, Any], text: str, file: str) -> CardSet:
    try:
        own = game.card_set.model_validate({**data, "key": f"own-{number}", "title": f"Own {number}", "credit": ""})
    except ValidationError as error:
        raise refused_for(text, file, error) from error
    if game.card_set.homebrew:
        taken = next(iter(taken_names(game, own, shipped_sets(game))), None)
        if taken is not None:
            raise refused_at(text, file, ("cards",), f"{taken.card}: {taken.why}")
    return own
