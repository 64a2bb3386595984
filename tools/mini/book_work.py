"""Everyday tools of mail, calendar, files and servers, in the form that catalog.py reads."""

TOOLS = {"mail": """
send_message/send_text/message_person: Sends a short message to a person/Text message
recipient/to/person/contact who Who gets it/The receiver
text/message/body/content text What it says/Text of the message
- send {text} to {recipient}
- tell {recipient} {text}
- text {recipient}: {text}
- send {recipient} (a message|the message|a note): {text}
- write {text} to {recipient}
- send a message to {recipient} (saying|that says|with the text) {text}
- let {recipient} know: {text}

send_email/write_mail/email: Sends an e-mail/Mail to somebody
to/recipient/address email Address of the receiver/Who gets the mail
subject/title/about title Subject line/Subject
body/text/content text Text of the mail/What the mail says
cc?/copy_to? email Who gets a copy/Address for a copy
urgent?/important? ! Mark as urgent/High importance
- send an e-mail to {to} with the subject {subject} and the text {body}
- mail {to} about {subject}: {body}
- write {body} to {to}, subject {subject}[, copy to {cc}]
- send {to} an {urgent=urgent:true} mail, subject {subject}, saying {body}
- email {body} to {to} under the subject {subject}

search_mail/find_emails/look_in_mail: Finds e-mails/Searches the mailbox
sender?/from?/author? person Who wrote it/Sender
words?/query?/text? query Words in the mail/What to look for
after?/since?/from_date? weekday Not older than/First day
unread?/only_unread? ! Only mails that were not read/True for unread
- find (the |all |)mails from {sender}[ since {after}]
- find {unread=unread:true} mails from {sender}
? did {sender} write about {words}
- search my mail for {words}
- show {unread=unread:true,new:true} mails about {words}

forward_mail/forward/pass_on: Sends a mail on to somebody/Forwards a mail
mail_id/id/number #100-9999 Number of the mail/Which mail
to/recipient/receiver who Who gets it/Receiver
note?/comment?/text? text Words added to it/A remark
- forward mail {mail_id} to {to}
- pass mail {mail_id} on to {to}[ with the note {note}]
- send {to} my mail number {mail_id}
! {to} should get mail {mail_id}

mark_mail/set_read/mark_read: Marks a mail as read or unread/Read state of a mail
mail_id/id/number #100-9999 Which mail/Number of the mail
read/is_read/seen ! True for read/Was it read
- mark mail {mail_id} as {read=read:true,unread:false,not read:false}
! mail {mail_id} is {read=read:true,unread:false}
- set mail number {mail_id} to {read=read:true,unread:false}

move_mail/file_mail/put_mail: Moves a mail into a folder/Files a mail
mail_id/id/message_id #100-9999 Number of the mail/Which mail
folder/to/destination folder Where it goes/Name of the folder
- move mail {mail_id} to {folder}
- put mail {mail_id} into (the folder |){folder}
- file mail number {mail_id} under {folder}

reply_mail/answer_mail/reply: Answers a mail/Reply to a message
mail_id/id/message #100-9999 Which mail/Number of the mail
text/answer/body text What to answer/Text of the reply
to_all?/everyone?/reply_all? ! Whether all get it/True for all receivers
- reply {text} to mail {mail_id}
- answer mail {mail_id} with {text}
- reply to {to_all=everybody in:true,all in:true} mail {mail_id}: {text}
- answer {text} to mail number {mail_id}

block_sender/block_address/stop_spam: Blocks a sender/No more mail from an address
address/sender/email email Who is blocked/The address
reason?/why? =spam,rude,unknown,ads Why/Reason
- block {address}[ for {reason}]
! I want no more mail from {address}
- stop mails of {address}
""", "calendar": """
create_reminder/remind_me/add_reminder: Reminds the user of something/New reminder
text/what/task chore What to do/What the reminder says
date/day/on weekday Which day/Day of the reminder
time?/at?/hour? time Time of day/At what time
- remind me on {date} to {text}
- remind me to {text} on {date}[ at {time}]
- remind me {date=tomorrow:tomorrow,today:today,next week:next week} at {time} to {text}
- remind me at {time} on {date} to {text}
! on {date} I have to {text}, remind me
! I must not forget to {text} {date=tomorrow:tomorrow,today:today,tonight:tonight}

create_event/add_event/schedule_event: Puts an event into the calendar/New calendar entry
title/name/event event What it is/Name of the event
date/day/when weekday Which day/Day
start/time/begins time When it starts/Start time
minutes?/duration?/length? #15-240 How long in minutes/Duration
place?/location?/where? room Where it is/Place
- put {title} in (my|the) calendar on {date} at {start}
- add {title} at {start} on {date}[ for {minutes} minutes]
! I have {title} on {date} at {start}[ in the {place}]
- schedule {title} for {date}, {start}[, {minutes} minutes long]
- enter {title} on {date} from {start} in the {place}

schedule_meeting/plan_meeting/invite: Plans a meeting with people/Invites people
people/attendees/guests/with *person Who comes/People to invite
date/day/on weekday Day of the meeting/When
time/at/start time Start of the meeting/At what time
topic?/subject?/about? topic What it is about/Subject
- plan a meeting with {people} on {date} at {time}
- invite {people} for {date} at {time}[ to talk about {topic}]
- meet {people} at {time} on {date}[ about {topic}]
- set up a meeting on {topic} with {people}, {date}, {time}

cancel_event/remove_event/call_off: Takes an event out of the calendar/Cancels an appointment
title/event/name event What is cancelled/The event
notify?/tell_others?/inform? ! Tell the people who were invited/True to send a note
- cancel (my|the) {title}
- call off the {title}[ {notify=and tell everybody:true,without telling anyone:false}]
! the {title} does not take place
- take the {title} out of my calendar

move_event/reschedule/shift_meeting: Moves an event to another time/New date for an event
title/event/which event Which event/The event
date/new_date/day weekday The new day/Moves to
time?/new_time?/at? time The new time/New start
- move (my|the) {title} to {date}[ at {time}]
- shift the {title} to {date}
! the {title} is on {date} now[, at {time}]
- put the {title} off until {date}

list_events/show_calendar/agenda: Shows what is in the calendar/Events of a day
date/day/on weekday Which day/The day to show
days?/number_of_days?/span? #1-30 How many days/Days from then on
? what do I have on {date}
? am I free on {date}
- show my calendar for {date}
- list my events from {date} on for {days} days
? which events are there in the {days} days after {date}

book_room/reserve_room/meeting_room: Books a room of the office/Reserves a meeting room
room/name/which room Which room/Room to book
date/day/on weekday Day/When
people?/persons?/seats? #2-40 How many people/Number of seats
- book the {room} on {date}[ for {people} people]
- reserve the {room} for {people} people on {date}
! we need the {room} on {date}[, we are {people}]

request_leave/take_vacation/days_off: Asks for days off/Holiday request
first_day/from/start weekday First day off/Begins
days/count/length #1-30 Number of days/How many days
reason?/why? =holiday,sick,family,moving Why/Reason
- ask for {days} days off from {first_day}
! I want {days} days off starting {first_day}[, {reason}]
- request {days} days of {reason} leave from {first_day} on

add_task/new_task/create_todo: Adds a task to a list/New thing to do
text/task/title chore What to do/The task
list?/list_name?/where? list Which list/Name of the list
priority?/importance? =low,normal,high How important/Priority
- add {text} to my {list}
- put {text} on the {list}[ with {priority} priority]
- new {priority} priority task: {text}
! I have to {text}, note it
- note that I have to {text}

complete_task/finish_task/check_off: Marks a task as done/Task is finished
task/text/what chore Which task/The task
- check off {task}
- mark {task} as done
- cross {task} off my list
""", "files": """
copy_file/duplicate_file/cp: Copies a file/Makes a copy of a file
source/from/file path The file/File to copy
destination/to/target path Where the copy goes/New path
overwrite?/replace? ! Replace a file that is there/True to overwrite
- copy {source} to {destination}
- make a copy of {source} at {destination}
- put a copy of {source} in {destination}[ {overwrite=and overwrite what is there:true,but keep an existing file:false}]
! I need {source} also as {destination}

move_file/mv/relocate: Moves a file/Puts a file into another place
source/from/src path The file/Where it is
destination/to/dst dir Where it goes/New folder
- move {source} to {destination}
- put {source} into {destination}
- take {source} and move it into {destination}
! {source} belongs into {destination}

rename_file/rename/change_name: Gives a file a new name/Renames a file
old_name/from/file filename The name now/Old name
new_name/to/name filename The name it gets/New name
- rename {old_name} to {new_name}
- call {old_name} {new_name} from now on
- change the name of {old_name} to {new_name}
! {old_name} should be called {new_name}

delete_file/remove_file/rm: Deletes a file/Removes a file
path/file/target path Which file/File to delete
permanent?/forever?/skip_trash? ! Do not keep it in the trash/True to delete for good
- delete {path}[ {permanent=for good:true,forever:true}]
- remove {path}
- throw {path} away
- get rid of {path}

search_files/find_files/grep_files: Finds files by text or name/Looks for a text in files
text/pattern/query code What to look for/Text to find
folder/dir/where dir Where to look/Folder
recursive?/subfolders?/deep? ! Look in folders inside too/With subfolders
- search {folder} for {text}
- find {text} in {folder}[ {recursive=and its subfolders:true,without subfolders:false}]
- look in {folder} for files with {text}
? which files in {folder} contain {text}

write_note/save_note/create_note: Writes a note/Saves a text as a note
title/name/heading title Title of the note/What the note is called
text/content/body code What it says/Text of the note
- write a note called {title}: {text}
- save {text} as a note titled {title}
- make a note {title} with the text {text}
- note under {title}: {text}
- create the note {title} with this text:¶{text}

append_line/add_line/append: Adds a line at the end of a file/Appends text
file/path/to path Which file/The file
line/text/content code The line to add/What to add
- add {line} to {file}
- append {line} to {file}
- add this to the end of {file}: {line}
- put {line} at the end of {file}

compress_files/zip_files/pack: Packs files into an archive/Makes an archive
files/paths/items *filename Files to pack/What goes in
archive/output/name filename Name of the archive/Where it is written
level?/strength? #1-9 How strongly to pack/Compression level
- zip {files} into {archive}
- pack {files} as {archive}[ with level {level}]
- compress {files} to {archive}
- make {archive} out of {files}

convert_image/change_format/image_convert: Changes the format or size of a picture/Converts an image
file/image/picture filename The picture/Image file
format/type/to =png,jpg,webp,gif,bmp New format/Which format
width?/pixels? #100-4000 New width in pixels/Width
- convert {file} to {format}[ with a width of {width} pixels]
- turn {file} into a {format}[, {width} pixels wide]
- save {file} as {format}
! I need {file} as {format}[, {width} wide]

resize_image/scale_picture/set_size: Changes the size of a picture/New size in pixels
file/image/path filename The picture/Image
width/w/x #50-4000 Width in pixels/How wide
height/h/y #50-4000 Height in pixels/How high
- resize {file} to {width} by {height}
- make {file} {width} pixels wide and {height} high
- make {file} {height} high and {width} wide
- scale {file} to {width}x{height}
- bring {file} to a height of {height} and a width of {width}

set_permissions/chmod/file_rights: Sets who may do what with a file/Rights of a file
path/file/on path Which file/File
mode/rights/permissions =read,write,execute,all What is allowed/Rights
user/who/owner person For whom/User
- give {user} {mode} rights on {path}
- let {user} have {mode} access to {path}
! {user} needs {mode} rights for {path}

split_file/split/divide_file: Splits a file into parts/Cuts a file
file/path/input path The file/File to split
parts/pieces/count #2-50 How many parts/Number of parts
- split {file} into {parts} parts
- cut {file} in {parts} pieces
- make {parts} parts of {file}

download_file/fetch_url/get_file: Loads a file from the web/Download
url/link/from url Where it is/Address
path?/save_as?/to? path Where to save/Local file
- download {url}[ to {path}]
- get {url} and save it as {path}
- fetch {url}[ into {path}]
""", "devops": """
restart_service/restart/bounce: Restarts a service on a host/Stops and starts a service
service/name/unit service Which service/Service
host/server/machine host Where it runs/Host
force?/hard?/kill? ! Do not wait for open work/True to force it
- restart {service} on {host}
- restart the {service} service on {host}[ {force=by force:true,gently:false}]
- bounce {service} at {host}
! {service} on {host} hangs, restart it

deploy_version/deploy/release: Deploys a version to an environment/Puts a release live
service/app/project service What to deploy/Application
version/tag/release =v1.0.2,v1.4.0,v2.0.1,2.3.0,latest,v0.9 Which version/Version
environment/env/target =staging,production,test,dev Where to/Environment
- deploy {service} {version} to {environment}
- roll out version {version} of {service} on {environment}
- bring {version} of {service} to {environment}
- put {environment} on {version} of {service}

scale_service/scale/set_replicas: Sets how many copies of a service run/Scales a service
service/deployment/app service Which service/What to scale
replicas/instances/count #1-50 How many copies/Number of instances
- scale {service} to {replicas}
- run {replicas} (copies|instances) of {service}
! {service} needs {replicas} replicas
- set {service} to {replicas} instances

get_logs/show_logs/tail_logs: Shows the logs of a service/Last lines of a log
service/name/of service Which service/Service
lines?/count?/tail? #10-900 How many lines/Number of lines
level?/severity? =debug,info,warning,error Only this level/Level
- show the last {lines} lines of the {service} log
- show the {level} logs of {service}
? what did {service} log[ as {level}]
- get {lines} log lines of {service}[, only {level}]

create_branch/new_branch/branch: Makes a branch in a repository/New branch
name/branch/new_branch branch Name of the branch/The branch
base?/from?/start_point? =main,develop,release,master Where it starts/Base branch
- create (a |the )branch {name}[ from {base}]
- branch {name} off {base}
! I need a branch {name}[ based on {base}]
- start {name} from {base}

merge_branch/merge/merge_into: Merges one branch into another/Merge
source/branch/from branch What is merged/Branch to merge
target/into/base branch Into which branch/Target
squash?/one_commit? ! Make one commit of all/True to squash
- merge {source} into {target}
- bring {source} into {target}[ {squash=as one commit:true,with all commits:false}]
- merge {source} to {target}[, {squash=squashed:true,not squashed:false}]

open_issue/create_issue/report_bug: Opens an issue/Reports a bug
title/summary/subject text What is wrong/Title of the issue
labels?/tags?/marks? *label Labels/Tags of the issue
assignee?/for?/owner? person Who works on it/Person
- open an issue {title}
- report a bug: {title}
- open an issue {title}[ with the labels {labels}] for {assignee}
- create an issue {title} and give it to {assignee}

close_issue/resolve_issue/finish_issue: Closes an issue/Issue is done
number/id/issue #1-9999 Number of the issue/Which issue
reason?/as?/resolution? =fixed,duplicate,invalid,wontfix Why it is closed/Reason
- close issue {number}[ as {reason}]
- close #{number}
! issue {number} is {reason=fixed:fixed,a duplicate:duplicate,invalid:invalid}
! number {number} is done, close it[ as {reason}]

run_query/sql/query_database: Runs a query on a database/SQL
sql/query/statement code The statement/SQL text
database?/db?/on? service Which database/Database name
limit?/max_rows? #1-500 Most rows to return/Row limit
- run {sql}[ on {database}]
- run the query {sql}[ with at most {limit} rows]
- execute {sql} against {database}
- query {database} with {sql}
- run this query:¶{sql}

ping_host/ping/check_host: Checks whether a host answers/Ping
host/address/target host Which host/Host
count?/times?/packets? #1-30 How often/Number of pings
- ping {host}[ {count} times]
? is {host} up
? does {host} answer
- check whether {host} is reachable
- send {count} pings to {host}

open_port/allow_port/firewall_allow: Opens a port in the firewall/Allows traffic
port/number/port_number #20-9999 Which port/Port number
protocol?/proto? =tcp,udp Protocol/Kind of traffic
host/server/on host On which machine/Host
- open port {port} on {host}
- open {protocol} port {port} on {host}
- let {protocol} traffic through on port {port} of {host}
! {host} should listen on {port}

set_env/set_variable/config_set: Sets a variable of a service/Configuration value
key/name/variable =DEBUG,LOG_LEVEL,PORT,CACHE_SIZE,API_URL,TIMEOUT,REGION Which variable/Name
value/to/content code What it is set to/Value
service?/app?/for? service For which service/Service
- set {key} to {value}[ for {service}]
- give {key} the value {value}
- set the variable {key} of {service} to {value}
! {key} should be {value}[ in {service}]

backup_database/backup/dump: Saves a database/Backup
database/db/what service Which database/What to save
path/to/target path Where it is saved/File to write
compress?/zip?/packed? ! Pack the file/True to compress
- back up {database} to {path}
- save the {database} database as {path}
- dump {database} into {path}[, {compress=packed:true,compressed:true,not compressed:false}]
- make a {compress=compressed:true} backup of {database} in {path}

run_tests/test_suite/start_tests: Runs the tests of a project/Test run
path/folder/suite dir Where the tests are/Which tests
parallel?/jobs?/workers? #1-32 How many at once/Number of workers
stop_early?/fail_fast? ! Stop at the first failure/True to stop early
- run the tests in {path}
- test {path}[ with {parallel} workers]
- run the tests of {path} on {parallel} workers[ and {stop_early=stop at the first failure:true,do not stop at failures:false}]
"""}
