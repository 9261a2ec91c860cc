"""The router: what has no rule is not carried out, and the log names the row by what it is."""

import pytest
import structlog

from bot.host.access import anyone, owner
from bot.host.kernel.errors import Unreadable
from bot.host.kernel.host import Host
from bot.interactions import router
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Reply, say
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words
from tests.host.players import ADA
from tests.support.clicks import Clicks, front_of

UNREADABLE = Words(None).message(Unreadable.reason)


@pytest.mark.parametrize(
    ("action", "kind"), [("tmy", "tournament"), ("bench", "deck"), ("tradeyes", "trade"), ("board", "match")]
)
async def test_the_log_names_the_row_by_its_kind(host: Host, action: str, kind: str) -> None:
    structlog.contextvars.clear_contextvars()
    clicks = Clicks(1, 2)
    front = front_of(host)
    await router.component(front, clicks.of(ADA, str(CustomId(action, 12))))
    assert {name for name, value in structlog.contextvars.get_contextvars().items() if value == 12} == {kind}
    assert clicks.discord.said


@pytest.mark.parametrize("custom_id", ["1.nonsense.1..0.", "no id", str(CustomId("tmy")), str(CustomId("join"))])
async def test_what_is_no_action_or_about_no_row_is_unreadable(host: Host, custom_id: str) -> None:
    for answered in (router.component, router.modal):
        clicks = Clicks(1, 2)
        await answered(front_of(host), clicks.of(ADA, custom_id))
        assert UNREADABLE in str(clicks.discord.said)


async def test_what_has_no_rule_is_not_carried_out(host: Host) -> None:
    clicks, done = Clicks(1, 2), []
    front = front_of(host)

    async def work() -> Answer:
        done.append(1)
        return say("done")

    await Reply(front, clicks.of(ADA, str(CustomId("howto")))).answer(work())
    assert UNREADABLE in str(clicks.discord.said)
    assert done == []


def test_an_action_is_declared_once_and_has_its_modules_rule_unless_it_says_otherwise() -> None:
    actions = Actions(owner, about="match")

    async def do(*_: object) -> Answer:
        return Answer(None)

    actions.click("pick", "select")(do)
    actions.click("join", rule=anyone, private=False)(do)
    assert (actions.clicks["select"].rule, actions.clicks["join"].rule) == (owner, anyone)
    with pytest.raises(ValueError, match="pick"):
        actions.click("pick")(do)
