import { paths } from '#contract/paths.ts'
import { keepNote, listNotes, type Note } from '#site/lib/reading/book-notes.ts'
import { newId } from '#site/lib/forms/new-id.ts'
import { readerMark } from '#site/lib/session.ts'
import { copyText } from '#site/ui/copy-text.ts'
import { measureChapter } from '../chapters/measure-chapter.ts'
import { drawNotes } from './draw-notes.ts'
import { closeSheet, openSheet, writtenSoFar } from './note-sheet.ts'
import { syncNotes } from './sync-notes.ts'
import { quoteIn } from './text-of-chapter.ts'

const page = document.querySelector<HTMLElement>('[data-chapter-page]')
const text = page?.querySelector<HTMLElement>('[data-chapter-text]')
const { book: bookId = '', edition: editionId = '', ...facts } = page?.dataset ?? {}
const place = { bookId, editionId, number: Number(facts['number']) }
/** A shared quote has no more characters: what is longer is no quotation any more. */
const mostShared = 300

/** Shows the notes of this page. */
export function showNotes() {
  if (text) drawNotes(text, listNotes(bookId), place)
}

/** The last selection that the sheet was opened for: closed, it stays closed. */
let offered = ''

/** Opens the sheet for what is selected in the text. */
export function offerSelected() {
  const range = selectedRange()
  const quoted = range && text && quoteIn(text, range)
  if (!quoted) {
    offered = ''
    return closeSheet()
  }
  const { isCut, ...quote } = quoted
  const key = `${quote.block}/${quote.start}/${quote.quote}`
  if (key === offered) return
  offered = key
  const start = () =>
    getSelection()?.setBaseAndExtent(
      range.startContainer,
      range.startOffset,
      range.endContainer,
      range.endOffset,
    )
  openSheet(text, {
    quote: quote.quote,
    words: writtenSoFar(),
    hint: `${isCut ? 'A highlight ends after 2,000 characters. ' : ''}${whereKept()}`,
    actions: {
      highlight: (words) => {
        getSelection()?.empty()
        save({ ...newNote(), ...quote, words })
      },
      ...actionsOf(quote.quote),
      ...(listenButton() && {
        listen: () => {
          start()
          listen()
        },
      }),
    },
  })
}

/** H: marks what is selected, or the first paragraph on the screen that has words. */
export async function markHere() {
  if (!text) return
  let range = selectedRange()
  const blocks = [...text.children].slice(measureChapter(text).block)
  const block = blocks.find(({ textContent }) => textContent?.trim())
  if (!range && block) {
    range = document.createRange()
    range.selectNodeContents(block)
  }
  const quoted = range && quoteIn(text, range)
  if (!quoted) return
  const { isCut: _, ...quote } = quoted
  const own = listNotes(bookId).find(
    (note) =>
      note.quote === quote.quote && note.block === quote.block && note.number === place.number,
  )
  getSelection()?.empty()
  offered = ''
  closeSheet()
  const note = own ?? { ...newNote(), ...quote, words: '' }
  if (!own && !(await save(note))) return
  const { showToast } = await import('#site/ui/toast.ts')
  const press = () => openNote(note.id)
  showToast({ title: 'Highlighted', action: { label: 'Add a note', press }, durationMs: 10_000 })
}

/** Opens a note to change it. */
export function openNote(id: string) {
  const note = listNotes(bookId).find((one) => one.id === id)
  if (!note || !text) return
  openSheet(text, {
    quote: note.quote,
    words: note.words,
    hint: whereKept(),
    opener: text.querySelector<HTMLElement>(`button[data-highlight="${id}"]`) ?? undefined,
    actions: {
      save: (words) => save({ ...note, words }),
      ...actionsOf(note.quote),
      delete: () => remove(note),
    },
  })
}

function selectedRange(): Range | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  return text && range.intersectsNode(text) ? range : undefined
}

function newNote() {
  const chapter = page?.querySelector('h1')?.textContent?.trim() ?? ''
  return { id: newId(), ...place, chapter, at: 0, isDeleted: false }
}

const whereKept = () =>
  `On this phone${readerMark() ? ' and in your account' : ''}. Only you see it.`

async function save(note: Note): Promise<boolean> {
  const isKept = keepNote(note)
  showNotes()
  if (isKept) void syncNotes()
  else {
    const { showToast } = await import('#site/ui/toast.ts')
    const reason = 'This browser has no room for notes, or keeps nothing.'
    showToast({ title: 'Not Kept', text: reason, isDestructive: true })
  }
  return isKept
}

async function remove(note: Note) {
  await save({ ...note, isDeleted: true })
  const { showToast } = await import('#site/ui/toast.ts')
  const press = () => void save({ ...note, at: Date.now() })
  showToast({ title: 'Note Deleted', action: { label: 'Undo', press }, durationMs: 10_000 })
}

const actionsOf = (quote: string) => ({
  copy: () =>
    copyText(quote, { title: 'Quote Copied', text: 'It is on your clipboard.' }, notCopied),
  share: () => shareQuote(quote),
})
const notCopied = { title: 'Copy Failed', text: 'Copy it from the text.', isDestructive: true }

async function shareQuote(quote: string) {
  const short = quote.length > mostShared ? `${quote.slice(0, mostShared - 1).trimEnd()}…` : quote
  const told = `“${short}”\n${facts['title']}, ${facts['author']}`
  const url = new URL(paths.book(bookId), location.href).href
  if (navigator.share) {
    try {
      return await navigator.share({ text: told, url })
    } catch (error) {
      // The reader cancelled: that is no error.
      if ((error as Error).name === 'AbortError') return
    }
  }
  await copyText(
    `${told}\n${url}`,
    { title: 'Quote Copied', text: 'Paste it where you like.' },
    notCopied,
  )
}

const listenButton = () =>
  document.querySelector<HTMLElement>('[data-tool="listen"]:not([data-voiceless])')

/** From the paragraph that is selected on. What is read already stops first. */
function listen() {
  const button = listenButton()
  if (button?.ariaPressed === 'true') button.click()
  button?.click()
}

text?.addEventListener('click', ({ target }) => {
  const number = (target as Element).closest<HTMLElement>('button[data-highlight]')
  if (number) openNote(number.dataset['highlight'] ?? '')
})
showNotes()
// From the page of the notes: the mark was not there when the page was opened.
if (location.hash.startsWith('#note-'))
  document.getElementById(location.hash.slice(1))?.scrollIntoView()
