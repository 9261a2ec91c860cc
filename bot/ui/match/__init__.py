"""Posts, panels and menus of a running match."""
