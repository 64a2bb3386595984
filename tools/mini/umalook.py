"""Tasks that list, count and compare files."""
import umawords as W
from umabase import Job, P, bank, kind, need
from umaedit import config, spoken

COUNT = bank("count_lines", r"""
How many lines [does {f} have|are in {f}|has {f}]?
[Count|Please count] the lines [in|of] {f}.
wc -l {f}
[Tell me|Say] [how long {f} is|the length of {f}], in lines.
Number of lines in {f}?
{f}: line count?
[I need|Give me] the line count of {f}.
[Run|Use] wc on {f}; how many lines?
[Could you|Can you] [count|tell me] how many lines {f} [has|contains]?
how long is {f} (lines)
{f} has how many lines[, please|]?
The report needs the number of lines of {f}. [What is it?|Count them.]
What does wc -l {f} say?
""")
FILES = bank("how_many_files", r"""
How many files are [there|here|in the workspace]?
[Count|Please count] the files [here|in this folder].
ls | wc -l
[What's|Tell me] the number of files [here|in this workspace|in total].
[List|Look at] the files and [tell me|say] how many there are.
number of files?
[Could you|Can you] count [all|the] files for me?
how many file we have
I'd like to know how many files [this workspace holds|you see].
File count please.
Are there many files [here|]? [Give|Tell] me the exact number.
[Check|See] how full the workspace is: how many files?
""")
NAMES = bank("which_files", r"""
[Which|What] files are [there|here|in the workspace]?
[List|Show] [all|the] files[ here|].
ls
[Tell|Name] me all the files [you see|here].
What's in [this folder|the workspace|here]?
[Give me|I need] [a list of all files|the names of all files].
[Could you|Can you] list what [is here|we have]?
dir
file names please, all of them
I don't know what's [stored here|in this workspace]. [Name|List] every file.
[Before I start|First of all], which files do [we|you] have?
Enumerate the [paths|files] in this workspace.
what all files exist here
""")
EXT = bank("files_of_type", r"""
How many .{e} files are [there|here]?
[Count|Please count] the files [ending in|with the ending] .{e}.
ls *.{e} | wc -l
[List|Look at] the files; how many [end in|have the ending] .{e}?
number of *.{e} files?
[Tell me|I need to know] how many {e} files [we have|are here].
[Could you|Can you] count just the .{e} ones among the files?
how much {e} files in the folder
Of all the files [here|in the workspace], how many are .{e}?
.{e} files: how many, [please|exactly]?
I'm only interested in .{e} files. What is their number?
[Check|See] how many files have {e} as extension.
""")
LONGER = bank("longer", r"""
Which [file|one] [is longer|has more lines], {a} or {b}, and how many lines [has it|does it have]?
[Compare|Look at] {a} and {b}: [which has more lines|which is longer]? [Tell me its line count too.|And its count?]
wc -l {a} {b} - which is [bigger|longer], with how many lines?
{a} or {b}, which is the longer file? [Give|Say] its number of lines as well.
Between {a} and {b}, [name|tell me] the one with more lines and how many [those|they] are.
[Count|Please count] lines of {a} and of {b}. [Which wins, and with how many?|Name the longer and its count.]
[Could you|Can you] tell me which of {a} and {b} has more lines[, plus|, and] the count?
more lines: {a} or {b}? name it + its line count
I [bet|think] one of {a} and {b} is longer. Which, and how many lines is that?
is it {a} or {b} that has the most lines, and how many
The longer of {a} and {b}? And its [length|size] in lines.
[Tell me|Say] the longer file ({a} vs {b}) together with its line count.
""")
MORE = bank("more_yes", r"""
Does {a} have more lines than {b}? [Also say|And tell me] how many {a} has.
Is {a} longer than {b}? [Say yes or no|Answer yes or no], and how many lines {a} has.
[Check|Tell me] whether {a} has more lines than {b}, yes or no, [and|plus] the count for {a}.
{a} longer than {b}? (y/n as a word, then lines of {a})
[Compare|Count] the lines of {a} and {b}. Has {a} more? [How many has it?|What's its count?]
wc -l {a}; wc -l {b}; is the first number larger? and what is it?
Would you say {a} is longer than {b}? I also need its number of lines.
yes or no: {a} beats {b} in lines. and {a} has how many?
How many lines has {a}, and is that more than {b} has?
I assume {a} is longer than {b}. [Right or not, yes or no?|Yes or no?] Give the lines of {a} too.
has {a} more lines as {b}? say also count of {a}
[Could you|Can you] see if {a} exceeds {b} in lines, and by name the count of {a}?
""")
SAME = bank("same_text", r"""
[Do|Does] {a} and {b} [hold|contain|say] the same? [And what's|Also tell me] the first line of {b}?
Are {a} and {b} [identical|equal|the same]? [Also quote|And quote] the first line of {b}.
diff {a} {b}: same, yes or no? first line of {b}?
[Compare|Check] {a} with {b}. [Same content|Identical]? And how does {b} begin?
Is {b} [an exact|a true] copy of {a}? [Then|Also] tell me {b}'s first line.
{a} == {b} ? plus first line of {b}
[Tell me|Say] yes or no: {a} and {b} have the same text. [Add|Give] the first line of {b}.
I wonder [if|whether] {a} and {b} [differ|are the same]; yes if same. What is the first line of {b}?
[Look into|Open] both {a} and {b}. Is their text the same, and what does {b} start with?
Does {b} still match {a}? Yes or no, and its first line.
whether {a} is same like {b}, say, and line one of {b}
[Could you|Can you] verify that {b} equals {a} and quote its first line?
""")
BIGGER = bank("larger_number", r"""
Which is [larger|higher|bigger], the {k} in {a} or in {b}? [Say|Tell me] the number.
[Compare|Check] the {k} in {a} and {b}; what's the [larger|higher] [value|number]?
Max {k} of {a} and {b}?
{a} and {b} both [give|have] a {k}. [Which value is larger|What is the larger one]?
[Tell me|Report] the [larger|bigger] {k} [of|from] {a} and {b}.
the higher {k}, {a} vs {b}: value?
[Could you|Can you] look at the {k} in {a} and in {b} and give me the higher [number|one]?
Read {a} and {b}, [answer|reply] with the larger {k}.
between {k} of {a} and {k} of {b} which number is more big
[I need|We take] the larger {k}, [either from|so look at] {a} or {b}. What is it?
Whose {k} is higher, {a} or {b}? [The number please.|And how much is it?]
From {a} and {b}, what is the highest {k}?
""")


@kind
def count_lines(r):
    t = Job(r)
    t.clutter(0, 2)
    p, lines = t.some(1, 12)
    t.run("wc -l " + p)
    n = str(len(lines))
    t.say = [n]
    return t.done(COUNT, {"f": p, "n": n}, ["{n}", "{f} has {n} line[s|s|(s)].", "{n} lines.", "There are {n} lines in {f}."] if n != "1" else ["{f} has 1 line.", "1", "Just 1 line."])


@kind
def how_many_files(r):
    t = Job(r)
    t.clutter(2, 9)
    t.list()
    n = str(len(t.now))
    t.say = [n]
    t.derived.add(n)
    return t.done(FILES, {"n": n}, ["{n}", "{n} files.", "There are {n} files.", "I count {n} files."])


@kind
def which_files(r):
    t = Job(r)
    t.clutter(1, 6)
    need(t.now)
    t.list()
    ps = sorted(t.now)
    t.say = ps
    x = ", ".join(ps) if r.random() < .6 or len(ps) < 2 else ", ".join(ps[:-1]) + " and " + ps[-1]
    return t.done(NAMES, {"x": x}, ["{x}", "The files are {x}.", "[I see|There are|We have] {x}.", "Here: {x}."])


@kind
def files_of_type(r):
    t = Job(r)
    exts = r.sample(["txt", "md", "py", "csv", "yml", "sh", "log", "go", "conf", "json"], r.randint(2, 3))
    for _ in range(r.randint(3, 9)):
        e = r.choice(exts)
        while (p := W.stem(r) + "." + e) in t.now:
            pass
        t.put(p if r.random() < .6 else r.choice(W.DIRS) + "/" + p, W.line(r))
    e = exts[0]
    n = sum(p.endswith("." + e) for p in t.now)
    need(n)
    t.list()
    t.say = [str(n)]
    t.derived.add(str(n))
    return t.done(EXT, {"e": e, "n": str(n)}, ["{n}", "{n} of them." , "That makes {n}.", "I count {n} .{e} files." if n > 1 else "Just {n} .{e} file."])


@kind
def longer(r):
    t = Job(r)
    a, x = t.some(1, 9)
    b, y = t.some(1, 9)
    t.clutter(0, 1)
    need(len(x) != len(y) and a.lower() not in b.lower() and b.lower() not in a.lower())
    t.run("wc -l " + a)
    t.run("wc -l " + b)
    f, n = (a, str(len(x))) if len(x) > len(y) else (b, str(len(y)))
    t.say, t.unsaid = [f, n], [b if f == a else a]
    return t.done(LONGER, {"a": a, "b": b, "f": f, "n": n}, ["{f}, with {n} lines.", "{f} is longer, it has {n} lines.", "{f} has more: {n}.", "It's {f} ({n} lines)."])


@kind
def more_lines(r):
    t = Job(r)
    a, x = t.some(1, 9)
    b, y = t.some(1, 9)
    need(len(x) != len(y))
    t.clutter(0, 1)
    t.run("wc -l " + a)
    t.run("wc -l " + b)
    yes, n = len(x) > len(y), str(len(x))
    t.say, t.unsaid = ["yes" if yes else "no", n], ["no" if yes else "yes"]
    t.derived.add(t.say[0])
    return t.done(MORE, {"a": a, "b": b, "y": "Yes" if yes else "No", "n": n}, ["{y}, {a} has {n}.", "{y}. {a} has {n} [lines|in total].", "{y}, it has {n}."])


@kind
def same_text(r):
    t = Job(r)
    a, x = t.some(1, 4)
    b = t.path()
    yes = r.random() < .5
    y = list(x)
    if not yes:
        y[r.randrange(len(y))] = W.line(r)
        need(x != y)
    t.put(b, y)
    t.clutter(0, 2)
    t.read(a)
    t.read(b)
    t.say, t.unsaid = ["yes" if yes else "no", y[0]], ["no" if yes else "yes"]
    t.derived.add(t.say[0])
    return t.done(SAME, {"a": a, "b": b, "x": y[0], "y": "Yes" if yes else "No", "s": "the same" if yes else "different"}, ["{y}, they are {s}. The first line is {'x}.", "{y}. First line: {x}", "{y}, and {b} starts with {'x}."])


@kind
def larger_number(r):
    t = Job(r)
    k = r.choice(("port", "timeout", "replicas", "budget", "workers", "retries", "total", "price", "seats"))
    only = [x for x in W.LABEL_NAMES if x != k]
    vs = []
    ps = []
    for _ in range(2):
        pairs = W.record(r, r.randint(0, 4), only)
        v = W.LABELS[k](r)
        pairs.insert(r.randint(0, len(pairs)), (k, v))
        ps.append(t.put(t.path(W.CONF), W.shaped(r, pairs)[0]))
        vs.append(v)
        t.read(ps[-1])
    need(vs[0] != vs[1])
    t.clutter(0, 1)
    i = int(vs[1]) > int(vs[0]) if len(vs) == 2 else 0
    t.say, t.unsaid = [vs[i]], [vs[1 - i]]
    return t.done(BIGGER, {"a": ps[0], "b": ps[1], "k": spoken(r, k), "v": vs[i], "f": ps[i]}, ["{v}", "{v}, in {f}.", "The larger {k} is {v}.", "It's {v}, from {f}."])


MISSING = bank("is_there", r"""
Is there a file [called|named] {f}? [If so|If yes], what's its {k}?
[Check|See] [if|whether] {f} [exists|is there]. [Tell me|Say] the {k} [in it|it gives] too.
Do we have {f}, and which {k} [does it give|is in it]?
{f} exists? yes or no + its {k}
[Does|Do you see if] {f} exist[, and if so|; then] what {k} is in there?
[ls first|List the files]: is {f} among them? Then read out its {k}.
I hope {f} is [still|] there. Is it? What's the {k}?
test -f {f}; if there, print {k}
have we file {f}? and {k} inside is what?
[Could you|Can you] confirm with yes or no that {f} exists, and give its {k}?
[Look for|Look whether there is] {f}. Yes or no? I also want the {k} from it.
Somebody [deleted|might have deleted] {f}. Is it there still? Its {k} would prove it.
""")


@kind
def is_there(r):
    t = Job(r)
    t.clutter(1, 3)
    p, pairs, _ = config(t, 1, 5)
    k, v = r.choice(pairs)
    t.list()
    if r.random() < .4:
        f = t.path()
        t.say, t.unsaid = ["no"], ["yes"]
        t.derived.add("no")
        return t.done(MISSING, {"f": f, "k": spoken(r, k)}, ["No, {f} is not there.", "No, there is [no|not a] file {f}.", "No, {f} does not exist[, so I can't tell the {k}|]."])
    t.read(p)
    t.say, t.unsaid = ["yes", v], ["no"]
    t.derived.add("yes")
    return t.done(MISSING, {"f": p, "k": spoken(r, k), "v": v}, ["Yes, and the {k} is {v}.", "Yes. Its {k} is {v}.", "Yes: {k} {v}."])
