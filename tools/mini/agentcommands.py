"""Commands of any name, and what commands print."""
from lexicon import MORE_VERBS
from words import letters, word

TARGETS = "all build test lint check clean install dist docs release run start format fmt coverage bench deploy verify dev serve package validate compile types unit e2e smoke report audit update generate proto assets migrate seed watch ci prepare setup".split()
BASES = [("make", TARGETS), ("cargo", "build test check clippy run doc bench fmt tree update".split()), ("go", ["build", "test", "vet", "run .", "build ./...", "test ./...", "fmt", "generate", "run main.go", "mod tidy"]), ("npm", ["test", "start", "ci", "install", "audit"]), ("npm run", TARGETS), ("yarn", TARGETS), ("pnpm", TARGETS), ("bun", ["test", "run build", "install"]), ("deno", ["test", "task dev", "lint", "check main.ts"]), ("just", TARGETS), ("task", TARGETS), ("rake", TARGETS), ("gradle", TARGETS), ("./gradlew", TARGETS), ("mvn", ["test", "package", "verify", "compile", "clean install"]), ("dotnet", ["build", "test", "run"]), ("docker", ["ps", "build .", "compose up", "images"]), ("git", ["status", "log --oneline", "diff", "branch", "fetch"]), ("cmake", ["--build build", "-S . -B build"]), ("ninja", ["", "-C build", "test"]), ("poetry", ["run pytest", "install", "check"]), ("uv", ["run pytest", "sync", "run main.py"]), ("pip", ["check", "list", "freeze"]), ("terraform", ["plan", "validate"]), ("kubectl", ["get pods", "version"]), ("ruff", ["check .", "check", "format ."]), ("mypy", [".", "src", "--strict src"]), ("eslint", [".", "src"]), ("tsc", ["", "--noEmit"]), ("swift", ["build", "test"]), ("mix", ["test", "compile"]), ("stack", ["build", "test"]), ("zig", ["build", "test"]), ("bazel", ["build //...", "test //..."]), ("tox", ["", "-e lint"]), ("nox", ["", "-s tests"]), ("composer", ["install", "test"]), ("perl", ["check.pl"]), ("Rscript", ["main.R"])]
RUNNERS = [("python", ".py"), ("python", ".py"), ("python3", ".py"), ("node", ".js"), ("sh", ".sh"), ("bash", ".sh"), ("ruby", ".rb"), ("php", ".php"), ("perl", ".pl"), ("lua", ".lua"), ("deno run", ".ts"), ("julia", ".jl"), ("go run", ".go"), ("rustc", ".rs"), ("java", ".java")]
STEMS = "check main build test run deploy setup report stats lint verify validate tool app server start demo clean convert sync scan count measure".split()


def argument(r):
    w = word(r).lower()
    return r.choice([w, w, f"--{w}", f"--{w}", f"-{letters(r, 1)}", f"-{letters(r, 1)} {w}", f"--{w}={r.randint(0, 99)}", f"--{w} {r.randint(0, 99)}", f"{w}.{r.choice(['txt', 'json', 'py', 'toml', 'log'])}", f"src/{w}", str(r.randint(1, 99)), f"{w}/", "--all", "-v", "--quiet", "--release"])


def any_command(r):
    """A command of a known or unknown program with its arguments."""
    k = r.random()
    if k < 0.4:
        base, subs = r.choice(BASES)
        sub = r.choice(subs) if r.random() < 0.8 else word(r).lower()
        c = f"{base} {sub}".strip()
    elif k < 0.62:
        how, ext = r.choice(RUNNERS)
        c = f"{how} {r.choice(['', '', '', 'scripts/', 'tools/', 'bin/', word(r).lower() + '/'])}{r.choice(STEMS) if r.random() < 0.5 else word(r).lower()}{ext}"
    elif k < 0.76:
        c = r.choice(["./", "./", "bin/", "./scripts/", "tools/"]) + (r.choice(STEMS) if r.random() < 0.4 else word(r).lower()) + r.choice(["", "", ".sh", ".sh", ".py", "-" + word(r).lower(), "_" + r.choice(MORE_VERBS).split(" ")[0]])
    elif k < 0.9:
        c = f"{word(r).lower()} {r.choice(TARGETS) if r.random() < 0.6 else argument(r)}"
    else:
        c = r.choice([f"{word(r).lower()}ctl", f"{word(r).lower()}-cli", f"x{word(r).lower()}", f"{word(r).lower()}2{word(r).lower()}"]) + r.choice(["", f" {word(r).lower()}"])
    while r.random() < 0.16:
        c += " " + argument(r)
    return c


LINES = "{n} {w}|{w}: {n}|{w}: ok|{n} {w} found|wrote {n} {w}|{w} {w} {w}|compiled {n} files|{n} warnings|total {n}|took {n} ms|took {n}.{n} s|{w} = {n}|[{n}/{n}] {w}|* {w}|- {w} ({n})|Hello {w}|version {n}.{n}.{n}|{w}/{w}.txt|{n}|{w}|{w} is up to date|checked {n} {w} in {n} s|{n}% {w}|status: {w}|PASS {w}|ok {n}|{w} -> {w}|{w},{n},{w}|\"{w}\"|<{w}>|{w} ({n})|ready|all good|success: {n} {w}|listening on port {n}{n}|{n} passed in {n} s|Finished {w} in {n} s|nothing to do|{w} >= {n}|result {n}.{n}|{w} {n} {w} {n}|code {n}|sum: {n}|Saved {n} {w}".split("|")


def output(r, several=0.3):
    """What a command prints when all is well: one line, or some."""
    out = []
    for _ in range(r.choice([2, 2, 3, 4]) if r.random() < several else 1):
        t = r.choice(LINES)
        while "{w}" in t:
            t = t.replace("{w}", word(r), 1)
        while "{n}" in t:
            t = t.replace("{n}", str(r.randint(1, 99) if r.random() < 0.7 else r.randint(100, 9999)), 1)
        out.append(t)
    return "\n".join(out)
