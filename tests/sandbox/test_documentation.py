"""What Discord documents, sentence by sentence: a local Discord is worth what it shares with the real one."""

import pytest

from tests.sandbox.conftest import Scene
from tests.sandbox.documentation import channels, commands, components, interactions, messages
from tests.sandbox.documentation.probe import Probe
from tests.support.discord import Stage, needs_openapi

PROBES = [*messages.PROBES, *components.PROBES, *commands.PROBES, *interactions.PROBES, *channels.PROBES]


@needs_openapi
@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.sentence)
async def test_the_sandbox_follows_the_documentation(stage: Stage, scene: Scene, probe: Probe) -> None:
    stage.forgive(scene.sandbox)
    await probe.check(scene)
    strange = [each for each in scene.sandbox.parts.findings.fatal() if each.kind == "difference"]
    assert strange == []


def test_every_sentence_is_stated_once() -> None:
    sentences = [(probe.page, probe.sentence) for probe in PROBES]
    assert len(set(sentences)) == len(sentences) >= 110
