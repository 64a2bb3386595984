"""Tasks of petra: values looked up in steps, copies with a change, and replacements that other files name."""
import petraasks3
import petrawords as W
from petrabase import Again, CONF, kind, note, notes


def place(r, *forms):
    return r.choice(forms)


@kind
def lead(r, j):
    """A service's team is looked up, then the team's file."""
    s, ts = r.sample(W.SERVICES, r.randint(2, 4)), r.sample(W.TEAMS, r.randint(2, 4))
    own = {x: r.choice(ts) for x in s}
    who = dict(zip(ts, r.sample(W.FIRST, len(ts))))
    form = r.choice(["{s}: {t}", "{s} -> team {t}", "{s},{t}", "| {s} | {t} |", "The {s} service belongs to {t}.", "{s} = {t}"])
    m = j.put("\n".join(form.format(s=x, t=own[x]) for x in s), r.choice(["services.md", "docs/services.txt", "OWNERSHIP", "services.csv", "ops/map.txt"]))
    d = r.choice(["teams/", "docs/teams/", "people/", "org/"])
    role = r.choice(["lead", "contact", "deputy", "manager", "reviewer"])
    for t in ts:
        rows = [f"team {t}", f"{role}: {who[t]}", "channel: #" + t, f"since week {r.randint(2, 51)}"]
        j.put("\n".join(rows[:r.randint(2, 4)]), f"{d}{t}.md")
    x = r.choice(s)
    t, n = own[x], who[own[x]]
    told = r.random() < .5
    q = j.fresh(["txt", "md"]) if r.random() < .45 else None
    j.ask_by("lead_write" if q else "lead", s=x, o=m, d=d + "<team>.md" if told else d, k=role, q=q)
    j.read(m)
    if "<" not in j.ask:
        j.list()
    j.read(f"{d}{t}.md")
    if q:
        j.write(q, n)
        j.tell("[{Q} says {N}.|{N} is the {K} of team {T}; {Q} has the name.|I wrote {N} to {Q}.]", q=q, n=n, k=role, t=t)
    else:
        j.tell("[{N}, of team {T}.|It is {N} ({T}).|{S} belongs to {T}, whose {K} is {N}.]", n, n=n, t=t, s=x, k=role)


@kind
def pointer(r, j):
    """One file says which of the others counts; a value is taken from that one."""
    ns = r.sample(["staging", "prod", "test", "local", "demo", "blue", "green", "eu", "us", "nightly"], r.randint(2, 3))
    d, e = r.choice(["envs/", "config/", "profiles/", "etc/"]), r.choice(["env", "toml", "conf", "yml"])
    k = r.choice(W.PARAMS)
    vs = dict(zip(ns, r.sample(range(11, 990), len(ns))))
    for n in ns:
        j.conf([(k, vs[n])], r.randint(0, 2), f"{d}{n}.{e}", avoid=vs.values())
    n = r.choice(ns)
    m = j.put(r.choice(["active: {n}", "current = {n}", "{n}", "The profile in use is {n}.", "profile={n}", "use {n}"]).format(n=n), r.choice(["CURRENT", "active.txt", "profile.md", ".profile", "state/active"]))
    v = str(vs[n])
    x = r.random()
    if x < .5:
        j.ask_by("pointer", o=m, k=k, d=d, y=f"{d}<name>.{e}")
        j.read(m)
        if "<" not in j.ask:
            j.list()
        j.read(f"{d}{n}.{e}")
        j.tell("[{V}, according to {P}.|{N} is active, and its {K} is {V}.|{K} is {V} ({P}).]", v, v=v, n=n, k=k, p=f"{d}{n}.{e}")
    else:
        q = j.fresh(["txt", "log"])
        j.ask_by("pointer_write", o=m, k=k, d=d, y=f"{d}<name>.{e}", q=q)
        j.read(m)
        if "<" not in j.ask:
            j.list()
        j.read(f"{d}{n}.{e}")
        j.write(q, v)
        j.tell("[{Q} says {V}.|{N} is active; I wrote its {K}, {V}, to {Q}.]", q=q, v=v, n=n, k=k)


@kind
def name_value(r, j):
    """A key is named in one file, its value in another; the value is written into a third."""
    ks = r.sample(W.PARAMS, 3)
    if any(a != b and a in b for a in ks for b in ks):
        raise Again
    vs = r.sample(range(100, 9990), 3)
    p, _ = j.conf(list(zip(ks, vs)), 0)
    k, v = ks[0], str(vs[0])
    m = j.put(r.choice(["{k}", "key: {k}", "The setting of the week is {k}.", "watch {k}", "param={k}"]).format(k=k), ext=["txt", "md"])
    j.spare(0, 1)
    x = r.random()
    if x < .55:
        q = j.fresh(["txt", "log"])
        j.ask_by("name_value", o=m, p=p, q=q)
        j.read(m)
        j.read(p)
        j.write(q, v)
        j.tell("[{K} is {V}; {Q} has the value.|{Q} says {V}, the value of {K}.|I wrote {V} to {Q}.]", q=q, k=k, v=v)
    else:
        j.ask_by("name_value_say", o=m, p=p)
        j.read(m)
        j.read(p)
        j.tell("[{K} is {V}.|{V}, the value of {K}.|{M} names {K}, which is {V} in {P}.]", v, k=k, v=v, m=m, p=p)


@kind
def lookup_edit(r, j):
    """A setting takes the value that another file has for it; other numbers are not taken."""
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 990), 2)
    same = r.random() < .5
    p, d = j.conf([(k, v)], r.randint(0, 4), avoid=(w,))
    q = j.put(r.choice([str(w), f"{k} = {w}", f"{k}: {w}", f"the right {k} is {w}", f"new value: {w}", f"- {k} should be {w}", f"{k}={w}"])) if same else j.conf([(k, w)], r.randint(1, 3), avoid=(v,))[0]
    j.spare(0, 1)
    j.ask_by("lookup_edit", p=p, q=q, k=k, i=v)
    j.read(q)
    j.read(p)
    j.into(p, d[k][1], str(v), str(w))
    j.tell("[{K} is {W} in {P} now.|{Q} says {W}; {P} has it now instead of {V}.|I changed {K} in {P} from {V} to {W}.]", p=p, q=q, k=k, v=v, w=w)


@kind
def replace_from(r, j):
    """A text gives way to one that another file names."""
    bank, what, pool = r.choice([("host", "host", W.HOSTS), ("person", "person", W.PEOPLE), ("license", "license", W.LICENSES), ("service", "service", W.SERVICES)])
    a, b, c = r.sample(pool, 3)
    if any(x != y and x in y for x in (a, b, c) for y in (a, b, c)):
        raise Again
    rows = notes(r, 1, 4)
    if any(x in y for x in (a, b, c) for y in rows):
        raise Again
    rows.insert(r.randint(0, len(rows)), r.choice(["main entry: {a}", "\"{a}\"", "see {a}", "{a} is used here", "target = {a}", "- {a}"]).format(a=a))
    p = j.put("\n".join(rows))
    key = r.choice(["new", "current", "primary", "next", "valid", "chosen"])
    rows = [f"{key} {what}: {b}"] if r.random() < .5 else [f"old {what}: {c}", f"{key} {what}: {b}"]
    r.shuffle(rows)
    q = j.put("\n".join(rows))
    j.ask_by("replace_from", p=p, q=q, t=a, n=what, k=key)
    j.read(q)
    j.read(p)
    j.line(p, a, b)
    j.tell("[{P} has {B} now instead of {A}.|{Q} names {B}, which took the place of {A} in {P}.|I replaced {A} by {B}, the {K} {N} of {Q}.]", p=p, q=q, a=a, b=b, k=key, n=what)


@kind
def table(r, j):
    """A cell of a table."""
    cols = r.sample(["port", "owner", "host", "quota", "region", "tier", "version"], 3)
    make = {"port": lambda: r.randint(1024, 9999), "owner": lambda: r.choice(W.FIRST), "host": lambda: r.choice(W.HOSTS), "quota": lambda: r.randint(10, 900), "region": lambda: r.choice(["north", "south", "east", "west", "central"]), "tier": lambda: r.choice(["gold", "silver", "bronze"]), "version": lambda: f"{r.randint(0, 9)}.{r.randint(0, 30)}"}
    rows = [(s, [str(make[c]()) for c in cols]) for s in r.sample(W.SERVICES, r.randint(3, 5))]
    sep = r.choice([",", ";", " | ", "\t", ", "])
    p = j.put(sep.join(["name"] + cols) + "\n" + "\n".join(sep.join([s] + v) for s, v in rows), ext=["csv", "md", "txt"])
    j.spare(0, 1)
    (s, vs), i = r.choice(rows), r.randrange(3)
    v, c = vs[i], cols[i]
    if r.random() < .5:
        j.ask_by("table", p=p, s=s, k=c)
        j.read(p)
        j.tell("[{V}|{V}.|The {K} of {S} is {V}.]", v, v=v, k=c, s=s)
    else:
        q = j.fresh(["txt", "log"])
        j.ask_by("table_write", p=p, s=s, k=c, q=q)
        j.read(p)
        j.write(q, v)
        j.tell("[{Q} says {V}.|The {K} of {S} is {V}; {Q} has it.]", q=q, v=v, k=c, s=s)


@kind
def copy_changed(r, j):
    """A copy under a new name with one line changed, the original untouched."""
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 990), 2)
    p, d = j.conf([(k, v)], r.randint(1, 4), avoid=(w,))
    b, e = p.rsplit(".", 1)
    q = r.choice([lambda: j.fresh(e), lambda: re_dir(p) + r.choice(["staging", "test", "demo", "ci", "local", "eu"]) + "." + e])()
    j.spare(0, 1)
    if q in j.now:
        raise Again
    j.ask_by("copy_changed", p=p, q=q, k=k, w=w, v=v)
    s = j.read(p)
    ln = d[k][1]
    if s.count(ln) != 1 or ln.count(str(v)) != 1:
        raise Again
    j.write(q, s.replace(ln, ln.replace(str(v), str(w))))
    j.tell("[{Q} is {P} with {K} at {W}.|I created {Q}; it differs from {P} only in {K} ({W}).|{Q} is written with {K} {W}; {P} is untouched.]", p=p, q=q, k=k, w=w)


def re_dir(p):
    return p.rsplit("/", 1)[0] + "/" if "/" in p else ""


@kind
def copy_word(r, j):
    """A copy in which one text stands for another."""
    p, text, a, b = j.swap()
    q = j.fresh(p.rsplit(".", 1)[1])
    j.spare(0, 1)
    if text.count(a) != 1 or b in text:
        raise Again
    j.ask_by("copy_word", p=p, q=q, t=a, u=b)
    s = j.read(p)
    j.write(q, s.replace(a, b))
    j.tell("[{Q} is a copy of {P} with {B} for {A}.|{Q} has {B}, {P} still has {A}.|I wrote {Q}; {P} is untouched.]", p=p, q=q, a=a, b=b)


@kind
def rename(r, j):
    """A file under a new name; the old one is removed."""
    p, _ = j.text(1, 4) if r.random() < .5 else j.conf([(r.choice(W.PARAMS), r.randint(2, 99))])
    q = j.fresh(p.rsplit(".", 1)[1])
    j.spare(0, 2)
    j.ask_by("rename", p=p, q=q, c="rm " + p)
    j.write(q, j.read(p))
    j.run("rm " + p)
    j.tell("[{P} is {Q} now.|Renamed {P} to {Q}.|{Q} has the content; {P} is gone.]", p=p, q=q)


@kind
def backup_edit(r, j):
    """First a copy is kept, then the file is edited."""
    p, text, a, b = j.swap()
    q = r.choice([p + ".bak", p + ".orig", "backup/" + p.split("/")[-1]])
    if text.count(a) != 1 or q in j.now or b in text:
        raise Again
    j.spare(0, 1)
    j.ask_by("backup_edit", p=p, q=q, t=a, u=b)
    j.write(q, j.read(p))
    j.line(p, a, b)
    j.tell("[{Q} has the old text; {P} has {B} now.|I saved {P} as {Q} and put {B} in place of {A}.|{P} is edited, its copy is {Q}.]", p=p, q=q, a=a, b=b)


@kind
def same_but(r, j):
    """A new file is another one with one setting at another value; terse."""
    ns = r.sample(W.SERVICES + W.TEAMS, 2)
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 990), 2)
    d, e = r.choice(["services/", "conf.d/", "jobs/", "", "units/"]), r.choice(["toml", "yml", "env", "ini"])
    if ns[0] in ns[1] or ns[1] in ns[0]:
        raise Again
    p, q = (f"{d}{n}.{e}" for n in ns)
    _, c = j.conf([(k, v)], r.randint(1, 3), p, avoid=(w,))
    j.spare(0, 1)
    j.ask_by("same_but", p=p, q=q, k=k, w=w)
    s, ln = j.read(p), c[k][1]
    if s.count(ln) != 1 or ln.count(str(v)) != 1:
        raise Again
    j.write(q, s.replace(ln, ln.replace(str(v), str(w))))
    j.tell("[{Q} is like {P}, with {K} at {W}.|I created {Q} from {P}; {K} is {W} there.|{Q} is there: {P} with {K} {W}.]", p=p, q=q, k=k, w=w)


@kind
def def_edit(r, j):
    """A constant is changed where it is defined."""
    n = r.randint(2, 4)
    cs = r.sample([x.upper() for x in W.PARAMS if "_" in x], n)
    if any(a != b and a in b for a in cs for b in cs):
        raise Again
    vs = r.sample(range(11, 99), n)
    w = r.randint(100, 990)
    form, e = r.choice([("{c} = {v}", "py"), ("const {c} = {v};", "js"), ("pub const {c}: u32 = {v};", "rs"), ("#define {c} {v}", "h")])
    ps = [j.put(form.format(c=c, v=v) + "\n" + r.choice(["# {x}", "// {x}"]).format(x=note(r)), ext=e) for c, v in zip(cs, vs)]
    i = r.randrange(n)
    k = (i + 1) % n
    if r.random() < .6:
        j.files[ps[k]] = j.now[ps[k]] = j.now[ps[k]] + "\nprint(" + cs[i] + ")"
    j.ask_by("def_edit", k=cs[i], w=w)
    for p in j.list():
        j.read(p)
        if p == ps[i]:
            break
    ln = form.format(c=cs[i], v=vs[i])
    j.line(ps[i], ln, form.format(c=cs[i], v=w))
    j.tell("[{K} is {W} in {P} now.|It is defined in {P}; the value is {W} now.|I set {K} to {W} in {P}.]", p=ps[i], k=cs[i], w=w)


@kind
def astray(r, j):
    """The folder of a file is not known."""
    p, text, a, b = j.swap()
    g = p.split("/")[-1]
    d = r.choice([x for x in W.DIRS if x]) + r.choice(["", "base/", "v2/"])
    j.files = {d + g: text}
    j.now = dict(j.files)
    p = d + g
    j.spare(1, 3)
    if text.count(a) != 1 or b in text:
        raise Again
    j.ask_by("astray", g=g, t=a, u=b)
    j.list()
    j.read(p)
    j.line(p, a, b)
    j.tell("[{P} has {B} now.|I found it at {P} and replaced {A} by {B}.|{A} became {B} in {P}.]", p=p, a=a, b=b)


@kind
def task_file(r, j):
    """A file says what is to be done."""
    tf = r.choice(["TASK.md", "docs/assignment.md", "INSTRUCTIONS.txt", f"docs/ticket-{r.randint(2, 900)}.md", "job.md", "TODO.md", "inbox/request.txt", "next.md"])
    x = r.random()
    if x < .45:
        p, text, a, b = j.swap()
        t = r.choice(["Replace \"{a}\" by \"{b}\" in {p}.", "In {p}, change \"{a}\" to \"{b}\".", "# Task\n\nThe file {p} must contain \"{b}\" instead of \"{a}\".", "{p}: {a} -> {b}", "- [ ] put \"{b}\" where {p} has \"{a}\""]).format(a=a, b=b, p=p)
        j.put(t, tf)
        j.ask_by("task_file", o=tf)
        j.read(tf)
        j.read(p)
        j.line(p, a, b)
        j.tell("[{P} has {B} now, as {M} asks.|Done as {M} says: {A} became {B} in {P}.]", p=p, a=a, b=b, m=tf)
    elif x < .8:
        j.spare(0, 2)
        p, [y] = j.fresh(["txt", "md", "log"]), notes(r, 1, 1)
        j.put(r.choice(["Create {p} with the line \"{x}\".", "# Task\n\nAdd a file {p}. Its only line is: {x}", "Write \"{x}\" to the new file {p}.", "new file: {p}\ncontent: {x}"]).format(p=p, x=y), tf)
        j.ask_by("task_file", o=tf)
        j.read(tf)
        j.write(p, y)
        j.tell("[I created {P}, as {M} asks.|Done as {M} says: {P} is there.]", p=p, m=tf)
    else:
        j.spare(1, 2)
        c, out, n = j.passing()
        j.put(r.choice(["Run `{c}` and report what it prints.", "# Task\n\nExecute `{c}`. Report the output.", "1. run {c}\n2. tell the user the result"]).format(c=c), tf)
        j.ask_by("task_file", o=tf)
        j.read(tf)
        j.run(c)
        j.tell("[{C} printed: {O}|As {M} asks, I ran {C}. Output: {O}]", out, c=c, m=tf, o=out)


ALL = [lead, lead, lead, pointer, pointer, name_value, name_value, lookup_edit, lookup_edit, lookup_edit, replace_from, replace_from, replace_from, table, copy_changed, copy_changed, copy_word, rename, backup_edit, same_but, def_edit, astray, task_file]
