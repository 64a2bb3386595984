"""More tools for code, servers, databases and files, and those for units, the workshop and printing, with orders (see zenotools.py for the form)."""

TOOLS = """
@code set_breakpoint/stop_at | Stops a program at a line when a condition holds.
: file,source file:source The file.
: line,at int:1-1500 The line.
: condition?,when where The condition, as code; always if left out.
Stop at line {line} of {file}[ when {condition}].
{file} goes wrong somewhere near line {line}. Set a breakpoint there.
When {condition}, I want to halt in {file} at line {line}.
I debug {file}. Let it halt on line {line}[, provided that {condition}].
A breakpoint, please. Line {line} in {file} is the place.
Line {line} worries me. The file is {file}, so make it stop there.
@code set_setting/change_option | Sets an option in a file of settings.
: option,key key The option.
: value,becomes word Its new value.
: file,settings path:settings The file of settings.
In {file}, set {option} to {value}.
{option} is wrong in {file}. It should be {value}.
{value} is what {option} must be. You find it in {file}.
I cannot log in. Maybe {option} in {file} has to be {value}; change it.
Give {option} the value {value}; the settings are in {file}.
|| The option is {option}. || Its new value is {value}. || It all happens in {file}.
@git clone_repository/check_out_copy | Copies a repository from an address to a folder.
: address,url url The address of the repository.
: folder,into folder The folder it goes to.
: shallow?,latest_only bool Whether only the newest state is taken.
Clone {address} into {folder}.
I start at a new job. Their code is at {address} and I want it in {folder}.
Into {folder} I need a copy of {address} , <shallow:only the newest state/with all its history, not only the newest state>.
{folder} should hold the repository that is at {address} now.
The code at {address} , which is <shallow:huge and only needed in its latest state/needed with all its history>, must go to {folder}.
@servers set_variable/export_variable | Sets an environment variable for a service.
: variable,name key The name of the variable.
: value,content word What it holds.
: service,for_service ident The service that reads it.
: permanent?,keep bool Whether it survives a restart.
Set {variable} to {value} for {service}.
{service} does not start. It needs {variable}, which must be {value}.
{value} is the value, {variable} the variable, {service} the service. Set it, <permanent:and keep it for good/but do not keep it after a restart>.
For {service} I want {value} in {variable}.
The variable {variable} is empty. Let {service} read {value} from it.
@servers schedule_job/add_cron | Runs a command every day at a time.
: command,shell shell The command, exactly as given.
: time,at time The time of day.
: machine,on host The machine.
: mail?,report_to mail Where the output is sent.
Every day at {time}, run {command} on {machine}.
{machine} is idle at night. At {time} it could run {command} each day.
I do this by hand so far: {command}. Let {machine} do it daily at {time}[ and mail the output to {mail}].
{command} should happen on {machine}; {time} is a good time of day.
Nobody remembers it. So {machine} shall run {command} by itself, daily at {time}.
[The output goes to {mail}. ]Each day {machine} has to run {command} when it is {time}.
@databases restore_backup/load_dump | Restores a database from a file.
: file,dump path:dump The file with the backup.
: database,into ident The database it goes into.
: drop?,wipe_first bool Whether the database is emptied first.
Restore {database} from {file}.
{database} is broken. A backup lies at {file}; restore it, <drop:and empty the database first/but do not empty the database first>.
Load {file} into {database}.
From {file}, bring {database} back.
I deleted too much. {file} has all that {database} should hold again.
@databases rename_column/change_column | Renames a column of a table.
: column,old ident The name it has.
: becomes,new ident The name it gets.
: table,of table The table.
In {table}, the column {column} should be called {becomes}.
Call it {becomes}: the column {column} of {table}.
{column} is a bad name for a column of {table}. {becomes} is better.
{table} still has {column}. That column must become {becomes}.
I would like {becomes} instead of {column} in the table {table}.
@files compress_files/pack_archive | Packs files into an archive.
: files,members list:file The files.
: archive,output file:archive The archive.
: password?,secret word A password for it.
Pack {files} into {archive}.
{archive} should contain {files}[; protect it with the password {password}].
I have to send {files}. Put them all into one archive named {archive}.
With the password {password}, make {archive} out of {files}.
Make an archive, {archive}. What goes in is {files}.
@files watch_folder/follow_changes | Runs a command each time something changes in a folder.
: folder,path folder The folder.
: command,then shell The command, exactly as given.
: pause?,seconds int:1-120 Seconds between two runs.
Whenever {folder} changes, run {command}.
Run {command} each time something in {folder} is changed[, with {pause} seconds between].
{folder} changes all day. After each change I want {command} to run.
I always forget to run {command}. It is due when {folder} has changed, so watch that.
With at least {pause} seconds between two runs, {command} should follow every change in {folder}.
@text join_words/glue_words | Joins words with a mark between them.
: words,items list:word The words, in their order.
: mark,separator enum:comma,hyphen,colon,slash,blank The mark between them.
Join {words} with a {mark}.
I have the words {words}. Put a {mark} between each two.
A {mark} shall stand between these words: {words}.
Between the words {words} there should be a {mark} each time.
Make one string of {words}; the mark is a {mark}.
@units convert_length/change_length | Converts a length to another unit.
: value,length num:0.5-900 The number.
: source,from enum:metres,feet,miles,inches,yards The unit it is in.
: target,into enum:metres,feet,miles,inches,yards The unit wanted.
How many {target} are {value} {source}?
I have {value} {source}. I need {target}.
Convert {value} {source} to {target}.
In {target}, what is {value} {source}?
My ruler only knows {target}. The plan says {value} {source}.
@units convert_weight/change_weight | Converts a weight to another unit.
: number,amount num:0.5-900 The number.
: old,given enum:kilograms,pounds,ounces,stones,tons The unit that is given.
: new,wanted enum:kilograms,pounds,ounces,stones,tons The unit that is wanted.
What are {number} {old} in {new}?
The recipe says {number} {old}. My scales show {new}.
Tell me in {new} how heavy {number} {old} are.
{number} {old}: how many {new} is that?
I think in {new}. What should I make of {number} {old}?
@workshop drill_holes/bore_holes | Drills holes into a piece.
: piece,part thing The piece that is drilled.
: holes,count int:1-80 How many holes.
: width,mm num:0.5-30 How wide each hole is, in millimetres.
Drill {holes} holes of {width} mm into the piece called "{piece}".
The piece named {piece} needs {holes} holes, {width} millimetres wide.
{width} mm wide must they be. Make {holes} holes; the piece is {piece}.
I want {holes} holes in what I call the "{piece}", each {width} mm.
"{piece}" is next. With a {width} mm bit, drill {holes} holes.
@workshop borrow_tool/lend_tool | Notes that a person borrows a tool.
: tool,what word The tool.
: person,borrower name Who borrows it.
: back,return_on date When it comes back.
{person} takes the {tool} and brings it back on {back}.
The {tool} is gone. {person} has it until {back}.
Until {back} I have lent the {tool} to {person}.
On {back} {person} will return the {tool}; note that.
Lend {person} the {tool}; we need it back on {back}.
@printing print_file/send_to_printer | Prints a file.
: file,document path The file.
: copies,times int:1-60 How many copies.
: printer,device word The printer.
: colour?,in_colour bool Whether it is printed in colour.
Print {file} {copies} times on {printer}.
I need {copies} copies of {file}. Use {printer}, <colour:in colour/black and white only>.
On the printer {printer}, {copies} copies of {file}, please.
{printer} is free now. Let it print {file}, {copies} copies, <colour:with colour/no colour>.
{copies} copies should do. The file is {file} and the printer {printer}.
"""
