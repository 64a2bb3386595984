"""What the agent tasks of the assay set are made of: paths, lines, programs, settings and commands."""
from assayasks import ERRORS, PASSES, PRINTS
from assaywords import ADJECTIVES, NOUNS, PEOPLE, THINGS, TOWNS
from cases import distinct

FOLDERS = ["", "", "", "src/", "docs/", "data/", "config/", "lib/", "notes/"]
ENDINGS = ["txt", "md", "toml", "cfg", "yaml", "ini", "csv"]
LINES = ["{p} brings {o}", "the {j} {n} is in {t}", "{n} and {m}", "{j} {n}, {d} pieces", "meet {p} at {k} in {t}", "{n} = {d}", "order {d} {n}s", "{t} has one {j} {m}", "{p} paid for the {n}"]
PROGRAMS = [("rs", "fn main() {{\n    println!(\"{n} {d}\");\n}}"), ("py", "def {n}():\n    return {d}\n\nprint({n}())"), ("sh", "#!/bin/sh\necho \"{n}\"\necho \"{m}\""), ("js",
    "const {n} = {d};\nconsole.log({n});"), ("c", "int {n}(void) {{\n    return {d};\n}}"),
            ("toml", "[{n}]\n{m} = {d}\nname = \"{p}\""), ("html", "<ul>\n  <li>{n}</li>\n  <li>{m}</li>\n</ul>"), ("rs", "pub fn {n}(x: u32) -> u32 {{\n    x + {d}\n}}"), ("py",
                "for {n} in range({d}):\n    print({n})")]
KEYS = "port depth speed limit width retries budget height timeout capacity rate weight".split()
COMMANDS = ["make {n}", "./{n}.sh", "python3 {n}.py", "npm run {n}", "bin/{n} --check", "cargo run --bin {n}", "sh tools/{n}.sh", "just {n}"]
SUITES = ["make check", "pytest -q", "cargo test", "npm test", "go test ./...", "./run_tests.sh", "make test", "python3 -m unittest", "bin/spec"]


def fill(r, frame):
    n, m = r.sample(NOUNS, 2)
    return frame.format(n=n, m=m, p=r.choice(PEOPLE), t=r.choice(TOWNS), o=r.choice(THINGS), j=r.choice(ADJECTIVES), d=r.randint(2, 999), k=r.randint(2, 11))


def line(r):
    return fill(r, r.choice(LINES))


def lines(r, low=2, high=5):
    return "\n".join(distinct(lambda: line(r), r.randint(low, high)))


def paths(r, n, flat=False):
    """n paths whose file names differ."""
    return [("" if flat else r.choice(FOLDERS)) + x + "." + r.choice(ENDINGS) for x in r.sample(NOUNS, n)]


def with_part(r, part, low=1, high=4):
    """Lines that hold a text once."""
    rest = [x for x in lines(r, low, high).split("\n") if part not in x]
    rest.insert(r.randint(0, len(rest)), r.choice(["{x}", "now: {x}", "{x} is used here"]).replace("{x}", part))
    return "\n".join(rest)


def settings(r, k, v):
    """Lines of settings, one of them k = v."""
    others = r.sample([x for x in KEYS if x != k], r.randint(1, 4))
    rows = [f"{x} = {n}" for x, n in zip(others, (r.randint(1, 9999) for _ in others)) if str(v) not in str(n)]
    rows.insert(r.randint(0, len(rows)), f"{k} = {v}")
    return "\n".join(rows)


def base(p):
    return p.split("/")[-1]


def other_files(r, names, low=0, high=2):
    """A few files that have nothing to do with the task."""
    spare = [p for p in paths(r, 6) if p.split("/")[-1].split(".")[0] not in "".join(names)]
    return {p: lines(r) for p in spare[:r.randint(low, high)]}


def exchange(r):
    """A text and what it is to become, neither holding the other."""
    if r.random() < 0.4:
        k = r.choice(KEYS)
        a, b = r.sample(range(100, 1000), 2)
        return f"{k} = {a}", f"{k} = {b}"
    pool = r.choice([PEOPLE, TOWNS])
    if r.random() < 0.6:
        return tuple(r.sample(pool, 2))
    return tuple(f"{j} {n}" for j, n in zip(r.sample(ADJECTIVES, 2), r.sample(NOUNS, 2)))


def passes(r):
    return r.choice(PASSES).format(d=r.randint(3, 40))


def error(r, p, k, a, b):
    return r.choice(ERRORS).format(p=p, k=k, a=a, b=b)


def broken(r, p):
    """A file with a wrong setting: its text, the right text, the key and both values."""
    k, (a, b) = r.choice(KEYS), r.sample(range(100, 1000), 2)
    text = settings(r, k, a)
    return text, text.replace(f"{k} = {a}", f"{k} = {b}"), k, a, b


def prints(r):
    """What a command prints, and the number in it."""
    d = r.randint(100, 9999)
    return r.choice(PRINTS).format(k=r.choice(KEYS), d=d), str(d)
