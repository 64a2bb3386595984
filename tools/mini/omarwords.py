"""Vocabulary, the little grammar of frames and the manners of the people who ask.

A frame is text with alternatives in square brackets, "[a|b|]", which may nest, and
slots in braces. Alternatives are chosen first, manners added next, slots filled last,
so that values are never touched.
"""
import re

SEEN = set()  # every expanded frame, for the count in the check

FIRST = """Omar Dalia Kofi Ingrid Tariq Yuki Marcus Lena Priya Bruno Chidi Hannah Rosa Felix Amara Viktor Noor Elise Jamal Greta Paolo Wanda Hiro Celeste Idris Nadia Otto Freya
Samir Tessa Ruben Maeve Anders Zora Kwame Lucia Dmitri Pearl Hugo Salma Gus Imani Walt Beatriz Cyrus Odette Rafael Ludo Theo Vera""".split()
LAST = """Haddad Lindqvist Okafor Marsh Tanaka Delgado Pruitt Novak Whitlow Banerjee Castell Fong Grady Holm Iyer Juarez Keller Lombard Mbeki Nystrom Osei Petrov Quimby Rourke Sato Thorne
Ueda Vance Whitaker Yoder Zeller""".split()
TOWNS = """Duluth Boise Tacoma Savannah Tulsa Fresno Omaha Laramie Bangor Galveston Reno Dayton Macon Wichita Lubbock Spokane Trenton Yuma Akron Billings Eugene Flint Juneau Topeka
Porto Leeds Ghent Malmo Graz Turin Lyon Osaka Pune Mombasa Cusco Bergen Kazan Izmir Cork Utrecht""".split()
NOUNS = """valve pallet beacon rotor gasket flange hopper winch ladder crate drum trumpet cello banjo fiddle oboe puck bishop pawn rook comet nebula magnet prism beaker pipette quartz
basalt lichen plasma isotope turbine conveyor forklift trailer depot hangar runway invoice ledger badge roster shift ticket outage patch router switch relay fuse cable antenna sensor
whistle relay jersey paddle saddle goalie referee stadium dugout anthem chorus tempo treble encore vinyl bracket trophy dice token meeple wizard dungeon arcade joystick puzzle anvil
lantern compass harbor ferry canyon glacier meadow orchard walnut pepper ginger saffron noodle waffle pretzel mustard otter falcon badger heron walrus gecko bison raven""".split()
NOUNS = list(dict.fromkeys(NOUNS))
ADJS = """amber brisk crimson dusty eager frozen gentle hollow idle jolly keen lunar mellow nimble olive polar quiet rapid silver tidy urban vivid western young zesty blunt copper
spare heavy narrow broad steady rusty sunny stormy lucky clever""".split()
SONGS = """Paper Lanterns|Slow Train West|Copper Moon|Nine Lives Left|Salt and Cedar|The Long Shift|Harbor Lights|Static Hearts|Gravel Road|Blue Mercury|Last Call in Reno|Winter Dispatch""".split("|")
TEAMS = "Rockets Otters Badgers Comets Lumberjacks Mariners Pioneers Falcons Herons Bison Stokers Night Owls".replace("Night Owls", "Owls").split()
THINGS = """shipping labels|spare fuses|drum heads|safety vests|lab gloves|score sheets|guitar strings|printer toner|chess clocks|packing tape|pump seals|trail maps|hockey pucks|name badges|
test tubes|bike chains|AA batteries|label rolls|sandbags|dry ice""".replace("\n", "").split("|")
NOTES = """dock 4 is closed until noon|bring the spare key|the pump was swapped on Tuesday|rehearsal starts at seven|gate code changed again|two pallets are missing|call the carrier first|
batch 12 looks cloudy|the away bus leaves early|order more gaskets|nobody touch the breaker|keep the samples cold|score both heats|the west door sticks|load the heavy crates last|
check the oil before takeoff|final game moved indoors|the cello needs a new string|shift lead signs here|water the basil|invoice 88 is still open|reset the scoreboard|lights out at eleven|
the forklift is charged|label every beaker|no food near the servers|ask for a window seat|the map is upside down|truck 9 goes to the north yard|tune before the encore|save two tickets|
count the badges twice|backup ran clean|the router is in the closet|move the meeting to room 3|park behind the depot|the referee is late""".replace("\n", "").split("|")
DIRS = """ops lab dock yard gigs league stock crew tour plant fleet notes data conf season logs desk bench inbox field""".split()
STEMS = """manifest roster readings setlist standings checklist handover schedule inventory minutes budget contacts lineup dispatch samples packing repairs scores route summary agenda
shift tickets vendors hotfix changelog runbook calibrate bracket parts billing quotes""".split()
EXTS = "txt txt md md cfg csv log ini yaml text conf".split()
KEYS = """timeout retries port host mode level region color volume speed limit owner theme units tempo track gate dock crew priority status depth width batch interval threshold
channel queue rate shift zone""".split()
COMMANDS = """make test|make check|npm test|pytest -q|go test ./...|./verify.sh|cargo test|bin/lint|tox|./smoke.sh|make audit|ctest|rake spec|./ci.sh|preflight|just check|
validate-all|dotnet test|mvn verify|sh selftest.sh|doctor --full|./gate.sh|scan dock|bin/report""".replace("\n", "").split("|")
GOODS = """all green|OK, 12 passed|PASS|checks passed|0 failures|everything in order|status: good|ready for takeoff|done without errors|suite passed in 3s|build succeeded|no problems found|verified|clean run""".split("|")

HELLO = """Hey,|Hi there,|Morning!|Hello.|Hi team,|Yo,|Good afternoon.|Hey hey,|Hi,|Evening,|Dear assistant,|Hello friend,|OK,|Alright,|So,|Quick one:|Ticket 4471:|[ops]|URGENT -|Small favor.|
Request:|FYI +|To do:|@bot|Subject: quick task.|Howdy.|Heads up,|Next:|Right then.|Hope your day is going fine.|First time using this thing, bear with me.|It's me again.|One more for the queue.|Friday chore:""".replace("\n", "").split("|")
WHY = """[The auditors|Some people|The folks upstairs|My boss|The night crew|The client|Our coach|The band] [asked for this|will look at it later|noticed yesterday|wanted it yesterday].
[I am|I'm] [stuck in a meeting|on my phone|at the loading dock|between two flights|on the bus|in rehearsal|about to go on air] [right now|] so [you'll have to do it|I can't do it myself|please take it from here].
[We|They] [agreed on this|talked about it] [at standup|on the call|over lunch|last night].
[It's|It is] [holding up|blocking] [the release|the truck|the game|the whole crew|my experiment].
As [discussed|promised|per the handover], [this is the last open item|this one is yours|here is the job].
[I know it's|Sorry, it's] [a boring one|tedious|small|late in the day].
Long story short, [we changed vendors|the old setup is history|someone made a mess|plans changed again].
[Season starts|Inspection is|We ship|Tour begins] [tomorrow|on Friday|next week|in an hour].""".split("\n")
BYE = """Thanks!|Thank you.|thx|Cheers|Much obliged.|No rush.|ASAP please.|Ping me when done.|That's all.|Appreciate it!|Ta.|Please and thank you.|Let me know how it goes.|k thanks bye|Best, {who}|- {who}|
Many thanks in advance,\n{who}|Over.|Don't overthink it.|You're the best.|:)|Kindly do the needful.|EOM|Good luck!|Nothing else needed.""".replace("|\n", "|").split("|")


def ex(r, s):
    """Choose among the alternatives of a frame, innermost first."""
    while True:
        m = re.search(r"\[([^\[\]]*\|[^\[\]]*)\]", s)
        if not m:
            return re.sub(r"  +", " ", s).replace(" ,", ",").replace(" .", ".").replace(" :", ":").replace(" ;", ";").replace(" ?", "?").strip(" ")
        s = s[:m.start()] + r.choice(m.group(1).split("|")) + s[m.end():]


def fill(s, slots):
    """Put values into the slots, in one pass."""
    return re.sub(r"\{(\w+)\}", lambda m: str(slots[m.group(1)]) if m.group(1) in slots else m.group(0), s)


def lower(s):
    """Lower-case all but the slots."""
    return re.sub(r"\{\w+\}|[^{]+", lambda m: m.group(0) if m.group(0)[0] == "{" else m.group(0).lower(), s)


def manners(r, s, tail=True, why=True):
    """Greetings, reasons and farewells around a frame that is not filled yet. tail says
    whether anything may follow it (not where it ends in a value that runs to the end)."""
    style, gap = r.random(), ["\n", "\n\n"] if re.match(r"\{(x|list|block|lines)\}", s) else [" ", "\n", " "]
    if style < 0.38:
        out = s
    else:
        out = s
        if r.random() < 0.45:
            out = r.choice(HELLO) + r.choice(gap) + out
        if why and r.random() < 0.35:
            reason = ex(r, r.choice(WHY))
            out = out + r.choice([" ", "\n", "\n\n"]) + reason if tail and r.random() < 0.5 and "\n" not in s[-3:] else reason + r.choice(gap) + out
        if tail and r.random() < 0.4:
            out += r.choice([" ", "\n", "\n\n", " "]) + r.choice(BYE).replace("{who}", r.choice(FIRST))
    if r.random() < 0.16:
        out = lower(out)
    if tail and out == s and r.random() < 0.35 and out.endswith("."):
        out = out[:-1]
    return out


def ask(r, frames, slots, tail=True, why=True):
    """A whole request from a list of frames (or one frame per line)."""
    frames = [f for f in frames.strip().split("\n") if f.strip()] if isinstance(frames, str) else frames
    frame = ex(r, r.choice(frames)).replace("\\n", "\n")
    SEEN.add(frame)
    ends = not frame.rstrip().endswith(("{text}", "{block}", "{list}"))
    return fill(manners(r, frame, tail and ends, why), slots)


def mark(r):
    """A way to set off names and short texts, kept for a whole request."""
    return r.choice([lambda s: s, lambda s: s, lambda s: f"`{s}`", lambda s: f"`{s}`", lambda s: f'"{s}"', lambda s: f"'{s}'"])


def quoted(r, s):
    """A text in quotes that it does not hold itself."""
    pairs = [p for p in ('""', '""', "``", "''", "“”", "«»") if p[0] not in s and p[1] not in s]
    p = r.choice(pairs or ['""'])
    return p[0] + s + p[1]


def fence(r, s):
    """A block that holds a text of several lines."""
    return r.choice([f"```\n{s}\n```", f"```\n{s}\n```", f"```text\n{s}\n```", f"<<<\n{s}\n>>>", f"---\n{s}\n---"])


def name(r):
    return r.choice(FIRST) + (" " + r.choice(LAST) if r.random() < 0.4 else "")


def note(r):
    """A line of everyday text."""
    k = r.random()
    if k < 0.5:
        return r.choice(NOTES)
    if k < 0.65:
        return f"{r.choice(FIRST)} has the {r.choice(ADJS)} {r.choice(NOUNS)}"
    if k < 0.8:
        return f"{r.randint(2, 60)} {r.choice(THINGS)} for {r.choice(TOWNS)}"
    if k < 0.9:
        return f"{r.choice(ADJS)} {r.choice(NOUNS)}"
    return f"{r.choice(TEAMS)} {r.randint(0, 9)}, {r.choice(TEAMS)} {r.randint(0, 9)}"


def code(r):
    """A short code."""
    a = "".join(r.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(r.choice([1, 2, 2, 3])))
    return r.choice([f"{a}-{r.randint(10, 9999)}", f"{a}{r.randint(10, 999)}", f"{r.randint(1, 99)}{a}", f"{a.lower()}{r.randint(1, 99)}"])


def path(r, ext=None):
    """A file name, often in a folder."""
    e = ext or r.choice(EXTS)
    s = r.choice(STEMS)
    k = r.random()
    s = s if k < 0.6 else f"{s}_{r.choice(NOUNS)}" if k < 0.75 else f"{r.choice(NOUNS)}-{s}" if k < 0.88 else f"{s}{r.randint(1, 40)}"
    return (r.choice(DIRS) + "/" if r.random() < 0.5 else "") + s + "." + e


def paths(r, n, ext=None):
    """n different files, no one's path inside another's."""
    out = []
    while len(out) < n:
        p = path(r, ext)
        if not any(p in q or q in p for q in out):
            out.append(p)
    return out


def several(r, make, n):
    """n different values."""
    out = []
    while len(out) < n:
        x = make(r)
        if x not in out:
            out.append(x)
    return out


def series(r, items):
    """Items in a sentence."""
    if len(items) == 1:
        return items[0]
    return r.choice([", ".join(items[:-1]) + " and " + items[-1], ", ".join(items), " and ".join(items) if len(items) == 2 else ", ".join(items[:-1]) + ", and " + items[-1], " + ".join(items)])
