"""The bridge between Python and JavaScript, as far as the page uses it."""

from collections.abc import Callable
from typing import Any

def create_proxy(function: Callable[..., Any]) -> Any:
    """Make a function that JavaScript may keep and call."""

def to_js(value: Any) -> Any:
    """Make of a value of Python one of JavaScript: of a dict, an object."""
