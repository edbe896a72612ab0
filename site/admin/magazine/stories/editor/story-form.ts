import type { FieldErrors } from '#contract/api-error.ts'
import { checkPublished } from '#contract/endpoints/magazine/drafts.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { textOf } from '#markdown/story-text.ts'
import type { DraftFields } from './story-store.ts'

/** Reasons that block publication, by the service's own rules. */
export const problemsOf = (fields: DraftFields): FieldErrors =>
  checkPublished(fields, textOf(parseMarkdown(fields.content))).problems
