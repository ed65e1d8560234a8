#!/bin/sh
# vault-credentials.sh FOLDER PROJECT ENVIRONMENT NAME…: writes each value to a file of its own, for LoadCredential= of systemd.
# Each file is exact to the byte. Needs a key with entries:read and entries:reveal. All files are there, or none is.
set -eu
umask 077
folder=$1 project=$2 environment=$3
shift 3
new=$(mktemp -d "$folder/.new.XXXXXX")
trap 'rm -rf "$new"' EXIT
for name in "$@"; do
  svc get "$name" --project "$project" --env "$environment" > "$new/$name"
done
for name in "$@"; do
  mv -f "$new/$name" "$folder/$name"
done
