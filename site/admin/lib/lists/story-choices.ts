import { bookCategories, storyCategories } from '#contract/magazine/categories.ts'

/** The categories that a story may have, as the page was made with them; `chosen` stays, if it was retired since. */
export const storyChoices = (...chosen: readonly string[]) =>
  choicesOf('categories', storyCategories, chosen)

/** Those of a book. */
export const bookChoices = (chosen = '') => choicesOf('bookCategories', bookCategories, [chosen])

function choicesOf(name: string, originals: readonly string[], chosen: readonly string[]) {
  const made = globalThis.document?.documentElement.dataset[name]
  const choices: readonly string[] = made ? JSON.parse(made) : originals
  return [...new Set([...choices, ...chosen.filter(Boolean)])]
}
