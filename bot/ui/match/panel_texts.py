"""The texts of a seat's panel: what happened, the situation, the hand, the draft, the question and the result."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.host.kernel.paces import MINUTE
from bot.host.match.drafts import Made
from bot.host.match.panel_actions import Panel
from bot.ui.games.card_numbers import subject_of
from bot.ui.games.ends import match_trophy
from bot.ui.games.panel_renderer import PanelLine
from bot.ui.games.renderer import Renderer
from bot.ui.games.story import why_over
from bot.ui.games.trophies import NO_MEDALS
from bot.ui.games.turns import last_turn
from bot.ui.match import lessons, puzzles, votes
from bot.ui.match.posts import notes_told, paused, result
from bot.ui.texts.words import Rendered, Words, copies, first_sentence, shortened, time_left
from engine.contract import CardRef, Decision, Message, Option, Seat, SeatRef

TEXT_ROOM: Final = 3900
"""The maximum total number of characters in a panel's texts: Discord accepts 4,000."""

BOARD_LEAST: Final = 400
"""How many characters of the situation to keep even if the texts do not all fit."""

SINCE_ROOM: Final = 600
"""The maximum number of characters for what has happened since the seat's last answer."""

NEWS: Final = 60
"""The maximum number of facts since the seat's last answer that a panel puts into words."""

LINES: Final = 2
"""The maximum number of lines about what has happened since the seat's last answer."""

FORECAST_ROOM: Final = 700
"""The maximum number of characters for what happens if nobody does anything more."""

CARDS_ROOM: Final = 1500
"""The maximum number of characters for the texts of cards that are not in the hand."""

BLOCKED_ROOM: Final = 120
"""The maximum number of characters in a list of blocked cards."""

REASONS: Final = 2
"""For how many reasons a panel says why cards are blocked."""


class Texts(Struct, frozen=True):
    """A panel's texts, from top to bottom: what happened comes first, and what decides stands last and together.

    Only `head` and `question` are never empty. `foot` is small print for below the buttons; `unread` are cards whose
    texts do not fit.
    """

    head: str
    hand: str
    cards: str
    situation: str
    question: str
    foot: str
    unread: tuple[str, ...]


def texts(
    shown: Panel, words: Words, renderer: Renderer, doubtful: Option | None, *, pictured: bool, drawn_turn: bool = False
) -> Texts:
    """Return a panel's texts, shortened until all of them fit: first the situation is cut, then the hand.

    After the end, there is only the result.

    `doubtful` is an option that the player has to confirm; `pictured` says whether the panel has its pictures, and
    `drawn_turn` whether one of them is of the last turn.
    """
    head = _head(shown, words, renderer, pictured=pictured, drawn_turn=drawn_turn)
    question = _question(shown, words, renderer, doubtful, pictured=pictured)
    if drawn_turn and not shown.draft.made and shown.match.status == "running":
        question = "\n".join([*renderer.points(*last_turn(renderer, shown.turn), words), question])
    if shown.match.status != "running":
        return Texts(head, "", "", "", question, "", ())
    situation = "\n".join(_said(renderer.situation(shown.view, shown.seat, words), pictured=pictured))
    foot = "" if doubtful is not None else _foot(shown, words)
    drawn = pictured and renderer.hand_is_drawn(shown.view, shown.seat)
    hand = "" if drawn else renderer.hand(shown.view, shown.seat, words)
    left = TEXT_ROOM - len(head) - len(question) - len(foot)
    situation = shortened(situation, max(BOARD_LEAST, left - len(hand)))
    hand = shortened(hand, max(1, left - len(situation)))
    room = left - len(situation) - len(hand)
    open_ = _OpenCards(shown, words, renderer, pictured=pictured)
    cards = open_.lines(min(room, CARDS_ROOM))
    return Texts(head, hand, cards, situation, question, foot, open_.unread(f"{hand}\n{cards}"))


class _OpenCards:
    """The cards that a panel names outside the hand: those that can be chosen, and those that lie open."""

    def __init__(self, shown: Panel, words: Words, renderer: Renderer, *, pictured: bool) -> None:
        self.words, self.renderer = words, renderer
        self.asked = shown.question is not None
        options = () if shown.question is None else shown.question.options
        named = [(card, renderer.aims_at(each.label)) for each in options if (card := card_of(each.label)) is not None]
        self.chosen = dict.fromkeys(card for card, aimed in named if not aimed)
        self.aimed = [card for card, aimed in named if aimed]
        self.held = renderer.held(shown.view, shown.seat)
        open_ = renderer.open_cards(shown.view, shown.seat, words)
        asked = shown.question if pictured else None
        self.places = [place for place in open_ if not (pictured and place.drawn)]
        self.glimpsed = () if asked is None else renderer.glimpsed(shown.view, shown.seat, asked, words)
        drawn = {card for place in open_ if pictured and place.drawn for card in place.cards}
        self.piled = [card for pile in renderer.piles(shown.view, words) for card in pile.cards]
        self.known = self.held | drawn.difference(self.glimpsed)
        self.drawn = self.known.difference(self.glimpsed) if pictured else frozenset[str]()

    def lines(self, room: int) -> str:
        """Return lines about the cards, in at most this number of characters; where that is too little, only names."""
        fitting: list[str] = []
        for line in self._lines():
            shown = line if len(line) < room else line.split(" · ", 1)[0]
            if len(shown) < room:
                fitting.append(shown)
                room -= len(shown) + 1
        return "\n".join(fitting)

    def unread(self, told: str) -> tuple[str, ...]:
        """Return the cards whose texts are neither on a picture nor in a text."""
        placed = (card for place in self.places for card in place.cards)
        named = dict.fromkeys([*self.chosen, *self.aimed, *placed, *self.glimpsed, *sorted(self.known), *self.piled])
        cards = [card for card in named if card not in self.drawn]
        untold = (card for card in cards if self._text(card).split(" · ", 1)[-1] not in told)
        return tuple(card for card in untold if self._has_text(card))

    def _has_text(self, card: str) -> bool:
        return self._text(card) != self.words("card.named", card=CardRef(card), copies="")

    def _text(self, card: str, count: int = 1) -> str:
        return self.renderer.card_text(card, self.words, count)

    def _lines(self) -> Iterable[str]:
        """Yield a line for each card, or for each place that does not matter now.

        First come the places with cards that can be chosen. Cards without a place are left out if the game says no more
        than their names. No text comes twice.
        """
        told, chosen = set(self.known), self.chosen.keys() - self.known
        placed = {card for place in self.places for card in place.cards}
        for card in self.chosen:
            if card not in told | placed and self._has_text(card):
                yield self._text(card)
        for place in sorted(self.places, key=lambda place: chosen.isdisjoint(place.cards)):
            counts = Counter(place.cards)
            if not self.asked or not (place.matter or chosen & counts.keys()):
                names = ", ".join(f"{self.words.card(card)}{copies(count)}" for card, count in counts.items())
                yield self.words("card.laid", place=Rendered(place.title), cards=Rendered(names))
                continue
            yield place.title
            for card, count in counts.items():
                named = "card.held" if card in self.held else "card.named" if card in told else None
                ref = CardRef(card)
                yield self._text(card, count) if named is None else self.words(named, card=ref, copies=copies(count))
                told.add(card)


def _head(shown: Panel, words: Words, renderer: Renderer, *, pictured: bool, drawn_turn: bool) -> str:
    """Return the title, and the result, or the step and what happened until the seat begins a new plan."""
    title = _title(shown, words)
    if shown.match.status != "running":
        return "\n".join([words("panel.ended", title=title), *_ending(shown, words, renderer, pictured=pictured)])
    news = [] if shown.draft.made else _news(shown, words, renderer, drawn_turn=drawn_turn)
    return "\n".join([words("panel.step", title=title, step=Rendered(renderer.step(shown.view, words))), *news])


def _news(shown: Panel, words: Words, renderer: Renderer, *, drawn_turn: bool) -> list[str]:
    """Return what has happened since the seat's last answer, as a post tells it, but for a turn that is drawn."""
    since = shown.since[-NEWS:]
    if drawn_turn:
        began = max((place for place, fact in enumerate(since, 1) if isinstance(fact, renderer.turns)), default=0)
        since = since[began:]
    told = [line.partition("\n")[0] for line in renderer.report(since, (), words) if not line.startswith("-# ")]
    return _fitting(told[-LINES:], SINCE_ROOM)


def _title(shown: Panel, words: Words) -> Rendered:
    if shown.puzzle is not None:
        return puzzles.title(shown, words)
    if shown.match.lesson is not None:
        return lessons.title(shown, words)
    return words("panel.title", game=words(f"{shown.match.game}.name"), match=shown.match.id)


def _question(shown: Panel, words: Words, renderer: Renderer, doubtful: Option | None, *, pictured: bool) -> str:
    asked = shown.question
    lines: list[str] = []
    if shown.notice is not None:
        lines.append(words("panel.notice", notice=words.message(shown.notice)))
    if shown.match.paused is not None:
        lines.append(paused(shown, words))
    lines += votes.lines(shown, words)
    if shown.told:
        lines += [words("panel.told"), *(beat.line for beat in renderer.story(shown.told, words))]
    if shown.match.status != "running":
        return "\n".join([*lines, *_after(shown, words, renderer)])
    if shown.draft.made:
        labels = [label for made in shown.draft.made for label in made.labels]
        lines += [line for line in [renderer.plan(labels, words)] if line]
    if shown.coach is None and shown.puzzle is None:
        lines += _said(renderer.advice(shown.view, shown.seat, words), pictured=pictured)
    if not (pictured and renderer.forecast_is_drawn(shown.view, shown.seat)):
        lines += _fitting(renderer.forecast(shown.forecast, words), FORECAST_ROOM)
    if doubtful is not None and doubtful.asks is not None:
        lines.append(words("panel.notice", notice=words.message(doubtful.asks)))
    elif asked is not None and shown.vote is None:
        question, _, details = renderer.staked(asked, shown.forecast, words).partition("\n")
        clock = _clock(shown, words)
        timed = words("panel.question", question=Rendered(question))
        lines.append(timed if clock is None else words("panel.timed", question=timed, clock=clock))
        lines += details.splitlines() if pictured else []
        lines += _several(asked, shown, words)
        lines += [line for line in [renderer.scope(shown.view, shown.seat, words)] if line and shown.outlooks]
        lines += _passing(shown, words)
    else:
        lines += _not_asked(shown, words, renderer)
    said = [*lessons.coach_lines(shown, words, renderer.held(shown.view, shown.seat)), *puzzles.question(shown, words)]
    return "\n".join([*lines, *said])


def _after(shown: Panel, words: Words, renderer: Renderer) -> list[str]:
    """Return what is said once the match does not run any more."""
    if shown.puzzle is not None and shown.puzzle.proof is not None:
        return puzzles.proof(shown, words)
    return [words("panel.over"), *lessons.coach_lines(shown, words, renderer.held(shown.view, shown.seat))]


def _foot(shown: Panel, words: Words) -> str:
    """Return the cards that are blocked, and the tip."""
    if shown.question is None or shown.vote is not None:
        return ""
    tip = [] if shown.term is None else [words("panel.term", line=words(shown.term))]
    return "\n".join([*_blocked(shown.question, words), *tip])


def _said(lines: Iterable[PanelLine], *, pictured: bool) -> list[str]:
    """Return the lines that the panel says, without those that its pictures show."""
    return [line.text for line in lines if line.text and not (pictured and line.drawn)]


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """Return the first lines that fit together in this number of characters."""
    fitting: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        fitting.append(line)
    return fitting


def _not_asked(shown: Panel, words: Words, renderer: Renderer) -> list[str]:
    """Return what the match is waiting for if the seat has no question to answer."""
    if shown.vote is not None or shown.match.paused is not None:
        return []
    waiting = Rendered(", ".join(words.player(seat) for seat in shown.waiting if seat != shown.seat))
    if shown.foreseen is not None and not shown.foreseen.answerable:
        return [words("panel.next.nothing", why=Rendered(renderer.nothing(words)), players=waiting)]
    if shown.foreseen is not None:
        return [words("panel.next.passed" if shown.draft.held else "panel.next", players=waiting)]
    if shown.draft.held is not None:
        return _held(shown.draft.held, shown.effect, words)
    if shown.passed is not None:
        unit, seconds = ("minutes", MINUTE) if shown.pace.passing[1] >= MINUTE else ("seconds", 1.0)
        why, count = Rendered(renderer.nothing(words)), round(shown.pace.passing[1] / seconds)
        return [words(f"panel.passed.{unit}", why=why, count=count)]
    return [words("panel.waiting", players=waiting)]


def _ending(shown: Panel, words: Words, renderer: Renderer, *, pictured: bool) -> list[str]:
    """Return who won and by how much, or why the match was stopped; a picture shows everybody's places."""
    if shown.puzzle is not None and shown.puzzle.proof is not None:
        return puzzles.verdict(shown, words)
    if shown.match.outcome is None:
        return result(shown, words)
    ranking: list[list[Seat]] = shown.match.outcome["ranking"]
    first, *below = ranking
    if len(first) == 1:
        lines: list[str] = [words("panel.won", seat=SeatRef(first[0]))]
    else:
        lines = [words("panel.shared", players=words.list_players(first)) if below else words("panel.drawn")]
    for place, rank in enumerate([] if pictured else ranking, 1):
        for seat in rank:
            score = renderer.score(shown.view, seat, words)
            name = words.list_players([seat])
            lines.append(
                words("end.place", place=place, players=name)
                if score is None
                else words("panel.place", place=place, players=name, score=Rendered(score))
            )
    lost = shown.seat not in first
    lines.append(why_over(shown.match.outcome["reason"], ranking, words))
    # A solo match has no post about its end, which says what the trophy leaves out.
    trophy = match_trophy(renderer, shown.record, shown.view, NO_MEDALS, words) if shown.match.solo else None
    return [*lines, *[words("panel.lost")] * lost, *([] if trophy is None else notes_told(trophy))]


def _clock(shown: Panel, words: Words) -> Rendered | None:
    """Return the deadline and the reserve time; None without a deadline."""
    if shown.deadline is None:
        return None
    when, key = Rendered(time_left(shown.deadline)), "panel.deadline"
    minutes = int(shown.own.bank // MINUTE)
    if shown.own.bank and shown.asked is not None and shown.asked.tempo == "turn":
        key = "panel.bank.minutes" if minutes else "panel.bank.seconds"
    return words(key, when=when, count=minutes or round(shown.own.bank))


def _passing(shown: Panel, words: Words) -> list[str]:
    """Return whether the seat passes or holds its answers back."""
    lines: list[str] = []
    if shown.passes:
        lines.append(words("panel.passes"))
    if shown.own.waits and shown.pace.days:
        lines.append(words("panel.waits"))
    return lines


def _held(held: Made, effect: float | None, words: Words) -> list[str]:
    """Return the answer that the player has already given, and when it will take effect."""
    answer = ", ".join(words.made(label) for label in held.labels)
    return [words("panel.held", answer=Rendered(answer), when=Rendered(time_left(effect or 0.0)))]


def _blocked(asked: Decision, words: Words) -> list[str]:
    """Return the cards that are blocked altogether, by the reasons, each in a sentence.

    Beyond `REASONS`, they are only named: the panel's help lists everything that is blocked, with all reasons.
    """
    offered = {ref.card for option in asked.options if (ref := subject_of(option.label)) is not None}
    by_reason: dict[str, dict[str, None]] = {}
    for each in asked.blocked:
        if (ref := subject_of(each.label)) is not None and ref.card not in offered:
            by_reason.setdefault(words.message(each.reason), {})[words.card(ref.card)] = None
    listed = [
        (Rendered(shortened(", ".join(names), BLOCKED_ROOM)), Rendered(first_sentence(reason)))
        for reason, names in by_reason.items()
    ]
    lines: list[str] = [
        words("panel.blocked.more" if number else "panel.blocked.all", what=what, reason=reason)
        for number, (what, reason) in enumerate(listed[:REASONS])
    ]
    rest = Rendered(", ".join(what for what, _ in listed[REASONS:]))
    return [*lines, words("panel.blocked", what=rest)] if rest else lines


def card_of(label: Message) -> str | None:
    """Return the card that an option names, or None."""
    ref = label.args.get("card")
    return ref.card if isinstance(ref, CardRef) else None


def _several(asked: Decision, shown: Panel, words: Words) -> list[str]:
    """Return how many answers are required, unless the question says so, and which have been chosen so far."""
    if asked.most == asked.least == 1 or not asked.options:
        return []
    labels = {option.key: words.message(option.label) for option in asked.options}
    chosen = [labels[key] for key in shown.draft.chosen]
    lines: list[str] = []
    if asked.ordered:
        listed = "\n".join(f"-# {number}. {label}" for number, label in enumerate(labels.values(), 1))
        lines += [words("panel.order_shown"), listed]
    elif not asked.least == asked.most == asked.about.get("count"):
        lines.append(how_many(asked, words))
    if chosen:
        lines.append(words("panel.chosen", chosen=Rendered(", ".join(chosen))))
    return lines


def how_many(asked: Decision, words: Words) -> str:
    """Return how many options an answer to a question consists of."""
    if asked.least == asked.most:
        return words("panel.choose.exactly", count=asked.most)
    return words("panel.choose.between" if asked.least else "panel.choose.up_to", least=asked.least, most=asked.most)
