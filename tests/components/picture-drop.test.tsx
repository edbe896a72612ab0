import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { StoryForm } from '#site/features/magazine/submissions/StoryForm.island.tsx'
import { uploadPicture } from '#site/lib/forms/upload.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { agree, answers, click, field, requests, toasts, type } from './page.tsx'

vi.mock('#site/lib/forms/upload.ts', () => ({ uploadPicture: vi.fn() }))
vi.mock('#site/lib/forms/shrink-picture.ts', () => ({
  shrinkPicture: async (file: File) => file,
}))

const url = '/uploads/00000000-0000-4000-8000-000000000000/1600.webp'
const upload = vi.mocked(uploadPicture)
beforeEach(() => {
  upload.mockReset().mockResolvedValue({ url, width: 60, height: 40 })
})

const choose = (name: string, mimeType: string, bytes = 2000) => {
  const file = new File([new Uint8Array(bytes)], name, { type: mimeType })
  fireEvent.change(screen.getByLabelText(/^Drop files here/), { target: { files: [file] } })
}
const area = () => screen.getByLabelText(/^Drop files/)
const fillIn = () => {
  type('Your Name', aSubmission.authorName)
  type('Your Role', aSubmission.authorRole)
  type('Story Category', aSubmission.category)
  type('Story Title', aSubmission.title)
  type('Story Summary', aSubmission.summary)
  type('Your Story', aSubmission.content)
  agree()
  answers.push({ status: 201 })
}
const noteText = () => document.getElementById('file-note')?.textContent
const video =
  'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.'

test.each([
  ['film.mp4', 'video/mp4', 2000, video],
  ['film.MOV', '', 2000, video],
  [
    'story.pdf',
    'application/pdf',
    2000,
    'Only JPG and PNG pictures can be uploaded. Please choose another file.',
  ],
  [
    'huge.jpg',
    'image/jpeg',
    11 * 1024 * 1024,
    'The file is larger than 10 MB. Please choose a smaller one.',
  ],
])(
  '%s is refused before a byte of it is sent, and another choice mends it',
  async (name, mimeType, bytes, sentence) => {
    render(<StoryForm />)
    choose(name, mimeType, bytes)
    await waitFor(() => expect(noteText()).toBe(sentence))
    expect(area().getAttribute('aria-describedby')).toBe('file-note')
    expect(area().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe(sentence)
    expect(upload).not.toHaveBeenCalled()
    choose('photo.jpg', 'image/jpeg')
    await screen.findByText('Your picture')
    expect(noteText()).toBeUndefined()
    expect(area().hasAttribute('aria-invalid')).toBe(false)
    expect(field('Image URL').value).toBe(url)
  },
)

test('an interrupted upload can be retried', async () => {
  upload.mockRejectedValueOnce(new Error('The upload broke off'))
  render(<StoryForm />)
  choose('photo.jpg', 'image/jpeg')
  await waitFor(() =>
    expect(noteText()).toBe(
      'The picture did not get through. Check your connection and try again.',
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Your picture')
})

const notAPicture = 'Only JPG and PNG pictures can be uploaded. Please choose another file.'
const failures = [
  ['that was refused', new ApiError(415, notAPicture)],
  ['that was lost', new Error('The upload broke off')],
] as const

test.each(failures)('a picture %s does not block sending the story', async (_, failure) => {
  upload.mockRejectedValueOnce(failure)
  render(<StoryForm />)
  fillIn()
  choose('photo.jpg', 'image/jpeg')
  await screen.findByRole('alert')
  click('Submit Story')
  await screen.findByText('Feature Submitted!')
  expect(requests[0]?.body['imageUrl']).toBeNull()
})

test.each(failures)('a picture %s can be removed', async (_, failure) => {
  upload.mockRejectedValueOnce(failure)
  render(<StoryForm />)
  choose('photo.jpg', 'image/jpeg')
  await screen.findByText('photo.jpg')
  click('Remove')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.queryByText('photo.jpg')).toBeNull()
  expect(area().hasAttribute('aria-invalid')).toBe(false)
  expect(document.activeElement).toBe(area())
})

test('a picture that fails while the story waits stops that submission, and the next one is sent', async () => {
  let fail = (_: Error) => {}
  upload.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject
    }),
  )
  render(<StoryForm />)
  fillIn()
  choose('photo.jpg', 'image/jpeg')
  click('Submit Story')
  await screen.findByRole('button', { name: /^Submit Story/, busy: true })
  fail(new Error('The upload broke off'))
  await screen.findByRole('button', { name: /^Submit Story/, busy: false })
  expect(document.activeElement).toBe(area())
  expect(requests).toEqual([])
  click('Submit Story')
  await screen.findByText('Feature Submitted!')
})

test('an upload after the session ended leads to the sign-in page, with the text stored', async () => {
  upload.mockRejectedValueOnce(new ApiError(401, 'Please sign in'))
  render(<StoryForm />)
  type('Story Title', 'The well that kept accounts')
  choose('photo.jpg', 'image/jpeg')
  await waitFor(() => expect(toasts).toEqual([formMessages.loggedOut]))
  const { values } = JSON.parse(localStorage.getItem('ascend.draft') ?? '{}')
  expect(values).toEqual({ title: 'The well that kept accounts' })
  await waitFor(() => expect(location.href).toContain('/api/login?returnTo='))
})
