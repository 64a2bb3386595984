"""Agent tasks: looking things up, comparing, copying, commands and repairs."""
from norabase import *


def find_file(r):
    w, ps = r.choice(THINGS), paths(r, r.randint(2, 4))
    hit = r.choice(ps)
    files = {q: story(r, w) if q == hit else "\n".join(pick(r, NOISE, 2)) for q in ps}
    order = sorted(ps)
    s = ask(r, [
        "(Which|What) file (mentions|talks about|has something about) the {x}?", "In which (of the files|file) (do I find|is there) a {x}?", "I (wrote|noted) something about a {x}, but (where|in which file)?", "Find the file with {w1} in it and (tell me its path|give me the path).",
        "(Where|In what file) does it say {w1}?", "One of these files has the word {w1}. Which one?", "(Search|Look through) my files for {w1}; (I only need|just tell me) the file's name.", "I'd like to know (which|what) file holds {w1}.", "Somebody put {w1} in a file. Name that file.",
        "path of the file containing {w1}?", "Could you (find|dig) out where the {x} is (mentioned|written down)? The file's name is enough.", "The note about the {x} has gone astray. Tell me which file it is in.", "I search for {w1}. In which file it is?"], x=w, w1=w)
    return task(s, files, [("list",)] + [("read", q) for q in order[:order.index(hit) + 1]], say=[hit], unsaid=[q for q in ps if q != hit and q not in hit and hit not in q], answer=f"It is in {hit}.")


def report(r):
    p = path(r)
    k, v, sep, text = config(r, r.randint(2, 5))
    i = r.randrange(len(k))
    s = ask(r, [
        "What is {k} (in|according to) {p1}?", "(Tell me|Give me|Let me have) the {k} (from|in) {p1}.", "Which value does {p1} give for {k}?", "I need (to know|to quote) the {k}; it's (in|written in) {p1}.", "How (much|high) is {k}? (See|Look in) {p1}.", "Look up {k} in {p1} and tell me the number.",
        "{p1} has a line for {k}. What does it say?", "Read me the {k} out of {p1}.", "A customer is asking about {k}. Would you check {p1}?", "{k}, please. It's in {p1}.", "The {k} I wrote in {p1}: what was it again?", "Can you see in {p1} what number stands at {k}?", "{p1} -> {k}?", "I'd like the figure for {k} that stands in {p1}."], p1=p, k=k[i])
    return task(s, noise(r, {p: text}), [("read", p)], say=[v[i]], unsaid=[x for j, x in enumerate(v) if j != i], answer=f"{k[i]} is {v[i]}.")


def report_owner(r):
    p = path(r)
    ns, ts = pick(r, NAMES, 4), pick(r, THINGS, 4)
    i = r.randrange(4)
    s = ask(r, [
        "(Who|Which person) (has|brings) the {x}? It's in {p1}.", "{p1} says who (is in charge of|takes care of) the {x}. Who is it?", "The {x}: whose job is it, going by {p1}?", "Check {p1} and tell me who is down for the {x}.", "I can't recall who looks after the {x}. {p1} knows.", "Name of the person for the {x} in {p1}?",
        "Would you see in {p1} who was given the {x}?", "I have to ring whoever has the {x}. The name is in {p1}; which is it?", "In {p1}, who stands next to the {x}?", "Give me the name that goes with {x} in {p1}.", "Please say me who has {x}, file is {p1}.", "We're short of a {x}. Does {p1} say who has it? I want the name."], p1=p, x=ts[i])
    return task(s, noise(r, {p: "\n".join(f"{t}: {n}" for n, t in zip(ns, ts))}), [("read", p)], say=[ns[i]], unsaid=[n for n in ns if n != ns[i]], answer=f"It is {ns[i]}.")


def list_files(r):
    ps = paths(r, r.randint(2, 4))
    s = ask(r, ["(What|Which) files (are there|do I have|have we got)?", "(List|Show|Name) (all the|all my|the) files.", "Tell me the (names|paths) of (all files|everything here).", "What's in this (folder|workspace)? (Names|Paths) only.", "I'd like (a list of|to see) every file you can see.", "Could you (read out|give me) the file names?", "Files? All of them, please.", "I lost the overview. Which files exist?", "Before I tidy up I need to know what files there are.", "Say me which files are here.", "Have a look round and report the paths of all files.", "An inventory of the files, please."])
    return task(s, {q: "\n".join(pick(r, NOISE, 2)) for q in ps}, [("list",)], say=sorted(ps), answer="There are " + ", ".join(sorted(ps)) + ".")


def compare(r):
    p, k = paths(r, 2), r.choice(KEYS)
    a, b = pick(r, range(11, 99), 2)
    big = r.random() < .5
    win, lose = (p[0], p[1]) if (a > b) == big else (p[1], p[0])
    more = "(higher|larger|bigger)" if big else "(lower|smaller)"
    s = ask(r, [f.replace("@", more) for f in [
        "Which (file|of the two) has the @ {k}, {p1} or {p2}?", "Compare {k} in {p1} and {p2}. Which file has the @ one?", "{p1} and {p2} both give a {k}. (Tell me|Say) where it is @.", "Is {k} @ in {p1} or in {p2}? Name the file.", "I'd like to know which of {p1} and {p2} has the @ value for {k}.",
        "Look at {k} in {p1}, then in {p2}; give me only the path with the @ number.", "{k}: {p1} or {p2}, which is @?", "We go with the file that has the @ {k}. Is that {p1} or {p2}?", "Between {p1} and {p2}, whose {k} is @?", "Two files, {p1} and {p2}. In one {k} is @. Which one is it?", "Could you check whether {p1} or {p2} has the @ {k} and name that file only?", "Where I find @ {k}: file {p1} or file {p2}?"]], p1=p[0], p2=p[1], k=k)
    body = lambda n: f"{k} = {n}" if one else "\n".join([r.choice(NOISE), f"{k} = {n}"])
    one = r.random() < .4
    files = {p[0]: body(a), p[1]: body(b)}
    return task(s, noise(r, files, 0, 1), [("read", p[0]), ("read", p[1])], say=[win], unsaid=[] if lose in win or win in lose else [lose], answer=f"It is {win}.")


def same_or_not(r):
    p, xs, same = paths(r, 2), lines(r, 2, 4), r.random() < .5
    other = list(xs)
    if not same:
        other[r.randrange(len(xs))] = r.choice(NOISE)
    s = ask(r, [
        "Are {p1} and {p2} the same? (Answer|Reply) SAME or DIFFERENT.", "Compare {p1} with {p2} and say SAME or DIFFERENT.", "Does {p2} hold exactly what {p1} holds? SAME or DIFFERENT is all I need.", "I think {p2} is a copy of {p1}. (Check|Have a look); say SAME if so, else DIFFERENT.", "SAME or DIFFERENT: {p1} and {p2}?", "Read {p1} and {p2}. If the texts agree answer SAME, otherwise DIFFERENT.",
        "Has anyone changed {p2}? It was a copy of {p1}. One word: SAME or DIFFERENT.", "Tell me in one word, SAME or DIFFERENT, how {p1} and {p2} compare.", "I'd like to throw one of {p1} and {p2} away if they match. Do they? Write SAME or DIFFERENT.", "Put {p1} next to {p2}: SAME or DIFFERENT?", "Is there any difference of {p1} to {p2}? Use word SAME or word DIFFERENT.", "Say DIFFERENT if {p1} and {p2} differ anywhere, and SAME if they don't."], p1=p[0], p2=p[1])
    word = ["DIFFERENT", "SAME"][same]
    return task(s, noise(r, {p[0]: "\n".join(xs), p[1]: "\n".join(other)}, 0, 1), [("read", p[0]), ("read", p[1])], say=[word], unsaid=[["DIFFERENT", "SAME"][not same]], answer=word)


def copy(r):
    p, body = paths(r, 2), "\n".join(lines(r, 1, 4))
    s = ask(r, [
        "(Copy|Duplicate) {p1} (to|as|into) {p2}.", "(Make|I'd like) a copy of {p1} (called|named) {p2}.", "{p2} should be (an exact copy|a duplicate) of {p1}.", "Save (the text|the contents) of {p1} as {p2} (too|as well).", "Could you (duplicate|copy out) {p1}? The (copy|second one) is {p2}.", "I want to keep a spare of {p1}, so (put|store) its text in {p2}.",
        "Back up {p1} (to|under the name) {p2}.", "{p1} -> {p2}, copy, keep both", "Let there be a {p2} with (the same text|the same contents) as {p1}.", "Before I scribble in {p1}, keep its text safe in {p2}.", "Take what {p1} says and write it to {p2} unchanged.", "Please to make from {p1} a second file {p2} with same text."], p1=p[0], p2=p[1])
    return task(s, noise(r, {p[0]: body}), [("read", p[0]), ("write", p[1], body)])


def rename(r):
    p, body = paths(r, 2), "\n".join(lines(r, 1, 4))
    s = ask(r, [
        "(Rename|Move) {p1} (to|as) {p2}.", "{p1} should be called {p2} (from now on|instead).", "The (right|proper) name for {p1} is {p2}; (rename it|please change it).", "I'd like {p1} moved to {p2}.", "Give {p1} the new name {p2}.", "Could {p1} become {p2}? The old name must not stay.", "Write the text of {p1} to {p2} and (delete|rm) {p1}.", "mv {p1} {p2} [please]",
        "{p1} has a silly name. {p2} would be better, so rename it.", "Put {p1} under {p2} and take the old one away.", "We file this as {p2} now, no longer as {p1}. Move it.", "The file {p1} needs to be at {p2}, and only there.", "Please change name of file: was {p1}, will be {p2}."], p1=p[0], p2=p[1])
    return task(s, noise(r, {p[0]: body}), [("read", p[0]), ("write", p[1], body), ("run", "rm " + p[0])])


def delete(r):
    p = path(r)
    s = ask(r, [
        "(Delete|Remove|Erase) {p1}.", "{p1} (can go|isn't needed any more). (Delete it|Please remove it).", "I'd like (to be rid of|you to bin) {p1}.", "Get rid of {p1} (for me|for good).", "Throw {p1} away, (will you|would you)?", "Run rm on {p1}.", "{p1} must be gone (by tonight|when I look again).", "Could you (clear|tidy) away {p1}?", "Out with {p1}!", "We are done with {p1}, so rm it.", "There's no use for {p1} now. Away with it.", "The file {p1} please to delete.", "Make {p1} disappear, leave the others."], p1=p)
    return task(s, noise(r, {p: r.choice(SAYINGS)}, 1, 3), [("run", "rm " + p)], answer=f"{p} is gone.")


def delete_holder(r):
    w, ps = r.choice(THINGS), paths(r, r.randint(2, 4))
    hit, order = r.choice(ps), sorted(ps)
    files = {q: story(r, w) if q == hit else "\n".join(pick(r, NOISE, 2)) for q in ps}
    s = ask(r, [
        "(Delete|Remove) the file that (mentions|holds|contains) {w1}.", "One file has {w1} in it; (delete that one|that one can go).", "Find out which file says {w1} and rm it.", "The note with the {x} is (outdated|wrong). Find it and delete the file.", "I don't want the file about the {x} any more. I forgot its name.", "Whichever file has {w1}: (throw it away|away with it).", "Could you look for {w1} and remove the file it is in?", "Get rid of the one with {w1}, (keep|leave) the rest.",
        "Please search file having {w1}, and delete.", "We've sold the {x}, so its file (there is only one) should be removed.", "rm the file containing {w1}", "Only one of the files has the word {w1}. It must go.", "There's a file with {w1} somewhere. I'd like it gone."], x=w, w1=w)
    return task(s, files, [("list",)] + [("read", q) for q in order[:order.index(hit) + 1]] + [("run", "rm " + hit)])


def fix(r):
    p, c, good = path(r), r.choice(COMMANDS), r.choice(GOODS)
    k, v, sep, text = config(r, r.randint(1, 4))
    i, new = r.randrange(len(k)), str(r.randint(100, 300))
    bad = r.choice(["{f}: {k} must be {n}, not {o}", "FAIL {f}: expected {k}{s}{n}, found {k}{s}{o}", "Error in {f}: {k} should be {n}", "1 failed: {k} in {f} is {o} but ought to be {n}", "{f} says {k}{s}{o}; wanted {k}{s}{n}", "assert {k} == {n} failed (file {f})"])
    for a, b in dict(f=p, k=k[i], s=sep, n=new, o=v[i]).items():
        bad = bad.replace("{" + a + "}", b)
    s = ask(r, [
        "{c1} (fails|is failing). (Fix it|Please repair it).", "Run {c1} and (fix|mend) what it complains about.", "Make {c1} pass.", "(Could|Can) you get {c1} to (succeed|go through)? Something in a file is wrong.", "I'd like {c1} to be (happy|green) again.", "{c1} (won't go through|keeps moaning). Find out why, correct the file and run it again.", "There's (a mistake|something wrong) somewhere; {c1} will tell you what. Put it right, and show that it passes.", "Until {c1} passes we can't open. (See to it|Sort it out), please.",
        "Try {c1}. If it finds fault, correct the fault and try once more.", "When I run {c1} comes error. Please to repair.", "{c1}: broken. Repair.", "Something I edited yesterday upset {c1}. Set it right.", "Whatever {c1} reports, deal with it until it reports success."], c1=c)
    return task(s, noise(r, {p: text}), [("run", c), ("read", p), ("edit", p, k[i] + sep + v[i], k[i] + sep + new), ("run", c)], checks={c: (p, k[i] + sep + new, good, bad)}, must=[c], good=good)


def fix_missing(r):
    p, c, good, x = path(r), r.choice(COMMANDS), r.choice(GOODS), line(r)
    bad = r.choice([f'{p} is missing; it should say "{x}"', f"FAIL: there is no {p}. Create it with this text: {x}", f'Error: expected a file {p} with "{x}"', f"needed: {p}, holding: {x}"])
    s = ask(r, [
        "{c1} complains that something is missing. (Supply it|Add it) and run it again.", "Run {c1}, do what it asks for, and run it (again|once more).", "A file is (missing|lacking), {c1} knows which. (Create it|Make it), then {c1} must pass.", "Please find out with {c1} what is missing, and put it there until it passes.", "{c1} doesn't pass yet. (Do something about it|Get it to pass).", "I'd like {c1} to stop complaining.",
        "Could you satisfy {c1}? It (says|tells you) what it wants.", "What {c1} misses, create. After this {c1} again.", "We lost a file. {c1} will say which one, so write it anew and check.", "{c1} must succeed before the fair. See to whatever it lacks.", "Start with {c1}; it names a file that it needs. Write that file. End with {c1}.", "Why does {c1} fail? Cure it, then prove that it's cured."], c1=c)
    return task(s, noise(r, {}, 1, 3), [("run", c), ("write", p, x), ("run", c)], checks={c: (p, x, good, bad)}, must=[c], good=good)


def flaky(r):
    c, good, f = r.choice(ACTIONS), r.choice(GOODS), noise(r, {}, 1, 3)
    s = ask(r, [
        "(Run|Start|Launch) {c1}.", "(Run|Execute) {c1} until it (works|succeeds).", "Please run {c1}; it sometimes (fails|stumbles) the first time.", "I need {c1} (done|to go through) [today].", "Could you run {c1} for me[, and again if it fails]?", "{c1} has to (succeed|go through). Repeat it if need be.", "Get {c1} (done|over with), (the line is|the network is) a bit shaky.", "{c1} [now], please.",
        "It's time for {c1}. Try again should it trip.", "I'd like you to start {c1} and see it through.", "Will you have {c1} run? It can be moody.", "Do {c1}. If temporary problem, repeat.", "Make sure that {c1} has run (properly|without error)."], c1=c)
    return task(s, f, [("run", c), ("run", c)], checks={c: (next(iter(f)), "", good, "")}, flaky=(c,), must=[c], good=good)


def flaky_report(r):
    c, n, f = r.choice(ACTIONS), r.randint(12, 97), noise(r, {}, 1, 2)
    good = r.choice([f"{n} orders sent", f"total {n}", f"{n} labels printed", f"uploaded {n} pages", f"{n} guests told", f"finished with {n} entries"])
    s = ask(r, [
        "Run {c1} and tell me the number it (prints|reports).", "What number does {c1} (give|print)?", "I'd like to know the (figure|number) that {c1} comes up with.", "{c1} reports a number. Which?", "Start {c1}; (afterwards|then) give me the number in its output.", "How many does {c1} say? Run it (to see|and see), again if it trips.", "Could you run {c1} and read me its number?", "My boss wants the number from {c1}. Run it.",
        "Please execute {c1}, repeat when it has hiccup, and say which number is coming out.", "Give me {c1}'s number (it may take two goes).", "{c1} -> which number comes out?", "Find out by running {c1} what count it shows, and pass it on to me."], c1=c)
    twice = r.random() < .6
    return task(s, f, [("run", c)] * (1 + twice), checks={c: (next(iter(f)), "", good, "")}, flaky=(c,) if twice else (), must=[c], good=good, say=[str(n)], answer=f"It says {n}.")


def near(r, p):
    """A path like p that does not exist: another folder or another ending."""
    base = p.split("/")[-1]
    stem, end = base.rsplit(".", 1)
    return r.choice([r.choice([f for f in FOLDERS if not p.startswith(f)]) + "/" + base, (p[:-len(end)] + r.choice([e for e in ENDS if e != end])), base if "/" in p else "files/" + base])


WRONG_TAIL = ["", "", " I may have the path slightly wrong.", " The path is from memory.", " If it isn't there, look for it.", " Might be in another folder."]


def wrong_path(r):
    p = path(r)
    k, v, sep, text = config(r, r.randint(2, 4))
    i, q = r.randrange(len(k)), near(r, p)
    s = ask(r, [f + r.choice(WRONG_TAIL) for f in [
        "What is {k} in {p1}?", "Tell me the {k} from {p1}.", "I believe {p1} has the {k}. What is it?", "Read {p1} and give me {k}.", "How much is {k}? It should be in {p1}.", "{k} from {p1}, please.", "There is a file {p1}, or something like it, with the {k}. I need that number.", "Could you look up {k} in {p1}?", "{p1}: which {k} does it give?", "Let me know the {k}, as found in {p1}.", "Please see file {p1}, say me the {k}.", "I wrote {k} down in {p1}, or so I think. Which number was it?"]], p1=q, k=k[i])
    return task(s, noise(r, {p: text}), [("read", q), ("list",), ("read", p)], say=[v[i]], answer=f"{k[i]} is {v[i]}; the file is {p}.")


def wrong_path_edit(r):
    p, (a, b) = path(r), pick(r, THINGS, 2)
    q = near(r, p)
    s = ask(r, [f + r.choice(WRONG_TAIL) for f in [
        "Replace {w1} with {w2} in {p1}.", "In {p1} it should say {w2}, not {w1}.", "Change the {w1} in {p1} to {w2}.", "{p1} has {w1} where {w2} ought to be. Mend that.", "Could you turn {w1} into {w2} in {p1}?", "I want {w2} instead of {w1} in {p1}.", "The {w1} of {p1} has to become {w2}.", "Open {p1} and swap {w1} for {w2}.", "Please to correct {p1}: {w1} is false, {w2} is right.", "{p1}, {w1} to {w2}.", "Fix {p1} for me: put {w2} in place of {w1}.", "Somewhere in {p1} stands {w1}. Write {w2} there."]], p1=q, w1=a, w2=b)
    return task(s, noise(r, {p: story(r, a)}), [("edit", q, a, b), ("list",), ("edit", p, a, b)], answer=f"I changed it in {p}.")


def wrong_case(r):
    p, (a, b) = path(r), pick(r, [t for t in THINGS], 2)
    text = f"{a.capitalize()}: {r.randint(2, 9)}\n" + r.choice(NOISE)
    s = ask(r, SWAP_CASE, p1=p, w1=a, w2=b.capitalize())
    return task(s, noise(r, {p: text}), [("edit", p, a, b.capitalize()), ("read", p), ("edit", p, a.capitalize(), b.capitalize())])


SWAP_CASE = ["Replace {w1} with {w2} in {p1}; (capitals may differ|mind the capitals in the file).", "In {p1} there is {w1} (in some spelling|written somehow); make it {w2}.", "{p1}: {w1} becomes {w2}, whatever the capitals.", "(Could|Would) you change {w1} (with or without a capital) to {w2} in {p1}?", "I'm not sure about the capitals, but {w1} in {p1} should be {w2}.", "The entry {w1} in {p1} has to be {w2}. It may start with a capital.", "Swap {w1} for {w2} in {p1}. If it isn't found, read the file and look how it is spelt.", "I want {w2} where {p1} has {w1} (or however I wrote it).", "Turn {w1}, however spelt, into {w2}. The file is {p1}.", "Put {w2} in {p1} instead of {w1}, which might have a big first letter.", "Please to exchange {w1} for {w2} in {p1}, letters maybe big maybe small.", "{w1} -> {w2} in {p1}, ignore case"]


def count_lines(r):
    p, n = path(r), r.randint(2, 12)
    body = "\n".join(line(r) for _ in range(n))
    s = ask(r, [
        "How many lines (does {p1} have|are in {p1}|are there in {p1})?", "Count the lines (of|in) {p1}.", "(Tell me|Give me) the number of lines in {p1}.", "Run wc -l on {p1} and (tell me|report) the number.", "I'd like to know how long {p1} is, in lines.", "{p1}: line count?", "Is {p1} long? Say how many lines.", "The printer charges by the line. How many has {p1}?", "Could you count {p1} for me? Lines, I mean.", "What does wc -l say about {p1}?",
        "Please count how much lines has {p1}.", "Number of lines, {p1}.", "Every line of {p1} is one guest. How many is that?"], p1=p)
    return task(s, noise(r, {p: body}), [("run", "wc -l " + p)], say=[str(n)], answer=f"{p} has {n} lines.")


KINDS = [find_file, report, report_owner, list_files, compare, same_or_not, copy, rename, delete, delete_holder, fix, fix_missing, flaky, flaky_report, wrong_path, wrong_path_edit, wrong_case, count_lines]
