import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { buildApp, type Outside } from '#api/app.ts'
import { readPublications } from '#content/read-content.ts'
import { sql } from '#db/sql.ts'
import { clientOver } from '#site/lib/call.ts'
import { aFolder } from './folders.ts'

let running: Promise<string> | undefined

/** The address of the app on this file's database, started at the first call. */
export function theApp(): Promise<string> {
  running ??= startApp()
  return running
}

/** An app of one's own, for tests that need another site, another address or the log. */
export async function startApp(outside: Partial<Outside> = {}) {
  const { app } = buildApp({
    publicUrl: 'https://ascend.example',
    dataDir: await aFolder(),
    publications: await readPublications('content'),
    site: () => undefined,
    log: pino({ level: 'silent' }),
    ...outside,
  })
  const server: Server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Somebody with a browser of their own: the site's own client, and cookies that it keeps. */
export async function aVisitor(address?: string) {
  const base = address ?? (await theApp())
  let cookie = ''
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookie) headers.set('Cookie', cookie)
    const response = await fetch(new URL(path, base), { redirect: 'manual', ...init, headers })
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return response
  }
  return { ...clientOver(send), send, base }
}

/** A story in the database; published unless said otherwise. */
export async function aStory(fields: Partial<StoryFields> = {}) {
  const [story] = await sql<{ id: string }[]>`insert into stories ${sql({
    title: `How we built the borehole ${randomUUID()}`,
    summary: 'Nine neighbours, one pump and a ledger that everybody may read at any hour.',
    content: `The pump came on a Tuesday.\n\n${'Everybody had an opinion about it. '.repeat(20)}`,
    category: 'Lifestyle and Culture',
    authorId: randomUUID(),
    authorName: 'Simi Odu-Bello',
    authorRole: 'Student',
    isPublished: true,
    ...fields,
  })} returning id`
  if (!story) throw new Error('The story was not stored')
  return story
}

interface StoryFields {
  title: string
  summary: string
  content: string
  category: string
  authorName: string
  isPublished: boolean
  isFeatured: boolean
  publishedAt: string
  imageUrl: string
}

/** A book in the database; published unless said otherwise. */
export async function aBook(fields: Partial<BookFields> = {}) {
  const [book] = await sql<{ id: string }[]>`insert into books ${sql({
    title: `The Quiet Ledger ${randomUUID()}`,
    description: 'A first novel about who keeps the accounts of a village, and who reads them.',
    authorId: randomUUID(),
    authorName: 'Kele Umez-Ray',
    category: 'Novel',
    price: 3500,
    isPublished: true,
    ...fields,
  })} returning id`
  if (!book) throw new Error('The book was not stored')
  return book
}

interface BookFields {
  title: string
  description: string
  authorName: string
  category: string
  price: number
  content: string
  isPublished: boolean
  createdAt: string
}
