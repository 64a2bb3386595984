"""Tasks for clients that are driven by a script: an order, the files at the start, and what must
be true of files and answer at the end. scripts/*.toml carry them out."""

PLAN = (
    'if (a < b && c >= 1) {\n  say("<done> & \\"dusted\\"");\n}\n\ntab\tend: ünïcödé {x: [1, 2]}'
    " </p>\n"
)
CHECK = (
    "if grep -qx 'hello world' src/greeting.txt; then echo '1 passed'; else echo '1 failed'; exit"
    " 1; fi\n"
)
VERIFY = """port=$(cat config/port.txt)
[ "$port" = 8080 ] || { echo "FAILED: port is $port, not 8080"; exit 1; }
[ -f config/host.txt ] || { echo 'FAILED: config/host.txt is missing'; exit 1; }
echo 'all 2 checks passed'
"""


class Task:
    def __init__(self, name, order, start, end, answer, think=False, only=None):
        self.name, self.order, self.start, self.end, self.answer = name, order, start, end, answer
        # Asks for reasoning, where the client does not by itself.
        self.think = think
        # The one client that has it, if not all have.
        self.only = only

    def right(self, files, answer):
        """Whether the files are those at the start with the changes of `end`, and no others."""
        return files == {**self.start, **self.end} and self.answer in answer


TASKS = [
    Task(
        "create",
        "Create the file notes/plan.txt with the plan we spoke about.",
        {"readme.md": "# Notes\n"},
        {"notes/plan.txt": PLAN},
        "I created notes/plan.txt.",
    ),
    Task(
        "replace, test",
        "Replace wrld by world in src/greeting.txt, then run sh check.sh.",
        {"src/greeting.txt": "hello wrld\n", "src/other.txt": "wrld\n", "check.sh": CHECK},
        {"src/greeting.txt": "hello world\n"},
        "1 passed",
    ),
    Task(
        "error, retry",
        "Make sh verify.sh pass.",
        {"config/port.txt": "80\n", "verify.sh": VERIFY},
        {"config/port.txt": "8080\n", "config/host.txt": "localhost\n"},
        "all 2 checks passed",
        think=True,
    ),
    Task(
        "two calls",
        "Add the numbers in one.txt and two.txt and write the sum to total.txt.",
        {"one.txt": "19\n", "two.txt": "23\n"},
        {"total.txt": "42\n"},
        "The total is 42.",
    ),
    Task(
        "tool server",
        "Let the toy server add 19 and 23 and write what it says to sum.txt.",
        {},
        {"sum.txt": "the sum is 42\n"},
        "The sum is in sum.txt.",
        only="codex",
    ),
    # The file is not what the script expects: the model must say so and leave it alone.
    Task(
        "wrong result",
        "Change the colour in damaged.txt from red to green.",
        {"damaged.txt": "colour = blue\n"},
        {},
        "WRONG: step read got this result",
    ),
]
