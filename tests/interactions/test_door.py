"""Nobody acts on what is not theirs: every action and every command, forged by every kind of foreigner.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from bot.host.access import COMMANDS
from bot.interactions.router import ACTIONS, ASKS, DECLARED, MODALS
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words
from cardsdb.sets import example
from engine.registry import GAMES
from sandbox.person import file_of
from sandbox.seen import Outcome
from tests.e2e.foreign_rows import WORLD, Rows, changed, contents, furnish, opened_host
from tests.e2e.interaction_forger import Forger
from tests.interactions.room import Room
from tests.support.discord import Stage

INCIDENT: Final = Words(None).plain("error.incident", incident="").split(".")[0]

ALONE: Final = {"me", "own", "forget", "decks", "deckin", "shelf", "album", "turn", "starter", "ledger", "pack"} | {
    "open", "luck", "/play", "/learn", "/puzzle", "/games", "/card", "/class", "/rules", "/help", "/me settings",
    "/me away", "/me block", "/collection", "/pack", "/leaderboard", "/profile", "/privacy export", "/privacy delete",
    "/deck build", "/deck list", "/deck import", "/Profile", "howto", "playnow", "mygames", "mysettings", "learn",
    "games", "classpage", "lookout", "puzzle", "solve", "puzzleday", "puzzletheme", "puzzlegame", "practise",
}  # fmt: skip
"""What is about nobody but the person: there is no foreigner to it."""

LOBBY: Final = {
    "join", "quit", "decline", "withdraw", "start", "seat", "deck", "word", "table", "arrange", "option", "number",
    "agree", "arranged", "guests", "keeps", "keepoffer", "keepyes", "keepno",
}  # fmt: skip
OVER: Final = {"rematch", "verify", "review", "link", "unlink", "rewatch", "unname", "praise", "fork", "reverse"}
OF_DRAFTS: Final = {"tpage", "tset", "toption", "ttitle", "tnumber", "tannounce", "ttime"}
OF_OPEN: Final = {"tstart", "tinvite", "tjoin", "tleave", "tcheck", "tdeck", "tmy", "tmove"}
DECKS: Final = {
    name
    for name in {*ACTIONS, *ASKS, *MODALS}
    if name.startswith(("bench", "deck")) and name not in {"deck", "decks", "deckin"}
}

MENUS: Final = ("Challenge", "Trade")
"""The commands in the menu of a person that ask something of that person."""

ARGUMENTS: Final = {
    "tset": "0 rounds", "ttitle": "0", "tnumber": "rounds", "tcourse": "pause", "tout": "0", "tban": "0",
    "treplace": "0", "arrange": "pace", "number": "hp", "vote": "yes", "pick": "stay", "choose": "stay",
    "blows": "1 1 0", "sums": "1 1 0", "fork": "1", "ttime": "UTC", "guildrule": "varia pace",
    "guildoption": "varia", "guildsets": "varia", "guildnumber": "varia turn_cap", "formatdrop": "artbot House rules",
    "seasonset": "weeks",
}  # fmt: skip
VALUES: Final = {
    "tset": "3", "toption": "format", "tplayer": "0", "tdeck": "Foundry", "arrange": "slow", "deck": "Mistbinder",
    "option": "hp", "asking": "never", "benchset": "1", "guildgame": "varia", "guildrule": "slow",
    "guildoption": "turn_cap", "guildsets": "wayfarers", "seasonset": "4", "seasonchoose": "1", "seasonview": "1",
}  # fmt: skip


class Act(NamedTuple):
    """An act, and how it is forged."""

    name: str
    do: Callable[[Forger], Awaitable[Outcome]]


class Kind(NamedTuple):
    """A kind of foreigner: who, where, and what such a person may do after all."""

    name: str
    person: str
    channel: str | None
    may: frozenset[str] = frozenset()


ASKING: Final = frozenset({"/trade", "/Trade", "tradepost", "/Challenge"})
"""A trade may be offered to anyone, and anyone may be challenged."""

FORK: Final = frozenset({"/match fork", "fork"})
"""Whoever may read a finished match may play on from it."""

GUEST: Final = ASKING | FORK | {"join", "watch", "tjoin"}
OWN_SERVER: Final = ASKING | FORK | {
    "guild", "guildrule", "guildsets", "guildnumber (modal)", "format (modal)", "/set upload", "/tournament create",
    "seasonnew (modal)",
}  # fmt: skip
"""What the manager of a server does to that server, whatever numbers are forged."""

KINDS: Final = (
    Kind("somebody without a seat", "Cleo", "lobby", GUEST),
    Kind("somebody with a seat at another table", "Gus", "lobby", GUEST),
    Kind("somebody who is blocked, and banned from the tournament", "Dan", "lobby", FORK | {"watch"}),
    Kind("somebody of another server", "Finn", "bar", ASKING),
    Kind("the manager of another server, there", "Eve", "bar", OWN_SERVER),
    Kind("the manager of another server, as a guest here", "Eve", "lobby", GUEST),
    Kind("a member, in direct messages", "Cleo", None, FORK),
    Kind("somebody of another server, in direct messages", "Finn", None),
)


def number_of(name: str, rows: Rows, *, stale: bool) -> int:
    """Which row an action is about."""
    if name in DECKS:
        return rows.deck
    if name in {"tradewith", "tradepost"}:
        return rows.owner
    if name.startswith("season"):
        return rows.ended_season if stale else rows.season
    if name.startswith("trade"):
        return rows.ended_trade if stale else rows.trade
    if name.startswith("t") and name not in {"table", "turn"}:
        open_or_played = rows.open if name in OF_OPEN else rows.played
        return rows.cancelled if stale else rows.draft if name in OF_DRAFTS else open_or_played
    if stale:
        return rows.closed
    return rows.lobby if name in LOBBY else rows.over if name in OVER else rows.running


def argument_of(name: str, rows: Rows) -> str:
    """What an action carries along."""
    if name.startswith("set"):
        return f"{rows.set}.0" if name == "setshow" else str(rows.set)
    own = {"tresult": f"{rows.series} 0", "tagain": str(rows.series), "guild": "pace", "guildpage": "people"}
    return (own | {"format": "artbot"}).get(name, ARGUMENTS.get(name, ""))


def clicked(name: str, wanted: str) -> Act:
    return Act(name, lambda forger: forger.click(wanted))


def selected(name: str, wanted: str, value: str, *, people: bool = False) -> Act:
    return Act(name, lambda forger: forger.select(wanted, [value], people=people))


def submitted(name: str, wanted: str, text: str) -> Act:
    return Act(f"{name} (modal)", lambda forger: forger.modal(wanted, text))


def sent(name: str, owner: int, at: int, options: Mapping[str, object]) -> Act:
    return Act(f"/{name}", lambda forger: forger.command(owner, at, name, options))


def chosen(name: str, target: int) -> Act:
    return Act(f"/{name}", lambda forger: forger.menu(name, target))


def actions(rows: Rows, someone: int, *, stale: bool = False) -> Iterator[Act]:
    """Every action of a button, a select and a modal on what somebody else may own, marked as confirmed."""
    for name in sorted((ACTIONS.keys() | ASKS.keys()) - ALONE):
        decision = "A0" if name in {"pick", "choose", "select", "chosen", "commit", "keep"} else ""
        carried = argument_of(name, rows) + (" 1 9" if name in {"number", "tnumber", "guildnumber"} else "")
        wanted = str(CustomId(name, number_of(name, rows, stale=stale), decision, 0, carried, sure=name != "treplace"))
        if name in {"tinvite", "treplace"}:
            yield selected(name, wanted, str(someone), people=True)
        elif name in {"tseries", "guild", *VALUES}:
            yield selected(name, wanted, {"tseries": str(rows.series), "guild": "slow"}.get(name) or VALUES[name])
        else:
            yield clicked(name, wanted)
    texts = {
        "ttitle": "Taken over",
        "tnumber": "5",
        "number": "5",
        "word": "mine",
        "deckname": "Mine now",
        "guildnumber": "5",
        "ttime": "2031-01-01 20:00",
    }
    for name in sorted(MODALS.keys() - ALONE):
        wanted = str(CustomId(name, number_of(name, rows, stale=stale), argument=argument_of(name, rows), sure=True))
        yield submitted(name, wanted, texts.get(name, 'name = "Taken over"'))


def commands(rows: Rows, owner: int, *, stale: bool = False) -> Iterator[Act]:
    """Every command that is about something that somebody else may own; `owner` may send all of them."""
    match: dict[str, object] = {"match": rows.closed if stale else rows.running}
    over: dict[str, object] = {"match": rows.closed if stale else rows.over}
    event: dict[str, object] = {"tournament": rows.cancelled if stale else rows.played}
    deck: dict[str, object] = {"deck": "Unseen Deck"}
    named: dict[str, object] = {"name": "varia.kitchen"}
    reason: dict[str, object] = {"reason": "because"}
    options: dict[str, dict[str, object]] = {
        **{f"match {name}": match for name in ("show", "log", "leave")},
        **{f"match {name}": over for name in ("export", "replay", "review")}, "match fork": over | {"step": 1},
        "moderate close": match | reason, "moderate reverse": over | reason, "hand": match,
        "settings": {}, "stats": {}, "doctor": {}, "season": {},
        "format list": {"game": "artbot"}, "format make": {"game": "artbot"},
        "format remove": {"game": "artbot", "name": "House rules"}, "set list": {}, "set help": {"game": "varia"},
        "set upload": {"file": file_of("kitchen.toml", example(GAMES["varia"]).encode())},
        **{f"set {name}": named for name in ("show", "enable", "disable", "delete", "download")},
        "tournament create": {"title": "Another", "game": "varia"},
        **{f"tournament {name}": event for name in ("manage", "my", "standings", "pairings", "bracket", "drop")},
        **{f"deck {name}": deck for name in ("show", "copy", "delete", "export")},
        "deck rename": deck | {"name": "Mine now"}, "trade": {"person": str(owner)},
    }  # fmt: skip
    for name, given in options.items():
        yield sent(name, owner, rows.channel, given)
    yield from (chosen(name, owner) for name in MENUS)


@pytest.fixture
async def room(stage: Stage, tmp_path: Path) -> tuple[Room, Rows]:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    rows = await furnish(host, room)
    await host.database.close()
    # A picture that is late, on a busy machine, would change its surface when nobody did.
    room.environment = {"TEST_PATIENCE": "10", "TEST_DRAWING": "60"}
    await room.start()
    ada = await room.client.person("Ada")
    await room.quiet(ada)
    room.freeze()
    return room, rows


async def wrongs(room: Room, kind: Kind, acts: Iterator[Act], channel: int) -> list[str]:
    """Return what a foreigner could change, and where the foreigner was not answered politely."""
    user = room.sandbox.parts.world.people[kind.person]
    forger, found = Forger(room, user, channel), []
    with closing(sqlite3.connect(room.folder / "tableside.db")) as database:
        before = contents(database, user)
        for act in acts:
            if act.name in kind.may:
                continue
            outcome = await act.do(forger)
            after = contents(database, user)
            found += [f"{kind.name}: {act.name} changed {each}" for each in changed(before, after)]
            if outcome.kind == "failed" or (outcome.message is not None and INCIDENT in outcome.message.text):
                found.append(f"{kind.name}: {act.name} was answered badly: {outcome.kind}")
            before = after
    return found


def place(room: Room, kind: Kind) -> int:
    """Where a foreigner acts."""
    world = room.sandbox.parts.world
    if kind.channel is None:
        return world.dm_channel(world.people[kind.person]).id
    return next(each.id for each in world.backend.channels.values() if each.name == kind.channel)


@pytest.mark.timeout(900)
async def test_no_foreigner_changes_anything_and_everyone_is_answered(room: tuple[Room, Rows]) -> None:
    """Found by an attack: a manager of one server renamed, moved, started and cancelled another's tournament."""
    stage, rows = room
    world = stage.sandbox.parts.world
    ada, eve = world.people["Ada"], world.people["Eve"]
    found = []
    for kind in KINDS:
        acts = [*actions(rows, eve), *commands(rows, ada)]
        found += await wrongs(stage, kind, iter(acts), place(stage, kind))
    assert found == []


async def test_what_is_over_is_changed_by_nobody(room: tuple[Room, Rows]) -> None:
    """Not even by those whose it was: their old buttons are answered, and that is all."""
    stage, rows = room
    world = stage.sandbox.parts.world
    ada, eve = world.people["Ada"], world.people["Eve"]
    kind = Kind("the owner of what is over", "Ada", "lobby", frozenset(AFTERWARDS))
    acts = [*actions(rows, eve, stale=True), *commands(rows, ada, stale=True)]
    assert await wrongs(stage, kind, iter(acts), place(stage, kind)) == []


AFTERWARDS: Final = DECKS | {f"{name} (modal)" for name in MODALS} | {
    "guild", "guildrule", "guildsets",
    "setenable", "setdisable", "setdelete", "setdeleting", "formatdrop", "/deck copy", "/deck rename", "/set upload",
    "/set enable", "/set disable", "/tournament create", *ASKING,
}  # fmt: skip
"""What is not over: decks, sets, formats and settings, and beginning something new."""


def test_no_action_is_declared_twice_and_whoever_may_be_asked_may_answer() -> None:
    tables = [getattr(declared, table) for declared in DECLARED for table in ("clicks", "asks")]
    clicks = [name for table in tables for name in table]
    modals = [name for declared in DECLARED for name in declared.modals]
    assert len(clicks) == len({*clicks}) == len(ACTIONS) + len(ASKS)
    assert len(modals) == len({*modals}) == len(MODALS)
    assert {name for name in ASKS if ASKS[name].rule != MODALS[name].rule} == set()


async def test_every_command_has_a_rule_and_is_walked_here(room: tuple[Room, Rows]) -> None:
    stage, rows = room
    world = stage.sandbox.parts.world
    offered = [each for kind in (1, 2) for each in world.visible_commands(world.people["Ada"], rows.channel, kind)]
    known = {f"/{name}" for command in offered for name in paths(command)}
    assert known == COMMANDS.keys()
    walked = {act.name for act in commands(rows, world.people["Ada"])}
    assert walked | {name for name in ALONE if "/" in name} == known


def paths(command: dict[str, Any]) -> Iterator[str]:
    """The commands below a command."""
    below = [option for option in command.get("options", ()) if option["type"] == 1]
    if not below:
        yield command["name"]
    for option in below:
        yield f"{command['name']} {option['name']}"


async def test_the_rightful_can_do_what_foreigners_cannot(room: tuple[Room, Rows]) -> None:
    """Each of these changes something: so what is forged above is what the bot would carry out."""
    stage, rows = room
    world = stage.sandbox.parts.world
    ada, eve = world.people["Ada"], world.people["Eve"]
    forger, idle = Forger(stage, ada, rows.channel), []
    effective = (
        "tset", "ttitle (modal)", "tannounce", "tinvite", "tcourse", "tban", "tresult", "arrange", "withdraw",
        "setenable", "guild", "tradeno", "rematch", "close (modal)", "formatdrop", "fork",
    )  # fmt: skip
    acts = {act.name: act for act in (*actions(rows, eve), *commands(rows, ada))}
    with closing(sqlite3.connect(stage.folder / "tableside.db")) as database:
        for name in effective:
            before = contents(database)
            outcome = await acts[name].do(forger)
            if not changed(before, contents(database)):
                idle.append((name, outcome.kind, outcome.message and outcome.message.text))
    assert idle == []
