import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BookList } from '#site/admin/shop/books/BookList.tsx'
import { click, held, requests, toasts, whenAsked } from './page.tsx'
import { aList, renderForOwner } from './staff.tsx'

const aBook = (title: string, number: number) => ({
  title,
  id: `00000000-0000-4000-8000-00000000000${number}`,
  authorName: 'Kele Umez-Ray',
  category: 'Novel',
  price: 3500,
  pdf: null,
  coverImageUrl: null,
  isPublished: false,
  group: 'draft',
  partsCount: 0,
})
const [one, two, three] = [aBook('One', 1), aBook('Two', 2), aBook('Three', 3)]
const books = [one, two, three]
const pathOf = ({ id }: { id: string }) => `/api/admin/books/${id}`

beforeEach(() => {
  whenAsked('GET /api/admin/books', () => aList(...books))
  whenAsked('GET /api/admin/stats', () => ({ status: 200, body: { totalBooks: 3 } }))
})

const row = (title: string) =>
  screen.getByRole('heading', { name: title }).closest('li') as HTMLElement
const pressIn = (title: string, name: RegExp) =>
  fireEvent.click(within(row(title)).getByRole('button', { name }))
const hasFocus = (id: string) => waitFor(() => expect(document.activeElement?.id).toBe(id))
const sent = (method: string) => requests.filter((request) => request.method === method)

async function opened() {
  renderForOwner(<BookList />)
  await screen.findByRole('heading', { name: 'One' })
}

test('a publisher without books is led to the first one', async () => {
  whenAsked('GET /api/admin/books', () => aList())
  renderForOwner(<BookList />)
  await screen.findByRole('heading', { name: 'No books yet' })
  expect(screen.getByText('Start by adding your first publication')).toBeTruthy()
  const first = screen.getByRole('link', { name: 'Add Your First Book' })
  expect(first.getAttribute('href')).toBe('/admin/books/new')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a published book is marked until readers see it, also when its build has failed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const build = { wantedVersion: 9, liveVersion: 8, last: null as object | null }
  whenAsked('GET /api/admin/site-build', () => ({ status: 200, body: build }))
  whenAsked(`PATCH ${pathOf(one)}/publish`, () => ({ status: 200, body: { isPublished: true } }))
  await opened()
  pressIn('One', /^Publish/)
  const mark = () => within(row('One')).getByRole('status').textContent
  await waitFor(() => expect(mark()).toBe('Live in a moment…'))
  const at = '2026-11-20T10:00:00.000Z'
  build.last = { version: 9, startedAt: at, finishedAt: at, error: 'The goat has eaten it' }
  await vi.advanceTimersByTimeAsync(1100)
  await waitFor(() => expect(mark()).toMatch(/^Not live yet/))
  Object.assign(build, { liveVersion: 9, last: null })
  await vi.advanceTimersByTimeAsync(1100)
  await waitFor(() => expect(mark()).toBe('Live'))
})

test('a button that is clicked twice sends one request, after which the stats are loaded again', async () => {
  const answer = held()
  whenAsked(`PATCH ${pathOf(one)}/publish`, async () => {
    await answer.promise
    return { status: 200, body: { isPublished: true } }
  })
  await opened()
  const asked = () => requests.filter(({ path }) => /\/book-counts$/.test(path)).length
  const before = asked()
  pressIn('One', /^Publish/)
  const button = within(row('One')).getByRole('button', { name: /^Publish/ })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  fireEvent.click(button)
  answer.resolve()
  await waitFor(() => within(row('One')).getByRole('button', { name: /^Unpublish/ }))
  expect(sent('PATCH')).toMatchObject([{ body: { isPublished: true } }])
  await waitFor(() => expect(asked()).toBe(before + 1))
})

test('an action that fails says so and changes nothing', async () => {
  whenAsked(`PATCH ${pathOf(one)}/publish`, () => ({ status: 500 }))
  whenAsked(`DELETE ${pathOf(one)}`, () => ({ status: 500 }))
  await opened()
  pressIn('One', /^Publish/)
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { title: 'Update Failed', text: 'Failed to update publication status.' },
    ]),
  )
  expect(within(row('One')).getByText('Draft')).toBeTruthy()
  pressIn('One', /^Delete/)
  await waitFor(() =>
    expect(toasts[1]).toMatchObject({
      title: 'Delete Failed',
      text: 'Failed to delete the book. Please try again.',
    }),
  )
  await hasFocus(`delete-${one.id}`)
})

test('what another tab has deleted leaves the list, and the focus goes to its neighbour', async () => {
  whenAsked(`PATCH ${pathOf(two)}/publish`, () => ({ status: 404 }))
  whenAsked(`DELETE ${pathOf(three)}`, () => ({ status: 404 }))
  await opened()
  pressIn('Two', /^Publish/)
  await waitFor(() =>
    expect(toasts).toMatchObject([{ text: expect.stringContaining('was deleted meanwhile') }]),
  )
  expect(screen.queryByRole('heading', { name: 'Two' })).toBeNull()
  await hasFocus(`edit-${three.id}`)
  pressIn('Three', /^Delete/)
  await waitFor(() =>
    expect(toasts[1]).toMatchObject({ text: expect.stringContaining('It was already deleted') }),
  )
  expect(screen.queryByRole('heading', { name: 'Three' })).toBeNull()
  await hasFocus(`edit-${one.id}`)
})

test('the last deleted book leaves the focus to the heading', async () => {
  whenAsked('GET /api/admin/books', () => aList(one))
  whenAsked(`DELETE ${pathOf(one)}`, () => ({ status: 200 }))
  await opened()
  pressIn('One', /^Delete/)
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Book Deleted' }]))
  await hasFocus('publications')
})

test('a list that cannot be loaded says so and tries again, and earlier rows stay while others load', async () => {
  whenAsked('GET /api/admin/books', () => undefined)
  renderForOwner(<BookList />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your books could not be loaded.')
  const answer = held()
  whenAsked('GET /api/admin/books', async ({ path }) => {
    if (!path.includes('status=draft')) return aList(...books)
    await answer.promise
    return aList(one)
  })
  click('Try again')
  await screen.findByRole('heading', { name: 'Two' })
  expect(screen.queryByRole('alert')).toBeNull()
  click('Drafts')
  const rows = () => document.querySelectorAll('[data-rows] > *').length
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeTruthy())
  expect(rows()).toBe(3)
  answer.resolve()
  await waitFor(() => expect(rows()).toBe(1))
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
})
