"""Pictures of what lies on a table: a small drawing toolkit, independent of any game.

Games draw with it from views. A picture repeats the text beside it; nothing is shown by colour alone.
"""
