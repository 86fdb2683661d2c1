/* What starts the built page's Python, in place of PyScript's own core.js, which it imports. The build
   puts it beside that file; in the page as one file it is in there as well.

   On a phone, Python's start takes a good part of a second. It is cut into pieces here, between
   which the page can be touched, scrolled and painted. */

import { hooks } from "./core.js";

// PyScript prepares for Python in workers, and for that makes text into JavaScript, which the page's
// policy forbids. There is no worker here, so what would be prepared is cleared.
for (const hook of Object.values(hooks.worker)) hook.clear();

// PyScript awaits this before it runs main.py. The files that main.py imports stand in the page: they
// are put where Python looks for them, and imported one by one, so that main.py finds them done.
hooks.main.onReady.add(async ({ interpreter }) => {
  const blocks = [...document.querySelectorAll("script[data-file]")];
  for (const { dataset, textContent } of blocks) {
    const folder = dataset.file.split("/").slice(0, -1).join("/");
    interpreter.FS.mkdirTree(folder);
    interpreter.FS.writeFile(dataset.file, textContent.slice(1)); // without the tag's line break
  }
  for (const { dataset } of blocks) {
    await pause();
    try {
      interpreter.runPython(`import ${moduleName(dataset.file)}`);
    } catch {
      // main.py will import it too, and then the error is reported.
    }
  }
  await pause();
});

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
