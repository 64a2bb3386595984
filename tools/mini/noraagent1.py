"""Agent tasks: creating files and changing words, lines and settings."""
from norabase import *

CREATE = [
    "(Create|Make|Add|Start) (a|a new) file [called|named] {p1} (with|containing|holding) (this|the following) (text|content):{b1}",
    "{b1}\n\n(Save|Store|Put|Keep) (that|the text above|this) (as|in|under) {p1}[, please]",
    "I'd like a (file|note) at {p1} that (says|reads):{b1}",
    "(Could|Would|Can) you (write|put|save) (this|the following) (to|into|in) {p1}[ for me]?{b1}",
    "{p1} does not exist yet. (Please create it|Make it|It ought to be there) with (exactly this|just this|only this) in it:{b1}",
    "(We need|I need|The shop needs|Our club needs) {p1}. (Its contents|The wording|What it should say):{b1}",
    "New file: {p1}\nContents:{b1}",
    "file = {p1}, text ={b1}",
    "Take down the following, (word for word|exactly as it stands), in {p1}:{b1}",
    "There (should|must) be a (new|fresh) (document|page|file) {p1} (whose text is|with the text):{b1}",
    "Please to (make|create) one file {p1}, inside it must be written:{b1}",
    "Write {b1} (in a file|into a new file) (called|by the name of) {p1}",
    "Might I have {b1} saved (under the name|as) {p1}? [I keep losing the paper copy.]",
    "What I want (is|is simple): {p1}, freshly written, holding{b1}",
    "Text for {p1}, which you'll have to create:{b1}",
    "Jot this down in {p1} [would you], I'll print it (later|tomorrow):{b1}",
]


def create(r):
    p, body = path(r), "\n".join(lines(r, 1, 5))
    return task(ask(r, CREATE, p1=p, b1=body), noise(r, {}), [("write", p, body)], answer=f"I created {p}.")


def create_list(r):
    p, items = path(r), pick(r, r.choice([FOODS, THINGS, NAMES, TOWNS]), r.randint(3, 5))
    s = ask(r, [
        "(Make|Create|Write) {p1} with (one item per line|each of these on its own line): {x}.",
        "(Put|List) {x} in {p1}, one (a|per) line.",
        "I'd like {p1} to (hold|be) a list of {x}, (one below the other|a line each).",
        "{x}: these go into a new file {p1}, every one on a separate line.",
        "Shopping first: {x}. Save them to {p1} line by line[, nothing else in it].",
        "Can you (start|set up) a list in {p1}? (It has|On it:) {x}. One per line, no bullets.",
        "We are taking {x}. (Write it down|Note them) in {p1}, one each line, (without|no) dashes.",
        "(The file|A file) {p1} is wanted, with {x} on (separate lines|a line of their own each).",
        "Turn this into a file of lines called {p1}: {x}.",
        "New list please, {p1}. Entries, each on its own line: {x}.",
        "I must remember {x}. Would you keep that for me in {p1}, (one to a line|one under another)?",
        "Make for me the file {p1}; every line has one of: {x}.",
        "{p1} <- {x} (one per line|a line each, in that order)",
    ], p1=p, x=listing(r, items))
    return task(s, noise(r, {}), [("write", p, "\n".join(items))])


def create_two(r):
    p, (a, b) = paths(r, 2), lines(r, 2, 2)
    s = ask(r, [
        "(Create|Make) two files: {p1} with the text {w1} and {p2} with the text {w2}.",
        "{p1} should (say|read) {w1}, and {p2} should (say|read) {w2}. Neither exists [yet].",
        "I'd like two (new notes|signs): one in {p1}, {w1}, the other in {p2}, {w2}.",
        "Put {w1} into {p1}. Put {w2} into {p2}. Both are new.",
        "Please set up these files:\n- {p1}: {w1}\n- {p2}: {w2}",
        "1) {p1} -> {w1}\n2) {p2} -> {w2}\n(Write both|Create them).",
        "Two little jobs: write {w1} (to|in) {p1}, (then|and after that) {w2} (to|in) {p2}.",
        "(Could|Would) you make me {p1} ({w1}) as well as {p2} ({w2})?".replace("({w1})", "saying {w1}").replace("({w2})", "saying {w2}"),
        "The text {w1} belongs in a new file {p1}; the text {w2} belongs in another, {p2}.",
        "I need a pair of files. {p1} holds {w1}. {p2} holds {w2}. That is everything.",
        "Save {w1} as {p1} and also {w2} as {p2}, (thanks|will you).",
        "For the front door: {p1} reading {w1}. For the back door: {p2} reading {w2}. (Create both files|Both must be made).",
        "Write me files {p1} and {p2}. In first one is {w1}, in second one is {w2}.",
    ], p1=p[0], p2=p[1], w1=a, w2=b)
    return task(s, noise(r, {}), [("write", p[0], a), ("write", p[1], b)])


def create_same(r):
    n = r.randint(2, 4)
    p, x = paths(r, n), line(r)
    s = ask(r, [
        "(Create|Make) {n} files, {x}, (each|all) with the (same text|text): {w1}.",
        "I want {w1} in every one of these new files: {x}.",
        "The same notice goes into {x}: {w1}.",
        "{w1} - write exactly that to {x}.",
        "Could {x} all be created with {w1} (inside|in them)?",
        "Please put {w1} into new files {x}, [they are] one for each room.",
        "None of {x} exists. Make each of them say {w1}.",
        "For {x}: create the file, content {w1}.",
        "Same wording, {n} places: {x}. The wording is {w1}.",
        "We'd like {n} copies of the sentence {w1}, saved as {x}.",
        "Write {w1} (once|one time) to each of {x}.",
        "Let {x} be new files that (hold|contain) nothing but {w1}.",
    ], n=["two", "three", "four"][n - 2], x=listing(r, p), w1=x)
    return task(s, noise(r, {}), [("write", q, x) for q in p])


SWAPWORD = [
    "(Replace|Swap|Exchange) {w1} (with|for|by) {w2} in {p1}", "In {p1}, (change|turn) {w1} (to|into) {w2}", "{p1} says {w1} (but|and) (it should|it ought to) (say|be) {w2}. (Please fix it|Put that right)",
    "(Could|Would|Can) you (change|correct) {w1} to {w2} in {p1}?", "I wrote {w1} in {p1} (by mistake|when I meant something else). It has to be {w2}",
    "{p1}: {w1} -> {w2}", "There's a {w1} in {p1}; make (it|that) a {w2} instead", "We no longer have a {w1}, it is a {w2} now, so (update|correct) {p1}",
    "Wherever {p1} (mentions|has) {w1}, I'd like it to have {w2}", "The word {w1} in {p1} (must|should) become {w2}", "(Edit|Open) {p1} and put {w2} where {w1} (stands|is) now", "Not {w1} but {w2}, please, in {p1}",
    "Instead of {w1} the file {p1} needs {w2}", "{w2} is right, {w1} is wrong: (mend|repair|fix) {p1}", "Please be so kind to exchange in {p1} the word {w1} against {w2}", "Find {w1} in {p1} and (overwrite it with|make it) {w2}",
]


def replace(r):
    p, (a, b) = path(r), pick(r, THINGS, 2)
    return task(ask(r, SWAPWORD, p1=p, w1=a, w2=b), noise(r, {p: story(r, a)}), [("edit", p, a, b)], answer=f"{p} now says {b}.")


def replace_test(r):
    p, (a, b), c, good = path(r), pick(r, THINGS, 2), r.choice(COMMANDS), r.choice(GOODS)
    s = ask(r, [f + t for f in SWAPWORD for t in (", then run {c1}", ". (Afterwards|When that's done|After that) run {c1}", ". {c1} (should|must) pass [afterwards]; run it to (see|be sure)")] + [
        "{c1} only (passes|works) when {p1} has {w2} instead of {w1}. (Make the change and run it|Change it and run the command)",
        "Run {c1}, but not before {w1} in {p1} has become {w2}", "Before you run {c1}, (replace|swap) {w1} (with|for) {w2} in {p1}", "(Two steps|Two things): 1. in {p1}, {w1} becomes {w2}. 2. run {c1}"], p1=p, w1=a, w2=b, c1=c)
    return task(s.replace("?,", ",").replace("?.", "?"), noise(r, {p: story(r, a)}), [("edit", p, a, b), ("run", c)], checks={c: (p, b, good, r.choice(BADS))}, must=[c], good=good)


SETTING = [
    "(Set|Change) {k} to {v} in {p1}", "In {p1}, {k} (should be|must be|has to be) {v}", "I'd like {k} in {p1} to be {v}", "(Make|Let) {k} {v} (in|inside) {p1}[, leave the rest alone]", "Could you (put|set) {k} at {v}? It's (in|kept in) {p1}",
    "{p1} has the wrong {k}. The (right|correct) value is {v}", "{k}={v} please, file {p1}", "From (Monday|next week|now on) {k} is {v}; (update|adjust) {p1} (accordingly|to match)", "Our {k} (has changed|is different now): {v}. (Correct|Amend) {p1}",
    "Whatever {k} is (at the moment|now) in {p1}, make it {v}", "The value of {k} that {p1} gives is out of date. New value: {v}", "{v} is what I want for {k} (in|over in) {p1}", "Adjust the {k} line of {p1}: it (needs|should have) {v}", "Please to update {p1} so that {k} has value {v}",
]


def setting(r):
    p, (k, v, sep, text) = path(r), config(r, r.randint(2, 4))
    i, new = r.randrange(len(k)), str(r.randint(100, 300))
    return task(ask(r, SETTING, p1=p, k=k[i], v=new), noise(r, {p: text}), [("read", p), ("edit", p, k[i] + sep + v[i], k[i] + sep + new)], answer=f"{k[i]} is {new} now.")


def setting_test(r):
    p, (k, v, sep, text), c, good = path(r), config(r, r.randint(2, 4)), r.choice(COMMANDS), r.choice(GOODS)
    i, new = r.randrange(len(k)), str(r.randint(100, 300))
    s = ask(r, [f + t for f in SETTING for t in ("; (then|afterwards) run {c1}", ". (Then|Next), (check|confirm) with {c1}", ". {c1} (tells you|will tell) whether it is right, so run it at the end")] + ["First {k} in {p1} to {v}, (second|then) {c1}", "{c1} (wants|expects) {k} to be {v} in {p1}. (See to it|Arrange that) and run it"], p1=p, k=k[i], v=new, c1=c)
    return task(s.replace("?;", ";").replace("?.", "?"), noise(r, {p: text}), [("read", p), ("edit", p, k[i] + sep + v[i], k[i] + sep + new), ("run", c)], checks={c: (p, k[i] + sep + new, good, r.choice(BADS))}, must=[c], good=good)


def append(r):
    p, xs = path(r), lines(r, 3, 5)
    body, new = "\n".join(xs[:-1]), xs[-1]
    s = ask(r, [
        "(Add|Append) {w1} (to the end of|at the end of|at the bottom of) {p1}.", "(Add|Append) a (last|final) line to {p1}: {w1}.", "{p1} (needs|wants|is missing) one more line at the (end|bottom): {w1}.", "Put {w1} (below everything else|underneath all the rest) in {p1}.",
        "I forgot {w1}. (It goes|It belongs) on the last line of {p1}, (after|below) what is there.", "Could you tack {w1} onto {p1} as (a new last line|its final line)?", "{w1} should be the (new last|closing) line of {p1}.", "Extend {p1} by (a|one) line reading {w1}.",
        "Keep {p1} as it is, but with {w1} (on a line of its own after it|as one more line at the end).", "One more for {p1}, at the foot of the list: {w1}.", "At the very end of {p1} I'd like a line that says {w1}.", "{p1} += {w1} (new line at the end)", "Please to write after last line in {p1} one more line: {w1}.", "We've another entry for {p1}: {w1}. Last place, please.",
    ], p1=p, w1=new)
    return task(s, noise(r, {p: body}), [("read", p), ("write", p, body + "\n" + new)])


def prepend(r):
    p, xs = path(r), lines(r, 3, 5)
    body, new = "\n".join(xs[:-1]), xs[-1]
    s = ask(r, [
        "(Add|Put|Insert) {w1} (at the top of|as the first line of|at the very beginning of) {p1}.", "{p1} should (start|begin|open) with (a new|an extra) line: {w1}.", "Above everything else in {p1} (I'd like|put) the line {w1}.", "Give {p1} a (heading|headline|title line), namely {w1}; (keep the rest|the rest stays).",
        "Could {w1} go (first|on top) in {p1}, (before|ahead of) all the other lines?", "The (first|top) line of {p1} ought to be {w1}, followed by what's there (now|already).", "Prepend the line {w1} to {p1}.", "{w1} must come before all else in {p1}, on a line of its own.",
        "{p1} lacks its opening line. It is {w1}.", "On top of the {p1} file please to put one new line: {w1}.", "Start {p1} off with {w1} and leave what follows as it was.", "New line 1 for {p1}: {w1}. Everything else moves down.", "I'd love {w1} to be the thing people see first in {p1}, (so put it in line one|as a new first line).",
    ], p1=p, w1=new)
    return task(s, noise(r, {p: body}), [("read", p), ("write", p, new + "\n" + body)])


def insert(r):
    p, xs, after = path(r), lines(r, 4, 5), r.random() < .5
    new, at = xs.pop(), r.choice(xs)
    s = ask(r, [f.replace("@", "(after|below|right after|underneath|directly below)" if after else "(before|above|right before|just above|in front of)") for f in [
        "(Insert|Add|Put) the line {w1} @ the line {w2} in {p1}.", "In {p1}, {w1} should (stand|go|come) on its own line @ {w2}.", "{p1} has a line {w2}. @ it I'd like (another|a new one): {w1}.", "(Could|Would) you squeeze {w1} into {p1}, as a line @ {w2}?",
        "A new line, {w1}, belongs in {p1} @ {w2}.", "@ {w2}, (add|insert) {w1} (in|to) {p1}[, as a separate line].", "{p1}: new line {w1} @ existing line {w2}.", "We left out {w1} in {p1}. Its place is the line @ {w2}.",
        "Look for {w2} in {p1} and (slip in|add) a line @ it: {w1}.", "There must be {w1} @ {w2} in the file {p1}. Separate lines.", "Please write one line more in {p1}, @ the one with {w2}: {w1}.", "Between the lines of {p1}, @ {w2}, comes {w1}."]], p1=p, w1=new, w2=at)
    return task(s, noise(r, {p: "\n".join(xs)}), [("read", p), ("edit", p, at, at + "\n" + new if after else new + "\n" + at)])


def remove_line(r):
    p, xs, word = path(r), pick(r, [f"{r.choice(NAMES)}: {t}" for t in pick(r, THINGS, 5)], r.randint(3, 5)), None
    i = r.randrange(len(xs))
    word = xs[i].split(": ")[1]
    s = ask(r, [
        "(Remove|Delete|Drop|Strike) the line (about|with) the {x} (from|in) {p1}.", "The line that (mentions|has) {x} should (go|disappear|come out) from {p1}.", "(Take|Cross) the {x} line (off|out of) {p1}, (keep the others|and only that one).", "We don't need the {x} any more. (Delete|Remove) its line in {p1}.",
        "Could you strike out the line of {p1} where it says {x}?", "{p1} without the {x} line, please.", "In {p1} there's one line (naming|with) the {x}. I'd like it gone.", "Get rid of {x} in {p1}, the whole line.", "The {x} has been sold, so its line in {p1} can be deleted.",
        "{p1}: erase the entry {x} (name and all|entirely).", "Somebody wrote a line about a {x} in {p1}; (it has to go|please take it out).", "All of {p1} may stay except the line with {x}.", "Please cancel from {p1} line where is {x}.",
    ], p1=p, x=word)
    old = "\n" + xs[i] if i else xs[i] + "\n"
    return task(s, noise(r, {p: "\n".join(xs)}), [("read", p), ("edit", p, old, "")])


def swap_values(r):
    p, (k, v, sep, text) = path(r), config(r, r.randint(2, 3))
    i, j = pick(r, range(len(k)), 2)
    w = list(v)
    w[i], w[j] = v[j], v[i]
    s = ask(r, [
        "(Swap|Exchange) the values of {a} and {b} in {p1}.", "{a} and {b} got mixed up in {p1}: (swap|exchange) (their values|the numbers).", "In {p1}, {a} should have the value of {b} and the other way round.", "Give {a} what {b} has, and {b} what {a} has, in {p1}.",
        "I typed the numbers for {a} and {b} the wrong way round in {p1}. (Please turn them round|Can you switch them?)", "{p1}: interchange {a} and {b} (values only).", "What {p1} says for {a} belongs to {b}, and what it says for {b} belongs to {a}. (Correct this|Please sort it out).", "The figures of {a} and {b} in {p1} (need|want) switching.",
        "Would you let {a} and {b} trade values in {p1}?", "Cross over {a} with {b} in {p1}; names stay, numbers move.", "Oh dear, {a} and {b} are the wrong way about in {p1}. Swap the numbers.", "Please make exchange of numbers between {a} and {b} inside {p1}.",
    ], p1=p, a=k[i], b=k[j])
    return task(s, noise(r, {p: text}), [("read", p), ("write", p, "\n".join(x + sep + y for x, y in zip(k, w)))])


def change_all(r):
    a, b = pick(r, THINGS, 2)
    ps = paths(r, r.randint(2, 4))
    hit = set(pick(r, ps, r.randint(1, len(ps))))
    files = {q: story(r, a) if q in hit else "\n".join(pick(r, NOISE, 2)) for q in ps}
    s = ask(r, [
        "(Replace|Change) {w1} (with|to) {w2} in (every file|all files) that (has|have|mention|mentions) it.", "(Wherever|Anywhere) {w1} (occurs|turns up) in these files, it (should|must) be {w2}.", "{w1} is called {w2} now. (Go through all the files|Check every file) and (update|correct) it.", "I'd like no file to say {w1} any more; {w2} instead.",
        "All files: {w1} -> {w2}.", "Could you look through (the lot|everything) and turn each {w1} into {w2}?", "Rename {w1} to {w2} across the whole (workspace|folder).", "Some of my files mention a {w1}. Find them and make it {w2} (in each|everywhere).", "We (swapped|traded) the {w1} for a {w2}, so every file with {w1} needs {w2}.",
        "Search the files for {w1} and put {w2} in its place.", "Please to change in whole project {w1} into {w2}.", "Which files contain {w1} I can't remember, but they should all contain {w2} instead. Do it.", "Everywhere: not {w1} but {w2}."], w1=a, w2=b)
    return task(s, files, [("list",)] + [("read", q) for q in sorted(ps)] + [("edit", q, a, b) for q in sorted(hit)])


def sort_lines(r):
    p, xs = path(r), pick(r, r.choice([FOODS, NAMES, TOWNS, THINGS]), r.randint(3, 5))
    down = r.random() < .3
    while xs == sorted(xs):
        r.shuffle(xs)
    s = ask(r, ["(Reverse|Turn round) the order of the lines in {p1}.", "{p1} upside down, please: last line first, first line last.", "The lines of {p1} (should|must) run (backwards|in the opposite order).", "I'd like {p1} from bottom to top."] if down else [
        "(Sort|Order|Arrange) the lines (of|in) {p1} (alphabetically|from A to Z|by alphabet).", "{p1} should be in (alphabetical order|A to Z order).", "Please alphabetise {p1}.", "Could you put {p1} in order of the alphabet?", "The entries of {p1} are all over the place; (sort them|put them in alphabetical order).", "I want {p1} sorted, a line each, a to z.", "A to Z: {p1}. Rewrite it that way.", "Make that {p1} is sorted after alphabet.", "It's hard to find anything in {p1}. Alphabetical order would help, so rewrite it.", "{p1} -> sort lines alphabetically, save"], p1=p)
    return task(s, noise(r, {p: "\n".join(xs)}), [("read", p), ("write", p, "\n".join(xs[::-1] if down else sorted(xs)))])


KINDS = [create, create_list, create_two, create_same, replace, replace_test, setting, setting_test, append, prepend, insert, remove_line, swap_values, change_all, sort_lines]
