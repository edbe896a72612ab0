#!/bin/sh
# Turns Caddy to the release on a port of this machine: new requests go there, and those under way end where they are.
# `npm run upgrade` calls it as /opt/ascend/front.sh PORT.
set -eu
port=$1
folder=${CADDY_FOLDER:-/etc/caddy}
upstream=$folder/ascend.upstream
before=$(cat "$upstream" 2> /dev/null || true)
put() {
  printf '%s\n' "$1" > "$upstream.new"
  chmod 644 "$upstream.new"
  mv -f "$upstream.new" "$upstream"
}
put "to 127.0.0.1:$port"
# Caddy takes a configuration as a whole, or goes on with the one before. It listens for this on this machine alone.
if ! caddy reload --config "$folder/Caddyfile" --adapter caddyfile ${CADDY_ADMIN:+--address "$CADDY_ADMIN"} 2> "$upstream.error"; then
  cat "$upstream.error" >&2
  [ -z "$before" ] || put "$before"
  exit 1
fi
