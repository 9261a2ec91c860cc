"""Work for a processor, in a module of its own: a worker process has no memory for all that the benchmarks import."""

import time


def busy(seconds: float) -> None:
    """Keep a processor busy for some seconds, as a search or a picture does."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        sum(range(1000))
