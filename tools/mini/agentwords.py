"""Names, descriptions and results of the training workspace's five tools."""
import asking
from frames import split_bars
from lexicon import EVERY
from words import cap, word

VERBS = {"list": "list ls dir index browse explore find see get display tree scan", "read": "read open view get cat load print display see peek look inspect retrieve", "write": "write create save put add new output generate produce set", "edit": "edit change replace update patch substitute alter fix rewrite sed revise", "run": "run execute exec start call do perform eval issue"}
NOUNS = {"list": "files dir directory folder workspace project paths entries tree contents names", "read": "file text content document path source page data", "write": "file text document content path source page data", "edit": "file text content part string code document source", "run": "command cmd shell terminal bash program process script sh task"}
OBJECTS = {
    "list": ["files", "the files", "all files", "the directory", "what is there", "the workspace", "the folder", "files of the project", "the names of all files", "everything in the folder"],
    "read": ["a file", "the text of a file", "what a file holds", "the content of a file", "one file", "a whole file", "the text in a file", "a document"],
    "write": ["a file", "text to a file", "a new file", "text in a file", "a file with text", "a whole file", "a file with the given content", "content to a path"],
    "edit": ["a file", "text in a file", "one text by another in a file", "a part of a file", "a text in a file with a new text", "words in a file", "something in a file", "old text with new text"],
    "run": ["a command", "a shell command", "a program", "something in a terminal", "a command line", "commands", "a command and give its output", "tests and programs"],
}
PATHS = "path path file_path filename file name file_name target source location where uri document p".split()
TEXTS = "content content text contents file_text data body string value new_text code lines".split()
COMMANDS = "command command cmd command_line script program code input args sh".split()
SWAPS = [("old", "new"), ("old_string", "new_string"), ("old_str", "new_str"), ("search", "replace"), ("find", "replace"), ("old_text", "new_text"), ("before", "after"), ("from", "to"), ("pattern", "replacement"), ("what", "by"), ("match", "replace_with"), ("from_text", "to_text"), ("current", "desired"), ("old_value", "new_value"), ("text", "replacement"), ("was", "becomes"), ("a", "b"), ("existing", "wanted"), ("text_old", "text_new"), ("target_text", "replacement"), ("remove", "insert"), ("previous", "next"), ("old_part", "new_part"), ("original_text", "changed_text"), ("source_text", "target_text"), ("find_text", "replace_with"), ("is", "should_be"), ("outdated", "fresh"), ("old_content", "new_content"), ("original", "replacement"), ("oldText", "newText"), ("oldString", "newString"), ("needle", "substitute")]


def param_name(r, base, plain):
    """A parameter name: a usual one, or one made of usual parts."""
    if r.random() < 0.55:
        return r.choice(plain)
    side = r.choice(["new", "full", "target", "file", "source", "the", "my", "input", "output", "main", "user", "raw", "whole", "some", word(r).lower()])
    return r.choice([f"{side}_{base}", f"{side}_{base}", f"{base}_{side}", side + cap(base), f"{base}_{r.choice(['text', 'name', 'value', 'str', 'arg', 'param', 'in'])}", base + str(r.randint(1, 3))])


def tool_name(r, kind):
    v, n = r.choice(VERBS[kind].split()), r.choice(NOUNS[kind].split())
    return r.choice([f"{v}_{n}", f"{v}_{n}", v, f"{n}_{v}", v + cap(n), f"{v}-{n}", f"{word(r).lower()}_{v}" if r.random() < 0.3 else f"{v}_{n}"])


def description(r, kind):
    v, o = r.choice(VERBS[kind].split()[: 6]), r.choice(OBJECTS[kind])
    return r.choice([f"{cap(v)} {o}", f"{cap(v)} {o}.", f"{cap(v)}s {o}", f"Use this to {v} {o}", f"Lets you {v} {o}", f"{cap(v)} {o} in the workspace", f"Can {v} {o}", f"Tool that {v}s {o}", f"To {v} {o}", f"{cap(o)}: {v}", f"Will {v} {o}", f"{cap(v)} {o} of the user", f"Do this to {v} {o}"])


def some(r, n):
    return " ".join(r.choice(EVERY) for _ in range(r.randint(1, n)))


def wordings(r):
    """How this workspace words its results; errors always say that they are."""
    ok = ["ok", "done", "success", "OK.", '{"ok": true}', '{"status": "ok", "path": "{p}"}', "null", "Done.", "true", "fine"]
    err = r.choice(["Error: ", "Error: ", "error: ", "ERROR ", "Failed: ", "[error] ", "Error - "])
    return {
        "wrote": r.choice(ok + ["Wrote {p}.", "File written: {p}", "Saved {p}", "Created {p}", "{p} written", "{p} saved.", "{p} is " + some(r, 3), "The file {p} " + some(r, 3), "wrote the file", some(r, 4) + " {p}", "12 lines in {p}"]),
        "edited": r.choice(ok + ["Replaced 1 occurrence in {p}.", "Edited {p}", "1 replacement made", "The file {p} has been updated.", "{p} changed", "1 change in {p}", "{p} is " + some(r, 3), "updated {p}: " + some(r, 3)]),
        "missing": r.choice([err + "no such file: {p}", err + "file not found: {p}", "No such file or directory: {p}", err + "{p} does not exist", "cannot open {p}: not found", "[Errno 2] No such file or directory: '{p}'", err + "there is no {p}", "Could not find {p}", err + "unknown file {p}", "FileNotFoundError: {p}", '{"error": "no file {p}"}', err + "{p} is missing", err + "could not open {p}", err + "can not find {p} " + some(r, 3)]),
        "nomatch": r.choice([err + "text not found in {p}", err + "no match in {p}", "No occurrence found"]),
        "transient": r.choice([err + "timed out, try again", err + "busy, please retry", "temporary failure, try again", err + "connection lost, retry", err + "temporarily unavailable, retry", "Timeout. Try again.", err + "please try once more", err + "overloaded, retry later", err + "resource busy. Retry.", err + some(r, 3) + ", try again", err + "lock held, retry " + some(r, 2), "The tool was interrupted. Please retry.", err + "the connection broke, call again", err + "not ready, please run it again", err + "a hiccup of the server; repeat the same call", err + "too many requests, wait and repeat", "Network trouble. Once more, please.", err + "could not start just now, one more try may help", "The sandbox restarted. Run it again."]),
        "unknown": err + r.choice(["unknown command", "command not found", "no such program", "not executable", "bad command"]), "empty": "(empty)",
        "none": r.choice(["No matches.", "(no matches)", "nothing found", "No files found", "0 results"]), "deleted": r.choice(["ok", "done", "deleted {p}", "{p} is gone", "removed", "Deleted."]),
    }


REPLACE = split_bars("""make it say {b} instead of {a} in {p}|{p} says {a} but should say {b}|{p} has {a} where it needs {b}|i want {b} where {p} has {a}|get rid of {a} in {p} and put {b} there|every {a} in {p} must become {b}|use {b} instead of {a} in {p}|in the file {p} put {b} where {a} is|find {a} in {p} and replace it (with|by) {b}|exchange {a} for {b} in {p}|{a} in {p} is wrong; it should be {b}|correct {a} to {b} in {p}|modify {p} so that {a} is {b}|{p}: {a} -> {b}|patch {p}: {a} becomes {b}|within {p}, turn {a} to {b}|the file {p} needs {b} in place of {a}|{p} must have {b}, not {a}|replace {a} by {b} in {p}|replace the text {a} with {b} in {p}|in {p} there is {a}; make it {b}|alter {p} such that {a} reads {b}|rewrite {a} as {b} in {p}|for {p}: replace {a}, new text {b}|put {b} in the place of {a} in {p}|there is a mistake in {p}: {a} should be {b}|set {a} to {b} in {p}|i would like {a} in {p} to be {b}|let {p} say {b} where it now says {a}""")

CREATE = ["there is no {p} yet. write it", "we need a file called {p}", "make sure {p} exists", "a new file {p} is needed", "set up {p}", "i want a file {p}", "start a file {p}", "i would like to have {p}", "our project needs {p}", "let there be a file {p}", "please write me {p}", "generate {p}", "produce a file named {p}", "write out {p}", "store a file {p}", "have {p} created", "the file {p} is missing. add it"]
WITH = [" holding:\n", " and put this in it:\n", " and write into it:\n", ". It should say:\n", ". Content:\n", ". Its text:\n", ", content as follows:\n", " where the text is:\n", ". Use this text:\n", " with this inside:\n", " - content:\n", ". In it:\n", " like this:\n", " and fill it with\n", "\n", "\n\n", " with\n"]
WITH_SHORT = [" holding ", " and put {x} in it", " and write {x} into it", ". It should say ", ". Content: ", ". Its text: ", " with just ", " with the line ", " whose text is ", " with {x} inside", " that reads ", " that has ", " with the words ", ", containing ", ": "]
RUN = ["run {c}", "execute {c}", "start {c}", "can you run {c}?", "let {c} run and report", "i want to see what {c} says", "what is the output of {c}?", "what do we get from {c}?", "try {c} and tell me the result", "please start {c}, what does it print", "run {c} for me", "give me the output of {c}", "show me what {c} prints", "what happens if you run {c}?", "launch {c} and tell me what it says", "does {c} work? run it", "i need the result of running {c}", "check what {c} gives", "use the shell to run {c}", "in the shell, do {c}"]
FIX = ["{c} is broken. fix it", "{c} does not pass. (mend|fix|repair) it", "why does {c} fail? fix the cause", "there is a bug: {c} fails. (please |)solve it", "run {c} and (solve|mend|correct) what goes wrong", "run {c}; if there is an error, correct it and run {c} again", "i get an error from {c}. please fix it", "something is wrong with {c}. find it and fix it", "make sure that {c} passes", "make {c} green", "{c} should pass. do what is needed", "get {c} to run without errors", "debug {c}", "our build is red: {c}. fix it", "help, {c} fails!", "see why {c} fails and fix the file", "i cannot get {c} to work. fix it", "{c} gives an error. take care of it", "the check {c} fails, correct the code", "test with {c} and fix errors", "bring {c} back to work"]
READ = ["what is written in {p}?", "give me the text of {p}", "let me see {p}", "i want to read {p}", "what is inside {p}?", "tell me what {p} contains", "what does the file {p} have in it?", "look at {p} and tell me what is there", "could you read {p} to me?", "display the file {p}", "i need the content of {p}", "output the content of {p}", "check {p} and report its text", "what's in {p}?", "how does {p} look?", "read out {p}", "please print {p}", "view {p}", "the content of {p}, please"]
COPY = ["let {b} be a copy of {a}", "{b} should have the same content as {a}", "take what is in {a} and write it to {b}", "write {b} with the same text as {a}", "i need a second {a}, named {b}", "save {a} also as {b}", "read {a}, then create {b} with it", "clone {a} into {b}", "transfer the text of {a} into a new file {b}", "make {b} equal to {a}", "the text of {a} should also be in {b}", "get the content of {a} and put it in {b}", "have a copy of {a} under the name {b}", "store a copy of {a} in {b}"]
THEN = [", then run {c}", " and run {c}", " and then run {c}", ". Then run {c}", ". After that, run {c}", ", and after that run {c}", ". Finally run {c}", ". Run {c} afterwards", ". Then run {c} to check", "; run {c} after", " and check with {c}", ". Check it with {c}", ", test with {c}", " and start {c}", ". Once done, run {c}", ". As soon as it is done, run {c}", ", then run the tests with {c}", ". Next, run {c}", ", next {c}", " and test it by running {c}", ", followed by {c}", ". Last, execute {c}", ", then do {c}", " and afterwards {c}", ". Then start {c} and tell me the result", ". Also run {c} at the end", ", then try {c}", ", then {c}"]
THEN_TESTS = [", then run the tests", " and run the tests", ". Then run the tests", ", and test it", ". After that run the tests", " and then test", ". Run the tests afterwards", " and make sure the tests run"]

READ += asking.READ
COPY += asking.COPYFILE
CREATE += asking.CREATE
WITH += asking.WITH
WITH_SHORT += asking.WITH_SHORT
REPLACE += asking.REPLACE
RUN += asking.RUN
FIX += asking.FIX
THEN += asking.THEN
