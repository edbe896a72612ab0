import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { type AdminBook, uploadToBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { BookForm } from '#site/admin/shop/books/BookForm.island.tsx'
import { BookList } from '#site/admin/shop/books/BookList.tsx'
import { answers, click, field, held, noteAt, requests, toasts, type, whenAsked } from './page.tsx'

vi.mock('#site/admin/lib/pictures/upload-to-book.ts', () => ({ uploadToBook: vi.fn() }))
vi.mock('#site/admin/lib/pictures/preview-picture.ts', () => ({ previewOf: async () => '' }))

const id = '00000000-0000-4000-8000-000000000000'
const book = {
  id,
  title: 'The Quiet Ledger',
  authorName: 'Kele Umez-Ray',
  category: 'Novel',
  price: 3500,
  description: 'A first novel about who keeps the accounts of a village, and who reads them.',
  content: null,
  coverImageUrl: null,
  revision: 3,
  pdf: null,
  parts: [],
} as unknown as AdminBook

beforeEach(() => {
  queryClient.clear()
  history.replaceState(null, '', `/admin/books/${id}/edit`)
  localStorage.setItem('adminToken', 'a token')
})

const newForm = () => render(<BookForm isNew publisherName="Ascend House" />)
function fillNewForm() {
  newForm()
  type('Title', book.title)
  type('Author Name', book.authorName)
  type('Category', book.category)
  type('Price', '3500')
  type('Description', book.description)
}
async function editForm() {
  answers.push({ status: 200, body: book })
  const page = render(<BookForm isNew={false} publisherName="Ascend House" />)
  await waitFor(() => expect(field('Title').value).toBe(book.title))
  answers.length = 0
  requests.length = 0
  return page
}

test.each([
  ['Title', 'Ab', 'Title must be at least 3 characters'],
  ['Author Name', 'K', 'Author name must be at least 2 characters'],
  ['Category', '', 'Please select a category'],
  ['Price', '-1', 'Price must be a positive number'],
  ['Description', 'Too short', 'Description must be at least 20 characters'],
  [
    'Cover Image URL',
    'javascript:alert(1)',
    'Please enter a web address that begins with http:// or https://',
  ],
])('%s of "%s" is refused in words', async (label, value, message) => {
  newForm()
  type(label, value, { isLeft: true })
  await waitFor(() => expect(noteAt(label)).toBe(message))
})

test('the cover preview follows the input', async () => {
  newForm()
  const cover = screen.getByRole('complementary', { name: 'Cover' })
  const art = () => cover.querySelector('img')?.getAttribute('src')
  const first = art()
  type('Title', 'Market Day Physics')
  type('Category', 'Educational')
  await waitFor(() => expect(cover.querySelector('b')?.textContent).toBe('Market Day Physics'))
  expect(art()).toMatch(/\/art\/book\/educational\/[0-9a-f]{8}\.svg$/)
  expect(art()).not.toBe(first)
  expect(screen.getByText('Default cover, drawn from title and category')).toBeTruthy()
  type('Cover Image URL', 'javascript:alert(1)')
  type('Title', 'Market Day Chemistry')
  await waitFor(() => expect(cover.querySelector('b')?.textContent).toBe('Market Day Chemistry'))
  type('Cover Image URL', 'https://ascend.example/cover.png')
  await waitFor(() => expect(art()).toBe('https://ascend.example/cover.png'))
  expect(screen.getByText('Your cover picture')).toBeTruthy()
})

test('a server error shows, and the form keeps its input', async () => {
  await editForm()
  answers.push({ status: 500 })
  type('Title', 'Renamed')
  click('Update Book')
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { title: 'Update Failed', text: 'Something went wrong. Please try again.' },
    ]),
  )
  expect(field('Title').value).toBe('Renamed')
  expect(requests).toMatchObject([
    { method: 'PUT', path: `/api/admin/books/${id}`, body: { title: 'Renamed', revision: 3 } },
  ])
})

test('input based on an older version is sent as a change of that version', async () => {
  const { unmount } = await editForm()
  type('Title', 'Typed before')
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  answers.push({ status: 200, body: { ...book, title: 'Theirs', revision: 4 } })
  render(<BookForm isNew={false} publisherName="Ascend House" />)
  await screen.findByText(/^What you typed on .* is back, not saved yet\./)
  expect(field('Title').value).toBe('Typed before')
  answers.length = 0
  answers.push({ status: 409, body: { message: 'Changed meanwhile' } })
  click('Update Book')
  await screen.findByText('This book was changed meanwhile, maybe in another tab.')
  expect(requests.at(-1)?.body).toMatchObject({ revision: 3 })
  answers.length = 0
  click('Save mine anyway')
  await waitFor(() => expect(requests.at(-1)?.body).not.toHaveProperty('revision'))
})

test('a bundle’s parts are found, put in order and sent', async () => {
  await editForm()
  const [first, second] = ['Market Day Physics', 'First Salary'].map((title, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index + 1}`,
    title,
    partsCount: 0,
  }))
  answers.push({ status: 200, body: [first, second, { ...book, partsCount: 0 }] })
  click('Choose books')
  await screen.findByRole('button', { name: 'Add Market Day Physics' })
  expect(screen.queryByRole('button', { name: `Add ${book.title}` })).toBeNull()
  click('Add Market Day Physics')
  click('Add First Salary')
  click('Move First Salary up')
  expect(screen.getByText('First Salary is now part 1.')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move First Salary down')
  expect(screen.queryByText('Book file (PDF)')).toBeNull()
  requests.length = 0
  click('Update Book')
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({
      method: 'PUT',
      body: { parts: [second?.id, first?.id] },
    }),
  )
  click('Remove First Salary')
  click('Remove Market Day Physics')
  expect(screen.getByText('Book file (PDF)')).toBeTruthy()
})

test('a chosen PDF takes the place of “No PDF yet”', async () => {
  newForm()
  expect(screen.getByText(/^No PDF yet/)).toBeTruthy()
  const file = new File(['%PDF-1.7'], 'ledger.pdf', { type: 'application/pdf' })
  const place = screen.getByText('Choose the PDF or drop it here')
  fireEvent.drop(place, { dataTransfer: { files: [file] } })
  expect(await screen.findByText(/^ledger\.pdf · /)).toBeTruthy()
  expect(screen.queryByText(/^No PDF yet/)).toBeNull()
  expect(screen.getByText(/^No EPUB/)).toBeTruthy()
})

const thePdf = () => document.getElementById('book-pdf') as HTMLInputElement
const aPdf = () => new File(['%PDF-1.7'], 'ledger.pdf', { type: 'application/pdf' })
/** Uploads wait until they are told how they end. */
function heldUpload() {
  const upload = held<AdminBook>()
  vi.mocked(uploadToBook).mockReturnValueOnce(upload.promise)
  return upload
}

test('saving waits for an upload, and the page stays if that fails', async () => {
  await editForm()
  const upload = heldUpload()
  fireEvent.change(thePdf(), { target: { files: [aPdf()] } })
  await screen.findByRole('progressbar', { name: 'Upload of ledger.pdf' })
  type('Title', 'With its file')
  click('Update Book')
  await screen.findByRole('button', { name: /Updating\.\.\./ })
  expect(requests).toEqual([])
  upload.reject(new ApiError(415, 'This file is not a PDF.'))
  await waitFor(() => expect(document.activeElement).toBe(thePdf()))
  expect(document.getElementById('book-pdf-note')?.textContent).toBe('This file is not a PDF.')
  expect(requests).toEqual([])

  const again = heldUpload()
  answers.push({ status: 200, body: book })
  fireEvent.change(thePdf(), { target: { files: [aPdf()] } })
  click('Update Book')
  again.resolve({ ...book, revision: 4 })
  await waitFor(() =>
    expect(requests).toMatchObject([{ method: 'PUT', body: { title: 'With its file' } }]),
  )
})

test('what is typed while the file of a new book is sent stays, and is not saved yet', async () => {
  fillNewForm()
  const upload = heldUpload()
  answers.push({ status: 201, body: book })
  fireEvent.change(thePdf(), { target: { files: [aPdf()] } })
  click('Create Book')
  await screen.findByRole('progressbar')
  type('Title', `${book.title}, revised`)
  upload.resolve(book)
  await screen.findByRole('heading', { name: 'Edit Book' })
  await screen.findByText(/^What you typed on/)
  expect(field('Title').value).toBe(`${book.title}, revised`)
  expect(location.pathname).toBe(`/admin/books/${id}/edit`)
})

test('a book that is added from the first steps is published and leads back, one without its file stays a draft', async () => {
  const leave = vi.spyOn(location, 'replace').mockImplementation(() => {})
  whenAsked('POST /api/admin/books', () => ({ status: 201, body: { ...book, isPublished: false } }))
  whenAsked(`PATCH /api/admin/books/${id}/publish`, () => ({
    status: 200,
    body: { ...book, isPublished: true },
  }))
  vi.mocked(uploadToBook).mockResolvedValue({ ...book, pdf: { pages: 12 } } as AdminBook)
  for (const hasFile of [false, true]) {
    history.replaceState(null, '', '/admin/books/new?first-steps')
    fillNewForm()
    if (hasFile) fireEvent.change(thePdf(), { target: { files: [aPdf()] } })
    click('Create Book')
    const to = hasFile ? '/admin/first-steps' : `/admin/dashboard#edit-${id}`
    await waitFor(() => expect(leave).toHaveBeenCalledWith(to))
    expect(requests.some(({ method }) => method === 'PATCH')).toBe(hasFile)
    cleanup()
  }
})

test('a book that was published stands under Published, with the focus, and a saved one is found', async () => {
  const row = { ...book, group: 'draft', isPublished: false, partsCount: 0 }
  globalThis.location.hash = `edit-${id}`
  answers.push({ status: 200, body: [row] })
  render(
    <QueryClientProvider client={queryClient}>
      <BookList />
    </QueryClientProvider>,
  )
  await screen.findByText('Drafts', { selector: 'h2' })
  await waitFor(() => expect(document.activeElement?.id).toBe(`edit-${id}`))
  expect(location.hash).toBe('')
  answers.length = 0
  answers.push({ status: 200, body: { ...row, isPublished: true } })
  click('Publish')
  await screen.findByText('Published', { selector: 'h2' })
  expect(screen.queryByText('Drafts', { selector: 'h2' })).toBeNull()
  expect(document.activeElement?.textContent).toContain('Unpublish')
})

test('a changed form asks before it is left, and a reverted one does not', () => {
  newForm()
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  type('Title', 'Half a thought')
  expect(isAsked()).toBe(true)
  type('Title', '')
  expect(isAsked()).toBe(false)
})

test('a missing book says so, and a failed load can be retried', async () => {
  answers.push({ status: 404, body: { message: 'No' } })
  const { unmount } = render(<BookForm isNew={false} publisherName="Ascend House" />)
  expect(await screen.findByText("The book you're looking for doesn't exist.")).toBeTruthy()
  for (const link of screen.getAllByRole('link', { name: 'Back to Dashboard' }))
    expect(link.getAttribute('href')).toBe('/admin/dashboard')
  unmount()
  answers.length = 0
  answers.push(undefined)
  render(<BookForm isNew={false} publisherName="Ascend House" />)
  await screen.findByText(/^The book could not be loaded\./)
  answers.unshift({ status: 200, body: book })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(field('Title').value).toBe(book.title))
})
