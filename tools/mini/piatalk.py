"""A small grammar for requests: moods, openings, closings, quoting and the joining of steps.

[a|b] picks one, <x> is a slot. Slots are filled last, so that values are never parsed."""
import re

import piawords as V

MOODS = ["<Vp>."] * 14 + ["<Vp>"] * 4 + ["[Please|Please|Kindly] <vp>."] * 5 + ["<Vp>, please."] * 3 + ["[Could|Can|Would|Will] you [please |kindly |quickly ||]<vp>?"] * 5 + [
    "[I'd|I would] like you to <vp>.", "I'd like to have this done: <vp>.", "I need you to <vp>.", "I want you to <vp>.", "I need this: <vp>.",
    "[Your task|Task|TODO|Job for you|Next up|Ticket|Request|To do now|Assignment]: <vp>.", "[It would be great|It would help me a lot|I'd be glad|I would be grateful] if you could <vp>.",
    "Go ahead and <vp>.", "Now <vp>.", "Just <vp>.", "[Would|Do] you mind <ving>?", "What I need: <vp>.", "Let's <vp>.", "We need to <vp>.",
    "[Somebody|Someone] has to <vp>, and today it is you.", "The [ticket|customer|boss|team lead|reviewer|client] [says|asks]: <vp>.", "You must <vp>.",
    "I ask you to <vp>.", "My wish: <vp>.", "[pls|plz] <vp>", "do me a favour and <vp>", "[be so kind and|be a dear and] <vp>", "any chance you could <vp>?", "mind <ving>?",
    "Time to <vp>.", "The job is [simple|small|quick]: <vp>.", "<Vp>. [That is all.|Nothing else.|No more, no less.|Leave the rest alone.|Touch nothing else.]",
    "Is it possible for you to <vp>?", "How about you <vp>?", "You are asked to <vp>.", "I have [one|a small|a quick] [request|job|thing]: <vp>.", "Your [only|next|first] [job|step|duty] is to <vp>.",
    "What remains is to <vp>.", "All you have to do is <vp>.", "Could I ask you to <vp>?", "May I ask you to <vp>?", "Make sure to <vp>.", "Don't forget to <vp>.", "The plan is to <vp>. Do it now.",
    "Help me <vp>.", "I am too busy to <vp>; please do it for me.", "I forgot to <vp>. Can you do that?", "I was told to <vp>, so please do.", "Quick one: <vp>.", "ok so <vp>", "Right, <vp>.", "Acceptance step: <vp>.", "Hey, <vp>, would you?", "[When you have a minute|If you have time|Once you are free], <vp>."]

GERUND = dict(p.split("=") for p in "create=creating|make=making|add=adding|put=putting|replace=replacing|change=changing|write=writing|save=saving|set=setting|rename=renaming|move=moving|copy=copying|delete=deleting|remove=removing|run=running|tell=telling|find=finding|check=checking|look=looking|read=reading|append=appending|insert=inserting|fix=fixing|update=updating|turn=turning|swap=swapping|merge=merging|split=splitting|fill=filling|follow=following|count=counting|give=giving|list=listing|compare=comparing|report=reporting|open=opening|drop=dropping|start=starting|execute=executing|store=storing|bump=bumping|get=getting|go=going|do=doing|repair=repairing|correct=correcting|clean=cleaning|place=placing|set=setting|say=saying|show=showing|switch=switching|exchange=exchanging|build=building|try=trying|edit=editing|prepare=preparing|take=taking|erase=erasing|raise=raising|join=joining|use=using|throw=throwing|see=seeing|search=searching|sort=sorting|mark=marking|have=having|duplicate=duplicating|generate=generating|produce=producing|collect=collecting|bring=bringing|launch=launching|call=calling|let=letting|name=naming|tick=ticking|keep=keeping|substitute=substituting|extend=extending|back=backing|relocate=relocating|adjust=adjusting|convert=converting|work=working|combine=combining|figure=figuring|answer=answering|register=registering|carry=carrying|record=recording|alter=altering|pull=pulling|restore=restoring|wipe=wiping|determine=determining|lay=laying|capture=capturing".split("|"))

OPEN = ["Hi[!|,| there,| team,]", "Hello[.|!|,]", "[Good morning|Good afternoon|Good evening|Morning|Evening][.|!|,]", "Hey[,|!]", "Dear [agent|assistant|colleague|helper],", "<person> here.", "It's <person> from [ops|finance|the front desk|support|the web team|the <town> office].", "[Small|Quick|Urgent|Easy|Boring] [job|thing|task|one] [today|for you|before lunch|from <person>].", "I'm [on the train|in a meeting|away from my desk|on call|stuck in <town>], so I can't do it myself.", "<person> [asked for this|wants this by noon|opened a ticket about this|is waiting for it].", "The [release|demo|audit|workshop] is [tomorrow|on Friday|at three|in <town>].", "We are [cleaning up|getting ready for the audit|moving to <town>|short of time].", "Sorry to bother you.", "[Context|Background]: <person> [takes over|is on leave|leaves on Friday].", "[Ticket|Issue] #<num>.", "I have a workspace with some files here.", "You have tools for the files here.", "This is for the <town> [shop|office|team].", "no rush,", "sorry for my English.", "As agreed with <person>:", "From the backlog:", "Work in the current workspace.", "Last time this went wrong, so be careful."]
CLOSE = ["[Thanks|Thank you|Cheers|Many thanks|thx|ty][.|!|]", "Thanks in advance[.|!]", "[Tell me|Let me know|Say so|Report back] when [it is done|you are done|you're finished].", "[I owe you one|You'd save my day|That would help a lot|Much appreciated].", "<person> [is waiting for it|needs it today|will check it later|will be happy].", "[Leave|Keep] [everything else|all other files|the rest] [as it is|untouched|alone].", "[Don't|Do not|Please don't] touch [anything else|other files].", "No [long explanation|essay|comments] [needed|please|required].", "[Best|Regards|Greetings from <town>|Yours], <person>", "It is for the [audit|demo|release|newcomers] in <town>.", "Be [exact|careful|precise][, please|].", "One short sentence as an answer is enough.", "Use the tools.", "- <person>", "Then stop.", "Nothing else has to change."]

QUOTES = ['"{}"', '"{}"', '"{}"', "'{}'", "`{}`", "`{}`", "«{}»", "“{}”"]
PATHQ = ["{}"] * 12 + ["`{}`"] * 5 + ['"{}"'] * 2 + ["'{}'", "**{}**", "({})", "[{}]"][:2]
BELOW = ["the text below", "the content below", "exactly the text below", "the lines below", "the following", "the following text", "this", "exactly this", "this content", "this text", "what is shown below", "the text at the end of this message"]
ABOVE = ["the text above", "that", "the content above", "the lines above", "exactly what stands above", "that text"]
FENCES = [("```\n", "\n```")] * 6 + [("~~~\n", "\n~~~"), ("<text>\n", "\n</text>"), ("<<<\n", "\n>>>"), ("----\n", "\n----"), ("[begin]\n", "\n[end]"), ("=====\n", "\n=====")]
LANGS = {"rs": "rust", "py": "python", "js": "js", "ts": "ts", "go": "go", "c": "c", "java": "java", "sh": "sh", "sql": "sql", "html": "html", "css": "css", "rb": "ruby", "yaml": "yaml", "json": "json", "md": "markdown", "txt": "text"}


def up(s):
    """s with a capital."""
    return s[:1].upper() + s[1:]


def grow(r, g):
    """One sentence of the grammar text g; slots stay."""
    while "[" in g:
        g = re.sub(r"\[([^\[\]]*)\]", lambda m: r.choice(m[1].split("|")), g)
    return g


def fill(g, slots):
    """g with its slots filled in a single pass."""
    return re.sub(r"<([a-z_0-9]+)>", lambda m: str(slots[m[1]]), g)


def mood(r, vp):
    """A whole sentence that asks for the verb phrase vp."""
    first = vp.split(" ")[0]
    options = MOODS
    if first not in GERUND or " and " in vp or ", then" in vp or ". " in vp or ": " in vp:
        options = [m for m in MOODS if "<ving>" not in m]
    if ". " in vp or vp[0] == "<" or vp.split(" ")[0] in ("in", "from", "to", "if", "with", "for", "at", "into", "once", "after", "before", "as", "on"):
        options = MOODS[:21] + ["Please <vp>.", "[pls|plz] <vp>", "[Task|Request|To do]: <vp>."]
    m = grow(r, r.choice(options))
    ving = GERUND.get(first, first) + vp[len(first):]
    return m.replace("<vp>", vp).replace("<Vp>", up(vp)).replace("<ving>", ving)


NUMBERING = [lambda i, n: f"{i + 1}. ", lambda i, n: f"{i + 1}) ", lambda i, n: "- ", lambda i, n: "* ", lambda i, n: f"Step {i + 1}: ", lambda i, n: "abcdefg"[i] + ") ", lambda i, n: f"({i + 1}) ", lambda i, n: "[ ] ", lambda i, n: f"{i + 1} - "]
HEADS = ["<count> things, in this order:", "[To do|Todo|Checklist|Plan|Steps|Jobs|Tasks|Work order|Acceptance run]:", "[Please do|Do|Work through|Carry out] [the following|these steps|this list|all of these] [in order|one by one|from top to bottom]:", "Here is [the plan|what I need|the list|today's list]:", "I need <count> things done.", "My list for you", "", "", "[Could|Can] you do these for me?", "<person> left this list:", "<count> steps:"]
COUNT = {2: "two", 3: "three", 4: "four", 5: "five"}


def join(r, vps, back=None):
    """One request out of several verb phrases that are to be done in their order."""
    n = len(vps)
    k = r.random()
    if back is None:
        back = n <= 3 and k < 0.15 and vps[-1].split(" ")[0] not in ("in", "at")
    if back and n == 2:
        a, b = vps
        return fill2(r, r.choice(["Before you <b>, <a>.", "<B>, but first <a>.", "<B>. Before that, <a>.", "The second step is to <b>. The first is to <a>.", "I want you to <b> in the end; before that, <a>.", "[Please|Kindly] <b>. But before you do, <a>.", "Only after the rest is done, <b>. The rest: <a>.", "Could you <b>? One thing has to happen first: <a>."]), {"a": a, "b": b})
    if back and n == 3:
        a, b, c = vps
        return fill2(r, r.choice(["Before you <b>, <a>. When both are done, <c>.", "At the very end, <c>. Before that, <b>. And first of all, <a>.", "The last step is to <c>, the one before it is to <b>, and you start like this: <a>.", "<C>, but not before you did two things: <a>, then <b>.", "Finish like so: <c>. Until then: <a>; after it, <b>.", "<B>, but first <a>. Finally, <c>.", "Before you <c>, do this: <a>, and then <b>."]), {"a": a, "b": b, "c": c})
    if k < 0.5:
        head = grow(r, r.choice(HEADS)).replace("<count>", COUNT[n])
        num, end = r.choice(NUMBERING), r.choice([".", "", ";", "."])
        cap = r.random() < 0.6
        lines = [num(i, n) + (up(v) if cap else v) + end for i, v in enumerate(vps)]
        return (up(head) + r.choice(["\n", "\n", "\n\n"]) if head else "") + "\n".join(lines)
    first = r.choice(["First, ", "First ", "First of all, ", "To start with, ", "Start like this: ", "", "Please ", "Begin here: ", "Step one: "])
    mids = ["Then ", "After that, ", "Next, ", "When that is done, ", "Once you have that, ", "Afterwards ", "Then please ", "That done, ", "As soon as that is done, "]
    last = r.choice(["Finally, ", "Finally ", "At the end, ", "Last, ", "To finish, ", "And then ", "In the end, ", "Last of all, "])
    if k < 0.78:
        out = [up(first + vps[0]) + "."] + [r.choice(mids) + v + "." for v in vps[1:-1]] + [last + vps[-1] + "."]
        return " ".join(out)
    if k < 0.9 and n < 5:
        s = vps[0] + "".join(r.choice([", then ", ", after that "]) + v for v in vps[1:-1]) + r.choice([", and finally ", " and then ", ", then ", ", and after that "]) + vps[-1]
        return mood(r, s)
    return up("; ".join(vps[:-1]) + "; " + r.choice(["then ", "and ", "finally "]) + vps[-1]) + "."


def fill2(r, g, parts):
    """Fill <a>, <b>, <c> (or capitalised) into a pattern."""
    g = grow(r, g)
    for k, v in parts.items():
        g = g.replace(f"<{k}>", v).replace(f"<{k.upper()}>", up(v))
    return g


def wrap(r, core):
    """The core with an opening, a closing, both or none; slots stay."""
    if r.random() < 0.33:
        o = grow(r, r.choice(OPEN))
        core = o + (r.choice(["\n", "\n\n"]) if core[:1] in "-*([123456789" or core[:2] == "a)" or r.random() < 0.25 else " ") + (core if o[-1] in ".!:" or r.random() < 0.5 else core[:1].lower() + core[1:] if core[1:2].islower() and core[:2] != "I " else core)
    if r.random() < 0.25:
        c = grow(r, r.choice(CLOSE))
        core += (r.choice(["\n", "\n\n"]) if "\n" in core or r.random() < 0.3 else (" " if core[-1:] in ".!?" else ". ")) + c
    return core


def person_slots(r):
    """Values of the slots that openings and closings use."""
    return {"person": r.choice(V.PEOPLE), "town": r.choice(V.TOWNS), "num": r.randint(12, 4800)}
