#!/bin/sh
# Starts Varnish with ascend.vcl before the front server, in its own container.
#
#   varnish.sh <front host:port> <readers port> <purge port> <folder>
#
# Varnish resolves a name only once. When the address of the front server changes, this script ends, and the container engine
# restarts it; requests bypass Varnish meanwhile (front.sh). HOST: the address to listen on, 127.0.0.1 by default; MEMORY: the
# size of the cache, 256m by default.
set -u
if [ $# -ne 4 ]; then
  echo 'usage: varnish.sh <front host:port> <readers port> <purge port> <folder>' >&2
  exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
front=$1 readers=$2 purge=$3 folder=$4
host=${HOST:-127.0.0.1}

look_up() { getent ahostsv4 "${front%:*}" | awk 'NR == 1 { print $1 }'; }

address=$(look_up)
if [ -z "$address" ]; then
  echo "varnish: ${front%:*} has no address yet; trying again" >&2
  sleep 1
  exit 1
fi
mkdir -p "$folder" || exit 1
# Purges come from the replicas, whose addresses are private; the port is not published.
sed -e "s|\.host = \"127.0.0.1\";|.host = \"$address\";|" -e "s|\.port = \"8080\";|.port = \"${front##*:}\";|" \
  -e 's|^  "::1";|  "::1";\n  "10.0.0.0"/8;\n  "172.16.0.0"/12;\n  "192.168.0.0"/16;|' \
  "$here/ascend.vcl" > "$folder/ascend.vcl" || exit 1

varnishd -F -j none -n "$folder/work" -f "$folder/ascend.vcl" \
  -a "readers=$host:$readers" -a "purge=$host:$purge" -s "malloc,${MEMORY:-256m}" \
  -p http_gzip_support=off -p backend_idle_timeout=30 &
varnish=$!
trap 'kill $varnish 2>/dev/null; wait $varnish; exit' TERM INT
while kill -0 $varnish 2>/dev/null; do
  sleep 2 &
  wait $!
  now=$(look_up)
  if [ -n "$now" ] && [ "$now" != "$address" ]; then
    echo "varnish: the address of ${front%:*} changed to $now; restarting" >&2
    kill $varnish
  fi
done
wait $varnish
