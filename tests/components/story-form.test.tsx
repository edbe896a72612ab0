import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StoryForm } from '#site/features/magazine/submissions/StoryForm.island.tsx'
import { formMessages } from '#site/messages/form-messages.ts'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { agree, answers, click, field, noteAt, requests, toasts, type } from './page.tsx'

const termsText = 'Please agree to the terms and conditions to submit your feature.'
const draftKey = 'ascend.draft'

const texts = {
  'Your Name': aSubmission.authorName,
  'Your Role': aSubmission.authorRole,
  'Story Category': aSubmission.category,
  'Story Title': aSubmission.title,
  'Story Summary': aSubmission.summary,
  'Your Story': aSubmission.content,
}
const fillIn = () => {
  for (const [label, text] of Object.entries(texts)) type(label, text)
}
const send = () => click('Submit Story')
const isSent = () => screen.findByText('Feature Submitted!')
const storedValues = () => JSON.parse(localStorage.getItem(draftKey) ?? '{}').values

test('an error shows when a field is left, and disappears once it is corrected', async () => {
  render(<StoryForm />)
  type('Story Title', 'My maths')
  expect(field('Story Title').hasAttribute('aria-invalid')).toBe(false)
  type('Story Title', 'My maths', { isLeft: true })
  await waitFor(() => expect(noteAt('Story Title')).toBe('Title must be at least 10 characters'))
  expect(field('Story Title').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(/^Please fix/)).toBeNull()
  type('Story Title', 'My maths, and yours')
  await waitFor(() => expect(field('Story Title').hasAttribute('aria-invalid')).toBe(false))
  expect(screen.queryByText('Title must be at least 10 characters')).toBeNull()
})

test.each([
  ...['0', '61', '2.5', ''].map((minutes) => [
    'Estimated Read Time',
    minutes,
    'Read time must be a whole number from 1 to 60 minutes',
  ]),
  [
    'Image URL',
    'javascript:alert(1)',
    'Please enter a web address that begins with http:// or https://',
  ],
])('%s of "%s" is refused in words', async (label = '', value = '', message = '') => {
  render(<StoryForm />)
  type(label, value, { isLeft: true })
  await waitFor(() => expect(noteAt(label)).toBe(message))
})

test('the terms have to be agreed to', async () => {
  render(<StoryForm />)
  fillIn()
  send()
  await waitFor(() => expect(toasts).toEqual([formMessages.storyTerms]))
  const box = screen.getByRole('checkbox', { name: /^I agree/ })
  expect(document.activeElement).toBe(box)
  expect(document.getElementById('terms-note')?.textContent).toBe(termsText)
  expect(box.getAttribute('aria-describedby')).toBe('terms-note')
  expect(screen.getByRole('link', { name: 'terms and conditions' }).getAttribute('href')).toBe(
    '/terms',
  )
  expect(requests).toEqual([])
})

test('two clicks send once, and the button shows progress', async () => {
  render(<StoryForm />)
  answers.push({ status: 201 })
  fillIn()
  agree()
  send()
  const button = await screen.findByRole('button', { name: /^Submit Story/, busy: true })
  button.click()
  await isSent()
  expect(requests).toHaveLength(1)
})

test('a story whose response was lost is sent again under the same key', async () => {
  render(<StoryForm />)
  answers.push(undefined, { status: 201 })
  fillIn()
  agree()
  send()
  await waitFor(() => expect(toasts).toEqual([formMessages.storyFailed]))
  for (const [label, text] of Object.entries(texts)) expect(field(label).value).toBe(text)
  expect(await screen.findByText(formMessages.storyFailed.text)).toBeTruthy()
  send()
  await isSent()
  const [first, second] = requests
  expect(second).toEqual(first)
  expect(first?.key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('an error of the server shows at its field until the field changes', async () => {
  render(<StoryForm />)
  const message = 'Please choose another title'
  answers.push({ status: 400, body: { message: 'No', errors: { title: [message] } } })
  fillIn()
  agree()
  send()
  await waitFor(() => expect(noteAt('Story Title')).toBe(message))
  expect(document.activeElement).toBe(field('Story Title'))
  const summary = screen.getByText('Please fix 1 field').parentElement as HTMLElement
  expect(within(summary).getByRole('link', { name: 'Story Title' }).getAttribute('href')).toBe(
    '#title',
  )
  type('Story Title', `${aSubmission.title}!`)
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  expect(toasts).toEqual([])
})

test('a read time is suggested until the writer sets one', () => {
  render(<StoryForm />)
  const minutes = field('Estimated Read Time')
  expect(minutes.value).toBe('5')
  type('Your Story', 'goat '.repeat(410))
  expect(minutes.value).toBe('3')
  type('Your Story', 'goat '.repeat(17_000))
  expect(minutes.value).toBe('60')
  type('Estimated Read Time', '9')
  type('Your Story', 'goat '.repeat(900))
  expect(minutes.value).toBe('9')
})

test('the summary’s length is counted, and may exceed the suggestion', async () => {
  render(<StoryForm />)
  answers.push({ status: 201 })
  fillIn()
  expect(field('Story Summary').getAttribute('placeholder')).toContain('50-200')
  type('Story Summary', 'x'.repeat(200))
  expect(noteAt('Story Summary')).toBe('200 of 50-200 characters')
  expect(document.querySelector('#summary-note .badge')).toBeNull()
  type('Story Summary', 'x'.repeat(201))
  expect(noteAt('Story Summary')).toBe('201 characters: more than the 200 we suggest')
  expect(document.querySelector('#summary-note .badge')).not.toBeNull()
  agree()
  send()
  await isSent()
  expect(requests[0]?.body['summary']).toHaveLength(201)
})

test('the default picture follows the title and the category', async () => {
  render(<StoryForm />)
  const source = () => document.querySelector('figure img')?.getAttribute('src')
  const first = source()
  type('Story Category', 'Campus News from Nigerian Institutions')
  await waitFor(() =>
    expect(source()).toMatch(/story\/campus-news-from-nigerian-institutions\/[0-9a-f]{8}\.svg$/),
  )
  const second = source()
  type('Story Title', 'Nine neighbours, one pump')
  await waitFor(() => expect(source()).not.toBe(second))
  expect(new Set([first, second, source()]).size).toBe(3)
})

test('a draft is restored on return, and can be discarded', async () => {
  const { unmount } = render(<StoryForm />)
  fillIn()
  agree()
  click('Save as Draft')
  await waitFor(() => expect(toasts).toEqual([formMessages.draftSaved]))
  unmount()
  render(<StoryForm />)
  expect(screen.getByText(/^Your draft from [A-Z][a-z]+ \d+, \d{4} is back\./)).toBeTruthy()
  for (const [label, text] of Object.entries(texts)) expect(field(label).value).toBe(text)
  // Agreeing is done anew each time.
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^I agree/ }).checked).toBe(false)
  click('Discard')
  await waitFor(() => expect(document.activeElement).toBe(field('Your Name')))
  expect(field('Story Title').value).toBe('')
  expect(localStorage.getItem(draftKey)).toBeNull()
})

test('input is stored automatically, also when the page is hidden', async () => {
  const { unmount } = render(<StoryForm />)
  type('Your Story', 'The pump came on a Tuesday.')
  expect(await screen.findByText(/^Draft kept on this device at/)).toBeTruthy()
  const all = 'The pump came on a Tuesday. Everybody had an opinion.'
  type('Your Story', all)
  expect(storedValues().content).not.toBe(all)
  window.dispatchEvent(new Event('pagehide'))
  expect(storedValues()).toEqual({ content: all, readTimeMinutes: '1' })
  unmount()
  render(<StoryForm />)
  expect(field('Your Story').value).toBe(all)
  expect(field('Estimated Read Time').value).toBe('1')
})

test('a draft is not reported as saved where the device has no storage', async () => {
  const setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem, removeItem: () => {} })
  render(<StoryForm />)
  answers.push({ status: 201 })
  fillIn()
  click('Save as Draft')
  await waitFor(() => expect(toasts).toEqual([formMessages.draftNotSaved]))
  agree()
  send()
  await isSent()
  vi.unstubAllGlobals()
})

test('invalid stored data in place of a draft does not break the form', async () => {
  localStorage.setItem(draftKey, '{"values":[')
  render(<StoryForm />)
  answers.push({ status: 201 })
  expect(screen.queryByText(/is back\./)).toBeNull()
  fillIn()
  agree()
  send()
  await isSent()
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/stories',
    body: { title: aSubmission.title, readTimeMinutes: expect.any(Number) },
  })
  expect(requests[0]?.body).not.toHaveProperty('terms')
})

test('a rejected form renders with its errors and is stored', async () => {
  const message = 'Title must be at least 10 characters'
  const values = { ...aSubmission, readTimeMinutes: '5', title: 'Short', terms: 'on' }
  const errors = { title: [message] }
  render(<StoryForm refused={{ status: 400, sentence: 'No', values, errors }} />)
  expect(noteAt('Story Title')).toBe(message)
  expect(screen.getByText('Please fix 1 field')).toBeTruthy()
  expect(field('Your Story').value).toBe(aSubmission.content)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^I agree/ }).checked).toBe(true)
  // The reader may be typing already: only sending moves the focus.
  expect(document.activeElement).toBe(document.body)
  expect(storedValues()).toMatchObject({ title: 'Short' })
  type('Story Title', 'Shorter')
  await waitFor(() => expect(screen.queryByText('Please fix 1 field')).toBeNull())
})
