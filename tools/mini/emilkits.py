"""Tools, answers of tools and system prompts in emil's tasks, as different makers of assistants would word them."""
from cases import Kit


def kit(text, fields, about=""):
    """A kit of five "name: what it does" parted by /, in the order list, read, write, edit, run."""
    parts = [p.strip().split(": ", 1) for p in text.split(" / ")]
    fs = fields.split()
    return Kit(dict(zip(("list", "read", "write", "edit", "run"), map(tuple, parts))), fs, dict(zip(fs, about.split(" / "))) if about else None)


KITS = [
    kit("show_papers: Lists every paper in the drawer. / take_out: Reads one paper out loud. / put_away: Stores a paper under a name with the words given; an older paper of that name is lost. / correct_words: Replaces words on a paper by others. / do_command: Carries out a command on the computer.", "paper words wrong right command"),
    kit("documents.index: Names of all documents. / documents.open: Text of one document. / documents.save: Save a document with this text. / documents.replace: Replace a phrase in a document. / terminal.enter: Enter a command in the terminal.", "name text phrase replacement line"),
    kit("what_files: Which files do I have? / look_at: Show what is inside a file. / make_file: Make a file with the given content, or make it anew. / change_in: Change one piece of text to another in a file. / start_program: Start a program or script and show what it prints.", "file content before after program", "the file, with its folder / all the text / the text as it is / the text as it should be / what to start"),
    kit("NotesList: List the note files. / NotesGet: Get a note. / NotesPut: Create or overwrite a note. / NotesPatch: Find a string in a note and replace it. / ShellDo: Execute a shell command.", "noteId body find replaceWith cmd"),
    kit("office_ls: Enumerates the files of the office share. / office_fetch: Fetches a file from the share. / office_store: Stores a file on the share. / office_amend: Amends a file by replacing text. / office_exec: Executes a command on the office computer.", "filename contents original amended command"),
    kit("folder_contents: Gives you all file names / file_contents: Gives you the text of a file / new_contents: Writes the full text of a file / exchange: Exchanges a text for another one in a file / console: Runs a console command", "file full_text out_text in_text input"),
    kit("helper-list: List files / helper-view: View a file / helper-write: Write a file / helper-swap: Swap text / helper-run: Run a script", "f t a b s"),
    kit("browse: Browse the user's files; takes nothing, returns paths. / peek: Peek into a file. / jot: Jot a text down in a file, replacing what was there. / touch_up: Touch up a file: every occurrence of one text becomes another. / execute: Execute a command line and return its output.", "path text target change command_line", "Path of the file / Text to store / Text to look for / Text to put there / Command line to execute"),
    kit("dir: Directory of the disk. / type: Types a file on the screen. / copycon: Types a new file from the keyboard. / edlin: Replaces a string in a file. / call: Calls a batch file or a command.", "filespec lines string newstring batch"),
    kit("getFileNames: Returns the names of the stored files / getFileText: Returns the text of a stored file / setFileText: Sets the text of a stored file / substituteInFile: Substitutes text in a stored file / runOnHost: Runs a command on the host", "fileName fileText oldText newText hostCommand"),
    kit("desk_overview: What lies on the desk. / desk_read: Read a sheet from the desk. / desk_note: Put a sheet with a text on the desk. / desk_revise: Revise the wording on a sheet. / desk_machine: Let the machine do a command.", "sheet wording old_wording new_wording order"),
    kit("fs_tree: all paths / fs_cat: content of path / fs_put: put content at path / fs_sub: substitute in path / proc_run: run a process", "path content pattern substitute argv"),
    kit("binder_toc: Table of contents of the binder / binder_page: One page of the binder / binder_insert: Insert a page, or replace the page of that name / binder_fix: Fix wording on a page / binder_task: Run one of the prepared tasks or any command", "page body mistaken fixed task", "name of the page / the whole text of the page / wording that is there / wording that shall be there / the task or command"),
    kit("list_my_files: Use this to find out which files exist. / read_my_file: Use this to see a file. / save_my_file: Use this to save a whole file. / find_and_replace: Use this to replace text in a file. / use_computer: Use this to give the computer a command.", "which_file whole_text find replace command"),
    kit("ablage_liste: List of files in the filing system. / ablage_lesen: Read a file. / ablage_schreiben: Write a file. / ablage_tauschen: Exchange a text in a file. / befehl: Run a command.", "datei inhalt alt neu zeile", "the file / its content / the old text / the new text / the command"),
    kit("Inventory: Everything stored here. / Retrieve: Retrieve one item. / Deposit: Deposit text as an item. / Modify: Modify part of an item. / Perform: Perform a command.", "item material part substitute instruction"),
    kit("ws_enumerate: Enumerate workspace files. / ws_load: Load a workspace file. / ws_dump: Dump text to a workspace file. / ws_regsub: Replace literal text in a workspace file. / ws_spawn: Spawn a command and collect its output.", "uri payload needle thread cmdline"),
    kit("cloud_list_items: List items in the cloud folder. / cloud_download: Download an item as text. / cloud_upload: Upload text as an item. / cloud_search_replace: Search and replace inside an item. / remote_command: Send a command to the remote computer.", "item_path item_text search_text replace_text command_text"),
    kit("ask_for_names: Ask which files there are. / ask_for_text: Ask for the text of a file. / hand_in: Hand in the text of a file. / request_change: Request that some words in a file be changed. / request_run: Request that a command be run.", "of text from_words to_words what"),
    kit("ls: list / rd: read / wr: write / rp: replace / ex: execute", "p c o n x"),
    kit("memo_names: The memos on this device. / memo_show: Show a memo. / memo_keep: Keep a memo (overwrites). / memo_reword: Reword a memo. / device_run: Run something on this device.", "memo note was will_be run"),
    kit("library.catalogue: Catalogue of all files / library.borrow: The text of a file / library.shelve: Put a file on the shelf / library.correct: Correct a file / library.operate: Operate the computer", "title text error correction operation"),
    kit("my_stuff: Shows the names of your things. / show_it: Shows one of them. / write_it: Writes one of them, start to finish. / fix_it: Fixes some words in one of them. / run_it: Runs a command or a script.", "thing words bad good command", "name of the file / the words to be written / the words to be replaced / the words to put instead / the command or script"),
    kit("ListAttachments: Lists attachments. / OpenAttachment: Opens an attachment as plain text. / SaveAttachment: Saves plain text as attachment. / ReviseAttachment: Replaces text in an attachment. / InvokeCommand: Invokes a command and returns what it printed.", "Attachment PlainText Before After Command"),
    kit("cabinet_scan: Scan the cabinet for files. / cabinet_pull: Pull a file. / cabinet_file: File a text. / cabinet_strike: Strike out a text and write another over it. / clerk_run: Have the clerk run a command.", "folder_path text strike_out write_in command"),
    kit("index_files: Get an index of files / view_document: View document / compose_document: Compose document (complete text) / rephrase: Rephrase within document / launch: Launch command", "document complete_text current desired launch_line"),
    kit("whats_here: No input. Output: one path a line. / open_text: Input: path. Output: the text. / write_text: Input: path and text. / swap_text: Input: path, text to remove, text to put in its place. / shell_line: Input: a shell line. Output: what it prints.", "path text remove put_in line"),
    kit("assistant_files: Files the assistant may use. / assistant_read: Read such a file. / assistant_write: Write such a file. / assistant_edit: Edit such a file. / assistant_run: Run a command for the user.", "file_name file_body edit_from edit_to run_command", "file name incl. folder / body of the file / exact text to edit / text it becomes / command to run"),
]

WORDS = [dict(zip(("wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"), w.split(" | "))) for w in """Saved as {p}. | Changed it in {p}. | Error: I have no paper called {p}. | Error: those words are not on {p}. | Error: the machine is busy, please try once more | Error: I do not know that command | The drawer is empty.
{p} stored | {p} amended | Error 404: {p} does not exist | Error: phrase not present in {p} | Error: temporary failure, retry | Error: no such command | no documents
ok | ok, text replaced | Error: file {p} could not be found | Error: the old text does not occur in {p} | Error: the program did not answer in time; it may work the second time | Error: program not found | nothing here
{"saved": "{p}"} | {"patched": "{p}"} | {"error": "Error: unknown note {p}"} | {"error": "Error: no match in {p}"} | {"error": "Error: service unavailable for a moment"} | {"error": "Error: bad command"} | {"notes": []}
Your file {p} has been saved. | Your change to {p} has been made. | Error: sorry, there is no file {p}. | Error: sorry, I could not find that text in {p}. | Error: sorry, that did not work just now. Please repeat it. | Error: sorry, this command is not known. | You have no files.
File written: {p} | File amended: {p} | Error - cannot open {p}: not found | Error - text not found, {p} unchanged | Error - connection lost, try again | Error - command not recognised | Folder is empty
1 file saved | 1 file changed | Error: File not found - {p} | Error: String not found - {p} | Error: Device not ready, retry | Error: Bad command or file name | No files
Noted in {p}! | Touched up {p}! | Error: oops, {p} isn't there | Error: oops, couldn't find that bit in {p} | Error: oops, a hiccup. Have another go | Error: oops, never heard of that command | (no files yet)
upload of {p} complete | search and replace in {p} complete | Error: {p} is not in the folder | Error: search text missing in {p} | Error: timeout talking to the computer, resend | Error: the computer refuses this command | (empty folder)
stored {p} at revision 2 | revised {p} | Error: nothing is filed under {p} | Error: nothing to strike out in {p} | Error: clerk was interrupted; ask again | Error: clerk does not know this command | cabinet empty
done | done | Error: {p}: no such thing | Error: {p}: wording not there | Error: locked by another user, try later | Error: unknown | none
The text is now in {p}. | The wording in {p} is now the new one. | Error: nobody has a file named {p} here. | Error: {p} does not contain the wording. | Error: printer spooler stalled, run again. | Error: that command is not available. | No pages.
+ {p} | ~ {p} | Error: ! {p} missing | Error: ! {p} no match | Error: ! transient fault | Error: ! unknown command | -
success: wrote {p} | success: edited {p} | Error (not found): {p} | Error (no match): {p} | Error (transient): resource temporarily unavailable | Error (unknown command) | success: 0 files
Gespeichert: {p} | Changed: {p} | Error: {p} not present | Error: old text is missing from {p} | Error: interrupted, please run again | Error: no command of that name | leer""".split("\n")]

SYSTEMS = """Be a helpful assistant for somebody who does not program.
You look after the user's files.
You help in a small office. The staff keep everything in text files. Use the tools to see and change them, and tell them in plain words what you did.
Household helper.
Do what is asked with the files, then say so in one sentence.
You are Pepper, a friendly assistant on a home computer. You can see the files of the family. Change only what they ask for.
The user is retired and writes lists and letters. Never invent anything that does not stand in the files.
You are the secretary's assistant at a parish office. Look files up before you say what is in them.
Answer briefly. Use tools.
You have five tools. Use one at a time and wait for its result.
Keep all other files as they are.
You are a patient assistant; the person you help does not know what a path is, so find the right file yourself.
Files are plain text. A file that is written replaces the former one, so keep what should stay.
You work for a sports club. Members write to you in everyday language. Act on it, then report.
This assistant can read and alter the documents of its user and start the scripts that the user's colleagues prepared.
Your task is to keep notes in order. If a file can't be found under the name given, look at what is there.
If a command fails for a passing reason, run it again.
Act, don't ask back.
You are an assistant in a doctor's waiting room office: precise, polite and quiet.
No technical words in your answers, please.
When you change a list, keep its style.
Assistant for a village shop. The shop's notes are in your workspace.
You are a desktop assistant. Finish the whole job before you answer, and mention what you found out if the user asked a question.
Work carefully: whoever asks you trusts that nothing else in the files is changed.
You help volunteers of a community centre with their paperwork. They are in a hurry; answer in one or two short sentences.
Tools first, words second.
You are called Wilbur. You file, find and fix.
Use the tools given to you to handle the user's documents, and never claim something is done before the tool has said so.
The files belong to a family of five. Be kind.
Act as an office clerk with a computer.
A user without any training will ask you for things around their notes. Find the file that is meant, do the thing, and reply in simple English.
Language: English. Style: short.""".split("\n")

# Where the command for a check stands only here.
CHECKS = """Whenever files were changed, the command for the check is {c}.
In this office everything is checked with {c} before it goes out.
The check is started with {c}.
To check the papers, run {c}.
If the user speaks of the check, {c} is meant.
Our checking script: {c}""".split("\n")
