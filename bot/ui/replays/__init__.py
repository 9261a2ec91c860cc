"""The match page: a finished match to look at step by step, in one HTML file that works without a connection.

- `recording`: everything that the page shows, taken from views of the match as it is played again;
- `page`: the file around it, with the script and style of the folder `page` and the fonts of the pictures.

The page draws what it is given and knows no rule.
"""
