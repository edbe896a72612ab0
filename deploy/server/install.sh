#!/usr/bin/env bash
# Installs Ascend on a fresh Debian 12 or Ubuntu 24.04 with 1 GB of memory (docs/how-to/run-on-a-small-server.md).
# It may be run again at any time: it changes only what is missing or of another version.
#
#   sudo /opt/ascend/releases/first/deploy/server/install.sh ascend.example
set -euo pipefail

node_major=22
# NodeSource's packages, which Node's own site recommends for Debian and Ubuntu.
node_packages=deb.nodesource.com
place=/opt/ascend
settings=/etc/ascend/settings.env
export DEBIAN_FRONTEND=noninteractive
umask 022

say() { printf '\n── %s\n' "$*"; }
fail() {
  printf '\n%s\n' "$*" >&2
  exit 1
}
trap 'printf "\nInstallation stopped: line %s failed. Correct what the lines above report, and run this again.\n" "$LINENO" >&2' ERR

domain=${1:-}
here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd -P "$here/../.." && pwd)
release=${root##*/}

check_place() {
  [ "$(id -u)" -eq 0 ] || fail "Run this as root: sudo $0 $domain"
  [[ $domain =~ ^[a-z0-9-]+(\.[a-z0-9-]+)+$ ]] || fail "Usage: $0 ascend.example (the domain name of the site, in lower case)"
  [[ $root == "$place/releases/$release" && $release =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$ ]] \
    || fail "The code must be in a folder of its own below $place/releases. Move it to $place/releases/first and run $place/releases/first/deploy/server/install.sh"
  current=$(readlink "$place/current" || true)
  [ -z "$current" ] || [ "${current##*/}" = "$release" ] \
    || fail "The running release is ${current##*/}. To change to this one, run: ascend upgrade $release"
  [ ! -e "$root/.env" ] || fail "$root/.env would be read as well as $settings. Move its settings there, and delete it."
  # shellcheck source=/dev/null
  . /etc/os-release
  case ${ID:-} in
  debian) [ "${VERSION_ID%%.*}" -ge 12 ] ;;
  ubuntu) [ "${VERSION_ID%%.*}" -ge 24 ] ;;
  *) false ;;
  esac || fail "Unsupported system: ${PRETTY_NAME:-unknown}. Supported are Debian 12, Ubuntu 24.04, and newer ones."
}

# Writes a file from standard input. Succeeds if the file changed.
put() {
  local path=$1 mode=${2:-644} text
  text=$(cat && echo .)
  [ -f "$path" ] && [ "$(cat "$path" && echo .)" = "$text" ] && return 1
  # The mode first: the content may be secret. Written aside and moved: a full disk leaves the old file.
  { install -D -m "$mode" /dev/null "$path.new" && printf '%s' "${text%.}" > "$path.new" && mv -f "$path.new" "$path"; } \
    || fail "$path could not be written."
}

filled() { sed -e "s|@DOMAIN@|$domain|g" "$here/$1"; }

add_swap() {
  [ "$(wc -l < /proc/swaps)" -gt 1 ] || grep -q '^/swapfile ' /etc/fstab && return
  say 'Swap: 1 GB'
  # Some file systems support no swap file; the installation continues without.
  if fallocate -l 1G /swapfile && chmod 600 /swapfile && mkswap -q /swapfile && swapon /swapfile; then
    echo '/swapfile none swap sw 0 0' >> /etc/fstab
  else
    rm -f /swapfile
    echo 'This file system supports no swap file. Add swap in another way, or bundling may run out of memory.'
  fi
}

install_packages() {
  say 'System packages'
  apt-get update -q
  apt-get install -qy --no-install-recommends \
    ca-certificates caddy curl gnupg openssl postgresql systemd-zram-generator unattended-upgrades
}

has_node() {
  command -v node > /dev/null && node -e "
    const [major, minor] = process.versions.node.split('.').map(Number)
    process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)"
}

install_node() {
  has_node && return
  say "Node $node_major from NodeSource: the system's version is too old"
  install -d -m 755 /etc/apt/keyrings
  curl -fsSL https://$node_packages/gpgkey/nodesource-repo.gpg.key \
    | gpg --dearmor --yes -o /etc/apt/keyrings/nodesource.gpg
  echo "deb [signed-by=/etc/apt/keyrings/nodesource.gpg] https://$node_packages/node_$node_major.x nodistro main" \
    > /etc/apt/sources.list.d/nodesource.list
  apt-get update -q
  apt-get install -qy nodejs
  has_node || fail "Node 20.19 or newer is still missing. Install it and run this again."
}

set_up_system() {
  say 'Automatic upgrades, log limits, compressed memory'
  put /etc/apt/apt.conf.d/52ascend < "$here/upgrades.conf" || true
  put /etc/systemd/zram-generator.conf < "$here/zram-generator.conf" || true
  if put /etc/systemd/journald.conf.d/ascend.conf < "$here/journald.conf"; then
    systemctl restart systemd-journald
  fi
}

# systemd uses this user in place of a dynamic one, with all other effects of DynamicUser: initdb does not run as a user
# without a name in /etc/passwd.
add_user() {
  getent passwd ascend > /dev/null && return
  useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ascend
}

as_postgres() { (cd / && runuser -u postgres -- psql -v ON_ERROR_STOP=1 -qAt "$@"); }

set_up_database() {
  say 'Database'
  local folder password
  for folder in /etc/postgresql/*/main; do
    if put "$folder/conf.d/ascend.conf" < "$here/postgresql.conf"; then
      systemctl restart postgresql
    fi
  done
  for _ in $(seq 30); do
    as_postgres -c 'select 1' > /dev/null 2>&1 && break
    sleep 1
  done
  [ -f "$settings" ] && return
  # Stored only in the settings.
  password=$(openssl rand -hex 24)
  [ "$(as_postgres -c "select 1 from pg_roles where rolname = 'ascend'")" = 1 ] || as_postgres -c 'create role ascend login'
  as_postgres <<< "alter role ascend password '$password'"
  [ "$(as_postgres -c "select 1 from pg_database where datname = 'ascend'")" = 1 ] \
    || as_postgres -c "create database ascend owner ascend template template0 encoding 'UTF8' locale 'C.UTF-8'"
  filled settings.env | sed -e "s|@DATABASE_PASSWORD@|$password|" | put "$settings" 600
}

build() {
  say 'Release'
  "$here/build.sh"
}

start() {
  say 'Starting'
  local unit
  for unit in site@.service site.target backup.service backup.timer drill.service drill.timer; do
    put "/etc/systemd/system/ascend-$unit" < "$here/systemd/ascend-$unit" || true
  done
  for unit in ascend-.service.d ascend-site@.service.d; do
    put "/etc/systemd/system/$unit/common.conf" < "$here/systemd/ascend-.service.d/common.conf" || true
  done
  put /usr/local/sbin/ascend 755 < "$here/ascend" || true
  put "$place/front.sh" 755 < "$here/front.sh" || true
  # Left by an installation from before there were releases: its code is beside the releases folder.
  if [ -f /etc/systemd/system/ascend-site.service ]; then
    systemctl disable --now ascend-site.service
    rm /etc/systemd/system/ascend-site.service
  fi
  systemctl daemon-reload
  # Noted before the service starts, which serves it from then on.
  RELEASE=$root ascend begin "$domain" > /dev/null
  systemctl enable ascend-site.target
  systemctl start ascend-site.target
  if [ -L "$place/current" ]; then
    systemctl enable --now "ascend-site@$release.service"
    systemctl restart "ascend-site@$release.service"
  else
    node "$root/scripts/upgrade.mjs" "$release" || fail 'The service did not start; the lines above show why.'
  fi
  systemctl enable --now ascend-backup.timer ascend-drill.timer
}

open_to_the_world() {
  if [ -f /etc/caddy/Caddyfile ] && ! grep -q "install.sh of Ascend" /etc/caddy/Caddyfile; then
    cp -n /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-ascend
  fi
  local is_changed=
  if put /etc/systemd/system/caddy.service.d/ascend.conf < "$here/systemd/caddy.service.d/ascend.conf"; then
    systemctl daemon-reload
    is_changed=1
  fi
  if filled caddy.conf | put /etc/caddy/Caddyfile; then is_changed=1; fi
  if [ -n "$is_changed" ]; then
    caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile > /dev/null
    systemctl enable caddy
    systemctl restart caddy
  fi
}

check_place
add_swap
install_packages
install_node
set_up_system
add_user
set_up_database
build
open_to_the_world
start

if [ ! -e /var/lib/ascend/backups ] && ! grep -q '^BACKUP_S3_' "$settings"; then
  say 'First backup'
  ascend nightly
fi

say "Ascend is up: https://$domain"
ascend doctor || echo 'Correct each PROBLEM above: docs/how-to/run-on-a-small-server.md.'
echo
ascend begin "$domain"
echo 'Another address, if that time is over: ascend begin'
