"""Everyday tools with the requests that people make of them, read from the books.

A block of a book is one tool:

    names/of/the tool: description/another description
    names/of/parameter kind description/another      (a ? after the names: optional)
    - an order with {parameter}      ? a question with it      ! a statement

In a request, [...] is left out half of the time, (a|b) is a choice and
{parameter=words:value,other words:value} sets a value by words that are not it;
¶ is a line break, & a space in a list of choices."""
import functools
import json
import random
import re

import book_care
import book_code
import book_computer
import book_craft
import book_data
import book_family
import book_field
import book_home
import book_life
import book_media
import book_net
import book_plant
import book_public
import book_share
import book_trade
import book_trip
import book_work
from asktool import contracted
from phrase import expand
from toolvalues import make, shown
from words import cap, letters, plural, strange, word

SLOT = re.compile(r"\{([a-z_0-9]+)(?:=([^{}]*))?\}")
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
BEFORE_TEXT = ("send ", "write ", "post ", "share ", "translate ", "publish ", "reply ", "answer ", "email ")
JSON_TYPES = {"#": "integer", "~": "number", "!": "boolean", "*": "array", "=": "string"}


class Entry:
    """One tool of a book."""

    def __init__(self, block, domain):
        head, *lines = block.strip().split("\n")
        names, descs = head.split(":", 1)
        self.domain, self.names, self.descs = domain, names.strip().split("/"), [d.strip() for d in descs.split("/")]
        self.params, self.forms = [], []
        for line in lines:
            if line[:2] in ("- ", "? ", "! "):
                self.forms.append((line[0], line[2:].replace("¶", "\n")))
                continue
            names, kind, descs = line.split(" ", 2)
            self.params.append((names.replace("?", "").split("/"), kind.replace("&", " "), "?" in names, descs.split("/")))
        self.words = set(self.names[0].split("_"))


@functools.cache
def entries():
    out = []
    for book in (book_home, book_work, book_life, book_data, book_media, book_share, book_public, book_code, book_computer, book_trade, book_plant, book_field, book_family, book_trip, book_net, book_care, book_craft):
        for domain, text in book.TOOLS.items():
            out += [Entry(b, domain) for b in text.strip().split("\n\n")]
    return out


@functools.cache
def by_domain():
    d = {}
    for e in entries():
        d.setdefault(e.domain, []).append(e)
    return d


def styled(parts, style):
    """Name parts in snake_case, camelCase, kebab-case, PascalCase or joined."""
    if style == "camel":
        return parts[0] + "".join(cap(p) for p in parts[1:])
    if style == "pascal":
        return "".join(cap(p) for p in parts)
    return ("-" if style == "kebab" else "_").join(parts)


def json_schema(kind):
    typ = JSON_TYPES.get(kind[0], "string")
    if kind[0] == "=":
        return {"type": "string", "enum": kind[1:].split(",")}
    if kind[0] == "*":
        return {"type": "array", "items": {"type": JSON_TYPES.get(kind[1], "string")}}
    return {"type": typ}


def spec(r, name, desc, props, required):
    p = {"type": "object", "properties": props, "required": required}
    if not required and r.random() < 0.5:
        del p["required"]
    return {"type": "function", "function": {"name": name, "description": desc, "parameters": p}}


# Optional parameters of which no request speaks.
SPARE = [("verbose", "!", "Show more detail"), ("dry_run", "!", "Only pretend"), ("timeout", "#", "Seconds to wait"), ("page", "#", "Page of the results"), ("note", "s", "A remark"), ("notify", "!", "Tell the user when done"), ("locale", "s", "Language of the output"), ("retries", "#", "How often to try"), ("callback_url", "s", "Where to report"), ("force", "!", "Do it in any case"), ("tags", "*s", "Labels to add"), ("account_id", "s", "Account to use"), ("format", "s", "Output format"), ("sandbox", "!", "Use the test system"), ("request_id", "s", "Id of the request"), ("offset", "#", "First result"), ("comment", "s", "Free text"), ("source", "s", "Where the data comes from"), ("confirm", "!", "Ask before it is done"), ("weight", "~", "Weight in kilograms")]


def build(r, e):
    """A tool as it is offered: spec, and the names that its parameters got."""
    style = r.choices(["snake", "camel", "kebab", "pascal"], [70, 18, 7, 5])[0]
    parts = r.choice(e.names).split("_")
    if r.random() < 0.08:
        parts = [r.choice([e.domain, word(r, 0.5).lower()])] + parts
    own = r.random()
    names, props, required = {}, {}, []
    order = list(e.params)
    if r.random() < 0.25:
        r.shuffle(order)
    for alts, kind, optional, descs in order:
        n = alts[0] if r.random() < 0.5 else r.choice(alts)
        if own < 0.05:
            n = r.choice([strange(r).lower(), "arg_" + letters(r, 1), "p" + str(len(props) + 1), n + "_" + word(r, 0.5).lower()])
        elif own < 0.12:
            n = r.choice(["the_", "my_", "target_", "new_", "input_", ""]) + n + r.choice(["", "", "_value", "_arg"])
        if style == "camel":
            n = styled(n.split("_"), "camel")
        elif style == "kebab" and r.random() < 0.5:
            n = n.replace("_", "-")
        if n in props:
            n += "_" + str(len(props) + 1)
        s = json_schema(kind)
        if own < 0.12 or r.random() < 0.78:
            d = r.choice(descs)
            s["description"] = d + r.choice([" (optional)", ", optional", ""]) if optional and r.random() < 0.3 else d
        names[alts[0]], props[n] = n, s
        if not optional:
            required.append(n)
    if r.random() < 0.12:
        n, kind, d = r.choice(SPARE)
        if n not in props:
            props[n] = {**json_schema(kind), "description": d}
    desc = r.choice(e.descs)
    return {"spec": spec(r, styled(parts, style), desc + r.choice(["", "", "."]), props, required), "name": styled(parts, style), "entry": e, "names": names}


def typed(text, kind):
    if kind[0] in "#~!":
        return json.loads(text)
    return text.split("+") if kind[0] == "*" else text


def ask(r, t):
    """(order, arguments, form kind, whether it ends in a bare text) for a built tool."""
    e = t["entry"]
    style, form = r.choice(e.forms)
    while "[" in form:
        form = OPTIONAL.sub(lambda m: m.group(1) if r.random() < 0.5 else "", form)
    form = expand(r, form)
    if r.random() < 0.4:
        form = contracted(form)
    kinds = {alts[0]: kind for alts, kind, _, _ in e.params}
    values, out, at, bare = {}, [], 0, False
    for m in SLOT.finditer(form):
        out.append(form[at: m.start()])
        at = m.end()
        n, choices = m.groups()
        kind = kinds[n]
        if choices is not None:
            said, value = r.choice(choices.split(",")).rsplit(":", 1)
            values[n] = typed(value, kind)
            out.append(said)
            continue
        v = values.get(n)
        if v is None:
            v = r.choice(kind[1:].split(",")) if kind[0] == "=" else make(r, kind)
            while isinstance(v, str) and v in values.values():
                v = make(r, kind) if kind[0] != "=" else r.choice(kind[1:].split(","))
            if isinstance(v, str) and "\n" in v and m.end() < len(form):
                v = v.replace("\n", " ")
        values[n] = v
        after = form[m.end(): m.end() + 1]
        text, bare = shown(r, v, kind, m.end() == len(form))
        if kind == "text" and text[:1] in "\"'" and text[:1] != str(v)[:1] and out[-1].endswith(BEFORE_TEXT) and r.random() < 0.2:
            text = r.choice(["the text ", "the words ", "this: ", "the sentence "]) + text
        if isinstance(v, int) and after and after in "%tx^-":
            text = str(v)
        if after == "s" and isinstance(v, str):
            text = text[:-1] if text.endswith("s") else plural(text)[:-1]
        out.append(text)
    out.append(form[at:])
    bare = bare and at == len(form)
    given = {t["names"][k]: v for k, v in values.items()}
    return "".join(out), {n: given[n] for n in t["spec"]["function"]["parameters"]["properties"] if n in given}, style, bare


def check():
    """Every form says every required parameter, and only known ones."""
    r = random.Random(1)
    for e in entries():
        known = {a[0]: (k, o) for a, k, o, _ in e.params}
        assert e.forms, e.names
        for _, f in e.forms:
            firm = OPTIONAL.sub("", f)
            for n, (_, optional) in known.items():
                assert optional or ("{" + n) in firm, (e.names, f, n)
            assert all(m.group(1) in known for m in SLOT.finditer(f)), (e.names, f)
        for _ in range(20):
            ask(r, build(r, e))
    return len(entries()), sum(len(e.forms) for e in entries())


if __name__ == "__main__":
    print("%d tools, %d forms" % check())
