"""Kinds: making files."""

import json

import senacmd as C
import senaframes1  # noqa: F401
import senaworld as W
from senacore import build, kind, need


def one_line(r):
    """Content of one line."""
    k = r.random()
    if k < 0.5:
        return W.sentence(r)
    if k < 0.65:
        return " ".join(W.noun(r) for _ in range(r.randint(1, 4)))
    if k < 0.75:
        kv = W.KV(r, n=1, fmt=r.choice(["yaml", "env", "ini", "py"]))
        return kv.line[kv.keys[0]]
    if k < 0.85:
        return r.choice(
            [
                f'print("{W.name(r)} {W.noun(r)}")',
                f"export {W.name(r).upper()}={W.num(r)}",
                f"console.log({W.num(r)});",
                f"echo {W.name(r)} {W.name(r)}",
                f"import {W.name(r)}",
                f"SELECT {W.name(r)} FROM {W.name(r)};",
                f"#include <{W.name(r)}.h>",
                f"alias {W.name(r)}='{W.name(r)} -a'",
                f"{W.name(r)}.*",
                f"# {W.cap(W.noun(r))}",
                f"FROM {W.name(r)}:{W.version(r)}",
            ]
        )
    return r.choice([W.task_item(r), W.num(r), W.version(r), W.value(r, "mail"), W.value(r, "path"), f"{W.person(r)}: {W.task_item(r)}"])


def any_path(r):
    return W.any_file(r)[0]


def fresh(r, *taken):
    """A path that is not taken, nor easily mixed up with one that is."""
    p = any_path(r)
    need(all(p.lower() not in t.lower() and t.lower() not in p.lower() for t in taken))
    return p


@kind
def create_line(r):
    p, x = any_path(r), one_line(r)
    return build(r, "create_line", {}, [("write", p, x)], {"p": p, "x": x})


@kind
def create_block(r):
    f = r.choice([W.Note, W.Items, W.KV, W.Table])(r)
    need("\n" in f.text)
    return build(r, "create_block", {}, [("write", f.path, f.text)], {"p": f.path, "x": f.text})


@kind
def create_json(r):
    p = W.path(r, "json", "conf")
    d = {}
    for _ in range(r.randint(1, 4)):
        k = r.choice(W.KEYS) if r.random() < 0.6 else W.name(r)
        d[k] = r.choice(
            [
                lambda: W.value(r),
                lambda: int(W.num(r)),
                lambda: r.random() < 0.5,
                lambda: [W.name(r) for _ in range(r.randint(1, 3))],
                lambda: {W.name(r): int(W.num(r))},
                lambda: None,
            ]
        )()
    if r.random() < 0.15:
        d = [{"id": r.randint(1, 99), "name": W.person(r)} for _ in range(r.randint(1, 3))]
    x = json.dumps(d, indent=r.choice([None, 2, 2, 4]))
    need(x.count("\n") < 11)
    return build(r, "create_json", {}, [("write", p, x)], {"p": p, "x": x})


@kind
def create_code(r):
    c = W.Code(r)
    return build(r, "create_code", {}, [("write", c.path, c.text)], {"p": c.path, "x": c.text})


@kind
def create_list(r):
    f = W.Items(r, n=r.randint(2, 6), mark="")
    t = r.choice([", ".join(f.items), ", ".join(f.items), ", ".join(f.items[:-1]) + " and " + f.items[-1], "; ".join(f.items)])
    need(" and " not in f.items[-1])
    return build(r, "create_list", {}, [("write", f.path, f.text)], {"p": f.path, "t": t})


@kind
def create_env(r):
    f = W.KV(r, fmt=r.choice(["env", "env", "properties"]), n=2)
    k, j = f.keys
    v, w = f.value[k], f.value[j]
    return build(r, "create_env", {}, [("write", f.path, f"{k}={v}\n{j}={w}")], {"p": f.path, "k": k, "j": j, "v": v, "w": w})


@kind
def create_two(r):
    p, x, y = any_path(r), one_line(r), one_line(r)
    q = fresh(r, p)
    return build(r, "create_two", {}, [("write", p, x), ("write", q, y)], {"p": p, "q": q, "x": x, "y": y})


@kind
def create_three(r):
    p = any_path(r)
    q = fresh(r, p)
    s = fresh(r, p, q)
    x, y, o = (one_line(r) for _ in range(3))
    return build(r, "create_three", {}, [("write", p, x), ("write", q, y), ("write", s, o)], {"p": p, "q": q, "s": s, "x": x, "y": y, "o": o})


@kind
def create_in_folder(r):
    p, x = any_path(r), one_line(r)
    f, _, g = p.rpartition("/")
    need(f)
    return build(r, "create_in_folder", {}, [("write", p, x)], {"p": p, "f": f + r.choice(["", "", "/"]), "g": g, "x": x})


@kind
def overwrite(r):
    p, text = W.any_file(r)
    x = one_line(r)
    need(x != text)
    return build(r, "overwrite", {p: text}, [("write", p, x)], {"p": p, "x": x})


@kind
def create_run(r):
    c = W.Code(r, ext=["py", "sh", "js", "rb", "lua", "r", "pl", "ts", "go", "jl", "php"])
    tool = {
        "py": "python",
        "sh": "sh",
        "js": "node",
        "rb": "ruby",
        "lua": "lua",
        "r": "Rscript",
        "pl": "perl",
        "ts": "deno run",
        "go": "go run",
        "jl": "julia",
        "php": "php",
    }[c.ext]
    cmd, e = f"{tool} {c.path}", C.output(r)
    return build(
        r,
        "create_run",
        {},
        [("write", c.path, c.text), ("run", cmd)],
        {"p": c.path, "x": c.text, "c": cmd, "e": e},
        say=[C.key_of(e)],
        checks={cmd: (c.path, c.text, e, f"{tool}: cannot open {c.path}")},
        run=[cmd],
        good=e,
    )
