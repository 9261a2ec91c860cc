"""A small toolkit for drawing what is on a table, independent of any game.

Games use it to draw their views. A picture shows the same as the text beside it, and nothing by colour alone.
"""
