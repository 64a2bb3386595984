"""Tool kits: the names of five tools and of their fields, and what they say of themselves."""

import random

from cases import Kit

# list read write edit run / path text old new command
TABLE = """
Glob Read Write Edit Bash / file_path content old_string new_string command
LS Read Write Edit Bash / file_path content old_string new_string command
LS View Replace Edit Bash / file_path content old_string new_string command
list_dir read_file write_file edit_file run_terminal_cmd / target_file contents old_string new_string command
list_dir read_file create_file replace_string_in_file run_in_terminal / filePath content oldString newString command
list_files read_file write_to_file replace_in_file execute_command / path content search replace command
list_directory read_file write_file edit shell / path content old_string new_string command
list_directory read_file write_file replace run_shell_command / file_path content old_string new_string command
find_by_name view_file write_to_file replace_file_content run_command / TargetFile CodeContent TargetContent ReplacementContent CommandLine
view_dir view create str_replace bash / path file_text old_str new_str command
list open_file create_file str_replace_editor execute_bash / path file_text old_str new_str command
ls cat tee sed sh / file text from to cmd
ls cat put sub exec / f body a b c
dir type save change cmd / name text before after line
fs_list fs_read fs_write fs_edit shell_exec / path data find replace cmd
fs.ls fs.read fs.write fs.patch proc.run / path data find with cmd
workspace_list workspace_read workspace_write workspace_edit workspace_run / path text old_text new_text command
workspace-files workspace-open workspace-save workspace-swap workspace-exec / file contents was becomes shell
listFiles readFile writeFile editFile runCommand / path content oldText newText command
getFiles getFile putFile patchFile exec / filename body match replacement command
files.all files.get files.put files.patch terminal.run / key value search replace input
ls_tree show_file store_file swap_text launch / location contents target substitute program
browse peek pen mend fire / which what wrong right order
tree open save modify terminal / filepath content original updated cmd
folder document compose amend perform / document words passage revision action
listing lookup deposit revise invoke / path payload previous next instruction
Ls Cat Put Sub Sh / path text old new cmd
ListFiles ReadFile WriteFile ReplaceText RunCommand / Path Content OldText NewText Command
List-Files Get-Content Set-Content Edit-Content Invoke-Command / Path Value Old New ScriptBlock
Get-ChildItem Get-Content Set-Content Update-Content Start-Process / Path Value Find Replace Command
directory_listing file_contents file_save file_replace command_line / file_name file_body old_text new_text command_text
enumerate_files fetch_file persist_file patch_file run_process / uri content hunk_old hunk_new argv
what_is_here look_at put_down swap do_it / it this that those task
show_all show_one make_one fix_one run_one / file content find put command
repo_ls repo_cat repo_put repo_sub repo_sh / path blob old new script
project_files project_read project_write project_update project_exec / relative_path source_text old_source new_source shell_command
box_list box_get box_set box_edit box_run / item value from_text to_text run
sandbox_list sandbox_read sandbox_write sandbox_replace sandbox_shell / path content pattern replacement cmd
vfs_list vfs_read vfs_write vfs_replace vfs_exec / node data needle thread cmd
editor_files editor_open editor_save editor_replace editor_terminal / buffer text find replace_with command
desk_look desk_read desk_write desk_correct desk_run / sheet text mistake correction order
list_notes read_note write_note edit_note run_tool / note body old_bit new_bit call
list_docs get_doc put_doc change_doc run_job / doc content from_text into_text job
all_pages page page_write page_fix script / title text find_this use_this script
ListDir ReadText WriteText SwapText Execute / path text remove insert command
lister reader writer editor runner / path content old new command
scan read write edit run / path content old new command
index get set update call / path content from to command
inventory inspect produce adjust operate / object material existing desired procedure
qa_list qa_open qa_create qa_modify qa_execute / file_under_test file_data actual expected test_command
step_list step_read step_write step_edit step_run / file text old new cmd
tool_a tool_b tool_c tool_d tool_e / arg1 arg2 arg2a arg2b arg3
f1 f2 f3 f4 f5 / x y u v z
ls_files view_text new_text swap_words start / p t o n c
mcp__fs__list mcp__fs__read mcp__fs__write mcp__fs__edit mcp__shell__run / path content oldText newText command
filesystem_list_directory filesystem_read_text filesystem_write_text filesystem_replace_text process_start / path contents old_text new_text command
textEditor_list textEditor_view textEditor_create textEditor_replace shell_run / path fileText oldStr newStr command
list_all open_text save_text find_and_replace run_cmd / path full_text find_text replace_text cmd
ws_ls ws_cat ws_put ws_sed ws_sh / file content from to line
drive_list drive_open drive_store drive_alter drive_command / entry bytes old_bytes new_bytes cmd
glance study write_down rewrite go / page text phrase new_phrase command
ask_files ask_content tell_content tell_change tell_shell / path text old new command
notebook_index notebook_view notebook_put notebook_edit notebook_exec / cell_path source old_source new_source code
dirList fileView fileMake fileSwap shellDo / fpath fbody fold fnew fcmd
file-list file-read file-write file-edit command-run / file-path file-text old-text new-text command-text
server_dir server_get server_put server_patch server_exec / remote_path content old new remote_command
archive_contents archive_read archive_write archive_correct archive_run / record text old_reading new_reading command
kitchen_list kitchen_read kitchen_write kitchen_edit kitchen_do / card text old_text new_text action
Explore Open Overwrite SearchReplace Shell / path newContent search replace cmd
search_files open_editor write_editor apply_edit terminal / absolute_path code old_code new_code terminal_command
overview detail replace_all_text replace_part run_program / file whole part new_part program
list_workspace cat_file save_file substitute bash_tool / path content old_text substitute_text bash
files view write substitute command / path new_file_text old_str new_str cmdline
""".strip().split("\n")

SAYS = {
    "list": """List all files.|Lists the files of the workspace.|Show every file path.|Return the paths of all files|Get a listing of the \
project's files.|Which files exist.|Names of all files, one a line.|Find out what files there are
Shows what is in the workspace; takes nothing.|Full file listing|Look around: prints all paths.|Enumerate files.|List directory contents \
recursively.|Gives the path of each file.|All files in the project, sorted.|See the files|ls -R""",
    "read": """Read a file.|Returns the text of a file.|Show what is in a file.|Open a file and return its contents|Get a file's full \
text.|Prints one file.|Look inside a file.|Reads a text file from the workspace and returns it whole.|View the content of a file
Load a file as text.|Fetch the contents of the given file|Give me the text stored at a path.|Display a file.|Read before you change \
something.|cat a file|Get content""",
    "write": """Write a file.|Create a file or overwrite it.|Save text to a file, replacing what was there.|Creates a new file with the \
given content|Stores a text under a path.|Put text in a file.|Write the whole content of a file; an existing file is replaced.|Make or replace a file
Write text to disk.|Saves a file (full content).|Set the text of a file.|Sets the complete contents of a file.|Create file|Save a \
document.|Writes content to path.|Overwrites the file with new text""",
    "edit": """Replace a text in a file by another text.|Edit a file: old text becomes new text.|Find a text and replace it.|Swap a piece \
of a file for another piece|Changes part of a file. The old text must occur exactly.|Search and replace in one file.|Substitute text in a \
file.|Make a small change to a file
Exact string replacement.|Replace the old string with the new string.|Modify a file in place.|Correct part of a file.|Rewrites one passage \
of a file.|Edits a file by exact match.|Update a piece of text|Patch a file""",
    "run": """Run a command.|Runs a shell command and returns its output.|Execute a command in the shell|Start a program and show what it \
prints.|Run a command line.|Execute a shell command in the workspace.|Use the terminal.|Shell access.|Runs a script or program; returns \
stdout.|Do a command
Carry out a command and give back its output.|Run tests, scripts and other commands.|Invoke a command.|bash|Run something in the \
terminal.|Perform a shell command""",
}
ABOUT = {
    "path": [
        "Path of the file",
        "The file",
        "Where the file is",
        "File path, relative to the workspace",
        "Which file",
        "Name of the file with its folder",
        "path to the file",
        "The file to work on.",
    ],
    "text": [
        "The text",
        "Full content",
        "What to write",
        "The new content of the file",
        "Content of the file",
        "everything the file should hold",
        "Text to store.",
    ],
    "old": [
        "Text to replace",
        "The exact old text",
        "What is there now",
        "Text to look for",
        "the part to change",
        "Existing text, exactly as in the file",
        "Text to find.",
    ],
    "new": ["Text to put in its place", "The new text", "Replacement", "What it becomes", "text that replaces it", "What should be there instead."],
    "command": ["The command", "Command line", "What to run", "Shell command to execute", "the command line to run", "Command to be run."],
}


def kits():
    r = random.Random(5077)
    says = {k: v.replace("\n", "|").split("|") for k, v in SAYS.items()}
    out = []
    for line in TABLE:
        for again in range(2):
            names, fields = line.split(" / ")
            names, fields = names.split(), fields.split()
            assert len(set(names)) == 5 and len(set(fields)) == 5, line
            if again and r.random() < 0.7:
                continue
            about = None if r.random() < 0.4 else {f: r.choice(ABOUT[k]) for f, k in zip(fields, ABOUT)}
            out.append(Kit({k: (n, r.choice(says[k])) for k, n in zip(says, names)}, fields, about))
    return out


KITS = kits()
