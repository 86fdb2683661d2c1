"""Stands in for the browser's storage in tests of those who keep something there."""


class Stored:
    """A storage like `ui/storage.py`'s that writes down what it is asked to keep."""

    def __init__(self, **stored):
        self.stored = stored
        self.writes = []  # (name, value), in their order

    async def get(self, name):
        return self.stored.get(name)

    def set(self, name, value):
        self.writes.append((name, value))
        self.stored[name] = value
