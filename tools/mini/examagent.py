"""Agent tasks of the exam set: their kits of tools, and the tasks drawn in order."""
import random

from cases import Kit, Run
from examtasks import KINDS

SYSTEMS = [
    None, None,
    "You look after a small folder of files. Do what you are told with the functions you have, then say what came of it.",
    "Act on the project by calling functions, one at a time. When the job is finished, answer in a sentence or two.",
    "You work at a desk with a handful of files. Never guess what a file holds: look.",
    "Be a careful assistant. If something goes wrong, read the message and try to put it right.",
    "Carry out the request step by step. Report at the end, briefly and truthfully.",
]


def kit(fields, about, **names):
    return Kit({k: v for k, v in names.items()}, fields, about and dict(zip(fields, about)))


KITS = [
    kit(["filename", "body", "find", "put", "line"], ["name of the file", "everything the file will hold", "words to look for", "words to put there", "the line to type in the shell"],
        list=("show_folder", "Show what is in the folder"), read=("open_document", "Open a file and show its text"), write=("save_document", "Save a text as a file, new or not"),
        edit=("swap_words", "Swap words in a file for others"), run=("shell_line", "Type a line in the shell and show what it prints")),
    kit(["file", "contents", "before", "after", "cmd"], None,
        list=("catalogue", "Names of all files"), read=("peek", "Gives the contents of one file"), write=("store", "Stores contents in a file, replacing what was there"),
        edit=("amend", "Changes a passage of a file from before to after"), run=("launch", "Launches a command and gives its output")),
    kit(["location", "data", "was", "becomes", "program"], ["where the file is", "the new data of the file", "the part that was there", "what it becomes", "program and arguments"],
        list=("enumerateFiles", "Enumerate the files of the workspace"), read=("fetchText", "Fetch the text at a location"), write=("putText", "Put data at a location"),
        edit=("patchText", "Patch a part of the text at a location"), run=("invokeProgram", "Invoke a program and return what it says")),
    kit(["doc", "text", "from_text", "to_text", "instruction"], ["the document", "full text of the document", "text to be taken out", "text to be put in instead", "instruction for the terminal"],
        list=("docs-index", "An index of the documents"), read=("docs-show", "Show a document in full"), write=("docs-create", "Create a document or overwrite it"),
        edit=("docs-substitute", "Substitute one text in a document by another"), run=("terminal-do", "Do an instruction in the terminal")),
    kit(["item", "value", "needle", "replacement", "job"], None,
        list=("ws_inventory", "Inventory of the workspace: every path in it"), read=("ws_view", "View an item of the workspace"), write=("ws_set", "Set an item of the workspace to a value"),
        edit=("ws_revise", "Revise an item: the needle gives way to the replacement"), run=("ws_job", "Start a job, for example a test command, and wait for it")),
    kit(["sheet", "writing", "erase", "instead", "order"], ["which sheet", "the writing on the sheet", "the words to erase", "the words to write instead", "the order to carry out"],
        list=("lookAround", "Look around: which sheets are there?"), read=("readSheet", "Read a sheet aloud, whole"), write=("fillSheet", "Fill a sheet with writing, from the top"),
        edit=("correctSheet", "Correct a sheet: erase words, write others instead"), run=("carryOut", "Carry out an order on the machine and hear its reply")),
]

# What the workspace says, one way for each kit.
WORDS = [
    {"wrote": "The folder now has {p}", "edited": "Words swapped in {p}", "missing": "There is no file called {p}", "nomatch": "{p} does not hold those words", "transient": "The shell is busy, please try once more", "unknown": "The shell does not know this line", "empty": "The folder is empty"},
    {"wrote": "stored: {p}", "edited": "amended: {p}", "missing": "failure: {p} not found", "nomatch": "failure: passage not found in {p}", "transient": "failure: temporary problem, launch it again", "unknown": "failure: command not known", "empty": "nothing"},
    {"wrote": "{p} has been put in place.", "edited": "{p} has been patched.", "missing": "Nothing exists at {p}.", "nomatch": "The part was not found at {p}.", "transient": "Connection reset while running; run it again.", "unknown": "No such program.", "empty": "No files."},
    {"wrote": "OK, {p} created", "edited": "OK, {p} changed", "missing": "ERROR {p} is missing", "nomatch": "ERROR from_text is not in {p}", "transient": "ERROR resource unavailable for a moment, repeat the instruction", "unknown": "ERROR unknown instruction", "empty": "(no documents)"},
    {"wrote": "set {p}", "edited": "revised {p}", "missing": "cannot find {p}", "nomatch": "needle not present in {p}", "transient": "job was interrupted, start it again", "unknown": "cannot start this job", "empty": "-"},
    {"wrote": "The sheet {p} is written.", "edited": "The sheet {p} is corrected.", "missing": "I see no sheet {p}.", "nomatch": "Those words are not on {p}.", "transient": "The machine hiccuped. Give the order again.", "unknown": "The machine does not understand.", "empty": "The desk is bare."},
]


def runs(seed=7, n=200):
    r, out = random.Random(seed * 104729 + 11), []
    for i in range(n):
        k = r.randrange(len(KITS))
        kind = KINDS[i % len(KINDS)]
        task = kind(r)
        task.kind, task.start = kind.__name__, dict(task.files)
        out.append(Run(KITS[k], task, WORDS[k], r.choice(SYSTEMS)))
    return out
