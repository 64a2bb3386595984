"""Tools on one thing that are told apart by what they do with it."""
from agentsay import ways
from gen_wide import CASES, INT, STR, say, tool
from lexicon import MORE_NOUNS
from toolnames import THINGS
from toolvalues import person, title
from words import distinct, plural, strange, word

FAMILY = [(a, d, ways(q)) for a, d, q in (
    ("create", "Creates a new {n}", "- (make|set up|start|add) a new {n} called {v}\n! i need a new {n} named {v}\n- create the {n} {v}\n! there should be a {n} called {v}"),
    ("delete", "Deletes a {n}", "- (delete|erase|get rid of|throw away|remove) the {n} {v}\n! the {n} {v} is no longer needed. delete it\n! nobody uses the {n} {v}; it can go"),
    ("rename", "Gives a {n} another name", "- (rename|retitle) the {n} {v} to {w}\n- call the {n} {v} {w} from now on\n! the {n} {v} should be called {w}\n- give the {n} {v} the new name {w}"),
    ("list", "Lists all {s}", "? (which|what) {s} (do i have|are there|exist)\n- (show|list|name) all {s}\n! i want to see all my {s}\n- give me an overview of the {s}"),
    ("count", "Counts the {s}", "? how many {s} (are there|do i have|exist)\n- count the {s}\n- tell me the number of {s}"),
    ("show", "Shows one {n} in detail", "- (show|open|display) the {n} {v}\n? what is in the {n} {v}\n- let me see the {n} {v}\n! i want to look at the {n} {v}"),
    ("share", "Shares a {n} with a person", "- share the {n} {v} with {p}\n- let {p} see the {n} {v}\n! {p} should have access to the {n} {v}\n- give {p} access to the {n} {v}"),
    ("copy", "Makes a copy of a {n}", "- (copy|duplicate|clone) the {n} {v}\n- make a second {n} like {v}\n! i want the {n} {v} twice"),
    ("print", "Prints a {n} on paper", "- print the {n} {v}\n- put the {n} {v} on paper\n! i need the {n} {v} on paper\n? can i have a paper copy of the {n} {v}"),
    ("archive", "Moves a {n} to the archive", "- archive the {n} {v}\n- put the {n} {v} into the archive\n! the {n} {v} belongs in the archive"),
    ("restore", "Brings a deleted {n} back", "- (restore|recover|bring back) the {n} {v}\n! i deleted the {n} {v} by mistake. get it back\n- undelete the {n} {v}"),
    ("lock", "Locks a {n} against changes", "- (lock|protect|seal) the {n} {v}\n! nobody may change the {n} {v}; lock it\n- make the {n} {v} read-only"),
    ("move", "Moves a {n} to another folder", "- (move|shift|put) the {n} {v} (to|into) the folder {w}\n! the {n} {v} belongs in the folder {w}. move it"),
    ("send", "Sends a {n} to a person", "- (send|mail|forward) the {n} {v} to {p}\n! {p} should get the {n} {v} by mail"),
    ("search", "Searches the {s} for a text", "- search (the|all|my) {s} for {w}\n- look for {w} in (the|my) {s}\n? is there something about {w} in my {s}"),
    ("rate", "Rates a {n} with stars", "- give the {n} {v} {k} stars\n- rate the {n} {v} with {k} stars\n! the {n} {v} deserves {k} stars"),
    ("sort", "Puts the {s} in order", "- (sort|order|arrange) the {s} by {w}\n! the {s} should be in order of {w}\n- put the {s} in order by {w}"),
)]
EXTRA = {"w": {"rename": ("new_name/to/name_after", "The new name"), "move": ("folder/target_folder/destination", "Folder to move it to"), "search": ("query/text/term", "What to look for"), "sort": ("by/key/criterion", "What to sort by")}, "p": ("person/recipient/with/user", "Name of the person"), "k": ("stars/rating/points", "Number of stars")}


def family(r, n):
    """n + 1 tools on one thing; each may be asked for, as their ways of asking never meet."""
    noun = r.choice(MORE_NOUNS + THINGS).lower() if r.random() < 0.8 else strange(r).lower()
    many, case, key = plural(noun), r.choices(list(CASES), [70, 16, 10, 4])[0], r.choice([f"{noun.split(' ')[0]}_name", "name", noun.split(" ")[0], "title"])
    back, out = r.random() < 0.25, []
    for verb, about, forms in r.sample(FAMILY, n + 1):
        v, w = distinct(r, 2, lambda r: r.choice([word(r).lower(), title(r), f"{word(r)}-{r.randint(2, 99)}".lower()]))
        k, p = r.randint(1, 5), person(r)
        ps = []
        if "{v}" in forms[0]:
            ps.append((key, STR, f"Name of the {noun}/Which {noun}", v, True))
        for slot, val, sch in (("w", w, STR), ("p", p, STR), ("k", k, INT)):
            if "{" + slot + "}" in forms[0]:
                names, d = EXTRA[slot][verb] if slot == "w" else EXTRA[slot]
                ps.append((r.choice(names.split("/")), sch, d, val, True))
        if len({x[0] for x in ps}) < len(ps):
            ps[-1] = ("target",) + ps[-1][1:]
        sv, sw = (f'"{x}"' if '"' not in x and r.random() < 0.35 else x for x in (v, w))
        q = say(r, forms, n=noun, s=many, v=sv, w=sw, p=p, k=str(k))
        a, b = verb, (many if verb in ("list", "count", "search", "sort") else noun).replace(" ", "_")
        name = f"{b}_{a}" if back else f"{a}_{b}"
        out.append(tool(r, name, about.replace("{n}", noun).replace("{s}", many), ps, q, noun, verb, case))
    return out
