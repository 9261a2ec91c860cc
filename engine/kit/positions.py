"""Helpers shared by the scenario positions of all games."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from engine.contract import JSON, IllegalPosition

P = TypeVar("P", bound=BaseModel)


def parsed(kind: type[P], data: JSON) -> P:
    """Parse a position into its game's own type. Raises IllegalPosition, naming the field."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise IllegalPosition(".".join(str(part) for part in first["loc"]), first["msg"]) from error


def bare(name: str) -> str:
    """Return a card's name without its copy number: Stun for Stun#2."""
    return name.partition("#")[0]
