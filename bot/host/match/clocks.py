"""What a match remembers of its clocks from one transaction to the next."""

from msgspec import Struct

from bot.host.kernel.paces import DAY
from engine.contract import Seat


class Clocks(Struct):
    """The part of the state of a match's clocks that is kept from one transaction to the next.

    Attributes:
        stopped: the time left on stopped clocks, by seat and clock.
        asked: when each open response was asked for, by decision.
        foreseen: when a response could first be passed, by decision, if that was before it was asked for.
        windows: the seats that may answer in each open window.
        races: when each open race in which a player has answered closes.
        untold: the seats, by letter, whose people cannot be reached.
        lock_left: for how much longer locks of its thread may pause the match.
    """

    stopped: dict[str, float] = {}
    asked: dict[str, float] = {}
    foreseen: dict[str, float] = {}
    windows: dict[str, list[Seat]] = {}
    races: dict[str, float] = {}
    untold: list[str] = []
    lock_left: float = DAY

    def restart_passes(self) -> None:
        """Forget since when passes have been possible, so that their delays begin again."""
        self.asked.clear()
        self.foreseen.clear()
