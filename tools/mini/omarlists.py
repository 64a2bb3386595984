"""Work on lists and short texts: copy, reverse, sort and count."""
import json

import cases
import omarwords as W

PHRASES = [n for n in W.NOTES if len(n) < 25] + W.SONGS
FILES = lambda r: f"{r.choice(W.STEMS)}.{r.choice(W.EXTS)}"
KINDS = [lambda r: r.choice(W.NOUNS), lambda r: r.choice(W.NOUNS), lambda r: r.choice(W.ADJS), lambda r: f"{r.choice(W.ADJS)} {r.choice(W.NOUNS)}", lambda r: r.choice(W.FIRST), lambda r: f"{r.choice(W.FIRST)} {r.choice(W.LAST)}",
         lambda r: r.choice(W.TOWNS), W.code, FILES, lambda r: str(r.randint(1, 999)), lambda r: str(r.randint(1, 99)), lambda r: r.choice(PHRASES), lambda r: r.choice(W.THINGS), lambda r: r.choice(W.TEAMS)]


def words(r, lo=2, hi=12):
    """Different items of one kind, sometimes of several."""
    n = r.choice([k for k in (2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12) if lo <= k <= hi])
    if r.random() < 0.12:
        return W.several(r, lambda r: r.choice(KINDS)(r), n)
    kind = r.choice(KINDS)
    return W.several(r, kind, n)


def layout(r, items):
    """A list as people write it down."""
    xs = [str(x) for x in items]
    k = r.randint(0, 19)
    if k == 0:
        return "\n".join("- " + x for x in xs)
    if k == 1:
        return "\n".join("* " + x for x in xs)
    if k == 2:
        return "\n".join(f"{i}. {x}" for i, x in enumerate(xs, 1))
    if k == 3:
        return "\n".join(f"{i}) {x}" for i, x in enumerate(xs, 1))
    if k == 4:
        return "\n".join(xs)
    if k == 5:
        return json.dumps(items)
    if k == 6:
        return ", ".join(f'"{x}"' for x in xs)
    if k == 7:
        return "; ".join(xs)
    if k == 8:
        return " | ".join(xs)
    if k == 9:
        return ", ".join(xs[:-1]) + " and " + xs[-1]
    if k == 10:
        return ", ".join(f"`{x}`" for x in xs)
    if k == 11:
        return " / ".join(xs)
    if k == 12:
        return "\n".join("• " + x for x in xs)
    if k == 13:
        return "[" + ", ".join(xs) + "]"
    if k == 14:
        return "```\n" + "\n".join(xs) + "\n```"
    if k == 15 and not any(" " in x for x in xs):
        return " ".join(xs)
    if k == 16:
        return ", ".join(f"'{x}'" for x in xs)
    if k == 17:
        return "(" + ", ".join(xs) + ")"
    return ", ".join(xs)


NAMED = "[list|items|entries|lineup|names|things|sequence|row|inventory|stuff|roster|data]"


def lister(r, frames, items, **more):
    """A request about a list."""
    x = layout(r, items)
    frame = W.ex(r, r.choice([f for f in frames.replace("NAMED", NAMED).strip().split("\n")])).replace("\\n", "\n")
    W.SEEN.add(frame)
    if "\n" in x:
        frame = frame.replace(" {x}", "\n{x}").replace("{x} ", "{x}\n").replace("{x}. ", "{x}\n").replace("{x}.", "{x}").replace("{x}?", "{x}")
    return W.fill(W.manners(r, frame, not frame.endswith("{x}")), {"x": x, **more})


def string(r):
    """A short text of at most 24 characters."""
    k = r.randint(0, 5)
    s = [lambda: W.code(r), lambda: r.choice(W.NOUNS), lambda: f"{r.choice(W.ADJS)} {r.choice(W.NOUNS)}", lambda: "".join(r.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(r.randint(4, 12))), lambda: r.choice(PHRASES),
         lambda: "".join(r.choice("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789-_") for _ in range(r.randint(5, 14))).strip("-_") or "A1"][k]()
    return s[:24].strip()


COPY = r"""
[Copy|Repeat|Reproduce] [this|the] NAMED: {x}
[Write|Say] [this NAMED|these] [again|back to me|once more]: {x}
{x}\n[Repeat that.|Copy it.|Same again, please.|Give it back unchanged.]
[Give|Send|Hand] [this|the following] NAMED back [unchanged|as it is|in the same order]: {x}
[I need|I want|I'd like] [the same NAMED|this again], [item by item|nothing added]: {x}
[Could|Can|Would] you [echo|repeat|copy] [the NAMED|this NAMED]? {x}
echo {x}
[No changes|Do not sort], [just|only] copy: {x}
[For the log|For the record|For the minutes], [restate|repeat]: {x}
[My screen is broken|The printer ate a page]; [type|write] this NAMED [for me|again]: {x}
{x} - [say that back|read it back|copy that], [over|please].
[List|Name] [exactly|all of] these, [in order|in this order]: {x}
[The list is|Here is the NAMED]: {x}. [Read it back.|Repeat it.|Copy it down.]
[Duplicate|Mirror] [without edits|word for word]: {x}
[Confirm|Acknowledge] by repeating: {x}
copy paste this NAMED: {x}
[Same order|Same items], [please|thanks]: {x}
"""
COPY1 = r"""
[Repeat|Copy|Echo|Write] [exactly|] [this|the following]: {x}
[Say|Type] {x} [back|again|exactly as it is].
{x}\n[Repeat that.|Copy it exactly.|Same text, please.]
[Could|Can] you [repeat|echo] {x}?
[The code|The text|It] is {x}. [Read it back.|Repeat it.]
[Reply|Answer] with [only|just|exactly]: {x}
[I want|I need] [you to write|to see] {x}, [nothing else|unchanged].
copy: {x}
[Confirm|Acknowledge] {x} by [repeating|copying] it.
[Output|Print|Return] the string {x} [as is|unchanged|].
[Please|] [write|type] {x} [one more time|once more].
"""


def copy(r):
    """A list or a short text again, as it is."""
    if r.random() < 0.3:
        s = string(r)
        raw = r.random() < 0.5
        frame = W.ex(r, r.choice(COPY1.strip().split("\n"))).replace("\\n", "\n")
        W.SEEN.add(frame)
        colon = frame.endswith(": {x}") or frame.startswith("{x}\n")
        return cases.case("copy", W.fill(W.manners(r, frame, not frame.endswith("{x}"), True), {"x": s if raw and colon else W.quoted(r, s)}), {"same": s})
    items = words(r)
    return cases.case("copy", lister(r, COPY, items), {"items": items})


REVERSE = r"""
[Reverse|Invert|Flip] [this|the] NAMED: {x}
[Turn|Flip] [this|the following] NAMED around: {x}
{x}\n[Reverse that.|Now backwards.|In reverse order, please.|Last one first.]
[Write|Give|Read] [this|the following] NAMED [backwards|from last to first|in reverse order|from the end]: {x}
[I need|I want|I'd like] [this|the NAMED] [in reverse|back to front|the other way round], [last item first|end first]: {x}
[Could|Can|Would] you [reverse|invert|flip] [the NAMED|this NAMED]? {x}
reverse {x}
[The list is|Here is the NAMED]: {x}. [Start at the end.|Reverse it.|Other way round!]
[What is|What's] {x} in reverse order?
[The truck is unloaded|We come back] in reverse order. [Loaded were|The stops]: {x}
[Last becomes first|Last in, first out]: {x}
[List|Name] these [starting with the last|from the bottom up]: {x}
[Order reversed|Opposite order], [please|thanks]: {x}
{x} - [backwards please|now in reverse]
[Someone wrote|I wrote] the NAMED [the wrong way round|upside down], [turn it|fix the order]: {x}
"""
REVERSE1 = r"""
[Reverse|Flip] the [letters|characters] of {x}.
[Write|Spell|Type] {x} [backwards|in reverse|from the last character to the first].
[What is|What's] {x} [backwards|spelled backwards|reversed]?
{x} reversed?
[Reverse|Invert] [this|the] [string|text]: {x}
[Could|Can] you [spell|write] {x} [backwards|from right to left]?
[The string|The text] {x} [back to front|in reverse order of characters], please.
[I need|I want] {x} [written backwards|mirrored letter by letter].
rev {x}
[Read|Say] {x} from the [end|last letter].
[Character by character|Letter by letter], reverse {x}.
"""


def reverse(r):
    """A list or a short text the other way round."""
    if r.random() < 0.3:
        s = string(r)
        q = W.ask(r, REVERSE1, {"x": W.quoted(r, s) if " " in s or r.random() < 0.6 else s})
        return cases.case("reverse", q, {"value": s[::-1]})
    items = words(r)
    return cases.case("reverse", lister(r, REVERSE, items), {"items": items[::-1]})


SORT = r"""
[Sort|Order|Arrange] [this|the] NAMED {how}: {x}
[Put|Bring] [this|the following] NAMED [in order|into order], {how}: {x}
{x}\n[Sort that|Sort these|Order them] {how}.
[I need|I want|I'd like] [this|the NAMED] sorted {how}: {x}
[Could|Can|Would] you [sort|order|arrange] [the NAMED|this NAMED] {how}? {x}
sort {how}: {x}
[The list is|Here is the NAMED]: {x}. [Sort it|Order it|Arrange it] {how}.
[What is|What's] the {how} order of {x}?
[Our clerk|The catalog|My binder] [wants|needs] the NAMED {how}: {x}
[Sorted|In order], {how}, [please|thanks]: {x}
{x} - [sort|order] {how}
[List|Name] these {how}: {x}
[It's a mess|All mixed up]: {x}. [Sort|Tidy up], {how}.
[Rank|Line up] [these|the NAMED] {how}: {x}
{how} [order|sorting] [please|]: {x}
"""
HOW = {("w", 0): ["alphabetically", "from A to Z", "in alphabetical order", "by alphabet", "A-Z"], ("w", 1): ["in reverse alphabetical order", "from Z to A", "Z-A", "reverse alphabetically", "descending from Z"],
       ("n", 0): ["from smallest to largest", "in ascending order", "ascending", "lowest first", "numerically, small to big", "by size, smallest first"], ("n", 1): ["from largest to smallest", "in descending order", "descending", "highest first", "numerically, big to small", "by size, largest first"]}


def sort(r):
    """Words by the alphabet or numbers by size."""
    numbers, down = r.random() < 0.45, r.random() < 0.4
    n = r.choice([3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10])
    if numbers:
        items = W.several(r, r.choice([lambda r: r.randint(1, 99), lambda r: r.randint(1, 999), lambda r: r.randint(1, 20)]), n)
        right = sorted(items, reverse=down)
    else:
        items = W.several(r, r.choice([lambda r: r.choice(W.NOUNS), lambda r: r.choice(W.FIRST), lambda r: r.choice(W.TOWNS), lambda r: r.choice(W.ADJS), lambda r: r.choice(W.LAST)]), n)
        right = sorted(items, key=str.lower, reverse=down)
    if items == right:
        return sort(r)
    how = r.choice(HOW[("n" if numbers else "w", int(down))])
    frames = SORT.strip().split("\n")
    if not how.startswith(("in ", "asc", "desc", "rev", "alph")):
        frames = [f for f in frames if "What" not in f and not f.startswith("{how}")]
    frames = [f.replace("{how} order of {x}", "{how} order of {x}") for f in frames]
    q = lister(r, "\n".join(frames).replace("the {how} order of {x}", "{x} sorted {how}").replace("{how} [order|sorting] [please|]:", "[please|now] {how}:"), items, how=how)
    return cases.case("sort", q, {"items": [str(x) for x in right]})


COUNT = r"""
[How many|What number of] items [are|do you see] [in|on] [this|the] list: {x}
[Count|Number of] the [items|entries|elements]: {x}
{x}\n[How many is that?|How many items?|Count them.|Number of items?]
[I need|Tell me|Give me] the [number|count] of [items|entries] in {x}.
[How long is|What is the length of] this list? {x}
[Could|Can] you count [these|the items]? {x}
[The list|My list] is {x}. How many [things|entries] [is that|does it have]?
len({x})
[count|how many]: {x}
[We packed|I packed|On the cart are] {x}. How many [different things|items] is that?
[Total|Amount] of entries [here|in this one]: {x}
[The bus carries|In the box are|The band has|Our order was] {x}. [So how many?|How many is that?|Head count?|Total?]
[My manager|The insurer|The clerk] [asks|wants to know] how many [things|items|entries] [these are|are listed]: {x}
[Just|Only] the [number|count], please. [Items|Entries]: {x}
[Inventory|Stock|Roll call]: {x}. [How many in all?|Count, please.|Give me the number.]
[For the form|For customs] I need the number of items: {x}
""".replace("[are|do you see] [in|on]", "are in").replace("[Count|Number of] the", "Count the")
OCCUR = r"""
How [many times|often] [does|is] {w} OCC in [this|the] list: {x}
[Count|Find] how often {w} [appears|occurs]: {x}
{x}\nHow [many times|often] do you see {w}?
[I need|Tell me] the number of times {w} [comes up|is listed]: {x}
[Could|Can] you count {w} in {x}?
[occurrences|count] of {w}: {x}
{w} - how [often|many times] is it in {x}?
[The scorer wrote|Orders today were|Votes came in as] {x}. How many [say|are] {w}?
[Tally|Add up] [every|each] {w} [here|in this list]: {x}
[I'm counting|We count] {w} [only|and nothing else]; [how many|what number]? {x}
In {x}, how [many times|often] [is {w} named|do we find {w}]?
""".replace("[does|is] {w} OCC", "does {w} [appear|occur|show up]")
LETTERS = """
How many letters [are in|make up] [the word|] {w}?
How many letters does [the word|] {w} have?
[Count|Please count] the letters [of|in] {w}.
{w}: [number of letters|letter count]?
[How long is|What is the length of] the word {w}, in letters?
[I need|Tell me] the number of letters in {w}.
[Could|Can] you count the letters of {w}?
[For the crossword|For my sign|For the jersey|For the badge], how many letters [has|are there in] {w}?
[I paint|We print|They engrave] {w} [on the truck|on a sign|on the cup]. [How many letters is that?|Letters?|Number of letters?]
{w} - [how many letters|letter count]?
"""
LETTER = """
How many times does the letter {c} [appear|occur] in {w}?
[Count|Find] the [letter|number of] {c} in [the word|] {w}.
How many {c}'s [are in|do you count in|has] {w}?
[letter|number of] {c} in {w}?
[I need|Tell me] how often {c} [occurs|is] in {w}.
[Could|Can] you count the {c} in {w}?
In the word {w}, how [often|many times] [is there a|do you see a] {c}?
{w} - how many {c}?
[Look at|Take] {w}. How [often|many times] [is there a|do you find the letter] {c}?
[Spelling bee|Scrabble question|Type setting]: [number of|how many] {c} in {w}?
"""
WORDS = """
How many words [are in|does this have]: {s}
[Count|Please count] the words: {s}
{s} - how many words?
[Number of words|Word count] in {s}?
[I need|Tell me] the number of words in {s}.
[Could|Can] you count the words of {s}?
[My limit is 15 words.|Headlines must be short.] How many words [are in|has] {s}?
The sentence {s} has how many words?
[My note|The sign|The radio message] [says|reads] {s}. [How many words is that?|Words?|Word count?]
wc -w: {s}
[They charge by the word|I pay by the word] for {s}, [so how many words|number of words]?
"""


def count(r):
    """How many items, occurrences, letters or words."""
    k = r.random()
    if k < 0.4:
        items = words(r)
        return cases.case("count", lister(r, COUNT, items), {"number": len(items)})
    if k < 0.6:
        pool = W.several(r, r.choice([lambda r: r.choice(W.NOUNS), lambda r: r.choice(W.FIRST), lambda r: r.choice(W.TOWNS)]), r.randint(2, 4))
        items = [r.choice(pool) for _ in range(r.randint(4, 12))]
        w = r.choice(items)
        return cases.case("count", lister(r, OCCUR, items, w=r.choice([w, W.quoted(r, w)])), {"number": items.count(w)})
    w = r.choice(W.NOUNS + W.ADJS + W.FIRST + W.TOWNS)
    if k < 0.75:
        return cases.case("count", W.ask(r, LETTERS, {"w": W.quoted(r, w) if r.random() < 0.6 else w}), {"number": len(w)})
    if k < 0.88:
        c = r.choice(w.lower())
        return cases.case("count", W.ask(r, LETTER, {"w": W.quoted(r, w.lower()) if r.random() < 0.6 else w.lower(), "c": r.choice([c, f'"{c}"', f"'{c}'"])}), {"number": w.lower().count(c)})
    s = W.note(r)
    while not 1 < len(s.split()) < 16 or "," in s:
        s = W.note(r)
    return cases.case("count", W.ask(r, WORDS, {"s": W.quoted(r, s)}), {"number": len(s.split())})
