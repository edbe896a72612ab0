// Words that say nothing of what a story is about.
const empty = new Set(
  'about after again against also always another answer asked asks away back became because become been before began begin begins behind being beside better between both bring brings built call called calls came carried carry change changed come comes cost costs could days does done down dozen each eight eighteen eighty eleven else even ever every everybody everyone fifteen fifty find finds first five forty found four fourteen from full gave gets give gives goes going good half hands have having here herself himself hold holds hour hours hundred into itself just keep keeps kept knew know known last leave left less like little lives long look looks made make many means might minutes month months more morning most moved moves much must named near need never next nine nineteen ninety nobody none nothing number once only open opened other others over own part past people place point puts quiet reach reached really right same seven seventeen seventy she should show side since sits sixteen sixty small sold some somebody someone something sometimes soon stand stands start started starts stay still stopped such sure take takes talk teen tell tells than that their them themselves then there these they thing things thirteen thirty this those thousand three through time today together told tonight took turn turned turns twelve twenty twice under until upon used very waited want wanted wants was ways week weeks well went were what when where which while whole whose will with without word words work works would year years yesterday young your'.split(
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
