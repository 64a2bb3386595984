"""JSON objects of everyday make, the layouts of their text, and the same data as TOML."""
import json
import re

from stringforms import ACCENTED, code, sentence, written
from words import ADJ, NAMES, cap, letters, pseudo, strange, word

FIELD = """name id title city country email age price total count status type color size width height host port user owner path file url version level score rank debug enabled active timeout retries limit mode theme language author year month date tags items address street zip code key value label group team role phone unit weight speed model brand stock rating source target format region zone
note comment remark description summary text message content body footer header subject motto quote slogan caption hint warning reason query pattern regex command script prompt template separator prefix suffix folder directory output input log cache backup database table column row cell index page chapter section volume edition publisher isbn barcode sku serial token hash checksum salary budget cost tax discount currency balance account bank client customer supplier order invoice delivery shipping route stop gate seat floor room building latitude longitude altitude depth length distance radius angle duration start end created updated expires birthday deadline schedule interval delay threads workers memory disk cpu bandwidth quality brightness contrast volume_level channel station genre album artist track player coach league match winner species breed diet habitat legs wings""".split()


class Number(str):
    """A number as it is written, so that 1.50 and 2e3 stay what they are."""


def key(r):
    roll = r.random()
    if roll < 0.38:
        return r.choice(FIELD)
    if roll < 0.68:
        return word(r)
    if roll < 0.82:
        return r.choice(FIELD + ADJ) + "_" + r.choice([word(r), r.choice(FIELD)])
    if roll < 0.91:
        return word(r) + cap(r.choice(FIELD))
    if roll < 0.93:
        return r.choice(FIELD) + str(r.randint(1, 99))
    if roll < 0.95:
        return r.choice([r.choice(FIELD).upper(), cap(r.choice(FIELD)), word(r) + "-" + r.choice(FIELD), str(r.randint(1, 2030))])
    if roll < 0.975:
        return word(r) + r.choice([" ", ".", ":", "/", " & ", "@", "?", "'s "]) + r.choice(FIELD)
    return word(r)


def number(r):
    k = r.randrange(14)
    if k < 5:
        return r.randint(0, r.choice([9, 99, 999, 9999, 9999, 99999]))
    if k < 7:
        return -r.randint(1, r.choice([9, 99, 999, 9999]))
    if k == 7:
        return r.choice([0, 1, -1, 1000000, 2 ** 31, 10 ** 9, 123456789])
    x = r.uniform(0, r.choice([1, 10, 100, 200, 1000])) * r.choice([1, 1, 1, -1])
    if k < 12:
        return Number(f"{x:.{r.choice([1, 1, 2, 2, 2, 3, 4])}f}")
    if k == 12:
        return Number(f"{r.randint(1, 9)}{r.choice(['', '.' + str(r.randint(0, 99))])}{r.choice('eeE')}{r.choice(['', '-', '-', '+'])}{r.choice(['', '0'])}{r.randint(1, 9)}")
    return Number(f"{r.choice(['', '-'])}{r.randint(0, 99)}.{r.choice(['0', '00', '50', '25'])}")


def spiced(r):
    """A string with characters that JSON escapes or that TOML could trip over."""
    a, b = word(r), word(r, 0.8)
    return r.choice([
        lambda: f'{a} "{b}" {word(r)}', lambda: f'"{a}" {b}', lambda: f'{a} "{b}"', lambda: f'"{a}"', lambda: f'{r.choice(["he said", "the sign reads", "called", "marked", "see"])} "{a}{r.choice(["", " " + b])}"{r.choice(["", ".", " " + word(r), "!"])}',
        lambda: f"{a}\n{b}", lambda: f"{a} {b}\n{word(r)} {word(r)}", lambda: f"{a}\n", lambda: f"{a}\n\n{b}", lambda: f"{a}\t{b}", lambda: f"{a}\\{b}", lambda: f"{r.choice('CDEZ')}:\\{a}\\{b}", lambda: f"\\{a}", lambda: f"{a}\\", lambda: f"\\\\{a}\\{b}", lambda: f"\\d+{r.choice(['', a])}", lambda: f"{a}\r\n{b}", lambda: f"{a}\x08{b}"[: len(a) + 1 + len(b)] if r.random() < 0.1 else f"{a}\f{b}",
        lambda: f"{a} = {r.choice([b, str(r.randint(0, 99))])}", lambda: f"{a} # {b}", lambda: f"{a} = {r.randint(0, 99)} # {b}", lambda: f"# {a}", lambda: f"#{a}", lambda: f"{a}={b}", lambda: f"{a} == {b}", lambda: f"{cap(a)} & {cap(b)}", lambda: f"{r.choice(NAMES)} & {r.choice(NAMES)}", lambda: f"{a} | {b}",
        lambda: f"[{a}]", lambda: f"[{a}, {b}]", lambda: f"{{{a}}}", lambda: f"({a})", lambda: f"{a}[{r.randint(0, 9)}]", lambda: f"{{\"{a}\": {r.randint(0, 9)}}}", lambda: f"'{a}'", lambda: f"{a}'s {b}", lambda: f"it's {a}", lambda: f"'''{a}'''", lambda: f"{a}, {b}, {word(r)}", lambda: f"{a}: {b}", lambda: f"{a};{b}", lambda: f"<{a}>{b}</{a}>", lambda: f"{a} < {b}", lambda: f"{a} >= {r.randint(0, 99)}", lambda: f"${{{a}}}", lambda: f"%{a}%", lambda: f"{r.randint(1, 99)}%", lambda: f"{a}?!", lambda: f"*{a}*", lambda: f"`{a}`", lambda: f"~{a}^{b}",
    ])()


def texts(r):
    """A plain string of one of many makes."""
    k = r.randrange(20)
    if k < 5:
        return word(r)
    if k < 8:
        return " ".join(cap(word(r)) if r.random() < 0.3 else word(r) for _ in range(r.randint(2, 4)))
    if k == 8:
        return sentence(r, 5)
    if k == 9:
        return r.choice(NAMES) + r.choice(["", " " + cap(word(r))])
    if k == 10:
        return written(r)
    if k == 11:
        return code(r)
    if k == 12:
        return r.choice([f"{word(r)}@{word(r)}.com", f"https://{word(r)}.org/{word(r)}", f"/{word(r)}/{word(r)}.txt", f"{r.randint(0, 9)}.{r.randint(0, 20)}.{r.randint(0, 9)}", f"{r.randint(0, 255)}.{r.randint(0, 255)}.{r.randint(0, 255)}.{r.randint(0, 255)}"])
    if k < 15:
        d = f"{r.choice([19, 20])}{r.randint(0, 99):02d}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"
        return r.choice([d, d, d + f"T{r.randint(0, 23):02d}:{r.randint(0, 59):02d}:00{r.choice(['', 'Z', '+02:00'])}", f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}"])
    if k == 15:
        return r.choice([f"{r.randint(100, 999)}-{r.randint(1000, 9999)}", f"#{letters(r, 6, '0123456789abcdef')}", f"{letters(r, 3).upper()}-{r.randint(10, 9999)}", f"+{r.randint(1, 99)} {r.randint(100, 999)} {r.randint(1000, 9999)}", str(r.randint(0, 99999)), f"00{r.randint(1, 99)}"])
    if k == 16:
        w = list(word(r, 0.7))
        w[r.randrange(len(w))] = r.choice(ACCENTED)
        return "".join(w)
    if k == 17:
        return r.choice(["", "", "true", "false", "null", "yes", "no", "none", "0", "1", "-", ".", " ", "N/A", "*"])
    if k == 18:
        return cap(r.choice([pseudo, strange])(r))
    return r.choice(ADJ) + " " + word(r)


def scalar(r, spice=0.12):
    k = r.random()
    if k < spice:
        return spiced(r)
    if k < 0.62:
        return texts(r)
    if k < 0.89:
        return number(r)
    return r.random() < 0.5


def array(r, spice=0.12):
    k = r.random()
    n = r.choice([1, 2, 2, 3, 3, 4, 5]) if k < 0.96 else 0
    if k < 0.34:
        top = r.choice([9, 99, 999])
        return [r.randint(0, top) for _ in range(n)]
    if k < 0.4:
        return [Number(f"{r.uniform(-10, 100):.{r.choice([1, 2])}f}") for _ in range(n)]
    if k < 0.44:
        return [r.random() < 0.5 for _ in range(n)]
    if k < 0.47:
        return [[r.randint(0, 99) for _ in range(r.randint(1, 3))] for _ in range(max(n, 1))]
    xs = [spiced(r) if r.random() < spice else texts(r) if r.random() < 0.25 else word(r) for _ in range(n)]
    return xs + xs[:1] if r.random() < 0.1 else xs


def obj(r, depth, fields=None, pool=None, spice=0.12, tables=0.0):
    d = {}
    if pool is None:
        pool = [key(r) for _ in range(r.randint(3, 6))] if r.random() < 0.4 else []
        if pool and r.random() < 0.4:
            pool += [p[: max(1, len(p) // 2)] + word(r) for p in pool]
    for _ in range(fields or r.randint(1, 4)):
        k = r.choice(pool) if pool and r.random() < 0.8 else key(r)
        if k in d:
            continue
        roll = r.random()
        if depth > 1 and roll < 0.35:
            if r.random() < tables:
                d[k] = [obj(r, 1, r.randint(1, 2), spice=spice) for _ in range(r.randint(1, 3))]
            else:
                d[k] = obj(r, depth - 1, pool=pool, spice=spice, tables=tables)
        elif roll < 0.49:
            d[k] = array(r, spice)
        else:
            d[k] = scalar(r, spice)
    return d


def leaves(d, path=()):
    for k, v in d.items():
        yield path + (k,), v
        if isinstance(v, dict):
            yield from leaves(v, path + (k,))


# JSON text

def literal(v, escaped=False):
    if isinstance(v, Number):
        return str(v)
    return json.dumps(v, ensure_ascii=escaped)


def dump(r, d):
    """JSON text of the object in one of many layouts."""
    k = r.random()
    escaped = r.random() < 0.3
    if k < 0.34:
        item, colon = r.choice([(", ", ": "), (", ", ": "), (", ", ": "), (",", ":"), (",", ":"), (", ", ":"), (" , ", " : ")])
        pad = " " if r.random() < 0.06 else ""
        return _line(d, item, colon, pad, escaped)
    step = r.choice(["  ", "  ", "  ", "    ", "    ", " ", " ", "\t", "\t", "   ", ""])
    flat = r.random() < (0.45 if step not in ("", " ") else 0.2)
    return _block(d, step, r.choice([": ", ": ", ": ", ":", " : "]), flat, escaped, "\n")


def _line(v, item, colon, pad, escaped):
    if isinstance(v, dict):
        return "{" + pad + item.join(json.dumps(k, ensure_ascii=escaped) + colon + _line(x, item, colon, pad, escaped) for k, x in v.items()) + pad + "}"
    if isinstance(v, list):
        return "[" + item.join(_line(x, item, colon, pad, escaped) for x in v) + "]"
    return literal(v, escaped)


def _block(v, step, colon, flat, escaped, newline):
    """Indented text; `flat` writes arrays on one line."""
    if isinstance(v, dict) and v:
        deep = newline + step
        return "{" + deep + ("," + deep).join(json.dumps(k, ensure_ascii=escaped) + colon + _block(x, step, colon, flat, escaped, deep) for k, x in v.items()) + newline + "}"
    if isinstance(v, list) and v and not (flat and not isinstance(v[0], dict)):
        deep = newline + step
        return "[" + deep + ("," + deep).join(_block(x, step, colon, flat, escaped, deep) for x in v) + newline + "]"
    return _line(v, ", ", ": ", "", escaped)


# TOML

_BARE = re.compile("[A-Za-z0-9_-]+")


def toml_key(k):
    return k if _BARE.fullmatch(k) else json.dumps(k, ensure_ascii=False)


def toml_value(v):
    if isinstance(v, list):
        return "[" + ", ".join(toml_value(x) for x in v) + "]"
    return literal(v)


def _tables(v):
    """Whether a value stands under headings of its own."""
    return isinstance(v, dict) or isinstance(v, list) and bool(v) and isinstance(v[0], dict)


def toml(d, prefix=()):
    """TOML text: values first, then one table for each object, depth first."""
    out = [f"{toml_key(k)} = {toml_value(v)}" for k, v in d.items() if not _tables(v)]
    blocks = ["\n".join(out)] if out else []
    for k, v in d.items():
        if _tables(v):
            name = ".".join(map(toml_key, prefix + (k,)))
            for x in v if isinstance(v, list) else [v]:
                head = f"[[{name}]]" if isinstance(v, list) else f"[{name}]"
                inner = toml(x, prefix + (k,))
                first = any(not _tables(y) for y in x.values())
                blocks.append(head + ("\n" if first else "\n\n" if inner else "") + inner)
    return "\n\n".join(blocks)
