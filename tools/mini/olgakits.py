"""The tools, the words of the workspace and the system prompts of olga's tasks."""
import cases

# list; read path; write path text; edit path old new; run command; each with its description.
RAW = """shelf_contents:Names everything on the shelf.|take_down sheet:Brings back the text of a sheet.|put_up sheet wording:Puts a sheet with this wording up, in place of any before it.|reword sheet was becomes:Changes a wording on a sheet wherever it is.|ring command_line:Runs a command line.
allFiles:Returns the names of all files.|openFile fileName:Returns what a file says.|saveFile fileName fullText:Saves the full text under the name.|swapText fileName find replaceWith:Swaps one text in a file for another.|runShell shellCommand:Runs a shell command and gives its output.
notebook.index:Table of contents of the notebook.|notebook.page title:Shows a page.|notebook.store title body:Stores a page, new or old.|notebook.amend title before after:Amends a passage of a page.|notebook.execute line:Executes a line in the terminal.
enumerate_documents:List each document.|fetch_document doc_id:Fetch one document's text.|store_document doc_id payload:Create or overwrite a document.|patch_document doc_id search_for substitute:Find and substitute in a document.|invoke program:Invoke a program by its command.
ls_ws:What is in the workspace|cat_ws p:Contents of p|tee_ws p data:Put data into p|sed_ws p a b:In p, a becomes b|sh_ws c:Do c in the shell
ShowFolder:Show the folder.|ShowText Name:Show the text of one file.|KeepText Name Text:Keep a text as a file.|FixText Name Wrong Right:Fix a wrong piece of text.|DoCommand Command:Do a command on the machine.
get_tree:Get the whole tree of files as a list of paths.|get_blob blob_path:Get the content at a path.|put_blob blob_path blob_text:Put content at a path. An existing blob is replaced.|update_blob blob_path from_text to_text:Replace from_text with to_text at a path.|post_job job_command:Post a job and wait for what it prints.
survey:See which papers lie on the desk.|peruse paper:Read a paper.|inscribe paper script:Write a paper anew.|emend paper faulty sound:Replace the faulty words of a paper.|command order:Give the machine an order.
dir-listing:Lists files|file-view target:Views a target file|file-put target contents:Puts contents into a target file|file-sub target pattern replacement:Substitutes literal text in a target file|term-exec input:Executes input in a terminal
pantry_look:Which jars are there?|jar_open jar:Look into a jar (a text file).|jar_fill jar filling:Fill a jar; what was in it is gone.|jar_mix jar out in:Take one text out of a jar and put another in.|stove_run recipe:Run a command.
content_list:All content items of the site.|content_get item:Get one content item.|content_publish item markup:Publish an item with this markup.|content_revise item old_markup new_markup:Revise part of an item.|build_step step:Run a step of the build.
whatFiles:Which files are there|whatSays where:What a file says|letSay where what:Let a file say this from now on|letInstead where notThis butThis:Let a file say something instead of something else|tryOut cmd:Try a command out
fs.enumerate:Enumerate files|fs.slurp filename:Slurp a file|fs.spit filename string:Spit a string into a file|fs.transplant filename remove insert:Remove a string and insert another in its place|proc.spawn argv:Spawn a process
browse_drive:Browse the drive's files.|download_text file_path:Download a file as text.|upload_text file_path file_text:Upload text as a file, overwriting it.|modify_text file_path current_text desired_text:Modify text within a file.|remote_command command_text:Run a remote command.
catalogue:The catalogue of all texts.|borrow shelfmark:Borrow a text to read.|deposit shelfmark manuscript:Deposit a manuscript.|correct shelfmark misprint correction:Correct a misprint throughout a text.|operate instruction:Operate the machine room.
list_all_sources:Lists source paths.|load_source source:Loads a source.|dump_source source code:Dumps code to a source.|rewrite_source source snippet new_snippet:Rewrites a snippet in a source.|subprocess args:Calls a subprocess.
q_files:files?|q_text n:text of n|q_save n t:save t as n|q_change n x y:x to y in n|q_run z:run z
pupil_list_files:Lists the files of the class computer.|pupil_read_file which:Reads which file you name.|pupil_write_file which what:Writes what you say into a file.|pupil_edit_file which old_words new_words:Changes words in a file.|pupil_run_command typed:Types a command.
inspectDirectory:Inspect the directory; returns paths, one a line.|inspectFile filePath:Inspect a file.|produceFile filePath fileBody:Produce a file with a body.|adjustFile filePath matchText newText:Adjust each match of a text.|launch commandString:Launch a command.
overview:An overview of what is stored.|recall key:Recall what is stored under a key.|remember key value:Remember a value under a key.|revise key part new_part:Revise a part of a stored value.|console entry:Enter something at the console.
GetItems:Gets items.|GetItemText ItemPath:Gets text of an item.|SetItemText ItemPath ItemText:Sets text of an item.|ReplaceItemText ItemPath OldValue NewValue:Replaces text in an item.|StartProcess CommandLine:Starts a process.
card_box:List the cards in the box.|card_show card:Show a card.|card_lay card lines:Lay a card with these lines.|card_mend card torn mended:Mend a part of a card.|bench job:Do a job on the bench (a shell command).
proj_ls:Project files.|proj_read rel:Read a project file by its relative path.|proj_write rel blob:Write a project file.|proj_replace rel needle thread:Replace needle by thread in a project file.|proj_sh script:Run a script line in the project.
folder_items:Items of the folder.|item_text item_name:Text of an item.|item_make item_name item_text:Make an item, or make it again.|item_alter item_name text_now text_then:Alter the text of an item.|desk_run task:Run a task by its command.
listing_of_files:Give the file names.|text_of_file named:Give the text of the file so named.|file_with_text named reading:Make a file reading so.|exchange_in_file named this_text that_text:Exchange this text for that text.|result_of_command command:Give what a command prints.
ws.ls:List.|ws.get uri:Get.|ws.set uri content:Set.|ws.swap uri left right:Swap left for right.|ws.exec cmdline:Exec.
site_map:Every file of the website.|page_source page:The source of a page or file.|page_save page source:Save the source of a page or file.|page_tweak page current updated:Tweak a page: current text becomes updated text.|site_cli command:The command line of the server.""".split("\n")
ABOUT = [None, None, None, {"path": "which file", "text": "the whole content", "old": "text that is there now", "new": "text to have in its place", "cmd": "what to run"}, {"path": "Path as listed.", "text": "All of the text, lines parted by newlines.", "old": "Exact present text.", "new": "Text that replaces it.", "cmd": "One command."},
         {"path": "file name with folder", "text": "content", "old": "find", "new": "replacement", "cmd": "command line"}]


def kit(line, about):
    names, fields = {}, {}
    for k, part in zip(("list", "read", "write", "edit", "run"), line.split("|")):
        head, d = part.split(":", 1)
        name, *fs = head.split()
        names[k], fields[k] = (name, d), fs
    (p,), (_, t), (_, o, n), (c,) = fields["read"], fields["write"], fields["edit"], fields["run"]
    return cases.Kit(names, (p, t, o, n, c), about and {p: about["path"], t: about["text"], o: about["old"], n: about["new"], c: about["cmd"]})


KITS = [kit(x, a) for x in RAW for a in (None, ABOUT[3 + sum(map(ord, x)) % 3])]

W = "wrote edited missing nomatch transient unknown empty".split()
WORDS = [dict(zip(W, x.split("|"))) for x in """Filed {p}.|Mended {p}.|Error: {p} is not on the shelf|Error: that wording is not in {p}|Error: the line was busy, please try again|Error: I don't know that command|(nothing here)
saved {p}|changed {p}|Error - cannot open {p}: not found|Error - {p} does not contain the text|Error - interrupted, retry|Error - command not recognised|no files
OK ({p})|OK, text exchanged in {p}|Failed: no file {p}|Failed: the old text does not occur in {p}|Failed: temporary problem, repeat the call|Failed: bad command|empty folder
{p} has been written.|{p} has been edited.|Error: there is nothing called {p}.|Error: no such text in {p}.|Error: the machine was asleep. Run it again.|Error: nobody knows this command.|There are no files.
{"status":"stored","file":"{p}"}|{"status":"edited","file":"{p}"}|{"error":"not_found","file":"{p}"}|{"error":"no_match","file":"{p}"}|{"error":"timeout, try again"}|{"error":"unknown_command"}|[]
200 stored {p}|200 replaced in {p}|Error 404: {p}|Error 409: text absent from {p}|Error 503: unavailable for a moment, try again|Error 400: unknown command|204 nothing
done|done|Error: file missing ({p})|Error: text missing ({p})|Error: network hiccup; try once more|Error: command missing|none
Page {p} kept.|Page {p} reworded.|Error: page {p} does not exist|Error: could not find those words on page {p}|Error: connection lost, please run again|Error: not a command|No pages yet.
wrote text to {p}|1 change in {p}|Error! {p}? No such file.|Error! Nothing to replace in {p}.|Error! Temporarily out of memory, try later.|Error! Unknown program.|<none>
+ {p}|~ {p}|Error: ENOENT {p}|Error: ENOMATCH {p}|Error: EAGAIN try again|Error: ENOCMD|-
File {p} is up to date now.|Replacement made in {p}.|Error: could not find the file {p}|Error: could not find the passage in {p}|Error: could not reach the host just now, try again|Error: could not find the command|The workspace is empty.
Success: {p} written|Success: {p} changed|Error: path {p} invalid|Error: search text not present in {p}|Error: resource locked for a moment; retry|Error: command invalid|Success: 0 files
Thanks, {p} is stored.|Thanks, {p} is corrected.|Error: sorry, {p} isn't here.|Error: sorry, {p} says nothing like that.|Error: sorry, that took too long. Again, please.|Error: sorry, unknown command.|Nothing stored.
ok: put {p}|ok: sub {p}|Error (file): {p} not there|Error (text): not there in {p}|Error (temporary): run again|Error (command): not known|ok: 0""".split("\n")]

SYSTEMS = """You look after the files of a small school.|You help in a shop. Use the tools; say briefly what you did.|Writing desk assistant.|Act, then report in a sentence.|You are a careful secretary. You change only what you are asked to change, and you never guess what a file says: you read it.
Files here are plain text. One tool call at a time.|Be brief and exact.|You work for a bookshop with a tiny website.|A teacher talks to you between lessons. Do what is asked with the tools and answer in one short sentence.|Tool use is allowed. No chit-chat.|You can see a folder of texts. If a file that is named is not there, look what is there.
Help the author with the manuscript. Keep the other lines of a file untouched.|You maintain menus, price lists and opening hours for a cafe. Prices must be exactly right. When something fails, look at the reason and try the right thing next.|Assistant of the drama club.|Do the job. Then stop.|When a command reports a passing problem, run it once more.
You are Pim, the helper in the staff room.|Answer questions from the files, never from memory.|The user cannot see the files; you can.|Keep file formats as they are: if a list uses dashes, use dashes.|Every reply that is not a tool call is read by the user, so make it a clear sentence.|Small business office helper. Accuracy first.
You manage a folder for somebody who dislikes computers. Use plain words. Do not ask back unless nothing else is possible.|Precise text editor.|Our files are short. Read before you write, unless the request gives you everything that you need.|Content editor for web pages.|You keep the books of a choir, a class and a kiosk, in that order of importance.|Work quietly and correctly.|If asked for a fact, give the fact in a sentence.""".replace("\n", "|").split("|")
