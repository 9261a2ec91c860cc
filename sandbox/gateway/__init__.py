"""The gateway: sessions, connections, resuming, intents and shards."""

from sandbox.gateway.hub import Gateway, GatewaySettings

__all__ = ["Gateway", "GatewaySettings"]
