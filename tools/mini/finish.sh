#!/usr/bin/env bash
# The rest of a third stage that was broken off, on one GPU: from its bf16 weights with a fresh optimiser, the
# learning rate falling from where it was to nothing:
#   finish.sh PART.safetensors OUT MINUTES [SEED]
# leaves OUT/model.safetensors with its loss.csv. MINUTES and those before the break are at most 12 together.
set -euo pipefail
[ $# -ge 3 ] || { sed -n 2,6p "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
part=$1 out=$2 minutes=$3 seed=${4:-74}
[ -f "$part" ] || { echo "$part: no such file"; exit 2; }
mkdir -p "$out"
# The shares of stages.sh's third stage.
python3 "$here/train.py" --minutes "$minutes" --length 16384 --seed "$seed" --long-share 0.02 \
  --prompt-weight 0 --hold 0 --warmup 60 --lr 0.0085 --lr-embed 0.0017 --lr-plain 0.0017 --init "$part" --out "$out" \
  --tilt '{"needle":0.5,"sort":2.2,"tools":1.2,"agent":2.0,"count":1.7,"to_toml":1.2,"completion":1.2,"copy":1.2,"reverse":0.9,"hands":4.5}'
