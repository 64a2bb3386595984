"""Tasks of silas that are put together: a value told, a value carried to a place, an action that hangs on a condition."""
import silasasks1
import silasasks2
import silasasks3
import silasparts as P
import silassource as S
from cases import has
from silasbase import Again, add, maker

add(r'''
## say
Tell me {S}.
What is {S}?
I need {S}.
Please find out {S}.
Report {S}.
Name {S}.
Can you give me {S}?
Wanted: {S}.
Let me have {S}, please.
Question from the desk: what is {S}?
Look up {S}.
- find {S}\n- tell me
For the record, {S}?
I am looking for {S}.
Say what it is: {S}.
My sheet has a gap for {S}. What goes there?
## cmp
Is {S} the same as {k} in {q}?
Compare {S} with {k} in {q}: same or not? Answer yes or no.
Does {k} in {q} agree with {S}? Yes or no.
Yes or no: {k} in {q} equals {S}.
I suspect that {k} in {q} is not {S}. Is it the same? Yes or no.
Check {k} of {q} against {S}. Do they match (yes/no)?
Take {S}, take {k} from {q}. Equal? Just yes or no, no edits.
Tell me with yes or no whether {k} in {q} is {S}.
Has somebody kept {k} in {q} in step with {S}? yes/no
## two.say
Tell me {S} and {Z}.
I need two things: {S}, and {Z}.
What is {S}, and what is {Z}?
1. {S}\n2. {Z}\nTell me both.
Report {S}; also {Z}.
Please find out {S} as well as {Z}.
Both of these, please: {S}; {Z}.
- {S}\n- {Z}\nNo edits, just answers.
''')


def tellable(j, src):
    v = src.value()
    j.secret(v)
    if src.derived:
        j.derived.add(v)
    return v


def say(make):
    def go(r, j):
        src = make(j)
        j.some(0, 3)
        j.request("{Q}", Q="\x01" + src.q()) if r.random() < .65 else j.request("say", S=src.np())
        bare = r.random() < .12 and j.ask[-1] in ".?"
        if bare:
            j.ask += " " + j.f("tail.bare")
        else:
            j.readonly()
        v = tellable(j, src)
        src.steps()
        j.tell("{V}" if bare or "ust the" in j.ask or "nly the" in j.ask else "[{V}|{V}|It is {V}.|That is {V}.|{V}, that is it.|Found: {V}|The answer: {V}]", v, v=v)
    return maker(go, "say_" + make.__name__)


def move(make):
    def go(r, j):
        src = make(j)
        k = r.choice(P.SINKS)(j)
        j.some(0, 2)
        P.clear(j)
        it = r.random() < .4
        j.request("it." + k.bank if it else "sink." + k.bank, S=src.np(), Q="\x01" + src.q(), **k.s)
        v = src.value()
        if k.bank == "both" or it and r.random() < .3:
            j.secret(v)
        if "\n" in v or src.num and has(j.ask, v) and src.derived:
            raise Again
        if src.derived:
            j.derived.add(v)
            j.derived.update([f"{k.s['L']}: {v}"] if k.bank == "label" else [])
        src.steps()
        k.act(v)
        for step in j.plan:
            if src.derived:
                j.derived.update(step[2:] if step[0] in ("write", "edit") else step[1:] if step[0] == "run" else ())
        done = k.done(v)
        j.tell("[{D}|{D}|Done. {D}|Found {V}. {D}]", *([v] if k.bank == "both" or has(done, v) else []), d=done[:1].upper() + done[1:] if done.startswith("the ") else done, v=v)
        if k.bank == "arg":
            j.say = j.say + [j.good]
    return maker(go, "move_" + make.__name__)


def branch(shape, make, name):
    """A condition and what hangs on it. make: of a source, or of a condition of its own."""
    def go(r, j):
        own = make in P.OTHERS
        src = make(j)
        a = b = None
        it = not own and src.at and src.at[1] and r.random() < .55
        if not it:
            a = P.action(j)
        if shape == "both":
            b = P.action(j)
        j.some(0, 2)
        P.clear(j)
        c = src if own else P.late(j, src)
        if it:
            a = P.action(j, c)
        if shape == "yes":
            j.request("wrap.yes", C=c.clause(), p=r.choice(["The dashboard", "My note", "The wiki", "The runbook", "The old report", "A colleague"]))
            if r.random() < .3:
                j.readonly()
            c.steps()
            ok = c.holds
            if c.derived:
                j.derived.update([c.val])
            w = r.choice(["", "", c.why])
            # Yes or no, and a word of why that the request does not have.
            j.tell(("Yes" if ok else "No") + (": {W}." if w else "."), "yes" if ok else "no", w=w)
            if has(j.ask, "yes" if ok else "no"):
                if not c.val or has(j.ask, c.val):
                    raise Again
                j.tell(("Yes" if ok else "No") + ", {W}.", "yes" if ok else "no", c.val, w=c.why)
            return
        T = j.f("tell.value" if c.val and not own else "tell.it")
        j.request("wrap." + shape, C=c.clause(), A=a.imp(), B=b.imp() if b else "", T=T)
        if c.derived:
            j.derived.add(c.val)
        c.steps()
        if c.holds != (shape == "unless"):
            a.do()
            j.tell("[{D}.|{D}.|{W}, so I did it: {D}.|Done, as {W}: {D}.]", d=a.done, w=c.why)
        elif b:
            b.do()
            j.tell("[{D}.|{D}.|{W}, so the second case: {D}.|Done, as {W}: {D}.]", d=b.done, w=c.why)
        elif c.val and shape == "tell":
            j.secret(c.val)
            j.tell("[It is {V}; I changed nothing.|{V}|The value is {V}, so everything stays.|Nothing done, it is {V}.|No change: {V}]", c.val, v=c.val)
        else:
            j.idle(c.why)
        x = a if c.holds != (shape == "unless") else b
        if x and getattr(x, "out", None):
            j.say.append(x.out)
    return maker(go, name)


def cmp(r, j):
    src = r.choice(S.NUM + S.TEXT)(j)
    if src.derived:
        raise Again
    v = src.value()
    q, k, w, ln = P.conf(j, "num" if v.isdigit() else "text")
    if r.random() < .5:
        j.files[q] = j.now[q] = j.now[q].replace(ln, ln.replace(w, v))
        w = v
    if (w != v) and (w in v or v in w):
        raise Again
    j.some(0, 2)
    j.request("cmp", S=src.np(), k=k, q=q)
    j.secret(v, w)
    src.steps()
    j.read(q)
    j.tell("[Yes, both are {V}.|Yes: {V} in both places.]" if v == w else "[No: {V} and {W}.|No, it is {V} there and {W} in {Q}.]", "yes" if v == w else "no", v, w, v=v, w=w, q=q)


def two_values(r, j):
    a, b = r.sample(S.ALL, 2)
    a, b = a(j), b(j)
    j.some(0, 1)
    j.request("two.say", S=a.np(), Z=b.np())
    v, w = tellable(j, a), tellable(j, b)
    if a.bank.startswith("cmd") and b.bank.startswith("cmd"):
        raise Again
    a.steps()
    b.steps()
    j.tell("[{V} and {W}|{V}; {W}|First: {V}. Second: {W}.|1. {V}\n2. {W}|It is {V}, and {W}.]", v, w, v=v, w=w)


VALUES = list(dict.fromkeys(S.ALL))
ASKED = [f for f in dict.fromkeys(S.NUM + S.TEXT)]
ALL = [say(f) for f in VALUES] + [move(f) for f in VALUES] + [maker(cmp), maker(two_values)]
for shape in ("only", "unless", "tell", "both", "yes"):
    if shape != "yes":
        ALL.append(branch(shape, S.keynum, shape + "_limit"))
    ALL += [branch(shape, f, shape + "_" + f.__name__) for f in ASKED if shape in ("only", "tell", "both") or f in (S.keynum, S.keytext, S.ext, S.rows, S.cell)]
    ALL += [branch(shape, f, shape + "_" + f.__name__) for f in P.OTHERS]
