"""Proves one uploaded set. A hostile one may need much time and memory: whoever asks for it bounds both."""

from msgspec import Struct

from cardsdb.sets import StoredSet, read_upload, restored, shipped_sets, stored
from cardsdb.source import SetFault, SetRefused, Stage
from cardsdb.trial_matches import Trials, tried
from engine.contract import Message
from engine.registry import GAMES


class Beside(Struct, frozen=True):
    """A set that the server uses already."""

    game: str
    content: str


class Task(Struct, frozen=True):
    """What is to be proved: a file's name and content, and the sets that it has to fit."""

    file: str
    content: bytes
    beside: tuple[Beside, ...] = ()


class Verdict(Struct, frozen=True):
    """What came of it: the set as it is stored and its trial matches, or its faults.

    `more` are the faults beyond those that are told; `stage` is how far the file was read.
    """

    stored: StoredSet | None = None
    faults: tuple[SetFault, ...] = ()
    more: int = 0
    stage: Stage = "decks"
    trials: Trials | None = None


def prove(task: Task) -> Verdict:
    """Return whether a file holds a sound set, and one with which no pick of its trial matches spends its budget."""
    beside = [restored(GAMES[each.game], each.content) for each in task.beside]
    try:
        card_set = read_upload(GAMES, task.content, task.file, beside)
    except SetRefused as refused:
        return Verdict(None, refused.faults, refused.more, refused.stage)
    game = GAMES[card_set.game]
    trials = tried(game, card_set, shipped_sets(game))
    if trials.spent:
        reason = Message("set.fault.work", {"count": trials.matches})
        return Verdict(None, (SetFault(0, "the set", "cards", "one pick does too much work", reason),))
    return Verdict(stored(card_set), trials=trials)
