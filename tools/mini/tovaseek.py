"""Tasks in which the right file has to be found first."""

import tovaworld as W
from tovabase import Clash, frames, job, series

NAMES = frames("""
What files are there?
Which files do we have?
List the files.
Show me all files.
Give me a list of all files.
What's in the workspace?
What is in this folder?
Name every file you can see.
Tell me the names of all files here.
Which documents exist?
Please list everything.
Could you tell me what files are in this project?
Files?
ls
I lost track of my files. Which ones are there?
Take stock: which files exist?
Report all paths.
What have we got here so far?
Enumerate the files of the project.
Look around and tell me what you see.
Do a listing and report it.
Which paths exist in the workspace right now?
""")


def file_names(r):
    files = W.crowd(r, r.randint(1, 4))
    names = sorted(files)
    return job(
        r,
        NAMES,
        files,
        [("list",)],
        frames("""
The files are {x}.
There are {n} files: {x}.
I see {x}.
{x}.
The workspace has {x}.
""") if len(names) > 1 else ["There is one file: {x}.", "Only {x}.", "The only file is {x}."],
        {"x": series(names), "n": len(names)},
        say=names,
    )


MANY = frames("""
How many files are there?
How many files do I have here?
Count the files.
What is the number of files in the workspace?
Number of files?
Tell me how many files exist.
Please count all files and report the total.
List the files and tell me how many there are.
How many documents does the project hold?
Could you count my files?
Check how many files are here.
I'd like to know the file count.
Total number of files, please.
How big is the project, in files?
Find out how many files we have.
WHEN the files are listed THEN how many are they?
Do a listing. How many entries?
Give me the count of files, just the number.
""")


def file_count(r):
    n = r.randint(1, 6)
    files = W.crowd(r, n)
    return job(
        r,
        MANY,
        files,
        [("list",)],
        (
            ["There are {n} files.", "{n} files.", "I count {n} files.", "The workspace has {n} files.", "{n}"]
            if n > 1
            else ["There is 1 file.", "1 file.", "Only 1 file."]
        ),
        {"n": n},
        say=[n],
        derived=[n],
    )


IN = frames("""
What is in the folder {d}?
Which file is in {d}?
Which files are in {d}?
List what {d} contains.
Tell me what's under {d}.
What did we put in {d}?
Look into the directory {d} and tell me what is there.
Show the files of {d}.
Which documents are kept in {d}?
Is there anything in {d}?
Contents of {d}?
Please check the folder {d} and name its files.
I only want the files in {d}, not the others.
{d}: which files?
Could you see what is stored in {d}?
Name the files below {d}.
Report the content of the directory {d}.
What can I find in {d}?
Of all files, which ones lie in {d}?
Find out what's in {d}.
""")


def folder(r):
    d = r.choice(W.DIRS)
    got = W.fresh(r, lambda r: W.path(r, ["txt", "md", "py", "csv", "json"], d), r.randint(1, 3))
    files = {p: W.anyfile(r).text for p in got}
    files.update(W.crowd(r, r.randint(1, 3), files, [d]))
    return job(
        r,
        IN,
        files,
        [("list",)],
        ["{d} holds {x}.", "{x}.", "The folder has {x}.", "In {d}: {x}.", "There is {x} in {d}."],
        {"d": d, "x": series(sorted(got))},
        say=got,
    )


WHERE = frames("""
Which file mentions {w}?
Which file [contains|has|holds] the [text|word] {w}?
In which file does {w} occur?
Find the file that contains {w}.
Search the files for {w} and tell me where it is.
Where is {w} written?
Where did I write {w}?
I'm looking for {w}. Which file is it in?
Look through the files until you find {w}. Which file was it?
Please search for {w}.
One of the files contains {w}. Which one?
Go through the files and find {w}.
Somewhere I noted {w}. Where?
{w}: in which file?
Tell me the name of the file with {w} in it.
Could you find out which file says {w}?
Locate {w}.
grep for {w} across the files, which one matches?
Open the files one by one and stop when you see {w}. Name the file.
Help me find {w}, I don't know the file.
Who mentions {w}? I need the path.
Path of the file containing {w}?
I need to know where {w} is stored.
Is {w} in any of these files? Which?
Scan all files for {w}; report the path.
""")


def seeking(r, f, w, most=3):
    """(files, steps that list and read in order until the file f is found)."""
    n = r.randint(1, most)
    files = {f.path: f.text, **W.crowd(r, n, [f.path], [w])}
    names = sorted(files)
    return files, [("list",)] + [("read", p) for p in names[: names.index(f.path) + 1]]


def find_text(r):
    f = W.anyfile(r)
    ln = r.choice([x for x in f.lines if any(c.isalnum() for c in x)])
    words = [x for x in ln.replace('"', " ").replace(",", " ").split() if len(x) > 3 and x.isalnum()]
    if not words:
        raise Clash
    w = r.choice(words)
    if w.lower() in f.path.lower():
        raise Clash
    files, plan = seeking(r, f, w)
    return job(
        r,
        WHERE,
        files,
        plan,
        ["It is in {p}.", "{p}", "{p} contains {w}.", "{w} is in {p}.", "I found it in {p}.", "The file is {p}.", "{p} mentions {w}."],
        {"w": w, "p": f.path},
        say=[f.path],
        unsaid=[p for p in files if p != f.path and p not in f.path and f.path not in p],
    )


ANYV = frames("""
What is {k}? It's in one of the files.
Find {k} in the files and tell me its value.
One of the files sets {k}. To what?
Search the files for {k} and report the value.
I don't know where {k} is set. Find it and tell me what it is.
Where is {k} set, and to which value?
Look through the project for {k}. What's it set to?
Somewhere in here is {k}. I need the value.
Please find out what {k} is.
Could you dig up {k} for me?
Which file holds {k}, and what does it say?
{k} = ?
What value does {k} have in this project?
Go through the files until you come across {k}, then tell me its value.
I noted {k} in some file. What was it?
Find me the {k} entry, wherever it is.
Do we have a {k} anywhere? What does it say?
Locate {k} and give me its value.
Tell me {k}. You will have to look for it.
Open files until {k} shows up. Report what it is.
Read around and find {k}.
Value of {k}, please. File unknown.
""")


def find_value(r):
    f = W.keyed(r)
    k, v, _ = r.choice(f.rows)
    files, plan = seeking(r, f, k)
    if any(v.lower() in t.lower() for p, t in files.items() if p != f.path):
        raise Clash
    return job(
        r,
        ANYV,
        files,
        plan,
        [
            "{k} is {x}, in {p}.",
            "{k} is {x} ({p}).",
            "{p} says {k} is {x}.",
            "{k} is set to {x} in {p}.",
            "I found it in {p}: {k} is {x}.",
            "It is {x}.",
        ],
        {"k": k, "x": v, "p": f.path},
        say=[v],
    )


VAGUE = frames("""
What does the {x} file say about {k}?
What is {k} in the {x} file?
There's a file called {x} something. What is {k} there?
Look in the {x} file for {k}.
I forgot the folder, but the file is named {x}. Tell me {k} from it.
Find the {x} file and read out {k}.
Open the file named {x} (I don't know where it is) and report {k}.
The {x} file has {k} in it. What is it?
Where is my {x} file, and what does it give for {k}?
Could you get {k} from the {x} file?
Please look up {k}, it's in {x} or whatever the ending is.
Check the {x} file. What's {k}?
{k} in the {x} file?
I need {k}. It must be in the file {x}, in some folder.
From my {x} file tell me {k}.
Get {k} out of the file whose name is {x}.
Our {x} file lists {k}. Tell me the value.
Search for a file named {x} and give me {k} from there.
""")


def find_named(r):
    f = W.keyed(r)
    name = f.path.split("/")[-1].rsplit(".", 1)[0]
    k, v, _ = r.choice(f.rows)
    if len(name) < 3:
        raise Clash
    files = {f.path: f.text, **W.crowd(r, r.randint(1, 4), [f.path], [name, v])}
    if name.lower() in (f.path.rsplit("/", 1)[0].lower() if "/" in f.path else ""):
        raise Clash
    return job(
        r,
        VAGUE,
        files,
        [("list",), ("read", f.path)],
        ["{k} is {y}.", "{p} says {k} is {y}.", "In {p} {k} is {y}.", "It is {y}.", "{y}, from {p}.", "The file is {p}; {k} is {y}."],
        {"x": name, "k": k, "y": v, "p": f.path},
        say=[v],
    )


TYPE = frames("""
What is {k} in the {x} file?
There is one {x} file here. What does it say for {k}?
Read the {x} file and tell me {k}.
Find the only {x} file and report {k}.
Look for a file ending in {x}; what's {k} in it?
The {x} file contains {k}. Tell me.
I need {k} from the {x} file, I don't know its name.
Open the {x} file (there is just one) and tell me the {k}.
Which value has {k} in the {x} file?
Get me {k} out of the {x} file.
Could you check {k} in our {x} file?
Somewhere there's a {x} file. Give me its {k}.
List the files, pick the {x} one, tell me {k}.
Look at the {x} file: {k}?
From the {x} file, please report {k}.
""")


def find_type(r):
    f = W.keyed(r)
    ext = f.path[f.path.rindex(".") :]
    if "/" in ext or ext == f.path or ext.startswith(".env"):
        raise Clash
    k, v, _ = r.choice(f.rows)
    files = {f.path: f.text, **W.crowd(r, r.randint(1, 4), [f.path], [v])}
    if sum(p.endswith(ext) for p in files) > 1:
        raise Clash
    return job(
        r,
        TYPE,
        files,
        [("list",), ("read", f.path)],
        ["{k} is {y}.", "{p} says {k} is {y}.", "In {p} it is {y}.", "{y}", "It's {y}, see {p}."],
        {"x": ext, "k": k, "y": v, "p": f.path},
        say=[v],
    )


ALLHAVE = frames("""
Which files mention {w}?
Find all files that contain {w}.
In which files does {w} occur? There may be several.
List every file with {w} in it.
Read all files and tell me which ones contain {w}.
Check each file for {w} and name those that have it.
Search everything for {w}; I want all the paths.
Where does {w} appear? Give me all files.
Who mentions {w}? Look in each file.
{w}: all files with it, please.
Go through every file and note where {w} occurs.
Please find every file that says {w}.
Could you tell me all files in which {w} stands?
I need the complete list of files containing {w}.
Look at each file. Which of them use {w}?
Report the paths of all files holding {w}.
Name all the files where I wrote {w}.
""")


def find_all(r):
    w = W.low(r)
    have, files = [], {}
    n = r.randint(2, 4)
    for i in range(n):
        f = r.choice([W.prose, W.checklist, W.notes])(r)
        if w in f.text.lower() or w in f.path.lower() or f.path in files:
            raise Clash
        if i < 2 or r.random() < 0.3:
            f.lines.insert(
                r.randint(0, len(f.lines)), r.choice([f"The {w} is here.", f"{W.who(r)} needs a {w}.", f"{w} {W.num(r)}", f"No {w} today."])
            )
            have.append(f.path)
        files[f.path] = "\n".join(f.lines)
    files.update(W.crowd(r, r.choice([0, 1]), files, [w]))
    have.sort()
    plan = [("list",)] + [("read", p) for p in sorted(files)]
    others = [p for p in files if not any(p in h for h in have)]
    return job(
        r,
        ALLHAVE,
        files,
        plan,
        ["{x}.", "{w} is in {x}.", "The files are {x}.", "It occurs in {x}.", "I found it in {x}."],
        {"w": w, "x": series(have)},
        say=have,
        unsaid=[o for o in others if not any(o in h or h in o for h in have)],
    )


OWNER = frames("""
Which file says {x}? Tell me what {k} is there too.
Find the file about {x} and tell me its {k}.
One file has the line {x}. What does the same file give for {k}?
Look for {x}. In the file where you find it, what is {k}?
In the file with {x}: what's the {k}?
I need {k} from the file that says {x}.
Search for {x}, then report {k} from that very file.
The file that contains {x} also has {k}. Tell me {k}.
Please find {x} and read me the {k} next to it.
Several files have {k}. I want the one with {x}.
Take the file in which {x} stands and tell me {k}.
Go through the files; where it says {x}, what is {k}?
Give me {k}, but from the file that has {x}.
Could you open the files, find {x}, and tell me which {k} goes with it?
Only one file contains {x}. What {k} does it list?
""")


def find_with(r):
    keys = [p.split("=") for p in r.sample(W.LIFE, 2)]
    ks = [k for k, _ in keys]
    fmt = r.choice([lambda k, v: f"{k}: {v}", lambda k, v: f"- {k}: {v}", lambda k, v: f"{k} = {v}"])
    n = r.randint(2, 4)
    a = W.fresh(r, W.VALUES[keys[0][1]], n)
    b = W.fresh(r, W.VALUES[keys[1][1]], n, a)
    folder = r.choice([None, r.choice(W.DIRS)])
    ps = W.fresh(r, lambda r: W.path(r, ["txt", "md"], folder), n, a + b)
    files = {p: "\n".join([fmt(ks[0], x), fmt(ks[1], y)]) for p, x, y in zip(ps, a, b)}
    i = r.randrange(n)
    names = sorted(files)
    plan = [("list",)] + [("read", p) for p in names[: names.index(ps[i]) + 1]]
    return job(
        r,
        OWNER,
        files,
        plan,
        ["{k} is {y}.", "{p} has {k} {y}.", "The file is {p}; {k} is {y}.", "{y}", "It is {y} ({p})."],
        {"x": fmt(ks[0], a[i]).lstrip("- ") if r.random() < 0.7 else f"{ks[0]} {a[i]}", "k": ks[1], "y": b[i], "p": ps[i]},
        say=[b[i]],
        unsaid=[x for j, x in enumerate(b) if j != i],
    )


KINDS = [file_names, file_count, folder, find_text, find_value, find_named, find_type, find_all, find_with]
