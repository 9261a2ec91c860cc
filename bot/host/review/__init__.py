"""Reviews of a match: where it was lost, and what a house player weighed."""
