import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draftKeys, draftStore } from './draft.store.ts'

const key = draftKeys.story
const typed = {
  title: 'The well that kept accounts',
  content: 'Ẹ kú iṣẹ́\n“quoted” & <b>not bold</b>',
}

/** A device's storage; `broken` throws at every touch, as a browser does where storage is forbidden. */
function aStorage(broken = false): Storage {
  const kept = new Map<string, string>()
  const touch = () => {
    if (broken) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => {
      touch()
      return kept.get(name) ?? null
    },
    setItem: (name, value) => {
      touch()
      kept.set(name, value)
    },
    removeItem: (name) => {
      touch()
      kept.delete(name)
    },
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', aStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a draft', () => {
  test('is there when the reader comes back, word for word, with its time', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T21:30:00Z') })
    expect(draftStore(key).save(typed)).toBe(true)
    const restored = { savedAt: '2026-11-20T21:30:00.000Z', over: '', values: typed }
    const store = draftStore(key)
    expect(store.$draft.get(), 'nothing is read before it is asked for').toBeUndefined()
    expect(store.load()).toEqual(restored)
    expect(store.$draft.get()).toEqual(restored)
  })

  test('of a new story, of a submission and of a request are separate', () => {
    const submission = draftKeys.submission('00000000-0000-4000-8000-000000000000')
    draftStore(key).save({ title: 'New' })
    draftStore(submission).save({ title: 'Changed' })
    draftStore(draftKeys.request).save({ title: 'Book' })
    const titles = [key, submission, draftKeys.request].map(
      (each) => draftStore(each).load()?.values['title'],
    )
    expect(titles).toEqual(['New', 'Changed', 'Book'])
  })

  test('of a submission that was changed elsewhere since is ignored', () => {
    const submission = draftKeys.submission('00000000-0000-4000-8000-000000000000')
    draftStore(submission, '2026-11-20T10:00:00.000Z').save(typed)
    expect(draftStore(submission, '2026-11-21T10:00:00.000Z').load()).toBeUndefined()
    expect(draftStore(submission, '2026-11-20T10:00:00.000Z').load()?.values).toEqual(typed)
  })

  test('that is discarded is deleted', () => {
    const store = draftStore(key)
    store.save(typed)
    expect(store.clear()).toBe(true)
    expect(store.$draft.get()).toBeUndefined()
    expect(draftStore(key).load()).toBeUndefined()
  })

  test('without text is not stored', () => {
    const store = draftStore(key)
    store.save(typed)
    expect(store.save({ title: '', content: ' \n' })).toBe(true)
    expect(draftStore(key).load()).toBeUndefined()
    store.save({})
    expect(draftStore(key).load()).toBeUndefined()
  })

  test.each([
    ['no JSON', '{"savedAt":"2026-'],
    ['nothing', 'null'],
    ['a list', '[1,2]'],
    ['a text', '"draft"'],
    ['without a time', '{"values":{"title":"x"}}'],
    ['with a time that is none', '{"savedAt":"yesterday","values":{"title":"x"}}'],
    ['without words', '{"savedAt":"2026-11-20T00:00:00Z"}'],
    ['with words that are none', '{"savedAt":"2026-11-20T00:00:00Z","values":{"title":{"a":1}}}'],
    ['with a list of words', '{"savedAt":"2026-11-20T00:00:00Z","values":7}'],
  ])('that is invalid (%s) is ignored', (_, kept) => {
    localStorage.setItem(key, kept)
    expect(draftStore(key).load()).toBeUndefined()
  })

  test('keeps its valid fields when another is invalid', () => {
    localStorage.setItem(
      key,
      '{"savedAt":"2026-11-20T00:00:00Z","values":{"title":"Kept","content":null}}',
    )
    expect(draftStore(key).load()?.values).toEqual({ title: 'Kept' })
  })
})

describe('where storage is full or forbidden', () => {
  test('saving a draft reports the failure, and nothing throws', () => {
    vi.stubGlobal('localStorage', aStorage(true))
    const store = draftStore(key)
    expect(store.load()).toBeUndefined()
    expect(store.save(typed)).toBe(false)
    expect(store.$draft.get()).toBeUndefined()
    expect(store.clear()).toBe(false)
  })

  test('a browser without storage has no drafts, and nothing throws', () => {
    vi.stubGlobal('localStorage', undefined)
    const store = draftStore(key)
    expect(store.load()).toBeUndefined()
    expect(store.save(typed)).toBe(false)
  })
})
