import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { findProgram } from './find-program.mjs'

afterEach(() => vi.unstubAllEnvs())

describe('whoever runs the tests', () => {
  test('may name a browser', () => {
    vi.stubEnv('BROWSER_PATH', '/opt/somewhere/chrome')
    expect(findProgram('browser')).toBe('/opt/somewhere/chrome')
  })

  test.each([
    ['any', ['chromium'], 'chromium'],
    [
      'a headless one for most browser tests',
      ['chromium', 'chromium-headless-shell'],
      'chromium-headless-shell',
    ],
  ])('need not name one that is on the path: %s', async (_, there, taken) => {
    const folder = await aFolder()
    for (const name of there) {
      await writeFile(join(folder, name), '#!/bin/sh\n')
      await chmod(join(folder, name), 0o755)
    }
    vi.stubEnv('NO_SYSTEM_PACKAGES', '1')
    vi.stubEnv('BROWSER_PATH', '')
    vi.stubEnv('LIGHT_BROWSER_PATH', '')
    vi.stubEnv('PATH', folder)
    expect(findProgram('lightBrowser')).toBe(join(folder, taken))
    expect(findProgram('browser')).toBe(join(folder, 'chromium'))
  })
})

describe('whoever tests in other engines', () => {
  test('need not name a Firefox that is on the path', async () => {
    const folder = await aFolder()
    await writeFile(join(folder, 'firefox'), '#!/bin/sh\n')
    await chmod(join(folder, 'firefox'), 0o755)
    vi.stubEnv('FIREFOX_PATH', '')
    vi.stubEnv('PATH', folder)
    expect(findProgram('firefox')).toBe(join(folder, 'firefox'))
  })

  test('reads what to install where it may not be done for them', async () => {
    vi.stubEnv('NO_SYSTEM_PACKAGES', '1')
    vi.stubEnv('FIREFOX_PATH', '')
    vi.stubEnv('PATH', await aFolder())
    expect(() => findProgram('firefox')).toThrow(/install firefox-esr/)
    expect(() => findProgram('webKit')).toThrow(/install webkit2gtk-driver and xvfb/)
  })
})
