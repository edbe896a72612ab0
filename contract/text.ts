/** Paragraphs at line breaks (specification 4.1.2); text is text, whatever it looks like. */
export function paragraphsOf(text: string): string[] {
  const lines = text.split('\n')
  const last = lines.length - 1
  // Spaces at a line break go. `split(/\s*\n\s*/)` would look at a run of them from each of its places.
  return lines
    .map((line, index) => (index > 0 ? line.trimStart() : line))
    .map((line, index) => (index < last ? line.trimEnd() : line))
    .filter(Boolean)
}

/** Without the signs at its end. As a regular expression it would look at every run of them, wherever it stands. */
export function trimEndOf(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** Words in one line: typed text must not imitate a line of a mail or a report. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
