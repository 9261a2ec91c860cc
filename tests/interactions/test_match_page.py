"""/match replay and its link: whoever may read a finished match gets its page, and nobody gets it before.

The same goes through a process and a socket in `tests/e2e/test_short_walks.py`.
"""

from pathlib import Path

import aiohttp

from bot.ui.messages.custom_ids import CustomId, parse
from bot.ui.texts.words import Rendered, Words
from sandbox.seen import Outcome
from tests.e2e.foreign_rows import WORLD, Maker, opened_host
from tests.e2e.interaction_forger import Forger
from tests.e2e.players import found
from tests.interactions.room import Room
from tests.interactions.test_collections import file_of
from tests.support.discord import Stage

WORDS = Words(None)

STARTING = 60.0
"""How many seconds a busy machine may take to start the process that makes the first page."""


async def test_a_finished_match_is_sent_as_a_page_to_its_readers_alone(stage: Stage, tmp_path: Path) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    make = Maker(host, room, "vault")
    running, over = await make.match("Ada", "Ben"), await make.finished("Ada", "Ben")
    await host.database.close()
    room.environment = room.with_pages()
    await room.start()
    ada, cleo = [await room.client.person(name) for name in ("Ada", "Cleo")]
    await room.quiet(ada)
    early = await ada.finished(await ada.slash("match replay", options={"match": running}))
    assert (early.text, early.attachments, early.buttons) == (WORDS("replay.not_yet"), [], [])
    told = await ada.finished(await ada.slash("match replay", options={"match": over}), timeout=STARTING)
    (file,) = told.attachments
    assert (file["filename"], file["description"]) == (f"match-{over}.html", WORDS.plain("replay.file", match=over))
    page = (await file_of(told)).decode()
    assert page.startswith("<!doctype html>")
    assert WORDS("replay.number", match=over) in page
    refused = await cleo.finished(await cleo.slash("match replay", options={"match": over}))
    assert (refused.text, refused.attachments) == (WORDS.plain("panel.no_match"), [])

    # The channel is hidden from some, so there is a link only if the server allows it, and then for readers alone.
    (offer,) = [each.custom_id for each in told.buttons if each.custom_id]
    assert text_of(await ada.click(told, offer)) == WORDS("link.refused.private")
    owner = Forger(room, ada.id, make.channel)
    await owner.select(str(CustomId("guild", argument="private_links")), ["yes"])
    made = await ada.click(told, offer)
    assert made.message is not None, made.reason
    visit, with_names, unlink = made.message.buttons
    assert text_of(made) == told_of(over, visit.url, named=False)
    assert str(visit.url).startswith(room.environment["TABLESIDE_PUBLIC_URL"])
    stranger = Forger(room, cleo.id, cleo.channel_id("lobby"))
    for each in (offer, str(with_names.custom_id), str(unlink.custom_id)):
        assert text_of(await stranger.click(each)) == WORDS.plain("panel.no_match")
    assert await status_of(str(visit.url)) == 200
    listed = await ada.finished(await ada.slash("games"))
    assert parse(found(listed, "rewatch")).number == over
    panel = await ada.finished(await ada.slash("hand", options={"match": over}))
    (again,) = [
        each.custom_id for each in panel.buttons if each.custom_id and parse(each.custom_id).action == "rewatch"
    ]
    (share,) = [each for each in panel.buttons if each.label == WORDS.plain("button.share")]
    assert text_of(await ada.click(panel, str(share.custom_id))) == told_of(over, visit.url, named=False)
    named = await ada.click(panel, again)
    assert named.message is not None, named.reason
    assert text_of(await ada.click(made.message, str(with_names.custom_id))) == text_of(named)
    visit_named, share, unname = named.message.buttons
    assert text_of(named) == told_of(over, visit_named.url, named=True)
    assert visit_named.url != visit.url
    shared = await ada.click(named.message, str(share.custom_id))
    assert text_of(shared) == told_of(over, visit.url, named=False)
    for each in (again, str(unname.custom_id)):
        assert text_of(await stranger.click(each)) == WORDS.plain("panel.no_match")
    assert text_of(await ada.click(named.message, str(unname.custom_id))) == WORDS("link.taken_back", match=over)
    assert [await status_of(str(each.url)) for each in (visit_named, visit)] == [404, 200]
    assert text_of(await ada.click(made.message, str(unlink.custom_id))) == WORDS("link.taken_back", match=over)
    assert await status_of(str(visit.url)) == 404


def told_of(match: int, url: str | None, *, named: bool) -> str:
    """What a message with a link says."""
    note = WORDS("link.named" if named else "link.unnamed")
    return "\n".join((WORDS("link.made", match=match, link=Rendered(url or "")), note))


def text_of(outcome: Outcome) -> str:
    """What somebody is told."""
    assert outcome.message is not None, outcome.reason
    return outcome.message.text


async def status_of(url: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status
