"""Invented tools whose requests say values the way people do: bound by type, unit,
preposition or meaning, hardly ever by the parameter's name."""
from catalog import json_schema, spec
from toolnames import identity
from toolvalues import make, shown
from words import cap, distinct, letters, plural, strange, word

# Group | parameter names | kind | descriptions | how a request says it.
ROLES = [line.split(" | ") for line in """
in | city/town/place/location/where | city | The city/Where it is/Place | in {v}/near {v}/at {v}
in | room/zone/area/place/location | room | Which room/Where in the house/The room | in the {v}
in | folder/dir/directory/where | dir | The folder/Where to look | in {v}/inside {v}
to | recipient/to/receiver/person/contact | person | Who gets it/The person | to {v}/for {v}
to | email/address/to/send_to | email | Mail address/Who gets it | to {v}
from | author/owner/by/creator | person | Who made it/The author | by {v}/of {v}
from | source/from/origin/sender | person | Who it comes from/Sender | from {v}
at | time/at/start/hour/when | time | When/Time of day/Start | at {v}/starting at {v}
on | date/day/on/due | weekday | The day/Which day/Date | on {v}/for {v}
minutes | minutes/duration/length/mins | #1-240 | How long in minutes/Duration in minutes/Minutes | for {v} minutes/lasting {v} minutes/and let it take {v} minutes
seconds | seconds/delay/wait/timeout | #1-900 | Seconds to wait/How long in seconds | for {v} seconds/with {v} seconds of delay/after {v} seconds
days | days/nights/duration/stay | #1-30 | How many days/Days | for {v} days
hours | hours/duration/time | #1-48 | Hours/How long in hours | for {v} hours
price | price/cost/amount/budget/dollars | ~1-900 | Money/Price in dollars/What it costs | for {v} dollars/at {v} dollars/for ${v}/costing {v} dollars
max | max_price/limit/budget/under | #5-900 | Most to pay/Price limit | under {v} dollars/for at most {v} dollars/not over {v} dollars
level | level/target/value/setting/volume | #0-100 | New level/Value to set/Level | to {v}/to level {v}/at level {v}
degrees | degrees/temperature/heat | #5-250 | Temperature/Degrees/How hot | at {v} degrees/to {v} degrees
percent | percent/ratio/share/percentage | #1-100 | Percent/How many percent | to {v} percent/by {v} percent/at {v}%/by {v}%
speed | speed/velocity/kmh/rate | #1-240 | Speed/How fast/Kilometers an hour | at {v} kmh/with {v} kilometers an hour/at a speed of {v}
grams | grams/amount/weight/portion | #1-950 | Weight in grams/How much/Amount in grams | with {v} grams/using {v} grams/, {v} grams
liters | liters/volume/amount/water | ~1-90 | Liters/How much liquid | with {v} liters/using {v} liters
weight | kilograms/weight/kg/load | ~1-300 | Weight in kilograms/How heavy | weighing {v} kg/of {v} kilograms/with a load of {v} kg
size | height/meters/tall | ~1-90 | Height in meters/How high | {v} meters high/{v} meters tall
size | length/centimeters/cm/long | #1-400 | Length in centimeters/How long | {v} cm long/{v} centimeters long
size | distance/km/kilometers/far | ~1-99 | Distance in kilometers/How far | over {v} km/for {v} kilometers/{v} kilometers far
age | age/years/age_years | #1-99 | Age in years/How old | {v} years old/aged {v}
times | times/repeat/count/repetitions/rounds | #2-20 | How often/Number of times | {v} times/in {v} rounds
people | people/guests/persons/seats/players | #2-30 | Number of people/How many people | for {v} people/with {v} people/for {v} persons
rows | rows/lines/pages/results/limit | #1-90 | How many results/Number of lines | with {v} lines/limited to {v} results/at most {v} results
id | id/number/order_id/ticket/code | #100-99999 | The number/Identifier/Which one | number {v}/with number {v}/#{v}
color | color/colour/shade/paint | color | The color/Which color | in {v}/painted {v}
lang | language/lang/tongue | lang | The language/Which language | in {v}
about | topic/subject/about/theme | topic | What it is about/Topic | about {v}/on {v}
people_list | people/members/guests/attendees/team | *person | The people/Who takes part/Names | with {v}/together with {v}
item_list | items/ingredients/extras/parts/toppings | *item | What goes with it/All items/List of things | with {v}/plus {v}/and add {v}
noun_list | tags/labels/keywords/topics/words | *noun | Labels/List of tags | tagged {v}/with the tags {v}/and label it {v}
number_list | values/numbers/ids/scores/rows | *#1-300 | Numbers/The values/List of numbers | for {v}/on {v}/with {v}
path | path/file/output/target/filename | path | The file/File to use/Path | from {v}/to {v}/into {v}/using {v}
url | url/link/address/site | url | The address/Web page | from {v}/at {v}
called | name/title/label/caption | title | The name/What it is called | called {v}/named {v}/with the title {v}
text | text/message/body/content/note | text | The text/What it says/Message | saying {v}/that says {v}/with the text {v}/reading {v}/: {v}
code | code/expression/condition/script/query | code | The code/Expression/Content | with {v}/using {v}/: {v}/containing {v}
animal | animal/pet/for_animal | animal | Which animal/The animal | for the {v}/with the {v}
tool | device/tool/machine/with_tool | device | What to use/The machine | with the {v}/using the {v}
material | material/stuff/made_of | material | What it is made of/Material | out of {v}/made of {v}
vehicle | vehicle/transport/by | vehicle | How to travel/Vehicle | by {v}
""".strip().split("\n")]
BOOLS = [line.split(" | ") for line in """
silent/quiet/muted | Make no sound/Quiet or not | silently/quietly/without a sound | loudly/with sound
public/shared/visible | All may see it/Visible for everyone | publicly/visible for everyone/for all to see | privately/only for me
recursive/deep/subfolders | With everything below/Go into subfolders | with all subfolders/including everything below | without subfolders/only at the top
overwrite/replace/force | Replace what is there/Overwrite | and overwrite the old one/replacing the old one | and keep the old one/without overwriting
gift_wrap/wrapped/gift | Wrap as a gift/Gift paper | gift wrapped/wrapped as a gift/as a gift | without wrapping/not wrapped
express/fast/rush | Fast delivery/Express | by express/with fast delivery | with normal delivery/not by express
insured/insurance | With insurance/Insured or not | with insurance/insured | without insurance/uninsured
anonymous/hide_name | Do not show the name/Anonymous | anonymously/without my name | under my name/with my name
heated/warm/with_heating | Heated or not/Warm | heated/with heating | unheated/without heating
hot/warm | Hot or cold/True for hot | hot | cold
bold/strong_text | Bold letters/Bold | in bold | not in bold
dry_run/test_only/simulate | Only pretend/Test run | as a test/just as a trial run | for real/not as a test
draft/as_draft | Save as a draft/Draft only | as a draft | as a final version/not as a draft
keep_copy/backup/save_copy | Keep a copy/Make a backup | and keep a copy/with a backup | without a backup/without a copy
notify/send_notice/tell_others | Tell the others/Send a notice | and notify everybody/and tell the others | without telling anyone/and tell nobody
repeat_daily/daily/every_day | Every day/Repeat | every day/daily | only once/just once
round_trip/return_trip/both_ways | There and back/Return trip | there and back/both ways | one way/one way only
sorted/in_order | Put in order/Sorted | in sorted order/sorted | unsorted/in any order
outdoors/outside | Outside or inside/Outdoors | outside/outdoors | inside/indoors
encrypted/secure/protect | Encrypt it/Protected | encrypted/with encryption | unencrypted/without encryption
""".strip().split("\n")]
ENUMS = ["low,medium,high", "fast,slow", "eco,normal,turbo", "auto,manual", "draft,final", "day,night", "light,dark", "basic,premium", "gentle,strong", "safe,normal,strict", "summer,winter", "thin,thick", "portrait,landscape", "public,private", "small,medium,large", "hard,soft"]
KINDS = ["animal", "plant", "device", "product", "dish", "vehicle", "weapon", "drink", "song", "noun", "noun", "noun", "event", "service", "folder", "body", "team"]
UNITS = "grams liters cups spoons bottles boxes bags slices meters pieces kilos packs sheets drops buckets rolls cans bundles".split()
GENERIC = "item object thing target what name subject kind".split()


def boolean(r):
    names, descs, yes, no = r.choice(BOOLS)
    v = r.random() < 0.6
    return r.choice(names.split("/")), "!", descs, v, r.choice((yes if v else no).split("/"))


def named_bool(r):
    n, v = word(r, 0.7).lower(), r.random() < 0.6
    return n, "!", f"With {n}/Whether {n} is wanted", v, r.choice(["with {n}", "with {n} on", "and turn {n} on", "{n} switched on", "with {n} enabled"] if v else ["without {n}", "with no {n}", "with {n} off", "and turn {n} off", "{n} switched off"]).replace("{n}", n)


def enum(r):
    vs = r.choice(ENUMS).split(",") if r.random() < 0.55 else distinct(r, r.randint(2, 4), lambda r: word(r, 0.8).lower())
    v = r.choice(vs)
    names = r.choice(["mode/kind/setting", "style/type/variant", "program/profile/mode", "quality/level/class"]).split("/")
    n = r.choice(names)
    return n, "=" + ",".join(vs), "Which one/How to do it/The " + n, v, r.choice(["in {v} mode", "in {v} mode", "on {v}", "as {v}", "the {v} way", "with the {v} setting", "in the {v} {n}"]).replace("{v}", v).replace("{n}", n)


def head(r, k, kind, verb, noun):
    """(text, parameters): what the order is about. A parameter is (name, kind, descriptions, value)."""
    many = plural(noun)
    if k < 0.2:
        return f"{verb} {r.choice(['the', 'the', 'a', 'my', 'this'])} {noun}", []
    if k < 0.46:
        v = make(r, kind)
        what = "thing" if kind == "noun" else kind
        names = [kind if kind != "noun" else noun.split(" ")[-1] + "_name"] * 2 + [noun.split(" ")[-1] + r.choice(["_name", "_kind", ""])] + GENERIC
        ps = [(r.choice(names), kind, f"The {what}/Which {what}/What to {verb}/Name of the {what}", v)]
        bare = kind in ("song", "dish", "drink", "service", "event") and r.random() < 0.5
        text = shown(r, v, kind)[0]
        if r.random() < 0.3:
            n = r.randint(2, 60)
            ps.append((r.choice(["count", "quantity", "amount", "number", "how_many", "pieces"]), "#", "How many/Number of pieces/Quantity", n))
            return f"{verb} {shown(r, n, '#')[0]} {text if text.endswith('s') else plural(text)}", ps
        if r.random() < 0.25:
            n, u = r.randint(1, 900), r.choice(UNITS)
            ps.append((r.choice([u, u, "amount", "quantity", "how_much"]), "#", f"How many {u}/Amount in {u}/{cap(u)}", n))
            return (f"{verb} {n} {u} of {text}" if r.random() < 0.5 else f"{verb} the {text} {n} {u}"), ps
        return f"{verb} {'' if bare else r.choice(['the ', 'the ', 'my '])}{text}", ps
    if k < 0.58:
        n = r.randint(2, 200) if r.random() < 0.5 else r.randint(1, 12)
        ps = [(r.choice(["count", "quantity", "amount", "number", "how_many", many.replace(" ", "_"), "n", "copies"]), "#", f"How many {many}/Number of {many}/Quantity", n)]
        return f"{verb} {shown(r, n, '#')[0]} {many if n > 1 else noun}", ps
    if k < 0.68:
        n, u = r.choice([r.randint(1, 900), round(r.uniform(0.1, 50), 1)]), r.choice(UNITS + [plural(word(r, 0.6).lower())])
        kind = "#" if isinstance(n, int) and r.random() < 0.6 else "~"
        n = n if kind == "~" or isinstance(n, int) else int(n)
        return r.choice([f"{verb} {n} {u} of {noun}", f"{verb} the {noun} {n} {u}", f"{verb} the {noun} by {n} {u}", f"{verb} the {noun} with {n} {u}"]), [(r.choice([u, u, "amount", "quantity", "how_much", "value"]), kind, f"How many {u}/Amount in {u}/{cap(u)} to use", n)]
    if k < 0.8:
        kind = r.choice(["*noun", "*person", "*item", "*#1-200", "*noun", "*filename"])
        v = make(r, kind)
        return f"{verb} {shown(r, v, kind)[0]}", [(r.choice([many.replace(" ", "_"), "items", "list", "names" if kind[1] != "#" else "numbers", "entries", "all"]), kind, f"What to {verb}/The {many}/List of {many}", v)]
    if k < 0.92:
        kind = r.choice(["text", "text", "code", "title"])
        v = make(r, kind).replace("\n", " ")
        return f"{verb} {shown(r, v, kind)[0]}" + r.choice([""] * 4 + [f" as {noun}", f" in the {noun}"]), [(r.choice(["text", "content", "message", "title", "phrase", "value", noun.split(" ")[-1]]), kind, f"The text/What to {verb}/Text of the {noun}", v)]
    v = make(r, "person")
    return f"{verb} {v}" + r.choice(["", "", f" for the {noun}", f" about the {noun}"]), [(r.choice(["person", "name", "who", "contact", "user"]), "person", f"Whom to {verb}/The person/Who it is", v)]


def natural(r, noun=None, verb=None):
    """A tool with an order for it: dict with spec, name, args, order and bare."""
    k, kind = r.random(), r.choice(KINDS)
    if 0.2 < k < 0.46 and kind != "noun" and noun is None and r.random() < 0.6:
        noun = kind
    verbs, v, noun, name, desc = identity(r, noun, verb)
    text, ps = head(r, k, kind, v, noun)
    used, bits, end = {p[1].lstrip("*")[:1] + p[1] for p in ps}, [], ""
    seen = {p[0] for p in ps}
    kinds = {p[1] for p in ps}
    for _ in range(r.choice([0, 0, 1, 1, 1, 2, 2, 3])):
        roll = r.random()
        if roll < 0.16:
            n, kind, descs, val, said = boolean(r) if roll < 0.11 else named_bool(r)
            group = n
        elif roll < 0.27:
            n, kind, descs, val, said = enum(r)
            group = "enum"
        else:
            group, names, kind, descs, says = r.choice(ROLES)
            n, val, said = r.choice(names.split("/")), None, r.choice(says.split("/"))
        if kind[0] == "*" and any(k[0] == "*" for k in kinds):
            continue
        if group in used or n in seen or kind in kinds:
            continue
        used.add(group)
        seen.add(n)
        if val is None:
            val = make(r, kind)
            final = kind in ("text", "code") and not end
            if isinstance(val, str) and "\n" in val and not final:
                val = val.replace("\n", " ")
            shown_text, loose = shown(r, val, kind, final)
            if "k" in said and kind[0] in "#~":
                shown_text = str(val)
            said = said.replace("{v}", shown_text)
            if final and (loose or said.startswith(":") or "\n" in val):
                end, said = (said, loose or "\n" in val), ""
            elif said.startswith(": "):
                said = "with " + said[2:]
        kinds.add(kind)
        ps.append((n, kind, descs, val))
        if said:
            bits.append(said)
    r.shuffle(bits)
    front = next((b for b in bits if b.startswith(("in ", "on ", "at ", "for ", "by ", "from "))), None)
    if front and r.random() < 0.1:
        bits.remove(front)
        order = front + ", " + text
    else:
        front, order = None, text
    for b in bits:
        order += ("" if b.startswith(",") else " ") + b
    if end:
        order += ("" if end[0].startswith(":") else " ") + end[0]
    if r.random() < 0.3:
        r.shuffle(ps)
    props, required, args = {}, [], {}
    opaque = r.random() < 0.06
    full = opaque or r.random() < 0.85
    for n, kind, descs, val in ps:
        k = r.random()
        if opaque:
            n = r.choice([strange(r).lower(), "arg_" + letters(r, 1), "param" + str(len(props) + 1)])
        elif k < 0.1:
            n = f"{noun.split(' ')[-1]}_{n}"
        elif k < 0.16:
            n = f"{n}_{r.choice(['value', 'arg', 'to_use', 'wanted', word(r).lower()])}"
        elif k < 0.24 and "_" in n:
            n = n.split("_")[0] + "".join(cap(x) for x in n.split("_")[1:])
        if n in props:
            n += str(len(props) + 1)
        props[n] = json_schema(kind)
        if full and r.random() < 0.9 or opaque:
            props[n]["description"] = r.choice(descs.split("/")) + (f" of the {noun}" if noun not in props[n].get("description", descs) and r.random() < 0.06 else "")
        required.append(n)
        args[n] = val
    if r.random() < 0.22:
        group, names, kind, descs, _ = r.choice(ROLES)
        n = r.choice(names.split("/"))
        if n not in props and kind not in kinds and group not in used:
            s = json_schema(kind)
            props = {n: {**s, "description": r.choice(descs.split("/"))}, **props} if r.random() < 0.5 else {**props, n: {**s, "description": r.choice(descs.split("/"))}}
            args = {k: args[k] for k in props if k in args}
    return {"spec": spec(r, name, desc, props, required), "name": name, "args": args, "order": order, "style": "!" if front else "-", "bare": bool(end and end[1]), "noun": noun, "verbs": verbs, "verb": v}
