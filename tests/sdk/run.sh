#!/usr/bin/env bash
# Runs the official OpenAI and Anthropic clients against a server: run.sh BASE_URL
# Installs the pinned clients beside this file; a missing tool is a failure, never a skip.
set -euo pipefail
cd "$(dirname "$0")"
base_url=${1:?usage: run.sh BASE_URL (such as http://127.0.0.1:8888)}
base_url=${base_url%/}

for tool in python3 node npm; do
  command -v "$tool" >/dev/null || { echo "$tool is needed for the client tests"; exit 1; }
done

# The pinned versions stand in requirements.txt and package.json; what is there already is kept.
if ! .venv/bin/python -c 'import importlib.metadata as m, sys
pins = [line.split("==") for line in open("requirements.txt").read().split()]
sys.exit(any(m.version(name) != version for name, version in pins))' 2>/dev/null; then
  python3 -m venv --clear .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
fi

if ! node -e '
const pins = Object.entries(require("./package.json").dependencies);
const have = (name) => require(`./node_modules/${name}/package.json`).version;
process.exit(pins.every(([name, version]) => have(name) === version) ? 0 : 1)' 2>/dev/null; then
  npm install --no-package-lock --no-audit --no-fund --loglevel=error
fi

status=0
.venv/bin/python test_openai.py "$base_url" || status=1
node test_openai.mjs "$base_url" || status=1
.venv/bin/python test_anthropic.py "$base_url" || status=1
node test_anthropic.mjs "$base_url" || status=1
exit $status
