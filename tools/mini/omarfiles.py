"""Agent kinds that create and change files."""
import omarwords as W
from omarbase import conf, lines, mixed, others, settings, task, tester, value, word_file


def create_quoted(r):
    """A new file with one quoted line."""
    p, text, m = W.path(r), W.note(r), W.mark(r)
    ask = W.ask(r, """
[Create|Make|Add|Start] [a new file|a file|] {p} [with the text|holding|that says|containing] {q}.
[Write|Put|Save|Store] {q} [to|into|in] [a file called|the file|a new file named|] {p}.
I [need|want|would like] a file [called|named|by the name of] {p}. [Its only line should be|The content is|It should read] {q}.
{q} - [save that as|that goes into|file this under|store it as] {p}.
[Could|Can|Would] you [please|] [put together|create|set up] {p} [with|holding] [exactly|just|only] {q} [in it|inside|]?
There [should|ought to] be a file {p} that [says|reads|contains] {q}[, but there isn't one yet|, please add it|]. [Make it so.|Fix that.|Create it.]
new file {p}, content {q}
add {p}: {q}
The [text|line|sentence] {q} [must|has to|needs to] [end up|live|be stored] in {p}, [a file that does not exist yet|which you create|a brand-new file].
[Please|] [jot down|record|note] {q} [for me|] in {p}.
I'm [hoping|looking] [to have|for] {q} saved under {p}[. Can you do that?|, could you handle it?|.]
What I [need|want] [from you|today|] is simple: one file, {p}, [one line|a single line], {q}.
Into {p} [goes|should go] {q}. [Nothing more.|That line and nothing else.|Nothing else.]
Leave [me|the next shift|the crew] a [note|message] in {p} [saying|that says] {q}.
{p} [does not exist|is missing|isn't there]. [Create it|Make it], [content|text]: {q}
create({p}) <- {q}
""", {"p": m(p), "q": W.quoted(r, text)})
    files = mixed(r, others(r, [p]))
    return task(files, ask, [("write", p, text)])


def create_block(r):
    """A new file with fenced lines."""
    p, m = W.path(r), W.mark(r)
    if r.random() < 0.3:
        text = conf(*settings(r))
    elif r.random() < 0.3:
        text = "\n".join("- " + x for x in lines(r, r.randint(2, 4)))
    else:
        text = "\n".join(lines(r, r.randint(2, 4)))
    ask = W.ask(r, r"""
[Create|Make|Write|Add] {p} with [this|the following|exactly this] [content|text|]:\n{block}
[Save|Store|Put] [this|the lines below|the block below] [in|as|under] {p}:\n{block}
{block}\n[Put|Save|Write] [that|the above|this block] [in|to|into] {p}.
{block}\n^ [should be|becomes|goes into] {p}
I [need|want] {p} to [look like this|hold exactly this]:\n\n{block}
[Here is|Here's] [what|the text that] [belongs|goes] in {p}, [a new file|which you should create]:\n{block}
{p}:\n{block}\n[Create that file.|Please write it.|Make this file.]
[Could|Would|Can] you write [the following lines|this|these lines] [to|into] {p}?\n{block}
[A new file is needed|We need a new file], {p}. [Word for word|Verbatim|No changes], [it is|the content]:\n{block}
[Type up|Copy] the [block|text] between the [marks|fences] into {p} and keep the [line breaks|lines as they are].\n{block}
feat: add {p}\n\n{block}
My [draft|text] [is ready|is done]. [File it as|Save it under] {p}, [please|thanks].\n\n{block}
[Set up|Prepare] the file {p}. Contents [below|follow].\n{block}
""", {"p": m(p), "block": W.fence(r, text)})
    return task(mixed(r, others(r, [p])), ask, [("write", p, text)])


def create_colon(r):
    """A new file whose line follows a colon to the end."""
    p, text, m = W.path(r), W.note(r), W.mark(r)
    ask = W.ask(r, r"""
[Create|Make|Write] [the file|a file|] {p} with [this line|the line|one line|this text]: {text}
[Put|Write|Save] [this|the following] [in|into|to] {p}: {text}
[Please|] [open|start] a new file {p} and [write|type|put]: {text}
{p} should [say|read|contain]: {text}
New file {p}. [Content|Body|Text]: {text}
[File|path]: {p}\n[Content|text]: {text}
I'd like {p} [created|made|written], and it [shall say|should read]: {text}
[Can|Could] you [add|create] {p}? [The text is|It says|Line]: {text}
[For the record|For the next crew], store [in|under] {p} the [message|note]: {text}
[Save as|filename] {p} -> {text}
[What we need|The job]: a file {p}. [What it says|Its one line]: {text}
touch {p} and fill it with: {text}
[Our|The] [next shift|new hire|coach] [wants|expects] [a file|] {p} [with|saying]: {text}
""", {"p": m(p), "text": text})
    return task(mixed(r, others(r, [p])), ask, [("write", p, text)])


def create_many(r):
    """Two or three new files, each with its own line."""
    n = r.choice([2, 2, 3])
    ps, ts, m = W.paths(r, n), lines(r, n), W.mark(r)
    q = [W.quoted(r, t) for t in ts]
    pairs = list(zip([m(p) for p in ps], q))
    kind = r.randint(0, 4)
    if kind == 0:
        block = "\n".join(f"{b} {p}: {t}" for b, p, t in zip("---", [m(p) for p in ps], ts))
    elif kind == 1:
        block = "\n".join(f"{i}. {p} -> {t}" for i, (p, t) in enumerate(zip(map(m, ps), q), 1))
    elif kind == 2:
        block = "\n".join(f"{p} | {t}" for p, t in zip(map(m, ps), ts))
    else:
        block = ""
    if block:
        ask = W.ask(r, r"""
[Create|Make|Write] [these files|these {n} files|the files below], [name first, then content|each with its line|one line each]:\n{list}
{n} [new files|files to add] [please|today|]:\n{list}
[I need|We need] [the following|these] files [in the workspace|] [by noon|before lunch|]:\n{list}
[Could you|Can you|Would you] [set up|add] {n} files?\n{list}
[Set these up|Add these|Create all of these]:\n{list}
[Below is|Here's] [a list of|what I want as] new files [and their text|with their text]. [Create them|Make them] all.\n{list}
files to create\n{list}
""", {"n": str(n), "list": block})
    else:
        one = W.ex(r, r.choice(["{p} with {t}", "{p} saying {t}", "{t} in {p}", "{p} ({t})", "{t} as {p}", "{p} that holds {t}"]))
        items = W.series(r, [W.fill(one, {"p": p, "t": t}) for p, t in pairs])
        ask = W.ask(r, """
[Create|Make|Write|Save] {items}.
[I need|I want|Please set up|We could use] {n} files: {items}.
[Could|Can] you [create|write|save] {items}?
{n} [small|short|tiny] files [for the crew|for tomorrow|]: {items}.
[The new hires|The techs|My boss] [asked for|wants] {items}. [Please create them.|Make those.|Write them all.]
[add|save|store] {items}
""", {"n": str(n), "items": items})
    return task(mixed(r, others(r, ps, 0, 2)), ask, [("write", p, t) for p, t in zip(ps, ts)])


def create_same(r):
    """The same line in several new files."""
    n = r.choice([2, 3, 3])
    ps, text, m = W.paths(r, n), W.note(r), W.mark(r)
    ask = W.ask(r, """
[Write|Put|Save] {q} [into each of|to all of|in] {ps}.
[Create|Make] {ps}, [all with the same text|each with the same line|identical]: {q}
[I want|I need|We need] {q} in [every one of these|each of these files]: {ps}.
{ps} - {n} [new files|files], [same content|one text]: {q}
[The line|The notice|The text] {q} [goes in|belongs in|should be saved as] {n} [places|files]: {ps}.
[Could|Would] you [create|set up] {n} [copies|files] {ps}, [each reading|every one saying|all holding] {q}?
[Same notice|Same line] for [everybody|all], {q}, [in files|as] {ps}.
{q} x{n}: {ps}
[Please make|Make] {n} files that [all|each] say {q}. [They are called|Names:|Call them] {ps}.
[Put up|Post] {q} [under|in] {ps}, [none of them exists yet|all new].
for f in {ps}: write {q}
[All of|Each of] {ps} [should|must] [contain|hold] [just|only] {q}. [Create them.|They don't exist yet.]
""", {"q": W.quoted(r, text), "ps": W.series(r, [m(p) for p in ps]), "n": str(n)})
    return task(mixed(r, others(r, ps, 0, 2)), ask, [("write", p, text) for p in ps])


def replace_test(r):
    """A word becomes another, then the tests run."""
    p, m = W.path(r), W.mark(r)
    old, new = r.sample(W.NOUNS, 2)
    cmd, good, bad, checks = tester(r, p, new)
    files = mixed(r, {p: word_file(r, old), **others(r, [p], 0, 2)})
    ask = W.ask(r, """
[Replace|Swap out] {o} [with|by|for] {w} in {p}[ and|, then|, after that] [run|execute|try] {c}.
[Change|Turn] {o} [to|into] {w} in {p}. [Then run|Next, run|Afterwards run|Confirm with] {c}.
In {p}, {o} [should be|must become|has to be] {w}. [Check with|Verify using|Prove it with] {c}.
{c} [wants|expects|needs] {w} [where|in the place where] {p} [says|has] {o}. [Fix it and run it.|Change it, then run that.]
s/{o}/{w}/ in {p}; [then|and] {c}
We [renamed|rebranded] [the|our] {o}, it is [now|called] {w}. [Update|Adjust] {p} and [make sure|confirm that] {c} [passes|is happy].
{p} [still|] says {o}[ - it's {w} now|, which is wrong: {w} is right]. [Correct it|Update it], and {c} [should pass|ought to be green] [afterwards|then], so run it.
[Could|Can] you [edit|go into] {p}, [replace|exchange] {o} [with|for] {w}, and [run|kick off] {c}?
[I'd like|I want] {w} [instead of|rather than|in place of] {o} in {p}, and [I'd like|I want] to [see|know that] {c} [succeed|pass] after it.
Run {c} [once you have changed|after changing|after you change] {o} to {w} in {p}.
fix({p}): {o} -> {w}, [test|verify] with {c}
Every {o} in {p} [becomes|is to become] a {w}. [When that is done|Once done], {c} [must|should] [go green|work]; run it.
The word {o} [has to go|must leave] {p}; [use|put] {w} [there|instead]. [Finish|End] [by running|with] {c}.
""", {"o": m(old), "w": m(new), "p": m(p), "c": m(cmd)})
    return task(files, ask, [("edit", p, old, new), ("run", cmd)], checks=checks, must=[cmd], good=good)


def replace_word(r):
    """A word becomes another in one file or two."""
    n = r.choice([1, 1, 2])
    ps, m = W.paths(r, n), W.mark(r)
    old, new = r.sample(r.choice([W.NOUNS, W.TOWNS, W.FIRST]), 2)
    files = mixed(r, {**{p: word_file(r, old) for p in ps}, **others(r, ps, 0, 2)})
    ask = W.ask(r, """
[Replace|Substitute] {o} with {w} in {p}.
[Change|Rename] {o} to {w} in {p}.
In {p}: {o} -> {w}
{o} [is|was] [a mistake|wrong|a typo] in {p}[, it should be|; I meant|. The right word is] {w}. [Fix it.|Please correct it.|Correct that.]
[Could|Would|Can] you [swap|trade] {o} for {w} in {p}?
[Find|Look for] {o} in {p} and [put|write] {w} [there|instead|in its place].
{p} [needs|need] {w} [where it says|instead of|in place of] {o}.
[I'd prefer|I want|We want] {w} [over|rather than|instead of] {o} in {p}.
sed s/{o}/{w}/g {p}
[Wherever|Anywhere] {p} [mention|mentions|say|says] {o}, [make it|it should say|write] {w}.
[No more|We no longer have a] {o}; [it's all|we have a] {w} now. [Update|Amend] {p}.
{o} out, {w} in. [File|Where]: {p}
[Somebody|The intern] typed {o} in {p}. [Of course it is|It has to be] {w}.
""", {"o": m(old), "w": m(new), "p": W.series(r, [m(p) for p in ps])})
    return task(files, ask, [("edit", p, old, new) for p in ps])


def replace_line(r):
    """A whole quoted line becomes another."""
    p, m = W.path(r), W.mark(r)
    ls = lines(r, r.randint(2, 4))
    new = lines(r, 1)[0]
    old = r.choice(ls)
    if sum(old in x for x in ls) > 1 or new in ls:
        return replace_line(r)
    ask = W.ask(r, """
In {p}, [replace|swap] the line {o} [with|for] {w}.
[Change|Rewrite] {o} in {p} [to|so it reads|as] {w}.
{p} [has|contains] the line {o}. [Make it|It should now say|Turn it into] {w}.
[Instead of|Rather than] {o}, {p} [should|ought to|must] [say|read] {w}. [Change that line.|Fix it.|Edit it.]
{o} => {w} ({p})
The [line|sentence] {o} in {p} is [outdated|old|stale]; [the new one is|use] {w}.
[Could you|Please] [find|take] {o} in {p} and [overwrite|replace] [it|that line] with {w}[?|.]
[I'd like|I want] {p} [to say|to read] {w} [where|in the spot where] it [says|said] {o} [now|so far].
[Update|Edit] {p}: was {o}, [becomes|now] {w}
[Correction|Erratum] for {p}: {o} [should have been|was meant to be] {w}.
[One line|A line] of {p} [changed|has changed]: {o} [turned into|is now] {w}. [Please edit.|Do the edit.]
[Out with|Drop] {o}, [in with|take] {w}; file {p}, [rest unchanged|other lines stay].
""", {"o": W.quoted(r, old), "w": W.quoted(r, new), "p": m(p)})
    return task(mixed(r, {p: "\n".join(ls), **others(r, [p], 0, 2)}), ask, [("edit", p, old, new)])


def setting_change(r):
    """A setting whose old value is not told."""
    p, m = W.path(r, r.choice(["cfg", "ini", "conf", "yaml", "env", "txt"])), W.mark(r)
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    new = value(r)
    if new in vals:
        return setting_change(r)
    slots = {"k": m(keys[k]), "v": m(new), "p": m(p)}
    read_edit = [("read", p), ("edit", p, keys[k] + sep + vals[k], keys[k] + sep + new)]
    files = mixed(r, {p: conf(keys, vals, sep), **others(r, [p], 0, 2)})
    if r.random() < 0.5:
        ask = W.ask(r, """
[Set|Change] {k} to {v} in {p}.
In {p}, {k} [should be|must be|has to be] {v}.
{p}: {k} -> {v}
[Could|Can|Would] you [set|bump|move] {k} [in|inside] {p} to {v}?
[I want|I'd like|We want] {k} [at|set to|to be] {v}. [It's|You'll find it|The setting is] in {p}.
[Update|Adjust|Tweak] {p} so that {k} is {v}.
[Whatever|No matter what] {k} is [right now|today|at the moment] in {p}, [make it|I want] {v}.
{k} has the wrong value in {p}. [Right one|Correct value|It should be]: {v}
[The new value of|The value for] {k} is {v}; [please put that in|file:|change it in] {p}.
config change request: {p}, {k}, [new value|to] {v}
[Turn|Switch] {k} to {v}, [other settings|the rest] of {p} [stay|stay as they are].
[Management|The plant|Our vendor] [decided|says] {k} is to be {v} [from now on|from Monday]. [Edit|Change] {p}.
[Go into|Open] {p}, [find|look up] {k}, [give it the value|set it to] {v}.
""", slots)
        return task(files, ask, read_edit)
    cmd, good, bad, checks = tester(r, p, keys[k] + sep + new)
    slots["c"] = m(cmd)
    ask = W.ask(r, """
[Set|Change] {k} to {v} in {p}[, then|and then|and] run {c}.
In {p}, {k} [should be|must be] {v}. [Run|Execute] {c} [after that|when done|to confirm].
[Once|As soon as] {k} in {p} is {v}, {c} [should|will] pass. [Make that change and run it.|Do both.|Please change it and run the command.]
{p}: {k} -> {v}, [then|verify:] {c}
[I need|I want] {k} at {v} in {p} and a [clean|good] {c} [after it|afterwards].
Run {c}, [but first|but before that] [set|change] {k} in {p} to {v}.
[Before you run|Prior to] {c}, [put|set] {k} [to|at] {v} in {p}. [Then run it.|Then do run it.]
[Could|Can] you [change|set] {k} to {v} ({p}) and [check|see] that {c} [passes|works]?
{c} [keeps complaining|is unhappy] because {k} in {p} [isn't|is not] {v}. [Set it and rerun.|Fix that and run it again.]
[The value of|] {k} in {p} [becomes|shall be] {v}; [prove it|test it] with {c}.
[Step one|First]: {k} = {v} in {p}. [Step two|Second]: {c}.
[Adjust|Update] {k} ({p}) [to|so it is] {v} and [finish|end] with {c}.
""", slots)
    return task(files, ask, read_edit + [("run", cmd)], checks=checks, must=[cmd], good=good)


def append_line(r):
    """A line at the end of a file."""
    p, m = W.path(r), W.mark(r)
    text, new = "\n".join(lines(r, r.randint(1, 4))), W.note(r)
    if new in text:
        return append_line(r)
    ask = W.ask(r, """
[Append|Add] {q} to [the end of|the bottom of] {p}.
[Add|Put] [the line|a line|one more line,] {q} [at the end of|at the bottom of|under everything in] {p}.
{p} [needs|should get] one more line at the [end|bottom]: {q}
[Could|Can] you [append|tack on|add] {q} [to|at the end of] {p}? [Keep the rest.|Leave the rest alone.|]
The last line of {p} should [become|be] {q}, [after all the others|everything above stays].
[I'd like|I want] {q} [added|appended] [to|as the final line of] {p}.
echo {q} >> {p}
[At the bottom of|Below the existing text in|After the last line of] {p}, [write|put|insert] {q}.
[Extend|Continue] {p} with [one line|the line] {q}.
{q} - [append that|add that at the end], [file|it's for] {p}
[My log|The list|The file] {p} [is missing|lacks] its last entry, {q}. [Add it at the end.|Append it.]
Don't [overwrite|touch] what's in {p}, [just|only] [append|add at the end] {q}.
[New entry|Another line] for the end of {p}: {q}
""", {"q": W.quoted(r, new), "p": m(p)})
    return task(mixed(r, {p: text, **others(r, [p], 0, 2)}), ask, [("read", p), ("write", p, text + "\n" + new)])


def prepend_line(r):
    """A line at the top of a file."""
    p, m = W.path(r), W.mark(r)
    text, new = "\n".join(lines(r, r.randint(1, 4))), W.note(r)
    if new in text:
        return prepend_line(r)
    if r.random() < 0.3:
        new = "# " + new
    ask = W.ask(r, """
[Prepend|Add] {q} [to the top of|at the top of|at the start of|at the beginning of] {p}.
[Put|Insert] [the line|] {q} [above everything|before the first line|on top] in {p}.
{p} should [start|begin|open] with [the line|a new line] {q}, [the old text follows|followed by what is there now|then the rest].
[I want|I'd like|We need] {q} as the [first|top|opening] line of {p}[, rest below|, nothing lost|].
[New header|New title|Heading] for {p}: {q}, [goes on line 1|as line one], [keep the rest|the rest moves down].
[Could|Would] you [stick|place|put] {q} [at the very top of|on the first line of] {p}?
[Line 1|The first line] of {p} [becomes|should be] {q}; [what's there shifts down|existing lines move down one].
{q} -> top of {p}
{p} has no [title|header]. [Add|Give it] {q} [at the top|as a first line].
[Over|Above] [the current|the existing] text of {p}, [write|add] {q}.
[Open|Begin] {p} with {q}. [The existing lines come after it.|Don't lose the old lines.]
[In front of|Before] all [other lines|else] in {p} [goes|comes] {q}. [Please add it.|Add it now.]
""", {"q": W.quoted(r, new), "p": m(p)})
    return task(mixed(r, {p: text, **others(r, [p], 0, 2)}), ask, [("read", p), ("write", p, new + "\n" + text)])


def insert_line(r):
    """A line after or before another."""
    p, m = W.path(r), W.mark(r)
    ls, new = lines(r, r.randint(2, 4)), W.note(r)
    at = r.randrange(len(ls))
    if new in "\n".join(ls) or sum(ls[at] in x for x in ls) > 1:
        return insert_line(r)
    after = r.random() < 0.6
    frames = """
In {p}, [add|insert|put] {q} [right|directly|] {where} [the line|] {a}.
[Insert|Add] {q} {where} {a} in {p}.
{where2} {a} in {p} [there should be|goes|I want] a [new|] line {q}.
[Could|Can] you [put|squeeze in|insert] {q} {where} {a} ({p})?
{p}: {q} [goes|comes] [right|] {where} {a}
[I'd like|We need] {q} in {p}, [directly|immediately] {where} {a}.
[Find|Locate] {a} in {p} and [add|place] {q} [on its own line|as a line] {where} it.
{p} [is missing|lacks] the line {q}. [It belongs|It goes] {where} {a}.
[New line|One more line] {q}, [file|in] {p}, [position|place]: {where} {a}.
[The order in|The sequence in] {p} is off: {q} [must come|is to be inserted] [right|] {where} {a}.
[Slot|Slip] {q} [in|into {p}] {where} {a}[, file {p}|, {p} that is].
[Please|] [open|edit] {p} and {where} {a} [write|add] {q}.
""".replace("[in|into {p}]", "into {p}").replace("[, file {p}|, {p} that is]", "")
    w = r.choice(["after", "below", "underneath"]) if after else r.choice(["before", "above", "ahead of"])
    ask = W.ask(r, frames, {"q": W.quoted(r, new), "a": W.quoted(r, ls[at]), "p": m(p), "where": w, "where2": w.capitalize()})
    out = ls[:at + after] + [new] + ls[at + after:]
    old = ls[at]
    edit = ("edit", p, old, f"{old}\n{new}" if after else f"{new}\n{old}")
    t = task(mixed(r, {p: "\n".join(ls), **others(r, [p], 0, 2)}), ask, [edit])
    assert t.want == {p: "\n".join(out)}
    return t


def remove_line(r):
    """A line leaves a file."""
    p, m = W.path(r), W.mark(r)
    ls = lines(r, r.randint(2, 5))
    gone = r.choice(ls)
    ask = W.ask(r, """
[Remove|Delete|Drop|Cut|Take out] the line {q} [from|in] {p}.
{p} [should not|must not|shouldn't] [hold|contain|have] [the line|] {q} [any more|any longer|]. [Remove it.|Take it out.]
[Get rid of|Strike] {q} in {p}.
[Could|Can] you [take|strip] {q} out of {p}? [Keep the other lines.|The rest stays.|]
{q} is [done|obsolete|history]. [Delete that line from|Remove it from|Take it off] {p}.
[I want|I'd like] {q} [gone from|out of|removed from] {p}.
{p}: [minus|without|drop] {q}
[Keep|Leave] {p} as it is, [except|only] [the line|] {q} [must go|has to go].
grep -v {q} {p}, [save the result|keep the result in the file]
[One line|There's a line] in {p} [bothers me|is wrong]: {q}. [Kick it out.|Delete it.]
[Clean up|Tidy] {p}: [the line|] {q} [is to be deleted|has to go|goes].
We [no longer need|finished] {q}, so [erase it from|cross it off in] {p}, [all other lines stay|leave the others].
""", {"q": W.quoted(r, gone), "p": m(p)})
    return task(mixed(r, {p: "\n".join(ls), **others(r, [p], 0, 2)}), ask, [("read", p), ("write", p, "\n".join(x for x in ls if x != gone))])


def swap_values(r):
    """Two settings trade their values."""
    p, m = W.path(r), W.mark(r)
    keys, vals, sep = settings(r)
    i, j = r.sample(range(len(keys)), 2)
    ask = W.ask(r, """
[Swap|Exchange|Switch] the values of {a} and {b} in {p}.
In {p}, {a} and {b} [have each other's values|are mixed up|got crossed]. [Swap them.|Trade them.|Please fix.]
{p}: {a} [should get|gets|takes] the value of {b} and [vice versa|the other way round].
{a} <-> {b} in {p} ([values only|swap values])
[Somebody|The night shift] [mixed up|confused] {a} and {b} in {p}; [exchange|swap] their values.
[Could|Would] you [make|let] {a} and {b} [trade|swap] values [in|inside] {p}?
[I want|I need] the values of {a} and {b} [swapped|switched] in {p}, [nothing else changed|the rest stays].
What {a} has, {b} should have, and [the reverse|the other way around]. [File|It's in]: {p}
[The two values|The values] of {a} and {b} [are the wrong way round|are reversed] in {p}. [Correct that.|Turn them around.]
[Give|Assign] {a} the value that {b} has and {b} the one that {a} has, [all|both] in {p}.
[Open|Go to] {p} and let {a} and {b} [change places|switch values], [values only|keys stay].
[In the file|File] {p} [needs a swap|has a mistake]: {a}'s value belongs to {b}, {b}'s to {a}.
""", {"a": m(keys[i]), "b": m(keys[j]), "p": m(p)})
    new = list(vals)
    new[i], new[j] = new[j], new[i]
    return task(mixed(r, {p: conf(keys, vals, sep), **others(r, [p], 0, 2)}), ask, [("read", p), ("write", p, conf(keys, new, sep))])


def bump(r):
    """A number that is in a file grows or shrinks."""
    p, m = W.path(r), W.mark(r)
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    vals[k] = str(r.randint(10, 60))
    d = r.randint(1, 5)
    up = r.random() < 0.6
    frames = """
[Increase|Raise|Bump] {k} in {p} by {d}.
[Add|Please add] {d} to {k} in {p}.
{k} in {p} [should go up|needs to rise] by {d}.
{p}: {k} += {d}
[Could you|Can you] [make|raise] {k} {d} higher in {p}?
[Whatever|No matter what] {k} is in {p}, [it needs to be|make it] {d} more.
[Take|Look at] {k} in {p}, add {d}, [store it|write it back].
""" if up else """
[Decrease|Lower|Reduce] {k} in {p} by {d}.
[Subtract|Take] {d} from {k} in {p}.
{k} in {p} [should go down|needs to drop] by {d}.
{p}: {k} -= {d}
[Could you|Can you] [make|set] {k} {d} lower in {p}?
[Whatever|No matter what] {k} is in {p}, [it needs to be|make it] {d} less.
[Look up|Check] {k} in {p}, take away {d}, [store that|write it back].
"""
    ask = W.ask(r, frames, {"k": m(keys[k]), "d": str(d), "p": m(p)})
    new = str(int(vals[k]) + (d if up else -d))
    return task(mixed(r, {p: conf(keys, vals, sep), **others(r, [p], 0, 2)}), ask, [("read", p), ("edit", p, keys[k] + sep + vals[k], keys[k] + sep + new)])


KINDS = [create_quoted, create_block, create_colon, create_many, create_same, replace_test, replace_word, replace_line, setting_change, append_line, prepend_line, insert_line, remove_line, swap_values, bump]
