import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pLimit from 'p-limit'
import { pino } from 'pino'
import { buildApp, type Integrations } from '#api/app.ts'
import { limitTimes } from '#api/http/open-server.ts'
import { hashPassword } from '#api/http/secrets/passwords.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import type { Payments } from '#api/integrations/integrations.ts'
import { approvedBy } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { toPublisher } from '#api/mails/mails.queries.ts'
import { openBusiness } from '#api/operations/business/live-business.ts'
import { type LiveSettings, openSettings } from '#api/settings/live-settings.ts'
import { originalsOf } from '#api/settings/read-settings.ts'
import { insertStaffSession } from '#api/staff/people/staff-sessions.queries.ts'
import { syncOwner } from '#api/staff/sign-in/sync-owner.ts'
import { readOriginals, readPublications } from '#content/read-content.ts'
import type { AgeBand } from '#contract/magazine/age-bands.ts'
import { followKey } from '#contract/newsletter/follows.ts'
import type { Role } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import { clientOver } from '#site/lib/call.ts'
import { atEndOfFile } from './end-of-file.ts'
import { composeWith, issuesOfTests } from './fixtures/mail-sender.ts'
import { aFolder } from './folders.ts'
import { anAddress } from './magazine/posts.ts'

let running: Promise<string> | undefined

/** The address of the app on this file's database, started at the first call. */
export function theApp(): Promise<string> {
  if (!running) atEndOfFile(() => (running = undefined))
  running ??= startApp()
  return running
}

/** An app of one's own, for tests that need another site, another address, the log, or the folder of its files. */
export async function startApp({
  dataDir,
  payments = [],
  ...outside
}: Omit<Partial<Integrations>, 'payments'> & {
  dataDir?: string
  payments?: Payments | readonly Payments[] | (() => readonly Payments[])
} = {}) {
  const files = dataDir === undefined ? {} : { files: folderFiles(dataDir) }
  const { answer } = buildApp({
    ...(await outsideOfTests()),
    ...files,
    ...outside,
    payments: typeof payments === 'function' ? payments : () => [payments].flat(),
  })
  const server = createServer(answer)
  // Node closes an idle connection after five seconds: while its test keeps the processor, that cuts off the next request.
  limitTimes(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What an app is given unless its test says otherwise. */
export async function outsideOfTests(): Promise<Integrations> {
  return {
    publicUrl: composeWith.publicUrl,
    brand: composeWith.brand,
    settings: await settingsOfTests(),
    business: openBusiness({}, composeWith.orderSecret),
    files: folderFiles(await aFolder()),
    publications: await readPublications('content'),
    site: () => undefined,
    // Every visitor has a network address of their own.
    trustProxy: 1,
    orderSecret: composeWith.orderSecret,
    issues: issuesOfTests,
    examine: async () => [],
    log: pino({ level: 'silent' }),
  }
}

let settings: Promise<LiveSettings> | undefined

/** What is set in this file's database, the same for all its apps. */
function settingsOfTests(): Promise<LiveSettings> {
  if (!settings) atEndOfFile(() => (settings = undefined))
  settings ??= readOriginals('content').then((brand) => openSettings(originalsOf(brand)))
  return settings
}

/** Somebody with a browser and a network address of their own: the site's own client, and cookies that it keeps. */
export async function aVisitor(address?: string, network = anAddress()) {
  const base = address ?? (await theApp())
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const stored = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (stored && !headers.has('Cookie')) headers.set('Cookie', stored)
    if (!headers.has('X-Forwarded-For')) headers.set('X-Forwarded-For', network)
    const saysWhence = headers.has('Origin') || headers.has('Sec-Fetch-Site')
    if (isWrite(init.method) && !saysWhence) headers.set('Origin', new URL(base).origin)
    const response = await fetch(new URL(path, base), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
  return { ...clientOver(send), send, base, cookies }
}

/** Browsers name the page that a write comes from. */
const isWrite = (method = 'GET') => !['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase())

/** Keeps cookies as a browser does: one takes the place of its namesake, an expired one goes. */
export function keepCookie(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.slice(0, pair.indexOf('='))
  const value = pair.slice(name.length + 1)
  const expires = attributes.find((one) => /^expires=/i.test(one))?.slice('expires='.length)
  const isGone =
    value === '' ||
    attributes.some((one) => /^max-age=(0|-\d+)$/i.test(one)) ||
    (expires !== undefined && Date.parse(expires) <= Date.now())
  if (isGone) cookies.delete(name)
  else cookies.set(name, value)
}

/** A crowd would fill the queue of password hashes on a busy machine, and be rejected. */
const registering = pLimit(8)

/** Somebody who made an account and is signed in: registered as anybody registers, and grown up unless said otherwise. */
export async function aReader(address?: string, ageBand: AgeBand | undefined = '18+') {
  const visitor = await aVisitor(address)
  const email = `reader-${randomUUID()}@ascend.example`
  const password = 'eleven goats and a radio'
  const reader = await registering(() =>
    visitor.call('POST /auth/register', {
      firstName: 'Tamuno',
      lastName: 'Briggs-Ade',
      email,
      password,
      ageBand,
    }),
  )
  return { ...visitor, reader, email, password }
}

/** Who opened the link of the welcome, and may send in twenty stories a day. */
export async function aProvenReader(address?: string) {
  const reader = await aReader(address)
  await sql`update readers set email_proven_at = now() where id = ${reader.reader.id}`
  return reader
}

/** What the publisher of this file's database signs in with. */
export const publisherSignIn = { username: 'publisher', password: 'nine drums before the rain' }

let written: Promise<void> | undefined

/** The publisher, signed in: every call carries the token. */
export async function thePublisher(address?: string) {
  if (!written) atEndOfFile(() => (written = undefined))
  written ??= syncOwner(publisherSignIn)
  await written
  const visitor = await aVisitor(address)
  const { token } = await visitor.call('POST /admin/login', publisherSignIn)
  // Tests look at mails that they caused themselves.
  await sql`delete from mails where kind = 'staffNewDevice' and recipient = ${toPublisher}`
  return withToken(visitor, token)
}

type Visitor = Awaited<ReturnType<typeof aVisitor>>

/** Every call carries the token. */
export function withToken(visitor: Visitor, token: string) {
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${token}`)
    return visitor.send(path, { ...init, headers })
  }
  return { ...visitor, ...clientOver(send), send, token }
}

/** One of the staff, signed in, with nothing but a password. The owner is the publisher. */
export async function theStaff(role: Role, address?: string) {
  if (role === 'owner') {
    const owner = await thePublisher(address)
    const [member] = await sql<Member[]>`select id, name, email from staff where role = 'owner'`
    return { ...owner, member: member as Member }
  }
  const [member] = await sql<(Member & { passwordHash: string })[]>`
    insert into staff ${sql({
      role,
      name: `The ${role} ${randomUUID().slice(0, 8)}`,
      email: `${role}-${randomUUID()}@ascend.example`,
      passwordHash: await hashPassword(staffPassword, { network: '', isKnown: true }),
      state: 'active',
    })} returning id, name, email, password_hash`
  const session = member && (await insertStaffSession(member))
  if (!session) throw new Error('The session was not stored')
  const { id, name, email } = member
  return { ...withToken(await aVisitor(address), session.token), member: { id, name, email } }
}

interface Member {
  id: string
  name: string
  email: string
}

export const staffPassword = 'four lamps on the veranda'

/** A story in the database; published unless said otherwise. */
export async function aStory(fields: Partial<StoryFields> = {}) {
  const [story] = await sql<{ id: string; slug: string | null }[]>`insert into stories ${sql({
    title: `How we built the borehole ${randomUUID()}`,
    summary: 'Nine neighbours, one pump and a ledger that everybody may read at any hour.',
    content: `The pump came on a Tuesday.\n\n${'Everybody had an opinion about it. '.repeat(20)}`,
    category: 'Lifestyle and Culture',
    authorId: randomUUID(),
    authorName: 'Simi Odu-Bello',
    authorRole: 'Student',
    isPublished: true,
    ...(fields.isPublished !== false && approvedBy(null)),
    ...fields,
  })} returning id, slug`
  if (!story) throw new Error('The story was not stored')
  return story
}

/** An author whose page readers may open, with a story that was just published. */
export async function anAuthor() {
  const authorId = randomUUID()
  const slug = `ada-${authorId.slice(0, 8)}`
  const title = `The ferry ${authorId}`
  const { id } = await aStory({ authorId, title })
  await sql`
    insert into authors (author_id, slug, name, is_public) values (${authorId}, ${slug}, 'Ada Obi', true)`
  return { authorId, slug, key: followKey('author', authorId), story: { id, title } }
}

/** Ids of ten, for tests that share more often than one network may share one story (decision 120). */
export const severalStories = () =>
  Promise.all(Array.from({ length: 10 }, async () => (await aStory()).id))

interface StoryFields {
  authorId: string
  title: string
  summary: string
  content: string
  contentFormat: 'plain' | 'markdown'
  contentText: string
  category: string
  authorName: string
  isPublished: boolean
  isFeatured: boolean
  publishedAt: string
  imageUrl: string
  approvedHash: string | null
}

/** A book in the database; published unless said otherwise. */
export async function aBook(fields: Partial<BookFields> = {}) {
  const [book] = await sql<{ id: string; slug: string | null }[]>`insert into books ${sql({
    title: `The Quiet Ledger ${randomUUID()}`,
    description: 'A first novel about who keeps the accounts of a village, and who reads them.',
    authorId: randomUUID(),
    authorName: 'Kele Umez-Ray',
    category: 'Novel',
    price: 3500,
    isPublished: true,
    ...fields,
  })} returning id, slug`
  if (!book) throw new Error('The book was not stored')
  return book
}

interface BookFields {
  id: string
  title: string
  description: string
  authorName: string
  category: string
  price: number
  content: string
  isPublished: boolean
  isStamped: boolean
  createdAt: string
}

/** A story as a contributor sends it in, with nothing but what must be there; its title is its own. */
export function aSubmission() {
  return {
    title: `How our street got its light back ${randomUUID()}`,
    summary: 'Eleven households, one transformer and a meeting that lasted until the moon was up.',
    content: 'The transformer died on a Sunday. '.repeat(12).trim(),
    category: 'Lifestyle and Culture' as const,
    authorName: 'Tamuno Briggs-Ade',
    authorRole: 'Community Leader',
  }
}

/** What an author asks for, with nothing but what must be there; its title is its own. */
export function aPublishingRequest() {
  return {
    title: `The Quiet Ledger ${randomUUID()}`,
    author: 'Kele Umez-Ray',
    description: 'A first novel about who keeps the accounts of a village, and who reads them.',
    category: 'Novel' as const,
    price: 3500,
    authorEmail: `kele-${randomUUID()}@authors.example`,
    authorPhone: '+234 000 111 2222',
    publishingReason: 'It belongs in the schools that it is about.',
  }
}
