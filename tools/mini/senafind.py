"""Kinds: looking things up in one or more files."""

import senaframes2  # noqa: F401
import senaframes3  # noqa: F401
import senaworld as W
from senacore import FRAMES, build, kind, need

ORD = "first second third fourth fifth sixth".split()


@kind
def read_value(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    return build(r, "read_value", {f.path: f.text}, [("read", f.path)], {"p": f.path, "k": k, "v": f.value[k]}, say=[f.value[k]])


@kind
def read_line(r):
    f = r.choice([W.Note, W.Items, W.Table])(r)
    all_lines = f.text.split("\n")
    n = r.randrange(min(len(all_lines), 6))
    need(len(all_lines) > 1)
    i, frames = ORD[n], FRAMES["read_line"]
    if n == len(all_lines) - 1 and r.random() < 0.6:
        i, frames = "last", [x for x in frames if "{n}" not in x]
    e = all_lines[n]
    need(e.strip())
    return build(r, "read_line", {f.path: f.text}, [("read", f.path)], {"p": f.path, "i": i, "n": str(n + 1), "e": e}, say=[e], frames=frames)


def haystack(r, n):
    """n files with different names."""
    files = {}
    for _ in range(40):
        p, t = W.any_file(r)
        if p not in files and len(t) <= 300 and not any(p in q or q in p for q in files):
            files[p] = t
        if len(files) == n:
            return files
    need(False)


def look_until(files, hit):
    """List, then read in order until hit(text)."""
    plan = [("list",)]
    for p in sorted(files):
        plan.append(("read", p))
        if hit(files[p]):
            break
    return plan


def needle(r, files):
    """(path, a part of its text that is nowhere else)."""
    p = r.choice(sorted(files))
    words = [w.strip(".,;:()[]{}\"'#=<>-*") for w in files[p].split()]
    words = [w for w in words if len(w) > 3 and w.lower() not in ("the", "info", "return", "name", "error", "function", "public", "const") and w[0].isalnum()]
    need(words)
    v = r.choice(words)
    if r.random() < 0.4:
        line = r.choice([x.strip() for x in files[p].split("\n") if 4 < len(x.strip()) < 40] or [v])
        v = line
    need(sum(v.lower() in t.lower() for t in files.values()) == 1 and not any(v.lower() in q.lower() for q in files))
    return p, v


@kind
def which_file(r):
    files = haystack(r, r.randint(2, 5))
    p, v = needle(r, files)
    return build(r, "which_file", files, look_until(files, lambda t: v in t), {"p": p, "v": v}, say=[p], filler=0)


@kind
def search_none(r):
    files = haystack(r, r.randint(2, 4))
    v = r.choice([W.pseudo(r), W.noun(r), W.person(r), W.value(r, "code"), W.value(r, "host"), W.ident(r)])
    need(not any(v.lower() in t.lower() + q.lower() for q, t in files.items()))
    return build(r, "search_none", files, look_until(files, lambda t: False), {"v": v}, say=["no"], unsaid=list(files), filler=0)


@kind
def count_lines(r):
    f = r.choice([W.Note, W.Items, W.Table, W.Log])(r)
    n = f.text.count("\n") + 1
    need(n > 1)
    plan = [("run", f"wc -l {f.path}")]
    return build(r, "count_lines", {f.path: f.text}, plan, {"p": f.path, "e": str(n)}, say=[str(n)])


@kind
def count_items(r):
    f = W.Items(r, n=r.randint(2, 7))
    need(not any(str(len(f.items)) in x for x in f.items))
    return build(r, "count_items", {f.path: f.text}, [("read", f.path)], {"p": f.path, "e": str(len(f.items))}, say=[str(len(f.items))])


@kind
def list_files(r):
    files = haystack(r, r.randint(1, 5))
    names = sorted(files)
    e = r.choice([", ".join(names), ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]])
    return build(r, "list_files", files, [("list",)], {"e": e}, say=names, filler=0)


@kind
def count_files(r):
    files = haystack(r, r.randint(2, 7))
    return build(r, "count_files", files, [("list",)], {"e": str(len(files))}, say=[str(len(files))], filler=0)


@kind
def exists(r):
    files = haystack(r, r.randint(1, 5))
    p = r.choice(sorted(files))
    if r.random() < 0.5:
        return build(r, "exists_yes", files, [("list",)], {"p": p}, say=["yes"], unsaid=["no"], frames=FRAMES["exists"], filler=0)
    files.pop(p)
    need(files)
    return build(r, "exists_no", files, [("list",)], {"p": p}, say=["no"], unsaid=["yes"], frames=FRAMES["exists"], filler=0)


def roster(r):
    """A list of who does what: (path, text, {task: person}, style)."""
    n = r.randint(2, 5)
    who = r.sample(W.PEOPLE, n)
    tasks = []
    while len(tasks) < n:
        t = W.task_item(r)
        if not any(t in x or x in t for x in tasks) and not any(w.lower() in t.lower() for w in who):
            tasks.append(t)
    style = r.choice(["{t}: {w}", "{w}: {t}", "- {t} ({w})", "- {w} - {t}", "{t} -> {w}", "* {t} @{w}", "{w} will {t}", "[ ] {t} / {w}"])
    text = "\n".join(style.format(t=t, w=w) for t, w in zip(tasks, who))
    return W.path(r, r.choice(["md", "txt"]), "note"), text, dict(zip(tasks, who))


@kind
def who_does(r):
    p, text, jobs = roster(r)
    v = r.choice(sorted(jobs))
    return build(r, "who_does", {p: text}, [("read", p)], {"p": p, "v": v, "e": jobs[v]}, say=[jobs[v]], unsaid=[w for w in jobs.values() if w != jobs[v]])


@kind
def csv_cell(r):
    f = W.Table(r)
    row, i = r.choice(f.rows), r.randrange(1, len(f.cols))
    return build(r, "csv_cell", {f.path: f.text}, [("read", f.path)], {"p": f.path, "k": f.cols[i], "v": row[0], "e": row[i]}, say=[row[i]])


@kind
def csv_find(r):
    f = W.Table(r)
    row, i = r.choice(f.rows), r.randrange(1, len(f.cols))
    return build(
        r,
        "csv_find",
        {f.path: f.text},
        [("read", f.path)],
        {"p": f.path, "j": f.cols[0], "k": f.cols[i], "v": row[i], "e": row[0]},
        say=[row[0]],
        unsaid=[x[0] for x in f.rows if x is not row],
    )


@kind
def csv_max(r):
    f = W.Table(r, n=r.randint(2, 4))
    cols = [i for i in range(1, len(f.cols)) if f.kinds[f.cols[i]] == "num"]
    need(cols)
    i = r.choice(cols)
    row = max(f.rows, key=lambda x: int(x[i]))
    return build(
        r,
        "csv_max",
        {f.path: f.text},
        [("read", f.path)],
        {"p": f.path, "j": f.cols[0], "k": f.cols[i], "v": row[i], "e": row[0]},
        say=[row[0]],
        unsaid=[x[0] for x in f.rows if x is not row],
    )


@kind
def log_error(r):
    f = W.Log(r)
    return build(r, "log_error", {f.path: f.text}, [("read", f.path)], {"p": f.path, "v": f.what, "e": f.code, "i": f.when}, say=[f.code])
