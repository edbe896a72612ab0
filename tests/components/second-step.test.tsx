import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SetUp } from '#site/admin/staff/account/SetUp.tsx'
import { PublisherSignInForm } from '#site/admin/staff/sign-in/PublisherSignInForm.island.tsx'
import { answers, click, field, noteAt, requests, type } from './page.tsx'

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
}))
const authenticate = vi.mocked(startAuthentication)
const register = vi.mocked(startRegistration)

const signed = { id: 'a-passkey', response: { signature: 'of the challenge' } }
const asked = {
  attempt: 'of-this-sign-in',
  passkey: { challenge: 'sign this' },
  hasAuthenticator: true,
  hasRecoveryCodes: true,
}

beforeEach(() => {
  localStorage.clear()
  authenticate.mockReset().mockResolvedValue(signed as never)
  register.mockReset().mockResolvedValue(signed as never)
})

async function typePassword(secondStep: object | null, message = 'Please confirm this sign-in.') {
  render(<PublisherSignInForm />)
  answers.push({ status: 401, body: { success: false, message, secondStep } })
  type('Username', 'amara@ascend.example')
  type('Password', 'six lamps in the yard')
  click('Access Dashboard')
  await waitFor(() => expect(requests).toHaveLength(1))
}

/** The last one stays for whatever is asked next. */
const signsIn = () =>
  answers.splice(
    0,
    answers.length,
    { status: 200, body: { success: true, token: 'the-token' } },
    { status: 200, body: { id: 'x', name: 'Amara', role: 'editor' } },
  )

test('a passkey signs the challenge of this sign-in', async () => {
  await typePassword(asked)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Two-step sign-in'))
  signsIn()
  click('Confirm with a passkey')
  await waitFor(() => expect(localStorage.getItem('adminToken')).toBe('the-token'))
  expect(authenticate).toHaveBeenCalledWith({ optionsJSON: { challenge: 'sign this' } })
  expect(requests[1]).toMatchObject({
    path: '/api/admin/login/second-step',
    body: { attempt: 'of-this-sign-in', passkey: signed },
  })
})

test('a cancelled passkey leaves the other ways to sign in', async () => {
  await typePassword(asked)
  await screen.findByText('Two-step sign-in')
  authenticate.mockRejectedValue(new Error('NotAllowedError'))
  click('Confirm with a passkey')
  await screen.findByText(/That did not work/)
  click('Use your app')
  type('Code of your app', '12')
  click('Confirm')
  await waitFor(() => expect(noteAt('Code of your app')).toBe('The code has six digits'))
  answers.splice(0, answers.length, { status: 401, body: { message: 'That is not right.' } })
  type('Code of your app', '123 456')
  click('Confirm')
  await screen.findByText('That is not right.')
  expect(requests.at(-1)?.body).toEqual({ attempt: 'of-this-sign-in', code: '123 456' })
  click('Use a recovery code')
  signsIn()
  type('Recovery code', 'abcd-efgh-jkmn-pqrs')
  click('Confirm')
  await waitFor(() => expect(localStorage.getItem('adminToken')).toBe('the-token'))
  click('Start again')
  expect(field('Username')).toBeTruthy()
})

test('a person without a second step is told to set one up, and gets no token', async () => {
  await typePassword(null, 'We have mailed you a link to set it up.')
  await screen.findByText('We have mailed you a link to set it up.')
  expect(screen.queryByText('Two-step sign-in')).toBeNull()
  expect(localStorage.getItem('adminToken')).toBeNull()
})

test('a passkey is created from the server’s options, and offered only where supported', async () => {
  const begin = vi.fn(async () => ({
    attempt: 'enrol',
    passkey: { challenge: 'make one' },
    authenticator: null,
  }))
  const finish = vi.fn(async () => {})
  const { unmount } = render(<SetUp arePasskeysOffered begin={begin} finish={finish} />)
  click('Set up a passkey')
  await waitFor(() => expect(finish).toHaveBeenCalled())
  expect(begin).toHaveBeenCalledWith('passkey')
  expect(register).toHaveBeenCalledWith({ optionsJSON: { challenge: 'make one' } })
  expect(finish).toHaveBeenCalledWith(
    expect.objectContaining({ attempt: 'enrol', passkey: signed, name: expect.any(String) }),
  )
  unmount()
  render(<SetUp arePasskeysOffered={false} begin={begin} finish={finish} />)
  expect(screen.queryByRole('button', { name: 'Set up a passkey' })).toBeNull()
})
