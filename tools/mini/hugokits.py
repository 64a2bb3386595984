"""Toolboxes, manners of tools to answer and system prompts for the requests of hugo."""
from cases import Kit


def kit(line, fields, about=None):
    """A kit of "name what it does; ..." in the order list, read, write, edit, run; about: what the fields are, in their order."""
    parts = [p.strip().split(" ", 1) for p in line.split(";")]
    fs = fields.split()
    return Kit(dict(zip(("list", "read", "write", "edit", "run"), map(tuple, parts))), fs, dict(zip(fs, about.split("; "))) if about else None)


KITS = [
    kit("glob_files Lists every path below the working directory.; open_file Gives back the full text of one file.; create_file Writes a file with the given text. Overwrites what was there.; replace_in_file Replaces a string in a file, all occurrences.; run_terminal_cmd Runs one command in the terminal.", "target_file contents old_string new_string command", "relative path; whole text; string to look for; string to put in; command line"),
    kit("ListDir List files; ViewFile View a file; SaveFile Save a file; StrReplace Replace text; Exec Execute a command", "p body a b cmd"),
    kit("workspace_tree Which files exist in this workspace?; workspace_get What stands in this file?; workspace_put Put this text in this file.; workspace_patch In this file, put the second text where the first one is.; workspace_shell Run this and tell me the output.", "file text first second run"),
    kit("tool_a Returns the names of all files; tool_b Returns the text of a file; tool_c Stores a text under a file name; tool_d Exchanges a text in a file; tool_e Runs a shell line", "name value old new line", "the name of the file; text to store; text to be exchanged; text that comes instead; what to run"),
    kit("drive.enumerate Enumerate the drive; drive.download Get a file's text; drive.upload Set a file's text; drive.revise Revise a stretch of a file; host.invoke Invoke a program on the host", "key blob was becomes argv"),
    kit("ls Names of files; cat Content of a file; tee Write content to a file; sub Substitute in a file; sh Shell", "f t x y c"),
    kit("GetFileNames Returns file names.; GetFileText Returns the text of a file.; SetFileText Sets the text of a file.; ChangeFileText Changes part of the text of a file.; StartProcess Starts a process, waits and returns its output.", "FileName Text OldPart NewPart CommandLine"),
    kit("filing_cabinet See what is in the cabinet.; pull_sheet Pull a sheet and read it.; file_sheet File a sheet (a sheet of that name is thrown away).; correct_sheet Strike out words on a sheet and write others there.; ring_bell Have the machine in the cellar do something.", "sheet wording strike_out write_in order"),
    kit("mcp__fs__list Lists files on the server; mcp__fs__read Reads a file on the server; mcp__fs__write Writes a file on the server; mcp__fs__edit Edits a file on the server; mcp__sh__run Runs a command on the server", "uri text oldText newText cmd", "path of the file; new text of the whole file; text that is replaced; replacement; command"),
    kit("scan Scan the folder for files; slurp Read a whole file; spit Write a whole file; gsub Global substitution in a file; system Run a system command", "path str pattern replacement cmd"),
    kit("list-documents Lists the documents; get-document Gets a document; save-document Saves a document; change-document Changes words in a document; run-script Runs a script", "document-name content words new-words script"),
    kit("overview Overview of all files; inspect Inspect one file; author Author a file from scratch; tweak Tweak a file; trigger Trigger a command", "filepath draft snippet updated_snippet shell_command", "which file; all of the file's new text; the snippet now; the snippet afterwards; command to trigger"),
    kit("repo_ls Lists the repository; repo_show Shows a blob; repo_commit_file Commits a file with new content; repo_sed Runs a literal search and replace on a file; repo_exec Executes in a checkout", "path content search replace cmd"),
    kit("zeige Show all files; lies Read a file; schreibe Write a file; ersetze Replace a text in a file; starte Start a command", "datei inhalt alt neu befehl", "file; content; old text; new text; command"),
    kit("desk_look Look at everything on the desk; desk_pick Pick a paper and read it; desk_place Place a paper with this text; desk_erase Erase something on a paper and write over it; desk_call Call a helper program", "paper words erase over call"),
    kit("storage_keys All keys; storage_fetch Text stored under a key; storage_store Store text under a key; storage_swap Swap text under a key; compute_run Run a job", "key text remove insert job"),
    kit("whatFilesAreThere Tells you the files; whatDoesItSay Tells you what a file says; makeItSay Makes a file say something; changeWhatItSays Makes a file say something else in one place; doThis Does a command", "which what from to command"),
    kit("FILE_LIST Lists files.; FILE_READ Reads a file.; FILE_WRITE Writes a file.; FILE_EDIT Edits a file.; SHELL_RUN Runs a command.", "PATH TEXT OLD NEW CMD"),
    kit("find_all Finds all files; load_text Loads the text of a file; save_text Saves a text as a file; swap_text Swaps one text for another in a file; call_command Calls a command and returns stdout", "source text lhs rhs command"),
    kit("index.show Show the index of files; page.view View a page; page.compose Compose a page; page.alter Alter a page; console.enter Enter a line at the console", "page copy original altered line"),
    kit("dir_entries Entries of the directory, one a line; file_content Content of a file; file_save Saves content to a file, which is created if need be; file_sub Puts 'with' where 'this' stands in a file; cmd_exec Executes a command", "file content this with cmd"),
    kit("sandbox_files The sandbox's files.; sandbox_open Opens a file of the sandbox.; sandbox_write Writes to a file of the sandbox.; sandbox_modify Modifies a file of the sandbox.; sandbox_bash Bash in the sandbox.", "filename file_text old_str new_str bash_command", "file in the sandbox; text of the file; must match exactly; what comes in its place; the command"),
    kit("ask_for_listing Ask which files there are; ask_for_file Ask for a file; hand_in_file Hand in a file; hand_in_change Hand in a change to a file; hand_in_command Hand in a command to be run", "file_name full_text passage_now passage_then command_text"),
    kit("n1_ls files; n1_get read; n1_set write; n1_mod modify; n1_run run", "id data q r s", "path; text; what is there; what shall be there; shell line"),
    kit("shelf Books on the shelf, that is, files; leaf_through Read a file from top to bottom; pen Write a file; blot_and_fix Blot out something in a file and put something right there; crank Turn the crank: run a command", "book story blot fix handle"),
    kit("vfs_readdir Reads the directory of the virtual file system; vfs_read Reads a file of it; vfs_write Writes a file of it; vfs_replace Replaces bytes in a file of it; vm_exec Executes a command in the virtual machine", "inode_path buffer needle substitute exec_line"),
    kit("browse Browse the project; show_source Show a source file; put_source Put a source file; refactor Replace one bit of source by another; task Start a task of the project", "module source fragment new_fragment task_line"),
    kit("files/list List; files/get Get; files/put Put; files/patch Patch; exec/run Run".replace("/", "_"), "file_path file_body find replace_with exec"),
    kit("contents Table of contents of the folder; quote Quote a file in full; enter Enter a text as a file; emend Emend a text; order Order the computer to do something", "title entry reading emendation instruction", "title of the file; the text to enter; the reading so far; the better reading; the instruction"),
    kit("getPaths Returns string[]; getText Returns string; putText Returns void; swapText Returns void; spawn Returns string", "path text before after cmd"),
]
WORDS = [dict(zip(("wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"), line.split(" | "))) for line in """{p}: written | {p}: edited | Error: {p} is not there | Error: no such text in {p} | Error: try again later (busy) | Error: cannot run that | no files at all
Done. | Done. | Error 404: {p} | Error 409: the old text was not found in {p} | Error 503: temporarily unavailable | Error 400: bad command | (nothing)
Your file {p} is saved. | Your file {p} is changed. | Error - I could not find a file called {p} | Error - {p} does not contain what you want replaced | Error - the shell hung up, please retry | Error - I do not know this command | The folder is empty.
OK wrote {p} | OK replaced in {p} | Error ENOENT: {p} | Error ENOMATCH: {p} | Error EAGAIN | Error ENOCMD | OK 0 files
+ {p} | ~ {p} | Error: {p}? | Error: nothing replaced in {p} | Error: interrupted, run it again | Error: not recognised | .
{"ok":true,"file":"{p}"} | {"ok":true,"changed":"{p}"} | {"ok":false,"error":"not found: {p}"} | {"ok":false,"error":"old text not in {p}"} | {"ok":false,"error":"temporary failure, retry"} | {"ok":false,"error":"unknown command"} | {"ok":true,"files":[]}
Stored the text in {p} | Exchanged the text in {p} | Error while opening {p}: it does not exist | Error while changing {p}: no match for the given text | Error while running: connection reset, retry possible | Error while running: no such program | No entries
success ({p}) | success ({p}) | failed: no file {p} | failed: text absent from {p} | failed: timeout, a second try may work | failed: command unknown | none
<written path="{p}"/> | <edited path="{p}"/> | <error>no file {p}</error> | <error>no match in {p}</error> | <error>timed out; retry</error> | <error>no such command</error> | <empty/>
wrote file {p} successfully | file {p} updated successfully | FileNotFoundError: {p} | ValueError: old text not found in {p} | TimeoutError: please retry | RuntimeError: unsupported command | []
{p} now holds the new text | {p} was adjusted | Error, nothing lives at {p} | Error, that wording does not occur in {p} | Error, the machine was asleep; it is awake now, repeat the command | Error, nobody here knows that command | not a single file
201 {p} | 200 {p} | 404 Error {p} not found | 422 Error text not found in {p} | 504 Error gateway timeout, retry | 501 Error not implemented | 204
File created or overwritten: {p} | Edit applied to {p} | Error (missing file): {p} | Error (no match): {p} | Error (transient): run the command once more | Error (unknown command) | (no files yet)
saved {p}, thanks | fixed {p}, thanks | Error: oops, no {p} here | Error: oops, could not spot that text in {p} | Error: oops, hiccup - again, please | Error: oops, never heard of that command | an empty folder
ack write {p} | ack edit {p} | nack: error, unknown path {p} | nack: error, pattern not in {p} | nack: error, lock held, retry | nack: error, command rejected | ack (0)""".split("\n")]
SYSTEMS = """Do what the user asks.|Agent with five tools.|You look after a folder of files.|Be complete: people here ask for several things in one message and expect every one of them to be done.
|You are Perkins, the butler of a small server. You are discreet, exact and quick.|Answer in one or two plain sentences when the work is finished, never before.|You run on a shared machine, so change only what you were told to change.
|A user talks to you through a ticket form. Work through the ticket with the tools, one call at a time, then write a closing note with whatever the user wanted to know.|One tool call at a time, please.|Files and commands are your business. Chat is not.
|You are the assistant of a community centre. Volunteers send you messages with long lists. Tick off each point in turn, skip nothing, and at the end report the numbers or words they asked for.|terse mode
|Requests may come in any order: sort out first what must happen before what.|You're a helpful coding assistant working in the user's repository.|If something fails for a moment, try it once more. If a file is not where the user says, look for it.
|Edit as little as possible. Report as briefly as possible.|You belong to a printing house. The files are job sheets, price lists and settings of the presses; the commands belong to the presses. Do jobs in the given order unless the customer says otherwise.
|Everything you need is in the workspace or in the message.|The user cannot see the files. Tell the user what they say if that was the question.|You are a build engineer.|You act for a busy person who writes in a hurry; read the message twice.
|System: file agent v3. Tools enabled. Confirmation not required.|Never ask back. Choose the plain meaning.|You keep the books of a sports club, which are text files.|You are a clerk in the town hall of a small town, and the files are the town's. Care is more important than speed. Leave no request half done.
|Plan silently, act step by step, then answer.|Write the final answer in English, under thirty words.|Please be kind and short.|You can list files, read them, write them, change parts of them and run commands. To delete a file, run rm with its path.
|Workspace agent. Rules: 1. finish all tasks; 2. touch nothing else; 3. say what came out.|You assist a teacher who prepares lessons.|The tools are your hands; the message is your to-do list.""".replace("\n", "").split("|")
