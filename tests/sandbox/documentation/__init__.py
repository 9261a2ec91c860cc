"""Sentences of Discord's documentation, in our own words, each with what the sandbox has to answer."""
