"""Ways of asking for lists, filters and all items of a list."""
from silasbase import add

add(r'''
## which.ext
Which .{x} files are there?
Name all .{x} files.
List the files that end in .{x}, only those.
What .{x} files do we keep?
I need the paths of all files ending in .{x}.
.{x}: which ones?
Every .{x} file by path, please, and no others.
Filter the listing for .{x} and give me the rest of the line.
For the migration sheet: paths of all *.{x}.
Tell me which of the files are .{x}.
## which.dir
Which files are in {d}/?
What lies in {d}?
Name the files of the folder {d}.
List {d}/, only that folder.
I only want to see what {d}/ holds.
{d}/ - what is in there?
Contents of the folder {d} by path, please.
Give me the paths under {d}/ and none besides.
What have we got in {d}/?
## which.word
Which files have {t} in their name?
Name every file with {t} in the name.
Paths containing {t}, please.
Find all files called something with {t}.
I look for files with {t} in the name. Which are they?
{t} in the name: which files?
List those files only whose name has {t}.
Go by the names: which files carry {t}?
Everything with {t} in its name, by path.
## which.base
Which folders have a {n}?
Name the folders that hold a {n}.
In which folders is there a {n}?
List the folders with a {n} in them.
{n}: which folders?
Tell me every folder that contains a {n}.
Which of the folders come with a {n}?
Where do we have a {n}? Name the folders.
I need the folders, not the files: which ones have a {n}?
## which.lacks
Which folder has no {n}?
One folder lacks a {n}. Which?
Every folder should have a {n}. Which one hasn't?
Find the folder without a {n}.
{n} is missing in one folder. In which one?
All but one of the folders contain a {n}. Name the odd one out.
Where did somebody forget the {n}? Don't add it, just name the folder.
Tell me the folder that comes without a {n}.
## which.save
Write the paths of all .{x} files into {q}, one a line.
Make {q} with every .{x} file on a line of its own, in the order of the listing.
{q}: list of all .{x} files, one per line.
I need {q}. It lists the .{x} files, a path a line.
Collect the .{x} paths in {q}, line by line.
Put the names of all files ending in .{x} into a new {q}, each on its line.
Create {q} from the listing: only the .{x} paths, one below the other.
Save the .{x} part of the listing as {q}.
## which.drop
Delete every file with {t} in its name.
All files that have {t} in the name can go.
Remove whatever is called something with {t}; keep the others.
Clean up: files with {t} in the name are to be deleted.
Get rid of the files whose name contains {t}, all of them.
Nothing with {t} in its name should be left.
{t} files out. The rest stays.
The {t} files are leftovers. Delete them, and only them.
Look through the names; what has {t} in it is removed.
## which.hold
Which files in {d}/ mention {t}?
Search {d}/ for {t} and name the files.
{t} stands in some of the files in {d}/. In which?
Name all files under {d}/ that have {t} in their text.
Go through {d}/ and tell me where {t} occurs.
Who uses {t}? Look at the files in {d}/ only.
In {d}: which of the files contain {t}?
Find {t} in the texts of {d}/. Only tell me the paths.
I want every path of {d}/ whose text has {t}.
## all.swap
Replace {t} by {u} in {L}.
{t} is {u} now. Change it in {L}.
In {L}: {t} becomes {u}, in each of them.
These files say {t}: {L}. All should say {u}.
{u} instead of {t}, please, in {L}. Don't leave one out.
Swap {t} for {u} everywhere it stands, i.e. in {L}.
Go through {L} and turn {t} into {u}.
The name {t} is gone, it is {u}. Affected: {L}.
Every one of {L} still has {t}. Make it {u}.
Three or four places, one change: {t} -> {u}. Places: {L}
## all.find
Replace {t} by {u} in every file of {d}/ that has it.
In {d}/, {t} must become {u} wherever it stands.
All files in {d}/ should say {u} where they say {t}.
{t} was renamed {u}. Go through {d}/ and change it in each file that has it.
Some files in {d}/ still say {t}. Find them and make it {u}.
Search {d}/ for {t} and put {u} there, in all of them.
No {t} may remain in {d}/. It is {u} now.
Clear {d}/ of the old name {t}; the new one is {u}. Files without it stay as they are.
Wherever {d}/ has {t}, write {u}.
## all.run
Run these in order and report each output:{L}
Please go through the following commands, top to bottom, and tell me what each prints:{L}
One after the other:{L}\nWhat do they say?
I need the outputs of all of these:{L}
Commands for the morning round:{L}\nReport them all.
Execute, in this order:{L}\nThen give me the results.
Do the round:{L}\nLeave none out; send me all outputs.
Here is the list. Start every one and note what comes back.{L}
Tell me the results of{L}
Checklist, run all:{L}
## all.note
Make these notes:{L}
Each file gets its text:{L}
Create the following, file first, then what goes in:{L}
New notes, one each:{L}
Please file all of these:{L}
The arrow shows where the text goes:{L}
Write every one of these:{L}
Little notes for the next shift:{L}
Put down what follows, one file a line:{L}
All of them are new files:{L}
## all.set
Make these changes in {p}:{L}
{p} needs all of these:{L}
New values for {p}:{L}
Please enter into {p}:{L}
Update {p} as follows, leaving nothing out:{L}
In {p}:{L}
After the review, {p} reads:{L}\nThe other keys stay.
Values to change in {p}:{L}
{p}, to do:{L}
## all.each
Settings, one a line (file, key, new value):{L}
Change these, each in its own file:{L}
Several files, one value each:{L}
Go down the list:{L}
All of these have to be set:{L}
Please bring these up to date:{L}
The change list:{L}\nEvery line counts.
From the meeting:{L}
Do all of the following, then tell me:{L}
## rows.state
Which entries of {p} are {t}?
Name those in {p} that are {t}.
In {p}, which ones say {t}?
Who or what is {t} according to {p}?
List the {t} ones from {p}.
From {p} I need only the {t} entries, by name.
Filter {p} by {t}. Names only.
{p}: which are {t}?
Everything in {p} that is marked {t}, please.
## rows.over
Which rows of {p} have {k} {R}?
Who or what in {p} has a {k} {R}?
Name all in {p} whose {k} is {R}.
From {p}: every row with {k} {R}, by its first column.
List the ones with {k} {R} in {p}.
{p}, filter: {k} {R}. Names, please.
I am after the entries of {p} with a {k} that is {R}.
Go through {p}. Which have {k} {R}?
## rows.save
Copy the lines of {p} that say {t} into {q}.
Write all {t} lines of {p} into a new file {q}.
{q} should hold just those lines of {p} that have {t}.
Take the {t} lines out of {p} and save them as {q}; {p} itself stays as it is.
Filter {p} for {t} and store the lines in {q}.
Make {q} from {p}, with the lines having {t} and no others.
I need an extract: {t} lines of {p}, to be saved as {q}.
grep {T} {P} > {Q}, by hand please
## rows.drop
Remove every line with {t} from {p}.
Drop the {t} lines of {p}.
{p} without the lines that say {t}, please.
Delete all lines that have {t} in them from {p}.
Clean {p} of its {t} lines.
The {t} entries in {p} can go; the others stay in their order.
No line of {p} should say {t} any more. Take those lines out.
Strip {p}: everything with {t} goes, line by line.
## two.count
How many .{x} files and how many .{y} files are there?
Count the .{x} and the .{y} files, each on its own.
Two numbers, please: .{x} files, .{y} files.
.{x}: how many? .{y}: how many?
I need the count of .{x} files and then that of .{y} files.
Tell me how many files end in .{x}, and how many in .{y}.
For the statistics: .{x} and .{y}, number of files each.
What are the numbers of .{x} files and of .{y} files?
## larger
Which of {p} and {q} has the {n} {k}?
{k}: is it {n} in {p} or in {q}? Name the file.
Compare {k} in {p} and {q}. Where is it {n}?
In which file is {k} {n}, {p} or {q}?
Tell me the file with the {n} {k}: {p} or {q}?
{p} or {q}: whose {k} is {n}?
Of the two, {p} and {q}, name the one with the {n} {k}.
I want the {n} {k}. Does {p} have it or {q}?
''')
