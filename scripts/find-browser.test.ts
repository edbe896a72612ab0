import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { findBrowser, findLightBrowser } from './find-browser.mjs'

afterEach(() => vi.unstubAllEnvs())

describe('whoever runs the tests', () => {
  test('may name a browser', () => {
    vi.stubEnv('BROWSER_PATH', '/opt/somewhere/chrome')
    expect(findBrowser()).toBe('/opt/somewhere/chrome')
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
    expect(findLightBrowser()).toBe(join(folder, taken))
    expect(findBrowser()).toBe(join(folder, 'chromium'))
  })
})
