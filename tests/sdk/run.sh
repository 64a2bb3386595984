#!/usr/bin/env bash
# Runs the official OpenAI clients against a server: run.sh BASE_URL
# Installs the pinned clients beside this file; a missing tool is a failure, never a skip.
set -euo pipefail
cd "$(dirname "$0")"
base_url=${1:?usage: run.sh BASE_URL (such as http://127.0.0.1:8888)}
base_url=${base_url%/}

for tool in python3 node npm; do
  command -v "$tool" >/dev/null || { echo "$tool is needed for the client tests"; exit 1; }
done

if ! .venv/bin/python -c 'import importlib.metadata as m, sys
want = open("requirements.txt").read().split("==")[1].strip()
sys.exit(m.version("openai") != want)' 2>/dev/null; then
  python3 -m venv --clear .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
fi

want=$(node -p 'require("./package.json").dependencies.openai')
have=$(node -p 'require("./node_modules/openai/package.json").version' 2>/dev/null || echo none)
if [ "$want" != "$have" ]; then
  npm install --no-package-lock --no-audit --no-fund --loglevel=error
fi

status=0
.venv/bin/python test_openai.py "$base_url" || status=1
node test_openai.mjs "$base_url" || status=1
exit $status
