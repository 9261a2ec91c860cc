"""Interaction handling: route every interaction to a use case and answer it in time."""
