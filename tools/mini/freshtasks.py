"""Kinds of agent tasks of the fresh set: making and reading."""
import json

from freshbase import CRATES, ITEMS, NAMES, POOL, PROJ, TOWNS, Conf, T, fill, num, pick, same_json

MAKERS = {}


def kind(f):
    MAKERS[f.__name__] = f
    return f


def say(s):
    return ("say", s)


# Making files

LINES = ["Hello from the north", "ready to go", "it works!", "good evening", "booting up", "All systems nominal", "knock knock", "see you soon"]


@kind
def make_rust_main(r):
    t = r.choice(LINES)
    code = f'fn main() {{\n    println!("{t}");\n}}'
    ask = pick(r, """
        create src/main.rs with|```rust|{c}|```
        Please add a file src/main.rs. It should contain exactly this:||{c}
        I need src/main.rs, here's the code:|{c}
        Could you put the following into a new file src/main.rs?||```|{c}|```""", c=code.replace("\n", "|")).replace("|", "\n")
    return T(ask, fill(r, {"Cargo.toml": f'[package]\nname = "{r.choice(PROJ)}"\nversion = "0.1.0"'}), {"src/main.rs": code}, plan=[("write", "src/main.rs", code), say("Created src/main.rs.")])


@kind
def make_python_file(r):
    a, b, op = r.choice([("width", "height", "*"), ("total", "count", "/"), ("start", "offset", "+"), ("price", "discount", "-")])
    f, p = r.choice(["combine", "compute", "result_of", "apply"]), r.choice(["calc.py", "src/maths.py", "tools/helper.py", "lib/ops.py"])
    code = f"def {f}({a}, {b}):\n    return {a} {op} {b}"
    ask = pick(r, """
        Make a new file {p} with this function in it:|```python|{c}|```
        add {p}:||{c}
        hey can you save this as {p}||```py|{c}|```
        Write the code below to {p}, unchanged please.||{c}""", p=p, c=code)
    return T(ask, fill(r, {}), {p: code}, plan=[("write", p, code), say(f"{p} is there now.")])


@kind
def make_note_lines(r):
    xs = r.sample(["call the plumber", "renew passport", "water the ferns", "book the train", "return library books", "fix the bike light", "buy stamps", "email the landlord"], 3)
    p = r.choice(["todo.txt", "notes/today.txt", "list.txt", "notes/errands.txt"])
    ask = pick(r, """
        Create {p} with three lines: {a}, {b}, {c}. One per line, nothing else.
        make me a file {p} that has these lines:|{a}|{b}|{c}
        New file {p}, please. First line "{a}", second line "{b}", third line "{c}".
        put these in {p}, one on each line: "{a}", "{b}" and "{c}\"""", p=p, a=xs[0], b=xs[1], c=xs[2])
    t = "\n".join(xs)
    return T(ask, fill(r, {}), {p: t}, plan=[("write", p, t), say("Written.")])


@kind
def make_json(r):
    v = {"name": r.choice(PROJ), "port": r.choice(POOL["port"]), "debug": r.choice([True, False])}
    p = r.choice(["config.json", "app/settings.json", "env/local.json"])
    ask = pick(r, """
        Create {p}, a JSON object with name "{n}", port {o} (a number) and debug {d}.
        i need a json file {p} with these keys: name = "{n}", port = {o}, debug = {d}
        Write {p} as JSON: the key name is "{n}", the key port is the number {o}, and debug should be {d}.
        set up {p} please, contents {j}""", p=p, n=v["name"], o=v["port"], d=str(v["debug"]).lower(), j=json.dumps(v))
    return T(ask, fill(r, {}), {p: same_json(v)}, plan=[("write", p, json.dumps(v)), say("Done, it is in place.")])


@kind
def make_csv(r):
    rows = [f"{i},{r.randint(2, 60)}" for i in r.sample(ITEMS, 3)]
    t, p = "\n".join(["item,amount"] + rows), r.choice(["stock.csv", "data/items.csv", "inventory.csv"])
    ask = pick(r, """
        Create {p} with the header item,amount and these rows:|{x}
        Make a CSV at {p}. Header: item,amount. Then the rows below.|{x}
        please write this to {p}:||item,amount|{x}""", p=p, x="\n".join(rows))
    return T(ask, fill(r, {}), {p: t}, plan=[("write", p, t), say("Saved.")])


@kind
def make_two_files(r):
    a, b = r.sample(["alpha", "beta", "left", "right", "first", "second"], 2)
    x, y = r.sample(LINES, 2)
    d = r.choice(["", "msgs/", "out/"])
    ask = pick(r, """
        Create two files: {a} containing "{x}" and {b} containing "{y}".
        make {a} with the text "{x}" and {b} with the text "{y}"
        I'd like two new text files. {a} should say "{x}"; {b} should say "{y}". Without the quotes.
        write "{x}" to {a}, and then write "{y}" to {b} (no quotes in the files)""", a=f"{d}{a}.txt", b=f"{d}{b}.txt", x=x, y=y)
    return T(ask, fill(r, {}), {f"{d}{a}.txt": x, f"{d}{b}.txt": y}, plan=[("write", f"{d}{a}.txt", x), ("write", f"{d}{b}.txt", y), say("Both files exist.")])


@kind
def make_gitignore(r):
    xs = r.sample(["target/", "node_modules/", "*.log", ".venv/", "dist/", "*.pyc", ".DS_Store"], r.randint(2, 3))
    ask = pick(r, """
        add a .gitignore that ignores {x}. one entry per line, in this order
        Please create a .gitignore with these entries, one a line: {x}
        There is no .gitignore yet. Make one with {x}, each on its own line.""", x=", ".join(xs[:-1]) + " and " + xs[-1])
    return T(ask, fill(r, {}), {".gitignore": "\n".join(xs)}, plan=[("write", ".gitignore", "\n".join(xs)), say("Added .gitignore.")])


@kind
def make_script_and_run(r):
    w = r.choice(LINES).replace("!", "")
    p = r.choice(["hello.py", "say.py", "greet.py"])
    good = w
    cmds = [f"python {p}", f"python3 {p}"]
    c = r.choice(cmds)
    line = f'print("{w}")'
    checks = {x: (p, w, good, f"python: can't open file '{p}'") for x in cmds}
    ask = pick(r, """
        Create {p} with the single line {l} and then run it with {c}.
        write {p} containing|{l}|then run `{c}` and tell me what it prints
        Make a script {p}: {l}|Run it afterwards ({c}), what's the output?
        new file {p} with `{l}` in it, run {c} when you're done""", p=p, l=line, c=c)
    return T(ask, fill(r, {}), {p: line}, must=[(cmds, good)], checks=checks, plan=[("write", p, line), ("run", c), say(f"It prints {good}.")])


@kind
def make_index_of_folder(r):
    d = r.choice(["chapters", "recipes", "reports"])
    fs = sorted(f"{d}/{x}.md" for x in r.sample(["river", "storm", "bread", "salt", "garden", "winter", "spice"], r.randint(2, 4)))
    files = fill(r, {f: f"# {f.split('/')[1][:-3]}\n\nsome text" for f in fs})
    ask = pick(r, """
        Make a file index.txt that lists every file in {d}/, one path per line, sorted alphabetically (like {d}/name.md).
        write the paths of all files under {d}/ into index.txt, sorted, one per line, with the folder in front
        I want index.txt to hold the full paths of the files in the {d} folder. One on each line in alphabetical order.""", d=d)
    return T(ask, files, {"index.txt": "\n".join(fs)}, plan=[("list",), ("write", "index.txt", "\n".join(fs)), say("index.txt has them.")])


@kind
def make_version_file(r):
    v = f"{r.randint(0, 4)}.{r.randint(1, 19)}.{r.randint(0, 9)}"
    src, text = r.choice([("Cargo.toml", '[package]\nname = "%s"\nversion = "%s"\nedition = "2021"' % (r.choice(PROJ), v)), ("package.json", '{\n  "name": "%s",\n  "version": "%s"\n}' % (r.choice(PROJ), v)), ("pyproject.toml", '[project]\nname = "%s"\nversion = "%s"' % (r.choice(PROJ), v))])
    ask = pick(r, """
        Create a file VERSION containing just the version number from {p}.
        look up the version in {p} and write it to a file called VERSION, only the number
        We need a VERSION file. Take the version that {p} has; nothing else in the file.
        put the version of this project (see {p}) into VERSION please, number only""", p=src)
    return T(ask, fill(r, {src: text}), {"VERSION": v}, plan=[("read", src), ("write", "VERSION", v), say(f"VERSION is {v}.")])


# Reading


@kind
def read_setting(r):
    k = r.choice(["port", "host", "timeout", "region", "workers", "user"])
    c = Conf(r, need=[k])
    ask = pick(r, """
        what's the {k} in {p}?
        Which {k} does {p} set?
        Have a look at {p} and tell me the {k}.
        I forgot what {k} we use. It's in {p}.
        {k} in {p} is set to what""", k=c.key(k) if r.random() < 0.3 else k, p=c.path)
    return T(ask, fill(r, {c.path: c.text()}), say=[str(c.vals[k])], plan=[("read", c.path), say(f"It is {c.vals[k]}.")])


@kind
def read_contact(r):
    ns = r.sample(NAMES, 4)
    tel = {n: f"555-{r.randint(1000, 9999)}" for n in ns}
    p = r.choice(["contacts.txt", "notes/people.md", "team.txt"])
    n = r.choice(ns)
    t = "\n".join(f"{'- ' if p.endswith('md') else ''}{x}: {tel[x]} ({r.choice(TOWNS)})" for x in ns)
    ask = pick(r, """
        What is {n}'s phone number? It should be in {p}.
        look in {p} and give me the number of {n}
        I have to ring {n}. Which number does {p} give?
        need {n}s number, see {p}""", n=n, p=p)
    return T(ask, fill(r, {p: t}), say=[tel[n]], plan=[("read", p), say(f"{n} is at {tel[n]}.")])


@kind
def read_csv_cell(r):
    its = r.sample(ITEMS, 5)
    v = {i: (f"{r.randint(3, 80)}.{r.choice(['50', '95', '25'])}", n) for i, n in zip(its, r.sample(range(3, 90), 5))}
    i, col = r.choice(its), r.choice([0, 1])
    p = r.choice(["prices.csv", "data/products.csv", "shop/catalog.csv"])
    t = "item,price,stock\n" + "\n".join(f"{x},{v[x][0]},{v[x][1]}" for x in its)
    ask = pick(r, """
        What is the {c} of the {i} in {p}?
        open {p} and tell me the {c} for {i}
        according to {p}, what's the {i}'s {c}?
        {p} lists our products. I need the {c} of the {i}.""", c=["price", "stock"][col], i=i, p=p)
    return T(ask, fill(r, {p: t}), say=[str(v[i][col])], plan=[("read", p), say(f"It's {v[i][col]}.")])


@kind
def read_csv_extreme(r):
    its = r.sample(ITEMS, 4)
    ns = r.sample(range(5, 300), 4)
    p = r.choice(["stock.csv", "data/stock.csv", "warehouse.csv"])
    big = r.random() < 0.5
    i = its[ns.index(max(ns) if big else min(ns))]
    t = "item,stock\n" + "\n".join(f"{a},{b}" for a, b in zip(its, ns))
    ask = pick(r, """
        Which item in {p} has the {w} stock?
        check {p}: what do we have the {v} of?
        in {p}, which product has the {w} number in stock? just the name
        Tell me the item with the {w} stock according to {p}.""", p=p, w="highest" if big else "lowest", v="most" if big else "least")
    return T(ask, fill(r, {p: t}), say=[i], unsaid=[] , plan=[("read", p), say(f"The {i}.")])


@kind
def read_default_argument(r):
    f, a, v = r.choice([("connect", "timeout", r.choice([12, 35, 48])), ("fetch", "retries", r.choice([4, 7, 9])), ("render", "width", r.choice([72, 96, 132])), ("split", "limit", r.choice([17, 40, 64]))])
    p = r.choice(["client.py", "src/core.py", "lib/main.py"])
    t = f"import sys\n\nMAX = 1000\n\ndef {f}(target, {a}={v}):\n    if {a} > MAX:\n        raise ValueError(target)\n    return target\n\ndef other(target, level=3):\n    return level"
    ask = pick(r, """
        what's the default value of {a} in the function {f} in {p}?
        In {p} there is a function {f}. Which default does its parameter {a} have?
        If I call {f} from {p} without {a}, what value is used?
        read {p} & tell me the default {a} of {f}()""", a=a, f=f, p=p)
    return T(ask, fill(r, {p: t}), say=[num(v)], plan=[("read", p), say(f"The default is {v}.")])


@kind
def read_log_error(r):
    code, mod = r.choice(["E104", "E2210", "E57", "E900"]), r.choice(["mailer", "billing", "indexer", "uploader"])
    h = f"{r.randint(10, 23)}:{r.randint(10, 59)}"
    p = r.choice(["logs/app.log", "server.log", "logs/today.log"])
    ls = ["08:01 INFO boot complete", "08:30 INFO scheduler started", f"09:12 WARN disk at {r.randint(70, 89)} percent", f"{h} ERROR {mod} failed with code {code}", "23:59 INFO rotating"]
    q, s = r.choice([("Which error code", code), ("Which module has failed", mod), ("At what time did the error happen", h)])
    ask = pick(r, """
        {q}? See {p}.
        There's an error in {p}. {q}?
        look at {p} please. {q}?
        something broke last night... {q}, going by {p}?""", q=q, p=p)
    return T(ask, fill(r, {p: "\n".join(ls)}), say=[s], plan=[("read", p), say(f"{s}")])


@kind
def read_first_last_line(r):
    xs = r.sample(["maple", "cobalt", "harbor", "violet", "quartz", "ember", "willow", "falcon", "ginger"], r.randint(4, 7))
    w = r.choice(["first", "last", "second", "third"])
    a = xs[{"first": 0, "last": -1, "second": 1, "third": 2}[w]]
    p = r.choice(["words.txt", "data/passphrases.txt", "queue.txt"])
    ask = pick(r, """
        What's the {w} line of {p}?
        show me the {w} line in {p}
        Which word is on the {w} line of {p}?
        just need the {w} line from {p}""", w=w, p=p)
    return T(ask, fill(r, {p: "\n".join(xs)}), say=[a], unsaid=[x for x in xs if x != a], plan=[("read", p), say(a)])


@kind
def read_two_questions(r):
    a, b = r.sample(["port", "host", "region", "workers", "user", "timeout"], 2)
    c = Conf(r, need=[a, b])
    ask = pick(r, """
        What are the {a} and the {b} in {p}?
        two things from {p}: what {a} is configured, and which {b}?
        Read {p}. What is the {a}? And the {b}?
        tell me {a} and {b} from {p} pls""", a=a, b=b, p=c.path)
    return T(ask, fill(r, {c.path: c.text()}), say=[str(c.vals[a]), str(c.vals[b])], plan=[("read", c.path), say(f"{c.vals[a]} and {c.vals[b]}")])


@kind
def read_two_files(r):
    k = r.choice(["port", "region", "host"])
    x, y = r.sample(POOL[k], 2)
    f = r.choice(["toml", "yaml", "env", "json"])
    e = {"toml": ".toml", "yaml": ".yaml", "env": ".env", "json": ".json"}[f]
    a, b = Conf(r, f, [k], n=4, path="dev" + e, **{k: x}), Conf(r, f, [k], n=4, path="prod" + e, **{k: y})
    ask = pick(r, """
        What is the {k} in {a}, and what is it in {b}?
        compare {a} and {b}: which {k} does each one have?
        I'd like to know the {k} of both {a} and {b}.""", k=k, a=a.path, b=b.path)
    return T(ask, fill(r, {a.path: a.text(), b.path: b.text()}, 0, 2), say=[str(x), str(y)], plan=[("read", a.path), ("read", b.path), say(f"{x} in {a.path}, {y} in {b.path}")])


@kind
def read_compare(r):
    k = r.choice(["timeout", "workers", "batch_size", "max_upload_mb"])
    x, y = r.sample(POOL[k], 2)
    a, b = Conf(r, "toml", [k], n=4, path="staging.toml", **{k: x}), Conf(r, "toml", [k], n=4, path="live.toml", **{k: y})
    big = r.random() < 0.5
    ans = ("staging" if (x > y) == big else "live")
    ask = pick(r, """
        Which of staging.toml and live.toml has the {w} {k}?
        does staging.toml or live.toml set the {w} {k}? tell me which and its value
        Look at staging.toml and live.toml. Where is {k} {w}?""", w="larger" if big else "smaller", k=k)
    return T(ask, fill(r, {a.path: a.text(), b.path: b.text()}, 0, 2), say=[ans], plan=[("read", a.path), ("read", b.path), say(f"In {ans}.toml, it is {max(x, y) if big else min(x, y)}.")])


@kind
def read_is_it_there(r):
    d = r.sample(CRATES, 4)
    there = r.random() < 0.5
    x = r.choice(d[:3]) if there else d[3]
    t = '[package]\nname = "%s"\nversion = "0.3.1"\n\n[dependencies]\n' % r.choice(PROJ) + "\n".join(f'{n} = "1"' for n in d[:3])
    ask = pick(r, """
        Does this project depend on {x}? Check Cargo.toml.
        is {x} listed in Cargo.toml? yes or no
        Do we already have {x} among the dependencies in Cargo.toml?""", x=x)
    return T(ask, fill(r, {"Cargo.toml": t}), say=[["yes", "is listed", "depends on", "already"] if there else ["no", "not", "isn't", "doesn't"]], unsaid=["no", "not"] if there else ["yes"], plan=[("read", "Cargo.toml"), say("Yes, it does." if there else f"No, {x} is not there.")])


@kind
def read_count_todos(r):
    n = r.randint(2, 5)
    done = r.randint(1, 3)
    tasks = r.sample(["paint fence", "order ink", "test backup", "sort invoices", "clean filter", "update docs", "plan trip", "sell piano"], n + done)
    marks = ["[ ]"] * n + ["[x]"] * done
    r.shuffle(marks)
    p = r.choice(["TODO.md", "tasks.md", "notes/chores.md"])
    t = "\n".join(f"- {m} {x}" for m, x in zip(marks, tasks))
    opn = r.random() < 0.5
    ask = pick(r, """
        How many tasks in {p} are {w}?
        count the {w} items in {p}
        {p} is a checklist. How many of its entries are {w}?""", p=p, w="still open" if opn else "done")
    return T(ask, fill(r, {p: t}), say=[num(n if opn else done)], plan=[("read", p), say(f"{n if opn else done} of them.")])


@kind
def read_meeting(r):
    d, h, n, room = r.choice(["Monday", "Tuesday", "Wednesday", "Thursday"]), f"{r.randint(9, 17)}:{r.choice(['00', '15', '30'])}", r.choice(NAMES), r.choice(["B12", "C3", "A40"])
    p = r.choice(["notes/meeting.md", "minutes.txt", "planning.md"])
    t = f"# Planning round\n\nWe meet again on {d} at {h} in room {room}.\n{n} brings the figures.\nPlease read the draft before."
    q, s = r.choice([("when is the next meeting", [d, h]), ("which room is the next meeting in", [room]), ("who brings the figures", [n])])
    ask = pick(r, """
        {q}? it's in {p}
        According to {p}, {q}?
        Quick question, {q}? You'll find it in {p}.""", q=q, p=p)
    return T(ask, fill(r, {p: t}), say=s, plan=[("read", p), say(" ".join(s))])
