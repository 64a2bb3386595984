"""Names, places, things and the toy files that they appear in."""
import json

NAMES = "Zofia Ilse Ravi Mateus Noor Kaito Bram Leila Oskar Tindra Paolo Anouk Dmitri Chioma Hana Felix Marta Yusuf Greta Tomas Ingrid Samir Beatriz Lucia Henk Aoife Wanda Rosa Emil Petra Jonas Amara Viktor Nadia Cedric Svea Tariq Milena Duncan Olga".split()
TOWNS = "Porto Brno Ghent Turku Malaga Leeds Graz Cork Lodz Tartu Aarhus Pisa Nantes Basel Izmir Split Bergen Dresden Utrecht Galway Varna Siena Trieste Bilbao Lund Zadar Poznan Kaunas Cadiz Tromso".split()
THINGS = "lamp kettle teapot bicycle ladder pillow guitar basket drawer blanket compass bucket marble whistle candle mirror pencil carpet hammer balloon puzzle violin jacket lantern parcel ribbon saddle anchor feather helmet".split()
FOODS = "lentils flour butter basil ginger rice honey walnuts yoghurt carrots onions garlic cinnamon spinach apples cheese oats lemons paprika tomatoes beans mushrooms parsley raisins".split()
PLACES = "kitchen hallway garage attic balcony cellar bathroom porch office bedroom garden workshop library nursery pantry".split()
WORDS = "amber breeze copper delta ember forest granite harbor indigo juniper kestrel lilac meadow nectar orchid pebble quartz raven saffron tundra velvet willow zephyr cobalt maple otter falcon cedar coral dune".split()
VERBS = "water paint call fix clean order book wash print pack feed move sort label return collect measure repair post check".split()
COLORS = "red green blue white black orange purple grey yellow pink brown teal".split()
EXT = "txt md log cfg csv".split()


def two(r, pool, n=2):
    """n different members of a pool."""
    return r.sample(pool, n)


def num(r):
    """A number."""
    return str(r.choice([r.randint(2, 99), r.randint(100, 999), r.randint(2, 12) * 10, r.randint(1000, 9999), r.randint(2, 12) * 500]))


def version(r):
    """A version number."""
    return f"{r.randint(0, 6)}.{r.randint(0, 20)}.{r.randint(0, 30)}"


def value(r):
    """A value as settings hold it."""
    return r.choice([num, num, lambda r: r.choice(WORDS), lambda r: r.choice(WORDS) + "-" + str(r.randint(1, 40)), version, lambda r: f"{r.randint(0, 9)}.{r.randint(1, 99)}", lambda r: "/srv/" + r.choice(WORDS), lambda r: r.choice(WORDS) + ".example.org", lambda r: r.choice(NAMES), lambda r: f"{r.randint(1, 90)}s", lambda r: f"{r.randint(1, 64)}MB", lambda r: f"192.168.{r.randint(0, 9)}.{r.randint(2, 250)}", lambda r: r.choice(TOWNS)])(r)


def other(r, make, *used):
    """A new value that is no part of the used ones, nor they of it."""
    while True:
        v = make(r)
        if all(v.lower() not in u.lower() and u.lower() not in v.lower() for u in used if u):
            return v


def word(r):
    """A word."""
    return r.choice(WORDS)


def name(r):
    """A name."""
    return r.choice(NAMES)


def sentence(r):
    """An everyday sentence."""
    return r.choice([lambda: f"{name(r)} brings the {r.choice(THINGS)} to {r.choice(TOWNS)}.", lambda: f"The {r.choice(THINGS)} stands in the {r.choice(PLACES)}.", lambda: f"Buy {num(r)} g of {r.choice(FOODS)}.", lambda: f"Remember to {r.choice(VERBS)} the {r.choice(THINGS)}.", lambda: f"Meeting with {name(r)} at {r.randint(8, 17)}:{r.choice(['00', '15', '30', '45'])}.", lambda: f"{name(r)} lives in {r.choice(TOWNS)} now.", lambda: f"The {r.choice(COLORS)} {r.choice(THINGS)} belongs to {name(r)}.", lambda: f"Room {r.randint(1, 60)} is closed until {r.choice(['Monday', 'Tuesday', 'Friday', 'spring', 'noon'])}.", lambda: f"Train to {r.choice(TOWNS)} leaves from platform {r.randint(1, 14)}."])()


def item(r):
    """A line of a list."""
    return r.choice([lambda: f"{r.choice(VERBS)} the {r.choice(THINGS)}", lambda: f"{r.randint(2, 900)} g {r.choice(FOODS)}", lambda: r.choice(THINGS), lambda: f"{name(r)} ({r.choice(TOWNS)})", lambda: f"call {name(r)}", lambda: f"{r.choice(COLORS)} {r.choice(THINGS)}"])()


KEYS = "port host timeout retries theme language volume brightness workers cache_dir log_level max_users greeting owner city currency speed lives level_count window_width font backup_hour sensor_id threshold batch_size region rate depth title room channel".split()


def pairs(r, n):
    """n settings with values that are no parts of each other."""
    out = []
    keys = []
    while len(keys) < n:
        k = r.choice(KEYS)
        if all(k not in q and q not in k for q in keys):
            keys.append(k)
    for k in keys:
        out.append((k, other(r, value, *[v for _, v in out], *keys)))
    return out


def setting_line(r, kind, k, v):
    """One setting as a line of a kind of file."""
    bare = v.isdigit()
    return {"ini": f"{k} = {v}", "env": f"{k.upper()}={v}", "yaml": f"{k}: {v}", "toml": f"{k} = {v}" if bare else f'{k} = "{v}"', "py": f"{k.upper()} = {v}" if bare else f'{k.upper()} = "{v}"', "cfg": f"{k}={v}", "js": f"  {k}: {v}," if bare else f"  {k}: '{v}',", "json": f'  "{k}": {v}' if bare else f'  "{k}": "{v}"', "rs": f"pub const {k.upper()}: u32 = {v};" if bare else f'pub const {k.upper()}: &str = "{v}";'}[kind]


CONF_KINDS = ["ini", "env", "yaml", "toml", "py", "cfg", "js", "json", "rs"]
CONF_NAMES = {"ini": ["settings.ini", "config/app.ini", "game.ini", "home/heating.ini"], "env": [".env", "deploy/prod.env", ".env.local"], "yaml": ["config.yaml", "lights.yml", "deploy/values.yaml", "home/rooms.yaml"], "toml": ["config.toml", "crates/core/conf.toml", "Settings.toml"], "py": ["settings.py", "src/constants.py", "app/conf.py"], "cfg": ["printer.cfg", "etc/server.cfg", "robot-2.cfg"], "js": ["config.js", "src/options.js"], "json": ["config.json", "data/options.json", "package-settings.json"], "rs": ["src/consts.rs", "src/limits.rs"]}


def conf(r, settings, kind=None):
    """(path, text, kind) of a settings file."""
    kind = kind or r.choice(CONF_KINDS)
    lines = [setting_line(r, kind, k, v) for k, v in settings]
    if kind == "json":
        text = "{\n" + ",\n".join(lines) + "\n}"
    elif kind == "js":
        text = "module.exports = {\n" + "\n".join(lines) + "\n};"
    elif kind == "ini":
        text = r.choice(["[main]\n", "[" + word(r) + "]\n", ""]) + "\n".join(lines)
    else:
        text = r.choice(["", "", "# settings\n" if kind not in ("rs",) else "// limits\n"]) + "\n".join(lines)
    return r.choice(CONF_NAMES[kind]), text, kind


def code(r, fn=None):
    """(path, text, function name) of a small source file."""
    fn = fn or r.choice(["add", "total", "greet", "scale", "area", "price", "score", "mix", "tax", "steps"]) + r.choice(["", "_" + r.choice(WORDS)])
    n, w = num(r), r.choice(WORDS)
    stem = r.choice(WORDS + ["main", "util", "tools", "core", "game", "calc"])
    d = r.choice(["", "", "src/", "lib/", "app/", "game/"])
    return r.choice([
        lambda: (f"{d}{stem}.py", f"def {fn}(x):\n    # {w}\n    return x + {n}", fn),
        lambda: (f"{d}{stem}.py", f"import math\n\n\ndef {fn}(a, b):\n    if a >= b:\n        return \"{w}\"\n    return a * {n}", fn),
        lambda: (f"src/{stem}.rs", f"pub fn {fn}(x: u32) -> u32 {{\n    let {w} = {n};\n    x + {w}\n}}", fn),
        lambda: (f"{d}{stem}.js", f"function {fn}(x) {{\n  const {w} = {n};\n  return x * {w};\n}}\nmodule.exports = {{ {fn} }};", fn),
        lambda: (f"{d}{stem}.go", f"package {w}\n\nfunc {fn}(x int) int {{\n\treturn x - {n}\n}}", fn),
        lambda: (f"{d}{stem}.c", f"#include <stdio.h>\n\nint {fn}(int x) {{\n    return x <= {n} ? x : {n};\n}}", fn),
        lambda: (f"bin/{stem}.sh", f"#!/bin/sh\n# {w}\n{fn}() {{\n  echo \"{w} $1 {n}\"\n}}", fn),
        lambda: (f"{d}{stem}.lua", f"function {fn}(x)\n  local {w} = {n}\n  return x + {w}\nend", fn),
        lambda: (f"web/{stem}.html", f"<html>\n<body>\n  <h1>{fn}</h1>\n  <p class=\"{w}\">{n}</p>\n</body>\n</html>", fn),
        lambda: (f"sql/{stem}.sql", f"CREATE TABLE {fn} (\n  id INT,\n  {w} INT DEFAULT {n}\n);", fn)])()


def lines_of(r, make, n):
    """n lines of which none is part of another."""
    out = []
    while len(out) < n:
        s = make(r)
        if all(s not in q and q not in s for q in out):
            out.append(s)
    return out


LIST_NAMES = ["shopping.txt", "TODO.txt", "notes/monday.txt", "lists/party.txt", "packing-list.txt", "ideas.txt", "guests.txt", "docs/plan.txt", "chores_2.txt", "Wishlist.txt", "inventory.txt", "home/rooms.txt", "week-12.txt", "notes.txt"]
NOTE_NAMES = ["letter.txt", "letters/aunt.txt", "notes.md", "docs/intro.md", "README.md", "diary/may-3.txt", "Report.md", "memo.txt", "docs/faq.md", "mail/draft1.txt", "story.txt", "about.md"]
CSV_NAMES = ["people.csv", "data/members.csv", "grades.csv", "Stock-2024.csv", "data/stations.csv", "export/orders.csv"]
LOG_NAMES = ["app.log", "logs/today.log", "var/heating.log", "build.log", "logs/web-1.log"]


def listing(r, n=None):
    """(path, lines) of a plain list."""
    return r.choice(LIST_NAMES), lines_of(r, r.choice([item, item, sentence, word]), n or r.randint(3, 5))


def note(r, n=None):
    """(path, lines) of a note or a letter."""
    p = r.choice(NOTE_NAMES)
    body = lines_of(r, sentence, n or r.randint(2, 4))
    if p.endswith(".md"):
        body = ["# " + r.choice(WORDS).capitalize(), ""] + body
    elif r.random() < 0.4:
        body = [f"Dear {name(r)},"] + body + ["Yours, " + name(r)]
    return p, body


def table(r, n=None):
    """(path, header, rows) of a CSV file."""
    cols = r.choice([["name", "town", "age"], ["item", "place", "count"], ["student", "course", "points"], ["station", "town", "line"]])
    n = n or r.randint(2, 4)
    first = two(r, NAMES if cols[0] in ("name", "student") else THINGS if cols[0] == "item" else [w.capitalize() for w in WORDS], n + 1)
    second = two(r, TOWNS if cols[1] == "town" else PLACES if cols[1] == "place" else "maths physics music art latin sport history".split(), n + 1)
    third = r.sample(range(12, 90), n + 1)
    return r.choice(CSV_NAMES), cols, [[a, b, str(c)] for a, b, c in zip(first, second, third)]


def log(r):
    """(path, lines) of a log."""
    h = r.randint(6, 20)
    ls = lines_of(r, lambda r: r.choice(["INFO started " + word(r), "INFO user " + name(r) + " joined", "WARN slow reply from " + word(r), "DEBUG loop " + num(r)]), r.randint(2, 4))
    return r.choice(LOG_NAMES), [f"{h:02d}:{5 + 7 * i:02d} {s}" for i, s in enumerate(ls)]


def anyfile(r):
    """(path, text) of some file."""
    k = r.randrange(7)
    if k == 0:
        p, ls = listing(r)
        return p, "\n".join(ls)
    if k == 1:
        p, ls = note(r)
        return p, "\n".join(ls)
    if k == 2:
        p, h, rows = table(r)
        return p, "\n".join(",".join(x) for x in [h] + rows[:-1])
    if k == 3:
        p, ls = log(r)
        return p, "\n".join(ls)
    if k == 4:
        return code(r)[:2]
    if k == 5:
        return conf(r, pairs(r, 2))[:2]
    return r.choice(["data/item.json", "package.json", "save-game.json"]), json.dumps({"name": word(r), "size": r.randint(2, 99)}, indent=2)


def around(r, files, n=None, avoid=()):
    """The files and up to n others (1 or 2 if not said) that do not hold the avoided
    texts."""
    out = dict(files)
    n = r.choice([0, 1, 1, 2]) if n is None else n
    while n > 0:
        p, s = anyfile(r)
        if p not in out and not any(p.endswith("/" + q) or q.endswith("/" + p) for q in out) and not any(a.lower() in (p + s).lower() for a in avoid):
            out[p] = s
            n -= 1
    return out


COMMANDS = ["pytest -q", "cargo test", "npm test", "make check", "go test ./...", "python check.py", "./run_tests.sh", "bash ci/verify.sh", "tox -e py", "make lint", "node test.js", "mvn -q test", "./gradlew test", "just test", "swift test", "mix test", "yarn build", "make docs", "python -m unittest", "sh verify.sh --strict", "terraform validate", "ruff check .", "hass-check", "python3 tools/validate.py data", "make -s all", "npm run build", "./check", "deno test", "rake spec", "prove -l t/", "./bin/doctor --quick", "cmake --build build", "dotnet test", "python grade.py --all", "validate-sheet", "spellcheck docs", "cargo build --release", "bazel test //...", "composer test", "zig build test"]
GOODS = ["ok", "{n} passed", "All checks passed.", "PASS", "BUILD SUCCESSFUL", "test result: ok. {n} passed; 0 failed", "Ran {n} tests: OK", "0 problems found", "Success!", "done, no errors", "{n} tests, 0 failures", "exit code 0", "green", "Everything looks fine.", "OK ({n} checks)", "Validation finished: good", "[pass] {n}/{n}"]
BADS = ["FAIL", "1 failed", "error: check failed", "AssertionError", "Build failed.", "1 problem found", "FAILED (failures=1)", "exit code 1", "not good yet", "[fail] 1 of {n}", "test result: FAILED. 1 failed"]


def command(r):
    """(command, good output, bad output)."""
    n = str(r.randint(2, 40))
    return r.choice(COMMANDS), r.choice(GOODS).replace("{n}", n), r.choice(BADS).replace("{n}", n)
