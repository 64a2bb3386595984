"""Ways of asking for look-ups, copies, replacements noted elsewhere and lists of changes."""
from nilsbase import add

add(r'''
## nils.owner
who leads the team that owns {s}? owners are in {p}, each team has a file in {d}
{s} is down, who do I call? {p} names the team, and the team's file in {d} has the lead
find the lead for {s}: {p} -> team -> {d}{T}.{e}
need the name of the lead responsible for {s}. look up the team in {p}, then the lead in the team's file under {d}
can you tell me who's lead for {s}? start with {p}, it says which team, then check {d}
lead of the team behind {s}? (teams: {p}, leads: {d})
who's the lead for {s}? service to team is in {p}, team to lead in {d}
I have to talk to whoever leads the {s} people. {p} gives you the team, {d}{T}.{e} the name
{s} -> team ({p}) -> lead ({d}). just the name
which person leads {s}'s team? check {p} and after that the right file in {d}
name of the lead for {s} pls, you'll need {p} and one of the files in {d}
there's an incident in {s}. get me the lead: team in {p}, details in {d}

## nils.owner_field
what's the {k} of the team that owns {s}? owners are in {p}, each team has a file in {d}
{s} is down. which {k} do I use? {p} names the team, and the team's file in {d} has the {k}
find the {k} for {s}: {p} -> team -> {d}{T}.{e}
need the {k} of those responsible for {s}. look up the team in {p}, then the {k} in the team's file under {d}
{k} for {s}? start with {p}, it says which team, then check {d}
{s} -> team ({p}) -> {k} ({d}). just the value
which {k} belongs to {s}'s team? check {p} and after that the right file in {d}
{k} of the {s} team pls, you'll need {p} and one of the files in {d}

## nils.owner_store
write the lead of the team that owns {s} to {q}. owners are in {p}, each team has a file in {d}
{q} should hold the name of the lead for {s}: {p} -> team -> {d}{T}.{e}
look up the team of {s} in {p}, then its lead in {d}, and store just the name in {q}
who leads {s}'s team? don't tell me, put the name in {q}. {p} has the team, {d} the lead
{s} -> team ({p}) -> lead ({d}) -> {q}, name only
new file {q} with the lead for {s} in it. the team stands in {p}, the lead in the team's file under {d}
save the name of whoever leads the {s} team as {q}; you find the team in {p} and the rest in {d}
the pager script wants {q}: only the name of the lead for {s}. start at {p}, go on in {d}

## nils.owner_field_store
write the {k} of the team that owns {s} to {q}. owners are in {p}, each team has a file in {d}
{q} should hold the {k} for {s}: {p} -> team -> {d}{T}.{e}
look up the team of {s} in {p}, then its {k} in {d}, and store just that in {q}
which {k} has {s}'s team? put it in {q}, bare. {p} has the team, {d} the rest
{s} -> team ({p}) -> {k} ({d}) -> {q}, value only
new file {q} with the {k} for {s} in it. the team stands in {p}, the {k} in the team's file under {d}
save the {k} of the {s} team as {q}; you find the team in {p} and the rest in {d}
the pager script wants {q}: only the {k} for {s}. start at {p}, go on in {d}

## nils.pointer_read
{q} says which config is in use. what's {k} in that one?
what is {k} in the active config? {q} names it
look in {q} for the current config, then tell me its {k}
{k} of whatever {q} points to?
which {k} do we run with? the file in use is named in {q}
follow {q} to the config and read me {k}
{q} -> config -> {k}. the value please
need {k} from the config that's live. see {q} for which one is

## nils.pointer_edit
{q} says which config is in use. set {k} to {v} in that one
set {k} to {v} in the active config. {q} names it
look in {q} for the current config, then change its {k} to {v}
whatever {q} points to: {k} must be {v} there
only the config in use gets {k} = {v}. {q} tells you which one, leave the others
follow {q} to the config and make {k} {v}
{q} -> config -> {k}: {v}
{k} should be {v} in the live config, not in the others. see {q} for which one is live

## nils.name_value
{q} names a {a}. look up its value in {p} and write just the value to {o}
which {a} does {q} give? get its number from {p} and store that in {o}
{o} should hold the value (from {p}) of the {a} that's named in {q}
three steps: {a} from {q}, value from {p}, value into {o}
read {q} for the {a}, {p} for what it's set to, and put only that in {o}
take the {a} that {q} mentions, find it in {p}, save the bare number as {o}
{q} -> {a}; {p} -> its value; {o} <- the value
the {a} is in {q}, the number in {p}. I want the number in a new file {o}

## nils.name_say
{q} names a {a}. what's its value in {p}?
which {a} does {q} give, and what's it set to in {p}?
look up the {a} in {q}, then tell me the number {p} has for it
read {q} for the {a} and {p} for its value, I need the value
{q} -> {a} -> {p} -> value?
tell me the value (see {p}) of the {a} that's named in {q}
the {a} is in {q}, the number in {p}. what's the number?
how is the {a} from {q} set in {p}

## nils.port_say
what's the address of the box that {s} runs on? host in {p}, addresses in {q}
{s}: which ip? {p} has the host name and {q} the ip for it
find the ip for {s}. {p} -> host -> {q} -> ip
look up the host of {s} in {p}, then its address in {q}
I need to ssh to where {s} runs. ip please, via {p} and {q}
ip of {s}? first {p} for the host, then {q}
which address does {s} live at ({p} and {q} know)
{s} -> host ({p}) -> address ({q}). only the address

## nils.port_store
write the address of the box that {s} runs on to {o}. host in {p}, addresses in {q}
{o} should hold the ip for {s}: {p} has the host name and {q} the ip
find the ip for {s} and store it in {o}. {p} -> host -> {q} -> ip
look up the host of {s} in {p}, then its address in {q}, then save only that as {o}
{s} -> host ({p}) -> address ({q}) -> {o}
new file {o}: the address {s} lives at. {p} gives the host, {q} the address
put the ip that belongs to {s} into {o}, nothing else; start with {p}, then {q}
the tunnel script reads {o}. it needs the address of {s}, see {p} for the host and {q} for its ip

## nils.example
copy {p} to {q} but with {k} set to {v}
make {q} from {p}, only difference: {k} is {v}
I need a {q}. same as {p} except {k}, that should be {v} there
can you create {q} based on {p}? {k} has to be {v} in the new file, {p} stays
{q} = {p} with {k} at {v}. don't touch {p}
new env coming up: clone {p} as {q} and in the clone use {v} for {k}
{q}: like {p}, but {k} {v}
take {p}, change {k} to {v}, save the result as {q}. {p} itself must not change
derive {q} from {p}. one thing is different there, {k} is {v}
{p} -> {q}, {k} = {v} in the copy only
we need a second {p}: name {q}, {k} {v}, everything else identical
duplicate {p} under the name {q} and put {k} at {v} in the duplicate
write {q} with what {p} has, just {k} should say {v}
{q} doesn't exist yet. base it on {p}, with {v} as {k}; leave {p} as it is

## nils.example_two
copy {p} to {q} but with {k} set to {v} and {l} to {w}
make {q} from {p}, two differences: {k} is {v}, {l} is {w}
{q} = {p} with {k} at {v} and {l} at {w}. don't touch {p}
I need a {q}. same as {p} except {k} ({v}) and {l} ({w})
clone {p} as {q}; in the clone {k} is {v} and {l} is {w}
{q}: like {p}, but {k} {v}, {l} {w}
take {p}, change {k} to {v} and {l} to {w}, save the result as {q} and leave {p} alone
new file {q}, everything as in {p}, only that {k} = {v} and {l} = {w}

## nils.copy_plain
copy {p} to {q}
I need a copy of {p} named {q}
cp {P} {Q} please
duplicate {p} as {q}, the original stays
before I break {p}: save it as {q} too
make {q} with exactly the text of {p}
{q} should be the same as {p}
backup of {p} under {q} please
clone {p}, the clone is called {q}
put what's in {p} into a new file {q}, without changes

## nils.copy_host
copy {p} to {q} but with {h} instead of {a}
make {q} from {p}, only difference: {h} where {p} says {a}
{q} = {p} with {a} replaced by {h}. don't touch {p}
I need a {q}. same as {p}, except that it talks to {h} and not to {a}
second region: clone {p} as {q}, {a} -> {h} in the clone
take {p}, change {a} to {h}, save that as {q}. {p} keeps {a}
{q}: like {p}, but {h} for {a}
new file {q}. its text is that of {p}, with {h} in place of {a}

## nils.copy_more
copy {p} to {q} and add the line {x} at the end of the copy
make {q} from {p} plus one more line at the bottom: {x}
{q} = {p} + {x} as the last line. don't touch {p}
I need a {q}: everything {p} has, then {x}
clone {p} as {q}; the clone gets {x} as its last line, the original doesn't
take {p}, append {x}, save the result as {q} and not as {p}
{q}: like {p}, with {x} below
new file {q} with the lines of {p} and after them {x}

## nils.copy_top
copy {p} to {q} and put the line {x} on top of the copy
make {q} from {p} with one more line at the top: {x}
{q} = {x} followed by all of {p}. don't touch {p}
I need a {q}: first {x}, then everything {p} has
clone {p} as {q}; the clone begins with {x}, the original doesn't
take {p}, prepend {x}, save the result as {q} and not as {p}
{q}: like {p}, with {x} above
new file {q} that starts with {x} and goes on with the lines of {p}

## nils.handover
{n} left the new host in {q}. put it in {p} instead of {a}
{p} still says {a}. the new host is in {q}, use that one
host changed, see {q}. update {p} (old one is {a})
can you replace {a} in {p} with the new host from {q}?
look up the new host in {q}, then change {a} to it in {p}
{a} gets switched off tonight. its successor is noted in {q}, and {p} has to use that
{a} is gone. {q} says what to use now, fix {p}
in {p}, {a} has to make room for the host that {q} names
{p}: {a} -> whatever {q} gives as the new host
{q} has the new host. it replaces {a} in {p}
read {q}. the host in there goes where {p} has {a}
put the host that {q} names in place of {a} in {p}
{p} was not migrated yet, it points to {a}. where it should point stands in {q}
the box {a} was switched for another one, {q} tells which. {p} must follow

## nils.handover_two
{n} left the new host in {q}. put it in {p} and {o} instead of {a}
{p} and {o} still say {a}. the new host is in {q}, use that one in both
host changed, see {q}. update {p} as well as {o} (old one is {a})
can you replace {a} in {p} and {o} with the new host from {q}?
look up the new host in {q}, then change {a} to it in {p} and in {o}
{a} gets switched off. its successor is noted in {q}; {p} and {o} have to use that
{a} -> the host from {q}, in {p} and {o}
two files to migrate, {p} and {o}: away from {a}, over to what {q} says

## nils.names_swap
{q} says what {a} is called now. change it in {p}
{a} got a new name, see {q}. {p} still has the old one
look up the new name of {a} in {q} and use it in {p}
{p}: {a} -> its new name from {q}
{p} talks about {a}, but that was renamed ({q}). fix {p}
replace {a} in {p} by whatever {q} says it's called these days
the name {a} is outdated in {p}; {q} has the right one
rename {a} in {p}. what to? {q} knows

## nils.everywhere
{a} is now called {h}. change it in all files
rename {a} to {h} everywhere in this workspace
can you go through all files and make {a} into {h}?
marketing renamed {a}, it's {h} from today. every file here needs the new name
all files: {a} -> {h}
no file should say {a} any more. use {h} instead
{a} => {h}, whole repo
we renamed {a} to {h}. please bring all files in line
replace {a} by {h} in each and every file that has it
{a} must not appear anywhere. wherever it does, write {h}
s/{a}/{h}/ over the whole tree
find all uses of {a} and turn them into {h}. don't miss one
it's {h} now, not {a}. repo wide please

## nils.everywhere_dir
in {d} rename {a} to {h}, all files there. leave other folders
all files under {d}: {a} -> {h}. nothing outside
{a} is {h} from now on, but only in {d}
change {a} to {h} in every file of {d}, and only those
go through {d} and make {a} into {h}. what's not in {d} stays as it is
{d}: no more {a}, use {h}. the rest of the repo keeps {a}
replace {a} with {h} wherever it stands below {d}, hands off the other files
s/{a}/{h}/ in {d}, not elsewhere

## nils.named_all
replace {a} with {h} in {L}
{L}: {a} -> {h}
{L} all say {a}. it should be {h} in each of them
in {L} please change {a} to {h}
{a} became {h}. these have to be changed: {L}
use {h} instead of {a} in {L}, all of them
swap {a} for {h}. files: {L}
{h} is the right one, {a} the wrong one. wrong in {L}. fix each

## nils.same_key
set {k} to {v} in {L}
{k} = {v} in {L}, all of them
{L}: {k} -> {v}
{k} should be {v} in each of these: {L}
put {k} at {v} everywhere it's set, that is {L}
same change in {L}: {k} becomes {v}
{L} must agree on {k}. use {v}
roll out {k} {v} to {L}

## nils.many_keys
in {p} set {L}
{p}: {L}
change these in {p}: {L}
new values for {p}: {L}. all of them please
update {p} with {L}
{p} needs several changes: {L}
tuning round. {p} gets {L}
please adjust {p} as follows: {L}

## nils.trio
three new files:\n- {P}: {T}\n- {Q}: {U}\n- {O}: {X}
set up the repo basics. {p} gets {t}, {q} gets {u} and {o} gets {x}.
can you create {p} ({t}), {q} ({u}) and {o} ({x})? one line each
I keep doing this by hand... make {p} with the line {t}. Same for {q} with {u}, and {o} with {x}.
need {t} in {p}, {u} in {q}, {x} in {o}. none of them exist yet
{P} <- {T}\n{Q} <- {U}\n{O} <- {X}\ncreate all 3 please
create {p} with {t}, {q} with {u}, {o} with {x}
new: {p} holding {t}, then {q} holding {u}, and finally {o} holding {x}
files to make: {p} saying {t}; {q} saying {u}; {o} saying {x}
{t} belongs in {p}, {u} in {q} and {x} in {o}. please write all three
the skeleton lacks {p}, {q} and {o}. their lines: {t}, {u}, {x}, in this order

## nils.notes
create these {m} files, one line each:\n{L}
{L}\n\nall {m} are new, please write them
please make all of these:\n{L}
{m} small files:\n{L}
{L}\ncreate them all
new files, name first and content after it:\n{L}
scaffold this for me\n{L}
I need {m} files.\n{L}\nnone exists so far
write each of these to its file:\n{L}
''')
