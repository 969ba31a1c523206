#!/usr/bin/env bash
# Runs the command in ESIGN_COMMAND against a temporary emulator; when it fails, its snapshot is left.
set -euo pipefail
# All lines of it: `read` ends with 1 at the end of the text.
IFS=$' \t\n' read -r -d '' -a options <<<"$ESIGN_OPTIONS" || true
export ESIGN_CONFIG_DIR=$RUNNER_TEMP/esign-config ESIGN_STATE_DIR=$RUNNER_TEMP/esign-state
# Of no use to the command, and not its business.
command=$ESIGN_COMMAND snapshot=$ESIGN_SNAPSHOT
unset ESIGN_COMMAND ESIGN_OPTIONS ESIGN_SNAPSHOT ESIGN_ACTION
# An empty array counts as unset before bash 4.4, and macOS has 3.2.
exec esign emulator exec ${options[@]+"${options[@]}"} --snapshot "$snapshot" -- bash -euo pipefail -c "$command"
