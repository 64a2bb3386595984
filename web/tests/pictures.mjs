// Writes the pictures of docs/guide/page.md: `node tests/pictures.mjs [folder]`.
import { mkdirSync } from "node:fs";
import { ask, close, last, send, withPage } from "./browser.mjs";

const folder = process.argv[2] ?? new URL("../../docs/images/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
/** Smaller with `pngquant --force --ext .png 48` over the folder. */
const shot = (page, name) => page.screenshot({ path: `${folder}/page-${name}.png` });

const ANSWER = `A **KV cache** keeps the keys and values of past tokens, so that each new token
attends to them without computing them again.

| part | size for one token |
|---|--:|
| keys | \`kv_heads × head_dim\` |
| values | \`kv_heads × head_dim\` |

\`\`\`python
def bytes_per_token(layers, kv_heads, head_dim, width=2):
    """Keys and values of all layers."""
    return 2 * layers * kv_heads * head_dim * width  # bf16
\`\`\`

With 3 layers of 2 heads of 64 dimensions that is **1,536 bytes**.`;

const reply = (body) => {
  const messages = body.messages;
  if (messages.at(-1).role === "tool") return { content: ANSWER, delay: 8 };
  if (messages.length > 2) {
    return { content: [..."بالتأكيد. **ذاكرة المفاتيح والقيم** تحفظ ما حُسب، فلا يُعاد حسابه.\n\n- مفاتيح\n- قيم"], delay: 8 };
  }
  return {
    delay: 12,
    reasoning: "The user wants the size too: I compute it.",
    calls: [{ name: "calculator", args: '{"expression": "2 * 3 * 2 * 64 * 2"}' }],
  };
};

async function chat({ page, mock }) {
  mock.model = "atlas-mini";
  mock.reply = reply;
  await page.reload();
  await page.getByRole("button", { name: "Calculator" }).click();
  await ask(page, "What is a KV cache, and how large is it for one token?");
}

const view = { width: 1200, height: 800 };
await withPage(async (all) => {
  await chat(all);
  await shot(all.page, "chat-light");
}, { context: { viewport: view, colorScheme: "light" } });
await withPage(async ({ page, mock }) => {
  await chat({ page, mock });
  await last(page).getByRole("button", { name: "Tokens" }).click();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await last(page).locator(".tok").nth(12).hover();
  await shot(page, "tokens-dark");
}, { context: { viewport: view, colorScheme: "dark" } });
await withPage(async ({ page, mock }) => {
  mock.model = "atlas-mini";
  await page.reload();
  await page.waitForTimeout(Number(process.env.ENGINE_MS ?? 20_000));
  await shot(page, "engine-dark");
}, { hash: "#engine", context: { viewport: view, colorScheme: "dark" } });
await withPage(async ({ page }) => {
  await page.getByText("bf16_dot_avx512bf16").waitFor();
  await shot(page, "model-light");
}, { hash: "#model", context: { viewport: view, colorScheme: "light" } });
await withPage(async ({ page, mock }) => {
  await chat({ page, mock });
  await ask(page, "اشرح ذلك بالعربية");
  await page.waitForTimeout(300);
  await shot(page, "phone");
}, { context: { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, colorScheme: "light" } });
await close();
