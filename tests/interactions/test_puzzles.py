"""The puzzle of the day through Discord: solved right and wrong, in a server and in direct messages.

A judge looks through all that the sandbox has seen: before the lock, nothing of it is the answer.
"""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.host.puzzles.daily_posts import ANSWERED
from bot.host.puzzles.streaks import closes, day_of, number_of
from bot.host.puzzles.weeks import POINTS
from bot.storage import outbox, tries
from bot.ui.games import RENDERERS
from bot.ui.match.puzzles import share_text
from bot.ui.messages.custom_ids import CustomId, parse
from bot.ui.texts.words import Words
from cardsdb.puzzle_days import listed, puzzle_day
from cardsdb.puzzle_files import shipped_puzzle, shipped_puzzles
from engine.contract import Key
from engine.puzzles.file_format import Puzzle
from engine.registry import GAMES
from sandbox.client import Person
from sandbox.seen import Message
from tests.e2e.players import both_doors, find, found
from tests.e2e.test_solo import Onlookers
from tests.interactions.room import Room
from tests.support.discord import Stage

WORDS = Words("en")


async def at_the_day_of(room: Room, key: str) -> Puzzle:
    """Move the clock to the afternoon of the next day of a puzzle."""
    day, puzzle = day_of(room.now) + timedelta(days=1), shipped_puzzle(key)
    assert puzzle is not None
    while (there := puzzle_day(day, listed(GAMES))) is None or there.puzzle.key != key:
        day += timedelta(days=1)
    room.advance(datetime(day.year, day.month, day.day, 15, tzinfo=UTC).timestamp() - room.now)
    return puzzle


async def answered(person: Person, panel: Message, keys: tuple[Key, ...]) -> Message:
    """Answer the question on a panel with one key, by a button or in a select, and confirm it if that is asked."""
    (key,) = keys
    for action in ("warn", "pick"):
        custom_id = find(panel, action, key)
        if custom_id is not None:
            panel = await person.finished(await person.click(panel, custom_id))
    return panel


async def solved(person: Person, panel: Message, puzzle: Puzzle, row: int) -> Message:
    for _, keys in puzzle.answers[row].picks:
        panel = await answered(person, panel, keys)
    return panel


def secrets_of(puzzle: Puzzle) -> set[str]:
    """Return what only the proof tells: whole lines, what rows do, and the words of the verdict, theme and values."""
    locks = RENDERERS[puzzle.game].locks
    lines = [[label for label in each.labels if label.id not in locks] for each in puzzle.answers]
    secrets = {", ".join(map(WORDS.made, labels)) for labels in lines if len(labels) > 1}
    secrets |= {effect for each in puzzle.answers for effect in each.effects}
    told = ("puzzle.proof", "puzzle.right", "puzzle.wrong")
    secrets |= {str(WORDS(key)) for key in told} | {str(WORDS(f"{puzzle.game}.theme.{puzzle.theme}"))}
    secrets.add(WORDS.plain(f"{puzzle.game}.puzzle.{puzzle.question}.value", value="", share=0).split(",")[0].strip())
    return secrets


def leaks(room: Room, since: int, puzzle: Puzzle, within: str = "") -> list[str]:
    """Return the secrets of a puzzle that Discord has been sent since an entry of the journal, `within` some paths."""
    entries = room.sandbox.parts.journal.entries({"request", "answer"}, since)
    there = [[each.headline, each.details] for each in entries if within in each.headline]
    sent = json.dumps(there, default=str, ensure_ascii=False)
    plain = sent.replace("*", "").replace("\\", "")
    return [secret for secret in secrets_of(puzzle) if secret.replace("*", "") in plain or secret in sent]


async def begun(room: Room, person: Person, place: int | None = None) -> tuple[Message, int]:
    """List the puzzles, with all themes, and begin today's; return its panel, and the journal's last entry before."""
    shown = await person.finished(await person.slash("puzzle", place))
    today = puzzle_day(day_of(room.now), listed(GAMES))
    assert today is not None
    assert WORDS.plain(f"{today.puzzle.game}.theme.{today.puzzle.theme}") not in shown.text, "a theme is a hint"
    since = room.sandbox.parts.journal.entries()[-1].number
    solve = found(shown, "solve", day_of(room.now).isoformat())
    return await person.finished(await person.click(shown, solve)), since


async def test_a_puzzle_is_solved_in_direct_messages_and_again_as_practice(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada = await room.client.person("Ada")
    puzzle = await at_the_day_of(room, "artbot-5")
    home = await ada.open_dm()
    panel, since = await begun(room, ada, home)
    match = parse(found(panel, "help")).number
    assert str(WORDS("artbot.puzzle.lead")) in panel.text
    more = await ada.finished(await ada.click(panel, found(panel, "more")))
    assert [find(more, action) for action in ("hint", "rewind", "playhere")] == [None, None, None]
    panel = await ada.finished(await ada.click(more, found(more, "refresh")))
    assert leaks(room, since, puzzle) == []
    over = await solved(ada, panel, puzzle, 0)
    assert str(WORDS("puzzle.right")) in over.text
    assert str(WORDS("puzzle.streak", count=1, longest=1)) in over.text
    copied = await ada.finished(await ada.click(over, found(over, "puzzleshare")))
    assert copied.ephemeral
    assert str(share_text(number_of(day_of(room.now)), puzzle.difficulty, 1, WORDS, right=True)) in copied.text
    assert {*leaks(room, since, puzzle)} > {str(WORDS("puzzle.proof"))}, "the judge finds the proof itself"
    row = await room.row(match)
    assert (row.status, row.solo, row.guild, row.unrated) == ("closed", True, None, "puzzle")
    assert await room.posts(match) == []
    again = await solved(ada, (await begun(room, ada, home))[0], puzzle, 1)
    assert str(WORDS("puzzle.practised")) in again.text
    assert find(again, "puzzleshare") is None
    on = await ada.finished(await ada.click(again, found(again, "playon")))
    after = parse(found(on, "help")).number
    assert (await room.row(after)).status == "running"
    for command in ("match export", "match replay"):
        told = await ada.finished(await ada.slash(command, home, options={"match": after}))
        assert told.attachments == []
        assert "set position" in told.text


def test_what_is_shared_says_nothing_of_the_puzzle_but_its_number_and_difficulty() -> None:
    told = {(level, right): share_text(7, level, 3, WORDS, right=right) for level in POINTS for right in (True, False)}
    assert len({*told.values()}) == len(told)
    for (level, right), text in told.items():
        level_name = WORDS(f"level.{level}.name")
        squares = "".join(sign for sign in text if sign in "🟩🟥⬜")
        assert (set(squares[:1]), len(squares)) == ({"🟩" if right else "🟥"}, 3)
        assert text.replace(level_name, "").replace(squares, "").split() == ["🧩", "Puzzle", "7", "·", "🔥", "3"]


@both_doors
async def test_a_puzzle_in_a_server_is_missed_and_reaches_nobody_else(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=5)
    ada = await room.client.person("Ada")
    puzzle = await at_the_day_of(room, "warmage-9")
    onlookers = await Onlookers.of(room)
    panel, since = await begun(room, ada)
    assert panel.ephemeral
    assert leaks(room, since, puzzle) == []
    over = await solved(ada, panel, puzzle, len(puzzle.answers) - 1)
    assert str(WORDS("puzzle.wrong")) in over.text
    assert over.text.count("✅") == over.text.count("❌ ") - 1 == 1
    await ada.click(over, found(over, "happens"))
    told = await ada.wait_for(lambda each: each.id == over.id and "**The answer:**" in each.text, timeout=60)
    assert "**Yours, in the same deal:**" in told.text
    assert told.text.count("→ **") == 2
    over = await ada.finished(await ada.click(told, found(told, "refresh")))
    assert str(WORDS("puzzle.proof")) in over.text
    await room.quiet(ada)
    assert await room.thread_or_none(1) is None
    assert onlookers.noticed() == []
    listed_again = await ada.finished(await ada.click(over, found(over, "puzzle")))
    assert str(WORDS("puzzle.tried.wrong")) in listed_again.text


@pytest.mark.parametrize("planted", ["effect", "line", "theme", "value"])
async def test_the_judge_finds_a_planted_answer(stage: Stage, tmp_path: Path, planted: str) -> None:
    room = await Room.opened(stage, tmp_path, seed=6)
    ada = await room.client.person("Ada")
    puzzle = await at_the_day_of(room, "artbot-5")
    _, since = await begun(room, ada)
    assert leaks(room, since, puzzle) == []
    texts = {
        "effect": f"pick:1:{puzzle.right.effects[0]}",
        "line": ", ".join(WORDS.made(label) for label in puzzle.right.labels),
        "theme": WORDS.plain(f"artbot.theme.{puzzle.theme}"),
        "value": WORDS.plain("artbot.puzzle.lead.value", value="+80", share=0),
    }
    room.sandbox.parts.journal.write("request", "PATCH a panel", {"content": texts[planted]})
    assert len(leaks(room, since, puzzle)) == 1


@pytest.mark.parametrize(
    "puzzle", [each for game in GAMES for each in shipped_puzzles(game)], ids=lambda each: each.key
)
def test_a_puzzle_has_texts_for_its_question_and_theme(puzzle: Puzzle) -> None:
    question = f"{puzzle.game}.puzzle.{puzzle.question}"
    wanted = {question, f"{question}.value", f"{puzzle.game}.theme.{puzzle.theme}", f"{puzzle.game}.puzzle.others"}
    assert wanted <= {*WORDS.catalogue.ids}


async def post_in(room: Room, ada: Person) -> tuple[Message, int]:
    """Have the puzzle of the day posted in a channel, in an hour; return it, and the journal's last entry before."""
    panel = await ada.finished(await ada.slash("settings"))
    panel = await ada.finished(await ada.click(panel, str(CustomId("guildpage", argument="server"))))
    channel = ada.channel_id("card-room")
    for name, value in (("puzzles", channel), ("puzzle_hour", "16")):
        panel = await ada.finished(await ada.select(panel, str(CustomId("guild", argument=name)), [value]))
    assert {parse(each.custom_id).argument for each in panel.selects} > {"puzzle_hour", "puzzle_games"}
    since = room.sandbox.parts.journal.entries()[-1].number
    room.advance(3600)
    return await ada.wait_for(lambda message: message.channel_id == channel), since


async def test_a_post_of_the_day_is_solved_and_gets_its_answer_at_noon(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=7)
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    puzzle = await at_the_day_of(room, "artbot-5")
    post, since = await post_in(room, ada)
    assert (post.silent, post.pings_me, post.ephemeral, len(post.attachments)) == (True, False, False, 2)
    assert str(WORDS("artbot.puzzle.lead")) in post.text
    await room.quiet(ada)
    assert leaks(room, since, puzzle) == []
    panel = await ben.finished(await ben.click(post, found(post, "solve", day_of(room.now).isoformat())))
    assert panel.ephemeral
    over = await solved(ben, panel, puzzle, 0)
    assert str(WORDS("puzzle.streak", count=1, longest=1)) in over.text
    table = await ada.finished(await ada.click(post, found(post, "puzzleweek")))
    assert table.ephemeral
    assert f"<@{ben.id}>: **{POINTS[puzzle.difficulty]}** point" in table.text
    since = room.sandbox.parts.journal.entries()[-1].number
    said = await ben.finished(await ben.click(over, found(over, "puzzleshare")))
    assert (said.ephemeral, said.channel_id) == (False, over.channel_id)
    text = share_text(number_of(day_of(room.now)), puzzle.difficulty, 1, WORDS, right=True)
    assert said.text == f"<@{ben.id}>\n{text}"
    shared = await ada.wait_for(lambda message: str(text) in message.text)
    assert not shared.pings_me
    noon = closes(day_of(room.now)) - room.now
    room.advance(noon - 1)
    await room.quiet(ada)
    assert not ada.now(post).edited
    public = f"/channels/{post.channel_id}/"
    assert leaks(room, since, puzzle, public) == []
    room.advance(1)
    await ada.until(lambda: ada.now(post).edited, "the answer")
    await room.quiet(ada)
    after = ada.now(post)
    assert after.id == post.id
    assert len(after.attachments) == 2
    assert str(WORDS("puzzle.proof")) in after.text
    assert str(WORDS("daily.results", count=1, found=1)) in after.text
    assert find(after, "solve", day_of(room.now).isoformat()) is None
    assert leaks(room, since, puzzle, public) != [], "the judge finds the answer in the edit"
    practice = await ada.finished(await ada.click(after, found(after, "practise", puzzle.key)))
    assert str(WORDS("puzzle.practice")) in practice.text


async def test_the_judge_finds_a_post_that_is_edited_too_early(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=8)
    ada = await room.client.person("Ada")
    puzzle = await at_the_day_of(room, "artbot-5")
    post, since = await post_in(room, ada)
    assert leaks(room, since, puzzle) == []
    async with room.opened_database() as database, database.transaction() as tx:
        (row,) = await tries.posted(tx, int(ada.places["guilds"][0]["id"]))
        await outbox.amend(tx, row, {ANSWERED: True}, room.now)
    room.advance(10)
    await ada.until(lambda: ada.now(post).edited, "the answer")
    assert len(leaks(room, since, puzzle)) > 1
