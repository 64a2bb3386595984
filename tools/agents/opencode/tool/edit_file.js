import { edit, plain, text } from "../workspace.js"

export default plain(
  "Replace text in a file",
  { path: text("Path of the file"), old: text("Text to replace"), new: text("Text to put there") },
  async (given, context) => {
    const count = await edit(context.inside(given.path), given.old, given.new)
    if (count === 0) return `Error: text not found in ${given.path}`
    return `Replaced ${count} occurrence${count === 1 ? "" : "s"} in ${given.path}.`
  },
)
