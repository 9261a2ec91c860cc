"""The forecasts of a panel: of its own draft and after each choice, computed in another process if there is one."""

from structlog.testing import capture_logs

from bot.host.kernel.host import Host
from bot.host.match import panel_actions, pauses
from bot.host.match.panel_actions import Panel
from bot.rendering.forecasts import with_forecasts
from bot.storage import matches
from bot.ui.pictures.drawing_process import drawing_process
from tests.host.match.test_panel_actions import panel_of
from tests.host.players import ADA, BEN, click, started
from tests.support.processes import FORKED


async def foreseen(host: Host, match: int, user: int) -> Panel:
    """A person's panel with its forecasts."""
    return await with_forecasts(host, await panel_actions.show(host, match, user))


async def foreseen_panel(host: Host, match: int) -> tuple[int, Panel]:
    """Who has a question, and that person's panel with its forecasts."""
    user, panel = await panel_of(host, match)
    return user, await with_forecasts(host, panel)


async def test_a_panel_has_the_forecast_of_its_own_draft_alone(host: Host) -> None:
    match = await started(host)
    user, panel = await foreseen_panel(host, match)
    assert panel.forecast == ()
    for _ in range(4):
        assert panel.asked is not None
        option = next((each for each in panel.asked.options if each.key.startswith("plan")), panel.asked.options[-1])
        answered = await panel_actions.pick(
            host, click(user), match, panel.asked.id, panel.draft.revision, (option.key,)
        )
        assert answered is not None
        panel = await with_forecasts(host, answered)
        if panel.forecast:
            break
    assert panel.forecast[0].message.id == "varia.forecast.unanswered"
    assert (await foreseen(host, match, user)).forecast == panel.forecast
    assert (await foreseen(host, match, BEN if user == ADA else ADA)).forecast == ()


async def test_a_panel_has_the_forecast_after_each_choice_that_it_offers(host: Host) -> None:
    match = await started(host)
    user, panel = await foreseen_panel(host, match)
    kinds = set()
    for _ in range(4):
        asked = panel.question
        assert asked is not None
        assert list(panel.outlooks) == [option.key for option in asked.options if not (option.final or option.steers)]
        for key, outlook in panel.outlooks.items():
            chosen = await panel_actions.pick(host, click(user), match, asked.id, panel.draft.revision, [key])
            assert chosen is not None
            assert chosen.notice is None
            assert (await with_forecasts(host, chosen)).forecast == outlook, key
            kinds.add((key.partition(":")[0], key.endswith(">"), bool(outlook)))
            back = await panel_actions.undo(host, click(user), match, chosen.draft.revision)
            assert back is not None
            panel = await with_forecasts(host, back)
        key = next(option.key for option in asked.options if option.key.startswith("plan"))
        planned = await panel_actions.pick(host, click(user), match, asked.id, panel.draft.revision, [key])
        assert planned is not None
        panel = await with_forecasts(host, planned)
    assert {("plan", False, True), ("combo", True, True)} <= kinds


async def test_only_who_is_asked_has_forecasts_after_choices(host: Host) -> None:
    match = await started(host)
    user, panel = await foreseen_panel(host, match)
    assert panel.outlooks
    assert (await foreseen(host, match, BEN if user == ADA else ADA)).outlooks == {}
    async with host.database.transaction() as tx:
        row = await matches.get(tx, match, lock=True)
        assert row is not None
        await pauses.begin(host, tx, row, "thread", host.now() + 60)
    assert (await foreseen(host, match, user)).outlooks == {}


async def test_another_process_computes_the_same_forecasts(host: Host) -> None:
    """It does not know the cards of the match at first, and is sent them once."""
    match = await started(host)
    _, panel = await panel_of(host, match)
    assert panel.foresight is not None
    here = await with_forecasts(host, panel)
    assert here.outlooks
    with drawing_process([], FORKED):
        for _ in range(2):
            panel.foresight.computing = None
            there = await with_forecasts(host, panel)
            assert (there.forecast, there.outlooks) == (here.forecast, here.outlooks)


async def test_a_panel_without_a_process_to_compute_goes_without_forecasts_and_has_them_later(host: Host) -> None:
    match = await started(host)
    _, panel = await panel_of(host, match)
    with drawing_process([], FORKED) as pool:
        pool.close()
        lost = await with_forecasts(host, panel)
    assert (lost.forecast, lost.outlooks) == ((), {})
    assert (await with_forecasts(host, panel)).outlooks


async def test_a_forecast_that_fails_is_an_incident_and_the_panel_goes_without(host: Host) -> None:
    match = await started(host)
    _, panel = await panel_of(host, match)
    assert panel.foresight is not None
    panel.foresight.state = None
    with capture_logs() as logged:
        shown = await with_forecasts(host, panel)
    assert (shown.forecast, shown.outlooks) == ((), {})
    assert [(line["event"], line["kind"], line["match"]) for line in logged] == [("incident", "forecast", match)]
