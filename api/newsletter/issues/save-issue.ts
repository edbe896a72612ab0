import type { StaffMember } from '#api/http/request-context.ts'
import type { FieldsOf } from '#api/magazine/documents/documents.queries.ts'
import { type Save, saveDocument } from '#api/magazine/documents/save-document.ts'
import { apiError } from '#contract/errors.ts'
import { insertIssueDraft, lockIssueDraft, setIssueDraft } from './issue-drafts.queries.ts'

/** A new one begins with its first save; so does one that somebody has discarded meanwhile. */
export function saveIssue(save: Save<FieldsOf['issue']>, staff: StaffMember) {
  const { id, base, saveId, fields } = save
  return saveDocument('issue', save, staff, {
    async lock() {
      const known = await lockIssueDraft(id)
      if (!known && (await insertIssueDraft(id, staff.name))) return { head: base }
      const issue = known ?? (await lockIssueDraft(id))
      if (!issue) throw apiError('issueNotFound')
      const closed = issue.state === 'draft' ? undefined : ('issueIsNoDraft' as const)
      return { head: issue.revision, closed }
    },
    setHead: ({ number: revision, savedAt }) =>
      setIssueDraft(id, {
        ...fields,
        ...{ revision, saveId, savedAt, savedBy: staff.id, savedByName: staff.name },
      }),
    conflict: 'issueSavedMeanwhile',
  })
}
