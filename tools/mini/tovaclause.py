"""Orders as clauses, and the ways to join clauses into a request."""

import tovaworld as W
from tovabase import BANKS, frames
from words import cap

CHANGE = frames("""
replace {old} with {new} in {p}
replace {old} by {new} in {p}
change {old} to {new} in {p}
in {p} change {old} to {new}
in {p}, replace {old} with {new}
swap {old} for {new} in {p}
edit {p} so that {old} becomes {new}
turn {old} into {new} in {p}
put {new} instead of {old} in {p}
correct {old} to {new} in {p}
update {p}: {old} becomes {new}
use {new} rather than {old} in {p}
open {p} and make {old} into {new}
rewrite {old} in {p} as {new}
make {p} say {new} where it says {old}
substitute {new} for {old} in {p}
fix {p} ({old} should be {new})
modify {p}: {old} -> {new}
""")
SET = frames("""
set {k} to {v} in {p}
change {k} in {p} to {v}
in {p}, set {k} to {v}
make {k} {v} in {p}
give {k} the value {v} in {p}
update {k} in {p} to {v}
put {v} for {k} in {p}
edit {p} so that {k} is {v}
switch {k} in {p} to {v}
adjust {k} in {p}, the new value is {v}
enter {v} as {k} in {p}
let {k} be {v} in {p}
""")
RUN = frames("""
run {c}
execute {c}
start {c}
launch {c}
run the command {c}
call {c}
do a {c}
use {c}
type {c} in the shell
invoke {c}
give {c} a go
run {c} once
""")
TEST = frames("""
run the tests with {c}
run the tests ({c})
run {c}
check it with {c}
test with {c}
verify with {c}
execute {c}
run {c} to be sure
make sure that {c} passes
let {c} run
see whether {c} is happy
try {c}
confirm with {c}
run the test command {c}
""")
MAKE = frames("""
create {p} with {line}
write {line} to {p}
make a file {p} that says {line}
put {line} into {p}
save {line} as {p}
add a file {p} containing {line}
start {p} with the text {line}
store {line} in {p}
set up {p} with {line}
write a new file {p} with {line}
""")
APPEND = frames("""
append {line} to {p}
add {line} at the end of {p}
add the line {line} to {p}
put {line} at the bottom of {p}
extend {p} by the line {line}
write {line} below the last line of {p}
let {p} end with a new line {line}
attach {line} to the end of {p}
""")
DELETE = frames("""
delete {p}
remove {p}
get rid of {p}
throw {p} away
erase {p}
rm {p}
drop the file {p}
remove the file {p}
""")
COPY = frames("""
copy {p} to {p2}
make a copy of {p} at {p2}
duplicate {p} as {p2}
back {p} up to {p2}
save a copy of {p} as {p2}
clone {p} to {p2}
""")
MOVE = frames("""
rename {p} to {p2}
move {p} to {p2}
give {p} the name {p2}
rename the file {p}, new name {p2}
put {p} at {p2} and remove the old one
""")
LOOK = frames("""
look up {k} in {p}
read {k} in {p}
find out what {k} is in {p}
check {k} in {p}
see which value {k} has in {p}
get {k} from {p}
note what {p} says for {k}
""")

THEN2 = frames("""
{A}, then {B}.
{A} and then {B}.
{A} and {B}.
First {A}, then {B}.
{A}. Then {B}.
{A}. After that, {B}.
{A}. Afterwards {B}.
{A}; {B}.
{A}, and after that {B}.
Please {A}, then {B}.
Please {A} and {B}.
Could you {A} and then {B}?
Can you {A}, and after that {B}?
Would you please {A}? Then {B}.
I want you to {A} and {B}.
1. {A}~2. {B}
1) {A}~2) {B}
- {A}~- {B}
Step 1: {A}~Step 2: {B}
Two things: {A}, and {B}.
Before you {B}, {A}.
{A}. Once that is done, {B}.
Once you've finished the first part, which is to {A}, {B}.
To do: {A}; {B}.
Start with this: {A}. Next, {B}.
You need to {A}. Next step: {B}.
WHEN you {A}~AND you {B}~THEN tell me the outcome
{A}~{B}
{A}, next {B}.
We have to {A}, and to finish {B}.
{A}. Next {B}.
{A}. Finally {B}.
""")
THENN = frames("""
{S;}.
{S,then}.
First {S,then}.
{S.}
{S1}
{S-}
{S)}
{Sstep}
Please do the following:~{S1}
Please do these in order:~{S-}
Here's the plan:~{S1}
Todo list:~{S-}
Could you do this for me?~{S1}
Please {S,then}.
I need {n} things done: {S;}.
{n} steps.~{S1}
Test case:~{Sstep}
In this order: {S;}.
Some chores: {S,and}.
{Sthen}
Morning! {Sthen}
Work through this:~{S)}
Script for you:~{Sstep}
{Sord}
Follow these steps.~{S1}
{Sline}
Can you {S,and}?
Scenario:~{Sgherkin}
""")
TELL = frames("""
Tell me what it prints.
Report the output.
Tell me the result.
What is the output?
What does it print?
Then tell me what came out.
Let me know the result.
Give me the output in your answer.
What's the result?
Quote what it printed.
I want to know what it says.
Say what you get.
And tell me the outcome.
Send me the result.
What do you get?
""")


def pick(r, bank):
    BANKS[id(bank)] = bank
    return r.choice(bank)


def two(r, a, b, tail=""):
    """A frame of two orders; tail is a further sentence."""
    f = pick(r, THEN2)
    s = f.replace("{A}", a).replace("{B}", b)
    s = cap(s) if r.random() < 0.85 else s
    return sentences(s) + (r.choice([" ", " ", "\n"]) + tail if tail else "")


def sentences(s):
    """Capital letters after full stops and line numbers, mostly."""
    out = s
    for mark in (". ", "? ", ": ", "1. ", "2. "):
        if mark == ": ":
            continue
        parts = out.split(mark)
        out = mark.join([parts[0]] + [cap(p) for p in parts[1:]])
    return out


def many(r, clauses):
    """(frame, its pattern) of several orders, joined in one of the ways of THENN."""
    f = pick(r, THENN)
    n = len(clauses)
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    first = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
    mid = lambda: r.choice(["then", "after that", "next", "now"])
    ways = {
        "{S;}": "; ".join(clauses),
        "{S,then}": ", then ".join(clauses),
        "{S,and}": ", ".join(clauses[:-1]) + " and " + clauses[-1],
        "{S.}": " ".join(cap(c) + "." for c in clauses),
        "{S1}": "\n".join(f"{i + 1}. {cap(c)}" for i, c in enumerate(clauses)),
        "{S)}": "\n".join(f"{i + 1}) {c}" for i, c in enumerate(clauses)),
        "{S-}": "\n".join(f"- {c}" for c in clauses),
        "{Sstep}": "\n".join(f"Step {i + 1}: {c}" for i, c in enumerate(clauses)),
        "{Sline}": "\n".join(clauses),
        "{Sthen}": f"First {clauses[0]}. "
        + " ".join(f"{cap(mid())} {c}." for c in clauses[1:-1])
        + f" {r.choice(['Finally', 'At the end', 'Last'])} {clauses[-1]}.",
        "{Sord}": " ".join(f"{cap(o)}: {c}." for o, c in zip(first, clauses)),
        "{Sgherkin}": "\n".join(("WHEN you " if i == 0 else "AND ") + c for i, c in enumerate(clauses)),
    }
    s = f
    for k, v in ways.items():
        s = s.replace(k, v)
    s = s.replace("{n}", words[n - 1])
    return cap(s) if r.random() < 0.85 else s


# Commands and what they print.

TOOLS = """cargo test|npm test|npm run {w}|pytest -q|pytest {d}|python -m unittest|make {w}|make check|make test|go test \
./...|./{w}.sh|bash {d}/{w}.sh|sh {w}.sh|mvn test|gradle {w}|rake {w}|bundle exec rspec|phpunit|ctest|tox -e {w}|just {w}
deno test|bun test|yarn {w}|pnpm test|dotnet test|swift test|mix test|zig build test|cabal test|sbt test|node {w}.js|python {w}.py|python3 \
{d}/{w}.py|ruby {w}.rb|perl {w}.pl|Rscript {w}.R|julia {w}.jl|./check|./{w}|bin/{w}|{w} --check|{w} --{v}|{w} {v}
nox -s {w}|task {w}|invoke {w}|bazel test //{w}|meson test|prove -r|jest|vitest run|eslint {d}|ruff check|mypy {d}|cargo build|cargo \
run|cargo bench|make build|npm run build|docker compose up|terraform plan|ansible-playbook {w}.yml|psql -f \
{w}.sql|date|whoami|uptime|hostname|git status|git log|df -h|env
./scripts/{w}|scripts/{w}.sh {n}|{w} sync|{w} export {v}|{w} report|{w}ctl status|backup {w}|{w}-lint|check-{w}|validate \
{w}|sync-{w}|./gradlew {w}|cypress run|playwright test|qa {w}|qa run {n}|smoke {w}|accept {n}""".replace("\n", "|").split("|")
TESTS = [
    t
    for t in TOOLS
    if not any(x in t for x in ("date", "whoami", "uptime", "hostname", "git ", "df -h", "env", "docker", "backup", "bench", "run build"))
]


def command(r, tests=False):
    s = r.choice(TESTS if tests else TOOLS)
    return (
        s.replace("{w}", W.low(r))
        .replace("{v}", W.low(r))
        .replace("{d}", r.choice(["src", "tests", "lib", "app", W.low(r)]))
        .replace("{n}", str(r.randint(1, 99)))
    )


def output(r):
    """(output of a command, the piece of it that a report must name)."""
    n, w = str(W.num(r)), W.low(r)
    s, x = r.choice(
        [
            (f"{n} records written", n),
            (f"total: {n}", n),
            (f"{w} is running", w),
            (f"built {w} in {n} ms", w),
            (f"version {n}.{r.randint(0, 9)}", n),
            (f"{n} files checked, no problems", n),
            (f"status: {w}", w),
            (f"Done. {n} items.", n),
            (f"hello {w}", w),
            (f"next run at {W.clock(r)}", w),
            (f"{n}", n),
            (f"{w}", w),
            (f"uploaded {w}.zip ({n} kB)", n),
            (f"branch {w}, clean", w),
            (f"score {n}", n),
            (f"user: {w}", w),
            (f"disk at {n}%", n),
            (f"mean = {n}.{r.randint(1, 9)}", n),
            (f"{n} warnings", n),
            (f"report {w} ready", w),
            (f"queue {w}: {n} waiting", n),
        ]
    )
    return s, x if x in s else s


def passed(r):
    n = W.num(r)
    return r.choice(
        [
            f"{n} passed",
            f"ok, {n} tests",
            f"All {n} tests passed.",
            f"PASS ({n} checks)",
            f"test result: ok. {n} passed; 0 failed",
            f"{n} examples, 0 failures",
            f"OK ({n} tests)",
            f"Tests: {n} passed, {n} total",
            f"{n} checks green",
            f"success: {n} assertions",
            "PASS",
            "all green",
            "ok",
            f"Build succeeded, {n} tests run",
            f"ok {W.low(r)} 0.{r.randint(10, 99)}s",
        ]
    )
