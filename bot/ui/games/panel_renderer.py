"""The part of every game's renderer that shows a match as it stands: its board, hands and questions."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from bot.host.review.analysis import Plan
from bot.ui.games.card_numbers import Numbers, listed, numbers_of_options, subject_of
from bot.ui.games.card_renderer import CardRenderer, card_art
from bot.ui.pictures.card_list import lay_list, list_pictures, rows
from bot.ui.pictures.colours import Colour, seat_colour
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.small_card import SignArt
from bot.ui.texts.words import Rendered, Spoken, Words, copies
from engine.contract import (
    CardRef,
    Decision,
    Forecast,
    Key,
    Message,
    Option,
    Seat,
)
from engine.players.gains import Gain


class PanelLine(Struct, frozen=True):
    """A line on a panel, and whether the panel's pictures show what it says."""

    text: str
    drawn: bool = False


class Laid(Struct, frozen=True):
    """Open cards that lie in the same place.

    Attributes:
        title: where they lie, as a heading.
        matter: whether the seat's answer depends on them, so that their texts are worth the room.
        drawn: whether the panel's pictures show them, so that they can be read there.
        told: in a pile, what is said of its cards in place of their names.
    """

    title: str
    cards: tuple[str, ...]
    matter: bool = True
    drawn: bool = False
    told: str = ""


class PanelRenderer(CardRenderer, ABC):
    """Shows a match in texts and pictures, given views.

    Attributes:
        rule_sections: the sections of the rules summary, each with a title and text in the catalogue.
        board_stays: whether the board says something once the match is over; else its trophy takes its place.
        for_desks: whether the pictures on a panel are others at a desk.
        separable: whether a pick of a line says enough without the picks before it.
        folded: the groups of options that are rarely wanted: several of one are a select, unless all fit in one row.
        locks: the ids of options that carry a plan out as it stands.
        pick_signs: the sign for each kind of option that shows no card, by the id of its label; one that only waits or
            passes has none.
        signs: the signs of boards and texts, each a drawing or an emoji, by the id of the text that explains it.
    """

    rule_sections: ClassVar[Sequence[str]] = ()
    board_stays: ClassVar[bool] = False
    for_desks: ClassVar[bool] = False
    separable: ClassVar[bool] = True
    folded: ClassVar[Sequence[str]] = ()
    locks: ClassVar[Sequence[str]] = ()
    pick_signs: ClassVar[Mapping[str, str]] = {}
    signs: ClassVar[Mapping[str, Illustration | str]] = {}

    @abstractmethod
    def step(self, view: Any, words: Words) -> str:
        """Return the current turn and step in a few words."""

    @abstractmethod
    def board(self, view: Any, words: Words) -> str:
        """Return everything that is face-up or public, as text that is complete without a picture."""

    @abstractmethod
    def hand(self, view: Any, seat: Seat, words: Words) -> str:
        """Return what only one seat sees: its hand, as text."""

    def situation(self, view: Any, seat: Seat, words: Words) -> Sequence[PanelLine]:
        """Return what a seat's player needs to know about the table in order to answer; by default, the board."""
        return [PanelLine(self.board(view, words))]

    def held(self, view: Any, seat: Seat) -> frozenset[str]:
        """Return the cards whose texts the hand shows; the others that can be chosen need a text of their own."""
        return frozenset()

    def hand_is_drawn(self, view: Any, seat: Seat, /) -> bool:
        """Whether the pictures on a seat's panel show its hand; by default, if it holds any cards."""
        return bool(self.held(view, seat))

    def glimpsed(self, view: Any, seat: Seat, asked: Decision, words: Words, /) -> Sequence[str]:
        """Return the open cards that `panel_pictures` show without their texts; by default, none."""
        return ()

    def open_cards(self, view: Any, seat: Seat, words: Words) -> Sequence[Laid]:
        """Return the open cards by the places where they lie."""
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
        self,
        view: Any,
        seat: Seat,
        words: Words,
        asked: Decision | None = None,
        forecast: Sequence[Forecast] = (),
        desk: bool = False,  # noqa: FBT001, FBT002 - the last of what a panel passes on
        /,
    ) -> tuple[Picture, ...]:
        """Return the pictures on a seat's panel: the hand, then how things stand, which decides. See `board_picture`.

        `asked` is the seat's question, if it has one, and `forecast` what happens if nobody does anything more. `desk`
        says whether the reader sits at a desk, and not in front of a phone.
        """
        hand = self.hand_pictures(view, seat, words, asked, desk=desk)
        situation = self.situation_picture(view, seat, words, asked, forecast)
        return hand if situation is None else (*hand, situation)

    def situation_picture(
        self, view: Any, seat: Seat, words: Words, asked: Decision | None, forecast: Sequence[Forecast], /
    ) -> Picture | None:
        """Return the picture of how things stand for a seat; by default, none. See `panel_pictures`."""
        return None

    def hand_pictures(
        self, view: Any, seat: Seat, words: Words, asked: Decision | None = None, *, desk: bool = False
    ) -> tuple[Picture, ...]:
        """Return a seat's hand, or what is `usable` of it, in as many pictures as that needs; none without a card."""
        few = self.usable(view, seat, words, asked)
        cards, told = self.hand_cards(view, seat, words) if few is None else few, self.hand_told(view, seat, words)
        return list_pictures(f"{self.key}-hand", cards, told, desk=desk, few=few is not None) if cards else ()

    def usable(self, view: Any, seat: Seat, words: Words, asked: Decision | None, /) -> Sequence[ListedCard] | None:
        """Return the few cards of a hand that can be chosen, if only they are drawn; by default, all are."""
        return None

    def hand_cards(self, view: Any, seat: Seat, words: Words) -> Sequence[ListedCard]:
        """Return the cards in the picture of a seat's hand, as far as the viewer knows them; by default, none."""
        return ()

    def hand_told(self, view: Any, seat: Seat, words: Words) -> str:
        """Return the description of the first picture of a hand, which has everything."""
        return f"{listed(self.numbers(view, seat, None, words), words)}\n{self.hand(view, seat, Spoken.of(words))}"

    def numbers(self, view: Any, seat: Seat, asked: Decision | None, words: Words, /) -> Numbers:
        """Return the numbers that `panel_pictures` show on the cards which a question may offer; by default, none."""
        return {}

    def option_numbers(self, view: Any, seat: Seat, asked: Decision, words: Words, /) -> Mapping[Key, int]:
        """Return the numbers of a question's options, by their keys; by default, those of their cards."""
        return numbers_of_options(asked, self.numbers(view, seat, asked, words))

    def label(self, view: Any, asked: Decision, option: Option, words: Words, /) -> str:
        """Return the label of an option of a question, without its number."""
        return words.label(option.label)

    def board_drawing(self, view: Any, words: Words) -> Scene | None:
        """Return what `board_picture` draws, as a scene; None if the game has only texts."""
        return None

    def hand_drawing(self, view: Any, seat: Seat, words: Words) -> Scene | None:
        """Return the picture of a seat's hand, as one scene; None if nothing of it is known."""
        cards = self.hand_cards(view, seat, words)
        return lay_list((tuple(rows(cards)),)) if cards else None

    def colours(self, view: Any, words: Words) -> Sequence[Colour]:
        """Return the colour that each seat has on the board."""
        return [seat_colour(seat) for seat in range(len(words.seats))]

    def piles(self, view: Any, words: Words) -> Sequence[Laid]:
        """Return the piles that everybody may look through."""
        return []

    def advice(self, view: Any, seat: Seat, words: Words) -> Sequence[PanelLine]:
        """Return what a seat's player should know about the plan before locking it in."""
        return ()

    def forecast(self, lines: Sequence[Forecast], words: Words) -> list[str]:
        """Return what happens if nobody does anything more; a game may leave out lines that say little."""
        return [words.message(line.message) for line in lines]

    def forecast_is_drawn(self, view: Any, seat: Seat, /) -> bool:
        """Whether the pictures on a seat's panel show the forecast; by default, they do not."""
        return False

    def reason(self, better: Plan, other: Plan, gain: Gain, seat: Seat) -> tuple[Seat, Message] | None:
        """Return which part of a line changes most of what a seat's points gain by it, or None if none stands out.

        The seat is the one whose points change.
        """
        return None

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
        return next((card_art(self, ref.card, words) for ref in refs if isinstance(ref, CardRef)), None)

    def plan(self, labels: Sequence[Message], words: Words) -> str:
        """Return the draft, whose picks have these labels, or an empty text if the situation already shows it."""
        return words("panel.draft", picks=Rendered(", ".join(words.made(label) for label in labels)))

    def outcome(
        self,
        view: Any,
        asked: Decision,
        option: Option,
        lines: Sequence[Forecast],
        now: Sequence[Forecast],
        words: Words,
        /,
    ) -> str:
        """Return in a few words what an option brings its seat and the others; by default, an empty text.

        `lines` is the forecast after it, and `now` the one as things are: the same for an option that changes nothing.
        """
        return ""

    def scope(self, view: Any, seat: Seat, words: Words) -> str:
        """Return a line of small print on what `outcome` says; by default, an empty text."""
        return ""

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question that a decision asks."""
        return words(f"{self.key}.ask.{asked.kind}", **asked.about)

    def nothing(self, words: Words) -> str:
        """Return why a seat can only pass, for its own panel."""
        return words("panel.nothing")

    def staked(self, asked: Decision, forecast: Sequence[Forecast], words: Words) -> str:
        """Return the question with what is at stake, as far as a forecast says it; by default, only the question."""
        return self.question(asked, words)

    def hint(self, option: Option, words: Words) -> str | None:
        """Return a line about an option's card that would not fit in the option's label, or None."""
        ref, cards = subject_of(option.label), self.definitions(words.cards)
        line = self.card_line(cards[ref.card], words) if ref is not None and cards else None
        return None if line is None else description(line)

    def emoji(self, option: Option, words: Words, /) -> str | None:
        """Return the name of the emoji to put on an option, or None. It adds nothing to what the label or hint says."""
        return None

    def rule_sections_now(self, view: Any) -> Sequence[str]:
        """Return the names of the rules sections that cover the current step."""
        return self.rule_sections
