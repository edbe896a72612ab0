import type { Router } from '@koa/router'
import { isPreviewProof, previewProof } from '#api/http/secrets.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import { openRevision, pageOfRevisions } from '#api/magazine/documents/save-document.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { countRecipients } from '#api/newsletter/subscribers/audience.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { findStaff } from '#api/staff/people/staff.queries.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import {
  deleteIssueDraft,
  findIssueDraft,
  type IssueDraft,
  lockIssueDraft,
} from './issue-drafts.queries.ts'
import { saveIssue } from './save-issue.ts'

const previewMinutes = 30

interface Previewed {
  mail: { subject: string; html: string; text: string }
  missing: string[]
  bytes: number
  problems: string[]
}

interface Options {
  publicUrl: string
  orderSecret: Uint8Array
  previewIssue(issue: IssueDraft): Promise<Previewed>
}

export function issueDraftsRoutes(
  router: Router,
  { publicUrl, orderSecret, previewIssue }: Options,
) {
  const open = async (id: string) => {
    const issue = await findIssueDraft(id)
    if (!issue) throw apiError('issueNotFound')
    return issue
  }

  const openDraft = async (id: string) => {
    const issue = await open(id)
    const { revision: number, savedAt, savedByName, state, kind } = issue
    const isDraft = state === 'draft' && kind === 'letter'
    return { id, isDraft, number, savedAt, savedByName, fields: issue }
  }

  serve(router, 'GET /admin/letters/:id/draft', ({ id }) => openDraft(id))

  serve(router, 'PUT /admin/letters/:id/draft', (save, { staff }) => saveIssue(save, staff))

  serve(router, 'DELETE /admin/letters/:id/draft', async ({ id, number }, { staff }) => {
    await transaction(async () => {
      const head = (await lockIssueDraft(id))?.revision
      if (number !== undefined && head !== undefined && head !== number)
        throw apiError('changedMeanwhile')
      const issue = await deleteIssueDraft(id)
      if (!issue) throw apiError((await findIssueDraft(id)) ? 'issueIsNoDraft' : 'issueNotFound')
      await recordActivity(staff.name, 'letterDiscarded', { id, title: issue.subject })
    })
    return { status: 'discarded' as const }
  })

  serve(router, 'GET /admin/letters/:id/revisions', async (list) => {
    await open(list.id)
    return pageOfRevisions('issue', list)
  })

  serve(router, 'GET /admin/letters/:id/revisions/:number', async ({ id, number }) => {
    await open(id)
    return openRevision('issue', id, number)
  })

  serve(router, 'POST /admin/letters/:id/restore', async ({ number, ...save }, { staff }) => {
    await open(save.id)
    const { fields } = await openRevision('issue', save.id, number)
    await saveIssue({ ...save, fields, kind: 'restored' }, staff)
    return openDraft(save.id)
  })

  serve(router, 'GET /admin/letters/:id/preview', async ({ id }) => {
    const { mail, ...rest } = await previewIssue(await open(id))
    const until = Math.floor(Date.now() / 1000) + previewMinutes * 60
    const proof = previewProof(orderSecret, { id, until })
    const query = new URLSearchParams({ until: String(until), proof })
    return {
      subject: mail.subject,
      text: mail.text,
      frame: `/api/letter-previews/${id}?${query}`,
      ...rest,
    }
  })

  serve(router, 'POST /admin/letters/:id/test', async ({ id }, { staff }) => {
    const { mail } = await previewIssue(await open(id))
    const email = (await findStaff(staff.id))?.email
    await queueMail('letterTest', email ?? toPublisher, mail)
    return { to: email ?? 'the address of the publisher' }
  })

  serve(router, 'GET /admin/letter-audience', async ({ categories }) => ({
    recipients: await countRecipients({ kind: 'letter', categories }),
  }))

  serveFile(router, 'GET /letter-previews/:id', async ({ id, until, proof }, ctx) => {
    const isOpen = until > Date.now() / 1000
    if (!isOpen || !isPreviewProof(orderSecret, { id, until }, proof)) {
      throw apiError('issueNotFound')
    }
    const { mail } = await previewIssue(await open(id))
    ctx.set({
      // Like a mail program: inline styles, but no scripts, forms or foreign frames.
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${publicUrl}; frame-ancestors 'self'; sandbox`,
      'Referrer-Policy': 'no-referrer',
    })
    ctx.type = 'text/html; charset=utf-8'
    ctx.status = 200
    // Links open a new window, which the sandbox forbids, so that a click loads no page into the frame.
    ctx.body = mail.html.replace('<head>', '<head>\n<base target="_blank">')
  })
}
