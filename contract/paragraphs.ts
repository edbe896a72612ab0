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
