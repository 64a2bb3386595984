"""Values that orders hold: words, names, places, paths, code, texts, lists and numbers.

`draw(kind, r)` gives a value of a kind; `LOOSE` says how often a value of a kind is quoted.
"""

EVERYDAY = "apple bread candle kettle ladder pillow bucket button carpet ribbon basket garden window mirror blanket hammer pencil bottle spoon jacket engine tunnel bridge market pepper onion carrot ginger butter honey walnut cherry saddle anchor feather puzzle banner lantern marble copper velvet cotton timber gravel cement barrel wagon needle thread trumpet violin drum oven towel broom curtain shelf drawer tile brick rope chain hook lock hinge gate fence hedge pond barn stable orchard meadow".split()
RARE = "jerkin oriel quoin fennel sumac tansy lovage zither dulcimer theodolite astrolabe sextant gimbal trunnion spandrel corbel lintel mullion wicket palfrey dobbin heifer gosling cygnet leveret quern flail adze spokeshave bodkin awl trivet skillet ramekin firkin demijohn carboy hogshead kestrel dunnock whimbrel plover teasel bracken gorse sedge samphire medlar quince damson bullace wimple doublet gambeson tabard samovar brazier bellows cresset sconce".split()
FOREIGN = "Feierabend mañana saudade hygge ubuntu kintsugi flâneur Gemüse jabłko château piñata sisu lagom futon origami pasticcio bratwurst crêpe żurek smörgås tapas gnocchi kimchi baklava börek pierogi fjord mistral siesta paella".split()
FIRST = "Ada Bruno Chidi Daria Emre Fiona Goran Hana Ivo Jasmin Kofi Lena Mateo Nadia Otto Priya Quentin Rosa Sven Tomoko Umar Vera Wanda Ximena Yusuf Zofia Alba Bogdan Celeste Dmitri Elif Farid Greta Hugo Ines Jonas Katya Luca Mirela Nils Olga Pavel Renata Samir Tilda Ulla Viktor Wei Yara Zane".split()
LAST = "Abel Brandt Castillo Dragan Eklund Ferrara Grzyb Haddad Ibsen Jansen Kowal Lindqvist Marchetti Novak Okafor Petrov Quiroga Rasmus Stein Takeda Underhill Vargas Whitlock Xu Yilmaz Zeman Achebe Birch Corrigan Delacroix Eastman Fairweather Gomez Holloway Iyer Juhasz Kimura Lavoie Moreau Nakamura O'Neill Pashley Rutherford Sandoval Thorne".split()
TOWNS = "Oslo Kraków Bergen Lisbon Harwich Tromsø Aberfoyle Zagreb Nantes Cork Porto Graz Turku Lugano Malmö Split Bath Ghent Leiden Ulm Riga Toledo Siena Bruges Kyoto Osaka Lima Cusco Quito Accra Lagos Mombasa Fez Tunis Haifa Pune Hanoi Perth Hobart Dunedin Boise Tulsa Duluth Halifax Moncton".split() + ["New Orleans", "San Sebastián", "Port Talbot", "Bad Ischl", "Santa Fe", "King's Lynn", "St Ives", "Rio Branco", "Fort Worth", "La Paz"]
STREETS = "Quarry Lane|Mill Street|Harbour Road|Old Tannery Row|Birch Avenue|Station Square|Bishop's Walk|Rosengasse|Via Garibaldi|Rue des Lilas|Calle Mayor|Larch Close|Windmill Hill|Canal Quay".split("|")
ADJ = "blue red green old tiny heavy wooden silver crooked quiet broken narrow wide empty golden grey striped spare folded rusty northern painted leather woollen plain".split()
NOUNS = "scarf kettle chair ladder lamp notebook umbrella rucksack tent bicycle clock vase mug jacket pump filter chisel saw drill spade bench mirror stool crate tray blanket trumpet camera".split()
TITLE_A = "Salt Winter Glass Silent Hollow Crimson Paper Last Second Burning Iron Distant Wandering Velvet Broken Golden Northern Lost Seventh Amber".split()
TITLE_B = "Orchard Harbour Garden Letter Machine Lantern River Season Mountain Daughter Clockmaker Bridge Kingdom Island Voyage Sparrow Library Mirror Station Meadow".split()
TOPICS = "tide tables|bee keeping|graph theory|old maps|sourdough|medieval armour|solar panels|time zones|tax returns|memory leaks|rate limits|unit tests|cache misses|night trains|coral reefs|bird song|paper folding|river deltas|steam engines|query plans|deadlocks|stage fright|knee pain|wild garlic|glaciers|tectonics|haiku|volcanoes|typography|beekeeping law".split("|")
STEMS = "report notes invoice budget draft summary backup config users orders main index parser server client schema readme changelog photo scan letter minutes todo plan results metrics errors access audit inventory roster menu".split()
EXTS = "txt md csv json yaml toml py js ts go rs c h sql log html css pdf xml sh ini png jpg tar.gz zip".split()
DIRS = "src lib docs data logs tests build tmp etc home var srv backup assets scripts config public archive models include".split()
SPACED = "My Documents|Tax Papers|Old Photos|Summer 2031|Work Stuff|Project Files|Meeting Notes|Scanned Letters|To Sort|Lecture Slides".split("|")
PARTS = "user order item cart price total count index cache token session parse load save fetch send retry queue batch row node edge tree stack file path buffer stream event handler config limit offset score weight shard lease lock worker job task report".split()
SORTS = {k: v.split() for k, v in dict(source="py js ts go rs c h java rb lua kt swift", archive="zip tar.gz 7z tar", picture="png jpg gif tiff webp", video="mp4 mov mkv avi", sheet="csv xlsx tsv ods", pdf="pdf", dump="sql dump bak gz", text="txt md csv log json yaml html py", document="docx odt md html pdf txt tex", settings="yaml toml ini conf env json").items()}
TLD = "com org net io dev example.com example.org test".split()
VERBS = "send call check order clean repair return print sign water book renew paint collect update review wash sharpen label".split()
LINES = ["The boiler is off again.", "Please bring the grey folder.", "We start at dawn.", "Nobody has the key.", "Soup is on the stove.", "The ferry leaves early.", "Ring twice and wait.", "All tests are green now.", "The old branch is gone.", "Do not restart node 4.", "Dear team,", "See you on the pier!", "Is the hall free?", "I lost my ticket.", "Two boxes are missing.", "Rain is coming, take coats.", "Thanks for the plums.", "The deploy is on hold.", "Milk, eggs, flour.", "Back soon.", "Roses need pruning.", "The cat is at the vet.", "Keep the door shut.", "Lunch is on me."]
CODE = ["if x < {n}:", "while i >= {n}:", "return {a} == {b}", 'print("{a}")', "{a} = {b} + {n}", "for {a} in {b}:", "assert {a} != None", "x[{n}] <= y", "const {a} = [];", "{a}.{b}()", "def {a}({b}):", "let {a} = '{b}';", "{a} && !{b}", "a[{n}] > b[0]", "{a}->{b}", "len({a}) < {n}", 'raise ValueError("{a}")', "import {a}", "#define {a} {n}", "{a} ||= {n}", "fn {a}() -> i32", "{a} is not None", 'd["{a}"] = {n}', "i++", "{a} << {n}", "// {a} {b}"]
REGEX = [r"^{a}\d+$", r"\b{a}\b", r"[a-z]{2,}_{n}", r"({a}|{b})", r"\s+$", r"^#.*{a}", r"{a}[0-9]*\.{b}", r".*\.{a}$", r"^\d{4}-\d{2}$", r"{a}\((.*?)\)", r"[^,]+,{n}", r"(?i){a}", r"\w+@{b}", r"^{a}=\S+", r"{a}.+{b}"]
WHERE = ["{a} >= {n}", "{a} = '{b}'", "{a} < {n}", "{a} IS NULL", "{a} <> '{b}'", "{a} > {n} AND {b} <= 9", "{a} LIKE '{b}%'", "{a} IN (1, {n})", "{a} == {n}", "NOT {a}", "length({a}) > {n}"]
SQL = ["SELECT {a} FROM {b}", "SELECT * FROM {a} WHERE {b} > {n}", "DELETE FROM {a} WHERE {b} = {n}", "SELECT count(*) FROM {a}", "UPDATE {a} SET {b} = {n}", "SELECT {a}, {b} FROM t LIMIT {n}", "DROP INDEX {a}_{b}", "SELECT max({a}) FROM {b}"]
SHELL = ["npm run {a}", "make -j{n} {a}", "ls -la {a}", "python3 {a}.py --{b} {n}", "tar xf {a}.tar", "grep -c {a} {b}.log", "systemctl status {a}", "cargo test {a}", "wc -l {b}.csv", "du -sh {a}", "./{a}.sh {b}", "docker ps -a", "kill -9 {n}", "echo {a} > {b}.txt", "find . -name '*.{a}'"]
SYLLABLES = "ba be bo da du fe fi ga go ka ki lo lu ma mi mo na ne no pa po ra ri ro sa so ta te ti to va ve vo wa xa yo za zu bran dor fel gri kel lan mur nis oth pel quen rus sil tor vel wen zor".split()


def made(r):
    return "".join(r.choices(SYLLABLES, k=r.randint(2, 4)))


def word(r):
    x = r.random()
    return r.choice(EVERYDAY) if x < .35 else r.choice(RARE) if x < .6 else r.choice(FOREIGN) if x < .7 else made(r)


def proper(r):
    """A name of a place, field, ship, team or the like: Fennel, Old Quern, Velkaro."""
    x = r.random()
    base = (made(r) if x < .45 else r.choice(RARE) if x < .75 else r.choice(EVERYDAY)).capitalize()
    return r.choice(TITLE_A) + " " + base if r.random() < .2 else base


def ident(r):
    n = r.choice([1, 2, 2, 2, 3])
    parts = [made(r) if r.random() < .2 else r.choice(PARTS) for _ in range(n)]
    x = r.random()
    if x < .5:
        return "_".join(parts)
    camel = "".join(p.capitalize() for p in parts)
    return camel if x < .65 else camel[0].lower() + camel[1:]


def table(r):
    return r.choice(PARTS) + r.choice(["s", "_log", "_2031", "_archive", "_" + made(r), "s_old"])


def host(r):
    x = r.random()
    if x < .35:
        return f"{r.choice(PARTS)}-{r.randint(1, 99):02d}"
    if x < .55:
        return ".".join(str(r.randint(1, 254)) for _ in range(4))
    return f"{made(r)}.{r.choice(TLD)}" if x < .8 else made(r)


def file(r, exts=EXTS):
    stem = made(r) if r.random() < .35 else r.choice(STEMS)
    x = r.random()
    if x < .35:
        stem += r.choice("_-") + (str(r.randint(1, 2050)) if r.random() < .5 else r.choice(STEMS))
    return stem + "." + r.choice(exts)


def folder(r):
    parts = [r.choice(SPACED) if r.random() < .12 else made(r) if r.random() < .2 else r.choice(DIRS) for _ in range(r.randint(1, 3))]
    return r.choice(["/", "", "~/", "./", "/"]) + "/".join(parts) + ("/" if r.random() < .2 or len(parts) == 1 else "")


def path(r, exts=EXTS):
    f = folder(r)
    return f + ("" if f.endswith("/") else "/") + file(r, exts)


def filled(frames):
    return lambda r: r.choice(frames).replace("{a}", made(r) if r.random() < .3 else r.choice(PARTS)).replace("{b}", r.choice(PARTS)).replace("{n}", str(r.randint(2, 99)))


def date(r):
    return f"{r.randint(2024, 2049)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"


def clock(r):
    return f"{r.randint(0, 23):02d}:{r.choice([0, 5, 10, 15, 20, 30, 40, 45, 50, 55]):02d}"


def code_id(r):
    w = r.choice(RARE).upper() if r.random() < .4 else "".join(r.choices("ABCDEFGHJKLMNPRSTUVWXYZ", k=r.randint(2, 4)))
    return w + r.choice(["-", "-", "", "/"]) + str(r.randint(2, 9999))


def mail(r):
    a = r.choice(FIRST).lower()
    return r.choice([a, a + "." + made(r), made(r), a + str(r.randint(1, 99))]) + "@" + made(r) + "." + r.choice(TLD)


def text(r):
    n = r.choice([1, 1, 1, 2, 3])
    return "\n".join(r.sample(LINES, n)) if n > 1 else r.choice(LINES)


def branch(r):
    return r.choice(["feature/", "fix/", "release/", "", "hotfix-"]) + r.choice([ident(r).replace("_", "-"), made(r), f"{r.randint(1, 9)}.{r.randint(0, 30)}"])


MAKERS = {
    "word": word, "proper": proper, "ident": ident, "table": table, "host": host, "file": file, "folder": folder, "path": path,
    "code": filled(CODE), "regex": filled(REGEX), "where": filled(WHERE), "sql": filled(SQL), "shell": filled(SHELL),
    "date": date, "time": clock, "id": code_id, "mail": mail, "text": text, "branch": branch,
    "line": lambda r: r.choice(LINES), "first": lambda r: r.choice(FIRST), "town": lambda r: r.choice(TOWNS),
    "name": lambda r: r.choice(FIRST) + " " + r.choice(LAST),
    "address": lambda r: f"{r.randint(1, 240)} {r.choice(STREETS)}, {r.choice(TOWNS)}" + (f", {r.randint(10000, 99999)}" if r.random() < .3 else ""),
    "thing": lambda r: r.choice(ADJ) + " " + (r.choice(NOUNS) if r.random() < .7 else r.choice(RARE)),
    "title": lambda r: r.choice([f"The {r.choice(TITLE_A)} {r.choice(TITLE_B)}", f"{r.choice(TITLE_A)} {r.choice(TITLE_B)}", f"{r.choice(FIRST)} and the {r.choice(TITLE_B)}", f"A {r.choice(TITLE_B)} of {r.choice(TITLE_A)}", r.choice(TITLE_B) + f" {r.randint(2, 9)}", made(r).capitalize()]),
    "topic": lambda r: r.choice(TOPICS),
    "url": lambda r: f"https://{made(r)}.{r.choice(TLD)}/{r.choice(STEMS)}" + r.choice(["", f"/{r.randint(1, 999)}", f"?{r.choice(PARTS)}={made(r)}"]),
    "version": lambda r: f"{r.randint(0, 12)}.{r.randint(0, 30)}.{r.randint(0, 9)}" + r.choice(["", "", "", "-rc1", "-beta"]),
    "chore": lambda r: f"{r.choice(VERBS)} the {r.choice(ADJ)} {r.choice(NOUNS)}",
    "key": lambda r: "_".join(r.choice(PARTS) for _ in range(r.randint(1, 3))).upper(),
    "plate": lambda r: "".join(r.choices("ABCDEFGHKLMNPRTVX", k=r.choice([2, 3]))) + " " + str(r.randint(100, 9999)),
    "hex": lambda r: "".join(r.choices("0123456789abcdef", k=r.randint(7, 10))),
    "phone": lambda r: f"+{r.randint(1, 99)} {r.randint(100, 999)} {r.randint(1000, 99999)}",
}
LOOSE = dict(code=1, regex=1, where=1, sql=1, shell=1, text=1, line=1, chore=1, title=.6, thing=.5, proper=.5, topic=.55, address=.5, word=.25, name=.15, town=.15, ident=.3, table=.3, path=.3, folder=.3, file=.25, branch=.25, key=.2)


def integer(lo, hi):
    return lambda r: r.randint(lo, hi)


def number(lo, hi):
    def make(r):
        if r.random() < .25 and int(hi) > int(lo):
            return r.randint(int(lo) + 1, int(hi))
        v = round(r.uniform(lo, hi), r.choice([1, 1, 2]))
        return int(v) if v == int(v) else v
    return make


def several(make):
    def items(r):
        out = []
        for _ in range(r.choice([2, 2, 3, 3, 4, 5, 6])):
            x = make(r)
            if x not in out and "," not in x and " and " not in x:
                out.append(x)
        return out if len(out) > 1 else items(r)
    return items


def maker(kind):
    """The function of a kind such as "town", "int:1-9", "num:0.5-4", "enum:a,b" or "list:word", with its schema and its chance of quotes."""
    head, _, rest = kind.partition(":")
    if head in ("int", "num"):
        lo, hi = rest.split("-")
        return (integer(int(lo), int(hi)), {"type": "integer"}, 0) if head == "int" else (number(float(lo), float(hi)), {"type": "number"}, 0)
    if head in ("file", "path") and rest:
        make, exts = MAKERS[head], SORTS[rest]
        return lambda r: make(r, exts), {"type": "string"}, LOOSE[head]
    if head == "bool":
        return None, {"type": "boolean"}, 0
    if head == "enum":
        options = rest.split(",")
        return lambda r: r.choice(options), {"type": "string", "enum": options}, .05
    if head == "list":
        return several(MAKERS[rest]), {"type": "array", "items": {"type": "string"}}, {"code": 1, "regex": 1, "chore": 1, "title": .6}.get(rest, .15)
    return MAKERS[head], {"type": "string"}, LOOSE.get(head, .08)
