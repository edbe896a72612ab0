import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sourceFiles } from '#tests/source-files.ts'
import { newId } from './new-id.ts'

test('an id is a unique uuid, also without TLS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 200 }, newId)
  vi.unstubAllGlobals()
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  // Every digit is among them: none is left out, none is a sign.
  expect(new Set(ids.join('').replaceAll('-', '')).size).toBe(16)
})

test('no script uses browser functions that need TLS', () => {
  const asking = sourceFiles('site').filter(
    (path) =>
      /\.(tsx?|astro)$/.test(path) &&
      !path.includes('.test.') &&
      /crypto\.(randomUUID\(|subtle)/.test(readFileSync(`site/${path}`, 'utf8')),
  )
  expect(asking).toEqual([])
})
