import type { StaffMember } from '#api/http/request-context.ts'
import { isPreviewProof, previewProof } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import type { FieldsOf } from '#api/magazine/documents/documents.queries.ts'
import {
  openRevision,
  pageOfRevisions,
  type Save,
  saveDocument,
} from '#api/magazine/documents/save-document.ts'
import { listCards } from '#api/magazine/stories/text-parts.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { inMode } from '#api/newsletter/issue-mails/mail-styles.ts'
import { previewIssue } from '#api/newsletter/issue-mails/preview-issue.ts'
import { cardKeysIn, type IssueSite } from '#api/newsletter/issue-mails/render-issue-mail.ts'
import { countRecipients } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { findStaff } from '#api/staff/people/staff.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import {
  bringBackIssue,
  findIssueDraft,
  insertIssueDraft,
  lockIssueDraft,
  markIssueDeleted,
  setIssueDraft,
} from './issue-drafts.queries.ts'
import { issueUndo } from './issues.queries.ts'
import { sampleId, sampleIssue } from './sample-issue.ts'

const previewMinutes = 30

interface Options extends IssueSite {
  orderSecret: Uint8Array
}

export function issueDraftsRoutes(routes: Routes, options: Options) {
  draftRoutes(routes)
  previewRoutes(routes, options)
}

function draftRoutes({ serve }: Routes) {
  serve('GET /admin/letters/:id/draft', ({ id }) => openDraft(id))

  serve('PUT /admin/letters/:id/draft', (save, { staff }) => saveIssue(save, staff))

  serve('DELETE /admin/letters/:id/draft', async ({ id, number }, { staff }) => {
    const asked = { kind: 'issue', id, staffId: staff.id, snapshot: issueUndo.snapshot } as const
    await undoable(asked, async (undo) => {
      const head = (await lockIssueDraft(id))?.revision
      if (number !== undefined && head !== undefined && head !== number)
        throw apiError('changedMeanwhile')
      const issue = await markIssueDeleted(id, staff.name)
      if (!issue) throw apiError((await findIssueDraft(id)) ? 'issueIsNoDraft' : 'issueNotFound')
      await recordActivity(staff.name, 'letterDiscarded', { id, title: issue.subject, undo })
    })
    return { status: 'discarded' as const }
  })

  serve('GET /admin/letters/:id/revisions', async (list) => {
    await open(list.id)
    return pageOfRevisions('issue', list)
  })

  serve('GET /admin/letters/:id/revisions/:number', async ({ id, number }) => {
    await open(id)
    return openRevision('issue', id, number)
  })

  serve('POST /admin/letters/:id/restore', async ({ number, ...save }, { staff }) => {
    await open(save.id)
    const { fields } = await openRevision('issue', save.id, number)
    await saveIssue({ ...save, fields, kind: 'restored' }, staff)
    return openDraft(save.id)
  })
}

/** The issue as a mail: in the editor, in a frame and in the publisher's mailbox. */
function previewRoutes({ serve, serveFile }: Routes, { brand, publicUrl, orderSecret }: Options) {
  const site = { brand, publicUrl }
  const preview = async (id: string) => previewIssue(await open(id), site)

  const sample = async () => previewIssue(await sampleIssue(brand.name), site)

  /** Adds the address of its HTML part. */
  const withFrame = (
    id: string,
    { mail, missing, bytes, problems }: Awaited<ReturnType<typeof preview>>,
  ) => {
    const until = Math.floor(Date.now() / 1000) + previewMinutes * 60
    const proof = previewProof(orderSecret, { id, until })
    const query = new URLSearchParams({ until: String(until), proof })
    return {
      subject: mail.subject,
      text: mail.text,
      frame: `/api/letter-previews/${id}?${query}`,
      missing,
      bytes,
      problems,
    }
  }

  serve('GET /admin/letters/:id/preview', async ({ id }) => {
    const issue = await open(id)
    const [made, cards] = await Promise.all([
      previewIssue(issue, site),
      listCards(cardKeysIn(parseMarkdown(issue.content), publicUrl)),
    ])
    return { ...withFrame(id, made), cards }
  })

  serve('GET /admin/letter-sample', async () => withFrame(sampleId, await sample()))

  serve('POST /admin/letters/:id/test', async ({ id }, { staff }) => {
    const { mail } = await preview(id)
    const email = (await findStaff(staff.id))?.email
    await queueMail('letterTest', email ?? toPublisher, mail)
    return { to: email ?? 'the address of the publisher' }
  })

  serve('GET /admin/letter-audience', async ({ categories }) => ({
    recipients: await countRecipients({ kind: 'letter', categories }),
  }))

  serveFile('GET /letter-previews/:id', async ({ id, until, proof, dark, pictures }, ctx) => {
    const isOpen = until > Date.now() / 1000
    if (!isOpen || !isPreviewProof(orderSecret, { id, until }, proof)) {
      throw apiError('issueNotFound')
    }
    const { mail } = await (id === sampleId ? sample() : preview(id))
    ctx.set({
      // It allows what a mail program does: inline styles, but no scripts, forms or foreign frames.
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures ? "'none'" : `'self' ${publicUrl}`}; frame-ancestors 'self'; sandbox`,
      'Referrer-Policy': 'no-referrer',
    })
    ctx.type = 'text/html; charset=utf-8'
    ctx.status = 200
    // Links open a new window, which the sandbox forbids, so that a click loads no page into the frame.
    ctx.body = inMode(mail.html, dark ? 'dark' : 'light').replace(
      '<head>',
      '<head>\n<base target="_blank">',
    )
  })
}

async function open(id: string) {
  return required(await findIssueDraft(id), 'issueNotFound')
}

async function openDraft(id: string) {
  const issue = await open(id)
  const { revision: number, savedAt, savedByName, state, kind } = issue
  const isDraft = state === 'draft' && kind === 'letter'
  return { id, isDraft, number, savedAt, savedByName, fields: issue }
}

/** The first save inserts a new issue; one that was discarded meanwhile comes back. */
function saveIssue(save: Save<FieldsOf['issue']>, staff: StaffMember) {
  const { id, base, saveId, fields } = save
  return saveDocument('issue', save, staff, {
    async lock() {
      await bringBackIssue(id)
      const known = await lockIssueDraft(id)
      if (!known && (await insertIssueDraft(id, staff.name))) return { head: base }
      const issue = required(known ?? (await lockIssueDraft(id)), 'issueNotFound')
      const closed = issue.state === 'draft' ? undefined : ('issueIsNoDraft' as const)
      return { head: issue.revision, closed }
    },
    setHead: ({ number: revision, savedAt }) =>
      setIssueDraft(id, {
        ...fields,
        revision,
        saveId,
        savedAt,
        savedBy: staff.id,
        savedByName: staff.name,
      }),
    conflict: 'issueSavedMeanwhile',
  })
}
