"""Recording a tree: its bot plays seeded matches of a game, and everything that it sends is written into a file."""

import asyncio
import gc
from collections.abc import Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import json
from structlog.testing import capture_logs

from cardsdb.sets import shipped_sets
from engine.players.characters import CHARACTERS
from engine.registry import GAMES
from tests.compare import evenings, matches
from tests.compare.bot import served
from tests.compare.recording import Recording, Secretary
from tests.compare.scenes import Gallery


async def recorded(game: str, seeds: range, longest: int = matches.LONGEST, *, evening: bool = True) -> Recording:
    """Play matches of a game with these seeds, and return what is told.

    After `longest` answers for each seat, people leave. With `evening`, tournaments are held and things looked up.
    """
    _forget_pictures()
    cards = GAMES[game].cards(shipped_sets(GAMES[game]))
    names = {called: person.name for person in matches.PEOPLE for called in (person.name, f"<@{person.id}>")}
    names |= {key.capitalize(): key.capitalize() for key in CHARACTERS}
    recording = Recording(names, sorted({cards.name(each) for each in cards.by_id}))
    gallery, secretary = Gallery(), Secretary(recording)
    with TemporaryDirectory() as folder, capture_logs() as logged, gallery.hung():
        async with served(secretary, Path(folder), game, seeds.start) as at:
            await matches.settled_in(at)
            play = None
            for seed in seeds:
                play = matches.Play(at, game, seed, longest)
                recording.digests[play.name] = await play.play()
            if evening and play is not None:
                for form in evenings.FORMATS:
                    await evenings.tournament(at, game, form)
                await evenings.looked_up(at, game, play)
    recording.layouts = gallery.layouts
    failed = [each for each in logged if each["log_level"] == "error"]
    recording.reach.errors |= {f"{each['event']}: {each.get('picture', each)}" for each in failed}
    return recording


def _forget_pictures() -> None:
    """Forget what has been painted before, so that a recording depends on nothing else."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and (each.__module__ or "").startswith("bot."):
            each.cache_clear()


def main(arguments: Sequence[str]) -> None:
    """Record games: the folder for the files, the first seed, the number of matches, and the games' keys."""
    folder, first, count, *games = arguments
    for game in games:
        recording = asyncio.run(recorded(game, range(int(first), int(first) + int(count))))
        (Path(folder) / f"{game}.json").write_bytes(json.encode(recording))
