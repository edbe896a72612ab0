import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { findBrowser } from './find-browser.mjs'

afterEach(() => vi.unstubAllEnvs())

describe('whoever runs the tests', () => {
  test('may name a browser', () => {
    vi.stubEnv('BROWSER_PATH', '/opt/somewhere/chrome')
    expect(findBrowser()).toBe('/opt/somewhere/chrome')
  })

  test('need not name one that is on the path', async () => {
    const folder = await aFolder()
    const browser = join(folder, 'chromium')
    await writeFile(browser, '#!/bin/sh\n')
    await chmod(browser, 0o755)
    vi.stubEnv('BROWSER_PATH', '')
    vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter))
    expect(findBrowser()).toBe(browser)
  })
})
