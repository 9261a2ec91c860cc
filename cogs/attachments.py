"""Commands with an option for a file of certain types, which discord.py 2.7.1 cannot declare."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from discord import AppCommandOptionType, app_commands

if TYPE_CHECKING:
    from discord.app_commands import CommandTree

_TYPES: Final = "file_types"


class FileCommand(app_commands.Command[Any, ..., None]):
    """A command with options for files. Discord documentation, "Reference: File Type Filtering"."""

    def to_dict(self, tree: "CommandTree[Any]") -> dict[str, Any]:
        """Return the command as Discord takes it."""
        told: dict[str, Any] = super().to_dict(tree)
        for option in told["options"]:
            if option["type"] == AppCommandOptionType.attachment.value:
                option[_TYPES] = self.extras[_TYPES]
        return told


def file_command(name: str, description: str, extensions: tuple[str, ...]) -> Callable[[Any], FileCommand]:
    """Declare a command whose option for a file takes only files with these extensions."""

    def declare(callback: Any) -> FileCommand:
        return FileCommand(name=name, description=description, callback=callback, extras={_TYPES: list(extensions)})

    return declare
