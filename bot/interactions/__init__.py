"""The front door: every interaction comes in here, is turned into a use case, and is answered in time."""
