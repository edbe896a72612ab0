import { expect, test } from 'vitest'
import { submissionKeys } from './submission-keys.ts'

test('a repeated submission has the same key, and a changed one a new key', () => {
  const keyFor = submissionKeys()
  const first = keyFor('Ada')
  expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(keyFor('Ada')).toBe(first)
  const corrected = keyFor('Ada Obi')
  expect(corrected).not.toBe(first)
  expect(keyFor('Ada Obi')).toBe(corrected)
})

test('a submission after Back has the key of the first one', () => {
  const stored = { key: 'a key of this visit', values: 'Ada' }
  expect(submissionKeys(stored)('Ada')).toBe(stored.key)
  expect(submissionKeys(stored)('Ada Obi')).not.toBe(stored.key)
})
