"""What a game asks of its seats."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.contract.messages import Arg, Message
from engine.contract.seats import Seat

Key: TypeAlias = str
"""Names one option of one decision."""


class Option(Struct, frozen=True):
    """One thing that a seat may choose.

    Attributes:
        key: stable name, at most 40 characters, tells nothing that the seat does not know.
        label: what it says.
        group: options of one group belong together on a panel; the group's own id of the catalogue.
        final: uses chance, shows hidden cards or hands over to somebody else. All others can be undone.
        passes: declines to act. A seat that can choose nothing else has no legal answer, and a race is not closed
            by it.
        warning: what choosing it brings about that nobody can want; a panel asks once more.
    """

    key: Key
    label: Message
    group: str | None = None
    final: bool = False
    passes: bool = False
    warning: Message | None = None


class Blocked(Struct, frozen=True):
    """Something a player would look for and cannot have now, with the refusal that says why."""

    label: Message
    reason: Message


class Window(Struct, frozen=True):
    """Decisions asked of several seats together.

    A race closes shortly after the first answer that is no pass; the host then plays `default` for the rest.
    """

    id: str
    race: bool = False


class Decision(Struct, frozen=True):
    """A question to one seat: any `least` to `most` different options answer it.

    Attributes:
        id: new for each question whose meaning is new; a seat's letter and a counter of that seat, so that what
            others do meanwhile never renames it.
        seat: who is asked.
        kind: what is asked; with the game's key it names the question's text in the catalogue.
        options: what can be chosen, in the order to show.
        least: the fewest options that answer it.
        most: the most options that answer it.
        ordered: whether the order of the chosen keys means something.
        tempo: a seat's own "turn", or a "response" asked inside somebody else's.
        clock: decisions with the same clock share one deadline.
        window: set where several seats are asked together.
        topic: what the question is about; a seat may pass ahead on a topic.
        ahead: the topic of questions to come on which the seat may pass ahead along with a final answer to this one.
        begun: this answer finishes an act that an earlier pick of the draft began; a deadline drops such an act.
        concerns: whether what it is about touches the seat; a person may want to be asked in windows only then.
        about: arguments of the question's text.
        blocked: what cannot be chosen now, and why.
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
    ahead: str | None = None
    begun: bool = False
    concerns: bool = True
    about: dict[str, Arg] = {}
    blocked: tuple[Blocked, ...] = ()

    @property
    def answerable(self) -> bool:
        """Whether the seat can do anything but pass."""
        return not all(option.passes for option in self.options)

    def commits(self, keys: Sequence[Key]) -> bool:
        """Whether an answer is final: one of its options is, or it chooses nothing where everything else is final."""
        chosen = [option for option in self.options if option.key in keys] or self.options
        return any(option.final for option in chosen) if keys else all(option.final for option in chosen)
