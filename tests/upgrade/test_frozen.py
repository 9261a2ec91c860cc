"""What 0.1.0 froze, each thing by its name: the first migration, custom ids, deck codes, facts and exports."""

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
from bot.ui.custom_ids import parse
from cardsdb import boosters
from cardsdb.deck_codes import deck_code, read_deck
from cardsdb.sets import shipped_sets
from engine.contract import Fact
from engine.kit import facts
from engine.registry import GAMES
from tests.support.clocks import ManualClock
from tests.upgrade import kept

FROZEN = kept.frozen()
EXPORTS = {name: data for name, data in kept.exports().items() if name != "pack"}
ACTIONS = sorted({(each["modal"] is not None, parse(each["custom_id"]).action) for each in FROZEN["clicks"]})


def test_the_first_migration_is_as_it_was() -> None:
    first = Path(str(migrations.__file__)).parent / "versions" / FROZEN["migration"]["file"]
    assert hashlib.sha256(first.read_bytes()).hexdigest() == FROZEN["migration"]["sha256"]


@pytest.mark.parametrize(("is_modal", "action"), ACTIONS)
def test_an_old_custom_id_is_read_as_it_was(is_modal: bool, action: str) -> None:  # noqa: FBT001 - a parameter
    known = router.MODALS if is_modal else {**router.ACTIONS, **router.ASKS}
    assert action in known
    for each in FROZEN["clicks"]:
        assert str(parse(each["custom_id"])) == each["custom_id"]


@pytest.mark.parametrize("name", sorted(FROZEN["deck_codes"]))
def test_an_old_deck_code_holds_the_same_deck(name: str) -> None:
    old = FROZEN["deck_codes"][name]
    game = GAMES[old["game"]]
    cards = game.cards(shipped_sets(game))
    ids = [each.card for each in game.deck_cards(cards)]
    for text in (old["code"], old["text"]):
        deck = read_deck(old["game"], text, cards, ids)
        assert deck.cards == old["cards"]
        assert deck_code(old["game"], deck) == old["code"]


def facts_of(game: str) -> dict[str, type[Fact]]:
    """The facts of a game by the tag that is stored."""
    kinds = get_args(facts.facts_of(importlib.import_module(f"engine.games.{game}.events")))
    return {str(kind.__struct_config__.tag): kind for kind in (Fact, *kinds)}


@pytest.mark.parametrize("name", sorted(FROZEN["facts"]))
def test_an_old_fact_has_the_fields_that_it_had(name: str) -> None:
    """New fields come behind the old ones, and what was stored without them has their default."""
    game, _, tag = name.partition(" ")
    old, kind = FROZEN["facts"][name], facts_of(game)[tag]
    fields = msgspec.structs.fields(kind)
    assert [field.name for field in fields[: len(old)]] == old
    assert all(not field.required for field in fields[len(old) :])


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
            state = game.load(row.state, row.state_version, await host.cards(connection, row.game, tuple(row.sets)))
            if row.state_version == game.state_version:
                assert json.loads(msgspec.json.encode(game.dump(state))) == row.state, row.id
            assert bool(game.decisions(state)) == (game.outcome(state) is None), row.id
