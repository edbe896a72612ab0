/** Without the signs at its end. As a regular expression it would look at every run of them, wherever it stands. */
export function trimEndOf(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}
