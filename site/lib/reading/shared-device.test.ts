import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readerMark } from '../session.ts'
import { clearNotes, keepNote, listNotes, listUnsent, takeAnswer } from './book-notes.ts'
import { accountNotesKey } from './note-keys.ts'
import { clearPlaces, dropPlace, keepPlace, listPlaces } from './reading-places.ts'
import { changeKept, type KeptEvent, readingRecord, readKept, toKept } from './reading-record.ts'

/** Who is signed in, by the cookie that a script may read; nobody when it is empty. */
function now(reader: string) {
  vi.stubGlobal('document', {
    cookie: reader ? `data_saver=on; signed_in=1.${reader}` : 'data_saver=on',
    dispatchEvent: () => true,
  })
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

const storyId = '00000000-0000-4000-8000-000000000001'
const facts = { storyId, category: 'Lifestyle and Culture', readTimeMinutes: 5 }

/** Reads as the tracker notes it. */
function read(seconds: number) {
  const of = readerMark()
  const event: KeptEvent = {
    id: crypto.randomUUID(),
    ...facts,
    day: '2026-11-21',
    seconds,
    isRead: true,
    ...(of && { of }),
  }
  changeKept((kept) => ({ ...kept, events: [...kept.events, event] }))
}

const secondsSeen = () => readingRecord().stories.reduce((sum, { seconds }) => sum + seconds, 0)

/** The account of whoever is signed in has answered. */
function account(seconds: number) {
  const of = readerMark() ?? ''
  changeKept((kept) => ({
    ...kept,
    account: {
      stories: [{ ...facts, seconds, isRead: true, lastOn: '2026-11-20' }],
      days: ['2026-11-20'],
      unlocked: [{ id: 'first-steps', unlockedAt: '2026-11-20T08:00:00.000Z' }],
      of,
    },
  }))
}

describe('on a phone that two readers share', () => {
  test('one reader’s account data is not shown to the other, without a visit in between', () => {
    now('ada')
    account(300)
    expect(secondsSeen()).toBe(300)
    now('bayo')
    expect(readKept().account).toBeUndefined()
    expect(secondsSeen()).toBe(0)
  })

  test('one reader’s unsent reading waits for them, hidden from visitors and the other', () => {
    now('ada')
    read(60)
    now('')
    expect(secondsSeen()).toBe(0)
    read(20)
    now('bayo')
    expect(secondsSeen()).toBe(20)
    now('ada')
    expect(secondsSeen()).toBe(80)
  })

  test('a story that one reader left unfinished is offered to nobody else', () => {
    const place = { ...facts, title: 'A', fraction: 0.5, paragraph: 3, within: 0 }
    now('ada')
    keepPlace(place, false)
    now('bayo')
    expect(listPlaces()).toEqual([])
    keepPlace({ ...place, paragraph: 7 }, false)
    expect(listPlaces()).toMatchObject([{ paragraph: 7 }])
    dropPlace(storyId)
    clearPlaces()
    expect(listPlaces()).toEqual([])
    now('ada')
    expect(listPlaces()).toMatchObject([{ paragraph: 3 }])
  })

  test('one reader’s notes, sent or not, are seen, sent and cleared by nobody else', () => {
    const note = {
      id: 'a',
      bookId: storyId,
      editionId: storyId,
      number: 1,
      block: 0,
      start: 0,
      quote: 'Nine.',
      before: '',
      after: '',
      chapter: '',
      words: '',
      at: 0,
      isDeleted: false,
    }
    const quotes = () => listNotes(storyId).map(({ quote }) => quote)
    now('ada')
    keepNote(note)
    takeAnswer(listUnsent(), { notes: [note], until: 5, isMore: false, isWhole: true })
    keepNote({ ...note, id: 'b', quote: 'Not sent' })
    expect(quotes().sort()).toEqual(['Nine.', 'Not sent'])
    now('bayo')
    expect([quotes(), listUnsent()]).toEqual([[], []])
    clearNotes()
    now('ada')
    // What the account has comes again; what it does not have waited here.
    expect(quotes()).toEqual(['Not sent'])
    keepNote({ ...note, id: 'b', isDeleted: true })
    expect([quotes(), listUnsent()]).toMatchObject([[], [{ id: 'b', isDeleted: true }]])
    // A visitor’s belong to whoever signs in next.
    now('')
    keepNote({ ...note, id: 'c', quote: 'A visitor’s' })
    now('bayo')
    expect(quotes()).toEqual(['A visitor’s'])
  })
})

test('invalid events in the storage are not sent to the account', () => {
  const event = { id: storyId, ...facts, day: '2026-11-21', seconds: 30, isRead: false }
  const events = [
    { ...event, id: '00000000-0000-0000-0000-000000000001' },
    { ...event, id: '00000000-0000-4000-c000-000000000001' },
    { ...event, day: '0000-01-01' },
    { ...event, of: 7 },
  ]
  const times = ['1', '2026', '2026-11-21', 'Saturday', '0000-11-21T08:00:00.000Z']
  const unlocked = times.map((unlockedAt) => ({ id: 'first-steps', unlockedAt, isTold: true }))
  expect(toKept({ events, unlocked })).toMatchObject({ events: [], unlocked: [] })
})

// It stands in what every page loads, where the module of the key would weigh more than the key.
test('the notes of an account go with its reader by the name that they are stored under', async () => {
  const register = await readFile('site/features/shell/offline/register.ts', 'utf8')
  expect(register).toContain(`forget('${accountNotesKey}')`)
})
