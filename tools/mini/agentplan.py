"""Agent tasks that can follow each other in one chat: outputs kept in files, words looked
for, orders found in files, what a failing command asks for, joined and filled-in texts,
single lines, moved and copied files.

A plan adds its files to a Scene and returns (request, play); play(e) acts and ends with
(answer, want), where want maps paths to their texts afterwards, None for one that is gone."""
import agentsay as S
from agentcommands import output
from agentkit import Episode, body, change, files_around, marked, quote, replace_request, said, verdict
from agentscene import Scene, shown_command
from agenttasks import ending, listed, one_liner
from chat import user
from phrase import expand
from words import NAMES, cap, distinct, pseudo, word


LOGS = [".txt", ".log", ".txt", ".log", ".md", ".out", ".csv", None]


def kept(r, s):
    """The output of a command goes into a file."""
    c, p = s.command(), s.path(r.choice(LOGS))
    out = output(r)
    s.checks[c] = ("-", "", out, out)
    if r.random() < 0.2:
        s.flaky.append(c)
    old = r.random() < 0.12
    if old:
        s.files[p] = body(r, p)
    q = S.tell(r, S.SAVE, c=shown_command(r, c), p=said(r, p))

    def play(e):
        got = e.run(c)
        e.call(f"I write the output to {p}.", "write", p, got)
        return f"I ran {c} and saved its output in {p}.", {p: out}
    return q, play


def kept_two(r, s):
    """Two commands: one file each, or both outputs in one file."""
    cs = [s.command(), s.command()]
    outs = [output(r, 0.15) for _ in cs]
    if cs[0] == cs[1]:
        return kept(r, s)
    for c, o in zip(cs, outs):
        s.checks[c] = ("-", "", o, o)
    one = r.random() < 0.5
    ps = [s.path(r.choice(LOGS))] * 2 if one else [s.path(r.choice(LOGS)) for _ in cs]
    a, b = (shown_command(r, c) for c in cs)
    if one:
        q = S.tell(r, S.ways("""- run {a} and {b} and (put|write|save) both outputs(|, one below the other,) (in|to|into) {p}
- (collect|gather) what {a} and {b} print in {p}, (first|starting with) {a}
- write {p} with the output of {a} and below it that of {b}
! {p} should have what {a} prints and after it what {b} prints
? can i have the results of {a} and {b} together in {p}"""), a=a, b=b, p=ps[0])
    else:
        q = S.tell(r, S.ways("""- run {a} and {b}; the first output goes to {p}, the second to {q}
- (save|keep|store) the result of {a} in {p} and that of {b} in {q}
- write what {a} (says|prints) to {p} and what {b} (says|prints) to {q}
! {p} is for the output of {a}, {q} for that of {b}. run both and fill them
? would you log {a} in {p} and {b} in {q}"""), a=a, b=b, p=ps[0], q=ps[1])

    def play(e):
        got = []
        for c, p in zip(cs, ps):
            got.append(e.run(c))
            if not one:
                e.call(f"I write its output to {p}.", "write", p, got[-1])
        if one:
            e.call(f"I write both outputs to {ps[0]}.", "write", ps[0], "\n".join(got))
            return f"I ran {cs[0]} and {cs[1]} and saved both outputs in {ps[0]}.", {ps[0]: "\n".join(outs)}
        return f"I ran {cs[0]} and {cs[1]} and saved their outputs in {ps[0]} and {ps[1]}.", dict(zip(ps, outs))
    return q, play


def rare(r, s):
    """A word or text that no file or path of the scene has."""
    while True:
        w = r.choice([word(r).lower(), word(r), pseudo(r), pseudo(r), f"{word(r)}_{word(r)}".lower(), f"{word(r)} {word(r)}", str(r.randint(1000, 99999)), r.choice(NAMES), f"{word(r)}@{word(r)}.org".lower(), f"{word(r).lower()}()"])
        if len(w) > 2 and not any(w.lower() in t.lower() or w.lower() in p.lower() for p, t in s.files.items()):
            return w


HOLD = ["{}", "{} {w}", "{w} {}", "# {}", "the {} is {w}", "{w} = {}", "{} = {n}", "// {} {w}", "{w}: {}", "{}: {n}", "see {}", "- {}", "\"{}\"", "use {} for {w}", "{w}({})", "{n} {} {w}"]


def with_word(r, text, w):
    """The text with a line that has the word."""
    line = r.choice(HOLD).replace("{w}", word(r)).replace("{n}", str(r.randint(2, 99))).replace("{}", w)
    lines = text.split("\n")
    lines.insert(r.randint(0, len(lines)), line)
    return "\n".join(lines)


def looked_for(r, s):
    """Which file has a word; or which ones do, or none."""
    own = [s.new() for _ in range(r.randint(1, 4))]
    w = rare(r, s)
    every = r.random() < 0.25
    holders = r.sample(own, min(len(own), r.choice([0, 1, 2, 2, 3]) if every else 1 if r.random() < 0.94 else 0))
    for p in holders:
        s.files[p] = with_word(r, s.files[p], w)
    x = r.choice([quote(r, w), quote(r, w), f"the word {marked(r, w)}", f"the text {marked(r, w)}"])
    q = S.tell(r, S.WHICH_ALL if every else S.WHICH, w=x)

    def play(e):
        hits = e.find(w, every)
        if not hits:
            return f"No file contains {w}.", {}
        if every and len(hits) > 1:
            return f"{len(hits)} files contain {w}: {listed(r, hits)}.", {}
        return f"{hits[0]} contains {w}.", {}
    return q, play


ORDERS = ["(Create|Write|Make|Add|Set up) (|the file |a file ){p} (with|containing|that has|holding) (|the text |the line ){x}.", "{p} (should|must) (say|contain|hold) {x}.", "(Put|Save|Store|Write) {x} (in|into|to) (|the file |a new file ){p}.", "(|Please )(create|add) {p}. (Its text|Its content|Content): {x}", "(A|The) (new |)file {p} (with|holding) (the line |){x} is needed.", "{p}: {x}"]


def one_order(r, s):
    """(words, acts, what was done, want) of an order found in a file."""
    k = r.random()
    if k < 0.42:
        p = s.path()
        t = one_liner(r, p) if r.random() < 0.6 else S.prose(r, 1)
        return S.fill(expand(r, r.choice(ORDERS)), {"p": p, "x": marked(r, t)}), lambda e: e.call(f"I write {p}.", "write", p, t), f"created {p}", {p: t}
    if k < 0.62:
        p, text, old, new = change(r, s.path())
        s.files[p] = text
        return replace_request(r, p, marked(r, old), marked(r, new)), lambda e: e.act(f"I replace {old} in {p}.", "edit", p, old, new), f"replaced {old} with {new} in {p}", {p: text.replace(old, new)}
    if k < 0.72:
        a, b = s.new(), s.path()
        return S.tell(r, S.COPIED, a=a, b=b), lambda e: e.copy(a, b), f"copied {a} to {b}", {b: s.files[a]}
    if k < 0.8:
        p = s.new()
        return S.fill(expand(r, "(Delete|Remove) {p}."), {"p": p}), lambda e: e.remove(p), f"deleted {p}", {p: None}
    if k < 0.9:
        c = s.command()
        out = output(r, 0.1)
        s.checks[c] = ("-", "", out, out)
        return S.fill(expand(r, "(Run|Execute|Start) {c}(.|)"), {"c": marked(r, c) if r.random() < 0.5 else c}), lambda e: e.run(c), f"ran {c}", {}
    q, play = kept(r, s)
    return q, lambda e: play(e)[1], f"ran {next(reversed(s.checks))} and saved its output", None


def written_order(r, s):
    """The task itself is in a file."""
    n = r.choice([1, 1, 1, 2, 2, 3])
    steps = [one_order(r, s) for _ in range(n)]
    p = s.path() if r.random() < 0.3 else None
    if not p:
        p = r.choice(["", "", "docs/", "notes/", word(r) + "/"]) + r.choice(["TODO", "todo", "task", "tasks", "job", "order", "instructions", "plan", "INSTRUCTIONS", "notes", "next", "work", "request", "ticket-" + str(r.randint(1, 99)), "issue_" + str(r.randint(1, 99)), word(r)]) + r.choice([".md", ".txt", ".md", ".txt", ""])
        if p.split("/")[-1].lower() in s.taken:
            return written_order(r, s)
        s.taken.add(p.split("/")[-1].lower())
    says = [x[0] for x in steps]
    if n == 1 or len(says) == 1:
        text = r.choice(["{}", "{}", "{}", "# Task\n\n{}", "- {}", "Task: {}", "TODO: {}", "- [ ] {}", "1. {}", "Hi!\n{}\nThanks.", "What to do:\n{}"]).replace("{}", says[0])
    else:
        mark = r.choice(["- ", "* ", "- [ ] ", "#", "", ""])
        text = r.choice(["", "", "# Tasks\n\n", "To do:\n"]) + "\n".join((f"{i + 1}. " if mark == "#" else mark) + x for i, x in enumerate(says))
    s.files[p] = text

    def play(e):
        e.call(f"I read {p}.", "read", p)
        want = {}
        for _, act, _, after in steps:
            got = act(e)
            want.update(got if after is None else after)
        done = [x[2] for x in steps]
        return "I " + (", ".join(done[:-1]) + " and " if len(done) > 1 else "") + done[-1] + f", as {p} says.", want
    return S.tell(r, S.TODO, p=said(r, p)), play


NEEDS = ["{e}{p} is missing. (It has to|It must|It should) (say|contain|hold): {x}", "{e}(cannot|could not) (open|load|find) {p} (it needs|it should have|expected content:|must hold) {x}", "{e}no {p}; (write|put) {x} (into it|in it)", "(missing|required) file: {p}\n(content|text): {x}", "{e}(expected|wanted) a file {p} with {x}", "{p}: not there\nhint: (make|add) it with {x}", "{e}file {p} (does not exist|was not found)\n  it (is expected to|should|must) contain: {x}", "{w} stopped: add a file {p} that says {x}", "please (provide|supply|add) {p} with the (line|text) {x}", "{e}{w} needs {p} ({x})", "{w} looked for {x} in {p}, but there is no such file"]
LACKS = ["{e}{p} has no line {x}", "{e}the line {x} is missing in {p}", "{p}: add {x}", "{e}{p} (must|has to|should) (end with|contain) {x}", "{w} failed: {x} not found in {p}", "{e}expected {x} in {p}", "{p} lacks {x}", "hint: append {x} to {p}"]
WRONG = ["{e}{p} has {a}, expected {b}", "{p}: {a} is not allowed, use {b}", "{e}in {p}: {a} should be {b}", "{p} says {a} but {b} is needed", "{w} in {p}: got {a}, want {b}", "{e}bad text {a} in {p} (right: {b})", "replace {a} by {b} in {p}", "- {a}\n+ {b}\n{e}{p} differs"]
ERR = ["Error: ", "error: ", "FAILED: ", "fatal: ", "failure: ", "", "E: ", "panic: ", "[error] "]


def asked_for(r, s):
    """A command fails; its message says what it needs, and once more perhaps."""
    c = s.command()
    good = output(r, 0.15)
    faults, mends, said_done, want = [], [], [], {}
    for _ in range(r.choices([1, 2, 3], [78, 17, 5])[0]):
        k = r.random()
        e = r.choice(ERR)
        if k < 0.5:
            p = s.path()
            t = one_liner(r, p) if r.random() < 0.55 else S.prose(r, 1)
            msg = S.fill(expand(r, r.choice(NEEDS)), {"e": e, "p": p, "x": marked(r, t) if r.random() < 0.8 else t, "w": word(r)})
            faults.append((p, t, msg))
            mends.append(lambda ep, p=p, t=t: ep.call(f"{p} is missing, so I write it.", "write", p, t))
            said_done.append(f"created {p}")
            want[p] = t
        elif k < 0.7:
            p = s.new()
            t = one_liner(r, p) if r.random() < 0.6 else S.prose(r, 1)
            while t in s.files[p]:
                t = f"{word(r)} {word(r)} {r.randint(2, 999)}"
            msg = S.fill(expand(r, r.choice(LACKS)), {"e": e, "p": p, "x": marked(r, t), "w": word(r)})
            faults.append((p, t, msg))
            mends.append(lambda ep, p=p, t=t: ep.append(p, t))
            said_done.append(f"added {t} to {p}")
            want[p] = s.files[p] + "\n" + t
        else:
            p, text, old, new = change(r, s.path())
            if new in text or old in new:
                continue
            s.files[p] = text
            msg = S.fill(expand(r, r.choice(WRONG)), {"e": e, "p": p, "a": quote(r, old), "b": quote(r, new), "w": word(r)})
            faults.append((p, new, msg))
            mends.append(lambda ep, p=p, old=old, new=new: (ep.call(f"It fails because of {p}, so I read it.", "read", p), ep.act(f"I replace {old} with {new}.", "edit", p, old, new)))
            said_done.append(f"replaced {old} with {new} in {p}")
            want[p] = text.replace(old, new)
    if not faults:
        return asked_for(r, s)
    s.checks[c] = ("-", "", good, "-")
    s.faults[c] = faults

    def play(e):
        e.run(c)
        for m in mends:
            m(e)
            e.run(c, f"I run {c} again.")
        return f"I {', '.join(said_done[:-1]) + ' and ' if len(said_done) > 1 else ''}{said_done[-1]}. {c} works now. {verdict(good)}", want
    return S.tell(r, S.FAILS, c=shown_command(r, c)), play


def blamed(r, s):
    """The file that makes a command fail is named and left alone."""
    c, p = s.command(), s.new()
    a, b = distinct(r, 2, word)
    msg = S.fill(expand(r, r.choice(WRONG + LACKS + ["{e}{p}:{n}: {a} {b}", "{p}({n}): unexpected {a}", "{n} problems, first in {p}", "{e}cannot read {p}", "syntax error near {a} in {p}", "File {p}, line {n}\n    {a}\nSyntaxError"])), {"e": r.choice(ERR[:5]), "p": p, "a": a, "b": b, "x": a, "w": b, "n": str(r.randint(1, 99))})
    s.checks[c] = ("-", "\0", "ok", msg)
    q = S.tell(r, S.BLAME, c=shown_command(r, c))

    def play(e):
        e.run(c)
        return f"{c} fails because of {p}.", {}
    return q, play


def joined(r, s):
    a, b, z = s.new(), s.new(), s.path(r.choice([".txt", ".md", ".log", None]))

    def play(e):
        for x in (a, b):
            e.call(f"I read {x}.", "read", x)
        t = s.files[a] + "\n" + s.files[b]
        e.call(f"I write both texts to {z}.", "write", z, t)
        return f"I joined {a} and {b} in {z}.", {z: t}
    return S.tell(r, S.JOINED, a=said(r, a), b=said(r, b), z=said(r, z)), play


def filled(r, s):
    """A mark in one file gives way to the text of another."""
    mark = r.choice(["TODO", "PLACEHOLDER", "XXX", "FIX" + "ME", "<value>", "@@" + word(r) + "@@", "%" + word(r).upper() + "%", "{{" + word(r) + "}}", "___", "<" + word(r) + ">", "INSERT_" + word(r).upper(), "$" + word(r).upper(), "[" + word(r) + "]", "???", "TBD", word(r).upper()])
    p = s.path()
    text = body(r, p)
    while mark in text:
        text = body(r, p)
        mark += "_"
    lines = text.split("\n")
    lines.insert(r.randint(0, len(lines)), r.choice(["{}", "{w}: {}", "{w} = {}", "the {w} is {}", "{} {w}", "version {}", "\"{}\"", "# {}"]).replace("{w}", word(r)).replace("{}", mark))
    text = s.files[p] = "\n".join(lines)
    value = r.choice([S.prose(r, 1), one_liner(r, p), f"{r.randint(0, 9)}.{r.randint(0, 40)}.{r.randint(0, 9)}", r.choice(NAMES), str(r.randint(2, 9999)), word(r)])
    b = s.new(None, value)

    def play(e):
        e.call(f"I read {b}.", "read", b)
        e.act(f"I replace {mark} in {p}.", "edit", p, mark, value)
        return f"I replaced {mark} with the text of {b} in {p}.", {p: text.replace(mark, value)}
    return S.tell(r, S.FILLED, a=quote(r, mark) if r.random() < 0.5 else mark, b=said(r, b), p=said(r, p)), play


def pairs(r, s):
    """Two changes in one file."""
    p, text, old, new = change(r, s.path())
    while True:
        a, b = distinct(r, 2, word)
        if not any(x in y for x, y in ((a, text), (b, text), (a, new), (new, a), (a, old), (old, a), (b, old), (old, b), (b, a), (new, text), (old, new))):
            break
        if r.random() < 0.2:
            return pairs(r, s)
    lines = text.split("\n")
    lines.insert(r.randint(0, len(lines)), r.choice(["{}", "{} {w}", "{w} {}", "# {}", "{w} = {}"]).replace("{w}", str(r.randint(2, 99))).replace("{}", a))
    text = s.files[p] = "\n".join(lines)
    swaps = [(old, new), (a, b)]
    r.shuffle(swaps)

    def play(e):
        for o, n in swaps:
            e.act(f"I replace {o} in {p}.", "edit", p, o, n)
        return f"I replaced {swaps[0][0]} with {swaps[0][1]} and {swaps[1][0]} with {swaps[1][1]} in {p}.", {p: text.replace(old, new).replace(a, b)}
    (w, x), (y, z) = swaps
    return S.tell(r, S.PAIRS, a=quote(r, w), b=quote(r, x), d=quote(r, y), e=quote(r, z), p=said(r, p)), play


def lined(r, s):
    """A line at the end or the start of a file."""
    p = s.new()
    text = s.files[p]
    t = one_liner(r, p) if r.random() < 0.5 else S.prose(r, 1)
    top = r.random() < 0.42
    bare = r.random() < 0.12
    q = S.tell(r, S.ways("! (at the end of|below the rest of) {p} comes this line: {x}\n! one more line for {p}: {x}\n- append to {p}: {x}" if not top else "! on top of {p} goes this line: {x}\n- prepend to {p}: {x}\n! new first line of {p}: {x}"), True, p=p, x=t) if bare else S.tell(r, S.FIRST if top else S.LAST, p=said(r, p), x=marked(r, t))

    def play(e):
        if not top:
            e.append(p, t)
            return f"I added {t} at the end of {p}.", {p: text + "\n" + t}
        e.call(f"I read {p}.", "read", p)
        e.call(f"I write {p} with the new first line.", "write", p, t + "\n" + text)
        return f"I added {t} at the top of {p}.", {p: t + "\n" + text}
    return q, play


def unlined(r, s):
    """A line goes out of a file."""
    p = s.new()
    lines = list(dict.fromkeys(x for x in (s.files[p] + "\n" + S.prose(r, r.choice([1, 2, 3]))).split("\n") if x.strip()))
    if len(lines) < 2:
        lines.append(f"{word(r)} {word(r)} {r.randint(2, 999)}")
    s.files[p] = "\n".join(lines)
    i = r.randrange(len(lines))
    name = r.choice([f"the line {marked(r, lines[i].strip())}", f"the line that (says|reads) {marked(r, lines[i].strip())}", f"line {i + 1}", f"line number {i + 1}"] + ["the first line", "its first line"] * (i == 0) + ["the last line", "its last line"] * (i + 1 == len(lines)))
    q = S.tell(r, S.WITHOUT, x="\0", p=said(r, p)).replace("\0", name.replace("(says|reads)", "says"))
    left = "\n".join(lines[:i] + lines[i + 1:])

    def play(e):
        e.call(f"I read {p}.", "read", p)
        e.call(f"I write {p} without the line.", "write", p, left)
        return f"I removed the line {lines[i].strip()} from {p}.", {p: left}
    return q, play


def moved(r, s):
    a, b = s.new(), s.path()
    if r.random() < 0.4:
        b = "/".join((a.split("/")[:-1] if "/" in a and r.random() < 0.5 else [word(r)]) + [b.split("/")[-1]])
    keep = r.random() < 0.5

    def play(e):
        e.copy(a, b) if keep else e.move(a, b)
        return (f"I copied {a} to {b}.", {b: s.files[a]}) if keep else (f"I moved {a} to {b}.", {a: None, b: s.files[a]})
    return S.tell(r, S.COPIED if keep else S.MOVED, a=said(r, a), b=said(r, b)), play


def shown(r, s):
    """The text of a file; its path may be wrong."""
    p = s.new()
    lost = r.random() < 0.3
    told = p
    if lost:
        base = p.split("/")[-1]
        told = base if "/" in p and r.random() < 0.6 else r.choice(["old", "src", "lib", "data", "backup", word(r)]) + "/" + base
        lost = told != p

    def play(e):
        e.call(f"I read {told}.", "read", told)
        if lost:
            e.act(f"There is no {told}, so I list the files.", "list")
            e.call(f"The file is {p}.", "read", p)
        return f"{p} contains:\n{s.files[p]}", {}
    return S.tell(r, S.SHOWN, p=said(r, told)), play


def made(r, s):
    """A new file, its text in lines of its own or in the sentence."""
    p = s.path()
    c = s.command() if r.random() < 0.35 else None
    k = r.random()
    if k < 0.55:
        t = body(r, p) if r.random() < 0.6 else S.prose(r, r.choice([1, 2, 2, 3, 4]))
        q = S.tell(r, S.MAKE, True, p=said(r, p)).rstrip(".?") + ". " + cap(expand(r, r.choice(S.MADE))) + r.choice([":\n", ":\n", ":\n\n", "\n"]) + t
        if c:
            q += r.choice(["\n\n", "\n\n", "\n"]) + S.fill(expand(r, r.choice(["(Then|After that|Next|Finally|Afterwards) (run|start|call|execute) {c}(.|)", "(When|As soon as|Once) (it is written|it is saved|the file exists), (run|start) {c}.", "And (run|start) {c} (after that|afterwards).", "Then (check|test) (it|all) with {c}."])), {"c": c})
    else:
        t = one_liner(r, p) if r.random() < 0.5 else S.prose(r, 1)
        q = S.tell(r, [x for x in S.MAKE if x[0] == "!" and "this" not in x] + ["- (create|write|make|add) (|a file |the file ){p}"] * 4, True, p="\0")
        q = q.rstrip(".?") + " " + expand(r, r.choice(S.LINE))
        if c:
            q += r.choice([" and when that is done ", ". Then ", ", then ", "; after that ", " and "]) + S.fill(expand(r, "(run|start|execute) {c}"), {"c": c})
        q = S.fill(q.replace("\0", "{p}"), {"p": said(r, p), "x": marked(r, t)}) + r.choice([".", "."])
        if "?" in q[-3:]:
            q = q.rstrip(".")
    out = output(r, 0.15)
    if c:
        s.checks[c] = (p, t, out, f"Error: {p} is not right")
        if r.random() < 0.12:
            s.flaky.append(c)

    def play(e):
        e.call(f"I write {p}.", "write", p, t)
        if c:
            return f"I created {p} and ran {c}. {verdict(e.run(c))}", {p: t}
        return f"I created {p}.", {p: t}
    return q, play


def swapped(r, s):
    """A text replaced, then perhaps a command."""
    p, text, old, new = change(r, s.path())
    s.files[p] = text
    c = s.command() if r.random() < 0.4 else None
    q = replace_request(r, p, old, new)
    if c:
        s.checks[c] = (p, new, output(r, 0.15), f"FAILED: {new} not in {p}")
        q += S.fill(expand(r, r.choice([". After that (run|start|call) {c}", ". Then (run|start|use) {c}", ", then (run|execute) {c}", " and then (run|start) {c}", ". When done, (run|try) {c}", ". Afterwards {c} has to be run", ". (Run|Try) {c} when it is changed", ". {c} must work then; run it"])), {"c": c})

    def play(e):
        if "open " in q.lower()[:40]:
            e.call(f"I read {p} first.", "read", p)
        e.act(f"I replace {old} in {p}.", "edit", p, old, new)
        done = f"I replaced {old} with {new} in {p}"
        return (f"{done} and ran {c}. {verdict(e.run(c))}" if c else done + "."), {p: text.replace(old, new)}
    return q + r.choice([".", ""]), play


def gone(r, s):
    """A file deleted, perhaps by a command that the user names."""
    p = s.new()
    by = r.random() < 0.4
    q = S.tell(r, S.ways("- (run|execute|use) rm {p}\n- call rm on {p}\n- (delete|remove) {p} (by|with) rm\n! rm {p}\n! {p} must go; rm does it\n? can you do rm {p}") if by else S.ways("- (erase|delete|throw away|remove|discard) (|the file ){p}\n! {p} (is no longer needed|can go|is junk|is in the way|must go)(. delete it|. away with it|)\n? could you (delete|remove|discard) {p}\n- clean up: {p} (can go|is not needed)\n! (nobody needs|we can do without|i am done with) {p}. remove it"), p=p)

    def play(e):
        e.run(f"rm {p}") if by else e.remove(p)
        return f"I deleted {p}.", {p: None}
    return q, play


def counted(r, s):
    """How many lines a file has, or how many files of a kind there are."""
    if r.random() < 0.5:
        p = s.new()
        n = s.files[p].count("\n") + 1
        q = S.tell(r, S.ways("? how many (lines|rows) (does {p} have|are there in {p}|has {p}|make up {p})\n- (count|number) the (lines|rows) of {p}\n- tell me the (length|size) of {p} in lines\n! i want to know how many lines {p} has\n? of how many lines does {p} consist"), p=said(r, p))

        def play(e):
            e.call(f"I read {p}.", "read", p)
            return f"{p} has {n} line{'' if n == 1 else 's'}.", {}
        return q, play
    x = ending(s.new()) or ".txt"
    q = S.tell(r, S.ways("? how many {x} files (are there|do we have|can you find|exist)\n- count (the|all) {x} files\n- tell me (how many|the number of) files (that end|ending) in {x}\n! i want to know how many files end in {x}"), x=x)

    def play(e):
        e.act("I list the files.", "list")
        n = sum(p.endswith(x) for p in e.ws.files)
        return f"There {'is' if n == 1 else 'are'} {n} {x} file{'' if n == 1 else 's'}.", {}
    return q, play


SHELL = S.ways("""- (run|execute|call|start) {c}
- (do|try) {c} and (tell|show) me what (it says|comes out)
- use {c} to look
? what does {c} (give|say|show)
? (can|could) you (run|do) {c} for me
! i (want|would like) to see what {c} (says|shows|gives)
! please {c}, and tell me the result""")


def shell(r, s):
    """A look by a command that the workspace knows."""
    p = s.new()
    c = r.choice(["ls", f"cat {p}", f"cat {p}", f"wc -l {p}"])

    def play(e):
        out = e.call(f"I run {c}.", "run", c)
        return f"I ran {c}. Output: {out}", {}
    return S.tell(r, SHELL, c=marked(r, c) if r.random() < 0.3 else c), play


PLANS = [(shell, 2.5), (kept, 13), (kept_two, 3), (looked_for, 12), (written_order, 11), (asked_for, 12), (blamed, 4), (joined, 4), (filled, 5), (pairs, 4), (lined, 8), (unlined, 4), (moved, 5), (shown, 6), (made, 10), (swapped, 8), (gone, 3), (counted, 3)]


def planned(r, think):
    """One to four orders in one chat: (first request, Episode)."""
    s = Scene(r)
    n = 1 if think else r.choices([1, 2, 3, 4], [76, 14, 7, 3])[0]
    plans = [r.choices([p for p, _ in PLANS], [w for _, w in PLANS])[0](r, s) for _ in range(n)]
    files = dict(s.files)
    for p, t in files_around(r, r.choice([0, 0, 1, 1, 2, 3])).items():
        if p.split("/")[-1].lower() not in s.taken:
            files[p] = t
    e = Episode(r, think, files, s.checks, s.flaky, s.faults)
    e.want = {}
    for i, (q, play) in enumerate(plans):
        if i:
            e.msgs.append(user(q))
        answer, want = play(e)
        e.want.update(want)
        e.end(answer)
    return plans[0][0], e


TASKS = [(planned, 55)]
