import type { Routes } from '#api/http/serve.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { pageOf, transaction } from '#db/sql.ts'
import { countAdminAuthors, findWriter, listAdminAuthors } from './authors.admin.queries.ts'
import { findAuthorPage, saveAuthorPage } from './authors.queries.ts'

export function adminAuthorsRoutes(
  { serve }: Routes,
  { storePicture }: { storePicture: StorePicture },
) {
  serve('GET /admin/authors', ({ search, ...page }) =>
    pageOf(
      page,
      (slice) => listAdminAuthors({ search, ...slice }),
      () => countAdminAuthors(search),
    ),
  )

  serve('PUT /admin/authors/:id', async ({ id, file, withoutPicture, ...words }, { staff }) => {
    const save = (picture: { pictureUrl?: string | null }) =>
      transaction(async () => {
        const writer = required(await findWriter(id), 'authorNotFound')
        const known = await findAuthorPage(id)
        if (writer.isReader && words.isPublic && !known?.isPublic) throw apiError('authorDecides')
        await recordActivity(staff.name, 'authorChanged', { id, title: words.name })
        await saveAuthorPage(id, { ...words, ...picture })
      })
    if (file) await storePicture(file, null, ({ url }) => save({ pictureUrl: url }))
    else await save(withoutPicture ? { pictureUrl: null } : {})
    return required(await findAuthorPage(id), 'authorNotFound')
  })
}
