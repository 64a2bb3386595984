import { plain, run, text } from "../workspace.js"

const command = text("The command")

export default plain("Run a command", { command }, (given, context) => run(given.command, context))
