/**
 * Every tag of a page of ours, whole; a script or a style with its text, as second group. To be walked from the page's
 * beginning: people's words hold no `<` between tags, but Astro leaves `<` and `>` as they are within attributes, and
 * only whoever steps over those does not take a word for a tag.
 */
export const tags =
  /<!--[\s\S]*?-->|<(script|style)\b[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>([\s\S]*?)<\/\1>|<[a-z][^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/gi
