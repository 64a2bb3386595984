import { plain, read, text, write } from "../workspace.js"

export default plain(
  "Replace text in a file",
  { path: text("Path of the file"), old: text("Text to replace"), new: text("Text to put there") },
  async (given, context) => {
    const file = context.inside(given.path)
    const before = await read(file)
    const count = given.old === "" ? 0 : before.split(given.old).length - 1
    if (count === 0) return `Error: text not found in ${given.path}`
    await write(file, before.replaceAll(given.old, () => given.new))
    return `Replaced ${count} occurrence${count === 1 ? "" : "s"} in ${given.path}.`
  },
)
