"""Proves one uploaded set. A hostile set can take a lot of time and memory, so the caller has to limit both."""

from msgspec import Struct

from cardsdb.sets import StoredSet, read_upload, restored, shipped_sets, stored
from cardsdb.source import SetFault, SetRefused, Stage
from cardsdb.trial_matches import Trials, tried
from engine.contract import Message
from engine.registry import GAMES


class Beside(Struct, frozen=True):
    """A set that the server already uses."""

    game: str
    content: str


class Task(Struct, frozen=True):
    """The input to a proof: a file's name and content, and the sets that it has to fit."""

    file: str
    content: bytes
    beside: tuple[Beside, ...] = ()


class ProofVerdict(Struct, frozen=True):
    """The result of a proof: the set in its stored form and its trial matches, or its faults.

    `more` is the number of further faults that are not listed; `stage` is the stage of checking that failed.
    """

    stored: StoredSet | None = None
    faults: tuple[SetFault, ...] = ()
    more: int = 0
    stage: Stage = "decks"
    trials: Trials | None = None


def prove(task: Task) -> ProofVerdict:
    """Return the verdict on a file: it must hold a sound set, and no pick in its trial matches may spend its budget."""
    beside = [restored(GAMES[each.game], each.content) for each in task.beside]
    try:
        card_set = read_upload(GAMES, task.content, task.file, beside)
    except SetRefused as refused:
        return ProofVerdict(None, refused.faults, refused.more, refused.stage)
    game = GAMES[card_set.game]
    trials = tried(game, card_set, shipped_sets(game))
    if trials.spent:
        reason = Message("set.fault.work", {"count": trials.matches})
        return ProofVerdict(None, (SetFault(0, "the set", "cards", "one pick does too much work", reason),))
    return ProofVerdict(stored(card_set), trials=trials)
