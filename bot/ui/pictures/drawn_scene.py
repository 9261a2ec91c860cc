"""Pictures that are painted from one scene, as most are."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from bot.ui.pictures.drawing_process import DrawnPicture
from bot.ui.pictures.painter import paint, pixels_of
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Scene


class DrawnScene(DrawnPicture):
    """A function that draws, as a PNG of a width in pixels, the scene that a module-level function makes.

    Another such function makes the file.
    """

    def __init__(self, scene: Callable[[Any], Scene], width: int, file: Callable[[Any], bytes] = png) -> None:
        super().__init__(lambda data: file(paint(scene(data), width)))
        update_wrapper(self, scene)
        self.made = (scene, width, file)

    def size(self, data: Any) -> tuple[int, int]:
        """Return the width and the height of a picture in pixels, without drawing it."""
        scene, width, _ = self.made
        return pixels_of(scene(data), width)

    def __reduce__(self) -> Any:
        """Return what it is made of, by which it is sent to other processes."""
        return (DrawnScene, self.made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DrawnScene) and self.made == other.made

    def __hash__(self) -> int:
        return hash(self.made)
