// The agent `small` has one system line and plain tools. The client's additions for large models
// (rules, the environment, schema dialects) are left out, so that a small model reads the form that it
// was trained on.
const SYSTEM = "You are a coding agent."

export const Plain = async () => ({
  "experimental.chat.system.transform": async (_, output) => {
    if (output.system[0]?.startsWith(SYSTEM)) output.system.splice(0, output.system.length, SYSTEM)
  },
  "tool.definition": async (_, output) => {
    if (!output.jsonSchema) return
    delete output.jsonSchema.$schema
    output.jsonSchema.required ??= []
  },
})
