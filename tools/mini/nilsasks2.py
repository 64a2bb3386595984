"""Ways of asking for counts, choices from lists and parts of outputs."""
from nilsbase import add

add(r'''
## nils.count_kind
how many .{E} files do we have?
count the .{E} files for me
I need the number of .{E} files in the repo
for the migration plan: how many files end in .{E}?
ls and tell me how many .{E} files there are
number of .{E} files here? just the count
.{E} files: how many?
what's the count of .{E} files, all folders included
{n} asks how many .{E} files we keep in here
count everything that ends in .{E}, tell me the number
how often does .{E} occur as an ending in the file list?
quick tally of *.{E} please
so how many *.{E} are there in total

## nils.count_dir
how many files are in {d}?
count the files under {d}
number of files in {d}, nothing else
what's the file count of {d}
{d}: how many files?
I only need to know how many files live below {d}
how many of our files sit in {d} and not elsewhere?
count {d} for me. just the number of files
tell me how full {d} is, as a number of files

## nils.count_word
how many files have {w} in their name?
count the files with {w} in the name
number of file names that contain {w}?
{w} in the name: how many files is that
how many of the files here are called something with {w}?
I need a count: every file whose name has {w} in it
look at the file names and count those with {w}
how many {w} files, going by their names?

## nils.names_word
which files have {w} in their name? only those
list the files with {w} in the name, no others
name every file whose name contains {w}, leave out the rest
{w} in the name: which files?
show me what's called something with {w}. full paths, nothing else
which of our files are {w} files, judging by the name
I want all paths that contain {w} and not a single one more
filter the file list by {w} and tell me what stays

## nils.count_store
count the .{E} files and write the number to {q}
{q} should contain how many .{E} files there are, just the number
how many .{E} files are there? put the count in {q}
write the number of *.{E} files into a new file {q}, digits only
store in {q} how many files end in .{E}
the report needs {q}: content is the count of .{E} files
I need a {q} with nothing but the number of .{E} files
tally the .{E} files, save the tally as {q}

## nils.which_have
which services have a {f}? only name those that do. they're in {d}
list the services in {d} with a {f}, skip the others
I'm moving builds to the new runner. Which of the folders under {d} contain a {f}? Don't mention the rest.
tell me every service in {d} that has its own {f} (and only those)
can you check {d} and name just the services that come with a {f}?
{d}: who has a {f}? only those
under {d}, which folders have {f}?
name the directories in {d} where there is a {f}; the ones without it don't interest me
go through {d}. which of them bring a {f}
which services have a {f}? only name those that do
list the services with a {f}, skip the others
need the {d} folders with {f} in them, no others

## nils.which_have_top
which of the top folders have a {f}? only name those that do
list the folders with a {f}, skip the others
which directories contain a {f}? Don't mention the rest.
tell me every service that has its own {f} (and only those)
can you name just the services that come with a {f}?
who has a {f}? one folder per service, only name those with it
folders with {f} in them, no others please
which services have a {f}? the rest is of no interest

## nils.which_lack
which services in {d} have no {f}? only name those
list the folders under {d} without a {f}, skip the ones that have it
who is missing a {f} in {d}?
{d}: which ones lack {f}? don't mention the others
I have to nag people. which of the services in {d} don't have a {f} yet
every service in {d} needs a {f}. who hasn't got one?
name the folders in {d} in which there's no {f}
tell me what under {d} still lacks its {f}

## nils.count_have
how many services in {d} have a {f}?
count the folders under {d} with a {f}
number of services in {d} that come with {f}
in how many folders of {d} is there a {f}?
{d}: how many have {f}?
how many of the services under {d} bring their own {f}, as a number
I want to know how often {f} occurs below {d}
{f} in {d}, how many times?

## nils.count_lack
how many services in {d} have no {f}?
count the folders under {d} without a {f}
number of services in {d} that come without {f}
in how many folders of {d} is {f} missing?
{d}: how many lack {f}?
how many of the services under {d} still need a {f}, as a number
for how many of the folders in {d} is there no {f}
{f} missing in {d}, how many times?

## nils.write_have
write the services in {d} that have a {f} to {q}, one per line, in alphabetical order
{q} should list every folder of {d} with a {f}, one a line, sorted
new file {q}: the names of the services under {d} with a {f}. one per line, a to z
which services in {d} have {f}? save their names in {q}, each on its own line, sorted
make {q} out of this: all folders in {d} that contain a {f}, sorted, one name a line
CI reads {q}. it needs the names (sorted, one a line) of those in {d} that come with a {f}
put the names of all {d} services having a {f} into {q}, line by line and in order of the alphabet
collect who has a {f} in {d} and write that to {q}, a name a line, sorted

## nils.names_in
which .{E} files do we have? paths only, nothing else
list the .{E} files, no others
name all files that end in .{E}
show me only the *.{E} files
what .{E} files are there? leave out everything else
I need the paths of the .{E} files and just those
filter the tree by .{E} and give me what's left
*.{E} - which ones?

## nils.count_lines
how many lines in {p} have {W}?
count the {W} entries in {p}
{p}: how often {W}?
number of {W} lines in {p}, just the number
how many times does {p} say {W}
I need the count of {W} in {p} for the report
read {p} and count what is {W}
how many of the entries in {p} are {W}?

## nils.which_lines
which services are {W} in {p}? only those
list what {p} marks as {W}, skip the others
{p}: which ones have {W}?
name everything that's {W} according to {p}, nothing else
tell me the ones with {W} in {p}
read {p}. which ones are {W}? don't mention the rest
I only care about {W}. which services does {p} have under that?
who has {W} next to the name in {p}?

## nils.count_keys
how many settings are in {p}?
count the keys in {p}
number of entries in {p}?
{p}: how many values does it set
how many keys does {p} have, all in all
I need the number of settings that {p} makes
read {p}, count its settings
how many things are configured in {p}

## nils.who_uses
which files mention {a}? only those
who still uses {a}? paths please, no others
find every file with {a} in it and name them
{a} goes away. which files would break?
list the files that point to {a}, skip the rest
grep for {a} and tell me which files have it. only these
which of the configs talk to {a}
I need the paths of all files that say {a}, and no other paths

## nils.out_file
run {c} and write the number it prints to {q}
{q} should hold the number from {c}, just the number
can you save the number that {c} reports in a new file {q}? digits only
need a baseline: run {c}, put the bare number in {q}
execute {c}, take the number in the output, store only that number as {q}
{c} prints a number. {q} = that number
whatever number comes out of {c} goes to {q}, without the words around it
{c} > {Q}, but only the digits
store just the number from {c} in {q}
record what {c} counts: number only, file {q}
the dashboard reads {q}. run {c} and put the plain number in there
run {c}; extract the number; {q} gets it and nothing more
make {q} with the figure that {c} gives. no text, no unit
how much does {c} report? don't tell me, write the digits to {q}

## nils.out_word
run {c} and write the last word of its output to {q}
{q} should hold the last word that {c} prints, only that
take the final word from the output of {c} and store it as {q}
execute {c}; what stands at the end of the line goes into {q}, without the rest
{c} ends with a name. save just that name in {q}
store only the last word of what {c} says in {q}
need {q}: the word {c} ends on, nothing before it
{q} = last word of {c}
run {c}, cut off all but the last word, write that to {q}
please put what {c} names at the very end into {q}. one word

## nils.say_word
run {c} and tell me only the last word it prints
last word of the output of {c}? nothing else
what does {c} end with? one word please
{c}, then reply with the final word of its output and no more
only the last word from {c} please
execute {c}. I want to hear the word at the end and just that
don't give me the whole output of {c}, the last word will do
answer in one word: what's at the end of what {c} prints

## nils.out_key
run {c} and set {k} in {p} to the number it prints
{k} in {p} should be whatever number {c} reports
take the number from {c} and use it for {k} in {p}
{p}: {k} = the number in the output of {c}
{c} tells you the right value for {k}. put it in {p}
execute {c}, then change {k} in {p} to that figure
update {k} in {p} with the number that {c} gives
what {c} counts has to be {k} in {p}. please do

## nils.out_say
run {c} and tell me just the number
what number does {c} print? only the number
{c} - digits only please
number from {c}, no words
run {c}. reply with the figure, nothing around it
I need the number {c} gives, and I need it bare
execute {c}, answer with the number alone
just the number that {c} reports

## nils.bad_file
run {c} and tell me only which file it complains about. don't fix it
which file breaks {c}? just the path, no repair
{c} is red. name the file, nothing more, no edits
find out by {c} what file is wrong. only the path please
run {c}, give me the path it blames. hands off the file itself
who's to blame for {c}? path only. I fix it myself
just the failing file's name from {c}, leave it broken
{c} fails on some file. which? don't touch it

## nils.bad_store
run {c} and write the path of the file it blames to {q}. don't fix it
store the failing file's name from {c} in {q}, nothing else in there, no repair
{q} should contain just the path that {c} complains about. leave that file alone
{c} is red because of one file. put its path in {q}, don't edit the file
which file breaks {c}? path goes into {q}, only the path, nothing gets fixed
execute {c}, note the bad file's path in {q} and leave it at that
I need a {q} with the path of what {c} reports as wrong. no fixing please
only the path from the error of {c}, saved as {q}. don't repair anything

## nils.bad_value
run {c} and tell me which value it wants. don't change anything
what value does {c} ask for? only tell me, no edits
{c} is red. what number does it expect? leave the file alone
run {c}, give me just the number it would be happy with. nothing gets changed
which value would make {c} pass? I'll set it myself
look at what {c} wants, as a number. no fixing
don't fix, just tell me: what should the value be according to {c}
the right value from the error of {c} please, hands off the config

## nils.carry
take {k} from {p} and write just the value to {q}
{q} should contain the {k} from {p}, only the value
can you make a file {q} holding nothing but the value of {k}? it's in {p}
the deploy script reads {q}. put the number that {p} has for {k} in there, nothing else
new file {q}, content = value of {k} in {p}
read {p}, get {k}, save the bare value as {q}
{p} has {k}; its value, alone, goes to {q}
{q} := {k} from {p}
copy the number behind {k} in {p} into a new {q}. without the key
store only what {k} is set to in {p}; file {q}
what's {k} in {p}? write it (the number and no more) to {q}

## nils.carry_key
set {l} in {q} to the value that {k} has in {p}
{l} in {q} should be the same number as {k} in {p}
take {k} from {p} and use it as {l} in {q}
look up {k} in {p}, then put that value behind {l} in {q}
{q}: {l} = what {p} has for {k}
{p} knows {k}. {q} needs that number as {l}
copy the value of {k} ({p}) to {l} ({q}), {p} stays
please make {l} in {q} follow {k} in {p}

## nils.carry_same
set {k} in {q} to the value it has in {p}
{k} in {q} should be the same number as in {p}
take {k} from {p} and use it in {q} too
look up {k} in {p}, then put that value in {q}
{q}: {k} = what {p} has
{p} has the right {k}. {q} needs it as well
copy the value of {k} from {p} to {q}, {p} stays
please make {k} in {q} follow {p}

## nils.row_say
what's the {k} of {s}? it's in {p}
{s}: {k}? see {p}
look up the {k} of {s} in {p}, just the value
only the {k} for {s} from {p} please
{p} is a table. which {k} does {s} have
which {k} is listed for {s} in {p}? nothing but that
find {s} in {p}, tell me its {k}
I need one cell of {p}: row {s}, column {k}

## nils.row_store
write the {k} of {s} to {q}. it's in {p}
{q} should hold just the {k} of {s}, see {p}
look up the {k} of {s} in {p} and store only that in {q}
{p}, row {s}, column {k} -> {q}
the {k} for {s} from {p} goes into a new file {q}, nothing else
find {s} in {p}, put its {k} (bare) in {q}
{q} := {k} of {s} according to {p}
I need {q} with one cell of {p} in it: row {s}, column {k}

## nils.line_say
what's the {i} line of {p}? just that line
{i} line of {p} please, no others
quote me only the {i} line in {p}
read {p} and tell me its {i} line, not the rest
only the {i} line from {p}
{p}: {i} line?
which text stands in the {i} line of {p}
don't paste all of {p}, the {i} line is enough

## nils.line_store
write the {i} line of {p} to {q}
{q} should contain just the {i} line of {p}
take the {i} line from {p} and save it as {q}
{i} line of {p} -> {q}
copy only the {i} line in {p} into a new file {q}, {p} stays
new {q}: the {i} line of {p}, without the others
make {q} out of {p}'s {i} line
what {p} has in its {i} line goes into {q}
''')
