"""The number of examples that hypothesis tries: a test's own number, scaled as the profile says."""

from typing import Any

from hypothesis import settings


def examples(count: int, **more: Any) -> settings:
    """Return the settings of a test with this usual number of examples and no deadline for each."""
    scale = settings().max_examples / settings.get_profile("default").max_examples
    return settings(deadline=None, max_examples=max(1, round(count * scale)), **more)
