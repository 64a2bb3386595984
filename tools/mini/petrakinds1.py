"""Tasks of petra: what is done only on a condition."""
import petraasks1
import petrawords as W
from petrabase import TEXT, Again, kind, notes, number

SET = "[{K} is {W} in {P} now; it was {V}.|I changed {K} from {V} to {W} in {P}.|{K} was {V}, so I set it to {W}.|Done: {K} in {P} went from {V} to {W}.]"
KEPT = "[{K} is {V}, so I changed nothing.|No change: {K} in {P} is {V}.|{P} stays as it is; {K} is {V}.|Nothing was changed. {K} is {V}.]"
WORDS = ["unchanged", "unchanged", "unchanged", "no change", "skipped", "condition not met", "left as is", "not applicable", "nothing to do", "no edit"]


def keys(r, n):
    """Keys of which none holds another."""
    while True:
        ks = r.sample(W.PARAMS, n)
        if not any(a != b and a in b for a in ks for b in ks):
            return ks


def pair(r):
    """A number of the request and one of the file, equal in half of cases."""
    i = number(r)
    return i, i if r.random() < .5 else number(r, i)


@kind
def if_value(r, j):
    """If one setting has a value, another line is replaced; else a word is the answer."""
    (k, o), (i, v) = keys(r, 2), pair(r)
    a, b = r.sample(range(100, 990), 2)
    if len({i, v, a, b}) < (3 if i == v else 4):
        raise Again
    more = [(x, i) for x in keys(r, 1) if x not in (k, o) and i != v and r.random() < .3]
    p, d = j.conf([(k, v), (o, a), *more], r.randint(0, 3), avoid=(b, i))
    j.spare(0, 2)
    l = d[o][1]
    m, w = l.replace(str(a), str(b)), r.choice(WORDS)
    j.ask_by("if_value", p=p, k=k, i=i, t=l, u=m, o=o, a=a, b=b, l=l, m=m, s=w)
    j.read(p)
    if i == v:
        j.line(p, l, m)
        j.tell("[{K} is {V}, so {L} became {M}.|{K} has the value {V}; I replaced {L} by {M} in {P}.|The condition holds ({K} is {V}). {P} has {M} now.|Changed {L} to {M} in {P}.]", p=p, k=k, v=v, l=l, m=m)
    else:
        j.tell(w, w)


@kind
def if_equal(r, j):
    """A setting is changed only from the value that is expected."""
    k, (i, v) = keys(r, 1)[0], pair(r)
    w = number(r)
    if w in (i, v):
        raise Again
    p, d = j.conf([(k, v)], r.randint(1, 4), avoid=(w, i))
    j.spare(0, 2)
    j.ask_by("if_equal", p=p, k=k, i=i, w=w)
    j.read(p)
    if i == v:
        j.into(p, d[k][1], str(v), str(w))
        j.tell(SET, p=p, k=k, v=v, w=w)
    else:
        j.tell(KEPT, v, p=p, k=k, v=v)


def bound(r, j, bank, fits, target):
    """A setting is changed if it is beyond a bound; the bound itself stands elsewhere now and then."""
    k, n = keys(r, 1)[0], number(r)
    v = n if r.random() < .12 else number(r, n) if r.random() < .6 else number(r)
    w = n if target == "same" else number(r, n)
    while w != n and (fits(w, n) or w == v):
        w = number(r, n)
    if v != n and str(n) in str(v) or w == v and fits(v, n):
        raise Again
    p, d = j.conf([(k, v)] + [(x, n) for x in keys(r, 1) if x != k and x not in k and k not in x and v != n and w != n and r.random() < .25], r.randint(0, 4), avoid=(w, n))
    j.spare(0, 2)
    j.ask_by(bank, p=p, k=k, n=n, w=w)
    j.read(p)
    if fits(v, n):
        j.into(p, d[k][1], str(v), str(w))
        j.tell(SET, p=p, k=k, v=v, w=w)
    else:
        j.tell(KEPT, v, p=p, k=k, v=v)


@kind
def below_set(r, j):
    bound(r, j, "below_set", lambda v, n: v < n, "other")


@kind
def above_set(r, j):
    bound(r, j, "above_set", lambda v, n: v > n, "other")


@kind
def at_least(r, j):
    bound(r, j, "at_least", lambda v, n: v < n, "same")


@kind
def at_most(r, j):
    bound(r, j, "at_most", lambda v, n: v > n, "same")


@kind
def if_differs(r, j):
    """A setting of one file follows that of another, if it differs."""
    k = keys(r, 1)[0]
    v = number(r)
    w = v if r.random() < .4 else number(r)
    p, _ = j.conf([(k, v)], r.randint(1, 3), avoid=(w,))
    q, d = j.conf([(k, w)], r.randint(1, 3), avoid=(v,))
    j.spare(0, 1)
    j.ask_by("if_differs", p=p, q=q, k=k)
    j.read(p)
    j.read(q)
    if v == w:
        j.tell("[{K} is {V} in both files, so nothing was changed.|Both have {V}; no change.|No difference: {K} is {V}.]", v, k=k, v=v)
    else:
        j.into(q, d[k][1], str(w), str(v))
        j.tell("[{K} was {W} in {Q}; it is {V} now, as in {P}.|They differed. {Q} has {V} now.|I set {K} in {Q} from {W} to {V}.]", k=k, v=v, w=w, p=p, q=q)


@kind
def if_lacks(r, j):
    """A setting is added unless it is there."""
    k, v = keys(r, 1)[0], number(r)
    w = number(r)
    if v == w:
        raise Again
    there = r.random() < .5
    style = r.choice(["{k} = {v}", "{k}: {v}", "{k}={v}", "{K}={v}"])
    x = style.format(k=k, K=k.upper(), v=w)
    p, d = j.conf([(k, v)] if there else [], r.randint(2, 4), avoid=(w,), style=style)
    if not there and (k in j.now[p].lower() or any(y in k for y in d)):
        raise Again
    j.spare(0, 2)
    k = x.split("=")[0].split(":")[0].strip()
    j.ask_by("if_lacks", p=p, k=k, t=x, w=w)
    s = j.read(p)
    if there:
        j.tell("[{K} is there already, with {V}. I changed nothing.|{P} has {K} at {V}, so nothing was added.|No change: {K} is {V}.]", v, p=p, k=k, v=v)
    else:
        j.write(p, s + "\n" + x)
        j.tell("[{K} was missing; I added {X} to {P}.|Added {X} at the end of {P}.|{P} had no {K}, now it has {X}.]", p=p, k=k, x=x)


def look(r, j, p):
    """Whether a file is there: by the list, now and then by reading it."""
    if r.random() < .75:
        j.list()
        return p in j.now
    j.read(p)
    return None


@kind
def if_exists(r, j):
    """A line at the end of a file, or the file with that line."""
    j.spare(1, 3)
    p = j.fresh(TEXT)
    x, *rows = notes(r, 3, 5)
    there = r.random() < .5
    if there:
        j.put("\n".join(rows), p)
    j.ask_by("if_exists", p=p, t=x)
    seen = look(r, j, p)
    if there:
        s = j.now[p] if seen is None else j.read(p)
        j.write(p, s + "\n" + x)
        j.tell("[{P} was there; the line is at its end now.|I added the line to {P}.|{P} exists, so I appended the line.]", p=p)
    else:
        j.write(p, x)
        j.tell("[{P} did not exist; I created it with that line.|There was no {P}, so I created it.|Created {P} with this line alone.]", p=p)


@kind
def only_if_there(r, j):
    """An edit or a deletion only if the file is there."""
    p, text, a, b = j.swap()
    gone = r.random() < .5
    there = r.random() < .5
    if not there:
        del j.files[p], j.now[p]
    j.spare(1, 3)
    j.ask_by("rm_if_there" if gone else "edit_if_there", p=p, t=a, u=b, c="rm " + p)
    j.list()
    if not there:
        j.must_run = []
        j.tell("[There is no {P}, so I changed nothing.|{P} does not exist; nothing was changed.|No file {P} here, so there was nothing to change.]", p, p=p)
    elif gone:
        j.run("rm " + p)
        j.tell("[{P} was there and is gone now.|I removed {P}.|{P} existed; it is deleted.]", p=p)
    else:
        j.read(p)
        j.line(p, a, b)
        j.tell("[{P} is there; {A} became {B}.|I replaced {A} by {B} in {P}.|{P} exists and has {B} now.]", p=p, a=a, b=b)


@kind
def unless_there(r, j):
    """A new file unless there is one."""
    j.spare(1, 3)
    p, (x, y) = j.fresh(TEXT), notes(r, 2, 2)
    there = r.random() < .5
    if there:
        j.put(y, p)
    j.ask_by("unless_there", p=p, t=x)
    j.list()
    if there:
        j.tell("[{P} exists already, so I left it alone.|{P} is there already; nothing was written.|No change, {P} already exists.]", p, p=p)
    else:
        j.write(p, x)
        j.tell("[{P} was missing; I created it.|There was no {P}. It has the line now.|Created {P}.]", p=p)


@kind
def if_passes(r, j):
    """An edit only if a command succeeds."""
    p, _, a, b = j.swap()
    j.spare(0, 2)
    good = r.random() < .5
    if good:
        c, out, _ = j.passing()
    else:
        c, out = j.failing(p, j.bad(j.fresh(["py", "rs", "js", "go"])))
    j.ask_by("if_passes", p=p, t=a, u=b, c=c)
    j.run(c)
    if good:
        j.read(p)
        j.line(p, a, b)
        j.tell("[{C} succeeded, so {A} became {B} in {P}.|It passed ({O}). {P} has {B} now.|Success: {O}. I changed {P}.]", c=c, a=a, b=b, p=p, o=out)
    else:
        j.tell("[{C} failed, so I changed nothing. It says: {O}|No change, because it failed: {O}|It failed with: {O}]", out, c=c, o=out)


@kind
def if_fails(r, j):
    """A note in case of a failure, and none in case of success."""
    j.spare(1, 2)
    q, [x] = j.fresh(TEXT), notes(r, 1, 1)
    good = r.random() < .5
    if good:
        c, out, _ = j.passing()
    else:
        c, out = j.failing(next(iter(j.files)))
    j.ask_by("if_fails", q=q, t=x, c=c)
    j.run(c)
    if good:
        j.tell("[{C} succeeded, so I wrote nothing. Output: {O}|No file was written; it passed: {O}|Success: {O}. {Q} was not needed.]", out, c=c, q=q, o=out)
    else:
        j.write(q, x)
        j.tell("[{C} failed, so I wrote {Q}.|It failed; {Q} has the line.|Failure, hence the new file {Q}.]", c=c, q=q)


@kind
def if_else(r, j):
    """One of two files is written, after the outcome of a command."""
    j.spare(1, 2)
    p, q = j.fresh(TEXT), j.fresh(TEXT)
    x, y = r.choice([("pass", "fail"), ("ok", "broken"), ("green", "red"), notes(r, 2, 2), ("success", "failure"), ("ready", "blocked"), ("good to go", "do not ship")])
    same = r.random() < .4
    good = r.random() < .5
    if good:
        c, out, _ = j.passing()
    else:
        c, out = j.failing(next(iter(j.files)))
    j.ask_by("if_else_same" if same else "if_else", p=p, q=q, c=c, t=x, u=y)
    j.run(c)
    f, z = (p, x) if good or same else (q, y)
    z = x if good else y
    j.write(f, z)
    j.tell("[{C} succeeded, so {P} says {Z}.|It passed; I wrote {Z} to {P}.]" if good else "[{C} failed, so {P} says {Z}.|It failed; I wrote {Z} to {P}.]", c=c, p=f, z=z)


@kind
def if_word(r, j):
    """A word is replaced where it stands; a line is added where it does not."""
    a, b = r.sample(r.choice([W.HOSTS, W.LICENSES, W.NAMES, W.PEOPLE]), 2)
    p, rows = j.text(2, 4)
    if any(a in x or b in x for x in rows):
        raise Again
    there = r.random() < .5
    if there:
        i = r.randrange(len(rows))
        j.files[p] = j.now[p] = "\n".join(rows[:i] + [r.choice(["uses {a}", "see {a}", "- {a}", "{a} is responsible", "main: {a}"]).format(a=a)] + rows[i:])
    x = r.choice(["also see {b}", "added: {b}", "uses {b}", "new entry {b}"]).format(b=b)
    j.spare(0, 2)
    j.ask_by("if_word", p=p, t=a, u=b, x=x)
    s = j.read(p)
    if there:
        j.line(p, a, b)
        j.tell("[{P} had {A}; it has {B} now.|{A} was there, so I replaced it by {B}.|Replaced {A} by {B} in {P}.]", p=p, a=a, b=b)
    else:
        j.write(p, s + "\n" + x)
        j.tell("[{P} had no {A}, so I added the line.|No {A} in {P}; the line is at the end.|I appended {X}, as {A} does not occur.]", p=p, a=a, x=x)


@kind
def if_flag(r, j):
    """A switch is turned only if it is the other way."""
    k = r.choice("verbose debug strict cache dry_run metrics tracing autosave compress tls audit sandbox preload telemetry color readonly".split())
    on, off = r.choice([("true", "false"), ("on", "off"), ("yes", "no"), ("enabled", "disabled")])
    v, w = r.choice([(on, off), (off, on)])
    now = r.choice([v, w])
    p, d = j.conf([(k, now)], r.randint(1, 4))
    j.spare(0, 2)
    j.ask_by("if_flag", p=p, k=k, v=v, w=w)
    j.read(p)
    if now == v:
        j.into(p, d[k][1], v, w)
        j.tell(SET, p=p, k=k, v=v, w=w)
    else:
        j.tell("[{K} is {V} already; no change.|Already {V}, so I changed nothing.|{P} has {K} at {V}; nothing to do.]", now, p=p, k=k, v=now)


@kind
def if_larger(r, j):
    """Which of two values is the larger; it is said or written."""
    k = keys(r, 1)[0]
    v, w = r.sample(range(11, 999), 2)
    p, _ = j.conf([(k, v)], r.randint(1, 3), avoid=(w,))
    q, _ = j.conf([(k, w)], r.randint(1, 3), avoid=(v,))
    o = j.fresh(["txt", "md", "log"])
    j.spare(0, 1)
    write = r.random() < .5
    j.ask_by("larger_write" if write else "larger", p=p, q=q, o=o, k=k)
    j.read(p)
    j.read(q)
    f, n = (p, v) if v > w else (q, w)
    m = min(v, w)
    if write:
        j.write(o, str(n))
        j.tell("[{O} has {N}, the larger value, from {F}.|The larger {K} is {N} ({F}); I wrote it to {O}.|Wrote {N} to {O}.]", n, o=o, k=k, n=n, f=f)
    else:
        j.tell("[{F} has the larger {K}: {N} against {M}.|It is larger in {F}, namely {N}; the other is {M}.|{N} in {F} is larger than {M}.]", n, f, f=f, k=k, n=n, m=m)


@kind
def if_both(r, j):
    """Two settings must both be right; otherwise nothing is changed."""
    a, b, o = keys(r, 3)
    i, k, v, w = r.sample(range(11, 990), 4)
    x, y = i if r.random() < .7 else number(r), k if r.random() < .7 else number(r)
    if len({x, y, v}) < 3 or w in (x, y):
        raise Again
    p, d = j.conf([(a, x), (b, y), (o, v)], r.randint(0, 2), avoid=(w, i, k))
    j.spare(0, 1)
    j.ask_by("if_both", p=p, k=a, l=b, y=o, v=i, w=k, n=w)
    j.read(p)
    if (x, y) == (i, k):
        j.into(p, d[o][1], str(v), str(w))
        j.tell("[Both hold, so {O} is {W} now.|{A} is {I} and {B} is {K}; I set {O} to {W}.|Both conditions are met. {P} has {O} at {W}.]", p=p, a=a, b=b, i=i, k=k, o=o, w=w)
    else:
        j.tell("[{A} is {X} and {B} is {Y}, so I changed nothing.|No change: {A} is {X}, {B} is {Y}.|Not both hold ({A}: {X}, {B}: {Y}); {P} is as before.]", x, y, a=a, b=b, x=x, y=y, p=p)


ALL = [if_value, if_value, if_value, if_equal, if_equal, below_set, below_set, above_set, at_least, at_most, if_differs, if_lacks, if_exists, if_exists, if_exists, only_if_there, only_if_there, unless_there, if_passes, if_fails, if_else, if_word, if_flag, if_larger, if_both]
