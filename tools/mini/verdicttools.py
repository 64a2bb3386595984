"""Tool calls of the verdict: an order in words, one to nine tools, and one of them fits or none."""
import verdictbook
import verdictbook2
import verdictfacts
from cases import case, function, styled
from tables import DAYS
from verdictwords import ADJECTIVES, NOUNS, PEOPLE, TOWNS

TOOLS = verdictbook.BOOK + verdictbook2.BOOK

TITLES = ["Summer Plans", "The Long Road", "A Day in {t}", "Budget for Next Year", "Our {a} {n}", "Blue Morning", "How We Work", "Home Again"]
PROBLEMS = ["The {n} is broken.", "the {a} {n} does not work", "it says 'wrong {n}' all the time", "water comes out of the {n}", "the {n} fell on the {m}", "{p}'s {n} is gone", "Size < 3, should be >= 5"]
MESSAGES = ["I will be ten minutes late.", "Please bring the {a} {n} on Friday.", "The {n} is in my {m}.", "Call me when you're back in {t}!", "Read page 12 and draw a {n}.", "Is {p} coming, too?", "We need x >= 3 and y < 8."]
LINES = ["first buy a {n}\nthen call {p}", "def total(a, b):\n    return a + b", "# My {n}\n\n- {m}\n- {a}", "if x < 5:\n    print(\"{n}\")", "Dear {p},\nthe {n} is here.", "<ul>\n  <li>{n}</li>\n</ul>"]
SNIPPETS = ["x >= 10", "if a < b", "print(\"my {n}\")", "open_{n}(", "TODO: {n}", "import {n}", "<b>the {n}</b>", "return {n} + 1"]
SONGS = "Blue Morning|Home Again|Slow River|Dancing Shoes|Summer Rain|Old Friends|Golden Hour|Night Train".split("|")
# Tools for nearly everything: not offered where no tool shall fit.
BROAD = {"run_shell_line", "send_memo", "file_bug_ticket", "report_repair", "report_street_damage", "save_snippet"}
SHELL = ["ls -l {n}", "grep \"{n}\" notes.txt", "echo {n} > {m}.txt", "python3 {n}.py --fast", "sort < {n}.txt", "mkdir -p {n}/{m}", "cp {n}.txt {m}.txt"]
CONDITIONS = ["age >= {i}", "price < {i}", "city = '{t}'", "name == \"{p}\"", "stock <= {i}", "price > {i} and color = 'red'"]
WORDS = {
    "dish": "tomato soup|fish and chips|onion pie|chicken curry|potato salad|apple cake|fried rice|bean stew|pancakes|lasagna", "crop": "carrots|tomatoes|beans|apples|potatoes|strawberries|onions|pumpkins",
    "room": "kitchen|bedroom|living room|bathroom|hall|attic|office", "country": "France|Japan|Kenya|Brazil|India|Canada|Egypt|Norway|Peru", "company": "City Water|Green Power|Fast Phone|Miller and Sons|Sunny Bank|Home Gas",
    "medicine": "aspirin|iron|vitamin C|cough|allergy|zinc", "pet": "Rex|Bella|Luna|Max|Rocky|Daisy|Coco|Milo", "table": "customers|orders|staff|products|cities|books",
    "street": "Mill Road|High Street|Garden Lane|Station Road|King Street|Park Avenue", "museum": "City Museum|Toy Museum|Art Museum|Train Museum|Sea Museum",
}


def pick(r, kind):
    """A value of a kind of parameter."""
    word, *rest = kind.split(" ", 1)
    n, m, a, p, t = *r.sample(NOUNS, 2), r.choice(ADJECTIVES), r.choice(PEOPLE), r.choice(TOWNS)
    fill = lambda frames: r.choice(frames).format(n=n, m=m, a=a, p=p, t=t, i=r.randint(2, 99))
    if word in WORDS:
        return r.choice(WORDS[word].split("|"))
    if word == "int":
        return r.randint(*map(int, rest[0].split()))
    return {
        "num": lambda: r.randint(1, 60) + r.choice([0.5, 0.25, 0.75, 0.2]), "enum": lambda: r.choice(rest[0].split("|")), "weekday": lambda: r.choice(DAYS), "person": lambda: p, "town": lambda: t,
        "people": lambda: r.sample(PEOPLE, r.randint(2, 4)), "foods": lambda: r.sample(NOUNS[:14], r.randint(2, 4)), "songs": lambda: r.sample(SONGS, r.randint(2, 4)), "ints": lambda: r.sample(range(1, 100), r.randint(3, 5)), "item": lambda: f"{a} {n}",
        "date": lambda: f"{r.randint(2026, 2028)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}", "time": lambda: f"{r.randint(7, 21):02}:{r.choice([0, 15, 30, 45]):02}", "flight": lambda: f"{r.choice(['KL', 'BA', 'LH', 'AF'])}{r.randint(100, 999)}",
        "quoted": lambda: fill(PROBLEMS), "message": lambda: fill(MESSAGES), "title": lambda: fill(TITLES), "lines": lambda: fill(LINES), "snippet": lambda: fill(SNIPPETS), "shell": lambda: fill(SHELL), "cond": lambda: fill(CONDITIONS),
        "path": lambda: r.choice(["{n}/{m}.txt", "/home/{p}/{n}.pdf", "docs/{n}.md", "My {n}/{m} list.txt"]).format(n=n, m=m, p=p.lower()), "dir": lambda: f"{r.choice(['src', '/home', 'work'])}/{n}", "dir2": lambda: f"{r.choice(['backup', '/mnt', 'old'])}/{n}",
        "zip": lambda: f"{n}.zip", "script": lambda: f"scripts/{n}.{r.choice(['py', 'sh', 'js'])}", "csv": lambda: f"export/{n}.csv", "email": lambda: f"{p.lower()}@{n}.org", "class": lambda: f"{r.randint(1, 9)}{r.choice('ABC')}",
        "radio": lambda: r.randint(88, 107) + r.choice([0.1, 0.3, 0.5, 0.7]), "version": lambda: f"{r.randint(1, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}", "plate": lambda: f"{''.join(r.choices('ABCDEFGHKLMNPRST', k=3))}-{r.randint(100, 999)}",
    }[word]()


TYPES = {"int": "integer", "num": "number", "radio": "number", "bool": "boolean", "foods": "array", "people": "array", "songs": "array", "ints": "array"}


def words(order):
    """The sentence of an order and the values that it fixes."""
    return order if isinstance(order, tuple) else (order, {})


def spec(tool, style):
    """The schema of a tool; required are the parameters that all of its orders give."""
    name, _, description, params, orders = tool
    props = {}
    for p in params:
        k, kind, about = p.split(":", 2)
        word = kind.split()[0]
        props[k] = {"type": TYPES.get(word, "string"), "description": about}
        if word == "enum":
            props[k]["enum"] = kind.split(" ", 1)[1].split("|")
        if props[k]["type"] == "array":
            props[k]["items"] = {"type": "integer" if word == "ints" else "string"}
    given = lambda k, order: "{" + k + "}" in words(order)[0] or k in words(order)[1]
    return function(styled(name, style), description, props, [k for k in props if all(given(k, o) for o in orders)])


def call(r, tool):
    """An order in words and the arguments that it asks for."""
    sentence, args = words(r.choice(tool[4]))
    args, text = dict(args), sentence
    for p in tool[3]:
        k, kind, _ = p.split(":", 2)
        if "{" + k + "}" in sentence:
            args[k] = v = pick(r, kind)
            text = text.replace("{" + k + "}", ", ".join(map(str, v[:-1])) + " and " + str(v[-1]) if isinstance(v, list) else str(v))
    return text[:1].upper() + text[1:], args


def company(r, pool, n):
    """Other tools, about half of the time of one domain first."""
    pool = r.sample(pool, len(pool))
    if r.random() < 0.5 and pool:
        first = pool[0][1]
        pool.sort(key=lambda t: t[1] != first)
    return pool[:n]


def tools(r):
    style = r.choice(["snake"] * 4 + ["camel", "kebab"])
    n, kind = r.randint(1, 9), r.random()
    if kind < 0.1:
        given = company(r, [t for t in TOOLS if t[0] not in BROAD], n)
        q, check = r.choice([verdictfacts.capital, verdictfacts.element, verdictfacts.calendar])(r)
        return case("tools", q, {"no_call": check["any"]}, 160, tools=[spec(t, style) for t in given])
    tool = r.choice(TOOLS)
    q, args = call(r, tool)
    if kind < 0.18:
        given = company(r, [t for t in TOOLS if t[1] != tool[1] and t[0] not in BROAD], n)
        return case("tools", q, {"no_call": ""}, 160, tools=[spec(t, style) for t in given])
    same = [t for t in TOOLS if t[1] == tool[1] and t is not tool]
    others = r.sample(same, min(len(same), n - 1, r.choice([0, 0, 1, 2, 4])))
    others += r.sample([t for t in TOOLS if t is not tool and t not in others], n - 1 - len(others))
    given = r.sample([tool, *others], n)
    return case("tools", q, {"call": [styled(tool[0], style), args]}, 200, tools=[spec(t, style) for t in given])
