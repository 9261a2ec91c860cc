"""The base class for every game's renderer: what the rest of the bot needs from a renderer, with defaults."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import Struct

from bot.host.review.analysis import Plan
from bot.ui.games.card_numbers import Numbers, subject_of
from bot.ui.games.deck_renderer import DeckRenderer
from bot.ui.games.episodes import Episode, Kinds, blow, cut, points_told, post
from bot.ui.games.story import StoryPart
from bot.ui.games.strips import in_few_rows, moments, strip_in_motion, strip_picture, unmarked
from bot.ui.games.trophies import MatchRecord, outcome_of, trophy_of, trophy_picture
from bot.ui.pictures.colours import INK, PAPER, Colour, seat_colour
from bot.ui.pictures.emoji import Emoji
from bot.ui.pictures.picture import DESCRIPTION, Picture, description
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.small_card import SignArt
from bot.ui.pictures.strip import Strip
from bot.ui.pictures.tones import Tones, tones_of
from bot.ui.pictures.trophy import Medal, Trophy
from bot.ui.texts.words import Rendered, Spoken, Words, copies, shortened
from engine.contract import (
    CardRef,
    Cards,
    Decision,
    Fact,
    Forecast,
    Message,
    Option,
    Seat,
    SeatRef,
)
from engine.players.gains import Gain

CARDS: Final = "cards.png"

LINES: Final = 3
"""The maximum number of lines about what happened since a seat's last answer."""


class CardPage(Struct, frozen=True):
    """The page about a card: its title, what kind of card it is, and its text.

    Attributes:
        rulings: message ids of short rulings that concern the card, from the game's rules.
    """

    title: str
    kind: str
    text: str
    flavour: str
    rulings: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """The card's contents, as alt text for a picture that shows the same things."""
        return description(f"{self.title}\n{self.kind}\n{self.text}")


class Laid(Struct, frozen=True):
    """Open cards that lie in the same place.

    Attributes:
        title: where they lie, as a heading.
        matter: whether the seat's answer depends on them, so that their texts are worth the room.
    """

    title: str
    cards: tuple[str, ...]
    matter: bool = True


class Renderer(DeckRenderer, ABC):
    """Describes a game in texts and pictures, given views and facts but never a state.

    A game's renderer sets the attributes and overrides the methods whose defaults are not enough, usually with a
    function from another module, as in `step = staticmethod(board.step)`.

    Attributes:
        key: the game's key, the prefix of its text ids.
        rule_sections: the sections of the rules summary, each with a title and text in the catalogue.
        kinds: how the game tells each kind of fact; it leaves out others.
        turns: the kinds of facts that begin a turn.
        scored: whether the post of a turn ends with everybody's points.
        earlier: how many events from before a turn say how things stood, for its post in words.
        earlier_drawn: the same for a turn that is drawn.
        board_stays: whether the board says something once the match is over; else its trophy takes its place.
        separable: whether a pick of a line says enough without the picks before it.
        folded: the groups of options that are rarely wanted: several of one are a select, unless all fit in one row.
        notable: the kinds of facts that a panel repeats, the most important first; if empty, it repeats the newest.
        emojis: the game's emojis, beside those that every game has.
        pick_signs: the sign for each kind of option that shows no card, by the id of its label; one that only waits or
            passes has none.
        signs: the signs of boards and texts, each a drawing or an emoji, by the id of the text that explains it.
        tones: the tones in which pictures about the game, rather than about a match, are printed.
    """

    key: ClassVar[str]
    rule_sections: ClassVar[Sequence[str]] = ()
    kinds: ClassVar[Kinds] = {}
    turns: ClassVar[tuple[type[Fact], ...]] = ()
    scored: ClassVar[bool] = False
    earlier: ClassVar[int] = 60
    earlier_drawn: ClassVar[int] = earlier
    board_stays: ClassVar[bool] = False
    separable: ClassVar[bool] = True
    folded: ClassVar[Sequence[str]] = ()
    notable: ClassVar[Sequence[type[Fact]]] = ()
    emojis: ClassVar[Sequence[Emoji]] = ()
    pick_signs: ClassVar[Mapping[str, str]] = {}
    signs: ClassVar[Mapping[str, Illustration | str]] = {}
    tones: ClassVar[Tones] = tones_of(INK, seat_colour(0), PAPER)

    # The state of the match

    @abstractmethod
    def step(self, view: Any, words: Words) -> str:
        """Return the current turn and step in a few words."""

    @abstractmethod
    def board(self, view: Any, words: Words) -> str:
        """Return everything that is face-up or public, as text that is complete without a picture."""

    @abstractmethod
    def hand(self, view: Any, seat: Seat, words: Words) -> str:
        """Return what only one seat sees: its hand, as text."""

    def situation(self, view: Any, seat: Seat, words: Words) -> str:
        """Return what a seat's player needs to know about the table in order to answer; by default, the board."""
        return self.board(view, words)

    def situation_beside(self, view: Any, seat: Seat, words: Words) -> str:
        """Return what is left to say of the situation beside `panel_pictures`; by default, all of it."""
        return self.situation(view, seat, words)

    def held(self, view: Any, seat: Seat) -> frozenset[str]:
        """Return the cards whose texts the hand shows; the others that can be chosen need a text of their own."""
        return frozenset()

    def pictured(self, view: Any, seat: Seat, words: Words, /) -> frozenset[str]:
        """Return the cards whose texts the pictures on a seat's panel show; by default, those of the hand."""
        return self.held(view, seat)

    def glimpsed(self, view: Any, seat: Seat, asked: Decision, words: Words, /) -> Sequence[str]:
        """Return the open cards that `panel_pictures` show without their texts; by default, none."""
        return ()

    def open_cards(self, view: Any, seat: Seat, words: Words, *, pictured: bool) -> Sequence[Laid]:
        """Return the open cards by the places where they lie, without those that the pictures show if `pictured`."""
        return ()

    def card_text(self, card: str, words: Words, count: int = 1) -> str:
        """Return a line with a card's name and what it does; only the name if the game does not describe its cards.

        After the name stand the `count` of equal cards, if there are several, and the sign of the card, if it has one.
        """
        definition = self.definitions(words.cards).get(card)
        line = None if definition is None else self.card_line(definition, words)
        if line is None:
            return words("card.named", card=CardRef(card), copies=copies(count))
        sign = self.sign(definition)
        key = "card.described" if sign is None else "card.signed"
        return words(key, sign=sign or "", card=CardRef(card), copies=copies(count), text=Rendered(line))

    def sign(self, card: Any) -> str | None:
        """Return the plain emoji of a card's type or suit, for texts; None if it has none."""
        return None

    def score(self, view: Any, seat: Seat, words: Words) -> str | None:
        """Return a seat's points with their unit, by which a match is won, or None if there is nothing to count."""
        return None

    def board_picture(self, view: Any, words: Words) -> Picture | None:
        """Return a picture of the board, or None if the game has only texts. Drawing can take some processor time."""
        return None

    def aim_picture(self, view: Any, words: Words) -> Picture | None:
        """Return the picture beside the first page of the rules, from a view of a match that has just begun.

        By default, it is that of the board.
        """
        return self.board_picture(view, words)

    def panel_pictures(
        self, view: Any, seat: Seat, words: Words, asked: Decision | None = None, forecast: Sequence[Forecast] = (), /
    ) -> tuple[Picture, ...]:
        """Return the pictures on a seat's panel, from top to bottom; by default, none. See `board_picture`.

        `asked` is the seat's question, if it has one, and `forecast` what happens if nobody does anything more.
        """
        return ()

    def numbers(self, view: Any, seat: Seat, asked: Decision, /) -> Numbers:
        """Return the numbers that `panel_pictures` show on the cards which a question offers; by default, none."""
        return {}

    def reasoned(self, view: Any, seat: Seat, asked: Decision, /) -> frozenset[str]:
        """Return the cards on which `panel_pictures` say why a question does not offer them; by default, none."""
        return frozenset()

    def board_drawing(self, view: Any, words: Words) -> Scene | None:
        """Return what `board_picture` draws, as a scene; None if the game has only texts."""
        return None

    def hand_drawing(self, view: Any, seat: Seat, words: Words) -> Scene | None:
        """Return what only one seat sees, as a scene; None if there is none to draw."""
        return None

    def colours(self, view: Any, words: Words) -> Sequence[Colour]:
        """Return the colour that each seat has on the board."""
        return [seat_colour(seat) for seat in range(len(words.seats))]

    def piles(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the piles that everybody may look through, each as a title and its contents."""
        return []

    def advice(self, view: Any, seat: Seat, words: Words) -> list[str]:
        """Return what a seat's player should know about the plan before locking it in."""
        return []

    def advice_beside(self, view: Any, seat: Seat, words: Words) -> list[str]:
        """Return what is left of the advice beside `panel_pictures`; by default, all of it."""
        return self.advice(view, seat, words)

    def forecast(self, lines: Sequence[Forecast], words: Words) -> list[str]:
        """Return what happens if nobody does anything more; a game may leave out lines that say little."""
        return [words.message(line.message) for line in lines]

    def forecast_beside(self, lines: Sequence[Forecast], view: Any, seat: Seat, words: Words) -> list[str]:
        """Return what is left to say of the forecast beside `panel_pictures`; by default, all of it."""
        return self.forecast(lines, words)

    def reason(self, better: Plan, other: Plan, gain: Gain, seat: Seat) -> tuple[Seat, Message] | None:
        """Return which part of a line changes most of what a seat's points gain by it, or None if none stands out.

        The seat is the one whose points change.
        """
        return None

    def card_art(self, card: str, words: Words) -> Illustration | None:
        """Return the picture on a card; None if the card is not known, or the game draws none."""
        definition = self.definitions(words.cards).get(card)
        return None if definition is None else self.art(definition, words.cards)

    def aims_at(self, label: Message) -> bool:
        """Return whether the card of an option is only what it aims at, so that its text decides little."""
        return False

    def pick_art(self, label: Message, seat: Seat, words: Words) -> Illustration | None:
        """Return what stands in pictures for a seat's choice of an option: its sign or else its card, if it has any."""
        args = label.args
        if label.id in self.pick_signs:
            return SignArt(self.pick_signs[label.id])
        several = args.get("cards")
        first = several[0] if isinstance(several, tuple) and several else None
        refs = (args.get("begun"), args.get("card"), first)
        return next((self.card_art(ref.card, words) for ref in refs if isinstance(ref, CardRef)), None)

    def plan(self, labels: Sequence[Message], words: Words) -> str:
        """Return the draft, whose picks have these labels, or an empty text if the situation already shows it."""
        return words("panel.draft", picks=Rendered(", ".join(words.made(label) for label in labels)))

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question that a decision asks."""
        return words(f"{self.key}.ask.{asked.kind}", **asked.about)

    def explanation(self, asked: Decision, words: Words) -> str:
        """Return what a question is about: what can be chosen, what that does, and what happens after a pass."""
        return words(f"{self.key}.help.{asked.kind}")

    def hint(self, option: Option, words: Words) -> str | None:
        """Return a line about an option's card that would not fit in the option's label, or None."""
        ref, cards = subject_of(option.label), self.definitions(words.cards)
        line = self.card_line(cards[ref.card], words) if ref is not None and cards else None
        return None if line is None else description(line)

    def emoji(self, option: Option, words: Words, /) -> str | None:
        """Return the name of the emoji to put on an option, or None. It adds nothing to what the label or hint says."""
        return None

    # What happened

    def story(self, facts: Sequence[Fact], words: Words) -> list[StoryPart]:
        """Return what happened, fact by fact."""
        beats: list[StoryPart] = []
        told = cut(self.joined(facts), self.kinds, words, lambda _: False)
        for said in (said for episode in told for said in episode.says):
            if beats and said.kind.weight in ("detail", "routine"):
                beats[-1] = StoryPart(beats[-1].line, (*beats[-1].particulars, said.text))
            else:
                beats.append(StoryPart(said.text))
        return beats

    def since(self, facts: Sequence[Fact], words: Words) -> list[str]:
        """Return the most important things that happened, in order, in at most `LINES` lines."""
        if not self.notable:
            return [beat.line for beat in self.story(facts, words)][-LINES:]
        kinds = [kind for kind in self.notable if kind in self.kinds]
        ranks = [(kinds.index(type(fact)), place) for place, fact in enumerate(facts) if type(fact) in kinds]
        told: dict[int, str] = {}
        for _, place in sorted(ranks, key=lambda each: (each[0], -each[1])):
            if len(told) == LINES:
                break
            if line := self.since_line(facts, place, words):
                told[place] = line
        return [told[place] for place in sorted(told)]

    def since_line(self, facts: Sequence[Fact], place: int, words: Words) -> str:
        """Return the line about one of the facts that a panel repeats."""
        return self.kinds[type(facts[place])].tell(facts[place], words)

    def news_beside(self, facts: Sequence[Fact], view: Any, seat: Seat) -> Sequence[Fact]:
        """Return the facts without those that `panel_pictures` show to a seat; by default, all of them."""
        return facts

    def joined(self, facts: Sequence[Fact]) -> Iterable[Fact]:
        """Return the facts, merging those that share a line."""
        return facts

    def turn(self, before: Sequence[Fact], words: Words) -> str:
        """Return the turn that a post is about, and whose it is; `before` holds facts from before the post."""
        began: Any = next((fact for fact in reversed(before) if isinstance(fact, self.turns)), None)
        if began is None:
            return words("report.start")
        seat = began.seat if hasattr(began, "seat") else began.active
        return words("report.turn", turn=began.turn, seat=SeatRef(seat))

    def episodes(self, facts: Sequence[Fact], words: Words, /) -> list[Episode]:
        """Return what happened in a turn, in words, cut into episodes; by default, one for each fact."""
        return cut(self.joined(facts), self.kinds, words, lambda fact: self.kinds[type(fact)].weight == "outcome")

    def report(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Sequence[str]:
        """Return what happened in a turn in a few lines, the outcome last; see `turn`."""
        turn = [fact for fact in facts if not isinstance(fact, self.turns)]
        return post(self.episodes(turn, words), words, points_told(facts, before, words) if self.scored else [])

    def turn_strip(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words, /) -> Strip | None:
        """Return what the picture of a turn shows, or None if there is nothing to draw; see `turn`."""
        return None

    def turn_picture(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Picture | None:
        """Return a picture of what happened in a turn, or None if there is nothing to draw. See `board_picture`."""
        return strip_picture(in_few_rows(self.turn_strip(facts, before, words), words))

    def turn_in_motion(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Picture | None:
        """Return a moving picture of what happened in a turn, or None if nothing moves. See `board_picture`."""
        return strip_in_motion(in_few_rows(self.turn_strip(facts, before, words), words))

    def record(self, facts: Sequence[Fact], view: Any, words: Words, /) -> MatchRecord | None:
        """Return what the facts of a whole match say for its trophy; None for a game without one."""
        return None

    def trophy(self, facts: Sequence[Fact], view: Any, medals: Mapping[Seat, Medal], words: Words) -> Trophy | None:
        """Return what the end of a match shows; None if it has no result, or the game keeps no record.

        `medals` are the leagues of the players who are rated.
        """
        spoken, outcome = Spoken.of(words), outcome_of(facts)
        record = None if outcome is None else self.record(facts, view, spoken)
        if outcome is None or record is None:
            return None
        scores = [self.score(view, seat, spoken) or "" for seat in range(len(words.seats))]
        return trophy_of(outcome, record, scores, spoken, medals)

    def end_picture(
        self, facts: Sequence[Fact], view: Any, medals: Mapping[Seat, Medal], words: Words
    ) -> Picture | None:
        """Return the end of a match as a picture, or None if there is none to draw; see `trophy`."""
        return trophy_picture(self.trophy(facts, view, medals, words))

    def blows(self, facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> Sequence[StoryPart]:
        """Return everything that happened in a turn, or in a part of it after the facts `before`, with every figure."""
        return [blow(episode) for episode in self.episodes(facts, words)]

    def blow_pictures(
        self, facts: Sequence[Fact], before: Sequence[Fact], rows: Collection[str], words: Words
    ) -> Mapping[str, Picture]:
        """Return the moments of a turn with these labels as large pictures, each described by its part of `blows`.

        There are none if there is nothing to draw. See `board_picture`.
        """
        strip, turn = (
            self.turn_strip(facts, before, words),
            [fact for fact in facts if not isinstance(fact, self.turns)],
        )
        told = {part.row: unmarked(part.short) for part in self.blows(turn, Spoken.of(words)) if part.row in rows}
        return {} if strip is None else moments(strip, {row: line for row, line in told.items() if row is not None})

    # Cards

    def card_line(self, card: Any, words: Words, /) -> str | None:
        """Return a one-line summary of a card, to be shown below its name, or None."""
        return None

    def card_names(self, cards: Cards) -> list[str]:
        """Return the names of all cards that can be looked up."""
        return sorted(card.name for card in self.definitions(cards).values())

    def card(self, name: str, cards: Cards, words: Words) -> CardPage | None:
        """Return the page about the card with this name, or None."""
        card = self._find(name, cards)
        return None if card is None else self.card_page(card, cards, words)

    def card_page(self, card: Any, cards: Any, words: Words, /) -> CardPage | None:
        """Return the page about a card; None in a game whose cards cannot be looked up."""
        return None

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        """Return a picture of the card with this name, or None if no such card exists or the game does not draw cards.

        See `board_picture`.
        """
        card = self._find(name, cards)
        return None if card is None else self.draw_card(card, cards, words)

    def draw_card(self, card: Any, cards: Any, words: Words, /) -> Picture | None:
        """Return a picture of a card; None in a game that only describes its cards in words."""
        return None

    def art(self, card: Any, cards: Any, /) -> Illustration | None:
        """Return a card's art alone; None in a game that only describes its cards in words."""
        return None

    def _find(self, name: str, cards: Cards) -> Any:
        try:
            return self.definitions(cards).get(cards.find(name))
        except KeyError:
            return None

    def cards_picture(self, held: Sequence[tuple[str, int]], cards: Cards, words: Words) -> Picture | None:
        """Return a picture of some whole cards, each with its number of copies; None if the game draws none.

        Its description has each card's name, kind and rules, as far as there is room. See `board_picture`.
        """
        known = self.definitions(cards)
        shown = [(known[card], count) for card, count in held]
        drawn = self.draw_cards(shown, cards, words) if shown else None
        if drawn is None:
            return None
        spoken, room = Spoken.of(words), DESCRIPTION // len(shown) - 1
        pages = [(self.card_page(card, cards, spoken), count) for card, count in shown]
        told = [f"{page.title}{copies(count)}: {page.kind}. {page.text}" for page, count in pages if page is not None]
        return Picture(CARDS, drawn, description("\n".join(shortened(" ".join(each.split()), room) for each in told)))

    def draw_cards(self, shown: Sequence[tuple[Any, int]], cards: Any, words: Words, /) -> bytes | None:
        """Draw some cards, given with their numbers of copies, side by side as a PNG; None if the game draws none."""
        return None

    # Rules

    def rules(self, words: Words) -> list[tuple[str, str]]:
        """Return the rules summary as sections, each with a title and text."""
        return self._sections(self.rule_sections, words)

    def rules_now(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the sections of the rules that cover the current step."""
        return self._sections(self.rule_sections_now(view), words)

    def rule_sections_now(self, view: Any) -> Sequence[str]:
        """Return the names of the rules sections that cover the current step."""
        return self.rule_sections

    def _sections(self, sections: Sequence[str], words: Words) -> list[tuple[str, str]]:
        keys = [f"{self.key}.rules.{section}" for section in sections]
        return [(words(f"{key}.title"), words(key)) for key in keys]
