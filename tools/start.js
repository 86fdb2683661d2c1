/* What starts the built page's Python, in place of PyScript's own core.js, which it imports. The build
   puts it beside that file; in the page as one file it is in there as well.

   On a phone, Python's start takes a good part of a second. It is cut into pieces here, between which
   the page can be touched, scrolled and painted: a page that does not answer for a twentieth of a
   second feels stuck. What is done here, main.py would do anyway; it finds it done. */

import { hooks, optional, stdlib } from "./core.js";

// PyScript prepares for Python in workers, and for that makes text into JavaScript, which the page's
// policy forbids. There is no worker here, so what would be prepared is cleared.
for (const hook of Object.values(hooks.worker)) hook.clear();

// PyScript awaits this before it runs main.py.
hooks.main.onReady.add(async (python) => {
  const { interpreter } = python;
  await pause();
  await importPyScript(interpreter);
  await importGame(interpreter);
  // PyScript would prepare its package once more, together with main.py.
  python.runAsync = interpreter.runPythonAsync;
});

// PyScript's own package. What PyScript has of it is Python that writes its files, but they are
// written quicker from here. And it imports all of its modules at once, so it is imported empty at
// first, then its modules one by one, and then it is given what belongs into it.
async function importPyScript({ FS, runPython }) {
  const files = /_Path\("(.+)"\)\n_path\.write_text\((".*"),encoding="utf-8"\)$/gm;
  for (const [, name, text] of stdlib.replace(optional, "").matchAll(files)) {
    write(FS, name, JSON.parse(text));
  }
  const own = "pyscript/__init__.py";
  const whole = FS.readFile(own, { encoding: "utf8" });
  FS.writeFile(own, "");
  await importNeeds(whole);
  FS.writeFile(own, whole);
  runPython(`import pyscript\nexec(open("${own}").read(), pyscript.__dict__)`);

  async function importNeeds(text) {
    for (const [, module] of text.matchAll(/^from pyscript\.(\w+) import/gm)) {
      await importNeeds(FS.readFile(`pyscript/${module}.py`, { encoding: "utf8" }));
      await pause();
      runPython(`import pyscript.${module}`);
    }
  }
}

// The game's files stand in the page, each below those that it imports.
async function importGame({ FS, runPython }) {
  for (const { dataset, textContent } of document.querySelectorAll("script[data-file]")) {
    await pause();
    write(FS, dataset.file, textContent.slice(1)); // without the line break after the tag
    try {
      runPython(`import ${moduleName(dataset.file)}`);
    } catch {
      // main.py will import it too, and then the error is reported.
    }
  }
  await pause();
}

// Puts a file where Python looks for it.
function write(FS, name, text) {
  FS.mkdirTree(name.split("/").slice(0, -1).join("/"));
  FS.writeFile(name, text);
}

// "ui/text.py" is the module ui.text, "ui/__init__.py" is ui.
function moduleName(file) {
  return file.replace(/(\/__init__)?\.py$/, "").replaceAll("/", ".");
}

// Lets the browser do what is waiting. A timer would do, but browsers make each wait for 4 ms.
function pause() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}
