"""In the first real matches of a game, panels explain each new thing once, and never again."""

from bot.host.kernel.host import Host
from bot.host.lobby.lessons import begin_lesson
from bot.host.lobby.position_start import Place
from bot.host.match import panel_actions
from bot.host.match.explanations import EARLY, FINAL
from bot.host.match.panel_actions import Panel
from bot.host.operations import privacy
from bot.storage import explained
from bot.storage.schema.people import ExplainedRow
from tests.host.players import ADA, BEN, CHANNEL, answer, click, pass_time, started, table_of
from tests.support.clocks import ManualClock


async def asked(host: Host, clock: ManualClock, user: int, *, game: str = "artbot") -> int:
    """Start a match, and wait until a person is asked something."""
    match = await started(host, game=game)
    while (await panel_actions.show(host, match, user)).asked is None:
        await pass_time(host, clock, 30)
    return match


def first_thing(shown: Panel) -> str:
    """What a panel explains to somebody to whom nothing of its game was explained: what is final, if anything is."""
    assert shown.question is not None
    return FINAL if has_final(shown) else f"{shown.match.game}.term.ask.{shown.question.kind}"


def has_final(shown: Panel) -> bool:
    """Whether a panel has a green button."""
    asked = shown.question
    return asked is not None and asked.least == asked.most == 1 and any(option.final for option in asked.options)


async def explained_to(host: Host, match: int, user: int, *known: str) -> list[str]:
    """Play some turns, and return what a person's panels explain, in order, once for each question.

    What is final is explained with the first question in which something is, if it is not `known`.
    """
    found: dict[str, str | None] = {}
    for _ in range(12):
        for seat in (ADA, BEN):
            shown = await panel_actions.show(host, match, seat)
            if shown.question is None:
                continue
            if seat == user and shown.question.id not in found:
                assert (shown.term == FINAL) == (has_final(shown) and FINAL not in (*known, *found.values()))
                found[shown.question.id] = shown.term
            await answer(host, match, seat, *(option.key for option in shown.question.options[: shown.question.least]))
    return [term for term in found.values() if term is not None]


async def test_each_thing_is_explained_once_with_its_question(host: Host, clock: ManualClock) -> None:
    match = await asked(host, clock, ADA)
    first = await panel_actions.show(host, match, ADA)
    assert first.term == first_thing(first)
    assert (await panel_actions.look(host, match, ADA)).term == first.term, "as long as the question is open"
    told = await explained_to(host, match, ADA)
    assert told[0] == first.term
    assert FINAL in told
    assert len(told) == len(set(told)) > 3
    async with host.database.reading() as connection:
        assert {row.term for row in await explained.of(connection, ADA, "artbot")} >= {*told}
        assert {row.term for row in await explained.of(connection, ADA, "varia")} == set()


async def test_the_next_match_explains_only_what_is_new(host: Host, clock: ManualClock) -> None:
    match = await asked(host, clock, ADA)
    told = await explained_to(host, match, ADA)
    await panel_actions.leave(host, click(BEN), match)
    again = await asked(host, clock, ADA)
    assert not {*told} & {*await explained_to(host, again, ADA, *told)}
    other = await panel_actions.show(host, await asked(host, clock, ADA, game="zarcana"), ADA)
    assert other.term == first_thing(other), "another game begins anew"


async def test_what_a_draft_makes_untrue_is_not_explained(host: Host) -> None:
    names = ("ask.movement", "ask.action", "hp", "ap", "attack", "block", "fast")
    known = (FINAL, *(f"varia.term.{name}" for name in names))
    earlier = await started(host, game="artbot")
    async with host.database.transaction() as tx:
        for row in (ExplainedRow(user, "varia", term, earlier, "A0") for user in (ADA, BEN) for term in known):
            await explained.add(tx, row)
    match = await started(host)
    active = ADA if (await panel_actions.show(host, match, ADA)).asked else BEN
    assert (await panel_actions.show(host, match, active)).term == "varia.term.disengaged"
    assert (await answer(host, match, active, "engage")).term is None
    assert (await panel_actions.show(host, match, active)).term is None


async def test_only_the_first_real_matches_explain_anything(host: Host) -> None:
    lesson = await begin_lesson(host, click(ADA), "artbot-1", Place(None, CHANNEL))
    assert lesson is not None
    assert (await panel_actions.show(host, lesson, ADA)).term is None, "a lesson has a coach"
    for number in range(EARLY + 1):
        table = await table_of(host, await started(host, game="artbot"))
        assert [seat.early for seat in table.seats] == [number < EARLY] * 2


async def test_what_was_explained_goes_with_the_person(host: Host, clock: ManualClock) -> None:
    match = await asked(host, clock, ADA)
    assert len((await privacy.told(host, ADA))["explained"]) > 0
    await privacy.forget(host, ADA)
    async with host.database.reading() as connection:
        assert await explained.of(connection, ADA, "artbot") == []
    assert (await table_of(host, match)).seats[0].user != ADA
