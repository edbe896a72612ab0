import { sendFile } from '#api/http/answers/send-file.ts'
import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import type { ActivityAction } from '#contract/kinds/kinds.ts'
import { transaction } from '#db/sql.ts'
import {
  deletePublication,
  dropCorrections,
  insertPublication,
  publicationUndo,
  rowOf,
  setCover,
  setFile,
  setPlace,
  setState,
  setWords,
} from './publications.admin.queries.ts'
import {
  type FoundPublication,
  findPublication,
  listPublications,
  type PublicationFiles,
} from './publications.queries.ts'
import { publicationFile, storePublication } from './store-publication.ts'

interface Options {
  publications: PublicationFiles
  files: Files
  storePicture: StorePicture
}

export function adminPublicationsRoutes(routes: Routes, options: Options) {
  const { serve, serveWrite } = routes
  const { publications } = options
  const { find, undoably } = helpers(publications)

  serve('GET /admin/publications', () => listPublications(publications))
  serve('GET /admin/publications/:id', ({ id }) => find(id))

  serveWrite('POST /admin/publications', async (words, { staff }) => {
    const { id, slug } = await insertPublication(words, publications)
    await recordActivity(staff.name, 'publicationAdded', { id, title: words.title })
    return find(slug)
  })

  serveWrite(
    'PUT /admin/publications/:id',
    async ({ id, revision, content, ...words }, { staff }) => {
      const found = await find(id)
      if (found.isFile && content) throw apiError('publicationIsFile')
      const row = await rowOf(found)
      if (!(await setWords(row, { words, content, revision }))) {
        // A repeat whose first response was lost.
        const isSame = Object.entries({ content: found.content, ...words }).every(
          ([name, value]) => found[name as keyof typeof found] === value,
        )
        if (!isSame) throw apiError('changedMeanwhile')
        return find(id)
      }
      await recordActivity(staff.name, 'publicationChanged', { id: row, title: words.title })
      return find(id)
    },
  )

  serve('PATCH /admin/publications/:id/state', ({ id, state }, { staff }) =>
    undoably(id, staff, async (found, row) => {
      if (found.pdfBytes === 0) throw apiError('publicationWithoutPdf')
      if (found.state === state) return undefined
      await setState(row, state)
      return state === 'retired' ? 'publicationRetired' : 'publicationPublished'
    }),
  )

  serve('PATCH /admin/publications/:id/move', ({ id, by }, { staff }) =>
    undoably(id, staff, async (found, row) => {
      const all = await listPublications(publications)
      const at = all.findIndex((one) => one.id === found.id)
      const near = all[at + by]
      if (!near) return undefined
      await setPlace(row, near.place, all[at + 2 * by]?.place, by)
      return 'publicationMoved'
    }),
  )

  serve('DELETE /admin/publications/:id', async ({ id }, { staff }) => {
    await undoably(id, staff, async ({ isFile }, row) => {
      if (isFile) throw apiError('publicationIsFile')
      await deletePublication(row, staff.name)
      return 'publicationDeleted'
    })
    return { status: 'deleted' as const }
  })

  fileRoutes(routes, options)
}

function fileRoutes({ serve, serveFile }: Routes, { publications, files, storePicture }: Options) {
  const { find, findUpload, undoably } = helpers(publications)

  serve('PUT /admin/publications/:id/file', async ({ id, file }, { staff }) => {
    await findUpload(id)
    const stored = await storePublication(files, file)
    return transaction(async () => {
      const { row, title } = await findUpload(id)
      await setFile(row, stored)
      await recordActivity(staff.name, 'publicationFileReplaced', { id: row, title })
      return find(id)
    })
  })

  serveFile('GET /admin/publications/:id/file', async ({ id }, ctx) => {
    const { pdfId } = await find(id)
    const isSent = pdfId !== null && (await sendFile(ctx, files, publicationFile(pdfId)))
    if (!isSent) throw apiError('publicationNotFound')
  })

  serve('DELETE /admin/publications/:id/corrections', ({ id }, { staff }) =>
    undoably(id, staff, async ({ isCorrected }, row) => {
      if (!isCorrected) return undefined
      await dropCorrections(row)
      return 'publicationChanged'
    }),
  )

  serve('PUT /admin/publications/:id/cover', async ({ id, file }, { staff }) => {
    await findUpload(id)
    await storePicture(file, null, async ({ url }) => {
      const { row, title } = await findUpload(id)
      await setCover(row, url)
      await recordActivity(staff.name, 'publicationCoverReplaced', { id: row, title })
    })
    return find(id)
  })

  serve('DELETE /admin/publications/:id/cover', ({ id }, { staff }) =>
    undoably(id, staff, async (_, row) => {
      await setCover(row, null)
      return 'publicationCoverReplaced'
    }),
  )
}

function helpers(publications: PublicationFiles) {
  const find = async (id: string) => {
    return required(await findPublication(publications, id), 'publicationNotFound')
  }
  return {
    find,
    /** With its row; a folder's own files are not changed here. */
    async findUpload(id: string) {
      const found = await find(id)
      if (found.isFile) throw apiError('publicationIsFile')
      return { title: found.title, row: await rowOf(found) }
    },
    /** `change` resolves to what the log says; undefined: nothing was to be done. */
    async undoably(
      id: string,
      staff: StaffMember,
      change: (found: FoundPublication, row: string) => Promise<ActivityAction | undefined>,
    ): Promise<FoundPublication> {
      return transaction(async () => {
        const found = await find(id)
        const row = await rowOf(found)
        const { snapshot } = publicationUndo
        await undoable(
          { kind: 'publication', id: row, staffId: staff.id, snapshot },
          async (undo) => {
            const action = await change(found, row)
            if (action)
              await recordActivity(staff.name, action, { id: row, title: found.title, undo })
          },
        )
        return (await findPublication(publications, id)) ?? found
      })
    },
  }
}
