"""The secret of a tournament, which is sealed before anyone joins, and those of its games, which follow from it."""

from bot.host.fairness.export_files import TournamentDeal
from engine.dice import derived_secret


def seal_name(tournament: int) -> str:
    """Return the name under which a tournament's secret is sealed."""
    return f"tournament {tournament}"


def game_secret(secret: bytes, deal: TournamentDeal) -> bytes:
    """Return the secret of a tournament's game, which follows from the tournament's own."""
    place = f"round {deal.round} table {deal.table} game {deal.game} deal {deal.number}"
    return derived_secret(secret, f"{seal_name(deal.tournament)} {place}")
