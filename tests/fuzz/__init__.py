"""Coverage-guided fuzzing, by hand: see docs/testing.md."""
