"""What holds for all tests that pytest runs: Hypothesis tries the same examples every time.

A test that fails on one day in twenty helps nobody. To let it look for new examples, for an hour or
a night, run `pytest --hypothesis-profile=search`.
"""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None, max_examples=5000)
settings.load_profile("steady")
