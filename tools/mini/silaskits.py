"""Tool kits, wordings of results and system prompts around operations and data work."""
import cases

# list / read / write / edit / run, then the names of path, text, old, new and command.
ROWS = """paths_all path_show path_store path_patch host_exec | path payload was now line | All paths of the checkout;Show the text at a path;Store a text at a path;Patch one text into another;Execute a line on the host
op_index op_fetch op_commit op_amend op_shell | item body gone here cmd | Index of items;Fetch an item;Commit an item as a whole;Amend a piece of an item;Shell command
ConfigList ConfigGet ConfigPut ConfigSwap ConfigExec | name value from to command | Names of all configuration files;Get one;Put one, old text is lost;Swap a text in one;Execute a command
ls get put sub do | f t a b c | names;text of f;t into f;a to b in f;do c
survey_files inspect_file author_file correct_file operate | file_path file_body faulty fixed operation | Survey the files;Inspect one file;Author a file;Correct a faulty text;Operate a command
runbook.ls runbook.cat runbook.tee runbook.sed runbook.sh | doc lines pattern subst script | Documents;Read a document;Write a document;Literal substitution;Run a script line
desk_catalogue desk_lookup desk_file desk_alter desk_call | sheet content existing desired call | Catalogue of sheets;Look a sheet up;File a sheet;Alter a text on a sheet;Call a program
allFiles showFile saveFile tweakFile shell | filePath fileText before after commandLine | All files;Show a file;Save a file;Tweak a file;Shell
stock_take pull_text push_text splice console | key text cut paste input | Take stock of the files;Pull a text;Push a text;Cut a text and paste another;Console input
node_tree node_read node_write node_diff node_proc | node bytes minus plus proc | Tree;Read a node;Write a node;Apply minus and plus;Start a process
LISTING CONTENT STORE ALTER EXECUTE | FILE TEXT OLD NEW COMMAND | LISTING OF FILES;CONTENT OF A FILE;STORE A FILE;ALTER A FILE;EXECUTE A COMMAND
agent-ls agent-view agent-save agent-fix agent-sh | path full_text wrong_text right_text sh | List;View;Save;Fix a text;Shell
dir_dump file_dump file_load file_morph job_start | fname blob src dst job | Dump of the directory;Dump of a file;Load a blob into a file;Morph a text in a file;Start a job
bay_contents bay_open bay_fill bay_exchange bay_start | slot filling remove_text insert_text start | Contents of the bay;Open a slot;Fill a slot;Exchange texts;Start something
get_inventory get_record set_record fix_record exec_record | record data bad good exec | Inventory;One record;Set a record;Fix a part of a record;Execute
tree open overwrite substitute bash | filename content search replace command | Tree of files;Open a file;Overwrite or create a file;Substitute a text;Bash
remote_ls remote_cat remote_cp_text remote_replace remote_ssh | remote_path text old_text new_text ssh_command | List remote files;Print a remote file;Copy text into a remote file;Replace in a remote file;Command over ssh
scope look note mend fire | at words wrong right what | What is in scope;Look at something;Note something down;Mend something;Fire a command
vault_list vault_get vault_set vault_mod vault_run | entry secret_text current next action | List entries;Get an entry;Set an entry;Modify an entry;Run an action
ops__files ops__text ops__save ops__replace ops__command | file text find with command | Files;Text of a file;Save a file;Find a text and replace it;Give a command
etl_sources etl_extract etl_load etl_transform etl_execute | source rows match output step | Sources;Extract the text of a source;Load text into a source;Transform a match;Execute a step
folder_view file_view file_compose file_touchup program | document document_body phrase new_phrase program_line | View the folder;View a file;Compose a file;Touch up a phrase;Start a program
q.list q.read q.write q.edit q.exec | p body o n x | list;read;write;edit;exec
fetch_names fetch_body send_body send_change send_command | resource body previous following command | Fetch the names;Fetch a body;Send a body;Send a change;Send a command
Workspace_enumerate Workspace_retrieve Workspace_persist Workspace_revise Workspace_invoke | locator document excerpt revision invocation | Enumerate;Retrieve a document;Persist a document;Revise an excerpt;Invoke""".split("\n")
ABOUT = [("the path", "the complete text", "text as it is", "text as it shall be", "the command"), ("path as the listing shows it", "whole content", "exact piece to take out", "piece to put in", "command to run"), ("which file is meant", "what it shall contain", "what stands there now", "what shall stand there", "what to start")]
KINDS = ["list", "read", "write", "edit", "run"]


def kits():
    out = []
    for i, row in enumerate(ROWS):
        names, fields, texts = (x.strip() for x in row.split(" | "))
        fields = fields.split()
        out.append(cases.Kit(dict(zip(KINDS, zip(names.split(), texts.split(";")))), fields, None if i % 4 == 1 else dict(zip(fields, ABOUT[i % 3]))))
    return out


KITS = kits()
KEYS = ["wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty"]
WORDS = [dict(zip(KEYS, x.split("|"))) for x in """{p} stored|{p} patched|Error: {p} is not here|Error: {p} lacks that text|Error: lock busy, once more please|Error: unknown program|no paths
ok|ok|Error: no {p}|Error: no match|Error: again|Error: what|none
File written ({p}).|File altered ({p}).|Error: there is no file {p}.|Error: that text is not part of {p}.|Error: the host was unreachable for a moment.|Error: the host has no such command.|There are no files.
200 {p}|200 {p}|Error: 404 {p}|Error: 422 {p}|Error: 503 try later|Error: 501|204
stored: {p}|altered: {p}|Error: missing: {p}|Error: unmatched: {p}|Error: interrupted, repeat|Error: unsupported command|empty listing
saved|done|Error: ENOENT: {p}|Error: ENOMATCH: {p}|Error: ETIMEDOUT|Error: ENOCMD|(nothing)
{"saved":"{p}"}|{"patched":"{p}"}|Error: {"missing":"{p}"}|Error: {"unmatched":"{p}"}|Error: {"retry":true}|Error: {"unknown":true}|{"paths":[]}
Text is in {p} now.|{p} was changed once.|Error: nothing is stored at {p}.|Error: the passage does not occur in {p}.|Error: short outage, run it again.|Error: I cannot run that.|Nothing stored yet.
committed {p}|amended {p}|Error: unknown item {p}|Error: item {p} has no such piece|Error: worker lost, retry|Error: no such operation|no items
[w] {p}|[e] {p}|Error: [?] {p}|Error: [x] {p}|Error: [~] temporary|Error: [!] unknown|[]
The write to {p} went through.|The change to {p} went through.|Error: could not find {p}.|Error: could not find the text in {p}.|Error: could not get through, please retry.|Error: could not find the command.|No files found.
1 file|1 change|Error: 0 files match {p}|Error: 0 matches in {p}|Error: slot taken, try again|Error: not installed|0 files""".split("\n")]

SYSTEMS = """You assist an operations desk. Answer with what was asked, nothing more.
You work on configuration files. Look before you change.
Data office helper. Figures must come from the files, never from memory.
Do what the ticket says and report in one line.
You have a listing, a reader, a writer, an editor and a shell.
Numbers in a request are limits unless it says otherwise; the current value stands in the file.
You are on night duty with an engineer. Short answers.
If a request has a condition, check the condition before you act.
Touch only the files that are named or that you were told to find.
Operations bot. Plain text only.
You are careful: when nothing has to be changed, change nothing and say so.
Requests come from people in a hurry; they may be terse. Work out what is meant from the files.
Count exactly. Copy values exactly.
You help with housekeeping in a repository of configs, reports and jobs.
Tool use is free, words are not.
When something is asked about, answer it; when something is ordered, do it.
A prohibition in the request stands above everything else.
Never edit a file that you were told to leave alone.
You are the second pair of hands for a database team.
Run commands exactly as they are written.
Reports go to people who have not seen the files, so name the value.
You are an agent in a sandbox. Work, then give the result.
Stay inside the workspace. Finish every item of a list.
If the tests fail, the message tells you where to look.
Please be brief and factual.
Everything is kept under version control; small changes are welcome.""".split("\n")
TESTED = """Tests: `{c}`.|To test, run {c}.|The check command here is `{c}`.|Before you report, {c} has to pass.|Verify with `{c}`.|When somebody says tests, they mean {c}.|House rule: {c} after every change.|test command = {c}|Our test run is started with `{c}`.|Use {c} to check the configuration.""".split("|")
