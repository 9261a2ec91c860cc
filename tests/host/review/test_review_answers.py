"""The answer to a look back: with a picture for people who want pictures, and without one for all others."""

from random import Random

import pytest

from bot.host.kernel.host import Host
from bot.host.match.panel_actions import leave
from bot.interactions import reviews
from bot.storage import people
from tests.host.players import ADA, BEN, click, click_randomly, started
from tests.support.clicks import front_of


@pytest.mark.parametrize("pictures", [True, False])
async def test_a_look_back_has_a_picture_for_people_who_want_pictures(host: Host, *, pictures: bool) -> None:
    match, chance = await started(host, game="artbot"), Random(1)
    for _ in range(12):
        for user in (ADA, BEN):
            await click_randomly(host, match, user, chance)
    await leave(host, click(BEN), match)
    async with host.database.transaction() as tx:
        await people.change_user(tx, ADA, pictures=pictures)
    answer = await reviews.review(front_of(host), match, ADA)
    message = answer.message
    assert message is not None
    assert ("was better than" in (message.embeds[0].description or "")) is not pictures
    assert len(message.files) == pictures
    assert all("was better than" in file.description for file in message.files)
