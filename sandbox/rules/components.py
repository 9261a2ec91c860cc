"""Rules for components, in messages and in modals.

Discord documentation, "Components: Component Reference" and "Using Message Components".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.rules.file_types import file_type_problems

if TYPE_CHECKING:
    from sandbox.schema.explain import Problem
    from sandbox.wire import Json

Path = tuple[str | int, ...]

ROW, BUTTON, STRING_SELECT, TEXT_DISPLAY, FILE, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP = 1, 2, 3, 10, 13, 19, 21, 22
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
_LINK, _PREMIUM = 5, 6
_MOST_ROWS, _MOST_COMPONENTS, _MOST_TEXT, _MOST_IN_ROW = 5, 40, 4000, 5
_MOST_IN_MODAL: Final = 5


def walk(components: Any, path: Path = ("components",)) -> list[tuple[Path, Json]]:
    """Return every component of a tree with its path, within rows, containers, sections, accessories and labels."""
    return _found(components, path, [])


def _found(components: Any, path: Path, found: list[tuple[Path, Json]]) -> list[tuple[Path, Json]]:
    for index, component in enumerate(components if isinstance(components, list) else ()):
        if isinstance(component, dict):
            _find_in(component, (*path, index), found)
    return found


def _find_in(component: Json, path: Path, found: list[tuple[Path, Json]]) -> None:
    found.append((path, component))
    if "components" in component:
        _found(component["components"], (*path, "components"), found)
    for key in ("accessory", "component"):
        child = component.get(key)
        if isinstance(child, dict):
            _find_in(child, (*path, key), found)


def message_problems(components: list[Json], *, is_v2: bool) -> list[Problem]:
    """List the problems in a message's components that the schema does not cover."""
    parts = walk(components)
    problems = _size_problems(components, parts, is_v2=is_v2)
    problems += unique_problems(parts)
    for path, part in parts:
        kind = part.get("type")
        if kind == BUTTON:
            problems += _button_problems(path, part)
        elif kind in SELECTS:
            problems += select_problems(path, part)
        elif kind == ROW:
            problems += _row_problems(path, part)
        elif kind == FILE:
            problems += _file_problems(path, part)
    return problems


def _file_problems(path: Path, shown: Json) -> list[Problem]:
    """A File shows one of the message's own files and no other address."""
    url = str((shown.get("file") or {}).get("url", ""))
    if url.startswith("attachment://"):
        return []
    return [
        (
            (*path, "file", "url"),
            "UNFURLED_MEDIA_ITEM_ATTACHMENT_REFERENCE_REQUIRED",
            "A File takes a reference to an attachment only",
        )
    ]


def _size_problems(components: list[Json], parts: list[tuple[Path, Json]], *, is_v2: bool) -> list[Problem]:
    here: Path = ("components",)
    if not is_v2:
        problems: list[Problem] = []
        if len(components) > _MOST_ROWS:
            problems.append((here, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."))
        problems += [
            ((*here, index, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1}.")
            for index, each in enumerate(components)
            if each.get("type") != ROW
        ]
        return problems
    problems = []
    if len(parts) > _MOST_COMPONENTS:
        problems.append((here, "BASE_TYPE_MAX_LENGTH", "A message has at most 40 components, nested ones too."))
    text = sum(len(str(part.get("content", ""))) for _, part in parts if part.get("type") == TEXT_DISPLAY)
    if text > _MOST_TEXT:
        problems.append(
            (
                here,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                "All text together has at most 4000 characters.",
            )
        )
    return problems


def unique_problems(parts: list[tuple[Path, Json]]) -> list[Problem]:
    """List the custom ids, and the ids, that occur on more than one component."""
    seen: set[object] = set()
    numbers: set[object] = set()
    problems: list[Problem] = []
    for path, part in parts:
        custom_id = part.get("custom_id")
        if custom_id is not None and custom_id in seen:
            problems.append(
                (
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            )
        seen.add(custom_id)
        number = part.get("id") or None
        if number is not None and number in numbers:
            problems.append(((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"))
        numbers.add(number)
    return problems


def _button_problems(path: Path, button: Json) -> list[Problem]:
    style = button.get("style")
    key = {_LINK: "url", _PREMIUM: "sku_id"}.get(style if isinstance(style, int) else 0, "custom_id")
    problems: list[Problem] = []
    if not button.get(key):
        problems.append(((*path, key), "BASE_TYPE_REQUIRED", "This field is required"))
    problems += [
        ((*path, other), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", f"A button with {key} cannot have {other}")
        for other in ("custom_id", "url", "sku_id")
        if other != key and button.get(other)
    ]
    if style != _PREMIUM and not button.get("label") and not button.get("emoji"):
        problems.append((path, "BUTTON_COMPONENT_INVALID_EMOJI_OR_LABEL", "A button needs a label or an emoji"))
    return problems


def _row_problems(path: Path, row: Json) -> list[Problem]:
    children = row.get("components") or []
    selects = sum(child.get("type") in SELECTS for child in children)
    if not children:
        return [((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")]
    if (selects and len(children) > 1) or len(children) > _MOST_IN_ROW:
        return [
            (
                (*path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The components do not fit the row's width",
            )
        ]
    return []


def select_problems(path: Path, select: Json) -> list[Problem]:
    """List the problems with a select's options and bounds."""
    options = select.get("options") or []
    least = select.get("min_values")
    most = select.get("max_values")
    least = 1 if least is None else least
    most = 1 if most is None else most
    problems: list[Problem] = []
    if least > most:
        problems.append(((*path, "min_values"), "SELECT_COMPONENT_BOUNDS", "min_values is more than max_values"))
    if select.get("type") != STRING_SELECT:
        preset = len(select.get("default_values") or [])
        if preset and not least <= preset <= most:
            problems.append(
                (
                    (*path, "default_values"),
                    "SELECT_COMPONENT_DEFAULT_VALUES_BOUNDS",
                    "There must be as many default values as may be chosen",
                )
            )
        return problems
    if max(least, most) > len(options):
        problems.append(((*path, "max_values"), "SELECT_COMPONENT_BOUNDS", "There are not as many options as that"))
    values = [option.get("value") for option in options]
    problems += [
        (
            (*path, "options", index, "value"),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        )
        for index, value in enumerate(values)
        if value in values[:index]
    ]
    if sum(bool(option.get("default")) for option in options) > most:
        problems.append(
            (
                (*path, "options"),
                "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
                "More options are set than may be chosen",
            )
        )
    return problems


def group_problems(path: Path, group: Json) -> list[Problem]:
    """List the problems with the options and bounds of a radio group, a checkbox group or a file upload.

    Discord documentation, "Component Reference" (Radio Group, Checkbox Group, File Upload).
    """
    kind, options = group["type"], group.get("options") or []
    usual = len(options) if kind == CHECKBOX_GROUP else 1
    least, most = group.get("min_values"), group.get("max_values")
    least, most = 1 if least is None else least, usual if most is None else most
    problems: list[Problem] = []
    if least > most:
        problems.append(((*path, "min_values"), "GROUP_COMPONENT_BOUNDS", "min_values is more than max_values"))
    if kind == CHECKBOX_GROUP and most > len(options):
        problems.append(((*path, "max_values"), "GROUP_COMPONENT_BOUNDS", "There are not as many options as that"))
    values = [option.get("value") for option in options]
    problems += [
        ((*path, "options", index, "value"), "GROUP_COMPONENT_VALUE_DUPLICATED", "This value is already used")
        for index, value in enumerate(values)
        if value in values[:index]
    ]
    if kind != FILE_UPLOAD and sum(bool(option.get("default")) for option in options) > most:
        problems.append(((*path, "options"), "GROUP_COMPONENT_TOO_MANY_DEFAULTS", "More are set than may be chosen"))
    return problems


def modal_problems(modal: Json) -> list[Problem]:
    """List the problems in a modal that the schema does not cover."""
    components = modal.get("components") or []
    parts = walk(components, ("data", "components"))
    problems: list[Problem] = []
    if not 1 <= len(components) <= _MOST_IN_MODAL:
        problems.append((("data", "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."))
    problems += unique_problems(parts)
    for path, part in parts:
        if part.get("type") in SELECTS:
            problems += select_problems(path, part)
            if part.get("disabled"):
                problems.append(((*path, "disabled"), "BASE_TYPE_CHOICES", "Nothing in a modal is disabled"))
        if part.get("type") in (RADIO_GROUP, CHECKBOX_GROUP, FILE_UPLOAD):
            problems += group_problems(path, part)
            problems += file_type_problems(path, part)
        if part.get("min_values") == 0 and part.get("required") is not False:
            problems.append(((*path, "min_values"), "COMPONENT_REQUIRED_BOUNDS", "Must be at least 1 if required"))
        least, most = part.get("min_length"), part.get("max_length")
        if least is not None and most is not None and least > most:
            problems.append(((*path, "min_length"), "TEXT_INPUT_BOUNDS", "min_length is more than max_length"))
    return problems
