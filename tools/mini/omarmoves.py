"""Agent kinds that move files about, repair and repeat."""
import omarwords as W
from omarbase import conf, lines, mixed, others, settings, task, tester, value, word_file


def body(r):
    """A small file of any kind."""
    return conf(*settings(r)) if r.random() < 0.3 else "\n".join(lines(r, r.randint(1, 3)))


def copy_file(r):
    """A copy under another name."""
    (a, b), m = W.paths(r, 2), W.mark(r)
    b = a + ".bak" if r.random() < 0.15 else b
    ask = W.ask(r, """
[Copy|Duplicate] {a} [to|as|into] {b}.
[Make|Create] a copy of {a} [named|called|at] {b}.
cp {a} {b}
I [need|want] {a} [a second time|twice], [the copy|the other one] [is called|under the name] {b}.
{b} should be [a copy of|the same as] {a}. [Make it.|Create it.]
[Save|Store] the [content|text] of {a} [under|in|as] {b} [as well|too|also].
[Could|Can] you [clone|copy] {a}? [Name the copy|Call it] {b}.
{a} -> {b} ([copy|keep both])
[Before the new shift starts|For safety], [keep|put] a copy of {a} in {b}.
[The crew|Our client] [would like|wants] [its own|a] copy of {a}, [path|file name] {b}.
[Whatever|Everything that] {a} [says|holds] [should|must] also be in [a new file,|] {b}.
[Take|Read] {a} and write [the same|identical] [text|lines] to {b}.
""", {"a": m(a), "b": m(b)})
    text = body(r)
    return task(mixed(r, {a: text, **others(r, [a, b], 0, 2)}), ask, [("read", a), ("write", b, text)])


def rename_file(r):
    """A file gets another name."""
    (a, b), m = W.paths(r, 2), W.mark(r)
    ask = W.ask(r, """
[Rename|Move] {a} to {b}.
mv {a} {b}
{a} [should be|must be|will be] called {b} [from now on|instead]. [Rename it.|Please rename.]
[Change|Alter] the name of {a} to {b}.
[I don't like|Nobody likes] the name {a}. [Make it|Use] {b}, [same content|content unchanged].
[Could|Can] you [rename|move] {a}? [The new path is|New name:] {b}
{a} => {b} ([rename|move, no copy left])
[The file|What is] {a} [belongs|has to go] [under|at] {b}, [the old one disappears|and the old path must not stay].
[Wrong name|Misnamed file]: {a}. [Right one|Should be]: {b}.
[I'd like|I want] {a} [moved|renamed] to {b}.
[Give|Assign] {a} [a new|the] name{x} {b}.
[Our naming rules|The guidelines] [changed|say so]: {a} [becomes|turns into] {b}. [Move the file.|Please rename it.]
""", {"a": m(a), "b": m(b), "x": r.choice([",", ":", ""])})
    text = body(r)
    return task(mixed(r, {a: text, **others(r, [a, b], 0, 2)}), ask, [("read", a), ("write", b, text), ("run", f"rm {a}")])


def delete_file(r):
    """One file or two go."""
    n, m = r.choice([1, 1, 2]), W.mark(r)
    ps = W.paths(r, n)
    ask = W.ask(r, """
[Delete|Remove|Erase] {p}.
[Get rid of|Throw away|Trash|Bin] {p}.
rm {p}
We [don't need|no longer need|have no use for] {p}. [Delete that.|Away with it.|Please remove.]
{p} [can go|is no longer wanted|may be deleted], [so delete|please remove] [accordingly|now].
[Could|Can|Would] you [delete|remove] {p} [for me|with rm|]?
[I want|I'd like] {p} [gone|deleted|removed].
[Clean up|Tidy up|Housekeeping]: {p} [goes|should be deleted|out].
[Use|With] rm [to delete|on|for] {p}.
{p} - [delete|remove|drop] [please|it|this]
[Legal|Security] [says|told us] {p} must [not stay|disappear]. [Do it now.|Delete, please.]
[Nobody|No one] [reads|uses] {p} [any more|these days]; [remove|delete] it.
""".replace("[Use|With] rm [to delete|on|for]", "Use rm to delete"), {"p": W.series(r, [m(p) for p in ps])})
    return task(mixed(r, {**{p: body(r) for p in ps}, **others(r, ps, 1, 3)}), ask, [("run", f"rm {p}") for p in ps])


def delete_ending(r):
    """All files of one ending or folder go."""
    m, n = W.mark(r), r.randint(2, 3)
    e = r.choice(["tmp", "bak", "old", "log", "orig"])
    ps = sorted(W.paths(r, n, e))
    keep = {p: W.note(r) for p in W.paths(r, r.randint(1, 3), r.choice(["md", "csv", "txt"]))}
    ask = W.ask(r, """
[Delete|Remove] [all|every one of the] {e} files.
[Get rid of|Clean out] [everything|all files] [that ends in|ending with] {e}.
rm *{e}
[No more|We don't want any] {e} files [in here|in this workspace]. [Remove them.|Delete them all.]
[The|All those] {e} files [are junk|are leftovers|can go]. [Delete them|Remove each one], [keep the others|nothing else].
[Could|Can] you [clear|delete] all the {e} files?
[I'd like|I want] [the|all] {e} files [gone|removed], [and only those|others stay].
[Find|List] the files, [then|and] rm [each one|those] that [ends|end] in {e}.
[cleanup|housekeeping]: {e} files
[Whatever|Any file that] ends in {e} [must|should] be deleted.
[Disk is getting full.|Space is tight.] [Throw out|Drop] the {e} files.
[Make|Do] a sweep: [every|each] {e} file goes.
""", {"e": m("." + e)})
    return task(mixed(r, {**{p: W.note(r) for p in ps}, **keep}), ask, [("list",)] + [("run", f"rm {p}") for p in ps])


def fix_failing(r):
    """A command says what is wrong; it is put right."""
    p, m = W.path(r, r.choice(["cfg", "ini", "conf", "yaml", "txt"])), W.mark(r)
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    new = value(r)
    if new in vals:
        return fix_failing(r)
    cmd, good = r.choice(W.COMMANDS), r.choice(W.GOODS)
    want = keys[k] + sep + new
    bad = r.choice([f"FAIL: {p}: expected '{want}'", f"error in {p}: {keys[k]} should be {new}", f"{p} is wrong: {keys[k]} must be {new}", f"check failed, {keys[k]} in {p} is {vals[k]}, not {new}",
                    f"not ok - {p} - wanted {keys[k]}{sep}{new}", f"{p}: bad value {vals[k]} for {keys[k]} (want {new})"])
    ask = W.ask(r, """
{c} [fails|is failing|is red|breaks]. [Fix it.|Find out why and fix it.|Please repair whatever it is.|Make it pass.]
[Run|Execute] {c}. If it [fails|complains], [fix|repair] [what it says|the cause] and run it again.
[Make|Get] {c} [pass|succeed|go green].
[Something|Somehow something] [broke|is off]: {c} [no longer passes|doesn't pass any more]. [Can you fix that?|Take care of it.]
[I want|I need|I'd like] {c} to [pass|succeed]. [See|Look at] what it [says|complains about] and [fix|correct] that.
{c} must [pass|be green] [by tonight|before we ship]. [Right now it doesn't.|It fails today.]
[Why|Any idea why] does {c} fail? [Repair|Correct] [the problem|it] and [show|prove] that it [works|passes].
red: {c}. [make it green|fix pls]
[Debug|Troubleshoot] {c} [until it passes|and leave it passing].
[Could|Can] you [get|make] {c} [to work|pass] again?
[The pipeline|Our build] [stops|hangs] at {c}. [Read its message, correct the file, rerun.|Fix the file it names.]
[After|Since] [the last change|Monday], {c} [reports an error|isn't happy]. [Resolve it and rerun.|Sort it out.]
""".replace("Why|Any idea why] does {c} fail?", "Why does {c} fail?|So why does {c} fail?]"), {"c": m(cmd)})
    plan = [("run", cmd), ("read", p), ("edit", p, keys[k] + sep + vals[k], want), ("run", cmd)]
    return task(mixed(r, {p: conf(keys, vals, sep), **others(r, [p], 0, 2)}), ask, plan, checks={cmd: (p, want, good, bad)}, must=[cmd], good=good)


def flaky(r):
    """A command that fails once."""
    p, m = W.path(r), W.mark(r)
    cmd = r.choice(W.COMMANDS + ["sync north", "deploy stage", "upload scores", "fetch readings", "ping depot", "mount tape", "publish setlist"])
    good = r.choice(W.GOODS)
    ask = W.ask(r, """
[Run|Execute] {c}. [It is flaky|It sometimes times out], so [repeat|retry] [if needed|until it works].
[Run|Execute|Start|Launch] {c} [until it succeeds|and make sure it goes through|and get it through].
{c} [sometimes|now and then] [fails|trips] [at first|on the first try]. [Keep at it|Try again] until it [works|passes].
[Please|] [make sure|see to it] that {c} [is run|has been run] successfully.
{c} ([retry|repeat] on error)
[I need|I want] {c} [done|to go through], [even if|in case] it takes [two tries|more than one attempt].
[Could|Can] you [run|do] {c}? [If it times out, once more.|The network is bad, so it may need a second go.]
[Get|Push] {c} through; [first attempts often fail|the line is shaky today].
[Don't give up|Be patient] [on|with] {c}: [run it till it answers properly|again if it fails].
[The job|Tonight's task] is {c}. [Only a success counts.|Repeat when it errors out.]
[Try|Call] {c}; [on a timeout|should it fail], [try again|call it once more].
retry {c} [till ok|until green]
""", {"c": m(cmd)})
    return task(mixed(r, {p: body(r), **others(r, [p], 0, 2)}), ask, [("run", cmd), ("run", cmd)], checks={cmd: (p, "", good, good)}, must=[cmd], good=good, flaky=[cmd])


def near(r, p):
    """A path that someone could have meant p by."""
    d, _, f = p.rpartition("/")
    stem, _, e = f.rpartition(".")
    return r.choice([f"{r.choice(W.DIRS)}/{f}" if not d else f, f"{d + '/' if d else ''}{stem}.{r.choice([x for x in ['txt', 'md', 'cfg', 'csv'] if x != e])}", f"{d + '/' if d else ''}{stem}s.{e}" if not stem.endswith("s") else f"{d + '/' if d else ''}{stem[:-1]}.{e}"])


def wrong_read(r):
    """A value from a file whose path is not right."""
    p, m = W.path(r), W.mark(r)
    keys, vals, sep = settings(r)
    k, bad = r.randrange(len(keys)), near(r, p)
    if bad == p:
        return wrong_read(r)
    extra = {q: t for q, t in others(r, [p, bad], 1, 3).items() if q.split("/")[-1].split(".")[0] not in p}
    ask = W.ask(r, """
What is {k} in {p}?
[Tell me|Report] the {k} [from|set in] {p}.
[I need|I'd like] the {k} that {p} [gives|has].
[Read|Open] {p} and [say|tell me] what {k} is.
{k} in {p}?
[Could|Can] you look up {k}? [I think it's in|It should be in|Probably in] {p}.
[If memory serves|I believe], {p} [has|holds] the {k}. [Its value?|What is it?]
[The file|Our file] {p} (or [something like that|a similar name]) [sets|has] {k}; [to what?|what's the value?]
[Check|See] {p} for {k}. [If the name is off, look around.|The path may be a bit off.]
[Value|Setting] wanted: {k}. [File|Place]: {p}[, I guess|, roughly|].
[Somebody|Dana] said {k} [is|was] in {p}. [What value is it?|Tell me the value.]
[Quote|Give] me {k}, [see|from] {p}.
""", {"k": m(keys[k]), "p": m(bad)})
    return task(mixed(r, {p: conf(keys, vals, sep), **extra}), ask, [("read", bad), ("list",), ("read", p)], say=[vals[k]])


def wrong_edit(r):
    """A replacement in a file whose path is not right."""
    p, m = W.path(r), W.mark(r)
    old, new = r.sample(W.NOUNS, 2)
    bad = near(r, p)
    if bad == p:
        return wrong_edit(r)
    extra = {q: t for q, t in others(r, [p, bad], 1, 3).items() if q.split("/")[-1].split(".")[0] not in p}
    ask = W.ask(r, """
[Replace|Swap] {o} with {w} in {p}.
[Change|Turn] {o} [to|into] {w} in {p}.
{p}: {o} -> {w}
In {p}, {o} [should be|must become] {w}.
[Could|Can] you [put|write] {w} [for|instead of] {o} in {p}?
{p} [says|has] {o}. [It should be|Make it] {w}.
[I think the file is|It must be] {p}: [replace|change] {o} [by|to] {w}.
[Edit|Open] {p} ([or however it is spelled|if that is the name]), {o} [becomes|to] {w}.
[The word|] {o} in {p} [is wrong|is out of date], [use|write] {w}.
[I'd like|I want] {w} in place of {o} in {p}[, path from memory|].
[Correct|Fix] {p}, {o} [is a typo for|was meant to be] {w}.
{w} [not|instead of] {o}, [file|see] {p}[, please|]
""", {"o": m(old), "w": m(new), "p": m(bad)})
    return task(mixed(r, {p: word_file(r, old), **extra}), ask, [("edit", bad, old, new), ("list",), ("edit", p, old, new)])


def placeholder(r):
    """A mark in one file gives way to a value from another."""
    (a, b), m = W.paths(r, 2), W.mark(r)
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    hole = r.choice(["@@{}@@", "<{}>", "%{}%", "$({})", "__{}__", "[{}]", "TODO_{}"]).format(keys[k].upper())
    line = r.choice(["the value is {}", "we use {} here", "{} - final", "set to {} today", "note: {}", "agreed on {} last week"]).format(hole)
    rest = lines(r, r.randint(0, 2))
    ask = W.ask(r, """
[Replace|Fill in] {h} in {b} [with|by] the {k} [from|in] {a}.
{b} [has|contains] the placeholder {h}. [Put|Insert] the value of {k} from {a} there.
[Take|Read|Get] {k} from {a} and [put it in place of|substitute it for|write it over] {h} in {b}.
The {h} in {b} [stands for|should become|is to be replaced by] the {k} [value|] [given in|of] {a}. [Fill it in.|Please fill in.]
[Could|Can] you [complete|finish] {b}? {h} is [where the|the spot for the] {k} [goes|belongs], [which is in|see] {a}.
{a} [knows|has|says what] the {k}[ is|]; {b} still [has|shows] {h}. [Bring them together.|Fix {b}.|Fill it in.]
[In {b}|Inside {b}], swap {h} for whatever {k} is in {a}.
[I want|I'd like] {b} without {h}: [use|take] the {k} of {a} [there|instead].
fill {h} ({b}) from {a}, key {k}
[The template|Our template] {b} needs [a value|something] for {h}, [namely|that is,] {k} from {a}.
[Where|At the place where] {b} says {h}, [it should show|we need] the {k} [found in|from] {a}.
[Look up|Check] {k} in {a}. [Then|Afterwards] [put|write] it into {b} where {h} is.
""".replace("{a} [knows|has|says what] the {k}[ is|]", "{a} [knows|has] the {k}").replace("[where the|the spot for the] {k} [goes|belongs]", "where the {k} [goes|belongs]"), {"h": m(hole), "a": m(a), "b": m(b), "k": keys[k]})
    files = {a: conf(keys, vals, sep), b: "\n".join(rest + [line]), **others(r, [a, b], 0, 2)}
    return task(mixed(r, files), ask, [("read", a), ("edit", b, hole, vals[k])])


def split_file(r):
    """The lines of a file go to files of their own."""
    n = r.choice([2, 2, 3])
    (a, *bs), m = W.paths(r, n + 1), W.mark(r)
    ls = lines(r, n)
    ask = W.ask(r, """
[Split|Divide] {a} [into|over] {b}, one line [each|per file], [in that order|in order].
{a} has {n} lines. [Write|Put] [the first|line 1] [in|into] {b1}, the [others|rest] [likewise|in order] so that we get {b}.
[Each line|Every line] of {a} [should become|becomes] a file [of its own|], [named|called] {b} [in order|from top to bottom].
[I want|I'd like] {a} [broken up|cut up], line by line, into {b}.
[Could|Can] you [spread|distribute] the {n} lines of {a} over {b}, [in order|top to bottom]? [Keep {a}.|Leave {a} as it is.|]
{a}, line by line -> {b}
[Save|Store] the lines of {a} [separately|one by one]: {b} [in this order|].
[Take|Read] {a} and [make|write] {n} files from its {n} lines: {b}.
[The lines in|The entries of] {a} [belong|go] in separate files, {b} [respectively|in this sequence].
[From|Out of] {a} [make|produce] {b}; [one|a single] line [each|goes to each], [same order|in order].
[Split by line|Line split]: {a}. [Targets|New files]: {b}.
[New files|We need] {b}: [their content is|they hold] the lines of {a}, [first to last|in order].
""", {"a": m(a), "b": W.series(r, [m(b) for b in bs]), "b1": m(bs[0]), "n": ["", "", "two", "three"][n]})
    return task(mixed(r, {a: "\n".join(ls), **others(r, [a] + bs, 0, 1)}), ask, [("read", a)] + [("write", b, x) for b, x in zip(bs, ls)])


def merge_files(r):
    """Files joined in a new one."""
    n = r.choice([2, 2, 3])
    (c, *ps), m = W.paths(r, n + 1), W.mark(r)
    texts = ["\n".join(lines(r, r.randint(1, 2))) for _ in ps]
    ask = W.ask(r, """
[Merge|Combine|Join] {ps} [into|in] [a new file|] {c}, in [that|this] order.
[Put|Write] the [contents|text] of {ps} [one after the other|in that order] [into|in] {c}.
cat {pl} > {c}
{c} [should be|is to be|shall be] {ps} [put together|joined|in a row], [in this order|first to last].
[Could|Can] you [concatenate|join] {ps} [as|to|into] {c}?
[I want|I'd like] one file, {c}, [made from|out of] {ps}, [in that order|in the order given].
[Make|Create] {c} [from|out of] {ps} ([in order|keep the order]).
{ps} [together make|=>] {c}
[First read|Read] {ps}. [Then|After that] [write|save] all their lines, in [that|the same] order, to {c}.
[One combined file|A single file], {c}, is [easier to carry|what we want]: [join|merge] {ps}.
[Collect|Gather] [what is in|the lines of] {ps} in {c}, [order as given|in that order].
[Everything from|All lines of] {ps} [goes|belong] in {c}, [sources stay|keep the originals], [same order|in order].
""".replace("{ps} [together make|=>] {c}", "{ps} => {c}").replace("[Everything from|All lines of] {ps} [goes|belong]", "All lines of {ps} belong"), {"c": m(c), "ps": W.series(r, [m(p) for p in ps]), "pl": " ".join(ps)})
    return task(mixed(r, {**dict(zip(ps, texts)), **others(r, [c] + ps, 0, 1)}), ask, [("read", p) for p in ps] + [("write", c, "\n".join(texts))])


def change_all(r):
    """All files that hold a word are changed."""
    m, n = W.mark(r), r.randint(2, 4)
    old, new = r.sample(W.NOUNS, 2)
    ps = sorted(W.paths(r, n))
    hold = sorted(r.sample(ps, r.randint(1, min(n, 3))))
    files = {p: word_file(r, old, 2) if p in hold else "\n".join(x for x in lines(r, 3) if old not in x) or "empty page" for p in ps}
    ask = W.ask(r, """
[Replace|Change] {o} [with|to] {w} in [all files|every file|each file] [that has it|where it occurs|that holds it].
[Everywhere|In the whole workspace|In all files], {o} [should be|has to become|is now] {w}.
[Rename|Turn] {o} [to|into] {w} [across all files|in the whole workspace|everywhere].
{o} -> {w}, all files
[Find|Go and find] [all|the] files [with|that mention] {o} and [write|put] {w} [there|instead].
We [don't|no longer] say {o}. [Every file that does|Each file with it] [should|must] say {w}.
[Could|Can] you [swap|exchange] {o} [for|with] {w} in [whatever files have it|all the files that mention it]?
[I want|I'd like] [no|not a single] {o} left in [these files|the workspace]; {w} [instead|takes its place].
[Some|Several] files [still|] [mention|say] {o}. [Make them say|Correct them all to] {w}.
sed -i s/{o}/{w}/ *
[Look through|Check] [every file|all the files]: [wherever you see|any] {o} [becomes|turns into] {w}.
[Global|Workspace-wide] [rename|replacement]: {o} is {w}.
""".replace("[wherever you see|any] {o} [becomes|turns into] {w}", "any {o} becomes {w}"), {"o": m(old), "w": m(new)})
    return task(mixed(r, files), ask, [("list",)] + [("read", p) for p in ps] + [("edit", p, old, new) for p in hold])


def save_output(r):
    """What a command prints goes to a file."""
    p, m, q = W.path(r), W.mark(r), W.path(r)
    cmd = r.choice(W.COMMANDS + ["show queue", "bin/version", "uptime --short", "standings --top", "print-tide", "inventory --total"])
    out = r.choice([f"{r.randint(2, 99)} items", f"version {r.randint(1, 9)}.{r.randint(0, 9)}", f"{r.choice(W.TOWNS)} {r.randint(10, 99)}", f"leader: {r.choice(W.TEAMS)}", r.choice(W.GOODS)])
    ask = W.ask(r, """
[Run|Execute] {c} and [save|store|write] [its output|what it prints] [to|in] {p}.
{c} > {p}
[Write|Put|Save] the output of {c} [to|into|in] {p}.
{p} should [hold|contain] [what|the text that] {c} prints. [Run it.|Run it and write the file.]
[Could|Can] you [capture|record] the [result|output] of {c} in {p}?
[I need|I want] a file {p} with the [output|result] of {c}.
[First|Start:] run {c}. [Then|Next] [write|save] [exactly|] what it [says|printed] [to|in] {p}.
[Log|Keep] [the result of|what comes out of] {c} [in|as] {p}.
[Whatever|What] {c} [answers|prints] [belongs|goes] in {p}[, word for word|, as it is|].
[The report|My report] [is|goes in] {p}; its [text|only line] is the output of {c}.
[Create|Make] {p} from the output of {c}.
[Run|Do] {c}, result [to|into] {p}[, thank you|].
""", {"c": m(cmd), "p": m(p)})
    return task(mixed(r, {q: body(r), **others(r, [p, q], 0, 2)}) if q != p else {}, ask, [("run", cmd), ("write", p, out)], checks={cmd: (q, "", out, out)}, must=[cmd], good=out)


def move_line(r):
    """A line goes from one file to the end of another."""
    (a, b), m = W.paths(r, 2), W.mark(r)
    la, lb = lines(r, r.randint(2, 4)), lines(r, r.randint(1, 3))
    x = r.choice(la)
    if x in lb:
        return move_line(r)
    ask = W.ask(r, """
[Move|Shift|Transfer] the line {q} from {a} to the end of {b}.
{q} [should move|moves|has to go] from {a} to {b} ([at the end|last line]).
[Take|Cut] {q} out of {a} and [append it to|paste it at the end of|add it to the bottom of] {b}.
[The line|] {q} is in {a} [but|, although it] belongs at the end of {b}. [Move it.|Please move that.]
[Could|Can] you [move|bring] {q} over from {a} to the bottom of {b}?
{a} -> {b} (end): {q}
[I want|I'd like] {q} [taken off|off] {a} and [added at the end of|onto the bottom of] {b}.
[In {a}|From {a}] [delete|remove] {q}; in {b} [add it|append it] [at the end|as last line].
[Task done|Item handled]: {q}. [Move it|It goes] from {a} to {b}, [at the bottom|last].
{b} [should end with|needs as its last line] {q}, [which is taken|taken] out of {a}.
[Read|Open] both {a} and {b}; {q} [leaves|goes from] the first and becomes the last line of the second.
[Transfer request|Line transfer]: {q}, from {a}, [to|new place:] end of {b}.
""".replace("[but|, although it]", "but"), {"q": W.quoted(r, x), "a": m(a), "b": m(b)})
    plan = [("read", a), ("read", b), ("write", a, "\n".join(y for y in la if y != x)), ("write", b, "\n".join(lb + [x]))]
    return task(mixed(r, {a: "\n".join(la), b: "\n".join(lb), **others(r, [a, b], 0, 1)}), ask, plan)


KINDS = [copy_file, rename_file, delete_file, delete_ending, fix_failing, flaky, wrong_read, wrong_edit, placeholder, split_file, merge_files, change_all, save_output, move_line]
