"""The comparison with the real service, tried on two sandboxes."""

from sandbox.real_check import PROBES, Result, compare, differences
from tests.support.discord import PATIENT, Stage


async def test_a_sandbox_does_not_differ_from_a_sandbox(stage: Stage) -> None:
    sandbox = await stage.sandbox(settings=PATIENT)
    channel = sandbox.facts()["guilds"][0]["channels"]["lobby"]
    assert await compare(sandbox.api_base, sandbox.token, channel, pause=0) == []
    requests = sandbox.parts.journal.entries(["request"])
    assert len(requests) == len(PROBES)


async def test_the_wrong_calls_are_refused_and_the_right_ones_taken(stage: Stage) -> None:
    sandbox = await stage.sandbox(settings=PATIENT)
    channel = sandbox.facts()["guilds"][0]["channels"]["lobby"]
    await compare(sandbox.api_base, sandbox.token, channel, pause=0)
    statuses = [int(entry.headline.split()[0]) for entry in sandbox.parts.journal.entries(["answer"])]
    assert statuses == [200] * 7 + [400] * 5 + [404] * 3 + [400] + [404] * 2 + [201, 400, 200, 400, 204]


def test_differences_are_told() -> None:
    real = {"a": Result(200, None, (), frozenset({"id", "new"})), "b": Result(400, 50035, ("content",))}
    ours = {"a": Result(200, None, (), frozenset({"id", "old"})), "b": Result(400, 50006)}
    assert list(differences(real, ours)) == [
        "a: only there: new",
        "a: only here: old",
        "b: 400 50035 ['content'] there, 400 50006 [] here",
    ]
