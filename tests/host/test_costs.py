"""Costs of use cases: each is declared, what is final asks first and changes nothing by asking, undoing restores.

Each law is a function that returns its faults, so that planted ones show that it can find them.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

import pytest
from msgspec import Struct
from sqlalchemy import select

from bot.host import lobby
from bot.host.card_sets import uploads
from bot.host.costs import COSTS, FINAL, NOTHING, Cost, UndoneBy
from bot.host.decks import formats, personal
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Unsure
from bot.host.kernel.host import Host
from bot.host.match import away, panel_actions
from bot.host.people import blocks, settings
from bot.host.recurring import management as recurring
from bot.host.tournament import acts, entry, management
from bot.host.tournament.tournament import look
from bot.storage import notes, people
from bot.storage.schema import metadata
from cardsdb.deck_formats import format_text
from cardsdb.sets import example
from engine.contract import Decision, Message
from tests.host.card_sets.test_played import kept
from tests.host.collections.collectors import GUILD as COLLECTORS_GUILD
from tests.host.collections.collectors import TEN, for_keeps, give
from tests.host.players import ADA, BEN, CLEO, click, opened, started, table_of
from tests.host.seasons.evenings import evening, planned
from tests.host.tournament.organisers import GUILD, ORGANISER, announced, begun, play_to_the_end
from tests.host.use_cases import reaches, use_cases

NUMBERS: Final = frozenset({"match", "tournament"})
"""Arguments that say which row is meant, and no figure of what is lost."""

UseCase: TypeAlias = Callable[..., Awaitable[Any]]


class Act(Struct, frozen=True):
    """A person's act: its arguments without the host, or without the host and the click if a use case takes one."""

    user: int
    args: tuple[Any, ...]
    options: Mapping[str, Any] = {}

    async def do(self, host: Host, use_case: UseCase, *, sure: bool) -> None:
        """Carry out a use case."""
        takes_click = Click in (each for each in use_case.__annotations__.values())
        first = click(self.user, sure=sure) if takes_click else self.user
        await use_case(host, first, *self.args, **self.options)


Scene: TypeAlias = Callable[[Host], Awaitable[Act]]


# What is final


async def a_set(host: Host) -> Act:
    row = await kept(host, "warmage", example(host.games["warmage"]))
    return Act(ADA, (GUILD, row.id))


async def a_format(host: Host) -> Act:
    own = host.games["varia"].spec.formats[0].model_copy(update={"name": "House rules"})
    await formats.keep(host, GUILD, "varia", format_text(own))
    return Act(ADA, (GUILD, "varia", "House rules"))


async def a_deck(host: Host) -> Act:
    copied = await personal.copy(host, click(ADA), None, "Foundry", None)
    assert copied is not None
    return Act(ADA, (copied.row.id,))


async def a_seat(host: Host) -> Act:
    return Act(ADA, (await started(host),))


async def a_match(host: Host) -> Act:
    return Act(CLEO, (GUILD, await started(host, guild=GUILD), "A quarrel"))


async def stakes_won(host: Host) -> Act:
    for user in (ADA, BEN):
        await give(host, user, TEN)
    match = await for_keeps(host, (ADA, BEN), TEN)
    await panel_actions.leave(host, click(BEN), match)
    return Act(CLEO, (COLLECTORS_GUILD, match, "Cheating"))


async def a_person(host: Host) -> Act:
    await started(host)
    await a_deck(host)
    return Act(ADA, ())


async def an_entry(host: Host) -> Act:
    return Act(1, (await begun(host, 2),))


async def a_tournament(host: Host) -> Act:
    return Act(ORGANISER, (await announced(host), "cancel"), {"manages": False})


async def a_recurrence(host: Host) -> Act:
    found = await recurring.look(host, await announced(host))
    begun_now = await recurring.begin(host, click(ORGANISER), found.tournament.row.id, found.plan, manages=True)
    return Act(ORGANISER, (begun_now.tournament.row.id,), {"manages": False})


async def a_coming_evening(host: Host) -> Act:
    act = await a_recurrence(host)
    shown = await recurring.look(host, *act.args)
    return Act(ORGANISER, (*act.args, 0, shown.plan.day), act.options)


async def people_who_wait(host: Host) -> Act:
    number = await announced(host)
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    return Act(ORGANISER, (number,), {"manages": False})


async def an_open_match(host: Host) -> Act:
    number = await begun(host, 2)
    series = (await look(host, number)).now_played[0]
    return Act(ORGANISER, (number, series.id), {"manages": False})


async def a_result(host: Host) -> Act:
    act = await an_open_match(host)
    return Act(ORGANISER, (*act.args, 0), act.options)


async def a_round(host: Host) -> Act:
    return Act(ORGANISER, (await begun(host, 4),), {"manages": False})


async def an_entrant(host: Host) -> Act:
    return Act(ORGANISER, (await begun(host, 2), 1), {"manages": False})


async def a_substitute(host: Host) -> Act:
    return Act(ORGANISER, (await begun(host, 2), 1, 9, "Nine"), {"manages": False})


async def a_substitution(host: Host) -> Act:
    act = await a_substitute(host)
    await management.replace(host, click(ORGANISER), *act.args, **act.options)
    number = act.args[0]
    return Act(ORGANISER, (number, (await acts.of(host, number))[0].id), {"manages": False})


async def provisional_results(host: Host) -> Act:
    number = await begun(host, 2, rounds="1")
    await play_to_the_end(host, number)
    return Act(ORGANISER, (number,), {"manages": False})


async def a_season(host: Host) -> Act:
    season = await planned(host)
    await evening(host, season, (1, 2))
    return Act(ORGANISER, (season,), {"manages": False})


SCENES: Final[dict[str, Scene]] = {
    "card_sets.uploads.delete": a_set,
    "decks.formats.drop": a_format,
    "decks.personal.drop": a_deck,
    "match.panel_actions.leave": a_seat,
    "operations.closing.by_moderator": a_match,
    "operations.closing.reverse": stakes_won,
    "operations.privacy.forget_me": a_person,
    "recurring.management.skip": a_coming_evening,
    "recurring.management.stop": a_recurrence,
    "seasons.management.end": a_season,
    "tournament.entry.leave": an_entry,
    "tournament.management.change_course": a_tournament,
    "tournament.management.close": provisional_results,
    "tournament.management.correct": a_result,
    "tournament.management.disqualify": an_entrant,
    "tournament.management.drop": an_entrant,
    "tournament.management.pair_again": a_round,
    "tournament.management.play_again": an_open_match,
    "tournament.management.replace": a_substitute,
    "tournament.management.undo": a_substitution,
    "tournament.rounds.start": people_who_wait,
}
"""What is there to lose by each final use case."""


# What can be undone


class Undoing(Struct, frozen=True):
    """An act, the act that undoes it, and what people see of both."""

    act: Act
    undo: Act
    see: Callable[[], Awaitable[Any]]


async def a_block(host: Host) -> Undoing:
    return Undoing(Act(ADA, (BEN,)), Act(ADA, (BEN,)), lambda: blocks.listed(host, ADA))


async def a_setting(host: Host) -> Undoing:
    off, on = (Act(ADA, ("pictures", [value])) for value in ("no", "yes"))
    await settings.change_person(host, ADA, "pictures", ["yes"])
    return Undoing(off, on, lambda: settings.person(host, ADA))


async def an_absence(host: Host) -> Undoing:
    async def is_away() -> bool:
        async with host.database.reading() as connection:
            return bool(await people.aways_of(connection, [ADA], host.now()))

    return Undoing(Act(ADA, (3,)), Act(ADA, ()), is_away)


async def an_enabled_set(host: Host) -> Undoing:
    row = await kept(host, "warmage", example(host.games["warmage"]))
    await uploads.enable(host, click(ADA), GUILD, row.id)
    same = Act(ADA, (GUILD, row.id))
    return Undoing(same, same, lambda: uploads.own_sets(host, GUILD))


async def a_disabled_set(host: Host) -> Undoing:
    row = await kept(host, "warmage", example(host.games["warmage"]))
    same = Act(ADA, (GUILD, row.id))
    return Undoing(same, same, lambda: uploads.own_sets(host, GUILD))


async def a_name(host: Host) -> Undoing:
    copied = await personal.copy(host, click(ADA), None, "Foundry", "Mine")
    assert copied is not None
    deck = copied.row.id
    return Undoing(Act(ADA, (None, deck, "Ours")), Act(ADA, (None, deck, "Mine")), lambda: personal.names(host, ADA))


async def a_free_seat(host: Host) -> Undoing:
    match = (await opened(host, opponent=None)).match.id
    same = Act(BEN, (match,))

    async def seated() -> list[int | None]:
        return [seat.user for seat in (await lobby.look(host, match)).seats]

    return Undoing(same, same, seated)


async def a_taken_seat(host: Host) -> Undoing:
    taking = await a_free_seat(host)
    await lobby.join(host, click(BEN), taking.act.args[0])
    return taking


async def a_word(host: Host) -> Undoing:
    match = (await opened(host)).match.id
    await lobby.say_word(host, click(ADA), match, "rain")

    async def words() -> list[str | None]:
        return [seat.word for seat in (await lobby.look(host, match)).seats]

    return Undoing(Act(ADA, (match, "sun")), Act(ADA, (match, "rain")), words)


async def full_time(host: Host) -> Undoing:
    match = await started(host, pace="daily")
    same = Act(ADA, (match,))

    async def waits() -> bool:
        return (await panel_actions.show(host, match, ADA)).own.waits

    return Undoing(same, same, waits)


async def the_windows(host: Host) -> Undoing:
    match = await started(host)

    async def asking() -> str:
        return (await panel_actions.show(host, match, ADA)).own.asking

    return Undoing(Act(ADA, (match, "never")), Act(ADA, (match, "always")), asking)


async def a_pick(host: Host) -> Undoing:
    match = await started(host)
    user, shown = await asked(host, match)

    async def draft() -> Any:
        return (await panel_actions.show(host, match, user)).draft.made

    move = Act(user, (match, shown.id, 0, [shown.options[0].key]))
    return Undoing(move, Act(user, (match, 1)), draft)


async def asked(host: Host, match: int) -> tuple[int, Decision]:
    """Return the person who is asked in a match, and the question."""
    decision = (await table_of(host, match)).open()[0]
    return (ADA, BEN)[decision.seat], decision


async def a_place_in_a_tournament(host: Host) -> Undoing:
    number = await announced(host)

    async def entrants() -> list[int]:
        return [each.user for each in (await look(host, number)).members]

    return Undoing(Act(1, (number, "Ada", ())), Act(1, (number,)), entrants)


UNDOINGS: Final[dict[str, Callable[[Host], Awaitable[Undoing]]]] = {
    "card_sets.uploads.disable": an_enabled_set,
    "card_sets.uploads.enable": a_disabled_set,
    "decks.personal.rename": a_name,
    "lobby.seats.give_up": a_taken_seat,
    "lobby.seats.join": a_free_seat,
    "lobby.seats.say_word": a_word,
    "match.away.go": an_absence,
    "match.panel_actions.ask_me": the_windows,
    "match.panel_actions.pick": a_pick,
    "match.panel_actions.wait": full_time,
    "people.blocks.change": a_block,
    "people.settings.change_person": a_setting,
    "tournament.entry.join": a_place_in_a_tournament,
}
"""Acts that can be undone, each where it shows."""


# The laws


def declaration_faults(costs: Mapping[str, Cost], found: Collection[str]) -> list[str]:
    """Return the use cases without a cost, the costs without a use case, and what would be undone by none."""
    undoing = {each.use_case for each in costs.values() if isinstance(each, UndoneBy)}
    return [
        *(f"{name} has no cost" for name in sorted({*found} - costs.keys())),
        *(f"{name} does not exist" for name in sorted(costs.keys() - {*found})),
        *(f"{name} undoes nothing" for name in sorted(undoing - {*found})),
    ]


async def rows(host: Host) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    async with host.database.reading() as connection:
        return {
            table.name: [
                tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }


async def asking_faults(host: Host, use_case: UseCase, act: Act) -> list[str]:
    """Return what is wrong with how a final use case asks first."""
    before = await rows(host)
    try:
        await act.do(host, use_case, sure=False)
    except Unsure as doubt:
        asked: tuple[Message, ...] = (doubt.reason, *doubt.more)
    else:
        return ["it does not ask"]
    faults = [] if await rows(host) == before else ["asking has changed something"]
    if not any(isinstance(value, int) for each in asked for name, value in each.args.items() if name not in NUMBERS):
        faults.append("the question has no figure")
    await act.do(host, use_case, sure=True)
    return faults if await rows(host) != before else [*faults, "it does nothing"]


async def undoing_faults(host: Host, use_case: UseCase, undo: UseCase, scene: Undoing) -> list[str]:
    """Return what is wrong with how a use case can be undone. Raises Unsure if one of them asks."""
    before = await scene.see()
    await scene.act.do(host, use_case, sure=False)
    if await scene.see() == before:
        return ["it does nothing"]
    await scene.undo.do(host, undo, sure=False)
    return [] if await scene.see() == before else ["it is not undone"]


def test_every_use_case_has_a_cost() -> None:
    assert declaration_faults(COSTS, use_cases()) == []


def test_what_is_not_declared_is_found() -> None:
    costs: dict[str, Cost] = {"a": NOTHING, "b": UndoneBy("c"), "gone": FINAL}
    assert declaration_faults(costs, {"a", "b", "new"}) == [
        "new has no cost",
        "gone does not exist",
        "c undoes nothing",
    ]


def test_only_what_is_final_asks() -> None:
    """The code of an act in a match leads through that of leaving it; scenes show that it asks nothing."""
    asking = {name for name, use_case in use_cases().items() if reaches(use_case, "confirm")}
    final = {name for name, cost in COSTS.items() if cost == FINAL}
    assert final - asking == set()
    assert {name for name in asking - final if not name.startswith("match.panel_actions.")} == set()
    assert final == SCENES.keys()


@pytest.mark.parametrize("name", SCENES)
async def test_what_is_final_asks_first_and_does_nothing_until_it_is_sure(host: Host, name: str) -> None:
    assert await asking_faults(host, use_cases()[name], await SCENES[name](host)) == []


@pytest.mark.parametrize("name", UNDOINGS)
async def test_what_can_be_undone_asks_nothing_and_is_as_it_was_once_undone(host: Host, name: str) -> None:
    cost = COSTS[name]
    assert isinstance(cost, UndoneBy)
    scene = await UNDOINGS[name](host)
    assert await undoing_faults(host, use_cases()[name], use_cases()[cost.use_case], scene) == []


async def test_the_other_acts_in_a_match_ask_nothing(host: Host) -> None:
    match = await started(host)
    user, shown = await asked(host, match)
    for act in (panel_actions.here, panel_actions.more_time):
        await act(host, click(user, sure=False), match)
    chosen = await panel_actions.choose(host, click(user, sure=False), match, shown.id, 0, shown.options[0].key)
    assert chosen is not None


async def note(host: Host, click: Click, text: str) -> None:
    async with host.database.transaction() as tx:
        await notes.keep(tx, "planted", text)


async def note_and_ask(host: Host, click: Click, text: str) -> None:
    await note(host, click, f"{text}?")
    click.confirm(Message("planted", {"count": 1}))
    await note(host, click, text)


async def ask_without_a_figure(host: Host, click: Click, text: str) -> None:
    click.confirm(Message("planted", {"match": 1}))
    await note(host, click, text)


async def only_ask(host: Host, click: Click, text: str) -> None:
    click.confirm(Message("planted", {"count": 1}))


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        (note, "it does not ask"),
        (note_and_ask, "asking has changed something"),
        (ask_without_a_figure, "the question has no figure"),
        (only_ask, "it does nothing"),
    ],
)
async def test_a_wrong_question_is_found(host: Host, planted: UseCase, fault: str) -> None:
    assert await asking_faults(host, planted, Act(ADA, ("rain",))) == [fault]


async def test_a_wrong_undoing_is_found(host: Host) -> None:
    scene = await a_block(host)
    assert await undoing_faults(host, blocks.change, away.come_back, Undoing(scene.act, Act(ADA, ()), scene.see)) == [
        "it is not undone"
    ]
