"""Agent tasks of several steps: edits in two files, texts in blocks, tests without a
named command, summaries, chains of orders and faults that come one after the other."""
import agentwords as A
from agentsay import EVERYWHERE, TESTED, tell
from agentkit import Episode, body, change, commands, file_path, files_around, free_line, marked, replace_request, result_text, then_run, verdict
from phrase import command, expand, ph
from words import cap, letters, word

DEFAULTS = {".rs": "cargo test", ".py": "pytest", ".js": "npm test", ".ts": "npm test", ".go": "go test ./...", ".java": "mvn test", ".c": "make test"}
MARKERS = [("Cargo.toml", "cargo"), ("package.json", "npm"), ("pyproject.toml", "pytest"), ("setup.py", "pytest"), ("requirements.txt", "pytest"), ("go.mod", "go"), ("Makefile", "make"), ("pom.xml", "mvn"), ("build.gradle", "gradle"), ("Gemfile", "rake")]
TEST = {"cargo": "cargo test", "npm": "npm test", "pytest": "pytest", "go": "go test ./...", "make": "make test", "mvn": "mvn test", "gradle": "gradle test", "rake": "rake test"}
BUILD = {"cargo": "cargo build", "npm": "npm run build", "go": "go build ./...", "make": "make", "mvn": "mvn package", "gradle": "gradle build"}


def ending(p):
    return p[p.rfind("."):] if "." in p else ""


def default_tests(p):
    """What "run the tests" means after a change of this file; "" if its kind does not tell."""
    return DEFAULTS.get(ending(p), "")


def one_liner(r, p):
    """A text of one line, with braces more often than not."""
    a, b, n = word(r), word(r), r.randint(0, 99)
    if r.random() < 0.25:
        return free_line(r)
    ts = {".rs": ["fn main() { println!(\"{a} {b}\"); }", "pub fn {a}() -> u32 { {n} }", "struct {A} { {b}: u8 }", "const {AA}: u32 = {n};", "use {a}::{{b}, {c}};"], ".js": ["function {a}() { return {n}; }", "const {a} = { {b}: {n} };", "module.exports = { {a}, {b} };", "export default { {a}: \"{b}\" };"], ".ts": ["interface {A} { {b}: string; }", "const {a}: number = {n};"],
          ".c": ["int main(void) { return {n}; }", "int {a}(int {b}) { return {b} + {n}; }"], ".go": ["func {a}() int { return {n} }", "package {a}"], ".css": [".{a} { width: {n}px; }", "#{a} { color: {b}; }"], ".json": ["{\"{a}\": {n}}", "{\"{a}\": \"{b}\", \"{c}\": {n}}", "{\"{a}\": {\"{b}\": {n}}}", "[{\"{a}\": {n}}]"], ".py": ["{a} = {\"{b}\": {n}}", "print(f\"{a} {{b}}\")", "print({a})"], ".sh": ["echo ${{a}}", "{a}() { echo {b}; }", "for {a} in {b}; do echo {n}; done"], ".java": ["class {A} { int {b} = {n}; }"]}
    t = r.choice(ts.get(ending(p), ["{ {a}: {n} }", "{a} { {b} }", "<{a}>{b}</{a}>", "{\"{a}\": {n}}", "{A} {b} {c}.", "{a}={n}"]))
    for k, v in (("{a}", a), ("{A}", cap(a)), ("{AA}", a.upper()), ("{b}", b), ("{c}", word(r)), ("{n}", str(n))):
        t = t.replace(k, v)
    return t


def holding(r, p, old):
    """A text for p that holds `old` once in a line."""
    lines = [x for x in body(r, p).split("\n") if old not in x][: r.randint(0, 4)]
    lines.insert(r.randint(0, len(lines)), r.choice(["{}", "{}", "# {}", "{};", f"{word(r)} {{}}", f"{word(r)} = {{}}", f"{{}} {word(r)}"]).replace("{}", old))
    return "\n".join(lines)


def listed(r, xs):
    return ", ".join(xs[:-1]) + r.choice([" and ", " and ", ", and " if len(xs) > 2 else " and "]) + xs[-1]


def apart(r, n):
    """n paths with different file names."""
    out = []
    while len(out) < n:
        p = file_path(r)
        if all(p.split("/")[-1] != q.split("/")[-1] for q in out):
            out.append(p)
    return out


def tests_after(r):
    return r.choice(A.THEN_TESTS) if r.random() < 0.45 else expand(r, r.choice(TESTED))


SAME = ["replace {a} (by|with) {b} in {p}", "change {a} to {b} in {p}", "in {p}, replace {a} (with|by) {b}", "in {p} change {a} (to|into) {b}", "(both|all of them:) {p} say {a} but should say {b}", "{a} (must|should|has to) become {b} in {p}", "the files {p} have {a}; make it {b}", "swap {a} for {b} in {p}", "{p}: change {a} to {b} in each of them", "use {b} instead of {a} in {p}", "rename {a} to {b} in {p}", "i want {b} instead of {a} in {p}", "{a} is wrong in {p}, it should be {b}", "make it {b} instead of {a} in {p}", "update {p}: {a} becomes {b}", "edit {p} and replace {a} with {b}", "turn {a} into {b} in {p}"]
JOIN = [" and ", ", and ", ", then ", " and then ", ". Then ", ". Also ", "; ", ", and also ", ". After that, ", ". "]
ONE = ["replace {a} (by|with) {b} in {p}", "change {a} to {b} in {p}", "in {p} replace {a} (by|with) {b}", "in {p}, change {a} (to|into) {b}", "swap {a} for {b} in {p}", "edit {p} so that {a} becomes {b}", "turn {a} into {b} in {p}", "in {p} put {b} where {a} is", "let {p} say {b} instead of {a}"]


def run_after(r, e, q, cmd, path):
    """Adds "then run ..." to a request; (request, command)."""
    k = r.random()
    if k < 0.25 and default_tests(path):
        return q + tests_after(r), default_tests(path)
    return q + then_run(r, r.choice([cmd, cmd, marked(r, cmd)])), cmd


def t_edits(r, think):
    """The same change, or one each, in two or three files."""
    n = 2 if r.random() < 0.8 else 3
    ps = apart(r, n)
    same = r.random() < 0.5
    p, text, old, new = change(r, ps[0])
    edits = [(p, old, new)]
    files = {p: text}
    for x in ps[1:]:
        if same:
            files[x] = holding(r, x, old)
            edits.append((x, old, new))
        else:
            _, t, o, w = change(r, x)
            files[x] = t
            edits.append((x, o, w))
    if same:
        q = command(r, r.choice(SAME), p=r.choice(["", "", "the files "]) + listed(r, ps) if r.random() < 0.9 else " and in ".join(ps), a=marked(r, old), b=marked(r, new))
    else:
        q = command(r, r.choice(ONE), p=p, a=marked(r, old), b=marked(r, new))
        for x, o, w in edits[1:]:
            j = r.choice(JOIN)
            s = ph(r, r.choice(ONE), p=x, a=marked(r, o), b=marked(r, w))
            q += j + (cap(s) if j == ". " else s)
    cmd = commands(r, p) if r.random() < 0.5 else None
    if cmd:
        q, cmd = run_after(r, None, q, cmd, p)
    e = Episode(r, think, {**files, **files_around(r, r.randint(0, 2), ps)}, {cmd: (p, new, result_text(r), "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.15 else ())
    for i, (x, o, w) in enumerate(edits):
        e.act(f"{'I' if not i else 'Now I'} replace {o} in {x}.", "edit", x, o, w)
    done = f"I replaced {old} with {new} in {listed(r, ps)}" if same else "I replaced " + " and ".join(f"{o} with {w} in {x}" for x, o, w in edits)
    out = e.run(cmd) if cmd else ""
    e.end(f"{done} and ran {cmd}. {verdict(out)}" if cmd else done + ".")
    return q + ("" if q[-1:] in ".?!:" else r.choice([".", "", ""])), e


AFTER = ["Then run {c}.", "Then run {c}", "After that, run {c}.", "After that run {c}.", "When done, run {c}.", "Then run {c} and tell me the output.", "Run {c} afterwards.", "Finally, execute {c}.", "Next, run {c}.", "Now run {c}.", "Then start {c}.", "Once that is done, run {c} and show me what it prints.", "Then execute {c}, please.", "And then run {c}.", "Afterwards run {c}.", "Then check it with {c}.", "Then test it with {c}.", "When the file is there, run {c}.", "Please run {c} after that.", "Last, run {c}.", "Then try {c}.", "Also run {c}.", "Then use {c} to check it."]
NOTHING = ["Thanks!", "That is all.", "Nothing else.", "Please do not change other files.", "Thank you.", "Do not run anything.", "Keep the line breaks.", "That's it.", "Just this, please."]
LEADS = ["create {p} with:", "create {p} with this content:", "create {p} with the following content:", "write this to {p}:", "put this into {p}:", "make a file {p} that contains:", "write {p}:", "{p} should contain:", "add a file {p} with this text:", "create the file {p} containing", "save the following as {p}:", "please create {p}. Its content:", "new file {p}:", "i need {p} with this in it:", "here is the text for {p}. create the file.", "the file {p} must read:", "store this text in {p}:", "fill {p} with:"]


def t_block(r, think):
    """A text in lines of its own, with words after it or before it."""
    p = file_path(r)
    text = one_liner(r, p) if r.random() < 0.3 else body(r, p)
    if r.random() < 0.2:
        text += "\n\n" + body(r, p)
    cmd = commands(r, p) if r.random() < 0.75 else None
    c = marked(r, cmd) if cmd and r.random() < 0.25 else cmd
    lead = command(r, r.choice(LEADS), p=p)
    k = r.random()
    tests = cmd and default_tests(p) and r.random() < 0.15
    if tests:
        cmd = default_tests(p)
    last = r.choice(["Then run the tests.", "After that, run the tests.", "Run the tests afterwards."]) if tests else r.choice(AFTER).replace("{c}", c) if cmd else r.choice(NOTHING)
    if k < 0.62:
        block = f"```{r.choice(['', ending(p)[1:]])}\n{text}\n```" if r.random() < 0.15 else text
        q = lead + r.choice(["\n", "\n", "\n\n"]) + block + r.choice(["\n\n", "\n\n", "\n\n", "\n"] if last[:4] in ("Then", "And ", "Afte", "Fina", "When", "Next") and "Thank" not in last else ["\n\n"]) + last
    elif k < 0.74:
        q = text + "\n\n" + ph(r, "(Save this as {p}|Put this text into {p}|The text above goes into {p}|Write this to {p}|Create {p} with the text above|This is what {p} should contain)", p=p) + (". " + last if cmd else ".")
    elif k < 0.9 and cmd and not tests:
        q = ph(r, "(Run {c} once {p} is written. {p} has this text:|After creating {p} run {c}. The content of {p}:|I want to run {c}, but {p} is missing. Create it first:|Write {p} and run {c}. Here is the text:|First create {p}, then run {c}. {p} contains:|Please create {p} and run {c} after that. This is the file:|You will run {c} at the end. Before that, write {p}:)", c=c, p=p) + r.choice(["\n", "\n\n"]) + text
    else:
        cmd = None
        q = lead + r.choice(["\n", "\n\n"]) + text
    e = Episode(r, think, files_around(r, r.randint(0, 3), (p,)), {cmd: (p, text, result_text(r), "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.1 else ())
    e.act(f"I write {p}.", "write", p, text)
    out = e.run(cmd) if cmd else ""
    e.end(f"I created {p} and ran {cmd}. {verdict(out)}" if cmd else f"I created {p}.")
    return q, e


def t_line(r, think):
    """A text of one line inside the sentence, braces and all."""
    p = file_path(r)
    text = one_liner(r, p)
    cmd = commands(r, p) if r.random() < 0.5 else None
    closed = text[-1:] in "})];" and "," not in text and " and " not in text
    x = text if r.random() < (0.4 if closed else 0.0 if cmd else 0.25) else marked(r, text)
    q = command(r, r.choice(["(create|write|make|add) {p} with {x}", "(create|write|make|add) {p} containing {x}", "create {p} with the content {x}", "put {x} (into|in) {p}", "write {x} (to|into) {p}", "save {x} as {p}", "make a file {p} with the text {x}", "create a file {p} that contains {x}", "{p} should contain {x}", "i need a file {p} that says {x}", "create {p} whose only line is {x}", "store {x} in {p}"]), p=p, x=x)
    tests = cmd and default_tests(p) and r.random() < 0.25
    if cmd:
        cmd = default_tests(p) if tests else cmd
        q += tests_after(r) if tests else then_run(r, cmd)
    e = Episode(r, think, files_around(r, r.randint(0, 3), (p,)), {cmd: (p, text, result_text(r), "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.1 else ())
    e.act(f"I write {p}.", "write", p, text)
    out = e.run(cmd) if cmd else ""
    e.end(f"I created {p} and ran {cmd}. {verdict(out)}" if cmd else f"I created {p}.")
    return q + ("." if (q.endswith(p) or x != text) and not cmd and r.random() < 0.5 else ""), e


def project(r, builds=False):
    """(files, command to test or build, readme that says the command or "")."""
    kinds = BUILD if builds else TEST
    k = r.random()
    fs = files_around(r, r.randint(0, 3))
    fs = {p: t for p, t in fs.items() if p.split("/")[-1] not in dict(MARKERS) and ending(p) not in DEFAULTS and "readme" not in p.lower()}
    if k < 0.6:
        name, kind = r.choice([m for m in MARKERS if m[1] in kinds])
        fs[name] = body(r, name)
        return fs, kinds[kind], ""
    if k < 0.8 and not builds:
        ext, cmd = r.choice([(".py", "pytest"), (".rs", "cargo test"), (".go", "go test ./..."), (".js", "npm test")])
        fs[f"tests/test_{word(r)}{ext}" if ext == ".py" else f"src/{word(r)}{ext}" if ext == ".rs" else f"{word(r)}_test.go" if ext == ".go" else f"test/{word(r)}.test.js"] = body(r, "x" + ext)
        return fs, cmd, ""
    cmd = r.choice([f"./{word(r)}.sh", f"sh {word(r)}.sh", f"python {word(r)}.py", f"make {word(r)}", f"{word(r)} {r.choice(['test', 'check', 'verify'])}", f"bash run_{word(r)}.sh --{word(r)}", "tox", "just test", "npm run " + word(r)])
    name = r.choice(["README.md", "README.md", "README", "README.txt", "CONTRIBUTING.md"])
    fs[name] = f"# {cap(word(r))}\n\n" + (free_line(r) + "\n\n" if r.random() < 0.5 else "") + ph(r, "({do} with `{c}`.|To {lo}, run `{c}`.|{do}: {c}|Use {c} to {lo}.|`{c}` {los}.)", c=cmd, do="Build" if builds else r.choice(["Test", "Run the tests"]), lo="build" if builds else r.choice(["test", "run the tests"]), los="builds it" if builds else "runs the tests")
    return fs, cmd, name


def t_tests(r, think):
    """Tests or a build without a named command: the files tell which one it is."""
    builds = r.random() < 0.2
    fs, cmd, readme = project(r, builds)
    good = result_text(r)
    change_first = r.random() < 0.3
    p = None
    if change_first:
        p, text, old, new = change(r, apart(r, 1)[0].rsplit(".", 1)[0] + r.choice([".txt", ".md", ".cfg", ".yaml"]))
        if p in fs or "readme" in p.lower():
            change_first = False
        else:
            fs[p] = text
    ok = r.random() < 0.75
    bad = f"{r.choice(['FAILED', 'error', '1 failed', 'Error'])}: {word(r)} {word(r)}"
    check = (p, new) if change_first else (next(iter(fs)), "")
    e = Episode(r, think, fs, {cmd: (*check, good if ok else bad, bad)}, (cmd,) if r.random() < 0.12 else ())
    what = "build" if builds else "tests"
    if change_first:
        q = replace_request(r, p, marked(r, old), marked(r, new)) + (r.choice([", then build it", ". Then build the project", " and build the project"]) if builds else tests_after(r))
        e.act(f"I replace {old} in {p}.", "edit", p, old, new)
    elif builds:
        q = command(r, r.choice(["build the project", "build it", "does it build?", "compile the project", "run the build", "make a build and tell me the result", "can you build this?"]))
    else:
        q = command(r, r.choice(["run the tests", "run all tests", "run the tests and tell me the result", "do the tests pass?", "test the project", "test this", "check whether the tests pass", "start the test suite", "run the test suite", "are all tests green?", "execute the tests", "how do the tests look?", "what do the tests say?", "see if the tests work", "i want to know whether the tests pass", "please test everything", "run the unit tests", "let the tests run", "verify that the tests pass", "show me the test results"]))
    e.act("I look which files there are.", "list")
    if readme:
        e.act(f"{readme} may tell how.", "read", readme)
    out = e.run(cmd, f"The files tell that {cmd} is right.")
    head = f"I replaced {old} with {new} in {p} and ran {cmd}." if change_first else f"I ran {cmd}."
    e.end(f"{head} {verdict(out)}" if out != good or builds else f"{head} The {what} pass. {verdict(out)}" if ok else f"{head} {verdict(out)}")
    return q, e


def t_about(r, think):
    """Questions about the files that need a list or a look."""
    fs = files_around(r, r.randint(2, 6))
    p = r.choice(list(fs))
    e = Episode(r, think, fs)
    n = fs[p].count("\n") + 1
    k = r.randrange(7)
    if k == 0:
        q = command(r, r.choice(["how many lines does {p} have?", "count the lines of {p}", "how long is {p}?", "how many lines are in {p}?", "tell me the number of lines in {p}"]), p=p)
        e.act(f"I read {p}.", "read", p)
        e.end(f"{p} has {n} line{'' if n == 1 else 's'}.")
    elif k == 1:
        q = command(r, r.choice(["summarize {p}", "summarise {p} for me", "what is {p} about?", "give me a summary of {p}", "explain {p}", "describe what {p} holds", "sum up {p}", "what do i need to know about {p}?"]), p=p)
        e.act(f"I read {p}.", "read", p)
        e.end(f"{p} has {n} line{'' if n == 1 else 's'}:\n{fs[p]}")
    elif k == 2:
        q = command(r, r.choice(["is there a file (called|named) {p}?", "do we have {p}?", "does {p} exist?", "check whether {p} exists", "is {p} there?"]), p=p if r.random() < 0.6 else (p := "no" + p.replace("/", "")))
        e.act("I list the files.", "list")
        e.end(f"Yes, there is {p}." if p in fs else f"No, there is no {p}.")
    elif k == 3:
        ext = ending(p) or "." + letters(r, 3)
        hits = sorted(x for x in fs if x.endswith(ext))
        q = command(r, r.choice(["which {x} files are there?", "list all {x} files", "show me the {x} files", "which files end in {x}?", "what {x} files do we have?"]), x=ext)
        e.act("I list the files.", "list")
        e.end(("The {x} files are:\n" + "\n".join(hits)).replace("{x}", ext) if hits else f"There are no {ext} files.")
    elif k == 4:
        d = p[: p.rfind("/") + 1] if "/" in p else word(r) + "/"
        hits = sorted(x for x in fs if x.startswith(d))
        q = command(r, r.choice(["what is in {d}?", "list the files in {d}", "which files are in the folder {d}?", "show me what {d} holds", "what files does {d} have?"]), d=r.choice([d, d[:-1]]))
        e.act("I list the files.", "list")
        e.end(f"The files in {d} are:\n" + "\n".join(hits) if hits else f"There are no files in {d}.")
    elif k == 5:
        q = command(r, r.choice(["give me an overview of the project", "what does each file contain?", "summarize all files", "read all files and tell me how each begins", "what is this project made of?", "go through the files and summarize them", "list the files and say what is in each"]))
        e.act("I list the files.", "list")
        for x in sorted(fs):
            e.act(f"I read {x}.", "read", x)
        e.end("\n".join(f"{x}: {fs[x].split(chr(10))[0]}" for x in sorted(fs)))
    else:
        q = command(r, r.choice(["list the files and tell me how many there are", "which files are there, and how many?", "show all files with their number", "give me the file names and the count", "list everything in the workspace and count it"]))
        e.act("I list the files.", "list")
        e.end(f"There are {len(fs)} files:\n" + "\n".join(sorted(fs)))
    return q, e


def step(r, files, taken):
    """One order of a chain: (words, what to do, what was done)."""
    k = r.random()
    if k < 0.3:
        p = next(x for x in iter(lambda: file_path(r), None) if x not in taken and x not in files)
        t = one_liner(r, p)
        taken.add(p)
        files.setdefault("", []).append(p)
        return ph(r, "(create|write|make|add) (|the file |a file ){p} (with|containing|that says|with the text) {x}", p=p, x=marked(r, t)), lambda e: e.act(f"I write {p}.", "write", p, t), f"created {p}"
    if k < 0.65:
        p, text, old, new = change(r, next(x for x in iter(lambda: file_path(r), None) if x not in taken))
        taken.add(p)
        files[p] = text
        return ph(r, r.choice(ONE), p=p, a=marked(r, old), b=marked(r, new)), lambda e: e.act(f"I replace {old} in {p}.", "edit", p, old, new), f"replaced {old} with {new} in {p}"
    a, b = apart(r, 2)
    while a in taken or b in taken:
        a, b = apart(r, 2)
    taken |= {a, b}
    files[a] = body(r, a)
    if k < 0.82:
        return ph(r, "(copy {a} to {b}|make a copy of {a} called {b}|write the text of {a} to {b}|duplicate {a} as {b})", a=a, b=b), lambda e: e.copy(a, b), f"copied {a} to {b}"
    return ph(r, "(delete {a}|remove {a}|remove the file {a}|delete the file {a})", a=a), lambda e: e.remove(a), f"deleted {a}"


def t_chain(r, think):
    """Two to four orders in one request, told in a sentence or as a list."""
    files, taken = {}, set()
    steps = [step(r, files, taken) for _ in range(r.choice([2, 2, 3, 3, 4]))]
    files.pop("", None)
    cmd = commands(r, file_path(r)) if r.random() < 0.5 else None
    says = [s[0] for s in steps] + ([f"run {cmd}"] if cmd else [])
    k = r.random()
    if k < 0.3:
        q = expand(r, "(Please do this|Do the following|To do|Three things... no, just these|Tasks|Here is what I need|Please):\n").replace("Three things... no, just these", "I need these things done") + "\n".join((f"{i + 1}. " if k < 0.18 else "- ") + (cap(s) if r.random() < 0.5 else s) for i, s in enumerate(says))
    elif k < 0.45:
        q = ". ".join(cap(s) for s in says) + "."
    else:
        q = r.choice(["", "", "please ", "first "]) + says[0]
        for i, s in enumerate(says[1:]):
            q += r.choice([", then ", " and then ", ". Then ", ", after that ", "; then "] if i < len(says) - 2 else [", and finally ", ", then ", " and then ", ". Finally ", " and ", ". Then ", ", and "]) + s
        q = cap(q) + r.choice([".", ""])
    e = Episode(r, think, {**files, **files_around(r, r.randint(0, 1), taken)}, {cmd: ("-", "", result_text(r), "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.1 else ())
    for _, act, _ in steps:
        act(e)
    done = [s[2] for s in steps] + ([f"ran {cmd}"] if cmd else [])
    out = e.run(cmd) if cmd else ""
    e.end("I " + ", ".join(done[:-1]) + " and " + done[-1] + "." + (" " + verdict(out) if cmd else ""))
    return q, e


def t_faults(r, think):
    """A command with two faults, seen one after the other."""
    (p, ta, oa, na), (q2, tb, ob, nb) = (change(r, x) for x in apart(r, 2))
    cmd = commands(r, p)
    say = r.choice(["error in {p}: expected {b}, got {a}", "{p}: {a} is wrong, want {b}", "FAILED {p}: {a} should be {b}", "{p} line 2: found {a}, expected {b}", "problem: {p} has {a} where {b} belongs", "{p}: use {b}, not {a}"])
    bad = [(p, na, ph(r, say, p=p, a=oa, b=na)), (q2, nb, ph(r, say, p=q2, a=ob, b=nb))]
    e = Episode(r, think, {p: ta, q2: tb, **files_around(r, r.randint(0, 1), (p, q2))}, {cmd: (p, "", result_text(r), "error")}, (), {cmd: bad})
    q = command(r, r.choice(A.FIX), c=marked(r, cmd)) + r.choice([".", ""])
    e.run(cmd)
    for i, (x, o, w) in enumerate(((p, oa, na), (q2, ob, nb))):
        e.act(f"It fails because of {x}, so I read it.", "read", x)
        e.act(f"I replace {o} with {w}.", "edit", x, o, w)
        out = e.run(cmd, f"I run {cmd} again.")
    e.end(f"I replaced {oa} with {na} in {p} and {ob} with {nb} in {q2}. {cmd} works now. {verdict(out)}")
    return q, e


def t_append(r, think):
    """A line at the end or the start of a file."""
    p, = apart(r, 1)
    text = body(r, p)
    line = one_liner(r, p)
    top = r.random() < 0.3
    e = Episode(r, think, {p: text, **files_around(r, r.randint(0, 3), (p,))})
    q = command(r, r.choice(["add {x} at the top of {p}", "put the line {x} at the start of {p}", "insert {x} as the first line of {p}"] if top else ["add the line {x} to {p}", "append {x} to {p}", "add {x} at the end of {p}", "put {x} at the end of {p}", "{p} needs one more line: {x}", "write {x} as the last line of {p}"]), p=p, x=marked(r, line))
    if top:
        e.act(f"I read {p}.", "read", p)
        e.act(f"I write {p} with the new line.", "write", p, line + "\n" + text)
    else:
        e.append(p, line)
    e.end(f"I added {line} {'at the top' if top else 'at the end'} of {p}.")
    return q, e


def t_everywhere(r, think):
    """A change in every file that holds a text; a look tells which ones do."""
    ps = apart(r, r.randint(2, 4))
    _, text, old, new = change(r, ps[0])
    files = {ps[0]: text}
    for x in ps[1:]:
        files[x] = holding(r, x, old) if r.random() < 0.5 else "\n".join(y for y in body(r, x).split("\n") if old not in y) or "-"
    e = Episode(r, think, files)
    q = tell(r, EVERYWHERE, a=marked(r, old), b=marked(r, new)) if r.random() < 0.65 else command(r, r.choice(["replace {a} (by|with) {b} in all files", "change {a} to {b} everywhere", "{a} should be {b} in every file", "rename {a} to {b} in the whole project", "everywhere in the project, {a} must become {b}", "swap {a} for {b} in each file that has it"]), a=marked(r, old), b=marked(r, new))
    hits = e.find(old, every=True)
    for x in hits:
        e.act(f"{x} has it, so I replace it there.", "edit", x, old, new)
    e.end(f"I replaced {old} with {new} in {listed(r, hits) if len(hits) > 1 else hits[0]}.")
    return q, e


def t_rename(r, think):
    a, b = apart(r, 2)
    text = body(r, a)
    e = Episode(r, think, {a: text, **files_around(r, r.randint(0, 3), (a, b))})
    q = command(r, r.choice(["rename {a} to {b}", "move {a} to {b}", "{a} should be called {b}", "give {a} the name {b}", "change the name of {a} to {b}", "move the file {a}; its new place is {b}"]), a=a, b=b)
    e.move(a, b)
    e.end(f"I renamed {a} to {b}.")
    return q, e


TASKS = [(t_edits, 5), (t_block, 4), (t_line, 3), (t_tests, 3.5), (t_about, 3), (t_chain, 4), (t_faults, 1.5), (t_append, 1), (t_everywhere, 2.5), (t_rename, 0.7)]
