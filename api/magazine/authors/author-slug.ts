import { slugOf } from '#contract/categories.ts'

const longest = 60

/** Letters of Hausa, Fulfulde and Kanuri that are no other letter with a mark. */
const plain: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ǝ: 'e' }

/** What a name is in an address: `Ṣọlá O’Brien` → `sola-obrien`. */
export function authorSlug(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴŋǝ]/g, (letter) => plain[letter] ?? letter)
  return slugOf(letters).slice(0, longest).replace(/-$/, '') || 'author'
}
