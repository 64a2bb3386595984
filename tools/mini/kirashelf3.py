"""Tools of code, files, data, servers, databases and networks (see kiratools.py for the form)."""

TOOLS = r"""
# code | rename_identifier rename_name_in_code give_new_name | Renames an identifier throughout the code. ~ Changes the name of a function or variable everywhere.
. old_name,from_name : ident : Its name so far.
. new_name,to_name : ident : Its new name.
- Rename {old_name} to {new_name}.
- {old_name} is a terrible name. {new_name} says what it does.
- Use {new_name} wherever we now say {old_name}.
- refactor: {old_name} => {new_name}
- The reviewer wants {new_name} instead of {old_name}. Change it in all places.
- Call it {new_name}, not {old_name}, across the project.
# code | replace_in_file swap_text edit_snippet | Replaces a piece of text in a file. ~ Swaps an old snippet of a file for a new one.
. file,path : codefile : The file.
. before,old : code : What stands there.
. after,new : code : What shall stand there.
- In {file}, change {before} to {after}.
- {file} has a bug: {before} must become {after}.
- Swap {before} for {after} in {file}.
- I want {after} in {file}, where it now says {before}.
- Replace {before} by {after}; the file is {file}.
- The line {before} in {file} should read {after}.
# code | run_linter check_style lint_file | Checks the style of a source file. ~ Runs the linter, and repairs what it can.
. target,file : codefile : The file to check.
. fix,autofix? : bool : Repair what can be repaired.
- Lint {target}.
- Style check on {target}, <fix:true=fix what you can;false=but don't change anything>.
- Is {target} clean? Run the linter, <fix:true=with autofix;false=without autofix>.
- CI complains about the style of {target}. Have the linter look.
- Let the linter loose on {target} and <fix:true=let it repair things;false=only report>.
- {target}: lint
# code | find_definition locate_symbol jump_to_symbol | Finds where a name is defined. ~ Shows the place of a definition in the code.
. symbol,name : ident : The name.
. folder,inside? : folder : Folder to search.
- Where is {symbol} defined[ in {folder}]?
- Find the definition of {symbol}[; only search {folder}].
- {symbol} - where does it come from?
- I keep seeing {symbol} but can't find its definition[ under {folder}].
- Jump to {symbol}.
- Which file defines {symbol}[, somewhere below {folder}]?
# code | insert_at_line add_line put_code | Inserts code into a file at a line. ~ Adds lines before a line number.
. path,source_file : codefile : The file.
. line,line_no : int:1~400 : Line number.
. snippet,code : code : The code to insert.
- Insert {snippet} at line {line} of {path}.
- Line {line} of {path} needs this: {snippet}
- {path}:{line} add {snippet}
- Something's missing in {path}. Put {snippet} at line {line}.
- At line {line} in {path}, please add {snippet}.
- Before line {line} there should be {snippet}, in {path} I mean.
# code | explain_error lookup_error what_means | Explains an error message. ~ Tells what an error means and its usual cause.
. message,error : of:list index out of range;segmentation fault (core dumped);cannot find module 'left-pad';expected ';' before '}' token;permission denied: /etc/hosts;undefined is not a function;borrow of moved value;ORA-00942: table does not exist : The message.
. lang,language? : enum:python;rust;c;javascript;sql : Programming language.
- What does "{message}" mean[ in {lang}]?
- I get this[ in {lang}]: {message}
- Explain the error "{message}".
- My program stops with "{message}". Why?
- "{message}" - I've no idea what it wants[; the language is {lang}].
- Please look up the error {message}
# build | build_target compile_project make_build | Builds a target of the project. ~ Compiles in debug or release mode.
. target,component : of:server;cli;docs;mobile app;firmware;web client;installer : What is built.
. mode,profile? : enum:debug;release : Which mode.
. jobs,threads? : int:1~32 : Parallel jobs.
- Build {target}[ in {mode} mode][ with {jobs} jobs].
- Compile the {target}[, {mode}].
- {target} build[, {jobs} threads]
- We ship tomorrow, so I need a {mode} build of the {target}.
- Make the {target}[; use {jobs} jobs].
- Can you get the {target} to compile[ ({mode})]?
# build | run_tests test_suite execute_tests | Runs the tests of a folder or file. ~ Executes tests, all or those with a name.
. where,path : path : File or folder of the tests.
. only,filter? : ident : Only tests with this name.
- Run the tests in {where}[, only {only}].
- Do the tests pass in {where}?[ I just care about {only}.]
- tests: {where}
- I touched {where}; please run its tests[, those called {only}].
- Before I push, test {where}.
- Test {where}[ with the filter {only}].
# build | bump_version set_release new_version | Sets the version of a package. ~ Raises the version number before a release.
. package,crate : of:web-client;core;parser-utils;billing;atlas-map;notifier : The package.
. version,to : version : The new version.
- Bump {package} to {version}.
- {package} is now at {version}.
- Release {version} of {package} is due; set the version.
- Set the version of {package}: {version}
- We fixed a lot, so {package} deserves {version}.
- Package {package}, version {version}, please update it.
# git | commit_changes make_commit save_commit | Commits the changes with a message. ~ Records changed files in the repository.
. message,text : of:Fix typo in footer;Add login page;Remove dead code;Handle empty input;Use >= in the age check;Rename "cart" to "basket";Speed up search : The commit message.
. files,paths? : list:codefile : Only these files.
- Commit with the message "{message}".
- Commit {files}, message "{message}".
- git commit: {message}
- I'm done here. Message: "{message}"
- Save my work as a commit that says "{message}"[; only {files}].
- Make a commit called "{message}"[ of {files}].
# git | create_branch new_branch start_branch | Creates a branch. ~ Starts a branch from another one.
. name,branch : branch : Name of the new branch.
. base,from_branch? : enum:main;develop;release;staging : Branch to start from.
- Create branch {name}[ from {base}].
- New branch {name}[, based on {base}].
- I'm starting something: branch {name}[ off {base}].
- Branch off {base} and name it {name}.
- Let's have a branch {name}.
- {name} should be our next branch[; take {base} as the base].
# git | merge_branches merge_into join_branch | Merges one branch into another. ~ Brings the commits of a branch into a second one.
. source,merge_from : branch : The branch that is merged.
. target,merge_to : enum:main;develop;release;staging : The branch that receives it.
. squash,single_commit? : bool : Put all commits into one.
- Merge {source} into {target}.
- {target} should get everything from {source}, <squash:true=squashed;false=not squashed>.
- {source} was approved, bring it to {target}.
- merge {source} -> {target}
- Into {target}, please, merge {source}[ today].
- Review's done! {source} goes into {target} <squash:true=as a single commit;false=with all its commits>.
# git | revert_commit undo_commit back_out | Undoes a commit. ~ Reverts what a commit did.
. commit,sha : hash : The commit.
. reason,because? : of:breaks the build;wrong branch;not reviewed;too slow : Why.
- Revert {commit}[, it {reason}].
- {commit} was a mistake[: {reason}]. Undo it.
- Back out {commit}[ ({reason})].
- Everything is red since {commit}. Take that commit back.
- revert {commit}
- Please undo the commit {commit}[; reason: {reason}].
# review | ask_review request_reviewer assign_reviewer | Asks somebody to review a change. ~ Assigns a reviewer to a pull request.
. pr,pull_request : int:1~3000 : Number of the pull request.
. reviewer,person : handle : Who reviews.
- Ask {reviewer} to review #{pr}.
- PR {pr} needs a look by {reviewer}.
- {reviewer} should review pull request {pr}.
- Could {reviewer} check my PR? It's number {pr}.
- reviewer for {pr}: {reviewer}
- Nobody has looked at {pr} yet, so assign {reviewer}.
# review | comment_on_pr leave_comment review_note | Leaves a comment on a pull request. ~ Writes a remark under a change.
. number,pr : int:1~3000 : Number of the pull request.
. comment,body : of:Looks good, ship it;Please add a test;Why not use a set here?;This is O(n^2), is that fine?;Typo in line 12;Nice cleanup!;Can we keep the old name? : The comment.
- Comment on PR {number}: {comment}
- Under {number}, write "{comment}".
- "{comment}" - put this on pull request {number}.
- Tell them on #{number}: {comment}
- PR {number} gets the remark "{comment}" from me.
- I read through {number}. Leave the comment "{comment}".
# files | copy_file duplicate_file copy_to | Copies a file to another place. ~ Makes a second copy of a file.
. source,from_path : path : The file.
. dest,to_path : path : Where the copy goes.
- Copy {source} to {dest}.
- I need {source} a second time, at {dest}.
- Duplicate {source}; the copy is {dest}.
- {dest} should be a copy of {source}.
- cp {source} {dest}
- Before I ruin {source}, keep a copy in {dest}.
# files | move_file relocate_file shift_file | Moves a file into a folder. ~ Puts a file somewhere else.
. file,item : file : The file.
. folder,into : folder : The folder it goes to.
- Move {file} into {folder}.
- {file} belongs in {folder}.
- Put {file} where it should be: {folder}
- Tidy up: {file} goes to {folder}.
- What's {file} doing here? It should live in {folder}.
- To {folder} with {file}, please.
# files | delete_file remove_file trash_file | Deletes a file. ~ Removes a file for good or into the trash.
. path,file : path : The file to delete.
. forever,permanent? : bool : Not only into the trash.
- Delete {path}.
- {path} can go, <forever:true=for good;false=just into the trash>.
- Get rid of {path} <forever:true=permanently;false=but keep it in the trash>.
- I don't need {path} any longer.
- rm {path}
- {path} is a leftover of last year. Delete it, <forever:true=and forever;false=to the trash is enough>.
# files | find_files search_names look_for_file | Finds files by a pattern of their name. ~ Searches a folder for file names.
. pattern,glob : of:*.log;*.tmp;report*;IMG_????.jpg;*backup*;*.py;notes-*.md : Pattern of the name.
. where,folder : folder : Folder to search.
. newer_than,since? : date : Only files changed after this day.
- Find {pattern} in {where}[, newer than {newer_than}].
- Which files like {pattern} are there in {where}?
- List everything in {where} that matches {pattern}[ and was changed after {newer_than}].
- I lost a file. Its name is like {pattern} and it was in {where}.
- {where}: look for {pattern}
- Search {where} for {pattern}[ since {newer_than}].
# files | zip_files make_archive compress_files | Packs files into an archive. ~ Compresses several files.
. files,inputs : list:path : The files.
. archive,output : zip : The archive to make.
- Zip {files} into {archive}.
- Make {archive} from {files}.
- {archive} should hold {files}.
- I have to mail these: {files}. Pack them as {archive}.
- Compress {files}; the result is {archive}.
- Put {files} together in one archive, {archive}.
# text | write_note_file save_text create_textfile | Writes text into a file. ~ Creates a file with some content.
. path,filename : textfile : The file.
. content,text : lines : What stands in it.
- Create {path} with this content: {content}
- Save this as {path}: {content}
- Make a new file {path}. Text: {content}
- {path} should say: {content}
- I need a file {path} that reads: {content}
- Please write the following to {path}: {content}
# text | grep_text search_in_files find_pattern | Searches files for a regular expression. ~ Finds lines that match a pattern.
. regex,pattern : regex : The expression.
. folder,in_dir : folder : Where to search.
. ignore_case,any_case? : bool : Upper and lower case are the same.
- Search {folder} for {regex}.
- Which lines in {folder} match {regex}?
- grep {regex} in {folder}, <ignore_case:true=ignoring case;false=respecting case>
- I look for {regex}; it's somewhere in {folder}, <ignore_case:true=case doesn't matter;false=case matters>.
- Show me all matches of {regex} below {folder}.
- Somebody left {regex} in {folder}, find it.
# text | count_words word_count text_length | Counts the words of a document. ~ Tells how long a text file is.
. document,file : doc : The document.
. what,unit? : enum:words;lines;characters;pages : What is counted.
- How long is {document}[ in {what}]?
- Count the {what} of {document}.
- {document}: number of {what}?
- My editor wants to know the length of {document}[, measured in {what}].
- Tell me how many {what} there are in {document}.
- Is {document} too long? Count.
# data | filter_rows keep_rows select_rows | Keeps the rows of a table that meet a condition. ~ Filters a table into a new file.
. table,input : table : The table.
. condition,where : cond : Which rows stay.
. output,save_as? : table : File for the result.
- Filter {table} by {condition}[ and save it as {output}].
- From {table} I want only rows with {condition}.
- {table}, keep {condition}[, write {output}]
- Drop every row of {table} unless {condition}[; output goes to {output}].
- Which rows in {table} have {condition}?[ Put them into {output}.]
- Only {condition} is of interest. The table is {table}.
# data | column_stats summarize_column describe_column | Gives statistics of a column. ~ Works out mean, median, sum or extremes of a column.
. file,dataset : table : The file.
. column,field : of:price;age;total_kg;visits;salary;temp_c;delay_min;score : The column.
. stat,measure : enum:mean;median;sum;max;min : Which number.
- What's the {stat} of {column} in {file}?
- {stat} of {column}, {file}
- In {file} there's a column {column}. Give me its {stat}.
- I need one number for my slides: the {stat} of {column} from {file}.
- Open {file} and get the {stat} for {column}.
- Compute, for {file}, the {stat} over {column}.
# data | draw_chart plot_columns make_graph | Draws a chart from two columns. ~ Plots one column of a table against another.
. data,table : table : The table.
. x,x_column : of:month;day;year;weekday;hour : Column of the x axis.
. y,y_column : of:revenue;visitors;rainfall;errors;weight : Column of the y axis.
. type,chart_type? : enum:line;bar;scatter;pie : Kind of chart.
- Plot {y} against {x} from {data}[ as a {type} chart].
- Draw {y} per {x}, data in {data}[, {type}].
- I'd like to see how {y} changes by {x}. Use {data}.
- Chart of {data}: x is {x}, y is {y}[, type {type}].
- A {type} chart, please: {x} across, {y} up, from {data}.
- With {data}, make a graph of {y} by {x}.
# data | sort_table order_rows sort_by_column | Sorts a table by a column. ~ Puts the rows of a file into order.
. file,table : table : The file.
. by,column : of:name;date;amount;city;rank;last_seen : Column to sort by.
. descending,reverse? : bool : From large to small.
- Sort {file} by {by}.
- {file} should be ordered by {by}, <descending:true=largest first;false=smallest first>.
- {by} order for {file}, <descending:true=descending;false=ascending>.
- Please bring {file} into the order of {by}.
- Rearrange the rows in {file}: column {by}, <descending:true=from high to low;false=from low to high>.
- The list {file} is a mess. Sort it, key {by}.
# database | run_query query_db execute_sql | Runs an SQL query on a database. ~ Executes a statement and gives the rows.
. sql,statement : sql : The statement.
. db,database : of:shop_prod;analytics;crm;staging_db;warehouse;library : The database.
- Run {sql} on {db}.
- On {db}: {sql}
- What does {sql} give on {db}?
- Please execute this against {db}: {sql}
- I need the result of {sql}; the database is {db}.
- {db} first, then the statement {sql}.
# database | add_column new_column extend_table | Adds a column to a table. ~ Extends a table by a column of a type.
. table,relation : of:users;orders;rooms;books;invoices;devices : The table.
. column,name : of:nickname;created_at;is_active;vat_rate;shelf;notes : Name of the column.
. type,datatype : enum:text;integer;boolean;date;numeric : Its type.
- Add a {type} column {column} to {table}.
- {table} needs a column {column} of type {type}.
- alter table {table}: {column} {type}
- We want to store more in {table}. New column: {column}, {type}.
- Table {table}, please add {column} as {type}.
- Give {table} one more {type} field, called {column}.
# database | backup_database dump_db save_database | Backs a database up into a file. ~ Dumps a database.
. name,database : of:shop_prod;analytics;crm;staging_db;warehouse;library : The database.
. to_file,target : zip : File of the backup.
- Back up {name} to {to_file}.
- Dump {name}; file: {to_file}
- I want a backup of {name}, written to {to_file}.
- Before the migration, save {name} as {to_file}.
- {to_file} shall hold a dump of {name}.
- Make sure we have {name} in {to_file}, a full backup.
# server | restart_service bounce_service reload_daemon | Restarts a service on a host. ~ Stops and starts a service again.
. service,daemon : of:nginx;postgres;redis;cron;mail-relay;api-gateway;print-queue : The service.
. host,machine : host : The host.
- Restart {service} on {host}.
- {service} hangs on {host}. Bounce it.
- {host}: restart {service}
- On {host} the {service} needs a restart.
- Users complain again, so give {service} a kick; host {host}.
- Please stop and start {service}, machine {host}.
# server | run_command exec_shell shell_on_host | Runs a shell command on a machine. ~ Executes a command line.
. command,cmd : cmd : The command line.
. host,on : host : The machine.
. timeout,limit_seconds? : int:5~600 : Seconds before it is stopped.
- Run {command} on {host}[ with a timeout of {timeout} seconds].
- Execute {command}, host {host}[, at most {timeout} seconds].
- What does {command} print on {host}?
- Log in to {host} and do {command}.
- {host}$ {command}
- I'm curious about the output of {command} on {host}[; stop after {timeout} seconds].
# server | scale_service set_replicas change_instances | Sets how many copies of a service run. ~ Scales a service up or down.
. service,app : of:checkout;search;thumbnails;login;chat;billing-worker : The service.
. replicas,instances : int:1~40 : Number of copies.
. region,zone? : enum:eu-west;us-east;ap-south : Region.
- Scale {service} to {replicas}[ in {region}].
- {replicas} replicas of {service}[, {region}].
- Traffic is up, let {service} run {replicas} times[ in {region}].
- {service}={replicas}
- How about {replicas} copies of {service}[ for {region}]? Do that.
- We pay too much: bring {service} to {replicas} instances.
# logs | read_log tail_log show_log_lines | Shows the last lines of a log. ~ Reads the end of a log file.
. file,log : of:/var/log/syslog;app.log;nginx/error.log;cron.log;worker-3.log;auth.log : The log.
. lines,count : int:5~500 : How many lines.
. level,severity? : enum:error;warning;info;debug : Only lines of this level.
- Show the last {lines} lines of {file}[, only {level}].
- tail {lines} {file}
- What's at the end of {file}? {lines} lines will do[, level {level}].
- {lines} lines from {file}, please[ - just the {level} ones].
- Something crashed. Let me see {file}, the final {lines} lines.
- Read me {file}. I want {lines} lines[ of level {level}].
# security | rotate_key renew_secret new_api_key | Replaces a secret by a new one. ~ Rotates a key, optionally with a time to live.
. key,secret_name : of:STRIPE_KEY;db-password;SMTP_TOKEN;jwt-signing;backup_pass;MAPS_API_KEY : Name of the secret.
. days,valid_days? : int:1~365 : How long the new one is valid.
- Rotate {key}[, valid {days} days].
- {key} has leaked! Renew it[ for {days} days].
- We need a new {key}[ that lives {days} days].
- Replace the secret {key}.
- {key}: rotate
- It's time again to change {key}[; make it last {days} days].
# security | grant_access give_permission allow_user | Gives a user a role in a system. ~ Grants access to a system.
. user,account : handle : The user.
. system,resource : of:wiki;billing;staging;crm;backup vault;camera feed : The system.
. role,permission : enum:reader;editor;admin : The role.
- Give {user} {role} access to {system}.
- {user} should be {role} in {system}.
- {system}: {user} as {role}
- Our new colleague {user} has to get into the {system}. Role: {role}.
- Grant {role} on {system} to {user}.
- Make {user} an {role} of the {system}.
# network | ping_host test_connection check_reachable | Checks whether a host answers. ~ Pings an address several times.
. address,host : ip : The address.
. count,times? : int:1~20 : How often.
- Ping {address}[ {count} times].
- Is {address} reachable?[ Try {count} times.]
- {address} - alive?
- Does {address} answer[ if you ask {count} times]?
- The printer is silent. Its address is {address}, see if it replies.
- Check the connection to {address}[ with {count} packets].
# network | open_port allow_port firewall_open | Opens a port in the firewall. ~ Lets traffic through on a port.
. port,port_number : int:20~9999 : The port.
. protocol,proto : enum:tcp;udp : The protocol.
. source,from_ip? : ip : Only from this address.
- Open {protocol} port {port}[ for {source}].
- Let {protocol} traffic through on {port}[, but only from {source}].
- firewall: allow {port}/{protocol}
- Our game needs port {port}, {protocol}[; the source is {source}].
- {port} must be open over {protocol}.
- The firewall blocks {port}. Open it for {protocol}[, source {source}].
# web | fetch_page download_url get_page | Downloads a web page. ~ Fetches an address and saves it if wanted.
. url,address : url : The address.
. save_to,file? : path : File to save it in.
- Fetch {url}[ and save it to {save_to}].
- Download {url}[ into {save_to}].
- What's on {url} ?
- Get me the page {url}[; file {save_to}].
- I'd like to read {url} offline[, put it in {save_to}].
- Please open {url} for me.
# web | add_redirect redirect_path forward_url | Redirects one web path to another. ~ Sends visitors of an old path to a new one.
. old_path,from_path : of:/shop;/about-us;/blog/2021;/jobs.html;/img/logo.png : Path that is asked for.
. new_path,to_path : of:/store;/team;/archive;/careers;/static/logo.svg : Path they are sent to.
. permanent,is_permanent? : bool : Whether it stays like that.
- Redirect {old_path} to {new_path}.
- {old_path} has moved to {new_path} <permanent:true=for good;false=for a while>.
- Who visits {old_path} should land on {new_path}, <permanent:true=permanently;false=temporarily>.
- {old_path} => {new_path}
- Old links still point to {old_path}. Send them to {new_path}.
- We renamed {old_path}; it's {new_path} now. Add a <permanent:true=permanent;false=temporary> redirect.
"""
