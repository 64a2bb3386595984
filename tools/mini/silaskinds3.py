"""Tasks of silas: copies with a change, before and after, chains of failures, prohibitions and steps."""
import silasasks5
import silasparts as P
import silaswords as W
from silasbase import Again, conf, maker, other, settings, text
from silaskinds2 import library
from silaskits import TESTED

GREEN = "[{O}|It passes now: {O}|Mended: {L}. {O}|After {N} fixes: {O}|All clear: {O}]"


def target(j, p):
    """A name for a copy."""
    r = j.r
    d, f = p.rsplit("/", 1) if "/" in p else ("", p)
    b, e = f.rsplit(".", 1)
    q = r.choice([f"{d}/{r.choice(W.CITIES).lower()}.{e}", f"{d}/{b[:3]}2.{e}", f"copies/{r.choice(W.TEAMS)}.{e}", f"{d}/{r.choice(W.NOUNS)}-{r.choice(['eu', 'north', 'spare', 'new'])}.{e}"]).lstrip("/")
    return j.free(q)


def copy_set(r, j):
    p, k, v, ln = conf(j)
    w, q = other(r, v), target(j, p)
    j.some(0, 2)
    j.free(q)
    j.request("copy.set", p=p, q=q, k=k, v=w)
    j.write(q, j.read(p).replace(ln, ln.replace(v, w)))
    j.tell("[{Q} is there, with {K} at {V}.|{Q} differs from {P} in {K} only ({V}).|Made {Q} from {P}; {K} is {V} in it.]", p=p, q=q, k=k, v=w)


def copy_word(r, j):
    a = P.a_swap(j)
    p = next(iter(j.files))
    a.do()
    _, q0, t, u = j.plan.pop()
    j.now[p] = j.files[p]
    q = target(j, p)
    j.some(0, 2)
    j.free(q)
    j.request("copy.word", p=p, q=q, t=t, u=u)
    j.write(q, j.read(p).replace(t, u))
    j.tell("[{Q} says {U}, {P} still {T}.|Copied; {Q} has {U}.|{Q} is made from {P} with {U}.]", p=p, q=q, u=u, t=t)


def copy_plain(r, j):
    p = j.noise()
    q = target(j, p)
    j.some(0, 2)
    j.free(q)
    j.request("copy.plain", p=p, q=q)
    j.write(q, j.read(p))
    j.derived.add(q)
    j.tell("[{Q} is a copy of {P}.|Copied {P} to {Q}.|{P} is there twice now, also as {Q}.]", p=p, q=q)


def copy_from(r, j):
    p, k, v, ln = conf(j)
    w = other(r, v)
    t, _ = settings(r, r.randint(1, 3), style="{k}: {v}")
    if k in t:
        raise Again
    o = j.put(t + f"\n{k}: {w}")
    q = target(j, p)
    j.some(0, 1)
    j.free(q)
    j.request("copy.from", p=p, q=q, o=o, k=k)
    x = j.read(p)
    j.read(o)
    j.write(q, x.replace(ln, ln.replace(v, w)))
    j.tell("[{Q} is {P} with {K} {V}.|Made {Q}; its {K} is {V}, from {O}.|{K} is {V} in {Q}.]", p=p, q=q, o=o, k=k, v=w)


def before_after(r, j):
    q, k, v, ln = conf(j)
    w = other(r, v)
    j.some(0, 2)
    if r.random() < .6:
        a, new, do = j.f("act.set", q=q, k=k, v=w), ln.replace(v, w), lambda: (j.read(q), j.line(q, ln, ln.replace(v, w)))
    else:
        t = r.choice(W.LABELS)
        a, new, do = j.f("act.append", q=q, t=t), t, lambda: j.write(q, j.read(q) + "\n" + t)
    c = j.name()
    o1, o2 = (j.output([f]) for f in [r.choice(W.OUTPUTS)] * 2)
    if o1 == o2 or o1 in o2 or o2 in o1:
        raise Again
    j.checks[c] = (q, new, o2, o1)
    j.request("two.run", c=c, A=a)
    j.run(c)
    do()
    j.run(c)
    j.must(c, o2)
    j.tell("[Before: {X}; after: {Y}|{X}, then {Y}|First {X}, afterwards {Y}|Before the change {X}, after it {Y}]", o1, o2, x=o1, y=o2)


def after_two(r, j):
    a = P.action(j)
    if hasattr(a, "out"):
        raise Again
    j.some(1, 2)
    P.clear(j)
    (c, o), (b, x) = j.command(), j.command()
    j.request("after.run", A=a.imp(), c=c, b=b)
    a.do()
    j.run(c)
    j.run(b)
    j.must(b, x)
    j.tell("[{O}; {X}|{C}: {O}\n{B}: {X}|{D}. Then {O} and {X}|First {O}, then {X}]", o, x, o=o, x=x, c=c, b=b, d=a.done)


def before_one(r, j):
    a = P.action(j)
    if hasattr(a, "out"):
        raise Again
    j.some(1, 2)
    P.clear(j)
    c, o = j.command(flaky=r.random() < .1)
    j.request("first.run", A=a.imp(), c=c)
    j.retry(c)
    a.do()
    j.must(c, o)
    j.tell("[It said {O}. {D}.|{C}: {O}. {D}.|Output: {O}|{O}; after that {D}.]", o, o=o, c=c, d=a.done)


def test_note(r, j):
    j.some(1, 3)
    c, good = j.tests("none", "" if r.random() < .5 else "never to be found")
    out = j.checks[c][2 if j.checks[c][1] == "" else 3]
    q = j.fresh(r.choice(["txt", "log", "md"])) if r.random() < .7 else j.free(r.choice(["RESULT", "STATUS", "LASTRUN", "VERDICT"]))
    j.request("test.note", c=c, q=q)
    j.run(c)
    j.write(q, out)
    j.must(c, out)
    j.tell("[{Q} says: {O}|Noted in {Q}: {O}|{O}, saved as {Q}.]", q=q, o=out)


def test_word(r, j):
    j.some(1, 3)
    yes = r.random() < .5
    c, good = j.tests("none", "" if yes else "never to be found")
    out = j.checks[c][2 if yes else 3]
    t, u = r.choice([("passed", "failed"), ("green", "red"), ("good", "bad"), ("ok", "broken"), ("go", "no-go"), ("up", "down"), ("ready", "blocked"), ("clean", "dirty"), ("yes", "no"), ("pass", "fail")])
    q = j.fresh(r.choice(["txt", "log", "md"])) if r.random() < .6 else j.free(r.choice(["RESULT", "STATUS", "LIGHT", "VERDICT"]))
    j.request("test.word", c=c, q=q, t=t, u=u)
    j.run(c)
    j.write(q, t if yes else u)
    j.must(c, out)
    j.tell("[{Q} says {W}: {O}|{W} stands in {Q}.|It said {O}, so {Q} holds {W}.]", q=q, o=out, w=t if yes else u)


def fault(j):
    """A fault of the workspace: (path, text that is needed, message, how it is mended)."""
    r, how = j.r, j.r.choice(["key", "key", "word", "word", "file", "line", "drop"])
    d = r.randint(2, 60)
    if how == "key":
        p, k, v, ln = conf(j)
        w = other(r, v)
        new = ln.replace(v, w)
        if new in j.now[p]:
            raise Again
        m = r.choice(["{p}: {k} must be {w}", "{p}: {k} is {v}, expected {w}", "invalid {k} in {p} (have {v}, want {w})", "check {d} failed: {k} in {p} should be {w}", "{k} {v} refused, allowed: {w} [{p}]".replace("[", "(").replace("]", ")"), "FAIL {p}\n  {k}: {v} != {w}"])
        return p, new, m.format(p=p, k=k, v=v, w=w, d=d), lambda: (j.read(p), j.line(p, ln, new))
    if how == "word":
        t, u = r.sample(r.choice([W.TEXTS, W.SERVICES, W.NOUNS, W.TEAMS]), 2)
        x = text(r, r.choice(["route to {v}", "{n}: {v}", "{v} = {d}", "# {v}\n{n} {d}", "select * from {v};", "job {v} at {e}", "include {v}\n{n}"]), t)
        if x.count(t) != 1 or u in x or t in u or u in t:
            raise Again
        p = j.put(x)
        m = r.choice(["{p}: {t} is unknown, did you mean {u}?", "{p} line 1: '{t}' was renamed '{u}'", "error in {p}: replace {t} by {u}", "{p}: found {t}, needed {u}", "unresolved name {t} ({p}); candidates: {u}", "{t} in {p} is retired, use {u}"])
        return p, u, m.format(p=p, t=t, u=u), lambda: j.edit(p, t, u)
    t = r.choice(W.LABELS)
    if how == "file":
        p = j.free(r.choice(W.BARE)) if r.random() < .25 else j.fresh(r.choice(["txt", "env", "flag", "cfg", "md"]))
        P.reserve(j, p)
        m = r.choice(["{p} is missing, it has to say: {t}", "no such file: {p} (should contain \"{t}\")", "cannot open {p}; create it with the text '{t}'", "expected a file {p} with the content {t}"])
        return p, t, m.format(p=p, t=t), lambda: j.write(p, t)
    p = j.put(P.prose(j))
    if t in j.now[p]:
        raise Again
    m = r.choice(["{p} must end with the line \"{t}\"", "{p}: last line missing: {t}", "append '{t}' to {p}", "{p} lacks a final line {t}"])
    return p, t, m.format(p=p, t=t), lambda: j.write(p, j.read(p) + "\n" + t)


def chained(j, n):
    """A command that finds n faults, one after the other: the command and the faults."""
    fs = [fault(j) for _ in range(n)]
    if len({f[0] for f in fs}) < n:
        raise Again
    j.some(0, 1)
    P.clear(j)
    c, good = j.tests("none", "")
    check = good
    for p, need, m, _ in reversed(fs):
        check = (p, need, check, m)
    j.checks[c] = check
    j.must(c, good)
    return c, fs, good


def mend(j, c, fs):
    for f in fs:
        j.run(c)
        f[3]()
    j.run(c)


def chain(n):
    def go(r, j):
        c, fs, good = chained(j, n)
        j.request("chain", c=c)
        mend(j, c, fs)
        j.tell(GREEN if n > 1 else "[{O}|It passes now: {O}|{L} was the cause. {O}|Mended {L}: {O}]", good, o=good, l=", ".join(f[0] for f in fs), n=n)
    return maker(go, f"chain_{n}")


def chain_two(r, j):
    c, fs, good = chained(j, 1)
    b, gs, other_good = chained(j, 1)
    if fs[0][0] == gs[0][0] or b in c or c in b:
        raise Again
    j.request("chain.two", c=c, b=b)
    mend(j, c, fs)
    mend(j, b, gs)
    j.tell("[{O}; {X}|Both pass: {O} and {X}|{C}: {O}\n{B}: {X}]", good, other_good, o=good, x=other_good, c=c, b=b)


def chain_system(r, j):
    c, fs, good = chained(j, r.choice([1, 1, 2]))
    j.system = r.choice(TESTED).replace("{c}", c)
    j.request("chain.blind")
    mend(j, c, fs)
    j.tell("[{O}|They pass now: {O}|Mended {L}: {O}]", good, o=good, l=", ".join(f[0] for f in fs))


def chain_readme(r, j):
    p = j.free(r.choice(["README.md", "CONTRIBUTING.md", "HOWTO.txt", "docs/testing.md", "TESTING", "ops/README.txt"]))
    P.reserve(j, p)
    c, fs, good = chained(j, r.choice([1, 1, 2]))
    if p in j.now or any(p in f or f in p for f in j.now):
        raise Again
    j.put(text(r, r.choice(["# {s}\nCheck with: ", "Run the tests by ", "# How to\nBuild with make.\nTests: ", "To verify, type ", "test command = ", "The {n} is checked by "])) + c + r.choice(["", "", "\nAsk " + r.choice(W.PEOPLE) + " if in doubt."]), p)
    j.request("chain.readme", p=p)
    j.read(p)
    mend(j, c, fs)
    j.tell("[{O}|They pass now: {O}|Mended {L}: {O}]", good, o=good, l=", ".join(f[0] for f in fs))


def nofix(r, j):
    c, fs, good = chained(j, r.choice([1, 1, 2]))
    m = fs[0][2]
    j.request("nofix", c=c)
    j.run(c)
    j.must(c, m)
    j.tell("[{M}|It says: {M}|The complaint: {M}|Failure: {M}]", m, m=m)


def leave_out(r, j):
    d, t, u, ps = library(j, 3, 4, 2 if r.random() < .5 else 3)
    hit = [p for p in ps if t in j.now[p]]
    p = r.choice(hit)
    j.some(0, 1)
    j.request("leave", d=d, t=t, u=u, p=p)
    rest = [q for q in ps if q != p]
    j.list()
    for q in rest:
        j.read(q)
    ch = [q for q in rest if t in j.now[q]]
    for q in ch:
        j.every(q, t, u)
    j.tell("[Changed {L}; {P} is as it was.|{L} now with {U}, {P} untouched.|{P} keeps {T}, the rest has {U}.]", l=", ".join(ch), p=p, t=t, u=u)


def leave_one(r, j):
    d, t, u, ps = library(j, 2, 4, 2)
    p, q = r.sample([x for x in ps if t in j.now[x]], 2)
    j.some(0, 1)
    j.request("leave.one", t=t, u=u, p=p, q=q)
    j.every(p, t, u)
    j.tell("[{P} says {U}, {Q} is as it was.|Only {P} was changed.|{P} done, {Q} untouched.]", p=p, q=q, u=u)


def norun(r, j):
    a = P.action(j)
    if hasattr(a, "out") or "gone" in a.done:
        raise Again
    j.some(0, 2)
    P.clear(j)
    c, _ = j.command()
    j.request("norun", A=a.imp(), c=c)
    a.do()
    j.tell("[{D}.|{D}; nothing was run.|Done without running anything: {D}.]", d=a.done)


def wrong(r, j):
    k = r.choice(W.NUMKEYS + W.TEXTKEYS)
    v = str(r.randint(2, 900)) if k in W.NUMKEYS else r.choice(W.TEXTS)
    w, n = other(r, v), r.randint(2, 4)
    i, ps = r.randrange(n), []
    for y in range(n):
        t, _ = settings(r, r.randint(1, 3), style=r.choice(["{k}: {v}", "{k} = {v}"]))
        if k in t:
            raise Again
        ps.append(j.put(t + r.choice(["\n{k}: {v}", "\n{k} = {v}"]).format(k=k, v=w if y == i else v)))
    m = [j.f("{p}", p=p).replace("\x02", "") for p in ps]
    j.request("wrong", k=k, v=v, L=", ".join(m[:-1]) + " and " + m[-1])
    j.secret(w)
    for p in ps:
        j.read(p)
    j.tell("[{P} has {W}.|It is {P}, with {W}.|{P}: {W}]", ps[i], w, p=ps[i], w=w)


def change_tested(blind):
    def go(r, j):
        q, k, v, ln = conf(j)
        w = other(r, v)
        if r.random() < .5:
            a, new, do = j.f("act.set", q=q, k=k, v=w), ln.replace(v, w), lambda: (j.read(q), j.line(q, ln, ln.replace(v, w)))
        else:
            t = r.choice(W.LABELS)
            a, new, do = j.f("act.append", q=q, t=t), t, lambda: j.write(q, j.read(q) + "\n" + t)
        j.some(0, 2)
        c, good = j.tests(q, new)
        j.must(c, good)
        if blind:
            j.system = r.choice(TESTED).replace("{c}", c)
        j.request("test.blind" if blind else "test.plain", A=a, c=c)
        do()
        j.run(c)
        j.tell("[{O}|Changed {Q}; {O}|Done. The check says {O}|It is in, result: {O}]", good, q=q, o=good)
    return maker(go, "tested_blind" if blind else "tested")


def stepwise(n):
    def go(r, j):
        acts = [P.action(j) for _ in range(n)]
        j.some(0, 2)
        P.clear(j)
        imps = [a.imp() for a in acts]
        if any(hasattr(a, "out") for a in acts[:-1]) or sum("gone" in a.done for a in acts) > 1:
            raise Again
        j.request("stepwise" + ("" if n == 2 else "3"), **dict(zip("ABD", imps)))
        for a in acts:
            a.do()
        j.tell("[{D}.|Done: {D}.|{D}, as asked.]", *[a.out for a in acts if hasattr(a, "out")], d="; ".join(a.done for a in acts))
    return maker(go, f"steps_{n}")


ALL = [chain(1), chain(2), chain(2), chain(3), stepwise(2), stepwise(2), stepwise(3), change_tested(True), change_tested(False)]
ALL += [maker(f) for f in (copy_set, copy_set, copy_word, copy_plain, copy_from, before_after, before_after, after_two, before_one, test_note, test_word, chain_two, chain_system, chain_readme, nofix, leave_out, leave_one, norun, wrong)]
