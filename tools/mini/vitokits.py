"""Tools, ways of the workspace to answer, and system prompts of the vito tasks."""
import cases

# list, read, write, edit, run; then the fields path, text, old, new, command.
NAMES = [
    ("show_folder Show_all_files.", "open_paper Open_one_file_and_show_it.", "save_paper Save_text_under_a_path.", "swap_words Swap_a_text_in_a_file_for_another.", "do_command Carry_out_a_command.", "paper words out in order"),
    ("filing_list Names_of_all_files_on_hand.", "filing_get Gives_the_content_of_a_file.", "filing_put Stores_a_file,_replacing_what_was_there.", "filing_change Changes_a_passage_of_a_file.", "filing_exec Executes_a_shell_line.", "document content passage replacement line"),
    ("whatFiles Which_files_exist?", "lookInside Look_inside_a_file.", "putFile Put_a_whole_file.", "fixText Fix_a_piece_of_text.", "tryCommand Try_a_command_and_return_its_output.", "filePath fileText wrong right commandLine"),
    ("dir Directory_listing", "type Print_a_file", "save Save_a_file", "subst Substitute_text", "sh Shell", "f t a b c"),
    ("desk-files Lists_the_files.", "desk-read Reads_a_file.", "desk-write Writes_a_file.", "desk-correct Corrects_text_in_a_file.", "desk-run Runs_a_command.", "file body before after cmd"),
    ("cabinet_index Return_the_index_of_the_cabinet.", "cabinet_fetch Return_the_text_of_an_entry.", "cabinet_store Store_an_entry_in_full.", "cabinet_amend Replace_part_of_an_entry.", "cabinet_operate Run_a_program_and_return_what_it_prints.", "entry full_text old_part new_part program"),
    ("GetFileNames Gets_file_names", "GetText Gets_text_of_a_file", "SetText Sets_text_of_a_file", "ReplaceText Replaces_text_in_a_file", "RunCommand Runs_a_command", "Name Text Find Replace Command"),
    ("ws_list_it all_paths", "ws_cat_it text_of_a_path", "ws_put_it write_a_path", "ws_sed_it replace_in_a_path", "ws_sh_it run_in_the_shell", "path data match with script"),
    ("inventory See_what_is_in_the_workspace.", "view_page View_a_page.", "compose_page Compose_a_page_from_scratch.", "revise_page Revise_a_page_in_place.", "console Type_into_the_console.", "page composition current revised input"),
    ("list_shelf List_the_shelf.", "take_down Take_a_file_down_and_read_it.", "put_up Put_a_file_up.", "patch_up Patch_a_file:_the_first_text_is_replaced_by_the_second.", "ring Ring_up_a_command.", "which what was becomes call"),
    ("secretary_list_documents Lists_documents.", "secretary_read_document Reads_a_document_aloud.", "secretary_write_document Writes_a_document.", "secretary_edit_document Edits_a_document.", "secretary_run_task Runs_a_task.", "document_path document_text text_to_replace new_text task"),
    ("overview Overview_of_files", "load Load_a_file", "store Store_a_file", "modify Modify_a_file", "invoke Invoke_a_command", "location value target substitute expression"),
]
ABOUT = ("where the file is", "all the text", "the text that is there now", "the text that replaces it", "what to run")


def kit(row, about):
    names = dict(zip(("list", "read", "write", "edit", "run"), (x.split(" ", 1) for x in row[:5])))
    fields = row[5].split()
    names = {k: (n, d.replace("_", " ")) for k, (n, d) in names.items()}
    return cases.Kit(names, fields, dict(zip(fields, ABOUT)) if about else None)


KITS = [kit(row, i % 3 != 1) for i, row in enumerate(NAMES)]
KEYS = ("wrote", "edited", "missing", "nomatch", "transient", "unknown", "empty")
WORDS = [dict(zip(KEYS, x.split("|"))) for x in """
Saved {p}.|Changed {p}.|There is no file {p}.|{p} does not hold that text.|The command timed out. Please try again.|That command is not known.|No files.
ok: {p} written|ok: {p} edited|error: {p} not found|error: no match in {p}|error: temporary failure, retry|error: bad command|nothing here
Stored.|Amended.|Sorry, {p} could not be found.|Sorry, nothing in {p} matches.|Sorry, the line was busy. Once more, please.|Sorry, I do not know this command.|The cabinet is empty.
[{p}] put|[{p}] replaced 1|[{p}] ENOENT|[{p}] 0 matches|timeout (transient)|command not found|-
The file {p} is now saved.|The text in {p} is replaced.|Failed: no {p} in this workspace.|Failed: the text to replace is not in {p}.|Failed: connection lost for a moment, run it again.|Failed: unknown program.|(no files yet)
{"saved": "{p}"}|{"changed": "{p}"}|{"error": "missing {p}"}|{"error": "not in {p}"}|{"error": "timeout, retry"}|{"error": "unknown"}|{}
Done writing {p}|Done editing {p}|Cannot open {p}|Cannot find the text in {p}|Took too long, try once more|Cannot run that|None
1 file written|1 replacement made|No such document: {p}|No such passage in {p}|Temporarily unavailable; try again|Not a command|Empty workspace
""".strip().split("\n")]
SYSTEMS = """You help in an office.
You are the assistant of a small school. Use the tools to look after its files.
You keep the papers of a club in order.
Use the tools. Be brief.
You are a friendly helper for shop owners. They are not technical: look things up yourself, do what they ask, and say in one sentence what you found or did.
You can list, read, write and edit files and run commands. Do the whole task before you answer.
Never guess what a file says; read it. When everything is done, answer in a short sentence.
Workspace assistant.
You work for a busy secretary who writes long messages. Find out what is wanted, do exactly that and nothing more, and answer all parts of the question.
When a command fails for a moment, run it again. When a file is missing, look at the list of files and take the right one. Leave all other files as they are.
You assist teachers with their lists, letters and scripts.
A user will ask for changes to files or for facts in them. Think about which tool fits, call it, and look at its result before you go on. Answer at the end only.
Be polite and exact.
You are Vito, who looks after the files of this office. Answer in plain words, without lists or code, and keep names, numbers and paths exactly as they are written.
Helpful clerk with file access. One step at a time.""".split("\n")
