"""Shareable decks: a short code for machines and text that people can read and edit, for every game with decks.

A code is the game's key, a hyphen, and the base64url of: one byte for the version; for each number of copies, that
number, how many cards have it, and four bytes of each card's SHA-256 (of its id); and two bytes of a SHA-256 over all
of this, which reveal typing errors. The text is a heading and one line per card:

    # Cinder Vanguard
    3 Hearth Cleave
    1 Ashwood Mace
"""

import binascii
import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from engine.contract import Cards, Deck, Message

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

_CODE: Final = re.compile(r"([a-z]+)-([A-Za-z0-9_-]+)")
_LINE: Final = re.compile(r"(\d{1,2})\s*[x\u00d7]?\s+(\S.*)")


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
    """Return the key of the game that a code is for, or None if the text is not a code."""
    code = _CODE.fullmatch(text.strip())
    return None if code is None else code[1]


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
    code = _CODE.fullmatch(text.strip())
    if code is None:
        return _from_text(text, cards, frozenset(ids), name)
    if code[1] != game:
        raise DeckRefused([Message("deck.refused.game", {"game": code[1]})])
    return Deck(name[:NAME], _from_code(game, code[2], ids))


def _from_code(game: str, letters: str, ids: Iterable[str]) -> dict[str, int]:
    try:
        data = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except (ValueError, binascii.Error) as error:
        raise DeckRefused([Message("deck.refused.damaged")]) from error
    body, check = data[:-CHECK], data[-CHECK:]
    if not body or body[0] != VERSION or check != _check(game, body):
        raise DeckRefused([Message("deck.refused.damaged")])
    meant: dict[bytes, list[str]] = {}
    for card in ids:
        meant.setdefault(_mark(card), []).append(card)
    found: dict[str, int] = {}
    unknown = 0
    for count, mark in _entries(body[1:]):
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


def _from_text(text: str, cards: Cards, ids: frozenset[str], name: str) -> Deck:
    found: dict[str, int] = {}
    reasons: list[Message] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words.startswith("#"):
            name = words.lstrip("# ") or name
        elif words:
            reason = _take(words, cards, ids, found)
            if reason is not None:
                reasons.append(Message(reason, {"line": number, "text": words[:NAME]}))
    if not found and not reasons:
        reasons.append(Message("deck.refused.empty"))
    if len(found) > MOST:
        reasons.append(Message("deck.refused.many", {"most": MOST}))
    if reasons:
        raise DeckRefused(reasons)
    return Deck(name[:NAME], found)


def _take(line: str, cards: Cards, ids: frozenset[str], found: dict[str, int]) -> str | None:
    """Add a line's card to `found`, or return the id of the message that says why it cannot be added."""
    parts = _LINE.fullmatch(line)
    if parts is None:
        return "deck.refused.line"
    try:
        card = cards.find(parts[2])
    except KeyError:
        return "deck.refused.card"
    count = int(parts[1])
    if card not in ids:
        return "deck.refused.kind"
    if card in found:
        return "deck.refused.twice"
    if not count:
        return "deck.refused.no_copy"
    found[card] = count
    return None


def _mark(card: str) -> bytes:
    return hashlib.sha256(card.encode()).digest()[:MARK]


def _check(game: str, body: bytes) -> bytes:
    return hashlib.sha256(game.encode() + body).digest()[:CHECK]
