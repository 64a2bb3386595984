"""The clients: which versions, how they are installed, and how they are run headless."""

import json
import os
import shutil
import subprocess
import sys

VERSIONS = {
    "claude": [("@anthropic-ai/claude-code", "2.1.197")],
    "codex": [("@openai/codex", "0.169.0")],
    "opencode": [("opencode-ai", "1.18.33")],
    # opencode would fetch this for its tools at the first start.
    "opencode-plugin": [("@opencode-ai/plugin", "1.18.33")],
}
HERE = os.path.dirname(os.path.abspath(__file__))
# The files that the guides show.
EXAMPLES = os.path.join(HERE, "..", "..", "examples", "clients")
# Of opencode, beside them: it runs by itself, and the tasks want short answers.
UNATTENDED = {"autoupdate": False, "share": "disabled", "permission": "allow"}
OUTPUT_TOKENS = 1024
# The servers of a run ask for none; any will do.
KEY = "local-key"


def install(prefix, name):
    """Installs a client from the npm registry, once."""
    folder = os.path.join(prefix, name)
    wanted = [f"{package}@{version}" for package, version in VERSIONS[name]]
    mark = os.path.join(folder, "installed.json")
    if os.path.exists(mark) and json.load(open(mark)) == wanted:
        return
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    json.dump({"private": True}, open(os.path.join(folder, "package.json"), "w"))
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--save-exact", *wanted],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    json.dump(wanted, open(mark, "w"))


class Client:
    """A client in a home of its own; `url` is the server, `model` a name it serves."""

    parts = []

    def __init__(self, prefix, home, url, model):
        self.prefix, self.home, self.url, self.model = prefix, home, url, model
        shutil.rmtree(home, ignore_errors=True)
        os.makedirs(home)
        # Nothing of the caller's settings reaches the client but where programs are.
        self.env = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "TERM": "dumb"}
        self.prepare()

    def example(self, path):
        """The text of an example, with this server and model in it."""
        with open(os.path.join(EXAMPLES, path), encoding="utf-8") as f:
            text = f.read()
        for shown, used in (("http://127.0.0.1:8888", self.url), ("my-model", self.model)):
            if shown not in text:
                raise ValueError(f"{path} does not name {shown}")
            text = text.replace(shown, used)
        return text

    def write(self, path, text):
        path = os.path.join(self.home, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)

    def program(self, name):
        return os.path.join(self.prefix, self.parts[0], "node_modules", ".bin", name)

    def run(self, order, folder, seconds, path=None, think=False):
        """Gives an order in a folder; the answer, or why there is none."""
        env = {**self.env, **({"PATH": path + os.pathsep + self.env["PATH"]} if path else {})}
        command, text = self.command(order, think)
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env=env,
                input=text,
                capture_output=True,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return f"(no answer within {seconds} s)"
        if done.returncode:
            return f"(exit {done.returncode}) {done.stdout[-400:]} {done.stderr[-800:]}"
        return done.stdout.strip()


class Claude(Client):
    parts = ["claude"]

    def prepare(self):
        self.write(".claude/settings.json", self.example("claude-code/settings.json"))

    def command(self, order, think):
        # It thinks in any case, as far as the model can.
        return [self.program("claude"), "-p", "--allowedTools", "Bash,Read,Edit,Write"], order


class Codex(Client):
    parts = ["codex"]

    def prepare(self):
        toy = [
            "",
            "[mcp_servers.toy]",
            f'command = "{sys.executable}"',
            f'args = ["{os.path.join(HERE, "toy_mcp.py")}"]',
        ]
        text = self.example("codex/config.toml") + "\n".join(toy) + "\n"
        self.write(".codex/config.toml", text)
        self.env.update(ATLAS_API_KEY=KEY)

    def command(self, order, think):
        # The namespace is the sandbox: Codex cannot set up its own inside every container.
        effort = ["-c", 'model_reasoning_effort="high"'] if think else []
        return [
            self.program("codex"),
            "exec",
            "--skip-git-repo-check",
            "--dangerously-bypass-approvals-and-sandbox",
            *effort,
            "-",
        ], order


class Opencode(Client):
    """With its own agent `build` (agent=None), or with `small` of the folder opencode/."""

    parts = ["opencode", "opencode-plugin"]
    agent = None

    def prepare(self):
        folder = os.path.join(self.home, ".config", "opencode")
        # The agent `build` is to be seen as it comes, with its own tools alone.
        ours = [] if self.agent else ["tool", "plugin", "workspace.js"]
        shutil.copytree(
            os.path.join(HERE, "opencode"), folder, ignore=shutil.ignore_patterns(*ours)
        )
        config = json.loads(self.example("opencode/opencode.json"))
        config["provider"]["atlas"]["models"][self.model]["limit"]["output"] = OUTPUT_TOKENS
        with open(os.path.join(EXAMPLES, "opencode", "small.json"), encoding="utf-8") as f:
            config.update(json.load(f), **UNATTENDED)
        self.write(".config/opencode/opencode.json", json.dumps(config))
        plugin = os.path.join(self.prefix, "opencode-plugin")
        for name in ("package.json", "package-lock.json"):
            shutil.copy(os.path.join(plugin, name), folder)
        os.symlink(os.path.join(plugin, "node_modules"), os.path.join(folder, "node_modules"))
        self.env.update(
            ATLAS_API_KEY=KEY, OPENCODE_DISABLE_MODELS_FETCH="1", OPENCODE_DISABLE_AUTOUPDATE="1"
        )

    def command(self, order, think):
        return [
            self.program("opencode"),
            "run",
            *(["--agent", self.agent, "--title", "task"] if self.agent else []),
        ], order


class SmallOpencode(Opencode):
    agent = "small"


CLIENTS = {"claude": Claude, "codex": Codex, "opencode": Opencode, "small": SmallOpencode}
