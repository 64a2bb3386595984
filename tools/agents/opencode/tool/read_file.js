import { plain, read, text } from "../workspace.js"

export default plain("Read a file", { path: text("Path of the file") }, (given, context) => read(context.inside(given.path)))
