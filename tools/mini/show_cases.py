"""Write the samples of an evaluation as a page.

    python tools/mini/evaluate.py --samples samples.json ...
    python tools/mini/show_cases.py samples.json OUT.md "what they were measured on"
"""
import json
import sys


def show(value):
    return json.dumps(value, ensure_ascii=False)


def main(samples, out, how):
    rows = json.load(open(samples))["samples"]
    page = ["# Verbatim cases of the bundled atlas-mini", "", f"The first twenty of each row in order, greedy: {how} Long questions are cut in the middle with [...].", ""]
    for row, cases in rows.items():
        page += [f"## {row}", ""]
        for c in cases:
            page.append(f"- {'right' if c['ok'] else 'WRONG'} — asked: {show(c['asked'])}")
            page += [f"  - {key}: {show(c[key])}" for key in ("reasoning", "answer", "calls", "steps") if c.get(key)]
            if not c["ok"] and "expected" in c:
                page.append(f"  - expected: {show(c['expected'])}")
        page.append("")
    with open(out, "w") as f:
        f.write("\n".join(page))


if __name__ == "__main__":
    main(*sys.argv[1:4])
