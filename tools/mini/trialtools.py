"""Tool calls of the trial set: how a value is made and said, and what no tool fits."""
import tables as T
import trialbook
import trialbook2
import trialwords as W
from cases import ASKED, COMMON, case, function, spellings, styled, up

TOOLS = trialbook.TOOLS + trialbook2.TOOLS
# Around an order; the last ones also fit an order that ends in lines of text.
AROUND = ["Would you {x} for me?", "Could somebody {x}?", "Your job now is to {x}.", "Now would be a good time to {x}.", "Next task: {x}.", "When you have a second, {x}.", "It's time to {x}.", "Would it be a bother to {x}?", "{x}, will you?", "You may now {x}.", "Morning! {x}, please.", "I need your help: {x}.", "Quick one: {x}.", "{x}. Thank you!", "The boss says to {x}.", "Can we {x}?", "It would be lovely if you could {x}."]
BEFORE = ["Kindly {x}", "Your job is to {x}", "Hey, {x}", "{x}", "One thing: {x}", "Are you able to {x}"]
PLAIN = ["Hi! I wonder what the capital of {x} might be.", "No tools needed, I think: which city is the capital of {x}?", "Off topic, but what is {x}'s capital city?", "Out of the blue: the capital of {x}?", "Something else: tell me the capital of {x}."]
TABLES = "guests boats repairs lessons deliveries sightings".split()
COLUMNS = "weight color owner shelf deadline rating".split()
CURRENCIES = "EUR USD CHF JPY SEK NOK GBP PLN".split()
TITLES = ["Morning Fog", "Two Left Shoes", "Paper Boats", "Night Train", "Lemon Days", "Cold Harbor", "The Long Fence", "Rooftop Picnic", "Blue Monday Soup", "Old Friends", "Spring Cleaning", "Budget Talk", "Window Repair", "Lost Umbrella", "River Watch"]
SENTENCES = ["I am ten minutes late", "the key is under the pot", "don't forget Grandpa's cake", "meet me at gate 4", "thanks, see you on Sunday!", "bring 3 chairs & a table", "is the pump <still> running?", "call back before 18:00"]
QUESTIONS = ["Where do we eat?", "Who brings dessert?", "Which color wins?", "What comes first?"]
CONDITIONS = ["weight >= 20", "rating < 4", "color = 'red' and weight > 3", "shelf != \"B 12\"", "owner = 'Gideon'", "deadline <= '2031-05-01'", "a < b", "2 * x >= 10", "name == \"Otto\""]
PATTERNS = ["fn main()", "TODO: ", "x <= 0", "import \"os\"", "return 'none'", "if (a > b)", "Vec<u8>", "<div>"]
SNIPPETS = ["def area(w, h):\n    return w * h", "for i in items:\n  print(i)", "if x > 3:\n    y = \"big\"", "let a = 1;\nlet b = 2;", "while n < 10:\n    n += 1"]
MEMOS = ["The boiler was cleaned.\nNext visit in May.", "Buy paint:\n- white\n- green", "Line 1: open\nLine 2: closed", "Guests come at 7.\nTable for nine.", "Dear all,\nthe lift works again.", "The rest of the order\nis in the cellar."]
STREETS = ["Mill Lane", "Castle Street", "Harbor Road", "Quarry Row", "Abbey Close"]
SOMETHING = {"noun": lambda r: r.choice(W.NOUNS), "person": lambda r: r.choice(W.PEOPLE), "town": lambda r: r.choice(W.TOWNS), "country": lambda r: r.choice(COMMON), "title": lambda r: r.choice(TITLES), "date": lambda r: f"20{r.randint(27, 39)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}", "time": lambda r: f"{r.randint(7, 22):02}:{r.choice(['00', '15', '30', '45'])}",
    "day": lambda r: r.choice(T.DAYS), "address": lambda r: f"{r.randint(2, 99)} {r.choice(STREETS)}", "room": lambda r: r.choice("kitchen hall attic pantry lounge nursery study".split()), "code": lambda r: f"{r.choice('BDFHKMRTX')}{r.choice('ACEGLPQ')}-{r.randint(100, 9999)}", "path": lambda r: f"{r.choice(W.NOUNS)}/{r.choice(W.NOUNS)}.{r.choice(['txt', 'csv', 'log', 'yml'])}",
    "folder": lambda r: r.choice(["/srv/", "/home/", "", "./"]) + f"{r.choice(W.NOUNS)}/{r.choice(W.NOUNS)}", "zip": lambda r: f"{r.choice(W.NOUNS)}-{r.randint(2, 40)}.zip", "image": lambda r: f"{r.choice(W.NOUNS)}_{r.randint(10, 999)}.{r.choice(['jpg', 'png'])}", "email": lambda r: f"{r.choice(W.PEOPLE).lower()}@{r.choice(W.NOUNS)}.{r.choice(['org', 'net'])}", "channel": lambda r: "#" + r.choice(W.NOUNS),
    "table": lambda r: r.choice(TABLES), "column": lambda r: r.choice(COLUMNS), "currency": lambda r: r.choice(CURRENCIES), "sentence": lambda r: r.choice(SENTENCES), "question": lambda r: r.choice(QUESTIONS), "condition": lambda r: r.choice(CONDITIONS), "pattern": lambda r: r.choice(PATTERNS), "code lines": lambda r: r.choice(SNIPPETS), "multi": lambda r: r.choice(MEMOS), "release": lambda r: f"{r.randint(1, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}"}


def said_value(r, kind):
    """A value of a kind and how an order says it."""
    kind = kind.lstrip("?")
    head, _, rest = kind.partition(" ")
    if head == "int":
        v = r.randint(*map(int, rest.split()))
    elif head == "num":
        low, high = map(int, rest.split())
        v = round(r.uniform(low, high), 1)
        v = r.randint(low, high) if v == int(v) or r.random() < 0.3 else v
    elif head == "one":
        numbers = rest.startswith("int ")
        v = r.choice(rest.removeprefix("int ").split("|"))
        v = int(v) if numbers else v
    elif head == "flag":
        v = r.random() < 0.5
        return v, rest.split("|")[not v]
    elif head == "list":
        v = []
        while len(v) < r.randint(2, 4):
            v.append(next(x for x in iter(lambda: SOMETHING[rest](r), None) if x not in v))
        return v, ", ".join(v[:-1]) + " and " + v[-1]
    else:
        v = SOMETHING[kind](r)
    return v, str(v)


def spec(tool, style, wordy):
    """The schema of a tool, its names in a style."""
    name, _, about, params, _ = tool
    props = {}
    for key, (text, kind) in params.items():
        head = kind.lstrip("?").split(" ")[0]
        types = {"int": "integer", "num": "number", "flag": "boolean", "list": "array"}
        kinds = "integer" if kind.startswith("one int") else types.get(head, "string")
        p = {"type": kinds, "description": text} if wordy else {"type": kinds}
        if kinds == "array":
            p["items"] = {"type": "string"}
        if head == "one" and kinds == "string":
            p["enum"] = kind.split(" ", 1)[1].split("|")
        props[styled(key, style)] = p
    return function(styled(name, style), about, props, [styled(k, style) for k, (_, kind) in params.items() if kind[0] != "?"])


def wrapped(r, order, lines):
    """An order within a request."""
    frame = r.choice(BEFORE if lines else AROUND + BEFORE[:1])
    text = frame.replace("{x}", order)
    return up(text)


def offered(r, tool, n):
    """n different tools other than one, a few of its own domain."""
    rest = [t for t in TOOLS if t is not tool]
    near = [t for t in rest if t[1] == tool[1]]
    picked = r.sample(near, min(len(near), r.choice([0, 0, 1]), n))
    return picked + r.sample([t for t in rest if t not in near], n - len(picked))


def request(r, tool, style):
    """What is asked of a tool and the arguments of the right call."""
    order, args = r.choice(tool[4]), {}
    lines = order.endswith(("\n{memo}", "\n{snippet}"))
    for key, (_, kind) in tool[3].items():
        if "{" + key + "}" in order:
            v, text = said_value(r, kind)
            while any(v == x and not isinstance(v, bool) for x in args.values()):
                v, text = said_value(r, kind)
            args[styled(key, style)] = v
            order = order.replace("{" + key + "}", text)
    return wrapped(r, order, lines), args


def tools(r):
    style, wordy = r.choice(["snake", "snake", "camel", "kebab"]), r.random() < 0.9
    tool, n = r.choice(TOOLS), r.randint(1, 9)
    kind = r.choice(["call"] * 10 + ["fact", "none"])
    if kind == "call":
        q, args = request(r, tool, style)
        given = [tool, *offered(r, tool, n - 1)]
        check = {"call": [styled(tool[0], style), args]}
    elif kind == "fact":
        x = r.choice(COMMON)
        q, given, check = r.choice(PLAIN).format(x=x), offered(r, tool, n), {"no_call": spellings(ASKED[x])["any"]}
    else:
        # An order for a tool that is not there, nor one of its domain.
        q, _ = request(r, tool, style)
        given = r.sample([t for t in TOOLS if t[1] != tool[1]], n)
        check = {"no_call": ""}
    r.shuffle(given)
    return case("tools", q, check, 200, tools=[spec(t, style, wordy) for t in given])
