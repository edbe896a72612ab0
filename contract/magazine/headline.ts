const mostLines = 3

/** The headline in at most three lines, broken between words so that the longest is as short as can be. */
export function headlineLines(headline: string): string[] {
  const words = headline.split(' ').filter(Boolean)
  let most = Math.max(...words.map(({ length }) => length))
  let lines = broken(words, most)
  while (lines.length > mostLines) {
    most++
    lines = broken(words, most)
  }
  return lines
}

/** Lines of at most so many characters. */
function broken(words: readonly string[], most: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
