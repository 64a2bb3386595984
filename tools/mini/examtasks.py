"""Kinds of agent tasks of the exam set: files at the start, a request and the end it asks for."""
import re

import examasks as A
from cases import Task
from examwords import ADJECTIVES, NOUNS, PEOPLE, TOWNS, VERBS

SETTINGS = "retries depth colour_mode batch_size font_size margin volume max_guests speed columns interval brightness cache_days queue_length threads".split()
COMMANDS = ["make smoke", "make verify", "sh checks.sh", "npm run spec", "python -m checks", "go test ./...", "just check", "sh tools/selftest.sh", "ruby spec.rb", "tox -q", "mvn -q test", "rake spec"]
FOLDERS = ["", "", "", "docs/", "conf/", "lists/", "drafts/", "site/"]


def name(r, task, endings):
    """A path that the task does not use yet."""
    while True:
        p = r.choice(FOLDERS) + r.choice(NOUNS) + "." + r.choice(endings)
        if all(p.split("/")[-1].split(".")[0] != q.split("/")[-1].split(".")[0] for q in task.files):
            return p


def settings(r, n=None):
    return [f"{k} = {r.randint(2, 99)}" for k in r.sample(SETTINGS, n or r.randint(2, 5))]


def notes(r, n=None):
    things = r.sample(NOUNS, 8)
    make = [lambda o: f"{r.choice(PEOPLE)} has the {o}.", lambda o: f"- {r.choice(VERBS)} the {o}", lambda o: f"One {o} looks {r.choice(ADJECTIVES)}.", lambda o: f"Bring the {r.choice(ADJECTIVES)} {o} to {r.choice(TOWNS)}."]
    return [r.choice(make)(o) for o in things[:n or r.randint(2, 5)]]


def table(r, n=None):
    return ["town,amount"] + [f"{t},{r.randint(2, 900)}" for t in r.sample(TOWNS, n or r.randint(2, 4))]


def script(r, n=None):
    a, b = r.sample(NOUNS, 2)
    return [f"def {a}():", f"    return {r.randint(2, 99)}", "", f"print({a}() + {r.randint(2, 99)})  # {b}"]


SORTS = [(settings, ["ini", "conf", "cfg"]), (notes, ["txt", "md"]), (table, ["csv"]), (script, ["py"])]


def add(r, task, make=None, endings=None):
    """A new file in the task's workspace: (path, lines)."""
    if make is None:
        make, endings = r.choice(SORTS)
    p, lines = name(r, task, endings), make(r)
    task.files[p] = "\n".join(lines)
    return p, lines


def others(r, task, most=3):
    for _ in range(r.randint(0, most)):
        add(r, task)
    return task


def ask(r, task, frames, **values):
    text = r.choice(frames)
    if "t" in values:
        values["t"] = block(r, values["t"], text.endswith("{t}"))
    for k, v in values.items():
        text = text.replace("{%s}" % k, v)
    task.ask = text
    return task


def block(r, text, last):
    """Text of a file as a request gives it, fenced unless it is the last thing said."""
    return f"\n\n{text}" if last and r.random() < 0.4 else f"\n```\n{text}\n```"


def command(r, task, path, text, flaky=False):
    """A command that passes when a file holds a text; its output has a number to report."""
    c, n = r.choice(COMMANDS), str(r.randint(103, 989))
    task.good, task.must_run = r.choice(["All good: {n} checks passed", "{n} passed, 0 failed", "Finished without errors after {n} checks"]).replace("{n}", n), [c]
    task.checks[c] = (path, text, task.good, "1 check failed: " + path + " is not as it should be")
    if flaky:
        task.flaky_commands = (c,)
    task.say = [n]
    return c


def pair(r, lines):
    """A piece of a file that stands there once, and what is to replace it."""
    text = "\n".join(lines)
    while True:
        line = r.choice([x for x in lines if x.strip()])
        if " = " in line:
            return line, f"{line.split(' = ')[0]} = {r.randint(100, 300)}"
        pools = [pool for pool in (NOUNS, PEOPLE, TOWNS, ADJECTIVES) for w in re.split(r"\W+", line) if w in pool and text.count(w) == 1]
        if pools:
            pool = r.choice(pools)
            old = next(w for w in re.split(r"\W+", line) if w in pool and text.count(w) == 1)
            new = r.choice(pool)
            if new not in text:
                return old, new


def make_and_test(r):
    t = others(r, Task())
    make, endings = r.choice(SORTS)
    p, text = name(r, t, endings), "\n".join(make(r))
    c = command(r, t, p, text)
    t.want, t.plan = {p: text}, [("write", p, text), ("run", c)]
    return ask(r, t, A.MAKE_AND_TEST, p=p, t=text, c=c)


def swap_and_test(r):
    t = others(r, Task())
    p, lines = add(r, t)
    old, new = pair(r, lines)
    t.want = {p: t.files[p].replace(old, new)}
    c = command(r, t, p, new)
    t.plan = [("edit", p, old, new), ("run", c)]
    return ask(r, t, A.SWAP_AND_TEST, p=p, a=old, b=new, c=c)


def try_again(r):
    t = others(r, Task(), 2)
    p, _ = add(r, t)
    c = command(r, t, p, "", True)
    t.plan = [("run", c), ("run", c)]
    return ask(r, t, A.TRY_AGAIN, c=c)


def add_line(r):
    t = others(r, Task())
    make, endings = r.choice(SORTS[:3])
    p, lines = add(r, t, make, endings)
    new = {settings: f"limit = {r.randint(2, 99)}", table: f"{r.choice(['Ghent', 'Malaga', 'Tromso'])},{r.randint(2, 900)}"}.get(make, f"{r.choice(PEOPLE)} knows about it.")
    text = t.files[p] + "\n" + new
    t.want, t.say = {p: text}, [lines[0].strip("-. ")]
    t.plan = [("read", p), ("write", p, text)]
    return ask(r, t, A.ADD_LINE, p=p, l=new)


def duplicate(r):
    t = others(r, Task())
    p, _ = add(r, t)
    q = name(r, t, [p.split(".")[-1]])
    t.want, t.plan = {q: t.files[p]}, [("read", p), ("write", q, t.files[p])]
    return ask(r, t, A.DUPLICATE, p=p, q=q)


def only_one(r):
    t = others(r, Task(), 0)
    p, lines = add(r, t, settings, ["toml"])
    for _ in range(r.randint(1, 4)):
        add(r, t, *r.choice(SORTS[1:]))
    k, v = r.choice(lines).split(" = ")
    t.say, t.plan = [v], [("list",), ("read", p)]
    return ask(r, t, A.ONLY_ONE, k=k)


def heed_complaint(r):
    t = others(r, Task(), 2)
    p, lines = add(r, t, settings, ["ini", "conf", "cfg"])
    old = r.choice(lines)
    new = f"{old.split(' = ')[0]} = {r.randint(100, 400)}"
    c = command(r, t, p, new)
    t.checks[c] = (*t.checks[c][:3], r.choice(["Stopped: {p} says `{a}` where `{b}` is needed", "error in {p}: expected {b}, found {a}", "{p}: please change {a} to {b}"]).replace("{p}", p).replace("{a}", old).replace("{b}", new))
    t.want = {p: t.files[p].replace(old, new)}
    t.plan = [("run", c), ("edit", p, old, new), ("run", c)]
    return ask(r, t, A.HEED_COMPLAINT, c=c)


def rename(r):
    t = others(r, Task())
    p, _ = add(r, t)
    q = name(r, t, [p.split(".")[-1]])
    t.want = {q: t.files[p], p: None}
    t.plan = [("read", p), ("write", q, t.files[p]), ("run", f"rm {p}")]
    return ask(r, t, A.RENAME, p=p, q=q)


def two_swaps(r):
    t = others(r, Task(), 2)
    (p, x), (q, y) = add(r, t), add(r, t)
    (a, b), (c, d) = pair(r, x), pair(r, y)
    t.want = {p: t.files[p].replace(a, b), q: t.files[q].replace(c, d)}
    e = command(r, t, q, d)
    t.plan = [("edit", p, a, b), ("edit", q, c, d), ("run", e)]
    return ask(r, t, A.TWO_SWAPS, p=p, q=q, a=a, b=b, c=c, d=d, e=e)


def who_holds(r):
    t = Task()
    found = [add(r, t, notes, ["txt", "md"]) for _ in range(r.randint(2, 4))]
    p, _ = r.choice(found)
    word = f"{r.choice(['Ghent', 'Malaga', 'Tromso', 'Nairobi', 'Denver'])} {r.randint(100, 999)}"
    t.files[p] += f"\nReference: {word}"
    t.say, t.unsaid = [p], [q for q, _ in found if q != p]
    t.plan = [("list",)] + [("read", q) for q, _ in found]
    return ask(r, t, A.WHO_HOLDS, w=word)


def pass_on(r):
    t = others(r, Task(), 2)
    p, lines = add(r, t, settings, ["ini", "conf"])
    q, _ = add(r, t, notes, ["txt", "md"])
    k, v = r.choice(lines).split(" = ")
    t.files[q] += f"\nThe agreed value of {k} is ???."
    t.want = {q: t.files[q].replace("???", v)}
    t.plan = [("read", p), ("edit", q, "???", v)]
    return ask(r, t, A.PASS_ON, p=p, q=q, k=k)


def two_new(r):
    t = others(r, Task(), 2)
    p, x = name(r, t, ["txt", "md"]), notes(r, 1)[0]
    q, y = name(r, t, ["ini", "conf"]), settings(r, 1)[0]
    while q.split("/")[-1].split(".")[0] == p.split("/")[-1].split(".")[0]:
        q = name(r, t, ["ini", "conf"])
    t.want = {p: x, q: y}
    t.say = sorted([*t.files, p, q])
    t.plan = [("write", p, x), ("write", q, y), ("list",)]
    return ask(r, t, A.TWO_NEW, p=p, q=q, x=x, y=y)


def join(r):
    t = others(r, Task(), 2)
    make, endings = r.choice(SORTS[:2])
    (p, _), (q, _) = add(r, t, make, endings), add(r, t, make, endings)
    s = name(r, t, endings)
    text = t.files[p] + "\n" + t.files[q]
    t.want, t.plan = {s: text}, [("read", p), ("read", q), ("write", s, text)]
    return ask(r, t, A.JOIN, p=p, q=q, s=s)


def throw_out(r):
    t = Task()
    found = [add(r, t)[0] for _ in range(r.randint(2, 5))]
    p = r.choice(found)
    t.want, t.say = {p: None}, [q for q in found if q != p]
    t.plan = [("run", f"rm {p}"), ("list",)]
    return ask(r, t, A.THROW_OUT, p=p)


def wrong_folder(r):
    t = others(r, Task(), 2)
    make, endings = r.choice(SORTS)
    base = name(r, t, endings).split("/")[-1]
    lines, real = make(r), r.choice(["archive/", "shared/", "team/"]) + base
    t.files[real] = "\n".join(lines)
    old, new = pair(r, lines)
    t.want, t.say = {real: t.files[real].replace(old, new)}, [real]
    t.plan = [("edit", base, old, new), ("list",), ("edit", real, old, new)]
    return ask(r, t, A.WRONG_FOLDER, p=base, a=old, b=new)


def keep_output(r):
    t = others(r, Task(), 2)
    p, _ = add(r, t)
    c = command(r, t, p, "", r.random() < 0.4)
    q = name(r, t, ["log", "txt"])
    t.want, t.say = {q: t.good}, []
    t.plan = [("run", c)] * (1 + len(t.flaky_commands)) + [("write", q, t.good)]
    return ask(r, t, A.KEEP_OUTPUT, c=c, q=q)


def top_line(r):
    t = Task()
    make, endings = r.choice(SORTS[:2])
    found = [add(r, t, make, endings)[0] for _ in range(r.randint(2, 4))]
    line = f"# checked by {r.choice(PEOPLE)}"
    t.want = {p: line + "\n" + t.files[p] for p in found}
    c = command(r, t, found[-1], line)
    t.plan = [s for p in found for s in (("read", p), ("write", p, t.want[p]))] + [("run", c)]
    return ask(r, t, A.TOP_LINE, l=line, c=c, f=", ".join(found[:-1]) + " and " + found[-1])


def everywhere(r):
    """One word to be replaced in several files."""
    t, word = others(r, Task(), 1), r.choice(["Ghent", "Malaga", "Tromso", "Denver"])
    found = []
    for _ in range(r.randint(2, 5)):
        p, _ = add(r, t, notes, ["txt", "md"])
        t.files[p] += f"\n{r.choice(PEOPLE)} lives in {word}."
        found.append(p)
    new = r.choice(TOWNS)
    t.want = {p: t.files[p].replace(word, new) for p in found}
    c = command(r, t, found[0], f"lives in {new}")
    t.plan = [("edit", p, word, new) for p in found] + [("run", c)]
    return ask(r, t, A.EVERYWHERE, f=", ".join(found[:-1]) + " and " + found[-1], a=word, b=new, c=c)


def whole_job(r):
    """A file to create, one to change, a command to run, its output to keep, a file to delete."""
    t = others(r, Task(), 1)
    (q, lines), (d, _) = add(r, t), add(r, t, notes, ["bak", "old"])
    old, new = pair(r, lines)
    p, text = name(r, t, ["ini", "conf"]), settings(r, 1)[0]
    t.files[p] = ""
    s = name(r, t, ["log"])
    del t.files[p]
    c = command(r, t, q, new, r.random() < 0.4)
    t.say, t.want = [], {p: text, q: t.files[q].replace(old, new), s: t.good, d: None}
    t.plan = [("write", p, text), ("edit", q, old, new)] + [("run", c)] * (1 + len(t.flaky_commands)) + [("write", s, t.good), ("run", f"rm {d}")]
    return ask(r, t, A.WHOLE_JOB, p=p, q=q, s=s, d=d, c=c, l=text, a=old, b=new)


def first_look(r):
    """Create a file if opening it shows that it is not there."""
    t = others(r, Task(), 2)
    make, endings = r.choice(SORTS)
    p, text = name(r, t, endings), "\n".join(make(r))
    t.want, t.plan = {p: text}, [("read", p), ("write", p, text)]
    return ask(r, t, A.FIRST_LOOK, p=p, t=text)


KINDS = [make_and_test, swap_and_test, try_again, add_line, duplicate, only_one, heed_complaint, rename, two_swaps, who_holds, pass_on, two_new, join, throw_out, wrong_folder, keep_output, top_line, first_look,
         everywhere, whole_job]
