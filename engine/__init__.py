"""The rules, the search and the opponents. Pure Python: no browser, no clock, no `ui`.

The same files run in CPython 3.11+ (the tests) and in MicroPython (the page), which is why they
use no dataclasses, no enum, no typing module: MicroPython has none of them.
"""
