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
from tests.compare import matches, outside_matches
from tests.compare.bot import running_bot
from tests.compare.recording import MessageRecorder, Recording
from tests.compare.scenes import SceneRecorder


async def recorded(game: str, seeds: range, longest: int = matches.LONGEST, *, only_matches: bool = False) -> Recording:
    """Play matches of a game with these seeds, and return what is told.

    After `longest` answers for each seat, people leave. Unless `only_matches` is set, tournaments follow, and commands
    that look something up.
    """
    _forget_pictures()
    cards = GAMES[game].cards(shipped_sets(GAMES[game]))
    names = {called: person.name for person in matches.PEOPLE for called in (person.name, f"<@{person.id}>")}
    names |= {key.capitalize(): key.capitalize() for key in CHARACTERS}
    recording = Recording(names, sorted({cards.name(each) for each in cards.by_id}))
    scenes, messages = SceneRecorder(), MessageRecorder(recording)
    with TemporaryDirectory() as folder, capture_logs() as logged, scenes.installed():
        async with running_bot(messages, Path(folder), game, seeds.start) as at:
            await matches.choose_settings(at)
            play = None
            for seed in seeds:
                play = matches.SeededMatch(at, game, seed, longest)
                recording.digests[play.name] = await play.play()
            if not only_matches and play is not None:
                for form in outside_matches.FORMATS:
                    await outside_matches.tournament(at, game, form)
                await outside_matches.look_up(at, game, play)
    recording.layouts = scenes.layouts
    failed = [each for each in logged if each["log_level"] == "error"]
    recording.reach.errors |= {f"{each['event']}: {each.get('picture', each)}" for each in failed}
    return recording


def _forget_pictures() -> None:
    """Forget what has been painted before, so that a recording depends on nothing else."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and (each.__module__ or "").startswith("bot."):
            each.cache_clear()
        elif type(each).__name__ == "ByteCache":  # which a tree before this one need not have
            each.clear()


def main(arguments: Sequence[str]) -> None:
    """Record games: the folder for the files, the first seed, the number of matches, and the games' keys."""
    folder, first, count, *games = arguments
    for game in games:
        recording = asyncio.run(recorded(game, range(int(first), int(first) + int(count))))
        (Path(folder) / f"{game}.json").write_bytes(json.encode(recording))
