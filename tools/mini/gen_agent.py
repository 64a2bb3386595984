"""Training data: short agent loops in a toy workspace, with errors and retries."""
import agentwords as A
import agentjob
import agentmore
import agentplan
import agenttasks
import gen_facts
import toolkits
from agentsay import LINE, MADE, MAKE, agent_system, fill, tell
from agentkit import Episode, Kit, body, change, commands, file_path, files_around, marked, quote, replace_request, result_text, said, then_run, verdict
from agentpersona import persona
from chat import assistant, tool_result, user
from gen_tools import make_tool, refusal
from phrase import command, expand, long_system, ph
from wishes import deed
from words import cap, distinct, word


def ask_content(r, path, text, cmd=None):
    """A request to create a file with exactly this text, and then to run a command."""
    if not cmd and r.random() < 0.4:
        return tell(r, MAKE, True, p=said(r, path)).rstrip(".?") + ". " + cap(expand(r, r.choice(MADE))) + r.choice([":\n", ":\n", ":\n\n", "\n"]) + text
    if not cmd and "\n" not in text and r.random() < 0.2:
        return fill(command(r, "(create|write|make|add|set up) (|a file |the file |a new file ){p}") + " " + expand(r, r.choice(LINE)), {"p": said(r, path), "x": marked(r, text)}) + r.choice([".", ""])
    o = command(r, r.choice(["(create|write|make|add|save) {p}", "(create|write|make|add) (a file|the file|a new file|a file named|a file called) {p}", "put this (in|into) {p}", "(create|save) the file {p}", "i need a file {p}"] + A.CREATE), p=path)
    roll = r.random()
    if roll < 0.14:
        fence = "```" + r.choice(["", "", path[path.rfind(".") + 1:] if "." in path else ""])
        return o + expand(r, r.choice([" with:\n", ":\n", " with this content:\n"] + A.WITH)) + fence + "\n" + text + "\n```" + ("\n" + then_run(r, cmd).lstrip(" ,.;") if cmd else "")
    if cmd and "\n" in text:
        first = ph(r, "(run {c} after you (create|write) {p}|write {p}, then run {c}|create {p} and run {c}|make the file {p} and then run {c}|first write {p}, then run {c}|(create|write|add) {p} and (when done|afterwards|then) (run|start|try) {c}|i need {p}, and then run {c})", c=cmd, p=path)
        return cap(first) + expand(r, r.choice([". Content:\n", ". The content is:\n", " with this content:\n", ":\n", ". The file:\n", ". Text of the file:\n", ". {p} has to be:\n".replace("{p}", path)])) + text
    if "\n" in text or not cmd and roll < 0.5:
        return o + expand(r, r.choice([" with:\n", " with this content:\n", " with the content:\n", " containing:\n", " with the following content:\n\n", ":\n", " that contains\n", " with the text\n", " so that it reads:\n"] + A.WITH)) + text
    x = expand(r, r.choice(A.WITH_SHORT + [" with the content ", " with ", " containing ", " that says ", " with the text ", " that contains "]))
    shown = quote(r, text)
    o += x.replace("{x}", shown) if "{x}" in x else x + shown
    bare = shown == text and "{x}" not in x
    return o + (then_run(r, quote(r, cmd)) if cmd else "" if bare else r.choice([".", "", ""]))


def t_create(r, think):
    p = file_path(r)
    text = body(r, p)
    cmd = commands(r, p) if r.random() < 0.5 else None
    good = result_text(r)
    e = Episode(r, think, files_around(r, r.randint(0, 3), (p,)), {cmd: (p, text, good, "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.15 else ())
    q = ask_content(r, p, text, cmd)
    e.act(f"I write {p}.", "write", p, text)
    if cmd:
        out = e.run(cmd)
        e.end(f"I created {p} and ran {cmd}. {verdict(out)}")
    else:
        e.end(f"I created {p}.")
    return q, e


def t_replace(r, think):
    p, text, old, new = change(r)
    cmd = commands(r, p) if r.random() < 0.6 else None
    then = then_run(r, r.choice([cmd, cmd, quote(r, cmd)])) if cmd else ""
    if cmd and r.random() < 0.2 and agenttasks.default_tests(p):
        cmd, then = agenttasks.default_tests(p), r.choice(A.THEN_TESTS)
    good = result_text(r)
    others = files_around(r, r.randint(1, 4), (p,))
    wrong = p
    lost = r.random() < 0.2
    if lost:
        wrong = p[p.rfind("/") + 1:] if "/" in p else r.choice(["src/", "lib/", "app/"]) + p
        if wrong in others:
            wrong, lost = p, False
    e = Episode(r, think, {p: text, **others}, {cmd: (p, new, good, "error")} if cmd else {}, (cmd,) if cmd and r.random() < 0.15 else ())
    q = replace_request(r, wrong, old, new) + (then if cmd else "") + r.choice([".", ""])
    look = not lost and "open " in q.lower()[:40]
    if look:
        e.act(f"I read {p} first.", "read", p)
    e.act(f"I replace {old} in {wrong}.", "edit", wrong, old, new)
    if lost:
        e.act(f"There is no {wrong}, so I list the files.", "list")
        e.act(f"The file is {p}.", "edit", p, old, new)
    done = f"I replaced {old} with {new} in {p}"
    if cmd:
        out = e.run(cmd)
        e.end(f"{done} and ran {cmd}. {verdict(out)}")
    else:
        e.end(done + ".")
    return q, e


def t_fix(r, think):
    """Run a command, see what is missing, mend the file and run again."""
    p, text, old, new = change(r)
    cmd = commands(r, p)
    bad = ph(r, r.choice(["trouble in {p}: should be {b} but is {a}", "{p} is not right: it has {a}, not {b}", "there is a fault in {p}: {a} instead of {b}", "{p}: needs {b}, has {a}", "broken: {p} says {a}, must say {b}", "check of {p} failed; {b} was expected but {a} was there", "issue at {p}: want {b} but got {a}", "{w} error in {p} - {b} expected, {a} seen", "{p} {w}: expected {b} but got {a}", "  File {p}, line 2: {a} (expected {b})", "{p}: found {a}, expected {b}", "error in {p}: expected {b}, got {a}", "FAILED {p}: {a} should be {b}", "AssertionError in {p}: {a} is not {b}", "{p}: error: use {b} instead of {a}", "{p}: {a} is wrong, want {b}", "in {p}: wanted {b}, saw {a}", "test failed: {p} has {a}, needs {b}", "error: {a} in {p} must be {b}", "{p} line 3: {a} should read {b}", "bad value {a} in {p}, use {b}", "failure in {p}: {b} required instead of {a}", "{p} is wrong: {a} where {b} belongs", "mismatch in {p}: have {a}, need {b}", "1 test failed. {p}: expected {b}, actual {a}"]), p=p, a=old, b=new, w=word(r))
    good = result_text(r)
    e = Episode(r, think, {p: text, **files_around(r, r.randint(0, 3), (p,))}, {cmd: (p, new, good, bad)}, (cmd,) if r.random() < 0.1 else ())
    q = command(r, r.choice(A.FIX + ["run {c} and fix (the error|what fails|any error|the problem|it if it fails)", "{c} fails. (fix it|please fix it|find out why and fix it|repair it)", "make {c} (pass|work|succeed)", "fix the (error|failure) (in|of|reported by) {c}", "run {c}. if it fails, fix the file and run it again", "(get|make) {c} to pass", "the command {c} does not work. (fix it|please fix it)", "run {c}, repair what is wrong and run it again"]), c=quote(r, cmd)) + r.choice([".", ""])
    e.run(cmd)
    e.act(f"It fails because of {p}, so I read it.", "read", p)
    e.act(f"I replace {old} with {new}.", "edit", p, old, new)
    out = e.run(cmd, f"I run {cmd} again.")
    e.end(f"I replaced {old} with {new} in {p} and {cmd} works now. {verdict(out)}")
    return q, e


def t_run(r, think):
    p = file_path(r)
    cmd = commands(r, p)
    ok = r.random() < 0.7
    out = result_text(r) if ok else f"error: {word(r)} {word(r)}"
    e = Episode(r, think, {p: "x", **files_around(r, r.randint(0, 2), (p,))}, {cmd: (p, "x", out, out)}, (cmd,) if r.random() < 0.3 else ())
    q = command(r, r.choice(A.RUN + ["run {c}", "execute {c}", "run {c} and tell me (the output|what it prints|the result|what happens)", "what does {c} (print|say|output)?", "run the (command|tests with|program) {c}", "call {c} and report the output", "use {c} and show me the output", "please execute {c}"]), c=quote(r, cmd))
    out = e.run(cmd)
    e.end(f"I ran {cmd}. {verdict(out)}")
    return q, e


def t_read(r, think):
    p = file_path(r)
    text = body(r, p)
    others = files_around(r, r.randint(1, 4), (p,))
    e = Episode(r, think, {p: text, **others})
    lost = r.random() < 0.2 and "/" in p and p[p.rfind("/") + 1:] not in others
    shown = p[p.rfind("/") + 1:] if lost else p
    q = command(r, r.choice(A.READ + ["(show|read|print|display|open|give) me {p}", "what is in {p}?", "what does {p} contain?", "read {p}", "show me (the content of|the file|what is in) {p}", "print the content of {p}", "open {p} and tell me what it says", "what does {p} say?", "tell me what is in {p}"]), p=shown)
    e.act(f"I read {shown}.", "read", shown)
    if lost:
        e.act(f"There is no {shown}, so I list the files.", "list")
        e.act(f"The file is {p}.", "read", p)
    e.end(f"{p} contains:\n{text}")
    return q, e


def t_list(r, think):
    fs = files_around(r, r.randint(1, 7))
    e = Episode(r, think, fs)
    count = r.random() < 0.4
    if count:
        q = command(r, r.choice(["how many files are (there|in the workspace|in this project)?", "count the files", "tell me how many files there are", "what is the number of files in the workspace?"]))
    else:
        q = command(r, r.choice(["list (the|all|my) files", "(what|which) files are (there|here|in the workspace|in this project)?", "show me the files", "what is in the workspace?", "list the directory", "give me a list of the files", "which files do we have?"]))
    e.act("I list the files.", "list")
    n, out = len(fs), "\n".join(sorted(fs))
    e.end(f"There {'is' if n == 1 else 'are'} {n} file{'' if n == 1 else 's'}." if count else f"The files are:\n{out}")
    return q, e


def t_copy(r, think):
    a, b = distinct(r, 2, lambda r: file_path(r))
    text = body(r, a)
    e = Episode(r, think, {a: text, **files_around(r, r.randint(0, 3), (a, b))})
    q = command(r, r.choice(A.COPY + ["copy {a} to {b}", "(write|save) the content of {a} (to|into) {b}", "make a copy of {a} (named|called|at) {b}", "read {a} and write (it|the same text|its content) to {b}", "duplicate {a} as {b}", "create {b} with the content of {a}", "put what is in {a} into {b}"]), a=a, b=b) + r.choice([".", ""])
    e.copy(a, b)
    e.end(f"I copied {a} to {b}.")
    return q, e


def t_two(r, think):
    """Two files to create, or one to create and one to edit."""
    a, b = distinct(r, 2, lambda r: file_path(r))
    ta = body(r, a).split("\n")[0]
    if r.random() < 0.5:
        tb = body(r, b).split("\n")[0]
        e = Episode(r, think, files_around(r, r.randint(0, 2), (a, b)))
        q = command(r, "(create|write|make|add) (|the files |two files: ){a} with {x} and {b} with {y}", a=a, b=b, x=quote(r, ta), y=quote(r, tb))
        e.act(f"I write {a}.", "write", a, ta)
        e.act(f"Now I write {b}.", "write", b, tb)
        e.end(f"I created {a} and {b}.")
        return q, e
    b, text, old, new = change(r, b)
    e = Episode(r, think, {b: text, **files_around(r, r.randint(0, 2), (a, b))})
    q = command(r, "(create|write|make) {a} with {x}", a=a, x=quote(r, ta)) + r.choice([", then ", " and ", " and then ", ". Then ", ". Also "]) + ph(r, "(replace {o} with {n} in {b}|change {o} to {n} in {b}|in {b} replace {o} by {n})", b=b, o=quote(r, old), n=quote(r, new)) + "."
    e.act(f"I write {a}.", "write", a, ta)
    e.act(f"Now I edit {b}.", "edit", b, old, new)
    e.end(f"I created {a} and replaced {old} with {new} in {b}.")
    return q, e


def t_remove(r, think):
    fs = files_around(r, r.randint(1, 4))
    p = r.choice(list(fs))
    e = Episode(r, think, fs)
    q = command(r, r.choice(["(delete|remove|erase) {p}", "(delete|remove) the file {p}", "get rid of {p}", "{p} is not needed. (delete|remove) it"]), p=p)
    e.remove(p)
    e.end(f"I deleted {p}.")
    return q, e


TASKS = [(t_create, 5), (t_replace, 6), (t_fix, 5), (t_run, 2), (t_read, 3), (t_list, 1.5), (t_copy, 2), (t_two, 2), (t_remove, 1)] + agenttasks.TASKS + agentmore.TASKS + agentplan.TASKS + agentjob.TASKS
AGENT_SYSTEMS = ["You are a coding agent.", "You work in the user's workspace. Use the tools.", "You are a helpful coding assistant with tools.", "Use the tools to do what the user asks.", "You are an agent. Finish the task, then answer.", "You are an expert programmer."]


def task(r, think=False):
    """(first request, Episode) of one task."""
    return r.choices([t for t, _ in TASKS], [w for _, w in TASKS])[0](r, think)


def agent(r, think=False):
    """One task, sometimes followed by a second one in the same chat; rarely a wish that is
    not for the workspace, or a question that needs no tool."""
    if r.random() < 0.02:
        return aside(r, think)
    q, e = task(r, think)
    return conversation(r, q, e, think)


def aside(r, think):
    """The tools of a workspace, and words that are not about it."""
    if r.random() < 0.5:
        q, a, why = deed(r), refusal(r), "I look at the tools. None of them fits."
    else:
        q, a = gen_facts.pair(r)
        why = "No tool is needed. " + a
    msgs = [{"role": "system", "content": persona(r)}] if r.random() < 0.5 else []
    return {"messages": msgs + [user(q), assistant(a, why if think else "")], "tools": list(Kit(r).specs.values()), "think": think}


def conversation(r, q, e, think=False):
    """The messages and tools of a task that was played."""
    head = r.choice(AGENT_SYSTEMS) if r.random() < 0.2 else persona(r) if r.random() < 0.4 else long_system(r) if r.random() < 0.3 else agent_system(r)
    msgs = [{"role": "system", "content": head}] if r.random() < 0.6 else []
    msgs += [user(q)] + e.msgs
    if not think and r.random() < 0.15:
        kit, ws = e.kit, e.ws
        p = r.choice(list(ws.files)) if ws.files else None
        if p:
            text = ws.files[p]
            msgs += [user(command(r, r.choice(["now show me {p}", "read {p}", "what is in {p} now?", "show me {p}"] + A.READ), p=p)), assistant("", "", [kit.call("read", p)]), tool_result(ws.read(p)), assistant(f"{p} contains:\n{text}")]
    specs = list(e.kit.specs.values())
    if r.random() < 0.3:
        r.shuffle(specs)
    if r.random() < 0.15:
        specs.insert(r.randint(0, len(specs)), make_tool(r)["spec"])
    while len(e.kit.kinds) > 5 and r.random() < 0.34:
        spec = toolkits.other(r)
        if all(spec["function"]["name"].lower() != x["function"]["name"].lower() for x in specs):
            specs.insert(r.randint(0, len(specs)), spec)
    return {"messages": msgs, "tools": specs, "think": think}
