import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Capability } from '#contract/settings/capabilities.ts'
import { $member } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { answers, requests, toasts } from './page.tsx'

const isOff = (off: Partial<Record<Capability, object>>) =>
  answers.push({ status: 200, body: { totalBooks: 0, publishedBooks: 0, off } })
const mailIs = (isMailOff: boolean) =>
  isOff(isMailOff ? { mail: { why: 'notSet', path: '/admin/letters/domain' } } : {})

beforeEach(() => {
  queryClient.clear()
  HTMLDialogElement.prototype.showModal = () => {}
  $member.set({ id: 'a', name: 'Publisher', role: 'owner' })
})

function open(isMailOff: boolean) {
  mailIs(isMailOff)
  render(
    <QueryClientProvider client={queryClient}>
      <ConfirmDialog
        {...{ title: 'Refund this order?', confirm: 'Refund', confirming: 'Refunding...' }}
        isMailed
        isBusy={false}
        onConfirm={() => {}}
        onClose={() => {}}
      >
        <p>The buyer gets an e-mail.</p>
      </ConfirmDialog>
    </QueryClientProvider>,
  )
}

test('whoever is about to send a mail reads that it reaches nobody, and where to set it up', async () => {
  open(true)
  expect(await screen.findByText('Mail is off: nobody will get this.')).toBeTruthy()
  const [banner, action] = [
    screen.getByText(/nobody will get this/),
    screen.getByText('The buyer gets an e-mail.'),
  ]
  const isBefore = banner.compareDocumentPosition(action) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(isBefore).toBeTruthy()
  const link = screen.getByText('Set it up')
  expect(link.getAttribute('href')).toBe('/admin/letters/domain')
  act(() => $member.set({ id: 'b', name: 'Simi', role: 'editor' }))
  expect(screen.queryByText('Set it up')).toBeNull()
  expect(screen.getByText(/The owner can set it up\./)).toBeTruthy()
})

test.each([
  ['notSet', 'Payments are off: readers cannot buy.', 'Set it up'],
  ['chosen', 'Payments are off in the settings of the server', 'See the checks'],
  ['refused', 'The payment provider refuses our key', 'Set the key anew'],
  ['broken', 'The payment key cannot be used any more', 'Set it anew'],
])(
  'whoever opens the shop while payments are off (%s) reads why, and the owner finds the way',
  async (why, words, press) => {
    isOff({ payments: { why, path: '/admin/business' } })
    render(
      <QueryClientProvider client={queryClient}>
        <Off name="payments" />
      </QueryClientProvider>,
    )
    expect((await screen.findByText(new RegExp(words))).closest('p')).toBeTruthy()
    expect(screen.getByText(press).getAttribute('href')).toBe('/admin/business')
    act(() => $member.set({ id: 'b', name: 'Simi', role: 'shopkeeper' }))
    expect(screen.queryByText(press)).toBeNull()
  },
)

test('nothing stands there while mail works', async () => {
  open(false)
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(async () => {})
  expect(screen.queryByText(/Mail is off/)).toBeNull()
})

test.each([
  [true, { title: 'Order Refunded', text: 'Mail is off: it is kept here, not sent.' }],
  [false, { title: 'Order Refunded', text: 'The buyer gets an e-mail.' }],
])('a toast tells of a mail while mail is off (%s) as it is', async (isMailOff, told) => {
  mailIs(isMailOff)
  void showToast(adminMessages.orderRefunded)
  await waitFor(() => expect(toasts).toEqual([told]))
})

test('a toast does not call links sent that reach nobody', async () => {
  mailIs(true)
  void showToast(adminMessages.linksSent)
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Links: Kept, Not Sent' }]))
})
