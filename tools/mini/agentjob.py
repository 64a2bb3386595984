"""Jobs: one to six steps in one request, told in prose, in one breath, as a list, last step
first or with the goal first, and a report at the end."""
import agentorders as O
import agentsteps as T
from agentfiles import World
from agentkit import Episode
from agentsay import fill, ways
from agentsteps import both
from asktool import contracted
from chat import user
from phrase import expand
from words import NAMES, cap

RUN_ASK = ways("""- (run|start|execute) {c} and (tell me|report|note|give me) (how many {t} (it counts|it reports|there are|pass)|the number it prints|its count)
- (find out|see|tell me) how many {t} {c} (counts|reports|finds)
- (get|fetch) me the (number|count|figure) that {c} (prints|reports|ends with)
- (run|start) {c} and (repeat|quote|pass on) what it (says|prints|reports)
? how many {t} (does {c} (count|report|run)|are there according to {c})
? what (number|figure|count) does {c} (print|give|report)
? what does {c} (say|print|report)
! (I need|I want|I'd like|we need) (to know |)(the number|the count|the figure) {c} (prints|reports|comes up with)
! {c} (prints|reports|gives) a number; (which one|tell me which|I need it)""")
THINGS = "checks tests steps items cases files problems rows warnings targets".split()
THEN = ["Then ", "Then ", "After that, ", "Next, ", "Afterwards ", "And then ", "When that is done, ", "Once you have that, ", "Now ", "Also ", "In addition, ", "Besides, ", "After this, ", "With that done, ", ""]
LAST = ["Finally, ", "At the end, ", "Last, ", "To finish, ", "In the end, ", "Last of all, ", "When all is done, ", "To wrap up, ", "As the last step, ", "And finally, "]
FIRST = ["First, ", "First ", "To begin with, ", "Start like this: ", "First of all, ", "Begin with this: ", "For a start, ", "Step one: "]
ASKING = ["", "", "", "", "", "Please ", "Please ", "Could you ", "Can you ", "Would you ", "I'd like you to ", "I want you to ", "You should ", "We need you to ", "Kindly ", "Do me a favour and ", "Would you mind: ", "Your task: ", "Go and ", "Help me and ", "Just ", "Now ", "Time to ", "Let us ", "I need you to ", "Be so good as to ", "It would help if you would "]
OPEN = ["Hi! ", "Hello. ", "Morning! ", "Good evening. ", "Hey, ", "One small job: ", "A little favour: ", "Next task. ", "Something else: ", "OK, next. ", "Back again. ", "So, ", "Here is what I need. ", "New assignment. ", "Another thing. ", "Quick one: ", "Listen. ", "Well then. ", "To work! ", "Got a minute? ", "This one is easy. ", "Let's go on. ", "I have a job for you. ", "Here goes: ", "Before lunch: ", "Small errand: ", "For the release: ", "As discussed: ", "A request from the team: ", "My turn again. "]
CLOSE = [" Thanks!", " Thank you.", " Many thanks.", " That's all.", " Nothing else, please.", " Leave the other files alone.", " Don't touch anything else.", " Take care not to change more than that.", " No need for comments.", " Cheers.", " That would be great.", " Keep your answer short.", " Tell me when you are through.", " It is urgent.", " No hurry."]
LEADS = ["My list for today:", "Please do these things in this order:", "To do:", "Here are {n} things to do:", "The steps:", "Work through this:", "I need the following done:", "{n} jobs for you:", "Do this, one after the other:", "Here is the plan:", "These are your orders:", "Would you take care of these?", "Tasks:", "Let's do this:", "What has to happen:", "Plan:", "Please handle the points below.", "Could you go through this list?", "Things I want from you:", "Checklist:"]
BEFORE = ["before you {b}, {a}.", "{b}, but first {a}.", "{b}. Before that, {a}.", "{b}, and before that {a}.", "{b}. But do this first: {a}.", "{b} - after you have done this: {a}.", "{b}, though only after this: {a}.", "before you {b} there is something to do: {a}.", "I want you to {b}. You have to {a} first.", "{b}. That needs something else first: {a}."]
NUMBERED = ["{N} things: ", "{N} jobs for you. ", "I have {n} things for you. ", "{N} points. ", "There are {n} things to do. ", "A list of {n}, in order: ", "{N} small jobs: ", "{N} steps, please. ", "It takes {n} steps. "]
COUNT = "zero one two three four five six seven eight".split()


def spoken(r, form):
    """One wording of a form."""
    t = expand(r, form[2:]).replace("  ", " ").strip()
    return contracted(t) if r.random() < 0.35 else t


def order(r, step):
    """The step as an order inside a sentence, without an end mark."""
    forms = [x for x in step.forms if x[0] == "-"]
    return fill(spoken(r, r.choice(forms)), step.values)


def ended(text, mark="."):
    return text if text[-1:] in ".?!:" else text + mark


def sentence(r, step, front=""):
    """The step as one or two sentences of any form; front stands before an order."""
    form = r.choice([x for x in step.forms if x[0] == "-"] if front or r.random() < 0.35 else step.forms)
    t = spoken(r, form)
    if form[0] == "-":
        front = front if front else r.choice(ASKING)
        if t.startswith("in ") and front[-2:] not in (", ", ": "):
            front = ""
        t = front + t
        mark = "?" if front.startswith(("Could", "Can", "Would you ")) and ":" not in front else "."
        return fill(ended(cap(t), mark if not step.block else "."), step.values)
    parts = t.replace("? ", "?\0").replace(". ", ".\0").split("\0")
    return fill(ended(" ".join(cap(x) for x in parts), "?" if form[0] == "?" else "."), step.values)


def blocked(r, step, text, last):
    """The words of a step with the lines of its block after them."""
    if step.block is None:
        return text
    text = text.rstrip(".?!:") + (":" if r.random() < 0.8 or text[-1] != "?" else "?")
    if last and r.random() < 0.5:
        return text + r.choice(["\n", "\n\n", "\n\n"]) + step.block
    lang = r.choice(["", "", "", "text", "txt"])
    return text + f"\n```{lang}\n{step.block}\n```" + ("" if last else "\n")


def glue(parts):
    """Sentences one after the other; after a block a new line begins."""
    out = ""
    for p in parts:
        out += p if not out or out.endswith("\n") else " " + p
    return out


def prose(r, steps):
    out = []
    for i, s in enumerate(steps):
        last = i + 1 == len(steps)
        front = "" if r.random() < 0.45 else r.choice(FIRST) if i == 0 and len(steps) > 1 else r.choice(LAST) if last and i > 1 else r.choice(THEN) if i else ""
        t = blocked(r, s, sentence(r, s, front), last and not s.tail)
        out.append(t + (" " + s.tail if s.tail and s.block is None else ""))
    return glue(out)


def breath(r, steps):
    """All steps in one sentence."""
    out = r.choice(ASKING)
    ask = out.startswith(("Could", "Can", "Would you ")) and ":" not in out
    marks = r.choice([[", then ", " and then "], ["; ", "; "], [", ", " and "], [" and ", " and then "], [", after that ", ", and finally "], [" - then ", " - and then "]])
    tails = " ".join(s.tail for s in steps if s.tail)
    for i, s in enumerate(steps):
        out += (marks[0] if i + 1 < len(steps) else marks[1]) * (i > 0) + order(r, s)
    return ended(cap(out), "?" if ask else ".") + (" " + tails if tails else "")


def points(r, steps):
    """A list of the steps."""
    lead = r.choice(LEADS).replace("{n}", r.choice([str(len(steps)), COUNT[len(steps)]]))
    style = r.choice(["{i}. ", "{i}. ", "{i}) ", "- ", "- ", "* ", "({i}) ", "Step {i}: ", "- [ ] ", "{l}) ", ""])
    big, dot = r.random() < 0.55, r.random() < 0.5
    out = [cap(lead)]
    for i, s in enumerate(steps):
        t = sentence(r, s) if r.random() < 0.3 else cap(order(r, s)) if big else order(r, s)
        if s.block is not None:
            t = blocked(r, s, t, False).rstrip("\n")
        else:
            t = (ended(t) if dot else t.rstrip(".") if t.endswith(".") and "`" not in t[-3:] else t)
            t += (" " if t[-1:] in ".?!" else ". ") + s.tail if s.tail else ""
        out.append(style.replace("{i}", str(i + 1)).replace("{l}", "abcdefgh"[i]) + t)
    return "\n".join(out)


def backwards(r, steps):
    """The last step is named first."""
    a, b = order(r, steps[0]), order(r, steps[1])
    t = fill(r.choice(BEFORE), {"a": a, "b": b})
    tails = " ".join(s.tail for s in steps if s.tail)
    return cap(t) + (" " + tails if tails else "")


def told(r, steps):
    """The request for all steps."""
    blocks = any(s.block is not None for s in steps)
    k, listed = r.random(), False
    if len(steps) == 1 or k < 0.5:
        t = prose(r, steps)
    elif k < 0.72 and not blocks:
        t = breath(r, steps)
    elif k < 0.8 and not blocks and len(steps) == 2 and steps[1].done:
        t = backwards(r, steps)
    elif len(steps) > 2 or k > 0.9:
        t, listed = points(r, steps), True
    else:
        t = prose(r, steps)
    lead = r.random()
    if lead < 0.08 and len(steps) > 1 and not listed:
        n = COUNT[len(steps)]
        t = r.choice(NUMBERED).replace("{n}", n).replace("{N}", cap(n)) + t
    elif lead < 0.24:
        t = r.choice(OPEN) + t
    if r.random() < 0.12 and not (steps[-1].block is not None and not t.endswith("```")):
        t = t + (r.choice(["\n", "\n\n"]) + r.choice(CLOSE).strip() if "\n" in t else r.choice(CLOSE))
    values = [str(v).strip("`'\"") for s in steps for v in s.values.values()]
    if r.random() < 0.06 and not t[1:2].isupper() and not any(v.startswith(t[:3]) for v in values):
        t = t[:1].lower() + t[1:]
    return t[:-1] if t.endswith(".") and r.random() < 0.08 else t


def report(w, steps):
    """A question about the files at the end, as one more step; None if nothing is to ask."""
    r = w.r
    here = [p for p in w.open if p in w.now and w.now[p].strip()]
    k = r.random()
    if k < 0.5 or not here:
        def play(e):
            e.act("I list the files.", "list")
        return T.Step(O.FILES, {}, play, "", None, lambda e: "The files are " + (both(sorted(e.ws.files)) if len(e.ws.files) > 1 else "".join(e.ws.files)) + "." if len(e.ws.files) > 1 else "The only file is " + "".join(e.ws.files) + "." if e.ws.files else "There are no files.")
    p = r.choice(here)
    lines = w.now[p].split("\n")
    if k < 0.75 and lines[0].strip():
        return T.Step(O.FIRST_LINE, T.say(w, p=p), lambda e: T.look(e, p), "", None, lambda e: f"The first line of {p} is: {lines[0]}")
    if k < 0.88 and lines[-1].strip():
        return T.Step(O.LAST_LINE, T.say(w, p=p), lambda e: T.look(e, p), "", None, lambda e: f"The last line of {p} is: {lines[-1]}")
    return T.Step(O.SHOW, T.say(w, p=p), lambda e: e.call(f"I read {p}.", "read", p), "", None, lambda e: f"{p} contains:\n{w.now[p]}")


def pick(r, table):
    return r.choices([f for f, _ in table], [x for _, x in table])[0]


def plan(w, most=6):
    """The steps of one request."""
    r = w.r
    if r.random() < 0.1:
        return [T.run(w, RUN_ASK) if r.random() < 0.7 else T.run(w)]
    if r.random() < 0.16:
        return [pick(r, T.LOOKS)(w)]
    n = min(most, r.choices([1, 2, 3, 4, 5], [56, 28, 10, 4, 2])[0])
    kinds = [pick(r, T.DEEDS) for _ in range(n)]
    if n > 1 and r.random() < 0.25:
        kinds[1] = kinds[0]
    steps = [f(w) for f in kinds]
    if r.random() < 0.42 and steps[-1].answer is None:
        asked = r.random()
        s = T.run(w, RUN_ASK if asked < 0.35 else None)
        steps.append(s)
        if 0.35 <= asked < 0.75:
            steps.append(T.Step(O.NUMBER, {}, lambda e: None))
    elif r.random() < 0.4 and steps[-1].answer is None:
        steps.append(report(w, steps))
    elif steps[-1].runs and steps[-1].answer is not None and r.random() < 0.6:
        steps.append(T.Step(O.NUMBER, {}, lambda e: None))
    return steps


def summary(e, steps):
    """What the answer says: deeds, then what was asked for."""
    done = [s.done for s in steps if s.done]
    out = ["I " + (", ".join(done[:-1]) + " and " if len(done) > 1 else "") + done[-1] + "."] if done else []
    return " ".join(out + [s.answer(e) for s in steps if s.answer]) or "Done."


def named(w, steps):
    for s in steps:
        if "{t}" in "".join(s.forms):
            s.values["t"] = w.r.choice(THINGS)


def job(r, think):
    """(first request, Episode) of a job, sometimes with a second one in the same chat."""
    while True:
        w = World(r)
        plans = [plan(w)]
        if not think and r.random() < 0.1:
            plans.append(plan(w, 2))
        for steps in plans:
            named(w, steps)
            for s in [x for x in steps if x.runs and x.answer][:-1]:
                s.answer = None
        asks = [told(r, steps) for steps in plans]
        for _ in range(r.choice([0, 0, 1, 1, 2, 3])):
            w.new()
        ends = [x for x in w.files if any(x.endswith(end) for end in w.kinds_closed)]
        if len(ends) > len(w.kinds_closed):
            continue
        e = Episode(r, think, w.files, w.checks, w.flaky, w.faults)
        for i, (q, steps) in enumerate(zip(asks, plans)):
            if i:
                e.msgs.append(user(q))
            for s in steps:
                s.play(e)
            e.end(summary(e, steps))
        size = sum(len(m["content"]) + sum(len(str(c["function"]["arguments"])) for c in m.get("tool_calls", [])) for m in e.msgs)
        if e.ws.files != w.now or len(e.msgs) > 29 or size > 1700:
            continue
        e.want = {p: w.now.get(p) for p in {*w.files, *w.now}}
        return asks[0], e


TASKS = [(job, 95)]
