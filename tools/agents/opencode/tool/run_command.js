import { plain, run, text } from "../workspace.js"

export default plain("Run a command", { command: text("The command") }, (given, context) => run(given.command, context))
