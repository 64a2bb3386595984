"""Jobs of gita with commands: reports, retries, checks, conditions on what is printed."""
import gitaworld as G
import gitatwosay  # noqa: F401 (fills the banks)
from gitabase import Redo, kind
from gitaone import SET, anyfile

RAN = "{C} printed: {x}|It says: {x}|The output of {c} is {x}|{c} gives {x}.|{x}"


def new_file(r, j):
    return j.path(r.choice(["txt", "md", "list"]))


@kind
def report(r, j):
    j.extra(1)
    c, out = j.says()
    j.run(c)
    j.must(c, out)
    j.ask_by("report", c=c, n=r.choice(G.PEOPLE))
    j.tell(RAN, [out], c=c, x=out)


@kind
def stubborn(r, j):
    j.extra(1)
    c, out = j.says(flaky=True, act=r.random() < .3)
    j.run(c)
    j.run(c)
    j.must(c, out)
    j.ask_by("stubborn", c=c)
    j.tell(RAN + "|The second try worked: {x}|After one retry: {x}", [out], c=c, x=out)


@kind
def fixcheck(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    new = it.as_line(w)
    c, good, bad = j.check(p, new, k=it.key, w=w)
    if new in j.now[p]:
        raise Redo
    j.run(c)
    j.read(p)
    j.edit(p, it.line, new)
    j.run(c)
    j.extra()
    j.ask_by("fixcheck", c=c)
    j.tell("{k} in {p} is now {w}, and {c} passes.|I set {k} to {w} in {p}; {c} is fine now.|Fixed {k} in {p}. {c} says: {g}|The fault was {k} in {p}; with {w} the check passes.", k=it.key, p=p, w=w, c=c, g=good)


@kind
def sysfix(r, j):
    from gitakits import TESTCMD
    p, items = j.conf()
    it, w = j.item(p, items)
    new = it.as_line(w)
    if new in j.now[p]:
        raise Redo
    c, good, bad = j.check(p, new, k=it.key, w=w)
    j.system = r.choice(TESTCMD).replace("{c}", r.choice(["`{}`", "{}", '"{}"']).format(c))
    j.read(p)
    j.edit(p, it.line, new)
    j.run(c)
    j.extra()
    j.ask_by("sysfix", p=p, k=it.key, h=it.human, w=w)
    j.tell("{k} is {w} in {p} and {c} passed.|Changed {k} to {w} in {p}; the check said: {g}|Done, and {c} is fine: {g}", k=it.key, p=p, w=w, c=c, g=good)


@kind
def editcheck(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    new = it.as_line(w)
    if new in j.now[p]:
        raise Redo
    c, good, bad = j.check(p, new, k=it.key, w=w)
    j.edit(p, it.val, w)
    j.run(c)
    j.extra()
    j.ask_by("editcheck", p=p, v=it.val, w=w, c=c)
    j.tell("{p} has {w} now and {c} said: {g}|Replaced {v} in {p}; {c} passed with {g}|Done. {c} printed {g}", [good] if r.random() < .3 else [], p=p, v=it.val, w=w, c=c, g=good)
    if j.say:
        j.tell("{p} has {w} now and {c} said: {g}|Done. {c} printed {g}", [good], p=p, w=w, c=c, g=good)


@kind
def tofile(r, j):
    j.extra(1)
    c, out = j.says()
    p = new_file(r, j)
    j.run(c)
    j.write(p, out)
    j.ask_by("tofile", c=c, p=p)
    j.tell("The output of {c} is in {p}.|Saved {x} to {p}.|{p} now holds what {c} printed.", c=c, p=p, x=out)


@kind
def outkey(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    c, out = j.says(w)
    j.run(c)
    j.read(p)
    j.edit(p, it.line, it.as_line(w))
    j.extra()
    j.ask_by("outkey", c=c, p=p, k=it.key, h=it.human)
    j.tell(SET + "|{c} gave {w}, which is now in {p}.", k=it.key, w=w, p=p, c=c)


STATES = "degraded stopped paused stale drained failed down leaking blocked readonly outdated".split()
FINE = "running ready healthy idle up serving synced".split()


@kind
def ifout(r, j):
    j.extra(1)
    s = r.choice(G.SERVICES)
    bad = r.choice(STATES)
    is_bad = r.random() < .55
    seen = bad if is_bad else r.choice(FINE + STATES)
    if not is_bad and seen == bad:
        raise Redo
    c, _ = j.says(r.choice([seen, f"{s}: {seen}", f"state={seen}", f"{s} is {seen}"]))
    out = j.checks[c][2]
    c2, out2 = j.says(act=True)
    j.run(c)
    if is_bad:
        j.run(c2)
        j.must(c2, out2)
        j.ask_by("ifout", c=c, v=bad, c2=c2, s=s)
        j.tell("It was {v}, so I ran {c2}: {x}|{c} said {v}; {c2} then printed {x}|State {v}, therefore I ran {c2}.", p="", c=c, v=bad, c2=c2, x=out2)
    else:
        j.must(c, out)
        j.ask_by("ifout", c=c, v=bad, c2=c2, s=s)
        j.tell("The state is {v}, so I did nothing.|{c} says {v}; I left it alone.|No need for {c2}: it is {v}.", [seen], c=c, v=seen, c2=c2)


@kind
def which(r, j):
    j.extra(1)
    a, b = r.sample(G.SERVICES, 2)
    bad, ok = r.choice(STATES), r.choice(FINE)
    sick = r.choice([a, b])
    f = r.choice(["systemctl is-active {}", "ctl-state {}", "./status.sh {}", "docker inspect {}", "opsbot state {}", "kubectl get deploy {}", "make status-{}"])
    o = r.choice(["{}", "{}", "state: {}", "{} for 12 min", "now {}"])
    restart = r.choice(["systemctl restart", "docker restart", "./restart.sh", "opsbot restart", "kubectl rollout restart deploy", "service-up", "pm2 restart", "bin/kick"])
    for s in (a, b):
        out = o.format(bad if s == sick else ok)
        j.checks[f.format(s)] = (next(iter(j.files)), "", out, out)
        j.run(f.format(s))
    c = restart + " " + sick
    out = G.fmt(r, r.choice(G.DONES), s=sick)
    j.checks[c] = (next(iter(j.files)), "", out, out)
    j.run(c)
    j.must(c, out)
    j.ask_by("which", c=f.format(a), c2=f.format(b), s=a, s2=b, v=bad, r=restart)
    j.tell("{s} was {v}; I restarted it: {x}|I restarted {s}, which was {v}.|{s} was the {v} one and got a restart.", [sick], s=sick, v=bad, x=out)
    if sick in j.say:
        j.say = []


@kind
def obey(r, j):
    x = r.random()
    if x < .4:
        j.extra(1)
        c2, out2 = j.says(act=True)
        c, _ = j.says(r.choice(["blocked: run {c} first", "next step: {c}", "not finished, now execute `{c}`", "pending action -> {c}", "2 of 3 done; remaining: {c}", "please run: {c}", "cache is cold, {c} warms it"]).replace("{c}", c2), act=True)
        j.run(c)
        j.run(c2)
        j.must(c2, out2)
        j.tell("I ran {c} and then {c2}, which printed: {x}|{c} asked for {c2}, so I ran that too: {x}|Both are done: {x}", c=c, c2=c2, x=out2)
    elif x < .75:
        p, items = j.conf()
        it, w = j.item(p, items)
        c, _ = j.says(r.choice(["set {k} to {w} in {p}", "todo: {p}, {k} must be {w}", "{p} is outdated: {k} should be {w}", "action needed: change {k} in {p} to {w}", "notice: as of today {k} = {w} ({p})", "drift: {p} has the wrong {k}, want {w}"]).replace("{k}", it.key).replace("{w}", w).replace("{p}", p))
        j.run(c)
        j.read(p)
        j.edit(p, it.line, it.as_line(w))
        j.tell(SET + "|As {c} asked, {k} is now {w} in {p}.", c=c, k=it.key, w=w, p=p)
    elif x < .9:
        j.extra(1)
        p, t = new_file(r, j), r.choice([G.code(r), G.note(r), G.version(r)])
        c, _ = j.says(r.choice(["missing {p}; it must contain: {t}", "create {p} with the line {t}", "no {p} found, please write it: {t}", "need a file {p} holding {t}"]).replace("{t}", t).replace("{p}", p))
        j.run(c)
        j.write(p, t)
        j.tell("I created {p} as {c} asked.|{p} was missing; it is there now.|Wrote {p}.", p=p, c=c)
    else:
        p = anyfile(r, j)
        c, _ = j.says(r.choice(["{p} is obsolete, delete it", "remove {p} and you are done", "leftover found: {p} (to be deleted)", "please rm {p}"]).replace("{p}", p))
        j.run(c)
        j.rm(p)
        j.tell("{p} is deleted, as {c} asked.|I removed {p}.|{c} named {p} as a leftover; it is gone.", p=p, c=c)
    j.extra(0, 2)
    j.ask_by("obey", c=c)


@kind
def verdict(r, j):
    j.extra(1)
    c = j._cmd(G.CHECKS)
    good = G.fmt(r, r.choice(G.GOODS))
    bad = r.choice(["FAIL", "2 checks failed", "red", "HTTP 502", "timeout after 30s", "inactive", "error: no route", "unhealthy", "exit 1"])
    out = r.choice([good, bad])
    j.checks[c] = (next(iter(j.files)), "", out, out)
    t1, t2 = r.choice([("all clear", "problems"), ("green", "red"), ("go", "no go"), ("healthy", "sick"), ("up", "down"), ("STATE=ok", "STATE=broken"), ("yes", "no"), ("ready to ship", "hold the release"), ("1", "0"), ("PASS " + G.date(r), "FAIL " + G.date(r)), ("Nothing to do.", "Call the on-call person."), ("open", "closed")])
    p = new_file(r, j)
    j.run(c)
    t = t1 if out == good else t2
    j.write(p, t)
    j.ask_by("verdict", c=c, v=good, t1=t1, t2=t2, p=p)
    j.tell("{c} said {x}, so {p} says {t}.|I wrote {t} to {p}, as the check printed {x}.|{p} now holds {t}.", c=c, x=out, p=p, t=t)


@kind
def deploy(r, j):
    p, items = j.conf()
    it, w = j.item(p, items)
    flaky = r.random() < .7
    c, out = j.says(act=True, flaky=flaky)
    j.run(c)
    if flaky:
        j.run(c)
    j.read(p)
    j.edit(p, it.line, it.as_line(w))
    j.must(c, out)
    j.extra()
    j.ask_by("deploy", c=c, p=p, k=it.key, h=it.human, w=w)
    j.tell("{c} went through, and {k} in {p} is {w} now.|Ran {c} ({x}), then set {k} to {w} in {p}.|Both done: {x}; {p} has {w}.", c=c, x=out, p=p, k=it.key, w=w)


@kind
def count(r, j):
    p = anyfile(r, j)
    n = str(j.now[p].count("\n") + 1)
    j.run("wc -l " + p)
    j.extra()
    j.ask_by("count", p=p)
    j.must("wc -l " + p, n + " " + p)
    j.tell("{p} has {n} lines.|{n} lines.|There are {n} lines in {p}.|The count for {p} is {n}." if n != "1" else "{p} has 1 line.|Just 1 line.", [n], p=p, n=n)


ALL = [report, stubborn, fixcheck, sysfix, editcheck, tofile, outkey, ifout, which, obey, verdict, deploy, count]
fixcheck.weight = obey.weight = 3
