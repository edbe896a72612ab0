import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installDebian, onPath } from './find-program.mjs'

/**
 * Firefox: the one that FIREFOX_PATH names, one on this machine, or Debian's. Throws a sentence that says what to do when
 * there is none.
 * @returns {string} its path
 */
export function findFirefox() {
  const firefox = () => process.env.FIREFOX_PATH || onPath(['firefox-esr', 'firefox'])
  if (!firefox()) installDebian('firefox-esr')
  const found = firefox()
  if (found) return found
  throw new Error(
    'No Firefox to test: install firefox-esr (a Debian package), or set FIREFOX_PATH.',
  )
}

const libraries = '/usr/lib'

/** MiniBrowser stands beside the library of WebKitGTK, in a folder of the machine's kind. */
function findMiniBrowser() {
  if (!existsSync(libraries)) return undefined
  return readdirSync(libraries)
    .flatMap((kind) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((version) =>
        join(libraries, kind, version, 'MiniBrowser'),
      ),
    )
    .find((path) => existsSync(path))
}

/**
 * WebKit's driver, the browser that it drives and the screen that both need: on this machine, or Debian's. Throws a
 * sentence that says what to do when one is missing.
 */
export function findWebKit() {
  const found = () => ({
    driver: onPath(['WebKitWebDriver']),
    browser: findMiniBrowser(),
    screen: onPath(['Xvfb']),
  })
  const isThere = () => Object.values(found()).every(Boolean)
  if (!isThere()) installDebian('webkit2gtk-driver', 'xvfb')
  const { driver, browser, screen } = found()
  if (driver && browser && screen) return { driver, browser, screen }
  throw new Error('No WebKit to test: install webkit2gtk-driver and xvfb (Debian packages).')
}
