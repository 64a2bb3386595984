"""Everyday tools of git, containers, databases, monitoring, languages, users, time zones and calculators, in the form that catalog.py reads."""
from toolvalues import CLOSED, POOLS


def days(*years):
    """Dates of some years."""
    return [f"20{y}-{m:02d}-{d:02d}" for y in years for m in (1, 3, 6, 9, 12) for d in (1, 8, 14, 27)]


POOLS.update({
    "commit_hash": "a3f9c21|7be01d4|e55a9f0|c0ffee1|9d8b7c6|41f2aa0|HEAD~2|HEAD~1|b7d3310|f00ba47|5512e9c|1c2d3e4".split("|"),
    "git_tag": "v1.0.0|v2.3.1|v0.9-beta|v3.0.0-rc1|release-7|v1.4.2|2026.1|v10.2|nightly-12|v0.0.3".split("|"),
    "repo_name": "shop-api|website|mobile-app|infra|docs|payments|data-tools|game-engine|atlas-web|firmware|dotfiles".split("|"),
    "image_tag": "nginx:1.27|redis:7|postgres:16|python:3.12-slim|node:22|alpine:latest|mysql:8.4|shop/api:v2|ubuntu:24.04|grafana:11".split("|"),
    "cloud_region": "eu-west-1|us-east-2|ap-south-1|eu-central-1|us-west-2|sa-east-1|ca-central-1|europe-north1|asia-east2".split("|"),
    "bucket": "backups-2026|user-uploads|static-assets|raw-logs|invoices-eu|media-cold|ml-datasets|public-site|tmp-share".split("|"),
    "cache_key": "user:42|session:9f3a|cart:1007|home_page|rates:EUR|token:abc|feed:anna|config|lock:import|top10".split("|"),
    "db_name": "shop|analytics|crm|blog|warehouse|legacy_app|test_db|accounts|telemetry|staging_shop".split("|"),
    "login_name": "jsmith|anna.k|root2|mmiller|dev_ops|peter99|lkowalski|guest7|tchen|svc-build|olga.r|nkumar".split("|"),
    "zone": "Europe/Berlin|America/New_York|Asia/Tokyo|UTC|Australia/Sydney|America/Sao_Paulo|Africa/Cairo|Asia/Kolkata|Europe/London|CET|PST".split("|"),
    "day_iso": days(19, 24, 26, 27, 31),
    "day_early": days(19, 22, 24, 25),
    "day_late": days(26, 27, 29, 31),
})
CLOSED.update("commit_hash git_tag repo_name image_tag cloud_region bucket cache_key login_name zone day_iso day_early day_late".split())

TOOLS = {"git": """
commit_changes/git_commit/make_commit: Commits the changes/Create a commit
message/msg/text text Message of the commit/Commit message
branch?/on?/to_branch? branch Branch to commit to/Branch
amend?/amend_last?/fix_last? ! Change the last commit instead/True to amend
- commit[ on {branch}] with the message {message}
- commit my changes: {message}
- save my work[ on {branch}] as a commit saying {message}
- {amend=amend the last commit:true,make a new commit:false} with the text {message}

revert_commit/undo_commit/git_revert: Undoes a commit/Revert
commit/hash/sha commit_hash Commit to undo/Hash
branch?/on?/target_branch? branch On which branch/Branch
- undo {commit}[ on {branch}]
- revert the commit {commit}[ on the branch {branch}]
! {commit} broke everything, take it back
? can you roll {commit} back[ on {branch}]

compare_branches/diff_branches/git_diff: Shows how two branches differ/Diff
base/from_branch/old branch Branch to compare with/Base
head/to_branch/new branch Branch with the changes/Head
path?/file?/only? path Only this file/File
? what is in {head} that is not in {base}
- compare {head} against {base}[, only {path}]
- show the changes from {base} to {head}[ in {path}]
? how has {head} moved on since {base}

rename_branch/git_branch_rename/move_branch: Renames a branch/New name of a branch
old_name/from/branch branch Name so far/Old name
new_name/to/target branch New name/Name from now on
push?/remote?/update_remote? ! Rename on the server too/True to push
- rename {old_name} to {new_name}[ {push=on the server too:true,only locally:false}]
- from now on the branch {old_name} is called {new_name}
! the branch {old_name} should be called {new_name}[, {push=remote as well:true,local only:false}]
- give the branch {old_name} the name {new_name}

request_review/add_reviewers/assign_reviewers: Asks people to review a pull request/Review request
number/pull_request/pr #2-4000 Number of the pull request/Pull request
reviewers/people/users *person Who should review/Reviewers
repo?/repository?/project? repo_name Which repository/Repository
- ask {reviewers} to review pull request {number}[ in {repo}]
- add {reviewers} to the reviewers of (PR|pull request|number) {number}[ of {repo}]
! {reviewers} should look at pull request {number}[ in {repo}]
? can {reviewers} review {number}[ in {repo}]
- for pull request {number}, get a review from {reviewers}

review_pull_request/submit_review/finish_review: Submits a review/Approve a pull request or ask for changes
number/pull_request/pr #2-4000 Number of the pull request/Pull request
verdict/event/decision =approve,request_changes,comment Result of the review/Verdict
comment?/body?/text? text Text of the review/Comment
- {verdict=approve:approve,accept:approve,ask for changes on:request_changes} pull request {number}[ and write {comment}]
! pull request {number} {verdict=looks good:approve,needs more work:request_changes,is fine:approve}[: {comment}]
- {verdict=ask for changes in:request_changes,approve:approve,only comment on:comment} {number}[ with the comment {comment}]
- review {number} with the verdict {verdict}

tag_release/create_tag/git_tag: Tags a commit/Marks a release
tag/name/version git_tag Name of the tag/Tag
commit/at/sha commit_hash Commit to tag/Hash
message?/notes?/text? text Text of the tag/Message
- tag {commit} as {tag}[ with the message {message}]
- put the tag {tag} on {commit}[: {message}]
! {commit} is going out as {tag}, tag it
- make {tag} from the commit {commit}[, saying {message}]
""", "cloud": """
run_container/start_container/docker_run: Starts a container from an image/Run an image
image/tag/from_image image_tag Image to run/Image
name?/container?/as? service Name of the container/Name
host_port?/port?/outside_port? #8000-9999 Port outside/Host port
detached?/background?/detach? ! Run in the background/True for background
- run {image}[ as {name}][ {detached=in the background:true,in the foreground:false}]
- start a container from {image}[ on port {host_port}]
! I need {image} up[ at port {host_port}]
- with the image {image}, start a container[ called {name}]
? can you bring up {image}[ under the name {name}]

map_port/publish_port/forward_port: Maps a port of the host to a container/Port forwarding
container/service/name service Which container/Container
host_port/outside/from_port #8000-9999 Port on the host/Outer port
container_port/inside/to_port #20-7999 Port in the container/Inner port
- forward port {host_port} of the host to {container_port} in {container}
- map {host_port} to {container_port} for the {container} container
! {container} listens on {container_port}, make it reachable on {host_port}
- let port {container_port} of {container} be seen from outside as {host_port}

set_resource_limits/limit_container/resources: Limits memory and processors of a container/Resource limits
container/service/name service Which container/Container
memory_mb/memory/ram #64-8192 Memory in megabytes/Memory limit
cpus/cores/cpu ~0.2-8 Processor cores/CPU limit
- give {container} {memory_mb} MB of memory and {cpus} cores
- limit {container} to {cpus} CPUs and {memory_mb} megabytes
! {container} must not use more than {memory_mb} MB and {cpus} cores
- with {cpus} cores and {memory_mb} megabytes of RAM, {container} has enough, set that

create_server/launch_instance/new_vm: Starts a new server/Virtual machine
name/host/label host Name of the server/Name
region/location/zone cloud_region Where it runs/Region
size/type/plan =small,medium,large,xlarge How big/Size
disk_gb?/disk?/storage? #20-900 Disk in gigabytes/Disk
- start a {size} server in {region} called {name}[ with {disk_gb} GB of disk]
- in {region}, launch {name} as a {size} machine[ with {disk_gb} gigabytes]
! I need a {size} machine named {name} in {region}
- create {name}, {size=the smallest size:small,middle sized:medium,a big one:large}, in {region}

sync_buckets/copy_bucket/replicate_bucket: Copies a bucket to another/Bucket sync
source/from_bucket/origin bucket Bucket to read/From
target/to_bucket/destination bucket Bucket to write/To
delete_extra?/mirror?/prune? ! Delete what the source lacks/True to delete extra files
- copy everything in {source} to {target}[, {delete_extra=deleting what is extra:true,deleting nothing:false}]
- bring {target} up to date from {source}
! {target} should hold all that {source} holds[ {delete_extra=and nothing else:true}]
- sync {source} into {target}[ {delete_extra=with deletion:true,without deletion:false}]

set_autoscaling/autoscale/scale_range: Sets least and most copies of a service/Autoscaling
service/app/deployment service Which service/Service
min/min_replicas/least #2-5 Fewest copies/Minimum
max/max_replicas/most #6-50 Most copies/Maximum
cpu_percent?/target?/threshold? #30-90 CPU load that adds a copy/Target load in percent
- keep {service} between {min} and {max} copies[ at {cpu_percent}% CPU]
- scale {service} up to {max} but never below {min}
! {service} needs at least {min} and at most {max} instances[, aim at {cpu_percent} percent load]
- let {service} grow from {min} to {max}
""", "database": """
insert_row/add_row/add_record: Inserts a row into a table/New record
table/into/name table Which table/Table
values/row/data *word Values in their order/Row
database?/db?/in_db? db_name Which database/Database
- insert {values} into {table}[ in the database {database}]
- add a row to {table}[ of {database}] with {values}
! {table} gets a new row: {values}
- into {table}, write {values}

update_where/update_rows/change_records: Changes a column of some rows/Update rows
table/in/name table Which table/Table
column/field/set_column column Column to change/Field
old_value/where/from_value word Value so far/Old value
new_value/set_to/to_value word Value from now on/New value
- in {table}, change {column} from {old_value} to {new_value}
- set {column} to {new_value} in {table} where it is {old_value}
! rows of {table} with {old_value} as {column} should have {new_value}
- turn {old_value} into {new_value} in the column {column} of {table}

create_index/add_index/index_column: Makes an index on a column/Index
table/on/of_table table Which table/Table
column/field/on_column column Which column/Column
unique?/no_duplicates?/is_unique? ! No value twice/True for a unique index
- make {unique=a unique:true,an ordinary:false} index on {column} of {table}
- index {column} in {table}
! searching {table} by {column} is slow, index it
- add an index to {table} on {column}[, {unique=without duplicates:true,duplicates allowed:false}]

copy_database/clone_db/duplicate_database: Copies a database/Clone
source/from_db/original db_name Database to copy/Original
target/to_db/copy db_name Name of the copy/Copy
with_data?/data?/include_rows? ! Copy the rows too/True for rows
- copy {source} to {target}[ {with_data=with all rows:true,without rows:false}]
- make a copy of the database {source} named {target}
! {target} should be a clone of {source}[, {with_data=data included:true,tables only:false}]
- clone into {target} what is in {source}

cache_set/set_key/put_in_cache: Stores a value under a key/Writes to the cache
key/name/cache_key cache_key Key/Under which key
value/data/content word Value to store/Value
ttl?/seconds?/expires_in? #10-3600 Seconds until it goes/Lifetime in seconds
- store {value} under {key}[ for {ttl} seconds]
- set {key} to {value}[, expiring after {ttl} seconds]
! {key} should hold {value}[ for the next {ttl} seconds]
- cache {value} as {key}[ for {ttl} s]

cache_get/get_key/read_cache: Reads a value from the cache/Get a key
key/name/cache_key cache_key Which key/Key
default?/fallback?/otherwise? word Value if it is not there/Default
? what is cached under {key}
- read {key}[, or give {default} if it is missing]
- get me {key} from the cache[, otherwise {default}]
? is there anything under {key} in the cache

expire_key/cache_expire/set_ttl: Sets when a key goes away/Expiry of a key
key/name/cache_key cache_key Which key/Key
seconds/ttl/after #10-3600 Seconds until it goes/Seconds
- drop {key} from the cache in {seconds} seconds
- let {key} expire after {seconds} seconds
! {key} may stay in the cache for {seconds} more seconds
- in {seconds} seconds, forget {key}
""", "monitoring": """
create_alert/add_alert/alert_rule: Warns when a value goes over a limit/Alert
metric/what/signal =cpu,memory,disk,latency,errors What is watched/Metric
threshold/limit/above #10-99 Limit in percent/Threshold
host/server/on host Which server/Host
notify?/tell?/recipient? person Whom to warn/Receiver
- warn {notify} when {metric=the CPU load:cpu,memory use:memory,disk use:disk} on {host} goes over {threshold}%
- tell me when the {metric} value on {host} is above {threshold} percent
! if {metric=the disk:disk,the memory:memory,the CPU:cpu} of {host} is more than {threshold}% full or busy, let {notify} know
- on {host}, watch {metric} and raise an alarm at {threshold} percent

silence_alerts/mute_alerts/pause_alerts: Silences the alerts of a server/Pause alerts
host/server/on host Which server/Host
minutes/duration/for_minutes #5-240 How long/Minutes
reason?/why?/comment? text Why/Reason
- silence {host} for {minutes} minutes[ with the reason {reason}]
- no alerts from {host} for {minutes} minutes
! I am working on {host}, keep its alerts quiet for {minutes} minutes
- for the next {minutes} minutes, mute {host}[: {reason}]

get_metric/query_metric/read_metric: Reads a value that is measured/Metric over time
metric/name/what =cpu,memory,disk,latency,errors Which value/Metric
service/app/of service Which service/Service
hours?/last_hours?/window? #2-72 Over how many hours/Hours back
? how much {metric=memory:memory,CPU:cpu,disk space:disk} has {service} used[ in the last {hours} hours]
- show the {metric} of {service}[ over {hours} hours]
? what was the {metric=response time:latency,error rate:errors} of {service}[ in the past {hours} hours]
- for {service}, plot {metric}[ of the last {hours} hours]

add_health_check/uptime_check/watch_url: Checks an address again and again/Uptime check
url/address/target url Address to check/URL
interval/every/seconds #10-600 Seconds between checks/Interval
timeout?/max_wait?/give_up_after? #2-9 Seconds to wait for an answer/Timeout
- check {url} every {interval} seconds[ and wait {timeout} seconds at most]
- every {interval} seconds, see whether {url} is up
! {url} must be looked at every {interval} seconds[, give up after {timeout} seconds]
? can you ping {url} each {interval} seconds

hand_over_oncall/swap_oncall/change_oncall: Hands the duty to another person/On-call change
from_person/current/old person Who has the duty/Current person
to_person/next/new person Who takes over/Next person
date/day/on weekday From which day/Day
- on {date}, {to_person} takes over from {from_person}
- hand the duty of {from_person} to {to_person} on {date}
! {from_person} is off on {date}, {to_person} is on call instead
- replace {from_person} by {to_person} on call on {date}
""", "languages": """
check_spelling/spellcheck/proofread: Checks the spelling of a text/Spell check
text/input/content text What to check/Text
language?/lang?/in? lang Language of the text/Language
grammar?/check_grammar?/with_grammar? ! Check grammar too/True for grammar
- check the spelling of {text}[ in {language}]
? is {text} spelled right
- look for mistakes in {text}[, {grammar=grammar too:true,spelling only:false}]
- proofread this[ {language}] text: {text}

translate_phrase/translate/translation: Translates from one language to another/Translation
text/phrase/input text What to translate/Text
source/from_language/from lang Language it is in/From
target/to_language/to lang Language wanted/To
formal?/polite?/formality? ! Polite form/True for the polite form
- translate {text} from {source} to {target}
- from {source} into {target}: {text}
? how do you say the {source} sentence {text} in {target}
- put the {source} words {text} into {formal=formal:true,casual:false} {target}
- into {target}, translate the {source} text {text}

add_to_dictionary/teach_word/learn_spelling: Adds a word to the dictionary of the checker/Accept a word
word/term/entry word Word to accept/Word
language/lang/dictionary lang Which dictionary/Language
- add {word} to the {language} dictionary
! {word} is a right word in {language}, remember it
- in {language}, accept {word}
- stop marking {word} as wrong in {language}
""", "accounts": """
create_user/add_user/new_account: Creates a user/New account
username/login/name login_name Name to log in/Login
role/group/rights =admin,editor,viewer,guest Rights of the user/Role
email?/mail?/address? email Mail address/E-mail
- make an account {username} for {email} as {role}
- add {username} as {role=an administrator:admin,an editor:editor,a viewer:viewer,a guest:guest}[ with the mail {email}]
! {username} is new here and should be {role}
- create the user {username}[, {email}], who may {role=only read:viewer,edit:editor,do everything:admin}

change_role/set_role/update_permissions: Changes the rights of a user/New role
username/user/login login_name Which user/User
old_role/from_role/current =admin,editor,viewer,guest Role so far/Old role
new_role/to_role/target =admin,editor,viewer,guest Role from now on/New role
- change {username} from {old_role} to {new_role}
- make {username} {new_role} instead of {old_role}
! {username} was {old_role} and is now {new_role}
- from {old_role}, move {username} to {new_role}

generate_password/new_password/random_password: Makes a password/Random password
length/characters/size #8-64 How many characters/Length
symbols?/special_characters?/punctuation? ! Use symbols/True for symbols
digits?/numbers?/with_digits? ! Use digits/True for digits
- make a password of {length} characters[, {symbols=with symbols:true,without symbols:false}]
! I need a password {length} characters long[ {digits=with digits:true,without digits:false}]
- give me {length} random characters as a password[ {symbols=including symbols:true,no symbols:false}]
? can I have a password with {length} characters[, {digits=digits included:true,letters only:false}]

reset_password/set_password/change_password: Sets a new password for a user/Password change
username/user/login login_name Which user/User
password/new_password/secret word New password/Password
force_change?/must_change?/expire? ! User must change it at login/True to force a change
- set the password of {username} to {password}
- give {username} the password {password}[ {force_change=and have it changed at login:true,to keep:false}]
! {username} forgot the password, make it {password}
- with {password} as the new password, let {username} back in

lock_account/disable_user/suspend_user: Locks an account for some days/Suspend
username/user/account login_name Which user/User
days/duration/for_days #2-90 For how many days/Days
reason?/why?/note? text Why/Reason
- lock {username} out for {days} days[, reason: {reason}]
- for {days} days, {username} may not log in
! {username} is suspended for {days} days[ with the note {reason}]
- close the account of {username} for {days} days
""", "zones": """
convert_time/convert_timezone/time_in_zone: Says a time of one zone in another/Time zones
time/clock/at time Time to convert/Time
source/from_zone/from zone Zone of the time/From
target/to_zone/to zone Zone wanted/To
? what is {time} {source} in {target}
- convert {time} from {source} to {target}
? when it is {time} in {source}, how late is it in {target}
- tell me in {target} time what {time} in {source} is

days_between/date_difference/count_days: Days between two dates/Date difference
start/from_date/first day_early First day/From
end/to_date/second day_late Last day/To
workdays?/business_days?/only_workdays? ! Count working days only/True for working days
? how many days are there from {start} to {end}
? how long is it from {start} until {end}[ {workdays=in working days:true,in calendar days:false}]
- count the {workdays=working days:true,calendar days:false} between {start} and {end}
! I want to know the days from {start} to {end}[, {workdays=weekends left out:true,weekends included:false}]

add_days/date_plus/shift_date: Adds days to a date/Date arithmetic
date/day/start day_iso Day to start from/Date
days/amount/count #2-400 How many days/Days
direction?/way?/side? =after,before Later or earlier/Direction
? what date is {days} days {direction} {date}
? which day comes {days} days {direction=after:after,before:before,later than:after,earlier than:before} {date}
- go {days} days {direction=forward:after,back:before} from {date}
- starting from {date}, count {days} days {direction=ahead:after,backwards:before}

share_calendar/calendar_access/give_calendar: Shares a calendar with a person/Calendar access
person/with/user person Who gets access/Person
calendar/name/which label Which calendar/Calendar
can_edit?/write?/editable? ! The person may change it/True to let them edit
- share my {calendar} calendar with {person}[, {can_edit=read only:false,with editing:true}]
- let {person} {can_edit=see:false,edit:true,change:true,read:false} my {calendar} calendar
! {person} should have access to the {calendar} calendar
- show {person} the calendar {calendar}
""", "calculator": """
circle_area/area_of_circle/disk_area: Area of a circle/Circle
radius/r/half_width ~1-90 Radius/Half of the width
unit?/in?/measure? =centimeters,meters,inches Unit of the radius/Unit
? what is the area of a circle with a radius of {radius}[ {unit}]
? how big is a disk with radius {radius}[ {unit}]
- compute the area of a circle, radius {radius}[ {unit}]
! my round table has a radius of {radius}[ {unit}], give me its area

box_volume/volume_of_box/cuboid: Volume of a box/Length times width times height
length/l/long ~1-90 Length/How long
width/w/wide ~1-90 Width/How wide
height/h/high ~1-90 Height/How high
? how much fits in a box {length} long, {width} wide and {height} high
- volume of a box of height {height}, width {width} and length {length}
! a box has the length {length}, the width {width} and the height {height}, how much goes in
- for a tank {height} high, {length} long and {width} wide, compute the volume

compound_interest/savings_growth/future_value: Value of savings after some years/Compound interest
principal/amount/start ~100-9000 Money at the beginning/Start
rate/interest/percent ~1-12 Interest in percent a year/Rate
years/time/duration #2-40 How many years/Years
? what do {principal} dollars become in {years} years at {rate} percent
- put {principal} dollars away at {rate}% for {years} years, how much is it then
- at {rate} percent, grow {principal} over {years} years
! I save {principal} for {years} years with {rate}% interest, tell me the result

average_speed/speed/compute_speed: Speed from distance and time/Distance by time
distance/km/way ~1-900 Distance in kilometers/Way
hours/time/duration ~0.2-20 Time in hours/Hours
? how fast is somebody who goes {distance} km in {hours} hours
! it took {hours} hours for {distance} kilometers, how fast was that
- compute the speed for {distance} kilometers in {hours} hours
? with {hours} hours for {distance} km, what is the speed

kinetic_energy/motion_energy/energy_of_motion: Energy of a moving thing/Half of mass times speed squared
mass/kg/weight ~1-900 Mass in kilograms/Mass
speed/velocity/v ~1-90 Speed in meters a second/Speed
? what energy has a mass of {mass} kg at {speed} meters per second
- compute the energy of {mass} kilograms moving at {speed} m/s
! something moves at {speed} m/s and weighs {mass} kg, give me its energy
- at {speed} meters a second, how much energy do {mass} kilograms carry

discount_price/sale_price/price_after_discount: Price after a discount/Sale
price/original/amount ~5-900 Price before/Full price
percent/discount/off #5-70 Discount in percent/Percent off
? what is {percent}% off {price} dollars
? how much is left of {price} dollars after a discount of {percent} percent
- take {percent} percent off a price of {price}
! it costs {price} dollars with {percent}% off, what do I pay
"""}
