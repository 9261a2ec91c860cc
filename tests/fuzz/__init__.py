"""Coverage-guided fuzzing, by hand: see docs/developers/testing.md."""
