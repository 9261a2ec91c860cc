"""A step of an exported match as a scenario file: its position as it was, and what was answered next.

The file has the exact state and the match's dice, and no name that a person wrote, except those of homebrew cards.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from bot.host.fairness.export_files import replay_entry
from bot.host.fairness.replays import ExportedMatch
from bot.host.match.replay import Replay, ReplayEntry, first_replayable
from cardsdb.sets import shipped_sets, stored
from engine.contract import EVERYTHING, AnyGame, Decision, find_open, letter
from engine.scenarios.names import Names

ANSWERS: Final = ("pick", "pass", "default")
"""The kinds of entries that answer a question."""

UNSAID: Final = ("game", "key", "title", "credit", "decks")
"""The fields of a card set that a scenario does without."""

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
"""A key that TOML takes without quotes."""


class NoSuchStep(Exception):
    """A match has no such step to go on from; `steps` is how many it has."""

    def __init__(self, steps: int) -> None:
        super().__init__(f"the steps to go on from are 1 to {steps}")
        self.steps = steps


def scenario_at(match: ExportedMatch, step: int) -> str:
    """Return a scenario that begins after a step, counted from 1 as the match page does. Raises NoSuchStep."""
    replay, rest = _replayed(match, step)
    game, name = match.match.game, f"Match {match.told.match}, step {step}"
    named, own = _sets(game, match.told.sets)
    state = {
        "rules": game.state_version,
        "key": match.match.key.hex(),
        "branch": replay.branch,
        "counters": dict(replay.dice.counters),
        "content": Block(game.dump(replay.state)),
    }
    head = {"game": game.spec.key, "title": name, "source": name, "cards": named}
    names = Names(match.match.cards, game.view(replay.state, EVERYTHING))
    tables = [
        ("[state]", state),
        *(("[[sets]]", each) for each in own),
        *(("[[step]]", each) for each in _steps(game, names, replay, rest)),
    ]
    return "\n".join(
        [*_fields(head), *(line for title, fields in tables for line in ("", title, *_fields(fields))), ""]
    )


def _fields(fields: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {toml(value)}" for key, value in fields.items()]


def _replayed(match: ExportedMatch, step: int) -> tuple[Replay, Sequence[ReplayEntry]]:
    """Return a match as it stood after a step, and the entries that came next. Raises NoSuchStep."""
    log = [replay_entry(each) for each in match.told.log]
    first, steps = first_replayable(log), 0
    replay = Replay(match.match, first)
    for number, entry in enumerate(log):
        replay.enter(entry)
        if number >= first and match.match.game.outcome(replay.state) is not None:
            break
        steps += number >= first and not replay.drafting
        if steps == step:
            return replay, log[number + 1 :]
    raise NoSuchStep(steps)


def _steps(game: AnyGame, names: Names, replay: Replay, rest: Sequence[ReplayEntry]) -> Iterator[dict[str, Any]]:
    """Yield what came next up to the next committed answer, and what was asked then."""
    for entry in rest:
        if entry.kind in ANSWERS:
            asked = find_open(game.decisions(replay.state), entry.decision or "")
            chosen = [names.choice(asked.options, key) for key in entry.answer or ()]
            if None in chosen or _asked(game, replay, asked) is not asked:
                break
            yield {"pick": {"seat": letter(asked.seat), "kind": asked.kind, "choose": chosen}}
        elif entry.kind == "leave":
            yield {"leave": letter(entry.at_seat())}
        elif entry.kind != "house":
            break
        replay.enter(entry)
        if not replay.drafting and entry.kind != "house":
            break
    outcome = game.outcome(replay.state)
    if outcome is None:
        for asked in game.decisions(replay.state):
            yield {"offered": {"seat": letter(asked.seat), "kind": asked.kind}}
    else:
        yield {"end": {"ranking": [[letter(seat) for seat in rank] for rank in outcome.ranking]}}


def _asked(game: AnyGame, replay: Replay, wanted: Decision) -> Decision:
    """Return the question that a scenario means by the seat and the kind of one that is open."""
    same = (each for each in game.decisions(replay.state) if (each.seat, each.kind) == (wanted.seat, wanted.kind))
    return next(same)


def _sets(game: AnyGame, contents: Sequence[str]) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the names of a match's shipped sets, and what its other sets say about cards."""
    shipped = {stored(each).content: each.key for each in shipped_sets(game)}
    named = [shipped[content] for content in contents if content in shipped]
    others = [json.loads(content) for content in contents if content not in shipped]
    return named, [{name: value for name, value in each.items() if name not in UNSAID} for each in others]


class Block(Struct, frozen=True):
    """A JSON object to be written as text over several lines, one for each of its fields."""

    value: dict[str, Any]


def toml(value: Any) -> str:
    """Return a value as TOML; fields without a value are left out."""
    if isinstance(value, Block):
        fields = ",\n".join(f"{json.dumps(key)}: {json.dumps(each)}" for key, each in value.value.items())
        # No text in it can end the literal.
        return "'''\n{\n" + fields.replace("'", "\\u0027") + "\n}\n'''"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {toml(each)}' for key, each in value.items() if each is not None)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
