"""How many examples hypothesis tries: as many as a test says, and with the profile "long" some times that."""

from typing import Any

from hypothesis import settings


def examples(count: int, **more: Any) -> settings:
    """Return the settings of a test that usually tries so many examples, without a limit of time for each."""
    times = settings().max_examples // settings.get_profile("default").max_examples
    return settings(deadline=None, max_examples=count * times, **more)
