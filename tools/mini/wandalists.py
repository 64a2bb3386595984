"""Several steps in one request: as lists, stories, notes, letters and orders."""
import cases
from wandabase import Again, FRAMES, fill, kind, plain, styles
from wandatext import DAYS, NAMES, NOUNS, good, num, other, path, pick
from wandasteps import ATOMS, bank, go, go_quiet, tell, count, make


def steps(t, r, n, style, quiet=False):
    """n different steps on different files: (phrases, plan, say, derived, sentences)."""
    phrases, plan, say, derived, said = [], [], [], [], []
    acts = r.sample(ATOMS, n)
    if quiet:
        acts = [a for a in acts if a not in (go, tell, count)] or [make]
    else:
        acts.sort(key=lambda a: a in (go, go_quiet, tell, count) and r.random() < 0.7)
    if go in acts and go_quiet in acts:
        acts.remove(go_quiet)
    for a in acts:
        fields, p, s, d, answer = a(t, r)
        phrases.append(fill(r, pick(r, a.bank), fields, False, style))
        plan += p
        say += s
        derived += d
        if answer:
            said.append(plain(r, answer, fields))
    if len(plan) > 11:
        raise Again
    return phrases, plan, say, derived, said


DONE = ["Everything is done.", "All steps are done.", "Done.", "All done.", "It is all done.", "The list is finished."]


def finish(t, r, ask, got):
    phrases, plan, say, derived, said = got
    if len(plan) < 2:
        raise Again
    t.frame, t.ask = "", ask
    answer = " ".join((([pick(r, DONE)] if r.random() < 0.6 else []) + said) if said else [pick(r, DONE)])
    return t.close(plan, answer, say, derived)


def solid(r):
    p, x, c = styles(r)
    return p, x or '"', c or pick(r, ["`", "", '"'])


LEADS = bank("""
[Please do|Do] these steps in order:
Here is what I need:
Steps:
[Complete|Carry out|Do] all of the following.
Tasks for today:
I have a list for you.
To do:
Please follow the list, one after the other, and report at the end.
Work through this list:
Kindly perform the next actions:
Procedure
The following has to be done before {d}:
Exercise for the agent. Follow every step exactly.
Hello, I made a list of things, please do them all:
Can you do all this for me?
Test {n}:
Do the steps below and then answer with what is asked for.
You have the following work:
""")


@kind("¶".join(["{lead}", "1. {step}", "2. {step}"]), 8)
def steps_list(t, r, _):
    got = steps(t, r, 2 + int(r.random() * 4), styles(r) if r.random() < 0.4 else solid(r))
    mark = pick(r, ["{i}. ", "{i}) ", "- ", "* ", "Step {i}: ", "({i}) ", "{a}) ", "{i} - ", "[{i}] ", "", "{i}: ", "+ "])
    stop, big = pick(r, [".", "", ""]), r.random() < 0.7
    rows = [mark.format(i=i + 1, a="abcdef"[i]) + (cases.up(p) if big and p[:3] not in ("rm ", "mv ") else p) + stop for i, p in enumerate(got[0])]
    lead = plain(r, pick(r, LEADS), dict(d=pick(r, DAYS), n=num(r))) + pick(r, ["\n", "\n\n"]) if r.random() < 0.75 or not mark else ""
    return finish(t, r, lead + "\n".join(rows), got)


STORY = [("", ". Then ", ". After that ", ". Finally ", "."), ("First ", ", then ", ", then ", " and at the end ", "."), ("Please ", ". Once done, ", ". Next, ", ". Last, ", "."), ("I want you to ", ". When that is ready, ", ", and afterwards ", ". To finish, ", "."), ("Could you ", "? Then please ", ", also ", ". And as last thing ", "."), ("", "; ", "; ", "; ", ""), ("", ", then ", ", then ", ", then ", ""), ("", " && ", " && ", " && ", ""), ("first of all ", " after this ", " next ", " in the end ", ""), ("You should ", ", you should ", ", you should ", " and you should ", "."), ("To begin, ", ". As the second step, ", ". Go on: ", ". As a last step, ", "."), ("Would you mind helping? I need you to ", ". Besides, ", ". Also, ", ". Lastly, ", ", please."), ("It is necessary to ", ", next to ", ", further to ", ", and finally to ", "."), ("", " -> ", " -> ", " -> ", ""), ("We need to ", ", to ", ", to ", " and to ", "."), ("Task one: ", ". Task two: ", ". Next task: ", ". Last task: ", "."), ("My wish is that you ", ". Later ", ". Later also ", ". At last ", "."), ("", "\nthen ", "\nthen ", "\nlast ", ""), ("pls ", " + ", " + ", " + ", " thx"), ("Before anything else, ", ". With this out of the way, ", ". Now ", ". Now it only remains to ", ".")]
FRAMES["story"] = [" ".join(s) for s in STORY]
REASONS = bank("""
I am leaving in ten minutes.
The customer comes on {d}.
{p} asked me for this.
We are cleaning up the project.
It was a long week and I cannot do it myself.
I am new here and do not know the files well.
The release is on {d}.
Yesterday {p} found some problems.
My computer is at the repair shop.
We talked with {p} about the {w}.
""")


@kind("\n".join(REASONS), 6)
def steps_story(t, r, reasons):
    got = steps(t, r, 2 + int(r.random() * 3), solid(r))
    s = pick(r, STORY)
    ps = got[0]
    ask = s[0] + ps[0] + "".join((s[3] if i == len(ps) - 1 and i > 1 else s[1] if i == 1 else s[2]) + ps[i] for i in range(1, len(ps))) + s[4]
    if not s[0] and s[1][0] == ".":
        ask = cases.up(ask)
    if r.random() < 0.3 and (ask[0].isupper()):
        ask = plain(r, pick(r, reasons), dict(d=pick(r, DAYS), p=pick(r, NAMES), w=pick(r, NOUNS))) + " " + ask
    return finish(t, r, ask, got)


LETTERS = bank("""
Dear [colleague|helper|{p}],¶¶[could you please|I kindly ask you to|would you please] {s}. [Afterwards|Thereafter] {u}.¶¶[Kind|Best] regards,¶{q}
Hello {p},¶¶for the {w} I need your help. Please {s}. And then {u}.¶¶[Thanks|Thank you],¶{q}
Dear Sir or Madam,¶¶I would be grateful if you could {s}. I also ask you to {u}.¶¶Yours sincerely,¶{q}
Hi {p},¶¶two things: {s}, and {u}.¶¶{q}
Good morning {p}!¶I hope you had a nice weekend. Today we must {s}. Later please {u}.¶Greetings from {q}
{p}, please {s}.¶When this is finished, {u}.¶/{q}
Subject: {w}¶¶Please {s}. Additionally, {u}.¶¶{q}
To: agent¶From: {q}¶¶{s}¶{u}
Dear assistant, my English is not so good, I hope you understand. You must {s}. After you must {u}. Big thanks, {q}
Hey {p}, {q} here. Can you {s}? Oh, and {u}.
Memo from {q}: {s}. Second point: {u}. End of memo.
Message by {q}¶¶a) {s}¶b) {u}
Esteemed {p}, I have two requests. The first: {s}. The second: {u}. With respect, {q}
""")


@kind("\n".join(LETTERS), 2)
def steps_letter(t, r, letters):
    got = steps(t, r, 2, solid(r))
    if len(got[0]) != 2:
        raise Again
    ask = plain(r, pick(r, letters), dict(p=pick(r, NAMES), q=pick(r, NAMES), w=pick(r, NOUNS), s=got[0][0], u=got[0][1]))
    return finish(t, r, ask, got)


@kind("""
Do what {f} says.
[Read|Open] {f} and [do|carry out] what [it says|is written there].
Follow the [instructions|orders|steps] in {f}.
{f} tells you what to do. [Do it.|Please do it all.]
Your tasks are in {f}.
Please look in {f}, there stand the things you have to do.
I wrote down what I need in {f}. Can you do it?
The work for today is in {f}, complete it.
Instructions: see {f}
Execute each step of {f}.
All that {f} asks for should be done; leave {f} as it is.
Take {f} and make everything that stands in it.
{p} left a note for you in {f}. Please do as it says.
Do {f}, point by point.
""", 4)
def follow(t, r, frames):
    got = steps(t, r, 1 + int(r.random() * 3), solid(r), True)
    f = path(r, t, pick(r, ["note", "todo"]))
    mark, big = pick(r, ["{i}. ", "- ", "", "{i}) ", "* "]), r.random() < 0.6
    t.files[f] = "\n".join(mark.format(i=i + 1) + (cases.up(p) if big and p[:3] not in ("rm ", "mv ") else p) for i, p in enumerate(got[0]))
    plan = [("read", f)] + got[1]
    if len(plan) > 11:
        raise Again
    return t.end(plan, frames, ["Done, I followed {f}.", "Everything in {f} is done.", "All steps of {f} are done.", "Done."], got[2], got[3], f=f, p=pick(r, NAMES))
