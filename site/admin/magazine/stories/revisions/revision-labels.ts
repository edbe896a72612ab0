import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { StoryState } from '#contract/states.ts'
import type { Revision } from './sittings.ts'

type Fields = OutputOf<'GET /admin/drafts/:id'>['fields']

/** What is said of a state that is not a usual save. */
export const kindLabels: Record<Revision['kind'], string | undefined> = {
  saved: undefined,
  original: 'As it was sent in',
  restored: 'Restored',
  aside: 'Saved while somebody else had saved',
}

/** What is said of the state that the story itself holds. */
export const storedLabels: Record<StoryState, string> = {
  published: 'What readers see now',
  submitted: 'What waits for review',
  returned: 'What was returned',
  declined: 'What was declined',
  unpublished: 'What readers saw',
}

/** Compared by words, in this order. */
export const comparedFields = {
  title: 'Title',
  summary: 'Summary',
  category: 'Category',
  content: 'Text',
} as const satisfies Partial<Record<keyof Fields, string>>

const otherFields = {
  authorName: 'author',
  authorRole: 'role of the author',
  imageUrl: 'picture',
  imageAlt: 'description of the picture',
  imageFocus: 'focus of the picture',
  videoUrl: 'video',
  seriesTitle: 'series',
  seriesPart: 'part of the series',
  isFeatured: 'whether it is featured',
} as const satisfies Record<Exclude<keyof Fields, keyof typeof comparedFields>, string>

/** The names of what else differs. */
export function otherChanges(before: Fields, after: Fields): string[] {
  return (Object.keys(otherFields) as (keyof typeof otherFields)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => otherFields[field])
}
