#!/bin/sh
# Fetches a release and installs it, from one pasted line (docs/how-to/run-on-a-small-server.md):
#   curl -fsSL https://files.example/get.sh | INSTALL_FROM=https://files.example/ascend.tar.gz sh -s ascend.example
# All of it is one function, so that half a download runs nothing.
set -eu
get() {
  [ -n "${INSTALL_FROM:-}" ] || { echo 'INSTALL_FROM is unset: it is the address of the release, a .tar.gz' >&2; exit 1; }
  place=${PLACE:-/opt/ascend}/releases/first
  if [ ! -e "$place/deploy/server/install.sh" ]; then
    command -v curl > /dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends ca-certificates curl; }
    # Unpacked aside and moved: a broken download leaves nothing that looks installed.
    rm -rf "$place.new"
    mkdir -p "$place.new"
    curl -fsSL --retry 3 -o "$place.new.tar.gz" "$INSTALL_FROM"
    tar -xzf "$place.new.tar.gz" -C "$place.new" --strip-components=1 --no-same-owner
    rm "$place.new.tar.gz"
    mv "$place.new" "$place"
  fi
  # What is left of this script is not to be read by the installer.
  exec bash "$place/deploy/server/install.sh" "$@" < /dev/null
}
get "$@"
