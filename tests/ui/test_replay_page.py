"""The match page in a real browser: at every step it shows what the engine's views give, from a file, offline."""

import json
import re
from functools import cache
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import ViewportSize, expect
from typer.testing import CliRunner

from bot.cli import app
from bot.host.fairness.replays import ExportedMatch
from bot.host.match.players import Player
from bot.host.review.analysis import MatchReview
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import page_of
from bot.ui.games.story import why_over
from bot.ui.pictures.picture import description
from bot.ui.pictures.scene import Group
from bot.ui.replays.page import PageLink, replay_page, words_of
from bot.ui.replays.recording import RecordedStep
from bot.ui.replays.standings import standings_of
from bot.ui.replays.summary import summary
from engine.contract import EVERYTHING, SPECTATOR
from engine.contract.events import seen
from engine.registry import GAMES
from tests.support.browser import needs_chromium, open_browser
from tests.ui.replay_pages import (
    BUSY,
    DESKTOP,
    LIMIT,
    PHONE,
    compare,
    look_through,
    looked,
    opened,
    reviewed,
    written,
)


@cache
def warmage_page(*, review: bool) -> str:
    """The page of a match that several tests look at: writing it takes longer than most of them."""
    _, match = written("warmage", back=True)
    return replay_page(match, RENDERERS["warmage"], review=reviewed(match) if review else None)


@needs_chromium
@BUSY
async def test_on_a_phone_the_log_begins_at_the_step_that_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    file.write_text(warmage_page(review=False), "utf-8")
    async with open_browser() as browser:
        earlier = 0
        for size, first in ((PHONE, True), (DESKTOP, False)):
            page = await opened(browser, file, size, [])
            for _ in range(30):
                await page.click("#next")
                lines = await page.evaluate(
                    "[...document.querySelectorAll('#log li')].filter(each => each.checkVisibility())"
                    ".map(each => each.hasAttribute('aria-current'))"
                )
                assert not first or lines[:1] in ([], [True])
                earlier += not first and lines[:1] == [False]
            await page.context.close()
        assert earlier


@needs_chromium
@BUSY
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_every_step_is_what_the_views_give(key: str, tmp_path: Path) -> None:
    content, match = written(key, back=GAMES[key].spec.rewinds)
    (tmp_path / "match.json").write_bytes(content)
    result = CliRunner().invoke(app, ["replay", str(tmp_path / "match.json"), "--seconds", "0"])
    assert (result.exit_code, result.stderr) == (0, "")
    file = tmp_path / "match.html"
    assert file.stat().st_size < LIMIT
    steps, eyes = range(sum(1 for _ in match.steps())), range(len(match.told.seats) + 2)
    assert len(steps) > 10
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, DESKTOP, complaints)
        compare(match, await looked(page, [(step, each) for each in eyes for step in steps]))
        page = await opened(browser, file, PHONE, complaints)
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        await page.get_by_text("Were the dice fair?").click()
        await page.get_by_role("button", name="Check the dice").click()
        await page.locator("#checked .holds").wait_for()
        drawn = sum(len(entry[-1]) for entry in match.told.log)
        assert f"All {drawn} draws follow" in (await page.text_content("#checked") or "")
        assert getattr(match.told, "seal", "?") in (await page.text_content("#checked") or "")
    assert complaints == []


def test_a_step_holds_only_what_is_different_from_the_step_before() -> None:
    """Most of a page is steps."""
    _, match = written("artbot")
    page = replay_page(match, RENDERERS["artbot"])
    assert '"boards":{' in page
    assert [field for field in RecordedStep.__struct_fields__ if f'"{field}":{{}}' in page] == []


@needs_chromium
@BUSY
async def test_a_match_of_homebrew_cards_with_a_house_player_is_what_the_views_give(tmp_path: Path) -> None:
    """One of those that `make soak-pages` looks through."""
    kind = {"seed": 3, "homebrew": True, "house": True, "seats": 3, "leaves": True}
    async with open_browser() as browser:
        assert (await look_through(browser, tmp_path, "warmage", kind)).steps > 10


@needs_chromium
@BUSY
async def test_a_reader_moves_through_a_match(tmp_path: Path) -> None:
    """Buttons, slider, keys, a click on the log, whose eyes, and an address that keeps step and eyes."""
    _, match = written("warmage", back=True)
    file = tmp_path / "match.html"
    file.write_text(warmage_page(review=False), "utf-8")
    last = sum(1 for _ in match.steps())
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, DESKTOP, complaints)
        where = page.locator("#where")

        async def at(step: int) -> None:
            await expect(where).to_have_text(f"Step {step} of {last}")

        await page.get_by_role("button", name="To the beginning").click()
        await at(1)
        await page.get_by_role("button", name="A step on").click()
        await at(2)
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("ArrowRight")
        await at(3)
        await page.keyboard.press("End")
        await at(last)
        await page.locator(".entry").first.click()
        await at(last)
        title = page.locator("#log h3 button").nth(1)
        await title.click()
        await expect(page.locator("#heading")).to_have_text(await title.text_content() or "?")
        await page.keyboard.press("Home")
        await at(1)
        await page.get_by_role("button", name="A turn on").click()
        turn = int((await where.text_content() or "").split()[1])
        assert turn > 1
        await page.get_by_label("Show").select_option("What Orange saw")
        assert page.url.endswith(f"#step={turn - 1}&eyes=2")
        assert await page.locator(".hand:not([hidden])").count() == 1
        await page.locator("#slider").fill("7")
        await at(8)
        address = page.url
        page = await opened(browser, file, PHONE, complaints)
        await page.goto(address)
        where = page.locator("#where")
        await at(8)
        assert await page.get_by_label("Show").input_value() == "2"
        await page.goto(f"{file.as_uri()}#step=999999&eyes=x")
        await at(8)
    assert complaints == []


@needs_chromium
@BUSY
async def test_the_curve_and_the_costly_moves_lead_to_their_steps(tmp_path: Path) -> None:
    _, match = written("artbot")
    review = reviewed(match)
    file = tmp_path / "match.html"
    file.write_text(replay_page(match, RENDERERS["artbot"], review=review), "utf-8")
    steps = sum(1 for _ in match.steps())
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, DESKTOP, complaints)
        where, command = page.locator("#where"), page.locator("#fork code")
        await page.get_by_role("button", name="Show the result").click()
        await page.locator("#mistakes button").first.click()
        wanted = review.remarks[0].step
        await expect(where).to_have_text(f"Step {wanted} of {steps}")
        await expect(command).to_have_text(f"/match fork match:{match.told.match} step:{wanted}")
        assert f"#step={wanted - 1}&" in page.url
        box = await page.locator("#curve").bounding_box()
        assert box is not None
        await page.locator("#curve").click(position={"x": box["width"] * 5 / (steps - 1), "y": 9})
        await expect(where).to_have_text(f"Step 6 of {steps}")
        await page.keyboard.press("End")
        await expect(command).to_be_hidden()
    assert complaints == []


@needs_chromium
@BUSY
async def test_a_card_opens_where_it_stands_and_escape_closes_it(tmp_path: Path) -> None:
    """In a hand by a click, on focus by Enter, and in the log, which then stays at its step."""
    _, match = written("warmage", back=True)
    file = tmp_path / "match.html"
    file.write_text(warmage_page(review=False), "utf-8")
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, DESKTOP, complaints)
        await page.locator("#slider").fill("9")
        card, dialog = page.locator(".hand g[data-cards]").first, page.get_by_role("dialog")
        title = (await card.locator("title").text_content() or "").strip()
        shown = page_of(RENDERERS["warmage"], title, match.match.cards, words_of(match, None))
        assert shown is not None
        await card.click()
        await expect(dialog.get_by_role("heading")).to_have_text(title)
        for line in shown.text.replace("**", "").splitlines():
            await expect(dialog).to_contain_text(line)
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        await card.focus()
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_role("heading")).to_have_text(title)
        await dialog.get_by_role("button", name="Close").click()
        await expect(dialog).to_be_hidden()
        await expect(card).to_be_focused()
        link = page.locator("#log .entry:not([hidden]) .link").first
        await link.click()
        await expect(dialog.get_by_role("heading")).to_have_text(await link.text_content() or "?")
        await page.keyboard.press("Escape")
        await expect(page.locator("#where")).to_contain_text("Step 10 ")
    assert complaints == []


@needs_chromium
@BUSY
@pytest.mark.parametrize(("key", "size"), [("varia", PHONE), ("zarcana", DESKTOP)])
async def test_the_picture_of_a_turn_stays_in_its_place(key: str, size: ViewportSize, tmp_path: Path) -> None:
    """It and the board it stands for have one place, a step brings it into view, and no text covers it."""
    _, match = written(key, 1, policy="greedy", longest=30)
    file = tmp_path / "match.html"
    file.write_text(replay_page(match, RENDERERS[key], review=reviewed(match)), "utf-8")
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, size, complaints)
        places = await page.evaluate(PLACES)
        assert any(drawn for drawn, *_ in places)
        for drawn in (True, False):
            assert len({place for kind, place, *_ in places if kind is drawn}) == 1
        assert {width for *_, width, _ in places} == {size["width"]}
        assert all(apart for _, _, apart, _, _ in places), "what stands below a picture is below its pieces"
        assert all(whole for kind, *_, whole in places if kind), "the whole picture fits above the controls"
        await page.locator("#first").click()
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await page.locator("#next").click()
        await expect(page.locator("#heading")).to_be_in_viewport()
    assert complaints == []


PLACES = """() => {
  const page = window.replay;
  return page.recording.steps.slice(0, page.recording.over).map((_, step) => {
    page.show(step, page.eyes);
    document.getAnimations().forEach((each) => each.finish());
    const drawn = document.body.classList.contains("drawn");
    const picture = document.getElementById(drawn ? "turn" : "board");
    const {x, y, width} = picture.getBoundingClientRect();
    const {turn, boards} = page.recording.steps[step];
    const low = y + width * page.recording.scenes[drawn ? turn : boards[page.eyes]][1] / picture.viewBox.baseVal.width;
    const below = document.getElementById(innerWidth < 1000 ? "log" : drawn ? "position" : "course");
    const apart = low <= below.getBoundingClientRect().top + 1;
    const whole = low <= document.getElementById("controls").getBoundingClientRect().top;
    return [drawn, [x, y, width].join(" "), apart, document.documentElement.scrollWidth, whole];
  });
}"""
"""Returns whether a turn is drawn, where its picture is, whether that ends above what follows, the page's width, and
whether the picture ends above the controls.

It does so for each step before the end, where the result is on top."""


READ = """() => {
  const seen = (each) => each.checkVisibility();
  const all = (selector) => [...document.querySelectorAll(selector)];
  return [document.title, document.body.innerText, ...all("meta").map((each) => each.content),
    ...all("body [aria-label], body [aria-valuetext], body [title]").filter(seen).flatMap((each) =>
      ["aria-label", "aria-valuetext", "title"].map((name) => each.getAttribute(name) ?? "")),
    ...all("main svg title, main svg text").filter((each) => seen(each.parentElement)).map((each) => each.textContent),
  ].join("\\n");
}"""
"""Returns everything that a reader sees or hears of a page, or gets in a preview."""


def telling(match: ExportedMatch, review: MatchReview) -> list[str]:
    """Return everything beside the board that tells the result."""
    standings, words = standings_of(match), words_of(match, None)
    outcome, renderer = standings.outcome, RENDERERS[match.told.game]
    return [
        description(words("end.won", player=words.list_players(outcome.ranking[0]))),
        description(why_over(outcome.reason, outcome.ranking, words)),
        *(str(each) for each in summary(standings, review, renderer, words)),
        words.plain("replay.mistakes"),
    ]


@needs_chromium
@BUSY
@pytest.mark.parametrize(("key", "size"), [("varia", DESKTOP), ("zarcana", PHONE)])
async def test_the_result_is_shown_when_its_reader_asks_or_steps_to_the_end(
    key: str, size: ViewportSize, tmp_path: Path
) -> None:
    _, match = written(key, 1, policy="greedy", longest=30)
    review, file = reviewed(match), tmp_path / "match.html"
    file.write_text(replay_page(match, RENDERERS[key], review=review), "utf-8")
    result, last = telling(match, review), sum(1 for _ in match.steps()) - 1
    assert len(result) > 3
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, size, complaints)

        async def told() -> list[str]:
            read = await page.evaluate(READ)
            return [each for each in result if each in read]

        curve = page.locator("#drawn")
        assert await told() == []
        await page.locator("#first").click()
        await page.reload()
        await expect(curve).to_have_attribute("width", "0.0")
        for key_pressed in ("ArrowRight", "ArrowRight", "ArrowLeft"):
            await page.keyboard.press(key_pressed)
        await expect(curve).to_have_attribute("width", f"{2000 / last:.1f}")
        assert await told() == []
        await page.get_by_role("button", name="Show the result").press("Enter")
        await expect(page.locator("#ending")).to_be_focused()
        assert await told() == result
        await expect(curve).to_have_attribute("width", "1000.0")
        await expect(page.locator("#where")).to_contain_text("Step 2 ")
        await expect(page.locator("#reveal")).to_have_count(0)
        await page.reload()
        assert await told() == []
        over = await page.evaluate("window.replay.recording.over")
        await page.locator("#slider").fill(str(over - 1))
        assert await told() == []
        await page.keyboard.press("ArrowRight")
        assert await told() == result
        ids = "['board', 'ending', 'log', 'stage', 'controls']"
        tops = f"{ids}.map((each) => document.getElementById(each).getBoundingClientRect().top)"
        board, score, log, stage, controls = await page.evaluate(tops)
        assert score < log, "the score is first at the end"
        assert board < stage, "the last turn is below how the match ended"
        low = "window.replay.board.root.lastChild.getBoundingClientRect().bottom"
        assert await page.evaluate(low) <= controls, "the end is shown whole"
        await expect(page.locator("#ending")).to_be_in_viewport()
    assert complaints == []


@needs_chromium
@BUSY
@pytest.mark.parametrize("key", ["varia", "zarcana"])
async def test_a_page_opens_where_the_first_drawn_turn_has_ended(key: str, tmp_path: Path) -> None:
    """As far as its preview shows; an address that names a step goes there."""
    _, match = written(key, 1, policy="greedy", longest=30)
    renderer, file, begun = RENDERERS[key], tmp_path / "match.html", list[int]()
    file.write_text(replay_page(match, renderer), "utf-8")
    for number, step in enumerate(match.steps(), 1):
        begun += [number for fact in seen(step.events, SPECTATOR) if isinstance(fact, renderer.turns)]
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, PHONE, complaints)
        await expect(page.locator("#where")).to_contain_text(f"Step {begun[1]} ")
        await expect(page.locator("#turn")).to_be_in_viewport()
        await page.goto(f"{file.as_uri()}#step=3")
        await expect(page.locator("#where")).to_contain_text("Step 4 ")
    assert complaints == []


@needs_chromium
@BUSY
async def test_the_command_that_plays_on_is_copied(tmp_path: Path) -> None:
    """If the browser does not allow that, it is selected, so that its reader can copy it."""
    _, match = written("artbot")
    place = "https://discord.com/channels/1/2"
    link = PageLink("https://cards.example/m/x", "2026-11-30", (Player(name="Ada"), Player(name="Ben")), place)
    file = tmp_path / "match.html"
    file.write_text(replay_page(match, RENDERERS["artbot"], review=reviewed(match), link=link), "utf-8")
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, PHONE, complaints)
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.locator("#slider").fill("4")
        await page.locator("#copy-fork").click()
        await expect(page.locator("#copy-fork")).to_have_text("Copied")
        command = f"/match fork match:{match.told.match} step:5"
        assert await page.evaluate("navigator.clipboard.readText()") == command
        await page.locator("#copy-link").click()
        await expect(page.locator("#copy-link")).to_have_text("Copied")
        assert await page.evaluate("navigator.clipboard.readText()") == link.address
        await expect(page.get_by_role("link", name="Open Discord")).to_have_attribute("href", place)
        await page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
        await page.locator("#copy-fork").click()
        assert await page.evaluate("String(getSelection())") == command
        await page.keyboard.press("End")
        await expect(page.locator("#fork")).to_be_hidden()
    assert complaints == []


@needs_chromium
@BUSY
@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")])
async def test_axe_finds_nothing_serious(size: ViewportSize, theme: Literal["light", "dark"], tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    file.write_text(warmage_page(review=True), "utf-8")
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, size, complaints, theme)
        for each in await page.locator("summary").all():
            await each.click()
        await page.locator("#slider").fill("20")
        await page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
        found = await page.evaluate("axe.run({resultTypes: ['violations']})")
        await page.locator("#board g[data-cards]").first.press("Enter")
        opened_card = await page.evaluate("axe.run({resultTypes: ['violations']})")
    told = [
        (each["id"], each["impact"], [node["html"][:200] for node in each["nodes"]])
        for each in (*found["violations"], *opened_card["violations"])
        if each["impact"] in ("serious", "critical")
    ]
    assert told == []
    assert found["passes"]
    assert complaints == []


@needs_chromium
@BUSY
async def test_a_match_plays_and_a_false_draw_is_found(tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    file.write_text(warmage_page(review=False), "utf-8")
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await opened(browser, file, DESKTOP, complaints)
        where = page.locator("#where")
        await page.get_by_label("Speed").select_option("4×")
        await page.keyboard.press("End")
        await page.clock.install(time=0)
        await page.clock.pause_at(1)
        await page.get_by_role("button", name="Play", exact=True).click()
        await expect(where).to_contain_text("Step 1 ")
        await page.clock.run_for(900)
        await expect(where).to_contain_text("Step 3 ")
        await page.get_by_role("button", name="Pause").click()
        await page.clock.run_for(5000)
        await expect(where).to_contain_text("Step 3 ")
        await page.evaluate("window.replay.match.log.find((each) => each.draws.length).draws[0].index += 1")
        await page.get_by_text("Were the dice fair?").click()
        await page.get_by_role("button", name="Check the dice").click()
        await page.locator("#checked .broken").wait_for()
    assert complaints == []


def test_a_page_without_its_script_shows_the_beginning() -> None:
    _, match = written("zarcana")
    page = replay_page(match, RENDERERS["zarcana"])
    board = page[page.index('<svg id="board"') : page.index("</svg>", page.index('<svg id="board"'))]
    first = next(match.steps())
    scene = RENDERERS["zarcana"].board_drawing(GAMES["zarcana"].view(first.state, EVERYTHING), words_of(match, None))
    assert scene is not None
    shown = [item.description for item in scene.items if isinstance(item, Group) and item.id and item.description]
    assert [unescape(each) for each in re.findall(r"<title>(.*?)</title>", board)] == shown
    assert page.count("<noscript>") == 1


def test_nothing_in_a_page_is_fetched_or_ends_its_script() -> None:
    _, match = written("varia")
    page = replay_page(match, RENDERERS["varia"], "en-XA")
    assert page.count("</script>") == page.count("<script") == 2
    assert not re.findall(r"(?:src|href)=\"(?!#|data:)[^\"]*\"|\burl\((?!data:|#)|@import|^import ", page, re.MULTILINE)
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert set(data) == {"match", "recording", "texts"}
    assert "{" not in re.sub(r"\{\w+\}", "", "".join(data["texts"].values()))


def test_a_file_that_does_not_hold_makes_no_page(tmp_path: Path) -> None:
    content, _ = written("warmage")
    for name, text in (("torn", content[:-9]), ("false", content.replace(b'"rated":false', b'"rated":true'))):
        file = tmp_path / f"{name}.json"
        file.write_bytes(text)
        result = CliRunner().invoke(app, ["replay", str(file)])
        assert (result.exit_code, "does not hold" in result.stderr) == (1, True)
    assert sorted(tmp_path.iterdir()) == sorted(tmp_path.glob("*.json"))
