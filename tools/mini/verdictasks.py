"""Sentences, kits of tools, system prompts and results of the verdict's agent tasks."""

CREATE = ["Create the file {f} with the text {x}", "Please make a file {f} that contains {x}", "Write {x} into a new file {f}", "I need a file called {f}. Its content should be {x}"]
CREATE_ALL = ["Please create these files.\n{l}", "I need the following files, each with the text that stands after its name:\n{l}", "Make these files for me:\n{l}"]
CREATE_LINE = ["{f} with the text {x}", "{f}, containing {x}"]
THEN_RUN = [", and then please run {c}.", " and run {c} after that.", ". After that, run {c}.", ". Then run {c} and tell me whether it worked."]
EDIT = ["Replace {o} by {x} in the file {f}", "In {f}, change {o} to {x}", "Please open {f} and turn {o} into {x}", "The file {f} still says {o}. It should say {x}. Please change that"]
EDIT_ALL = ["Replace {o} by {x} in all of these files: {l}.", "Please change the word {o} to {x} in {l}.", "The word {o} stands in {l}. It should be {x} everywhere, so please change it."]
BACK = [". After the edit, tell me what the whole file says.", " and then show me the whole text of the file.", ". Then read the file and tell me its text."]
FIX = ["Run {c}. If it fails, fix the file that it names and run it again.", "{c} does not pass at the moment. Please run it, repair what it complains about and run it once more.",
       "Make {c} pass: run it, read the error, fix the file, run it again.", "Please run {c}, fix the error that it shows, and run {c} again until it is fine."]
FIX_NOTE = [" When it passes, write {x} into {f}.", " As soon as it works, create the file {f} with the text {x}."]
FLAKY = ["Run {c} and tell me what it prints. It sometimes fails the first time, just try again then.", "Please run {c}. If there is a timeout, run it again, and tell me the output.",
         "What does {c} print? Try again if the command fails for a moment.", "I need the output of {c}. Run it a second time if the first try fails."]
READ = ["What does the file {f} say about the {k}?", "Look into {f} and tell me the {k}.", "Which {k} is given in {f}?", "I need the {k}. It is in the file {f}."]
READ_TWO = ["Please read {f} and {g} and tell me the {k} from the first file and the {h} from the second.", "The {k} is in {f}, and the {h} is in {g}. Tell me both.", "Tell me the {k} (see {f}) and the {h} (see {g})."]
LIST = ["Which files are there? Name all of them.", "Please list every file that I have here.", "Tell me the names of all files in the folder.", "Give me an overview: what files do we have?"]
INDEX = ["Make a file {f} with the names of all files that are there now, one a line, in alphabetical order.", "List the files and write their names into a new file {f}, one name on each line, sorted alphabetically."]
COPY = ["Copy the file {f} to {g}.", "Make a copy of {f} with the name {g}.", "I want the same text as in {f} in a new file {g}, too."]
COPY_ALL = ["Copy {f} to {g}, and {h} to {i}.", "Please make two copies: {f} as {g} and {h} as {i}."]
RENAME = ["Rename {f} to {g}: write its text to {g}, then delete the old file with the command rm {f}.", "Move {f} to {g}. That means: a new file {g} with the same text, and {f} deleted with rm {f}."]
DELETE = ["Delete all files that end in {e}. Use the command rm, one file at a time.", "Please remove every {e} file with the rm command and leave the other files as they are.",
          "I don't need the {e} files any more. Please run rm for each of them.", "Clean up: run rm on every file with the ending {e}, and on no other file."]
APPEND = ["Add the line {x} at the end of {f}, and keep what is there.", "Please append a new last line to {f}: {x}", "{f} needs one more line at its end: {x}"]
FILL = ["In {g}, replace the word {o} by the {k} that is given in {f}.", "{f} gives the {k}. Put it into {g} in place of the word {o}.", "Look up the {k} in {f}, then write it in {g} where it says {o} now."]
TODO = ["The file {f} says what to do. Please do it.", "Read {f} and do the task in it.", "Follow the instruction that you find in {f}.", "Your task stands in {f}. Please read it and carry it out.", "Open {f} and do what it asks for."]
TODO_TEXT = ["Create the file {g} with the text {x}", "Replace {o} by {x} in the file {g}"]
LINES = ["How many lines does {f} have? Use the command wc -l {f}.", "Count the lines of {f} with wc -l {f} and tell me the number.", "Please run wc -l {f} and tell me how many lines there are."]
LINES_TWO = ["How many lines do {f} and {g} have? Run wc -l for each of the two and tell me both numbers.", "Count the lines of {f} and of {g} with wc -l, and tell me both results."]
LOST = ["What is the {k}? It should be in {f}. If there is no such file, list the files and look in the one with a similar name.", "Tell me the {k} from {f}. The name may be slightly wrong, so list the files if you can't find it.",
        "I think that {f} holds the {k}. If it does not exist, find the right file in the list of files and tell me the {k}."]
SEARCH = ["One of the files mentions {x}. Read them and tell me the name of that file.", "In which file does the word {x} stand? Look through all files, please.", "Find the file that has {x} in its text and tell me its name."]
FACT_LINES = ["The {k} is {x}.", "{k}: {x}", "{k} = {x}", "Please remember: the {k} is {x}."]
PROSE = ["The {n} is {a}.", "{p} has the {n}.", "We need a {a} {n}.", "Ask {p} about the {n}.", "The {a} {n} went to {t}.", "Bring the {n} to {t}."]
BROKEN = ["Error in {f}: found {o}, expected {x}", "FAILED {f}: the text {o} must be {x}", "{f}: {o} is wrong, it should be {x}"]
GOOD = ["All tests passed.", "OK, 12 tests passed", "Success", "Everything is fine.", "Build finished without errors."]
PRINTS = ["Total: {i} items", "The result is {i}.", "{i} files checked", "Temperature now: {i}"]

COMMANDS = ["make test", "npm test", "cargo test", "python3 check.py", "sh test.sh", "make check", "go test", "./verify.sh", "python3 -m unittest", "npm run check"]
REPORTS = ["python3 report.py", "sh status.sh", "./measure.sh", "make report", "python3 stats.py", "npm run status"]
CODE = [("src/main.py", "print(total)"), ("src/app.js", "let size = 4"), ("src/main.rs", "fn main() {}"), ("lib/util.py", "import math"), ("config.toml", "port = 8080"), ("settings.ini", "mode = fast"), ("app/run.sh", "echo ready"),
        ("index.html", "<h1>Welcome</h1>"), ("style.css", "color: blue;"), ("main.c", "return 0;"), ("data.csv", "name,age"), (".gitignore", "build/")]
CODE_EDITS = [("src/main.py", "import math\n{o}\nprint(count)", "count = 1", "count = 2"), ("src/app.js", "let a = 3;\n{o}\nconsole.log(b);", "let b = a - 1;", "let b = a + 1;"), ("config.toml", "name = \"shop\"\n{o}\ndebug = false", "port = 80", "port = 443"),
              ("settings.ini", "[window]\n{o}\nheight = 300", "width = 200", "width = 640"), ("src/lib.rs", "pub fn add(a: i32, b: i32) -> i32 {\n    {o}\n}", "a - b", "a + b"), ("app/limits.py", "low = 1\n{o}", "high = 9", "high = 99"),
              ("index.html", "<html>\n{o}\n</html>", "<p>Helo</p>", "<p>Hello</p>"), ("lib/text.py", "def greet():\n    {o}", "retrun 'hi'", "return 'hi'")]
KEYS = ["phone number", "room number", "price", "opening time", "color", "address", "owner", "meeting day", "winner", "train time"]

KITS = [
    ({"list": ("folder_contents", "List all files of the folder."), "read": ("show_document", "Give the text of a document."), "write": ("store_document", "Store a text as a document; replaces what was there."),
      "edit": ("swap_document_text", "Swap a piece of text in a document for another."), "run": ("terminal_command", "Do a command in the terminal and give its output.")}, ("document", "content", "find", "replace_with", "command"),
     {"document": "Path of the document", "content": "The whole text", "find": "Text that is there now", "replace_with": "Text that shall stand there", "command": "The command"}),
    ({"list": ("fs_ls", "Show the files."), "read": ("fs_read", "Read a file."), "write": ("fs_write", "Write a file."), "edit": ("fs_replace", "Replace text in a file."), "run": ("sh_run", "Run a shell command.")},
     ("path", "text", "old", "new", "cmd"), None),
    ({"list": ("WorkspaceFiles", "Names of the files in the workspace"), "read": ("FileText", "The text of a file"), "write": ("NewFile", "Create or overwrite a file"), "edit": ("ChangeFile", "Change a part of a file"),
      "run": ("Console", "Run a command in the console")}, ("file", "body", "before", "after", "line"),
     {"file": "Name of the file", "body": "Text of the file", "before": "The part to change", "after": "What it becomes", "line": "Command line to run"}),
    ({"list": ("dirListing", "Returns the paths of all files."), "read": ("loadFile", "Returns the content of the file at a path."), "write": ("placeFile", "Writes content to the file at a path."),
      "edit": ("patchFile", "Replaces an old string by a new string in a file."), "run": ("callShell", "Runs a shell command and returns what it prints.")}, ("filePath", "fileContent", "oldString", "newString", "shellCommand"),
     {"filePath": "Path of the file", "fileContent": "Content to write", "oldString": "String to replace", "newString": "New string", "shellCommand": "Command to run"}),
    ({"list": ("list-everything", "List the files that exist."), "read": ("get-text", "Get the text of one file."), "write": ("set-text", "Set the text of one file; the file is created if needed."),
      "edit": ("replace-part", "Replace a part of the text of one file."), "run": ("execute-line", "Execute one command line.")}, ("name", "value", "old_part", "new_part", "command_line"), None),
    ({"list": ("ws_index", "Index of the workspace: all file paths."), "read": ("ws_get", "Get a file of the workspace."), "write": ("ws_deposit", "Put a file into the workspace."), "edit": ("ws_change", "Change text in a file of the workspace."),
      "run": ("ws_exec", "Execute a command in the workspace.")}, ("filename", "contents", "search_for", "put_instead", "run_this"),
     {"filename": "The file", "contents": "What the file shall hold", "search_for": "Text to look for", "put_instead": "Text to put instead", "run_this": "The command to execute"}),
]

SYSTEMS = [None, None, "You help with files. Use the tools.", "You are a careful assistant with access to a small workspace.", "Do what the user asks with the tools that you have, then give a short answer.",
           "You work in a folder of files and can run commands."]

RESULTS = [
    {"wrote": "Saved the file {p}.", "edited": "Changed {p}.", "missing": "Error: the file {p} does not exist", "nomatch": "Error: {p} has no such text", "transient": "Error: timeout, please try again", "unknown": "Error: command not found", "empty": "(no files)"},
    {"wrote": "ok", "edited": "ok", "missing": "not found: {p}", "nomatch": "text not found in {p}", "transient": "temporary failure, try again", "unknown": "command not known", "empty": "no files"},
    {"wrote": "The file {p} was written.", "edited": "The file {p} was edited.", "missing": "There is no file {p}.", "nomatch": "The text was not found in {p}.", "transient": "The machine is busy. Try again.", "unknown": "There is no such command.", "empty": "There are no files."},
    {"wrote": "Done: {p}", "edited": "Done: {p}", "missing": "ENOENT: no such file or directory, open '{p}'", "nomatch": "No match in {p}", "transient": "ETIMEDOUT: connection timed out, retry", "unknown": "sh: command not found", "empty": "0 files"},
]
