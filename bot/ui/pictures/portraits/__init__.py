"""Portraits of characters, drawn from shapes: heads, hair and features."""
