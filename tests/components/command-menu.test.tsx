import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $member } from '#site/admin/lib/member.ts'
import { CommandMenu } from '#site/admin/operations/command-menu/CommandMenu.tsx'
import { click, held, requests, whenAsked } from './page.tsx'
import { renderForOwner } from './staff.tsx'

const groupOf = (title: string) => ({
  kind: 'stories',
  items: [
    { id: title, title, path: `/admin/stories/${title}/edit`, state: 'published', fact: '0 reads' },
  ],
})
/** The service finds a story of the title that is searched, or nothing. */
const finds = (title: (q: string) => string | undefined) =>
  whenAsked('GET /api/admin/search', ({ path }) => {
    const found = title(new URLSearchParams(path.split('?')[1]).get('q') ?? '')
    return { status: 200, body: found ? [groupOf(found)] : [] }
  })

const search = (text: string) =>
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(screen.getByRole('combobox'), { key })
const chosen = () => document.querySelector('[aria-selected="true"]')?.textContent ?? ''
const open = () => renderForOwner(<CommandMenu onClose={() => {}} />)

test('old results stay while new ones load', async () => {
  finds((q) => q)
  open()
  search('kunu')
  await screen.findByRole('option', { name: /^kunu/ })
  const answer = held()
  whenAsked('GET /api/admin/search', async () => {
    await answer.promise
    return { status: 200, body: [groupOf('fura')] }
  })
  search('fura')
  await waitFor(() => expect(requests.at(-1)?.path).toContain('q=fura'))
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('option', { name: /^kunu/ })).toBeTruthy()
  answer.resolve()
  await screen.findByRole('option', { name: /^fura/ })
  expect(screen.queryByRole('option', { name: /^kunu/ })).toBeNull()
})

test('a search that fails says so in place, and tries again', async () => {
  whenAsked('GET /api/admin/search', () => undefined)
  open()
  search('kunu')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The search could not be answered.')
  finds((q) => q)
  click('Try again')
  await screen.findByRole('option', { name: /^kunu/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a page that is named comes before the stories that have its name as a word', async () => {
  finds(() => 'The staff who stayed')
  open()
  search('Staff')
  await screen.findByRole('option', { name: /^The staff who stayed/ })
  expect(chosen()).toMatch(/^Staff/)
  search('staff who')
  await waitFor(() => expect(chosen()).toMatch(/^The staff who stayed/))
})

test('words that nothing has become the title of a new story, and never by Enter alone', async () => {
  finds(() => undefined)
  open()
  search('Kilishi & rain')
  expect((await screen.findByText(/^No results for/)).textContent).toBe(
    'No results for “Kilishi & rain”.',
  )
  expect(chosen()).toBe('')
  press('ArrowDown')
  await waitFor(() => expect(chosen()).toContain('Write a story called “Kilishi & rain”'))
  expect(document.querySelector('[aria-selected="true"]')?.getAttribute('href')).toBe(
    '/admin/stories/new?title=Kilishi+%26+rain',
  )
})

test('an author may search stories, and is offered no action of other roles', () => {
  open()
  act(() => $member.set({ id: 'b', name: 'Simi', role: 'author' }))
  const menu = within(screen.getByRole('dialog'))
  expect(menu.getByRole('option', { name: /^Write a story/ })).toBeTruthy()
  expect(
    menu.queryByRole('option', { name: /^(Write a newsletter|Add New Book|Orders|Rebuild site)/ }),
  ).toBeNull()
})
