"""Tools of files, code, versions, servers, databases, documents, text and printing."""

SHELF = r"""
files | move_file relocate_file shift_file | Moves a file to another place. / Takes a file from one path to another.
source/src:anypath:Path of the file now. / Where the file lies. ; target/destination:anypath:Path where it goes. / The new place. ; overwrite/force?:bool:Whether a file that is there may be replaced.
!Move {source} to {target}[{overwrite?, overwriting what is there|, but overwrite nothing}].
!Put into {target} what is now {source}.
The file {source} is in the wrong place; it belongs at {target}.
To {target}, that's where {source} should go[. {overwrite?Overwriting is fine|Do not overwrite anything}].
I keep losing {source}. Its new place shall be {target}.

files | rename_file give_new_name rename | Gives a file a new name. / Renames one file.
old/old_name:file:The name it has. ; new/new_name:file:The name it gets.
!Rename {old} to {new}.
{new} would be a better name for {old}.
!Call the file {new} from now on; it is called {old} today.
Nobody understands the name {old}. Change it to {new}.
Can {old} be named {new}?

files | search_in_files grep_files find_in_files | Searches files for a pattern. / Finds lines that match a regular expression.
pattern/regex:regex:The regular expression. ; folder/directory:anypath:Where to search. ; ignore_case/case_insensitive?:bool:Whether upper and lower case count as the same.
!Search {folder} for lines that match {pattern}[, {ignore_case?ignoring case|minding upper and lower case}].
Which lines under {folder} match {pattern}?
I need everything in {folder} that the expression {pattern} finds[; {ignore_case?case does not matter|case matters}].
!Find {pattern} in the folder {folder}.
!In {folder}, look with this regular expression: {pattern}

files | delete_files remove_files wipe_files | Deletes files. / Removes the given files for good.
files/names:list(file):The files, each one separate. ; trash/to_trash?:bool:Whether they go to the trash instead of being wiped.
!Delete {files}[{trash?, but into the trash|, not into the trash}].
I don't need {files} any more. Remove them.
The files {files} can go[; {trash?put them in the trash|don't keep them in the trash}].
Get rid of {files}, the disk is full.
Would you throw away {files}?

files | write_file save_text create_file | Writes a text into a file. / Makes a file with the given content.
path/file_path:path:The file. ; content/text:lines:What it holds.
!Write this to {path}: {content}
!Save {content} in {path}.
The file {path} should hold these lines: {content}
I want a file {path} with the content {content} in it.
!Put the following lines into {path}: {content}

files | compress_folder zip_folder make_archive | Packs a folder into an archive. / Compresses a folder.
folder/source_folder:anypath:What is packed. ; archive/archive_name:file:Name of the archive. ; format/kind?:enum(zip,tar,rar,gzip):Format of the archive.
!Pack {folder} into {archive}[ as {format}].
I need {archive} made out of the folder {folder}[, in {format} format].
The folder {folder} is too large to send, so compress it[ with {format}] and name the archive {archive}.
!Make an archive {archive} from everything in {folder}.
Can you squeeze {folder} into {archive}?

code | replace_code swap_code edit_code | Replaces a piece of code in a file. / Changes code from old to new.
file/filename:file:File to change. ; old/before:code:Code that goes. / The piece that is there now. ; new/after:code:Code that comes. / The piece that takes its place.
!Replace {old} with {new} in {file}.
!In {file}, write {new} where it says {old}.
{file} has a mistake: {old} ought to be {new}.
!Put {new} in the place of {old}; the file is {file}.
The piece {old} of {file} is wrong, the right one is {new}. Mend it.

code | run_tests execute_tests start_tests | Runs the tests of a file. / Starts tests.
file/test_file:path:File with the tests. ; filter/name_filter?:var:Only tests with this name. ; verbose/show_all?:bool:Whether every test is printed.
!Run the tests in {file}[, only {filter}][, {verbose?verbose|not verbose}].
Do the tests of {file} pass?
I changed something. Try {file}[, but just the test {filter}].
The tests in {file} should be run[ {verbose?with all details|without details}].
!Check {file} by running its tests.

code | rename_symbol refactor_name change_identifier | Renames a function or variable. / Changes an identifier everywhere in a file.
old_name/from_name:var:The identifier now. ; new_name/to_name:var:The identifier afterwards. ; file/in_file:file:Where it is done.
!Rename {old_name} to {new_name} in {file}.
In {file} the name {old_name} is misleading. {new_name} says it better.
I'd rather read {new_name} than {old_name} in {file}.
!Let {new_name} replace {old_name} all over {file}.
The function {old_name} of {file} should be called {new_name}.

code | explain_line describe_code what_does_it_do | Explains a piece of code. / Says what code does, in a programming language.
snippet/code:code:The piece of code. ; programming_language/syntax:enum(Python,Rust,Ruby,Java,Go,Perl,Kotlin):Language of the code.
What does {snippet} mean in {programming_language}?
!Explain this piece of {programming_language}: {snippet}
I found {snippet} in a {programming_language} program and don't get it.
In {programming_language}, what happens at {snippet}?
My {programming_language} teacher wrote {snippet} on the board. Explain it to me.

code | add_breakpoint stop_at break_on | Sets a breakpoint. / Makes the debugger stop at a line.
file/source_file:file:The file. ; line/line_number:int(1,2000):The line. ; condition/when?:code:Stops only if this holds.
!Set a breakpoint at line {line} of {file}[, on the condition {condition}].
The debugger should stop in {file}, line {line}.
I want to see what happens at line {line} in {file}[, but just if {condition} holds].
!In {file}, halt at line {line}.
!Stop on line {line} of {file} under this condition: {condition}

versions | create_branch new_branch start_branch | Makes a branch in a repository. / Starts a branch from another one.
name/branch:branch:The new branch. ; base/start_from:branch:The branch it starts from. ; push/publish?:bool:Whether it is pushed at once.
!Create the branch {name} from {base}[{push? and push it|, do not push it}].
From {base}, start a branch called {name}.
I need {name}, a branch that begins at {base}[. {push?Push it right away|Don't push it yet}].
{base} is stable, so branch {name} off it.
Could there be a new branch {name}? Its base is {base}.

versions | commit_changes save_commit record_commit | Commits files with a message. / Makes a commit.
files/paths:list(file):The files, each separate. ; message/commit_message:text:Message of the commit.
!Commit {files} with the message {message}.
I changed {files}. Make a commit that says: {message}
The commit message is {message} and the files are {files}.
!With {message} as the message, commit {files}.
{files} are ready to be committed. Message: {message}

versions | tag_release mark_version set_tag | Tags a version of a repository. / Marks a release.
version/tag:version:The version. ; repository/repo:small:Name of the repository. ; note/release_note?:text:Words about the release.
!Tag {repository} as {version}[ with the note {note}].
Version {version} of {repository} is done. Tag it.
{repository} gets the tag {version}[, and the note says {note}].
It's time to release {repository}: the version is {version}.
Would you mark {version} in the repository {repository}?

servers | restart_service reboot_service bounce_service | Restarts a service on a host. / Starts a service anew.
service/unit:small:The service. ; host/server:host:The machine. ; wait/delay_seconds?:int(2,120):Seconds to wait before.
!Restart {service} on {host}[ after {wait} seconds].
On {host} the service {service} hangs. Restart it.
{service} needs a fresh start on {host}[; wait {wait} seconds first].
Users complain about {host}; it must be {service}, so bounce that.
Can {service} be restarted? It runs on {host}.

servers | deploy_version roll_out deploy | Puts a version of an app on a host. / Rolls out software.
app/application:small:The app. ; version/release:version:The version. ; host/target_host:host:Where it goes. ; dry_run/simulate?:bool:Whether it is only a rehearsal.
!Deploy {app} {version} to {host}[{dry_run?, as a dry run|, and not as a dry run}].
{host} should run version {version} of {app}.
Version {version} of {app} is out. Roll it out on {host}[; {dry_run?just rehearse it|this is no rehearsal}].
The machine {host} still has the old {app}; bring {version} there.
!Get {app} on {host} to {version}.

servers | read_log show_log tail_log | Shows the last lines of a log. / Reads a log file on a host.
path/log_path:path:Log file. ; host/machine:host:Where the log is. ; count/line_count?:int(5,500):How many lines.
!Show[ {count} lines of] the log {path} on {host}.
What does {path} say on {host}?
I want to read {path} from the machine {host}[, {count} lines].
On {host}, let me see {path}[, the last {count} lines].
{host} crashed. Read {path} there.

servers | open_port allow_port unblock_port | Opens a port of a firewall. / Lets traffic through a port.
port/port_number:int(21,9999):The port. ; host/server:host:Whose firewall. ; protocol/transport?:enum(tcp,udp,sctp):The protocol. ; until/expires?:date:Date when it closes again.
!Open port {port} on {host}[ for {protocol}][ until {until}].
{host} must be reachable on port {port}[, by {protocol}].
Port {port} of {host} is closed and should not be[. Keep it open until {until}].
Until {until}, let {host} accept traffic on port {port}.
I can't get through to {host} on {port}. Please open that port.

servers | schedule_job add_cron_job plan_command | Runs a command at a time each day. / Plans a daily command.
command/shell_command:sql:The command or query. ; at/time_of_day:time:When it runs. ; host/runs_on:host:The machine.
!Run {command} each day at {at} on {host}.
At {at}, {host} should execute {command} daily.
Every day {host} has to do this at {at}: {command}
I want {command} to run on {host} at {at}, daily.
The machine {host} is idle at {at}. Let it run {command} then.

databases | run_query execute_sql query_database | Runs a query on a database. / Sends SQL to a database.
query/statement:sql:The SQL. ; database/db:small:Name of the database. ; limit/max_rows?:int(5,500):Rows at most.
!Run {query} on the database {database}[, {limit} rows at most].
!On {database}, execute this: {query}
What does {query} give on {database}?
I need the result of {query} from {database}[; {limit} rows are enough].
The database is {database} and the query is: {query}

databases | add_column new_column extend_table | Adds a column to a table. / Gives a table one more column.
table/table_name:small:The table. ; column/column_name:var:The new column. ; type/column_type:enum(text,integer,date,boolean,decimal):What it holds. ; nullable/may_be_empty?:bool:Whether it may be empty.
!Add the {type} column {column} to the table {table}[, {nullable?it may be empty|it may not be empty}].
The table {table} lacks a column {column} of type {type}.
{table} needs {column}, a {type} column.
I want to store {column} in the table {table}; the type is {type}[ and {nullable?null is allowed|null is not allowed}].
Can the table {table} have a column {column}? Its type should be {type}.

databases | backup_database dump_database save_database | Saves a database to a file. / Makes a backup.
database/name:small:The database. ; path/output:anypath:Where the backup goes. ; encrypt/encrypted?:bool:Whether it is encrypted.
!Back up {database} to {path}[, {encrypt?encrypted|unencrypted}].
!Save the database {database} in {path}.
{path} is where the backup of {database} belongs[; {encrypt?encrypt it|do not encrypt it}].
I'd sleep better if {database} were saved to {path}.
Before the update, {database} has to be dumped into {path}.

databases | grant_access give_rights allow_user | Gives a user rights on a table. / Lets a user use a table.
user/account:first:The user. ; table/on_table:small:The table. ; right/permission:enum(read,write,delete,admin):What is allowed.
!Give {user} the {right} right on the table {table}.
{user} needs to {right} in the table {table}; grant it.
!On the table {table}, allow {right} for the user {user}.
May {user} have {right} access to the table {table}?
The table {table} is closed to {user}, who should have the {right} permission.

documents | find_and_replace replace_text substitute | Replaces text in a document. / Puts new words for old ones.
document/doc:file:The document. ; find/old_text:phrase:Words that go. ; replace/new_text:phrase:Words that come. ; whole_words/whole?:bool:Whether only whole words count.
!Replace {find} by {replace} in {document}[, {whole_words?whole words only|also inside of words}].
{document} still says {find} where it should say {replace}.
!Write {replace} instead of {find} in {document}.
!In {document}, change every {find} to {replace}.
The words {find} have to leave {document}; put {replace} there.

documents | merge_documents join_documents combine_files | Joins documents into one. / Merges several documents.
documents/parts:list(file):The parts, each separate and in order. ; result/output_name:file:Name of the whole.
!Merge {documents} into {result}.
{result} should be made of {documents}.
I have {documents} and want a single file, {result}.
!Combine {documents}; the result is called {result}.
Could {documents} become one document named {result}?

text | count_word word_frequency occurrences | Counts a word in a text. / Says how often a word stands in a text.
word/needle:word:The word. ; text/passage:lines:The text.
How often does {word} stand in this text: {text}
!Count {word} in {text}.
!Tell me how many times the word {word} occurs here: {text}
Here is a text, {text}, and I want to know how often {word} is in it.
I need the number of times that {word} appears in the following: {text}

text | split_text cut_string divide_text | Splits a text at a separator. / Cuts a string into parts.
text/string:text:What is split. ; separator/mark:enum(comma,semicolon,space,tab,dash):Where it is split.
!Split {text} at each {separator}.
!At every {separator}, cut this: {text}
I want {text} in parts; the separator is the {separator}.
Where there is a {separator}, {text} should be divided.
Can you divide the following at the {separator}? {text}

text | change_case convert_case recase | Changes the case of a text. / Writes a text in upper, lower or title case.
text/phrase:phrase:The text. ; style/letter_case:enum(upper,lower,title,sentence):How it is written.
!Write {text} in {style} case.
!Turn this into {style} case: {text}
I'd like {text} in {style} case.
What does {text} look like in {style} case?
The headline {text} should be in {style} case.

printing | print_document print_file send_to_printer | Prints a file. / Sends a file to a printer.
file/document:anypath:What is printed. ; printer/device:id:Which printer. ; copies/count?:int(2,60):How many copies. ; colour/in_colour?:bool:Whether it is printed in colour.
!Print {file} on {printer}[, {copies} copies][, {colour?in colour|not in colour}].
I need {file} on paper[, {copies} times]; the printer is {printer}.
!Use the printer {printer} for {file}[. {copies} copies will do].
Can {printer} print {file}[ {colour?in colour|without colour}]?
The printer {printer} is free, so let it print {file}.
"""
SHELF = SHELF.strip().split("\n\n")
