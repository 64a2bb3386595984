"""Words, values, paths, lines and whole small files that the requests of hugo are about."""
import re

PEOPLE = """Agnes Bruno Carmen Delphine Emre Frida Gaston Henrike Ismail Jolanta Kenji Lucinda Mateusz Nerea Oskar Petra Qadir Rosalind Stefan Thandi Ulla Vaclav Wilma Ximena Yann Zsofia
Alistair Bettina Ciaran Dunja Ewan Fatou Giulia Hamid Ines Jarek Klara Lamine Maud Nils Odette Paco Ruta Selma Tariq Ulrich Veerle Wouter Yolanda Zeno""".split()
SURNAMES = "Achterberg Bianchi Cordero Dlamini Engstrom Fontaine Gallagher Haddad Iversen Jurado Kaminski Lefebvre Mbeki Nakamura Ostrowski Pereira Quist Rasmussen Schuster Tremblay Uzun Varga Whitlock Zielinski".split()
TOWNS = "Aarhus Bilbao Coimbra Dundee Erfurt Faro Gdansk Haarlem Innsbruck Jaen Kaunas Leiden Modena Namur Odense Pilsen Rennes Siena Tartu Uppsala Verona Wexford Ypres Zadar Chester Bruges Cadiz Trento".split()
THINGS = """ladder teapot bicycle projector freezer mattress accordion printer lamp sofa tractor rowing-boat microscope blender drill tent kettle canoe piano camera chainsaw suitcase telescope wheelbarrow easel
router keyboard monitor scanner charger headset tripod compressor sewing-machine lawnmower trailer stopwatch whistle megaphone saxophone dehumidifier oven grinder toaster pump winch hammock""".split()
GOODS = """flour raisins almonds butter oat-milk lentils peppers leeks honey mustard rye-bread espresso olives paprika yeast vanilla chickpeas feta mint lemonade candles napkins envelopes staples batteries twine gravel
mulch seedlings paint sandpaper screws hinges varnish chalk crayons glue felt ribbons buttons zips thread gloves sponges soap bleach filters hoses nozzles bolts washers gaskets cable fuses""".split()
ROOMS = "attic cellar workshop pantry foyer gym canteen studio greenhouse loading-bay reading-room garage boathouse chapel nursery laundry ticket-office hall-B lab-3 room-12 courtyard kiosk archive-room".split()
COLOURS = "teal maroon beige turquoise ochre lavender charcoal ivory crimson olive navy salmon mint indigo amber silver plum sand coral slate".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
MODES = "strict lenient verbose silent turbo eco manual auto hybrid legacy sandbox preview nightly stable draft locked public private readonly paused active".split()
TECH = """ledger invoice basket session gateway parser tracker mailer planner roster payroll catalog search upload avatar widget notifier billing checkout bookmark playlist recipe itinerary glossary thermostat turnstile
weather ticketing loyalty survey timetable inventory referral ranking quiz subtitle barcode waitlist geocoder thumbnail""".split()
STEMS = """minutes agenda packing shopping inventory welcome readme todo contacts budget menu rota faq rules schedule prices members changelog recipe speech invitation quotes glossary ideas errata bugs release backlog handover
inbox pitch summary briefing results scores fixtures repairs orders returns receipts fees donations volunteers allergies passengers playlist credits captions lineup stock suppliers staff holidays parking wifi lost_property
settings defaults server client app main index utils helpers routes models theme colours fonts limits flags secrets limits2 paths hosts users roles locale feed cron backup deploy build proxy cache queue worker metrics alerts""".split()
DIRS = """docs notes src lib conf config etc office family school club kitchen garden trip2 winter spring accounts legal press events shop stock bin scripts ops infra web api core tests data raw clean reports letters drafts old attic
personal shared band choir clinic lab field course week3 term2 project site theme public private archive inbox out""".split()
TXT = "txt txt txt md md rst org adoc tex log text".split()
CNF = "ini cfg conf toml yaml yml env properties json5 settings txt md".split()
CODE = "py js ts rb go rs sh c lua php java kt css html sql ps1 mk".split()
ANY = TXT + CNF + CODE + ["csv", "tsv", "dat", "lst"]
BARE = ["Makefile", "Dockerfile", "README", "LICENSE", "CHANGELOG", "TODO", "NOTES", "Procfile", ".env", ".gitignore", ".editorconfig", "Gemfile", "Justfile", "AUTHORS", "VERSION"]
KEYS = """price:m deposit:m rent:m fee:m fine:m budget:m wage:m discount:n seats:n chairs:n rows:n guests:n copies:n workers:n retries:n max_players:n pages:n batch_size:n poll_seconds:n keep_days:n threads:n port:n speed_limit:n
threshold:n min_age:n capacity:n temperature:n volume:n dpi:n laps:n opens:t closes:t checkin:t checkout:t kickoff:t departure:t lunch:t curfew:t backup_at:t doors:t deadline:d due:d start_date:d valid_until:d birthday:d release_date:d
launch:d renewed:d owner:p chair:p treasurer:p driver:p coach:p caretaker:p on_call:p reviewer:p contact:p host:p teacher:p author:p maintainer:p signed_by:p city:y destination:y venue:y depot:y branch_office:y birthplace:y hub:y
region:y colour:c background:c accent:c ribbon:c border:c cover:c jersey:c mode:w log_level:w status:w channel:w profile:w visibility:w tier:w day:a market_day:a bin_day:a meeting:a cleaning:a month:o room:r storage:r pickup:r
version:v schema:v firmware:v min_version:v api:v locker:k badge:k order_no:k gate_code:k sku:k invoice_no:k ticket:k licence_plate:k tracking:k url:u homepage:u endpoint:u mirror:u mail:e reply_to:e support:e alert_to:e
dish:g topping:g prize:h first_item:h device:h gift:h motto:x slogan:x title:x subject:x caption:x""".split()
KEYS = dict(k.split(":") for k in KEYS)
MOTTOS = """slow and steady|open to all|bread before borders|mind the step|made on the hill|we mend things|one team one tent|no cash today|bring your own cup|quiet after ten|light rain expected|best before noon|fresh every day
|small but loud|new year new roof|ask at the desk|summer in the city|hands off the wheel|five minutes early|under new management|last call for boats|all dogs welcome|closed for repairs|thanks for waiting""".replace("\n", "").split("|")


def person(r):
    return r.choice(PEOPLE) if r.random() < .5 else r.choice(PEOPLE) + " " + r.choice(SURNAMES)


def code(r):
    a = lambda n: "".join(r.choice("ABCDEFGHJKLMNPQRTUVWXYZ") for _ in range(n))
    return r.choice([lambda: a(2) + "-" + str(r.randint(100, 9999)), lambda: a(3) + str(r.randint(10, 999)), lambda: str(r.randint(10, 99)) + a(1) + str(r.randint(10, 99)), lambda: a(1) + "/" + str(r.randint(100, 999)), lambda: "%x" % r.randint(65536, 16777215)])()


def money(r):
    n = r.choice([r.randint(2, 99), r.randint(100, 950), r.randint(10, 90) * 50])
    return r.choice([f"{n} EUR", f"${n}", f"£{n}", f"{n}.{r.choice(['50', '90', '25', '75'])}", f"{n} kr", f"€{n}", f"{n} USD", str(n)])


def clock(r):
    return f"{r.randint(6, 22):02d}:{r.choice(['00', '15', '30', '45', '10', '20'])}"


def date(r):
    d, m, y = r.randint(1, 28), r.randint(1, 12), r.randint(2019, 2034)
    return r.choice([f"{y}-{m:02d}-{d:02d}", f"{d} {MONTHS[m - 1]}", f"{d:02d}/{m:02d}/{y}", f"{MONTHS[m - 1]} {d}", f"{d}.{m}.{y}"])


def number(r):
    return str(r.choice([r.randint(2, 9), r.randint(10, 99), r.randint(100, 999), r.randint(1, 99) * 100, r.randint(1024, 65000)]))


VALUE = {"n": number, "t": clock, "d": date, "m": money, "p": person, "k": code, "y": lambda r: r.choice(TOWNS), "c": lambda r: r.choice(COLOURS), "w": lambda r: r.choice(MODES), "a": lambda r: r.choice(DAYS),
    "o": lambda r: r.choice(MONTHS), "r": lambda r: r.choice(ROOMS), "g": lambda r: r.choice(GOODS), "h": lambda r: r.choice(THINGS), "x": lambda r: r.choice(MOTTOS),
    "v": lambda r: r.choice(["", "", "v"]) + ".".join(str(r.randint(0, 14)) for _ in range(r.choice([2, 3, 3]))),
    "u": lambda r: r.choice(["https://", "http://", "https://www."]) + r.choice(TECH) + "." + r.choice(["example.org", "example.com", "test", "local", "internal"]) + r.choice(["", "", "/v2", "/" + r.choice(STEMS), ":8443"]),
    "e": lambda r: r.choice([r.choice(PEOPLE).lower(), r.choice(TECH), r.choice(STEMS)]) + "@" + r.choice(["example.org", "example.com", "mail.test", "shop.example"])}
STYLES = ["{k} = {v}", "{k}={v}", "{k}: {v}", "{k}: {v}", "{k} = \"{v}\"", "{k}: '{v}'", "{k} -> {v}", "- {k}: {v}", "* {k} = {v}", "{k}\t{v}", "{k};{v}", "{k} := {v}", "set {k} {v}", "{k} | {v}", "  {k}: {v}", "{k},{v}", "export {K}={v}", "{K}={v}", "const {k} = \"{v}\";", "<{k}>{v}</{k}>", "\"{k}\": \"{v}\","]
HEADS = ["# {s}", "// {s}", "[{s}]", "; {s} of {p}", "# kept by {p}", "-- {s} --", "== {s} ==", "# do not edit at night", "## {s}", "/* {s} */", "{s}:"]

LINES = """{p} brings the {g} on {a}|the {h} in the {r} is broken|{n} boxes of {g} arrived from {y}|call {p} before {t}|{a}: meeting in the {r}, {t}|paid {m} for the {h}|{p} and {P} share a {h}|send the {g} to {y} by {d}
|return the {h} to {p}|new {h} ordered on {d}|no {g} left in the {r}|{t} {p} opens the {r}|bus to {y} leaves at {t}|{p} owes {m}|the {c} {h} belongs to {p}|please water the plants in the {r}|key {k} is with {p}|clean the {r} after {t}
|{p} is away until {d}|we need {n} more chairs|repair the {h} ({p})|The {r} stays closed on {a}.|{p} asked for {n} copies.|Our {c} {h} was found in {y}.|Dinner: {g} with {G}.|Nobody has seen the {h} since {a}.|The {g} goes on the top shelf.
|{n}. {p}, {y}|{p};{n};{y}|{g},{n},{m}|{h}: {n} pcs|{d}  {m}  {g}|{a} {t} {p}|- {g}|- {h} ({c})|* ask {p} about the {h}|[ ] order {g}|[x] sell the {h}|TODO: rename {k}|BUG: {h} is not {c}|INFO {t} {s} started|WARN {t} {s} is slow
|ERROR {t} {s} lost {n} rows|print("{x}")|return {n}|{s}_count = {n}|color: {c};|<li>{g}</li>|<h1>{x}</h1>|import {s}|echo "{x}"|assert {s} == {n}|def {s}(x):|SELECT {s} FROM {o};|  - {s}: {n}|let {s} = {n};|include {s}.mk|EXPOSE {n}|FROM {s}:{v}
|Dear {p},|Yours, {p}|{x}|See you in {y}!|Table {n} is for {p}.|{p} scored {n} points against {y}|lesson {n}: {x}|invoice {k}: {m}|shelf {k}: {g}|{G} and {g} are sold out|train {k} to {y}, {t}|the lease ends in {o}|members pay {m} a year
|translate page {n} for {p}|{p} (goalkeeper)|{p} - alto|{y} office: {n} desks|wifi in the {r}: {k}|Q: who feeds the cat? A: {p}|winner in {o}: {p}|Thanks to {p} for the {g}.""".replace("\n", "").split("|")


def sentence(r):
    """One line of some file, or a text that a person wants in one."""
    s = r.choice(LINES)
    for c, kind in (("p", "p"), ("P", "p"), ("g", "g"), ("G", "g"), ("h", "h"), ("r", "r"), ("y", "y"), ("c", "c"), ("a", "a"), ("o", "o"), ("t", "t"), ("d", "d"), ("m", "m"), ("n", "n"), ("k", "k"), ("v", "v"), ("x", "x")):
        if "{" + c + "}" in s:
            s = s.replace("{" + c + "}", VALUE[kind](r))
    return s.replace("{s}", r.choice(TECH))


def value(r, kind=None):
    return VALUE[kind or r.choice("nntdmpkycwaorghxvue")](r)


def path(r, exts):
    """A path of one of many habits of naming."""
    if r.random() < .05 and exts is not CODE:
        return (r.choice(DIRS) + "/" if r.random() < .3 else "") + r.choice(BARE)
    s = r.choice(r.choice([STEMS, STEMS, TECH, GOODS, THINGS, [p.lower() for p in TOWNS]]))
    k = r.random()
    if k < .14:
        s += r.choice(["_", "-"]) + r.choice(STEMS)
    elif k < .26:
        s += r.choice(["_", "-", ""]) + str(r.choice([r.randint(1, 9), r.randint(2020, 2031), r.randint(10, 60)]))
    elif k < .32:
        s = s.capitalize()
    elif k < .37:
        s += "_" + r.choice(["old", "new", "final", "v2", "draft", "copy", "en", "fr", "local", "prod", "dev"])
    elif k < .40:
        s = s.upper()
    d = "" if r.random() < .45 else r.choice(DIRS) + "/" if r.random() < .8 else r.choice(DIRS) + "/" + r.choice(DIRS) + "/"
    return d + s + "." + r.choice(exts)


COMMANDS = """make {s}|npm run {s}|yarn {s}|pnpm {s}|python3 {s}.py|python tools/{s}.py|./{s}|./{s}.sh|bash {s}.sh|sh bin/{s}|cargo run -p {s}|go run ./cmd/{s}|node {s}.mjs|ruby bin/{s}|php {s}.php|perl {s}.pl|{s} --version|{s} stats|{s} --dry-run|{s} sync
|{s} export --all|{s}-cli info|just {s}|task {s}|gradle {s}|mvn {s}:run|dotnet run {s}|docker compose run {s}|rake {s}|composer {s}|lua {s}.lua|Rscript {s}.R|{s} -v|{s} list|systemctl status {s}|date|whoami|uptime|git log -1|git status -s|df -h|crontab -l|hostname|du -s {s}|{s}ctl ping|julia {s}.jl|mix {s}""".replace("\n", "").split("|")
OUTPUTS = re.split(r"\|(?![^\[]*\])", """{n} files processed|{s}: [up|down|idle|busy]|total {m}|{n} of {N} seats taken|last entry: {p}, {d}|next run {t}|{k}|build {k} finished|exit code {n}|{n} warnings, {N} notes|nothing to do since {d}|shipped to {y}|temperature {n} C|{p} logged in at {t}|{s} {v}
|balance: {m}|queue: {n} waiting|[packed|sorted|cleaned|exported|synced|indexed] {n} entries|free space: {n} MB|winner is {p}|{n} km to {y}|{d} {t}|hash {k}|average {n}.{N}|score {n}:{N}|{n} mails sent, {N} bounced|[slowest|largest|oldest|newest] item: {g}|paper jam in the {r}
|ticket {k} assigned to {p}|stock of {g}: {n}|up {n} days|connected to {y} ({n} ms)|report ready: {k}|key {k} expires {d}|delivered on {a}|found {n} duplicates|max load {n}%|up to date as of {d}""".replace("\n", ""))
TESTS = """make test|make check|make lint|make verify|npm test|npm run lint|yarn test|pytest|pytest -x|pytest tests/{s}|python -m pytest {s}|tox|cargo test|cargo test {s}|go test ./...|go vet ./{s}|./run_tests.sh|./verify {s}|./check_{s}.py|bin/rspec {s}|rake test|mvn verify
|gradle test|dotnet test|ctest|phpunit {s}|jest {s}|vitest run|validate {s}|{s} --check|{s} lint|ci/{s}.sh|sh check.sh|just check|mix test|nox -s {s}|deno test|swift test|bazel test {s}|shellcheck {s}.sh|yamllint .|test-{s}""".replace("\n", "").split("|")
PASSES = ["{n} passed in {N}s", "all green", "PASSED ({n} tests)", "ok - {n} of {n}", "OK: nothing to complain about", "Tests: {n} passed, 0 failed", "[OK] {s}", "100% passed", "Success", "clean, {n} files checked", "exit 0", "{n}/{n} checks fine", "lint: 0 problems", "verified"]
FAILS = ["FAIL {p}: should contain {t}", "{p} - missing: {t}", "expected {p} to hold {t}", "1 failed ({p}): want {t}", "[X] {p} has no {t}", "Check failed. File {p} needs {t}", "E   {p}: '{t}' not found", "lint: {p} must say {t}", "{p}:1 error, expecting {t}", "problem in {p}: no {t} there", "not ok 3 - {t} expected in {p}"]


def settings(r, n=None, keys=()):
    """A file of settings: its text and, for each key, (value, line)."""
    style = r.choice(STYLES)
    ks = list(keys) + [k for k in r.sample(list(KEYS), n or r.randint(2, 6)) if k not in keys][:max(0, (n or 6) - len(keys))]
    r.shuffle(ks)
    lines, got = [], {}
    for k in ks:
        v = VALUE[KEYS[k]](r)
        lines.append(style.replace("{k}", k).replace("{K}", k.upper()).replace("{v}", v))
        got[k] = (v, lines[-1])
    if r.random() < .25:
        lines.insert(0, r.choice(HEADS).replace("{s}", r.choice(TECH)).replace("{p}", r.choice(PEOPLE)))
    if r.random() < .08:
        lines.insert(r.randint(1, len(lines)), "")
    return "\n".join(lines), got


def notes(r, lo=1, hi=7):
    """A file of different lines."""
    return "\n".join(dict.fromkeys(sentence(r) for _ in range(r.randint(lo, hi))))
