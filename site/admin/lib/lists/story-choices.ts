import { storyCategories } from '#contract/magazine/categories.ts'

/** The categories that a story may have, as the page was made with them; `chosen` stays, if it was retired since. */
export function storyChoices(...chosen: readonly string[]): string[] {
  const made = globalThis.document?.documentElement.dataset['categories']
  const choices: readonly string[] = made ? JSON.parse(made) : storyCategories
  return [...new Set([...choices, ...chosen.filter(Boolean)])]
}
