"""Kits of tools in words of their own: what the files are called (pages, records, drafts),
names, descriptions, parameters and results, all from one grammar."""
from frames import split_bars
from phrase import expand
from words import cap, strange, word

# What a file is called here: one, many, and the place that holds them.
THEMES = [x.split(" ") for x in "file files workspace|file files project|file files folder|document documents library|document documents drawer|page pages book|page pages wiki|note notes pad|note notes notebook|record records archive|entry entries store|object objects bucket|asset assets project|resource resources server|leaf leaves binder|card cards box|paper papers desk|scroll scrolls shelf|text texts folder|source sources tree|blob blobs bucket|draft drafts tray|slip slips drawer|letter letters cabinet|piece pieces case|chapter chapters manuscript|tablet tablets hall|folio folios cabinet|doc docs space|buffer buffers editor|node nodes tree|module modules codebase|artifact artifacts build|slate slates wall|parchment parchments vault|clip clips reel|memo memos pile|dossier dossiers office|poster posters board|manuscript manuscripts study|ledger ledgers bureau|plate plates rack|script scripts stage|song songs book|recipe recipes kitchen|label labels shop|message messages inbox|snippet snippets collection".split("|")]
VERBS = {
    "list": "list show index browse survey enumerate inventory scan map explore see name tour overview glance_at count_up look_over see_all view_all register gather find_all roll_call sweep lay_out".split(),
    "read": "read open show view get fetch load print see look_at inspect retrieve pull quote recite unfold examine consult display pick_up hand_over copy_out study turn_to recall".split(),
    "write": "write save create put set make fill compose produce deposit lay_down record inscribe author overwrite new draw_up file_away pen draft_new set_down add_new shelve".split(),
    "edit": "edit change replace swap patch substitute alter revise fix modify exchange rewrite update retouch adjust mend tweak switch touch_up rephrase trade rework swap_out overwrite_part".split(),
    "run": "run execute start exec call do perform issue trigger fire operate type enter process try send dispatch play give act_on submit work_off obey".split(),
    "grep": "grep search find seek hunt_for look_for locate trace track_down".split(), "glob": "glob match find_by_pattern filter pick_by_name list_matching".split(),
    "delete": "delete remove discard bin shred drop destroy throw_away".split(), "move": "move rename relocate shift transfer bring".split(),
    "copy": "copy duplicate clone double replicate".split(), "append": "append add_line extend add_below tack_on lengthen".split(),
}
MACHINE = "command cmd line program process job task shell terminal order console machine prompt action computer engine script bash system".split()
ALONE = {"list": "contents|overview|directory|toc|index|inventory|listing|what_is_there|look_about|survey|shelf_list|survey_room|all_names", "read": "read|view|open|cat|lookup|reveal|text_of|contents_of|show_me|unroll", "write": "write|save|create|put|compose|deposit|file_it|new_text|inscribe|record", "edit": "edit|replace|revise|swap|change|correct|substitute|patch|tweak|retouch", "run": "run|exec|shell|bash|terminal|execute|console|do_it|prompt|perform|operate|cli", "grep": "grep|search|seek", "glob": "glob|match", "delete": "delete|discard|bin", "move": "move|rename", "copy": "copy|duplicate", "append": "append|extend"}
ABOUT = {
    "list": "(List|Show|Name|Enumerate|Give|Lay out) (all|the|the names of all|every one of the) {s}(| (in|of) the {w})(|.)|(Tells|Says|Shows) (which|what) {s} (there are|the {w} has|are in the {w}|exist)(|.)|What {s} (are there|does the {w} hold)?|(An overview|A list|The index|An inventory) of (the {w}|all {s})(|.)|(Take|Have) a look (around|about|at the {w}): (which|what) {s} are there?|Names of the {s}|Look into the {w}(|.)|Walk through the {w} and name each {n}(|.)|Returns one {n} per line|Call this to (see|learn) (which|what) {s} exist(|.)",
    "read": "(Read|Open|Show|Print|Display|Give|Fetch|View) (a|one|the given|some) {n}(|, whole|, from top to bottom| in full)(|.)|(Gives|Returns|Shows|Prints|Hands over) (the text|the contents|the whole text|what is written) (of|in|on) (a|one) {n}(|.)|What (does a {n} say|is in a {n})?|(See|Look up|Find out) what a {n} (says|holds|contains|has in it)(|.)|(Take|Bring) a {n} (out of the {w}|and read it)(|.)|The text of one {n}|Look (at|into) a {n}(|.)|Read a {n} (before you change it|aloud, line by line)(|.)|For reading: hand in the {n}, get its text(|.)",
    "write": "(Write|Save|Create|Store|Make|Put down|Compose) a {n}(|, new or not| or overwrite it|, replacing what was there)(|.)|(Writes|Saves|Puts|Stores) (a text|text|the given text) (as|to|into|on) a {n}(|.)|(Fill|Cover) a {n} with (text|words|writing|lines)(|, from the top|; the old text goes)(|.)|(Puts|Lays) a (new |)(whole |){n} (into|in) the {w}(|.)|Sets the (full|whole|complete) text of a {n}(|.)|New {n}, or new text for an old one(|.)|Use this (to make|for making) a {n}(|.)|A {n} gets the text that you give(|, all of it)(|.)|Make the {n} say exactly this(|.)",
    "edit": "(Replace|Swap|Exchange|Change|Substitute) (a text|words|one text|a part|a passage|some words) (in|of) a {n}(| for (others|another|something else)| by another)(|.)|(Edit|Revise|Correct|Amend|Mend|Alter) (a|one) {n}(: (take out|cross out|erase|remove) (words|a text), (put in|write) others(| instead)|)(|.)|(Turns|Changes|Rewrites) a (piece|part|passage|bit) of a {n} (into something else|from one text to another)(|.)|In a {n}, one text gives way to another(|.)|(Finds|Looks for) a text in a {n} and (puts|writes) another (there|in its place)(|.)|Touch up a {n}: old words out, new words in(|.)|Change a {n} without writing all of it(|.)",
    "run": "(Run|Execute|Start|Launch|Perform|Issue|Type|Enter) a (command|program|command line|line in the shell|job|shell command)(| and (return|show|give|report) (its output|what it prints|the result|what it says)|, for example a test)(|.)|(Runs|Starts|Carries out|Does) (what you type|a command|an order|a job) (in the terminal|on the machine|on the computer|in the {w})(| and waits for it| and tells what came of it|, then gives the reply)(|.)|(Gives|Hands|Sends) (a command|a line|a job|an order) to the (shell|machine|system|computer)(|.)|For (tests, builds and other commands|programs of any kind|everything that a shell can do)(|.)|A terminal: one line in, its output out(|.)|The machine does as it is told and answers(|.)",
    "grep": "(Search|Look through) (all|the) {s} for a text(|.)|(Finds|Shows) the lines that (have|contain) a text(|.)|Which {s} (have|hold|contain) a text?(|)", "glob": "(Finds|Lists|Gives) {s} whose (name|path) (fits|matches) a pattern(|.)|Names that fit a pattern such as **/*.txt(|.)", "delete": "(Delete|Remove|Discard|Throw away) a {n}(|.| for good.)", "move": "(Move|Rename|Relocate) a {n}(|.)|Gives a {n} another (name|place)(|.)", "copy": "(Copy|Duplicate) a {n}(|.)|Makes a second {n} of the same text(|.)", "append": "(Add|Append) a line (to|at the end of) a {n}(|.)|Puts one more line below the text of a {n}(|.)",
}
ABOUT = {k: split_bars(v) for k, v in ABOUT.items()}
MORE = {
    "list": ["Takes nothing.", "No arguments are needed.", "Good for a start.", "Example: call it with no arguments.", "Order: by name.", "Hidden {s} are left out."],
    "read": ["Example: {\"{P}\": \"notes.txt\"}.", "{P}: which {n}.", "If there is no such {n}, you are told so.", "Nothing is changed by it.", "Give the path as the list has it."],
    "write": ["Arguments: {P} and {T}.", "{T} is taken as it is.", "Missing folders are made.", "Old text is lost.", "Example: {P} = \"a/b.txt\", {T} = \"hello\".", "Never shorten the text."],
    "edit": ["{O} must be in the {n} exactly so.", "Arguments: {P}, {O}, {R}.", "All places are changed.", "{O} is what is there, {R} what shall be there.", "It complains if {O} is not there.", "Mind spaces and line breaks."],
    "run": ["{C}: the whole line.", "Example: {\"{C}\": \"make test\"}.", "Stops after a minute.", "The output is cut after 500 lines.", "rm, make, test runners and so on.", "May fail for a moment; then try again."],
}
PATHS = "path file filename {n} {n} {n}_name {n}_path name which where location target uri key id title of what_{n} the_{n} address item subject {n}_id place pos spot handle slot".split()
TEXTS = "content text contents body data value words writing new_text payload lines what full_text input material string {n}_text stuff inside matter".split()
CMDS = "command cmd line program script job order task call statement input what command_text code request action instruction_text to_run prompt do args entry text".split()
SWAPS = [x.split("/") for x in "old/new|before/after|from/to|was/is|find/put|seek/set|out/in|wrong/right|remove/insert|take_out/put_in|this/that|search/replace|needle/thread|current/wanted|old_words/new_words|first/second|cross_out/write|target/replacement|original/changed|what/with|cut/paste|stale/fresh|erased/written|gone/instead|match/substitute|previous/next|looking_for/turn_into|faulty/correct|present/future|words/other_words|passage/new_passage|minus/plus|a/b|x/y|old_part/new_part|delete_text/insert_text|text_now/text_then|one/other|given/desired|left/right".split("|")]
FIELD = {"path": "which {n}|the {n}|name of the {n}|path of the {n}|where the {n} is|the {n} to use|{n} as the list gives it|relative path, for example a/b.txt", "text": "the text|all of the text|everything the {n} shall hold|the whole new text|what to write|text of the {n}, complete|words for the {n}", "old": "the words that are there|what is there now|text to take out|the part to be replaced|exact old text|what has to go", "new": "the words to write instead|what comes in its place|text to put in|the new part|replacement|what it becomes", "cmd": "the command|the line to run|what to run|what the machine has to do|program and its arguments|the complete command line|as you would type it"}
FIELD = {k: v.split("|") for k, v in FIELD.items()}

OK = "ok|OK|Done.|done|true|yes|all right|fine|accepted|success|{}|200|0|saved|as you wish|Very well.|completed|no errors|[]|+1|{\"ok\": true}|{\"result\": \"success\"}|{\"status\": 200}|<ok/>|status: ok".split("|")
WROTE = "{N} {p} (is written|is saved|has been saved|was made|is there now|has its text)(|.)|(Saved|Wrote|Created|Stored|Made|Put) (the {n} |){p}(|.)|{p} (now holds|got) the text(|.)|The {w} has {p} now(|.)|{p}: (written|saved|created)|(1|one) {n} written: {p}|{\"written\": \"{p}\"}|new {n} {p}|The {n} {p} lies in the {w}(|.)|-> {p}|{p} is in its place(|.)"
EDITED = "{N} {p} (is changed|has been changed|is revised|is corrected|was updated)(|.)|(Changed|Edited|Corrected|Revised|Updated|Patched) (the {n} |){p}(|.)|{p}: (changed|edited|1 change|1 place)|(1|one) place in {p} changed|{\"changed\": \"{p}\"}|{p} reads differently now(|.)|(new words|new text) in {p}|The words (are|were) exchanged in {p}(|.)|~ {p}"
MISSING = "(There is|I find|I can see|We have|The {w} has) no {n} (called |named |at |)'{p}'(|.)|(There is|The {w} has|I know) no {p}(|.)|(Error|ERROR|failure|Sorry|Problem|fail): (the {n} |){p} (is missing|does not exist|cannot be found|was not found|is not here|is unknown)(|.)|(No|No such|Unknown) {n}: {p}|{p}: (no such {n}|not found|missing)|{p} (is nowhere|could not be found|is not in the {w}|does not exist)(|.)|(Cannot|Could not|can't) (open|find|read|see|get at) {p}(|: not found)|(Nothing|Not a thing) (is|lies|exists) (at|under) {p}(|.)|{\"error\": \"not found\", \"{n}\": \"{p}\"}|404 {p}|exit 2: {p}: No such {n}"
NOMATCH = "(those|these|the) words are not (in|on) {p}(|.)|{p} (does not have|does not hold|lacks|has not got) (that|this|the old) text(|.)|(Error|ERROR|failure|fail): (text|passage|no match|words) not found in {p}|(nothing|no place) in {p} (matches|fits|to change)(|.)|not in {p}|{p}: (0 changes|no match|text not found)|The (old |)text was not (seen|found) in {p}(|.)"
TRANSIENT = "The (machine|shell|system|terminal|server|engine) (hiccuped|stumbled|was busy|is busy|was asleep|is still waking up|lost the line)(.|,|;) (try again|once more|repeat it|say it again|do it again|send it again)(|.)|(Error|ERROR|failure|fail): (temporary|passing|short) (problem|trouble|failure|fault)(, |; )(try again|run it again|repeat|once more)(|.)|(Connection|Line|Link) (lost|reset|dropped|broken) (while running|half way|)(; |, )(again|try again|run it again), please(|.)|(Timed out|Timeout|Took too long)(. |, |; )(Try|try) (again|once more)(|.)|(interrupted|aborted|cut off)(, |; )(start|call|run) it (again|once more)(|.)|(EAGAIN|503|429|BUSY)(: |, )(try again|retry|repeat)( later| soon|)|(no worker|no slot|no lock) (was |)free, (please |)(retry|try again|repeat)(|.)|{\"error\": \"temporary\", \"retry\": true}|(Could not|Cannot) start (just now|at the moment|right away)(; |, )(one more try|a second try|trying again) (may|should|will) (help|do)(|.)"
UNKNOWN = "(The machine|The shell) does not (know|understand) (that|this|this line|the order)(|.)|(No|Unknown) such (program|command|job)(|.)|(Error|ERROR|failure): (unknown|unheard-of) (command|program|order)|(cannot|could not) start this(|.)|(not a|no) (command|program)|127: not found"
EMPTY = "(empty)|The {w} is empty.|nothing|No {s}.|(no {s})|-|none|0 {s}|bare"
RESULTS = {k: split_bars(v) for k, v in (("wrote", WROTE), ("edited", EDITED), ("missing", MISSING), ("nomatch", NOMATCH), ("transient", TRANSIENT), ("unknown", UNKNOWN), ("empty", EMPTY))}


def shaped(r, style, *parts):
    """A name from its parts in one of five styles."""
    ps = [x for p in parts for x in p.split("_") if x]
    if style == "camel":
        return ps[0] + "".join(cap(x) for x in ps[1:])
    if style == "pascal":
        return "".join(cap(x) for x in ps)
    return {"kebab": "-", "dot": "."}.get(style, "_").join(ps)


def names(r, kinds, theme):
    """A name for each kind of tool, all different."""
    one, many, _ = theme
    style = r.choice(["snake", "snake", "snake", "camel", "camel", "kebab", "pascal"])
    form = r.choice(["vn", "vn", "vn", "nv", "v", "mixed", "prefix"])
    front = r.choice([one, one[:4], word(r).lower(), strange(r).lower(), "my", "tool", "x", "op", "act", many])
    while True:
        out = {}
        for k in kinds:
            v = r.choice(VERBS[k])
            n = r.choice(MACHINE) if k == "run" else many if k in ("list", "glob", "grep") else one
            f = r.choice(["vn", "nv", "v"]) if form == "mixed" else form
            out[k] = shaped(r, style, *{"vn": (v, n), "nv": (n, v), "v": (r.choice(ALONE[k].split("|")),), "prefix": (front, v)}[f])
        if len({x.lower() for x in out.values()}) == len(out):
            return out, "camel" if style in ("camel", "pascal") else "snake"


def fields(r, theme, style):
    """(path, text, old, new, command): names of the parameters."""
    while True:
        got = [r.choice(x).replace("{n}", theme[0]) for x in (PATHS, TEXTS, CMDS)]
        pair = r.choice(SWAPS)
        if len({got[0], got[1], *pair}) == 4:
            path, text, cmd = (shaped(r, style, x) for x in got)
            return path, text, *(shaped(r, style, x) for x in pair), cmd


def filled(r, text, theme, **more):
    text = expand(r, text)
    for k, v in (("{n}", theme[0]), ("{N}", cap(theme[0])), ("{s}", theme[1]), ("{w}", theme[2]), *(("{" + k + "}", v) for k, v in more.items())):
        text = text.replace(k, v)
    return text


def describe(r, kind, theme, kit):
    d = filled(r, r.choice(ABOUT[kind]), theme)
    if kind in MORE and kit.wordy:
        more = [filled(r, x, theme, P=kit.path, T=kit.text, O=kit.old, R=kit.new, C=kit.cmd) for x in r.sample(MORE[kind], r.randint(1, 3))]
        d = d.rstrip(".") + "." if d[-1:] not in "?." else d
        d += r.choice([" ", " ", "\n", "\n\n"]) + r.choice([" ", " ", "\n"]).join(more)
    return d


def dress(r, kit):
    """Gives a kit a theme: its names, parameters and descriptions."""
    kit.theme = theme = r.choice(THEMES)
    kit.wordy = r.random() < 0.1
    kit.names, style = names(r, kit.kinds, theme)
    kit.path, kit.text, kit.old, kit.new, kit.cmd = fields(r, theme, style)
    kit.list_arg = r.random() < 0.08
    told = r.random()
    kit.told = {k: filled(r, r.choice(v), theme) for k, v in FIELD.items()} if told < 0.42 else {}
    kit.about = {k: describe(r, k, theme, kit) for k in kit.kinds}


def wordings(r, theme):
    """How the workspace of a theme words its results."""
    plain = r.random() < 0.3
    out = {k: filled(r, r.choice(v), theme) for k, v in RESULTS.items()}
    if plain:
        out["wrote"] = out["edited"] = r.choice(OK)
    out["none"], out["deleted"] = r.choice(["no hits", f"No {theme[0]} has it.", "nothing found"]), r.choice(["gone", f"The {theme[0]} is gone.", "deleted", "OK"])
    return out
