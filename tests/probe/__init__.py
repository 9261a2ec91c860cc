"""The probe: a game for tests alone, small in rules and complete in what the contract can ask of a host."""

from tests.probe.game import Probe

PROBE = Probe()
