import { slugOf } from '#contract/magazine/categories.ts'

const smallWords = new Set(
  'the and for that who with from her his now she how what your their into in of on to'.split(' '),
)

/** The brand's hashtags, one for the category and up to three from the title; without the #. */
export function hashtagsOf(
  { title, category }: { title: string; category: string },
  brandTags: readonly string[],
): string[] {
  const words = title
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter((word) => word.length > 3 && isTelling(word))
    .slice(0, 3)
    .map(capital)
  const categoryTag = slugOf(category)
    .split('-')
    .filter(isTelling)
    .slice(0, 2)
    .map(capital)
    .join('')
  return [...new Set([...brandTags, categoryTag, ...words])]
}

function isTelling(word: string) {
  return !smallWords.has(word.toLowerCase())
}

function capital(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
