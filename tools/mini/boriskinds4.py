"""Tasks of boris with one change, or a few of one sort."""
import boriswords as W
from borisbase import Again, kind, notes
from boriskinds1 import pick
from boriskinds2 import newline, worded
import borisasks4


def done(j, *more):
    j.tell(j.r.choice(["Done.", "It is done.", "{P} is updated.", "{P} has been changed as asked.", "The change is in {P}."] + list(more)), p=next((s[1] for s in j.plan[::-1] if s[0] != "run"), ""), low=True)


@kind
def replace(r, j):
    p, v, vv = worded(r, j)
    j.some(0, 2)
    j.ask_by("replace", p=p, v=v, vv=vv)
    j.swap(p, v, vv)
    done(j, f"{p} now says {vv}.")


@kind
def set_key(r, j):
    p, d = j.conf()
    j.some(0, 2)
    (k,) = pick(r, d)
    v = W.value(r)
    j.ask_by("set_key", p=p, k=k, v=v)
    j.read(p)
    j.swap(p, d[k][1], newline(d[k][1], d[k][0], v))
    done(j, f"{k} is now {v}.")


@kind
def append(r, j):
    p, t = j.put(notes(r, 1, 8)), W.sentence(r)
    j.some(0, 2)
    j.ask_by("append", p=p, t=t)
    j.write(p, j.read(p) + "\n" + t)
    done(j, "The line is added.")


@kind
def prepend(r, j):
    p, t = j.put(notes(r, 1, 8)), W.sentence(r)
    j.some(0, 2)
    j.ask_by("prepend", p=p, t=t)
    j.write(p, t + "\n" + j.read(p))
    done(j, "The line is on top.")


@kind
def remove_line(r, j):
    p = j.put(notes(r, 3, 8))
    j.some(0, 2)
    ls = j.files[p].split("\n")
    t = r.choice(ls)
    if len(ls) < 2 or j.files[p].count(t) != 1:
        raise Again
    j.ask_by("remove_line", p=p, t=t)
    j.read(p)
    j.write(p, "\n".join(x for x in ls if x != t))
    done(j, "The line is gone.")


def pair(r, j, p, taken):
    """A word of a file that stands there once, and a new word."""
    ws = [w.strip(".,:;!?\"'(){}[]") for w in j.now[p].split()]
    v = r.choice([w for w in ws if len(w) > 2] or ["?"])
    vv = W.value(r)
    if any(v in t or t in v or vv in t or t in vv for t in taken) or j.now[p].count(v) != 1 or vv in j.now[p]:
        raise Again
    return v, vv


@kind
def several(r, j):
    p = j.put(notes(r, 2, 7))
    v, vv = pair(r, j, p, [])
    w, ww = pair(r, j, p, [v, vv])
    j.some(0, 2)
    j.ask_by("several", p=p, v=v, vv=vv, w=w, ww=ww)
    j.swap(p, v, vv)
    j.swap(p, w, ww)
    done(j, "Both are corrected.")


@kind
def two_files(r, j):
    p, q = j.put(notes(r, 1, 7)), j.put(notes(r, 1, 7))
    v, vv = pair(r, j, p, [])
    w, ww = pair(r, j, q, [])
    j.some(0, 2)
    j.ask_by("two_files", p=p, q=q, v=v, vv=vv, w=w, ww=ww)
    j.swap(p, v, vv)
    j.swap(q, w, ww)
    done(j, f"{p} and {q} are corrected.")


@kind
def create(r, j):
    j.some(1, 4)
    p, t = j.fresh(), W.sentence(r)
    j.ask_by("create", p=p, t=t)
    j.write(p, t)
    done(j, f"{p} is there.", "The file is written.")


@kind
def create_lines(r, j):
    j.some(1, 3)
    p, t = j.fresh(), notes(r, 2, 6)
    j.ask_by("create_lines", p=p, t=t)
    if not j.ask.endswith(t) and t + "\n```" not in j.ask and t + "\n---" not in j.ask:
        raise Again
    j.write(p, t)
    done(j, f"{p} is there.", "The file is written.")


@kind
def rename(r, j):
    p, q = j.put(notes(r, 1, 7)), j.fresh()
    j.some(0, 3)
    j.shuffle()
    j.ask_by("rename", p=p, q=q)
    j.write(q, j.read(p))
    j.run("rm " + p)
    j.tell(r.choice([f"{p} is now {q}.", "Renamed.", f"The file is called {q} now."]), low=True)


@kind
def copy(r, j):
    p, q = j.put(notes(r, 1, 7)), j.fresh()
    j.some(0, 3)
    j.shuffle()
    j.ask_by("copy", p=p, q=q)
    j.write(q, j.read(p))
    j.tell(r.choice([f"{q} is a copy of {p}.", "Copied.", f"The copy is {q}."]), low=True)


@kind
def move_text(r, j):
    p, q = j.put(notes(r, 3, 7)), j.put(notes(r, 1, 6))
    j.some(0, 2)
    ls = j.files[p].split("\n")
    t = r.choice(ls)
    if len(ls) < 2 or j.files[p].count(t) != 1 or t in j.files[q]:
        raise Again
    j.ask_by("move_text", p=p, q=q, t=t)
    j.read(p)
    j.write(p, "\n".join(x for x in ls if x != t))
    j.write(q, j.read(q) + "\n" + t)
    j.tell(r.choice([f"The line is in {q} now.", "Moved.", f"{q} has the line, {p} no longer."]), low=True)


@kind
def join_files(r, j):
    p, q = j.put(notes(r, 1, 5)), j.put(notes(r, 1, 5))
    j.some(0, 2)
    s = j.fresh()
    j.ask_by("join_files", p=p, q=q, s=s)
    j.write(s, j.read(p) + "\n" + j.read(q))
    j.tell(r.choice([f"{s} holds both.", f"Both are together in {s}.", "Joined."]), low=True)


ALL = [replace, set_key, append, prepend, remove_line, several, two_files, create, create_lines, rename, copy, move_text, join_files]
