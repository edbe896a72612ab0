import type { Context } from 'koa'
import { ByteCache } from '#api/http/answers/byte-cache.ts'
import { type Answer, etagOf, respond, toAnswer } from '#api/http/answers/respond.ts'
import type { Routes } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError, apiErrorLater, required } from '#contract/errors.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { type EditionMaking, makeEdition } from './make-edition.ts'
import {
  countLeftOut,
  findEdition,
  findEditionFile,
  findWeek,
  listAllEditions,
  listContents,
  listOpenEditions,
  listTakenDown,
  setEditionState,
  type WeekEdition,
  weekEditionUndo,
} from './week-editions.queries.ts'

type Format = 'html' | 'pdf'

export function weekEditionsRoutes({ serve, serveFile }: Routes, making: EditionMaking) {
  const sendFile = fileSender(() => slugOf(making.settings().look.name))

  serve('GET /editions', async () => (await listOpenEditions()).map(asOpen))

  serve('GET /editions/:week', async ({ week }) => {
    const edition = await requireOpen(week)
    const [contents, takenDown] = await Promise.all([
      listContents(edition.id),
      listTakenDown(edition.id),
    ])
    return { ...edition, contents, takenDown }
  })

  serve('GET /editions/:week/gone', async ({ week }) => {
    const { publishedAt, withdrawnAt } = (await findWeek(week)) ?? {}
    if (!publishedAt || !withdrawnAt) throw apiError('editionNotFound')
    return { at: withdrawnAt }
  })

  serveFile('GET /editions/:week/stories.:format', async (asked, ctx) =>
    sendFile(ctx, await requireOpen(asked.week), asked.format, asked.download === '1'),
  )

  serve('GET /admin/editions', async ({ page, pageSize }) => {
    const all = await listAllEditions()
    return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length }
  })

  serve('POST /admin/editions', async ({ week }, { staff }) => {
    const edition = await requireEdition(await makeEdition(week, making, staff.name))
    return { ...edition, leftOut: await countLeftOut(week) }
  })

  serve('PATCH /admin/editions/:id/state', ({ id, state }, { staff }) =>
    undoable(
      { kind: 'edition', id, staffId: staff.id, snapshot: weekEditionUndo.snapshot },
      async (undo) => {
        const before = await requireEdition(id)
        if (before.state === state) return before
        // What is made anew may not come out as it was seen.
        if (state === 'published' && before.htmlBytes === 0) throw apiErrorLater('editionInWork', 5)
        await setEditionState(id, state)
        const action = state === 'published' ? 'editionPublished' : 'editionWithdrawn'
        await recordActivity(staff.name, action, { id, title: before.title, undo })
        return requireEdition(id)
      },
    ),
  )

  serveFile('GET /admin/editions/:id/stories.:format', async ({ id, format }, ctx) =>
    sendFile(ctx, await requireEdition(id), format, true),
  )
}

const asOpen = <Edition extends Pick<WeekEdition, 'publishedAt'>>(edition: Edition) => ({
  ...edition,
  publishedAt: edition.publishedAt as string,
})

async function requireOpen(week: string) {
  const edition = await findWeek(week)
  if (edition?.state !== 'published') throw apiError('editionNotFound')
  return asOpen(edition)
}

const requireEdition = async (id: string) => required(await findEdition(id), 'editionNotFound')

/** It runs and loads nothing, wherever it is opened. */
const alone =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups"
const cachedBytes = 4 * 1024 * 1024

function fileSender(name: () => string) {
  const cached = new ByteCache<Answer>('editions', cachedBytes)
  const read = async ({ id, madeAt }: WeekEdition, format: Format) => {
    const key = `${id} ${madeAt} ${format}`
    const known = cached.find(key)
    if (known) return known
    const body = await findEditionFile(id, format)
    if (!body) throw apiErrorLater('editionInWork', 5)
    const type = format === 'html' ? 'text/html; charset=utf-8' : 'application/pdf'
    const headers = { 'Content-Type': type, Vary: 'Accept-Encoding' }
    const answer = toAnswer({
      headers,
      body,
      etag: etagOf(body),
      isCompressible: format === 'html',
    })
    cached.put(key, answer, body.length)
    return answer
  }
  return async (ctx: Context, edition: WeekEdition, format: Format, isDownload: boolean) => {
    if (edition.htmlBytes === 0) throw apiErrorLater('editionInWork', 5)
    const kind = isDownload ? 'attachment' : 'inline'
    ctx.set('Content-Disposition', `${kind}; filename="${name()}-${edition.week}.${format}"`)
    if (format === 'html') ctx.set('Content-Security-Policy', alone)
    await respond(ctx, await read(edition, format))
  }
}
