"""The chat page in a real browser, as two people side by side."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from sandbox.client import Person, SandboxClient
from sandbox.description import EVERYDAY_NAMES, PLAY_WORLD
from sandbox.server import Sandbox
from tests.sandbox.bot import PIXEL
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import PATIENCE, PATIENT, Stage, open_stage

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]
BOT = "tests/sandbox/bot.py"
MOMENT = 1_900_000_000.0
PHONE = {"width": 390, "height": 844}


@dataclass
class Table:
    """A page with two seats, and the bot behind it."""

    sandbox: Sandbox
    client: SandboxClient
    browser: Browser
    page: Page
    ada: Person

    def seat(self, name: str) -> Locator:
        return self.page.locator(f"[data-seat={name}]")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def stage() -> AsyncIterator[Stage]:
    async with open_stage() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def table(stage: Stage, browser: Browser) -> AsyncIterator[Table]:
    sandbox = await stage.sandbox(settings=PATIENT)
    client = await stage.client(sandbox)
    await stage.bot(sandbox, BOT)
    page = await open_page(browser, sandbox, "Ada,Ben")
    ada = await client.person("Ada")
    await ada.wait_online()
    yield Table(sandbox, client, browser, page, ada)
    await page.close()


async def open_page(browser: Browser, sandbox: Sandbox, seats: str, width: int = 1400) -> Page:
    """Open the page; a mistake in its scripts fails the test."""
    page = await browser.new_page(viewport={"width": width, "height": 844})
    page.set_default_timeout(5000)
    page.on("pageerror", lambda error: (_ for _ in ()).throw(AssertionError(str(error))))
    await page.goto(f"{sandbox.page_url}?seats={seats}&theme=dark")
    for name in seats.split(","):
        await expect(page.locator(f"[data-seat={name}] [data-log][data-ready]")).to_be_visible()
    return page


async def type_command(seat: Locator, text: str) -> None:
    """Type the beginning of a command and take the first suggestion with Enter."""
    composer = seat.locator("[data-composer]")
    await composer.click()
    await composer.press_sequentially(f"/{text}")
    await expect(seat.locator(f"[data-command^={text}]").first).to_have_class(re.compile(r"\bat\b"))
    await composer.press("Enter")
    await expect(seat.locator("[data-filling]")).to_be_visible()


def log(seat: Locator) -> Locator:
    return seat.locator("[data-log]")


async def test_a_command_is_filled_in_by_keyboard(table: Table) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    await type_command(ada, "hel")
    card = ada.locator("[data-option=card]")
    await expect(card).to_be_focused()
    await card.press_sequentially("emb")
    await expect(ada.locator('[data-choice="Ember Fox"]')).to_have_class(re.compile(r"\bat\b"))
    await card.press("Enter")
    await ada.locator("[data-action=more-options]").click()
    await ada.locator("[data-add-option=friend]").click()
    friend = ada.locator("[data-option=friend]")
    await friend.press_sequentially("Be")
    await friend.press("Enter")
    await friend.press("Enter")
    await expect(log(ben).locator("[data-used=hello]")).to_contain_text("Ada used /hello")
    await expect(log(ben).locator("[data-embed]")).to_contain_text("Ember Fox x1 for @Ben")
    await expect(log(ben).locator("[data-pings]")).to_have_count(1)
    await expect(log(ada).locator("[data-pings]")).to_have_count(0)


async def test_a_required_option_is_asked_for(table: Table) -> None:
    ada = table.seat("Ada")
    await type_command(ada, "hel")
    await expect(ada.locator("[data-choice]")).to_have_count(3)
    await ada.locator("[data-option=card]").press("Escape")
    await ada.locator("[data-option=card]").press("Enter")
    await expect(ada.locator(".command-hint")).to_contain_text("This option is required")
    await ada.locator("[data-option=card]").press("Backspace")
    await expect(ada.locator("[data-composer]")).to_be_focused()


async def test_ephemeral_answers_are_shown_to_one_seat_alone(table: Table) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    await type_command(ada, "sec")
    await ada.locator("[data-filling]").press("Enter")
    secret = log(ada).locator("[data-ephemeral]")
    await expect(secret).to_contain_text("a changed secret(edited)")
    await expect(secret).to_contain_text("Only you can see this")
    await table.ada.write("done")
    await expect(log(ben)).to_contain_text("done")
    assert "secret" not in await ben.inner_html()
    await secret.locator("[data-action=dismiss]").click()
    await expect(secret).to_have_count(0)


async def test_panels_of_components_work(table: Table) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    await table.ada.slash("panel")
    picture = log(ben).locator("[data-components=v2] [data-picture]")
    await expect(picture).to_have_attribute("alt", "Your hand")
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1
    await log(ben).locator("[data-custom-id=draw]").click()
    await expect(log(ada)).to_contain_text("Four cards")
    await expect(log(ben)).to_contain_text("Four cards")
    await log(ben).locator("[data-select=card] button").click()
    await log(ben).locator('[data-value="Stone Golem"]').click()
    await expect(log(ben).locator("[data-ephemeral]")).to_contain_text("You chose Stone Golem")
    assert "You chose" not in await ada.inner_html()


async def test_a_select_by_keyboard(table: Table) -> None:
    ben = table.seat("Ben")
    await table.ada.slash("panel")
    button = log(ben).locator("[data-select=card] button").first
    await button.focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        await button.press(key)
    await expect(log(ben).locator("[data-ephemeral]")).to_contain_text("You chose Ember Fox")


async def test_a_modal_is_a_dialog_of_its_seat(table: Table) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    await type_command(ada, "form")
    await ada.locator("[data-filling]").press("Enter")
    modal = ada.locator("[data-modal]")
    await expect(modal).to_contain_text("Name your deck")
    await expect(ben.locator("[data-modal]")).to_have_count(0)
    name = modal.locator("[data-custom-id=name]")
    await expect(name).to_be_focused()
    await modal.locator("[data-action=submit]").click()
    await expect(modal.locator("[role=alert]")).to_contain_text("must not be empty")
    await name.fill("Foxes")
    await modal.locator("[data-select=pace] button").click()
    await modal.locator("[data-value=slow]").click()
    await name.press("Enter")
    await expect(log(ben)).to_contain_text("Foxes at slow pace")
    await expect(modal).to_have_count(0)


async def test_direct_messages_reach_their_own_seat_alone(table: Table) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    await table.ada.slash("whisper", user="Ben")
    await expect(ben.locator("[data-action=shelf] .badge")).to_have_text("1")
    await ben.locator("[data-action=shelf]").click()
    await expect(ben.locator("[data-pings=home]")).to_have_text("1")
    await ben.locator("[data-action=home]").click()
    await expect(log(ben)).to_contain_text("psst")
    await expect(log(ben).locator("img[data-picture]")).to_have_attribute("alt", "A card")
    await expect(ben.locator("[data-pings=home]")).to_have_count(0)
    await ben.locator("[data-composer]").fill("thanks")
    await ben.locator("[data-composer]").press("Enter")
    await expect(log(ben)).to_contain_text("thanks")
    html = await ada.inner_html()
    assert "psst" not in html
    assert "thanks" not in html


async def test_threads_hang_below_their_channel(table: Table) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    await table.ada.slash("room", guest="Ben")
    await log(ada).locator("[data-thread]").click()
    await expect(ada.locator("[data-title]")).to_have_text("Match 1")
    await expect(log(ada)).to_contain_text("@Ben, your turn")
    await expect(log(ada).locator("[data-author=Tableside]").first).to_contain_text("the match")
    await ben.locator("[data-action=shelf]").click()
    thread = ben.locator('[data-name="Match 1"]')
    await expect(thread).to_have_attribute("data-unread", "true")
    await expect(thread.locator(".badge")).to_have_text("1")
    await thread.click()
    await expect(log(ben).locator("[data-pings]")).to_contain_text("@Ben, your turn")


async def test_a_forum_shows_its_posts_and_takes_new_ones(table: Table) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    guild = int(table.ada.places["guilds"][0]["id"])
    await table.client.create_channel(guild, "matches", "forum", tags=["duel"], tag_required=True)
    await table.client.create_channel(guild, "tavern", "voice")
    await ada.locator("[data-action=shelf]").click()
    await expect(ada.locator("[data-name=tavern] svg")).to_be_visible()
    await ada.locator("[data-name=matches]").click()
    await expect(ada.locator("[data-composer]")).to_be_disabled()
    await ada.locator("[data-post-title]").fill("Wanted")
    await ada.locator("[data-post-text]").fill("A rival")
    await ada.locator("[data-action=post]").click()
    await expect(ada.get_by_text("a post needs a tag here")).to_be_visible()
    await ada.locator("[data-post-tag=duel]").check()
    await ada.locator("[data-action=post]").click()
    await expect(ada.locator("[data-title]")).to_have_text("Wanted")
    await expect(log(ada)).to_contain_text("A rival")
    await ben.locator("[data-action=shelf]").click()
    await ben.locator("[data-name=matches]").click()
    await expect(ben.locator("[data-posts]")).to_contain_text("See the post · duel")
    await ben.locator("[data-posts] [data-thread]").click()
    await expect(log(ben)).to_contain_text("A rival")
    await ben.locator("[data-composer]").fill("Me")
    await ben.locator("[data-composer]").press("Enter")
    await expect(log(ada)).to_contain_text("Me")


SHRINK_AND_GROW = """async log => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const become = (height) => { picture.style.height = height; };
  const picture = document.createElement("div");
  become("900px");
  picture.style.flex = "none";
  log.append(picture);
  picture.dispatchEvent(new Event("load"));
  await frames();
  become("0");
  picture.dispatchEvent(new Event("load"));
  become("900px");
  await frames();
}"""
"""A picture at the end gives way to another one, which grows before the page hears that it was scrolled."""


async def test_the_log_follows_what_is_said_last(table: Table) -> None:
    ben = table.seat("Ben")
    await log(ben).evaluate(SHRINK_AND_GROW)
    await table.ada.write("Are you still there?")
    await expect(log(ben).get_by_text("Are you still there?")).to_be_in_viewport()


async def test_files_replies_and_markdown(table: Table, tmp_path: Path) -> None:
    ada, ben = table.seat("Ada"), table.seat("Ben")
    (tmp_path / "fox.png").write_bytes(PIXEL)
    await ada.locator("[data-files]").set_input_files(tmp_path / "fox.png")
    await expect(ada.locator('[data-upload="fox.png"]')).to_be_visible()
    await ada.locator("[data-composer]").fill("# Look\n**bold** *slanted* `code` ||hidden|| <t:0:R>\n- one\n- two")
    await ada.locator("[data-composer]").press("Enter")
    message = log(ben).locator("[data-author=ada]")
    await expect(message.locator("h1")).to_have_text("Look")
    await expect(message.locator("strong")).to_have_text("bold")
    await expect(message.locator("li")).to_have_count(2)
    await expect(message.locator("time[data-style=R]")).to_contain_text("years ago")
    await expect(message.locator("img[data-picture]")).to_be_visible()
    await message.locator(".spoiler").click()
    await expect(message.locator(".spoiler")).to_have_class(re.compile("shown"))
    await message.hover()
    await message.locator("[data-action=reply]").click()
    await ben.locator("[data-composer]").fill("<b>nice</b>")
    await ben.locator("[data-composer]").press("Enter")
    reply = log(ada).locator("[data-author=ben]")
    await expect(reply).to_contain_text("<b>nice</b>")
    await expect(reply.locator(".reply")).to_contain_text("Ada")
    await expect(reply).to_have_attribute("data-pings", "true")


async def test_failures_are_told(table: Table) -> None:
    ada = table.seat("Ada")
    await table.ada.slash("panel")
    await table.client.fault(path="/interactions/*", method="POST", status=400)
    await log(ada).locator("[data-custom-id=draw]").click()
    await expect(log(ada).locator("[data-custom-id=draw]")).to_have_attribute("aria-busy", "true")
    await table.client.age(PATIENCE)
    await expect(log(ada).locator("[data-failed]")).to_have_text("This interaction failed")


async def test_the_drawer_shows_journal_complaints_and_faults(table: Table, stage: Stage) -> None:
    stage.forgive(table.sandbox)
    page = table.page
    await page.locator("[data-action=drawer]").first.click()
    await expect(page.locator("[data-journal]")).to_contain_text("READY")
    table.sandbox.parts.findings.add("difference", "MESSAGE_CREATE", "author: This field is required")
    await page.locator("[data-tab=Complaints]").click()
    await expect(page.locator("[data-finding=difference]")).to_contain_text("author: This field is required")
    await expect(page.locator("[data-tab=Complaints] .badge")).to_have_text("1")
    await page.locator("[data-tab=Faults]").click()
    await page.locator('[data-fault="Close DMs"]').click()
    await expect(page.locator("[data-faults] .said")).to_have_text("Done: Close DMs")
    outcome = await table.ada.slash("whisper", user="Ada")
    assert (await table.ada.finished(outcome)).content == "refused: 50007"


async def test_a_phone_shows_everything(table: Table) -> None:
    page = await open_page(table.browser, table.sandbox, "Ada", width=PHONE["width"])
    ada = page.locator("[data-seat=Ada]")
    await expect(ada.locator("[data-name=card-room]")).not_to_be_in_viewport()
    await ada.locator("[data-action=shelf]").click()
    await ada.locator("[data-name=card-room]").click()
    await expect(ada.locator("[data-title]")).to_have_text("card-room")
    await expect(ada.locator("[data-name=card-room]")).not_to_be_in_viewport()
    await table.ada.slash("panel", channel="card-room")
    await expect(log(ada).locator("[data-custom-id=draw]")).to_be_in_viewport()
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width == PHONE["width"]
    await page.locator("[data-sit=Ben]").click()
    await expect(page.locator("[data-seat=Ben] [data-log][data-ready]")).to_be_visible()
    await expect(page.locator("[data-seat]")).to_have_count(1)


async def test_a_clock_that_no_bot_follows_cannot_be_moved_in_the_bar(table: Table) -> None:
    await expect(table.page.locator("[data-now]")).to_have_count(0)
    await expect(table.page.locator("[data-later]")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1280])
async def test_the_bar_moves_the_time_that_bots_follow(
    stage: Stage, browser: Browser, tmp_path: Path, width: int
) -> None:
    """Every time on the page follows: when something was written, what counts down, and the date in the bar."""
    sandbox = await stage.sandbox(clock=lambda: MOMENT, clock_file=tmp_path / "clock")
    client = await stage.client(sandbox)
    page = await open_page(browser, sandbox, "Ada", width)
    ada, date = await client.person("Ada"), page.get_by_role("group", name="The sandbox's time").locator("time")
    await ada.write(f"ends <t:{int(MOMENT) + 49 * 3600}:R>")
    ends, written = page.locator('[data-style="R"]'), page.locator("article time").first
    await expect(ends).to_have_text("in 2 days")
    at_noon = str(await written.text_content())
    before = str(await date.text_content())
    for label, left in (("1 hour later", "in 2 days"), ("1 day later", "in 1 day"), ("1 day later", "1 minute ago")):
        button = page.get_by_role("button", name=label)
        await expect(button).to_be_in_viewport(ratio=1)
        await button.focus()
        await page.keyboard.press("Enter")
        await expect(date).not_to_have_text(before)
        before = str(await date.text_content())
        await expect(page.get_by_role("status").filter(has_text="It is now")).to_have_text(f"It is now {before}")
        if left == "1 minute ago":
            await client.advance(60)
        await expect(ends).to_have_text(left)
    await expect(written).to_have_text(re.compile(rf"../../.... {at_noon}"))
    assert sandbox.clock.elapsed == 49 * 3600 + 60
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    await page.close()


async def test_four_seats_and_both_themes(table: Table) -> None:
    page = table.page
    for name in ("Cleo", "Dan"):
        await page.locator(f"[data-sit={name}]").click()
    await expect(page.locator("[data-seat]")).to_have_count(4)
    await page.locator("[data-action=theme]").click()
    assert await page.evaluate("document.documentElement.dataset.theme") == "light"
    await table.ada.write("to all")
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        await expect(log(page.locator(f"[data-seat={name}]"))).to_contain_text("to all")


async def test_the_page_asks_nothing_of_anybody_else(table: Table) -> None:
    asked: list[str] = []
    page = await table.browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(table.sandbox.page_url)
    await expect(page.locator("[data-log][data-ready]")).to_be_visible()
    assert asked
    assert all(url.startswith((table.sandbox.address, "data:")) for url in asked)


async def test_the_username_tells_apart_people_of_one_name(stage: Stage, browser: Browser) -> None:
    """The later of two is chosen, in each of the ways to choose somebody."""
    _, second = [name for name, shown in EVERYDAY_NAMES.items() if [*EVERYDAY_NAMES.values()].count(shown) > 1]
    name = EVERYDAY_NAMES[second]
    sandbox = await stage.sandbox(settings=PATIENT, world=PLAY_WORLD)
    await stage.bot(sandbox, BOT)
    page = await open_page(browser, sandbox, "lukasz")
    await (await (await stage.client(sandbox)).person("lukasz")).wait_online()
    mention = log(page.locator("[data-seat=lukasz]")).locator(f'[data-user="{sandbox.parts.world.people[second]}"]')
    seat = page.locator("[data-seat=lukasz]")
    await seat.locator("[data-composer]").press_sequentially(f"@{name}")
    assert await seat.locator("[data-suggestions] .name").all_inner_texts() == [name, f"{name}\n{second}"]
    await seat.locator(f"[data-suggestions] [data-member={second}]").click()
    await seat.locator("[data-composer]").press("Enter")
    await expect(mention).to_have_count(1)

    await type_command(seat, "hel")
    await seat.locator("[data-option=card]").press_sequentially("emb")
    await seat.locator('[data-choice="Ember Fox"]').click()
    await seat.locator("[data-action=more-options]").click()
    await seat.locator("[data-add-option=friend]").click()
    await seat.locator("[data-option=friend]").press_sequentially(second)
    await expect(seat.locator("[data-choice]")).to_have_count(1)
    await seat.locator("[data-option=friend]").press("Enter")
    await seat.locator("[data-option=friend]").press("Enter")
    await expect(log(seat).locator(f"[data-embed] [data-user='{sandbox.parts.world.people[second]}']")).to_have_count(1)

    await page.locator(f"[data-sit={second}]").click()
    await expect(page.locator(f"[data-seat={second}] .self .who")).to_have_text(f"{name}{second}")
    labels = await seat.locator("[data-action=sit-as] option").all_inner_texts()
    assert len({*labels}) == len(EVERYDAY_NAMES)
    await page.close()
