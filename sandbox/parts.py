"""The parts of a running sandbox that its handlers receive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.clock import SandboxClock
    from sandbox.faults import Faults
    from sandbox.findings import Findings
    from sandbox.gateway import Gateway
    from sandbox.interactions import Interactions
    from sandbox.journal import Journal
    from sandbox.rest.limits import Limits
    from sandbox.rest.quotas import CommandQuotas, Nonces, Quota
    from sandbox.schema import SchemaChecker
    from sandbox.world import World


@dataclass(slots=True)
class Parts:
    """Everything that a request or a person's action may need."""

    token: str
    public_key: str
    world: World
    clock: SandboxClock
    journal: Journal
    findings: Findings
    schema: SchemaChecker
    gateway: Gateway
    interactions: Interactions
    faults: Faults
    limits: Limits
    nonces: Nonces
    dms: Quota
    command_quotas: CommandQuotas
