"""Golden prompts, expressions and JSON texts, from transformers' own template environment.

Run in an environment with `transformers==5.17.0` after make_tokenizer_fixtures.py.
"""

import copy
import datetime
import json
import pathlib
import random

import jinja2
from tokenizers import Tokenizer
from transformers.utils import chat_template_utils

import conversations
from make_tokenizer_fixtures import load

# Expressions that real templates use or could, each rendered alone.
LITERALS = """true|none|1.0|1e20|1e-7|-0.0|1e15|1e16|0.1 + 0.2|3.0|123456789012345678|7 // 2|7 / 2
6 / 2
2 ** 3|-7 % 3|-7 // 2|10 | abs|[1, 2.5, 'x', none, true]|['a', "it's", "say \\"x\\""]
{'k': [1], "x": 'y'}|(1, 2)|(1,)
[]|{}|[1.0, 1e20, {'f': 0.5}]|'a' ~ 1.0 ~ none ~ true|'a' ~ [1.5]|1 == 1.0|'a' < 'b'|1 in [1]
'b' in 'abc'
'x' if false|true and 'x'|false or 'y'|not u|[1, 2] + [3]|[1] * 3|'x' * 3|(1, 2) + (3,)""".replace(
    "\n", "|"
)
# `|` is the filter operator, so the entries below stand one a line.
LINES = """
'abc'.upper()
'Ab'.lower()
'a b'.title()
'hello world'.capitalize()
'aB'.swapcase()
'a,b,,c'.split(',')
' a  b '.split()
'a=b=c'.split('=', 1)
'a=b=c'.rsplit('=', 1)
'a b c'.rsplit(none, 1)
' a b  c '.rsplit()
'a\\nb\\r\\nc'.splitlines()
'abc'[1:]
'abc'[::-1]
'abc'[-2]
'héllo'[1:3]
'x'.startswith('x')
'x'.startswith(('a', 'x'))
'abc'.endswith('c')
' y '.strip()
'xxabcx'.strip('x')
'  a\\n'.rstrip()
'\\n\\na'.lstrip('\\n')
'abc'.removeprefix('a')
'abc'.removesuffix('c')
'a.b.c'.partition('.')
'a.b.c'.rpartition('.')
'abc'.partition('x')
'a'.ljust(3) ~ '|'
'a'.rjust(3, '.')
'a'.center(4) ~ '|'
'ab'.center(5, '*')
'-7'.zfill(4)
'abc'.find('c')
'abc'.rfind('z')
'ab'.index('b')
'abcabc'.count('bc')
'a-b'.replace('-', '+')
'aaa'.replace('a', 'b', 2)
'a'.join(['x', 'y'])
'{} {}'.format(1, 'b')
'{0}-{name}'.format(1, name='n')
'a1'.isalnum()
'a'.isalpha()
'12'.isdigit()
'A'.isupper()
' '.isspace()
' y ' | trim
'xyx' | trim('x')
'é' | upper
'a b' | title
'abc' | length
'abc' | list
'abc' | reverse
'ab' | first
['a', 'b'] | last
'a\\nb' | indent(2)
'a b c' | wordcount
'a\\tb' | replace('\\t', '')
'1,2'.split(',') | map('int') | sum
[3, 1, 2] | sort
['b', 'A'] | sort
['b', 'a'] | sort(reverse=true)
[1, 2, 3] | max
[1, 2, 2] | unique | list
[1, 2, 3] | batch(2) | list
[1, 2, 3] | slice(2) | list
[1, 2, 3] | select('odd') | list
[1, 2, 3] | reject('gt', 1) | list
[1, 2] | join(', ')
[1, 2] | map('string') | join('+')
['A', 'b'] | map('lower') | list
[[1, 2], [3]] | sum(start=[])
[1, 2, 3][:2]
[1, 2, 3][::2]
[4, 5].index(5)
[4, 5, 4].count(4)
{'b': 1, 'a': 2} | dictsort
{'a': 1} | items | list
{'a': 1}.items() | list
{'a': 1, 'b': 2}.keys() | list
{'a': 1}.values() | list
{'a': 1}.get('b', 'none')
{'a': 1}.get('b')
{'a': 1}.a
{'a': {'b': 2}}['a']['b']
{'a': 1} == {'a': 1.0}
dict(a=1).a
namespace(a=1).a
range(3) | list
range(1, 10, 3) | list
messages | map(attribute='role') | list | unique | join(',')
messages | selectattr('role', 'equalto', 'user') | list | length
messages | rejectattr('role', 'in', ['system', 'tool']) | map(attribute='content') | list
messages | groupby('role') | length
(messages | last).content
messages[-1]['role']
messages[0].get('name', 'anon')
messages[0].items() | list
'role' in messages[0]
messages[0].missing is defined
messages[0] is mapping
messages[0].content is string
messages is iterable
'a' is sequence
[] is sequence
{} is sequence
1 is number
1 is integer
1.0 is float
true is boolean
u is defined
u is undefined
none is none
none == u
u | default('d')
'' | default('d', true)
none | default('d')
1.5 | round
2.675 | round(2)
3 | float
'3.7' | float
'x' | int(5)
'7' | int
3 | string
none | string
[1, 'a'] | string
{'a': [1.5, none, true]} | string
'a' | safe
'<a>' | escape
'%s' | format('q')
'abc' | truncate(10)
cycler('a', 'b').next()
joiner(',')()
strftime_now('%Y-%m-%d')
strftime_now('%d %B %Y %H:%M:%S')
strftime_now('%A %j %-d %I %p')
{'a': 1, 'b': [1.0, none]} | tojson
'<b>&\\'é' | tojson
'\\u2028\\u007f\\u0001' | tojson
{'b': 1, 'a': {'d': 1, 'c': 2}} | tojson(sort_keys=true)
{'a': [], 'b': {}, 'c': [1, {'d': 2}]} | tojson(indent=2)
{'a': [1]} | tojson(indent=none)
{'a': [1]} | tojson(indent='--')
{'a': [1]} | tojson(indent=0)
{'a': 'é😀'} | tojson(ensure_ascii=true)
{'a': 'é'} | tojson(ensure_ascii=false)
{'a': [1, 2]} | tojson(separators=(',', ':'))
{'a': [1, 2]} | tojson(indent=1, separators=(', ', ' = '))
'é' | tojson(true)
{'a': 1} | tojson(false, 2)
1e-7 | tojson
[1e16, 1e15, 0.1, 1.0, -0.0] | tojson
(1, 2) | tojson
{1: 2, true: 3} | tojson
messages | tojson
'a\x0bb\u2028c\x85d\x1ce\r\n'.splitlines()
'\x1c a\x1f\u3000'.strip() | length
'\x1ca ' | trim | length
'a\x1cb\x85c'.split() | length
'\x1ca'.lstrip() ~ 'b\x1f'.rstrip()
'a\n\nb\n'.splitlines(true)
'ß'.upper()
'ÀÉ'.lower()
"they're bill's".title()
"they're bill's" | title
'ab cd' | capitalize
'²'.isdigit()
'½'.isnumeric()
'a\n\nb' | indent(2, true)
'a\n\nb' | indent(2, false, true)
'{:.2f}'.format(1.5)
'{:>5}|{:<5}|{:^5}'.format('a', 'b', 'c')
'{:05d} {:,}'.format(42, 1234567)
'{!r}'.format('a')
'%.2f' | format(1.005)
'%5s|%-5s|%05d' | format('a', 'b', 42)
'x' is divisibleby(3) if false else 6 is divisibleby(3)
'a' in {'a': 1}
[1, 2] == [1, 2]
[1, [2]] < [1, [3]]
[{'a': 2}, {'a': 1}] | sort(attribute='a') | map(attribute='a') | list
[{'a': 1}, {'b': 2}] | map(attribute='a', default='?') | list
[1, none, 2] | select | list
[0, 1, ''] | reject | list
[1, 2, 3] | random in [1, 2, 3]
'abc' | batch(2) | list
{'a': 1, 'b': 2} | list
{'a': 1, 'b': 2} | join('-')
{'a': {'b': [1]}}.a.b[0]
messages[0]['nope'] is none
messages[9] is defined
messages[0].nope | default('x')
(messages[0].nope or 'y')
'a' 'b'
1 if true else 2
[1, 2, 3][-2:]
'abcdef'[-3:-1]
[1, 2, 3][5:]
'a,b'.split(',', maxsplit=1)
'aXbX'.replace('X', '') | upper
'a' ~ {'b': 1}
'a' ~ ['x', 1.0]
'a' ~ (1, 2)
[] | length == 0
none | length is defined if false else 'skipped'
[[1, 'a'], [2, 'b']] | map('first') | list
[3, 1] | max ~ [3, 1] | min
{'a': 1} | items | map('join', '=') | join('&')
'<%>' | urlencode
'a b' | urlencode
[1, 2, 3] | tojson | length
'abc' | map('upper') | list
dict([('a', 1)])
dict({'a': 1}, b=2)
{'a': 1}.pop('a') if false else 'ok'
'x'.isidentifier() if false else 'ok'
1_000
0x1f
1e3
'\u00e9\x41\n\t\\' | length
"a\'b"
'a\/b'
u.x
u['x']
u.x()
'1' + 1
none + 1
none < 1
'a' > 1
messages.nope()
messages[0].content.nope()
[1][5].x
'x' | int + 'a'
undefined_function()
'x' | no_such_filter
'x' is no_such_test
[1].append(2)
{'a': 1}.update({'b': 2})
raise_exception('stop')
1 / 0
1 % 0
'abc'.index('z')
'x' * -1
u | tojson
[u] | length
range(3)[1]
range(200000) | length
'a' is string and 'b' is not number
'%s' % 'a'
'%d-%s' % (3, 'x')
'é'.encode('utf-8')
""".strip().split("\n")
EXPRESSIONS = LITERALS.split("|") + LINES
# A filter inside the first list would have been cut apart.
EXPRESSIONS = [e for e in EXPRESSIONS if e.strip() not in ("10", "abs")] + ["-10 | abs"]

OUT = pathlib.Path(__file__).parents[3] / "crates/atlas-text/tests/fixtures"
NOW = datetime.datetime(2026, 3, 9, 8, 5, 7)
TOKENIZER = {"chatml": "chatml", "headers": "headers", "inst": "metaspace", "parts": "odd"}


class FixedClock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return NOW


def outcome(run):
    """The text, or what went wrong: `raised` by the template itself, `error` otherwise."""
    try:
        return {"text": run()}
    except jinja2.exceptions.UndefinedError as e:
        return {"error": str(e)}
    except jinja2.exceptions.TemplateError as e:
        return {"raised": str(e)}
    except (ArithmeticError, LookupError, ValueError, TypeError, AttributeError) as e:
        return {"error": f"{type(e).__name__}: {e}"}


def chat_cases():
    hf = {}
    for template, kind in TOKENIZER.items():
        tok = Tokenizer.from_file(str(OUT / f"tokenizers/{kind}.tokenizer.json"))
        config = json.loads((OUT / f"tokenizers/{kind}.golden.json").read_text())["config"]
        hf[template] = load(tok, config)
        hf[template].chat_template = (OUT / f"templates/{template}.jinja").read_text()
    cases = []
    for template, name, tools, options, variables in conversations.cases():
        messages = conversations.ALL[name]

        def run(tokenize=False):
            return hf[template].apply_chat_template(
                copy.deepcopy(messages),
                tools=tools,
                tokenize=tokenize,
                return_dict=False,
                **options,
                **variables,
            )

        case = {
            "template": template,
            "tokenizer": TOKENIZER[template],
            "conversation": name,
            "tools": None if tools is None else len(tools),
            "options": options,
            "kwargs": variables,
            **outcome(run),
        }
        if "text" in case:
            case["tokens"] = run(tokenize=True)
        cases.append(case)
    return cases


def expression_cases():
    context = {"messages": conversations.UNICODE, "tools": None}
    cases = []
    for expression in EXPRESSIONS:
        source = "{{ " + expression + " }}"
        template = lambda: chat_template_utils._compile_jinja_template(source)
        cases.append({"expression": expression, **outcome(lambda: template().render(**context))})
    return cases


def random_value(rng, depth=0):
    kind = rng.randint(0, 9 if depth < 3 else 6)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind <= 2:
        return rng.choice(
            [0, -1, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 2**64 - 1, rng.randint(-(10**9), 10**9)]
        )
    if kind <= 4:
        edge = [1e15, 1e16, 9999999999999998.0, 1e-4, 1e-5, -0.0, 1.7976931348623157e308, 5e-324]
        return rng.choice(
            [rng.random(), rng.random() * 10 ** rng.randint(-300, 300), rng.choice(edge)]
        )
    alphabet = ["a", '"', "\\", "/", "<", "&", "'", "\n", "\t", "\b", "\f", "\0", "\x1f", "\x7f"]
    text = lambda n: "".join(
        rng.choice(alphabet + ["é", "\u2028", "北", "😀", "\ufffd"])
        for _ in range(rng.randint(0, n))
    )
    if kind <= 6:
        return text(8)
    if kind <= 8:
        return {text(4): random_value(rng, depth + 1) for _ in range(rng.randint(0, 4))}
    return [random_value(rng, depth + 1) for _ in range(rng.randint(0, 4))]


DUMPS = [
    {},
    {"indent": 2},
    {"indent": 4, "sort_keys": True},
    {"ensure_ascii": True},
    {"separators": [",", ":"], "sort_keys": True},
]


def json_cases(count=100):
    rng = random.Random(3)
    cases = []
    for _ in range(count):
        value = random_value(rng)
        texts = [json.dumps(value, **{"ensure_ascii": False, **options}) for options in DUMPS]
        cases.append({"value": json.dumps(value), "texts": texts})
    return {"options": DUMPS, "cases": cases}


def write(name, value):
    (OUT / name).write_text(json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n")


def main():
    chat_template_utils.datetime = FixedClock
    chats = chat_cases()
    write(
        "chat.golden.json",
        {
            "now": NOW.isoformat(),
            "tools": conversations.TOOLS,
            "conversations": conversations.ALL,
            "cases": chats,
        },
    )
    found = expression_cases()
    write(
        "expressions.golden.json",
        {"now": NOW.isoformat(), "messages": conversations.UNICODE, "cases": found},
    )
    write("json.golden.json", json_cases())
    for kind in ("text", "raised", "error"):
        print(
            kind,
            sum(kind in c for c in chats),
            "chats,",
            sum(kind in c for c in found),
            "expressions",
        )
    for case in chats:
        if "error" in case or "raised" in case:
            print(
                "  ",
                case["template"],
                case["conversation"],
                case.get("error") or case.get("raised"),
            )


if __name__ == "__main__":
    main()
