import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answers, ask, box, close, last, send, settled, withPage } from "./browser.mjs";

after(close);

const button = (scope, name) => scope.getByRole("button", { name, exact: true });

test("an answer streams and tells its figures", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = () => ({
      content: "One **two** three.", delay: 60, interventions: [{ kind: "thinking_budget", tokens: 7 }],
    });
    await page.evaluate(() => {
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shift += entry.value;
      }).observe({ type: "layout-shift" });
    });
    await send(page, "Count");
    await page.getByText("One", { exact: false }).last().waitFor();
    await button(page, "Stop").waitFor();
    await settled(page);
    assert.equal(await last(page).locator("strong").textContent(), "two");
    const facts = await last(page).locator(".facts").textContent();
    assert.match(facts, /5 tokens.*tok\/s.*first.*prefix 96\/120/);
    await last(page).getByText("1 intervention").click();
    assert.match(await last(page).locator(".interventions").innerText(), /reached its budget.*tokens 7/s);
    // Nothing jumps while the answer arrives.
    assert.ok(await page.evaluate(() => globalThis.shift) < 0.02);
    const [body] = mock.seen;
    assert.deepEqual(body.messages, [{ role: "user", content: "Count" }]);
    assert.equal(body.top_logprobs, 5);
    assert.deepEqual(body.atlas, { interventions: true });
    assert.match(await page.locator('[role="status"][aria-live]').textContent(), /finished, 3 words/);
  }));

test("Escape stops, the text stays, and the answer can go on", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = (body) => body.continue_final_message
      ? { content: " and the end" }
      : { content: "word ".repeat(400), delay: 20 };
    await send(page, "Long");
    await page.locator(".md p").first().waitFor();
    await page.keyboard.press("Escape");
    await settled(page);
    await last(page).getByText("Stopped").waitFor();
    const text = await last(page).locator(".md").textContent();
    assert.ok(text.startsWith("word") && text.length < 2000, text);
    await button(last(page), "Continue").click();
    await last(page).getByText("and the end").waitFor();
    assert.equal(mock.seen[1].messages.at(-1).role, "assistant");
    assert.equal(await answers(page).count(), 1);
  }));

test("Shift and Enter start a line, Enter sends, and an empty message is not sent", () =>
  withPage(async ({ page, mock }) => {
    await box(page).press("Enter");
    await box(page).pressSequentially("a");
    await box(page).press("Shift+Enter");
    await box(page).pressSequentially("b");
    await box(page).press("Enter");
    await settled(page);
    assert.equal(mock.seen.length, 1);
    assert.equal(mock.seen[0].messages[0].content, "a\nb");
  }));

test("an answer is made again beside the old one", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = (_, n) => ({ content: `Version ${n}` });
    await ask(page, "Hi");
    await button(last(page), "Regenerate").click();
    await page.getByText("Version 2").waitFor();
    await settled(page);
    assert.equal(await last(page).locator(".siblings").innerText(), "2/2");
    await button(last(page), "Previous version").click();
    await page.getByText("Version 1").waitFor();
    assert.equal(await answers(page).count(), 1);
  }));

test("an edited message starts a branch, and a branch can be a conversation", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = (body) => ({ content: `Re: ${body.messages.at(-1).content}` });
    await ask(page, "first");
    await ask(page, "second");
    const user = page.locator(".message.user").first();
    await user.hover();
    await button(user, "Edit").click();
    await page.getByRole("textbox", { name: "Edit message" }).fill("changed");
    await page.keyboard.press("Enter");
    await page.getByText("Re: changed").waitFor();
    await settled(page);
    assert.equal(await answers(page).count(), 1);
    assert.equal(mock.seen[2].messages.length, 1);
    await button(page.locator(".message.user").first(), "Previous version").click();
    await page.getByText("Re: second").waitFor();
    const firstAnswer = answers(page).first();
    await firstAnswer.hover();
    await button(firstAnswer, "Branch").click();
    await page.getByRole("heading", { name: "first (branch)" }).waitFor();
    assert.equal(await answers(page).count(), 1);
    assert.equal(await page.locator(".conversation-link").count(), 2);
  }));

test("calls of the page's tools are run until the model answers", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = (body) => {
      const results = body.messages.filter((message) => message.role === "tool");
      if (results.length === 0) {
        return {
          reasoning: "I compute.",
          calls: [
            { name: "calculator", args: '{"expression": "(2 + 3) * 4 ^ 2"}' },
            { name: "clock", args: '{"time_zone": "Asia/Tokyo"}' },
          ],
        };
      }
      if (results.length === 2) return { calls: [{ name: "calculator", args: "{broken" }] };
      return { content: `It is ${JSON.parse(results[0].content).result}.` };
    };
    await button(page, "Calculator").click();
    await button(page, "Clock").click();
    await ask(page, "What is it?");
    await page.getByText("It is 80.").waitFor();
    const cards = page.locator(".call");
    assert.equal(await cards.count(), 3);
    assert.match(await cards.nth(0).innerText(), /Calculator.*done.*2 \+ 3.*"result":\s*80/s);
    assert.match(await cards.nth(1).innerText(), /Asia\/Tokyo.*utc/s);
    assert.match(await cards.nth(2).innerText(), /failed.*error/s);
    const [first, , third] = mock.seen;
    assert.deepEqual(first.tools.map((tool) => tool.function.name), ["calculator", "clock"]);
    const roles = third.messages.map((message) => message.role);
    assert.deepEqual(roles, ["user", "assistant", "tool", "tool", "assistant", "tool"]);
    assert.equal(third.messages[1].reasoning_content, "I compute.");
    assert.equal(third.messages[2].tool_call_id, third.messages[1].tool_calls[0].id);
    // The reasoning is folded once the answer is there.
    const reasoning = page.locator(".reasoning").first();
    assert.equal(await reasoning.getAttribute("open"), null);
    await reasoning.locator("summary").click();
    await page.getByText("I compute.").waitFor();
  }));

test("a loop of calls has an end", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = () => ({ calls: [{ name: "clock", args: "{}" }] });
    await button(page, "Clock").click();
    await ask(page, "Again and again");
    assert.equal(mock.seen.length, 8);
  }));

test("an answer in JSON follows the schema and is laid out", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = () => ({ content: '{"answer": "42", "sure": true}' });
    await button(page, "JSON").click();
    await ask(page, "As JSON");
    const format = mock.seen[0].response_format;
    assert.equal(format.type, "json_schema");
    assert.equal(format.json_schema.schema.properties.answer.type, "string");
    assert.equal(await last(page).locator("pre").innerText(), '{\n  "answer": "42",\n  "sure": true\n}');
    await button(page, "Settings").click();
    await page.getByLabel("JSON schema").fill("{");
    await page.getByText("The JSON schema cannot be read").first().waitFor();
    await send(page, "Not sent");
    await page.locator(".composer .notice").waitFor();
    assert.equal(mock.seen.length, 1);
  }));

test("settings are sent, and a wrong one is named", () =>
  withPage(async ({ page, mock }) => {
    await button(page, "Settings").click();
    await page.getByLabel("System prompt").fill("Be brief.");
    await page.getByLabel("Temperature").fill("0.5");
    await page.getByLabel("Max tokens").fill("64");
    await page.getByLabel("Stop strings").fill("END\n\\n\\n");
    await page.getByLabel("Reasoning").selectOption("low");
    await page.getByLabel("Token probabilities").uncheck();
    await ask(page, "Hi");
    const [body] = mock.seen;
    assert.deepEqual(body.messages[0], { role: "system", content: "Be brief." });
    assert.deepEqual(
      [body.temperature, body.max_tokens, body.stop, body.reasoning_effort, body.logprobs],
      [0.5, 64, ["END", "\n\n"], "low", undefined],
    );
    await page.getByLabel("Top-p").fill("2");
    await send(page, "Not sent");
    await page.getByText('Top-p must be a number from 0 to 1, but is "2".').waitFor();
    assert.equal(mock.seen.length, 1);
  }));

test("text files go along, others are refused", () =>
  withPage(async ({ page, mock }) => {
    const files = page.getByLabel("Files", { exact: true });
    await files.setInputFiles({
      name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("a ``` b ```` c"),
    });
    await page.locator(".chip").getByText("notes.md").waitFor();
    await files.setInputFiles({ name: "x.bin", mimeType: "", buffer: Buffer.from([0, 255, 1]) });
    await page.getByText("x.bin is no text in UTF-8.").waitFor();
    await ask(page, "Sum up");
    const fence = "`````";
    assert.equal(
      mock.seen[0].messages[0].content,
      `File: notes.md\n${fence}\na \`\`\` b \`\`\`\` c\n${fence}\n\nSum up`,
    );
    await page.locator(".bubble .file summary").click();
    await page.locator(".bubble pre").waitFor();
  }));

test("tokens tell their alternatives to the mouse and the keyboard", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = () => ({ content: ["Hi", " all", ", yes"] });
    await ask(page, "Hi");
    await button(last(page), "Tokens").click();
    const tokens = last(page).locator(".tok");
    assert.deepEqual(await tokens.allInnerTexts(), ["Hi", " all", ", yes"]);
    await tokens.nth(1).hover();
    assert.match(await page.getByRole("tooltip").innerText(), /␣all 95\.1%.*␣the\s+3\.02%/s);
    assert.equal(await page.getByRole("tooltip").locator("tr").count(), 5);
    await tokens.nth(0).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.getByRole("tooltip").innerText(), /,␣yes/);
  }));

test("an old message of the user is edited with the arrow key, lists move by arrows", () =>
  withPage(async ({ page }) => {
    await ask(page, "one");
    await box(page).press("ArrowUp");
    assert.equal(await page.getByRole("textbox", { name: "Edit message" }).inputValue(), "one");
    await page.keyboard.press("Escape");
    // The focus is back at the button, not lost.
    await page.waitForFunction(() => document.activeElement.ariaLabel === "Edit");
    await button(page, "New conversation").first().click();
    await ask(page, "two");
    await page.locator(".conversation-link").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "one" }).waitFor();
  }));

test("code is copied as it is", () =>
  withPage(async ({ page, mock }) => {
    mock.reply = () => ({ content: "```py\ndef f():\n    return '<b>'\n```\n" });
    await ask(page, "Code");
    await button(last(page), "Copy code").click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, "def f():\n    return '<b>'");
    assert.deepEqual(await last(page).locator(".hl-keyword").allInnerTexts(), ["def", "return"]);
  }, { context: { permissions: ["clipboard-read", "clipboard-write"] } }));

test("three languages are shown in their direction", () =>
  withPage(async ({ page, mock }) => {
    const texts = {
      English: ["How are you?", "Well, *thanks*.\n\n- one\n- two", "ltr"],
      Chinese: ["今天天气怎么样？", "今天**晴朗**，气温二十度。\n\n1. 上午\n2. 下午", "ltr"],
      Arabic: ["كيف حالك اليوم؟", "أنا **بخير**، شكرا!\n\n- أولا\n- ثانيا\n\n`let x = 1;` سطر", "rtl"],
    };
    for (const [question, answer, direction] of Object.values(texts)) {
      mock.reply = () => ({ content: [...answer] });
      await box(page).fill(question);
      const typed = await box(page).evaluate((area) => getComputedStyle(area).direction);
      assert.equal(typed, direction);
      await box(page).press("Enter");
      await settled(page);
      const shown = await page.evaluate(() => {
        const of = (selector) => [...document.querySelectorAll(selector)].at(-1);
        const direction = (element) => getComputedStyle(element).direction;
        return {
          user: [of(".bubble .plain").textContent, direction(of(".bubble .plain"))],
          answer: direction(of(".message.assistant p")),
          list: direction(of(".message.assistant :is(ul, ol)")),
          item: direction(of(".message.assistant li")),
          text: of(".message.assistant .md").textContent,
        };
      });
      assert.deepEqual(shown.user, [question, direction]);
      assert.equal(shown.answer, direction);
      assert.equal(shown.list, direction);
      assert.equal(shown.item, direction);
      const plain = answer.replace(/[*`]|^(- |\d+\. )|\n/gm, "");
      assert.equal(shown.text.replace(/\n/g, ""), plain);
    }
    // Code stays left to right inside Arabic.
    const code = last(page).locator("p code");
    assert.equal(await code.evaluate((one) => getComputedStyle(one).direction), "ltr");
  }));

test("Enter that ends the composition of a character does not send", () =>
  withPage(async ({ page, mock }) => {
    await box(page).fill("你");
    await box(page).evaluate((area) => {
      const init = { key: "Enter", bubbles: true, cancelable: true, isComposing: true };
      area.dispatchEvent(new KeyboardEvent("keydown", init));
    });
    await page.waitForTimeout(100);
    assert.equal(mock.seen.length, 0);
    assert.equal(await box(page).inputValue(), "你");
  }));
