// The browsers of the tests.
//   node scripts/find-browser.mjs     finds them, or installs them
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDebian, onPath } from './find-program.mjs'

/** Without the windows of a whole browser: a new page costs it a third. */
const light = 'chromium-headless-shell'
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const downloaded = [
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
]

/**
 * A Chromium to test with: the one that BROWSER_PATH names, one on this machine, Playwright's own download, or
 * Debian's package. Throws a sentence that says what to do when there is none.
 * @returns {string} its path
 */
export function findBrowser() {
  return (
    process.env.BROWSER_PATH ||
    onPath(names) ||
    places.find((path) => existsSync(path)) ||
    playwrights() ||
    debians('chromium') ||
    fail()
  )
}

/**
 * A headless Chromium without a window: the one that LIGHT_BROWSER_PATH names, one on this machine, or Debian's; where there
 * is none, any other does.
 * @returns {string} its path
 */
export function findLightBrowser() {
  return (
    process.env.LIGHT_BROWSER_PATH ||
    process.env.BROWSER_PATH ||
    onPath([light]) ||
    // Both at once: the measured tests need the whole one.
    debians(light, 'chromium') ||
    findBrowser()
  )
}

function playwrights() {
  const known = inCache()
  if (known) return known
  console.log('No browser found; trying Playwright’s own download…')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
  return inCache()
}

function inCache() {
  for (const cache of downloaded.filter((folder) => existsSync(folder))) {
    for (const version of readdirSync(cache).filter((name) => name.startsWith('chromium-'))) {
      const inside = [
        'chrome-linux/chrome',
        'chrome-linux64/chrome',
        'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
      ]
      const found = inside
        .map((path) => join(cache, version, path))
        .find((path) => existsSync(path))
      if (found) return found
    }
  }
  return undefined
}

function debians(...packages) {
  installDebian(...packages)
  return onPath(packages.slice(0, 1))
}

/** @returns {never} */
function fail() {
  throw new Error(
    'No browser for the tests: install Chromium, or set BROWSER_PATH to a Chromium-based browser.',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    findLightBrowser()
    findBrowser()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
