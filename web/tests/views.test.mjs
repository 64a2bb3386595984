import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ask, close, last, violations, withPage } from "./browser.mjs";
import { withDisk } from "./mock_debug.mjs";

after(close);

const RICH = "# Title\n\nText with **bold**, `code`, [a link](https://example.org).\n\n1. one\n2. two\n\n"
  + "```rust\nfn main() {\n    println!(\"hi\"); // greet\n}\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> quote\n\n"
  + "- [x] done\n- [ ] open\n";

test("the engine is shown live", () =>
  withPage(async ({ page, mock }) => {
    await page.locator(".status.is-live").waitFor();
    const figures = page.getByLabel("Figures");
    assert.match(await figures.innerText(), /% of the ceiling, 410 \(bandwidth probe at start\)/);
    assert.match(await figures.innerText(), /Drafts accepted\s+7\d%/);
    const meters = page.getByRole("meter");
    const names = await meters.evaluateAll((list) => list.map((one) => one.getAttribute("aria-label")));
    assert.deepEqual(names, ["KV blocks", "Slots", "Snapshots", "Tier: host"]);
    assert.equal(await meters.nth(1).getAttribute("aria-valuenow"), "3");
    await page.waitForTimeout(2500);
    const rows = page.locator(".requests tbody tr");
    assert.match(await rows.first().innerText(), /waiting for blocks/);
    assert.match(await rows.nth(1).innerText(), /(prefill|decode), slot 0/);
    assert.ok(await rows.nth(1).locator("rect").count() >= 1);
    assert.match(await page.locator(".steps").getAttribute("aria-label"),
      /Scheduling 0\.\d+ ms, Forward [\d.]+ ms, Sampling 0\.5 ms/);
    const plots = page.locator(".plot svg");
    assert.equal(await plots.count(), 6);
    const line = await plots.first().locator("path").getAttribute("d");
    assert.ok(line.split("L").length >= 3, line);
    assert.match(await page.locator(".card", { hasText: "Reasons of breaks" }).innerText(), /edited\s+4/);
    assert.equal(await page.locator(".tree summary").count(), 5);
    await page.locator(".tree summary").first().focus();
    await page.keyboard.press("ArrowDown");
    const text = await page.evaluate(() => document.activeElement.textContent);
    assert.match(text, /The weather in/);
    // The server goes and comes back: the view goes on.
    const { port } = mock;
    await mock.stop();
    await page.getByText("Connection lost").waitFor();
    await mock.start(port);
    await page.locator(".status.is-live").waitFor();
  }, { hash: "#engine" }));

test("KV blocks on the disk have bars, figures and plots", () => {
  let tick = 0;
  const engine = (state) => withDisk(state, tick++);
  return withPage(async ({ page }) => {
    const meters = page.getByRole("meter");
    await meters.first().waitFor();
    const names = await meters.evaluateAll((list) => list.map((one) => one.getAttribute("aria-label")));
    assert.deepEqual(names,
      ["KV blocks in memory", "KV pool", "Slots", "Snapshots", "Tier: disk"]);
    const texts = await meters.evaluateAll((list) => list.map((one) => one.getAttribute("aria-valuetext")));
    assert.deepEqual(texts.slice(0, 2), ["2,000 of 2,048", "15,000 of 32,768"]);
    assert.equal(texts.at(-1), "700 MiB of 1.0 GiB");
    // Memory is full wherever the disk is used.
    assert.doesNotMatch(await meters.first().getAttribute("class"), /full/);
    const facts = page.getByRole("list", { name: "Disk" });
    await facts.getByText(/MiB\/s/).first().waitFor();
    assert.match(await facts.innerText(), /Read rate\s+1\d\d MiB\/s\s+Write rate\s+[34]\.\d MiB\/s/);
    assert.match(await facts.innerText(), /Queue depth\s+\d+\s+Hit share, since the start\s+96%$/);
    assert.equal(await page.locator(".plot svg").count(), 9);
    const plot = (title) => page.getByRole("img", { name: new RegExp(`^${title}, last 15 minutes`) });
    assert.match(await plot("Disk traffic").getAttribute("aria-label"), /read 1\d\d MiB\/s, written/);
    assert.match(await plot("KV blocks found in memory").getAttribute("aria-label"), /found 96%/);
    await plot("KV pool in use").waitFor();
    assert.deepEqual(await violations(page), []);
  }, { hash: "#engine", mock: { engine } });
});

test("a server that tells nothing about itself says how it would", () =>
  withPage(async ({ page }) => {
    await page.getByText("--debug-endpoints").waitFor();
    await page.getByRole("link", { name: "Model" }).click();
    await page.getByText("atlas explain MODEL").waitFor();
  }, { hash: "#engine", mock: { debug: false } }));

test("the model's settings, memory and kernels are searched", () =>
  withPage(async ({ page }) => {
    await page.getByText("bf16_dot_avx512bf16").waitFor();
    assert.match(await page.getByLabel("Shares of memory").innerText(), /KV blocks\s+3\.0 GiB/);
    await page.getByRole("searchbox").fill("rope config.json");
    await page.getByText("1 row").waitFor();
    assert.equal(await page.locator(".facts-table tbody tr").count(), 1);
    await page.getByRole("searchbox").fill("nothing like this");
    assert.equal(await page.getByText("Nothing found.").count(), 3);
  }, { hash: "#model" }));

for (const [name, context] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }],
]) {
  test(`axe finds no violations: ${name}`, () =>
    withPage(async ({ page, mock }) => {
      mock.reply = (body) => body.messages.length > 2 ? { content: RICH } : {
        reasoning: "Let me **see**.", content: "I ask.",
        calls: [{ name: "clock", args: "{}" }], interventions: [{ kind: "missing_close", call: 0 }],
      };
      assert.deepEqual(await violations(page), [], "empty");
      await page.getByRole("button", { name: "Clock" }).click();
      await ask(page, "Hello");
      assert.deepEqual(await violations(page), [], "chat");
      await last(page).getByRole("button", { name: "Tokens" }).click();
      await page.getByRole("button", { name: "Settings", exact: true }).click();
      assert.deepEqual(await violations(page), [], "tokens and settings");
      await page.getByRole("button", { name: "Close settings" }).click();
      await page.getByRole("button", { name: "API key" }).click();
      assert.deepEqual(await violations(page), [], "dialog");
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Engine" }).click();
      await page.locator(".requests tbody tr").nth(1).waitFor();
      await page.locator(".tree").waitFor();
      assert.deepEqual(await violations(page), [], "engine");
      await page.getByRole("link", { name: "Model" }).click();
      await page.getByText("bf16_dot_avx512bf16").waitFor();
      assert.deepEqual(await violations(page), [], "model");
      // Nothing is wider than the screen.
      for (const view of ["Chat", "Engine", "Model"]) {
        await page.getByRole("link", { name: view }).click();
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${view}: ${over} pixels too wide`);
      }
    }, { context }));
}

test("on a phone the list and the settings come over the chat", () =>
  withPage(async ({ page }) => {
    await ask(page, "first");
    await page.getByRole("button", { name: "Conversations", exact: true }).click();
    await page.getByRole("searchbox").waitFor();
    await page.locator(".sidebar").getByRole("button", { name: "New conversation" }).first().click();
    await page.getByRole("searchbox").waitFor({ state: "hidden" });
    await ask(page, "second");
    await page.getByRole("heading", { name: "second" }).waitFor();
  }, { context: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true } }));

test("the whole chat is used without a mouse", () =>
  withPage(async ({ page }) => {
    await ask(page, "by keyboard");
    const seen = new Set();
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      const { name, ring } = await page.evaluate(() => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const within = getComputedStyle(element.closest(".composer-box") ?? element);
        const visible = style.outlineStyle !== "none" || within.boxShadow !== "none";
        const name = element.getAttribute("aria-label") ?? element.textContent.trim();
        return { name, ring: element === document.body || visible };
      });
      assert.ok(ring, `no ring around ${name}`);
      seen.add(name);
    }
    for (const name of ["Chat", "Engine", "New conversation", "Settings", "Regenerate", "Copy", "Message"]) {
      assert.ok([...seen].some((one) => one.startsWith(name)), `${name} in ${[...seen]}`);
    }
  }));

test("the theme is chosen and kept", () =>
  withPage(async ({ page }) => {
    const dark = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await dark();
    await page.getByRole("button", { name: "Theme: auto" }).click();
    await page.getByRole("button", { name: "Theme: light" }).click();
    const after = await dark();
    assert.notEqual(after, before);
    await page.reload();
    await page.getByRole("button", { name: "Theme: dark" }).waitFor();
    assert.equal(await dark(), after);
  }, { context: { colorScheme: "light" } }));
