"""The contents of the picture of an Art Bot turn that concerns two players: a hit, a theft or a Glitch."""

from collections.abc import Iterable, Sequence

from bot.ui.games.artbot import cards
from bot.ui.games.artbot.episodes import episodes
from bot.ui.games.artbot.robot import robot_of
from bot.ui.games.report import last_before
from bot.ui.games.strips import seat_players, unmarked
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.strip import Beat, Chip, Fall, Half, Strip, Throw
from bot.ui.texts.words import Spoken, Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.artbot import events as e
from engine.games.artbot.cards import ArtBotCards
from engine.kit.facts import Ended, Standing


def turn_strip(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return the strip of a turn of Art Bot; None if its card concerned nobody else. `before` holds earlier facts."""
    began = last_before(e.TurnBegan, before)
    played = next((fact for fact in facts if isinstance(fact, e.Played)), None)
    if not isinstance(began, e.TurnBegan) or played is None or played.target is None or played.target == played.seat:
        return None
    if last_before(Standing, facts) is None:
        return None
    return _Turn(facts, before, words.pool(ArtBotCards), words).strip(began, played, played.target)


class _Turn:
    """A turn whose strip is being made."""

    def __init__(self, facts: Sequence[Fact], before: Sequence[Fact], pool: ArtBotCards, words: Words) -> None:
        self.facts, self.pool = facts, pool
        self.words = Spoken.of(words)
        self.hp, self.after = _points(facts, before)
        self.revealed = next((fact for fact in facts if isinstance(fact, e.Revealed)), None)
        self.glitched = any(isinstance(fact, e.Glitched) for fact in facts)

    def strip(self, began: e.TurnBegan, played: e.Played, target: Seat) -> Strip:
        """Return the strip."""
        words = self.words
        beats, fall = self.beats(played, target)
        return Strip(
            title=(words("strip.turn"), str(began.turn)),
            fighters=seat_players(self.hp, words),
            first=(played.seat, words("artbot.strip.acts")),
            unit=words("artbot.strip.hp"),
            most=max(*self.hp, *self.after, 1),
            beats=tuple(beats),
            fall=fall,
        )

    def beats(self, played: e.Played, target: Seat) -> tuple[list[Beat], Fall | None]:
        """Return what happened between two players, then who is out, and how the match ended, if it did."""
        words, seat = self.words, played.seat
        happened = episodes([fact for fact in self.facts if not isinstance(fact, e.TurnBegan)], words)
        said = " ".join(filter(None, (each.sentences(e.Eliminated, Ended) for each in happened)))
        standing = ", ".join(words("report.hp", seat=SeatRef(each), hp=self.after[each]) for each in (seat, target))
        lost = max(0, self.hp[target] - self.after[target])
        ended = next((fact for fact in self.facts if isinstance(fact, Ended)), None)
        falls = ended is not None and ended.outcome.ranking[0] == (seat,) and lost > 0 and not self.after[target]
        beat = Beat(
            label="",
            size="last" if falls else "hero",
            told=unmarked(f"{said} {standing}."),
            halves=(self.attack(played), self.answer(target)),
            sides=(seat, target),
            losses=(0, lost),
            stopped=self.revealed is not None and not lost and self.revealed.net >= 0,
            why=words("artbot.strip.glitch") if self.glitched else "",
        )
        if falls:
            return [beat], self.fall(seat, target)
        ends = [said for each in happened for said in each.says if isinstance(said.fact, e.Eliminated | Ended)]
        notes = [unmarked(said.text) for said in ends]
        return [beat, *(Beat("", "note", note, note=note) for note in notes)], None

    def attack(self, played: e.Played) -> Half:
        """Return the side of the player whose turn it is: the card, its points, and what was gained."""
        power = Chip(cards.power(self.pool.by_id[played.card.card], self.words), "plain")
        return Half(
            points=(self.hp[played.seat], self.after[played.seat]),
            names=(self.words.card(played.card.card),),
            cards=self.arts((played.card,)),
            figure=None if self.revealed is None else _sum(self.revealed.pp),
            chips=(*self.gained(played.seat), power),
        )

    def answer(self, target: Seat) -> Half:
        """Return the other side: the revealed cards, what they were worth, and what came back."""
        points, gained = (self.hp[target], self.after[target]), tuple(self.gained(target))
        shown = () if self.revealed is None else (*self.revealed.cards, *self.revealed.spilled)
        if self.revealed is None or not shown:
            note = self.words("artbot.strip.short" if self.glitched else "artbot.strip.nothing")
            return Half(points=points, note=note, chips=gained)
        return Half(
            points=points,
            cards=self.arts(shown),
            figure=_sum(self.revealed.rp),
            chips=(*gained, Chip(self.words("artbot.cards", count=len(shown)), "plain")),
            unplanned=True,
        )

    def arts(self, refs: Iterable[CardRef]) -> tuple[Illustration, ...]:
        """Return the robots on cards."""
        return tuple(robot_of(self.pool.by_id[ref.card]) for ref in refs)

    def gained(self, seat: Seat) -> Iterable[Chip]:
        """Yield what a player gained, if anything."""
        gained = self.after[seat] - self.hp[seat]
        if gained > 0:
            yield Chip(self.words("artbot.strip.gains", hp=gained), "good")

    def fall(self, winner: Seat, loser: Seat) -> Fall:
        """Return how the match ended, in words."""
        words = self.words
        return Fall(
            side=1,
            told=words("strip.down", seat=SeatRef(loser)),
            points=words("artbot.strip.fell", old=self.hp[loser], hp=self.after[loser]),
            left=words("artbot.strip.left", hp=self.after[winner]),
        )


def _sum(points: int) -> Throw:
    """Return a figure that needed no dice."""
    return Throw((), (), 6, 0, points)


def _points(facts: Sequence[Fact], before: Sequence[Fact]) -> tuple[Sequence[int], Sequence[int]]:
    """Return everybody's health points before a turn and after it."""
    after = last_before(Standing, facts)
    earlier = last_before(Standing, before) or after
    return () if earlier is None else earlier.points, () if after is None else after.points
