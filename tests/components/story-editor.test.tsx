import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cardKeyOf } from '#markdown/issue-cards.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { writeMarkdown } from '#markdown/write-markdown.ts'
import { DocumentConflict } from '#site/admin/editor/saving/ConflictBox.tsx'
import { LinkDialog } from '#site/admin/editor/text/LinkDialog.tsx'
import { useWords } from '#site/admin/editor/text/use-words.ts'
import type { DocumentEditor } from '#site/admin/editor/use-document-editor.ts'
import type { TextCard } from '#site/lib/pages/card-face.ts'
import { StoryText } from '#site/ui/text/StoryText.tsx'
import { field, noteAt, type } from './page.tsx'

const content = '## Two words\n\n- three\n\n1. four\n\n---\n\n**five** [six seven](/about)'

test('a text has the same number of words before and after the rich editor has loaded', async () => {
  const text = { current: { read: () => content } as { read(): string; words?(): string } }
  const saveState = { is: 'saved', at: undefined } as const
  const { result, rerender } = renderHook(
    ({ pauses }) => useWords({ text, start: content, pauses, saveState }),
    { initialProps: { pauses: 0 } },
  )
  await waitFor(() => expect(result.current.words).toBe(7))
  text.current.words = () => 'Two words\nthree\nfour\nfive six seven'
  rerender({ pauses: 1 })
  expect(result.current.words).toBe(7)
  text.current.words = () => 'One pause later'
  rerender({ pauses: 2 })
  expect(result.current.words).toBe(3)
})

test('a link to a book on a line of its own is a card for readers, and a link wherever its text goes', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const doc = parseMarkdown(
    `She wrote a book.\n\n[The Quiet Climb](/book/${id})\n\nRead [it](/book/${id}).`,
  )
  const cardOf = (cards: TextCard[]) => {
    render(<StoryText doc={doc} cardKeyOf={(block) => cardKeyOf(block)} cards={cards} />)
    return screen.getByRole('link', { name: 'The Quiet Climb' })
  }
  const closed = cardOf([])
  expect(closed.closest('p')?.textContent).toBe('The Quiet ClimbBook')
  cleanup()
  const book = { title: 'The Quiet Climb', category: 'Fiction', authorName: 'Ada Obi', price: 3500 }
  const card = cardOf([{ kind: 'book', id, ...book, imageUrl: null }])
  expect(card.getAttribute('href')).toBe(`/book/${id}`)
  expect(card.closest('p')?.textContent).toBe('The Quiet Climbby Ada Obi · ₦3,500')
  const picture = card.closest('p')?.querySelector('img')
  expect(picture?.getAttribute('src')).toMatch(/^\/api\/art\/book\//)
  expect(picture?.getAttribute('loading')).toBe('lazy')
  expect(screen.getByRole('link', { name: 'it' }).parentElement?.textContent).toBe('Read it.')
  expect(writeMarkdown(doc)).toContain(`\n\n[The Quiet Climb](/book/${id})\n\n`)
})

const head = { number: 4, savedAt: '2026-11-20T10:00:00.000Z', savedByName: 'Zainab Musa' }

test.each([
  [true, 'You saved this story on another device', 'Use the other version'],
  [false, 'Zainab Musa saved this story', 'Use theirs'],
])(
  'a conflict (of one person: %s) names the two versions that it compares',
  (isSamePerson, said, theirs) => {
    render(
      <DocumentConflict
        editor={{} as DocumentEditor}
        thing="story"
        conflict={{ aside: 7, head, isSamePerson }}
        revisionsPath="/admin/stories/x/revisions"
      />,
    )
    expect(screen.getByRole('alert').textContent).toContain(said)
    expect(screen.getByRole('button', { name: theirs })).toBeTruthy()
    const compare = screen.getByRole('link', { name: 'Compare both' })
    expect(compare.getAttribute('href')).toBe('/admin/stories/x/revisions?before=4&after=7')
  },
)

test('a link is set in the event that confirms it, and a wrong address is refused in place', () => {
  const links: unknown[] = []
  HTMLDialogElement.prototype.showModal ??= () => {}
  render(
    <LinkDialog
      href=""
      words="this"
      onSet={(href, words) => links.push([href, words])}
      onClose={() => {}}
    />,
  )
  type('Address', 'not an address')
  const confirm = () => {
    const form = document.querySelector('dialog form')
    if (form) fireEvent.submit(form)
  }
  confirm()
  expect(links).toEqual([])
  expect(noteAt('Address')).toMatch(/^Please enter an address that begins with/)
  expect(document.activeElement).toBe(field('Address'))
  type('Address', 'unilag.edu.ng')
  type('Words', 'the report')
  confirm()
  expect(links).toEqual([['https://unilag.edu.ng', 'the report']])
})
