"""Tools, answers of the workspace and system prompts."""
from cases import Kit

ABOUT = {"p": "path of the file", "t": "the whole text", "o": "text that is there now", "n": "text to put instead", "c": "command line"}


def kit(names, about, fields, told=False):
    return Kit(dict(zip(("list", "read", "write", "edit", "run"), zip(names.split(), about))), fields.split(), dict(zip(fields.split(), ABOUT.values())) if told else None)


SHORT = ["List all files.", "Read a file.", "Write a file.", "Replace text in a file.", "Run a command."]
LONG = ["Gives the paths of all files of the workspace.", "Returns the text of one file.", "Creates a file or overwrites it with the given text.", "Replaces a text that stands in the file by another one.", "Executes a command line and returns what it prints."]
CURT = ["file list", "file text", "save text", "swap text", "shell"]
MIXED = ["Show which files exist", "Show what is inside a file", "Put text in a file, new or old", "Change one part of a file", "Start a program or a test"]
KITS = [
    kit("dir_list file_open file_store file_patch cmd", SHORT, "path text old new command"),
    kit("showFiles showFile saveFile changeFile runCommand", LONG, "file content before after line", True),
    kit("ls cat put sub sh", CURT, "p t a b c"),
    kit("get_files get_text set_text swap_text exec_line", MIXED, "filename body search replacement cmd", True),
    kit("inventory peek compose amend launch", LONG, "target words original updated order"),
    kit("files.list files.read files.write files.edit shell.run", SHORT, "path contents from_text to_text cmdline", True),
    kit("enumerate fetch_doc write_doc revise_doc perform", MIXED, "doc value find insert instruction"),
    kit("list-dir view-file make-file modify-file run-shell", LONG, "file_path file_text old_string new_string shell_command", True),
    kit("tree load dump replace bash", CURT, "name data what by script"),
    kit("WorkspaceList WorkspaceRead WorkspaceWrite WorkspaceEdit WorkspaceRun", SHORT, "Path Text OldText NewText Command"),
    kit("what_is_here look_inside write_down correct_it try_it", MIXED, "where what wrong right action", True),
    kit("index open_file output_file fix_file terminal", SHORT, "location string present wanted input"),
]


def words(*w):
    return dict(zip(("wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"), w))


WORDS = [
    words("Saved {p}.", "Changed {p}.", "Error: {p} was not found", "Error: {p} does not hold that text", "Error: the command took too long, please try again", "Error: command not known", "(no files)"),
    words("ok", "ok", "ENOENT: {p}", "no match in {p}", "ETIMEDOUT, retry", "command not found", "(nothing)"),
    words("The file {p} has been written.", "The text in {p} has been replaced.", "There is no file called {p}.", "The old text is not in {p}.", "The connection was lost. Run it once more.", "I do not know this command.", "The workspace is empty."),
    words("wrote {p}", "edited {p}", "no such file or directory: {p}", "pattern not found: {p}", "temporary failure, run again", "sh: not found", "total 0"),
    words('{"ok": true, "path": "{p}"}', '{"ok": true, "edited": "{p}"}', '{"ok": false, "error": "missing {p}"}', '{"ok": false, "error": "text not in {p}"}', '{"ok": false, "error": "timeout, try again"}', '{"ok": false, "error": "unknown command"}', "[]"),
    words("done: {p}", "1 change in {p}", "cannot open {p}: not there", "{p}: nothing to replace", "busy, please repeat", "unknown", "-"),
    words("{p} stored", "{p} updated", "File not found ({p})", "Search text not found ({p})", "Timeout after 30 s; a second try may work", "Unrecognised command", "No files yet"),
    words("Success", "Success", "Failure: path {p} does not exist", "Failure: could not find the text in {p}", "Failure: service unavailable, retry", "Failure: no such program", "None"),
]

SYSTEMS = [
    "You are a helpful assistant with access to files.",
    "Use the tools.",
    "You work in a small workspace. Do what the user asks with the tools and then answer in one short sentence.",
    "You are an office helper. You keep the files of a small company in order.",
    "You are a coding agent. Change only what is asked. When a command fails, look at why, mend it and run it again.",
    "Agent mode. Tools: list, read, write, edit, run. Be brief.",
    "You help people who are no programmers. Do the work yourself with the tools; do not tell them how to do it. When everything is done, say so in simple words and give the facts that they asked for.",
    "Complete the task. Do not ask back.",
    "Today you work for a user who writes short test tasks. Each task is to be done exactly: no other file may change, texts are copied letter by letter, and commands are run as given.",
    "You are Wendel, an assistant for files and commands.",
    "Work step by step: first look, then act, then report. Never guess what a file says: read it.",
    "If a file cannot be found, list the files and take the one that was meant. If a command times out, run it again. Report honestly.",
    "You can see and change the user's project. Answer in English. Keep your final reply under thirty words.",
    "Be precise.",
]
