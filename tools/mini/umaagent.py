"""Requests of developers, administrators and offices to an agent in a toy workspace.

KINDS make tasks with their plans; KITS, WORDS and SYSTEMS are the tools, the ways the
workspace answers and the system prompts; run(r) draws a task in progress."""
import cases
import umaedit  # noqa: F401
import umaextra  # noqa: F401
import umaflow  # noqa: F401
import umaline  # noqa: F401
import umalook  # noqa: F401
import umamake  # noqa: F401
import umamore  # noqa: F401
import umaorder  # noqa: F401
import umaread  # noqa: F401
import umarun  # noqa: F401
from umabase import KINDS


def kit(names, about, fields, described=None):
    keys = ("list", "read", "write", "edit", "run")
    return cases.Kit({k: (n, a) for k, n, a in zip(keys, names.split(), about)}, fields.split(), dict(zip(fields.split(), described)) if described else None)


KITS = [
    kit("ls_tree cat_file put_file patch_file sh", ["List every path in the tree.", "Print a file.", "Write a file, replacing what was there.", "Replace text in a file.", "Run a shell command."], "file body find replace_by cmd"),
    kit("fs.index fs.fetch fs.store fs.substitute fs.exec", ["All paths.", "The content of one path.", "Store content at a path.", "Substitute one string for another.", "Execute a command line."], "target content before after line", ["path of the file", "full content", "text to look for", "text that takes its place", "command line"]),
    kit("showFiles openFile saveFile changeText startCommand", ["Shows the names of all files.", "Opens a file and returns its text.", "Saves text under a name.", "Changes a text in a file.", "Starts a command and returns what it prints."], "fileName fileText oldText newText commandLine"),
    kit("workspace_list workspace_read workspace_write workspace_edit workspace_run", ["List the workspace", "Read from the workspace", "Write to the workspace", "Edit in the workspace", "Run in the workspace"], "name data search swap program", ["Name of the file", "Data to be written", "Text that is there now", "Text to swap in", "Program with arguments"]),
    kit("directory view overwrite sed terminal", ["Get the directory.", "View a file.", "Create or overwrite a file.", "Search and replace in a file.", "Type a command into the terminal."], "filepath contents pattern replacement input"),
    kit("enumerate-paths get-document set-document revise-document invoke", ["Enumerate all paths.", "Get a document.", "Set the text of a document, new or old.", "Revise a passage of a document.", "Invoke a command."], "document text passage revision call"),
    kit("repo_files repo_show repo_commit repo_fix repo_do", ["Which files the repository has.", "Show a file of the repository.", "Put a file into the repository.", "Fix a spot in a file.", "Do a command in the repository."], "where what wrong right how", ["where: the path", "what: the whole text", "the wrong text", "the right text", "how: the command"]),
    kit("INDEX GET PUT PATCH EXEC", ["paths", "text of a path", "set text of a path", "replace in a path", "run"], "uri payload from_text to_text argv"),
    kit("folder_contents load_text store_text exchange_text shell_command", ["Tells what the folder contains.", "Loads the text of a file.", "Stores a text as a file.", "Exchanges one text for another inside a file.", "Gives a command to the shell and returns its answer."], "location value current wanted statement"),
    kit("a_list b_read c_write d_edit e_run", ["Names of files", "File to text", "Text to file", "Text to other text, in a file", "Command to output"], "p t o n c", ["path", "text", "old text", "new text", "command"]),
]


def words(wrote, edited, missing, nomatch, transient, unknown, empty):
    return {"wrote": wrote, "edited": edited, "missing": missing, "nomatch": nomatch, "transient": transient, "unknown": unknown, "empty": empty}


WORDS = [
    words("Wrote {p}.", "Replaced 1 occurrence in {p}.", "Error: no such file: {p}", "Error: text not found in {p}", "Error: timed out, try again", "Error: unknown command", "(empty)"),
    words("ok", "ok", "ENOENT: {p}", "no match in {p}", "ETIMEDOUT, please retry", "sh: command not found", "no files"),
    words("{p} saved", "{p} changed", "cat: {p}: No such file or directory", "pattern not found: {p}", "connection reset by peer; run it again", "command not found", "total 0"),
    words("Stored the text in {p}", "The text in {p} was replaced", "There is no file {p}", "{p} does not hold that text", "The command took too long. Try once more.", "I do not know this command", "There are no files"),
    words("200 OK {p}", "200 OK {p} modified", "404 not found: {p}", "409 no such text in {p}", "503 temporarily unavailable, retry", "400 bad command", "204 no content"),
    words("written: {p}", "edited: {p}", "Failure. {p} is missing.", "Failure. Nothing to replace in {p}.", "Failure. Timeout (temporary).", "Failure. No such command.", "nothing"),
    words("[done] {p}", "[done] 1 change in {p}", "[fail] cannot open {p}", "[fail] old text is not in {p}", "[fail] timed out after 30s, transient", "[fail] unknown command", "[none]"),
    words("File {p} was written successfully.", "File {p} was edited successfully.", "FileNotFoundError: '{p}'", "ValueError: text not in '{p}'", "TimeoutError: try again later", "OSError: unknown command", "[]"),
]

SYSTEMS = [
    "You are a coding agent.",
    "Use the tools. Be brief.",
    "You work in a small workspace with five tools. Do what the user asks, then say in a short sentence what you did.",
    "You are an assistant to a system administrator. Look before you change anything, and change only what you were asked to change.",
    "agent mode. no chatter.",
    "You help in an office: files, lists, letters. When a question is asked, answer it with what the files say.",
    "You are Ruma, a careful repository bot. Paths are relative to the root of the workspace. If a file is not where it should be, list the files. If a command fails for a passing reason, run it again. End with one short sentence.",
    "Complete the task with as few calls as needed. Do not ask questions.",
    "You have access to a workspace. Every file is plain text. To learn what a file says, read it; to learn which files there are, list them; never guess. When you are done, report to the user what they wanted to know, or that the work is done.",
    "Follow the user's request exactly.",
    "DevOps helper. Tools only touch this sandbox.",
    "As the on-call engineer's helper you carry out small requests: edits of configuration, checks, renames, reports. Keep all other files as they are. The final message holds the result and nothing else.",
    "Answer plainly after acting.",
    "You may call one tool at a time. Wait for its output. Stop when the request is fulfilled.",
]


def run(r):
    """A task in progress: kit, task, words of the workspace and often a system prompt."""
    return cases.Run(r.choice(KITS), r.choice(KINDS)(r), r.choice(WORDS), r.choice(SYSTEMS) if r.random() < .6 else None)
