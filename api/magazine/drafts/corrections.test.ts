import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aVisitor, theStaff } from '#tests/people.ts'
import { does } from '#tests/undo.ts'

const wrong = 'The plank was two metres long.'
const right = 'The plank was nine metres long.'
const correction = {
  change: 'correction',
  reason: 'We had the length of the plank wrong.',
  said: wrong,
  says: right,
} as const
const { change: _, ...told } = correction
const note = { ...told, description: null, isSerious: false }

/** A published story, and the editor who changes it. */
async function aPublishedStory() {
  const editor = await theStaff('editor')
  const { call } = editor
  const id = randomUUID()
  let base = 0
  const write = async (content: string) => {
    const fields = { ...aDraft(), content: `${aDraft().content}\n\n${content}` }
    const saved = await call('PUT /admin/drafts/:id', { id, base, saveId: randomUUID(), fields })
    base = saved.number
    return { id, number: base }
  }
  const publish = async (content: string, told = {}) =>
    does(editor, 'POST /admin/drafts/:id/publish', { ...(await write(content)), ...told })
  await publish(wrong)
  const reader = await aVisitor()
  const read = async () => {
    const { updatedOn, corrections } = await reader.call('GET /stories/:id', { id })
    return { updatedOn, corrections: corrections.map(({ at: _, ...rest }) => rest) }
  }
  const listed = async () =>
    (await reader.call('GET /corrections', {})).filter(({ storyId }) => storyId === id)
  return { id, call, write, publish, read, listed }
}

test('readers see both wordings of a correction, whatever changes later', async () => {
  const { id, call, write, publish, read, listed } = await aPublishedStory()
  await write(right)
  const { changed } = await call('GET /admin/drafts/:id/publishing', { id })
  expect(changed).toEqual({ said: wrong, says: right })
  const { undo } = await publish(right, correction)
  await publish(right, correction)
  expect(await read()).toEqual({ updatedOn: null, corrections: [note] })
  await publish(`${right} It was wet.`)
  const { updatedOn, corrections } = await read()
  expect([updatedOn, corrections]).toEqual([expect.any(String), [note]])
  const second = { ...correction, says: null, said: null, description: 'A name is gone.' }
  await publish(`${right} It was dry.`, { ...second, isSerious: true })
  expect((await read()).corrections).toEqual([
    { ...note, said: null, says: null, description: 'A name is gone.', isSerious: true },
    note,
  ])
  expect(await listed()).toMatchObject([{ isSerious: true, title: aDraft().title }, note])
  // What came since stays: the first one cannot be undone any more.
  await expect(call('POST /admin/undo/:id', { id: undo?.id ?? '' })).rejects.toThrow('409')
  await call('POST /admin/drafts/:id/unpublish', { id })
  expect(await listed()).toEqual([])
})

test('a typing mistake leaves no note, and Undo takes a correction back', async () => {
  const { call, publish, read } = await aPublishedStory()
  await publish(right, { change: 'typo' })
  expect(await read()).toEqual({ updatedOn: null, corrections: [] })
  const { undo } = await publish(`${right} It was wet.`, correction)
  await call('POST /admin/undo/:id', { id: undo?.id ?? '' })
  expect(await read()).toEqual({ updatedOn: null, corrections: [] })
})

test('a correction without its reason and both wordings is refused, and nothing is changed', async () => {
  const { publish, read } = await aPublishedStory()
  const refused = (told: object) => publish(right, { change: 'correction', ...told })
  await expect(refused({ said: wrong })).rejects.toMatchObject({
    status: 400,
    fields: {
      reason: ['Please write what was wrong'],
      says: ['Please write what it says now'],
    },
  })
  await expect(refused({ reason: 'It was longer.', description: ' ' })).rejects.toMatchObject({
    fields: { description: ['Please write what has changed'] },
  })
  expect(await read()).toEqual({ updatedOn: null, corrections: [] })
})

test('changed in the review queue, a published story counts as updated', async () => {
  const { id, call, read } = await aPublishedStory()
  await call('PATCH /admin/stories/:id', { id, isFeatured: true })
  expect((await read()).updatedOn).toBeNull()
  await call('PATCH /admin/stories/:id', { id, title: 'The bridge that nine women paid for' })
  expect((await read()).updatedOn).toEqual(expect.any(String))
})
