/* The JavaScript of the page: it brings back the chosen theme, keeps one early click, and says it in
   words when loading fails. It knows nothing of the rules; all of the game itself is Python. (sw.js
   runs beside the page, and keeps it for playing offline.)

   It runs before the page is painted, or a dark page would begin with a flash of light, and so
   before there is a body: what needs one waits for it (whenParsed).

   It is written in the JavaScript of 2009 (var, no arrows), so that a browser too old for the game
   can still run it and say so. What it cannot say because it is itself missing, styles/page.css
   does: "Try again" appears there when the page has been loading for too long. */

(function () {
  "use strict";

  var PATIENCE = 15000; // milliseconds until slow loading is put into words
  var STOPPED = "The game cannot start: an error stopped it. The browser's console says more.";
  var STOPPED_IN_PYTHON =
    "The game cannot start: an error in its Python stopped it. The browser's console says more.";
  var page = document.documentElement;
  var early = null; // the square that was clicked while the game was loading
  var failed = false;

  function whenParsed(act) {
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", act);
    } else {
      act();
    }
  }

  // --- The theme -------------------------------------------------------------------------------

  // What the player chose is <html data-theme="dark">, or another of the themes in styles/tokens.css,
  // which acts on it; without it, the page follows the system. Python sets it (ui/view.py). The
  // browser's own frame follows the system by two colours in index.html; for a chosen theme, the first
  // of them becomes the theme's.
  var frameColours = [].map.call(document.querySelectorAll('meta[name="theme-color"]'), function (meta) {
    return { meta: meta, media: meta.getAttribute("media"), content: meta.getAttribute("content") };
  });

  function token(name) {
    return (getComputedStyle(page).getPropertyValue(name) || "").trim(); // old browsers have none
  }

  function isTheme(name) {
    return Boolean(name) && token("--themes").split(/\s+/).indexOf(name) >= 0;
  }

  function colourTheFrame() {
    var isChosen = isTheme(page.getAttribute("data-theme"));
    frameColours.forEach(function (colour, place) {
      var chosenMedia = place === 0 ? "all" : "not all";
      colour.meta.setAttribute("media", isChosen ? chosenMedia : colour.media);
      colour.meta.setAttribute("content", isChosen && place === 0 ? token("--page") : colour.content);
    });
  }

  try {
    var stored = localStorage.getItem("tic-tac-toe:theme");
    if (isTheme(stored)) {
      page.setAttribute("data-theme", stored);
    }
  } catch (error) {
    // Storage is blocked: the page follows the system.
  }
  colourTheFrame();
  if (window.MutationObserver) {
    new MutationObserver(colourTheFrame).observe(page, { attributes: true, attributeFilter: ["data-theme"] });
  }

  // --- What Python must not depend on ----------------------------------------------------------

  // MicroPython's timers go by the clock: were it set back, they would wait until it is as late
  // again. So its clock is one that nobody sets.
  Date.now = function () {
    return Math.floor(performance.timeOrigin + performance.now());
  };

  // PyScript opens a database of its own, for folders of the disk, which this page never uses. Where
  // the browser refuses that (in a frame without an origin), a promise fails and nobody listens. So
  // PyScript is given a database that never answers.
  Object.defineProperty(window, "indexedDB", {
    value: {
      open: function () {
        return {};
      },
    },
  });

  // --- The install button ----------------------------------------------------------------------

  // The browser may offer this before Python can answer: ui/offline.py finds it here.
  window.addEventListener("beforeinstallprompt", function (event) {
    event.preventDefault();
    window.installEvent = event;
  });

  // --- Failing ---------------------------------------------------------------------------------

  function isReady() {
    return page.getAttribute("data-state") === "ready"; // Python sets it: ui/view.py
  }

  function say(words) {
    whenParsed(function () {
      document.getElementById("status").textContent = words;
    });
  }

  function fail(words) {
    // The first failure is the cause; what it brings about later would only hide it.
    if (isReady() || failed) {
      return;
    }
    failed = true;
    page.setAttribute("data-state", "failed");
    say(words);
    forgetEarlyClick();
  }

  // An error may be for want of a file; then the file's name is the better answer, and is given the
  // time to arrive.
  function failLater(words) {
    setTimeout(function () {
      if (!failed && !isReady()) {
        missingFiles(performance.getEntriesByType("resource"), true);
        fail(words);
      }
    }, 500);
  }

  // --- One early click -------------------------------------------------------------------------

  function square(button) {
    return button.getAttribute("aria-label").split(",").slice(0, 2).join(",").toLowerCase();
  }

  function forgetEarlyClick() {
    if (early) {
      early.removeAttribute("data-early");
    }
    early = null;
  }

  function keepEarlyClick(event) {
    var button = event.target;
    if (isReady() || failed || !/(^| )cell( |$)/.test(button.className)) {
      return;
    }
    forgetEarlyClick(); // the last one counts: nothing is played yet, so a player may think again
    early = button;
    early.setAttribute("data-early", "");
    say("Loading the game... Then " + square(button) + " will be played.");
  }

  // --- Saying what went wrong ------------------------------------------------------------------

  function tryAgain(event) {
    event.preventDefault();
    location.reload(); // asks the server again, where following the link may not
  }

  function missing(address) {
    fail("The game cannot start: " + address.split(/[?#]/)[0].split("/").pop() + " could not be loaded.");
  }

  // While loading, every error counts, except those of the browser's extensions. Should one have
  // been harmless, the game becomes ready all the same, and its own words replace these.
  function onError(event) {
    var reason = event.reason || event.error || {};
    var message = String(event.message || reason.message || reason);
    var address = /https?:[^\s'")]+/.exec(message);
    if (/-extension:/.test(event.filename + reason.stack)) {
      return;
    }
    if (event.target !== window) {
      // An element's error. A script's: it, or a module that it imports, did not arrive. Without its
      // styles the game can be played.
      if (event.target.src) {
        missing(event.target.src);
      }
    } else if (address) {
      missing(address[0]);
    } else {
      failLater(/Traceback/.test(message) ? STOPPED_IN_PYTHON : STOPPED);
    }
  }

  // While it goes down, because an element's error does not come up to the window.
  window.addEventListener("error", onError, true);
  window.addEventListener("unhandledrejection", onError);

  // Python has run to its end, and yet did not say that it is ready: an exception stopped it.
  document.addEventListener("mpy:done", function () {
    failLater(STOPPED_IN_PYTHON);
  });

  // PyScript says nothing about a file that it cannot get. The browser's own list does: a status of
  // 400 and more is a refusal. A status of 0 may be a broken connection, or just be kept secret. It
  // never is from who fetches a file of his own server; elsewhere it counts only where it is already
  // known that something is wrong.
  function missingFiles(entries, somethingIsWrong) {
    entries.forEach(function (entry) {
      var broken =
        entry.responseStatus === 0 &&
        entry.name.indexOf(location.origin) === 0 &&
        (entry.initiatorType === "fetch" || (somethingIsWrong && window.origin !== "null"));
      if (
        (entry.responseStatus >= 400 || broken) &&
        /\.(py|toml|m?js|wasm)(\?|$)/.test(entry.name)
      ) {
        missing(entry.name);
      }
    });
  }

  function watchForMissingFiles() {
    try {
      new PerformanceObserver(function (list) {
        missingFiles(list.getEntries(), false);
      }).observe({ type: "resource", buffered: true });
    } catch (error) {
      // A browser without such a list: the time limit below will speak.
    }
  }

  // No failure yet, and so not the last word: a failure after this is said as well.
  setTimeout(function () {
    if (!isReady() && !failed) {
      page.setAttribute("data-state", "failed");
      say("The game is taking long to load. It will start by itself if the rest still arrives.");
    }
  }, PATIENCE);

  // --- Beginning -------------------------------------------------------------------------------

  function webAssemblyWorks() {
    try {
      // The smallest module there is. A policy that blocks WebAssembly makes this throw.
      return !!new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    } catch (error) {
      return false;
    }
  }

  whenParsed(function () {
    document.getElementById("board").addEventListener("click", keepEarlyClick);
    document.querySelector("#retry a").addEventListener("click", tryAgain);
    // The line break after the last element is the proof that the element itself is whole.
    var last = document.getElementById("pyscript-core");
    if (!last || !last.nextSibling) {
      fail("The game cannot start: the page did not arrive as a whole.");
    }
  });

  if (location.protocol === "file:" && !page.hasAttribute("data-one-file")) {
    fail(
      "Opened from a disk, this page cannot start: it needs a server. The game as one file needs " +
        "none: tic-tac-toe.html, which make play writes into the folder dist."
    );
    whenParsed(function () {
      document.getElementById("retry").hidden = true; // it would be the same again
    });
  } else if (!("noModule" in document.createElement("script"))) {
    fail("This browser is too old for the game: it does not know JavaScript modules. A newer one will do.");
  } else if (!webAssemblyWorks()) {
    fail("The game cannot start: WebAssembly is missing or blocked in this browser, and its Python needs it.");
  } else {
    watchForMissingFiles();
  }
})();
