// Runs Python code in MicroPython, with engine/ and tests/ there to be imported:
//     node tests/micropython/run.mjs "import tests.test_rules as t; t.test_a_run_of_one_is_won_on_any_square()"
// Exits with 0, or prints MicroPython's traceback and exits with 1.

import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const runtime = new URL("node_modules/@micropython/micropython-webassembly-pyscript/", root);
const { loadMicroPython } = await import(new URL("micropython.mjs", runtime));

// PyScript passes no `heapsize` and no `pystack` either, so the stack is as small as on the page.
const print = (bytes) => process.stdout.write(bytes);
const micropython = await loadMicroPython({ linebuffer: false, stdout: print, stderr: print });

for (const folder of ["engine", "tests"]) {
  micropython.FS.mkdir(`/${folder}`);
  for (const name of readdirSync(new URL(folder, root)).filter((name) => name.endsWith(".py"))) {
    micropython.FS.writeFile(`/${folder}/${name}`, readFileSync(new URL(`${folder}/${name}`, root)));
  }
}

try {
  micropython.runPython(process.argv[2]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
