"""Kinds: wrong paths and texts that do not match."""

import senaworld as W
from senacore import FRAMES, build, kind, lines, need
from senaedit import add_line, changed, good_swap, known
from senamake import fresh, one_line


def nearly(r, p):
    """A wrong path that is nearly p."""
    d, _, base = p.rpartition("/")
    stem, _, ext = base.rpartition(".")
    need(stem and ext)
    pre = d + "/" if d else ""
    near = {
        "yaml": "yml",
        "yml": "yaml",
        "md": "txt",
        "txt": "md",
        "js": "ts",
        "ts": "js",
        "conf": "cfg",
        "cfg": "conf",
        "toml": "ini",
        "ini": "toml",
        "json": "jsonc",
        "py": "pyw",
        "csv": "tsv",
        "log": "txt",
        "c": "cc",
        "cpp": "cc",
        "env": "conf",
        "properties": "props",
        "html": "htm",
    }
    ways = [
        lambda: pre + stem + "." + near[ext] if ext in near else p,
        lambda: base,
        lambda: W.name(r) + "/" + base,
        lambda: pre + stem + "s." + ext,
        lambda: pre + W.cap(stem) + "." + ext,
        lambda: f"src/{base}",
        lambda: f"{r.choice(['docs', 'config', 'app', 'lib', 'data', 'old'])}/{base}",
        lambda: pre + stem.replace("_", "-") + "." + ext,
        lambda: pre + stem.replace("-", "_") + "." + ext,
        lambda: pre + stem,
        lambda: p.upper() if len(p) < 16 else p,
        lambda: pre + stem[:-1] + "." + ext,
        lambda: pre + "my" + stem + "." + ext,
    ]
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
    frames = FRAMES["read_value"] + [
        x + r.choice(["", ", the file may have moved", ", or wherever that file is"]) for x in FRAMES["read_value"][:30] if not x.endswith("?")
    ]
    t = build(
        r,
        "wrong_path_read",
        {f.path: f.text},
        lost(r, q, [("read", f.path)]),
        {"p": q, "q": f.path, "k": k, "t": f"{k} is {f.value[k]}."},
        say=[f.value[k]],
        frames=frames,
        answers=WHERE,
        filler=r.choice([0, 1, 1, 2, 3]),
    )
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
    t = build(
        r,
        "wrong_path_set",
        {f.path: f.text},
        lost(r, q, [("read", f.path)]) + [("edit", f.path, old, new)],
        {"p": q, "q": f.path, "k": k, "w": w, "t": f"{k} is {w} now."},
        frames=FRAMES["set_value"],
        answers=WHERE,
    )
    return one_candidate(t, q, f.path)


@kind
def wrong_path_edit(r):
    p, text, v, w = known(r)
    good_swap(text, v, w)
    q = nearly(r, p)
    t = build(
        r,
        "wrong_path_edit",
        {p: text},
        lost(r, q, [("edit", p, v, w)]),
        {"p": q, "q": p, "v": v, "w": w, "t": f"It says {w} now."},
        frames=FRAMES["edit_known"],
        answers=WHERE,
    )
    return one_candidate(t, q, p)


@kind
def wrong_path_append(r):
    p, text = W.any_file(r)
    x, q = one_line(r), nearly(r, p)
    need(x not in text)
    t = build(
        r,
        "wrong_path_append",
        {p: text},
        lost(r, q, [("read", p)]) + add_line(p, text, x),
        {"p": q, "q": p, "x": x, "t": "The line is at the end now."},
        frames=[f for f in FRAMES["append"] if "echo" not in f],
        answers=WHERE,
    )
    return one_candidate(t, q, p)


@kind
def wrong_path_show(r):
    f = r.choice([W.Note(r, 1), W.Note(r, 2), W.KV(r, n=1), W.Items(r, 2)])
    q = nearly(r, f.path)
    t = build(
        r,
        "wrong_path_show",
        {f.path: f.text},
        lost(r, q, [("read", f.path)]),
        {"p": q, "q": f.path, "t": f"It says:\n{f.text}"},
        say=f.text.split("\n"),
        frames=FRAMES["show_file"],
        answers=WHERE,
    )
    return one_candidate(t, q, f.path)


@kind
def wrong_path_copy(r):
    p, text = W.any_file(r)
    q = nearly(r, p)
    s = fresh(r, p, q)
    t = build(
        r,
        "wrong_path_copy",
        {p: text},
        lost(r, q, [("read", p)]) + [("write", s, text)],
        {"p": q, "q": s, "s": p, "t": f"It is copied to {s}."},
        frames=[x for x in FRAMES["copy"] if not x.startswith("Before")],
        answers=[x.replace("{q}", "{s}") for x in WHERE],
    )
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
    return build(
        r,
        "nomatch_line",
        {f.path: f.text},
        plan,
        {"p": f.path, "v": way.format(v), "w": way.format(w), "k": k, "m": w, "o": old, "n": new},
        frames=FRAMES["edit_known"] + FRAMES["typo"][5:9],
        answers=lines(
            "{k} is {m} in {p} now.\nThe file had it as {o}. It is {n} now.\n{p} now has {n}.\nI changed {o} to {n} in {p}.\nSet {k} to {m} in {p}."
        ),
    )


@kind
def nomatch_case(r):
    """The request's capitals or word breaks differ from the file's."""
    f = r.choice([W.Note, W.Items])(r)
    rows = [x for x in f.text.split("\n") if len(x) > 5]
    need(rows)
    words = r.choice(rows).strip("-*+#[] ").split()
    i = r.randrange(len(words))
    old = " ".join(words[i : i + r.choice([1, 2, 2, 3])]).strip(".,:;!?")
    v = r.choice(
        [
            old.lower,
            old.upper,
            old.title,
            lambda: old.replace(" ", "-"),
            lambda: old.replace(" ", "  "),
            lambda: old[:1].swapcase() + old[1:],
            lambda: old.replace(" ", ""),
        ]
    )()
    w = r.choice([W.noun(r), f"{W.noun(r)} {W.noun(r)}", W.person(r), W.num(r)])
    need(v != old and len(old) > 3 and f.text.count(old) == 1 and v not in f.text and w not in f.text and f.text.lower().count(old.lower()) == 1)
    return build(
        r,
        "nomatch_case",
        {f.path: f.text},
        [("edit", f.path, v, w), ("read", f.path), ("edit", f.path, old, w)],
        {"p": f.path, "v": v, "w": w, "o": old},
        frames=FRAMES["edit_known"],
        answers=lines("The text was {o}; it is {w} now.\nI changed {o} to {w} in {p}.\n{p} had {o}. Now it says {w}.\nReplaced {o} with {w} in {p}."),
    )


@kind
def edit_absent(r):
    """What is to be replaced is nowhere in the file: say so and change nothing."""
    p, text = W.any_file(r)
    v, w = r.choice([W.noun, W.person, W.pseudo, W.ident])(r), W.noun(r)
    need(not any(x in text.lower() for x in {v.lower(), v.lower()[:4]}) and v != w)
    return build(
        r,
        "edit_absent",
        {p: text},
        [("edit", p, v, w), ("read", p)],
        {"p": p, "v": v, "w": w},
        say=[v],
        unsaid=["replaced", "done"],
        frames=[f for f in FRAMES["edit_known"] if "{p} says" not in f],
        answers=lines(
            "{v} does not occur in {p}, so nothing was changed.\nI found no {v} in {p} and changed nothing.\nNothing to change: "
            "{p} does not have {v}.\nThere is no {v} in {p}."
        ),
    )
