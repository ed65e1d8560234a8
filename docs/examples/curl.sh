#!/bin/sh
# Prints the values of a project as shell assignments: set -a; . <(sh curl.sh); set +a
# Needs a key with the scope export:read. The key goes to curl over standard input: arguments are for every process to see.
set -eu
: "${SVC_URL:?the address of the vault}" "${SVC_ACCESS_KEY:?an access key}"

printf 'Authorization: Bearer %s\n' "$SVC_ACCESS_KEY" |
  curl --silent --show-error --fail --header @- --get "$SVC_URL/api/export" \
    --data-urlencode "format=shell" \
    --data-urlencode "project=${1:-billing}" \
    --data-urlencode "environment=${2:-production}"
