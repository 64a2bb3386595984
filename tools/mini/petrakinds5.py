"""Tasks of petra: lists of which nothing is left out, limits, states of affairs, odd names, and everyday edits."""
import petraasks5
import petraasks6
import petrawords as W
from petrabase import Again, CONF, TEXT, kind, note, notes

DONE = "[{P} has {B} now.|I replaced {A} by {B} in {P}.|{A} became {B} in {P}.]"


def rows_of(r, form, xs):
    return "\n".join(form.format(n=i + 1, **x) for i, x in enumerate(xs))


@kind
def new_files(r, j):
    """Three or four files of one line each."""
    j.spare(0, 1)
    n = r.randint(3, 4)
    ps, xs = [j.fresh(TEXT + ["env"]) for _ in range(n)], notes(r, n, n)
    sep = r.choice(["- {p}: {x}", "{p} <- {x}", "{n}. {p}: {x}", "`{p}` with \"{x}\"", "* {p} contains \"{x}\"", "{p} = {x}", "{p}\t{x}"])
    if r.random() < .35:
        names, texts = ", ".join(ps[:-1]) + " and " + ps[-1], "\n".join(xs)
        j.ask_by("new_files_order", i=names, n=["", "", "", "three", "four"][n], L=texts)
    else:
        j.ask_by("new_files", n=["", "", "", "three", "four"][n], L=rows_of(r, sep, [dict(p=p, x=x) for p, x in zip(ps, xs)]))
    for p, x in zip(ps, xs):
        j.write(p, x)
    j.tell("[I created {L}.|All {N} files are there: {L}.|{L} are written.]", l=", ".join(ps[:-1]) + " and " + ps[-1], n=n)


@kind
def set_many(r, j):
    """Three or four settings of one file."""
    n = r.randint(3, 4)
    ks = r.sample(W.PARAMS, n)
    if any(a != b and a in b for a in ks for b in ks):
        raise Again
    vs = r.sample(range(11, 990), 2 * n)
    p, d = j.conf(list(zip(ks, vs[:n])), r.randint(0, 2), avoid=vs)
    form = r.choice(["- {k}: {w}", "{k} -> {w}", "{n}. {k} = {w}", "{k}: {v} => {w}", "* {k} from {v} to {w}", "{k} <- {w}"])
    j.ask_by("set_many", p=p, n=["", "", "", "three", "four"][n], L=rows_of(r, form, [dict(k=k, v=v, w=w) for k, v, w in zip(ks, vs, vs[n:])]))
    j.read(p)
    for k, v, w in zip(ks, vs, vs[n:]):
        j.into(p, d[k][1], str(v), str(w))
    j.tell("[All {N} are changed: {L}.|{P} has {L} now.|Done, {L}.]", p=p, n=n, l=", ".join(f"{k} {w}" for k, w in zip(ks, vs[n:])))


@kind
def edit_each(r, j):
    """One edit in each of several files."""
    n = r.randint(3, 4)
    got = []
    for _ in range(n):
        p, text, a, b = j.swap()
        if text.count(a) != 1 or len(a) > 40:
            raise Again
        got.append(dict(p=p, a=a, b=b))
    form = r.choice(["- {p}: {a} -> {b}", "{p}: {a} => {b}", "{n}. in {p}, \"{a}\" becomes \"{b}\"", "* {p}: `{b}` instead of `{a}`", "{p} | {a} | {b}", "{n}) {p}: replace {a} by {b}"])
    j.ask_by("edit_each", n=["", "", "", "three", "four"][n], L=rows_of(r, form, got))
    for x in got:
        j.read(x["p"])
        j.line(x["p"], x["a"], x["b"])
    ps = [x["p"] for x in got]
    j.tell("[All {N} edits are made: {L}.|{L} are changed.|Done in {L}.]", n=n, l=", ".join(ps[:-1]) + " and " + ps[-1])


@kind
def edit_all(r, j):
    """A word is replaced in every file that has it."""
    a, b = r.sample(r.choice([W.HOSTS, W.LICENSES, W.NAMES, W.PEOPLE, W.FUNCS]), 2)
    n = r.randint(2, 3)
    ps = []
    for i in range(n + r.randint(0, 2)):
        rows = notes(r, 1, 3)
        if any(a in x or b in x for x in rows):
            raise Again
        if i < n:
            rows.insert(r.randint(0, len(rows)), r.choice(["{a}", "uses {a}", "# {a}", "{a}: see above", "call {a}", "name = {a}"]).format(a=a))
        p = j.put("\n".join(rows))
        if i < n:
            ps.append(p)
    if any(a in p for p in j.now):
        raise Again
    j.ask_by("edit_all", t=a, u=b)
    for p in j.list():
        j.read(p)
    for p in sorted(ps):
        j.line(p, a, b)
    j.tell("[{L} have {B} now.|I replaced {A} by {B} in {L}.|Done in {N} files: {L}.]", a=a, b=b, n=n, l=" and ".join(sorted(ps)) if n == 2 else ", ".join(sorted(ps)[:-1]) + " and " + sorted(ps)[-1])


@kind
def runs_order(r, j):
    """Several commands in order, all results."""
    j.spare(1, 2)
    n = r.randint(3, 4)
    got = []
    for v in r.sample(range(100, 990), n):
        out = r.choice(W.COUNTED).format(n=v, g=r.choice(W.NAMES))
        got.append((j.command(out), v, out))
    form = r.choice(["- {c}", "{n}. {c}", "{n}) `{c}`", "* `{c}`", "$ {c}", "{c}"])
    j.ask_by("runs_order", n=["", "", "", "three", "four"][n], L=rows_of(r, form, [dict(c=c) for c, _, _ in got]))
    for c, _, _ in got:
        j.run(c)
    j.tell("[{L}.|The numbers are {L}.|In order: {L}.]", *[v for _, v, _ in got], l=", ".join(str(v) for _, v, _ in got))


@kind
def head_each(r, j):
    """One line at the top or end of each of several files."""
    n = r.randint(2, 3)
    got = [j.text(1, 2) for _ in range(n)]
    j.spare(0, 1)
    x = r.choice(["# reviewed", "Draft, do not quote.", "status: final", "internal use only", "<!-- generated -->", f"week {r.randint(2, 51)}", "approved by " + r.choice(W.FIRST), "// " + r.choice(W.NAMES)])
    ps = [p for p, _ in got]
    top = r.random() < .5
    j.ask_by("head_each" if top else "foot_each", i=", ".join(ps[:-1]) + " and " + ps[-1], t=x)
    for p in ps:
        s = j.read(p)
        j.write(p, x + "\n" + s if top else s + "\n" + x)
    j.tell("[{L} have the line now.|Added it to {L}.|These {N} files have it: {L}.]", n=n, l=", ".join(ps[:-1]) + " and " + ps[-1])


@kind
def remove_some(r, j):
    """Some files are removed, each by its command."""
    n = r.randint(2, 4)
    ps = [j.text(1, 2)[0] for _ in range(n)]
    j.spare(1, 2)
    j.ask_by("remove_some", i=", ".join(ps[:-1]) + " and " + ps[-1], n=["", "", "two", "three", "four"][n])
    for p in ps:
        j.run("rm " + p)
    j.tell("[Removed {L}.|{L} are gone.|These are deleted: {L}.]", n=n, l=", ".join(ps[:-1]) + " and " + ps[-1])


@kind
def red_only(r, j):
    """A failure is reported and not repaired."""
    p, a, b, m = j.broken()
    j.spare(0, 2)
    c, _ = j.failing(p, m)
    j.ask_by("red_only", c=c)
    j.run(c)
    j.tell("[It fails: {M}|{C} fails with: {M}|The message is: {M}]", m, c=c, m=m)


@kind
def look_only(r, j):
    """A question about a file that could be corrected, but must not be."""
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 990), 2)
    p, d = j.conf([(k, v)], avoid=(w,))
    j.spare(0, 1)
    right = r.random() < .5
    x = v if right else w
    j.ask_by("look_only", p=p, k=k, w=x)
    j.read(p)
    yes = "yes" if right else "no"
    j.tell("[Yes, {K} is {V}.|Yes, {V}.]" if right else "[No, {K} is {V}.|No, it is {V}.]", yes, v, k=k, v=v)


@kind
def keep_p(r, j):
    """The change goes into a new file; the old one is left as it is."""
    p, rows = j.text(2, 4)
    q = j.fresh(p.rsplit(".", 1)[1])
    [x] = notes(r, 1, 1)
    if x in rows:
        raise Again
    j.ask_by("keep_p", p=p, q=q, t=x)
    s = j.read(p)
    j.write(q, s + "\n" + x)
    j.tell("[{Q} is {P} with one more line; {P} is untouched.|{P} is as before, {Q} has the line.|I wrote {Q} and left {P} alone.]", p=p, q=q)


@kind
def no_run(r, j):
    """An edit without the tests that are mentioned."""
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    c, out, n = j.passing(p, b)
    j.must_run = []
    j.spare(0, 1)
    j.ask_by("no_run", p=p, t=a, u=b, c=c)
    j.read(p)
    j.line(p, a, b)
    j.tell(DONE, p=p, a=a, b=b)


@kind
def one_of_two(r, j):
    """Two files have the same line; only one may change."""
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 990), 2)
    p, d = j.conf([(k, v)], r.randint(0, 2), avoid=(w,))
    q, _ = j.conf([(k, v)], r.randint(0, 2), avoid=(w,))
    j.spare(0, 1)
    j.ask_by("one_of_two", p=p, q=q, k=k, w=w, v=v)
    j.read(p)
    j.into(p, d[k][1], str(v), str(w))
    j.tell("[{K} is {W} in {P}; {Q} is untouched.|I changed {K} in {P} only.|{P} has {W} now, {Q} still {V}.]", p=p, q=q, k=k, v=v, w=w)


@kind
def state(r, j):
    """A state of affairs instead of an order."""
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    j.spare(0, 2)
    j.ask_by("state", p=p, t=a, u=b)
    j.read(p)
    j.line(p, a, b)
    j.tell(DONE, p=p, a=a, b=b)


@kind
def state_set(r, j):
    """What a setting should be, in few words."""
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 990), 2)
    p, d = j.conf([(k, v)], avoid=(w,))
    j.spare(0, 2)
    j.ask_by("state_set", p=p, k=k, w=w, v=v)
    j.read(p)
    j.into(p, d[k][1], str(v), str(w))
    j.tell("[{K} is {W} in {P} now.|{P} has {K} at {W}; it was {V}.|Set {K} to {W} in {P}.]", p=p, k=k, v=v, w=w)


@kind
def renamed(r, j):
    """A name was changed elsewhere; files still have the old one."""
    a, b = r.sample(W.FUNCS if r.random() < .6 else W.SERVICES, 2)
    n = r.randint(1, 3)
    ps = []
    for _ in range(n):
        rows = notes(r, 1, 2)
        if any(a in x or b in x for x in rows):
            raise Again
        rows.insert(r.randint(0, len(rows)), r.choice(["call {a}", "{a}()", "- {a}", "import {a}", "uses {a} twice", "entry = \"{a}\""]).format(a=a))
        ps.append(j.put("\n".join(rows)))
    if any(a in p for p in ps):
        raise Again
    l = ps[0] if n == 1 else ", ".join(ps[:-1]) + " and " + ps[-1]
    j.ask_by("renamed", t=a, u=b, i=l)
    for p in ps:
        j.read(p)
        j.line(p, a, b)
    j.tell("[{L}: {B} instead of {A} now.|I replaced {A} by {B} in {L}.|{A} is {B} now in {L}.]", a=a, b=b, l=l)


@kind
def backwards(r, j):
    """Steps that are told in another order than that of doing."""
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    q, [x] = j.fresh(TEXT), notes(r, 1, 1)
    n = r.randint(100, 990)
    out = r.choice(W.COUNTED).format(n=n, g=r.choice(W.NAMES))
    c = j.command("error: " + p + " is not ready", out, p, b)
    j.ask_by("backwards", p=p, q=q, t=a, u=b, x=x, c=c)
    j.read(p)
    j.line(p, a, b)
    j.run(c)
    j.write(q, x)
    j.tell("[{P} is edited, {C} printed {O}, and {Q} is written.|All three steps are done; output: {O}|Edit, run and note are done. {C}: {O}]", out, p=p, q=q, c=c, o=out)


@kind
def wordlike(r, j):
    """Ordinary words as names of settings, values and files."""
    k, v, w = r.sample(W.WORDLIKE, 3)
    if any(x != y and x in y for x in (k, v, w) for y in (k, v, w)):
        raise Again
    style = r.choice(["{k} = {v}", "{k}: {v}", "{k}={v}"])
    others = [x for x in r.sample(W.WORDLIKE, 3) if not any(x in y or y in x for y in (k, v, w))]
    rows = [style.format(k=k, v=v)] + [style.format(k=x, v=r.choice(W.NAMES)) for x in others]
    r.shuffle(rows)
    n = r.choice(W.WORDLIKE)
    p = j.put("\n".join(rows), r.choice(["", "config/", "docs/", "src/"]) + n + "." + r.choice(["toml", "ini", "conf", "env", "txt"]))
    j.spare(0, 1)
    if r.random() < .35:
        j.ask_by("wordlike_ask", p=p, k=k)
        j.read(p)
        j.tell("[{K} is {V}.|{V}.|It is set to {V}.]", v, k=k, v=v)
    else:
        j.ask_by("state_set", p=p, k=k, v=v, w=w)
        j.read(p)
        a = style.format(k=k, v=v)
        if j.now[p].count(a) != 1:
            raise Again
        j.line(p, a, style.format(k=k, v=w))
        j.tell("[{K} is {W} in {P} now.|{P} has {K} at {W}; it was {V}.|Set {K} to {W} in {P}.]", p=p, k=k, v=v, w=w)


@kind
def bare_name(r, j):
    """Files without an ending are written, edited or read."""
    p = r.choice(["", "", "", "docs/", "ops/"]) + r.choice(W.BARE)
    a, b = r.sample(r.choice([W.FIRST, W.HOSTS, W.NAMES]), 2)
    x = r.choice(["{a}", "contact: {a}", "see {a}", "owner={a}"])
    k = r.random()
    if k < .35:
        j.spare(1, 2)
        j.ask_by("bare_new", p=p, t=x.format(a=a))
        j.write(p, x.format(a=a))
        j.tell("[I created {P}.|{P} is there now.|{P} says {X}.]", p=p, x=x.format(a=a))
    elif k < .75:
        j.put(x.format(a=a) + ("\n" + note(r) if r.random() < .5 else ""), p)
        j.spare(0, 2)
        if j.now[p].count(a) != 1:
            raise Again
        j.ask_by("state", p=p, t=a, u=b)
        j.read(p)
        j.line(p, a, b)
        j.tell(DONE, p=p, a=a, b=b)
    else:
        j.put(x.format(a=a), p)
        j.spare(0, 2)
        j.ask_by("bare_ask", p=p)
        j.read(p)
        j.tell("[It says: {X}|{P} contains: {X}|{X}]", x.format(a=a), p=p, x=x.format(a=a))


@kind
def in_folder(r, j):
    """A folder is named, but it is the file in it that changes."""
    p, text, a, b = j.swap()
    if text.count(a) != 1 or b in text:
        raise Again
    d = r.choice(["billing/", "web/", "api/", "docs/guide/", "infra/", "mobile/", "search/", "tools/ci/"])
    e = p.split(".")[-1]
    g = r.choice(["settings.", "main.", "index.", "values.", "notes."]) + e
    j.files = {d + g: text}
    j.now = dict(j.files)
    o = r.choice([x for x in ["admin/", "batch/", "cli/", "shop/"]])
    j.put(text if r.random() < .6 else note(r), o + g)
    j.spare(0, 1)
    j.ask_by("in_folder", d=d, g=g, t=a, u=b)
    j.list()
    j.read(d + g)
    j.line(d + g, a, b)
    j.tell(DONE, p=d + g, a=a, b=b)


@kind
def ask_value(r, j):
    k, v = r.choice(W.PARAMS), r.randint(11, 9999)
    p, d = j.conf([(k, v)])
    j.spare(0, 3)
    j.ask_by("ask_value", p=p, k=k)
    j.read(p)
    j.tell("[{K} is {V}.|{P} sets {K} to {V}.|{V}.|It is {V}.]", v, p=p, k=k, v=v)


@kind
def compare(r, j):
    k = r.choice(W.PARAMS)
    v, w = r.sample(range(11, 999), 2)
    p, _ = j.conf([(k, v)], r.randint(1, 3), avoid=(w,))
    q, _ = j.conf([(k, w)], r.randint(1, 3), avoid=(v,))
    j.spare(0, 2)
    j.ask_by("compare", p=p, q=q, k=k)
    j.read(p)
    j.read(q)
    j.tell("[{V} in {P}, {W} in {Q}.|{P} has {V} and {Q} has {W}.|{K} is {V} in {P} but {W} in {Q}.]", v, w, p=p, q=q, k=k, v=v, w=w)


@kind
def create(r, j):
    j.spare(0, 3)
    n, f, k, g = r.choice(W.NAMES), r.choice(W.FUNCS), r.randint(3, 99), r.choice(W.NAMES)
    x, e = r.choice([(f"fn main() {{\n    println!(\"{n}\");\n}}", "rs"), (f"def {f}(x):\n    return x + {k}", "py"), (f"export function {f}(a) {{\n  return a % {k};\n}}", "js"), (f"#!/usr/bin/env bash\nset -e\necho {n} {k}", "sh"), (f"package {n}\n\nfunc Size() int {{\n\treturn {k}\n}}", "go"), (f"[package]\nname = \"{n}\"\nversion = \"0.{k}.0\"", "toml"), (f"name: {n}\nsteps:\n  - build\n  - {g}", "yaml"), (f"{{\n  \"name\": \"{n}\",\n  \"size\": {k}\n}}", "json"), (f"# {n.title()}\n\nThe {g} tool, version {k}.", "md"), ("\n".join(notes(r, 1, 4)), "txt")])
    p = j.fresh(e)
    j.ask_by("create", p=p, B=x)
    j.write(p, x)
    j.tell("[I created {P}.|{P} is there now.|{P} has the given content.|Done: {P} exists.]", p=p)


@kind
def create_line(r, j):
    j.spare(0, 3)
    p, [x] = j.fresh(TEXT), notes(r, 1, 1)
    j.ask_by("create_line", p=p, t=x)
    j.write(p, x)
    j.tell("[I created {P}.|{P} contains that line now.|Done: {P} exists.]", p=p)


@kind
def append(r, j):
    p, rows = j.text(2, 4)
    [x] = notes(r, 1, 1)
    top = r.random() < .5
    if x in rows:
        raise Again
    j.spare(0, 3)
    j.ask_by("prepend" if top else "append", p=p, t=x, B=x)
    s = j.read(p)
    j.write(p, x + "\n" + s if top else s + "\n" + x)
    j.tell("[{P} begins with the line now.|The line is at the top of {P}.|Added it above the rest of {P}.]" if top else "[{P} ends with the line now.|The line is at the end of {P}.|Appended it to {P}.]", p=p)


@kind
def replace(r, j):
    p, text, a, b = j.swap()
    if text.count(a) != 1:
        raise Again
    j.spare(0, 3)
    j.ask_by("replace", p=p, t=a, u=b)
    j.read(p)
    j.line(p, a, b)
    j.tell(DONE, p=p, a=a, b=b)


@kind
def two_edits(r, j):
    ks = r.sample(W.PARAMS, 2)
    if ks[0] in ks[1] or ks[1] in ks[0]:
        raise Again
    vs = r.sample(range(100, 990), 4)
    p, d = j.conf(list(zip(ks, vs)), r.randint(0, 2), avoid=vs)
    (a, b), (u, v) = ((d[k][1], d[k][1].replace(str(vs[i]), str(vs[i + 2]))) for i, k in enumerate(ks))
    out = r.choice(W.PLAIN + W.GOOD).format(n=r.randint(4, 97), g=r.choice(W.NAMES))
    c = j.some(W.BUILD)
    j.checks[c] = (p, b, (p, v, out, f"{p} still contains {u}"), f"{p} still contains {a}")
    j.must(c, out)
    j.spare(0, 1)
    j.ask_by("two_edits", p=p, t=a, u=b, x=u, y=v, c=c)
    j.read(p)
    j.line(p, a, b)
    j.line(p, u, v)
    j.run(c)
    j.tell("[Both edits are made, and {C} prints: {O}|{P} has {B} and {V} now. Output: {O}|Done. {C}: {O}]", p=p, b=b, v=v, c=c, o=out)


ALL = [new_files, new_files, new_files, set_many, edit_each, edit_all, edit_all, runs_order, head_each, remove_some, red_only, red_only, look_only, keep_p, no_run, one_of_two, state, state, state_set, renamed, backwards, wordlike, bare_name, in_folder, ask_value, compare, create, create, create_line, append, append, replace, two_edits]
