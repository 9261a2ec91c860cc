"""What is told outside matches: tournaments from announcement to podium, and what people look up afterwards."""

from random import Random
from typing import Final

from bot.host.tournament import creation, entry, rounds
from bot.host.tournament.tournament import look
from cardsdb.sets import shipped_sets
from tests.compare.bot import Person, RunningBot
from tests.compare.matches import PEOPLE, PLACES, SeededMatch
from tests.host.players import click
from tests.host.tournament.organisers import game_is_to_come, game_of, win

PLACE: Final = PLACES["still"]
FORMATS: Final = ("swiss", "robin", "single", "double")
ENTRANTS: Final = PEOPLE[1:6]
LOOKED_UP: Final = 12
"""How many cards are looked up."""

SHOWN: Final = ("tmy", "tstandings", "tpairings", "tbracket")


async def tournament(at: RunningBot, game: str, form: str) -> None:
    """Hold a tournament in which every game is decided by somebody who leaves."""
    messages, host, organiser = at.messages, at.host, PEOPLE[0]
    messages.begin(f"{game} tournament, {form}")
    chance = Random(messages.match)
    made = await creation.create(host, click(organiser.id, host.now()), *PLACE, game, "Friday")
    assert made is not None
    number = made.row.id
    settings = {"format": form, "cut": "2", "rated": "yes"} if form == "swiss" else {"format": form}
    for what, value in settings.items():
        await creation.arrange(host, click(organiser.id, host.now()), number, what, value, manages=False)
    await creation.announce(host, click(organiser.id, host.now()), number, manages=False)
    await at.settle()
    for person in ENTRANTS:
        await entry.join(host, click(person.id, host.now()), number, person.name, ())
        await at.settle()
    await rounds.start(host, click(organiser.id, host.now()), number, manages=False)
    await at.settle()
    while (found := await look(host, number)).row.status == "running":
        messages.step += 1
        while await game_is_to_come(host):
            await at.settle()
        for series in [each for each in found.now_played if each.state == "open"]:
            if await game_of(host, series) is not None and series.second is not None:
                await win(host, found, series, chance.choice((series.first, series.second)))
                await at.settle()
        for action in SHOWN:
            custom_id = messages.buttons.get(action)
            if custom_id is not None:
                messages.what = f"{action} for {ENTRANTS[0].name}"
                await at.click(ENTRANTS[0], PLACE, custom_id)
        await at.pass_time(60)
    messages.step += 1
    for name in ("standings", "pairings", "bracket", "my"):
        await _ask(at, f"tournament {name}", tournament=number)


async def look_up(at: RunningBot, game: str, played: SeededMatch) -> None:
    """Give the commands that look something up, about a finished match among others."""
    at.messages.begin(f"{game} looked up")
    for name in ("replay", "export", "show", "log"):
        await _ask(at, f"match {name}", played.people[0], played.place, match=played.match)
    await _ask(at, "leaderboard", game=game)
    for person in PEOPLE[:4]:
        await _ask(at, "profile", person, game=game)
    await _ask(at, "rules", game=game)
    for name in ("help", "games", "deck list", "me settings"):
        await _ask(at, name)
    sets = shipped_sets(at.host.games[game])
    for deck in [each.name for one in sets for each in one.decks]:
        await _ask(at, "class", name=deck)
    cards = at.host.games[game].cards(sets)
    ids = sorted(cards.by_id)
    for card in Random(game).sample(ids, min(LOOKED_UP, len(ids))):
        await _ask(at, "card", name=cards.name(card))


async def _ask(
    at: RunningBot, command: str, person: Person = PEOPLE[0], place: tuple[int, int] = PLACE, /, **options: str | int
) -> None:
    """Give a command as a person in a server's channel."""
    at.messages.what = f"{' '.join((f'/{command}', *map(str, options.values())))} for {person.name}"
    await at.command(person, place, command, **options)
