import { paths } from '#contract/paths.ts'
import { noteLimits } from '#contract/shop/notes.ts'
import { newId } from '#site/lib/forms/new-id.ts'
import { listNotes, type Note } from '#site/lib/reading/book-notes.ts'
import { readerMark } from '#site/lib/session.ts'
import { copyText } from '#site/ui/copy-text.ts'
import { measureChapter } from '../measure-chapter.ts'
import { drawNotes } from './draw-notes.ts'
import { drawMargin } from './margin-notes.ts'
import { closeSheet, openSheet, writtenSoFar } from './note-sheet.ts'
import { removeNote, saveNote, tell } from './sync-notes.ts'
import { type Quoted, quoteIn } from './text-of-chapter.ts'

// The notes of the chapter that is open.

/** A voice that reads on puts the next one in its place. */
function findChapter() {
  // The contents load this file for a book that is kept.
  const page = (document.querySelector('[data-chapter-page]') ?? document.body) as HTMLElement
  const { book: bookId = '', edition: editionId = '', number, title, author } = page.dataset
  return {
    page,
    text: page.querySelector('[data-chapter-text]') as HTMLElement,
    place: { bookId, editionId, number: Number(number) },
    from: `${title}, ${author}`,
  }
}

let open = findChapter()
/** A longer quote is no quotation any more. */
const mostShared = 300
const listHere = () => listNotes(open.place.bookId)

export function showNotes() {
  open = findChapter()
  drawNotes(open.text, listHere(), open.place)
  showMargin()
}

/** A phone has none. */
function showMargin() {
  const margin = document.querySelector<HTMLElement>('[data-note-margin]')
  if (margin && margin.offsetWidth > 0) drawMargin(margin, listHere())
}

/** The selection that the sheet was opened for: closed, it stays closed. */
let offered = ''

/** Opens the sheet for what is selected in the text. */
export function offerSelected() {
  const range = selectedRange()
  const quote = range && quoteIn(open.text, range)
  const key = quote ? `${quote.block}/${quote.start}/${quote.quote}` : ''
  if (key === offered) return
  offered = key
  if (!quote) return closeSheet()
  const isCut = quote.quote.length === noteLimits.quote
  const listenButton = document.querySelector<HTMLElement>(
    '[data-tool="listen"]:not([data-voiceless])',
  )
  // From where text is selected; what is read already stops first.
  const listen = () => {
    getSelection()?.addRange(range)
    if (listenButton?.ariaPressed === 'true') listenButton.click()
    listenButton?.click()
  }
  openSheet(open.page, {
    quote: quote.quote,
    words: writtenSoFar(),
    hint: `${isCut ? 'A highlight ends after 2,000 characters. ' : ''}${whereKept()}`,
    actions: {
      ...sharing(quote.quote),
      ...(listenButton && { listen }),
      highlight: (words) => {
        getSelection()?.empty()
        saveNote({ ...newNote(quote), words }, showNotes)
      },
    },
  })
}

/** Marks what is selected, or the first paragraph on the screen that has words. */
export function markHere() {
  const blocks = [...open.text.children].slice(measureChapter(open.text).block)
  const paragraph = document.createRange()
  paragraph.selectNodeContents(blocks.find(({ textContent }) => textContent?.trim()) ?? open.text)
  const quote = quoteIn(open.text, selectedRange() ?? paragraph)
  if (!quote) return
  getSelection()?.empty()
  closeSheet()
  const isSame = (note: Note) => note.number === open.place.number && note.block === quote.block
  const known = listHere().find((note) => isSame(note) && note.quote === quote.quote)
  const note = known ?? newNote(quote)
  if (!saveNote(note, showNotes)) return
  const press = () => openNote(note.id)
  tell({ title: 'Highlighted', action: { label: 'Add a note', press }, durationMs: 10_000 })
}

function openNote(noteId = '') {
  const note = listHere().find(({ id }) => id === noteId)
  if (!note) return
  openSheet(open.page, {
    noteId,
    quote: note.quote,
    words: note.words,
    hint: whereKept(),
    actions: {
      ...sharing(note.quote),
      save: (words) => saveNote({ ...note, words }, showNotes),
      delete: () => removeNote(note, showNotes),
    },
  })
}

function selectedRange(): Range | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return undefined
  const range = selection.getRangeAt(0)
  return range.intersectsNode(open.text) ? range : undefined
}

function newNote(quote: Quoted): Note {
  const chapter = open.page.querySelector('h1')?.textContent?.trim() ?? ''
  return { id: newId(), ...open.place, ...quote, chapter, words: '', at: 0, isDeleted: false }
}

const whereKept = () =>
  `On this phone${readerMark() ? ' and in your account' : ''}. Only you see it.`

const copied = { title: 'Quote Copied', text: 'It is on your clipboard.' }
const notCopied = { title: 'Copy Failed', text: 'Copy it from the text.', isDestructive: true }

function sharing(quote: string) {
  const isLong = quote.length > mostShared
  const short = isLong ? `${quote.slice(0, mostShared - 1).trimEnd()}…` : quote
  const told = `“${short}”\n${open.from}`
  const url = new URL(paths.book(open.place.bookId), location.href).href
  const share = async () => {
    try {
      await navigator.share({ text: told, url })
    } catch (error) {
      // The reader cancelled: that is no error.
      if ((error as Error).name !== 'AbortError')
        await copyText(`${told}\n${url}`, copied, notCopied)
    }
  }
  return { copy: () => copyText(quote, copied, notCopied), share }
}

document.addEventListener('click', ({ target }) => {
  const opened = (target as Element).closest<HTMLElement>('a, [data-highlight]')
  if (opened && getSelection()?.isCollapsed !== false) openNote(opened.dataset['highlight'])
})
if (open.text) {
  showNotes()
  // Other letters, and another width, move the marks.
  new ResizeObserver(showMargin).observe(open.text)
}
// From the page of notes: the mark was not there when this one was opened.
if (location.hash.startsWith('#note-')) document.querySelector(location.hash)?.scrollIntoView()
