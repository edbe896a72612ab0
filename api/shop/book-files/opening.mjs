// Part of the threads that read books (epub-thread.mjs, pdf-thread.mjs).

const mostWords = 2000
const share = 0.1
/** Fewer words are no sample. */
const leastWords = 40

/** How many words a sample has at most: a tenth of a book, or 2,000 words where that is less. @param {number} allWords */
export const wordsOfSample = (allWords) => Math.min(mostWords, Math.floor(allWords * share))

/** @param {string} text */
export const wordsOf = (text) => text.split(/\s+/).filter(Boolean)

/**
 * The opening of a book as lines of text, each a paragraph: its sample. Empty where there is no text worth reading.
 * @param {string[]} paragraphs @param {number} allWords of the whole book
 */
export function openingOf(paragraphs, allWords) {
  let left = wordsOfSample(allWords)
  if (left < leastWords) return ''
  const taken = []
  for (const paragraph of paragraphs) {
    const words = wordsOf(paragraph)
    if (words.length > left) {
      const part = words.slice(0, left).join(' ')
      if (part) taken.push(`${part} …`)
      break
    }
    if (words.length > 0) taken.push(words.join(' '))
    left -= words.length
  }
  const text = taken.join('\n').normalize('NFC')
  return isReadable(text) ? text : ''
}

/** Fonts without a table of their characters give signs instead of words. */
export function isReadable(/** @type {string} */ text) {
  const letters = text.match(/[\p{L}\p{M}\p{N}\p{P}\p{Zs}\n]/gu)?.length ?? 0
  return letters > text.length * 0.95 && /\p{L}{2}/u.test(text)
}
