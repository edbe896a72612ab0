#!/bin/sh
# Starts nginx and checks once a second what has changed: the current release, the replicas that are ready, the
# certificate. nginx then reloads; requests in progress finish with the old configuration.
#
#   PUBLIC_URL=https://ascend.example front.sh <data> <run> <certificates> <plain port> <tls port> <replica>...
#
# With CACHE_AT=host:port, the address of a Varnish (deploy/varnish), requests go to Varnish first, and bypass it while it
# does not answer. TLS still ends here. Varnish sends requests back to INSIDE_PORT at INSIDE_HOST (127.0.0.1 by default),
# with the reader's address in a header that is trusted only from CACHE_ADDRESS, an address or a network (127.0.0.1 by
# default).
#
# <data> is the service's DATA_DIR, <run> a folder for generated files. A replica is a name and a port; a name may
# resolve to any number of machines. With an http address there is no TLS, and everything is served on the plain port.
set -u
if [ $# -lt 6 ]; then
  echo 'usage: PUBLIC_URL=... front.sh <data> <run> <certificates> <plain port> <tls port> <replica>...' >&2
  exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
data=$1 run=$2 certificates=$3 plain=$4 tls=$5
shift 5
public=${PUBLIC_URL:?Set PUBLIC_URL to the public address of the site}
public=${public%/}

log() { echo "front: $*" >&2; }
refuse() {
  log "$*"
  exit 2
}

# One address, or a network with its prefix length, but never all addresses: its machines may set any reader's address.
is_network() {
  echo "$1" | awk -F/ '
    NF > 2 || (NF == 2 && $2 !~ /^[1-9][0-9]*$/) { exit 1 }
    $1 ~ /:/ { exit !($1 ~ /^[0-9a-fA-F:]+$/ && $1 !~ /:::|::.*::/ && $2 <= 128) }
    {
      if (split($1, part, ".") != 4 || $2 > 32) exit 1
      for (each in part) if (part[each] !~ /^[0-9][0-9]?[0-9]?$/ || part[each] > 255) exit 1
    }'
}

mkdir -p "$run/site" || exit 1
sed -e "s|@RUN@|$run|g" -e "s|@HERE@|$here|g" "$here/nginx.conf" > "$run/nginx.conf" || exit 1

# Browsers warn about this certificate, but it lets the site be tried before there is a real one.
make_certificate() {
  [ -s "$certificates/fullchain.pem" ] && [ -s "$certificates/privkey.pem" ] && return
  name=${public#https://}
  log "no certificate in $certificates: generating a self-signed one"
  mkdir -p "$certificates" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
    -subj "/CN=${name%:*}" -addext "subjectAltName=DNS:${name%:*}" \
    -keyout "$certificates/privkey.pem" -out "$certificates/fullchain.pem" 2>/dev/null && return
  log "cannot write the certificate: $certificates must belong to $(id -un) ($(id -u))"
  exit 1
}

# The listener for readers.
outside="$run/listen.conf"
: > "$run/outside.conf"
cache_at=${CACHE_AT:-}
if [ -n "$cache_at" ]; then
  inside=${INSIDE_PORT:?Set INSIDE_PORT to the port that the cache sends requests to}
  inside_host=${INSIDE_HOST:-127.0.0.1}
  cache_address=${CACHE_ADDRESS:-127.0.0.1}
  is_network "$inside_host" || refuse "INSIDE_HOST=$inside_host is no address. Examples: 127.0.0.1, or 0.0.0.0 for all interfaces"
  is_network "$cache_address" \
    || refuse "CACHE_ADDRESS=$cache_address is no valid network. Examples: 127.0.0.1, 10.0.0.8/29. Its machines are trusted to report the reader's address."
  outside="$run/outside-listen.conf"
  # While the cache does not answer, nginx forwards to itself over loopback.
  listens="listen 127.0.0.1:$inside;"
  case $inside_host in
  127.0.0.1) ;;
  0.0.0.0) listens="listen $inside;" ;;
  *:*) listens="$listens listen [$inside_host]:$inside;" ;;
  *) listens="$listens listen $inside_host:$inside;" ;;
  esac
  cat > "$run/listen.conf" <<END
$listens
set_real_ip_from 127.0.0.1;
set_real_ip_from $cache_address;
real_ip_header X-Reader-Address;
set \$reader_scheme ${public%%:*};
# Longer than the cache holds an idle connection.
keepalive_timeout 75s;
END
  cat > "$run/outside.conf" <<END
upstream cache {
  zone cache 64k;
  include $run/cache.conf;
  server 127.0.0.1:$inside backup;
  keepalive 64;
  keepalive_timeout 3s;
}
server {
  include $outside;
  # The inner server logs each request; what the cache answers is in the cache's own log.
  access_log off;
  error_page 419 = @cache-once;
  location / {
    if (\$request_method ~ "^(PUT|DELETE)\$") { return 419; }
    include $here/cache.conf;
    proxy_next_upstream error;
  }
  location @cache-once {
    include $here/cache.conf;
    proxy_next_upstream off;
  }
}
END
fi

case $public in
https://*)
  make_certificate
  cat > "$outside" <<END
listen $tls ssl http2;
ssl_certificate $certificates/fullchain.pem;
ssl_certificate_key $certificates/privkey.pem;
ssl_protocols TLSv1.2 TLSv1.3;
ssl_prefer_server_ciphers off;
ssl_session_cache shared:tls:10m;
ssl_session_timeout 1d;
ssl_session_tickets off;
END
  cat > "$run/plain.conf" <<END
server {
  listen $plain;
  # ACME: how the certificate authority checks that the name is ours.
  location ^~ /.well-known/acme-challenge/ {
    root $certificates/challenges;
    default_type text/plain;
  }
  location / { return 308 $public\$request_uri; }
}
END
  ;;
*)
  echo "listen $plain;" > "$outside"
  : > "$run/plain.conf"
  ;;
esac

nginx_with() { nginx -p "$data" -c "$run/nginx.conf" "$@"; }

# The rules of a release are in its folder, beside its files; a release never changes.
release=
watch_release() {
  now=$(readlink "$data/current") || return 1
  now=${now##*/}
  [ "$now" != "$release" ] && [ -f "$data/releases/$now/front/pages.conf" ] || return 1
  release=$now
  rm -rf "$run/site.new" "$run/site.old"
  mkdir "$run/site.new" && cp "$data/releases/$now/front/"*.conf "$run/site.new/" || return 1
  mv "$run/site" "$run/site.old" && mv "$run/site.new" "$run/site"
  nginx_with -t -q && return
  log "nginx rejected the rules of release $now; the last valid ones stay in use"
  rm -rf "$run/site" && mv "$run/site.old" "$run/site"
  return 1
}

# Replicas that are ready, and those too slow to answer; if there are none, all of them: the service's own error is more
# precise than nginx's. A replica that is stopping answers "not ready" before it closes its port.
replicas=none
watch_replicas() {
  all= ready=
  for replica; do
    for address in $(getent ahostsv4 "${replica%:*}" | awk '{ print $1 }' | sort -u); do
      all="$all $address:${replica##*:}"
      status=$(curl -s -o "$run/ready" -m 2 -w '%{http_code}' "http://$address:${replica##*:}/api/ready")
      case $?,$status in 0,200 | 28,*) ready="$ready $address:${replica##*:}" ;; esac
    done
  done
  now=${ready:-$all}
  [ "$now" != "$replicas" ] || return 1
  replicas=$now
  for replica in ${now:-down}; do
    case $replica in
    down) echo 'server 127.0.0.1:1 down;' ;;
    *) echo "server $replica max_fails=1 fail_timeout=2s;" ;;
    esac
  done > "$run/replicas.conf"
  log "replicas:${now:- none}"
}

# If the cache's name does not resolve, only the backup server of its upstream is left.
cache=none
watch_cache() {
  [ -n "$cache_at" ] || return 1
  now=$(getent ahostsv4 "${cache_at%:*}" | awk 'NR == 1 { print $1 }')
  [ "$now" != "$cache" ] || return 1
  cache=$now
  if [ -n "$now" ]; then
    echo "server $now:${cache_at##*:} max_fails=1 fail_timeout=2s;"
  else
    echo 'server 127.0.0.1:1 down;'
  fi > "$run/cache.conf"
  log "cache: ${now:-none}"
}

certificate=
watch_certificate() {
  [ -f "$certificates/fullchain.pem" ] || return 1
  now=$(cksum "$certificates/fullchain.pem" "$certificates/privkey.pem")
  [ "$now" != "$certificate" ] || return 1
  certificate=$now
}

watch_replicas "$@"
watch_cache
watch_release
watch_certificate
# Not by nginx_with: a signal would reach only its shell.
nginx -p "$data" -c "$run/nginx.conf" -g 'daemon off;' &
nginx=$!
trap 'kill -QUIT $nginx 2>/dev/null; wait $nginx; exit' TERM INT
while kill -0 $nginx 2>/dev/null; do
  sleep 1 &
  wait $!
  is_changed=
  watch_release && is_changed=1
  watch_replicas "$@" && is_changed=1
  watch_cache && is_changed=1
  watch_certificate && is_changed=1
  [ -z "$is_changed" ] || { nginx_with -t -q && kill -HUP $nginx; }
done
wait $nginx
