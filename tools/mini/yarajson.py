"""Fields to read from small JSON objects, and objects to write as TOML."""
import json

import cases
import yarawords as W

L = str.splitlines
# {f} is how the field is named, {x} the object.
EXTRACT = L("""What is {f} in this JSON? {x}
{f}? {x}
Read {f} from this object: {x}
Give me the value of {f}: {x}
Look up {f} here: {x}
Extract {f}: {x}
I need {f} out of this config: {x}
Which value does {f} have? {x}
pull {f} from {x}
Tell me {f} in the following data: {x}
Return only {f} from this: {x}
Could you find {f} for me? {x}
Please state {f} given in this record: {x}
This came from an API, what's {f}? {x}
value of {f} in json: {x}
My script should print {f}. What would it print? {x}
I can't see {f} in here, can you? {x}
get {f} {x}
Show {f} of this document: {x}
What does {f} say? {x}
How is {f} set in this file? {x}
From the JSON below I only want {f}. {x}
what have we for {f} in this object? {x}
Kindly report {f}: {x}
What stands under {f}? {x}
If I parse this, what do I get for {f}? {x}
Fetch me {f} from the JSON here: {x}
For the ticket, note {f}: {x}
Find {f} and write down its value: {x}
Check the settings and answer with {f}: {x}
I'd like to know {f}. {x}
Our client asks about {f}. The data: {x}
Somebody changed {f}. What is it now? {x}
Query: {f}. Data: {x}
Let me have {f} please: {x}
Pick {f} out of the object: {x}
{x}{nl}What's {f}?
{x}{nl}Give me {f} from the JSON above.
{x}{nl}{f}?
{x}{nl}Read out {f}.
{x}{nl}I only need {f}.
{x}{nl}Which value belongs to {f}?
{x}{nl}Please extract {f}.
{x}{nl}and now {f} please
{x}{nl}Tell me what {f} is.
{x}{nl}Print {f} and nothing more.
{x}{nl}What did they put for {f}?
{x}{nl}Answer with {f} alone.
{x}{nl}Can you spot {f} in there?
{x}{nl}What value is stored for {f}?
{x}{nl}The value of {f} is what I am looking for.
{x}{nl}Take {f} from this.
{x}{nl}how is {f}?
{x}{nl}Return {f}.
In {x} what is {f}?
Given {x} tell me {f}.
From {x} take {f}.
Here's a record:{nl}{x}{nl}What is {f}?
Settings:{nl}{x}{nl}Question: what's {f}?
I received this:{nl}{x}{nl}Please read me {f}.
This is the object.{nl}{x}{nl}I want {f} from it.
JSON:{nl}{x}{nl}Field wanted: {f}""")
NESTED = L("""{dots}
`{dots}`
the {last} of the {rest}
the {last} inside {rest}
the {last} under {rest}
{rest} -> {last}
the {last} that belongs to {rest}
the "{last}" field in "{rest}"
the {rest}'s {last}
the field {dots}
{brackets}""")
FLAT = L("""the {k}
"{k}"
the field {k}
`{k}`
the "{k}" field
the value for {k}
the key {k}
{k}""")
TOML = L("""Turn this JSON into TOML: {x}
Convert to TOML: {x}
json to toml {x}
Write this object as TOML: {x}
What does this look like in TOML? {x}
I need the following JSON as a TOML file: {x}
Rewrite this in TOML syntax: {x}
Give me the TOML version of this: {x}
Can you translate this JSON to TOML? {x}
TOML please: {x}
Please express this data in TOML: {x}
My tool reads only TOML. Here is JSON: {x}
Make a TOML document from this object: {x}
same data but toml: {x}
How would I write this in TOML? {x}
Port this config from JSON to TOML: {x}
We're moving our settings to TOML, so convert: {x}
Output the TOML equivalent of {x}
I'd like to have this JSON in TOML: {x}
Kindly provide the TOML form of this JSON: {x}
Change the format from JSON to TOML: {x}
JSON in, TOML out: {x}
this json, make it toml for me: {x}
Transform the object below to TOML. {x}
Could I get this as TOML? {x}
For pyproject I need TOML instead of this: {x}
Recast this as TOML, keeping every value: {x}
Serialize this in TOML: {x}
Represent the same keys and values as TOML: {x}
Help me put this JSON in a .toml file: {x}
{x}{nl}Convert the JSON above to TOML.
{x}{nl}as toml
{x}{nl}Write that in TOML.
{x}{nl}I need this in TOML form.
{x}{nl}Now the same as TOML, please.
{x}{nl}What is the TOML for it?
{x}{nl}Please turn this object into TOML.
{x}{nl}to TOML!
{x}{nl}Could you rewrite it in TOML?
{x}{nl}My app wants TOML, so convert it.
{x}{nl}Translate to TOML syntax.
{x}{nl}Make this TOML.
{x}{nl}Output it in TOML format.
{x}{nl}Express it as a TOML document.
Take {x} and write it as TOML.
Convert {x} to TOML.
With {x} as input, produce TOML.
Here's the JSON:{nl}{x}{nl}Please give TOML.
Old config:{nl}{x}{nl}New config should be TOML. Write it.
Input (JSON):{nl}{x}{nl}Output (TOML):
I have this in JSON:{nl}{x}{nl}I want it in TOML.
JSON:{nl}{x}{nl}TOML:
Turn {x} into TOML for me.""")
BOOL = "enabled active visible paid urgent verified locked shared debug cached archived public premium vegan insured".split()
NUM = "port count size age year width height timeout retries limit stock floor seats pages level quantity duration score mileage capacity".split()
DEC = "price weight ratio rating distance rate volume speed".split()
STR = {"name": W.PEOPLE, "city": W.PLACES, "owner": W.FULLNAMES, "file": W.FILES, "title": W.TODOS, "color": W.KINDS["colours"], "item": W.THINGS, "author": W.FULLNAMES, "task": W.TODOS, "label": W.WORDS, "theme": W.WORDS, "driver": W.PEOPLE, "branch": W.WORDS, "hometown": W.PLACES, "guest": W.PEOPLE, "logfile": W.FILES, "product": W.THINGS, "job": W.KINDS["jobs"], "drink": W.KINDS["drinks"], "mode": "fast slow auto manual quiet eco strict".split(), "status": "open closed pending done draft failed".split(), "unit": "kg cm litre pieces mile hour".split(), "language": "en de fr pl tr ja pt".split(), "host": "localhost|db.local|10.0.0.7|mail.example.org|api.example.com".split("|")}
CODES = "code id token sku ticket version room_key build serial".split()
DAYS = "created due_date start_date updated birthday".split()
LISTS = "tags members files colors ports tools scores cities".split()
GROUPS = "server database user order address logging cache client owner_info package shipping contact window network garden engine hotel flight account display backup invoice limits sensor kitchen team course".split()
KEYS = BOOL + NUM + DEC + list(STR) * 2 + CODES + DAYS + LISTS


def value(r, k):
    if k in STR:
        return r.choice(STR[k])
    if k in BOOL:
        return r.random() < 0.5
    if k in NUM:
        return r.randint(1, r.choice([9, 60, 500, 9000]))
    if k in DEC:
        return round(r.randint(0, 90) + r.randint(1, 99) / 100, 2)
    if k in CODES:
        return W.code(r)
    if k in DAYS:
        return f"20{r.randint(10, 29)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
    if k in ("ports", "scores"):
        return [r.randint(1, 999) for _ in range(r.randint(2, 4))]
    return W.some_items(r, r.randint(2, 4), lambda r: r.choice({"members": W.PEOPLE, "files": W.FILES, "cities": W.PLACES}.get(k, W.WORDS)))


def make(r, depth):
    """An object so deep, its keys in any order."""
    keys = r.sample(list(dict.fromkeys(r.sample(KEYS, 12))), r.randint(2, 5 if depth < 3 else 3))
    out = {k: value(r, k) for k in keys}
    if depth > 1:
        for g in r.sample(GROUPS, r.randint(1, 2 if depth < 3 else 1)):
            out[g] = make(r, depth - 1)
    pairs = list(out.items())
    if r.random() < 0.4:
        r.shuffle(pairs)
    return dict(pairs)


def objects(r):
    """An object and its text."""
    d, s = cases.small_json(r, lambda depth: make(r, depth), [1, 1, 2, 2, 3], [None, None, 2, 4])
    return d, json.dumps(d, separators=(",", ":")) if "\n" not in s and r.random() < 0.4 else s


def place(r, frame, text):
    """A frame with the object in its place; one of several lines has its own."""
    frame = frame.replace("{nl}", "\n")
    if "\n" in text or r.random() < 0.15:
        frame = frame.replace(" {x} ", "\n{x}\n").replace(" {x}", "\n{x}").replace("{x} ", "{x}\n")
    return frame.replace("{x}", text), frame.endswith("{x}"), frame.startswith("{x}")


def field(r, d):
    """How a leaf of an object may be named, and the leaf's value."""
    found = list(cases.leaves(d))
    path, v = r.choice(found)
    alone = sum(p[-1] == path[-1] for p, _ in found) == 1 and path[-1] not in [k for p, _ in found for k in p[:-1]]
    if len(path) == 1 or alone and r.random() < 0.4:
        if alone:
            return r.choice(FLAT).format(k=path[-1]), v
        return f"the {path[-1]} at the top level", v
    if len(path) == 3 and r.random() < 0.4:
        a, b, c = path
        return r.choice([f"the {c} of the {b} in {a}", f"{a} > {b} > {c}", f"the {c} under {b} under {a}", f"{a}/{b}/{c}"]), v
    brackets = path[0] + "".join(f'["{p}"]' for p in path[1:])
    return r.choice(NESTED).format(dots=".".join(path), last=path[-1], rest=".".join(path[:-1]), brackets=brackets), v


def extract(r):
    d, s = objects(r)
    f, v = field(r, d)
    frame = r.choice(EXTRACT)
    text, end, begin = place(r, frame.replace("{f}", f), s)
    if frame.startswith("{f}") and r.random() < 0.5 and f.startswith("the "):
        text = cases.up(text)
    return cases.case("extract", text if begin else W.dress(r, text, True, not end), {"value": v})


def toml(r):
    d, s = objects(r)
    text, end, begin = place(r, r.choice(TOML), s)
    return cases.case("json_to_toml", text if begin or text.endswith(":") else W.dress(r, text, True, not end), {"toml": d}, 240)
