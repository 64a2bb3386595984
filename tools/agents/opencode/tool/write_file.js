import { plain, text, write } from "../workspace.js"

export default plain(
  "Write a file",
  { path: text("Path of the file"), content: text("Text to write") },
  async (given, context) => {
    await write(context.inside(given.path), given.content)
    return `Wrote ${given.path}.`
  },
)
