// The page on the real server, with the small model of the repository: ATLAS_BINARY names the binary.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { answers, ask, box, close, last, send, settled, withPage } from "./browser.mjs";

const binary = process.env.ATLAS_BINARY;
const skip = binary ? false : "ATLAS_BINARY is not set";
const root = new URL("../../", import.meta.url).pathname;
const button = (scope, name) => scope.getByRole("button", { name, exact: true });
after(close);

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A server that takes requests; its model answers within a few tokens a millisecond. */
async function serve(port, ...more) {
  const args = ["serve", "models/atlas-mini", "--device", "cpu", "--port", String(port), ...more];
  const child = spawn(binary, args, { cwd: root, stdio: "ignore" });
  const url = process.env.ATLAS_URL ?? `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 300; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/health`).then((r) => r.ok, () => false);
    if (up) return { child, url };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error("the server did not start");
}

const killed = (child) =>
  new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGKILL");
  });

test("an answer, its figures, JSON, tools and a key on the real server", { skip }, async () => {
  const { child, url } = await serve(await freePort(), "--api-key", "sk-page");
  try {
    await withPage(async ({ page }) => {
      const dialog = page.getByRole("dialog", { name: "API key" });
      await dialog.getByLabel("Key").fill("sk-page");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });
      await button(page, "Settings").click();
      await page.getByLabel("Max tokens").fill("48");
      await page.getByLabel("Temperature").fill("0");
      // Long enough for whole blocks of the prefix cache.
      await page.getByLabel("System prompt").fill("The sea is deep and the sky is wide. ".repeat(30));
      await ask(page, "Tell me about the sea.");
      const facts = await last(page).locator(".facts").innerText();
      assert.match(facts, /\d+ tokens\s+[\d.]+k? tok\/s\s+first [\d.]+ s\s+prefix \d+\/\d+/);
      await button(last(page), "Tokens").click();
      const tokens = last(page).locator(".tok");
      await tokens.first().hover();
      assert.equal(await page.getByRole("tooltip").locator("table").first().locator("tr").count(), 5);
      await ask(page, "And the sky?");
      assert.match(await last(page).locator(".facts").innerText(), /prefix [1-9]\d*\/\d+/);
      await button(page, "JSON").click();
      await page.getByLabel("Max tokens").fill("160");
      await ask(page, "As JSON");
      const json = JSON.parse(await last(page).locator("pre").last().innerText());
      assert.equal(typeof json.answer, "string");
      await button(page, "JSON").click();
      await button(page, "Clock").click();
      await ask(page, "What is the time? Use the clock.");
      assert.ok(await answers(page).count() >= 4);
      assert.equal(await page.locator(".message.failed").count(), 0);
    }, { url });
  } finally {
    await killed(child);
  }
});

test("the engine and the model of the real server", { skip }, async () => {
  const { child, url } = await serve(await freePort(), "--threads", "1");
  try {
    await withPage(async ({ page }) => {
      await button(page, "Settings").click();
      await page.getByLabel("Max tokens").fill("64");
      await page.getByLabel("System prompt").fill("Mountains are high, rivers are long. ".repeat(20));
      await ask(page, "Hello");
      await page.getByRole("link", { name: "Engine" }).click();
      await page.locator(".status.is-live").waitFor();
      assert.match(await page.getByLabel("Figures").innerText(), /of the ceiling, .*GB\/s measured/);
      await page.locator(".tree summary", { hasText: "Mountains are high" }).first().waitFor();
      await page.getByRole("link", { name: "Chat" }).click();
      await ask(page, "Go on");
      await page.getByRole("link", { name: "Engine" }).click();
      const steps = await page.locator(".steps").getAttribute("aria-label");
      assert.match(steps, /Scheduling [\d.]+ ms, Forward [\d.]+ ms, Sampling [\d.]+ ms/);
      // The answer ends before the step that frees its slot is shown.
      const slots = page.getByRole("meter", { name: "Slots" });
      await slots.and(page.locator('[aria-valuenow="0"]')).waitFor();
      await page.getByRole("link", { name: "Model" }).click();
      await page.getByRole("searchbox").fill("max_batch_size");
      await page.locator("#model-explain").getByText("max_batch_size").first().waitFor();
      await page.getByRole("searchbox").fill("rms_norm");
      await page.locator("#model-kernels").getByText("rms_norm").first().waitFor();
    }, { url });
  } finally {
    await killed(child);
  }
});

test("stop, and a restart in mid-answer, on the real server", { skip }, async () => {
  const port = await freePort();
  let { child, url } = await serve(port);
  try {
    await withPage(async ({ page }) => {
      await button(page, "Settings").click();
      // A model that may not end writes until it is stopped.
      await page.getByLabel("Max tokens").fill("30000");
      await page.getByLabel("JSON schema").fill('{"type": "array", "minItems": 20000}');
      await page.getByLabel("Answers follow this schema").check();
      await send(page, "Go on");
      await last(page).locator(".md").waitFor();
      await page.keyboard.press("Escape");
      await settled(page);
      await last(page).getByText("Stopped").waitFor();
      await send(page, "Again");
      await answers(page).nth(1).locator(".md").waitFor();
      await killed(child);
      await last(page).getByText("The connection ended before the answer did").waitFor();
      ({ child } = await serve(port));
      await page.locator(".link.is-up").waitFor({ timeout: 10_000 });
      await page.getByLabel("Answers follow this schema").uncheck();
      await page.getByLabel("Max tokens").fill("8");
      await button(last(page), "Regenerate").or(button(last(page), "Try again")).click();
      await settled(page);
      assert.match(await last(page).locator(".facts").innerText(), /8 tokens/);
      await box(page).waitFor();
    }, { url });
  } finally {
    await killed(child);
  }
});
