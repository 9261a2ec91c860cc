"""The fonts of pictures: which letters each has, which one draws a letter, and how a text that none has is written.

- `font_files`: the fonts, in the order in which they are asked for a letter.
- `character_map`: the letters of a font, read from its file.
- `written_text`: text as the fonts can draw it.
- `runs`: a line as parts of one font and direction, from left to right.

Nothing here draws: words use it as well as pictures. The licence of the fonts is beside them.
"""
