"""Kinds in which something goes wrong at first: failing checks, hiccups, wrong names."""
import piafiles as F
import piasteps as S
import piawords as V
from piajob import Step
from piafind import tell
from piaplain import start

FIXW = ["run <c> and fix what it complains about", "run <c>; [if it fails, repair|repair] what it names, then run it again", "make <c> pass", "get <c> to succeed", "run <c> and [correct|repair] the file it names until it passes", "find out why <c> fails and fix it", "see what <c> says and put it right", "repair whatever keeps <c> from passing", "fix the failing <c>", "bring <c> back to green", "start <c>, read its error, fix the cause and start it again", "get rid of the failure that <c> reports", "do what it takes to make <c> succeed", "check with <c> and fix the error that comes up"]
FIXS = ["<c> [fails|is red|is broken|does not pass]. [Fix it|Please repair it|Find out why and fix it|Make it green].", "[Since this morning|Since the last merge|For days] <c> fails. [Fix it|Please fix that].", "Why does <c> fail? [Fix the cause|Repair it], [then run it again|and show that it passes].", "[I get an error from|There is an error in] <c>. [Fix it|Sort it out].", "<c> [must|should|has to] pass. [It does not|Right now it fails|At the moment it is red].", "The pipeline stops at <c>. [Repair it|Unblock it|Get it through].", "[Bug report|Defect]: <c> ends with an error. Expected: it passes.", "I broke something; <c> tells what. [Fix it|Please undo the damage].", "We can't release while <c> is red. Make it pass."]


def fixing(j, path, i, new, cmd, bad):
    """run, read, edit, run again."""
    good = j.check(cmd, path, new, bad=bad)
    j.run(cmd)
    j.read(path)
    j.line_to(path, i, [new])
    j.run(cmd)
    return good


def fix_setting(r):
    """The failure says what value a setting must have."""
    j = start(r)
    path, lines, sep, vals = j.fresh(lambda: F.config(r))
    k = r.choice(list(vals))
    new = F.other(r, k, vals[k])
    i = lines.index(k + sep + vals[k])
    j.add(path, "\n".join(lines))
    cmd = r.choice(V.COMMANDS)
    bad = r.choice(["FAIL {p}: {k} must be {v}", "Error in {p}: expected {k} to be {v}", "1 failed: {k} in {p} should be {v}", "{p}: wrong {k}, expected {v}", "AssertionError: {k} != {v} (see {p})", "check failed. {p} needs {k} = {v}", "{p}:{i}: {k} has to be {v}", "config error: set {k} to {v} in {p}"]).replace("{p}", path).replace("{k}", k).replace("{v}", new.strip('"')).replace("{i}", str(i + 1))
    good = fixing(j, path, i, k + sep + new, cmd, bad)
    j.ops.append(("line", path, i, k + sep + new))
    s = Step(FIXW, FIXS, {"c": j.v(cmd) if r.random() < 0.7 else cmd})
    return j.simple(s, tell(r, ["I set {k} to {v} in {p}; {c} now says: {g}", "Fixed: {k} in {p} is {v} now and {c} passes.", "{c} passes after I set {k} to {v} in {p}."], k=k, v=new.strip('"'), p=path, c=cmd, g=good))


BUGS = [("py", "def {f}(a, b):\n    return a {o} b", "    return a {o} b", ["+", "-", "*"]), ("js", "function {f}(a, b) {\n  return a {o} b;\n}", "  return a {o} b;", ["+", "-", "*"]), ("rs", "pub fn {f}(a: i32, b: i32) -> i32 {\n    a {o} b\n}", "    a {o} b", ["+", "-", "*"]), ("go", "package calc\n\nfunc {f}(a, b int) bool {\n\treturn a {o} b\n}", "\treturn a {o} b", ["<", ">", ">="]), ("c", "int {f}(int a, int b) {\n    return a {o} b;\n}", "    return a {o} b;", ["+", "-", "*"]), ("rb", "def {f}(a, b)\n  a {o} b\nend", "  a {o} b", ["+", "-", "*"]), ("sh", "if [ $1 -{o} 3 ]; then\n  echo {f}\nfi", "if [ $1 -{o} 3 ]; then", ["gt", "lt", "eq"])]


def buggy(j):
    """Add a source file with a wrong operator: (path, line number, right line, wrong line, name)."""
    r = j.r
    ext, text, line, ops = r.choice(BUGS)
    a, b = r.sample(ops, 2)
    f = r.choice(["get", "calc", "do", "of", "sum"]) + "_" + r.choice(V.NOUNS)
    path = j.fresh(lambda: V.name(r, ext))
    text = text.replace("{f}", f).replace("{o}", a)
    j.add(path, text)
    i = text.split("\n").index(line.replace("{f}", f).replace("{o}", a))
    return path, i, line.replace("{o}", b), line.replace("{o}", a), f


def fix_code(r):
    """The failing test names the right line."""
    j = start(r)
    path, i, new, old, f = buggy(j)
    cmd = r.choice(V.COMMANDS)
    bad = r.choice(["FAIL {p} line {i}: expected \"{v}\"", "{p}:{i}: wrong result, the line should read: {v}", "1 failed in {p}: want `{v}`, found `{o}`", "Error: {f} is wrong ({p}); it should say {v}"]).replace("{p}", path).replace("{i}", str(i + 1)).replace("{v}", new.strip()).replace("{o}", old.strip()).replace("{f}", f)
    good = fixing(j, path, i, new, cmd, bad)
    j.ops.append(("line", path, i, new))
    return j.simple(Step(FIXW, FIXS, {"c": j.v(cmd) if r.random() < 0.7 else cmd}), tell(r, ["I corrected {p}; {c} now says: {g}", "Fixed in {p}, and {c} passes.", "{c} passes now; line {i} of {p} was wrong."], p=path, c=cmd, g=good, i=i + 1))


def bug_report(r):
    """A bug is explained, the fix asked for and the check named."""
    j = start(r)
    path, i, new, old, f = buggy(j)
    j.line_to(path, i, [new])
    j.ops.append(("line", path, i, new))
    c = S.command(j, path, new.strip())
    s = Step(["fix <f> in <p>: <a> should be <b>; then run <c>", "correct <f> in <p>, where <a> must read <b>, and run <c>", "change <a> to <b> in <p> ([that is|it is] the bug in <f>) and check with <c>", "repair <p>: it has <a>, right is <b>; run <c> afterwards", "replace <a> by <b> in <p> and make sure that <c> passes"],
             ["<f> in <p> gives wrong results: it has <a> where <b> is meant. [Fix it|Correct this] and run <c>.", "[Bug|Defect] in <f>: <p> says <a>. [Expected|Right|It should say]: <b>. [Verify|Check] with <c>.", "The users see wrong numbers. The reason is <a> in <p>. It [should|must] be <b>. [Fix it|Repair that], then run <c>.", "What happens: <f> is wrong. Why: <a> in <p>. What to do: write <b> there and run <c>.", "I found the cause: <p> has <a>, and that breaks <f>. Please make it <b>, and let <c> confirm it.", "Steps to reproduce: run <c>. Cause: <a> in <p>. Fix: <b>. [Apply the fix|Do it] and run <c> again.", "Someone mixed up <f> (see <p>): <a> instead of <b>. Please fix, and run <c> [at the end|when done]."],
             {"p": j.p(path), "f": f, "a": j.v(old.strip()), "b": j.v(new.strip()), "c": c.slots["c"]})
    return j.simple(s, tell(r, ["I fixed {f} in {p}; {c}.", "Fixed in {p}; I {c}"], f=f, p=path, c=c.did.replace("ran ", "ran ", 1)))


def fix_missing(r):
    """A command wants a file that is not there."""
    j = start(r)
    path = j.fresh(lambda: V.name(r, r.choice(["txt", "cfg", "env", "conf", "lock"])))
    text = f"{r.choice(V.NOUNS)}={r.randint(2, 900)}" if r.random() < 0.6 else V.sentence(r)
    cmd = r.choice(V.COMMANDS + V.DEPLOYS)
    bad = r.choice(["Error: {p} is missing; it must contain: {t}", "missing file {p} (expected content: {t})", "cannot open {p}. Create it with the line: {t}", "FAIL: no {p}. It should hold this line: {t}"]).replace("{p}", path).replace("{t}", text)
    good = j.check(cmd, path, text, bad=bad)
    j.run(cmd)
    j.write(path, text)
    j.run(cmd)
    j.ops.append(("set", path, text))
    return j.simple(Step(FIXW[:6] + FIXW[6:9] + FIXW[10:13], FIXS, {"c": j.v(cmd) if r.random() < 0.7 else cmd}), tell(r, ["I created {p}, which was missing; {c} now says: {g}", "{c} passes now that {p} is there.", "{p} was missing. I created it and {c} passes."], p=path, c=cmd, g=good))


def flaky_run(r):
    """A command fails once for no reason."""
    j = start(r, (1, 3))
    cmd = r.choice(V.DEPLOYS + V.COMMANDS)
    good = j.check(cmd, list(j.files)[0], "")
    j.flaky = (cmd,)
    j.run(cmd)
    j.run(cmd)
    s = Step(["run <c>", "run <c> and tell me [what it says|how it went|the result]", "start <c> [and wait for it to pass|until it works]", "execute <c>; [try again if it hiccups|repeat it if it times out]", "run <c>; [it sometimes fails at first, then just repeat it|it is flaky, so repeat it if need be]", "get <c> through", "launch <c> and report the outcome", "call <c>, [again if the first try fails for no reason|once more if there is a hiccup]", "make sure that <c> [has run|went through]", "try <c> until it succeeds"],
             ["<c> [must|has to|should] be run. [The network is bad today|It may need a second try|Retry on temporary errors].", "[Does|Will] <c> go through? [Try it|Run it and see].", "I need a successful run of <c>.", "We want to see <c> succeed[, even if it takes two tries|].", "Has <c> been run yet? If in doubt, run it.", "<c> [please|now]", "What does <c> say [today|now]? Run it."],
             {"c": j.v(cmd) if r.random() < 0.6 else cmd})
    return j.simple(s, tell(r, ["{c} worked at the second try: {g}", "The first run failed, the second one said: {g}", "{c} went through after a retry: {g}", "After one retry {c} said: {g}"], c=cmd, g=good))


def flaky_edit(r):
    """A change, then a command that needs a second try."""
    j = start(r)
    a = r.choice([S.replace, S.create])(j)
    op = j.ops[-1]
    needle = op[2] if op[0] == "set" else [x for x in j.cur[op[1]].split("\n") if op[3] in x][0]
    c = S.command(j, op[1], needle)
    j.flaky = (j.plan[-1][1],)
    j.run(j.plan[-1][1])
    c.did += " (at the second try)"
    return j.chain([a, c])


def mistaken(r, path):
    """A path that somebody could write instead of the right one."""
    head, _, base = path.rpartition("/")
    base, dot, ext = base.rpartition(".")
    wrong = [base + dot + e for e in {"txt": ["md"], "md": ["txt"], "yaml": ["yml"], "yml": ["yaml"], "ini": ["cfg", "conf"], "cfg": ["ini"], "conf": ["ini"], "csv": ["txt"], "json": ["yaml"]}.get(ext, ["txt"])]
    wrong += [base + "s" + dot + ext, base.replace("-", "_") + dot + ext, base.replace("_", "-") + dot + ext]
    wrong = [(head + "/" if head else "") + w for w in wrong]
    wrong += [base + dot + ext] if head else [r.choice(["config", "docs", "data"]) + "/" + base + dot + ext]
    return r.choice([w for w in wrong if w != path])


def wrong_read(r):
    """The path in the request is slightly wrong; a value is asked for."""
    j = start(r, (0, 2))
    while True:
        path, lines, sep, vals = j.fresh(lambda: F.config(r))
        if path != ".env":
            break
    j.add(path, "\n".join(lines))
    k = r.choice(list(vals))
    v = vals[k].strip('"')
    bad = mistaken(r, path)
    while bad in j.files:
        bad = mistaken(r, path)
    j.read(bad)
    j.list()
    j.read(path)
    j.say = [v]
    s = Step(["tell me <k> from <p>", "look up <k> in <p>", "read <p> and tell me what <k> is", "give me the value of <k> in <p>", "check <p> for <k>", "find <k> in <p> (or whatever the file is called exactly)", "look into <p>, I think that is its name, and report <k>", "open <p> and say what <k> is set to"],
             ["What is <k> in <p>?", "Which <k> does <p> have? [I'm not sure about the file name|The name may be a bit off|].", "<p> sets <k>, I believe. To what?", "I need <k>. It should be in <p> [or a file like that|].", "What does <p> say about <k>? [If there is no such file, look for the right one|].", "how is <k> set in <p>"],
             {"p": j.p(bad), "k": j.v(k, True)})
    return j.simple(s, tell(r, ["There is no {b}, but in {p} {k} is {v}.", "{k} is {v}; the file is {p}.", "In {p}, {k} is {v}."], b=bad, p=path, k=k, v=v))


def wrong_edit(r):
    """The path in the request is slightly wrong; a word is to be replaced."""
    j = start(r, (0, 2))
    old, new = r.choice(V.PAIRS)
    while True:
        path, text = j.fresh(lambda: F.prose(r, old))
        if new not in text:
            break
    j.add(path, text)
    bad = mistaken(r, path)
    while bad in j.files:
        bad = mistaken(r, path)
    j.plan.append(("edit", bad, old, new))
    j.list()
    s = S.replace(j, path, (old, new))
    s.slots["p"] = j.p(bad)
    return j.simple(s, tell(r, ["The file is called {p}; I replaced {a} with {b} in it.", "There is no {w}, so I changed {a} to {b} in {p}."], p=path, w=bad, a=old, b=new))


def wrong_delete(r):
    """The path of a file to be deleted is slightly wrong."""
    j = start(r, (1, 3))
    path = j.add(j.fresh(lambda: V.name(r, r.choice(["txt", "md", "csv", "json"]))), V.sentence(r))
    bad = mistaken(r, path)
    while bad in j.files:
        bad = mistaken(r, path)
    j.run("rm " + bad)
    j.list()
    s = S.delete(j, path)
    s.slots["p"] = j.p(bad)
    return j.simple(s, tell(r, ["The file was {p}; I deleted it.", "There is no {w}, but {p}; that one is gone now."], p=path, w=bad))


def not_found(r):
    """The text to be replaced is spaced differently; the file must be read."""
    j = start(r)
    while True:
        path, lines, sep, vals = j.fresh(lambda: F.config(r))
        if sep in (" = ", ": "):
            break
    k = r.choice(list(vals))
    old, new = vals[k], F.other(r, k, vals[k])
    j.add(path, "\n".join(lines))
    i = lines.index(k + sep + old)
    a, b = f"{k}={old}", f"{k}={new}"
    j.plan.append(("edit", path, a, b))
    j.read(path)
    j.line_to(path, i, [k + sep + new])
    j.ops.append(("line", path, i, k + sep + new))
    s = Step(["change <a> to <b> in <p> [(keep the spelling of the file)|(the spacing may differ)|, whatever the spacing is]", "replace <a> by <b> in <p>, [keeping its spacing|in the notation of the file]", "in <p>, change <a> to <b>; [keep the file's own spacing|the file may use other spaces]", "turn <a> into <b> in <p>, in the way the file writes it", "make <a> in <p> read <b>, [in the style of that file|with the file's punctuation]"],
             ["<p> has <a>. It should be <b>, [written as the file writes its settings|in the notation of the file].", "<a> in <p> [must|should] become <b>. [I typed this from memory, so spacing may differ; keep the file's|Keep the notation of the file].", "[Setting|Change] in <p>: <a> -> <b> (keep the format of the file)"],
             {"p": j.p(path), "a": j.v(a), "b": j.v(b)})
    return j.simple(s, j.done([f"set {k} to {new} in {path}"]))


KINDS = [fix_setting, fix_code, bug_report, fix_missing, flaky_run, flaky_edit, wrong_read, wrong_edit, wrong_delete, not_found]
