"""The kinds of agent tasks of the assay set: files at the start, what is asked, a plan and the outcome."""
from assayasks import ASKS, INSTRUCTIONS, PASSWORDS, POINTERS
from assayfiles import COMMANDS, FOLDERS, KEYS, PROGRAMS, SUITES, base, broken, error, exchange, fill, line, lines, other_files, passes, paths, prints, settings, with_part
from assaywords import ADJECTIVES, NOUNS, PEOPLE, TOWNS
from cases import Task, distinct


def task(r, kind, files, plan, want=None, say=(), unsaid=(), **gaps):
    t = Task()
    t.kind, t.files, t.start, t.plan, t.want = kind, files, dict(files), plan, want or {}
    t.say, t.unsaid, t.good, t.tests = list(say), list(unsaid), "", None
    t.ask = r.choice(ASKS[kind]).format(**gaps)
    return t


def must(t, command, path, text, good, bad):
    """The command must be seen to print what is good, which it does if the file holds the text."""
    t.must_run, t.good = [command], good
    t.checks = {**t.checks, command: (path, text, good, bad)}
    return t


def note(r):
    [p], x = paths(r, 1), line(r)
    others = other_files(r, [p], 1, 5)
    return task(r, "note", others, [("write", p, x), ("list",)], {p: x}, say=[str(len(others) + 1)], p=p, x=x)


def program(r):
    ending, f = r.choice(PROGRAMS)
    p, x, c = ("src/main.rs" if ending == "rs" and r.random() < 0.3 else r.choice(FOLDERS) + r.choice(NOUNS) + "." + ending), fill(r, f), fill(r, r.choice(COMMANDS))
    t = task(r, "program", other_files(r, [p]), [("write", p, x), ("run", c)], {p: x}, p=p, x=x, c=c)
    return must(t, c, p, x, passes(r), f"failed: {p} is not as it should be")


def pair(r):
    (p, q), (x, y) = paths(r, 2), distinct(lambda: line(r), 2)
    return task(r, "pair", other_files(r, [p, q]), [("write", p, x), ("write", q, y)], {p: x, q: y}, p=p, q=q, x=x, y=y)


def trio(r):
    (p, q, s), (x, y, z) = paths(r, 3), distinct(lambda: line(r), 3)
    return task(r, "trio", {}, [("write", p, x), ("write", q, y), ("write", s, z)], {p: x, q: y, s: z}, p=p, q=q, s=s, x=x, y=y, z=z)


def edit(r):
    [p], (a, b) = paths(r, 1), exchange(r)
    text = with_part(r, a)
    return task(r, "edit", {p: text, **other_files(r, [p])}, [("read", p), ("edit", p, a, b)], {p: text.replace(a, b)}, p=p, a=a, b=b)


def edit_two(r):
    (p, q), (a, b) = paths(r, 2), exchange(r)
    files = {p: with_part(r, a), q: with_part(r, a)}
    plan = [("read", p), ("edit", p, a, b), ("read", q), ("edit", q, a, b)]
    return task(r, "edit_two", files, plan, {f: x.replace(a, b) for f, x in files.items()}, p=p, q=q, a=a, b=b)


def edit_test(r, kind="edit_test"):
    [p], (a, b), c = paths(r, 1), exchange(r), r.choice(SUITES)
    text = with_part(r, a)
    t = task(r, kind, {p: text, **other_files(r, [p])}, [("read", p), ("edit", p, a, b), ("run", c)], {p: text.replace(a, b)}, p=p, a=a, b=b, c=c)
    return must(t, c, p, b, passes(r), f"1 test failed: no \"{b}\" in {p}")


def edit_suite(r):
    t = edit_test(r, "edit_suite")
    t.tests = t.must_run[0]
    return t


def fix(r):
    [p], c = paths(r, 1), fill(r, r.choice(COMMANDS))
    text, right, k, a, b = broken(r, p)
    t = task(r, "fix", {p: text, **other_files(r, [p])}, [("run", c), ("read", p), ("edit", p, f"{k} = {a}", f"{k} = {b}"), ("run", c)], {p: right}, c=c)
    return must(t, c, p, f"{k} = {b}", passes(r), error(r, p, k, a, b))


def fix_two(r):
    (p, q), (c, d) = paths(r, 2), [fill(r, f) for f in r.sample(COMMANDS, 2)]
    text, right, k, a, b = broken(r, p)
    plan = [("run", c), ("run", d), ("read", p), ("edit", p, f"{k} = {a}", f"{k} = {b}"), ("run", d)]
    t = task(r, "fix_two", {p: text, q: lines(r)}, plan, {p: right}, **dict(zip("cd", (c, d) if r.random() < 0.5 else (d, c))))
    t.checks = {c: (q, "", passes(r), "")}
    return must(t, d, p, f"{k} = {b}", passes(r), error(r, p, k, a, b))


def value(r):
    (p, q), k = paths(r, 2), r.choice(KEYS)
    v, w = r.sample(range(1000, 10000), 2)
    return task(r, "value", {p: settings(r, k, v), q: settings(r, k, w), **other_files(r, [p, q])}, [("read", p), ("read", q)], say=[str(v), str(w)], p=p, q=q, k=k)


def larger(r):
    p, q = paths(r, 2)
    a, b = r.sample(range(100, 10000), 2)
    return task(r, "larger", {p: str(a), q: str(b)}, [("read", p), ("read", q)], say=[str(max(a, b))], unsaid=[str(min(a, b))], p=p, q=q)


def names(r):
    fs, k, v = paths(r, r.randint(2, 5)), r.choice(KEYS), r.randint(1000, 9999)
    p = r.choice(fs)
    return task(r, "names", {f: settings(r, k, v) if f == p else lines(r) for f in fs}, [("list",), ("read", p)], say=[base(f) for f in fs] + [str(v)], p=p, k=k)


def files(r):
    fs = paths(r, r.randint(2, 9))
    texts = {p: lines(r, 1, 7) for p in fs}
    p = r.choice(fs)
    n = texts[p].count("\n") + 1
    return task(r, "files", texts, [("list",), ("run", f"wc -l {p}")], say=[str(len(fs)), str(n)], p=p) if n != len(fs) else files(r)


def duplicate(r):
    (p, q), x = paths(r, 2), lines(r, 1, 4)
    return task(r, "duplicate", {p: x, **other_files(r, [p, q])}, [("read", p), ("write", q, x)], {q: x}, p=p, q=q)


def variant(r):
    (p, q), (a, b) = paths(r, 2), exchange(r)
    x = with_part(r, a, 1, 3)
    return task(r, "variant", {p: x}, [("read", p), ("write", q, x.replace(a, b))], {q: x.replace(a, b)}, p=p, q=q, a=a, b=b)


def count_lines(r):
    (p, q), n = paths(r, 2), r.sample(range(2, 10), 2)
    texts = {f: lines(r, x, x) for f, x in zip((p, q), n)}
    return task(r, "count_lines", {**texts, **other_files(r, [p, q])}, [("run", f"wc -l {f}") for f in (p, q)], say=[str(x) for x in n], p=p, q=q)


def again(r):
    [p], c = paths(r, 1), fill(r, r.choice(COMMANDS))
    t = task(r, "again", {p: lines(r)}, [("run", c), ("run", c)], c=c)
    t.flaky_commands = (c,)
    return must(t, c, p, "", passes(r), "")


def lost(r):
    [f], k, v = paths(r, 1, True), r.choice(KEYS), r.randint(1000, 9999)
    p = r.choice([x for x in FOLDERS if x]) + r.choice(["", f"{r.choice(ADJECTIVES)}/"]) + f
    return task(r, "lost", {p: settings(r, k, v), **other_files(r, [p], 1, 4)}, [("list",), ("read", p)], say=[str(v)], f=f, k=k)


def delete(r):
    [p] = paths(r, 1)
    others = other_files(r, [p], 1, 4)
    return task(r, "delete", {p: lines(r), **others}, [("run", f"rm {p}"), ("list",)], {p: None}, say=[base(f) for f in others], p=p)


def move(r):
    (p, q), x = paths(r, 2), lines(r, 1, 3)
    return task(r, "move", {p: x, **other_files(r, [p, q])}, [("read", p), ("write", q, x), ("run", f"rm {p}")], {p: None, q: x}, p=p, q=q)


def append(r):
    [p], xs = paths(r, 1), distinct(lambda: line(r), r.randint(3, 5))
    old, new = "\n".join(xs[:-1]), "\n".join(xs)
    return task(r, "append", {p: old, **other_files(r, [p])}, [("read", p), ("write", p, new)], {p: new}, p=p, x=xs[-1])


def search(r):
    fs, a = paths(r, r.randint(2, 5)), r.choice(r.choice([PEOPLE, TOWNS]))
    texts = {p: "\n".join(x for x in lines(r).split("\n") if a not in x) or "nothing" for p in fs}
    p = r.choice(fs)
    texts[p] = with_part(r, a)
    return task(r, "search", texts, [("list",)] + [("read", f) for f in fs], say=[base(p)], unsaid=[base(f) for f in fs if f != p], a=a)


def carry(r):
    (p, q), k, v = paths(r, 2), r.choice(KEYS), r.randint(100, 9999)
    return task(r, "carry", {p: settings(r, k, v)}, [("read", p), ("write", q, str(v))], {q: str(v)}, p=p, q=q, k=k)


def output(r):
    [p], (c, d), ((a, v), (b, w)) = paths(r, 1), [fill(r, f) for f in r.sample(COMMANDS, 2)], [prints(r), prints(r)]
    t = task(r, "output", {p: lines(r)}, [("run", c), ("run", d)], say=[v, w], c=c, d=d)
    t.checks = {d: (p, "", b, "")}
    return must(t, c, p, "", a, "")


def version(r):
    (p, q), k = paths(r, 2), r.choice(KEYS)
    a, b = r.sample(range(100, 1000), 2)
    text = settings(r, k, a)
    return task(r, "version", {p: text, q: f"{k} = {b}"}, [("read", q), ("read", p), ("edit", p, f"{k} = {a}", f"{k} = {b}")], {p: text.replace(str(a), str(b))}, p=p, q=q, k=k, a=a)


def make_run(r):
    [p], x, c = paths(r, 1), line(r), fill(r, r.choice(COMMANDS))
    t = task(r, "make_run", other_files(r, [p]), [("write", p, x), ("run", c)], {p: x}, p=p, x=x, c=c)
    return must(t, c, p, x, passes(r), f"failed: {p} is not as it should be")


def join(r):
    (p, q, s), x, y = paths(r, 3), lines(r, 1, 3), lines(r, 1, 3)
    both = x + "\n" + y
    return task(r, "join", {p: x, q: y}, [("read", p), ("read", q), ("write", s, both)], {s: both}, p=p, q=q, s=s)


def everywhere(r):
    fs, (a, b) = paths(r, r.randint(3, 5)), r.sample(r.choice([PEOPLE, TOWNS]), 2)
    texts = {p: with_part(r, a, 1, 2) for p in fs}
    return task(r, "everywhere", texts, [("list",)] + [x for p in fs for x in [("read", p), ("edit", p, a, b)]], {p: x.replace(a, b) for p, x in texts.items()}, a=a, b=b)


def trail(r):
    (p, q, s), x = paths(r, 3), f"{r.choice(NOUNS)}{r.randint(10, 99)}"
    texts = {p: r.choice(POINTERS).format(q=q), q: r.choice(POINTERS).format(q=s), s: r.choice(PASSWORDS).format(x=x)}
    return task(r, "trail", texts, [("read", p), ("read", q), ("read", s)], say=[x], p=p)


def orders(r):
    (p, q), x = paths(r, 2), line(r)
    return task(r, "orders", {p: r.choice(INSTRUCTIONS).format(q=q, x=x), **other_files(r, [p, q])}, [("read", p), ("write", q, x)], {q: x}, p=p)


def absent(r):
    fs, k, v = paths(r, r.randint(3, 6)), r.choice(KEYS), r.randint(1000, 9999)
    texts = {f: settings(r, k, v) if f == fs[1] else lines(r) for f in fs[1:]}
    if r.random() < 0.5:
        return task(r, "absent", texts, [("list",), ("read", fs[1])], say=[str(v)], unsaid=["absent"], p=fs[1], k=k)
    return task(r, "absent", texts, [("read", fs[0]), ("list",)], say=["absent"], unsaid=[str(v)], p=fs[0], k=k)


def edit_run_tell(r):
    [p], (a, b), c, (out, d) = paths(r, 1), exchange(r), fill(r, r.choice(COMMANDS)), prints(r)
    text = with_part(r, a)
    t = task(r, "edit_run_tell", {p: text}, [("read", p), ("edit", p, a, b), ("run", c)], {p: text.replace(a, b)}, say=[d], p=p, a=a, b=b, c=c)
    return must(t, c, p, b, out, f"error: {p} does not say \"{b}\"")


KINDS = {f.__name__: f for f in (note, program, pair, trio, edit, edit_two, edit_test, edit_suite, fix, fix_two, value, larger, names, files, duplicate, variant, count_lines, again, lost, delete,
    move, append, search, carry, output, version, make_run,
                                 join, everywhere, trail, orders, absent, edit_run_tell)}
