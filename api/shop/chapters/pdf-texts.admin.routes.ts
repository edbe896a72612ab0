import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { wordsOf } from '#api/shop/book-files/opening.mjs'
import { pdfMarkdown } from '#api/shop/book-files/read-pdf-text.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { adoptEditions, insertEdition } from './editions.queries.ts'
import { blocksOfMarkdown, textOfChapters } from './pdf-blocks.ts'
import {
  type BookPdfText,
  deletePdfChapter,
  findBookPdfText,
  findChapterBefore,
  findPdfChapter,
  listPdfChapters,
  markApproved,
  setPdfChapter,
  touchPdfText,
} from './pdf-texts.queries.ts'

/** The text of a PDF, as the publisher corrects and approves it. */
export function pdfTextsRoutes({ serve, serveWrite }: Routes) {
  serve('GET /admin/books/:id/pdf-text', async ({ id }) => answerOf(await textAt(id)))

  serve('GET /admin/books/:id/pdf-text/:number', async ({ id, number }) =>
    chapterAt(await textAt(id), number),
  )

  serveWrite(
    'PUT /admin/books/:id/pdf-text/:number',
    async ({ id, number, revision, ...typed }, { staff }) => {
      const text = await textAt(id, true)
      const chapter = await chapterAt(text, number)
      // A repeat whose first response was lost.
      if (chapter.title === typed.title && chapter.text === typed.text) return chapter
      if (revision !== undefined && revision !== chapter.revision)
        throw apiError('changedMeanwhile')
      if (!blocksOfMarkdown(typed.text))
        throw apiError('invalid', { text: ['A text that was read from a PDF has no pictures'] })
      await setPdfChapter(text.pdfId, number, typed)
      await noteChange(text, staff)
      return chapterAt(text, number)
    },
  )

  serveWrite(
    'PATCH /admin/books/:id/pdf-text/:number',
    async ({ id, number, isLeftOut }, { staff }) => {
      const text = await textAt(id, true)
      const chapter = await chapterAt(text, number)
      if (chapter.isLeftOut !== isLeftOut) {
        await setPdfChapter(text.pdfId, number, { isLeftOut })
        await noteChange(text, staff)
      }
      return answerOf(await textAt(id))
    },
  )

  serveWrite(
    'POST /admin/books/:id/pdf-text/:number/join',
    async ({ id, number, revision }, { staff }) => {
      const text = await textAt(id, true)
      requireRevision(text, revision)
      const joined = await chapterAt(text, number)
      const before = await findChapterBefore(text.pdfId, number)
      if (!before || joined.isLeftOut) throw apiError('chapterNotFound')
      // Its title stays as a heading, so that no word is lost.
      const heading = pdfMarkdown([{ text: joined.title, level: 1 }])
      const whole = [before.text, heading, joined.text].filter(Boolean).join('\n\n')
      await setPdfChapter(text.pdfId, before.number, { text: whole })
      await deletePdfChapter(text.pdfId, number)
      await noteChange(text, staff)
      return answerOf(await textAt(id))
    },
  )

  serve('POST /admin/books/:id/pdf-text/approve', async ({ id, revision }, { staff }) => {
    const { pdfId } = await textAt(id)
    const chapters = (await listPdfChapters(pdfId)).filter(({ isLeftOut }) => !isLeftOut)
    const approved = await textOfChapters(chapters)
    if (approved.kept.words === 0) throw apiError('textNotReady')
    return transaction(async () => {
      const text = await textAt(id, true)
      if (text.pdfId !== pdfId) throw apiError('changedMeanwhile')
      requireRevision(text, revision)
      if (text.approvedRevision !== revision) {
        await markApproved(pdfId, revision)
        await insertEdition(pdfId, approved, 'pdfId')
        await adoptEditions()
        await recordActivity(staff.name, 'bookTextApproved', text)
      }
      return answerOf(await textAt(id))
    })
  })
}

async function textAt(bookId: string, isLocked = false) {
  const text = await findBookPdfText(bookId, isLocked)
  if (!text) throw apiError('chapterNotFound')
  return text
}

async function chapterAt({ pdfId }: BookPdfText, number: number) {
  const chapter = await findPdfChapter(pdfId, number)
  if (!chapter) throw apiError('chapterNotFound')
  return chapter
}

/** Whoever decides about the whole has seen it as it is. */
function requireRevision(text: BookPdfText, revision: number) {
  if (text.revision !== revision) throw apiError('changedMeanwhile')
}

async function noteChange(text: BookPdfText, staff: StaffMember) {
  await touchPdfText(text.pdfId)
  await recordActivity(staff.name, 'bookTextCorrected', text)
}

async function answerOf({ pdfId, revision, approvedRevision }: BookPdfText) {
  const chapters = await listPdfChapters(pdfId)
  return {
    revision,
    isApproved: approvedRevision === revision,
    chapters: chapters.map((chapter) => ({ ...chapter, words: wordsOf(chapter.text).length })),
  }
}
