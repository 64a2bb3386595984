"""More jobs of gita: the newest file, swapped values, plans of several steps in a file,
changes that are noted down, files that may be missing, values in capitals."""
import gitaworld as G
from gitabase import Redo, bank, kind
from gitaone import SET, checklist

bank(r"""
## newest
Read the newest of the dated logs and tell me the time of its last line.
Several logs have a date in their name. What is the time of the final entry in the latest one?
Find the most recent log (by the date in the name). When was its last entry written?
Which log is the youngest, and what's the clock time at its end?
Go to the latest dated log, look at the bottom line, give me its time.
What time does the newest log stop?
Pick the log with the highest date. Time of the last entry, please.
Only the most recent log counts. At what time was its last line written?
I need the final timestamp of our latest log, the names carry the dates.
List the logs, take the newest and read off when it ends.
When did the latest log receive its last line?
The last line of the newest log: at what time?
## exchange
Swap the values of {k1} and {k2} in {p}.
In {p}, {k1} and {k2} got mixed up. Exchange their values.
{k1} and {k2} are the wrong way round in {p}.
{p}: {k1} should have what {k2} has, and the other way about.
Please trade the values of {k1} and {k2} ({p}).
Let {k1} and {k2} change places in {p}, values only.
Somebody confused {k1} with {k2} in {p}. Put it right by swapping them.
What {p} gives for {k1} belongs to {k2} and vice versa.
Interchange {k1} and {k2} in {p}; the order of the lines stays.
Could you flip {k1} and {k2} in {p}, so that each has the other's value?
Failover: in {p} the values of {k1} and {k2} switch over.
Give {k1} the value of {k2} and {k2} that of {k1}, file {p}.
## steps
Carry out the steps in {p} from top to bottom.
{p} lists what to do, in order. Do all of it.
Work through {p}, step by step.
Follow the plan in {p} to the end.
Everything in {p} has to be done, first line first.
Please do the steps that {n} wrote into {p}.
Take {p} and execute it line after line.
There are a few steps in {p}. None may be skipped, the order counts.
The procedure is in {p}; perform it.
Go by {p}, all steps, no shortcuts.
{p} is tonight's plan. Run with it, top down.
Complete what {p} describes and tell me when the last step is through.
## noted
Set {k} in {p1} to {w} and add the line {t} at the end of {p2}.
Change {k} to {w} in {p1}; once that's done, note {t} at the bottom of {p2}.
{p1}: {k} = {w}. Then append {t} to {p2} so that people know.
After giving {k} the value {w} in {p1}, record it in {p2} with a last line {t}.
Two edits: {w} for {k} in {p1}, and then {t} as a new final line in {p2}.
Please make {k} {w} in {p1}, and only afterwards log it: {t} goes to the end of {p2}.
We document everything. So: {k} in {p1} becomes {w}, and {p2} gets the closing line {t}.
Append {t} to {p2}, but first do it, I mean put {w} as {k} into {p1}.
1. {p1}, {k} to {w}\n2. {p2}, last line: {t}
The {h} in {p1} shall be {w}. When it is, add {t} below everything in {p2}.
Update the {h} ({p1}) to {w}. The journal {p2} then needs {t} as its last entry.
Put {w} for {k} into {p1}; follow up with {t} on the last line of {p2}.
## unless
If there is no {p}, create it with the line {t}. If there is one, leave it and say that it exists.
Create {p} holding {t}, unless it is there; then only tell me that it exists.
Is there a file {p}? If not, make it: {t}. If so, say it exists.
Look whether {p} exists. Missing: write {t} into it. Present: don't touch it, just report.
We need {p}. In case it's missing, its text is {t}; in case it exists, tell me so.
Check the files for {p}, and add it with {t} if it isn't among them (else say that it exists).
Don't overwrite {p} if it exists! Otherwise create it with {t}. Which was it?
{p} should be there. If somebody made it, fine, tell me it exists; if nobody did, write {t} to it.
Only if {p} is absent: create it, content {t}. Let me know if it exists instead.
Make sure that {p} exists, with {t} in case you have to make it.
No {p}? Then make one that says {t}. Otherwise tell me it exists.
List the files; where {p} isn't present, write it with {t}, and where it exists do nothing.
## caps
Write the value of {k} in {p} in capitals.
{k} in {p} must be upper case, same word.
Upper-case the {h} in {p}.
The parser wants capitals: change the value of {k} in {p} accordingly.
In {p} please turn the {h} into all caps.
{p}: value of {k} to upper case.
Shout the {h} of {p}, i.e. capital letters only.
Capitalise every letter of the value that {k} has in {p}.
The {h} in {p} is in small letters, it has to be in big ones.
Could the value of {k} ({p}) be in capital letters?
Case matters now: {k} in {p} needs its value in upper case.
Same {h}, but all letters capital, in {p}.
## todo
What is still open in {p}?
Which item of {p} is not ticked yet?
{p}: what's left to do?
Tell me the unticked box in {p}.
Look at the checklist {p}. What have we not done?
Anything missing in {p}? Name the item.
Is {p} complete? If not, what is outstanding?
Which step of {p} remains?
Read {p} and say what is not done.
One thing in {p} hasn't been ticked. Which?
For the standup: the open point of {p}, please.
What keeps {p} from being finished?
""")


@kind
def newest(r, j):
    s, d = r.choice(G.SERVICES), r.choice(G.LOGDIRS[:3] + ["archive/"])
    dates = list(dict.fromkeys(G.date(r) for _ in range(r.randint(2, 5))))
    if len(dates) < 2:
        raise Redo
    rows = {}
    for x in dates:
        p = j.put([], p=f"{d}{s}-{x}.log")
        rows[p] = G.loglines(r, r.randint(1, 4))
        j.files[p] = j.now[p] = "\n".join(z[0] for z in rows[p])
    p = max(rows)
    t = rows[p][-1][2]
    if r.random() < .5:
        j.put([G.note(r)], "md")
    j.list()
    j.read(p)
    j.ask_by("newest")
    j.tell("{p} ends at {v}.|{v}, in {p}.|The last line of {p} is from {v}.|The newest is {p}; its last entry is of {v}.", [t], p=p, v=t)


@kind
def exchange(r, j):
    a, b = r.choice([("primary", "replica"), ("port", "admin_port"), ("timeout", "idle_timeout"), ("workers", "threads"), ("memory", "heap"), ("owner", "run_as"), ("base_url", "mirror"), ("read_timeout", "grace_period"), ("host", "upstream"), ("data_dir", "backup_dir"), ("contact", "alert_to")])
    p, items = j.conf(r.randint(2, 5), must=[a, b])
    x, y = (next((i for i in items if i.base == k), None) for k in (a, b))
    if x is None or y is None or x.val == y.val:
        raise Redo
    j.read(p)
    new = {x.line: x.as_line(y.val), y.line: y.as_line(x.val)}
    j.write(p, [new.get(z, z) for z in j.now[p].split("\n")])
    j.extra(0, 2)
    j.ask_by("exchange", p=p, k1=x.key, k2=y.key)
    j.tell("{k} is {v} and {k2} is {w} in {p} now.|Swapped {k} and {k2} in {p}.|{k} and {k2} have each other's values in {p}.", p=p, k=x.key, k2=y.key, v=y.val, w=x.val)


@kind
def steps(r, j):
    q, items = j.conf(r.randint(1, 4))
    it, w = j.item(q, items)
    c, out = j.says(act=True)
    gone = j.notes(1, 2)[0] if r.random() < .4 else None
    new, t = (j.path("list"), G.code(r)) if r.random() < .4 else (None, None)
    todo = [("set", r.choice([f"In {q} set {it.key} to {w}", f"{q}: {it.key} must be {w}", f"change {it.key} in {q} to {w}"])), ("run", r.choice([f"Run {c}", f"run {c}", f"execute: {c}"]))]
    if gone:
        todo.append(("rm", r.choice([f"Delete {gone}", f"remove {gone}"])))
    if new:
        todo.append(("new", r.choice([f"Create {new} with the line {t}", f"write {t} to {new} (new)"])))
    r.shuffle(todo)
    todo = todo[:3]
    mark = r.choice(["{i}. ", "{i}) ", "- ", "Step {i}: ", "* ", ""])
    p = j.put(r.choice([[], ["# Plan"], ["Tonight"], ["by " + r.choice(G.PEOPLE)]]) + [mark.format(i=i + 1) + x for i, (_, x) in enumerate(todo)], "md")
    if any(k == "new" for k, _ in todo) and (new in p or p in new):
        raise Redo
    j.read(p)
    for k, _ in todo:
        if k == "set":
            j.read(q)
            j.edit(q, it.line, it.as_line(w))
        elif k == "run":
            j.run(c)
            j.must(c, out)
        elif k == "rm":
            j.rm(gone)
        else:
            j.write(new, t)
    j.extra(0, 1)
    j.ask_by("steps", p=p, n=r.choice(G.PEOPLE))
    past = {"set": f"set {it.key} to {w}", "run": f"ran {c}", "rm": f"deleted {gone}", "new": f"created {new}"}
    done = [past[k] for k, _ in todo]
    j.tell("I {x}.|As {p} says, I {x}.|All steps of {p} are done: I {x}.", p=p, x=", ".join(done[:-1]) + " and " + done[-1])


@kind
def noted(r, j):
    p1, items = j.conf()
    it, w = j.item(p1, items)
    p2, _ = j.notes(1, 4)
    t = r.choice([f"{G.date(r)} {it.key} is {w}", f"{r.choice(G.PEOPLE)}: {it.human} changed", f"* {it.key} -> {w} ({G.code(r)})", G.code(r), f"{G.clock(r)} {it.human} adjusted"])
    j.read(p1)
    j.edit(p1, it.line, it.as_line(w))
    j.write(p2, j.read(p2) + "\n" + t)
    j.extra(0, 1)
    j.ask_by("noted", p1=p1, p2=p2, k=it.key, h=it.human, w=w, t=t)
    j.tell("{k} is {w} in {p1}, and {p2} has the note.|Set {k} to {w} and added {t} to {p2}.|Both done: {p1} is changed and {p2} says so.", k=it.key, w=w, p1=p1, p2=p2, t=t)


@kind
def unless(r, j):
    t = r.choice([G.note(r), G.code(r), G.version(r)])
    j.extra(1, 3)
    if r.random() < .45:
        p = j.notes(1, 3)[0]
        j.list()
        j.ask_by("unless", p=p, t=t)
        j.derived.add("already")
        j.tell("{p} already exists, so I left it alone.|Nothing done: {p} already exists.|{p} exists already.", ["already"], p=p)
    else:
        p = j.path(r.choice(["txt", "md", "list"]))
        j.list()
        j.write(p, t)
        j.ask_by("unless", p=p, t=t)
        j.tell("{p} was missing; I created it.|There was no {p}, now there is.|Created {p} with {t}.", p=p, t=t)


@kind
def caps(r, j):
    b = r.choice(["log_level", "level", "mode", "strategy", "backend", "codec", "region", "owner", "db_user", "charset"])
    p, items = j.conf(must=[b])
    it = next((i for i in items if i.base == b), None)
    if it is None or it.val.upper() == it.val:
        raise Redo
    w = it.val.upper()
    j.read(p)
    j.derived |= {w, it.as_line(w)}
    j.edit(p, it.line, it.as_line(w))
    j.extra(0, 2)
    j.ask_by("caps", p=p, k=it.key, h=it.human)
    j.tell(SET + "|It is {w} now.", p=p, k=it.key, w=w)


@kind
def todo(r, j):
    p, lines = checklist(r, j, r.randint(3, 6))
    x = r.choice(lines)
    text = j.now[p].replace("[ ]", "[x]")
    j.files[p] = j.now[p] = text.replace(x.replace("[ ]", "[x]"), x.replace("[x]", "[ ]"))
    t = x.split("] ")[1]
    j.read(p)
    j.extra(0, 2)
    j.ask_by("todo", p=p)
    j.tell("Still open: {t}|Only {t} is left.|{t} is not ticked yet.|The open item is {t}.", [t], p=p, t=t)


ALL = [newest, exchange, steps, noted, unless, caps, todo]
steps.weight = 3
