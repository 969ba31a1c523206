#!/usr/bin/env bash
# Installs the version in ESIGN_VERSION, or the packed file of that name, and puts it on the PATH of later steps.
set -euo pipefail
case "$ESIGN_VERSION" in
  *.tgz) what=$ESIGN_VERSION ;;
  *) what=esign@$ESIGN_VERSION ;;
esac
prefix=$RUNNER_TEMP/esign
mkdir -p "$prefix"
npm install --global --prefix "$prefix" --ignore-scripts --no-audit --no-fund "$what"
# npm puts programs into the prefix itself on Windows, and into a folder of it elsewhere.
if [ -d "$prefix/bin" ]; then echo "$prefix/bin"; else echo "$prefix"; fi >>"$GITHUB_PATH"
