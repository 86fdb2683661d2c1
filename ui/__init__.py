"""The page's side of the game: who moves when, what is shown, said, kept and counted.

Only `view` and `storage` touch the browser. The others are plain Python, tested in CPython.
"""
