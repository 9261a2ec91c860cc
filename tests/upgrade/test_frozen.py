"""What 0.1.0 froze, each thing by its name: the first migration, custom ids, deck codes, facts, states and exports.

Planted changes show that each of these tests notices one, and names it.
"""

import hashlib
import importlib
import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from bot.cli import app
from bot.host.fairness import verification
from bot.host.fairness.export_files import Unverified
from bot.host.kernel.host import Host
from bot.interactions import router
from bot.storage import migrations
from bot.storage.schema import events, matches
from bot.ui.messages.custom_ids import parse
from cardsdb import boosters
from cardsdb.deck_codes import DeckRefused, deck_code, read_deck
from cardsdb.sets import shipped_cards
from engine.contract import AnyGame, Fact
from engine.kit import facts
from engine.registry import GAMES
from tests.engine.random_tables import some_step
from tests.support.clocks import ManualClock
from tests.upgrade import kept

FROZEN = kept.frozen()
MISSING = object()
EXPORTS = {name: data for name, data in kept.exports().items() if name != "pack"}
ACTIONS = sorted({(each["modal"] is not None, parse(each["custom_id"]).action) for each in FROZEN["clicks"]})


def changed_migrations(folder: Path) -> list[str]:
    """The names of frozen migrations that are not as they were, or are gone."""
    file = folder / FROZEN["migration"]["file"]
    as_it_was = file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == FROZEN["migration"]["sha256"]
    return [] if as_it_was else [file.name]


def test_the_first_migration_is_as_it_was() -> None:
    assert changed_migrations(Path(str(migrations.__file__)).parent / "versions") == []


def test_a_planted_change_of_a_migration_is_named(tmp_path: Path) -> None:
    name = FROZEN["migration"]["file"]
    text = (Path(str(migrations.__file__)).parent / "versions" / name).read_text("utf-8")
    for planted in (text.replace("nullable=False", "nullable=True", 1), f"{text}\n"):
        (tmp_path / name).write_text(planted, "utf-8")
        assert changed_migrations(tmp_path) == [name]
    (tmp_path / name).unlink()
    assert changed_migrations(tmp_path) == [name]


@pytest.mark.parametrize(("is_modal", "action"), ACTIONS)
def test_an_old_custom_id_is_read_as_it_was(is_modal: bool, action: str) -> None:  # noqa: FBT001 - a parameter
    known = router.MODALS if is_modal else {**router.ACTIONS, **router.ASKS}
    assert action in known
    for each in FROZEN["clicks"]:
        assert str(parse(each["custom_id"])) == each["custom_id"]


def deck_code_faults(name: str, renamed: str = "") -> list[str]:
    """What is wrong with how an old deck code is read today, or if one of its cards were renamed."""
    old = FROZEN["deck_codes"][name]
    game = GAMES[old["game"]]
    cards = shipped_cards(game)
    ids = [f"{each.card}-new" if each.card == renamed else each.card for each in game.deck_cards(cards)]
    faults = []
    for form in ("code", "text"):
        try:
            deck = read_deck(old["game"], old[form], cards, ids)
        except DeckRefused as error:
            faults.append(f"{form}: {error!r}")
            continue
        if deck.cards != old["cards"]:
            faults.append(f"{form}: other cards")
        if deck_code(old["game"], deck) != old["code"]:
            faults.append(f"{form}: another code")
    return faults


@pytest.mark.parametrize("name", sorted(FROZEN["deck_codes"]))
def test_a_card_that_is_renamed_is_noticed_in_every_deck_code_that_holds_it(name: str) -> None:
    card = next(iter(FROZEN["deck_codes"][name]["cards"]))
    assert any(fault.startswith("code: ") for fault in deck_code_faults(name, renamed=card))


@pytest.mark.parametrize("name", sorted(FROZEN["deck_codes"]))
def test_an_old_deck_code_holds_the_same_deck(name: str) -> None:
    assert deck_code_faults(name) == []


def facts_of(game: str) -> dict[str, type[Fact]]:
    """The facts of a game by the tag that is stored."""
    kinds = get_args(facts.facts_of(importlib.import_module(f"engine.games.{game}.events")))
    return {str(kind.__struct_config__.tag): kind for kind in (Fact, *kinds)}


def field_faults(old: list[str], kind: type[msgspec.Struct]) -> list[str]:
    """The stored fields of a kind of fact that are gone, or new and without a default for what was stored before."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    new = [name for name, field in fields.items() if name not in old and field.required]
    return [name for name in old if name not in fields] + new


@pytest.mark.parametrize("name", sorted(FROZEN["facts"]))
def test_an_old_fact_has_the_fields_that_it_had(name: str) -> None:
    game, _, tag = name.partition(" ")
    assert field_faults(FROZEN["facts"][name], facts_of(game)[tag]) == []


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        ([("seat", int), ("cards", int)], []),
        ([("seat", int), ("cards", int), ("why", int, 0)], []),
        ([("seat", int), ("count", int)], ["cards", "count"]),
        ([("seat", int)], ["cards"]),
        ([("seat", int), ("cards", int), ("why", int)], ["why"]),
    ],
)
def test_a_planted_change_of_a_fact_is_named(planted: list[Any], named: list[str]) -> None:
    assert field_faults(["seat", "cards"], msgspec.defstruct("Planted", planted)) == named


@pytest.mark.parametrize("name", sorted(EXPORTS))
def test_an_old_export_verifies(name: str, tmp_path: Path) -> None:
    """It is replayed where the rules are the same, and else checked by its draws."""
    data = EXPORTS[name]
    verdict = verification.verify(data, GAMES)
    older = data["rules"] < GAMES[data["game"]].state_version
    assert (verdict.first is None) == older
    assert verdict.draws == sum(len(entry[4]) for entry in data["log"])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(data))
    told = CliRunner().invoke(app, ["verify", str(file)])
    assert told.exit_code != 1
    assert ("the draws are right; played by rules 1, this version has" if older else "holds") in told.output
    changed = json.loads(json.dumps(data))
    draws: list[Any] = next(entry[4] for entry in changed["log"] if entry[4])
    draws[0]["result"] = draws[0]["result"][::-1] if len(draws[0]["result"]) > 1 else [draws[0]["result"][0] + 1]
    with pytest.raises(Unverified):
        verification.verify(changed, GAMES)


def test_an_old_pack_is_drawn_again() -> None:
    pack = kept.exports()["pack"]
    boosters.verify(pack, GAMES)
    with pytest.raises(boosters.FalsePack):
        boosters.verify({**pack, "cards": pack["cards"][::-1]}, GAMES)


def state_faults(game: AnyGame, stored: dict[str, Any], version: int, cards: Any) -> list[str]:
    """The fields of a stored state that are read as something else, or why it is not read at all."""
    try:
        read = json.loads(msgspec.json.encode(game.dump(game.load(stored, version, cards))))
    except ValueError as error:
        return [str(error)]
    return sorted(name for name in {*stored, *read} if stored.get(name, MISSING) != read.get(name, MISSING))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_planted_change_of_a_state_is_named(key: str) -> None:
    """A game that no longer reads one of the fields; what it holds by default needs no reading."""
    at, step, _, _ = some_step(GAMES[key], 1)
    version = at.game.state_version
    stored = json.loads(msgspec.json.encode(at.game.dump(step.state)))
    assert state_faults(at.game, stored, version, at.cards) == []
    kind: Any = type(at.game)
    noticed = set()
    for forgotten in stored:

        class Forgets(kind):  # type: ignore[misc]  # of each game in turn
            def upgraded(self, data: dict[str, Any], version: int, name: str = forgotten) -> dict[str, Any]:
                return {each: value for each, value in data.items() if each != name}

        faults = state_faults(Forgets(), stored, version, at.cards)
        assert all(forgotten in fault for fault in faults)
        noticed |= {forgotten} if faults else set()
    assert len(noticed) > 1


async def test_old_rows_are_read_as_they_were(upgraded: tuple[Host, ManualClock]) -> None:
    """Every stored fact comes back as it is stored; so does every state of rules that have not changed."""
    host, _ = upgraded
    async with host.database.reading() as connection:
        rows = {row.id: row for row in await connection.execute(select(matches))}
        told = list(await connection.execute(select(events)))
        for row in told:
            game = GAMES[rows[row.match].game]
            for stored in (row.fact, row.others):
                if stored is not None:
                    read = json.loads(msgspec.json.encode(game.fact(stored)))
                    assert {key: read[key] for key in stored} == stored, (row.match, row.number)
        for row in rows.values():
            if row.state is None:
                continue
            game = GAMES[row.game]
            cards = await host.cards(connection, row.game, tuple(row.sets))
            state = game.load(row.state, row.state_version, cards)
            if row.state_version == game.state_version:
                assert state_faults(game, row.state, row.state_version, cards) == [], row.id
            assert bool(game.decisions(state)) == (game.outcome(state) is None), row.id
