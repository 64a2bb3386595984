"""Where a value comes from: files, tables, lists and outputs. Each source sets its files up and knows
the steps that lead to the value; `at` is the place that can be set, if there is one."""
from types import SimpleNamespace as Part

import silaswords as W
from silasbase import Again, conf, number, other, sentence, settings, text

NTH = ["first", "second", "third", "fourth", "fifth"]


def part(j, bank, value, steps, num=False, derived=False, at=None, off=(), **s):
    """A source; value and steps are asked for when all files are there."""
    return Part(np=lambda: j.f("np." + bank, **s), q=lambda: j.f("q." + bank, **s), value=value, steps=steps, num=num, derived=derived, at=at, bank=bank, slots=s, off=off)


def key(j, want=None):
    p, k, v, ln = conf(j, want)
    return part(j, "key", lambda: v, lambda: j.read(p), v.isdigit(), at=(p, k, v, ln), p=p, k=k)


def keynum(j):
    return key(j, "num")


def keytext(j):
    return key(j, "text")


def bare(j):
    r = j.r
    v = r.choice([r.choice(W.TEXTS), r.choice(W.PEOPLE), str(number(r))])
    p = j.put(v, j.free(r.choice(W.BARE)))
    return part(j, "bare", lambda: v, lambda: j.read(p), v.isdigit(), at=(p, "", v, v), p=p)


def via(j, want=None):
    q, k, v, ln = conf(j, want)
    t, d = settings(j.r, j.r.randint(2, 4))
    lk = j.r.choice([x for x in ["profile", "include", "overrides", "settings", "source", "active", "base", "limits_from"] if x not in t and x not in k])
    style = next(iter(d.values()))[1]
    one = next(iter(d))
    line = style.replace(one, lk.upper() if one.isupper() else lk).replace(d[one][0], q)
    ls = t.split("\n")
    ls.insert(j.r.randint(0, len(ls)), line)
    p = j.put("\n".join(ls))
    # A decoy with the same key.
    if j.r.random() < .5:
        t2 = j.now[q].replace(v, other(j.r, v))
        j.put(t2)
    return part(j, "via", lambda: v, lambda: (j.read(p), j.read(q)), v.isdigit(), p=p, k=k, l=lk.upper() if one.isupper() else lk)


def look(j, *texts):
    """The list, if the request does not have all of this."""
    if not all(t in j.ask for t in texts):
        j.list()


def crew(j, deep):
    r = j.r
    ss, ts = r.sample(W.SERVICES, 4), r.sample(W.TEAMS, 3)
    own = {s: r.choice(ts) for s in ss}
    leads = dict(zip(ts, r.sample(W.PEOPLE, 3)))
    e = r.choice(["md", "yaml", "txt"])
    form = r.choice(["{s}: {t}", "{s} -> {t}", "{s},{t}", "{s} = {t}", "- {s} ({t})", "{s} is run by {t}", "{s}\t{t}"])
    p = j.put("\n".join(form.format(s=s, t=own[s]) for s in ss), j.free(r.choice(["services", "ownership", "who-runs-what", "catalog/services", "ops/owners", "service-map"]) + "." + r.choice(["yaml", "txt", "csv", "md"])))
    d = r.choice(["teams", "groups", "crew", "org/teams"])
    lf = r.choice(["lead: {l}", "Lead: {l}", "lead = {l}", "The lead is {l}.", "- lead: {l}"])
    for t in ts:
        x = ["# " + t, lf.format(l=leads[t]), r.choice(["members: {e}", "on call: {p}", "floor: {e}", "deputy: {p}"])]
        j.put("\n".join(text(r, y) for y in x), f"{d}/{t}.{e}")
    s = r.choice(ss)
    t = own[s]
    if not deep:
        return part(j, "lead", lambda: leads[t], lambda: (look(j, p, f"{d}/<team>.{e}"), j.read(p), j.read(f"{d}/{t}.{e}")), s=s, p=p, d=d, y=f"{d}/<team>.{e}")
    x = r.choice(["phone", "extension", "desk", "pager", "room", "badge"])
    nums = {t: str(n) for t, n in zip(ts, r.sample(range(1000, 9999), 3))}
    h = r.choice(["people", "staff", "contacts", "directory"])
    for u in ts:
        j.put(f"{leads[u]}\n{x}: {nums[u]}\nsince: {r.randint(2001, 2024)}", f"{h}/{leads[u]}.{e}")
    return part(j, "phone", lambda: nums[t], lambda: (j.list(), j.read(p), j.read(f"{d}/{t}.{e}"), j.read(f"{h}/{leads[t]}.{e}")), s=s, p=p, x=x)


def lead(j):
    return crew(j, False)


def phone(j):
    return crew(j, True)


def printed(j, bank, forms, v, num, **s):
    c, out = j.command(j.output(forms, v))
    if out.count(v) != 1 or (num and any(x.isdigit() for x in out.replace(v, ""))):
        raise Again
    j.must(c, out)
    return part(j, bank, lambda: v, lambda: j.run(c), num, c=c, **s)


def cmdnum(j):
    return printed(j, "cmdnum", [x for x in W.NUMOUT if "{d}" not in x and "{e}" not in x], str(number(j.r)), True)


def cmdlast(j):
    return printed(j, "cmdlast", W.LASTOUT, j.r.choice(W.TEXTS), False)


def cmdfile(j):
    p = j.noise()
    return printed(j, "cmdfile", W.FILEOUT, p, False)


def cmdkey(j):
    r = j.r
    ks = r.sample(["rows", "errors", "lag", "peak", "skipped", "moved", "leader", "node", "files", "retries", "queue", "stage", "elapsed"], r.randint(2, 4))
    vs = []
    while len(set(vs)) < len(ks):
        vs = [r.choice(W.TEXTS) if k in ("leader", "node", "stage") else str(number(r)) for k in ks]
    sep, eq = r.choice([" ", ", ", "; ", "\n", " | "]), r.choice(["=", "=", ": ", ":"])
    c, out = j.command(sep.join(k + eq + v for k, v in zip(ks, vs)))
    i = r.randrange(len(ks))
    j.must(c, out)
    return part(j, "cmdkey", lambda: vs[i], lambda: j.run(c), vs[i].isdigit(), c=c, k=ks[i])


def line(j):
    r = j.r
    ls = list(dict.fromkeys(sentence(r) for _ in range(r.randint(3, 6))))
    i = r.choice([0, 1, 2, len(ls) - 1])
    if i >= min(5, len(ls)) or "\n".join(ls).count(ls[i]) != 1:
        raise Again
    p = j.put("\n".join(ls), ext=r.choice(["txt", "md"]))
    last = i == len(ls) - 1 and r.random() < .7
    if last:
        return Part(np=lambda: j.f(r.choice(["the last line of {p}", "the final line of {p}", "the bottom line of {p}", "what {p} says in its last line"]), p=p), q=lambda: j.f(r.choice(["What is the last line of {p}?", "Quote the bottom line of {p}.", "How does {p} end? One line.", "Last line of {p}?"]), p=p), value=lambda: ls[i], steps=lambda: j.read(p), num=False, derived=False, at=None, bank="line", slots={"p": p}, off=())
    return part(j, "line", lambda: ls[i], lambda: j.read(p), p=p, n=NTH[i], d=i + 1)


def counted(j, bank, ok, **s):
    return part(j, bank, lambda: str(sum(map(ok, j.now))), lambda: j.list(), True, True, **s)


def ext(j):
    x = j.r.choice(["yaml", "sql", "csv", "sh", "md", "parquet", "json", "cron", "tf", "bak", "service"])
    for _ in range(j.r.randint(1, 6)):
        j.noise(ext=x)
    if j.r.random() < .4:
        j.noise(j.free(j.r.choice(W.NOUNS) + "." + x + j.r.choice([".old", "l", ".txt", "2"])))
    return counted(j, "ext", lambda f: f.endswith("." + x), x=x)


def folder(j):
    r = j.r
    d = r.choice(["reports", "jobs", "hosts", "dags", "queries", "runbooks", "alerts", "feeds", "dumps/may", "sites/north"])
    for n in r.sample(W.NOUNS, r.randint(1, 7)):
        j.noise(f"{d}/{n}.{r.choice(W.EXTS)}")
    if r.random() < .5:
        j.noise(j.free(r.choice(["old-", "more-", "x"]) + d + "/" + r.choice(W.NOUNS) + ".txt"))
    return counted(j, "dir", lambda f: f.startswith(d + "/"), d=d)


def word(j):
    r = j.r
    w = r.choice(["test", "draft", "spare", "old", "night", "tmp", "shadow", "final", "2024", "beta", "copy", "seed"])
    for n in r.sample(W.NOUNS, r.randint(1, 5)):
        j.noise(r.choice(W.DIRS) + r.choice([w + "_" + n, n + "-" + w, w + "-" + n, n + "_" + w]) + "." + r.choice(W.EXTS))
    if any(w in f and w not in f.split("/")[-1] for f in j.now):
        raise Again
    return counted(j, "word", lambda f: w in f, t=w)


def base(j):
    r = j.r
    n = r.choice(["Dockerfile", "Makefile", "README.md", "Chart.yaml", "main.tf", "Jenkinsfile", "BUILD", "crontab", "schema.sql", "Procfile", "go.mod"])
    for d in r.sample(W.SERVICES + W.NOUNS, r.randint(1, 5)):
        j.noise(f"{d}/{n}")
        if r.random() < .4:
            j.noise(f"{d}/{r.choice(W.NOUNS)}.txt")
    for d in r.sample([x for x in W.TEAMS if not any(x in f for f in j.now)], r.randint(0, 2)):
        j.noise(f"{d}/{r.choice(W.NOUNS)}.sh")
    return counted(j, "base", lambda f: f.split("/")[-1] == n and "/" in f, n=n)


def lines(j):
    p = j.put("\n".join(sentence(j.r) for _ in range(j.r.randint(2, 14))))
    n = str(j.now[p].count("\n") + 1)
    return part(j, "lines", lambda: n, lambda: j.run("wc -l " + p), True, p=p)


def rows(j):
    r = j.r
    a = r.sample(["open", "closed", "late", "paid", "broken", "spare", "green", "red", "idle", "lost"], 3)
    ls = [text(r, r.choice(["{n}-{d}"])) for _ in range(r.randint(4, 9))]
    form = r.choice(["{x}: {a}", "{x},{a}", "- {x} ({a})", "{x} {a}", "{a} | {x}", "[{a}] {x}".replace("[", "<").replace("]", ">")])
    st = [r.choice(a) for _ in ls]
    p = j.put("\n".join(form.format(x=x, a=y) for x, y in zip(ls, st)), ext=r.choice(["txt", "csv", "md"]))
    w = r.choice(st)
    if sum(w in x for x in j.now[p].split("\n")) != st.count(w) or w in p:
        raise Again
    return part(j, "rows", lambda: str(st.count(w)), lambda: j.read(p), True, True, p=p, t=w)


def table(j):
    r = j.r
    head = r.choice(["host", "site", "service", "city", "person"])
    first = r.sample({"host": [f"node{i}" for i in range(10, 60)], "site": W.CITIES, "city": W.CITIES, "service": W.SERVICES, "person": W.PEOPLE}[head], r.randint(3, 5))
    cols = r.sample(["disk", "load", "rack", "uptime", "tapes", "quota", "pallets", "score", "lag", "tickets"], r.randint(1, 3))
    cells = {c: [str(x) for x in r.sample(range(11, 990), len(first))] for c in cols}
    sep = r.choice([",", ",", ";", " | ", "\t"])
    out = [sep.join([head] + cols)] + [sep.join([f] + [cells[c][i] for c in cols]) for i, f in enumerate(first)]
    p = j.put("\n".join(out), ext=r.choice(["csv", "csv", "txt", "md"]))
    allv = [x for c in cols for x in cells[c]]
    if len(set(allv)) != len(allv) or any(f in p for f in first):
        raise Again
    return p, first, cols, cells


def cell(j):
    p, first, cols, cells = table(j)
    i, c = j.r.randrange(len(first)), j.r.choice(cols)
    return part(j, "cell", lambda: cells[c][i], lambda: j.read(p), True, p=p, k=c, l=first[i])


def most(j):
    p, first, cols, cells = table(j)
    c = j.r.choice(cols)
    big = j.r.random() < .6
    i = (max if big else min)(range(len(first)), key=lambda x: int(cells[c][x]))
    return part(j, "most", lambda: first[i], lambda: j.read(p), p=p, k=c, n=j.r.choice(["highest", "largest", "greatest"] if big else ["lowest", "smallest", "least"]))


def env(j):
    r = j.r
    names = [x + "_" + y for x in ("FEED", "STORE", "NODE", "LAKE", "MAIL") for y in ("PIN", "HOME", "LIMIT", "TARGET", "SIZE")]
    x = r.sample(names, 4)
    vals = []
    while len(set(vals)) < 4:
        vals = [other(r, r.choice(W.TEXTS + ["77"])) for _ in x]
    form = r.choice(["{k}={v}", "{k}={v}", "export {k}={v}", "{k}: {v}"])
    q = j.put("\n".join(form.format(k=a, v=b) for a, b in zip(x, vals)), j.free(r.choice([".env", "prod.env", "env/live.env", "vars.sh", "secrets.env", "etc/defaults"])))
    k = r.choice(["password_from", "limit_var", "target_env", "value_from", "size_var", "path_env", "pin_var"])
    i = r.randrange(4)
    t, _ = settings(r, r.randint(1, 3), style="{k}: {v}")
    ls = t.split("\n") + [f"{k}: {x[i]}"]
    r.shuffle(ls)
    p = j.put("\n".join(ls), ext="yaml")
    return part(j, "env", lambda: vals[i], lambda: (j.read(p), look(j, q), j.read(q)), vals[i].isdigit(), p=p, q=q, k=k)


def piece(j):
    r = j.r
    host = r.choice(W.SERVICES) + "." + r.choice(W.TEXTS) + "." + r.choice(["example", "internal", "lan", "local"])
    port, name, fold = str(r.randint(1024, 9999)), r.choice(W.PEOPLE), r.choice(W.NOUNS)
    tag = f"{r.randint(1, 9)}.{r.randint(0, 30)}"
    k, x, v, whole = r.choice([("url", "host", host, f"https://{host}:{port}/{fold}"), ("url", "port", port, f"https://{host}:{port}/{fold}"), ("endpoint", "port", port, f"{host}:{port}"), ("endpoint", "host", host, f"{host}:{port}"), ("image", "tag", tag, f"registry.lan/{fold}:{tag}"), ("image", "image's tag", tag, f"{fold}:{tag}"),
                               ("owner", "surname", name, f"{r.choice([y for y in W.PEOPLE if y != name])} {name}"), ("mail", "domain", host, f"{name.lower()}@{host}"), ("mail", "part before the @", name.lower(), f"{name.lower()}@{host}"), ("dsn", "database name", fold, f"postgres://{name.lower()}@{host}:{port}/{fold}"), ("dsn", "user", name.lower(), f"postgres://{name.lower()}@{host}:{port}/{fold}"),
                               ("version", "major number", tag.split(".")[0], tag + "." + str(r.randint(10, 90))), ("path", "last folder", fold, f"/srv/{r.choice(W.TEAMS)}/{fold}/")])
    style = r.choice(["{k}: {v}", "{k} = {v}", "{k}={v}"])
    t, _ = settings(r, r.randint(1, 4), style=style)
    ls = t.split("\n") + [style.format(k=k, v=whole)]
    if k in t:
        raise Again
    r.shuffle(ls)
    p = j.put("\n".join(ls))
    return part(j, "part", lambda: v, lambda: j.read(p), v.isdigit(), p=p, k=k, x=x)


def log(j):
    r = j.r
    lv = r.sample(["ERROR", "WARN", "INFO", "FATAL"], r.randint(2, 3))
    k = r.choice(["code", "job", "host", "shard"])
    m = r.randint(4, 8)
    vs = [str(x) for x in r.sample(range(100, 999), m)] if k in ("code", "shard") else r.sample(W.NOUNS if k == "job" else W.TEXTS, m)
    hr, ls, last = r.randint(0, 20), [], {}
    for i in range(m):
        a = r.choice(lv)
        last[a] = vs[i]
        ls.append(f"{hr:02d}:{10 + i * 5:02d} {a} {k}={vs[i]}")
    p = j.put("\n".join(ls), ext=r.choice(["log", "txt", "out"]))
    a = r.choice(list(last))
    return part(j, "log", lambda: last[a], lambda: j.read(p), last[a].isdigit(), p=p, k=k, n=a)


def opened(j):
    r = j.r
    xs = r.sample(W.LABELS, r.randint(3, 6))
    i = r.randrange(1, len(xs))
    b, a = r.choice([("- [ ] ", "- [x] "), ("[ ] ", "[x] "), ("TODO ", "DONE "), ("o ", "x ")])
    ls = [(a if y < i else b if y == i else r.choice([a, b])) + x for y, x in enumerate(xs)]
    p = j.put("\n".join(ls), j.free(r.choice(["TODO.md", "checklist.md", "rounds.txt", "handover.md", "ops/todo.txt", "shift.md"])))
    return part(j, "open", lambda: xs[i], lambda: j.read(p), p=p)


def only(j):
    x = j.r.choice(["sqlite", "pem", "parquet", "tfvars", "ipynb", "xlsx", "lock", "patch", "proto", "dump", "service", "ovpn"])
    p = j.noise(ext=x)
    return part(j, "only", lambda: p, lambda: j.list(), x=x)


def first(j):
    r = j.r
    v = r.choice(W.PEOPLE + W.TEXTS)
    t = v + " " + text(r, r.choice(["has the {n} this week.", "is next, then rack {e}.", "took over {s}.", "({n}, {d})", "since week {e}", "- {n}"]))
    p = j.put(t, ext=r.choice(["txt", "md", "note"]))
    return part(j, "first", lambda: v, lambda: j.read(p), p=p)


NUM = [keynum, keynum, cmdnum, ext, folder, word, base, lines, rows, cell]
TEXT = [keytext, cmdlast, lead, first, bare, env, most]
ALL = [key, bare, via, lead, phone, cmdnum, cmdlast, cmdfile, cmdkey, line, ext, folder, word, base, lines, rows, cell, most, env, piece, log, opened, only, first]
