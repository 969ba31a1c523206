#!/usr/bin/env bash
# Runs the command in ESIGN_COMMAND against a temporary emulator; when it fails, its snapshot is left.
set -euo pipefail
# Jobs of one machine at once, and each use in a job, have data of their own.
own=$(mktemp -d "$RUNNER_TEMP/esign-XXXXXX")
options=()
# The words of all lines. Quotes hold a word together; nothing in them is expanded or run. Of no word, xargs makes one.
if [ -n "${ESIGN_OPTIONS//[[:space:]]/}" ]; then
  xargs printf '%s\0' <<<"$ESIGN_OPTIONS" >"$own/options"
  while IFS= read -r -d '' word; do options+=("$word"); done <"$own/options"
fi
export ESIGN_CONFIG_DIR=$own/config ESIGN_STATE_DIR=$own/state
# Of no use to the command, and not its business.
command=$ESIGN_COMMAND snapshot=$ESIGN_SNAPSHOT
# The snapshot of an earlier failure is replaced; a file of another name is somebody's.
if [ "$snapshot" = esign-snapshot.json ]; then options+=(--force); fi
case $snapshot in ?*/*) mkdir -p -- "${snapshot%/*}" ;; esac
unset ESIGN_COMMAND ESIGN_OPTIONS ESIGN_SNAPSHOT ESIGN_ACTION
# An empty array counts as unset before bash 4.4, and macOS has 3.2.
exec esign emulator exec ${options[@]+"${options[@]}"} --snapshot "$snapshot" -- bash -euo pipefail -c "$command"
