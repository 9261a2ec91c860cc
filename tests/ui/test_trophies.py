"""The end of a match as a picture: names, scores, curves and blows as the facts have them, and the same in words."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from statistics import mean
from typing import Any

import pytest
from discord.ui import Button
from msgspec.structs import replace

from bot.host.kernel.paces import PACES
from bot.host.match.drafts import Draft, Made
from bot.host.match.panel_actions import Panel
from bot.host.match.players import Player
from bot.host.match.queries import TableView
from bot.host.ratings.rating import Rating, Result
from bot.locale.catalogue import PSEUDO
from bot.rendering.pictures import of_panel
from bot.storage.matches import MatchRow
from bot.storage.people import UserRow
from bot.ui.games import RENDERERS
from bot.ui.games.ends import end_picture, match_trophy
from bot.ui.games.story import why_over
from bot.ui.games.trophies import CLEAR, DUEL, MatchRecord, curves_described, described, seat_tones, trophy_of
from bot.ui.games.turns import last_turn, turn_picture
from bot.ui.match import posts as match_ui
from bot.ui.match.panel import panel
from bot.ui.messages.custom_ids import parse
from bot.ui.people.ratings import medals
from bot.ui.pictures.layout import Room
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION, Picture
from bot.ui.pictures.scene import Frame, Group, Image, Path, Scene
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.text import parted
from bot.ui.pictures.trophy import NAMED, PIXELS, LastCards, Medal, Trophy, trophy_scene
from bot.ui.pictures.trophy_curve import APART, Curve, CurveLine, curve
from bot.ui.texts.words import Spoken, Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import EVERYTHING, SPECTATOR, Fact, Message, Outcome, Seat, Seating, SeatRef, seen
from engine.dice import FairDice
from engine.games.varia.events import Hit, Rolled
from engine.games.zarcana.events import Scored, TurnBegan
from engine.kit.facts import Ended, Standing
from engine.registry import GAMES
from tests.ui.picture_orders import Drawn, Largest
from tests.ui.picture_reader import NAMES, at_random, opened, played_out
from tests.ui.test_panel import check, row, texts_of
from tests.ui.test_pictures_varia import all_texts, assert_within

LONG = tuple(f"{name}, Keeper of the Furthest Lighthouse" for name in NAMES)


class Match:
    """A match that was played to its end, as everybody has seen it."""

    def __init__(self, key: str, seats: int, seed: int, **options: Any) -> None:
        self.game, self.renderer = GAMES[key], RENDERERS[key]
        sets = shipped_sets(self.game)
        self.cards: Any = self.game.cards(sets)
        ready = [deck_of(deck, self.cards) for each in sets for deck in each.decks]
        self.decks = [ready[(seed + 3 * seat) % len(ready)] if ready else None for seat in range(seats)]
        events, state = played_out(self.game, self.cards, self.decks, seed, **options)
        self.facts: Sequence[Fact] = seen(events, SPECTATOR)
        self.state = state
        self.view: Any = self.game.view(state, SPECTATOR)
        self.seats = seats

    def words(self, names: Sequence[str] = NAMES, locale: str | None = None, reader: Seat | None = None) -> Words:
        rows = [Player(user=seat + 1, name=names[seat]) for seat in range(self.seats)]
        return Words(locale, rows, self.cards, reader)

    def record(self, reader: Words) -> MatchRecord:
        found = self.renderer.record(self.facts, self.view, Spoken.of(reader))
        assert found is not None
        return found

    def medals(self, reader: Words) -> dict[Seat, Medal]:
        """Everybody's league, as if the match had been rated."""
        results = [Result(seat + 1, Rating(1350 + 300 * seat, 90, 5), 24 - 48 * seat) for seat in range(self.seats)]
        return medals(results, reader)

    def trophy(self, reader: Words) -> Trophy:
        found = match_trophy(self.renderer, self.facts, self.view, self.medals(reader), reader)
        assert found is not None
        return found

    def last_board(self, words: Words) -> Scene | None:
        """The board that is shown after the end; None if the trophy takes its place."""
        return self.renderer.board_drawing(self.view, words) if self.renderer.board_stays else None

    def table(self, reader: Words) -> TableView:
        """The match in the database, once it is over."""
        assert self.view.outcome is not None
        outcome = {"ranking": self.view.outcome.ranking, "reason": self.view.outcome.reason}
        over = replace(row(self.game, []), status="over", outcome=outcome)
        return TableView(over, tuple(reader.seats), self.view, (), (), {})


MATCHES = {
    "varia": Match("varia", 2, 1),
    "artbot, four": Match("artbot", 4, 1),
    "artbot, eight": Match("artbot", 8, 2),
    "artbot, toe-to-toe": Match("artbot", 2, 3, mode="toe-to-toe"),
    "warmage": Match("warmage", 2, 1),
    "warmage, five": Match("warmage", 5, 2),
    "zarcana": Match("zarcana", 2, 1),
    "zarcana, four": Match("zarcana", 4, 3),
}
EACH = pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)


SMALLEST = 40
"""The least size of a text that is not a sign: a phone shows a picture in a panel at 0.28 of its scene's size."""

SIGN = 20
"""The least size of the sign on a small disc, whose colour says the same."""


@EACH
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_a_trophy_says_what_its_picture_shows(match: Match, reader: Seat | None) -> None:
    trophy = match.trophy(match.words(reader=reader))
    shown, told = list(texts(trophy_scene(trophy).items)), described(trophy)
    assert len(told) <= DESCRIPTION
    assert trophy.headline in shown
    assert trophy.praise in shown or not trophy.praise
    for number, place in enumerate(trophy.places):
        large = number == trophy.large
        assert large or {place.name, str(place.place)} <= set(shown)
        score = trophy.figure if large else place.score
        assert score in shown or score.split()[0] in shown
        assert place.sign in shown
        praise = f", {trophy.praise}" if large and trophy.praise else ""
        medal = "" if place.medal is None else f", {place.medal.text}"
        assert f"{place.place}. {place.name}, {score}{medal}{praise}." in told
        assert (place.medal is not None) == (match.seats == DUEL)
        assert place.medal is None or place.medal.text not in shown  # its sign says it
    for line in trophy.curve.lines:
        assert re.search(rf"{re.escape(line.name)}: {line.values[0]}\b.*\b{line.values[-1]}.", told)
    if (feat := trophy.feat) is not None:
        assert {feat.title, feat.when, feat.figure.split()[0]} <= set(shown)
        assert f"{feat.title}: {feat.name}, {feat.figure}. {feat.by.name}. {feat.when}." in told
    if (last := trophy.last) is not None:
        assert last.title in " ".join(shown)
        assert all(card.name in " ".join(shown) for card in last.cards) or len(last.cards) > NAMED
        assert f"{last.title}: {', '.join(card.name for card in last.cards)}." in re.sub(r" \(\w+\)", "", told)


@EACH
def test_the_large_players_card_stays_above_all_plates(match: Match) -> None:
    for seat in range(match.seats):
        trophy = match.trophy(match.words(reader=seat))
        scene = trophy_scene(trophy)
        plates = [item.at[1] for item in scene.items if isinstance(item, Frame)]
        [large] = [
            item
            for item in scene.items
            if isinstance(item, Image) and isinstance(item.source, SmallCard) and item.top < min(plates)
        ]
        assert isinstance(large.source, SmallCard)
        assert large.source.art == trophy.art
        wide, high = large.source.size
        assert large.top + large.width * high / wide < min(plates)


@EACH
def test_the_winner_is_drawn_the_largest(match: Match) -> None:
    """The face, and the score: nobody else's is as large; all who share the first place are equally large."""
    first = match.view.outcome.ranking[0]
    trophy = match.trophy(match.words())
    scene = trophy_scene(trophy)
    tones = match.record(match.words()).tones
    claim = Largest([tones[seat].light for seat in first], [each.light for each in tones])
    assert [*Drawn(scene).faults(claim)] == []
    if len(first) == 1:
        best, *others = (
            max(text.size for text in all_texts(scene.items) if text.text in (place.score, parted(place.score)[0]))
            for place in trophy.places
        )
        assert all(best > other for other in others)


def last_card_faults(trophy: Trophy, scene: Scene) -> list[str]:
    """What a viewer of the match's page would read wrongly of the last cards of a trophy that is drawn as a scene."""
    cards = () if trophy.last is None else trophy.last.cards
    pieces = [item for item in scene.items if isinstance(item, Group) and item.id]
    told = [piece.description for piece in pieces]
    faults = [] if told == [card.name for card in cards] else [f"the last cards are told as {told}"]
    if len({piece.id for piece in pieces}) < len(pieces):
        faults.append("two last cards are one piece")
    arts = [[item.source for item in piece.items if isinstance(item, Image)] for piece in pieces]
    return faults + [
        f"{card.name!r} is drawn as another card"
        for card, [art] in zip(cards, arts, strict=False)
        if not isinstance(art, SmallCard) or art.art != card.art
    ]


@EACH
def test_the_last_cards_are_pieces_of_the_end(match: Match) -> None:
    """So a viewer of the match's page can read them."""
    trophy = match.trophy(match.words())
    assert last_card_faults(trophy, trophy_scene(trophy)) == []


def going_on(lines: Iterable[str], words: Words) -> list[str]:
    """The lines that say what a match has only until its end: piles, points to spend, and places for cards."""
    gone = [words.plain(f"picture.pile.{pile}") for pile in ("hand", "deck", "discard")]
    gone += [
        words.plain("varia.picture.ap"),
        words.plain("warmage.picture.row"),
        words.plain("varia.picture.performed"),
    ]
    return [line for line in lines if any(line == word or f"{word} " in line for word in gone)]


LAST_CARDS: dict[str, Callable[[LastCards], LastCards]] = {
    "one too many": lambda last: replace(last, cards=(*last.cards, last.cards[0])),
    "in another order": lambda last: replace(last, cards=last.cards[::-1]),
    "one too few": lambda last: replace(last, cards=last.cards[1:]),
    "with each other's art": lambda last: replace(
        last,
        cards=tuple(replace(card, art=other.art) for card, other in zip(last.cards, reversed(last.cards), strict=True)),
    ),
}
"""Faults of the last cards: what a picture shows instead of them."""


@pytest.mark.parametrize("fault", LAST_CARDS)
def test_other_last_cards_than_those_of_the_end_are_named(fault: str) -> None:
    several = [match.trophy(match.words()) for match in MATCHES.values()]
    trophy = next(each for each in several if each.last is not None and len({*each.last.cards}) > 1)
    assert trophy.last is not None
    drawn = trophy_scene(replace(trophy, last=LAST_CARDS[fault](trophy.last)))
    assert last_card_faults(trophy, drawn) != []


@EACH
def test_nothing_of_the_game_is_left_over_at_its_end(match: Match) -> None:
    """Piles, points to spend and places for cards mean nothing any more."""
    words = match.words()
    board = match.last_board(words)
    assert going_on(texts(trophy_scene(match.trophy(words)).items), words) == []
    assert going_on(match.renderer.board(match.view, words).splitlines(), words) == []
    assert going_on(() if board is None else texts(board.items), words) == []


@EACH
def test_a_board_of_a_match_that_goes_on_is_named_as_no_end(match: Match) -> None:
    words = match.words()
    running = next(at_random(match.game, match.cards, match.decks, 1, 9))
    assert going_on(match.renderer.board(match.game.view(running, SPECTATOR), words).splitlines(), words) != []


@EACH
def test_everybody_sees_the_same_end(match: Match) -> None:
    """Whatever they could see of the match."""
    words = match.words()
    views = [match.game.view(match.state, viewer) for viewer in (0, 1, EVERYTHING)]
    trophies = [match_trophy(match.renderer, match.facts, view, {}, words) for view in views]
    assert trophies[0] == trophies[1] == trophies[2]
    boards = [match.renderer.board(view, words) for view in views]
    assert boards[0] == boards[1] == boards[2]


@EACH
def test_places_in_words_are_no_list_that_discord_numbers_itself(match: Match) -> None:
    """Discord counts on from "1. " by itself, past places that are shared."""
    said = match.renderer.board(match.view, match.words())
    assert not re.search(r"^\d+\. ", said, re.MULTILINE)
    assert said.count("**1.** ") == len(match.view.outcome.ranking[0])


@EACH
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_a_trophy_has_no_small_print(match: Match, locale: str | None) -> None:
    reader = match.words(LONG, locale)
    trophy = match.trophy(reader)
    signs = {place.sign for place in trophy.places}
    for text in all_texts(trophy_scene(trophy).items):
        assert text.size >= (SIGN if text.text in signs else SMALLEST), text.text


@EACH
def test_each_seats_own_trophy_shows_that_seat_its_best_and_its_curve_in_front(match: Match) -> None:
    first = match.view.outcome.ranking[0]
    deeds = match.record(match.words()).deeds
    for seat in range(match.seats):
        trophy = match.trophy(match.words(reader=seat))
        assert trophy.large is not None
        own = trophy.places[trophy.large]
        assert own.name == NAMES[seat]
        assert trophy.curve.lines[0].name == own.name
        assert trophy.crowned is (seat in first and not match.view.outcome.drawn)
        deed, feat = deeds[seat], trophy.feat
        assert (feat is None) is (deed is None)
        if feat is not None and deed is not None:
            assert (feat.by, feat.name, feat.figure) == (own, deed.name, deed.figure)
        if seat not in first:
            assert trophy.headline == "A good fight"
        elif len(first) == 1:
            assert trophy.headline == "You win"


@EACH
@pytest.mark.parametrize("drawn", [True, False])
def test_the_post_about_the_end_says_what_its_picture_shows(match: Match, *, drawn: bool) -> None:
    reader = match.words()
    trophy, spoken = match.trophy(reader), Spoken.of(reader)
    picture = Picture("end.png", b"", described(trophy)) if drawn else None
    [embed] = match_ui.ended(match.table(spoken), (), spoken, trophy, picture, worded=False).embeds
    text = (embed.description or "").replace("\\", "")
    assert all(note in text for note in trophy.notes)
    if picture is not None and picture.says_all:
        assert match.view.outcome is not None
        reason = why_over(match.view.outcome.reason, match.view.outcome.ranking, spoken)
        assert text == "\n".join([reason, *(f"-# {note}" for note in trophy.notes)])
        return
    for place in trophy.places:
        assert f"**{place.place}.** {place.name}" in text
        assert all(part in text for part in (place.role, place.score))
    if (feat := trophy.feat) is not None:
        assert f"{feat.title}: **{feat.name}** {feat.figure} ({feat.by.name}, {feat.when})" in text
    assert all(line in text for line in curves_described(trophy))


def test_the_post_about_the_end_has_rematch_watch_again_and_share_side_by_side() -> None:
    match = MATCHES["varia"]
    view = match_ui.ended(match.table(match.words()), (), match.words()).view
    assert view is not None
    actions = [(item.row, parse(str(item.custom_id)).action) for item in view.children if isinstance(item, Button)]
    beside, below = ["rematch", "rewatch", "link", "praise"], ["review", "verify"]
    assert actions == [*((0, each) for each in beside), *((1, each) for each in below)]


@EACH
def test_a_duel_tells_how_the_dice_that_counted_fell(match: Match) -> None:
    record, notes = match.record(match.words()), match.trophy(match.words()).notes
    told = [note for note in notes if note.startswith("🎲 Luck: ")]
    assert len(told) == (1 if record.luck and abs(record.luck[0] - record.luck[1]) >= CLEAR else 0)
    for seat, count in enumerate(record.luck if told else ()):
        assert f"{NAMES[seat]} rolled {abs(count)} " in told[0] or not count


def test_luck_is_told_only_if_one_was_clearly_luckier_and_a_draw_has_a_headline_of_its_own() -> None:
    """Equal luck was told as if it had decided something."""
    match = MATCHES["varia"]
    record, words = match.record(match.words()), match.words()
    for luck, tells in (((5, 5), False), ((-3, CLEAR - 4), False), ((-3, CLEAR - 3), True)):
        notes = trophy_of(match.view.outcome, replace(record, luck=luck), ["1", "0"], words).notes
        assert any("Luck: " in note for note in notes) is tells
    drawn = trophy_of(Outcome(((0, 1),), match.view.outcome.reason), record, ["0", "0"], words)
    assert drawn.headline == "Dead even"


@EACH
def test_what_stays_of_the_board_says_who_won_and_how_everybody_ended(match: Match) -> None:
    spoken = Spoken.of(match.words())
    trophy = match.trophy(spoken)
    shown = match_ui.last_status(match.table(spoken), spoken, match.renderer, None)
    content = shown.content or ""
    assert (shown.embeds, shown.files, shown.silent) == ((), (), True)
    assert trophy.headline in content or trophy.winners > 1
    assert all(f"{place.name} **{place.score}**" in content for place in trophy.places)


def panel_after(match: Match, words: Words, seat: Seat, row: MatchRow, *, pictures: bool) -> Panel:
    """A seat's panel after the end, with something that was planned and never locked in."""
    left = Made("plan", (Message("panel.undo"),))
    return Panel(
        row,
        tuple(words.seats),
        seat,
        match.game.view(match.state, seat),
        Draft(None, (left,), None, (), None, 3),
        PACES["live"],
        (),
        None,
        None,
        (),
        UserRow(1, pictures=pictures),
        match.cards,
        record=tuple(match.facts),
    )


@EACH
async def test_only_the_panel_of_a_solo_match_says_what_the_trophy_leaves_out(match: Match) -> None:
    words = Words("en", match.words().seats, match.cards, 0)
    row, notes = match.table(words).match, match.trophy(words).notes
    for solo in (False, True):
        shown = panel_after(match, words, 0, replace(row, solo=solo), pictures=True)
        made = panel(shown, words, match.renderer, await of_panel(shown, words, match.renderer))
        assert made.view is not None
        lines = texts_of(made.view.to_components())[0].splitlines()
        assert [line for line in lines if line.startswith("-# ")] == [f"-# {note}" for note in notes] * solo


@EACH
@pytest.mark.parametrize("pictures", [True, False], ids=["pictures", "words"])
async def test_a_panel_after_the_end_says_who_won_and_offers_a_rematch(match: Match, *, pictures: bool) -> None:
    rows = match.words().seats
    for seat in range(match.seats):
        words = Words("en", rows, match.cards, seat)
        shown = panel_after(match, words, seat, match.table(words).match, pictures=pictures)
        drawn = await of_panel(shown, words, match.renderer)
        made = panel(shown, words, match.renderer, drawn)
        assert made.view is not None
        parts = made.view.to_components()
        first, *ranking = match.view.outcome.ranking
        lines = texts_of(parts)[0].splitlines()
        key = "panel.won" if len(first) == 1 else "panel.shared" if ranking else "panel.drawn"
        told = words(key, seat=SeatRef(first[0]), players=words.list_players(first))
        assert lines[1] == told
        outcome, lost = match.view.outcome, seat not in first
        assert lines[-1 - lost] == why_over(outcome.reason, outcome.ranking, words)
        actions = [parse(str(item.custom_id)).action for item in made.view.walk_children() if isinstance(item, Button)]
        assert actions == ["rematch", "rewatch", "link", "review", "help", "more"]
        assert match.renderer.hand(shown.view, seat, words) not in texts_of(parts)
        trophy = match.trophy(words)
        own = trophy.large if pictures else None  # words give the score
        places = [trophy.figure if number == own else each.score for number, each in enumerate(trophy.places)]
        said = "\n".join([*texts_of(parts), *(picture.description for picture in drawn)])
        assert [picture.name for picture in drawn] == (["end.png"] if pictures else [])
        assert all(score in said for score in places)
        assert not re.search(r"^\d+\. ", "\n".join(texts_of(parts)), re.MULTILINE)


@EACH
def test_what_stays_of_the_board_offers_it_and_no_hand(match: Match) -> None:
    words = match.words()
    view = match_ui.last_status(match.table(words), words, match.renderer, None).view
    assert view is not None
    actions = [parse(str(item.custom_id)).action for item in view.children if isinstance(item, Button)]
    assert actions == ["board", "more"]


@EACH
@pytest.mark.parametrize(("names", "locale"), [(LONG, None), (NAMES, PSEUDO)], ids=["long names", "pseudo"])
def test_every_trophy_fits(match: Match, names: Sequence[str], locale: str | None) -> None:
    reader = match.words(names, locale)
    trophy = match.trophy(reader)
    assert_within(trophy_scene(trophy), trophy.headline)
    check(match_ui.ended(match.table(reader), (), reader, trophy))
    picture = end_picture(match.renderer, match.facts, match.view, match.medals(reader), reader)
    assert picture is not None
    assert len(picture.description) <= DESCRIPTION
    assert opened(picture.content).width == PIXELS


def test_curves_and_scores_end_with_the_points_of_the_last_state() -> None:
    """What facts have changed step by step comes to what everybody sees in the end."""
    for name, points in (
        ("varia", lambda shown: max(0, shown.hp)),
        ("artbot, four", lambda shown: shown.hp),
        ("artbot, eight", lambda shown: shown.hp),
        ("artbot, toe-to-toe", lambda shown: len(shown.won)),
        ("warmage", lambda shown: shown.left),
        ("warmage, five", lambda shown: shown.left),
        ("zarcana", lambda shown: shown.score),
        ("zarcana, four", lambda shown: shown.score),
    ):
        match = MATCHES[name]
        values = match.record(match.words()).values
        left = [points(shown) for shown in match.view.seats.values()]
        assert [each[-1] for each in values] == left, name
        scores = [match.renderer.score(match.view, seat, match.words()) or "" for seat in range(match.seats)]
        assert all(
            score.split()[0] in (str(count), *["out"] * (not count)) for score, count in zip(scores, left, strict=True)
        ), name


@pytest.mark.parametrize("key", GAMES)
def test_points_are_told_before_the_first_turn_and_after_each(key: str) -> None:
    """As the state counts them just then; they are told at the end as well."""
    game: Any = GAMES[key]
    cards: Any = game.cards(shipped_sets(game))
    dice = FairDice.seeded("points", key)
    decks = [deck_of(ready, cards) for each in shipped_sets(game) for ready in each.decks]
    seats = [Seating(decks[seat % len(decks)] if game.spec.decks else None) for seat in range(2)]
    state, told = game.new(game.spec.options(), seats, cards, dice)
    stood = list[Standing]()
    while asked := game.decisions(state):
        facts = seen(told, SPECTATOR)
        stood += [fact for fact in facts if isinstance(fact, Standing)]
        if any(isinstance(fact, RENDERERS[key].turns) for fact in facts):
            assert stood[-1].points == game.points(state)
        options = [each for each in asked[0].options if not each.passes] or list(asked[0].options)
        keys = [option.key for option in dice.shuffle("pick", options)[: max(1, asked[0].least)]]
        told = game.apply(state, asked[0].id, keys, dice)
    *_, last, over = seen(told, SPECTATOR)
    assert isinstance(last, Standing)
    assert last.points == game.points(state)
    assert isinstance(over, Ended)


def test_the_best_blow_is_the_hardest() -> None:
    match = MATCHES["varia"]
    hardest = max(fact.dealt for fact in match.facts if isinstance(fact, Hit) and fact.target != fact.seat)
    feat = match.trophy(match.words()).feat
    assert feat is not None
    assert feat.figure == f"−{hardest} HP"


@pytest.mark.parametrize("name", ["zarcana", "zarcana, four"])
def test_the_best_turn_of_zarcana_is_the_one_that_gained_the_most_even_without_a_card(name: str) -> None:
    match = MATCHES[name]
    best, active, before = 0, None, (0,) * match.seats
    for fact in match.facts:
        if isinstance(fact, TurnBegan):
            active = fact.seat
        elif isinstance(fact, Scored):
            break
        elif isinstance(fact, Standing):
            best = max(best, 0 if active is None else fact.points[active] - before[active])
            before = fact.points
    feat = match.trophy(match.words()).feat
    assert feat is not None
    assert feat.figure == f"+{best} points"
    assert "minion" in feat.name  # in both matches, no card was played in that turn


def test_luck_is_what_the_dice_showed_above_the_average_of_all_ways_they_could_have_fallen() -> None:
    match = MATCHES["varia"]
    luck = [0.0, 0.0]
    for fact in match.facts:
        if not isinstance(fact, Rolled) or fact.face is not None or fact.again:
            continue
        dice, sums = len(fact.pools[0]), [sum(pool) for pool in fact.pools]
        if len(sums) > 1 and len(set(sums)) == 1:
            continue
        best = max if sums[fact.kept] == max(sums) else min
        throws = [sum(faces) for faces in product(range(1, (6 if fact.figure == "power" else 4) + 1), repeat=dice)]
        luck[fact.seat] += sums[fact.kept] - mean(best(each) for each in product(throws, repeat=len(sums)))
    assert match.record(match.words()).luck == tuple(map(round, luck))


@EACH
def test_the_last_turn_of_a_match_that_is_over_ends_with_it(match: Match) -> None:
    turn, before = last_turn(match.renderer, match.facts)
    if not any(isinstance(fact, match.renderer.turns) for fact in match.facts):
        assert (turn, before) == ((), ()), "toe-to-toe has no turns"
        return
    assert [*before, *turn] == list(match.facts)
    assert isinstance(before[-1], match.renderer.turns)
    assert not any(isinstance(fact, match.renderer.turns) for fact in turn)
    assert turn_picture(match.renderer, turn, before, match.words()) is not None


def trailing(*values: tuple[int, ...]) -> str:
    """What the picture says of a player whose points were the second ones, and who has lost."""
    tones = seat_tones(2)
    record = MatchRecord(
        "", values, falls=True, roles=("", ""), tones=tones, arts=(None,) * 2, deeds=(None,) * 2, deed=""
    )
    outcome = Outcome(((0,), (1,)), "end.fell")
    return trophy_of(outcome, record, ("", ""), Words("en", reader=1)).praise


def test_a_player_who_has_lost_is_told_what_went_well() -> None:
    assert trailing((30, 20, 10, 10), (30, 25, 5, 0)) == "You were still ahead in turn 1"
    assert trailing((30, 20, 10, 10), (30, 10, 10, 0)) == "You were still level in turn 2"
    assert trailing((30, 30, 30, 30), (30, 10, 5, 0)) == "You held out for 3 turns"


def test_a_player_with_nothing_left_is_shown_large_with_their_place_and_once() -> None:
    lost = [match.trophy(match.words(reader=seat)) for match in MATCHES.values() for seat in range(match.seats)]
    places = {(each.places[each.large].place, each.figure) for each in lost if each.large is not None}
    assert {(2, "2nd"), (3, "3rd"), (4, "4th")} <= places
    assert not any(figure.startswith("0") or figure == "out" for place, figure in places if place > 1)
    second = next(each for each in lost if each.figure == "2nd")
    written = [*texts(trophy_scene(second).items)]
    assert "2nd" in written
    assert "2" not in written


def test_equal_lines_of_a_curve_lie_beside_each_other() -> None:
    lines = tuple(
        CurveLine(name, name, tones, (5, 5), fell=False) for name, tones in zip("AB", seat_tones(2), strict=True)
    )
    drawn = curve(Curve("HP", lines), (0, 0, 0)).items(Room(0, 0, 600, 400))
    heights = {each.outlines[0][0][1] for each in drawn if isinstance(each, Path) and each.width == 13}
    assert len(heights) == 2
    assert max(heights) - min(heights) == APART


def test_a_match_without_a_result_has_no_trophy() -> None:
    match = MATCHES["varia"]
    assert match_trophy(match.renderer, match.facts[:-1], match.view, {}, match.words()) is None
