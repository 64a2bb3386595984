"""The kinds of agent tasks of the verdict: each fills a Task from a Scene's words."""
import verdictasks as A
from verdictscene import code_edit, fill, quoted
from verdictwords import NOUNS, PEOPLE


def write_run(r, s, t):
    f, x = r.choice(A.CODE) if r.random() < 0.6 else (s.path(), s.line())
    c = s.command(t, f, x)
    t.want, t.plan = {f: x}, [("write", f, x), ("run", c)]
    t.ask = s.say(A.CREATE, f=f, x=quoted(x) if '"' not in x else x) + s.say(A.THEN_RUN, c=c)


def write_all(r, s, t):
    t.want = {s.path(): s.line().rstrip(".") for _ in range(r.randint(2, 4))}
    t.plan = [("write", f, x) for f, x in t.want.items()]
    frame = r.choice(A.CREATE_LINE)
    t.ask = s.say(A.CREATE_ALL, l="\n".join("- " + fill(frame, f=f, x=quoted(x)) for f, x in t.want.items()))


def write_all_run(r, s, t):
    write_all(r, s, t)
    f, x = list(t.want.items())[-1]
    c = s.command(t, f, x)
    t.ask += f"\nWhen all files are there, run {c}."
    t.plan.append(("run", c))


def write_retry(r, s, t):
    write_run(r, s, t)
    t.flaky_commands = t.must_run
    t.plan.append(t.plan[-1])
    t.ask += " If the command only fails for a moment, run it again."


def edit_run(r, s, t):
    f, text, o, x = code_edit(r)
    t.files[f] = text
    c = s.command(t, f, x)
    t.want, t.plan = {f: text.replace(o, x)}, [("edit", f, o, x), ("run", c)]
    t.ask = s.say(A.EDIT, f=f, o=f"`{o}`", x=f"`{x}`") + s.say(A.THEN_RUN, c=c)
    s.others(t)


def prose_edit(r, s, t):
    """A file in which one noun stands, and another one to put there."""
    f, o, x = s.path(), s.rare(), s.rare()
    lines = [s.line() for _ in range(r.randint(0, 2))] + [f"We talked about the {o} today."]
    r.shuffle(lines)
    t.files[f] = "\n".join(lines)
    t.want[f] = t.files[f].replace(o, x)
    return f, o, x


def edit_read(r, s, t):
    f, o, x = prose_edit(r, s, t)
    t.plan, t.say = [("edit", f, o, x), ("read", f)], [line.rstrip(".") for line in t.want[f].split("\n")]
    t.ask = s.say(A.EDIT, f=f, o=o, x=x) + s.say(A.BACK)


def edit_all(r, s, t):
    o, x = s.rare(), s.rare()
    for _ in range(r.randint(2, 4)):
        f = s.path()
        t.files[f] = "\n".join(r.sample([f"We talked about the {o} today.", s.line()], 2)) if r.random() < 0.6 else f"The {o} is mine."
        t.want[f] = t.files[f].replace(o, x)
    names = list(t.files)
    t.plan = [("edit", f, o, x) for f in names]
    t.ask = s.say(A.EDIT_ALL, o=o, x=x, l=", ".join(names[:-1]) + " and " + names[-1])


def fix(r, s, t):
    f, text, o, x = code_edit(r)
    t.files[f] = text
    c = s.command(t, f, x)
    t.checks[c] = (f, x, t.good, s.say(A.BROKEN, f=f, o=f"`{o}`", x=f"`{x}`"))
    t.want, t.plan = {f: text.replace(o, x)}, [("run", c), ("read", f), ("edit", f, o, x), ("run", c)]
    t.ask = s.say(A.FIX, c=c)
    s.others(t)


def fix_note(r, s, t):
    fix(r, s, t)
    f, x = "status.txt", r.choice(["passed", "tests are fine", "all good", "ready"])
    t.want[f] = x
    t.plan.append(("write", f, x))
    t.ask += s.say(A.FIX_NOTE, f=f, x=quoted(x))


def flaky(r, s, t):
    c, n = r.choice(A.REPORTS), str(r.randint(12, 480))
    t.good = s.say(A.PRINTS, i=n)
    s.others(t)
    t.checks[c], t.flaky_commands, t.must_run = ("", "", t.good, t.good), [c], [c]
    t.plan, t.say = [("run", c), ("run", c)], [n]
    t.ask = s.say(A.FLAKY, c=c)


def two_facts(s, t):
    (k, v), f, g = s.fact(), s.path(), s.path()
    while True:
        k2, v2 = s.fact()
        if k2 != k and v2 != v:
            t.files.update({f: s.about(k, v), g: s.about(k2, v2)})
            return f, g, k, v, k2, v2


def read_two(r, s, t):
    f, g, k, v, k2, v2 = two_facts(s, t)
    s.others(t)
    t.plan, t.say = [("read", f), ("read", g)], [v, v2]
    t.ask = s.say(A.READ_TWO, f=f, g=g, k=k, h=k2)


def read_write(r, s, t):
    """Read a fact, tell it and write another file."""
    (k, v), f, g, x = s.fact(), s.path(), s.path(), s.line().rstrip(".")
    t.files[f] = s.about(k, v)
    t.want, t.say, t.plan = {g: x}, [v], [("read", f), ("write", g, x)]
    t.ask = s.say(A.READ, f=f, k=k) + " Also: " + s.say(A.CREATE, f=g, x=quoted(x)) + "."


def list_run(r, s, t):
    for _ in range(r.randint(2, 5)):
        t.files[s.path()] = s.text()
    f = r.choice(list(t.files))
    n = t.files[f].count("\n") + 1
    t.say, t.plan = list(t.files), [("list",), ("run", f"wc -l {f}")]
    t.say += [str(n)]
    t.ask = s.say(A.LIST) + " And then: " + s.say(A.LINES, f=f)


def index(r, s, t):
    for _ in range(r.randint(2, 5)):
        t.files[s.path()] = s.text()
    f, names = s.path(), "\n".join(sorted(t.files))
    t.want, t.plan = {f: names}, [("list",), ("write", f, names)]
    t.ask = s.say(A.INDEX, f=f)


def copy(r, s, t):
    f, g = s.path(), s.path()
    t.files[f] = s.text()
    s.others(t)
    t.want, t.plan = {g: t.files[f]}, [("read", f), ("write", g, t.files[f])]
    t.ask = s.say(A.COPY, f=f, g=g)


def copy_two(r, s, t):
    f, g, h, i = (s.path() for _ in range(4))
    t.files.update({f: s.text(1, 2), h: s.text(1, 2)})
    t.want = {g: t.files[f], i: t.files[h]}
    t.plan = [("read", f), ("write", g, t.files[f]), ("read", h), ("write", i, t.files[h])]
    t.ask = s.say(A.COPY_ALL, f=f, g=g, h=h, i=i)


def rename(r, s, t):
    f, g = s.path(), s.path()
    t.files[f] = s.text()
    s.others(t)
    t.want, t.plan = {f: None, g: t.files[f]}, [("read", f), ("write", g, t.files[f]), ("run", f"rm {f}")]
    t.ask = s.say(A.RENAME, f=f, g=g)


def delete(r, s, t):
    e = r.choice([".tmp", ".bak", ".log", ".old"])
    gone = [s.nouns.pop() + e for _ in range(r.randint(1, 4))]
    t.files = {f: s.text() for f in gone + [s.path() for _ in range(r.randint(1, 3))]}
    t.want, t.plan = dict.fromkeys(gone), [("list",)] + [("run", f"rm {f}") for f in gone]
    t.ask = s.say(A.DELETE, e=e)


def append(r, s, t):
    f, x = s.path(), s.line().rstrip(".")
    t.files[f] = s.text()
    s.others(t)
    t.want = {f: t.files[f] + "\n" + x}
    t.plan, t.ask = [("read", f), ("write", f, t.want[f])], s.say(A.APPEND, f=f, x=quoted(x))


def fill_in(r, s, t):
    (k, v), f, g, o = s.fact(), s.path(), s.path(), r.choice(["UNKNOWN", "MISSING", "BLANK", "LATER"])
    t.files.update({f: s.about(k, v), g: f"{s.line()}\nThe {k}: {o}"})
    t.want, t.plan = {g: t.files[g].replace(o, v)}, [("read", f), ("edit", g, o, v)]
    t.ask = s.say(A.FILL, f=f, g=g, k=k, o=o)


def todo(r, s, t):
    f = r.choice(["todo.txt", "task.md", "instructions.txt", "job.txt"])
    if r.random() < 0.5:
        g, x = s.path(), s.line().rstrip(".")
        text, step, t.want = fill(A.TODO_TEXT[0], g=g, x=quoted(x)), ("write", g, x), {g: x}
    else:
        g, o, x = prose_edit(r, s, t)
        text, step = fill(A.TODO_TEXT[1], g=g, o=o, x=x), ("edit", g, o, x)
    t.files[f] = text
    t.plan, t.ask = [("read", f), step], s.say(A.TODO, f=f)


def lines(r, s, t):
    f, g = s.path(), s.path()
    a, b = r.sample(range(2, 13), 2)
    t.files.update({f: "\n".join(f"{i}. {r.choice(NOUNS)}" for i in range(1, a + 1)), g: "\n".join(f"- {r.choice(NOUNS)}" for _ in range(b))})
    t.plan, t.say = [("run", f"wc -l {f}"), ("run", f"wc -l {g}")], [str(a), str(b)]
    t.ask = s.say(A.LINES_TWO, f=f, g=g)


def lost(r, s, t):
    (k, v), n, m = s.fact(), s.nouns.pop(), r.choice(["list", "notes", "plan"])
    asked, real = r.choice([(f"{n}.txt", f"{n}_{m}.txt"), (f"{n}.txt", f"{n}.md"), (f"{n}.txt", f"docs/{n}.txt"), (f"{n}-{m}.txt", f"{n}_{m}.txt")])
    t.files[real] = s.about(k, v)
    for _ in range(r.randint(1, 3)):
        t.files[s.path()] = s.text()
    t.plan, t.say, t.ask = [("read", asked), ("list",), ("read", real)], [v], s.say(A.LOST, f=asked, k=k)


def search(r, s, t):
    x, names = s.rare(), [s.path() for _ in range(r.randint(2, 5))]
    t.files = {f: s.text(1, 2) for f in names}
    f = r.choice(names)
    t.files[f] = f"{s.line()}\n{r.choice(PEOPLE)} wants the {x} back."
    t.plan, t.say = [("list",)] + [("read", n) for n in sorted(names)], [f]
    t.ask = s.say(A.SEARCH, x=quoted(x))


KINDS = [write_run, write_all, write_all_run, write_retry, edit_run, edit_read, edit_all, fix, fix_note, flaky, read_two, read_write, list_run, index, copy, copy_two, rename, delete, append, fill_in, todo, lines, lost, search]
