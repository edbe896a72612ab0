import { beforeAll, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { filePart, pdf } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aBook, startApp, theStaff } from '#tests/people.ts'
import { aPdf } from '#tests/shop/pdfs.ts'
import { deleteOldParts } from './file-parts.queries.ts'

const files = folderFiles(await aFolder())
let base: string
let owner: Sender
beforeAll(async () => {
  base = await startApp({ files })
  owner = await theStaff('owner', base)
})

type Sender = Awaited<ReturnType<typeof theStaff>>

const put = ({ send }: Sender, path: string, body: Uint8Array) =>
  send(`/api/admin/${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: body as BodyInit,
  })

const sendPart = async (sender: Sender, id: string, at: number, body: Uint8Array) =>
  (await put(sender, `file-parts/${id}?at=${at}`, body)).json()

const received = async ({ call }: Sender, id: string) =>
  (await call('GET /admin/file-parts/:id', { id })).received

/** Three parts of it, of which the last is short. */
const large = aPdf(3, { padding: 2.5 * filePart.bytes })
const partAt = (at: number) => large.subarray(at, at + filePart.bytes)

test('a PDF whose connection broke off goes on where it was, at any replica', async () => {
  const { id } = await aBook()
  await sendPart(owner, 'breaks-off', 0, partAt(0))
  const elsewhere = await theStaff('owner', await startApp({ files }))
  // The answer was lost, so it is sent again; and one that leaves a gap is of no use.
  expect(await sendPart(elsewhere, 'breaks-off', 0, partAt(0))).toEqual({
    received: filePart.bytes,
  })
  const gap = 2 * filePart.bytes
  expect(await sendPart(elsewhere, 'breaks-off', gap, partAt(gap))).toEqual({
    received: filePart.bytes,
  })
  for (;;) {
    const at = await received(elsewhere, 'breaks-off')
    if (at >= large.length) break
    await sendPart(elsewhere, 'breaks-off', at, partAt(at))
  }
  const whole = await put(owner, `books/${id}/file?parts=breaks-off`, new Uint8Array())
  expect(whole.status).toBe(200)
  expect(await whole.json()).toMatchObject({ pdf: { bytes: large.length, pages: 3 } })
  const stored = await owner.send(`/api/admin/books/${id}/file`)
  expect(Buffer.from(await stored.arrayBuffer()).equals(large)).toBe(true)
})

test('a part is small, and so is the whole', async () => {
  const tooLong = await put(owner, 'file-parts/long?at=0', Buffer.alloc(filePart.bytes + 1))
  expect(tooLong.status).toBe(413)
  const beyond = await put(owner, `file-parts/long?at=${pdf.bytes}`, Buffer.alloc(1))
  expect(beyond.status).toBe(413)
  for (const query of ['', '?at=-1', '?at=1.5', '?at=x'])
    expect((await put(owner, `file-parts/long${query}`, Buffer.alloc(1))).status).toBe(400)
  expect(await received(owner, 'long')).toBe(0)
})

test('a name that no file has, or can have, is no file', async () => {
  const { id } = await aBook()
  for (const name of ['unknown', '%00', 'a%20b', 'x'.repeat(101)])
    expect((await put(owner, `books/${id}/file?parts=${name}`, new Uint8Array())).status).toBe(400)
})

test('parts are their sender’s alone, and authors send none', async () => {
  const shopkeeper = await theStaff('shopkeeper', base)
  const { id } = await aBook()
  await sendPart(owner, 'mine', 0, aPdf(1))
  expect(await received(shopkeeper, 'mine')).toBe(0)
  expect((await put(shopkeeper, `books/${id}/file?parts=mine`, new Uint8Array())).status).toBe(400)
  const author = await theStaff('author', base)
  expect((await put(author, 'file-parts/mine?at=0', aPdf(1))).status).toBe(403)
  expect((await put(author, `books/${id}/file?parts=mine`, new Uint8Array())).status).toBe(403)
})

test('three unfinished files of a sender are kept, for a day', async () => {
  const editor = await theStaff('editor', base)
  for (const id of ['one', 'two', 'three', 'four']) await sendPart(editor, id, 0, Buffer.alloc(9))
  expect(
    await Promise.all(['one', 'two', 'three', 'four'].map((id) => received(editor, id))),
  ).toEqual([0, 9, 9, 9])
  await sql`update file_parts set arrived_at = now() - interval '25 hours' where id = 'two'`
  await deleteOldParts()
  expect(await received(editor, 'two')).toBe(0)
  expect(await received(editor, 'four')).toBe(9)
})
