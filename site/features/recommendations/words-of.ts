// Words that say nothing of what a story is about.
const empty = new Set(
  'about after again against also always another because been before being between could does done down each else even ever every everybody everyone first found from gave give goes going have having here himself herself into itself just know last less like little long made make many more most much must named near need never next nobody none nothing once only other others over own people same she should show some somebody someone something still such take tell than that their them themselves then there these they thing things this those three through time told took turn turned under until upon used very want wanted was well went were what when where which while whole will with without would year years young your'.split(
    ' ',
  ),
)

/** The words of a text that may say what it is about, each once, in their order. */
export function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]{3,}/gu) ?? []
  return new Set(words.filter((word) => !empty.has(word)))
}

/** A word that so many of the texts have tells none of them from the others. */
const commonPart = 0.15

/** Words that stand in so many of the texts that they say nothing. */
export function commonWords(texts: string[]): Set<string> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const most = Math.max(3, texts.length * commonPart)
  return new Set([...counts].filter(([, count]) => count > most).map(([word]) => word))
}
