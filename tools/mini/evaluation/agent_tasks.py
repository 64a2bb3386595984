"""Agent tasks in the toy workspace: 24 kinds, each with a request, files and a plan that solves it.

In the functions of the kinds `f` to `i` are paths, `o` and `x` old and new texts, `k` and `v` the
name and the value of a fact, and `c` a command: the names of the gaps in texts.json.
"""

import random

from .cases import ADJECTIVES, NOUNS, PEOPLE, PHRASES, SEED_NAME, TOWNS, quoted
from .workspace import Kit, Run, Task

FRAMES = PHRASES["agents"]
FOLDERS = ["", "", "docs/", "notes/", "data/"]
ENDINGS = [".txt", ".md", ".txt"]
COLORS = "red green blue yellow white black".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday".split()


class Scene:
    """Fresh words, file names and texts of one task."""

    def __init__(self, r):
        self.r = r
        self.nouns = r.sample(NOUNS, len(NOUNS))

    def rare(self):
        """A noun that is no piece of another word."""
        while True:
            w = self.nouns.pop()
            if len(w) > 3 and not any(w in x and w != x for x in NOUNS):
                return w

    def path(self):
        return self.r.choice(FOLDERS) + self.nouns.pop() + self.r.choice(ENDINGS)

    def say(self, frames, **kw):
        """Fills one of the frames; {gaps} in the given texts stay as they are."""
        return fill(self.r.choice(frames), **kw)

    def line(self):
        r = self.r
        return self.say(
            FRAMES["prose"],
            n=self.nouns.pop(),
            a=r.choice(ADJECTIVES),
            p=r.choice(PEOPLE),
            t=r.choice(TOWNS),
        )

    def text(self, low=1, high=3):
        return "\n".join(self.line() for _ in range(self.r.randint(low, high)))

    def fact(self, key=None):
        """A fact: its name and its value."""
        r = self.r
        k = key or r.choice(FRAMES["keys"])
        v = {
            "phone number": f"555-{r.randint(1000, 9999)}",
            "room number": str(r.randint(100, 499)),
            "price": str(r.randint(12, 99)),
            "opening time": f"{r.randint(7, 11)}:30",
            "color": r.choice(COLORS),
            "address": f"{r.randint(2, 99)} Mill Road",
            "owner": r.choice(PEOPLE),
            "meeting day": r.choice(WEEKDAYS),
            "winner": r.choice(PEOPLE),
            "train time": f"{r.randint(12, 22)}:{r.randint(10, 59)}",
        }[k]
        return k, v

    def about(self, k, v):
        """A text that holds a fact, in its middle or at an end."""
        lines = ["The list is below.", "More will follow soon.", "Please keep this file."]
        lines = lines[: self.r.randint(0, 3)]
        lines.insert(self.r.randint(0, len(lines)), self.say(FRAMES["fact_lines"], k=k, x=v))
        return "\n".join(lines)

    def others(self, task, most=2):
        """Adds up to `most` files that the task is not about."""
        for _ in range(self.r.randint(0, most)):
            task.files[self.path()] = self.text()

    def command(self, task, path, need):
        """Gives the task a command that succeeds once `path` contains `need`."""
        c = self.r.choice(FRAMES["commands"])
        task.good = self.r.choice(FRAMES["good"])
        task.checks[c] = (path, need, task.good, f"Error: {path} is not as it should be")
        task.must_run = [c]
        return c


def fill(frame, **kw):
    """Fills the gaps of a frame in one pass: a gap within a given text stays."""
    out = frame
    for k, v in kw.items():
        out = out.replace("{" + k + "}", f"\0{k}\0")
    for k, v in kw.items():
        out = out.replace(f"\0{k}\0", v)
    return out


def code_edit(r):
    """A source file with one line to change: path, text, old and new."""
    f, text, old, new = r.choice(FRAMES["code_edits"])
    return f, text.replace("{o}", old), old, new


def write_run(r, scene, task):
    f, x = r.choice(FRAMES["code"]) if r.random() < 0.6 else (scene.path(), scene.line())
    c = scene.command(task, f, x)
    task.want = {f: x}
    task.plan = [("write", f, x), ("run", c)]
    create = scene.say(FRAMES["create"], f=f, x=x if '"' in x else quoted(x))
    task.ask = create + scene.say(FRAMES["then_run"], c=c)


def write_all(r, scene, task):
    task.want = {scene.path(): scene.line().rstrip(".") for _ in range(r.randint(2, 4))}
    task.plan = [("write", f, x) for f, x in task.want.items()]
    frame = r.choice(FRAMES["create_line"])
    listed = "\n".join("- " + fill(frame, f=f, x=quoted(x)) for f, x in task.want.items())
    task.ask = scene.say(FRAMES["create_all"], l=listed)


def write_all_run(r, scene, task):
    write_all(r, scene, task)
    f, x = list(task.want.items())[-1]
    c = scene.command(task, f, x)
    task.ask += f"\nWhen all files are there, run {c}."
    task.plan.append(("run", c))


def write_retry(r, scene, task):
    write_run(r, scene, task)
    task.flaky_commands = task.must_run
    task.plan.append(task.plan[-1])
    task.ask += " If the command only fails for a moment, run it again."


def edit_run(r, scene, task):
    f, text, o, x = code_edit(r)
    task.files[f] = text
    c = scene.command(task, f, x)
    task.want = {f: text.replace(o, x)}
    task.plan = [("edit", f, o, x), ("run", c)]
    edit = scene.say(FRAMES["edit"], f=f, o=f"`{o}`", x=f"`{x}`")
    task.ask = edit + scene.say(FRAMES["then_run"], c=c)
    scene.others(task)


def prose_edit(r, scene, task):
    """A file that contains a noun once, and the noun to put in its place: path, old and new."""
    f, o, x = scene.path(), scene.rare(), scene.rare()
    lines = [scene.line() for _ in range(r.randint(0, 2))] + [f"We talked about the {o} today."]
    r.shuffle(lines)
    task.files[f] = "\n".join(lines)
    task.want[f] = task.files[f].replace(o, x)
    return f, o, x


def edit_read(r, scene, task):
    f, o, x = prose_edit(r, scene, task)
    task.plan = [("edit", f, o, x), ("read", f)]
    task.say = [line.rstrip(".") for line in task.want[f].split("\n")]
    task.ask = scene.say(FRAMES["edit"], f=f, o=o, x=x) + scene.say(FRAMES["back"])


def edit_all(r, scene, task):
    o, x = scene.rare(), scene.rare()
    for _ in range(r.randint(2, 4)):
        f = scene.path()
        if r.random() < 0.6:
            said = r.sample([f"We talked about the {o} today.", scene.line()], 2)
            task.files[f] = "\n".join(said)
        else:
            task.files[f] = f"The {o} is mine."
        task.want[f] = task.files[f].replace(o, x)
    names = list(task.files)
    task.plan = [("edit", f, o, x) for f in names]
    listed = ", ".join(names[:-1]) + " and " + names[-1]
    task.ask = scene.say(FRAMES["edit_all"], o=o, x=x, l=listed)


def fix(r, scene, task):
    f, text, o, x = code_edit(r)
    task.files[f] = text
    c = scene.command(task, f, x)
    task.checks[c] = (f, x, task.good, scene.say(FRAMES["broken"], f=f, o=f"`{o}`", x=f"`{x}`"))
    task.want = {f: text.replace(o, x)}
    task.plan = [("run", c), ("read", f), ("edit", f, o, x), ("run", c)]
    task.ask = scene.say(FRAMES["fix"], c=c)
    scene.others(task)


def fix_note(r, scene, task):
    fix(r, scene, task)
    f, x = "status.txt", r.choice(["passed", "tests are fine", "all good", "ready"])
    task.want[f] = x
    task.plan.append(("write", f, x))
    task.ask += scene.say(FRAMES["fix_note"], f=f, x=quoted(x))


def flaky(r, scene, task):
    c, n = r.choice(FRAMES["reports"]), str(r.randint(12, 480))
    task.good = scene.say(FRAMES["prints"], i=n)
    scene.others(task)
    task.checks[c] = ("", "", task.good, task.good)
    task.flaky_commands = [c]
    task.must_run = [c]
    task.plan = [("run", c), ("run", c)]
    task.say = [n]
    task.ask = scene.say(FRAMES["flaky"], c=c)


def two_facts(scene, task):
    """Two files with a fact each: paths, then names and values."""
    (k, v), f, g = scene.fact(), scene.path(), scene.path()
    while True:
        k2, v2 = scene.fact()
        if k2 != k and v2 != v:
            task.files.update({f: scene.about(k, v), g: scene.about(k2, v2)})
            return f, g, k, v, k2, v2


def read_two(r, scene, task):
    f, g, k, v, k2, v2 = two_facts(scene, task)
    scene.others(task)
    task.plan = [("read", f), ("read", g)]
    task.say = [v, v2]
    task.ask = scene.say(FRAMES["read_two"], f=f, g=g, k=k, h=k2)


def read_write(r, scene, task):
    """Reads a fact, tells it and writes another file."""
    (k, v), f, g, x = scene.fact(), scene.path(), scene.path(), scene.line().rstrip(".")
    task.files[f] = scene.about(k, v)
    task.want = {g: x}
    task.say = [v]
    task.plan = [("read", f), ("write", g, x)]
    read = scene.say(FRAMES["read"], f=f, k=k)
    task.ask = f'{read} Also: {scene.say(FRAMES["create"], f=g, x=quoted(x))}.'


def list_run(r, scene, task):
    for _ in range(r.randint(2, 5)):
        task.files[scene.path()] = scene.text()
    f = r.choice(list(task.files))
    n = task.files[f].count("\n") + 1
    task.say = list(task.files)
    task.plan = [("list",), ("run", f"wc -l {f}")]
    task.say += [str(n)]
    task.ask = scene.say(FRAMES["list"]) + " And then: " + scene.say(FRAMES["lines"], f=f)


def index(r, scene, task):
    for _ in range(r.randint(2, 5)):
        task.files[scene.path()] = scene.text()
    f, names = scene.path(), "\n".join(sorted(task.files))
    task.want = {f: names}
    task.plan = [("list",), ("write", f, names)]
    task.ask = scene.say(FRAMES["index"], f=f)


def copy(r, scene, task):
    f, g = scene.path(), scene.path()
    task.files[f] = scene.text()
    scene.others(task)
    task.want = {g: task.files[f]}
    task.plan = [("read", f), ("write", g, task.files[f])]
    task.ask = scene.say(FRAMES["copy"], f=f, g=g)


def copy_two(r, scene, task):
    f, g, h, i = (scene.path() for _ in range(4))
    task.files.update({f: scene.text(1, 2), h: scene.text(1, 2)})
    task.want = {g: task.files[f], i: task.files[h]}
    task.plan = [("read", f), ("write", g, task.files[f]), ("read", h), ("write", i, task.files[h])]
    task.ask = scene.say(FRAMES["copy_all"], f=f, g=g, h=h, i=i)


def rename(r, scene, task):
    f, g = scene.path(), scene.path()
    task.files[f] = scene.text()
    scene.others(task)
    task.want = {f: None, g: task.files[f]}
    task.plan = [("read", f), ("write", g, task.files[f]), ("run", f"rm {f}")]
    task.ask = scene.say(FRAMES["rename"], f=f, g=g)


def delete(r, scene, task):
    e = r.choice([".tmp", ".bak", ".log", ".old"])
    gone = [scene.nouns.pop() + e for _ in range(r.randint(1, 4))]
    task.files = {f: scene.text() for f in gone + [scene.path() for _ in range(r.randint(1, 3))]}
    task.want = dict.fromkeys(gone)
    task.plan = [("list",)] + [("run", f"rm {f}") for f in gone]
    task.ask = scene.say(FRAMES["delete"], e=e)


def append(r, scene, task):
    f, x = scene.path(), scene.line().rstrip(".")
    task.files[f] = scene.text()
    scene.others(task)
    task.want = {f: task.files[f] + "\n" + x}
    task.plan = [("read", f), ("write", f, task.want[f])]
    task.ask = scene.say(FRAMES["append"], f=f, x=quoted(x))


def fill_in(r, scene, task):
    (k, v), f, g = scene.fact(), scene.path(), scene.path()
    o = r.choice(["UNKNOWN", "MISSING", "BLANK", "LATER"])
    task.files.update({f: scene.about(k, v), g: f"{scene.line()}\nThe {k}: {o}"})
    task.want = {g: task.files[g].replace(o, v)}
    task.plan = [("read", f), ("edit", g, o, v)]
    task.ask = scene.say(FRAMES["fill"], f=f, g=g, k=k, o=o)


def todo(r, scene, task):
    f = r.choice(["todo.txt", "task.md", "instructions.txt", "job.txt"])
    if r.random() < 0.5:
        g, x = scene.path(), scene.line().rstrip(".")
        text = fill(FRAMES["todo_text"][0], g=g, x=quoted(x))
        step = ("write", g, x)
        task.want = {g: x}
    else:
        g, o, x = prose_edit(r, scene, task)
        text, step = fill(FRAMES["todo_text"][1], g=g, o=o, x=x), ("edit", g, o, x)
    task.files[f] = text
    task.plan = [("read", f), step]
    task.ask = scene.say(FRAMES["todo"], f=f)


def lines(r, scene, task):
    f, g = scene.path(), scene.path()
    a, b = r.sample(range(2, 13), 2)
    task.files.update(
        {
            f: "\n".join(f"{i}. {r.choice(NOUNS)}" for i in range(1, a + 1)),
            g: "\n".join(f"- {r.choice(NOUNS)}" for _ in range(b)),
        }
    )
    task.plan = [("run", f"wc -l {f}"), ("run", f"wc -l {g}")]
    task.say = [str(a), str(b)]
    task.ask = scene.say(FRAMES["lines_two"], f=f, g=g)


def lost(r, scene, task):
    (k, v), n, m = scene.fact(), scene.nouns.pop(), r.choice(["list", "notes", "plan"])
    asked, real = r.choice(
        [
            (f"{n}.txt", f"{n}_{m}.txt"),
            (f"{n}.txt", f"{n}.md"),
            (f"{n}.txt", f"docs/{n}.txt"),
            (f"{n}-{m}.txt", f"{n}_{m}.txt"),
        ]
    )
    task.files[real] = scene.about(k, v)
    for _ in range(r.randint(1, 3)):
        task.files[scene.path()] = scene.text()
    task.plan = [("read", asked), ("list",), ("read", real)]
    task.say = [v]
    task.ask = scene.say(FRAMES["lost"], f=asked, k=k)


def search(r, scene, task):
    x, names = scene.rare(), [scene.path() for _ in range(r.randint(2, 5))]
    task.files = {f: scene.text(1, 2) for f in names}
    f = r.choice(names)
    task.files[f] = f"{scene.line()}\n{r.choice(PEOPLE)} wants the {x} back."
    task.plan = [("list",)] + [("read", n) for n in sorted(names)]
    task.say = [f]
    task.ask = scene.say(FRAMES["search"], x=quoted(x))


KINDS = [
    write_run,
    write_all,
    write_all_run,
    write_retry,
    edit_run,
    edit_read,
    edit_all,
    fix,
    fix_note,
    flaky,
    read_two,
    read_write,
    list_run,
    index,
    copy,
    copy_two,
    rename,
    delete,
    append,
    fill_in,
    todo,
    lines,
    lost,
    search,
]


def task_of(r, kind):
    task = Task()
    kind(r, Scene(r), task)
    task.kind = kind.__name__
    task.start = dict(task.files)
    return task


def runs(seed=7, n=200):
    """`n` tasks in play, kinds evenly drawn, no two of the same request."""
    r, out, asked = random.Random(f"{SEED_NAME} agents {seed}"), [], set()
    while len(out) < n:
        task = task_of(r, KINDS[len(out) % len(KINDS)])
        if task.ask not in asked:
            asked.add(task.ask)
            kit, messages = Kit(*r.choice(FRAMES["kits"])), r.choice(FRAMES["results"])
            out.append(Run(kit, task, messages, r.choice(FRAMES["systems"])))
    return out
