#!/bin/sh
# Prints the values of a project as shell assignments: set -a; . <(sh curl.sh); set +a
# Needs a key with the scope export:read. curl gets the key over standard input, because every process can see arguments.
set -eu
: "${SVC_URL:?the address of the vault}" "${SVC_ACCESS_KEY:?an access key}"

# After the values comes the answer's content type, as a comment: a proxy's sign-in page is a 200 too, and no shell should run it.
values=$(
  printf 'Authorization: Bearer %s\n' "$SVC_ACCESS_KEY" |
    curl --silent --show-error --fail --write-out '# %{content_type}' --header @- --get "$SVC_URL/api/export" \
      --data-urlencode "format=shell" \
      --data-urlencode "project=${1:-billing}" \
      --data-urlencode "environment=${2:-production}"
)
case "$values" in
  "# text/plain; charset=utf-8") echo "No variable is in ${1:-billing}, ${2:-production}." >&2; exit 1 ;;
  *"
# text/plain; charset=utf-8") printf '%s\n' "$values" ;;
  *) echo "$SVC_URL is not a vault." >&2; exit 1 ;;
esac
