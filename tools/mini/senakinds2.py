"""Kinds: changing text, adding and taking away lines, files as wholes, errors on the way."""
import senaframes4  # noqa: F401
import senaframes5  # noqa: F401
import senaframes7  # noqa: F401
import senaworld as W
from senacore import FRAMES, build, lines, need
from senakinds1 import ORD, fresh, haystack, one_line, pair

KINDS = []


def kind(f):
    KINDS.append(f)
    return f


def changed(r, f, k):
    """(old value, new value, old line, new line) of a key, the new value of the same sort."""
    v = f.value[k]
    sort = "num" if v.isdigit() else "bool" if v in ("true", "false") else None
    for _ in range(40):
        w = W.value(r, sort or W.SORT_OF.get(k.lower()))
        if w != v and w not in f.text and w not in k:
            break
    else:
        need(False)
    return v, w, f.line[k].strip(), f.row(k, w).strip()


def add_line(path, text, x):
    """The calls that put a line at the end of a file that was read."""
    rows = text.split("\n")
    if len(rows) <= 5 or text.count(rows[-1]) != 1:
        return [("write", path, text + "\n" + x)]
    return [("edit", path, rows[-1], rows[-1] + "\n" + x)]


def known(r):
    """A file and a part of it to replace: (path, text, old, new)."""
    c = r.random()
    if c < 0.35:
        f = W.KV(r)
        k = r.choice(f.keys)
        v, w, old, new = changed(r, f, k)
        return (f.path, f.text, old, new) if r.random() < 0.4 else (f.path, f.text, v, w)
    if c < 0.6:
        f = W.Code(r)
        w = W.other(r, f.value, lambda: W.num(r))
        if r.random() < 0.3:
            return f.path, f.text, f.line, f.with_value(w)
        if r.random() < 0.4:
            return f.path, f.text, f.low[0], W.other(r, f.low[0], lambda: W.name(r))
        return f.path, f.text, f.value, w
    f = r.choice([W.Note, W.Items, W.Table])(r)
    words = [x.strip(".,:;()!?") for x in f.text.replace(",", " ").replace(";", " ").split()]
    words = [x for x in words if len(x) > 2 and x[0].isalnum()]
    need(words)
    if r.random() < 0.25:
        rows = f.text.split("\n")
        v = r.choice(rows).strip("-*+[] ")
        w = W.sentence(r) if v.endswith(".") else W.task_item(r)
    else:
        v = r.choice(words)
        w = W.num(r) if v.isdigit() else W.other(r, v, lambda: W.noun(r))
        w = W.cap(w) if v[0].isupper() and r.random() < 0.7 else w
    return f.path, f.text, v, w


def good_swap(text, v, w):
    need(v and text.count(v) == 1 and w not in text and v not in w and len(v) < 60 and "\n" not in v)


@kind
def edit_known(r):
    p, text, v, w = known(r)
    good_swap(text, v, w)
    return build(r, "edit_known", {p: text}, [("edit", p, v, w)], {"p": p, "v": v, "w": w})


@kind
def typo(r):
    f = r.choice([W.Note, W.Items, W.Code])(r)
    words = [x.strip(".,:;()!?") for x in f.text.split()]
    words = [x for x in words if len(x) > 4 and x.isalpha()]
    need(words)
    w = r.choice(words)
    i = r.randrange(1, len(w) - 1)
    v = r.choice([w[:i] + w[i + 1] + w[i] + w[i + 2:], w[:i] + w[i + 1:], w[:i] + w[i] + w[i:]])
    text = f.text.replace(w, v)
    need(v != w and text.count(v) == 1)
    return build(r, "typo", {f.path: text}, [("edit", f.path, v, w)], {"p": f.path, "v": v, "w": w})


@kind
def set_value(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    return build(r, "set_value", {f.path: f.text}, [("read", f.path), ("edit", f.path, old, new)], {"p": f.path, "k": k, "v": v, "w": w})


@kind
def bump(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    return build(r, "bump", {f.path: f.text}, [("read", f.path), ("edit", f.path, old, new)], {"p": f.path, "k": k, "v": v, "w": w})


@kind
def edit_line(r):
    f = r.choice([W.Note, W.Items, W.Table])(r)
    rows = f.text.split("\n")
    n = r.randrange(min(6, len(rows)))
    x = {"Note": W.sentence, "Items": lambda r: getattr(f, "mark", "") + W.item(r, getattr(f, "sort", None)), "Table": lambda r: f.sep.join([W.name(r)] + [W.value(r, f.kinds[c]) for c in f.cols[1:]])}[type(f).__name__](r)
    need(rows[n].strip() and x not in f.text and f.text.count(rows[n]) == 1 and not x.startswith("- ") or r.random() < 0.3)
    need(f.text.count(rows[n]) == 1 and rows[n].strip())
    return build(r, "edit_line", {f.path: f.text}, [("read", f.path), ("edit", f.path, rows[n], x)], {"p": f.path, "i": ORD[n], "n": str(n + 1), "x": x})


FLAGS = W.ws("debug verbose cache cache_enabled logging metrics tracing tls ssl https auto_save autosave dark_mode beta beta_features compression gzip telemetry notifications sound fullscreen retry strict dry_run autostart watch signup maintenance read_only tests lint minify sourcemaps analytics backup heating lights alarm feature_x offline sync preview hot_reload keepalive cors csrf captcha quiet color")


def flag(r, on):
    f = W.KV(r, fmt=r.choice(W.ws("yaml toml ini env json properties conf py txt")))
    k = r.choice(FLAGS) if r.random() < 0.7 else "enable_" + W.name(r)
    if f.fmt in ("env", "py"):
        k = k.upper()
    elif f.fmt == "txt":
        k = W.cap(k.replace("_", " "))
    old = r.choice(f.keys)
    need(not any(k.lower() in x.lower() or x.lower() in k.lower() for x in f.keys))
    v, w = ("false", "true") if on else ("true", "false")
    text = f.text.replace(f.line[old], f.row(k, v), 1)
    need(text != f.text and text.count(f.row(k, v).strip()) == 1)
    return f.path, text, k, f.row(k, v).strip(), f.row(k, w).strip()


@kind
def toggle(r):
    on = r.random() < 0.5
    p, text, k, old, new = flag(r, on)
    return build(r, "toggle_on" if on else "toggle_off", {p: text}, [("read", p), ("edit", p, old, new)], {"p": p, "k": k})


@kind
def code_set(r):
    f = W.Code(r)
    w = W.other(r, f.value, lambda: W.num(r))
    return build(r, "code_set", {f.path: f.text}, [("read", f.path), ("edit", f.path, f.line, f.with_value(w))], {"p": f.path, "k": f.func, "v": f.value, "w": w})


def planted(r, files, v, some):
    """Put the word v into some of the files, in a new line."""
    for p in some:
        ext = p.rpartition(".")[2]
        line = r.choice({"py": ["# uses {v}", "import {v}", "{v}()"], "js": ["// {v}", "{v}();", "import \"{v}\";"], "rs": ["// {v}", "use crate::{v};"], "sh": ["./{v}", "# {v}"]}.get(ext, ["{v}", "see {v}", "about {v}", "uses {v}", "# {v}", "{v} is here"])).replace("{v}", v)
        if ext in ("json", "csv"):
            need(False)
        files[p] = files[p] + "\n" + line


@kind
def rename_two(r):
    files = haystack(r, 2)
    p, q = files
    v = W.ident(r)
    w = W.other(r, v, lambda: W.ident(r))
    need(not any(x in t for x in (v, w) for t in files.values()))
    planted(r, files, v, files)
    return build(r, "rename_two", files, [("edit", p, v, w), ("edit", q, v, w)], {"p": p, "q": q, "v": v, "w": w}, many=True, avoid=[v, w])


@kind
def rename_all(r):
    files = haystack(r, r.randint(2, 4))
    v = r.choice([W.ident, W.name, W.person, lambda r: W.value(r, "host")])(r)
    w = W.other(r, v, lambda: r.choice([W.ident, W.name, W.person])(r))
    need(not any(x.lower() in (q + t).lower() for x in (v, w) for q, t in files.items()))
    some = sorted(r.sample(sorted(files), r.randint(1, min(3, len(files)))))
    planted(r, files, v, some)
    plan = [("list",)]
    plan += [("read", q) for q in sorted(files)] + [("edit", q, v, w) for q in some]
    e = some[0] if len(some) == 1 else ", ".join(some[:-1]) + " and " + some[-1]
    return build(r, "rename_all", files, plan, {"v": v, "w": w, "e": e}, say=some, many=True, filler=0)


@kind
def two_edits(r):
    p, text, v, w = known(r)
    good_swap(text, v, w)
    words = [x.strip(".,:;()!?\"'") for x in text.split()]
    words = [x for x in words if len(x) > 2 and x.isalnum() and x not in v and v not in x and x not in w]
    need(words)
    o = r.choice(words)
    m = W.num(r) if o.isdigit() else W.other(r, o, lambda: W.noun(r))
    good_swap(text.replace(v, w), o, m)
    good_swap(text, o, m)
    return build(r, "two_edits", {p: text}, [("edit", p, v, w), ("edit", p, o, m)], {"p": p, "v": v, "w": w, "o": o, "m": m})


@kind
def check_off(r):
    f = W.Items(r, sort=r.choice(["task", "food", "noun", "person", "book"]), mark=r.choice(["- [ ] ", "- [ ] ", "[ ] ", "* [ ] "]))
    v = r.choice(f.items)
    rows = [x.replace("[ ]", "[x]") if r.random() < 0.25 and not x.endswith(v) else x for x in f.lines]
    old = f.mark + v
    return build(r, "check_off", {f.path: "\n".join(rows)}, [("read", f.path), ("edit", f.path, old, old.replace("[ ]", "[x]"))], {"p": f.path, "v": v})


@kind
def comment_out(r):
    f = W.KV(r, fmt=r.choice(W.ws("yaml toml ini env conf py properties make")))
    k = r.choice(f.keys)
    old = f.line[k]
    return build(r, "comment_out", {f.path: f.text}, [("read", f.path), ("edit", f.path, old, "# " + old)], {"p": f.path, "k": k})


@kind
def uncomment(r):
    f = W.KV(r, fmt=r.choice(W.ws("yaml toml ini env conf py properties make")))
    k = r.choice(f.keys)
    mark = r.choice(["# ", "#"])
    text = f.text.replace(f.line[k], mark + f.line[k], 1)
    need(text.count(mark + f.line[k]) == 1)
    return build(r, "uncomment", {f.path: text}, [("read", f.path), ("edit", f.path, mark + f.line[k], f.line[k])], {"p": f.path, "k": k})


@kind
def csv_set(r):
    f = W.Table(r)
    row, i = r.choice(f.rows), r.randrange(1, len(f.cols))
    w = W.other(r, row[i], lambda: W.value(r, f.kinds[f.cols[i]]))
    new = [w if j == i else c for j, c in enumerate(row)]
    return build(r, "csv_set", {f.path: f.text}, [("read", f.path), ("edit", f.path, f.line(row), f.line(new))], {"p": f.path, "k": f.cols[i], "v": row[0], "w": w})


@kind
def append(r):
    p, text = W.any_file(r)
    x = one_line(r)
    need(x not in text)
    return build(r, "append", {p: text}, [("read", p)] + add_line(p, text, x), {"p": p, "x": x})


@kind
def prepend(r):
    p, text = W.any_file(r)
    x = r.choice([one_line, lambda r: "# " + W.sentence(r), lambda r: "// Copyright " + W.person(r), lambda r: "#!/usr/bin/env " + r.choice(W.ws("python bash node ruby")), lambda r: "-- " + W.noun(r), lambda r: f"Title: {W.cap(W.noun(r))}"])(r)
    rows = text.split("\n")
    need(x not in text and rows[0].strip())
    act = ("write", p, x + "\n" + text) if len(rows) <= 5 or text.count(rows[0]) != 1 else ("edit", p, rows[0], x + "\n" + rows[0])
    return build(r, "prepend", {p: text}, [("read", p), act], {"p": p, "x": x})


@kind
def add_item(r):
    f = W.Items(r)
    v = W.item(r, f.sort)
    need(v.lower() not in f.text.lower())
    return build(r, "add_item", {f.path: f.text}, [("read", f.path)] + add_line(f.path, f.text, f.mark + v), {"p": f.path, "v": v})


@kind
def add_setting(r):
    f = W.KV(r, fmt=r.choice(W.ws("yaml toml ini env properties conf py txt make tfvars")))
    g = W.KV(r, fmt=f.fmt, n=1)
    k = g.keys[0]
    need(k.lower() not in f.text.lower() and (("." in k) == ("." in f.keys[0])))
    return build(r, "add_setting", {f.path: f.text}, [("read", f.path)] + add_line(f.path, f.text, g.line[k]), {"p": f.path, "k": k, "w": g.value[k]})


def cut(path, text, line):
    """The call that takes a whole line out of a file that was read."""
    rows = text.split("\n")
    i = rows.index(line)
    need(len(rows) > 1)
    if len(rows) <= 6:
        return ("write", path, "\n".join(rows[:i] + rows[i + 1:]))
    old = line + "\n" if i < len(rows) - 1 else "\n" + line
    need(text.count(old) == 1)
    return ("edit", path, old, "")


@kind
def remove_item(r):
    f = W.Items(r, n=r.randint(2, 7))
    i = r.randrange(len(f.items))
    return build(r, "remove_item", {f.path: f.text}, [("read", f.path), cut(f.path, f.text, f.lines[i])], {"p": f.path, "v": f.items[i]})


@kind
def remove_key(r):
    f = W.KV(r, fmt=r.choice(W.ws("yaml toml ini env properties conf py txt make tfvars md")), n=r.randint(2, 7))
    k = r.choice(f.keys)
    return build(r, "remove_key", {f.path: f.text}, [("read", f.path), cut(f.path, f.text, f.line[k])], {"p": f.path, "k": k})


@kind
def insert_after(r):
    f = W.Items(r)
    i = r.randrange(len(f.items))
    w = W.item(r, f.sort)
    need(w.lower() not in f.text.lower())
    return build(r, "insert_after", {f.path: f.text}, [("read", f.path), ("edit", f.path, f.lines[i], f.lines[i] + "\n" + f.mark + w)], {"p": f.path, "v": f.items[i], "w": w})


@kind
def append_two(r):
    files = haystack(r, 2)
    (p, a), (q, b) = files.items()
    x = one_line(r)
    need(x not in a + b)
    plan = [("read", p)] + add_line(p, a, x) + [("read", q)] + add_line(q, b, x)
    return build(r, "append_two", files, plan, {"p": p, "q": q, "x": x})


@kind
def copy(r):
    p, text = W.any_file(r)
    q = sibling(r, p) if r.random() < 0.5 else fresh(r, p)
    return build(r, "copy", {p: text}, [("read", p), ("write", q, text)], {"p": p, "q": q})


def sibling(r, p):
    """A path near p: another name, suffix or folder."""
    d, _, base = p.rpartition("/")
    stem, _, ext = base.rpartition(".")
    need(stem and ext)
    pre = d + "/" if d else ""
    q = r.choice([p + ".bak", p + ".orig", p + ".old", f"{pre}{stem}_copy.{ext}", f"{pre}{stem}-2.{ext}", f"{pre}{W.name(r)}.{ext}", f"{pre}{stem}-{W.name(r)}.{ext}", f"{W.name(r)}/{base}", f"backup/{base}", f"old/{base}", f"archive/{base}", f"{pre}{stem}.{r.choice(['new', 'tmp', 'backup', 'prev'])}"])
    need(q != p)
    return q


@kind
def rename(r):
    p, text = W.any_file(r)
    q = sibling(r, p) if r.random() < 0.6 else fresh(r, p)
    return build(r, "rename", {p: text}, [("read", p), ("write", q, text), ("run", f"rm {p}")], {"p": p, "q": q})


@kind
def delete(r):
    p, text = W.any_file(r)
    return build(r, "delete", {p: text}, [("run", f"rm {p}")], {"p": p})


@kind
def delete_ext(r):
    ext = r.choice(W.ws(".tmp .bak .log .old .orig .swp .cache .out .pyc .o .class .draft .part .lock .map .zip"))
    files = haystack(r, r.randint(1, 3))
    need(not any(p.endswith(ext) for p in files))
    gone = {}
    for _ in range(r.randint(1, 4)):
        gone[W.path(r, ext[1:], r.choice(["log", "code", "note"]))] = W.any_file(r)[1][:80]
    need(not set(gone) & set(files))
    names = sorted(gone)
    e = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
    return build(r, "delete_ext", {**files, **gone}, [("list",)] + [("run", f"rm {p}") for p in names], {"t": ext, "e": e}, say=names, filler=0)


@kind
def swap(r):
    files = haystack(r, 2)
    (p, a), (q, b) = files.items()
    need(a != b and len(a) + len(b) < 400)
    return build(r, "swap", files, [("read", p), ("read", q), ("write", p, b), ("write", q, a)], {"p": p, "q": q})


@kind
def merge(r):
    f, g = (r.choice([W.Note, W.Items, W.KV])(r) for _ in range(2))
    s = fresh(r, f.path, g.path)
    text = f.text + "\n" + g.text
    need(f.path != g.path)
    return build(r, "merge", {f.path: f.text, g.path: g.text}, [("read", f.path), ("read", g.path), ("write", s, text)], {"p": f.path, "q": g.path, "s": s})


@kind
def restore(r):
    p, text = W.any_file(r)
    q = sibling(r, p)
    broken = r.choice([lambda: W.any_file(r)[1], lambda: "broken", lambda: "", lambda: text.split("\n")[0], lambda: text.replace(text.split()[0], W.name(r), 1)])()
    need(broken != text and len(broken) <= 300)
    return build(r, "restore", {p: broken, q: text}, [("read", q), ("write", p, text)], {"p": p, "q": q})


@kind
def backup_edit(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    q = sibling(r, f.path)
    return build(r, "backup_edit", {f.path: f.text}, [("read", f.path), ("write", q, f.text), ("edit", f.path, old, new)], {"p": f.path, "q": q, "k": k, "v": v, "w": w})


# Errors on the way


def nearly(r, p):
    """A wrong path that is nearly p."""
    d, _, base = p.rpartition("/")
    stem, _, ext = base.rpartition(".")
    need(stem and ext)
    pre = d + "/" if d else ""
    near = {"yaml": "yml", "yml": "yaml", "md": "txt", "txt": "md", "js": "ts", "ts": "js", "conf": "cfg", "cfg": "conf", "toml": "ini", "ini": "toml", "json": "jsonc", "py": "pyw", "csv": "tsv", "log": "txt", "c": "cc", "cpp": "cc", "env": "conf", "properties": "props", "html": "htm"}
    ways = [lambda: pre + stem + "." + near[ext] if ext in near else p, lambda: base, lambda: W.name(r) + "/" + base, lambda: pre + stem + "s." + ext, lambda: pre + W.cap(stem) + "." + ext, lambda: f"src/{base}", lambda: f"{r.choice(['docs', 'config', 'app', 'lib', 'data', 'old'])}/{base}",
            lambda: pre + stem.replace("_", "-") + "." + ext, lambda: pre + stem.replace("-", "_") + "." + ext, lambda: pre + stem, lambda: p.upper() if len(p) < 16 else p, lambda: pre + stem[:-1] + "." + ext, lambda: pre + "my" + stem + "." + ext]
    q = r.choice(ways)()
    need(q != p)
    return q


def lost(r, q, plan):
    """Files in which only the last plan's path resembles q; the plan with the detour."""
    return [(plan[0][0], q) + tuple(plan[0][2:]), ("list",)] + plan


WHERE = lines("""
{p} was the wrong path, it is {q}. {t}
There is no {p}; I used {q}. {t}
The file is {q}. {t}
I found it at {q}. {t}
""")


@kind
def wrong_path_read(r):
    f = W.KV(r)
    k, q = r.choice(f.keys), nearly(r, f.path)
    frames = FRAMES["read_value"] + [x + r.choice(["", ", the file may have moved", ", or wherever that file is"]) for x in FRAMES["read_value"][:30] if not x.endswith("?")]
    t = build(r, "wrong_path_read", {f.path: f.text}, lost(r, q, [("read", f.path)]), {"p": q, "q": f.path, "k": k, "t": f"{k} is {f.value[k]}."}, say=[f.value[k]], frames=frames, answers=WHERE, filler=r.choice([0, 1, 1, 2, 3]))
    return one_candidate(t, q, f.path)


def one_candidate(t, q, right):
    """Only the right file's name is like the wrong one."""
    key = lambda p: p.rpartition("/")[2].rpartition(".")[0].lower().replace("-", "_").lstrip("m").lstrip("y")[:4]
    need(q not in t.files and not any(key(p) == key(right) or key(p) == key(q) for p in t.files if p != right))
    return t


@kind
def wrong_path_set(r):
    f = W.KV(r)
    k, q = r.choice(f.keys), nearly(r, f.path)
    v, w, old, new = changed(r, f, k)
    t = build(r, "wrong_path_set", {f.path: f.text}, lost(r, q, [("read", f.path)]) + [("edit", f.path, old, new)], {"p": q, "q": f.path, "k": k, "w": w, "t": f"{k} is {w} now."}, frames=FRAMES["set_value"], answers=WHERE)
    return one_candidate(t, q, f.path)


@kind
def wrong_path_edit(r):
    p, text, v, w = known(r)
    good_swap(text, v, w)
    q = nearly(r, p)
    t = build(r, "wrong_path_edit", {p: text}, lost(r, q, [("edit", p, v, w)]), {"p": q, "q": p, "v": v, "w": w, "t": f"It says {w} now."}, frames=FRAMES["edit_known"], answers=WHERE)
    return one_candidate(t, q, p)


@kind
def wrong_path_append(r):
    p, text = W.any_file(r)
    x, q = one_line(r), nearly(r, p)
    need(x not in text)
    t = build(r, "wrong_path_append", {p: text}, lost(r, q, [("read", p)]) + add_line(p, text, x), {"p": q, "q": p, "x": x, "t": "The line is at the end now."}, frames=[f for f in FRAMES["append"] if "echo" not in f], answers=WHERE)
    return one_candidate(t, q, p)


@kind
def wrong_path_show(r):
    f = r.choice([W.Note(r, 1), W.Note(r, 2), W.KV(r, n=1), W.Items(r, 2)])
    q = nearly(r, f.path)
    t = build(r, "wrong_path_show", {f.path: f.text}, lost(r, q, [("read", f.path)]), {"p": q, "q": f.path, "t": f"It says:\n{f.text}"}, say=f.text.split("\n"), frames=FRAMES["show_file"], answers=WHERE)
    return one_candidate(t, q, f.path)


@kind
def wrong_path_copy(r):
    p, text = W.any_file(r)
    q = nearly(r, p)
    s = fresh(r, p, q)
    t = build(r, "wrong_path_copy", {p: text}, lost(r, q, [("read", p)]) + [("write", s, text)], {"p": q, "q": s, "s": p, "t": f"It is copied to {s}."}, frames=[x for x in FRAMES["copy"] if not x.startswith("Before")], answers=[x.replace("{q}", "{s}") for x in WHERE])
    return one_candidate(t, q, p)


@kind
def nomatch_line(r):
    """The request has another spacing or other marks than the file."""
    f = W.KV(r, fmt=r.choice(W.ws("yaml toml ini env properties json py conf txt tfvars make")))
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    ways = [a.format(k=k, v="{}") for a in ("{k}={v}", "{k} = {v}", "{k}: {v}", "{k} {v}", "{k} := {v}", "{k}:{v}", "{k}  = {v}", '"{k}": {v}')]
    way = r.choice([x for x in ways if x.format(v) not in f.text] or [need(False)])
    plan = [("edit", f.path, way.format(v), way.format(w)), ("read", f.path), ("edit", f.path, old, new)]
    return build(r, "nomatch_line", {f.path: f.text}, plan, {"p": f.path, "v": way.format(v), "w": way.format(w), "k": k, "m": w, "o": old, "n": new}, frames=FRAMES["edit_known"] + FRAMES["typo"][5:9],
                 answers=lines("{k} is {m} in {p} now.\nThe file had it as {o}. It is {n} now.\n{p} now has {n}.\nI changed {o} to {n} in {p}.\nSet {k} to {m} in {p}."))


@kind
def nomatch_case(r):
    """The request's capitals or word breaks differ from the file's."""
    f = r.choice([W.Note, W.Items])(r)
    rows = [x for x in f.text.split("\n") if len(x) > 5]
    need(rows)
    words = r.choice(rows).strip("-*+#[] ").split()
    i = r.randrange(len(words))
    old = " ".join(words[i:i + r.choice([1, 2, 2, 3])]).strip(".,:;!?")
    v = r.choice([old.lower, old.upper, old.title, lambda: old.replace(" ", "-"), lambda: old.replace(" ", "  "), lambda: old[:1].swapcase() + old[1:], lambda: old.replace(" ", "")])()
    w = r.choice([W.noun(r), f"{W.noun(r)} {W.noun(r)}", W.person(r), W.num(r)])
    need(v != old and len(old) > 3 and f.text.count(old) == 1 and v not in f.text and w not in f.text and f.text.lower().count(old.lower()) == 1)
    return build(r, "nomatch_case", {f.path: f.text}, [("edit", f.path, v, w), ("read", f.path), ("edit", f.path, old, w)], {"p": f.path, "v": v, "w": w, "o": old}, frames=FRAMES["edit_known"],
                 answers=lines("The text was {o}; it is {w} now.\nI changed {o} to {w} in {p}.\n{p} had {o}. Now it says {w}.\nReplaced {o} with {w} in {p}."))


@kind
def edit_absent(r):
    """What is to be replaced is nowhere in the file: say so and change nothing."""
    p, text = W.any_file(r)
    v, w = r.choice([W.noun, W.person, W.pseudo, W.ident])(r), W.noun(r)
    need(not any(x in text.lower() for x in {v.lower(), v.lower()[:4]}) and v != w)
    return build(r, "edit_absent", {p: text}, [("edit", p, v, w), ("read", p)], {"p": p, "v": v, "w": w}, say=[v], unsaid=["replaced", "done"], frames=[f for f in FRAMES["edit_known"] if "{p} says" not in f],
                 answers=lines("{v} does not occur in {p}, so nothing was changed.\nI found no {v} in {p} and changed nothing.\nNothing to change: {p} does not have {v}.\nThere is no {v} in {p}."))


@kind
def carry(r):
    f, g, k, v, w = pair(r)
    old = g.line[k]
    need(v != w)
    new = g.row(k, v)
    return build(r, "carry", {f.path: f.text, g.path: g.text}, [("read", f.path), ("read", g.path), ("edit", g.path, old, new)], {"p": f.path, "q": g.path, "k": k, "v": v})


@kind
def carry_new(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    q = fresh(r, f.path)
    return build(r, "carry_new", {f.path: f.text}, [("read", f.path), ("write", q, f.value[k])], {"p": f.path, "q": q, "k": k, "v": f.value[k]})


@kind
def carry_two(r):
    f, g = W.KV(r), W.KV(r)
    k, j = r.choice(f.keys), r.choice(g.keys)
    need(k != j and f.path != g.path)
    s = fresh(r, f.path, g.path)
    v, w = f.value[k], g.value[j]
    return build(r, "carry_two", {f.path: f.text, g.path: g.text}, [("read", f.path), ("read", g.path), ("write", s, f"{v}\n{w}")], {"p": f.path, "q": g.path, "s": s, "k": k, "j": j, "v": v, "w": w})


