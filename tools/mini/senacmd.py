"""Commands and what they print."""

from senacore import need
from senaworld import PLACES, name, noun, num, person, value, version
from words import plural

TESTS = """npm test|npm run test|yarn test|pnpm test|pnpm -r test|pytest|pytest -q|pytest -x|python -m pytest|python3 -m unittest|\
python manage.py test|tox|tox -e py311|nox|cargo test|cargo test -q|cargo check|cargo clippy|go test ./...|go vet ./...|\
make test|make check|make -s check|mvn test|mvn -q verify|gradle test|./gradlew test|./gradlew check|bundle exec rspec|rake test|\
rails test|composer test|phpunit|vendor/bin/phpunit|ctest|ctest --output-on-failure|dotnet test|mix test|deno test|bun test|\
just test|task test|bazel test //...|zig build test|swift test|sbt test|stack test|cabal test|lein test|busted|prove -l t|\
julia test/runtests.jl|Rscript tests.R|flutter test|dart test|npx jest|npx vitest run|npx mocha|npx eslint src|npm run lint|\
make lint|ruff check|\
mypy src|flake8|black --check lib|shellcheck deploy.sh|yamllint config|hadolint Dockerfile|terraform validate|\
terraform fmt -check|helm lint chart|ansible-lint|nginx -t|docker compose config|kubectl apply --dry-run=client -f k8s|\
./run_tests.sh|./test.sh|bash ci.sh|\
sh check.sh|scripts/test|bin/check|./ci/verify|tools/check.sh|python check.py|node test.js|./validate.py|python tools/verify.py|\
make verify|make ci|npm run check|npm run ci|pre-commit run|hugo --check|latexmk -pdf|mkdocs build --strict|\
tsc --noEmit""".replace("\\\n", "").split("|")


def test(r):
    """A command that passes or fails."""
    k = r.random()
    w = name(r)
    if k < 0.6:
        return r.choice(TESTS)
    return r.choice(
        [
            f"make {w}",
            f"npm run {w}",
            f"./{w}.sh",
            f"python {w}.py",
            f"python tests/test_{w}.py",
            f"pytest tests/test_{w}.py",
            f"{w} --check",
            f"{w} check",
            f"bin/{w} --dry-run",
            f"bash scripts/{w}.sh",
            f"cargo test {w}",
            f"go test ./{w}",
            f"npx jest {w}",
            f"yarn {w}",
            f"just {w}",
            f"sh {w}.sh",
            f"node {w}.test.js",
            f"{w}ctl validate",
            f"python -m {w}.verify",
            f"./{w} --selftest",
            f"mix test test/{w}_test.exs",
            f"rspec spec/{w}_spec.rb",
            f"make -C {w} test",
            f"{w} lint",
            f"task {w}",
            f"ruby {w}_test.rb",
            f"perl t/{w}.t",
            f"java -jar {w}.jar --verify",
            f"cargo run -p {w} -- check",
            f"poetry run {w}",
            f"uv run {w}",
        ]
    )


def passed(r):
    n, m = r.randint(1, 240), r.randint(1, 95)
    return r.choice(
        [
            f"{n} passed in {m / 10}s",
            f"test result: ok. {n} passed; 0 failed",
            f"OK ({n} tests)",
            f"{n} passing ({m}ms)",
            f"Tests: {n} passed, {n} total",
            f"All {n} checks passed",
            f"PASS {n}/{n}",
            f"ok {name(r)} {m / 100}s",
            f"BUILD SUCCESSFUL in {m}s",
            f"Success: no issues found in {n} files",
            f"{n} examples, 0 failures",
            f"all good, {n} tests",
            f"{n} tests, 0 errors",
            f"Ran {n} tests: OK",
            f"{n} of {n} green",
            f"passed: {n}, failed: 0",
            f"everything fine after {m}s",
            f"100% tests passed out of {n}",
            f"{n} assertions ok",
            f"valid ({n} rules)",
            f"check finished: {n} ok",
            f"{n} ok",
            f"done, {n} specs passed",
            f"PASSED {n}",
        ]
    )


COMMANDS = """date|uptime|whoami|hostname|df -h|free -m|git status|git branch|git log -1|git describe --tags|git rev-parse HEAD|\
git diff --stat|git pull|git fetch|git stash list|npm ci|npm install|npm run build|yarn build|cargo build|cargo build --release|\
cargo fmt|cargo update|go build|go mod tidy|\
make|make build|make install|make clean|make docs|make all|cmake --build build|pip install -r requirements.txt|pip check|\
pip freeze|poetry install|docker ps|docker images|docker compose up -d|docker compose ps|docker compose pull|kubectl get pods|\
kubectl get nodes|kubectl rollout status deploy/web|helm list|\
terraform plan|terraform apply|terraform output|ansible-playbook site.yml|systemctl status nginx|systemctl restart redis|\
systemctl is-active sshd|journalctl -n 1|crontab -l|ping -c 1 gateway|curl localhost:8080/health|curl -s localhost/status|\
dig example.com|ss -tln|redis-cli ping|psql -c 'select 1'|sqlite3 app.db .tables|\
node --version|python --version|rustc --version|java -version|go version|gcc --version|python main.py|node index.js|ruby app.rb|\
php index.php|./run.sh|./deploy.sh|./backup.sh|./sync.sh|sh start.sh|bash build.sh|python report.py|python stats.py|cargo run|\
go run .|npm start|dotnet run|hugo|mkdocs build|pandoc notes.md -o notes.pdf|\
du -sh .|nproc|id|env|uname -r|apt list --upgradable|brew outdated|npm outdated|npm audit|pip list --outdated|\
rsync -a src/ backup/|tar -tf backup.tar|gpg --version|ffprobe clip.mp4|convert logo.png logo.jpg|rake db:migrate|\
alembic upgrade head|flyway info|php artisan migrate|rails routes|aws s3 sync dist s3://site|gcloud info|\
az account show""".replace("\\\n", "").split("|")


def command(r):
    """Any command."""
    w = name(r)
    if r.random() < 0.5:
        return r.choice(COMMANDS)
    return r.choice(
        [
            f"python {w}.py",
            f"./{w}",
            f"./{w}.sh",
            f"node {w}.js",
            f"make {w}",
            f"npm run {w}",
            f"{w} --version",
            f"{w} status",
            f"{w} list",
            f"{w}ctl status",
            f"systemctl status {w}",
            f"docker logs {w}",
            f"kubectl get pods -n {w}",
            f"ping -c 1 {w}",
            f"bash tools/{w}.sh",
            f"python -m {w}",
            f"cargo run --bin {w}",
            f"go run ./{w}",
            f"scripts/{w}",
            f"bin/{w} -v",
            f"{w} --help",
            f"{w} sync",
            f"ruby {w}.rb",
            f"git log -1 {w}",
            f"git checkout {w}",
            f"helm status {w}",
            f"perl {w}.pl",
            f"Rscript {w}.R",
            f"lua {w}.lua",
            f"java {w}",
            f"sh {w}.sh --all",
            f"{w} -n {r.randint(2, 99)}",
            f"just {w}",
            f"deno run {w}.ts",
            f"php {w}.php",
            f"curl localhost/{w}",
            f"uv run {w}",
            f"{w} export",
            f"{w} info",
        ]
    )


def output(r):
    """A line that a command prints."""
    n, w = r.randint(2, 980), name(r)
    return r.choice(
        [
            f"{w} {version(r)}",
            f"{n} {plural(noun(r))} found",
            f"total: {num(r)}",
            f"deployed {w} to {r.choice(PLACES)}",
            f"finished in {n} ms",
            f"{w} is running (pid {r.randint(300, 29999)})",
            f"copied {n} files",
            f"built {w} in {n / 10}s",
            f"listening on port {r.randint(1024, 9999)}",
            f"up {n} days",
            f"hello {person(r)}",
            f"{n} rows",
            f"average: {n / 10}",
            f"migrated to {value(r, 'code')}",
            f"on branch {w}",
            f"status: {w}",
            f"{n}% used",
            f"{n} packages installed",
            f"the answer is {num(r)}",
            f"{w}: ok",
            f"synced {n} of {n}",
            f"written {w}.{r.choice(['pdf', 'zip', 'html', 'bin', 'png'])}",
            f"last backup {r.randint(2022, 2026)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}",
            f"{w} {noun(r)} {num(r)}",
            f"checksum {value(r, 'code')}",
            f"{n} MB free",
            f"latency {n} ms",
            f"winner: {person(r)}",
            f"{person(r)} scored {n}",
            f"temperature {r.randint(1, 40)}",
            f"queue length {n}",
            f"restarted {w}",
            f"token {value(r, 'code')}",
            f"{w} healthy",
            f"sum = {num(r)}",
            f"version {version(r)}",
            f"cache {w} cleared",
            f"moved {n} items",
            f"0 errors, {n} warnings",
            f"exported {n} records",
            f"nothing to do for {w}",
        ]
    )


def printed(r, line):
    """An output that ends in the line, perhaps after another one."""
    return (
        line
        if r.random() < 0.75
        else r.choice(
            [
                f"running {name(r)} ...",
                f"> {name(r)}@{version(r)}",
                f"[{name(r)}] start",
                f"collecting {name(r)}",
                f"using {name(r)} {version(r)}",
                "----",
                f"loading {name(r)}",
            ]
        )
        + "\n"
        + line
    )


def failing(r, p, k, v, w):
    """A failure that names the file, the thing, what it is and what it should be."""
    return r.choice(
        [
            f"FAILED {p}: {k} is {v}, expected {w}",
            f"FAIL: {k} should be {w} (in {p})",
            f"AssertionError: expected {k} to be {w} but {p} has {v}",
            f"error: {p}: {k} must be {w}, not {v}",
            f"1 failed\n{p}: expected {k} = {w}, got {v}",
            f"{p}: wrong {k}: want {w}, have {v}",
            f"Error in {p}: {k} has to be {w}",
            f"test_{name(r)} failed: {k} in {p} should be {w}",
            f"x {name(r)}\n  expected: {w}\n  actual: {v}\n  ({k} in {p})",
            f"not ok 1 - {k} in {p}: expected {w}, found {v}",
            f"ERROR {p}: bad {k} {v} (should be {w})",
            f"exit 1: {k} from {p} differs: {v} != {w}",
            f"--- FAIL: {p}\n    {k}: got {v}, want {w}",
            f"thread panicked: {p}: {k} is {v} but {w} was expected",
            f"lint: {p}: set {k} to {w}",
            f"Check failed.\nFile: {p}\n{k}: expected {w}",
            f"Expected {w} for {k}, received {v}. See {p}",
            f"invalid {k} in {p}: {v}. Use {w}",
            f"BUILD FAILED: {p} needs {k} {w}",
            f"assert {k} == {w} failed, value was {v} ({p})",
            f"{r.randint(1, 9)} tests, 1 failure: {k} of {p} is not {w}",
            f"red: {p} / {k} / wanted {w}",
        ]
    )


def broken(r):
    """A failure that names nothing to repair."""
    w = name(r)
    return r.choice(
        [
            f"Error: cannot reach {w}",
            f"FAILED: {r.randint(2, 30)} of {r.randint(31, 90)} tests",
            f"panic: {w} is nil",
            f"Segmentation fault in {w}",
            f"error: linker {w} not found",
            f"permission denied: {w}",
            f"disk {w} is full",
            f"fatal: {w} refused the connection",
            f"ModuleNotFoundError: {w}",
            f"exit code {r.randint(2, 140)}",
            f"out of memory in {w}",
            f"Traceback: KeyError {w}",
            f"license for {w} expired",
            f"error: lock held by {w}",
            f"assertion {w} failed",
            f"ERR! missing script {w}",
            f"build failed: {w} is ambiguous",
            f"certificate of {w} is invalid",
            f"BROKEN: {w}",
            f"{r.randint(2, 40)} failures",
            f"cannot open display {w}",
            f"undefined reference to {w}",
        ]
    )


def key_of(line):
    """A part of an output that an answer has to hold: a number, or else the longest word."""
    words = [w.strip(".,;:()%") for w in line.split()]
    marked = [w for w in words if any(c.isdigit() for c in w)]
    return ([w for w in marked if w != "0"] or marked or sorted((w for w in words if w), key=len))[-1]


def two(r, make):
    """Two different commands, none inside the other."""
    a, b = make(r), make(r)
    need(a not in b and b not in a)
    return a, b
