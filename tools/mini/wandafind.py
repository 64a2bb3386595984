"""Tasks that search, count and run something and say the result."""
from wandabase import Again, kind
from wandaedit import put
from wandatext import NAMES, NOUNS, clutter, command, doc, good, num, pairs, path, phrase, pick, several, word


@kind("""
Which file holds {x}?
Find the file that [contains|has|holds] {x}.
In which file [is|do I find] {x}?
I know that {x} is written somewhere here. Which file is it?
Where does it say {x}? Tell me the file.
Search all files for {x} and name the one that has it.
Please find where {x} is, I do not know the file.
grep {x} - which file?
One of our files has the line {x}. Give me its path.
{x} - where is this written?
Look through the files until you see {x}, then tell me the path.
Can you tell me what file the text {x} stands in?
""", 2)
def find_file(t, r, bank):
    for _ in range(2 + int(r.random() * 3)):
        doc(r, t, 1, 3, "note")
    fs = sorted(t.files)
    i = int(r.random() * len(fs))
    x = pick(r, t.files[fs[i]].split("\n"))
    if sum(x in v for v in t.files.values()) > 1:
        raise Again
    plan = [("list",)] + [("read", f) for f in fs[:i + 1]]
    return t.end(plan, bank, ["It is in {f0}.", "{f0}", "{f0} holds it.", "The text stands in {f0}."], [fs[i]], x=x, f0=fs[i])


@kind("""
What is our {k}? [I do not know which file.|It must be in one of the files.]
Find out the {k}. Some file here has it.
The {k} is written somewhere in this workspace. Tell me what it is.
Look around in the files and tell me the {k}.
I search the {k} but forgot the file. Can you say what it is?
Go through the files and find the {k}.
{k}? It is somewhere in the files
Please find for me the value of {k}, I have no idea where it stands.
One file gives the {k}. Which value is it?
List the files, read them, and report the {k}.
Someone wrote down the {k}, but where? I need the value.
We need the {k}; search the project for it.
""")
def find_fact(t, r, bank):
    ps = pairs(r, 3 + int(r.random() * 2))
    for p in ps:
        put(t, r, [p[2]] + ([phrase(r)] if r.random() < 0.4 else []), pick(r, ["conf", "note"]))
    fs = sorted(t.files)
    k, v, l = pick(r, ps)
    i = next(i for i, f in enumerate(fs) if t.files[f].startswith(l))
    if sum(v in x or k in x for x in t.files.values()) > 1:
        raise Again
    return t.end([("list",)] + [("read", f) for f in fs[:i + 1]], bank, ["The {k} is {v}.", "{v}, according to {f0}.", "It is {v}."], [v], k=k, v=v, f0=fs[i])


@kind("""
How many lines [does {f} have|has {f}|are in {f}]?
Count the lines of {f}.
Tell me the number of lines in {f}.
wc -l {f}
{f}: how many lines?
Please count for me the lines in the file {f}.
I need the line count of {f}.
How long is {f}, in lines?
Can you say how many lines {f} is?
What is the number of lines of {f}?
Give me the length of {f} in lines, please.
Is {f} long? Tell me its number of lines.
""", 2)
def count_lines(t, r, bank):
    f, ls = doc(r, t, 1, 12)
    clutter(r, t)
    return t.end([("run", "wc -l " + f)], bank, ["{f} has {n} lines.", "{n} lines.", "{n}", "It has {n} lines."], [len(ls)], [len(ls)], f=f, n=len(ls))


@kind("""
How many files are [here|there|in the workspace]?
List the files and tell me how many there are.
Count the files [for me|of this project|] please.
What is the number of files here?
number of files?
I want to know how many files we have.
Please list all and say the count of files.
Look at the workspace. How many files does it contain?
Can you say how many files this project is made of?
Tell me only the number of the files.
Do a listing and count the entries.
Our project has how many files?
""")
def count_files(t, r, bank):
    clutter(r, t, 2, 6)
    n = len(t.files)
    return t.end([("list",)], bank, ["There are {n} files.", "{n} files.", "{n}", "The workspace has {n} files."], [n], [n], n=n)


@kind("""
Which files are [here|there|in the workspace]?
List [all|the] files.
What files do we have? Name [all|each] of them.
Show me the names of all files.
Please say which files exist in this project.
ls - and tell me the names
I need a list of all files here.
Tell me every file of the workspace.
Can you name the files that are in here?
What is in the workspace?
Give me all paths, please.
Which are the files that I have in this project?
""")
def list_files(t, r, bank):
    clutter(r, t, 2, 4)
    fs = sorted(t.files)
    return t.end([("list",)], bank, ["The files are {l}.", "{l}", "There are {n} files: {l}.", "These: {l}"], fs, l=", ".join(fs), n=len(fs))


@kind("""
Is there a file [called|named|] {f}? Yes or no.
Does {f} exist? Answer yes or no.
Check if we have {f}: yes or no?
Do we have the file {f}? (yes/no)
Look if {f} is here. Say yes or no.
{f} - is it there? yes/no
Please tell me with yes or no if {f} is in the workspace.
Can you see {f} in the file list? Just yes or no.
I am not sure that {f} exists. Does it?
Did somebody already create {f}? A yes or a no is enough.
List the files. Is {f} among them?
Was {f} deleted? Say yes if it is gone, no if it is still here.
""")
def exists(t, r, bank):
    clutter(r, t, 2, 4)
    there = r.random() < 0.5
    f = pick(r, sorted(t.files)) if there else path(r, t)
    t.end([("list",)], bank, ["x"], ["yes"], f=f)
    gone = t.frame.startswith("Was")
    word_ = "yes" if there != gone else "no"
    answer = pick(r, [f"{word_.capitalize()}, {f} {'is there' if there else 'is not there'}.", f"{word_.capitalize()}.", f"{word_.capitalize()}, it {'exists' if there else 'does not exist'}."])
    return t.close(t.plan, answer, [word_], [word_], ["yes"] if word_ == "no" else [])


@kind("""
What is the {o} line of {f}?
Tell me the {o} line in {f}.
Read {f} and give me its {o} line.
{f}, {o} line?
Please quote the {o} line of the file {f}.
What stands in the {o} line of {f}?
Which text is in {f} at the {o} line?
I need the {o} line from {f}, word for word.
Open {f}. What does the {o} line say?
Can you read me the {o} line of {f}?
Say exactly what is written in {f}, {o} line.
How does the {o} line of {f} go?
""")
def nth_line(t, r, bank):
    f, ls = doc(r, t, 2, 6, pick(r, ["note", "csv", "code"]))
    clutter(r, t)
    o, x = pick(r, [("first", ls[0]), ("last", ls[-1]), ("second", ls[1])] + ([("third", ls[2])] if len(ls) > 2 else []))
    return t.end([("read", f)], bank, ["The {o} line is: {x0}", "{x0}", "It says: {x0}", "\"{x0}\""], [x.strip()], f=f, o=o, x0=x.strip())


@kind("""
Which {k} does {n} have in {f}?
What is the {k} of {n}? See {f}.
Look up {n} in {f} and tell me the {k}.
{f}: {k} of {n}?
I need the {k} for {n} from {f}.
Please find in the table {f} the {k} of {n}.
In {f} there is a row for {n}. What is the {k} there?
Tell me what {f} gives as {k} for {n}.
Can you check {f}? I want the {k} of {n}.
{n} asks which {k} we have noted. It is in {f}.
How about {n} in {f}, what {k}?
Read {f}, search {n}, report {k}.
""")
def csv_fact(t, r, bank):
    ns = several(r, lambda r: pick(r, NAMES + NOUNS), 2 + int(r.random() * 4))
    head = ["name", pick(r, ["colour", "owner", "size", "group"]), pick(r, ["price", "stock", "code", "room"])]
    rows = [[n, word(r).lower(), str(num(r))] for n in ns]
    f = put(t, r, [",".join(x) for x in [head] + rows], "csv")
    clutter(r, t)
    row, j = pick(r, rows), 1 + int(r.random() * 2)
    return t.end([("read", f)], bank, ["The {k} of {n} is {v}.", "{v}", "{n} has {v}.", "It is {v}."], [row[j]], f=f, n=row[0], k=head[j], v=row[j])


@kind("""
How many tasks in {f} are done?
Count the ticked boxes in {f}.
{f} is my todo list. How many items are marked with x?
Read {f} and tell me the number of finished tasks.
In {f}, how many boxes have an x?
How much of {f} is done? Give the number of ticked tasks.
number of [x] items in {f}?
Please count how many points of {f} are ready (those with x).
I want to know how many things in {f} we did.
How many lines of {f} are checked off?
Look at the list {f}: the tasks which are ticked, how many are they?
Can you count the completed tasks in {f}?
""")
def count_done(t, r, bank):
    xs = several(r, lambda r: f"{word(r)} {pick(r, NOUNS)}".lower(), 2 + int(r.random() * 4))
    done = [r.random() < 0.5 for _ in xs]
    f = put(t, r, [f"- [{'x' if d else ' '}] {x}" for d, x in zip(done, xs)], "todo")
    clutter(r, t, 0, 1)
    n = sum(done)
    if not n:
        raise Again
    return t.end([("read", f)], bank, ["{n} of them.", "{n}", "{n} done."], [n], [n], f=f, n=n)


@kind("""
Run {c} and tell me what it says.
Run {c} and report [its output|the output|the result].
What does {c} print?
Execute {c} please and give me the result.
{c} - what is the output?
Please start {c}. I need to know what comes out.
Can you run {c} for me and tell the result?
Try {c} and report back.
I want to see the output of {c}.
Do {c}, then say me the answer of it.
Let {c} run once and tell me its last line.
Does {c} work? Show me what it prints.
""", 2)
def run_report(t, r, bank):
    clutter(r, t, 1, 3)
    c, o = command(r), good(r)
    flaky = r.random() < 0.35
    t.tests(c, next(iter(t.files)), "", o, flaky=flaky)
    return t.end([("run", c)] * (1 + flaky), bank, ["It says: {o}", "Output: {o}", "{c} printed: {o}", "{o}", "The result is {o}"], [o], c=c, o=o)
