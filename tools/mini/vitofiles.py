"""Kinds of vito tasks that make, change, move and remove files."""
from vitobase import DONE, MADE, Again, Job, answers, kind
from vitoframes import CREATE, BLOCK, FEW, REPLACE, FIELD, SEVERAL, SAME, APPEND, PREPEND, DROP, DROPEND, RENAME, COPY, VARY, MOVE, JOIN, DELETE, OVER, TICK, INSERT
from vitowords import CHORES, SHEETS, Sheet, body, line, path, paths, sheet_path, word, world


def joined(r, parts):
    """Parts as one phrase."""
    last = r.choice((" and ", " and ", ", and ", " and also ", " as well as "))
    return ", ".join(parts[:-1]) + last + parts[-1]


@kind
def create_line(r):
    p, x = path(r), r.choice((line, line, word))(r)
    j = Job(r, world(r, p))
    j.write(p, x)
    return j.done(CREATE, MADE, p=p, x=x)


@kind
def create_block(r):
    p, x = path(r), body(r, r.randint(2, 6))
    j = Job(r, world(r, p))
    j.write(p, "\n".join(x))
    return j.done(BLOCK, MADE, wrap=False, p=p, x="\n".join(x), n=len(x))


@kind
def create_few(r):
    n = r.randint(2, 4)
    ps, xs = paths(r, n), body(r, n)
    j = Job(r, world(r, *ps))
    for p, x in zip(ps, xs):
        j.write(p, x)
    with_ = r.choice((' with "{}"', ' (text: "{}")', ' that says "{}"', ' saying "{}"', ' containing `{}`', " with '{}' in it"))
    flow = joined(r, [p + with_.format(x) for p, x in zip(ps, xs)])
    sep = r.choice((": ", " - ", " -> ", " | ", " = "))
    lead = r.choice(("", "- ", "* "))
    rows = "\n".join(lead + p + sep + x for p, x in zip(ps, xs))
    return j.done(FEW, answers("""
[All done|Done], the {n} files are [ready|there|in place].
I've created {flowp}.
[Sure|OK], {flowp} are saved.
{flowp} are ready.
"""), flow=flow, rows=rows, n=("two", "three", "four")[n - 2], flowp=joined(r, ps))


def spot(r, text):
    """A piece of a text that stands in it once, and another for it."""
    words = text.split(" ")
    n = r.randint(1, min(3, len(words)))
    i = r.randrange(len(words) - n + 1)
    a = " ".join(words[i:i + n]).strip(".,:;-=[]() ")
    if len(a) < 3 or text.count(a) != 1 or "\n" in a:
        raise Again
    return a


@kind
def replace_text(r):
    p, x = path(r), "\n".join(body(r))
    a, b = spot(r, r.choice(x.split("\n"))), word(r)
    j = Job(r, {p: x, **world(r, p)})
    j.edit(p, a, b)
    return j.done(REPLACE, DONE, p=p, a=a, b=b)


@kind
def replace_value(r):
    s = Sheet(r)
    row, = s.pick(r)
    p = sheet_path(r, s)
    b = dict((l, m) for l, _, m in sheet_fields(s))[row[0]](r)
    j = Job(r, {p: s.text(), **world(r, p)})
    j.edit(p, row[2], b)
    return j.done(REPLACE, DONE, p=p, a=row[2], b=b)


def sheet_fields(s):
    return dict(SHEETS)[s.about]


@kind
def set_field(r):
    s = Sheet(r)
    row, = s.pick(r)
    p = sheet_path(r, s)
    b = dict((l, m) for l, _, m in sheet_fields(s))[row[0]](r)
    j = Job(r, {p: s.text(), **world(r, p)})
    j.read(p)
    j.edit(p, s.line(row), s.line(row, b))
    return j.done(FIELD, DONE + answers("The {l} in {p} is now {b}."), p=p, l=row[0].lower(), b=b)


@kind
def edit_several(r):
    p, xs = path(r), body(r, r.randint(2, 6))
    n = r.randint(2, min(4, len(xs)))
    j = Job(r, {p: "\n".join(xs), **world(r, p)})
    pairs = []
    for x in sorted(r.sample(xs, n), key=xs.index):
        a, b = spot(r, x), word(r)
        if any(a in q or a in y for y, q in pairs) or any(b in y for y, _ in pairs):
            raise Again
        j.edit(p, a, b)
        pairs.append((a, b))
    f = r.choice(('"{}" to "{}"', '"{}" by "{}"', "`{}` with `{}`", '"{}" for "{}"', "'{}' into '{}'"))
    sep, lead = r.choice((" -> ", " => ", " becomes ", " / now: ")), r.choice(("", "- ", "* "))
    return j.done(SEVERAL, DONE, p=p, n=("two", "three", "four")[n - 2], flow=joined(r, [f.format(*x) for x in pairs]), rows="\n".join(lead + a + sep + b for a, b in pairs))


@kind
def edit_same(r):
    n = r.randint(2, 4)
    ps, a, b = paths(r, n), word(r), word(r)
    files = {}
    for p in ps:
        xs = body(r, r.randint(1, 3))
        i = r.randrange(len(xs) + 1)
        xs.insert(i, r.choice(("{}", "see {}", "- {}", "with {} again", "name: {}", "({})", "ask for {}")).format(a))
        files[p] = "\n".join(xs)
    j = Job(r, {**files, **world(r, *ps)})
    for p in ps:
        j.edit(p, a, b)
    return j.done(SAME, answers("""
Done in [all of them|every file|all {n} files].
I've changed {qa} to {qb} in {fs}.
[Sure|OK], {fs} now [say|have] {qb}.
"""), a=a, b=b, n=("two", "three", "four")[n - 2], fs=joined(r, ps))


def lined(r, n=None):
    """A job with one file of lines that has been read."""
    p, xs = path(r), body(r, n or r.randint(2, 9))
    j = Job(r, {p: "\n".join(xs), **world(r, p)})
    return j, p, xs


def another(r, xs):
    x = line(r)
    if any(x in y or y in x for y in xs):
        raise Again
    return x


@kind
def append_line(r):
    j, p, xs = lined(r)
    x = another(r, xs)
    j.read(p)
    j.put(p, xs + [x])
    return j.done(APPEND, DONE, p=p, x=x)


@kind
def prepend_line(r):
    j, p, xs = lined(r)
    x = another(r, xs)
    j.read(p)
    j.put(p, [x] + xs)
    return j.done(PREPEND, DONE, p=p, x=x)


@kind
def remove_line(r):
    j, p, xs = lined(r)
    x = r.choice(xs)
    j.read(p)
    j.put(p, [y for y in xs if y != x])
    return j.done(DROP, DONE, p=p, x=x)


@kind
def remove_end(r):
    j, p, xs = lined(r)
    w = r.choice(("first", "last", "last", "second"))
    i = {"first": 0, "second": 1, "last": -1}[w] % len(xs)
    j.read(p)
    j.put(p, xs[:i] + xs[i + 1:])
    return j.done(DROPEND, DONE, p=p, w=w)


@kind
def rename(r):
    p, p2 = paths(r, 2)
    j = Job(r, {p: "\n".join(body(r)), **world(r, p, p2)})
    j.read(p)
    j.write(p2, j.now[p])
    j.rm(p)
    return j.done(RENAME, answers("""
[Done.|All done.]
{p} is now [called |]{p2}.
[Done|OK], you'll find it under {p2}.
I've moved {p} to {p2}.
"""), p=p, p2=p2)


@kind
def copy(r):
    p, p2 = paths(r, 2)
    j = Job(r, {p: "\n".join(body(r)), **world(r, p, p2)})
    j.read(p)
    j.write(p2, j.now[p])
    return j.done(COPY, answers("""
[Done.|All done.]
{p2} is now a copy of {p}.
[Done|OK], {p2} holds the same text.
I've copied {p} to {p2}.
"""), p=p, p2=p2)


@kind
def copy_vary(r):
    p, p2 = paths(r, 2)
    x = "\n".join(body(r, r.randint(1, 5)))
    a, b = spot(r, r.choice(x.split("\n"))), word(r)
    j = Job(r, {p: x, **world(r, p, p2)})
    j.read(p)
    j.write(p2, x.replace(a, b))
    return j.done(VARY, answers("""
[Done.|All done.]
{p2} is ready, with {qb} [in it|in place of {qa}].
[Done|OK], I saved the new version as {p2}.
"""), p=p, p2=p2, a=a, b=b)


@kind
def move_line(r):
    p, p2 = paths(r, 2)
    xs, ys = body(r, r.randint(2, 5)), body(r, r.randint(1, 4))
    x = r.choice(xs)
    if any(x in y for y in ys):
        raise Again
    j = Job(r, {p: "\n".join(xs), p2: "\n".join(ys), **world(r, p, p2)})
    j.read(p, p2)
    j.put(p, [y for y in xs if y != x])
    j.put(p2, ys + [x])
    return j.done(MOVE, answers("""
[Done.|All done.]
The line is in {p2} now.
[Done|OK], I moved it from {p} to {p2}.
"""), p=p, p2=p2, x=x)


@kind
def join(r):
    p, p2, p3 = paths(r, 3)
    j = Job(r, {p: "\n".join(body(r, r.randint(1, 4))), p2: "\n".join(body(r, r.randint(1, 4))), **world(r, p, p2, p3)})
    j.read(p, p2)
    j.write(p3, j.now[p] + "\n" + j.now[p2])
    return j.done(JOIN, answers("""
[Done.|All done.]
{p3} [now holds both|is ready with both texts].
[Done|OK], {p} and {p2} are joined in {p3}.
"""), p=p, p2=p2, p3=p3)


@kind
def delete(r):
    p = path(r)
    j = Job(r, {p: "\n".join(body(r)), **world(r, p, n=2)})
    j.rm(p)
    return j.done(DELETE, answers("""
[Done|OK|Sure], {p} is [gone|deleted].
I've [removed|deleted] {p}.
{p} is gone.
"""), p=p)


@kind
def overwrite(r):
    j, p, xs = lined(r)
    x = another(r, xs)
    j.write(p, x)
    return j.done(OVER, DONE, p=p, x=x)


@kind
def tick(r):
    p, xs = path(r, r.choice(("txt", "md"))), r.sample(CHORES, r.randint(3, 7))
    x = r.choice(xs)
    box, full = r.choice((("[ ] ", "[x] "), ("- [ ] ", "- [x] "), ("( ) ", "(x) ")))
    j = Job(r, {p: "\n".join((box if y == x or r.random() < 0.7 else full) + y for y in xs), **world(r, p)})
    j.read(p)
    j.edit(p, box + x, full + x)
    j.t.derived.add(full + x)
    return j.done(TICK, DONE + answers("{qx} is ticked off."), p=p, x=x)


@kind
def insert(r):
    j, p, xs = lined(r, r.randint(3, 8))
    a, x = r.choice(xs[:-1]), another(r, xs)
    j.edit(p, a, a + "\n" + x)
    return j.done(INSERT, DONE, p=p, a=a, x=x)
