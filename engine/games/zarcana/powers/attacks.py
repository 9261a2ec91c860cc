"""Powers against minions and territory."""

from typing import ClassVar

from msgspec.structs import replace

from engine.contract import Arg, Message, Option, Seat, SeatRef
from engine.games.zarcana import board, events
from engine.games.zarcana.pieces import Minion, Question, Use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.powers.handler import LOCK, Handler, card_option, held, minion_option, size_options, word
from engine.games.zarcana.rulings import HAND, LARGE
from engine.games.zarcana.state import ZarcanaState
from engine.kit.keys import number_of


class Attack(Handler):
    """Swords, Emperor, Death, Tower: attack a minion in the target space, or the top card if there is no minion."""

    first: ClassVar[str] = "victim"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require something that can be hit; no minion attacks itself (seed, Swords)."""
        if self._victims(state, actor) or self._razes(state, use, actor):
            return None
        crowd = state.crowd(state.minions[actor].target)
        if not crowd:
            return "nothing_there"
        return "only_itself" if crowd == (actor,) else "unshrinkable"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask what to attack; after an Emperor's attack, ask what to demand and ask the victim which cards to give."""
        if use.step == "demand":
            if not self._may_demand(state, use, use.picked):
                return Question("demand", [])
            demands = [word("demand", count, count=count) for count in range(state.power(use).count + 1)]
            return Question("demand", demands, optional=True, about={"seat": SeatRef(use.picked)})
        if use.step == "give":
            return self._gift(state, use)
        options = [minion_option(state, number) for number in state.alike(self._victims(state, use.actor))]
        if self._razes(state, use, use.actor):
            options.append(_territory(state, state.minions[use.actor]))
        if use.times:
            options.append(LOCK)
        return Question("victim", options, optional=use.times > 0)

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Attack, demand or give."""
        key = keys[0]
        if use.step == "give":
            play.give(use.noted[0], play.state.active, [number_of(card) for card in keys])
            play.close()
        elif use.step == "demand":
            count = number_of(key)
            if count:
                play.update(replace(use, step="deed", noted=(use.picked, count)))
            else:
                play.close()
        elif key == "territory":
            if play.state.face_up(play.state.minions[use.actor].target) is None:
                play.update(replace(use, step="deed", noted=()))
            else:
                self._raze(play, use)
        else:
            self._attack(play, use, number_of(key))

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Raze a face-down card, which a draft must not reveal (rules, further rulings), or demand cards.

        Nothing is demanded from a victim who has left in the meantime; a victim without a choice gives at once.
        """
        if not use.noted:
            self._raze(play, use)
            return
        state, (owner, count) = play.state, use.noted
        if not self._may_demand(state, use, owner):
            play.close()
            return
        play.tell(events.Demanded(state.active, owner, count))
        hand = state.players[owner].hand
        wanted = min(count, len(hand), self._cap(state, use))
        if wanted < len(hand):
            play.update(replace(use, step="give", noted=(owner, wanted)))
            return
        play.give(owner, state.active, tuple(hand))
        play.close()

    def _raze(self, play: ZarcanaPlay, use: Use) -> None:
        play.destroy_territory(play.state.active, play.state.minions[use.actor].target)
        self.again(play, use, "victim")

    def _attack(self, play: ZarcanaPlay, use: Use, number: int) -> None:
        """Destroy a victim of the attacker's size or smaller; shrink a larger one (seed, Swords)."""
        state = play.state
        victim, attacker = state.minions[number], state.minions[use.actor]
        if attacker.size >= victim.size or not _shrinks(state, victim):
            play.destroy(number, "attack")
        else:
            play.shrink(state.active, number)
        if self._may_demand(state, use, victim.seat):
            play.update(replace(use, step="demand", picked=victim.seat))
        else:
            self.again(play, use, "victim")

    def _victims(self, state: ZarcanaState, actor: int) -> list[int]:
        """Return the minions that can be attacked; a minion that cannot shrink may be safe, by option (rules, Q7)."""
        attacker = state.minions[actor]
        spared = state.options.unshrinkable == "safe"
        return [
            number
            for number in state.crowd(attacker.target)
            if number != actor
            and (attacker.size >= state.minions[number].size or not spared or _shrinks(state, state.minions[number]))
        ]

    def _razes(self, state: ZarcanaState, use: Use, actor: int) -> bool:
        """Whether the top card can be destroyed: if no minion is there, or with the Tower (rules, 6A and 6B)."""
        target = state.minions[actor].target
        return target in state.stacks and (state.power(use).raze or not state.crowd(target))

    def _may_demand(self, state: ZarcanaState, use: Use, owner: Seat) -> bool:
        """Whether an attack lets its player demand cards: from an opponent in the match, within the hand limit."""
        player = state.players[owner]
        enemy = owner != state.active and not player.left and player.hand
        return bool(state.power(use).count and enemy and self._cap(state, use) > 0)

    def _cap(self, state: ZarcanaState, use: Use) -> int:
        """Return how many cards may be gained: the hand limit applies, unless an option lifts it (rules, Q5, Q39)."""
        if state.options.emperor == "beyond the hand limit":
            return state.power(use).count
        return HAND - len(held(state, use))

    def _gift(self, state: ZarcanaState, use: Use) -> Question:
        owner, count = use.noted
        cards = [replace(card_option(state, card), final=True) for card in state.players[owner].hand]
        about: dict[str, Arg] = {"seat": SeatRef(state.active), "count": count}
        return Question("give", cards, seat=owner, count=count, about=about)


class ConvertMinion(Handler):
    """Hierophant: replace a minion in the target space with one of the player's own, of its size or smaller."""

    first: ClassVar[str] = "victim"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require a minion in the target space, and a small enough piece in the stash."""
        others = self._others(state, actor)
        if not others:
            return "nobody_there"
        return None if any(self._sizes(state, number) for number in others) else "no_piece"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask which minion to replace, and what size its replacement should be."""
        if use.step == "replacement":
            return Question("replacement", size_options(self._sizes(state, use.picked), "replace"))
        victims = [number for number in self._others(state, use.actor) if self._sizes(state, number)]
        return Question("victim", [minion_option(state, number) for number in state.alike(victims)])

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Replace the minion once both answers are known."""
        key = keys[0]
        if use.step == "victim":
            play.update(replace(use, step="replacement", picked=number_of(key)))
        else:
            play.convert(play.state.active, use.picked, number_of(key))
            play.close()

    def _others(self, state: ZarcanaState, actor: int) -> list[int]:
        return [number for number in state.crowd(state.minions[actor].target) if number != actor]

    def _sizes(self, state: ZarcanaState, number: int) -> list[int]:
        """Return the sizes that may replace a minion; a player's own minion returns to the stash first (rules, Q34).

        The player's own standing minion is not replaced with the same size: nothing would change (rules, Q35).
        """
        victim = state.minions[number]
        sizes = state.smaller(state.active, victim.size)
        if victim.seat != state.active:
            return sizes
        own = {size for size in sizes if size != victim.size}
        return sorted(own | {victim.size}) if victim.facing else sorted(own)


class DestroyHere(Handler):
    """Hanged Man: destroy all minions in the acting minion's space, including itself, and discard the top card."""

    def commits(self, state: ZarcanaState, use: Use) -> bool:
        """Whether it reveals a face-down card."""
        space = state.minions[use.actor].space
        return space in state.stacks and state.face_up(space) is None

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Destroy the minions, then the card (rules, 6B)."""
        space = play.state.minions[use.actor].space
        for number in play.state.crowd(space):
            play.destroy(number, "hanged")
        if space in play.state.stacks:
            play.destroy_territory(play.state.active, space)
        play.close()


def _shrinks(state: ZarcanaState, victim: Minion) -> bool:
    """Whether a minion's owner has the next smaller piece in the stash."""
    return 1 < victim.size <= LARGE and state.players[victim.seat].stash[victim.size - 2] > 0


def _territory(state: ZarcanaState, attacker: Minion) -> Option:
    """Return the option to attack the target space's top card."""
    name, top = board.name(attacker.target), state.face_up(attacker.target)
    if top is None:
        return Option("territory", Message("zarcana.pick.raze_face_down", {"space": name}))
    return Option("territory", Message("zarcana.pick.raze", {"space": name, "card": state.ref(top)}))
