"""The process's HTTP services: pages for its operator, and an endpoint for Discord's interactions and events."""
