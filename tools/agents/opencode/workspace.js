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

// Files end with a line end on disk; the text of a file is what stands before it.
export const read = async (file) => (await readFile(file, "utf8")).replace(/\n$/, "")

export const write = async (file, content) => {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content.endsWith("\n") ? content : content + "\n")
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
