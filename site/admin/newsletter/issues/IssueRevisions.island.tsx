import { errorSentences } from '#contract/error-sentences.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { RevisionsPage } from '#site/admin/editor/revisions/RevisionsPage.tsx'
import type { RevisionSource } from '#site/admin/editor/revisions/use-revisions.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import type { IssueFields } from './issue-store.ts'

const source: RevisionSource<IssueFields> = {
  thing: 'newsletter',
  list: 'the newsletters',
  listPath: staffPaths.issues,
  editPath: staffPaths.editIssue,
  missing: { title: 'Newsletter Not Found', text: errorSentences[404].issueNotFound },
  async open(id) {
    const { number, fields, isDraft, ...draft } = await adminCall('GET /admin/letters/:id/draft', {
      id,
    })
    return { ...draft, head: number, title: fields.subject, isClosed: !isDraft }
  },
  revisions: (page) => adminCallPage('GET /admin/letters/:id/revisions', page),
  revision: (one) => adminCall('GET /admin/letters/:id/revisions/:number', one),
  restore: async (wanted) => (await adminCall('POST /admin/letters/:id/restore', wanted)).number,
  compared: { subject: 'Subject', preheader: 'Preview text', content: 'Text' },
  others: { categories: 'to whom it goes' },
}

/** Why an island? Two states are chosen and compared in place, and only a token opens them. */
export const IssueRevisions = adminIsland(() => <RevisionsPage source={source} />)
