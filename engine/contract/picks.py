"""The check of picks, the same for all games."""

from collections.abc import Iterable, Sequence

from engine.contract.decisions import Decision, Key
from engine.contract.errors import IllegalPick
from engine.contract.messages import Message


def find_open(decisions: Iterable[Decision], decision: str) -> Decision:
    """Return the open decision with this id. Raises IllegalPick if no such decision is open."""
    for asked in decisions:
        if asked.id == decision:
            return asked
    raise IllegalPick(Message("refusal.not_open"))


def check_pick(decisions: Iterable[Decision], decision: str, keys: Sequence[Key]) -> Decision:
    """Return the open decision that a pick legally answers.

    This is the only check of picks, so all games refuse them alike. Raises IllegalPick if the pick is not legal.
    """
    asked = find_open(decisions, decision)
    offered = {option.key for option in asked.options}
    chosen = set(keys)
    if not chosen <= offered:
        raise IllegalPick(Message("refusal.not_offered"))
    if len(chosen) < len(keys):
        raise IllegalPick(Message("refusal.twice"))
    if len(keys) < asked.least:
        raise IllegalPick(Message("refusal.too_few", {"least": asked.least}))
    if len(keys) > asked.most:
        raise IllegalPick(Message("refusal.too_many", {"most": asked.most}))
    return asked
