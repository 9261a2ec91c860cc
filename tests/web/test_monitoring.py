"""What `deploy/` watches: alerts and a dashboard that name only figures and labels that exist."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.metrics import Metrics

ROOT: Final = Path(__file__).parents[2]
ALERTS: Final = (ROOT / "deploy" / "alerts.yaml").read_text("utf-8")
DASHBOARD: Final = json.loads((ROOT / "deploy" / "dashboard.json").read_text("utf-8"))

SUFFIXES: Final = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
"""What Prometheus adds to a figure's name for each kind of figure."""

OUR_OWN: Final = {"le"}
"""Labels that Prometheus' client adds to a histogram by itself."""


def labels_by_name() -> dict[str, set[str]]:
    """Every name that the program exports, with the labels that its figures have."""
    found: dict[str, set[str]] = {}
    for figure in vars(Metrics()).values():
        if (described := getattr(figure, "describe", None)) is not None and hasattr(figure, "_labelnames"):
            for family in described():
                for suffix in SUFFIXES[family.type]:
                    found[family.name + suffix] = {*figure._labelnames, *OUR_OWN}
    return found


EXPORTED: Final = labels_by_name()


def panels() -> Iterator[Any]:
    yield from (panel for panel in DASHBOARD["panels"] if panel["type"] != "row")


def rules() -> dict[str, str]:
    """The expressions of the alerts by their names."""
    found = re.findall(r"^ {6}- alert: (\w+)\n((?: {8}.*\n)+)", ALERTS, re.MULTILINE)
    return {name: body.split("expr:", 1)[1].split("\n        labels:")[0] for name, body in found}


def unknown(expression: str) -> set[str]:
    """The figures in an expression that do not exist, and the labels that its figures do not have."""
    wrong = {name for name in re.findall(r"tableside_\w+", expression) if name not in EXPORTED}
    known = set().union(*(EXPORTED.get(name, set()) for name in re.findall(r"tableside_\w+", expression)))
    used = set(re.findall(r"[{,]\s*(\w+)\s*(?:=~|!=|=)", expression))
    for group in re.findall(r"by \(([^)]*)\)", expression):
        used |= {label.strip() for label in group.split(",")}
    return wrong | (used - known - {"job"})


def test_the_metrics_page_has_the_names_that_are_looked_for() -> None:
    page = Metrics().text().decode()
    told = set(re.findall(r"^# TYPE (\w+) (?!gauge\b.*_created)", page, re.MULTILINE))
    ours = {re.sub("_(bucket|count|sum)$", "", name) for name in EXPORTED}
    assert ours <= told
    assert len(EXPORTED) > len(SUFFIXES)


def test_the_alerts_name_only_what_exists() -> None:
    assert len(rules()) == ALERTS.count("alert:")
    assert {name: found for name, expression in rules().items() if (found := unknown(expression))} == {}


def test_the_dashboard_names_only_what_exists_and_leaves_nothing_out() -> None:
    expressions = [target["expr"] for panel in panels() for target in panel["targets"]]
    assert {each: found for each in expressions if (found := unknown(each))} == {}
    shown = set(re.findall(r"tableside_\w+", " ".join(expressions)))
    assert set(EXPORTED) - shown == {"tableside_answer_seconds_count", "tableside_answer_seconds_sum"}
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_every_alert_is_explained_to_its_host_and_nothing_else_is() -> None:
    told = (ROOT / "docs" / "hosts" / "alerts.md").read_text("utf-8")
    assert re.findall(r"^## (Tableside\w+)$", told, re.MULTILINE) == list(rules())


@pytest.mark.parametrize(
    "expression",
    [
        "tableside_outbox_age > 1",
        'tableside_interactions_total{result="incident"} > 0',
        "sum by (channel) (tableside_outbox_rows_total)",
        "tableside_answer_seconds > 1.5",
    ],
)
def test_what_does_not_exist_is_noticed(expression: str) -> None:
    assert unknown(expression)
