import { csvLine, excelMark } from '#api/http/answers/csv.ts'
import { addressHash } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { findSkipped, insertImported, listImports, undoImport } from './imports.queries.ts'
import { type ListRow, readList } from './read-list.ts'

interface Options {
  orderSecret: Uint8Array
  /** The most mails a minute. */
  perMinute: number
}

export function importsRoutes({ serve, serveWrite }: Routes, { orderSecret, perMinute }: Options) {
  serve('POST /admin/newsletter/imports/preview', async ({ file, ...chosen }) => {
    const { columns, mapping, rows } = await readList(file.path, chosen)
    const skipped = rows.filter(({ reason }) => reason).length
    return { columns, ...mapping, first: rows.slice(0, 10), rows: rows.length, skipped }
  })

  serve(
    'POST /admin/newsletter/imports',
    async ({ file, isDocumented, day, place, ...chosen }, { staff }) => {
      const source = `stated by ${staff.name} at import: ${place}`
      const stated = isDocumented === 'yes' && day && place ? { day, source } : null
      if (isDocumented === 'yes' && !stated)
        throw apiError('invalid', { day: ['Please say when and where they agreed'] })
      const { rows } = await readList(file.path, chosen)
      const fit = rows.filter(({ reason }) => !reason)
      return transaction(async () => {
        const hashOf = (email: string) => addressHash(orderSecret, email)
        const here = await findSkipped(fit, hashOf)
        for (const row of fit) row.reason = here.get(row.address) ?? null
        const good = fit.filter(({ reason }) => !reason)
        const added = await insertImported(good, stated, perMinute)
        await recordActivity(staff.name, 'subscribersImported', { title: String(added) })
        return { added, ...tellSkipped(rows) }
      })
    },
  )

  serve('GET /admin/newsletter/imports', async () => [...(await listImports())])

  serveWrite('DELETE /admin/newsletter/imports/:id', async ({ id }, { staff }) => {
    if (!(await undoImport(id))) throw apiError('importNotFound')
    await recordActivity(staff.name, 'importUndone')
  })
}

function tellSkipped(rows: ListRow[]) {
  const counts = new Map<string, number>()
  let file = `${excelMark}${csvLine(['row', 'address', 'reason'])}`
  for (const { row, address, reason } of rows) {
    if (!reason) continue
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
    file += csvLine([row, address, reason])
  }
  return { skipped: [...counts].map(([reason, rows]) => ({ reason, rows })), file }
}
