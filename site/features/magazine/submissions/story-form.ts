import * as z from 'zod/mini'
import { stories, storyFields } from '#contract/endpoints/magazine/stories.ts'
import { errorSentences } from '#contract/error-sentences.ts'
import { readTimeMinutes } from '#contract/form-limits.ts'

const { file: _, ...fields } = storyFields
const { agree } = stories['POST /stories'].form
export const storySchema = z.object({ ...fields, terms: z.literal(true, agree.message) })

export const storyLabels = {
  authorName: 'Your Name',
  authorRole: 'Your Role',
  category: 'Story Category',
  readTimeMinutes: 'Estimated Read Time (minutes)',
  title: 'Story Title',
  summary: 'Story Summary',
  content: 'Your Story',
  imageUrl: 'Image URL',
  videoUrl: 'Video URL',
  imageCredit: 'Who made the picture?',
  imageLicence: 'May we show it?',
  imageSource: 'Where is it from?',
  peopleAgree: 'The people in the picture',
  aiUse: 'Did an AI write any of it?',
  ageBand: 'How old are you?',
  terms: 'Terms',
}
export const blankStory: Record<string, string> = {
  readTimeMinutes: String(readTimeMinutes.default),
}

/** The limit in the placeholder of the summary; more is accepted (specification 4.3.5). */
export const summaryLength = { from: 50, to: 200 }

export const fileFaults: string[] = [
  errorSentences[413].fileTooLarge,
  errorSentences[415].notAPicture,
  errorSentences[415].videoNotTaken,
]
