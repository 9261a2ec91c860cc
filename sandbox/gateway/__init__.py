"""The gateway: sessions, connections, resuming, intents and shards."""

from sandbox.gateway.hub import Gateway
from sandbox.gateway.settings import GatewaySettings

__all__ = ["Gateway", "GatewaySettings"]
