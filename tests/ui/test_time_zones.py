"""Time zones as people see them: by city and country, in their own language, with the time there."""

from datetime import UTC, datetime

import pytest

from bot.host.people.time_zones import HOURS, OFFERED, names
from bot.locale.catalogue import PSEUDO
from bot.ui.people.time_zones import zone_choices, zone_label, zones_like
from bot.ui.texts.words import Words

WORDS = Words(None)
JULY, JANUARY = (datetime(2027, month, 1, 12, tzinfo=UTC).timestamp() for month in (7, 1))


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("berl", "Europe/Berlin"),
        ("GERMANY", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("america/new", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_city_or_a_country_is_enough(typed: str, zone: str) -> None:
    assert zones_like(typed, WORDS)[0] == zone


def test_a_city_is_suggested_once() -> None:
    found = zones_like("", WORDS)
    assert len(found) == len(set(found)) < len(names())
    assert found[: len(OFFERED)] == list(OFFERED)
    assert not zones_like("atlantis", WORDS)


def test_a_zone_shows_its_time_with_daylight_saving() -> None:
    assert zone_label("Europe/Berlin", JULY, WORDS) == zone_label("Europe/Berlin", JANUARY, WORDS).replace("13:", "14:")
    assert "14:00" in zone_label("2", JULY, WORDS)
    assert zone_label("2", JULY, WORDS) == zone_label("2", JANUARY, WORDS)


@pytest.mark.parametrize("chosen", ["Europe/Berlin", "Africa/Lagos", *map(str, HOURS)])
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_a_menu_always_has_the_chosen_zone_and_room_for_it(chosen: str, locale: str | None) -> None:
    options = zone_choices(chosen, JULY, Words(locale))
    values = [option.value for option in options]
    assert chosen in values
    assert len(values) == len(set(values)) <= 25
    assert all(0 < len(option.label) <= 100 for option in options)
