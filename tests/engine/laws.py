"""The laws of the engine contract, each a function that fails if a game breaks it for some seed.

test_laws.py checks them with hypothesis on every game; test_planted_faults.py proves that each can fail.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cardsdb.sets import shipped_cards
from engine.budget import STEPS_A_PICK, STEPS_A_ROW, StrictBudget
from engine.contract import (
    SPECTATOR,
    AnyGame,
    Decision,
    Event,
    Fact,
    IllegalPick,
    Key,
    Outcome,
    Seat,
    View,
    Viewer,
    letter,
    mark,
    seen,
)
from engine.dice import ChanceInDraft, FairDice, NoDice
from engine.scenarios.names import card_refs
from tests.engine.card_locations import HIDES, POOLS, leave_as_it_is, pools_by_owner
from tests.engine.clicks import MOST_LINES, lines_of, looks
from tests.engine.random_tables import Table, begun, busy_keys, busy_step, random_keys, some_step, table, walk

BEYOND: Final = 4_000
"""The steps that a pick may take beyond its budget: for the current effect and the dice of all later clashes."""


def viewers(at: Table) -> list[Viewer]:
    return [SPECTATOR, *range(len(at.seats))]


def frozen(at: Table, state: Any) -> str:
    """Return a state as one string, to detect any change in it."""
    return json.dumps(at.game.dump(state), sort_keys=True)


def picks_are_accepted_or_refused_whole(game: AnyGame, seed: int) -> None:
    """Law 1."""
    at, step, dice, chance = some_step(game, seed)
    before = frozen(at, step.state)
    others = [each.id for each in game.decisions(step.state) if each.id != step.decision.id]
    for decision, keys in wrong_answers(step.decision, others, chance):
        try:
            game.apply(step.state, decision, keys, dice)
        except IllegalPick as refusal:
            said = refusal.reason.id
        else:
            raise AssertionError(f"{keys} was taken as an answer to {decision}: {step.decision}")
        assert said, "a refusal says why"
        assert frozen(at, step.state) == before, "a refused pick changed the state"
        assert not dice.counters, "a refused pick used dice"
    for _ in range(3):
        keys = random_keys(step.decision, chance)
        assert taken(game, game.copy(step.state), step.decision.id, keys), f"{keys} is legal and was refused"
    assert taken(game, step.state, step.decision.id, step.keys)
    assert not taken(game, step.state, step.decision.id, step.keys), "a decision was answered twice"


def taken(game: AnyGame, state: Any, decision: str, keys: tuple[str, ...]) -> bool:
    """Whether a pick is accepted; an accepted one is applied to the state."""
    try:
        game.apply(state, decision, keys, FairDice.seeded("taken"))
    except IllegalPick:
        return False
    return True


def wrong_answers(asked: Decision, others: list[str], chance: Random) -> list[tuple[str, tuple[str, ...]]]:
    keys = [option.key for option in asked.options]
    legal = random_keys(asked, chance)
    wrong = [
        (asked.id, (*legal[: asked.most - 1], "no such key")),
        (asked.id, ("",)),
        (f"{asked.id}0", legal),
        (f"{'A' if asked.seat else 'B'}{asked.id[1:]}9", legal),
        ("", legal),
        ("\u0000" * 50, legal),
        (f"{letter(asked.seat)}{int(asked.id[1:]) - 1}", legal),
    ]
    if asked.least > 0:
        wrong.append((asked.id, tuple(keys[: asked.least - 1])))
        wrong.append((asked.id, ()))
    if asked.most < len(keys):
        wrong.append((asked.id, tuple(keys[: asked.most + 1])))
    if asked.most > 1:
        wrong.append((asked.id, (keys[0],) * asked.most))
    wrong += [(other, (*legal, "no such key")) for other in others]
    return wrong


def same_picks_same_match(game: AnyGame, seed: int) -> None:
    """Law 2, within one process."""
    assert digest(game, seed) == digest(game, seed)


def digest(game: AnyGame, seed: int) -> str:
    """Return everything that happens in one random match as one string."""
    at, state, dice, chance = begun(game, seed)
    told = [msgspec.json.encode([step.decision, step.keys]).decode() for step in walk(at, state, dice, chance)]
    told.append(frozen(at, state))
    told.append(msgspec.json.encode(dice.record).decode())
    return "\n".join(told)


def same_match_in_any_process(games: str, key: str, seed: int) -> None:
    """Law 2, in processes whose hashes differ. `games` is an expression that creates games by key."""
    one, other = (digests(games, seed, hash_seed) for hash_seed in ("1", "2"))
    assert one[key] == other[key]


@cache
def digests(games: str, seed: int, hash_seed: str) -> dict[str, str]:
    """Return the digest of a match of each of some games in a process with certain hashes; see `digest`."""
    code = (
        "import json; from tests.engine import faults; from tests.engine.laws import digest;"
        "from tests.engine.random_tables import ALL_GAMES;"
        f"print(json.dumps({{key: digest(game, {seed}) for key, game in ({games}).items()}}))"
    )
    done = subprocess.run(  # noqa: S603 - our own code, in a process whose string hashes differ
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def json_carries_everything(game: AnyGame, seed: int) -> None:
    """Law 3."""
    at, step, _, _ = some_step(game, seed)
    text = json.dumps(game.dump(step.state))
    back = game.load(json.loads(text), game.state_version, at.cards)
    assert frozen(at, back) == frozen(at, step.state)
    ends = []
    for state in (step.state, back):
        dice, same_chance = FairDice.seeded("on", seed), Random(seed)
        for _ in walk(at, state, dice, same_chance):
            pass
        ends.append(frozen(at, state))
    assert ends[0] == ends[1], "the loaded state plays on differently"


def views_tell_nothing_hidden(game: AnyGame, seed: int) -> None:
    """Law 4 (a), and law 10: a viewer's view and decisions follow from what the viewer knows."""
    at, step, _, _ = some_step(game, seed)
    for viewer in viewers(at):
        guess = game.determinize(step.state, viewer, FairDice.seeded(seed, viewer))
        assert game.view(guess, viewer) == game.view(step.state, viewer)
        assert own(game, guess, viewer) == own(game, step.state, viewer)


def forecasts_tell_nothing_hidden(game: AnyGame, seed: int) -> None:
    """Law 4 (e): a forecast follows from what a viewer knows, and changes nothing."""
    at, step, _, _ = some_step(game, seed)
    before = frozen(at, step.state)
    for viewer in viewers(at):
        guess = game.determinize(step.state, viewer, FairDice.seeded(seed, viewer))
        assert game.forecast(guess, viewer) == game.forecast(step.state, viewer)
    assert frozen(at, step.state) == before


def outlooks_are_the_forecasts_after_each_option(game: AnyGame, seed: int) -> None:
    """The contract's rule for outlooks: what a forecast says once an option has been chosen, or nothing of any."""
    at, step, _, _ = busy_step(game, seed)
    before = frozen(at, step.state)
    for asked in game.decisions(step.state):
        outlooks = game.outlooks(step.state, asked)
        one = asked.least == asked.most == 1
        expected = [option.key for option in asked.options if one and not (option.final or option.steers)]
        assert list(outlooks) == expected or not outlooks
        for key, outlook in outlooks.items():
            after = game.copy(step.state)
            game.apply(after, asked.id, (key,), NoDice())
            assert outlook == game.forecast(after, asked.seat), key
        spent = StrictBudget(STEPS_A_ROW)
        game.outlooks(step.state, asked, spent)
        assert bool(outlooks) == (bool(expected) and not spent.spent), "a row is left out only if its budget is spent"
        assert game.outlooks(step.state, asked, StrictBudget(spent.used)) == {}, "a row is left out as a whole"
    assert frozen(at, step.state) == before


def outlooks_tell_nothing_hidden(game: AnyGame, seed: int) -> None:
    """Law 4 (e): the forecasts after a seat's options follow from what the seat knows."""
    at, step, _, _ = busy_step(game, seed)
    for seat in range(len(at.seats)):
        guess = game.determinize(step.state, seat, FairDice.seeded(seed, seat))
        for asked in own(game, step.state, seat):
            assert game.outlooks(guess, asked) == game.outlooks(step.state, asked)


def own(game: AnyGame, state: Any, viewer: Viewer) -> list[Decision]:
    return [asked for asked in game.decisions(state) if asked.seat == viewer]


def events_tell_nothing_hidden(game: AnyGame, seed: int) -> None:
    """Law 4 (b)."""
    at, step, _, _ = some_step(game, seed)
    for viewer in viewers(at):
        real, guess = game.copy(step.state), game.determinize(step.state, viewer, FairDice.seeded(seed, viewer))
        try:
            told = game.apply(guess, step.decision.id, step.keys, FairDice.seeded("same", seed))
        except IllegalPick:
            continue
        really = game.apply(real, step.decision.id, step.keys, FairDice.seeded("same", seed))
        if shown(game, guess, viewer) == shown(game, real, viewer):
            assert seen(told, viewer) == seen(really, viewer)


def shown(game: AnyGame, state: Any, viewer: Viewer) -> tuple[View, dict[int, str], list[tuple[Seat, str]]]:
    """Return a viewer's view, the cards it knows, and who is asked what.

    A card shown once is no longer hidden, though in no view. An answer that a player gave beforehand, which nobody else
    knew, shows where others would have been asked.
    """
    unknown = unknown_to(state, viewer)
    known = {n: card.card for n, card in enumerate(state.instances) if n not in unknown}
    return game.view(state, viewer), known, [(asked.seat, asked.kind) for asked in game.decisions(state)]


def unseen_moves_cannot_be_followed(game: AnyGame, seed: int) -> None:
    """Law 4 (d): if two outcomes of a pick show a viewer the same events, the viewer finds the same cards after both.

    The outcomes differ in the keys picked or in the dice. So nobody can track a card that moves unseen: not by its
    name, not by its place, and not by a gap among known cards. Every viewer knows some more cards than it was shown:
    most leaks concern cards that few random matches reveal.
    """
    at, state, dice, chance = begun(game, seed)
    for step in walk(at, state, dice, chance):
        told = game.apply(game.copy(step.state), step.decision.id, step.keys, FairDice.seeded("way", 0))
        if step.decision.ordered or any(event.audience is not None for event in told):
            unseen_ways_lead_to_one_place(at, knowing_more(at, step.state, chance), step.decision, chance)
        if step.number > MOVES:
            break


MOVES = 150
"""The number of picks of a match that are checked for cards that move unseen."""


def unseen_ways_lead_to_one_place(at: Table, state: Any, asked: Decision, chance: Random) -> None:
    """Try several outcomes of a pick: if their events look the same to a viewer who did not pick, so do the cards."""
    game, ways = at.game, []
    for cast, keys in enumerate(random_keys(asked, chance) for _ in range(6)):
        after = game.copy(state)
        ways.append((after, game.apply(after, asked.id, keys, FairDice.seeded("way", cast))))
    for viewer in (each for each in viewers(at) if each != asked.seat):
        found_after: dict[tuple[Fact, ...], object] = {}
        for after, told in ways:
            view, known, _ = shown(game, after, viewer)
            found = (card_places(msgspec.to_builtins(view)), known)
            assert found_after.setdefault(seen(told, viewer), found) == found


def knowing_more(at: Table, state: Any, chance: Random) -> Any:
    """Return a copy of the state with some more cards known to some viewers."""
    richer = at.game.copy(state)
    for number, card in enumerate(richer.instances):
        if chance.random() < 0.3:
            viewer = chance.choice(viewers(at))
            richer.instances[number] = replace(card, known_to=card.known_to | mark(viewer))
    return richer


def card_places(view: Any, path: str = "") -> dict[str, tuple[str, int]]:
    """Return the position of each card in a view."""
    if isinstance(view, dict) and view.get("type") == "card":
        return {path: (view["card"], view["instance"])}
    parts = view.items() if isinstance(view, dict) else enumerate(view) if isinstance(view, list | tuple) else ()
    return {place: ref for key, part in parts for place, ref in card_places(part, f"{path}.{key}").items()}


def drafts_show_nothing_new(game: AnyGame, seed: int) -> None:
    """Law 4 (e): what a seat sees and is asked in any draft follows from what it knew before the draft."""
    _, step, _, chance = some_step(game, seed)
    seat = step.decision.seat
    HIDES.get(game.spec.key, leave_as_it_is)(step.state, chance)
    for _ in range(10):
        draft_shows_nothing_new(game, step.state, seat, chance)


def draft_shows_nothing_new(game: AnyGame, state: Any, seat: Seat, chance: Random) -> None:
    """Try one draft on the state and on a guess: a seat that sees the same before it sees the same during it."""
    draft = game.copy(state)
    guess = game.determinize(state, seat, FairDice.seeded("draft", chance.random()))
    for asked, keys in reversible_picks(game, draft, seat, chance):
        game.apply(draft, asked.id, keys, NoDice())
        game.apply(guess, asked.id, keys, NoDice())
        assert game.view(guess, seat) == game.view(draft, seat)
        assert own(game, guess, seat) == own(game, draft, seat)


def reversible_picks(
    game: AnyGame, state: Any, seat: Seat, chance: Random
) -> Iterator[tuple[Decision, tuple[Key, ...]]]:
    """Yield up to sixty random picks that can be undone, each from the state that the previous one left."""
    for _ in range(60):
        open_now = own(game, state, seat)
        answers = [
            keys for keys in (random_keys(open_now[0], chance) for _ in range(8)) if not open_now[0].commits(keys)
        ]
        if not answers:
            return
        yield open_now[0], answers[0]


def nothing_names_what_is_unknown(game: AnyGame, seed: int) -> None:
    """Law 4 (c), for cards, by instance and by definition."""
    at, step, _, _ = some_step(game, seed)
    for viewer in viewers(at):
        state = game.copy(step.state)
        forms = [game.view(state, viewer), own(game, state, viewer)]
        keys = [option.key for asked in own(game, state, viewer) for option in asked.options]
        assert all(len(key) <= 40 for key in keys)
        events = game.apply(state, step.decision.id, step.keys, FairDice.seeded("names", seed))
        forms.append(seen(events, viewer))
        before, after = unknown_to(step.state, viewer), unknown_to(state, viewer)
        unknown = before & after
        if after - before:
            # After a shuffle, a card may have been shown to all in this very pick and then shuffled away.
            unknown -= {ref.instance for ref in card_refs([each.fact for each in events if each.audience is None])}
        named = list(card_refs(forms))
        assert not {ref.instance for ref in named} & unknown
        # A card may permanently become another one: its previous identity is also known.
        known_cards = {
            card.card
            for instances in (step.state.instances, state.instances)
            for n, card in enumerate(instances)
            if n not in unknown
        }
        hidden_cards = {state.instances[n].card for n in unknown} - known_cards
        said = msgspec.json.encode(forms).decode()
        assert not [card for card in hidden_cards if json.dumps(card) in said]


def unknown_to(state: Any, viewer: Viewer) -> set[int]:
    return {number for number, card in enumerate(state.instances) if not card.known_to & mark(viewer)}


def determinize_deals_anew(game: AnyGame, seed: int) -> None:
    """Law 4, its last line: in 50 draws every unknown instance changes at least once, if it can."""
    at, step, _, _ = some_step(game, seed)
    for viewer in viewers(at):
        still = movable(game, step.state, viewer)
        for draw in range(50):
            guess = game.determinize(step.state, viewer, FairDice.seeded(seed, draw))
            still = {n for n in still if guess.instances[n].card == step.state.instances[n].card}
        assert not still, f"{still} never changed for {viewer}"


def guesses_follow_from_what_is_known(game: AnyGame, seed: int) -> None:
    """Law 4: two states that look the same to a viewer yield the same guesses, so play by guesses reveals nothing."""
    at, step, _, _ = some_step(game, seed)
    for viewer in viewers(at):
        one, other = (game.determinize(step.state, viewer, FairDice.seeded(seed, name)) for name in "ab")
        guesses = [game.determinize(state, viewer, FairDice.seeded("same", seed)) for state in (one, other, step.state)]
        assert len({json.dumps(game.dump(guess), sort_keys=True) for guess in guesses}) == 1


def movable(game: AnyGame, state: Any, viewer: Viewer) -> set[int]:
    """Return the unknown instances that may be a different card, as far as the viewer knows."""
    possible = {number: {state.instances[number].card} for number in unknown_to(state, viewer)}
    for group in POOLS.get(game.spec.key, pools_by_owner)(state, viewer):
        places = group & possible.keys()
        cards = set().union(*(possible[number] for number in places))
        possible |= dict.fromkeys(places, cards)
    return {number for number, cards in possible.items() if len(cards) > 1}


def every_piece_is_in_one_place(game: AnyGame, seed: int, places: Any) -> None:
    """Law 5. `places` lists, for a state, where every instance is; a token may be nowhere."""
    at, state, dice, chance = begun(game, seed)
    for step in walk(at, state, dice, chance):
        if step.number % 7 == 0:
            places(step.state)
    places(state)


def every_match_ends(game: AnyGame, seed: int) -> None:
    """Law 6: by random play, by defaults alone, and with seats that leave."""
    at, state, dice, chance = begun(game, seed)
    for step in walk(at, state, dice, chance):
        assert game.outcome(step.state) is None
        assert game.stop(step.state).ranking
    ended(at, state)
    at, state, dice, chance = begun(game, seed)
    for _ in walk(at, state, dice, chance, lambda now, asked: game.default(now, asked.id, dice)):
        pass
    ended(at, state)
    at, state, dice, chance = begun(game, seed)
    number = 0
    while open_now := game.decisions(state):
        if chance.random() < 0.05:
            game.leave(state, chance.randrange(len(at.seats)), dice)
            continue
        asked = chance.choice(open_now)
        game.apply(state, asked.id, random_keys(asked, chance), dice)
        number += 1
        assert number <= at.bound
    ended(at, state)


def ended(at: Table, state: Any) -> None:
    outcome = at.game.outcome(state)
    assert outcome is not None, "nobody is asked, and the match is not over"
    assert sorted(seat for rank in outcome.ranking for seat in rank) == list(range(len(at.seats)))
    assert at.game.stop(state) == outcome


def defaults_are_legal_and_blind(game: AnyGame, seed: int) -> None:
    """Law 7."""
    at, step, _, _ = some_step(game, seed)
    for asked in game.decisions(step.state):
        before = frozen(at, step.state)
        keys = game.default(step.state, asked.id, FairDice.seeded("default", seed))
        assert frozen(at, step.state) == before
        guess = game.determinize(step.state, asked.seat, FairDice.seeded(seed))
        assert game.default(guess, asked.id, FairDice.seeded("default", seed)) == keys
        game.apply(game.copy(step.state), asked.id, keys, FairDice.seeded(seed))


def copies_are_their_own(game: AnyGame, seed: int) -> None:
    """Law 8."""
    at, step, _, chance = some_step(game, seed)
    before = frozen(at, step.state)
    copy = game.copy(step.state)
    assert frozen(at, copy) == before
    for other in walk(at, copy, FairDice.seeded("copy", seed), chance):
        if other.number == 40:
            break
    if game.outcome(copy) is None:
        game.leave(copy, 0, FairDice.seeded("leave", seed))
    assert frozen(at, step.state) == before


def the_log_replays_the_match(game: AnyGame, seed: int) -> None:
    """Law 9."""
    at, state, dice, chance = begun(game, seed)
    log: list[tuple[str, tuple[str, ...]]] = []
    marks = {chance.randrange(80), chance.randrange(200)}
    for step in walk(at, state, dice, chance):
        if step.number in marks:
            replayed(at, seed, log, step.state)
        log.append((step.decision.id, step.keys))
    replayed(at, seed, log, state)


def replayed(at: Table, seed: int, log: list[tuple[str, tuple[str, ...]]], snapshot: Any) -> None:
    dice = FairDice.seeded("law", seed)
    state = at.new(dice)[0]
    for decision, keys in log:
        at.game.apply(state, decision, keys, dice)
    assert frozen(at, state) == frozen(at, snapshot)


def a_pick_ends_with_its_budget(game: AnyGame, seed: int) -> None:
    """Law 12: whatever the cards say, a pick takes a bounded number of the engine's own steps; one event announces that
    they are spent."""
    for told, dice in played_on(game, seed):
        assert dice.budget.used <= STEPS_A_PICK + BEYOND, "a pick goes on after its budget was spent"
        cut = [event for event in told if is_cut(event)]
        assert len(cut) == dice.budget.told, "a spent budget is told once"
        if dice.budget.spent:
            assert cut or any(isinstance(getattr(event.fact, "outcome", None), Outcome) for event in told)


def a_pick_is_far_from_its_budget(game: AnyGame, seed: int) -> None:
    """Law 13, for the sets that come with the bot: they never reach half of a pick's budget."""
    for _, dice in played_on(game, seed):
        assert dice.budget.used < STEPS_A_PICK / 2


def a_panel_ends_with_its_budget(game: AnyGame, seed: int) -> None:
    """Law 14: whatever the cards say, a question, a view and a forecast take a bounded number of lines of Python."""
    shipped_cards.cache_clear()  # what earlier matches left in the caches of the cards would save work
    at, state, dice, chance = begun(game, seed)
    for step in walk(at, state, dice, chance, lambda _, asked: busy_keys(asked, chance)):
        if step.number % 12 == 11:
            a_look_ends_with_its_budget(game, step.state, step.decision.seat)
        if step.number > 60:
            break


def a_look_ends_with_its_budget(game: AnyGame, state: Any, seat: Seat) -> None:
    """Check what a seat's panel is made from."""
    for name, look in looks(game, state, seat).items():
        assert lines_of(look) <= MOST_LINES[name], f"a {name} goes on after its budget was spent"


def played_on(game: AnyGame, seed: int) -> Iterator[tuple[tuple[Event, ...], FairDice]]:
    """Yield the events of a match's picks, made by players and now and then by the clock; then a seat leaves."""
    chance = Random(seed)
    at, dice = table(game, chance), FairDice.seeded("law", seed)
    state, told = at.new(dice)
    yield told, dice
    for _ in range(300):
        open_now = game.decisions(state)
        if not open_now:
            return
        asked = chance.choice(open_now)
        late = chance.random() < 0.1
        keys = game.default(state, asked.id, dice) if late else busy_keys(asked, chance)
        yield game.apply(state, asked.id, keys, dice), dice
    yield game.leave(state, chance.randrange(len(at.seats)), dice), dice


def is_cut(event: Event) -> bool:
    """Whether an event announces that a pick's budget is spent."""
    return event.fact.__struct_config__.tag == "cut short" and getattr(event.fact, "what", "work") == "work"


def options_that_are_not_final_use_no_chance(game: AnyGame, seed: int) -> None:
    """The contract's rule for drafts: a pick that is not final can be tried on a copy without dice, and asks only the
    same seat or nobody new; so a draft shows nothing and can be undone."""
    _, step, _, _ = some_step(game, seed)
    for option in step.decision.options:
        if not option.final and step.decision.least <= 1 <= step.decision.most:
            draft = game.copy(step.state)
            try:
                game.apply(draft, step.decision.id, (option.key,), NoDice())
            except ChanceInDraft as chance:
                raise AssertionError(f"{option.key} is not final and uses {chance}") from chance
            others = [asked for asked in game.decisions(step.state) if asked.seat != step.decision.seat]
            assert [asked for asked in game.decisions(draft) if asked.seat != step.decision.seat] == others, option
            assert own(game, draft, step.decision.seat), option
