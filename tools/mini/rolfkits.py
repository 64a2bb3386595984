"""Tool kits, wordings of results and system prompts for helpers around the house."""
import cases
import dorakits

# list / read / write / edit / run, then the names of path, text, old, new and command.
ROWS = """look_around open_file save_file swap_words run_script | file_name contents these_words those_words command_line | See which files there are in the folder.;Open a file and see its text.;Save text in a file. An older file of this name is overwritten.;In a file, put some words in place of others.;Run one command line: a script that is set up here, or rm or wc -l.
ListFolder GetFile PutFile ReplaceInFile Terminal | Path Data Search Replace Input | All files with their folders;Full text of one file;Create or overwrite one file;Replace one string by another in a file;Terminal (scripts of the project, rm FILE, wc -l FILE)
folder_contents note_read note_write note_correct helper_start | note wording before after program | What is in the folder, subfolders included.;Reads a note.;Writes a note, replacing what was in it.;Corrects part of a note.;Starts a helper program or a simple command like rm.
ls_all cat_file tee_file sub_once sh_c | f stdin pat sub c | ls -R;cat;write stdin to file;literal substitution;sh -c, with rm, wc -l and project scripts
showDocuments viewDocument composeDocument reviseDocument performTask | title fullText phrase newPhrase commandLine | Lists every document you have access to.;Shows a document in full.;Composes a document: stores the given text under the given title, replacing any earlier text.;Revises a document by exchanging a phrase in it.;Performs a task on the computer, given as a command line (build and check scripts, rm to delete, wc -l to count lines).
fs-index fs-get fs-set fs-modify sys-exec | uri value from to exec | Index of files.;Get a file.;Set a file's text.;Modify a file.;Execute a command, e.g. rm or a script.
peek_in_drawer take_out_paper put_in_paper rub_out_and_write ring_bell | paper text_on_it rub_out write_there order | Peek in the drawer: names of all papers.;Take out a paper and read it.;Put a paper with this text in the drawer, where one of the same name is thrown out.;Rub out something on a paper and write something else there.;Ring for the machine to carry out a command, such as rm or any script.
project_files project_file_text project_new_text project_replace project_command | name text original changed run | Returns the files of the project.;Returns the text of a file of the project.;Gives a file of the project a new text and makes the file if need be.;Replaces a text within a file of the project.;Runs a command in the project (its scripts, rm, wc -l).
everything show keep alter try_command | which what out in how | What have we got here?;Show me this one.;Keep this text under this name.;Alter a bit of the text.;Try out a command: a script, rm or wc -l.
shelf_names shelf_take shelf_put shelf_mend shelf_do | jar inside spot_now spot_then chore | Names of all jars on the shelf;What is inside a jar;Fill a jar anew;Mend a spot in a jar;Do a chore by command
box.index box.card box.file box.correct box.errand | card words wrong right errand | Every card in the box;Reads a card;Files a card with these words;Corrects words on a card;Runs an errand: a command line
filesList fileOpen fileSave fileChange programRun | fileName fileText textNow textThen program | The list of files;Opens a file;Saves a file, old text is lost;Changes text in a file;Runs a program
what_files look_into write_down cross_out start | where words crossed_out written_over command | Which files are there?;Look into one;Write words down in a file (everything that was there goes);Cross words out and write others over them;Start a command
home-ls home-cat home-put home-fix home-run | path body find fix cmd | Names;Text of one;Put body at path;Find it and fix it;Run cmd
recipes_all recipes_get recipes_set recipes_amend kitchen_run | recipe full_recipe old_step new_step order | All recipes and other files;Get a recipe's text;Set the full recipe;Amend a step;Give the kitchen computer an order
GetAllNames GetOne StoreOne PatchOne Execute | Name Content OldBit NewBit Line | Names of everything;Content of one;Store content;Patch a bit;Execute a line
folder/show file/show file/save file/replace machine/do | file text this by_that line | Show the folder;Show a file;Save a text as a file;Replace this by that;Have the machine do a line
dirlist viewtext settext edittext execline | fn txt s1 s2 cl | dir list;view;set;edit;exec
my_pages my_page_open my_page_save my_page_edit my_computer | page page_text piece new_piece do_this | All my pages;Open one of my pages;Save a page of mine;Edit a piece of my page;Let my computer do this
list_notes get_note put_note fix_note run_tool | id content search_for replace_with tool_line | Lists the notes by path;Gets a note;Puts a note there, overwriting;Fixes a passage of a note;Runs a tool (scripts, rm, wc -l)
see read_out set_down set_right carry_out | paper wording mistake correction task | See all papers;Read one out;Set a text down on paper;Set a mistake right;Carry a command out
archive_names archive_fetch archive_store archive_amend archive_job | document text passage new_passage job | Names in the archive;Fetch a document;Store a document;Amend a passage;Start a job
cupboard open_drawer fill_drawer repair_drawer push_button | drawer filling broken_part spare_part button | What the cupboard holds;Open a drawer;Fill a drawer with text;Repair a part of the filling;Push a button: a command
nb.tree nb.page nb.page_set nb.page_sub nb.cmd | page markdown was is cmd | Tree of pages;One page;Set a page;Substitute in a page;Command""".split("\n")
ABOUT = [("The file, with its folder if it has one", "What the file shall contain", "Words that are in the file", "Words that shall be there instead", "What to run"), ("Name, the same as the file path", "Complete wording", "Passage as it is before", "Passage as it is after", "Program with its arguments"),
         ("which file", "all of the text", "what goes out", "what comes in", "the command"), ("path from the top of the folder", "the whole text, lines apart", "the exact text", "the text that takes over", "a command line"), ("Which one?", "Everything that stands in it", "What is there now", "What shall stand there", "What shall be done")]
KINDS = ["list", "read", "write", "edit", "run"]


def kits():
    out = []
    for i, row in enumerate(ROWS):
        names, fields, texts = (x.strip() for x in row.split(" | "))
        fields = fields.split()
        out.append(cases.Kit(dict(zip(KINDS, zip(names.split(), texts.split(";")))), fields, None if i % 3 == 1 else dict(zip(fields, ABOUT[i % 5]))))
    return out


KITS = kits()
KEYS = ["wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"]
WORDS = [dict(zip(KEYS, x.split("|"))) for x in """Saved: {p}|{p} now has the new words.|Sorry, {p} was not found.|Sorry, those words are not in {p}.|Sorry, too busy just now. Please try again.|Sorry, that command is not known here.|The folder is empty.
written|replaced|no such file: {p}|no match in {p}|temporary failure|command not found|0 files
\u2713 {p}|\u2713 {p} updated|\u2717 {p}: not there|\u2717 {p}: text not found|\u2717 hiccup, once more please|\u2717 unknown command|(nothing)
The paper {p} is in its place.|The paper {p} was changed.|There is no paper called {p}.|That does not stand on {p}.|The line was engaged.|Nobody here can do that.|There are no papers.
{"saved": "{p}"}|{"changed": "{p}"}|{"error": "not found", "file": "{p}"}|{"error": "text not found", "file": "{p}"}|{"error": "try later"}|{"error": "unknown command"}|{"files": 0}
I have kept {p} for you.|I have corrected {p}.|I looked everywhere, but there is no {p}.|I read {p} twice, and that is not in it.|Something was in the way. Again, please.|I don't know how to do that.|Nothing here yet.
ok {p}|ok, 1 place in {p}|not there: {p}|not in {p}|busy, repeat|what?|no files
filed under {p}|{p} amended|nothing is filed under {p}|passage not found in {p}|interrupted, try again|no such job|the archive is empty
Jar {p} filled.|Jar {p} mended.|No jar {p} on the shelf.|No such spot in jar {p}.|Hands full, ask again.|Not a chore I know.|The shelf is bare.""".split("\n")] + dorakits.WORDS[::3]
SYSTEMS = """You help Rosa with the files on her computer.
You are a friendly assistant. You can look at files, change them and start scripts.
Be brief. Do exactly what you are asked, no more.
You look after a folder of notes, recipes and web pages. Always check a file before you change it.
Assistant for a home office. Tools are available; use them rather than guessing.
When you have finished, tell the user in one plain sentence what you did.
You are working in a small folder. Paths are given from its top.
You help people who are no programmers. Use plain words, no jargon.
Kitchen table helper. Files, lists, small scripts.
The user is kind but a little vague; look at the files before you act.
Never change a file that nobody mentioned.
Answer what was asked, all of it. If there are two questions, give two answers.
If only a number is asked for, give only the number.
You keep a household's papers in order. Be careful and polite.
If a condition does not hold, change nothing and say so.
You are the helper of a small club: minutes, lists, web pages, money.
Be warm, but short.
Copy texts exactly as they are given, with every comma and bracket.
You can list, read, write and edit files and run commands. Stop when the job is done.
Tools only for what is needed. Then one or two plain sentences.""".split("\n")
TESTED = """The tests are started with `{c}`.|If someone asks for the tests, run `{c}`.|Test command: {c}|Tests live behind `{c}`, run that.|"Test everything" means {c}.|Whenever tests are wanted, it is `{c}` that does them.|This folder's tests: `{c}`|To see whether all is well, run {c}; that is the test.""".split("|")
