import type { OutputOf } from '#contract/endpoints/contract.ts'
import {
  formatCounted,
  formatNearDay,
  formatNearMoment,
  formatShortAgo,
} from '#site/admin/lib/format.ts'

export type ListedStory = OutputOf<'GET /admin/story-list'>[number]

const dayMs = 86_400_000

/** How long a story has waited for its review: New on its first day. */
export function waitingOf(sentAt: string, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(sentAt)) / dayMs)
  if (days < 1) return 'New'
  return `Waiting ${days} ${days === 1 ? 'day' : 'days'}`
}

export const sumOf = (days: readonly number[]) => days.reduce((sum, reads) => sum + reads, 0)

/** The one time that matters in its state. */
export function whenOf(story: ListedStory): string {
  const { group, state, sentAt, publishAt, publishedAt, savedAt } = story
  if (group === 'review' && sentAt) return `Sent ${inSentence(formatNearDay(sentAt, true))}`
  if (publishAt) return formatNearMoment(publishAt)
  if (state === 'published' && publishedAt) return formatNearDay(publishedAt)
  return formatShortAgo(savedAt)
}

/** It stands beside the badge on a phone, where a row has one line for it. */
export function factOf(story: ListedStory): string {
  const { group, state, authorName, readsByDay, hasChanges, isChange } = story
  if (group === 'review') return isChange ? `Changes · ${authorName}` : authorName
  if (state !== 'published') return `${whenOf(story)} · ${authorName}`
  if (hasChanges) return `Unpublished changes · ${whenOf(story)}`
  const reads = sumOf(readsByDay)
  return `${formatCounted(reads, 'read')} · ${whenOf(story)}`
}

/** Names of days keep their capital. */
const inSentence = (day: string) => day.replace(/^(Today|Yesterday)$/, (name) => name.toLowerCase())
