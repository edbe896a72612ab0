import { isDay } from '#contract/days.ts'
import { storyLengths } from '#contract/form-limits.ts'
import { oneLine } from '#contract/text.ts'
import { fromHtml } from '#markdown/from-html.ts'
import { textOf } from '#markdown/story-text.ts'

// unchecked patterns: the import is a process of its own, for which no reader waits.

/** A title, a name or an excerpt: its words in one line, whatever HTML it was in. */
export function lineOf(html: string): string {
  if (!/[<&]/.test(html)) return oneLine(html)
  return oneLine(textOf(fromHtml(html, { picture: () => undefined }).doc))
}

/** A line that is no HTML, in which somebody may have typed a tag: what stands for a letter is read, once. */
export function typedLine(text: string): string {
  return lineOf(text.replaceAll('<', '&lt;'))
}

const mailAddress = /[^\s<>()@"']+@[^\s<>()@"']+/g
const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** What somebody is called: the first that says it. A mail address is nobody's name; what stands before its @ may be. */
export function nameOf(...names: string[]): string {
  const bare = names.map((name) => oneLine(name.replace(mailAddress, ' ').replace(/[<>()"]/g, ' ')))
  const said = bare.find(isWord)
  if (said) return said
  const [address = ''] = names.flatMap((name) => name.match(mailAddress) ?? [])
  return wordsIn(address.split('@')[0] ?? '')
}

/** `ada-obi` as Ada Obi. */
export function wordsIn(slug: string): string {
  return slug
    .split(/[\s._+-]+/)
    .filter(isWord)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** The text ends at a word. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > most / 2 ? end : undefined).replace(/\p{Surrogate}$/u, '')}…`
}

/** What the form asks for at least, and what a card shows. */
const enough = 50
const most = 300
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The summary of a story that has none of its own: its first sentences. */
export function summaryOf(text: string, excerpt: string): string {
  if (excerpt) return cutTo(excerpt, storyLengths.summary)
  let summary = ''
  for (const { segment } of sentences.segment(text.slice(0, most * 3).replace(/\s*\n\s*/g, '\n'))) {
    if (summary.length >= enough) break
    summary = `${summary} ${segment.trim()}`.trim()
  }
  return cutTo(summary, most)
}

/** Undefined for what is no date of a story. */
export function validDate(text = ''): Date | undefined {
  const date = new Date(text)
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  if (day && !isDay(day)) return undefined
  const year = date.getUTCFullYear()
  return year >= 1900 && year < 2200 ? date : undefined
}
