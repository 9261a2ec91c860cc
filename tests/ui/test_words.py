"""Texts: everything that is said is in the catalogue, nothing that people write acts, and gaps are filled."""

import ast
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from msgspec import Struct

from bot.host.match.players import Player, players_of
from bot.locale.catalogue import GAME, PSEUDO, READER, SHARED, catalogue, pseudo
from bot.storage.matches import SeatRow
from bot.storage.privacy import GONE
from bot.ui.fonts.runs import runs
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import names_of, page_of
from bot.ui.games.rules import all_sections
from bot.ui.games.turns import turn_title
from bot.ui.match.posts import handed_over
from bot.ui.texts.words import FIRST, Spoken, Words, inert, initials, isolated, shortened
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR, AnyGame, CardRef, Message, SeatRef, seen
from engine.players.characters import CHARACTERS
from engine.players.levels import LEVELS
from engine.registry import GAMES
from tests.engine.random_tables import begun, walk

ROOT = Path(__file__).parents[2]
ID = re.compile(r"[a-z]+(?:\.[a-z_]+)+")
SOURCES = [file for room in ("bot", "cogs", "cardsdb", "engine") for file in (ROOT / room).rglob("*.py")]


@cache
def parsed() -> list[ast.AST]:
    """Everything in the sources."""
    return [node for file in SOURCES for node in ast.walk(ast.parse(file.read_text("utf-8")))]


MARK = re.compile(r"^Apart from (\S+): (\S.*)$", re.MULTILINE)
"""The comment on a text that says the same as another one in English alone: which one, and why."""


class Entry(Struct, frozen=True):
    """A text of the catalogue: its id, its forms, and the comment for its translators."""

    key: str
    forms: tuple[str, ...]
    comment: str = ""


def literal_ids() -> set[str]:
    """Every string in the sources that looks like a message id and is given to something that makes a text of it."""
    found = set()
    for node in parsed():
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = ast.unparse(node.func)
            value = node.args[0].value
            if called.split(".")[-1] in ("words", "plain", "Message", "Outcome", "ENGLISH") and isinstance(value, str):
                found.add(value)
    return {each for each in found if ID.fullmatch(each)}


def test_every_house_player_has_its_texts() -> None:
    wanted = {text for level in LEVELS for text in (f"house.{level}", f"level.{level}.name")}
    wanted |= {f"character.{key}.{of}" for key in CHARACTERS for of in ("name", "manner")}
    assert wanted <= catalogue(None).ids
    names = [Words(None).character(key) for key in CHARACTERS]
    assert len({name[0] for name in names}) == len(names), "they can be told apart by their initials"


def test_players_can_read_who_plays_at_which_level() -> None:
    page, words = (ROOT / "docs" / "players" / "playing.md").read_text("utf-8"), Words("en")
    for level in LEVELS:
        names = ", ".join(words.character(key) for key, plays in CHARACTERS.items() if plays == level)
        assert f"| {words(f'level.{level}.name')} | {names} |" in page


def test_every_id_in_the_sources_has_a_text() -> None:
    ids = literal_ids()
    assert len(ids) > 80
    assert sorted(ids - catalogue("en").ids) == []


def unused(ids: Iterable[str], nodes: Iterable[ast.AST]) -> set[str]:
    """The texts of which no code says the id: as it is, as the beginning to which a part is added, or with gaps.

    A text to the reader is used as the one that it replaces, and a text of all games by the id of each game's own.
    """
    said, patterns = set[str](), set[str]()
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            said.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values]
            patterns.add("".join(map(str, parts)))
    specific = re.compile("|".join(f"(?:{each})" for each in patterns if SEGMENT.search(each)) or "(?!)")
    found = set()
    for text in ids:
        key = READER.sub("", text)
        owners = [f"{game}.{key.removeprefix(SHARED)}" for game in GAMES] if key.startswith(SHARED) else []
        for name in (text, key, *owners):
            starts = [name[: at.start()] for at in re.finditer("[._]", name) if "." in name[: at.start()]]
            if not said.isdisjoint((name, *starts)) or specific.fullmatch(name):
                break
        else:
            found.add(text)
    return found


SEGMENT = re.compile(r"(?:^|\\\.)[a-z_]{2,}(?:\\\.|$)")
"""A whole part of an id in a pattern; a pattern without one would fit everything."""


def test_every_text_is_said_by_some_code() -> None:
    written = set()
    for file in (ROOT / "bot" / "locale" / "en" / "LC_MESSAGES").glob("*.po"):
        for text in read_po(BytesIO(file.read_bytes())):
            written.add(text.id if isinstance(text.id, str) else text.id[0])
    assert len(written) > 4000
    assert unused(written - {""}, parsed()) == set()


@pytest.mark.parametrize(
    ("code", "used"),
    [
        ('words("manage.series.begun")', True),
        ('words("manage.series.ended")', False),
        ('by_fields("manage.series", "state")', True),
        ('by_fields("manage", "state")', False),
        ('words(f"manage.series.{state}")', True),
        ('words(f"{room}.series.{state}")', True),
        ('words(f"{room}.{state}")', False),
    ],
)
def test_a_text_that_no_code_says_is_found(code: str, *, used: bool) -> None:
    assert unused({"manage.series.begun.you"}, ast.walk(ast.parse(code))) == (
        set() if used else {"manage.series.begun.you"}
    )


def gaps_of(key: str) -> set[str]:
    """The gaps of a text, in the text to its reader as well."""
    texts = catalogue("en")
    both = (each for each in (key, f"{key}.you", f"{key}.at_you") if each in texts.ids)
    return {gap for each in both for _, gap, *_ in Formatter().parse(texts.text(each)) if gap}


def misfilled(nodes: Iterable[ast.AST]) -> list[str]:
    """The texts, said by their id, that are given other words than they have gaps for; a count may choose a form."""
    found = []
    for node in nodes:
        if not isinstance(node, ast.Call) or not node.args or ast.unparse(node.func).split(".")[-1] not in SAYING:
            continue
        given, first = {keyword.arg for keyword in node.keywords}, node.args[0]
        for key in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
            if isinstance(key, ast.Constant) and key.value in catalogue("en").ids and None not in given:
                gaps = gaps_of(str(key.value))
                spare = set() if isinstance(first, ast.IfExp) else given - gaps - {"count"}
                if gaps - given or (spare and key.value not in SHORT_FOR_ONE):
                    found.append(f"{key.value} has gaps for {sorted(gaps)}")
    return found


SAYING = ("words", "plain", "spoken", "reader")
"""What the functions are called that say a text by its id."""

SHORT_FOR_ONE = ("profile.curve.described",)
"""The texts that say less of one than of several."""


def test_every_text_is_given_what_it_has_gaps_for() -> None:
    assert misfilled(parsed()) == []


@pytest.mark.parametrize(
    "code",
    [
        'words("varia.trigger.when", effects=line)',
        'words("varia.trigger.perform", conditions=conditions, effects=line)',
        'words("varia.card.stack_permanent" if stays else "varia.card.item_text")',
    ],
)
def test_a_text_that_is_given_other_words_is_found(code: str) -> None:
    assert len(misfilled(ast.walk(ast.parse(code)))) == 1


def test_every_text_fills_its_gaps_by_name() -> None:
    texts = catalogue("en")
    for key in texts.ids:
        for _, gap, *_ in Formatter().parse(texts.text(key)):
            assert gap is None or re.fullmatch(r"[a-z_]+", gap), (key, gap)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_whole_matches_are_told_without_a_missing_text(game: AnyGame, locale: str) -> None:
    """Every view, question, option and fact of random matches has its words, with no gap left open."""
    renderer, said = RENDERERS[game.spec.key], []
    for seed in range(6):
        at, state, dice, chance = begun(game, seed)
        rows = [Player(user=100 + seat) for seat in range(len(at.seats))]
        for step in walk(at, state, dice, chance):
            words = Words(locale, rows, at.cards, step.decision.seat)
            view = game.view(step.state, step.decision.seat)
            said += [renderer.step(view, words), renderer.board(view, words), renderer.question(step.decision, words)]
            said.append(renderer.hand(view, step.decision.seat, words))
            said += [line.text for line in renderer.advice(view, step.decision.seat, words)]
            for option in step.decision.options:
                said += [words.label(option.label), words.made(option.label), renderer.hint(option, words) or ""]
            said += [words.message(blocked.reason) for blocked in step.decision.blocked]
            copy = game.copy(step.state)
            facts = seen(game.apply(copy, step.decision.id, step.keys, dice), SPECTATOR)
            said += [line for beat in renderer.story(facts, words) for line in (beat.line, *beat.particulars)]
            said += [*renderer.report(facts, (), words), turn_title(renderer, facts, words)]
            parts = renderer.blows(facts, words)
            said += [line for part in parts for line in (part.line, part.short, *part.particulars, *part.asides)]
    open_ids = {text for text in said if ID.fullmatch(text.rstrip("~"))}
    assert open_ids == set()
    assert not [text for text in said if re.search(r"\{[a-z_]+\}", text)]
    assert not [text for text in said if f"{game.spec.key}." in text or "None" in text]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_card_has_its_words(game: AnyGame) -> None:
    cards = game.cards(shipped_sets(game))
    renderer, words = RENDERERS[game.spec.key], Words(None, (), cards)
    for name in names_of(renderer, cards):
        page = page_of(renderer, name, cards, words)
        assert page is not None
        text = f"{page.title}\n{page.kind}\n{page.text}"
        assert not re.search(r"[a-z]+\.[a-z]+\.[a-z]+|\{|\}", text), text
    assert all(len(text) < 900 for _, text in all_sections(renderer, words))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_players_can_read_where_a_game_differs_from_its_printed_rules(game: AnyGame) -> None:
    title = Words("en")(f"{game.spec.key}.name")
    page = (ROOT / "docs" / "lab" / "printed-rules.md").read_text("utf-8")
    assert f"\n## {title}\n" in page
    assert "(../lab/printed-rules.md)" in (ROOT / "docs" / "players" / "playing.md").read_text("utf-8")
    assert "Changes from the printed rules" in [
        heading for heading, _ in all_sections(RENDERERS[game.spec.key], Words("en"))
    ]


def test_card_text_is_made_from_what_the_card_does() -> None:
    game = GAMES["varia"]
    cards = game.cards(shipped_sets(game))
    page = page_of(RENDERERS["varia"], "Leech Bloom", cards, Words(None, (), cards))
    assert page is not None
    assert page.text.splitlines() == [
        "✴️ 3 AP · power 1+1d6 · focus 2+1d4",
        "Magical Attack – Vampiric",
        "**Ranged**: cannot miss due to distance.",
        "**On-Hit**: regain X HP, where X is the number of points of damage your action dealt.",
    ]


def test_names_are_inert() -> None:
    words = Words(None, [Player(user=5), Player(character="wren")])
    assert words("card.unknown", name="**@everyone** `x`") == words("card.unknown", name=inert("**@everyone** `x`"))
    assert "\\*\\*" in words("card.unknown", name="**x**")
    assert "@everyone" not in words("card.unknown", name="@everyone")
    assert words("end.won", player=words.player(0)) == "🏆 <@5> wins!"
    assert words("status.turn", players=words.player(1), when="now").startswith("Wren: your move.")
    assert (
        words.label(Message("card.unknown", {"name": "**x**"}))
        == "I don't know a card called “**x**”. Type its first letters and choose from the list."
    )


TURNED = ("\u202eevil", "\u2067evil", "שלום", "سلام 12", "Ada\u2069\u202e", "\u200fAda")


@pytest.mark.parametrize("name", TURNED)
def test_no_name_turns_what_stands_beside_it(name: str) -> None:
    """In texts, on buttons and in descriptions; a mark within the name does not end its isolation."""
    seats = [Player(user=1, name=name), Player(user=2, name="Ben")]
    words, spoken = Words(None, seats), Spoken(None, seats)
    letters = [sign for sign in name if unicodedata.category(sign) != "Cf" or sign == "\u200f"]
    kept = f"\u2068{''.join(letters)}\u2069"
    assert kept in words("deck.out", name=name)
    assert kept in words.plain("player.namesake", name=name, number=2)
    assert kept in words.plain("player.namesake", name=SeatRef(0), number=2)
    assert kept in spoken.list_players((0, 1))
    assert inert(name) == kept
    assert runs(kept) == runs(name), "pictures lay out each line by themselves"


def test_ordinary_names_need_no_isolation() -> None:
    assert [isolated(name) for name in ("Łukasz", "大輔", "Ада 7", "x-_-x", "")] == [
        "Łukasz",
        "大輔",
        "Ада 7",
        "x-_-x",
        "",
    ]


def test_a_house_player_has_the_name_of_its_character_and_a_level_alone_stands_for_one() -> None:
    seats = [SeatRow(9, 0, user=5), SeatRow(9, 1, house="wren"), SeatRow(9, 2, house="normal")]
    words = Words(None, players_of(seats))
    assert (words.player(1), words.seated(1)) == ("Wren", "Wren (normal)")
    assert words.player(2) == Words(None, players_of(seats)).player(2)
    assert words.player(2) not in ("Wren", "normal")


def test_a_house_player_that_took_over_is_named_for_itself_and_so_is_the_person_that_left() -> None:
    words = Words(None, [Player(user=5), Player(user=6, character="hob", left=True)])
    post = handed_over(1, 1, words)
    assert post.content == "Hob plays on for <@6>, who has left. This match won't change any ratings."
    assert words.player(1) == "Hob"


def test_the_reader_is_you_and_the_others_have_names() -> None:
    words = Words(None, [Player(user=5), Player(character="wren")], reader=0)
    assert words("varia.fact.hit", seat=SeatRef(0), target=SeatRef(1), dealt=4) == "💥 You hit Wren for **4** damage."
    assert words("varia.fact.hit", seat=SeatRef(1), target=SeatRef(0), dealt=4) == "💥 Wren hits you for **4** damage."
    assert words.label(Message("warmage.pick.player", {"seat": SeatRef(0)})) == "Yourself"
    assert words.list_players([1, 0]) == "Wren, you"
    points = {"first_hp": 3, "second_hp": 4}
    standing = "varia.fact.standing"
    assert words(standing, first=SeatRef(0), second=SeatRef(1), **points) == "❤️ You **3** HP · Wren **4** HP"
    assert words(standing, first=SeatRef(1), second=SeatRef(0), **points) == "❤️ Wren **3** HP · you **4** HP"
    assert words.marked(0) == "You"
    public = Words(None, words.seats)
    assert (
        public("varia.fact.hit", seat=SeatRef(0), target=SeatRef(1), dealt=4) == "💥 <@5> hits Wren for **4** damage."
    )


def test_texts_to_the_reader_have_the_gaps_of_the_texts_that_they_replace_but_for_the_reader() -> None:
    texts = catalogue("en")
    found = [key for key in texts.ids if re.search(r"\.(at_)?you$", key) and key.removesuffix(".you") in texts.ids]
    found += [key for key in texts.ids if key.endswith(".at_you") and key.removesuffix(".at_you") in texts.ids]
    assert len(found) > 200
    for key in found:
        of = re.sub(r"\.(at_)?you$", "", key)
        mine = (
            {"target", "to", "victim", "short", "second", "other_seat"}
            if key.endswith(".at_you")
            else {*FIRST, "players"}
        )
        for count in (1, 2):
            named, said = (set(re.findall(r"\{(\w+)\}", texts.text(each, count))) for each in (of, key))
            assert said <= named, key
            assert named - said <= mine, key


def people(*names: str | None) -> Words:
    """Words at a table of people with these names."""
    return Words(None, [Player(user=100 + seat, name=name) for seat, name in enumerate(names)])


def test_where_no_mention_can_stand_players_are_named_too() -> None:
    words = Words(None, [*people("Ada", "**Ben**").seats, Player(character="wren"), Player(user=GONE)])
    assert words.label(Message("zarcana.pick.trade", {"seat": SeatRef(0)})) == "Trade hands with Ada"
    assert words.label(Message("zarcana.pick.trade", {"seat": SeatRef(1)})) == "Trade hands with **Ben**"
    assert words.message(Message("zarcana.pick.trade", {"seat": SeatRef(1)})) == "Trade hands with <@101>"
    assert Spoken.of(words)("zarcana.pick.trade", seat=SeatRef(2)) == "Trade hands with Wren"
    assert words.name(3) == words.plain("player.gone")


def test_players_of_one_name_are_two_and_a_seat_of_an_older_version_has_a_number() -> None:
    words = people("Ada", "ada", None)
    assert [words.name(seat) for seat in range(3)] == ["Ada (1)", "ada (2)", "player 3"]


@pytest.mark.parametrize(
    ("names", "signs"),
    [
        (("Ada", "Ben"), ["A", "B"]),
        (("Ada", "Anna", "Ben"), ["Ad", "An", "B"]),
        (("Ada", "Adam", "Ben"), ["1", "2", "B"]),
        (("\U0001d4d0da", "李", "🦊 Ben"), ["A", "李", "B"]),
        (("🦊", "★", "שלום"), ["1", "2", "ש"]),
        (("élan", "Ωmega", "Жанна"), ["É", "Ω", "Ж"]),
        (("Ada", "ada"), ["1", "2"]),
    ],
)
def test_a_players_sign_in_pictures_is_an_initial_unless_two_would_be_alike(
    names: tuple[str, ...], signs: list[str]
) -> None:
    words = people(*names)
    assert initials(names) == signs
    assert list(words.marks(len(names))) == signs
    same = len({name.casefold() for name in names}) < len(names)
    for seat, sign in enumerate(signs):
        number = f"<@{100 + seat}> ({sign})" if same else f"{sign} · <@{100 + seat}>"
        assert words.marked(seat) == (number if sign.isdecimal() else f"<@{100 + seat}>")


def test_plurals_and_references() -> None:
    words = Words(None, [Player(user=5)])
    one = words("varia.fact.stacks", count=1, seat=SeatRef(0), card=CardRef("enraged"), height=1)
    many = words("varia.fact.stacks", count=3, seat=SeatRef(0), card=CardRef("enraged"), height=3)
    assert "1 stack of" in one
    assert "3 stacks of" in many


def test_only_texts_that_change_with_a_number_have_plural_forms() -> None:
    alike = [
        message.id[0]
        for file in (Path(__file__).parents[2] / "bot/locale/en/LC_MESSAGES").glob("*.po")
        for message in read_po(file.read_text("utf-8").splitlines(keepends=True))
        if isinstance(message.id, tuple) and len(set(message.string or ())) == 1
    ]
    assert alike == []


def test_unknown_locales_speak_english_and_unknown_ids_say_themselves() -> None:
    assert catalogue("xx-YY").locale == "en"
    assert catalogue(None).locale == "en"
    assert Words(None)("probe.no.such.text") == "probe.no.such.text"


def test_the_pseudo_language_is_longer_and_keeps_gaps_and_marks() -> None:
    text = "{player}, time is up <t:1:R>"
    assert "{player}" in pseudo(text)
    assert "<t:1:R>" in pseudo(text)
    assert len(pseudo("Press the button")) >= len("Press the button") * 4 // 3


def copied(games: Iterable[str], written: Mapping[str, object]) -> list[str]:
    """The texts of games that say what the text of all games says by the same id.

    One that speaks to its reader belongs to the text without it, and is no copy if the game has that one of its own.
    """
    shared = {key.removeprefix(SHARED): text for key, text in written.items() if key.startswith(SHARED)}
    own = [(game, key) for game in games for key, text in shared.items() if written.get(f"{game}.{key}") == text]
    return [f"{game}.{key}" for game, key in own if (of := READER.sub("", key)) == key or f"{game}.{of}" not in written]


def test_no_game_copies_a_text_that_all_games_share() -> None:
    written: dict[str, object] = {}
    for file in (ROOT / "bot" / "locale" / "en").rglob("*.po"):
        for each in read_po(BytesIO(file.read_bytes()), locale="en"):
            written[each.id if isinstance(each.id, str) else each.id[0]] = each.string
    assert any(key.startswith(SHARED) for key in written)
    assert copied(GAMES, written) == []
    assert copied(GAMES, {f"{SHARED}a": "x", "varia.a": "x", "zarcana.a": "y"}) == ["varia.a"]


def repeated(texts: Iterable[Entry]) -> list[str]:
    """The faults of texts that say what another one says: of the same game or, outside the games, of the bot.

    A translator may need two texts where English has one. All but one of them then say in a comment from which text
    they are apart, and why. Texts without words are left out.
    """
    texts = list(texts)
    games = {each.key.removesuffix(GAME) for each in texts if each.key.endswith(GAME)}
    alike: dict[tuple[str, tuple[str, ...]], dict[str, Entry]] = {}
    for each in texts:
        game = each.key.partition(".")[0]
        alike.setdefault((game if game in games else "", each.forms), {})[each.key] = each
    faults = []
    for (_, forms), group in alike.items():
        apart = {key: MARK.findall(each.comment) for key, each in group.items()}
        wrong = [key for key, marks in apart.items() if any(of not in group or of == key for of, _ in marks)]
        faults += [f"{key}: it is marked as apart from a text that it does not repeat" for key in wrong]
        plain = [key for key, marks in apart.items() if not marks]
        if len(plain) > 1 and re.search(r"\w", re.sub(r"\{[^}]*\}", "", forms[0])):
            faults.append(f"{', '.join(plain)}: they say the same")
    return faults


def test_no_text_repeats_another_unless_it_says_why() -> None:
    texts = [
        Entry(
            each.id if isinstance(each.id, str) else each.id[0],
            (each.string,) if isinstance(each.string, str) else tuple(each.string or ()),
            "\n".join(each.auto_comments),
        )
        for file in (ROOT / "bot" / "locale" / "en").rglob("*.po")
        for each in read_po(BytesIO(file.read_bytes()), locale="en")
        if each.id
    ]
    assert any(MARK.search(each.comment) for each in texts)
    assert repeated(texts) == []


@pytest.mark.parametrize(
    ("texts", "faults"),
    [
        ([Entry("join", ("Join",)), Entry("enter", ("Join",))], ["join, enter: they say the same"]),
        ([Entry("join", ("Join",)), Entry("enter", ("Join",), "Apart from join: a tournament.")], []),
        (
            [Entry("join", ("Join",)), Entry("enter", ("Enter",), "Apart from join: a tournament.")],
            ["enter: it is marked as apart from a text that it does not repeat"],
        ),
        ([Entry("join", ("Join",)), Entry("enter", ("Join",), "Apart from join:")], ["join, enter: they say the same"]),
        ([Entry("join", ("Join", "Join all")), Entry("enter", ("Join", "Join both"))], []),
        ([Entry("one", ("{card}",)), Entry("other", ("{card}",))], []),
        ([Entry(f"{game}{GAME}", ("Win.",)) for game in ("varia", "zarcana")], []),
        (
            [Entry(f"varia{GAME}", ("Win.",)), Entry("varia.aim", ("Win.",))],
            [f"varia{GAME}, varia.aim: they say the same"],
        ),
    ],
)
def test_a_repeated_text_is_found(texts: list[Entry], faults: list[str]) -> None:
    assert repeated(texts) == faults


def test_a_game_has_the_text_of_all_games_unless_it_has_its_own() -> None:
    texts = catalogue("en")
    assert texts.text("varia.fact.left") == texts.text("game.fact.left") != texts.text("bids.fact.left")
    assert "varia.fact.left.you" in texts.ids
    assert "bids.fact.left.you" not in texts.ids, "it would speak to the reader in another text's words"


def test_shortened_keeps_within() -> None:
    chance = Random(1)
    for _ in range(100):
        text = "a b " * chance.randint(1, 50)
        assert len(shortened(text, 60)) <= 60


def test_no_literal_text_stands_in_cogs_and_ui() -> None:
    """What people read is in the catalogue: a string with a space and a capital or a stop is a sentence."""
    sentence = re.compile(r"[A-Z][a-z]+ [a-z]+|[a-z] [a-z]+\.")
    found = []
    for file in [
        *(ROOT / "cogs").rglob("*.py"),
        *(ROOT / "bot" / "ui").rglob("*.py"),
        *(ROOT / "bot" / "interactions").rglob("*.py"),
    ]:
        tree = ast.parse(file.read_text("utf-8"))
        apart = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in apart)
        found += [
            (file.name, node.value) for node in texts if isinstance(node.value, str) and sentence.search(node.value)
        ]
    assert found == []
