import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answers, ask, box, close, last, send, settled, withPage } from "./browser.mjs";
import { Mock } from "./mock.mjs";

after(close);

const button = (scope, name) => scope.getByRole("button", { name, exact: true });

test("a conversation is there after a reload, also one that was cut by it", () =>
  withPage(async ({ page, mock }) => {
    await ask(page, "Remember");
    mock.reply = () => ({ content: "slow ".repeat(500), delay: 30 });
    await send(page, "More");
    await page.getByText("slow slow").waitFor();
    await page.waitForTimeout(1200);
    await page.reload();
    await page.getByText("Hello.").waitFor();
    await last(page).getByText("Stopped").waitFor();
    assert.match(await last(page).locator(".md").innerText(), /^slow slow/);
    mock.reply = () => ({ content: "Here again." });
    await button(last(page), "Regenerate").click();
    await page.getByText("Here again.").waitFor();
    assert.equal(mock.seen.at(-1).messages.length, 3);
  }));

test("conversations are exported and imported, and a bad file is refused", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = (_, n) => ({ content: `Answer ${n}`, reasoning: "Hm." });
    await ask(page, "Keep this");
    await button(last(page), "Regenerate").click();
    await page.getByText("Answer 2").waitFor();
    await settled(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"), button(page, "Export all").click(),
    ]);
    const path = await download.path();
    await page.locator(".conversation-list li").first().hover();
    await button(page, "Delete Keep this").click();
    await button(page.getByRole("dialog"), "Delete").click();
    await page.getByText("Answer 2").waitFor({ state: "detached" });
    const input = page.getByLabel("Import file");
    await input.setInputFiles(path);
    await page.getByText("Answer 2").waitFor();
    assert.equal(await last(page).locator(".siblings").innerText(), "2/2");
    await page.waitForTimeout(200);
    await page.reload();
    await page.getByText("Answer 2").waitFor();
    for (const [bad, why] of [
      ["[]", /no JSON of exported/],
      ['{"format": "other"}', /"format" is not/],
      [circle(), /in a circle/],
    ]) {
      await input.setInputFiles({ name: "x.json", mimeType: "", buffer: Buffer.from(bad) });
      await page.locator(".sidebar .notice").filter({ hasText: why }).waitFor();
    }
    assert.equal(await page.locator(".conversation-link").count(), 1);
  }));

function circle() {
  const message = (parent) => ({ parent, role: "user", content: "x", time: 1, state: "done" });
  const messages = { a: message("b"), b: message("a") };
  const conversations = [{ title: "x", messages, chosen: {}, settings: {} }];
  return JSON.stringify({ format: "atlas-conversations", version: 1, conversations });
}

test("offline is said, nothing is lost, and the answer comes afterwards", () =>
  withPage(async ({ page, mock, context }) => {
    await ask(page, "Before");
    await context.setOffline(true);
    await send(page, "Without a net");
    await last(page).getByText("This device is offline").waitFor();
    await page.locator(".link").getByText("Server unreachable").waitFor();
    await context.setOffline(false);
    await page.locator(".link.is-up").waitFor();
    mock.reply = () => ({ content: "Back." });
    await button(last(page), "Try again").click();
    await page.getByText("Back.").waitFor();
    // The failed answer held nothing and is gone.
    assert.equal(await last(page).locator(".siblings").count(), 0);
  }));

test("a key is asked for, a wrong one is refused, and what failed is sent again", () =>
  withPage(async ({ page, mock }) => {
    const dialog = page.getByRole("dialog", { name: "API key" });
    await dialog.getByLabel("Key").fill("wrong");
    await page.keyboard.press("Enter");
    await dialog.getByText("This key is not one of the server's.").waitFor();
    await button(dialog, "Cancel").click();
    await send(page, "Let me in");
    await dialog.waitFor();
    await dialog.getByLabel("Key").fill("right");
    await page.keyboard.press("Enter");
    await page.getByText("Hello.").waitFor();
    assert.equal(mock.seen.length, 1);
    assert.equal(await answers(page).count(), 1);
    const kept = await page.evaluate(() => [
      sessionStorage.getItem("atlas.key"), JSON.stringify(localStorage),
    ]);
    assert.equal(kept[0], "right");
    assert.ok(!kept[1].includes("right"), kept[1]);
    await page.reload();
    await ask(page, "Still in");
    assert.equal(mock.seen.length, 2);
  }, { mock: { key: "right" } }));

test("a server that restarts in mid-answer leaves the text, and the answer goes on", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = () => ({ content: "part ".repeat(400), delay: 20 });
    await send(page, "Long");
    await page.getByText("part part").waitFor();
    const { port } = mock;
    await mock.stop();
    await last(page).getByText("The connection ended before the answer did").waitFor();
    assert.match(await last(page).locator(".md").innerText(), /^part part/);
    await send(page, "Anyone?");
    await last(page).getByText("The server cannot be reached.").waitFor();
    await button(page.locator(".message.user").last(), "Delete").click();
    await button(page.getByRole("dialog"), "Delete").click();
    const again = await new Mock().start(port);
    try {
      again.reply = () => ({ content: "and the rest." });
      await page.locator(".link.is-up").waitFor({ timeout: 10_000 });
      await button(last(page), "Continue").click();
      await page.getByText("and the rest.").waitFor();
      assert.equal(again.seen[0].continue_final_message, true);
    } finally {
      await again.stop();
    }
  }));

test("errors of the server are shown as it says them", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = () => ({ status: 400, message: "the prompt leaves no room for an answer" });
    await ask(page, "a");
    await last(page).getByText("the prompt leaves no room for an answer").waitFor();
    mock.reply = () => ({ content: "half", error: "the engine died" });
    await button(last(page), "Try again").click();
    await last(page).getByText("the engine died").waitFor();
    await last(page).getByText("half").waitFor();
    mock.reply = () => ({ content: "x y z", cutAfter: 2, delay: 30 });
    await ask(page, "b");
    await last(page).getByText("The connection ended").waitFor();
  }));

test("a conversation of 200 turns stays smooth", () =>
  withPage(async ({ page, mock }) => {
    const paragraph = "Some **text** with `code` and a [link](https://example.org).\n\n- one\n- two\n\n"
      + "```js\nconst x = () => 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    // Each answer has its tokens: they are much more than its text.
    const top = [1, 2, 3, 4, 5].map((i) => [` word${i}`, -i]);
    const tokens = JSON.stringify([...Array(300)].map(() => ({ t: " word1", p: -1, top })));
    const messages = {};
    const chosen = {};
    for (let i = 0; i < 400; i++) {
      const role = i % 2 ? "assistant" : "user";
      const content = i % 2 ? paragraph : `Question ${i / 2}`;
      messages[`m${i}`] = { parent: i ? `m${i - 1}` : null, role, content, time: i, state: "done" };
      if (i % 2) messages[`m${i}`].tokens = tokens;
      chosen[i ? `m${i - 1}` : ""] = `m${i}`;
    }
    const conversations = [{ title: "Long", messages, chosen, settings: {} }];
    const file = JSON.stringify({ format: "atlas-conversations", version: 1, conversations });
    const buffer = Buffer.from(file);
    await page.getByLabel("Import file").setInputFiles({ name: "l.json", mimeType: "", buffer });
    await page.locator(".message").nth(399).waitFor();
    mock.reply = () => ({ content: [...Array(40)].map(() => `${paragraph}\n`), delay: 25 });
    const nodes = await page.evaluate(() => {
      globalThis.old = document.querySelectorAll(".message.assistant .md")[10];
      globalThis.changes = 0;
      const watch = new MutationObserver((list) => (globalThis.changes += list.length));
      for (const message of [...document.querySelectorAll(".message")].slice(0, 399)) {
        watch.observe(message, { subtree: true, childList: true, characterData: true });
      }
      globalThis.tasks = [];
      new PerformanceObserver((list) => {
        for (const task of list.getEntries()) globalThis.tasks.push(Math.round(task.duration));
      }).observe({ type: "longtask" });
      return document.querySelectorAll(".message").length;
    });
    assert.equal(nodes, 400);
    const start = Date.now();
    await box(page).pressSequentially("typed while all is there", { delay: 5 });
    await box(page).press("Enter");
    await settled(page);
    const took = Date.now() - start;
    const { changes, tasks, same, gap } = await page.evaluate(() => {
      const view = document.querySelector(".messages");
      return {
        changes: globalThis.changes,
        tasks: globalThis.tasks,
        same: globalThis.old.isConnected,
        gap: view.scrollHeight - view.scrollTop - view.clientHeight,
      };
    });
    console.log(`# 200 turns: ${took} ms, tasks over 50 ms: ${tasks.join(", ") || "none"}`);
    // Old messages are neither drawn again nor read again; the view stays at the end.
    assert.ok(same && changes < 10, `${changes} changes in old messages`);
    assert.ok(gap < 60, `${gap} pixels from the end`);
    assert.ok(tasks.every((ms) => ms < 600), `tasks of ${tasks} ms`);
    assert.ok(took < 12_000, `${took} ms`);
  }));
