#!/usr/bin/env bash
# Stages 2 and 3 of a training, one after the other on one GPU, each from the bf16 weights of the one before:
#   stages.sh INIT.safetensors OUT MINUTES [SEED [FIRST [HANDS [SHAPE [WITHOUT...]]]]]
# leaves OUT/stage2/model.safetensors and OUT/stage3/model.safetensors with their loss.csv. MINUTES are each stage's
# (at most 12); rows of stage 2 have 4,096 tokens and no MTP module, those of stage 3 16,384 and all of it.
# INIT are the weights after stage 1, or with FIRST = 3, which leaves stage 2 out, those after stage 2.
# HANDS is what the hands weigh in stage 3; in stage 2 they weigh 1.5 less. SHAPE is train.py's --shape, {} for that
# of model.py; WITHOUT are the names of hands that are left out.
set -euo pipefail
[ $# -ge 3 ] || { sed -n 2,9p "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
init=$1 out=$2 minutes=$3 seed=${4:-72} first=${5:-2} hands=${6:-4.5} shape=${7:-"{}"}
shift $(($# < 7 ? $# : 7))
[ -f "$init" ] || { echo "$init: no such file"; exit 2; }

# What a skill weighs against its share in mix.py: hands make about a third of the samples.
tilt2='{"needle":0.4,"sort":1.4,"tools":1.2,"agent":1.4,"count":1.2,"to_toml":1.2,"completion":1.3,"copy":1.3,"reverse":0.9,"hands":'$(python3 -c "print($hands - 1.5)")'}'
tilt3='{"needle":0.5,"sort":2.2,"tools":1.2,"agent":2.0,"count":1.7,"to_toml":1.2,"completion":1.2,"copy":1.2,"reverse":0.9,"hands":'$hands'}'

mkdir -p "$out/stage2" "$out/stage3"
if [ "$first" = 2 ]; then
  python3 "$here/train.py" --minutes "$minutes" --length 4096 --seed "$seed" --long-share 0.012 --mtp-weight 0 \
    --prompt-weight 0 --hold 0.5 --end 0.3 --lr 0.018 --lr-embed 0.0036 --lr-plain 0.0036 \
    --shape "$shape" --without "$@" --init "$init" --out "$out/stage2" --tilt "$tilt2"
  init=$out/stage2/model.safetensors
fi
python3 "$here/train.py" --minutes "$minutes" --length 16384 --seed $((seed + 1)) --long-share 0.02 \
  --prompt-weight 0 --hold 0.2 --lr 0.016 --lr-embed 0.0032 --lr-plain 0.0032 \
  --shape "$shape" --without "$@" --init "$init" --out "$out/stage3" --tilt "$tilt3"
