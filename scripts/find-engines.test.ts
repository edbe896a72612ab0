import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { findFirefox, findWebKit } from './find-engines.mjs'

afterEach(() => vi.unstubAllEnvs())

describe('whoever tests in other engines', () => {
  test('need not name a Firefox that is on the path', async () => {
    const folder = await aFolder()
    await writeFile(join(folder, 'firefox'), '#!/bin/sh\n')
    await chmod(join(folder, 'firefox'), 0o755)
    vi.stubEnv('FIREFOX_PATH', '')
    vi.stubEnv('PATH', folder)
    expect(findFirefox()).toBe(join(folder, 'firefox'))
  })

  test('reads what to install where it may not be done for them', async () => {
    vi.stubEnv('NO_SYSTEM_PACKAGES', '1')
    vi.stubEnv('FIREFOX_PATH', '')
    vi.stubEnv('PATH', await aFolder())
    expect(findFirefox).toThrow(/install firefox-esr/)
    expect(findWebKit).toThrow(/install webkit2gtk-driver and xvfb/)
  })
})
