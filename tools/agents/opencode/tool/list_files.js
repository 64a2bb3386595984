import { list, plain } from "../workspace.js"

export default plain("List the files", {}, async (_, context) => {
  return (await list(context.directory)).join("\n") || "(empty)"
})
