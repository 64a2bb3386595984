"""Tools, wordings of results and system prompts of nils."""
import dorakits
from cases import Kit

# list / read / write / edit / run, then the names of path, text, old, new and command.
ROWS = """ls_repo cat_file save_file sed_file bash | path contents before after script | List all files in the repo.;Print a file.;Write a file, creating or overwriting it.;Replace a string in a file.;Run a shell command.
ListDir View Create StrReplace Terminal | filePath fileText oldString newString command | Lists every file of the project;Reads a file and returns its text;Creates or overwrites a file;Replaces oldString by newString in a file;Executes a command in the terminal
repo.files repo.get repo.put repo.change repo.exec | target data from to cmdline | All paths in the repository.;Get one file.;Put a file (full contents).;Change a snippet of a file.;Execute a command.
glob_all peek dump tweak sh | fname payload search replace shell | Returns the names of all files;Look at a file;Dump text to a file (replaces the old text);Tweak a file: search and replace;Run something in sh, returns stdout
project_index file_content_get file_content_set file_replace_snippet process_run | file_path full_text needle patch exec | Index of the project's files;Returns the content of the given file;Sets the content of the given file; makes it if new;Finds a snippet in a file and replaces it;Runs a process and returns its output
scan load store patch invoke | uri blob lhs rhs argv | list files;load a file;store a file;patch a file;invoke a command
getTree readSource writeSource modifySource runShell | src source original updated command | Get all file paths, one per line.;Read the source of a file.;Write the source of a file. Overwrites.;Modify part of a file: original is replaced by updated.;Run one command line and get its output.
fs-ls fs-cat fs-write fs-sub proc-spawn | location value match with input | Which files are there?;Show a file.;Write a whole file.;Substitute text in a file.;Spawn a command and wait for it.
workspace_ls workspace_open workspace_new_file workspace_edit console | path content old_text new_text run | Show what files exist.;Open a file to see its text.;Make a file with this content, or overwrite one.;Edit a file in place.;Type a command into the console.
box_ls box_cat box_put box_swap box_sh | where body out in cmd | What is in the box;One file of the box;Put a file into the box;Swap a text in a file;Shell in the box
find_files read_config write_config update_config run_job | config_path config_text current wanted job | Files of the service;Read a config;Write a whole config;Update a text in a config;Run a job or command
k.files k.view k.apply k.patch k.exec | manifest yaml minus plus command | All manifests and files;View one;Apply a whole file;Patch: minus becomes plus;Exec a command
api_list api_fetch api_store api_modify api_call | resource representation old_part new_part call | GET /files;GET /files/x;PUT /files/x;PATCH /files/x;POST /run
remote_dir remote_get remote_set remote_sub remote_cmd | remote_path text take give line | Directory of the remote;Fetch a remote file;Set a remote file;Substitute in a remote file;Command on the remote
vcs_tracked vcs_blob vcs_commit_file vcs_hunk vcs_hook | tracked_path blob_text removed added hook | Tracked files;A file's blob;Save a whole file;Apply a hunk;Run a hook or command
o_list o_read o_write o_edit o_run | f t a b c | list;read;write;edit;run""".split("\n")


def kits():
    out = []
    for i, row in enumerate(ROWS):
        names, fields, texts = (x.strip() for x in row.split(" | "))
        fields = fields.split()
        texts = texts.split(";")
        texts = texts if len(texts) == 5 else texts[:2] + [";".join(texts[2:-2])] + texts[-2:]
        out.append(Kit(dict(zip(dorakits.KINDS, zip(names.split(), texts))), fields, None if i % 3 == 1 else dict(zip(fields, dorakits.ABOUT[(i * 2) % 5]))))
    return out


KITS = kits()

WORDS = [dict(zip(dorakits.KEYS, x.split("|"))) for x in """saved {p}|patched {p}|ENOENT: {p}|no match in {p}|ETIMEDOUT, try again|sh: command not found|0 files
OK - wrote {p}|OK - updated {p}|ERROR - {p} does not exist|ERROR - string not found in {p}|ERROR - temporary network failure, retry|ERROR - unsupported command|repo is empty
{p}: written|{p}: replaced|{p}: No such file or directory|{p}: search text not present|503 service unavailable (temporary), please retry|127: not found|(empty)
Created/overwrote {p}.|Replacement made in {p}.|Could not open {p}: not found.|Nothing replaced: text not found in {p}.|Connection dropped. This is usually temporary.|That command can't be run here.|No files yet.
200 {p}|200 {p} changed|404 {p}|409 text not in {p}|504 gateway timeout, retry|400 bad command|204
put {p}|subst {p}|no {p}|no such text: {p}|busy, again please|what?|none
stored as {p}|{p} amended|{p} is not in the tree|old text missing from {p}|worker was evicted, rerun|exec format error|tree is empty
ok|ok|err: missing {p}|err: nomatch {p}|err: transient, retry|err: unknown command|empty
written to disk: {p}|edited on disk: {p}|cannot stat {p}|pattern absent: {p}|lost connection to the runner, please repeat|unknown binary|nothing found
{"status":"written","file":"{p}"}|{"status":"edited","file":"{p}"}|{"status":"missing","file":"{p}"}|{"status":"nomatch","file":"{p}"}|{"status":"retry"}|{"status":"unknown command"}|{"files":[]}""".split("\n")]

SYSTEMS = """You help backend devs in their repo. Use the tools, then reply briefly.
Be quick. Do the task with the tools and confirm.
You are the team's coding bot. All paths are relative to the repo root.
You can look at files, change them and run commands in this repository. Never guess what a file contains.
Answer in one or two sentences. Touch only what you were asked to touch.
You're pair programming with a developer.\\n\\n- do what they ask\\n- nothing more\\n- keep replies short
On-call helper. Speed matters, correctness more.
You operate the config repo. Every change is audited, so change exactly what is wanted.
Prod access. If a condition in the request is not met, leave everything alone and report.
Bot for service owners: look things up, edit configs, run checks.
Rules:\\n1. read before you edit\\n2. finish every item of a list\\n3. answer what was asked
You get short messages from busy engineers. Work out what they mean, do it, answer with the facts.
No small talk. Results only.
When a number is asked for, answer with the number.
You maintain deploy scripts and service configs. Never touch files that were not named or found by the request.
Ops assistant. Tools: files and commands. One call at a time.""".replace("\\n", "\x00").split("\n")
SYSTEMS = [s.replace("\x00", "\n") for s in SYSTEMS]
TESTED = ["Test command: `{c}`", "`{c}` runs the tests in this repo.", "When asked to run the tests, run `{c}`.", "The test suite is started with {c}.", "Tests = `{c}`.", "Repo facts: tests run by `{c}`, main branch is protected.", "To test anything here, use {c}.", "For tests there is one command: `{c}`", "CI executes `{c}`; use the same for tests.", "Testing: {c}"]
