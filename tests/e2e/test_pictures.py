"""Pictures in Discord: beside the text, for who wants them, and uploaded only where another one is to be seen."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.ui.cards.lookup import PAIR
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words
from sandbox.description import DEFAULT_WORLD
from sandbox.person import Person
from sandbox.seen import Message, parts_of
from sandbox.wire import Json
from tests.e2e.panel_players import looks
from tests.e2e.players import Player, Room, answered, find, offered, play_here
from tests.support.avatars import avatar, magenta
from tests.support.discord import Stage

GALLERY = 12
"""Discord's type of a component that shows pictures."""

WAIT = 20.0
"""Seconds by which the clock moves after each click, so that a turn ends even if its players change their minds."""

FOLLOW_UP = re.compile(r"^PATCH .*/webhooks/.*/messages/\d+$")
"""The headline of an edit of a private message that followed an answer, as after Join."""

PNG = b"\x89PNG\r\n"


def shown(panel: Message) -> list[Json]:
    """The pictures that a panel shows."""
    return [item for part in parts_of(panel.components) if part["type"] == GALLERY for item in part["items"]]


def hands(panel: Message) -> list[Json]:
    """The pictures of the hand, of which a large one has several, without that of the situation."""
    return [item for item in shown(panel) if "hand" in name_of(item)]


def shows_a_hand_and_the_situation(panel: Message) -> bool:
    """Whether a panel shows a hand, then the situation, and nothing else."""
    *rest, situation = shown(panel)
    return "situation" in name_of(situation) and rest == hands(panel) != []


def is_drawn(panel: Message) -> bool:
    """Whether a panel shows pictures, none of which only stands in for one."""
    told = [item["description"] for item in shown(panel)]
    return bool(told) and Words("en").plain("panel.picture") not in told


def sizes(panel: Message) -> list[tuple[int, int]]:
    """The widths and heights of a panel's pictures."""
    return [(each["width"], each["height"]) for each in panel.attachments]


def name_of(item: Json) -> str:
    return str(item["media"]["url"]).rpartition("/")[2].partition("?")[0]


async def moving_or_back(person: Person, panel: Message) -> Message:
    """Let somebody move, or take that back, which changes the situation alone. Return the panel afterwards."""
    move = (custom_id for custom_id, _, _ in offered(panel) if custom_id.endswith("engage"))
    wanted = find(panel, "undo") or next(move, None)
    assert wanted is not None
    return await answered(person, panel, wanted, None)


async def uploads(room: Room, *, joined: bool = False) -> list[str]:
    """The names of all pictures of hands that the bot has sent to Discord so far, in order.

    They are those on what followed Join if `joined`, and otherwise those anywhere else.
    """
    asked = await room.client.journal("request")
    requests = [entry for entry in asked if bool(FOLLOW_UP.search(entry["headline"])) == joined]
    files = [name for entry in requests for name in (entry["details"] or {}).get("files", [])]
    return [name for name in files if "hand" in name]


async def test_a_panel_shows_its_hand_and_sends_it_only_where_a_picture_has_changed(
    stage: Stage, tmp_path: Path, figures: list[str]
) -> None:
    room = await Room.opened(stage, tmp_path, seed=2, pictures=True)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    match = await room.open_match()
    players = [Player(room, person, match) for person in (ada, ben)]
    await room.calm(players)
    first, *_ = hands(await players[0].shown())
    content = room.sandbox.parts.world.file(str(first["media"]["url"]))
    assert content is not None
    assert content.startswith(PNG)
    _, _, hand = first["description"].partition("Your hand\n")
    assert "Ashwood Mace" in hand
    name = hand.splitlines()[0].removeprefix("- ").split(" · ")[0].partition(" ×")[0]
    assert name not in (await players[0].shown()).text, "the picture says it already"

    (mover,) = [player for player in players if offered(await player.shown())]
    own, before = shown(await mover.shown()), await uploads(room)
    for there_and_back in range(2):
        moved = [name_of(item) for item in shown(await moving_or_back(mover.person, await mover.shown()))]
        assert moved[:-1] == [name_of(item) for item in own[:-1]]
        assert (moved[-1] == name_of(own[-1])) == bool(there_and_back)
    hand = [name_of(item) for item in own[:-1]]
    assert await uploads(room) == [*before, *hand, *hand], "once for each change"

    await room.client.fault(
        method="POST", path="/interactions/*", status=400, code=50035
    )  # as if it had gone meanwhile
    await moving_or_back(mover.person, await mover.shown())
    assert await uploads(room) == [*before, *hand, *hand, *hand]

    (joined,) = [each for each in ben.seen() if each.ephemeral and find(each, "help") is not None]
    assert [name_of(item) for item in hands(ben.now(joined))] == [
        name_of(item) for item in hands(await players[1].shown())
    ]
    beside = await uploads(room, joined=True)
    assert 0 < len(beside) <= 4 * len(hand), "at the beginning, and once for each change"

    names, clicks = {name_of(first)}, 0
    while len(names) < 2 and clicks < 60:
        for player in players:
            await player.act()
        room.advance(WAIT)
        await room.calm(players)
        panel = await players[0].shown()
        now, *_ = hands(panel)
        names.add(name_of(now))
        clicks += 1
        turn = ["turn" in name_of(item) for item in shown(panel)][:1]
        assert len(shown(panel)) == sum(turn) + len(hands(panel)) + 1, "the last turn, and the situation"
    assert len(names) == 2, "a turn has another hand"
    sent = await uploads(room)
    figures.append(
        f"a hand's picture has {len(content) / 1000:.0f} kB; {room.clicks} clicks and 3 changes of mind with "
        f"their deliveries sent {len(sent)} of them, of {len(set(sent))} hands"
    )


async def test_the_private_panel_has_the_picture_too(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, pictures=True)
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.open_match()
    players = [Player(room, person, match, dms=False) for person in people]
    panels = [await player.look() for player in players]
    await room.calm(players)
    person, panel = next((person, each) for person, each in zip(people, panels, strict=True) if each and offered(each))
    assert panel.ephemeral
    assert shows_a_hand_and_the_situation(panel)
    again = await moving_or_back(person, panel)
    assert [name_of(item) for item in hands(again)] == [name_of(item) for item in hands(panel)]
    assert "Engaged" in shown(again)[-1]["description"].splitlines()[0]


@pytest.mark.parametrize("dms", [True, False])
async def test_a_click_is_answered_before_its_picture_is_drawn(stage: Stage, tmp_path: Path, dms: bool) -> None:  # noqa: FBT001
    room = await Room.opened(stage, tmp_path, TEST_DRAWING="0", pictures=True)
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.open_match()
    players = [Player(room, person, match, dms=dms) for person in people]
    panels = [await player.shown() if dms else await player.look() for player in players]
    await room.calm(players)
    person, panel = next((who, each) for who, each in zip(people, panels, strict=True) if each and offered(each))
    await person.until(lambda: is_drawn(person.now(panel)), "the pictures")
    panel = person.now(panel)
    outcome = await person.click(panel, offered(panel)[0][0])
    assert outcome.kind == "update"
    answer = outcome.message
    assert answer is not None
    assert shows_a_hand_and_the_situation(answer)
    assert not is_drawn(answer)
    await person.until(lambda: is_drawn(person.now(panel)), "the pictures")
    whole = person.now(panel)
    assert shows_a_hand_and_the_situation(whole)
    assert looks(whole) == looks(answer), "the pictures alone are others"
    assert sizes(whole) == sizes(answer)


async def test_who_wants_no_pictures_gets_none_and_misses_nothing(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, pictures=True)
    ada = await room.client.person("Ada")
    card = await ada.slash("card", name="Hearth Cleave")
    assert card.message is not None
    assert [file["description"].splitlines()[0] for file in card.message.attachments] == ["Hearth Cleave"]
    settings = await ada.slash("me settings")
    assert settings.message is not None
    await ada.click(settings.message, str(CustomId("own", argument="pictures no")))
    match = await room.open_match()
    player = Player(room, ada, match)
    panel = await player.shown()
    assert shown(panel) == []
    assert panel.attachments == []
    assert "Your hand" in panel.text
    card = await ada.slash("card", name="Hearth Cleave")
    assert card.message is not None
    assert card.message.attachments == []
    assert "3 AP · power 3+1d6 · focus 3+1d4" in card.message.text


async def test_blow_by_blow_shows_the_turn_and_says_it_to_who_wants_no_pictures(stage: Stage, tmp_path: Path) -> None:
    """What a picture shows is not said beside it; everything is said to both who ask for it."""
    room = await Room.opened(stage, tmp_path, TEST_DRAWING="60", pictures=True)
    ada = await room.client.person("Ada")
    player = Player(room, ada, await room.open_match(house="wren"))
    await play_here(ada, player.match)

    looked = 0

    def turn() -> Message | None:
        """The newest post about a turn that has more to say and was not looked at."""
        newest = next((each for each in reversed(ada.seen()) if find(each, "blows")), None)
        return newest if newest is not None and newest.id > looked else None

    def asked() -> bool:
        """Whether Ada has a question to answer."""
        panel = player.panel()
        return panel is not None and bool(offered(panel))

    async def answer(post: Message) -> Message:
        return await ada.finished(await ada.click(ada.now(post), find(post, "blows") or ""))

    async def everything(brief: Message) -> Message:
        return await ada.finished(await ada.click(brief, find(brief, "sums") or ""))

    post = pictured = None
    while post is None or pictured is None or find(pictured, "sums") is None:
        assert room.clicks < 120
        await ada.until(lambda: asked() or turn() is not None, "a question, or a post about a turn")
        if (post := turn()) is not None:
            pictured, looked = await answer(post), post.id
            continue
        await player.act()
        await player.act()
        player.quiet = 1
        await player.act()
    told = await everything(pictured)
    settings = await ada.slash("me settings")
    assert settings.message is not None
    await ada.click(settings.message, str(CustomId("own", argument="pictures no")))
    worded = await answer(post)
    assert pictured.ephemeral
    assert shown(pictured)
    assert not shown(worded)
    assert len(pictured.text) < len(worded.text)
    assert told.text == (await everything(worded)).text
    assert len(pictured.attachments) == len(shown(pictured))
    assert all(item["description"] for item in shown(pictured))


async def test_pictures_in_the_thread_show_the_avatar_of_a_person_who_has_one(stage: Stage, tmp_path: Path) -> None:
    """On a slow machine the avatar may be late for the first of them."""
    room = await Room.prepared(
        stage, tmp_path, pictures=True, world=replace(DEFAULT_WORLD, avatars=(("Ada", avatar()),))
    )
    await room.start()
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.open_match()
    players = [Player(room, person, match) for person in people]

    def largest() -> int:
        """The most pixels of her avatar in any picture that Ada sees."""
        urls = [str(file["url"]) for message in people[0].seen() for file in message.attachments]
        files = [room.sandbox.parts.world.file(url) for url in urls]
        return max((magenta(Image.open(BytesIO(file))) for file in files if file is not None), default=0)

    await room.calm(players)
    while largest() < 300:
        assert room.clicks < 60
        for player in players:
            await player.act()
        await room.calm(players)


async def test_a_class_is_shown_with_its_plan_its_cards_and_what_they_bring(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, pictures=True)
    ada = await room.client.person("Ada")
    looked_up = await ada.finished(await ada.slash("class", name="cinder vanguard"))
    assert "light Battle Heat" in looked_up.text
    told = "\n".join(file["description"] for file in looked_up.attachments)
    assert "difficulty 1 of 5" in told
    assert "3 × Hearth Cleave · ✴️ 3 AP" in told
    assert "\nBattle Heat · Stack" in told
    await ada.click(looked_up, looked_up.buttons[-1].custom_id or "")
    await ada.until(lambda: "page 1" in ada.now(looked_up).text, "the first page of cards")
    pairs = [file["description"] for file in ada.now(looked_up).attachments]
    assert "Late Parry ×3" in pairs[0]
    assert all(len(pair.splitlines()) == PAIR for pair in pairs)
    unknown = await ada.slash("class", name="No Such Class")
    assert unknown.message is not None
    assert "know a class called" in unknown.message.text
