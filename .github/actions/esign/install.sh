#!/usr/bin/env bash
# Installs esign and puts it on the PATH of later steps. ESIGN_PACKAGE is a packed file or a checkout; empty: the checkout
# of this action. Never a name: esign is not published yet, so what a registry has under its name is somebody else's.
set -euo pipefail
package=${ESIGN_PACKAGE:-$ESIGN_ACTION/../../..}
if [ -f "$package/bin/release/pack.mjs" ]; then
  packed=$RUNNER_TEMP/esign-packed
  rm -rf "$packed"
  (
    cd "$package"
    npm ci --ignore-scripts --no-audit --no-fund
    npm run build
    node bin/release/pack.mjs --output "$packed"
  )
  for package in "$packed"/*.tgz; do :; done
fi
case $package in
  *.tgz) ;;
  *) package='' ;;
esac
if [ ! -f "$package" ]; then
  echo "Invalid package \"$ESIGN_PACKAGE\". esign is not published yet: use a packed file (.tgz) or a checkout of esign." >&2
  exit 1
fi
prefix=$RUNNER_TEMP/esign
mkdir -p "$prefix"
npm install --global --prefix "$prefix" --ignore-scripts --no-audit --no-fund "$package"
# npm puts programs into the prefix itself on Windows, and into a folder of it elsewhere.
if [ -d "$prefix/bin" ]; then echo "$prefix/bin"; else echo "$prefix"; fi >>"$GITHUB_PATH"
