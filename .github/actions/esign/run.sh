#!/usr/bin/env bash
# Runs the command in ESIGN_COMMAND against a temporary emulator; when it fails, its snapshot is left.
set -euo pipefail
read -r -a options <<<"$ESIGN_OPTIONS"
export ESIGN_CONFIG_DIR=$RUNNER_TEMP/esign-config ESIGN_STATE_DIR=$RUNNER_TEMP/esign-state
# Of no use to the command, and not its business.
command=$ESIGN_COMMAND snapshot=$ESIGN_SNAPSHOT
unset ESIGN_COMMAND ESIGN_OPTIONS ESIGN_SNAPSHOT ESIGN_ACTION
exec esign emulator exec "${options[@]}" --snapshot "$snapshot" -- bash -euo pipefail -c "$command"
