"""The report of a smoke test, as values and as Markdown."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

NOTED: Final = "(noted)"
"""The expectation of a step for which Discord documents none."""


class SmokeStep(Struct, frozen=True):
    """One request and its answer.

    Attributes:
        part: the part of the test to which the step belongs.
        name: the request, as Discord's documentation names it.
        expected: the allowed statuses and error codes of the answer, like 200 or 400/50024.
        came: the answer's actual status, with Discord's error code and the fields that it rejects.
        fields: the fields of the answer, unless it was a refusal.
    """

    part: str
    name: str
    expected: tuple[str, ...]
    came: str
    fields: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Whether the answer is among the expected ones, apart from the fields of a refusal, which are undocumented."""
        return self.expected == (NOTED,) or self.came.split(" in ")[0] in self.expected


class SmokeReport(Struct):
    """All steps in order, the environment of the run, and everything that could not be cleaned up."""

    ran_on: str
    steps: list[SmokeStep]
    left: list[str]

    @property
    def well(self) -> bool:
        """Whether every answer was as expected."""
        return all(step.well for step in self.steps)


def markdown(report: SmokeReport) -> str:
    """Return a report as Markdown: a table for each part, the objects left behind, and the fields of the answers."""
    wrong = [step for step in report.steps if not step.well]
    lines = [
        "# Smoke test",
        "",
        report.ran_on,
        "",
        f"{len(report.steps) - len(wrong)} of {len(report.steps)} answers are as expected.",
        *(f"- **{step.part}, {step.name}**: {' or '.join(step.expected)} expected, {step.came} came" for step in wrong),
    ]
    for part, steps in _by_part(report.steps).items():
        lines += ["", f"## {part}", "", "| Request | Expected | Came | |", "|---|---|---|---|"]
        lines += [
            f"| {step.name} | {' or '.join(step.expected)} | {step.came} | {'' if step.well else '**differs**'} |"
            for step in steps
        ]
    if report.left:
        lines += ["", "## Left behind", "", *(f"- {each}" for each in report.left)]
    lines += ["", "## Fields of the answers", ""]
    lines += [
        f"- {'; '.join(names)}: {', '.join(f'`{field}`' for field in fields)}"
        for fields, names in _by_fields(report.steps).items()
    ]
    return "\n".join(lines) + "\n"


def _by_part(steps: Iterable[SmokeStep]) -> dict[str, list[SmokeStep]]:
    found: dict[str, list[SmokeStep]] = {}
    for step in steps:
        found.setdefault(step.part, []).append(step)
    return found


def _by_fields(steps: Iterable[SmokeStep]) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for step in steps:
        if step.fields:
            found.setdefault(step.fields, []).append(f"{step.part}, {step.name}")
    return found


def fields_of(answer: Any) -> tuple[str, ...]:
    """Return the names of an answer's fields in order; for a list, those of its first element."""
    if isinstance(answer, list):
        return fields_of(answer[0]) if answer else ()
    return tuple(sorted(name for name in answer if isinstance(name, str))) if isinstance(answer, Mapping) else ()


def refusal(status: int, code: int, text: str) -> str:
    """Return a refusal in short: its status, Discord's error code, and the fields that Discord rejects."""
    fields = re.findall(r"^In ([\w.]+):", text, re.MULTILINE)
    return f"{status}/{code}" + (f" in {', '.join(fields)}" if fields else "")
