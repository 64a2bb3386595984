"""Everyday tools of machines, texts and numbers, in the form that catalog.py reads: paths
with a slash in front, tags, conditions, codes and patterns."""
from toolvalues import LOOSE, MAKERS
from words import cap, word


def _leaf(r):
    return word(r, 0.8).lower()


MAKERS.update({
    "absdir": lambda r: "/" + "/".join([r.choice(["srv", "var", "opt", "home", "data", "media", "backup", "tmp", "export", "vol"])] + [_leaf(r) for _ in range(r.randint(1, 2))]),
    "absfile": lambda r: f"/{r.choice(['etc', 'var/log', 'srv/www', 'home/' + _leaf(r), 'opt'])}/{_leaf(r)}.{r.choice(['conf', 'log', 'html', 'json', 'sql', 'tar', 'key', 'service'])}",
    "markup": lambda r: r.choice(["<{}>"] * 4 + ["<{0} class=\"{1}\">", "</{}>", "<{}/>"]).format(r.choice("p h1 h3 li ul div span b i u pre td th section article header footer nav label button blockquote del ins sub sup kbd time title aside".split()), _leaf(r)),
    "condition": lambda r: r.choice([f"{_leaf(r)} {r.choice(['>=', '<=', '<', '>', '!=', '==', '='])} {r.randint(0, 99)}", f"{_leaf(r)}.{_leaf(r)} {r.choice(['>=', '<', '!='])} {r.randint(0, 9)}.{r.randint(0, 9)}", f"{_leaf(r)} = '{_leaf(r)}'", f"{_leaf(r)} < {r.randint(2, 9)} and {_leaf(r)} > {r.randint(2, 9)}", f"not {_leaf(r)}", f"{_leaf(r)} in ({r.randint(1, 9)}, {r.randint(10, 20)})", f"len({_leaf(r)}) > {r.randint(1, 9)}"]),
    "codeline": lambda r: r.choice([f"{_leaf(r)}[{r.randint(0, 9)}] = {r.randint(0, 99)}", f"return {_leaf(r)} <= {r.randint(1, 9)}", f"for {_leaf(r)} in {_leaf(r)}: pass", f"{_leaf(r)}(\"{_leaf(r)}\", {r.randint(1, 9)})", f"if {_leaf(r)} >= {r.randint(1, 99)}:\n    {_leaf(r)}()", f"let {_leaf(r)} = {_leaf(r)} || {r.randint(0, 9)};", f"while ({_leaf(r)} < {r.randint(9, 99)}) {{ {_leaf(r)}++; }}", f"x = {_leaf(r)} -> {_leaf(r)}", f"# {_leaf(r)} <{_leaf(r)}@{_leaf(r)}.net>", f"assert {_leaf(r)} != '{_leaf(r)}'", f"SELECT {_leaf(r)} FROM {_leaf(r)};", f"<a href=\"/{_leaf(r)}\">{_leaf(r)}</a>", f"{_leaf(r)} = [x for x in {_leaf(r)} if x]"]),
    "pattern": lambda r: r.choice([f"{_leaf(r)}*", f"^{_leaf(r)}$", f"{_leaf(r)}.*{_leaf(r)}", f"[a-z]+_{_leaf(r)}", f"{_leaf(r)} {r.choice(['<', '>=', '=='])} {r.randint(1, 99)}", f"{_leaf(r)}()", f"TODO {_leaf(r)}", f"\\d+ {_leaf(r)}", f"{_leaf(r)}.{_leaf(r)}", f"#{_leaf(r)}", f"\"{_leaf(r)}\""]),
    "addr": lambda r: f"{r.choice([10, 172, 192])}.{r.randint(1, 250)}.{r.randint(0, 250)}.{r.randint(1, 250)}",
    "machine_id": lambda r: r.choice([f"{_leaf(r)}-{r.randint(1, 99)}", f"{_leaf(r)}{r.randint(1, 40):02d}", f"{r.choice('abcdefgh')}{r.randint(1, 9)}.{_leaf(r)}.lan", f"{_leaf(r)}-{_leaf(r)}-{r.randint(1, 9)}"]),
    "version": lambda r: ".".join(str(r.randint(0, 20)) for _ in range(r.choice([2, 3, 3]))),
    "passphrase": lambda r: r.choice([f"{_leaf(r)}{r.randint(1, 999)}", f"{cap(_leaf(r))}!{r.randint(10, 99)}", f"{_leaf(r)}-{_leaf(r)}", f"x{r.randint(100, 999)}{cap(_leaf(r))}"]),
})
LOOSE.add("codeline")

TOOLS = {"disks": """
enlarge_volume/extend_volume/more_space: Makes a volume bigger/Adds space to a volume
mount/volume/mounted_at absdir Where the volume is mounted/Path of the volume
add_gb/extra/gigabytes #5-2000 How much is added in GB/Gigabytes more
- (add|give) {add_gb} (GB|gigabytes) to (the volume |){mount}
! {mount} (is running full|has no room left|is packed|is at its limit). (Add|Give it|It needs) {add_gb} (GB|gigabytes) more
! the volume (mounted |)at {mount} (should|must) grow by {add_gb} (GB|gigabytes)
? can {mount} have {add_gb} more gigabytes

check_disk/verify_volume/scan_volume: Looks for errors on a volume
mount/volume/mounted_at absdir Which volume/Path
repair?/fix?/mend_errors? ! Mend what is found/True to repair
- (check|scan) {mount} for errors[ {repair=and repair them:true,and mend what you find:true,but repair nothing:false,without changing anything:false}]
! I (think|fear) {mount} is damaged. {repair=Repair it as well:true,Put right what you can:true,Only look:false,Change nothing yet:false}

snapshot_volume/freeze_state/take_snapshot: Keeps the state of a volume
mount/volume/mounted_at absdir Which volume/Path
label/tag/called word Name of the snapshot/Label
- (take|make) a snapshot of {mount} (called|named) {label}
! before I (break|change) anything: a snapshot of {mount}, name {label}

largest_files/big_eaters/space_hogs: Lists what takes the most room
folder/path/where absdir Where to look/Folder
top/how_many/count #3-50 How many/Number of files
hidden?/dotfiles?/with_hidden? ! Count hidden files too/Hidden files
- (show|list) the {top} (biggest|largest) files in {folder}[ {hidden=hidden ones too:true,with hidden files:true,without hidden files:false,no hidden ones:false}]
? (what|which {top} files) (eats|eat|take) (the|up the) (room|space) in {folder}? top {top}
! {folder} is huge. Its {top} biggest files, please. {hidden=Hidden ones count:true,Look at hidden ones as well:true,Skip what is hidden:false,Hidden ones do not count:false}

set_quota/limit_user/space_limit: Limits how much room a user may take
user/account/who person Which user/User
gigabytes/limit/max_gb ~0.5-500 Gigabytes/Limit
hard?/strict?/enforce? ! Nothing above the limit at all/Strict or loose
- (limit|hold) {user} to {gigabytes} gigabytes[, {hard=strictly:true,as a hard limit:true,as a soft limit:false}]
! {user} takes too much room: {gigabytes} gigabytes are enough. {hard=Not a byte more:true,Make it strict:true,A warning will do:false,Be lenient:false}
""", "network": """
ban_hosts/shut_out/deny_addresses: Keeps addresses out of the network
hosts/addresses/who *addr Addresses to keep out/Which ones
minutes?/ban_minutes?/how_long? #5-900 Minutes of the ban/How long
- (ban|shut out|keep out) {hosts}[ for {minutes} minutes]
! (attacks|strange requests|too many calls) come from {hosts}. (Ban them|Keep them out)[ for {minutes} minutes]
! nothing (called |)from {hosts} may (come in|get through)[, for {minutes} minutes]

reboot_machine/restart_host/power_cycle: Starts a machine anew
host/machine/node machine_id Which machine/Host
hard?/by_force?/kill? ! Do not wait for programs/By force
! {host} (hangs|is stuck|does not answer). (Start it again|Reboot it). {hard=Pull the plug if you must:true,Use force:true,Do not wait for anything:true,But gently:false,No force please:false}
- (reboot|restart) {host}[ {hard=by force:true,the hard way:true,gently:false,without force:false}]

open_port/let_through/allow_port: Opens a port
port/number/port_number #20-65000 Which port/Port
protocol?/over?/kind? =tcp,udp Protocol/Kind
public?/for_all?/world? ! From everywhere or only inside/For all
- open {protocol=TCP:tcp,UDP:udp} port {port}[ {public=to the world:true,for everybody:true,only inside:false,not to the outside:false}]
! port {port} must be open. {public=Anybody may use it:true,The whole world may use it:true,Only our own network:false,Not from outside:false}

measure_latency/ping_between/delay_between: Measures the delay between two machines
from_host/source/near machine_id First machine/From
to_host/target/far machine_id Second machine/To
times?/pings?/repeat? #2-50 How often/Number of tries
? how (long|slow) is the way from {from_host} to {to_host}[, tried {times} times]
- measure the delay from {from_host} to {to_host}[ {times} times]

share_wifi/guest_access/let_guest_in: Lets a guest into the network
guest/visitor/who person Who/Guest
hours/valid/for_hours #1-72 How many hours/Hours
children_safe?/filtered?/filter? ! With a filter for children/Filter
- (let|give) {guest} (into the network|access to the network) for {hours} hours
! {guest} is visiting for {hours} hours and needs the network. {children_safe=It is a child so filter it:true,With the filter on:true,No filter:false,Without any filter:false}

renew_certificate/new_certificate/certify: Renews the certificate of a domain
domain/site/name url Which domain/Site
days/valid_days/lifetime #30-400 Days it is valid/Lifetime
- renew the certificate of {domain} for {days} days
! the certificate for {domain} (runs out|expires). {days} days (again|more), please
""", "markup": """
enclose_text/put_in_tag/tag_text: Puts a text between tags/Encloses a text in an element
tag/element/html_element markup The tag/Element
inner/text/what text Text inside/What is enclosed
- (put|set) the tag {tag} around (this|this text|the following): {inner}
- enclose {inner} (in|with) {tag}
! {tag} (belongs|goes|should go) around (this|the words): {inner}
- (use|take) {tag} to (enclose|mark up) {inner}

strip_tags/remove_markup/plain_text: Takes the tags out of a page
page/source/file absfile Which page/File
keep_links?/links?/with_links? ! Leave the links/Keep links
- (strip|remove) all tags from {page}[ {keep_links=but keep the links:true,except links:true,links too:false,including links:false}]
! I want {page} without tags. {keep_links=Links may stay:true,Leave the links:true,Links have to go too:false,Not even links:false}

count_elements/how_many_tags/tally_tags: Counts the elements of a kind on a page
page/source/file absfile Which page/File
tag/element/what markup Which element/Tag
? how many {tag} (are|are there) in {page}
- count {tag} in {page}

replace_link/change_href/new_target: Gives a link another target
old_link/from_url/was url Old target/Was
new_link/to_url/becomes url New target/Becomes
page/source/file absfile Which page/File
- in {page}, (replace|change) the link {old_link} (by|to) {new_link}
! {page} (points|links) to {old_link}, which is dead. (It must be|Use) {new_link}

validate_page/check_markup/lint_page: Checks the markup of a page
page/source/file absfile Which page/File
strict?/pedantic?/severe? ! Complain about everything/Strict
- (check|validate) the markup of {page}[ {strict=strictly:true,and be strict:true,and be lenient:false}]
! is {page} good markup? {strict=Be strict:true,Forgive nothing:true,Small things do not matter:false,Be lenient:false}
""", "sourcecode": """
seek_pattern/search_tree/find_in_code: Seeks a pattern in a folder of code
pattern/what/needle pattern What is sought/Pattern
directory/folder/under dir Where to seek/Folder of the code
any_case?/ignore_capitals?/caseless? ! Capitals do not matter/Ignore case
- (seek|find|search for) `{pattern}` (under|in|below) {directory}[, {any_case=ignoring case:true,in any case:true,no matter the capitals:true,minding the case:false,with exact case:false}]
? where (in|under) {directory} (do we have|is there|is) `{pattern}`
! somewhere in {directory} there is `{pattern}`. {any_case=Ignore the case:true,Capitals do not matter:true,Upper or lower case is all the same:true,Mind the capitals:false,Do not ignore the case:false}

put_code/insert_lines/place_code: Puts code into a file at a line
file/target/into path Which file/File
line/at_line/row #1-900 Line number/Where
code/text/lines codeline The code/What to put there
- (put|insert|place) this (at|on) line {line} of {file}: {code}
- at line {line} of {file}, (put|insert) {code}
! {file} lacks this at line {line}: {code}
- in {file} (insert|put) the following (at|on) line {line}:¶{code}

raise_version/next_version/new_release_number: Raises the version of a package
package/name/of word Which package/Package
step/part/level =major,minor,patch Which part is raised/Part
- raise the version of {package} by a {step} (step|one)
! {package} (gets|needs) a {step=big new version:major,new major version:major,minor release:minor,new minor number:minor,patch release:patch,new patch level:patch}
! it is time for a {step} release of {package}

find_slow/time_functions/hot_spots: Finds the slow functions of a program
program/script/file path Which program/Program
top/how_many/show #3-40 How many to list/Number
memory?/with_memory?/ram? ! Measure memory too/Memory
? which {top} functions (of|in) {program} are the slow ones
! {program} takes for ever. Its {top} slowest functions, please. {memory=Measure the memory too:true,Memory as well:true,Only time matters:false,Leave the memory out:false}
- find the {top} slowest functions of {program}

rename_symbol_all/new_identifier/refactor_name: Gives a name in the code another name
old_name/from_name/was word Name now/Old name
new_name/to_name/becomes word Name then/New name
directory/folder/under dir Where/Folder
comments?/in_comments?/also_comments? ! In comments too/Comments
- (rename|change) `{old_name}` to `{new_name}` (under|in) {directory}[, {comments=comments too:true,also in comments:true,but not in comments:false,comments excepted:false}]
! {old_name} is a poor name; {new_name} is better. It is all in {directory}. {comments=Do the comments as well:true,Comments too:true,Leave the comments alone:false}

review_branch/ask_review/request_look: Asks somebody to look at a branch
branch/change/which branch Which branch/Branch
reviewers/people/by *person Who looks/Reviewers
blocking?/must_approve?/required? ! Nothing goes on without them/Blocking
- ask {reviewers} to (look at|review) {branch}
! {reviewers} (should|have to) look at {branch}. {blocking=Nothing is merged before that:true,We wait for them:true,It need not block us:false,We do not wait for it:false}
""", "tables": """
matching_rows/pick_rows/rows_where: Gives the rows that meet a condition
data/source/from_table word Which table/Table
where/condition/rule condition Condition of the rows/Rule
- (give|show) me (the rows|all rows) of {data} (where|with) {where}
! (from|out of) the table {data} I (want|need) (those|the rows) (that meet|with): {where}
! (from|of) the {data} table I (only want|want just) rows (for which this is true|under this condition): {where}
- (filter|narrow) {data} (by|down by) `{where}`

unite_tables/combine_sheets/stack_tables: Makes one table of several
tables/names/parts *word Which tables/Tables
output/target/into path File of the result/Result
headers?/header_row?/with_heads? ! The first row holds names/Header row
- (unite|combine|stack) {tables} (into|to) {output}
! (there are tables|we keep sheets|my sheets are) (called|named) {tables}. (Make one of them|Unite them) and (write|put) (it|the result) (to|into) {output}
! {output} should have all of {tables}. {headers=Their first rows are headings:true,Each has a heading row:true,There are no heading rows:false}

draw_curve/chart_field/show_graph: Draws a graph of a column
field/column/what word Which column/Column
kind/style/as =bar,line,pie,scatter Kind of graph/Style
log_axis?/log_scale?/logarithm? ! Logarithmic axis/Log scale
grid?/with_grid?/gridlines? ! Draw a grid/Grid
- draw {field} as (a|a nice) {kind=bar chart:bar,line:line,pie:pie,cloud of dots:scatter}[ {log_axis=on a log scale:true,with a logarithmic axis:true,on a plain scale:false,not logarithmic:false}]
! a {kind} graph of {field}, please. {grid=With a grid:true,Put a grid behind it:true,No grid:false,Leave the grid out:false}

cut_digits/fewer_decimals/round_column: Rounds a column
field/column/what word Which column/Column
digits/decimals/places #0-6 How many digits after the point/Digits
up?/always_up?/ceil? ! Always upwards/Round up
! {field} has far too many digits. (Keep|Leave) {digits}(|, no more)
- round {field} to {digits} (digits|decimals)[, {up=always up:true,upwards:true,to the nearest:false}]
! {digits} decimals (will do|are enough) for {field}

close_holes/repair_series/fill_missing: Fills what is missing in a series
series/data/which docket Which series/Series
way/method/how =linear,nearest,zero,mean,previous How to fill/Method
- fill the (holes|gaps) in {series} {way=by straight lines:linear,with the nearest value:nearest,with zeros:zero,with the mean:mean,with the previous value:previous}
! {series} has holes. {way=Draw straight lines across them:linear,Take the nearest value:nearest,Put zeros there:zero,Take the mean:mean,Repeat the previous value:previous}

correlate_pair/compare_columns/relation_of: Tells how two columns go together
first/column_a/x_column word One column/First
second/column_b/y_column word Other column/Second
ranks?/by_rank?/use_ranks? ! Use ranks only/By rank
? do {first} and {second} (go together|hang together|correlate)
- (correlate|compare) {first} with {second}[, {ranks=by rank:true,using ranks:true,by value:false}]
""", "cluster": """
scale_group/set_replicas/how_many_copies: Sets how many copies of a service run
app/service/group service Which service/Service
copies/replicas/instances #0-60 How many/Copies
- (run|keep) {copies} copies of {app}
! {app} (needs|should have|must have) {copies} (copies|instances)
! {copies} instances of {app} are enough

drain_machine/empty_node/evacuate: Takes the work off a machine
host/node/machine machine_id Which machine/Node
wait_minutes?/grace?/patience? #1-60 Minutes to wait/Grace
force?/kill?/hard? ! Stop what will not go/Force
- (drain|empty) {host}[ within {wait_minutes} minutes]
! {host} goes into repair, take its work away. {force=Stop whatever will not go:true,By force if needed:true,Do not kill anything:false,No force:false}

roll_to_version/deploy_build/ship_version: Brings a version of a service out
app/service/what service Which service/Service
release/version/build version Which version/Release
canary?/trial?/first_few? ! First on a few machines only/Canary
- (ship|deploy|roll out) {app} {release}[ {canary=to a few machines first:true,as a canary:true,everywhere at once:false}]
! {release} of {app} is ready. {canary=Try it on a few machines:true,Start with a canary:true,All machines at once:false,No trial needed:false}

secret_rotate/new_secret/change_key: Makes a new secret for a service
app/service/for service Which service/Service
phrase?/secret?/value? passphrase The new secret/Value
- (make|set) a new secret for {app}[: {phrase}]
! the secret of {app} leaked. (A new one, please|Change it)

tail_events/last_messages/watch_log: Shows the last messages of a service
app/service/of service Which service/Service
lines/count/how_many #5-500 How many/Messages
only_bad?/errors_only?/just_errors? ! Only errors/Errors only
- show the last {lines} messages of {app}[, {only_bad=errors only:true,just the errors:true,good ones too:false}]
! what did {app} say? {lines} lines. {only_bad=Only the errors:true,Nothing but errors:true,All of it:false,Not only errors:false}
"""}
