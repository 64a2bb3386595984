// Model output never becomes HTML: neither as an answer nor in any other place it reaches.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { ask, close, last, settled, withPage } from "./browser.mjs";
import { engineState, prefixTree } from "./mock_debug.mjs";

after(close);

const attacks = JSON.parse(readFileSync(new URL("xss.json", import.meta.url), "utf8"));

/** Elements and attributes that came from somewhere else than the page's own components. */
function foreign() {
  const known = new Set(
    ("A ABBR ARTICLE ASIDE BDI BLOCKQUOTE BR BUTTON CAPTION CODE DD DEL DETAILS DIALOG DIV DL DT EM "
    + "FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR I INPUT KBD LABEL LEGEND "
    + "LI MAIN METER NAV OL OPTION P PRE SECTION SELECT SPAN STRONG SUMMARY TABLE TBODY TD TEXTAREA "
    + "TH THEAD TIME TR UL svg path rect line g").split(" "),
  );
  const found = [];
  for (const element of document.querySelectorAll("#app *")) {
    if (!known.has(element.tagName)) found.push(element.tagName);
    if (element.id === "app") found.push("#app");
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on") || name === "srcdoc" || name === "src") found.push(`${name}=${value}`);
      if (name === "href" && !/^(#|https?:\/\/|mailto:)/.test(value)) found.push(`href=${value}`);
    }
  }
  return found;
}

const arm = (page) => page.addInitScript(() => {
  globalThis.xss = () => (globalThis.hit = true);
});

async function assertClean(page, what) {
  // Whatever can be clicked in an answer is clicked.
  const links = page.locator(".message.assistant a");
  for (const href of await links.evaluateAll((list) => list.map((link) => link.href))) {
    assert.match(href, /^(https?:|mailto:)/, what);
  }
  assert.deepEqual(await page.evaluate(foreign), [], what);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined, what);
}

test(`${attacks.length} attacks as answers, reasoning, calls, titles and tokens stay text`, () =>
  withPage(async ({ page, mock }) => {
    assert.ok(attacks.length >= 50);
    await arm(page);
    await page.reload();
    for (const attack of attacks) {
      mock.reply = (body) => body.messages.at(-1).role === "tool" ? { content: attack } : {
        reasoning: [attack],
        content: [attack.slice(0, 7), attack.slice(7)],
        calls: [{ name: attack, args: attack }],
        interventions: [{ kind: attack, tool: attack }],
      };
      await page.getByRole("button", { name: "New conversation" }).first().click();
      await ask(page, attack);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      await assertClean(page, attack);
    }
    await last(page).getByRole("button", { name: "Tokens" }).click();
    await last(page).locator(".tok").first().hover();
    await assertClean(page, "tokens");
    // All are in the browser's storage by now: they come back as text as well.
    await page.waitForTimeout(900);
    await page.reload();
    await settled(page);
    await assertClean(page, "reload");
  }));

test("attacks as one long answer and as JSON stay text", () =>
  withPage(async ({ page, mock }) => {
    await arm(page);
    await page.reload();
    mock.reply = () => ({ content: attacks.map((one) => `${one}\n\n`) });
    await ask(page, "all");
    await assertClean(page, "all in one");
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    mock.reply = () => ({ content: [JSON.stringify(attacks)] });
    await ask(page, "json");
    await assertClean(page, "JSON");
    assert.equal(await last(page).locator("pre").innerText(), JSON.stringify(attacks, null, 2));
  }));

test("attacks in the views of the engine and the model stay text", () =>
  withPage(async ({ page, mock }) => {
    await arm(page);
    const text = attacks.slice(0, 26).join(" ");
    mock.model = text;
    mock.engine = (state) => ({
      ...engineState(3, state.time),
      running: state.running.map((one) => ({ ...one, id: text, api: text, state: text })),
      waiting: state.waiting.map((one) => ({ ...one, id: text, reason: text })),
      prefix: { ...state.prefix, breaks: { [text]: 3 } },
      tiers: [{ name: text, used: 1, total: 2 }],
    });
    mock.tree = () => ({
      ...prefixTree(), nodes: [{ ...prefixTree().nodes[0], text, tier: text }],
    });
    await page.goto(`${mock.url}#engine`);
    await page.reload();
    await page.locator(".node-text").first().waitFor();
    await page.locator(".requests tbody tr").first().waitFor();
    await assertClean(page, "engine");
  }, { hash: "#engine" }));
