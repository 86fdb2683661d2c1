"""What Chromium writes down while it is traced, as far as somebody here asks for it.

This module must not know what was done meanwhile.
"""

import json


def main_thread_tasks(trace: bytes) -> list[float]:
    """How many milliseconds of the processor's time each task of a page's main thread took.

    Not of the clock's: that says as much about what else the machine was doing. `trace` is what
    Playwright's `stop_tracing` gives, of the category "toplevel".
    """
    events = json.loads(trace)["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        event["tdur"] / 1000
        for event in events
        if event["name"].endswith("RunTask")
        and "tdur" in event
        and (event["pid"], event["tid"]) in main
    ]
