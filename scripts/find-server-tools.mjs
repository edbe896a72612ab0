import { installDebian, onPath } from './find-program.mjs'

/**
 * What looks over the files of deploy/server, on this machine, or installed. Throws a sentence that says what to do when
 * one of them is missing.
 */
export function findServerTools() {
  const find = () => ({
    systemdAnalyze: onPath(['systemd-analyze']),
    shellcheck: onPath(['shellcheck']),
    caddy: onPath(['caddy']),
  })
  if (Object.values(find()).includes(undefined)) installDebian('systemd', 'shellcheck', 'caddy')
  const { systemdAnalyze, shellcheck, caddy } = find()
  if (systemdAnalyze && shellcheck && caddy) return { systemdAnalyze, shellcheck, caddy }
  throw new Error(
    'The files of a small server cannot be looked over: install systemd, shellcheck and caddy (Debian packages).',
  )
}
