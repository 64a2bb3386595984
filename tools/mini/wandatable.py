"""Tasks that change settings, tables, todo lists, versions and names."""
from wandabase import Again, kind
from wandatext import ADJ, CITIES, NAMES, NOUNS, clutter, code, command, doc, good, made, num, other, pairs, phrase, pick, several, word
from wandaedit import put, rewrite


@kind("""
Set {k} to {v} in {f}.
In {f} the {k} [should be|must be|has to be] {v}.
[Change|Update] the {k} in {f} to {v}.
{f}: {k} = {v} please, whatever it is now
The new {k} is {v}. Write it in {f}.
Please make that {k} is {v} in {f}.
I want another {k} in {f}, namely {v}.
Our {k} is wrong in {f}, look what it is and put {v} instead.
Could you set the value of {k} (file {f}) to {v}?
{f} has an old {k}. From now on it is {v}.
Give {k} the value {v} in the config {f}; leave all other keys.
We talked and decided: {k} {v}. It stands in {f}.
Use {v} as {k} in {f}.
""", 3)
def set_key(t, r, bank):
    ps = pairs(r, 2 + int(r.random() * 4))
    f = put(t, r, [p[2] for p in ps], "conf")
    clutter(r, t)
    k, v, l = pick(r, ps)
    n = other(r, lambda r: str(num(r)) if v.isdigit() else word(r).lower(), v)
    return t.end([("read", f), ("edit", f, l, l[:len(l) - len(v)] + n)], bank, ["{k} is {v} now.", "Set {k} to {v} in {f}.", "Done.", "Done, {f} has {k} {v}."], f=f, k=k, v=n)


@kind("""
[Mark|Tick] {x} as done in {f}.
I finished {x}. Check it off in {f}.
In {f}, put an x in the box of {x}.
{x} is done, please tick it in {f}.
The task {x} in the list {f} is complete; mark it with [x.|an x.]
{f}: {x} done
Tick off {x} on my list ({f}).
Please to mark in {f} that {x} is ready.
My todo list is {f}. {x} can be checked.
Change the empty box before {x} in {f} to a ticked one.
Today we did {x}. Update {f} [so|so that it is ticked].
Could you check the box of {x} in {f}?
""")
def tick(t, r, bank):
    xs = several(r, phrase, 2 + int(r.random() * 4))
    done = [r.random() < 0.3 for _ in xs]
    i = int(r.random() * len(xs))
    done[i] = False
    f = put(t, r, [f"- [{'x' if d else ' '}] {x}" for d, x in zip(done, xs)], "todo")
    clutter(r, t)
    return t.end([("read", f), ("edit", f, "- [ ] " + xs[i], "- [x] " + xs[i])], bank, ["Ticked.", "It is marked as done in {f}.", "Done.", "Checked it off."], derived=["- [x] " + xs[i]], f=f, x=xs[i])


@kind("""
In {f}, change the {k} of {n} to {v}.
{n} has a new {k}: {v}. Update {f}.
The {k} of {n} in {f} is wrong, it should be {v}.
Update {f}: {n}, {k}, {v}
{f} is our table. Please set {k} to {v} in the row of {n}.
{n} wrote to me that the {k} is {v} now. Correct this in {f}.
Please to put {v} as {k} for {n} in the {f} file.
Look up {n} in {f} and make the {k} {v}.
Could you fix the row of {n} in {f}? {k} must be {v}.
Row {n}, column {k}, new value {v} - file {f}.
What {f} says for the {k} of {n} is old. New is {v}.
For {n}, write {v} in the {k} column of {f}.
""", 2)
def csv_cell(t, r, bank):
    ns = r.sample(NAMES, 2 + int(r.random() * 4))
    head = ["name", pick(r, ["city", "town", "office"]), pick(r, ["age", "room", "score", "phone", "hours"])]
    rows = [[n, pick(r, CITIES), str(num(r))] for n in ns]
    f = put(t, r, [",".join(x) for x in [head] + rows], "csv")
    clutter(r, t)
    row, j = pick(r, rows), 1 + int(r.random() * 2)
    v = other(r, lambda r: pick(r, CITIES) if j == 1 else str(num(r)), row[j])
    new = row[:j] + [v] + row[j + 1:]
    return t.end([("read", f), ("edit", f, ",".join(row), ",".join(new))], bank, ["{n} has {k} {v} now.", "Updated the row of {n}.", "Done.", "Done, the {k} of {n} is {v} in {f}."], f=f, n=row[0], k=head[j], v=v)


@kind("""
Add a row to {f}: {x}
{f} gets a new row at the end, {x}.
There is a new person for {f}. Add the row {x}.
Please add {n} to {f}. The row is {x}.
One more entry in the table {f}: {x}
Write the row {x} under the last row of {f}.
{n} is new here. Put {x} in {f} at the end.
Extend the csv {f} by {x}.
New line for {f}, after all others: {x}
Can you enter {n} in {f}? That is the line {x}, at the bottom.
The table {f} does not have {n} yet. Append {x}.
To {f} please add as last row {x}
""")
def csv_row(t, r, bank):
    f, ls = doc(r, t, 2, 8, "csv")
    n = other(r, lambda r: pick(r, NAMES), *[l.split(",")[0] for l in ls])
    x = f"{n},{pick(r, CITIES)},{num(r)}"
    clutter(r, t)
    return t.end([("read", f), rewrite(f, ls, ls[-1], ls[-1] + "\n" + x, ls + [x])], bank, ["{n} is in {f} now.", "Added the row of {n}.", "Done."], f=f, x=x, n=n)


@kind("""
The version is {v} in {l}. Change it to {w_} everywhere and run {c}.
Bump the version from {v} to {w_} in {l}, then run {c} [and tell me what it prints|and report].
Release {w_}: replace {v} in {l}, then {c}. What is the output?
We go from {v} to {w_}. Files: {l}. After the change run {c} and give me the result.
1. Open {l} and change {v} to {w_}¶2. Run {c}¶3. Tell me its output
{l} all say {v}. The new version is {w_}. Update each, then check with {c} and report.
version {v} -> {w_} ({l}); {c}; report
Please raise the version to {w_} (old: {v}) in {l}. Once done, {c} and the output please.
In {l} stands {v}, it should stand {w_}. At the end run {c}; I want to know what it said.
Run {c} after {v} was replaced with {w_} in {l}, and say what comes out.
Today is release day! {l}: {v} must become {w_}. Then start {c} and tell me its output.
Could you make {w_} out of {v} in {l} and see if {c} is happy? Quote it.
""", 2)
def version(t, r, bank):
    n = 2 + int(r.random() * 2)
    a, b, c_ = int(r.random() * 9), int(r.random() * 9), int(r.random() * 9)
    v, w = f"{a}.{b}.{c_}", pick(r, [f"{a}.{b}.{c_ + 1}", f"{a}.{b + 1}.0", f"{a + 1}.0.0"])
    fs = []
    for shape in r.sample(['version = "{v}"', "version: {v}", "# Release {v}", "VERSION={v}", "{v}", "app {v}", '"version": "{v}",'], n):
        f, ls = doc(r, t, 1, 2, "note")
        t.files[f] = "\n".join([shape.format(v=v)] + ls)
        fs.append(f)
    c, o = command(r), good(r)
    t.tests(c, fs[-1], w, o, "error: version mismatch in " + fs[-1])
    l = pick(r, [", ".join(fs), ", ".join(fs[:-1]) + " and " + fs[-1]])
    return t.end([("edit", f, v, w) for f in fs] + [("run", c)], bank, ["All files say {w_}; {c}: {o}", "Version {w_} is set. Output: {o}", "{o}", "Done, {c} printed {o}"], [o], v=v, w_=w, l=l, c=c, o=o)


@kind("""
[Rename|Change] the variable {v} to {u} in {f}.
In {f}, {v} should be named {u} everywhere.
The name {v} in {f} is bad. Use {u} instead, in all places.
{f}: rename {v} -> {u} (every use)
Please to rename function {v} in {f} to {u}.
Every {v} in {f} must become {u}.
I prefer {u} over {v} as a name. It is in {f}, more than once.
Refactor {f}: {v} is called {u} from now.
Would you call {v} {u} in {f}?
All uses of {v} in the code {f} -> {u}
Replace each {v} with {u} in {f}.
In the file {f} there are several {v}. Make all of them {u}.
""")
def rename_name(t, r, bank):
    v, u = several(r, lambda r: pick(r, NOUNS) + "_" + made(r) if r.random() < 0.5 else made(r), 2)
    n = num(r)
    ext, ls = pick(r, [("py", [f"def {v}(x):", f"    return x + {n}", f"print({v}({n}))"]), ("js", [f"let {v} = {n};", f"{v} += 1;", f"console.log({v});"]), ("c", [f"int {v} = {n};", f"return {v};"]), ("sh", [f"{v}={n}", f"echo ${v}"]), ("go", [f"{v} := {n}", f"fmt.Println({v})"])])
    f = put(t, r, ls, ext)
    clutter(r, t)
    return t.end([("edit", f, v, u)], bank, ["{v} is called {u} now.", "Renamed it in {f}.", "Done."], many=True, f=f, v=v, u=u)


@kind("""
Fix the spelling mistake in {f}: {x} is written wrong, it is {y}.
There is a typo in {f}. It should be {y}.
Somewhere in {f} the word {y} is spelled wrong. Correct it.
{f} has a typo in the word {y}, please fix it.
I misspelled {y} in {f}, find the bad spelling and mend it.
Please read {f} and correct the wrong spelling of {y}.
One word in {f} is wrong: meant is {y}.
Look at {f}, a letter is missing or doubled in {y}. Repair.
My {y} in {f} is not well written, I am not native. Can you correct the word?
typo in {f} ({y}) - fix
Check how {y} is spelled in {f} and set it right.
The customer saw that {y} is misspelled in {f}. Fix it quickly.
""", 1)
def typo(t, r, bank):
    y = pick(r, [w for w in NOUNS + ADJ if len(w) > 5])
    i = 1 + int(r.random() * (len(y) - 2))
    x = pick(r, [y[:i] + y[i + 1:], y[:i] + y[i] + y[i:]])
    if x == y:
        raise Again
    f, ls = doc(r, t, 1, 4, "note")
    ls.insert(int(r.random() * len(ls)), pick(r, ["the {x} is here", "a new {x}", "{x} for Anna", "bring the {x}"]).format(x=x))
    if any(y in l for l in ls):
        raise Again
    t.files[f] = "\n".join(ls)
    clutter(r, t)
    return t.end([("read", f), ("edit", f, x, y)], bank, ["It says {y} now.", "Fixed the word {y}.", "Done.", "Corrected {x} to {y}."], f=f, x=x, y=y)
