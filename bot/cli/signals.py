"""The signals that ask a command to end."""

import asyncio
import signal


def until_stopped() -> asyncio.Task[bool]:
    """Return a task that finishes when the process receives a signal to stop or its terminal is closed."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stopped.set)
    return asyncio.create_task(stopped.wait())
