"""The control API for tests and for the chat page: simulated people, changes to the world, and faults."""
