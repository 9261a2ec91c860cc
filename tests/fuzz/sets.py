"""Fuzzes the way of an uploaded set file, guided by coverage: `make fuzz` (latest figures: docs/developers/testing.md).

Bytes are read as an upload. What comes of them is a refusal with reasons, or a set that is stored, restored, put in
words and found again; anything else ends the run, and so does a file that takes longer than it may. Half of the changes
are libFuzzer's own, of bytes; the other half put another word of the file or a hostile value in the place of a word.
"""

import re
import sys
import time
from pathlib import Path
from random import Random
from typing import Final

import atheris

with atheris.instrument_imports(
    include=[
        "cardsdb",
        "engine.contract",
        "engine.text",
        "engine.games.varia",
        "engine.games.warmage",
        "engine.games.artbot",
        "tomllib",
    ]
):
    from cardsdb.sets import example, fitted, read_upload, restored, shipped_sets, stored
    from cardsdb.source import SetRefused
    from engine.registry import GAMES

from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import page_of
from bot.ui.texts.words import Words

SLOW: Final = 5.0
"""After how many seconds of processor time a file counts as a hang; an upload may take ten."""

WORD: Final = re.compile(rb'"[^"\n]*"|[A-Za-z_]+|-?\d+|[\[\]{}=,.]')
HOSTILE: Final = [
    *(b"-1", b"0", b"1" * 400, b"1e400", b"nan", b"-0.0", b"true", b"[]", b"{}", b'""', b"2020-01-01", b'"""'),
    *(
        b'"' + text.encode() + b'"'
        for text in ("@everyone", "\u202edeef", "<@1>", "a" * 70, "\u0301" * 9, "\u00b2", "1.1")
    ),
    *(b"[[cards]]\n", b"[cards]\n", b"[" * 9, b"a." * 9, b"\n" * 60, b"\r\n", b"\xff", b"#"),
]
WORDS: Final = Words(None)


def read(data: bytes) -> None:
    """Read bytes as an upload, and use what they hold."""
    begun = time.process_time()
    try:
        found = read_upload(GAMES, data, "fuzz.toml")
    except SetRefused as refused:
        text = data.decode("utf-8-sig", "replace")
        if not refused.faults or not all(fault.why and fault.line <= text.count("\n") + 2 for fault in refused.faults):
            raise AssertionError(refused) from refused
    else:
        game, renderer = GAMES[found.game], RENDERERS[found.game]
        again = restored(game, stored(found).content)
        cards = fitted(game, again, shipped_sets(game))
        if again != found or any(page_of(renderer, card.name, cards, WORDS) is None for card in found.cards):
            raise AssertionError(found)
    if time.process_time() - begun > SLOW:
        raise TimeoutError(len(data))


def change(data: bytes, most: int, seed: int) -> bytes:
    """Change a file: by libFuzzer's own means, or a word for another."""
    chance = Random(seed)
    words = list(WORD.finditer(data))
    if not words or chance.random() < 0.5:
        return bytes(atheris.Mutate(data, most))
    for _ in range(chance.randint(1, 3)):
        place, other = chance.choice(words), chance.choice(words)[0]
        instead = chance.choice(HOSTILE) if chance.random() < 0.4 else other
        data = data[: place.start()] + instead + data[place.end() :]
        words = list(WORD.finditer(data)) or words
    return data[:most]


def main() -> None:
    """Fuzz until libFuzzer's arguments say it is enough; the first is the folder of what was found so far."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for key, game in GAMES.items():
        if game.card_set.homebrew:
            (folder / f"example-{key}.toml").write_text(example(game), "utf-8")
    atheris.Setup(sys.argv, read, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
