import { createHash, randomUUID } from 'node:crypto'
import { insertRevision } from '#api/magazine/documents/documents.queries.ts'
import { insertOriginalRevision } from '#api/magazine/drafts/edit-draft.ts'
import { insertDraft, lockDraft, setDraft } from '#api/magazine/stories/story-drafts.queries.ts'
import { findStoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import {
  findImportedDraft,
  isStaff,
  noteImported,
} from '#api/operations/import-export/import-export.queries.ts'
import type { FoundDraft } from '#api/operations/import-export/own-export.ts'
import { transaction } from '#db/sql.ts'
import type { Source } from './found-story.ts'
import type { Outcome, Report } from './report.ts'

/** Drafts of an export of this site, as drafts: of a story that is there, on top of it. */
export async function importDrafts(source: Source, report: Report, isDryRun: boolean) {
  for await (const found of source.drafts?.() ?? []) {
    report.editorDrafts[await importDraft(found, isDryRun)] += 1
  }
}

function importDraft(found: FoundDraft, isDryRun: boolean): Promise<Outcome> {
  const { id, ownerId, savedByName, fields } = found
  const key = `draft:${id}`
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  return transaction(async () => {
    const draft = await lockDraft(id)
    const outcome = outcomeOf(await findImportedDraft(key, id), digest)
    if (isDryRun || (outcome !== 'added' && outcome !== 'changed')) return outcome
    if (!draft) {
      const story = await findStoryInWork(id)
      await insertDraft(id, ownerId && (await isStaff(ownerId)) ? ownerId : null)
      if (story) await insertOriginalRevision(story)
    }
    // Saved by nobody and of the kind `saved` it would be the contributor's own words.
    const { number } = await insertRevision('story', id, {
      saveId: randomUUID(),
      fields,
      kind: 'restored',
      savedBy: null,
      savedByName,
    })
    await setDraft(id, { head: number })
    await noteImported({ importedFrom: key, storyId: null, digest, revision: number })
    return outcome
  })
}

function outcomeOf(known: Awaited<ReturnType<typeof findImportedDraft>>, digest: string): Outcome {
  if (known.digest === null) return known.head === null ? 'added' : 'hereAlready'
  if (known.head === null) return 'deletedHere'
  if (known.digest === digest) return 'unchanged'
  return known.head === known.revision ? 'changed' : 'editedHere'
}
