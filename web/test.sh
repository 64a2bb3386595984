#!/usr/bin/env bash
# Types, stale assets and all tests of the page: Node 20.19 and Chromium, under 3 minutes on 2 cores.
# With ATLAS_BINARY the page is tried on the real server too. Ends with `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")"
recent='const [a, b] = process.versions.node.split("."); process.exit(a * 100 + +b >= 2019 ? 0 : 1)'
node -e "$recent" ||
  { echo "not run: Node 20.19 or newer is needed"; exit 0; }
if ! { [ -x "${CHROMIUM:-/usr/bin/chromium}" ] || [ -x /usr/bin/google-chrome ]; } &&
  ! apt-get install --yes --quiet --quiet chromium >/dev/null 2>&1; then
  echo "not run: no Chromium; name one in CHROMIUM"
  exit 0
fi
[ -z "${ATLAS_BINARY:-}" ] || ATLAS_BINARY=$(cd - >/dev/null && realpath "$ATLAS_BINARY")
export ATLAS_BINARY

failed=0
check() {
  "$@" && return
  echo "failed: $*"
  failed=$((failed + 1))
}

# A build of the same sources by the same versions is the same file.
same_build() {
  local built=../crates/atlas-server/assets/page folder
  folder=$(mktemp -d)
  npx vite build --logLevel error --outDir "$folder" &&
    diff --recursive --brief --exclude sources.sha256 "$folder" "$built"
  local status=$?
  rm -rf "$folder"
  return "$status"
}

npm ci --silent --no-audit --no-fund || exit 1
check ./check.sh
check npx tsc
check same_build
log=$(mktemp)
node --test --test-concurrency=2 tests/*.test.mjs | tee "$log" |
  grep --invert-match '^ *\(---\|\.\.\.\|duration_ms\)'
passed=$(sed -n 's/^# pass //p' "$log")
failed=$((failed + $(sed -n 's/^# fail //p' "$log")))
rm -f "$log"
echo "${passed:-0} passed, $failed failed"
[ "$failed" -eq 0 ] && [ "${passed:-0}" -gt 0 ]
