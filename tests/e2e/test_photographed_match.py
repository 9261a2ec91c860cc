"""Of the panels after the end, a winner's is photographed and one of somebody who has lost."""

from typing import Any

from sandbox.seen import Message
from tests.e2e.photographed_match import ENGLISH, winners_first


def test_a_winners_panel_comes_first() -> None:
    """Art Bot's two photographs were once the same, of two who had lost."""
    people: list[Any] = ["Ada", "Ben", "Cleo"]
    texts = [ENGLISH("panel.lost"), ENGLISH("panel.lost"), ENGLISH("panel.over")]
    panels = [Message({"content": text, "embeds": [], "components": []}) for text in texts]
    ordered = winners_first(list(zip(people, panels, strict=True)))
    assert [panel for _, panel in ordered] == [panels[2], *panels[:2]]
