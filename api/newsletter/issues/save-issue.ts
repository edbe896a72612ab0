import type { StaffMember } from '#api/http/request-context.ts'
import { apiError, apiErrorWith } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import {
  insertLetterDraft,
  type LetterFields,
  lockLetterDraft,
  setLetterDraft,
} from './issue-drafts.queries.ts'

interface Save {
  id: string
  /** The revision that was changed. */
  base: number
  saveId: string
  fields: LetterFields
}

/**
 * Stores a letter as it is written. A repeat of a save changes nothing. When somebody else has saved since `base`, nothing
 * is stored: the words stay in the browser, which offers to keep them as another letter.
 */
export function saveLetter({ id, base, saveId, fields }: Save, staff: StaffMember) {
  return transaction(async () => {
    const letter =
      (await lockLetterDraft(id)) ??
      (await insertLetterDraft(id, staff.name)) ??
      (await lockLetterDraft(id))
    if (!letter) throw apiError('letterNotFound')
    const { revision, savedAt, savedByName } = letter
    if (letter.saveId === saveId && savedAt) return { number: revision, savedAt }
    if (letter.state !== 'draft') throw apiError('letterIsNoDraft')
    if (revision !== base) {
      throw apiErrorWith('letterSavedMeanwhile', {
        head: { number: revision, savedAt, savedByName },
        isSamePerson: letter.savedBy === staff.id,
      })
    }
    return setLetterDraft(id, { fields, saveId, by: staff })
  })
}
