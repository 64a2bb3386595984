"""Further orders for tools of the other shelves: "@@name" names the tool (see zenotools.py for the form)."""

TOOLS = """
@@find_usages
Someone wants to drop {symbol}. Before I agree, tell me who depends on it[ in {folder}].
Is {symbol} still in use[ anywhere in {folder}]?
@@rename_symbol
Two things are called {old} and that confuses me. Let ours be {new}.
{new} is taken by nobody. {old} may have that name.
So far we wrote {old}; the team has voted for {new}.
What is {old} today should be {new} tomorrow.
@@insert_line
Line {line} comes too early in {file}. Before it there must be {code}
The compiler stumbles over {file}. It wants {code} before line {line}.
Just above line {line} I want to read {code} from now on; the file is {file}.
@@replace_code
It used to be {find}, and now it has to be {put}. All this is in {file}.
{put} is right and {find} is wrong. Correct {file}.
Somebody wrote {find} in {file}. Make that {put}.
@@run_tests
{folder} has new code. Nothing but a test run will calm me, <verbose:with every test printed/without printing each test>.
I broke something beneath {folder}. Which tests fail?
@@format_source
{width} is the most that our editor shows. Bring {file} in line with that.
Nobody can read {file}. <tabs:Use tabs/Do not use tabs>, and end each line after {width} characters at the latest.
@@evaluate_snippet
I bet {code} fails. Try it in {language}.
{language} puzzles me. What would {code} give?
@@create_branch
{branch} is the branch that I need. Make it in {repo}.
My work must not disturb {base}. Branch off it, in {repo}, under the name {branch}.
@@commit_changes
The work is finished. {message} says what I did, so commit with that.
<sign:Signed, please/Unsigned, please>: commit {files} as {message}
@@tag_release
Customers wait for {tag}. Put that tag on {commit}.
{commit} passed all checks. From now on it is known as {tag}.
@@show_blame
Something smells at line {line}. The file is {file}; who did that?
@@request_review
{number} is ready. It is a pull request for {reviewers}, and <urgent:it cannot wait/it can wait>.
{reviewers} have time. Let them review pull request {number}.
@@move_file
{folder} is the right home for {file}.
I tidy up. {file} must go to {folder}, <overwrite:even if something is overwritten/unless something would be overwritten>.
@@copy_file
{target} does not exist yet. It should be the same as {source}, which stays.
Give {source} a twin. The twin is {target}.
@@delete_files
Are {files} still there[, in {folder}]? Then delete them.
{files} were a mistake. Away with them, <trash:into the trash/and not into the trash but for good>.
@@find_large_files
{megabytes} MB is too much for one file. Does {folder} have any above that?
@@set_permissions
{path} is open to the world. {mode} would be safer.
Mode {mode}, please. The file in question is {path}.
@@read_lines
{file} puzzles me after line {first}. {count} lines from there on would help.
@@write_file
The old {path} is lost. What it must say is {content}
<append:At the end, after what is there,/In place of what is there, not after it,> write {content} in {path}.
@@sync_folders
{target} lags behind. Everything new is in {source}.[ Never mind {skip}.]
@@replace_pattern
{replacement} is to be found nowhere in {file}. Put it where now {pattern} matches.
{file} must be cleaned. {replacement} is the new text, and {pattern} is what to look for.
@@search_pattern
{pattern} should match somewhere. Try {folder}.
<ignore_case:Capitals do not matter/Capitals do matter>. I look under {folder} for {pattern}.
@@compare_files
Only one of {left} and {right} is right. Where do they disagree?
@@install_package
Nothing works without {package}. Get it[, and take version {version}].
{version} came out today. It is a version of {package} and I want it <dev:among the development packages/among the packages for production, not development>.
@@pin_version
Each update of {package} hurts us. Stay at {version}.
@@restart_service
Users cannot log in. It is {service} again, on {host}; restart it.
{host} runs {service}. Stop that and start it anew[, after a pause of {wait} seconds].
@@run_command
I cannot reach a keyboard. Type {command} on {server} for me.
{server} is waiting. What I want it to run is {command}
@@check_disk
Writes fail on {host}. Maybe the disk under {mount} is full; have a look.
@@add_user
{machine} gets a new user. The login is {login}[ and the groups are {groups}].
@@schedule_reboot
{at} is a quiet time[ on {date}]. Reboot {host} then.
The new kernel waits for a reboot of {host}. Do it at {at}[ on {date}].
@@start_container
{port} is the port, {image} is the image and {name} is the name. Start it.
We lost {name}. It came from the image {image} and listened on {port}; bring it up.
@@scale_deployment
{replicas} is the number of copies we can pay. Apply it to {deployment}.
Customers complain about {deployment}. Would {replicas} copies help? Do it.
@@open_port
{source} gets no answer from {host}. Let it in by {protocol}, port {port}.
The new game needs {port}, by {protocol}. Open that on {host}.
@@ping_host
Silence from {host}. Is it there? Try {count} times.
@@add_dns_record
{value} moved here. The name {name} should lead to it; use the type {kind}.
@@search_logs
Users saw {text} on the screen. Was that {service}? Look in its logs.
{text} is what I look for, and {service} must have logged it[ after {since}].
@@rotate_logs
Older than {days} days is of no use. I speak of the logs of {service}.
@@create_alert
{threshold} is the limit for {metric}. Beyond it, {notify} must be told.
Nobody noticed how {metric} rose. Next time write to {notify} as soon as it passes {threshold}.
@@silence_alert
I am working on it. Keep {alarm} quiet, {minutes} minutes at most.
@@rotate_key
A laptop was stolen. {owner} must not go on with {key}, so make a new one.
@@grant_role
{system} has a new colleague: {person}. The role is {role}.
{role} is all that {person} needs. The system is {system}[, and it ends on {until}].
@@run_query
{database} should know. Ask it {sql}
I wonder what comes out of {sql} on {database}. <dry_run:Only pretend/Do not pretend, run it really>.
@@delete_rows
{condition} is true of all the bad rows. They sit in {table}; delete them.
@@add_column
{type} is the type and {column} the name. {table} is the table that gets the new column.
Reports need one thing more. Extend {table} by {column}, which is of type {type}.
@@create_index
{columns} are searched all the time. Index them; they belong to {table}.
@@backup_database
Tonight we update. {database} must be safe before that, and {file} is where the backup goes.
@@sort_table
{column} is what the boss sorts by. Do the same in {sheet}, {direction}.
@@filter_rows
I only care for {condition}. The data is in {source}; the outcome goes to {output}.
@@publish_message
A worker listens at {queue}. Give it this: {body}
@@retry_job
{priority} is the priority. {job} is the job. Once more, please[, and on {worker}].
@@set_breakpoint
{line} is the line where I want to stop. {file} is the file[ and {condition} the condition].
@@set_setting
{value} is right for {option}. So far {file} says something else.
@@clone_repository
{folder} is still empty. What belongs there is the repository at {address} .
@@restore_backup
{file} was saved in time. Now {database} is gone; bring it back from there.
@@rename_column
{becomes} is what reports expect. The table {table} calls that column {column}, so change it.
@@compress_files
The mail would be too big. {archive} could hold {files} in little space.
@@set_variable
{value} is what {service} should find in {variable}.
@@schedule_job
{time} is when it should happen, day after day. What {machine} has to run is {command}
"""
