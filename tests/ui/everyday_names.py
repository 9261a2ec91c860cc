"""Names that people have: two thousand of all of Faker's languages, sixty with all of their letters, and wide ones."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from pkgutil import iter_modules
from typing import Final

from faker import Faker
from faker.providers import person

LETTERS: Final = 32
"""How many letters a name has at most."""

DEPRECATED: Final = "fr_QC"
"""A language that Faker knows by a newer name as well."""

EACH: Final = 24
"""How many names of each language there are."""

COUNT: Final = 60
"""In how many names all letters have room."""

WIDE: Final = tuple(letter * LETTERS for letter in "W漢﷽Щஔꙮ")
"""Names that are as wide as names can be, in six alphabets."""


@cache
def people() -> tuple[str, ...]:
    """Return some two thousand names, the same ones each time."""
    languages = sorted(each.name for each in iter_modules(person.__path__) if each.name != DEPRECATED)
    found: list[str] = []
    for language in languages:
        faker = Faker(language)
        faker.seed_instance(language)
        found += [faker.name()[:LETTERS] for _ in range(EACH)]
    return tuple(found)


@cache
def with_all_letters() -> tuple[str, ...]:
    """Return `COUNT` names that together have all letters of all people's names.

    Half are people's own. The others are put together from letters that those lack, each with the marks that it has in
    somebody's name.
    """
    missing = set("".join(people()))
    own: list[str] = []
    while len(own) < COUNT // 2:
        own.append(max(people(), key=lambda name: len(missing & set(name))))
        missing -= set(own[-1])
    made = [""]
    clusters = {cluster for name in people() for cluster in _clusters(name)}
    for cluster in sorted(clusters, key=lambda each: (each[0], -len(each))):
        if missing & set(cluster):
            missing -= set(cluster)
            if len(made[-1]) + len(cluster) > LETTERS:
                made.append("")
            made[-1] += cluster
    assert len(made) <= COUNT // 2
    return (*own, *made, *people()[: COUNT - len(own) - len(made)])


def _clusters(name: str) -> Iterator[str]:
    """Yield the letters of a name, each with its marks and joiners."""
    cluster = ""
    for letter in name:
        if cluster and unicodedata.category(letter)[0] not in "MC":
            yield cluster
            cluster = ""
        cluster += letter
    yield cluster
