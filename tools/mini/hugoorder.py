"""Single things asked in unexpected orders, with their plans."""
import hugowords as W
from hugobase import Again, joined, kind, series
import hugoorderasks


def file(j, lo=1):
    p = j.notes(lo, 6) if j.r.random() < .7 else j.conf()[0]
    if j.now[p].count("\n") + 1 < lo:
        raise Again
    j.some()
    return p


@kind
def swap(r, j):
    p = file(j)
    v, w = j.word(p)
    j.ask_by("swap", p=p, v=v, w=w)
    j.swap(p, v, w)
    j.tell(r.choice(["{P} now says {W} instead of {V}.", "I replaced {V} with {W} in {P}.", "Done: {W} for {V} in {P}."]), p=p, v=v, w=w)


@kind
def line(r, j):
    p = file(j)
    t, t2 = r.choice(j.now[p].split("\n")), j.fresh_line()
    if len(t) < 4 or t != t.strip():
        raise Again
    j.ask_by("line", p=p, t=t, t2=t2)
    j.swap(p, t, t2)
    j.tell(r.choice(["The line in {P} is replaced.", "{P} has the new wording now."]), p=p)


@kind
def set_value(r, j):
    p, k, v, w, x = j.setting()
    j.some()
    j.ask_by("set", p=p, k=k, w=w)
    j.read(p)
    j.swap(p, x, x.replace(v, w))
    j.tell(r.choice(["The {K} in {P} is {W} now; it was {V}.", "{P}: {K} is set to {W}.", "I set {K} to {W} in {P}."]), p=p, k=k, w=w, v=v)


@kind
def create(r, j):
    j.some(1, 3)
    p, t = j.fresh(), j.fresh_line()
    j.ask_by("create", p=p, t=t)
    j.write(p, t)
    j.tell(r.choice(["{P} is created.", "There is a new file {P} with your line.", "Saved as {P}."]), p=p)


@kind
def block(r, j):
    j.some(1, 3)
    p, t = j.fresh(), W.notes(r, 2, 5) if r.random() < .6 else W.settings(r, r.randint(2, 4))[0]
    if "\n" not in t or any(x != x.strip() or not x for x in t.split("\n")) or t.startswith("-"):
        raise Again
    j.ask_by("block", p=p, t=t)
    j.write(p, t)
    j.tell(r.choice(["{P} holds the {N} lines.", "I saved the text as {P}.", "The new file {P} is there."]), p=p, n=t.count("\n") + 1)


@kind
def create_three(r, j):
    j.some(1, 2)
    x = {}
    for n in ("", "2", "3"):
        x["p" + n], x["t" + n] = j.fresh(), j.fresh_line()
    if len({x["t"], x["t2"], x["t3"]}) < 3:
        raise Again
    j.ask_by("create3", **x)
    for n in ("", "2", "3"):
        j.write(x["p" + n], x["t" + n])
    j.tell(r.choice(["I created {P}, {P2} and {P3}.", "All three are there: {P}, {P2}, {P3}.", "The three files are made."]), **x)


@kind
def append(r, j):
    p, t = file(j), j.fresh_line()
    j.ask_by("append", p=p, t=t)
    j.append(p, t)
    j.tell(r.choice(["{P} ends with the new line now.", "I added the line at the end of {P}."]), p=p)


@kind
def prepend(r, j):
    p, t = file(j), j.fresh_line()
    j.ask_by("prepend", p=p, t=t)
    j.prepend(p, t)
    j.tell(r.choice(["{P} starts with the new line now.", "The line is on top of {P}."]), p=p)


@kind
def drop(r, j):
    p = file(j, 2)
    t = r.choice(j.now[p].split("\n"))
    if len(t) < 3 or t != t.strip() or j.now[p].count(t) > 1:
        raise Again
    j.ask_by("drop", p=p, t=t)
    j.drop_line(p, t)
    j.tell(r.choice(["The line is out of {P}.", "I removed that line from {P}."]), p=p)


@kind
def after(r, j):
    p, t = file(j, 2), j.fresh_line()
    a = r.choice(j.now[p].split("\n"))
    if len(a) < 3 or a != a.strip():
        raise Again
    j.ask_by("after", p=p, t=t, t2=a)
    j.after(p, a, t)
    j.tell(r.choice(["The new line is in {P}, where you wanted it.", "Inserted in {P}."]), p=p)


@kind
def remove(r, j):
    p = file(j)
    j.some(1, 1)
    j.ask_by("rm", p=p)
    j.run("rm " + p)
    j.tell(r.choice(["{P} is deleted.", "I removed {P}.", "Gone: {P}."]), p=p)


@kind
def remove_more(r, j):
    ps = [j.notes(1, 3) for _ in range(r.randint(2, 4))]
    j.some(1, 2)
    j.ask_by("rm2", pl=series(r, ps), PL=" ".join(ps))
    for p in ps:
        j.run("rm " + p)
    j.tell(r.choice(["Deleted: {L}.", "{N} files are deleted: {L}.", "I removed {L}."]), l=joined(ps), n=len(ps))


@kind
def rename(r, j):
    p = file(j)
    q = j.fresh()
    j.ask_by("rename", p=p, q=q)
    j.rename(p, q)
    j.tell(r.choice(["{P} is called {Q} now.", "I renamed {P} to {Q}.", "The file has the name {Q}."]), p=p, q=q)


@kind
def move(r, j):
    p = file(j)
    d = r.choice(W.DIRS)
    q = d + "/" + p.split("/")[-1]
    if q in j.now or p.startswith(d + "/") or "/" not in p and p in q and r.random() < .2:
        raise Again
    j.ask_by("move", p=p, d=d)
    j.derived.add(q)
    j.rename(p, q)
    j.tell(r.choice(["{P} is at {Q} now.", "I moved {P} to {Q}."]), p=p, q=q)


@kind
def copy(r, j):
    p = file(j)
    q = j.fresh()
    j.ask_by("copy", p=p, q=q)
    j.copy(p, q)
    j.tell(r.choice(["{Q} is a copy of {P}.", "I copied {P} to {Q}.", "There is a {Q} with the text of {P}."]), p=p, q=q)


@kind
def all_of_them(r, j):
    v, w = r.sample(r.choice([W.PEOPLE, W.TOWNS, W.GOODS, W.THINGS, W.COLOURS, W.TECH, W.ROOMS]), 2)
    xs = r.sample(["{v}", "ask {v} first", "{v} = 4", "no {v} on Sunday", "new: {v}", "- {v}", "the other {v}", "{v}, 12", "about {v} and more", "[{v}]", "see {v}", "name: {v}", "{v}: yes"], r.randint(2, 4))
    xs = [x.replace("{v}", v) for x in xs] + W.notes(r, 1, 2).split("\n")
    r.shuffle(xs)
    p = j.put("\n".join(xs))
    j.some()
    j.ask_by("all", p=p, v=v, w=w)
    j.everywhere(p, v, w)
    j.tell(r.choice(["Every {V} in {P} is {W} now.", "{P} says {W} throughout.", "I replaced all {V} with {W} in {P}."]), p=p, v=v, w=w)


@kind
def overwrite(r, j):
    p, t = file(j), j.fresh_line()
    j.ask_by("over", p=p, t=t)
    j.write(p, t)
    j.tell(r.choice(["{P} holds only the new line.", "I rewrote {P}."]), p=p)


ALL = [swap, swap, line, set_value, set_value, create, block, create_three, append, prepend, drop, after, remove, remove_more, rename, move, copy, all_of_them, overwrite]
