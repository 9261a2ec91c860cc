"""The decisions that a game asks its seats to make."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.contract.messages import Arg, Message
from engine.contract.seats import Seat

Key: TypeAlias = str
"""Names one option of one decision."""


class Option(Struct, frozen=True):
    """One choice that a seat may make.

    Attributes:
        key: a stable name of at most 40 characters that reveals nothing the seat does not know.
        label: the text of the option.
        group: the catalogue id of the option's group; options in the same group are shown together on a panel.
        final: whether it uses chance, shows hidden cards or hands over to another player. All others can be undone.
        passes: whether it declines to act. A seat that can only pass has no legal answer, and a pass does not close a
            race.
        warning: a consequence of choosing it that nobody would want; a panel asks for confirmation.
        begins: whether it only takes something up, and the seat's next question says what becomes of it; a panel may
            offer the two as one choice. Such an option is never final, and its label names a `card`.
        ahead: a topic of upcoming questions on which the seat may pass in advance along with this answer; a panel
            offers both ways.
        doubt: what choosing it would waste or risk, although it can be wise; a panel asks for confirmation, as with a
            warning, but house players weigh it like any other option.
        steers: whether it only changes which part of a plan the seat is asked about next. Every plan can be made
            without it, so house players leave it out.
    """

    key: Key
    label: Message
    group: str | None = None
    final: bool = False
    passes: bool = False
    warning: Message | None = None
    begins: bool = False
    ahead: str | None = None
    doubt: Message | None = None
    steers: bool = False

    @property
    def asks(self) -> Message | None:
        """What a panel asks about before this is chosen, if anything."""
        return self.warning or self.doubt


class Blocked(Struct, frozen=True):
    """Something that a player would look for but cannot choose now, with the refusal that says why."""

    label: Message
    reason: Message


class Window(Struct, frozen=True):
    """A group of decisions that are put to several seats at the same time.

    A race closes shortly after the first answer that is not a pass; the host then plays `default` for the rest.
    """

    id: str
    race: bool = False


class Decision(Struct, frozen=True):
    """A question to one seat, answered with `least` to `most` different options.

    Attributes:
        id: the seat's letter and that seat's counter; a question with a new meaning has a new id, and what others do
            in the meantime never changes the id.
        seat: the seat that is asked.
        kind: the kind of question; with the game's key it names the question's text in the catalogue.
        options: the available options, in display order.
        least: the minimum number of options in an answer.
        most: the maximum number of options in an answer.
        ordered: whether the order of the chosen keys matters.
        tempo: "turn" in the seat's own turn, or "response" within another seat's turn.
        clock: the name of its clock; decisions with the same clock share one deadline.
        window: set if several seats are asked together.
        topic: the subject of the question; a seat may pass in advance on a topic.
        begun: whether the answer completes an action that an earlier pick of the draft began; a deadline drops such an
            action.
        concerns: whether the question affects the seat; players may choose to be asked in windows only then.
        implied: the key of the option that an answer to the seat's next question implies, so that the usual choice
            needs no click of its own; it is never final. None if every choice has to be made.
        about: the arguments that fill the question's text.
        blocked: the choices that are not available now, and why.
    """

    id: str
    seat: Seat
    kind: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    tempo: Literal["turn", "response"] = "turn"
    clock: str = ""
    window: Window | None = None
    topic: str | None = None
    begun: bool = False
    concerns: bool = True
    implied: Key | None = None
    about: dict[str, Arg] = {}
    blocked: tuple[Blocked, ...] = ()

    @property
    def moves(self) -> tuple[Option, ...]:
        """The options without those that only steer."""
        return tuple([option for option in self.options if not option.steers])

    @property
    def answerable(self) -> bool:
        """Whether the seat can do anything other than pass."""
        return not all(option.passes for option in self.options)

    def commits(self, keys: Sequence[Key]) -> bool:
        """Whether an answer is final: one of its options is, or it chooses nothing and every option is final."""
        chosen = [option for option in self.options if option.key in keys] or self.options
        return any(option.final for option in chosen) if keys else all(option.final for option in chosen)
