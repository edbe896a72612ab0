import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { enterAdmin } from '#site/admin/staff/sign-in/enter-admin.ts'
import { PublisherSignInForm } from '#site/admin/staff/sign-in/PublisherSignInForm.island.tsx'
import { answers, click, field, noteAt, requests, toasts, type } from './page.tsx'

vi.mock('#site/admin/staff/sign-in/enter-admin.ts', () => ({ enterAdmin: vi.fn(async () => {}) }))

const send = () => click('Access Dashboard')

test('a missing field shows its error and gets the focus', async () => {
  render(<PublisherSignInForm />)
  type('Username', 'publisher')
  send()
  await waitFor(() => expect(noteAt('Password')).toBe('Password is required'))
  // The focus follows once the error has been drawn.
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  expect(screen.queryByText('Username is required')).toBeNull()
  type('Username', '  ')
  type('Password', 'x')
  send()
  await waitFor(() => expect(noteAt('Username')).toBe('Username is required'))
  expect(requests).toEqual([])
})

test('a wrong password is rejected with the specified toast, and the fields are disabled meanwhile', async () => {
  render(<PublisherSignInForm />)
  answers.push({ status: 401, body: { message: 'Invalid username or password' } })
  type('Username', ' somebody ')
  type('Password', 'a guess')
  send()
  // Together: the answer comes at once.
  await waitFor(() => {
    expect(field('Username').disabled).toBe(true)
    expect(field('Password').disabled).toBe(true)
    expect(screen.getByRole('button', { busy: true }).textContent).toContain('Signing In...')
  })
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { title: 'Login Failed', text: 'Invalid username or password', isDestructive: true },
    ]),
  )
  expect(requests[0]?.body).toEqual({ username: 'somebody', password: 'a guess' })
  expect(field('Username').disabled).toBe(false)
  expect(field('Username').value).toBe(' somebody ')
  expect(screen.queryByRole('button', { busy: true })).toBeNull()
  expect(localStorage.getItem('adminToken')).toBeNull()
})

test.each([{}, { success: false }, { success: true }, { success: false, token: 'a-token' }])(
  'an answer of %j is no sign-in, and nothing of it is stored',
  async (body) => {
    render(<PublisherSignInForm />)
    answers.push({ status: 200, body })
    type('Username', 'publisher')
    type('Password', 'a guess')
    send()
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Login Failed', text: 'Invalid username or password', isDestructive: true },
      ]),
    )
    expect(localStorage.getItem('adminToken')).toBeNull()
    expect(location.pathname).not.toContain('dashboard')
  },
)

test('without a network a toast shows an error, and the form keeps its input', async () => {
  render(<PublisherSignInForm />)
  answers.push(undefined)
  type('Username', 'publisher')
  type('Password', 'whatever it is')
  send()
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { title: 'Login Error', text: 'Something went wrong. Please try again.' },
    ]),
  )
  expect(field('Password').value).toBe('whatever it is')
})

test.each([
  ['/admin/activity?page=2', '/admin/activity?page=2'],
  ['/about', '/admin/dashboard'],
  ['//evil.example', '/admin/dashboard'],
  ['https://evil.example', '/admin/dashboard'],
  ['/admin/../..//evil', '/admin/dashboard'],
  ['/admin/login', '/admin/dashboard'],
])('whoever signs in on the way to %s comes to %s', async (returnTo, path) => {
  history.replaceState(null, '', `/admin/login?${new URLSearchParams({ returnTo })}`)
  render(<PublisherSignInForm />)
  answers.push({ status: 200, body: { success: true, token: 'the-token' } })
  type('Username', 'publisher')
  type('Password', 'nine drums')
  send()
  await waitFor(() => expect(enterAdmin).toHaveBeenLastCalledWith('the-token', path))
})
