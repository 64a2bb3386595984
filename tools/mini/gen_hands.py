"""Training data by other hands: the evaluation sets that have been looked at (dev, test, exam, trial, assay), and
requests written for this (boris, cleo, dora, emil, gita, hugo, iris, kira, nils, nora, olga, omar, petra, pia, ravi, rolf, sena, silas, tova, uma,
vito, wanda, xara, yara, zeno; needles are in gen_handneedle.py).

Each hand wrote without a look at the others and at the training grammars; nils, petra and rolf widened held-out sets of
agent tasks that had been looked at. What a hand asks is made anew with fresh
random content, answered in the way of the training data, and kept only where the evaluation's judge calls the answer
right. The verdict, the set that measures next, has no part here.
"""
import re

import assayasks
import assayfacts
import assayjson
import assaylists
import assaylong
import assaytools
import borisagent
import cleocount
import cleofacts
import doraagent
import emilagent
import evalagent
import evalgen
import examagent
import examjson
import examlists
import examtasks
import examtools
import gitaagent
import hugoagent
import irislists
import kiratools
import nilsagent
import noraagent
import norafacts
import noralists
import noratools
import olgaagent
import omaragent
import omarfacts
import omarlists
import omartools
import petraagent
import piaagent
import raviagent
import rolfagent
import senaagent
import silasagent
import testagent
import testgen
import tovaagent
import trialasks
import trialfacts
import trialjson
import triallists
import trialtasks
import trialtools
import umaagent
import vitoagent
import wandaagent
import xaratools
import yarafacts
import yarajson
import yaralists
import zenotools
import tables as T
from apart import shaped
from agentkit import Episode
from chat import CH0, CH1, assistant, chat, tool_result, user
from evaluate import judge
from examfacts import completion as exam_completion
from examfacts import facts as exam_facts
from gen_agent import conversation
from gen_tools import refusal
from cases import Kit, Run
from gen_json import shown
from jsonforms import toml
from words import cap

# What makes the cases of a skill, and how often each is asked: the wider a hand, the more often.
MAKERS = {
    "facts": [(evalgen.facts, 1), (testgen.facts, 2), (exam_facts, 3), (trialfacts.fact, 3), (yarafacts.facts, 6), (assayfacts.fact, 3), (cleofacts.facts, 5)],
    "completion": [(evalgen.completion, 1), (testgen.completion, 2), (exam_completion, 3), (trialfacts.opening, 2), (norafacts.completion, 5), (omarfacts.completion, 5), (yarafacts.completion, 6), (assayfacts.opening, 2), (cleofacts.completion, 6)],
    "tools": [(evalgen.tools, 1), (testgen.tools, 2), (examtools.tools, 3), (trialtools.tools, 4), (noratools.tools, 5), (omartools.tools, 5), (assaytools.tools, 4), (xaratools.tools, 8), (zenotools.tools, 8), (kiratools.tools, 10)],
    "extract": [(examjson.extract, 2), (trialjson.extract, 2), (yarajson.extract, 5), (assayjson.extract, 2)],
    "to_toml": [(examjson.json_to_toml, 2), (trialjson.toml, 2), (yarajson.toml, 5), (assayjson.toml, 2)],
}
for skill in ("copy", "reverse", "sort", "count"):
    MAKERS[skill] = [(getattr(m, skill), w) for m, w in ((evalgen, 1), (testgen, 2), (examlists, 3), (triallists, 3), (noralists, 5), (omarlists, 5), (yaralists, 6), (assaylists, 3), (irislists, 10))]
MAKERS["count"].append((cleocount.count, 10))
# Agent tasks: the sets, and the hands in the order in which they were written.
AGENTS = {evalagent: 1, testagent: 2, "exam": 3, "trial": 4, noraagent: 4, omaragent: 4, piaagent: 6, raviagent: 6, senaagent: 7, tovaagent: 7, umaagent: 7, vitoagent: 7, wandaagent: 7, "assay": 5, borisagent: 9, doraagent: 10, emilagent: 10, gitaagent: 10, hugoagent: 10, olgaagent: 10, nilsagent: 12, petraagent: 12, rolfagent: 12, silasagent: 12}
SKILLS = {"facts": 10, "completion": 8, "copy": 14, "reverse": 8, "sort": 10, "count": 14, "extract": 4, "to_toml": 4, "tools": 32, "agent": 66}


def drawn_from(name):
    """What is drawn from the hand of a name: its agents, and its makers with their skills. An unknown name is an error."""
    agents = [a for a in AGENTS if getattr(a, "__name__", a).startswith(name)]
    makers = [(s, m) for s, all_of in MAKERS.items() for m in all_of if m[0].__module__.startswith(name)]
    if not agents and not makers:
        raise ValueError(f"no hand is called {name}")
    return agents, makers


def leave_out(names):
    """Draws no more from the hands of these names, such as nils."""
    for name in names:
        agents, makers = drawn_from(name)
        for a in agents:
            del AGENTS[a]
        for skill, maker in makers:
            MAKERS[skill].remove(maker)


_LEAD = re.compile(r"(^|\n)([ \t]*(?:[-*+•>]|\(?\w{1,2}[.):])?[ \t]*[\[(\"'`<{]*)$")


def spans(text, items):
    """Where the items stand in a text, one after the other; None if they do not."""
    for start in re.finditer(re.escape(items[0]), text):
        at, out = start.start(), []
        for x in items:
            k = text.find(x, at)
            if k < 0 or (out and len(text[at:k]) > 12):
                break
            out.append((k, k + len(x)))
            at = k + len(x)
        if len(out) == len(items):
            return out
    return None


def relisted(text, old, new):
    """A list in the layout that it has in a request, with other items in its places."""
    found = spans(text, old)
    if not found:
        return None
    lead = _LEAD.search(text[:found[0][0]])
    front = lead.group(2).lstrip() if lead and "\n" in text[found[0][0]:found[-1][1]] else ""
    gaps = [text[a[1]:b[0]] for a, b in zip(found, found[1:])]
    if any(re.search(r"[a-z]{2}", g) for g in gaps):
        gaps = [", "] * len(gaps)
    before = text[found[0][0] - 1:found[0][0]]
    opening = before if before in ("[", "(", '"', "'", "`") and not front else ""
    if opening == '"' and text[found[0][0] - 2:found[0][0]] == '["':
        opening = '["'
    after = re.match(r"[\"'`]?[\])]?", text[found[-1][1]:]).group() if opening or re.search(r"[\[(\"'`<{]$", front) else ""
    return front + opening + "".join(x + g for x, g in zip(new, gaps + [""])) + after


def unordered(c, skill):
    """The items of a request in the order in which they stand in it."""
    items, text = c["check"]["items"], c["messages"][-1]["content"]
    if skill == "copy":
        return items
    if skill == "reverse":
        return items[::-1]
    at = {}
    for x in items:
        hits = [m.start() for m in re.finditer(r"(?<!\w)" + re.escape(x) + r"(?!\w)", text)]
        if len(hits) != items.count(x):
            return None
        at[x] = hits
    return [x for _, x in sorted((p, x) for x, ps in at.items() for p in ps)]


def lists(c, skill):
    check, text = c["check"], c["messages"][-1]["content"]
    if "items" in check:
        old = unordered(c, skill)
        return old and relisted(text, old, check["items"])
    s = check.get("same", check.get("value"))
    return s if skill == "copy" else CH0 + s + CH1


def count(c):
    """The answer of a counting request whose kind is plain from its text; None for others."""
    text, n = c["messages"][-1]["content"], c["check"]["number"]
    be = "is" if n == 1 else "are"
    for chunk in re.split(r": |\n\n|\? ", text):
        xs = [x.strip(" .-*") for x in re.split(r"\n|, ", chunk) if x.strip(" .-*")]
        if len(xs) < 3 or any(len(x.split()) > 4 for x in xs):
            continue
        rest = text.replace(chunk, " ")
        for a in set(xs):
            if xs.count(a) == n and re.search(r"(?<!\w)" + re.escape(a) + r"s?(?!\w)", rest):
                return f"{cap(a) if not a.isdigit() else 'It'} appears {n} time{'' if n == 1 else 's'}."
        if len(xs) == n and "letter" not in rest:
            what = next((w for w in ("numbers", "words", "things", "names", "entries", "items") if w in rest), "items")
            return f"There {be} {n} {what}."
    if re.search(r"\bwords?\b", text):
        for chunk in re.findall(r"\"([^\"]+)\"|'([^']+)'|: ([^:\n]+)$|\n([^\n]+)$|^([^\n]+)\n\n", text):
            chunk = "".join(chunk)
            if len(chunk.split()) == n > 3 and "," not in chunk:
                return f"There {be} {n} words."
    word = _word_meant(text)
    letter = re.search(r"(?:[Ll]etter |how many |how often (?:is|does) (?:there )?(?:an? )?|times (?:does |is |do I write |I write )?)[\"'`“‘]?([A-Za-z])[\"'`”’]?(?:'s|s)?(?=[ ,?.\"'`”’])", text)
    if word and letter and word.lower().count(letter[1].lower()) == n and letter[1].lower() in word.lower():
        return CH0 + "-".join(word) + CH1 + f": the letter {letter[1].lower()} appears {n} time{'' if n == 1 else 's'}."
    if word and len(word) == n and re.search(r"letters|long|length|characters", text):
        return CH0 + "-".join(word) + CH1 + f": {n} letter{'' if n == 1 else 's'}."
    return None


def named(text, word):
    return re.search(r"(?<![A-Za-z0-9])" + re.escape(word) + r"(?![A-Za-z0-9])", text) is not None


def fact(q, words):
    """The sentence that training answers such a question with; None where there is none."""
    numbers = [int(x) for x in re.findall(r"\d+", q)] or [T.NUMBERS.index(x) for x in re.findall(r"[a-z]+(?:-[a-z]+)?", q.lower()) if x in T.NUMBERS]
    for word in words:
        for e in T.ELEMENTS:
            n, s, name = e[0], e[1], e[2].lower()
            if word.lower() == name and (named(q, s) or n in numbers):
                return f"{s} is the symbol for {name}." if named(q, s) else f"Element {n} is {name}."
            if named(q.lower(), name) and word in (s, str(n)):
                return f"The symbol for {name} is {s}." if word == s else f"The atomic number of {name} is {n}."
        for c, k in T.CAPITALS.items():
            bare = c.replace("the ", "")
            if word == k and named(q, bare) and not any(named(q, x.replace("the ", "")) for x in T.CAPITALS if bare in x and x != c):
                return f"The capital of {c} is {k}.".replace("D.C..", "D.C.")
            if word == bare and named(q, k):
                return f"{k} is the capital of {c}."
        for unit, names in (("month", T.MONTHS), ("day", T.DAYS)):
            said = [x for x in names if named(q, x)]
            if word in names and len(said) == 1:
                step = (names.index(word) - names.index(said[0])) % len(names)
                if step in (1, len(names) - 1):
                    return f"The {unit} {'after' if step == 1 else 'before'} {said[0]} is {word}."
            if word in names and unit == "month" and not said:
                return f"Month {names.index(word) + 1} is {word}."
            if word.isdigit() and unit == "month" and len(said) == 1:
                m = said[0]
                if int(word) > 27 and "days" in q:
                    return f"{m} has {word} days."
                if int(word) == T.MONTHS.index(m) + 1:
                    return f"{m} is month {word}."
        if word.isdigit() and len(numbers) == 2:
            a, b = numbers
            for x, y, op, v in ((a, b, "+", a + b), (a, b, "-", a - b), (b, a, "-", b - a), (a, b, "*", a * b)):
                if v == int(word):
                    return f"{x} {op} {y} = {v}."
    return None


_QUOTED = re.compile(r"[\"'`“‘]([A-Za-z]{3,})[\"'`”’]")
_NAMED = re.compile(r"(?:: ?|\bword |\b[Ii]n |\bof |\bat |\bwrite |\bdoes |\bhas |\binto |\bspell |^)([A-Za-z]{3,})(?=$|[ ?.,!:])")
_PLAIN = set("the this word letters letter list long how many there here what characters length name your these those look count does has you tell say number have could please".split())


def _word_meant(text):
    """The word whose letters a request asks for: the quoted one, or the last one named."""
    found = [x for x in _QUOTED.findall(text) if x.lower() not in _PLAIN] or [x for x in _NAMED.findall(text) if x.lower() not in _PLAIN]
    return found[-1] if found and len(set(found)) <= 2 else None


def answered(r, c, skill):
    """The training answer of a case, or None."""
    check = c["check"]
    if skill == "count":
        return count(c)
    if skill == "extract":
        return shown(check["value"])
    if skill == "to_toml":
        return toml(check["toml"])
    if skill in ("copy", "reverse", "sort"):
        return lists(c, skill)
    if skill == "tools":
        want = check.get("no_call")
        return fact(c["messages"][-1]["content"], want) if isinstance(want, list) and want else refusal(r)
    if skill == "facts":
        return fact(c["messages"][-1]["content"], check.get("any") or [check["word"]])
    if "start" in check:
        return check["start"].strip()
    words = check.get("begins") or check.get("any") or [check.get("word")]
    return cap(words[0])


def agent(r):
    """A task of a set, played by its plan with tools of the training or of the set."""
    hand = r.choices(list(AGENTS), AGENTS.values())[0]
    if hand == "exam":
        k = r.randrange(len(examagent.KITS))
        task = r.choice(examtasks.KINDS)(r)
        task.start = dict(task.files)
        run = Run(examagent.KITS[k], task, examagent.WORDS[k], r.choice(examagent.SYSTEMS))
    elif hand == "trial":
        names, fields = r.choice(trialasks.KITS)
        task = trialtasks.task(r, r.choice(list(trialtasks.MAKERS)))
        run = Run(Kit(names, fields, trialasks.ABOUT if r.random() < 0.8 else None), task, r.choice(trialasks.RESULTS), r.choice(trialasks.SYSTEMS))
    elif hand == "assay":
        names, fields, described = r.choice(assayasks.KITS)
        task = r.choice(list(assaylong.KINDS.values()))(r)
        system = r.choice(assayasks.SYSTEMS) if r.random() < 0.5 else ""
        if task.tests:
            system = (system + " " + r.choice(assayasks.TESTS).replace("{c}", task.tests)).strip()
        run = Run(Kit(names, fields, assayasks.ABOUT if described else None), task, r.choice(assayasks.RESULTS), system or None)
    else:
        run = hand.run(r)
    task = run.task
    # What only the system prompt says is not left out.
    if r.random() < 0.7 and not getattr(task, "tests", None) and not getattr(task, "system", None):
        e = Episode(r, False, dict(task.files), dict(task.checks), task.flaky_commands)
        for kind, *values in task.plan:
            e.act("", kind, *values)
        tidy = lambda files: {k: v.rstrip("\n") for k, v in files.items() if v is not None}
        if tidy(e.ws.files) != tidy({**task.start, **task.want}):
            return None
        e.msgs.append(assistant(summary(task, e.msgs[-1]["content"] if e.msgs else "")))
        return conversation(r, task.ask, e)
    for kind, *values in task.plan:
        call = (run.kit.name[kind], dict(zip(run.kit.fields[kind], values)))
        run.feed({"content": "", "calls": [call], "reasoning": "", "finish": "tool_calls"})
    answer = summary(task, run.messages[-1]["content"])
    run.feed({"content": answer, "calls": [], "reasoning": "", "finish": "stop"})
    if not run.ok:
        return None
    msgs = []
    for m in run.messages:
        if m["role"] == "assistant":
            msgs.append(assistant(m["content"], "", [(c["function"]["name"], c["function"]["arguments"]) for c in m["tool_calls"]]))
        else:
            msgs.append({"role": m["role"], "content": m["content"]})
    return {"messages": msgs + [assistant(answer)], "tools": run.kit.specs, "think": False}


def summary(task, last):
    """What was done, and what was asked for."""
    natural = getattr(task, "answer", "")
    if natural and natural != "Done.":
        return natural
    done = []
    for kind, *values in task.plan:
        deed = {"write": "wrote {}", "edit": "changed {}", "run": "ran {}"}.get(kind)
        if deed and deed.format(values[0]) not in done:
            done.append(deed.format(values[0]))
    out = ["I " + (", ".join(done[:-1]) + " and " if len(done) > 1 else "") + done[-1] + "."] if done else []
    if task.say:
        kind, *values = task.plan[-1]
        if all(s in last for s in task.say) and len(last) < 240 and not any(s in last for s in task.unsaid):
            head = {"read": f"{values[0]} contains:\n" if values else "", "run": "The output is: ", "list": "The files are:\n"}.get(kind, "")
            out.append(head + last)
        else:
            out.append("It is " + ", ".join(task.say) + ".")
    return " ".join(out) or "Done."


def hands(r, think=False):
    """A sample of one of the hands."""
    while True:
        skill = r.choices(list(SKILLS), SKILLS.values())[0]
        if skill == "agent":
            conv = agent(r)
            if conv and not shaped(next(m["content"] for m in conv["messages"] if m["role"] == "user")):
                return conv
            continue
        makers, weights = zip(*MAKERS[skill])
        made = r.choices(makers, weights)[0](r)
        c, given = made if isinstance(made, tuple) else (made, None)
        if shaped(c["prompt"] if skill == "completion" else c["messages"][-1]["content"]):
            continue
        if skill == "completion":
            if given:
                return {"prompt": c["prompt"], "text": given}
            a = answered(r, c, skill)
            return {"prompt": c["prompt"], "text": ("" if c["prompt"].endswith("\n") else " ") + a + r.choice([".", ".", ""])}
        if "call" in c["check"]:
            return {"messages": [user(c["messages"][-1]["content"]), assistant("", "", [tuple(c["check"]["call"])])], "tools": c["tools"], "think": False}
        a = given.replace("{CH0}", CH0).replace("{CH1}", CH1) if given else answered(r, c, skill)
        bare = (a or "").replace(CH0, "").replace(CH1, "")
        if not a or not judge(c["check"], {"content": bare, "calls": [], "reasoning": "", "finish": "stop"}):
            continue
        conv = chat(c["messages"][-1]["content"], a)
        return {**conv, "tools": c["tools"]} if c.get("tools") else conv
