"""Tool sets, message tables and system prompts for the toy workspace."""
import cases

_RAW = """
list_pages|See all pages;open_page|Read a page;save_page|Save a page;amend_page|Swap some text on a page;do_command|Run a command;page,content,before,after,command
listRecipes|Names of all recipe cards in the box.;readRecipe|Read one recipe card.;putRecipe|Put a recipe card in the box, replacing one of the same name.;tweakRecipe|Change a passage of a recipe card.;cookCommand|Carry out a kitchen command and show what it says.;card,body,passage,instead,order
pantry.list|List the jars;pantry.look|Look into a jar;pantry.fill|Fill a jar with text;pantry.swap|Swap text inside a jar;pantry.run|Run a shell line;jar,filling,take_out,put_in,line
Shelf-List|Lists what is on the shelf.;Shelf-Read|Reads an item from the shelf. Gives the whole text back.;Shelf-Write|Writes an item on the shelf. An older one is overwritten.;Shelf-Edit|Edits an item: every occurrence of a text is replaced.;Shelf-Exec|Executes a command.;item,text,find,replace,cmd
harbour_manifest|Everything that is on board;harbour_inspect|Inspect one crate on board and report its contents;harbour_load|Load a crate with the given contents;harbour_restow|Replace part of a crate's contents;harbour_signal|Signal the engine room to run a command;crate,contents,old_part,new_part,signal
ListFiles|List files.;ReadFile|Read file.;WriteFile|Write file.;ReplaceInFile|Replace in file.;RunShell|Run shell.;Path,Text,Old,New,Command
garden-beds|What grows here: the names of all files;garden-look|Look at one file;garden-plant|Plant a file: create or overwrite it;garden-graft|Graft: replace some text of a file by other text;garden-tool|Use a tool of the shed (a command);bed,seed,cut,graft,tool
bucket.keys|Returns all object keys in the bucket.;bucket.get|Fetches the object stored under a key.;bucket.put|Stores an object under a key.;bucket.patch|Finds and substitutes text in a stored object.;job.start|Starts a job and waits for its output.;key,value,search,substitute,job
fs_ls|ls;fs_cat|cat;fs_save|save;fs_sub|sub;fs_sh|sh;f,s,a,b,c
showAllDocuments|Shows the names of all documents in the office.;openDocument|Opens a document and returns its text.;storeDocument|Stores a document with the text that you give. If the document exists, its text is lost.;correctDocument|Corrects a document by replacing a piece of text with another.;officeCommand|Has the clerk run a command and reports what came out.;document,fullText,wrongText,rightText,commandLine
class_register|Who is here? Lists every file.;class_read_aloud|Reads a file aloud.;class_write_down|Writes a file down.;class_rub_out|Rubs out a text in a file and writes another in its place.;class_do|Does an exercise (a shell command).;sheet,writing,rubbed,fresh,exercise
get-listing|Listing of the project;get-file|Text of a project file;set-file|Create a project file or overwrite it;modify-file|Search and replace in a project file;invoke|Invoke a program with its arguments;file-path,file-text,search-text,replace-text,program
Catalogue|Lists all books of the little library;Borrow|Borrow a book to read what it says;Deposit|Deposit a book with its text;Revise|Revise a book: the old wording gives way to the new;Request|Make a request at the desk and hear the reply;Title,Wording,OldWording,NewWording,Desk
ws.names|file names;ws.view|view a file;ws.create|create a file with content (replaces);ws.update|update a file: exact text to new text;ws.shell|shell command;name,content,exact,new,shell
suitcase_contents|Lists what is packed.;suitcase_unpack|Takes a thing out to read it.;suitcase_pack|Packs a thing with this text.;suitcase_repack|Exchanges a text in a packed thing.;travel_desk|Asks the travel desk to perform a command.;thing,text,remove,insert,command
query_index|Query the index of stored notes;query_note|Query one note by its id (its path);upsert_note|Insert a note or update it in full;patch_note|Patch a note, replacing a fragment;spawn|Spawn a process and collect its output;note_id,markdown,fragment,replacement,process
lsAll|Every file there is;peek|Peek into a file;scribble|Scribble a whole file;touchUp|Touch up a file, swapping one text for another;fire|Fire off a command;where,what,from,into,how
till.receipts|List the receipts kept in the till.;till.show|Show a receipt.;till.print|Print a receipt with given lines.;till.amend|Amend a receipt: one text is replaced.;till.key|Press a key combination, that is, run a command.;receipt,lines,was,becomes,keys
DirectoryOverview|Gives an overview of the directory. Needs no arguments.;FileContents|Gives the contents of the file at a path.;FileStore|Stores contents at a path. Folders need not exist.;FileAmend|Amends the file at a path. The text sought must be in it.;CommandResult|Gives the result of a command.;FilePath,FileContent,Sought,Given,CommandText
choir_songs|All song sheets;choir_sing|Sing a song sheet, that is, read it;choir_compose|Compose a song sheet;choir_retune|Change words of a song sheet;choir_conduct|Conduct a command;song,lyrics,words,new_words,baton
tree|Show tree;show|Show one;make|Make one;alter|Alter one;exec|Execute;target,data,match,subst,argv
attic-inventory|Inventory of boxes in the attic;attic-open-box|Open a box and read the label inside;attic-pack-box|Pack a box: write its whole text;attic-relabel|Relabel: put new text where the old text was;attic-errand|Run an errand, which is a command line;box,label,old-label,new-label,errand
editor_files|The files that the editor knows of.;editor_open|Open a file in the editor to see its text.;editor_save_as|Save text as a file.;editor_find_replace|Find a text in a file and replace it everywhere.;terminal|Type a line in the terminal and see the output.;file_name,whole_text,find_what,replace_with,typed_line
farm.fields|names of the fields;farm.walk|walk through a field (read it);farm.sow|sow a field (write it);farm.weed|weed a field: old text out, new text in;farm.tractor|drive the tractor: run a command;field,crop,weed,crop_instead,drive
store__enumerate|Enumerate stored entries;store__retrieve|Retrieve a stored entry by path;store__persist|Persist an entry (path and text);store__transform|Transform an entry by literal substitution;store__dispatch|Dispatch a command to the host;entry_path,entry_text,literal,substitution,host_command
"""
_ABOUT = [("the path of the file", "the whole text", "the text to be replaced", "the text that replaces it", "the command to run"), ("which file", "what it shall hold", "what is there now", "what shall be there", "what to run"), ("Path", "Content", "Exact old text", "New text", "Command line"), ("name of the file, with its folder if it has one", "full new text of the file", "a passage as it stands in the file", "what you want there instead", "a line as you would type it")]


def _kits():
    """The kits of the table above; two of three have described parameters."""
    out = []
    for i, line in enumerate(_RAW.strip().split("\n")):
        *tools, fields = line.split(";")
        fields = fields.split(",")
        names = {k: tuple(t.split("|")) for k, t in zip(("list", "read", "write", "edit", "run"), tools)}
        out.append(cases.Kit(names, fields, dict(zip(fields, _ABOUT[i % 4])) if i % 3 else None))
    return out


KITS = _kits()
_KEYS = ("wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty")
WORDS = [dict(zip(_KEYS, line.split("|"))) for line in """
Saved {p}|Changed {p}|There is no {p} here|That text is not in {p}|The line was busy; please try again|I do not know that command|nothing here
ok: {p} written|ok: {p} edited|error: {p} does not exist|error: no match in {p}|error: temporary failure, retry|error: command not found|no files
{p} is on file now.|{p} has been amended.|Sorry, {p} could not be found.|Sorry, {p} does not contain that text.|Sorry, a hiccup. Once more, please.|Sorry, no such command.|The folder is empty.
WRITE {p} DONE|EDIT {p} DONE|ERR_NOT_FOUND {p}|ERR_NO_MATCH {p}|ERR_TIMEOUT RETRY|ERR_BAD_COMMAND|EMPTY
stored|replaced|missing: {p}|not found in {p}: old text|temporarily unavailable, repeat|unknown command|-
201 Created {p}|200 Updated {p}|404 Not Found {p}|409 No such text in {p}|503 Service Unavailable, try again|400 Bad command|204 No content
Your page {p} is safe.|Your page {p} is corrected.|No page is called {p}.|Page {p} says nothing like it.|The oven was cold. Try again.|Nobody here can do that.|Not a single page.
done ({p})|done, swapped in {p}|cannot open {p}: no such file|cannot edit {p}: text absent|interrupted, run it again|cannot run: unknown|(none)
wrote file {p}|patched file {p}|FileNotFoundError: {p}|ValueError: text not in {p}|TimeoutError: please retry|CommandError: not known|[]
{"ok": true, "path": "{p}"}|{"ok": true, "edited": "{p}"}|{"ok": false, "error": "no file {p}"}|{"ok": false, "error": "no match in {p}"}|{"ok": false, "error": "timeout, retry"}|{"ok": false, "error": "unknown command"}|{"ok": true, "files": 0}
Aye, {p} is stowed.|Aye, {p} is restowed.|No crate {p} aboard.|Crate {p} holds no such thing.|Rough sea, signal again.|Signal not understood.|The hold is empty.
Planted {p}.|Grafted {p}.|No bed named {p}.|Nothing like that grows in {p}.|It rained. Try once more.|No such tool in the shed.|Bare soil.
+ {p}|~ {p}|! {p}: not there|! {p}: text not there|! flaky connection, again please|! what?|.
The file {p} was written successfully.|The file {p} was changed successfully.|The file {p} was not found. Look at the listing.|The text was not found in {p}. Read the file first.|The command did not answer in time. It may work next time.|The command is not available.|There are no files.
Created/updated: {p}|Substituted in: {p}|Unknown path: {p}|Nothing to substitute in: {p}|Connection reset, please repeat|Unknown program|0 files
Printed {p}|Amended {p}|No receipt {p}|{p} has no such line|Paper jam. Press again.|That key does nothing.|No receipts.
put {p}: fine|patch {p}: fine|get {p}: no such key|patch {p}: search text not present|job lost its worker, start it again|job type unknown|bucket is empty
Noted in {p}!|Fixed in {p}!|Hmm, I see no {p}.|Hmm, {p} does not say that.|Oops, that stalled. Have another go.|Hmm, never heard of it.|Nothing at all yet.
SUCCESS {p}|SUCCESS {p}|FAILURE: NO FILE {p}|FAILURE: TEXT MISSING FROM {p}|FAILURE: TRY AGAIN|FAILURE: UNKNOWN COMMAND|NO FILES
{p} saved, have a nice day|{p} edited, have a nice day|{p}? not on the shelf|{p} lacks that passage|the clerk was at lunch, ask again|the clerk cannot do that|empty shelf
[info] wrote {p}|[info] edited {p}|[error] {p}: file missing|[error] {p}: pattern missing|[warn] transient fault, rerun|[error] unknown command|[info] empty
Packed {p}.|Repacked {p}.|{p} was not packed.|{p} holds no such text.|Desk closed for a moment, try again.|The desk does not offer that.|Empty suitcase.
write ok|edit ok|no file {p}|no such text in {p}|busy, again|unknown|empty
The book {p} is deposited.|The book {p} is revised.|We have no book {p}.|The book {p} lacks this wording.|Silence please! Ask again.|We do not do that here.|The shelves are bare.
File {p}: contents set.|File {p}: contents adjusted.|File {p}: does not exist (check the name).|File {p}: the old text does not occur.|Run aborted by a short outage; repeat it.|Run refused: no such command.|Listing: none.
""".strip().split("\n")]
SYSTEMS = [None, "You look after the files of a small bakery.", "Be brief. Use the tools.", "You are a kind office helper. Do what is asked, nothing more.", "You work in a workspace of text files. Use the functions to look before you change anything, and tell the user what you did.", "Act, then report in one sentence.", "You help a primary school teacher with her papers.", "You are the clerk of a village hall.", "If a command fails with a temporary error, run it again.", "Never change files that you were not asked to change.", "You keep the books of a corner shop. Work carefully.", "The user is busy. Do the work without asking back.", "You help people who plan journeys. Their notes are files.", "Keep to the user's exact wording when you write files.", "You are a careful assistant; when a path does not exist, list the files.", "Answer shortly, in plain words.", "You are a household helper. Files hold lists, bills and recipes.", "Use a tool whenever the answer is in a file.", "You are at the service of the allotment society.", "You can list, read, write and edit files and run commands.", "You are Pip, the helper of a seaside guest house.", "Finish the whole job before you answer.", "Tools are there to be used. Be friendly.", "You maintain a small repository for a community kitchen.", "Please be accurate: a wrong price upsets the customers.", "You serve a choir's secretary."]
