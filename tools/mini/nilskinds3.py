"""Tasks of nils: look-ups in steps, copies with a change, replacements noted elsewhere, and all items of a list."""
import nilsasks3
import nilswords as W
from nilsbase import Again, Conf, fill, gap, host, hosts, joined, kind, lift, notes, number, path, service, services, single


def owners(r, j):
    """Services, teams and their files: (list, service, team, the team's file, fields)."""
    p = r.choice(["OWNERS.md", "docs/owners.txt", "services.txt", "OWNERS", "catalog/owners.yml", "MAINTAINERS", "ops/teams.list", "ownership.md"])
    ss, ts, ns = services(r, r.randint(3, 5)), r.sample(W.TEAMS, 3), r.sample(W.PEOPLE, 9)
    of = dict(zip(ss, ts + [r.choice(ts) for _ in ss]))
    sep = r.choice([": ", " -> ", " = ", " owned by ", ","])
    rows = [s + sep + t for s, t in of.items()]
    r.shuffle(rows)
    j.put("\n".join(rows), p)
    d, e = r.choice(["teams/", "teams/", "docs/teams/", "org/"]), r.choice(["md", "md", "txt", "yml"])
    data = {}
    for i, t in enumerate(ts):
        f = {"lead": ns[i], "backup": ns[i + 3], "channel": "#" + t + r.choice(["-ops", "-alerts", "-dev", ""]), "phone": str(r.randint(1000, 9999)), "pager": f"{t}-{r.randint(10, 99)}"}
        ks = ["lead"] + r.sample([k for k in f if k != "lead"], r.randint(1, 3))
        r.shuffle(ks)
        data[t] = {k: f[k] for k in ks}
    ks = list(data[ts[0]])
    for i, t in enumerate(ts):
        f = {"lead": ns[i], "backup": ns[i + 3], "channel": "#" + t + "-ops", "phone": str(r.randint(1000, 9999)), "pager": f"{t}-{r.randint(10, 99)}"}
        data[t] = {k: f[k] for k in ks}
        j.put("\n".join(f"{k}: {v}" for k, v in data[t].items()), f"{d}{t}.{e}")
    s = r.choice(ss)
    return p, s, of[s], f"{d}{of[s]}.{e}", data, d, e


def owned(r, j, store):
    p, s, t, f, data, d, e = owners(r, j)
    k = r.choice(["lead", "lead"] + list(data[t]))
    v = data[t][k]
    q = j.free(r.choice(["contact.txt", "tmp/who", "ONCALL", "deploy/contact", "escalation.md", "notes/call.txt"]))
    bank = ("owner_store" if store else "owner") if k == "lead" else "owner_field_store" if store else "owner_field"
    j.ask_by(bank, p=p, s=s, d=d, e=e, k=k, q=q, T="<team>")
    j.read(p)
    if "{e}" not in j.frame:
        j.list()
    j.read(f)
    if store:
        j.write(q, v)
        j.tell("{Q} says {V}.|{S} belongs to {U}; {V} is in {Q}.|Wrote {V} to {Q}.", q=q, v=v, s=s, u=t)
    else:
        j.tell("{V}|It is {V}.|{V}, of team {U}.|{S} belongs to {U}: {V}", v, unsaid=[x[k] for y, x in data.items() if y != t], v=v, s=s, u=t)


@kind
def owner(r, j):
    owned(r, j, False)


@kind
def owner_store(r, j):
    owned(r, j, True)


def pointer(r, j):
    """A file that names the config in use, among several: pointer, the config."""
    k = r.choice(W.KEYS)
    d, e = r.choice(["conf/", "envs/", "config/", "profiles/", "deploy/"]), r.choice(["yml", "env", "toml", "ini", "json"])
    names = services(r, r.randint(2, 4)) if r.random() < .5 else r.sample(["staging", "prod", "canary", "qa", "dev", "blue", "green", "eu", "us"], r.randint(2, 4))
    cs = []
    for s in names:
        c = Conf(r, [k], style=e, name=s, upper=False)
        c.p = d + s + "." + e
        j.put(c.text(), c.p)
        cs.append(c)
    c = r.choice(cs)
    q = r.choice(["CURRENT", "ACTIVE", "deploy/active.txt", "run/which", "PROFILE", "current.txt", "ops/active"])
    j.put(r.choice([c.p, c.p, f"active: {c.p}", f"use {c.p}", f"config={c.p}"]), q)
    return q, c, k, cs


@kind
def pointer_read(r, j):
    q, c, k, cs = pointer(r, j)
    j.ask_by("pointer_read", q=q, k=k)
    j.read(q)
    j.read(c.p)
    j.tell("{V}|{K} is {V} in {P}.|{P} has {V}.|It is {V}.", c.d[k], k=k, v=c.d[k], p=c.p)


@kind
def pointer_edit(r, j):
    q, c, k, cs = pointer(r, j)
    b = number(r)
    if any(str(b) in x.d.values() for x in cs):
        raise Again
    j.ask_by("pointer_edit", q=q, k=k, v=b)
    j.read(q)
    j.read(c.p)
    j.set(c, k, b)
    j.tell("{P} is in use; {K} is {V} there now.|{K} is {V} in {P}, the one that {Q} names.|Changed {K} to {V} in {P}.", k=k, v=b, p=c.p, q=q)


@kind
def name_value(r, j):
    """A file names a key, another holds its value, which goes into a third."""
    c = j.conf()
    k = r.choice(c.ks)
    s = service(r)
    a = r.choice(["limit", "knob", "variable", "setting", "key"])
    q = j.put("\n".join(r.sample([f"{a}: {k}", f"service: {s}", f"owner: {r.choice(W.PEOPLE)}"], 3)), path(r, ("md", "txt", "meta", "yml")))
    o = j.free(r.choice(["value.txt", "tmp/value", "run/limit", "out.txt", "VALUE", "report.txt"]))
    w = r.random() < .65
    j.ask_by("name_value" if w else "name_say", p=c.p, q=q, o=o, a=a)
    j.read(q)
    j.read(c.p)
    v = c.d[k]
    if w:
        j.write(o, v)
        j.tell("{O} holds {V}, the value of {K}.|{K} is {V}; it is in {O}.|Wrote {V} to {O}.", o=o, v=v, k=k)
    else:
        j.tell("{K} is {V}.|{V}, that is {K}.|{V}", v, v=v, k=k)


@kind
def port_of(r, j):
    """A service's host in one file, the host's address in another."""
    ss, hs = services(r, 4), hosts(r, 4)
    if any(h[-1].isdigit() and h[0].isdigit() for h in hs):
        raise Again
    ip = ["10." + ".".join(str(r.randint(1, 99)) for _ in range(3)) for _ in range(4)]
    p = j.put("\n".join(f"{s} runs on {h}" for s, h in zip(ss, hs)), path(r, ("txt", "md")))
    rows = [f"{a} {h}" for a, h in zip(ip, hs)]
    r.shuffle(rows)
    q = j.put("\n".join(rows), r.choice(["hosts", "etc/hosts", "dns.txt", "inventory.ini", "net/addresses"]))
    j.extra(0, 1)
    i = r.randrange(4)
    o = j.free(r.choice(["target.txt", "tmp/ip", "run/addr", "IP"]))
    w = r.random() < .5
    j.ask_by("port_store" if w else "port_say", p=p, q=q, o=o, s=ss[i])
    j.read(p)
    j.read(q)
    if w:
        j.write(o, ip[i])
        j.tell("{O} says {V}.|{S} is on {H}, that is {V}; it is in {O}.|Wrote {V} to {O}.", o=o, v=ip[i], s=ss[i], h=hs[i])
    else:
        j.tell("{V}|{S} is on {H}, that is {V}.|It is {V}.", ip[i], unsaid=[x for x in ip if x != ip[i]], v=ip[i], s=ss[i], h=hs[i])


def target(r, j, c):
    return j.free(r.choice(["envs/", "", "conf/", "deploy/", "config/"]) + (r.choice(["staging", "canary", "qa", "loadtest", "preview", "dr", "eu", "backup", "next", "blue", "sandbox", "demo"]) if r.random() < .7 else service(r)) + "." + c.style)


@kind
def example(r, j):
    c = j.conf()
    k = r.choice(c.ks)
    b, q = number(r), target(r, j, c)
    if str(b) in c.d.values():
        raise Again
    j.extra(0, 2)
    j.ask_by("example", p=c.p, q=q, k=k, v=b)
    j.read(c.p)
    t = c.text(**{k: b})
    j.write(q, t)
    j.tell("{Q} is a copy of {P} with {K} at {V}.|Created {Q}; {K} is {V} there.|{Q} is there, {K} is {V} in it. {P} is unchanged.|Copied {P} to {Q} with {K} set to {V}.", p=c.p, q=q, k=k, v=b)


@kind
def example_two(r, j):
    c = j.conf(n=r.randint(3, 5))
    k, l = r.sample(c.ks, 2)
    b, d, q = number(r), number(r), target(r, j, c)
    if len({str(b), str(d), *c.d.values()}) < 2 + len(c.d):
        raise Again
    j.ask_by("example_two", p=c.p, q=q, k=k, l=l, v=b, w=d)
    j.read(c.p)
    j.write(q, c.text(**{k: b, l: d}))
    j.tell("{Q} is like {P}, with {K} at {V} and {L} at {W}.|Created {Q}; {K} is {V} and {L} is {W} there.", p=c.p, q=q, k=k, l=l, v=b, w=d)


@kind
def copy_plain(r, j):
    c = Conf(r)
    t = r.choice([c.text(), notes(r, 2, 5), fill(r, r.choice(W.CODE)[1])])
    p = j.put(t, path(r, ("yml", "sh", "md", "conf", "py")))
    q = j.free(path(r, (p.split(".")[-1], "bak", "old", "orig")))
    j.extra(0, 2)
    j.ask_by("copy_plain", p=p, q=q)
    j.read(p)
    j.write(q, t)
    j.tell("{Q} is a copy of {P}.|Copied {P} to {Q}.|{Q} is there, with the same text.", p=p, q=q)


@kind
def copy_host(r, j):
    a, b = hosts(r, 2)
    p = j.host_file(a, r.choice([1, 1, 2]))
    q = j.free(path(r, [p.split(".")[-1]]))
    j.extra(0, 1)
    j.ask_by("copy_host", p=p, q=q, a=a, h=b)
    t = j.read(p)
    j.write(q, t.replace(a, b))
    j.tell("{Q} is {P} with {H} instead of {D}.|Created {Q}; it says {H}.|{Q} has {H}, {P} is unchanged.", p=p, q=q, d=a, h=b)


@kind
def copy_more(r, j):
    t = notes(r, 2, 4)
    p = j.put(t, path(r, ("md", "txt", "list")))
    q = j.free(path(r, [p.split(".")[-1]]))
    x = fill(r, r.choice(W.TASKS))
    if x in t:
        raise Again
    top = r.random() < .4
    j.ask_by("copy_top" if top else "copy_more", p=p, q=q, x=x)
    j.read(p)
    j.write(q, x + "\n" + t if top else t + "\n" + x)
    j.tell("{Q} is {P} with one more line.|Created {Q} from {P}, plus {X}.|{Q} is there; {P} is unchanged.", p=p, q=q, x=x)


@kind
def handover(r, j):
    a, b = hosts(r, 2)
    p = j.host_file(a)
    q = j.free(r.choice(["notes/handover.md", "docs/migration.txt", "HANDOVER.md", "ops/moving.md", "MIGRATION", "handover.txt", "docs/hosts-new.md", "inbox/mail.txt", "TODO", "docs/switch.md"]))
    t, u = notes(r, 2, 2, W.TASKS).split("\n")
    j.put(gap(r.choice(W.HANDOVER), n=r.choice(W.PEOPLE), t=t, u=u, b=b), q)
    if a in j.now[q] or b in j.now[p]:
        raise Again
    j.extra(0, 1)
    j.ask_by("handover", p=p, q=q, a=a)
    j.read(q)
    j.read(p)
    j.edit(p, a, b)
    j.tell("{P} has {H} now.|The new host is {H}; {P} has it instead of {D}.|Replaced {D} by {H} in {P}.|{P}: {D} became {H}.", p=p, d=a, h=b)


@kind
def handover_two(r, j):
    """The replacement goes into two files."""
    a, b = hosts(r, 2)
    p, o = j.host_file(a), j.host_file(a)
    q = j.free(r.choice(["notes/handover.md", "docs/migration.txt", "HANDOVER.md", "NEWHOST", "ops/moving.md"]))
    t, u = notes(r, 2, 2, W.TASKS).split("\n")
    j.put(gap(r.choice(W.HANDOVER), n=r.choice(W.PEOPLE), t=t, u=u, b=b), q)
    j.ask_by("handover_two", p=p, q=q, o=o, a=a)
    j.read(q)
    for f in (p, o):
        j.read(f)
        j.edit(f, a, b)
    j.tell("{P} and {O} have {H} now.|{H} replaces {D} in {P} and {O}.|Both say {H} now: {P}, {O}.", p=p, o=o, d=a, h=b)


@kind
def names_swap(r, j):
    """A file tells what a name is called now; the word is replaced."""
    a, b = services(r, 2)
    if len(a) < 4:
        raise Again
    q = j.put(gap(r.choice(["{a} is called {b} now", "old name: {a}\nnew name: {b}", "{a} -> {b}", "{n} says {a} was renamed to {b}", "- {a} => {b} (since Monday)", "rename,{a},{b}"]), a=a, b=b, n=r.choice(W.PEOPLE)), r.choice(["RENAMES", "docs/renames.md", "names.txt", "CHANGES.txt"]))
    p = j.put(gap(r.choice(["name: {a}\nreplicas: {d}", "exec ./{a} --workers {d}", "# {a}\nowner: {n}", "{n} deploys {a} on Monday", "APP={a}\nPORT={d}"]), a=a, d=r.randint(10, 99), n=r.choice(W.PEOPLE)), path(r))
    j.extra(0, 1)
    if sum(a in x for x in j.now) or a in j.now[q].replace(a, "", 1):
        raise Again
    j.ask_by("names_swap", p=p, q=q, a=a)
    j.read(q)
    j.read(p)
    j.edit(p, a, b)
    j.tell("{P} says {H} now.|{D} is called {H}; changed in {P}.|{D} became {H} in {P}.", p=p, d=a, h=b)


LINES = ["name: {a}\nreplicas: {d}", "exec ./{a} --workers {d}", "# {a}\nowner: {n}", "{n} deploys {a} on Monday", "APP={a}\nPORT={d}", "upstream {a} {\n    server 10.0.0.{d};\n}", "- {a}\n- {n}", "{a} has {d} open tickets", "image: {a}:{d}", "{a},{d},{n}", "see the {a} runbook", "ping {n} when {a} is up\nlag limit {d}", "FROM {a}:{d}\nUSER {n}", "\"service\": \"{a}\""]


def spread(r, j, a, n, f=None):
    """n files that hold a word."""
    out = []
    for x, s in zip(r.sample(LINES, n), services(r, n)):
        if a in s or s in a:
            raise Again
        p = f + s + "." + r.choice(["md", "yml", "sh", "txt", "conf"]) if f else path(r, name=s)
        out.append(j.put(gap(x, a=a, d=r.randint(10, 99), n=r.choice(W.PEOPLE)), p))
        if j.now[p].count(a) != 1:
            raise Again
    return out


@kind
def everywhere(r, j):
    a, b = services(r, 2) if r.random() < .75 else hosts(r, 2)
    hit = spread(r, j, a, r.randint(2, 4))
    if len(hit) < 4:
        for s in services(r, r.randint(0, 2)):
            if a not in s:
                j.put(notes(r, 1, 2), path(r, name=s))
    if any(a in f for f in j.now) or any(a in t for f, t in j.now.items() if f not in hit) or any(b in t for t in j.now.values()):
        raise Again
    j.ask_by("everywhere", a=a, h=b)
    for p in j.list():
        j.read(p)
        if p in hit:
            j.edit(p, a, b)
    j.tell("{D} became {H} in {L}.|Changed {L}.|{N} files changed: {L}|{L} say {H} now.", d=a, h=b, l=joined(sorted(hit)), n=len(hit))


@kind
def everywhere_dir(r, j):
    """Only the files of one folder."""
    a, b = services(r, 2)
    d = r.choice([x for x in W.FOLDERS if x])
    hit = spread(r, j, a, r.randint(2, 3), d)
    out = spread(r, j, a, r.randint(1, 2), r.choice([x for x in ["", "old/", "legacy/", "archive/", "docs/"] if x != d]))
    if any(a in f for f in j.now) or any(b in t for t in j.now.values()):
        raise Again
    j.ask_by("everywhere_dir", a=a, h=b, d=d)
    for p in [x for x in j.list() if x in hit]:
        j.read(p)
        j.edit(p, a, b)
    j.tell("{D} became {H} in {L}.|Changed {L}.|In {F}: {L}", d=a, h=b, f=d, l=joined(sorted(hit)))


@kind
def named_all(r, j):
    """A word is replaced in each of the files named."""
    a, b = services(r, 2) if r.random() < .7 else hosts(r, 2)
    hit = spread(r, j, a, r.randint(3, 4))
    if any(b in t for t in j.now.values()):
        raise Again
    j.extra(0, 1)
    j.ask_by("named_all", a=a, h=b, L=r.choice([joined(hit), ", ".join(hit)]))
    for p in hit:
        j.edit(p, a, b)
    j.tell("{D} became {H} in {L}.|All {N} done: {L}|{L} say {H} now.", d=a, h=b, l=joined(hit), n=len(hit))


@kind
def same_key(r, j):
    """One key gets one value in three or four configs."""
    k = r.choice(W.KEYS)
    v = number(r)
    cs = [Conf(r, [k], upper=False) for _ in range(r.randint(2, 4))]
    for c in cs:
        if str(v) in c.d.values():
            raise Again
        j.put(c.text(), c.p)
    j.ask_by("same_key", k=k, v=v, L=joined([c.p for c in cs]))
    for c in cs:
        j.read(c.p)
        j.set(c, k, v)
    j.tell("{K} is {V} in {L} now.|Set {K} to {V} in {L}.|All of them have {V}: {L}", k=k, v=v, l=joined([c.p for c in cs]))


@kind
def many_keys(r, j):
    """Three or four keys of one config."""
    c = j.conf(n=r.randint(4, 6))
    ks = r.sample(c.ks, r.randint(3, 4))
    vs = [number(r) for _ in ks]
    if len({str(v) for v in vs} | set(c.d.values())) < len(vs) + len(c.d):
        raise Again
    s = r.choice([" = ", ": ", " -> ", "=", " to "])
    rows = [f"{k}{s}{v}" for k, v in zip(ks, vs)]
    L = r.choice([joined(rows), ", ".join(rows), "; ".join(rows)])
    j.extra(0, 1)
    j.ask_by("many_keys", p=c.p, L=L)
    j.read(c.p)
    for k, v in zip(ks, vs):
        j.set(c, k, v)
    j.tell("{L} in {P} now.|All {N} are set in {P}: {L}|{P} has {L}.", p=c.p, n=len(ks), l=joined([f"{k} {v}" for k, v in zip(ks, vs)]))


def some_singles(r, j, n):
    out = {}
    while len(out) < n:
        p, x = single(r)
        if not any(lift(p) == lift(q) for q in out) and not any(x in y or y in x for y in out.values()):
            out[j.free(p)] = x
    return out


@kind
def trio(r, j):
    n = r.choice([2, 3, 3, 3, 4])
    f = some_singles(r, j, n)
    j.extra(0, 1)
    ps, xs = list(f), list(f.values())
    if n == 3 and r.random() < .6:
        j.ask_by("trio", p=ps[0], q=ps[1], o=ps[2], t=xs[0], u=xs[1], x=xs[2])
    else:
        s = r.choice([" <- ", ": ", " := ", " = ", " with ", " containing ", " gets "])
        j.ask_by("notes", L=r.choice(["\n", "\n", "\n- "]).join([""] + [p + s + x for p, x in f.items()]).lstrip("\n") if s != ": " else "\n".join(p + s + x for p, x in f.items()), m=["zero", "one", "two", "three", "four"][n])
    for p, x in f.items():
        j.write(p, x)
    j.tell("Created {L}.|{L} are there now.|All {N} files are written: {L}|{N} new files: {L}", l=joined(ps), n=n)


ALL = [owner, owner, owner_store, pointer_read, pointer_edit, name_value, port_of, example, example, example_two, copy_plain, copy_host, copy_more, handover, handover, handover_two, names_swap, everywhere, everywhere, everywhere_dir, named_all, same_key, many_keys, trio, trio]
