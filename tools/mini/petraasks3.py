"""Ways of asking for what is looked up, copied or named elsewhere."""
from petrabase import add

add(r'''
## petra.lead
Who is the {k} of the team that owns {s}? See {o} for the team and {d} for its people.
{o} says which team {s} belongs to. Find that team's file ({d}) and tell me its {k}.
First find the team of {s} in {o}, then the {k} of this team in {d}. Report the name.
I need the {k} responsible for {s}. {o} maps services to teams; the teams are described in {d}.
Which person is {k} for {s}? Look up the team in {o}, then read about it in {d}.
{s} -> team ({o}) -> {k} ({d}). Who is it?
The {k} for {s}, please. Services are in {o}, teams in {d}.
Please tell me the name of the {k} of whichever team has {s}. Relevant: {o}, {d}.
Whom do I contact about {s}? The answer is the {k} of its team; start with {o} and go on in {d}.
Name the {k} behind {s}. You have to go through {o} and then {d}.

## petra.lead_write
Write the name of the {k} of the team that owns {s} to {q}. {o} has the team, {d} the people.
{q} has to contain the {k} for {s}: look up its team in {o}, then the team's {k} in {d}.
Who is {k} of the team of {s}? Put only the name into {q}. Sources: {o} and {d}.
Find the team of {s} in {o} and the {k} of that team in {d}. Save just the name in {q}.
{s} -> team ({o}) -> {k} ({d}) -> {q}. Only the name is written.
Create {q} with one name in it: the {k} responsible for {s}, according to {o} and {d}.
Please record the {k} of the team behind {s} in {q}. The team stands in {o}, its people in {d}.
The name of the {k} for {s} belongs in {q}. It takes two look-ups, one in {o} and one in {d}.

## petra.pointer
{o} names the active profile. What is {k} in that profile ({y})?
Read {o} to see which file of {d} is in use, and tell me {k} from it.
What is {k} at present? {o} tells which of the files in {d} counts.
Which value does {k} have in the profile that {o} points to? The profiles are {y}.
Look at {o} first; then report {k} from the file in {d} that it names.
{o} -> {y} -> {k}. What is the value?
{k} differs between the files in {d}. I need the one from the file that {o} selects.
Find out which profile is active ({o}) and answer with its {k}. Profiles: {y}.
Please give me the effective {k}. The files in {d} have different values; {o} decides.

## petra.pointer_write
{o} names the active profile. Write {k} of that profile ({y}) to {q}, only the value.
Read {o} to see which file of {d} is in use, and save its {k} in {q} as a bare number.
{q} has to contain the value that {k} has in the profile selected by {o}. Profiles: {y}.
Which of the files in {d} is active is written in {o}. Take {k} from it and store just the number in {q}.
{o} -> {y} -> {k} -> {q}. Only the number is written.
Create {q} with the effective {k}: {o} says which file of {d} counts.
Please note the {k} of the active profile in {q}. {o} names it; {y} is the pattern of the files.
Put the {k} that is in force into {q}, without the key. {o} tells you which file in {d} to take it from.

## petra.name_value
{o} names a setting. Look up its value in {p} and write just the value to {q}.
Read {o}; it mentions a key of {p}. {q} has to contain the value of this key, and nothing else.
Take the key named in {o}, find its value in {p}, save the value in {q}.
Which setting does {o} name? Its value in {p} belongs in {q}, without the key.
{o} (key) -> {p} (value) -> {q}. Write only the number.
Create {q}. It contains the value from {p} of the setting that {o} mentions.
In {o} there is the name of a setting, in {p} there is its value. Store the value in {q}.
The value to be stored in {q} stands in {p}, under the key that you find in {o}.
Please look into {o} for a key and into {p} for its value, and write that number to {q}.

## petra.name_value_say
{o} names a setting. What is its value in {p}?
Read {o}; it mentions a key of {p}. Tell me the value of this key.
Take the key named in {o} and report its value in {p}.
Which setting does {o} name, and what is it set to in {p}?
{o} (key) -> {p} (value). What is the value?
In {o} there is the name of a setting, in {p} there is its value. I need the value.
Look up in {p} what {o} asks about, and tell me the number.
Please find the setting that {o} mentions and answer with what {p} has for it.

## petra.lookup_edit
{q} contains the new value of {k}. Put it into {p} in place of {i}.
Read {q} to find the right {k}, then update {k} in {p} accordingly; at the moment it is {i}.
In {p}, {k} is still {i}. Replace this by the value given in {q}.
The {k} in {p} has to agree with {q}. Look into {q} and correct {p}.
Please set {k} in {p} to the value that {q} has for it. Do not touch {q}.
{p} has {k} at {i}, which is out of date. The current value is in {q}. Correct {p}.
{k}: {q} is right, {p} is wrong. Fix {p}.
Take {k} from {q} and put it into {p}; the {i} there must go.
{i} is no longer valid for {k} in {p}. Use what {q} says.
Update {p}: its {k} ({i}) is to be replaced by that of {q}. The key stays, only the number changes.
{k} of {q} -> {k} of {p}. Nothing else changes.
What {q} says about {k} has to be true of {p} as well. Edit {p}.

## petra.replace_from
Put the {n} that {q} names as {k} in place of {t} in {p}.
In {p}, replace {t} by the {k} {n} given in {q}.
{q} names the {k} {n}. It has to stand in {p} where {t} stands now.
{t} in {p} is out of date. The {k} {n} is in {q}; use that one.
Read {q} for the {k} {n} and write it into {p} instead of {t}.
{p} still says {t}. It should say the {n} that is marked as {k} in {q}.
The {k} {n} (see {q}) replaces {t} in {p}.
Look into {q}, find the {k} {n}, and exchange {t} in {p} for it.
Please update {p}: out with {t}, in with the {k} {n} of {q}. Do not edit {q}.
{p}: {t} -> the {k} {n} from {q}.
Whatever {q} gives as the {k} {n} has to take the place of {t} in {p}.
As of today {t} is history. Correct {p} with the {k} {n} that you find in {q}.

## petra.table
What is the {k} of {s} according to {p}?
Look up {s} in {p} and tell me its {k}.
{p} is a table. Which {k} does the row of {s} have?
Please report the {k} column of {p} for {s}.
{k} of {s}? The table is {p}.
In {p}, find {s} and answer with its {k} only.
I need one cell of {p}: row {s}, column {k}.
Which {k} is listed for {s} in {p}?

## petra.table_write
Write the {k} of {s} according to {p} to {q}, and nothing else.
Look up {s} in the table {p} and save its {k} in {q}.
{q} has to contain one cell of {p}: row {s}, column {k}.
Create {q} with the {k} that {p} lists for {s}.
{p}, row {s}, column {k} -> {q}. Only the cell.
Find {s} in {p}. Its {k}, without the rest of the row, goes to {q}.
Please store just the {k} of {s} in {q}; {p} has it.
Which {k} does {p} give for {s}? Put it into the new file {q}.

## petra.copy_changed
Copy {p} to {q} with {k} set to {w}. Leave {p} as it is.
Create {q} as a copy of {p} in which {k} is {w}. The original must not change.
{q} should be the same as {p}, except for {k}, which is {w} there.
Please make a copy of {p} named {q}. The only difference: {k} is {w} instead of {v}.
I need {q}: all lines of {p}, but {k} at {w}. {p} stays untouched.
Take {p}, change {k} from {v} to {w}, and save the result as {q}. Do not edit {p} itself.
{p} -> {q}, with {k} = {w} in the copy only.
Derive {q} from {p}. One line differs: {k} has the value {w}.
Without touching {p}, write {q} with the same content and {k} at {w}.
In the new file {q}, everything is as in {p}, only {k} is {w}.
{q} does not exist yet. It is {p} with another {k}, namely {w}; keep {p}.

## petra.copy_word
Copy {p} to {q} and replace {t} by {u} in the copy only.
Create {q} from {p}, with {u} where {p} has {t}. {p} itself stays unchanged.
{q} should be the same as {p}, except that it says {u} instead of {t}.
Please make a copy of {p} named {q} in which {t} reads {u}. Do not edit the original.
Take the text of {p}, exchange {t} for {u}, and save it as {q}; {p} must not change.
{p} -> {q}, and in {q}: {t} -> {u}. The first file stays as it is.
I need a variant of {p} in {q}. The difference: {u} in place of {t}.
Keep {p}. Write {q} with its content, but {u} for {t}.

## petra.rename
Rename {p} to {q}. To do so, create {q} with the same content and then run {c}.
{p} should be called {q} from now on. Copy its content to {q}, then remove the old file with {c}.
Please move the content of {p} to a new file {q} and delete {p} by running {c}.
Run {c}, but not before its exact content has been saved as {q}.
Could you rename {p} to {q}? There is no move command here, so read it, write it under the new name and run {c}.
{p} -> {q} (rename; {c} removes the old one).
The name {p} is wrong, {q} is right. The content stays the same; afterwards {p} must be gone.
{q} is the new name of {p}. Do the renaming by writing {q} and removing {p}.
What is now {p} has to be {q}. No file {p} may be left.

## petra.backup_edit
Save a copy of {p} as {q}, then replace {t} by {u} in {p}.
Before you change {t} to {u} in {p}, keep the old version as {q}.
Replace {t} with {u} in {p}, but first copy the file to {q}.
{p} has to say {u} instead of {t}. The state before that edit has to be kept in {q}.
Step 1: copy {p} to {q}. Step 2: in {p}, not in {q}, change {t} to {u}.
Please back {p} up ({q}) and then edit it: {t} becomes {u}.
{q} = {p} as it is now. After that {p}: {t} -> {u}.
I would like to have the present content of {p} in {q}, and {u} in place of {t} in {p} itself.

## petra.same_but
{q} = {p} but with {k} at {w}.
{q}: like {p}, {k} = {w}
New {q}. Same as {p}, only {k} is {w}.
{q} is to {p} what a twin is, apart from {k} ({w}). Create it.
Same file as {p}, other name ({q}), other {k} ({w}).
We need {q}; take {p} as the model and set {k} to {w} there.
{q} does not exist, {p} does. Make the former from the latter with {k} {w}.
Add {q}, modelled on {p}. {k} has to be {w} in it.
As {p}, so {q}, with one exception: {k} is {w}.

## petra.def_edit
Find the file that defines {k} and set it to {w} there.
{k} should be {w}. I do not know in which file it is defined, so look for it.
Change the value of {k} to {w} where it is defined. Other files only use it.
Locate the definition of {k}; its value has to become {w}.
Somewhere {k} gets its value. That value must be {w}. Edit the right file only.
The constant {k} is to be {w} from now on. Search the files for its definition.
{k} := {w}. The file is for you to find.
Please set {k} to {w}. Several files exist; one of them defines it.

## petra.astray
Replace {t} by {u} in {g}. If the file is not at the top level, list the workspace to find it.
The file {g} is somewhere in this repository. Find it and replace {t} with {u} in it.
Somewhere in the folders there is a {g}. Locate it, and then change {t} to {u} there.
Please edit {g} ({t} -> {u}). I do not know which folder it is in, so look for it first.
Could you find {g} and make it say {u} instead of {t}?
{g}, in whichever folder, has {t}. It should be {u}.
In which folder is {g}? Find out and put {u} in place of {t} in that file.
A file named {g} exists in a subfolder. {t} in it must become {u}.

## petra.task_file
Read {o} and do what it says.
Your instructions are in {o}. Carry them out.
Please follow the instructions in {o}.
Open {o}; it describes a task. Complete that task.
Could you implement what {o} asks for?
What is to be done is written in {o}. Do exactly that.
{o} is your assignment.
Carry out {o}. Nothing beyond it is wanted.
See {o} for the task; then perform it and report.
Work through {o}.
''')
