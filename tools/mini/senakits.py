"""Tool kits, the words of the tools, and system prompts."""

from cases import Kit
from senacore import lines

ORDER = ("list", "read", "write", "edit", "run")
# names / fields (path text old new command) / descriptions in the order list read write edit run
TABLE = lines("""
Glob Read Write Edit Bash / file_path content old_string new_string command / \
Lists the files. | Reads a file. | Writes a file. | Replaces text in a file. | Runs a shell command.
LS Read Write Edit Bash / path content old_str new_str cmd / \
Show all files | Show the content of a file | Write a whole file | Exact string replacement | Execute a command
Glob View Replace Edit Bash / file_path content old_string new_string command / \
Find files in the project | View one file | Replace a whole file | Edit part of a file | Run a command in the shell
list_files read_file write_to_file replace_in_file execute_command / path content search replace command / \
List the files in the workspace | Read the file at a path | Write content to a file | Search and replace in a file | Execute a CLI command
list_dir read_file create_file apply_edit run_terminal_cmd / target_file contents old_text new_text command / \
List directory contents | Read a file | Create or overwrite a file | Apply an edit to a file | Run a terminal command
list_directory read_text_file write_file edit_file run_command / path content oldText newText command / \
Lists a directory | Reads a text file | Writes a file | Edits a file | Runs a command
view_dir view_file create str_replace bash / path file_text old_str new_str command / \
List the directory | View a file | Create a file | Replace a string in a file | Run bash
editor_list editor_view editor_create editor_str_replace shell / path file_text old_str new_str command / \
Lists what can be edited | Opens a file | Creates a file with text | Replaces one string by another | Shell access
fs_list fs_read fs_write fs_replace proc_exec / path data find replace cmdline / \
all paths | file content by path | save data at path | swap a piece of text | start a process
ls cat put sed sh / file body from to line / list | print a file | store a file | replace text | run a line of shell
dir type save replace cmd / filename text oldtext newtext commandline / \
Lists files | Types out a file | Saves a file | Replaces text in a file | Runs a command line
get_files get_file set_file patch_file exec / name value before after command / \
Returns all file names | Returns a file | Sets a file's content | Patches a file | Executes a command
workspace_files open_file save_file modify_file terminal / path content original replacement input / \
Files of the workspace | Open a file to read it | Save a file | Modify a file by replacing text | Type a command in the terminal
glob read write edit bash / filePath content oldString newString command / \
finds files | reads a file from disk | writes a file to disk | performs string replacement | executes a bash command
Files.list Files.read Files.write Files.edit Shell.run / path text old new command / \
Get the list of files | Get a file | Put a file | Change a file | Run in a shell
listFiles readFile writeFile editFile runCommand / path content oldText newText command / \
List files | Read file | Write file | Edit file | Run command
ListDir ReadFile WriteFile StrReplace Shell / path contents old_string new_string command / \
Directory listing | File content | Write file to disk | String replace in file | Run shell command
find_files fetch_file store_file change_text launch / path content what with program / \
Find files | Fetch a file | Store a file | Change text in a file | Launch a program
show_tree show_file new_file swap_text do_command / file text out in command / \
Show the tree | Show a file | Make a new file or overwrite one | Swap text in a file | Do a command
enumerate_paths slurp spit subst system / path string needle substitute command / \
Enumerate paths | Read in a file | Write out a file | Substitute text | System call
repo_ls repo_cat repo_write repo_sub repo_run / p t a b c / \
List repo files | Cat a repo file | Write a repo file | Substitute in a repo file | Run in the repo
project_list project_read project_write project_replace project_exec / document content old_content new_content script / \
Lists project files | Reads a project file | Writes a project file | Replaces content | Executes a script
browse load dump rewrite_part invoke / resource payload old_part new_part instruction / \
Browse files | Load a file | Dump text into a file | Rewrite part of a file | Invoke a command
index get put patch post / key value old new command / index of keys | get a key | put a value | patch a value | post a command
tree less tee perl_replace zsh / path stdin pattern replacement line / \
tree of files | page through a file | write to a file | replace text | zsh prompt
sandbox_list sandbox_read sandbox_write sandbox_edit sandbox_exec / path content search_text replace_text command / \
List sandbox files | Read sandbox file | Write sandbox file | Edit sandbox file | Execute in sandbox
ws_list ws_get ws_put ws_swap ws_cmd / path content old new cmd / workspace listing | get file | put file | swap text | run command
dateien_zeigen datei_lesen datei_schreiben datei_ersetzen befehl / pfad inhalt alt neu befehl / \
Zeigt alle Dateien | Liest eine Datei | Schreibt eine Datei | Ersetzt Text in einer Datei | Fuehrt einen Befehl aus
what_is_here look_at write_down correct_text try_out / where what wrong right how / \
Tells which files there are | Looks at a file | Writes something down | Corrects text | Tries a command
files open write sub run / f s x y cmd / file names | file text | write text | substitute | run it
disk_index disk_load disk_store disk_patch cpu_run / address data match substitute job / \
Index of the disk | Load from disk | Store to disk | Patch data | Run a job
scan_folder inspect_file produce_file adjust_file issue_command / file_name file_content text_before text_after command_text / \
Scan the folder | Inspect a file | Produce a file | Adjust a file | Issue a command
list-files read-file write-file edit-file run-command / path content old new command / \
list files | read a file | write a file | edit a file | run a command
file-list file-view file-save file-replace shell-exec / file-path file-content old-text new-text command / \
all files | view file | save file | replace text | execute shell
mcp__fs__list mcp__fs__read mcp__fs__write mcp__fs__edit mcp__shell__run / path content oldText newText command / \
MCP: list | MCP: read | MCP: write | MCP: edit | MCP: run
functions.ls functions.read functions.write functions.edit functions.exec / path content old_str new_str cmd / list | read | write | edit | exec
container_ls container_cat container_write container_replace container_exec / path content old new argv / \
List files in the container | Read from the container | Write in the container | Replace in the container | Execute in the container
ide_list ide_open ide_save ide_replace ide_terminal / uri text range_text new_text command / \
Files in the IDE | Open a file | Save a file | Replace some text | Run in the IDE terminal
notebook_index notebook_read notebook_write notebook_fix notebook_eval / page text bad good code / \
Pages | Read a page | Write a page | Fix a page | Evaluate a command
doc_list doc_read doc_write doc_change tool_run / doc body find change_to call / List docs | Read a doc | Write a doc | Change a doc | Run a tool
vault_keys vault_read vault_write vault_update agent_exec / key secret current next command / \
Names in the vault | Read an entry | Write an entry | Update an entry | Execute
lookup_all lookup overwrite amend perform / id text old_phrase new_phrase action / \
All ids | One text | Overwrite a text | Amend a text | Perform an action
ListFiles ViewFile CreateFile ReplaceText RunShell / FilePath Content OldText NewText Command / \
Lists files. | Views a file. | Creates a file. | Replaces text. | Runs the shell.
AllPaths Peek Poke Exchange Spawn / Path Bytes Old New Command / All paths | Peek into a file | Poke into a file | Exchange text | Spawn a process
directory_tree read_document write_document find_and_replace run_script / path content find replace_with script / \
Shows the tree | Reads a document | Writes a document | Finds and replaces text | Runs a script
showFiles catFile echoFile sedFile bashRun / target source_text sed_from sed_to bash_line / \
show files | cat a file | echo into a file | sed a file | run bash
explorer_list explorer_open explorer_write explorer_edit console_execute / path contents remove insert statement / \
Explorer list | Explorer open | Explorer write | Explorer edit | Console execute
cwd_list cwd_read cwd_write cwd_edit cwd_exec / rel_path content old_snippet new_snippet command / \
List the working directory | Read a file in it | Write a file in it | Edit a file in it | Execute a command in it
src_files src_get src_set src_diff build_run / path code minus plus target / \
Source files | Get source | Set source | Apply a small diff | Run the build
aider_ls aider_show aider_add aider_search_replace aider_run / fname content search replace cmd / \
List files | Show a file | Add a file | Search/replace block | Run a command
hand_list hand_read hand_write hand_edit hand_run / path text before after order / list | read | write | edit | run
get_listing get_content post_content put_replacement post_command / filepath filecontent searchfor replaceby commandstring / \
GET listing | GET content | POST content | PUT replacement | POST command
catalog retrieve deposit alter operate / item content was becomes command / \
Catalog of items | Retrieve an item | Deposit an item | Alter an item | Operate the machine
names text save_text swap_words start / name text word1 word2 command / \
The names of the files | The text of a file | Save a text | Swap words in a text | Start a program
vm_dir vm_pull vm_push vm_patch vm_ssh / remote_path data old_data new_data remote_command / \
Directory of the VM | Pull a file | Push a file | Patch a file | Run over SSH
ops_inventory ops_fetch ops_push ops_tweak ops_exec / path payload old new command / \
File inventory | Fetch a file | Push a file | Tweak a file | Execute
get_all_files get_file_text put_file_text replace_text_in_file execute_in_terminal / pathInProject text oldText newText command / \
All files | Text of a file | Put text in a file | Replace text | Execute in the terminal
viewDirectory openDocument storeDocument updateDocument executeTask / \
documentPath documentText existingText updatedText taskLine / \
View a directory | Open a document | Store a document | Update a document | Execute a task
file_search file_read file_create file_str_replace code_exec / path file_text old_str new_str code / search files | read | create | str_replace | exec
gather study author revise execute / material text passage revision command / \
Gather the names | Study a file | Author a file | Revise a passage | Execute a command
Finder.all Finder.open Finder.save Finder.replace Terminal.run / file text find replace command / All files | Open | Save | Replace | Terminal
list_workspace cat_file make_file tweak_file run_shell / path content old new shell_command / \
List workspace | Cat file | Make file | Tweak file | Run shell
box_list box_open box_fill box_change box_run / lid stuff this that command / \
What is in the box | Open something | Fill something | Change something | Run something
stat_all pread pwrite preplace popen / path buf old_buf new_buf cmd / stat everything | read | write | replace | popen
ftp_list ftp_get ftp_put ftp_replace site_exec / remote content old new command / LIST | GET | PUT | REPLACE | SITE EXEC
bucket_list bucket_read bucket_write bucket_modify worker_run / object body old_value new_value entry / \
Objects | Read object | Write object | Modify object | Run on the worker
outline view compose revise_text shell_line / path body existing revised line / Outline of the workspace | View | Compose | Revise | Shell line
""")


def kit(row, about):
    names, fields, words = (p.strip() for p in row.split(" / ", 2))
    words = [w.strip() for w in words.split(" | ")]
    fields = fields.split()
    told = dict(zip(fields, about)) if about else None
    return Kit({k: (n, w) for k, n, w in zip(ORDER, names.split(), words)}, fields, told)


ABOUT = [
    None,
    ("Path of the file", "The full content", "Text to replace", "Text to put in", "The command"),
    None,
    ("path", "content", "exact old text", "new text", "command line"),
    ("Relative path", "What the file shall contain", "The text as it is now", "The text as it shall be", "Command to run"),
    None,
    ("the file to work on", "everything the file should hold", "what to look for", "what to write there", "what to execute"),
]
KITS = [kit(row, ABOUT[i % len(ABOUT)]) for i, row in enumerate(TABLE)]

# wrote / edited / missing / nomatch / transient / unknown / empty
SAYS = lines("""
Wrote {p}. | Replaced 1 occurrence in {p}. | Error: no such file: {p} | Error: text not found in {p} | \
Error: timed out, try again | Error: unknown command | (empty)
File written: {p} | File edited: {p} | File not found: {p} | No match in {p} | Temporary failure, please retry | Command not found | no files
ok | ok | ENOENT: {p} | no match | EAGAIN: try again | command not found | (no files)
File created successfully at: {p} | The file {p} has been updated. | File does not exist: {p} | \
String to replace not found in {p}. | Error: connection reset, try again | bash: command not found | No files found
The content has been saved to {p} | The file {p} has been edited successfully. | The path {p} does not exist. | \
No replacement was performed, old text did not appear verbatim in {p}. | The service is busy, try again later | Invalid command | \
The directory is empty.
saved {p} | changed {p} | {p}: No such file or directory | {p}: pattern not found | temporarily unavailable, retry | sh: not found | nothing here
Done: {p} | Done: {p} | Failed: {p} is missing | Failed: nothing to replace in {p} | Failed: network timeout, please repeat | \
Failed: unknown program | none
{p} stored | {p} patched | {p} not found | old text is not in {p} | resource busy, try once more | unknown program | empty directory
[written] {p} | [edited] {p} | [missing] {p} | [no match] {p} | [timeout] retry | [unknown command] | [empty]
{"ok": true} | {"ok": true} | {"ok": false, "error": "not found"} | {"ok": false, "error": "no match"} | \
{"ok": false, "error": "timeout", "retry": true} | {"ok": false, "error": "unknown command"} | []
status: written | status: replaced | status: 404 {p} | status: 409 text not found | status: 503 try again | status: 127 | status: no content
201 Created {p} | 200 OK {p} | 404 Not Found {p} | 422 text not found in {p} | 503 Service Unavailable, retry | 400 unknown command | 204 No Content
Success. {p} has been written. | Success. {p} has been changed. | I could not find {p}. | I could not find that text in {p}. | \
That did not go through, try again. | I do not know that command. | There are no files.
wrote file {p} | edit applied to {p} | read error: {p} does not exist | edit rejected: text missing in {p} | \
lock held by another process, try again | exec error: unknown command | listing is empty
{p} <- ok | {p} ~ ok | {p} ? | {p} !~ | again! | ?? | -
Saved. | Updated. | Not found. | Text not found. | Timeout. Please retry. | Unknown command. | Empty.
Datei {p} geschrieben | Datei {p} geaendert | Datei {p} nicht gefunden | Text in {p} nicht gefunden | \
Zeitlimit, bitte noch einmal | Unbekannter Befehl | keine Dateien
written to disk: {p} | 1 replacement made in {p} | cannot open {p} | 0 replacements made in {p} | \
disk is busy, retry in a moment | cannot execute: unknown | 0 files
Your file {p} is saved. | Your file {p} is updated. | Sorry, there is no {p}. | Sorry, that text is not in {p}. | \
Sorry, a hiccup. Try again. | Sorry, unknown command. | There is nothing yet.
WRITE OK {p} | EDIT OK {p} | ERR NOFILE {p} | ERR NOMATCH {p} | ERR RETRY | ERR BADCMD | EMPTY
<ok>{p}</ok> | <ok>{p}</ok> | <error>missing {p}</error> | <error>no match in {p}</error> | <error>transient, retry</error> | \
<error>unknown command</error> | <empty/>
Overwrote or created {p} | Substituted text in {p} | FileNotFoundError: {p} | ValueError: text not in {p} | \
TimeoutError: try again | OSError: unknown command | []
{p}: write finished | {p}: substitution finished | {p}: unreadable, does not exist | {p}: search text absent | \
flaky connection, run it again | not a known command | no entries
File saved at {p}. | Edit saved at {p}. | Error reading {p}: not found. | Error editing {p}: the text to replace was not found. | \
Error: rate limited, please try again. | Error: command is not available here. | The workspace has no files.
+ {p} | ~ {p} | ! no {p} | ! no such text in {p} | ! temporary error, repeat | ! bad command | (nothing)
Put {p} in place. | Swapped the text in {p}. | Nothing at {p}. | That text does not occur in {p}. | \
The line dropped, please run it again. | That command does not exist. | Nothing there.
success | success | error: file missing: {p} | error: search string missing in {p} | error: deadline exceeded (retryable) | \
error: executable missing | <no files>
The file {p} was saved with the new content. | The file {p} was modified. | Could not read {p}: no such file. | \
Could not modify {p}: the old text was not found. | Could not run: temporary problem, try again. | \
Could not run: unknown command. | The list is empty.
persisted {p} | amended {p} | absent: {p} | mismatch: {p} | transient fault, retry | unsupported command | void
done writing {p} | done editing {p} | where is {p}? not found | nothing replaced in {p}, text not found | \
hang on, try that again | no idea what that command is | no files so far
""")
KEYS = ("wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty")
WORDS = [dict(zip(KEYS, (w.strip() for w in row.split(" | ")))) for row in SAYS]

SYSTEMS = lines("""
You are a coding agent.
You are a helpful assistant.
You are a careful assistant with file tools.
You are an agent that works in a small workspace. Use the tools.
You work on files. Use the tools, then answer in one sentence.
You are an operations assistant. Be brief and exact.
Use the tools to do what the user asks. Answer shortly when you are done.
You are a software engineer working in a repository with five tools.
You are an autonomous coding agent. Keep going until the task is done.
You help developers in their terminal.
You are a shell and file assistant. Never claim something that you did not do.
Do exactly what is asked and nothing more.
Read before you edit. Answer in one line.
Think of the user's files as precious: change only what is asked.
You are DevBot, the team's little helper.
You are OpsMate. You look things up and fix configs.
You are Kiran, a friendly coding assistant.
You are Hilde, an assistant for files and commands.
Your name is Buck. You run things and report.
The user works on a server. Help with files and commands.
The working directory holds a small project. You can list, read, write, edit and run.
You have tools to list, read, write and edit files and to run commands.
When a command fails with a temporary error, run it again.
If a file is missing, list the files and look for the right one.
If an edit does not match, read the file and try again with the exact text.
Report results honestly. If something failed, say so.
Be concise.
Be short. No small talk.
Answer politely and briefly.
Never guess a file's content; read it.
Always finish with a short summary of what you did.
After the last tool call, say in one sentence what was done.
You are an AI pair programmer. The user gives small tasks in a repository.
You are an expert at small precise edits.
You are a junior admin. Follow the instructions exactly.
Assistant for a build server. Commands may be flaky.
You are connected to a toy workspace through tools.
You are a text file butler.
You maintain the notes and configs of a small team.
You are an agent inside an editor.
You are an agent running in a container. There is no network.
You are a command line agent. Paths are relative to the working directory.
All paths are relative to the project root.
Paths have no leading slash.
Do not ask back, just do the task with the tools.
Work step by step. Use one tool at a time.
Make one tool call at a time and wait for its result.
Prefer editing existing files to writing new ones.
Do not create files that the user did not ask for.
Do not touch files that have nothing to do with the task.
You assist the platform team. Keep answers under 20 words.
You are a release engineer. Verify with commands where the user asks for it.
You are a test engineer. When a test fails, read its message, fix the cause and run it again.
You are an SRE on call. Stay calm, be exact.
Company policy: no unneeded changes to files.
You're a no-nonsense coding buddy. Get it done and say so.
You are a patient helper for people who are new to programming.
You are the assistant of a writer who keeps everything in text files.
You are a research assistant with access to a folder of files.
Environment: Linux container. Tools: file listing, reading, writing, replacing, and a shell.
You are Atlas, a small model that does small jobs well.
Hello! You are an agent. Help the user with the workspace by calling the functions you are given.
You are given a set of functions. Call them when they are needed. Answer in plain text when the task is complete.
You are an interactive agent that helps users with software tasks. Be direct and to the point.\
 Follow the style of the file you edit. Verify your work with the command the user names.
You are a meticulous assistant. First find out what is there, then change it, then check it, then tell the user. Never say that a \
test passed if you did not see it pass.
Rules: 1. Only use the tools. 2. Leave other files alone. 3. End with one short sentence.
You are an assistant for configuration files. Users tell you which setting to change; you read the file, change the line, and confirm.
You can see and change the files of a small project. The user cannot see the tool results, so tell them what matters.
The tools are the only way to see the files. What you have not read, you do not know.
""")
