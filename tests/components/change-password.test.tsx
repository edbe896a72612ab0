import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { ChangePassword } from '#site/admin/staff/account/ChangePassword.tsx'
import { answers, click, field, noteAt, requests, toasts, type } from './page.tsx'

beforeEach(() => queryClient.clear())

async function open(isConfigured: boolean) {
  answers.push({ status: 200, body: { isConfigured } })
  render(
    <QueryClientProvider client={queryClient}>
      <ChangePassword />
    </QueryClientProvider>,
  )
  await screen.findByText(isConfigured ? /among the settings of the server/ : 'Change password')
}

test('an owner whose password is a setting reads so, and is offered nothing', async () => {
  await open(true)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a changed password leaves the form empty; a wrong one is said at its field', async () => {
  await open(false)
  type('Your password', 'six lamps in the yard')
  type('New password', 'seven kites over the lagoon')
  answers.splice(0, answers.length, {
    status: 400,
    body: { message: 'Please check', errors: { password: ['This is not your password'] } },
  })
  click('Change password')
  await waitFor(() => expect(noteAt('Your password')).toContain('This is not your password'))
  answers.splice(0, answers.length, { status: 200, body: { status: 'ok', off: {} } })
  click('Change password')
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Password Changed' }]))
  expect(requests.filter(({ method }) => method === 'POST').at(-1)).toMatchObject({
    path: '/api/admin/account/password',
    body: { password: 'six lamps in the yard', newPassword: 'seven kites over the lagoon' },
  })
  expect([field('Your password').value, field('New password').value]).toEqual(['', ''])
})
