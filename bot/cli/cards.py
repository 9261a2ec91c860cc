"""Contact sheets: pictures of all the cards in a game, one sheet per set."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Annotated, Final

import typer
from PIL import Image

from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import card_picture, names_of
from bot.ui.pictures.picture import png
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_cards, shipped_sets
from engine.contract import AnyGame, CardSet
from engine.registry import GAMES

ACROSS: Final = 6
"""How many cards are in a row."""

GAP: Final = 10


class NoSheet(Exception):
    """There is nothing to draw; the message says why in one line."""


def sheets(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")],
    *,
    key: Annotated[str | None, typer.Option("--set", help="Which set; all of them without it.")] = None,
    folder: Annotated[Path, typer.Option("--to", file_okay=False, help="The folder for the pictures.")] = Path(
        "var/sheets"
    ),
    wide: Annotated[int, typer.Option(min=40, max=1000, help="How many pixels wide a card is.")] = 320,
    locale: Annotated[str | None, typer.Option(help="The language of the cards, as Discord names it.")] = None,
) -> int:
    """Draw pictures of every card in a game, one picture per set."""
    if game not in GAMES:
        raise NoSheet(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    found = [each for each in shipped_sets(GAMES[game]) if key in (None, each.key)]
    if not found:
        raise NoSheet(f"{game} has no set {key!r}")
    folder.mkdir(parents=True, exist_ok=True)
    drawn = 0
    for card_set in found:
        pictures = list(_pictures(GAMES[game], card_set, wide, locale))
        if pictures:
            file = folder / f"{game}-{card_set.key}.png"
            file.write_bytes(png(_sheet(pictures)))
            typer.echo(f"{file}: {len(pictures)} cards")
            drawn += len(pictures)
    if not drawn:
        raise NoSheet(f"{game} only describes its cards in words")
    return 0


def _pictures(game: AnyGame, card_set: CardSet, wide: int, locale: str | None) -> Iterator[Image.Image]:
    """Draw the cards in a set, in alphabetical order."""
    pool = shipped_cards(game)
    words, renderer = Words(locale, (), pool), RENDERERS[game.spec.key]
    for name in names_of(renderer, game.cards([card_set])):
        picture = card_picture(renderer, name, pool, words)
        if picture is not None:
            with Image.open(BytesIO(picture.content)) as card:
                yield card.convert("RGBA").resize(
                    (wide, round(card.height * wide / card.width)), Image.Resampling.LANCZOS
                )


def _sheet(pictures: Iterable[Image.Image]) -> Image.Image:
    """Arrange pictures in rows; each row is as high as its tallest picture."""
    laid = list(pictures)
    rows = [laid[start : start + ACROSS] for start in range(0, len(laid), ACROSS)]
    heights = [max(each.height for each in row) for row in rows]
    wide = max(sum(each.width + GAP for each in row) for row in rows) - GAP
    sheet = Image.new("RGBA", (wide, sum(height + GAP for height in heights) - GAP))
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for number, each in enumerate(row):
            sheet.alpha_composite(each, (number * (each.width + GAP), top))
        top += height + GAP
    return sheet
