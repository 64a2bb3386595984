"""Texts of the jobs' files: settings, notes, tables, scripts, pages; and the world that a
job is planned in, which knows the files as they are after each of its steps."""
import re

from agentcommands import any_command
from agentkit import body, file_path, marked
from agentscene import Scene
from frames import split_bars
from lexicon import MORE_NOUNS, MORE_VERBS
from phrase import expand
from words import ADJ, NAMES, WORDS, cap, plural, strange, word

KEYS = "timeout port host level size limit mode color theme width height depth speed rate delay count max_users min_size log_level cache_size workers buffer language region version debug verbose retry_count page_size max_items poll_seconds quality scale offset padding line_width tab_size font border radius weight price tax_rate currency zoom contrast gain threshold window_size chunk_size pool_size keep_days backup_hours max_files min_score top_speed warmup cooldown refresh ttl burst quota priority seats rooms floors tables copies pages shelf_life room_temp oven_heat fuel_level battery_low alarm_hour bell_volume sample_rate bit_depth frame_rate seed steps epochs layers margin_left margin_top hop_count lease_hours grace_period".split()
SENTENCES = split_bars("{P} (owns|has|keeps|lost|found|sold|wants) (the|a|one) {n}.|{P} (lives|works|stays|waits) in {T}.|- {v} the {n}|- {v} {k} {s}|* the {n} is {a}|The {n} (looks|seems|is|was) {a}.|One {n} (seems|looks|feels) {a}.|Take the {a} {n} to {T}.|(Send|Carry|Ship) {k} {s} to {T}.|[ ] {v} the {n}|{P} and {Q} {v} in {T}.|Meet {P} at {k}:15.|{P} paid {k} for the {n}.|No {n} without {n}.|The {a} {n} (belongs|goes) to {P}.|{T} has {k} {s}.|Ask {P} about the {n}.|{P}: {v} the {a} {n}|My {n} is {a}, says {P}.|(Yesterday|Today|Tomorrow) {P} (will|may) {v}.|The price of {s} is {k}.|Room {k}: {P}|{P} likes {s} and {s}")


def town(r):
    return cap(strange(r).lower()) if r.random() < 0.6 else r.choice("Aarhus Utrecht Graz Bilbao Perugia Turku Lublin Ostrava Coimbra Tampere Arnhem Nantes Salzburg Brno Dundee Cork Bath Leeds Tucson Boise Omaha Mobile Osaka Pune Kazan Bergen Malmo".split())


def who(r):
    return r.choice(NAMES) if r.random() < 0.5 else cap(strange(r).lower())


def noun(r):
    return r.choice(WORDS if r.random() < 0.5 else MORE_NOUNS).lower()


def note(r):
    """One line of a list or letter."""
    t = expand(r, r.choice(SENTENCES))
    for k, make in (("{P}", who), ("{Q}", who), ("{T}", town), ("{n}", noun), ("{a}", lambda r: r.choice(ADJ)), ("{v}", lambda r: r.choice(MORE_VERBS)), ("{k}", lambda r: str(r.randint(2, 99))), ("{s}", lambda r: plural(noun(r)))):
        while k in t:
            t = t.replace(k, make(r), 1)
    return t


def key(r):
    return r.choice(KEYS) if r.random() < 0.7 else f"{noun(r)}_{noun(r)}" if r.random() < 0.6 else word(r).lower()


def setting_lines(r, n):
    """Settings of one style: (lines, keys, values)."""
    style = r.choice(["{k} = {v}", "{k} = {v}", "{k}={v}", "{k}: {v}", "{k} = \"{v}\"", "{k} {v}", "set {k} {v}", "{k} := {v}"])
    ks = list(dict.fromkeys(key(r) for _ in range(n)))
    vs = []
    for _ in ks:
        v = r.choice([lambda: str(r.randint(2, 99)), lambda: str(r.randint(2, 99)), lambda: str(r.randint(100, 9000)), noun, lambda r=r: r.choice(["on", "off", "true", "false", "auto"]), lambda: f"{r.randint(0, 9)}.{r.randint(1, 9)}"])
        vs.append(v(r) if v is noun else v())
    return [style.replace("{k}", k).replace("{v}", v) for k, v in zip(ks, vs)], ks, vs


def settings(r):
    lines = setting_lines(r, r.randint(2, 5))[0]
    if r.random() < 0.2:
        lines.insert(0, r.choice([f"[{noun(r)}]", f"# {noun(r)} {noun(r)}", f"; {note(r)}"]))
    return "\n".join(lines)


def notes(r):
    return "\n".join(note(r) for _ in range(r.choice([1, 2, 2, 3, 3, 4, 5])))


def table(r):
    make = [(noun, "name"), (town, "city"), (who, "person"), (noun, "item")]
    m, head = r.choice(make)
    sep = r.choice([",", ",", ";", ", ", "\t", " | "])
    rows = [[m(r), str(r.randint(2, 999))] + ([r.choice(ADJ)] if i < 0 else []) for i in range(r.randint(2, 4))]
    return "\n".join(sep.join(x) for x in [[head, r.choice(["count", "amount", "price", "points", "year"])]] + rows)


SCRIPTS = ["def {a}():\n    return {n}\n\n\nprint({a}() * {m})  # {b}", "def {a}({b}):\n    return {b} - {n}  # {c}\n\nprint({a}({m}))", "{a} = {n}  # {b}\n{b} = {a} + {m}  # {c}\nprint({b})", "for {a} in range({n}):\n    if {a} > {m}:\n        print({a})  # {b} {c}", "const {a} = {n};  // {b}\nconsole.log({a} + {m});", "fn {a}() -> i32 {\n    {n}  // {b}\n}\n\nfn main() {\n    println!(\"{}\", {a}());\n}", "int {a} = {n};    /* {b} */\nint {b} = {m};", "#!/bin/sh\nset -e\n{a}={n}\necho \"{b} $((${a} + {m}))\"   # {c}", "class {a}:\n    {b} = {n}\n\n    def {c}(self):\n        return self.{b} + {m}", "import {a}\n\n\ndef test_{b}():\n    assert {a}.{c}({n}) == {m}", "SELECT {a}, {b}\nFROM {c}\nWHERE {a} > {n}  -- {b}\nLIMIT {m};", "function {a}({b}) {\n  // {c}\n  return {b} + {n};\n}\n\n{a}({m});"]


def script(r):
    t = r.choice(SCRIPTS)
    for k in "abc":
        t = t.replace("{" + k + "}", noun(r))
    return t.replace("{n}", str(r.randint(2, 99))).replace("{m}", str(r.randint(2, 99)))


def page(r):
    lines = [f"# {cap(noun(r))} {noun(r)}", ""] + [note(r) for _ in range(r.randint(1, 3))]
    return "\n".join(lines)


SORTS = [(settings, [".ini", ".cfg", ".conf", ".toml", ".env", ".properties", ".yaml", ".settings"]), (notes, [".txt", ".md", ".txt", ".log", ".todo", "", ".text", ".rst"]), (table, [".csv", ".tsv", ".csv", ".dat"]), (script, [".py", ".js", ".rs", ".sh", ".c", ".sql", ".rb", ".go"]), (page, [".md", ".rst", ".adoc", ".txt"])]
FOLDERS = "src lib app docs data config etc notes work home office drafts archive shared team public private assets web site scripts tools test tests pages texts letters plans 2024 old new backup inbox misc parts books recipes reports".split()


class World(Scene):
    """A scene that knows how the files are after the steps planned so far (now)."""

    def __init__(self, r):
        super().__init__(r)
        self.now, self.open, self.kinds_closed, self.late = {}, [], set(), []

    def path(self, ext=None):
        r = self.r
        if r.random() < 0.35:
            return super().path(ext)
        while True:
            n = r.choice([noun(r), noun(r), f"{noun(r)}{r.choice('_-')}{noun(r)}", f"{noun(r)}{r.randint(1, 99)}", strange(r).lower(), cap(noun(r)), noun(r).upper()])
            d = r.choice(["", "", r.choice(FOLDERS) + "/", r.choice(FOLDERS) + "/", f"{r.choice(FOLDERS)}/{noun(r)}/"])
            n += r.choice(r.choice(SORTS)[1]) if ext is None else ext
            stem = n.split(".")[0].lower()
            if stem not in self.taken:
                self.taken |= {stem, n.lower()}
                return d + n

    def text(self, sort=None):
        """(ending, text) of a file of some sort."""
        r = self.r
        if sort is None and r.random() < 0.2:
            p = file_path(r)
            end = p[p.rfind("."):] if "." in p else ""
            return end, body(r, p)
        make, ends = sort or r.choices(SORTS, [30, 35, 10, 18, 7])[0]
        return r.choice(ends), make(r)

    def make(self, sort=None):
        """A path that is free, and a text that fits it."""
        end, text = self.text(sort)
        return self.path(end), text

    def new(self, ext=None, text=None, sort=None):
        """A file that is there at the start."""
        end, t = self.text(sort)
        p = self.path(ext if ext is not None else end)
        self.files[p] = self.now[p] = text if text is not None else t
        return p

    def any_file(self):
        """A file that an earlier step left, or one from the start."""
        if self.open and self.r.random() < 0.3:
            p = self.r.choice(self.open)
            if p in self.now:
                return p
        return self.new()

    def line(self):
        """A new line of text."""
        r = self.r
        k = r.random()
        return note(r) if k < 0.5 else setting_lines(r, 1)[0][0] if k < 0.7 else r.choice(["# ", "// ", "-- ", "; ", "> "]) + f"{r.choice(['seen', 'done', 'read', 'made', 'owned', 'kept', 'approved', 'revised', 'written', 'tested'])} by {who(r)}" if k < 0.82 else f"{noun(r)},{r.randint(2, 999)}" if k < 0.9 else cap(f"{noun(r)} {r.choice(MORE_VERBS)} {noun(r)}")


def pieces(r, text):
    """Texts that stand once in a file and could be replaced."""
    found = [m for m in re.findall(r"[A-Za-z_]{3,}|\d{2,}", text) if len(re.findall(re.escape(m), text)) == 1]
    lines = [x.strip() for x in text.split("\n") if 4 < len(x.strip()) < 50 and text.count(x.strip()) == 1]
    return found, lines


def swap(r, text):
    """(old, new) for a change in a text, or None."""
    found, lines = pieces(r, text)
    if lines and r.random() < 0.35:
        old = r.choice(lines)
        for mark in (" = ", ": ", "=", ","):
            if mark in old:
                left, right = old.rsplit(mark, 1)
                new = left + mark + (str(r.randint(100, 999)) if right.strip('"').isdigit() else noun(r))
                return (old, new) if new not in text else None
        new = note(r)
        return (old, new) if new not in text and old not in new else None
    if not found:
        return None
    old = r.choice(found)
    new = str(r.randint(100, 9999)) if old.isdigit() else town(r) if old[:1].isupper() else noun(r)
    return (old, new) if new not in text and old not in new else None


def shown_text(r, x):
    """A text in the sentence, in marks that it does not hold."""
    return f"`{x}`" if "`" not in x and r.random() < 0.5 else marked(r, x)


def shown_path(r, p):
    return r.choice([p] * 7 + [f"`{p}`", f"`{p}`", f'"{p}"', f"'{p}'"])


def command_for(w):
    """A command that no step has used."""
    while True:
        c = any_command(w.r)
        if c not in w.checks and not c.startswith(("rm", "cat", "ls", "wc")) and '"' not in c and "`" not in c:
            return c
