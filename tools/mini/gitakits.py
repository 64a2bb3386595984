"""Tools of the clients and frameworks that gita meets, what the workspace answers, and
system prompts of its operators."""
from cases import Kit

# list, read, write, edit, run; then path, text, old, new, command.
ROWS = """
inventory|fetch_file|put_file|patch_file|exec_shell ; file|body|before|after|cmdline
fs.ls|fs.cat|fs.put|fs.sub|sh.exec ; path|data|from|to|line
listWorkspace|openDocument|saveDocument|swapText|launchCommand ; documentPath|documentText|oldText|newText|commandText
ws_index|ws_load|ws_store|ws_alter|ws_invoke ; key|payload|match|replacement|invocation
show_tree|show_file|overwrite_file|search_replace|terminal ; filepath|file_text|search|replace|input
GetFiles|GetContent|SetContent|ReplaceContent|StartProcess ; Name|Value|Pattern|Substitute|ArgumentList
remote_dir|remote_get|remote_put|remote_sed|remote_ssh ; remote_path|remote_body|find|put|ssh_command
enumerate_files|slurp|spew|amend|shellout ; target|contents|was|becomes|incantation
file-listing|file-view|file-create|file-change|job-run ; file-name|file-content|current-text|desired-text|job-line
node_files|node_read|node_write|node_edit|node_task ; location|bytes|original|updated|task
cabinet|pull_paper|file_paper|correct_paper|ring_operator ; folder_path|paper_text|wrong|right|message
lsFiles|readTextFile|writeTextFile|editTextFile|runBash ; p|t|o|n|c
survey|inspect|record|revise|operate ; item|entry|present|wanted|instruction
ops_catalog|ops_peek|ops_push|ops_tweak|ops_fire ; artefact|full_text|old_fragment|new_fragment|shell_line
workspace__list|workspace__read|workspace__write|workspace__replace|workspace__shell ; uri|content|needle|thread|script
dirEntries|grabFile|dropFile|mendFile|doCommand ; whichFile|whatText|textNow|textThen|whatCommand
ls_all|cat_one|tee_one|sed_one|bash_one ; fname|stdin|lhs|rhs|argv
manifest|checkout_file|commit_file|hotfix|pipeline ; ref|blob|hunk_old|hunk_new|stage
what_is_here|look_into|lay_down|turn_into|carry_out ; where|words|this|that|order
vm_list_files|vm_download|vm_upload|vm_modify|vm_command ; vm_path|vm_data|vm_old|vm_new|vm_cmd
listEntries|loadEntry|storeEntry|rewriteSpan|callSystem ; entryId|entryBody|spanBefore|spanAfter|systemCall
desk_files|desk_open|desk_save|desk_fix|desk_console ; doc|doc_text|text_before|text_after|console_line
config_ls|config_get|config_set|config_sub|host_run ; cfg_path|cfg_text|cfg_old|cfg_new|host_cmd
names|view|compose|exchange|perform ; of_file|with_text|take_out|put_in|command_to_perform
agent_scan|agent_read_path|agent_write_path|agent_substitute|agent_bash ; abs_path|raw|substring|with|bash
storage-index|storage-fetch|storage-upload|storage-patch|runner-start ; object|object_data|patch_out|patch_in|run_line
scan_dir|get_text|set_text|replace_text|sys_call ; rel_path|full|a|b|call
kubeFiles|kubeRead|kubeApply|kubePatch|kubeExec ; manifestPath|manifestText|strategicOld|strategicNew|execLine
toolbox_ls|toolbox_head|toolbox_emit|toolbox_swap|toolbox_go ; filename|emit|swap_out|swap_in|go
all_paths|text_of|make_file|change_passage|type_at_prompt ; a_path|its_text|old_passage|new_passage|typed
""".strip().split("\n")
SAYS = [
    ["Lists the paths of all files.", "Returns the text of one file.", "Creates a file or overwrites it.", "Replaces a piece of text in a file.", "Runs a command line and returns its output."],
    ["What files are there?", "Look at a file.", "Save a whole file.", "Swap one text for another, everywhere in the file.", "Execute on the box."],
    ["ls of the workspace", "cat", "write (truncates first)", "literal search and replace", "shell, one line, no pipes"],
    ["Enumerate every file that the operator put in this workspace.", "Fetch the complete contents of the file at the given path.", "Store the given text as the new and complete contents of a file; it is made if it does not exist.", "Edit a file in place: each occurrence of the first text becomes the second one. Fails if the text is not there.", "Start a command on the host and wait for what it prints."],
    ["Directory listing", "Read access", "Write access", "In-place change", "Command access"],
    ["Use this to find out which files exist.", "Use this before changing what you have not seen.", "Use this for new files and for whole rewrites.", "Use this for small exact changes.", "Use this for checks, restarts, reports and for rm."],
]
ABOUT = [
    ["Path of the file.", "Complete text of the file.", "Text that is there now, exactly.", "Text that shall stand there instead.", "The command line."],
    ["which file", "everything that goes in", "exact match", "replacement", "what to execute"],
    ["Relative to the workspace root, as listed.", "UTF-8 text.", "Must occur in the file.", "May be empty.", "e.g. wc -l FILE"],
    ["file path (string)", "file body (string)", "old string", "new string", "command (string)"],
]
KINDS = "list read write edit run".split()


def kits():
    out = []
    for i, row in enumerate(ROWS):
        names, fields = (x.strip().split("|") for x in row.split(";"))
        for k in (0, 1):
            says, about = SAYS[(i + 3 * k) % len(SAYS)], ABOUT[(i + k) % len(ABOUT)]
            out.append(Kit(dict(zip(KINDS, zip(names, says))), fields, dict(zip(fields, about)) if (i + k) % 3 else None))
    return out


KITS = kits()

W = "wrote edited missing nomatch transient unknown empty".split()
WORDS = [dict(zip(W, (x.strip() for x in row.split("|")))) for row in """
saved {p}|patched {p}|Error: {p} does not exist|Error: the old text is not in {p}|Error: host busy, please retry|Error: command not found|(no files)
ok|ok|Error 404: {p}|Error 409: no match in {p}|Error 503: temporarily unavailable|Error 127: unknown command|nothing here
{p}: stored|{p}: changed|{p}: cannot open, no such file - failed|{p}: failed, text not found|failed: connection reset by peer (temporary)|failed: unknown command|empty workspace
File {p} has been written successfully.|File {p} has been updated successfully.|Error: File {p} was not found in the workspace.|Error: No occurrence of the given text in {p}.|Error: The operation timed out. You may try again.|Error: This command is not available.|There are no files.
{"status":"written","file":"{p}"}|{"status":"replaced","file":"{p}"}|{"status":"error","reason":"not found","file":"{p}"}|{"status":"error","reason":"no match","file":"{p}"}|{"status":"error","reason":"timeout, retry"}|{"status":"error","reason":"bad command"}|{"files":[]}
upload of {p} complete|edit of {p} complete|Error: ENOENT {p}|Error: EMATCH {p}|Error: EAGAIN, try once more|Error: ENOCMD|-
+ {p}|~ {p}|! missing {p} (error)|! no such text in {p} (error)|! lock held, try later (transient error)|! no such command (error)|.
Done, {p} is on disk.|Done, {p} now has the new text.|Error: I see no {p} here|Error: {p} has no such text|Error: network glitch, run it again|Error: never heard of that command|Nothing to list.
written: {p}|substituted in: {p}|ERROR not_found path={p}|ERROR no_match path={p}|ERROR deadline_exceeded retryable=true|ERROR unknown_command|<none>
201 Created {p}|200 Modified {p}|404 Error, not found: {p}|422 Error, text does not occur in {p}|504 Error, gateway timeout, retry|400 Error, unknown command|204
wrote file {p}, all good|one passage of {p} replaced|Failed to read {p}: file is missing|Failed to edit {p}: passage is missing|Failed this time: rate limited, wait and retry|Failed: the shell does not know this|empty
OK write {p}|OK replace {p}|Error, path unknown: {p}|Error, nothing replaced in {p}|Error, temporary: the agent did not answer|Error, command unknown|OK 0 files
Committed {p}|Amended {p}|Error: cannot stat {p}|Error: pattern not found: {p}|Error: resource temporarily unavailable|Error: not recognised|no entries
{p} <- new content|{p} <- new passage|error: open {p}: no such file or directory|error: sub {p}: 0 matches|error: ssh: connection timed out, please try again|error: sh: not found|total 0
The text is now in {p}|The passage in {p} is changed|Error! {p} is not one of the files|Error! {p} lacks that passage|Error! Short outage, repeat the command|Error! No idea what this command is|(nothing)
""".strip().split("\n")]

SYSTEMS = """You look after a workspace of configuration files.
Ops assistant. Be exact.
You are the night operator's helper. You read, change and run what you are asked to, and you report what you saw.
Use the tools. One call at a time.
You work on a jump host. Everything you do is logged, so do only what the request says, and check the files before you make assumptions about them.
Never touch files that the request doesn't concern.
You are an SRE's right hand.
Answer in one sentence when the work is done.
When a command fails for a passing reason, run it again. When a path is wrong, look at the listing and find the right one.
You are a change bot. Input: a change request in plain words. Output: the change, made with the tools, and a short confirmation for the ticket.
Values are copied exactly: ports, paths, versions and ids have no room for guesses.
Be brief and factual.
You help the platform team of a small company. There are no pipes and no globs in the shell; ls, cat, wc -l and rm work, and whatever else the task names.
Keep the order in which things are asked.
You are Rook, who keeps the servers of a harbour office alive.
If a file is not as described, say what it really holds; do not invent anything.
Do what is asked, no more. Then say what you did.
The workspace belongs to the infrastructure group. Files may be changed only as asked. Deleting needs an explicit request. Reports should name the value that was found.
You act on behalf of the person on call. They read your answer on a phone, so keep it to a line or two.
config steward
Before an edit of a line that you have not seen, read the file. If the exact text is given, edit at once.
You have five tools. Think about which of them the task needs.
This is the maintenance console of the library network. Handle requests from the staff politely and to the letter.
You are careful with production.
Role: release engineer. Style: dry. Tools: files and a shell.
Assist the administrators. Don't explain how things could be done; do them.
Your answers go into the ticket history: no greetings, no guesses, no emojis.
A calm assistant for people who run services at odd hours.
Commands print their status; trust what they print, not what you expect.
You maintain the records and settings of a school's computer room, and help its two part-time administrators with small jobs.
Finish the job before answering. If there was nothing to do, say so.
Treat every file as if somebody's evening depended on it.""".split("\n")
TESTCMD = """After any change of a file, run {c} and make sure that it passes.
Changes count only once {c} is happy.
The check of this repository is {c}; run it when you have changed something.
House rule: every edit is followed by {c}.
Verify your work with {c} before you answer.
To validate: {c}
Our gate is called {c}. Nothing is done until you have run it.
Whenever you finish a change, execute {c} and look at what it says.
(validation command: {c}, to be run after edits)
Don't report success before {c} has been run.""".split("\n")
