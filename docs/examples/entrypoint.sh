#!/bin/sh
# A container's entrypoint: runs the command with a project's values in its environment. Signals and the exit code are the command's.
# SVC_URL and SVC_ACCESS_KEY_FILE lead to the vault; SVC_PROJECT and, if set, SVC_ENVIRONMENT select.
set -eu
: "${SVC_PROJECT:?the name of the entries}"
exec node "${SVC:-/usr/local/lib/svc.cjs}" run --project "$SVC_PROJECT" ${SVC_ENVIRONMENT:+--env "$SVC_ENVIRONMENT"} -- "$@"
