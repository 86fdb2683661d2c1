"""The files for online editors and for publishing: what they name is there."""

import json
import re

from tools import runtime, serve


def read(name: str) -> str:
    return (runtime.ROOT / name).read_text("utf-8")


def read_json(name: str) -> dict:
    """JSON in which a line may be a comment, as dev containers allow."""
    return json.loads(re.sub(r"^\s*//.*$", "", read(name), flags=re.MULTILINE))


PACKAGE = read_json("package.json")


def test_npm_start_runs_a_program_that_the_lock_file_installs():
    program = PACKAGE["scripts"]["start"].split()[0]
    packages = json.loads(read("package-lock.json"))["packages"]
    owners = [
        name.removeprefix("node_modules/")
        for name, package in packages.items()
        if program in package.get("bin", {})
    ]
    assert len(owners) == 1
    assert owners[0] in PACKAGE["devDependencies"]


def test_stackblitz_starts_what_npm_can_start():
    command = json.loads(read(".stackblitzrc"))["startCommand"]  # comments are not allowed there
    assert command == "npm start"


def test_the_dev_container_shows_the_port_that_it_serves():
    container = read_json(".devcontainer/devcontainer.json")
    program, script, folder, *options = container["postAttachCommand"]["play"].split()
    assert program == "python3"
    assert (runtime.ROOT / script).samefile(serve.__file__)
    assert (runtime.ROOT / folder / "index.html").is_file()
    port = int(options[options.index("--port") + 1])
    assert container["forwardPorts"] == [port]
    assert container["portsAttributes"][str(port)]["onAutoForward"] == "openPreview"


def test_the_dev_container_makes_what_the_makefile_can_make():
    container = read_json(".devcontainer/devcontainer.json")
    command, *targets = container["postCreateCommand"].split()
    assert command == "make"
    # Both stand there as variables: VENV := .venv/.installed
    named = dict(re.findall(r"^(\w+) := (\S+)$", read("Makefile"), flags=re.MULTILINE))
    assert set(targets) <= set(named.values())


def test_what_comes_into_main_is_tested_once_and_before_it_is_published():
    tests, pages = read(".github/workflows/test.yml"), read(".github/workflows/pages.yml")
    assert "branches-ignore: [main]" in tests
    assert "  workflow_call:" in tests
    assert "branches: [main]" in pages
    assert "uses: ./.github/workflows/test.yml" in pages
    assert "needs: test" in pages
    for target in re.findall(r"run: make (\S+)", tests + pages):
        assert re.search(rf"^{target}:", read("Makefile"), flags=re.MULTILINE)
