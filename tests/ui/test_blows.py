"""Blow by blow: in brief it says what each moment came to; the whole says everything, with every figure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pytest
from discord.ui import Button

from bot.host.match.players import Player
from bot.host.match.queries import TableView, Turn
from bot.ui.games import RENDERERS
from bot.ui.games.story import StoryPart
from bot.ui.match import blows as blows_ui
from bot.ui.match import posts as match_ui
from bot.ui.messages.custom_ids import parse
from bot.ui.messages.outgoing import Outgoing
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words
from engine.contract import SPECTATOR, CardRef, Fact, View, seen
from engine.dice import FairDice
from engine.games.artbot.events import Discarded, Revealed
from engine.games.varia import events as e
from engine.games.warmage.events import Resolved
from engine.games.zarcana.events import MinionMoved
from engine.kit.facts import Drew, Standing
from engine.players.policies import POLICIES
from engine.registry import GAMES
from tests.engine.random_tables import begun
from tests.ui.test_panel import count_of, row, texts_of

SEEDS, MOST = range(6), 120


def turns(key: str, seed: int) -> Iterator[tuple[Words, list[Fact]]]:
    """The facts of each turn of a random match, and the match's words."""
    game, facts = GAMES[key], list[Fact]()
    at, state, dice, _ = begun(game, seed)
    chance = FairDice.seeded("blows", seed)
    words = Words(None, [Player(user=100 + seat) for seat in range(len(at.seats))], at.cards)
    for _ in range(MOST):
        asked = next(iter(game.decisions(state)), None)
        if asked is None:
            break
        for decision, keys in POLICIES["random"].line(game, state, asked.seat, chance):
            for event in game.apply(state, decision, keys, dice):
                facts += seen([event], SPECTATOR)
                if event.closes:
                    yield words, facts
                    facts = []


def told(key: str, facts: list[Fact], words: Words) -> str:
    parts = RENDERERS[key].blows(facts, words)
    return "\n".join(line for part in parts for line in lines_of(part)).replace("**", "")


def lines_of(part: StoryPart) -> list[str]:
    """Everything that a part says, line by line."""
    return [*part.line.split("\n"), *part.particulars, *part.asides]


@pytest.mark.parametrize("seed", SEEDS)
def test_varia_tells_every_fact_and_every_die(seed: int) -> None:
    """The board has shown the plans, and a moment in which nothing happened is left out."""
    shown = (e.Planned, e.Combined, e.Replaced, e.ReturnedFromQueue, e.TurnBegan, e.MomentBegan, Standing)
    rolls = hits = 0
    for words, facts in turns("varia", seed):
        text = told("varia", facts, words)
        left = Counter(text.split("\n"))
        for fact in facts:
            if isinstance(fact, e.Rolled):
                rolls += 1
                dice = " + ".join(str(fact.face or face) for face in fact.pools[fact.kept])
                assert any(f" {fact.total}: " in line and dice in line for line in left)
            elif not isinstance(fact, shown):
                hits += isinstance(fact, e.Hit)
                for line in filter(None, line_of("varia", fact, words).replace("**", "").split("\n")):
                    assert left[line], line
                    left[line] -= 1
    assert rolls or not hits


@pytest.mark.parametrize("seed", SEEDS)
def test_art_bot_names_every_card_of_a_hit_once(seed: int) -> None:
    for words, facts in turns("artbot", seed):
        text = told("artbot", facts, words)
        hits = [fact for fact in facts if isinstance(fact, Revealed)]
        for hit in hits:
            assert f"{hit.pp} PP − {hit.rp} RP = {hit.net}" in text
        named = Counter(card.card for hit in hits for card in (*hit.cards, *hit.spilled))
        others = {name for fact in facts if not isinstance(fact, Revealed | Discarded) for name in cards_of(fact)}
        for card, count in named.items():
            name = words.card(card)
            assert name in text
            if card not in others and not any(hit.spilled for hit in hits) and _alone(name, named, words):
                assert text.count(name) == count
        for fact in facts:
            if isinstance(fact, Drew):
                assert words.list_cards(fact.cards) in text


def cards_of(fact: Fact) -> Iterator[str]:
    """The cards that a fact names."""
    for field in fact.__struct_fields__:
        value = getattr(fact, field)
        yield from (
            each.card for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, CardRef)
        )


def _alone(name: str, named: Counter[str], words: Words) -> bool:
    """Whether no other card's name contains this one."""
    return not any(name in words.card(other) and words.card(other) != name for other in named)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_post_without_the_button_says_everything_that_the_board_does_not_show(key: str, seed: int) -> None:
    renderer, closed = RENDERERS[key], Counter[bool]()
    for words, facts in turns(key, seed):
        post = posted(key, facts, words)
        if post is None or not post.embeds:
            continue
        text = post.embeds[0].description or ""
        has_button = "blows" in actions(post)
        closed[has_button] += 1
        first = next((place for place, fact in enumerate(facts) if isinstance(fact, e.MomentBegan)), 0)
        told = [each for each in facts[first:] if type(each) in renderer.kinds and not isinstance(each, renderer.turns)]
        worth = [fact for fact in told if renderer.kinds[type(fact)].weight != "routine"]
        missing = [fact for fact in worth if not says(text, fact, line_of(key, fact, words), words)]
        assert has_button or not missing, missing
        if key == "varia" and any(isinstance(fact, e.Rolled) for fact in facts):
            assert has_button, "a post has no sums by name"
    if key == "zarcana":
        assert closed[False] > closed[True], "most turns are told in six lines"


def posted(key: str, facts: list[Fact], words: Words) -> Outgoing | None:
    """The post about a turn."""
    table = TableView(row(GAMES[key], []), tuple(words.seats), View(viewer=SPECTATOR), (), (), {})
    return match_ui.turn_post(table, {"first": 1, "last": len(facts)}, Turn(facts, []), words, RENDERERS[key])


def says(text: str, fact: Fact, line: str, words: Words) -> bool:
    """Whether a text has the line about a fact; what is told along with the fact before or after it, in its own way.

    The steps of a minion's way share a line, which names every space. So do a hit's cards and its cost. That a Spell
    happens goes without saying where its card is named.
    """
    if isinstance(fact, MinionMoved):
        return fact.start in text and fact.space in text
    if isinstance(fact, Revealed):
        return all(words.card(ref.card) in text for ref in fact.cards) and str(abs(fact.net)) in text
    if isinstance(fact, Resolved) and fact.how == "success":
        return words.card(fact.card.card) in text
    return line in text


def line_of(key: str, fact: Fact, words: Words) -> str:
    """What a game says about a fact alone."""
    kind = RENDERERS[key].kinds.get(type(fact))
    return "" if kind is None else kind.tell(fact, words)


def actions(message: Outgoing) -> list[str]:
    """The actions of a message's buttons."""
    assert message.view is not None
    buttons = [each for each in message.view.walk_children() if isinstance(each, Button)]
    return [parse(each.custom_id or "").action for each in buttons]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("pictured", [False, True], ids=["words", "pictures"])
def test_everything_is_said_once_and_in_order(key: str, pictured: bool) -> None:  # noqa: FBT001
    for words, facts in turns(key, 1):
        parts = parts_of(key, facts, words)
        shown = pictures_of(parts) if pictured else {}
        said = [line for page in pages(key, facts, words, shown) for text in page for line in text.split("\n")]
        whole = [line for part in parts for line in lines_of(part) if line]
        assert [line.removeprefix("- ").removeprefix("-# ") for line in said] == (whole or [words("blows.empty")])


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("pictured", [False, True], ids=["words", "pictures"])
def test_in_brief_each_moment_is_a_few_lines_without_sums(key: str, pictured: bool) -> None:  # noqa: FBT001
    for words, facts in turns(key, 1):
        parts = parts_of(key, facts, words)
        shown = pictures_of(parts) if pictured else {}
        found = list(pages(key, facts, words, shown, everything=False))
        said = [beside(part, shown, words) for part in parts if part.short] or [words("blows.empty")]
        assert [text for page in found for text in page] == [each for each in said if each]
        assert all(len(page) <= 6 for page in found)
        if key == "varia":
            assert not any("🎲" in text or "%" in text for page in found for text in page)


def beside(part: StoryPart, shown: Mapping[str, Picture], words: Words) -> str:
    """What a page says of a part in brief: if it has a picture, only what that does not show, in small print."""
    if part.row is None or part.row not in shown:
        return part.short
    return words("report.small", text=Rendered(part.beside)) if part.beside else ""


def test_a_moment_with_its_picture_is_not_told_again_beside_it() -> None:
    """All of it is behind Show everything, and in words without pictures."""
    quiet = 0
    for words, facts in turns("varia", 1):
        parts = parts_of("varia", facts, words)
        pictured = [part for part in parts if part.row is not None and part.short]
        if not pictured:
            continue
        brief = shown_page("varia", facts, words, 0, everything=False, shown=pictures_of(parts))
        assert brief.view is not None
        said = "\n".join(texts_of(brief.view.to_components()))
        assert not any(part.short in said for part in pictured)
        assert "sums" in actions(brief)
        assert "blows" in actions(shown_page("varia", facts, words, 0, everything=True, shown=pictures_of(parts)))
        quiet += sum(not part.beside for part in pictured)
    assert quiet


def parts_of(key: str, facts: list[Fact], words: Words) -> Sequence[StoryPart]:
    renderer = RENDERERS[key]
    return renderer.blows([fact for fact in facts if not isinstance(fact, renderer.turns)], words)


def pictures_of(parts: Sequence[StoryPart]) -> dict[str, Picture]:
    """A picture for each moment, which is described by its label."""
    rows = {part.row for part in parts if part.row is not None}
    return {label: Picture(f"{label}.png", label.encode(), label or "none") for label in rows}


@pytest.mark.parametrize("key", GAMES)
def test_a_button_leads_to_everything_and_back_where_there_is_more(key: str) -> None:
    """It leads to the same moments, and the labels of a page are those of its pictures."""
    leads = 0
    for words, facts in turns(key, 2):
        parts = parts_of(key, facts, words)
        brief = shown_page(key, facts, words, 0, everything=False)
        more = [part for part in parts if part.short.split("\n") != lines_of(part)]
        assert ("sums" in actions(brief)) == bool(more)
        leads += bool(more)
        if more:
            assert "blows" in actions(shown_page(key, facts, words, 0, everything=True))
        on_page = blows_ui.labels(blows_ui.Blows(1, len(facts), 0), facts, words, RENDERERS[key], everything=False)
        assert on_page <= {part.row for part in parts}
        files = shown_page(key, facts, words, 0, everything=False, shown=pictures_of(parts)).files
        assert {file.description for file in files} == {label or "none" for label in on_page}
    assert leads or key == "zarcana"


def shown_page(
    key: str,
    facts: list[Fact],
    words: Words,
    number: int,
    *,
    everything: bool,
    shown: Mapping[str, Picture] = MappingProxyType({}),
) -> Outgoing:
    """A page of a turn."""
    wanted = blows_ui.Blows(1, len(facts), number)
    return blows_ui.blows(1, wanted, facts, (), words, RENDERERS[key], shown, everything=everything)


def pages(
    key: str, facts: list[Fact], words: Words, shown: Mapping[str, Picture], *, everything: bool = True
) -> Iterator[list[str]]:
    """The texts of each page below its title; the picture of a moment stands right above the moment."""
    number, at_end = 0, False
    while not at_end:
        message = shown_page(key, facts, words, number, everything=everything, shown=shown)
        assert message.view is not None
        [frame] = message.view.to_components()
        check(frame, message)
        _, *texts = texts_of([frame])
        for gallery, text in above(frame["components"]):
            label = next(file.description for file in message.files if gallery.endswith(file.name))
            assert key != "varia" or not everything or label in text.split("\n")[0]
        yield texts
        at_end = [each.page for each in turning(message, everything=everything)] in ([], [number - 1])
        number += 1


def check(frame: Any, message: Outgoing) -> None:
    """Discord's limits for a message made of components, whose pictures are all attached."""
    assert count_of([frame]) <= 40
    assert sum(map(len, texts_of([frame]))) <= 4000
    assert all(texts_of([frame]))
    assert len(message.files) <= 10
    shown = [item["media"]["url"] for part in frame["components"] for item in part.get("items", ())]
    assert shown == [f"attachment://{file.name}" for file in message.files]


def above(parts: list[Any]) -> Iterator[tuple[str, str]]:
    """Each picture with the text right below it."""
    for part, below in pairwise(parts):
        if part["type"] == 12 and below["type"] == 10:
            yield part["items"][0]["media"]["url"], below["content"]


def turning(message: Outgoing, *, everything: bool) -> list[blows_ui.Blows]:
    """The pages of the same kind to which a message's buttons turn."""
    assert message.view is not None
    buttons = [each for each in message.view.walk_children() if isinstance(each, Button)]
    ids = [parse(each.custom_id or "") for each in buttons]
    kind = "sums" if everything else "blows"
    return [blows_ui.Blows.parse(each.argument) for each in ids if each.action == kind]


def test_a_moment_that_is_longer_than_a_page_goes_on_on_the_next() -> None:
    """No line is lost, however much happens in one moment."""
    words = next(turns("varia", 1))[0]
    card = CardRef(next(iter(words.cards.by_id)))  # type: ignore[union-attr]
    many = [e.StacksGained(seat=0, card=card, count=1, height=number) for number in range(200)]
    facts: list[Fact] = [e.MomentBegan(1, 1), *many, Standing((30, 30))]
    said = [line for page in pages("varia", facts, words, {}) for text in page for line in text.split("\n")]
    [part] = RENDERERS["varia"].blows(facts, words)
    assert [line.removeprefix("- ") for line in said] == lines_of(part)
