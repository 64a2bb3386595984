"""Agent kinds that carry something from one place to another, or work on whole files."""
import omarwords as W
from omarbase import conf, lines, mixed, others, settings, task, tester, value, word_file
from omarmoves import body


def backup_edit(r):
    """A copy is kept before a change."""
    p, m = W.path(r), W.mark(r)
    bak = r.choice([p + ".bak", p + ".old", p + ".orig", W.path(r)])
    old, new = r.sample(W.NOUNS, 2)
    text = word_file(r, old)
    ask = W.ask(r, """
[Before you|Prior to anything else,] change {o} to {w} in {p}, [save|keep] a copy of {p} as {b}.
[Copy|Back up] {p} to {b}, then [replace|change] {o} [with|to] {w} in {p}.
[Change|Replace] {o} to {w} in {p}, but [first|before that] [make|keep] a copy [called|in] {b}.
[Back up|Save] {p} ({b}) and [then|after that] {o} -> {w} [in the original|in {p}].
[I want|I'd like] {o} [turned|changed] into {w} in {p}; the old version [stays|must be kept] in {b}.
{b} [should hold|gets] the [present|current] text of {p}; [after that|then] {p} [gets|should have] {w} [for|instead of] {o}.
[Safety first|No risks]: {p} -> {b}. [Then|Next] edit {p}: {o} becomes {w}.
[Could|Can] you [swap|replace] {o} for {w} in {p} and leave the [unchanged|old] text in {b}?
cp {p} {b} && sed -i s/{o}/{w}/ {p}
[First|Step 1]: [duplicate|copy] {p} as {b}. [Second|Step 2]: in {p}, {o} [becomes|to] {w}.
[We edit|I'm changing] {p} today: {w} [replaces|instead of] {o}. [Keep the old one as|The backup goes to] {b}, [before the edit|first].
[With a backup in|After backing it up to] {b}, [rewrite|change] {o} as {w} in {p}.
""".replace("Prior to anything else,] change", "If you are about to] change").replace("[I'm changing]", "").replace("[Before you|If you are about to]", "Before you"), {"o": m(old), "w": m(new), "p": m(p), "b": m(bak)})
    if bak != p + ".bak" and (bak == p or (p in bak and bak[:len(p)] != p)):
        return backup_edit(r)
    return task(mixed(r, {p: text, **others(r, [p, bak], 0, 2)}), ask, [("read", p), ("write", bak, text), ("edit", p, old, new)])


def header_all(r):
    """The same first or last line for several files."""
    n, m = r.randint(2, 3), W.mark(r)
    ps, top = W.paths(r, n), r.random() < 0.5
    new = r.choice(["# checked", "# " + r.choice(W.TOWNS), "draft only", f"owner: {r.choice(W.FIRST)}", f"rev {r.randint(2, 40)}", W.note(r)])
    files = {p: "\n".join(x for x in lines(r, r.randint(1, 2)) if x != new) or "blank" for p in ps}
    where = r.choice(["at the top of", "at the beginning of", "as the first line of"] if top else ["at the end of", "at the bottom of", "as the last line of"])
    ask = W.ask(r, """
[Add|Put] {q} {w} {ps}.
[I want|I'd like|We need] {q} {w} [each of|all of] {ps}.
{ps} [all need|should all get] {q} [added|] {w} [them|the file].
[Each of|All of] {ps}: {q} {w} the file.
[Could|Can] you [put|write|insert] {q} {w} {ps}?
{q} {w} {ps}
[Our new rule|The office] [wants|requires] {q} {w} {ps}. [Add it.|Please do so.]
[Take|Open] {ps} in turn and [add|write] {q} {w} each. [The other lines stay.|Keep the rest.]
[Missing line|To add]: {q}. [Where|Place]: {w} {ps}.
[Same edit|One edit] for {n} files, {ps}: {q} goes {w} [every|each] one.
[Without losing anything|Keeping the old text], [add|insert] {q} {w} {ps}.
[Stamp|Mark] {ps} with [the line|] {q}, {w} each file.
""".replace("[all need|should all get] {q} [added|] {w} [them|the file]", "should all get {q} {w} the file").replace("[wants|requires]", "wants"), {"q": W.quoted(r, new), "w": where, "ps": W.series(r, [m(p) for p in ps]), "n": ["", "", "two", "three"][n]})
    ws = [("write", p, new + "\n" + t if top else t + "\n" + new) for p, t in files.items()]
    return task(mixed(r, {**files, **others(r, ps, 0, 1)}), ask, [("read", p) for p in files] + ws)


def carry_value(r):
    """A value from one settings file goes to the same key of another."""
    (a, b), m = W.paths(r, 2), W.mark(r)
    keys, vals, sep = settings(r)
    k = r.randrange(len(keys))
    other = [v if i != k else value(r) for i, v in enumerate(W.several(r, value, len(keys)))]
    if other[k] == vals[k] or conf(keys, other, sep).count(keys[k] + sep + other[k]) > 1:
        return carry_value(r)
    sep2 = r.choice([sep, sep, ": ", "="])
    ask = W.ask(r, """
[Copy|Carry over] the value of {k} from {a} to {b}.
[Set|Change] {k} in {b} to what it is in {a}.
{k} [should be|must be] the same in {b} as in {a}. [{a} is right.|Trust {a}.]
[In {b}|Inside {b}], {k} [should have|needs] the value that {a} [has|gives].
[Make|Let] {b} use the {k} of {a}.
[Could|Can] you [bring|sync] {k} [over|] from {a} to {b}?
{k}: {a} -> {b}
[The {k}|Our {k}] in {b} is [stale|out of date]. {a} has the [current|right] one, [use that|copy it over].
[Take|Read] {k} from {a}; [that is also the|give the same] value [for|to] {k} in {b}.
[I want|I'd like] {b} to agree with {a} [on|about] {k}. [Only change {b}.|Edit {b} only.]
{a} and {b} [differ|disagree] in {k}. {a} wins. [Update {b}.|Fix {b}.]
[Whatever|No matter what] {k} is in {a}, {b} [should|has to] have it too.
""".replace("[that is also the|give the same] value [for|to] {k}", "give the same value to {k}").replace("[{a} is right.|Trust {a}.]", "Trust {a}."), {"k": m(keys[k]), "a": m(a), "b": m(b)})
    files = {a: conf(keys, vals, sep), b: conf(keys, other, sep2), **others(r, [a, b], 0, 1)}
    return task(mixed(r, files), ask, [("read", a), ("read", b), ("edit", b, keys[k] + sep2 + other[k], keys[k] + sep2 + vals[k])])


def write_count(r):
    """The number of lines of a file goes to another file."""
    (a, b), m = W.paths(r, 2), W.mark(r)
    n = r.randint(1, 9)
    ask = W.ask(r, """
[Count|Please count] the lines of {a} and [write|save] the number [to|in] {b}.
{b} [should hold|gets] the number of lines in {a}, [just the number|digits only].
How many lines has {a}? [Put|Write] [just|only] the number [into|in] {b}.
wc -l {a}, number > {b}
[Could|Can] you [count|determine] the lines in {a} and [store|save] the count in {b}?
[Write|Save] the line count of {a} to {b} ([the bare number|only digits]).
[I need|I want] a file {b} with [nothing but|only] the line count of {a}.
[Take|Do] a line count of {a}; [result|the number] [goes to|into] {b}.
[Make|Create] {b}, [content|holding]: the number of lines that {a} has.
[Every line|Each row] of {a} is [an order|one player]. [Write|Put] how many there are, [as a number|in digits], in {b}.
[First|Start:] wc -l on {a}. [Then|Next] write that number to {b}.
[The file|New file] {b} is for the number of lines of {a}, [so count and write|count them and write it].
""", {"a": m(a), "b": m(b)})
    text = "\n".join(W.note(r) for _ in range(n))
    return task(mixed(r, {a: text, **others(r, [a, b], 0, 2)}), ask, [("run", f"wc -l {a}"), ("write", b, str(n))])


def write_found(r):
    """The name of the file that holds a text is written down."""
    n, m = r.randint(2, 4), W.mark(r)
    (out, *ps) = W.paths(r, n + 1)
    ps.sort()
    text, at = r.choice([W.code(r), r.choice(W.NOUNS)]), r.randrange(n)
    files = {p: "\n".join(x for x in lines(r, 2) if text.lower() not in x.lower()) or "nil" for p in ps}
    files[ps[at]] += "\n" + r.choice(["see {}", "{}", "about {}"]).format(text)
    ask = W.ask(r, """
[Find|Locate] the file [that mentions|with] {q} and [write|save] its [name|path] [to|in] {o}.
[Which|What] file [has|mentions] {q}? [Write|Put] the [path|name] [into|in] {o}.
{o} [should hold|gets] the path of the file [with|that mentions] {q}.
grep -l {q} * > {o}
[Could|Can] you [look|search] for {q} in [the|all] files and [store|note] the path in {o}?
[Search|Go through] the files for {q}. [When found|Once you have it], [write|save] the file's path to {o}.
[I need|I want] {o} to [say|contain] where {q} [is|is mentioned], [path only|just the path].
[One file|Only one file] mentions {q}; [put|record] its [path|name] in {o}.
[Create|Make] {o} with the [path|name] of the file [holding|containing] {q}.
[Where is|Which file knows] {q}? [Answer|Put the answer], [path only|as a path], in {o}.
[Track down|Hunt for] {q}, [then|and] write down in {o} which file [has it|it was].
[Look up|Find out] which file [contains|has] {q}; [its path|the name] is to be the [only line|text] of {o}.
""".replace("[Answer|Put the answer], [path only|as a path],", "Put the answer, as a path,"), {"q": W.quoted(r, text) if r.random() < 0.6 else text, "o": m(out)})
    return task(mixed(r, files), ask, [("list",)] + [("read", p) for p in ps[:at + 1]] + [("write", out, ps[at])])


def turn_lines(r):
    """The lines of a file in reversed or alphabetical order."""
    p, m, n = W.path(r), W.mark(r), r.randint(3, 5)
    ls, rev = r.sample(r.choice([W.NOUNS, W.FIRST, W.TOWNS]), n), r.random() < 0.5
    new = ls[::-1] if rev else sorted(ls)
    if new == ls:
        return turn_lines(r)
    ask = W.ask(r, """
[Reverse|Flip|Invert] the [order of the|] lines in {p}.
[Turn|Put] the lines of {p} [upside down|in reverse order].
[I want|I'd like] {p} [in reverse|backwards], [last line first|bottom line on top].
{p}: reverse line order
[Could|Can] you [rewrite|save] {p} with its lines [in reverse|from last to first]?
The last line of {p} [should be|must be] first, [and so on|the first one last, and all others likewise].
tac {p}, [save in place|write it back]
""" if rev else """
[Sort|Order] the lines [in|of] {p} [alphabetically|from A to Z].
[Put|Bring] the lines of {p} [into|in] alphabetical order.
[I want|I'd like] {p} [sorted|in alphabetical order].
{p}: sort lines a-z
[Could|Can] you [alphabetize|sort] the lines of {p}?
The lines of {p} [should be|must be] [alphabetical|in ABC order]. [Rewrite it.|Please fix.]
sort {p}, [save in place|write it back]
""", {"p": m(p)})
    return task(mixed(r, {p: "\n".join(ls), **others(r, [p], 0, 2)}), ask, [("read", p), ("write", p, "\n".join(new))])


def set_many(r):
    """One setting in several files, or several in one."""
    m = W.mark(r)
    if r.random() < 0.5:
        ps, key, new = W.paths(r, r.randint(2, 3)), r.choice(W.KEYS), value(r)
        files, plan = {}, []
        for p in ps:
            keys, vals, sep = settings(r, 2)
            keys = [key] + [k for k in keys if k != key]
            files[p] = conf(keys, vals, sep)
            if vals[0] == new:
                return set_many(r)
            plan += [("read", p), ("edit", p, key + sep + vals[0], key + sep + new)]
        ask = W.ask(r, """
[Set|Change] {k} to {v} in {ps}.
{ps} [all need|must all have] {k} [at|set to] {v}.
[I want|I'd like] {k} [to be|at] {v} in {ps}.
{k} = {v} in {ps}
[Could|Can] you [put|set] {k} to {v} in {ps}, [all of them|each one]?
The {k} of {ps} [should be|must become] {v}. [Change it.|Please update.]
[New|From today the] {k} is {v}: {ps}.
""".replace("[New|From today the] {k} is", "From today the {k} is"), {"k": m(key), "v": m(new), "ps": W.series(r, [m(p) for p in ps])})
        return task(mixed(r, files), ask, plan)
    p = W.path(r)
    keys, vals, sep = settings(r, r.randint(3, 5))
    i, j = r.sample(range(len(keys)), 2)
    x, y = W.several(r, value, 2)
    if x in vals or y in vals:
        return set_many(r)
    ask = W.ask(r, """
[Set|Change] {a} to {x} and {b} to {y} in {p}.
In {p}, {a} [should be|must be] {x} and {b} {y}.
{p}: {a} -> {x}, {b} -> {y}
[I want|I'd like] {a} at {x} and {b} at {y}, [both in|file] {p}.
[Could|Can] you [edit|open] {p} and [give|make] {a} {x} and {b} {y}?
[Two changes|Two settings] in {p}: {a} [becomes|to] {x}, {b} [becomes|to] {y}.
[Update|Edit] {p} so that {a} is {x} [and|while] {b} is {y}.
""", {"a": m(keys[i]), "x": m(x), "b": m(keys[j]), "y": m(y), "p": m(p)})
    plan = [("read", p), ("edit", p, keys[i] + sep + vals[i], keys[i] + sep + x), ("edit", p, keys[j] + sep + vals[j], keys[j] + sep + y)]
    return task(mixed(r, {p: conf(keys, vals, sep), **others(r, [p], 0, 1)}), ask, plan)


def overwrite(r):
    """A file gets all new content."""
    p, m, text = W.path(r), W.mark(r), W.note(r)
    ask = W.ask(r, """
[Overwrite|Replace] [the whole content of|everything in] {p} with {q}.
{p} [should|must] [say|contain] {q} and nothing else. [Drop|Lose] what is [there|in it] now.
[Throw out|Forget] the old text of {p}; [the new one is|it shall read] {q}.
[Could|Can] you [rewrite|redo] {p} so that it [only says|holds just] {q}?
echo {q} > {p}
[New content for|From now on] {p}: {q} ([replaces all|the old text goes])
[Wipe|Clear] {p} and [write|put] {q} [in it|there].
[Everything|All text] in {p} [is wrong|is outdated]. [Start over with|Make it] {q}.
[I want|I'd like] {p} to be [just|nothing but] {q}, [the rest goes|no old lines].
{q} is to be the [only line|whole text] of {p}, which [exists already|has other text so far].
[Rewrite|Redo] {p} [from scratch|completely]: {q}
[The old text|What's there now] in {p} [can go|is history]; [put|write] {q} [there|instead].
""".replace("[New content for|From now on] {p}", "New content for {p}"), {"p": m(p), "q": W.quoted(r, text)})
    old = body(r)
    return task(mixed(r, {p: old, **others(r, [p], 0, 2)}), ask, [("write", p, text)]) if old != text else overwrite(r)


def pick_lines(r):
    """The lines of a table that fit go to a new file."""
    (p, out), m = W.paths(r, 2), W.mark(r)
    states = r.sample(["open", "closed", "late", "shipped", "paid", "broken", "ready", "lost"], 2)
    names = r.sample(W.NOUNS, r.randint(3, 5))
    sep = r.choice([": ", " - ", ", ", " | "])
    marks = [r.choice(states) for _ in names]
    if len(set(marks)) < 2:
        return pick_lines(r)
    rows = [n + sep + s for n, s in zip(names, marks)]
    hit = [x for x, s in zip(rows, marks) if s == states[0]]
    ask = W.ask(r, """
[Copy|Write] the lines of {p} that [say|end in] {s} to {o}.
[Put|Save] [all|the] {s} lines [of|from] {p} in {o}.
grep {s} {p} > {o}
{o} [should hold|gets] [only|just] the lines of {p} with {s}.
[Could|Can] you [pick|filter] the {s} [entries|lines] from {p} and [write|save] them to {o}?
[I need|I want] a file {o} with [every|each] line of {p} that is {s}.
[From|Out of] {p} [take|select] the {s} ones, [whole lines|complete lines], and [store|put] them in {o}.
[Read|Open] {p}; the lines [marked|with] {s} go to {o}, [same order|in order].
[The {s} ones|Lines marked {s}] in {p} [belong|go] in a [separate|new] file {o}, [{p} stays as it is|as copies].
[Make|Create] {o} [from|out of] the {s} lines of {p}.
[Extract|Filter]: {p}, {s} only, [to|into] {o}
[My report|The report] {o} lists what is {s} in {p}, [the lines unchanged|line by line]. [Write it.|Please make it.]
""".replace("[{p} stays as it is|as copies]", "as copies"), {"p": m(p), "o": m(out), "s": m(states[0])})
    return task(mixed(r, {p: "\n".join(rows), **others(r, [p, out], 0, 1)}), ask, [("read", p), ("write", out, "\n".join(hit))])


def reword_report(r):
    """A replacement, then a report of what a command prints."""
    p, m = W.path(r), W.mark(r)
    old, new = r.sample(W.NOUNS, 2)
    cmd = r.choice(W.COMMANDS)
    good = f"{r.choice(W.GOODS)} {W.code(r)}"
    ask = W.ask(r, """
[Change|Replace] {o} [to|with] {w} in {p}, run {c} and [tell me|report] [what it prints|its output].
[After|Once you are done] changing {o} to {w} in {p}, what does {c} [print|say]?
{p}: {o} -> {w}. [Then|After that] {c}. [Output?|Report the output.]
[I'd like|I want] to [see|know] what {c} [says|prints] [after|once] {w} [replaces|takes the place of] {o} in {p}.
[Could|Can] you [edit|fix] {p} ({o} to {w}) and [give|tell] me the output of {c} [after it|then]?
[Put|Write] {w} [for|instead of] {o} in {p}; [then|next] {c}; [quote|repeat] its [answer|output].
[With|When] {w} [in place of|instead of] {o} in {p}, {c} [should print|prints] a code. [Make the edit, run it, report it.|Do it and tell me.]
[First|1.] {o} -> {w} in {p} [then|2.] {c} [then|3.] tell me the output
[Correct|Update] {o} to {w} in {p} [and|then] run {c}. [I need|I'm waiting for] the text it prints.
[The output of|What] {c} [is|prints is] what I need, but [first|before that] {o} [must become|has to be] {w} in {p}.
[In {p}|Inside {p}] {o} must be {w}. [When that's so|That done], [tell me|say] what {c} prints.
[Run|Call] {c} and [show|tell] me what it says. [Before|But before] that, [turn|change] {o} into {w} in {p}.
""".replace("[The output of|What] {c} [is|prints is] what I need", "The output of {c} is what I need").replace("[With|When] {w} [in place of|instead of]", "With {w} [in place of|instead of]"), {"o": m(old), "w": m(new), "p": m(p), "c": m(cmd)})
    return task(mixed(r, {p: word_file(r, old), **others(r, [p], 0, 1)}), ask, [("edit", p, old, new), ("run", cmd)], say=[good], checks={cmd: (p, new, good, "refused: " + old)}, must=[cmd], good=good)


KINDS = [backup_edit, header_all, carry_value, write_count, write_found, turn_lines, set_many, overwrite, pick_lines, reword_report]
