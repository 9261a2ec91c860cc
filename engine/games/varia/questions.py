"""The questions that players are asked, with their options, derived from the state alone."""

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

from msgspec.structs import replace

from engine.contract import Arg, Blocked, CardRef, Decision, Message, Option, Seat, SeatRef, letter
from engine.games.varia.action_figures import base_figures, profile_of
from engine.games.varia.effects import candidates
from engine.games.varia.pieces import (
    Action,
    AimPrompt,
    ChoosePrompt,
    Due,
    FusePrompt,
    LandPrompt,
    MayPrompt,
    OrderPrompt,
    PayPrompt,
    PlacePrompt,
    SurePrompt,
)
from engine.games.varia.pool import FORGETTING
from engine.games.varia.rulings import ITEM_USES, STARTING_AP
from engine.games.varia.state import VariaState
from engine.games.varia.timeline import (
    ACTIONS_A_LOOK,
    HandPlans,
    How,
    empty_moments,
    greatest_threat,
    hits_its_owner,
    in_fast_step,
    in_hand,
    may_combine,
    may_replace,
    next_moment,
    places,
    usable_items,
)
from engine.games.varia.triggers import joins_against_its_owner, own_dues
from engine.kit.keys import keyed

MOST_CONSENTS: Final = 12
"""The number of cards whose optional effects can be answered beforehand at a time, so that a list has room for all."""

GROUPS = {how: f"varia.group.{how}" for how in ("plan", "combo", "fuse", "fast", "at", "may")}


def questions(state: VariaState) -> tuple[Decision, ...]:
    """Return the open decision; a duel has only one at a time."""
    return (_ask(state),)


def _ask(state: VariaState) -> Decision:
    if state.prompt is not None:
        return _ASK[type(state.prompt)](state, state.prompt)
    if state.step == "movement":
        return _movement(state)
    if in_fast_step(state):
        return _fast(state)
    return _plan(state)


def asked_seat(state: VariaState) -> Seat:
    """Return the seat to ask while no prompt is open: that of the player whose step it is."""
    return state.active if state.step in ("movement", "action", "fast_action") else state.reactive


def _decision(
    state: VariaState,
    seat: Seat,
    kind: str,
    options: Iterable[Option],
    *,
    about: dict[str, Arg] | None = None,
    begun: bool = False,
    blocked: Iterable[Blocked] = (),
) -> Decision:
    """Return a question that takes one answer, on its step's clock."""
    planning = state.step in ("movement", "action", "reaction")
    return Decision(
        id=f"{letter(seat)}{state.players[seat].answered}",
        seat=seat,
        kind=kind,
        options=tuple(options),
        tempo="turn" if planning else "response",
        clock=_clock(state, seat),
        topic=_fast_steps(state, seat) if in_fast_step(state) else None,
        begun=begun,
        about=about or {},
        blocked=tuple(blocked),
    )


def _fast_steps(state: VariaState, seat: Seat) -> str:
    """Return the topic of a player's fast steps: all of a turn's, until the opponent plans something fast."""
    return f"fast {state.turn}.{state.players[1 - seat].fast_plans}"


def _clock(state: VariaState, seat: Seat) -> str:
    """Return the clock's name: a player's movement and planning share a deadline; other questions have their own."""
    if state.step in ("movement", "action", "reaction"):
        return f"turn {state.turn} plan {letter(seat)}"
    if in_fast_step(state):
        return f"turn {state.turn} fast {state.round} {letter(seat)}"
    return f"turn {state.turn} moment {state.moment + 1} {state.step} {letter(seat)}"


def _movement(state: VariaState) -> Decision:
    """Ask whether to make the one possible change of distance or to stay (rules, further rulings: movement step)."""
    change = "disengage" if state.engaged else "engage"
    moves = Option(change, Message(f"varia.pick.{change}"), final=state.cards.sets_off(change))
    options = [moves, Option("stay", Message("varia.pick.stay"))]
    blocked = []
    if state.forbidden(state.active, change):
        option = options.pop(0)
        blocked.append(Blocked(option.label, Message("varia.refusal.forbidden")))
    return replace(_decision(state, state.active, "movement", options, blocked=blocked), implied="stay")


def _plan(state: VariaState) -> Decision:
    seat = asked_seat(state)
    moment = next_moment(state, seat)
    hand, items, plans = in_hand(state, seat), usable_items(state, seat), HandPlans(state, seat)
    options: list[Option] = []
    blocked: list[Blocked] = []
    if moment is None:
        blocked += [_blocked(state, card, "no_moment") for card in hand + items]
    else:
        options += [_take(state, "plan", card, moment) for card in hand + items]
        options += [_take(state, "fuse", card, moment) for card in hand if plans.begins_fuse(card)]
    options += [_take(state, "combo", card) for card in hand + items if plans.fast(card) and plans.fits((card,))]
    if state.step == "reaction" and moment is not None:
        options.append(Option("gap", Message("varia.pick.gap", {"moment": moment + 1})))
    threat = greatest_threat(state, seat) if state.step == "reaction" and state.answering < 0 else None
    if state.step == "reaction":
        state.look(1 + state.moments // ACTIONS_A_LOOK)
        options += [_turn_to(state, seat, other) for other in empty_moments(state, seat) if other != moment]
    options += _consents(state, seat)
    options.append(_finish(state, seat, "lock"))
    blocked += _unusable(state, seat)
    about: dict[str, Arg] = {} if moment is None else {"moment": moment + 1}
    opposing = None if moment is None or state.step != "reaction" else state.action_at(1 - seat, moment)
    if opposing is not None:
        about["cards"] = state.refs(opposing.cards)
    asked = _decision(state, seat, state.step, options, about=about, blocked=blocked)
    return asked if threat in (None, moment) else replace(asked, implied=keyed("at", threat))


def _turn_to(state: VariaState, seat: Seat, moment: int) -> Option:
    """Return the option to be asked about an empty moment next."""
    opposing = state.action_at(1 - seat, moment)
    label = Message("varia.pick.at_nothing", {"moment": moment + 1})
    if opposing is not None:
        label = Message("varia.pick.at", {"moment": moment + 1, "cards": state.refs(opposing.cards)})
    return Option(keyed("at", moment), label, GROUPS["at"], steers=True)


def _consents(state: VariaState, seat: Seat) -> list[Option]:
    """Return the options to say beforehand whether the optional effects of cards in play and in the plan occur."""
    player, optional, found = state.players[seat], state.cards.optional, list[Option]()
    there = set(state.in_play(seat).carriers)
    there.update(*[state.ids(action.cards) for action in player.plan if action is not None])
    for card in sorted(there.intersection(optional))[:MOST_CONSENTS]:
        state.look(1)
        said = player.consents.get(card)
        for word, answer in (("yes", True), ("no", False), ("ask", None)):
            if answer != said:
                label = Message(f"varia.pick.may_{word}", {"cards": (CardRef(card),)})
                found.append(Option(keyed("may", optional[card], word), label, GROUPS["may"], steers=True))
    return found


def _fast(state: VariaState) -> Decision:
    seat = asked_seat(state)
    options: list[Option] = []
    blocked: list[Blocked] = []
    plans = HandPlans(state, seat)
    for card in in_hand(state, seat) + usable_items(state, seat):
        if not plans.fast(card):
            blocked.append(_blocked(state, card, "not_fast"))
        elif state.forbidden(seat, "fast"):
            blocked.append(_blocked(state, card, "forbidden"))
        elif plans.fits((card,)):
            options.append(_take(state, "fast", card))
        else:
            blocked.append(_blocked(state, card, "no_place"))
    blocked += _unusable(state, seat)
    options += [_take(state, "fuse", card) for card in in_hand(state, seat) if plans.begins_fuse(card)]
    options.append(_finish(state, seat, "lock" if state.planned_in_step else "pass"))
    about: dict[str, Arg] = {"round": state.round}
    if state.players[1 - seat].fast_plans:
        about["seat"] = SeatRef(1 - seat)
    return _decision(state, seat, state.step, options, about=about, blocked=blocked)


def _finish(state: VariaState, seat: Seat, word: Literal["lock", "pass"]) -> Option:
    """Return the option that ends a planning step."""
    passes = word == "pass"
    warning, doubt = (None, None) if passes else (_warning(state, seat), _doubt(state, seat))
    label, ahead = Message(f"varia.pick.{word}"), _fast_steps(state, seat)
    return Option(word, label, final=True, passes=passes, warning=warning, ahead=ahead, doubt=doubt)


def _unusable(state: VariaState, seat: Seat) -> list[Blocked]:
    """Return the usable items that the player cannot use now, wherever they are, each with the reason."""
    items = [item for item in state.players[seat].gear if state.cards.performs(state.card(item))]
    return [_blocked(state, item, why) for item in items if (why := _why_unusable(state, seat, item)) is not None]


def _why_unusable(state: VariaState, seat: Seat, item: int) -> str | None:
    player = state.players[seat]
    if item in player.ruined:
        return "ruined"
    if item not in player.items:
        waits = any(item in action.cards for action in player.queue)
        return "in_queue" if waits else "on_timeline"
    if state.forbidden(seat, "items"):
        return "forbidden"
    return "used_up" if player.item_uses.get(item, 0) >= ITEM_USES else None


def _warning(state: VariaState, seat: Seat) -> Message | None:
    """Warn about an action that can never be paid for: it is legal, but permanently blocks everything behind it.

    See the rules, ambiguities: a combo that can never be paid.
    """
    for action in state.players[seat].plan:
        if action is not None and base_figures(state, action).ap > STARTING_AP:
            return Message("varia.warning.never_paid", {"cards": state.refs(action.cards)})
    return None


def _doubt(state: VariaState, seat: Seat) -> Message | None:
    """Ask about planning nothing while cards that the player can pay for fit into the next moment."""
    player = state.players[seat]
    if any(player.plan) or next_moment(state, seat) is None:
        return None
    costs = [base_figures(state, Action((card,), 0)).ap for card in [*player.hand, *usable_items(state, seat)]]
    affordable = sum(cost <= player.ap for cost in costs)
    return Message("varia.doubt.nothing_planned", {"ap": player.ap, "count": affordable}) if affordable else None


def _place(state: VariaState, prompt: PlacePrompt) -> Decision:
    seat, cards = prompt.seat, prompt.cards
    ways = places(state, seat, cards)
    finals = {how: _commits_at_once(state, cards, how) for how, _ in ways}
    options = [_at(state, seat, how, moment, cards, final=finals[how]) for how, moment in ways]
    return _decision(state, seat, "place", options, about={"cards": state.refs(cards)}, begun=True)


def _fuse(state: VariaState, prompt: FusePrompt) -> Decision:
    """Ask which card joins a Spellfuse. Two cards are already enough."""
    seat, cards = prompt.seat, prompt.cards
    options, plans = [], HandPlans(state, seat)
    for card in plans.fusible(cards):
        if not in_fast_step(state) or plans.fits((*cards, card)):
            label = Message("varia.pick.join", {"card": state.ref(card), "as": "spellfuse"})
            options.append(Option(keyed("join", card), label, final=_commits_at_once(state, (*cards, card))))
    if len(cards) > 1:
        options.append(Option("enough", Message("varia.pick.enough"), final=_commits_at_once(state, cards)))
    return _decision(state, seat, "fuse", options, about={"cards": state.refs(cards)}, begun=True)


def _land(state: VariaState, prompt: LandPrompt) -> Decision:
    seat, moment, cards = prompt.seat, prompt.moment, (prompt.token,)
    ways: list[How] = ["combo"] if may_combine(state, seat, moment, cards) else []
    ways += ["replace"] if may_replace(state, seat, moment) else []
    finals = {how: not state.planning or _forgets(state, how) for how in ways}
    options = [_at(state, seat, how, moment, cards, final=finals[how]) for how in ways]
    return _decision(state, seat, "token", options, about={"cards": state.refs(cards)}, begun=state.planning)


def _aim(state: VariaState, prompt: AimPrompt) -> Decision:
    """Ask for the target of an action that may target either player; the opponent, the usual target, is offered first.

    See the seed, Planning.
    """
    commits = _commits(state, prompt.cards, prompt.how)
    options = [Option(word, Message(f"varia.pick.target_{word}"), final=commits) for word in ("opponent", "self")]
    about: dict[str, Arg] = {"cards": state.refs(prompt.cards)}
    return _decision(state, prompt.seat, "aim", options, about=about, begun=True)


def _pay(state: VariaState, prompt: PayPrompt) -> Decision:
    """Ask for a payment. Declining comes first, so that no optional payment is made for an absent player."""
    action = state.action_at(prompt.seat, state.moment)
    about: dict[str, Arg] = {"moment": state.moment + 1}
    if action is not None:
        cost = profile_of(state, prompt.seat, action)
        about |= {"cards": state.refs(action.cards), "ap": cost.ap, "hp": cost.hp}
    options = [Option(word, Message(f"varia.pick.{word}"), final=True) for word in ("decline", "pay")]
    return _decision(state, prompt.seat, "pay", options, about=about)


def _may(state: VariaState, prompt: MayPrompt) -> Decision:
    """Ask whether an optional trigger should occur; for an absent player, it does not."""
    due = state.agenda[0]
    trigger = state.cards.trigger(due.origin, due.number)
    final = not state.planning or state.cards.commits(trigger)
    about: dict[str, Arg] = {"card": CardRef(due.origin), "number": due.number}
    warns = joins_against_its_owner(state, due)
    warning = _hits_yourself(state, due.seat, due.moment, CardRef(due.origin)) if warns else None
    options = [
        Option("no", Message("varia.pick.no"), final=not state.planning),
        Option("yes", Message("varia.pick.yes", {"card": CardRef(due.origin)}), final=final, warning=warning),
    ]
    return _decision(state, prompt.seat, "may", options, about=about, begun=state.planning)


def _choose(state: VariaState, prompt: ChoosePrompt) -> Decision:
    """Ask which cards or items an effect takes. If one has to be chosen, equal cards are offered only once.

    While planning, a choice that shows nothing hidden can be undone (rules, further rulings: when planned).
    """
    trigger = state.cards.trigger(prompt.due.origin, prompt.due.number)
    final = not state.planning or state.cards.commits(trigger)
    found = candidates(state, prompt)
    distinct = {state.instances[card]: card for card in found}.values() if prompt.count == 1 else found
    options = [
        Option(keyed("c", card), Message("varia.pick.card", {"card": state.ref(card)}), final=final)
        for card in sorted(distinct, key=lambda card: (state.card(card), card))
    ]
    purpose = trigger.do[prompt.step].effect
    about: dict[str, Arg] = {"card": CardRef(prompt.due.origin), "count": prompt.count, "purpose": purpose}
    asked = _decision(state, prompt.seat, "choose", options, about=about, begun=not final)
    return replace(asked, least=prompt.count, most=prompt.count)


def _sure(state: VariaState, prompt: SurePrompt) -> Decision:
    """Ask whether to roll the dice; an absent player rolls."""
    action = state.action_at(prompt.seat, state.moment)
    sure = None if action is None else profile_of(state, prompt.seat, action).sure
    about: dict[str, Arg] = {"moment": state.moment + 1}
    if action is not None and sure is not None:
        about |= {"cards": state.refs(action.cards), "power": sure.power, "focus": sure.focus}
    options = [Option(word, Message(f"varia.pick.{word}"), final=True) for word in ("roll", "sure")]
    return _decision(state, prompt.seat, "dice", options, about=about)


def _order(state: VariaState, prompt: OrderPrompt) -> Decision:
    dues = own_dues(state, prompt.seat)
    options = tuple(Option(keyed("t", number), _due_label(due), final=True) for number, due in enumerate(dues))
    asked = _decision(state, prompt.seat, "order", options, about={"moment": state.moment + 1})
    return replace(asked, least=len(dues), most=len(dues), ordered=True)


def _due_label(due: Due) -> Message:
    kind = "tick" if due.source == "tick" else "trigger"
    return Message(f"varia.pick.{kind}", {"card": CardRef(due.origin)})


def _take(
    state: VariaState, how: Literal["plan", "combo", "fuse", "fast"], card: int, moment: int | None = None
) -> Option:
    """Return the option to take up a card: plan it at once, or go on to ask where it goes or which card joins it."""
    name = state.card(card)
    args: dict[str, Arg] = {"card": CardRef(name, card), "as": "spellfuse" if how == "fuse" else how}
    if moment is not None:
        args["moment"] = moment + 1
    final = how == "plan" and name in state.cards.commit and state.cards.target(name) != "either"
    label = Message(f"varia.pick.{how}", args)
    return Option(keyed(how, card), label, GROUPS[how], final=final, begins=how != "plan")


def _at(state: VariaState, seat: Seat, how: How, moment: int, cards: tuple[int, ...], *, final: bool) -> Option:
    args: dict[str, Arg] = {"cards": state.refs(cards), "moment": moment + 1, "as": how}
    if len(cards) == 1:
        args["card"] = state.ref(cards[0])
    there = state.action_at(seat, moment)
    if there is not None:
        args["there"] = state.refs(there.cards)
    warning = _hits_yourself(state, seat, moment, *state.refs(cards)) if how == "combo" else None
    return Option(keyed(how, moment), Message(f"varia.pick.{how}_at", args), final=final, warning=warning)


def _hits_yourself(state: VariaState, seat: Seat, moment: int, *cards: CardRef) -> Message | None:
    """Warn about an attack that would join an action targeting its own player."""
    if not hits_its_owner(state, seat, moment, tuple(ref.card for ref in cards)):
        return None
    return Message("varia.warning.hits_yourself", {"cards": cards, "target": SeatRef(seat)})


def _blocked(state: VariaState, card: int, why: str) -> Blocked:
    label = Message("varia.pick.plan", {"card": state.ref(card), "as": "plan"})
    return Blocked(label, Message(f"varia.refusal.{why}"))


def _commits(state: VariaState, cards: tuple[int, ...], how: How) -> bool:
    return _forgets(state, how) or any(state.cards.printed((card,)).commits for card in state.ids(cards))


def _forgets(state: VariaState, how: How) -> bool:
    """Whether a replacement may set off something that cannot be undone, because an action is forgotten."""
    return how == "replace" and state.cards.sets_off(*FORGETTING)


def _commits_at_once(state: VariaState, cards: tuple[int, ...], how: How = "plan") -> bool:
    """Whether planning these cards cannot be undone and does not first ask for their target."""
    asks = how != "combo" and state.cards.target(*state.ids(cards)) == "either"
    return not asks and _commits(state, cards, how)


_ASK: Final[dict[type[Any], Callable[[VariaState, Any], Decision]]] = {
    PlacePrompt: _place,
    FusePrompt: _fuse,
    LandPrompt: _land,
    AimPrompt: _aim,
    PayPrompt: _pay,
    OrderPrompt: _order,
    MayPrompt: _may,
    ChoosePrompt: _choose,
    SurePrompt: _sure,
}
