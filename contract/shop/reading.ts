import { wordsAMinute } from '../form-limits.ts'

// Books that are read on the site (reader.md).

/** Browsers that open one order without an account; the next ends the one that was unused longest. */
export const browsersOfOrder = 5

/** Browsers in which one account is signed in. */
export const browsersOfAccount = 10

/** Pages of chapters that one order or account opens in an hour (section 5). */
export const chaptersAnHour = 60

/** Places that a search shows. */
export const mostFound = 50

/** Books that one order or account takes onto devices in a day, and the hour in which their chapters do not count. */
export const keepsADay = 3
export const keepMinutes = 60

/** What kept books may take up on a device beside stories, counted as they are sent. */
export const keptRoom = 50 * 1024 * 1024

/** A bought book that is kept on a device is read for so long without asking whether it is still open. */
export const keptOfflineDays = 30

/** Kept books that a device asks about at a time. */
export const mostAsked = 24

/** Books whose places a device keeps, and tells its account. */
export const mostPlaces = 50

/** How much of a book is read by whoever has finished it: the last lines are seldom at the top of a screen. */
export const finishedAt = 0.99

/** What a browser reports of a chapter, each once. */
export const chapterEvents = ['started', 'finished'] as const
export type ChapterEvent = (typeof chapterEvents)[number]

/** Fewer than so many are not shown as a number: they could be somebody. */
export const shownFrom = 10

/** Of all chapters. What stands between them is no part of any. */
export const wordsIn = (chapters: readonly { words: number }[]) =>
  Math.max(
    1,
    chapters.reduce((sum, { words }) => sum + words, 0),
  )

/** At least one: whoever opens it reads something. */
export const minutesOf = (words: number) => Math.max(1, Math.ceil(words / wordsAMinute))

/** `5 min`, `3 h 10 min`. */
export function sayMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}

/** Without marks and in small letters: `ona` finds Ọ̀nà. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * What opens a book to whoever asks: it is free, or bought, by code, present or money; `refunded`: it was, and the money was
 * given back; `closed`: nothing.
 */
export const accesses = ['free', 'own', 'refunded', 'closed'] as const
export type Access = (typeof accesses)[number]
