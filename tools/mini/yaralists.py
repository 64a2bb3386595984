"""Lists and strings to copy, to turn round, to sort and to count."""
import json

import cases
import yarasay as S
import yarawords as W

LEADS = "the a my our every one no".split()


def layout(r, items, block):
    """A list as people write it, on several lines or in one."""
    if block and r.random() < 0.6:
        marks = ["", "- ", "* ", "\u2022 "] + ([] if any(x[0].isdigit() for x in items) else ["1. ", "1) "])
        m = r.choice(marks)
        return "\n".join((f"{i}{m[1:]}" if m[:1] == "1" else m) + x for i, x in enumerate(items, 1))
    ways = [", ", ", ", "; ", " / ", " | ", ",", "json", "quote", "and", "tick"]
    if all(" " not in x for x in items):
        ways += [" "]
    way = r.choice(ways)
    if way == "json":
        return json.dumps([int(x) if x.isdigit() and str(int(x)) == x else x for x in items])
    if way in ("quote", "tick"):
        q = "`" if way == "tick" else r.choice("\"'")
        return ", ".join(q + x + q for x in items)
    if way == "and":
        return ", ".join(items[:-1]) + " and " + items[-1]
    return way.join(items)


def say(r, skill, frame, gaps, items, check):
    """The request with its list or string in place."""
    frame = frame.replace("{nl}", "\n")
    if items:
        block = frame.endswith("{x}") or frame.startswith("{x}\n") or "\n{x}\n" in frame
        text = layout(r, items, block)
        if "\n" in text and frame.endswith(" {x}"):
            frame = frame[:-4] + r.choice(["\n", "\n\n"]) + "{x}"
        gaps = {**gaps, "x": text}
    start = "{how}" if frame.startswith("{how}") else ""
    out = frame.format(**gaps)
    if start and r.random() < 0.6:
        out = cases.up(out)
    ends = frame.endswith(("{x}", "{s}"))
    begins = frame.startswith(("{x}", "{s}", "{q}"))
    if not begins or (out.split("\n")[0] and r.random() < 0.1 and "\n" in frame):
        out = W.dress(r, out, not begins, not ends)
    return cases.case(skill, out, check, 160 if items and len(items) > 7 else 96)


def quoted(r, s):
    q = r.choice([x for x in "\"'`" if x not in s])
    return q + s + q


def string(r):
    """A string of at most 24 characters that reads differently backwards."""
    while True:
        s = r.choice([lambda: r.choices(W.SOURCES, W.WEIGHTS)[0](r), lambda: r.choice(W.WORDS), lambda: W.code(r), lambda: r.choice(W.WORDS) + " " + r.choice(W.THINGS), lambda: r.choice(W.VERBS) + " " + r.choice(LEADS) + " " + r.choice(W.THINGS), lambda: W.number(r) + " " + r.choice(W.THINGS)])()
        if 3 <= len(s) <= 24 and s != s[::-1]:
            return s


def text_case(r, skill, frames, check):
    s = string(r)
    return say(r, skill, r.choice(frames), {"s": s, "q": quoted(r, s)}, None, check(s))


def copy(r):
    if r.random() < 0.4:
        return text_case(r, "copy", S.COPY_TEXT, lambda s: {"same": s})
    items = W.some_items(r, W.how_many(r))
    return say(r, "copy", r.choice(S.COPY), {}, items, {"items": items})


def reverse(r):
    if r.random() < 0.4:
        return text_case(r, "reverse", S.REVERSE_TEXT, lambda s: {"value": s[::-1]})
    items = W.some_items(r, W.how_many(r))
    return say(r, "reverse", r.choice(S.REVERSE), {}, items, {"items": items[::-1]})


def sort(r):
    n, way = max(3, W.how_many(r)), r.choice(["az", "az", "za", "up", "down"])
    if way in ("up", "down"):
        top = r.choice([30, 100, 1000, 9999])
        if r.random() < 0.15:
            items = [f"{a}.{r.randint(1, 9)}" for a in r.sample(range(30), n)]
        else:
            items = [str(a) for a in r.sample(range(1, top), n)]
        right = sorted(items, key=float, reverse=way == "down")
    else:
        items = r.choice([lambda: r.sample(W.FAMILIES[r.randrange(21)][1:], min(n, 6)), lambda: r.sample(r.choice(W.FAMILIES)[1:] + W.WORDS[:3], min(n, 8)), lambda: r.sample(r.choice(W.NAME_FAMILIES), min(n, 7)), lambda: r.sample(W.PEOPLE, n), lambda: r.sample(W.PLACES, n), lambda: r.sample([x for x in W.THINGS if " " not in x], n), lambda: r.sample(W.WORDS, n), lambda: r.sample([w for f in r.sample(W.FAMILIES, 2) for w in f[1:]], n)])()
        items = list(dict.fromkeys(items))
        right = sorted(items, reverse=way == "za")
    return say(r, "sort", r.choice(S.SORT), {"how": r.choice(S.HOW[way])}, items, {"items": right})


def count(r):
    kind = r.choice(["items", "items", "words", "letters", "letter", "letter", "word", "kind", "kind"])
    if kind == "items":
        items = W.some_items(r, r.randint(2, 15))
        return say(r, "count", r.choice(S.COUNT_ITEMS), {}, items, {"number": len(items)})
    if kind == "words":
        words = [w for _ in range(3) for w in (r.choice(W.VERBS), r.choice(LEADS), r.choice(W.WORDS), r.choice([x for x in W.THINGS if " " not in x]), r.choice(["and", "then"]))][:r.randint(2, 14)]
        s = " ".join(words)
        return say(r, "count", r.choice(S.COUNT_WORDS), {"s": s, "q": quoted(r, s)}, None, {"number": len(words)})
    if kind in ("letters", "letter"):
        w = r.choice(W.WORDS + r.choice(W.FAMILIES)[1:] + [x for x in W.THINGS if " " not in x])
        q = r.choice([w, quoted(r, w)])
        if kind == "letters":
            return say(r, "count", r.choice(S.COUNT_LETTERS), {"q": q}, None, {"number": len(w)})
        letter = r.choice(w)
        return say(r, "count", r.choice(S.COUNT_LETTER), {"q": q, "l": r.choice([letter, quoted(r, letter)])}, None, {"number": w.count(letter)})
    if kind == "word":
        pool = r.sample(r.choice([W.PEOPLE, W.PLACES, W.WORDS]), r.randint(2, 4))
        items = [pool[0]] + [r.choice(pool) for _ in range(r.randint(2, 10))]
        r.shuffle(items)
        return say(r, "count", r.choice(S.COUNT_WORD), {"w": r.choice([pool[0], quoted(r, pool[0])])}, items, {"number": items.count(pool[0])})
    k, *rest = r.sample(list(W.KINDS), r.randint(2, 3))
    mine = r.sample(W.KINDS[k], r.randint(1, 6))
    items = mine + r.sample([x for o in rest for x in W.KINDS[o]], r.randint(1, 6))
    r.shuffle(items)
    return say(r, "count", r.choice(S.COUNT_KIND), {"k": k}, items, {"number": len(mine)})
