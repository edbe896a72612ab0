import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { firstStepNames, untestedMail } from '#contract/settings/first-steps.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { FirstSteps } from '#site/admin/settings/first-steps/FirstSteps.island.tsx'
import { answers, click, requests, type, whenAsked } from './page.tsx'

beforeEach(() => {
  queryClient.clear()
  answers.push({ status: 200, body: { status: 'ok' } })
})

interface Change {
  done?: string[]
  later?: string[]
  changed?: number
}

const facts: Record<string, string> = { look: 'Harmattan Review', mail: untestedMail }

const isHere = ({ done = [], later = [], changed = 0 }: Change) =>
  whenAsked('GET /api/admin/first-steps', () => ({
    status: 200,
    body: {
      steps: firstStepNames.map((name) => ({
        name,
        isDone: done.includes(name),
        isLater: later.includes(name),
        fact: (done.includes(name) && facts[name]) || null,
      })),
      minutes: 10,
      demo: { unchanged: 2, changed },
    },
  }))

test('the next step has its button; one that waits can be taken up again', async () => {
  isHere({ done: ['address', 'signIn', 'look'] })
  render(<FirstSteps name="Harmattan Review" tagline="Dry-season reading" />)
  const next = await screen.findByText('Set up mail')
  expect(next.getAttribute('href')).toBe('/admin/letters/domain?first-steps')
  expect(screen.getByText('Harmattan Review')).toBeTruthy()
  isHere({ done: ['address', 'signIn', 'look'], later: ['mail'] })
  fireEvent.click(screen.getByText('Later'))
  expect(await screen.findByText('Add the book')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('First book')
  isHere({ done: ['address', 'signIn', 'look'] })
  fireEvent.click(screen.getByText('Do it now'))
  expect(await screen.findByText('Set up mail')).toBeTruthy()
})

test('mail that is set leads to its test mail until that has arrived', async () => {
  isHere({ done: ['address', 'signIn', 'look', 'mail'] })
  render(<FirstSteps name="Harmattan Review" tagline="Dry-season reading" />)
  expect(await screen.findByText(untestedMail)).toBeTruthy()
  const link = screen.getByLabelText('Open: Mail')
  expect(link.getAttribute('href')).toBe('/admin/letters/domain?first-steps')
  expect(screen.queryByLabelText('Open: Name and look')).toBeNull()
})

const secretKey = ['sk_test', 'harmattan4f2c'].join('_')

test('the key of Paystack is pasted in its step, and the next step follows', async () => {
  const before = firstStepNames.slice(0, 5)
  isHere({ done: before })
  whenAsked('GET /api/admin/business', () => ({
    status: 200,
    body: [{ part: 'paystack', by: 'nobody', shown: {}, version: 0, asksPassword: true }],
  }))
  whenAsked('GET /api/admin/account/second-step', () => ({ status: 200, body: { passkeys: [] } }))
  render(<FirstSteps name="Harmattan Review" tagline="Dry-season reading" />)
  await screen.findByText('Try and save')
  type('Secret key', secretKey)
  type('Your password', 'nine drums')
  isHere({ done: [...before, 'payments'] })
  click('Try and save')
  expect((await screen.findByText('Try a sale')).getAttribute('href')).toContain('/payments')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Test sale'))
  expect(requests.find(({ path }) => path.endsWith('/business/paystack'))?.body).toEqual({
    version: 0,
    password: 'nine drums',
    values: { PAYSTACK_SECRET_KEY: secretKey },
  })
})

test('who opens the magazine in test mode is asked about demo content that they changed, and told that nobody can buy', async () => {
  whenAsked('GET /api/admin/stats', () => ({
    status: 200,
    body: { off: { payments: { why: 'test' } } },
  }))
  const toSale = firstStepNames.slice(0, 7)
  isHere({ done: toSale, changed: 1 })
  HTMLDialogElement.prototype.showModal = () => {}
  render(<FirstSteps name="Harmattan Review" tagline="Dry-season reading" />)
  const live = await screen.findByText('go live')
  expect(live.getAttribute('href')).toBe('/admin/business/payments?first-steps')
  fireEvent.click(await screen.findByText('Open the magazine'))
  isHere({ done: [...toSale, 'open'] })
  fireEvent.click(await screen.findByText('Keep what I changed'))
  expect(await screen.findByText('Share on WhatsApp')).toBeTruthy()
  const opened = requests.find(({ path }) => path.endsWith('/first-steps/open'))
  expect(opened?.body).toEqual({ withChanged: false })
})
