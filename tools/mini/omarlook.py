"""Agent kinds that look things up, compare them and report."""
import omarwords as W
from omarbase import conf, lines, mixed, others, settings, task, value


def find_holder(r):
    """Which file holds a text."""
    ps = sorted(W.paths(r, r.randint(2, 5)))
    text = r.choice([W.code(r), r.choice(W.NOUNS), r.choice(W.TOWNS), W.name(r)])
    at = r.randrange(len(ps))
    files = {p: "\n".join(x for x in lines(r, r.randint(2, 3)) if text.lower() not in x.lower()) or "nothing new" for p in ps}
    files[ps[at]] += r.choice(["\n", "\n", " / "]) + r.choice(["see {}", "{}", "sign off: {}", "{} is waiting", "ask for {}"]).format(text)
    ask = W.ask(r, """
Which file [mentions|contains|holds|talks about] {q}?
[Find|Locate] the file [that mentions|that has|with] {q} [and tell me its name|and report its path|].
[Where|In which file] is {q} [mentioned|written down|noted]?
{q} [is|must be|should be] [somewhere|in one of the files]. [Where?|Which one?|Tell me the file.]
[I need to know|I'd like to know|I wonder|Tell me] which [of the files|file] [has|contains] {q}.
grep -rl {q} *
[Search|Go through|Check] [all files|the files|the workspace] for {q} and [tell me|report] [the path|which one it is].
I [lost track of|can't remember] where I [put|wrote|noted] {q}. [Find it.|Can you look?|Please give me the file name.]
[Could|Can] you [look up|find out] [where|in what file] {q} [appears|is]?
name of the file with {q}
[Only one|One] file [has|mentions] {q}. [I want its name.|Say which.|What is it called?]
[Someone wrote|There's a note about] {q} [somewhere|in here]; [which path?|path please]
[The client|Our auditor] asks about {q}, [what file is that in|where do we have that]?
""", {"q": r.choice([text, W.quoted(r, text)])})
    plan = [("list",)] + [("read", p) for p in ps[:at + 1]]
    return task(mixed(r, files), ask, plan, say=[ps[at]], unsaid=[p for i, p in enumerate(ps) if i != at])


def report_value(r):
    """The value of a setting or the answer to a small question about a file."""
    p, m = W.path(r), W.mark(r)
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    ask = W.ask(r, """
What [is|'s] [the value of|] {k} in {p}?
[Tell me|Report|Give me] [the value of|] {k} [from|in] {p}.
[Look|Have a look] [into|in|at] {p} [and tell me|and report|and say] what {k} is [set to|].
{p}: {k}?
[I need|I want|I'd like] to know [the|our] {k} [that is set in|from|in] {p}.
[Read|Open] {p}. [What does it say for|What's the] {k}?
[Could|Can] you [check|look up] {k} in {p}[ for me|]?
[Which|What] {k} [do we use|is configured], [according to|see] {p}?
{k} - [what is it|which value]? [It's in|See|Source:] {p}
[My boss|The client|The vendor] wants [our|the] {k}. [It's|It should be] [in|recorded in] {p}. [What do I say?|Tell me.]
[How is|To what is] {k} [set|configured] in {p}?
[There is|We have] a {k} setting in {p}. [Its value, please.|Read it out.|Value?]
[Quote|Cite] the {k} [entry|value] of {p}.
""", {"k": m(keys[k]), "p": m(p)})
    return task(mixed(r, {p: conf(keys, vals, sep), **others(r, [p])}), ask, [("read", p)], say=[vals[k]], unsaid=[v for i, v in enumerate(vals) if i != k and vals[k] not in v and v not in vals[k]])


def report_person(r):
    """Who is on a list for something."""
    p, m = W.path(r), W.mark(r)
    n = r.randint(3, 5)
    who, what = r.sample(W.FIRST, n), r.sample(W.NOUNS, n)
    sep = r.choice([" - ", ": ", ", ", " | ", " -> "])
    i = r.randrange(n)
    if r.random() < 0.5:
        ask = W.ask(r, """
Who [has|got|is responsible for] the {x} in {p}?
[Whose|Which person's] job is the {x}? [See|It's in] {p}.
[According to|As per] {p}, who [takes|has|handles] the {x}?
[Check|Read] {p} and [tell me|say] who [is down for|has] the {x}.
{p} [lists|assigns] people. [Name the one with|Who has] the {x}?
[I need|I'm looking for] the person with the {x}, [listed in|see] {p}.
[name|person] for {x} in {p}?
[Could|Can] you look up who [is assigned|gets] the {x}? [File:|It is in] {p}
""", {"x": m(what[i]), "p": m(p)})
        say, unsaid = who[i], [w for w in who if w != who[i]]
    else:
        ask = W.ask(r, """
What [does|did] {x} [have|get] in {p}?
[What is|What's] [listed|noted] for {x} in {p}?
[According to|As per] {p}, what [does {x} bring|is {x} assigned]?
[Check|Read] {p} and [tell me|say] what [{x} has|stands next to {x}].
[I need|I'm looking for] the item of {x}, [listed in|see] {p}.
[item|thing] for {x} in {p}?
[Could|Can] you look up [what {x} takes|the item of {x}]? [File:|It is in] {p}
{p} [lists|gives] [one thing|something] for [each person|everyone]. [And for {x}?|What is it for {x}?]
""".replace("{x}", "{x}"), {"x": m(who[i]), "p": m(p)})
        say, unsaid = what[i], [w for w in what if w != what[i]]
    text = "\n".join(a + sep + b for a, b in zip(who, what))
    return task(mixed(r, {p: text, **others(r, [p])}), ask, [("read", p)], say=[say], unsaid=unsaid)


def compare_values(r):
    """Which of two files has the larger value."""
    ps, m = W.paths(r, 2), W.mark(r)
    key = r.choice(["total", "score", "count", "weight", "miles", "pallets", "points", "budget", "rainfall", "volume", "seats"])
    a, b = r.sample(range(3, 400), 2)
    sep = r.choice([": ", " = ", "="])
    more = r.random() < 0.6
    ask = W.ask(r, """
Which [file|one] has the {w} {k}, {a} or {b}?
Compare {a} [and|with] {b}: [which|where] is the {k} {w}?
[Read|Check|Look at] {a} and {b}. [Name|Tell me|Give] the [one|file] with the {w} {k}.
{a} vs {b}, {w} {k}?
[I need|I want|I'd like] to know [whether|if] {a} or {b} has the {w} {k}.
[Between|Of] {a} and {b}, which [lists|has] the {w} {k}?
[Is|Where is] the {k} {w}[,| -] in {a} or in {b}?
{w} {k}: {a} or {b}? [Answer with the file name.|Just the path.|]
[Could|Can] you [find out|say] which of [the two|these], {a} [and|or] {b}, [has|shows] the {w} {k}?
[Both|The files] {a} and {b} [give|hold] a {k}. [The {w} one wins.|We take the {w} one.] Which [file|path] [is it|]?
[We go|I'm going] with the {w} {k}. [Is that|Is it] {a} or {b}?
[Candidates|Files]: {a}, {b}. [Question|Criterion]: {w} {k}. [Answer|Report] [with one path|one of them].
""".replace("{w}", "greater|larger|higher|bigger".split("|")[r.randrange(4)] if more else "smaller|lower".split("|")[r.randrange(2)]), {"a": m(ps[0]), "b": m(ps[1]), "k": key})
    texts = [f"{r.choice(W.TOWNS)}\n{key}{sep}{v}" if r.random() < 0.5 else f"{key}{sep}{v}" for v in (a, b)]
    best = 0 if (a > b) == more else 1
    return task(mixed(r, {ps[0]: texts[0], ps[1]: texts[1], **others(r, ps, 0, 2)}), ask, [("read", ps[0]), ("read", ps[1])], say=[ps[best]], unsaid=[ps[1 - best]])


def compare_same(r):
    """Whether two files hold the same."""
    ps, m = W.paths(r, 2), W.mark(r)
    ls = lines(r, r.randint(1, 3))
    same = r.random() < 0.5
    other = list(ls)
    if not same:
        i = r.randrange(len(ls))
        other[i] = W.note(r)
        same = other == ls
    ask = W.ask(r, """
[Are|Is it true that] {a} and {b} [are|] [identical|the same|equal]? {yn}
[Compare|Diff] {a} [with|and|to] {b}. [Same content?|Is the text the same?] {yn}
[Does|Do you think] {a} [hold|contain] [exactly|] the same [text|lines] as {b}? {yn}
[I want|I need] to know [if|whether] {a} is [a copy of|the same as] {b}. {yn}
diff {a} {b} - same? {yn}
[Read|Look at] {a} and {b}; [do they match|is there no difference]? {yn}
{a} [ought to|should] [match|equal] {b}. [Does it?|Is that so?] {yn}
[Is the text|Are the contents] of {a} [identical to|the same as] that of {b}? {yn}
[Check|See] whether {b} [says|has] the same as {a}. {yn}
[Tell me|Say] if {a} and {b} [agree|match] [word for word|line by line|completely]. {yn}
[Somebody|The new guy] copied {a} to {b}, [he says|or so I hear]. Are they [equal|the same]? {yn}
[Same or not|Identical or not]: {a}, {b}. {yn}
""".replace("[Are|Is it true that] {a} and {b} [are|] [", "Are {a} and {b} [").replace("[Does|Do you think] {a} [hold|contain]", "Does {a} [hold|contain]"),
                {"a": m(ps[0]), "b": m(ps[1]), "yn": r.choice(["Answer yes or no.", "Yes or no?", "yes/no", "A plain yes or no, please.", "Reply with yes or no.", "Just say yes or no."])})
    yes = "yes" if same else "no"
    return task(mixed(r, {ps[0]: "\n".join(ls), ps[1]: "\n".join(other), **others(r, ps, 0, 2)}), ask, [("read", ps[0]), ("read", ps[1])], say=[yes], unsaid=["no" if same else "yes"])


def missing_item(r):
    """The item that one list has and the other lacks."""
    ps, m = W.paths(r, 2), W.mark(r)
    items = r.sample(W.NOUNS, r.randint(3, 5))
    gone = r.choice(items)
    rest = [x for x in items if x != gone]
    r.shuffle(rest)
    ask = W.ask(r, """
Which [item|entry|word] is in {a} but not in {b}?
{b} [lacks|is missing] [one thing|an item] that {a} has. [What is it?|Which one?|Name it.]
Compare {a} and {b}[.| and] tell me what {b} [lacks|is missing].
[What|Which item] [did we forget|is left out] in {b}, [going by|compared with] {a}?
{a} minus {b} = ?
[I want to know|Tell me|Find out] what [stands in|is on] {a} and [is absent from|not on] {b}.
[Someone dropped|There's] [an entry|one line] [from {b}|that never made it to {b}]. {a} is [complete|right]. What is [missing|gone]?
[The list|Our list] in {b} should [match|equal] {a}, but one item is [missing|gone]. [Which?|Name it.]
[Check|Go through] {b} against {a}: [what's missing|name the missing item].
[Ordered|Planned]: {a}. [Delivered|Done]: {b}. What [is still open|didn't arrive]?
[Could|Can] you spot the [item|word] of {a} that {b} [does not have|doesn't list]?
[One of the items|An item] in {a} [can't be found|is nowhere] in {b}; [say which one|which one is that?]
""", {"a": m(ps[0]), "b": m(ps[1])})
    return task(mixed(r, {ps[0]: "\n".join(items), ps[1]: "\n".join(rest), **others(r, ps, 0, 2)}), ask, [("read", ps[0]), ("read", ps[1])], say=[gone], unsaid=rest)


def count_lines(r):
    """The number of lines of a file, by wc."""
    p, m = W.path(r), W.mark(r)
    n = r.randint(1, 12)
    text = "\n".join(W.note(r) for _ in range(n))
    ask = W.ask(r, """
How many lines [does|has] {p} [have|]?
Count the lines [of|in] {p}.
[Tell me|Report|Give me] the [number|count] of lines in {p}.
wc -l {p}
[Run|Use] `wc -l` on {p} and [report|tell me] the [number|count].
{p}: [line count|number of lines]?
[I need|I want|I'd like] [to know how long|the line count of] {p}[ is in lines|].
[Could|Can] you count [how many lines are|the lines] in {p}?
[How long is|What is the length of] {p}, [in lines|counted in lines]?
[What's|What is] the line count [of|for] {p}?
[One line per|Every line is one] [order|player|part] in {p}. How many [lines|of them] [are there|are in it]?
[Number|Amount] of lines, {p}[, please|].
""".replace("[does|has] {p} [have|]", "does {p} have").replace("[to know how long|the line count of] {p}[ is in lines|]", "[the line count of {p}|to know how many lines {p} has]"), {"p": m(p)})
    return task(mixed(r, {p: text, **others(r, [p])}), ask, [("run", f"wc -l {p}")], say=[str(n)])


def count_files(r):
    """The number of files in the workspace, or of one ending."""
    m = W.mark(r)
    if r.random() < 0.5:
        ps = W.paths(r, r.randint(2, 9))
        n, ext = len(ps), None
        ask = W.ask(r, """
How many files [are there|are here|do we have|are in the workspace]?
[Count|Please count] [the files|all files|all the files in the workspace].
[Tell me|Report] the number of files [here|in the workspace].
ls | wc -l
[List|Look at] [the|all] files and [tell me|say] how many [there are|you see].
[number|count] of files?
[I need|I'd like] [a count of the files|to know how many files exist] [here|in this workspace|].
[Could|Can] you [tell|say] how many files [this workspace|the place] has?
""", {})
    else:
        ext = r.choice(["md", "csv", "log", "txt", "cfg"])
        k = r.randint(1, 4)
        other = r.choice([e for e in ["md", "csv", "log", "txt", "cfg"] if e != ext])
        ps = W.several(r, lambda r: W.path(r, ext), k) + W.several(r, lambda r: W.path(r, other), r.randint(1, 4))
        n = k
        ask = W.ask(r, """
How many {e} files [are there|do we have|are in the workspace]?
[Count|Please count] the files [ending in|with the ending|that end with] {e}.
[Tell me|Report] the number of {e} files.
ls *{e} | wc -l
[number|count] of {e} files?
[I need|I'd like] to know how many files end [in|on|with] {e}.
[List|Look at] the files; how many [are|of them are] {e}?
""", {"e": "." + ext})
    return task({p: W.note(r) for p in ps}, ask, [("list",)], say=[str(n)])


def edge_line(r):
    """The first, last or nth line of a file."""
    p, m = W.path(r), W.mark(r)
    ls = lines(r, r.randint(3, 5))
    i = r.choice([0, -1, -1, 1])
    word = {0: ["first", "top", "opening"], -1: ["last", "final", "bottom"], 1: ["second"]}[i]
    ask = W.ask(r, """
What [is|does] the {w} line [of|in] {p}?
[Tell me|Give me|Report|Show me] the {w} line of {p}.
[Read|Open] {p} and [quote|repeat|tell me] [its|the] {w} line.
{p}: {w} line?
[I need|I want|I'd like] the {w} line [of|from] {p}[, word for word|, verbatim|].
[Could|Can] you [read|cite] me the {w} line of {p}?
[How|What] does the {w} line of {p} read?
The {w} line [of|in] {p}, [please|what is it?|what does it say?]
[What's|What is] written on the {w} line of {p}?
[Which|What] [text|words] [is|are] on the {w} line [of|in] {p}?
[Only|Just] the {w} line [from|of] {p}, [I don't need|not] the rest.
[Quote|Copy] the {w} line of {p} [here|for me|in your answer].
""".replace("What [is|does] the", "What is the").replace("[How|What] does the {w} line of {p} read", "How does the {w} line of {p} read").replace("[is|are] on", "is on").replace("[text|words]", "text").replace("{w}", r.choice(word)), {"p": m(p)})
    return task(mixed(r, {p: "\n".join(ls), **others(r, [p])}), ask, [("read", p)], say=[ls[i]], unsaid=[x for j, x in enumerate(ls) if j != i % len(ls) and x not in ls[i] and ls[i] not in x])


def newest(r):
    """The highest number among file names."""
    stem, ext = r.choice(W.STEMS), r.choice(W.EXTS)
    d = r.choice(W.DIRS) + "/" if r.random() < 0.6 else ""
    j = r.choice(["", "_", "-", "-v", "_v", ".v"])
    ns = sorted(r.sample(range(1, 10), r.randint(2, 4)))
    ps = [f"{d}{stem}{j}{n}.{ext}" for n in ns]
    top = r.random() < 0.7
    body = {p: W.note(r) for p in ps}
    want = ps[-1] if top else ps[0]
    ask = W.ask(r, """
[What|Which] is the {w} [version|number] of [the|our] {s} file? [Tell me its text.|What does it say?|Read it to me.]
[Read|Open] the {s} with the {w} number and [tell me|report] what it says.
[There are|We have] several {s} files. [What's in|Report the text of] the one with the {w} number.
{s}: {w} number, [content|text]?
[Find|Look for] the {s} file [numbered {w}|with the {w} number in its name] and [quote|repeat] [it|what's inside].
[I need|I want] the text of the {s} file with the {w} [version|number].
[Could|Can] you [see|check] which {s} has the {w} number and [give|tell] me [its text|what is written there]?
[Some|A few] {s} files [exist|are here], [numbered|with version numbers]. [Only|Just] the {w} one [counts|matters]: what does it say?
[List|Look at] the files, [pick|take] the {s} with the {w} number, [read it to me|report its line].
[By number|Numerically], which {s} is {w}, and what's its text?
[The {w}|Whichever {s} is {w}] [numbered {s}|by number], [quote it|what does it hold]?
What does the {w} {s} (by number) say?
""".replace("[The {w}|Whichever {s} is {w}] [numbered {s}|by number]", "Whichever {s} is {w} by number").replace("[numbered {w}|with the {w} number in its name]", "with the {w} number in its name").replace("{w}", r.choice(["highest", "largest"]) if top else r.choice(["lowest", "smallest"])).replace("{s}", stem), {})
    return task(mixed(r, {**body, **others(r, [stem], 0, 2)}), ask, [("list",), ("read", want)], say=[body[want]]) if len(set(body.values())) == len(ps) else newest(r)


def run_report(r):
    """What a command prints."""
    m, p = W.mark(r), W.path(r)
    cmd = r.choice(W.COMMANDS + ["uptime --short", "bin/version", "whoami -a", "show queue", "./temp.sh", "print-tide", "inventory --total", "standings --top"])
    out = r.choice([f"{r.randint(2, 99)} items", f"version {r.randint(1, 9)}.{r.randint(0, 9)}", f"{r.choice(W.TOWNS)} {r.randint(10, 99)}", f"code {W.code(r)}", f"{r.randint(2, 60)} pallets waiting", f"leader: {r.choice(W.TEAMS)}"])
    ask = W.ask(r, """
[Run|Execute|Launch] {c} and [tell me|report|say] [what it prints|the output|what comes out].
What [does|will] {c} [print|output|say]?
{c} - [output?|what does it say?|tell me the result]
[I need|I want|I'd like] the output of {c}.
[Could|Can] you run {c} [for me|] and [give|show] me the [result|output]?
[Kick off|Start] {c}. [Report back what it says.|Which result do you get?]
[Try|Call] {c}, then [quote|repeat] its output.
[The output of|What you get from] {c} [is what I need|goes into my report]. [Please run it.|Run it and tell me.]
$ {c}\\n[?|what's the result?]
[What's|What is] the result of {c}?
[Do|Please do] a {c} and [let me know|tell me] the [answer|output].
[Someone|My lead] [asks|wants to know] what {c} [says|prints] [now|today]. [Find out.|Run it, please.]
""", {"c": m(cmd)})
    return task({p: W.note(r), **others(r, [p], 0, 2)}, ask, [("run", cmd)], say=[out], checks={cmd: (p, "", out, out)}, must=[cmd], good=out)


def csv_cell(r):
    """A cell of a small table."""
    p, m = W.path(r, "csv"), W.mark(r)
    n = r.randint(3, 5)
    heads = r.sample(["weight", "dock", "score", "lane", "price", "rank", "stock", "age", "laps", "room"], r.choice([1, 2]))
    rows, cells = r.sample(W.NOUNS if r.random() < 0.5 else W.FIRST, n), [[str(v) for v in r.sample(range(2, 500), len(heads))] for _ in range(n)]
    i, j = r.randrange(n), r.randrange(len(heads))
    text = ",".join(["name"] + heads) + "\n" + "\n".join(",".join([a] + c) for a, c in zip(rows, cells))
    ask = W.ask(r, """
What is the {h} of {x} in {p}?
[Look up|Find|Check] the {h} of {x} in {p}.
{p}: {h} for {x}?
[According to|Going by] {p}, [what is|what's] the {h} [of|for] {x}?
[I need|I want] the {h} [listed|given] for {x} in {p}.
[Which|What] {h} does {x} have? [The table is|See] {p}.
[Read|Open] {p}, [row|line] {x}, column {h}. [What's there?|Tell me the value.]
[Could|Can] you [tell me|read me] the {h} of {x} from [the table|] {p}?
{x}'s {h}, [please|], [it's in|table] {p}.
[In|From] the table {p}: {x}, {h}. [Value?|Number?]
[What|Which] number [stands|is] under {h} [for|in the row of] {x} ({p})?
[Report|Give] {h} of {x}. [Source|File]: {p}
""", {"h": heads[j], "x": m(rows[i]), "p": m(p)})
    return task(mixed(r, {p: text, **others(r, [p])}), ask, [("read", p)], say=[cells[i][j]])


KINDS = [find_holder, report_value, report_person, compare_values, compare_same, missing_item, count_lines, count_files, edge_line, newest, run_report, csv_cell]
