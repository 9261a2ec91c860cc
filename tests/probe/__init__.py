"""The probe: a game for tests alone, small in rules and complete in what the contract can ask of a host."""

from collections.abc import Callable

from msgspec.structs import replace
from pydantic import Field

from tests.probe.game import Probe
from tests.probe.state import ProbeOptions

PROBE = Probe()


def short(turns: int) -> Probe:
    """Return the probe with so few turns, where a table wants nothing else."""

    class Options(ProbeOptions):
        turn_cap: int = Field(turns, ge=1, le=12)

    class Short(Probe):
        spec = replace(Probe.spec, options=Options)

        def __reduce__(self) -> tuple[Callable[[int], Probe], tuple[int]]:
            return short, (turns,)  # another process makes the same one

    return Short()
