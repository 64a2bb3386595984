"""Agent tasks, part three: questions about files, errors, conditions, jobs of many steps."""
import ravitalk as K
import raviwords as W
import ravione as A
import ravitwo as B
from ravimake import done, stem, task


def report_value(r, wrong=False):
    """What a setting is; with wrong, under a path that must be looked up."""
    prs = W.pairs(r, r.randint(2, 4))
    p, text, kind = W.conf(r, prs)
    k, v = r.choice(prs)
    n = k.upper() if k.upper() in text else k
    files = W.around(r, {p: text})
    deeds = ["[tell|give] me [the value of|] {n} [in|from] {f}", "look up {n} in {f}", "read {f} and [say|report|tell me] what {n} is", "find out what {n} is [set to|] in {f}", "open {f} and [report|name] the value of {n}"]
    free = ["What is {n} in {f}?", "[Which|What] value does {n} have in {f}?", "{n} in {f}?", "I'd like to know {n}, it is in {f}.", "[Do you know|Can you see] what {f} says about {n}?", "{f} has a setting {n}. [What is it?|Its value, please.]", "To what is {n} set in {f}?", "I [lost|forgot] the {n}. It's written in {f}. [Can you tell me?|What is it?]"]
    plan, path = [("read", p)], p
    if wrong:
        path = stem(p) if "/" in p else r.choice(["src/", "old/", "config/", "main/"]) + p
        if path in files:
            return report_value(r)
        plan = [("read", path), ("list",), ("read", p)]
    ans = r.choice([f"{n} is {v}.", f"The value of {n} is {v}.", f"It is {v}.", f"`{p}` has {n} set to {v}."])
    return task(r, files, plan, K.ask(r, [deeds], {"n": n, "f": path}, free, 0.6), ans, say=[v])


def wrong_path_report(r):
    """The same under a wrong path."""
    return report_value(r, True)


def wrong_path_edit(r):
    """The path of the request is not quite right."""
    while True:
        p, text, x, y = A.spot(r)
        path = stem(p) if "/" in p else r.choice(["src/", "old/", "config/", "main/"]) + p
        files = W.around(r, {p: text})
        if path not in files and sum(stem(q) == stem(p) for q in files) == 1:
            break
    slots = {"f": path, "x": x, "y": y}
    plan = [("edit", path, x, y), ("list",), ("edit", p, x, y)]
    check = B.with_run(r, plan, slots, p, y)
    return task(r, files, plan, K.ask(r, [A.REPLACE], slots, A.REPLACE_FREE, run=bool(check)), done(r, f"The file is at `{p}`; I changed it there.", check), check=check, spec=("edit", p, x, y))


def text_not_found(r):
    """The old text is quoted not quite right."""
    prs = W.pairs(r, 3)
    kind = r.choice(["ini", "env", "yaml", "cfg", "toml"])
    p, text, _ = W.conf(r, prs, kind)
    k, v = r.choice(prs)
    k2 = k.upper() if kind == "env" else k
    bad = {"ini": f"{k2}={v}", "toml": f"{k2}={v}", "env": f"{k2} = {v}", "cfg": f"{k2} = {v}", "yaml": f"{k2}:{v}"}[kind]
    w = W.other(r, W.num if v.isdigit() else W.value, text)
    while v.isdigit() != w.isdigit():
        w = W.other(r, W.value, text)
    old, new = W.setting_line(r, kind, k, v), W.setting_line(r, kind, k, w)
    files, slots = W.around(r, {p: text}), {"f": p, "x": bad, "y": bad.replace(v, w) if v not in k2 else bad[:-len(v)] + w}
    plan = [("edit", p, bad, slots["y"]), ("read", p), ("edit", p, old, new)]
    check = B.with_run(r, plan, slots, p, new)
    return task(r, files, plan, K.ask(r, [A.REPLACE], slots, A.REPLACE_FREE, run=bool(check)), done(r, f"It was written as {old} in `{p}`; it is {new} now.", check), check=check, spec=("edit", p, old, new))


def which_file(r):
    """Which file holds a word."""
    w = W.other(r, r.choice([W.name, W.word, lambda r: r.choice(W.THINGS)]))
    p, ls = W.listing(r)
    ls.insert(r.randint(0, len(ls)), r.choice([f"ask about {w}", f"{w} is here", f"see {w} first"]))
    if sum(w.lower() in s.lower() for s in ls) != 1 or w in p:
        return which_file(r)
    files = W.around(r, {p: "\n".join(ls)}, r.choice([1, 2, 2]), avoid=[w])
    order = sorted(files)
    plan = [("list",)] + [("read", q) for q in order[:order.index(p) + 1]]
    deeds = ["find [the file|out which file] that [mentions|contains|holds] {x}", "tell me [which file mentions|where you can read about] {x}", "search [the files|all files|the workspace] for {x} and [tell me|report] where it is", "look for {x} and name the file"]
    deeds[0] = "find the file that [mentions|contains|holds] {x}"
    free = ["[Which|What] file [mentions|has|contains] {x}?", "Where is {x} [mentioned|written]?", "In which of the files is {x}?", "Somewhere [I wrote|there is] {x}. Which file [was it|is it in]?", "{x} must be in one of the files. Which one?", "I can't find {x} any more. Which file is it in?"]
    return task(r, files, plan, K.ask(r, [deeds], {"x": w}, free, 0.55), r.choice([f"{w} is in `{p}`.", f"It is `{p}`.", f"`{p}` mentions {w}."]), say=[p])


def lookup(r):
    """A field of a row."""
    p, h, rows = W.table(r)
    row, j = r.choice(rows[:-1]), r.choice([1, 2])
    files = W.around(r, {p: "\n".join(",".join(x) for x in [h] + rows[:-1])})
    deeds = ["look up the {n} of {x} in {f}", "tell me {x}'s {n} from {f}", "find the {n} for {x} in {f}", "open {f} and [say|report] which {n} {x} has"]
    free = ["What is the {n} of {x} in {f}?", "Which {n} does {x} have, according to {f}?", "{x}: which {n}? See {f}.", "{f} has a row for {x}. What's the {n} there?", "I need the {n} of {x}. It's in {f}."]
    return task(r, files, [("read", p)], K.ask(r, [deeds], {"n": h[j], "x": row[0], "f": p}, free, 0.5), f"The {h[j]} of {row[0]} is {row[j]}.", say=[row[j]])


def report_line(r):
    """The first, second or last line."""
    p, ls = r.choice([W.listing, W.log])(r)
    i, n = r.choice([(0, "first"), (-1, "last"), (1, "second")])
    files = W.around(r, {p: "\n".join(ls)})
    deeds = ["[tell|give|show] me the {n} line of {f}", "read {f} and [quote|report] its {n} line", "quote the {n} line [in|of|from] {f}", "report the {n} line of {f}"]
    free = ["What is the {n} line of {f}?", "What does the {n} line [of|in] {f} say?", "{n} line of {f}?", "I only need the {n} line of {f}.", "How does {f} [read|go] in its {n} line?"]
    return task(r, files, [("read", p)], K.ask(r, [deeds], {"n": n, "f": p}, free, 0.5), f"The {n} line of `{p}` is: {ls[i]}", say=[ls[i]])


def count_lines(r):
    """How many lines a file has."""
    p, ls = B.lined(r)
    files = W.around(r, {p: "\n".join(ls)})
    deeds = ["count the lines [of|in] {f}", "tell me how many lines {f} has", "[report|find out] the number of lines in {f}", "use wc to count the lines of {f}"]
    free = ["How many lines [does {f} have|are in {f}|are there in {f}]?", "[Number|Count] of lines in {f}?", "How long is {f}, in lines?", "I'd like to know the line count of {f}."]
    return task(r, files, [("run", "wc -l " + p)], K.ask(r, [deeds], {"f": p}, free, 0.5), r.choice([f"`{p}` has {len(ls)} lines.", f"There are {len(ls)} lines in `{p}`."]), say=[str(len(ls))])


def list_names(r):
    """Which files there are."""
    files = W.around(r, {}, r.randint(2, 4))
    deeds = ["list [all|the] files", "tell me which files [there are|exist|are here]", "name [all|] the files [in the workspace|here|of the project]", "give me the [names|list] of all files", "show me what files we have"]
    free = ["[What|Which] files are [here|there|in the workspace]?", "What do we have in the workspace?", "Which files can you see?", "I'd like an overview of the files."]
    return task(r, files, [("list",)], K.ask(r, [deeds], {}, free, 0.4), "There are these files: " + ", ".join(sorted(files)) + ".", say=sorted(files))


def compare(r):
    """Two files: which has the larger number, or are they the same?"""
    ps = r.choice([("north.txt", "south.txt"), ("data/may.csv", "data/june.csv"), ("team-a.txt", "team-b.txt"), ("old.cfg", "new.cfg"), ("attic.yaml", "cellar.yaml")])
    key = r.choice(["points", "visitors", "price", "weight", "temperature"])
    a, b = r.sample(range(10, 99), 2)
    files = W.around(r, {ps[0]: f"{key}: {a}", ps[1]: f"{key}: {b}"}, r.choice([0, 1]))
    hi = r.random() < 0.6
    win, lose = (ps if (a > b) == hi else ps[::-1])
    word = r.choice(["more", "higher", "larger"] if hi else ["fewer", "lower", "smaller"])
    deeds = [f"compare {{f}} and {{fb}} and [name|tell me] the file with the {'highest' if hi else 'lowest'} {key}", f"find out which of {{f}} and {{fb}} has the {'larger' if hi else 'smaller'} {key}"]
    free = [f"Which file has the {'higher' if hi else 'lower'} {key}, {{f}} or {{fb}}?", f"{{f}} or {{fb}}: where is the {key} {'larger' if hi else 'smaller'}?", f"I wonder [whether|if] {{f}} or {{fb}} has the {'bigger' if hi else 'smaller'} {key}. Name only the file."]
    return task(r, files, [("read", ps[0]), ("read", ps[1])], K.ask(r, [deeds], {"f": ps[0], "fb": ps[1]}, free, 0.6), f"`{win}` has the {'higher' if hi else 'lower'} {key}.", say=[win], unsaid=[lose])


def run_report(r, flaky=False):
    """What a command prints."""
    c, g, b = W.command(r)
    p, s = W.anyfile(r)
    files = W.around(r, {p: s}, 1)
    free = ["Does {c} pass?", "What does {c} say [now|today|]?", "Is {c} green?", "I want to know [if {c} passes|what {c} prints].", "{c} please, and tell me the result.", "[How is it with|What about] {c}? Please run it."]
    deeds = ["run {c} and [tell me|report|say] what it [says|prints]", "execute {c} [for me|] and report", "start {c} and give me its output", "see what {c} prints"]
    extra = ["{c} [sometimes|now and then] needs two tries. Run it until it works[, please|].", "Run {c}. If it [times out|hiccups|is busy], [try again|once more].", "Please run {c}; the network is shaky, so repeat it when needed."]
    check = (c, p, s.split("\n")[0], g, b)
    plan = [("run", c)] * (2 if flaky else 1)
    return task(r, files, plan, K.ask(r, [deeds], {"c": c}, free + (extra if flaky else []), 0.55), r.choice([f"`{c}` printed: {g}", f"It says: {g}", f"The result of `{c}` is: {g}"]), say=[g], check=check, flaky=[c] if flaky else ())


def flaky_run(r):
    """What a command prints that fails for a moment at first."""
    return run_report(r, True)


def flaky_after(r):
    """A change, then a command that fails for a moment."""
    t = r.choice([A.replace_run, A.set_value_run, A.create_short_run])(r)
    c = t.must_run[0]
    t.flaky_commands = (c,)
    t.plan = t.plan + [("run", c)]
    return t


def fix_failing(r, flaky=False):
    """A command says what is wrong; the file is read and repaired."""
    prs = W.pairs(r, 3)
    kind = r.choice(["ini", "env", "yaml", "cfg", "py"])
    p, text, _ = W.conf(r, prs, kind)
    k, v = r.choice(prs)
    n = k.upper() if kind in ("env", "py") else k
    w = W.other(r, W.num if v.isdigit() else W.word, text)
    while v.isdigit() != w.isdigit():
        w = W.other(r, W.num, text)
    old, new = W.setting_line(r, kind, k, v), W.setting_line(r, kind, k, w)
    c, g, b = W.command(r)
    b += r.choice([f": {p}: {n} must be {w}", f"\n{p}: expected {n} {w}, found {v}", f" - {n} should be {w} (see {p})", f"\n  in {p}: {n} is {v} but {w} is required"])
    files = W.around(r, {p: text})
    deeds = ["[make|get] {c} [pass|green|work again]", "run {c} and [fix|repair] what it complains about", "[repair|fix] the project so that {c} [passes|succeeds]", "find out why {c} fails and [fix|repair] it", "run {c}, [fix|correct] the problem it [names|reports], and run it again"]
    deeds[0] = "get {c} [to pass|green|working again]"
    free = ["{c} fails. [Please fix it.|Can you repair it?|Find out why and fix it.]", "{c} is red [since yesterday|]. I want it green.", "Something is wrong, {c} [does not pass|complains]. Fix what it says.", "Why does {c} fail? [Fix it|Repair it], please.", "{c} must pass [again|before noon|]. Do what is needed."]
    plan = ([("run", c)] if flaky else []) + [("run", c), ("read", p), ("edit", p, old, new), ("run", c)]
    check = (c, p, new, g, b)
    return task(r, files, plan, K.ask(r, [deeds], {"c": c}, free, 0.5), done(r, f"{n} in `{p}` had to be {w}.", check), check=check, flaky=[c] if flaky else (), spec=("edit", p, old, new))


def flaky_fix(r):
    """The same, and the command fails for a moment before."""
    return fix_failing(r, True)


def second_place(r):
    """After the asked change the command names another file that needs it too."""
    x, y = r.sample(W.WORDS, 2)
    c, g, b = W.command(r)
    p, q = r.sample(["src/app.py", "tests/app_test.py", "menu.yaml", "docs/guide.md", "levels.txt", "web/main.js"], 2)
    files = W.around(r, {p: f"name: {x}\nsize: {W.num(r)}", q: f"check {x}\nlimit {W.num(r)}"}, r.choice([0, 1]), avoid=[x])
    b += r.choice([f": {q} still has {x}", f"\n{q}: found {x}, expected {y}", f" ({q} mentions {x})"])
    free = ["{f}: {x} -> {y}. {c} must [pass|be happy] afterwards; if it names another file, change that one too.", "Replace {x} by {y} in {f} and wherever {c} still finds it."]
    plan = [("edit", p, x, y), ("run", c), ("edit", q, x, y), ("run", c)]
    check = (c, q, y, g, b)
    deeds = [d + " and make {c} pass" for d in A.REPLACE]
    return task(r, files, plan, K.ask(r, [deeds], {"f": p, "x": x, "y": y, "c": c}, free, 0.4), done(r, f"`{q}` needed the same change as `{p}`.", check), check=check, spec=("edits", [p, q], [x, x], [y, y]))


def follow_file(r):
    """A file says what is to be done."""
    p = r.choice(["INSTRUCTIONS.md", "todo/next.txt", "task.txt", "HOWTO.txt", "letter-from-boss.txt", "job.md"])
    q, x = r.choice(A.NEW_NAMES), W.sentence(r)
    text = r.choice([f"Create {q} with this line:\n{x}", f"Please write a file {q}.\nIts content: {x}", f"# Task\n\nSave the following as {q}:\n{x}"])
    files = {k: v for k, v in W.around(r, {p: text}).items() if k != q}
    deeds = ["[follow|carry out] the instructions in {f}", "do what {f} says", "read {f} and do [it|what it asks]", "work on the task in {f}", "open {f} and follow it"]
    free = ["{f} [says|explains] what to do. [Do it.|Please follow it.]", "Your [task|work] is in {f}.", "Everything you need is in {f}; [please do it|go ahead].", "What does {f} want? Please do that."]
    return task(r, files, [("read", p), ("write", q, x)], K.ask(r, [deeds], {"f": p}, free, 0.5), done(r, f"As `{p}` says, I created `{q}`."), spec=("write", q, x))


def placeholder(r):
    """A gap in one file is filled from another one."""
    mark = r.choice(["{{name}}", "<NAME>", "___", "TBD", "@@", "$OWNER", "XXX"])
    v = W.name(r)
    p, q = r.choice(["letter.txt", "mail/invite.md", "contract.txt", "label.html"]), r.choice(["owner.txt", "data/name.txt", "info/person.txt"])
    text = f"Hello {mark},\n{W.sentence(r)}"
    while v in text:
        v = W.name(r)
    files = W.around(r, {p: text, q: v}, r.choice([0, 1]))
    deeds = ["replace {x} in {f} [by|with] the name [that stands|] in {fb}", "fill in {x} in {f} with what {fb} [says|holds]", "put the content of {fb} where {f} has {x}", "[take|use] the name from {fb} for the placeholder {x} in {f}"]
    free = ["{f} still has the gap {x}. The right text is in {fb}.", "The {x} in {f} should become the name you find in {fb}.", "In {f} there is {x}; {fb} tells what belongs there."]
    return task(r, files, [("read", q), ("edit", p, mark, v)], K.ask(r, [deeds], {"f": p, "fb": q, "x": mark}, free), done(r, f"`{p}` now has {v} in that place."), spec=("edit", p, mark, v))


def output_to_file(r):
    """What a command prints is written to a file."""
    c, g, b = W.command(r)
    p, s = W.anyfile(r)
    files = W.around(r, {p: s}, 1)
    q = r.choice([x for x in ["result.txt", "out/report.md", "logs/check.txt", "Result.log"] if x not in files])
    deeds = ["run {c} and [write|save|put] its output [to|in] {f}", "save what {c} prints [in|to|as] {f}", "[store|keep] the output of {c} in {f}", "write the result of {c} into [a file|] {f}"]
    free = ["I'd like the output of {c} in {f}.", "{f} should hold what {c} prints.", "What does {c} print? Put it [in|into] {f}.", "{c} > {f}, please (the exact output)"]
    return task(r, files, [("run", c), ("write", q, g)], K.ask(r, [deeds], {"c": c, "f": q}, free), done(r, f"The output is in `{q}`: {g}"), check=(c, p, s.split("\n")[0], g, b), spec=("write", q, g))


def condition(r):
    """What is in one file decides which text another file gets."""
    p, ls = W.listing(r)
    yes = r.random() < 0.5
    w = r.choice(ls) if yes else W.other(r, W.item, *ls)
    q = r.choice([x for x in A.NEW_NAMES if x != p])
    x, y = W.lines_of(r, W.word, 2)
    files = {k: v for k, v in W.around(r, {p: "\n".join(ls)}).items() if k != q}
    deeds = ["check if {f} [has|contains] {w}: if so, write {x} to {fb}, [otherwise|if not] write {y} [there|to it]", "write {x} to {fb} if {w} is in {f}, [else|otherwise|and if not] {y}", "create {fb} with {x} if {f} holds {w}, [but|and] with {y} if it doesn't"]
    free = ["If {w} is in {f}, then {fb} should say {x}, else {y}.", "Is {w} in {f}? If yes, put {x} in {fb}. If [no|not], put {y} in it.", "{fb} depends on {f}: with {w} in there it must be {x}, without it {y}.", "In case {f} has {w}, create {fb} with {x}; in the other case with {y}."]
    z = x if yes else y
    return task(r, files, [("read", p), ("write", q, z)], K.ask(r, [deeds], {"f": p, "fb": q, "w": w, "x": x, "y": y}, free, 0.5), done(r, f"`{p}` {'has' if yes else 'does not have'} it, so `{q}` says {z}."), spec=("write", q, z))


def if_exists(r):
    """Whether a file is there decides."""
    files = W.around(r, {}, 2)
    there = r.random() < 0.5
    p, s = W.anyfile(r)
    files.pop(p, None)
    x = A.short(r)
    if there:
        files[p] = s
    q = A.fresh(r, {**files, p: s})
    free = ["If there is a file {f}, delete it. If not, create {fb} with {x}.", "Is there a {f}? Then remove it, otherwise make {fb} with {x}."]
    deeds = ["[delete|remove] {f} if it exists, [otherwise|else|and if not,] create {fb} with {x}", "see if {f} exists: if it does, delete it; if it doesn't, write {x} to {fb}"]
    plan = [("list",), ("run", "rm " + p) if there else ("write", q, x)]
    return task(r, files, plan, K.ask(r, [deeds], {"f": p, "fb": q, "x": x}, free), done(r, f"`{p}` was there, so I deleted it." if there else f"`{p}` was not there, so I created `{q}`."), spec=("gone", [p]) if there else ("write", q, x))


def change_all(r):
    """All files that hold a word are found and changed."""
    x, y = r.sample(W.NAMES, 2)
    ps = r.sample(["a.txt", "docs/team.md", "contact.cfg", "mail.txt", "src/author.py", "rota.csv"], 2)
    files = W.around(r, {p: r.choice([f"by {x}", f"owner = {x}", f"Ask {x} first."]) + "\n" + W.word(r) for p in ps}, 1, avoid=[x, y])
    deeds = ["replace {x} [by|with] {y} in [all files|every file that has it]", "change {x} to {y} everywhere", "find all files that mention {x} and put {y} there instead", "rename {x} to {y} in the whole workspace"]
    free = ["{x} has a successor, {y}. Change that in all files.", "Wherever a file says {x}, it must say {y}.", "Everywhere {y} instead of {x}, please."]
    plan = [("list",)] + [("read", p) for p in sorted(files)] + [("edit", p, x, y) for p in sorted(ps)]
    return task(r, files, plan, K.ask(r, [deeds], {"x": x, "y": y}, free), done(r, f"{x} is now {y} in `{sorted(ps)[0]}` and `{sorted(ps)[1]}`."), spec=("edits", ps, [x, x], [y, y]))


def pointer(r):
    """One file names the file that has the answer."""
    p, q = r.choice(["start.txt", "index.md", "README.txt"]), r.choice(["box/seven.txt", "data/k2.txt", "shelf-b.txt"])
    key, v = r.choice(["code", "password", "room", "winner"]), W.word(r) + str(r.randint(2, 99))
    files = W.around(r, {p: f"The {key} is in {q}.", q: f"{key}: {v}"}, 1)
    deeds = ["find the {n}; {f} says where it is", "read {f}, go to the file it names and tell me the {n}", "tell me the {n} (begin with {f})"]
    free = ["What is the {n}? Start with {f}.", "{f} knows where the {n} is. [What is it?|Tell me the {n}.]", "I need the {n}. {f} will lead you."]
    return task(r, files, [("read", p), ("read", q)], K.ask(r, [deeds], {"f": p, "n": key}, free, 0.5), f"The {key} is {v}.", say=[v])


def summary(r):
    """Values of two files are written to a third."""
    ps = r.sample(["kitchen.txt", "garage.txt", "attic.txt", "porch.txt", "cellar.txt"], 2)
    key = r.choice(["temperature", "lamps", "owner", "status"])
    vs = W.lines_of(r, W.value, 2)
    files = W.around(r, {p: f"{key}: {v}" for p, v in zip(ps, vs)}, r.choice([0, 1]))
    q = r.choice(["summary.txt", "out/overview.md", "Report.txt"])
    deeds = ["write the {n} from {f} and [then that|the one] from {fb} [to|into] {fc}, one value a line", "collect the {n} of {f} and {fb} in {fc} (only the values, one per line)", "make {fc} with two lines: the value of {n} in {f}, then the one in {fb}"]
    free = ["{fc} should hold the {n} from {f} and from {fb}, just the values, one per line.", "I need the {n} of {f} and {fb} (values only, a line each) in {fc}."]
    text = "\n".join(vs)
    return task(r, files, [("read", ps[0]), ("read", ps[1]), ("write", q, text)], K.ask(r, [deeds], {"n": key, "f": ps[0], "fb": ps[1], "fc": q}, free), done(r, f"`{q}` has both values."), spec=("write", q, text))


def many(r, n=None, listed=False):
    """Several small jobs that have nothing to do with each other."""
    files, plan, deeds, slots, check = {}, [], [], {}, None
    kinds = r.sample(["create", "replace", "append", "copy", "delete", "set"], n or r.choice([2, 3, 3, 4]))
    new = r.sample(A.NEW_NAMES, 6)
    for i, k in enumerate(kinds):
        while True:
            if k == "replace":
                p, s, x, y = A.spot(r)
            elif k in ("append",):
                p, ls = B.lined(r)
                s, x = "\n".join(ls), W.other(r, W.item, *ls)
            elif k == "set":
                prs = W.pairs(r, 2)
                p, s, kind = W.conf(r, prs, "cfg")
                x, y = prs[0][0], W.other(r, W.value, s)
            else:
                p, s = B.home(r)
            if p not in files and p not in new:
                break
        d = {"create": A.CREATE, "replace": A.REPLACE, "append": B.APPEND, "copy": B.COPY, "set": A.SET, "delete": ["[delete|remove] {f}", "get rid of {f}", "throw {f} away", "rm {f}"]}[k]
        m = {"f": f"f{i}", "x": f"x{i}", "y": f"y{i}", "n": f"n{i}", "fb": f"fb{i}"}
        deeds.append([K.SLOT.sub(lambda q: "{" + m[q.group(1)] + "}", t) for t in d])
        slots[f"f{i}"] = p
        if k == "create":
            slots[f"f{i}"], slots[f"x{i}"] = new[i], A.short(r)
            plan.append(("write", new[i], slots[f"x{i}"]))
            continue
        files[p] = s
        if k == "replace":
            slots[f"x{i}"], slots[f"y{i}"] = x, y
            plan.append(("edit", p, x, y))
        elif k == "append":
            slots[f"x{i}"] = x
            plan += [("read", p), ("write", p, s + "\n" + x)]
        elif k == "set":
            slots[f"n{i}"], slots[f"y{i}"] = x, y
            plan += [("read", p), ("edit", p, f"{x}={prs[0][1]}", f"{x}={y}")]
        elif k == "copy":
            slots[f"fb{i}"] = "kept/" + stem(p)
            plan += [("read", p), ("write", "kept/" + stem(p), s)]
        else:
            plan.append(("run", "rm " + p))
    run = r.random() < 0.5
    if run:
        c, g, b = W.command(r)
        w = [a for a in plan if a[0] in ("write", "edit")][-1]
        check, slots["c"] = (c, w[1], w[-1].split("\n")[-1], g, b), c
        plan.append(("run", c))
    if listed:
        ds = [K.pick(r, d) for d in deeds] + ([K.pick(r, K.RUNS)] if run else [])
        frame = K.manners(r, K.listed(r, ds))
        asked = K.fill(r, frame, slots), frame
    else:
        asked = K.ask(r, deeds, slots, run=run)
    return task(r, files, plan, asked, done(r, r.choice(["All steps are done.", "Everything on the list is done.", "I did all of it."]), check), check=check)


def many_listed(r):
    """Several small jobs as a list."""
    return many(r, listed=True)


def two_steps(r):
    """Two small jobs."""
    return many(r, 2)


def three_steps(r):
    """Three small jobs."""
    return many(r, 3)


KINDS = [report_value, wrong_path_report, wrong_path_edit, text_not_found, which_file, lookup, report_line, count_lines, list_names, compare, run_report, flaky_run, flaky_after, fix_failing, flaky_fix, second_place, follow_file, placeholder, output_to_file, condition, if_exists, change_all, pointer, summary, many, many_listed, two_steps, three_steps]
