"""Kinds of agent tasks of the fresh set: counting, conditions, files that name others, and chats that go on."""
from freshbase import ITEMS, NAMES, POOL, PROJ, TOWNS, Conf, T, fill, num, other, pick, tested
from freshedit import FUN
from freshtasks import LINES, kind, say


# Listing and counting


@kind
def count_all_files(r):
    files = fill(r, {f"{d}{n}": "x" for d, n in zip(["", "src/", "docs/"], ["main.py", "run.rs", "faq.md"])}, 1, 6)
    n = len(files)
    ask = pick(r, """
        How many files are in this workspace?
        count the files in the project
        How many files do we have here in total?""")
    return T(ask, files, say=[num(n)], plan=[("list",), say(f"There are {n} files.")])


@kind
def count_by_kind(r):
    e, w = r.choice([("py", "Python"), ("rs", "Rust"), ("md", "Markdown"), ("json", "JSON")])
    n = r.randint(2, 6)
    files = {f"{r.choice(['src/', 'lib/', ''])}{x}.{e}": "x" for x in r.sample(["ant", "bee", "cat", "dog", "elk", "fox", "gnu"], n)}
    for x in r.sample(["one.txt", "two.csv", "bin/three.sh", "four.lock", "etc/five.conf"], 3):
        files[x] = "x"
    ask = pick(r, """
        How many {w} files are there?
        count the .{e} files
        How many files end in .{e}?
        tell me the number of {w} files (.{e}) in this project""", w=w, e=e)
    return T(ask, files, say=[num(n)], plan=[("list",), say(f"{n} of them.")])


@kind
def list_folder(r):
    d = r.choice(["assets", "scenes", "drafts"])
    xs = r.sample(["opening", "forest", "castle", "bridge", "finale", "harbor"], 3)
    files = fill(r, {f"{d}/{x}.txt": x for x in xs})
    ask = pick(r, """
        Which files are in the folder {d}?
        list the files in {d}/
        What's inside {d}?""", d=d)
    return T(ask, files, say=[[f"{x}.txt"] for x in xs], unsaid=[f for f in files if not f.startswith(d)], plan=[("list",), say(", ".join(f"{x}.txt" for x in xs))])


@kind
def find_containing(r):
    w = r.choice(["API_TOKEN", "deprecated", "LEGACY", "retry_limit", "Henrietta"])
    ps = r.sample(["src/a_store.py", "src/loader.py", "notes.txt", "web/form.js", "jobs/nightly.sh"], 3)
    files = {p: f"# part {i}\nvalue {i}" for i, p in enumerate(ps)}
    files[ps[1]] += f"\nsee {w} here"
    ask = pick(r, """
        Which file contains {w}?
        find the file that mentions {w}
        I'm looking for {w}. Which of the files has it?""", w=w)
    return T(ask, files, say=[[ps[1], ps[1].split("/")[-1]]], plan=[("list",)] + [("read", p) for p in sorted(ps)] + [say(f"It is in {ps[1]}.")])


@kind
def delete_files(r):
    e, w = r.choice([("tmp", "temporary"), ("bak", "backup"), ("log", "log")])
    xs = [f"{d}{x}.{e}" for d, x in zip(["", "data/", "src/"], r.sample(["old", "draft", "scratch", "copy"], r.randint(1, 3)))]
    files = fill(r, {x: "junk" for x in xs})
    ask = pick(r, """
        Delete all .{e} files.
        remove every {w} file (*.{e}) from the workspace
        Please clean up: no .{e} files should remain. Don't touch the others.""", e=e, w=w)
    return T(ask, files, {x: None for x in xs}, plan=[("list",)] + [("run", f"rm {x}") for x in xs] + [say("Removed.")])


@kind
def delete_one(r):
    p = r.choice(["old_notes.txt", "src/unused.rs", "test.bak", "docs/draft.md"])
    ask = pick(r, """
        Delete {p}.
        get rid of {p}, it's no longer needed
        Please remove the file {p}.""", p=p)
    return T(ask, fill(r, {p: "not needed"}), {p: None}, plan=[("run", f"rm {p}"), say("Deleted.")])


@kind
def longest_file(r):
    ps = r.sample(["alpha.txt", "bravo.txt", "gamma.txt", "delta.txt"], 3)
    ns = r.sample(range(2, 12), 3)
    files = {p: "\n".join(f"line {i}" for i in range(1, n + 1)) for p, n in zip(ps, ns)}
    ask = pick(r, """
        Which of {a}, {b} and {c} has the most lines?
        compare {a}, {b}, {c}: which one is the longest (in lines)?
        I want to know which file has most lines: {a}, {b} or {c}""", a=ps[0], b=ps[1], c=ps[2])
    top = ps[ns.index(max(ns))]
    return T(ask, files, say=[[top, top[:-4]]], plan=[("run", f"wc -l {p}") for p in ps] + [say(f"{top} is the longest.")])


@kind
def count_lines(r):
    n = r.randint(4, 14)
    p = r.choice(["names.txt", "data/towns.txt", "words.lst"])
    pool = (NAMES + TOWNS)[:]
    r.shuffle(pool)
    ask = pick(r, """
        How many lines does {p} have?
        count the lines of {p}
        how long is {p}, in lines?""", p=p)
    return T(ask, fill(r, {p: "\n".join(pool[:n])}), say=[num(n)], plan=[("run", f"wc -l {p}"), say(f"{n} lines.")])


@kind
def csv_sum_or_count(r):
    ns = r.sample(NAMES, 6)
    ts = r.sample(TOWNS, 3)
    cs = [r.choice(ts) for _ in ns]
    t = cs[0]
    p = r.choice(["people.csv", "data/guests.csv"])
    ask = pick(r, """
        How many people in {p} are from {t}?
        count the rows in {p} with city {t}
        {p}: how many come from {t}?""", p=p, t=t)
    n = cs.count(t)
    return T(ask, fill(r, {p: "name,city\n" + "\n".join(f"{a},{b}" for a, b in zip(ns, cs))}), say=[num(n)], plan=[("read", p), say(f"{n} from {t}.")])


# Conditions

ALREADY = ["already", "off", "false", "no change", "nothing", "not", "disabled", "unchanged", "didn't", "isn't", "no need", "no changes"]


@kind
def if_debug_on(r):
    v = r.random() < 0.5
    c = Conf(r, need=["debug"], debug=v)
    ask = pick(r, """
        If {p} has debug on, turn it off.
        check {p}: if debug is enabled, disable it, otherwise leave the file alone. tell me what you found
        Make sure that debug is off in {p}.
        is debug still on in {p}? if so switch it off""", p=c.path)
    plan = [("read", c.path)] + ([("edit", c.path, c.line("debug"), c.line("debug", False)), say("It was on; it is off now.")] if v else [say("It was off already.")])
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(debug=False)} if v else {}, say=[] if v else [ALREADY], plan=plan)


@kind
def if_exists(r):
    there = r.random() < 0.5
    p = r.choice(["notes.txt", "log.txt", "diary.md"])
    x = r.choice(LINES)
    files = fill(r, {p: "first entry"} if there else {})
    ask = pick(r, """
        If {p} exists, append the line "{x}" to it. If not, create it with that line.
        add "{x}" as a new last line to {p} (create the file if there is none)
        Is there a {p}? Then add a line "{x}" at its end, else make one with only that line.""", p=p, x=x)
    w = "first entry\n" + x if there else x
    return T(ask, files, {p: w}, plan=[("list",), ("write", p, w), say("Done.")])


@kind
def if_tests_pass(r):
    ok = r.random() < 0.5
    v = f"1.{r.randint(0, 8)}.0"
    nv = f"1.{int(v.split('.')[1]) + 1}.0"
    t = f'[package]\nname = "{r.choice(PROJ)}"\nversion = "{v}"'
    out = "21 passed; 0 failed" if ok else "20 passed; 1 failed: test_merge"
    cmd, al, checks = tested("rust", out)
    ask = pick(r, """
        Run cargo test. If everything passes, set the version in Cargo.toml to {n}; if not, change nothing and name the failing test.
        run cargo test, and only when all tests are green change version to {n} in Cargo.toml. Otherwise tell me which test failed
        Please run cargo test; on success the version in Cargo.toml becomes {n}, on failure leave it and say what failed.""", n=nv)
    if ok:
        return T(ask, fill(r, {"Cargo.toml": t}), {"Cargo.toml": t.replace(v, nv)}, must=[(al, out)], checks=checks, plan=[("run", cmd), ("edit", "Cargo.toml", v, nv), say(f"All passed, version is {nv}.")])
    return T(ask, fill(r, {"Cargo.toml": t}), say=[["test_merge", "merge"]], must=[(al, out)], checks=checks, plan=[("run", cmd), say("test_merge failed, so I left the version.")])


@kind
def if_too_high(r):
    k = r.choice(["retries", "workers", "timeout"])
    lim = {"retries": 5, "workers": 6, "timeout": 60}[k]
    c = Conf(r, need=[k])
    hi = c.vals[k] > lim
    ask = pick(r, """
        If {k} in {p} is greater than {n}, set it to {n}. Tell me its value before.
        {k} in {p} must not be above {n}. if it is, lower it to {n}. what was it?
        Check the {k} in {p}: more than {n} is too much, reduce it to {n} in that case. And say what it was.""", k=k, p=c.path, n=lim)
    plan = [("read", c.path)] + ([("edit", c.path, c.line(k), c.line(k, lim))] if hi else []) + [say(f"It was {c.vals[k]}.")]
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: lim})} if hi else {}, say=[num(c.vals[k])], plan=plan)


@kind
def if_fails_fallback(r):
    ok = r.random() < 0.4
    a, b = r.choice([("make fast", "make slow"), ("./deploy.sh --eu", "./deploy.sh --us"), ("npm ci", "npm install")])
    fa = "error: not available" if not ok else "finished with id 771"
    checks = {a: fa, b: "finished with id 902"}
    ask = pick(r, """
        Run {a}. If it fails, run {b} instead. Tell me the id it prints.
        try `{a}`, and `{b}` only if that one fails; what's the id?
        First {a}; should that go wrong, then {b}. Report the id.""", a=a, b=b)
    plan = [("run", a)] + ([] if ok else [("run", b)]) + [say(f"The id is {771 if ok else 902}.")]
    return T(ask, fill(r, {}), say=[str(771 if ok else 902)], must=[([a], fa)] + ([] if ok else [([b], checks[b])]), checks=checks, plan=plan)


@kind
def if_key_missing(r):
    there = r.random() < 0.5
    c = Conf(r, r.choice(["env", "yaml"]), need=["region"] if there else [], skip=[] if there else ["region"], n=3)
    v = r.choice([x for x in POOL["region"] if x != c.vals.get("region")])
    l = c.line("region", v)
    t = c.text()
    ask = pick(r, """
        If {p} has no {k} yet, add {l} at the end. If it has one, tell me its value and leave it.
        does {p} define {k}? if not append `{l}`, if yes just tell me what it is""", p=c.path, k=c.key("region"), l=l)
    if there:
        return T(ask, fill(r, {c.path: t}), say=[c.vals["region"]], plan=[("read", c.path), say(f"It is there: {c.vals['region']}.")])
    return T(ask, fill(r, {c.path: t}), {c.path: t + "\n" + l}, plan=[("read", c.path), ("write", c.path, t + "\n" + l), say("Added it.")])


# Files that name others


@kind
def chain_read(r):
    a, w = r.choice(["start.txt", "README.md", "pointer.txt"]), str(r.randint(1000, 9999))
    p = r.choice(["vault/box7.txt", "data/secret_code.txt", "rooms/blue.txt"])
    d = r.choice(["vault/box8.txt", "data/old_code.txt", "rooms/red.txt"])
    files = {a: f"The code is kept in {p}.", p: f"code: {w}", d: f"code: {r.randint(1000, 9999)}"}
    ask = pick(r, """
        {a} names the file that has the code. What is the code?
        read {a}, it tells you where the code is. give me the code
        Start with {a}, follow it to the other file, and tell me the code you find there.""", a=a)
    return T(ask, fill(r, files), say=[w], plan=[("read", a), ("read", p), say(f"The code is {w}.")])


@kind
def chain_config_log(r):
    p = r.choice(["logs/worker.log", "var/run7.log", "output/night.log"])
    c = r.choice([("config.toml", f'[log]\nlevel = "info"\nfile = "{p}"'), ("logging.yaml", f"level: info\nfile: {p}"), ("app.json", '{\n  "level": "info",\n  "log_file": "%s"\n}' % p)])
    e = r.choice(["disk full", "permission denied", "connection refused", "out of memory"])
    files = {c[0]: c[1], p: f"10:00 INFO start\n10:04 ERROR {e}\n10:05 INFO stop", "logs/other.log": "10:00 INFO all calm"}
    ask = pick(r, """
        {c} says where the log goes. Which error does that log contain?
        find the log file via {c} and tell me what error is in it
        Look up the log path in {c}, then read the log: what went wrong?""", c=c[0])
    return T(ask, fill(r, files, 0, 2), say=[e], plan=[("read", c[0]), ("read", p), say(f"{e} at 10:04")])


@kind
def chain_three(r):
    n, v = r.choice(NAMES), r.choice(TOWNS)
    files = {"index.txt": "books: lists/books.txt\nteam: lists/team.txt", "lists/team.txt": f"lead: people/{n.lower()}.txt\nguest: people/nobody.txt", f"people/{n.lower()}.txt": f"name: {n}\ncity: {v}", "lists/books.txt": "none yet", "people/nobody.txt": "city: Nowhere"}
    ask = pick(r, """
        index.txt points to the team list, and that points to the lead's file. In which city does the lead live?
        Starting at index.txt, find the team's lead and tell me their city.
        whats the city of the team lead? begin with index.txt and follow the files""")
    return T(ask, files, say=[v], plan=[("read", "index.txt"), ("read", "lists/team.txt"), ("read", f"people/{n.lower()}.txt"), say(f"{n} lives in {v}.")])


@kind
def chain_command(r):
    cmd = r.choice(["./gradlew test", "tox -e quick", "make verify", "just test"])
    n = r.randint(11, 80)
    d = r.choice(["README.md", "CONTRIBUTING.md", "docs/testing.md"])
    files = {d: f"# Working here\n\nInstall nothing.\nTo run the tests use `{cmd}`.\nHave fun."}
    ask = pick(r, """
        {d} says how the tests are run. Run them that way and tell me how many pass.
        run the tests as described in {d}, how many passed?
        I don't remember the test command, it is in {d}. Run it and report the number of passed tests.""", d=d)
    return T(ask, fill(r, files), say=[num(n)], must=[([cmd], None)], checks={cmd: f"{n} passed, 0 failed"}, plan=[("read", d), ("run", cmd), say(f"{n} passed.")])


@kind
def chain_edit(r):
    k = r.choice(["port", "timeout", "region"])
    x, y = Conf(r, "toml", [k], n=4, path="env/green.toml"), Conf(r, "toml", [k], n=4, path="env/purple.toml")
    live = r.choice([x, y])
    v = other(r, POOL[k], *(list(x.vals.values()) + list(y.vals.values())))
    p = r.choice(["active.txt", "current", "env/ACTIVE"])
    ask = pick(r, """
        {p} names the config file in use. Set {k} to {v} in that one only.
        change {k} to {v} in the config that {p} points to
        Look at {p} to see which config is active, then make its {k} {v}.""", p=p, k=k, v=v)
    return T(ask, fill(r, {x.path: x.text(), y.path: y.text(), p: live.path}, 0, 2), {live.path: live.want(**{k: v})}, plan=[("read", p), ("read", live.path), ("edit", live.path, live.line(k), live.line(k, v)), say(f"Changed in {live.path}.")])


@kind
def chain_import(r):
    f = r.choice(FUN)
    v = r.randint(12, 95)
    m, d = r.sample(["billing", "shipping", "pricing", "taxes"], 2)
    files = {"main.py": f"from {m} import {f}\nimport {d}\n\nprint({f}())", m + ".py": f"BASE = {v}\n\ndef {f}():\n    return BASE", d + ".py": f"BASE = {v + 4}\n\ndef {f}():\n    return BASE"}
    ask = pick(r, """
        main.py imports {f} from some module. What is BASE in that module?
        which value has BASE in the module where main.py gets {f} from?
        See where main.py takes {f} from, and tell me the value of BASE there.""", f=f)
    return T(ask, fill(r, files, 0, 2), say=[num(v)], plan=[("read", "main.py"), ("read", m + ".py"), say(f"BASE is {v}.")])


@kind
def look_up_and_write(r):
    its = r.sample(ITEMS, 4)
    ns = r.sample(range(10, 99), 4)
    i = r.randrange(4)
    p = r.choice(["answer.txt", "result.txt", "out/price.txt"])
    ask = pick(r, """
        Find the price of the {i} in prices.csv and write it (just the number) to {p}.
        look up {i} in prices.csv and put its price into {p}, number only
        {p} should contain the price of the {i} from prices.csv and nothing more.""", i=its[i], p=p)
    return T(ask, fill(r, {"prices.csv": "item,price\n" + "\n".join(f"{a},{b}" for a, b in zip(its, ns))}), {p: str(ns[i])}, plan=[("read", "prices.csv"), ("write", p, str(ns[i])), say("Written.")])


@kind
def todo_instructions(r):
    k = r.choice(["port", "theme", "region"])
    c = Conf(r, r.choice(["toml", "yaml", "json"]), need=[k])
    v = other(r, POOL[k], *c.vals.values())
    ask = pick(r, """
        Do what task.txt says.
        There's an order for you in task.txt, please carry it out.
        read task.txt and do it""")
    return T(ask, fill(r, {c.path: c.text(), "task.txt": f"Please set {k} to {v} in {c.path}."}), {c.path: c.want(**{k: v})}, plan=[("read", "task.txt"), ("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), say("Done as asked.")])


# Chats that go on


@kind
def chat_then_edit(r):
    k = r.choice(["port", "host", "timeout", "region"])
    c = Conf(r, need=[k])
    v = other(r, POOL[k], *c.vals.values())
    ask = pick(r, """
        Make it {v}.
        ok, change it to {v} please
        Hm, that should be {v}. Can you fix it?""", v=v)
    before = [("user", f"What is the {k} in {c.path}?"), ("read", c.path), ("say", f"The {k} is {c.vals[k]}.")]
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, before=before, plan=[("edit", c.path, c.line(k), c.line(k, v)), say("Changed.")])


@kind
def chat_then_run(r):
    c = Conf(r, r.choice(["toml", "env"]), need=["port"])
    v = other(r, POOL["port"], *c.vals.values())
    cmd = r.choice(["make test", "./check.sh", "npm test"])
    n = r.randint(11, 50)
    before = [("user", f"Set port to {v} in {c.path}."), ("read", c.path), ("edit", c.path, c.line("port"), c.line("port", v)), ("say", f"The port in {c.path} is {v} now.")]
    ask = pick(r, """
        Thanks. Now run {c} and tell me how many pass.
        great, and now {c} - how many passed?
        Good. Run `{c}` next, what's the number of passing tests?""", c=cmd)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(port=v)}, say=[num(n)], must=[([cmd], None)], before=before, checks={cmd: f"{n} passed"}, plan=[("run", cmd), say(f"{n} passed.")])


@kind
def chat_correct(r):
    k = r.choice(["port", "timeout", "region"])
    c = Conf(r, need=[k])
    v, w = r.sample([x for x in POOL[k] if x not in c.vals.values()], 2)
    first = pick(r, """
        Set {k} to {v} in {p}.
        change the {k} in {p} to {v}""", k=k, v=v, p=c.path)
    nxt = pick(r, """
        Sorry, I meant {w}.
        no wait, {w} is right. change it again
        Actually make that {w}.""", w=w)
    return T(first, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: w})}, after=[nxt], plan=[("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), say("Done."), ("edit", c.path, c.line(k, v), c.line(k, w)), say(f"Now it's {w}.")])


@kind
def chat_undo(r):
    k = r.choice(["port", "host", "timeout", "theme"])
    c = Conf(r, need=[k])
    v = other(r, POOL[k], *c.vals.values())
    before = [("user", f"Change {k} to {v} in {c.path}"), ("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), ("say", f"Done: {k} is {v} now, it was {c.vals[k]}.")]
    ask = pick(r, """
        Please undo that.
        hm, put the old value back
        That was a mistake, change it back to what it was.""")
    return T(ask, fill(r, {c.path: c.text()}), {c.path: lambda t, w=c.text(): "".join(t.split()) == "".join(w.split())}, before=before, plan=[("edit", c.path, c.line(k, v), c.line(k)), say("It's back.")])


@kind
def chat_two_questions(r):
    a, b = r.sample(["port", "host", "region", "workers"], 2)
    c = Conf(r, need=[a, b])
    first = pick(r, """
        which {a} is in {p}?
        What's the {a} set in {p}?""", a=a, p=c.path)
    nxt = pick(r, """
        And the {b}?
        and what about {b}?
        thanks, what's the {b} in there?""", b=b)
    return T(first, fill(r, {c.path: c.text()}), say=[str(c.vals[b])], after=[nxt], mids=[[str(c.vals[a])]], plan=[("read", c.path), say(f"{c.vals[a]}"), say(f"{c.vals[b]}")])


@kind
def chat_make_then_add(r):
    xs = r.sample(ITEMS, 3)
    p = r.choice(["list.txt", "packing.txt", "wanted.txt"])
    first = pick(r, """
        Create {p} with two lines: {a} and {b}.
        make a file {p} with the lines {a} and {b}""", p=p, a=xs[0], b=xs[1])
    nxt = pick(r, """
        Now add {c} at the end.
        append {c} too
        I forgot one: {c}. Put it on a new last line.""", c=xs[2])
    return T(first, fill(r, {}), {p: "\n".join(xs)}, after=[nxt], plan=[("write", p, "\n".join(xs[:2])), say("Created."), ("edit", p, xs[1], xs[1] + "\n" + xs[2]), say("Added.")])


@kind
def make_edit_run_long(r):
    f = r.choice(FUN)
    n = r.randint(3, 9)
    code = f"def {f}():\n    return {n}"
    files = {"main.py": "VALUE = 1\n\nprint(VALUE)"}
    want = {"extra.py": code, "main.py": f"VALUE = {n}\n\nprint(VALUE)"}
    checks = {x: ("main.py", f"VALUE = {n}", str(n), "1") for x in ["python main.py", "python3 main.py"]}
    ask = pick(r, """
        Three steps: create extra.py with|{c}|then set VALUE in main.py to {n}, and finally run python main.py and tell me the output.
        please 1) make extra.py containing||{c}||2) change VALUE to {n} in main.py 3) run `python main.py` and report what it prints""", c=code, n=n)
    return T(ask, fill(r, files), want, say=[num(n)], must=[(["python main.py", "python3 main.py"], str(n))], checks=checks, plan=[("write", "extra.py", code), ("edit", "main.py", "VALUE = 1", f"VALUE = {n}"), ("run", "python main.py"), say(f"It prints {n}.")])
