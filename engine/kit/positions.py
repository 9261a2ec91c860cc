"""What the positions of all games share."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from engine.contract import JSON, IllegalPosition

P = TypeVar("P", bound=BaseModel)


def parsed(kind: type[P], data: JSON) -> P:
    """Return a position as its game describes it. Raises IllegalPosition, naming the field."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise IllegalPosition(".".join(str(part) for part in first["loc"]), first["msg"]) from error


def bare(name: str) -> str:
    """Return the name of a card of which a position has several: Stun of Stun#2."""
    return name.partition("#")[0]
