"""Orders of two to five steps on several files, put together from clauses."""
import umawords as W
from umabase import Hand, Job, P, bank, dress, expand, kind, need
from umaread import config, spoken

CLAUSES = {k: bank("clause_" + k, v) for k, v in {
    "make": r"""
[create|make|add] {f} [with|containing|that says] {'x}
[write|put|save] {'x} [to|into|in] [a new file|] {f}
start {f} with the line {'x}
set up {f} saying {'x}
store {'x} as {f}
echo {'x} > {f}
""", "swap": r"""
[replace|change] {'x} [with|to] {'y} in {f}
in {f}, [turn|change] {'x} into {'y}
make {f} say {'y} instead of {'x}
swap {'x} for {'y} in {f}
fix {f} ({'x} should be {'y})
put {'y} where {f} has {'x}
""", "append": r"""
[append|add] {'x} to [the end of|] {f}
add the line {'x} at the [end|bottom] of {f}
let {f} end with {'x}
write {'x} below the last line of {f}
extend {f} by the line {'x}
echo {'x} >> {f}
""", "drop": r"""
[remove|delete] the line {'x} from {f}
take {'x} out of {f}
drop {'x} from {f}
strike the entry {'x} in {f}
""", "rename": r"""
rename {f} to {g}
move {f} to {g}
give {f} the new name {g}
mv {f} {g}
""", "copy": r"""
copy {f} to {g}
make a copy of {f} named {g}
save the content of {f} also as {g}
cp {f} {g}
""", "delete": r"""
delete {f}
remove the file {f}
get rid of {f}
rm {f}
""", "prepend": r"""
put {'x} at the top of {f}
insert {'x} as the first line of {f}
let {f} begin with {'x}
add {'x} before everything else in {f}
""", "set": r"""
set the {k} in {f} to {~y}
change the {k} in {f} to {~y}
update {f} so that the {k} is {~y}
make {~y} the {k} in {f}
""", "count": r"""
tell me how many lines {f} has
count the lines of {f}
report the number of lines in {f}
say how long {f} is in lines
wc -l {f}
""", "fact": r"""
tell me the {k} [in|from] {f}
report the {k} given in {f}
look up the {k} in {f} for me
say which {k} {f} has
""", "run": r"""
run {'c} [and tell me what it says|and report the output]
execute {'c} and report what it prints
tell me the output of {'c}
run {'c}, I need its output
""", "test": r"""
run {'c}
execute {'c}
check with {'c}
verify by running {'c}
make sure {'c} passes
"""}.items()}
WRAP = bank("order", r"""
{s}
[Please|pls] {s}
[Could you|Can you|Would you] {s}[?|, please?]
[I need you|I'd like you] to {s}.
[Here is|This is] what [I need|must happen]: {s}
[To do|Steps|Jobs|Work order|Runbook]: {s}
[A few things|Some chores] [for you|today]: {s}
Dear colleague,\nwould you kindly {s}?\nKind regards, [Anna|Mr. Lee|the office]
Good [morning|day],\nplease {s}. Thank you very much.
[It's release day|We are cleaning up|The boss is coming|I'm leaving in ten minutes], so {s}.
My [colleague|manager] asked me to {s}. [Do it for me.|You do it please.]
[do all this|all of this pls|in this order]: {s}
""")
LISTWRAP = bank("order_list", r"""
[To do|Steps|Jobs|Work order|Runbook|Plan|Please do]:{s}
[A few things|Some chores] [for you|today], in this order:{s}
[Please work|Work] through this list:{s}
[Here is|This is] what must happen:{s}
[Carry out|Do] these [steps|in order]:{s}
[Checklist|Change plan], [top to bottom|all of it]:{s}
I wrote down what [I need|is left]:{s}
[Could you|Can you] do the following?{s}
[Ticket|Issue] [412|87|2093]:{s}
The steps are below. [Do them all.|Skip none.]{s}
Hello, I would be glad if you took care of these:{s}
tasks{s}
""")
JOINS = (", then ", "; ", ", after that ", ". Then ", " and then ", " && ", ". After that, ", ". Next, ", "; once done ", " -> ")


def old(t):
    """A file from the start that is still there and untouched."""
    ps = [p for p in t.files if t.now.get(p) == t.files[p]]
    return P(t.r.choice(ps)) if ps else t.some(2, 5)[0]


def step(t, op, hand, said):
    """Do one step; returns its clause."""
    r, s = t.r, {}
    if op == "make":
        s = {"x": W.line(r), "f": t.path(other=t.files)}
        t.write(s["f"], s["x"])
    elif op in ("swap", "drop", "append", "prepend", "rename", "copy", "delete"):
        f = s["f"] = old(t)
        lines = t.now[f].split("\n")
        s["x"], s["y"] = r.choice(lines), W.line(r)
        if op == "swap":
            t.edit(f, s["x"], s["y"])
        elif op == "drop":
            t.look(f)
            t.drop(f, s["x"])
        elif op in ("append", "prepend"):
            s["x"] = s["y"]
            getattr(t, op)(f, s["x"])
        elif op == "delete":
            t.rm(f)
        else:
            s["g"] = t.path(other=t.files)
            t.look(f)
            t.write(s["g"], t.now[f])
            if op == "rename":
                t.rm(f)
    elif op in ("set", "fact"):
        p, pairs, fmt = config(t, 1, 4)
        k, v = r.choice(pairs)
        s = {"f": p, "k": spoken(r, k), "y": W.LABELS[k](r)}
        t.read(p)
        if op == "set":
            t.edit(p, W.as_line(fmt, k, v), W.as_line(fmt, k, s["y"]))
        else:
            t.say.append(v)
            said.append(f"the {s['k']} is {v}")
    elif op == "count":
        f = s["f"] = P(r.choice(sorted(t.now) or [""]))
        need(f)
        t.run("wc -l " + f)
        n = str(t.now[f].count("\n") + 1)
        t.say.append(n)
        said.append(f"{f} has {n} line" + "s" * (n != "1"))
    else:
        c = s["c"] = W.command(r, W.RUNNERS if op == "test" else W.PLAIN)
        g = W.good(r) if op == "test" else W.output(r)
        done = [p for p in t.now if t.now[p] != t.files.get(p)] if op == "test" else []
        p = done[-1] if done else r.choice(sorted(t.now) or [""])
        need(p)
        text = t.now[p]
        if done:
            before = t.files.get(p, "").split("\n")
            text = next((x for x in text.split("\n") if x not in before), text)
        need(text)
        t.check(c, p, text, g, f"FAILED: {p}")
        t.run(c)
        t.must(c, g)
        if op == "run":
            t.say.append(g)
        said.append(f"{c} says {g}")
    return hand.fill(expand(r, r.choice(CLAUSES[op])), s)


def order(r, n, ops, layouts):
    t = Job(r)
    for _ in range(r.randint(2, 4)):
        t.some(1, 5)
    hand, said, parts = Hand(r), [], []
    chosen = [r.choice(ops) for _ in range(n)]
    last = [x for x in chosen if x in ("count", "fact", "run", "test")]
    chosen = [x for x in chosen if x not in last] + last[:2 if "run" not in last and "test" not in last else 1]
    need(len(chosen) >= 2 and chosen[0] not in last)
    for op in chosen:
        parts.append(step(t, op, hand, said))
    low = r.random() < .3
    cap = lambda x: x if low or x.split(" ")[0] in ("mv", "cp", "rm", "echo", "wc") else x[0].upper() + x[1:]
    layout = r.choice(layouts)
    t.frame = layout
    if layout == "prose":
        j = r.choice(JOINS)
        s = parts[0]
        for x in parts[1:-1]:
            s += (j if r.random() < .7 else r.choice(JOINS)) + x
        s += r.choice((j, ", and finally ", " and ", ". Finally, ", ", lastly ")) + parts[-1]
        t.frame = frame = r.choice(WRAP)
        frame = expand(r, frame)
        ask = dress(r, frame, r.random() < .3).replace("{s}", s if not frame.startswith("{s}") else cap(s))
    elif layout == "lines":
        ask = "\n".join(cap(x) for x in parts)
    elif layout == "sentences":
        firsts = r.choice((("First, ", "Then ", "Finally, "), ("First ", "After that ", "In the end "), ("", "Next ", "Last, "), ("To begin with, ", "Then ", "At last "), ("", "Then ", "And "), ("Start: ", "Next: ", "Last: ")))
        ask = " ".join((firsts[0] if i == 0 else firsts[2] if i == len(parts) - 1 else firsts[1]) + x + "." for i, x in enumerate(parts))
        ask = ask[0].upper() + ask[1:]
    elif layout == "story":
        whys = ["We moved offices last week.", "The old setup was done in a hurry.", "Nobody has looked after this folder for months.", "I got three calls about it today.", "The release is tonight.", "My notes are a mess.", "A new person starts on Monday."]
        ask = r.choice(whys) + " So " + parts[0] + ". " + r.choice(("That done, ", "With that out of the way, ", "When you have that, ")) + ", and ".join(parts[1:]) + "."
    else:
        mark = r.choice(("- ", "* ", "{i}. ", "{i}) ", "({i}) ", "[ ] ", "Step {i}: ", "a", "> "))
        rows = [("abcde"[i] + ") " if mark == "a" else mark.replace("{i}", str(i + 1))) + cap(x) for i, x in enumerate(parts)]
        ask = dress(r, expand(r, r.choice(LISTWRAP)), False).replace("{s}", "\n" + "\n".join(rows))
    said = ", ".join(said[:-1]) + (" and " if said[1:] else "") + said[-1] if said else ""
    up = said[:1].upper() + said[1:] if said.startswith("the ") else said
    answers = ["All done: {s}.", "{u}.", "Done, {s}.", "Everything is done; {s}."] if said else ["All done.", "Done, all [steps|of it] as asked.", "[Everything|All of it] is [done|in place].", "All {n} steps are [done|finished]."]
    return t.close(ask, hand, {"s": said, "u": up, "n": str(len(parts))}, answers)


DO = ["make", "swap", "append", "drop", "rename", "copy", "delete", "prepend", "set"]
TELL = ["count", "fact", "run", "test"]


@kind
def order_pair(r):
    return order(r, 2, DO, ["prose"])


@kind
def order_prose(r):
    return order(r, r.randint(3, 4), DO + TELL, ["prose", "sentences"])


@kind
def order_list(r):
    return order(r, r.randint(3, 5), DO + TELL, ["list", "list", "lines"])


@kind
def order_story(r):
    return order(r, r.randint(2, 4), DO + TELL, ["story", "sentences"])


@kind
def order_report(r):
    t = order(r, r.randint(2, 4), DO + TELL * 3, ["prose", "prose", "sentences", "list"])
    need(t.say)
    return t


@kind
def order_long(r):
    return order(r, 5, DO + TELL, ["prose", "sentences", "list", "list", "story"])


@kind
def order_check(r):
    """Edits that a command checks at the end."""
    t = order(r, r.randint(3, 4), DO + ["test", "run"] * 3, ["prose", "sentences", "list", "lines", "story"])
    need(t.must_run)
    return t


@kind
def order_config(r):
    return order(r, r.randint(3, 4), ["set", "set", "fact", "copy", "append", "count"], ["prose", "list", "story"])


@kind
def order_files(r):
    return order(r, r.randint(2, 4), ["rename", "copy", "delete", "make", "rename", "count", "run"], ["prose", "list", "sentences", "lines"])
