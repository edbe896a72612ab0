import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { sql } from '#db/sql.ts'
import {
  type LocalCopy,
  type SaveState,
  startSaving,
} from '#site/admin/editor/saving/draft-saver.ts'
import { runs } from '#tests/long.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { thePublisher } from '#tests/people.ts'

type Fields = ReturnType<typeof aDraft>
type Send = Parameters<typeof startSaving<Fields>>[0]['send']

/** A tab with a draft open; its device outlives it. */
function aTab({
  send,
  device,
  id = randomUUID(),
  head = 0,
}: {
  send: Send
  device: { copy?: LocalCopy<Fields> | undefined }
  id?: string
  head?: number
}) {
  const tab = { text: 'begun', state: { is: 'saved' } as SaveState }
  const saving = startSaving({
    id,
    head,
    savedAt: undefined,
    read: () => ({ ...aDraft(), content: tab.text }),
    send,
    store: {
      read: () => device.copy && structuredClone(device.copy),
      write: (copy) => {
        device.copy = structuredClone(copy)
      },
      clear: () => {
        device.copy = undefined
      },
    },
    onState: (state) => {
      tab.state = state
    },
  })
  if (saving.local) tab.text = saving.local.content
  return {
    ...saving,
    id,
    state: () => tab.state,
    text: () => tab.text,
    type(text: string) {
      tab.text = text
      saving.change()
    },
  }
}

const saved = (number: number) => ({ number, savedAt: '2026-11-23T10:00:00.000Z' })
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

describe('an editor whose draft is saved automatically', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('sends nothing before the first change', async () => {
    const send = vi.fn(async () => saved(1))
    aTab({ send, device: {} })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).not.toHaveBeenCalled()
  })

  test('saves every few seconds while typing, one save at a time', async () => {
    let open = 0
    let most = 0
    let count = 0
    const send = vi.fn<Send>(async () => {
      most = Math.max(most, ++open)
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      open--
      return saved(++count)
    })
    const tab = aTab({ send, device: {} })
    for (let second = 0; second < 30; second++) {
      tab.type(`word ${second}`)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    await vi.advanceTimersByTimeAsync(30_000)
    expect(most).toBe(1)
    expect(send.mock.calls.map(([save]) => save.base)).toEqual(
      [0, 1, 2, 3, 4].slice(0, send.mock.calls.length),
    )
    expect(send.mock.calls.at(-1)?.[0].fields.content).toBe('word 29')
    expect(tab.state()).toMatchObject({ is: 'saved' })
  })

  test('continues without a network, and repeats a save whose response was lost under the same id', async () => {
    const send = vi.fn<Send>(offline)
    const device = {}
    const tab = aTab({ send, device })
    tab.type('typed in a tunnel')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(tab.state()).toEqual({ is: 'waiting' })
    expect(device).toMatchObject({ copy: { fields: { content: 'typed in a tunnel' } } })
    send.mockImplementation(async () => saved(1))
    tab.wake()
    await vi.advanceTimersByTimeAsync(10)
    const [first, second] = send.mock.calls.map(([save]) => save)
    expect(second).toEqual(first)
    expect(tab.state()).toMatchObject({ is: 'saved' })
    expect(device).toEqual({ copy: undefined })
  })

  test('finds the whole text again after the tab was killed', async () => {
    const device: { copy?: LocalCopy<Fields> } = {}
    const before = aTab({ send: offline, device })
    before.type('the last words before the battery died')
    await vi.advanceTimersByTimeAsync(500)
    before.stop()
    const send = vi.fn<Send>(async () => saved(1))
    const after = aTab({ send, device, id: before.id })
    expect(after.text()).toBe('the last words before the battery died')
    expect(after.state(), 'the server has none of it yet').toEqual({ is: 'changed' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(send.mock.calls[0]?.[0].fields.content).toBe(after.text())
  })

  test('stores a state once even if the tab was killed before the response', async () => {
    const device: { copy?: LocalCopy<Fields> } = {}
    const before = aTab({ send: offline, device })
    before.type('sent, and no answer')
    await vi.advanceTimersByTimeAsync(3_000)
    before.stop()
    const send = vi.fn<Send>(async () => saved(1))
    const after = aTab({ send, device, id: before.id })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledTimes(1)
    expect(after.state()).toMatchObject({ is: 'saved' })
  })

  test('saves everything later under the same address after the first save failed', async () => {
    const send = vi.fn<Send>(() => Promise.reject(new ApiError(500, 'Something went wrong.')))
    const tab = aTab({ send, device: {} })
    tab.type('the first words')
    await vi.advanceTimersByTimeAsync(3_000)
    tab.type('the first words, and more')
    let count = 0
    send.mockImplementation(async () => saved(++count))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tab.state()).toMatchObject({ is: 'saved' })
    expect(new Set(send.mock.calls.map(([save]) => save.id))).toEqual(new Set([tab.id]))
    expect(send.mock.calls.at(-1)?.[0]).toMatchObject({
      base: 1,
      fields: { content: 'the first words, and more' },
    })
  })

  test('does not overwrite a newer saved state with an older one of the device', async () => {
    const fields = { ...aDraft(), content: 'older words' }
    const device = { copy: { base: 1, fields } as LocalCopy<Fields> }
    const head = { number: 3, savedAt: '2026-11-23T10:00:00.000Z', savedByName: 'Ada' }
    const told = { aside: 4, head, isSamePerson: false }
    const refusal = new ApiError(409, 'Somebody saved.', undefined, undefined, undefined, told)
    const send = vi.fn<Send>(() => Promise.reject(refusal))
    const tab = aTab({ send, device, head: 3 })
    await vi.advanceTimersByTimeAsync(60_000)
    // It is sent beside the newest, as what was changed of the first.
    expect(send.mock.calls.map(([save]) => [save.base, save.fields.content])).toEqual([
      [1, 'older words'],
    ])
    expect(tab.state()).toMatchObject({ is: 'conflict', conflict: { head } })
  })

  test('can continue while signed out, and everything is saved after the sign-in', async () => {
    const send = vi.fn<Send>(() => Promise.reject(new ApiError(401, 'Please sign in.')))
    const device = {}
    const tab = aTab({ send, device })
    tab.type('before')
    await vi.advanceTimersByTimeAsync(3_000)
    tab.type('before, and after')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tab.state()).toEqual({ is: 'signedOut' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(device).toMatchObject({ copy: { fields: { content: 'before, and after' } } })
    let count = 0
    send.mockImplementation(async () => saved(++count))
    tab.wake()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(tab.state()).toMatchObject({ is: 'saved' })
    expect(send.mock.calls.at(-1)?.[0].fields.content).toBe('before, and after')
  })

  test('finds the newest words on the device, though an earlier tab waited for a save when it was closed', async () => {
    const device: { copy?: LocalCopy<Fields> } = {}
    let breakOff = () => {}
    const send = vi.fn<Send>(
      () =>
        new Promise((_, reject) => {
          breakOff = () => reject(new TypeError('Failed to fetch'))
        }),
    )
    const earlier = aTab({ send, device })
    earlier.type('older words')
    await vi.advanceTimersByTimeAsync(3_000)
    const flushed = earlier.flush()
    earlier.stop()
    const later = aTab({ send: vi.fn<Send>(offline), device })
    later.type('newer words')
    later.stop()
    breakOff()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(device.copy?.fields.content).toBe('newer words')
    expect(send).toHaveBeenCalledTimes(1)
    expect(await flushed).toBeUndefined()
  })

  test('sees why the server rejects a save, and loses no text', async () => {
    const send = vi.fn<Send>(() => Promise.reject(new ApiError(413, 'The request is too large.')))
    const tab = aTab({ send, device: {} })
    tab.type('a very long story')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(tab.state()).toEqual({ is: 'refused', sentence: 'The request is too large.' })
    const flushed = tab.flush()
    await vi.advanceTimersByTimeAsync(10)
    expect(await flushed).toBeUndefined()
  })
})

describe('an editor who discards a draft', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('has nothing saved during or after it, and no copy on the device', async () => {
    const device: { copy?: LocalCopy<Fields> } = {}
    let answer = () => {}
    const send = vi.fn<Send>(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(saved(1))
        }),
    )
    const tab = aTab({ send, device })
    tab.type('on its way')
    await vi.advanceTimersByTimeAsync(3_000)
    tab.type('on its way, and more')
    const paused = tab.pause()
    answer()
    // What was on its way is what the server has by now.
    expect(await paused).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledTimes(1)
    tab.adopt(0)
    tab.wake()
    tab.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).toHaveBeenCalledTimes(1)
    expect(device.copy).toBeUndefined()
  })

  test('has further changes saved when discarding failed', async () => {
    const device: { copy?: LocalCopy<Fields> } = {}
    const send = vi.fn<Send>(async () => saved(1))
    const tab = aTab({ send, device })
    tab.type('kept')
    await tab.pause()
    tab.type('kept, and more')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send).not.toHaveBeenCalled()
    expect(device.copy?.fields.content).toBe('kept, and more')
    tab.resume()
    await vi.advanceTimersByTimeAsync(10)
    expect(send.mock.calls[0]?.[0].fields.content).toBe('kept, and more')
    expect(device.copy).toBeUndefined()
  })
})

describe('two tabs, a bad network and tabs that are killed', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ tab: fc.nat(1), does: fc.constant('types' as const) }) },
    { weight: 4, arbitrary: fc.record({ tab: fc.nat(1), does: fc.constant('saves' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ tab: fc.nat(1), does: fc.constant('is killed' as const) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        tab: fc.nat(1),
        does: fc.constantFrom('loses the request' as const, 'loses the answer' as const),
      }),
    },
  )

  test('lose no text that was shown as saved, and none that was typed', async () => {
    const { call } = await thePublisher()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const id = randomUUID()
        const devices = [{}, {}] as { copy?: LocalCopy<Fields> }[]
        const faults = ['', '']
        const acknowledged = new Set<string>()
        const open = async (at: number) => {
          const known = await call('GET /admin/drafts/:id', { id }).catch(() => ({ head: 0 }))
          const send: Send = async (save) => {
            const fault = faults[at]
            faults[at] = ''
            if (fault === 'loses the request') throw new TypeError('Failed to fetch')
            const answer = await call('PUT /admin/drafts/:id', save)
            if (fault === 'loses the answer') throw new TypeError('Failed to fetch')
            acknowledged.add(save.fields.content)
            return answer
          }
          return aTab({
            send,
            device: devices[at] as { copy?: LocalCopy<Fields> },
            id,
            head: known.head,
          })
        }
        const tabs = [await open(0), await open(1)]
        const last = ['', '']
        for (const [index, { tab: at, does }] of steps.entries()) {
          const tab = tabs[at] as (typeof tabs)[number]
          if (does === 'types') {
            last[at] = `${tab.text()} ${index}`
            tab.type(last[at] as string)
          } else if (does === 'saves') {
            const conflict = tab.state()
            if (conflict.is === 'conflict') tab.overwrite(conflict.conflict.head.number)
            tab.wake()
            await Promise.race([tab.flush(), new Promise((resolve) => setTimeout(resolve, 60))])
          } else if (does === 'is killed') {
            // What was typed is on the device by then.
            tab.wake()
            tab.stop()
            tabs[at] = await open(at)
          } else faults[at] = does
        }
        for (const tab of tabs) tab.stop()
        const rows = await sql<{ content: string }[]>`
          select fields ->> 'content' as content from document_revisions where document_id = ${id}`
        const stored = new Set(rows.map(({ content }) => content))
        for (const text of acknowledged) expect(stored).toContain(text)
        for (const [at, text] of last.entries()) {
          const local = devices[at]?.copy
          const kept = [...stored, local?.fields.content, local?.pending?.fields.content]
          if (text) expect(kept).toContain(text)
        }
      }),
      { numRuns: runs({ sample: 20, long: 200 }) },
    )
  })
})
