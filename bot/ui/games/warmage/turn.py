"""The contents of the picture of a WarMage turn: a row for each Spell or effect, with what it did."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.episodes import sentences
from bot.ui.games.report import last_before
from bot.ui.games.strips import EFFECTS, at_most, described, seat_players, unmarked
from bot.ui.games.warmage.effects import effects
from bot.ui.games.warmage.episodes import KINDS
from bot.ui.games.warmage.links import SpellLink, TurnLinks
from bot.ui.games.warmage.sigil import sigil_of
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.strip import Beat, Fall, Half, Strip, StripPlay
from bot.ui.pictures.strip_play import ABREAST
from bot.ui.texts.words import Spoken, Words
from engine.contract import Fact, Seat, SeatRef
from engine.games.warmage import events as e
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.rulings import CROWD, WOUND_CARDS, WOUND_CARDS_IN_A_CROWD
from engine.kit.facts import Ended, Left

ESSENTIAL: Final = (e.Cast, e.Used, e.Countered, e.Wounded)
"""What is told of each Spell if there is no room for everything."""


def turn_strip(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return the strip of a turn of WarMage; None if no Spell was cast in it. `before` holds earlier facts."""
    began = last_before(e.TurnBegan, before)
    if not isinstance(began, e.TurnBegan):
        return None
    turn = _Turn(facts, before, words.pool(WarMageCards), words)
    if not turn.links.all or any(isinstance(fact, e.Rewound) for fact in facts):
        return None
    strip = turn.strip(began)
    return strip if len(described(strip)) <= DESCRIPTION else turn.strip(began, ESSENTIAL)


class _Turn:
    """A turn whose strip is being made."""

    def __init__(self, facts: Sequence[Fact], before: Sequence[Fact], pool: WarMageCards, words: Words) -> None:
        self.facts, self.pool, self.words = facts, pool, Spoken.of(words)
        self.seats = len(words.seats)
        self.links = TurnLinks(facts, before)

    def strip(self, began: e.TurnBegan, kinds: tuple[type[Fact], ...] = ()) -> Strip:
        """Return the strip; with `kinds`, the sentence about a Spell has only facts of these kinds."""
        words, start = self.words, self.links.start
        beats = [self.beat(row, kinds) for row in self.links.rows()]
        fall = self.fall(self.links.all[-1])
        if fall is not None:
            beats[-1] = self.last(beats[-1], self.links.all[-1])
        ends = [fact for fact in self.facts if isinstance(fact, e.Eliminated | Left | Ended)] if fall is None else []
        notes = [unmarked(KINDS[type(fact)].tell(fact, words)) for fact in ends]
        known = len(start) == self.seats
        wounds = WOUND_CARDS if self.seats < CROWD else WOUND_CARDS_IN_A_CROWD
        return Strip(
            title=(words("strip.turn"), str(began.turn)),
            fighters=seat_players([start[seat] if known else None for seat in range(self.seats)], words),
            first=(began.active, words("warmage.strip.turn")),
            unit=words("warmage.strip.left"),
            most=2 * wounds,
            beats=(*beats, *(Beat("", "note", note, note=note) for note in notes)),
            fall=fall,
        )

    def beat(self, row: Sequence[SpellLink], kinds: tuple[type[Fact], ...]) -> Beat:
        """Return the row of a Spell, with the effects of its card that were used right after it, or of an effect."""
        link, *uses = row
        facts = [fact for each in row for fact in each.facts if not kinds or isinstance(fact, kinds)]
        paid = tuple(ref for each in row for ref in each.done.paid)
        art, most = sigil_of(self.pool.by_id[link.card]), ABREAST if uses else EFFECTS
        did = at_most(effects(link, self.pool, self.words), link.seat, self.words, most)
        used = [effect for each in uses for effect in effects(each, self.pool, self.words)]
        cost = self.words("warmage.strip.pays", cards=self.words.list_cards(paid)) if paid else ""
        return Beat(
            label=str(link.number),
            size="play",
            told=f"{link.number}: {unmarked(sentences(facts, KINDS, self.words))}",
            play=StripPlay(
                link.seat, self.pool.name(link.card), art, did, cost, at_most(used, link.seat, self.words, most)
            ),
        )

    # The end

    def last(self, beat: Beat, link: SpellLink) -> Beat:
        """Return the row of the Spell that ended the match, with the player who fell on the other side."""
        fallen = self.fallen(link)
        card = sigil_of(self.pool.by_id[link.card])
        caster = Half(self.points(link, link.seat), (self.pool.name(link.card),), (card,), unplanned=True)
        other = Half(self.points(link, fallen), note=self.words.name(fallen))
        return replace(
            beat,
            size="last",
            play=None,
            halves=(caster, other),
            sides=(link.seat, fallen),
            losses=(link.wounds[link.seat], link.wounds[fallen]),
        )

    def fallen(self, link: SpellLink) -> Seat:
        """Return the player whom a Spell may have brought down: its target, or somebody whom it wounded."""
        hit = [seat for seat in link.wounds if seat != link.seat and link.wounds[seat]]
        if link.target is not None and link.target != link.seat:
            return link.target
        return hit[0] if hit else link.seat

    def points(self, link: SpellLink, seat: Seat) -> tuple[int, int] | None:
        """Return how many Wounds a player had to go before and after a Spell, if that is known."""
        if seat not in link.before:
            return None
        return (link.before[seat], link.after.get(seat, link.before[seat]))

    def fall(self, link: SpellLink) -> Fall | None:
        """Return how the match ended, if the last Spell brought its caster's victory over somebody it wounded."""
        words, fallen = self.words, self.fallen(link)
        ended = next((fact for fact in self.facts if isinstance(fact, Ended)), None)
        points = self.points(link, fallen)
        if ended is None or ended.outcome.ranking[0] != (link.seat,) or not link.wounds[fallen] or points is None:
            return None
        if fallen == link.seat:
            return None
        own = link.after.get(link.seat)
        return Fall(
            side=1,
            told=words("strip.down", seat=SeatRef(fallen)),
            points=words("warmage.strip.fell", old=points[0], left=points[1]),
            left=words("strip.wins", seat=SeatRef(link.seat))
            if own is None
            else words("warmage.strip.to_go", left=own),
        )
