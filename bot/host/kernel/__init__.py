"""What every use case stands on: the host, time, randomness, paces, refusals."""
