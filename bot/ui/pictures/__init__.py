"""Pictures of what lies on a table: a small drawing toolkit that knows no game.

Games draw with it from views. A picture repeats what a text beside it says; nothing is told by colour alone.
"""
