import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aPicture, upload } from '#tests/magazine/pictures.ts'
import {
  aBook,
  aPublishingRequest,
  aReader,
  aStory,
  aVisitor,
  startApp,
  thePublisher,
} from '#tests/people.ts'
import { cleanUpUploads } from './store-picture.ts'

/** A reader, and a way to upload pictures that are some hours old. */
async function aContributor() {
  const dataDir = await aFolder()
  const files = folderFiles(dataDir)
  const reader = await aReader(await startApp({ files }))
  const picture = await aPicture(30, 20).png().toBuffer()
  const uploadOf = async (hours: number) => {
    const { url } = (await (await upload(reader, picture)).json()) as { url: string }
    const id = url.split('/')[2] ?? ''
    await sql`
      update uploads set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`
    return { url, id }
  }
  const listKept = async () => (await readdir(join(dataDir, 'uploads'))).sort()
  const listRows = async () => {
    const rows = await sql<{ id: string }[]>`
      select id from uploads where id = any(${await listKept()}::uuid[]) order by id::text`
    return rows.map(({ id }) => id)
  }
  return { ...reader, dataDir, files, uploadOf, listKept, listRows }
}

describe('an unused picture', () => {
  test('is deleted after a month with its row, and not before', async () => {
    const { files, uploadOf, listKept, listRows, send } = await aContributor()
    const [old, young] = [await uploadOf(30 * 24 + 1), await uploadOf(30 * 24 - 1)]
    await cleanUpUploads(files)
    expect(await listKept()).toEqual([young.id])
    expect(await listRows()).toEqual([young.id])
    expect((await send(old.url)).status).toBe(404)
    expect((await send(young.url)).status).toBe(200)
    expect(await sql`select from uploads where id = ${old.id}`).toHaveLength(0)
  })

  test('is deleted at once with its reader’s account, unless a published story shows it', async () => {
    const { files, uploadOf, listKept, call } = await aContributor()
    const [shown] = [await uploadOf(0), await uploadOf(0)]
    await aStory({ imageUrl: shown.url })
    await call('DELETE /account', {})
    await cleanUpUploads(files)
    expect(await listKept()).toEqual([shown.id])
  })

  test('is deleted once its story is deleted', async () => {
    const { files, uploadOf, listKept } = await aContributor()
    const { url, id } = await uploadOf(31 * 24)
    const story = await aStory({ imageUrl: url })
    await cleanUpUploads(files)
    expect(await listKept()).toEqual([id])
    await sql`delete from stories where id = ${story.id}`
    await cleanUpUploads(files)
    expect(await listKept()).toEqual([])
  })
})

describe('the cleanup does not delete an old picture that is', () => {
  const places: [string, (url: string, readerId: string) => Promise<unknown>][] = [
    [
      'in the text of a draft',
      async (url) => {
        const { call } = await thePublisher()
        const fields = { ...aDraft(), content: `![A well](${url} "At noon | Ada")` }
        const save = { id: randomUUID(), base: 0, saveId: randomUUID(), fields }
        await call('PUT /admin/drafts/:id', save)
      },
    ],
    ['the picture of a story', (url) => aStory({ imageUrl: url })],
    ['of a story that waits for review', (url) => aStory({ imageUrl: url, isPublished: false })],
    [
      'in the text of a story',
      async (url) => {
        const content = `![Two of them](${url})`
        const { id } = await aStory()
        await sql`
          update stories set content = ${`One\n\n${content}\n\n${content}`},
            content_format = 'markdown', content_text = 'One', approved_hash = 'this text'
          where id = ${id}`
      },
    ],
    [
      'shown in its smallest width',
      (url) => aStory({ imageUrl: url.replace('1600.webp', '480.webp') }),
    ],
    ['named with the whole address', (url) => aStory({ imageUrl: `https://ascend.example${url}` })],
    [
      "an author's face",
      async (url) => {
        const { id } = await aStory()
        await sql`update stories set author_image_url = ${url}, approved_hash = 'this text' where id = ${id}`
      },
    ],
    [
      "a reader's face",
      (url, id) => sql`update readers set profile_image_url = ${url} where id = ${id}`,
    ],
    [
      'in a letter that is being written',
      async (url) => {
        await sql`insert into letters (content, created_by) values (${`![A well](${url})`}, 'Ada')`
      },
    ],
    [
      'the cover of a book that somebody asks us to publish',
      async (url) => {
        const { call } = await aVisitor()
        const request = aPublishingRequest()
        await call('POST /books/publish', request)
        await sql`
          update publishing_requests set cover_image_url = ${url}
          where author_email = ${request.authorEmail}`
      },
    ],
    [
      'the cover of a book',
      async (url) => {
        const { id } = await aBook()
        await sql`update books set cover_image_url = ${url} where id = ${id}`
      },
    ],
  ]

  test.each(places)('%s', async (_, show) => {
    const { files, uploadOf, listKept, reader } = await aContributor()
    const { url, id } = await uploadOf(1_000)
    await show(url, reader.id)
    await cleanUpUploads(files)
    expect(await listKept()).toEqual([id])
  })
})

describe('a picture of a text', () => {
  test('is deleted once no text contains it, and not before', async () => {
    const { files, uploadOf, listKept } = await aContributor()
    const [first, second] = [await uploadOf(1_000), await uploadOf(1_000)]
    const { id } = await aStory({ imageUrl: first.url })
    await sql`
      update stories set content = ${`![A](${first.url}) ![B](${second.url})`},
        content_format = 'markdown', content_text = 'A', approved_hash = 'this text'
      where id = ${id}`
    await sql`update stories set image_url = null, approved_hash = 'this text' where id = ${id}`
    await cleanUpUploads(files)
    expect(await listKept()).toEqual([first.id, second.id].sort())
    await sql`
      update stories set content = ${`![B](${second.url})`}, approved_hash = 'this text'
      where id = ${id}`
    await cleanUpUploads(files)
    expect(await listKept()).toEqual([second.id])
  })
})

describe('a half-written picture after a crash', () => {
  test('is deleted after an hour, but not one in progress or another database’s', async () => {
    const { dataDir, files, listKept, uploadOf } = await aContributor()
    const { id } = await uploadOf(0)
    const anHourAgo = new Date(Date.now() - 61 * 60 * 1000)
    for (const name of ['.stray', '.making', 'of-another-database']) {
      await mkdir(join(dataDir, 'uploads', name, 'inner'), { recursive: true })
      if (name !== '.making') {
        await utimes(join(dataDir, 'uploads', name), anHourAgo, anHourAgo)
      }
    }
    await cleanUpUploads(files)
    await files.removeLeftovers()
    expect(await listKept()).toEqual(['.making', id, 'of-another-database'].sort())
  })

  test('is no error where no picture was ever stored', async () => {
    const files = folderFiles(await aFolder())
    await expect(cleanUpUploads(files)).resolves.toBeUndefined()
    await expect(files.removeLeftovers()).resolves.toBeUndefined()
  })
})
