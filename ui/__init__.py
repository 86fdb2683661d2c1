"""The page's side of the game: who moves when, what is shown, said, kept and counted.

Few of these files touch the browser (`tests/test_imports.py` says which). The others are plain
Python, tested in CPython.
"""
