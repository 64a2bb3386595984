"""Tasks that look into files and say what was asked."""
from wandabase import Again, kind
from wandaedit import put
from wandatext import clutter, doc, num, other, pairs, phrase, pick


def conf(t, r, low=2, high=5):
    ps = pairs(r, low + int(r.random() * (high - low + 1)))
    return put(t, r, [p[2] for p in ps], "conf"), ps


@kind("""
What is the {k} in {f}?
[Read|Open|Look in] {f} and tell me the {k}.
Which {k} does {f} [have|give|set]?
Tell me what {f} says about the {k}.
I need the {k} from {f}.
{k} in {f}?
Please look for the {k} in the file {f} and give it to me.
How is {k} set in {f}?
Can you check the value of {k} in {f}?
According to {f}, what is the {k}?
What value has {k}? See {f}.
I forgot our {k}. It is written in {f}.
Please say me the {k}, it stands in {f}.
Report the {k} that is given in {f}.
get {k} from {f}
""", 2)
def fact(t, r, bank):
    f, ps = conf(t, r)
    clutter(r, t)
    k, v, _ = pick(r, ps)
    return t.end([("read", f)], bank, ["The {k} is {v}.", "{v}", "{f} says {v}.", "It is {v}.", "{k}: {v}"], [v], f=f, k=k, v=v)


@kind("""
What are the {k} and the {j} in {f}?
[Read|Open] {f} and tell me the {k} and the {j}.
I need two values from {f}: {k} and {j}.
Give me {k} and also {j}, both from {f}.
{f}: {k}? {j}?
Which {k} and which {j} does {f} have?
Please read {f}. What is the {k}, and what is the {j}?
Tell me both the {k} and the {j} given in {f}.
For a form I must know the {k} and {j}. They are in {f}.
What does {f} say for {k} and for {j}?
Not only the {k} but also the {j} from {f}, please.
Could you look up {k} as well as {j} in {f}?
""", 2)
def two_facts(t, r, bank):
    f, ps = conf(t, r)
    clutter(r, t)
    (k, v, _), (j, u, _) = r.sample(ps, 2)
    return t.end([("read", f)], bank, ["The {k} is {v} and the {j} is {u}.", "{k}: {v}, {j}: {u}", "{v} and {u}.", "{f} has {k} {v} and {j} {u}."], [v, u], f=f, k=k, v=v, j=j, u=u)


@kind("""
What are {k}, {j} and {m} in {f}?
Tell me three things from {f}: {k}, {j}, {m}.
[Read|Open] {f} and give me the {k}, the {j} and the {m}.
I need {k}, {j} and {m}. Source: {f}
{f}: which {k}, which {j}, which {m}?
Please list for me the values of {k}, {j} and {m} from {f}.
Look at {f}. What is the {k}? What is the {j}? And the {m}?
1. Read {f}¶2. Tell me the {k}¶3. Tell me the {j}¶4. Tell me the {m}
Can you find in {f} these values: {k}, {j}, {m}?
What does {f} give as {k}, as {j} and as {m}?
My boss asks for {k}, {j} and {m}; all stand in {f}.
Report {k}, {j}, {m} of {f} in one sentence.
""")
def three_facts(t, r, bank):
    f, ps = conf(t, r, 3, 6)
    clutter(r, t, 0, 1)
    (k, v, _), (j, u, _), (m, w, _) = r.sample(ps, 3)
    return t.end([("read", f)], bank, ["The {k} is {v}, the {j} is {u} and the {m} is {w1}.", "{k}: {v}, {j}: {u}, {m}: {w1}", "{k} {v}, {j} {u} and {m} {w1}."], [v, u, w], f=f, k=k, v=v, j=j, u=u, m=m, w1=w)


@kind("""
What is the {k} in {f} and the {j} in {g}?
Tell me the {k} from {f} and the {j} from {g}.
I need the {k} ({f}) and the {j} ({g}).
Read {f} for the {k}, then {g} for the {j}, and report both.
{f} -> {k}? {g} -> {j}?
Please look up two things: {k} in {f}, {j} in {g}.
First open {f}: which {k}? Then open {g}: which {j}?
Both files, {f} and {g}, have something I need. From the first the {k}, from the second the {j}.
1. Find the {k} in {f}¶2. Find the {j} in {g}¶3. Tell me both
Can you say me {k} of {f}, also {j} of {g}?
How is the {k} set in {f}, and how is the {j} set in {g}?
Give me {k} and {j}. One stands in {f}, the other one in {g}.
""")
def facts_of_two(t, r, bank):
    f, ps = conf(t, r)
    g, qs = conf(t, r)
    clutter(r, t, 0, 1)
    (k, v, _), (j, u, _) = pick(r, ps), pick(r, qs)
    if k == j or v == u:
        raise Again
    return t.end([("read", f), ("read", g)], bank, ["The {k} is {v} and the {j} is {u}.", "{k}: {v}, {j}: {u}", "{v} ({f}) and {u} ({g})."], [v, u], f=f, g=g, k=k, v=v, j=j, u=u)


@kind("""
Which of {f} and {g} has more lines, and how many?
Compare {f} with {g}. Which one has more lines? Give the number too.
Is {f} or {g} longer? Tell me [its number of lines|how many lines it has].
{f} vs {g}: name the longer one and its line count
Please count the lines of {f} and of {g}, and tell me which file has more, with the count.
I have {f} and {g}. Say which has the most lines and how many they are.
Of the two files {f}, {g}, which is the one with more lines? How many lines?
Look in {f} and {g} and name the file with more lines and the count of its lines.
What is the longer file, {f} or {g}? I also need the count.
Between {f} and {g}, one has more lines. Which, and how many lines is it?
Can you tell which file is longer, {f} or {g}, and by what line count?
wc -l {f} {g}: tell me the bigger one and its count
""")
def longer(t, r, bank):
    f, a = doc(r, t, 1, 6, "note")
    g, b = doc(r, t, 1, 6, "note")
    if len(a) == len(b):
        raise Again
    clutter(r, t, 0, 1)
    h, n = (f, len(a)) if len(a) > len(b) else (g, len(b))
    plan = [("run", "wc -l " + f), ("run", "wc -l " + g)]
    return t.end(plan, bank, ["{h} has more lines: {n}.", "{h}, with {n} lines.", "The longer one is {h} with {n} lines."], [h, n], [n], f=f, g=g, h=h, n=n)


@kind("""
Do {f} and {g} hold the same?
Are {f} and {g} identical? Yes or no.
Is the content of {f} equal to that of {g}?
Compare {f} with {g}: same text or not? Answer yes or no.
Please look if {f} is same as {g}. Only yes or no.
Does {g} say exactly what {f} says?
diff {f} {g} - any difference? Say yes if they are the same, no if they differ.
I think {g} is just a copy of {f}. Am I right?
Check whether both files, {f} and {g}, have the same text, and answer with yes or no.
{f}, {g}: the same text? (yes/no)
Read {f} and {g} and tell me if they match, yes or no.
Is there the same in {f} as in {g}?
""")
def same(t, r, bank):
    f, a = doc(r, t, 1, 3, "note")
    equal = r.random() < 0.5
    b = list(a)
    if not equal:
        i = int(r.random() * len(b))
        b[i] = other(r, phrase, *a)
    g = put(t, r, b)
    clutter(r, t, 0, 1)
    if equal:
        return t.end([("read", f), ("read", g)], bank, ["Yes, both hold the same text.", "Yes, they are identical.", "Yes.", "Yes, {f} and {g} are the same."], ["yes"], ["yes"], f=f, g=g)
    return t.end([("read", f), ("read", g)], bank, ["No, they differ.", "No, the texts are not the same.", "No.", "No, {g} says something else."], ["no"], ["no"], ["yes"], f=f, g=g)


@kind("""
Which {k} is larger, the one in {f} or the one in {g}? [Give the number.|What is it?]
Compare the {k} in {f} and {g} and tell me the larger number.
Read {f} and {g}. What is the higher {k}?
{f} and {g} both have a {k}. I need the bigger of them.
Give me the larger {k} of {f} and {g}.
Look up {k} in {f} and in {g}; say the greater value.
max of {k} in {f}, {g}?
Please tell me how much is the highest {k} of these two files: {f}, {g}.
One of {f} and {g} has the larger {k}. Which file, and which number?
Is the {k} bigger in {f} or in {g}? I want to hear the number.
What is the larger {k}, after you have looked in {f} and {g}?
In which file is {k} more, {f} or {g}, and how much is it there?
""")
def larger(t, r, bank):
    k = pick(r, ["price", "score", "budget", "limit", "size", "total", "weight", "count", "port", "timeout"])
    a, b = num(r, 90), num(r, 90)
    if a == b:
        raise Again
    fs = []
    for n in (a, b):
        ls = [p[2] for p in pairs(r, 1 + int(r.random() * 3)) if p[0] != k]
        ls.insert(int(r.random() * (len(ls) + 1)), f"{k} = {n}")
        fs.append(put(t, r, ls, "conf"))
    clutter(r, t, 0, 1)
    h, n = (fs[0], a) if a > b else (fs[1], b)
    return t.end([("read", fs[0]), ("read", fs[1])], bank, ["The larger {k} is {n}, in {h}.", "{h} has the larger one: {n}.", "{n}, from {h}."], [n], f=fs[0], g=fs[1], h=h, n=n, k=k)
