"""The pictures on a panel: the hit that its player has to answer, and the cards to choose from."""

from typing import Final

from msgspec.structs import replace

from bot.ui.games.artbot.model import AttackModel, attack_model
from bot.ui.games.artbot.picture import hand_pictures
from bot.ui.games.artbot.scoreboard import score_picture
from bot.ui.pictures.colours import CHALK, GLOW, PAPER
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Group, Image, Item, Path, Scene, Text, rounded
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.text import fitted
from bot.ui.pictures.wide_hand import GAP, HALF, WideCard
from bot.ui.texts.words import Spoken, Words
from engine.contract import Decision, Seat
from engine.games.artbot.view import ArtBotView

HIT: Final = "artbot-hit.png"

LEAST_HIGH, INSET = 480, 24
"""The least height of the picture, and the margin on the plate, in pixels."""

HEAD, BADGE = 120, 84
"""The height of the line with the attacker, and the diameter of the attacker's face, in pixels."""

FIGURE, LARGEST, LEAST = 172, 42, 36
"""The room for a figure, and the largest and smallest size of the text beside it, in pixels."""


def panel_pictures(
    view: ArtBotView,
    seat: Seat,
    words: Words,
    asked: Decision | None = None,
    /,
    *_: object,
) -> tuple[Picture, ...]:
    """Return the pictures on a seat's panel of Art Bot: its hand and the scoreboard.

    If it has to lose cards, these are last, below the hit.
    """
    hand, score = hand_pictures(view, seat, words, asked), score_picture(view, seat, words)
    hit = _hit_picture(view, seat, words)
    return (*hand, score) if hit is None else (score, hit, *hand)


def _hit_picture(view: ArtBotView, seat: Seat, words: Words) -> Picture | None:
    model = attack_model(view, seat, Spoken.of(words))
    if model is None:
        return None
    card = [] if model.card is None else [model.card.name]
    told = [model.title, *card, *(f"{figure} {what}" for figure, what in model.sums)]
    return Picture(HIT, draw_attack(model), description("\n".join(told)))


@drawn_in_process
def draw_attack(model: AttackModel) -> bytes:
    """Draw a hit as its victim sees it, as a PNG."""
    return png(paint(_laid(model), WIDE))


def _laid(model: AttackModel) -> Scene:
    """Return a hit as a scene: the card played on the left, and the sum on the right, one figure below another."""
    card = None if model.card is None else WideCard(model.card, HALF, 0)
    high = LEAST_HIGH if card is None else max(LEAST_HIGH, card.needed_height)
    left = 0 if card is None else HALF + GAP
    start, room = left + INSET, WIDE - left - 2 * INSET
    items: list[Item] = [Path((rounded(left, 0, WIDE, high, 24),), model.by.tones.deep)]
    if card is not None:
        items.append(Group((Image(replace(card, high=high), 0, 0, HALF),), id="played", description=card.face.name))
    items += face_disc(model.by, (start + BADGE / 2, HEAD / 2 + 6), BADGE / 2 - 5)
    name = (start + BADGE + 20, HEAD / 2 + 6)
    items.append(line_at(name, model.title, int(room) - BADGE - 20, (56, LEAST), CHALK, "lm")[0])
    step = (high - HEAD - GAP) / len(model.sums)
    for number, (figure, what) in enumerate(model.sums):
        middle, ink = HEAD + (number + 0.5) * step, GLOW if number == len(model.sums) - 1 else PAPER
        large = fitted(figure, FIGURE, 84, LEAST, 1, "title")
        items.append(Text(large.lines[0], (start + FIGURE, middle), large.size, ink, "rm", "title"))
        said = fitted(what, int(room) - FIGURE - 16, LARGEST, LEAST, 2)
        for line, text in enumerate(said.lines):
            down = middle + (line - (len(said.lines) - 1) / 2) * said.size * 1.2
            items.append(Text(text, (start + FIGURE + 16, down), said.size, ink, "lm"))
    return Scene(WIDE, high, tuple(items))
