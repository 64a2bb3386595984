"""Words of a backend developer: services, people, keys, hosts, commands, outputs, notes and short files."""

SERVICES = """ledger mailer gatekeeper cartd webhooks notifier ratings shipping thumbs sessions payouts catalog relay signup exports refunds coupons tickets inbox geocoder billing invoicer orderd pricing stockd basket checkout ingest
indexer search authd login tokens identity vault quota ratelimit scheduler cronbox worker jobs queue broker streamer ticker feed digest alerts pager uptime metrics tracer logship archive backup snapshots replica shard
router edge proxy ingress cdn assets imaging resizer transcode uploads media avatars profiles accounts tenants billing2 ledger2 fraud scoring risk payroll taxes fx quotes settle clearing escrow wallet loyalty gifts promo banners ads
tracking parcels fleet dispatch routing maps places weather booking seats rooms calendar reminders chat presence push sms voice translate spell suggest recs ranker features labels crawler scraper parser importer exporter
sync mirror gateway bridge adapter connector hooks flags config secrets audit reports dashboards exportd printd faxd legacy monolith kiosk lobby matchmaker leaderboard telemetry beacon sensors devices firmware updater""".split()
# Ordinary words that people use as names.
PLAIN = """come was switched tests value old new last file other next only number name line change main done left right first same open close start stop move keep set now then once here there both none empty ready later soon back""".split()
PEOPLE = """Ines Tomek Priya Bart Olu Kenji Sanne Dmitri Farah Gustav Leila Noor Pilar Rohan Svea Arne Bettina Cosmin Dalia Edgar Fiona Gabor Hanne Igor Jelena Kirsten Lasse Magda Nuno Odile Paavo Quinn Rashid Sunita Thijs
Ursel Vikram Wanja Xenia Yannick Zuzana Aiko Bruno Chidi Dragan Elsa Femke Goran Halima Imre Jorge Katya Ludo Mirela Nadir Oskar Petra Ramon Silke Tadeo Ulf Vesna Wim Yusuf Zeynep""".split()
TEAMS = """otter falcon lynx heron badger marten osprey bison kestrel puffin stoat walrus ibis jackal tapir moose gecko raven panda cobra delta atlas orion vega rigel comet nova quartz onyx basalt granite slate core platform payments growth infra web data""".split()
KEYS = """listen_port pool_size cache_ttl max_conns worker_count batch_limit retry_max idle_secs queue_len page_size burst_rate upload_mb timeout retries threads replicas max_body keepalive backoff_ms grace_secs poll_interval flush_every
heap_mb disk_gb cpu_limit mem_limit shard_count partitions prefetch max_jobs min_idle max_idle window_secs sample_rate rate_limit quota_mb token_ttl session_ttl lock_wait scan_depth chunk_kb buffer_kb log_keep_days max_files connect_ms
read_ms write_ms drain_secs warmup probe_every fail_after max_lag lease_secs renew_after stale_days bulk_size fetch_rows cursor_size sync_mins port limit depth width ttl level budget""".split()
HOSTS = ["pg{d}.internal", "db-{d}.corp.lan", "10.4.{d}.21", "cache{d}.eu.local", "mq-{d}.prod.net", "node{d}.rack.io", "redis-{d}.svc", "kafka{d}.intra", "s3-{d}.bucket.lan", "vault{d}.sec.local", "192.168.{d}.7", "api{d}.example.org", "lb{d}.edge.example.com", "172.16.0.{d}", "smtp{d}.mail.lan", "ldap-{d}.dc1", "{s}-{d}.internal", "{s}{d}.prod"]
TASKS = """check the cron job|rotate the signing key|ping {n} about the outage|drop the old index|bump the {s} image|move {s} to the new cluster|ask {n} for the TLS cert|clean up stale sessions|turn off the beta flag for {s}|rerun the nightly backup|write a post-mortem for {s}
double-check quotas on {s}|{n} reviews the {s} rollout|raise disk alert to {d} percent|page {n} if {s} lags|delete the {s} feature branch|renew the wildcard cert|warm the {s} cache after deploy|tell {n} when {s} is up|freeze {s} on Friday|restore {s} from the snapshot
check {d} failed jobs in {s}|{n} has the runbook for {s}|drain node {d}|resize the {s} volume to {d} GB|silence the {s} alert for {d} minutes|upgrade postgres to {e}.{d}|merge the {s} PR|split {s} into two pods|document the {s} endpoints|reply to {n} about {s}""".replace("\n", "|").split("|")
CHANGES = """{s}: fixed the retry loop|{s}: {d} new tests|dropped python 3.{d} support|{s} logs request ids now|moved {s} behind the proxy|faster startup for {s}|{s}: smaller docker image|reverted the {s} cache|added /healthz to {s}|{n} cleaned up the {s} handlers|{s} {e}.{d} released
{s}: timeouts are {d} s now|removed the {s} shim|{s} reads its config from env|new index on {s}|{s}: no more panics on empty bodies|switched {s} to grpc|{s}: gzip for bodies over {d} KB|{n} renamed the {s} topic|{s} keeps {d} backups|fixed a leak in {s}""".replace("\n", "|").split("|")
SINGLE = [x.split("|") for x in """VERSION|{d}.{e}.0
.nvmrc|v{d}.{e}
OWNER|{n} ({s} team)
.env|APP_NAME={s}
Procfile|web: ./bin/{s} --port {d}00
.dockerignore|{s}/tmp
robots.txt|Disallow: /{s}/
MAINTENANCE|{s} is down until {d}:00, ask {n}
requirements.txt|flask=={d}.{e}
.tool-versions|golang 1.{d}
crontab.txt|{e} {d} * * * /opt/{s}/run.sh
RELEASE_NOTES.txt|{s} {d}.{e}: nothing but bug fixes
go.work|use ./{s}
hosts.txt|10.0.{d}.{e} {s}.local
CODEOWNERS|/{s}/ @{n}
.python-version|3.{d}.{e}
ONCALL|{n} until Monday
LEADER|{s}-{e}
FREEZE|no deploys of {s} before {d}:00
.node-version|{d}.{e}.1
REGION|eu-{e}
CURRENT|{s}.yml
NOTICE|{s} is owned by {n}
Brewfile|brew "{s}"
.helmignore|{s}/*.bak
.npmrc|registry=https://{s}.example.org
runtime.txt|python-3.{d}.{e}
sudoers.d|{s} ALL=(ALL) NOPASSWD: /bin/{s}ctl
TOPIC|{s}.events.v{e}
PIDFILE|/run/{s}.pid
motd|welcome to {s}, {n} is on duty
allow.list|10.{d}.{e}.0/24
.gitattributes|{s}/*.bin binary
LICENSE|(c) {n}, all rights reserved""".split("\n")]
CODE = [("go", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"{s} up\")\n}"), ("py", "import os\n\n\ndef {i}_url():\n    return os.environ[\"{I}_URL\"]"), ("sh", "#!/usr/bin/env bash\nset -e\necho \"restarting {s}\"\nsystemctl restart {s}"),
        ("sql", "CREATE TABLE {i} (\n  id SERIAL PRIMARY KEY,\n  owner TEXT NOT NULL,\n  qty INT DEFAULT {d}\n);"), ("yml", "services:\n  {s}:\n    image: {s}:{d}.{e}\n    ports:\n      - \"{d}80:80\""), ("conf", "upstream {s} {\n    server 10.0.{d}.{e}:8080;\n}"),
        ("js", "const retries = {d};\n\nmodule.exports = { name: '{s}', retries };"), ("rs", "fn main() {\n    let workers = {d};\n    println!(\"{s}: {} workers\", workers);\n}"), ("py", "class {C}Error(Exception):\n    code = {d}"), ("json", "{\n  \"service\": \"{s}\",\n  \"replicas\": {e},\n  \"debug\": false\n}"),
        ("ts", "export function {i}Key(id: number): string {\n  return \"{s}:\" + id;\n}"), ("toml", "[{s}]\nthreads = {d}\nowner = \"{n}\""), ("service", "[Unit]\nDescription={s}\n\n[Service]\nExecStart=/usr/bin/{s} --port {d}00\nRestart=always"), ("rb", "get \"/{i}\" do\n  { pending: {d} }.to_json\nend"),
        ("sh", "#!/bin/sh\nfor i in 1 2 {e}; do\n  curl -fs http://{s}.local/health && exit 0\n  sleep {d}\ndone\nexit 1"), ("py", "from flask import Flask\n\napp = Flask(\"{s}\")\n\n\n@app.get(\"/ping\")\ndef ping():\n    return \"pong {d}\""), ("sql", "ALTER TABLE {i} ADD COLUMN seen_at TIMESTAMP;\nUPDATE {i} SET seen_at = now() WHERE id > {d};"),
        ("tf", "resource \"aws_sqs_queue\" \"{i}\" {\n  name = \"{s}\"\n  delay_seconds = {d}\n}"), ("java", "public record {C}Event(long id, String owner) {\n}"), ("proto", "message {C} {\n  string id = 1;\n  int32 weight = {e};\n}"), ("md", "# {s}\n\nOwner: {n}\nPort: {d}00\n"), ("csv", "id,name,qty\n1,{s},{d}\n2,{n},{e}"), ("py", "LIMIT = {d}\n\n\ndef too_many(n):\n    return n > LIMIT")]
FOLDERS = ["", "", "", "deploy/", "conf/", "app/", "ops/", "internal/", "scripts/", "pkg/core/", "cmd/server/", "svc/", "infra/", "charts/", "helm/values/", "etc/", "k8s/", "services/api/", "db/", "config/prod/", "env/", "backend/", "jobs/", "src/main/", "tools/", "settings/"]
TESTS = """go test ./{s}|pytest tests/{s} -x|npm run test:{s}|make test-{s}|cargo test {s}|./ci/{s}.sh|tox -e {s}|mvn -pl {s} verify|bazel test //{s}|yarn {s}:check|pytest -k {s}|go test -run {s} ./...|./gradlew :{s}:test|make check|npm test|cargo test --workspace|go test ./...|rake test:{s}|phpunit tests/{s}|just test {s}|./run_tests.sh {s}|sh test/{s}.sh|nox -s {s}|dotnet test {s}|mix test|ctest -R {s}|python -m unittest {s}|bats {s}.bats""".split("|")
COMMANDS = """make {s}|./deploy.sh {s}|docker compose up {s}|bin/reload {s}|python manage.py {s}|ansible-playbook {s}.yml|./scripts/smoke_{s}.sh|task {s}|kubectl rollout status {s}|terraform plan -target={s}|flyctl deploy -a {s}|docker build {s}|kubectl get pods -l app={s}|helm upgrade {s} charts/{s}|systemctl restart {s}|curl -s localhost/{s}|redis-cli get {s}|psql -f {s}.sql|./bin/{s} --dry-run|python tools/{s}.py|node scripts/{s}.js|go run ./cmd/{s}|cargo run --bin {s}|aws s3 ls {s}|./migrate {s}|nomad job run {s}.hcl|make release|make build|./backup.sh {s}|git describe|docker ps|npm run build|sh seed_{s}.sh|{s}ctl status|journalctl -u {s}|etcdctl get {s}|rake {s}:sync|php artisan {s}|bundle exec {s}|pg_dump {s}""".split("|")
LINTS = """make lint|./ci/validate.sh|configlint .|yamllint conf|npm run check-config|go vet ./...|bin/doctor|nginx -t|./preflight.sh|tflint|hadolint .|make verify|promtool check rules|helm lint|./check.sh|ruff check .|eslint .|sqlfluff lint|kubeval k8s|terraform validate|golangci-lint run|mypy app|./ci/gate|opa test policy|make preflight|haproxy -c|caddy validate|docker compose config|shellcheck scripts|vector validate""".split("|")
GOODS = """green: {d} passed|ok {s} 0.{d}s|PASS|{d} tests, 0 failures|config valid|exit 0|all good, {d} checks done|Success! no problems found|{d} passed in {e}.{d}s|OK ({d} checks)|no issues|syntax is ok|0 errors, 0 warnings|everything passes|{s}: healthy|validated {d} files|done in {d} ms|clean|ready after {e} s|BUILD SUCCESSFUL|deployed {s} v{e}.{d}""".split("|")
BADS = ["lint: {p}: {k} must be {b} (is {a})", "ERR {p} -> {k}: got {a}, need {b}", "2 checks ok, 1 failed\n  {p}: {k} should be {b}, not {a}", "boot failed: {k} is {a} in {p}, use {b}", "FATAL {k} in {p}\n  have: {a}\n  want: {b}", "error: {p} has {k} at {a}; expected {b}", "{p}: {k}: {a} != {b}", "FAIL {p}\n- {k}: {b} (expected)\n+ {k}: {a} (found)",
        "1 problem\n{p}: wrong {k} {a}, policy says {b}", "not ok 1 - {k} in {p} is {a} but has to be {b}", "{p}: invalid {k} ({a}). The only allowed value is {b}.", "AssertionError: {p}: {k} == {a}, want {b}", "rejected: {k} in {p} must equal {b}, found {a}", "preflight: set {k} to {b} in {p} (currently {a})"]
MISSING = ["open {p}: no such file\nit has to contain exactly this line:\n{x}", "FAIL: {p} is missing (expected content: `{x}`)", "cannot start, {p} not found. Create it with the line\n{x}", "error: no {p}. It must read: {x}", "stat {p}: not found, want a file that says \"{x}\"", "missing file {p}, should hold `{x}`", "{p}?? does not exist. expected one line:\n{x}", "FATAL: {p} absent; add it with content {x}"]
PRINTS = """queue depth: {d}|rows migrated: {d}|{d} open connections|avg latency {d} ms|imported {d} records|cache hits = {d}|latency_ms={d}|backlog {d}|{d} jobs waiting|total: {d}|uptime {d} days|disk used: {d} MB|exported {d} rows to s3|build {d} finished|pid {d}|lag={d}|pods ready: {d}|found {d} orphans|took {d} s|coverage {d}%|deleted {d} keys|size: {d} KB|{d} requests per second|seq {d} is the newest|errors so far: {d}|sent {d} mails|count={d}|max offset: {d}|{d} files scanned|port is {d}|checked out revision {d}|next id: {d}|memory {d}M|p99 = {d}ms""".split("|")
ENDS = """leader is {w}|active branch: {w}|current region = {w}|primary: {w}|deployed image {w}|version {w}|now serving {w}|elected {w}|on call: {w}|latest tag: {w}|schema revision is {w}|running as {w}|the slowest query is {w}|release name: {w}|newest snapshot {w}|rolled back to {w}|build id {w}|last writer was {w}|next in line: {w}|pinned to {w}|connected to {w}|config loaded from {w}|chosen node {w}|winner: {w}|locked by {w}""".split("|")
README = ["# {s}\n\nRun the tests with `{c}`.\nAsk {n} for access.", "## dev setup\n\ninstall deps first\ntests: `{c}`\nowner: {n}", "{s} service\n\nTest command:\n\n    {c}\n\nMaintained by {n}.", "# {s}\n\n- build: make build\n- test: {c}\n- contact: {n}", "Contributing to {s}\n\nBefore you push, run {c}.\nQuestions go to {n}.", "{s}\n\nTo test: `{c}`\nTo deploy: ask {n}", "# Testing\n\nWe use `{c}` here.\nIt takes {d} minutes.", "How to test {s}\n1. install the deps\n2. {c}\n3. tell {n}"]
HANDOVER = ["# handover {n}\n- {t}\n- new host: {b}\n- {u}", "{t}\nthe new host is {b}\n{u}", "notes from {n}\n\nnew host {b} is live since Tuesday\n{t}", "{n} wrote:\nuse {b} from now on\n{t}", "migration\nnew: {b}\nask {n} when stuck\n{t}", "# move\n\n{t}\n\nReplacement host: {b}", "- {t}\n- {u}\n- we are on {b} since yesterday", "new_host={b}\ncontact={n}", "Host after the switch: {b}\n{u}", "TODO {n}\n* {u}\n* point everything at {b}"]
