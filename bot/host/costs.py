"""What each use case costs the people it concerns: nothing, something that another use case undoes, or for good.

Use cases are the public coroutines of the host that buttons and commands call and that change something. Each is named
by its room, module and name. Only those whose cost is FINAL ask the person first, with `Click.confirm`.

A pick in a match costs what the game makes of it: the options of a question say which are final, and which ones a panel
asks about (`Option.warning` and `Option.doubt`).
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct


class UndoneBy(Struct, frozen=True):
    """Something can be undone by a use case, which may be the same one again; so nobody is asked first."""

    use_case: str


Cost: TypeAlias = UndoneBy | Literal["nothing", "final"]
"""What a use case costs."""

NOTHING: Final = "nothing"
"""Nobody loses anything."""

FINAL: Final = "final"
"""It cannot be undone or ends a match, so the person is asked once whether they really want it."""

COSTS: Final[dict[str, Cost]] = {
    "card_sets.played.choose_sets": UndoneBy("card_sets.played.choose_sets"),
    "card_sets.uploads.upload": NOTHING,
    "card_sets.uploads.enable": UndoneBy("card_sets.uploads.disable"),
    "card_sets.uploads.disable": UndoneBy("card_sets.uploads.enable"),
    "card_sets.uploads.delete": FINAL,
    **dict.fromkeys(("collections.boosters.look", "collections.boosters.open_pack"), NOTHING),
    "collections.collection.begin": NOTHING,
    "collections.trades.open_trade": UndoneBy("collections.trades.cancel"),
    "collections.trades.offer": UndoneBy("collections.trades.offer"),
    "collections.trades.agree": UndoneBy("collections.trades.open_trade"),
    "collections.trades.cancel": UndoneBy("collections.trades.open_trade"),
    "decks.formats.keep": UndoneBy("decks.formats.keep"),
    "decks.formats.drop": FINAL,
    **dict.fromkeys((f"decks.personal.{name}" for name in ("build", "copy", "take_in")), NOTHING),
    **{f"decks.personal.{name}": UndoneBy(f"decks.personal.{name}") for name in ("rename", "set_count", "set_format")},
    "decks.personal.drop": FINAL,
    "fairness.page_links.make": UndoneBy("fairness.page_links.take_back"),
    "fairness.page_links.take_back": UndoneBy("fairness.page_links.make"),
    "lobby.agreement.agree": NOTHING,
    "lobby.creation.open_table": UndoneBy("lobby.seats.withdraw"),
    "lobby.creation.rematch": UndoneBy("lobby.seats.give_up"),
    "lobby.creation.shown": NOTHING,
    **dict.fromkeys(("lobby.forks.fork", "lobby.lessons.begin_lesson", "lobby.match_start.start"), NOTHING),
    **dict.fromkeys(("lobby.match_start.keep_hand", "lobby.publication.publish"), NOTHING),
    **dict.fromkeys(
        (f"lobby.puzzles.{name}" for name in ("begin_day", "begin_practice", "begin_theme", "begin_easy", "play_on")),
        NOTHING,
    ),
    "lobby.invitations.invite": UndoneBy("lobby.seats.withdraw"),
    "lobby.search.look_for": UndoneBy("lobby.seats.give_up"),
    "lobby.seats.join": UndoneBy("lobby.seats.give_up"),
    "lobby.seats.give_up": UndoneBy("lobby.seats.join"),
    "lobby.seats.withdraw": UndoneBy("lobby.creation.open_table"),
    "lobby.seats.watch": NOTHING,
    **{f"lobby.seats.{name}": UndoneBy(f"lobby.seats.{name}") for name in ("choose_deck", "say_word")},
    "lobby.server_defaults.change_default": UndoneBy("lobby.server_defaults.change_default"),
    "lobby.setup.arrange": UndoneBy("lobby.setup.arrange"),
    "lobby.stakes.look": NOTHING,
    "lobby.stakes.offer": UndoneBy("lobby.stakes.decline"),
    "lobby.stakes.agree_to_stakes": UndoneBy("lobby.stakes.decline"),
    "lobby.stakes.decline": UndoneBy("lobby.stakes.offer"),
    "match.away.go": UndoneBy("match.away.come_back"),
    "match.away.come_back": UndoneBy("match.away.go"),
    **dict.fromkeys((f"match.panel_actions.{name}" for name in ("look", "opened", "here", "more_time")), NOTHING),
    "match.panel_actions.pick": UndoneBy("match.panel_actions.undo"),
    "match.panel_actions.undo": UndoneBy("match.panel_actions.pick"),
    **{f"match.panel_actions.{name}": UndoneBy(f"match.panel_actions.{name}") for name in ("choose", "wait", "ask_me")},
    "match.panel_actions.leave": FINAL,
    "match.praise.say_well_played": NOTHING,
    "match.rewind.call": UndoneBy("match.panel_actions.pick"),
    "match.rewind.vote": UndoneBy("match.rewind.vote"),
    **dict.fromkeys(("operations.closing.by_moderator", "operations.closing.reverse"), FINAL),
    "operations.privacy.forget_me": FINAL,
    "people.blocks.change": UndoneBy("people.blocks.change"),
    **{
        f"people.settings.{name}": UndoneBy(f"people.settings.{name}")
        for name in ("change_guild", "change_person", "listen")
    },
    **{f"recurring.management.{name}": UndoneBy("recurring.management.stop") for name in ("begin", "carry_on")},
    **{f"recurring.management.{name}": UndoneBy(f"recurring.management.{name}") for name in ("arrange", "move")},
    **dict.fromkeys(("recurring.management.skip", "recurring.management.stop"), FINAL),
    "seasons.management.create": UndoneBy("seasons.management.end"),
    **{f"seasons.management.{name}": UndoneBy(f"seasons.management.{name}") for name in ("arrange", "choose")},
    "seasons.management.end": FINAL,
    "tournament.creation.create": NOTHING,
    "tournament.creation.arrange": UndoneBy("tournament.creation.arrange"),
    "tournament.creation.announce": UndoneBy("tournament.management.change_course"),
    "tournament.editing.edit": UndoneBy("tournament.management.undo"),
    "tournament.entry.join": UndoneBy("tournament.entry.leave"),
    "tournament.entry.check_in": NOTHING,
    "tournament.entry.choose_deck": UndoneBy("tournament.entry.choose_deck"),
    "tournament.entry.leave": FINAL,
    "tournament.absence.note_click": NOTHING,
    "tournament.acts.explain": UndoneBy("tournament.acts.explain"),
    **dict.fromkeys(("tournament.calls.call", "tournament.calls.answer"), NOTHING),
    **{
        f"tournament.management.{name}": FINAL
        for name in (
            "change_course",
            "correct",
            "play_again",
            "pair_again",
            "close",
            "disqualify",
            "drop",
            "replace",
            "undo",
        )
    },
    "tournament.management.invite": UndoneBy("tournament.management.undo"),
    "tournament.management.move": UndoneBy("tournament.management.undo"),
    "tournament.management.let_back_in": UndoneBy("tournament.management.drop"),
    "tournament.rounds.start": FINAL,
}
"""The cost of each use case."""
