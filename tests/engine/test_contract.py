"""The contract's public surface is what it says, and its errors are the tree that is drawn."""

import ast
from pathlib import Path

import pytest

import engine.contract
from engine.contract import errors

PARTS = ("cards", "decisions", "definitions", "errors", "events", "forecasts", "game", "messages", "picks", "seats")
"""The modules whose names are the surface; decks, spec and collecting are asked for by their own names."""


def defined(part: str) -> set[str]:
    """The names that a module makes itself."""
    names: set[str] = set()
    for made in ast.parse(Path(engine.contract.__file__).with_name(f"{part}.py").read_text("utf-8")).body:
        match made:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return names


def test_the_surface_is_all_that_its_modules_define() -> None:
    assert sorted(set().union(*map(defined, PARTS))) == sorted(engine.contract.__all__)
    assert len(set(engine.contract.__all__)) == len(engine.contract.__all__)


@pytest.mark.parametrize("name", engine.contract.__all__)
def test_every_name_can_be_had(name: str) -> None:
    assert hasattr(engine.contract, name)


def test_the_tree_of_errors_is_the_one_drawn() -> None:
    drawn = {line.split()[1] for line in (errors.__doc__ or "").splitlines() if line[:1] in ("├", "└")}
    assert {kind.__name__ for kind in errors.Illegal.__subclasses__()} == drawn
    assert {name for name in engine.contract.__all__ if name.startswith("Illegal")} == {"Illegal", *drawn}
