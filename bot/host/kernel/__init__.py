"""The base of every use case: the host, clock, randomness, paces and errors."""
