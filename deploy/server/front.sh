#!/bin/sh
# Points Caddy to the release on the first or the second of its two ports. New requests go there; requests in progress finish
# where they are. Caddy checks for a file at each request (caddy.conf), because a reload would close readers' connections.
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
