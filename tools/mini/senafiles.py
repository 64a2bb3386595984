"""Kinds: adding and taking away lines, files as wholes, values carried along."""

import senaframes5  # noqa: F401
import senaframes7  # noqa: F401
import senaworld as W
from senacore import build, kind, need
from senaedit import add_line, changed
from senafind import haystack
from senafind2 import pair
from senamake import fresh, one_line


@kind
def append(r):
    p, text = W.any_file(r)
    x = one_line(r)
    need(x not in text)
    return build(r, "append", {p: text}, [("read", p)] + add_line(p, text, x), {"p": p, "x": x})


@kind
def prepend(r):
    p, text = W.any_file(r)
    x = r.choice(
        [
            one_line,
            lambda r: "# " + W.sentence(r),
            lambda r: "// Copyright " + W.person(r),
            lambda r: "#!/usr/bin/env " + r.choice(W.ws("python bash node ruby")),
            lambda r: "-- " + W.noun(r),
            lambda r: f"Title: {W.cap(W.noun(r))}",
        ]
    )(r)
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
        return ("write", path, "\n".join(rows[:i] + rows[i + 1 :]))
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
    return build(
        r,
        "insert_after",
        {f.path: f.text},
        [("read", f.path), ("edit", f.path, f.lines[i], f.lines[i] + "\n" + f.mark + w)],
        {"p": f.path, "v": f.items[i], "w": w},
    )


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
    q = r.choice(
        [
            p + ".bak",
            p + ".orig",
            p + ".old",
            f"{pre}{stem}_copy.{ext}",
            f"{pre}{stem}-2.{ext}",
            f"{pre}{W.name(r)}.{ext}",
            f"{pre}{stem}-{W.name(r)}.{ext}",
            f"{W.name(r)}/{base}",
            f"backup/{base}",
            f"old/{base}",
            f"archive/{base}",
            f"{pre}{stem}.{r.choice(['new', 'tmp', 'backup', 'prev'])}",
        ]
    )
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
    broken = r.choice(
        [lambda: W.any_file(r)[1], lambda: "broken", lambda: "", lambda: text.split("\n")[0], lambda: text.replace(text.split()[0], W.name(r), 1)]
    )()
    need(broken != text and len(broken) <= 300)
    return build(r, "restore", {p: broken, q: text}, [("read", q), ("write", p, text)], {"p": p, "q": q})


@kind
def backup_edit(r):
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    q = sibling(r, f.path)
    return build(
        r,
        "backup_edit",
        {f.path: f.text},
        [("read", f.path), ("write", q, f.text), ("edit", f.path, old, new)],
        {"p": f.path, "q": q, "k": k, "v": v, "w": w},
    )


@kind
def carry(r):
    f, g, k, v, w = pair(r)
    old = g.line[k]
    need(v != w)
    new = g.row(k, v)
    return build(
        r,
        "carry",
        {f.path: f.text, g.path: g.text},
        [("read", f.path), ("read", g.path), ("edit", g.path, old, new)],
        {"p": f.path, "q": g.path, "k": k, "v": v},
    )


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
    return build(
        r,
        "carry_two",
        {f.path: f.text, g.path: g.text},
        [("read", f.path), ("read", g.path), ("write", s, f"{v}\n{w}")],
        {"p": f.path, "q": g.path, "s": s, "k": k, "j": j, "v": v, "w": w},
    )
