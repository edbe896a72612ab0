#!/bin/sh
# Turns Caddy to the release on the first or the second of its two ports: new requests go there, and those under way end where
# they are. Caddy looks for a file at each request (caddy.conf), because a reload would close connections of readers.
# `npm run upgrade` calls it as /opt/ascend/front.sh PORT first|second.
set -eu
folder=${CADDY_FOLDER:-/etc/caddy/ascend}
mkdir -p "$folder"
chmod 755 "$folder"
case $2 in
first) rm -f "$folder/second" ;;
second) : > "$folder/second" ;;
*) exit 2 ;;
esac
