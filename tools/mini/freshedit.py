"""Kinds of agent tasks of the fresh set: editing."""
import json

from freshbase import CRATES, ITEMS, NAMES, POOL, PROJ, RUNNERS, TOWNS, Conf, T, fill, other, pick, same_json, tested
from freshtasks import LINES, kind, say

# Editing


@kind
def edit_then_test(r):
    k = r.choice(["port", "timeout", "retries", "workers"])
    lang = r.choice(list(RUNNERS))
    c = Conf(r, need=[k], fmt=r.choice(["toml", "yaml", "py", "json", "env"]))
    v = other(r, POOL[k], *c.vals.values())
    cmd, al, _ = tested(lang, None)
    good = f"{r.randint(4, 19)} passed, 0 failed"
    checks = {x: (c.path, c.line(k, v), good, f"1 failed: {k} should be {v}") for x in al}
    ask = pick(r, """
        Replace {k} {a} by {b} in {p}, then run the tests with {c}.
        change {k} from {a} to {b} in {p} and run `{c}` afterwards
        In {p} the {k} must be {b} instead of {a}. Fix that, then run {c} and tell me if it passes.
        set {k} to {b} in {p}; after that run {c}""", k=k, a=c.vals[k], b=v, p=c.path, c=cmd)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, must=[(al, good)], checks=checks, plan=[("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), ("run", cmd), say("Changed, the tests pass.")])


@kind
def edit_value(r):
    k = r.choice(["port", "host", "timeout", "region", "theme", "user", "log_level", "cache_dir"])
    c = Conf(r, need=[k])
    v = other(r, POOL[k], *c.vals.values())
    ask = pick(r, """
        Set {k} to {v} in {p}.
        {p}: {k} should be {v}
        Please change the {k} in {p} to {v}.
        the {k} in {p} is wrong, it has to be {v}
        Can you update {p} so that {k} is {v}? Leave the rest alone.""", k=k, v=v, p=c.path)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, plan=[("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), say("Updated.")])


FUN = ["load_items", "parse_row", "send_mail", "open_door", "get_total", "make_label", "sum_all"]


@kind
def edit_rename_function(r):
    a, b = r.sample(FUN, 2)
    rs = r.random() < 0.5
    p = "src/lib.rs" if rs else r.choice(["app.py", "src/jobs.py"])
    t = (f"pub fn {a}(n: u32) -> u32 {{\n    n + 1\n}}\n\npub fn twice(n: u32) -> u32 {{\n    {a}({a}(n))\n}}" if rs else f"def {a}(n):\n    return n + 1\n\n\ndef main():\n    x = {a}(3)\n    print(x, {a}(x))")
    ask = pick(r, """
        Rename the function {a} to {b} in {p}, everywhere it's used.
        {a} in {p} is a bad name, call it {b} (definition and calls)
        please rename {a} -> {b} in {p}
        I want {a} to be called {b} from now on. It only occurs in {p}.""", a=a, b=b, p=p)
    return T(ask, fill(r, {p: t}), {p: t.replace(a, b)}, plan=[("read", p), ("edit", p, a, b), say(f"{a} is now {b}.")])


@kind
def edit_rename_two_files(r):
    a, b = r.sample(FUN, 2)
    files = {"core.py": f"def {a}(x):\n    return x * 2", "main.py": f"from core import {a}\n\nprint({a}(21))"}
    ask = pick(r, """
        Rename {a} to {b}. It's defined in core.py and used in main.py.
        the function {a} should be {b} instead, in both core.py and main.py
        In core.py there is {a}; rename it to {b} and adjust main.py too.""", a=a, b=b)
    return T(ask, fill(r, files), {p: t.replace(a, b) for p, t in files.items()}, plan=[("read", "core.py"), ("edit", "core.py", a, b), ("edit", "main.py", a, b), say("Renamed in both.")])


@kind
def edit_rename_search(r):
    a, b = r.sample(FUN, 2)
    files = {"src/core.py": f"def {a}(x):\n    return x * 2", "src/cli.py": f"from core import {a}\n\nprint({a}(21))", "src/paths.py": "ROOT = '/srv'"}
    ask = pick(r, """
        Rename the function {a} to {b} in every file that mentions it.
        {a} has to become {b} across the whole project
        Please rename {a} to {b} everywhere. I don't know which files use it.""", a=a, b=b)
    return T(ask, fill(r, files, 0, 1), {p: t.replace(a, b) for p, t in files.items() if a in t}, plan=[("list",), ("read", "src/core.py"), ("read", "src/cli.py"), ("edit", "src/core.py", a, b), ("edit", "src/cli.py", a, b), say("Renamed.")])


@kind
def edit_bump_version(r):
    a = [r.randint(0, 3), r.randint(1, 8), r.randint(0, 8)]
    lvl = r.choice([("patch", 2), ("minor", 1), ("major", 0)])
    b = list(a)
    b[lvl[1]] += 1
    b[lvl[1] + 1:] = [0] * (2 - lvl[1])
    va, vb = ".".join(map(str, a)), ".".join(map(str, b))
    t = f'[package]\nname = "{r.choice(PROJ)}"\nversion = "{va}"\nedition = "2021"\n\n[dependencies]\nserde = "9.9"'
    if r.random() < 0.4:
        ask = pick(r, """
            Bump the {l} version in Cargo.toml.
            do a {l} version bump in Cargo.toml please""", l=lvl[0])
    else:
        ask = pick(r, """
            Bump the version in Cargo.toml from {a} to {b}.
            new release! set the version in Cargo.toml to {b}
            Cargo.toml still says {a}, we are at {b} now. Update it.""", a=va, b=vb)
    return T(ask, fill(r, {"Cargo.toml": t}), {"Cargo.toml": t.replace(va, vb)}, plan=[("read", "Cargo.toml"), ("edit", "Cargo.toml", va, vb), say(f"Now {vb}.")])


@kind
def edit_flip(r):
    v = r.random() < 0.5
    c = Conf(r, need=["debug"], debug=v)
    ask = pick(r, """
        Turn debug {w} in {p}.
        switch {w} debug mode in {p}
        please turn {w} debugging, the setting is in {p}
        debug should be {w} in {p}""", w="off" if v else "on", p=c.path)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(debug=not v)}, plan=[("read", c.path), ("edit", c.path, c.line("debug"), c.line("debug", not v)), say("Switched.")])


TYPOS = [("recieve", "receive"), ("seperate", "separate"), ("teh", "the"), ("adress", "address"), ("occured", "occurred"), ("wellcome", "welcome")]


@kind
def edit_typo(r):
    a, b = r.choice(TYPOS)
    p = r.choice(["README.md", "docs/guide.md", "help.txt"])
    t = f"# Guide\n\nThis page shows how things are set up.\nNote that {a} is a word we often use here.\n\nThank you for reading."
    ask = pick(r, """
        There is a typo in {p}: "{a}" should be "{b}".
        fix the typo {a} in {p} (-> {b})
        {p} says {a}. That's misspelt, please correct it to {b}.
        There's a spelling mistake in {p}, "{a}". Can you correct it?""", p=p, a=a, b=b)
    return T(ask, fill(r, {p: t}), {p: t.replace(a, b)}, plan=[("read", p), ("edit", p, a, b), say("Corrected.")])


@kind
def edit_delete_line(r):
    xs = r.sample(["eggs", "flour", "yeast", "butter", "honey", "olives", "rice", "lentils"], 5)
    x = r.choice(xs)
    p = r.choice(["shopping.txt", "notes/groceries.txt", "list.txt"])
    ask = pick(r, """
        Remove {x} from {p}.
        take the line {x} out of {p}
        We have enough {x}. Delete it from {p} please.
        drop {x} from the list in {p}""", x=x, p=p)
    left = [y for y in xs if y != x]
    i = xs.index(x)
    old, new = (x + "\n", "") if i < 4 else ("\n" + x, "")
    return T(ask, fill(r, {p: "\n".join(xs)}), {p: "\n".join(left)}, plan=[("read", p), ("edit", p, old, new), say("Removed.")])


@kind
def edit_append(r):
    xs = r.sample(["eggs", "flour", "yeast", "butter", "honey", "olives", "rice", "lentils"], 4)
    p = r.choice(["shopping.txt", "notes/groceries.txt", "pantry.txt"])
    ask = pick(r, """
        Add {x} to the end of {p}.
        append a line "{x}" to {p}
        {x} is missing in {p}, put it at the bottom
        Please add one more line to {p}, at the end: {x}""", x=xs[3], p=p)
    return T(ask, fill(r, {p: "\n".join(xs[:3])}), {p: "\n".join(xs)}, plan=[("read", p), ("edit", p, xs[2], xs[2] + "\n" + xs[3]), say("Added.")])


@kind
def edit_prepend(r):
    p, t, h = r.choice([("run.sh", "echo building\nmake all\necho finished", "#!/bin/sh"), ("tool.py", "import os\n\nprint(os.name)", "# Licensed under MIT"), ("src/lib.rs", "pub fn one() -> u8 {\n    1\n}", "// Generated, do not edit"), ("mail.txt", "the parcel has arrived.\nsee you", "Dear Greta,")])
    ask = pick(r, """
        Add the line {h} at the very top of {p}.
        put "{h}" as the first line of {p}
        {p} should start with a line that says `{h}`. The rest stays as it is.""", h=h, p=p)
    f = t.split("\n")[0]
    return T(ask, fill(r, {p: t}), {p: [h + "\n" + t, h + "\n\n" + t]}, plan=[("read", p), ("edit", p, f, h + "\n" + f), say("It's the first line now.")])


@kind
def edit_dependency(r):
    a, b, n = r.sample(CRATES, 3)
    v = f"{r.randint(1, 3)}.{r.randint(0, 9)}"
    head = f'[package]\nname = "{r.choice(PROJ)}"\nversion = "0.2.0"\n\n[dependencies]\n'
    t = head + f'{a} = "1.0"\n{b} = "0.8"'
    new = f'{n} = "{v}"'
    want = [head + "\n".join(x) for x in ([f'{a} = "1.0"', f'{b} = "0.8"', new], [new, f'{a} = "1.0"', f'{b} = "0.8"'], [f'{a} = "1.0"', new, f'{b} = "0.8"'])]
    ask = pick(r, """
        Add the dependency {n} = "{v}" to Cargo.toml.
        we need {n} version {v}, add it under dependencies in Cargo.toml
        Please put {n} "{v}" into the [dependencies] of Cargo.toml.""", n=n, v=v)
    return T(ask, fill(r, {"Cargo.toml": t}), {"Cargo.toml": want}, plan=[("read", "Cargo.toml"), ("edit", "Cargo.toml", "[dependencies]", "[dependencies]\n" + new), say("Added.")])


@kind
def edit_json_add_key(r):
    k = r.choice(["region", "theme", "retries", "workers"])
    c = Conf(r, "json", skip=[k], n=4)
    v = r.choice(POOL[k])
    sv = json.dumps(v)
    ask = pick(r, """
        Add a key "{k}" with the value {v} to {p}.
        {p} needs one more entry: "{k}": {v}
        put {k} into {p}, value {v}. keep everything else""", k=k, v=sv, p=c.path)
    t = c.text()
    return T(ask, fill(r, {c.path: t}), {c.path: same_json({**c.vals, k: v})}, plan=[("read", c.path), ("edit", c.path, "{\n", '{\n  "%s": %s,\n' % (k, sv)), say("Added.")])


@kind
def edit_add_setting(r):
    k = r.choice(["region", "theme", "retries", "workers"])
    c = Conf(r, r.choice(["env", "yaml", "toml"]), skip=[k], n=3)
    v = r.choice([x for x in POOL[k] if x not in c.vals.values()])
    t = c.text()
    ask = pick(r, """
        Add this line at the end of {p}: {l}
        append {l} to {p}
        {p} lacks a setting, please add `{l}` as its last line""", l=c.line(k, v), p=c.path)
    last = t.split("\n")[-1]
    return T(ask, fill(r, {c.path: t}), {c.path: t + "\n" + c.line(k, v)}, plan=[("read", c.path), ("edit", c.path, last, last + "\n" + c.line(k, v)), say("Added.")])


@kind
def edit_remove_setting(r):
    k = r.choice(["theme", "user", "cache_dir", "retries"])
    c = Conf(r, need=[k])
    ask = pick(r, """
        Remove the {k} setting from {p}.
        we don't use {k} any more, delete it from {p}
        Please take {k} out of {p}; everything else stays.""", k=k, p=c.path)
    w = c.text(drop=[k])
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(drop=[k])}, plan=[("read", c.path), ("write", c.path, w), say("Removed.")])


@kind
def edit_two_files(r):
    k = r.choice(["host", "port", "region"])
    a, b = r.sample(POOL[k], 2)
    x = Conf(r, "yaml", [k], n=4, path="config/web.yaml", **{k: a})
    y = Conf(r, "env", [k], n=4, path="config/worker.env", **{k: a})
    ask = pick(r, """
        Change the {k} from {a} to {b} in config/web.yaml and in config/worker.env.
        {k} is {b} now, no longer {a}. update config/web.yaml and config/worker.env
        Both config/web.yaml and config/worker.env still have {a} as {k}. It must be {b} in each.""", k=k, a=a, b=b)
    return T(ask, fill(r, {x.path: x.text(), y.path: y.text()}), {x.path: x.want(**{k: b}), y.path: y.want(**{k: b})}, plan=[("edit", x.path, x.line(k), x.line(k, b)), ("edit", y.path, y.line(k), y.line(k, b)), say("Both changed.")])


@kind
def edit_two_values(r):
    a, b = r.sample(["host", "port", "region", "timeout", "theme"], 2)
    c = Conf(r, need=[a, b])
    x, y = other(r, POOL[a], *c.vals.values()), other(r, POOL[b], *c.vals.values())
    ask = pick(r, """
        In {p}, set {a} to {x} and {b} to {y}.
        two changes in {p}: {a} becomes {x}, {b} becomes {y}
        Please update {p}. The {a} should be {x}. The {b} should be {y}.""", p=c.path, a=a, b=b, x=x, y=y)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{a: x, b: y})}, plan=[("read", c.path), ("edit", c.path, c.line(a), c.line(a, x)), ("edit", c.path, c.line(b), c.line(b, y)), say("Done, both.")])


@kind
def edit_tell_old_value(r):
    k = r.choice(["port", "host", "timeout", "region"])
    c = Conf(r, need=[k])
    v = other(r, POOL[k], *c.vals.values())
    ask = pick(r, """
        Change {k} in {p} to {v} and tell me what it was before.
        set {k} to {v} in {p}. what was the old value?
        I want {k} {v} in {p}, but let me know the previous value so that I can go back.""", k=k, p=c.path, v=v)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, say=[str(c.vals[k])], plan=[("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), say(f"It was {c.vals[k]} before.")])


@kind
def edit_csv_cell(r):
    its, ns = r.sample(ITEMS, 4), r.sample(range(5, 99), 5)
    i = r.randrange(4)
    p = r.choice(["stock.csv", "data/inventory.csv"])
    t = "item,stock\n" + "\n".join(f"{a},{b}" for a, b in zip(its, ns))
    ask = pick(r, """
        The stock of {i} in {p} is {n} now, please update it.
        set {i} to {n} in {p}
        we counted: {n} of the item {i}. change {p}""", i=its[i], n=ns[4], p=p)
    return T(ask, fill(r, {p: t}), {p: t.replace(f"{its[i]},{ns[i]}", f"{its[i]},{ns[4]}")}, plan=[("read", p), ("edit", p, f"{its[i]},{ns[i]}", f"{its[i]},{ns[4]}"), say("Updated.")])


@kind
def edit_csv_row(r):
    ns, ts = r.sample(NAMES, 4), r.sample(TOWNS, 4)
    ages = r.sample(range(21, 70), 4)
    rows = [f"{a},{b},{c}" for a, b, c in zip(ns, ages, ts)]
    p = r.choice(["people.csv", "data/members.csv"])
    t = "name,age,city\n" + "\n".join(rows[:3])
    ask = pick(r, """
        Add a row to {p}: {n}, {a} years old, from {c}.
        new member for {p}: name {n}, age {a}, city {c}. append at the end
        {n} ({a}, {c}) has joined. Put that as the last row of {p}.""", p=p, n=ns[3], a=ages[3], c=ts[3])
    return T(ask, fill(r, {p: t}), {p: t + "\n" + rows[3]}, plan=[("read", p), ("edit", p, rows[2], rows[2] + "\n" + rows[3]), say("Added.")])


@kind
def edit_comment_out(r):
    c = Conf(r, r.choice(["toml", "env", "yaml"]), need=["cache_dir"])
    l = c.line("cache_dir")
    t = c.text()
    ask = pick(r, """
        Comment out the {k} line in {p} with a #.
        put a # in front of {k} in {p} so it's disabled
        please comment {k} out in {p} (it uses # for comments)""", k=c.key("cache_dir"), p=c.path)
    return T(ask, fill(r, {c.path: t}), {c.path: [t.replace(l, "# " + l), t.replace(l, "#" + l)]}, plan=[("read", c.path), ("edit", c.path, l, "# " + l), say("It is commented out.")])


@kind
def edit_tick_off(r):
    xs = r.sample(["paint the fence", "order ink", "test the backup", "sort invoices", "clean the filter", "update the docs"], 4)
    p = r.choice(["TODO.md", "tasks.md", "notes/chores.md"])
    t = "# To do\n\n" + "\n".join(f"- [{'x' if i == 0 else ' '}] {x}" for i, x in enumerate(xs))
    x = r.choice(xs[1:])
    ask = pick(r, """
        Mark "{x}" as done in {p}.
        i finished "{x}", tick it off in {p}
        Check off {x} in {p} please.""", x=x, p=p)
    return T(ask, fill(r, {p: t}), {p: t.replace(f"[ ] {x}", f"[x] {x}")}, plan=[("read", p), ("edit", p, f"[ ] {x}", f"[x] {x}"), say("Ticked.")])


@kind
def edit_raise_number(r):
    k = r.choice(["retries", "workers", "timeout"])
    c = Conf(r, need=[k])
    n = r.choice([1, 2, 5, 10])
    v = c.vals[k] + n
    ask = pick(r, """
        Increase {k} in {p} by {n}.
        raise the {k} in {p} by {n}, and tell me the new value
        {k} in {p} should be {n} higher than now.""", k=k, p=c.path, n=n)
    return T(ask, fill(r, {c.path: c.text()}), {c.path: c.want(**{k: v})}, plan=[("read", c.path), ("edit", c.path, c.line(k), c.line(k, v)), say(f"{k} is {v} now.")])


@kind
def edit_overwrite(r):
    p = r.choice(["motd.txt", "status.txt", "banner.txt"])
    a, b = r.sample(LINES, 2)
    ask = pick(r, """
        Replace everything in {p} by the single line: {b}
        overwrite {p} so it only says {b}
        {p} should just read "{b}" (no quotes), throw the old text away""", p=p, b=b)
    return T(ask, fill(r, {p: a + "\nold line two"}), {p: b}, plan=[("write", p, b), say("Overwritten.")])


@kind
def edit_delete_function(r):
    a, b = r.sample(FUN, 2)
    d = lambda n: f"def {n}(x):\n    return x + {len(n)}"
    p = r.choice(["util.py", "src/helpers.py"])
    top = r.random() < 0.5
    t = "\n\n\n".join([d(a), d(b)] if top else [d(b), d(a)])
    ask = pick(r, """
        Delete the function {a} from {p}, nothing uses it.
        remove {a} from {p}; keep {b}
        {p} has an unused function {a}. Get rid of it please.""", a=a, b=b, p=p)
    return T(ask, fill(r, {p: t}), {p: d(b)}, plan=[("read", p), ("write", p, d(b)), say("Deleted.")])
