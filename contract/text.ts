/** Paragraphs at line breaks (specification 4.1.2); text is text, whatever it looks like. */
export function paragraphsOf(text: string): string[] {
  const lines = text.split('\n')
  const last = lines.length - 1
  // It is trimmed line by line: `split(/\s*\n\s*/)` takes quadratic time on a run of spaces.
  return lines
    .map((line, index) => (index > 0 ? line.trimStart() : line))
    .map((line, index) => (index < last ? line.trimEnd() : line))
    .filter(Boolean)
}

/** Strips these characters from the end; a regular expression would take quadratic time. */
export function trimEndOf(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** One line, so that typed text cannot imitate a line of a mail or a report. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** The reference of a publishing request: the first characters of the id, in capitals. */
export function requestReference(id: string): string {
  return `PR-${id.slice(0, 8).toUpperCase()}`
}

/** With commas at thousands. */
export const formatCount = (count: number) => count.toLocaleString('en-NG')

/** "1 story", "6,104 stories" */
export const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`
