"""Tools of many shapes: units turned round, switches said by a verb, texts after a colon,
formulas and code, numbered things with lists, addresses, nested values, stories in two
sentences.

Each maker gives a dict as gen_tools.make_tool does, with its "request" in words."""
import json

from agentsay import fill, ways
from asktool import wrap
from catalog import spec
from lexicon import MORE_NOUNS, MORE_VERBS
from phrase import expand, opener
from toolnames import ACTS, THINGS, third
from toolvalues import address, email, filename, path, person, phone, sentence, snippet, title, url
from words import ADJ, NAMES, WORDS, cap, distinct, letters, plural, strange, word

CASES = {"snake": "_".join, "camel": lambda p: p[0] + "".join(cap(x) for x in p[1:]), "kebab": "-".join, "pascal": lambda p: "".join(cap(x) for x in p)}


def named(case, name):
    return CASES[case](name.split("_"))


def say(r, forms, bare=False, **f):
    """A request from "-", "?", "!" ways with its slots; bare: it ends in a text of its own."""
    w = r.choice(forms)
    t = expand(r, w[2:]).replace("  ", " ").strip()
    if w[0] == "!":
        t = ". ".join(cap(x) for x in t.split(". "))
        t = (opener(r) + " " if r.random() < 0.07 else "") + t
        return fill(t if bare or t[-1] in ".?!" else t + r.choice([".", ".", ".", "", "!", ". Thanks.", ", please."]), f)
    return fill(wrap(r, t, w[0], bare), f)


def tool(r, name, desc, params, request, noun, verb, case=None, other=()):
    """params: (name, schema, description, value, required); `other` adds optional ones without a value."""
    case = case or r.choices(list(CASES), [70, 16, 10, 4])[0]
    ps, front = list(params), r.random()
    for n, s, d in other:
        if all(n != p[0] for p in ps):
            ps.insert(r.randint(0, len(ps)), (n, s, d, None, False))
    if r.random() < 0.3:
        r.shuffle(ps)
    full, pcase = r.random() < 0.9, case if case != "pascal" else "camel"
    props, required, args = {}, [], {}
    for n, s, d, v, need in ps:
        n = named(pcase, n)
        props[n] = {**s, "description": r.choice(d.split("/"))} if "true" in d.lower() or full and r.random() < 0.95 else dict(s)
        if need:
            required.append(n)
        if v is not None:
            args[n] = v
    name = named(case, name)
    if front < 0.05:
        name = word(r, 0.6).lower() + r.choice("_-") + name
    return {"spec": spec(r, name, desc + r.choice(["", "", "."]), props, required), "name": name, "args": args, "request": request, "noun": noun, "verbs": [verb], "verb": verb}


STR, INT, NUM, BOOL = {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": "boolean"}
LIST = {"type": "array", "items": STR}
INTS = {"type": "array", "items": INT}
SPARE = [("note", STR, "A remark/Optional note"), ("priority", INT, "How urgent, 1 to 5"), ("dry_run", BOOL, "Only try/Change nothing"), ("tags", LIST, "Labels/Optional tags"), ("timeout", INT, "Seconds to wait"), ("locale", STR, "Language of the answer"), ("round_to", INT, "Digits after the point"), ("user_id", STR, "Who asks"), ("verbose", BOOL, "More detail"), ("callback", STR, "Address to tell"), ("force", BOOL, "Do it in any case"), ("expires", STR, "Last day")]


def spare(r, p=0.22):
    return [r.choice(SPARE)] if r.random() < p else []


# Units

DIMS = [x.split() for x in ["miles kilometers meters yards feet inches centimeters millimeters furlongs leagues km cm mm ft", "kilograms grams pounds ounces stones tonnes milligrams carats kg lbs tons", "liters gallons pints cups quarts milliliters teaspoons tablespoons barrels ml", "seconds minutes hours days weeks months years decades milliseconds fortnights", "celsius fahrenheit kelvin", "watts kilowatts horsepower megawatts", "joules calories kilojoules kilocalories", "bytes kilobytes megabytes gigabytes bits terabytes MB GB", "acres hectares", "pascals bars psi atmospheres", "knots mph km/h", "degrees radians", "dollars euros yen pounds francs pesos rupees kroner USD EUR GBP JPY CHF SEK CAD BRL INR PLN", "dozens scores pairs", "volts millivolts", "lumens candelas", "hertz kilohertz megahertz"]]
TURN = ways("""- convert {x} {a} (to|into) {b}
- (turn|switch|rework) {x} {a} (to|into) {b}
- (give|tell|show|find) me {x} {a} (measured in|expressed in|written in) {b}
- (work out|calculate|compute|find out) how many {b} {x} {a} (are|make|come to)
- (work out|calculate|compute|figure out) {x} {a} in {b}
- (translate|recalculate|restate|rewrite) {x} {a} (as|in|into) {b}
- take {x} {a} and (tell me|give me|work out) the {b}
- (get|bring) {x} from {a} (over |)to {b}
- convert from {a} (to|into) {b} the (value|number|amount) {x}
- (say|state|write|put) {x} {a} as (a number of |){b}
- go from {a} to {b} with {x}
? how many {b} (are|make up|would be|equal|go into|correspond to|fit into|do i get for|are there in|come out of) {x} {a}
? how many {b} is that, {x} {a}
? how much (would|will) {x} {a} be in {b}
? how much is {x} {a} (in|when measured in|expressed in) {b}
? what (is|would be|are) {x} {a} (in|expressed in|measured in|when given in|if i want) {b}
? what does {x} {a} come to in {b}
? {x} {a} (is|are|makes|equals|would be) how many {b}
? in {b}, (what is|how much is|how many are) {x} {a}
? what do i get in {b} for {x} {a}
? if i have {x} {a}, how many {b} (is that|are these|do i have)
? how (far|long|much|big) is {x} {a} in {b}
! i (have|measured|got|counted|need) {x} {a} (and|but) (want|need|think in) {b}
! {x} {a} in {b}
! {b} out of {x} {a}
! {a} to {b}, and the (number|value|amount) is {x}
! {x} {a} = ? {b}
! {x} {a} => {b}
! (my recipe|the sign|the label|the book|my watch|the form) says {x} {a}. (i need that in|what is it in|please make it|tell me the) {b}
! the (result|answer) should be in {b}. (what i have|given|the value) is {x} {a}
! (instead of|rather than) {x} {a} i want (the|a value in) {b}
! from {a} i want to get to {b}: the (amount|value|figure) is {x}
! i do not understand {a}. (please say|what is|give me) {x} of them in {b}""")
AMOUNTS = "amount/value/quantity/number/x/magnitude/measurement/figure/size/n/input/how_much/value_to_convert".split("/")
ENDS = [x.split() for x in "unit_from unit_to/from_unit to_unit/from to/source_unit target_unit/source target/input_unit output_unit/have want/original_unit desired_unit/old_unit new_unit/start_unit end_unit/in_unit out_unit/unit_a unit_b/unit target_unit/unit to_unit/base result/current_unit other_unit/unit_before unit_after/origin destination/unit_given unit_wanted/from_measure to_measure".split("/")]
CONVERT = ["convert_units", "unit_converter", "convert", "units", "convert_measure", "recalculate_unit", "translate_units", "unit_change", "to_other_unit", "measure_converter", "convert_quantity", "conversion", "rescale_unit", "switch_unit", "convert_value"]
ABOUT = ["Converts a {v} from one unit to another", "Unit conversion", "Convert between units", "Gives the same {v} in another unit", "Change the unit of a {v}", "Tells what a {v} is in a different unit", "Recalculates a {v} in another unit of measure", "Restate a {v} in other units", "Translates units of measure"]


def conversion(r):
    """Unit conversion, asked in either direction."""
    dim = r.choice(DIMS)
    a, b = r.sample(dim, 2) if r.random() < 0.75 else distinct(r, 2, lambda r: plural(word(r, 0.5).lower()) if r.random() < 0.8 else letters(r, 3).upper())
    v = r.choice(AMOUNTS)
    f, t = r.choice(ENDS)
    whole = r.random() < 0.25
    x = r.randint(1, 999) if whole or r.random() < 0.55 else round(r.uniform(0.1, 999), r.randint(1, 2))
    x = r.choice([0.5, 1.5, 2500, 12000, 0.25, 100]) if not whole and r.random() < 0.08 else x
    name, about = r.choice(CONVERT), r.choice(ABOUT)
    if dim[0] == "dollars" and a in dim and r.random() < 0.7:
        name, about = r.choice(["convert_currency", "exchange", "exchange_money", "currency_converter", "fx_convert", "money_change"]), r.choice(["Converts money between currencies", "Exchange an amount of money", "Currency conversion", "What an amount is worth in another currency"])
        f, t = r.choice([(f, t), ("from_currency", "to_currency"), ("currency_from", "currency_to"), ("base_currency", "target_currency")])
    order = [(v, INT if whole else NUM, "The {v}/How many/What to convert/Value to convert".replace("{v}", v.replace("_", " ")), x, True), (f, STR, "Unit of the given value/What it is in now/Unit to convert from/Unit it has", a, True), (t, STR, "Unit of the result/What it should be in/Unit to convert to/Unit you want", b, True)]
    q = say(r, TURN, x=str(x), a=a, b=b)
    return tool(r, name, about.replace("{v}", r.choice(["value", "quantity", "number", "measurement", "amount"])), order, q, "unit", "convert", None, spare(r, 0.12))


# Switches: a boolean that the verb of the request tells.

SWITCH = [tuple(x.split("/") for x in line.split(" | ")) for line in """
allow/permit/let through | block/deny/refuse/shut out | rule/access/port_rule/filter
enable/activate/switch on/turn on | disable/deactivate/switch off/turn off | feature/alarm/sensor/plugin/service
lock/secure/bolt | unlock/release/free | door/gate/safe/screen/cabinet
open/raise | close/shut/lower | valve/window/blind/hatch/roof
mute/silence | unmute/let ring | phone/channel/microphone/speaker
show/display/reveal | hide/conceal/cover up | column/layer/toolbar/panel
include/add/count in | exclude/leave out/skip | guest_rule/folder_rule/tax/source
accept/approve/grant | reject/decline/turn down | request/offer/invitation/claim
start/launch/fire up | stop/halt/kill | engine/job/recorder/timer/stream
pin/stick | unpin/loosen | message/note/tab
follow/watch | unfollow/ignore | account/topic/thread
publish/make public | unpublish/make private/take down | page/album/draft
pause/interrupt | resume/continue | download/game/print_job/backup
freeze/suspend | unfreeze/reinstate/revive | card/account/contract
trust/believe | distrust/doubt | certificate/device/sender
keep/retain/save | drop/discard/throw away | backup/copy/log_file
light/illuminate | darken/dim | sign/stage/tunnel
fill/top up | drain/empty | tank/pool/basin
connect/plug in | disconnect/unplug/cut off | cable/printer/drive/vpn
praise/like/upvote | criticize/dislike/downvote | post/comment/song
hire/employ | fire/dismiss/let go | worker/cook/driver
admit/let in | expel/keep out/send away | visitor/student/member
mark as read/mark as seen | mark as unread/mark as unseen | mail/article/alert
""".strip().split("\n")]
STATE = ["value/flag/switch_to/setting", "{y}/{y}/should_{y}/do_{y}/to_{y}/will_{y}"]
GOES_ON = {"allow": "allowed/on", "enable": "enabled/on/active", "open": "is_open", "show": "visible/shown", "include": "included", "accept": "accepted", "start": "running/active/on", "publish": "public", "connect": "connected/online", "light": "on/lit", "mute": "muted", "lock": "locked", "pause": "paused", "freeze": "frozen", "pin": "pinned"}


def switch(r):
    yes, no, things = r.choice(SWITCH)
    thing = r.choice(things)
    yes0, no0 = (yes[0].split(" ")[0] if len(yes[0].split(" ")) < 2 else "_".join(yes[0].split(" "))), no[0]
    on = r.random() < 0.45
    verb = r.choice(yes if on else no)
    noun = thing.replace("_", " ") if not thing.endswith("_rule") else thing.split("_")[0]
    kind = r.randrange(4)
    if kind == 0:
        n, s, v = r.choice(["number", "id", noun.split(" ")[0] + "_id", noun.split(" ")[0] + "_number", "port"]), INT, r.randint(1, 9999)
        shown = r.choice([f"{noun} {v}", f"the {noun} {v}", f"{noun} number {v}", f"the {noun} with number {v}", f"{noun} #{v}"])
    elif kind == 1:
        n, s, v = r.choice(["name", noun.split(" ")[0], noun.split(" ")[0] + "_name", "target", "which"]), STR, r.choice([title(r), word(r).lower(), f"{word(r)}-{r.choice(['test', 'main', 'east', 'backup', str(r.randint(2, 99))])}".lower(), filename(r)])
        shown = r.choice([f"the {noun} {v}", f"the {noun} \"{v}\"", f"the {noun} called {v}", f"the {noun} named {v}"] if '"' not in v else [f"the {noun} {v}"])
    elif kind == 2:
        n, s, v = r.choice(["room", "place", "where", "location", "area"]), STR, r.choice(["kitchen", "garage", "attic", "hall", "lab", "stairwell", "cellar", "porch", "north wing", "room " + str(r.randint(2, 40)), word(r).lower()])
        shown = f"the {noun} in the {v}" if not v.startswith("room") else f"the {noun} in {v}"
    else:
        n, s, v = r.choice(["owner", "person", "user", "of", "contact"]), STR, person(r)
        shown = r.choice([f"the {noun} of {v}", f"{v}'s {noun}", f"the {noun} from {v}"])
    flag = r.choice(r.choice(STATE + [GOES_ON.get(yes[0], "{y}")]).replace("{y}", yes0.replace(" ", "_")).split("/"))
    desc = r.choice([f"true to {yes[0]}, false to {no0}", f"Whether to {yes[0]} it (true) or {no0} it (false)", f"true: {yes[0]}, false: {no0}", f"{cap(yes[0])} (true) or {no0} (false)", f"True if it should {yes[0]}, false to {no0}"])
    ps = [(n, s, f"Which {noun}/The {noun}/{cap(n.replace('_', ' '))} of the {noun}", v, True), (flag, BOOL, desc, on, True)]
    forms = ways("- {v} {s}\n- {v} {s}\n- {v} {s} (now|today|again)\n- please do {v} {s}\n! {s} (should|must|has to) be changed: {v} it\n! i want to {v} {s}\n? (is it possible|are you able) to {v} {s}\n! it is time to {v} {s}\n! (somebody|we) (should|must|needs to) {v} {s}\n- see to it that you {v} {s}")
    q = say(r, forms, v=verb, s=shown)
    name = r.choice([f"set_{thing}", f"{thing}_switch", f"change_{thing}", f"{thing}_state", f"control_{thing}", f"update_{thing}", f"{yes0.replace(' ', '_')}_{thing}", f"toggle_{thing}", f"{thing}"])
    about = r.choice([f"Sets the state of a {noun}", f"Changes a {noun}", f"Controls the {noun}", f"{cap(yes[0])} or {no0} a {noun}", f"Decides about a {noun}"])
    return tool(r, name, about, ps, q, noun, "set", None, spare(r))


# Texts of all kinds, introduced by their name.

A1 = lambda r: f"{r.choice('ABCDEFGHK')}{r.randint(1, 99)}"
SPECIAL = {
    "formula/expression/cell_formula": ("The formula/Formula to write/Formula of the cell", lambda r: r.choice([f"=SUM({A1(r)}:{A1(r)})", f"={A1(r)}*{r.randint(2, 99)}", f"={A1(r)}+{A1(r)}-{A1(r)}", f"=AVERAGE({A1(r)}:{A1(r)})", f'=IF({A1(r)}>{r.randint(1, 99)}, "{word(r)}", "{word(r)}")', f'=COUNTIF({A1(r)}:{A1(r)}, ">={r.randint(1, 99)}")', f"=MAX({A1(r)}, {A1(r)}, {r.randint(1, 99)})", f'=CONCAT({A1(r)}, " {word(r)}")', f"=ROUND({A1(r)}/{r.randint(2, 9)}, {r.randint(0, 3)})", f"=TODAY()-{r.randint(1, 99)}", f'=VLOOKUP("{word(r)}", {A1(r)}:{A1(r)}, {r.randint(2, 5)})'])),
    "regex/pattern/regular_expression": ("Regular expression/Pattern to look for", lambda r: r.choice([f"^{word(r)}", f"{word(r)}$", f"[a-z]+_{word(r)}", f"\\d{{{r.randint(2, 6)}}}", f"({word(r)}|{word(r)})", f"{word(r)}.*{word(r)}", f"<{word(r)}.*>", f"^{word(r)}\\s+[0-9]+$", f"{word(r)}|{word(r)}|{word(r)}", f"[^{letters(r, 3)}]*", f"\\b{word(r)}s?\\b", f"{word(r)}\\.{word(r)}"])),
    "condition/rule/filter/expression/criteria": ("Condition such as load > 80/Rule/When it holds", lambda r: r.choice(["{a} {o} {n}", "{a} {o} {n}", "{a}.{b} {o} {n}", "{a}_{b} {o} {n}", "{a} {o} {n} and {b} {p} {m}", "{a} = \"{b}\"", "{a} != {b}", "{n} < {a} < {m}", "{a} {o} {n} or {b}", "not {a}", "{a}({b}) {o} {n}", "{a} {o} {n}%", "{a} in ({n}, {m})"]).replace("{a}", word(r).lower()).replace("{b}", word(r).lower()).replace("{o}", r.choice(["<", ">", "<=", ">=", "=="])).replace("{p}", r.choice(["<", ">", "<=", ">="])).replace("{n}", str(r.randint(1, 99))).replace("{m}", str(r.randint(100, 999)))),
    "sql/query/statement": ("SQL to run/Query", lambda r: r.choice(["SELECT {a} FROM {b}", "SELECT * FROM {a} WHERE {b} >= {n}", "SELECT {a}, {b} FROM {c} ORDER BY {a} LIMIT {n}", "DELETE FROM {a} WHERE {b} < {n};", "UPDATE {a} SET {b} = '{c}' WHERE id = {n}", "SELECT COUNT(*) FROM {a} WHERE {b} <> '{c}'", "INSERT INTO {a} VALUES ({n}, '{b}')"]).replace("{a}", word(r).lower()).replace("{b}", word(r).lower()).replace("{c}", word(r).lower()).replace("{n}", str(r.randint(1, 999)))),
    "html/markup/code": ("HTML to put in/Markup", lambda r: r.choice(["<p>{a} {b}</p>", "<h2>{A}</h2>", "<a href=\"{a}.html\">{b}</a>", "<img src=\"{a}.png\" alt=\"{b}\">", "<b>{a}</b> and <i>{b}</i>", "<div id='{a}'>{b} {c}</div>", "<li>{a}</li>", "<{a}/>", "<span style=\"color: red\">{a}</span>", "<tr><td>{a}</td><td>{b}</td></tr>"]).replace("{a}", word(r).lower()).replace("{A}", cap(word(r))).replace("{b}", word(r)).replace("{c}", word(r))),
    "snippet/code/source/script": ("Code/Code to run/Source text", snippet),
    "command/shell_command/line": ("Command line/Command to run", lambda r: r.choice(["ls -la /{a}", "grep -r \"{a}\" {b}/", "tar -czf {a}.tar.gz {b}", "echo '{a} {b}' >> {c}.txt", "cat {a} | wc -l", "find . -name '*.{a}'", "curl -s https://{a}.org | head -n {n}", "kill -9 {n}", "ps aux > {a}.log", "{a} --{b}={n} && {c}"]).replace("{a}", word(r).lower()).replace("{b}", word(r).lower()).replace("{c}", word(r).lower()).replace("{n}", str(r.randint(1, 999)))),
    "quote/saying/line/slogan/motto": ("What is said/Text with its quotation marks/Words", lambda r: r.choice(["{A} \"{b}\" {c}", "the \"{a}\" and the \"{b}\"", "\"{a}\" is {n} {b}", "{A}'s {b}", "he said \"{a}\", then \"{b}\"", "buy {n} \"{a}\", get {m} free", "\"{A} {b}\" at {n}:00", "{a} & {b} (only {n} left)", "{n}% off \"{a}\"!", "it's {a} o'clock", "don't {a} the '{b}'", "say \"{a}\" {n} times", "{A}: \"{b}\"", "{a} \"{b}\" for {p}"]).replace("{A}", cap(word(r))).replace("{a}", word(r).lower()).replace("{b}", word(r).lower()).replace("{c}", word(r).lower()).replace("{n}", str(r.randint(2, 99))).replace("{m}", str(r.randint(2, 9))).replace("{p}", r.choice(NAMES))),
    "comment/remark/feedback/note/opinion/review": ("What to say about it/Remark/Comment text", sentence),
    "question/issue/problem/complaint": ("The question/What is wrong/What to ask", lambda r: r.choice(["why is the {a} so {b}?", "how do I {v} a {a}?", "the {a} is {b}", "no {a} since {n} o'clock", "the {a} makes a {b} noise", "can I {v} the {a} at night?", "is a {a} better than a {c}?", "what should I {v} with my {a}, and when?", "{n} of the {a}s are gone", "my {a} hurts when I {v}", "the {a} does not {v} any more", "water drips from the {a}", "who can {v} my {a}?"]).replace("{a}", word(r).lower()).replace("{b}", r.choice(ADJ)).replace("{c}", word(r).lower()).replace("{v}", r.choice(MORE_VERBS)).replace("{n}", str(r.randint(2, 12)))),
    "message/text/body/announcement/caption": ("The text/Message text/What it says", lambda r: sentence(r) if r.random() < 0.6 else f"{sentence(r)}, {sentence(r)}"),
    "lines/body/text/description/poem/content": ("Text of several lines/Full text", lambda r: "\n".join(r.choice([sentence(r), f"- {word(r)} {word(r)}", f"{word(r)}: {r.randint(2, 99)}", f"{i + 1}. {r.choice(MORE_VERBS)} the {word(r)}", f"{cap(word(r))},", f"* {word(r)} x {r.randint(2, 9)}"]) for i in range(r.randint(2, 4)))),
    "json/payload/data/config": ("JSON text/Payload", lambda r: json.dumps({word(r).lower(): r.choice([r.randint(0, 99), word(r), True]) for _ in range(r.randint(1, 3))})),
    "schedule/cron/cron_expression": ("When it runs, as a cron line/Cron expression", lambda r: r.choice([f"{r.randint(0, 59)} {r.randint(0, 23)} * * *", f"*/{r.randint(2, 30)} * * * *", f"0 {r.randint(0, 23)} * * {r.randint(0, 6)}", "@daily", f"{r.randint(0, 59)} */{r.randint(2, 12)} 1 * *"])),
    "path/file/document/target_file": ("Path of the file/The file", path),
    "url/link/endpoint": ("Web address/Link", url),
}
CODES = {
    "version/release/tag": ("Version/Which version", lambda r: r.choice(["", "v"]) + f"{r.randint(0, 20)}.{r.randint(0, 20)}.{r.randint(0, 30)}" + r.choice(["", "", "-beta", "-rc1"])), "ip/host/address": ("IP address/Host", lambda r: ".".join(str(r.randint(1, 254)) for _ in range(4))), "serial/code/reference/article_number": ("Serial number/Reference/Code", lambda r: r.choice([f"{letters(r, 2).upper()}-{r.randint(100, 99999)}", f"{r.randint(10, 99)}-{letters(r, 1).upper()}-{r.randint(100, 999)}", f"{letters(r, 3).upper()}{r.randint(1, 999):03d}", f"{r.randint(1, 99)}/{r.randint(1, 999)}", f"#{letters(r, 6, '0123456789abcdef')}"])),
    "color/hex/shade": ("Color as hex", lambda r: "#" + letters(r, 6, "0123456789ABCDEF")), "cell/square/field": ("Which cell/Square", lambda r: r.choice([A1(r), f"{r.choice('abcdefgh')}{r.randint(1, 8)}"])), "range/cells/area": ("Range of cells", lambda r: f"{A1(r)}:{A1(r)}"), "plate/license_plate": ("License plate", lambda r: f"{letters(r, 2).upper()} {r.randint(10, 999)} {letters(r, 2).upper()}"), "phone/number_to_call": ("Phone number", phone), "email/mail/reply_to": ("Mail address", email), "date/day/due": ("Day as YYYY-MM-DD", lambda r: f"20{r.randint(20, 45)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"), "time/starts_at/clock_time": ("Time as HH:MM", lambda r: f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}"), "isbn/barcode/ean": ("The number on the back", lambda r: letters(r, 13, "0123456789")), "branch/environment/cluster": ("Branch/Which one", lambda r: f"{word(r).lower()}-{r.choice(['v2', 'dev', 'eu', 'api', 'old', str(r.randint(2, 99))])}"), "address/street/destination": ("Street and house number/Full address", address), "person/pupil/customer/patient/author": ("Name of the person/Who", person), "title/headline/book/film": ("The title/Title", title), "country_code/currency/airport": ("Three letters", lambda r: letters(r, 3).upper())}
INTRO = ways("""! (my|the|your) {n} is: {x}
! (this is|here is|that is) the {n}: {x}
! {n}: {x}
! (as|for) the {n} (use|take|write|put): {x}
! the {n} (should be|must be|reads|goes|is as follows|will be): {x}
! use this {n}: {x}
! (write|take|put|enter) the following {n}: {x}
! (its|the) {n} = {x}
! (with|and) this {n}: {x}
! the {n} (to use|to write|i want|we need) is {x}
! {q} is the {n}
! {n} {q}
! the {n} is {q}
! i want the {n} {q}""")
INSIDE = ["with the {n} {q}", "with {n} {q}", "and the {n} {q}", "using {q} as the {n}", "with {q} as {n}", ", {n}: {q}", "and {q} as its {n}", "with this {n}: {q}", "where the {n} is {q}", "whose {n} is {q}", "({n} {q})", "; the {n} is {q}", "having {n} {q}", ", {n} = {q}", "and write the {n} {q}"]
TAILS = ["with the {n} {x}", "with {n} {x}", "and this {n}: {x}", "with the following {n}: {x}", ": {x}", ", {n}: {x}", "using the {n} {x}", "and the {n} {x}", "with the {n}\n{x}", "with this {n}:\n{x}", "; {n}:\n{x}", "whose {n} reads {x}"]


def marks(r, v):
    ms = [m for m in ('"', '"', "'", "`") if m not in v]
    m = r.choice(ms) if ms and "\n" not in v else ""
    return m + v + m


def subject(r):
    """A verb and a thing, known or invented: (verb, noun)."""
    verb = (r.choice(ACTS).split("|")[0] if r.random() < 0.5 else r.choice(MORE_VERBS) if r.random() < 0.75 else strange(r).lower()).split(" ")[0]
    noun = r.choice(THINGS) if r.random() < 0.4 else r.choice(MORE_NOUNS) if r.random() < 0.6 else strange(r).lower()
    return verb, noun.lower()


def described(r, verb, noun):
    return r.choice([f"{cap(verb)} a {noun}", f"{cap(third(verb))} a {noun}", f"Use this to {verb} a {noun}", f"{cap(verb)} the {noun} of the user", f"Lets you {verb} one {noun}", f"{cap(noun)}: {verb}", f"{cap(verb)} {plural(noun)}"])


def tool_name(r, verb, noun):
    a, b = verb.replace(" ", "_"), noun.replace(" ", "_")
    return r.choice([f"{a}_{b}", f"{a}_{b}", f"{a}_{b}", f"{b}_{a}", f"{a}_the_{b}", f"{a}_{plural(b)}"])


def texts(r):
    """One text of a difficult kind, said at the end or in the middle, among short values."""
    verb, noun = subject(r)
    names, (d, make) = r.choice(list(SPECIAL.items()))
    n = r.choice(names.split("/"))
    while True:
        v = make(r)
        if len(v) < 200 and "\r" not in v:
            break
    ps, bits = [(n, STR, d, v, True)], []
    for key in r.sample(list(CODES), r.choice([0, 1, 1, 2, 2])):
        n2 = r.choice(key.split("/"))
        d2, make2 = CODES[key]
        v2 = make2(r)
        if n2 == n:
            continue
        ps.append((n2, STR, d2, v2, True))
        bits.append((n2, v2))
    if r.random() < 0.35:
        k = r.randint(1, 500) if r.random() < 0.5 else round(r.uniform(0.5, 99), 1)
        n2 = r.choice(["points", "amount", "rank", "level", "weight", "count", "size", "score"])
        ps.append((n2, INT if isinstance(k, int) and r.random() < 0.6 else NUM, f"The {n2}/How many {n2}", k, True))
        bits.append((n2, str(k)))
    spoken = n.replace("_", " ")
    order = f"{verb} {r.choice(['the', 'a', 'my', 'this', 'the'])} {noun}"
    for i, (n2, v2) in enumerate(bits):
        h = n2.replace("_", " ")
        t = r.choice(["with {n} {v}", "with the {n} {v}", "for {n} {v}", "using {n} {v}", ", {n} {v}", "and {n} {v}", "with {v} as {n}", ", {n}: {v}"])
        order += ("" if t[0] == "," else " ") + fill(t, {"n": h, "v": v2})
    k = r.random()
    if k < 0.4 or "\n" in v or marks(r, v) == v and '"' in v:
        k = r.random() * 0.4
        if k < 0.2:
            t = r.choice([x for x in TAILS if "\n" in x or "\n" not in v] if "\n" not in v or r.random() < 0.5 else [":\n{x}", "with this {n}:\n{x}", ", {n}:\n{x}"])
            q = wrap(r, order + ("" if t[0] in ":,;" else " ") + "{t}", "-", True)
            q = fill(q, {"t": fill(t, {"n": spoken, "x": v})})
        else:
            t = fill(expand(r, r.choice(INTRO[:9])[2:]), {"n": spoken, "x": v})
            if "\n" in v:
                t = t[: len(t) - len(v)].rstrip() + "\n" + v
            q = wrap(r, order) if r.random() < 0.7 else cap(order) + "."
            q = (q if q[-1:] in ".?!" else q + ".") + " " + cap(t)
    elif k < 0.55:
        t = fill(expand(r, r.choice(INTRO)[2:]), {"n": spoken, "x": v, "q": marks(r, v)})
        q = wrap(r, order, "-")
        q = (q if q[-1:] in ".?!" else q + ".") + " " + cap(t)
    else:
        t = fill(r.choice(INSIDE), {"n": spoken, "q": marks(r, v)})
        words = order.split(" ")
        at = 3 if r.random() < 0.5 and bits and t[0] not in ",;(" else len(words)
        order = " ".join(words[:3]) + ("" if t[0] in ",;" else " ") + t + " " + " ".join(words[3:]).lstrip(",") if at == 3 else order + ("" if t[0] in ",;" else " ") + t
        q = fill(wrap(r, "{t}", "-", order[-1:] not in "\"'`" or v[-1:] in ".?!"), {"t": order.strip()})
    return tool(r, tool_name(r, verb, noun), described(r, verb, noun), ps, q, noun, verb, None, spare(r))


# A numbered or named thing with a list.

LISTED = ways("""- {v} {l} in {e}
- {v} {l} (for|of|from|at) {e}
- go to {e} and {v} {l}
- in {e}, {v} {l}
- for {e}, {v} {l}
- {v} these in {e}: {l}
- {v} (the following|these) {m} (in|of|at) {e}: {l}
- open {e} and {v} (|there ){l}
- use {e} to {v} {l}
! {e} is (ready|free|waiting|open|next). {v} {l} there
! {l} (belong|go) (to|into) {e}. please {v} them
! (in|for|at) {e} there are {m} to {v}: {l}
! the {m} of {e} are {l}. {v} them
! {e}: {v} {l}
? (can|could|would) you {v} {l} in {e}
- {v} the {m} {l} (with|in) {e}""")


def members(r):
    """An entity by number or name, and a list of names or numbers."""
    verb, noun = subject(r)
    place = r.choice(["barn", "room", "group", "list", "shelf", "class", "bus", "box", "team", "table", "cage", "folder", "hall", "garden", "zone", "order", "project", "playlist", "ward", "ship", "account", "queue"]) if r.random() < 0.7 else word(r).lower()
    kind = r.randrange(3)
    if kind < 2:
        n = r.choice([f"{place}_id", f"{place}_number", place, "id", "number", f"{place}_no"])
        v = r.randint(1, 9999) if r.random() < 0.4 else r.randint(1, 60)
        e = r.choice([f"{place} {v}", f"the {place} {v}", f"{place} number {v}", f"the {place} with id {v}", f"the {place} with the number {v}", f"{place} no. {v}", f"{place} #{v}", f"the {place} with number {v}"])
        s = INT
    else:
        n, v, s = r.choice([place, f"{place}_name", "name", "where"]), r.choice([word(r).lower(), title(r), person(r)]), STR
        e = r.choice([f"the {place} {v}", f"the {place} \"{v}\"", f"{place} {v}", f"the {place} called {v}"] if '"' not in v else [f"the {place} {v}"])
    ints = r.random() < 0.2
    many = plural(noun)
    ln = r.choice([many.replace(" ", "_"), many.replace(" ", "_"), "names" if not ints else "numbers", "items", "entries", "list", "members"])
    make = (lambda r: r.randint(1, 999)) if ints else r.choice([lambda r: r.choice(NAMES), lambda r: r.choice(NAMES), lambda r: word(r).lower(), lambda r: r.choice(WORDS), lambda r: f"{r.choice(ADJ)} {word(r).lower()}", filename, title, lambda r: f"{r.choice(NAMES)} {cap(word(r))}"])
    xs = distinct(r, r.choice([1, 2, 2, 3, 3, 4, 4, 5, 6]), make)
    said = [str(x) for x in xs]
    if r.random() < 0.12 and not ints:
        said = [f'"{x}"' for x in said]
    k = r.random()
    shown = ", ".join(said) if k < 0.42 or len(said) < 2 else ", ".join(said[:-1]) + (" and " if k < 0.85 else ", and ") + said[-1] if k < 0.93 else " and ".join(said)
    ps = [(n, s, f"Which {place}/The {place}/{cap(place)}", v, True), (ln, INTS if ints else LIST, f"The {many}/Which {many}/List of {many}", xs, True)]
    q = say(r, LISTED, v=verb, l=shown, e=e, m=many)
    if r.random() < 0.25:
        yes, no = r.choice(ADVERBS)
        on = r.random() < 0.5
        ps.append((yes[1], BOOL, yes[2], on, True))
        q = q.rstrip(".!? ") + r.choice([", ", " - ", ", and "]) + r.choice((yes[0] if on else no).split("/")) + "."
        if "\n" in q or q.count("?") or "hank" in q or "lease" in q[-30:]:
            return members(r)
    return tool(r, tool_name(r, verb, many if r.random() < 0.5 else noun), described(r, verb, noun), ps, q, noun, verb, None, spare(r))


# (words for true, parameter, description), words for false
ADVERBS = [(("with a receipt/receipt yes/receipt: yes", "receipt", "Whether a receipt is wanted"), "without a receipt/receipt no/no receipt/receipt: no"), (("recorded/with recording/recording on", "record", "Whether to record it"), "without recording it/not recorded/recording off/record: no"), (("urgent/it is urgent/urgent: yes", "urgent", "Whether it is urgent"), "not urgent/it is not urgent/urgent: no/no hurry"), (("emergency yes/it is an emergency/emergency: true", "emergency", "Whether it is an emergency"), "emergency no/no emergency/not an emergency/emergency: false"), (("with insurance/insurance yes", "insurance", "True with insurance"), "without insurance/insurance no/no insurance"), (("in secret/secretly", "secret", "Whether nobody may know"), "openly/not in secret/secret: no"), (("with breakfast/breakfast: yes", "breakfast", "Whether breakfast is included"), "without breakfast/no breakfast"), (("log it/with logging", "log", "Whether to log it"), "do not log it/without logging/logging off"), (("with sound/sound on", "sound", "Sound on or off"), "without sound/sound off/no sound"), (("by express/express: true", "express", "Express delivery"), "not by express/express: false/no express"), (("retry if it fails/retry on", "retry", "Try again after a failure"), "without retrying/never retry/retry off"), (("include the archive/archive too", "include_archive", "Whether the archive counts"), "leave the archive out/without the archive/exclude the archive"), (("with a copy for me/copy to me yes", "copy_to_me", "Send me a copy"), "no copy for me/without a copy for me"), (("signed/signature yes", "sign", "Whether to sign it"), "unsigned/signature no/without a signature"), (("wait for the end/wait until it is done", "wait", "Whether to wait until it ends"), "do not wait/without waiting"), (("permanently/for ever", "permanent", "For good or for now"), "only for now/not permanently/temporarily"), (("in public/publicly", "public", "Whether all may see it"), "in private/privately/not public")]


# Two sentences: what is the case, and what to do about it.

STORY = ways("""! {e} (is|was|looks|got|has become) {j}. {v} it {b}
! {e} needs (attention|help|care|you). {v} it {b}
! (i|we) (have|bought|found|saw|got) {e}. (please |){v} it {b}
! there is {e}. (please |){v} it {b}
! (about|concerning) {e}: {v} it {b}
! {e} {b}: (please |){v} it
! it is {p} who wants {e}. {v} it {b}
! {p} asked for {e}. {v} it {b}
! tomorrow is too late for {e}. {v} it (now |){b}
? {e} is {j}. can you {v} it {b}
? (do you see|you know) {e}? {v} it {b}
- {v} {e} {b}
- take {e} and {v} it {b}
- {b}, {v} {e}
- let {e} {v} {b}
- make {e} {v} {b}
! {e} (should|must|has to|is to) {v} {b}
! i want {e} to {v} {b}""")
BITS = [("street/address/site/place/where", STR, "Street and house number/Where", address, "at {v}/in {v}"), ("minutes/duration/minutes_to_wait", INT, "Minutes", lambda r: r.randint(2, 240), "for {v} minutes"), ("price/euros/dollars/fee", NUM, "Price/How much money", lambda r: r.choice([r.randint(2, 900), round(r.uniform(2, 900), 2)]), "for {v} dollars/for {v} euros/at a price of {v}"), ("depth/height/meters/distance", NUM, "Meters/How far in meters", lambda r: r.choice([r.randint(2, 90), round(r.uniform(1, 90), 2)]), "{v} meters deep/{v} meters up/over {v} meters/at {v} meters"), ("person/helper/by/employee", STR, "Who does it/Name of the helper", person, "with the help of {v}/together with {v}"), ("date/day/on", STR, "Day as YYYY-MM-DD", lambda r: f"20{r.randint(24, 40)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}", "on {v}"), ("time/at/hour", STR, "Time of day", lambda r: f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}", "at {v}"), ("times/repeat/rounds", INT, "How often", lambda r: r.randint(2, 20), "{v} times"), ("color/paint", STR, "The color", lambda r: r.choice("crimson teal beige maroon violet olive navy coral ivory khaki".split()), "in {v}"), ("target_folder/folder/into", STR, "Folder", lambda r: "/" + "/".join(word(r).lower() for _ in range(r.randint(1, 3))), "into {v}/in the folder {v}"), ("percent/share", INT, "Percent", lambda r: r.randint(1, 99), "by {v} percent/to {v}%"), ("weight_kg/kilos", NUM, "Weight in kilograms", lambda r: round(r.uniform(0.5, 90), 1), "with {v} kilograms"), ("tool/machine/device", STR, "What to use", lambda r: r.choice(["drill", "crane", "sponge", "laser", "brush", "robot", "chisel", "hoist", "scanner"]), "with the {v}/using the {v}"), ("reason/cause", STR, "Why", lambda r: f"{r.choice(ADJ)} {word(r).lower()}", "because of \"{v}\"/for the reason \"{v}\"")]


def story(r):
    verb, noun = subject(r)
    k = r.randrange(4)
    if k == 0:
        n, s, v = r.choice(["number", "id", f"{noun.split(' ')[0]}_number", f"{noun.split(' ')[0]}_id"]), INT, r.randint(1, 999)
        e = r.choice([f"{noun} {v}", f"{noun} number {v}", f"the {noun} with number {v}", f"the {noun} with id {v}"])
    elif k == 1:
        n, s, v = r.choice(["name", noun.split(" ")[0], f"{noun.split(' ')[0]}_name"]), STR, r.choice([word(r).lower(), f"{word(r)}-{r.choice(['test', 'api', 'old', 'v2', str(r.randint(2, 99))])}".lower(), title(r), r.choice(NAMES)])
        e = r.choice([f"the {noun} {v}", f"the {noun} \"{v}\"", f"the {noun} called {v}", f"my {noun} {v}"] if '"' not in v else [f"the {noun} {v}"])
    elif k == 2:
        n, s, v = r.choice(["file", "path", "document", noun.split(" ")[0]]), STR, path(r)
        e = r.choice([f"the {noun} {v}", f"the {noun} in {v}", f"the {noun} at {v}"])
    else:
        n, s, v = r.choice(["kind", "type", f"{noun.split(' ')[0]}_kind"]), STR, r.choice(ADJ + MORE_NOUNS[:60])
        e = f"the {v} {noun}"
    ps, bits = [(n, s, f"Which {noun}/The {noun}/{cap(n.replace('_', ' '))}", v, True)], []
    for names, sc, d, make, says in r.sample(BITS, r.choice([0, 1, 1, 2, 2, 3])):
        n2, v2 = r.choice(names.split("/")), make(r)
        if any(n2 == p[0] for p in ps):
            continue
        if isinstance(v2, str) and '"' in v2:
            continue
        ps.append((n2, sc, d, v2, True))
        bits.append(r.choice(says.split("/")).replace("{v}", str(v2)))
    if r.random() < 0.25:
        yes, no = r.choice(ADVERBS)
        on = r.random() < 0.5
        if all(yes[1] != p[0] for p in ps):
            ps.append((yes[1], BOOL, yes[2], on, True))
            bits.append(", " + r.choice((yes[0] if on else no).split("/")))
    bits.sort(key=lambda b: b.startswith(", "))
    forms = STORY if bits and not any(b[0] == "," for b in bits) else [x for x in STORY if not x.startswith("- {b}") and "{e} {b}:" not in x]
    q = say(r, forms, v=verb, e=e, b="\0", j=r.choice(ADJ), p=r.choice(NAMES))
    b = " ".join(bits).replace(" ,", ",")
    q = q.replace(" \0", ("" if b[:1] in (",", "") else " ") + b).replace("\0", cap(b) if q.startswith("\0") else b)
    if r.random() < 0.22:
        names, (d, make) = r.choice(list(SPECIAL.items()))
        n2, v2 = r.choice(names.split("/")), make(r)
        if "\n" not in v2 and all(n2 != p[0] for p in ps):
            ps.append((n2, STR, d, v2, True))
            q = (q if q[-1:] in ".?!" else q + ".") + " " + cap(fill(expand(r, r.choice(INTRO[:9])[2:]), {"n": n2.replace("_", " "), "x": v2}))
    return tool(r, tool_name(r, verb, noun), described(r, verb, noun), ps, q, noun, verb, None, spare(r))


# Lists of lists and of objects, pairs of numbers.

def nested(r):
    verb, noun = subject(r)
    k = r.randrange(4)
    if k == 0:
        pts = [[r.randint(0, 99), r.randint(0, 99)] for _ in range(r.randint(2, 4))]
        said = ", ".join("({}, {})".format(*p) for p in pts) if r.random() < 0.6 else json.dumps(pts)
        n = r.choice(["points", "coordinates", "corners", "positions", "waypoints"])
        p = (n, {"type": "array", "items": INTS}, f"The {n}, each as [x, y]/List of pairs", pts, True)
        t = r.choice([f"with the {n} {said}", f"through the {n} {said}", f"; the {n} are {said}", f"at the {n} {said}"])
    elif k == 1:
        rows = [[r.randint(0, 20) for _ in range(r.randint(2, 3))] for _ in range(2)]
        rows = [x[: min(map(len, rows))] for x in rows]
        n = r.choice(["matrix", "rows", "grid", "table"])
        p = (n, {"type": "array", "items": INTS}, f"The {n}, a list of rows", rows, True)
        t = r.choice([f"with the {n} {json.dumps(rows)}", f": {json.dumps(rows)}", f"for the {n} {json.dumps(rows)}"])
    elif k == 2:
        names = distinct(r, r.randint(1, 3), lambda r: word(r).lower())
        key, num = r.choice([("name", "count"), ("item", "quantity"), ("article", "pieces"), ("product", "amount"), ("kind", "number")])
        items = [{key: x, num: r.randint(2, 60)} for x in names]
        said = [f"{i[num]} {i[key]}" for i in items]
        n = r.choice(["items", "positions", "entries", "articles", "lines"])
        p = (n, {"type": "array", "items": {"type": "object", "properties": {key: STR, num: INT}, "required": [key, num]}}, f"The {n}, each with {key} and {num}", items, True)
        said = ", ".join(said[:-1]) + (" and " if len(said) > 1 else "") + said[-1]
        t = r.choice([f"with {said}", f"of {said}", f": {said}", f"for {said}", f"that has {said}"])
    else:
        lo, hi = sorted(distinct(r, 2, lambda r: r.randint(1, 300)))
        a, b = r.choice([("low", "high"), ("min", "max"), ("lower", "upper"), ("first", "last"), ("start", "end"), ("at_least", "at_most")])
        t = r.choice([f"between {lo} and {hi}", f"from {lo} to {hi}", f"with at least {lo} and at most {hi}", f"not under {lo} and not over {hi}", f"in the range {lo}-{hi}", f"from {lo} up to {hi}"])
        order = f"{verb} the {noun} {t}"
        ps = [(a, INT, "Lower limit/Smallest value", lo, True), (b, INT, "Upper limit/Largest value", hi, True)]
        return tool(r, tool_name(r, verb, noun), described(r, verb, noun), ps, wrap(r, order), noun, verb, None, spare(r))
    order = f"{verb} {r.choice(['the', 'a', 'this'])} {noun}" + ("" if t[0] in ":;" else " ") + t
    ps = [p]
    if r.random() < 0.35:
        v = person(r)
        ps.append((r.choice(["owner", "customer", "person", "requested_by"]), STR, "Who wants it/The person", v, True))
        order = order.replace(noun, f"{noun} of {v}", 1) if f"{verb} " + noun not in order and verb != noun else order
        if v not in order:
            ps.pop()
    return tool(r, tool_name(r, verb, noun), described(r, verb, noun), ps, wrap(r, order), noun, verb, None, spare(r))


KINDS = [(conversion, 22), (switch, 16), (texts, 24), (members, 14), (story, 16), (nested, 6)]


def wide(r):
    return r.choices([k for k, _ in KINDS], [w for _, w in KINDS])[0](r)
