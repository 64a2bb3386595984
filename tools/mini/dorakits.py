"""Tool kits, wordings of results and system prompts as terminal agents have them."""
import cases

# list / read / write / edit / run, then the names of path, text, old, new and command.
ROWS = """ls_tree cat_file put_file sub_text sh | file body before after line | Print every path of the checkout;Print one file;Create a file or overwrite it;Substitute a text by another in a file;Execute one shell line
ProjectFiles OpenFile SaveFile ReplaceText Shell | file_name contents find replace_with cmd | Names of all project files;Contents of a file;Save a file with these contents;Replace a text in a file;Run something in a shell
fs.list fs.get fs.set fs.patch proc.exec | uri data remove insert argv | List files;Get a file;Set a file's data;Patch a file: take one text out and put another in;Execute a process
glob view create str_replace bash | path file_text old_str new_str command | List the paths;View a file;Create a file with the text;Replace old_str with new_str;Run in bash
dir type echo_to swap cmd | name text from to cmdline | Directory listing;Type a file out;Write text to a file;Swap one text for another;Run a command line
show_workspace fetch_source store_source amend_source invoke | location source was becomes instruction | Show what the workspace holds;Fetch a source file;Store a source file;Amend a source file in place;Invoke a command and get its output
listPaths readPath writePath editPath execCommand | path content search replacement command | Lists paths;Reads a path;Writes a path;Edits a path by search and replacement;Executes a command
repo-map slurp spit sed run-it | f s pat rep c | Map of the repo;Slurp a file;Spit a string into a file;Replace pat with rep, literally;Run it in the terminal
inventory peek emit tweak launch | target payload wrong right program | Inventory of files;Peek into a file;Emit a file;Tweak a text inside a file;Launch a program
ws_ls ws_cat ws_tee ws_subst ws_do | p t a b x | paths;file to text;text to file;a becomes b in file p;do command x
enumerate_files get_file_contents upsert_file find_and_replace terminal | filepath new_contents find_text replace_text input | Enumerate all files;Get the contents of a file;Insert or update a whole file;Find a text and replace it;Type a line into the terminal
Tree Read Write Edit Bash | file_path content old_string new_string command | Show the tree;Read a file;Write a file, replacing what was there;Exact string replacement in a file;Run a bash command
file_index file_pull file_push file_revise task_run | doc full_text old_part new_part task | Index of the files;Pull a file;Push a full text to a file;Revise a part of a file;Run a task
browse open_document new_document change_document do_command | document document_text current_text wanted_text command_text | Browse all documents;Open one;Make a new one or overwrite one;Change a passage;Do a command
getFiles getText setText changeText start | fileName text oldText newText commandLine | All file names;Text of a file;Set the text of a file;Change text in a file;Start a command and wait
what_is_here look_at put_down fix_up try_out | which what instead_of use how | What files are here;Look at a file;Put a file down;Fix a piece of a file;Try a command out
editor/list editor/open editor/save editor/replace editor/terminal | buffer value match with shell | List buffers;Open a buffer;Save a buffer;Replace a match in a buffer;Send a line to the terminal
sandbox_files sandbox_read sandbox_write sandbox_modify sandbox_exec | relative_path bytes_as_text original modified exec | Files in the sandbox;Read from the sandbox;Write to the sandbox;Modify a sandbox file;Exec in the sandbox
A_list A_read A_write A_edit A_run | arg_path arg_text arg_old arg_new arg_cmd | List;Read;Write;Edit;Run
scan_dir load_file dump_file transform_file spawn | src dump needle substitute cmd | Scan the directory;Load a file;Dump text to a file;Turn a needle into a substitute;Spawn a command
git_ls_files git_show_file stage_file apply_change ci_run | tracked blob minus plus step | All tracked files;Show a file;Stage a file with a new blob;Apply a change: minus line(s) to plus line(s);Run a CI step
pane_files pane_view pane_fill pane_rewrite pane_key | pane_file pane_text old_words new_words keys | Files you can open;View a file;Fill a file;Rewrite words of a file;Run what is typed
list_entries read_entry write_entry update_entry run_script | entry body_text outdated updated script | Entries;Read an entry;Write an entry;Update a text of an entry;Run a script or command
code_ls code_cat code_new code_mod code_exec | module code old_code new_code call | List modules;Show a module;New module (overwrites);Modify code;Call a command
helper_list helper_read helper_write helper_replace helper_shell | where what_to_write take_out put_in run_this | What files exist;Read what is there;Write it there;Take a text out and put another in;Run this in a shell
Files.all Files.one Files.save Files.amend Console.send | path full part_old part_new line | Every file;One file;Save one;Amend a part;Send a line to the console
nav_list nav_cat edit_overwrite edit_sub dev_run | at lines old_lines new_lines dev_command | List;Show;Overwrite a file with lines;Substitute lines;Run a dev command
lsp_files lsp_text lsp_create lsp_rename_text lsp_execute | documentUri documentText rangeText newText commandId | Workspace files;Document text;Create or overwrite a document;Replace text of a document;Execute a command""".split("\n")
ABOUT = [("path of the file", "the whole text", "text that is there now", "text to put in its place", "what to run"), ("relative to the project root", "full contents", "must match exactly", "new text", "shell command"), ("File to act on.", "Everything the file shall hold.", "Exact text to look for.", "Text that replaces it.", "The command line."),
         ("file path", "file text", "old text", "new text", "command"), ("which file", "what to save in it", "the piece to replace", "the piece that takes its place", "the line to execute")]
KINDS = ["list", "read", "write", "edit", "run"]


def kits():
    out = []
    for i, row in enumerate(ROWS):
        names, fields, texts = (x.strip() for x in row.split(" | "))
        fields = fields.split()
        out.append(cases.Kit(dict(zip(KINDS, zip(names.split(), texts.split(";")))), fields, None if i % 3 == 0 else dict(zip(fields, ABOUT[i % 5]))))
    return out


KITS = kits()

KEYS = ["wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"]
WORDS = [dict(zip(KEYS, x.split("|"))) for x in """saved {p}|changed {p}|Error: {p}: No such file or directory|Error: pattern not in {p}|Error: resource temporarily unavailable|Error: command not found|no files
{p} written.|{p} edited.|Error: cannot open {p}, it does not exist|Error: nothing matches in {p}|Error: connection reset, try again|Error: not a known command|nothing here
OK|OK|Error: ENOENT {p}|Error: old text does not occur in {p}|Error: EAGAIN, please retry|Error: ENOEXEC|[]
File {p} has been saved.|File {p} has been updated.|Error: file {p} was not found.|Error: the text was not found in {p}, nothing changed.|Error: the machine was busy, run it again.|Error: I do not know this command.|The project is empty.
-> {p}|~ {p}|Error (missing file): {p}|Error (no match): {p}|Error (temporary): lock held by another process|Error (unknown command)|(none)
{"ok": true, "path": "{p}"}|{"ok": true, "changed": "{p}"}|Error: {"code": 404, "path": "{p}"}|Error: {"code": 409, "reason": "no match"}|Error: {"code": 503, "reason": "busy, retry"}|Error: {"code": 127}|{"files": []}
Done, {p} is on disk.|Done, {p} now reads as you wanted.|Error: there's no {p} around here|Error: couldn't find that passage in {p}|Error: hiccup in the network, worth another try|Error: sh: command unknown|nothing yet
wrote file|replaced|Error: path does not exist: {p}|Error: search text absent from {p}|Error: timeout after 30 s|Error: exit 127|<no files>
+ {p}|* {p}|Error: ! {p} missing|Error: ! no match in {p}|Error: ! flaky runner, retry|Error: ! bad command|-
created/updated {p}|1 change in {p}|Error: stat {p}: no such file|Error: hunk failed in {p}|Error: could not get lock, try later|Error: unrecognised command|total 0
Write succeeded: {p}|Edit succeeded: {p}|Error: Read failed, {p} not found|Error: Edit failed, old text not found in {p}|Error: Run failed for now: service unavailable (503)|Error: Run failed, no such program|No entries
success|success|Error: failure: {p} not there|Error: failure: text not there|Error: failure: temporary, repeat the call|Error: failure: what command?|void
{p}: stored|{p}: modified|Error: {p}: unknown path|Error: {p}: text to replace is not present|Error: worker restarted while running, run once more|Error: permission list has no such command|empty tree
Thanks, I kept {p}.|Thanks, I changed {p}.|Error: Sorry, {p} is not here.|Error: Sorry, {p} holds no such text.|Error: Sorry, that was interrupted. Try again.|Error: Sorry, no such command.|No files at all.""".split("\n")]

SYSTEMS = """You are a coding agent in a terminal.
Use the tools. Answer in one sentence.
You work in a small repository. Make the smallest change that does the job, then say what you did.
Agent mode. Files are only what the tools show; do not guess their contents.
You are pair programming with an experienced developer. Be brief.
Be careful with other people's code: touch only what the request names.
You help a hobbyist keep side projects tidy.
You can list, read, write and edit files and run commands. When the job is done, reply without a tool call.
Terse.
You are `fixit`, a bot that works on tickets. Do each ticket completely and report in plain words.
Never invent file names. If a path does not exist, look at what does.
Read a file before you change it unless the request quotes the exact text.
If a command fails for a passing reason, run it again once.
You maintain a mixed codebase of Rust, Python and shell scripts. Keep its style.
The user sees only your last message, so put results in it.
One tool call at a time. No commentary in between.
You're a build engineer's assistant: run what you are asked to run and repeat the output exactly.
As a junior developer on the team you take small tasks and finish them without asking back.
Reply in English. No markdown. No emojis.
This is a monorepo. Paths are relative to its root.
You assist a student with programming homework; do what is asked and nothing more.
Your workspace is a container without a network. Commands that need one may fail.
When tests fail, read their message first; it says which file is to blame.
You act for the on-call developer. Work quickly, change little, confirm at the end.
Work like a good colleague: check, change, verify, report. Do not rewrite files that only need an edit, do not delete anything that was not named, and keep the final message under thirty words.
You are a command-line companion that performs chores in source trees: creating files, editing them, running builds and reporting outcomes.
Follow the acceptance criteria of a ticket to the letter.
Assume the user knows the code base; do not lecture.
Tools first, words last.
You are connected to an editor. Every edit is visible at once, so write final code only.
A request may contain several steps. Do all of them, in a sensible order, before you answer.""".split("\n")
TESTED = """The test command of this project is `{c}`.|Tests are run with {c}.|To check your work run `{c}`.|Always verify changes with `{c}`.|Project facts: language mixed, check command {c}.|"Run the tests" here means `{c}`.|CI runs {c}; so do you, when asked to test.|Verification: {c}|Use {c} for testing, nothing else.|Our suite starts with `{c}`.|test: {c}|The checks are started by typing {c}.""".split("|")
