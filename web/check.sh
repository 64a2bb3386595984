#!/usr/bin/env bash
# Whether the built page is that of these sources. Needs no Node; the server's tests check the same.
set -euo pipefail
cd "$(dirname "$0")/.."
list=crates/atlas-server/assets/page/sources.sha256
advice="the page is stale: run \`npm ci && npm run build\` in web/ and commit the result"
sha256sum --check --quiet --strict "$list" || { echo "$advice" >&2; exit 1; }
# A new source is in no line of the list.
diff <(find web/src -type f | sort) <(sed -n 's/^[0-9a-f]*  \(web\/src\/.*\)/\1/p' "$list" | sort) ||
  { echo "$advice" >&2; exit 1; }
