"""Tool kits, workspace messages and system prompts for the agent tasks."""
import cases

# names and descriptions of list, read, write, edit, run; the five parameters
# (path, text, old, new, command), and after ";" what they mean where it is told
RAW = """
show_files=Show every file|show_file=Show one file|store_file=Store a file|patch_file=Patch a file|do_command=Do a command||file|body|before|after|cmd||
ls=List files.|cat=Print a file.|put=Create or overwrite a file with the given content.|sub=Replace a text in a file by another text.|sh=Run a shell command and return its output.||name|data|from|to|line||the file name;what to store;text to look for;text that replaces it;the command line
listDocuments=Returns the paths of all documents.|openDocument=Opens a document and returns its text.|saveDocument=Saves text under a path; an existing document is overwritten.|reviseDocument=Replaces a passage of a document.|execute=Executes a command.||docPath|docText|passage|revision|command||
get-index=Index of the folder|get-entry=Text of an entry|set-entry=Set the text of an entry|swap-text=Swap a text in an entry|invoke=Invoke a program||entry|text|find|replace|program||path of the entry;full new text;the exact text now;the text instead;program with arguments
fs.enumerate=Enumerate files in the workspace.|fs.fetch=Fetch file content.|fs.commit=Commit file content. The whole file is replaced.|fs.amend=Amend part of a file.|proc.spawn=Spawn a process and wait for it.||uri|payload|match|substitute|argv||
Pantry=What is on the shelves|Recipe=Read out a recipe card|NewRecipe=Write a recipe card|Season=Change an ingredient on a card|Cook=Start a kitchen command||card|steps|ingredient|instead|order||name of the card;everything on the card;what is there;what comes instead;the command
catalog_all=The catalog of everything on the shelves of this library.|borrow=Borrow a volume and read it.|shelve=Shelve a volume with this text.|annotate=Correct a passage in a volume.|ask_desk=Hand a command to the desk.||volume|pages|wrong|right|slip||
manifestOfHold=Lists the cargo|inspectCrate=Looks into a crate|loadCrate=Loads a crate with goods|repackCrate=Exchanges goods in a crate|signalBridge=Sends a command to the bridge||crate|goods|unload|load|signal||which crate;all of the goods;goods to take out;goods to put in;command for the bridge
beds.list=All beds|beds.look=Look at a bed|beds.plant=Plant a bed anew|beds.graft=Graft one thing for another|tools.use=Use a tool||bed|plants|old_plant|new_plant|tool||
Office_Cabinet=Names of all folders in the cabinet.|Office_Open=Gives the text of one paper.|Office_File=Files a paper. If there is one by that name it is thrown out.|Office_Correct=Corrects words on a paper.|Office_Call=Calls a service by its command.||paper|wording|error|correction|service||name of the paper;its complete wording;words to be corrected;the right words;the command to call
bucket-ls=List object keys|bucket-get=Get an object|bucket-put=Put an object|bucket-patch=Patch an object in place|job-run=Run a job||key|object|needle|replacement|job||object key;object content;substring;new substring;job command
list_scores=List all sheets of music.|read_score=Read a sheet.|compose=Write a sheet from start to end.|transpose=Change one phrase on a sheet to another.|perform=Perform a command on stage.||sheet|notes|phrase|variation|piece||
inventory=see items|examine=examine an item|craft=craft an item from text|enchant=turn one text on an item into another|cast=cast a command||item|runes|rune_out|rune_in|spell||the item;its full text;text that vanishes;text that appears;the command
LabIndex=Index of records in the lab notebook.|LabRead=Retrieve a record.|LabRecord=Record text under a label, replacing any earlier record of that label.|LabErratum=Replace an erroneous string in a record by the correct one.|LabProcedure=Start a procedure by its command line and obtain what it reports.||label|content|erroneous|correct|procedure||
files=files?|peek=look inside|write=write it all|fix=fix a bit|go=go do||f|t|a|b|c||
workspace_list_all_files=List all files that exist in the workspace at this moment.|workspace_read_whole_file=Read a whole file of the workspace.|workspace_write_whole_file=Write a whole file of the workspace, creating it when needed.|workspace_replace_in_file=Replace a string in a file of the workspace.|workspace_run_command=Run a command in the workspace.||file_path|file_text|old_string|new_string|command_line||path of the file;complete text;string to replace;string to put;the command line
depot.stock=What the depot holds|depot.unpack=Unpack a parcel|depot.pack=Pack a parcel|depot.exchange=Exchange an article in a parcel|depot.dispatch=Dispatch an order||parcel|articles|take|give|order||
roster_names=Names of all rosters|roster_view=View a roster|roster_post=Post a roster in full|roster_trade=Trade one entry for another|whistle=Blow the whistle: run a command||roster|players|out|in_|play||which roster;all its text;entry that leaves;entry that comes;the command
listAll=List|readOne=Read|writeOne=Write|replaceIn=Replace|runCmd=Run||p|content|search|replacement|cmd||
tower-strips=List the flight strips|tower-read-strip=Read a flight strip|tower-write-strip=Write a flight strip|tower-amend-strip=Amend a flight strip|tower-transmit=Transmit a command and get the reply||strip|message|was|becomes|transmission||
Explorer_Files=Shows what files there are.|Explorer_View=Shows what a file says.|Explorer_Save=Saves a file. Needs the complete content, not only the changed part.|Explorer_Replace=Replaces some text in a file. The old text has to match exactly.|Explorer_Terminal=Types a line in the terminal.||filename|contents|old_text|new_text|input||name of the file;complete content;exact old text;new text;line for the terminal
repo.tree=Paths in the tree|repo.blob=A blob as text|repo.put=Put a blob|repo.change=Change a blob|ci.exec=Execute in CI||path|blob|minus|plus|script||
channels=All channels on the desk|listen=Listen to a channel|record=Record onto a channel, erasing it|overdub=Dub one part over another|press=Press a button by its command||channel|track|part|take|button||channel name;the whole track;part to go;part to come;the button's command
scanDirectory=Scan the directory and report file names.|slurp=Slurp a file into text.|spit=Spit text into a file.|tweak=Tweak a file: old becomes new.|shellOut=Shell out.||target|string|old|new|cmdline||
archive_contents=contents of the archive|archive_extract=text of a member|archive_insert=insert a member (overwrites)|archive_edit=edit a member by search and replace|archive_exec=exec a command next to the archive||member|text|search_for|replace_with|exec||
""".strip().split("\n")


def kit(line):
    """A Kit from its line."""
    tools, fields, about = line.split("||")
    names = {k: tuple(t.split("=", 1)) for k, t in zip(("list", "read", "write", "edit", "run"), tools.split("|"))}
    fields = fields.split("|")
    return cases.Kit(names, fields, dict(zip(fields, about.split(";"))) if about else None)


KITS = [kit(x) for x in RAW]

KEYS = ("wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty")
WORDS = [dict(zip(KEYS, x.split("|"))) for x in """
saved {p}|changed {p}|there is no {p}|{p} does not have that text|busy, try once more|no such command|no files
OK|OK|ENOENT: {p}|no match in {p}|ETIMEDOUT|command not found|(none)
Stored: {p}|Patched: {p}|Error: cannot find {p}|Error: nothing to replace in {p}|Error: temporary failure, please retry|Error: unrecognized command|The folder is empty.
Your text is now in {p}.|The passage in {p} was revised.|Nobody has a document called {p}.|{p} holds no such passage.|The service did not respond in time.|That command means nothing here.|There are no documents.
200 {p}|200 {p} modified|404 {p}|409 {p}: string absent|503 retry later|400 bad command|204
{p}: written|{p}: updated|{p}: not found|{p}: pattern not found|timeout - repeat the call|invalid command|nothing here
done, {p} is on the shelf|done, {p} was altered|error, {p} is not on the shelf|error, {p} lacks these words|error, connection lost, again please|error, what command is that?|the shelf is bare
ok: write {p}|ok: edit {p}|fail: missing {p}|fail: no hit in {p}|fail: flaky link, run again|fail: unknown verb|ok: 0 files
File {p} has been created or overwritten.|File {p} has been edited.|File {p} could not be located.|The given text does not occur in {p}.|A transient problem occurred. Running the same command again may help.|The command is not known.|The workspace contains no files.
+ {p}|~ {p}|? {p}|! {p} (text not there)|! timeout|! unknown|-
Loaded {p}.|Repacked {p}.|No crate {p} aboard.|{p} has none of that.|Static on the line. Say again.|Bridge does not understand.|The hold is empty.
{p} planted|{p} grafted|no bed {p}|nothing like it in {p}|rain delay, try again|no such tool|bare soil
success ({p})|success ({p})|failure: {p} does not exist|failure: old text not in {p}|failure: temporarily unavailable|failure: not a command|empty list
wrote file {p}|edited file {p}|file missing: {p}|text missing: {p}|lock held by another job, repeat|no command by that name|<empty>
{p} recorded.|Erratum entered in {p}.|No record {p}.|String not present in {p}.|Instrument busy; repeat the procedure.|Undefined procedure.|No records.
Put {p} away.|Fixed {p}.|Can't see {p} anywhere.|Can't see that in {p}.|Hiccup! Once more?|Huh? Unknown command.|Nothing.
[ok] {p}|[ok] {p}|[err] path {p}|[err] match {p}|[err] transient|[err] command|[ok] empty
The file was written|The replacement was made|Error (no file {p})|Error (text absent from {p})|Error (network), you may retry|Error (bad command)|No entries
{p} <- new content|{p} <- edit applied|cannot open {p}|cannot find the old text in {p}|resource temporarily unavailable|cannot execute|total 0
Posted {p}|Traded in {p}|No roster {p}|No such entry in {p}|Referee timeout, play again|Illegal play|No rosters
Saved to {p}, thank you.|Replaced in {p}, thank you.|Sorry, {p} was not found.|Sorry, {p} does not contain this.|Sorry, that took too long. Try again.|Sorry, I don't know this command.|It is empty.
commit {p}|amend {p}|fatal: {p} did not match any file|fatal: hunk not found in {p}|fatal: remote hung up, try again|fatal: not a command|clean
true|true|false: no {p}|false: {p} without match|false: again|false: command|[]
Strip {p} written, over.|Strip {p} amended, over.|Negative, no strip {p}.|Negative, not on {p}.|Say again, transmission broken.|Unable, unknown transmission.|No strips.
object {p} uploaded|object {p} patched|NoSuchKey: {p}|NoSuchSubstring: {p}|SlowDown: please retry|UnknownJob|0 objects
""".strip().split("\n")]

SYSTEMS = [None] + """You keep the files of a small depot in order.
Use the tools. Be brief.
You are the night operator. Do what is asked, then report in one sentence.
Work only with the tools given; do not invent content.
Assistant for a music school's paperwork.
You are careful: look before you change anything you have not seen.
If a call fails, read the message and try something sensible.
You help a hockey league with rosters and schedules.
Act, don't discuss.
Complete the job with as few calls as you can.
You maintain configuration for a fleet of delivery vans.
Today you assist the lab. Answer with facts from the files.
One tool call at a time.
ROLE: file clerk. STYLE: dry.
You are a helpful agent with access to a workspace.
Never touch files that the user did not ask about.
You are the stage manager's right hand; everything is in text files.
Reply in English, shortly, when the work is done.
Retry commands that time out.
You run errands in a workspace for people who have little time.
The user trusts you with their files.
Agent mode. Tools available. Finish with a short summary.
You are on the warehouse terminal. Keep answers under two lines.
After the last step, say what you did or what you found.
Use exact paths and exact text.""".split("\n")
