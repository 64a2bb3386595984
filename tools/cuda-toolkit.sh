#!/usr/bin/env bash
# Installs the CUDA compiler of one pinned release from its Python wheels: nothing but nvcc, its
# parts and the headers, no root, no driver. Running it again is cheap. The build finds the folder;
# `--print-env` is for people and for other tools.
#
#   tools/cuda-toolkit.sh [--dir DIR] [--print-env]
#
# DIR defaults to ${XDG_CACHE_HOME:-~/.cache}/atlas/cuda-13.0.
set -euo pipefail

RELEASE=13.0
dir=${XDG_CACHE_HOME:-$HOME/.cache}/atlas/cuda-$RELEASE
print_env=

while [ $# -gt 0 ]; do
  case $1 in
    --dir) dir=${2:?--dir takes a folder}; shift 2 ;;
    --print-env) print_env=1; shift ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "$0: unknown argument $1 (see --help)" >&2; exit 2 ;;
  esac
done

# The two hashes of a line are the wheels for x86-64 and for 64-bit Arm.
requirements() {
  cat <<'PINS'
nvidia-cuda-nvcc==13.0.88 --hash=sha256:56fe502eb77625a12f25172caa3cdddb4e4c8ba2c8c17dba44b164761b380f03 --hash=sha256:c7ff28f86a24effdc6c034fa15230c549a273e4771b10a7fec14996f8cf3307f
nvidia-nvvm==13.0.88 --hash=sha256:c5f41ffeb6466944a026dfa5317d7d85355c119bbec279205d22f1869d1054e0 --hash=sha256:c4376a291d72d22a315d9d2f69bdae8f8cd83a627f75bad395cee49a0fe65dc1
nvidia-cuda-crt==13.0.88 --hash=sha256:2c8043c7c9e02492716426e9919fc78d2c5b3b2a7a768a88e952676b08aa55a4 --hash=sha256:ee2ea2a97073e02ee62bb27841f437332be2c248e3eac013df07997ada39c003
nvidia-cuda-runtime==13.0.96 --hash=sha256:7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548 --hash=sha256:ef9bcbe90493a2b9d810e43d249adb3d02e98dd30200d86607d8d02687c43f55
nvidia-cuda-cccl==13.0.85 --hash=sha256:e0da7ad981f3a8aff08241b5bfc1af868742a63e2762f53a5171c492ef242649 --hash=sha256:6f0203e29fed809ee2b7fe9b1344df66ecab990c37d6a2e0e189b26d6c97ed7c
PINS
}

root=$dir/nvidia/cu13
stamp=$dir/installed
pins=$(requirements | sha256sum | cut -d' ' -f1)

if [ "$(cat "$stamp" 2>/dev/null)" != "$pins" ] || [ ! -x "$root/bin/nvcc" ]; then
  python3 -m pip --version >/dev/null 2>&1 || {
    echo "$0: python3 with pip is needed to fetch the wheels" >&2
    exit 1
  }
  mkdir -p "$(dirname "$dir")"
  # Another run may install at the same time: the last rename wins, and both folders are whole.
  new=$(mktemp -d "$dir.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  requirements >"$new/requirements.txt"
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --require-hashes --target "$new" -r "$new/requirements.txt" >&2
  chmod +x "$new"/nvidia/cu13/bin/* "$new"/nvidia/cu13/nvvm/bin/* 2>/dev/null || true
  "$new/nvidia/cu13/bin/nvcc" --version >/dev/null
  echo "$pins" >"$new/installed"
  chmod 755 "$new"
  rm -rf "$dir"
  mv -T "$new" "$dir"
  trap - EXIT
  echo "CUDA $RELEASE compiler installed in $dir" >&2
fi

if [ -n "$print_env" ]; then
  printf 'export CUDA_HOME=%q\n' "$root"
  printf 'export PATH=%q:"$PATH"\n' "$root/bin"
fi
