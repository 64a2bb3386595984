"""How the tools of a workspace answer, and the system prompts."""

# wrote | edited | missing | nomatch | transient | unknown | empty
TABLE = """
Wrote {p}.|Edited {p}.|Error: {p} not found|Error: old text not found in {p}|Error: timed out, please try again|Error: unknown command|(no files)
ok|ok|no such file: {p}|no match in {p}|temporary failure, try again|command not found|nothing here
File written: {p}|File updated: {p}|FileNotFoundError: {p}|ValueError: text not in {p}|TimeoutError: try again|CommandError: not known|[]
Saved {p}|Changed {p}|Could not find {p}|Could not find that text in {p}|Connection lost. Retry.|I do not know this command|The folder is empty
The file {p} has been written.|The file {p} has been edited.|File does not exist: {p}|String to replace not found in {p}.|Resource \
temporarily unavailable, retry|sh: command not found|No files found
success: true, path: {p}|success: true, replaced in {p}|success: false, error: no file {p}|success: false, error: no match in {p}|success: \
false, error: busy, retry|success: false, error: bad command|success: true, files: none
Created or replaced {p}|1 replacement in {p}|cat: {p}: No such file or directory|0 replacements in {p}|Error 503: try again later|command \
not found|total 0
DONE {p}|DONE {p}|FAIL: missing {p}|FAIL: text absent in {p}|FAIL: network hiccup, run it again|FAIL: no such command|EMPTY
[ok] {p} stored|[ok] {p} patched|[error] {p} is not there|[error] nothing to replace in {p}|[error] locked for a moment, repeat the \
call|[error] what is that command?|[ok] no entries
200 OK {p}|200 OK {p}|404 Not Found {p}|409 Conflict: text not present in {p}|504 Gateway Timeout, retry|400 Bad Request: command|204 No Content
{p} written successfully|{p} edited successfully|Unable to open {p}: it does not exist|Unable to edit {p}: the old text was not \
found|Temporary error. Please retry.|Unable to run: unknown command|Workspace is empty
Your text is now in {p}.|The change in {p} is made.|There is no file called {p}.|That text does not occur in {p}.|The machine was busy. Try \
once more.|That is not a command I know.|There are no files yet.
written|replaced|not found|not found in file|interrupted, try again|unknown|empty
Put the text into {p}|Swapped the text in {p}|{p}? No such file.|{p} has no such text|Oops, that timed out. Again please.|No idea how to \
run that|Nothing in here
{p}: saved|{p}: updated|{p}: does not exist|{p}: old string not found|Timed out after 30 s, try again|bash: command not found|(empty directory)
OK, {p} is saved.|OK, {p} is changed.|Sorry, {p} is missing.|Sorry, the text isn't in {p}.|Sorry, a glitch. Please run it again.|Sorry, \
unknown command.|No files at all.
I/O: wrote {p}|I/O: edited {p}|I/O error: no entry {p}|I/O error: pattern missing in {p}|I/O error: try again (EAGAIN)|I/O error: cannot \
execute|I/O: no entries
Stored to {p} (ok)|Applied edit to {p} (ok)|ENOENT: {p}|Edit rejected: search text missing from {p}|ETIMEDOUT: retry|ENOEXEC: unknown program|none
New content of {p} is in place|Edit of {p} went through|Nothing at {p}|Edit of {p} failed: text to find is absent|Lost the connection for a \
second; retry the command|Cannot run this|No content
result: written to {p}|result: one change in {p}|error: path {p} unknown|error: {p} lacks that text|error: transient, please repeat|error: \
command unknown|result: empty
write complete|edit complete|read failed: no such path {p}|edit failed: no occurrence in {p}|run failed: service warming up, try again|run \
failed: not a command|list complete: 0 files
Saved!|Edited!|Hmm, can't see {p}|Hmm, can't see that text in {p}|Hmm, it hung. Try again?|Hmm, don't know that command|Hmm, no files
The tool wrote {p}.|The tool replaced the text in {p}.|The tool found no {p}.|The tool found no such text in {p}.|The tool was cut off; \
call it again.|The tool does not know the command.|The tool sees no files.
<ok>{p}</ok>|<ok>{p}</ok>|<error>no file {p}</error>|<error>no match in {p}</error>|<error>try again</error>|<error>unknown command</error>|<empty/>
PASS write {p}|PASS edit {p}|NOT FOUND {p}|NO MATCH {p}|FLAKE: rerun|UNKNOWN COMMAND|NO FILES
Updated {p} on disk.|Replaced the text in {p}.|Invalid path: {p}|The text you gave is not in {p}. Nothing changed.|Server overloaded. Retry \
shortly.|Invalid command.|No results.
exit 0: {p} written|exit 0: {p} edited|exit 2: {p}: no such file|exit 1: pattern not in {p}|exit 75: temporary failure|exit 127: not \
found|exit 0: no files
Document {p} stored.|Document {p} revised.|Document {p} cannot be found.|The passage is not in document {p}.|Line busy, kindly \
repeat.|Order not understood.|No documents.
""".strip().split("\n")
NAMES = "wrote edited missing nomatch transient unknown empty".split()
WORDS = [dict(zip(NAMES, line.split("|"))) for line in TABLE]
assert all(len(line.split("|")) == 7 for line in TABLE)

SYSTEMS = """
You are a helpful assistant with access to files.
You are a coding agent. Use the tools to do what the user asks.
You work in a small workspace through tools.
Use the tools.
You can list, read, write and edit files and run commands.
Do the task, then answer in one short sentence.
You are an assistant for files and commands. Be brief.
Act on the files yourself; do not tell the user how to do it.
Always look before you claim something about a file.
Never guess a file's content: read it.
You are a careful agent. Check results of tools before you answer.
If a tool fails, find out why and try again.
When a command fails for a passing reason, run it once more.
You're a terse assistant. Tools first, words last.
You help an office team to keep their documents in order.
You are the workshop's assistant. All documents are in the workspace.
You are a test agent. Carry out the steps exactly as written.
You execute acceptance tests for a small project.
Follow the tester's instructions to the letter.
Change only what was asked for.
Do not touch files that the user did not mention.
Keep all other files as they are.
You are an AI pair programmer working in the user's repository.
You are an autonomous software engineer. Solve the task with the given tools, step by step.
You are a command line helper.
You manage notes for a busy family.
You are a lab assistant who keeps the records tidy.
You are a secretary. Precise, polite, short.
You look after a website's source files.
You are a bot in a code repository.
Complete the request with as few tool calls as you need.
Work silently and report at the end.
After the work say what you did in a sentence.
Report only what really happened.
If something could not be done, say so.
Do not claim work that you have not done.
Honest answers only: if a test fails, say that it fails.
Tools are available for the file system and for a shell. Use them when they are needed.
You have five tools. The user sees only your last message.
The user cannot see tool results, so repeat what matters in your answer.
Your answers go to a chat window: plain text, short.
You are Tilly, a friendly helper for files.
You are Bolt, an agent that edits projects.
Your name is Marlow. You tidy up folders and files.
You are an agent inside an editor. The workspace is open.
You are a build engineer's assistant.
You are an operations assistant with shell access. Take care.
You help students with their homework folder.
You help a writer with manuscripts kept as text files.
You assist a scientist with data files and scripts.
You support a hobby gardener who keeps plain text notes.
You are a system administrator's helper; configuration files live in this workspace.
An agent for everyday computer chores.
Assistant mode: agent. Tools: on.
role: agent; style: short; honesty: strict
Agent. Workspace. Tools. Go.
Solve it.
Be quick and exact.
Be exact: copy names, numbers and texts as they are given.
Copy text exactly, including capital letters and signs.
Paths are relative to the workspace. Ask nothing back; just do it.
Don't ask for permission, the user has already agreed.
Proceed without asking questions.
Take the steps in the order in which they are given.
Think about which file is meant before you change one. List the files if you are not sure.
If a path does not exist, list the files and use the right one.
If a text to replace is not found, read the file and use the text as it stands there.
When tests fail, read what they expect, fix the file and run them again.
Finish the whole job before you answer.
You are a reliable worker. Each call does one thing; after the last one you report.
You are an expert at small, safe changes to text files.
This is a toy workspace with a few text files. Help the user with them.
The workspace belongs to a small club; its members send you short requests.
You receive tickets. Handle each ticket with the tools and close it with a short note.
You are connected to a file store and a command runner. Whatever the user asks for, use these to do it, check that it worked, and then tell \
the user the outcome in plain words.
You are an assistant that edits files for people who do not program. Avoid jargon. Say in simple words what you have changed.
You are a software agent working for a team of four. They write short and sometimes sloppy requests. Work out which file they mean, make \
the change, run what they ask you to run, and keep your answer to one or two sentences.
You are a QA assistant. For every case: do the steps, watch the results, and report the observed value. Do not report an expected value \
that you have not seen.
Read the request, plan, call tools one after another, and stop when the request is fulfilled. Answer with what was found or done.
""".strip().split("\n")
