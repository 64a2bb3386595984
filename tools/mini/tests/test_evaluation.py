"""Tests of the evaluation; the standard library alone is needed."""

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import evaluate
from evaluation import agent_tasks, judge, replies, rows, workspace

SUBSET = os.path.join(HERE, "../../../models/atlas-mini/eval_subset.json")
# Digests of the cases by row. The results in the model card are of seed 7; others are of these.
DIGESTS = {
    7: {
        "facts": "baec96eb70d20ced",
        "completion": "c7a86dc6e2bdbe8f",
        "copy": "c1c01abb815e147e",
        "reverse": "8e4c6d2210fcf15f",
        "sort": "c3d1f4390935faea",
        "count": "ca5db98c4bfe5201",
        "extract": "14be1641d9cc2db6",
        "json_to_toml": "aab23b89fc744cb6",
        "tools": "d6684985e9bdf0d4",
        "thinking": "353b8accc2563dec",
        "needle_1k": "63fbabc9b6032d6e",
        "needle_4k": "22c1b9c465f96c12",
        "agents": "5f5d4025b1289a7e",
    },
    11: {
        "facts": "d95abdb228c40c6b",
        "completion": "09480684378f41a7",
        "copy": "7e23cab0edfb4fb3",
        "reverse": "96491d2bd3874ccf",
        "sort": "d2aa3e7da48238c7",
        "count": "568c8d618f705400",
        "extract": "e77aec7bf7884823",
        "json_to_toml": "69f1229cb8da8636",
        "tools": "23465d42e832a753",
        "thinking": "62350b8668c57600",
        "needle_1k": "e1b2d43901efaa6c",
        "needle_4k": "c0df665cfda70b2e",
        "agents": "1d5faf7f4196f180",
    },
}


def digest(value):
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def reply(content="", calls=(), reasoning="", finish="stop"):
    calls = list(calls)
    return {"content": content, "calls": calls, "reasoning": reasoning, "finish": finish}


class Cases(unittest.TestCase):
    def test_a_seed_gives_the_recorded_cases(self):
        for seed, wanted in DIGESTS.items():
            # The long needles take most of the time, and the short ones are made the same way.
            names = [name for name, _, _ in rows.ROWS if name not in ("needle_8k5", "needle_16k")]
            got = {name: digest(list(rows.cases(seed, None, [name]))) for name in names}
            got["agents"] = digest([run.request() for run in agent_tasks.runs(seed, 200)])
            self.assertEqual(got, wanted)

    def test_the_subset_holds_cases_of_the_rows_with_right_texts(self):
        with open(SUBSET) as f:
            subset = json.load(f)
        facts = list(rows.cases(7, 30, ["facts"]))
        facts = [json.loads(json.dumps(case)) for case in facts]
        found = 0
        for case in subset:
            text = case.pop("greedy_text")
            del case["prompt_tokens"]
            found += case in facts
            self.assertTrue(judge.right(case["check"], replies.parse(text, True, case)), text)
        self.assertEqual(found, 8)


class Agents(unittest.TestCase):
    def play(self, run, plan, answer):
        for action, *values in plan:
            name, fields = run.kit.name[action], run.kit.fields[action]
            run.feed(reply(calls=[(name, dict(zip(fields, values)))], finish="tool_calls"))
        run.feed(reply(answer))
        return run.ok

    def test_every_plan_solves_its_task(self):
        for run in agent_tasks.runs(7, 200):
            answer = "Done. " + " ".join(run.task.say)
            self.assertTrue(self.play(run, run.task.plan, answer), run.task.kind)

    def test_a_task_without_its_plan_is_not_solved(self):
        for run in agent_tasks.runs(7, 48):
            self.assertFalse(self.play(run, [], "Done."), run.task.kind)

    def test_a_task_with_a_change_too_many_is_not_solved(self):
        for run in agent_tasks.runs(7, 48):
            plan = [*run.task.plan, ("write", "other.txt", "x")]
            answer = "Done. " + " ".join(run.task.say)
            self.assertFalse(self.play(run, plan, answer), run.task.kind)


class Workspace(unittest.TestCase):
    def test_a_check_succeeds_once_the_file_holds_the_text(self):
        space = workspace.Workspace({"a": "x"}, {"test": ("a", "y", "ok", "bad")})
        self.assertEqual(space.run("test"), "bad")
        space.edit("a", "x", "y")
        self.assertEqual(space.run("test"), "ok")
        self.assertEqual(space.outcomes, [("test", "bad"), ("test", "ok")])

    def test_a_flaky_command_fails_once(self):
        space = workspace.Workspace({}, {"go": ("", "", "ok", "ok")}, ["go"])
        self.assertIn("try again", space.run("go"))
        self.assertEqual(space.run("go"), "ok")

    def test_plain_commands_act_on_the_files(self):
        space = workspace.Workspace({"a": "1\n2", "b": ""})
        self.assertEqual(space.run("wc -l a"), "2 a")
        self.assertEqual(space.run("cat a"), "1\n2")
        self.assertEqual(space.run("rm b"), "")
        self.assertEqual(space.run("ls"), "a")
        self.assertIn("no such file", space.run("rm b"))


class Judge(unittest.TestCase):
    def right(self, check, content, **more):
        return judge.right(check, reply(content, **more))

    def test_lists_are_right_in_every_usual_form(self):
        check = {"items": ["a", "b", "c"]}
        for text in ("a, b, c", "a, b, c.", "Sorted: a, b, c", "- a\n- b\n- c", "1. a\n2. b\n3. c"):
            self.assertTrue(self.right(check, text), text)
        for text in ('["a", "b", "c"]', "a; b; c", "a, b and c", "```\na, b, c\n```"):
            self.assertTrue(self.right(check, text), text)
        for text in ("a, c, b", "a, b", "a, b, c, d", "", "[a, b"):
            self.assertFalse(self.right(check, text), text)

    def test_numbers_are_right_in_digits_and_in_words(self):
        self.assertTrue(self.right({"number": 4}, "There are 4."))
        self.assertTrue(self.right({"number": 4}, "four"))
        self.assertFalse(self.right({"number": 4}, "14"))

    def test_values_are_right_alone_or_at_the_end_of_a_short_sentence(self):
        self.assertTrue(self.right({"value": "x y"}, '"x y"'))
        self.assertTrue(self.right({"value": True}, "True."))
        self.assertTrue(self.right({"value": 7}, "The port is 7."))
        self.assertFalse(self.right({"value": 7}, "The port is 77."))
        self.assertFalse(self.right({"value": 7}, "7 is the port, and 8 is not"))

    def test_a_call_needs_its_name_and_its_arguments(self):
        check = {"call": ["f", {"n": 1}]}
        self.assertTrue(judge.right(check, reply(calls=[("f", {"n": 1})])))
        for calls in ([("g", {"n": 1})], [("f", {"n": True})], [("f", {})], [("f", None)], []):
            self.assertFalse(judge.right(check, reply(calls=calls)), calls)

    def test_thinking_must_be_there_or_not_as_asked(self):
        check = {"thinking": True, "then": {"any": ["x"]}}
        self.assertTrue(self.right(check, "x", reasoning="Well."))
        self.assertFalse(self.right(check, "x"))
        self.assertFalse(self.right(check, "x", reasoning="Well.", finish="length"))
        self.assertFalse(self.right({**check, "thinking": False}, "x", reasoning="Well."))

    def test_toml_is_compared_by_its_values(self):
        check = {"toml": {"a": 1, "b": {"c": "x"}}}
        self.assertTrue(self.right(check, 'a = 1\n\n[b]\nc = "x"'))
        self.assertTrue(self.right(check, "```toml\na = 1\nb = {c = 'x'}\n```"))
        self.assertFalse(self.right(check, 'a = 1\nc = "x"'))
        self.assertFalse(self.right(check, "no toml"))

    def test_an_unknown_check_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "unknown check"):
            self.right({"other": 1}, "x")


class Replies(unittest.TestCase):
    PROPERTIES = {"n": {"type": "integer"}, "s": {"type": "string"}}
    TOOLS = [{"function": {"name": "f", "parameters": {"properties": PROPERTIES}}}]
    CALL = (
        "<tool_call>\n<function=f>\n<parameter=n>\n1\n</parameter>\n<parameter=s>\n2\n"
        "</parameter>\n</function>\n</tool_call>"
    )

    def test_raw_text_is_taken_apart(self):
        case = {"think": True, "tools": self.TOOLS}
        got = replies.parse(f"Hm.\n</think>\n\nSo: {self.CALL}", True, case)
        want = reply("So:", [("f", {"n": 1, "s": "2"})], "Hm.\n", "tool_calls")
        self.assertEqual(got, want)

    def test_text_that_no_stop_token_ended_is_too_long(self):
        self.assertEqual(replies.parse("x", False, {})["finish"], "length")

    def test_fields_of_a_server_are_taken_as_they_are(self):
        function = {"name": "f", "arguments": '{"n": 1}'}
        message = {"content": None, "reasoning": "r", "tool_calls": [{"function": function}]}
        choice = {"message": message, "finish_reason": "tool_calls"}
        got = replies.from_choice(choice, {"think": True, "tools": self.TOOLS})
        self.assertEqual(got, reply("", [("f", {"n": 1})], "r", "tool_calls"))

    def test_a_call_without_json_has_no_arguments(self):
        message = {"tool_calls": [{"function": {"name": "f", "arguments": "{"}}]}
        choice = {"message": message, "finish_reason": "stop"}
        self.assertEqual(replies.from_choice(choice, {})["calls"], [("f", None)])


# A stand-in for the binary: `serve` answers every chat with "42", `quantize` makes a folder.
ATLAS = """#!PYTHON
import http.server, json, os, sys
verb, folder, flags = sys.argv[1], sys.argv[2], sys.argv[3:]
with open("LOG", "a") as log:
    log.write(" ".join(sys.argv[1:]) + "\\n")
if verb == "quantize":
    os.mkdir(flags[0])
if verb == "plan":
    pairs = {"kv_block_count": "10", "kv_block_tokens": "32"}.items()
    print(json.dumps({"weights_bytes": 3 << 20, "pools": [{"name": "KV blocks", "bytes": 640}],
                      "settings": [{"name": n, "value": v} for n, v in pairs]}))
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        choice = {"message": {"content": "42"}, "finish_reason": "stop"}
        body = json.dumps({"choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass
if verb == "serve":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port} now", flush=True)
    server.serve_forever()
"""


class Formats(unittest.TestCase):
    def test_each_format_is_served_and_gets_a_column(self):
        with tempfile.TemporaryDirectory() as folder:
            at = {name: os.path.join(folder, name) for name in ("atlas", "log", "page")}
            program = ATLAS.replace("PYTHON", sys.executable).replace("LOG", at["log"])
            for name, text in {
                "atlas": program,
                "page": f"a\n{evaluate.TABLE_BEGIN}old\n{evaluate.TABLE_END}b\n",
            }.items():
                with open(at[name], "w") as file:
                    file.write(text)
            os.chmod(at["atlas"], 0o755)
            flags = ["--formats", "bf16,nvfp4", "--kv-formats", "fp8", "--atlas", at["atlas"]]
            flags += ["--rows", "facts:2,copy:1", "--table", at["page"], "--", "--isa", "x"]
            argv, sys.argv = sys.argv, ["evaluate.py", *flags]
            try:
                with open(os.devnull, "w") as out, contextlib.redirect_stdout(out):
                    evaluate.main()
            finally:
                sys.argv = argv
            with open(at["page"]) as page, open(at["log"]) as log:
                lines, calls = page.read().splitlines(), log.read().splitlines()
        self.assertEqual(lines[0], "a")
        self.assertEqual(lines[2], "|  | bf16, KV fp8 | nvfp4, KV fp8 |")
        self.assertTrue(lines[4].startswith("| facts | 0 of 2 | 0 of 2 |"), lines[4])
        self.assertIn("| copy | 0 of 1 | 0 of 1 |", lines)
        self.assertIn("| weights, MiB | 3.00 | 3.00 |", lines)
        self.assertIn("| KV, bytes a token | 2 | 2 |", lines)
        self.assertEqual(lines[-1], "b")
        self.assertNotIn("old", lines)
        flags = "--isa x --kv-cache-dtype fp8"
        self.assertTrue(calls[0].endswith(f"--served-model-name atlas-mini {flags}"), calls)
        self.assertTrue(calls[2].startswith("quantize models/atlas-mini"), calls)
        self.assertTrue(calls[2].endswith("--format nvfp4"), calls)
        served = calls[3].split()
        self.assertEqual((served[0], served[1]), ("serve", calls[2].split()[2]))


if __name__ == "__main__":
    unittest.main()
