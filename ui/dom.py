"""The few things that everyone who writes to the page does: find, make, and walk elements.

Python walks a NodeList by its `item`; and text goes into an element as text, never as HTML.
"""

import js

SVG = "http://www.w3.org/2000/svg"


def find(name: str):
    """Return the element of `index.html` with that id."""
    return js.document.getElementById(name)


def make(tag: str, class_name: str = "", content: str = ""):
    """Return a new element, with a class if one is given, and text if there is any."""
    element = js.document.createElement(tag)
    if class_name:
        element.className = class_name
    if content:
        element.textContent = content
    return element


def make_button(class_name: str = "", content: str = ""):
    """Return a new button, which sends no form."""
    button = make("button", class_name, content)
    button.type = "button"
    return button


def draw(tag: str, class_name: str = ""):
    """Return a new element of a drawing (SVG)."""
    element = js.document.createElementNS(SVG, tag)
    if class_name:
        element.setAttribute("class", class_name)  # its `className` is not a string
    return element


def each(nodes) -> list:
    """Return the elements of a NodeList or an HTMLCollection, as they are now."""
    return [nodes.item(index) for index in range(nodes.length)]
