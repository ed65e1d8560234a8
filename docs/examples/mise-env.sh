# mise.toml reads this in bash, and takes what it exports.
if values=$(svc export --format shell); then
  set -a
  eval "$values"
  set +a
  unset values
else
  exit 1
fi
