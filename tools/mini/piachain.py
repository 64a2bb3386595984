"""Kinds in which later steps follow from what was read, and jobs of several steps."""
import piafiles as F
import piasteps as S
import piatalk as K
import piawords as V
from piajob import Job, Step
from piafind import tell
from piaplain import start


def follow_file(r):
    """A file says what is to be done."""
    j = start(r, (0, 1))
    ins = j.fresh(lambda: r.choice(["TASK.md", "todo/next.txt", "INSTRUCTIONS.txt", "job.txt", "ORDERS.md", "ticket-41.md", "inbox/request.eml", "docs/how.md", "TODO", "work.note"]))
    j.files[ins] = j.cur[ins] = ""
    j.read(ins)
    make = r.choice([S.create, S.replace, S.delete, S.copy, S.append])
    s = make(j)
    text = j.phrase(r.choice(["<X>.", "Please <x>.", "To do: <x>", "Task: <x>.", "<X>. Then you are done."]).replace("<X>", s0(j, s, True)).replace("<x>", s0(j, s)), s.slots)
    if "\n" in text or len(text) > 300:
        return follow_file(r)
    j.files[ins] = j.cur[ins] = text
    f = Step(["follow [the instructions|what is written|the orders] in <p>", "do what <p> says", "read <p> and do it", "carry out the task in <p>", "open <p>; it says what to do; do it", "work through <p>", "do the job described in <p>", "look at <p> and carry out what it asks for", "take your orders from <p>"],
             ["<p> [tells you|says] what to do. [Do it|Go ahead].", "Your [task|job|work] is [written|described] in <p>.", "[Instructions|Details|The task]: see <p>.", "Someone left a request in <p>. [Handle it|Please do it].", "What is to be done [stands|is written] in <p>. [Please do it|Do exactly that].", "There is a job waiting in <p>. Can you do it?"],
             {"p": j.p(ins)})
    return j.simple(f, j.done([s.did]))


def s0(j, s, cap=False):
    """A verb phrase of a step, maybe capitalised."""
    v = K.grow(j.r, j.r.choice(s.vps))
    return K.up(v) if cap else v


def placeholder(r):
    """A placeholder is filled from another file."""
    j = start(r)
    k = r.choice(list(F.KEYS))
    src, lines, sep, vals = j.fresh(lambda: F.config(r, [k], 3))
    j.add(src, "\n".join(lines))
    v = vals[k].strip('"')
    mark = r.choice(["{{KEY}}", "@KEY@", "%KEY%", "<KEY>", "__KEY__", "${KEY}", "[KEY]", "$KEY"]).replace("KEY", k.upper())
    dst = j.add(j.fresh(lambda: V.name(r, r.choice(["tmpl", "html", "txt", "md"]))), r.choice(["Our {k} is {m}.", "Dear all,\nplease note: {m}\nRegards", "<p>{m}</p>", "{k} -> {m}\n(end)", "# Sheet\n\n- {k}: {m}"]).replace("{k}", k).replace("{m}", mark))
    j.read(src)
    j.into(dst, mark, v, j.cur[dst].replace(mark, v))
    j.ops.append(("replace", dst, mark, v))
    s = Step(["replace <m> in <q> by the value of <k> from <p>", "fill <m> in <q> with <k> from <p>", "put the value that <p> has for <k> in place of <m> in <q>", "take <k> from <p> and write it where <q> says <m>", "fill in the placeholder <m> of <q>; its value is <k> in <p>", "look up <k> in <p> and replace <m> in <q> by it", "complete <q>: <m> stands for the <k> in <p>"],
             ["<q> [still has|contains] the placeholder <m>. It [stands for|means] the <k> from <p>. [Fill it in|Replace it].", "The <m> in <q> [should|must|has to] be the <k> that is set in <p>.", "[Placeholder|Mark]: <m> in <q>. Value: <k> of <p>. [Fill it in|Please replace].", "<p> knows <k>; <q> needs it instead of <m>."],
             {"p": j.p(src), "q": j.p(dst), "k": j.v(k, True), "m": j.v(mark)})
    return j.simple(s, j.done([f"replaced {mark} with {v} in {dst}"]))


def carry(r):
    """A value from one file becomes the content of a new file."""
    j = start(r)
    k = r.choice(list(F.KEYS))
    src, lines, sep, vals = j.fresh(lambda: F.config(r, [k], 3))
    j.add(src, "\n".join(lines))
    v = vals[k].strip('"')
    dst = j.fresh(lambda: V.name(r, "txt"))
    j.read(src)
    j.write(dst, v)
    j.ops.append(("set", dst, v))
    s = Step(["read <k> from <p> and write [just |only ||]the value to <q>", "write the value of <k> in <p> to [a new file |]<q>, [nothing else|just the value]", "create <q> with the value that <k> has in <p>", "look up <k> in <p> and save the bare value as <q>", "put the value of <k> (see <p>) into <q>, without the key", "extract the value of <k> from <p> to <q>", "store in <q> what <p> says for <k>, only the value"],
             ["<q> [should|must] hold only the value of <k> from <p>.", "I need a file <q> with nothing but the value of <k>, which is in <p>.", "[From|Source]: <p>, <k>\n[To|Target]: <q>\nWrite only the value.", "The value of <k> in <p> [goes|has to go] into a new file <q>, alone."],
             {"p": j.p(src), "q": j.p(dst), "k": j.v(k, True)})
    return j.simple(s, j.done([f"wrote {v} to {dst}"]))


def merge(r):
    """Two files become one."""
    j = start(r, (0, 1))
    a, la = S.lines_file(j, r.randint(2, 3))
    b, lb = S.lines_file(j, r.randint(2, 3))
    dst = j.fresh(lambda: V.name(r, "txt"))
    rm = r.random() < 0.3
    j.read(a)
    j.read(b)
    j.write(dst, "\n".join(la + lb))
    j.ops.append(("merge", a, b, dst))
    end = ""
    if rm:
        j.rm(a), j.rm(b)
        end = ", then delete the two"
        j.ops += [("gone", a), ("gone", b)]
    s = Step([x + end for x in ["join <p> and <q> into <d>, in this order", "merge <p> and <q> into <d>, first <p>", "write the lines of <p> and then those of <q> to <d>", "combine <p> and <q> in [a new file |]<d>, <p> first", "put <p> followed by <q> into <d>", "create <d> from <p> and, below it, <q>", "make one file <d> out of <p> and <q>, in that order", "collect the lines of <p>, then of <q>, in <d>"]],
             [x + (" Delete the two after that." if rm else "") for x in ["<d> [should|must] be <p> and <q> [one after the other|in one file], <p> on top.", "I'd like <p> and <q> in one file, <d>; <p> comes first.", "cat <p> <q> > <d> is what I want, [without a blank line in between|done with your tools].", "[One file instead of two|Merge]: <p> + <q> = <d>."]],
             {"p": j.p(a), "q": j.p(b), "d": j.p(dst)})
    return j.simple(s, j.done([f"joined {a} and {b} in {dst}"]))


def split(r):
    """The first line or lines go to one new file, the rest to another."""
    j = start(r, (0, 1))
    a, ls = S.lines_file(j, r.randint(3, 6))
    n = r.randint(1, len(ls) - 1)
    p, q = j.fresh(lambda: V.name(r, "txt")), None
    j.read(a)
    j.write(p, "\n".join(ls[:n]))
    q = j.fresh(lambda: V.name(r, "txt"))
    j.write(q, "\n".join(ls[n:]))
    j.ops.append(("split", a, n, p, q))
    w = "the first line" if n == 1 else f"the first {r.choice([str(n), 'two three four five'.split()[n - 2]])} lines"
    s = Step([f"split <p>: {w} into <q>, the rest into <d>", f"write {w} of <p> to <q> and the other lines to <d>", f"put {w} of <p> in <q> and what remains in <d>; keep <p>", f"divide <p> in two new files: <q> with {w}, <d> with the rest", f"copy {w} of <p> into <q>, all the others into <d>", f"create <q> from {w} of <p>, and <d> from the lines after that", f"take <p> apart: <q> for {w}, <d> for the remaining ones, and leave <p> as it is"],
             [f"<p> is too long. {w.capitalize()} should [also |]be in <q>, the rest in <d>. <p> stays.", f"From <p> make two files. <q>: {w}. <d>: all that follows.", f"I need {w} of <p> as <q> and the other lines as <d>."],
             {"p": j.p(a), "q": j.p(p), "d": j.p(q)})
    return j.simple(s, j.done([f"split {a} into {p} and {q}"]))


def grep_to(r):
    """The lines that hold a word go to a new file."""
    j = start(r, (0, 1))
    path = j.fresh(lambda: V.name(r, r.choice(["log", "txt"])))
    a, b = r.sample(["ERROR", "WARN", "INFO", "paid", "open", "urgent", "lost", "sent"], 2)
    ls = [f"{x} {w}" for x, w in zip(r.sample(V.NOUNS, 5), [a, b, a, b, r.choice([a, b])])]
    r.shuffle(ls)
    j.add(path, "\n".join(ls))
    dst = j.fresh(lambda: V.name(r, "txt"))
    j.read(path)
    j.write(dst, "\n".join(x for x in ls if a in x))
    j.ops.append(("grep", path, a, dst))
    s = Step(["copy the lines of <p> that [say|hold|contain] <w> to <q>", "write all lines with <w> from <p> to <q>", "collect the <w> lines of <p> in <q>", "filter <p> for <w> and save the result as <q>", "create <q> with those lines of <p> that have <w>", "extract [every line|the lines] with <w> from <p> into <q>", "put only the <w> lines of <p> into a new file <q>"],
             ["<q> [should|must] hold the lines of <p> that say <w>, and no others.", "I need the <w> lines of <p> in a file of their own, <q>.", "Which lines of <p> say <w>? [Write|Put] them in <q>.", "grep <w> <p> > <q>, so to speak."],
             {"p": j.p(path), "q": j.p(dst), "w": j.v(a, True)})
    return j.simple(s, j.done([f"wrote the {a} lines of {path} to {dst}"]))


def output_to(r):
    """A command's output is kept in a file."""
    j = start(r, (1, 2))
    cmd = r.choice(V.DEPLOYS + V.COMMANDS)
    good = j.check(cmd, list(j.files)[0], "", good=r.choice(["{n} files checked, no problems", "uploaded {n} objects", "done in {n} ms", "{n} rows imported", "{n} tests passed", "release {n} is live", "cache warmed: {n} keys"]).replace("{n}", str(r.randint(3, 900))))
    dst = j.fresh(lambda: V.name(r, r.choice(["txt", "log", "md", "out"])))
    if r.random() < 0.25:
        j.flaky = (cmd,)
        j.run(cmd)
    j.run(cmd)
    j.write(dst, good)
    j.ops.append(("set", dst, good))
    s = Step(["run <c> and write [its output|what it prints|the output] to <p>", "run <c> and save the output as <p>", "execute <c>; keep [its output|what it says] in <p>", "save what <c> prints in <p>", "put the output of <c> into [a new file |]<p>", "start <c> and store its [result|output] in <p>", "create <p> with the exact output of <c>", "capture the output of <c> in <p>", "call <c>, then record its output in <p>, word for word"],
             ["<p> [should|must] hold the output of <c>.", "I need [the output|a record of the output] of <c> in <p>.", "What does <c> print? [Write it to|Save it in] <p>.", "<c> > <p>, please, done with your tools.", "[Command|Run]: <c>\n[Save output to|Output file]: <p>"],
             {"c": j.v(cmd) if r.random() < 0.8 else cmd, "p": j.p(dst)})
    return j.simple(s, tell(r, ["I ran {c} and saved its output in {p}.", "{p} now holds the output: {g}", "{c} said \"{g}\"; that is in {p} now."], c=cmd, p=dst, g=good))


def condition(r):
    """If a file holds a word, one file is made, else another."""
    j = start(r, (0, 1))
    w, no = rare2(r)
    yes = r.random() < 0.5
    path, text = j.fresh(lambda: F.prose(r, w if yes else no))
    j.add(path, text)
    p, q = j.fresh(lambda: V.name(r, "txt")), None
    while not q or q == p:
        q = j.fresh(lambda: V.name(r, "txt"))
    x, y = r.sample(["yes", "go on", "wait", "all good", "call them", "ship it", "stop", "later", "nothing to do", "blocked"], 2)
    same = r.random() < 0.5
    q = p if same else q
    j.read(path)
    dst, t = (p, x) if yes else (q, y)
    j.write(dst, t)
    j.ops.append(("set", dst, t))
    s = Step(["check <p>: if it [mentions|contains|has] <w>, write <x> to <d>, [else|otherwise|if not] write <y> to <e>", "write <x> to <d> if <p> [mentions|contains] <w>, and <y> to <e> [otherwise|if it doesn't]", "look into <p>; with <w> in it, create <d> with <x>, without it <e> with <y>", "read <p> and create <d> with <x> in case it has <w>, or else <e> with <y>", "if <p> [mentions|contains|says] <w>, create <d> with <x>; if not, create <e> with <y>", "if <w> is in <p>, then put <x> into <d>, else put <y> into <e>"],
             ["Does <p> [mention|contain] <w>? If so, write <x> to <d>. If not, write <y> to <e>.", "<w> in <p>? Yes: <d> gets <x>. No: <e> gets <y>.", "It depends on <p>. [Has it|Does it have] <w>, then <d> with <x>. [Has it not|Otherwise] <e> with <y>.", "When <p> [says|mentions] <w> I want a file <d> with <x>. When it does not, I want <e> with <y>."],
             {"p": j.p(path), "w": j.v(w), "d": j.p(p), "e": j.p(q), "x": j.v(x), "y": j.v(y)})
    return j.simple(s, tell(r, ["{p} {h} {w}, so I wrote {t} to {d}.", "As {p} {h} {w}, {d} now says {t}."], p=path, h="mentions" if yes else "does not mention", w=w, t=t, d=dst))


def rare2(r):
    """Two phrases of which neither holds the other."""
    return r.sample(["strike", "holiday", "overdue", "flood warning", "discount", "guest wifi", "parking", "new lease", "fire drill", "payroll", "recall", "sick leave", "double shift", "site visit"], 2)


def if_there(r):
    """A file is made or deleted, depending on the list."""
    j = start(r, (1, 3))
    there = r.random() < 0.5
    path = r.choice(list(j.files)) if there else j.fresh(lambda: V.name(r, r.choice(["txt", "md", "cfg"])))
    j.list()
    text = V.sentence(r)
    if r.random() < 0.5:
        dst = j.fresh(lambda: V.name(r, "txt"))
        a, b = r.sample(["found", "missing", "present", "absent", "here", "gone"], 2)
        j.write(dst, a if there else b)
        j.ops.append(("set", dst, a if there else b))
        s = Step(["list the files; if <p> is there, write <a> to <d>, else <b>", "write <a> to <d> if <p> exists, [otherwise|else] write <b> to it", "check whether <p> exists and write <a> or, if it doesn't, <b> to <d>", "look if <p> is there and note <a> (if so) or <b> (if not) in <d>"], ["Is <p> there? Put <a> in <d> if it is and <b> if it isn't.", "<d> [should|must] say <a> if <p> exists and <b> if not."], {"p": j.p(path), "a": j.v(a), "b": j.v(b), "d": j.p(dst)}, did=f"wrote {a if there else b} to {dst}")
    elif there:
        j.rm(path)
        j.ops.append(("gone", path))
        s = Step(["list the files and delete <p> if it is there", "delete <p> if it exists, [else|otherwise] create it with <v>", "look whether <p> exists; if so remove it, if not create it with <v>", "check the list of files: <p> goes if it is there, and is made with <v> if it is not"], ["Is <p> there? If yes, delete it. If no, create it with <v>.", "If there is a file <p>, remove it. If there is none, make one with <v>."], {"p": j.p(path), "v": j.v(text)}, did=f"found {path} and deleted it")
    else:
        j.write(path, text)
        j.ops.append(("set", path, text))
        s = Step(["list the files and create <p> with <v> if it is missing", "delete <p> if it exists, [else|otherwise] create it with <v>", "look whether <p> exists; if so remove it, if not create it with <v>", "check the list of files: <p> goes if it is there, and is made with <v> if it is not", "create <p> with <v> unless it is there already"], ["Is <p> there? If yes, delete it. If no, create it with <v>.", "If there is a file <p>, remove it. If there is none, make one with <v>."], {"p": j.p(path), "v": j.v(text)}, did=f"created {path}, which was missing")
    return j.simple(s)


def change_all(r):
    """A word is replaced in all files that hold it."""
    j = Job(r)
    old, new = r.choice([x for x in V.PAIRS if len(x[0]) > 4])
    n, m = r.choice([(2, 1), (2, 2), (2, 0), (1, 2)])
    for i in range(n):
        while True:
            path, text = j.fresh(lambda: F.prose(r, old))
            if new.lower() not in text.lower():
                break
        j.add(path, text)
        j.ops.append(("replace", path, old, new))
    j.extras(m, lambda t: old.lower() not in t.lower() and new.lower() not in t.lower())
    j.list()
    for p in sorted(j.files):
        j.read(p)
    for p in sorted(j.files):
        if old in j.files[p]:
            j.into(p, old, new, j.cur[p].replace(old, new))
    s = Step(["replace <a> by <b> in all files", "change <a> to <b> [everywhere|in every file|in all files that have it]", "replace <a> with <b> wherever it [occurs|stands]", "go through all files and turn <a> into <b>", "look at every file; where it says <a>, write <b>", "make all files say <b> instead of <a>", "update the whole workspace: <b> instead of <a>", "find every file with <a> and change that to <b>"],
             ["<a> [should be|must become|is now] <b> in [all files|every file]. [Change it|Replace it] everywhere.", "[No file|Not one file] may say <a> any more; [write|use] <b>.", "Everywhere: <a> -> <b>", "We decided on <b> rather than <a>. [Adapt|Update] all files that [use|mention] it."],
             {"a": j.v(old, True), "b": j.v(new, True)})
    return j.simple(s, j.done([f"replaced {old} with {new} in " + " and ".join(p for p in sorted(j.files) if old in j.files[p])]))


def two_replaced(r):
    """A word is replaced in two named files."""
    j = start(r)
    old, new = r.choice(V.PAIRS)
    ps = []
    while len(ps) < 2:
        path, text = j.fresh(lambda: F.prose(r, old))
        if new not in text:
            ps.append(j.add(path, text))
    for p in ps:
        S.replace(j, p, (old, new))
    s = Step(["replace <a> by <b> in <p> and <q>", "change <a> to <b> in [both |]<p> and <q>", "in <p> and in <q>, change <a> to <b>", "make <p> and <q> say <b> instead of <a>", "do the same in <p> and <q>: replace <a> with <b>", "turn <a> into <b> in two files, <p> and <q>", "update <p> as well as <q>: <b> instead of <a>"],
             ["<p> and <q> [both |]say <a>. [It should be|Make it] <b> in both.", "Two files, <p> and <q>, have <a> where <b> [belongs|is right]. [Correct both|Fix them].", "[Files|In]: <p>, <q>\n[Change|Replace]: <a> -> <b>", "<a> is <b> now. [Adapt|Change] <p> and <q>."],
             {"a": j.v(old, True), "b": j.v(new, True), "p": j.p(ps[0]), "q": j.p(ps[1])})
    if r.random() < 0.4:
        line = [x for x in j.cur[ps[1]].split("\n") if new in x][0]
        c = S.command(j, ps[1], line)
        s.wholes = []
        return j.chain([s, c], j.done([f"replaced {old} with {new} in {ps[0]} and {ps[1]}", c.did]))
    return j.simple(s, j.done([f"replaced {old} with {new} in {ps[0]} and {ps[1]}"]))


def summary(r):
    """A value of each of two files goes into a new file."""
    j = start(r, (0, 1))
    k1, k2 = r.sample(list(F.KEYS), 2)
    p1, l1, s1, v1 = j.fresh(lambda: F.config(r, [k1], 2))
    j.add(p1, "\n".join(l1))
    p2, l2, s2, v2 = j.fresh(lambda: F.config(r, [k2], 2))
    j.add(p2, "\n".join(l2))
    dst = j.fresh(lambda: V.name(r, r.choice(["txt", "md"])))
    a, b = v1[k1].strip('"'), v2[k2].strip('"')
    sep = r.choice([": ", "=", " is ", " -> "])
    j.read(p1)
    j.read(p2)
    j.write(dst, f"{k1}{sep}{a}\n{k2}{sep}{b}")
    j.ops.append(("set", dst, f"{k1}{sep}{a}\n{k2}{sep}{b}"))
    s = Step(["write a summary to <d> with two lines, <x> (value from <p>) and <y> (value from <q>)", "read <p> and <q> and write <d> with the lines <x> and <y>, with the values filled in", "sum up <p> and <q> in <d>: first line <x>, second line <y>, real values instead of VALUE", "create <d> with <x>, taken from <p>, and below it <y>, taken from <q>", "collect <k> from <p> and <l> from <q> in <d>, as the lines <x> and <y>", "make a short report <d>: line one <x> ([look into|see] <p>), line two <y> ([look into|see] <q>)"],
             ["I need a summary <d>. Line 1: <x> (from <p>). Line 2: <y> (from <q>).", "<d> [should|must] have two lines: <x> with the value in <p>, then <y> with the value in <q>.", "[Sources|Read]: <p>, <q>\n[Report|Write]: <d>\nLines: <x>, <y>\nVALUE is what the files say."],
             {"p": j.p(p1), "q": j.p(p2), "d": j.p(dst), "k": k1, "l": k2, "x": j.v(f"{k1}{sep}VALUE"), "y": j.v(f"{k2}{sep}VALUE")})
    return j.simple(s, j.done([f"wrote {dst} with {k1} {a} and {k2} {b}"]))


def backup_set(r):
    """A backup first, then the change and maybe the check."""
    j = start(r, (0, 1))
    path, text = j.fresh(lambda: F.prose(r, "closed"))
    old, new = "closed", r.choice(["reopened", "shut down", "full", "busy"])
    if new in text:
        return backup_set(r)
    j.add(path, text)
    a = S.copy(j, path)
    b = S.replace(j, path, (old, new))
    steps = [a, b]
    if r.random() < 0.6:
        steps.append(S.command(j, path, [x for x in j.cur[path].split("\n") if new in x][0]))
    return j.chain(steps)


def restore(r):
    """A file gets the content of its backup again."""
    j = start(r)
    path, text = j.fresh(lambda: F.code(r))
    bak = path + r.choice([".bak", ".orig", ".old"])
    j.add(path, r.choice(["garbage", "???", "broken", "TODO", V.sentence(r)]))
    j.add(bak, text)
    rm = r.random() < 0.35
    j.read(bak)
    j.write(path, text)
    j.ops.append(("copy", bak, path))
    if rm:
        j.rm(bak)
        j.ops.append(("gone", bak))
    end = r.choice([", then delete <q>", " and remove <q> afterwards"]) if rm else ""
    s = Step([x + end for x in ["restore <p> from <q>", "put the content of <q> back into <p>", "write what is in <q> over <p>", "overwrite <p> with [the text of |]<q>", "bring <p> back to the state in <q>", "replace all of <p> by what <q> holds", "get the good version of <p> back from <q>"]],
             [x + (" Then delete <q>." if rm else "") for x in ["<p> is broken, <q> is the good copy. [Restore it|Put it back].", "Someone ruined <p>. [Take|Restore] the content from <q>.", "<p> [should|must] be the same as <q> again.", "The backup <q> has the right text for <p>. [Restore it|Write it back]."]],
             {"p": j.p(path), "q": j.p(bak)})
    return j.simple(s, j.done([f"restored {path} from {bak}"]))


def readme_command(r):
    """The README names the command that checks a change."""
    j = start(r, (0, 1))
    cmd = r.choice(V.COMMANDS)
    rd = j.add(j.fresh(lambda: r.choice(["README.md", "CONTRIBUTING.md", "docs/testing.md", "HACKING.txt", "README"])), r.choice(["# Project\n\nTests: {c}", "How to test: run {c}", "Setup\n- clone it\n- check it with `{c}`", "To run the tests, type:\n\n    {c}"]).replace("{c}", cmd))
    a = S.replace(j)
    op = j.ops[-1]
    j.read(rd)
    c = S.command(j, op[1], [x for x in j.cur[op[1]].split("\n") if op[3] in x][0], cmd)
    c.vps = ["run the tests [as|the way] <q> [says|describes]", "run the test command that is given in <q>", "look into <q> for the test command and run it", "test it as described in <q>", "read in <q> how to run the tests and run them", "check it with the command from <q>"]
    c.slots = {"q": j.p(rd)}
    return j.chain([a, c])


def clean_after(r):
    """A command is run, and what it no longer needs is deleted."""
    j = start(r, (1, 2))
    path = j.other()
    cmd = r.choice(V.DEPLOYS)
    good = j.check(cmd, path, "")
    j.run(cmd)
    j.rm(path)
    j.ops.append(("gone", path))
    s = Step(["run <c> and, if it succeeds, delete <p>", "run <c>; when it has worked, remove <p>", "delete <p>, but only after <c> went through", "remove <p> once <c> has succeeded", "execute <c>, then delete <p>", "get <c> done and remove <p> after that", "before you delete <p>, run <c>"],
             ["<p> is needed for <c> only. [Run that|Run it], then delete <p>.", "After <c> [has run|succeeds] we don't need <p>. [Do both|Run it and delete the file].", "Two things: <c> must run, and then <p> must go.", "<c>, then rm <p>."],
             {"c": j.v(cmd), "p": j.p(path)})
    return j.simple(s, tell(r, ["{c} said \"{g}\" and {p} is deleted.", "I ran {c} and deleted {p}.", "{c} went through, so {p} is gone."], c=cmd, p=path, g=good))


def two_commands(r):
    """Two commands in a given order."""
    j = start(r, (1, 2))
    a, b = r.choice(V.DEPLOYS), r.choice(V.COMMANDS)
    j.check(a, list(j.files)[0], "")
    x, n = j.good, r.randint(100, 999)
    j.check(b, list(j.files)[0], "", good=f"{n} checks, 0 problems")
    j.run(a)
    j.run(b)
    j.say = [str(n)]
    s = Step(["run <a>, then <b>, and tell me how many checks there were", "run <a> first and <b> second, and report the number of checks", "start <a>; after that start <b> and tell me its count", "before you run <b>, run <a>; then tell me how many checks <b> did", "execute <a> and <b> in this order and give me the number of checks", "do <a>, do <b>, and answer with the number that <b> prints first"],
             ["How many checks does <b> do once <a> has been run? [Run both|Try it], in that order.", "First <a>. Then <b>. [What number of checks does it print|How many checks]?", "<b> [needs|wants] <a> before it. Run both and tell me the number of checks."],
             {"a": j.v(a), "b": j.v(b)})
    return j.simple(s, tell(r, ["{b} did {n} checks and found no problems.", "Both ran; there were {n} checks.", "{n} checks."], b=b, n=n))


STEPS = [S.create, S.create, S.replace, S.replace, S.setting, S.append, S.prepend, S.insert, S.drop, S.copy, S.rename, S.delete, S.delete]


def job(r, n, back=None):
    """n different steps, the last one maybe a check of an earlier one."""
    while True:
        j = Job(r)
        steps = [f(j) for f in r.sample(STEPS, n)]
        texts = [o for o in j.ops if o[0] == "set" and j.cur.get(o[1])]
        if texts and r.random() < 0.6 and n > 1:
            steps.append(S.command(j, texts[-1][1], texts[-1][2]))
        if len(j.plan) <= 11 and len(steps) <= 5 and all(s.block is None for s in steps):
            return j.chain(steps, back=back if len(steps) <= 3 else None)


def job_two(r):
    """Two steps, maybe with a check."""
    return job(r, 2)


def job_three(r):
    """Three steps, maybe with a check."""
    return job(r, 3)


def job_four(r):
    """Four steps, maybe with a check."""
    return job(r, 4)


def job_back(r):
    """Two steps, told from the end."""
    return job(r, 2, True)


KINDS = [follow_file, placeholder, carry, merge, split, grep_to, output_to, condition, if_there, change_all, two_replaced, summary, backup_set, restore, readme_command, clean_after, two_commands, job_two, job_three, job_four, job_back]
