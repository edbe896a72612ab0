import { expect, test } from 'vitest'
import { sayBeginning, sayPassword } from './say-password.mjs'

const made = {
  madePassword: 'abcde-fghjk',
  isConfigured: false,
  passwordFile: '/data/publisher-password',
}

test('the made password is shown to who looks on, and to no log', () => {
  expect(sayPassword(made, true)).toBe('abcde-fghjk')
  expect(sayPassword(made, false)).toBe('in /data/publisher-password')
  const chosen = { ...made, madePassword: undefined }
  expect(sayPassword(chosen, true)).toBe('as chosen on the account page')
  expect(sayPassword({ ...chosen, isConfigured: true })).toBe('as set in ADMIN_PASSWORD')
})

test('whoever starts is told how the owner begins, until they have', () => {
  const beginning = {
    address: 'once: https://a.example/admin/begin',
    canBegin: true,
    hasDemo: false,
  }
  expect(sayBeginning(beginning)).toContain('To begin instead, once: https://a.example/admin/begin')
  expect(sayBeginning({ ...beginning, address: undefined })).toContain('npm run begin')
  expect(sayBeginning({ ...beginning, hasDemo: true })).toContain('DEMO_CONTENT=off')
  expect(sayBeginning({ ...beginning, canBegin: false })).toBe('')
})
