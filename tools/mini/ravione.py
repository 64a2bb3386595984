"""Plain agent tasks, part one: creating files and replacing what they hold."""
import ravitalk as K
import raviwords as W
from ravimake import done, stem, task

NEW_NAMES = ["hello.txt", "src/main.rs", "notes/today.md", "data/one.csv", "VERSION", ".gitignore", "docs/contact.txt", "lib/Name.txt", "site/index.txt", "motto.txt", "a/b/c.txt", "Owner.txt", "tmp-1.txt", "2024-05-plan.txt", ".nvmrc", "greeting.txt", "rooms/attic.txt", "levels/level-7.txt", "robots.txt", "LICENSE.short", "config/Mode.cfg", "CODEOWNERS", "out/result.txt", "home/door.yaml", "letters/to_rosa.txt"]
CREATE = ["[create|make|add] [a|the] file {f} with the [text|content|line] {x}", "[create|make] {f} [containing|holding|with] {x}", "write {x} [into|to] [a|the] new file {f}", "put {x} in a [new|fresh] file [called|named] {f}", "save {x} as {f}", "[create|start] {f} and [put|write] {x} [in it|into it|there]", "[set up|prepare] {f} so that it [says|reads|holds] {x}", "make a new text file {f} that [says|contains|holds] exactly {x}", "store {x} under [the name|] {f}", "add {f} ([content|text]: {x})", "generate {f}; its only line is {x}", "write a file {f} [whose content is|with nothing but] {x}", "produce {f} with [one|a single] line, {x}", "note {x} down in a file named {f}"]
CREATE_FREE = ["I'd like a file {f} that [says|contains] {x}.", "There should be a [new|] file {f} with {x} in it[. Can you make it?|, please.|.]", "We [need|miss] {f}. [Its content|What it should hold]: {x}.", "{f} is missing. It has to contain {x}.", "{x} - please [write|save] that to {f}.", "File: {f}\nContent: {x}\n[Please create it.|Create.|Make this file.]", "The text {x} belongs in a new file {f}.", "[Can I have|May I get] a file {f} with just {x} inside?", "{f} doesn't exist yet. I want it to [say|hold] {x}.", "new file: {f} => {x}", "What I'm missing is {f}; it should read {x}.", "Could {f} be made? Inside only {x}."]


def short(r):
    """A text of one line, now and then with signs."""
    return r.choice([W.sentence, W.sentence, W.word, W.item, W.version, lambda r: f"{r.choice(W.KEYS)} = {W.num(r)}", lambda r: f'print("{W.word(r)} {W.word(r)}")', lambda r: f"if x >= {W.num(r)}: stop()", lambda r: f"<b>{W.word(r)}</b>", lambda r: f"{W.word(r)}[{r.randint(0, 9)}] < {W.num(r)}", lambda r: f"*.{W.word(r)}/", lambda r: f"# {W.word(r)} {W.word(r)}", lambda r: f"fn main() {{ {W.word(r)}(); }}"])(r)


def fresh(r, files, pool=NEW_NAMES):
    """A path that no file has."""
    return r.choice([p for p in pool if p not in files])


def create_one(r):
    """A new file of one line."""
    files = W.around(r, {})
    f, x = fresh(r, files), short(r)
    asked = K.ask(r, [CREATE], {"f": f, "x": x}, CREATE_FREE)
    return task(r, files, [("write", f, x)], asked, done(r, r.choice(["I created `%s`.", "`%s` now exists with your text.", "I wrote the text to `%s`."]) % f), spec=("write", f, x))


BLOCK = ["[create|make|write] {f} with [this|the following] [content|text]", "save [this|the following|the text below] as {f}", "put [this|the following|these lines] [in|into] [the|a] new file {f}", "[add|set up] a file {f} [containing|that holds] [this|exactly this|the following|these lines]", "create {f}, [word for word|exactly] as [below|here]", "make a file [called|named] {f} from this text", "write [these lines|the block below] to {f}", "[store|keep] the [block|text] below [in|as] {f}"]
BLOCK_AFTER = ["save [this|it|that|the above] [as|under] {f}", "[write|put] [this|that|it|the above] [into|to] [a new file|the new file|] {f}", "make a file {f} of it", "create {f} with exactly that", "[store|keep] [it|the text] as {f}", "turn [this|the above] into the file {f}"]


def body(r):
    """(path, text) of a file that somebody wants."""
    k = r.randrange(5)
    if k < 2:
        return W.code(r)[:2]
    if k == 2:
        return W.conf(r, W.pairs(r, r.randint(2, 3)))[:2]
    if k == 3:
        p, ls = W.note(r)
        return p, "\n".join(ls)
    p, ls = W.listing(r)
    return p, "\n".join(ls)


def create_block(r):
    """A new file whose text is set off from the request."""
    f, text = body(r)
    files = W.around(r, {})
    files.pop(f, None)
    asked = K.ask_block(r, BLOCK, BLOCK_AFTER, {"f": f}, f, text)
    return task(r, files, [("write", f, text)], asked, done(r, f"`{f}` was created as you wrote it."), spec=("write", f, text))


def create_run(r):
    """A new file, then a command that looks at it."""
    f, text = body(r)
    files = W.around(r, {})
    files.pop(f, None)
    c, g, b = W.command(r)
    asked = K.ask_block(r, BLOCK, BLOCK_AFTER, {"f": f, "c": c}, f, text, run=True)
    check = (c, f, text.split("\n")[-1], g, b)
    return task(r, files, [("write", f, text), ("run", c)], asked, done(r, f"I created `{f}`.", check), check=check, spec=("write", f, text))


def create_short_run(r):
    """A new file of one line, then a command."""
    files = W.around(r, {})
    f, x = fresh(r, files), short(r)
    c, g, b = W.command(r)
    check = (c, f, x, g, b)
    asked = K.ask(r, [CREATE], {"f": f, "x": x, "c": c}, CREATE_FREE, run=True)
    return task(r, files, [("write", f, x), ("run", c)], asked, done(r, f"I created `{f}`.", check), check=check, spec=("write", f, x))


def create_several(r):
    """Two or three new files at once."""
    files = W.around(r, {}, r.choice([0, 0, 1]))
    n = r.choice([2, 2, 3])
    fs = r.sample([p for p in NEW_NAMES if p not in files], n)
    xs = W.lines_of(r, short, n)
    slots = {f"f{i}": f for i, f in enumerate(fs)} | {f"x{i}": x for i, x in enumerate(xs)}
    row = r.choice(["{f#}: {x#}", "- {f#}: {x#}", "* {f#} -> {x#}", "{f#} = {x#}", "{f#} | {x#}", "#) {f#} with {x#}", "{x#} goes into {f#}", "- {x#} in {f#}"])
    rows = "\n".join(row.replace("#", str(i)) for i in range(n))
    heads = ["[Create|Make|Write] these files[, please|]:", "[Please|] [create|make] [the following|these] [new|] files ([name|path] and [content|text]):", "I need {k} [new|] files[, please|]:", "{k} files are missing[. Can you make them?|:]", "Could you [create|write|set up] these {k} files?", "New files for [today|the project|the lesson]:", "What should exist when you are done:", "[Set up|Prepare] the files below.", "I'd like to have {k} files:"]
    if r.random() < 0.55:
        s = K.manners(r, K.pick(r, heads) + "\n" + rows, close=False).replace("{k}", ["two", "three"][n - 2])
    else:
        one = ["[create|make|write] {f#} with {x#}", "put {x#} [in|into] {f#}", "write {x#} to [a new file|] {f#}", "make {f#} that [says|holds] {x#}", "save {x#} as {f#}"]
        s = K.manners(r, K.together(r, [K.pick(r, one).replace("#", str(i)) for i in range(n)]))
    return task(r, files, [("write", f, x) for f, x in zip(fs, xs)], (K.fill(r, s, slots), s), done(r, "I created " + ", ".join(f"`{f}`" for f in fs) + "."), spec=("writes", fs, xs))


def create_lines(r):
    """Items named in a row become lines."""
    files = W.around(r, {})
    f = r.choice([p for p in W.LIST_NAMES if p not in files])
    items = W.lines_of(r, r.choice([W.word, W.name, lambda r: r.choice(W.FOODS), lambda r: r.choice(W.TOWNS)]), r.randint(3, 5))
    n = r.choice([", ".join(items), ", ".join(items[:-1]) + " and " + items[-1], " / ".join(items), "; ".join(items)])
    deeds = ["[create|make|write] {f} with [one item a line|each on its own line]: {n}", "write {n} to {f}, [one a line|one per line|each on a line of its own]", "put [these|the following] in {f}, one [per|a] line: {n}", "make a list file {f}, one [entry|name|word] per line, from this: {n}", "[start|set up] {f} as a list (one per line) of {n}", "turn this into a file {f} with a line for each: {n}"]
    free = ["{n}\n[Please make|Make|Could you make] {f} out of it, one [per|a] line.", "I'd like a list {f}. One entry per line: {n}", "{f} should have these lines: {n}. One each, no bullets.", "My list: {n}. Save it in {f} with every entry on its own line[, please|]."]
    text = "\n".join(items)
    return task(r, files, [("write", f, text)], K.ask(r, [deeds], {"f": f, "n": n}, free), done(r, f"The list is in `{f}`, one entry a line."), spec=("write", f, text))


def overwrite(r):
    """A file gets an entirely new text."""
    p, ls = r.choice([W.listing, W.note])(r)
    x = short(r)
    files = W.around(r, {p: "\n".join(ls)}, avoid=[x])
    deeds = ["[overwrite|replace] [everything in|the whole content of|all of] {f} [with|by] {x}", "[empty|clear] {f} and write [only|just] {x} [in it|into it|there]", "make {x} the only [line|content] of {f}", "throw away what is in {f} and put {x} there instead", "[set|change] the [whole|entire|complete] content of {f} to {x}", "rewrite {f} so that it [only|just] says {x}", "save {x} over {f} (the old text can go)"]
    free = ["[Nothing of the old text in|The old content of] {f} is needed any more. It should just say {x}.", "{f} must contain {x} and nothing else.", "I want {f} to be {x} only; forget the old [lines|text].", "{f}: [out with|remove] the old text, in with {x}."]
    return task(r, files, [("write", p, x)], K.ask(r, [deeds], {"f": p, "x": x}, free), done(r, f"`{p}` now holds only the new text."), spec=("write", p, x))


REPLACE = ["replace {x} [by|with] {y} in {f}", "change {x} to {y} in {f}", "in {f}, [replace|change|swap] {x} [for|with|to] {y}", "[turn|rename] {x} into {y} in {f}", "[swap|switch] {x} for {y} in [the file|] {f}", "[substitute|put|write] {y} for {x} in {f}", "[edit|open|update] {f} and [replace|change] {x} [with|to] {y}", "correct {x} to {y} in {f}", "use {y} instead of {x} in {f}", "make {x} [read|say] {y} in {f}", "update {f}: {x} [becomes|should be|-> ] {y}", "fix {f} so that it says {y} where it says {x}", "let {f} have {y} [in place of|where now is|instead of] {x}"]
REPLACE_FREE = ["{f} still says {x}. It [should|must|ought to] say {y}.", "There is {x} in {f}, but it [should be|must be|has to be] {y}.", "In {f} [I|we|somebody] wrote {x}; [make it|it should be|it's meant to be] {y}.", "{x} in {f} is [wrong|old|out of date]. The right [text|thing|value] is {y}.", "{f}: {x} -> {y}", "File: {f}\nOld: {x}\nNew: {y}\n[Replace, please.|Please change it.|]", "[Why is|How come] {x} in {f}? I wanted {y}. [Fix it please.|Can you repair that?]", "I'd like {f} to say {y} instead of {x}.", "{f} needs {y} [where|in the place where] it has {x} [now|today|].", "Old text: {x}. New text: {y}. [Where|Place]: {f}.", "The [bit|part|text] {x} (in {f}) [has to become|should become|is now] {y}.", "[We|They] decided on {y} and not {x}. That concerns {f}."]


def spot(r):
    """(path, text, a part of it that is there once or as a whole word, a new one)."""
    k = r.randrange(4)
    while True:
        if k == 0:
            p, text, fn = W.code(r)
            x = r.choice([ln.strip() for ln in text.split("\n") if len(ln.strip()) > 6 and "include" not in ln])
            y = r.choice([lambda: x.replace(x.split()[-1], W.word(r) + "(" + W.num(r) + ")"), lambda: "// " + x, lambda: W.word(r) + "(" + x[:8].strip() + " >= 3)"])()
        elif k == 1:
            p, ls = r.choice([W.note, W.listing])(r)
            text = "\n".join(ls)
            x = r.choice([w.strip(".,()") for w in text.replace("\n", " ").split() if len(w.strip(".,()#")) > 3])
            y = W.other(r, r.choice([W.word, W.name, W.value]), text)
        elif k == 2:
            prs = W.pairs(r, 3)
            p, text, kind = W.conf(r, prs)
            i = r.randrange(3)
            x = W.setting_line(r, kind, *prs[i]).strip().rstrip(",")
            y = W.setting_line(r, kind, prs[i][0], W.other(r, W.value, text)).strip().rstrip(",")
        else:
            p, h, rows = W.table(r)
            text = "\n".join(",".join(q) for q in [h] + rows[:-1])
            x, y = rows[0][r.choice([0, 1])], rows[-1][0]
        if x != y and x in text and text.count(x) == 1 and "`" not in x and y.strip():
            return p, text, x, y
        k = r.randrange(4)


def replace_text(r):
    """A quoted text is replaced."""
    p, text, x, y = spot(r)
    files = W.around(r, {p: text})
    return task(r, files, [("edit", p, x, y)], K.ask(r, [REPLACE], {"f": p, "x": x, "y": y}, REPLACE_FREE), done(r, r.choice([f"I replaced it in `{p}`.", f"`{p}` now says {y}.", f"The change in `{p}` is made."])), spec=("edit", p, x, y))


def replace_run(r):
    """A quoted text is replaced, then a command is run."""
    p, text, x, y = spot(r)
    files = W.around(r, {p: text})
    c, g, b = W.command(r)
    check = (c, p, y, g, b)
    return task(r, files, [("edit", p, x, y), ("run", c)], K.ask(r, [REPLACE], {"f": p, "x": x, "y": y, "c": c}, REPLACE_FREE, run=True), done(r, f"I changed `{p}`.", check), check=check, spec=("edit", p, x, y))


def replace_two(r):
    """Two replacements, in one file or in two files, at times with a run."""
    if r.random() < 0.5:
        prs = W.pairs(r, 3)
        p, text, kind = W.conf(r, prs)
        a, b = r.sample(range(3), 2)
        xs = [W.setting_line(r, kind, *prs[i]).strip().rstrip(",") for i in (a, b)]
        new = W.lines_of(r, lambda r: W.other(r, W.value, text), 2)
        ys = [W.setting_line(r, kind, prs[i][0], v).strip().rstrip(",") for i, v in zip((a, b), new)]
        ps, files = [p, p], W.around(r, {p: text})
    else:
        while True:
            s1, s2 = spot(r), spot(r)
            if s1[0] != s2[0]:
                break
        ps, xs, ys = [s1[0], s2[0]], [s1[2], s2[2]], [s1[3], s2[3]]
        files = W.around(r, {s1[0]: s1[1], s2[0]: s2[1]}, r.choice([0, 1]))
    slots = {"f": ps[0], "fb": ps[1], "x": xs[0], "xb": xs[1], "y": ys[0], "yb": ys[1]}
    second = [d.replace("{f}", "{fb}").replace("{x}", "{xb}").replace("{y}", "{yb}") for d in REPLACE]
    free = ["{f}: {x} -> {y}\n{fb}: {xb} -> {yb}\n[Please make both changes.|Both, please.|Apply.]", "Two [corrections|changes|edits]: {x} becomes {y} in {f}, and {xb} becomes {yb} in {fb}.", "{f} says {x} but should say {y}. [Same story|Also] in {fb}: {xb} must be {yb}.", "[In|First in] {f} use {y} for {x}; in {fb} use {yb} for {xb}."]
    plan = [("edit", ps[0], xs[0], ys[0]), ("edit", ps[1], xs[1], ys[1])]
    run = r.random() < 0.5
    check = None
    if run:
        c, g, b = W.command(r)
        check, slots["c"] = (c, ps[1], ys[1], g, b), c
        plan.append(("run", c))
    return task(r, files, plan, K.ask(r, [REPLACE, second], slots, free, 0.3, run=run), done(r, "Both changes are made.", check), check=check, spec=("edits", ps, xs, ys))


def rename_symbol(r):
    """A name is used in two or three files that the request gives."""
    while True:
        p, text, fn = W.code(r)
        if "." in p and text.count(fn) <= 2 and not p.endswith((".html", ".sql")):
            break
    ext = p.rsplit(".", 1)[1]
    new = W.other(r, lambda r: r.choice(["compute", "make", "find", "count", "Draw", "load"]) + "_" + W.word(r), text, fn)
    callers = {f"{d}.{ext}": f"{W.word(r)} = {fn}({W.num(r)})" if i else f"// uses {fn}\nshow({fn}({W.num(r)}))" for i, d in enumerate(r.sample(["demo", "tests/basic", "app/run", "examples/first"], r.choice([1, 2])))}
    files = W.around(r, {p: text, **callers}, r.choice([0, 1]), avoid=[fn])
    ps = [p] + list(callers)
    keys = ["f", "fb", "fc"][:len(ps)]
    where = ", ".join("{%s}" % k for k in keys[:-1]) + " and {" + keys[-1] + "}"
    deeds = [f"rename [the function|] {{x}} to {{y}} in {where}", f"[change|replace] [the name|] {{x}} [to|with|by] {{y}} [in|everywhere in] {where}", f"give the function {{x}} the [new name|better name] {{y}} ([files|places]: {where})", f"in {where}, use {{y}} instead of {{x}}", f"call {{x}} {{y}} from now on, in {where}"]
    free = [f"{{x}} is a bad name. Let it be {{y}}, in {where}.", f"The function {{x}} (see {where}) should be called {{y}}.", f"[Rename|Renaming]: {{x}} => {{y}}. [Files|Where]: {where}.", f"I'd like {{x}} to be named {{y}}. It appears in {where}."]
    slots = {"x": fn, "y": new, **dict(zip(keys, ps))}
    plan, check = [("edit", q, fn, new) for q in ps], None
    run = r.random() < 0.5
    if run:
        c, g, b = W.command(r)
        check, slots["c"] = (c, ps[-1], new, g, b), c
        plan.append(("run", c))
    return task(r, files, plan, K.ask(r, [deeds], slots, free, run=run), done(r, f"`{fn}` is now `{new}` in all of these files.", check), check=check, spec=("edits", ps, [fn] * len(ps), [new] * len(ps)))


SET = ["set {n} [to|=] {y} in {f}", "[change|put] [the|] [value of|setting|] {n} in {f} to {y}", "in {f}, set {n} to {y}", "[make|let] {n} [be|equal] {y} in {f}", "give {n} the value {y} in {f}", "[update|adjust] {n} in {f} so that it is {y}", "[raise, lower or whatever, just make|turn] {n} in {f} to {y}", "edit {f}: {n} [should be|becomes|gets] {y}", "[configure|use] {n} = {y} in {f}"]
SET_FREE = ["{n} in {f} [should|must|has to] be {y}.", "{f} has the wrong {n}. [The right one is|It should be|We need] {y}.", "I'd like [a|the] {n} of {y} in {f}.", "The {n} (it is in {f}) needs to be {y} [from now on|now|].", "We need {n} at {y}. [Look in|See|The file is] {f}.", "{f}, {n}: {y} please, whatever it is now.", "[Whatever {n} is in {f}, I want|Please see {n} in {f}; I want] {y}.", "setting: {n}\nfile: {f}\nnew value: {y}", "What is {n} in {f}? No matter, it should be {y}. Please [change|set] it.", "New {n} for {f}: {y}."]


def set_value(r, run=None):
    """A setting whose present value the request does not give."""
    prs = W.pairs(r, r.randint(2, 4))
    p, text, kind = W.conf(r, prs)
    k, v = r.choice(prs)
    y = W.other(r, W.num if v.isdigit() else W.value, text)
    while v.isdigit() != y.isdigit():
        y = W.other(r, W.num if v.isdigit() else W.value, text)
    old, new = W.setting_line(r, kind, k, v).strip().rstrip(","), W.setting_line(r, kind, k, y).strip().rstrip(",")
    files = W.around(r, {p: text})
    name = k.upper() if k.upper() in text else k
    slots = {"n": r.choice([name, name, "`" + name + "`", k.replace("_", " ")]), "f": p, "y": y}
    plan, check = [("read", p), ("edit", p, old, new)], None
    if run:
        c, g, b = W.command(r)
        check, slots["c"] = (c, p, new, g, b), c
        plan.append(("run", c))
    return task(r, files, plan, K.ask(r, [SET], slots, SET_FREE, run=bool(run)), done(r, f"{name} in `{p}` is now {y}.", check), check=check, spec=("edit", p, old, new))


def set_value_run(r):
    """A setting is changed, then a command is run."""
    return set_value(r, True)


def set_two(r):
    """Two settings of one file at once."""
    prs = W.pairs(r, r.randint(3, 4))
    p, text, kind = W.conf(r, prs, r.choice(["ini", "env", "yaml", "cfg"]))
    (k1, v1), (k2, v2) = r.sample(prs, 2)
    y1 = W.other(r, W.value, text)
    y2 = W.other(r, W.value, text, y1)
    name = (lambda k: k.upper()) if kind == "env" else (lambda k: k)
    line = lambda k, v: W.setting_line(r, kind, k, v)
    files = W.around(r, {p: text}, r.choice([0, 1]))
    deeds = ["set {n} to {y} and {nb} to {yb} in {f}", "in {f}, change {n} to {y} and {nb} to {yb}", "[adjust|update] {f}: {n} = {y}, {nb} = {yb}", "give {n} the value {y} and {nb} the value {yb} (both in {f})"]
    free = ["{f} needs two new values: {n} {y} and {nb} {yb}.", "[New settings|Changes] for {f}:\n- {n}: {y}\n- {nb}: {yb}", "In {f}, {n} must be {y}; {nb} must be {yb}.", "I want {y} for {n} and {yb} for {nb}. The file is {f}."]
    plan = [("read", p), ("edit", p, line(k1, v1), line(k1, y1)), ("edit", p, line(k2, v2), line(k2, y2))]
    return task(r, files, plan, K.ask(r, [deeds], {"f": p, "n": name(k1), "nb": name(k2), "y": y1, "yb": y2}, free), done(r, f"Both settings in `{p}` are changed."), spec=("edits", [p, p], [line(k1, v1), line(k2, v2)], [line(k1, y1), line(k2, y2)]))


def toggle(r):
    """A switch that goes from one of two words to the other."""
    a, b, on, off = r.choice([("true", "false", "on", "off"), ("yes", "no", "on", "off"), ("on", "off", "on", "off"), ("enabled", "disabled", "on", "off")])
    key = r.choice(["night_mode", "debug", "sound", "autosave", "notifications", "vacation", "strict", "cache", "heating", "dark_theme"])
    if r.random() < 0.5:
        a, b, on, off = b, a, off, on
    prs = [p for p in W.pairs(r, 2)]
    kind = r.choice(["ini", "env", "yaml", "cfg"])
    p, text, _ = W.conf(r, prs, kind)
    old, new = W.setting_line(r, kind, key, a), W.setting_line(r, kind, key, b)
    text += "\n" + old
    files = W.around(r, {p: text})
    deeds = ["[switch|turn] {n} %s in {f}" % off, "[switch|turn] %s {n} in {f}" % off, "put {n} %s, the switch is in {f}" % off, "open {f} and [turn|switch] {n} %s" % off, "set {n} to {y} in {f}", "make {n} {y} in {f}"]
    free = ["{n} is %s. It should be %s. [File|See]: {f}" % (on, off), "I'd [like|prefer] {n} to be %s ({f})." % off, "[Can we have|Could we get] {n} switched %s? It's in {f}." % off, "{n} in {f} should be {y}, not %s." % a, "Why is {n} %s in {f}? Please turn it %s." % (on, off), "{f} -- {n} needs to be {y}."]
    return task(r, files, [("read", p), ("edit", p, old, new)], K.ask(r, [deeds], {"n": r.choice([key, key, key.replace("_", " ")]), "f": p, "y": b}, free), done(r, f"{key} is now {b} in `{p}`."), spec=("edit", p, old, new))


def fix_typo(r):
    """A misspelt word that the request names only in its right form."""
    p, ls = W.note(r)
    w = r.choice([x for x in W.THINGS + W.FOODS + W.PLACES + W.WORDS if len(x) > 5])
    i = r.randrange(1, len(w) - 2)
    bad = r.choice([w[:i] + w[i + 1] + w[i] + w[i + 2:], w[:i] + w[i + 1:], w[:i] + w[i] + w[i:]])
    if bad == w:
        bad = w[:2] + w[1:]
    text = "\n".join(ls + [r.choice([f"We keep the {bad} here.", f"Ask {W.name(r)} about the {bad}.", f"- {bad}", f"No {bad} today, sorry."])])
    if text.count(bad) != 1:
        return fix_typo(r)
    files = W.around(r, {p: text}, avoid=[bad])
    deeds = ["[fix|correct] the [misspelt|wrongly spelled] {y} in {f}", "[correct|repair|fix] the [spelling|typo] of {y} in {f}", "look through {f} for a typo in the word {y} and [fix|correct] it", "fix the spelling mistake in {f} (the word [is meant to be|should be] {y})", "find the wrongly written {y} in {f} and write it properly"]
    free = ["In {f} I misspelled {y}. [Please correct it.|Fix, please.|Can you put it right?]", "There's a typo in {f}: the word should be {y}.", "{y} is written [wrong|with a mistake] somewhere in {f}.", "Somebody can't spell {y}, see {f}. [Please fix.|Could you repair it?]"]
    return task(r, files, [("read", p), ("edit", p, bad, w)], K.ask(r, [deeds], {"f": p, "y": w}, free), done(r, f"I corrected \"{bad}\" to \"{w}\" in `{p}`."), spec=("edit", p, bad, w))


def bump(r):
    """A version that several files hold."""
    old = W.version(r)
    new = W.other(r, W.version, old)
    pool = [("VERSION", old), ("package.json", '{\n  "name": "%s",\n  "version": "%s"\n}' % (W.word(r), old)), ("Cargo.toml", '[package]\nname = "%s"\nversion = "%s"' % (W.word(r), old)), ("src/version.py", f'__version__ = "{old}"'), ("README.md", f"# {W.word(r)}\n\nCurrent version: {old}"), ("docs/conf.ini", f"[docs]\nrelease = {old}"), ("setup.cfg", f"[metadata]\nversion = {old}")]
    chosen = r.sample(pool, r.choice([2, 2, 3]))
    known = r.random() < 0.5
    ps = [p for p, _ in chosen]
    keys = ["f", "fb", "fc"][:len(ps)]
    where = ", ".join("{%s}" % k for k in keys[:-1]) + " and {" + keys[-1] + "}"
    deeds = [f"[bump|change|update|set] the version [from {{x}}|] to {{y}} in {where}", f"put the [new|] version {{y}} [in place of {{x}}|] in {where}", f"make {where} say version {{y}} [instead of {{x}}|]", f"[release|prepare] version {{y}} [(now {{x}})|]: change {where}"]
    deeds = [d.replace("[from {x}|]", "from {x}").replace("[in place of {x}|]", "in place of {x}").replace("[instead of {x}|]", "instead of {x}").replace("[(now {x})|]", "(now {x})") if known else d.replace("[from {x}|]", "").replace("[in place of {x}|]", "").replace("[instead of {x}|]", "").replace("[(now {x})|]", "") for d in deeds]
    plan = [] if known else [("read", p) for p in ps]
    plan += [("edit", p, old, new) for p in ps]
    slots = {"x": old, "y": new, **dict(zip(keys, ps))}
    run, check = r.random() < 0.5, None
    if run:
        c, g, b = W.command(r)
        check, slots["c"] = (c, ps[0], new, g, b), c
        plan.append(("run", c))
    files = W.around(r, dict(chosen), r.choice([0, 1]), avoid=[old])
    return task(r, files, plan, K.ask(r, [deeds], slots, run=run), done(r, f"The version is {new} in all {len(ps)} files.", check), check=check, spec=("edits", ps, [old] * len(ps), [new] * len(ps)))


KINDS = [create_one, create_block, create_run, create_short_run, create_several, create_lines, overwrite, replace_text, replace_run, replace_two, rename_symbol, set_value, set_value_run, set_two, toggle, fix_typo, bump]
