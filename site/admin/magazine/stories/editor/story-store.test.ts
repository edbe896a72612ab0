import { afterEach, expect, test, vi } from 'vitest'
import { listDraftCopies, localCopy } from '#site/admin/editor/saving/on-device.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { type DraftFields, storyStore } from './story-store.ts'

/** A device's storage, like that of browsers. */
function aStorage() {
  const stored: Record<string, string> = {}
  const ways = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value
    },
    removeItem: (key: string) => {
      delete stored[key]
    },
  }
  const hidden = Object.fromEntries(
    Object.entries(ways).map(([name, value]) => [name, { value, configurable: true }]),
  )
  return Object.defineProperties(stored, hidden) as unknown as Storage
}

const draftCopy = (id: string) => localCopy<DraftFields>(storyStore.copyKey + id)
const fields = { ...aDraft(), title: '' }

afterEach(() => vi.unstubAllGlobals())

test('stories with unsaved text on the device are listed by title or first words', () => {
  vi.stubGlobal('localStorage', aStorage())
  localStorage.setItem('something else', '{}')
  localStorage.setItem('ascend.admin-draft.spoilt', '{')
  draftCopy('one').write({ base: 0, fields: { ...fields, title: ' The plank ' } })
  draftCopy('two').write({ base: 0, fields })
  draftCopy('three').write({ base: 0, fields: { ...fields, content: ' ' } })
  expect(listDraftCopies(storyStore)).toEqual([
    { id: 'one', title: 'The plank' },
    { id: 'two', title: 'The plank was wet again that morning. It rained for a week.' },
    { id: 'three', title: '' },
  ])
  draftCopy('one').clear()
  expect(listDraftCopies(storyStore).map(({ id }) => id)).toEqual(['two', 'three'])
})

test('an editor works on a device with full or forbidden storage', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: full, setItem: full, removeItem: full })
  const copy = draftCopy('one')
  copy.write({ base: 0, fields })
  copy.clear()
  expect(copy.read()).toBeUndefined()
  expect(listDraftCopies(storyStore)).toEqual([])
  vi.unstubAllGlobals()
  vi.stubGlobal('localStorage', undefined)
  expect(listDraftCopies(storyStore)).toEqual([])
})
