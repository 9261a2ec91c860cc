"""The types that states repeat for msgspec, because a compiled class forgets them, are those of their annotations."""

import ast
from pathlib import Path

import pytest

STATES = sorted((Path(__file__).parents[2] / "engine" / "games").glob("*/state.py"))


@pytest.mark.parametrize("file", STATES, ids=lambda file: file.parent.name)
def test_repeated_types_are_those_of_the_fields(file: Path) -> None:
    body = ast.parse(file.read_text("utf-8")).body
    fields = {
        (kind.name, field.target.id): ast.unparse(field.annotation)
        for kind in body
        if isinstance(kind, ast.ClassDef)
        for field in kind.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }
    repeated = {
        (ast.unparse(call.args[0]), str(word.arg)): ast.unparse(word.value)
        for statement in body
        if isinstance(statement, ast.Expr) and isinstance(call := statement.value, ast.Call)
        for word in call.keywords
    }
    assert repeated
    assert repeated == {name: fields[name] for name in repeated}
