"""Kinds that look something up: values, lines, holders, differences, counts."""
import piafiles as F
import piasteps as S
import piawords as V
from piajob import Job, Step
from piaplain import start

SAYS = ["{k} is {v}.", "It is {v}.", "{p} says {v}.", "The value of {k} in {p} is {v}.", "In {p}, {k} is {v}."]


def tell(r, forms, **kw):
    """One of the answer forms, filled in."""
    s = r.choice(forms)
    for k, v in kw.items():
        s = s.replace("{" + k + "}", str(v))
    return s


def asked(j, step, answer, odds=0.45):
    """The question alone, or with another plain step after it."""
    r = j.r
    if r.random() > odds:
        return j.simple(step, answer)
    other = r.choice([S.delete, S.create, S.append, S.replace, S.setting])(j)
    return j.chain([step, other], answer.rstrip(".") + r.choice([". I also ", ". Besides, I ", ". And I "]) + other.did + ".")


def report_value(r):
    """What is a setting's value?"""
    j = start(r)
    path, lines, sep, vals = j.fresh(lambda: F.config(r))
    j.add(path, "\n".join(lines))
    k = r.choice(list(vals))
    v = vals[k].strip('"')
    j.read(path)
    j.say = [v]
    s = Step(["tell me [the value of |]<k> in <p>", "find out what <k> is in <p>", "look up <k> in <p>", "read <p> and tell me <k>", "check <p> and give me the value of <k>", "look into <p> and report <k>", "give me <k> from <p>", "say what <p> has for <k>", "open <p> and answer with the value of <k>", "get <k> out of <p> for me"],
             ["What is <k> in <p>?", "Which <k> does <p> [name|have|use|give]?", "What does <p> say about <k>?", "<k> in <p>?", "What value does <k> have in <p>?", "I need to know [the |]<k> [from|in] <p>.", "Do you know which <k> is set in <p>?", "According to <p>, what is <k>?", "[Question|Q]: what is <k> in <p>?", "<p> sets <k>. To what?", "I can't remember <k>. It is in <p>.", "how is <k> set in <p>", "Someone asks me for <k>; it [stands|is written] in <p>. What is it?"],
             {"p": j.p(path), "k": j.v(k, True)})
    return asked(j, s, tell(r, SAYS, k=k, v=v, p=path))


def json_get(r):
    """What does a field of a JSON file hold?"""
    j = start(r)
    path, d = j.fresh(lambda: F.record(r))
    j.add(path, F.dump(r, d))
    k = r.choice(list(d))
    j.read(path)
    j.say = [str(d[k])]
    s = Step(["tell me the [field|value] <k> of <p>", "read <p> and say what <k> is", "look up the key <k> in <p>", "give me <k> from the JSON in <p>", "check which <k> <p> has", "find <k> in <p> and report its value", "parse <p> and give me <k>"],
             ["What does <p> have under <k>?", "What is the <k> field of <p>?", "Which value [belongs to|is stored under] <k> in <p>?", "<p> is JSON. What is its <k>?", "What's <k> in <p>?", "I want the <k> that is stored in <p>.", "In the object in <p>, what is <k>?"],
             {"p": j.p(path), "k": j.v(k, True)})
    return asked(j, s, tell(r, SAYS, k=k, v=d[k], p=path))


def line_number(r):
    """What does a certain line say?"""
    j = start(r)
    path, ls = S.lines_file(j, r.randint(3, 6))
    i = r.choice([0, 1, 2, len(ls) - 1])
    name = "last" if i == len(ls) - 1 and r.random() < 0.8 else ["first", "second", "third", "fourth", "fifth", "sixth"][i]
    v = ls[i][2:] if ls[i][:2] in ("- ", "* ") else ls[i]
    j.read(path)
    j.say = [v]
    j.unsaid = []
    s = Step(["tell me the <n> line of <p>", "read <p> and tell me its <n> line", "give me the <n> line of <p>", "quote the <n> line of <p>", "say what the <n> line of <p> is", "look at <p> and report the <n> line", "show me only the <n> line of <p>", "check what stands in the <n> line of <p>"],
             ["What is the <n> line of <p>?", "What does the <n> line of <p> say?", "Which entry is <n> in <p>?", "In <p>, what comes <n>?", "I need the <n> entry of <p>.", "<p>: <n> line?", "What do we have on the <n> line of <p>?", "Which is the <n> thing listed in <p>?"],
             {"p": j.p(path), "n": name})
    return asked(j, s, tell(r, ["The {n} line of {p} is: {v}", "It says: {v}", "The {n} entry is {v}.", "{v}"], n=name, p=path, v=v))


def csv_cell(r):
    """A cell of a table is looked up."""
    j = start(r)
    path, head, rows = j.fresh(lambda: F.table(r))
    j.add(path, "\n".join(",".join(x) for x in [head] + rows))
    row = r.choice(rows)
    c = r.randint(1, 2)
    j.read(path)
    j.say = [row[c]]
    s = Step(["tell me the <k> of <x> from <p>", "look up the <k> of <x> in <p>", "read <p> and give me the <k> of <x>", "find <x> in <p> and report the <k>", "say which <k> <p> lists for <x>", "get me the <k> of <x> (it is in <p>)", "check the table <p> for the <k> of <x>", "open <p>, find the row of <x> and tell me the <k>"],
             ["What is the <k> of <x> in <p>?", "Which <k> does <x> have in <p>?", "What does <p> give as <k> for <x>?", "I need the <k> of <x>. [See|It is in|Look in] <p>.", "<p> has a row for <x>. What is its <k>?", "According to <p>, what <k> belongs to <x>?", "<x>: which <k>? (<p>)"],
             {"p": j.p(path), "k": head[c], "x": j.v(row[0], True)})
    return asked(j, s, tell(r, ["The {k} of {x} is {v}.", "{x}: {v}.", "According to {p}, it is {v}.", "{p} lists {v} for {x}."], k=head[c], x=row[0], v=row[c], p=path))


def secret_files(j, word, n, line=None):
    """n files in a shuffled order, one of which holds a line; its path."""
    r = j.r
    at = r.randrange(n)
    hit = None
    for i in range(n):
        if i == at:
            while True:
                path, text = j.fresh(lambda: F.prose(r, word))
                if word in text and word.lower() not in path.lower():
                    break
            if line:
                text = "\n".join(line if word in x else x for x in text.split("\n"))
            hit = j.add(path, text)
        else:
            p = j.other(lambda t: word.lower() not in t.lower())
            while word.lower() in p.lower():
                del j.files[p], j.cur[p]
                p = j.other(lambda t: word.lower() not in t.lower())
    return hit


def look(j, hit):
    """List, then read in order until the holder is found."""
    j.list()
    for p in sorted(j.files):
        j.read(p)
        if p == hit:
            return


def rare(r):
    """A word that does not occur by chance."""
    return r.choice([r.choice(V.PEOPLE) + " " + r.choice(["Okafor", "Lindholm", "Baptiste", "Novak", "Ferrante", "Achterberg"]), "ticket " + str(r.randint(1000, 9999)), "code " + "".join(r.choice("ABCDEFGHKLMNPRSTUVXYZ") for _ in range(3)) + str(r.randint(10, 99)), r.choice(["door", "pump", "router", "locker", "printer"]) + "-" + str(r.randint(100, 999)), r.choice(["strudel", "goulash", "paella", "ramen", "moussaka", "tiramisu", "falafel"]), r.choice(["xylophone", "bassoon", "ukulele", "accordion", "harpsichord"]), "#" + "".join(r.choice("0123456789abcdef") for _ in range(6))])


def find_holder(r):
    """Which file mentions something?"""
    j = Job(r)
    w = rare(r)
    hit = secret_files(j, w, r.randint(2, 4))
    look(j, hit)
    j.say = [hit]
    s = Step(["find [the file that|out which file] [mentions|contains|holds|names] <w>", "tell me which file [mentions|contains|has|talks about] <w>", "search the files for <w> and [name the one that has it|tell me where it is]", "look through the files and tell me where <w> [is|occurs|stands]", "find out where <w> is mentioned", "check which of the files has <w> in it", "go through the workspace until you find <w>, then tell me the file", "locate <w> in the files here", "give me the name of the file with <w>", "read the files and report which one holds <w>"],
             ["Which file [mentions|contains|holds|has] <w>?", "Where is <w> [mentioned|written|noted down]?", "In which file [is|do I find|can I find|do we have] <w>?", "[I lost|I can't find] the file [with|that mentions] <w>. [Which one is it|What is it called]?", "One of the files [here |]mentions <w>. Which?", "<w> is in one of these files. Which one?", "Someone wrote <w> somewhere. Where?", "I remember writing <w> in some file. [Find it|Which one was it?]", "where did i put <w>"],
             {"w": j.v(w)})
    return j.simple(s, tell(r, ["It is in {p}.", "{p} mentions it.", "The file is {p}.", "{w} is in {p}."], p=hit, w=w))


def holder_edit(r):
    """The file that mentions something gets a change."""
    j = Job(r)
    old, new = r.choice([x for x in V.PAIRS if len(x[0]) > 4])
    while True:
        hit = secret_files(j, old, r.randint(2, 3))
        if all(new not in t for t in j.files.values()):
            break
        j.files, j.cur = {}, {}
    look(j, hit)
    j.into(hit, old, new, j.cur[hit].replace(old, new))
    j.ops.append(("replace", hit, old, new))
    s = Step(["find the file that [says|mentions|has] <a> and change that to <b>", "look for <a> in the files and replace it by <b>", "replace <a> by <b> in the file that has it", "search the files for <a> and make it <b>", "find <a> somewhere in here and turn it into <b>", "change <a> to <b>; you have to find the file yourself", "locate the file with <a> and put <b> instead", "go through the files, and where one says <a>, write <b>"],
             ["[One file|One of the files|Some file] [here |]still says <a>. [Make it|It should be|Change that to] <b>.", "<a> occurs in one of these files. [Find it and write|Replace it by] <b>[ there|].", "I don't know which file has <a>, but it [must|should] be <b>. [Find and fix it|Please correct it].", "Somewhere <a> is written where <b> is meant. [Find and correct it|Hunt it down and fix it]."],
             {"a": j.v(old), "b": j.v(new)})
    return j.simple(s, j.done([f"replaced {old} with {new} in {hit}"]))


def holder_delete(r):
    """The file that mentions something is deleted."""
    j = Job(r)
    w = rare(r)
    hit = secret_files(j, w, r.randint(2, 4))
    look(j, hit)
    j.rm(hit)
    j.ops.append(("gone", hit))
    s = Step(["delete the file that [mentions|contains|holds|names] <w>", "find the file with <w> in it and delete it", "remove the file [with|about|that talks of] <w>", "look for the file that has <w> and remove it", "get rid of the one file that mentions <w>", "search for <w> and delete the file you find it in", "throw away the file in which <w> occurs", "read the files; delete the one with <w>"],
             ["One [file|of the files] mentions <w>. [Delete it|That one has to go|Remove that file].", "The file with <w> [is obsolete|is not needed|must go]. I don't know its name. [Find and delete it|Delete it].", "[We may not|We must not] keep the file that [mentions|names] <w>. [Delete it|Remove it].", "Whatever file <w> is in: delete it."],
             {"w": j.v(w)})
    return j.simple(s, j.done([f"deleted {hit}, which held {w}"]))


def list_count(r):
    """How many files are there?"""
    j = Job(r)
    n = r.randint(2, 7)
    j.extras(n)
    j.list()
    j.say = [str(n)]
    s = Step(["count the files [here|in the workspace]", "tell me how many files there are", "list the files and tell me [their number|how many there are]", "say how many files [I have|we have|the workspace has]", "find out how many files are in here", "give me the number of files", "report the file count"],
             ["How many files [are there|are here|do we have|does the workspace hold|do you see]?", "What is the number of files [here|in this workspace]?", "I need [the number of files|the file count].", "file count?", "Do you know how many files we have by now? Look."])
    return j.simple(s, tell(r, ["There are {n} files.", "{n} files.", "The workspace has {n} files.", "I count {n} files."], n=n))


def list_ext(r):
    """Which file has a certain ending, or lies in a certain folder?"""
    j = Job(r)
    ext = r.choice(["rs", "py", "csv", "json", "sql", "html", "css", "toml", "go"])
    j.extras(r.randint(2, 4), lambda t: True)
    for p in [x for x in j.files if x.endswith("." + ext)]:
        del j.files[p], j.cur[p]
    while len(j.files) < 2:
        p = j.other()
        if p.endswith("." + ext):
            del j.files[p], j.cur[p]
    hit = j.add(j.fresh(lambda: V.name(r, ext)), V.sentence(r))
    j.list()
    j.say = [hit]
    s = Step(["name the <e> file", "tell me which file ends in <e>", "list the files and tell me which one is a <e> file", "find the <e> file [here|in the workspace]", "give me the path of the [only |]<e> file", "look for a file with the ending <e> and tell me its path", "say where the <e> file is"],
             ["Which file ends in <e>?", "[Is there|Do we have] a <e> file? [What is it called|Which one|Name it].", "What is the <e> file called?", "Where is the <e> file?", "I'm looking for the [only |]<e> file. [Where is it|What's its path]?", "There is one <e> file here. [Its path, please|Which is it?]"],
             {"e": j.v("." + ext) if r.random() < 0.3 else "." + ext})
    return j.simple(s, tell(r, ["It is {p}.", "The file is {p}.", "{p} is the one.", "I found {p}."], p=hit))


def exists(r):
    """Is a file there?"""
    j = start(r, (2, 4))
    yes = r.random() < 0.5
    path = r.choice(list(j.files)) if yes else j.fresh(lambda: V.name(r, "txt"))
    j.list()
    j.say, j.unsaid = (["yes"], ["no"]) if yes else (["no"], ["yes"])
    s = Step(["check [if|whether] <p> exists and answer yes or no", "tell me [if|whether] there is a file <p>, yes or no", "list the files and say yes or no: is <p> among them", "answer with yes or no: does <p> exist", "find out whether we have <p> (yes or no)", "look if <p> is there; say yes or no"],
             ["Is there a file <p>? [Yes or no|Answer yes or no].", "Does <p> exist? yes/no", "Do we have <p>? [A yes or a no is enough|Just yes or no].", "<p>: is it here, yes or no?", "Has anybody created <p> yet? Say yes or no.", "Yes or no: is <p> in the workspace?"],
             {"p": j.p(path)})
    return j.simple(s, tell(r, ["Yes, {p} is there.", "Yes.", "Yes, there is a file {p}."] if yes else ["No, {p} is missing.", "No.", "No, I do not see {p}."], p=path))


def compare(r):
    """Do two files hold the same?"""
    j = start(r, (0, 1))
    a = j.other()
    same = r.random() < 0.5
    text = j.files[a]
    if not same:
        ls = text.split("\n")
        i = r.randrange(len(ls))
        ls[i] = V.sentence(r) + " x"
        text = "\n".join(ls)
    b = j.add(j.fresh(lambda: V.name(r, a.rpartition(".")[2] if "." in a[1:] else "txt")), text)
    if r.random() < 0.5:
        a, b = b, a
    j.read(a)
    j.read(b)
    j.say, j.unsaid = (["same"], ["different"]) if same else (["different"], ["same"])
    s = Step(["compare <p> and <q> and answer same or different", "compare <p> with <q>: same or different", "tell me whether <p> and <q> are the same or different", "check if <p> and <q> are the same or different", "read <p> and <q> and say \"same\" or \"different\"", "find out if <p> and <q> have the same content; answer same or different", "look at <p> and at <q>. Say same or different", "answer with same or different: <p>, <q>", "put <p> next to <q> and tell me: same or different"],
             ["Are <p> and <q> the same or different?", "Is the text of <p> the same as that of <q>, or different?", "<p> and <q>: same or different?", "Do <p> and <q> hold the same text? [Answer|Say|Reply with] same or different.", "I [suspect|think|hope] that <p> and <q> are the same. [Check it, answer|Say] same or different.", "Same or different: <p>, <q>?"],
             {"p": j.p(a), "q": j.p(b)})
    return j.simple(s, tell(r, ["They are {w}.", "The two files are {w}.", "{p} and {q} are {w}."], w="the same" if same else "different", p=a, q=b))


def bigger(r):
    """Which of two files names the larger number?"""
    j = start(r, (0, 1))
    k = r.choice(["port", "timeout", "retries", "workers", "limit", "max_items"])
    p1, l1, s1, v1 = j.fresh(lambda: F.config(r, [k], 2))
    j.add(p1, "\n".join(l1))
    while True:
        p2, l2, s2, v2 = j.fresh(lambda: F.config(r, [k], 2))
        if v1[k] != v2[k]:
            break
    j.add(p2, "\n".join(l2))
    more = r.random() < 0.5
    j.read(p1)
    j.read(p2)
    win = p1 if (int(v1[k]) > int(v2[k])) == more else p2
    j.say, j.unsaid = [win], [p2 if win == p1 else p1]
    w = "[higher|larger|bigger|greater]" if more else "[lower|smaller]"
    s = Step([f"tell me which of <p> and <q> has the {w} <k>", f"find out which file has the {w} <k>, <p> or <q>", f"compare <k> in <p> and <q> and name the file with the {w} one", f"read <p> and <q>, then name the one with the {w} <k>", f"check <k> in <p> and in <q>; answer with the file where it is {w}", f"say which one sets the {w} <k>: <p> or <q>"],
             [f"Which has the {w} <k>, <p> or <q>?", f"<p> or <q>: where is <k> {w}?", f"Both <p> and <q> set <k>. Which one has the {w} value?", f"In which file is <k> {w}? Choose between <p> and <q>.", f"Is <k> {w} in <p> or in <q>? [Answer with|Give me] the file name only."],
             {"p": j.p(p1), "q": j.p(p2), "k": j.v(k, True)})
    return j.simple(s, tell(r, ["It is {p}.", "{p}.", "{p} has it.", "The answer is {p}."], p=win))


def wc(r):
    """How many lines does a file have, by a command?"""
    j = start(r)
    j.nl = False
    path, ls = S.lines_file(j, r.randint(3, 9))
    j.run("wc -l " + path)
    j.say = [str(len(ls))]
    s = Step(["count the lines of <p> [with|by] wc -l", "run wc -l on <p> and tell me the number", "use `wc -l` to count the lines [of|in] <p>", "tell me how many lines <p> has (use wc -l)", "run `wc -l` for <p> and report the count", "count the lines in <p>; the command is wc -l", "get the line count of <p> from wc -l", "let wc -l count the lines of <p>"],
             ["How many lines does <p> have? [Use|Try] wc -l.", "wc -l <p>: what number comes out?", "What does `wc -l` say for <p>?", "I need the line count of <p> (wc -l will do).", "With wc -l, how long is <p> in lines?"],
             {"p": path})
    return asked(j, s, tell(r, ["{p} has {n} lines.", "It has {n} lines.", "{n} lines.", "wc says {n}."], p=path, n=len(ls)))


def count_word(r):
    """How many lines hold a word?"""
    j = start(r)
    path = j.fresh(lambda: V.name(r, r.choice(["log", "txt", "csv"])))
    ws = r.sample(["ok", "late", "paid", "lost", "red", "blue", "sent", "open", "failed", "north"], 2)
    marks = [ws[0]] * r.randint(1, 4) + [ws[1]] * r.randint(1, 3)
    r.shuffle(marks)
    heads = r.sample(V.NOUNS, len(marks))
    j.add(path, "\n".join(f"{a} {b}" for a, b in zip(heads, marks)))
    n = marks.count(ws[0])
    j.read(path)
    j.say = [str(n)]
    s = Step(["count the lines of <p> that [say|end in|contain] <w>", "tell me how many lines in <p> [say|have|contain] <w>", "read <p> and count how often <w> occurs", "find out how many entries of <p> are <w>", "say how many times <w> [stands|occurs|appears] in <p>", "count <w> in <p>"],
             ["How many [lines|entries] of <p> [say|are marked|contain] <w>?", "How often does <w> [occur|appear|stand] in <p>?", "<w> in <p>: how many times?", "I need the number of <w> lines in <p>.", "What is the number of entries with <w> in <p>?"],
             {"p": j.p(path), "w": j.v(ws[0])})
    return asked(j, s, tell(r, ["{n} of the lines say {w}.", "It occurs {n} times.", "{n}.", "I count {n}."], n=n, w=ws[0]))


def pointer(r):
    """A file names another one that holds the answer."""
    j = start(r)
    k = r.choice(list(F.KEYS))
    p2, lines, sep, vals = j.fresh(lambda: F.config(r, [k], 3))
    j.add(p2, "\n".join(lines))
    p1 = j.add(j.fresh(lambda: r.choice(["README.md", "README", "index.txt", "START.md", "docs/where.txt", "HANDOVER.md"])), r.choice(["The {k} is kept in {p}.", "See {p} for the {k}.", "For {k} look into {p}.", "All about {k}: {p}"]).replace("{k}", k).replace("{p}", p2))
    v = vals[k].strip('"')
    j.read(p1)
    j.read(p2)
    j.say = [v]
    s = Step(["find out <k>; <p> [says|tells you] where it is kept", "read <p>, it names the file that has <k>, and tell me the value", "look in <p> to see where <k> is set, then tell me its value", "tell me <k> (start with <p>)", "follow <p> to the place where <k> is written and report the value", "start at <p> and find the value of <k>"],
             ["What is <k>? <p> [says|knows|tells] where to look.", "<p> points to the file with <k>. What is the value?", "I need <k>. It is not in <p> itself, but <p> says where it is.", "Where <k> is kept is written in <p>. What is it set to?", "Which value has <k>? Start with <p>."],
             {"p": j.p(p1), "k": j.v(k, True)})
    return j.simple(s, tell(r, SAYS, k=k, v=v, p=p2))


def log_error(r):
    """What went wrong, says a log?"""
    j = start(r)
    path, ls, what = j.fresh(lambda: F.log(r))
    j.add(path, "\n".join(ls))
    j.read(path)
    j.say = [what]
    s = Step(["read <p> and tell me the error", "tell me what the ERROR line of <p> says", "look for the error in <p> and quote its message", "find the ERROR in <p> and report the message word for word", "check <p> for an error and give me its text", "quote the error message from <p>"],
             ["What is the error in <p>?", "What went wrong, according to <p>? [Quote the message|Give me the exact message].", "Which error does <p> show? Quote it.", "Something failed last night. What does the ERROR in <p> say?", "<p> has one ERROR. What is its text?", "I need the exact error message from <p>."],
             {"p": j.p(path)})
    return asked(j, s, tell(r, ["The error is: {v}", "It says: {v}", "{p} reports: {v}", "The message is \"{v}\"."], v=what, p=path))


def run_say(r):
    """A command's output holds the answer."""
    j = start(r, (1, 2))
    cmd = r.choice(V.DEPLOYS + V.COMMANDS)
    what, out, v = r.choice([("version", "version {}", V.version(r)), ("number of tests", "{} tests run, no failures", r.randint(3, 400)), ("build number", "build {} done", r.randint(100, 9000)), ("number of files", "processed {} files", r.randint(3, 900)), ("address", "listening on {}", f"10.2.{r.randint(1, 99)}.{r.randint(1, 99)}:{r.randint(2000, 9000)}"), ("id", "created job {}", "j-" + str(r.randint(1000, 9999))), ("time it took", "finished in {}", f"{r.randint(2, 90)}.{r.randint(1, 9)}s"), ("coverage", "coverage: {} percent", r.randint(31, 99))])
    j.check(cmd, list(j.files)[0], "", good=out.format(v), bad="Error: failed")
    j.run(cmd)
    j.say = [str(v)]
    s = Step(["run <c> and tell me the <k>", "run <c> and report the <k> it prints", "execute <c>, then give me the <k> from its output", "start <c> and say what <k> it shows", "call <c>; I want to know the <k>", "find out the <k> by running <c>", "use <c> to get the <k>", "launch <c> and read the <k> off its output"],
             ["What <k> does <c> [print|show|report]?", "Which <k> do we get from <c>? Run it.", "I need the <k>. <c> prints it.", "What is the <k>? [The command|Running] <c> [tells|shows it].", "If you run <c>, what <k> comes out?"],
             {"c": j.v(cmd) if r.random() < 0.8 else cmd, "k": what})
    return asked(j, s, tell(r, ["The {k} is {v}.", "{c} reports {v}.", "It is {v}.", "{v}."], k=what, c=cmd, v=v))


KINDS = [report_value, json_get, line_number, csv_cell, find_holder, holder_edit, holder_delete, list_count, list_ext, exists, compare, bigger, wc, count_word, pointer, log_error, run_say]
