"""The puzzle of the day: its dates and streaks, and a person's attempt at it."""
