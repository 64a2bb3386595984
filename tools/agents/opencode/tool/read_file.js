import { plain, read, text } from "../workspace.js"

const path = text("Path of the file")

export default plain("Read a file", { path }, (given, context) => read(context.inside(given.path)))
