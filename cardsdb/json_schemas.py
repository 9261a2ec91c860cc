"""Writes the JSON Schemas of user-written set files to docs/schemas: python -m cardsdb.json_schemas."""

import json
from pathlib import Path

from cardsdb.sets import schema, schema_file
from engine.registry import GAMES

FOLDER = Path("docs") / "schemas"


def publish() -> None:
    """Write the schemas of all games that allow user-written sets."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        if not game.card_set.homebrew:
            continue
        text = json.dumps(schema(game), indent=1, ensure_ascii=False)
        (FOLDER / schema_file(game)).write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    publish()
