// Two instruments that are not Python's, for test_instruments.py: pa11y and html-validate.
//
// Each line that comes in is a request, each line that goes out its answer, both in JSON. They stay
// loaded in between, because to load them takes longer than all that they do.
import { HtmlValidate } from "html-validate";
import { createInterface } from "node:readline";
import pa11y from "pa11y";
import puppeteer from "puppeteer";

const rules = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    "no-inline-style": "error",
    // PyScript's own. Its other one has a comment in the page.
    "no-unknown-elements": ["error", { exclude: ["script-py"] }],
    // These are about how HTML was written. The browser writes it in a style of its own.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
    // An import map holds the hashes.
    "require-sri": "off",
  },
});

const instruments = {
  // The page that Playwright has brought to its state: it is neither loaded again nor left.
  async pa11y({ browser: browserURL, url, viewport }) {
    const browser = await puppeteer.connect({ browserURL, defaultViewport: null });
    try {
      const pages = (await browser.pages()).filter((page) => page.url() === url);
      if (pages.length !== 1) throw new Error(`${pages.length} pages are open at ${url}`);
      const { issues } = await pa11y(url, {
        browser,
        page: pages[0],
        ignoreUrl: true,
        viewport,
        // Its other runner is axe, an older one than ours.
        runners: ["htmlcs"],
        standard: "WCAG2AAA",
        includeNotices: true,
        includeWarnings: true,
        // What is hidden this way is not there yet. HTML_CodeSniffer does not know the attribute.
        hideElements: "[hidden]",
      });
      return issues.map(({ code, message, selector }) => ({ code, message, selector }));
    } finally {
      await browser.disconnect();
    }
  },

  async htmlValidate({ html }) {
    const { results } = await rules.validateString(html);
    return results.flatMap(({ messages }) => messages.map(
      ({ ruleId, message, selector }) => ({ code: ruleId, message, selector }),
    ));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { instrument, ...request } = JSON.parse(line);
  let answer;
  try {
    answer = { found: await instruments[instrument](request) };
  } catch (error) {
    answer = { error: error.stack };
  }
  console.log(JSON.stringify(answer));
}
