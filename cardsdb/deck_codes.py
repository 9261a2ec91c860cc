"""Shareable decks: a short code for machines and text that people can read and edit, for every game with decks.

A code is the game's key, a hyphen, and the base64url of: one byte for the version; for each number of copies, that
number, how many cards have it, and four bytes of each card's SHA-256 (of its id); and two bytes of a SHA-256 over all
of this, which reveal typing errors. The text is a heading and one line per card:

    # Cinder Vanguard
    3 Hearth Cleave
    1 Ashwood Mace

Both are read as people paste them: a code anywhere in a text, and a list with bullets, with its counts in front or
behind, and with line breaks that were lost or added.
"""

import binascii
import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from engine.contract import Cards, Deck, Message
from engine.text import visible

VERSION: Final = 1
MARK: Final = 4
"""The bytes of a hash that represent a card: among ten thousand cards, two collide in one case in a hundred."""

CHECK: Final = 2
"""The length of the checksum, in bytes."""

LONGEST: Final = 4000
"""The maximum length of a code or text, in characters."""

MOST: Final = 99
"""The maximum number of copies of a card, and of different cards, in a code or text."""

NAME: Final = 60
"""The length to which a deck's name is cut, in characters."""

SHORTEST: Final = 12
"""The minimum length of a code without its game, in characters: one card."""

_CODE: Final = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]+)-([A-Za-z0-9_-]+)")
_FENCE: Final = re.compile(r"```(?:te?xt$)?", re.MULTILINE)
_FRAME: Final = " `*_|\"'.,;:!?"
"""What people and chat programs write around a code, a line or a word."""

_BULLET: Final = re.compile(r"\A[>*+\u2022\u2023\u00b7\u2013\u2014-]+ *")
_ENTRIES: Final = (
    re.compile(r"(?P<count>\d{1,2}) +(?P<name>\S.*)"),
    re.compile(r"(?P<count>\d{1,2}) *[x\u00d7] *(?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"(?P<name>.*\S) *[x\u00d7] *(?P<count>\d{1,2})", re.IGNORECASE),
)
"""The ways to write a number of copies of a card, an export's own first: a card may be called X-Ray."""

AROUND: Final = 3
"""The words of an entry besides its card's name: a bullet, a number and an x."""


class DeckRefused(Exception):
    """A code or text is not a deck, or not a legal one; `reasons` lists every reason, for the player."""

    def __init__(self, reasons: Iterable[Message]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(*(reason.id for reason in self.reasons))


def deck_code(game: str, deck: Deck) -> str:
    """Return a deck's code. Equal decks of a game have equal codes, whatever their names and order."""
    by_count: dict[int, list[bytes]] = {}
    for card, count in deck.cards.items():
        by_count.setdefault(count, []).append(_mark(card))
    body = bytes([VERSION])
    for count, marks in sorted(by_count.items()):
        body += bytes([count, len(marks)]) + b"".join(sorted(marks))
    return f"{game}-{urlsafe_b64encode(body + _check(game, body)).decode().rstrip('=')}"


def code_game(text: str) -> str | None:
    """Return the key of the game that the code in a text is for, or None if the text holds no code."""
    code = _find_code(visible(text))
    return None if code is None else code[0]


def deck_text(deck: Deck, cards: Cards) -> str:
    """Return a deck as text that people can read and edit. Raises KeyError if a card is in none of the sets."""
    lines = [f"{count} {cards.name(card)}" for card, count in deck.cards.items()]
    return "\n".join([f"# {deck.name}", *lines])


def read_deck(game: str, text: str, cards: Cards, ids: Collection[str], name: str = "") -> Deck:
    """Return the deck in a code or text, without checking it against any format.

    `ids` holds the ids of all cards that a deck may hold; `name` is the deck's name if the text has no heading. Raises
    DeckRefused with every reason at once, and no other error, whatever the text is.
    """
    if len(text) > LONGEST:
        raise DeckRefused([Message("deck.refused.long", {"most": LONGEST})])
    text = visible(text)
    code = _find_code(text)
    if code is None:
        try:
            return _from_text(text, cards, frozenset(ids), name)
        except DeckRefused:
            if any(found[1].lower() == game and len(found[2]) >= SHORTEST for found in _CODE.finditer(text)):
                raise DeckRefused([Message("deck.refused.damaged")]) from None
            raise
    if code[0] != game:
        raise DeckRefused([Message("deck.refused.game", {"game": code[0]})])
    return Deck(name[:NAME], _from_code(game, code[1], ids))


def _find_code(text: str) -> tuple[str, str] | None:
    """Return the game and the letters of the first undamaged code in a text; a damaged one must be the whole text."""
    for found in _CODE.finditer(text):
        game, letters = found[1].lower(), found[2]
        for end in range(len(letters), len(letters.rstrip("_-")) - 1, -1):
            if _body(game, letters[:end]) is not None:
                return game, letters[:end]
    whole = _CODE.fullmatch(_FENCE.sub("", text).strip(f"{_FRAME}\n"))
    return None if whole is None else (whole[1].lower(), whole[2])


def _body(game: str, letters: str) -> bytes | None:
    """Return what a code says after its version, or None if the code is damaged."""
    try:
        data = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except (ValueError, binascii.Error):
        return None
    body, check = data[:-CHECK], data[-CHECK:]
    return body[1:] if body and body[0] == VERSION and check == _check(game, body) else None


def _from_code(game: str, letters: str, ids: Iterable[str]) -> dict[str, int]:
    body = _body(game, letters)
    if body is None:
        raise DeckRefused([Message("deck.refused.damaged")])
    meant: dict[bytes, list[str]] = {}
    for card in ids:
        meant.setdefault(_mark(card), []).append(card)
    found: dict[str, int] = {}
    unknown = 0
    for count, mark in _entries(body):
        match meant.get(mark, []):
            case [card]:
                found[card] = count
            case _:
                unknown += 1
    if unknown:
        raise DeckRefused([Message("deck.refused.unknown", {"count": unknown})])
    return found


def _entries(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield every entry in a code. Raises DeckRefused if the code is damaged."""
    place = 0
    while place < len(data):
        count, cards = data[place], data[place + 1] if place + 1 < len(data) else 0
        place += 2
        end = place + MARK * cards
        if not 1 <= count <= MOST or not 1 <= cards <= MOST or end > len(data):
            raise DeckRefused([Message("deck.refused.damaged")])
        for start in range(place, end, MARK):
            yield count, data[start : start + MARK]
        place = end


class _Entry(NamedTuple):
    """A number of copies of a card, with the line and the text that say so."""

    line: int
    text: str
    copies: int
    card: str


def _from_text(text: str, cards: Cards, ids: frozenset[str], name: str) -> Deck:
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(_FENCE.sub("", text).splitlines(), 1):
        words = line.strip(" `>")
        if words.startswith("#"):
            name = words.lstrip("# ") or name
        elif words.strip(_FRAME):
            lines.append((number, words))
    entries = [_entry(number, words, cards) for number, words in lines]
    if not lines:
        name, entries = _on_one_line(name, cards)
    elif any(isinstance(entry, Message) for entry in entries):
        _, flowing = _flowing([(number, word) for number, words in lines for word in words.split()], cards)
        entries = flowing or entries
    return Deck(name[:NAME], _added(entries, ids))


def _on_one_line(text: str, cards: Cards) -> tuple[str, list[_Entry | Message]]:
    """Return the name and the entries of a deck whose line breaks became spaces."""
    words = text.split()
    title, entries = _flowing([(1, word) for word in words], cards, titled=True)
    if not entries and any(word.isdecimal() for word in words):
        entries = [_refusal("deck.refused.line", 1, text)]
    return title if entries else text, entries


def _flowing(
    words: Sequence[tuple[int, str]], cards: Cards, *, titled: bool = False
) -> tuple[str, list[_Entry | Message]]:
    """Return the title of a list, and its entries if it consists of entries, wherever its lines are broken.

    `words` come with the numbers of their lines. A title takes as few words as possible, at least one if there can be.
    """
    longest = AROUND + max((len(cards.name(card).split()) for card in cards.by_id), default=0)
    ends: dict[int, tuple[int, _Entry]] = {}
    for start in reversed(range(len(words))):
        for end in range(min(start + longest, len(words)), start, -1):
            if end in ends or end == len(words):
                entry = _entry(words[start][0], " ".join(word for _, word in words[start:end]), cards)
                if isinstance(entry, _Entry):
                    ends[start] = end, entry
                    break
    first = place = min((start for start in ends if start), default=0) if titled else 0
    entries: list[_Entry | Message] = []
    while place in ends:
        place, entry = ends[place]
        entries.append(entry)
    return " ".join(word for _, word in words[:first]), entries


def _entry(line: int, text: str, cards: Cards) -> _Entry | Message:
    """Return the entry in a text, or the reason why it is none."""
    reason = "deck.refused.line"
    words = _BULLET.sub("", text.strip(_FRAME), count=1)
    for form in _ENTRIES:
        parts = form.fullmatch(words)
        if parts is not None:
            reason = "deck.refused.card"
            with suppress(KeyError):
                return _Entry(line, text, int(parts["count"]), cards.find(parts["name"]))
    return _refusal(reason, line, text)


def _added(entries: Iterable[_Entry | Message], ids: frozenset[str]) -> dict[str, int]:
    """Return how many copies of each card there are. Raises DeckRefused with every reason at once."""
    found: dict[str, int] = {}
    reasons: list[Message] = []
    for entry in entries:
        if isinstance(entry, Message):
            reasons.append(entry)
            continue
        line, text, copies, card = entry
        if card not in ids:
            reasons.append(_refusal("deck.refused.kind", line, text))
        elif not copies:
            reasons.append(_refusal("deck.refused.no_copy", line, text))
        elif found.get(card, 0) + copies > MOST:
            reasons.append(_refusal("deck.refused.copies", line, text, most=MOST))
        else:
            found[card] = found.get(card, 0) + copies
    if not found and not reasons:
        reasons.append(Message("deck.refused.empty"))
    if len(found) > MOST:
        reasons.append(Message("deck.refused.many", {"most": MOST}))
    if reasons:
        raise DeckRefused(reasons)
    return found


def _refusal(reason: str, line: int, text: str, **args: int) -> Message:
    return Message(reason, {"line": line, "text": text[:NAME], **args})


def _mark(card: str) -> bytes:
    return hashlib.sha256(card.encode()).digest()[:MARK]


def _check(game: str, body: bytes) -> bytes:
    return hashlib.sha256(game.encode() + body).digest()[:CHECK]
