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
import expressions
from make_tokenizer_fixtures import load

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
    for expression in expressions.ALL:
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
