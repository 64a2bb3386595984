"""Kinds: longer tasks, searches with a change at the end, conditions on text."""

import senacmd as C
import senaframes8  # noqa: F401
import senaframes10  # noqa: F401
import senaworld as W
from senacore import FRAMES, build, kind, need
from senaedit import add_line, changed, good_swap, known
from senafiles import cut
from senafind import haystack, look_until, needle
from senamake import fresh, one_line
from senarun import always, defect


def same_key(r, n):
    """n files of settings of one format that share a key: (files, key, new value, [old line, new line])."""
    first = W.KV(r, fmt=r.choice(W.ws("yaml yaml toml ini env properties json py conf")))
    k = r.choice(first.keys)
    v, w, old, new = changed(r, first, k)
    files, rows = {first.path: first.text}, {first.path: (old, new)}
    for _ in range(30):
        if len(files) == n:
            return files, k, w, rows
        f = W.KV(r, fmt=first.fmt)
        put = r.choice(f.keys)
        low = [x.lower() for x in f.keys if x != put]
        if any(k.lower() in x or x in k.lower() for x in low) or any(f.path in p or p in f.path for p in files) or w in f.text:
            continue
        val = v if r.random() < 0.7 else f.value[put]
        row = f.row(k, val)
        text = f.text.replace(f.line[put], row, 1)
        if text.count(row.strip()) != 1 or len(text) > 300:
            continue
        files[f.path] = text
        rows[f.path] = (row.strip(), f.row(k, w).strip())
    need(False)


@kind
def release(r):
    files, k, w, rows = same_key(r, 2)
    p, q = files
    note = W.Note(r)
    s, x = note.path, r.choice([f"{W.version(r)}: {W.noun(r)}", W.sentence(r), f"- {W.task_item(r)}", f"{W.date(r)} {W.person(r)}", "## " + W.version(r)])
    need(not any(s in a or a in s for a in files) and x not in note.text)
    c, e = C.test(r), C.passed(r)
    plan = [("read", p), ("edit", p, *rows[p]), ("read", q), ("edit", q, *rows[q]), ("read", s)] + add_line(s, note.text, x) + [("run", c)]
    checks = {c: (q, rows[q][1], e, "FAILED")}
    return build(
        r,
        "release",
        {**files, s: note.text},
        plan,
        {"p": p, "q": q, "s": s, "k": k, "w": w, "x": x, "c": c, "e": e},
        say=[C.key_of(e)],
        checks=checks,
        run=[c],
        good=e,
        filler=r.choice([0, 1]),
    )


@kind
def set_many(r):
    files, k, w, rows = same_key(r, 3)
    p, q, s = files
    plan = [a for x in files for a in (("read", x), ("edit", x, *rows[x]))]
    return build(r, "set_many", files, plan, {"p": p, "q": q, "s": s, "k": k, "w": w})


@kind
def collect(r):
    files = {}
    for f in (r.choice([W.Note(r, 1), W.Note(r, 2), W.Items(r, 2), W.KV(r, n=2)]) for _ in range(3)):
        need(not any(f.path in p or p in f.path for p in files))
        files[f.path] = f.text
    p, q, s = files
    u = fresh(r, *files)
    return build(r, "collect", files, [("read", p), ("read", q), ("read", s), ("write", u, "\n".join(files.values()))], {"p": p, "q": q, "s": s, "u": u})


@kind
def fix_note(r):
    p, text, k, v, w, old, new = defect(r)
    c, e = C.test(r), C.passed(r)
    q, x = fresh(r, p), one_line(r)
    plan = [("run", c), ("read", p), ("edit", p, old, new), ("run", c), ("write", q, x)]
    return build(r, "fix_note", {p: text}, plan, {"p": p, "q": q, "x": x, "c": c, "e": e}, checks={c: (p, new, e, C.failing(r, p, k, v, w))}, run=[c], good=e)


@kind
def find_set(r):
    files = haystack(r, r.randint(1, 4))
    f = W.KV(r)
    k = r.choice(f.keys)
    v, w, old, new = changed(r, f, k)
    need(f.path not in files and not any(k.lower() in t.lower() for t in files.values()))
    files[f.path] = f.text
    return build(
        r, "find_set", files, look_until(files, lambda t: t == f.text) + [("edit", f.path, old, new)], {"p": f.path, "k": k, "w": w}, say=[f.path], filler=0
    )


@kind
def find_delete(r):
    files = haystack(r, r.randint(2, 4))
    p, v = needle(r, files)
    return build(r, "find_delete", files, look_until(files, lambda t: v in t) + [("run", f"rm {p}")], {"p": p, "v": v}, say=[p], filler=0)


@kind
def find_edit(r):
    files = haystack(r, r.randint(1, 4))
    p, text, v, w = known(r)
    good_swap(text, v, w)
    need(not any(v.lower() in t.lower() or w in t for t in files.values()) and not any(p in q or q in p for q in files) and len(v) > 2)
    files[p] = text
    return build(r, "find_edit", files, look_until(files, lambda t: v in t) + [("edit", p, v, w)], {"p": p, "v": v, "w": w}, say=[p], filler=0)


@kind
def delete_three(r):
    files = haystack(r, r.randint(3, 5))
    p, q, s = r.sample(sorted(files), 3)
    return build(r, "delete_three", files, [("run", f"rm {x}") for x in (p, q, s)], {"p": p, "q": q, "s": s}, filler=0)


@kind
def edit_show(r):
    f = r.choice([W.Note(r, 1), W.Note(r, 2), W.Items(r, 2), W.KV(r, n=1), W.KV(r, n=2)])
    words = [x.strip(".,:;()!?\"'=[]#-*") for x in f.text.replace("=", " ").split()]
    words = [x for x in words if len(x) > 2 and x[0].isalnum()]
    need(words)
    v = r.choice(words)
    w = W.num(r) if v.isdigit() else W.other(r, v, lambda: W.noun(r))
    good_swap(f.text, v, w)
    text = f.text.replace(v, w)
    e = text if "\n" not in text else "\n" + text
    return build(r, "edit_show", {f.path: f.text}, [("edit", f.path, v, w), ("read", f.path)], {"p": f.path, "v": v, "w": w, "e": e}, say=text.split("\n"))


@kind
def if_contains(r):
    f = r.choice([W.Items, W.Note])(r)
    yes = r.random() < 0.5
    words = [x.strip(".,:;()!?") for x in f.text.split() if len(x) > 4 and x[0].isalpha()]
    need(words)
    v = r.choice(words) if yes else r.choice([W.noun, W.person, W.pseudo])(r)
    need(yes or v.lower() not in f.text.lower())
    x = one_line(r)
    need(x not in f.text and v.lower() not in x.lower())
    vals = {"p": f.path, "v": v, "x": x}
    plan = [("read", f.path)] + (add_line(f.path, f.text, x) if yes else [])
    return build(r, "if_contains_yes" if yes else "if_contains_no", {f.path: f.text}, plan, vals, say=[v] if not yes else [], frames=FRAMES["if_contains"])


@kind
def move_item(r):
    f, g = W.Items(r), None
    for _ in range(20):
        g = W.Items(r, sort=f.sort, mark=f.mark)
        if not set(g.items) & set(f.items) and g.path not in f.path and f.path not in g.path:
            break
    else:
        need(False)
    i = r.randrange(len(f.items))
    need(f.items[i].lower() not in g.text.lower())
    plan = [("read", f.path), ("read", g.path), cut(f.path, f.text, f.lines[i])] + add_line(g.path, g.text, f.lines[i])
    return build(r, "move_item", {f.path: f.text, g.path: g.text}, plan, {"p": f.path, "q": g.path, "v": f.items[i]})


@kind
def clean_list(r):
    f = W.Items(r, n=r.randint(3, 6), sort=r.choice(["task", "food", "noun"]), mark=r.choice(["- [ ] ", "[ ] ", "* [ ] "]))
    gone = set(r.sample(range(len(f.lines)), r.randint(1, len(f.lines) - 1)))
    text = "\n".join(x.replace("[ ]", "[x]") if i in gone else x for i, x in enumerate(f.lines))
    left = "\n".join(x for i, x in enumerate(f.lines) if i not in gone)
    return build(r, "clean_list", {f.path: text}, [("read", f.path), ("write", f.path, left)], {"p": f.path})


@kind
def report_failure(r):
    c, e = C.test(r), C.broken(r)
    p = W.path(r, r.choice(["txt", "log", "md"]), "log")
    return build(
        r,
        "report_failure",
        {},
        [("run", c), ("write", p, e)],
        {"c": c, "p": p, "e": e},
        say=[C.key_of(e)],
        unsaid=["passes", "passed"],
        checks=always(c, e),
        run=[c],
        good=e,
    )
