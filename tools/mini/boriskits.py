"""Tools, ways of tools to answer and system prompts for the requests of boris."""
from cases import Kit


def kit(line, fields, about=None):
    """A kit of a line "list what it does; read ...", the tools in the order list, read, write, edit, run."""
    parts = [p.strip().split(" ", 1) for p in line.split(";")]
    return Kit(dict(zip(("list", "read", "write", "edit", "run"), map(tuple, parts))), fields.split(), about)


KITS = [
    kit("ls_all Shows all paths of the workspace.; cat_file Shows the text of a file.; put_file Stores a text as a file, new or not.; swap_text Swaps a text in a file for another.; sh Runs a command line.", "file body find put line"),
    kit("directory Names every file.; open_document Opens a document and returns its content.; save_document Saves a document under a path.; amend_document Replaces a passage by a new one.; execute Executes a shell command and returns its output.", "document content passage replacement command"),
    kit("fs.list List files; fs.read Read one file; fs.write Write one file, replacing what it held; fs.patch Replace a string in a file; proc.exec Run a command", "path data before after cmd", {"path": "Path of the file", "data": "The whole new text", "before": "Text that is there now", "after": "Text to put in its place", "cmd": "Command line"}),
    kit("inventory All files that exist; peek Look into a file; jot Put text into a file; mend Mend a part of a file; launch Launch a program", "where what wrong right program"),
    kit("enumerateFiles Enumerates the files in the working folder.; fetchText Fetches the text of one file.; storeText Stores text in one file (overwrites).; substitute Substitutes one piece of text.; invokeCommand Invokes a command.", "filePath text oldText newText commandLine"),
    kit("list-paths Gives the list of paths; view-path Gives the text at a path; make-path Creates or overwrites the text at a path; change-path Changes a piece of the text at a path; shell Runs something in the shell", "path full_text from to input"),
    kit("dir Directory listing; type_out Print a file; echo_to Write a file; sed Replace text in a file; bash Run bash", "f s a b c"),
    kit("show_workspace Show which files there are.; load Load a file.; dump Dump text into a file.; rewrite_part Rewrite a part of a file.; do_command Do a command and get what it prints.", "target payload current desired instruction", {"target": "which file", "payload": "everything the file shall hold", "current": "the part as it is", "desired": "the part as it shall be", "instruction": "what to run"}),
    kit("catalogue Which files are kept here; consult Consult a file; compose Compose a file anew; correct Correct a wording in a file; perform Perform a command", "title wording stale fresh order"),
    kit("WorkspaceList Lists the workspace; WorkspaceRead Reads from the workspace; WorkspaceWrite Writes to the workspace; WorkspaceEdit Edits in the workspace; Terminal Terminal access", "name contents search replace cmdline"),
]
WORDS = [
    {"wrote": "Wrote {p}.", "edited": "Replaced 1 occurrence in {p}.", "missing": "Error: no such file: {p}", "nomatch": "Error: text not found in {p}", "transient": "Error: timed out, try again", "unknown": "Error: unknown command", "empty": "(empty)"},
    {"wrote": "saved", "edited": "changed", "missing": "{p}: not found", "nomatch": "{p}: no match", "transient": "timeout - please repeat", "unknown": "command not found", "empty": "no files"},
    {"wrote": "ok: {p} stored", "edited": "ok: {p} patched", "missing": "ENOENT {p}", "nomatch": "nothing to replace in {p}", "transient": "ETIMEDOUT (retry)", "unknown": "sh: unknown command", "empty": "[]"},
    {"wrote": "File {p} has been written", "edited": "File {p} has been updated", "missing": "There is no file {p}", "nomatch": "{p} does not hold that text", "transient": "The command took too long. Run it once more.", "unknown": "That command is not known", "empty": "The workspace is empty"},
    {"wrote": "{p} <- done", "edited": "1 change in {p}", "missing": "! missing: {p}", "nomatch": "! not in {p}", "transient": "! busy, again please", "unknown": "! what?", "empty": "-"},
    {"wrote": "Success", "edited": "Success", "missing": "Failure: {p} does not exist", "nomatch": "Failure: passage not found", "transient": "Failure: temporary error, try once more", "unknown": "Failure: no such command", "empty": "Nothing here"},
    {"wrote": "{\"status\": \"written\", \"path\": \"{p}\"}", "edited": "{\"status\": \"edited\", \"path\": \"{p}\"}", "missing": "{\"error\": \"missing\", \"path\": \"{p}\"}", "nomatch": "{\"error\": \"no match\", \"path\": \"{p}\"}", "transient": "{\"error\": \"timeout\", \"retry\": true}", "unknown": "{\"error\": \"unknown command\"}", "empty": "{\"files\": 0}"},
    {"wrote": "Your text is now in {p}.", "edited": "The passage in {p} was replaced.", "missing": "Sorry, {p} could not be found.", "nomatch": "Sorry, that passage is not in {p}.", "transient": "Sorry, the line was busy. Try again.", "unknown": "Sorry, no such command.", "empty": "No files yet."},
]
SYSTEMS = ["You are a coding agent.", "Use the tools.", "You help in a small office. Be brief.", "Work in the workspace with the tools you are given and answer in one or two sentences at the end.",
    "You are Basil, who keeps the files of a small museum in order. Look before you change something, never touch what you were not asked to touch, and say at the end what you found.",
    "You are an assistant with access to a folder of files. When a command fails for a moment, run it again. When a file is not where it should be, look at the list of files.",
    "Agent mode. Finish the whole task before you answer.", "Answer every part of the question. Short answers are best.", "Act, don't ask.",
    "You work for a team of developers. Their workspace holds notes, settings and code. Read a file before you change it unless you know exactly what stands in it; make the smallest change that does what was asked; then report in plain words, with the numbers and names that were asked for.",
    "Be a careful clerk.", "You may list, read, write and edit files and run commands. Nothing else is possible here.", "Tools first, talk later.",
    "Below, a person tells you what to do with their files. Do all of it, in the order given, and finish with a short sentence.", "You are the night shift of the archive. People leave you notes; do what they say.", "Helpful, exact, quiet."]
