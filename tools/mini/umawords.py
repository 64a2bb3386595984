"""Words, names, lines and paths for made-up workspaces of developers and offices."""

ADJ = "quiet amber north spare daily rough plain early late small big old fresh green blue silver weekly monthly final draft inner outer public private shared legacy primary backup broken happy lazy rapid".split()
NOUN = "invoice budget roster menu garden printer router cluster gateway parser worker cache queue billing payroll login search mailer crawler sensor ledger report agenda cupboard kitchen bicycle ticket contract survey catalog holiday meeting office library storage index panel widget camera camp recipe travel booking newsletter warehouse coffee desk badge portal proxy scheduler importer exporter monitor firewall".split()
VERB = "call order check clean send print review pay book fix update water collect archive paint measure restart patch rotate test ship label sort pack migrate tag merge rebase profile".split()
FIRST = "Ana Boris Chidi Dana Emil Farah Gus Hana Ivo Jade Kofi Lena Milo Nadia Omar Petra Quinn Rosa Sven Tess Uri Vera Wim Xenia Yusuf Zoe Ines Tariq Maeve Pavel Aiko Bruno Celia Dmitri Edda Felix Greta Hugo Imani Jonas".split()
LAST = "Abbott Berg Costa Dietz Ekman Fontaine Gupta Hale Ito Jansen Kovacs Lind Moreau Nkosi Okafor Price Quist Rossi Santos Tanaka Ueda Vance Weiss Xu Yilmaz Zeman Barr Cole Doyle Frost".split()
CITY = "Lisbon Oslo Tampere Graz Leeds Porto Ghent Turin Kyoto Quito Dakar Perth Bergen Lyon Basel Cork Gdansk Malmo Split Utrecht".split()
DAY = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTH = "January February March April May June July August September October November December".split()
COLOR = "red blue green yellow black white orange purple grey brown teal pink".split()
SYL = "ba be bo da do fa fe ga ki ko la le lo ma mi mo na ne no pa pe ra ri ro sa se ta ti to va vi wo za zu bran dor fel gar hul jin kar lum mer nor pol quin rus sol tam ver wex yor zan".split()
THING = "milk,rye bread,two lamps,printer paper,a USB hub,olive oil,blue tape,AA batteries,green tea,a ladder,six chairs,coffee filters,stamps,paint brushes,a spare key,red pens,flour,dog food,light bulbs,a phone case".split(",")
DIRS = "src docs config conf etc app lib notes data scripts tests deploy ops infra home work team plans lists letters db web api ci reports var/log src/core conf.d etc/app docs/guide data/2024 ops/runbooks src/utils".split()
TEXTEXT = "txt txt txt md md log lst".split()


def made(r):
    return "".join(r.choice(SYL) for _ in range(r.choice((2, 2, 3))))


def name(r):
    return r.choice(FIRST) if r.random() < .4 else r.choice(FIRST) + " " + r.choice(LAST)


def code(r):
    k = r.randrange(5)
    if k == 0:
        return f"{r.choice('ABCDEFGHJKLMNPRSTVWX')}{r.choice('ABCDEFGHJKLMNPRSTVWX')}-{r.randint(10, 9999)}"
    if k == 1:
        return f"{made(r).upper()}{r.randint(1, 99)}"
    if k == 2:
        return "%06x" % r.randrange(1 << 24)
    if k == 3:
        return f"{made(r)}_{r.randint(2, 999)}"
    return f"{r.randint(100, 999)}-{r.randint(1000, 9999)}"


def version(r):
    return f"{r.randint(0, 12)}.{r.randint(0, 30)}.{r.randint(0, 20)}"


def date(r):
    if r.random() < .5:
        return f"20{r.randint(19, 31)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
    return f"{r.randint(1, 28)} {r.choice(MONTH)}"


def ip(r):
    return f"{r.choice((10, 172, 192))}.{r.randint(0, 255)}.{r.randint(0, 255)}.{r.randint(1, 254)}"


def host(r):
    return f"{r.choice((made(r), r.choice(NOUN)))}{r.choice(('', '-', '0'))}{r.randint(1, 40)}{r.choice(('', '.local', '.example.com', '.lan', '.internal'))}"


def clock(r):
    return f"{r.randint(6, 22)}:{r.choice(('00', '15', '30', '45'))}"


def money(r):
    return str(r.choice((r.randint(5, 99), r.randint(100, 9999), r.randint(10, 90) * 100)))


def mail(r):
    return f"{r.choice(FIRST).lower()}@{made(r)}.{r.choice(('com', 'org', 'net', 'io'))}"


def word(r):
    return r.choice((r.choice(NOUN), r.choice(ADJ), made(r)))


def plural(n):
    return n + "es" if n[-1] == "x" else n[:-1] + "ies" if n[-1] == "y" and n[-2] not in "aeiou" else n + "s"


def phrase(r):
    k = r.randrange(12)
    if k == 0:
        return f"{r.choice(VERB)} the {r.choice(ADJ)} {r.choice(NOUN)}"
    if k == 1:
        return f"{r.choice(VERB)} {r.choice(THING)}"
    if k == 2:
        return f"{r.choice(NOUN)} moved to {r.choice(DAY)}"
    if k == 3:
        return f"{name(r)} {r.choice(('brings', 'owns', 'wants', 'has'))} {r.choice(THING)}"
    if k == 4:
        return f"{r.choice(('ask', 'call', 'tell', 'email'))} {name(r)} about {r.choice(NOUN)}"
    if k == 5:
        return f"{r.choice(DAY)} {clock(r)} {r.choice(NOUN)}"
    if k == 6:
        return f"{r.choice(NOUN)} {code(r)}"
    if k == 7:
        return f"{r.choice(ADJ)} {r.choice(NOUN)}"
    if k == 8:
        return f"The {r.choice(NOUN)} is {r.choice(('closed', 'open', 'ready', 'late', r.choice(COLOR)))}."
    if k == 9:
        return f"{r.randint(2, 60)} {plural(r.choice(NOUN))} for {r.choice(CITY)}"
    if k == 10:
        return f"see {host(r)} for {r.choice(NOUN)}"
    return f"{r.choice(FIRST)} meets {r.choice(FIRST)} in {r.choice(CITY)}"


def codeline(r):
    a, b, n = r.choice((made(r), r.choice(NOUN))), r.choice((made(r), r.choice(VERB))), r.randint(2, 900)
    return r.choice((
        f"{a} = {n}", f"print({a})", f"import {a}", f"from {a} import {b}", f"def {b}({a}):", f"const {a} = {n};", f"let {a} = {b}();", f"console.log({a});",
        f"int {a} = {n};", f"#include <{a}.h>", f"return {a} + {n};", f"func {b}() error {{", f"let mut {a} = {n};", f"use {a}::{b};", f"export {a.upper()}={n}", f"echo {a}",
        f"SELECT {a} FROM {b};", f"DROP TABLE {a};", f"RUN apt-get install {a}", f"EXPOSE {n}", f"FROM {a}:{version(r)}", f"{a}=={version(r)}", f"puts {a}", f"{b}({a}, {n})",
        f"listen {n};", f"server {ip(r)}:{n};", f"0 {r.randint(0, 23)} * * * /opt/{a}/{b}.sh", f"{ip(r)} {host(r)}", f"<li>{a}</li>", f"// {b} the {a}", f"# {b} {a} here", f"*.{a}", f"chmod {r.choice((600, 644, 755))} {a}", f"if {a} > {n} {{", f"assert {b}({n}) == {a}"))


def confline(r):
    k = r.choice((word(r), made(r) + "_" + word(r), word(r)))
    v = r.choice((str(r.randint(1, 9999)), made(r), ip(r), version(r), r.choice(("true", "false", "on", "off")), word(r)))
    return r.choice((f"{k}: {v}", f"{k} = {v}", f"{k.upper()}={v}", f"{k}={v}", f"{k} {v}"))


def csvrow(r):
    return ",".join(r.choice((r.choice(FIRST), r.choice(CITY), money(r), word(r), str(r.randint(1, 99)))) for _ in range(r.randint(2, 4)))


def line(r):
    k = r.random()
    return phrase(r) if k < .5 else codeline(r) if k < .72 else confline(r) if k < .88 else csvrow(r) if k < .95 else code(r)


STYLES = [(phrase, TEXTEXT), (phrase, TEXTEXT), (codeline, "py js go rs c sh rb sql ts java php".split()), (confline, "ini conf yml yaml toml env cfg properties".split()), (csvrow, ["csv"])]


def stem(r):
    k = r.random()
    if k < .4:
        return r.choice(NOUN)
    if k < .55:
        return made(r)
    if k < .75:
        return r.choice(ADJ) + r.choice("_-") + r.choice(NOUN)
    if k < .9:
        return r.choice(VERB) + r.choice(("", "_")) + r.choice(NOUN)
    return r.choice(NOUN) + str(r.randint(1, 99))


def path(r, exts=TEXTEXT):
    p = stem(r) + "." + r.choice(exts)
    if r.random() < .06:
        p = r.choice(("README.md", "Dockerfile", "Makefile", "TODO", "CHANGELOG.md", ".gitignore", "hosts", "crontab", "NOTES", ".env"))
    return p if r.random() < .5 else r.choice(DIRS) + "/" + p


# Named values: label -> maker of a value.
LABELS = {
    "port": lambda r: str(r.randint(1024, 65000)), "host": host, "owner": name, "version": version, "timeout": lambda r: str(r.randint(2, 900)), "region": lambda r: f"{r.choice(('eu', 'us', 'ap'))}-{r.choice(('west', 'east', 'north'))}-{r.randint(1, 9)}",
    "deadline": date, "room": lambda r: f"{r.choice('ABCDE')}{r.randint(100, 499)}", "phone": lambda r: f"{r.randint(200, 999)}-{r.randint(1000, 9999)}", "email": mail, "budget": money, "city": lambda r: r.choice(CITY), "color": lambda r: r.choice(COLOR),
    "password": code, "token": code, "branch": lambda r: f"{r.choice(('feature', 'fix', 'release'))}/{made(r)}", "user": lambda r: r.choice(FIRST).lower(), "database": made, "replicas": lambda r: str(r.randint(2, 60)), "log_level": lambda r: r.choice(("debug", "info", "warn", "error")),
    "start": clock, "gateway": ip, "dns": ip, "workers": lambda r: str(r.randint(2, 128)), "retries": lambda r: str(r.randint(2, 40)), "theme": word, "customer": name, "total": money, "price": money, "manager": name, "bucket": lambda r: made(r) + "-" + word(r), "image": lambda r: f"{made(r)}:{version(r)}",
    "day": lambda r: r.choice(DAY), "serial": code, "backup_host": host, "max_memory": lambda r: f"{r.randint(2, 900)}M", "driver": name, "seats": lambda r: str(r.randint(12, 400)), "mode": word, "author": name, "license": lambda r: r.choice(("MIT", "BSD", "GPL", "Apache")), "contact": mail,
}
LABEL_NAMES = list(LABELS)


def record(r, n, only=None):
    """n labels with values."""
    labels = r.sample(only or LABEL_NAMES, n)
    return [(k, LABELS[k](r)) for k in labels]


def shaped(r, pairs, head=True):
    """Lines of a record in one of several formats, and the format."""
    fmt = r.choice(("{k}: {v}", "{k}: {v}", "{k} = {v}", "{k}={v}", "{K}={v}", "{k},{v}", "- {k}: {v}", '{k} = "{v}"'))
    lines = [fmt.replace("{k}", k).replace("{K}", k.upper()).replace("{v}", v) for k, v in pairs]
    return lines, fmt


def as_line(fmt, k, v):
    return fmt.replace("{k}", k).replace("{K}", k.upper()).replace("{v}", v)


CONF = "ini conf yml yaml toml env cfg txt".split()
RUNNERS = ["pytest -q", "pytest {d}", "make test", "make check", "npm test", "npm run lint", "cargo test", "cargo build", "go test ./...", "go vet ./...", "./run_tests.sh", "python3 test_{w}.py", "python check.py", "tox", "mvn verify", "bundle exec rake", "phpunit", "ctest", "node test.js", "bash verify.sh", "yarn test {w}", "make {w}", "sh ci/{w}.sh", "nginx -t", "terraform validate", "ansible-lint", "./{w} --check", "python -m {w}", "deno test", "just test", "gradle check", "dotnet test", "visudo -c", "named-checkconf", "helm lint {w}", "docker compose config"]
PLAIN = ["date", "uptime", "whoami", "hostname", "df -h /{w}", "git status", "git log -1", "uname -r", "free -m", "docker ps", "kubectl get pods", "systemctl status {w}", "ping {w}", "python {w}.py", "./{w}.sh", "make {w}", "npm run {w}", "id {w}", "du -sh {w}", "node {w}.js", "terraform plan", "crontab -l", "{w} --version", "ip addr", "ssh-keygen -l", "psql -c {w}", "redis-cli ping", "bin/{w} report", "ntpq -p", "curl {w}.local/health", "go run {w}.go", "backup {w}", "lsblk", "openssl version", "vmstat", "nslookup {w}", "make deploy", "sync {w}", "print-totals"]


def command(r, bank):
    return r.choice(bank).replace("{d}", r.choice(DIRS)).replace("{w}", r.choice((made(r), r.choice(NOUN))))


def good(r):
    n = r.randint(2, 400)
    return r.choice((f"{n} passed in {r.randint(1, 40)}.{r.randint(0, 9)}s", f"OK ({n} tests)", f"PASS {made(r)} {n}", f"all {n} checks passed", f"ok {made(r)} {version(r)}", f"build {code(r)} succeeded", f"0 errors, {n} files checked", f"success: {n}/{n}", f"green, run {code(r)}"))


def output(r):
    n = r.randint(2, 9000)
    return r.choice((f"{made(r)} is up since {clock(r)}", f"{n} rows exported", f"{host(r)}", f"load {r.randint(0, 9)}.{r.randint(10, 99)}", f"{n} MB free", f"{made(r)} {version(r)}", f"on branch {made(r)}", f"job {code(r)} queued", f"{n} items, {r.randint(2, 90)} new", f"uid {n} {r.choice(FIRST).lower()}", f"deployed {code(r)} to {r.choice(CITY)}", f"status: {made(r)}", f"{r.choice(DAY)} {clock(r)}", f"total {n}", f"{ip(r)} up {r.randint(2, 99)} days"))
