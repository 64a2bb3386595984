"""Tool kits in many styles: list, read, write, edit, run, then the field names (path,
text, old, new, command), then, if there is one, a line that describes the fields."""
import cases

TEXT = """list_files: List all files in the workspace.
read_file: Read a file and return its contents.
write_file: Create or overwrite a file.
str_replace: Replace a piece of text in a file.
bash: Run a shell command.
path content old_str new_str command
Path of the file / The whole new content / Text to look for / Text to put there / The command line

ls: List files
cat: Show a file
save: Save a file
sed: Replace text
sh: Run a command
file text from to cmd

ListDirectory: Returns the names of every file. Takes nothing.
OpenFile: Opens one file for reading.
CreateFile: Writes the given text to a file; what was there is lost.
ModifyFile: Exchanges one snippet of a file for another one.
ExecuteCommand: Executes a command and returns what it prints.
FilePath Body SearchFor ReplaceBy CommandLine

recipeIndex: Which recipe cards are in the box
openCard: Read one recipe card
writeCard: Write a card, new or again
changeIngredient: Replace words on a card with other words
cookCommand: Let the kitchen run a command
card words oldWords newWords order
Name of the card / All that stands on the card / Words on the card now / Words that come instead / What the kitchen shall run

shelf.all: The titles on the shelf.
shelf.take: Take a volume from the shelf and read it.
shelf.put: Put a volume with this text on the shelf.
shelf.amend: Amend a passage of a volume. The passage must be there word for word.
desk.request: Hand a command to the librarian's desk.
volume body passage amendment request

ship-manifest: all cargo by name
ship-inspect: look into a crate
ship-load: load a crate with text
ship-refit: swap a part of a crate for another
ship-order: give an order to the engine room
crate load part spare order

bucket_objects: Enumerate objects in the bucket.
bucket_get: Download an object as text.
bucket_put: Upload an object. Existing objects are overwritten.
bucket_patch: Patch an object: every match of the old text is replaced.
job_submit: Submit a job and wait for its output.
key data match replacement job
Object key / Object data / Text to match / Text to substitute / Job command

getFileNames: Get the names of the files.
getFileText: Get the text of a file.
setFileText: Set the text of a file.
replaceFileText: Replace text within a file.
runProcess: Run a process.
fileName fileText oldText newText processLine

garden_beds: Walk around and note every bed.
garden_look: Look closely at one bed.
garden_plant: Plant a bed from scratch with the given text.
garden_graft: Cut out some text of a bed and graft new text in its place.
garden_tool: Use one of the machines in the shed.
bed plants cut graft machine
which bed / what grows there / what is cut out / what is grafted in / machine and its options

Inventory: Everything in the office cabinet
Fetch: Fetch a document
File: File a document under a name
Correct: Correct a phrase in a document
Delegate: Delegate a command to the assistant
document contents phrase correction task

fs-list: list
fs-read: read
fs-write: write
fs-edit: edit
fs-exec: exec
p t o n c

workspace_tree: Shows which files exist; call this first if you are not sure about a path.
workspace_view: Shows the full text of one file.
workspace_store: Stores a text as a file, creating it when needed.
workspace_substitute: Finds an exact text in a file and substitutes another for it.
workspace_shell: Hands a line to the shell and gives its output back.
target payload needle filling line
file path, relative to the root / complete file text / exact text to find / text that takes its place / one shell line

museum.catalogue: List of exhibits.
museum.view: See what an exhibit says.
museum.install: Install an exhibit with its label text.
museum.relabel: Relabel: old wording out, new wording in.
museum.operate: Operate one of the installations.
exhibit label wording new_wording operation

q_dir: What do we have?
q_show: What is in it?
q_make: Make it so.
q_swap: This for that.
q_go: Go!
what with this that how

listNotes: Lists the notes of the notebook
readNote: Reads a note
writeNote: Writes a note from beginning to end
reviseNote: Revises a note by exchanging one text
executeLine: Executes a line in the terminal
note body before after line
the note's file name / everything the note shall hold / text before the revision / text after the revision / terminal line

directory_listing: Prints the file paths known to this project, one a line.
file_contents: Prints what a file contains.
file_dump: Dumps text to a file path.
file_mutate: Mutates a file; needs the original fragment and its successor.
subprocess: Spawns a subprocess.
filepath contents fragment successor argv

theatre_props: Names of all scripts
theatre_recite: Recite a script
theatre_compose: Compose a script anew
theatre_rewrite: Rewrite lines of a script
theatre_cue: Give a cue to the stage machinery
script lines original rewritten cue

Glob: List the files there are.
Read: Reads a file from the local filesystem.
Write: Writes a file to the local filesystem.
Edit: Performs exact string replacement in a file.
Bash: Executes a given bash command.
file_path content old_string new_string command
The path of the file / The content to write / The text to replace / The text to replace it with / The command to execute

repo_list-blobs: Blobs at HEAD.
repo_get-blob: Text of a blob.
repo_commit-blob: Commit a blob with the text given.
repo_patch-blob: Patch a blob.
ci_trigger: Trigger a pipeline and wait.
blob text minus plus pipeline

sensorFiles: List every automation file of the house.
sensorPeek: Peek into an automation file.
sensorWrite: Write an automation file. The house reloads it at once.
sensorTweak: Tweak an automation file by replacing a text.
houseRun: Run a house command and return the log.
automation yaml find set houseCommand
automation file / its full text / text to find / text to set / house command

all_sheets: Names of the sheets.
load_sheet: Load a sheet as text.
store_sheet: Store text as a sheet.
update_cells: Update cells: the old text becomes the new one.
run_macro: Run a macro by its command.
sheet rows old_cells new_cells macro

Z1_INDEX: INDEX OF FILES
Z2_INPUT: INPUT A FILE
Z3_OUTPUT: OUTPUT A FILE
Z4_CHANGE: CHANGE TEXT IN A FILE
Z5_EXEC: EXEC A COMMAND
FILE TEXT OLD NEW CMD

station_timetable: list every timetable file
station_read_board: read one timetable
station_post_board: post a timetable, old one is taken down
station_fix_board: fix a piece of a timetable
station_signal: send a signal (a command) to the control room
board notice wrong right signal

enumerate: Enumerate the documents.
retrieve: Retrieve a document.
persist: Persist a document.
transform: Transform part of a document.
invoke: Invoke an external command.
id document part outcome call
identifier of the document / text of the document / part to transform / outcome of the transformation / what to call

quest.map: See all scrolls in your bag.
quest.unroll: Unroll a scroll and read it.
quest.scribe: Scribe a scroll with new text. An old scroll of that name burns.
quest.enchant: Turn some words on a scroll into others.
quest.cast: Cast a command and hear the echo.
scroll script words spell command

pantry_list: What is there?
pantry_check: Read a jar's label.
pantry_fill: Fill a jar (full label text).
pantry_relabel: Replace some label text.
pantry_appliance: Start an appliance.
jar label old new appliance

scan: Scan the tree for files
peek: Peek at a file
poke: Poke a text into a file, replacing it all
tweak: Tweak part of a file
launch: Launch a program
where what was becomes program

attachments_overview: Overview of the attachments in this mail thread.
attachments_open: Open an attachment.
attachments_save: Save an attachment under a name. Overwrites silently.
attachments_correct: Correct an attachment. Give the wrong text exactly as it stands.
console: One line for the console.
attachment body wrong_text right_text input
name of the attachment / the body to save / wrong text, exactly / right text / console input

view_all: View all file names
view_one: View one file
put_one: Put one file
fix_one: Fix one file
do_one: Do one command
name content bad good todo

textArchive.titles: Gives back the titles in the archive.
textArchive.text: Gives back a text by its title.
textArchive.deposit: Deposits a text under a title.
textArchive.emend: Emends a text, putting a reading in place of another.
textArchive.engine: Runs the archive's engine.
title text reading emendation instruction

list-project-files: Lists project files.
get-file: Gets one file. Fails if the path is wrong.
put-file: Puts one file.
apply-change: Applies one change to a file. Fails if the old text is not in it.
run-task: Runs a task and returns its console output.
file-path file-text old-text new-text task-line
path of the file / text of the file / old text / new text / task line

PharmacyDrawers: Names on all drawers
PharmacyOpen: Open a drawer and read its sheet
PharmacyFill: Write a drawer's sheet
PharmacyAdjust: Adjust a sheet: one text for another
PharmacyMachine: Ask the machine to do a command
drawer sheet present adjusted machineCommand

d: dir
r: read
w: write
e: edit
x: execute
f s a b k

toolbox_files: The list of files you can work on.
toolbox_read: Use this to look at a file before you change it.
toolbox_write: Use this to make a file or to write it over.
toolbox_replace: Use this for small changes in a long file.
toolbox_run: Use this for tests, checks and removals.
the_file the_text old_text new_text the_command

farm_fields: field list
farm_survey: survey of a field
farm_sow: sow a field again
farm_reseed: replace one crop by another
farm_tractor: drive the tractor (a command)
field crops crop new_crop drive

Files.List: Lists.
Files.Load: Loads.
Files.Store: Stores.
Files.Swap: Swaps.
Shell.Do: Does.
Path Text Out In Line

class_register: Which pieces of homework have been handed in?
class_read_homework: Read a piece of homework.
class_write_homework: Write a piece of homework completely.
class_mark_correction: Replace a mistake by its correction.
class_run_grader: Run the grader or another command.
homework answer mistake correction grader
file of the homework / complete text / the mistake as written / the correction / command to run

newsDeskIndex: Index of stories
newsDeskRead: Read a story
newsDeskPublish: Publish a story with its text
newsDeskErratum: Publish an erratum: wrong words and right words
newsDeskOps: Ops command
story copy wrongWords rightWords opsCommand

vault_ls: Secure listing of the vault.
vault_open: Decrypts an entry and shows it.
vault_seal: Seals text in an entry.
vault_rotate: Rotates a part of an entry: the former text is exchanged.
vault_exec: Runs a maintenance command.
entry plaintext former latter maintenance

find_all: Finds every file.
slurp: Slurps a file into a string.
spit: Spits a string into a file.
gsub: Substitutes all matches in a file.
system: Calls out to the system.
filename string pattern substitute call
file name / string to spit / literal pattern / substitute / call

orchestra_scores: all scores
orchestra_sight_read: sight-read a score
orchestra_engrave: engrave a score
orchestra_transpose: change a passage into another passage
orchestra_conduct: conduct a command
score notation passage new_passage baton

List_Files: Shows the files.
Get_Text: Shows the text of a file.
Set_Text: Sets the text of a file.
Replace_Text: Replaces text in a file.
Run_Line: Runs a line.
file text search replace line

atelier_overzicht: Overview of the drawings (names only).
atelier_bekijk: View a drawing's text.
atelier_maak: Make a drawing or make it anew.
atelier_wijzig: Change something in a drawing.
atelier_start: Start a command in the workshop.
bestand tekst oud nieuw opdracht

container.files: Paths in the container.
container.read: Reads a path as UTF-8.
container.write: Writes a path as UTF-8.
container.replace: Literal search and replace in a path.
container.exec: Runs in the container; stdout comes back.
uri payload search replace_with exec_line
path in the container / UTF-8 text / literal to search / literal to replace with / line to execute

folder_peek: Names, nothing more.
page_peek: A page as it is.
page_fresh: A page from scratch, or over an old one.
page_patch: Old piece out, new piece in.
page_test: Any command: tests, lists, removals.
page whole piece_out piece_in command_text
the page / the whole page text / the piece that goes / the piece that comes / the command"""

MESSAGES = """Wrote {p}.|Edited {p}.|No such file: {p}|Text not found in {p}|Temporary failure, please retry|Unknown command|No files
saved {p}|changed {p}|error: {p} does not exist|error: nothing to replace in {p}|error: busy, try again|error: command not found|(nothing here)
OK|OK|ENOENT {p}|ENOMATCH {p}|EAGAIN|ENOSYS|EMPTY
The file {p} has been written.|The file {p} has been updated.|The file {p} could not be found.|The given text does not appear in {p}.|The service did not answer in time. Try once more.|This command is not available.|There are no files.
Card {p} is in the box.|Card {p} has been changed.|There is no card {p}.|Those words are not on {p}.|The stove is not hot yet, try again.|The kitchen does not know that.|The box is empty.
{p}: stored|{p}: amended|{p}: not on the shelf|{p}: no such passage|The desk is busy just now. Ask again.|The desk does not offer that.|(empty shelf)
crate {p} loaded|crate {p} refitted|crate {p} is not aboard|crate {p} has no such part|engine room: no reply, repeat the order|engine room: unknown order|no cargo
200 OK {p}|200 patched {p}|404 Not Found: {p}|409 no match in {p}|503 Service Unavailable, retry|400 unknown job|[]
true|true|false: {p} is missing|false: text is missing in {p}|false: timeout (retry)|false: not a command|none
Planted {p}.|Grafted {p}.|No bed is called {p}.|Nothing like that grows in {p}.|The machine coughed and stopped. Start it again.|No such machine in the shed.|Bare soil.
Document {p} filed.|Document {p} corrected.|Cannot find a document named {p}.|The phrase is not in {p}.|Assistant is on the phone, ask again in a moment.|Assistant does not know this task.|Cabinet is empty.
+ {p}|~ {p}|! {p} missing|! no match: {p}|! flaky, again|! what?|.
written: {p}|replaced in: {p}|path not found: {p}|snippet not found: {p}|connection reset, run it again|bad command|0 files
Successfully wrote to {p}|Successfully edited {p}|Error: File not found: {p}|Error: old text not found in {p}|Error: Request timed out, please try again|Error: Unknown command|No files found
File created successfully at: {p}|The file {p} has been updated successfully.|File does not exist: {p}|String to replace not found in {p}.|Temporary error. Retrying may help.|command not found|(no content)
Exhibit {p} installed.|Exhibit {p} relabelled.|We have no exhibit {p}.|That wording is not on {p}.|Fuse blown and replaced, operate again.|No such installation.|The halls are empty.
Made.|Swapped.|Not there: {p}|Not in it: {p}|Not now. Once more?|Not known.|Nothing.
Note {p} written.|Note {p} revised.|Note {p} is unknown.|Note {p} does not contain this.|Terminal hung; repeat.|Terminal: unknown line.|Notebook is empty.
wrote bytes to {p}|mutated {p}|cannot open {p}|fragment not present in {p}|resource temporarily unavailable|cannot spawn|(no files)
Script {p} composed.|Script {p} rewritten.|No script {p} in the theatre.|These lines are not in {p}.|The curtain jammed. Give the cue again.|No one reacts to this cue.|An empty stage.
committed {p}|patched {p}|no blob at {p}|hunk failed in {p}|runner lost, trigger again|no such pipeline|tree is empty
Automation {p} was saved and loaded.|Automation {p} was tweaked.|Automation {p} is not known to the house.|Text is not part of {p}.|The hub was asleep. Send it again.|The hub does not understand.|No automations yet.
Sheet {p} stored|Sheet {p} updated|No sheet {p}|No cell holds that in {p}|Workbook locked, try later|No such macro|No sheets
FILE {p} WRITTEN|FILE {p} CHANGED|FILE {p} NOT FOUND|TEXT NOT FOUND IN {p}|DEVICE BUSY, REPEAT|BAD COMMAND|NO FILES
{p} is posted|{p} is fixed|{p}: there is no such board|{p}: text is not on the board|control room did not hear you, again please|control room: what?|no boards
Persisted {p}.|Transformed {p}.|Unknown identifier {p}.|Part is absent from {p}.|Transient fault. Invoke again.|Not callable.|Empty collection.
You scribe {p}.|The words on {p} glow and change.|You carry no scroll {p}.|{p} has no such words.|Your spell fizzles. Cast it again!|Nothing happens: unknown spell.|Your bag is empty.
The jar {p} is full.|The jar {p} has a new label.|No jar {p} here.|Label of {p} does not say that.|The appliance was unplugged; now it is plugged in, retry.|No such appliance.|Bare boards.
poked {p}|tweaked {p}|nothing at {p}|{p} lacks that text|launch aborted (temporary)|no program|void
Attachment {p} saved.|Attachment {p} corrected.|This thread has no attachment {p}.|Wrong text does not occur in {p}.|The connection dropped. Please enter it again.|Console: unknown input.|No attachments.
done: {p}|done: {p}|sorry, no {p}|sorry, {p} does not have that|sorry, that did not work this time|sorry, don't know that|nothing yet
Deposited under {p}.|Emended {p}.|No text under {p}.|No such reading in {p}.|The engine stalled; instruct it anew.|The engine has no such instruction.|The archive holds nothing.
put-file: {p} ok|apply-change: {p} ok|path error: {p} is not in the project|change error: old text is not in {p}|task interrupted, run it again|task unknown|project is empty
Drawer {p} filled.|Drawer {p} adjusted.|No drawer {p}.|Sheet in {p} reads differently.|Machine overheated, wait and repeat.|Machine cannot do that.|All drawers are gone.
w {p}|e {p}|? {p}|?? {p}|!again|!x|-
Success. {p} now has the new text.|Success. {p} was changed.|Failure. There is no {p}.|Failure. {p} does not contain the old text.|Failure. The network was down for a second.|Failure. No such command.|There is nothing here.
sown: {p}|reseeded: {p}|no field called {p}|no such crop on {p}|tractor stalled, try once more|tractor cannot do this|no fields
Stored.|Swapped.|Missing: {p}.|No match: {p}.|Later.|Unknown.|Empty.
Homework {p} written.|Homework {p} corrected.|Nobody handed in {p}.|This mistake is not in {p}.|The grader crashed, start it again.|The grader knows no such command.|No homework today.
Story {p} published.|Erratum for {p} published.|Story {p} not in the index.|Words not in {p}.|Ops: connection lost, repeat please.|Ops: unknown.|Index is empty.
{p} sealed.|{p} rotated.|{p}: no entry.|{p}: former text absent.|Vault locked for a moment; retry.|Maintenance command rejected.|Vault is empty.
spat {p}|substituted in {p}|cannot slurp {p}|pattern not in {p}|EINTR, call again|sh: not found|nil
Score {p} engraved.|Score {p} changed.|There is no score {p}.|{p} has no such passage.|The orchestra missed the beat. Once again.|The orchestra does not play that.|Silence.
The text of {p} is set.|The text of {p} is replaced.|{p} was not found.|Nothing to replace was found in {p}.|The line broke off. Run it again.|The line is unknown.|No files here.
{p} gemaakt (made)|{p} gewijzigd (changed)|{p} niet gevonden (not found)|tekst niet in {p} (no match)|even geduld, opnieuw (try again)|onbekend (unknown)|leeg (empty)
{"written": "{p}"}|{"replaced": "{p}"}|{"error": "not_found", "path": "{p}"}|{"error": "no_match", "path": "{p}"}|{"error": "timeout", "retry": true}|{"error": "unknown_command"}|{"files": []}"""


def read_kit(text):
    """A kit from its lines."""
    rows = text.strip().split("\n")
    names = {k: tuple(row.split(": ", 1)) for k, row in zip(["list", "read", "write", "edit", "run"], rows)}
    fields = rows[5].split()
    about = dict(zip(fields, [s.strip() for s in rows[6].split(" / ")])) if len(rows) > 6 else None
    assert len(fields) == 5 and len(set(fields)) == 5 and (about is None or len(about) == 5), text
    return cases.Kit({k: (v[0], v[1]) for k, v in names.items()}, fields, about)


def read_words(line):
    """A table of messages from its line."""
    parts = line.split("|")
    assert len(parts) == 7, line
    return dict(zip(["wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"], parts))


KITS = [read_kit(t) for t in TEXT.split("\n\n")]
WORDS = [read_words(t) for t in MESSAGES.split("\n")]

SYSTEMS = [None] + """You are a careful assistant with access to a small workspace.
You work on files. Use the tools, then answer briefly.
Be concise.
You are an office assistant. Documents are reached through tools only.
Act first, then report in one sentence.
You help students with their projects. Keep their files tidy.
You are a coding agent. Read before you guess, and test when asked to.
Answer in plain English, at most two sentences.
You look after the files of a smart home.
The user may write in simple or broken English; do what is meant.
Never change files that the task does not mention.
You are Pim, the clerk in a recipe archive.
Solve the task with the given tools. When it is done, say so.
If a command fails for a moment, try it again. If it fails for a reason, repair the reason.
You are part of an automatic acceptance test. Do exactly what is asked.
A workspace is open. All paths are relative to it.
Use one tool at a time.
You maintain game levels and their settings for a hobby team.
Be friendly but brief.
Your answers go to a terminal, so no long texts.
You are a librarian's assistant; files are your books.
Prefer small edits to rewriting files.
List the files if a path turns out to be wrong.
You are a reliable clerk. Check your work if there is a way to check it.
Tools: five. Patience: endless. Chatter: none.
Today you help the volunteers of a town festival with lists and letters.""".split("\n")
