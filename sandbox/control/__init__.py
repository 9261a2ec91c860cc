"""The control API: simulated people for tests and for the chat page, and what may go wrong."""
