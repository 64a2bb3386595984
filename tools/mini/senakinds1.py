"""Kinds: making files, looking things up."""
import json

import senacmd as C
import senaframes1  # noqa: F401
import senaframes2  # noqa: F401
import senaframes3  # noqa: F401
import senaworld as W
from senacore import FRAMES, build, need

KINDS = []
ORD = "first second third fourth fifth sixth".split()


def kind(f):
    KINDS.append(f)
    return f


def one_line(r):
    """Content of one line."""
    k = r.random()
    if k < 0.5:
        return W.sentence(r)
    if k < 0.65:
        return " ".join(W.noun(r) for _ in range(r.randint(1, 4)))
    if k < 0.75:
        kv = W.KV(r, n=1, fmt=r.choice(["yaml", "env", "ini", "py"]))
        return kv.line[kv.keys[0]]
    if k < 0.85:
        return r.choice([f'print("{W.name(r)} {W.noun(r)}")', f"export {W.name(r).upper()}={W.num(r)}", f"console.log({W.num(r)});", f"echo {W.name(r)} {W.name(r)}", f"import {W.name(r)}", f"SELECT {W.name(r)} FROM {W.name(r)};", f"#include <{W.name(r)}.h>", f"alias {W.name(r)}='{W.name(r)} -a'", f"{W.name(r)}.*", f"# {W.cap(W.noun(r))}", f"FROM {W.name(r)}:{W.version(r)}"])
    return r.choice([W.task_item(r), W.num(r), W.version(r), W.value(r, "mail"), W.value(r, "path"), f"{W.person(r)}: {W.task_item(r)}"])


def any_path(r):
    return W.any_file(r)[0]


def fresh(r, *taken):
    """A path that is not taken, nor easily mixed up with one that is."""
    p = any_path(r)
    need(all(p.lower() not in t.lower() and t.lower() not in p.lower() for t in taken))
    return p


@kind
def create_line(r):
    p, x = any_path(r), one_line(r)
    return build(r, "create_line", {}, [("write", p, x)], {"p": p, "x": x})


@kind
def create_block(r):
    f = r.choice([W.Note, W.Items, W.KV, W.Table])(r)
    need("\n" in f.text)
    return build(r, "create_block", {}, [("write", f.path, f.text)], {"p": f.path, "x": f.text})


@kind
def create_json(r):
    p = W.path(r, "json", "conf")
    d = {}
    for _ in range(r.randint(1, 4)):
        k = r.choice(W.KEYS) if r.random() < 0.6 else W.name(r)
        d[k] = r.choice([lambda: W.value(r), lambda: int(W.num(r)), lambda: r.random() < 0.5, lambda: [W.name(r) for _ in range(r.randint(1, 3))], lambda: {W.name(r): int(W.num(r))}, lambda: None])()
    if r.random() < 0.15:
        d = [{"id": r.randint(1, 99), "name": W.person(r)} for _ in range(r.randint(1, 3))]
    x = json.dumps(d, indent=r.choice([None, 2, 2, 4]))
    need(x.count("\n") < 11)
    return build(r, "create_json", {}, [("write", p, x)], {"p": p, "x": x})


@kind
def create_code(r):
    c = W.Code(r)
    return build(r, "create_code", {}, [("write", c.path, c.text)], {"p": c.path, "x": c.text})


@kind
def create_list(r):
    f = W.Items(r, n=r.randint(2, 6), mark="")
    t = r.choice([", ".join(f.items), ", ".join(f.items), ", ".join(f.items[:-1]) + " and " + f.items[-1], "; ".join(f.items)])
    need(" and " not in f.items[-1])
    return build(r, "create_list", {}, [("write", f.path, f.text)], {"p": f.path, "t": t})


@kind
def create_env(r):
    f = W.KV(r, fmt=r.choice(["env", "env", "properties"]), n=2)
    k, j = f.keys
    v, w = f.value[k], f.value[j]
    return build(r, "create_env", {}, [("write", f.path, f"{k}={v}\n{j}={w}")], {"p": f.path, "k": k, "j": j, "v": v, "w": w})


@kind
def create_two(r):
    p, x, y = any_path(r), one_line(r), one_line(r)
    q = fresh(r, p)
    return build(r, "create_two", {}, [("write", p, x), ("write", q, y)], {"p": p, "q": q, "x": x, "y": y})


@kind
def create_three(r):
    p = any_path(r)
    q = fresh(r, p)
    s = fresh(r, p, q)
    x, y, o = (one_line(r) for _ in range(3))
    return build(r, "create_three", {}, [("write", p, x), ("write", q, y), ("write", s, o)], {"p": p, "q": q, "s": s, "x": x, "y": y, "o": o})


@kind
def create_in_folder(r):
    p, x = any_path(r), one_line(r)
    f, _, g = p.rpartition("/")
    need(f)
    return build(r, "create_in_folder", {}, [("write", p, x)], {"p": p, "f": f + r.choice(["", "", "/"]), "g": g, "x": x})


@kind
def overwrite(r):
    p, text = W.any_file(r)
    x = one_line(r)
    need(x != text)
    return build(r, "overwrite", {p: text}, [("write", p, x)], {"p": p, "x": x})


@kind
def create_run(r):
    c = W.Code(r, ext=["py", "sh", "js", "rb", "lua", "r", "pl", "ts", "go", "jl", "php"])
    tool = {"py": "python", "sh": "sh", "js": "node", "rb": "ruby", "lua": "lua", "r": "Rscript", "pl": "perl", "ts": "deno run", "go": "go run", "jl": "julia", "php": "php"}[c.ext]
    cmd, e = f"{tool} {c.path}", C.output(r)
    return build(r, "create_run", {}, [("write", c.path, c.text), ("run", cmd)], {"p": c.path, "x": c.text, "c": cmd, "e": e}, say=[C.key_of(e)], checks={cmd: (c.path, c.text, e, f"{tool}: cannot open {c.path}")}, run=[cmd], good=e)


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
    return build(r, "csv_find", {f.path: f.text}, [("read", f.path)], {"p": f.path, "j": f.cols[0], "k": f.cols[i], "v": row[i], "e": row[0]}, say=[row[0]], unsaid=[x[0] for x in f.rows if x is not row])


@kind
def csv_max(r):
    f = W.Table(r, n=r.randint(2, 4))
    cols = [i for i in range(1, len(f.cols)) if f.kinds[f.cols[i]] == "num"]
    need(cols)
    i = r.choice(cols)
    row = max(f.rows, key=lambda x: int(x[i]))
    return build(r, "csv_max", {f.path: f.text}, [("read", f.path)], {"p": f.path, "j": f.cols[0], "k": f.cols[i], "v": row[i], "e": row[0]}, say=[row[0]], unsaid=[x[0] for x in f.rows if x is not row])


@kind
def log_error(r):
    f = W.Log(r)
    return build(r, "log_error", {f.path: f.text}, [("read", f.path)], {"p": f.path, "v": f.what, "e": f.code, "i": f.when}, say=[f.code])


def pair(r, same=None, sort=None):
    """Two files that share a key: (f, g, key, value, other value); same None: differing."""
    f = W.KV(r, sort=sort)
    g = W.KV(r, fmt=f.fmt if r.random() < 0.5 else None, sort=None)
    key = r.choice(f.keys)
    need(f.fmt not in ("json", "properties") and g.fmt not in ("json", "properties") and key.lower() not in [k.lower() for k in g.keys] and f.path != g.path)
    need(f.path not in g.path and g.path not in f.path)
    v = f.value[key]
    same_case = (f.fmt in ("env", "make", "py")) == (g.fmt in ("env", "make", "py")) and (f.fmt in ("txt", "md")) == (g.fmt in ("txt", "md"))
    need(same_case)
    w = v if same else W.other(r, v, lambda: W.value(r, sort or W.SORT_OF.get(key.lower(), r.choice(["num", "word", "version"]))))
    need(same or w not in g.text)
    g.keys.append(key)
    g.value[key], g.line[key] = w, g.row(key, w)
    rows = g.text.split("\n")
    rows.insert(r.randint(1, len(rows)) if rows[0].startswith(("#", "[")) else r.randint(0, len(rows)), g.line[key])
    g.text = "\n".join(rows)
    return f, g, key, v, w


@kind
def same_value(r):
    same = r.random() < 0.5
    f, g, k, v, w = pair(r, same)
    files = {f.path: f.text, g.path: g.text}
    return build(r, "same_yes" if same else "same_no", files, [("read", f.path), ("read", g.path)], {"p": f.path, "q": g.path, "k": k, "v": v, "w": w}, say=["yes" if same else "no"], unsaid=["no" if same else "yes"], frames=FRAMES["same_value"])


@kind
def larger_value(r):
    f, g, k, v, w = pair(r, sort="num")
    need(v.isdigit() and w.isdigit() and v != w)
    big = f if int(v) > int(w) else g
    low = g if big is f else f
    return build(r, "larger_value", {f.path: f.text, g.path: g.text}, [("read", f.path), ("read", g.path)], {"p": f.path, "q": g.path, "k": k, "s": big.path, "v": max(v, w, key=int)}, say=[big.path], unsaid=[low.path])


@kind
def code_returns(r):
    c = W.Code(r)
    return build(r, "code_returns", {c.path: c.text}, [("read", c.path)], {"p": c.path, "k": c.func, "v": c.value}, say=[c.value])


@kind
def pointer(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    p = fresh(r, f.path)
    text = r.choice(["See {q}", "All settings are in {q}", "moved to {q}", "The values live in {q} now.", "-> {q}", "{x}\nLook at {q} for the settings.", "include {q}", "source: {q}", "# {x}\nPlease read {q}", "{x}\nsettings: {q}", "@import {q}", "This file moved. New place: {q}"]).replace("{q}", f.path).replace("{x}", W.sentence(r))
    need(k.lower() not in text.lower())
    return build(r, "pointer", {p: text, f.path: f.text}, [("read", p), ("read", f.path)], {"p": p, "q": f.path, "k": k, "v": f.value[k]}, say=[f.value[k]])


@kind
def two_values(r):
    f, g = W.KV(r), W.KV(r)
    k, j = r.choice(f.keys), r.choice(g.keys)
    need(k != j and f.path != g.path)
    return build(r, "two_values", {f.path: f.text, g.path: g.text}, [("read", f.path), ("read", g.path)], {"p": f.path, "q": g.path, "k": k, "j": j, "v": f.value[k], "w": g.value[j]}, say=[f.value[k], g.value[j]])


@kind
def search_value(r):
    files = haystack(r, r.randint(1, 4))
    f = W.KV(r)
    k = r.choice(f.keys)
    need(f.path not in files and not any(k.lower() in t.lower() for t in files.values()))
    files[f.path] = f.text
    return build(r, "search_value", files, look_until(files, lambda t: f.line[k] in t), {"p": f.path, "k": k, "v": f.value[k]}, say=[f.value[k]], filler=0)


@kind
def diff_line(r):
    f = W.KV(r, n=r.randint(2, 4))
    k = r.choice(f.keys)
    v = f.value[k]
    w = W.other(r, v, lambda: W.value(r, "num" if v.isdigit() else None))
    text = f.text.replace(f.line[k], f.row(k, w))
    d, _, base = f.path.rpartition("/")
    stem, _, ext = base.rpartition(".")
    q = (d + "/" if d else "") + (stem or W.name(r)) + r.choice([".old", ".new", "2", "_prod", "-test", ".bak", ".orig", "_copy", "-" + W.name(r)]) + ("." + ext if ext and stem else "")
    need(q != f.path and text != f.text)
    if r.random() < 0.3:
        q = fresh(r, f.path).rpartition(".")[0] + "." + ext
    need(q != f.path and not q.startswith("."))
    return build(r, "diff_line", {f.path: f.text, q: text}, [("read", f.path), ("read", q)], {"p": f.path, "q": q, "k": k, "v": v, "w": w}, say=[k, v, w])


@kind
def not_there(r):
    files = haystack(r, r.randint(1, 4))
    p = fresh(r, *files)
    base = p.rpartition("/")[2].rpartition(".")[0]
    need(base and not any(base.lower() in q.lower() for q in files))
    v, w = W.noun(r), W.noun(r)
    f = r.choice(FRAMES["not_there"])
    first = ("edit", p, w, v) if "{w} by {v}" in f or "{w} to {v}" in f or "{w} becomes" in f or "Fix {w}" in f else ("edit", p, v, w) if "Rename" in f else ("read", p)
    return build(r, "not_there", files, [first, ("list",)], {"p": p, "v": v, "w": w}, say=[p], unsaid=["done"], frames=[f], filler=0)


@kind
def show_file(r):
    f = r.choice([W.Note(r, 1), W.Note(r, 2), W.Items(r, 2), W.KV(r, n=1), W.Items(r, 3)])
    e = f.text if "\n" not in f.text else "\n" + f.text
    return build(r, "show_file", {f.path: f.text}, [("read", f.path)], {"p": f.path, "e": e}, say=f.text.split("\n"))


@kind
def has_word(r):
    f = W.Items(r)
    yes = r.random() < 0.5
    v = r.choice(f.items) if yes else W.item(r, f.sort)
    need(yes or v.lower() not in f.text.lower())
    need(not W.re_word(v, ("yes", "no")))
    return build(r, "has_yes" if yes else "has_no", {f.path: f.text}, [("read", f.path)], {"p": f.path, "v": v}, say=["yes" if yes else "no"], unsaid=["no" if yes else "yes"], frames=FRAMES["has_word"])


@kind
def last_person(r):
    """A question about a note, told in one's own words."""
    n, p = W.noun(r), W.person(r)
    cases = [
        ("{p} takes care of the {n}.", ["Who takes care of the {n}? See {q}", "Read {q}: who looks after the {n}?", "In {q} it says who takes care of the {n}. Tell me the name", "Whom do I ask about the {n}, according to {q}?"], "p"),
        ("The {n} opens at {c}.", ["When does the {n} open? It's in {q}", "At what time does the {n} open according to {q}?", "Check {q}, when does the {n} open?", "Opening time of the {n}? Look in {q}"], "c"),
        ("Room {d} is booked for {p}.", ["Which room did we book for {p}? Look in {q}", "What room is {p} in, according to {q}?", "Find the room for {p} in {q}", "Room number of {p}, please ({q})"], "d"),
        ("Our {n} moved to {a}.", ["Where did our {n} move? {q} has it", "To which city did our {n} move, see {q}?", "Read {q} and tell me where the {n} is now", "Where's the {n} now? Check {q}"], "a"),
        ("{p} is on call {b}.", ["When is {p} on call? Look in {q}", "Which day is {p} on call according to {q}?", "{q} says which day {p} is on call. Which one?", "Day of {p}'s on-call shift? See {q}"], "b"),
        ("Ticket {e} is about the {n}.", ["Which ticket is about the {n}? See {q}", "Find the ticket number for the {n} in {q}", "What's the ticket for the {n}? It's in {q}", "I need the ticket id for the {n} from {q}"], "e"),
        ("The {n} costs {d}.", ["How much is the {n}? See {q}", "What does the {n} cost according to {q}?", "Price of the {n}? {q} knows", "Look up in {q} what the {n} costs"], "d"),
        ("Backup of the {n} runs at {c}.", ["When does the backup of the {n} run? See {q}", "Backup time of the {n} as per {q}?", "Check {q}: at what time is the {n} backed up?", "At which time do we back up the {n}? Look into {q}"], "c"),
    ]
    fact, frames, key = r.choice(cases)
    vals = {"p": p, "n": n, "a": r.choice(W.PLACES), "b": r.choice(W.DAY), "c": W.clock(r), "d": str(r.randint(2, 900)), "e": W.value(r, "code")}
    for k, v in vals.items():
        fact = fact.replace("{" + k + "}", v)
    note = W.Note(r)
    rows = note.text.split("\n")
    need(all(n not in x.lower() and p not in x and vals[key] not in x for x in rows))
    rows.insert(r.randint(0, len(rows)), fact)
    frame = r.choice(frames)
    ask = {"q": note.path, "i": n, "t": p, "e": vals[key], "f": fact}
    answers = ["{e}.", "It says: {f}", "{e}, according to {q}."]
    plain = frame.replace("{p}", "{t}").replace("{n}", "{i}")
    t = build(r, "last_person", {note.path: "\n".join(rows)}, [("read", note.path)], ask, say=[vals[key]], frames=[plain], answers=answers)
    t.frame = frame
    return t


