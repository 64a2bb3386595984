"""Agent kinds of several steps, with conditions, or with instructions in a file."""
import omarwords as W
from omarbase import conf, lines, mixed, others, settings, task, tester, value, word_file


class Step:
    """A part of a job: an order (imperative), the same as a gerund, its actions and files."""

    def __init__(self, order, doing, plan, files=None, new=(), say=(), checks=None, good=""):
        self.order, self.doing, self.plan, self.files, self.new = order, doing, plan, files or {}, list(new)
        self.say, self.checks, self.good = list(say), checks, good


def both(r, pairs, slots):
    """One of several verbs, as order and gerund, with the slots filled."""
    verb, rest = r.choice(pairs)
    order, doing = verb.split("/")
    rest = W.ex(r, rest)
    W.SEEN.add(order + rest)
    return W.fill(order + " " + rest, slots), W.fill(doing + " " + rest, slots)


def s_create(r, m, take):
    p, t = take(), W.note(r)
    o = both(r, [("create/creating", "{p} [with the text|saying|with the line] {q}"), ("write/writing", "{q} to [the new file|a file called|] {p}"), ("save/saving", "{q} [as|in] {p}"), ("add/adding", "a file {p} [that says|with] {q}"), ("put/putting", "{q} in a new file {p}")], {"p": m(p), "q": W.quoted(r, t)})
    return Step(*o, [("write", p, t)], new=[p])


def s_replace(r, m, take):
    p = take()
    old, new = r.sample(W.NOUNS, 2)
    o = both(r, [("replace/replacing", "{o} [with|by] {w} in {p}"), ("change/changing", "{o} to {w} in {p}"), ("turn/turning", "{o} into {w} in {p}"), ("swap/swapping", "{o} for {w} in {p}"), ("rewrite/rewriting", "{o} as {w} in {p}")], {"o": m(old), "w": m(new), "p": m(p)})
    return Step(*o, [("edit", p, old, new)], {p: word_file(r, old, 2)})


def s_append(r, m, take):
    p, t = take(), W.note(r)
    text = "\n".join(x for x in lines(r, 2) if x != t)
    o = both(r, [("append/appending", "{q} to {p}"), ("add/adding", "{q} [at the end of|to the bottom of] {p}"), ("put/putting", "{q} [at the bottom of|on a last line in] {p}")], {"q": W.quoted(r, t), "p": m(p)})
    return Step(*o, [("read", p), ("write", p, text + "\n" + t)], {p: text})


def s_delete(r, m, take):
    p = take()
    o = both(r, [("delete/deleting", "{p}"), ("remove/removing", "[the file|] {p}"), ("erase/erasing", "{p}"), ("throw/throwing", "away {p}"), ("get rid/getting rid", "of {p}")], {"p": m(p)})
    return Step(*o, [("run", f"rm {p}")], {p: W.note(r)})


def s_copy(r, m, take):
    a, b = take(), take()
    text = "\n".join(lines(r, r.randint(1, 2)))
    o = both(r, [("copy/copying", "{a} to {b}"), ("duplicate/duplicating", "{a} as {b}"), ("make/making", "a copy of {a} [called|at] {b}"), ("clone/cloning", "{a} into {b}")], {"a": m(a), "b": m(b)})
    return Step(*o, [("read", a), ("write", b, text)], {a: text}, new=[b])


def s_rename(r, m, take):
    a, b = take(), take()
    text = "\n".join(lines(r, r.randint(1, 2)))
    o = both(r, [("rename/renaming", "{a} to {b}"), ("move/moving", "{a} to {b}")], {"a": m(a), "b": m(b)})
    return Step(*o, [("read", a), ("write", b, text), ("run", f"rm {a}")], {a: text}, new=[b])


def s_set(r, m, take):
    p = take()
    keys, vals, sep = settings(r)
    k, new = r.randrange(len(keys)), value(r)
    while new in vals:
        new = value(r)
    o = both(r, [("set/setting", "{k} to {v} in {p}"), ("change/changing", "[the setting|] {k} in {p} to {v}"), ("give/giving", "{k} the value {v} in {p}"), ("update/updating", "{k} in {p} to {v}")], {"k": m(keys[k]), "v": m(new), "p": m(p)})
    return Step(*o, [("read", p), ("edit", p, keys[k] + sep + vals[k], keys[k] + sep + new)], {p: conf(keys, vals, sep)})


def s_report(r, m, take):
    p = take()
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    o = both(r, [("tell/telling", "me the {k} [from|in] {p}"), ("report/reporting", "the [value of|] {k} in {p}"), ("look/looking", "up {k} in {p} and [tell me|say] what it is")], {"k": m(keys[k]), "p": m(p)})
    return Step(*o, [("read", p)], {p: conf(keys, vals, sep)}, say=[vals[k]])


def s_run(r, m, before):
    """A command that needs what an earlier step left, where one did."""
    edits = [a for s in before for a in s.plan if a[0] in ("edit", "write")]
    cmd, good, bad, checks = tester(r, *(edits[-1][1], edits[-1][-1]) if edits else ("none", ""))
    if not edits:
        checks = {cmd: ("none", "", good, bad)}
    o = both(r, [("run/running", "{c}"), ("execute/executing", "{c}"), ("start/starting", "{c}"), ("call/calling", "{c} [as a check|to verify|]")], {"c": m(cmd)})
    return Step(*o, [("run", cmd)], checks=checks, good=good)


STEPS = [s_create, s_replace, s_append, s_delete, s_copy, s_rename, s_set]


def steps(r, n, limit=11):
    """(steps, marker): n steps on files of their own, within the limit of actions."""
    while True:
        m, pool = W.mark(r), W.paths(r, n * 2 + 2)
        take = lambda: pool.pop()
        kinds = r.sample(STEPS, min(n, len(STEPS)))
        out = [k(r, m, take) for k in kinds]
        end = r.random()
        if end < 0.4:
            out[-1] = s_run(r, m, out[:-1])
        elif end < 0.6:
            out[-1] = s_report(r, m, take)
        if sum(len(s.plan) for s in out) <= limit:
            return out, m


def job(r, ss, ask, extra=()):
    """The task of some steps."""
    files = {p: t for s in ss for p, t in s.files.items()}
    new = [p for s in ss for p in s.new]
    runs = [s for s in ss if s.checks]
    return task(mixed(r, {**files, **dict(extra), **others(r, [*files, *new, *dict(extra)], 0, 1)}), ask, [*(("read", p) for p in dict(extra)), *(a for s in ss for a in s.plan)],
                say=[x for s in ss for x in s.say], checks={c: v for s in runs for c, v in s.checks.items()}, must=[c for s in runs for c in s.checks], good=runs[0].good if runs else "")


def up(s):
    return s[0].upper() + s[1:]


def job_prose(r):
    """Steps in a flowing request."""
    ss, m = steps(r, r.choice([2, 3, 3]))
    o = [s.order for s in ss]
    last, head = o[-1], ", ".join(o[:-1])
    ask = W.ask(r, """
[Please|] {head} and [then|finally|] {last}.
[Could|Can|Would] you {head}[ and then|, then|, and after that] {last}?
[I'd like you to|I need you to|I want you to|Your job is to] {head} and [then|] {last}.
[A few things|Some chores]: {all}.
{alldot}
{all}. [In that order.|Keep the order.]
[When you have a moment,|Today|This morning] [please|] {head}; [lastly|when that's done] {last}.
[It would be great if you could|Be so kind as to|You should] {head}, [and|then] {last}.
[The plan|The job|My list] is [short|this]: {all}.
[We have to|One must|Somebody has to] {head} and [also|] {last}. [Do it.|Do all of it.|Take over.]
[todo|tasks|jobs]: {all}
[Let's|Help me to] {head} and {last}.
{arrows}
""", {"head": head, "last": last, "all": r.choice(["; ", ", then ", ", next ", " and then "]).join(o), "alldot": ". ".join(map(up, o)) + ".", "arrows": r.choice([" -> ", " => ", " && ", "; ", " | then "]).join(o)})
    return job(r, ss, ask)


def job_numbered(r):
    """Steps in a list."""
    ss, m = steps(r, r.choice([2, 3, 3, 4]))
    o = [s.order for s in ss]
    fmt = r.choice(["{i}. {s}", "{i}) {s}", "Step {i}: {s}", "({i}) {s}", "- {s}", "* {s}", "{l}. {s}", "[ ] {s}", "#{i} {s}", "{i} - {s}", "{o}: {s}", "> {s}"])
    cap = r.random() < 0.6
    block = "\n".join(fmt.format(i=i, l="abcde"[i - 1], o=["First", "Second", "Third", "Fourth"][i - 1], s=up(x) if cap else x) for i, x in enumerate(o, 1))
    ask = W.ask(r, r"""
[Do|Please do] [these|the following] [steps|things|tasks] [in order|one by one|]:\n{list}
{list}
[Here's|This is] [the list|the plan|today's list]:\n{list}
[Work through|Go through|Handle] [this|the list|this checklist]:\n\n{list}
[Ticket|Work order] [with {n} items|of {n} parts]\n{list}
[Could|Can] you [take care of|do] [these|the following]?\n{list}
[I need|I want|We need] {n} [things|steps] [done|from you]:\n{list}
[My notes for you|Handover], [top to bottom|in this order]\n{list}
{list}\n\n[That's the order.|Please do all of them.|All of it, in sequence.]
[Before lunch|Today|By the end of the shift]:\n{list}
[Runbook|Procedure]:\n{list}\n[Follow it.|Carry it out.]
[Everything on|All of] this list, [please|top first]:\n{list}
[What's left|Remaining work]:\n{list}
""", {"list": block, "n": ["", "", "two", "three", "four"][len(o)]})
    return job(r, ss, ask)


def job_first(r):
    """First, then, finally."""
    ss, m = steps(r, 3)
    a, b, c = [s.order for s in ss]
    ask = W.ask(r, """
First {a}, then {b}, [finally|and last] {c}.
[First of all|To begin|To start with], {a}. [Then|Next|After that], {b}. [Finally|At the end|Last], {c}.
[Start by|Begin by] {ga}. [Next|Then] {b}. [To finish|Finally], {c}.
[Once you're done|When you have finished] {ga}, {b}, and [then|] {c}.
After {ga}, {b}. [Then|And then] {c}.
[Three things|3 jobs], [in order|in sequence]. One, {a}. Two, {b}. Three, {c}.
[I'd start with|Begin with] {ga}, [move on to|go on with] {gb}, and [end with|close with] {gc}. [Please do so.|Do it like that.]
[Can|Could] you first {a}, then {b}, and [at the end|finally] {c}?
[Your|The] first [task|job] is {ga}. The second is {gb}. The third [one|] is {gc}.
[Initially|At first] {a}; [subsequently|afterwards] {b}; [ultimately|at last] {c}.
[Firstly|1st], {a}. [Secondly|2nd], {b}. [Thirdly|3rd], {c}.
[The sequence is|Here's the order:] {ga}, {gb}, {gc}. [Go.|Now do it.]
{a}... then {b}... [and|oh, and] then {c}
""", {"a": a, "b": b, "c": c, "ga": ss[0].doing, "gb": ss[1].doing, "gc": ss[2].doing})
    return job(r, ss, ask)


def job_back(r):
    """Steps told in another order than they are done in."""
    n = r.choice([2, 2, 3])
    ss, m = steps(r, n)
    o, g = [s.order for s in ss], [s.doing for s in ss]
    if n == 2:
        ask = W.ask(r, """
Before {gb}, {a}. [Then do it.|Do both.|]
{b}, but [first|before that] {a}.
{b} [after|once you are done] {ga}.
[Only after|Not before] {ga} [should you|may you] {b}. [Do both, please.|Please do both.]
[Prior to|Ahead of] {gb}, {a}, [then go ahead|and then do it].
{gb} [comes second|is step two]; {ga} [comes first|is step one]. [Do both.|Do the two.]
[I want you to|You should] {b}, [though not before|only after] {ga}.
[The last thing to do|What comes last] is {gb}. [The first|What comes first] is {ga}. [Please do both.|Go.]
[Don't|Do not] {b} [until you're done|until you have finished] {ga}; [then do|after that do it].
[Could|Can] you {b}? [Before that,|But first,] {a}.
{b} - [oh, and before you do,|wait, first] {a}
[Finish|End] with {gb}, [start|begin] with {ga}.
""".replace("[then do|after that do it]", "after that, do it"), {"a": o[0], "b": o[1], "ga": g[0], "gb": g[1]})
    else:
        ask = W.ask(r, """
Before {gc}, {a} and {b}. [Then do it.|Do all three.]
{c}, but [first|before that] {a} and [then|] {b}.
[The last step|The final job] is {gc}. [Before it|Ahead of that] comes {gb}, and [the very first|the start] is {ga}. [Do all three.|Go.]
[Finish|End] with {gc}; [start|begin] with {ga}, then {b}.
[Don't|Do not] {c} [before|until after] {ga} and {gb}. [Do all three.|All three, please.]
{c} [after|only after] {ga} and {gb}.
Last {c}, before that {b}, [and|] first of all {a}.
[Could|Can] you {c}? [Before that,|But first,] {a} and {b}.
[I want you to|You should] {c}, [preceded by|after] {ga} and {gb}, [in that order|in this order].
{gc} [comes third|is step three], {gb} [comes second|is step two], {ga} [comes first|is step one]. [Do all.|Go.]
[It ends|This ends] with {gc} and [it begins|begins] with {ga}; [in between|in the middle], {b}.
[In the end|At the very end] {c}. [At the start|To open], {a}. [Between the two|In the middle], {b}.
""", {"a": o[0], "b": o[1], "c": o[2], "ga": g[0], "gb": g[1], "gc": g[2]})
    return job(r, ss, ask)


def job_long(r):
    """Four or five steps."""
    ss, m = steps(r, r.choice([4, 4, 5]))
    o = [s.order for s in ss]
    cut = r.randint(1, len(o) - 1)
    ask = W.ask(r, r"""
[Please|] {x}. [After that|When that is done|Then] {y}.
[Busy day.|Long list today.|Here we go.] {all}.
[You will|You'll] {x}; [and then|later] {y}. [Go ahead.|That is all.]
[Morning|Phase one|Part A]: {x}. [Afternoon|Phase two|Part B]: {y}.
[Can|Could] you {x}? [And also|And afterwards], [please|] {y}.
[I need you to|I'd ask you to|You are to] {x}, [and when that's done|and then] {y}.
{lines}
[Tasks|Jobs] [for today|for you]\n{lines}
[Hand me back a workspace where you did this|All of this, please]: {all}.
[The release needs|Closing the week takes] {n} steps: {all}.
{all}
[My manager gave me|I was handed] {n} things: {x}, {y}. [Would you do them?|Do them all for me.]
[One thing after another|In sequence]: {all}.
""", {"x": ", ".join(o[:cut]), "y": ", ".join(o[cut:]), "all": r.choice(["; ", ", then ", ". ", " -> "]).join(o), "lines": "\n".join(r.choice(["- ", "", "* "]) + x for x in o), "n": ["four", "five"][len(o) - 4]})
    return job(r, ss, ask)


def instructions(r):
    """The request only names the file that holds the steps."""
    ss, m = steps(r, r.choice([1, 1, 2, 3]), 9)
    taken = [p for s in ss for p in [*s.files, *s.new]]
    p = W.path(r, r.choice(["txt", "md", "todo"]))
    while any(p in q or q in p for q in taken):
        p = W.path(r, "md")
    o = [s.order for s in ss]
    text = "\n".join(r.choice(["{i}. {s}", "{i}. {s}", "- {s}"]).format(i=i, s=up(x)) for i, x in enumerate(o, 1)) if len(o) > 1 else r.choice(["{}.", "Please {}.", "TODO: {}", "{}"]).format(o[0])
    ask = W.ask(r, """
[Follow|Carry out] the [instructions|steps|orders] in {p}.
[Do|Please do] what {p} [says|asks for|tells you].
[Read|Open] {p} and [do what it says|follow it|carry it out].
Your [instructions|orders|task] [are|is] in {p}. [Go.|Get it done.]
{p} [has|holds|contains] [the job|your job|what to do]. [Do it.|Please do that.|Take care of it.]
[Work|Go] through {p}.
[I wrote down|I left] what [I need|has to happen|is to be done] in {p}. [Can you do it?|Please handle it.]
[Could|Can] you [execute|perform] [the to-do|what is written] in {p}?
[Everything you need to do|All you have to do] [is|stands] in {p}.
[See|todo:] {p}
[My handwriting is bad, so|To keep this short,] the [task|steps] [sit|are kept] in {p}; [please follow|do as it says].
[Act on|Process] {p}.
[The coach|Our lead] [left|put] a [note|task] for you in {p}, [do that|follow it].
""".replace("[instructions|orders|task] [are|is]", "orders are").replace("[is|stands] in", "is in").replace("[task|steps] [sit|are kept]", "steps are kept"), {"p": m(p)})
    return job(r, ss, ask, {p: text}.items())


def if_word(r):
    """One text or another, as a file holds a word."""
    (p, out), m = W.paths(r, 2), W.mark(r)
    x = r.choice(W.NOUNS)
    yes, no = lines(r, 2)
    if x in yes + no:
        return if_word(r)
    there = r.random() < 0.5
    text = word_file(r, x, 2) if there else "\n".join(t for t in lines(r, 3) if x not in t) or "nothing today"
    ask = W.ask(r, """
If {p} [mentions|contains|has] {x}, [write|put|save] {y} [to|in] {o}, [otherwise|else|if not,] {n}.
[Write|Save] {y} to {o} if {x} is in {p}, [else|otherwise] {n}.
[Check|See] whether {p} [mentions|contains] {x}. If [so|yes|it does], {o} should say {y}, [if not|otherwise] {n}.
{x} in {p}? [then|yes:] {y}, [else|no:] {n} -> {o}
[Create|Make] {o}. It says {y} when {p} [has|mentions] {x}, [and|but] {n} when it [doesn't|does not].
[Depending on|According to] whether {p} has {x}: {o} [gets|holds] {y} (yes) or {n} (no).
[Look|Look first] at {p}. [Is there|Do you see] a {x}? Then {y} goes into {o}; [if there is none|otherwise], {n}.
[Could|Can] you [read|check] {p} and put {y} in {o} [provided|if] it [has|mentions] {x}, or {n} if [it does not|not]?
{o} [should|must] read {n} unless {p} mentions {x}, in which case it reads {y}.
[Does|In case] {p} [mention|mentions] {x}: {y}. Otherwise: {n}. [Put the right one in|The right text goes into] {o}.
[I want|I'd like] {o} to [say|hold] {y} if {x} [occurs|is found] in {p} and {n} if [it isn't|not].
[No|Without] {x} in {p}: write {n} to {o}. With [it|one]: write {y}.
""".replace("[Does|In case] {p} [mention|mentions]", "In case {p} mentions").replace("[No|Without] {x}", "Without {x}"), {"p": m(p), "o": m(out), "x": m(x), "y": W.quoted(r, yes), "n": W.quoted(r, no)})
    return task(mixed(r, {p: text, **others(r, [p, out], 0, 2)}), ask, [("read", p), ("write", out, yes if there else no)])


def if_value(r):
    """A setting is changed only when it is above or below something."""
    p, m = W.path(r), W.mark(r)
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    vals[k], lim = str(r.randint(10, 90)), r.randint(15, 80)
    if int(vals[k]) == lim or vals.count(vals[k]) > 1:
        return if_value(r)
    above = r.random() < 0.5
    hit = (int(vals[k]) > lim) == above
    ask = W.ask(r, """
If {k} in {p} is {w} {l}, set it to {l}. [Otherwise|If not], [leave it|change nothing] and [tell me|report] its value.
[Check|Look at] {k} in {p}. [When|If] it is {w} {l}, make it {l}, [otherwise|else] [just|] tell me what it is.
{k} in {p} [must|should] not be {w} {l}. [Set|Put] it [to|at] {l} if it is; [else|if it isn't] [report|tell me] the value.
{p}: {k} {w} {l}? [yes|then] -> {l}. [no|else] -> [report|tell me] the value
[Could|Can] you [see|check] if {k} ({p}) is {w} {l}? [If so|If yes], set it to {l}. [If not|Otherwise] [say|tell me] what it is.
[Cap|Limit] on {k} in {p}: [in case|if] it is {w} {l}, [write|make it] {l}. [In the other case|Otherwise] I [only|just] want to [know|hear] the value.
[Set|Change] {k} in {p} to {l}, [but only|provided] it is {w} {l} now. [Otherwise|If not] tell me the [current|present] value.
[Tell me|Report] the {k} of {p}, unless it is {w} {l}: [then|in that case] set it to {l}.
[I'd like|I want] {k} in {p} [changed|set] to {l} if it is {w} that. [If it's fine,|Else] tell me [its|the] value [only|].
[Read|Open] {p}. {k} {w} {l}: [change|set] it to {l}. [Not the case|Any other value]: [tell me|say] what it is.
[Our rule|The rule]: no {k} {w} {l}. [Apply|Enforce] it in {p} (set {l}). [If nothing is to do|If the rule is kept], [tell me|name] the value.
Unless {k} in {p} is {w} {l}, [tell me|say] its value; if it is, [set|change] it to {l}.
""".replace("{w}", r.choice(["above", "over", "more than", "greater than"]) if above else r.choice(["below", "under", "less than", "lower than"])), {"k": m(keys[k]), "p": m(p), "l": str(lim)})
    plan = [("read", p)] + ([("edit", p, keys[k] + sep + vals[k], keys[k] + sep + str(lim))] if hit else [])
    return task(mixed(r, {p: conf(keys, vals, sep), **others(r, [p], 0, 1)}), ask, plan, say=[] if hit else [vals[k]])


def if_exists(r):
    """One thing when a file is there, another when not."""
    (a, b), m = W.paths(r, 2), W.mark(r)
    t, there = W.note(r), r.random() < 0.5
    ask = W.ask(r, """
If [there is a file|the file|you find] {a}, delete it. [Otherwise|If not], create {b} with {q}.
[Delete|Remove] {a} if it [exists|is there]; [otherwise|else] [write|save] {q} to {b}.
[Check|See] [whether|if] {a} exists. Yes: [delete|rm] it. No: [create|make] {b} [with|saying] {q}.
{a} [exists|there]? rm it. [else|no?] {b}: {q}
[Is there a file|Do we have] {a}? Then [remove|delete] it. [If not|Else], {b} should be [created|made] with {q}.
[Look|List the files] first: [when|if] {a} is [there|among them], delete it, [if it isn't|otherwise] put {q} in {b}.
[Could|Can] you delete {a}[ if it exists|, if there is one]? [Only if there is none|If there isn't], write {q} to {b}.
Should {a} [exist|be there], [remove|delete] it. Should it not, [save|put] {q} in {b}.
[We only need|Create] {b} ({q}) if there is no {a}. [If there is|Otherwise], just delete {a}.
[No|In case there is no] {a}: create {b} with the text {q}. [If {a} is there|Otherwise]: delete {a}.
[I don't know whether|Not sure if] {a} [is still there|exists]. If so, delete [it|that]. If not, make a file {b} with {q}.
[Depending on what is there|Look around]: with {a} [present|there], delete it; without [it|one], write {q} into {b}.
""".replace("[No|In case there is no]", "In case there is no").replace("[We only need|Create]", "Create"), {"a": m(a), "b": m(b), "q": W.quoted(r, t)})
    files = {**others(r, [a, b], 1, 3), **({a: W.note(r)} if there else {})}
    return task(mixed(r, files), ask, [("list",), ("run", f"rm {a}") if there else ("write", b, t)])


def if_fails(r):
    """A replacement only when a command fails."""
    p, m = W.path(r), W.mark(r)
    old, new = r.sample(W.NOUNS, 2)
    fails = r.random() < 0.6
    cmd, good, bad, checks = tester(r, p, new if fails else old)
    ask = W.ask(r, """
Run {c}. If it fails, [change|replace] {o} [to|with] {w} in {p} and run it again. [If it passes, leave everything.|]
[Try|Execute] {c}; [on failure|if it does not pass], {o} [becomes|should be] {w} in {p}, then [retry|run it again].
[Does|Check whether] {c} [pass?|passes.] If not, put {w} [for|instead of] {o} in {p} and repeat.
{c} || (s/{o}/{w}/ in {p} && {c})
[Only|Just] if {c} fails, [swap|replace] {o} [for|with] {w} in {p} and [rerun|run it once more].
[Could|Can] you run {c}? [When|If] it [fails|breaks], change {o} to {w} in {p} and [try|run it] again.
[Start|Begin] with {c}. [Green|Passes]: [done|stop there]. [Red|Fails]: {o} -> {w} in {p}, then [again|rerun].
[In case|If] {c} does not pass, the [cure|fix] is {w} [for|in place of] {o} in {p}. [See if it is needed, and rerun then.|Run it and see; rerun after the fix.]
[I suspect|I think] {c} fails. [Check|Run it]. [If I'm right|If so], replace {o} with {w} in {p} and run it again.
[See|Find out] if {c} passes. [Otherwise|If it doesn't], [edit|go to] {p}, {o} to {w}, and run it [again|a second time].
[Leave {p} alone|Touch nothing] if {c} passes. [Else|If it doesn't], change {o} to {w} in {p} and [repeat|run it again].
[Fix {p} only if needed|Fix only what's needed]: run {c}; if it fails, {w} replaces {o} in {p}; run again.
""".replace("[Does|Check whether] {c} [pass?|passes.]", "Does {c} pass?"), {"c": m(cmd), "o": m(old), "w": m(new), "p": m(p)})
    plan = [("run", cmd)] + ([("edit", p, old, new), ("run", cmd)] if fails else [])
    return task(mixed(r, {p: word_file(r, old), **others(r, [p], 0, 1)}), ask, plan, checks=checks, must=[cmd], good=good)


KINDS = [job_prose, job_numbered, job_first, job_back, job_long, instructions, if_word, if_value, if_exists, if_fails]
