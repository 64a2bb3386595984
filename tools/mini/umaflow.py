"""Tasks whose course depends on what the files or the tools say."""
import umawords as W
from umabase import OK, Job, P, bank, kind, need
from umaedit import config, like, spoken
from umarun import SAYS

CARRY = bank("carry_value", r"""
[Take|Read|Get] the {k} from {a} and [put|write] it [into|in place of] {~o} in {b}.
In {b}, replace {~o} with the {k} [from|given in] {a}.
{b} still [says|has] {~o}; it should [say|be] the {k} from {a}.
[Copy|Carry] the {k} from {a} to {b}, where {~o} stands [now|].
Look up the {k} in {a}[,| and] then [change|replace] {~o} in {b} to it.
sed s/{o}/$({k} of {a})/ {b}
[Fill in|Complete] {b}: {~o} is a placeholder for the {k} in {a}.
What {a} gives as {k} [has to|must] appear in {b} instead of {~o}.
[Could you|Can you] swap {~o} in {b} for the {k} that {a} lists?
first see {k} in {a}, after put it in {b} where is {~o}
The placeholder {~o} in {b} [becomes|is to be replaced by] the {k} of {a}.
{a} knows the {k}. Please use it for {~o} in {b}.
template: {b}, slot: {o}, value: {k} from {a}
""")


@kind
def carry_value(r):
    t = Job(r)
    a, pairs, _ = config(t, 1, 6)
    k, v = r.choice(pairs)
    o = r.choice(("TODO", "XXX", "TBD", "<value>", "@@", "PLACEHOLDER", W.made(r).upper(), "__" + k.upper() + "__", "???", "FIX" "ME"))
    b, lines = t.some(1, 4)
    lines[r.randrange(len(lines))] = r.choice(("{w}: {o}", "{w} = {o}", "The {w} is {o}", "{w} {o}", "{w}({o})")).replace("{w}", W.word(r)).replace("{o}", o)
    t.files[b] = t.now[b] = "\n".join(lines)
    t.clutter(0, 2)
    t.read(a)
    t.edit(b, o, v)
    return t.done(CARRY, {"a": a, "b": b, "k": spoken(r, k), "o": o, "v": v}, ["{b} now [has|says] {v}.", "Put {v} into {b}.", "Done, the {k} is {v}.", "{v} [stands|is] in {b} now."])


SYNC = bank("sync_value", r"""
[Make|Set] the {k} in {b} the same as in {a}.
The {k} in {b} [must|should] match [the one in|] {a}. [Fix {b}.|Change {b}.]
[Sync|Bring over] the {k} from {a} to {b}.
{b}.{k} := {a}.{k}
{a} has the right {k}, {b} [an old one|a wrong one]. [Correct {b}.|Update {b}.]
[Copy|Take] the {k} out of {a} and use it as {k} in {b}.
[Please align|Align] {b} with {a}: same {k}.
whatever {k} {a} has, {b} needs it too
[Could you|Can you] update the {k} in {b} to [the value in {a}|what {a} says]?
In {b} the {k} is stale; the current one is in {a}. [Update.|Update it please.]
Read the {k} in {a}, then edit the {k} in {b} [accordingly|to be equal].
{b} and {a} disagree on the {k}. {a} is [right|correct].
the {k} from {a} must also stand in {b} as {k}
""")


@kind
def sync_value(r):
    t = Job(r)
    k = r.choice(W.LABEL_NAMES)
    only = [x for x in W.LABEL_NAMES if x != k]
    ps, vs, fs = [], [], []
    for _ in range(2):
        pairs = W.record(r, r.randint(0, 4), only)
        v = W.LABELS[k](r)
        pairs.insert(r.randint(0, len(pairs)), (k, v))
        lines, fmt = W.shaped(r, pairs)
        ps.append(t.put(t.path(W.CONF), lines))
        vs.append(v)
        fs.append(fmt)
    t.clutter(0, 2)
    t.read(ps[0])
    t.read(ps[1])
    t.edit(ps[1], W.as_line(fs[1], k, vs[1]), W.as_line(fs[1], k, vs[0]))
    return t.done(SYNC, {"a": ps[0], "b": ps[1], "k": spoken(r, k), "v": vs[0]}, ["The {k} in {b} is {v} now.", "{b} has {v} [now|too].", "Done, both [say|have] {v}."])


ORDERS = bank("follow_file", r"""
Do what {f} says.
[Follow|Carry out] the instructions in {f}.
[Read|Open] {f} and do [it|what it asks|what stands there].
{f} [tells you|says] what to do. [Do it.|Go ahead.|Please carry it out.]
[There is|I left] [a note|a task] for you in {f}. [Please do it.|Take care of it.]
exec instructions from {f}
Your task is in {f}.
[Could you|Can you] [see to|work off] the task in {f}?
[Work through|Process] {f}, please.
what to do is written in {f}, make it
See {f} for the work; [finish it|get it done].
The customer's wishes are in {f}. Fulfil them.
Look into {f}, then act [accordingly|on it].
""")
NOTE = ["create {a} with the text \"{x}\"", "write \"{x}\" to {a}", "Please make a file {a} that says \"{x}\".", "new file {a}: {x}", "put \"{x}\" into {a}"]
NOTE_EDIT = ["replace \"{x}\" with \"{y}\" in {a}", "in {a} change \"{x}\" to \"{y}\"", "{a} should say \"{y}\" instead of \"{x}\"", "{a}: \"{x}\" -> \"{y}\""]
NOTE_RM = ["delete {a}", "remove the file {a}", "{a} can be deleted"]
NOTE_ADD = ["append \"{x}\" to {a}", "add the line \"{x}\" at the end of {a}"]


@kind
def follow_file(r):
    t = Job(r)
    b, lines = t.some(1, 4)
    t.clutter(0, 2)
    x, y, k = W.line(r), W.line(r), r.randrange(5)
    n = t.path(["txt", "md", "todo"])
    a, old = t.path(other=(n,)), r.choice(lines)
    s = {0: NOTE, 1: NOTE_EDIT, 2: NOTE_RM, 3: NOTE_ADD, 4: NOTE}[k]
    put = lambda s, a, x, y: s.replace("{a}", a).replace("{x}", x).replace("{y}", y)
    text = put(r.choice(s), a if k in (0, 4) else b, old if k == 1 else x, y)
    if k == 4:
        z = W.line(r)
        text = "1. " + text + "\n2. " + put(r.choice(NOTE_ADD), b, z, "")
    t.put(n, text)
    t.read(n)
    if k in (0, 4):
        t.write(a, x)
    if k == 1:
        t.edit(b, old, y)
    if k == 2:
        t.rm(b)
    if k in (3, 4):
        t.append(b, z if k == 4 else x)
    return t.done(ORDERS, {"f": n, "b": b}, ["Done.", "[I did|Did] what {f} [asks|says].", "The task in {f} is [done|finished]."])


IF = bank("condition", r"""
If [the |]{k} in {f} is {~v}, [create|make] {a} with {'x}; otherwise {b} with {'y}.
[Look at|Check] {f}: {k} {~v} -> write {'x} to {a}. Else write {'y} to {b}.
[Check|Read] the {k} in {f}. [When|If] it's {~v}, put {'x} into {a}, [if not|else] put {'y} into {b}.
if {k} == {v} in {f}: {a} <- {'x} else: {b} <- {'y}
[Depending on|It depends on] the {k} in {f}: for {~v} [make|write] {a} with {'x}, for anything else {b} with {'y}.
{f} [has|gives] a {k}. Is it {~v}? Then {a} should [get|say] {'x}. [If it is not|Otherwise], {b} should [get|say] {'y}.
Write {'x} to {a} if {f} has {~v} as {k}, [or else|otherwise] write {'y} to {b}.
[Should the|In case the] {k} in {f} be {~v}, [save|store] {'x} in {a}; in any other case {'y} in {b}.
look {f}, when {k} is {~v} then new file {a} with {'x}, when not then {b} with {'y}
We need {a} (text {'x}) [only if|in case] {f} says {k} {~v}, and {b} (text {'y}) if it says something else.
grep {k} {f}; {v}? {'x} to {a} : {'y} to {b}
Unless the {k} in {f} is {~v}, create {b} with {'y}. If it is, create {a} with {'x}.
""")


@kind
def condition(r):
    t = Job(r)
    f, pairs, _ = config(t, 1, 5)
    t.clutter(0, 2)
    k, v = r.choice(pairs)
    yes = r.random() < .5
    c = v if yes else W.LABELS[k](r)
    need(yes or c not in t.now[f])
    a = t.path()
    b = t.path(other=(a,))
    x, y = W.line(r), W.line(r)
    t.read(f)
    t.write(a if yes else b, x if yes else y)
    g = a if yes else b
    return t.done(IF, {"f": f, "k": spoken(r, k), "v": c, "a": a, "b": b, "x": x, "y": y, "g": g, "w": v}, ["The {k} is {w}, so I [wrote|created] {g}.", "[Created|Wrote] {g}, since the {k} is {w}.", "It is {w}; {g} is [written|there] now."])


YES = bank("condition_yes", r"""
If {f} says {~v}, [change|replace] {'x} [to|with] {'y} in {b}[; otherwise|, else|. If not,] delete {b}.
[Check|Read|Look at] {f}. Says {~v}? [Edit {b}: {'x} -> {'y}|Then {'x} becomes {'y} in {b}]. Anything else: [remove|delete] {b}.
{f} decides: with {~v} in it, {b} gets {'y} for {'x}, without it {b} is [deleted|removed].
[Delete|Remove] {b} unless {f} says {~v}; in that case [swap|change] {'x} [for|to] {'y} there.
if grep -q {v} {f}; then s/{x}/{y}/ in {b}; else rm {b}; fi
Should {f} contain {~v}, replace {'x} by {'y} in {b}. Should it not, {b} must go.
[Open|Read] {f}: when there is {~v}, write {'y} instead of {'x} in {b}, when not, [erase|delete] {b}.
in case {f} has {~v} put {'y} for {'x} in {b}. in other case rm {b}
What does {f} say? {'v} means: {b} should have {'y}, not {'x}. Otherwise rm {b}.
Two ways: {f} reads {~v} - then {'x} => {'y} in {b}; or it doesn't - then away with {b}.
Depending on whether {f} says {~v}, either [turn|change] {'x} into {'y} in {b} or, if it doesn't, delete {b}.
Only if {~v} is [found|written] in {f}, {b} stays and {'x} becomes {'y}; else [delete it|it is deleted].
""")


@kind
def condition_yes(r):
    t = Job(r)
    v, o = r.sample(("yes", "no", "approved", "rejected", "open", "closed", "green", "red", "go", "stop", "ready", "ok", "done", "pending", "enabled", "disabled"), 2)
    need(v not in o and o not in v)
    yes = r.random() < .5
    f = t.put(t.path(), r.choice(("{v}", "{v}", "status: {v}", "answer: {v}", "{w}: {v}")).replace("{v}", v if yes else o).replace("{w}", W.word(r)))
    need(yes or v not in t.now[f])
    b, lines = t.some(1, 5)
    t.clutter(0, 2)
    x, y = r.choice(lines), W.line(r)
    t.read(f)
    if yes:
        t.edit(b, x, y)
    else:
        t.rm(b)
    return t.done(YES, {"f": f, "v": v, "b": b, "x": x, "y": y}, ["{f} says %s, so {b} is [changed|updated]." % v] if yes else ["{f} says %s, so I [deleted|removed] {b}." % o])
