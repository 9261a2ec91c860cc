"""Talking to Discord: calls, pacing, delivery, and what each answer means."""
