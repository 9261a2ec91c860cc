"""The HTTP services of a process: pages for its operator, and an endpoint for Discord's interactions and events."""
