"""Vocabulary of this hand: people, towns, things, words to swap, folders and commands."""

PEOPLE = "Marta Ilse Joaquin Priya Tomasz Wendel Anouk Halim Greta Oskar Noor Yusuf Bettina Carlo Dagny Emeka Fiona Gustav Hana Ivo Jelena Kofi Lucia Magnus Nadia Olek Petra Quentin Rosa Stefan Tamsin Umar Vera Willem Ximena Yara Zoltan Aurel Birgit Cedric".split()
TOWNS = "Leeds Malmo Porto Graz Ghent Turku Brno Lyon Cork Gdansk Bergen Utrecht Split Tartu Bilbao Aarhus Verona Lund Trieste Kaunas Bruges Salford Tampere Basel Nantes Dundee Sopot Siena Olomouc Hobart".split()
ITEMS = ["milk", "rye bread", "two lemons", "printer paper", "a stapler", "coffee filters", "olive oil", "blue pens", "light bulbs", "oat flakes", "batteries", "dish soap", "postage stamps", "green tea", "tomatoes", "a phone charger", "envelopes", "honey", "paper cups", "carrots", "a desk lamp", "sticky notes", "raisins", "hand towels", "a whiteboard", "pasta", "cat food", "garlic", "an ink cartridge", "rice"]
CHORES = ["rotate the API keys", "renew the TLS certificate", "answer the auditor", "book the meeting room", "pay the hosting bill", "order new badges", "clean the upload folder", "call the landlord", "update the runbook", "archive old invoices", "test the backup", "water the plants", "review the open pull requests", "close stale tickets", "send the weekly report", "move the staging database", "print the delivery notes", "upgrade the proxy", "check the smoke alarm", "write the release notes", "reset the demo account", "label the cables"]
NOUNS = "queue ledger parcel invoice ticket badge order basket session worker cache mailer router widget booking sensor report schedule payment folder beacon harbor lantern orchard pebble meadow kettle copper velvet walnut summit canyon ribbon saddle anchor clover".split()
ADJ = "draft final weekly local staging nightly open urgent quiet spare small blue north extra public shared plain daily early stable".split()
PAIRS = [("red", "green"), ("Monday", "Thursday"), ("draft", "final"), ("alpha", "beta"), ("staging", "production"), ("north", "south"), ("cheap", "affordable"), ("teh", "the"), ("colour", "color"), ("http://", "https://"), ("foo", "bar"), ("debug", "release"), ("morning", "evening"), ("apples", "pears"), ("customer", "client"), ("v1", "v2"), ("localhost", "db.internal"), ("closed", "open"), ("left", "right"), ("recieve", "receive"), ("pending", "done"), ("winter", "spring"), ("Mr. Voss", "Ms. Lindqvist"), ("10:30", "14:15"), ("manager", "director"), ("lorry", "truck"), ("seperate", "separate"), ("beta.example.org", "www.example.org"), ("room 12", "room 47"), ("tea", "coffee"), (">= 3", ">= 5"), ("[old]", "[new]"), ("USD", "EUR"), ("adress", "address"), ("nightly", "weekly"), ("warn", "error"), ("blue", "teal"), ("intern", "colleague")]
LINES_WITH = ["the {x} one is on the shelf", "status: {x}", "please keep {x} for now", "note to all: {x}", "we agreed on {x} last week", "{x} is what the form says", "default = {x}", "- {x}", "value {x} was set by hand", "see {x}, page 4", "today: {x}", "reply with {x}"]
SENTENCES = ["The lift is out of order until Friday.", "Back in ten minutes.", "Deploys are frozen until Tuesday 9:00.", "Ask before you merge!", "All invoices go to finance@example.com.", "retries=3; backoff=2s", "Lunch is at 12:30 in the blue room.", "Nobody edits this by hand.", "The key is under the third flower pot.", "count >= 10 && ready", "Order 4471 has been shipped.", "Do not unplug the grey box.", "Hello, world!", "release 2.4.0 is out", "if (x < 5) return;", "It's fine, don't worry.", "Path: /srv/data/in", "ok", "Reserved for the night shift.", "Bring your own cup.", "export LANG=C.UTF-8", "meeting moved to room 12", "The rent is due on the 3rd.", "TODO: nothing left", "host=db01:5432", "Thanks to everyone who helped!", "a[0] = b[1];", "50 % off until Sunday", "user_id,amount,currency", "Keep the window shut.", "say \"please\" first", "Build #318 is green", "SELECT 1;", "FROM alpine:3.19", "* @platform-team", "no smoking, no shouting", "{\"ok\": true}", "<h1>Closed</h1>", "2025-11-03 all quiet"]
COMMANDS = ["make test", "make check", "cargo test", "cargo build", "pytest -q", "npm test", "npm run lint", "go test ./...", "python3 -m unittest", "./run-tests.sh", "bash ci/verify.sh", "tox", "make lint", "node test.js", "mvn verify", "./gradlew check", "ruff check .", "bin/smoke", "sh scripts/health.sh", "ctest", "rake spec", "deno test", "just ci", "python check.py", "terraform validate", "helm lint chart", "yamllint .", "make verify", "./bin/validate --all", "php tests/run.php"]
DEPLOYS = ["make deploy", "./deploy.sh", "bin/publish", "npm run build", "make package", "./sync.sh", "python3 upload.py", "sh backup.sh", "kubectl apply -f app.yaml", "make migrate", "./push-assets", "bin/import-orders", "docker compose pull", "scripts/fetch-rates", "terraform plan", "cargo publish --dry-run", "rsync-all", "./warmup.sh"]
FOLDERS = ["src", "docs", "config", "notes", "data", "scripts", "app", "web", "office", "etc", "reports", "lib", "tests", "ops", "team", "Archive", "2024", "inbox", "shared", "deploy/prod", "src/core", "docs/howto", "pkg/api"]


def pick(r, xs, n):
    """n different entries of xs."""
    return r.sample(xs, n)


def version(r):
    """A version number of three parts."""
    return f"{r.randint(0, 9)}.{r.randint(0, 19)}.{r.randint(0, 9)}"


def stem(r):
    """A file name without its ending, in one of several spellings."""
    a, b = r.choice(ADJ), r.choice(NOUNS)
    return r.choice([b, b, b, f"{a}-{b}", f"{a}_{b}", f"{b}{r.randint(1, 30)}", f"{b}-{r.randint(2019, 2026)}", b.upper(), b.capitalize(), f"{a}{b.capitalize()}", f"{b}.{a}", f"{r.randint(1, 9):02d}-{b}"])


def name(r, ext, folder=0.45):
    """A path with the ending ext; some lie in a folder."""
    head = r.choice(FOLDERS) + "/" if r.random() < folder else ""
    return head + stem(r) + "." + ext


def sentence(r):
    """A line of content of one kind or another."""
    k = r.randrange(9)
    p, t, n = r.choice(PEOPLE), r.choice(TOWNS), r.randint(2, 900)
    if k < 4:
        return r.choice(SENTENCES)
    return [f"{p} moved to {t}.", f"Call {p} about the {r.choice(NOUNS)}.", f"{r.choice(NOUNS)}={n}", f"{t}: {n} {r.choice(NOUNS)}s", f"{p} will {r.choice(CHORES)}."][k - 4]
