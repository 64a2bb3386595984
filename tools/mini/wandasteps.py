"""Tasks of several steps in one request: as lists, stories, notes, letters and orders."""
from wandabase import Again, FRAMES
from wandaedit import put, rewrite
from wandatext import command, doc, good, num, other, pairs, path, pick, text, word


def bank(frames):
    return [f.strip() for f in frames.strip().split("\n")]


def atom(frames):
    """A step: a function (task, r) -> (fields, plan, say, derived, sentence), with its phrases."""
    def wrap(fn):
        fn.bank = bank(frames)
        FRAMES["step " + fn.__name__] = fn.bank
        ATOMS.append(fn)
        return fn
    return wrap


ATOMS = []


@atom("""
create {f} containing {x}
create {f} with the [text|line] {x}
make a new file {f} that says {x}
write {x} to {f}
add a file {f}, its content is {x}
put {x} in a new file called {f}
save the text {x} as {f}
set up {f}, in it only {x}
""")
def make(t, r):
    f, x = path(r, t), text(r)
    return dict(f=f, x=x), [("write", f, x)], [], [], ""


@atom("""
replace {x} with {y} in {f}
in {f}, change {x} to {y}
in {f} replace {x} by {y}
correct {f}: not {x} but {y}
edit {f} so that it says {y} instead of {x}
let {f} say {y} where it says {x}
open {f} and exchange {x} for {y}
swap {x} for {y} in the file {f}
""")
def change(t, r):
    f, ls = doc(r, t, 1, 4)
    x = pick(r, pick(r, ls).split())
    if len(x) < 3 or t.files[f].count(x) != 1:
        raise Again
    y = other(r, word, x)
    return dict(f=f, x=x, y=y), [("edit", f, x, y)], [], [], ""


@atom("""
append {x} to {f}
add the line {x} at the end of {f}
put {x} as last line in {f}
write {x} below the last line of {f}
extend {f} by a line {x}
add to {f} at the bottom {x}
give {f} one more line at its end, {x}
""")
def add(t, r):
    f, ls = doc(r, t, 1, 5)
    x = other(r, text, *ls)
    return dict(f=f, x=x), [("read", f), rewrite(f, ls, keep=ls + [x])], [], [], ""


@atom("""
delete {f}
remove the file {f}
get rid of {f}
throw {f} away
rm {f}
erase {f} completely
""")
def drop(t, r):
    f, _ = doc(r, t, 1, 2)
    return dict(f=f), [("run", "rm " + f)], [], [], ""


@atom("""
copy {f} to {g}
make a copy of {f} named {g}
save the content of {f} also as {g}
duplicate {f} under the name {g}
read {f} and write the same text to {g}
back up {f} as {g}
""")
def twin(t, r):
    f, _ = doc(r, t, 1, 3)
    g = path(r, t)
    return dict(f=f, g=g), [("read", f), ("write", g, t.files[f])], [], [], ""


@atom("""
rename {f} to {g}
give {f} the name {g}
move {f} to {g}
mv {f} {g}
change the name of {f} to {g}
""")
def mv(t, r):
    f, _ = doc(r, t, 1, 3)
    g = path(r, t)
    return dict(f=f, g=g), [("read", f), ("write", g, t.files[f]), ("run", "rm " + f)], [], [], ""


@atom("""
run {c} and tell me the output
run {c} and report what it prints
execute {c} and say what comes out
start {c} and give me its result
test with {c} and quote its message
""")
def go(t, r):
    if t.must_run:
        raise Again
    f, _ = doc(r, t, 1, 2)
    c, o = command(r), good(r)
    slow = r.random() < 0.25
    t.tests(c, f, "", o, flaky=slow)
    return dict(c=c, o=o), [("run", c)] * (1 + slow), [o], [], pick(r, ["{c} says: {o}.", "Output: {o}.", "The output is {o}."])


@atom("""
run {c}
execute {c}
start the command {c}
let {c} run
do a run of {c}
""")
def go_quiet(t, r):
    fields, plan, _, _, _ = go(t, r)
    return fields, plan, [], [], ""


@atom("""
tell me the {k} from {f}
read {f} and tell me the {k}
look up the {k} in {f} and report it
say what the {k} in {f} is
open {f} and give me the {k}
report the {k} which stands in {f}
find out the {k} in {f} and let me know
""")
def tell(t, r):
    ps = pairs(r, 2 + int(r.random() * 3))
    f = put(t, r, [p[2] for p in ps], "conf")
    k, v, _ = pick(r, ps)
    return dict(f=f, k=k, v=v), [("read", f)], [v], [], pick(r, ["The {k} is {v}.", "{k}: {v}.", "{f} has {k} {v}."])


@atom("""
count the lines of {f} and tell me the number
tell me how many lines {f} has
say how many lines there are in {f}
give me the line count of {f}
report the number of lines in {f}
""")
def count(t, r):
    f, ls = doc(r, t, 1, 9)
    return dict(f=f, n=len(ls)), [("run", "wc -l " + f)], [len(ls)], [len(ls)], pick(r, ["{f} has {n} lines.", "Lines in {f}: {n}."])


@atom("""
set the {k} in {f} to {v}
in {f}, set {k} to {v}
change the {k} of {f} to {v}
make the {k} in {f} {v}
update {f} with {k} {v}
put {v} as the new {k} in {f}
""")
def key(t, r):
    ps = pairs(r, 2 + int(r.random() * 3))
    f = put(t, r, [p[2] for p in ps], "conf")
    k, v, l = pick(r, ps)
    n = other(r, lambda r: str(num(r)) if v.isdigit() else word(r).lower(), v)
    return dict(f=f, k=k, v=n), [("read", f), ("edit", f, l, l[:len(l) - len(v)] + n)], [], [], ""


@atom("""
remove the line {x} from {f}
delete the line {x} in {f}
take the line {x} out of {f}
strike {x} from {f}, the whole line
""")
def strike(t, r):
    f, ls = doc(r, t, 2, 5, "note")
    x = pick(r, ls)
    return dict(f=f, x=x), [("read", f), ("write", f, "\n".join(l for l in ls if l != x))], [], [], ""
