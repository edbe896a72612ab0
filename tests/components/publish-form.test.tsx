import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PublishForm } from '#site/features/shop/requests/PublishForm.island.tsx'
import { formMessages } from '#site/messages/form-messages.ts'
import { agree, answers, click, field, noteAt, requests, toasts, type } from './page.tsx'

const texts = {
  'Book Title': 'Harmattan Arithmetic',
  'Author Name': 'Folake Ezenwa-Audu',
  'Book Description':
    'Forty exercises about dust, distance and the price of kerosene, for evenings.',
  Category: 'Educational',
  'Suggested Price': '1500.50',
  Email: 'folake@ascend.example',
  'Phone Number': '0800 000 0000',
  'Why do you want to publish this book?': 'My pupils copy it by hand, and the hand gets tired.',
}
const fillIn = () => {
  for (const [label, text] of Object.entries(texts)) type(label, text)
}
const send = () => click('Submit for Review')

test.each([
  ['Book Title', 'ab', 'Title must be at least 3 characters'],
  ['Author Name', 'F', 'Author name must be at least 2 characters'],
  ['Book Description', 'x'.repeat(49), 'Description must be at least 50 characters'],
  ['Category', '', 'Please select a category'],
  ['Suggested Price', '-1', 'Price must be a positive number'],
  ['Suggested Price', '', 'Price must be a positive number'],
  ['Email', 'folake@', 'Please enter a valid email address'],
  ['Phone Number', '0800', 'Please enter a valid phone number'],
  [
    'Why do you want to publish this book?',
    'Because.',
    'Please explain your publishing reason in at least 20 characters',
  ],
])('%s of "%s" is refused in words', async (label, value, message) => {
  render(<PublishForm />)
  type(label, value, { isLeft: true })
  await waitFor(() => expect(noteAt(label)).toBe(message))
})

test('the publishing terms have to be agreed to', async () => {
  render(<PublishForm />)
  fillIn()
  send()
  await waitFor(() => expect(toasts).toEqual([formMessages.requestTerms]))
  const box = screen.getByRole('checkbox', { name: /^I agree to the publishing/ })
  expect(document.activeElement).toBe(box)
  expect(document.getElementById('terms-note')?.textContent).toBe(
    'Please agree to the publishing terms and conditions.',
  )
  expect(requests).toEqual([])
})

test('a lost connection loses no input', async () => {
  const { unmount } = render(<PublishForm />)
  answers.push(undefined, { status: 201, body: { reference: 'PR-1234ABCD' } })
  fillIn()
  agree()
  send()
  await waitFor(() => expect(toasts).toEqual([formMessages.requestFailed]))
  expect(field('Book Title').value).toBe(texts['Book Title'])
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  render(<PublishForm />)
  expect(screen.getByText(/^Your draft from .* is back\./)).toBeTruthy()
  for (const [label, text] of Object.entries(texts)) expect(field(label).value).toBe(text)
  agree()
  send()
  await screen.findByText('PR-1234ABCD')
  expect(document.activeElement?.id).toBe('sent')
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/books/publish',
    body: { price: 1500.5 },
  })
  expect(localStorage.getItem('ascend.publish-draft')).toBeNull()
})

test('a rate-limited request shows its error beside the button until it is sent again', async () => {
  render(<PublishForm />)
  const message = 'That was tried too often. Please wait a while and try again.'
  answers.push({ status: 429, body: { message } }, { status: 201, body: { reference: 'PR-1' } })
  fillIn()
  agree()
  send()
  await screen.findByText(message)
  expect(toasts).toEqual([formMessages.requestFailed])
  send()
  await screen.findByText('PR-1')
  expect(screen.queryByText(message)).toBeNull()
})
