"""The world of gita: services, hosts, settings in many file formats, logs, lists and
commands of people who keep machines running."""
import re

SERVICES = """billing ledger gateway mailer indexer thumbnailer scheduler beacon courier checkout catalogue sessions audit exporter notifier webhook ingest router presence voucher dispatch kiosk booking invoices rates telemetry archive resizer geocoder crawler feed inbox payroll stock parcel
ticketing lobby signup portal wiki chat search relay vault pixel printer labels rota meter turnstile badge pager tracker quota uploads streamer converter""".split()
HOSTS = """kestrel heron osprey plover wren dunlin gannet curlew merlin siskin larch rowan alder hazel juniper basalt slate granite flint marble opal onyx quartz comet nebula pulsar orbit argon krypton xenon neon boron cobalt""".split()
PEOPLE = """Maud Tariq Ines Bogdan Yuki Femi Saskia Ola Renzo Priya Callum Zeynep Anouk Dmitri Lwazi Marit Joao Hedda Kwame Noor Silvio Agnes Ravil Tomasz Elif Bea""".split()
ENVS = "staging prod production dev test qa preview sandbox canary local dr uat eu-west us-east".split()
DIRS = ["", "", "", "etc/", "conf/", "config/", "deploy/", "ops/", "infra/", "services/{s}/", "{e}/", "env/", "srv/{s}/", "k8s/{s}/", "ansible/group_vars/", "{h}/", "opt/{s}/conf/", "deploy/{e}/", "stacks/{s}/", "platform/", "settings/"]
NOTEDIRS = ["", "", "", "docs/", "runbooks/", "ops/", "notes/", "handover/", "oncall/", "wiki/", "incidents/"]
LOGDIRS = ["", "logs/", "var/log/", "log/{s}/", "out/", "{h}/logs/"]


def host(r):
    n = r.choice(HOSTS)
    return r.choice([n, f"{n}-{r.randint(1, 19):02d}", f"{n}{r.randint(1, 9)}.lan", f"{n}.internal", f"{n}-{r.choice('abc')}", f"{n}.example.net", f"{n}{r.randint(2, 40)}"])


def ip(r):
    return r.choice(["10.{}.{}.{}", "192.168.{1}.{2}", "172.16.{1}.{2}"]).format(r.randint(0, 99), r.randint(0, 250), r.randint(2, 250))


def version(r):
    a, b, c = r.randint(0, 12), r.randint(0, 30), r.randint(0, 19)
    return r.choice([f"{a}.{b}.{c}", f"{a}.{b}.{c}", f"v{a}.{b}.{c}", f"{a}.{b}", f"{a}.{b}.{c}-rc{r.randint(1, 4)}", f"20{r.randint(24, 31)}.{r.randint(1, 12):02d}", f"r{r.randint(100, 999)}"])


def code(r):
    return r.choice([
        lambda: "%06x" % r.randrange(16 ** 6) + r.choice("0a1f"), lambda: f"{r.choice('ABCDEFGHKMNPRT')}{r.choice('ABCDEFGHKMNPRT')}-{r.randint(100, 9999)}",
        lambda: f"{r.choice(['job', 'run', 'rel', 'tx', 'bk', 'chg', 'inc'])}_{r.randint(1000, 99999)}", lambda: "".join(r.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8)),
        lambda: f"{r.choice('CRTX')}{r.randint(10, 99)}/{r.randint(100, 999)}", lambda: f"{r.randint(10, 99)}-{r.choice('KLMXZ')}{r.randint(10, 99)}"])()


def date(r):
    return f"20{r.randint(24, 32)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"


def clock(r):
    return f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}"


def url(r):
    return r.choice(["https", "http", "https"]) + "://" + r.choice([r.choice(SERVICES) + ".example." + r.choice(["org", "net", "com"]), host(r), ip(r)]) + r.choice(["", f":{r.randint(80, 9999)}", "/v" + str(r.randint(1, 4)), "/hooks/" + str(r.randint(10, 99)), "/api"])


def whole(*a):
    return lambda r: str(r.choice(a) if r.random() < .5 else r.randint(min(a), max(a)))


def among(s):
    v = s.split()
    return lambda r: r.choice(v)


SECONDS = lambda r: str(r.choice([5, 10, 15, 20, 30, 45, 60, 90, 120, 300, r.randint(2, 99)])) + r.choice(["s", "s", "m", "ms", "h"])
SIZE = lambda r: str(r.choice([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 750])) + r.choice(["M", "G", "MB", "GiB", "Mi", "k"])
PORT = lambda r: str(r.choice([80, 443, 3000, 5432, 6379, 8080, 8081, 8443, 9000, 9090, r.randint(1024, 65000)]))
BOOL = among("true false")
LEVEL = among("debug info warn error trace notice")
PLACE = lambda r: r.choice(["/var/lib/", "/srv/", "/opt/", "/data/", "/mnt/", "/etc/", "/home/ops/", "/var/log/"]) + r.choice(SERVICES) + r.choice(["", "", "/data", "/current", ".sock", "/spool", "/key.pem", ".pid"])
CRON = lambda r: f"{r.choice(['*/5', '*/15', '0', '30', str(r.randint(1, 59))])} {r.choice(['*', str(r.randint(0, 23))])} * * {r.choice(['*', '*', '1-5', '0', '6'])}"
WHO = lambda r: r.choice([r.choice(PEOPLE).lower(), r.choice(SERVICES) + "_rw", "svc-" + r.choice(SERVICES), "www-data", "deploy", "nobody"])
MAIL = lambda r: r.choice(["ops", "alerts", "oncall", "noc", r.choice(PEOPLE).lower()]) + "@example." + r.choice(["org", "net", "com"])
IMAGE = lambda r: f"registry.example.net/{r.choice(SERVICES)}:{version(r)}"

KEYS = {"port": PORT, "listen_port": PORT, "admin_port": PORT, "metrics_port": PORT, "timeout": SECONDS, "read_timeout": SECONDS, "idle_timeout": SECONDS, "grace_period": SECONDS, "retry_delay": SECONDS, "poll_interval": SECONDS, "cache_ttl": SECONDS, "token_ttl": SECONDS, "host": host,
    "db_host": host, "primary": host, "replica": host, "upstream": host, "bind": ip, "dns_server": ip, "vip": ip, "log_level": LEVEL, "level": LEVEL, "debug": BOOL, "tls": BOOL, "enabled": BOOL, "read_only": BOOL, "compress": BOOL, "maintenance": BOOL, "auto_restart": BOOL, "workers": whole(1, 2, 4, 8, 16,
    24), "threads": whole(2, 4, 6, 12, 32), "replicas": whole(1, 2, 3, 5, 7, 12), "max_connections": whole(50, 100, 200, 500), "retries": whole(0, 1, 3, 5, 9), "pool_size": whole(5, 10, 20, 50), "batch_size": whole(16, 50, 100, 250, 1000), "queue_depth": whole(64, 128, 512, 2048), "keep_days": whole(3, 7,
    14, 30, 90), "priority": whole(1, 5, 10, 99), "memory": SIZE, "mem_limit": SIZE, "max_body": SIZE, "heap": SIZE, "disk_quota": SIZE, "version": version, "release": version, "image": IMAGE, "tag": version, "base_url": url, "endpoint": url, "callback_url": url, "health_url": url, "mirror": url,
    "data_dir": PLACE, "socket": PLACE, "pid_file": PLACE, "cert_path": PLACE, "backup_dir": PLACE, "region": among("eu-west-1 eu-north-1 us-east-2 ap-south-1 sa-east-1 fra1 ams3 nyc2"), "zone": among("a b c d1 d2 north south"), "mode": among("active passive standby cluster single proxy mirror"),
    "strategy": among("rolling recreate bluegreen canary"), "owner": WHO, "run_as": WHO, "db_user": WHO, "contact": MAIL, "alert_to": MAIL, "schedule": CRON, "window": lambda r: clock(r) + "-" + clock(r), "backend": among("redis memory postgres sqlite s3 disk nfs"),
    "codec": among("gzip zstd lz4 none snappy"), "build_id": code, "api_key": code, "change_id": code, "lease": SECONDS, "sample_rate": lambda r: f"0.{r.randint(1, 99)}", "charset": among("utf-8 latin1 ascii utf-16"), "locale": among("en_GB de_DE pt_BR fr_FR nb_NO")}
NAMES = list(KEYS)


class Item:
    """A setting: key as written, value, its whole line and how to write another value."""

    def __init__(self, key, base, val, line):
        self.key, self.base, self.val, self.line = key, base, val, line

    @property
    def human(self):
        return self.base.replace("_", " ")

    def as_line(self, w):
        i = self.line.rindex(self.val)
        return self.line[:i] + w + self.line[i + len(self.val):]

    def other(self, r):
        while True:
            w = KEYS[self.base](r)
            if w != self.val:
                return w


def camel(s):
    a = s.split("_")
    return a[0] + "".join(x.capitalize() for x in a[1:])


def bare(v):
    return re.fullmatch(r"\d+|\d\.\d+|true|false", v) is not None


def q(v):
    return v if bare(v) else '"' + v + '"'


def settings(r, n=None, must=(), form=None):
    """(suffix of the path, lines, items) of a file of settings in one of many formats."""
    n = n or r.randint(2, 6)
    form = form or r.choice("env env ini toml yaml yaml json props unit nginx space conf colon".split())
    bases = list(must) + [k for k in r.sample(NAMES, n + 2) if k not in must][:max(0, n - len(must))]
    r.shuffle(bases)
    s = r.choice(SERVICES)
    pre = {"env": r.choice(["", "", s.upper() + "_", "APP_"]), "props": r.choice([s + ".", "app.", "server." + s + ".", ""])}.get(form, "")
    style = r.choice([str, str, camel, lambda k: k.replace("_", "-")]) if form in ("yaml", "json") else str
    dots = r.choice([".", "-", "_"])
    lines, items = [], []
    for b in bases:
        v = KEYS[b](r)
        k = pre + (b.upper() if form == "env" else b.replace("_", dots) if form == "props" else "".join(x.capitalize() for x in b.split("_")) if form == "unit" else style(b))
        line = {"env": f"{k}={v}", "ini": f"{k} = {v}", "toml": f"{k} = {q(v)}", "yaml": f"{k}: {v}", "json": f'  "{k}": {q(v)},', "props": f"{k}={v}", "unit": f"{k}={v}", "nginx": f"{k} {v};", "space": f"{k} {v}", "conf": f"{k}={v}", "colon": f"{k}: {v}"}[form]
        lines.append(line)
        items.append(Item(k, b, v, line))
    if form == "json":
        lines[-1] = items[-1].line = lines[-1][:-1]
        lines = ["{"] + lines + ["}"]
    elif form in ("ini", "toml", "unit") and r.random() < .75:
        lines.insert(0, "[" + (r.choice(["Service", "Unit"]) if form == "unit" else r.choice([s, "main", "server", "default", r.choice(ENVS)])) + "]")
        if len(items) > 3 and r.random() < .4:
            lines.insert(3, "[" + r.choice(["limits", "extra", "paths", "network"]) + "]")
    elif form == "yaml" and r.random() < .3:
        top = r.choice([s, "app", "config", "spec"])
        lines = [top + ":"] + ["  " + x for x in lines]
        for it in items:
            it.line = "  " + it.line
    elif form not in ("json", "space") and r.random() < .25:
        lines.insert(0, "# " + r.choice([f"{s} settings", f"owner: {r.choice(PEOPLE)}", f"managed by ops, {date(r)}", "do not edit by hand at night", f"{r.choice(ENVS)} only"]))
    return form, s, lines, items


EXTS = {"env": [".env", "{s}.env", ".env.{e}", "{e}.env"], "ini": ["{s}.ini", "{s}.cfg", "settings.ini", "{e}.ini"], "toml": ["{s}.toml", "config.toml", "{e}.toml"], "yaml": ["{s}.yaml", "{s}.yml", "values.yaml", "values-{e}.yaml", "{h}.yml"], "json": ["{s}.json", "config.json", "{e}.json",
    "app-{e}.json"], "props": ["{s}.properties", "application.properties", "application-{e}.properties"], "unit": ["{s}.service", "{s}@{h}.service", "{s}.timer"], "nginx": ["{s}.conf", "nginx.conf", "sites/{s}.conf"], "space": ["{s}.rc", "{s}d.conf", "ssh_{s}.config"], "conf": ["{s}.conf", "defaults",
    "{s}.default"], "colon": ["{s}.settings", "{s}.txt", "{s}-{e}.cfg"]}
FREE = {"txt": ["{s}.txt", "{s}-notes.txt", "TODO.txt", "status.txt", "handover.txt", "{e}-status.txt", "{s}.out"], "md": ["{s}.md", "RUNBOOK.md", "runbook-{s}.md", "CHECKLIST.md", "on-call.md", "{s}-howto.md", "README.md", "release-{e}.md", "postmortem-{s}.md"], "log": ["{s}.log", "{s}-{e}.log",
    "error.log", "deploy.log", "{h}.log", "cron.log", "access.log", "{s}.err"], "csv": ["{s}.csv", "inventory.csv", "hosts-{e}.csv", "assets.csv"], "cron": ["crontab", "crontab.{e}", "cron.d/{s}", "{s}.cron"], "hosts": ["hosts", "hosts.{e}", "inventory", "{e}.hosts"], "sh": ["deploy.sh", "{s}.sh",
    "restart-{s}.sh", "bin/{s}.sh", "rollback.sh"], "ver": ["VERSION", "{s}/VERSION", "version.txt", "RELEASE"], "list": ["{s}.list", "allowlist.txt", "owners.txt", "{s}-{e}.lst", "queue.txt"]}


def name(r, form, dirs=None, s=None):
    d = r.choice(dirs or (NOTEDIRS if form in ("txt", "md", "list") else LOGDIRS if form == "log" else DIRS))
    return (d + r.choice(EXTS.get(form) or FREE[form])).format(s=s or r.choice(SERVICES), e=r.choice(ENVS), h=r.choice(HOSTS))


NOTE = ["Restart {s} after every change.", "{n} is on call until {t}.", "The backup of {s} runs at {t}.", "Ask {n} before touching {h}.", "{h} was rebuilt on {d}.", "Disk on {h} is at {i}%.", "Deploys to {e} need two approvals.", "Certificate for {s} ends {d}.", "Ticket {c} is still open.",
    "{s} moved to {h}.", "- drain {h}", "- tell {n} about {s}", "Do not reboot {h} on Fridays.", "Pager went off at {t}, cause unknown.", "{i} alerts last night, all from {s}.", "Rollback of {s} took {i} minutes.", "* check the queue of {s}", "TODO: rotate the key of {s}", "{n} has the spare badge.",
    "Firmware on {h}: {v}", "Old {s} dashboards can go.", "See {u} for the graphs.", "The {e} database is read only at night.", "Next review: {d}", "Rack {i}, slot {j}: {h}"]


def fmt(r, frame, **kw):
    return frame.format(**{**dict(s=r.choice(SERVICES), n=r.choice(PEOPLE), h=host(r), d=date(r), i=r.randint(2, 98), j=r.randint(1, 40), e=r.choice(ENVS), c=code(r), v=version(r), u=url(r), t=clock(r)), **kw})


def note(r):
    return fmt(r, r.choice(NOTE))


LOGTEXT = ["connection refused by {h}", "request took {i}{j} ms", "started worker {i}", "lost lease {c}", "disk {i}% full", "retrying in {i}s", "user {n} logged in", "job {c} finished", "job {c} failed", "cache warm", "config reloaded", "certificate expires {d}", "queue length {i}{j}",
    "upstream {h} timed out", "listening on port {j}0{i}", "cannot open {s}.lock", "out of memory in {s}", "handshake failed with {h}", "rejected token {c}", "snapshot {c} written", "exit status {j}"]


def loglines(r, n, level=None):
    """Lines of a log: (line, level, time, text)."""
    look = r.choice(["{d} {t}:{s} {L} {x}", "[{t}] {L}: {x}", "{t} {L} {x}", "{d}T{t}Z {l} {x}", "{L} {t} {x}", "<{l}> {t} {x}", "{t} | {L} | {x}"])
    levels = r.choice([["INFO", "WARN", "ERROR"], ["INFO", "INFO", "ERROR", "FATAL"], ["DEBUG", "INFO", "ERROR"], ["NOTICE", "WARN", "ERROR"]])
    d, at, out = date(r), r.randint(0, 900), []
    for _ in range(n):
        at += r.randint(1, 60)
        t, lv, x = f"{at // 60:02d}:{at % 60:02d}", level or r.choice(levels), fmt(r, r.choice(LOGTEXT))
        out.append((look.format(d=d, t=t, s=f"{r.randint(0, 59):02d}", L=lv, l=lv.lower(), x=x), lv, t, x))
    return out


CHECKS = ("nginx -t|make smoke|make check-{s}|./healthcheck.sh {s}|kubectl rollout status deploy/{s}|systemctl is-active {s}|docker compose config -q|ansible-lint {s}.yml|terraform validate|caddy validate|haproxy -c -f {s}.cfg|promtool check config|visudo -c|sshd -t|yamllint deploy|bin/verify {e}|"
    "python3 validate.py --env {e}|curl -s localhost/{s}/healthz|helm lint charts/{s}|./preflight {e}|task verify:{s}|confcheck --strict|sh tests/smoke.sh {e}|named-checkconf|apachectl configtest|pg_isready -h {h}|npm run config:check|{s}ctl doctor|opsbot verify {s}|logrotate -d {s}|just preflight").split("|")
GOODS = ["OK", "green", "{s}: healthy", "configuration ok", "active", "all {i} checks passed", "{i} passed, 0 failed", "syntax is ok", "PASS", "successfully rolled out", "no issues found", "ready (took {i}s)", "valid", "HTTP 200", "0 errors, 0 warnings", "smoke test passed in {i}s", "everything up", "exit 0"]
BADS = ["FAIL {p}: {k} must be {w}", "{p}: expected {k} to be {w}", "error: {k} in {p} should be {w}", "[emerg] bad {k} in {p}, want {w}", "red - {p} has a wrong {k} (needs {w})", "1 check failed\n{p}: {k} != {w}", "invalid: {k} ({p}), allowed value: {w}", "unhealthy: set {k} to {w} in {p}", "ERROR {p} -> {k}: required {w}"]
REPORTS = ("uptime|df -h /srv|docker compose ps {s}|kubectl get pods -l app={s}|systemctl status {s}|{s}ctl queue|redis-cli llen {s}|git describe --tags|du -sh /var/lib/{s}|crontab -l|hostname -f|./status.sh {e}|make version|psql -c 'select count(*) from {s}'|openssl x509 -enddate -in {s}.pem|ss -ltn|free -m|"
    "journalctl -u {s} -n 1|helm list -n {e}|ansible all --list-hosts|python3 report.py {e}|vault token lookup|ping -c 1 {h}|dig +short {s}.example.net|who -b|bin/backup --last|opsbot who-is-on-call|lb show {s}|etcdctl endpoint health|snapctl latest {s}|traceroute {h}").split("|")
OUTS = ["{s} up {i} days", "{i}% used", "{i} pods running, 1 pending", "queue: {i}{j}", "{v}", "{h}", "{i} rows", "last backup {d} {t}", "on call: {n}", "{s} [ready|stopped|degraded|paused|draining]", "expires {d}", "build {c} on {h}", "{i} of {i2} hosts reachable", "leader: {h}",
    "latest snapshot {c}", "load {j}.{i}", "{j}.{i} GB free", "{ip}", "boot {d} {t}", "{i} sessions, {j} idle", "lease held by {n}", "{j} hops, {i} ms"]
ACTIONS = ("systemctl restart {s}|./deploy.sh {e}|docker compose up -d {s}|kubectl rollout restart deploy/{s}|bin/release {s}|make deploy-{e}|ansible-playbook {s}.yml|systemctl reload {s}|helm upgrade {s} charts/{s}|sh restart-{s}.sh|task ship:{e}|cap {e} deploy|opsbot restart {s}|./rollout {s} {e}|{s}ctl reload|"
    "service {s} restart|just push {e}|supervisorctl restart {s}|pm2 reload {s}|./sync.sh {h}|lb drain {h}|flush-cache {s}|certbot renew --cert-name {s}|bin/failover {h}|nomad job run {s}.hcl").split("|")
DONES = ["restarted {s}", "deployed build {c}", "ok, {i} tasks", "release {c} live", "done in {i}s", "{s} reloaded", "rollout {c} complete", "changed={j} failed=0", "finished: {c}", "pushed {v}", "synced {i} files", "job {c} accepted", "now running {v}", "revision {i} deployed", "{s} is back after {i}s"]
