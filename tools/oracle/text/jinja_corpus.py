"""Texts of jinja.jsonl of atlas-text as Jinja2 gives them with the settings of transformers.

    python tools/oracle/text/jinja_corpus.py          fills in the texts of all templates, in place
    python tools/oracle/text/jinja_corpus.py --print  writes the lines to standard output instead

The first line holds the variables, each other one a template, perhaps with variables of its own,
and its `text`, or `error` if it fails. Exits with 3 if Jinja2 is not installed.
"""

import json
import pathlib
import sys

try:
    import jinja2
    import jinja2.ext
    from jinja2.sandbox import ImmutableSandboxedEnvironment
except ImportError:
    sys.exit(3)

CORPUS = pathlib.Path(__file__).parents[3] / "crates/atlas-text/tests/fixtures/jinja.jsonl"


class Generation(jinja2.ext.Extension):
    """The tag that marks an assistant's words; their text stays the same."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        call = self.call_method("_call")
        return jinja2.nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _call(self, caller):
        return caller()


def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(
        x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    env = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols]
    )
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    return env


def main():
    first, *rest = map(json.loads, CORPUS.read_text(encoding="utf-8").strip().split("\n"))
    env = environment()
    lines = [json.dumps(first, ensure_ascii=False)]
    for case in rest:
        line = {key: case[key] for key in ("template", "variables") if key in case}
        variables = {**first["variables"], **case.get("variables", {})}
        try:
            line["text"] = env.from_string(case["template"]).render(**variables)
        except Exception as error:
            line["error"] = f"{type(error).__name__}: {error}"
        lines.append(json.dumps(line, ensure_ascii=False))
    text = "\n".join(lines) + "\n"
    if "--print" in sys.argv:
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(text)
    else:
        CORPUS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
