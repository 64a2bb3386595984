"""Kits of tools as coding clients have them: more and other tools, longer descriptions."""
from words import cap, word

# Kind: names, descriptions, notes that a client may add.
CLIENT = {
    "list": (["list", "ls", "list_dir", "directory", "list_path", "LS", "listFiles", "folder"], ["Lists files and folders of a path.", "Shows what a directory holds.", "Lists the files below the given directory."], ["The path may be relative.", "Folders that the version control ignores are left out.", "Prefer the search tools if you know what you look for.", "At most 200 entries are shown."]),
    "read": (["read", "Read", "view", "read_file", "readFile", "open", "cat_file", "file_read"], ["Reads a file from the file system.", "Gives the text of a file.", "Shows what is in a file."], ["Read a file before you edit it.", "A missing file gives an error.", "By default the whole file is returned.", "Line numbers are not part of the text.", "It is fine to read a file that may not exist."]),
    "write": (["write", "Write", "create", "write_file", "writeFile", "save", "file_write"], ["Writes a file to the file system.", "Creates a file or replaces its whole text.", "Stores text under a path."], ["An existing file is overwritten.", "Folders are made as needed.", "Prefer editing over writing when a file exists.", "Do not write files that nobody asked for."]),
    "edit": (["edit", "Edit", "str_replace", "edit_file", "editFile", "replace", "patch_text"], ["Replaces an exact text in a file.", "Edits a file by exchanging one string for another.", "Performs exact string replacements in files."], ["The old text has to match exactly, with its whitespace.", "It fails if the old text is not in the file.", "Keep the indentation.", "Every occurrence is replaced."]),
    "run": (["bash", "Bash", "shell", "terminal", "run_command", "runCommand", "exec", "execute"], ["Executes a command in a shell.", "Runs a shell command and returns its output.", "Runs a command in the project's folder."], ["Use it for builds, tests and other programs.", "Do not use it to read or write files.", "Quote paths that have spaces.", "The command is stopped after two minutes.", "Say in the description what the command does."]),
    "grep": (["grep", "Grep", "search", "search_files", "searchText", "find_text", "rg"], ["Searches the contents of files.", "Finds lines that contain a text.", "Fast search for a text in all files."], ["Gives the paths and lines that match.", "Use this rather than reading all files.", "The search is for the exact text."]),
    "glob": (["glob", "Glob", "find_files", "find", "findFiles", "match_files"], ["Finds files by a pattern.", "Lists the files whose path matches a glob pattern.", "Fast file search with patterns such as **/*.js."], ["Use **/* for all files.", "Paths are relative.", "Results are sorted by name."]),
    "delete": (["delete", "remove", "delete_file", "remove_file", "deleteFile", "rm"], ["Deletes a file.", "Removes a file from the project."], ["This cannot be undone.", "Only delete what the user names."]),
    "move": (["move", "rename", "move_file", "rename_file", "moveFile", "mv"], ["Moves or renames a file.", "Gives a file another path."], ["The target must not exist."]),
    "copy": (["copy", "copy_file", "duplicate", "copyFile", "cp"], ["Copies a file.", "Makes a copy of a file under another path."], ["The source stays."]),
    "append": (["append", "append_line", "append_to_file", "add_line", "appendLine"], ["Adds a line at the end of a file.", "Appends one line to a file, below its last line."], ["The line break before it is added by the tool."]),
}
EXTRAS = ["grep", "glob", "delete", "move", "copy", "append"]
ENDS = [("source", "destination"), ("from", "to"), ("old_path", "new_path"), ("src", "dst"), ("path", "target"), ("from_path", "to_path"), ("current", "future"), ("sourcePath", "targetPath")]
PATTERNS = ["pattern", "query", "text", "needle", "search", "term", "what", "regex"]
# Tools of other clients that no order here needs: name, description, parameters.
OTHERS = [("todo_write", "Keeps a list of what is still to do", {"todos": "array"}), ("webfetch", "Gets a page from the web", {"url": "string"}), ("web_search", "Searches the web", {"query": "string"}), ("task", "Gives work to another agent", {"prompt": "string", "description": "string"}), ("think", "Notes a thought", {"thought": "string"}), ("diagnostics", "Shows problems that the editor knows", {"path": "string"}), ("ask_user", "Asks the user a question", {"question": "string"}), ("git_commit", "Commits the changes", {"message": "string"}), ("screenshot", "Takes a picture of the screen", {}), ("memory_save", "Remembers a fact for later", {"key": "string", "value": "string"}), ("format_code", "Formats a source file", {"path": "string"}), ("open_browser", "Opens a page in the browser", {"url": "string"}), ("symbol_lookup", "Finds where a symbol is defined", {"symbol": "string"}), ("notify", "Sends the user a notice", {"message": "string"})]


def snake(n):
    return n.lower() if n.isupper() else "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(n))


def camel(n):
    a, *b = n.split("_")
    return a + "".join(cap(x) for x in b)


def describe(r, kind, long):
    _, descs, notes = CLIENT[kind]
    d = r.choice(descs)
    if long:
        picked = r.sample(notes, r.randint(1, len(notes)))
        d += r.choice([" ", "\n", "\n\n"]) + (" ".join(picked) if r.random() < 0.6 else "\n".join("- " + x for x in picked))
    return d


def other(r):
    """A spec of a tool that is not needed."""
    name, desc, ps = r.choice(OTHERS)
    props = {k: {"type": "array", "items": {"type": "string"}} if t == "array" else {"type": t} for k, t in ps.items()}
    return {"type": "function", "function": {"name": name if r.random() < 0.7 else camel(name), "description": desc, "parameters": {"type": "object", "properties": props, "required": list(props)}}}


def client(r, kit):
    """Gives a kit a client's names, parameters and descriptions."""
    case = r.choice([camel, camel, lambda n: n, lambda n: n])
    k = r.choice([r.choice(["path", "file"]), "file_path", "file_path", "absolute_path", "target_file"])
    kit.path, kit.text = case(k), r.choice(["content", "content", "contents", "text", case("file_text"), case("new_content")])
    kit.cmd = r.choice(["command", "command", "cmd", case("shell_command"), "script"])
    kit.old, kit.new = (case(x) for x in r.choice([("old_string", "new_string"), ("old_string", "new_string"), ("old_str", "new_str"), ("old_text", "new_text"), ("search_text", "replace_text"), ("old_code", "new_code"), ("find", "replace_with"), ("search", "replace")]))
    kit.list_arg = r.random() < 0.7
    kit.about_run = "description" if r.random() < 0.55 else None
    style = r.randrange(4)
    while True:
        names = {x: r.choice(CLIENT[x][0]) for x in kit.kinds}
        if style == 0:
            names = {x: cap(n) for x, n in names.items()}
        elif style == 1:
            names = {x: snake(n) for x, n in names.items()}
        if len({n.lower() for n in names.values()}) == len(names):
            break
    if r.random() < 0.1:
        front = r.choice(["fs_", "dev_", "code_", word(r).lower() + "_", "mcp__" + word(r).lower() + "__"])
        names = {x: front + n for x, n in names.items()}
    kit.names = names
