"""What the type checker knows of `js`, the browser's own names as PyScript hands them to Python.

All there is to know is that any name may be there and may be anything: which ones a browser has,
and of what kind they are, Python learns only when it runs. What is checked, then, is the Python on
this side of the door.
"""

from typing import Any

class _AnyName(type):
    def __getattr__(cls, name: str) -> Any: ...

class Object(metaclass=_AnyName):
    """Any object of JavaScript; as an annotation, for what is not there from the beginning."""

    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...

def __getattr__(name: str) -> Any: ...
