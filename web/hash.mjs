// Writes the hashes of the page's sources and of what was built from them, for check.sh and the
// tests of the server: a page that was not built again is noticed without Node.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const built = "crates/atlas-server/assets/page";
const files = ["index.html", "app.js", "app.css", "policy.txt", "licenses.txt"];
const roots = [
  "web/src", "web/public", "web/index.html", "web/package.json", "web/package-lock.json", "web/tsconfig.json",
  "web/vite.config.ts", ...files.map((name) => `${built}/${name}`),
];
const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...roots];
const printed = execFileSync("git", args, { cwd: root, encoding: "utf8" });
const names = printed.trim().split("\n");
const listed = names.filter((path) => existsSync(new URL(path, root)));
const lines = listed.sort().map((path) => {
  const hash = createHash("sha256").update(readFileSync(new URL(path, root))).digest("hex");
  return `${hash}  ${path}\n`;
});
writeFileSync(new URL(`${built}/sources.sha256`, root), lines.join(""));
