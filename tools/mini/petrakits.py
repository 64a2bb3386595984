"""Tool kits, wordings of results and system prompts of a bench for coding agents."""
import cases

# list / read / write / edit / run, then the names of path, text, old, new and command.
ROWS = """list_workspace read_document save_document replace_in_document run_shell | document text search replace command | Lists all files of the workspace.;Reads a document and returns its text.;Saves a document with the given text, replacing what was there.;Replaces a passage in a document.;Runs a command in the shell and returns its output.
ls_files cat_file create_file sed_file bash | file_path contents old_text new_text cmd | List files;Print a file;Create or overwrite a file;Replace text in a file;Run a bash command
projectFiles openFile saveFile replaceText terminal | filePath data from to input | Get the paths of the project's files;Open a file and get its text;Save text to a file;Replace the first argument by the second in the file;Send one line to the terminal
repo.list repo.get repo.put repo.replace repo.exec | path contents old new command | All paths in the repository;Contents at a path;Put contents at a path;Replace old by new at a path;Execute a command at the root of the repository
glob view write str_replace execute | target file_text old_str new_str command_line | Find all files.;View a file.;Write a file in full.;Replace an exact string in a file.;Execute a command and return stdout.
Tree Read Write Edit Bash | file_path content old_string new_string command | Shows which files there are;Reads a file;Writes a file;Edits a file by exact replacement;Executes a shell command
agent-ls agent-cat agent-tee agent-subst agent-exec | name input_text pattern substitute argv | file overview;file to text;text to file;substitution within one file;process execution
get_all_paths get_file set_file modify_file run_process | path value before after process | Returns every path known to the sandbox.;Returns one file.;Sets the whole text of one file, which is created when absent.;Modifies one file: exchanges `before` for `after`.;Runs a process in the sandbox.
browse inspect author revise shell | uri source snippet revision script | Browse the sandbox: gives all file names.;Inspect one file.;Author a file from scratch.;Revise a file: the given snippet is replaced.;Use the shell.
bench_list bench_read bench_write bench_edit bench_run | item full_content exact_text new_text shell_line | Files of this bench;Text of one file;Store a whole file;Swap one exact text for another;Run a line in the shell
index fetch store amend invoke | key payload current wanted line | Index of the files;Fetch a file;Store a file;Amend a file;Invoke a command
FileList FileGet FilePut FilePatch CommandRun | relative_path body find_this put_this command_text | Lists files;Gets a file;Puts a file;Patches a file;Runs a command
ws_index ws_open ws_save ws_change ws_command | ws_path ws_text text_before text_after ws_line | Workspace index;Open from the workspace;Save to the workspace;Change in the workspace;Command in the workspace
survey examine compose correct perform | subject wording faulty fixed deed | Survey the folder tree;Examine a file;Compose a file;Correct a text within a file;Perform a shell command
t1 t2 t3 t4 t5 | a b c d e | tool 1: list files;tool 2: read file a;tool 3: write text b to file a;tool 4: in file a replace c by d;tool 5: run command e
catalog_files load_text dump_text swap_text spawn_shell | which_file whole_text old_piece new_piece shell_command | Catalog of files;Load the text of a file;Dump a text to a file;Swap a piece of text;Spawn a shell""".split("\n")
ABOUT = [("Path of the file", "Complete text", "Exact text now in the file", "Text that takes its place", "Command line"), ("relative path", "contents to save", "text to look for, literally", "text to put there", "what to execute"), ("The file.", "All of its text.", "The old text.", "The new text.", "The command.")]
TOOLBOX = ["list", "read", "write", "edit", "run"]


def kits():
    out = []
    for i, row in enumerate(ROWS):
        names, fields, texts = (x.strip() for x in row.split(" | "))
        fields = fields.split()
        out.append(cases.Kit(dict(zip(TOOLBOX, zip(names.split(), texts.split(";")))), fields, None if i % 2 else dict(zip(fields, ABOUT[i % 3]))))
    return out


KITS = kits()
KEYS = ["wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"]
WORDS = [dict(zip(KEYS, x.split("|"))) for x in """Saved {p}|Replaced text in {p}|Error: file not found: {p}|Error: search text not found in {p}|Error: connection timed out, please retry|bash: command not found|(empty workspace)
{p} written successfully|{p} updated successfully|ENOENT: no such file {p}|No match in {p}; nothing replaced|503 service temporarily unavailable, try again|sh: not found|no files yet
OK|OK|ERROR {p} does not exist|ERROR old text is not part of {p}|ERROR lock held by another process, retry later|ERROR unknown command|-
The file {p} has been created or overwritten.|The file {p} has been edited.|The file {p} could not be found.|The string was not found in {p}, so nothing was changed.|The sandbox was restarting. Run the command once more.|The command is not installed in this sandbox.|The sandbox is empty.
wrote file|1 replacement made|cannot open {p}: No such file or directory|0 replacements made: text not present|network unreachable (temporary failure)|127: command not found|0 files
stored ({p})|amended ({p})|404 {p}|409 text not in {p}|429 too many requests, wait and repeat|501 command not implemented|nothing stored
write: ok|edit: ok|read: {p} is missing|edit: no such text in {p}|run: interrupted, start it again|run: no such executable|list: nothing""".split("\n")]

SYSTEMS = """You are an autonomous coding agent under evaluation. Use the tools; do not invent results.
You are being tested as a software engineering agent in a small sandbox.
Carry out the user's instructions exactly with the tools that you are given. Do not change anything else.
You are an engineer's assistant. When the work is complete, reply with a brief summary.
Sandbox. Tools are available; work step by step.
Every instruction is to be taken literally. If a condition is not met, change nothing and say so.
Complete all parts of a request. An omitted part counts as a failure.
You act on a repository through five tools. Final answers are short and contain what was asked for.
Read before you decide. Report facts from files and outputs only.
Benchmark mode: no questions, no plans, only tool calls and one closing message.
Obey limits in the request (no edits, no commands, only one file) without exception.
You are evaluated on the final state of the files and on your last message.
Numbers in your answer must come from the workspace.
Act as a reliable colleague: look things up, make the change, check it, report.
Do not touch files that the request does not concern.
Reply in plain English, in one or two sentences, after the tools have done their work.
If a command fails, its message tells you what to repair, unless you were told not to repair anything.""".split("\n")
SUITES = ["The test suite of this repository is started with `{c}`.", "Run tests with: {c}", "Whenever you need to run the tests, the command is `{c}`.", "Test command: `{c}`", "Tests: {c}", "Verify changes with `{c}`; this is the test suite.", "`{c}` is what \"the tests\" means in this project.", "Project settings: test command {c}; language English.", "To test, execute {c}."]
