"""The bill of materials in CycloneDX's form: everything of others that is shipped, its version, hashes and licence."""

import hashlib
import re
from collections.abc import Iterable
from importlib.metadata import PackageMetadata, metadata, version
from pathlib import Path
from typing import Final

from cyclonedx.contrib.hash.factories import HashTypeFactory
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from bot.ui.fonts.font_files import FONTS as FONTS_USED
from release.pins import SHIPPED, needed

ALLOWED: Final = frozenset(
    {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MIT-CMU", "OFL-1.1", "PSF-2.0"}
)
"""The licences, by their SPDX ids, under which others' work may be shipped with a program under the MIT licence."""

CLASSIFIERS: Final = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}
"""What older packages say of themselves, where it means exactly one licence."""

FONTS: Final = {
    Path(font.file).name.partition("-")[0]: Path(font.file)
    for fonts in FONTS_USED.values()
    for font in fonts.files
    if font.is_ours
}
"""The files of others' work in the repository."""

INCLUDED: Final = {**dict.fromkeys(FONTS, "OFL-1.1"), "mypyc": "0BSD AND MIT AND PSF-2.0"}
"""The licences of what is shipped and is no package: the fonts, and mypyc's runtime in the compiled engine."""


def licence(about: PackageMetadata) -> str | None:
    """Return a package's licence as an SPDX expression, or None if the package does not say it clearly."""
    for expression in about.get_all("License-Expression") or ():
        return str(expression)
    for written in about.get_all("License") or ():
        if written in ALLOWED:
            return str(written)
    found = {CLASSIFIERS[each] for each in about.get_all("Classifier") or () if each in CLASSIFIERS}
    return found.pop() if len(found) == 1 else None


def is_allowed(expression: str | None) -> bool:
    """Return whether a licence lets us ship the package: all that are demanded together, or one of a choice."""
    if expression is None:
        return False
    choices = re.split(r"\s+OR\s+", expression.strip("() "))
    return any(all(part.strip("() ") in ALLOWED for part in re.split(r"\s+AND\s+", each)) for each in choices)


def forbidden() -> dict[str, str | None]:
    """Return what may not be shipped, with what is said about its licence."""
    found = {**INCLUDED, **{name: licence(metadata(name)) for name in sorted(needed(SHIPPED))}}
    return {name: expression for name, expression in found.items() if not is_allowed(expression)}


def components(root: Path) -> list[Component]:
    """Return what is shipped from a checkout: packages in the order of their names, mypyc's runtime and the fonts."""
    runtime = Component(
        name="mypyc",
        version=version("mypy"),
        type=ComponentType.LIBRARY,
        description="the runtime in the compiled engine",
        licenses=[_licensed(INCLUDED["mypyc"])],
    )
    return [*map(_package, sorted(needed(SHIPPED))), runtime, *(_font(root, name) for name in FONTS)]


def _font(root: Path, name: str) -> Component:
    content = (root / FONTS[name]).read_bytes()
    return Component(
        name=name,
        type=ComponentType.FILE,
        description=str(FONTS[name]),
        licenses=[_licensed(INCLUDED[name])],
        hashes=[HashTypeFactory().from_hashlib_alg("sha256", hashlib.sha256(content).hexdigest())],
    )


def _licensed(expression: str) -> License:
    return LicenseFactory().make_from_string(expression)


def _package(name: str) -> Component:
    expression = licence(metadata(name))
    return Component(
        name=name,
        version=version(name),
        type=ComponentType.LIBRARY,
        purl=PackageURL("pypi", name=name, version=version(name)),
        licenses=[] if expression is None else [_licensed(expression)],
    )


def bill(release: str, shipped: Iterable[Component]) -> str:
    """Return the bill of materials of a release, as JSON."""
    bom = Bom(components=shipped)
    bom.metadata.component = Component(
        name="tableside",
        version=release,
        type=ComponentType.APPLICATION,
        licenses=[_licensed("MIT")],
    )
    bom.register_dependency(bom.metadata.component, bom.components)
    return str(make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2))
