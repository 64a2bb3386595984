// Parts of the five tools: paths that stay inside the workspace, and results in plain words.
import { tool } from "@opencode-ai/plugin"
import { spawn } from "node:child_process"
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises"
import path from "node:path"

export const text = (about) => tool.schema.string().describe(about)

const inside = (context, name) => {
  const full = path.resolve(context.directory, name)
  const rest = path.relative(context.directory, full)
  if (rest.startsWith("..") || path.isAbsolute(rest)) {
    throw new Error(`${name} is outside the workspace`)
  }
  return full
}

// A tool whose failures are results: a small model reads "Error: ..." like any other text.
export const plain = (description, args, run) =>
  tool({
    description,
    args,
    async execute(given, context) {
      try {
        return await run(given, { ...context, inside: (name) => inside(context, name) })
      } catch (error) {
        const missing = error.code === "ENOENT" ? `no such file: ${given.path}` : error.message
        return `Error: ${missing}`
      }
    },
  })

export const list = async (folder, from = "") => {
  const entries = await readdir(path.join(folder, from), { withFileTypes: true })
  const names = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith("."))
      .map((entry) => {
        const at = path.join(from, entry.name)
        return entry.isDirectory() ? list(folder, at) : [at]
      }),
  )
  return names.flat().sort()
}

// A new file ends with a line end on disk; the text of a file is what stands before it.
export const read = async (file) => (await readFile(file, "utf8")).replace(/\n$/, "")

export const write = async (file, content) => {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content.endsWith("\n") ? content : content + "\n")
}

// Replaces a text and leaves every other byte as it is; returns the number of places.
export const edit = async (file, old, next) => {
  const bytes = await readFile(file)
  let before
  try {
    before = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error("the file is not UTF-8 text")
  }
  // A model writes line ends as \n; a file with others keeps its own.
  const own = (part) => (before.includes("\r\n") ? part.replace(/\r?\n/g, "\r\n") : part)
  const count = old === "" ? 0 : before.split(own(old)).length - 1
  if (count > 0) await writeFile(file, before.replaceAll(own(old), () => own(next)))
  return count
}

export const run = (command, context) =>
  new Promise((resolve) => {
    const options = { cwd: context.directory, signal: context.abort, timeout: 60_000 }
    const child = spawn("sh", ["-c", command], options)
    let output = ""
    const add = (data) => (output += data)
    child.stdout.on("data", add)
    child.stderr.on("data", add)
    child.on("error", (error) => resolve(`Error: ${error.message}`))
    child.on("close", () => resolve(output.trim() || "(no output)"))
  })
