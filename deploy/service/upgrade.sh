#!/bin/sh
# Starts a new release in containers beside those of the old one (docs/how-to/run-with-compose.md), in the folder of
# docker-compose.yml:
#   deploy/service/upgrade.sh NAME     builds, checks, backs up, migrates, replaces
#   deploy/service/upgrade.sh back     returns to the previous release, on the same data
set -eu
cd "$(dirname "$0")/../.."
compose=${COMPOSE:-docker-compose}
healthy_within=${HEALTHY_WITHIN:-300}

say() { printf '%s\n' "$*"; }
fail() {
  printf '\n%s\n' "$*" >&2
  exit 1
}
setting() { sed -n "s/^$1=//p" .env | tail -n 1; }
# Written aside and moved: a full disk or a crash leaves the old settings. The file holds passwords: its permissions stay,
# and its place too if .env is a symbolic link.
put_setting() {
  file=$(readlink -f .env)
  cp -p "$file" "$file.new" \
    && { { grep -v "^$1=" "$file" || true; } && printf '%s=%s\n' "$1" "$2"; } > "$file.new" \
    && sync "$file.new" \
    && mv -f "$file.new" "$file" && return
  rm -f "$file.new"
  fail "$1=$2 could not be written into .env, which is unchanged. Add that line yourself, or the next start takes the previous release."
}

name=${1:-}
if [ $# -ne 1 ] || [ ! -f .env ]; then
  fail 'Usage: deploy/service/upgrade.sh NAME | back, with .env beside docker-compose.yml'
fi
old=$(setting RELEASE)
old=${old:-latest}
is_back=
if [ "$name" = back ]; then
  is_back=1
  name=$(setting PREVIOUS_RELEASE)
  [ -n "$name" ] || fail 'There is no previous release to go back to.'
fi
case $name in *[!A-Za-z0-9._-]* | [.-]*) fail "$name is not a valid image tag: use letters, digits, dots, hyphens" ;; esac
[ "$name" != "$old" ] || fail "$name is already the current release. Nothing was changed."

# Compose with the images of the new release, or of the running one.
as_new() { RELEASE=$name $compose "$@"; }
as_old() { RELEASE=$old $compose "$@"; }
untouched="Nothing was changed: $old serves as before."

if [ -z "$is_back" ]; then
  say "Building $name …"
  as_new build service || fail "It could not be built. $untouched"
  say 'Checking whether it can run here …'
  as_new run --rm -T --no-deps builder node scripts/prepare.mjs runCheck || fail "It cannot run here. $untouched"
  say 'Making a backup …'
  as_old exec -T builder node scripts/backup.mjs runNightly || fail "The backup failed. $untouched"
  say 'Migrating …'
  as_new run --rm -T --no-deps builder node scripts/prepare.mjs runMigrate \
    || fail "A migration failed, and has changed nothing. $old serves as before."
fi

before=$(as_old ps -q service)
count=$(printf '%s\n' "$before" | grep -c . || true)
[ "$count" -gt 0 ] || fail 'No replica is running. Run docker-compose up -d first.'

# The ids of the new replicas.
fresh() { as_new ps -q service | while read -r id; do printf '%s\n' "$before" | grep -qx "$id" || echo "$id"; done; }
give_up() {
  # shellcheck disable=SC2046
  docker rm -f $(fresh) > /dev/null 2>&1 || true
  as_old up -d --no-deps --no-build builder || true
  fail "$1 $old serves as before, with its own builder again. For the log of the new one: docker logs"
}

say "Starting $name beside $old …"
as_new up -d --no-deps --no-build builder || give_up 'The builder did not start.'
as_new up -d --no-deps --no-build --no-recreate --scale "service=$((count * 2))" service || give_up 'No replica started.'
waited=0
for id in $(fresh); do
  until [ "$(docker inspect -f '{{.State.Health.Status}}' "$id")" = healthy ]; do
    [ "$waited" -lt "$healthy_within" ] || give_up "A replica did not become healthy within $healthy_within s."
    sleep 1
    waited=$((waited + 1))
  done
done
# The front server checks every second which replicas are ready.
sleep "${NOTICED:-3}"
put_setting PREVIOUS_RELEASE "$old"
put_setting RELEASE "$name"
# shellcheck disable=SC2086
docker stop -t 15 $before > /dev/null
# shellcheck disable=SC2086
docker rm $before > /dev/null
[ -n "$is_back" ] || as_new up -d --no-deps front
say "$name now serves readers. To go back to $old: deploy/service/upgrade.sh back"
