"""Several things that hang together, with their plans."""
import hugowords as W
from hugobase import Again, fill, joined, kind, series
import hugobase
import hugomixasks
from hugomore import broken

POOLS = [W.PEOPLE, W.TOWNS, W.GOODS, W.THINGS, W.COLOURS, W.TECH, W.ROOMS]


def worded(j, lo=1):
    p = j.notes(lo, 6) if j.r.random() < .75 else j.conf()[0]
    j.some()
    return (p, *j.word(p))


@kind
def copy_edit(r, j):
    p, v, w = worded(j)
    q = j.fresh()
    j.ask_by("copyedit", p=p, q=q, v=v, w=w)
    j.copy(p, q)
    j.swap(q, v, w)
    j.tell(r.choice(["{Q} is a copy of {P} with {W} for {V}.", "I copied {P} to {Q} and put {W} there."]), p=p, q=q, v=v, w=w)


@kind
def backup(r, j):
    p, v, w = worded(j)
    q = j.fresh()
    j.ask_by("backup", p=p, q=q, v=v, w=w)
    j.copy(p, q)
    j.swap(p, v, w)
    j.tell(r.choice(["{Q} keeps the old state; {P} says {W} now.", "I saved {P} as {Q}, then changed {V} to {W}."]), p=p, q=q, v=v, w=w)


@kind
def rename_edit(r, j):
    p, v, w = worded(j)
    q = j.fresh()
    j.ask_by("renedit", p=p, q=q, v=v, w=w)
    j.swap(p, v, w)
    j.rename(p, q)
    j.tell(r.choice(["{P} is called {Q} now and says {W}.", "Changed {V} to {W} and renamed {P} to {Q}."]), p=p, q=q, v=v, w=w)


@kind
def new_for_old(r, j):
    q = j.notes(1, 4)
    j.some(1, 2)
    p, t = j.fresh(), j.fresh_line()
    j.ask_by("newold", p=p, q=q, t=t)
    j.write(p, t)
    j.run("rm " + q)
    j.tell(r.choice(["{P} is created and {Q} is deleted.", "I made {P} and removed {Q}."]), p=p, q=q)


PAIRS = """{v} -> {w}|- {v} -> {w}|- {w} instead of {v}|* {w}, not {v}|{v} becomes {w}|- {v} should be {w}|- not {v} but {w}|- {w} (now: {v})|+ {w} for {v}|- from {v} to {w}|{v} => {w}|- it says {v}, make it {w}|- change {v} to {w}|{w} replaces {v}|old {v}, new {w}""".split("|")
KEYED = """- {k}: {w}|{k} = {w}|- {k} -> {w}|* {w} for {k}|- {w} as {k}|{k} {w}|- the {k} is {w}|- make {w} the {k}|{k}: {w}|+ {k} becomes {w}|- {k} should be {w}|- {w} is the new {k}""".split("|")


def lines_of(r, form, rows):
    looks = r.choice(hugobase.LOOKS)
    if r.random() < .25:
        form = "{i}" + r.choice([". ", ") ", ": "]) + form.lstrip("-+* ")
    return "\n".join(fill(r, form, {**row, "i": i + 1}, looks) for i, row in enumerate(rows))


@kind
def pairs(r, j):
    p = j.notes(3, 7) if r.random() < .7 else j.conf(r.randint(3, 6))[0]
    j.some(0, 1)
    rows = []
    for _ in range(r.randint(2, 5)):
        v, w = j.word(p, [x for row in rows for x in row.values()])
        if any(v in x or x in v or w in x or x in w for row in rows for x in row.values()):
            raise Again
        rows.append({"v": v, "w": w})
    j.ask_by("pairs", p=p, pairs=lines_of(r, r.choice(PAIRS), rows), pp=r.choice(W.PEOPLE))
    for row in rows:
        j.swap(p, row["v"], row["w"])
    j.tell(r.choice(["All {N} changes in {P} are made.", "{P} is corrected in {N} places.", "I made the {N} replacements in {P}."]), p=p, n=len(rows))


@kind
def in_files(r, j):
    v, w = r.sample(r.choice(POOLS), 2)
    ps = []
    for _ in range(r.randint(2, 4)):
        xs = [r.choice(["{v}", "{v}, 14 pcs", "1. {v}", "ask about {v}", "new: {v}", "{v} = on", "not before {v}", "- {v}", "with {v} and others", "{v};7"]).replace("{v}", v)] + W.notes(r, 1, 3).split("\n")
        r.shuffle(xs)
        ps.append(j.put("\n".join(xs)))
    j.some(0, 1)
    j.ask_by("files", v=v, w=w, pl=series(r, ps), n=len(ps))
    for p in ps:
        j.swap(p, v, w)
    j.tell(r.choice(["{L} say {W} now.", "I put {W} for {V} in {N} files.", "Done in {L}."]), v=v, w=w, l=joined(ps), n=len(ps))


@kind
def set_many(r, j):
    p, got = j.conf(r.randint(3, 6))
    j.some(0, 1)
    rows = []
    for k in r.sample(list(got), r.randint(2, min(4, len(got)))):
        v, line = got[k]
        w = W.VALUE[W.KEYS[k]](r)
        if w == v or line.count(v) != 1 or w in j.now[p]:
            raise Again
        rows.append({"k": k, "w": w, "old": line, "new": line.replace(v, w)})
    j.ask_by("setmany", p=p, pp=r.choice(W.PEOPLE), pairs=lines_of(r, r.choice(KEYED), rows))
    j.read(p)
    for row in rows:
        j.swap(p, row["old"], row["new"])
    j.tell(r.choice(["{P} has the new values: {L}.", "I set {L} in {P}.", "{P} is up to date."]), p=p, l=joined([f"{x['k']} {x['w']}" for x in rows]))


@kind
def edit_run(r, j):
    p, v, w = worded(j)
    c, out = j.command()
    j.ask_by("editrun", p=p, v=v, w=w, c=c)
    j.swap(p, v, w)
    j.run(c)
    j.tell(r.choice(["{P} says {W} now, and {C} printed: {O}", "After the change {C} printed {O}", "Changed. The output of {C} is {O}"]), out, p=p, w=w, c=c, o=out)


@kind
def run_save(r, j):
    p = j.notes(1, 4)
    j.some(1, 2)
    q = j.fresh(W.TXT)
    c, out = j.command()
    j.ask_by("runsave", p=p, q=q, c=c)
    j.run(c)
    j.write(q, out)
    j.run("rm " + p)
    j.tell(r.choice(["{Q} holds the output of {C}, and {P} is deleted.", "I saved what {C} printed as {Q} and removed {P}."]), p=p, q=q, c=c)


@kind
def fix_note(r, j):
    p, x, new, c, good = broken(r, j)
    q, t = j.fresh(), j.fresh_line()
    j.ask_by("fixnote", c=c, q=q, t=t)
    j.run(c)
    j.read(p)
    j.swap(p, x, new)
    j.run(c)
    j.write(q, t)
    j.tell(r.choice(["{C} passes now ({G}), and {Q} is there.", "I fixed {P}; {C} says {G}. {Q} is written."]), good, c=c, g=good, p=p, q=q)


@kind
def find_change(r, j):
    t, t2 = W.sentence(r), W.sentence(r)
    ps = [j.notes(1, 4) for _ in range(r.randint(1, 4))]
    p = j.put("\n".join(r.sample([t] + W.notes(r, 1, 3).split("\n"), 2)))
    if j.now[p].count(t) != 1 or any(t in j.now[q] for q in ps) or t2 in j.now[p]:
        raise Again
    j.ask_by("findchange", t=t, t2=t2)
    for q in j.list():
        j.read(q)
        if q == p:
            break
    j.swap(p, t, t2)
    j.tell(r.choice(["It was in {P}; the line is changed.", "{P} had that line and has the new one now."]), p, p=p)


@kind
def count_save(r, j):
    p = j.notes(2, 10)
    j.some(0, 2)
    q = j.fresh(W.TXT)
    j.ask_by("wcsave", p=p, q=q)
    n = j.wc(p)
    if n == "1":
        raise Again
    j.write(q, n)
    j.tell(r.choice(["{P} has {N} lines; the number is in {Q}.", "I wrote {N} to {Q}."]), n, p=p, q=q, n=n)


@kind
def value_remove(r, j):
    p, k, v, _, _ = j.setting()
    j.some(1, 2)
    j.ask_by("valuerm", p=p, k=k)
    j.read(p)
    j.run("rm " + p)
    j.tell(r.choice(["The {K} was {V}. {P} is deleted.", "{P} had {V} for {K}; it is gone now."]), v, p=p, k=k, v=v)


@kind
def pass_new(r, j):
    j.some(1, 3)
    p, t = j.fresh(), j.fresh_line()
    c, good = j.tests(p, t)
    j.ask_by("passnew", p=p, t=t, c=c)
    j.write(p, t)
    j.run(c)
    j.tell(r.choice(["With {P} in place {C} passes: {G}.", "{C} says {G}.", "I created {P}; {C} printed {G}."]), good, p=p, c=c, g=good)


@kind
def release(r, j):
    p, k, v, w, x = j.setting()
    q = j.notes(1, 3)
    j.some(0, 1)
    p2, t = j.fresh(), j.fresh_line()
    c, out = j.command()
    j.ask_by("release", p=p, k=k, w=w, q=q, p2=p2, t=t, c=c)
    j.read(p)
    j.swap(p, x, x.replace(v, w))
    j.run("rm " + q)
    j.write(p2, t)
    j.run(c)
    j.tell(r.choice(["All done; {C} printed: {O}", "{P} is changed, {Q} deleted, {P2} created. {C} printed {O}"]), out, p=p, q=q, p2=p2, c=c, o=out)


@kind
def same_text(r, j):
    j.some(1, 3)
    p, p2, t = j.fresh(), j.fresh(), j.fresh_line()
    j.ask_by("same", p=p, p2=p2, t=t)
    j.write(p, t)
    j.write(p2, t)
    j.tell(r.choice(["{P} and {P2} are created.", "Both files are there: {P} and {P2}."]), p=p, p2=p2)


@kind
def in_each(r, j):
    p, k, v, w, x = j.setting()
    q, _, u, _, y = j.setting(None, k)
    if w in j.now[q] or w in j.now[p] or u == w:
        raise Again
    j.some(0, 1)
    j.ask_by("each", p=p, q=q, k=k, w=w)
    for f, line, old in ((p, x, v), (q, y, u)):
        j.read(f)
        j.swap(f, line, line.replace(old, w))
    j.tell(r.choice(["The {K} is {W} in {P} and {Q}.", "Both files have {W} for {K} now."]), p=p, q=q, k=k, w=w)


ALL = [copy_edit, backup, rename_edit, new_for_old, pairs, pairs, in_files, set_many, edit_run, run_save, fix_note, find_change, count_save, value_remove, pass_new, release, same_text, in_each]
