"""A small toolkit for drawing what is on a table, independent of any game.

Games use it to draw their views. A picture shows the same facts as the text beside it, and none by colour alone.
"""
