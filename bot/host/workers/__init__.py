"""The workers of the service: timers that are due, and rows of the outbox."""
