// Chromium over the mock server; a page that logs an error or opens a dialog fails its test.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { Mock } from "./mock.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"];
export const executable = paths.find((path) => path && existsSync(path));

let browser;

export async function launch() {
  browser ??= await chromium.launch({
    executablePath: executable,
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
  return browser;
}

export async function close() {
  await browser?.close();
}

/** Errors that a test brings about on purpose. */
const EXPECTED = /Failed to load resource|net::ERR_/;

/** Runs `body` with a page on a mock server of its own. */
export async function withPage(body, options = {}) {
  const mock = options.url ? null : await new Mock().start();
  Object.assign(mock ?? {}, options.mock);
  const context = await (await launch()).newContext({
    viewport: { width: 1200, height: 800 }, reducedMotion: "reduce", ...options.context,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("console", (message) => {
    const said = message.text();
    if (message.type() === "error" && !EXPECTED.test(said)) problems.push(`console: ${said}`);
  });
  try {
    await page.goto((options.url ?? mock.url) + (options.hash ?? ""));
    await page.getByRole("textbox", { name: "Message" }).or(page.locator(".page")).first().waitFor();
    await body({ page, mock, context });
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    await mock?.stop().catch(() => {});
  }
}

export const box = (page) => page.getByRole("textbox", { name: "Message", exact: true });
export const answers = (page) => page.locator(".message.assistant");
export const last = (page) => answers(page).last();

export async function send(page, text) {
  await box(page).fill(text);
  await box(page).press("Enter");
}

/** Waits until no answer is on its way. */
export async function settled(page) {
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
}

export async function ask(page, text) {
  await send(page, text);
  await settled(page);
}

/** Violations of axe on the page as it stands. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document));
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n  ")}`);
}
