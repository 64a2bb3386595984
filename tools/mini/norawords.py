"""Everyday words, and the small grammar that turns a frame into a request.

A frame may hold (a|b|c) alternatives, [optional parts] and {slots}. Slots whose name starts
with p are paths, with w quoted words, with c commands, with b blocks of text, all others raw.
"""
import re

NAMES = "Nora Priya Callum Bronwyn Tomasz Aisling Kwame Greta Hamish Leila Osman Petra Rhys Saoirse Tilda Ulrich Wanda Yusuf Zofia Imogen Barnaby Chidi Delphine Eamon Fergus Gwen Hattie Idris Jocelyn Keira Lorcan Mabel Niamh Otis Poppy Quentin Rosalind Stellan Thea Ursula Viola Winnie Agnes Bertie Cora Dougal Edith Florian Ingrid Joss".split()
SURNAMES = "Okafor Pemberton Lindqvist Achterberg Marsh Whitlow Kowal Devine Hathersage Moreau Patel Trask Beddoes Finch Novak Ashdown Tolley Varga Quigley Sands".split()
TOWNS = "Whitby Ludlow Totnes Keswick Hexham Ghent Bergen Porto Graz Utrecht Galway Leuven Tartu Siena Aarhus Malmo Bruges Skipton Oban Penzance Tenby Hebden Arles Kosice Lucca Ronda Evora Girona Stirling Frome".split()
THINGS = "teapot ladle apron kettle saucepan whisk colander napkin doormat lantern wheelbarrow trowel hammock blanket cushion suitcase umbrella raincoat thermos compass rucksack notebook crayon eraser satchel blackboard accordion jigsaw candle bucket broom ladder kayak scooter mittens scarf telescope sandpit trumpet marble".split()
FOODS = "lentils rhubarb oatcakes marmalade parsnips chutney crumpets leeks basil cinnamon barley treacle apricots cheddar sourdough turnips gherkins paprika walnuts custard shortbread cabbage tofu yoghurt ginger spinach halloumi flapjacks chickpeas damsons".split()
COLOURS = "teal crimson ivory navy mustard lilac maroon olive coral amber turquoise beige scarlet plum".split()
ANIMALS = "hedgehog spaniel tortoise guinea-pig budgie goat donkey heron otter badger ferret hamster pony alpaca".split()
FOLDERS = "kitchen shop trip class house club bakery market allotment library choir cellar office stall school camping guests hall".split()
STEMS = "menu rota prices notes guests opening budget packing recipe supplies timetable welcome orders stock invite rules contacts bills seating chores lunches register seeds route hours labels signs diary repairs parcels".split()
ENDS = "txt txt txt md md csv ini cfg yaml json log".split()
JOBS = ["water the tomatoes", "ring the plumber", "order more flour", "bring the ladder back", "collect the parcel from Mrs Finch", "bake two loaves", "return the library books", "sweep the yard", "iron the tablecloths", "book the village hall", "wash the school jumpers", "air the guest room", "descale the kettle", "pay the window cleaner", "label the jam jars", "check the tyre pressure", "renew the parking permit", "post the birthday card", "defrost the freezer", "feed the neighbour's cat", "sharpen the bread knife", "count the raffle money", "print the hymn sheets", "top up the bird feeder"]
SAYINGS = ["Closed on Mondays until Easter", "Tea is served at half past three", "Please wipe your boots", "The bus leaves at 07:45 sharp", "All cakes contain nuts", "Ring twice for deliveries", "We are back in ten minutes", "Mind the low beam", "Parents' evening is in the gym", "Soup of the day: leek and potato", "Keys are under the blue pot", "No dogs on the upper deck", "Fresh eggs, six for two pounds", "Meet at the fountain at noon", "The boiler man comes on Thursday", "Packed lunches go in the crate", "Half price after four o'clock", "Please return the trolleys", "Spare blankets are in the loft", "Swimming kit is needed this week", "Two pints on Tuesdays, please", "Choir practice moved to the chapel", "Leave the gate as you found it", "The ferry is running late"]
NOISE = ["The curtains were measured in spring.", "Nothing to report this week.", "Remember to be kind.", "Draft, not finished.", "A page left over from last year.", "Thanks to everybody who came.", "Weather was mild.", "To be decided later.", "See the notice by the door.", "Old copy, kept for the records.", "Minutes were approved.", "We sang until ten."]
KEYS = "oven_temp max_guests opening_hour delivery_fee table_count nap_minutes cake_price bus_number room_limit reminder_days loaf_count ticket_price hall_rent kiln_heat pool_depth shelf_count visit_length class_size".split()
WORDKEYS = "colour owner theme room season town driver cook teacher dessert".split()
COMMANDS = ["make test", "npm test", "pytest -q", "sh verify.sh", "./check.sh", "bash tests/all.sh", "python check_menu.py", "make check", "go test ./...", "cargo test", "node validate.js", "bin/audit", "ruby spec.rb", "python -m unittest", "./gradlew test", "tox", "php verify.php", "check-rota --strict", "mvn verify", "just test"]
ACTIONS = ["./deploy.sh", "make publish", "python send_list.py", "sync-shop", "npm run build", "backup --now", "sh print_labels.sh", "upload menu", "docker compose up -d", "python import_orders.py", "make release", "bin/notify", "fetch-prices", "python till_report.py", "git-sync all", "ping-oven", "refresh-board"]
GOODS = ["All 12 checks passed", "OK: everything fits", "7 passed, 0 failed", "PASS", "Success: no problems found", "Finished without complaints", "Verified 9 entries", "green across the board", "3 suites, 3 green", "Result: fine"]
BADS = ["1 check failed", "FAIL", "2 passed, 1 failed", "not right yet", "Result: broken", "verification failed", "red: something is off"]

HELLOS = ["Hello!", "Hi there,", "Good morning.", "Hiya,", "Dear assistant,", "Morning!", "Hi,", "Good evening,", "Hello again.", "Hey,", "Right then:", "Sorry to bother you,", "Quick one:", "Hope you're well.", "Oh, and one more thing:", "Good day.", "Ahoy!", "Me again.", "OK,", "So,", "Hello hello,", "Hi from the shop!", "Afternoon!", "Excuse me,"]
WHYS = ["I'm getting things ready for the school fair.", "My mother-in-law is coming on Sunday and I want it tidy.", "We open the bakery at six, so it has to be right by then.", "It's for the parents' newsletter.", "My old laptop is too slow for this.", "I promised my sister I'd sort it out today.", "The customers keep asking.", "We are leaving on holiday tomorrow.", "I've got flour all over my hands and can't type much.", "The printer man is waiting.", "My husband always gets this wrong, so I'm asking you.", "It's the last job before I close the shop.", "The committee meets tonight.", "The children made a muddle of it.", "I'm rather new at this.", "It will save me an hour.", "I don't trust my own typing any more.", "Our accountant wants it that way.", "We had a complaint last week.", "The landlady insists.", "My English is not perfect, sorry.", "I'm on the train with a poor signal."]
BYES = ["Thank you!", "Thanks ever so much.", "Cheers.", "Ta!", "Many thanks in advance.", "That's all.", "Much obliged.", "No rush.", "Thanks, you're a star.", "Lovely, thank you.", "That would be a great help.", "Bless you.", "As soon as you can, please.", "Nothing else, thanks.", "Take care!", "Please and thank you.", "I'd be so grateful.", "Merci!"]
SEEN = set()


def pick(r, xs, n):
    """n different members of a list."""
    return r.sample(xs, n)


def path(r, ends=None):
    """One file path, with a folder about half of the time."""
    return (r.choice(FOLDERS) + "/" if r.random() < .5 else "") + r.choice(STEMS) + (r.choice(["", "-new", "_old", "2", "-march"]) if r.random() < .15 else "") + "." + r.choice(ends or ENDS)


def paths(r, n, ends=None):
    """n paths with different stems."""
    out, stems = [], set()
    while len(out) < n:
        p = path(r, ends)
        stem = re.split(r"[-_.2]", p.split("/")[-1])[0]
        if stem not in stems:
            stems.add(stem)
            out.append(p)
    return out


def expand(r, s):
    """Choose among (a|b) and keep or drop [parts], innermost first; (a) stays as it is."""
    pattern = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
    while True:
        m = pattern.search(s)
        if not m:
            s = s.replace("\x02", "(").replace("\x03", ")")
            return re.sub(r" +([,;.?!])", r"\1", re.sub(r"  +", " ", s)).strip(" ")
        if m[1] is not None and "|" not in m[1]:
            s = s[:m.start()] + "\x02" + m[1] + "\x03" + s[m.end():]
            continue
        new = r.choice(m[1].split("|")) if m[1] is not None else (r.choice(m[2].split("|")) if r.random() < .5 else "")
        s = s[:m.start()] + new + s[m.end():]


def outside(f, s):
    """Apply f to the text between the slots."""
    return "".join(x if x.startswith("{") else f(x) for x in re.split(r"(\{[^{}]*\})", s))


def first(s, up):
    """The first letter in upper or lower case, unless it is a slot or the word I."""
    if not s or not s[0].isalpha() or re.match(r"I\b|[A-Z]{2}", s):
        return s
    return (s[0].upper() if up else s[0].lower()) + s[1:]


def slotted(r, s, slots):
    """Fill the slots, each in a typographic style that is the same through a request."""
    apostrophe = any(k[0] == "w" and "'" in str(v) for k, v in slots.items())
    ps, ws = r.choice(["%s", "%s", "`%s`", '"%s"', "'%s'"]), r.choice(['"%s"', "'%s'" if not apostrophe else '"%s"', "`%s`", "“%s”", "«%s»", '"%s"'])
    cs, bare = r.choice(["`%s`", "`%s`", '"%s"', "%s"]), r.random() < .35
    fence = r.choice(["```\n%s\n```", "```text\n%s\n```", '"""\n%s\n"""', "```\n%s\n```", "<<<\n%s\n>>>"])
    quote = r.choice(['"%s"', "`%s`", "“%s”"])

    def fill(m):
        k = m[1]
        v = slots[k]
        if k[0] == "p" and k[1:].isdigit():
            return ps % v
        if k[0] == "w" and k[1:].isdigit():
            return v if bare and v.isalnum() else ws % v
        if k[0] == "c" and k[1:].isdigit():
            return cs % v
        if k[0] == "b" and k[1:].isdigit():
            lead = "" if m.start() == 0 else "\n"
            if m.end() == len(s) and plain:
                return ("\n" if "\n" in v or newline else " ") + v
            if "\n" not in v and '"' not in v and not fenced:
                return (" " if lead else "") + quote % v
            return lead + fence % v + ("\n" if s[m.end():m.end() + 1] not in ("\n", "") else "")
        return str(v)
    plain, newline, fenced = r.random() < .45, r.random() < .4, r.random() < .4
    return re.sub(r"\{(\w+)\}", fill, s)


def dress(r, s):
    """Give an expanded frame a person's manner: greeting, reason, thanks, sloppy typing."""
    ends_open = s.endswith("}") or "\n" in s[-40:]
    starts_open = s.startswith("{") or s.startswith("1")
    x = r.random()
    manner = r.random()
    s = first(s, True)
    if not starts_open and x < .14:
        h = r.choice(HELLOS)
        s = h + " " + first(s, h[-1] in ".!:")
    elif not starts_open and x < .24:
        s = r.choice(WHYS) + " " + s
    elif not ends_open and x < .33:
        s = s + ("" if s[-1] in ".?!:" else ".") + " " + r.choice(WHYS)
    if not ends_open and r.random() < .15:
        s = s + ("" if s[-1] in ".?!:" else ".") + r.choice([" ", " ", "\n", "\n\n"]) + r.choice(BYES)
    if manner < .10:
        s = outside(str.lower, s)
    elif manner < .13:
        s = outside(lambda t: re.sub(r"\b([Tt]he|an|a) ", "", t), s)
    elif manner < .16:
        s = outside(lambda t: re.sub(r"\b[Pp]lease\b", "pls", re.sub(r"\byou\b", "u", t)), s)
    elif manner < .18 and not ends_open:
        s = s.rstrip(".!")
    return s


def ask(r, frames, **slots):
    """One request from a list of frames."""
    s = expand(r, r.choice(frames))
    if s[-1] not in ".?!:}`" and r.random() < .75:
        s += "."
    SEEN.add(re.sub(r"\W+$", "", s))
    return slotted(r, dress(r, s), slots)


def listing(r, xs):
    """Names in a row: "a, b and c"."""
    xs = [str(x) for x in xs]
    if len(xs) == 1:
        return xs[0]
    k = r.random()
    if k < .6:
        return ", ".join(xs[:-1]) + " and " + xs[-1]
    return ", ".join(xs) if k < .85 else ", ".join(xs[:-1]) + (", and " if len(xs) > 2 else " and ") + xs[-1]
