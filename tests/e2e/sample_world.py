"""A world with an example of everything, made by ordinary clicks, as a target for forged ones."""

from bot.storage import copies
from bot.storage.database import Database
from bot.ui.messages.custom_ids import parse
from cardsdb.ledger import Copy
from cardsdb.sets import example
from engine.registry import GAMES
from sandbox.client import Person
from sandbox.person import file_of
from sandbox.seen import Message, Outcome
from tests.e2e.players import Room, confirmed, found, ids_of
from tests.e2e.tournament_panels import turned

TRIALS = 90.0
"""The seconds that the trial matches with a set may take on a busy machine."""

CARDS = {"PHY1": 2, "GLI6": 1, "STE9": 1}
"""Transferable copies of Art Bot's cards."""


async def furnish(room: Room, ada: Person, ben: Person, cleo: Person) -> None:
    """Have Ada, who owns a server, create one of everything there with Ben and Cleo, and look at all of it."""
    await give(room, ada, ben)
    await matches(room, ada, ben)
    await looks(ada)
    await decks(ada)
    await collections(ada, ben)
    await homebrew(ada)
    await tournaments(ada, ben, cleo)
    await settings(ada)


def shown(outcome: Outcome) -> Message:
    assert outcome.message is not None, (outcome.kind, outcome.reason)
    return outcome.message


async def pressed(person: Person, message: Message, *actions: str) -> None:
    """Click the buttons of some actions on a message, if it has them and they are enabled."""
    for action in actions:
        now = {each.id: each for each in person.seen()}.get(message.id, message)
        offered = [each.custom_id for each in now.buttons if each.custom_id and not each.disabled]
        wanted = next((each for each in offered if parse(each).action == action), None)
        if wanted is not None:
            await person.click(now, wanted)


async def give(room: Room, *people: Person) -> None:
    """Give people transferable copies."""
    database = Database(room.url)
    async with database.transaction() as tx:
        for person in people:
            fresh = [Copy(0, "artbot", card, person.id) for card, count in CARDS.items() for _ in range(count)]
            await copies.create(tx, fresh, "pack", room.now)
            await copies.count_finished(tx, person.id, room.now)
    await database.close()


async def matches(room: Room, ada: Person, ben: Person) -> None:
    """Create a running match of every game, one against a house player, a finished one, and a lobby."""
    for game in GAMES:
        await room.seated(game, [ada, ben])
    over = await room.seated("artbot", [ada, ben])
    leaving = shown(await ben.slash("match leave", match=over))
    await ben.click(leaving, found(leaving, "leave"))
    lobby = shown(await ada.slash("play", game="varia", pace="daily"))
    await ben.click(lobby, found(lobby, "join"))
    seat = shown(await ada.click(ada.now(lobby), found(ada.now(lobby), "seat")))
    await pressed(ada, seat, "word")
    panel = shown(await ada.click(ada.now(lobby), found(ada.now(lobby), "table")))
    panel = shown(await ada.click(panel, found(panel, "table")))
    options = next(each for each in panel.selects if parse(each.custom_id).action == "option")
    await ada.select(panel, options.custom_id, [options.options[0][0]])


async def looks(ada: Person) -> None:
    """Open every panel of a match, and answer a question."""
    for match in range(1, 6):
        hand = (await ada.slash("hand", match=match)).message
        board = (await ada.slash("match show", match=match)).message
        for message in (hand, board):
            if message is not None:
                await pressed(ada, message, "more", "help", "rewind", "keeps")
        await ada.slash("match log", match=match)


async def decks(ada: Person) -> None:
    """Create a deck, and open its bench and its exports."""
    start = shown(await ada.slash("deck build", deck="Mine", game="varia"))
    bench = shown(await ada.click(start, found(start, "deckempty")))
    groups = next(each for each in bench.selects if parse(each.custom_id).action == "benchpage")
    bench = shown(await ada.select(bench, groups.custom_id, [groups.options[-1][0]]))
    cards = next(each for each in bench.selects if parse(each.custom_id).action == "benchcard")
    bench = shown(await ada.select(bench, cards.custom_id, [cards.options[0][0]]))
    await pressed(ada, bench, "benchset", "bench", "deckname", "deckout", "deckdrop")
    await ada.slash("deck list")
    await ada.slash("deck import", game="varia")
    await ada.slash("deck show", deck="Mistbinder")
    made = await ada.slash("format make", game="varia")
    assert made.modal is not None
    await ada.submit_modal(made, {name: part["value"] for name, part in made.modal.inputs.items() if "value" in part})


async def collections(ada: Person, ben: Person) -> None:
    """Create a collection with the pack of the day, and an open trade."""
    shelf = shown(await ada.slash("collection"))
    await pressed(ada, shelf, "turn", "ledger")
    pack = shown(await ada.slash("pack"))
    await pressed(ada, pack, "luck", "open", "reveal", "packcheck")
    draft = shown(await ada.slash("trade", person=ben))
    trade = shown(await ada.click(draft, found(draft, "tradepost")))
    asked = await ada.click(trade, found(trade, "tradegive"))
    assert asked.modal is not None
    (name,) = asked.modal.inputs
    await ada.submit_modal(asked, {name: [asked.modal.inputs[name]["options"][0]["value"]]})


async def homebrew(ada: Person) -> None:
    """Upload and enable a set for the server."""
    taken = await ada.finished(
        await ada.slash("set upload", file=file_of("kitchen.toml", example(GAMES["varia"]).encode())), timeout=TRIALS
    )
    await pressed(ada, taken, "setshow", "setenable", "setdelete")
    await ada.slash("set list")


async def tournaments(ada: Person, *others: Person) -> None:
    """Create three tournaments: a draft, an open one and a running one."""
    await ada.slash("tournament create", title="Draft", game="artbot")
    for title in ("Open", "Running"):
        panel = await turned(ada, shown(await ada.slash("tournament create", title=title, game="artbot")), 0)
        chooser = next(each for each in panel.selects if parse(each.custom_id).action == "toption")
        page = shown(await ada.select(panel, chooser.custom_id, [chooser.options[0][0]]))
        await pressed(ada, page, "tpage")
        await pressed(ada, panel, "ttitle", "tannounce")
        announced = await ada.wait_for(lambda each, title=title: title in each.text and _joins(each))  # type: ignore[misc]
        for person in (ada, *others):
            now = person.now(await person.wait_for(lambda each, number=announced.id: each.id == number))  # type: ignore[misc]
            await person.click(now, found(now, "tjoin"))
        await pressed(ada, announced, "tmy", "tstandings", "tcheck")
    manage = shown(await ada.slash("tournament manage", tournament=3))
    await confirmed(ada, manage, "tstart")
    for action in ("tseries", "tplayer"):
        managed = shown(await ada.slash("tournament manage", tournament=3))
        await pressed(ada, managed, action)
        for chooser in managed.selects:
            if parse(chooser.custom_id).action == action:
                await ada.select(managed, chooser.custom_id, [chooser.options[0][0]])
    for look in ("my", "pairings", "bracket", "standings"):
        await ada.slash(f"tournament {look}", tournament=3)


def _joins(message: Message) -> bool:
    return any(each.action == "tjoin" for each in ids_of(message))


async def settings(ada: Person) -> None:
    """Open the settings of a person and of a server."""
    for command in ("me settings", "settings", "doctor", "privacy delete", "games", "help"):
        await ada.slash(command)
