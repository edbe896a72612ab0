import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '#db/sql.ts'
import {
  type LocalCopy,
  type SaveState,
  startSaving,
} from '#site/admin/editor/saving/draft-saver.ts'
import { theStaff } from '../people.ts'
import { aDraft } from './drafts.ts'

/**
 * Somebody who writes a story in the editor's own saver, on a device of their own. What was acknowledged is remembered.
 * `more`: words beside those that are counted.
 */
export async function aWriter(base: string, more = () => '') {
  const { call } = await theStaff('editor', base)
  const id = randomUUID()
  const device: { copy?: LocalCopy<ReturnType<typeof aDraft>> | undefined } = {}
  const acknowledged = new Map<string, { number: number; content: string }>()
  const statuses: string[] = []
  let text = ''
  let count = 0
  let faults = 0
  let state: SaveState = { is: 'saved', at: undefined }

  const open = (head: number) =>
    startSaving({
      id,
      head,
      savedAt: undefined,
      read: () => ({ ...aDraft(), content: text }),
      async send(save) {
        try {
          const answer = await call('PUT /admin/drafts/:id', save)
          acknowledged.set(save.saveId, { number: answer.number, content: save.fields.content })
          return answer
        } catch (error) {
          faults++
          statuses.push(String(error))
          throw error
        }
      },
      store: {
        read: () => device.copy && structuredClone(device.copy),
        write: (copy) => {
          device.copy = structuredClone(copy)
        },
        clear: () => {
          device.copy = undefined
        },
      },
      onState: (next) => {
        state = next
      },
    })
  let saving = open(0)

  return {
    id,
    call,
    acknowledged,
    /** What they have typed until now. */
    text: () => text,
    state: () => state,
    /** Saves that were not answered, or refused. */
    faults: () => faults,
    /** What they were told. */
    statuses,
    /** One more word, and a save at once. */
    type() {
      text = `${more()}word ${++count}`
      saving.change()
      saving.wake()
    },
    /** Tries again now, not after the pause. */
    wake: () => saving.wake(),
    /** The tab is killed; another one finds what is on the device. */
    async reopenTab() {
      saving.stop()
      const before = text
      saving = open(device.copy?.base ?? [...acknowledged.values()].at(-1)?.number ?? 0)
      expect(saving.local?.content ?? before).toBe(before)
    },
    /** Waits until the server has everything. */
    async catchUp() {
      await expect
        .poll(
          () => {
            if (state.is !== 'saved') saving.wake()
            return state.is
          },
          { timeout: 20_000, interval: 50 },
        )
        .toBe('saved')
      expect(device.copy).toBeUndefined()
    },
    stop: () => saving.stop(),
  }
}

/** Whether all that was acknowledged is there, in its place and once, and the newest is what they typed last. */
export async function checkWritten(writer: Awaited<ReturnType<typeof aWriter>>) {
  const rows = await sql<{ number: number; saveId: string; content: string; kind: string }[]>`
    select number, save_id, fields ->> 'content' as content, kind from document_revisions
    where document_id = ${writer.id} order by number`
  const [draft] = await sql<{ head: number }[]>`
    select head from story_drafts where story_id = ${writer.id}`
  expect(writer.acknowledged.size).toBeGreaterThan(0)
  for (const [saveId, { number, content }] of writer.acknowledged) {
    expect(rows.find((row) => row.saveId === saveId)).toMatchObject({ number, content })
  }
  // Nothing beside somebody else's, no hole, and no state a second time.
  expect(rows.map(({ kind }) => kind)).toEqual(rows.map(() => 'saved'))
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  expect(new Set(rows.map(({ content }) => content)).size).toBe(rows.length)
  expect(draft?.head).toBe(rows.length)
  expect(rows.at(-1)?.content).toBe(writer.text())
}
