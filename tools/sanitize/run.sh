#!/usr/bin/env bash
# Runs the parity program under the tools of compute-sanitizer, on a machine with a GPU, nvcc and compute-sanitizer:
#   [OPS="OP ..."] run.sh CUDA_PARITY OUT [TOOL...]
# Each op is a process of its own, eight at a time; a tool counts only once it has found the fault planted for it.
# OUT gets a log a tool and op, and summary.txt; a process that does not end in LIMIT seconds (default 120) is named.
set -uo pipefail
[ $# -ge 2 ] || { sed -n 2,5p "$0"; exit 2; }
parity=$(realpath "$1") out=$2 here=$(cd "$(dirname "$0")" && pwd)
shift 2
tools=("$@")
[ ${#tools[@]} -gt 0 ] || tools=(memcheck racecheck synccheck initcheck)
declare -A fault=([memcheck]=beyond [racecheck]=race [synccheck]=apart [initcheck]=unset)
ops=${OPS:-"embed rms_norm linear qk_norm_rope kv_store attention swiglu sigmoid_mul route_topk moe_experts shared_expert_add
  conv1d_silu gdn_gates gated_delta arg_max pick_rows qkv_store fill sample graph linears linear_splits norm_linears
  swiglu_linears expert_tiles"}
mkdir -p "$out"
nvcc -arch=native -o "$out/planted" "$here/planted.cu" || exit 1
failed=0
# On Hopper alone: whether memcheck knows copies between the blocks of a cluster. Where it refuses sound ones, what it says of
# `linear_splits` says nothing.
if [[ " ${tools[*]} " == *" memcheck "* ]] && nvcc -arch=native -std=c++17 -o "$out/cluster" "$here/cluster.cu" 2>"$out/cluster.log"; then
  says() {
    timeout 60 compute-sanitizer --tool memcheck --error-exitcode 9 "$out/cluster" "$1" >"$out/cluster-$1.log" 2>&1
    case $? in 0) echo "nothing" ;; 9) echo "an error" ;; *) echo "no end, or no tool" ;; esac
  }
  echo "memcheck says of sound copies in a cluster: $(says right), $(says own), $(says far); of one that leaves a block: $(says beyond)" >>"$out/summary.txt"
fi
one() {
  local tool=$1 op=$2 log="$3/$1-$2.log"
  # The check of graphs makes calls that a capture must refuse.
  local calls=()
  [ "$tool/$op" = memcheck/graph ] && calls=(--report-api-errors no)
  timeout "${LIMIT:-120}" compute-sanitizer --tool "$tool" "${calls[@]}" --error-exitcode 9 \
    "$4" --no-perf --short --only "$op" >"$log" 2>&1
  local status=$?
  echo "$tool $op: status $status, $(grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' "$log" | tail -1 | cut -d' ' -f2-), $(tail -5 "$log" | grep -E 'passed' || echo "no end in time")"
}
export -f one
for tool in "${tools[@]}"; do
  planted=$(compute-sanitizer --tool "$tool" --error-exitcode 9 "$out/planted" "${fault[$tool]}" 2>&1)
  if [ $? -eq 9 ]; then
    echo "$tool: found the planted fault" >>"$out/summary.txt"
  else
    echo "$tool: did NOT find the planted fault: $planted" >>"$out/summary.txt"
    failed=1
  fi
  for op in $ops; do echo "$op"; done | xargs -P 8 -I{} bash -c 'one "$@"' _ "$tool" {} "$out" "$parity" >>"$out/summary.txt"
done
cat "$out/summary.txt"
grep -q "status [^0]" "$out/summary.txt" && failed=1
exit "$failed"
