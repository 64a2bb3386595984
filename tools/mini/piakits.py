"""Tools under many names, messages of the workspace and system prompts."""
import cases

PARAMS = {
    "plain": ["The path of the file.", "The whole text of the file.", "The text to look for.", "The text to put instead.", "The command line."],
    "short": ["path", "text", "before", "after", "command"],
    "long": ["Path of the file, relative to the top of the workspace.", "The full content that the file is to have; what was in it is lost.", "The exact text that stands in the file now.", "The text that takes its place.", "The command to run, with its arguments."],
    "where": ["Which one?", "What goes in?", "What is there now?", "What should be there?", "What to execute?"],
    "must": ["Required. Must name a file.", "Required. May have several lines.", "Required. Has to occur in the file.", "Required. The replacement.", "Required. One line."],
    "theme": ["Where it is kept", "What is written on it", "The part that goes", "The part that comes", "The order to give"],
}

# names; descriptions; parameters (path, text, old, new, command); style of their descriptions
TABLE = """
list_files read_file write_file str_replace bash; List all files|Read a file|Write a file|Replace text in a file|Run a shell command; path content old_str new_str command; plain
list_dir open_file create_file edit_file run_shell; Shows the names of all files in the workspace.|Returns the text of one file.|Creates a file or overwrites it.|Replaces every occurrence of a text in a file.|Runs a command and returns what it prints.; file_path contents old_text new_text cmd; long
ls cat tee sed sh; names of the files|print a file|save text to a file|swap text|execute; f t a b c;
Glob Read Write Edit Bash; Finds the files that exist|Reads a file from the workspace|Writes a file to the workspace|Performs an exact replacement in a file|Executes a command; file_path content old_string new_string command; plain
listFiles readFile writeFile replaceInFile executeCommand; Gives back every path that exists.|Gives back the content of a path.|Stores content under a path. Existing content is overwritten.|Searches a text and replaces it.|Executes a command line. The output is returned.; filePath fileContent searchText replaceText commandLine; long
fs.list fs.read fs.write fs.patch proc.exec; List entries|Read entry|Write entry|Patch entry|Spawn a process; path data find replace argv; short
get-all-files get-file put-file patch-file exec-task; All files.|One file.|Store a file.|Change a part of a file.|Do a task.; file-name body from to task; where
ShowFolder OpenDocument SaveDocument ReviseDocument StartProgram; Shows what is in the folder|Opens a document so that you can read it|Saves a document under its name|Revises a passage of a document|Starts a program and waits for its end; DocumentName DocumentText OldPassage NewPassage ProgramCall; theme
pantry_shelf taste_recipe write_recipe swap_ingredient cook; Look at the shelf to see all recipe cards|Take a card and read it|Write a recipe card, new or anew|Swap one thing on a card for another|Put a command on the stove; card words out_with in_with order; theme
catalogue lend shelve amend ring_bell; The catalogue of all volumes.|Lends a volume for reading.|Puts a volume on the shelf.|Amends a passage of a volume.|Rings for the librarian, who carries out an order.; volume wording passage amendment errand; theme
survey_hold inspect_crate load_crate restow signal_crew; Lists the crates in the hold.|Opens a crate and reports what is in it.|Loads a crate with cargo, replacing the old cargo.|Exchanges some cargo of a crate.|Signals an order to the crew and returns their shout.; crate cargo take_off take_on order;
walk_beds look_at_bed plant_bed regraft use_shed; See all beds|See what grows in a bed|Plant a bed|Graft one thing onto the place of another|Use a machine from the shed; bed plants cut graft machine; where
cabinet pull_sheet file_sheet correct_sheet call_extension; Sheets in the cabinet|Pull out a sheet to read|File a sheet|Correct a sheet|Call an extension and note the answer; sheet note wrong right extension;
bucket.ls bucket.get bucket.put bucket.sub job.submit; List object keys|Download an object|Upload an object|Substitute inside an object|Submit a job and wait for its log; key payload match substitute job; must
storage_enumerate storage_fetch storage_store storage_modify compute_invoke; Enumerates all blobs of the container.|Fetches the content of a blob.|Stores a blob; an existing one is overwritten.|Modifies a blob by replacing a string.|Invokes a command on the compute node.; blob_name blob_content old_value new_value invocation; long
ws_index ws_view ws_save ws_change ws_do; index|view|save|change|do; where what this that how;
directory-listing view-text save-text search-and-replace run-command; What files are there?|What does a file say?|Make a file say something.|Make a file say something else in one place.|Make the machine do something.; target text search replacement command-line; where
inventory peek stash mend cast; See everything you carry|Peek into a scroll|Stash words in a scroll|Mend some words in a scroll|Cast a spell (a command) and hear the echo; scroll runes broken mended spell; theme
attic.boxes attic.unpack attic.pack attic.repack attic.tinker; the boxes|unpack one|pack one|repack a part|tinker with a tool; box stuff old_stuff new_stuff tool;
TicketBoard TicketShow TicketWrite TicketAmend TicketAction; Shows all tickets by their path|Shows one ticket|Writes a ticket|Amends the wording of a ticket|Performs an action; Id Wording Was Becomes Action; plain
scan load store mutate trigger; Scan the store for names.|Load a record.|Store a record.|Mutate a record: every match becomes the substitute.|Trigger a command.; record value match substitute trigger; short
what_is_here show_me make_it_say instead_of please_run; Tells what files are here.|Shows a file.|Makes a file say something.|Puts something in a file instead of something else.|Runs a command for you.; which_file these_words of_this put_this this_command;
repoTree repoBlob repoCommit repoDiff ciRun; Tree of the repository|Content of a blob|Commit a whole file|Apply a small change to a file|Run a step of the pipeline; blobPath blobText minus plus step; plain
archive_toc archive_consult archive_deposit archive_emend archive_dispatch; Table of contents of the archive.|Consult a document in the reading room.|Deposit a document, replacing any of that name.|Emend a document. The old reading must be found in it.|Dispatch a clerk with a command.; shelfmark document old_reading new_reading errand; theme
ENUM GET PUT SUBST EXEC; ENUM returns names|GET returns text|PUT sets text|SUBST swaps text|EXEC runs; NAME TEXT OLD NEW LINE; short
note.all note.open note.new note.tweak note.shell; Every note|Open a note|Make a note or write it anew|Tweak some words of a note|Type something into the shell; title body was now input; where
file_lister file_reader file_writer file_editor command_runner; A tool that lists files.|A tool that reads a file.|A tool that writes a file.|A tool that edits a file by replacement.|A tool that runs commands.; filename full_text text_before text_after command_text; must
depot-overview depot-open depot-load depot-exchange depot-dispatch; overview of the depot|open a pallet|load a pallet|exchange goods on a pallet|dispatch an order; pallet goods outgoing incoming order;
studio_tracks studio_listen studio_record studio_overdub studio_press; All tracks|Listen to a track|Record a track from the start|Replace one phrase of a track by another|Press a button on the desk; track lyrics phrase new_phrase button; theme
wiki.pages wiki.show wiki.save wiki.fix admin.run; Lists the pages.|Shows the source of a page.|Saves the source of a page.|Fixes a passage of a page.|Runs a command of the administrator.; page source wrong_text right_text admin_command; plain
do_list do_read do_write do_edit do_run; list|read|write|edit|run; p t o n c;
Workspace_List Workspace_Get Workspace_Set Workspace_Replace Workspace_Shell; Returns the sorted list of paths.|Returns the content at a path, or an error.|Sets the content at a path.|Replaces a string by another in the content at a path.|Passes a line to the shell and returns its output.; Path Content OldString NewString ShellLine; long
kiosk_menu kiosk_order kiosk_restock kiosk_substitute kiosk_call; Menu of all items|Get an item|Restock an item|Substitute part of an item|Call the kitchen; item filling without with_instead call; where
drawer label_read label_print label_correct machine_start; What lies in the drawer|Read a label|Print a label|Correct a label|Start a machine; label print misprint correction machine;
vfs_readdir vfs_slurp vfs_spew vfs_gsub vfs_system; Names in the virtual file system|Slurp a file|Spew a string into a file|Global substitution of a literal string|Run a system command; pathname string pattern substitution commandstring; short
project-files file-source set-source rewrite-part launch; All files of the project.|The source of a file.|Set the source of a file as a whole.|Rewrite a part of the source.|Launch a command and wait.; source-path source-text part rewrite launch-line; must
museum_rooms museum_visit museum_hang museum_retouch museum_guard; Which pieces are on show?|Visit a piece and look at it closely.|Hang a piece. A piece of that name is taken down first.|Retouch a piece: one detail gives way to another.|Ask the guard to do something.; piece picture detail new_detail favour; theme
agent.ls agent.open agent.save agent.swap agent.sys; ls|open|save|swap|system call; uri text a b call;
listar leer escribir cambiar ejecutar; List the files|Read a file|Write a file|Change text in a file|Run a command; archivo texto viejo nuevo orden; plain
FetchManifest FetchItem UpsertItem MergeItem InvokeHook; Fetches the manifest, which names all items|Fetches one item|Inserts or updates an item|Merges a change into an item|Invokes a hook by its command; itemKey itemBody beforeText afterText hookCommand; long
sk_files sk_text sk_new sk_alter sk_exec; Tells you which files there are. Call it when you are not sure about a name.|Gives you the text of a file. Read before you change what you do not know.|Makes a new file, or a file anew. All of the text has to be given.|Alters a file in place. The old text must match to the letter.|Executes a command. If it fails for a moment, it may be repeated.; file text old_text new_text line; plain
dock-list dock-read dock-write dock-edit dock-run; Containers at the dock|Read the papers of a container|Write the papers of a container|Edit the papers of a container|Run the crane; container papers strike insert crane; short
terminal_files view create str_replace execute_bash; List files in the workspace|View the content of a file|Create a file with the given text|Replace a string in a file by another one|Execute a bash command in the workspace; path file_text old_str new_str command; long
search_files get_file_contents create_or_update_file apply_patch run_in_terminal; Files that can be found|Get the contents of a file|Create or update a file|Apply a patch made of an old and a new text|Run a command in the terminal; path contents original patched command; plain
"""


def kits():
    """The kits of the table."""
    out = []
    for row in TABLE.strip().split("\n"):
        names, desc, fields, style = [x.strip() for x in row.split(";", 3)]
        # a description may hold semicolons: then the row has more parts
        parts = [x.strip() for x in row.split("; ")]
        style = parts[-1].rstrip(";") if not row.endswith(";") else ""
        fields = (parts[-2] if style else parts[-1].rstrip(";")).split()
        desc = "; ".join(parts[1:-2] if style else parts[1:-1]).split("|")
        ks = dict(zip(["list", "read", "write", "edit", "run"], zip(names.split(), desc)))
        assert len(ks) == 5 and len(fields) == len(set(fields)) == 5, row
        out.append(cases.Kit(ks, fields, dict(zip(fields, PARAMS[style])) if style else None))
    return out


KITS = kits()

MESSAGES = """
Wrote {p}.|Replaced 1 occurrence in {p}.|Error: no such file: {p}|Error: text not found in {p}|Error: timed out, try again|Error: unknown command|(empty)
ok|ok|ENOENT: {p}|no match in {p}|EAGAIN: resource busy, try again|command not found|no files
saved {p}|changed {p}|{p} does not exist|{p} does not hold that text|temporary failure, please retry|I do not know that command|nothing here
File {p} has been written.|File {p} has been updated.|File {p} was not found.|The old text was not found in {p}.|The connection was lost for a moment. Retry.|This command is not known.|The workspace is empty.
{"status": "written"}|{"status": "edited"}|{"error": "not_found"}|{"error": "no_match"}|{"error": "temporary", "retry": true}|{"error": "bad_command"}|[]
done: {p}|done: {p} edited|cannot open {p}: No such file or directory|pattern not in {p}|503 service unavailable, retry later|sh: not found|total 0
stored as {p}|patched {p}|404 {p}|409 old text missing in {p}|429 too many requests, try once more|400 unknown command|204 no content
+ {p}|~ {p}|! {p} is missing|! nothing to change in {p}|! hiccup, run it again|! what?|-
All right, {p} is on the shelf.|All right, {p} is amended.|There is no {p} here.|I looked, but {p} does not say that.|The line was busy. Please call again.|Nobody here knows that order.|The shelf is bare.
created or updated {p}|1 replacement made in {p}|FileNotFoundError: {p}|ValueError: substring not found in {p}|TimeoutError: temporary, try again|ValueError: unknown command|[no entries]
WRITE OK {p}|EDIT OK {p}|READ FAILED, NO {p}|EDIT FAILED, NO MATCH IN {p}|LINE NOISE, REPEAT|BAD COMMAND|NONE
Success. The file {p} now has the new content.|Success. The text in {p} was replaced.|Failure. There is no file at {p}.|Failure. The text you gave is not in {p}.|Failure. This was temporary; the same command may work now.|Failure. No such command.|Nothing to list.
"""
TAILS = [("", ""), ("", " (list the files to see what is there)"), ("> ", ""), ("[tool] ", "")]
KEYS = ["wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"]


def words():
    """At least as many message tables as kits: each of the messages with each tail."""
    out = []
    for head, tail in TAILS:
        for row in MESSAGES.strip().split("\n"):
            w = {k: head + v for k, v in zip(KEYS, row.split("|"))}
            w["missing"] += tail
            out.append(w)
    return out


WORDS = words()

SYSTEMS = [None, "You are a coding agent. Use the tools.", "You work in a small workspace. Do what is asked, no more.", "Be brief.", "You are a careful assistant for a back-end team. Read before you change what you have not seen.", "Act with the tools, then say in one sentence what you did.", "You are an office helper with access to files and a few commands.", "If a command fails for a moment, run it again.", "Never touch files that the request does not mention or need.", "You are the deploy bot of a small company.", "Answer in English. Use a tool for every fact about the files.", "Solve the task step by step with the tools that you have. Stop when it is done.", "You help <team> with their repository. Keep answers short.".replace("<team>", "the platform team"), "Think about what the user wants, use the tools, report the result.", "The files are small; it is fine to read them whole.", "You are a reliable software engineer. Names, spaces and quotes matter.", "When a path does not exist, list the files and look for the right one.", "Only tools change files. Words do not.", "You are on call. Fix what is asked, verify it if a check is named, and write one line about it.", "Assistant for documents and scripts. Plain text answers.", "You are an agent in an acceptance test. Do exactly what the user says.", "Keep every byte that was not asked to change.", "Use one tool at a time and look at its result.", "You are a clerk. You keep the files of the office in order.", "Work quietly. A short final answer is enough.", "You have five tools. Choose well."]
