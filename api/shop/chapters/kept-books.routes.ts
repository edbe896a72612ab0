import type { Routes } from '#api/http/serve.ts'
import type { Access } from '#contract/shop/reading.ts'
import { removeBrowser } from './rights.queries.ts'
import { askRights, noteUse, permitKeeping } from './use-rights.ts'

export function keptBooksRoutes({ serve }: Routes, { isPublic }: { isPublic: boolean }) {
  const { rightsIn, openRights } = askRights(isPublic)

  serve('POST /books/:id/keep', async ({ id }, context) => {
    const { access, order } = await openRights(id, context)
    if (order) await permitKeeping(order, id)
    return { access }
  })

  serve('GET /kept-books', async ({ ids }, context) => {
    const found: Access[] = []
    for (const id of ids) {
      const rights = await rightsIn(id, context)
      // It is read, so its browser goes on to be one that opens it.
      if (rights?.access === 'own' && rights.order)
        await noteUse(rights.order, { id, number: undefined }, context)
      found.push(rights?.access ?? 'closed')
    }
    return { accesses: found }
  })

  serve('POST /books/:id/close', async ({ id }, context) => {
    const key = context.boughtKey()
    if (key) await removeBrowser(key)
    context.forgetBoughtKey()
    return { id }
  })
}
