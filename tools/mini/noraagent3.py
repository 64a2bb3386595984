"""Agent tasks: instructions in files, filling, splitting, merging, conditions, many steps."""
from norabase import *

FOLLOW = ["(Do|Follow) what {p1} says.", "{p1} (holds|has) instructions. (Carry them out|Please follow them).", "(Read|Open) {p1} and do (it|as it says|what it asks).", "My colleague left (a job|a note with a job) for you in {p1}. (Could you do it|Please do it).", "There's a little task in {p1}; I'd like it done.", "What {p1} asks for, (please do|do that).", "See {p1} for what (I want|is wanted), and (do it|get it done).", "Your orders are in {p1}.", "I wrote down in {p1} what has to be done. (Off you go|Can you take care of it?)", "Everything you need to know is in {p1}: act on it.", "Please work according to file {p1}.", "Would you see to the job described in {p1}?", "{p1} first, then do accordingly.", "I haven't time to explain, {p1} does. Do the task."]


def follow_create(r):
    p, x = paths(r, 2), line(r)
    note = r.choice(["Please create {q} with this text: {x}", "Make a file {q} that says \"{x}\"", "To do: write {q}. Content: {x}", "We need {q}. It should contain the line \"{x}\"", "Put \"{x}\" into a new file {q}", "Task: {q} <- {x}"]).replace("{q}", p[1]).replace("{x}", x)
    return task(ask(r, FOLLOW, p1=p[0]), noise(r, {p[0]: note}), [("read", p[0]), ("write", p[1], x)], answer=f"I did what {p[0]} asks and wrote {p[1]}.")


def follow_edit(r):
    p, (a, b) = paths(r, 2), pick(r, THINGS, 2)
    note = r.choice(["In {q}, replace {a} with {b}.", "Change the word {a} to {b} in {q}.", "{q} is wrong: it should say {b}, not {a}.", "To do: {a} -> {b} in {q}", "Please put {b} instead of {a} in {q}.", "Swap {a} for {b} in the file {q}."])
    for k, v in (("q", p[1]), ("a", a), ("b", b)):
        note = note.replace("{" + k + "}", v)
    return task(ask(r, FOLLOW, p1=p[0]), noise(r, {p[0]: note, p[1]: story(r, a)}), [("read", p[0]), ("edit", p[1], a, b)], answer=f"I followed {p[0]} and changed {p[1]}.")


def follow_run(r):
    p, c, good = path(r), r.choice(COMMANDS + ACTIONS), r.choice(GOODS)
    note = r.choice(["Run {c} please.", "The command to run is {c}", "Today's job: {c}", "Just do {c}, that is all."]).replace("{c}", c)
    return task(ask(r, FOLLOW + ["{p1} names a command. Run it.", "The command in {p1} (has to|must) be run.", "Which command? It's in {p1}. Run it, please."], p1=p), noise(r, {p: note}), [("read", p), ("run", c)], checks={c: (p, "", good, "")}, must=[c], good=good)


def pointer(r):
    p, k, v = paths(r, 2), r.choice(KEYS), str(r.randint(11, 99))
    s = ask(r, ["What is {k}? Start with {p1}.", "{p1} tells you where to find {k}. What is its value?", "Look in {p1}; it points to the file with {k}. Tell me the number.", "I need the {k}. {p1} says which file has it.", "Follow the pointer in {p1} and report {k}.", "Where {k} stands is written in {p1}. Give me the figure.", "Go by way of {p1} to the {k}, and tell me it.", "The number for {k}, please. (Clue: {p1}.)", "Could you track down {k}? {p1} has the directions.", "{p1} leads to another file, and that one has {k}. How much is it?", "Please find {k}; the way is explained in {p1}.", "{k}? ask {p1}, it knows the file."], k=k, p1=p[0])
    note = r.choice(["See {q} for {k}.", "{k} is kept in {q}", "For {k} look in {q}", "moved to {q}: {k}"]).replace("{q}", p[1]).replace("{k}", k)
    return task(s, noise(r, {p[0]: note, p[1]: f"{k} = {v}"}), [("read", p[0]), ("read", p[1])], say=[v], answer=f"{k} is {v}.")


def fill(r):
    p, k = paths(r, 2), r.choice(KEYS + ["host", "town", "cook"])
    v = str(r.randint(11, 99)) if k in KEYS else r.choice(NAMES)
    mark = r.choice(["{{%s}}", "<%s>", "[%s]", "__%s__", "$%s", "%%%s%%"]) % r.choice([k, k.upper()])
    body = r.choice(["Dear all,\nplease note: {m}.\nYours, {n}", "Sign for the door: {m}", "We decided on {m} in the end.", "Notice\n{m}\nSigned {n}", "It is {m} this year, as {n} said."]).replace("{m}", mark).replace("{n}", r.choice(NAMES))
    s = ask(r, ["(Fill in|Replace) {m} in {p2} with the {k} (from|in) {p1}.", "{p2} has a placeholder {m}. (The value|What belongs there) is {k} in {p1}.", "Look up {k} in {p1} and put it where {p2} has {m}.", "Take {k} from {p1}; it goes in the place of {m} in {p2}.", "I'd like {m} in {p2} to become the real {k}, as {p1} gives it.", "In {p2} stands {m}. Put there the {k} of {p1}.", "{p1} knows the {k}. {p2} still says {m}. (Bring them together|Fill it in).", "Complete {p2}: {m} is to be the {k} that {p1} gives.", "Could you swap {m} in {p2} for the {k} written in {p1}?", "My letter {p2} isn't finished, it has {m} instead of the {k}. The {k} is in {p1}.", "{m} in {p2} := {k} from {p1}", "Only a gap is left in {p2}, marked {m}; the {k} in {p1} fills it."], m=mark, k=k, p1=p[0], p2=p[1])
    return task(s, noise(r, {p[0]: f"{k}: {v}", p[1]: body}, 0, 1), [("read", p[0]), ("edit", p[1], mark, v)])


def merge(r):
    p, a, b = paths(r, 3), "\n".join(lines(r, 1, 3)), "\n".join(lines(r, 1, 3))
    gone = r.random() < .35
    s = ask(r, [f + (r.choice([" (Delete|Remove) {p1} and {p2} afterwards.", " After that neither {p1} nor {p2} is needed: rm both.", " Then {p1} and {p2} can go.", " {p1}, {p2}: delete when done."]) if gone else "") for f in ["(Join|Merge|Combine) {p1} and {p2} (into|in) {p3}.", "{p3} should hold {p1} followed by {p2}.", "Put {p1} and then {p2} together as {p3}.", "I'd like one file {p3} made of {p1} first, {p2} below it.", "Write the lines of {p1} and after them the lines of {p2} to {p3}.", "{p1} + {p2} -> {p3}.", "Make {p3} by (sticking|gluing) {p2} onto the end of {p1}.", "Two halves, {p1} and {p2}. The whole, in that order, goes to {p3}.", "Could you gather {p1} and {p2} in a new file {p3}, in this order?", "A new file {p3} is wanted: the text of {p1}, on the next line the text of {p2}.", "Please to unite {p1} with {p2} in file {p3}.", "Our lists {p1} and {p2} ought to be a single list {p3} ({p1} on top)."]], p1=p[0], p2=p[1], p3=p[2])
    return task(s, noise(r, {p[0]: a, p[1]: b}, 0, 1), [("read", p[0]), ("read", p[1]), ("write", p[2], a + "\n" + b)] + ([("run", "rm " + p[0]), ("run", "rm " + p[1])] if gone else []))


def split(r):
    p, mark = paths(r, 3), r.choice(["---", "===", "***", "#####", "~~~"])
    a, b = "\n".join(lines(r, 1, 2)), "\n".join(lines(r, 1, 2))
    s = ask(r, ["(Split|Divide) {p1} at the line {w1}: what is above goes to {p2}, what is below to {p3}.", "{p1} has two parts (with|divided by) {w1} between them. (Save|Write) the first as {p2} and the second as {p3}.", "Everything above {w1} in {p1} belongs in {p2}, everything below it in {p3}.", "I'd like {p1} in two files, cut at {w1}: {p2} for the top half, {p3} for the bottom half.", "Cut {p1} in two at {w1}. Top: {p2}. Bottom: {p3}.", "Make {p2} and {p3} from {p1}; the line {w1} marks where one ends and the other begins.", "Could you write the part of {p1} before {w1} to {p2}, and the part after it to {p3}?", "There's a {w1} in {p1}. Before it: text for {p2}. After it: text for {p3}. Leave {p1} itself alone.", "{p1} up to {w1} -> {p2}; {p1} from there on -> {p3}; without the {w1} line", "Please separate {p1}: first piece in {p2}, second piece in {p3}, sign of separation is {w1}.", "The two notices in {p1} (they have {w1} in between) need files of their own: {p2}, then {p3}.", "Take {p1} apart at {w1}, first half into {p2}, other half into {p3}."], p1=p[0], p2=p[1], p3=p[2], w1=mark)
    return task(s, noise(r, {p[0]: f"{a}\n{mark}\n{b}"}, 0, 1), [("read", p[0]), ("write", p[1], a), ("write", p[2], b)])


def swap_files(r):
    p, (a, b) = paths(r, 2), lines(r, 2, 2)
    s = ask(r, ["(Swap|Exchange) the (contents|texts) of {p1} and {p2}.", "{p1} and {p2} have each other's text. (Switch them|Put that right).", "What is in {p1} belongs in {p2}, and the other way about.", "I mixed up {p1} and {p2}: each should have the text of the other.", "Let {p1} and {p2} trade contents.", "Could you interchange the texts of {p1} and {p2}?", "{p1} <-> {p2} (contents)", "Please give {p1} the text of {p2}, and {p2} the text that {p1} has now.", "The labels {p1} and {p2} got swapped. Swap them back.", "I'd like what {p1} says to be in {p2} and what {p2} says to be in {p1}.", "Texts of {p1} and {p2} must change places.", "Turn the two round: {p1} gets the words of {p2}, {p2} gets the words of {p1}."], p1=p[0], p2=p[1])
    return task(s, noise(r, {p[0]: a, p[1]: b}), [("read", p[0]), ("read", p[1]), ("write", p[0], b), ("write", p[1], a)])


def output(r):
    p, c, f = path(r), r.choice(ACTIONS + COMMANDS), noise(r, {}, 1, 2)
    f.pop(p, None)
    f = f or {"readme.txt": NOISE[0]}
    good = r.choice([f"{r.randint(12, 97)} orders sent", r.choice(GOODS), f"total: {r.randint(100, 999)}", f"{r.choice(TOWNS)} is ready"])
    s = ask(r, ["Run {c1} and (save|write|store) (its output|what it prints) (to|in|as) {p1}.", "(Save|Store|Keep) the output of {c1} in {p1}.", "I'd like what {c1} (prints|says) in a file {p1}.", "{p1} should hold what {c1} puts out.", "{c1} > {p1}", "Could you run {c1} and note down its answer, word for word, in {p1}?", "Whatever {c1} says, put it into {p1}.", "Make {p1} from the output of {c1}.", "Record in {p1} what comes out of {c1}.", "For the files: run {c1}; its output goes to {p1}.", "Please to execute {c1} and result write inside {p1}.", "The boss wants to see what {c1} says. Put it in {p1} for him.", "In {p1} I need the exact output of {c1}."], p1=p, c1=c)
    twice = r.random() < .3
    return task(s, f, [("run", c)] * (1 + twice) + [("write", p, good)], checks={c: (next(iter(f)), "", good, "")}, flaky=(c,) if twice else (), must=[c], good=good)


def count_to_file(r):
    p, n = paths(r, 2), r.randint(2, 12)
    s = ask(r, ["Count the lines of {p1} and write (just the number|only the number) to {p2}.", "How many lines has {p1}? Put (the number|only the number) in {p2}.", "{p2} should hold (nothing but|just) the number of lines in {p1}.", "I'd like the line count of {p1}, a bare number, saved as {p2}.", "(Save|Store) to {p2} how many lines {p1} has, digits only.", "Run wc -l on {p1} and write the number alone into {p2}.", "Number of lines in {p1} -> {p2}", "Could you count {p1} line by line and leave the number in {p2}?", "For the cook: {p2} with the count of lines of {p1}, the number and no more.", "Please count lines of {p1}. In {p2} goes this number only.", "The lines of {p1} are guests. Write how many there are into {p2}, as a plain number.", "Make a file {p2} out of the line count of {p1} (digits, nothing else)."], p1=p[0], p2=p[1])
    return task(s, noise(r, {p[0]: "\n".join(line(r) for _ in range(n))}), [("run", "wc -l " + p[0]), ("write", p[1], str(n))])


def if_holds(r):
    p, w, yes = paths(r, 2), r.choice(THINGS), r.random() < .5
    a, b = pick(r, SAYINGS, 2)
    other = r.choice([t for t in THINGS if t not in w and w not in t])
    s = ask(r, ["If {p1} (mentions|has|contains) {w1}, write {w2} to {p2}, (else|otherwise|if not) write {w3} there.", "Look in {p1} for {w1}. (Found|There): {p2} says {w2}. (Not found|Not there): {p2} says {w3}.", "{p2} should read {w2} if {w1} is in {p1}, and {w3} if it isn't.", "Is there a {w1} in {p1}? In that case put {w2} in {p2}; in the other case put {w3}.", "Create {p2}. Its text is {w2} when {p1} has the word {w1}, {w3} when it doesn't.", "Should {p1} speak of {w1}, then {p2} is to hold {w2}. Should it not, {w3}.", "Depending on whether {w1} occurs in {p1}, I'd like {p2} to be {w2} (it does) or {w3} (it doesn't).", "Check {p1}: with {w1} in it, save {w2} as {p2}. Without, save {w3} as {p2}.", "I want {w2} in {p2}, but only if {p1} names {w1}. Otherwise I want {w3} in it.", "Write {w3} to {p2}, unless {p1} has {w1}; then write {w2} to it.", "When in {p1} is {w1}, {p2} must have {w2}; when no, must have {w3}.", "Could you see if {p1} includes {w1}? Yes: {w2} into {p2}. No: {w3} into {p2}."], p1=p[0], p2=p[1], w1=w, w2=a, w3=b)
    return task(s, noise(r, {p[0]: story(r, w if yes else other)}), [("read", p[0]), ("write", p[1], a if yes else b)])


def if_value(r):
    p, yes, q = paths(r, 2), r.random() < .5, None
    k, v, sep, text = config(r, r.randint(1, 3))
    limit = int(v[0]) + r.choice([-7, -5, -3, -2]) if yes else int(v[0]) + r.choice([2, 3, 5, 8])
    a, b = pick(r, SAYINGS, 2)
    s = ask(r, ["If {k} in {p1} is (more than|over|above) {n}, delete {p2}; (otherwise|else) write {w1} to {p2}.", "Check {k} in {p1}. Above {n}: remove {p2}. Not above {n}: {p2} becomes {w1}.", "{p2} can go if {p1} gives a {k} over {n}. If not, its text should be {w1}.", "Is {k} in {p1} larger than {n}? Then rm {p2}. If it isn't, put {w1} in {p2} (instead of what's there).", "Should {k} (see {p1}) exceed {n}, get rid of {p2}, else overwrite {p2} with {w1}.", "I'd like {p2} deleted when {k} in {p1} is higher than {n}, and rewritten as {w1} when it is not.", "Look at {k}, file {p1}: more than {n} means delete {p2}, anything else means write {w1} there.", "With {k} above {n} in {p1} we don't need {p2}, so delete it. With less, {p2} must say {w1}.", "Write {w1} to {p2} unless {k} in {p1} is over {n}; in that case delete {p2}.", "Depending on {k} in {p1}: over {n}, remove {p2}; up to {n}, make {p2} read {w1}.", "Please see {p1}. When {k} is greater as {n}, erase {p2}, when not, {p2} gets text {w1}.", "Could you delete {p2} if the {k} in {p1} is bigger than {n}, or replace its text by {w1} if it is not?"], p1=p[0], p2=p[1], k=k[0], n=limit, w1=a)
    return task(s, noise(r, {p[0]: text, p[1]: b}, 0, 1), [("read", p[0]), ("run", "rm " + p[1]) if yes else ("write", p[1], a)])


def step(r, used):
    """One step of a longer job: (clause frames, slots, files, actions, checks, must)."""
    def new():
        while True:
            q = path(r)
            if all(q.split("/")[-1].split(".")[0][:5] not in u for u in used):
                used.append(q)
                return q
    k, p = r.randrange(8), new()
    if k == 0:
        x = line(r)
        return ["(create|make) {p1} with the text {w1}", "write {w1} to {p1} (it's new)", "save {w1} as {p1}", "put {w1} in a new file {p1}"], dict(p1=p, w1=x), {}, [("write", p, x)]
    if k == 1:
        a, b = pick(r, THINGS, 2)
        return ["(replace|swap) {w1} (with|by|for) {w2} in {p1}", "change {w1} to {w2} in {p1}", "make the {w1} in {p1} a {w2}", "correct {w1} to {w2} (file {p1})"], dict(p1=p, w1=a, w2=b), {p: story(r, a)}, [("edit", p, a, b)]
    if k == 2:
        return ["(delete|remove) {p1}", "throw {p1} away", "rm {p1}", "get rid of {p1}"], dict(p1=p), {p: r.choice(NOISE)}, [("run", "rm " + p)]
    if k == 3:
        q, x = new(), line(r)
        return ["copy {p1} to {p2}", "save the text of {p1} as {p2} too", "make {p2} a copy of {p1}", "duplicate {p1} under the name {p2}"], dict(p1=p, p2=q), {p: x}, [("read", p), ("write", q, x)]
    if k == 4:
        x, y = lines(r, 2, 2)
        return ["(add|append) the line {w1} (to the end of|at the bottom of) {p1}", "put {w1} on a new last line of {p1}", "give {p1} one more line at the end, {w1}"], dict(p1=p, w1=y), {p: x}, [("read", p), ("write", p, x + "\n" + y)]
    if k == 5:
        (key, *_), (v, *_), sep, text = config(r, 1)
        n = str(r.randint(100, 300))
        return ["set {k} to {v} in {p1}", "change {k} in {p1} to {v}", "give {k} the value {v} in {p1}", "put {k} at {v} in {p1}"], dict(p1=p, k=key, v=n), {p: text}, [("read", p), ("edit", p, key + sep + v, key + sep + n)]
    if k == 6:
        q, x = new(), line(r)
        return ["rename {p1} to {p2}", "move {p1} to {p2}", "give {p1} the name {p2} instead"], dict(p1=p, p2=q), {p: x}, [("read", p), ("write", q, x), ("run", "rm " + p)]
    x, y = lines(r, 2, 2)
    return ["put the line {w1} at the (top|start) of {p1}", "let {p1} begin with a new line {w1}", "add {w1} as first line of {p1}"], dict(p1=p, w1=y), {p: x}, [("read", p), ("write", p, y + "\n" + x)]


def _clause(r, frames, slots, i):
    """A clause whose slots carry a number, so that several fit one request."""
    c = expand(r, r.choice(frames))
    names = {k: f"{k[0]}{i}{k[1:]}" if k[0] in "pwc" and k[1:].isdigit() else f"{k}x{i}" for k in slots}
    for k, v in names.items():
        c = c.replace("{" + k + "}", "{" + v + "}")
    return c, {names[k]: v for k, v in slots.items()}


JOIN = [
    ("", ["First {0}, then {1}", "First {0}, then {1}, finally {2}", "First of all {0}. Next {1}. After that {2}. Last, {3}"]),
    ("Please {0}, and after that {1}|{0}, {1}, and then {2}|{0}; {1}; {2}; in the end {3}", None),
    ("Could you {0} and then {1}?|Could you {0}, then {1}, and at the end {2}?|Would you {0}, {1}, {2} and, to finish, {3}?", None),
    ("1. {0}\n2. {1}|1. {0}\n2. {1}\n3. {2}|1. {0}\n2. {1}\n3. {2}\n4. {3}", None),
    ("My list for you:\n- {0}\n- {1}|To do, in this order:\n- {0}\n- {1}\n- {2}|Jobs for today:\n* {0}\n* {1}\n* {2}\n* {3}", None),
    ("I'd like you to {0}. When that's done, {1}|I need you to {0}, next to {1}, lastly to {2}|We must {0}, also {1}, also {2}, also {3}", None),
    ("Step one: {0}. Step two: {1}|Step one: {0}. Step two: {1}. Step three: {2}|Step 1: {0}. Step 2: {1}. Step 3: {2}. Step 4: {3}", None),
    ("Two things. {0}. And {1}|Three things, please. {0}. {1}. And {2}|There are four jobs to do: {0}, {1}, {2}, {3}", None),
    ("Before you {1}, {0}|Before you {2}, {0} and {1}|Before you {3}, {0}, {1} and {2}", None),
    ("{1}, but only after you {0}|Begin: {0}. Go on: {1}. Stop after this: {2}|a) {0}\nb) {1}\nc) {2}\nd) {3}", None),
    ("Once you have been so kind to {0}, also {1}|Start by this: {0}. Continue with this: {1}. Close with this: {2}|(1) {0} (2) {1} (3) {2} (4) {3}", None),
    ("Kindly {0}. Afterwards {1}|Kindly {0}. Afterwards {1}. Once both are done, {2}|Kindly {0}; afterwards {1}; afterwards {2}; afterwards {3}", None),
    ("We open soon, so {0} and {1}|We open soon, so {0}, {1} and {2}|We open soon, so quickly {0}, {1}, {2} and {3}", None),
]


def _steps(r, n, end=()):
    """A request of n steps with the task's parts; end is a step that comes last."""
    while True:
        used, parts, kinds = [], [], set()
        for _ in range(n - bool(end)):
            parts.append(step(r, used))
        parts += [end] if end else []
        actions = [a for x in parts for a in x[3]]
        words = [v for x in parts for k, v in x[1].items() if k[0] in "wk"]
        if len(actions) <= 11 and len(set(words)) == len(words) and len({x[0][0] for x in parts}) > 1:
            break
    forms, special = r.choice(JOIN)
    form = special[n - 2] if special else forms.split("|")[n - 2]
    slots = {}
    for i, x in enumerate(parts):
        c, s = _clause(r, x[0], x[1], i + 1)
        slots.update(s)
        at = form.index("{%d}" % i)
        head = form[:at].rstrip(" ")
        c = first(c, not head or head[-1:] in ".\n") if r.random() < .9 else c
        form = form.replace("{%d}" % i, c)
    files = {}
    for x in parts:
        files.update(x[2])
    SEEN.add(form)
    if form[-1] not in "?.}":
        form += r.choice([".", ".", ""]) if "\n" not in form else ""
    return slotted(r, dress(r, form), slots), files, actions


def multi2(r):
    s, files, actions = _steps(r, 2)
    return task(s, noise(r, files, 0, 1), actions)


def multi3(r):
    s, files, actions = _steps(r, 3)
    return task(s, noise(r, files, 0, 1), actions)


def multi4(r):
    s, files, actions = _steps(r, 4)
    return task(s, files, actions)


def multi_run(r):
    """Two or three steps and a command that must succeed at the end."""
    c, good = r.choice(COMMANDS + ACTIONS), r.choice(GOODS)
    end = ["run {c1}", "start {c1}", "execute {c1}", "let {c1} run"], dict(c1=c), {}, [("run", c)]
    while True:
        s, files, actions = _steps(r, r.choice([2, 3, 4]), end)
        p, x = next(((a[1], a[-1]) for a in actions if a[0] in ("edit", "write")), (None, None))
        if p and ("run", "rm " + p) not in actions and len(actions) < 11:
            break
    twice = r.random() < .2
    return task(s, files, actions + [("run", c)] * twice, checks={c: (p, x, good, r.choice(BADS))}, flaky=(c,) if twice else (), must=[c], good=good)


KINDS = [follow_create, follow_edit, follow_run, pointer, fill, merge, split, swap_files, output, count_to_file, if_holds, if_value, multi2, multi3, multi4, multi_run]
