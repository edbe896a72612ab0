import type { StaffMember } from '#api/http/request-context.ts'
import { apiError, apiErrorWith } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import {
  type IssueFields,
  insertIssueDraft,
  lockIssueDraft,
  setIssueDraft,
} from './issue-drafts.queries.ts'

interface Save {
  id: string
  /** The revision that was changed. */
  base: number
  saveId: string
  fields: IssueFields
}

/**
 * Stores a letter as it is written. A repeat of a save changes nothing. When somebody else has saved since `base`, nothing
 * is stored: the words stay in the browser, which offers to keep them as another letter.
 */
export function saveIssue({ id, base, saveId, fields }: Save, staff: StaffMember) {
  return transaction(async () => {
    const letter =
      (await lockIssueDraft(id)) ??
      (await insertIssueDraft(id, staff.name)) ??
      (await lockIssueDraft(id))
    if (!letter) throw apiError('issueNotFound')
    const { revision, savedAt, savedByName } = letter
    if (letter.saveId === saveId && savedAt) return { number: revision, savedAt }
    if (letter.state !== 'draft') throw apiError('issueIsNoDraft')
    if (revision !== base) {
      throw apiErrorWith('issueSavedMeanwhile', {
        head: { number: revision, savedAt, savedByName },
        isSamePerson: letter.savedBy === staff.id,
      })
    }
    return setIssueDraft(id, { fields, saveId, by: staff })
  })
}
