"""Time zones as people choose them: by place, each with the time that its clocks show now; and weekdays."""

from functools import lru_cache

from babel import Locale
from babel.dates import format_skeleton, get_day_names, get_timezone_location
from discord import SelectOption

from bot.host.people.time_zones import HOURS, OFFERED, local, names
from bot.locale.catalogue import DEFAULT, PSEUDO
from bot.ui.texts.words import Words


def zone_label(zone: str, now: float, words: Words) -> str:
    """Return a zone's place, or its hours east of UTC, with the time that its clocks show."""
    return words.plain("zone.clock", place=zone_place(zone, words), clock=f"{local(now, zone):%H:%M}")


def zone_place(zone: str, words: Words) -> str:
    """Return the name of a zone's city, or its hours east of UTC."""
    if zone in map(str, HOURS):
        return words.plain("zone.hours", hours=f"{int(zone):+d}")
    return _places(words.catalogue.locale)[zone][0]


def zone_choices(chosen: str, now: float, words: Words) -> list[SelectOption]:
    """Return an option for each zone that a select menu offers, and one for the chosen zone."""
    offered = OFFERED if chosen in OFFERED else (chosen, *OFFERED)
    return [SelectOption(label=zone_label(each, now, words), value=each) for each in offered]


def zones_like(typed: str, words: Words) -> list[str]:
    """Return the zones whose city, country or name contains what somebody has typed, each city once."""
    places, wanted = _places(words.catalogue.locale), typed.strip().casefold()
    found: dict[tuple[str, str], str] = {}
    for name in (*OFFERED, *names()):
        if any(wanted in text.casefold() for text in (*places[name], name.replace("_", " "))):
            found.setdefault(places[name], name)
    return list(found.values())


def weekday_name(weekday: int, words: Words) -> str:
    """Return the name of a weekday; 0 is Monday."""
    return str(get_day_names("wide", "format", _known(words.catalogue.locale))[weekday])


def date_name(at: float, zone: str, words: Words) -> str:
    """Return the day and month of a moment by the clocks of a zone."""
    return str(format_skeleton("MMMMd", local(at, zone), locale=_known(words.catalogue.locale)))


def _known(locale: str) -> Locale:
    return Locale.parse(DEFAULT if locale == PSEUDO else locale, "-")


@lru_cache(maxsize=8)
def _places(locale: str) -> dict[str, tuple[str, str]]:
    """Return each zone's city and country in a language."""
    known = _known(locale)
    return {
        name: (get_timezone_location(name, locale=known, return_city=True), get_timezone_location(name, locale=known))
        for name in names()
    }
