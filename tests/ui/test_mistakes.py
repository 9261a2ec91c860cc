"""Mistakes as lines and as a picture: both say the same, in every game, and only what the player's own picks were."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from discord.ui import Button
from msgspec.structs import replace

from bot.host.match.drafts import Made
from bot.host.match.players import Player
from bot.host.match.queries import TableView
from bot.host.review.analysis import Plan, Review, look_back
from bot.locale.catalogue import PSEUDO, catalogue
from bot.ui.games import RENDERERS
from bot.ui.games.card_renderer import card_art
from bot.ui.games.renderer import Renderer
from bot.ui.games.trophies import Deed, MatchRecord, seat_tones, trophy_of, trophy_picture
from bot.ui.messages.custom_ids import CustomId, parse
from bot.ui.pictures.mistake_sheet import PIXELS, Luck, MistakeRow, MistakeSheet, draw_mistakes, mistakes_scene
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.pyramids import PyramidArt
from bot.ui.pictures.small_card import SignArt
from bot.ui.review import reviews
from bot.ui.review.lines import changes, headlines
from bot.ui.review.mistakes import EndedMatch, described, mistake_picture, mistake_sheet
from bot.ui.texts.words import Spoken, Words
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR, CardRef, Message, Outcome, SeatRef, View
from engine.players.gains import Gain
from engine.registry import GAMES
from tests.host.review.played_logs import logged
from tests.ui.picture_laws import texts_of as inks_of
from tests.ui.picture_reader import NAMES, opened
from tests.ui.test_panel import row as match_row
from tests.ui.test_pictures_varia import all_texts, assert_within

PLAYED: Final = {"varia": (1, 40), "artbot": (1, 40), "warmage": (1, 60), "zarcana": (2, 30)}
"""A match at random of each game in which something was a mistake: its seed, and how many picks of it are played."""

LONG: Final = ("Maximiliane of the Northern Reach", "The Ferryman's Other Cousin, Twice")

SMALLEST: Final = 27
"""The least size of a text, in pixels of the picture, which a phone shows at a third of its size."""


class Looked:
    """A match that its first player looks back at."""

    def __init__(self, game: str) -> None:
        self.game, self.renderer = game, RENDERERS[game]
        log, _ = logged(game, *PLAYED[game])
        found = look_back((log, 0), clock=lambda: 0.0)
        assert found.remarks
        self.review: Review = found

    def words(self, names: tuple[str, ...] = NAMES, locale: str | None = None) -> Words:
        seats = [Player(user=seat + 1, name=names[seat]) for seat in range(2)]
        return Words(locale, seats, GAMES[self.game].cards(shipped_sets(GAMES[self.game])), reader=0)

    def sheet(self, words: Words) -> MistakeSheet:
        found = mistake_sheet(self.review, None, words, self.renderer)
        assert found is not None
        return found


CARD: Final = SignArt("crown")


def course(words: Words, luck: tuple[int, ...] = (), deed: Deed | None = None) -> EndedMatch:
    """A match that the first player lost, after being in front for two turns of three."""
    record = MatchRecord(
        title="HP by turn",
        values=((9, 8, 7, 0), (9, 7, 6, 5)),
        falls=True,
        roles=("", ""),
        tones=seat_tones(2),
        arts=(None, None),
        deeds=(deed, None),
        deed="",
        luck=luck,
    )
    outcome = Outcome(((1,), (0,)), "end.fell")
    return EndedMatch(record, outcome, 0, trophy_of(outcome, record, ("0", "5"), words))


def over(game: str) -> TableView:
    row = replace(match_row(GAMES[game], []), id=7, status="over")
    return TableView(row, (), View(viewer=SPECTATOR), (), (), {})


@pytest.fixture(scope="module", params=PLAYED)
def looked(request: pytest.FixtureRequest) -> Looked:
    return Looked(request.param)


def lines_of(
    shown: Review, words: Words, renderer: Renderer, told: EndedMatch | None = None, *, drawn: bool = False
) -> list[str]:
    picture = mistake_picture(shown, told, words, renderer) if drawn else None
    [embed] = reviews.review(over(renderer.key), shown, told, words, renderer, picture, forks=True).embeds
    return (embed.description or "").split("\n\n")


def test_the_picture_shows_all_of_its_description_and_nothing_else(looked: Looked) -> None:
    words = looked.words()
    sheet = looked.sheet(words)
    picture = mistake_picture(looked.review, None, words, looked.renderer)
    assert picture is not None
    assert picture.description.split("\n") == described(sheet, words)
    assert len(picture.description) < DESCRIPTION
    rows: list[MistakeRow | Luck] = [*sheet.rows, *sheet.luck]
    groups = mistakes_scene(sheet).items
    for told, group, row in zip(described(sheet, words), groups, rows, strict=True):
        shown = list(texts([group]))
        assert all(text.casefold() in told.casefold() for text in shown)
        written = " ".join(shown).casefold()
        assert all(part.casefold() in written for part in parts_of(row))


def parts_of(row: MistakeRow | Luck) -> list[str]:
    """Everything that a row says."""
    return [row.text] if isinstance(row, Luck) else [row.when, row.played.text, row.better.text, row.figure, row.note]


def test_a_mistake_is_one_line_with_the_words_and_the_figure_of_its_row(looked: Looked) -> None:
    words = looked.words()
    sheet, lines = looked.sheet(words), lines_of(looked.review, words, looked.renderer)
    assert len(lines) == len(sheet.rows) == len(looked.review.remarks)
    for line, row in zip(lines, sheet.rows, strict=True):
        plain = unmarked(line)
        assert "\n" not in line
        assert plain.startswith(f"{row.number}. {row.when}: {row.better.text} was better than {row.played.text}. ")
        assert figure_in(row.figure) in plain


def unmarked(line: str) -> str:
    return line.replace("**", "").replace("\\", "").replace("<@2>", NAMES[1])


def test_beside_its_picture_a_mistake_says_only_why(looked: Looked) -> None:
    """What was played, what was better and the figure are on the picture: no words of it come again."""
    words = looked.words()
    intro, *lines = lines_of(looked.review, words, looked.renderer, drawn=True)
    assert intro == words("review.intro")
    whole = [unmarked(line) for line in lines_of(looked.review, words, looked.renderer)]
    for line in map(unmarked, lines):
        number, _, why = line.partition(" ")
        [full] = [each for each in whole if each.startswith(number)]
        assert full.endswith(why.removeprefix("Also: "))
        assert "was better than" not in why


def figure_in(figure: str) -> str:
    """The number of a figure, without its sign and its unit."""
    return figure[1:].split(" ", maxsplit=1)[0]


def test_without_a_picture_the_text_says_how_the_dice_fell(looked: Looked) -> None:
    words = looked.words()
    thrown = course(words, luck=(12, -4))
    sheet = mistake_sheet(looked.review, thrown, words, looked.renderer)
    assert sheet is not None
    own, other = sheet.luck
    assert own.share > 0 > other.share
    assert own.text == "Luck: you rolled 12 above average"
    assert other.text == f"Luck: {NAMES[1]} rolled 4 below average"
    lines = lines_of(looked.review, words, looked.renderer, thrown)
    assert [unmarked(line) for line in lines[-1].split("\n")] == [own.text, other.text]
    assert own.text not in lines_of(looked.review, words, looked.renderer, thrown, drawn=True)[-1]
    assert [own.text, other.text] == described(sheet, words)[-2:]


def test_each_mistake_has_a_button_for_its_step_with_the_number_of_its_row(looked: Looked) -> None:
    words = looked.words()
    view = reviews.review(over(looked.game), looked.review, None, words, looked.renderer, forks=True).view
    assert view is not None
    buttons = [item for item in view.children if isinstance(item, Button)]
    asked = [CustomId("fork", 7, argument=str(each.step)) for each in looked.review.remarks]
    assert [parse(str(each.custom_id)) for each in buttons] == asked
    numbers = [row.number for row in looked.sheet(words).rows]
    assert [str(each.label).partition(".")[0] for each in buttons] == numbers


@pytest.mark.parametrize(("names", "locale"), [(LONG, None), (NAMES, PSEUDO)], ids=["long names", "pseudo"])
def test_every_row_fits(looked: Looked, names: tuple[str, ...], locale: str | None) -> None:
    sheet = looked.sheet(looked.words(names, locale))
    scene = mistakes_scene(sheet)
    assert_within(scene, looked.game)
    assert min(ink.size for ink in inks_of(scene, PIXELS)) >= SMALLEST
    assert locale is None or not any(text.text.endswith("…") for text in all_texts(scene.items))


def test_the_same_review_gives_the_same_bytes(looked: Looked) -> None:
    sheet = looked.sheet(looked.words())
    first = draw_mistakes(sheet)
    draw_mistakes.cache_clear()
    assert draw_mistakes(looked.sheet(looked.words())) == first
    assert opened(first).width == PIXELS


def test_only_cards_of_the_players_own_picks_are_drawn(looked: Looked) -> None:
    """So the picture can show nothing that its player did not see when the question was asked."""
    words, drawn = looked.words(), 0
    for row, remark in zip(looked.sheet(words).rows, looked.review.remarks, strict=True):
        for side, plan in ((row.played, remark.played), (row.better, remark.better)):
            cards = {ref.card for ref in refs_of(plan)}
            arts = [card_art(looked.renderer, card, words) for card in cards]
            known = [art for art in arts if art is not None]
            assert side.art is None or isinstance(side.art, SignArt | PyramidArt) or side.art in known
            drawn += len(known)
    assert drawn


def refs_of(plan: Plan) -> Iterator[CardRef]:
    for label in (label for made in plan.made for label in made.labels):
        for value in label.args.values():
            yield from value if isinstance(value, tuple) else [value] if isinstance(value, CardRef) else ()


BEST: Final = Deed(3, "+3 Wounds", "Cinder Dart", CARD, 4)


def test_without_a_mistake_the_picture_shows_the_best_move_and_the_text_says_what_went_well(looked: Looked) -> None:
    words, well = looked.words(), replace(looked.review, remarks=())
    told = course(words, luck=(2, 0), deed=BEST)
    sheet = mistake_sheet(well, told, words, looked.renderer)
    assert sheet is not None
    shown = list(texts(mistakes_scene(sheet).items))
    assert {"+3", "Wounds", "Cinder Dart", "Your best · Turn 4"} <= set(shown)
    assert described(sheet, words)[0] == "Your best: Cinder Dart, +3 Wounds. Turn 4."
    beside = lines_of(well, words, looked.renderer, told, drawn=True)
    assert beside == [f"{words('review.nothing.lost')}\n{words('trophy.ahead', seat=SeatRef(0), turn=2)}"]
    alone = lines_of(well, words, looked.renderer, told)
    assert alone[0].split("\n")[1] == described(sheet, words)[0]


def test_who_lost_a_lead_is_not_told_that_they_played_well(looked: Looked) -> None:
    words, well = looked.words(), replace(looked.review, remarks=())
    lost = course(words)
    won = replace(lost, outcome=replace(lost.outcome, ranking=((0,), (1,))))
    said = [lines_of(well, words, looked.renderer, told)[0].split("\n")[0] for told in (lost, won)]
    assert said == [words("review.nothing.lost"), words("review.nothing")]


def test_without_a_mistake_or_a_best_move_the_picture_shows_how_the_match_ended(looked: Looked) -> None:
    words, well = looked.words(), replace(looked.review, remarks=())
    told = course(words)
    assert told.trophy is not None
    assert mistake_picture(well, told, words, looked.renderer) == trophy_picture(told.trophy)


def test_a_best_move_may_have_a_figure_without_a_unit(looked: Looked) -> None:
    words, well = looked.words(), replace(looked.review, remarks=())
    told = course(words, deed=Deed(6, "−6", "Steam Engine", None, 1))
    sheet = mistake_sheet(well, told, words, looked.renderer)
    assert sheet is not None
    assert list(texts(mistakes_scene(sheet).items)) == ["Your best · Turn 1", "−6", "Steam Engine"]


def test_without_a_mistake_one_can_play_again_or_read_the_log(looked: Looked) -> None:
    words, well = looked.words(), replace(looked.review, remarks=())
    answer = reviews.review(over(looked.game), well, None, words, looked.renderer, forks=True)
    assert answer.view is not None
    asked = [parse(str(item.custom_id)).action for item in answer.view.children if isinstance(item, Button)]
    assert asked == ["rematch", "log"]
    assert answer.files == ()
    assert lines_of(well, words, looked.renderer) == [words("review.nothing")]


def test_every_game_says_what_points_are_worth_as_a_figure() -> None:
    for renderer in RENDERERS.values():
        for points in ({0: 3.0}, {0: -3.0}, {1: -3.0}, {1: 1.0}):
            [change] = changes(Gain(0.5, 0.0, points), 0, renderer)
            words = Words(None)
            assert {change.said.id, change.figure.id, change.note.id} <= words.catalogue.ids
            [amount] = {f"{abs(each):g}" for each in points.values()}
            assert figure_in(words.label(change.figure)) == amount
            assert f" {amount} " in words.message(change.said)


def test_wins_are_the_figure_if_they_grow_and_the_last_reason_if_they_shrink() -> None:
    varia, words = RENDERERS["varia"], Words(None)
    grown, shrunk = (changes(Gain(0.5, wins, {0: 3.0}), 0, varia) for wins in (0.25, -0.25))
    assert words.label(grown[0].figure) == words("review.figure.wins", percent=25)
    assert words.label(shrunk[-1].figure) == words("review.figure.loses", percent=25)
    assert grown[1:] == shrunk[:-1]


NO_VIEW: Any = None


def heads(game: str, one: list[Message], other: list[Message]) -> tuple[str, str]:
    plans = [Plan(tuple(Made("plan", (label,)) for label in labels), NO_VIEW, ()) for labels in (one, other)]
    words = Spoken(None, [Player(user=seat + 1, name=NAMES[seat]) for seat in range(2)])
    first, second = headlines(plans[0], plans[1], 0, words, RENDERERS[game])
    return first.text, second.text


def gap(moment: int) -> Message:
    return Message("varia.pick.gap", {"moment": moment})


def test_a_headline_is_the_first_pick_that_differs() -> None:
    words, lock = Words(None), Message("varia.pick.lock")
    first, second = (words("varia.pick.gap.named", moment=moment) for moment in (1, 2))
    assert heads("varia", [gap(1), lock], [gap(2), gap(3), lock]) == (first, second)
    assert heads("varia", [gap(1), lock], [gap(1), gap(2), lock]) == (words("review.did_no_more"), second)
    assert heads("varia", [gap(1), gap(2), lock], [gap(2), gap(1), lock]) == (first, second)


def test_a_pick_that_says_little_alone_is_named_with_the_picks_before_it() -> None:
    north, south, lock = (Message(f"zarcana.pick.{way}") for way in ("north", "south", "lock"))
    place, words = Message("zarcana.pick.place"), Words(None)
    phrases = tuple(f"{words.named(place)}, {words.named(each)}" for each in (north, south))
    assert heads("zarcana", [place, north, lock], [place, south, lock]) == phrases
    assert heads("zarcana", [place, north], [place, south]) == phrases


def test_every_phrase_for_a_sentence_belongs_to_an_option() -> None:
    ids = catalogue("en").ids
    named = [key for key in ids if ".pick." in key and ".named" in key]
    assert named
    assert all(key.partition(".named")[0] in ids for key in named)
