"""Where the data of a request stands: before or after the sentence, under labels, between
rules, in fences, in tags or in marks."""
from frames import split_bars
from ways import AFTER

_DATA = {
    "list": split_bars("List|List|List|List|Items|Items|Input|Input|Data|Data|{What}|{What}|Entries|My list|Given|Source|The list|Material|Content|Values|LIST|INPUT|list|input|Elements|Original|Set|Sequence|Line-up|Here|Start|Given list|Your list|Records"),
    "text": split_bars("Text|Text|Text|Input|Input|Data|String|String|Line|Line|Given|Source|The text|Content|TEXT|INPUT|text|input|Original|Snippet|Message|Phrase|Given text|Material"),
    "sentence": split_bars("Sentence|Sentence|Text|Input|Line|The sentence|Given|Source|SENTENCE|text|Message|Quote|Phrase|Statement|Given sentence|Line of text"),
    "word": split_bars("Word|Word|Word|Input|The word|Given|WORD|word|Term|Given word|String"),
    "json": split_bars("JSON|JSON|JSON|Input|Data|Object|Document|Source|Record|Config|File|JSON input|INPUT|Payload|Settings|Response|Original|Given|Input data|Body"),
    "none": split_bars("Topic|Subject|Context"),
}
_ASK = split_bars("Task|Task|Task|Task|Instruction|Instruction|Instructions|Request|Order|Job|To do|What to do|Goal|Assignment|Command|Exercise|TASK|INSTRUCTION|task|Your task|Your job|Wanted|Please|Prompt|What I want|What I need|Next step|Action|Do this|Work")
_QUESTION = split_bars("Question|Question|Question|Question|Query|Task|Q|QUESTION|question|My question|Your task|Problem|Asked|Request|Exercise|What I want to know")
_RULES = ["---"] * 6 + ["===", "***", "~~~", "___", "-----", "----------", "==========", '"""', "```", "```", "```text", "####", "...", "+++", "* * *", "- - -", "%%%", "<<< >>>", "BEGIN END", "[START] [END]", "-- begin -- -- end --", "<text> </text>", "<input> </input>", "<data> </data>", "<list> </list>", ">>>>> <<<<<"]
_BETWEEN = split_bars("It stands between the two lines.|It is in the block.|The data is between the marks.|You find it between the lines below.|The marks around it do not belong to it.|Ignore the lines around it.|Everything between the marks counts.|Leave out the marks themselves.")


def between(r, text):
    """The text between two rules or tags that do not occur in it."""
    while True:
        rule = r.choice(_RULES)
        if rule[:3] not in text:
            break
    half = rule.split(" ")
    if rule in ("* * *", "- - -"):
        a = b = rule
    elif rule.startswith("-- "):
        a, b = "-- begin --", "-- end --"
    else:
        a, b = (half[0], half[-1]) if len(half) == 2 else (rule, "```" if rule.startswith("```") else rule)
    return f"{a}\n{text}\n{b}"


def labelled(r, ask, text, bare, kind, what):
    """The data and the request, each behind a label."""
    d = r.choice(_DATA[kind]).replace("{What}", what[:1].upper() + what[1:])
    q = r.choice(_QUESTION if ask[-1] == "?" else _ASK)
    if r.random() < 0.5:
        ask = ask if ask.startswith(("I ", "I'")) or ask[:2].isupper() else ask[:1].lower() + ask[1:]
    if r.random() < 0.15:
        ask = ask.rstrip(".")
    lines = "\n" in text
    k = r.random()
    if k < 0.68:
        gap = r.choice([":\n", ":\n", ":\n", ": "] if lines else [": ", ": ", ": ", ":\n"])
        top, job = d + gap + text, q + r.choice([": ", ": ", ": ", ": ", ":\n"]) + ask
    elif k < 0.82:
        mark = r.choice(["**{}:**", "**{}**:", "### {}", "## {}", "# {}", "[{}]", "{} -", "*{}:*", "__{}__"])
        end = "\n" if mark[0] in "#[_" or lines else r.choice([" ", "\n"])
        top, job = mark.format(d) + end + text, mark.format(q) + end + ask
    elif k < 0.9:
        tag = r.choice(["input", "data", "text", "list", "source", "content"])
        top, job = f"<{tag}>\n{bare}\n</{tag}>", ask if r.random() < 0.5 else f"{q}: {ask}"
    else:
        top, job = d + ":\n" + between(r, bare), q + ": " + ask
    gap = r.choice(["\n", "\n", "\n\n"])
    return job + gap + top if r.random() < 0.35 else top + gap + job


def _first(r, ask, text):
    """The request, then the data."""
    lines = "\n" in text
    if ask[-1] == ".":
        k = r.random()
        if k < 0.55:
            ask = ask[:-1] + ":"
        elif k < 0.65:
            ask = ask[:-1]
            return ask + r.choice(["\n", "\n\n"]) + text
    if lines:
        return ask + r.choice(["\n", "\n", "\n\n"]) + text
    return ask + r.choice([" ", " ", " ", "\n", "\n\n"]) + text


def _last(r, ask, text):
    """The data, then the request."""
    if "\n" not in text and text[-1].isalnum() and r.random() < 0.1:
        return text + r.choice([" - ", " -- ", ". "]) + ask
    return text + r.choice(["\n\n", "\n\n", "\n"]) + ask


def place(r, make, text, kind="list", what="items", listing=True, labels=0.2, rules=0.09, bare=None):
    """A request made by make(position) and its data, in one of many layouts. Between rules
    the data stands bare, without the marks that it may have in text."""
    bare = bare or text
    k = r.random()
    if k < labels:
        return labelled(r, make("label"), text, bare, kind, what)
    first = r.random() < 0.62
    ask = make("before" if first else "after")
    late = " " + r.choice(AFTER) if r.random() < 0.07 else ""
    if k < labels + rules:
        text = between(r, bare)
        if r.random() < 0.15:
            ask += " " + r.choice(_BETWEEN)
        if not first:
            return text + r.choice(["\n", "\n\n"]) + ask + late
        ask = ask[:-1] + ":" if ask[-1] == "." and r.random() < 0.5 else ask
        return ask + r.choice(["\n", "\n", "\n\n"]) + text + ("\n" + late.strip() if late and r.random() < 0.3 else "")
    if not first:
        return _last(r, ask + late, text)
    if late and r.random() < 0.4:
        return _first(r, ask, text) + "\n\n" + late.strip()
    return _first(r, ask + late, text)
