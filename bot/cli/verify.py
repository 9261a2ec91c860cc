"""`tableside verify`."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from bot.host.fairness import verification
from bot.host.fairness.export_files import Unverified, decoded
from cardsdb import boosters
from engine.contract import AnyGame
from engine.games import OFFERED, game_of

LONGEST_REASON: Final = 300
"""The maximum number of characters to print of a reason."""

BROKEN: Final = 1
UNCOMPARED: Final = 3
WITHOUT_WORD: Final = 4
"""Exit codes of `tableside verify`: a file is wrong; a file is consistent but was not compared with a seal; a player's
lucky word was deleted from a file, so its key cannot be computed from its secret."""


def verify(
    files: Annotated[list[Path], typer.Argument(help="Exported matches and packs.")],
    seal: Annotated[
        str | None, typer.Option(help="The seal that was posted: 43 characters, or 64 digits of version 0.1.0.")
    ] = None,
    tournament_secret: Annotated[
        str | None, typer.Option(help="A tournament's published secret; then the seal is the tournament's.")
    ] = None,
) -> int:
    """Check the dice of exported matches: every draw must follow from the secret that was sealed in advance.

    Exit codes: 0 if every file passes; 1 if one fails; 2 for wrong usage; 3 if every file is consistent, but no seal
    was given; 4 if a player's lucky word was deleted from a file, so its key could not be computed.
    """
    if seal is not None and len(files) > 1:
        raise typer.BadParameter("a seal belongs to a single file", param_hint="--seal")
    codes = {0}
    for file in files:
        try:
            code, line = _verified(read_export(file), seal, tournament_secret)
        except (Unverified, boosters.FalsePack) as fault:
            code, line = BROKEN, f"does not hold: {shown_reason(fault)}"
        codes.add(code)
        typer.echo(f"{file}: {line}")
    return BROKEN if BROKEN in codes else max(codes)


def shown_reason(fault: Exception) -> str:
    """Return why a file is wrong, shortened if necessary and without terminal control sequences."""
    text = "".join(character if character.isprintable() else "?" for character in str(fault))
    return text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]} ..."


def _verified(data: dict[str, Any], seal: str | None, tournament_secret: str | None) -> tuple[int, str]:
    """Return the exit code and a summary for a correct file. Raises Unverified or FalsePack if the file is wrong."""
    if data.get("format") == boosters.FORMAT:
        pack = boosters.verify(data, _games_in(data))
        if seal is not None:
            boosters.compare(pack, seal)
        return _compared(f"pack {pack.number}", ", ".join(pack.cards), pack.seal, seal)
    match = verification.verify(data, _games_in(data))
    if tournament_secret is not None:
        verification.compare_tournament(data, tournament_secret, seal)
    elif seal is not None:
        verification.compare(match, seal)
    played, name = f"{match.draws} draws in {match.entries} entries", f"match {match.match}"
    if not match.whole:
        why = "a lucky word was deleted with its player's data, so the key cannot be computed from the secret"
        return WITHOUT_WORD, f"{name} agrees with the key in this file: {played}; {why}"
    if match.first is None:
        played = f"the draws are right; played by rules {match.rules}, this version has {match.present}: {played}"
    elif match.first:
        played = f"{played}, replayed from entry {match.first}, where the rules changed; before it the draws are right"
    return _compared(name, played, match.seal, seal)


def _games_in(data: dict[str, Any]) -> dict[str, AnyGame]:
    """Return the game that a file is about, if there is such a game; importing all of them would take longer."""
    key = data.get("game")
    return {key: game_of(key)} if isinstance(key, str) and key in OFFERED else {}


def _compared(name: str, checked: str, sealed: str, posted: str | None) -> tuple[int, str]:
    if posted is not None:
        return 0, f"{name} holds: {checked}"
    return UNCOMPARED, f"{name} agrees with itself: {checked}; compare this seal with the one posted: {sealed}"


def read_export(file: Path) -> dict[str, Any]:
    """Return the object in an exported file. Raises Unverified."""
    try:
        content = file.read_bytes()
    except (OSError, ValueError) as error:
        raise Unverified(f"it cannot be read: {error}") from error
    return decoded(content)
