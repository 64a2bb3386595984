"""Plain kinds: files are created, edited, copied, moved and removed."""
import json

import piafiles as F
import piasteps as S
import piawords as V
from piajob import Job, Step


def start(r, extras=(0, 2)):
    """A new job with a few files that do not matter."""
    j = Job(r)
    j.extras(r.randint(*extras))
    return j


def more(j, step, odds=0.5):
    """The step alone, or with one other step of a plain sort after or before it."""
    r = j.r
    if step.block is not None or r.random() > odds:
        return j.simple(step)
    op = j.ops[-1]
    text = j.cur.get(op[1])
    if text and r.random() < 0.4:
        needle = {"set": op[2], "replace": op[-1], "insert": op[-1]}.get(op[0], text)
        return j.chain([step, S.command(j, op[1], needle)])
    return j.chain([step, r.choice([S.delete, S.create, S.append, S.copy, S.setting, S.drop])(j)])


def create_line(r):
    """A new file of one line."""
    j = start(r)
    return more(j, S.create(j, block=True))


def create_code(r):
    """A new file of several lines."""
    j = start(r)
    return more(j, S.create_block(j))


def create_two(r):
    """Two new files in one request."""
    j = start(r, (0, 1))
    a, b = S.create(j), S.create(j)
    p, q, x, y = a.slots["p"], b.slots["p"], a.slots["v"], b.slots["v"]
    s = Step(["create <p> with <x> and <q> with <y>", "create two files: <p> with <x>, <q> with <y>", "make <p> (content <x>) and <q> (content <y>)", "write <x> to <p> and <y> to <q>", "put <x> in <p> and <y> in <q>", "add [the files|two files,] <p> and <q>, the first with <x>, the second with <y>", "save <x> as <p> and <y> as <q>", "set up <p> containing <x>, and also <q> containing <y>", "store <x> in <p>, then <y> in <q>", "create both <p> and <q>; in the first goes <x>, in the other <y>"],
             ["Two [new files|files to create]:\n[- |* |]<p>: <x>\n[- |* |]<q>: <y>", "<p> [should|must] [hold|contain] <x> and <q> [should|must] [hold|contain] <y>. Neither exists yet.", "| file | content |\n| <p> | <x> |\n| <q> | <y> |\n[Create these two|Please make both files].", "We [need|are missing] two files. <p> says <x>. <q> says <y>.", "1. <p> = <x>\n2. <q> = <y>\n[Create both|Write these two files][, please|].", "[Could|Can] you create two files for me? In <p>: <x>. In <q>: <y>."],
             {"p": p, "q": q, "x": x, "y": y})
    return j.simple(s, j.done([f"created {b.did[8:]} and {a.did[8:]}"]))


def create_lines(r):
    """A new file whose lines are listed in the sentence."""
    j = start(r)
    path, ls = j.fresh(lambda: F.items(r, r.randint(2, 4)))
    ls = [x[2:] if x[:2] in ("- ", "* ") else x for x in ls]
    j.write(path, "\n".join(ls))
    j.ops.append(("set", path, "\n".join(ls)))
    n = "zero one two three four".split()[len(ls)]
    s = Step([f"create <p> with {n} lines: <x>", f"write <x> to <p>, [one per line|each on its own line|one on each line]", f"make a [list|file] <p> with the {n} lines <x>", "create [the list |the file |]<p> with <x>, [one per line|each on a line of its own]", f"put the {n} lines <x> into a new file <p>", f"start <p> with {n} lines, in this order: <x>", f"save {n} lines in <p>: <x>", "make a file <p> that lists <x>, line by line"],
             [f"<p> [should|must] have {n} lines: <x>.", f"New file <p>, {n} lines: <x>.", f"There should be a file <p>. Its {n} lines are <x>.", "<x>: [put|write|save] these in <p>, one per line.", f"[I need|I'd like] a file <p> of {n} lines, namely <x>."],
             {"p": j.p(path), "x": j.vs(ls)}, did=f"created {path} with {n} lines")
    return j.simple(s)


def create_check(r):
    """A source file, then its check."""
    j = start(r)
    path, text = j.fresh(lambda: F.code(r))
    a = Step(slots={"p": j.p(path)}, ext=path.rsplit(".", 1)[-1])
    a.slots["v"] = j.content(text, a)
    j.write(path, text)
    j.ops.append(("set", path, text))
    c = S.command(j, path, text)
    a.slots["c"] = c.slots["c"]
    a.vps = [v + w for v in ["create <p> with <v>", "write <v> to <p>", "put <v> into <p>", "save <v> as <p>", "add a file <p> with <v>", "make <p> out of <v>", "set up <p> with <v>", "let <p> contain <v>"] for w in [", then run <c>", " and run <c>", " and check it with <c>", ", then make sure <c> passes", " and verify with <c>", ", after that run <c>", " and see that <c> succeeds"]]
    a.wholes = ["[Run|Execute] <c>, but [first|before that] [create|write] <p> with <v>.", "<c> [needs|checks|looks at] <p>. [Create it|Make that file] with <v> and run <c>.", "Create <p>, run <c>. Content of <p>: <v>", "Two steps. One: <p> is created with <v>. Two: <c> is run.", "<p> [is missing|does not exist yet]. Write <v> to it. Then [run|start] <c>."]
    return j.simple(a, j.done(["created " + path, c.did]))


def replace_word(r):
    """A word is replaced."""
    j = start(r)
    return more(j, S.replace(j))


def replace_check(r):
    """A word is replaced, then a check is run."""
    j = start(r)
    a = S.replace(j)
    path, new = j.ops[-1][1], j.ops[-1][3]
    c = S.command(j, path, [x for x in j.cur[path].split("\n") if new in x][0])
    return j.chain([a, c])


def set_value(r):
    """A setting gets another value."""
    j = start(r)
    return j.simple(S.setting(j))


def set_check(r):
    """A setting is changed, then a check is run."""
    j = start(r)
    a = S.setting(j)
    return j.chain([a, S.command(j, a.path, a.line)])


def append_line(r):
    """A line at the end."""
    j = start(r)
    return j.simple(S.append(j))


def prepend_line(r):
    """A line at the top."""
    j = start(r)
    return j.simple(S.prepend(j))


def insert_after(r):
    """A line after a named one."""
    j = start(r)
    return more(j, S.insert(j, True))


def insert_before(r):
    """A line before a named one."""
    j = start(r)
    return more(j, S.insert(j, False))


def remove_line(r):
    """A line goes."""
    j = start(r)
    return j.simple(S.drop(j))


def copy_file(r):
    """A copy is made."""
    j = start(r)
    return j.simple(S.copy(j))


def rename_file(r):
    """A file gets another name."""
    j = start(r)
    return j.simple(S.rename(j, False))


def move_file(r):
    """A file moves to another folder."""
    j = start(r)
    return j.simple(S.rename(j, True))


def delete_file(r):
    """A file goes."""
    j = start(r, (1, 3))
    return more(j, S.delete(j))


def two_deleted(r):
    """Two files go."""
    j = start(r, (1, 2))
    p, q = j.other(), j.other()
    S.delete(j, p), S.delete(j, q)
    s = Step(["delete <p> and <q>", "remove <p> and <q>", "remove both <p> and <q>", "delete two files: <p>, <q>", "get rid of <p> and <q>", "throw away <p> as well as <q>", "delete the files <p> and <q>", "clean up by deleting <p> and <q>", "erase <p>, and <q> too", "rm <p> and <q>"],
             ["<p> and <q> [are no longer needed|can go|must go|are leftovers]. [Delete them|Remove both].", "[Neither|Not one] of <p> and <q> is used. [Remove them|Delete both files].", "For the bin:\n- <p>\n- <q>", "[Delete|Remove]:\n<p>\n<q>", "I want to see neither <p> nor <q> again. Delete them."],
             {"p": j.p(p), "q": j.p(q)}, did=f"deleted {p} and {q}")
    return j.simple(s)


def csv_row(r):
    """A row is added to a CSV file."""
    j = start(r)
    path, head, rows = j.fresh(lambda: F.table(r))
    row = rows.pop()
    ls = [",".join(x) for x in [head] + rows]
    j.add(path, "\n".join(ls))
    j.read(path)
    j.line_to(path, len(ls) - 1, [ls[-1], ",".join(row)])
    j.ops.append(("insert", path, len(ls), ",".join(row)))
    s = Step(["add the row <v> to <p>", "append the row <v> to <p>", "add <v> as a new row [to|at the end of] <p>", "add [one more row|a record|one entry] to the table <p>: <v>", "put the record <v> at the end of <p>", "extend the CSV <p> by <v>", "write the row <v> under the others in <p>", "enter <v> as the last row of <p>", "register <v> in <p>, as the last line", "add this row at the bottom of <p>: <v>"],
             ["<p> [lacks|is missing|needs] the row <v>. [Add it at the end|Append it].", "New [record|row|entry] for <p>: <v>. [It goes last|Put it at the end].", "The table <p> [should|must] [end|close] with <v>, after the rows it has.", "[Row|Record]: <v>\nFile: <p>\n[Append it|Add it as the last one].", "<v> [has to|should] go into <p> as its last row."],
             {"p": j.p(path), "v": j.v(",".join(row))}, did=f"added the row {','.join(row)} to {path}")
    return j.simple(s)


def json_set(r):
    """A field of a JSON file gets another value."""
    j = start(r)
    path, d = j.fresh(lambda: F.record(r))
    k = r.choice(list(d))
    new = d[k]
    while str(new) in str(d[k]) or str(d[k]) in str(new):
        new = F.KEYS[k](r)
    text = F.dump(r, d)
    j.add(path, text)
    i = next(i for i, x in enumerate(text.split("\n")) if f'"{k}":' in x)
    put = text.split("\n")[i].replace(json.dumps(d[k]), json.dumps(new))
    j.read(path)
    j.line_to(path, i, [put])
    j.ops.append(("line", path, i, put))
    s = Step([x.replace("<k>", r.choice(["<k>", "<k>", "the field <k>", "the JSON field <k>"])) for x in S.SET], S.SET_W, {"p": j.p(path), "k": j.v(k, True), "v": str(new)}, did=f"set {k} to {new} in {path}")
    return j.simple(s)


def tick(r):
    """A to-do is ticked off."""
    j = start(r)
    path = j.fresh(lambda: V.name(r, "md"))
    todo = r.sample(V.CHORES, r.randint(3, 5))
    i = r.randrange(len(todo))
    ls = [f"- [{'x' if r.random() < 0.3 and n != i else ' '}] {x}" for n, x in enumerate(todo)]
    j.add(path, "\n".join(ls))
    j.read(path)
    j.line_to(path, i, ["- [x] " + todo[i]])
    j.ops.append(("line", path, i, "- [x] " + todo[i]))
    s = Step(["tick [off |]<v> in <p>", "mark <v> as done in <p>", "check the box of <v> in <p>", "in <p>, [tick|check] the box for <v>", "mark [the task |the item |]<v> in <p> as [done|finished|complete]", "set <v> to done in [the list |the checklist |]<p>", "put an x in the box before <v> in <p>", "turn the open task <v> in <p> into a done one", "update <p>: <v> is done"],
             ["<v> is [done|finished]. [Tick it off|Mark it] in <p>.", "I [did|finished] <v> today; [tick|mark] it in <p>.", "<p> still shows <v> as open, but it is done. [Fix that|Tick it].", "[Done|Finished]: <v>. [Checklist|List]: <p>. [Please update|Tick the box]."],
             {"p": j.p(path), "v": j.v(todo[i])}, did=f"ticked off {todo[i]} in {path}")
    return j.simple(s)


def comment(r):
    """A line is commented out, or back in."""
    j = start(r)
    path = j.fresh(lambda: V.name(r, r.choice(["conf", "sh", "py", "yaml", "env", "cfg"])))
    off = r.random() < 0.6
    ls = [f"{k}={F.KEYS[k](r)}" for k in r.sample(list(F.KEYS), r.randint(3, 5))]
    i = r.randrange(len(ls))
    k = ls[i].split("=")[0]
    if not off:
        ls[i] = "# " + ls[i]
    j.add(path, "\n".join(ls))
    new = "# " + ls[i] if off else ls[i][2:]
    j.read(path)
    j.line_to(path, i, [new])
    j.ops.append(("line", path, i, new))
    if off:
        s = Step(["comment out [the line with |the line of |]<k> in <p> [with '# '|by putting '# ' before it]", "put '# ' before the line of <k> in <p>", "disable <k> in <p> by [a leading '# '|putting '# ' in front]", "turn the <k> line of <p> into a comment ('# ' first)", "in <p>, comment out <k> using '# '", "add '# ' at the start of the <k> line in <p>"], ["<k> in <p> [should|must] be off; put '# ' before its line.", "[Comment out|Disable] (with '# '): <k>\nFile: <p>", "We don't want <k> in <p> for now. Comment it out with '# '."])
    else:
        s = Step(["uncomment [the line with |the line of |]<k> in <p>", "remove the '# ' before <k> in <p>", "enable <k> in <p> again by removing the '# '", "take the leading '# ' off the <k> line in <p>", "in <p>, uncomment <k>", "make the commented <k> line in <p> active again"], ["<k> is commented out in <p>. [Uncomment it|Enable it again].", "<p> has <k> behind a '# '. [Remove the mark|Take the '# ' away].", "We want <k> in <p> again. Uncomment its line."])
    s.slots = {"p": j.p(path), "k": j.v(k, True)}
    s.did = f"{'commented out' if off else 'uncommented'} {k} in {path}"
    return j.simple(s)


def ignore(r):
    """Patterns are added to an ignore file."""
    j = start(r)
    path = j.fresh(lambda: r.choice([".gitignore", ".dockerignore", ".npmignore", "web/.gitignore", ".eslintignore"]))
    pats = r.sample(["*.log", "target/", "node_modules/", ".venv/", "dist/", "*.tmp", ".DS_Store", "build/", "coverage.xml", "*.pyc", ".env.local", "out/*.bin", "/secrets", "*.swp", ".idea/"], r.randint(3, 5))
    new = pats.pop()
    j.add(path, "\n".join(pats))
    j.read(path)
    j.line_to(path, len(pats) - 1, [pats[-1], new])
    j.ops.append(("insert", path, len(pats), new))
    s = Step(["add <v> to <p>", "add the pattern <v> at the end of <p>", "append <v> to <p>", "list <v> in <p> as well, at the end", "put <v> on the last line of <p>, after the others", "extend <p> by the pattern <v>", "let <p> also cover <v> (a new last line)", "make sure that <p> ends with <v>"],
             ["<v> [should|must] be ignored too. [Add it to|Append it to] <p>.", "<p> [lacks|is missing|needs] <v> as its last line.", "[I keep|We keep] committing <v> by mistake; add it at the end of <p>.", "New last line for <p>: <v>"],
             {"p": j.p(path), "v": j.v(new)}, did=f"added {new} to {path}")
    return j.simple(s)


def changelog(r):
    """An entry goes right under the heading of a version."""
    j = start(r)
    path = j.fresh(lambda: r.choice(["CHANGELOG.md", "docs/CHANGES.md", "HISTORY.md", "NEWS.md", "app/CHANGELOG.md"]))
    v1, v2 = r.sample([V.version(r) for _ in range(9)], 2)
    while v1 in v2 or v2 in v1:
        v2 = V.version(r)
    note = lambda: r.choice(["Fix", "Add", "Drop", "Speed up", "Rework", "Document"]) + " the " + r.choice(V.NOUNS) + r.choice([" page", " view", " import", " client", " timeout"])
    n1, n2, n3, new = r.sample(sorted({note() for _ in range(30)}), 4)
    ls = ["# Changelog", "## " + v1, "- " + n1, "## " + v2, "- " + n2, "- " + n3]
    j.add(path, "\n".join(ls))
    v, i = r.choice([(v1, 1), (v2, 3)])
    j.read(path)
    j.line_to(path, i, ["## " + v, "- " + new])
    j.ops.append(("insert", path, i + 1, "- " + new))
    s = Step(["add the entry <x> right under [the heading |]<h> in <p>", "insert <x> directly below <h> in <p>", "in <p>, put <x> on the line after <h>", "add <x> as the first entry [of|under] <h> in <p>", "put the line <x> right after <h> in <p>", "write <x> under the heading <h> of <p>, as the first point", "update <p>: below <h> comes <x>, before the other points"],
             ["<p> [needs|lacks] <x> right below <h>.", "[Release note|Changelog entry]: <x>. Where: <p>, first line under <h>.", "The section <h> of <p> [should|must] start with <x>; keep its other entries.", "<x> [was forgotten|is missing] in <p>. It [goes|belongs] directly under <h>."],
             {"p": j.p(path), "h": j.v("## " + v), "x": j.v("- " + new)}, did=f"added the entry to {path}")
    return j.simple(s)


def swap(r):
    """Two settings of a file trade their values."""
    j = start(r)
    path = j.fresh(lambda: V.name(r, r.choice(["ini", "cfg", "txt", "yaml", "env"])))
    sep = r.choice(["=", ": ", " = "])
    a, b, c, d = r.sample(r.choice([V.TOWNS, V.PEOPLE, V.NOUNS]), 4)
    k = r.sample(["first", "second", "left", "right", "primary", "backup", "early", "late", "source", "target", "day", "night"], 3)
    ls = [k[0] + sep + a, k[1] + sep + b, k[2] + sep + c]
    r.shuffle(ls)
    x, y = r.sample(k, 2)
    of = {w.split(sep)[0]: w.split(sep)[1] for w in ls}
    j.add(path, "\n".join(ls))
    of[x], of[y] = of[y], of[x]
    j.read(path)
    j.write(path, "\n".join(w.split(sep)[0] + sep + of[w.split(sep)[0]] for w in ls))
    j.ops.append(("swap", path, sep, x, y))
    s = Step(["swap the values of <x> and <y> in <p>", "exchange the values of <x> and <y> in <p>", "in <p>, [swap|exchange|switch] the values of <x> and <y>", "let <x> and <y> trade values in <p>", "give <x> the value of <y> and the other way round in <p>", "switch the values of <x> and <y> in <p>, keeping the order of the lines", "edit <p> so that <x> has what <y> has now, and vice versa"],
             ["In <p> <x> and <y> are mixed up. [Swap their values|Exchange the two values].", "Somebody confused <x> and <y> in <p>; [swap|exchange] the values.", "<x> and <y> [have each other's value|were entered the wrong way round] in <p>. [Correct it|Fix that].", "[Swap values|Exchange]: <x>, <y>\nFile: <p>"],
             {"p": j.p(path), "x": j.v(x, True), "y": j.v(y, True)}, did=f"swapped the values of {x} and {y} in {path}")
    return j.simple(s)


KINDS = [create_line, create_code, create_two, create_lines, create_check, replace_word, replace_check, set_value, set_check, append_line, prepend_line, insert_after, insert_before, remove_line, copy_file, rename_file, move_file, delete_file, two_deleted, csv_row, json_set, tick, comment, ignore, changelog, swap]
