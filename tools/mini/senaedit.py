"""Kinds: changing text."""

import senaframes4  # noqa: F401
import senaworld as W
from senacore import build, kind, need
from senafind import ORD, haystack


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
    v = r.choice([w[:i] + w[i + 1] + w[i] + w[i + 2 :], w[:i] + w[i + 1 :], w[:i] + w[i] + w[i:]])
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
    x = {
        "Note": W.sentence,
        "Items": lambda r: getattr(f, "mark", "") + W.item(r, getattr(f, "sort", None)),
        "Table": lambda r: f.sep.join([W.name(r)] + [W.value(r, f.kinds[c]) for c in f.cols[1:]]),
    }[type(f).__name__](r)
    need(x not in f.text)
    need(f.text.count(rows[n]) == 1 and rows[n].strip())
    return build(r, "edit_line", {f.path: f.text}, [("read", f.path), ("edit", f.path, rows[n], x)], {"p": f.path, "i": ORD[n], "n": str(n + 1), "x": x})


FLAGS = W.ws(
    "debug verbose cache cache_enabled logging metrics tracing tls ssl https auto_save autosave dark_mode beta "
    "beta_features compression gzip telemetry notifications sound fullscreen retry strict dry_run autostart watch signup "
    "maintenance read_only tests lint minify sourcemaps analytics backup heating lights alarm feature_x offline sync "
    "preview hot_reload keepalive cors csrf captcha quiet color"
)


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
    return build(
        r, "code_set", {f.path: f.text}, [("read", f.path), ("edit", f.path, f.line, f.with_value(w))], {"p": f.path, "k": f.func, "v": f.value, "w": w}
    )


def planted(r, files, v, some):
    """Put the word v into some of the files, in a new line."""
    for p in some:
        ext = p.rpartition(".")[2]
        line = r.choice(
            {
                "py": ["# uses {v}", "import {v}", "{v}()"],
                "js": ["// {v}", "{v}();", 'import "{v}";'],
                "rs": ["// {v}", "use crate::{v};"],
                "sh": ["./{v}", "# {v}"],
            }.get(ext, ["{v}", "see {v}", "about {v}", "uses {v}", "# {v}", "{v} is here"])
        ).replace("{v}", v)
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
    return build(
        r, "csv_set", {f.path: f.text}, [("read", f.path), ("edit", f.path, f.line(row), f.line(new))], {"p": f.path, "k": f.cols[i], "v": row[0], "w": w}
    )
