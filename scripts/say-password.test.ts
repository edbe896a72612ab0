import { expect, test } from 'vitest'
import { sayPassword } from './say-password.mjs'

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
