"""Kinds of vito tasks of several parts: values carried between files, conditions,
instructions in files, and lists of steps."""
from vitoasks import joined2, sheets, tell, verdict
from vitobase import DONE, MADE, Again, Job, answers, fill, kind
from vitofiles import joined, spot
from vitomixframes import CARRY, FLOW2, FLOW3, GATHER, IFS, LETTER, LIST, POST, SETTELL, SETUP, STEPF, SWAP, TALE, TODO, UNLESS
from vitoruns import command, output
from vitowords import SHEETS, body, line, path, paths, person, word, world


@kind
def carry(r):
    (p, s), = sheets(r, 1).items()
    row, p2 = s.pick(r)[0], path(r)
    j = Job(r, {p: s.text(), **world(r, p, p2)})
    j.read(p)
    j.write(p2, row[2])
    return j.done(CARRY, answers("Done, {p2} [holds|contains|says] {v}.\nI've saved {v} in {p2}.\n{p2} is ready.\nDone."), p=p, p2=p2, l=row[0].lower(), a=row[1], v=row[2])


@kind
def gather(r):
    about = r.choice(SHEETS)
    d = sheets(r, r.randint(2, 3), about)
    common = set.intersection(*({x[0] for x in s.rows} for s in d.values()))
    if not common:
        raise Again
    l, p = r.choice(sorted(common)), path(r)
    vs = [next(x[2] for x in s.rows if x[0] == l) for s in d.values()]
    j = Job(r, {q: s.text() for q, s in d.items()})
    j.read(*d)
    j.write(p, "\n".join(vs))
    return j.done(GATHER, MADE, p=p, fs=joined(r, list(d)), l=l.lower())


def step(r, j, used, kinds, say):
    """Do one step and return its words."""
    k = r.choice(kinds)
    while True:
        p = path(r)
        if not any(p in x or x in p for x in used):
            break
    used.append(p)
    v = {"p": p}
    if k == "create":
        v["x"] = r.choice((line, word))(r)
        j.write(p, v["x"])
    elif k == "run":
        v["c"], o = command(r), output(r)
        j.check(v["c"], "", "", o, "error")
        j.t.checks[v["c"]] = (p, "", o, "error")
        j.run(v["c"])
        say.append((o, o))
    elif k == "tell":
        (q, s), = sheets(r, 1).items()
        if any(q in x or x in q for x in used):
            raise Again
        used.append(q)
        row, = s.pick(r)
        j.t.files[q] = j.now[q] = s.text()
        j.read(q)
        v.update(p=q, l=row[0].lower())
        say.append((row[2], f"the {row[0].lower()} is {row[2]}"))
    else:
        xs = body(r, r.randint(1, 4))
        j.t.files[p] = j.now[p] = "\n".join(xs)
        if k == "replace":
            v["a"], v["b"] = spot(r, r.choice(xs)), word(r)
            j.edit(p, v["a"], v["b"])
        elif k == "delete":
            j.rm(p)
        elif k == "append":
            v["x"] = line(r)
            j.read(p)
            j.put(p, xs + [v["x"]])
        elif k == "count":
            j.run("wc -l " + p)
            say.append((str(len(xs)), f"{p} has {len(xs)} line" + "s" * (len(xs) > 1)))
        else:
            while True:
                p2 = path(r)
                if not any(p2 in x or x in p2 for x in used):
                    break
            used.append(p2)
            v["p2"] = p2
            j.read(p)
            j.write(p2, j.now[p])
            if k == "rename":
                j.rm(p)
    return fill(r, r.choice(STEPF[k]), v)


ACTS = ["create", "replace", "replace", "delete", "rename", "copy", "append"]
SAYS = ["run", "tell", "tell", "count"]


def steps(r, n):
    """A job of n steps, their words, and what to say at the end."""
    j, used, say, out = Job(r), [], [], []
    told = n > 1 and r.random() < 0.6
    for i in range(n):
        out.append(step(r, j, used, SAYS if told and i == n - 1 else ACTS, say))
    if len(j.t.plan) > 10:
        raise Again
    for p, x in world(r, *used).items():
        j.t.files[p] = j.now[p] = x
    if say:
        end = [r.choice(("Done; {}.", "All done, {}.", "Everything is done. {}", "That's done: {}.", "{}.")).format(joined2([x for _, x in say]))]
    else:
        end = answers("[Done|All done|Everything is done], all {n} steps.\nAll done.\n[That's|It's all] done.\nEverything is [in place|taken care of].")
    return j, out, end, [s for s, _ in say]


def up(x):
    return x[:1].upper() + x[1:]


NEXT = ("After that", "Next", "And then", "When that's done", "Thirdly")
LAST = ("Finally", "Last of all", "At the end", "And then", "Before you stop")


def finish(r, n, frames, wrap, **more):
    j, out, end, say = steps(r, n)
    marks = r.choice((["1. ", "2. ", "3. ", "4. ", "5. "], ["1) ", "2) ", "3) ", "4) ", "5) "], ["- "] * 5, ["* "] * 5, ["a) ", "b) ", "c) ", "d) ", "e) "], ["Step 1: ", "Step 2: ", "Step 3: ", "Step 4: ", "Step 5: "], [""] * 5))
    cap = up if r.random() < 0.6 else str
    slots = {"steps": "\n".join(m + cap(x) for m, x in zip(marks, out)), "rest": "".join(f" {r.choice(LAST if x is out[-1] else NEXT)}, {x}." for x in out[2:])}
    for w, x in zip(("one", "two", "three"), out):
        slots[w], slots[up(w)] = x, up(x)
    return j.done(frames, end, say=say, derived=say, wrap=wrap, n=("two", "three", "four", "five")[n - 2] if frames is LIST else person(r), **slots)


@kind
def steps_list(r):
    return finish(r, r.randint(2, 4), LIST, False)


@kind
def steps_two(r):
    return finish(r, 2, FLOW2, True)


@kind
def steps_three(r):
    return finish(r, 3, FLOW3, True)


@kind
def steps_letter(r):
    return finish(r, r.randint(2, 3), POST, False)


@kind
def steps_story(r):
    return finish(r, r.randint(2, 3), TALE, True)


@kind
def steps_long(r):
    return finish(r, r.randint(3, 5), r.choice((LIST, LIST, POST, TALE)), False)


@kind
def follow_note(r):
    j, out, end, say = steps(r, r.randint(1, 2))
    p = r.choice(("todo.txt", "TODO.md", "next.txt", "note.md", "instructions.txt", "orders.txt", "please-read.txt", "task.txt", "jobs.md", "forlater.txt", "request.md", path(r, "txt")))
    if p in j.now:
        raise Again
    mark = r.choice(("", "- ", "* ", "Please ", "> "))
    j.t.files[p] = j.now[p] = "\n".join(mark + (x if mark == "Please " else up(x)) + r.choice(("", ".")) for x in out)
    j.t.plan.insert(0, ("read", p))
    return j.done(TODO, end, say=say, derived=say, n="the", p=p)


@kind
def condition(r):
    (p, s), = sheets(r, 1).items()
    row, = s.pick(r)
    right = r.random() < 0.5
    c = verdict(r, row, right)
    j, used, say = Job(r, {p: s.text()}), [p], []
    j.read(p)
    other, words = Job(r), []
    for yes in (True, False):
        if yes == right:
            words.append(step(r, j, used, ACTS, say))
        else:
            words.append(step(r, other, used, ACTS, say))
    for q, x in other.t.files.items():
        j.t.files[q] = j.now[q] = x
    fs = IFS if r.random() < 0.5 else IFS[1:]
    end = answers("The {l} is {c}, so I {did}.\nYes, it's {c}; done." if right else "The {l} is {v}, not {c}; [done|I did the second].\nNo, it's {v}, so I did the other thing.")
    end = [e.replace("so I {did}", "done") for e in end]
    return j.done(fs, end, p=p, l=row[0].lower(), c=c, v=row[2], one=words[0], two=words[1])


@kind
def set_up(r):
    n = r.randint(2, 4)
    ps, xs = paths(r, n), body(r, n)
    j = Job(r, world(r, *ps))
    for p, x in zip(ps, xs):
        j.write(p, x)
    j.list()
    w = r.choice((' with "{}"', ' (text: "{}")', ' saying "{}"', " containing `{}`"))
    k = len(j.now)
    return j.done(SETUP, answers("Done, there are {k} files.\nAll set: {k} files [in all|now].\n{k} files [now|altogether].\nThere are {k} files now."), say=[k], derived=[k], k=k, flow=joined(r, [p + w.format(x) for p, x in zip(ps, xs)]))


@kind
def swap(r):
    d = sheets(r, 2, r.choice(SHEETS))
    (p, s), (p2, s2) = d.items()
    common = {x[0] for x in s.rows} & {x[0] for x in s2.rows}
    if not common:
        raise Again
    l = r.choice(sorted(common))
    a, b = (next(x for x in t.rows if x[0] == l) for t in (s, s2))
    j = Job(r, {p: s.text(), p2: s2.text(), **world(r, p, p2)})
    j.read(p, p2)
    j.edit(p, a[2], b[2])
    j.edit(p2, b[2], a[2])
    return j.done(SWAP, answers("Done, {p} has {b} and {p2} has {a}.\nSwapped.\nThey're exchanged now.\nDone.\nThe {l} is now {b} in {p} and {a} in {p2}."), p=p, p2=p2, l=l.lower(), a=a[2], b=b[2])


@kind
def fill_in(r):
    (p2, s), = sheets(r, 1).items()
    row, p = s.pick(r)[0], path(r, r.choice(("txt", "md", "html")))
    m = r.choice(("XXX", "[name]", "____", "<fill in>", "TBD", "???", "(to come)", "NN", "{{value}}", "[...]", "%s", "tba"))
    xs = body(r, r.randint(1, 4))
    xs.insert(r.randint(0, len(xs)), r.choice(("We confirm: {}.", "Please note {}", "This is about {} only.", "now {}", "It will be {} this year.", "As agreed, {}.", "value: {}", "Write down {} at once.")).replace("{}", m))
    j = Job(r, {p: "\n".join(xs), p2: s.text(), **world(r, p, p2)})
    j.read(p2)
    j.edit(p, m, row[2])
    return j.done(LETTER, DONE + answers("{p} now says {v}."), p=p, p2=p2, l=row[0].lower(), a=row[1], m=m, v=row[2])


@kind
def set_and_tell(r):
    (p, s), = sheets(r, 1).items()
    row, other = s.pick(r, 2)
    b = verdict(r, row, False)
    j = Job(r, {p: s.text(), **world(r, p)})
    j.read(p)
    j.edit(p, s.line(row), s.line(row, b))
    return j.done(SETTELL, ["Done. " + tell(r, [other]), "It's changed. " + tell(r, [other]), tell(r, [other])], say=[other[2]], p=p, l=row[0].lower(), b=b, a=other[1], m=other[0].lower())


@kind
def make_unless(r):
    p, x, y = path(r), line(r), line(r)
    if x in y or y in x:
        raise Again
    there = r.random() < 0.5
    j = Job(r, {**world(r, p, n=2), **({p: y} if there else {})})
    j.list()
    if there:
        j.read(p)
        return j.done(UNLESS, answers('It [exists|is there] and says: {y}\nIt\'s there. It says "{y}"\n{y}'), say=[y], p=p, x=x, y=y)
    j.write(p, x)
    return j.done(UNLESS, answers("It wasn't there, so I [made|created] it.\n{p} was missing; [it's there now|I made it].\nDone, {p} is new."), p=p, x=x)
