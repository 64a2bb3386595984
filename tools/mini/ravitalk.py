"""How different people put a wish: a small grammar of moods, orders and manners.

A deed is a clause that starts with a verb in its base form and has no full stop.
`[a|b]` is a choice (nested if wanted), `{name}` a slot. A frame is the wording before
its slots are filled. Slots that start with f are paths, c commands, b blocks, n plain
text; all others are values, which may be quoted.
"""
import re

INNER = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"\{(\w+)\}")


def ex(r, s):
    """One reading of a pattern with choices."""
    while True:
        m = INNER.search(s)
        if not m:
            return re.sub(r"(?<=\S)  +", " ", s).replace(" ,", ",").replace(" .", ".").strip(" ")
        s = s[:m.start()] + r.choice(m.group(1).split("|")) + s[m.end():]


def pick(r, options):
    """One reading of one of the patterns."""
    return ex(r, r.choice(options))


def cap(s):
    """With a capital letter."""
    return s[:1].upper() + s[1:]


# {d} stands for the deed, {D} for the deed with a capital letter.
MOODS = """{D}.
{D}.
{D}.
{d}
{D}, [please|thanks|if you can|if you don't mind|thank you].
[Please|Kindly|Pls] {d}.
please {d}
[Could|Would|Can|Will] you [please|kindly|maybe|quickly|] {d}?
[Could|Can] [somebody|anyone|someone] {d}?
I'd like you to {d}.
I would [love|like] you to {d}[, if that's alright| when you have a minute|].
I [need|want|would ask] you to {d}.
It would be [great|lovely|super|really kind|a big help] if you could {d}.
Would you be so [kind|good] [to|as to] {d}?
Your [task|job|assignment|mission] [today|this time|for now|] is to {d}.
[Task|TODO|Request|Ticket|To do|Wish|Job]: {d}
[We|I] [have|need] to {d}. Can you [do it|take care of that|handle this] [for me|]?
Let's {d}.
Let us {d}[, shall we?|.]
[Help me|Be so kind, help me] to {d}.
You [must|should|have to] {d}.
Would it be possible to {d}?
Is it [possible|too much] to ask you to {d}?
My [teacher|boss|sister|colleague|flatmate|mentor] [wants|asked] me to {d}, [can you do that|could you do it for me|please do it]?
What I need [now|today|from you] is simple: {d}.
[One|A] [small|quick|little|tiny] [thing|favour|request|job]: {d}.
[Do this for me|Do the following|Here is what to do|Here's the job|My wish]: {d}.
I was [going|about|meaning] to {d} [myself|] but [I have no time|I must leave|my hands are full], so please do it.
[How about you|Why don't you] {d}?
I am [trying|planning] to {d}. [Please do it for me|Can you do this|Could you take over]?
Go ahead and {d}.
Just {d}[, nothing else|, that's all|].
be a [dear|star|friend] and {d}
[I'd be|I would be|I'm] [grateful|happy|thankful] if you {d}.
It is [necessary|needed|time] to {d}.
[Sorry|Excuse me], but I must ask you to {d}.
[Do you think|Any chance] you could {d}?
You know the project here? [Please|] {d}.
[for me please|hey you|quick one], {d}
the [thing|one thing|point] is to {d}
I [think|guess|believe] you should {d}.
[If you have|Got] a minute? {D}.
[I hope you can|Hope you're able to] {d}.
mission of the day -- {d}
> {D}
the request is as follow: {d}.
i am asking you to {d}, yes?""".split("\n")

GREETS = """Hi!
Hello,
Hey there.
Good morning!
Good evening.
Hi, it's me again.
Hello dear assistant,
Hiya.
Dear assistant,
Hey,
Hi there,
Good day.
Greetings from Porto!
Hello, I hope you are well.
Hi, short one today.
Ok, next thing.
Right.
Alright,
Now then.
So,
Hello my friend.
Hi team,
Sorry to bother you.
Me again :)
First of all, thanks for yesterday.""".split("\n")

REASONS = """My colleague asked for it this morning.
The review is on Friday.
I keep forgetting about it.
It has been on my list for weeks.
The students begin tomorrow.
We ship tonight.
My mother will read it, so be careful.
It is for the school project.
The house lights depend on it.
I noticed it during breakfast.
Someone complained about it.
It is the last open point.
The demo is at four.
I would do it but I am on my phone.
It is part of our acceptance test.
Nobody else has time.
We agreed on this in the meeting.
It confuses new people.
I am new here and a bit afraid to break things.
English is not my first language, I hope it is clear.
The old way caused trouble.
It's for a friend.
The library closes soon and I want to finish.
There is no hurry, but today would be nice.
The auditors want that.
My team lead insists.
It's only a small game, don't worry.
I promised it to Zofia.
The kids are waiting for it.
That's how the customer wants it.""".split("\n")

CLOSES = """Thanks!
Thank you very much.
Thanks in advance.
Cheers
Nothing more for today.
Leave everything else as it is.
Don't touch the other files.
Please change nothing else.
That's it.
Tell me when it's done.
Let me know when you're ready.
A short answer is enough.
Best, Ravi
Many thanks, Ilse
Take your time.
Grazie!
No need to explain much.
And that would be all.
Hope that's clear.
ok?
Everything else stays.""".split("\n")

ORDER_NEXT = ["Then {d}.", "After that, {d}.", "Next, {d}.", "Afterwards {d}.", "Once that is done, {d}.", "And then {d}.", "When this is ready, {d}.", "Also {d}.", "Then, please, {d}.", "Second step: {d}.", "As the next step, {d}.", "{D} after that.", "Then I'd like you to {d}.", "Later {d}."]
ORDER_LAST = ["[Finally|Lastly|At the end|To finish|As a last step|In the end], {d}.", "Oh, and then {d}.", "Ah, and {d} [afterwards|at the end|when you are done].", "[PS|P.S.]: {d} [at the end|when that's done|after it].", "When all is done, {d}.", "And don't forget to {d} [afterwards|at the end|].", "The last [thing|step|point]: {d}.", "Then {d}, [please|thanks|and that's it].", "[Could|Can] you then {d}?", "After [everything|all that], {d}.", "Before you [answer|finish|report back], {d}.", "Then {d}.", "[One more thing|Almost forgot]: afterwards, {d}."]
LINKS = [", then ", ", and then ", ", after that ", " and then ", "; then ", " -> ", ", next ", "; afterwards "]
LAST_LINKS = [", and finally ", " and at the end ", ", and then ", ", then ", ", and to finish ", " and afterwards ", "; finally ", ", last of all "]
BACK = ["Before you {z}, {d}.", "Before you {z} (yes, please do that too), {d}.", "I want you to {z} - but first {d}.", "[In the end|At the end] you should {z}. Before that, {d}.", "[Please|] {z}, but not until you did this: {d}.", "The last step is to {z}; what comes before it: {d}.", "{Z} at the very end. To begin with, {d}.", "You will have to {z}, only first {d}."]
INTROS = ["[Please do|Do|Could you do] [the following|these things|these steps], in [this|that] order:", "Steps:", "Here is [my|the|a] [list|plan|to-do list]:", "[Todo|To do|Tasks|Plan] [for today|]:", "A few [things|small jobs] [for you|]:", "I need [this|these] done:", "What has to happen:", "[Work|Go] through [this list|these points] [please|one by one|]:", "acceptance task", "[We|I] wrote down the steps:", "Work items:", "Follow these steps[, please|]:", ""]
BULLETS = ["{i}. {D}", "{i}. {D}.", "{i}) {d}", "- {D}", "- {d}", "* {D}", "Step {i}: {d}", "({i}) {d}", "{i} - {d}", "• {D}", "{L}) {d}", "#{i} {D}"]
RUNS = ["run {c}", "run {c}", "run {c}", "execute {c}", "start {c}", "run the [tests|checks|check] with {c}", "run the [tests|checks] ({c})", "make sure that {c} [passes|is happy|is fine]", "check [it|everything|the result] with {c}", "verify [it|the result] with {c}", "let {c} run", "call {c}", "run {c} and tell me [how it went|if it passes|what it says|the result]", "see if {c} is [green|happy|content|ok]", "run the command {c}", "give {c} a run", "do a {c}", "prove it with {c}", "try {c}", "use {c} to [check|test] it"]


def mood(r, d):
    """A sentence that asks for a deed."""
    return dress(ex(r, r.choice(MOODS)), d)


def dress(s, d, z=""):
    """A pattern with its deeds filled in."""
    return s.replace("{d}", d).replace("{D}", cap(d)).replace("{z}", z).replace("{Z}", cap(z))


def chain(r, ds):
    """Several deeds as one clause."""
    link = r.choice(LINKS)
    return link.join(ds[:-1]) + (r.choice(LAST_LINKS) if len(ds) > 1 else "") + ds[-1]


def listed(r, ds):
    """Deeds as a numbered or bulleted list."""
    form = r.choice(BULLETS)
    head = pick(r, INTROS)
    rows = [form.replace("{i}", str(i + 1)).replace("{L}", "abcdefgh"[i]).replace("{d}", d).replace("{D}", cap(d)) for i, d in enumerate(ds)]
    return (head + "\n" if head else "") + "\n".join(rows)


def sentences(r, ds):
    """Deeds as sentences in order."""
    out = [mood(r, ds[0])]
    if len(ds) > 2 and r.random() < 0.4:
        out = [dress(r.choice(["First, {d}.", "First {d}.", "To start, {d}.", "Begin like this: {d}.", "Start: {d}.", "Firstly {d}."]), ds[0])]
    if not out[0].endswith((".", "?", "!")):
        out[0] += "."
    out += [dress(ex(r, r.choice(ORDER_NEXT)), d) for d in ds[1:-1]]
    out.append(dress(ex(r, r.choice(ORDER_LAST)), ds[-1]))
    return r.choice([" ", " ", "\n"]).join(out)


def together(r, ds):
    """One request for deeds that are to be done in order."""
    if len(ds) == 1:
        return mood(r, ds[0])
    how = r.random()
    if how < 0.3:
        return mood(r, chain(r, ds))
    if how < 0.62:
        return sentences(r, ds)
    if how < 0.8:
        back = dress(ex(r, r.choice(BACK)), chain(r, ds[:-1]), ds[-1])
        return back if back[0] != "{" else cap(back)
    return listed(r, ds)


def manners(r, s, close=True):
    """Greetings, reasons and thanks around a request."""
    if r.random() < 0.22:
        s = r.choice(REASONS) + r.choice([" ", " ", "\n"]) + s
    elif r.random() < 0.12 and close:
        s = s + r.choice([" ", "\n", "\n\n"]) + r.choice(REASONS) if s.endswith((".", "?", "!")) else s
    if r.random() < 0.25:
        s = r.choice(GREETS) + r.choice([" ", " ", "\n", "\n\n"]) + s
    if r.random() < 0.2 and close:
        s = (s if s.endswith((".", "?", "!", ":")) or "\n" in s else s + ".") + r.choice([" ", "\n", "\n\n"]) + r.choice(CLOSES)
    if r.random() < 0.1:
        s = s.lower()
    return s


def quoted(r, v, style):
    """A value so marked that its ends can be seen."""
    if style == 4 and re.fullmatch(r"[A-Za-z0-9_-]+", v):
        return v
    options = [("`", "`"), ('"', '"'), ("'", "'"), ("“", "”"), ("`", "`"), ("«", "»")]
    order = [options[style]] + options
    for a, b in order:
        if a not in v and b not in v:
            return a + v + b
    return v


def block(r, text, path=""):
    """A text of several lines set off from the request."""
    lang = {"py": "python", "rs": "rust", "js": "js", "sh": "bash", "json": "json", "go": "go", "toml": "toml", "md": "", "c": "c", "yaml": "yaml", "yml": "yaml"}.get(path.rsplit(".", 1)[-1], "")
    k = r.random()
    if k < 0.35:
        return "```" + lang + "\n" + text + "\n```"
    if k < 0.6:
        return "```\n" + text + "\n```"
    if k < 0.7:
        return '"""\n' + text + '\n"""'
    if k < 0.8:
        return "---\n" + text + "\n---"
    if k < 0.88:
        return "<<<\n" + text + "\n>>>"
    if k < 0.94:
        return "~~~\n" + text + "\n~~~"
    return text


def fill(r, frame, slots):
    """The frame with its slots filled in one style."""
    fstyle = r.choice(["`{}`", "`{}`", "{}", "{}", "{}", '"{}"', "'{}'", "*{}*"])
    cstyle = r.choice(["`{}`", "`{}`", "{}", '"{}"', "'{}'"])
    vstyle = r.choice([0, 0, 1, 1, 2, 3, 4, 4, 5])

    def one(m):
        k, v = m.group(1), slots[m.group(1)]
        if k[0] == "f":
            return fstyle.replace("{}", v)
        if k[0] == "c":
            return cstyle.replace("{}", v)
        if k[0] in "nb":
            return v
        return quoted(r, v, vstyle)
    return SLOT.sub(one, frame)


def ask(r, steps, slots, free=(), odds=0.4, run=False, polite=True):
    """(request, frame). steps are lists of deeds; free are lists of whole requests, used
    with the given odds instead of the deeds; run adds a last step that runs {c}."""
    if free and r.random() < odds:
        s = pick(r, list(free))
        if run:
            last = ex(r, r.choice(RUNS))
            k = r.random()
            if k < 0.7 or "\n" in s:
                s = (s if s.endswith((".", "?", "!")) else s + ".") + r.choice([" ", " ", "\n"]) + dress(ex(r, r.choice(ORDER_LAST)), last)
            else:
                s = dress(r.choice(["Before you {d}, one thing. ", "I will ask you to {d}, but first this. ", "You will {d} at the end. Now the change: ", "In the end {d}. Beforehand: "]), last) + s
    else:
        ds = [pick(r, d) for d in steps] + ([ex(r, r.choice(RUNS))] if run else [])
        s = together(r, ds)
    frame = manners(r, s) if polite else s
    return fill(r, frame, slots), frame


def ask_block(r, deeds, after, slots, path, text, rest=(), run=False):
    """A request with a block. deeds announce it, after refer back to it, rest are later
    steps."""
    slots = {**slots, "b": block(r, text, path)}
    rest = [pick(r, d) for d in rest] + ([ex(r, r.choice(RUNS))] if run else [])
    k = r.random()
    if k < 0.3:
        head = pick(r, ["[This|Here] is [the text|the content|what belongs in it]:", "[See|Look at|Here you have] [this|the following]:", "[Content|Text]:", "I [wrote|prepared] [this|something]:", "Take this:", ""])
        s = (head + "\n" if head else "") + "{b}\n" + together(r, [pick(r, after)] + rest)
        s = manners(r, s)
    else:
        first = mood(r, pick(r, deeds)).rstrip(".?! ")
        first = manners(r, first, close=False)
        s = first + r.choice([":\n", ":\n\n", "\n"]) + "{b}"
        if rest:
            tail = " ".join([dress(ex(r, r.choice(ORDER_NEXT)), d) for d in rest[:-1]] + [dress(ex(r, r.choice(ORDER_LAST)), rest[-1])])
            s += r.choice(["\n", "\n\n"]) + tail
        elif r.random() < 0.2:
            s += "\n\n" + r.choice(CLOSES)
    return fill(r, s, slots), s
